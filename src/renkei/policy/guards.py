"""What no agent may do: write what binds it (DEC-52), speak as a person (DEC-16), be another (DEC-51).

Where a command cannot be read, names in it are taken for what they look like. What still gets past is found by the
person's record and by the git diff.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.paths import could_be, is_around, locate, matches_any
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_effects import OPAQUE, names_of, program
from renkei.policy.shell_words import Simple
from renkei.policy.tables import Policy
from renkei.policy.tool_calls import Change, Run

if TYPE_CHECKING:
    import tomllib
else:
    tomllib = lazy("tomllib")


def is_guarded(policy: Policy, path: str, more: Iterable[str] = ()) -> bool:
    """Whether a path, from the project's folder on, is written by no agent. Ask for what links lead to, too."""
    return matches_any((*policy.guarded, *more), path)


def check_guards(case: Case) -> Ruling | None:
    """DEC-52: files that bind agents are written by none."""
    patterns = (*case.policy.guarded, *case.state.guarded)
    for change in case.touched.writes:
        if _hits(patterns, change, case.call.root):
            return _refuse_guarded(change.path)
        if (table := _guarded_table(case.policy, change.path)) and _changes_table(case, change, table):
            return refuse(
                "DEC-52",
                "[{table}] in {path} binds the agents of this project: no agent changes it. Leave it as it is, or ask "
                "a person.",
                table=table,
                path=change.path,
            )
    if case.call.tool == "apply_patch" and case.touched.is_unreadable:
        return refuse("DEC-52", "This patch cannot be read. Name its files as apply_patch does.")
    return next((_refuse_guarded(found) for found in _mentions(case, patterns)), None)


def _refuse_guarded(path: str) -> Ruling:
    return refuse(
        "DEC-52",
        "{path} binds the agents of this project: no agent writes it. Leave it as it is, or ask a person.",
        path=path,
    )


def _hits(patterns: tuple[str, ...], change: Change, root: str) -> bool:
    if matches_any(patterns, change.path):
        return True
    if change.has_wildcards and any(could_be(_without_braces(change.path), pattern) for pattern in patterns):
        return True
    if change.act != "remove":
        return False
    above = change.path == "~" or f"{root}/".startswith(f"{change.path.rstrip('/')}/")
    return above or any(is_around(pattern, change.path) for pattern in patterns)


def _without_braces(text: str) -> str:
    """`{a,b}` as a wildcard."""
    begin, end = text.find("{"), text.rfind("}")
    return f"{text[:begin]}*{text[end + 1 :]}" if 0 <= begin < end else text


def _guarded_table(policy: Policy, path: str) -> str:
    return policy.guarded_tables.get(path.rsplit("/", 1)[-1].casefold(), "")


def _changes_table(case: Case, change: Change, table: str) -> bool:
    """Whether a table of a TOML file is another after the change; where that cannot be told, whether it is named."""
    before, after = case.state.texts.get(change.path), written_text(change, case.state.texts.get(change.path))
    word = table.rpartition(".")[2]
    if before is None or after is None:
        said = [change.whole or "", *(part for old, new, _ in change.pairs for part in (old, new))]
        if change.act == "shell":
            said.append(case.touched.script.text if case.touched.script else "")
        if change.act == "remove" or (before is not None and f"[{table}" in before):
            return True
        return any(word in text for text in said)
    try:
        return _table_of(before, table) != _table_of(after, table)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return word in before or word in after


def _table_of(text: str, table: str) -> object:
    found: object = tomllib.loads(text)
    for part in table.split("."):
        found = found.get(part) if isinstance(found, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return found  # pyright: ignore[reportUnknownVariableType]


def written_text(change: Change, before: str | None) -> str | None:
    """The text of a file after a change; None where it cannot be told."""
    if change.whole is not None:
        return change.whole
    if before is None or change.act != "edit" or not change.pairs:
        return None
    for old, new, everywhere in change.pairs:
        if not old or old not in before:
            return None
        before = before.replace(old, new) if everywhere else before.replace(old, new, 1)
    return before


# Names in what cannot be read.

_INTERPRETERS: Final = names_of(
    "python python2 python3 pypy pypy3 node deno bun perl ruby php lua tclsh osascript Rscript ed ex vi vim nvim emacs "
    "sh bash zsh dash ksh ash fish pwsh xargs parallel eval source . trap awk gawk mawk sed alias patch"
)
"""They may do whatever the text that they are given says."""


def _mentions(case: Case, patterns: tuple[str, ...]) -> Iterable[str]:
    """Guarded paths that stand in a command which may write, and cannot be read."""
    for run in case.touched.runs:
        if run.effects.is_unknown:
            yield from _mentioned_paths(case, run, patterns)
    if case.touched.is_unreadable and case.touched.script:
        yield from _mentioned_in_text(case.touched.script.text, patterns)


def _mentioned_paths(case: Case, run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    for text in dict.fromkeys(run.command.texts[1:]):
        for part in (text, text.partition("=")[2]):
            place = locate(part, run.command.folder or "/?", case.call.root) if part else ""
            if place and not any(each.isspace() for each in part) and matches_any(patterns, place):
                yield place
    if not run.command.is_literal or run.command.folder is None or _is_told(run.command):
        yield from _mentioned_in_text(case.touched.script.text if case.touched.script else "", patterns)
        yield from _mentioned_in_text(run.effects.said, patterns)


def _is_told(command: Simple) -> bool:
    name = program(command)
    return name in _INTERPRETERS or name.startswith(("python", OPAQUE))


def _mentioned_in_text(text: str, patterns: tuple[str, ...]) -> Iterable[str]:
    plain = text.translate(_NO_QUOTES).casefold()
    for pattern in patterns:
        core = pattern.casefold().strip("/").partition("*")[0]
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
    for run in case.touched.runs:
        if ruling := _check_identity(run.command) or _check_renkei(case.policy, run):
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


def _check_renkei(policy: Policy, run: Run) -> Ruling | None:
    words = renkei_words(run.command)
    if words is None:
        return _check_told(policy, run)
    if not run.command.is_literal:
        return refuse("DEC-16", "Write renkei commands with plain words: what this one asks for cannot be read.")
    for wanted in policy.person_commands:
        if _follows(wanted, words):
            return refuse("DEC-16", "renkei {command} is a person's: ask for it.", command=" ".join(wanted))
    flag = next((flag for word in words for flag in policy.person_flags if _is_flag(word, flag)), "")
    if flag:
        return refuse("DEC-16", "The flag {flag} is a person's: leave it out, or ask for it.", flag=flag)
    return None


def _follows(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Flags may stand between the words of a command."""
    plain = tuple(word for word in words if not word.startswith("-"))
    return plain[: len(wanted)] == wanted or (len(wanted) > 1 and plain[:1] == wanted[:1] and wanted[1] in plain)


def _is_flag(word: str, flag: str) -> bool:
    """The flag itself, or a beginning of it, which the command line takes for it."""
    name = word.partition("=")[0]
    return len(name) > len("--") and name.startswith("--") and flag.startswith(name)


def _check_told(policy: Policy, run: Run) -> Ruling | None:
    """A text that an interpreter is given, or a program whose name cannot be read, and `renkei` stands in it."""
    if not run.effects.is_unknown or not (_is_told(run.command) or not run.command.words[0].is_literal):
        return None
    words = run.effects.said.translate(_APART).split()
    commands = {wanted[0] for wanted in policy.person_commands} | set(policy.person_flags)
    if any(word.rsplit("/", 1)[-1] == "renkei" for word in words) and commands & set(words):
        return refuse("DEC-16", "Write renkei commands with plain words: what this one asks for cannot be read.")
    return None


_APART: Final = str.maketrans(dict.fromkeys("'\"\\()[]{},;&|`$<>", " "))

GUARDS: Final[tuple[Callable[[Case], Ruling | None], ...]] = (check_person, check_guards)
