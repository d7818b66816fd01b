"""What an agent would have run where no hook and no process tree leads to it: terminals that stay open (`tmux`,
`screen`), in which a person may have typed before, and what the system starts for it later (ORCH-2). Pure."""

from typing import Final

from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_inputs import is_shell
from renkei.policy.shell_parts import find_operands, names_of, program
from renkei.policy.shell_words import Simple


def check_terminals(case: Case) -> Ruling | None:
    """No agent leaves a shell open, or types into what is open."""
    if any(_types(run.command) or _leaves_shell(run.command) for run in case.touched.runs):
        return refuse(
            "ORCH-2",
            "What is typed into a terminal that stays open is seen by nobody: give the whole command at once, tmux new "
            "-d COMMAND, or hand a program its input by a pipe.",
        )
    if found := next((run.command for run in case.touched.runs if _starts_elsewhere(run.command)), None):
        return refuse(
            "ORCH-2",
            "What {program} starts is no process of this client's, and nobody would know whose it is: run the command "
            "itself, in the background if it takes long.",
            program=program(found),
        )
    return None


def _starts_elsewhere(command: Simple) -> bool:
    """Whether the system starts something that is no child of this shell."""
    name, texts = program(command), command.texts[1:]
    if name in _LOGINS:
        hosts = (word.text.rpartition("@")[2] for word in find_operands(command)[:1])
        return any(host == "localhost" or host.startswith(("127.", "::1", "[::1]")) for host in hosts)
    starting = _STARTERS.get(name)
    return starting is not None and not (_ONLY_LOOKS.get(name, frozenset()) & set(texts)) and (
        not starting or bool(starting & set(texts))
    )  # fmt: skip


_LOGINS: Final = names_of("ssh mosh slogin rsh")
_STARTERS: Final = {
    **dict.fromkeys(("at", "batch", "crontab", "systemd-run"), frozenset[str]()),
    "launchctl": names_of("submit bootstrap load kickstart asuser start"),
}
"""Programs that have something started, and the words by which they do; without such words always."""
_ONLY_LOOKS: Final = {
    **dict.fromkeys(("at", "batch"), names_of("-l -c -V -d -r")),
    "crontab": names_of("-l -V --help"),
    "systemd-run": names_of("--help --version -h"),
}


def _types(command: Simple) -> bool:
    """Keys that only end something (`C-c`) are no text."""
    name, texts = program(command), command.texts[1:]
    if name in _TYPERS:
        return True
    at = next((at for at, text in enumerate(texts) if text in _TYPING.get(name, ())), None)
    if at is None:
        return False
    keys = [text for before, text in zip(texts[at:], texts[at + 1 :], strict=False) if before not in ("-t", "-N")]
    return not command.is_literal or not keys or any(not _is_end(text) for text in keys if text != "-t")


def _is_end(key: str) -> bool:
    return key.casefold() in ("c-c", "c-d", "c-z", "^c", "^d")


def _leaves_shell(command: Simple) -> bool:
    """A terminal without a command of its own has a shell in it."""
    name = program(command)
    if name not in _TERMINALS:
        return False
    words = _without_options(command.texts[1:], _VALUED[name])
    if name == "tmux":
        if words and words[0] not in _OPENING:
            return False
        words = words[1:]
    elif any(text in _SCREEN_LOOKS for text in command.texts[1:]):
        return False
    return not words or is_shell(words[0].split() if len(words) == 1 and words[0].strip() else words)


def _without_options(texts: tuple[str, ...], valued: str) -> list[str]:
    """Options of one letter may stand together, and the last of them may take the next word."""
    found, waiting = list[str](), list(reversed(texts))
    while waiting:
        text = waiting.pop()
        if len(found) > 1 or not text.startswith("-"):
            found.append(text)
        elif text[-1] in valued and not text.startswith("--") and waiting:
            waiting.pop()
    return found


_TERMINALS: Final = names_of("tmux screen byobu zellij dtach abduco")
_VALUED: Final = {"tmux": "tscnFxyLSfelp", **dict.fromkeys(("screen", "byobu", "zellij"), "SscehpTt"), "dtach": "Aacn",
                  "abduco": "Aacn"}  # fmt: skip
_OPENING: Final = names_of(
    "new new-session new-window neww split-window splitw respawn-pane respawn-window respawnp respawnw popup "
    "display-popup"
)
_SCREEN_LOOKS: Final = ("-ls", "-list", "-v", "--version", "--help", "-h", "-X", "-Q", "-wipe", "ls", "list-sessions")
_TYPING: Final = {
    "tmux": ("send-keys", "send", "paste-buffer", "pasteb"),
    **dict.fromkeys(("screen", "byobu"), ("stuff", "paste")),
    "zellij": ("write", "write-chars"),
    "wezterm": ("send-text",),
    "kitty": ("send-text", "send-key"),
    "kitten": ("send-text", "send-key"),
}
_TYPERS: Final = names_of("xdotool ydotool wtype ttyecho")
