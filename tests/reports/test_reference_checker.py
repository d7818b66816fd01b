"""A claim about code gets the verdict it deserves, and a reason that helps to mend it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.reports.references import CheckedClaim, Claim, Reference, State, check_claims
from renkei.reports.tree import MemoryTree

pytestmark = pytest.mark.req("RES-7")

CODE = b"""\
import os


def login(user, password):
    if not user:
        return None
\ttoken  =  make_token(user)
    return token


def logout(user):
    return None
"""
TREE = MemoryTree(
    {
        "src/auth.py": CODE,
        "src/windows.py": CODE.replace(b"\n", b"\r\n"),
        "src/old_mac.py": CODE.replace(b"\n", b"\r"),
        "src/open_end.py": CODE.rstrip(b"\n"),
        "empty.py": b"",
        "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0",
        "sjis.py": "# 認証の処理\nx = 1\n".encode("shift_jis"),
        "euc.py": "# 認証の処理\nx = 1\n".encode("euc_jp"),
        "jis.py": "# 認証の処理\nx = 1\n".encode("iso2022_jp"),
        "latin.py": "# café crème\nx = 1\n".encode("latin-1"),
        "bom.py": "# 認証の処理\nx = 1\n".encode("utf-8-sig"),
        "utf16.py": "# 認証の処理\nx = 1\n".encode("utf-16"),
        "utf32.py": "# 認証の処理\nx = 1\n".encode("utf-32"),
        "lib/deep/auth.py": b"x\n",
    }
)


def verdict(path: str, line: int, snippet: str | None = None, *, end: int | None = None) -> CheckedClaim:
    reference = Reference(text=f"{path}:{line}", path=path, line=line, end_line=end)
    (checked,) = check_claims([Claim(reference=reference, snippet=snippet)], TREE)
    return checked


def state(path: str, line: int, snippet: str | None = None, *, end: int | None = None) -> tuple[State, int | None]:
    checked = verdict(path, line, snippet, end=end)
    return checked.state, checked.found_line


def test_a_place_that_exists_is_verified_and_its_line_is_shown():
    checked = verdict("src/auth.py", 4)
    assert (checked.state, checked.source, checked.quote) == ("verified", "def login(user, password):", None)


def test_a_quote_that_stands_there_is_verified():
    checked = verdict("src/auth.py", 4, "def login(user, password):")
    assert (checked.state, checked.source, checked.quote) == ("verified", "def login(user, password):", "verified")


@pytest.mark.parametrize(
    ("line", "end", "text"),
    [
        (0, None, "lines are counted from 1"),
        (13, None, "'src/auth.py' has 12 lines"),
        (10, 99, "'src/auth.py' has 12 lines"),
        (10, 5, "the range ends before it starts"),
    ],
)
@pytest.mark.req("RES-4", "RES-7", refused=True)
def test_a_line_that_is_not_there_is_missing(line: int, end: int | None, text: str):
    checked = verdict("src/auth.py", line, end=end)
    assert (checked.state, str(checked.reason)) == ("missing_line", text)


@pytest.mark.req("RES-4")
def test_an_empty_file_has_no_line():
    assert state("empty.py", 1) == ("missing_line", None)


@pytest.mark.req("RES-4", "RES-7", refused=True)
def test_a_file_that_is_not_there_is_missing():
    checked = verdict("src/ghost.py", 45, "def haunt():")
    assert (checked.state, str(checked.reason)) == ("missing_file", "there is no such file")


@pytest.mark.req("RES-4")
def test_a_path_that_only_resembles_one_is_missing_and_the_ones_meant_are_named():
    checked = verdict("src/Auth.py", 4)
    assert checked.state == "missing_file"
    said = "there is no file 'src/Auth.py'; did you mean src/auth.py, lib/deep/auth.py?"
    assert str(checked.reason) == said


@pytest.mark.parametrize("path", ["../src/auth.py", "/etc/passwd", "src/../../auth.py", "C:/src/auth.py"])
@pytest.mark.req("RES-4", "RES-7", refused=True)
def test_a_path_that_leaves_the_tree_is_missing(path: str):
    assert str(verdict(path, 1).reason) == "it leaves the tree; name a file inside of it"


def test_a_binary_file_is_not_verified_and_the_reason_says_so():
    checked = verdict("logo.png", 1, "IHDR")
    assert (checked.state, str(checked.reason)) == ("unverified", "it is a binary file, which has no lines")


@pytest.mark.parametrize(
    "snippet",
    [
        "token = make_token(user)",
        "  token\t=  make_token(user)  ",
        "make_token(user)",
        "token = make_token(user)\r\n",
        "7\ttoken = make_token(user)",
        "   7→    token = make_token(user)",
        "7 | token = make_token(user)",
        "+    token = make_token(user)",
        "token = make...",
        "…make_token(user)",
        "token = ...(user)",
        "return None\n    token = make_token(user)\n    return token",
        "return None\n\n\n    token = make_token(user)",
        "if not user:\n    ...\n    token = make_token(user)",
        "def login(user, password):\n    # ... checks ...\n    token = make_token(user)",
        "5\t    if not user:\n6\t        return None\n7\t    token = make_token(user)",
        "     if not user:\n-        return None\n+    token = make_token(user)",
    ],
)
@pytest.mark.parametrize("path", ["src/auth.py", "src/windows.py", "src/old_mac.py", "src/open_end.py"])
def test_a_quote_may_differ_in_blanks_columns_and_ellipses(path: str, snippet: str):
    assert state(path, 7, snippet) == ("verified", None)


@pytest.mark.parametrize("path", ["sjis.py", "euc.py", "jis.py", "bom.py", "utf16.py", "utf32.py"])
def test_a_quote_is_found_in_whatever_encoding_the_file_has(path: str):
    assert state(path, 1, "認証の処理") == ("verified", None)
    assert state(path, 2, "認証の処理") == ("moved", 1)
    assert state(path, 2, "認可の処理") == ("mismatch", None)


def test_a_latin_file_is_read_and_shown():
    assert state("latin.py", 1, "café crème") == ("verified", None)
    assert "caf" in (verdict("latin.py", 1).source or "")
    assert verdict("sjis.py", 1).source == "# 認証の処理"


@pytest.mark.parametrize(
    ("line", "snippet", "found"),
    [
        (1, "def logout(user):", 11),
        (10, "return None", 12),
        (8, "return None", 6),
        (1, "token = make_token(user)\nreturn token", 7),
        (99, "def logout(user):", 11),
    ],
)
def test_a_quote_that_stands_elsewhere_has_moved_to_the_nearest_place(line: int, snippet: str, found: int):
    checked = verdict("src/auth.py", line, snippet)
    assert (checked.state, checked.found_line) == ("moved", found)
    assert str(checked.reason) == f"what is quoted stands at line {found}"


@pytest.mark.req("RES-7", refused=True)
@pytest.mark.parametrize(
    "snippet",
    [
        "def signup(user):",
        "def login(user, password, otp):",
        "def login(user, password):\n    return token",
        "return token\n...\nimport os",
        "Def Login(user, password):",
        "\ud800def login",
    ],
)
def test_a_quote_that_stands_nowhere_is_a_mismatch(snippet: str):
    checked = verdict("src/auth.py", 4, snippet)
    assert (checked.state, checked.found_line, checked.quote) == ("mismatch", None, "mismatch")
    assert checked.source == "def login(user, password):"


def test_a_quote_past_the_end_that_stands_nowhere_is_a_missing_line():
    assert state("src/auth.py", 99, "def signup(user):") == ("missing_line", None)


def test_a_malformed_place_stays_missing_and_the_true_line_is_said():
    assert state("src/auth.py", 0, "def logout(user):") == ("missing_line", 11)
    assert state("src/auth.py", 12, "def logout(user):", end=4) == ("missing_line", 11)


@pytest.mark.parametrize("snippet", ["def login(user, password):", "return token", "if not user:\n        return None"])
def test_a_quote_anywhere_in_a_range_is_verified(snippet: str):
    assert state("src/auth.py", 4, snippet, end=8) == ("verified", None)


def test_a_quote_outside_of_the_range_has_moved():
    assert state("src/auth.py", 4, "def logout(user):", end=8) == ("moved", 11)


@pytest.mark.parametrize("snippet", ["", "  \n ", "):", ")  :"])
def test_a_quote_of_next_to_nothing_verifies_no_more_than_the_place(snippet: str):
    checked = verdict("src/auth.py", 4, snippet)
    assert (checked.state, checked.quote) == ("verified", "unchecked" if snippet.strip() else None)


@pytest.mark.parametrize("snippet", ["}", "os", "();", "123: }", "..."])
def test_a_quote_of_next_to_nothing_that_is_not_there_is_neither_moved_nor_false(snippet: str):
    assert state("src/auth.py", 4, snippet) == ("unverified", None)


def test_verdicts_come_in_the_order_of_the_claims():
    places = [("src/auth.py", 1), ("empty.py", 1), ("src/auth.py", 99), ("ghost.py", 1), ("src/auth.py", 2)]
    claims = [Claim(reference=Reference(text="", path=path, line=line)) for path, line in places]
    checked = check_claims(claims, TREE)
    assert [each.claim for each in checked] == claims
    assert [each.state for each in checked] == ["verified", "missing_line", "missing_line", "missing_file", "verified"]


def test_no_claims_get_no_verdicts():
    assert check_claims([], TREE) == []


TEXTS = st.text(st.sampled_from("ab_(){}=.…+-1:| \t\r\n日\u3000\x0c"), max_size=60)


@given(TEXTS, TEXTS, st.integers(-1, 9), st.none() | st.integers(-1, 9))
def test_no_file_and_no_quote_make_it_fail(text: str, snippet: str, line: int, end: int | None):
    reference = Reference(text="a", path="a", line=line, end_line=end)
    (checked,) = check_claims([Claim(reference=reference, snippet=snippet)], MemoryTree({"a": text.encode()}))
    assert checked.state not in ("missing_file",)
    assert (checked.state != "moved") or (checked.found_line or 0) > 0


@given(
    st.lists(st.text("abc def", max_size=20).filter(lambda line: len("".join(line.split())) > 2), min_size=1), st.data()
)
def test_any_lines_of_a_file_are_verified_however_their_blanks_are_changed(lines: list[str], data: st.DataObject):
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    quoted = "\n".join("\t" + "  ".join(line.split()) for line in lines[first - 1 : last])
    reference = Reference(text="a", path="a", line=first)
    (checked,) = check_claims(
        [Claim(reference=reference, snippet=quoted)], MemoryTree({"a": "\n".join(lines).encode()})
    )
    assert checked.state == "verified"


def test_a_quote_of_many_equal_lines_takes_no_longer_than_a_moment():
    tree = MemoryTree({"a": b"same line\n" * 100_000})
    reference = Reference(text="a", path="a", line=1)
    started = time.process_time()
    check_claims([Claim(reference=reference, snippet="same line\n" * 300 + "other")], tree)
    assert time.process_time() - started < 20
