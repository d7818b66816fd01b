"""What a sentence says of the code in it: that it stands at the place, or that it is wished, denied, or another's.

A hedge counts in the clause of the code, and of the place where nothing but marks stands between them. Code that can
be nothing else (`return x`, a comment) stands there unless a hedge says otherwise; what may as well be a setting or an
input (`limit = 0`) has more of them.
"""

from collections.abc import Mapping
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.code_shapes import Shape

PLACE: Final = "\x01"
"""Stands for the place in a sentence."""
CODE: Final = "\x02"
"""Stands for other code in it."""


_CLAUSE: Final = re.compile(
    r"[,;:—–(（](?=[\s`\x01\x02\"*]|\Z)|[、；：]|(?<=が)(?=[、 ])"
    r"|\b(?:because|but|since|whereas|although|though|which|where|who|so that|so)\b"
)
_HEDGES: Final[Mapping[str, str]] = {
    "wished": r"\b(?:should|would|could|might|must|ought|may|shall|will (?:be|become|read|have|return)|needs?|needed"
    r"|wants?|wanted|wish\w*|suggest\w*|propos\w+|recommend\w*|consider|prefer\w*|better|rather|ideally|instead of"
    r"|to (?:use|add|write|insert|put|make|call|set|do|have|avoid|prevent|get)|by \w+ing|writing|add(?:ing|s|ed)?"
    r"|insert\w*|introduc\w+|switch\w*|convert\w*|rewrit\w+|refactor\w*|turn(?:ing|ed)?|after the (?:fix|change))\b"
    r"|\w'd\b|\binstead\b(?! of)"
    r"|\A\W*(?:(?:please|then|just|also|maybe|better)\s)?"
    r"(?:use|write|try|put|make|call|set|do|return|wrap|guard|compare)\b"
    r"|べき|修正|追加|変更|置き換|書き換|提案|推奨",
    "supposed": r"\b(?:e\.g|for example|such as|imagine|suppos\w+|pretend|if|unless|until|whether|expect\w*|mistake"
    r"|tempt\w+|probably)\b|もし|例えば|たとえば",
    "denied": r"\b(?:no|not|cannot|never|without|lacks?|lacking|missing|misses|absent|neither|nor|none|nowhere|nobody"
    r"|no one|forgets?|omits?)\b|n't\b|代わり|かわり",
    "past": r"\b(?:was|were|used to|previously|formerly|earlier|had|did|removed|replaced|deleted|dropped|became"
    r"|becomes?)\b|以前|かつて",
    "another's": r"\b(?:unlike|like|same as|similar|equivalent|counterpart|analog(?:ue)?|alternative|contrast\w*|than"
    r"|compar\w+ to|versus|vs|upstream|elsewhere|another|my|your|their"
    r"|in (?:the|our) (?:docs|documentation|tutorial|tests?|ticket|issue|README))\b",
    "done": r"\b(?:via|run|running|typ(?:e|ing)|executing|reproduc\w+)\b",
}
"""Words in the clause of code that is not said to stand there."""
_HEDGED: Final = re.compile("|".join(_HEDGES.values()), re.IGNORECASE)
_OF_SETTINGS: Final = re.compile(
    r"\b(?:with|when|whenever|given|set|setting|pass\w*|call(?:s|ed|ing)?|for|accepts?|allows?|rejects?|handles?"
    r"|parses?"
    r"|prints?|logs?|emits?|produces?|yields?|returns?|match(?:es)?|assum\w+|enabl\w+|configur\w+|send\w*|submit\w*"
    r"|us(?:e|ing)|(?:treated|parsed|interpreted|read|seen|same|passed|used) as|means?|say|try|tr(?:ies|ied)|in|on"
    r"|after|before|to)[\s\"'(*]*\Z|\b(?:when|given|passing|calling|setting)\b|なら|場合|渡|設定",
    re.IGNORECASE,
)
"""The same for an assignment, which may be what somebody sets, passes or sees."""
_DECLARES: Final = re.compile(
    r"\A(?!.*\b(?:when|given|passing|calling|setting)\b)(?:.*\b(?:declared|defined|assigned|initiali[sz]ed|hard-?coded"
    r"|spelled out)\b[^;\x02]{0,80}?\b(?:with|by|as|in)"
    r"|.*\x01[\s\x02`\"'*)]*(?:\w+ly )?(?:sets|declares|defines|assigns|initiali[sz]es)"
    r"(?: (?:it|this|that|them|the \w+))?(?: (?:with|to|by|as))?)[\s\"'(*]*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""What is declared with it stands there, or what the place itself sets."""
_BEHIND: Final = re.compile(
    r"[\s,)）\]*\"'」]*(?:(?:that|which|it|this)\s)?(?:would|should|could|might|must|needs? to|becomes?\b|became\b"
    r"|(?:is|are|was|were)(?: not|n't) (?:there|present|used|what|found|in|at|to be|written|part|code|from)\b"
    r"|(?:does|do|did)(?: not|n't) (?:exist|stand|appear|occur)"
    r"|(?:is|are|was|were|has been|have been|got)(?: now| since)? (?:removed|deleted|dropped|replaced|gone|never)"
    r"|(?:is|are) (?:\w+ )?(?:better|safer|clearer|cleaner|preferred|missing|needed|absent|gone|required|recommended)\b"
    r"|(?:cases?|options?|settings?|flags?|modes?|inputs?|payloads?|headers?|query|queries|requests?|arguments?"
    r"|parameters?|examples?|configurations?|commands?|styles?|idioms?|patterns?)\b|instead\b(?! of))"
    r"|[^。、\n`]{0,30}?(?:すると|しても|たら|れば|なら|べき|ない|ません|なかっ|せず|変更す|変更し|修正す|修正し|追加す"
    r"|追加し|置き換|書き換|変え|ように|ほうが|方が|場合)|[ \t　]?を(?:設定|指定|渡|与え|使う|用いる|追加|挿入|入れ"
    r"|推奨)",
    re.IGNORECASE,
)
"""What follows code that does not stand there."""
_STANDS: Final = re.compile(
    r"\A(?![^(（]*\b(?:not|never|no|than|unlike|instead|when|while|if|which|who|where|makes?|breaks?|sees?|like"
    r"|expect\w*|would|should|could|want\w*)\b)[^.;\x02]{0,80}?"
    r"(?:\b(?:at|in|on|from|of|inside|to)|[(（\[—–,:：|@]|は|が)\s*(?:(?:the\s)?(?:file|line|top of)\s)?[\W_]*\Z"
    r"|\A\W*\Z",
    re.IGNORECASE,
)
"""What leads from code to the place behind it that it stands at."""
_GIVES_UP: Final = re.compile(
    r"\A\W*(?:(?:please|then|just|also)\s)?(?:in|at)?[\s\x01]*(?:change|replace|remove|delete|drop|rewrite)\s"
    r"(?:the\s\w+\s)?\W*\Z",
    re.IGNORECASE,
)
"""Who asks for a change names what stands there first: change `x = 1` to `x = 2`."""
_BECOMES: Final = re.compile(
    r"\b(?:chang|replac|rewrit|convert|updat)\w*\b.*\b(?:to|by|with|into|as)\W*\Z", re.IGNORECASE | re.DOTALL
)
_AFTER_ALL: Final = re.compile(
    r"[\s,;—–)]*(?:but|and|yet|still|though|however)\W+(?:it|that|this|they)(?:'s)?\s(?:is|does|do|reads|has|are)\b"
    r"(?! not|n't)",
    re.IGNORECASE,
)
"""`nobody would expect it to read x = 1, but it does`."""


def is_told(before: str, behind: str, shape: Shape) -> bool:
    """Whether code between these parts of its sentence is said to stand at the place in it, which is marked there."""
    if _AFTER_ALL.match(behind):
        return True
    if _BECOMES.search(before):
        return False
    clause = _last_clause(before)
    if _GIVES_UP.search(clause):
        return True
    between = behind[: behind.find(PLACE)] if PLACE in behind else ""
    if _BEHIND.match(behind) or _HEDGED.search(clause) or (between and not _STANDS.search(between)):
        return False
    return shape == "solid" or not _OF_SETTINGS.search(clause) or _DECLARES.search(before) is not None


def _last_clause(before: str) -> str:
    """The clause that leads to code; what stands in it between marks of its own does not end it."""
    ends = [0, *(each.end() for each in _CLAUSE.finditer(before))]
    start = next((end for end in reversed(ends) if re.search(r"\w", before[end:].replace(PLACE, ""))), 0)
    return before[start:]
