"""Finding quoted code in a file, tolerant of what people and models change when they quote.

Blanks are compared as one blank, quotation marks as straight ones, empty lines are left out on both sides, and each
quoted line may be a part of its line. Only when that finds nothing, a column of line numbers or of `+` and `-` in front
is taken off, HTML entities are read, a trailing comment is left out, and `...` stands for what was left out. Last, the
lines are compared as one: where a line ends is a matter of width.

The work is bounded: what the file does not hold at all is known at once, whole quotes are looked for as one text, and
the rest costs a budget of compared lines; beyond it, nothing is said. Answers are remembered for each file and quote.
"""

import html
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.references.matching import Block, Line, Matcher, SearchBudgetExceeded
from renkei.reports.tree import Lines
from renkei.reports.tree.content import Plain, join_lines, plain_text, squeeze
from renkei.values import value

__all__ = ["SearchBudgetExceeded", "Span", "find_quote", "is_significant", "says_enough"]

MAX_FORMS: Final = 8
MOST_LOOKED_FOR: Final = 64
"""Lines of a quote that are looked for one by one, to know at once that the file does not hold it."""

_THREE: Final = re.compile(r"[^\W_](?:[\W_]*+[^\W_]){2}")
_TWO_WIDE: Final = re.compile(r"[^\W\x00-\x7f]\W*+[^\W\x00-\x7f]")
_ELLIPSIS: Final = re.compile(r"\[(?:\.{3}|…)\]|\.{3,}|…+|[⋯⋮︙]+")
_BODY_LEFT_OUT: Final = re.compile(r"(?<=[:{;])\s(?:\.{3}|…)\s(?=\s{0,3}\w{3})")
"""What is left out behind the head of a block, with more of the block behind it."""
_OMISSION: Final = re.compile(r"[\[(<]?\s*(?:\.{3,}|…+|[⋯⋮︙]+)\s*[\])>]?|(?:#|//|--|/\*|<!--|;|%)\s*(?:\.{3,}|…|⋯).*")
_DOCUMENTED: Final = re.compile(r"[rbuRBU]{0,2}(?P<mark>\"{3}|'{3})(?P<said>.*(?:\.{3}|…|⋯).*)(?P=mark)")
"""A docstring on one line that was cut short."""
_LEFT_OUT: Final = re.compile(
    r"(?:#|//|--|/\*|<!--|;|%)\s*[\[(<]?(?:[\w -]{0,40}\b(?:omitted|left out|elided|skipped|snip(?:ped)?|shortened"
    r"|abridged)\b.*"
    r"|.{0,20}(?:省略|中略|略).*)",
    re.IGNORECASE,
)
"""A comment that says so."""
_NUMBERED: Final = re.compile(r"\s*(?:[>→*❯-]{1,3}\s*)?L?[0-9]+(?:\s*(?:[|│:→]|\t)|-?(?=\s|$))")
_DIFF: Final = re.compile(r"[+-]|\s")
_MARKED: Final = re.compile(r"\s*(?:>|\||│|❯|→)\s?")
_GUTTERS: Final = frozenset("0123456789L>→*❯-|│+")
"""How a line with a column in front of it begins."""
_POINTED: Final = re.compile(r"\s*(?:>{1,3}|→|❯|[-=]>)\s+")
"""A mark at the line that is spoken of."""
_OPERATOR_WORDS: Final = r"(?!(?:and|or|if|else|not|in|is|for|mod)\b)"
_COMMENT: Final = re.compile(
    r"(?<=\S)\s+(?:(?:#|/\*|<!--|←|⟵)\s.*|<-{1,3}\s+[A-Za-z'’][A-Za-z'’ ,:-]*[.!?]*"
    rf"|(?://|--|;|%|<=)\s+{_OPERATOR_WORDS}[A-Za-z'’-]+[,:]?\s+{_OPERATOR_WORDS}[A-Za-z'’-]+(?:[\s,.;:!?].*)?"
    r"|(?://|--|;|%|<=)\s+(?:(?:here|this|bug|problem|wrong)[.!?]*|[^()=]*[ぁ-んァ-ヶ一-龠].*))$",
    re.IGNORECASE,
)
"""A remark that its author put behind a line. What may as well be an operator (`a % b`, `a <= b`, `a // b`) begins one
only before words."""
_SIDES: Final = (" -", " +")
"""A change is shown before it is made, or after: its lines stand there as they were or as they became."""
_WORD: Final = re.compile(r"[A-Za-z0-9_]{3,}")


@value
class Span:
    """Lines of a file, counted from 1, both included."""

    first: int
    last: int

    def distance(self, other: "Span") -> int:
        return max(0, other.first - self.last, self.first - other.last)


def says_enough(text: str) -> bool:
    """Whether it can be told from other code: three letters or digits, or two that are not ASCII."""
    return bool(_THREE.search(text) or _TWO_WIDE.search(text))


def is_significant(snippet: str) -> bool:
    """Whether it says enough to be looked for, a column in front of it left out."""
    lines = _split_lines(snippet.removeprefix("@@"))
    return says_enough("\n".join(_strip_gutter(lines) or lines))


def find_quote(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    """Where the snippet stands: the place nearest to what is claimed, or None.

    Raises:
        Unsettled: to say so would take too long.
    """
    key = (snippet, claimed)
    if key not in lines.search_cache:
        lines.search_cache[key] = _search_quote(snippet, lines, claimed)
    return lines.search_cache[key]


def _search_quote(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    if found := _only_place(snippet, lines, claimed):
        return found
    forms = [form for form in _forms_in_file(snippet, lines) if form]
    found = _nearest_form(forms, lines, claimed)
    found = found or _find_squeezed(snippet, lines, claimed) or _find_joined(snippet, lines, claimed)
    if found or snippet.isascii():  # ASCII reads the same in all encodings that could be guessed
        return found
    guesses = (
        _nearest_form([form for form in _quote_forms(snippet) if form], guess, claimed) for guess in lines.guesses
    )
    return next((each for each in guesses if each), None)


def _find_squeezed(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    """Where it stands if no blank counts at all."""
    parts = [part for part in map(squeeze, _split_lines(snippet)) if part]
    asked = list(dict.fromkeys(parts))[:MOST_LOOKED_FOR]
    if snippet.startswith("@@") or not all(map(lines.may_hold, asked)):
        return None
    if not says_enough("".join(asked)) or not all(map(lines.squeezed.holds, asked)):
        return None
    return _Search([tuple((part,) for part in parts)], lines.squeezed, claimed).find_nearest()


def _find_joined(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    """Where it stands if no line end counts either: a signature on one line, which the file has on several."""
    wanted = join_lines(map(squeeze, _split_lines(snippet)))
    if snippet.startswith("@@") or not lines.may_hold(wanted) or not says_enough(wanted):
        return None
    near = lines.joined.find(wanted, from_line=claimed.first)
    if near is None or Span(first=near[0], last=near[1]).distance(claimed):
        near = lines.joined.find(wanted)
    return Span(first=near[0], last=near[1]) if near else None


def _only_place(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    """The one line that holds a short quote to the letter, where the claimed line does not hold it in other blanks."""
    written = snippet.strip()
    if "\n" in written or claimed.last != claimed.first:
        return None
    raw = written.encode("utf-8", "surrogatepass")
    first = lines.data.find(raw)
    if first < 0 or lines.data.find(raw, first + 1) >= 0:
        return None
    there = lines.raw[claimed.first - 1] if 0 < claimed.first <= len(lines.raw) else b""
    if plain_text(written) in plain_text(there.decode(errors="surrogateescape")):
        return None
    number = lines.data.count(b"\n", 0, first) + 1
    return Span(first=number, last=number)


def _forms_in_file(snippet: str, lines: Lines) -> list[list[Block]]:
    """The forms of a quote that the file may hold: what it does not hold at all is not looked for."""
    key = ("forms", snippet)
    if key not in lines.search_cache:
        held = [form for form in _quote_forms(snippet) if _may_hold(lines, form)]
        bared = _strip_marks(snippet) if held else set[str]()
        lines.search_cache[key] = [form for form in held if not _hides_an_operator(form, bared, lines)]
    return lines.search_cache[key]


def _strip_marks(snippet: str) -> set[str]:
    """Its lines without a mark in front that may as well be an operator."""
    marked = [(mark, line) for line in _split_lines(snippet) for mark in (_MARKED, _POINTED) if mark.match(line)]
    return {plain_text(mark.sub("", line, count=1)) for mark, line in marked}


def _hides_an_operator(form: Sequence[Block], bared: set[str], lines: Lines) -> bool:
    """`> limit` is no quote of `>= limit`: without its mark a line begins one of the file, or the mark was none."""
    parts = (part for block in form for line in block for part in line)
    return any(part in bared and not lines.plain.begins_line(part) for part in parts)


def _may_hold(lines: Lines, form: Sequence[Block]) -> bool:
    """Whether each word of it is in the file, which costs next to nothing to ask; then, whether each line is."""
    parts = dict.fromkeys(part for block in form for line in block for part in line)
    words = {word for part in islice(parts, MOST_LOOKED_FOR) for word in _WORD.findall(part)}
    if not all(word.encode() in lines.data for word in words):
        return False
    doubtful = (part for part in parts if part not in lines.plain.whole)
    return all(lines.plain.holds(part) for part in islice(doubtful, MOST_LOOKED_FOR))


def _nearest_form(forms: Sequence[Sequence[Block]], lines: Lines, claimed: Span) -> Span | None:
    """The more literal form wins, unless only a later one stands at the very place."""
    best: Span | None = None
    for form in forms:
        near = _Search(form, lines.plain, claimed).find_nearest()
        if near and not near.distance(claimed):
            return near
        best = best or near
    return best


class _Hit(NamedTuple):
    """The lines of a block, by their index among those that are not empty."""

    first: int
    last: int


class _Search:
    """One form of a quote in one file."""

    def __init__(self, form: Sequence[Block], plain: Plain, claimed: Span) -> None:
        self.blocks = [Matcher(block, plain) for block in form]
        self.numbers = plain.numbers
        self.claimed = claimed
        self.low = bisect_left(self.numbers, claimed.first)
        self.high = bisect_right(self.numbers, claimed.last) - 1

    def find_nearest(self) -> Span | None:
        for number in range(len(self.blocks)):
            hit = self._at_place(number)
            if hit and self._is_in_order(number, hit):
                return self._hit_span(hit)
        if len(self.blocks) == 1:
            return self._nearest_elsewhere(self.blocks[0])
        return self._first_elsewhere()

    def _at_place(self, number: int) -> _Hit | None:
        block = self.blocks[number]
        start = block.next_match(max(0, self.low - block.size + 1))
        return None if start is None or start > max(self.high, self.low - 1) else self._block_hit(block, start)

    def _is_in_order(self, number: int, hit: _Hit) -> bool:
        """Whether the blocks before it stand before, and those behind it behind."""
        at = hit.first
        for block in reversed(self.blocks[:number]):
            start = block.previous_match(at - block.size)
            if start is None:
                return False
            at = start
        at = hit.last
        for block in self.blocks[number + 1 :]:
            start = block.next_match(at + 1)
            if start is None:
                return False
            at = start + block.size - 1
        return True

    def _nearest_elsewhere(self, block: Matcher) -> Span | None:
        starts = (block.previous_match(self.low - block.size), block.next_match(max(0, self.high + 1)))
        spans = [self._hit_span(self._block_hit(block, start)) for start in starts if start is not None]
        return min(spans, key=lambda span: (span.distance(self.claimed), span.first), default=None)

    def _first_elsewhere(self) -> Span | None:
        start = self.blocks[0].next_match(0)
        hit = None if start is None else self._block_hit(self.blocks[0], start)
        return self._hit_span(hit) if hit and self._is_in_order(0, hit) else None

    def _block_hit(self, block: Matcher, start: int) -> _Hit:
        return _Hit(start, start + block.size - 1)

    def _hit_span(self, hit: _Hit) -> Span:
        return Span(first=self.numbers[hit.first], last=self.numbers[hit.last])


def _quote_forms(snippet: str) -> Iterator[list[Block]]:
    """The ways to read a quote, the literal one first, each as blocks with something left out between them."""
    if snippet.startswith("@@"):
        yield from (form for side in _SIDES if (form := _diff_side(snippet, side)))
        return
    written = _split_lines(snippet)
    bare = _strip_gutter(written)
    pointed = [_POINTED.sub("", line, count=1) for line in written]
    ways = [written, *([bare] if bare else []), *([pointed] if pointed != written else [])]
    if "&" in snippet and (read := _split_lines(html.unescape(snippet))) != written:
        ways.append(read)
    cut = [[_COMMENT.sub("", line) for line in lines] for lines in ways]
    ways += [lines for lines in cut if lines not in ways and says_enough("\n".join(lines))]
    for lines in ways[:MAX_FORMS]:
        yield [tuple((plain_text(line),) for line in lines)] if lines else []
    if _ELLIPSIS.search(snippet) or any(_LEFT_OUT.fullmatch(line.strip()) for line in written):
        for lines in ways[:MAX_FORMS]:
            form = _split_at_ellipses(list(_split_bodies(lines)))
            if says_enough(" ".join(part for block in form for line in block for part in line)):
                yield form


def _diff_side(diff: str, marks: str) -> list[Block]:
    """One side of a change: the lines that begin with these marks, in one block for each hunk."""
    hunks = re.split(r"^(?:@@|[ +-]?\s*(?:\.{3}|…))[^\n]*\n?", diff, flags=re.MULTILINE)
    sides = [[line[1:] for line in hunk.split("\n") if line[:1] in marks and line[1:].strip()] for hunk in hunks]
    return [tuple((plain_text(line),) for line in side) for side in sides if side]


def _split_lines(snippet: str) -> list[str]:
    if "\r" in snippet:
        snippet = snippet.replace("\r\n", "\n").replace("\r", "\n")
    return [line for line in snippet.split("\n") if line.strip()]


def _strip_gutter(lines: list[str]) -> list[str] | None:
    if not lines or (len(lines) == 1 and lines[0].lstrip()[0] not in _GUTTERS):
        return None
    left_out = [_OMISSION.fullmatch(line.strip(" \t|│:")) is not None for line in lines]  # it has no number
    for gutter in (_NUMBERED, _MARKED):
        if not all(left_out) and all(out or gutter.match(line) for out, line in zip(left_out, lines, strict=True)):
            bare = ("..." if out else gutter.sub("", line, count=1) for out, line in zip(left_out, lines, strict=True))
            return [line for line in bare if line.strip()]
    if all(_DIFF.match(line) for line in lines) and any(line[0] in "+-" for line in lines):
        return [line[1:] for line in lines if line[1:].strip()]
    return None


def _split_bodies(lines: list[str]) -> Iterator[str]:
    """The lines, one that leaves out what its block begins with (`while x: ... return`) as several."""
    for line in lines:
        head, *rest = _BODY_LEFT_OUT.split(line)
        yield head
        for part in rest:
            yield from ("...", part)


def _split_at_ellipses(lines: list[str]) -> list[Block]:
    blocks: list[list[Line]] = [[]]
    for line in lines:
        documented = _DOCUMENTED.fullmatch(line.strip())
        said = documented["said"] if documented else line
        parts = tuple(
            plain_text(part)
            for each in _ELLIPSIS.split(said)
            if (part := each.strip("[]() ") if documented else each).strip()
        )
        if _OMISSION.fullmatch(line.strip()) or _LEFT_OUT.fullmatch(line.strip()) or not parts:
            blocks.append([])
        elif documented:
            blocks += [[parts], []]
        else:
            blocks[-1].append(parts)
    return [tuple(block) for block in blocks if block]
