"""What is said of a place: that it was removed, that it is not there, that it is to be made, that nobody looked."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

_WINDOW: Final = 400
_END: Final = re.compile(r"[.!?;](?=\s)|[。！？；]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•・|#>]|\d{1,3}[.)]))|\n(?=[ \t]*```)")
_OPEN: Final = r"(?::[a-z]{2,12}:)?[`\"'(（「\[*~]*\Z"
_CLOSE: Final = r"\A[`\"')）」\]*~]*\s*"
_SMALL: Final = (
    r"(?:(?:a|an|any|the|new|files?|module|script|page|path|such|called|named|at|under|unit|tests?|helper|ファイル)\s*)"
    r"{0,6}"
)

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "removed": (
        r"\b(?:remov\w*|delet\w*|renam\w*|mov(?:ed|ing)|dropp\w*|gone|no longer|used to|formerly|previously|obsolete"
        r"|retired|replaced|merged into|split (?:up|into))\b",
        r"削除|廃止|除去|リネーム|改名|名称変更|移動|統合|なくな|消し|消去|旧ファイル",
    ),
    "absent before": (
        r"\b(?:there(?:'s| is| was| are| were)(?: currently| still)? no|there (?:isn't|wasn't|aren't)|no such"
        r"|has no|have no|without|lacks?|missing|(?<!\w )no|not found"
        r"|(?:could|can|did|do|does)(?: not|n't) (?:find|have|see)"
        r"|cannot find|unable to find|(?:does|do|did) not exist|doesn't exist|non-?existent|absent|invented"
        r"|hallucinated)"
        rf"\s*[:：]?\s*{_SMALL}{_OPEN}",
        rf"(?:存在しない|見つからない|未作成の?)(?:のは|もの)?[:：]?\s*{_SMALL}{_OPEN}",
    ),
    "absent behind": (
        rf"{_CLOSE}(?:file |module )?(?:(?:does|do|did)(?:n't| not)(?: yet| actually)? exist|(?:is|was|are|were)"
        r"(?: currently| still)?(?: not (?:there|present|found|in (?:the|this)\b)|n't (?:there|present)| missing"
        r"| absent| non-?existent| nowhere)|(?:could|can)(?: not|n't) be found|cannot be found|not found"
        r"|existed\b|were there\b)",
        rf"{_CLOSE}[(（](?:missing|not found|absent|does not exist(?: yet)?|non-?existent|存在しない|なし)[)）]",
        rf"{_CLOSE}(?:という)?(?:ファイル|モジュール)?\s*(?:自体)?(?:は|が|も)?\s*(?:まだ)?"
        r"(?:存在しな|存在しませ|見つか[らり]|見当たら|ありません|ない(?!か)|無い|未作成)",
    ),
    "planned before": (
        r"\b(?:to be (?:created|added|written)|(?:to|will|should|must|could|would|can|please|let's|needs? to"
        r"|i'll|we'll) (?:create|add|write|introduce)"
        r"|creating|adding"
        r"|new files?|planned|proposed?(?: new)?(?: file| path| module)?|suggest(?:ed)?(?: creating| adding)?"
        rf"|extract(?:ed)?(?: it)? (?:in)?to|move it (?:in)?to)\s*[:：]?\s*{_SMALL}{_OPEN}",
        rf"(?:\A\W*|[-*+:：] |\d[.)] )(?:create|add|write|introduce)\s*{_SMALL}{_OPEN}",
        rf"(?:\A\W*|[-*+:：] |\d[.)] )(?:create|add|write|introduce)\b[^.;:：\n]{{0,40}}\b(?:entry|file|module"
        rf"|script|page|document|note|template|test)[:：]\s*{_OPEN}",
        rf"\b(?:pretend|imagine|suppose)\b[^.;:：]{{0,60}}\W{_OPEN}",
        rf"(?:新規作成|新規ファイル|作成予定|追加予定|新設)(?:する)?[:：]?\s*{_SMALL}{_OPEN}",
    ),
    "planned behind": (
        rf"{_CLOSE}[(（,]?\s*(?:is |are |has |have )?(?:yet )?(?:to be (?:created|added|written|introduced)"
        r"|(?:will|should|must|would|needs? to|has to|could) be (?:created|added|written|introduced|generated)"
        r"|planned|proposed|not yet (?:created|written|there)|(?:a )?new (?:file|module)\b)",
        rf"{_CLOSE}(?:を|に)?(?:新規作成し(?!ま|た)|(?:新規)?(?:作成|追加|新設)(?:する|予定|します|が必要|すべき|してください|したい|の予定))",
    ),
    "planned above": (
        r"\b(?:to be (?:created|added|written)|to (?:create|add)|planned|proposed|will be (?:created|added)"
        r"|missing files?|do(?:es)? not exist|not found|suggested (?:files?|structure|layout))\b",
        r"作成予定|追加予定|存在しない|未作成|作成すべき|作成する|新設する|提案",
    ),
    "gone before": (
        rf"\b(?:previous(?:ly)?|former(?:ly)?|used to|obsolete|remaining)\b[^.;:：]{{0,80}}\W{_OPEN}",
        rf"(?:以前|かつて|旧)[^。；;：]{{0,40}}{_OPEN}",
    ),
    "gone behind": (
        rf"{_CLOSE}(?:[\w-]+\s+){{0,5}}(?:is|was|are|were|be|been)\s+(?:\w+\s+){{0,2}}(?:deleted|removed|dropped|gone)\b",
        rf"{_CLOSE}(?:は|が|を)?(?:すでに|既に)?(?:削除|廃止)",
    ),
    "elsewhere behind": (
        rf"{_CLOSE}(?:[\w-]+\s+){{0,3}}(?:for|in|of|on|from)\s+(?:the\s+)?[\w-]+\.(?:com|org|net|io|dev)\b",
        rf"{_CLOSE}(?:[\w-]+\s+){{0,3}}(?:in|of|from)\s+(?:the|another|a different)\s+[\w/.-]+\s+(?:repository|repo)\b",
    ),
    "not looked": (r"\[(?:UNVERIFIED|未検証)\]|【未検証】",),
}
"""Each sense and the words for it, English and Japanese; `before` and `behind`: right beside the place."""

_WORDS: Final = {sense: re.compile("|".join(words), re.IGNORECASE) for sense, words in WORDS.items()}
_PLANNED_CELL: Final = re.compile(
    r"\|\s*(?:create|new|add|to create|planned|新規|作成|追加|新規作成)\s*\|", re.IGNORECASE
)


class Said(NamedTuple):
    """What the sentence around a place says of it."""

    removed: bool = False
    absent: bool = False
    planned: bool = False
    not_looked: bool = False
    gone: bool = False
    elsewhere: bool = False


def said_of(text: str, start: int, end: int, above: str = "", *, by_line: bool = False) -> Said:
    """What is said of the place from `start` to `end`; `above` is what leads to it: a heading, a line before a list.

    With `by_line`, a sentence ends with its line.
    """
    before, behind = _sentence(text, start, end)
    if by_line:
        before, behind = before.rpartition("\n")[2], behind.partition("\n")[0]
    whole = f"{before} {behind}"
    planned = _WORDS["planned before"].search(before) or _WORDS["planned behind"].search(behind)
    return Said(
        removed=bool(_WORDS["removed"].search(whole) or _WORDS["removed"].search(above)),
        absent=bool(_WORDS["absent before"].search(before) or _WORDS["absent behind"].search(behind)),
        planned=bool(planned or _WORDS["planned above"].search(above) or _PLANNED_CELL.search(whole)),
        not_looked=bool(_WORDS["not looked"].search(whole)),
        gone=bool(_WORDS["gone before"].search(before) or _WORDS["gone behind"].search(behind)),
        elsewhere=bool(_WORDS["elsewhere behind"].search(behind)),
    )


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a place in its sentence, or in its row."""
    low = max(0, start - _WINDOW)
    begins = [match.end() for match in _END.finditer(text, low, start)]
    closes = _END.search(text, end, end + _WINDOW)
    first = begins[-1] if begins else low
    return text[first:start], text[end : closes.start() if closes else end + _WINDOW]


_PROPOSES: Final = re.compile(
    r"\b(?:replac\w+ (?:it |this |that |them |the \w+ )?(?:by|with)|should (?:read|say|become|look like)\b"
    r"|should be(?:\W*\Z| (?:changed|replaced|rewritten|written)\b)"
    r"|(?:change|rewrite|refactor|update|turn|convert) (?:it|this|that|them|the \w+) (?:to|into|as|like)"
    r"|could be (?:re)?written|instead(?:,? (?:use|write))?\W*\Z|use (?:this|the following) instead"
    r"|(?:i|we)(?:'d| would)? (?:suggest|propose|recommend)|would (?:become|look like|read)\b"
    r"|you (?:could|might|can) (?:write|use|add|do)|after the (?:fix|change)\W*\Z|for example[^\w`]*\Z|pseudo-?code"
    r"|add (?:the following|this|these)\b|an? (?:sample|hypothetical|possible|made-up)\b"
    r"|(?:could|might|should|would) (?:have|contain|include|hold)\b.{0,60}(?:like this|something like|the following)\b"
    r"|it used to|used to (?:be|read)\b|previously|before the (?:fix|change)|the old (?:code|version)|to reproduce)"
    r"|\A\W*(?:then |please |just )?(?:add|write|try|use)\b"
    r"|\A\W*(?:(?:suggested|proposed|recommended|possible|minimal|quick|simple|example|potential)\s)*"
    r"(?:fix|patch|change|solution|replacement|rewrite|refactoring|improvement|remediation|mitigation|recommendation"
    r"|suggestion|proposal|alternative)\b(?![^.]*\b(?:is|was|are|were|stands|lives|sits|at|in)\b)[^.]{0,80}\Z"
    r"|\A\W*(?:after|before|example|new code|new|updated|corrected|fixed|expected|usage|test|sketch|old)\W*\Z"
    r"|(?:修正案|修正後|変更後|改善案|提案|推奨(?:コード|実装|修正|案)|代替案|変更前|修正前)(?:は|として)?(?:次|以下)?[のと]?(?:おり|通り)?\W*\Z"
    r"|\A\W*(?:推奨|例|修正)\W*\Z|(?:たとえば|例えば)[^\w`]*\Z|以前は|かつて"
    r"|(?:次|以下|下記)の(?:よう|とおり|通り)に.{0,12}(?:修正|変更|書き換え|置き換え|直す|直し)"
    r"|に(?:置き換え|書き換え|変更す|変更し|修正す|修正し)|べき",
    re.IGNORECASE,
)
"""What makes the code behind a sentence another one than what stands there."""
_TICKED: Final = re.compile(r"`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|\S+:\d+\S*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")


def proposes(lead: str) -> bool:
    """Whether the sentence just before some code says that it is not what stands there."""
    plain = _TICKED.sub("`", lead.strip())
    sentences = [each for each in _SENTENCE.split(plain) if each.strip(" *_:：\t\n-")]
    return bool(sentences and _PROPOSES.search(sentences[-1].strip(" *_#\t\n")))
