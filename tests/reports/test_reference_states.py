"""What becomes of a place: the states of DEC-38, by the tree and by what is said of it."""

import subprocess
from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.references import CheckedClaim
from renkei.reports.rules import Judgement
from renkei.reports.tree import CommitTree, FixedSurroundings, MemoryTree, Tree, WorkingTree

FILES = {
    "src/app.py": b"import os\n\n\ndef login(user):\n    return user\n",
    "src/web/sessions.py": b"a = 1\n" * 40,
    "src/web/index.ts": b"x\n",
    "src/api/index.ts": b"y\n",
    "Makefile": b"all:\n",
}
AROUND = FixedSurroundings(
    history={"src/old.py": b"x = 1\n" * 12},
    ignored=("local.py",),
    libraries={"json/decoder.py": 400},
    remotes=("github.com/acme/shop",),
)
TREE = MemoryTree(FILES, AROUND)


def told(text: str, tree: Tree = TREE) -> list[CheckedClaim]:
    return list(check_report(text, tree).references)


def states(text: str, tree: Tree = TREE) -> list[str]:
    return [checked.state for checked in told(text, tree)]


def judged(text: str) -> Judgement:
    return check_report(text, TREE)


@pytest.mark.req("DEC-38")
def test_a_place_that_was_removed_owes_nothing_for_code_that_stands_at_another_one_beside_it():
    said = (
        "- The old code, `src/old.py:10`, was removed. Now it is `src/app.py:4`\n  - Code match: `def login(user):`\n"
    )
    assert states(said) == ["removed", "verified"]


@pytest.mark.req("DEC-38", refused=True)
def test_a_place_that_was_removed_did_not_hold_code_that_stands_nowhere():
    said = (
        "- The old code, `src/old.py:10`, was removed. Now it is `src/app.py:4`\n  - Code match: `def leave(user):`\n"
    )
    assert states(said) == ["missing_file", "verified"]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("text", "state", "reason"),
    [
        ("see src/app.py:4", "verified", None),
        ("see a/src/app.py:4", "verified", "it is 'src/app.py'"),
        ("see web/sessions.py:4", "verified", "it is 'src/web/sessions.py'"),
        ("see index.ts:1", "unverified", "2 files end so: src/web/index.ts, src/api/index.ts"),
        ("see local.py:1", "unverified", "it is ignored or generated, and not there"),
        ("see dist/app.js:1", "unverified", "it is ignored or generated, and not there"),
        ("see json/decoder.py:355", "verified", "a file of the standard library or of an installed package"),
        ("at /usr/lib/python3.11/json/gone.py:3", "outside",
         "a file of the standard library or of an installed package that is not here"),
        ("I removed `src/old.py:10`", "removed", "it is gone, and stands in the history of this branch"),
        ("`old.py:10` was renamed", "removed", "it is gone, and stands in the history of this branch"),
        ("`src/old.py:10` は削除しました", "removed", "it is gone, and stands in the history of this branch"),
        ("there is no `src/x.py:1`", "absent", "it is said not to be there, and is not"),
        ("`src/x.py:1` does not exist", "absent", "it is said not to be there, and is not"),
        ("`src/x.py` は存在しません", "absent", "it is said not to be there, and is not"),
        ("to be created: `src/x.py`", "absent", "it is still to be made"),
        ("To be created:\n\n- `src/x.py`", "absent", "it is still to be made"),
        ("`src/x.py` を新規作成する", "absent", "it is still to be made"),
        ("Next step (to be created): `src/x.py:1`.", "absent", "it is still to be made"),
        ("Next: `src/x.py:1` (not yet written), with the calendar.", "absent", "it is still to be made"),
        ("新規ファイル（作成予定）: `src/x.py:1`", "absent", "it is still to be made"),
        ("| File | State |\n|---|---|\n| src/x.py:1 | to be created |", "absent", "it is still to be made"),
        ("Files to create:\n- `src/x.py:1`", "absent", "it is still to be made"),
        ("It comes from `dateutil/rrule.py:401`, an installed dependency.", "outside",
         "there is no such file; it may be one of another project"),
        ("see `dateutil/rrule.py:401` in the dateutil package", "outside",
         "there is no such file; it may be one of another project"),
        ("`dateutil/rrule.py:401`（依存ライブラリ）を参照", "outside",
         "there is no such file; it may be one of another project"),
        ("there is no `src/app.py`", "absent", "it is said not to be there, and it is"),
        ("src/x.py:1 [UNVERIFIED]", "unverified", "it was not found; the agent says itself that it did not look"),
        ("`bin/run:3`", "unverified", "there is no such file; it may be none at all"),
        ("`src/app.py::login`", "verified", None),
        ("at .../web/sessions.py:4", "verified", "it is 'src/web/sessions.py'"),
        ("https://github.com/acme/shop/blob/main/src/app.py#L4", "verified", None),
    ],
)  # fmt: skip
def test_what_is_not_false_is_called_by_its_name(text: str, state: str, reason: str | None):
    (checked,) = told(text)
    assert (checked.state, checked.reason and str(checked.reason)) == (state, reason)
    assert judged(text).valid


@pytest.mark.req("DEC-38", "DEC-37", refused=True)
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("see src/ghost.py:4", "missing_file"),
        ("passwords are in plain text in `src/vault/store.py`", "missing_file"),
        ("see src/App.py:4", "missing_file"),
        ("see web/Sessions.py:4", "missing_file"),
        ("see sessions.py:500", "missing_line"),
        ("see src/app.py:4, 99999", "missing_line"),
        ("see src/app.py:4, 99999 for the bug", "missing_line"),
        ("src/app.py:4 and 99999 because it leaks", "missing_line"),
        ("src/app.py, line 44", "missing_line"),
        ("src/app.pyの44行目", "missing_line"),
        ('File "src/app.py", line 44', "missing_line"),
        ("`src/app.py::logout`", "missing_name"),
        ("the key is kept by `src/app.py::Missing`", "missing_name"),
        ("これから作成した: `src/ghost.py:3`", "missing_file"),
        ("there is no validation at `src/ghost.py:3`", "missing_file"),
        ("I removed the check in `src/ghost.py:3`", "missing_file"),
        ("we should add a lock around `src/ghost.py:3`", "missing_file"),
        ("see /srv/other/app.py:3", "missing_file"),
        ("see ../app.py:3", "missing_file"),
        ("https://github.com/acme/shop/blob/main/src/app.py#L400", "missing_line"),
    ],
)
def test_what_is_false_is_refused(text: str, state: str):
    assert state in states(text)
    judgement = judged(text)
    assert not judgement.valid
    assert {violation.rule for violation in judgement.violations if violation.level == "L1"} <= {"RES-4", "RES-7"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "I looked for `src/x.py` but it isn't in the tree.",
        "The task mentions `src/x.py:10`, which doesn't exist; the code is in `src/app.py:4`.",
        "The issue says `src/x.py:10`, but there is no such file.",
        "CI refers to `src/x.py`, a file that is gone.",
        "`src/x.py:3` is missing.",
        "`src/x.py` is missing from the repository.",
        "`src/x.py` and `src/y.py` do not exist.",
        "No such file: `src/x.py:3`",
        "The report cites the nonexistent `src/x.py:3`.",
        "Proposed layout: `src/crypto.py` for hashing.",
        "I will create `src/x.py:1`.",
        "Add a unit test under `tests/test_x.py`.",
        "Missing files:\n\n- `src/x.py`: the client",
        "`src/x.py` はまだ存在しない（これから作成する）。",
        "存在しないファイル: `src/x.py`",
    ],
)
def test_a_place_that_is_itself_said_not_to_be_there_is_absent(text: str):
    assert {*states(text)} - {"verified"} == {"absent"}
    assert judged(text).valid


@pytest.mark.req("DEC-38", "DEC-45")
@pytest.mark.parametrize(
    "text",
    [
        "Note: `src/x.py:10` could not be verified.",
        "I was unable to confirm the claim about `src/x.py:10`.",
        "`src/x.py:10` failed verification.",
        "The failed reference was src/x.py:10.",
        "**Not verified:** `src/x.py:10`",
        "The agent hallucinated a file: `src/x.py:10`.",
        "Please ignore `src/x.py:10`; that path is bogus.",
        "Correction: earlier I wrote `src/x.py:10`; it should have been `src/app.py:1`.",
        "訂正: 先ほどの `src/x.py:10` は誤りで、正しくは `src/app.py:1` です。",
        "`src/x.py:10` は検証できませんでした。",
        "The result failed verification after 2 refusals:\n- src/x.py:10: there is no such file",
        "- src/x.py:10: そのようなファイルはありません",
    ],
)
def test_who_passes_on_that_a_place_is_not_verified_does_not_lie(text: str):
    assert states(text)[0] in ("unverified", "absent")
    assert judged(text).valid


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/x.py:10` is missing a null check.",
        "The signature at `src/x.py:10` is not verified.",
        "Input in `src/x.py:10` is not checked.",
        "Tokens are signed in `src/x.py:10`; signatures could not be verified by old clients.",
        "`src/x.py:10` cannot be reached, and the caller cannot verify it.",
        "The wrong reference `src/x.py:10` is decremented twice.",
        "- [x] No hallucinated paths (src/x.py:10)",
        "There are no invented references: `src/x.py:10`.",
        "Earlier we reported `src/x.py:10` leaks.",
        "`src/x.py:10` は署名を検証していません。",
        "`src/x.py:10`: there is no such file handle check, so it leaks.",
        "`src/app.py:99` is missing input validation, which lets an attacker in.",
        "A lock is missing at `src/x.py:10`.",
        "Error handling is missing (`src/x.py:10`).",
        "A lock is absent at `src/app.py:99`.",
        "The check does not exist at `src/x.py:10`.",
        "`src/x.py:10` is nowhere near safe.",
        "`src/x.py:10` should be created lazily, but is built at once.",
        "The session is to be created at `src/x.py:10`.",
        "The session (to be created) leaks at `src/x.py:10`.",
        "`src/x.py:10`, an installed dependency, leaks the key.",
        "`dateutil/rrule.py:401` uses an installed dependency.",
        "`dateutil/rrule.py:401` は外部ライブラリを呼ぶ。",
        "## Not found\n- login: `src/x.py:10`",
        "## To be created\n- `src/x.py:10` leaks the key",
        "ロックが存在しない（`src/x.py:10`）。",
        "`src/x.py:10` は存在しないキーを読む。",
        "`src/x.py:10` は見つかりました。",
        "`src/x.py:10` に追加する必要があります。",
        "新規作成: `src/x.py`",
        "[UNVERIFIED] is not needed here: `src/x.py:10` leaks.",
        "`src/old.py:99` was removed.",
        "`src/old.py:1` was never removed and stores passwords.",
        "`src/old.py:1` は削除されていない。",
    ],
)
def test_what_is_said_of_something_at_a_place_makes_the_place_neither_absent_nor_removed(text: str):
    assert set(states(text)) & {"missing_file", "missing_line"}
    assert not judged(text).valid


@pytest.mark.req("DEC-38")
def test_the_folder_of_the_agent_is_looked_at_first():
    tree = MemoryTree({**FILES, "app.py": b"1\n", "src/web/app.py": b"1\n2\n"})
    (first,) = check_report("see app.py:2", tree, base="src/web").references
    assert (first.state, first.claim.reference.path) == ("verified", "src/web/app.py")
    (root,) = check_report("see Makefile:1", tree, base="src/web").references
    assert root.claim.reference.path == "Makefile"


@pytest.mark.req("DEC-37")
def test_a_name_in_a_file_that_is_none_of_the_tree_claims_nothing():
    assert states("`tests/test_other.py::test_one` passes, see src/app.py:4") == ["verified"]


@pytest.mark.req("DEC-38")
def test_text_of_libraries_is_never_shown():
    (checked,) = told("see json/decoder.py:355")
    assert checked.source is None


@pytest.mark.req("DEC-38")
def test_what_could_not_be_verified_is_said_to_be_so():
    (violation,) = judged("see index.ts:1").violations
    assert (violation.rule, violation.level) == ("RES-7", "L2")
    assert violation.message.startswith("index.ts:1 is [UNVERIFIED]: ")


@pytest.mark.req("DEC-38")
def test_places_in_output_are_looked_up_and_foreign_ones_are_not_held_against_it():
    text = 'It fails in `src/app.py:4`:\n```\nTraceback (most recent call last):\n  File "/app/x.py", line 3\n'
    text += "src/app.py:99: error\n```\n"
    assert states(text) == ["verified", "outside", "missing_line"]


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.mark.req("DEC-38")
def test_history_ignored_files_and_remotes_are_asked_of_git(tmp_path: Path):
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "remote", "add", "origin", "git@github.com:Acme/Shop.git")
    (tmp_path / "src").mkdir()
    (tmp_path / ".gitignore").write_text("*.local.py\n", "utf-8")
    (tmp_path / "src/old.py").write_text("x = 1\n", "utf-8")
    (tmp_path / "src/new.py").write_text("x = 1\n", "utf-8")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    git(tmp_path, "rm", "--quiet", "src/old.py")
    git(tmp_path, "commit", "--quiet", "--message", "two")
    said = (
        "I deleted src/old.py:1 and never had src/never.py:1 removed. See a.local.py:1 and "
        "https://github.com/acme/shop/blob/main/src/new.py#L1."
    )
    expected = ["removed", "missing_file", "unverified", "verified"]
    assert states(said, WorkingTree(tmp_path)) == expected
    with CommitTree(tmp_path, "HEAD") as tree:
        assert states(said, tree) == expected


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One commit with `src/old.py` and a longer `src/new.py`, and one that removed and cut them."""
    root = tmp_path_factory.mktemp("past")
    git(root, "init", "--quiet")
    (root / "src").mkdir()
    (root / "src/old.py").write_text("x = 1\ny = 2\n", "utf-8")
    (root / "src/new.py").write_text("a = 1\nb = 2\nc = 3\n", "utf-8")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "one")
    git(root, "branch", "v1")
    git(root, "rm", "--quiet", "src/old.py")
    (root / "src/new.py").write_text("a = 1\n", "utf-8")
    git(root, "commit", "--quiet", "--all", "--message", "two")
    return root


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "`src/old.py:2` was removed.",
        "I removed `src/old.py:2`, which held `y = 2`.",
        "HEAD~1:src/old.py:1 had it",
        "At HEAD~1, `src/new.py:3` was there.",
        "{commit}:src/old.py:1 had it",
        "At commit {commit}, `src/old.py:1` was there.",
        "At commit `{commit}`, `src/new.py:3` reads `c = 3`.",
        "It is gone; before, `src/old.py:2` had `y = 2`.",
        "On the `v1` branch, `src/old.py:2` still has it.",
        "`src/new.py:3` on the v1 branch has it.",
    ],
)
def test_a_place_at_another_time_is_looked_up_there(text: str, repository: Path):
    assert states(text.format(commit=first_commit(repository)), WorkingTree(repository)) == ["removed"]


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/old.py:99` was removed.",
        "`src/old.py:1` stores passwords.",
        "HEAD~1:src/ghost.py:1 had it",
        "HEAD~1:src/old.py:99 had it",
        "HEAD~9:src/old.py:1 had it",
        "At commit 0123456789, `src/old.py:1` was there.",
        "At commit {commit}, `src/new.py:3` reads `c = open(3)`.",
        "`src/new.py:3` was removed.",
        "It is gone; before, `src/old.py:99` had it.",
        "On the main branch, `src/new.py:99` has it.",
        "On this branch, `src/new.py:3` has it.",
    ],
)
def test_what_was_never_there_is_false_at_any_time(text: str, repository: Path):
    (state,) = states(text.format(commit=first_commit(repository)), WorkingTree(repository))
    assert state in ("missing_file", "missing_line")


@pytest.mark.req("DEC-38")
def test_a_place_on_a_branch_that_is_not_here_was_not_looked_up(repository: Path):
    assert states("On the `v2` branch, `src/old.py:99` has it.", WorkingTree(repository)) == ["unverified"]


def first_commit(root: Path) -> str:
    told = subprocess.run(["git", "-C", str(root), "rev-list", "HEAD"], check=True, capture_output=True, text=True)
    return told.stdout.split()[-1][:10]


@pytest.mark.req("DEC-38")
def test_a_file_of_the_real_standard_library_is_outside_and_counted(tmp_path: Path):
    tree = WorkingTree(tmp_path)
    assert states("see json/decoder.py:3", tree) == ["verified"]
    assert states("see json/decoder.py:99999999", tree) == ["outside"]
    assert states("see jason/decoder.py:3", tree) == ["missing_file"]


@pytest.mark.req("DEC-37", "DEC-38")
@pytest.mark.parametrize("scheme", ["file://", "file://localhost", "vscode://file"])
def test_an_address_of_a_file_of_the_tree_is_its_path(scheme: str, tmp_path: Path):
    (tmp_path / "a.py").write_text("a = 1\n")
    tree = WorkingTree(tmp_path)
    assert states(f"{scheme}{tmp_path}/a.py:1", tree) == ["verified"]
    assert states(f"{scheme}{tmp_path}/a.py:9", tree) == ["missing_line"]
    assert states(f"see a.py:1 and {scheme}/elsewhere/b.py:9", tree) == ["verified"]


@pytest.mark.req("DEC-37", "DEC-38")
@pytest.mark.parametrize(("line", "state"), [(2, "verified"), (900, "missing_line")])
def test_an_address_in_an_object_is_the_path_of_its_line(line: int, state: str, tmp_path: Path):
    (tmp_path / "a b.py").write_text("a = 1\nb = 2\nc = 3\n")
    text = f'{{"uri": "file://{tmp_path}/a%20b.py", "range": {{"start": {{"line": {line}}}}}}}'
    assert states(text, WorkingTree(tmp_path)) == [state]
    assert states(text.replace(str(tmp_path), "/elsewhere"), WorkingTree(tmp_path)) != ["verified"]


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize("word", ["new", "新規", "作成"])
def test_a_file_that_is_listed_as_new_has_to_be_there(word: str):
    text = f"### Files Created\n| File | Change |\n|---|---|\n| `src/zzz.py` | {word} |\n\nSee `src/app.py:1`."
    found = {
        each.claim.reference.path: each.state
        for each in check_report(text, MemoryTree({"src/app.py": b"x\n"})).references
    }
    assert found["src/zzz.py"] == "missing_file"


@pytest.mark.req("DEC-38")
def test_a_file_that_is_listed_as_still_to_be_made_is_absent():
    text = "| File | Change |\n|---|---|\n| `src/zzz.py` | to create |\n\nSee `src/app.py:1`."
    found = {
        each.claim.reference.path: each.state
        for each in check_report(text, MemoryTree({"src/app.py": b"x\n"})).references
    }
    assert found["src/zzz.py"] == "absent"
