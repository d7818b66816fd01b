"""Is an edit TRIVIAL (LEAD-3, LEAD-14)? Decided from the text before and after by a list of what is; all else is not.

Pure; on the path of a hook, so that it compiles its patterns when they are first used.
"""

from collections.abc import Mapping
from typing import Final

from renkei import lazy_re as re

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
_EMPHASIS: Final = re.compile(r"(?<![\w*_`])(\*\*|__|\*|_|`)(?=\S)([^*_`]+?)(?<=\S)\1(?![\w*_`])")
_RULER: Final = re.compile(r"^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$")
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)


def classify_change(before: str, after: str, misspellings: Mapping[str, str], most: int | None = 2) -> str:
    """`whitespace`, `markdown`, `typo`, `version` or `date` for a TRIVIAL change of whole lines, at most so many; else
    nothing."""
    pairs = changed_lines(before, after)
    if before == after or pairs is None or (most is not None and len(pairs) > most):
        return ""
    kinds = {_classify_line(old, new, misspellings) for old, new in pairs}
    if "" in kinds or not kinds:
        return ""
    return next(kind for kind in ("version", "date", "typo", "markdown", "whitespace") if kind in kinds)


def changed_lines(before: str, after: str) -> list[tuple[str, str]] | None:
    """The lines that differ, each with what it becomes; None where lines came or went that are more than blank."""
    old, new = before.split("\n"), after.split("\n")
    if len(old) != len(new):
        old, new = _without_blank(old), _without_blank(new)
        if len(old) != len(new):
            return None
        differing = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
        moved = abs(before.count("\n") - after.count("\n"))
        return [*differing, *([("", " ")] * moved)]
    return [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]


def _without_blank(lines: list[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def _classify_line(old: str, new: str, misspellings: Mapping[str, str]) -> str:
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
    """The words, without signs that say how they look; a ruler under a table's head has none."""
    if _RULER.match(line):
        return []
    if line.strip().startswith("|"):
        line = line.replace("|", " | ")
    line = _BULLET.sub(r"\1-\2", line)
    line = _HEADING.sub("# ", line)
    for _ in range(3):  # emphasis within emphasis
        line = _EMPHASIS.sub(r"\2", line)
    return line.split()


def _same_but(pattern: "re.Pattern[str]", old: str, new: str) -> bool:
    return pattern.sub("\0", old, count=1) == pattern.sub("\0", new, count=1)


def _is_typo(old: str, new: str, misspellings: Mapping[str, str]) -> bool:
    """Words that are known to be misspelt became what they should be, and nothing else changed."""
    if "`" in old or _WORD.sub("\0", old) != _WORD.sub("\0", new):
        return False
    pairs = zip(_WORD.findall(old), _WORD.findall(new), strict=True)
    return all(was == now or _is_corrected(was, now, misspellings) for was, now in pairs)


def _is_corrected(was: str, now: str, misspellings: Mapping[str, str]) -> bool:
    right = misspellings.get(was.lower())
    if right is None:
        return False
    return now == (right.upper() if was.isupper() else right.capitalize() if was[:1].isupper() else right)


def widen_to_lines(text: str, old: str, new: str) -> tuple[str, str] | None:
    """A replaced text with the rest of its lines; None where it is not there, or more than once, or in a code block."""
    at = text.find(old) if old else -1
    if at < 0 or text.find(old, at + 1) >= 0:
        return None
    if len(_FENCE.findall(text[:at])) % 2:
        return None
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at + len(old))
    end = len(text) if end < 0 else end
    before = text[begin:end]
    return before, before[: at - begin] + new + before[at - begin + len(old) :]
