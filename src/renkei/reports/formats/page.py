"""A result as it was written, for who looks for places in it: its text, and what each line of it is part of.

The text of an object of named values is read with its escapes undone (`\n` in JSON is a line end), and knows the line
of the source that each of its lines came from.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.blocks import Block, read_blocks
from renkei.reports.formats.fences import block_nature, is_command, is_output, is_report
from renkei.reports.formats.lines import Line, read_lines
from renkei.reports.formats.outline import sure_heading
from renkei.reports.formats.plans import leads_to_files
from renkei.reports.formats.proposals import leads_to_proposal
from renkei.reports.references import FoundReference
from renkei.reports.report import Code, Dialect, Report

_OBJECTS: Final[frozenset[Dialect]] = frozenset(("task-result", "completion-yaml"))
CODE_KEYS: Final = r"[Cc]ode|[Ss]nippet|code_?[Ss]nippet|[Qq]uote|[Ee]xcerpt"
"""The keys of an object whose values are code."""
_STRING: Final = re.compile(rf'(?P<code>"(?:{CODE_KEYS})"[ \t]?:[ \t]*)?"(?:[^"\\\n]|\\.)*+"')
_OF_OTHERS: Final = ("REMOVED:", "RESOLVED:")
"""Where an auditor repeats what inspectors claimed and it does not."""
_KEYWORD: Final = re.compile(r"[A-Z_]+:")
_ABOVE: Final = 200
"""Blocks that are looked at for what leads to a place."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|(?<=[。！？])(?!\Z)")
_LEAD: Final = 300
"""Characters of a sentence that leads to a list."""
_LEADS_ON: Final = re.compile(
    r"\b(?:the following|these) (?:[\w-]+ ){0,2}(?:files?|modules?|tests?|documents?|pages?)\b"
    r"|(?:次|以下)の[^.。]{0,12}(?:ファイル|モジュール|テスト|文書)"
    r"|(?:ファイル|モジュール|テスト|文書)は、?(?:次|以下|下記)の(?:とおり|通り)",
    re.IGNORECASE,
)
"""A sentence that leads to a list of files, though no colon ends it."""
_TITLE: Final = re.compile(r"\w[\w -]{0,39}\w")
"""A paragraph of a few words that nothing ends: `Plan`."""
_BESIDE: Final = 200
"""Characters of the text beside a block."""
_AROUND_DATA: Final = 300
"""Characters that may lead to the one fence of an answer that is data, and as many that may follow it."""
_IN_FENCE: Final = re.compile(
    rf"\A(?P<intro>(?:(?!```)[\s\S]){{0,{_AROUND_DATA}}}?)(?P<open>```\w*)\n(?P<data>(?:(?!```)[^\n]*\n)+)(?P<close>```)"
    rf"(?:(?!```)[\s\S]){{0,{_AROUND_DATA}}}\Z"
)
_NAMES_FILE: Final = re.compile(r"[\w`]\.\w|`")
_ELEMENT: Final = re.compile(r"<(?:\?xml|[A-Za-z][\w-]*(?:\s+[\w:-]+\s?=|\s*/?>))")
_COMMENT: Final = re.compile(r"\s*(?://|#|--|/\*|<!--|;|%|\"\"\"|\*)")


class _Lead(NamedTuple):
    """A heading or a line that leads to what follows, and which block it is."""

    block: int = -1
    text: str = ""


@dataclass(frozen=True)
class Page:
    """The text of a result, and its lines in the source."""

    text: str
    numbers: tuple[int, ...] = ()
    """Of each line of the text, where they differ."""
    dialect: Dialect = "prose"
    is_data: bool = False
    """It is one JSON document or one element, so that each value in it is told; a line may lead to it."""

    @classmethod
    def from_report(cls, report: Report) -> "Page":
        return _read_page(report.source, report.dialect)

    def line_of(self, found: FoundReference) -> int:
        """The line of the source in which a place stands."""
        return self.source_line(found.report_line)

    def source_line(self, number: int) -> int:
        """The line of the source that a line of the text came from."""
        return self.numbers[number - 1] if self.numbers else number

    def line_at(self, offset: int) -> int:
        """Which line of the text an offset lies in."""
        return bisect_right(self.starts, offset)

    def line_text(self, number: int) -> str:
        """A line of the text without its end."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end]

    @cached_property
    def blocks(self) -> list[Block]:
        """Entries, rows, paragraphs, headings and code, in their order; of an object of named values none."""
        return [] if self.dialect in (*_OBJECTS, "cpf") else list(read_blocks(self._lines))

    @cached_property
    def starts(self) -> list[int]:
        """Where each line of the text begins."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def _lines(self) -> list[Line]:
        return read_lines(self.text, sure_heading)

    @cached_property
    def _starts(self) -> list[int]:
        return [block.line - (block.kind == "code") for block in self.blocks]

    def block_at(self, line: int) -> int | None:
        """Which block a line stands in; the line of a fence belongs to its code."""
        index = bisect_right(self._starts, line) - 1
        return index if index >= 0 else None

    def is_claim(self, found: FoundReference) -> bool:
        """Whether the result itself says this: not code that it shows, a command, or what others claimed."""
        if self.dialect == "cpf":
            return found.report_line not in self._lines_of_others
        block = self._fence_around(found.report_line)
        if block is None:
            return True
        code = Code(text=block.text, info=block.info, line=block.line)
        line = _split_lines(block.text)[found.report_line - block.line]
        if block_nature(code) in ("code", "proposal") and not is_report(code):
            return found.report_line == block.line and names_its_place(block)
        return not is_command(code, line)

    def lead_above(self, line: int) -> str:
        """What leads to a line: the headings over it, and the line before the list that it stands in."""
        index = self.block_at(line)
        return self._leads[index] if index is not None and self.blocks else ""

    @cached_property
    def _leads(self) -> list[str]:
        """What leads to each block: of the headings and paragraphs before it, those that are near."""
        leads: list[str] = []
        title, before = _Lead(), _Lead()
        for index, block in enumerate(self.blocks):
            low = index - _ABOVE
            leads.append(" ".join(lead.text for lead in (title, before) if lead.block >= low and lead.text))
            if block.kind == "heading":
                title, before = _Lead(index, block.text.strip()[:_LEAD]), _Lead()
            elif block.kind == "text":
                before = _Lead(index, _lead_of(block.text.strip())[-_LEAD:])
        return leads

    def beside_fence(self, line: int) -> str:
        """What stands right before the fence of a line, and right behind it; nothing where it stands in none."""
        index = self.block_at(line)
        if index is None or self._fence_around(line) is None:
            return ""
        before = self.blocks[index - 1].text[-_BESIDE:] if index and self.blocks[index - 1].kind == "text" else ""
        return f"{before}\n{self._text_below(index)}"

    def below_quotation(self, line: int) -> str:
        """What answers the block quote that a line stands in; nothing where it stands in none."""
        index = self.block_at(line)
        return self._text_below(index) if index is not None and index in self._quotations else ""

    @cached_property
    def _quotations(self) -> frozenset[int]:
        """The blocks that are quotations, each line of them."""
        return frozenset(
            index
            for index, block in enumerate(self.blocks)
            if all(line.lstrip().startswith(">") for line in block.text.split("\n"))
        )

    def _text_below(self, index: int) -> str:
        below = self.blocks[index + 1] if index + 1 < len(self.blocks) else None
        return below.text[:_BESIDE] if below and below.kind == "text" else ""

    def is_printed(self, found: FoundReference) -> bool:
        """Whether it stands in what a command printed."""
        block = self._fence_around(found.report_line)
        return block is not None and is_output(Code(text=block.text, info=block.info))

    def is_fenced(self, found: FoundReference) -> bool:
        """Whether it stands in a fence, or below a directive."""
        return self._fence_around(found.report_line) is not None

    def _fence_around(self, line: int) -> Block | None:
        """The block whose code has this line."""
        index = self.block_at(line)
        block = self.blocks[index] if index is not None else None
        inside = (
            block is not None and block.kind == "code" and block.line <= line <= block.line + block.text.count("\n")
        )
        return block if inside else None

    @cached_property
    def _lines_of_others(self) -> frozenset[int]:
        def find_lines() -> Iterator[int]:
            inside = False
            for number, line in enumerate(self.text.split("\n"), 1):
                if _KEYWORD.match(line):
                    inside = line.startswith(_OF_OTHERS)
                if inside:
                    yield number

        return frozenset(find_lines())


def _is_data(text: str) -> bool:
    """Whether a text is one JSON document or one element, and nothing else."""
    plain = text.strip()
    if plain.startswith("<"):
        return _ELEMENT.match(plain) is not None and plain.endswith(">")
    try:
        return plain[:1] in ("{", "[") and isinstance(json.loads(plain), (dict, list))
    except (ValueError, RecursionError):
        return False


def _open_fence(text: str) -> str:
    """An answer that is JSON in a fence, with blanks for the fence; nothing where it is more, or quotes a file."""
    fence = _IN_FENCE.match(text)
    if fence is None or fence["data"].lstrip()[:1] not in ("{", "[") or not _is_data(fence["data"]):
        return ""
    if _NAMES_FILE.search(fence["intro"]) or leads_to_proposal(fence["intro"]):
        return ""
    blanks = text[: fence.start("open")] + " " * len(fence["open"]) + text[fence.end("open") : fence.start("close")]
    return f"{blanks}   {text[fence.end('close') :]}"


def _lead_of(text: str) -> str:
    """What of a paragraph leads to the list below it: its last line, or all of it where it is a title."""
    line = text.rpartition("\n")[2].strip()
    if line.endswith((":", "：")) or _TITLE.fullmatch(text):
        return line
    last = _SENTENCE.split(line[-_LEAD:])[-1].strip() if line.endswith((".", "。")) else ""
    return last if _LEADS_ON.search(last) or leads_to_files(last) else ""


@lru_cache(maxsize=1)
def _read_page(source: str, dialect: Dialect) -> Page:
    """The page of a result, which is read for its claims and once more for what it says of them."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    if dialect not in _OBJECTS or "\\" not in text:
        data = _open_fence(text) if dialect == "prose" else ""
        return Page(data or text, dialect=dialect, is_data=bool(data) or _is_data(text))
    lines = [(number, part) for number, line in enumerate(text.split("\n"), 1) for part in _unescape_line(line)]
    return Page("\n".join(part for _, part in lines), tuple(number for number, _ in lines), dialect)


@lru_cache(maxsize=4)
def _split_lines(text: str) -> list[str]:
    """The lines of a block, which are asked for again for each place in it."""
    return text.split("\n")


def names_its_place(block: Block) -> bool:
    """Whether code begins with a comment, which may name the place of what follows."""
    heading, _, body = block.text.partition("\n")
    return bool(_COMMENT.match(heading) and body.strip())


def _unescape_line(line: str) -> list[str]:
    """A line of JSON or YAML with its escapes undone: it may become several."""
    return _STRING.sub(_unescape_string, line).split("\n") if "\\" in line else [line]


def _unescape_string(string: re.Match[str]) -> str:
    """A string with its escapes undone; code is kept as it is written, so that it can be told where it ends."""
    try:
        return string[0] if string["code"] else f'"{json.loads(string[0])}"'
    except ValueError:
        return string[0]
