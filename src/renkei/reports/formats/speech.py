"""What is said of a place: that it was removed, that it is not there, that it is to be made, that nobody looked."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats import plans, samples
from renkei.reports.formats.said_at import ALSO, AT, CLOSE, ENDS, FILE, LISTED, OPEN, OPEN_WIDE, THING, Sense

_WINDOW: Final = 400
_END: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)[.!?;](?=\s)|[。！？；]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•・|#>]|\d{1,3}[.)]))|\n(?=[ \t]*```)"
    r"|^[ ]{0,3}#{1,6} [^\n]*\n",
    re.MULTILINE,
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
_VERDICT: Final = (
    r"\b(?:false|wrong|invalid|incorrect|invented|fabricated|hallucinated|bogus|refuted|stale)\b|❌|✗|誤り|虚偽|捏造"
)
_COUNTED: Final = (
    r"\b(?:file|module|it)(?: only| just)? (?:(?:has|had|is)(?: only| just)? \d+ lines?|ends at(?: line)? \d+)\b"
    r"|\d+\s*行(?:しか|まで)"
)
_REASON: Final = (
    rf"{_COUNTED}|no such (?:{FILE}|line|place)|(?:file|line|path|it) (?:does(?: not|n't) exist|is not there)"
    r"|(?:past|beyond|behind) the end|out of range|存在しません|存在しない|ありません"
)
"""Why a reference cannot be true: there is no such place."""
_RUNTIME: Final = (
    r"\b(?:CPython|(?:Python )?standard library|stdlib|JDK|site-packages|node_modules|glibc"
    r"|(?:kernel|system) headers)\b"
)
_PROJECT: Final = r"(?:project|repository|repo|application|app|code ?base|library|package)"
_HOST: Final = r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|[\w-]+\.(?:org|io|dev))"
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
        rf"\s*[:：]?\s*{THING}{OPEN}",
        rf"{_LABEL}(?:missing|not found|does not exist|do not exist|absent)\s*(?:{FILE}\s*)?[:：]?\s*{OPEN}",
        r"(?:\A\W*|(?<!is )(?<!are )(?<!was )(?<!were )(?<!no )\b)(?:missing|non-?existent|invented|hallucinated"
        r"|absent)"
        rf"\s+(?:{FILE}\s*[:：]?\s*)?{OPEN}",
        rf"(?<![がはもを])(?:存在しない|見つからない|未作成の?)(?:(?:の?ファイル|もの|のは)[:：]?)?[:：]?\s*{OPEN}",
        rf"{CLOSE}(?:(?:{FILE} )?{ALSO}|[,;(（—–-]*\s*(?:(?:an? |the )?(?:(?:{FILE}|lines?) )?(?:which|that) "
        rf"|(?:but|yet|and|though|however),? (?:that |this |the )?(?:it|file|path|module) )){_NOT_THERE}",
        rf"{CLOSE}not found\b",
        rf"{_LABEL}(?:missing|not found|(?:{FILE} )?(?:i |we )?(?:could|did|can)(?: not|n't) find)\s*[:：]\s*{LISTED}*"
        rf"{OPEN}{ENDS}",
        rf"\b(?:look(?:ed|ing)? for|search(?:ed|ing)? for|expect(?:ed|ing)?)\s+{THING}{OPEN}[^{AT}]*{AT}"
        rf"[^;{AT}]{{0,30}}?(?:found (?:nothing|none)|(?:could|did)(?: not|n't) (?:find|see) (?:it|one|any)\b"
        r"|without (?:success|result)|in vain)",
        rf"\bneither\s+{LISTED}?{THING}{OPEN}[^{AT}]*{AT}[`*]*\s+(?:nor\s+`[^`\n]{{1,200}}`\s+)?"
        r"(?:exists?|is there|was found)\b",
        rf"{CLOSE}[^;{AT}]{{0,30}}\b(?:because|since|as) (?:the|that|this) {FILE} "
        r"(?:is missing|does(?: not|n't) exist)",
        rf"{CLOSE}[,;(（—–-]*\s*(?:(?:but|yet|and|though|however),? )?(?:there (?:is|was)|there's|i (?:found|see)"
        r"|we have) "
        rf"no (?:such )?{FILE}",
        rf"{CLOSE}[(（](?:missing|not found|absent|does not exist(?: yet)?|no such {FILE}|non-?existent|存在しない"
        r"|なし)[)）]",
        rf"{CLOSE}{ALSO}(?:という)?(?:ファイル|モジュール)?\s*(?:自体)?(?:は|が|も)?\s*(?:まだ)?"
        rf"(?:存在し(?:ない{_ENDS_JA}|なかった|ませ)|見つから(?:ない{_ENDS_JA}|なかった)|見つかりませ"
        rf"|見当たら(?:ない{_ENDS_JA}|なかった)|見当たりませ"
        rf"|ありません|(?:ない|無い){_ENDS_JA}|未作成)",
        rf"{CLOSE}[^;{AT}]{{0,60}}\bbut (?:i|we) (?:found|find|see) no such {FILE}\b",
        rf"{CLOSE}[^;{AT}]{{0,60}}\b(?:it|(?:that|this|the) (?:file|module|package)) (?:is|was) "
        r"(?:never|not) (?:a )?part of "
        rf"(?:this|the|our) {_PROJECT}\b",
        rf"\bthere (?:used to be|once was|was once) (?:an? )?{OPEN}[^{AT}]*{AT}[`*]*\s*"
        r"(?:[.,;)]|here\b|in (?:this|our)\b|\Z)",
        rf"{CLOSE}(?:は|では)(?:[^。；が{AT}]|が、){{0,60}}(?:ツリー|リポジトリ)に(?:は)?含まれてい(?:ません|ない)"
        r"(?=[。、\s]|\Z)",
        rf"\b(?:if|though|suppose|imagine|pretend)\b[^,;:：{AT}]{{0,60}}{CLOSE}(?:existed\b|were there\b)",
    ),
    "refuted": (
        rf"{CLOSE}[^;{AT}]{{0,20}}?(?:{_VERDICT})[^;{AT}]{{0,60}}?(?:{_REASON})",
        rf"{CLOSE}(?:(?:is|was|❌|✗|→|[(（:：—–-])\s*)*out of (?:range|bounds)(?=\s*(?:[.,;)）(（|]|\Z))",
        rf"{CLOSE}(?:is|was|are|were) (?:invented|fabricated|hallucinated|non-?existent|fictitious)\b",
        rf"{CLOSE}(?:は|も)?(?:存在しない行|範囲外|捏造|架空)",
        rf"{CLOSE}[,;(（—–-]*\s*(?:which|that) (?:must be|seems to be|looks like) "
        r"(?:a mistake|a typo|wrong|invented)\b",
        rf"{CLOSE}[^。；{AT}]{{0,30}}という(?:指摘|主張|報告|記述)は(?:誤り|間違い|正しくな|事実では)",
    ),
    "counted": (rf"{CLOSE}[^;{AT}]{{0,40}}?(?:{_COUNTED})",),
    "gone": (
        rf"\b(?:previous(?:ly)?|former(?:ly)?|used to|obsolete|remaining)\b[^.;:：]{{0,80}}\W{OPEN_WIDE}",
        rf"(?:以前|かつて|旧)[^。；;：]{{0,40}}{OPEN_WIDE}",
        rf"{CLOSE}(?:[\w-]+\s+){{0,5}}(?:is|was|are|were|be|been)\s+(?:\w+\s+){{0,2}}(?:deleted|removed|dropped"
        r"|gone)\b",
        rf"{CLOSE}(?:は|が|を)?(?:すでに|既に)?(?:削除|廃止)",
    ),
    "before": (
        rf"\b(?:before(?: that)?|back then|at the time|until then),\s+{OPEN_WIDE}[^{AT}]*{AT}[`*]*\s+"
        r"(?:had|was|held|contained|defined|did)\b",
    ),
    "elsewhere": (
        rf"{CLOSE}(?:[\w-]+\s+){{0,3}}(?:for|in|of|on|from)\s+(?:the\s+)?[\w-]+\.(?:com|org|net|io|dev)\b",
        rf"{CLOSE}(?:[\w-]+\s+){{0,3}}(?:in|of|from)\s+(?:the|another|a different)\s+[\w/.-]+\s+(?:repository|repo)\b",
    ),
    "foreign": (
        rf"{_RUNTIME}(?:['’]s)?(?: (?:repository|repo|sources?|code|module|file))?\s*,?\s*(?:the\s+)?"
        rf"(?:(?:this|it|that) (?:is|stands in|lives in)\s+)?{OPEN_WIDE}",
        rf"{CLOSE}[(（]?(?:in |of |from )?(?:the )?(?:upstream )?{_RUNTIME}",
        rf"\b(?:another|different|upstream|external|third-party|sister|sibling|separate) "
        rf"(?:[\w.-]+ ){{0,3}}{_PROJECT}\b[^;{AT}]{{0,80}}"
        rf"{OPEN_WIDE}",
        rf"\b(?:your|their|(?:user|customer|caller)['’]s)(?: own)? {_PROJECT}\b[^;{AT}]{{0,60}}{OPEN_WIDE}",
        rf"{CLOSE}(?:[^;{AT}]{{0,40}}[(（])?(?:in |of |from )?(?:an? )?(?:their|your|his|her|another|different"
        rf"|separate|other|the \w+['’]s)(?: own)? {_PROJECT}\b",
        rf"\b(?P<name>(?-i:[A-Z])[\w-]+)['’]s\s+{OPEN}(?P=name)/",
        rf"\btheir own {OPEN}|\bnot (?:in|of|part of) (?:this|our) {_PROJECT}\b",
        rf"[(（](?:https?://)?{_HOST}/[\w.-]+/[\w.-]+/?[)）][^;{AT}]{{0,80}}{OPEN_WIDE}",
        rf"[(（][\w.-]+/[\w.-]+[)）][^;{AT}]{{0,40}}\bits own {OPEN}",
        rf"(?:標準ライブラリ|(?:別|他|上流)の?(?:プロジェクト|リポジトリ))(?:の|では|に)[^。；{AT}]{{0,20}}{OPEN_WIDE}",
        rf"{AT}(?P<top>[\w-]+)/[^{AT}]*{AT}[`*]*\s*[(（](?P=top) v?\d+\.\d",
        rf"\bat\s+(?:[\w.$-]+/)?(?:[\w$<>]+\.)+[\w$<>]+\({AT}",
    ),
    "not looked": (
        r"(?:\[(?:UNVERIFIED|未検証)\]|【未検証】)(?!\s*(?:is|was|are|were|isn't|not|would|marks?|tags?|label|は"
        r"|では)\b)",
    ),
}
"""Each sense and the words for it, English and Japanese, with the place between two NULs. A sense is said of the place
itself: what is missing in it, or made at it, says nothing of it.
"""

_HINTS: Final = {
    sense: re.compile("|".join(words), re.IGNORECASE)
    for sense, words in {
        **{sense: words for sense, words in WORDS.items() if not any(AT in each for each in words)},
        "absent": (
            r"\bno\b|not\b|n't|non|never|without|lack|unable|missing|absent|nowhere|gone|longer|invented|hallucinated"
            r"|existed|were there|nothing|in vain|neither|nor\b|used to|once",
            r"ない|なか|なし|ませ|無い|未作成",
        ),
        "refuted": (
            _VERDICT,
            r"mistake|error|typo|間違い|正しくな|事実|out of|non-?existent|fictitious|存在しない|範囲外|架空",
        ),
        "counted": (r"\d lines?|ends at|行(?:しか|まで)",),
        "planned": plans.HINTS,
        "made": plans.HINTS,
        "gone": (
            r"previous|former|used to|obsolete|remaining|deleted|removed|dropped|gone",
            r"以前|かつて|旧|削除|廃止",
        ),
        "before": (r"before|back then|at the time|until then",),
        "elsewhere": (r"\.(?:com|org|net|io|dev)\b|repo",),
        "foreign": (
            _RUNTIME,
            _PROJECT,
            rf"\bown\b|['’]s\b|{_HOST}|[(（][\w-]+ v?\d+\.\d|\bat\s",
            r"標準|プロジェクト|リポジトリ",
        ),
        "revision": (r"\b[0-9a-f]{7,40}\b|HEAD",),
        "branch": (r"\bbranch\b",),
        "sample": samples.HINTS,
    }.items()
}
"""A word of each that all its wordings have: few sentences have one, and the others need not be looked at more closely.
Where the wording does not name the place, that is all there is to it.
"""
_REVISION: Final = re.compile(
    rf"(?:\b(?:at|in|as of|before|until|up to|since|commit|revision|rev|tag)\s+(?:the\s+)?(?:commit|revision|rev"
    r"|tag)?\s*`?"
    rf"(?P<said>[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)+)\b`?|(?P<put>\b[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)*):(?=[`]?{AT}))",
    re.IGNORECASE,
)
_DENIED_NEXT: Final = re.compile(
    r"[.;,。、\s]*(?:(?:but|and|yet)\s)?(?:this|the|our) (?:tree|repo\w*|project|code ?base|branch) "
    r"(?:no longer|does(?: not|n't)) (?:ships?|has|have|contains?|includes?) "
    r"(?:that|this|such an?|the) (?:file|module)\b",
    re.IGNORECASE,
)
_NEITHER_NEXT: Final = re.compile(
    r"[.;\s]*(?:neither|none)(?: of (?:them|these|the two))?(?: files?)? (?:exists?|is there)(?: yet)?"
    r"(?=\s*[.;]|\s*\Z)",
    re.IGNORECASE,
)
_FOREIGN_NEXT: Final = re.compile(
    rf"[;,\s]*(?:(?:it|that|this) is )?not (?:in|part of) (?:this|our) {_PROJECT}(?=\s*[.;)]|\s*\Z)", re.IGNORECASE
)
_MARKED_NEXT: Final = re.compile(r"[.。]?[ \t]*(?:\[(?:UNVERIFIED|未検証)\]|【未検証】)[.。]?[ \t]*(?=\n|\Z)")
_BRANCH: Final = re.compile(
    r"\bon (?:the )?[`\"']?(?!(?:this|that|our|my|the|current|same|default)\b)(?P<name>\w[\w./-]*)[`\"']? branch\b"
    rf"[^;{AT}]{{0,20}}{OPEN_WIDE}"
    rf"|{CLOSE}(?:still )?(?:on|of) (?:the )?[`\"']?(?!(?:this|that|our|my|the|current|same|default)\b)"
    r"(?P<behind>\w[\w./-]*)[`\"']? branch\b",
    re.IGNORECASE,
)
_SENSES: Final = {sense: Sense(words) for sense, words in WORDS.items() if any(AT in each for each in words)}


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
        is_said = self._has_word("removed") or _tells_of_removal(self.above) or self._is_said("before")
        return is_said and not self._has_word("kept")

    @property
    def absent(self) -> bool:
        return self._is_said("absent") or self._is_denied_next

    @property
    def _is_denied_next(self) -> bool:
        """Whether the next sentence says so of what this one names; "neither" is said of files alone."""
        text, end = self.speech.text, self.around[1]
        is_neither = not self.lined and _NEITHER_NEXT.match(text, end) is not None
        return is_neither or _DENIED_NEXT.match(text, end) is not None

    @property
    def refuted(self) -> bool:
        return self._is_said("refuted")

    @property
    def counted(self) -> bool:
        """The lines of its file are told, to show that it is none of them."""
        return self._is_said("counted")

    @property
    def planned(self) -> bool:
        may_be = self._has_word("planned") or plans.is_plan(self.above)
        return may_be and plans.is_planned(self._sentence, self.above, lined=self.lined)

    @property
    def made(self) -> bool:
        return self._has_word("made") and plans.is_made(self._sentence)

    @property
    def not_looked(self) -> bool:
        return self._has_word("not looked") or _MARKED_NEXT.match(self.speech.text, self.around[1]) is not None

    @property
    def gone(self) -> bool:
        return self._is_said("gone")

    @property
    def elsewhere(self) -> bool:
        return self._is_said("elsewhere")

    @property
    def foreign(self) -> bool:
        return self._is_said("foreign") or _FOREIGN_NEXT.match(self.speech.text, self.around[1]) is not None

    def is_sample(self, *, begins_here: bool) -> bool:
        """It only shows how a place is written."""
        return self._has_word("sample") and samples.is_sample(self._sentence, begins_here=begins_here)

    @property
    def revision(self) -> str:
        """The commit at which it is said to stand."""
        said = _REVISION.search(self._sentence) if self._has_word("revision") else None
        return said["said"] or said["put"] if said else ""

    @property
    def branch(self) -> str:
        """The branch on which it is said to stand."""
        said = _BRANCH.search(self._sentence) if self._has_word("branch") else None
        return said["name"] or said["behind"] if said else ""

    def _has_word(self, sense: str) -> bool:
        return self.speech.has_word(sense, *self.around)

    def _is_said(self, sense: str) -> bool:
        return self._has_word(sense) and _is_said(sense, self._sentence)

    @cached_property
    def _sentence(self) -> str:
        """The sentence with the place marked in it; a list of many lines is one place, and is cut off."""
        text, (start, end), (first, last) = self.speech.text, self.place, self.around
        return f"{text[first:start]}{AT}{text[start : min(end, start + _WINDOW)]}{AT}{text[end:last]}"
