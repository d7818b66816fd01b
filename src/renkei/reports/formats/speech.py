"""What is said of a place: that it was removed, that it is not there, that it is to be made, that nobody looked."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

_WINDOW: Final = 400
_LEAD: Final = 120
"""Characters before a place in which the words that lead to it begin."""
_BEHIND: Final = 30
"""Characters behind a place in which they end."""
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

_LISTED: Final = {sense: re.compile("|".join(words), re.IGNORECASE) for sense, words in LISTED.items()}
_HINTS: Final = {
    sense: re.compile("|".join(words), re.IGNORECASE)
    for sense, words in {
        **{sense: words for sense, words in WORDS.items() if not any(_AT in each for each in words)},
        "absent": (
            r"\bno\b|not\b|n't|non|never|without|lack|unable|missing|absent|nowhere|gone|longer|invented|hallucinated"
            r"|existed|were there",
            r"ない|なか|なし|ませ|無い|未作成",
        ),
        "planned": (
            r"to be|creat|add|writ|introduc|suggest|extract|move it|new |plan|propos|pretend|imagine|suppose|not yet"
            r"|generat",
            r"作成|追加|新設",
        ),
        "gone": (
            r"previous|former|used to|obsolete|remaining|deleted|removed|dropped|gone",
            r"以前|かつて|旧|削除|廃止",
        ),
        "elsewhere": (r"\.(?:com|org|net|io|dev)\b|repo",),
        "revision": (r"\b[0-9a-f]{7,40}\b|HEAD",),
    }.items()
}
"""A word of each that all its wordings have: few sentences have one, and the others need not be looked at more closely.
Where the wording does not name the place, that is all there is to it.
"""
_PLANNED_CELL: Final = re.compile(r"\|\s*(?:create|to create|to add|add|planned|作成予定|追加予定)\s*\|", re.IGNORECASE)
_ENTRY: Final = re.compile(rf"\W*{_AT}")
_ENTRY_ALONE: Final = re.compile(rf"\W*{_CLOSE}\W*")
_REVISION: Final = re.compile(
    rf"(?:\b(?:at|in|as of|before|until|up to|since|commit|revision|rev|tag)\s+(?:the\s+)?(?:commit|revision|rev"
    r"|tag)?\s*`?"
    rf"(?P<said>[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)+)\b`?|(?P<put>\b[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)*):(?=[`]?{_AT}))",
    re.IGNORECASE,
)


class _Sense:
    """The words for one sense, by where the place stands in them: each is looked for only where it can be."""

    def __init__(self, words: Sequence[str]) -> None:
        self._behind = _any_of([each for each in words if each.startswith(_CLOSE)])
        self._before = _any_of([each for each in words if _AT in each and not each.startswith(_CLOSE)])

    def is_said(self, sentence: str) -> bool:
        at = sentence.index(_AT)
        if self._behind and self._behind.match(sentence, at):
            return True
        end = sentence.index(_AT, at + 1) + _BEHIND
        return self._before is not None and self._before.search(sentence, max(0, at - _LEAD), end) is not None


def _any_of(words: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(words), re.IGNORECASE) if words else None


_SENSES: Final = {sense: _Sense(words) for sense, words in WORDS.items() if any(_AT in each for each in words)}


@lru_cache(maxsize=1024)
def _is_said(sense: str, sentence: str) -> bool:
    """Whether a sentence says so of the place that is marked in it."""
    return _SENSES[sense].is_said(sentence)


@lru_cache(maxsize=64)
def _tells_of_removal(above: str) -> bool:
    return _HINTS["removed"].search(above) is not None


class Speech:
    """What a text says of its places. Where its sentences end, and where telling words stand, is found once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words: dict[str, list[int]] = {}

    def said_of(self, start: int, end: int, above: str = "", *, by_line: bool = False, lined: bool = False) -> "Said":
        """What is said of the place from `start` to `end`; `above` leads to it: a heading, a line before a list.

        With `by_line`, a sentence ends with its line. `lined`: the place is a line; what is still to be made has none.
        """
        first, last = self._sentence(start, end)
        if by_line:
            first, line_end = max(first, self.text.rfind("\n", first, start) + 1), self.text.find("\n", end, last)
            last = last if line_end < 0 else line_end
        return Said(speech=self, place=(start, end), around=(first, last), above=above, lined=lined)

    def has_word(self, sense: str, first: int, last: int) -> bool:
        """Whether a word that may say so stands in this part of the text."""
        if sense not in self._words:
            self._words[sense] = [word.start() for word in _HINTS[sense].finditer(self.text)]
        words = self._words[sense]
        at = bisect_left(words, first)
        return at < len(words) and words[at] < last

    def _sentence(self, start: int, end: int) -> tuple[int, int]:
        """Where the sentence of a place, or its row, begins and ends."""
        begins, ends = self._stops
        before, behind = bisect_right(begins, start) - 1, bisect_left(ends, end)
        first = begins[before] if before >= 0 else 0
        last = ends[behind] if behind < len(ends) else len(self.text)
        return max(first, start - _WINDOW), min(last, end + _WINDOW)

    @cached_property
    def _stops(self) -> tuple[list[int], list[int]]:
        """Where sentences begin, and where they end."""
        stops = [stop.span() for stop in _END.finditer(self.text)]
        return [end for _, end in stops], [start for start, _ in stops]


@dataclass(frozen=True, kw_only=True)
class Said:
    """What the sentence around a place says of it; each sense is looked for when it is asked."""

    speech: Speech
    place: tuple[int, int]
    around: tuple[int, int]
    above: str
    lined: bool

    @property
    def removed(self) -> bool:
        return (self._has_word("removed") or _tells_of_removal(self.above)) and not self._has_word("kept")

    @property
    def absent(self) -> bool:
        return self._is_said("absent")

    @property
    def planned(self) -> bool:
        if self._has_word("planned"):
            is_made = _is_said("still to be made", self._sentence) or _PLANNED_CELL.search(self._sentence)
            if _is_said("planned", self._sentence) or (is_made and not self.lined):
                return True
        is_entry = _ENTRY_ALONE.fullmatch if self.lined else _ENTRY.match
        return _LISTED["planned"].search(self.above) is not None and is_entry(self._sentence) is not None

    @property
    def not_looked(self) -> bool:
        return self._has_word("not looked")

    @property
    def gone(self) -> bool:
        return self._is_said("gone")

    @property
    def elsewhere(self) -> bool:
        return self._is_said("elsewhere")

    @property
    def revision(self) -> str:
        """The commit at which it is said to stand."""
        said = _REVISION.search(self._sentence) if self._has_word("revision") else None
        return said["said"] or said["put"] if said else ""

    def _has_word(self, sense: str) -> bool:
        return self.speech.has_word(sense, *self.around)

    def _is_said(self, sense: str) -> bool:
        return self._has_word(sense) and _is_said(sense, self._sentence)

    @cached_property
    def _sentence(self) -> str:
        """The sentence with the place marked in it; a list of many lines is one place, and is cut off."""
        text, (start, end), (first, last) = self.speech.text, self.place, self.around
        return f"{text[first:start]}{_AT}{text[start : min(end, start + _WINDOW)]}{_AT}{text[end:last]}"
