"""The clause in which a place stands, and whether it says that the place is there.

A word of doubt counts in the clause of its place, and where the clause shows the place at work it counts for nothing:
"without `src/a.py:3`, which checks it" is no denial, and "`src/a.py:3` still signs" is not about what was removed.
Why: docs/why/results.md.
"""

from functools import lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.place_grammar import AT, CLOSE, FILE, OPEN

_BREAK: Final = re.compile(
    r"[;；:：](?=\s)|\s[—–-]+\s|[。？！?!]|,\s+(?=(?:and|but|so|yet|because|since(?! \w+ed\b)|though|although"
    r"|even though"
    r"|while|whereas|which|where|it|i|we|they|there|in this|here)\b)|\s(?=(?:because|although|though|even though"
    r"|whereas|but)\s|and (?:keep|leave)s?\s)|(?<=[がで])、|(?<=ため)、|(?<=ので)、",
    re.IGNORECASE,
)
"""Where one clause ends and the next begins."""
_COLONS: Final = ":："
_LABEL: Final = 40
"""Characters of a label."""
_ASIDE: Final = re.compile(rf"[(（][^()（）{AT}]*[)）]")
_ASIDE_OF_PLACE: Final = re.compile(r"[`\"'*~\s]*[(（]")
_NOW: Final = (
    r"\b(?:already|today|(?:currently|still)(?! (?:to be|missing|planned|absent|needs?|lacks?|has to|open"
    r"|on (?:my|our|the) (?:list|agenda|roadmap))\b)"
    r"|as it stands|at present|for now|at the moment|verbatim|unchanged|in both|was opened|is shipped|are shipped)\b"
    r"|すでに|既に|今も|そのまま"
)
_OURS: Final = (
    r"(?<!\bnot )(?<!\bscope )\b(?:here|unlike|our|this one|in this (?:\w+ )?(?:tree|repo\w*|project|package|library"
    r"|branch|checkout))\b|(?:当|本)(?:リポジトリ|プロジェクト)の"
)
_ADVERB: Final = r"(?:already|only|also|still|just|now|then|never|\w+ly)\s"
_ADVERBS: Final = rf"(?:{_ADVERB}\s*)*(?!{_ADVERB})"
_ACT: Final = (
    r"(?!(?:is|was|has|does|as|this|its|exists|means|makes|seems|looks|needs|leaves|implies|suggests|explains|tests"
    r"|files|lines|fails|breaks|matches)\b)[a-z]+s\b"
)
"""What only a place that is there does."""
SUBJECT: Final = (
    r"(?:\A\W*|[-*+:：,;、|(（→—–]\s*|\b(?:the|that|this|an?|our|reference|citation|place|path|link|line|because"
    rf"|since|and|but)\s+){OPEN}[^{AT}]*{AT}[`\"')）」\]*~]*\s*"
)
"""The place as that of which its clause speaks, and not what stands in it or comes of it."""
_WORKS: Final = re.compile(rf"{SUBJECT}(?:,? )?{_ADVERBS}{_ACT}", re.IGNORECASE)
_ACTS_BEHIND: Final = re.compile(
    rf"{CLOSE}[^;{AT}]{{0,60}}?(?:\b(?:which|where it|but it)|[:：;—–-]\s*it|,\s*it)\s+{_ADVERBS}{_ACT}"
    rf"|{CLOSE}[^;{AT}]{{0,10}}?\bwhere (?:the|all|our|its|most) [\w ]{{1,40}}?\b(?:is|are|was|were|{_ACT})",
    re.IGNORECASE,
)
_SHOWN: Final = re.compile(
    rf"{_NOW}|\bexisting (?:{FILE} )?{OPEN}|既存の?(?:ファイル)?\s*{OPEN}|{CLOSE}[^{AT}]*現在(?!の(?:ツリー"
    r"|リポジトリ))",
    re.IGNORECASE,
)
_SHOWN_BEHIND: Final = re.compile(
    rf"{CLOSE}[,;]?\s*(?:where|which)\b[^;{AT}]{{0,80}}?(?:{_NOW})|{CLOSE}[^{AT}]*(?:すでに|既に)", re.IGNORECASE
)
_HERE: Final = re.compile(_OURS, re.IGNORECASE)


@lru_cache(maxsize=1024)
def clause_of(sentence: str) -> str:
    """The clause of the place that is marked in a sentence, without what brackets say of something else."""
    at = sentence.index(AT)
    end = sentence.index(AT, at + 1) + 1
    before = max(
        (stop.end() for stop in _BREAK.finditer(sentence, 0, at) if not _ends_label(sentence, stop)), default=0
    )
    is_entry = not re.search(r"\w", sentence[before:at])
    behind = next((stop for stop in _BREAK.finditer(sentence, end) if not (is_entry and stop[0] in _COLONS)), None)
    lead, rest = sentence[before:end], sentence[end : behind.start() if behind else len(sentence)]
    return _ASIDE.sub(" ", lead) + (rest if _ASIDE_OF_PLACE.match(rest) else _ASIDE.sub(" ", rest))


def _ends_label(sentence: str, stop: re.Match[str]) -> bool:
    """Whether a colon ends a few words that begin the sentence, and say what follows: `Removed: ...`."""
    return stop[0] in _COLONS and stop.start() <= _LABEL


@lru_cache(maxsize=1024)
def shows(sentence: str) -> bool:
    """Whether it says of the place that it is there now."""
    return bool(_SHOWN.search(clause_of(sentence)) or _SHOWN_BEHIND.search(sentence))


@lru_cache(maxsize=1024)
def works(sentence: str) -> bool:
    """Whether the place is what its clause is about, and does something."""
    return _WORKS.search(sentence) is not None


@lru_cache(maxsize=1024)
def acts(sentence: str) -> bool:
    """Whether it says anywhere what the place does, as only one that is there can."""
    return shows(sentence) or works(sentence) or _ACTS_BEHIND.search(sentence) is not None


@lru_cache(maxsize=1024)
def is_ours(sentence: str) -> bool:
    """Whether the clause of the place calls it one of this tree, or sets it against others."""
    return _HERE.search(clause_of(sentence)) is not None
