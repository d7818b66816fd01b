"""What no agent may do in a shell: write what binds it (DEC-52), speak as a person (DEC-16), be another (DEC-51).

Where a command cannot be read, names in it are taken for what they look like. What still gets past is found by the
person's record and by the git diff.
"""

from collections.abc import Iterable
from typing import Final

from renkei.policy.paths import could_be, locate, matches_any
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_parts import OPAQUE, names_of, program
from renkei.policy.shell_words import Simple
from renkei.policy.tables import Policy
from renkei.policy.touches import Run

# Names in what cannot be read.

_INTERPRETERS: Final = names_of(
    "python python2 python3 pypy pypy3 node deno bun perl ruby php lua tclsh osascript Rscript ed ex vi vim nvim emacs "
    "sh bash zsh dash ksh ash fish pwsh xargs parallel eval source . trap awk gawk mawk sed alias patch"
)
"""They may do whatever the text that they are given says."""


def find_mentions(case: Case, patterns: tuple[str, ...]) -> Iterable[str]:
    """Guarded paths that stand in a command which may write, and cannot be read."""
    goes_astray = any(each.effects.is_unknown and each.command.folder is None for each in case.touched.runs)
    for at, run in enumerate(case.touched.runs):
        if run.effects.is_unknown or (goes_astray and program(run.command) in ("cd", "pushd")):
            yield from _wild_words(run, patterns)
        if run.effects.is_unknown:
            yield from _mentioned_paths(case, run, patterns)
            yield from _removed_program(run.command)
        if run.effects.is_unknown and run.command.is_piped:
            yield from _wild_words(case.touched.runs[at - 1], patterns)
    if case.touched.is_unreadable and case.touched.script:
        yield from _mentioned_in_text(case.touched.script.text, patterns)


def _removed_program(command: Simple) -> Iterable[str]:
    """Who takes the program away ends every guard."""
    if {"uninstall", "remove"} & set(command.texts) and "renkei" in command.texts:
        yield "renkei"


def _wild_words(run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    """Words with wildcards that can stand for a guarded path."""
    for word in run.command.words[1:]:
        if word.has_wildcards:
            yield from (each.strip("/") for each in patterns if could_be(word.text, each))


def _mentioned_paths(case: Case, run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    for text in dict.fromkeys(_said_words(run.command)):
        for part in _parts_of(text):
            place = locate(part, run.command.folder or "/?", case.call.root)
            if not any(each.isspace() for each in part) and matches_any(patterns, place):
                yield place
    if _only_prints(run.command):
        return
    if not run.command.is_literal or run.command.folder is None or _is_told(run.command):
        yield from _mentioned_in_text(case.touched.script.text if case.touched.script else "", patterns)
        yield from _mentioned_in_text(run.effects.said, patterns)


def _said_words(command: Simple) -> Iterable[str]:
    """The words of a command but what it is told to leave out."""
    before = ""
    for text in command.texts[1:]:
        if not _leaves_out(before if "=" not in before else "") and not (_leaves_out(text) and "=" in text):
            yield text
        before = text


def _leaves_out(text: str) -> bool:
    name = text.partition("=")[0].casefold()
    return name.startswith("--") and any(word in name for word in ("exclude", "ignore", "skip", "omit", "prune"))


def _parts_of(text: str) -> list[str]:
    """A path may stand behind `=`, `@` or `:`, and behind the letter of an option."""
    parts = [text, *(text.rpartition(sign)[2] for sign in "=@:" if sign in text)]
    if text.startswith("-") and not text.startswith("--"):
        parts.append(text[2:])
    return [part for part in parts if part]


def _only_prints(command: Simple) -> bool:
    """`python -c "print(...)"`, with no other call in it."""
    texts = command.texts
    is_code = program(command).startswith("python") and texts[1:2] == ("-c",) and len(texts) == 3
    return is_code and command.is_literal and "(" not in texts[2].replace("print(", "") and ";" not in texts[2]


def _is_told(command: Simple) -> bool:
    name = program(command)
    return name in _INTERPRETERS or name.startswith(("python", OPAQUE))


def _mentioned_in_text(text: str, patterns: tuple[str, ...]) -> Iterable[str]:
    plain = text.translate(_NO_QUOTES).casefold()
    for pattern in patterns:
        core = pattern.removeprefix("~/").casefold().strip("/").partition("*")[0]
        at = plain.find(core)
        while core and at >= 0:
            behind = plain[at + len(core) : at + len(core) + 1]
            if not (
                plain[at - 1 : at].isalnum()
                or (not pattern.count("*") and behind and (behind.isalnum() or behind == "_"))
            ):
                yield pattern.rstrip("/*")
                break
            at = plain.find(core, at + 1)


_NO_QUOTES: Final = str.maketrans("", "", "'\"\\")


# A person's commands.

_GLOBAL_VALUED: Final = ("--project", "--store", "--lang")
_IDENTITY: Final = ("XDG_STATE_HOME", "HOME")
"""Variables that lead `renkei` to another person's record."""


def check_person(case: Case) -> Ruling | None:
    """DEC-16, DEC-51: what is a person's is not given from an agent's shell, and nobody changes who it is."""
    text = case.touched.script.text if case.touched.script else ""
    for run in case.touched.runs:
        if ruling := _check_identity(run.command) or _check_renkei(case.policy, run, text):
            return ruling
    return None


def _check_identity(command: Simple) -> Ruling | None:
    names = [each.text.partition("=")[0].removesuffix("+") for each in command.assignments]
    if command.name in ("export", "unset", "declare", "readonly", "local", "typeset"):
        names += [text.partition("=")[0] for text in command.texts[1:]]
    is_other = _IDENTITY if is_renkei(command) else ()
    found = next(
        (name for name in names if (name.startswith("RENKEI_") and name != "RENKEI_LANG") or name in is_other), ""
    )
    if not found:
        return None
    return refuse("DEC-51", "{name} says who an agent is: an agent does not set it. Leave it out.", name=found)


def is_renkei(command: Simple) -> bool:
    return renkei_words(command) is not None


def renkei_words(command: Simple) -> tuple[str, ...] | None:
    """What `renkei` is asked for, without the flags before that; None where it is another program."""
    texts = command.texts
    if program(command).removesuffix(".exe") == "renkei":
        words = list(texts[1:])
    elif program(command).startswith("python") and (at := _module_at(texts)) is not None:
        words = list(texts[at:])
    else:
        return None
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option in _GLOBAL_VALUED and words:
            words.pop(0)
    return tuple(words)


def _module_at(texts: tuple[str, ...]) -> int | None:
    for at, text in enumerate(texts):
        if text == "-m" and texts[at + 1 : at + 2] and texts[at + 1].partition(".")[0] == "renkei":
            return at + 2
        if text.startswith("-m") and text[2:].partition(".")[0] == "renkei":
            return at + 1
    return None


def _check_renkei(policy: Policy, run: Run, text: str) -> Ruling | None:
    words = renkei_words(run.command)
    if words is None:
        return _check_told(policy, run, text)
    if words[:1] and words[0] in _CLIENTS:
        return _refuse_hook(words[0])
    if not run.command.is_literal:
        return refuse("DEC-16", "Write renkei commands with plain words: what this one asks for cannot be read.")
    if _only_looks(words):
        return None
    for wanted in policy.person_commands:
        if _follows(wanted, words):
            return refuse("DEC-16", "renkei {command} is a person's: ask for it.", command=" ".join(wanted))
    flag = next((flag for word in words for flag in policy.person_flags if _is_flag(word, flag)), "")
    if flag:
        return refuse("DEC-16", "The flag {flag} is a person's: leave it out, or ask for it.", flag=flag)
    return None


_CLIENTS: Final = ("hook", "statusline")
"""Commands that the client calls, and nobody else."""


def _refuse_hook(command: str) -> Ruling:
    return refuse(
        "DEC-51", "Hooks are called by the client alone: an agent does not call renkei {command}.", command=command
    )


def _only_looks(words: tuple[str, ...]) -> bool:
    """The help of a command, and the list of what waits for a decision."""
    return ("--" not in words and bool({"--help", "-h"} & set(words))) or words == ("decide",)


def _follows(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Flags may stand between the words of a command."""
    plain = tuple(word for word in words if not word.startswith("-"))
    return plain[: len(wanted)] == wanted or (len(wanted) > 1 and plain[:1] == wanted[:1] and wanted[1] in plain)


def _is_flag(word: str, flag: str) -> bool:
    """The flag itself, or a beginning of it, which the command line takes for it."""
    name = word.partition("=")[0]
    return len(name) > len("--") and name.startswith("--") and flag.startswith(name)


def _check_told(policy: Policy, run: Run, text: str) -> Ruling | None:
    """A text that an interpreter is given, or a program whose name cannot be read, and `renkei` stands in it."""
    command = run.command
    is_named = bool(command.words) and command.words[0].is_literal and not command.words[0].has_wildcards
    if not run.effects.is_unknown or (is_named and not _is_told(command) and program(command) not in _LAUNCHERS):
        return None
    said = f"{run.effects.said} {text}" if command.is_piped or not is_named else run.effects.said
    words = said.translate(_APART).split()
    if not any(_is_called(word) for word in words):
        return None
    if called := next((each for each in _CLIENTS if each in words), ""):
        return _refuse_hook(called)
    if ({wanted[0] for wanted in policy.person_commands} | set(policy.person_flags)) & set(words):
        return refuse("DEC-16", "Write renkei commands with plain words: what this one asks for cannot be read.")
    return None


def _is_called(word: str) -> bool:
    name = word.rsplit("/", 1)[-1]
    return name == "renkei" or ("*" in name and name.strip("*") != "" and matches_any((name,), "renkei"))


_LAUNCHERS: Final = names_of("at batch crontab tmux screen ssh systemd-run script su runuser expect chroot unshare")
"""They run a text that they are given, now or later, here or elsewhere."""
_APART: Final = str.maketrans(dict.fromkeys("'\"\\()[]{},;&|`$<>", " "))
