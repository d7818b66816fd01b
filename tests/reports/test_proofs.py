"""Accepted claims, checked again as a repository goes on: they hold, have moved, or are false since a commit."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.errors import BadInput, NotFound
from renkei.git import Git
from renkei.protocol.claims import CodeProof, RunProof
from renkei.reports.proofs.recheck import find_changed_paths, recheck
from renkei.reports.proofs.repository import Repository
from renkei.reports.proofs.standing import code_standing, digest, text_at
from renkei.reports.tree import Lines
from renkei.reports.tree.content import parse_content
from renkei.reports.tree.git_objects import Blobs
from tests.support.claim_project import CODE, History
from tests.support.examples import examples
from tests.support.hook_project import git
from tests.support.started_gits import StartedGits

LOGIN = "def login(user):"


@pytest.fixture
def history(tmp_path: Path) -> History:
    history = History(tmp_path / "project")
    history.commit("first", app=CODE, other="x = 1\n")
    return history


def test_proof_keeps_no_code(history: History):
    proof = history.proof("app.py", 4, "def login")
    assert proof.blob == git(history.folder, "rev-parse", "HEAD:app.py").strip()
    assert (proof.line, proof.end_line, proof.columns) == (4, 4, [0, 9])
    assert proof.snippet == digest("def login")
    assert "login" not in proof.model_dump_json()


def test_unchanged_file_holds_without_being_read(history: History):
    proof = history.proof("app.py", 4, LOGIN)
    history.commit(other="x = 2\n")
    blob = git(history.folder, "rev-parse", "HEAD:app.py").strip()
    (history.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
    (history.folder / "app.py").unlink()
    assert history.states(proof) == ["holds"]


def test_line_that_moved_is_found(history: History):
    proof = history.proof("app.py", 4, LOGIN)
    history.commit(app=f"# a head\n{CODE}")
    (told,) = history.recheck(proof)
    assert (told.state, told.line, told.path) == ("moved", 5, None)


def test_quote_of_a_part_holds_while_that_part_stands(history: History):
    part, whole = history.proof("app.py", 5, "user.token()"), history.proof("app.py", 5)
    history.commit(app=CODE.replace("token = user.token()", "secret = user.token()"))
    assert history.states(part, whole) == ["holds", "false"]


def test_blanks_make_no_difference(history: History):
    proof = history.proof("app.py", 4, end_line=6)
    history.commit(app=CODE.replace("    ", "\t").replace(":\n", ":  \n\n"))
    assert history.states(proof) == ["holds"]


def test_false_claim_names_the_commit_that_made_it_false(history: History):
    proof = history.proof("app.py", 5, "token = user.token()")
    history.commit("moves it", app=f"\n{CODE}")
    guilty = history.commit("breaks it", app=CODE.replace("user.token()", "None"))
    history.commit("later", app=CODE.replace("user.token()", "0"))
    (told,) = history.recheck(proof)
    assert (told.state, told.since) == ("false", guilty)


def test_claim_that_was_false_for_a_while_is_false_since_the_last_time(history: History):
    proof = history.proof("app.py", 9, "def logout():")
    broken = CODE.replace("logout", "leave")
    history.commit(app=broken)
    history.commit(app=CODE)
    guilty = history.commit(app=broken)
    assert history.recheck(proof)[0].since == guilty


def test_merge_that_brings_the_change_in_is_named(history: History):
    proof = history.proof("app.py", 9, "def logout():")
    main = git(history.folder, "branch", "--show-current").strip()
    git(history.folder, "switch", "--quiet", "--create", "side")
    history.commit(app=CODE.replace("logout", "leave"))
    git(history.folder, "switch", "--quiet", main)
    history.commit(other="x = 3\n")
    git(history.folder, "merge", "--quiet", "--no-edit", "side")
    assert history.recheck(proof)[0].since == git(history.folder, "rev-parse", "HEAD").strip()


def test_renamed_file_is_followed_through_its_names(history: History):
    proof = history.proof("app.py", 4, LOGIN)
    (history.folder / "src").mkdir()
    for old, new in (("app.py", "src/main.py"), ("src/main.py", "src/Ein Name.py")):
        git(history.folder, "mv", old, new)
        history.commit()
    (told,) = history.recheck(proof)
    assert (told.state, told.path, told.line) == ("moved", "src/Ein Name.py", 4)


def test_deleted_file_makes_its_claims_false(history: History):
    proof = history.proof("app.py", 4, LOGIN)
    git(history.folder, "rm", "--quiet", "app.py")
    guilty = history.commit("gone")
    (told,) = history.recheck(proof)
    assert (told.state, told.since, str(told.reason)) == ("false", guilty, "there is no such file")


def test_line_that_says_too_little_is_not_looked_for_elsewhere(history: History):
    history.commit(app="if a:\n    (\n    )\nx = 1\n")
    proof = history.proof("app.py", 3)
    history.commit(app="if a:\n    y = 2\n    (\n    )\n")
    assert history.states(proof) == ["unknown"]
    history.commit(app="if a:\n")
    assert history.states(proof) == ["false"]


def test_work_that_is_not_committed_holds_in_the_folder(history: History):
    history.write("app.py", f"{CODE}\n\ndef new():\n    return 1\n")
    history.write("fresh.py", CODE)
    proofs = [history.proof("app.py", 13, "def new():"), history.proof("fresh.py", 4, LOGIN)]
    assert history.states(*proofs) == ["holds", "holds"]
    history.commit()
    assert history.states(*proofs) == ["holds", "holds"]


def test_content_that_never_was_in_git_is_found_by_its_digest(history: History):
    history.write("fresh.py", f"{CODE}# first thought\n")
    proofs = [history.proof("fresh.py", 5, "user.token()"), history.proof("fresh.py", 4, end_line=6)]
    history.commit(fresh=f"# better\n{CODE.replace('token = ', 'key = ')}")
    told = history.recheck(*proofs)
    assert [(each.state, each.line) for each in told] == [("moved", 6), ("false", None)]


@pytest.mark.parametrize("with_git", [True, False], ids=["no commits", "no git"])
def test_repository_without_commits_is_checked_by_the_folder(tmp_path: Path, with_git: bool):
    history = History(tmp_path / "bare", with_git=with_git)
    history.write("app.py", CODE)
    proofs = [history.proof("app.py", 4, LOGIN), history.proof("app.py", 9, "def logout():")]
    assert history.states(*proofs) == ["holds", "holds"]
    history.write("app.py", f"\n{CODE}".replace("logout", "leave"))
    assert history.states(*proofs) == ["moved", "false"]
    assert [each.since for each in history.recheck(*proofs)] == [None, None]


def test_claim_about_a_submodule_is_checked_where_it_is_checked_out(history: History, tmp_path: Path):
    other = History(tmp_path / "other")
    other.commit(app=CODE)
    git(history.folder, "submodule", "--quiet", "add", str(other.folder), "vendored")
    history.commit()
    proof = history.proof("vendored/app.py", 4, LOGIN)
    assert history.states(proof) == ["holds"]
    history.write("vendored/app.py", f"\n{CODE}")
    assert history.states(proof) == ["moved"]
    git(history.folder, "submodule", "--quiet", "deinit", "--force", "vendored")
    assert history.states(proof) == ["unknown"]


def test_link_inside_of_the_repository_is_followed(history: History):
    (history.folder / "link.py").symlink_to("app.py")
    history.commit()
    proof = history.proof("link.py", 4, LOGIN)
    assert history.states(proof) == ["holds"]
    history.commit(app=f"\n{CODE}")
    assert history.states(proof) == ["moved"]


def test_odd_names_and_old_encodings_are_checked(history: History):
    name, text = "a [x] 表*?.py", "a = 1\nx = 'é日本'\n"
    (history.folder / name).write_bytes(text.encode("utf-16"))
    (history.folder / "latin.py").write_bytes("y = 'é'  # nur Latin-1\n".encode("latin-1"))
    history.commit()
    proofs = [history.proof(name, 2, "x = 'é日本'"), history.proof("latin.py", 1)]
    assert history.states(*proofs) == ["holds", "holds"]
    (history.folder / name).write_bytes(f"\n{text}".encode("utf-16"))
    (history.folder / "latin.py").write_bytes("\ny = 'é'  # nur Latin-1\n".encode("latin-1"))
    history.commit()
    assert [(each.state, each.line) for each in history.recheck(*proofs)] == [("moved", 3), ("moved", 2)]


def test_folder_in_a_repository_has_its_own_paths(history: History):
    history.write("sub/app.py", CODE)
    history.commit()
    inner = History(history.folder / "sub", with_git=False)
    proof = inner.proof("app.py", 5, "user.token()")
    guilty = history.commit(**{"sub/app": CODE.replace("token", "key")})
    assert [(each.state, each.since) for each in inner.recheck(proof)] == [("false", guilty)]


@pytest.mark.slow
def test_repository_of_a_million_files_is_not_walked(history: History):
    """The same thousand files in a thousand folders: two objects of git, and a million lines if they were listed."""
    kept = [history.proof("app.py", 4, LOGIN), history.proof("other.py", 1)]
    blob = git(history.folder, "rev-parse", "HEAD:app.py").strip()
    files = "".join(f"100644 blob {blob}\tf{n}.py\n" for n in range(1000))
    folder = git(history.folder, "mktree", stdin=files).strip()
    top = git(history.folder, "mktree", stdin="".join(f"040000 tree {folder}\td{n}\n" for n in range(1000))).strip()
    commit = git(history.folder, "commit-tree", top, "-p", "HEAD", "-m", "a million").strip()
    git(history.folder, "update-ref", "HEAD", commit)
    (history.folder / "other.py").unlink()
    there = kept[0].model_copy(update={"path": "d7/f7.py"})
    told = history.recheck(there, *kept)
    assert [(each.state, each.since) for each in told] == [("holds", None), ("holds", None), ("false", commit)]


def test_since_keeps_the_files_that_are_not_the_same(history: History):
    proofs = [history.proof("app.py", 4, LOGIN), history.proof("other.py", 1)]
    first = git(history.folder, "rev-parse", "HEAD").strip()
    history.commit(other="x = 2\n")
    with Repository(history.folder) as repository:
        assert find_changed_paths(proofs, first, repository) == {"other.py"}
        assert find_changed_paths(proofs, "HEAD", repository) == set()
        with pytest.raises(NotFound, match="there is no commit 'ghost'"):
            find_changed_paths(proofs, "ghost", repository)
        with pytest.raises(BadInput, match="cannot name a commit"):
            find_changed_paths(proofs, "--all", repository)


def test_command_that_passed_holds_for_the_same_tree_only(history: History):
    tree = git(history.folder, "rev-parse", "HEAD^{tree}").strip()
    runs = [RunProof(command="make test", exit_code=0, tree=each) for each in (tree, f"{tree}+", None)]
    with Repository(history.folder) as repository:
        assert [each.state for each in recheck(runs, repository)] == ["holds", "unknown", "unknown"]
    history.commit(other="x = 2\n")
    with Repository(history.folder) as repository:
        (told,) = recheck(runs[:1], repository)
    assert (told.state, str(told.reason)) == ("unknown", "the code has changed since; run 'make test' again")


def proof_of_line(lines: Lines, line: int) -> CodeProof:
    text = text_at(lines, line, line)
    return CodeProof(path="a", line=line, end_line=line, blob=lines.blob, snippet=digest(text), category="c")


LINES = st.lists(st.text("abc xyz=()0", min_size=5, max_size=20).filter(lambda s: len(s.split()) > 0), min_size=1)


@settings(max_examples=examples(60))
@given(before=LINES, added=st.integers(0, 5), data=st.data())
def test_what_only_moved_is_never_called_false(before: list[str], added: int, data: st.DataObject):
    history, text = parse_content("\n".join(before).encode()), "\n".join(["a new line 1"] * added + before)
    line = data.draw(st.integers(1, len(before)))
    after = parse_content(text.encode())
    assert isinstance(history, Lines)
    proof = proof_of_line(history, line)
    for known in (history, None):
        told = code_standing(proof, after, lambda known=known: known)
        assert told.state != "false"
        if told.line:
            assert " ".join(before[line - 1].split()) in " ".join(text.split("\n")[told.line - 1].split())


def test_no_git_is_left_by_contents_that_were_read(history: History, started_gits: StartedGits):
    git = Git(history.folder)
    blob = git.read_line("rev-parse", "HEAD:app.py")
    assert blob is not None
    with closing(Blobs(git)) as blobs:
        assert blobs.read(blob) is not None
        assert blobs.read("0" * 40) is None
        assert len(started_gits.left()) == 1
    assert started_gits.left() == []
