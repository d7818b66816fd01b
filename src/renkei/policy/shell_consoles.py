"""Programs that have commands of their own, by which they run or write something, and wait for them to be typed:
pagers, editors, consoles of languages and databases, other users' shells. In Codex `write_stdin` passes no hook. Pure.
"""

from itertools import pairwise
from typing import Final, NamedTuple

from renkei.policy.shell_parts import names_of, program
from renkei.policy.shell_words import Simple


class Console(NamedTuple):
    """How a program is kept from waiting: by one of these options, or by more operands than so many."""

    told_by: frozenset[str]
    operands: int
    stays_by: str = ""
    """The letter of an option with which it waits whatever else stands there."""


def stays_open(command: Simple) -> bool:
    """Whether it is one of them. An editor and a pager take what is typed from the terminal, wherever their input is
    from; a console takes its input for that."""
    name, texts = _name_of(command), command.texts[1:]
    if any(_name_in(each.text.partition("=")[2]) in _SCREENS for each in command.assignments):  # PAGER=less
        return True
    if name in _SCREENS:
        return not any(_is_told(text, _SCREENS[name]) for text in texts)
    if command.is_piped or any(each.operator.startswith("<") for each in command.redirects):
        return False
    if name in _HOSTS and texts and _name_in(texts[-1]) in _SHELLS and (not _HOSTS[name] or _HOSTS[name] & {*texts}):
        return True
    verbs = [text for text in texts if not text.startswith("-")][:2]
    if any(verb in verbs for verb in _VERBS.get(name, ())):
        return True
    return name in _CONSOLES and _waits(_CONSOLES[name], texts)


def _waits(console: Console, texts: tuple[str, ...]) -> bool:
    options, operands = _split_words(texts)
    if console.stays_by and any(_has_letter(text, console.stays_by) for text in options):
        return True
    if any(option == "-m" and module in _MODULES for option, module in pairwise(texts)):
        return True
    return not any(_is_told(text, console.told_by) for text in texts) and operands <= console.operands


def _split_words(texts: tuple[str, ...]) -> tuple[list[str], int]:
    """The options before a program's first operand, and how many operands there are."""
    options, operands = list[str](), 0
    for before, text in zip(("", *texts), texts, strict=False):
        if text[:1] not in ("-", "+") and before not in _VALUED:
            operands += 1
        elif not operands:
            options.append(text)
    return options, operands


def _is_told(text: str, told_by: frozenset[str]) -> bool:
    """An option by itself, with its value, or among other letters (`-xc`)."""
    return (
        text in told_by
        or text.partition("=")[0] in told_by
        or any(_has_letter(text, each[1]) for each in told_by if len(each) == len("-c"))
    )


def _has_letter(text: str, letter: str) -> bool:
    return text[:1] == "-" and text[1:2] not in ("-", "") and letter in text


def _name_of(command: Simple) -> str:
    """`python3.12` is `python`."""
    name = program(command)
    return name if name in _SCREENS else name.casefold().rstrip("0123456789.")


def _name_in(text: str) -> str:
    return (text.split() or [""])[0].rsplit("/", 1)[-1]


_NONE: Final = frozenset[str]()
_LOOKS: Final = names_of("--version --help -h -V")
_SCREENS: Final = {
    **dict.fromkeys(names_of("less more most nano pico joe mcedit micro hx kak vi vim nvim view vimdiff rvim"), _LOOKS),
    **dict.fromkeys(names_of("mutt tig lazygit ranger mc nnn vifm ftp telnet jshell irb bpython ptpython"), _LOOKS),
    "emacs": _LOOKS | names_of("--batch -batch --script"),
    "fzf": _LOOKS | names_of("--filter -f"),
    "gdb": _LOOKS | names_of("-batch --batch"),
    "ghci": _LOOKS | names_of("-e"),
    "iex": _LOOKS | names_of("-e --eval"),
    "ipython": _LOOKS | names_of("-c -m"),
    "lldb": _LOOKS | names_of("-b --batch"),
    "script": _LOOKS | names_of("-c --command"),
    "sftp": _LOOKS | names_of("-b"),
    "top": _LOOKS | names_of("-b"),
}
"""Those that wait unless one of these words stands there."""
_SHELLS: Final = names_of("sh bash zsh dash ksh ash fish")
_CONSOLES: Final = {
    **dict.fromkeys(_SHELLS, Console(names_of("-c --version --help"), 0)),
    "pwsh": Console(_LOOKS | names_of("-c -Command -File"), 0),
    **dict.fromkeys(names_of("python pypy"), Console(_LOOKS | names_of("-c -m"), 0, "i")),
    "node": Console(_LOOKS | names_of("-v -e --eval -p --print -c --check --test --run"), 0, "i"),
    "perl": Console(names_of("-e -E -v -V -c --help --version"), 0, "d"),
    **dict.fromkeys(names_of("ruby lua luajit julia guile"), Console(_LOOKS | names_of("-e -E --eval -v -c"), 0)),
    "php": Console(_LOOKS | names_of("-r -m -v -l -S"), 0, "a"),
    "r": Console(_LOOKS | names_of("-e -f --file CMD"), 9),
    **dict.fromkeys(names_of("scala ocaml utop sbcl tclsh wish expect"), Console(_LOOKS | names_of("-c -e --eval"), 0)),
    "deno": Console(_LOOKS, 0),
    **dict.fromkeys(names_of("sqlite duckdb"), Console(_LOOKS | names_of("-version -help"), 1)),
    "psql": Console(names_of("-c --command -f --file -l --list --version --help -V"), 2),
    **dict.fromkeys(names_of("mysql mariadb"), Console(names_of("-e --execute -V --version --help"), 9)),
    **dict.fromkeys(names_of("mongosh mongo"), Console(_LOOKS | names_of("--eval --file -f"), 1)),
    "su": Console(names_of("-c --command -V --version --help"), 9),
    **dict.fromkeys(names_of("sudo doas"), Console(_LOOKS | names_of("-l -v -k -K --list --validate"), 0)),
    "nix-shell": Console(_LOOKS | names_of("--run --command"), 9),
}
_VALUED: Final = names_of(
    "--rcfile --init-file -O -o -U -d -p -P -u -D -W -X -r -I -A -l --host --port --user --database"
)
_MODULES: Final = names_of("code pdb IPython asyncio idlelib ptpython bpython")
_HOSTS: Final = {
    **dict.fromkeys(
        names_of("docker podman nerdctl kubectl oc conda mamba toolbox distrobox nix"),
        names_of("run exec enter shell -c"),
    ),
    **dict.fromkeys(
        names_of("rlwrap unshare nsenter chroot socat pkexec runuser firejail bwrap fakeroot faketime"), _NONE
    ),
}
"""Programs that start the shell which stands last, and the words of which they need one for that."""
_VERBS: Final = {
    "rails": ("console", "c", "dbconsole"),
    "python": ("shell", "dbshell", "shell_plus"),
    **dict.fromkeys(("flask", "poetry", "pipenv", "hatch"), ("shell",)),
    **dict.fromkeys(("bun", "deno"), ("repl",)),
}
"""Words behind a program that open a console: `manage.py shell`."""
