"""Whether anything is told of a place, as of one that is there: it does something, or something is found there.

Asked of what may be no file at all: a name without a folder, or in a folder that this tree does not have, stands in
texts as an example, as what a tool prints, as an argument of a command. Such a place is false only if it is the subject
of a verb, the place where something is, the head of an entry, what somebody is to look at, or a citation in brackets.
"""

from functools import lru_cache
from itertools import islice
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.place_grammar import ALSO, AT, FILE, OPEN

_END: Final = rf"[^{AT}]*{AT}[`\"'*)）」\]~]*"
_DOES: Final = (
    r"(?!(?:is|are|was)\s+(?:(?:just|only|an?)\s+)*(?:how|what|fine|enough|valid|allowed|accepted)\b)"
    r"(?:is|are|was|were|has|have|had|does|did|will|can|cannot|could|should|must|may|would|might"
    r"|(?!as\b|this\b|its\b|us\b|included\b|sometimes\b|perhaps\b|files?\b|stubs\b)[a-z]{2,}(?:s|ed))\b"
)
_SITES: Final = (
    r"(?:callers|places|functions|handlers|modules|files|spots|tests|methods|classes|sites|usages|lines|endpoints"
    r"|helpers|checks|locations|occurrences|routes|views|箇所|関数|モジュール|呼び出し元)"
)
_HANDLES: Final = (
    r"see|cf\.?|fix(?:es|ed|ing)?|chang\w*|updat\w*|edit\w*|check\w*|read|review\w*|refactor\w*|remov\w*|delet\w*"
    r"|harden|patch\w*|inspect\w*"
    r"|cit\w+|verified|look(?:ed|ing)? at|open(?:ed)?|modif\w+|compar\w+|call(?:s|ed)?|import(?:s|ed)?|us(?:es|ed)"
    r"|include[sd]?"
    r"|reach\w*|hits?|goes? through|loads?|executes?|looks? like|prints?|reports?|points? (?:at|to)|touch(?:ed|ing)?"
    r"|consider|add|ignor\w+|trust\w*|skip(?:s|ped)?|extend\w*|reus\w+|copied|adapt\w*|revert\w*"
)
_TOLD_BEHIND: Final = re.compile(
    rf"{AT}[^{AT}]*{AT}(?:[`\"'*」\]~]*|[`\"'*]*[)）](?<!\"[)）]))[,]?\s+(?:(?:also|only|still|just|then|never|already"
    rf"|now|all|both|each|\w+ly)\s+)*{_DOES}"
    rf"|{AT}{_END}(?:\s+(?:of|in|on|at|from|for)\s+(?:the|this|our)\b[^.;{AT}]{{0,60}}?\b{_DOES}"
    r"|,?\s+(?:which|where|that)\b|\s+to (?!the\b|an?\b|our\b)\w|\s*[:：]\s+[\w`]|-\w"
    r"|\s*(?:は(?!ず)|が|も|では|には|で(?!す)|に(?!よ)|を|から|の(?!よう|形(?!式チェ)|書)"
    rf"|{ALSO}の\s?(?:\d|[二三四五])\s?(?:つ|件|[箇か]所|ファイル)(?:では|[でにはがを])"
    rf"|など[^。{AT}]{{0,8}}{_SITES}|のように(?!書|記|指定|表|入力|、?ファイル)))",
    re.IGNORECASE,
)
"""What is told behind a place."""
_TOLD_OF_HEAD: Final = re.compile(rf"\W*{OPEN}{_END}(?:\s+(?-i:[A-Z])|\s*(?:\Z|[:：,—–|→←⇒⇐(（=#-]))", re.IGNORECASE)
"""A place that a sentence begins with, and what follows."""
_LED_TO: Final = re.compile(
    r"\b(?=\w)(?:(?:(?<!\bas )in|at|on|from|inside|within|of|by|via|through|into|near|around|under|to|above|below|after"
    r"|before|with|without|than)\s+(?:(?:the|our|both|new|same)\s+)*"
    r"(?:(?:file|module|line|function|method|class|helper|script|code|test)\s+(?:in\s+|at\s+)?)?[(（]?"
    r"|(?:\A|[,;:]\s|\b(?:then|first|next|finally|and)\s)(?:the|its|our)\s(?:[\w-]+\s){0,3}?[\w-]+,\s"
    rf"|there(?:'s| is| are| was| were)\s+(?:\w+\s+)?(?:an?\s+)?|both\b(?:`[^`\n{AT}]*`|[^.;`{AT}]){{0,80}}"
    rf"|(?:why|how|what) (?:does|do|did|is|can)\s+(?:the )?|(?:{_HANDLES})\s+(?:the\s+)?(?:\w+\s+)?"
    rf"|{_SITES}\b[^.;{AT}]{{0,80}}(?:e\.g\.,?|for (?:instance|example),?|such as|like|including|namely|especially)\s*"
    rf"){OPEN}",
    re.IGNORECASE,
)
"""Words that lead to a place."""
_LED_TO_JA: Final = re.compile(
    rf"(?:[はがもを、]|{_SITES}[^。{AT}]{{0,30}}(?:例えば|たとえば|など)[、:：]?)\s*{OPEN}", re.IGNORECASE
)
_MARKED: Final = re.compile(
    rf"(?:(?<=\w)\(\)\s|[|→>]|[(（]\d+[)）]|[\[,]\s*(?=\"))\s*{OPEN}|(?<=\w)[\"')）]?[:：]\s*{OPEN}{_END}(?=\W|\Z)"
    rf"|[(（\[]{OPEN}{_END}(?:[,;/&]|and|\s|`[^`]*`)*[)）\]]",
    re.IGNORECASE,
)
"""Marks that make a place an entry, a field or a citation."""
_GOES_ON: Final = re.compile(
    rf"{AT}{_END}[^{AT}]{{0,100}}?\bit\s+(?:(?:also|only|still|just|then|\w+ly)\s+)*(?:is|has|was|does"
    rf"|[a-z]{{2,}}s)\b(?!\s+(?:not|never|no)\b)",
    re.IGNORECASE,
)
"""What follows speaks of the place as of one that is there."""
_INSTRUCTS: Final = re.compile(
    r"\W*(?:(?:then|next|now|first|finally|please),?\s+)?(?:see|fix|change|update|edit|check|read|review|remove|delete"
    r"|inspect|open|modify|call|import|use|include|consider|add|extend|copy|adapt|run|put|set|create|make|look)\b",
    re.IGNORECASE,
)
_NEAR: Final = 100
"""Characters beside the place in which it is told of."""
_PRINTED: Final = re.compile(rf"`[^`\n{AT}]{{0,40}}{AT}[^{AT}]*{AT}\s*(?::\s+|\s)[^`\n]{{0,120}}\w[^`\n]*`")
"""A line that a tool prints: the place, and a message behind it in the same quotes."""
_CLAIMS: Final = re.compile(
    r"\b(?:mypy|pyright|ruff|flake8|pylint|pytest|eslint|tsc|grep|rg)\b[^.;]{0,20}(?:prints|printed|reports|reported"
    r"|found|finds|shows|showed)\b",
    re.IGNORECASE,
)


_IS_HOME: Final = re.compile(
    r"\b(?:is|are) (?:\w+ly )?(?:described|documented|explained|stored|kept|implemented|defined|handled|configured"
    rf"|collected|listed|declared|recorded|done|validated|checked|written|generated|cached|hashed|loaded|read)"
    rf"(?: [\w-]+){{0,4}}? in (?:the (?:{FILE} )?)?{OPEN}"
    rf"|\b(?:lives?|sits?|stands?|happens?|resides?) in (?:the (?:{FILE} )?)?{OPEN}"
    rf"|\A\W*(?:(?:the|our) {FILE} )?{OPEN}{_END} (?!is\b|are\b|was\b|should\b|must\b|can\b|may\b|would\b)"
    r"[a-z]{2,}(?:s|ed)\b"
    rf"|[はがも、]\s*{OPEN}{_END}\s*[にで](?:まとま|まとめ|書かれ|記載|記述|定義|実装|説明|保存|置かれ|あり(?!ませ))",
    re.IGNORECASE,
)
_OF_READER: Final = re.compile(
    r"\b(?:your?|users?|reader|example|sample|e\.g)\b|例|あなた|ユーザ|アプリ側|利用者", re.IGNORECASE
)


_TO_READER: Final = re.compile(
    r"\b(?:you|yours?|let['’]s|tutorial|guide)\b|ください|ましょう|チュートリアル", re.IGNORECASE
)
_OF_PAGE: Final = re.compile(
    rf"{_TO_READER.pattern}|\]\(\.{{0,2}}/[\w/-]{{0,200}}(?:\.mdx?(?=#))?(?:#[^\s()]{{1,200}})?\)", re.IGNORECASE
)
"""What speaks to a reader, or leads to another page of a site: in any language, a link to no file."""
_SHORT: Final = 3000
"""Characters of an answer; what is longer and names no file of the tree is most often a page for readers."""
_OFTEN: Final = 4
"""So many times a page speaks to its reader; an answer does so once or twice."""
_ALL_THE_TIME: Final = 10
"""So many times, if it is short."""


def is_plain_answer(text: str) -> bool:
    """Whether a text tells of one project: it is short, and tells no reader what to do in another."""
    return len(text) <= _SHORT and not _TO_READER.search(text)


@lru_cache(maxsize=4)
def is_guide(text: str) -> bool:
    """Whether a text is a page for readers: it speaks to them or leads to other pages again and again."""
    often = _OFTEN if len(text.encode(errors="replace")) > _SHORT else _ALL_THE_TIME
    return sum(1 for _ in islice(_OF_PAGE.finditer(text), often)) == often


@lru_cache(maxsize=1024)
def is_of_reader(text: str) -> bool:
    """Whether a text speaks of what is its reader's, or of an example."""
    return _OF_READER.search(text) is not None


def is_home(sentence: str) -> bool:
    """Whether something of the project that the text is about is said to stand in the place."""
    return _IS_HOME.search(sentence) is not None and not is_of_reader(sentence)


@lru_cache(maxsize=1024)
def is_told_of(sentence: str, behind: str = "") -> bool:
    """Whether the sentence, or the one behind it, tells something of the place that is marked in it."""
    at = sentence.index(AT)
    first, last = max(0, at - _NEAR), sentence.index(AT, at + 1) + _NEAR
    near, at = sentence[first:last], at - first
    printed = _PRINTED.search(near) if "`" in near else None
    if printed and sentence.count("`", 0, first + printed.start()) % 2 == 0:
        return _CLAIMS.search(near) is not None
    return _is_told_near(near, at) or _goes_on(f"{near} {behind}", at)


def _is_told_near(near: str, at: int) -> bool:
    if _TOLD_BEHIND.match(near, at) or _TOLD_OF_HEAD.match(near):
        return True
    if _MARKED.search(near) or _LED_TO.search(near, 0, at + 1):
        return True
    return not near[:at].isascii() and _LED_TO_JA.search(near, 0, at + 1) is not None


def _goes_on(text: str, at: int) -> bool:
    return " it " in text.casefold() and _GOES_ON.match(text, at) is not None


def is_instructed(sentence: str) -> bool:
    """Whether a reader is told what to do, in a project that may be the reader's own."""
    return _INSTRUCTS.match(sentence) is not None
