"""The code that a cell, a label or a field holds, without what stands around it: marks, remarks, the place it is from.

What is taken away stands at its ends, so that what is left is a part of what was quoted.
"""

from collections.abc import Sequence
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.code_shapes import is_call, is_statement
from renkei.reports.formats.fences import is_prose, is_source
from renkei.reports.formats.sections import strip_ticks
from renkei.reports.references import FoundReference

CODE_LIKE: Final = re.compile(r"[(){}\[\];=<>]|^\s*(?:def|class|function|export|import|const|let|var|return|if|for)\b")
"""What code has and prose seldom does."""
_TICKED: Final = re.compile(r"``([^\n]{1,2000}?)``|`([^`\n]+)`")
_PLACE_ASIDE: Final = re.compile(
    r"\s{0,3}[—–@-]{0,2}\s{0,3}[(（\[]?[`*]{0,3}\0[`*]{0,3}[)）\]]?\s{0,3}(?:[:：—–→]|[-=]>|-{1,2}(?=\s))?\s{0,3}"
)
"""A place, with what stands around it."""
_WRAPPED: Final = re.compile(r"(\*{1,3})(?=\S)([^*]+)\1|<code>(.+)</code>", re.IGNORECASE | re.DOTALL)
_CONFIRMS: Final = re.compile(
    r"(?:[✅✓✔☑]\ufe0f?"
    r"|(?:yes|ok|confirmed|verified|exact(?: match)?|match(?:es)?|verbatim|はい|一致|確認済み?)(?![\w.=(\[]))"
    r"[\s,.;:：—–-]*",
    re.IGNORECASE,
)
"""That it matches, before what does."""
_REMARK: Final = re.compile(r"(?:^|[ \t　])[(（][^()（）=]{1,80}[)）]\.?$|(?<=\S)（[^（）]{1,80}）$")
"""A remark in brackets behind code."""


def read_code_cell(cell: str) -> list[str]:
    """The code of a cell or value that is said to hold it: what is in back-ticks beside a remark, else all of it."""
    code = _unwrap(cell)
    outside, count = _TICKED.subn("\0", code)
    if not count or is_statement(outside.replace("\0", "x")):
        return [code]
    return [each for each in _ticked_codes(code) if looks_like_code(each)]


def find_snippets(text: str, here: Sequence[FoundReference], *, is_match: bool) -> list[str]:
    """The code on a line: in back-ticks and no reference; without back-ticks, what looks like code."""
    if ticked := _ticked_codes(text):
        codes = [code for code in ticked if code and not any(code in place.text for place in here)]
        return codes if is_match else [code for code in codes if _is_code(code)]
    bare = _remove_places(text, here).strip()
    if not is_match:
        bare = _unwrap(bare)
        return [bare] if is_source(bare) or is_call(bare) else []
    bare = _unwrap(_strip_remarks(bare))
    return [bare] if CODE_LIKE.search(bare) else []


def looks_like_code(text: str) -> bool:
    """Whether a line of it can be code: no name of a rule, no value, no sentence."""
    return any(
        is_statement(line) or is_source(line) or (_is_code(line) and not is_prose(line)) for line in text.split("\n")
    )


def _unwrap(text: str) -> str:
    """Code without back-ticks, quotation marks or emphasis around all of it."""
    if wrapped := _WRAPPED.fullmatch(text.strip()):
        text = wrapped[2] or wrapped[3]
    return strip_ticks(text)


def _strip_remarks(text: str) -> str:
    """Code without the word that it matches, and without a remark in brackets behind it."""
    text = _CONFIRMS.sub("", text, count=1) if _CONFIRMS.match(text) else text
    return _REMARK.sub("", text).strip()


def _ticked_codes(text: str) -> list[str]:
    return [(match[1] or match[2]).strip() for match in _TICKED.finditer(text)]


def _remove_places(text: str, places: Sequence[FoundReference]) -> str:
    for place in places:
        text = _PLACE_ASIDE.sub(" ", text.replace(place.text, "\0", 1))
    return text


def _is_code(text: str) -> bool:
    return is_statement(text) or bool(CODE_LIKE.search(text) and (" " in text or "(" in text))
