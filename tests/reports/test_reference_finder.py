"""References that people and models write are found; what only looks alike is left alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.reports.references import FoundReference, find_references
from renkei.reports.references.visible_text import INVISIBLE

pytestmark = pytest.mark.req("RES-4")

Place = tuple[str, int | None, int | None]


def places(text: str, *known: str) -> list[Place]:
    return [(found.path, found.line, found.end_line) for found in find_references(text, (lambda p: p in known))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("src/a.py:10", ("src/a.py", 10, None)),
        ("src/a.py:10-20", ("src/a.py", 10, 20)),
        ("src/a.py:10–20", ("src/a.py", 10, 20)),
        ("src/a.py:10〜20", ("src/a.py", 10, 20)),
        ("src/a.py:10..20", ("src/a.py", 10, 20)),
        ("src/a.py:10:5-12:3", ("src/a.py", 10, 12)),
        ("src/a.py:L10", ("src/a.py", 10, None)),
        ("src/a.py:L10-L20", ("src/a.py", 10, 20)),
        ("src/a.py#L10", ("src/a.py", 10, None)),
        ("src/a.py#L10-L20", ("src/a.py", 10, 20)),
        ("src/a.py#L10C3-L20C5", ("src/a.py", 10, 20)),
        ("src/a.py：１０", ("src/a.py", 10, None)),
        ("ｓｒｃ／ａ．ｐｙ：１０", ("src/a.py", 10, None)),
        ("src/a.py:0", ("src/a.py", 0, None)),
        ("src/a.py:20-10", ("src/a.py", 20, 10)),
        ("src/a.py:10:3rd item", ("src/a.py", 10, None)),
        ("src/a.py:45行目", ("src/a.py", 45, None)),
        ("src/a.py:99999999999", ("src/a.py", 99999999999, None)),
        ("src/a.py:" + "9" * 40, ("src/a.py", 10**18, None)),
        ("src/a.py:-5", ("src/a.py", -5, None)),
    ],
)
def test_every_form_of_a_position_is_read(text: str, expected: Place):
    assert places(text) == [expected]


@pytest.mark.parametrize(
    "path",
    [
        "user.test.ts",
        "Makefile",
        "Dockerfile",
        "Dockerfile.dev",
        "LICENSE",
        ".env",
        ".env.local",
        ".gitignore",
        ".github/workflows/ci.yml",
        "app/[id]/route.ts",
        "app/[...slug]/page.tsx",
        "app/(group)/page.tsx",
        "src/日本語.py",
        "日本語.py",
        "設計書v2.md",
        "docs/設計のv2.md",
        "src/C#/a.cs",
        "bin/run",
        "{{cookiecutter.name}}/a.py",
        "../x/a.py",
        "/abs/a.py",
        "go.mod",
        "a/b.strange",
    ],
)
@pytest.mark.parametrize("form", ["{}:3", "`{}:3`", "({}:3)", "「{}:3」", "| x | {}:3 | y |", "see {}:3.", "{}:3、と"])
def test_names_of_every_kind_are_found_wherever_they_stand(path: str, form: str):
    assert places(form.format(path)) == [(path, 3, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.py:1 b.py:2", ["a.py", "b.py"]),
        ("a.py:1,b.py:2", ["a.py", "b.py"]),
        ("a.py:1、b.py:2）", ["a.py", "b.py"]),
        ("`a.py:1` `b.py:2`", ["a.py", "b.py"]),
        ("`a.py:1, b.py:2`", ["a.py", "b.py"]),
        ("src/a.py:10-src/b.py:12", ["src/a.py", "src/b.py"]),
    ],
)
def test_several_on_a_line_are_all_found(text: str, expected: list[str]):
    assert [found.path for found in find_references(text)] == expected


def test_a_list_of_lines_names_each_of_them():
    assert places("src/a.py:10,20-25,30") == [("src/a.py", 10, None), ("src/a.py", 20, 25), ("src/a.py", 30, None)]


def test_a_column_is_kept():
    assert [(found.line, found.column) for found in find_references("src/a.py:10:5: E501")] == [(10, 5)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("`my file.py:3`", "my file.py"),
        ("`docs/my file.md:3`", "docs/my file.md"),
        ("`my file.py`:3", "my file.py"),
        ("`cat src/a.py:3`", "src/a.py"),
        ("my file.py:3", "file.py"),
        (r"src\a.py:3", "src/a.py"),
        (r"C:\proj\a.py:3", "C:/proj/a.py"),
        ("./src/a.py:3", "src/a.py"),
        (r"src/my\_file.py:3", "src/my_file.py"),
        ("**src/a.py**:3", "src/a.py"),
        ("**src/a.py:3**", "src/a.py"),
        ("<code>src/a.py:3</code>", "src/a.py"),
        ("'src/a.py:3'", "src/a.py"),
        ("→src/a.py:3", "src/a.py"),
        ("・src/a.py:3", "src/a.py"),
        ("@src/a.py:3", "src/a.py"),
        ("--file=src/a.py:3", "src/a.py"),
        ("場所：src/a.py:3", "src/a.py"),
        ("認証はsrc/a.py:3で行う", "src/a.py"),
        ("ファイルsrc/a.py:3", "src/a.py"),
        ("at run (src/a.js:3:4)", "src/a.js"),
        ("error --> src/main.rs:3:5", "src/main.rs"),
        ("//src/a.py:3", "src/a.py"),
        ("[the code](src/a.py:3)", "src/a.py"),
    ],
)
def test_what_surrounds_a_path_is_not_part_of_it(text: str, path: str):
    assert [(found.path, found.line) for found in find_references(text)] == [(path, 3)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[auth.py:45](src/auth.py#L45)", "src/auth.py"),
        ("[`auth.py:45`](src/auth.py#L45)", "src/auth.py"),
        ("[auth.py:45](./src/auth.py)", "src/auth.py"),
        ("[src/auth.py:45](https://example.com/blob/main/src/auth.py#L45)", "src/auth.py"),
        ("[src/auth.py:45](../src/auth.py)", "src/auth.py"),
    ],
)
def test_a_link_whose_label_and_target_name_one_place_is_one_reference(text: str, path: str):
    assert places(text) == [(path, 45, None)]


def test_a_link_to_another_place_is_two_references():
    assert places("[src/a.py:4](src/a.py#L5)") == [("src/a.py", 4, None), ("src/a.py", 5, None)]


@pytest.mark.parametrize(
    "text",
    [
        "http://x/y.py:80",
        "http://x/a_(b)/y.py:80",
        "https://github.com/o/r/blob/main/a.py#L10",
        "http://localhost:3000/src/a.py:10",
        "http://[::1]:80/a.py:3",
        "localhost:8080",
        "localhost.com:8080",
        "127.0.0.1:80",
        "[::1]:80",
        "example.com:443",
        "example.org:443",
        "db.internal:5432",
        "git@github.com:3",
        "foo@example.com:25",
        "registry.example.com:5000/img:3",
        "github.com/foo/bar.go:12",
        "std::vector",
        "foo::3",
        "12:30",
        "10:15:30",
        "2024-01-05T10:15:30",
        "2024/01/05:30",
        "16:9",
        "3:1",
        "1/2:3",
        r"C:\proj",
        "C:1",
        "python:3.11",
        "node:20-alpine",
        "library/python:3.11",
        "org/app:20-alpine",
        "ghcr.io/org/image:1",
        "Node.js:18",
        "注意:3点",
        "見出し：3",
        "第1.5章:3",
        "step:3",
        "Note:1",
        "port:8080",
        '"port":8080',
        "install:3",
        "self.start:10",
        "x[1:10]",
        "foo():10",
        "${file}:10",
        "v1.2:3",
        "e.g:3",
        "key: 10",
        ":10",
        "a.py:10px",
        "chart.js#12",
        "a/chart.js#12",
        "printf.conf (3)",
        "src/a.py: 12 tests",
        "src/a.py (999 ms)",
        "src/a.py: v1.2",
        "src/a.py: 2,000行",
        "src/a.py: 2,000",
        "src/a.pyの300行を削除",
        "src/a.py prints line 3 of the log",
        "src/a.py fails on port 8080",
        "in src/a.py and src/b.py it is (line 3)",
    ],
)
@pytest.mark.parametrize("form", ["{}", "`{}`", "（{}）"])
def test_what_only_looks_alike_is_left_alone(text: str, form: str):
    assert find_references(form.format(text)) == []


def test_what_may_be_a_file_or_not_is_one_only_in_back_ticks():
    assert find_references(".then:3") == []
    assert [found.weak for found in find_references("`.then:3`")] == [True]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("step:3", "step"),
        ("`step:3`", "step"),
        ("notes.org:3", "notes.org"),
        ("data.strange:3", "data.strange"),
        ("詳細は設計書/認証.md:3", "設計書/認証.md"),
        ("ファイルsrc/a.py:3", "ファイルsrc/a.py"),
        ("`cat file.py:3`", "cat file.py"),
        ("`open my file.py:3`", "my file.py"),
        ("(src/my%20file.py#L3)", "src/my file.py"),
        ("@scope/a.py:3", "@scope/a.py"),
        ("dt=1/a.py:3", "dt=1/a.py"),
        ("資料１.md:3", "資料1.md"),
    ],
)
def test_a_known_file_settles_what_the_text_leaves_open(text: str, path: str):
    assert [(found.path, found.line) for found in find_references(text, {path}.__contains__)] == [(path, 3)]


def test_a_reference_says_where_in_the_report_it_stands():
    text = "結果\n`docs/x.md:1`\n\n- see src/a.py:10-20.\n"
    assert find_references(text) == [
        FoundReference(text="docs/x.md:1", path="docs/x.md", line=1, offset=4, report_line=2),
        FoundReference(text="src/a.py:10-20", path="src/a.py", line=10, end_line=20, offset=24, report_line=4),
    ]


@given(st.text())
def test_no_text_makes_it_fail(text: str):
    for found in find_references(text):
        assert text[found.offset :].startswith(found.text)


@given(
    st.lists(st.sampled_from([*"`:：#L1０/\\.()[]{}*,、- \n\r=@%はa日", "a.py", "://", "](", "src/", "：１"])).map(
        "".join
    )
)
def test_no_pieces_of_references_make_it_fail(text: str):
    for found in find_references(text, lambda _: True):
        assert text[found.offset :].startswith(found.text)
        assert found.report_line == text.count("\n", 0, found.offset) + 1


@pytest.mark.req("DEC-36")
@given(st.integers(1, 10**6), st.data())
def test_characters_that_nobody_sees_hide_no_place(line: int, data: st.DataObject):
    written = f"src/a.py:{line}"
    at = data.draw(st.lists(st.integers(0, len(written)), min_size=1, max_size=4))
    hidden = data.draw(st.sampled_from(INVISIBLE))
    text = "".join(hidden * at.count(index) + each for index, each in enumerate(f"{written} "))
    (found,) = find_references(f"see {text}now")
    assert (found.path, found.line) == ("src/a.py", line)
    assert f"see {text}now"[found.offset :].startswith(found.text)


PARTS = st.text("abcxyzABC0189_-", min_size=1, max_size=8).filter(lambda part: any(map(str.isalpha, part)))


@given(
    st.lists(PARTS, min_size=1, max_size=4), st.integers(0, 10**9), st.sampled_from(["{}", "`{}`", "({})", "は {} に"])
)
def test_any_path_with_a_usual_extension_is_found(parts: list[str], line: int, form: str):
    path = "/".join(["src", *parts]) + ".py"
    assert places(form.format(f"{path}:{line}")) == [(path, line, None)]


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a/",
        "あa",
        "[(",
        ")",
        "://",
        "`a b",
        "a:",
        "\\",
        "1",
        "a.py:1",
        "#L",
        ": ",
        "\n",
        "src/a.py, line 1 ",
        "L1 ",
        "1行目",
        "&#58;",
        "\u200b",
        '{"line": 1,',
        "{}",
        "line: 1\n",
        "src/a.py (1) ",
        "| src/a.py | 1 |\n",
        "src/a.py\n- Line 1\n",
        "src/a.py is (line 1) ",
        "src/a.py: 1, ",
    ],
)
def test_the_time_grows_with_the_length_of_the_text_and_not_faster(unit: str):
    def taken(length: int) -> float:
        text = (unit * length)[:length]
        started = time.process_time()
        find_references(text)
        return time.process_time() - started

    most = 24 * min(taken(5_000) for _ in range(3)) + 0.1
    assert any(taken(60_000) < most for _ in range(2))


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("`src/a.py:10` listens on `:8080`.", [10]),
        ("`src/a.py:10` parses it. The error is on line 500 of the log.", [10]),
        ("`src/a.py:10`, and line 500 of the log", [10]),
        ("`src/a.py:10` を読みます。ログの500行目です。", [10]),
        ("Problems in `src/a.py`:\n- 10: x", [None]),
        ("- `src/a.py` – x\n- Line 10: x", [None]),
        ("Problems in `src/a.py` and `src/b.py`:\n- Line 10: x", [None, None]),
        ('{"file": "src/a.py", "range": {"start": {"line": 10}, "end": {"line": 20}}}', [10]),
        ("- File: src/a.py\n- Line: 10\n- End: 20", [10]),
    ],
)
def test_further_numbers_that_are_no_lines_of_the_file_are_left_alone(text: str, lines: list[int | None]):
    assert [line for _, line, _ in places(text, "src/a.py", "src/b.py")] == lines
