"""`renkei check`: one result against the contract and the code, as a document for scripts and as lines for people."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_check import broken, checked
from tests.support.cli_run import Cli, Ran, files_in, on_a_terminal, real
from tests.support.hook_project import HONEST, LIE, SURE, git, report, repository

KEYS = ["agent", "dialect", "status", "valid", "violations", "references", "commands", "confidence", "flags"]
EMPTY_CONFIDENCE = {
    "stated": None,
    "verified": None,
    "inferred": None,
    "combined": None,
    "adjusted": None,
    "band": None,
}


@pytest.fixture
def code(renkei: Cli) -> Cli:
    """Commands in a repository with `src/app.py`."""
    repository(renkei.folder)
    return renkei


def states(document: Any) -> dict[str, str]:
    return {reference["text"]: reference["state"] for reference in document["references"]}


@pytest.mark.req("RES-4", "RES-7", "RES-9")
def test_document_of_an_honest_result(code: Cli):
    exit_code, document = checked(code, SURE)
    assert exit_code == 0
    assert list(document) == KEYS
    assert (document["agent"], document["dialect"], document["status"]) == ("code-explorer", "contract-en", "SUCCESS")
    assert document["valid"] is True
    assert document["references"] == [
        {
            "text": "src/app.py:1",
            "path": "src/app.py",
            "line": 1,
            "end_line": None,
            "state": "verified",
            "found_line": None,
            "quote": "verified",
        }
    ]
    assert document["confidence"] == {
        "stated": 90,
        "verified": 90,
        "inferred": 90,
        "combined": 90,
        "adjusted": 90,
        "band": "high",
    }
    assert document["flags"] == ["needs-corroboration"]
    assert all(list(each) == ["rule", "level", "line", "message"] for each in document["violations"])
    assert broken(document) == []
    assert broken(document, "L2") == [("RES-5", 19), ("RES-10", None)]


@pytest.mark.req("RES-4", "RES-7", refused=True)
def test_document_of_a_lie(code: Cli):
    exit_code, document = checked(code, LIE)
    assert exit_code == 1
    assert (document["valid"], states(document)) == (False, {"src/ghost.py:45": "missing_file"})
    assert broken(document) == [("RES-4", 11), ("RES-4", 16), ("RES-4", 25), ("RES-4", 27)]
    assert document["violations"][0]["message"] == "src/ghost.py:45 is not there: there is no such file"


@pytest.mark.req("RES-7")
@pytest.mark.parametrize(
    ("place", "quote", "state", "found", "code_"),
    [
        ("src/app.py:1", "def login(user):", "verified", None, 0),
        ("src/app.py:1-2", "def login(user):", "verified", None, 0),
        ("src/app.py:2", "def login(user):", "moved", 1, 0),
        ("src/app.py:3", "def nothing(here):", "missing_line", None, 1),
        ("src/app.py:1", "def nothing(here):", "mismatch", None, 1),
        ("../outside.py:1", "def login(user):", "missing_file", None, 1),
        ("/etc/passwd:1", "def login(user):", "missing_file", None, 1),
        ("src/logo.png:1", "def login(user):", "unverified", None, 0),
    ],
)
def test_state_of_each_kind_of_reference(code: Cli, place: str, quote: str, state: str, found: int | None, code_: int):
    (code.folder / "src/logo.png").write_bytes(b"\x89PNG\0\0\0" * 99)
    (code.folder.parent / "outside.py").write_text("def login(user):\n", "utf-8")
    text = report(place).replace("def login(user):", quote).partition("### Verification")[0]
    exit_code, document = checked(code, text)
    (reference,) = document["references"]
    assert (reference["state"], reference["found_line"], exit_code) == (state, found, code_)
    assert reference["text"] == place


@pytest.mark.req("RES-7")
def test_moved_reference_costs_ten(code: Cli):
    _, document = checked(code, report("src/app.py:2").partition("### Verification")[0])
    assert (document["valid"], document["confidence"]["stated"], document["confidence"]["adjusted"]) == (True, 70, 60)


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize("text", ["", "\n\n", "All is well.", "{}"], ids=repr)
def test_what_is_no_result_is_judged_too(code: Cli, text: str):
    exit_code, document = checked(code, text)
    assert exit_code == 1
    assert list(document) == KEYS
    assert (document["agent"], document["dialect"], document["status"], document["valid"]) == (None, None, None, False)
    assert [(each["rule"], each["level"]) for each in document["violations"]] == [("RES-1", "L1")]
    assert (document["references"], document["confidence"], document["flags"]) == ([], EMPTY_CONFIDENCE, [])


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize(
    ("old", "new"),
    [("SUCCESS", "DONE"), ("70 - I read the file", "270 - sure"), ("### Confidence\n70", "### Other\n70")],
)
def test_unknown_status_and_impossible_confidence_are_breaches(code: Cli, old: str, new: str):
    exit_code, document = checked(code, HONEST.replace(old, new))
    assert exit_code == 1
    assert "RES-1" in dict(broken(document))


@pytest.mark.req("RES-4", "RES-11")
@pytest.mark.req("RES-4", "RES-11", refused=True)
@pytest.mark.parametrize(
    ("status", "extra", "valid"),
    [
        *(("FAILED", "", False), ("FAILED", "### Blockers\n- No access | Resolution: a key\n", True)),
        *(("PARTIAL", "", False), ("PARTIAL", "### Next Steps\n1. Read the rest\n", True)),
        ("PARTIAL", "### Issues\n- It is slow `src/app.py:1` | Severity: minor\n", True),
    ],
)
def test_what_stopped_the_work_has_to_be_said(code: Cli, status: str, extra: str, valid: bool):
    exit_code, document = checked(code, HONEST.replace("SUCCESS", status) + extra)
    assert (exit_code, document["valid"], document["status"]) == (0 if valid else 1, valid, status)
    assert valid or {rule for rule, _ in broken(document)} == {"RES-4"}


def test_readable_output_shows_the_source_line_beside_each_claim(code: Cli):
    text = report("src/app.py:2", "src/ghost.py:45")
    ran = code("check", code.file("result.md", text))
    lines = ran.out.splitlines()
    assert ran.code == 1
    assert lines[0] == "code-explorer  SUCCESS  70 → 50"
    at = lines.index("  ✓ src/app.py:2  verified  ×2")
    assert lines[at + 1] == "      return user.ok"
    assert "  ✗ src/ghost.py:45  missing_file  ×2" in lines
    assert "  L1 RES-4 (line 12)  src/ghost.py:45 is not there: there is no such file" in lines
    assert lines[-1].startswith("not valid: ")
    assert ran.err == ""


def test_readable_output_of_a_valid_result_ends_with_the_verdict(code: Cli):
    ran = code.ok("check", code.file("result.md", HONEST))
    assert ran.out.splitlines()[-1] == "valid: 2 of 2 references verified, breaches of the contract: 0"


def test_readable_output_of_no_result_says_what_is_missing(code: Cli):
    ran = code("check", "-", stdin=b"nothing")
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith("  L1 RES-1")


def test_terminal_gets_colours_and_nothing_that_the_code_could_smuggle_in(code: Cli):
    (code.folder / "src/app.py").write_bytes(b"def login(user): \x1b]0;owned\x07\x1b[31mred\n")
    lying = HONEST.replace("## code-explorer Result", "## code\x1b[2J Result").replace("SUCCESS", "\x1b[8mDONE")
    code.file("result.md", lying)
    shown = on_a_terminal("check", "result.md", folder=code.folder).out
    assert "\x1b[32m" in shown
    assert "def login(user): \\u001b]0;owned\\u0007\\u001b[31mred" in shown
    for obeyed in ("\x1b]", "\x07", "\x1b[2J", "\x1b[8m"):
        assert obeyed not in shown


def test_japanese_words(code: Cli):
    ran = code("check", "-", "--lang", "ja", stdin=LIE.encode())
    assert ran.code == 1
    assert "src/ghost.py:45" in ran.out
    assert "not valid" not in ran.out
    assert "is not there" not in ran.out
    _, document = checked(code, LIE, "--lang", "ja")
    assert "is not there" not in document["violations"][0]["message"]
    assert states(document) == {"src/ghost.py:45": "missing_file"}


@pytest.mark.req("RES-1")
def test_japanese_result(code: Cli):
    text = """## code-explorer 結果
### ステータス
SUCCESS
### サマリー
ログインを調べた。
### 調査結果
- ログインは `src/app.py:1`
### 主要な参照
| 項目 | 場所 | 関連性 |
|---|---|---|
| login | `src/app.py:1` | 入口 |
### 信頼度
７０ - コードを読んだ
"""
    exit_code, document = checked(code, text)
    assert (exit_code, document["dialect"], document["confidence"]["stated"]) == (0, "contract-ja", 70)
    assert states(document) == {"src/app.py:1": "verified"}


@pytest.mark.parametrize("dialect", ["contract-en", "contract-ja"])
def test_dialect_can_be_named(code: Cli, dialect: str):
    assert checked(code, HONEST, "--dialect", dialect)[0] == 0


@pytest.mark.req("DEC-23", refused=True)
def test_unknown_dialect_is_bad_usage(code: Cli):
    ran = code("check", "-", "--dialect", "poem")
    assert ran.code == 2
    assert "--dialect" in ran.err


def test_repo_names_other_code(code: Cli, tmp_path: Path):
    other = tmp_path / "other"
    (other / "src").mkdir(parents=True)
    (other / "src/ghost.py").write_text("def login(user):\n" * 45, "utf-8")
    assert checked(code, LIE, "--repo", str(other))[0] == 0
    assert checked(code, LIE, "--repo", "../other")[0] == 0
    assert checked(code, LIE)[0] == 1


@pytest.mark.parametrize(
    "words", [["--repo", "nowhere"], ["--repo", "src/app.py"], ["--repo", "nowhere", "--rev", "HEAD"]]
)
def test_code_that_does_not_exist_is_not_found(code: Cli, words: list[str]):
    ran = code("check", "-", *words, stdin=HONEST.encode())
    assert (ran.code, ran.out) == (3, "")
    assert words[1] in ran.err


def test_rev_names_a_commit(code: Cli):
    (code.folder / "src/app.py").unlink()
    (code.folder / "src/ghost.py").write_text("def login(user):\n" * 45, "utf-8")
    assert checked(code, HONEST)[0] == 1
    for rev in ("HEAD", "main", git(code.folder, "rev-parse", "HEAD").strip()):
        assert checked(code, HONEST, "--rev", rev)[0] == 0
        assert checked(code, LIE, "--rev", rev)[0] == 1
    code.enter(code.folder / "src")
    assert checked(code, HONEST, "--rev", "HEAD")[0] == 0


@pytest.mark.parametrize(("rev", "exit_code"), [("nowhere", 3), ("", 2), ("-x", 2), ("HEAD~9", 3), ("HEAD:src", 3)])
def test_rev_that_names_no_commit(code: Cli, rev: str, exit_code: int):
    ran = code("check", "-", f"--rev={rev}", stdin=HONEST.encode())
    assert (ran.code, ran.out) == (exit_code, "")
    assert ran.err.startswith("renkei: ")


def test_folder_outside_git_is_checked_as_it_is(renkei: Cli):
    renkei.file("app.py", "def login(user):\n")
    assert checked(renkei, report("app.py:1"))[0] == 0
    ran = renkei("check", "-", "--rev", "HEAD", stdin=HONEST.encode())
    assert ran.code == 3
    assert "git" in ran.err


def test_work_tree_around_a_folder_is_what_a_result_speaks_of(code: Cli):
    code.enter(code.folder / "src")
    assert checked(code, HONEST)[0] == 0


def test_linked_work_tree_is_checked_and_not_the_main_one(code: Cli, tmp_path: Path):
    git(code.folder, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    (tmp_path / "linked/src/app.py").unlink()
    code.enter(tmp_path / "linked")
    assert checked(code, HONEST)[0] == 1


def bad(renkei: Cli, name: str) -> Ran:
    ran = renkei("check", name, "--json")
    assert ran.document["error"]["exit_code"] == ran.code
    return ran


def test_file_that_does_not_exist(code: Cli):
    assert bad(code, "none.md").code == 3


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\0#", b"\x89PNG\r\n\x1a\n\0", b"x" * 3_000_000], ids=["UTF-16", "binary", "huge"]
)
def test_file_that_is_no_text_is_bad_input(code: Cli, data: bytes):
    ran = bad(code, code.file("result.md", data))
    assert ran.code == 2
    assert "result.md" in ran.err


def test_folder_is_bad_input(code: Cli):
    assert bad(code, "src").code == 2


def test_large_result_is_checked(code: Cli):
    text = HONEST.replace("### Key References", "- and `src/app.py:2`\n" * 5_000 + "\n### Key References")
    exit_code, document = checked(code, text)
    assert exit_code == 0
    assert states(document) == {"src/app.py:1": "verified", "src/app.py:2": "verified"}


@pytest.mark.parametrize("text", [HONEST, LIE, ""], ids=["honest", "lie", "empty"])
def test_nothing_is_left_behind_where_there_is_no_store(code: Cli, text: str):
    before = files_in(code.folder)
    checked(code, text)
    checked(code, text, "--rev", "HEAD")
    code("check", "-", stdin=text.encode())
    assert files_in(code.folder) == before


def test_installed_command(code: Cli):
    code.file("result.md", HONEST)
    honest = real("check", "result.md", "--json", folder=code.folder)
    lie = real("check", "-", folder=code.folder, stdin=LIE.encode())
    assert (honest.code, honest.document["valid"], honest.err) == (0, True, "")
    assert (lie.code, lie.err) == (1, "")


@pytest.mark.req("RES-7")
def test_names_that_end_like_an_answer_of_git_are_only_names(code: Cli):
    exit_code, document = checked(code, "see `docs/x blob:3` and `src/app.py:1`", "--rev", "HEAD")
    assert (exit_code, states(document)["src/app.py:1"]) == (exit_code, "verified")


PROSE = "The login is at src/app.py:1, and passwords are in `src/vault/store.py`.\n"


@pytest.mark.req("DEC-42")
def test_plain_prose_is_checked_for_what_it_names(code: Cli):
    exit_code, document = checked(code, "The login is at src/app.py:1.\n")
    assert (exit_code, document["dialect"], document["status"], document["valid"]) == (0, "prose", None, True)
    assert (states(document), document["violations"], document["flags"]) == ({"src/app.py:1": "verified"}, [], [])
    told = code("check", "-", stdin=b"The login is at src/app.py:1.\n").out
    assert told.splitlines()[-1] == "nothing false, 1 verified"


@pytest.mark.req("DEC-38", "DEC-42", refused=True)
def test_what_is_no_evidence_has_no_mark_of_success_and_is_counted_apart(code: Cli):
    text = b"See src/app.py:1. There is no `src/x.py:3`. In Rails, `rails/engine.rb:76` does it.\n"
    told = code("check", "-", stdin=text).out.splitlines()
    assert told[-1] == "nothing false, 1 verified, 1 said not to be there, 1 not looked up"
    (absent,) = (line for line in told if "src/x.py:3" in line)
    assert "\u2713" not in absent
    assert "absent" in absent


@pytest.mark.req("DEC-23", "DEC-42")
def test_prose_can_be_asked_for_and_is_then_judged_by_its_places_alone(code: Cli):
    half = "### Status\nSUCCESS\nsee src/app.py:1\n"
    for text in ("The login is at src/app.py:1.\n", half, HONEST):
        exit_code, document = checked(code, text, "--dialect", "prose")
        assert (exit_code, document["dialect"], document["status"]) == (0, "prose", None)
        assert states(document)["src/app.py:1"] == "verified"
    assert checked(code, PROSE, "--dialect", "prose")[0] == 1
    exit_code, document = checked(code, "### Status\nSUCCESS\n", "--dialect", "prose")
    assert (exit_code, document["valid"], document["violations"][0]["rule"]) == (1, False, "RES-1")
    assert "names no place" in document["violations"][0]["message"]


@pytest.mark.req("DEC-40", "DEC-42")
def test_a_place_with_code_that_was_not_compared_is_not_shown_as_simply_verified(code: Cli):
    text = "See `src/app.py:1`.\n\nProposed:\n\n```python\nreturn session.expire(user)\n```\n"
    _, document = checked(code, text)
    assert [(each["state"], each["quote"]) for each in document["references"]] == [("verified", "unchecked")]
    told = code("check", "-", stdin=text.encode()).out
    assert "verified, its quote unchecked" in told
    assert "was not compared" in told


@pytest.mark.req("DEC-42", refused=True)
def test_prose_with_something_false_in_it_is_refused(code: Cli):
    exit_code, document = checked(code, PROSE)
    assert (exit_code, document["valid"], states(document)["src/vault/store.py"]) == (1, False, "missing_file")
    ran = code("check", "-", stdin=PROSE.encode())
    assert ran.code == 1
    assert ran.out.splitlines()[-1] == "1 false, 1 verified"
    assert "\x1b[" not in ran.out


@pytest.mark.req("DEC-42", refused=True)
@pytest.mark.parametrize(
    "line", ["Confidence: high", "Status: done", "**Confidence**: 90%", "信頼度: 高", "## Status", "Summary: it breaks"]
)
def test_no_line_of_a_plain_answer_keeps_its_places_from_being_looked_up(code: Cli, line: str):
    exit_code, document = checked(code, f"It breaks in src/vault/store.py:900.\n\n{line}\n")
    assert (exit_code, states(document)) == (1, {"src/vault/store.py:900": "missing_file"})
    exit_code, document = checked(code, f"It breaks in src/app.py:1.\n\n{line}\n")
    assert (exit_code, states(document)) == (int(line.startswith("#")), {"src/app.py:1": "verified"})


@pytest.mark.req("DEC-42", refused=True)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I am done.", []),
        (PROSE, ["--dialect", "contract-en"]),
        ("### Status\nSUCCESS\nsee src/app.py:1\n", []),
    ],
    ids=["nothing to check", "the form is asked for", "half a result"],
)
def test_prose_is_no_result_where_there_is_nothing_to_check_or_the_form_is_asked_for(
    code: Cli, text: str, words: list[str]
):
    exit_code, document = checked(code, text, *words)
    assert (exit_code, [each["rule"] for each in document["violations"]]) == (1, ["RES-1"])
