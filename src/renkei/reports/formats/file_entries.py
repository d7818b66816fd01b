"""One entry of a list of files, whatever its form: the files that it names, but for those said to be deleted."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from renkei import lazy_re as re
from renkei.reports.references.filename import claims_to_exist, file_likeness, has_extension, has_letter

Kind = Literal["", "files", "changes"]
"""Of a list: each entry is a file; or some may be. The first is no list."""

DONE: Final = (
    r"(?:changed|modified|created|added|touched|updated|written|edited|affected|reviewed|read|examined|inspected"
    r"|analy[sz]ed|searched|checked|produced|new|output)"
)
AND: Final = r"(?:[ _]?(?:and|or|/|&|,)[ _]?)"
_DONE_JA: Final = r"(?:新規|変更|作成|追加|修正|編集|更新)"
FILES_TITLE: Final = re.compile(
    rf"files?[ _-]{DONE}(?:{AND}{DONE})*|(?:(?:i|we) )?{DONE}(?:{AND}{DONE})*(?: the)?(?: following)?[ _-]files?"
    rf"|artifacts?|{_DONE_JA}(?:[・、/と]{_DONE_JA})*(?:した|された|済みの?|の)?ファイル(?:一覧)?|確認(?:した|済みの?)ファイル"
    rf"|成果物(?:一覧)?",
    re.IGNORECASE,
)
"""What says that the entries are files, in any text."""

_GONE: Final = r"(?:delet(?:e|ed|ion)|remov(?:e|ed|al)|renamed?|moved?)"
_DELETED: Final = re.compile(
    rf"\A[*_]*(?:D[ \t]|~~|{_GONE}\b[:：]?[ \t]+[`*\"']*[\w.-]+[/.][\w/.-]+)"
    rf"|[:：(（|—–-][*_ \t]*(?:was |were |been |now )*{_GONE}\b(?=\W*$|[*_ \t]*[).,;|）]"
    r"|[ \t]+(?:from|in|to|as|by|since|because|and|after|entirely)\b)"
    rf"|\b(?:was|were|been|is|are)(?: now)? {_GONE}\b|削除|リネーム|移動",
    re.IGNORECASE | re.MULTILINE,
)
"""The file itself is gone: what was removed in it says nothing of it."""
_RENAMED: Final = re.compile(r"[^\s→]+[ \t]*(?:→|->|=>)[ \t]*(?=[`*\"']*[\w.-]+[/.][\w/.-])")
_BEFORE: Final = re.compile(
    r"[ \t]*(?:\[[ xX]\][ \t]+)?(?:(?:[AM+~]{1,2}|\?\?|new|created?|add(?:ed)?|modif(?:y|ied)|updated?|edit(?:ed)?"
    r"|wrote|新規(?:作成)?|作成|追加|変更|修正|更新)[:：]?[ \t]+(?:an?[ \t]+)?(?:new[ \t]+)?(?:file[ \t]+)?)?"
    r"(?:[\"']?(?:path|file)[\"']?:[ \t]*)?",
    re.IGNORECASE,
)
_PATH: Final = re.compile(
    r"(?:\*\*(?=[\w`.])|\*(?=[\w`])|_(?=[`*])|[`\"'])*(?P<path>(?:[^\s`\"'|()（）,;、：{}]|\{[^{}\s`]*\})+)"
)
_NEXT: Final = re.compile(r"[`*\"']*(?:[ \t]*(?:[,、;&+]|and\b|と|および)[ \t]*)+(?:and[ \t]+)?(?=\S)")
_WHOLE: Final = re.compile(r"[`*\"']*[ \t]*(?:$|[,;:：、(（|—–\[#]|-[ \t]|[+-][0-9])")
_TOKEN: Final = re.compile(r"(?<![\w./@+-])[\w./@+-]*\w")
_PLACE: Final = re.compile(r":[0-9]|\#L[0-9]|://|[<>$]")
"""It has a line, and is found by that; or it is an address or a placeholder."""
_SHAPE: Final = re.compile(r"[\w./@+~*?-]+")
_NOTHING: Final = re.compile(r"none|n/a|na|nil|null|-+|なし|無し", re.IGNORECASE)
_GLOB: Final = re.compile(r"[*?]+")
_LONGEST: Final = 300
"""Characters of a path."""
_BRACES: Final = re.compile(r"(?P<before>[^{}]*)\{(?P<ways>[^{}]*)\}(?P<behind>[^{}]*)")


class FileEntry(NamedTuple):
    """A file that an entry names: where it begins in the text, as it is written, and its path."""

    at: int
    written: str
    path: str


def read_file_entry(text: str, begin: int = 0, *, sure: bool = True, whatever: bool = False) -> Iterator[FileEntry]:
    """The files of the entry that begins there, the first first.

    `sure`: the list is one of files, so that what looks like one at all is one. `whatever`: an entry that is all one
    word is a file whatever it looks like.
    """
    said = text[begin:]
    if _DELETED.search(said):
        return
    before = _BEFORE.match(said)
    at = before.end() if before else 0
    renamed = _RENAMED.match(said, at)
    found = _path_at(said, renamed.end() if renamed else at, sure=sure, whatever=whatever)
    if found is None and sure:
        found = next((token for token in _TOKEN.finditer(said) if claims_to_exist(token[0])), None)
    while found:
        written = found["path"] if "path" in found.re.groupindex else found[0]
        start = found.end() - len(written)
        yield from (FileEntry(begin + start, plain, path) for plain, path in _expand_paths(written))
        following = _NEXT.match(said, found.end())
        found = _path_at(said, following.end(), sure=sure) if following else None


def names_file_first(text: str) -> bool:
    """Whether a line begins with what only a file is called."""
    path = _PATH.match(text.strip())
    plain = _plain_path(path["path"]) if path else ""
    return claims_to_exist(plain) or ("/" not in plain and _is_file_name(plain))


def _path_at(said: str, at: int, *, sure: bool, whatever: bool = False) -> re.Match[str] | None:
    path = _PATH.match(said, at)
    if (
        path is None
        or len(path["path"]) > _LONGEST
        or _PLACE.search(path["path"])
        or _NOTHING.fullmatch(_plain_path(path["path"]))
    ):
        return None
    plain, is_whole = _plain_path(path["path"]), _WHOLE.match(said, path.end()) is not None
    if whatever and has_letter(plain) and not said[path.end() :].strip("`*\"', \t"):
        return path
    return path if _is_file(_GLOB.sub("x", _BRACES.sub(r"\g<before>x\g<behind>", plain)), sure, is_whole) else None


def _is_file(path: str, sure: bool, is_whole: bool) -> bool:
    if claims_to_exist(path) or (sure and "/" not in path and _is_file_name(path)):
        return True
    return sure and is_whole and bool(_SHAPE.fullmatch(path)) and file_likeness(path, quoted=True) != "none"


def _is_file_name(name: str) -> bool:
    return has_extension(name) and file_likeness(name, quoted=False) == "strong"


def _plain_path(written: str) -> str:
    return written.rstrip("*").rstrip(":/" if written.startswith(".") else ".:/").removeprefix("./")


def _expand_paths(written: str) -> Iterator[tuple[str, str]]:
    """As it is written and as a path; `a{,_test}.py` is two."""
    plain = _plain_path(written)
    text = written[: written.rindex(plain) + len(plain)] if plain else ""
    braces = _BRACES.fullmatch(plain)
    ways = braces["ways"].split(",")[:20] if braces else [""]
    for way in ways:
        if path := f"{braces['before']}{way}{braces['behind']}" if braces else plain:
            yield text, path
