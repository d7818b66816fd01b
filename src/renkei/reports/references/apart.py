"""Files and lines that stand apart: in two columns of a table or of CSV, or a file over a list of its lines."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Protocol

from renkei import lazy_re as re
from renkei.reports.references.claim import FoundReference
from renkei.reports.references.filename import has_extension
from renkei.reports.references.positions import COUNTS, LINES, MENTION, NO_SUBJECT, read_line_list


class ReadFile(Protocol):
    def __call__(self, written: str, *, told: bool = False) -> str:
        """The path that is all of what is written, if it is surely one of a file; else nothing. `told`: a column of
        files has it.
        """
        ...


_FILE_HEADS: Final = (
    r"(?:source |target )?(?:files?(?:\(s\))?|path|file ?name|file ?path|module|location|where)"
    r"|(?:対象|該当)?ファイル(?:名|パス)?|パス|場所|対象"
)
_LINE_HEADS: Final = (
    r"(?:start |begin )?line(?:s|\(s\))?(?: ?(?:no\.?|num|numbers?|range|start|\#))?|(?:start|begin)line|ln\.?"
    r"|loc(?:ation)? line|行(?:番号)?|該当行|開始行"
)
_LAST_HEADS: Final = r"(?:end|last|to) ?line|line ?end|終了行"
_FILE_HEAD: Final = re.compile(_FILE_HEADS, re.IGNORECASE)
_LINE_HEAD: Final = re.compile(_LINE_HEADS, re.IGNORECASE)
_LAST_HEAD: Final = re.compile(_LAST_HEADS, re.IGNORECASE)
_CSV_HEADS: Final = re.compile(
    rf"(?=.*(?:{_FILE_HEADS}))(?=.*(?:{_LINE_HEADS}))[\w .()\#\"-]{{1,40}}(?P<mark>[,;\t])"
    r"[\w .()\#\"-]{1,40}(?:(?P=mark)[\w .()\#\"-]{1,40}){0,30}",
    re.IGNORECASE,
)
"""The first line of CSV: names of columns, a file and a line among them."""
_QUOTED: Final = re.compile(r"[ ]?\"[^\"]*\"(?:\"[^\"]*\")*")
_NUMBERS: Final = re.compile(rf"(?:lines?[ ]|第)?[~≈]?(?P<lines>{LINES})(?:行目?)?", re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t:-]*)*")
_MARKS: Final = " \t*_`~\"'"
_LINK: Final = re.compile(r"\[[^\]\n]*\]\(([^()\s#]+)(?:#[^()\s]*)?\)")
_FENCE: Final = re.compile(r"[ \t]*(?:```|~~~)")
_HEADING: Final = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]")
_MOST: Final = 400
"""Characters of a line that names a file or begins with a line; a longer one is prose."""

_OWNER: Final = re.compile(
    r"(?P<mark>[ \t]*(?:\#{1,6}[ \t]+)?(?:[-*+][ \t]+|[0-9]+[.)][ \t]+)?)"
    rf"(?:[*_]{{0,2}}(?:{_FILE_HEADS})[*_]{{0,2}}[:：][*_]{{0,2}}[ \t]*)?"
    r"[*_`~\"'\[]*(?P<path>[^\s*`~\"'|()\[\]:：]+)[*_`~\"'\]]*(?:\([^()\s]*\))?"
    r"(?P<tail>[ \t]*(?:[(（][^()（）]*[)）]|[-–—][ \t].*)?)[ \t]*[:：]?[*_ \t]*",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(
    r"(?P<mark>[ \t]*(?:[-*+•][ \t]+|[0-9]+[.)][ \t]+|>[ \t]*)?)[*_`(\[]{0,3}"
    r"(?P<said>(?:(?:Lines?|LINES?|lines?|[Ll]n\.?)[ \u00a0]\#?|L(?=[0-9])|第)?[~≈]?"
    rf"(?P<lines>{LINES})(?P<row>[ ]?行目)?)"
    r"(?P<end>[*_`)\]]{0,3}[ \t]?[:：–—-](?![0-9])|[*_`)\]]{0,3}(?=[ \t]|$))"
)
_IN_BRACKETS: Final = re.compile(
    r"[(（](?P<said>(?:(?:[Ll]ines?|[Ll]n\.?|[Ll]{1,2}\.)[ \u00a0]|L(?=[0-9])|第)"
    rf"[~≈]?(?P<lines>{LINES})(?:[ ]?行目?)?|約?(?P<rows>{LINES})[ ]?行目)(?:付近)?[)）]"
)
"""A line that is told in an entry, below the file of all its list: `- `put` hashes (line 10)`."""
_ENTRY: Final = re.compile(r"[ \t]*(?:[-*+•][ \t]|[0-9]+[.)][ \t]|#)")
"""What begins no row of a table, whatever bars are in it."""
_NAMED: Final = re.compile(r"`(?P<path>[^\s`]{1,300})`|\[[^\]\n]*\]\((?P<target>[^()\s#]+)\)")
_TELLS_LINES: Final = re.compile(r"\blines\b|行", re.IGNORECASE)
_HTML_ROW: Final = re.compile(r"<tr\b[^<>\n]{0,200}>", re.IGNORECASE)
_HTML_CELL: Final = re.compile(
    r"<t[dh]\b[^<>\n]{0,200}>(?P<cell>(?:[^<]|<(?!/?t[dhr]\b|/?table\b)){0,2000})</t[dh]>", re.IGNORECASE
)
_HTML_MARK: Final = re.compile(r"</?\w[^<>]{0,200}>")
_MOST_OF_ROW: Final = 4000
"""Characters of a row of HTML."""
_DITTO: Final = frozenset(("", "〃", "同上", "″", "ditto"))
_CODES: Final = frozenset(
    (200, 201, 202, 204, 301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 429, 500, 502, 503, 504)
)
"""Numbers that a list is as likely to tell the meaning of."""


class _Line(NamedTuple):
    number: int
    start: int
    text: str


class _Cell(NamedTuple):
    start: int
    text: str

    @property
    def plain(self) -> str:
        return self.text.strip(_MARKS)


@dataclass(slots=True)
class _Table:
    """The columns of a table that matter; -1 where there is none."""

    file: int = -1
    line: int = -1
    last: int = -1
    mark: str = "|"
    """Between two cells."""
    counts: bool = False
    """Whether a number in the column of lines may tell how many there are."""


@dataclass(slots=True)
class _State:
    owner: str = ""
    level: int = 0
    """Of the heading that names the file; 0 where it is no heading."""
    table: _Table | None = None
    csv: _Table | None = None
    fenced: bool = False
    before: list[_Cell] = field(default_factory=list[_Cell])
    """The cells of the last line."""
    lead: str = ""
    leads: bool = False
    """Whether a sentence names the file, so that only what is called a line is one."""
    indent: int = -1
    """Of a sentence that leads to lines of the file it names: they stand deeper, if it is an entry itself."""
    last: str = ""
    """The file of the row above."""
    in_brackets: bool = False
    """Whether any line is told in brackets at all."""
    above: list[tuple[int, set[str]]] = field(default_factory=list[tuple[int, set[str]]])
    """The files that the paragraph above a list names (-1), and those of its entries that are open, by their indent."""
    is_open: bool = False
    """Whether that paragraph goes on."""


def find_apart(text: str, read_file: ReadFile) -> Iterator[FoundReference]:
    """Each line of a file that stands apart from it, in their order."""
    state = _State(in_brackets=_IN_BRACKETS.search(text) is not None)
    start = 0
    for number, written in enumerate(text.split("\n"), 1):
        line = _Line(number, start, written)
        start += len(written) + 1
        if _FENCE.match(written):
            state.fenced = not state.fenced
        if state.csv or (len(written) < _MOST and _CSV_HEADS.fullmatch(written)):
            yield from _read_csv(line, state, read_file)
        elif not state.fenced:
            yield from _read_line(line, state, read_file)
    yield from _find_in_html(text, read_file)


def _find_in_html(text: str, read_file: ReadFile) -> Iterator[FoundReference]:
    """Each line of a file that stands in the columns of a table of HTML."""
    state, table, number, seen = _State(), _Table(), 1, 0
    for row in _HTML_ROW.finditer(text):
        number, seen = number + text.count("\n", seen, row.end()), row.end()
        end = text.find("</tr", row.end(), row.end() + _MOST_OF_ROW)
        if end < 0:
            continue
        cells = [
            _Cell(cell.start("cell"), _HTML_MARK.sub("", cell["cell"]).strip())
            for cell in _HTML_CELL.finditer(text, row.end(), end)
        ]
        if table.file >= 0 and table.line >= 0 and len(cells) > max(table.file, table.line):
            yield from _read_cells(table, cells, _Line(number, 0, text), state, read_file)
        else:
            state.before = cells
            table = _find_columns(state)


def _read_line(line: _Line, state: _State, read_file: ReadFile) -> Iterator[FoundReference]:
    if "|" in line.text and not _ENTRY.match(line.text):
        yield from _read_row(line, state, read_file)
        return
    state.table, state.before = None, []
    state.is_open = state.is_open and bool(line.text.strip())
    if not line.text.strip() or len(line.text) > _MOST:
        return
    heading = _HEADING.match(line.text)
    if heading and (not state.level or len(heading[1]) <= state.level):
        state.owner, state.level = "", 0
    if heading or line.text.rstrip().endswith((":", "：")):
        state.lead = line.text
    if state.indent >= 0 and _ENTRY.match(line.text) and _indent_of(line.text) <= state.indent:
        state.owner, state.indent = "", -1
    if state.owner and (item := _ITEM.match(line.text)) and _is_line(item, line.text, state):
        yield from _line_references(state.owner, line, line.start + item.start("said"), item["said"], item["lines"])
        return
    if state.in_brackets:
        yield from _read_entry(line, state, read_file)
    if path := _owner_of(line, read_file):
        state.owner, state.level, state.leads, state.indent = path, len(heading[1]) if heading else 0, False, -1
    elif not heading and not state.level and (path := _file_of_lead(line.text, read_file)):
        state.owner, state.leads = path, True
        state.indent = _indent_of(line.text) if _ENTRY.match(line.text) else -1
    elif not heading and not state.level and not _is_listed(line.text):
        state.owner = ""


def _read_entry(line: _Line, state: _State, read_file: ReadFile) -> Iterator[FoundReference]:
    """The lines in brackets of an entry that names no file, of the one file that is named above it."""
    named, is_heading = _files_in(line.text, read_file), _HEADING.match(line.text) is not None
    if is_heading or not _is_listed(line.text):
        named = _one_of(named | (state.above[0][1] if state.is_open and state.above else set()))
        state.above, state.is_open = [(-1, named)] if named else [], not is_heading
        return
    if not _ENTRY.match(line.text):
        return
    indent = _indent_of(line.text)
    state.above = [each for each in state.above if each[0] < indent]
    files = (state.above[-1][1] if state.above else set[str]()) | ({state.owner} if state.owner else set[str]())
    if named:
        state.above.append((indent, named))
    elif len(files) == 1 and "" not in files and not COUNTS.search(state.lead):
        for told in _IN_BRACKETS.finditer(line.text):
            numbers = told["lines"] or told["rows"]
            yield from _line_references(*files, line, line.start + told.start("said"), told["said"], numbers)


def _files_in(text: str, read_file: ReadFile) -> set[str]:
    """The file that a line names; `""` where that is none that is known, or one of several."""
    written = {each[0] for each in MENTION.finditer(text)}
    return _one_of({read_file(each) for each in written if has_extension(each) or read_file(each)})


def _one_of(files: set[str]) -> set[str]:
    return files if len(files) < 2 else {""}


def _read_csv(line: _Line, state: _State, read_file: ReadFile) -> Iterator[FoundReference]:
    """The names of the columns, or a row below them; what is no row ends it."""
    table = state.csv
    if table is None:
        heads = _CSV_HEADS.fullmatch(line.text)
        mark = heads["mark"] if heads else ""
        table = _columns_of([cell.plain for cell in _csv_cells(line, mark)], mark)
        state.csv = table if table.file >= 0 and table.line >= 0 else None
        return
    cells = list(_csv_cells(line, table.mark))
    if len(cells) <= max(table.file, table.line) or not _path_in(cells[table.file], read_file):
        state.csv = None
    elif not table.counts or not cells[table.line].plain.isdecimal():
        yield from _read_cells(table, cells, line, state, read_file)


def _owner_of(line: _Line, read_file: ReadFile) -> str:
    """The file that a line names and nothing else; a heading may say more."""
    owner = _OWNER.fullmatch(line.text)
    if not owner or (owner["tail"].strip()[:1] in tuple("-–—") and "#" not in owner["mark"]):
        return ""
    return read_file(_link_target(line.text) or owner["path"])


def _file_of_lead(text: str, read_file: ReadFile) -> str:
    """The one file of a sentence that leads to a list (`Problems in src/a.py:`), or of an entry that begins with it."""
    named = [each["path"] or each["target"] for each in _NAMED.finditer(text)]
    paths = {path for each in named if (path := read_file(each))}
    entry = _ENTRY.match(text)
    begins = entry and _NAMED.match(text[entry.end() :].lstrip("*_"))
    is_lead = text.rstrip(" *_").endswith((":", "：")) or begins
    return paths.pop() if len(paths) == 1 and is_lead else ""


def _indent_of(text: str) -> int:
    return len(text) - len(text.lstrip())


def _link_target(written: str) -> str:
    link = _LINK.search(written)
    return link[1] if link else ""


def _is_listed(text: str) -> bool:
    return text[:1] in " \t" or bool(re.match(r"[-*+•>]|[0-9]+[.)]", text))


def _is_line(item: re.Match[str], text: str, state: _State) -> bool:
    """Whether the entry begins with a line of the file: said so, or `- 12: what is there`."""
    if COUNTS.search(state.lead) or NO_SUBJECT.match(text, item.end("said")):
        return False
    if item["row"] or item.start("lines") > item.start("said"):
        return True
    if state.leads and not _TELLS_LINES.search(state.lead):
        return False
    is_told = item["end"].rstrip().endswith((":", "："))
    return is_told and bool(item["mark"]) and read_line_list(item["lines"])[0].line not in _CODES


def _read_row(line: _Line, state: _State, read_file: ReadFile) -> Iterator[FoundReference]:
    cells = list(_split_cells(line))
    if _SEPARATOR.fullmatch(line.text):
        state.table = _find_columns(state)
        return
    before, state.before = state.before, cells
    table = state.table
    if table is None:
        yield from _read_pair(before, cells, line, read_file)
    elif 0 <= table.line < len(cells):
        yield from _read_columns(table, cells, line, state, read_file)


def _read_columns(
    table: _Table, cells: list[_Cell], line: _Line, state: _State, read_file: ReadFile
) -> Iterator[FoundReference]:
    place = cells[table.line]
    if table.file < 0:
        if state.owner and (numbers := _NUMBERS.fullmatch(place.plain)):
            yield from _line_references(state.owner, line, _text_start(place), place.plain, numbers["lines"])
    elif table.file < len(cells):
        yield from _read_cells(table, cells, line, state, read_file)


def _read_pair(before: list[_Cell], cells: list[_Cell], line: _Line, read_file: ReadFile) -> Iterator[FoundReference]:
    """`| File | a.py |` over `| Line | 10 |`."""
    if (
        len(before) == len(cells) == 2
        and _FILE_HEAD.fullmatch(before[0].plain)
        and _LINE_HEAD.fullmatch(cells[0].plain)
    ):
        path, numbers = _path_in(before[1], read_file), _NUMBERS.fullmatch(cells[1].plain)
        if path and numbers:
            yield from _line_references(path, line, _text_start(cells[1]), cells[1].plain, numbers["lines"])


def _read_cells(
    table: _Table, cells: list[_Cell], line: _Line, state: _State, read_file: ReadFile
) -> Iterator[FoundReference]:
    file, place = cells[table.file], cells[table.line]
    path, numbers = _path_in(file, read_file), _NUMBERS.fullmatch(place.plain)
    if file.plain in _DITTO:
        path, file = state.last, place
    state.last = path
    if path and numbers:
        begin = min(_text_start(file), _text_start(place))
        end = max(_text_start(each) + len(each.plain) for each in (file, place))
        last = cells[table.last].plain if 0 <= table.last < len(cells) else ""
        lines = f"{numbers['lines']}-{last}" if last.isdecimal() and numbers["lines"].isdecimal() else numbers["lines"]
        yield from _line_references(path, line, begin, line.text[begin - line.start : end - line.start], lines)


def _find_columns(state: _State) -> _Table:
    heads = [cell.plain for cell in state.before]
    table = _columns_of(heads)
    is_count = table.counts and (len(heads) < 3 or bool(COUNTS.search(state.lead)))
    return replace(table, line=-1 if is_count else table.line)


def _columns_of(heads: list[str], mark: str = "|") -> _Table:
    plain = [head.replace("_", " ") for head in heads]
    file, line, last = (
        next((index for index, head in enumerate(plain) if pattern.fullmatch(head)), -1)
        for pattern in (_FILE_HEAD, _LINE_HEAD, _LAST_HEAD)
    )
    return _Table(file, line, last, mark, counts=line >= 0 and plain[line].lower() == "lines")


def _path_in(cell: _Cell, read_file: ReadFile) -> str:
    return read_file(_link_target(cell.text) or cell.plain, told=True)


def _text_start(cell: _Cell) -> int:
    return cell.start + len(cell.text) - len(cell.text.lstrip(_MARKS))


def _csv_cells(line: _Line, mark: str) -> Iterator[_Cell]:
    at = 0
    while at <= len(line.text):
        quoted = _QUOTED.match(line.text, at)
        end = line.text.find(mark, quoted.end() if quoted else at)
        end = len(line.text) if end < 0 else end
        yield _Cell(line.start + at, line.text[at:end])
        at = end + 1


def _split_cells(line: _Line) -> Iterator[_Cell]:
    inner = line.text.strip().removeprefix("|").removesuffix("|")
    start = line.start + line.text.index(inner)
    for part in inner.split("|"):
        yield _Cell(start, part)
        start += len(part) + 1


def _line_references(path: str, line: _Line, offset: int, written: str, numbers: str) -> Iterator[FoundReference]:
    for place in read_line_list(numbers):
        yield FoundReference(
            text=written, path=path, line=place.line, end_line=place.last, offset=offset, report_line=line.number
        )  # fmt: skip
