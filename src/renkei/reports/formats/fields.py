"""Code in a field of an object or record: `{"file": "a.py", "line": 12, "code": "..."}`, in JSON and in YAML.

It is said to stand at the place that the same object names, and so is code that its description tells. A `code` is
often the name of a rule or of an error, and evidence is often prose: only what can be code is compared.
"""

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.fences import is_prose, is_source
from renkei.reports.formats.page import CODE_KEYS, Page
from renkei.reports.formats.proposals import strip_proposals
from renkei.reports.formats.quotes import MOST_PLACES, Quoted
from renkei.reports.formats.sections import strip_ticks
from renkei.reports.formats.snippets import looks_like_code
from renkei.reports.formats.statements import find_told_in_field
from renkei.reports.references import FoundReference, How
from renkei.reports.references.paths import Known
from renkei.reports.references.positions import FILE_KEY

_STRING: Final = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_PROSE_KEYS: Final = (
    r"text|content|statement|(?:current|existing|original)(?:_?[Cc]ode)?|before|line_?(?:[Tt]ext|[Cc]ontent)"
    r"|source_?(?:[Ll]ine|[Cc]ode)|match(?:ed)?(?:_?(?:[Tt]ext|[Ll]ine|[Cc]ode))?"
)
"""Keys under which code is one as well, if every line of it can be nothing else."""
_KEYS: Final = rf"{CODE_KEYS}|{_PROSE_KEYS}|evidence"
_OFTEN_PROSE: Final = re.compile(_PROSE_KEYS)
_FIELD: Final = re.compile(
    rf"""
    (?:(?P<mark>["'])(?P<quoted_key>{_KEYS})(?P=mark)
      | ^(?P<indent>[ \t]*(?:-[ ]+)?)(?P<bare_key>{_KEYS}))
    [ \t]?:[ \t]*
    (?: (?P<double>{_STRING}) | '(?P<single>[^'\n]*(?:''[^'\n]*)*)' | (?P<list>\[\s*{_STRING}(?:\s*,\s*{_STRING})*\s*\])
      | (?P<block>[|>][+-]?[0-9]?[+-]?)[ \t]*\n | (?P<plain>(?(indent)[^\s"'\[{{|>][^\n]*|(?!))) )
    """,
    re.VERBOSE | re.MULTILINE,
)
_ELEMENT: Final = re.compile(
    rf"<(?P<bare_key>{CODE_KEYS})>\s?(?:<!\[CDATA\[)?(?P<inner>[^<>]{{1,2000}}?)(?:\]\]>)?\s?</(?P=bare_key)>"
)
"""Code in an element; what is around it names its place."""
_LITERAL: Final = re.compile(r"(?:code_?)?[Ss]nippet|[Ee]xcerpt")
"""Keys whose values stand there as they are, settings too."""
_TELLING: Final = (
    "description|message|body|details?|text|note|comment|problem|issue|explanation|finding|observation|title|summary|impact"
    "|reason|rationale"
)
_TELLS: Final = re.compile(
    rf"""
    (?:(?P<mark>["'])(?P<quoted_key>{_TELLING})(?P=mark) | ^(?P<indent>[ \t]*(?:-[ ]+)?)(?P<bare_key>{_TELLING}))
    [ \t]?:[ \t]*
    (?P<said>{_STRING}|(?(indent)[^\s"'\[{{|>][^\n]*|(?!)))
    """,
    re.VERBOSE | re.MULTILINE,
)
"""A field of prose, in which code may be told of the place that the object names."""
_TICKED: Final = re.compile(r"(`+)(?P<code>[^`]+)\1")
_FENCED: Final = re.compile(r"\s*(?:```|~~~)[^\n]*\n(?P<code>.*?)\n?[ \t]*(?:```|~~~)?\s*", re.DOTALL)
_BRACE: Final = re.compile(rf"{_STRING}|(?P<brace>[{{}}])")
"""Those in strings are none."""
_ENDS_RECORD: Final = re.compile(r"\s*(?:#{1,6} |```|~~~|---\s*$)")
_DEEPEST: Final = 1000
"""How far from the margin a key is measured: all that stand further in are as deep."""
_MOST_LINES: Final = 40
_TAG: Final = 200
"""Characters of a tag before the place in it."""
_REACH: Final = 4000
"""Lines of a record, and characters of an object, that are looked at before a field and behind it."""

_Span = tuple[int, int]


class _Field(NamedTuple):
    """A field, the code in it, and how that is put."""

    match: re.Match[str]
    code: str
    how: How = "quoted"


def find_code_fields(page: Page, found: Sequence[FoundReference], known: Known | None = None) -> Iterator[Quoted]:
    """The code of each field, with the place that its object names."""
    fields = [_Field(field, code) for field in _FIELD.finditer(page.text) if (code := _field_code(field, page))]
    if "`" in page.text:
        fields += [
            _Field(field, code, how)
            for field in _TELLS.finditer(page.text)
            if len(field["said"]) <= _REACH
            for code, how in find_told_in_field(
                _unquote_string(field["said"]) if field["said"][0] == '"' else field["said"]
            )
        ]
        fields.sort(key=lambda each: each.match.start())
    paired = _Pairing(page, found, known).pair_quotes(fields) if fields else iter(())
    return chain(paired, _find_elements(page, found))


def _find_elements(page: Page, found: Sequence[FoundReference]) -> Iterator[Quoted]:
    """The code of each element, with the place that the tag before it names."""
    offsets = [place.offset for place in found]
    for element in _ELEMENT.finditer(page.text) if "</" in page.text else ():
        number = bisect_left(offsets, element.start()) - 1
        place = found[number] if number >= 0 else None
        if place is None or place.offset < element.start() - _REACH or not _is_in_tag(page.text, place.offset):
            continue
        code = element["inner"]
        if looks_like_code(code):
            yield Quoted(place, code, page.source_line(page.line_at(element.start())))


def _is_in_tag(text: str, at: int) -> bool:
    """Whether it is an attribute."""
    low = max(0, at - _TAG)
    return text.rfind("<", low, at) > text.rfind(">", low, at)


def _field_code(field: re.Match[str], page: Page) -> str:
    """What a field holds, if it is code."""
    value = _field_value(field, page)
    ticked = _TICKED.fullmatch(value.strip())
    key = field["quoted_key"] or field["bare_key"]
    if ticked is None and key == "evidence":
        return ""
    if _OFTEN_PROSE.fullmatch(key) and not all(is_source(line) for line in value.split("\n") if line.strip()):
        return ""
    fenced = _FENCED.fullmatch(value)
    code = ticked["code"] if ticked else fenced["code"] if fenced else strip_ticks(value)
    code = strip_proposals(code)
    is_code = looks_like_code(code) or (_LITERAL.fullmatch(key) and re.search(r"\W", code) and not is_prose(code))
    return code.strip("\n") if is_code else ""


def _field_value(field: re.Match[str], page: Page) -> str:
    if field["double"] is not None:
        return _unquote_string(field["double"])
    if field["list"] is not None:
        return "\n".join(_unquote_string(each[0]) for each in re.finditer(_STRING, field["list"]))
    if field["block"] is not None:
        return "\n".join(_lines_below(field, page))
    return field["plain"].rstrip() if field["single"] is None else field["single"].replace("''", "'")


def _unquote_string(string: str) -> str:
    try:
        return str(json.loads(string))
    except ValueError:
        return string[1:-1]


def _lines_below(field: re.Match[str], page: Page) -> Iterator[str]:
    """The lines of a block: those that are deeper than its key."""
    number = page.line_at(field.start("block"))
    column = _key_column(page, field)
    for line in map(page.line_text, range(number + 1, len(page.starts) + 1)):
        if line.strip() and _indent_of(line) <= column:
            return
        yield line


def _key_column(page: Page, field: re.Match[str]) -> int:
    """Where the key of a field stands in its line."""
    key = field.start("mark") if field["quoted_key"] else field.start("bare_key")
    begin = page.starts[page.line_at(key) - 1]
    return len(page.text[begin : min(key, begin + _DEEPEST)].expandtabs(4))


def _indent_of(line: str) -> int:
    plain = line.expandtabs(4) if "\t" in line else line
    return len(plain) - len(plain.lstrip())


class _Pairing:
    """The objects of one page, and the places in them."""

    def __init__(self, page: Page, found: Sequence[FoundReference], known: Known | None) -> None:
        self._page = page
        self._found = found
        self._known = known
        stands = [(place.offset, n) for n, place in enumerate(found)]
        stands += [(place.line_offset, n) for n, place in enumerate(found) if place.line_offset >= 0]
        self._stands = sorted(stands)
        self._lines: dict[int, _Line] = {}

    def pair_quotes(self, fields: Sequence[_Field]) -> Iterator[Quoted]:
        objects = self._objects_around([each.match for each in fields])
        for (field, code, how), around in zip(fields, objects, strict=True):
            begin, end = around or self._record_around(field)
            span = max(begin, field.start() - _REACH), min(end, field.end() + _REACH)
            places = self._places_in(span, field.span()) or self._file_in(span, field.span())
            is_one = how == "quoted" or (len(places) == 1 and not self._places_in(field.span(), (0, 0)))
            if places and is_one:
                own = next((place for place in places if place.line_offset >= 0), places[0])
                line = self._page.source_line(self._page.line_at(field.start()))
                yield Quoted(own, code, line, tuple(place for place in places if place is not own), how=how)

    def _places_in(self, span: _Span, field: _Span) -> list[FoundReference]:
        """The places that the object names, but for those in the code itself."""
        low, high = (bisect_left(self._stands, (at,)) for at in span)
        numbers = dict.fromkeys(n for at, n in self._stands[low:high] if not field[0] <= at < field[1])
        return [self._found[n] for n in islice(numbers, MOST_PLACES)]

    def _file_in(self, span: _Span, field: _Span) -> list[FoundReference]:
        """The file that the object names without a line, if it is one of the tree."""
        starts, keys = self._keys
        for key in islice(keys, bisect_left(starts, span[0]), bisect_left(starts, span[1])):
            path = key["path"].removeprefix("./")
            if self._known and self._known(path) and not field[0] <= key.start() < field[1]:
                line = self._page.line_at(key.start("path"))
                return [FoundReference(text=key["path"], path=path, offset=key.start("path"), report_line=line)]
        return []

    @cached_property
    def _keys(self) -> tuple[list[int], list[re.Match[str]]]:
        keys = list(FILE_KEY.finditer(self._page.text))
        return [key.start() for key in keys], keys

    def _objects_around(self, fields: Sequence[re.Match[str]]) -> list[_Span | None]:
        """The innermost object in braces that holds each field, if there is one."""
        spans: list[_Span] = []
        opened: list[int] = []
        owners: list[int | None] = []
        for token in _BRACE.finditer(self._page.text):
            while len(owners) < len(fields) and fields[len(owners)].start() <= token.start():
                owners.append(opened[-1] if opened else None)
            if token["brace"] == "{":
                opened.append(len(spans))
                spans.append((token.start(), len(self._page.text)))
            elif token["brace"] and opened:
                number = opened.pop()
                spans[number] = (spans[number][0], token.end())
        owners += [opened[-1] if opened else None] * (len(fields) - len(owners))
        return [None if owner is None else spans[owner] for owner in owners]

    def _record_around(self, field: re.Match[str]) -> _Span:
        """The lines of a record of YAML that holds a field."""
        page, column = self._page, _key_column(self._page, field)
        number = page.line_at(field.start())
        first, last = number, number
        while first > max(1, number - _MOST_LINES) and self._line_at(first).entry != column:
            above = self._line_at(first - 1)
            if above.entry != column and above.ends_record(column):
                break
            first -= 1
        while last < min(len(page.starts), number + _MOST_LINES) and not self._line_at(last + 1).ends_record(column):
            last += 1
        return page.starts[first - 1], page.starts[last] if last < len(page.starts) else len(page.text)

    def _line_at(self, number: int) -> "_Line":
        if number not in self._lines:
            self._lines[number] = _read_line(self._page.line_text(number))
        return self._lines[number]


class _Line(NamedTuple):
    """A line of YAML: its indent (of a blank line none), and where the keys of an entry stand that it begins."""

    indent: int | None
    entry: int = -1
    is_end: bool = False

    def ends_record(self, column: int) -> bool:
        """Whether a record whose keys stand in this column does not go on here."""
        return column == 0 if self.indent is None else self.indent < column or self.is_end


def _read_line(line: str) -> _Line:
    if not line.strip():
        return _Line(None)
    indent = _indent_of(line)
    rest = line.expandtabs(4)[indent:]
    entry = indent + len(rest) - len(rest[1:].lstrip()) if rest.startswith("- ") else -1
    return _Line(indent, entry, _ENDS_RECORD.match(line) is not None)
