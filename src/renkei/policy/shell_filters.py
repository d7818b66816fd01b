"""Programs that show files or change their lines: pagers, `head`, `sed`, `awk`, `sort`, `jq`. Pure."""

from itertools import pairwise
from typing import Final, NamedTuple

from renkei.policy.sed_scripts import read_sed
from renkei.policy.shell_parts import (
    STREAMS,
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
    values_among,
    write_files,
)
from renkei.policy.shell_words import Simple, Word


def read_effects(command: Simple, place: Place) -> Effects:
    reads = read_files(place, find_operands(command))
    may_write = any(text.startswith(("-o", "-O", "--output", "--log-file", "--in-place")) for text in command.texts[1:])
    may_write = may_write or (program(command) == "yq" and has_option(command, "i", "--inplace"))
    if may_write or (program(command) in ("less", "more") and any(map(_leaves_pager, command.texts[1:]))):
        return join_effects(reads, unknown_effects(command))
    return reads


def _leaves_pager(text: str) -> bool:
    """An option of `less` that writes a file, reads keys from one, or gives it a command."""
    if text.startswith("+"):
        return not (text[1:].isdecimal() or text in ("+G", "+F"))
    is_short = text.startswith("-") and not text.startswith("--")
    return text.startswith(("--lesskey", "--LOG", "--log")) or (is_short and any(each in text for each in "oOkK"))


def filter_json_effects(command: Simple, place: Place) -> Effects:
    """`jq` and `yq`: the first operand says what is shown."""
    operands = find_operands(command)
    if not any(text in ("-f", "--from-file") for text in command.texts):
        operands = operands[1:]
    writes = program(command) == "yq" and has_option(command, "i", "--inplace")
    is_more = writes or any(map(_shows_environment, command.texts[1:]))
    return join_effects(read_files(place, operands), unknown_effects(command) if is_more else Effects())


def _shows_environment(text: str) -> bool:
    """`env` and `$ENV` of a filter, and files that it takes in (`import "x"`); `.env` is a field."""
    apart = "".join(each if each.isalnum() or each in "_.$" else " " for each in text).split()
    takes_in = any(f"{word}{sign}" in text.replace(" ", "") for word in ("import", "include") for sign in "\"'")
    return takes_in or any(each.split(".")[0] in ("env", "$ENV", "strenv") for each in apart)


def filter_effects(command: Simple, place: Place) -> Effects:
    """`uniq` and `xxd`: the second file is written."""
    operands = find_operands(command, keeps_streams=True)
    read, written = ([each for each in some if each.text != "-"] for some in (operands[:1], operands[1:]))
    return join_effects(read_files(place, read), write_files(place, written))


def date_effects(command: Simple, place: Place) -> Effects:
    texts = command.texts[1:]
    if any(text.startswith(("--s", "--f")) or _has_letter(text, "sf", before="dIr") for text in texts):
        return unknown_effects(command)
    named = [text for before, text in pairwise(("", *texts)) if before not in ("-d", "--date", "-r", "--reference")]
    return Effects() if all(text.startswith(("+", "-")) for text in named) else unknown_effects(command)


def _has_letter(text: str, letters: str, *, before: str) -> bool:
    """Whether one of these options stands among short ones, before one that takes the rest of the word."""
    if not text.startswith("-") or text.startswith("--"):
        return False
    end = next((at for at, each in enumerate(text) if each in before), len(text))
    return any(each in letters for each in text[1:end])


def python_effects(command: Simple, place: Place) -> Effects:
    """All that is known of it: `-m json.tool FILE` shows a file."""
    if command.texts[1:3] == ("-m", "json.tool") and len(command.words) == 4 and not command.texts[3].startswith("-"):
        return read_files(place, list(command.words[3:]))
    return _archive_effects(command, place) if _unpacks(command) else unknown_effects(command)


def _unpacks(command: Simple) -> bool:
    """`python -m zipfile -e FILE FOLDER`."""
    texts = command.texts[1:]
    return (
        texts[:1] == ("-m",) and texts[1:2] in (("zipfile",), ("tarfile",)) and texts[2:3] in (("-e",), ("--extract",))
    )


def _archive_effects(command: Simple, place: Place) -> Effects:
    target = list(command.words[5:6]) or [Word(".")]
    return join_effects(write_files(place, target, "folder"), unknown_effects(command))


def ls_effects(command: Simple, place: Place) -> Effects:
    """`ls`, `tree` and `du`: they tell names."""
    all_below = ("a", "--all") if program(command) == "du" else ("R", "--recursive")
    if program(command) != "tree" and not has_option(command, *all_below):
        return Effects()
    places = expand_words(find_operands(command) or [Word(".")])
    searches = Effects(searches=tuple(search_word(place, each, deep=True) for each in places))
    if program(command) != "tree":
        return searches
    written = values_among(command.words[1:], "o", valued="oLIPHT", long="--output")
    return join_effects(searches, write_files(place, written))


def head_effects(command: Simple, place: Place) -> Effects:
    count = _line_count(command)
    return read_files(place, find_operands(command), 1, count)


def _line_count(command: Simple) -> int | None:
    """How many lines `head` and `tail` show at most; None where it is as many as there are, or not lines."""
    texts, counts = command.texts[1:], list[int]()
    for at, text in enumerate(texts):
        value = texts[at + 1] if text in ("-n", "--lines") and at + 1 < len(texts) else ""
        for beginning in ("-n", "--lines=", "-"):
            value = value or (text.removeprefix(beginning) if text.startswith(beginning) else "")
        if value.isdecimal() and len(value) < 10:
            counts.append(int(value))
        elif text.startswith(("-n", "--l", "-c", "--b", "-f", "-F")):
            return None
    return max(counts, default=10)


def sed_effects(command: Simple, place: Place) -> Effects:
    given = _sed_words(command)
    scripts, operands = given.scripts, given.operands
    if not scripts and not given.is_from_file:
        scripts, operands = operands[:1], operands[1:]
    script = read_sed("\n".join(each.text for each in scripts))
    is_plain = script.is_plain and not given.is_from_file and all(each.is_literal for each in scripts)
    beside = write_files(place, [Word(each) for each in script.writes if each not in STREAMS])
    if not is_plain:
        beside = join_effects(beside, unknown_effects(command))
    if given.is_in_place:
        return join_effects(write_files(place, operands), beside)
    span = _sed_span(scripts[0].text) if len(scripts) == 1 and given.is_quiet else None
    return join_effects(read_files(place, operands, *(span or (1, None))), beside)


class _SedWords(NamedTuple):
    scripts: list[Word]
    operands: list[Word]
    is_quiet: bool
    is_in_place: bool
    is_from_file: bool


def _sed_words(command: Simple) -> _SedWords:
    """Its options as sed takes them: short ones together, the value of the last behind it."""
    scripts, operands, letters = list[Word](), list[Word](), ""
    words = list(command.words[:0:-1])
    while words:
        word = words.pop()
        option, value = _sed_option(word)
        if word.text == "--":
            operands += reversed(words)
            break
        if not option:
            operands.append(word)
            continue
        letters += option
        if option[-1] in "efl" and not value.text and words:
            value = words.pop()
        if option[-1] == "e":
            scripts.append(value)
    return _SedWords(scripts, operands, "n" in letters, "i" in letters, "f" in letters)


def _sed_option(word: Word) -> tuple[str, Word]:
    """The letters of an option, and the value that stands in the same word."""
    text = word.text
    if text.startswith("--") and len(text) > 2:
        name, _, value = text.partition("=")
        letter = next((letter for long, letter in _SED_LONG.items() if long.startswith(name)), "E")
        return letter, Word(value, word.is_literal)
    if not text.startswith("-") or text == "-":
        return "", Word("")
    end = next((at for at, letter in enumerate(text) if at and letter in "efil"), len(text) - 1)
    return text[1 : end + 1], Word(text[end + 1 :], word.is_literal)


_SED_LONG: Final = {
    "--expression": "e", "--file": "f", "--in-place": "i", "--quiet": "n", "--silent": "n", "--line-length": "l",
}  # fmt: skip


def _sed_span(script: str) -> tuple[int, int] | None:
    """`12,40p` or `12p`."""
    first, _, last = script.strip().removesuffix("p").partition(",")
    last = last or first
    if not script.strip().endswith("p") or not (first.isdecimal() and last.isdecimal()) or len(first + last) > 18:
        return None
    return int(first), max(int(last) - int(first) + 1, 1)


def awk_effects(command: Simple, place: Place) -> Effects:
    operands = find_operands(command)
    if any(text in ("-f", "--file", "-i", "--include") or text.startswith("--") for text in command.texts[1:]):
        return join_effects(read_files(place, operands), unknown_effects(command))
    text = operands[0].text if operands else ""
    reads = read_files(place, operands[1:])
    if any(each in text for each in (">", "|", "system", "getline", "close", "@")):
        return join_effects(reads, unknown_effects(command))
    return reads


def sort_effects(command: Simple, place: Place) -> Effects:
    written = values_among(command.words[1:], "o", valued="kStTo", long="--output")
    return join_effects(read_files(place, find_operands(command)), write_files(place, written))
