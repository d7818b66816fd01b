"""What is said of a place: that it was removed, that it is not there, that it is to be made, that nobody looked."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

_WINDOW: Final = 400
_END: Final = re.compile(r"[.!?;](?=\s)|[。！？；]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•・|#>]|\d{1,3}[.)]))|\n(?=[ \t]*```)")
_AT: Final = "\0"
"""Stands on both sides of the place in the text that is searched."""
_OPEN: Final = rf"(?::[a-z]{{2,12}}:)?[`\"'「\[*~]*{_AT}"
_OPEN_WIDE: Final = rf"[(（]?{_OPEN}"
_CLOSE: Final = rf"{_AT}[^{_AT}]*{_AT}[`\"')）」\]*~]*\s*"
_ALSO: Final = r"(?:(?:,|、|と|や|および|and|or|nor|&)+\s*`[^`\n]{1,200}`\s*)*+"
"""Other places that the same is said of."""
_FILE: Final = (
    r"(?:test |unit |helper |source )?(?:files?|modules?|scripts?|pages?|paths?|documents?|ファイル|パス|モジュール)"
)
_THING: Final = (
    rf"(?:(?:an?|any|the|new|such)\s+)*(?:{_FILE}\s*(?:(?:called|named|at|under)\s+|[:：]\s*)?"
    r"|(?:unit )?(?:tests?|helper)\s+(?:(?:called|named)\s+)?)?"
)
"""What may stand between a denial and the place it denies: a file, never something that would stand in one."""
_TESTS_AT: Final = (
    rf"(?:(?:an?|any|the|new|more|unit|regression|some)\s+)*tests?\s+(?:at|in|under|to)\s+{_OPEN}(?=[^{_AT}]*test)"
)
_LABEL: Final = r"(?:\A\W*|[-*+:：,、(（|・]\s*)"
_IN_TREE: Final = (
    r"in (?:the|this|our|my) (?:\w+ )?(?:tree|repo\w*|project|code ?base|checkout|branch|work\w*|folder|directory)"
)
_STOPS: Final = (
    r"(?=\s*(?:[.,;:!?)）\]。、|—–-]|\Z)|\s+(?:from|and|but|so|because|here|yet|now|as|which|though"
    rf"|while|too|{_IN_TREE})\b)"
)
"""Nothing is missing in it: it is missing itself."""
_NOT_THERE: Final = (
    r"(?:(?:does|do|did)(?:n't| not)(?: yet| actually| even)? exist|no longer exists?|never existed"
    r"|(?:is|was|are|were)(?: currently| still| actually| simply)*"
    rf"(?:(?: not|n't) (?:there|present|found|{_IN_TREE}|part of)| non-?existent| gone{_STOPS}"
    rf"| (?:missing|absent|nowhere)(?: to be found)?{_STOPS})|(?:could|can)(?:not| not|n't) be found)"
)
_ENDS_JA: Final = r"(?=[。、．,.;；（）()「」\"'\s|]|\Z|ため|ので|が|と|よう|こと|はず|です|から|けど|の[でに])"

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "removed": (
        r"\b(?:remov\w*|delet\w*|renam\w*|mov(?:ed|ing)|dropp\w*|gone|no longer|used to|formerly|previously|obsolete"
        r"|retired|replaced|merged into|split (?:up|into))\b",
        r"(?:削除|廃止|除去|リネーム|改名|名称変更|移動|統合)(?!され(?:て(?:い)?な|ませ)|し(?:て(?:い)?な|ませ))"
        r"|なくな|消し|消去|旧ファイル",
    ),
    "kept": (
        r"(?:\b(?:never|not|nor|without)|n't)(?: been| be| being| yet| actually| ever)* (?:remov|delet|renam|mov"
        r"|dropp)\w*",
    ),
    "absent": (
        r"\b(?:there(?:'s| is| was| are| were)(?: currently| still)? no|there (?:isn't|wasn't|aren't)|no such"
        r"|has no|have no|without|lacks?|(?<!\w )no"
        r"|(?:could|can|did|do|does)(?: not|n't) (?:find|have|see)|cannot find|unable to find)"
        rf"\s*[:：]?\s*{_THING}{_OPEN}",
        rf"{_LABEL}(?:missing|not found|does not exist|do not exist|absent)\s*(?:{_FILE}\s*)?[:：]?\s*{_OPEN}",
        r"(?:\A\W*|(?<!is )(?<!are )(?<!was )(?<!were )(?<!no )\b)(?:missing|non-?existent|invented|hallucinated"
        r"|absent)"
        rf"\s+(?:{_FILE}\s*[:：]?\s*)?{_OPEN}",
        rf"(?<![がはもを])(?:存在しない|見つからない|未作成の?)(?:(?:の?ファイル|もの|のは)[:：]?)?[:：]?\s*{_OPEN}",
        rf"{_CLOSE}(?:(?:{_FILE} )?{_ALSO}|[,;(（—–-]*\s*(?:(?:an? |the )?(?:{_FILE} )?(?:which|that) "
        rf"|(?:but|yet|and|though|however),? (?:that |this |the )?(?:it|file|path|module) )){_NOT_THERE}",
        rf"{_CLOSE}not found\b",
        rf"{_CLOSE}[,;(（—–-]*\s*(?:(?:but|yet|and|though|however),? )?(?:there (?:is|was)|there's|i (?:found|see)"
        r"|we have) "
        rf"no (?:such )?{_FILE}",
        rf"{_CLOSE}[(（](?:missing|not found|absent|does not exist(?: yet)?|no such {_FILE}|non-?existent|存在しない"
        r"|なし)[)）]",
        rf"{_CLOSE}{_ALSO}(?:という)?(?:ファイル|モジュール)?\s*(?:自体)?(?:は|が|も)?\s*(?:まだ)?"
        rf"(?:存在し(?:ない{_ENDS_JA}|なかった|ませ)|見つから(?:ない{_ENDS_JA}|なかった)|見つかりませ"
        rf"|見当たら(?:ない{_ENDS_JA}|なかった)|見当たりませ"
        rf"|ありません|(?:ない|無い){_ENDS_JA}|未作成)",
        rf"\b(?:if|though|suppose|imagine|pretend)\b[^,;:：{_AT}]{{0,60}}{_CLOSE}(?:existed\b|were there\b)",
    ),
    "planned": (
        r"(?:\bto be (?:created|added|written)\s*[:：]|(?<!is )(?<!are )(?<!was )(?<!were )\bto be (?:created|added"
        r"|written))"
        rf"\s*{_THING}{_OPEN}",
        r"\b(?:(?:to|will|should|must|could|would|can|please|let's|needs? to|i'll|we'll) (?:create|add|write|introduce)"
        rf"|creating|adding|suggest(?:ed)?(?: creating| adding)?|extract(?:ed)?(?: it)? (?:in)?to|move it (?:in)?to)"
        rf"\s*[:：]?\s*(?:{_THING}{_OPEN_WIDE}|{_TESTS_AT})",
        rf"(?:new files?|(?:planned|proposed?|suggested)(?: new)?(?: files?| paths?| modules?| layout| structure"
        r"| location| home)?)"
        rf"\s*[:：]?\s*{_THING}{_OPEN}",
        rf"(?:\A\W*|[-*+:：] |\d[.)] )(?:create|add|write|introduce)\s*(?:{_THING}{_OPEN_WIDE}|{_TESTS_AT})",
        rf"(?:\A\W*|[-*+:：] |\d[.)] )(?:create|add|write|introduce)\b[^.;:：\n]{{0,40}}\b(?:entry|file|module"
        rf"|script|page|document|note|template|test)[:：]\s*{_OPEN}",
        rf"\b(?:pretend|imagine|suppose)\b[^.;:：]{{0,60}}\W{_OPEN}",
        rf"(?:作成予定|追加予定|新設予定|新規作成予定|作成すべき|作成する)の?(?:ファイル)?[:：]?\s*{_OPEN}",
    ),
    "still to be made": (
        rf"{_CLOSE}{_ALSO}[(（,]?\s*(?:is |are |has |have )?(?:yet )?(?:to be (?:created|added|written|introduced)"
        r"|(?:will|should|must|would|needs? to|has to|could) be (?:created|added|written|introduced|generated)"
        r"|planned|proposed|not yet (?:created|written|there)|(?:a )?new (?:file|module)\b)",
        rf"{_CLOSE}{_ALSO}(?:を|に)?(?:新規作成し(?!ま|た)|(?:新規作成|新設)(?:する|予定|します|が必要|すべき"
        r"|してください|したい|の予定))",
        rf"{_CLOSE}{_ALSO}を?(?:作成|追加)(?:する|予定|します|が必要|すべき|してください|したい|の予定)",
    ),
    "gone": (
        rf"\b(?:previous(?:ly)?|former(?:ly)?|used to|obsolete|remaining)\b[^.;:：]{{0,80}}\W{_OPEN_WIDE}",
        rf"(?:以前|かつて|旧)[^。；;：]{{0,40}}{_OPEN_WIDE}",
        rf"{_CLOSE}(?:[\w-]+\s+){{0,5}}(?:is|was|are|were|be|been)\s+(?:\w+\s+){{0,2}}(?:deleted|removed|dropped"
        r"|gone)\b",
        rf"{_CLOSE}(?:は|が|を)?(?:すでに|既に)?(?:削除|廃止)",
    ),
    "elsewhere": (
        rf"{_CLOSE}(?:[\w-]+\s+){{0,3}}(?:for|in|of|on|from)\s+(?:the\s+)?[\w-]+\.(?:com|org|net|io|dev)\b",
        rf"{_CLOSE}(?:[\w-]+\s+){{0,3}}(?:in|of|from)\s+(?:the|another|a different)\s+[\w/.-]+\s+(?:repository|repo)\b",
    ),
    "not looked": (
        r"(?:\[(?:UNVERIFIED|未検証)\]|【未検証】)(?!\s*(?:is|was|are|were|isn't|not|would|marks?|tags?|label|は"
        r"|では)\b)",
    ),
}
"""Each sense and the words for it, English and Japanese, with the place between two NULs. A sense is said of the place
itself: what is missing in it, or made at it, says nothing of it.
"""

LISTED: Final[Mapping[str, tuple[str, ...]]] = {
    "planned": (
        r"\b(?:to be (?:created|added|written)|(?:files?|modules?|tests?) to (?:create|add|write)|to (?:create"
        r"|add)\W*\Z"
        r"|will be (?:created|added)|(?:missing|planned|proposed|suggested)(?: new)? (?:files?|modules?|tests?"
        r"|structure|layout)"
        r"|(?:files?|these|following) (?:that |which )?(?:do(?:es)? not exist|were not found|are missing"
        r"|to be made))\b",
        r"作成予定|追加予定|存在しないファイル|未作成|作成すべき|作成する|新設する|提案(?:する)?(?:構成|ファイル)",
    ),
}
"""What leads to a list of files that are not there; each entry then begins with its file."""

_WORDS: Final = {sense: re.compile("|".join(words), re.IGNORECASE) for sense, words in WORDS.items()}
_LISTED: Final = {sense: re.compile("|".join(words), re.IGNORECASE) for sense, words in LISTED.items()}
_DENIES: Final = re.compile(
    r"\bno\b|not\b|n't|non|never|without|lack|unable|missing|absent|nowhere|gone|longer|invented|hallucinated|existed"
    r"|were there"
    r"|ない|なか|なし|ませ|無い|未作成",
    re.IGNORECASE,
)
"""A word that any denial has: few sentences have one, and the others need not be looked at more closely."""
_PLANNED_CELL: Final = re.compile(r"\|\s*(?:create|to create|to add|add|planned|作成予定|追加予定)\s*\|", re.IGNORECASE)
_ENTRY: Final = re.compile(rf"\W*{_AT}")
_ENTRY_ALONE: Final = re.compile(rf"\W*{_CLOSE}\W*")
_REVISION: Final = re.compile(
    rf"(?:\b(?:at|in|as of|before|until|up to|since|commit|revision|rev|tag)\s+(?:the\s+)?(?:commit|revision|rev"
    r"|tag)?\s*`?"
    rf"(?P<said>[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)+)\b`?|(?P<put>\b[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)*):(?=[`]?{_AT}))",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """What the sentence around a place says of it; `revision` is the commit at which it is said to stand."""

    removed: bool = False
    absent: bool = False
    planned: bool = False
    not_looked: bool = False
    gone: bool = False
    elsewhere: bool = False
    revision: str = ""


def said_of(text: str, start: int, end: int, above: str = "", *, by_line: bool = False, lined: bool = False) -> Said:
    """What is said of the place from `start` to `end`; `above` is what leads to it: a heading, a line before a list.

    With `by_line`, a sentence ends with its line. `lined`: the place is a line; what is still to be made has none.
    """
    before, behind = _sentence(text, start, end)
    if by_line:
        before, behind = before.rpartition("\n")[2], behind.partition("\n")[0]
    place = text[start : min(end, start + _WINDOW)]  # a list of many lines is one place
    whole = f"{before}{_AT}{place}{_AT}{behind}"
    is_entry = (_ENTRY_ALONE.fullmatch(whole) if lined else _ENTRY.match(whole)) is not None
    is_planned = _WORDS["planned"].search(whole) or (
        not lined and (_WORDS["still to be made"].search(whole) or _PLANNED_CELL.search(whole))
    )
    revision = _REVISION.search(whole)
    return Said(
        removed=bool(_WORDS["removed"].search(whole) or _WORDS["removed"].search(above))
        and not _WORDS["kept"].search(whole),
        absent=bool(_DENIES.search(whole) and _WORDS["absent"].search(whole)),
        planned=bool(is_planned) or (is_entry and bool(_LISTED["planned"].search(above))),
        not_looked=bool(_WORDS["not looked"].search(whole)),
        gone=bool(_WORDS["gone"].search(whole)),
        elsewhere=bool(_WORDS["elsewhere"].search(whole)),
        revision=(revision["said"] or revision["put"]) if revision else "",
    )


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a place in its sentence, or in its row."""
    low = max(0, start - _WINDOW)
    begins = [match.end() for match in _END.finditer(text, low, start)]
    closes = _END.search(text, end, end + _WINDOW)
    first = begins[-1] if begins else low
    return text[first:start], text[end : closes.start() if closes else end + _WINDOW]
