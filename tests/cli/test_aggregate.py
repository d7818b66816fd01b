"""`renkei aggregate`: several results as one document for scripts, and as lines for people."""

import pytest

from tests.support.cli_run import Cli, Ran, files_in, real
from tests.support.hook_project import git
from tests.support.results import injection, result, table, write_files


@pytest.fixture
def code(renkei: Cli) -> Cli:
    """Commands in a repository with `src/db.py`, `src/app.py` and two results."""
    write_files(renkei.folder)
    git(renkei.folder, "init", "--quiet")
    git(renkei.folder, "add", ".")
    git(renkei.folder, "commit", "--quiet", "--message", "first")
    renkei.file("auditor.md", result("security-auditor", issues=injection(95)))
    renkei.file("engineer.md", result("qa-engineer", issues=injection(78)))
    return renkei


def documents(code: Cli, *words: str) -> Ran:
    return code("aggregate", "auditor.md", "engineer.md", "--json", *words)


@pytest.mark.req("AGG-1", "AGG-2", "AGG-3", "AGG-5")
def test_document_of_two_results_that_agree(code: Cli):
    ran = documents(code)
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    results = document.pop("results")
    assert document == {
        "status": "SUCCESS",
        "next": "proceed",
        "issues": [
            {
                "path": "src/db.py",
                "line": 5,
                "category": "SEC",
                "severity": "critical",
                "confidence": 100,
                "combined_confidence": 96.5,
                "reported_by": ["qa-engineer", "security-auditor"],
                "verified": True,
                "reasons": [
                    {"agent": "qa-engineer", "id": "SEC-001", "text": "SQL injection"},
                    {"agent": "security-auditor", "id": "SEC-001", "text": "SQL injection"},
                ],
            }
        ],
        "contradictions": [],
    }
    assert [(each["agent"], each["source"], each["status"], each["valid"], each["confidence"]) for each in results] == [
        ("qa-engineer", "engineer.md", "SUCCESS", True, 90),
        ("security-auditor", "auditor.md", "SUCCESS", True, 90),
    ]


@pytest.mark.req("AGG-2")
def test_order_and_repetition_of_the_files_do_not_matter(code: Cli):
    document = documents(code).document
    assert code("aggregate", "engineer.md", "auditor.md", "auditor.md", "--json").document == document


@pytest.mark.req("AGG-1")
def test_a_false_result_counts_as_failed_and_asks_for_a_retry(code: Cli):
    lie = code.file("lie.md", result("code-explorer", findings=["- It is in `src/ghost.py:3`"]))
    ran = code("aggregate", "auditor.md", lie, "--json")
    assert (ran.code, ran.document["status"], ran.document["next"]) == (1, "FAILED", "retry")
    false = ran.document["results"][0]
    assert (false["status"], false["stated_status"], false["valid"]) == ("FAILED", "SUCCESS", False)
    assert "src/ghost.py:3 is not there" in false["violations"][0]["message"]


@pytest.mark.req("AGG-3", refused=True)
@pytest.mark.parametrize(
    ("cited", "confidence"),
    [("src/db.py:5", 100), ("src/ghost.py:3", 95)],
    ids=["honest", "cites what is not there"],
)
def test_a_result_that_cites_what_is_not_there_supports_no_issue_of_others(code: Cli, cited: str, confidence: int):
    issues = table("| SEC-001 | SQL injection | `src/db.py:5` | critical | 78 |")
    other = code.file("other.md", result("code-explorer", findings=[f"- It is in `{cited}`"], issues=issues))
    [issue] = code("aggregate", "auditor.md", other, "--json").document["issues"]
    assert issue["reported_by"] == ["code-explorer", "security-auditor"]
    assert issue["confidence"] == confidence


@pytest.mark.req("AGG-1")
def test_a_partial_result_asks_for_review(code: Cli):
    partial = code.file("partial.md", result("code-explorer", status="PARTIAL"))
    ran = code("aggregate", "auditor.md", partial)
    assert ran.code == 1
    assert ran.out.startswith("PARTIAL → put the findings up for review before the next phase\n")


@pytest.mark.req("AGG-4")
def test_a_contradiction_is_shown_with_both_sides(code: Cli):
    denial = code.file("denial.md", result("qa-engineer", findings=["- No SQL injection at `src/db.py:5`: a constant"]))
    ran = code("aggregate", "auditor.md", denial, "--json")
    assert (ran.code, ran.document["status"], ran.document["next"]) == (1, "SUCCESS", "review")
    assert ran.document["contradictions"] == [
        {
            "path": "src/db.py",
            "line": 5,
            "category": "SEC",
            "sides": [
                {"agent": "qa-engineer", "claim": "No SQL injection at `src/db.py:5`: a constant"},
                {"agent": "security-auditor", "claim": "critical: SQL injection"},
            ],
        }
    ]
    shown = code("aggregate", "auditor.md", denial).out
    assert "contradiction  src/db.py:5  SEC  for a person to decide\n    qa-engineer: No SQL injection" in shown


def test_lines_for_people(code: Cli):
    ran = code("aggregate", "auditor.md", "engineer.md")
    assert ran.code == 0
    assert ran.out == (
        "SUCCESS → go on\n"
        "  qa-engineer  SUCCESS  90  engineer.md\n"
        "  security-auditor  SUCCESS  90  auditor.md\n"
        "critical  src/db.py:5  SEC  100 (96.5)\n"
        "    qa-engineer: SEC-001 SQL injection\n"
        "    security-auditor: SEC-001 SQL injection\n"
    )
    assert code("aggregate", "auditor.md", "--lang", "ja").out.startswith("SUCCESS → 次へ進む\n")


def test_what_is_below_80_is_hidden_from_people_and_counted(code: Cli):
    rows = table(
        "| QA-001 | slow query | `src/db.py:5` | minor | 79 |", "| QA-002 | old | `src/app.py:1` | minor | 80 |"
    )
    unsure = code.file("unsure.md", result("code-explorer", confidence=70, issues=rows))
    ran = code("aggregate", "auditor.md", unsure)
    assert ("slow query" in ran.out, "  code-explorer  SUCCESS" in ran.out, "QA-002 old" in ran.out) == (
        False,
        False,
        True,
    )
    assert "Below a confidence of 80, and so not shown: 1 results, 1 issues. --json lists all." in ran.out
    document = code("aggregate", "auditor.md", unsure, "--json").document
    assert [issue["confidence"] for issue in document["issues"]] == [95, 80, 79]
    assert len(document["results"]) == 2


def test_what_two_agree_on_is_shown_though_neither_is_sure(code: Cli):
    files = [code.file(f"{agent}.md", result(agent, issues=injection(72))) for agent in ("a", "b")]
    assert "critical  src/db.py:5  SEC" in code.ok("aggregate", *files).out
    assert "not shown: 0 results, 1 issues" in code.ok("aggregate", files[0]).out


def test_nothing_to_report_says_so(code: Cli):
    quiet = code.file("quiet.md", result("code-explorer"))
    assert "No issues are reported." in code.ok("aggregate", quiet).out


@pytest.mark.req("AGG-5")
def test_the_profile_by_role_is_an_option_or_a_setting(code: Cli):
    code.file("auditor.md", result("security-auditor", issues=injection(60)))
    code.file("engineer.md", result("qa-engineer", issues=injection(90)))

    def combined(*words: str) -> float:
        return documents(code, *words).document["issues"][0]["combined_confidence"]

    assert (combined(), combined("--weights", "by-role")) == (85, 80)
    code.file("pyproject.toml", '[tool.renkei]\nweights = "by-role"\n')
    assert (combined(), combined("--weights", "equal")) == (80, 85)
    code.file("pyproject.toml", "[tool.renkei.weights.roles]\nqa-engineer = { SEC = 2 }\n")
    assert combined() == 90


@pytest.mark.parametrize("setting", ['weights = "loudest"', "weights.roles.qa-engineer = 0", "weights = 1"])
def test_a_setting_of_weights_that_cannot_be_names_its_file(code: Cli, setting: str):
    code.file("pyproject.toml", f"[tool.renkei]\n{setting}\n")
    ran = documents(code)
    assert ran.code == 2
    assert "pyproject.toml: weights cannot be" in ran.err


def test_the_code_of_another_folder_and_of_a_commit(code: Cli):
    (code.folder / "src" / "db.py").write_text("gone\n", "utf-8")
    assert documents(code).document["status"] == "FAILED"
    assert documents(code, "--rev", "HEAD").document["status"] == "SUCCESS"
    elsewhere = code.folder.parent / "elsewhere"
    elsewhere.mkdir()
    code.enter(elsewhere)
    ran = code("aggregate", str(code.folder / "auditor.md"), "--repo", str(code.folder), "--rev", "HEAD", "--json")
    assert (ran.code, ran.document["issues"][0]["verified"]) == (0, True)


@pytest.mark.req("AGG-2")
def test_an_absolute_path_is_the_same_place(code: Cli):
    code.file("engineer.md", result("qa-engineer", issues=injection(78, place=f"{code.folder}/src/db.py:5")))
    assert [issue["combined_confidence"] for issue in documents(code).document["issues"]] == [96.5]


def test_standard_input_is_one_of_the_results(code: Cli):
    text = (code.folder / "engineer.md").read_bytes()
    ran = code("aggregate", "auditor.md", "-", "--json", stdin=text)
    assert ran.document["issues"][0]["combined_confidence"] == 96.5


@pytest.mark.req("AGG-1")
def test_without_results_it_is_bad_usage(code: Cli):
    ran = code("aggregate", "--json")
    assert (ran.code, ran.document["error"]["exit_code"]) == (2, 2)


@pytest.mark.parametrize(
    ("data", "exit_code", "said"),
    [(None, 3, "There is no file bad.md."), (b"\xff\xfe\0", 2, "bad.md"), (b"", 1, ""), (b"no result", 1, "")],
)
def test_a_file_that_is_no_result(code: Cli, data: bytes | None, exit_code: int, said: str):
    if data is not None:
        code.file("bad.md", data)
    ran = code("aggregate", "auditor.md", "bad.md", "--json")
    assert (ran.code, said in ran.err) == (exit_code, True)
    if exit_code == 1:
        assert [each["status"] for each in ran.document["results"]] == ["FAILED", "SUCCESS"]


def test_what_agents_write_cannot_command_the_terminal(code: Cli):
    rows = table("| SEC-001 | a\x1b[2Jb | `src/db.py:5` | critical | 95 |")
    code.file("auditor.md", result("security-auditor", issues=rows))
    shown = code("aggregate", "auditor.md").out
    assert "\x1b" not in shown
    assert "\\u001b[2J" in shown


def test_nothing_is_left_behind(code: Cli):
    before = files_in(code.folder)
    assert real("aggregate", "auditor.md", "engineer.md", folder=code.folder).code == 0
    assert files_in(code.folder) == before
