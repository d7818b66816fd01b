"""Programs that write the files that they are given: editors, formatters, `patch`, `perl -i`. Pure.

What else such a program does is not known: an editor runs commands, a patch names files of its own.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from renkei.policy.shell_parts import (
    Effects,
    Place,
    join_effects,
    program,
    unknown_effects,
    write_files,
)
from renkei.policy.shell_words import Simple, Word


class _Editor(NamedTuple):
    """When a program writes, and what."""

    asked: tuple[str, ...] = ()
    """Options without which it writes nothing; empty where it needs none."""
    looks: tuple[str, ...] = ()
    """Options with which it only looks."""
    skipped: int = 0
    """How many words of its own stand before the files."""
    most: int | None = None
    """How many files it writes."""


_PROGRAMS: Final[Mapping[str, _Editor]] = {
    **dict.fromkeys(("ed", "red", "ex", "vi", "vim", "nvim", "nano", "emacs"), _Editor(looks=("-R",))),
    "patch": _Editor(looks=("--dry-run", "-o", "--output"), most=1),
    "black": _Editor(looks=("--check", "--diff")),
    "isort": _Editor(looks=("--check", "--check-only", "-c", "--diff")),
    **dict.fromkeys(("autopep8", "yapf", "clang-format"), _Editor(asked=("-i", "--in-place", "--in_place"))),
    **dict.fromkeys(("prettier", "biome"), _Editor(asked=("-w", "--write"))),
    **dict.fromkeys(("eslint", "stylelint", "standard"), _Editor(asked=("--fix",))),
    **dict.fromkeys(("gofmt", "goimports", "gofumpt", "shfmt"), _Editor(asked=("-w",))),
    "rustfmt": _Editor(looks=("--check",)),
    "rubocop": _Editor(asked=("-a", "-A", "-x", "--autocorrect", "--autocorrect-all", "--fix-layout")),
    **dict.fromkeys(("dos2unix", "unix2dos"), _Editor()),
}

_VERBS: Final[Mapping[tuple[str, str], _Editor]] = {
    ("ruff", "format"): _Editor(looks=("--check", "--diff"), skipped=1),
    ("ruff", "check"): _Editor(asked=("--fix",), looks=("--diff",), skipped=1),
}

_IN_PLACE: Final = frozenset({"perl", "ruby"})


def edit_effects(command: Simple, place: Place) -> Effects:
    """The files that it is given and that have an ending: what a formatter finds in a folder its words do not say."""
    found = _files_in_place(command) if program(command) in _IN_PLACE else _files_edited(command)
    return join_effects(write_files(place, [each for each in found if _is_file(each)]), unknown_effects(command))


def _is_file(word: Word) -> bool:
    return word.is_literal and "." in word.text.rsplit("/", 1)[-1].strip(".")


def _files_edited(command: Simple) -> list[Word]:
    name, texts = program(command), command.texts[1:]
    editor = _PROGRAMS.get(name) or _VERBS.get((name, texts[0] if texts else ""))
    if editor is None:
        return []
    options = {text.partition("=")[0] for text in texts if text.startswith("-")}
    if options.intersection(editor.looks) or (editor.asked and not options.intersection(editor.asked)):
        return []
    return _words_of_its_own(command, frozenset(editor.asked))[editor.skipped :][: editor.most]


def _words_of_its_own(command: Simple, flags: frozenset[str]) -> list[Word]:
    """The words that are no options, and that stand behind none that may take them (`--config FILE`)."""
    found, may_take, is_over = list[Word](), False, False
    for word in command.words[1:]:
        if word.text == "--":
            may_take, is_over = False, True
        elif word.text.startswith("-") and not is_over:
            may_take = word.text not in flags | _FLAGS and "=" not in word.text
        elif not may_take:
            found.append(word)
        else:
            may_take = False
    return found


_FLAGS: Final = frozenset({"-q", "--quiet", "-s", "-v", "--verbose", "-E", "-es", "--silent", "--cache", "--no-cache"})


def _files_in_place(command: Simple) -> list[Word]:
    """`perl -pi.bak -e SCRIPT FILE`: what stands before the first word is its own, and that is a script, unless one
    stands behind an `e` in a group of letters."""
    words, is_in_place, has_script = list(command.words[1:]), False, False
    while words and words[0].text.startswith("-"):
        letters = words.pop(0).text.lstrip("-")
        if letters[:1] in ("I", "M", "m", "x"):  # a folder or a module stands behind
            continue
        is_in_place = is_in_place or "i" in letters
        if letters[-1:] in ("e", "E"):
            has_script, words = True, words[1:]
    return words[0 if has_script else 1 :] if is_in_place else []
