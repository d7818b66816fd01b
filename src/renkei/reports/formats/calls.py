"""A call that is said to be made at a place: `src/a.py:12` calls `hashlib.md5(value)`.

Arguments are seldom told to the letter, and who speaks of a place often means what is near it. So nothing but the name
of what is called counts, and it may stand anywhere in the file.
"""

from typing import Final

from renkei import lazy_re as re

_NEAR: Final = 200
"""Characters before a place in which its sentence begins."""
_NAMED_CALL: Final = re.compile(
    r"(?:(?:await|return|new) )?(?:[\w.\[\]\"'$]*(?:\.|::|->))?(?P<name>[A-Za-z_]\w{2,})\(.*\);?", re.A
)
_CALLS: Final = re.compile(
    r"[`\"')\]*）」]*,?[ \t]{0,2}"
    r"(?:(?:which|that|it|and|also|then|directly|still|the (?:code|line|function|method))[ \t]){0,2}"
    r"(?:calls|uses|invokes)[ \t](?:to[ \t]|the[ \t])?"
)
_JOINS: Final = re.compile(r"[`\"')\]*）」]*[ \t　]?(?:において|では|で|は|が|の)?[ \t　]?")
_CALLED: Final = re.compile(
    r"[ \t　]?を(?:呼び出し|呼出し|使用し|利用し|実行し|呼ん|使っ)(?:[てで](?:い(?:る|ます|て)|おり)|ます(?!。?ん))"
)
"""Behind the call: that it is made, and not that it is to be."""
_DOES: Final = re.compile(
    r"[`\"')\]*）」]*,?[ \t]{1,2}(?:\w+ly[ \t])?(?:(?:calls|uses|invokes|runs|executes|evaluates)"
    r"|(?!(?:fail|break|crash|rais|work|hang|compar|replac|conflict|test|reject|accept|handl|pars|treat|match)\w*\b)"
    r"[a-z]{2,}s(?:[ \t](?!when\b|if\b|called\b|given\b|not\b|to\b)[\w'-]+){1,4}?[ \t]"
    r"(?:(?:by[ \t])?(?:using|calling|invoking)|with|by|via|through)"
    r"|(?:(?!\b(?:when|if|called)\b)[^.;:,`\n]){1,60}?[ \t]"
    r"(?:is|are|gets?)[ \t](?!called\b)\w+(?:ed|en|t|de)[ \t](?:with|by|via|through|using))"
    r"[ \t](?:the[ \t])?"
)
"""What a place does, and the call that it does it with."""
_NAMES_CALL: Final = re.compile(
    r"(?:\b(?:call|invocation|expression)s?|[a-z]:|\b(?:is|are|was|were) \w+(?:ed|en|t) (?:by|with|via|through|using))"
    r"[ \t]?\Z|呼び出し[ \t　]?\Z"
)
"""Before a call that is shown: its name as one, a colon, or what is done with it."""
_SENTENCE: Final = re.compile(r"[.!?;:：](?=\s)|[。！？；\n|]")
_NOT_NOW: Final = re.compile(
    r"\b(?:if|when|whether|unless|until|once|so|ensures?|ensuring|sure|should|would|could|must|might|may|after|before"
    r"|fix(?:ed)?|chang\w+|propos\w+|suggest\w*|recommend\w*|expect\w*|want\w*|needs?|instead|previously|formerly"
    r"|imagine"
    r"|suppos\w+|pretend|replac\w+|refactor\w*|let|to|until|not|never|no|version|branch|commit|old|new)\b|n't"
    r"|修正|変更|提案|以前|もし|場合|べき|よう",
    re.IGNORECASE,
)
"""A sentence that may tell of something else than what stands there now."""
_UNSEEN_WORDS: Final = """
    str repr bool iter next len hash format toString valueOf constructor init main open close exit enter run call apply
"""
_UNSEEN: Final = frozenset(_UNSEEN_WORDS.split())
"""What is called without its name being written."""


def call_name_at(text: str, start: int, end: int, code: re.Match[str], written: str) -> str:
    """The name of what is said to be called at a place that reaches from `start` to `end`, by the code behind it."""
    name = name_of_call(written)
    joint = text[end : code.start()]
    is_said = _CALLS.fullmatch(joint) or (_JOINS.fullmatch(joint) and _CALLED.match(text, code.end()))
    return name if name and is_said and not _is_otherwise(text, start, code.end()) else ""


def name_of_call(written: str) -> str:
    """The name of what is called, if it has to be written where that is done."""
    call = _NAMED_CALL.fullmatch(written)
    return "" if call is None or call["name"].startswith("__") or call["name"] in _UNSEEN else call["name"]


def is_made_at(text: str, start: int, end: int, code: re.Match[str]) -> bool:
    """Whether the call in the code behind a place is said to be made there."""
    joint = text[end : code.start()]
    is_said = _DOES.fullmatch(joint) or (_JOINS.fullmatch(joint) and _CALLED.match(text, code.end()))
    return is_said is not None and not _is_otherwise(text, start, code.end())


def is_named_call(text: str, code: re.Match[str]) -> bool:
    """Whether code is shown as a call by what stands before it."""
    return _NAMES_CALL.search(text, max(0, code.start() - _NEAR), code.start()) is not None


def _is_otherwise(text: str, start: int, end: int) -> bool:
    before = _SENTENCE.split(text[max(0, start - _NEAR) : start])[-1]
    behind = _SENTENCE.split(text[end : end + _NEAR])[0].partition(", so ")[0]
    return bool(_NOT_NOW.search(before) or _NOT_NOW.search(behind))
