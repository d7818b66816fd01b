"""What is said of a place: that it was removed, that it is not there, that it is to be made, that nobody looked."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from functools import cached_property, lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats import moods, plans, samples
from renkei.reports.formats.clauses import acts, clause_of, is_ours, shows, works
from renkei.reports.formats.moods import Mood, Passage, read_mood
from renkei.reports.formats.place_grammar import AT
from renkei.reports.formats.place_words import (
    BRANCH,
    COMMIT_HAD,
    COUNT,
    DENIED_NEXT,
    FOREIGN_NEXT,
    HINTS,
    MARKED_NEXT,
    NEITHER_NEXT,
    NOW,
    REMOVED_BEHIND,
    REVISION,
    is_said,
    tells_of_removal,
)
from renkei.reports.formats.placing import is_home, is_instructed, is_of_reader, is_told_of
from renkei.values import value

_WINDOW: Final = 400
_BEHIND: Final = 160
"""Characters of the next sentence."""
_END: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)[.!?;](?=\s)|[。！？；]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•・|#>]|\d{1,3}[.)]))|\n(?=[ \t]*```)"
    r"|^[ ]{0,3}#{1,6} [^\n]*\n",
    re.MULTILINE,
)
_PART: Final = re.compile(r"[;,.(（—–]")
_LINE_END: Final = re.compile(r"[`\"'*).,;: ]*+(?:\n|\Z)")
_NAMED: Final = re.compile(r"`[^`\n]+\.\w+`|\w/\w+\.\w+|\b\w+\.(?:py|js|ts|go|rs|c|h|md|rst|json|ya?ml|toml|txt)\b")
"""Another file."""


@lru_cache(maxsize=256)
def _as_project(folder: str) -> re.Pattern[str]:
    """A project by the name of its folder: with a capital, or as that which has it; `PyJWT (` for `jwt`."""
    name = re.escape(folder)
    small = rf"(?:\A\W*|\b(?:in|from|of|by|like) )(?-i:{name})(?=\s*[(,（])"
    longer = rf"(?-i:[A-Z])[a-z]{{0,4}}{name}(?=\s*[(（])"
    owner = rf"{re.escape(folder.strip('_'))}(?=['’]s own\s)"
    return re.compile(rf"(?<![\w/.-])(?:(?-i:(?=[A-Z])){name}|{small}|{longer}|{owner})(?![\w/])", re.IGNORECASE)


def _join_lines(text: str) -> str:
    """Text with blanks for the ends of its lines."""
    return " ".join(line.strip() if n else line.rstrip("\r") for n, line in enumerate(text.split("\n")))


class Speech:
    """What a text says of its places. Where its sentences end, and where telling words stand, is found once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words: dict[str, list[int]] = {}

    def about_place(
        self, start: int, end: int, above: str = "", *, by_line: bool = False, lined: bool = False
    ) -> "PlaceSpeech":
        """What is said of the place from `start` to `end`; `above` leads to it: a heading, a line before a list.

        With `by_line`, a sentence ends with its line. `lined`: the place is a line; what is still to be made has none.
        """
        first, last = self._sentence_span(start, end)
        if by_line:
            first, line_end = max(first, self.text.rfind("\n", first, start) + 1), self.text.find("\n", end, last)
            last = last if line_end < 0 else line_end
        return PlaceSpeech(speech=self, place=(start, end), around=(first, last), above=above, lined=lined)

    def has_word(self, sense: str, first: int, last: int) -> bool:
        """Whether a word that may say so stands in this part of the text."""
        if sense not in self._words:
            self._words[sense] = [word.start() for word in HINTS[sense].finditer(self.text)]
        words = self._words[sense]
        at = bisect_left(words, first)
        return at < len(words) and words[at] < last

    def sentence_end(self, at: int) -> int:
        """Where the sentence ends that goes on at an offset."""
        ends = self._sentence_stops[1]
        behind = bisect_left(ends, at)
        return min(ends[behind] if behind < len(ends) else len(self.text), at + _WINDOW)

    def _sentence_span(self, start: int, end: int) -> tuple[int, int]:
        """Where the sentence of a place, or its row, begins and ends."""
        begins, ends = self._sentence_stops
        before, behind = bisect_right(begins, start) - 1, bisect_left(ends, end)
        first = begins[before] if before >= 0 else 0
        last = ends[behind] if behind < len(ends) else len(self.text)
        return max(first, start - _WINDOW), min(last, end + _WINDOW)

    @cached_property
    def _sentence_stops(self) -> tuple[list[int], list[int]]:
        """Where sentences begin, and where they end."""
        stops = [stop.span() for stop in _END.finditer(self.text)]
        return [end for _, end in stops], [start for start, _ in stops]


@value
class PlaceSpeech:
    """What the sentence around a place says of it; each sense is looked for when it is asked."""

    speech: Speech
    place: tuple[int, int]
    around: tuple[int, int]
    above: str
    lined: bool

    @property
    def is_removed(self) -> bool:
        """The word stands in its clause, or in what leads to it; nothing says that it is there still."""
        return not self._has_word("kept") and self._is_told_removed and not self.shown

    @property
    def is_taken_away(self) -> bool:
        """It is itself what was removed, whatever the history tells."""
        return self._is_said("taken away") and not self.shown

    @property
    def _is_told_removed(self) -> bool:
        if tells_of_removal(self.above) or self._is_said("before"):
            return True
        if self._has_word("removed") and HINTS["removed"].search(clause_of(self._sentence)):
            return not works(self._sentence)
        text, (_, end), (_, last) = self.speech.text, self.place, self.around
        return any(REMOVED_BEHIND.match(text, stop.start()) for stop in _PART.finditer(text, end, last + 1))

    @property
    def is_absent(self) -> bool:
        return self._is_said("absent") or self._is_denied_next or (self._is_said("not seen") and not self._acts)

    @property
    def _is_denied_next(self) -> bool:
        """Whether the next sentence says so of what this one names last; "neither" is said of files alone."""
        text, end = self.speech.text, self.around[1]
        if not self.lined and NEITHER_NEXT.match(text, end):
            return True
        denied = DENIED_NEXT.match(text, end)
        if denied is None or self._acts or _NAMED.search(text, self.place[1], end):
            return False
        path = text[slice(*self.place)].casefold()
        return denied["word"] is None or denied["word"].casefold() in path

    @property
    def is_refuted(self) -> bool:
        return self._is_said("refuted")

    @property
    def out_of_range(self) -> bool:
        return self._is_said("out of range")

    def counts(self, lines: int) -> bool:
        """Whether the lines of its file are told, to show that it is none of them: in its sentence or the next."""
        end = self.speech.sentence_end(self.around[1] + 1)
        told = COUNT.finditer(self.speech.text, self.around[0], end)
        return any(int(next(filter(None, each.groups()))) == lines for each in told)

    @property
    def is_planned(self) -> bool:
        may_be = self._has_word("planned") or plans.is_plan(self.above)
        return may_be and not self.shown and plans.is_planned(self._sentence, self.above, lined=self.lined)

    @property
    def is_made(self) -> bool:
        return self._has_word("made") and plans.is_made(self._sentence)

    def is_told_of(self, *, begins_here: bool) -> bool:
        """Something is told of it, as of a place that is there; what ends its line is cited, if it names one itself."""
        ends_line = _LINE_END.match(self.speech.text, self.place[1]) is not None
        return (begins_here and self.lined and ends_line) or is_told_of(self._sentence, self._behind)

    @property
    def is_instructed(self) -> bool:
        """Its sentence tells a reader what to do."""
        return is_instructed(self._sentence)

    @property
    def is_home(self) -> bool:
        """Something of this project is said to stand in it."""
        return is_home(self._sentence)

    @property
    def is_of_reader(self) -> bool:
        """Its sentence, or what leads to it, speaks of what is the reader's, or of an example."""
        return is_of_reader(self.above) or is_of_reader(self._sentence)

    @property
    def is_intended(self) -> bool:
        """Its sentence tells what is to become of it."""
        return plans.is_intended(self._sentence)

    @property
    def is_worked_on(self) -> bool:
        """Something is done with it, as with a file that is there."""
        return moods.is_worked_on(self._sentence)

    @property
    def mood(self) -> Mood:
        """Whether the sentence says that it is there, or only asks, plans, or tells what others said."""
        text, last = self.speech.text, self.around[1]
        possible = moods.OF_LINES if self.lined else moods.HINTS
        hints = frozenset(
            mood for mood in possible if self.speech.has_word(f"mood {mood}", self.around[0], last + _BEHIND)
        )
        end, is_made = text[last : last + 1], self.is_made
        return read_mood(Passage(self._sentence, end, self._behind, self.above, self.lined, is_made, hints))

    @property
    def shown(self) -> bool:
        """It is said to be there now."""
        return shows(self._sentence)

    @property
    def is_marked_unverified(self) -> bool:
        return self._has_word("not looked") or MARKED_NEXT.match(self.speech.text, self.around[1]) is not None

    @property
    def is_gone(self) -> bool:
        return self._is_said("gone") and not NOW.search(clause_of(self._sentence))

    @property
    def is_elsewhere(self) -> bool:
        return self._is_said("elsewhere")

    @property
    def is_foreign(self) -> bool:
        if FOREIGN_NEXT.match(self.speech.text, self.around[1]):
            return True
        return self._is_said("foreign") and not is_ours(self._sentence)

    @property
    def forked(self) -> bool:
        """It is one of another line of this project: a fork, or an old release."""
        return self._is_said("fork") or (self._is_said("version") and not self.shown)

    def names(self, folders: Collection[str]) -> bool:
        """Whether its clause names a project by one of these folders, as another than this."""
        sentence = self._sentence
        if is_ours(sentence):
            return False
        at, behind = sentence.index(AT), sentence.rindex(AT)
        return any(
            _as_project(folder).search(text) for folder in folders for text in (sentence[:at], sentence[behind + 1 :])
        )

    def is_sample(self, *, begins_here: bool) -> bool:
        """It only shows how a place is written."""
        first, last = self.around
        if not self.speech.has_word("sample", first, last):
            return False
        before = self.speech.text[max(0, first - samples.FAR) : first]
        return samples.is_sample(self._sentence, before, begins_here=begins_here)

    @property
    def revision(self) -> str:
        """The commit at which it is said to stand."""
        is_told = self._has_word("revision") and (not self.shown or COMMIT_HAD.search(self._sentence))
        said = REVISION.search(self._sentence) if is_told else None
        if said is None:
            return ""
        is_parent = (said["how"] or "").casefold() in ("before", "prior to")
        return (said["said"] or said["put"]) + "~1" * is_parent

    @property
    def branch(self) -> str:
        """The branch on which it is said to stand."""
        said = BRANCH.search(self._sentence) if self._has_word("branch") and not is_ours(self._sentence) else None
        return said["name"] or said["behind"] if said else ""

    @property
    def _acts(self) -> bool:
        return acts(self._sentence)

    def _has_word(self, sense: str) -> bool:
        return self.speech.has_word(sense, *self.around)

    def _is_said(self, sense: str) -> bool:
        return self._has_word(sense) and is_said(sense, self._sentence)

    @cached_property
    def _behind(self) -> str:
        """What follows the sentence in its paragraph, on one line."""
        start = self.around[1] + 1
        return _join_lines(self.speech.text[start : start + _BEHIND].partition("\n\n")[0])

    @cached_property
    def _sentence(self) -> str:
        """The sentence on one line, with the place marked in it; a list of many lines is one place, and is cut off."""
        text, (start, end), (first, last) = self.speech.text, self.place, self.around
        place = text[start : min(end, start + _WINDOW)]
        return f"{_join_lines(text[first:start])}{AT}{place}{AT}{_join_lines(text[end:last])}"
