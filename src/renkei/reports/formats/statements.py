"""Inline code that is a statement and said to stand at a place: `src/a.py:3` reads `return token`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from renkei.reports.references import Found

_NEAR: Final = 240
_BEHIND: Final = re.compile(
    r"[`\"')\]*）」]*[ \t]{0,2}(?:[:：]|[-–—→]|=>|\(|（)?[ \t]{0,2}"
    r"(?:(?:(?:which|that|it|the line|and)[ \t])?(?:reads|says|contains|has|shows|is|states|consists of)[ \t:：]{0,3}"
    r"|(?:に(?:は)?|は|の|には)[ 　]?)?(?P<ticks>`{1,2})(?P<code>[^`\n]{3,200})(?P=ticks)"
)
_BEFORE: Final = re.compile(
    r"(?P<ticks>`{1,2})(?P<code>[^`\n]{3,200})(?P=ticks)[ \t]{0,2}"
    r"(?:at|in|on|from|stands at|is at|@|[-–—,|:：]|は|が)?[ \t]{0,2}(?:line[ \t])?[`(（\[*]*\Z"
)
_OTHERWISE: Final = re.compile(
    r"(?:\b(?:no|not|never|missing|without|lacks?|add(?:ing|s)?|replac\w+|use|using|should|instead of|remov\w+|delet\w+"
    r"|chang\w+|insert\w*|wants?|needs?|expect\w*|would|like|as|becomes?|to|than)\s(?:(?:a|an|the|it|by|with|to|be|have)\s)*"
    r"|修正|追加|削除|ない|なら|べき)[`\s]*\Z",
    re.IGNORECASE,
)
_KEYWORD: Final = re.compile(
    r"(?:return|raise|throw|import|from \S+ import|def|class|if|elif|for|while|with|const|let|var|async|await|yield"
    r"|export (?:const|default|function|class|async|interface|type|enum)|public|private|protected|static|func|fn|fun"
    r"|package|use|#include|SELECT|INSERT|UPDATE|DELETE)[ (].*\S"
)
_SHAPE: Final = re.compile(r"\S (?:[-+*/|&^%]|:|\?\?|\|\|)?= \S|[;{]$|\):$|\S := \S")
_COMMAND: Final = re.compile(
    r"(?:\$|git|npm|npx|pip|uv|python3?|cd|ls|cat|grep|rg|sed|make|docker|curl|pytest|node|yarn|pnpm|cargo|go|sudo"
    r"|import-linter|renkei)(?:\s|$)"
)


def statements_beside(text: str, places: Sequence[Found]) -> Iterator[tuple[Found, str]]:
    """The statements that are said to stand at these places, right behind or right before them."""
    for place in places:
        behind = _BEHIND.match(text, place.end, place.end + _NEAR)
        if behind and is_statement(behind["code"]):
            yield place, behind["code"]
            continue
        low = max(0, place.offset - _NEAR)
        before = _BEFORE.search(text, low, place.offset)
        if before and is_statement(before["code"]) and not _OTHERWISE.search(text, low, before.start()):
            yield place, before["code"]


def is_statement(code: str) -> bool:
    """Whether inline code is a statement: no identifier, value, path or command."""
    plain = code.strip()
    if " " not in plain or _COMMAND.match(plain) or "..." in plain or "…" in plain:
        return False
    return bool(_KEYWORD.fullmatch(plain) or _SHAPE.search(plain))
