"""Finding references to code in any text; which forms there are is in `forms`.

One pass over the text finds every position (`positions`); what stands before it, or for `line 10 of` behind it, is then
read as a path (`run`, `reading`). What only looks alike is left alone: addresses, `host:port`, times, tags of images
(`nofile`), and words that no file is called by. The work is linear in the length of the text, whatever it holds.
"""

from collections.abc import Collection
from itertools import takewhile
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.references.addresses import read_address, read_local_path
from renkei.reports.references.apart import find_apart
from renkei.reports.references.claim import FoundReference
from renkei.reports.references.filename import claims_to_exist, file_likeness, has_extension
from renkei.reports.references.keyed_lines import Objects
from renkei.reports.references.nofile import is_no_file
from renkei.reports.references.path_reader import PathReader
from renkei.reports.references.paths import MAX_PATH, RUN, Known, Ticks, is_command, run_before
from renkei.reports.references.positions import (
    BEFORE_ROW,
    BEFORE_SAID,
    BEHIND_SAID,
    CONTINUES,
    CONTINUES_ROW,
    COUNTS,
    FURTHER,
    IN_SENTENCE,
    MENTION,
    NO_SUBJECT,
    SENTENCE,
    THOUSANDS,
    TOKEN,
    Position,
    read_positions,
)
from renkei.reports.references.visible_text import read_plain

_NEAR: Final = 64
"""Characters between a path and a position that is said in words."""
_SENTENCE: Final = 300
"""Characters of a sentence that are looked at for its file."""
_FURTHER: Final = 120
"""Characters between a place and a further line of its file."""
_LEAD: Final = 600
"""Characters before a path in which what leads to it is looked for."""

_MOST_SHOWN: Final = 200
"""Characters behind a path that are kept as what was written of it: the lines may be a list without end."""
_FENCE: Final = 3
"""So many back-ticks hold a block and no words."""
_STAR: Final = re.compile(r"(?P<path>[A-Za-z0-9_/])?(?<!\*)\*(?:(?<=/\*)\*)?\Z|(?<=[\w/])\?\Z")
_COLONS: Final = frozenset(":：")
_TAG: Final = re.compile(r"\.[0-9]|-[A-Za-z]|/")
_SAME_PLACE: Final = re.compile(
    r"`*+\]\((?P<path>(?:[^\s()<>#]|\([^\s()]*+\)){1,1024})(?:\#[Ll](?P<line>[0-9]{1,18}+))?[^\s()]{0,64}\)"
)
_PARAGRAPH: Final = 900
"""Characters before a line in which the file of its paragraph is looked for."""
_BREAK: Final = re.compile(r"\n[ \t]*(?:\n|[-*+•#>|]|\d+[.)] )|[|`]{3}")
"""Where another paragraph, entry or row begins."""
_SAME_FILE: Final = re.compile(
    r"\b(?:[Ii]n|of) (?:the (?:very |same )+|th(?:at|is) (?:very |same )*)(?:file|module),? (?:at |on )?\Z"
    r"|(?:同じ|同一|この|その|同)の?(?:ファイル|モジュール)の?[ ]?\Z"
)
_OF_SAME_FILE: Final = re.compile(
    r"[ \t]?[)）]?[ \t](?:of|in|from)[ \t](?:the[ \t](?:(?:very|same)[ \t])+|th(?:at|is)[ \t](?:(?:very|same)[ \t])*)"
    r"(?:file|module)\b"
)
"""Before a line and behind it: it is one of the file that the sentences before name."""
_BEGINS_ROW: Final = re.compile(
    r"(?:\A|[。．！？\n、])[ 　]?(?:(?:また|さらに|次に|なお|そして)、?)?\Z|[る場な](?:と|合に?)、?\Z"
    r"|とき[には]{0,2}、?\Z"
)
"""Before `20行目` that a sentence or a clause begins with: `期限を過ぎると20行目で`."""
_LENGTH: Final = re.compile(r"\bfile\b[^.;]{0,20}\b(?:ends|stops)[ ](?:\w+[ ]){0,2}\Z")
"""Before the last line of a file, which is told and not cited."""
_MAY_NAME: Final = re.compile(r"[\d`&\\]|\]\(|://|[:：∶﹕︓꞉]{2}")
"""What every form of a reference has: a number, code, a link, or a name behind two colons; or it is hidden."""
_ENTRY: Final = re.compile(r"[\[,]\s*\{|\n[ \t]*-[ \t]|<\w")
"""Where an object, a list or an element begins another entry."""
_OPENS_FENCE: Final = re.compile(r"[ \t>]*(?:`{3}|~{3})")
_MARKED_LINES: Final = re.compile(r"[\s,{]*\w+=[\[{]")
_LEADS: Final = re.compile(r"^(?:#.*|\|.*|.*[:：{]\s*)$", re.MULTILINE)


def find_references(text: str, known: Known | None = None, remotes: Collection[str] = ()) -> list[FoundReference]:
    """All references in the text, in their order, repeated ones included.

    A name without extension has to be a usual one (`Makefile`) or to hold a slash, and one without a slash to have a
    usual extension, in back-ticks too; or else to be `known`. Links to the `remotes` (`github.com/owner/name`) count.
    """
    if not _MAY_NAME.search(text):
        return []
    plain = read_plain(text)
    finder = _Finder(plain.text, known, remotes)
    found = finder.find()
    return [
        plain.in_source(each) for each in _merge_apart(found, list(find_apart(plain.text, finder.paths.find_owner)))
    ]


def names_place(text: str) -> bool:
    """Whether there is any reference in the text."""
    if not _MAY_NAME.search(text):
        return False
    finder = _Finder(read_plain(text).text, None, ())
    return bool(finder.find(most=1)) or any(find_apart(finder.text, finder.paths.find_owner))


class _Path(NamedTuple):
    """A path that was read, and where what is written of it begins."""

    begin: int
    path: str
    weak: bool


class _Finder:
    """One pass over one text."""

    def __init__(self, text: str, known: Known | None, remotes: Collection[str]) -> None:
        self.text = text
        self.known = known
        self.remotes = remotes
        self.objects = Objects(text)
        self.paths = PathReader(known)
        self.found: list[FoundReference] = []
        self.line = 1
        self.floor = 0  # what stands before this is taken
        self.ticks = Ticks()
        self.listed = ("", -1)  # the path over the lines that a search printed, and the last of these
        self.object = (-1, 0)  # the file whose line an object told last, and where that ends
        self.link = (0, -1, "")  # the last link: where its label begins, where it ends, its target

    def find(self, *, most: int | None = None) -> list[FoundReference]:
        """All of them, or the first ones."""
        seen = 0
        for token in TOKEN.finditer(self.text):
            start = token.start()
            if lines := self.text.count("\n", seen, start):
                self.line += lines
                self.ticks = Ticks(closed=self.ticks.closed)
            seen = start
            kind = token.lastgroup
            if kind == "ticks":
                self._take_ticks(token)
            elif kind == "link":
                self._take_link(token)
            elif kind == "address":
                self._take_address(token)
            elif start >= self.floor:
                self._take_position(kind or "", token)
            if most is not None and len(self.found) >= most:
                break
        return self.found

    def _take_position(self, kind: str, token: re.Match[str]) -> None:
        start, end = token.span()
        match kind:
            case "colon" | "anchor":
                tagged = _TAG.match(self.text, end) is not None
                is_taken = self._take_behind(token, start, sure=False, tagged=tagged)
                if not is_taken and not (self._stands_alone(token) and self._take_further(token, CONTINUES)):
                    self.floor = max(self.floor, start)
            case "paren" if self._is_no_call(token):
                self._take_behind(token, start, sure=True)
            case "name":
                self._take_name(token)
            case "keyed" | "range" | "span":
                self._take_object(token)
            case "loose":
                self._take_loose(token)
            case "said":
                is_taken = self._take_near(token, BEFORE_SAID) or self._take_before(token)
                if not is_taken and not self._take_in_sentence(token) and not self._take_further(token, CONTINUES):
                    self._take_in_paragraph(token)
            case "row" if self._is_ordinal(token):
                is_taken = self._take_near(token, BEFORE_ROW) or self._take_before(token)
                is_taken = is_taken or self._take_in_sentence(token) or self._take_further(token, CONTINUES_ROW)
                if not is_taken:
                    self._take_in_paragraph(token)
            case "listed" | "linted":
                self._take_listed(token)
            case _:
                pass

    def _take_ticks(self, token: re.Match[str]) -> None:
        if len(token[0]) >= _FENCE and not self.ticks.width:
            return
        if self.ticks.take(*token.span()) and self.ticks.closed[0] >= self.floor:
            begin = self.ticks.closed[0]
            self._take_file(begin, self.text[begin : token.start()].strip())

    def _take_link(self, token: re.Match[str]) -> None:
        begin, target = token.end(), token["target"]
        self.link = (max(self.text.rfind("[", max(0, begin - 300), begin), 0), begin + len(target) + 1, target)
        if "://" not in target and begin >= self.floor:
            self._take_file(begin, target.partition("#")[0])

    def _take_file(self, begin: int, written: str) -> None:
        """A path without a line: back-ticked or linked, it claims that the file is there."""
        path = written.removeprefix("./")
        if len(path) < MAX_PATH and claims_to_exist(path) and not is_no_file(path, "", has_extension=True):
            at = self.text.index(written, begin)
            self.found.append(FoundReference(text=written, path=path, offset=at, report_line=self.line))

    def _take_address(self, token: re.Match[str]) -> None:
        address = read_address(self.text, token, self.remotes, self.paths.is_there)
        if address and address.place:
            self._add_places(_Path(address.begin, address.path, weak=False), address.end, [address.place])
        elif address:
            written = self.text[address.begin : address.end]
            self.found.append(
                FoundReference(text=written, path=address.path, offset=address.begin, report_line=self.line)
            )
        self.floor = token.end()

    def _is_no_call(self, token: re.Match[str]) -> bool:
        """Whether `path(10,3)` is a place: most of what looks so is a call."""
        start, end = token.span()
        run = run_before(self.text, start, end, self.floor, self.ticks, self.known)
        by_compiler = token["paren_column"] is not None and self.text[end : end + 1] in _COLONS
        return "/" in run.text or "\\" in run.text or by_compiler or self.paths.is_there(run.text)

    def _take_name(self, token: re.Match[str]) -> None:
        path = self._path_before(token.start(), token.end(), sure=True, tagged=False)
        if path and not self._is_argument(path.begin) and file_likeness(path.path, quoted=False) != "none":
            self._add_places(path, token.end(), [], name=token["defined"])

    def _is_argument(self, begin: int) -> bool:
        """Whether it stands in back-ticks behind a command: `pytest src/a.py::login`."""
        first = self.ticks.begin
        return self.ticks.width > 0 and begin > first and is_command(self.text[first : min(begin, first + MAX_PATH)])

    def _take_near(self, token: re.Match[str], joint: re.Pattern[str]) -> bool:
        """`path, line 10`, `path (L10)`, `pathの10行目`."""
        between = joint.search(self.text, max(self.floor, token.start() - _NEAR), token.start())
        return (
            between is not None
            and (between.start() < token.start() or token.lastgroup == "row")
            and self._take_behind(token, between.start(), sure=True)
        )

    def _take_before(self, token: re.Match[str]) -> bool:
        """`line 10 of path`, `line 10 (path)`, `L10, path`."""
        between = BEHIND_SAID.match(self.text, token.end())
        run = RUN.match(self.text, between.end(), between.end() + MAX_PATH) if between else None
        written = run[0].rstrip(".)]") if run else ""
        if not between or not run or (read := self.paths.read(written)) is None or read.weak:
            return False
        end = run.start() + len(written)
        follows = self.text[end : end + 1]
        is_all = between["comma"] is None or follows in ("", "\n", ".", ")", "`")
        if read.reading.skipped or follows in _COLONS or not is_all:
            return False
        self._add_places(_Path(token.start(), read.reading.path, False), end, read_positions(token))
        return True

    def _is_ordinal(self, token: re.Match[str]) -> bool:
        """`10行目`; without the ordinal it may be a number of lines, if no path leads to it."""
        return "目" in token[0] or bool(token["ordinal"] or token["row_last"]) or self._is_after("の", token.start())

    def _is_after(self, mark: str, at: int) -> bool:
        return self.text[max(0, at - 2) : at].rstrip(" ").endswith(mark)

    def _take_further(self, token: re.Match[str], joint: re.Pattern[str]) -> bool:
        """`src/a.py:10 (here) and line 20`, `:10` and `:20`: a further line of the file that was named last."""
        start, end = token.span()
        last = self.found[-1] if self.found else None
        if last is None or last.line is None or not 0 <= start - self.floor <= _FURTHER:
            return False
        if not joint.fullmatch(self.text, self.floor, start) or NO_SUBJECT.match(self.text, end):
            return False
        self._add_places(_Path(start, last.path, last.weak), end, read_positions(token))
        return True

    def _stands_alone(self, token: re.Match[str]) -> bool:
        """Whether `:20` is a line by itself: closed at once, or one of a list."""
        start, end = token.span()
        return FURTHER.match(self.text, end) is not None or self.text[start - 1 : start] == " "

    def _take_in_sentence(self, token: re.Match[str]) -> bool:
        """`In path, the function (line 10)`: the one file that the sentence names."""
        start, end = token.span()
        low = max(self.floor, start - _SENTENCE)
        if not IN_SENTENCE.search(self.text, max(low, start - 48), start) or NO_SUBJECT.match(self.text, end):
            return False
        before = self.text[low:start]
        low += max((stop.end() for stop in SENTENCE.finditer(before)), default=0)
        stop = SENTENCE.search(self.text, end, end + _SENTENCE)
        named = [
            *MENTION.finditer(self.text, low, start),
            *MENTION.finditer(self.text, end, stop.start() if stop else end),
        ]
        paths = {path: each.start() for each in named if (path := self.paths.read_whole(each[0]))}
        if len(paths) == 1:
            ((path, begin),) = paths.items()
            if begin < start:
                self._add_places(_Path(begin, path, weak=False), end, read_positions(token))
                return True
        return False

    def _take_in_paragraph(self, token: re.Match[str]) -> None:
        """`src/a.py:10 decodes it. When nothing matches, line 20 raises`: of the one file that the paragraph names."""
        start, end = token.span()
        breaks = [each.end() for each in _BREAK.finditer(self.text, max(0, start - _PARAGRAPH), start)]
        begin = breaks[-1] if breaks else 0
        tells_length = _LENGTH.search(self.text, max(begin, start - _NEAR), start)
        if (not breaks and start > _PARAGRAPH) or tells_length or NO_SUBJECT.match(self.text, end):
            return
        places = list(takewhile(lambda each: each.offset >= begin, reversed(self.found)))
        path = ""
        is_row = token.lastgroup == "row" and self.text[start - 1 : start] not in ("(", "（")
        if places and places[0].line is not None and len({each.path for each in places}) == 1 and not places[0].weak:
            path = "" if is_row else places[0].path
        if not path and self._is_of_same_file(token):
            path = self._file_named_in(begin, start)
        if path:
            self._add_places(_Path(start, path, weak=False), end, read_positions(token))

    def _is_of_same_file(self, token: re.Match[str]) -> bool:
        """`line 20 of the same file`, and `20行目` at the beginning of a clause."""
        start, end = token.span()
        low = max(0, start - _NEAR)
        is_said = _SAME_FILE.search(self.text, low, start) or _OF_SAME_FILE.match(self.text, end)
        return bool(is_said or (token.lastgroup == "row" and _BEGINS_ROW.search(self.text, low, start)))

    def _file_named_in(self, begin: int, end: int) -> str:
        """The one file that a part of the text names; none where it names two."""
        named = {path for each in MENTION.finditer(self.text, begin, end) if (path := self.paths.read_whole(each[0]))}
        return self.paths.find_owner(named.pop()) if len(named) == 1 else ""

    def _take_loose(self, token: re.Match[str]) -> None:
        """`path (10)`, `path: 10`, `"path": [10, 20]`: a count looks the same, so the file has to be a sure one."""
        path = self._path_before(token.start(), token.end(), sure=True, tagged=False)
        if path is None or not self._may_be_lines(path, token):
            return
        self._add_places(path, token.end(), read_positions(token))

    def _may_be_lines(self, path: _Path, token: re.Match[str]) -> bool:
        is_there = self.paths.is_there(path.path)
        if not is_there and path.path.count("/") < (2 if token[0].startswith("#") else 1):
            return False
        if THOUSANDS.match(token["loose_lines"]) and not token["open"]:
            return False
        low = max(0, path.begin - _LEAD)
        line = max(low, self.text.rfind("\n", low, path.begin) + 1)
        leads = _LEADS.findall(self.text[low:line])
        return not COUNTS.search("\n".join([*leads[-1:], self.text[line : path.begin]]))

    def _take_listed(self, token: re.Match[str]) -> None:
        """A search that prints the path on a line of its own, and below it the lines that it found."""
        if self.listed[1] != self.line - 1:
            end = token.start() - 1
            written = self.text[self.text.rfind("\n", max(0, end - MAX_PATH), end) + 1 : end].strip()
            path = self.paths.read_whole(written) if "/" in written and " " not in written else ""
            self.listed = (path, self.line)
        self.listed = (self.listed[0], self.line)
        if self.listed[0]:
            begin, end = token.start(f"{token.lastgroup}_line"), token.end() - (token.lastgroup == "listed")
            self._add_places(_Path(begin, self.listed[0], weak=False), end, read_positions(token))

    def _take_object(self, token: re.Match[str]) -> None:
        """`{"file": "a.py", "line": 10}`, in either order; the same in YAML and in fields of Markdown."""
        start, end = token.span()
        if (token.lastgroup != "keyed" and not self.objects.counts_lines(token)) or self._is_highlight(token):
            return
        for key in self.objects.file_of(start, end, 0):
            written = key["path"].rstrip(".):;")
            read = self.paths.read(read_local_path(written, self.paths.is_there), quoted=True)
            if read and self._is_new_line(key.start("path"), token):
                first, *others = read_positions(token)
                last = None if others or first.last else self.objects.last_line_of(start, end)
                places = [Position(first.line, first.last or last), *others]
                self.object = (key.start("path"), end)
                path = _Path(key.start("path"), read.reading.path, read.weak)
                self._add_places(path, key.start("path") + len(written), places, line_offset=start)
                return
        if token.lastgroup == "keyed" and start >= self.floor:
            self._take_near(token, BEFORE_SAID)

    def _is_highlight(self, token: re.Match[str]) -> bool:
        """Whether it opens a fence, as `lines=[3,5-7]`: lines of that code to be shown in another colour."""
        start = token.start()
        begin = self.text.rfind("\n", max(0, start - _SENTENCE), start) + 1
        return _MARKED_LINES.match(self.text, start) is not None and _OPENS_FENCE.match(self.text, begin) is not None

    def _is_new_line(self, offset: int, token: re.Match[str]) -> bool:
        """Whether the object has told no line of the file that is named there; a list in it may hold more of them."""
        if not any(each.offset == offset and each.line for each in self.found[-3:]):
            return True
        return self.object[0] == offset and _ENTRY.search(self.text, self.object[1], token.start()) is not None

    def _take_behind(self, token: re.Match[str], path_end: int, *, sure: bool, tagged: bool = False) -> bool:
        """Take a position whose path ends at `path_end`; `sure`: nothing but a likely file will do."""
        end = token.end()
        path = self._path_before(path_end, end, sure=sure, tagged=tagged)
        if path is None:
            return False
        target, floor = _same_place_behind(self.text, token, path.path) or (path.path, end)
        self._add_places(path._replace(path=target), end, read_positions(token))
        self.floor = floor
        return True

    def _path_before(self, path_end: int, end: int, *, sure: bool, tagged: bool) -> _Path | None:
        if self.link[1] == path_end and "://" not in self.link[2]:
            return _Path(self.link[0], self.link[2].partition("#")[0].removeprefix("./"), weak=False)
        run = run_before(self.text, path_end, end, self.floor, self.ticks, self.known)
        after_colon = self.text[run.start - 1 : run.start] in _COLONS
        read = self.paths.read(run.text, quoted=run.quoted, after_colon=after_colon, tagged=tagged)
        if read is None or (sure and read.weak) or self._is_rest_of_glob(run.start, end):
            return None
        path, skipped = read.reading.path, read.reading.skipped
        begin = run.start + skipped - (0 if skipped else run.opened)
        if path.startswith("/") and self.text[begin - 1 : begin] == "…":  # the folders before are left out
            path, begin = path.lstrip("/"), begin - 1
        low = max(0, begin - 200)
        before = self.text[max(low, self.text.rfind("\n", low, begin) + 1) : begin]
        if is_no_file(path, before, has_extension=has_extension(path)) and not self.paths.is_there(path):
            return None
        return _Path(begin, path, read.weak)

    def _is_rest_of_glob(self, start: int, end: int) -> bool:
        """Whether a star before it is one of a glob: in code, in a path, or before an extension; no star closes it."""
        star = _STAR.search(self.text, max(self.floor, start - 3), start)
        if star is None or self.text.startswith("*", end):
            return False
        return self.ticks.width > 0 or star["path"] is not None or self.text.startswith(".", start)

    def _add_places(
        self, path: _Path, end: int, places: list[Position], *, name: str = "", line_offset: int = -1
    ) -> None:
        """Each place of one path. A path that has a line after all claims no more than that line."""
        while self.found and _is_bare(self.found[-1]) and self.found[-1].end > path.begin:
            self.found.pop()
        text = self.text[path.begin : min(end, path.begin + len(path.path) + _MOST_SHOWN)]
        line = self.text.count("\n", 0, path.begin) + 1 if end < self.floor else self.line
        self.found += [
            FoundReference(
                text=text, path=path.path, line=place and place.line, end_line=place and place.last,
                column=place and place.column, name=name, offset=path.begin, report_line=line, weak=path.weak,
                line_offset=line_offset,
            )
            for place in ([None] if name else dict.fromkeys(places))
        ]  # fmt: skip
        self.floor = max(self.floor, end)


def _merge_apart(found: list[FoundReference], apart: list[FoundReference]) -> list[FoundReference]:
    """With the places that stand apart, but for those that were found as well; those leave no bare path in them."""
    if not apart:
        return found
    taken = [each for each in found if not _is_bare(each)]
    told = bytearray(1 + max(each.end for each in (*taken, *apart)))
    for each in taken:
        told[each.offset : each.end] = b"\1" * len(each.text)
    new = [each for each in apart if not any(told[each.offset : each.end])]
    for each in new:
        told[each.offset : each.end] = b"\1" * len(each.text)
    bare = [each for each in found if _is_bare(each) and not any(told[each.offset : each.end])]
    return sorted([*taken, *bare, *new], key=lambda each: each.offset)


def _is_bare(found: FoundReference) -> bool:
    """Whether it only claims that a file is there."""
    return found.line is None and not found.name


def _same_place_behind(text: str, token: re.Match[str], path: str) -> tuple[str, int] | None:
    """The path in the target of `[auth.py:45](src/auth.py#L45)` and where it ends, if the label is the same place."""
    link = _SAME_PLACE.match(text, token.end())
    if not link or link["path"].startswith(("../", "/")) or "://" in link["path"]:
        return None
    target = link["path"].removeprefix("./")
    same_line = link["line"] is None or int(link["line"]) == read_positions(token)[0].line
    return (target, link.end()) if same_line and f"/{target}".endswith(f"/{path}") else None
