"""Inline code that is a statement and said to stand at a place: `src/a.py:3` reads `return token`."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.calls import call_name_at
from renkei.reports.formats.fences import is_source
from renkei.reports.formats.telling import CODE, PLACE, Shape, is_elided, is_told, shape_of
from renkei.reports.references import FoundReference, How

_LONGEST: Final = 2000
"""Characters of code that is all that follows on a line."""
_APART: Final = 200
"""Characters between a place and the statement that is said to stand there."""
_SENTENCE: Final = 600
"""Characters of a sentence on either side of a place."""
_MOST_LINES: Final = 6
"""Lines that a line runs on into."""
_FEW: Final = 16
"""Characters of a comment that are no words about it."""
_BESIDE: Final = 80
"""Characters between a place and the comment that is named behind it."""
_RUNS_ON: Final = re.compile(r"[ \t]*(?!\w+:[ \t])(?:[a-z(（]|`(?!``))")
_CLOSERS: Final = (".", ":", ";", "!", "?", "|", "。", "：", "！", "？", "\n", "")
_ENDS: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)[.!?](?=[\"')\]*]*(?:\s|\Z))|[。！？;；|]|\"[ \t]*[,}\]:]"
    r"|\n(?=[ \t]*[-*+•])"
)
_ANOTHER: Final = re.compile(
    r"\b[\w-]+\.(?:py|pyi|js|jsx|ts|tsx|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|md|rst|toml|ya?ml|json|cfg|ini"
    r"|html|css|sh|sql)\b|\blines? \d|\bL\d|(?<=[\s(`]):\d|\(\d+\)|\d+ ?行",
    re.ASCII,
)
_WISHED_FIELD: Final = re.compile(
    r"fix|suggest|recommend|propos|replac|after|new|should|better|expect|example|usage|remed|mitigat|solution|action"
    r"|todo|was|old|previous|修正|提案|推奨|改善|変更|対応|対策|例|期待|案",
    re.IGNORECASE,
)
"""The head of a column, or the name of a field, of code that does not stand there."""
_QUOTES: Final = re.compile('["“「]')
_SAID: Final = re.compile(
    r"\b(?:docstrings?|comments?|doc comments?|remark)\b[^\"“「\n]{0,120}?\b(?:says?|reads?|states?|warns?|explains?"
    r"|notes?|claims?|tells?)\b[^\"“「\n,.()]{0,30}[,:]?[ \t]?[\"“](?P<words>[^\"”\n]{1,400})[\"”]"
    r"|(?:docstring|ドキュメント文字列|コメント)[^「\n]{0,80}「(?P<ja>[^」\n]{1,400})」[ 　]?と(?:書|あ|記|述|説明|い)",
    re.IGNORECASE,
)
_INLINE: Final = re.compile(r"``(?P<two>[^\n]{1,400}?)``|`(?P<one>[^`\n]{1,400})`")
_BEHIND: Final = re.compile(
    r"[\"')\]*）」]*[ \t]{0,2}(?:[:：]|[-–—→]|=>|\(|（)?[ \t]{0,2}"
    r"(?P<says>(?:(?:which|that|it|and|the (?:code|line|file))[ \t])?"
    r"(?:(?:currently )?(?:reads|says|contains|has|shows|is|states|does|runs|executes|evaluates"
    r"|pins|declares|defines|assigns|imports)|consists of)[ \t:：]{0,3})?(?P<ni>(?:に(?:は)?|は|の)[ 　]?)?"
)
_ASIDE: Final = re.compile(r"(?P<between>[^`\n.;。]{0,60})[ \t][—–][ \t]")
_ASIDE_ENDS: Final = re.compile(r"[ \t]?[—–.,;]|[ \t]*$", re.MULTILINE)
"""A statement between dashes, a few words behind its place."""
_WISHED: Final = re.compile(
    r"\b(?:should|would|could|might|must|instead|replac\w+|fix\w*|use|add\w*|need\w*|better|suggest\w*|propos\w+"
    r"|like)\b|べき|修正|追加|変更",
    re.IGNORECASE,
)
_ENTRY_ENDS: Final = re.compile(r"[ \t.;,]*$", re.MULTILINE)
_LISTED: Final = re.compile(r"[ \t>]*(?:[-*+•][ \t]+|\d+[.)][ \t]+)?[`*]*\Z")
"""What stands before a place that begins its line."""
_BEFORE: Final = re.compile(
    r"[ \t]{0,2}(?:at|in|on|from|stands at|is at|@|[-–—,|:：]|は|が)?[ \t]{0,2}(?:line[ \t])?[(（\[*]*"
)
_BARE: Final = re.compile(r"[`)*]*[ \t]*[:：|][ \t]*(?P<code>[^`|\s][^`|]*)")
_IN_QUOTES: Final = re.compile(
    r"[`)*]*[ \t]*(?:(?:reads|says|contains|has|shows|is|states|does|runs)[ \t:：]*[\"“](?P<code>[^\n]*)[\"”][\s.,;]*\Z"
    r"|に(?:は)?[ 　]?「(?P<ja>[^」\n]+)」[ 　]?(?:と(?:書|あ|記|い)|が(?:ある|あり|書)))"
)
_WRITTEN: Final = re.compile(r"[ \t　]?(?:と(?:書|あ|記|い)|が(?:ある|あり|書))")
_OTHERWISE: Final = re.compile(
    r"(?:\b(?:no|not|never|missing|without|lacks?|add(?:ing|s)?|replac\w+|use|using|should|instead of|remov\w+|delet\w+"
    r"|chang\w+|insert\w*|wants?|needs?|expect\w*|would|like|as|becomes?|to|than|pass(?:es|ing)?|set(?:s|ting)?|if"
    r"|when|given"
    r"|call(?:s|ing)?|with|prefer|increase|for example,?|e\.g\.,?)\s(?:(?:a|an|the|it|by|with|to|be|have)\s)*"
    r"|修正|追加|削除|ない|なら|べき)[`\s]*\Z",
    re.IGNORECASE,
)
_PROPOSED: Final = re.compile(
    r"[ \t　]?(?:を(?:使|用い|追加|挿入|入れ|推奨)|に(?:変更|置き換|修正|書き換|直)|(?:would|should|could|might)\b"
    r"|is (?:better|safer|clearer|cleaner|preferred|missing|needed)\b|instead\b)"
)
"""What follows code that does not stand there yet."""
_CALL: Final = re.compile(r"[\w.\[\]\"']*\.\w+\(.*\);?|\w+\(.+\);?")
_WHOLE_CALL: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+\([^()\n]*[^()\s][^\n]*\);?")
_ANY_CALL: Final = re.compile(r"(?:await )?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)+\(.*\);?")
_KEYWORD: Final = re.compile(
    r"(?:return|assert|print|del|except|switch|case|match|raise|throw"
    r"|import|from \S+ import|def|class|if|elif|for|while|with|const|let|var|async|await|yield"
    r"|export (?:const|default|function|class|async|interface|type|enum)|public|private|protected|static|func|fn|fun"
    r"|package|use|#include|SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)[ (].*\S"
)
_SHAPE: Final = re.compile(r"\S (?:[-+*/|&^%]|:|\?\?|\|\|)?= \S|[;{]$|\):$|\S := \S")
_COMMAND: Final = re.compile(
    r"(?:\$|git|npm|npx|pip|uv|python3?|cd|ls|cat|grep|rg|sed|make|docker|curl|pytest|node|yarn|pnpm|cargo|go|sudo"
    r"|import-linter|renkei)(?:\s|$)"
)


_GIVES_VALUE: Final = re.compile(
    r"[A-Za-z_][\w.]*\s=\s(?:[rbuf]{0,2}[\"'][^\"'\n]*[\"']|[-+]?[\d_.]+\w*|True|False|None|\[\]|\{\})"
)
_RUNS: Final = re.compile(
    r"(?:\b(?:with|for|after|when|given|once|then|first|now|finally|hence|at that point|holds?|becomes?|gives?|leaves?"
    r"|ends? up"
    r"|(?:round|iteration|pass|step|call|run|debugger|stepped|printed|observed|saw|trace\w*))\b[^;]{0,40}|[→⇒]\s*"
    r"|=>\s*)\Z",
    re.IGNORECASE,
)
_RUNS_BEHIND: Final = re.compile(
    r"[\s,]*(?:[→⇒]|=>|(?:for|after|when|then|at|in the|on the|once|here|となり|になり|のとき|の場合)\b)", re.IGNORECASE
)
"""A moment of a run: what a name holds then need not be written out anywhere."""
_JOINED: Final = re.compile(
    r"`?[ \t,)]*(?:(?:which |that )?(?:is|stands|sits|lives|found)[ \t])?(?:at|on|in|from)?[ \t]*(?:line )?[(（\[`*]*"
)
"""What leads from code to the place behind it, and nothing else."""
_ITS: Final = (
    r"(?:lines?|statements?|code|checks?|tests?|conditions?|expressions?|assert\w*|comparisons?|guards?|bod(?:y|ies)"
    r"|calls?|loops?|returns?|signatures?|definitions?|assignments?|value|branch|rule|query|text|default|content)"
)
_EFFECTS: Final = (
    r"(?:break|mean|mak|caus|prevent|allow|let|lead|impl|need|affect|defeat|follow|result|explain|suffic|differ|mirror"
    r"|match|correspond|resembl|instead|caller)"
)
_SPEAKS_ON: Final = re.compile(
    rf"(?=\W*(?:\w+,?\s)?(?:it|this|that|they|(?:the|its|that|this)\s(?:[\w-]+\s){{0,4}}?{_ITS})\b"
    rf"|[^,;]*\b(?:there|here)\b|\W*(?:該当|その|この|当該|実際の|ここ|そこ|中身|コード|本体))(?![^\x02]*\b{_EFFECTS})",
    re.IGNORECASE,
)
"""A sentence that goes on about the place before it."""


class _Unit:
    """A line with those that it runs on into, from `first` to `last`, and the inline code in it."""

    def __init__(self, text: str, first: int = 0, last: int = -1) -> None:
        self.first, self.last = first, last
        self.text = text
        self.codes = list(_INLINE.finditer(text, first, last)) if last > first else []
        self.starts = [code.start() for code in self.codes]

    @classmethod
    def around(cls, text: str, place: FoundReference) -> "_Unit":
        first, last = text.rfind("\n", 0, place.offset) + 1, _line_end(text, place.end)
        for _ in range(_MOST_LINES):
            if not (first and _RUNS_ON.match(text, first) and text[first - 2 : first - 1] not in _CLOSERS):
                break
            first = text.rfind("\n", 0, first - 1) + 1
        for _ in range(_MOST_LINES):
            if not (_RUNS_ON.match(text, last + 1) and text[last - 1 : last] not in _CLOSERS):
                break
            last = _line_end(text, last + 1)
        return cls(text, first, last)

    def holds(self, place: FoundReference) -> bool:
        return self.first <= place.offset < self.last

    def beside(self, place: FoundReference) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The last before the place, and the first behind it, if they are near."""
        last, first = bisect_left(self.starts, place.offset), bisect_left(self.starts, place.end)
        last -= last > 0 and self.codes[last - 1].end() > place.offset  # the place stands in this one
        before = self.codes[last - 1] if last and self.codes[last - 1].end() > place.offset - _APART else None
        behind = self.codes[first] if first < len(self.codes) else None
        return before, behind if behind and behind.start() < place.end + _APART else None

    @cached_property
    def shapes(self) -> dict[int, Shape]:
        """What can be a quote, by where it begins."""
        shapes: dict[int, Shape] = {code.start(): shape_of(_code_text(code)) for code in self.codes}
        return {start: shape for start, shape in shapes.items() if shape != "none"}

    def sentence(self, place: FoundReference) -> tuple[int, int]:
        """Where the sentence of a place begins and ends."""
        first, last = place.offset - self.first, place.end - self.first
        low, high = max(0, first - _SENTENCE), min(len(self._masked), last + _SENTENCE)
        ends = [match.end() for match in _ENDS.finditer(self._masked, low, first)]
        end = _ENDS.search(self._masked, last, high)
        return self.first + (ends[-1] if ends else low), self.first + (end.start() if end else high)

    def next_sentence(self, end: int) -> tuple[int, int]:
        """Where the sentence begins and ends that follows one which ends here."""
        first = min(end + 1, self.last)
        stop = _ENDS.search(self._masked, first - self.first, min(len(self._masked), first - self.first + _SENTENCE))
        return first, self.first + stop.start() if stop else min(self.last, first + _SENTENCE)

    def codes_between(self, first: int, last: int) -> list[re.Match[str]]:
        return self.codes[bisect_left(self.starts, first) : bisect_left(self.starts, last)]

    def words(self, first: int, last: int, place: FoundReference) -> str:
        """A part of a sentence, with marks for the place and the code in it."""
        part, at = self._masked[first - self.first : last - self.first], place.offset - first
        if at < 0 or place.end > last:
            return part
        return f"{part[:at]}{PLACE * len(place.text)}{part[at + len(place.text) :]}"

    @cached_property
    def has_quotes(self) -> bool:
        return _QUOTES.search(self.text, self.first, self.last) is not None

    @cached_property
    def _masked(self) -> str:
        """Its text with marks for code, so that nothing in it ends a sentence."""
        pieces, at = list[str](), self.first
        for code in self.codes:
            pieces += [self.text[at : code.start()], CODE * (code.end() - code.start())]
            at = code.end()
        return "".join([*pieces, self.text[at : self.last]])


class StatedCode(NamedTuple):
    """Code that is said to stand at a place, or what is said to be `called` there; `others` stand in its sentence."""

    place: FoundReference
    code: str = ""
    called: str = ""
    how: How = "quoted"
    others: tuple[FoundReference, ...] = ()


def statements_beside(text: str, places: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The code that is told of these places in their sentences."""
    unit = _Unit(text)
    for number, place in enumerate(places):
        if not unit.holds(place):
            unit = _Unit.around(text, place)
        if beside := _stated_beside(text, place, unit):
            yield beside
            continue
        near = [each for each in places[max(0, number - 1) : number + 2] if each is not place]
        told = list(_told(unit, place, near)) or list(_words_told(text, unit, place, near))
        yield from [each for each in told if each.how != "shown"] or told[:1]


def told_in_field(field: str, name: str = "") -> Iterator[tuple[str, How]]:
    """The code that a field or a cell tells of the one place that its object or row is about."""
    for code in _INLINE.finditer(field):
        shape = shape_of(_code_text(code))
        if shape in ("solid", "shaped"):
            before = field[max(0, code.start() - _SENTENCE) : code.start()]
            is_told_so = is_told(before, field[code.end() : code.end() + _SENTENCE], shape)
            is_quote = is_told_so and not is_elided(_code_text(code))
            yield _code_text(code), "told" if is_quote and not _WISHED_FIELD.search(name) else "shown"


def _stated_beside(text: str, place: FoundReference, unit: _Unit) -> StatedCode | None:
    """What stands right behind a place, or right before it."""
    if bare := _code_behind(text, place):
        return StatedCode(place, bare)
    before, behind = unit.beside(place)
    if behind and _is_said_behind(text, place, behind):
        return StatedCode(place, _code_text(behind), how=_how(unit, place, behind, "solid"))
    if before and _is_said_before(text, place, before):
        return StatedCode(place, _code_text(before), how=_how(unit, place, before, shape_of(_code_text(before))))
    name = call_name_at(text, place.offset, place.end, behind, _code_text(behind)) if behind else ""
    return StatedCode(place, called=name) if name else None


def _told(unit: _Unit, place: FoundReference, near: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The code in the sentence of a place that stands nearer to no other one, or in one that goes on about it."""
    if not unit.shapes:
        return
    first, last = unit.sentence(place)
    others = tuple(each for each in near if first <= each.offset < last)
    if not others and _names_another(unit, place, first, last):
        return
    found = False
    for code in unit.codes_between(first, last):
        shape = unit.shapes.get(code.start())
        if shape is None or place.offset - 1 <= code.start() <= place.end or not _is_nearest(unit, place, code, others):
            continue
        is_code = shape in ("solid", "shaped") or (shape == "part" and _is_in_brackets(unit.text, place, code))
        how: How = _how(unit, place, code, shape) if is_code and not is_elided(_code_text(code)) else "shown"
        if how != "shown" or not others:
            yield StatedCode(place, _code_text(code), how=how, others=others)
            found = True
    if not found and not any(each.offset > place.offset for each in others):
        yield from _told_next(unit, place, last, near)


def _is_nearest(unit: _Unit, place: FoundReference, code: re.Match[str], others: Sequence[FoundReference]) -> bool:
    """Whether code is that of this place and no other: of the one right behind it, else of the last before."""
    if not others:
        return True
    behind = next((each for each in sorted((place, *others), key=_offset) if each.offset >= code.end()), None)
    if behind and _JOINED.fullmatch(unit.text, code.end(), behind.offset):
        return behind is place
    before = [each for each in (place, *others) if each.end <= code.start()]
    return bool(before) and max(before, key=_offset) is place


def _offset(place: FoundReference) -> int:
    return place.offset


def _told_next(unit: _Unit, place: FoundReference, end: int, near: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The code in the sentence behind that of a place, if it says what stands there: `It reads ...`."""
    first, last = unit.next_sentence(end)
    if any(first <= each.offset < last for each in near) or _ANOTHER.search(unit.text, first, last):
        return
    for code in unit.codes_between(first, last):
        shape = unit.shapes.get(code.start())
        before = unit.words(first, code.start(), place)
        if shape in ("solid", "shaped") and _SPEAKS_ON.match(before) and not is_elided(_code_text(code)):
            if is_told(before, unit.words(code.end(), last, place), shape):
                yield StatedCode(place, _code_text(code), how="told")
            return


def _is_in_brackets(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    """`src/a.py:3` (`key + value`)."""
    between = text[place.end : code.start()].strip("`* ")
    return between in ("(", "（") and text[code.end() : code.end() + 1] in (")", "）")


def _how(unit: _Unit, place: FoundReference, code: re.Match[str], shape: Shape) -> How:
    """How code in the sentence of a place is told: as what stands there, as a value at some moment of a run, or not."""
    if not _is_told(unit, place, code, shape):
        return "shown"
    first, last = unit.sentence(place)
    before = unit.words(min(first, code.start()), code.start(), place)
    values = [each for each in unit.codes_between(first, last) if _GIVES_VALUE.fullmatch(_code_text(each))]
    is_value = code in values and (
        len(values) > 1 or _RUNS.search(before) or _RUNS_BEHIND.match(unit.text, code.end(), max(last, code.end()))
    )
    return "valued" if is_value else "told"


def _is_told(unit: _Unit, place: FoundReference, code: re.Match[str], shape: Shape) -> bool:
    first, last = unit.sentence(place)
    before = unit.words(min(first, code.start()), code.start(), place)
    return is_told(before, unit.words(code.end(), max(last, code.end()), place), shape)


def _names_another(unit: _Unit, place: FoundReference, first: int, last: int) -> bool:
    """Whether a sentence names another file, or another line of the same one."""
    rest = f"{unit.text[first : place.offset]} {unit.text[place.end : last]}"
    return _ANOTHER.search(rest) is not None


def _words_told(text: str, unit: _Unit, place: FoundReference, near: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The words of a comment in quotation marks, where a sentence says what it says."""
    if not unit.has_quotes:
        return
    first, last = text.rfind("\n", 0, place.offset) + 1, unit.last
    for said in _SAID.finditer(text, max(first, place.offset - _SENTENCE), min(last, place.end + _SENTENCE)):
        words = said["words"] or said["ja"]
        is_near = not any(said.start() <= each.offset < said.end() for each in near)
        is_of_place = said.start() - _BESIDE < place.offset < said.end()
        if is_near and is_of_place and len(words) >= _FEW and is_told(said[0].partition(words)[0], "", "solid"):
            yield StatedCode(place, words, how="words")


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def _code_behind(text: str, place: FoundReference) -> str:
    """Code without back-ticks, as all that follows on the line, or in quotation marks behind `contains`."""
    last = text.find("\n", place.end, place.end + _LONGEST)
    if last < 0 and len(text) > place.end + _LONGEST:
        return ""
    rest = text[place.end : last if last >= 0 else len(text)]
    found = _BARE.fullmatch(rest) or _IN_QUOTES.match(rest)
    if found is None:
        return ""
    code = (found["code"] or found.groupdict().get("ja") or "").strip()
    return code if is_source(code) else ""


def _is_said_behind(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    between = text[place.end : code.start()].removeprefix("`")
    if _PROPOSED.match(text, code.end()):
        return False
    if (aside := _ASIDE.fullmatch(between)) and not _WISHED.search(aside["between"]):
        return is_statement(_code_text(code)) and _ASIDE_ENDS.match(text, code.end()) is not None
    joint = _BEHIND.fullmatch(between)
    if joint is None:
        return False
    is_told = joint["says"] or (joint["ni"] and _WRITTEN.match(text, code.end())) or _is_entry(text, place, code)
    return is_statement(_code_text(code)) or bool(is_told and _CALL.fullmatch(_code_text(code)))


def _is_entry(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    """Whether a line is nothing but a place, a colon and code: `src/a.py:3: `close(file)``."""
    before = text[text.rfind("\n", 0, place.offset) + 1 : place.offset]
    is_alone = _LISTED.fullmatch(before) and _ENTRY_ENDS.match(text, code.end())
    return bool(is_alone) and text[place.end : code.start()].strip("`*) \t") in (":", "：")


def _is_said_before(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    between = text[code.end() : place.offset].removesuffix("`")
    otherwise = _OTHERWISE.search(text, max(0, code.start() - 80), code.start())
    said = not otherwise and not _PROPOSED.match(text, code.end())
    return said and _BEFORE.fullmatch(between) is not None and is_statement(_code_text(code))


def _code_text(code: re.Match[str]) -> str:
    return (code["one"] or code["two"]).strip()


def is_call(code: str) -> bool:
    """Whether it is a call with its arguments, of something that is part of something; without them it is a name."""
    return _WHOLE_CALL.fullmatch(code.strip()) is not None


def are_calls(code: str) -> bool:
    """Whether each line is a call: nobody writes several below each other but to show them."""
    lines = [line for line in code.split("\n") if line.strip()]
    return bool(lines) and all(_ANY_CALL.fullmatch(line.strip()) for line in lines)


def is_statement(code: str) -> bool:
    """Whether inline code is a statement: no identifier, value, path or command."""
    plain = code.strip()
    if " " not in plain or _COMMAND.match(plain) or "..." in plain or "…" in plain:
        return False
    return bool(_KEYWORD.fullmatch(plain) or _SHAPE.search(plain))
