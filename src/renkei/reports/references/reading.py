"""The ways to read what stands before a position as a path, the likeliest first.

Japanese runs on without blanks (`認証はsrc/a.py:10で`), shells and Markdown put marks in front, and a back-tick may
hold a command as well as a name with a blank in it: without the files no one can tell, so all ways are given.
"""

from collections.abc import Iterator
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
    return [Reading(skipped=start, path=path) for start in starts for path in dict.fromkeys(_path_spellings(run[start:]))]


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
