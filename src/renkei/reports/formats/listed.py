"""The entries of lists of files, in any dialect: each claims that its file is there, but for those said to be deleted.

A list is a key of YAML or JSON, a heading or a line that leads to entries or to a table. In Markdown an entry has to
begin with what files are called; the value of a key is a file whatever it looks like.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from renkei.reports.formats.page import Page
from renkei.reports.references import Found
from renkei.reports.references.filename import claims_to_exist, has_extension, has_letter, likeness

_DONE: Final = (
    r"changed|modified|created|added|touched|updated|written|edited|affected|reviewed|read|examined|inspected"
    r"|analy[sz]ed|searched|checked|produced"
)
_TOLD: Final = re.compile(
    rf"files?[ _-](?:{_DONE})(?:[ _](?:and|or|/)[ _](?:{_DONE}))?|(?:{_DONE})[ _-]files"
    r"|(?:変更|作成|追加|修正|編集|更新)(?:した|された)?ファイル(?:一覧)?|確認したファイル",
    re.IGNORECASE,
)
"""What says that the entries are files, in any text."""
_PLAIN: Final = re.compile(r"files|ファイル(?:一覧)?", re.IGNORECASE)
"""What says so in a result."""
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?:[0-9]+[.)][ \t]+)?(?P<title>[^\n]{1,80}?)[ \t:：#]*")
_LEAD: Final = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*+][ \t]+)?[*_\"']{0,3}(?P<title>[\w /-]{1,60}?)[*_\"']{0,3}[:：][*_]{0,2}(?P<rest>.*)"
)
_COUNTED: Final = re.compile(r"[ \t]*[(（][0-9]+[^()（）]*[)）]\Z")
_ENTRY: Final = re.compile(r"[ \t]*(?:[-*+•]|[0-9]+[.)])[ \t]+(?P<entry>\S.*)")
_STRING: Final = re.compile(r"\"(?P<double>[^\"\n]+)\"|'(?P<single>[^'\n]+)'|(?P<bare>[^\s\[\],\"'{}]+)")
_INLINE: Final = re.compile(r"""["'](?P<title>[\w -]{1,40})["'][ ]?:[ ]?\[(?P<list>[^\[\]\n]*)\]""")
_BEFORE: Final = re.compile(
    r"[ \t]*(?:\[[ xX]\][ \t]+)?(?:(?:[AM]|new|created|added|modified|updated|新規|追加|変更|修正)[:：]?[ \t]+)?"
    r"(?:[\"']?(?:path|file)[\"']?:[ \t]*)?",
    re.IGNORECASE,
)
_PATH: Final = re.compile(r"(?:\*\*|[*_`\"'])*(?P<path>[^\s`*\"'|()（）,;、：]+)")
_DELETED: Final = re.compile(r"\b(?:delet|remov|renam|moved)|^D[ \t]|~~|削除|→|->|リネーム|移動", re.IGNORECASE)
_LINED: Final = re.compile(r":[0-9]|\#L[0-9]|://|[*?<>{}$]")
_CHANGES: Final = re.compile(r"changes?|status|action|変更(?:内容|種別)?|状態|操作", re.IGNORECASE)
_FILE: Final = re.compile(r"files?|path|ファイル(?:名)?|パス", re.IGNORECASE)


_MOST: Final = 2000
"""Characters of a line that has an entry; a longer one is prose."""


class _Line(NamedTuple):
    number: int
    start: int
    text: str


@dataclass(slots=True)
class _State:
    """Whether a list of files is open, and of which kind."""

    open: bool = False
    keyed: bool = False
    by_heading: bool = False
    table: bool = False


def find_listed(page: Page) -> Iterator[Found]:
    """Every entry, in their order."""
    if page.dialect in ("written", "cpf"):
        return
    state, start = _State(), 0
    for number, text in enumerate(page.text.split("\n"), 1):
        yield from _read_line(_Line(number, start, text), state, page)
        start += len(text) + 1


def _read_inline(line: _Line, page: Page) -> Iterator[Found]:
    """`{"status": "ok", "files": ["a.py", "b.py"]}`."""
    for inline in _INLINE.finditer(line.text):
        if _is_list(inline["title"], page):
            yield from _read_strings(line, inline.start("list"))


def _read_line(line: _Line, state: _State, page: Page) -> Iterator[Found]:
    text = line.text
    if "]" in text and ('": [' in text or '":[' in text):
        yield from _read_inline(line, page)
        return
    if not text.strip() or len(text) > _MOST:
        return
    if heading := _HEADING.fullmatch(text):
        state.open = state.by_heading = _is_list(heading["title"], page)
        state.keyed = state.table = False
    elif lead := _LEAD.fullmatch(text):
        yield from _read_lead(lead, line, state, page)
    elif "|" in text:
        yield from _read_row(line, state)
    elif state.open and (entry := _ENTRY.fullmatch(text)):
        yield from _read_entry(line, entry.start("entry"), text, state)
    elif state.open and state.keyed and text.strip()[:1] in ('"', "'"):
        yield from _read_strings(line, 0)
        state.open = "]" not in text
    elif not state.by_heading and text[:1] not in " \t":
        state.open = False


def _read_lead(lead: re.Match[str], line: _Line, state: _State, page: Page) -> Iterator[Found]:
    """`files_changed:`, `"files": ["a.py"]`, `**Files changed:** a.py`; or an entry with what is said of it."""
    rest = lead["rest"].strip()
    if _is_list(lead["title"], page):
        state.keyed = line.text.strip()[:1] in ('"', "'") or "_" in lead["title"] or page.dialect in _OBJECTS
        state.open, state.by_heading, state.table = not rest or rest == "[", False, False
        if rest.startswith("[") and state.keyed:
            yield from _read_strings(line, lead.start("rest"))
        elif rest:
            yield from _read_entry(line, lead.start("rest"), line.text, _State())
    elif state.open and (entry := _ENTRY.fullmatch(line.text)):
        yield from _read_entry(line, entry.start("entry"), line.text, state)
    elif not state.by_heading:
        state.open = False


_OBJECTS: Final = ("task-result", "completion-yaml", "sdd-report")


def _is_list(title: str, page: Page) -> bool:
    plain = _COUNTED.sub("", title.strip(" *_`\"'"))
    return bool(_TOLD.fullmatch(plain) or (page.dialect != "prose" and _PLAIN.fullmatch(plain)))


def _read_row(line: _Line, state: _State) -> Iterator[Found]:
    """The first cell of each row, in a list or in a table of files and what was changed."""
    cells = [cell.strip(" *_`") for cell in line.text.strip().strip("|").split("|")]
    if len(cells) > 1 and _FILE.fullmatch(cells[0]):
        state.table = state.open or any(_CHANGES.fullmatch(cell) for cell in cells[1:])
    elif state.table:
        yield from _read_entry(line, len(line.text) - len(line.text.lstrip(" \t|")), line.text, _State())


def _read_entry(line: _Line, begin: int, text: str, state: _State) -> Iterator[Found]:
    before = _BEFORE.match(text, begin)
    path = _PATH.match(text, before.end() if before else begin)
    if path and not _DELETED.search(text[begin:]):
        is_all = not text[path.end() :].strip("`*\"', \t")
        yield from _claim(line, path.start("path"), path["path"], whatever=state.keyed and is_all)


def _read_strings(line: _Line, begin: int) -> Iterator[Found]:
    """The strings of one line of a list in brackets."""
    close = line.text.find("]", begin)
    for string in _STRING.finditer(line.text, begin, close if close >= 0 else len(line.text)):
        kind = string.lastgroup or ""
        if " " not in string[kind]:
            yield from _claim(line, string.start(kind), string[kind], whatever=True)


def _claim(line: _Line, at: int, written: str, *, whatever: bool) -> Iterator[Found]:
    plain = written.rstrip(".:/") if not written.startswith(".") else written.rstrip(":/")
    path = plain.removeprefix("./")
    is_file = claims_to_exist(path) if "/" in path else has_extension(path) and likeness(path, quoted=False) == "strong"
    is_file = is_file or (whatever and path.lower() != "none" and has_letter(path))
    if path and is_file and not _LINED.search(written):
        yield Found(text=plain, path=path, offset=line.start + at, report_line=line.number)
