"""`renkei claims` and `renkei check --record`: claims are kept, checked again and shown."""

import json
from pathlib import Path

import pytest

from tests.support.cli_run import Cli, files_in
from tests.support.hook_project import LIE, SOURCE, git, report, repository

RESULT = report("src/app.py:1")


@pytest.fixture
def project(renkei: Cli) -> Cli:
    """A repository with a team, in which bob's result was accepted."""
    renkei.folder.rmdir()
    repository(renkei.folder)
    renkei.enter(renkei.folder)
    renkei.ok("agent", "add", "bob", "--role", "qa")
    renkei.ok("check", "-", "--record", "--as", "bob", stdin=RESULT.encode())
    return renkei


def change(project: Cli, text: str, message: str = "breaks | it") -> str:
    (project.folder / "src/app.py").write_text(text, "utf-8")
    git(project.folder, "commit", "--quiet", "--all", "--message", message)
    return git(project.folder, "rev-parse", "HEAD").strip()


def test_claim_that_holds_is_counted_and_shown_with_all(project: Cli):
    head = git(project.folder, "rev-parse", "--short=10", "HEAD").strip()
    line = f"1 hold, 0 moved, 0 now false, 0 unknown (at {head})\n"
    assert project.ok("claims").out == line
    assert project.ok("claims", "--all").out == f"✓ src/app.py:1  bob\n{line}"


def test_claim_that_moved_is_no_failure(project: Cli):
    change(project, f"# head\n{SOURCE}")
    assert project.ok("claims").out.startswith("→ src/app.py:1 → src/app.py:2  bob\n0 hold, 1 moved")


def test_claim_that_is_false_names_the_commit_and_exits_with_1(project: Cli):
    guilty = change(project, "pass\n")
    ran = project("claims")
    assert ran.code == 1
    assert ran.out.startswith(
        "✗ src/app.py:1  bob\n    what was claimed stands nowhere in 'src/app.py'\n"
        f"    false since {guilty[:10]} breaks | it\n"
    )


def test_markdown_is_a_table_that_no_text_can_break(project: Cli):
    guilty = change(project, "pass\n")
    ran = project("claims", "--format", "md")
    assert ran.code == 1
    assert ran.out.splitlines()[4:] == [
        "| Claim | Agent | State | What happened |",
        "| --- | --- | --- | --- |",
        "| `src/app.py:1` | bob | false | what was claimed stands nowhere in 'src/app.py'; "
        f"false since {guilty[:10]} breaks \\| it |",
    ]


def test_markdown_of_claims_that_all_hold_has_no_table(project: Cli):
    out = project.ok("claims", "--format", "md").out
    assert out.startswith("### Claims\n\n1 hold")
    assert "|" not in out


def test_document_has_each_claim_with_its_proof(project: Cli):
    guilty = change(project, "pass\n")
    ran = project("claims", "--format", "json")
    assert ran.code == 1
    assert ran.out == project("claims", "--json").out
    (claim,) = ran.document["claims"]
    assert ran.document["counts"] == {"false": 1, "moved": 0, "unknown": 0, "holds": 0}
    assert (claim["id"], claim["state"], claim["since"], claim["path"], claim["line"]) == (
        "E-3.1", "false", guilty, "src/app.py", 1,
    )  # fmt: skip
    assert set(claim["proof"]) == {"blob", "snippet", "read_by", "command", "exit_code", "tree"}
    assert "def login" not in ran.out


def test_since_shows_only_what_was_touched(project: Cli):
    (project.folder / "b.py").write_text("x = 1\n", "utf-8")
    git(project.folder, "add", "b.py")
    git(project.folder, "commit", "--quiet", "--message", "another file")
    assert project.json("claims", "--since", "HEAD~1")["claims"] == []
    change(project, f"# head\n{SOURCE}")
    assert [claim["state"] for claim in project.json("claims", "--since", "HEAD~1")["claims"]] == ["moved"]


@pytest.mark.parametrize(("rev", "code"), [("ghost", 3), ("", 2), ("--help-me", 2)])
def test_since_a_commit_that_is_not_there_is_an_error(project: Cli, rev: str, code: int):
    assert project("claims", f"--since={rev}").code == code


def test_without_claims_it_says_how_they_come_to_be(renkei: Cli):
    out = renkei.ok("claims").out
    assert "No claim is kept yet." in out
    assert "renkei check --record" in out
    assert files_in(renkei.folder) == []
    assert renkei.json("claims") == {
        "commit": None, "counts": {"false": 0, "moved": 0, "unknown": 0, "holds": 0}, "claims": [],
    }  # fmt: skip


def test_japanese_speaks_of_claims(project: Cli):
    change(project, "pass\n")
    out = project("claims", "--lang", "ja").out
    assert "から不成立" in out
    assert "now false" not in out


def test_current_commit_is_that_of_the_linked_work_tree(project: Cli, tmp_path: Path):
    linked = tmp_path / "linked"
    git(project.folder, "worktree", "add", "--quiet", str(linked))
    change(project, "pass\n")
    project.enter(linked)
    assert [claim["state"] for claim in project.json("claims")["claims"]] == ["holds"]


def test_recording_the_same_check_again_changes_nothing(project: Cli):
    before = project.log()
    ran = project.ok("check", "-", "--record", "--as", "bob", stdin=RESULT.encode())
    assert "recorded before; nothing changed." in ran.err
    assert project.log() == before


def test_a_check_is_recorded_for_the_person_too(project: Cli):
    ran = project.ok("check", "-", "--record", stdin=RESULT.encode())
    assert "Recorded for person; claims kept: 1" in ran.err
    assert [claim["agent"] for claim in project.json("claims")["claims"]] == ["bob", "person"]


def test_result_that_is_not_valid_is_recorded_without_claims(project: Cli):
    ran = project("check", "-", "--record", "--as", "bob", "--json", stdin=LIE.encode())
    assert ran.code == 1
    assert json.loads(ran.out)["valid"] is False
    assert "claims kept: 0" in ran.err
    assert len(project.json("claims")["claims"]) == 1
    check, refusal = project.log()[-2:]
    assert (check["data"]["outcome"], refusal["data"]["action"]) == ("refused", "check")


def test_recording_wants_a_store_a_member_and_code_of_the_project(renkei: Cli, tmp_path: Path):
    renkei.folder.rmdir()
    renkei.enter(repository(renkei.folder))
    before = files_in(renkei.folder)
    ran = renkei("check", "-", "--record", stdin=RESULT.encode())
    assert (ran.code, ran.out) == (3, "")
    assert "no store yet" in ran.err
    assert files_in(renkei.folder) == before
    renkei.ok("agent", "add", "bob", "--role", "qa")
    assert renkei("check", "-", "--record", "--as", "nobody", stdin=RESULT.encode()).code == 3
    other = repository(tmp_path / "other")
    ran = renkei("check", "-", "--record", "--repo", str(other), stdin=RESULT.encode())
    assert ran.code == 2
    assert "is no part of the project" in ran.err


@pytest.mark.parametrize(
    "words",
    [["--as", "bob"], ["--tokens", "1"], ["--cost", "1"], ["--model", "m"], ["--record", "--tokens=-1"],
     ["--record", "--cost", "nan"], ["--record", "--cost", "inf"]],
)  # fmt: skip
def test_words_about_a_record_without_one_or_out_of_range_are_refused(project: Cli, words: list[str]):
    before = project.log()
    assert project("check", "-", *words, stdin=RESULT.encode()).code == 2
    assert project.log() == before


def test_claims_about_a_folder_of_the_project_have_its_paths(project: Cli):
    text = report("app.py:1")
    project.ok("check", "-", "--record", "--repo", "src", stdin=text.encode())
    assert [claim["path"] for claim in project.json("claims")["claims"]] == ["src/app.py"] * 2


def test_claims_at_a_commit_are_kept_as_they_were_there(project: Cli):
    change(project, f"# head\n{SOURCE}")
    project.ok("check", "-", "--record", "--rev", "HEAD~1", "--as", "bob", "--model", "m", stdin=RESULT.encode())
    assert [claim["state"] for claim in project.json("claims")["claims"]] == ["moved", "moved"]


def test_claims_are_covered_by_verify_store(project: Cli):
    assert "chain and tables agree" in project.ok("verify-store").out


def test_since_a_commit_after_which_nothing_changed_says_so(project: Cli):
    ran = project.ok("claims", "--since", "HEAD")
    assert ran.out == "No claim that is kept is about a file that has changed since HEAD.\n"
    assert "ファイルについての主張はありません" in project.ok("claims", "--since", "HEAD", "--lang", "ja").out
    assert project.json("claims", "--since", "HEAD")["claims"] == []


def test_since_outside_of_a_repository_says_that_there_is_none(renkei: Cli):
    ran = renkei("claims", "--since", "HEAD", "--format", "json")
    assert (ran.code, ran.document["error"]["exit_code"]) == (3, 3)
    assert "is in no git repository, so there is no commit 'HEAD'" in ran.err
