"""The ways to read what stands before a position as a path, the likeliest first.

Japanese runs on without blanks (`認証はsrc/a.py:10で`), shells and Markdown put marks in front, and a back-tick may
hold a command as well as a name with a blank in it: without the files no one can tell, so all ways are given.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from renkei import lazy_re as re
from renkei.values import value

_PLAIN: Final = re.compile(r"[A-Za-z0-9_](?:[\w.-]|/(?=[\w.\[(@-]))*", re.ASCII)
_KANA: Final = "\u3041-\u309f"
_JAPANESE: Final = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
# Prose that runs into a path: it ends in hiragana, or it is followed by a folder in Latin letters.
_PROSE: Final = re.compile(
    rf"[{_JAPANESE}][{_JAPANESE}/]*+(?:(?<=[{_KANA}・])(?=[\w.@\\-])(?![{_JAPANESE}])|(?<!/)(?=[A-Za-z0-9._-]+/))"
)
_AFTER_KANA: Final = re.compile(rf"(?<=[{_KANA}])(?![{_KANA}])")
_BEFORE_LATIN: Final = re.compile(rf"(?<=[{_JAPANESE}])(?=[A-Za-z._])")
_MOST_CUTS: Final = 12
"""Places in a run of Japanese where a path may start, counted from its end: no path has as many."""
_BLANK: Final = re.compile(" +")
_MARKS: Final = re.compile(r"(?:[#+=@・-]|//|~~)+(?=.)")
_COMMAND: Final = re.compile(
    r"\$|\((?:gdb|i?pdb|lldb|dlv)\)|(?:cat|less|head|tail|vim?|nano|emacs|code|open|grep|rg|sed|awk|git|python3?|node|deno|bun|go|cargo|make|pytest"
    r"|ruff|docker|podman|kubectl|helm|curl|wget|npm|npx|yarn|pnpm|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
    r"|b|br|break|tbreak|hbreak|until|advance|see|at|in|of|from|line|file|note|error|warning|and|or|the)\b",
    re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\(?=[_*\[\](){}#+.!~$&-])")
_SEPARATORS: Final = re.compile(r"(?<!^)/(?:\.?/)+|^(?:(?:\.|\.{3}|…)/+)+")
_FULL_WIDTH: Final = {
    **{ord("０") + step: ord("0") + step for step in range(10)},
    **{ord(first) + step: ord(to) + step for first, to in (("Ａ", "A"), ("ａ", "a")) for step in range(26)},
    **{ord(wide): ord(narrow) for wide, narrow in zip("．／＿－", "./_-", strict=True)},
}


@value
class Reading:
    """A path, and how many characters of the text before it do not belong to it."""

    skipped: int
    path: str


def path_readings(run: str, *, quoted: bool) -> list[Reading]:
    """All ways to read a run of characters as a path; `quoted`: it is all of what stood in back-ticks."""
    if _PLAIN.fullmatch(run):
        return [Reading(skipped=0, path=run)]
    starts = dict.fromkeys(_path_starts(run, quoted))
    return [
        Reading(skipped=start, path=path) for start in starts for path in dict.fromkeys(_path_spellings(run[start:]))
    ]


def _path_starts(run: str, quoted: bool) -> Iterator[int]:
    """Where the path may start, the likeliest first."""
    if " " in run:
        if not is_command(run):
            yield 0
        yield run.rindex(" ") + 1
        yield from (blank.end() for blank in _BLANK.finditer(run))
    elif quoted:
        yield 0
    marks = _MARKS.match(run)
    begin = marks.end() if marks else 0
    if "=" in run[begin:-1]:
        yield run.rindex("=", begin, len(run) - 1) + 1
    if prose := _PROSE.match(run, begin):
        yield prose.end()
    yield begin
    yield 0
    if not run.isascii():
        cuts = ([cut.end() for cut in pattern.finditer(run[:-1])] for pattern in (_BEFORE_LATIN, _AFTER_KANA))
        yield from (cut for each in cuts for cut in each[-_MOST_CUTS:])


def is_command(run: str) -> bool:
    """Whether words are a command, or lead to a path, rather than a name with blanks in it."""
    return bool(_COMMAND.match(run)) or " -" in run


def _path_spellings(written: str) -> Iterator[str]:
    """The path that is meant by what is written, the likeliest first."""
    if "\\" not in written:
        plain = written
    elif "/" in written:
        plain = _ESCAPE.sub("", written)
    else:
        plain = written.replace("\\", "/")
    plain = _SEPARATORS.sub(lambda found: "" if found.start() == 0 else "/", plain)
    narrow = plain.translate(_FULL_WIDTH) if not plain.isascii() else plain
    if "．" in plain:
        yield narrow
    yield plain
    yield narrow
    if "\\" in written:
        yield _ESCAPE.sub("", written).replace("\\", "/")
    if "%" in plain:
        yield unquote(plain)


# The characters before a position that may be a path: bare, in back-ticks, in quotes, in bold.


MAX_PATH: Final = 1024
_NOT_IN_PATHS: Final = (
    r"\s\x00-\x1f\x7f-\x9f:`\"'<>|*?,;!"
    r"\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe30-\ufe4f"
    r"：；，！？（）［］｛｝＜＞｜＊｡｢｣､"
)
RUN: Final = re.compile(rf"[^{_NOT_IN_PATHS}]*+")
_RUN_WITH_BLANKS: Final = re.compile(rf"(?:[^{_NOT_IN_PATHS}]| )*")
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_EMPHASIS: Final = ("***", "**", "~~", "*")
_QUOTES: Final = {'"': '"', "'": "'", "”": "“", "’": "‘", "」": "「", "』": "『"}
_WIDE: Final = frozenset(",'!;&’")
"""What a name may hold that usually ends one."""

_MOST_WORDS: Final = 3

Known = Callable[[str], bool]
"""Says whether a path is a file of the tree; settles what the text alone leaves open."""


@dataclass(slots=True)
class Ticks:
    """The back-ticks of the line so far: where code has begun, and where the last of it was."""

    width: int = 0
    begin: int = 0
    closed: tuple[int, int] = (0, -1)

    def take(self, start: int, end: int) -> bool:
        """Whether these close what was open."""
        if not self.width:
            self.width, self.begin = end - start, end
        elif self.width == end - start:
            self.closed = (self.begin, end)
            self.width = 0
            return True
        return False


@dataclass(kw_only=True, slots=True)
class Run:
    """Characters that may be a path, and how many marks opened what they stand in."""

    start: int
    text: str
    quoted: bool
    opened: int = 0


def run_before(text: str, path_end: int, end: int, floor: int, ticks: Ticks, known: Known | None) -> Run:
    """What stands before a position that reaches from `path_end` to `end`; nothing before `floor` is looked at."""
    if ticks.closed[1] == path_end:
        return _run_in_ticks(text, ticks.closed, known)
    for mark in _EMPHASIS:
        if text.endswith(mark, floor, path_end):
            run = _run_up_to(text, path_end - len(mark), floor, quoted=False)
            run.opened = len(mark) if text.endswith(mark, floor, run.start) else 0
            return run
    if path_end > floor and text[path_end - 1] in _QUOTES:
        return _run_in_quotes(text, path_end - 1, floor)
    if known and ticks.width and floor <= ticks.begin and known(text[ticks.begin : path_end].removeprefix("./")):
        return Run(start=ticks.begin, text=text[ticks.begin : path_end], quoted=True)
    if ticks.width and floor <= ticks.begin and " " in text[ticks.begin : path_end]:
        span = text[max(ticks.begin, path_end - MAX_PATH) : path_end]
        if _RUN_WITH_BLANKS.fullmatch(span) and not _skip_unbalanced(span) and "`" in text[end : end + 64]:
            return Run(start=path_end - len(span), text=span, quoted=True)
    run = _run_up_to(text, path_end, floor, quoted=ticks.width > 0)
    if known is None:
        return run
    return _with_words_before(text, _widen_run(text, run, path_end, floor, ticks, known), path_end, floor, known)


def _run_in_ticks(text: str, closed: tuple[int, int], known: Known | None) -> Run:
    """All of `path` in back-ticks that stand right before the position."""
    begin, end = closed
    inside = text[begin:end].rstrip("`")
    fits = len(inside) < MAX_PATH and (_RUN_WITH_BLANKS.fullmatch(inside) or (known and known(inside)))
    return Run(start=begin, text=inside if fits else "", quoted=True, opened=end - begin - len(inside))


def _run_in_quotes(text: str, closing: int, floor: int) -> Run:
    opening = text.rfind(_QUOTES[text[closing]], max(floor, closing - MAX_PATH), closing)
    inside = text[opening + 1 : closing] if opening >= 0 else ""
    fits = inside and _RUN_WITH_BLANKS.fullmatch(inside)
    return Run(start=closing - len(inside), text=inside if fits else "", quoted=False, opened=1)


def _run_up_to(text: str, end: int, floor: int, *, quoted: bool) -> Run:
    found = RUN.match(text[max(floor, end - MAX_PATH) : end][::-1])
    run = found[0][::-1] if found and found.end() < MAX_PATH else ""
    cut = _skip_unbalanced(run) if _BRACKET.search(run) else 0
    return _with_drive(text, floor, Run(start=end - len(run) + cut, text=run[cut:], quoted=quoted))


def _skip_unbalanced(run: str) -> int:
    """Where the part begins in which every bracket has its other half."""
    closers: list[tuple[str, int]] = []
    for index in range(len(run) - 1, -1, -1):
        mark = run[index]
        if mark in _BRACKETS:
            closers.append((_BRACKETS[mark], index))
        elif mark in "([{" and (not closers or closers.pop()[0] != mark):
            return index + 1
    return closers[0][1] + 1 if closers else 0


def _with_drive(text: str, floor: int, run: Run) -> Run:
    drive = run.start - 2
    if drive < floor or run.text[:1] not in ("/", "\\") or text[run.start - 1] != ":":
        return run
    letter = text[drive]
    if not (letter.isascii() and letter.isalpha()) or (drive and text[drive - 1].isalnum()):
        return run
    return Run(start=drive, text=text[drive : run.start] + run.text, quoted=run.quoted)


def _widen_run(text: str, run: Run, path_end: int, floor: int, ticks: Ticks, known: Known) -> Run:
    """With a comma or an apostrophe in it, if there is such a file."""
    if run.start <= floor or text[run.start - 1] not in _WIDE:
        return run
    low = max(floor, path_end - 200)
    start = ticks.begin if ticks.width and ticks.begin >= low else 0
    start = start or max(low, *(text.rfind(mark, low, path_end) + 1 for mark in ' \n\t"(（'))
    wide = text[start:path_end]
    return Run(start=start, text=wide, quoted=True) if known(wide.removeprefix("./")) else run


def _with_words_before(text: str, run: Run, path_end: int, floor: int, known: Known) -> Run:
    """With up to three words before it on its line, if there is such a file and none of the shorter name."""
    if not run.text or text[run.start - 1 : run.start] != " " or known(run.text.removeprefix("./")):
        return run
    start = run.start
    for _ in range(_MOST_WORDS):
        low = max(floor, start - 100)
        start = max(text.rfind(mark, low, start - 1) + 1 for mark in ' \n`"(')
        if start < low or not (wide := text[start:path_end]).strip():
            return run
        if known(wide):
            return Run(start=start, text=wide, quoted=True)
        if start == 0 or text[start - 1] != " ":
            return run
    return run
