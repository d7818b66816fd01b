"""Numbers as models write them: 85, 85/100, 85%, ８５, **85**, 85点, [85], 約85, High (85)."""

import unicodedata
from typing import NamedTuple

from renkei import lazy_re as re

_LEAD = re.compile(r"[\s*_`\[(~≈約:]*(?:(?:score|overall|total|スコア|総合)[\s*_`:]*)?", re.IGNORECASE)
_NUMBER = re.compile(r"([-−]?\d{1,9}(?:\.\d{1,9})?)(?: ?(?:/ ?100(?!\d)|%|点))?[\]*_`]{0,4}")
_MARKED = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3})?) ?(?:/ ?100(?!\d)|%|点)|[(\[](\d{1,3})[)\]]")
_NO_SCORE = re.compile(r"[-–~〜]\d| ?[-–~〜] ?\d{1,3} ?%?$| ?/ ?\d|[A-Za-z_]|\.\d")
"""Behind a number: a range such as 85-94, another scale such as 8/10, a longer number or a name."""
_JOINER = re.compile(r"[\s*_`\]]*[-–—:,、.。→]*\s*")


class StatedNumber(NamedTuple):
    """A number, and the words that give its reason."""

    value: float
    reason: str


def read_number(text: str) -> StatedNumber | None:
    """The number that a text begins with, or marks as a score, and what follows it; None if there is no one number."""
    source = text.strip()
    plain = to_half_width(source)
    lead = _LEAD.match(plain)
    if number := _NUMBER.match(plain, lead.end() if lead else 0):
        return None if _NO_SCORE.match(plain, number.end()) else _read_stated(source, plain, number)
    marked = _MARKED.search(plain, 0, 200)
    return StatedNumber(float(marked[1] or marked[2]), source) if marked else None


def _read_stated(source: str, plain: str, number: re.Match[str]) -> StatedNumber:
    joiner = _JOINER.match(plain, number.end())
    return StatedNumber(
        float(number[1].replace("−", "-")), _strip_brackets(source[joiner.end() if joiner else number.end() :])
    )


def _strip_brackets(reason: str) -> str:
    """A reason without the brackets around all of it, of either width."""
    inner = reason[1:-1]
    wrapped = reason[:1] in ("(", "（") and reason[-1:] in (")", "）") and not re.search(r"[()（）]", inner)
    return inner.strip() if wrapped else reason


def to_half_width(text: str) -> str:
    """Full-width digits and signs made narrow, character by character, so that offsets stay."""
    return "".join(unicodedata.normalize("NFKC", c) if "！" <= c <= "～" else c for c in text)


def plain_number(value: float | None) -> float | None:
    """85 for 85.0, 96.5 for 96.5."""
    return int(value) if value is not None and value == int(value) else value


def write_number(value: float) -> str:
    """As `plain_number` has it."""
    return str(plain_number(value))
