"""What a wave's agents are given to read, made shorter to its target (TEAM-7). By rules and the same each time; pure.

A strategy says in which form a text is read (`readings`), then whole lines are left out by score
until the count of tokens is within the target. Every id stays; decisions and headings go last. Chain of Density does
that in passes, each to half of the one before. What a model made of the same sources is taken where it holds.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from renkei.context.readings import HEADING, Line, find_ids, read_lines
from renkei.context.tokens import ESTIMATE, Tokenizer
from renkei.protocol.fences import mark_fences
from renkei.protocol.playbooks import Compression
from renkei.sentence import Sentence
from renkei.values import value


@value
class Source:
    path: str
    text: str


@value
class Compressed:
    """The text that is left, and what it cost to come to it."""

    text: str
    strategy: Compression
    target: int | None
    original_tokens: int
    tokens: int
    preserved_ids: tuple[str, ...]
    """Every id of the sources: none is ever left out."""
    passes: int = 0
    by: Literal["rules", "model"] = "rules"
    refused: Sentence | None = None
    """Why what a model handed back was not taken."""

    @property
    def ratio(self) -> float:
        """How much of it was left out, from 0 to 1."""
        return 0.0 if not self.original_tokens else max(0.0, 1 - self.tokens / self.original_tokens)

    @property
    def is_within_target(self) -> bool:
        """False where the ids alone are more than the target."""
        return self.target is None or self.tokens <= self.target

    def describe(self) -> dict[str, Any]:
        return {
            "strategy": self.strategy,
            "target": self.target,
            "original_tokens": self.original_tokens,
            "compressed_tokens": self.tokens,
            "compression_ratio": round(self.ratio, 3),
            "preserved_ids": len(self.preserved_ids),
            "within_target": self.is_within_target,
            "by": self.by,
            **({"refused": str(self.refused)} if self.refused else {}),
        }


def compress(
    sources: Sequence[Source],
    strategy: Compression,
    target: int | None,
    *,
    tokenizer: Tokenizer = ESTIMATE,
    shortened: str = "(in short: the file has the rest)",
) -> Compressed:
    """All sources as one text within `target` tokens; a file is made shorter, never left out."""
    count = tokenizer.count
    whole = "\n\n".join(f"### {each.path}\n{each.text}" for each in sources)
    original = count(whole)
    ids = tuple(dict.fromkeys(find_ids(whole)))
    room = None if target is None else tokenizer.at_most(target)
    fits = room is None or original <= room
    if (strategy == "none" and fits) or (strategy == "chain-of-density" and fits):
        return Compressed(
            text=whole, strategy=strategy, target=target, original_tokens=original, tokens=original, preserved_ids=ids
        )
    kept = _Kept(sources, strategy, count, shortened)
    passes = 0 if room is None else kept.shorten(room, original, by_halves=strategy == "chain-of-density")
    text = kept.render()
    return Compressed(
        text=text,
        strategy=strategy,
        target=target,
        original_tokens=original,
        tokens=count(text),
        preserved_ids=ids,
        passes=passes,
    )


def take_short(text: str, sources: Sequence[Source], rules: Compressed, tokenizer: Tokenizer = ESTIMATE) -> Compressed:
    """What a model made of the sources, if it holds: each file and each id is there and no other, within the target.
    Else what the rules came to, with the reason."""
    short = _without_fence(text)
    if wrong := _find_flaw(short, sources, rules, tokenizer):
        return replace(rules, refused=wrong)
    return replace(rules, text=short, tokens=tokenizer.count(short), by="model", passes=1)


def _find_flaw(short: str, sources: Sequence[Source], rules: Compressed, tokenizer: Tokenizer) -> Sentence | None:
    titles = set(short.splitlines())
    if gone := [each.path for each in sources if f"### {each.path}" not in titles]:
        return Sentence("it leaves files out: {names}", names=", ".join(gone[:_MOST_NAMED]))
    there = set(find_ids(short))
    if gone := [name for name in rules.preserved_ids if name not in there]:
        return Sentence("it leaves ids out: {names}", names=", ".join(gone[:_MOST_NAMED]))
    if new := sorted(there - set(rules.preserved_ids)):
        return Sentence("it has ids that no file has: {names}", names=", ".join(new[:_MOST_NAMED]))
    count = tokenizer.count(short)
    if rules.target is not None and count > tokenizer.at_most(rules.target):
        return Sentence("it has {count} tokens, and {target} were asked for", count=count, target=rules.target)
    return None


_MOST_NAMED: Final = 5


def _without_fence(text: str) -> str:
    lines = list(mark_fences(text.strip().splitlines()))
    is_fenced = [line.mark for line in lines if line.mark != "code"] == ["open", "close"] and lines[-1].mark == "close"
    return "\n".join(line.text for line in lines[is_fenced : len(lines) - is_fenced]).strip()


@dataclass(slots=True)
class _Entry:
    """A line that is still there, of which file, and what it costs."""

    file: int
    line: Line
    ids: frozenset[str]
    cost: int


class _Kept:
    """The lines that are left of all sources, in their order."""

    def __init__(
        self, sources: Sequence[Source], strategy: Compression, count: Callable[[str], int], shortened: str
    ) -> None:
        self._count = count
        self._paths = [each.path for each in sources]
        self._titles: list[str] = [f"### {path} {shortened}" for path in self._paths]
        self._is_bare = False
        self._entries = [
            self._enter(file, line) for file, each in enumerate(sources) for line in _read_whole(each, strategy)
        ]
        self._uses = Counter(name for each in self._entries for name in each.ids)

    def shorten(self, room: int, original: int, *, by_halves: bool) -> int:
        """Down to the room, or as far as the ids let it; in how many passes."""
        passes, goal = 0, original
        while by_halves and goal > room and self._cost() > room:
            goal, passes = max(room, goal // 2), passes + 1
            self._drop_below(HEADING, goal)
        steps: tuple[Callable[[], None], ...] = (
            lambda: self._drop_below(HEADING, room),
            lambda: self._cut_words(24, room),
            lambda: self._drop_below(math.inf, room),
            lambda: self._cut_words(8, room),
            lambda: self._cut_words(0, room),
            self._list_ids_only,
        )
        for step in steps:
            if self._cost() <= room:
                break
            step()
        return passes or 1

    def render(self) -> str:
        parts = [
            "\n".join([title, *(each.line.text for each in self._entries if each.file == file)])
            for file, title in enumerate(self._titles)
        ]
        return "\n".join(parts) if self._is_bare else "\n\n".join(parts)

    def _enter(self, file: int, line: Line) -> _Entry:
        return _Entry(file, line, frozenset(find_ids(line.text)), self._count(f"{line.text}\n"))

    def _cost(self) -> int:
        return self._count(self.render())

    def _drop_below(self, score: float, room: int) -> None:
        """The lines of the lowest score go first, of equal ones the last; one that alone has an id stays."""
        over = self._cost() - room
        order = sorted(range(len(self._entries)), key=lambda at: (self._entries[at].line.score, -at))
        gone: set[int] = set()
        for at in order:
            entry = self._entries[at]
            if over <= 0 or entry.line.score >= score:
                break
            if all(self._uses[name] > 1 for name in entry.ids):
                gone.add(at)
                self._uses.subtract(entry.ids)
                over -= max(1, entry.cost - 1)
        self._entries = [entry for at, entry in enumerate(self._entries) if at not in gone]
        if gone and self._cost() > room:
            self._drop_below(score, room)

    def _cut_words(self, most: int, room: int) -> None:
        """The beginning of a line and its ids, the least important lines first."""
        over = self._cost() - room
        for at in sorted(range(len(self._entries)), key=lambda at: (self._entries[at].line.score, -at)):
            if over <= 0:
                return
            entry = self._entries[at]
            cut = self._enter(entry.file, Line(_cut_line(entry.line.text, most), entry.line.score))
            if cut.cost < entry.cost and cut.ids >= entry.ids:
                self._entries[at] = cut
                over -= entry.cost - cut.cost

    def _list_ids_only(self) -> None:
        """The last resort: the names of the files, and each id once."""
        seen: set[str] = set()
        by_file: dict[int, list[str]] = {}
        for entry in self._entries:
            by_file.setdefault(entry.file, []).extend(sorted(entry.ids - seen))
            seen |= entry.ids
        self._titles = self._paths
        self._is_bare = True
        self._entries = [self._enter(file, Line(" ".join(names), 0)) for file, names in by_file.items() if names]


def _read_whole(source: Source, strategy: Compression) -> Iterable[Line]:
    """A source as its strategy reads it, with the ids that the reading leaves out."""
    lines = read_lines(source.path, source.text, strategy)
    there = {name for line in lines for name in find_ids(line.text)}
    missing = [name for name in dict.fromkeys(find_ids(source.text)) if name not in there]
    return [*lines, Line(f"+ {' '.join(missing)}", _NAMED_ONLY)] if missing else lines


_NAMED_ONLY: Final = 4.0


def _cut_line(text: str, most: int) -> str:
    """So many words, and whatever ids come after them."""
    words = text.split()
    if len(words) <= most:
        return text
    head = " ".join(words[:most])
    there = set(find_ids(head))
    rest = [name for name in dict.fromkeys(find_ids(text)) if name not in there]
    return " ".join(filter(None, [head, "…" if most else "", *rest]))
