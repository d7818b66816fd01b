"""What a command prints: readable for people, one JSON document for scripts, nothing mixed."""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from renkei.entrypoints.problems import error_document, problem_text
from renkei.errors import BadInput, Refused, RenkeiError
from renkei.hidden import escape_and_indent, escape_hidden, escape_json, escape_to_line
from renkei.kit.words import translate
from renkei.lazy import lazy
from renkei.sentence import Parameter, Sentence, Translatable

ItemT = TypeVar("ItemT")

_WIDTH_OF_PIPE: Final = 10_000

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text
else:
    Console, Progress = lazy("rich.console:Console"), lazy("rich.progress:Progress")
    Table, Text = lazy("rich.table:Table"), lazy("rich.text:Text")


_FLAGS: Final = {
    "actor": "--as AGENT",
    "execute": "--exec",
    "forbid": "--no-exec",
    "is_baseline_written": "--write-baseline",
    "is_online": "--online",
    "kind": "--type",
    "life": "--expires",
    "noted": "--head",
    "recording": "--record",
    "variables": "--var",
    "why": "--why TEXT",
}
"""Where a flag is called otherwise than what it gives, or is clearer with its value."""


def _with_flags(params: Mapping[str, object]) -> dict[str, object]:
    """What use cases and commands call by its name is called by its flag here."""
    return {name: _with_flag(each) for name, each in params.items()}


def _with_flag(given: object) -> object:
    if isinstance(given, Parameter):
        return _FLAGS.get(given, f"--{given.replace('_', '-')}")
    return Sentence(given.text, **_with_flags(given.params)) if isinstance(given, Sentence) else given


class Output:
    """Standard output in the reader's language and form."""

    def __init__(self, *, lang: str, as_json: bool) -> None:
        self.lang = lang
        self.as_json = as_json
        self._console: Console | None = None

    def say(self, text: Translatable, /, **params: object) -> str:
        shown = Sentence(text.text, **_with_flags(text.params)) if isinstance(text, Sentence) else text
        return translate(self.lang, shown, **_with_flags(params))

    def print_json(self, value: Any) -> None:
        """The one JSON document, or one line of a stream of them, by whatever rule a script takes lines apart."""
        print(escape_json(json.dumps(value, ensure_ascii=not _is_utf8())), flush=True)

    def print_line(self, text: str) -> None:
        """A line, or several, there for whoever reads the pipe as soon as it is printed."""
        print(escape_hidden(text), flush=True)

    def print_document(self, text: str) -> None:
        """What is to be read by a program, exactly as it is; at a terminal a person reads it."""
        print(escape_hidden(text) if sys.stdout.isatty() else text, end="", flush=True)

    def tell(self, text: Translatable, /, **params: object) -> None:
        """A sentence for a person: on standard output, unless that belongs to a document."""
        print(self._render_sentence(text, params), file=sys.stderr if self.as_json else sys.stdout)

    def note(self, text: Translatable, /, **params: object) -> None:
        """A remark beside the result."""
        print(self._render_sentence(text, params), file=sys.stderr)

    def _render_sentence(self, text: Translatable, params: Mapping[str, object]) -> str:
        """The line ends of a sentence are ours; what is filled in has none."""
        said = {
            name: translate(self.lang, each) if isinstance(each, Sentence) else each
            for name, each in _with_flags(params).items()
        }
        shown = {name: escape_to_line(each) if isinstance(each, str) else each for name, each in said.items()}
        return escape_hidden(self.say(text, **shown))

    def print_styled(self, *parts: tuple[str, str] | str) -> None:
        """Text with styles, which a pipe does not see; where it has a second line, that one is indented."""
        shown = [
            (escape_and_indent(part), "") if isinstance(part, str) else (escape_and_indent(part[0]), part[1])
            for part in parts
        ]
        plain = "".join(text for text, _ in shown)
        if _is_terminal() or "\t" in plain:
            self._print_rich(Text.assemble(*shown), soft_wrap=True)
        else:
            self.print_line(plain)

    def print_table(
        self, headings: Sequence[Translatable], rows: Iterable[Sequence[str]], *, only_known: bool = False
    ) -> None:
        """`only_known` leaves out columns with nothing but `-` in them, which only take room."""
        rows = list(rows)
        shown = [n for n in range(len(headings)) if not only_known or any(row[n] != "-" for row in rows)]
        titles = [self.say(headings[n]) for n in shown]
        cells = [[escape_to_line(row[n]) for n in shown] for row in rows]
        if not _is_terminal() and (lines := _plain_table([titles, *cells])):
            self.print_line("\n".join(lines))
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        for title in titles:
            table.add_column(title, overflow="fold")
        for row in cells:
            table.add_row(*map(Text, row))
        self._print_rich(table)

    def _print_rich(self, shown: "Text | Table", *, soft_wrap: bool = False) -> None:
        """rich draws and we write: it would make exit code 1 of a pipe that was closed."""
        with self.console.capture() as drawn:
            self.console.print(shown, soft_wrap=soft_wrap)
        print(drawn.get(), end="", flush=True)

    @property
    def console(self) -> "Console":
        if self._console is None:
            # A pipe has no width of its own: what reads it decides where lines break.
            width = None if sys.stdout.isatty() else _WIDTH_OF_PIPE
            # rich takes NO_COLOR for colours alone; here it means plain text.
            colours = None if os.environ.get("NO_COLOR") else "auto"
            self._console = Console(highlight=False, markup=False, emoji=False, width=width, color_system=colours)
        return self._console

    def progress(self, items: Iterable[ItemT], label: Translatable, *, total: int | None = None) -> Iterator[ItemT]:
        """Passes the items on; what takes over a second at a terminal gets a bar on standard error."""
        items = iter(items)
        started = time.monotonic()
        for done, item in enumerate(items, start=1):
            yield item
            if sys.stderr.isatty() and time.monotonic() - started > 1:
                yield from self._show_bar(items, label, done, total)

    def _show_bar(self, items: Iterator[ItemT], label: Translatable, done: int, total: int | None) -> Iterator[ItemT]:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(self.say(label), total=total, completed=done)
            for item in items:
                yield item
                bar.advance(task)

    def print_error(self, error: RenkeiError) -> None:
        """What went wrong: in words on standard error and, for a script, as the document."""
        message = escape_and_indent(self.say(error.text, **error.params))
        if isinstance(error, Refused):
            message = f"{message} [{error.rule}]"
        print(f"renkei: {message}", file=sys.stderr)
        problems = list(error.problems) if isinstance(error, BadInput) else []
        for problem in problems:
            print(f"  {escape_to_line(problem_text(problem, self.say))}", file=sys.stderr)
        if self.as_json:
            self.print_json({"error": error_document(error, message, self.say)})


def _is_terminal() -> bool:
    """Whether rich would style what it draws; loading rich for a pipe takes longer than most commands do."""
    return sys.stdout.isatty() or any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))


def _plain_table(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """The table as rich draws it on a pipe; None where columns take more than counting letters, or too much room."""
    if not all(cell.isascii() and "\t" not in cell for row in rows for cell in row):
        return None
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * len(widths) > _WIDTH_OF_PIPE:
        return None
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
