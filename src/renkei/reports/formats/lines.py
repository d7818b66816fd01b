"""The lines of a hand-back, numbered as in the source, with code told from prose.

Models put a fence around the whole result, forget to close one, or indent or quote all of it. That is undone here, so
that what follows sees the result as it was meant. This is a scanner of lines and not a Markdown parser: what arrives is
often no well-formed Markdown (an indented result is one code block to CommonMark, an inner fence closes the outer one,
a bold line is no heading), line numbers have to stay those of the source, and the hook pays for every import.

Documentation is often reStructuredText: there, what is indented under `.. code-block::` or behind `::` is code as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from renkei import lazy_re as re
from renkei.reports.formats.fences import block_nature, is_mostly_source, is_prose
from renkei.reports.report import Code
from renkei.values import value

Mark = Literal["text", "open", "code", "close", "end"]
"""Where a line stands as to fences; `end`: here the fence around the whole result was closed."""

Heading = Callable[[str], str | None]

_BREAK = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r"\s*(?P<item>(?:[-*+]|\d{1,3}[.)])\s+)?(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_PRE = re.compile(r"\s*<pre\b[^>\n]*>(?:\s*<code\b[^>\n]*>)?", re.IGNORECASE)
_END_OF_PRE = re.compile(r"(?:</code>\s*)?</pre>\s*", re.IGNORECASE)
_QUOTE = re.compile(r"\A\s*> ?")
_QUOTES = re.compile(r"\A\s*(?:> ?)+")
_QUOTED_FENCE = re.compile(r"\s*(?:> ?)+\s*(?:`{3}|~{3})")
_DIRECTIVE = re.compile(r"\s*\.\. (?P<name>[a-z-]+)::[ \t]*(?P<info>\S*)")
_DIFF_HEAD = re.compile(r"diff --git [\w./\"]|--- (?:a/|\"a/)?[\w.][^\s]*[./]\w")
_HUNK = re.compile(r"@@ -\d{1,9}(?:,(?P<old>\d{1,9}))? \+\d{1,9}(?:,(?P<new>\d{1,9}))? @@")
_OF_DIFF = re.compile(
    r"[ +\\-]|@@|(?:diff --git|index|new file|deleted file|old mode|new mode|similarity|rename|copy) "
)
_LITERALS: Mapping[str, str] = {
    "code": "", "code-block": "", "sourcecode": "", "parsed-literal": "", "raw": "html",
    "doctest": "python", "testcode": "python", "testsetup": "python", "ipython": "python", "testoutput": "output",
    "console": "console", "prompt": "console", "graphviz": "dot", "math": "tex", "productionlist": "text",
}  # fmt: skip
"""Directives that hold code, and its language where they do not name one."""


@value
class Line:
    """One line; `mark` says whether it opens, closes or lies in a fence."""

    number: int
    text: str
    mark: Mark = "text"

    @property
    def indent(self) -> int:
        expanded = self.text.expandtabs(4) if "\t" in self.text else self.text
        return len(expanded) - len(expanded.lstrip())

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def read_lines(text: str, heading: Heading) -> list[Line]:
    """Split, unwrap and dedent; `heading` tells which section of the contract a line heads, if any."""
    plain = [Line(number=n, text=line) for n, line in enumerate(_BREAK.split(text.removeprefix("\ufeff")), 1)]
    lines = _mark_diffs(
        _mark_pre(_mark_literals(_unwrap_fences(_unquote_fences(_unquote_lines(plain, heading)), heading)))
    )
    first = next((line for line in lines if line.mark == "text" and heading(line.text)), None)
    return lines if first is None or not first.indent else [_dedent(line, first.indent) for line in lines]


def is_fence(line: Line) -> bool:
    """Whether code is opened with a fence, and not with a directive or by its margin."""
    return _FENCE.match(line.text) is not None


def fence_info(line: Line) -> str:
    """What stands behind an opening fence or directive, such as the language."""
    if fence := _FENCE.match(line.text):
        return fence["info"].strip()
    if line.mark == "code" and is_diff_head(line.text):
        return "diff"
    directive = _DIRECTIVE.match(line.text)
    return directive["info"] or _LITERALS.get(directive["name"], "") if directive else ""


def _unquote_lines(lines: list[Line], heading: Heading) -> list[Line]:
    if not any(_QUOTE.match(line.text) and heading(_QUOTE.sub("", line.text, count=1)) for line in lines):
        return lines
    return [replace(line, text=_QUOTE.sub("", line.text, count=1)) for line in lines]


def _unquote_fences(lines: list[Line]) -> list[Line]:
    """Block quotes with a fence in them, as a review has them, are read as what they quote."""
    if not any(_QUOTED_FENCE.match(line.text) for line in lines):
        return lines
    read: list[Line] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _QUOTE.match(lines[end].text):
            end += 1
        quoted = lines[at:end]
        has_fence = any(_QUOTED_FENCE.match(line.text) for line in quoted)
        read += [replace(line, text=_QUOTES.sub("", line.text)) for line in quoted] if has_fence else quoted
        read += lines[end : end + 1]
        at = end + 1
    return read


def _unwrap_fences(lines: Sequence[Line], heading: Heading) -> list[Line]:
    """Mark the fences, leaving out the ones that wrap the result or are never closed."""
    fences = {
        n: match
        for n, line in enumerate(lines)
        if (match := _FENCE.match(line.text))
        and not (match["fence"][0] == "~" and n and _is_underline(line, lines[n - 1]))
    }
    if not fences:
        return list(lines)
    headings = _key_headings(lines, heading)
    left_out: set[int] = set()
    for _ in range(4):  # a result in a fence in a fence is seen; more is not
        marks, unclosed = _mark_fences(len(lines), {n: match for n, match in fences.items() if n not in left_out})
        if unclosed is not None:
            left_out.add(unclosed)
        elif headings and all(marks[n] == "code" for n in headings):
            left_out |= _find_wrapper(marks, headings[0], [n for n in fences if n not in left_out])
        else:
            break
    marks, _ = _mark_fences(len(lines), {n: match for n, match in fences.items() if n not in left_out})
    for opening in left_out:
        _mark_unclosed(lines, opening, marks, heading)
    if len(left_out) > 1 and max(left_out) > max(headings, default=len(lines)):
        marks[max(left_out)] = "end"
    return [
        Line(number=line.number, text="" if n in left_out and marks[n] == "text" else line.text, mark=marks[n])
        for n, line in enumerate(lines)
    ]


def _mark_unclosed(lines: Sequence[Line], opening: int, marks: list[Mark], heading: Heading) -> None:
    """What follows a fence that is never closed is code up to an empty line: if it can only be code, or if the fence
    names a language and nothing reads like prose.
    """
    end = opening + 1
    while end < len(lines) and marks[end] == "text" and not lines[end].is_blank and not heading(lines[end].text):
        end += 1
    inside = [line.text for line in lines[opening + 1 : end]]
    language = Code(text="", info=fence_info(lines[opening]))
    is_named = inside and block_nature(language) == "code" and not any(map(is_prose, inside))
    if is_named or is_mostly_source("\n".join(inside)):
        marks[opening:end] = ["open", *("code" for _ in range(opening + 1, end))]


def _is_underline(line: Line, above: Line) -> bool:
    """Whether it is what reStructuredText puts under a title: a row as long as the title is."""
    title = above.text.strip()
    return bool(title) and title[0] not in "~`" and len(line.text.strip()) >= max(4, len(title)) and above.indent == 0


def _key_headings(lines: Sequence[Line], heading: Heading) -> list[int]:
    """The lines that have to lie outside of fences: the status, or without one all headings."""
    names = {n: name for n, line in enumerate(lines) if (name := heading(line.text))}
    return [n for n, name in names.items() if name == "status"] or list(names)


def _find_wrapper(marks: Sequence[Mark], heading: int, fences: Sequence[int]) -> set[int]:
    """The fence around a heading: its opening, and the last fence line of all if that is left without a partner."""
    opening = max(n for n in range(heading) if marks[n] == "open")
    after = [n for n in fences if n > opening]
    return {opening, after[-1]} if len(after) % 2 else {opening}


def _mark_fences(count: int, fences: Mapping[int, re.Match[str]]) -> tuple[list[Mark], int | None]:
    """Tell code from prose; also where a fence opens that is never closed."""
    marks: list[Mark] = []
    fence, opened = "", None
    for n in range(count):
        match = fences.get(n)
        mark: Mark = "code" if fence else "text"
        if match and not fence:
            fence, opened, mark = match["fence"], n, "open"
        elif match and not match["item"] and match["fence"].startswith(fence) and not match["info"].strip():
            fence, opened, mark = "", None, "close"
        marks.append(mark)
    return marks, opened


def _mark_pre(lines: list[Line]) -> list[Line]:
    """Mark what stands between `<pre>` and `</pre>`."""
    if not any("<pre" in line.text.casefold() for line in lines):
        return lines
    marked: list[Line] = []
    inside = False
    for line in lines:
        opens = _PRE.match(line.text) if line.mark == "text" and not inside else None
        if not opens and not inside:
            marked.append(line)
            continue
        text = line.text[opens.end() :] if opens else line.text
        ends = _END_OF_PRE.search(text)
        text = text[: ends.start()] if ends else text
        mark: Mark = "code" if text.strip() or not (opens or ends) else "open" if opens else "close"
        marked.append(replace(line, text=text, mark=mark))
        inside = ends is None
    return marked if not inside else lines


def _mark_literals(lines: list[Line]) -> list[Line]:
    """Mark what is indented under a directive that holds code, and behind `::` at the end of a paragraph."""
    if not any("::" in line.text for line in lines):
        return lines
    marked = list(lines)
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.mark != "text" or "::" not in line.text:
            continue
        directive = _DIRECTIVE.match(line.text)
        if directive and directive["name"] in _LITERALS:
            opening = at - 1
        elif not directive and line.text.rstrip().endswith("::") and at < len(lines) and lines[at].is_blank:
            opening = at
        else:
            continue
        end = _end_of_literal(lines, at, line.indent)
        if end > opening + 1:
            marked[opening] = replace(lines[opening], mark="open")
            marked[opening + 1 : end] = [replace(each, mark="code") for each in lines[opening + 1 : end]]
            at = end
    return marked


def _end_of_literal(lines: Sequence[Line], start: int, indent: int) -> int:
    """Behind the last line that is indented by more than this."""
    end = start
    for at in range(start, len(lines)):
        if lines[at].is_blank:
            continue
        if lines[at].mark != "text" or lines[at].indent <= indent:
            break
        end = at + 1
    return end


def _dedent(line: Line, width: int) -> Line:
    kept = line.text.expandtabs(4) if line.text[:1] == "\t" else line.text
    space = len(kept) - len(kept.lstrip(" "))
    return replace(line, text=kept[min(width, space) :])


def is_diff_head(text: str) -> bool:
    """Whether a change of a file begins with this line."""
    return text[:4] in ("diff", "--- ") and _DIFF_HEAD.match(text) is not None


def _mark_diffs(lines: list[Line]) -> list[Line]:
    """A change that stands in no fence is code, from its head to the end of its last hunk."""
    marked, at = list(lines), 0
    while at < len(lines):
        end = _end_of_diff(lines, at)
        marked[at:end] = [replace(line, mark="code") for line in lines[at:end]]
        at = max(end, at + 1)
    return marked


def _end_of_diff(lines: Sequence[Line], at: int) -> int:
    """Where the change ends that begins here; here, if none does."""
    follows = lines[at + 1].text if at + 1 < len(lines) else ""
    if lines[at].mark != "text" or not is_diff_head(lines[at].text):
        return at
    if lines[at].text.startswith("---") and not follows.startswith("+++ "):
        return at
    old = new = 0
    for n in range(at, len(lines)):
        text = lines[n].text
        if lines[n].mark != "text":
            return n
        if hunk := _HUNK.match(text):
            old, new = int(hunk["old"] or 1), int(hunk["new"] or 1)
        elif (old > 0 or new > 0) and text[:1] in ("", " ", "-", "+"):
            old, new = old - (text[:1] != "+"), new - (text[:1] != "-")
        elif not _OF_DIFF.match(text):
            return n
    return len(lines)
