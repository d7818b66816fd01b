"""verdicts.md: every review of a spec as one batch, appended and never changed.

A batch is a heading `## [B3] design | time | v1.2.0 | runs:5 | threshold:3/5`, then Raw (each audit word for word),
Consensus, Noise, Disposition, Tracked and what is resolved since the batch before. Numbers rise over the whole file.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.files import read_regular, write_whole
from renkei.reports.cpf.codec import quote_value, read_cpf, unescape, write_note, write_record
from renkei.reports.cpf.document import Verified
from renkei.sentence import Sentence
from renkei.values import value

Disposition = Literal["GO-ACCEPTED", "CONDITIONAL-TRACKED", "NO-GO-FIXED", "SPEC-UPDATE-CASCADED", "ESCALATED"]
DISPOSITIONS: Final[tuple[Disposition, ...]] = (
    "GO-ACCEPTED", "CONDITIONAL-TRACKED", "NO-GO-FIXED", "SPEC-UPDATE-CASCADED", "ESCALATED",
)  # fmt: skip

_HEADING: Final = re.compile(
    r"## \[(?P<place>(?:W[0-9]{1,9}-)?(?:DC-)?)B(?P<seq>[0-9]{1,9})\] (?P<kind>[^|]*?) \| (?P<at>[^|]*?)"
    r" \| v(?P<version>[^|]*?) \| runs:(?P<runs>[0-9]{1,9}) \| threshold:(?P<threshold>[0-9]{1,9})/(?P=runs)\s*"
)
_NUMBERED: Final = re.compile(r"## \[[^\]]*?B([0-9]{1,9})\]")
_FENCE: Final = re.compile(r"`{3,}")
_PARTIAL: Final = re.compile(r"(?m)^PARTIAL:([^|\n]+)")
_HEADING_EXPECTED: Final = Sentence(
    "expected a heading like {form}", form="## [B1] design | TIME | v1.0.0 | runs:N | threshold:K/N"
)


@value
class Batch:
    """One review. `place` is `W2-` for a wave's cross-check, `W2-DC-` for its dead code, else empty."""

    kind: str
    at: str
    version: str
    runs: int
    threshold: int
    raw: tuple[str, ...]
    disposition: Disposition
    consensus: tuple[Verified, ...] = ()
    noise: tuple[Verified, ...] = ()
    tracked: tuple[Verified, ...] = ()
    resolved: tuple[str, ...] = ()
    """What the batch before had and this one has no more, a line each."""
    place: str = ""
    seq: int = 0
    """Given when it is appended."""

    @property
    def label(self) -> str:
        return f"{self.place}B{self.seq}"

    @property
    def missing(self) -> tuple[str, ...]:
        """The inspectors that an audit had to do without, as its notes say."""
        return tuple(sorted({name for text in self.raw for name in _PARTIAL.findall(text)}))


def append_batch(path: Path, batch: Batch) -> Batch:
    """The batch under the next number, at the end of the file, which is replaced whole or not at all.

    Raises:
        BadInput: the file cannot be read or written, or the batch could not be read back.
    """
    text = _read_text(path)
    numbers = [int(found[1]) for line in _batch_headings(text) if (found := _NUMBERED.match(line.text))]
    batch = replace(batch, seq=max(numbers, default=0) + 1)
    written = _write_batch(batch, numbers[-1] if numbers else None)
    if not _HEADING.fullmatch(written.partition("\n")[0]):
        raise BadInput("The heading of a batch cannot be written: {heading}", heading=written.partition("\n")[0])
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    _replace_file(path, f"{text}{gap}{written}".encode())
    return batch


def read_batches(path: Path) -> tuple[Batch, ...]:
    """Every batch of a file, the oldest first; none if there is no file. Text around them is nobody's.

    Raises:
        BadInput: a heading or a record is not as it is written; its line is named.
    """
    return parse_batches(_read_text(path), str(path))


def parse_batches(text: str, name: str) -> tuple[Batch, ...]:
    """The same of a text, which is called so in what is wrong with it."""
    reading = _BatchReader(name=name)
    for line in _scan_lines(text):
        reading.take_line(line)
    return tuple(reading.found)


class _Line(NamedTuple):
    number: int
    text: str
    fence: Literal["", "open", "inside", "close"] = ""


def _scan_lines(text: str) -> Iterator[_Line]:
    """The lines, each with whether it is in a fence: what an audit said word for word is no part of the form."""
    fence = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if fence:
            closes = line.strip() == fence
            yield _Line(number, line, "close" if closes else "inside")
            fence = "" if closes else fence
        else:
            opened = _FENCE.match(line)
            fence = opened[0] if opened else ""
            yield _Line(number, line, "open" if opened else "")


def _batch_headings(text: str) -> Iterator[_Line]:
    return (line for line in _scan_lines(text) if not line.fence and _NUMBERED.match(line.text))


def _write_batch(batch: Batch, before: int | None) -> str:
    head = f"## [{batch.label}] {batch.kind} | {batch.at} | v{batch.version} | runs:{batch.runs}"
    parts = [f"{head} | threshold:{batch.threshold}/{batch.runs}", "### Raw"]
    parts += [f"#### V{number}\n{_fence_raw(raw)}" for number, raw in enumerate(batch.raw, start=1)]
    parts += [f"### Consensus{_write_list(batch.consensus)}", f"### Noise{_write_list(batch.noise)}"]
    parts += [f"### Disposition\n{batch.disposition}"]
    if batch.tracked:
        parts.append(f"### Tracked{_write_list(batch.tracked)}")
    if batch.resolved:
        lines = "".join(f"\n- {write_note(each)}" for each in batch.resolved)
        parts.append(f"### Resolved since B{before or 0}{lines}")
    return "\n\n".join(parts) + "\n"


def _write_list(records: Sequence[Verified]) -> str:
    return "".join(f"\n- {write_record(record)}" for record in records)


def _fence_raw(raw: str) -> str:
    """In a fence longer than any in it; a line end is added that is taken away again."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", raw)), default=0))
    return f"{ticks}cpf\n{raw}\n{ticks}"


@dataclass
class _BatchReader:
    """A file on its way to its batches."""

    name: str
    found: list[Batch] = field(default_factory=list[Batch])
    section: str = ""
    raw: list[str] = field(default_factory=list[str])

    def take_line(self, line: _Line) -> None:
        text = line.text.rstrip()
        if not line.fence and _NUMBERED.match(text):
            self._begin_batch(line.number, text)
        elif not self.found:
            return
        elif line.fence:
            self._take_raw(line)
        elif text.startswith("### "):
            self.section = text[4:].split(" since ")[0].casefold()
        elif self.section == "disposition" and text:
            self._set_disposition(line.number, text)
        elif text.startswith("- "):
            self._add_entry(line.number, text[2:])

    def _begin_batch(self, number: int, text: str) -> None:
        head = _HEADING.fullmatch(text)
        if head is None:
            raise self._line_error(number, text, _HEADING_EXPECTED)
        self.section = ""
        self.found.append(
            Batch(
                place=head["place"],
                seq=int(head["seq"]),
                kind=head["kind"],
                at=head["at"],
                version=head["version"],
                runs=int(head["runs"]),
                threshold=int(head["threshold"]),
                raw=(),
                disposition="ESCALATED",
            )
        )

    def _take_raw(self, line: _Line) -> None:
        if self.section != "raw":
            return
        if line.fence == "open":
            self.raw = []
        elif line.fence == "inside":
            self.raw.append(line.text)
        else:
            self._change_batch(raw=(*self.found[-1].raw, "\n".join(self.raw)))

    def _set_disposition(self, number: int, text: str) -> None:
        known = next((each for each in DISPOSITIONS if each == text), None)
        if known is None:
            expected = Sentence("expected one of {known}", known=", ".join(DISPOSITIONS))
            raise self._line_error(number, text, expected)
        self._change_batch(disposition=known)

    def _add_entry(self, number: int, text: str) -> None:
        batch = self.found[-1]
        match self.section:
            case "consensus":
                self._change_batch(consensus=(*batch.consensus, self._read_record(number, text)))
            case "noise":
                self._change_batch(noise=(*batch.noise, self._read_record(number, text)))
            case "tracked":
                self._change_batch(tracked=(*batch.tracked, self._read_record(number, text)))
            case "resolved":
                self._change_batch(resolved=(*batch.resolved, unescape(text)))
            case _:
                pass

    def _read_record(self, number: int, text: str) -> Verified:
        try:
            return read_cpf(f"VERDICT:GO\nVERIFIED:\n{text}").verified[0]
        except BadInput as error:
            problems = [replace(problem, line=number) for problem in error.problems]
            raise BadInput("{name} is not valid.", problems=problems, name=self.name) from None

    def _change_batch(self, **changed: Any) -> None:
        self.found[-1] = replace(self.found[-1], **changed)

    def _line_error(self, number: int, value: str, expected: Sentence) -> BadInput:
        problem = Problem(
            path="-", value=quote_value(value), expected=expected.text, params=expected.params, line=number
        )
        return BadInput("{name} is not valid.", problems=[problem], name=self.name)


def _read_text(path: Path) -> str:
    try:
        return read_regular(path).decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise BadInput("{name} is not UTF-8 text (byte {at}).", name=str(path), at=error.start) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def _replace_file(path: Path, data: bytes) -> None:
    """Whole or not at all: a batch that was cut off would look like a verdict."""
    path = Path(os.path.realpath(path))
    try:
        write_whole(path, data)
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None
