"""The entries of lists of files, in any dialect: each claims that its file is there, but for those said to be deleted.

A list is a key of YAML or JSON, a heading or a line that leads to entries, to a table, to a fence of paths or to a
drawn tree. In Markdown an entry has to look like a file; the value of a key is a file whatever it looks like.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.file_entries import (
    AND,
    DONE,
    FILES_TITLE,
    FileEntry,
    Kind,
    names_file_first,
    read_file_entry,
)
from renkei.reports.formats.json_lists import find_json_lists
from renkei.reports.formats.page import Page
from renkei.reports.references import FoundReference
from renkei.reports.references.filename import file_likeness, has_extension

_PLAIN: Final = re.compile(r"files|ファイル(?:一覧)?", re.IGNORECASE)
"""What says so in a result."""
_CHANGES: Final = re.compile(
    rf"{DONE}(?:{AND}{DONE})*|(?:code )?changes(?: made)?|what (?:i|we|was) (?:did|changed|done)|deliverables?|outputs?"
    r"|変更(?:内容|点)|作成|実装内容",
    re.IGNORECASE,
)
"""What leads to what was done, where an entry that begins with a path is one of a file."""
_PLAN: Final = re.compile(
    r"\b(?:next|plan|proposal|proposed|recommend\w*|todo|future|roadmap)\b|今後|次の|提案|計画|推奨", re.IGNORECASE
)
_DELETED: Final = re.compile(r"(?:delet|remov)\w*(?:[ _]files?)?|削除.*", re.IGNORECASE)

_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?:[0-9]+[.)][ \t]+)?(?P<title>[^\n]{1,80}?)[ \t:：#]*")
_LEAD: Final = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*+][ \t]+)?[*_\"']{0,3}(?P<title>[\w /()（）・、&,-]{1,60}?)[*_\"']{0,3}"
    r"[:：][*_]{0,2}(?P<rest>.*)"
)
_COUNTED: Final = re.compile(r"[ \t]*[(（][0-9]+[^()（）]*[)）]\Z")
_NUMBER_OF: Final = re.compile(r"\b[0-9]{1,4} (?=files?\b)", re.IGNORECASE)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ENTRY: Final = re.compile(r"[ \t]*(?:[-*+•]|[0-9]+[.)])[ \t]+(?P<entry>\S.*)")
_FENCE: Final = re.compile(r"[ \t]*(?P<fence>```+|~~~+)[ \t]*(?:te?xt|plaintext|plain|tree|none|diff)?[ \t]*")
_ALONE: Final = re.compile(r"[ \t]*(?:[AM+~]{1,2}[ \t]+|\?\?[ \t]+)?[^\s`]+(?:[ \t]+(?:[#(（|—–]|-[ \t]|<-).*)?[ \t]*")
_DRAWN: Final = re.compile(r"(?P<lines>[ \t│├└─┬|`+-]*)(?P<name>[\w.@+-]+/?)(?:[ \t]+(?:[#(（—–]|-[ \t]|<-).*)?[ \t]*")
_STRING: Final = re.compile(r"\"(?P<double>[^\"\n]+)\"|'(?P<single>[^'\n]+)'|(?P<bare>[^\s\[\],\"'{}]+)")
_STATUS: Final = re.compile(r"changes?|status|action|変更(?:内容|種別)?|状態|操作", re.IGNORECASE)
_FILE: Final = re.compile(rf"(?:{DONE}[ _])?(?:files?|path)|ファイル(?:名)?|パス", re.IGNORECASE)
_FILE_KEY: Final = re.compile(r"path|file(?:_?(?:name|path))?", re.IGNORECASE)
_OBJECTS: Final = ("task-result", "completion-yaml", "sdd-report")

_MOST: Final = 2000
"""Characters of a line that has an entry; a longer one is prose."""
_MOST_FENCED: Final = 200
"""Lines of a fence that lists files."""
_LONGEST: Final = 300
"""Characters of a line of it."""


class _Line(NamedTuple):
    number: int
    start: int
    text: str


@dataclass(slots=True)
class _State:
    """The list of files that is open, if one is, and of which kind."""

    kind: Kind = ""
    keyed: bool = False
    by_heading: bool = False
    indent: int = 0
    skipped: bool = False
    """Under a key for what was deleted."""
    column: int = -1
    """Of the table in which the files stand."""
    title: str = ""
    """Of the heading above."""


def find_listed_files(page: Page) -> Iterator[FoundReference]:
    """Every entry, in their order, that the result itself claims."""
    if page.dialect in ("written", "cpf"):
        return
    lines = list(_number_lines(page.text))
    taken: set[int] = set()
    for found in find_json_lists(page.text, lambda title: _kind_of(title, page)):
        taken.update(range(_line_at(page, found.start) - 1, _line_at(page, found.end)))
        yield from (each for each in _entry_references(page, found.entries) if page.is_claim(each))
    yield from _walk_lines(page, lines, taken)


def _number_lines(text: str) -> Iterator[_Line]:
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        yield _Line(number, start, line)
        start += len(line) + 1


def _entry_references(page: Page, entries: Iterable[FileEntry]) -> Iterator[FoundReference]:
    for entry in entries:
        at = _line_at(page, entry.at)
        yield FoundReference(text=entry.written, path=entry.path, offset=entry.at, report_line=at)


def _line_at(page: Page, offset: int) -> int:
    return bisect_right(page.starts, offset)


def _walk_lines(page: Page, lines: Sequence[_Line], taken: set[int]) -> Iterator[FoundReference]:
    state, at, is_inside = _State(), 0, False
    while at < len(lines):
        line = lines[at]
        if line.text.lstrip().startswith(("```", "~~~")):
            if is_inside and state.keyed:
                state.kind = ""  # a list that was begun in a fence ends with it
            is_inside = not is_inside
        body = _fence_of_paths(lines, at) if state.kind == "files" and not state.keyed else []
        if body:
            yield from _read_drawn(body) if _is_drawn(body) else _read_paths(body)
            at += len(body) + 2
            is_inside = False
            continue
        if at not in taken and len(line.text) <= _MOST and line.text.strip():
            yield from (each for each in _read_line(line, state, page) if page.is_claim(each))
        at += 1


def _fence_of_paths(lines: Sequence[_Line], at: int) -> list[_Line]:
    """The lines of the fence that opens there, if they are nothing but paths."""
    fence = _FENCE.fullmatch(lines[at].text)
    if not fence:
        return []
    body: list[_Line] = []
    for line in lines[at + 1 : at + 2 + _MOST_FENCED]:
        if line.text.strip().startswith(fence["fence"]):
            return body
        if len(line.text) > _LONGEST or (
            line.text.strip() and not (_ALONE.fullmatch(line.text) or _DRAWN.fullmatch(line.text))
        ):
            return []
        body.append(line)
    return []


def _is_drawn(body: Sequence[_Line]) -> bool:
    return any(
        line.text.lstrip()[:1] in tuple("├└│") or line.text.startswith("  ") for line in body if line.text.strip()
    )


def _read_paths(body: Iterable[_Line]) -> Iterator[FoundReference]:
    for line in body:
        yield from _line_references(line, read_file_entry(line.text))


def _read_drawn(body: Sequence[_Line]) -> Iterator[FoundReference]:
    """The files of a drawn tree, each below the folders that stand further left."""
    drawn = [(line, name) for line in body if (name := _DRAWN.fullmatch(line.text))]
    folders: list[tuple[int, str]] = []
    for index, (line, match) in enumerate(drawn):
        column, name = match.start("name"), match["name"]
        folders = [folder for folder in folders if folder[0] < column]
        follows = drawn[index + 1][1].start("name") if index + 1 < len(drawn) else 0
        path = "/".join([*(folder for _, folder in folders if folder != "."), name.rstrip("/")])
        if name.endswith("/") or follows > column:
            folders.append((column, name.rstrip("/")))
        elif has_extension(name) or file_likeness(name, quoted=True) != "none":
            yield FoundReference(text=name, path=path, offset=line.start + column, report_line=line.number)


def _read_line(line: _Line, state: _State, page: Page) -> Iterator[FoundReference]:
    text = line.text
    entry = _ENTRY.fullmatch(text)
    if heading := _HEADING.fullmatch(text):
        state.kind, state.title = _kind_of(heading["title"], page), heading["title"]
        state.by_heading, state.keyed, state.column = bool(state.kind), False, -1
    elif lead := _LEAD.fullmatch(text):
        yield from _read_lead(lead, line, state, page)
    elif "|" in text and not entry:
        yield from _read_row(line, state)
    elif state.kind and entry:
        yield from _read_item(line, entry.start("entry"), state)
    elif state.kind and state.keyed and text.strip()[:1] in ('"', "'"):
        yield from _read_strings(line, 0)
        state.kind = "" if "]" in text else state.kind
    elif state.kind == "files" and not state.keyed and names_file_first(text):
        yield from _line_references(line, read_file_entry(text))
    elif not state.by_heading and text[:1] not in " \t":
        state.kind = ""


def _read_item(line: _Line, begin: int, state: _State) -> Iterator[FoundReference]:
    if not state.skipped:
        yield from _line_references(
            line, read_file_entry(line.text, begin, sure=state.kind == "files", whatever=state.keyed)
        )


def _read_lead(lead: re.Match[str], line: _Line, state: _State, page: Page) -> Iterator[FoundReference]:
    """`files_changed:`, `**Files changed:** a.py`; a key below one; or an entry with what is said of it."""
    entry = _ENTRY.fullmatch(line.text)
    if state.kind and state.keyed and len(lead["indent"]) > state.indent:
        yield from _read_below(lead, line, state)
    elif (kind := _kind_of(lead["title"], page)) and not (kind == "changes" and state.kind and lead["rest"].strip()):
        yield from _open_list(lead, line, kind, state, page)
    elif state.kind and entry:
        yield from _read_item(line, entry.start("entry"), state)
    elif not state.by_heading:
        state.kind = ""


def _open_list(lead: re.Match[str], line: _Line, kind: Kind, state: _State, page: Page) -> Iterator[FoundReference]:
    rest = lead["rest"].strip()
    is_key = "_" in lead["title"] or _CAMEL.search(lead["title"]) is not None or page.dialect in _OBJECTS
    state.keyed = line.text.strip()[:1] in ('"', "'") or is_key
    state.kind = kind if not rest or rest == "[" else ""
    state.by_heading, state.column, state.skipped, state.indent = False, -1, False, len(lead["indent"])
    if rest.startswith("[") and state.keyed:
        yield from _read_strings(line, lead.start("rest"))
    elif rest and not _PLAN.search(state.title):
        yield from _line_references(line, read_file_entry(line.text, lead.start("rest"), sure=kind == "files"))


def _read_below(lead: re.Match[str], line: _Line, state: _State) -> Iterator[FoundReference]:
    """A key in a list of files: `created:` over some of them, `- path: a.py`, or what is said of one."""
    rest, entry = lead["rest"].strip(), _ENTRY.fullmatch(line.text)
    if entry:
        yield from _read_item(line, entry.start("entry"), state)
    elif not rest or rest.startswith("["):
        state.skipped = _DELETED.fullmatch(lead["title"].strip()) is not None
        yield from () if state.skipped else _read_strings(line, lead.start("rest"))
    elif _FILE_KEY.fullmatch(lead["title"].strip()):
        yield from _read_item(line, lead.start("rest"), state)


def _kind_of(title: str, page: Page) -> Kind:
    plain = _NUMBER_OF.sub("", _COUNTED.sub("", _CAMEL.sub(" ", title.strip(" *_`\"'"))))
    if page.dialect == "task-result" and plain.lower() == "artifacts":
        return ""
    if FILES_TITLE.fullmatch(plain) or ((page.dialect != "prose" or page.is_data) and _PLAIN.fullmatch(plain)):
        return "files"
    return "changes" if _CHANGES.fullmatch(plain) else ""


def _read_row(line: _Line, state: _State) -> Iterator[FoundReference]:
    """The cell of the file in each row, in a list or in a table of files and what was changed."""
    cells = line.text.strip().strip("|").split("|")
    plain = [cell.strip(" *_`") for cell in cells]
    column = next((index for index, cell in enumerate(plain) if _FILE.fullmatch(cell)), -1)
    if len(cells) > 1 and column >= 0:
        is_list = state.kind == "files" or any(_STATUS.fullmatch(cell) for cell in plain) or " " in plain[column]
        state.column = column if is_list else -1
    elif 0 <= state.column < len(cells):
        begin = line.text.index("|".join(cells[state.column :]))
        whole = "|".join(cells[state.column :])
        yield from _line_references(line, read_file_entry(line.text, begin + len(whole) - len(whole.lstrip())))


def _read_strings(line: _Line, begin: int) -> Iterator[FoundReference]:
    """The strings of one line of a list in brackets."""
    close = line.text.find("]", begin)
    for string in _STRING.finditer(line.text, begin, close if close >= 0 else len(line.text)):
        kind = string.lastgroup or ""
        if " " not in string[kind]:
            entries = read_file_entry(string[kind], whatever=True)
            yield from _line_references(line, (entry._replace(at=string.start(kind) + entry.at) for entry in entries))


def _line_references(line: _Line, entries: Iterable[FileEntry]) -> Iterator[FoundReference]:
    for entry in entries:
        yield FoundReference(text=entry.written, path=entry.path, offset=line.start + entry.at, report_line=line.number)
