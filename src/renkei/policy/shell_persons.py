"""What no agent may do in a shell: speak as a person (DEC-16), be another (DEC-51).

What cannot be read is judged by the words in it.
"""

from collections.abc import Iterable
from typing import Final

from renkei.policy.paths import could_be, matches, without_classes
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_guards import FORGES, documents_of, is_told, said_words
from renkei.policy.shell_parts import program
from renkei.policy.shell_words import Simple, Word
from renkei.policy.tables import Policy
from renkei.policy.touches import Run

_GLOBAL_VALUED: Final = ("--project", "--store", "--lang")
_IDENTITY: Final = ("XDG_STATE_HOME", "HOME")
"""Variables that lead `renkei` to another person's record."""


def check_person(case: Case) -> Ruling | None:
    """DEC-16, DEC-51: what is a person's is not given from an agent's shell, and nobody changes who it is."""
    text = case.touched.script.text if case.touched.script else ""
    calls_renkei = any(is_renkei(run.command) for run in case.touched.runs)
    for run in case.touched.runs:
        is_set = calls_renkei if run.command.name in _SETTERS or not run.command.words else is_renkei(run.command)
        if ruling := _check_identity(run.command, calls_renkei=is_set) or _check_renkei(case.policy, run, text):
            return ruling
    return None


def _check_identity(command: Simple, *, calls_renkei: bool) -> Ruling | None:
    names = [each.text.partition("=")[0].removesuffix("+") for each in command.assignments]
    if command.name in _SETTERS:
        names += [text.partition("=")[0] for text in command.texts[1:]]
    is_other = _IDENTITY if calls_renkei else ()
    found = next(
        (name for name in names if (name.startswith("RENKEI_") and name != "RENKEI_LANG") or name in is_other), ""
    )
    if not found:
        return None
    return refuse("DEC-51", "{name} says who an agent is: an agent does not set it. Leave it out.", name=found)


_SETTERS: Final = ("export", "unset", "declare", "readonly", "local", "typeset")


def is_renkei(command: Simple) -> bool:
    return renkei_words(command) is not None


def renkei_words(command: Simple) -> tuple[str, ...] | None:
    """What `renkei` is asked for, without the flags before that; None where it is another program."""
    texts = command.texts
    if program(command).casefold().removesuffix(".exe") == "renkei":  # some file systems make no difference
        words = list(texts[1:])
    elif program(command).startswith("python") and (at := _module_at(texts)) is not None:
        words = list(texts[at:])
    else:
        return None
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if words and any(_is_flag(option, each) for each in _GLOBAL_VALUED) and "=" not in option:
            words.pop(0)
    return tuple(words)


def _module_at(texts: tuple[str, ...]) -> int | None:
    for at, text in enumerate(texts):
        if _ends_with_module(text) and texts[at + 1 : at + 2] and texts[at + 1].partition(".")[0] == "renkei":
            return at + 2
        if text.startswith("-m") and text[2:].partition(".")[0] == "renkei":
            return at + 1
    return None


def _ends_with_module(text: str) -> bool:
    """`-m`, also behind other letters: `-Im`."""
    return text[:1] == "-" and text[1:2] != "-" and text.endswith("m")


def _check_renkei(policy: Policy, run: Run, text: str) -> Ruling | None:
    words = renkei_words(run.command)
    if any(_says_persons(policy, each.text.partition("=")[2]) for each in run.command.assignments):
        return _refuse_dark()  # an editor or a pager that a program starts
    if words is None:
        return _check_told(policy, run, text)
    if words[:1] and words[0] in _CLIENTS:
        return _refuse_hook(words[0])
    if not run.command.is_literal:
        return _refuse_dark()
    if only_looks(words):
        return None
    for wanted in policy.person_commands:
        if _follows(wanted, words):
            return refuse("DEC-16", "renkei {command} is a person's: ask for it.", command=" ".join(wanted))
    flag = next((flag for word in words for flag in policy.person_flags if _is_flag(word, flag)), "")
    if flag:
        return refuse("DEC-16", "The flag {flag} is a person's: leave it out, or ask for it.", flag=flag)
    return None


def _refuse_dark() -> Ruling:
    return refuse("DEC-16", "Write renkei commands with plain words: what this one asks for cannot be read.")


_CLIENTS: Final = ("hook", "statusline")
"""Commands that the client calls, and nobody else."""


def _refuse_hook(command: str) -> Ruling:
    return refuse(
        "DEC-51", "Hooks are called by the client alone: an agent does not call renkei {command}.", command=command
    )


def only_looks(words: tuple[str, ...]) -> bool:
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


def _says_persons(policy: Policy, said: str) -> bool:
    words, persons = said.translate(_APART).split(), {wanted[0] for wanted in policy.person_commands}
    return any(_is_called(word) and _next_word(words, at) in persons for at, word in enumerate(words))


def _check_told(policy: Policy, run: Run, text: str) -> Ruling | None:
    """A text that any program is given, or a program whose name cannot be read, and `renkei` stands in it."""
    if not run.effects.is_unknown:
        return None
    words, is_dark = told_words(run, text), _is_dark(run.command)
    words = ["renkei", *words] if run.command.words and _may_be_renkei(run.command.words[0]) else words
    found = [at for at, word in enumerate(words) if _is_called(word)]
    if not found:
        return None
    if called := next((each for each in _CLIENTS if any(each in words[at + 1 : at + 2] for at in found)), ""):
        return _refuse_hook(called)
    if program(run.command) == "alias":
        return _refuse_dark()
    if is_dark and next((each for each in _CLIENTS if each in words), ""):
        return _refuse_hook(next(each for each in _CLIENTS if each in words))
    persons = {wanted[0] for wanted in policy.person_commands}
    anywhere = (persons - {"import"}) | set(policy.person_flags)  # a word of Python like any other
    is_persons = any(_next_word(words, at) in persons for at in found) or (
        anywhere & set(words) if is_dark else set(policy.person_flags) & set(words)
    )
    return _refuse_dark() if is_persons else None


def told_words(run: Run, text: str) -> list[str]:
    """The words of all that a program is given which may run it, without the signs between them."""
    command = run.command
    said = (
        run.effects.said
        if _is_dark(command)
        else " ".join((*command.texts[:1], *said_words(command), *_orders_of(command)))
    )
    is_open = command.is_piped or not _is_named(command) or (is_told(command) and not command.is_literal)
    return (f"{said} {text}" if is_open else said).translate(_APART).split()


def _is_dark(command: Simple) -> bool:
    return not _is_named(command) or is_told(command)


def _is_named(command: Simple) -> bool:
    """Whether it can be read which program this is."""
    return bool(command.words) and command.words[0].is_literal and not command.words[0].has_wildcards


def _orders_of(command: Simple) -> Iterable[str]:
    """What it is given in its standard input (`at now <<< TEXT`): any program may run that. A forge is given prose."""
    return () if program(command) in FORGES else documents_of(command)


def _next_word(words: list[str], at: int) -> str:
    return next((word for word in words[at + 1 :] if not word.startswith("-")), "")


def _may_be_renkei(word: Word) -> bool:
    """By what its wildcards stand for."""
    return word.has_wildcards and could_be(word.text.rpartition("/")[2], "renkei")


def _is_called(word: str) -> bool:
    name = without_classes(word.rsplit("/", 1)[-1])
    return (
        name == "renkei"
        or name.startswith("renkei.entrypoints")
        or (any(each in name for each in "*?") and name.strip("*?") != "" and matches(name, "renkei"))
    )


_APART: Final = str.maketrans(dict.fromkeys("'\"\\()[]{},;:&|`$<>=!", " "))
