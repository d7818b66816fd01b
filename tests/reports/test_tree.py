"""A folder and a commit are read alike, each file once, and never anything outside of them."""

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.errors import BadInput, NotFound, RenkeiError
from renkei.reports.references import Claim, Reference, check_claims
from renkei.reports.tree import MAX_BYTES, CommitTree, Lines, Missing, Opaque, Tree, WorkingTree
from renkei.reports.tree.paths import MAX_NAMES, PathIndex
from tests.support.cli_run import without_privileges
from tests.support.opened import OPENED
from tests.support.started_gits import StartedGits

pytestmark = pytest.mark.req("RES-7")

Open = Callable[[Path], Tree]
IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *IDENTITY, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path) -> str:
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "a change")
    return git(folder, "rev-parse", "HEAD")


def commit_tree(folder: Path, rev: str = "HEAD") -> CommitTree:
    return OPENED.enter_context(CommitTree(folder, rev))


def committed(folder: Path) -> Tree:
    commit(folder)
    return commit_tree(folder)


both = pytest.mark.parametrize("tree_of", [WorkingTree, committed], ids=["folder", "commit"])


def write(root: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)


def raw(tree: Tree, path: str) -> list[bytes]:
    found = tree.read(path)
    assert isinstance(found, Lines)
    return list(found.raw)


def reason(tree: Tree, path: str) -> str:
    found = tree.read(path)
    assert isinstance(found, Missing | Opaque)
    return f"{type(found).__name__}: {found.reason}"


@both
def test_files_are_read_as_lines(tmp_path: Path, tree_of: Open):
    files = {
        "a.py": b"one\ntwo\n",
        "src/open end.py": b"one\r\ntwo",
        "src/日本語.py": "一\n".encode(),
        "app/[id]/(x)/r.ts": b"1\n",
        "empty": b"",
        "mac.txt": b"one\rtwo\r",
        "bom.txt": b"\xef\xbb\xbfone\n",
        "wide.txt": "一\n二".encode("utf-16"),
        "nothing but ends": b"\n\n",
    }
    write(tmp_path, files)
    tree = tree_of(tmp_path)
    assert {name: raw(tree, name) for name in files} == {
        "a.py": [b"one", b"two"],
        "src/open end.py": [b"one\r", b"two"],
        "src/日本語.py": ["一".encode()],
        "app/[id]/(x)/r.ts": [b"1"],
        "empty": [],
        "mac.txt": [b"one", b"two"],
        "bom.txt": [b"one"],
        "wide.txt": ["一".encode(), "二".encode()],
        "nothing but ends": [b"", b""],
    }
    assert all(tree.has(name) for name in files)


@both
def test_each_file_is_read_once(tmp_path: Path, tree_of: Open):
    write(tmp_path, {"src/a.py": b"one\n"})
    tree = tree_of(tmp_path)
    assert tree.read("src/a.py") is tree.read("./src//a.py") is tree.read(str(tmp_path / "src/a.py"))


@both
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("ghost.py", "Missing: there is no such file"),
        ("src/a.py/b.py", "Missing: there is no such file"),
        ("", "Missing: there is no such file"),
        (".", "Missing: there is no such file"),
        ("src", "Missing: it is a directory; name a file in it"),
        ("src/", "Missing: it is a directory; name a file in it"),
        ("../secret.txt", "Missing: it leaves the tree; name a file inside of it"),
        ("src/../../secret.txt", "Missing: it leaves the tree; name a file inside of it"),
        ("/etc/passwd", "Missing: it leaves the tree; name a file inside of it"),
        ("C:/src/a.py", "Missing: it leaves the tree; name a file inside of it"),
        (".git/config", "Missing: the inside of .git is no part of the tree"),
        (".GIT/config", "Missing: the inside of .git is no part of the tree"),
        ("src/../.git/config", "Missing: the inside of .git is no part of the tree"),
        ("src/a\0.py", "Missing: the name holds characters that no file name should have"),
        ("src/a\n.py", "Missing: the name holds characters that no file name should have"),
        ("src/\ud800.py", "Missing: the name holds characters that no file name should have"),
    ],
)
@pytest.mark.req("RES-4")
def test_what_is_no_file_of_the_tree_is_missing(tmp_path: Path, tree_of: Open, path: str, said: str):
    root = tmp_path / "root"
    write(root, {"src/a.py": b"one\n", "../secret.txt": b"secret\n"})
    tree = tree_of(root)
    assert reason(tree, path) == said
    assert not tree.has(path)


@both
@pytest.mark.req("RES-4")
def test_links_are_followed_inside_the_tree_and_nowhere_else(tmp_path: Path, tree_of: Open):
    root = tmp_path / "root"
    write(root, {"src/a.py": b"one\n", "../out/secret.txt": b"secret\n"})
    links = {
        "inside.py": "src/a.py",
        "folder": "src",
        "outside.txt": "../out/secret.txt",
        "absolute.txt": str(tmp_path / "out/secret.txt"),
        "away": "../out",
        "nowhere.py": "ghost.py",
        "circle": "circle",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    tree = tree_of(root)
    assert raw(tree, "inside.py") == raw(tree, "folder/a.py") == [b"one"]
    for name in ("outside.txt", "absolute.txt", "away/secret.txt"):
        assert reason(tree, name) == "Missing: it leaves the tree; name a file inside of it"
    assert reason(tree, "nowhere.py") == "Missing: there is no such file"
    assert reason(tree, "circle") == "Missing: it is not a regular file"


@pytest.mark.req("RES-4")
def test_a_link_into_the_repository_itself_is_not_followed(tmp_path: Path):
    commit(tmp_path)
    (tmp_path / "config").symlink_to(".git/config")
    (tmp_path / "folder").symlink_to(".git")
    tree = WorkingTree(tmp_path)
    assert (
        reason(tree, "config") == reason(tree, "folder/config") == "Missing: the inside of .git is no part of the tree"
    )


def test_a_pipe_does_not_block_and_is_no_file(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert reason(WorkingTree(tmp_path), "pipe") == "Missing: it is not a regular file"


def test_a_name_that_is_too_long_is_missing(tmp_path: Path):
    assert reason(WorkingTree(tmp_path), "a" * 5000).startswith("Missing: the name holds")


def test_a_file_that_may_not_be_read_is_opaque(tmp_path: Path):
    write(tmp_path, {"a.py": b"one\n", "report.md": b"Status: SUCCESS\nSummary: see `a.py:1`\n"})
    (tmp_path / "a.py").chmod(0)
    ran = without_privileges("check", "report.md", folder=tmp_path)
    assert "it may not be read; check its permissions" in ran.out


@both
def test_what_has_no_lines_to_compare_is_opaque(tmp_path: Path, tree_of: Open):
    with (tmp_path / "large.sql").open("wb") as large:
        large.truncate(MAX_BYTES + 1)
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12\n"
    write(tmp_path, {"logo.png": b"\x89PNG\0\n", "broken.txt": b"\xff\xfe\x00\xd8", "model.bin": pointer})
    tree = tree_of(tmp_path)
    assert reason(tree, "logo.png") == "Opaque: it is a binary file, which has no lines"
    assert reason(tree, "broken.txt") == "Opaque: it is a binary file, which has no lines"
    assert reason(tree, "large.sql") == "Opaque: it has 16 MB and is not read; the limit is 16 MB"
    assert reason(tree, "model.bin").startswith("Opaque: it is only a Git LFS pointer here")


@both
def test_a_file_of_a_submodule_that_is_not_here_cannot_be_checked(tmp_path: Path, tree_of: Open):
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    write(inner, {"a.py": b"one\n"})
    commit(inner)
    write(outer, {"b.py": b"two\n"})
    commit(outer)
    git(outer, "submodule", "--quiet", "add", str(inner), "vendor/inner")
    commit(outer)
    git(outer, "submodule", "--quiet", "deinit", "--force", "vendor/inner")
    said = "Opaque: it is inside the submodule 'vendor/inner', which is not here; check that repository instead"
    assert reason(tree_of(outer), "vendor/inner/a.py") == said


def test_a_submodule_that_is_here_is_read_like_any_folder(tmp_path: Path):
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    write(inner, {"a.py": b"one\n"})
    commit(inner)
    write(outer, {"b.py": b"two\n"})
    commit(outer)
    git(outer, "submodule", "--quiet", "add", str(inner), "vendor")
    tree = WorkingTree(outer)
    assert raw(tree, "vendor/a.py") == [b"one"]
    assert reason(tree, "vendor/ghost.py") == "Missing: there is no such file"
    assert reason(tree, "vendor/.git") == "Missing: the inside of .git is no part of the tree"


@both
def test_files_of_that_name_are_named_when_one_is_missing(tmp_path: Path, tree_of: Open):
    write(tmp_path, dict.fromkeys(("src/app/auth.py", "lib/auth.py", "tests/x/y/Auth.py", "z/a/b/c/auth.py"), b""))
    tree = tree_of(tmp_path)
    assert tree.names().find_similar("auth.py") == ("lib/auth.py", "src/app/auth.py", "z/a/b/c/auth.py")
    assert tree.names().find_similar("app/auth.py") == ("src/app/auth.py", "lib/auth.py", "z/a/b/c/auth.py")
    assert tree.names().find_similar("ghost.py") == ()


def test_a_million_files_are_not_listed_to_check_a_few_of_a_commit(tmp_path: Path):
    git(tmp_path, "init", "--quiet")
    blob = git(tmp_path, "hash-object", "-w", "--stdin")
    listed = "".join(f"100644 {blob}\ta/{n}.py\n" for n in range(MAX_NAMES)) + f"100644 {blob}\tz/last.py\n"
    index = ["git", "-C", str(tmp_path), "update-index", "--index-info"]
    subprocess.run(index, input=listed.encode(), check=True)
    git(tmp_path, "commit", "--quiet", "--message", "many")
    tree = commit_tree(tmp_path)
    assert (tree.has("z/last.py"), tree.has("last.py"), tree.has("a")) == (True, False, False)
    assert (raw(tree, "z/last.py"), tree.names().find_similar("b/7.py"), tree.names().limit) == (
        [],
        ("a/7.py",),
        MAX_NAMES,
    )
    cited = [Claim(reference=Reference(text=name, path=name, line=1)) for name in ("7.py", "last.py")]
    near, far = check_claims(cited, tree)
    assert str(near.reason) == "it may be a/7.py; not all files were looked at"
    assert str(far.reason) == "there is no such file; the first 100,000 files were searched for one of that name"


@pytest.mark.slow
def test_a_folder_of_many_files_is_not_walked_to_its_end(tmp_path: Path):
    for folder in range(110):
        write(tmp_path, {f"{folder}/{number}.py": b"" for number in range(1_000)})
    tree = WorkingTree(tmp_path)
    assert tree.names().limit == MAX_NAMES
    [checked] = check_claims([Claim(reference=Reference(text="ghost.py:1", path="ghost.py", line=1))], tree)
    assert "the first 100,000 files were searched" in str(checked.reason)


@both
def test_of_a_few_files_all_are_searched(tmp_path: Path, tree_of: Open):
    write(tmp_path, {"src/a.py": b""})
    assert tree_of(tmp_path).names().limit is None


def test_names_that_many_files_have_are_compared_up_to_a_limit():
    names = PathIndex((f"{folder}/index.ts" for folder in range(100_000)), most=50_000)
    assert names.limit == 50_000
    assert [names.find_similar(f"x/{n}/index.ts")[0] for n in (7, 40_000)] == ["7/index.ts", "0/index.ts"]


def test_a_path_that_no_command_line_could_hold_is_not_there(tmp_path: Path):
    write(tmp_path, {"a.py": b"one\n"})
    tree = committed(tmp_path)
    deep = ["/".join(["d" * 20] * n) + "/a.py" for n in range(1, 60)]
    tree.load([*deep, "x" * 300_000, "a.py"])
    assert {reason(tree, path) for path in (*deep, "x" * 300_000)} == {"Missing: there is no such file"}
    assert raw(tree, "a.py") == [b"one"]


def test_a_name_with_accents_is_found_in_either_spelling(tmp_path: Path):
    write(tmp_path, {"cafe\u0301.py": b"one\n"})
    assert raw(WorkingTree(tmp_path), "caf\u00e9.py") == [b"one"]


def test_a_worktree_inside_of_a_git_folder_is_a_tree_like_any(tmp_path: Path):
    write(tmp_path, {"a.py": b"one\n"})
    commit(tmp_path)
    inside = tmp_path / ".git" / "renkei" / "w1"
    git(tmp_path, "worktree", "add", "--quiet", "--detach", str(inside))
    tree = WorkingTree(inside)
    assert raw(tree, "a.py") == raw(tree, str(inside / "a.py")) == [b"one"]


def test_a_commit_stays_as_it_was(tmp_path: Path):
    write(tmp_path, {"a.py": b"old\n"})
    first = commit(tmp_path)
    write(tmp_path, {"a.py": b"new\n", "b.py": b"new\n"})
    commit(tmp_path)
    tree = commit_tree(tmp_path, "HEAD~1")
    assert tree.commit == first
    assert raw(tree, "a.py") == [b"old"]
    assert reason(tree, "b.py") == "Missing: there is no such file"


def test_many_files_of_a_commit_are_read_together(tmp_path: Path):
    names = [f"f/{number}.py" for number in range(50)]
    write(tmp_path, {name: f"line of {name}\n".encode() for name in names})
    claims = [
        Claim(reference=Reference(text=name, path=name, line=1), snippet=f"line of {name}")
        for name in [*names, "f/ghost one.py", "../out.py"]
    ]
    checked = check_claims(claims, committed(tmp_path))
    assert [each.state for each in checked] == ["verified"] * 50 + ["missing_file"] * 2


def test_a_bare_repository_has_commits_too(tmp_path: Path):
    write(tmp_path / "work", {"src/a.py": b"one\n"})
    commit(tmp_path / "work")
    git(tmp_path, "clone", "--quiet", "--bare", "work", "bare.git")
    assert raw(commit_tree(tmp_path / "bare.git"), "src/a.py") == [b"one"]


def test_a_folder_of_a_repository_is_a_tree_of_its_own(tmp_path: Path):
    write(tmp_path, {"pkg/src/a.py": b"one\n", "secret.py": b"secret\n"})
    (tmp_path / "pkg/link.py").symlink_to("../secret.py")
    commit(tmp_path)
    tree = commit_tree(tmp_path / "pkg")
    assert raw(tree, "src/a.py") == raw(tree, str(tmp_path / "pkg/src/a.py")) == [b"one"]
    assert tree.names().find_similar("a.py") == ("src/a.py",)
    assert reason(tree, "link.py") == "Missing: it leaves the tree; name a file inside of it"
    assert reason(tree, "../secret.py") == "Missing: it leaves the tree; name a file inside of it"


def partial_clone(folder: Path, files: dict[str, bytes]) -> Path:
    """A repository that knows of its files and does not have them, nor where to fetch them from."""
    write(folder / "work", files)
    commit(folder / "work")
    git(folder / "work", "config", "uploadpack.allowFilter", "true")
    url = (folder / "work").as_uri()
    git(folder, "clone", "--quiet", "--bare", "--filter=blob:none", url, "part.git")
    git(folder / "part.git", "remote", "set-url", "origin", (folder / "gone").as_uri())
    return folder / "part.git"


def test_content_that_was_not_fetched_cannot_be_checked(tmp_path: Path):
    tree = commit_tree(partial_clone(tmp_path, {"a.py": b"one\n"}))
    assert (tree.has("a.py"), tree.has("b.py")) == (True, False)
    assert reason(tree, "a.py").startswith("Opaque: its content is not in this")


def test_no_git_is_left_by_a_tree_that_is_closed(tmp_path: Path, started_gits: StartedGits):
    write(tmp_path, {"a.py": b"one\n"})
    commit(tmp_path)
    with CommitTree(tmp_path, "HEAD") as tree:
        assert (tree.has("a.py"), tree.has("b.py"), tree.names().limit) == (True, False, None)
        assert len(started_gits.left()) == 1, "one git answers for all names"
    assert started_gits.left() == []


def test_no_git_is_left_where_git_gives_up_at_each_file(tmp_path: Path, started_gits: StartedGits):
    names = [f"{number}.py" for number in range(5)]
    clone = partial_clone(tmp_path, {name: name.encode() for name in [*names, "src/a.py"]})
    with CommitTree(clone, "HEAD") as tree:
        assert all(map(tree.has, names))
        assert not any(map(tree.has, ("ghost.py", "src")))
        assert len(started_gits.left()) <= 1, "who gave up is waited for; newer git does not give up"
    assert started_gits.left() == []


def test_a_repository_that_the_environment_names_does_not_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path / "one", {"a.py": b"one\n"})
    write(tmp_path / "two", {"a.py": b"two\n"})
    commit(tmp_path / "one")
    commit(tmp_path / "two")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "two" / ".git"))
    assert raw(commit_tree(tmp_path / "one"), "a.py") == [b"one"]


@pytest.mark.parametrize(
    ("folder", "rev", "error", "said"),
    [
        ("ghost", "HEAD", NotFound, "there is no folder {path!r}; name a git repository"),
        ("plain", "HEAD", NotFound, "{path!r} is in no git repository; run `git init`, or check the folder"),
        ("fresh", "HEAD", NotFound, "the repository {path!r} has no commits yet; commit first, or check the folder"),
        ("work", "ghost", NotFound, "there is no commit 'ghost' in {path!r}; `git log --all` lists them"),
        ("work", "HEAD:a.py", NotFound, "there is no commit 'HEAD:a.py' in {path!r}; `git log --all` lists them"),
        ("work", "--all", BadInput, "'--all' cannot name a commit; give a branch, a tag or a commit id"),
        ("work", "", BadInput, "'' cannot name a commit; give a branch, a tag or a commit id"),
        ("work", "a\0b", BadInput, "'a\\x00b' cannot name a commit; give a branch, a tag or a commit id"),
    ],
)
def test_a_commit_that_is_not_there_is_a_clean_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, rev: str, error: type[RenkeiError], said: str
):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    write(tmp_path, {"work/a.py": b"one\n", "plain/a.py": b"", "fresh/a.py": b""})
    commit(tmp_path / "work")
    git(tmp_path / "fresh", "init", "--quiet")
    with pytest.raises(error) as caught:
        CommitTree(tmp_path / folder, rev)
    assert str(caught.value) == said.format(path=str(tmp_path / folder))


def test_a_folder_that_the_commit_does_not_have_is_a_clean_error(tmp_path: Path):
    write(tmp_path, {"a.py": b"one\n"})
    commit(tmp_path)
    (tmp_path / "later").mkdir()
    with pytest.raises(NotFound, match="has no folder 'later/'"):
        CommitTree(tmp_path / "later", "HEAD")


def test_a_folder_that_is_not_there_is_a_clean_error(tmp_path: Path):
    with pytest.raises(NotFound, match="there is no folder"):
        WorkingTree(tmp_path / "ghost")


def test_git_that_is_not_installed_is_a_clean_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RenkeiError, match="git is not installed") as caught:
        CommitTree(tmp_path, "HEAD")
    assert caught.value.exit_code == 5


def _says_empty(fstat: Callable[[int], os.stat_result]) -> Callable[[int], os.stat_result]:
    def empty(handle: int) -> os.stat_result:
        fields = list(fstat(handle))
        fields[stat.ST_SIZE] = 0
        return os.stat_result(fields)

    return empty


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Some files say that they are empty, and are not."""
    write(tmp_path, {"a.py": b"one\ntwo\n"})
    monkeypatch.setattr(os, "fstat", _says_empty(os.fstat))
    assert len(raw(WorkingTree(tmp_path), "a.py")) == 2


@pytest.mark.req("DEC-44")
def test_a_path_of_thousands_of_folders_is_missing_and_breaks_nothing(tmp_path: Path):
    tree = WorkingTree(tmp_path)
    assert isinstance(tree.read("a/" * 2_000 + "b.py"), Missing)
    assert isinstance(tree.read("a/" * 20_000 + "b.py"), Missing)
