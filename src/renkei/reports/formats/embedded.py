"""An object of named values inside of what an agent wrote: JSON or YAML, alone, in a fence, or under a heading."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.lazy import lazy
from renkei.protocol.documents import parse_with_lines
from renkei.reports.formats.words import is_nothing
from renkei.reports.report import Datum, Extra, Passage, Status
from renkei.sentence import Sentence, Translatable
from renkei.values import value

if TYPE_CHECKING:
    from renkei.protocol.yaml import Lines
else:
    Lines = lazy("renkei.protocol.yaml:Lines")

_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]*Task Complete[ \t]*[:：][ \t]*(\S.*?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_ANY_HEADING = re.compile(r"^[ \t]*#", re.MULTILINE)
_FENCE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*\w*[ \t]*\n(?P<body>.*?)(?:^[ \t]*(?P=fence)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_OPENING = re.compile(r"\A[ \t]*+(?:`{3,}+|~{3,}+)[^\n]*+\n")
_KEY = re.compile(r"""(?:^|[{,])[ \t]*["']?(\w+)["']?[ \t]*:(?=\s|$|["'{\[])""", re.MULTILINE)
_JSON: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
TEXT_EXPECTED: Final = Sentence("a text")
TEXTS_EXPECTED: Final = Sentence("a list of texts")


@value
class EmbeddedObject:
    """The object, and what stands around it. `first` is how many lines of the text stand before it."""

    value: Mapping[str, Any]
    source: str
    first: int
    heading: str = ""
    before: str = ""
    after: str = ""
    known_lines: "Lines | None" = None

    @cached_property
    def _lines(self) -> "Lines":
        return self.known_lines or Lines.of(self.source)

    def line(self, *path: str | int) -> int:
        """The line of the text in which a value stands."""
        if "\n" not in self.source:
            return self.first + 1
        return self.first + (self._lines.at(path) or 1)

    @property
    def preamble(self) -> Passage | None:
        return Passage(text=self.before, line=1) if self.before else None

    @property
    def extra(self) -> tuple[Extra, ...]:
        """What follows the object."""
        line = self.first + self.source.count("\n") + 2
        return (Extra(title="", text=self.after, line=line),) if self.after else ()


def keys_in(text: str) -> tuple[str, frozenset[str]]:
    """The first key of a text that begins with an object, and all keys that can be seen: enough to know a dialect.

    Prose may stand before it, if the object is in the first fence: models say what they did before they report it.
    """
    plain = _OPENING.sub("", text.lstrip("\ufeff \t\r\n"), count=1)
    first = _KEY.match(plain.lstrip("{ \t\r\n"))
    fence = None if first else _FENCE.search(plain.replace("\r\n", "\n"))
    if fence and not (_ANY_HEADING.search(plain, 0, fence.start()) or _KEY.search(plain, 0, fence.start())):
        plain = fence["body"]
        first = _KEY.match(plain.lstrip("{ \t\r\n"))
    return (first[1], frozenset(_KEY.findall(plain))) if first else ("", frozenset())


def task_heading(text: str) -> str:
    """The task of `## Task Complete: {task}`, if that is the first heading of a text."""
    heading = _HEADING.search(text)
    return heading[1] if heading and not _ANY_HEADING.search(text, 0, heading.start()) else ""


def read_object(text: str, *, keys: frozenset[str], expected: Translatable, headed: bool = False) -> EmbeddedObject:
    """The object in a text: all of it when it begins with one of the keys, else what stands in the first fence.

    `headed`: it may stand under `## Task Complete: {task}`.

    Raises:
        BadInput: there is none, or it is no JSON or YAML; `problems` says what was expected and where it broke.
    """
    source = text.replace("\r\n", "\n").removeprefix("\ufeff")
    heading = _HEADING.search(source) if headed else None
    begin = heading.end() if heading else 0
    first = _KEY.match(source[begin:].lstrip("{ \t\r\n"))
    fence = None if first and first[1] in keys else _FENCE.search(source, begin)
    start, end = fence.span("body") if fence else (begin, len(source))
    body = source[start:end]
    value, lines = _parse_value(body, expected)
    before = source[: heading.start() if heading else fence.start() if fence else 0].strip()
    return EmbeddedObject(
        value=value,
        source=body,
        first=source.count("\n", 0, start),
        heading=heading[1] if heading else "",
        before=before,
        after=source[fence.end() :].strip() if fence else "",
        known_lines=lines,
    )


def _parse_value(body: str, expected: Translatable) -> "tuple[Mapping[str, Any], Lines | None]":
    problem = Problem(path="result", expected=expected, params={})
    if not body.strip():
        raise BadInput("the result is empty; expected {expected}", problems=[problem], expected=expected)
    lines = None
    try:
        value, lines = parse_with_lines(body, Sentence("the result"))
        _JSON.encode(value).encode()
    except BadInput as error:
        raise BadInput(error.text, problems=[problem], **error.params) from None
    except (ValueError, RecursionError):
        said = "the result holds a number without end or half a character, or is nested too deeply; expected {expected}"
        raise BadInput(said, problems=[problem], expected=expected) from None
    if not isinstance(value, dict):
        raise BadInput("the text is no result; expected {expected}", problems=[problem], expected=expected)
    return cast("Mapping[str, Any]", value), lines


@dataclass
class Values:
    """The values of one object, taken one by one; what is not as it should be becomes a problem."""

    document: EmbeddedObject
    value: Mapping[str, Any]
    path: tuple[str, ...] = ()
    taken: set[str] = field(default_factory=set[str])
    problems: list[Problem] = field(default_factory=list[Problem])

    def line(self, *path: str | int) -> int:
        return self.document.line(*self.path, *path)

    def take_value(self, name: str) -> Any:
        self.taken.add(name)
        return self.value.get(name)

    def take_text(self, name: str) -> str:
        found = self.take_value(name)
        if found is None or isinstance(found, str):
            return found or ""
        self.refuse(name, found, TEXT_EXPECTED)
        return ""

    def take_required_text(self, name: str) -> str:
        found = self.take_text(name)
        if not found.strip() and not any(problem.path == name for problem in self.problems):
            self.refuse(name, None, TEXT_EXPECTED)
        return found

    def take_texts(self, name: str) -> list[tuple[str, int]]:
        """A list of texts with their lines; one text alone is a list, and nothing, in a word, is none."""
        found = self.take_value(name)
        if found is None or (isinstance(found, str) and is_nothing(found)):
            return []
        listed = cast("list[object]", found) if isinstance(found, list) else [found]
        texts: list[tuple[str, int]] = []
        for n, each in enumerate(listed):
            if isinstance(each, str):
                texts.append((each, self.line(name, n)))
            else:
                self.refuse(
                    f"{name}[{n}]" if isinstance(found, list) else name, each, TEXTS_EXPECTED, self.line(name, n)
                )
        return texts

    def take_passages(self, name: str) -> tuple[Passage, ...]:
        return tuple(Passage(text=text, line=line) for text, line in self.take_texts(name))

    def take_outcome(
        self, words: Mapping[str, tuple[Status, str]], expected: Translatable
    ) -> tuple[Status | None, str, str]:
        """Status, its word and the reason that the word stands for."""
        found = self.take_value("status")
        token = found.strip() if isinstance(found, str) else ""
        if token.casefold() in words:
            return words[token.casefold()][0], token, words[token.casefold()][1]
        self.refuse("status", found, expected)
        return None, token, ""

    def refuse(self, name: str, found: object, expected: Translatable, line: int | None = None) -> None:
        value = None if found is None else json.dumps(found, ensure_ascii=False)[:80]
        path = ".".join((*self.path, name))
        self.problems.append(
            Problem(path=path, value=value, expected=expected, params={}, line=line or self.line(name))
        )

    def rest_of_values(self) -> tuple[Datum, ...]:
        """What was not taken."""
        return tuple((name, value) for name, value in self.value.items() if name not in self.taken)


def with_surroundings(body: str, *, heading: str, before: str, after: Sequence[str]) -> str:
    """A document as a message of its dialect: bare, or in a fence where something stands around it."""
    if not (heading or before or after):
        return body
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", body)), default=0))
    parts = [before, f"## Task Complete: {heading}" if heading else "", f"{fence}yaml\n{body}{fence}", *after]
    return "\n\n".join(part for part in parts if part) + "\n"


def texts_of(extra: Iterable[Extra]) -> list[str]:
    """Text that belongs to no part, to stand behind a document."""
    return [f"{each.title}\n{each.text}" if each.title else each.text for each in extra]
