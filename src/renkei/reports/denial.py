"""Words that deny a problem, in Japanese and English."""

from typing import Final

from renkei import lazy_re as re

_PROBLEM: Final = (
    r"(?:issue|problem|bug|defect|flaw|vulnerabilit(?:y|ie)|injection|leak|race(?: condition)?|xss|csrf"
    r"|violation|risk|concern)s?"
)
_DENIAL: Final = re.compile(
    r"(?<!not )(?<!not a )(?<!n't a )\bfalse[- ]positive"
    r"|\b(?:is|are|was|were)(?: not|n't) (?:an? )?(?:\w+ ){0,2}"
    rf"(?:{_PROBLEM}|vulnerable|exploitable)\b"
    r"|\bnot (?:vulnerable|exploitable)\b|\bcannot be exploited\b"
    rf"|\bno (?:[\w-]+ ){{0,3}}{_PROBLEM}"
    r"(?= (?:at|in|on|here|found|exists?|is|are|was|were|detected)\b|\s*[.,;:`(—–-]|\s*$)"
    r"|\b(?:is|are) (?:already )?(?:safe|harmless)\b"
    r"|\bworks as (?:intended|designed)\b"
    r"|誤検(?:知|出)(?!では)|偽陽性(?!では)"
    r"|(?:問題|脆弱性|不具合|欠陥|バグ|リスク|インジェクション|リーク)(?:は|が|も)?"
    r"(?:な(?:し|い)|ありません|ない|存在しない|存在しません|見つからな|見られな|確認されな|認められな)"
    r"|(?:問題|脆弱)(?:では|じゃ)(?:ない|ありません)|悪用(?:は)?(?:できない|できません|不可)"
    r"|安全(?:です|である|だ(?!が)|と(?:確認|判断))|(?:仕様|意図|設計)(?:どおり|通り|した動作)",
    re.IGNORECASE | re.MULTILINE,
)
_CONDITION: Final = re.compile(
    r"\b(?:if|unless|once|then|should|would|instead|fix|must)\b|れば|たら|場合|修正|推奨|べき",
    re.IGNORECASE,
)
"""What would be no problem is one now."""
_SENTENCE_END: Final = re.compile(r"[.;!?]\s|[。！？\n]")
_LONGEST: Final = 2000
_DENIES: Final = re.compile(
    r"\**(?:denies|denied|否定|反証)\**\s?[:：]\**\s?((?:[\s,、`\[\]]*[A-Za-z][\w-]*-?\d+)+)", re.IGNORECASE
)
_ID: Final = re.compile(r"[A-Za-z][\w-]*\d+")


def denies_problem(text: str) -> bool:
    """Whether a text says that something is no problem, without an if or a should."""
    sentences = _SENTENCE_END.split(text[:_LONGEST])
    return any(_DENIAL.search(each) and not _CONDITION.search(each) for each in sentences)


def read_denied_ids(text: str) -> tuple[str, ...]:
    """The issues that a field `denies: SEC-001` names."""
    return tuple(found.casefold() for match in _DENIES.finditer(text) for found in _ID.findall(match[1]))
