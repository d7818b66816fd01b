"""How the time of a check grows with the length of a text that was written to slow it down.

Each shape is checked at half a megabyte and at one; the ratio counts. The work may be linear in the text and no more,
whatever stands in it (DEC-44): a hook has a deadline.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

MOST: Final = 2.5
"""Times as long for twice the text."""
SIZE: Final = 1_000_000
HEAD: Final = "## scout Result\n### Status\nSUCCESS\n### Summary\nA summary.\n### Findings\n- Seen at `src/a.py:1`\n"
FILES: Final = {"src/a.py": b"x = 1\n" * 50, "src/equal.py": b"value = compute(value)\n" * 300_000}

UNITS: Final[Mapping[str, str]] = {
    "folders": "a/",
    "opening brackets": "([{",
    "links": "[a](src/a.py)",
    "unclosed links": "[a](",
    "back-ticks": "`",
    "growing back-ticks": "` `` ``` ",
    "positions": ":1",
    "places": "src/a.py:1 ",
    "false places": "src/gone.py:1 ",
    "quoted false places": "> src/gone.py:1\n",
    "told calls": "`src/a.py:1` calls `f(g(x) * 2, y=1)`. ",
    "code and where to see it": "```\n    x = 2\n```\n\nSee src/a.py:1.\n\n",
    "marked lines of fences": "```ts file=a.ts lines=[1,2]\n```\n",
    "indented prose under places": "See `src/a.py`\n\n    The keys are (many) of them;\n\n",
    "block quotes with their place": "> if a < b:\n>     raise E('x')\n> (src/a.py:1)\n\n",
    "changes to be made": "Edit `src/a.py:1` as follows:\n\n```python\nx = f(1)\n```\n\n",
    "frames of gdb": "#0  0x1 in f () at gone.c:1\n",
    "conditions": "If someone has `src/b.py`, then `src/a.py` is ",
    "outputs": "output: ",
    "bars": "| ",
    "rows": "| `src/a.py:1` | b |\n",
    "double quotes": '"a',
    "unclosed fences": "```\n~~~\n",
    "literal blocks": "a::\n\n  b\n",
    "directives": ".. code-block:: c\n\n",
    "underlines": "abc\n~~~~\n",
    "one line": "word ",
    "Japanese": "認証は",
    "Japanese places": "認証はsrc/a.pyの1行目です。",
    "bullets": "- a\n",
    "nested bullets": "  - `src/a.py:1`\n",
    "paragraphs": "word\n\n",
    "lines that run on": "and so on\n",
    "objects": '{"file": "src/a.py", "line": 1}',
    "unclosed objects": '{"file": ',
    "addresses": "https://a/",
    "words of removal": "previously removed ",
    "bare paths": "`src/gone.py` ",
    "rows of HTML": "<tr><td>src/a.py</td><td>1</td></tr>\n",
    "cells of HTML": "<tr><td>",
    "lines in brackets": "- of `src/a.py`\n  - b (line 1)\n",
    "lines in brackets, one paragraph": "of src/a.py and src/b.py\n- b (line 1)\nand ",
    "code and a link to it": "```\n    x = 2\n```\n([a](src/a.py#L1))\n\n",
    "code with its lines": "The x:\n```\n# a.py, 1-2\ny = f(2)\n```\n",
    "code with a title": "The x:\n```\n# src/a.py\ny = f(2)\n```\n",
    "keyed lines": "line: 1 ",
    "objects without a file": "{line: 1}",
    "denied places": "there is no src/gone.py:1 ",
    "statements": "`src/a.py:1` reads `x = 1` ",
    "invented statements": "`src/a.py:1` reads `x = compute(2)` ",
    "lines said in words": "src/a.py, line 1 ",
    "quoted code": '{"file": "src/a.py", "line": 1, "code": "x = 2"}\n',
    "cells of code": "| Place | Code |\n|---|---|\n| src/a.py:1 | **`x = f(2)`** / `y = g(3)` (both) |\n\n",
    "ticks in cells of code": "| File | Code |\n|---|---|\n| src/a.py:1 | ````x`` `(`(` |\n\n",
    "code and remarks": '- `src/a.py:1`\n  - Code match: ✅ "x = f(2): ... y" (src/a.py:1) (exact)\n',
    "assignments": "- src/a.py:1\n  > a_b = cd\n\nsrc/a.py:1: self.a = b\n\n",
    "places elsewhere": "`src/gone.py:1` and `src/a.py:1`, - that repository is, its project is, outside ",
    "labels": "Code: `x = compute(2)` at src/a.py:1\n",
    "records": "- ref: src/a.py:1\n  code: x = compute(2)\n",
    "calls": "`src/a.py:1` calls `compute(2)` ",
    "files": '"files": ["src/gone.py"]\n',
    "SARIF": '{"artifactLocation": {"uri": "src/a.py"}, "region": {"startLine": 1}}\n',
    "files in unclosed objects": '"file": {"a": 1, ',
    "ranges": '{"file": "src/a.py", "range": [1, 2]}\n',
    "spans": "- file: src/a.py\n  start: 1\n  end: 2\n",
    "spans without an end": '"start": 1, ',
    "elements": '<file name="src/a.py"><error line="1"/></file>\n',
    "elements without a file": '<error line="1"/>',
    "heads of CSV": "file,line,message\n",
    "rows of CSV": "file,line\nsrc/a.py,1\n",
    "cells": '"a,',
    "commas": "file,",
    "lines of a page": "src/a.py, ll. 1 ",
    "lines beside": "in src/a.py just above line 1 ",
    "about a line in Japanese": "`src/a.py`の末尾（約1行目）",
    "samples": "as file:line, e.g. `gone.py:1`. ",
    "many words of samples": "e.g. like such as prints as `gone.py:1`, ",
    "invented samples": "a made-up example of a thing, `gone.py:1` ",
    "frames": "at f (/srv/x/gone.js:1:1)\n",
    "frames in code": "`at com.acme.A.run(Gone.java:1)` ",
    "breakpoints": "`b gone.py:1` ",
    "globs": "`src/*.py:1` ",
    "lists of a linter": "src/a.py\n  1:1  error  x\n",
    "changes without a fence": "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x = 2\n+x = 3\n\n",
    "heads of changes": "--- a/src/a.py\n+++ b/src/a.py\n",
    "what is read": 'src/a.py:1 reads "the words of a line" ',
    "code in elements": '<f file="src/a.py" line="1"><code>x = compute(2)</code></f>\n',
    "block quotes with a place": "> `x = compute(2)`\n> — src/a.py:1\n\n",
    "uses of brackets": "Example usage (of it) of src/a.py:1 (",
    "if you put": "if you put it in `gone/a.py:1`, ",
    "stars": "*",
    "words to a reader": "you can name your `src/gone.py` as you like ",
    "files of other repositories": "in the `a/b` repository in src/gone.py ",
    "what was removed": "removed the deprecated src/gone.py:1 module, src/gone.py was removed, ",
    "margins": "a::\n\n        b\n    src/gone.py:1: c\n",
}
"""What is repeated."""
COUNTED: Final[Mapping[str, str]] = {
    "different places": "src/a.py:{n} ",
    "different false places": "src/gone{n}.py:1 ",
    "different denied places": "there was no src/gone.py:{n}, it should be created ",
    "different quotes": "- `src/a.py:1` reads `x = compute({n})`\n",
    "code told on one line": "`src/a.py:1` quietly has `x = 2 + y` ",
    "statements on one line": "`return x` ",
    "statements in a field": '{{"file": "src/a.py", "line": 1, "message": "says `return {n}` "}}\n',
    "comments that say something": 'the docstring at src/a.py:1 says "',
    "proposals": "`src/a.py:1`\n\nProposed:\n```python\nreturn {n}\n```\n",
    "changes": "`src/a.py:1`\n\nBefore:\n```\nx = 2\n```\nAfter:\n```\nx = 3\n```\n",
    "different lines in Japanese": "の{n}行目",
    "different bare paths": "`src/gone{n}.py` ",
    "different samples": "as file:line, e.g. `gone{n}.py:1`. ",
    "different elements": '<error line="{n}"/>',
    "different rows of CSV": "src/gone{n}.py,{n}\n",
    "different objects": '{{"file": "src/a.py", "line": {n}, "code": "x = {n}"}}\n',
}
"""What is repeated with another number each time, so that no answer can be remembered."""

OVER_MANY: Final[Mapping[str, tuple[str, str]]] = {
    "a long heading over bullets": ("#### {}\n", "- a\n"),
    "a long heading over places": ("#### {}\n", "- `src/gone.py:1` a\n"),
    "a long sentence over places": ("{}:\n", "- `src/gone.py:1` a\n"),
    "a long entry over entries": ("- {}\n", "  - `src/gone.py:1`\n"),
    "a long line over code": ("`src/a.py:1` {}\n", "```\nx = 2\n```\n"),
    "a long element over elements": ('```xml\n<file name="src/a.py"> {}\n', '<error line="1"/>\n'),
    "a long heading of a page for readers": ("#### {} you, your, yours, you\n", "- `src/gone.py` has it\n"),
    "a head of CSV over rows": ("```csv\nfile,line\n{}\n", "src/a.py,1\n"),
    "a long head over rows": ("| File | {} |\n|---|---|\n", "| `src/a.py:1` | b |\n"),
}
"""What stands once over many: it may not be read for each of them."""


def main() -> int:
    """Measure and print; 1 only with --check and a shape that grows faster."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", help="these only")
    parser.add_argument("--size", type=int, default=SIZE, help=f"characters of the longer text (default {SIZE})")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a shape grows faster than it may")
    args = parser.parse_args()
    shapes = {name: shape for name, shape in shapes_of(args.size).items() if not args.shapes or name in args.shapes}
    told: dict[str, dict[str, float]] = {}
    for name, shape in shapes.items():
        short, long = seconds(shape(1)), seconds(shape(2))
        told[name] = {"seconds": round(long, 3), "ratio": round(long / max(short, 0.001), 2)}
        if not args.json:
            print(f"{name:<24} {long:>7.2f} s {told[name]['ratio']:>6.2f} times, at most {MOST}", flush=True)
    if args.json:
        print(json.dumps(told, ensure_ascii=False))
    return 1 if args.check and any(each["ratio"] > MOST for each in told.values()) else 0


def shapes_of(size: int) -> dict[str, Callable[[int], str]]:
    """Each shape as a text of one or two halves, as prose and in a result."""
    shapes: dict[str, Callable[[int], str]] = {}
    for name, unit in UNITS.items():
        shapes[name] = lambda halves, unit=unit: HEAD + unit * (halves * size // 2 // len(unit))
        shapes[f"{name}, prose"] = lambda halves, unit=unit: (
            "See `src/a.py:1`. " + unit * (halves * size // 2 // len(unit))
        )
    for name, unit in COUNTED.items():
        shapes[name] = lambda halves, unit=unit: HEAD + _counted(unit, halves * size // 2)
        shapes[f"{name}, prose"] = lambda halves, unit=unit: "See `src/a.py:1`. " + _counted(unit, halves * size // 2)
    shapes["fences under many places"] = lambda halves: (
        HEAD
        + "- "
        + "src/a.py:1 " * (halves * size // 44)
        + "\n  ```\n  y = compute(x)\n  ```" * (halves * size // 116)
    )
    shapes["fields behind many braces"] = lambda halves: (
        "See `src/a.py:1`. "
        + "{" * (halves * size // 8)
        + "}" * (halves * size // 8)
        + '"code": "f(x)"' * (halves * size // 56)
    )
    shapes["list of lines"] = lambda halves: HEAD + "- `src/a.py:1" + ",1" * (halves * size // 4) + "`\n"
    shapes["list of lines, prose"] = lambda halves: "See src/a.py:1" + ",1" * (halves * size // 4)
    for name, (head, below) in OVER_MANY.items():
        shapes[name] = lambda halves, head=head, below=below: (
            HEAD + head.format("word " * (halves * size // 20)) + below * (halves * size // 4 // len(below))
        )
    shapes["quotes of equal lines"] = quotes_of_equal_lines
    return shapes


def _counted(unit: str, size: int) -> str:
    return "".join(unit.format(n=n) for n in range(1, size // (len(unit) + 2) + 1))


def quotes_of_equal_lines(halves: int) -> str:
    """Quotes against a file of 300,000 lines that are all the same."""
    quote = "\n".join(["  value = compute(value)"] * 3)
    each = "- Plant {n} at `src/equal.py:{line}`\n  ```python\n{quote}\n  value = compute(other)\n  ```\n"
    return HEAD + "".join(each.format(n=n, line=n * 1800 + 1, quote=quote) for n in range(80 * halves))


def seconds(text: str) -> float:
    """The processor time of the better of two runs, each on a tree that has read nothing."""
    return min(_timed(text) for _ in range(2))


def _timed(text: str) -> float:
    tree = MemoryTree(FILES)
    started = time.process_time()
    check_report(text, tree)
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
