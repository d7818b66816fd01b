"""Inline code that is a statement and said to stand at a place: `src/a.py:3` reads `return token`."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.calls import call_name_at, is_made_at, is_named_call, name_of_call
from renkei.reports.formats.code_shapes import Shape, is_elided, is_statement, shape_of
from renkei.reports.formats.fences import is_assignment, is_source
from renkei.reports.formats.telling import is_told
from renkei.reports.formats.units import INLINE, SENTENCE, Unit, code_text
from renkei.reports.references import FoundReference, How

_LONGEST: Final = 2000
"""Characters of code that is all that follows on a line."""
_FEW: Final = 16
"""Characters of a comment that are no words about it."""
_BESIDE: Final = 80
"""Characters between a place and the comment that is named behind it."""
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
_SAID: Final = re.compile(
    r"\b(?:docstrings?|comments?|doc comments?|remark|readme|documentation|docs|manual|guide"
    r"|changelog|handbook|heading|licen[cs]e)\b[^\"“「\n]{0,120}?\b(?:says?|reads?|states?|warns?|explains?"
    r"|notes?|claims?|tells?)\b[^\"“「\n,.()]{0,30}[,:]?[ \t]?[\"“](?P<words>[^\"”\n]{1,400})[\"”]"
    r"|\b(?:docstring|comment)[:：]\s?[\"“](?P<shown>[^\"”\n]{1,400})[\"”]"
    r"|(?:docstring|ドキュメント文字列|コメント)[^「\"“\n]{0,80}(?:「(?P<ja>[^」\n]{1,400})」|[\"“](?P<marked>[^\"”\n]{1,400})[\"”])"
    r"[ 　]?と(?:書|あ|記|述|説明|い)",
    re.IGNORECASE,
)
_ATTRIBUTED: Final = re.compile(
    r"[\s>*+-]*(?:[\"“](?P<words>[^\"”\n]{1,400})[\"”]|「(?P<ja>[^」\n]{1,400})」)\s?[—–-]{1,2}\s?[`\[(*]*\Z"
)
"""A line of words in quotation marks, and behind a dash the place that they are from."""
_READS: Final = re.compile(
    r"[`)\]*]*,?[ \t]+(?:(?:which|that|it|and(?: it)?|the (?:line|text|file|code))[ \t])?"
    r"(?:(?:currently|simply|literally|just|only|now|still)[ \t])?reads?[ \t,:]{1,3}"
    r"[\"“](?P<words>[^\"”\n]{1,400})[\"”]"
    r"|[`)\]*]*[ \t　]?[にはで、]{1,3}[ 　]?「(?P<ja>[^」\n]{1,400})」[ 　]?と(?:書|あ|記)"
)
"""What a place itself is said to read, be it no code: a command, a setting, a sentence."""
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
_BARE: Final = re.compile(r"[`)*]*[ \t]*(?:[:：|→⇒]|[-=]>)[ \t]*(?P<code>[^`|\s][^`|]*)")
_IN_QUOTES: Final = re.compile(
    r"[`)*]*[ \t]*(?:(?:reads|says|contains|has|shows|is|states|does|runs"
    r"|you(?:['’]ll| will| can)? (?:find|see))[ \t:：]*[\"“](?P<code>[^\n]*)[\"”][\s.,;]*\Z"
    r"|(?:の?\d+ ?行目?)?に(?:は)?[ 　]?(?:次|以下)の(?:記述|コード|行)"
    r"が?(?:あります|ある)?[:：]?[ 　]?「(?P<shown>[^」\n]+)」"
    r"|に(?:は)?[ 　]?「(?P<ja>[^」\n]+)」[ 　]?(?:と(?:書|あ|記|い)|が(?:ある|あり|書)))"
)
_HAPPENS: Final = re.compile(r"[`)*]*[ \t]*(?:[→⇒]|[-=]>)")
"""An arrow, behind which may stand what a name holds then."""
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
_WITH: Final = re.compile(r"[`)\]*]*[ \t](?:with|as|by|through)[ \t]")
"""What joins code to the place before it."""
_IN_BRACKETS: Final = re.compile(r"[ぁ-ん]{0,9}[ 　]?[（(]`?")
"""What leads from words to the place behind them that they stand at."""
_SETTINGS: Final = (".toml", ".cfg", ".ini", ".conf", ".yaml", ".yml", ".json", ".properties")
"""Files of settings: what they do, they do with a setting that stands there."""
_OF_READER: Final = re.compile(
    r"\b(?:you|users?|we|one|i|can|set|setting|pass\w*|try\w*|overrid\w*|when|given|with|after|before)\b"
    r"|なら|場合|渡|設定",
    re.IGNORECASE,
)
"""Who may set another value there than the one that stands there."""
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


class StatedCode(NamedTuple):
    """Code that is said to stand at a place, or what is said to be `called` there; `others` stand in its sentence."""

    place: FoundReference
    code: str = ""
    called: str = ""
    how: How = "quoted"
    others: tuple[FoundReference, ...] = ()


def find_statements(text: str, places: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The code that is told of these places in their sentences."""
    unit = Unit(text)
    for number, place in enumerate(places):
        if not unit.holds(place):
            unit = Unit.around(text, place)
        if beside := _find_stated_beside(text, place, unit):
            yield beside
            continue
        near = [each for each in places[max(0, number - 1) : number + 2] if each is not place]
        told = list(_find_told(unit, place, near)) or list(_find_told_words(text, unit, place, near))
        told = told or list(_find_read(text, place))
        yield from [each for each in told if each.how != "shown"] or told[:1]


def find_told_in_field(field: str, name: str = "") -> Iterator[tuple[str, How]]:
    """The code that a field or a cell tells of the one place that its object or row is about."""
    for code in INLINE.finditer(field):
        shape = shape_of(code_text(code))
        if shape in ("solid", "shaped"):
            before = field[max(0, code.start() - SENTENCE) : code.start()]
            is_told_so = is_told(before, field[code.end() : code.end() + SENTENCE], shape)
            is_quote = is_told_so and not is_elided(code_text(code))
            yield code_text(code), "told" if is_quote and not _WISHED_FIELD.search(name) else "shown"


def find_call_in_field(field: str, name: str = "") -> str:
    """What is called by the call that is all that a cell holds, in the row of one place."""
    code = INLINE.fullmatch(field.strip())
    return "" if code is None or _WISHED_FIELD.search(name) else name_of_call(code_text(code))


def _find_stated_beside(text: str, place: FoundReference, unit: Unit) -> StatedCode | None:
    """What stands right behind a place, or right before it."""
    if bare := _code_behind(text, place):
        return StatedCode(place, bare, how=_how_bare(bare))
    before, behind = unit.beside(place)
    if behind and _is_said_behind(text, place, behind):
        return StatedCode(place, code_text(behind), how=_how(unit, place, behind, "solid"))
    if before and _is_said_before(text, place, before):
        return StatedCode(place, code_text(before), how=_how(unit, place, before, shape_of(code_text(before))))
    name = call_name_at(text, place.offset, place.end, behind, code_text(behind)) if behind else ""
    if not name or not behind:
        return None
    is_whole = not is_elided(code_text(behind))
    return StatedCode(place, code_text(behind) if is_whole else "", called=name, how="called")


def _find_told(unit: Unit, place: FoundReference, near: Sequence[FoundReference]) -> Iterator[StatedCode]:
    """The code in the sentence of a place that stands nearer to no other one, or in one that goes on about it."""
    if not unit.shapes:
        return
    first, last = unit.sentence(place)
    others = tuple(each for each in near if first <= each.offset < last)
    has_another = not others and _names_another(unit, place, first, last)
    found = False
    for code in unit.codes_between(first, last):
        shape = unit.shapes.get(code.start())
        if shape is None or place.offset - 1 <= code.start() <= place.end or not _is_nearest(unit, place, code, others):
            continue
        if has_another and not _stands_right_behind(unit, place, code):
            continue
        how: How = _how_of(unit, place, code, shape) if not is_elided(code_text(code)) else "shown"
        if how != "shown" or not others:
            yield StatedCode(place, code_text(code), how=how, others=others)
            found = True
    if not found and not has_another and not any(each.offset > place.offset for each in others):
        yield from _find_told_next(unit, place, last, near)


def _how_of(unit: Unit, place: FoundReference, code: re.Match[str], shape: Shape) -> How:
    if shape in ("solid", "shaped") or (shape == "part" and _is_in_brackets(unit.text, place, code)):
        return _how(unit, place, code, shape)
    return "called" if _is_called(unit, place, code) else "shown"


def _is_called(unit: Unit, place: FoundReference, code: re.Match[str]) -> bool:
    """Whether code is said to be what is called at the place: `a.py:3` opens it with `open(path)`."""
    if code.start() >= place.end:
        return is_made_at(unit.text, place.offset, place.end, code) or (
            _WITH.fullmatch(unit.text, place.end, code.start()) is not None and _is_told(unit, place, code, "solid")
        )
    is_joined = _JOINED.fullmatch(unit.text, code.end(), place.offset) is not None
    return is_joined and is_named_call(unit.text, code) and _is_told(unit, place, code, "solid")


def _is_nearest(unit: Unit, place: FoundReference, code: re.Match[str], others: Sequence[FoundReference]) -> bool:
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


def _find_told_next(
    unit: Unit, place: FoundReference, end: int, near: Sequence[FoundReference]
) -> Iterator[StatedCode]:
    """The code in the sentence behind that of a place, if it says what stands there: `It reads ...`."""
    first, last = unit.next_sentence(end)
    if any(first <= each.offset < last for each in near) or _ANOTHER.search(unit.text, first, last):
        return
    for code in unit.codes_between(first, last):
        shape = unit.shapes.get(code.start())
        before = unit.words(first, code.start(), place)
        if shape in ("solid", "shaped") and _SPEAKS_ON.match(before) and not is_elided(code_text(code)):
            if is_told(before, unit.words(code.end(), last, place), shape):
                yield StatedCode(place, code_text(code), how="told")
            return


def _is_in_brackets(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    """`src/a.py:3` (`key + value`)."""
    between = text[place.end : code.start()].strip("`* ")
    return between in ("(", "（") and text[code.end() : code.end() + 1] in (")", "）")


def _how(unit: Unit, place: FoundReference, code: re.Match[str], shape: Shape) -> How:
    """How code in the sentence of a place is told: as what stands there, as a value at some moment of a run, or not."""
    if not _is_told(unit, place, code, shape):
        return "shown"
    first, last = unit.sentence(place)
    before = unit.words(min(first, code.start()), code.start(), place)
    values = [each for each in unit.codes_between(first, last) if _GIVES_VALUE.fullmatch(code_text(each))]
    is_value = code in values and (
        len(values) > 1 or _RUNS.search(before) or _RUNS_BEHIND.match(unit.text, code.end(), max(last, code.end()))
    )
    return "valued" if is_value else "told"


def _is_told(unit: Unit, place: FoundReference, code: re.Match[str], shape: Shape) -> bool:
    first, last = unit.sentence(place)
    before = unit.words(min(first, code.start()), code.start(), place)
    if shape == "shaped" and place.path.endswith(_SETTINGS):
        if is_made_at(unit.text, place.offset, place.end, code):
            return True
        if place.line is not None and place.end <= code.start() and not _OF_READER.search(before):
            shape = "solid"
    return is_told(before, unit.words(code.end(), max(last, code.end()), place), shape)


def _stands_right_behind(unit: Unit, place: FoundReference, code: re.Match[str]) -> bool:
    """Whether code is this place's own, whatever else its sentence names: joined to it, or what is done there."""
    if is_made_at(unit.text, place.offset, place.end, code):
        return True
    return _WITH.fullmatch(unit.text, place.end, code.start()) is not None


def _names_another(unit: Unit, place: FoundReference, first: int, last: int) -> bool:
    """Whether a sentence names another file, or another line of the same one."""
    rest = f"{unit.text[first : place.offset]} {unit.text[place.end : last]}"
    return _ANOTHER.search(rest) is not None


def _find_told_words(
    text: str, unit: Unit, place: FoundReference, near: Sequence[FoundReference]
) -> Iterator[StatedCode]:
    """The words of a comment in quotation marks, where a sentence says what it says."""
    if not unit.has_quotes:
        return
    first, last = text.rfind("\n", 0, place.offset) + 1, unit.last
    for said in _SAID.finditer(text, max(first, place.offset - SENTENCE), min(last, place.end + SENTENCE)):
        words = said["words"] or said["shown"] or said["ja"] or said["marked"]
        is_near = not any(said.start() <= each.offset < said.end() for each in near)
        is_of_place = said.start() - _BESIDE < place.offset < said.end() or _IN_BRACKETS.fullmatch(
            text, said.end(), place.offset
        )
        if is_near and is_of_place and len(words) >= _FEW and is_told(said[0].partition(words)[0], "", "solid"):
            yield StatedCode(place, words, how="words")


def _find_read(text: str, place: FoundReference) -> Iterator[StatedCode]:
    """The words in quotation marks that a place reads."""
    if read := _READS.match(text, place.end) or _find_attributed(text, place):
        words = read["words"] or read["ja"]
        if len(words) >= _FEW and not _WISHED.search(text, max(0, place.offset - _BESIDE), place.offset):
            yield StatedCode(place, words, how="words")


def _find_attributed(text: str, place: FoundReference) -> re.Match[str] | None:
    nearest = max(0, place.offset - SENTENCE)
    begin = text.rfind("\n", nearest, place.offset) + 1
    return None if nearest and not begin else _ATTRIBUTED.match(text, begin, place.offset)


def _code_behind(text: str, place: FoundReference) -> str:
    """Code without back-ticks, as all that follows on the line, or in quotation marks behind `contains`."""
    last = text.find("\n", place.end, place.end + _LONGEST)
    if last < 0 and len(text) > place.end + _LONGEST:
        return ""
    rest = text[place.end : last if last >= 0 else len(text)]
    if text.endswith('"', 0, place.offset):
        rest = rest.partition('"')[0]  # all of a string in data
    found = _BARE.fullmatch(rest) or _IN_QUOTES.match(rest)
    if found is None:
        return ""
    said = found.groupdict()
    code = (said["code"] or said.get("shown") or said.get("ja") or "").strip()
    return code if is_source(code) or (is_assignment(code) and not _HAPPENS.match(rest)) else ""


def _how_bare(code: str) -> How:
    """How code without back-ticks is told: what only gives a name its value may be short for it."""
    if is_source(code):
        return "quoted"
    return "valued" if _GIVES_VALUE.fullmatch(code) else "told"


def _is_said_behind(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    between = text[place.end : code.start()].removeprefix("`")
    if _PROPOSED.match(text, code.end()):
        return False
    if (aside := _ASIDE.fullmatch(between)) and not _WISHED.search(aside["between"]):
        return is_statement(code_text(code)) and _ASIDE_ENDS.match(text, code.end()) is not None
    joint = _BEHIND.fullmatch(between)
    if joint is None:
        return False
    is_told = joint["says"] or (joint["ni"] and _WRITTEN.match(text, code.end())) or _is_entry(text, place, code)
    return is_statement(code_text(code)) or bool(is_told and _CALL.fullmatch(code_text(code)))


def _is_entry(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    """Whether a line is nothing but a place, a colon and code: `src/a.py:3: `close(file)``."""
    before = text[text.rfind("\n", 0, place.offset) + 1 : place.offset]
    is_alone = _LISTED.fullmatch(before) and _ENTRY_ENDS.match(text, code.end())
    return bool(is_alone) and text[place.end : code.start()].strip("`*) \t") in (":", "：")


def _is_said_before(text: str, place: FoundReference, code: re.Match[str]) -> bool:
    between = text[code.end() : place.offset].removesuffix("`")
    otherwise = _OTHERWISE.search(text, max(0, code.start() - 80), code.start())
    said = not otherwise and not _PROPOSED.match(text, code.end())
    return said and _BEFORE.fullmatch(between) is not None and is_statement(code_text(code))
