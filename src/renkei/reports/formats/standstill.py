"""Whether words beside a status say that the work stands still: blocked, in need of input, in conflict."""

from typing import Final

from renkei import lazy_re as re

_SETTLED: Final = re.compile(
    r"\b(?:not|never|no longer|no|without|nothing)(?: (?:is|any|open|merge))?"
    r" (?:blocked|block(?:er|age)s?|conflicts?|stuck)\b"
    r"|\b(?:un|non-?)blocked\b"
    r"|\b(?:resolved|fixed|settled)(?: (?:the|all|a|every))?(?: merge)? conflicts?\b"
    r"|\b(?:blockers?|conflicts?) (?:(?:was|were|is|are|has been|have been) )?(?:resolved|fixed|settled)\b"
    r"|(?:ブロッカー|競合|衝突)(?:は)?(?:なし|無し|ありません|解消済み)",
    re.IGNORECASE,
)
_STILL: Final = re.compile(
    r"block(?:ed|er|age|ing|s\b)|\bneeds?[ _-]*(?:\w+[ _-]){0,3}(?:input|decision|answer|clarification|approval)"
    r"|\binput[ _-]*(?:is[ _-]*)?(?:needed|required|wanted)|conflict|\b(?:a?waiting|waits)\b|\bstuck\b|\bon[ _-]hold\b"
    r"|ブロック|待ち|入力が必要|要入力|要確認|競合|衝突|矛盾|保留",
    re.IGNORECASE,
)


def says_still(text: str) -> bool:
    """In any words: `but blocked by X`, `needs_input`. Of what is `not blocked`, or settled, nothing stands still."""
    return _STILL.search(_SETTLED.sub(" ", text.replace("*", ""))) is not None
