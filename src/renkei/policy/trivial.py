"""Is an edit TRIVIAL (LEAD-3, LEAD-14)? Decided from the text before and after by a list of what is; all else is not.

Pure; on the path of a hook, so that it compiles its patterns when they are first used.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.protocol.fences import mark_fences

_VERSION: Final = r"v?\d+(?:\.\d+){1,3}(?:[-+.][0-9A-Za-z.-]+)?"
_DATE: Final = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{4}年\d{1,2}月\d{1,2}日"
)
_BEFORE: Final = r"[\s\"'`*_|>#\[({-]*"
_BETWEEN: Final = r"[\s\"'`*_|\])]*[:=：|]?[\s\"'`*_|\[(]*"
_BEHIND: Final = r"[\s\"'`*_|\])},]*"
"""What stands around a key and its value: quotes, Markdown, the signs of JSON, TOML and YAML; no sign that compares."""
_VERSION_LINE: Final = re.compile(
    rf"^{_BEFORE}(?:(?:document|doc|spec|file)[ _-])?(?:version|バージョン|版){_BETWEEN}(?:{_VERSION}){_BEHIND}$",
    re.IGNORECASE,
)
_DATE_LINE: Final = re.compile(
    rf"^{_BEFORE}(?:(?:last[ _-]?)?(?:updated|modified|revised|changed)(?:[ _-](?:on|at|date))?|"
    rf"(?:created|generated)(?:[ _-](?:on|at|date))?|date|日付|更新日時?|最終更新日?|作成日時?)"
    rf"{_BETWEEN}(?:{_DATE}){_BEHIND}$",
    re.IGNORECASE,
)
_VERSION_HERE: Final = re.compile(_VERSION)
_DATE_HERE: Final = re.compile(_DATE)
_WORD: Final = re.compile(r"(?<![\w./\\-])[A-Za-z]+(?![\w/\\(-]|\.\w)")
"""A word of a sentence: no part of a name, a path or a call."""
_BULLET: Final = re.compile(r"^(\s*)[-*+](\s+)")
_HEADING: Final = re.compile(r"^(#{1,6})[ \t]*(?=[^\W\d_#])")
_EMPHASIS: Final = re.compile(r"(?<![\w*_`])(\*\*|\*|`)(?=\S)([^*_`]+?)(?<=\S)\1(?![\w*_`])")
_UNDERLINED: Final = re.compile(r"(?<![\w*_`])(__|_)(?=\S)([^*_`]*\s[^*_`]*?)(?<=\S)\1(?![\w*_`])")
"""More than one word: `_id_` may be a name."""
_NO_PROSE: Final = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|^\s*\[[^\]]+\]:|\[\^[^\]]*\]|\{[^}]*\}|<[^>]*>|\$[^$]*\$")
"""Addresses, names of links, tags, formulas, what a template fills in."""
_CODE_LINE: Final = re.compile(r"^\s*(?:\$ |>>>|import |export |:[\w-]+:|[\w.-]+\s*=|[\w.-]+:(?:\s|$)(?=\S*$))|\s=\s")
"""A line of a shell or a program, a setting, a key with one value."""
_LIST_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s")
_RULER: Final = re.compile(r"^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$")
_TAG: Final = re.compile(r"<(pre|code|script|style|textarea|samp|kbd|xmp|listing|tt|var)\b", re.IGNORECASE)
_LITERAL: Final = re.compile(r"^\s*(?:\.\.\s+\S.*::.*|.*::\s*)$")
"""A directive of reStructuredText, or a paragraph behind which a literal block stands."""
_BREAK: Final = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!$)")
"""Some programs see the end of a line there, others none: a bullet or a heading could begin behind it."""
_DELIMITER: Final = re.compile(r"^(?:-{4,}|\.{4,}|\+{4,}|={4,})$")
"""Around a block of AsciiDoc."""


def classify_change(before: str, after: str, misspellings: Mapping[str, str], most: int | None = 2) -> str:
    """`whitespace`, `markdown`, `typo`, `version` or `date` for a TRIVIAL change of whole lines, at most so many; else
    nothing."""
    pairs = changed_lines(before, after)
    if before == after or pairs is None or (most is not None and len(pairs) > most):
        return ""
    held = (_held_lines(before), _held_lines(after))
    kinds = {_classify_at(pair, held, misspellings) for pair in pairs}
    if "" in kinds or not kinds:
        return ""
    return next(kind for kind in ("version", "date", "typo", "markdown", "whitespace") if kind in kinds)


class ChangedLine(NamedTuple):
    """A line, and what it becomes; `at` and `now_at` are where it stands."""

    at: int
    now_at: int
    old: str
    new: str


def changed_lines(before: str, after: str) -> list[ChangedLine] | None:
    """The lines that differ; None where lines came or went that are more than blank."""
    old, new = list(enumerate(before.split("\n"))), list(enumerate(after.split("\n")))
    moved = list[ChangedLine]()
    if len(old) != len(new):
        moved = [ChangedLine(-1, -1, "", " ")] * abs(len(old) - len(new))
        old, new = _without_blank(old), _without_blank(new)
        if len(old) != len(new):
            return None
    pairs = (ChangedLine(at, now_at, was, now) for (at, was), (now_at, now) in zip(old, new, strict=True))
    return [*(pair for pair in pairs if pair.old != pair.new), *moved]


def _held_lines(text: str) -> dict[int, str]:
    """Lines in which white space and signs have a meaning: of code, and of what stands above a document."""
    lines, held = text.split("\n"), dict[int, str]()
    closed = next((at for at, line in enumerate(lines) if at and line.rstrip() == "---"), 0)
    if lines[0].rstrip() == "---" and closed:
        held = dict.fromkeys(range(closed + 1), "matter")
    held.update(dict.fromkeys(_toml_matter(lines), "matter"))
    held.update({at: "code" for at in _literal_lines(lines) if at not in held})
    is_listed = False
    for at, (line, mark, _) in enumerate(mark_fences(lines)):
        is_indented = line.startswith(("    ", "\t"))
        if mark != "text" or (is_indented and not is_listed and line.strip()):
            held.setdefault(at, "code")
        if line.strip() and not is_indented:
            is_listed = _LIST_ITEM.match(line) is not None or (is_listed and line.startswith(" "))
    return held


def _toml_matter(lines: list[str]) -> range:
    closed = next((at for at, line in enumerate(lines) if at and line.rstrip() == "+++"), -1)
    return range(closed + 1) if lines[0].rstrip() == "+++" else range(0)


def _literal_lines(lines: list[str]) -> Iterator[int]:
    """Lines of literal blocks: of HTML, of reStructuredText, of AsciiDoc."""
    closing, outer = "", -1
    for at, line in enumerate(lines):
        if closing:
            yield at
            closing = "" if _closes(line, closing) else closing
            continue
        indent = len(line) - len(line.lstrip()) if line.strip() else outer + 1
        if outer >= 0 and indent > outer:
            yield at
            continue
        outer = indent if _LITERAL.match(line) else -1
        if outer >= 0 and line.lstrip().startswith(".."):
            yield at
        elif tag := _TAG.search(line):
            yield at
            end = f"</{tag[1].casefold()}"
            closing = "" if end in line.casefold() else end
        elif _DELIMITER.match(line) and (
            line[0] in ".+" or at == 0 or not lines[at - 1].strip() or lines[at - 1][0] == "["
        ):
            yield at
            closing = line


def _closes(line: str, closing: str) -> bool:
    return closing in line.casefold() if closing.startswith("<") else line.rstrip() == closing


def _classify_at(
    pair: ChangedLine, held: tuple[dict[int, str], dict[int, str]], misspellings: Mapping[str, str]
) -> str:
    place = held[0].get(pair.at) or held[1].get(pair.now_at)
    found = "" if place == "code" else _classify_line(pair.old, pair.new, misspellings)
    return found if place is None or found in ("version", "date") else ""


def _without_blank(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(at, line) for at, line in lines if line.strip()]


def _classify_line(old: str, new: str, misspellings: Mapping[str, str]) -> str:
    if _BREAK.findall(old) != _BREAK.findall(new):
        return ""
    if old.split() == new.split():
        return "whitespace"
    if _without_markdown(old) == _without_markdown(new):
        return "markdown"
    if _VERSION_LINE.match(old) and _VERSION_LINE.match(new) and _same_but(_VERSION_HERE, old, new):
        return "version"
    if _DATE_LINE.match(old) and _DATE_LINE.match(new) and _same_but(_DATE_HERE, old, new):
        return "date"
    return "typo" if _is_typo(old, new, misspellings) else ""


def _without_markdown(line: str) -> list[str]:
    """The words, without signs that say how they look; of a ruler how many columns it has."""
    if _RULER.match(line):
        columns = line.strip().strip("|").count("|") + 1
        return [f"{columns} columns" if "|" in line else "---"]
    if line.strip().startswith("|"):
        line = line.replace("|", " | ")
    line = _BULLET.sub(r"\1-\2", line)
    line = _HEADING.sub("# ", line)
    for _ in range(3):  # emphasis within emphasis
        line = _UNDERLINED.sub(r"\2", _EMPHASIS.sub(r"\2", line))
    return line.split()


def _same_but(pattern: "re.Pattern[str]", old: str, new: str) -> bool:
    return pattern.sub("\0", old, count=1) == pattern.sub("\0", new, count=1)


def _is_typo(old: str, new: str, misspellings: Mapping[str, str]) -> bool:
    """Words that are known to be misspelt became what they should be, and nothing else changed."""
    if "`" in old or _CODE_LINE.search(old) or _NO_PROSE.findall(old) != _NO_PROSE.findall(new):
        return False
    if _WORD.sub("\0", old) != _WORD.sub("\0", new):
        return False
    pairs = zip(_WORD.finditer(old), _WORD.findall(new), strict=True)
    return all(
        was[0] == now or (not _may_be_name(old, was) and _is_corrected(was[0], now, misspellings)) for was, now in pairs
    )


def _may_be_name(line: str, word: "re.Match[str]") -> bool:
    """Capitalized within a sentence: `Mr. Teh`."""
    is_capitalized = word[0][:1].isupper() and not word[0].isupper()
    return is_capitalized and any(each.isalnum() for each in line[: word.start()])


def _is_corrected(was: str, now: str, misspellings: Mapping[str, str]) -> bool:
    right = misspellings.get(was.lower())
    if right is None:
        return False
    return now == (right.upper() if was.isupper() else right.capitalize() if was[:1].isupper() else right)
