"""What is still to be made and what is said to have been made: a file that is planned need not be there.

Said of the place itself it holds anywhere. Under the heading of a plan less is enough: there, an entry that begins with
a file, or one that calls it new, plans it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.file_entries import FILES_TITLE
from renkei.reports.formats.place_grammar import (
    ALSO,
    AT,
    CLOSE,
    ENDS,
    FILE,
    LISTED,
    OPEN,
    OPEN_WIDE,
    STARTS,
    TESTS_AT,
    THING,
    Sense,
)

_MAKE: Final = r"(?:create|add|write|introduce)"
_MADE: Final = r"(?:created|added|written|introduced)"
_CARRY: Final = r"(?:extract|split|factor|mov|renam|pull|break|separat)(?:e|t?ing)?(?: out| up)?"
_WILL: Final = (
    r"\b(?:to|will|should|must|could|would|can|may|might|please|let's|needs? to|i'll|we'll|rather not|instead of"
    r"|if (?:i|we|you|one)|(?:should|shall|could|may) (?:i|we))"
)
_ADVISE: Final = r"\b(?:suggest|propos|recommend|consider)\w*"
_SUPPOSE: Final = r"suppose|imagine|pretend|assume|say"
_NOT_TO: Final = (
    rf"(?![^{AT}]*{AT}[`\"'*)）」\]]*\s+to (?!(?:the|this|our) (?:project|repo\w*|package|tree"
    r"|code ?base)\b)(?:the|an?|our|its|my)\b)"
)
"""What is added to something need not be made."""
_MADE_ENDS: Final = (
    r"(?=\s*(?:[.,;:)）|]|\Z)|\s+(?:by|first|then|next|later|and|to|for|with|at|in(?! an?\b)|from|once|if|when|as)\b)"
)

_ASIDE: Final = (
    rf"(?:still )?(?:to be {_MADE}|to (?:create|add)|not yet (?:{_MADE}|there)|planned(?: file)?|未作成|未実装"
    r"|(?:新規)?(?:作成|追加|新設)?予定)"
)
"""That it is still to be made, in brackets or in a cell of its own: it is said of the place, whatever else is told."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "planned": (
        rf"(?:\bto be {_MADE}\s*[:：]|(?<!is )(?<!are )(?<!was )(?<!were )\bto be {_MADE})\s*{THING}{OPEN}",
        rf"[(（\[]{_ASIDE}[)）\]]\**\s*[:：]?\s*{THING}{OPEN}",
        rf"{CLOSE}(?:[(（\[]{_ASIDE}[)）\]]|\|\s*{_ASIDE}\s*(?:\||\Z))",
        rf"{_WILL} (?:create|write|introduce)\s*[:：]?\s*{THING}{OPEN_WIDE}",
        rf"\b(?:you|we|one)(?:'d| would) (?:get|have|end up with) {THING}{OPEN}",
        rf"(?:{STARTS}|\b(?:we|you|let's|let us)(?:'ll|'d)? )(?:{_SUPPOSE}),?(?: that)? (?:there|an?|the user|we"
        rf"|you|someone|users?|anyone)\b(?:`[^`\n{AT}]*`|[^.;:：`{AT}]){{0,120}}\W{OPEN}",
        rf"{STARTS}(?:suppose|imagine|pretend|assume)(?: that)?\s+{OPEN}",
        rf"\bhypothetical(?:ly)?(?: (?:at|in))?\s+{OPEN}",
        rf"\bhypothetically,[^,;:：{AT}]{{0,60}}{OPEN}|\bif (?:we|you|i|one) had {THING}(?:like |such as )?{OPEN}",
        rf"\bonce (?:merged|this (?:lands|is merged)),?\s+{OPEN}[^{AT}]*{AT}[`*]*\s+will\b",
        r"(?:作成予定|追加予定|新設予定|新規作成予定|作成すべき|(?:これから|今後)(?:作成|追加|新設)(?:する|(?=\s*[:：]))"
        rf"|(?:これから|今後)作る)の?(?:ファイル)?\s*[:：]?\s*{OPEN}",
    ),
    "still to be made": (
        rf"(?:{_WILL} (?:{_MAKE}|(?:have|ship|provide|offer))|\bcreating|\badding|\b(?:suggest|propos|recommend)\w*"
        rf"|\bextract(?:ed)?(?: it)? (?:in)?to|\bmove it (?:in)?to)\s*[:：]?\s*(?:{THING}{OPEN_WIDE}{_NOT_TO}"
        rf"|{TESTS_AT})",
        rf"(?:planned|proposed?|suggested)(?: new)?(?: files?| paths?| modules?| layout| structure| location| home)?"
        rf"\s*[:：]?\s*{THING}{OPEN}",
        rf"{STARTS}{_MAKE}\s*(?:{THING}{OPEN_WIDE}{_NOT_TO}|{TESTS_AT})",
        rf"{STARTS}{_MAKE}\b[^.;:：\n]{{0,40}}\b(?:entry|file|module|script|page|document|note|template|test)[:：]\s*"
        rf"{OPEN}",
        rf"(?<!を)作成する(?:ファイル)?[:：]?\s*{OPEN}",
        rf"{CLOSE}{ALSO}[(（,*_—–-]*\s*(?:(?:which|that|it) )?(?:still )?"
        rf"(?:is |are |has |have )?(?:yet )?(?:to be {_MADE}"
        rf"|(?:will|should|must|would|needs? to|has to|could) be (?:{_MADE}|generated){_MADE_ENDS}|(?:new (?:file"
        r"|module), )?(?:a (?:plan|proposal)\b|"
        rf"(?:planned|proposed)(?! to (?!be {_MADE})))|not yet (?:created|written|there)|(?:to )?create(?=[)）*_]))",
        rf"\b(?:should|could|would|might|can|to) be (?:replaced|superseded) (?:by|with) {THING}{OPEN}{ENDS}",
        r"\"(?:design|plan|proposal)\"\s?:\s?\{(?:[^{}\0]{0,80},)?\s*\"(?:new_)?files(?:_to_(?:create|add))?\"\s?:\s?\["
        rf"(?:\s?\"[^\"\n{AT}]{{1,200}}\",)*\s?{OPEN}",
        rf"\bfiles? to (?:create|add|write)(?: \w+)?\W*[:：]\W*{LISTED}*{OPEN}{ENDS}",
        rf"{CLOSE}{ALSO}(?:を|に)?(?:新規作成し(?!ま|た)|(?:新規作成|新設)(?:する|予定|します|が必要|すべき"
        r"|してください|したい|の予定))",
        rf"{CLOSE}{ALSO}を?(?:作成|追加|新設|導入)(?:する|予定|します|が必要|すべき|してください|したい|の予定)",
        rf"{CLOSE}{ALSO}を(?:[^。；{AT}]{{0,40}}で)?生成する(?=\W*\Z|予定|必要|こと)",
        rf"{CLOSE}{ALSO}[はをも]?(?:これから|後で|後ほど|今後|追って|別途)[^。；{AT}]{{0,20}}?"
        r"(?:書き|書く|作り|作る|(?:用意|追加|作成|導入|生成|整備)(?:し(?!た|て)|する))",
        rf"{CLOSE}{ALSO}に(?:新しい|新規の?)ファイルを(?:作成|追加)(?:する|します|してください)",
        rf"{CLOSE}{ALSO}を?(?:新たに|新しく)?作(?:る(?:べき|必要|予定|こと)|ります|りたい)",
        rf"{CLOSE}[(（]?(?:新規)?[)）]?に[^。；{AT}]{{0,40}}(?:切り出(?:す|します)|分割(?:する|します)"
        r"|(?:実装|追加)する(?:方針|予定|計画))",
        rf"(?:{STARTS}|{_WILL} ){_MAKE}\s+{THING}{LISTED}+(?:{_MAKE}\s+)?{OPEN}{ENDS}",
        rf"\bto be {_MADE}\s*[:：]\s*{LISTED}+{OPEN}{ENDS}",
        rf"(?:{STARTS}|{_WILL} |{_ADVISE} ){_CARRY}\b[^;{AT}]{{0,160}}?(?:\b(?:in)?to|→|->|=>)\s+"
        rf"{THING}{LISTED}*{OPEN}{ENDS}",
        rf"\b(?:will|to|should|would|could|must) be (?:renamed|moved|split|extracted)\b[^;{AT}]{{0,160}}?"
        rf"(?:\b(?:in)?to|→|->|=>)\s+{THING}{LISTED}*{OPEN}{ENDS}",
        rf"(?:{STARTS}|{_WILL} )(?:put|place)\b[^;{AT}]{{0,60}}?\bin(?:to)?\s+"
        rf"(?:a new {FILE},?\s+(?:e\.g\.|such as)\s+)?{THING}{OPEN}{ENDS}",
        r"\btests? (?:for (?:it|this|that|them|these) )?(?:go(?:es)?|belongs?) (?:in(?:to)?|under|to)\s+"
        rf"{THING}{OPEN}{ENDS}",
        rf"(?:\bwould|'d) be (?:in|at|under)\s+{THING}{OPEN}{ENDS}",
        r"(?:\b(?:should|would|could|will|might)|'d) (?:(?:the|this|that|an?) (?:\w+ ){1,3})?"
        r"(?:live|go|sit|reside|be (?:put|placed|moved|extracted|split))\s+"
        rf"(?:in(?:to)?|at|under|to)\s+{THING}{OPEN}{ENDS}",
        rf"(?:\b(?:needs?|requires?|wants?|could|would|should|might)\b|{_ADVISE})[^;{AT}]{{0,80}}?"
        rf"\bnew {FILE},?\s*(?:e\.g\.,?\s*)?{OPEN}{ENDS}",
        rf"\b(?:will|would|could|might) (?:be (?:nice|good|useful|helpful|great) to have|contain|hold|include)\s+"
        rf"{THING}{OPEN}|\bsave (?:it|this|that) as\s+{OPEN}",
        rf"\ban?\s+{OPEN}[^{AT}]*{AT}[`*]*\s+(?:would|could|might)\b|{CLOSE}would (?:hold|contain|house|define)\b",
    ),
    "made": (
        r"(?<!be )(?<!not )(?<!yet )\b(?:created|introduced|implemented|built|generated|extracted|moved|renamed)\b"
        rf"[^;{AT}]{{0,60}}{OPEN}",
        rf"(?<!be )(?<!not )(?<!yet )\b(?:added|written|wrote)\b(?![^;{AT}]{{0,50}}\b(?:to|in|into)(?: the)?\s+{OPEN})"
        rf"[^;{AT}]{{0,60}}{OPEN}",
        rf"\b(?:i|i've|i have|we have|we've)(?: just| now| also)? (?:added|written|wrote)\b[^;{AT}]{{0,60}}{OPEN}",
        rf"{CLOSE}{ALSO}(?:was|were|has been|have been|is now|now)\s+(?:\w+\s+)?(?:{_MADE}|implemented|built)\b",
        rf"{CLOSE}{ALSO}[をにへ][^。；{AT}]{{0,20}}(?:作成|追加|実装|新設|導入)(?:しま?した|済)",
    ),
    "called new": (
        rf"\bnew {FILE},?\s+{OPEN}",
        rf"{CLOSE}[(（|*_:：—–\s-]*(?:new|create|add)\b(?=[)）*_`]*\s*(?:\Z|[.,;:：|—–-]|and\b))",
        rf"{CLOSE}[(（|を]*\s*(?:新規|作成|追加|新設)",
        rf"{STARTS}(?:add|create|write|introduce|define|implement)\b[^;{AT}]{{0,60}}"
        rf"\b(?:class|module|function|helper|type|component|service|tests?)\b[^;{AT}]{{0,20}}"
        rf"\b(?:in(?:to)?|under)\s+{OPEN}",
    ),
    "told in": (
        rf"{STARTS}(?:document|describe|explain|record|collect|note|(?:an? )?(?:\w+ )?tests?|cover)\b[^;{AT}]{{0,40}}"
        rf"\b(?:in|under) {OPEN}{ENDS}",
    ),
    "changed": (r"\b(?:modif|updat|extend|edit|refactor|existing|delet|remov|chang|fix)\w*|変更|修正|更新|既存|削除",),
}
"""Each sense and the words for it, English and Japanese, with the place between two marks; said of the place itself."""

HINTS: Final = (
    r"new_files|\btests?\b|\bcover|documen|descri|explain|record|collect|\bnote|superse|replac|'d\b|\bsay\b"
    r"|assum|to be|to have|once"
    r"|\bhad\b|\bsave|\bif\b"
    r"|creat|add|writ|wrote|introduc|suggest|propos|recommend|consider|extract|split|factor|mov|renam|pull|break"
    r"|separat|\bput|\bplac|new\b|plan|pretend|imagin|suppos|hypothe|not yet|generat|implement|defin|built"
    r"|\b(?:should|would|could|will|might|needs?)\b",
    r"作|追加|新|書|用意|整備|導入|切り出|分割|実装|生成",
)
"""A word that each of these wordings has."""

_CHANGED: Final = re.compile(
    r"\b(?:modif|updat|extend|edit|refactor|existing|delet|remov|chang|fix)\w*|変更|修正|更新|既存|削除", re.IGNORECASE
)
_PLAN: Final = (
    r"\b(?:to-?do|backlog|open tasks|follow-?ups|milestones|wish ?list|work (?:plan|items))\b|計画|やること"
    r"|ロードマップ|\bimplementation (?:map|plan|order|steps)\b|\bbuild (?:order|sequence|steps)\b|\b(?:plan|roadmap)\b"
    r"|\b(?:proposed|planned|recommended|suggested|target) (?:(?:file|module|folder) )?"
    r"(?:structure|layout|files|modules)\b|実装(?:マップ|計画|順)|(?:ビルド|構築)順|(?:提案|推奨)(?:する)?構成"
)
_SURELY_MADE_LATER: Final = re.compile(
    r"\bto be (?:created|added|written|made)\b|\bfiles? to (?:create|add|write)\b"
    r"|\b(?:files?|these|following) (?:that |which )?(?:do(?:es)? not exist|were not found|are missing)\b"
    r"|作成予定|追加予定|存在しないファイル|未作成",
    re.IGNORECASE,
)
HEADS: Final[Mapping[str, str]] = {
    "files to be made": (
        r"\b(?:to be (?:created|added|written)|(?:files?|modules?|tests?) to (?:create|add|write)"
        r"|to (?:create|add)\W*\Z|will be (?:created|added)"
        r"|(?:will|'ll|shall|let's|going to|plan to) (?:create|add|write) (?:the following|these)"
        r" (?:new )?(?:files?|modules?|tests?)"
        r"|(?:missing|planned|proposed|suggested)(?: new)? (?:files?|modules?|tests?|structure|layout)"
        r"|(?:files?|these|following) (?:that |which )?(?:do(?:es)? not exist|were not found|are missing|to be made)"
        r"|(?:files?|they|these) (?:are|were) not (?:available|present|checked in|part of this \w+))\b"
        r"|作成予定|追加予定|存在しないファイル|未作成|作成すべき|作成する|新設する|(?:次|以下)の[^。、]{0,20}を(?:新規に?|新しく)?(?:作成|追加|新設|生成)(?:する|します|し(?:たい|よう))"
        r"|(?:新しく|新規に|新たに|これから)[^。、]{0,10}?(?:用意|作成|追加|導入|生成)する|提案(?:する)?(?:構成|ファイル)"
    ),
    "plan": _PLAN,
    "intent": (
        rf"{_PLAN}|\b(?:next steps?|propos(?:als?|ed)|recommend\w+|architecture|design|to-?do|future)\b"
        r"|提案|推奨|設計|今後|次の(?:ステップ|作業)"
    ),
}
"""What leads to a list of files that are not there, to a plan, or to what is intended."""

_SENSES: Final = {sense: Sense(words) for sense, words in WORDS.items()}
_HEADS: Final = {kind: re.compile(words, re.IGNORECASE) for kind, words in HEADS.items()}
_ENTRY: Final = re.compile(rf"\W*{AT}")
_ENTRY_ALONE: Final = re.compile(rf"\W*{CLOSE}\W*")
_ENTRY_TOLD: Final = re.compile(rf"\W*{OPEN}{ENDS}")
_INTENDED: Final = re.compile(
    r"\b(?:will|going to|shall|should|would|plan(?:ned)? to)\b|予定|つもり|べき|でしょう", re.IGNORECASE
)
_PLANNED_CELL: Final = re.compile(r"\|\s*(?:create|to create|to add|add|planned|作成予定|追加予定)\s*\|", re.IGNORECASE)


def is_plan(above: str) -> bool:
    """Whether what leads to a place may lead to a plan."""
    return any(head.search(above) for head in _HEADS.values())


def leads_to_files(above: str) -> bool:
    """Whether a sentence leads to files that are to be made."""
    return _HEADS["files to be made"].search(above) is not None


@lru_cache(maxsize=1024)
def is_planned(whole: str, above: str, *, lined: bool) -> bool:
    """Whether a sentence says of its place that it is still to be made; `above` leads to it, `lined`: it is a line.

    A line of what is still to be made is hardly ever known.
    """
    if _SENSES["planned"].is_said(whole):
        return True
    if lined:
        return _ENTRY_ALONE.fullmatch(whole) is not None and _SURELY_MADE_LATER.search(above) is not None
    if _ENTRY.match(whole) and _leads_to_files(above, whole):
        return True
    return _SENSES["still to be made"].is_said(whole) or _is_in_plan(whole, above)


def _leads_to_files(above: str, whole: str) -> bool:
    """Whether such files are to be made: where tests are missing, it is a test."""
    head = _HEADS["files to be made"].search(above)
    return head is not None and ("test" not in head[0].casefold() or "test" in whole.casefold())


def is_intended(whole: str) -> bool:
    """Whether a sentence tells what will be, and not what is."""
    return _INTENDED.search(whole) is not None


def is_made(whole: str) -> bool:
    """Whether a sentence says of its place that it was made."""
    return _SENSES["made"].is_said(whole)


def _is_in_plan(whole: str, above: str) -> bool:
    if FILES_TITLE.search(above) or is_made(whole):
        return False
    if _PLANNED_CELL.search(whole):
        return True
    if _HEADS["intent"].search(above) and (_SENSES["called new"].is_said(whole) or _SENSES["told in"].is_said(whole)):
        return True
    is_entry = _ENTRY_TOLD.match(whole) is not None
    return is_entry and _HEADS["plan"].search(above) is not None and not _CHANGED.search(whole)


_SAVED: Final = re.compile(
    r"\b(?:save|store|paste|put|write) (?:it|this|that|the \w+(?: \w+)?)(?: (?:below|above))? (?:as|to|in|into) "
    r"[`\"']?(?P<name>[\w./-]{1,200}\w)(?![\w:#])|(?<![\w./-])(?P<ja>[\w./-]{1,200}\.\w+)[`\"'」]?\s?(?:として|という名前で)保存(?:し(?!まし|た)|す)",
    re.IGNORECASE | re.ASCII,
)


@lru_cache(maxsize=1)
def names_to_save(text: str) -> frozenset[str]:
    """The names under which the reader is told to save what the text shows."""
    return frozenset(each["name"] or each["ja"] for each in _SAVED.finditer(text))
