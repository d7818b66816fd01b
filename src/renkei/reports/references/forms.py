"""Every form of a reference, with an example and what it names: the documentation and the tests are made of it."""

from typing import Final

from renkei.values import value

REMOTE: Final = "github.com/acme/shop"
"""The remote of the examples."""


@value
class Form:
    """A form and what its examples name: `src/a.py`, in these lines (none: that it is there), or this name."""

    name: str
    examples: tuple[str, ...]
    places: tuple[tuple[int, int | None], ...] = ((10, None),)
    defines: str = ""
    path: str = "src/a.py"


_RANGE: Final = ((10, 20),)
_TWO: Final = ((10, None), (20, None))

FORMS: Final[tuple[Form, ...]] = (
    Form(name="line", examples=("src/a.py:10", "src/a.py:L10", "src/a.py：１０", "src/a.py:10行目")),
    Form(name="line and column", examples=("src/a.py:10:5",)),
    Form(
        name="lines",
        examples=("src/a.py:10-20", "src/a.py:10–20", "src/a.py:L10-L20", "src/a.py:10〜20"),
        places=_RANGE,
    ),
    Form(name="lines in words", examples=("src/a.py:10 to 20", "src/a.py:10→20"), places=_RANGE),
    Form(
        name="list of lines",
        examples=(
            "src/a.py:10,20", "src/a.py:10, 20", "src/a.py:10 and 20", "src/a.py:10 and :20", "src/a.py:10 / 20",
            "src/a.py:10;20", "src/a.py:10 or 20", "src/a.py:10 (and 20)", "src/a.py:10 (also line 20)",
            "src/a.py:[10, 20]", "src/a.py:{10,20}", "src/a.py:10 + 20", "src/a.py:10 as well as 20",
            "`src/a.py:10` and `:20`", "`src/a.py:10` (here) and `:20` (there)", "`src/a.py:10` and line 20",
            "src/a.py:10, L20", "`src/a.py:10` → `put` (:20)",
        ),
        places=_TWO,
    ),
    Form(name="about or from a line on", examples=("src/a.py:~10", "src/a.py:10ff", "src/a.py:#10")),
    Form(
        name="number in brackets, code, or behind a blank",
        examples=(
            "`src/a.py` (10)", "src/a.py [10]", "`src/a.py` `10`", "src/a.py: 10", "src/a.py : 10", "src/a.py @ 10",
            "src/a.py @L10", "src/a.py<10>", "`src/a.py`:`10`",
        ),
    ),
    Form(name="anchor", examples=("src/a.py#L10", "src/a.py#10", "src/a.py?plain=1#L10")),
    Form(name="anchor, lines", examples=("src/a.py#L10-L20", "src/a.py#L10-20"), places=_RANGE),
    Form(
        name="in words",
        examples=(
            "src/a.py L10", "src/a.py, line 10", "src/a.py (line 10)", "src/a.py on line 10", "line 10 of src/a.py",
            "src/a.py at line 10", "line 10 in `src/a.py`", "src/a.py (L10)", "line 10 (src/a.py)", "L10 (`src/a.py`)",
            "src/a.py, l. 10", "src/a.py • line 10", "src/a.py · line 10 · x", "`src/a.py` just above line 10",
            "src/a.py, right after line 10", "src/a.py ▸ line 10", "src/a.py @ line 10", "src/a.py (Ln 10, Col 3)",
            "src/a.py line: 10", "`src/a.py`, a few lines below line 10", "`src/a.py` ~L10",
        ),
    ),
    Form(
        name="further on in the sentence",
        examples=(
            "In `src/a.py`, the function `put` (line 10) hashes", "In src/a.py the class begins at line 10",
            "`src/a.py`の関数`put`（10行目）", "src/a.py, function `put`, line 10", "`src/a.py` – `put()` – line 10",
            "`src/a.py` → `put` (l. 10)", "`src/a.py` の末尾近く（約10行目）",
            "In `src/a.py` the check is just below line 10", "`src/a.py` begins with `put` at line 10",
        ),
    ),
    Form(
        name="in words, lines",
        examples=(
            "lines 10-20 of src/a.py", "src/a.py, lines 10-20", "src/a.py (lines 10 to 20)", "src/a.py L10-L20",
            "src/a.py, ll. 10-20",
        ),
        places=_RANGE,
    ),
    Form(
        name="in words, list",
        examples=(
            "src/a.py, lines 10 and 20", "src/a.py (lines 10, 20)", "lines 10 and 20 of `src/a.py`",
            "`src/a.py` line 10 (here), line 20 (there)", "src/a.py:10; line 20 of the same file",
        ),
        places=_TWO,
    ),
    Form(name="citation", examples=("【F:src/a.py†L10】",)),
    Form(name="citation, lines", examples=("【F:src/a.py†L10-L20】",), places=_RANGE),
    Form(
        name="in Japanese",
        examples=(
            "src/a.pyの10行目", "src/a.py（10行目）", "`src/a.py` の 10行目", "src/a.py 10行目", "src/a.pyの第10行",
            "src/a.pyの10行に", "10行目（src/a.py）", "src/a.py１０行目", "src/a.py の L10 付近",
        ),
    ),
    Form(
        name="in Japanese, list",
        examples=("src/a.pyの10行目と20行目", "`src/a.py`（10行目、20行目）", "src/a.py の10行目で定義、20行目で使用"),
        places=_TWO,
    ),
    Form(name="in Japanese, lines", examples=("src/a.pyの10〜20行目", "src/a.py（10-20行）"), places=_RANGE),
    Form(name="traceback", examples=('File "src/a.py", line 10', 'File "src/a.py", line 10, in main')),
    Form(name="compiler", examples=("src/a.py(10)", "src/a.py(10,3)", "src/a.py(10,3): error", "src\\a.py(10): error")),
    Form(
        name="columns of a table of HTML",
        examples=(
            "<table><tr><th>File</th><th>Line</th></tr><tr><td>src/a.py</td><td>10</td></tr></table>",
            "<tr>\n<th>Line</th>\n<th>File</th>\n</tr>\n<tr>\n<td>10</td>\n<td><code>src/a.py</code></td>\n</tr>",
        ),
    ),
    Form(name="linter with headings", examples=("found:\nsrc/a.py\n  10:3  error  unused",)),
    Form(name="search with headings", examples=("found:\nsrc/a.py\n10:def login():",)),
    Form(name="stack frame", examples=("at main (src/a.py:10:3)", "--> src/a.py:10:3")),
    Form(
        name="quoted, bold, struck",
        examples=(
            "`src/a.py:10`", "`src/a.py`:10", "'src/a.py:10'", '"src/a.py":10', "**src/a.py:10**", "**src/a.py**:10",
            "*src/a.py*:10", "~~src/a.py:10~~", "`src/a.py`, line 10", "**src/a.py** (line 10)", "「src/a.py:10」",
        ),
    ),
    Form(
        name="linked",
        examples=(
            "[a](src/a.py):10", "[a.py:10](src/a.py#L10)", "[the code](src/a.py#L10)", "[the code](src/a.py:10)",
            "[a](src/a.py), line 10",
        ),
    ),
    Form(
        name="web link to a remote of this repository",
        examples=(
            f"https://{REMOTE}/blob/main/src/a.py#L10", f"<https://{REMOTE}/blob/main/src/a.py#L10>",
            f"[a](https://{REMOTE}/blob/main/src/a.py#L10)",
        ),
    ),
    Form(
        name="object",
        examples=(
            '{"file": "src/a.py", "line": 10}', '{"line": 10, "path": "src/a.py"}', "file: src/a.py\nline: 10",
            '{"file": "src/a.py", "severity": "minor", "line": "10"}', '{"file_path": "src/a.py", "line_number": 10}',
            '{"file": "src/a.py", "messages": [{"text": "x", "line": 10}]}', '{"src/a.py": 10}',
            "- line: 10\n  why: x\n  file: src/a.py", '{"file": {"path": "src/a.py"}, "line": 10}',
            '{"location": {"path": "src/a.py", "lines": {"begin": 10}}}',
            '{"filename": "src/a.py", "location": {"row": 10, "column": 3}}', '{"source": "src/a.py", "line": 10}',
        ),
    ),
    Form(
        name="object, lines",
        examples=(
            '{"file": "src/a.py", "line": 10, "end_line": 20}', '{"file": "src/a.py", "lines": "10-20"}',
            '{"file": "src/a.py", "range": {"start": {"line": 10}, "end": {"line": 20}}}',
            "file: src/a.py\nlines: 10-20", 'file: src/a.py\nlines: "10-20"', "file: src/a.py\nstart: 10\nend: 20",
            '{"file": "src/a.py", "start": 10, "end": 20}', '{"path": "src/a.py", "range": [10, 20]}',
            '{"file": "src/a.py", "lineStart": 10, "lineEnd": 20}',
        ),
        places=_RANGE,
    ),
    Form(
        name="object, list",
        examples=(
            '{"file": "src/a.py", "lines": [10, 20]}', '{"src/a.py": [10, 20]}', "src/a.py: [10, 20]",
            '{"file": "src/a.py", "lines": ["10", "20"]}', '{"file": "src/a.py", "lines": [\n  10,\n  20\n]}',
            '{"src/a.py": [{"line": 10}, {"line": 20}]}',
            '{"file": "src/a.py", "messages": [{"text": "x", "line": 10}, {"text": "y", "line": 20}]}',
            "file: src/a.py\nissues:\n  - line: 10\n    text: x\n  - line: 20",
        ),
        places=_TWO,
    ),
    Form(
        name="SARIF",
        examples=(
            '{"physicalLocation": {"artifactLocation": {"uri": "src/a.py"}, "region": {"startLine": 10}}}',
            '{"region": {"startLine": 10}, "artifactLocation": {"uriBaseId": "%SRCROOT%", "uri": "src/a.py"}}',
        ),
    ),
    Form(
        name="SARIF, lines",
        examples=('{"artifactLocation": {"uri": "src/a.py"}, "region": {"startLine": 10, "endLine": 20}}',),
        places=_RANGE,
    ),
    Form(
        name="checkstyle",
        examples=(
            '<file name="src/a.py"><error line="10" message="x"/></file>',
            '<file name="src/a.py"> <violation column="3" line="10">x</violation> </file>',
        ),
    ),
    Form(
        name="checkstyle, several",
        examples=('<file name="src/a.py"><error line="10"/><error line="20"/></file>',),
        places=_TWO,
    ),
    Form(
        name="elements",
        examples=(
            "<finding><file>src/a.py</file><line>10</line></finding>",
            "<issue>\n  <path>src/a.py</path>\n  <line>10</line>\n</issue>",
        ),
    ),
    Form(
        name="fields",
        examples=(
            "File: src/a.py\nLine: 10", "**File:** `src/a.py`\n**Line:** 10", "- **File**: src/a.py\n- **Line**: 10",
            "**File:** src/a.py\n\n**Line(s):** 10", "ファイル: src/a.py\n行: 10", "- ファイル: src/a.py\n- 行番号: 10",
        ),
    ),
    Form(name="fields, lines", examples=("**File:** `src/a.py`\n**Lines:** 10-20",), places=_RANGE),
    Form(
        name="written so that a search does not see it",
        examples=(
            "src/a.py:\u200b10", "src/a.py\ufeff:10", "src/a\u00ad.py:10", "src/a.py&#58;10", "src&sol;a.py&colon;10",
            "src/a.py∶10", "src/a.py﹕10", "src/a.py:١٠", "src/a.py\\u003a10", "src\\/a.py:10",
        ),
    ),
    Form(name="name", examples=("src/a.py::login", "`src/a.py::login`"), places=(), defines="login"),
    Form(
        name="web link to a file of a remote of this repository",
        examples=(f"https://{REMOTE}/blob/main/src/a.py", f"[a](https://{REMOTE}/blob/main/src/a.py)"),
        places=(),
    ),
    Form(name="path alone", examples=("`src/a.py`", "[the code](src/a.py)", "``src/a.py``"), places=()),
    Form(name="name with a blank", examples=("`src/my a.py:10`", '"src/my a.py":10'), path="src/my a.py"),
    Form(name="name with a comma or an apostrophe", examples=("`src/a,b.py:10`", "src/a,b.py:10"), path="src/a,b.py"),
)  # fmt: skip

APART: Final[tuple[Form, ...]] = (
    Form(
        name="columns of a table",
        examples=(
            "| File | Line |\n|---|---|\n| src/a.py | 10 |", "| Line | File |\n|---|---|\n| 10 | `src/a.py` |",
            "| ファイル | 行 | 内容 |\n|---|---|---|\n| src/a.py | 10 | x |",
            "| File | Line |\n|---|---|\n| [a](src/a.py) | L10 |",
            "File | Line No.\n--- | ---\nsrc/a.py | 10", "| File | src/a.py |\n| Line | 10 |",
        ),
    ),
    Form(
        name="columns of a table, lines",
        examples=("| File | Lines | Issue |\n|---|---|---|\n| src/a.py | 10-20 | x |",),
        places=_RANGE,
    ),
    Form(
        name="file over a list of lines",
        examples=(
            "### src/a.py\n- Line 10: x", "#### 1. src/a.py - login\n\n- L10: x", "- Location: src/a.py\n  Line 10",
            "**src/a.py**:\n- 10: x", "### src/a.py\n- 10行目: x", "**src/a.py:**\n\n* `10`: x",
            "### src/a.py\n**Line 10** x",
            "### src/a.py\n| Line | Issue |\n|---|---|\n| 10 | x |", "Problems in `src/a.py`:\n- Line 10: x",
            "- **`src/a.py`** – the strategies\n  - Line 10: x", "- `src/a.py`\n  - line 10: returns `int | None`",
            "The following lines of `src/a.py` matter:\n\n- 10: x", "See src/a.py,\nline 10",
            "### src/a.py\n- `put` hashes (line 10)", "Of `src/a.py`:\n\n- it hashes (L10)",
            "1. The hash of `src/a.py`\n   - is made anew (line 10)", "`src/a.py`を見ます。\n\n- ハッシュ（10行目）",
        ),
    ),
    Form(
        name="columns of a table, file told once",
        examples=("| File | Line |\n|---|---|\n| src/a.py | 10 |\n| | 20 |",),
        places=_TWO,
    ),
    Form(
        name="CSV",
        examples=(
            "file,line,message\nsrc/a.py,10,x", "path;line_number\nsrc/a.py;10", "file\tline\nsrc/a.py\t10",
            "```csv\nmessage,file,line\n\"x, y\",\"src/a.py\",10\n```",
        ),
    ),
    Form(name="CSV, lines", examples=("file,start_line,end_line\nsrc/a.py,10,20",), places=_RANGE),
    Form(name="CSV, several", examples=("file,line\nsrc/a.py,10\nsrc/a.py,20",), places=_TWO),
    Form(name="file over a list, several", examples=("src/a.py\n\n1. Line 10 x\n2. Lines 20: y",), places=_TWO),
)  # fmt: skip
"""Forms that are lines of their own."""

NO_CLAIMS: Final[tuple[str, ...]] = (
    "src/a.py", "`a.py`", "`src/*.py`", "`src/<name>.py`", "`cat src/a.py`", "`pytest src/a.py::login`", "`src/`",
    "src/a.py (10 ms)", "src/a.py: 10 tests", "src/a.py: 1.10", "src/a.py: 10%", "src/a.py [10 hits]", "next.js#10",
    "acme/shop#10", "Lines of code: src/a.py: 10", "src/a.py prints line 10 of the log", "Tests: src/a.py (10)",
    "src/a.py: 2024-01-10", "ssh.conf (5)", "src/a.py: 10:30", "src/a.py has 10 lines",
    "| File | Tests |\n|---|---|\n| src/a.py | 10 |", "### src/a.py\n- 404: not found", "### Line counts\nsrc/a.py: 10",
    "| File | Lines |\n|---|---|\n| src/a.py | 10 |", "## src/a.py coverage\n- Line 10 of the log", "src/a.py @ 1.10",
    f"https://{REMOTE}/blob/v1.0/src/a.py", "`/v1/users.json`", "`example.com/a.html`", "`package.json/yarn.lock`",
    "`Makefile/make.bat`", "file,lines\nsrc/a.py,10", '{"file": "src/a.py", "range": [0, 10]}',
    "src/a.py, start: 10 ms, end: 20 ms", "`*.py:10`", "`src/**/*.py:1-3`", "src/*.py:10", "`test_?.py:10`",
)  # fmt: skip
"""Without a line these say nothing that could be false."""
