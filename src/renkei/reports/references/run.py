"""The characters before a position that may be a path: bare, in back-ticks, in quotes, in bold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from renkei import lazy_re as re

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
