"""Programs that search: what `grep` and `find` go over, how much they show, and what they hand on. Pure."""

from itertools import pairwise
from typing import Final

from renkei.policy.shell_parts import (
    SEARCHERS,
    Effects,
    Place,
    expand_words,
    find_operands,
    has_option,
    join_effects,
    program,
    read_files,
    search_word,
    unknown_effects,
    write_files,
)
from renkei.policy.shell_words import Simple, Word
from renkei.policy.touches import Found, Search


def search_effects(command: Simple, place: Place) -> Effects:
    if any(text.split("=")[0] in ("--pre", "--hostname-bin", "--pager") for text in command.texts):
        return unknown_effects(command)
    operands, pattern = find_operands(command), ""
    if not any(text in ("-e", "-f", "--regexp", "--files") or text.startswith("--regexp=") for text in command.texts):
        pattern, operands = (operands[0].text if operands else "?"), operands[1:]
    is_deep = _goes_below(command)
    if not operands and is_deep and not _is_given_lines(command):
        operands = [Word(".")]
    searches = tuple(search_word(place, each, deep=is_deep) for each in expand_words(operands))
    if shows_whole_files(pattern, command.texts):
        return Effects(reads=read_files(place, operands).reads, searches=searches if is_deep else _open_ones(searches))
    shown = Effects() if _shows_names(command.texts) else read_files(place, operands, 1, lines_shown(command.texts))
    return Effects(reads=() if operands == [Word(".")] else shown.reads, searches=searches)


def _goes_below(command: Simple) -> bool:
    """Whether it searches all that is in a folder; without a place, in the one that it runs in."""
    if program(command) in _DEEP:
        return True
    is_deep = has_option(command, "r", "--recursive", "--dereference-recursive") or has_option(command, "R")
    return is_deep or any(text in ("-drecurse", "--directories=recurse", "recurse") for text in command.texts)


_DEEP: Final = ("rg", "ag", "ack")


def _is_given_lines(command: Simple) -> bool:
    """These search the lines that they are given instead, where they are given some."""
    reads = any(each.operator.startswith("<") for each in command.redirects)
    return program(command) in _DEEP and (command.is_piped or reads)


def _open_ones(searches: tuple[Search, ...]) -> tuple[Search, ...]:
    """A file that is named is a read and no search."""
    return tuple(each for each in searches if each.deep or each.has_wildcards)


_NAMES_ONLY: Final = ("-c", "-l", "-L", "-q", "--count", "--files", "--files-with-matches", "--files-without-match")


def _shows_names(options: tuple[str, ...]) -> bool:
    return any(
        text in _NAMES_ONLY or (text[:1] == "-" and text[1:2] != "-" and set(text) & set("clLq"))
        for text in options[1:]
    )


def lists_names(command: Simple) -> bool:
    """Whether what it prints are names of files."""
    return is_lister(command) and (program(command) not in SEARCHERS or _shows_names(command.texts))


def is_lister(command: Simple) -> bool:
    """Whether it may print names of files that it was not told."""
    if program(command) == "git":
        return "ls-files" in command.texts or _lists_ignored(command)
    if program(command) == "du":
        return has_option(command, "a", "--all")
    return program(command) in ("find", "ls", *_FINDERS, *SEARCHERS)


def _lists_ignored(command: Simple) -> bool:
    """`git status --ignored` and `git clean -nX`: what git ignores, as it does `.renkei`."""
    is_asked = "clean" in command.texts and has_option(command, "n", "--dry-run")
    is_ignored = has_option(command, "x") or has_option(command, "X")
    return (is_asked and is_ignored) or any(text.startswith("--ignored") for text in command.texts)


_FINDERS: Final = ("fd", "fdfind")


def lines_shown(options: tuple[str, ...]) -> int:
    """How many lines of a file a search for something certain is taken to show."""
    has_context = any(text[:2] in _AROUND or text.partition("=")[0] in _AROUND for text in options)
    return _FEW * _FEW if has_context else _FEW


def shows_whole_files(pattern: str, options: tuple[str, ...]) -> bool:
    """Whether a search shows every line of what it finds, or so many around it that it is a read."""
    if any(text in _NAMES_ONLY for text in options):
        return False
    is_inverted = any(
        text == "--invert-match" or (text[:1] == "-" and text[1:2] != "-" and "v" in text) for text in options
    )
    return is_inverted or not _is_certain(pattern) or any(_is_wide(options, at) for at in range(len(options)))


def _is_certain(pattern: str) -> bool:
    """Whether every alternative of a pattern has three characters of a word in a row, which few lines have."""
    if ")?" in pattern or ")*" in pattern or "){" in pattern or "\n" in pattern:
        return False
    return all(_has_word(each) for each in pattern.replace("\\|", "|").split("|"))


def _has_word(text: str) -> bool:
    length, is_within = 0, False
    for before, char in pairwise(f" {text} "):
        is_within = (is_within or char == "[") and char != "]"
        if is_within or before == "\\" or not (char.isalnum() or char == "_"):
            length = length if char in ("-", ".") and before != "." and length else 0
            continue
        length += 2 if ord(char) > 0x2FF else 1
        if length >= 3:
            return True
    return False


_AROUND: Final = ("-A", "-B", "-C", "--after-context", "--before-context", "--context", "context")

_FEW: Final = 10


def _is_wide(options: tuple[str, ...], at: int) -> bool:
    name, _, value = options[at].partition("=")
    if name in _AROUND:
        value = value or (options[at + 1] if at + 1 < len(options) else "")
    elif name[:2] in _AROUND and not name.startswith("--"):
        value = name[2:]
    else:
        return False
    return not (value.isdecimal() and len(value) < 3 and int(value) <= _FEW)


_FIND_FILES: Final = ("-fprint", "-fprint0", "-fprintf", "-fls")


def find_effects(command: Simple, place: Place) -> Effects:
    """Its places stand before its tests. What it runs was unwrapped."""
    places = _find_places(command)
    is_writing = any(text in ("-delete", *_FIND_FILES) for text in command.texts)
    name = _only_name(command.texts)
    searches = Effects(searches=tuple(search_word(place, each, deep=True)._replace(glob=name) for each in places))
    if not is_writing:
        return searches
    files = [word for before, word in pairwise(command.words) if before.text in _FIND_FILES]
    is_open = "-delete" in command.texts and not any(each.names for each in found_by(command, place.root))
    removed = write_files(place, places, "remove") if is_open else Effects()
    return join_effects(
        join_effects(searches, removed), join_effects(write_files(place, files), unknown_effects(command))
    )


def _only_name(texts: tuple[str, ...]) -> str:
    """What it looks for, where that is files of one name; empty for all that there is."""
    names = [value for test, value in pairwise(texts) if test in ("-name", "-iname")]
    is_wider = {"!", "-not", "-o", "-or", ",", "("} & set(texts)
    return names[0] if len(names) == 1 and not is_wider else ""


def _find_places(command: Simple) -> list[Word]:
    words = command.words[1:]
    while words and words[0].text in ("-H", "-L", "-P"):
        words = words[1:]
    end = next((at for at, word in enumerate(words) if word.text.startswith(("-", "(", "!"))), len(words))
    return list(words[:end]) or [Word(".")]


_NAME_TESTS: Final = ("-name", "-iname", "-path", "-wholename", "-ipath")


def found_by(command: Simple, root: str) -> list[Found]:
    """What a search hands on to another command, or removes itself."""
    place, texts = Place(command.folder, root), command.texts
    if program(command) == "find":
        named, left_out = list[str](), list[str]()
        for at, text in enumerate(texts[:-1]):
            if text in _NAME_TESTS:
                is_left_out = texts[at - 1] in ("!", "-not") or texts[at + 2 : at + 4] == ("-prune", "-o")
                (left_out if is_left_out else named).append(texts[at + 1])
        return [Found(place.at(each.text), tuple(named), tuple(left_out)) for each in _find_places(command)]
    if program(command) not in SEARCHERS:
        return _listed_by(command, place)
    pattern = next(iter(find_operands(command)), Word("")).text
    return [Found(each.path, text=pattern) for each in search_effects(command, place).searches if each.deep]


def _listed_by(command: Simple, place: Place) -> list[Found]:
    """`ls` and `fd` leave out what begins with a dot, unless they are told not to or stand in such a folder."""
    end = next((at for at, text in enumerate(command.texts) if text in _RUNS), None)
    name, operands = program(command), find_operands(command._replace(words=command.words[:end]))
    if name == "git":
        return _tracked_files(operands, place)
    kept = tuple(filter(None, (_plain_core(each.text) for each in operands[:1]))) if name in _FINDERS else ()
    places = (operands[1:] if name in _FINDERS else operands) or [Word(".")]
    is_open = any(has_option(command, *each) for each in _SHOWS_HIDDEN[name])
    return [Found(place.at(each.text), kept=kept) for each in places if is_open or _is_hidden(place.at(each.text))]


_RUNS: Final = ("-x", "-X", "--exec", "--exec-batch")
"""What stands behind it `fd` runs."""


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") and part != "." for part in path.split("/"))


def _tracked_files(operands: list[Word], place: Place) -> list[Found]:
    """`git ls-files`, which prints what stands behind it, or everything."""
    named = [each.text for each in operands if each.text not in ("ls-files", "status", "clean")]
    patterns = tuple(each for each in named if any(sign in each for sign in "*?["))
    places = [each for each in named if each not in patterns] if not patterns else []
    return [Found(place.at(each), patterns) for each in places or ["."]]


_SHOWS_HIDDEN: Final = {
    "ls": (("a", "--all"), ("A", "--almost-all"), ("f",)),
    "du": (("a", "--all"),),
    **dict.fromkeys(_FINDERS, (("H", "--hidden"), ("u", "--unrestricted"))),
}


def kept_by(command: Simple) -> str:
    """What stands in all lines that a search keeps of those that it is given: `git ls-files | grep '.py$'`."""
    operands = find_operands(command)
    is_filter = program(command) in SEARCHERS and len(operands) == 1 and not _goes_below(command)
    return _plain_core(operands[0].text) if is_filter and not has_option(command, "v", "--invert-match") else ""


def _plain_core(pattern: str) -> str:
    """A pattern that means the same to every program, wherever it stands in a line; of any other nothing."""
    core = pattern.removeprefix("^").removesuffix("$")
    is_plain = all(each.isalnum() or each in "_-/." for each in core.replace("\\.", ""))
    return core if is_plain else ""
