"""A place that only shows how one is written is none; what is merely introduced so stays one."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

TREE = {"src/a.py": b"x = 1\n" * 30, "src/core/b.py": b"y = 2\n" * 30}


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, MemoryTree(TREE)).references]


@pytest.mark.req("DEC-38", "DEC-39")
@pytest.mark.parametrize(
    "text",
    [
        "Write references as file:line, e.g. `module.py:17`.",
        "Please report as `path/to/file.py:LINE`, for instance `your_app/views.py:42`.",
        "Cite as <file>:<line> (for example `src/module.py:17`).",
        "Format: `<file>:<line>` (例: `app/main.py:10`)",
        "`logger.py:10` など「ファイル名:行番号」の形式で書いてください。",
        "The log has entries like `[app.py:42] request done` – the format is `[%(filename)s:%(lineno)d]`.",
        "A line like `foo.py:10: error: blah` is how mypy formats diagnostics.",
        "`panic: main.go:42` is an example of what Go prints.",
        "`foo.py:3: E501` is a sample of the output.",
        "Pyright prints diagnostics as `file.py:12:5 - error: ...`, mypy as `other.py:12: error: ...`.",
        'Python prints `File "app.py", line 3`.',
        'A made-up example of a good comment: "utils.py:10 – off by one".',
        "A hypothetical path such as `lib/thing.py:4`.",
        "`lib/thing.py:4` is just a made-up example.",
        "架空の例: `lib/thing.py:4`",
        "Use the path:line form, e.g. `widget.py:12`.",
        "References look like this: `widget.py:12`.",
        "Please cite all code as `widget.py:12`.",
        "The output has the form `widget.py:12: message`.",
        "Each finding begins with a location in the format `dir/widget.py:12`.",
        "A typical warning looks like `widget.py:12: warning: unused`.",
        "出力は `widget.py:12` の形式です。",
        "エラーは `widget.py:12: error` のような形で表示されます。",
        "場所は `widget.py:12` のように書きます。",
        "`widget.py:12` のように行番号付きで報告してもらえると助かります。",
        "The regex matches strings such as `widget.py:12`.",
        "The parser splits `widget.py:12` into path and line.",
        '`parse_location("widget.py:12")` returns a tuple.',
        "Say your handler is in `handlers.py`, line 20; then stop there.",
        "Let's say a user has `app/views.py:10`.",
    ],
)
def test_a_sample_of_a_form_is_no_false_place(text: str):
    told = states(text)
    assert told
    assert set(told) <= {"absent", "outside"}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "Several places skip it, e.g. `limits.py:31`.",
        "The check is left out in many files, for instance `limits.py:31`.",
        "The format is not checked in places like `limits.py:31`.",
        "Evidence (file:line): `limits.py:31`",
        "We cite as file:line, e.g. `limits.py:31` caps the list.",
        "As file:line: `limits.py:31`.",
        "`limits.py:31` prints the token.",
        "The bug looks like `limits.py:31` all over again.",
        "The values are checked by the parser in `limits.py:31`.",
        "The format is wrong in `limits.py:31`.",
        "It has the form of a loop at `limits.py:31`.",
        "Values like `limits.MAX` are set in `limits.py:31`.",
        "No made-up paths: `limits.py:31`",
        "No invented paths (limits.py:31)",
        "`limits.py:31` の形式チェックが不足しています。",
        "`limits.py:31` のように上限を確認します。",
        "`limits.py:31` is an example of the missing check.",
        "`limits.py:31` is a placeholder that returns True.",
        "Lines like `limits.py:31` are dangerous.",
        "mypy prints `limits.py:31: error: Incompatible types`.",
        "The server reports errors at `limits.py:31`.",
        "The hypothetical attack goes through `limits.py:31`.",
        "A hypothetical reference count overflow happens here: `limits.py:31` increments twice.",
        "Say your request reaches `limits.py:31`.",
        "Python prints `src/limits.py:31`.",
        "例えば `limits.py:31` で上限を確認しています。",
        "`limits.py:31` など複数の箇所で省略されています。",
    ],
)
def test_a_place_that_is_only_introduced_as_an_example_is_looked_up(text: str):
    assert states(text) == ["missing_file"]


@pytest.mark.req("DEC-38", refused=True)
def test_a_line_of_a_file_that_is_there_is_looked_up_in_a_sample():
    assert states("Write references as file:line, e.g. `src/a.py:999`.") == ["missing_line"]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "Set a breakpoint with `b handlers.py:20` in pdb.",
        "pdb accepts `break filename.py:20`; gdb accepts `tbreak file.c:20`.",
        "```\n(Pdb) b handlers.py:20\n```",
    ],
)
def test_where_a_debugger_is_to_stop_claims_nothing(text: str):
    assert states(text) == []


@pytest.mark.req("DEC-39")
@pytest.mark.parametrize(
    "text",
    [
        "Their log has `at com.acme.Gateway.handle(Gateway.java:88)`.",
        "The client fails:\n\n    TypeError: x\n        at Object.<anonymous> (/srv/client/index.js:3:1)",
        "It fails `at async run (/srv/client/main.mjs:30:11)`.",
        "It prints `goroutine 1 [running]: main.main() /tmp/sandbox/prog.go:9`.",
        "It panics:\n\n    main.main()\n        /tmp/sandbox/prog.go:9",
        "TypeError: x\n    at /srv/app/index.js:10:3",
        "   at Foo.Bar.Baz() in /app/Foo.cs:line 12",
        "thread 'main' panicked at other/main.rs:4:5:",
    ],
)
def test_a_frame_of_another_program_is_outside(text: str):
    assert states(text) == ["outside"]


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "It fails `at cap (src/limits.js:31:5)`.",
        "It fails at cap (src/core/limits.js:31:5)",
        "run() src/limits.go:9",
        "The cap() in `/srv/limits.py:9` is wrong",
        "It is wrong at `/srv/client/index.js:3`",
    ],
)
def test_a_frame_in_a_folder_of_this_tree_is_looked_up_and_a_path_outside_is_false(text: str):
    assert states(text) == ["missing_file"]


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("| File | Line |\n|---|---|\n| a.py | {} |", "verified"),
        ("```csv\nfile,line\na.py,{}\n```", "verified"),
        ('```xml\n<file name="src/a.py"><error line="{}" message="x"/></file>\n```', "verified"),
        ('```sarif\n{{"artifactLocation": {{"uri": "src/a.py"}}, "region": {{"startLine": {}}}}}\n```', "verified"),
    ],
)
def test_what_a_checker_wrote_is_looked_up(text: str, state: str):
    assert states(text.format(10)) == [state]
    assert states(text.format(31)) == ["missing_line"]


@pytest.mark.req("DEC-37")
def test_each_line_of_a_long_list_of_a_checker_is_one_of_its_file():
    rows = "\n".join(
        f'<error line="{line}" message="a {{ is not closed, and more of the sort"/>' for line in range(1, 40)
    )
    other = '<file name="src/core/b.py">\n<error line="40"/>\n</file>'
    told = check_report(f'<file name="src/a.py">\n{rows}\n</file>\n{other}', MemoryTree(TREE)).references
    assert [each.claim.reference.path for each in told] == ["src/a.py"] * 39 + ["src/core/b.py"]
    assert [each.state for each in told] == ["verified"] * 30 + ["missing_line"] * 10


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(("gone", "state"), [("x = 1", "verified"), ("x = compute(7)", "mismatch")])
def test_a_change_that_names_its_file_in_the_head_alone_is_compared(gone: str, state: str):
    diff = f"```diff\ndiff --git a/src/a.py b/src/a.py\n@@ -3 +3 @@\n-{gone}\n+x = compute(8)\n```"
    assert states(diff) == [state]


@pytest.mark.req("DEC-40")
def test_output_of_a_search_is_looked_up_and_not_compared():
    assert states("```\n$ grep -rn x src\nsrc/a.py:3:y = unheard(of)\nsrc/a.py:99:z\n```") == [
        "verified",
        "missing_line",
    ]


@pytest.mark.req("DEC-37", "RES-4", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "It starts at `src/a.py:1` and picks a suffix.\nThe base is set on line 999, before the loop.",
        "**src/a.py**: `src/a.py:1` is the decorator, and `_index` (lines 998-999) maps names.",
        "See src/a.py:1 (first), :2 (second), :999 (third).",
        "All of it stands in src/a.py. It is long. Line 999 of the same file ends it.",
        "Much is in `src/a.py`. In the same file, line 999 ends it.",
        "処理は src/a.py にあります。長いです。同じファイルの999行目で終わります。",
        "処理は `src/a.py` にあります。999行目で終わります。",
    ],
)
def test_a_further_line_belongs_to_the_one_file_of_its_paragraph(text: str):
    tree = MemoryTree({"src/a.py": b"a = 1\nb = 2\n"})
    states = [each.state for each in check_report(text, tree).references]
    assert states[-1] == "missing_line", states


@pytest.mark.req("DEC-37", "RES-4")
@pytest.mark.parametrize(
    "text",
    [
        "`src/a.py:1` and `src/b.py:1` differ. On line 999 it stops.",
        "`src/a.py:1` prints it.\n\nOn line 999 it stops.",
        "`src/a.py:1` prints it on line 999 of the output.",
        "`src/a.py` and `src/b.py` differ. Line 999 of the same file is another one.",
        "`src/a.py` writes a log. Line 999 of the file is empty.",
        "`src/a.py:1` を見ました。長い説明です。ログの999行目で止まります。",
        "`src/a.py` です。`src/b.py` もあります。長いです。999行目で止まります。",
    ],
)
def test_a_line_whose_file_is_not_clear_is_none_of_it(text: str):
    tree = MemoryTree({"src/a.py": b"a = 1\nb = 2\n", "src/b.py": b"a = 1\n"})
    assert {each.state for each in check_report(text, tree).references} == {"verified"}
