"""`renkei check` on the dialects of the other seeds, and on what is no result at all."""

from pathlib import Path

import pytest

from tests.support.cli_check import broken, checked
from tests.support.cli_run import Cli
from tests.support.hook_project import HONEST, git, report, repository

COMPLETION = "status: ok\nartifacts: [src/app.py]\nblockers: []\n"
TASK_RESULT = "original_task_ref: MSG-1\nstatus: completed\noutput_artifacts: [ART-1]\nsummary: see src/app.py:1\n"
BUILT = "BUILDER_COMPLETE\nFeature: login\nFiles: src/app.py (new)\nTests: 3/3\n"
WRITTEN = "WRITTEN:src/app.py\n"


@pytest.fixture
def code(renkei: Cli) -> Cli:
    """Commands in a repository with `src/app.py`."""
    repository(renkei.folder)
    return renkei


@pytest.mark.parametrize(
    ("text", "dialect"),
    [(COMPLETION, "completion-yaml"), (TASK_RESULT, "task-result"), (BUILT, "sdd-report"), (WRITTEN, "written")],
)
@pytest.mark.req("DEC-23")
def test_dialect_is_found_out_or_named_and_judged_by_its_own_rules(code: Cli, text: str, dialect: str):
    for words in ([], ["--dialect", dialect], ["--rev", "HEAD"]):
        exit_code, document = checked(code, text, *words)
        assert (exit_code, document["dialect"], document["status"]) == (0, dialect, "SUCCESS")
        assert (document["valid"], document["violations"]) == (True, [])


@pytest.mark.req("TEAM-11")
@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("status: ok\nartifacts: []\n", [("TEAM-11", 1)]),
        ("artifacts: []\nstatus: needs_input\n", [("TEAM-11", 2)]),
        ("status: needs_input\nopen_questions: [Which one?]\n", []),
        ("status: blocked\nblockers: none\n", [("TEAM-11", 1)]),
        ("status: blocked\nblockers: [no key]\n", []),
        ("status: conflict\nblockers: []\n", []),
        ("status: done\nartifacts: [src/app.py]\n", [("RES-1", 1)]),
        ("status: ok\nartifacts:\n- src/app.py\n- src/ghost.py\n", [("RES-4", 4)]),
        ("status: ok\nartifacts: [src/]\n", []),
        ("status: ok\nartifacts: [src/app.py]\nopen_questions: ['see src/ghost.py:9']\n", [("RES-4", 3)]),
        ("## Task Complete: api\n```yaml\nstatus: ok\nartifacts: [\n```\n", [("RES-1", None)]),
    ],
)
def test_completion_report(code: Cli, text: str, rules: list[tuple[str, int | None]]):
    exit_code, document = checked(code, text)
    assert (exit_code, broken(document)) == (1 if rules else 0, rules)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (TASK_RESULT.replace("completed", "partial"), [("RES-4", 2)]),
        (TASK_RESULT.replace("completed", "partial") + "deviations: [no tests]\n", []),
        (TASK_RESULT.replace("completed", "failed"), [("RES-4", 2)]),
        (TASK_RESULT.replace("src/app.py:1", "src/app.py:99"), [("RES-4", 4)]),
        (TASK_RESULT.replace("see src/app.py:1", "''"), [("RES-1", 4)]),
    ],
)
def test_task_result(code: Cli, text: str, rules: list[tuple[str, int | None]]):
    exit_code, document = checked(code, text)
    assert (exit_code, broken(document)) == (1 if rules else 0, rules)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("BUILDER_BLOCKED\nFeature: x\nBlocker: no database\n", []),
        ("BUILDER_BLOCKED\nFeature: x\n", [("RES-4", 1)]),
        (BUILT.replace("src/app.py", "src/ghost.py"), [("RES-4", 3)]),
        (BUILT.replace("src/app.py (new)", "2 files"), []),
        ("ARCHITECT_COMPLETE\nKey findings:\n- one door at src/app.py:7\n", [("RES-4", 3)]),
    ],
)
def test_completion_report_of_the_framework(code: Cli, text: str, rules: list[tuple[str, int | None]]):
    exit_code, document = checked(code, text)
    assert (exit_code, broken(document)) == (1 if rules else 0, rules)


@pytest.mark.req("SDD-24")
@pytest.mark.parametrize("path", ["src/ghost.cpf", "src", "../app.py", "/etc/hostname"])
def test_output_that_was_not_written_is_a_failure(code: Cli, path: str):
    exit_code, document = checked(code, f"WRITTEN:{path}\n")
    assert (exit_code, document["status"], broken(document)) == (1, "FAILED", [("SDD-24", 1)])


@pytest.mark.req("SDD-11", "SDD-24")
def test_output_may_be_named_by_its_whole_path_and_stands_alone(code: Cli):
    assert checked(code, f"WRITTEN:{code.folder}/src/app.py\n")[0] == 0
    exit_code, document = checked(code, f"{WRITTEN}All done, boss.\n")
    assert (exit_code, broken(document, "L2")) == (0, [("SDD-11", 2)])


@pytest.mark.parametrize(
    ("text", "dialect", "found"),
    [
        (HONEST, "completion-yaml", "contract-en"),
        (HONEST, "written", "contract-en"),
        (BUILT, "written", "sdd-report"),
        (WRITTEN, "contract-en", "written"),
    ],
)
@pytest.mark.req("DEC-23")
def test_wrong_dialect_is_told_with_the_one_it_looks_like(code: Cli, text: str, dialect: str, found: str):
    exit_code, document = checked(code, text, "--dialect", dialect)
    assert (exit_code, document["dialect"], broken(document)) == (1, None, [("RES-1", None)])
    assert document["violations"][0]["message"] == f"the text is no {dialect} result; it looks like {found}"


@pytest.mark.req("RES-13")
def test_result_that_cites_itself_proves_nothing(code: Cli):
    name = code.file("result.md", report("src/app.py:1", "result.md:3"))
    ran = code("check", name, "--json")
    states = {each["text"]: each["state"] for each in ran.document["references"]}
    assert states == {"src/app.py:1": "verified", "result.md:3": "unverified"}
    assert ("RES-13", 12) in broken(ran.document, "L2")
    assert (ran.code, ran.document["confidence"]["adjusted"]) == (0, 50)


def test_huge_file_is_refused_before_it_is_read(code: Cli):
    with (code.folder / "huge.md").open("wb") as file:
        file.write(HONEST.encode())
        file.truncate(100 * 1024 * 1024)
    for words in (["check", "huge.md"], ["convert", "huge.md", "--to", "written"]):
        ran = code(*words)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "renkei: huge.md is larger than 2097152 bytes, the most that is read.\n"


@pytest.mark.parametrize("data", [b"\0" * 100, HONEST.encode() + b"\0"], ids=["zeros", "one zero"])
def test_zero_bytes_make_it_binary(code: Cli, data: bytes):
    ran = code("check", code.file("result.md", data))
    assert (ran.code, ran.out) == (2, "")
    assert "result.md is binary" in ran.err


def test_repository_without_commits(renkei: Cli):
    git(renkei.folder, "init", "--quiet")
    renkei.file("app.py", "def login(user):\n")
    assert checked(renkei, report("app.py:1"))[0] == 0
    ran = renkei("check", "-", "--rev", "HEAD", stdin=HONEST.encode())
    assert (ran.code, "has no commits yet" in ran.err) == (3, True)


def test_repository_with_a_submodule(code: Cli, tmp_path: Path):
    git(code.folder, "submodule", "--quiet", "add", str(repository(tmp_path / "other")), "vendored")
    git(code.folder, "commit", "--quiet", "--message", "vendored")
    inside = report("vendored/src/app.py:1")
    assert checked(code, inside)[0] == 0
    assert checked(code, inside.replace("app.py", "ghost.py"))[0] == 1
    exit_code, document = checked(code, inside, "--rev", "HEAD")
    assert (exit_code, document["references"][0]["state"]) == (0, "unverified")


def test_flags_are_shown_to_people(code: Cli):
    assert "  ⚑ needs-corroboration" in code.ok("check", "-", stdin=HONEST.encode()).out.splitlines()
