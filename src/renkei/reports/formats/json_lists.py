"""Lists of files in JSON, on one line or on many: what each object and list below such a key names as its files."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.file_entries import FileEntry, Kind, read_file_entry
from renkei.reports.references.filename import claims_to_exist

_KEY: Final = re.compile(r'"(?P<title>[\w -]{1,40})"\s{0,20}:\s{0,20}(?=[\[{])')
_TOKEN: Final = re.compile(
    r'"(?P<string>(?:[^"\\\n]|\\.)*+)"(?P<colon>\s{0,20}:)?|(?P<mark>[\[\]{}])|(?P<bare>[^\s\[\]{}:,"]+)'
)
_FILE_KEYS: Final = re.compile(r"(?:file|path|name|file_?name|file_?path|to|new(?:_?path)?|target)", re.IGNORECASE)
_GONE: Final = re.compile(r"(?:files?_?)?(?:delete|remove)d?(?:_?files?)?|from|old(?:_?path)?|D|削除.*", re.IGNORECASE)


_OVER: Final = re.compile(r"\n[ \t]*(?:```|~~~|#{1,6} |[-*+] |\n)")
"""Where JSON is over, whether it is whole or not: its fence ends, or Markdown goes on."""
_DEEPEST: Final = 50
"""Levels of a list of files."""


class JsonList(NamedTuple):
    """A list of files, from `start` to `end` of the text."""

    start: int
    end: int
    entries: tuple[FileEntry, ...]


@dataclass(slots=True)
class _Level:
    is_list: bool
    gone: bool = False
    key: str = ""
    entries: list[FileEntry] = field(default_factory=list[FileEntry])


def find_json_lists(text: str, kind_of: Callable[[str], Kind]) -> Iterator[JsonList]:
    """Each list whose key is the title of one, in their order."""
    at = 0
    ends = [over.start() for over in _OVER.finditer(text)]
    while key := _KEY.search(text, at):
        at = key.end()
        if kind := kind_of(key["title"]):
            over = bisect_left(ends, at)
            found = _read_list(text, at, ends[over] if over < len(ends) else len(text), sure=kind == "files")
            if found is not None:
                at = found.end
                yield found


def _read_list(text: str, start: int, end: int, *, sure: bool) -> JsonList | None:
    """The value that begins there, to where it ends; nothing if it does not."""
    levels = [_Level(is_list=True)]
    for token in _TOKEN.finditer(text, start, end):
        top = levels[-1]
        if token["mark"] in ("[", "{"):
            levels.append(_Level(is_list=token["mark"] == "[", gone=bool(_GONE.fullmatch(top.key)), key=top.key))
        elif token["mark"]:
            closed = levels.pop()
            levels[-1].entries += [] if closed.gone else closed.entries
        elif token["colon"] and not top.is_list:
            top.key = token["string"]
        else:
            _take_value(token, top, sure=sure)
        if len(levels) == 1:
            return JsonList(start, token.end(), tuple(sorted(levels[0].entries)))
        if len(levels) > _DEEPEST:
            return None
    return None


def _take_value(token: re.Match[str], level: _Level, *, sure: bool) -> None:
    kind = "string" if token["string"] is not None else "bare"
    value = token[kind]
    if not level.is_list and _GONE.fullmatch(value):
        level.gone = True
    is_file = sure and (level.is_list or _FILE_KEYS.fullmatch(level.key) is not None)
    if not _GONE.fullmatch(level.key) and (is_file or claims_to_exist(value)):
        begin = token.start(kind)
        level.entries += [
            entry._replace(at=begin + entry.at) for entry in read_file_entry(value, sure=is_file, whatever=is_file)
        ]
