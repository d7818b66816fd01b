"""Git as Renkei calls it, in a repository whose settings name a program wherever git knows one."""

import os
from pathlib import Path

import pytest

from renkei.git import PATCH, Git, Place, call_git, find_changed_programs, find_place, read_recorded
from tests.support.run_project import git, made_repository

pytestmark = pytest.mark.req("DEC-53")

HOSTILE = """
[core]
    fsmonitor = {run}
    hooksPath = {hooks}
    pager = {run}
    editor = {run}
    sshCommand = {run}
    askPass = {run}
    alternateRefsCommand = {run}
[sequence]
    editor = {run}
[commit]
    gpgSign = true
[tag]
    gpgSign = true
[merge]
    verifySignatures = true
    default = planted
[merge "planted"]
    driver = {run}
[log]
    showSignature = true
[gpg]
    program = {run}
[credential]
    helper = !{run}
[diff]
    external = {run}
[diff "planted"]
    command = {run}
    textconv = {run}
[filter "planted"]
    clean = {run}
    smudge = {run}
    required = true
[filter "a=b \\"c"]
    process = {run}
    required = true
[interactive]
    diffFilter = {run}
[extensions]
    partialClone = evil
[remote "evil"]
    url = {here}
    promisor = true
    uploadpack = {run}
[gc]
    auto = 1
"""
MISSING = "0123456789012345678901234567890123456789"


class Planted:
    """A repository with a program that leaves a trace when it is run."""

    def __init__(self, root: Path, trace: Path) -> None:
        self.root = root
        self.trace = trace
        self.program = trace.with_name("program")

    @property
    def was_run(self) -> bool:
        return self.trace.exists()

    def place(self) -> Place:
        found = find_place(self.root)
        assert found
        return found

    def configure(self, text: str) -> None:
        with (self.root / ".git" / "config").open("a", encoding="utf-8") as file:
            file.write(text.format(run=self.program, hooks=self.trace.with_name("hooks"), here=self.root))


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.setenv(name, "t@t")
    files = {".gitattributes": "*.txt filter=planted diff=planted merge=planted\n", "a.txt": "one\n", "b.md": "b\n"}
    found = Planted(made_repository(tmp_path / "project", files), tmp_path / "trace")
    found.program.write_text(f"#!/bin/sh\necho \"$@\" >> '{found.trace}'\ncat\n", encoding="utf-8")
    found.program.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-merge"):
        (hooks / name).symlink_to(found.program)
    return found


READS = [
    ("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"),
    (*PATCH, "HEAD"),
    ("diff", "HEAD~0"),
    ("log", "-p", "-1"),
    ("show", "--stat", "--patch", "HEAD"),
    ("ls-files", "--others", "--exclude-standard"),
    ("rev-parse", "HEAD"),
    ("cat-file", "-e", MISSING),
    ("ls-tree", "-r", "HEAD"),
]


@pytest.mark.parametrize("words", READS, ids=lambda words: words[0])
def test_reading_runs_nothing(planted: Planted, words: tuple[str, ...]):
    planted.configure(HOSTILE)
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")
    os.utime(planted.root / "b.md", (1, 1))

    call_git(planted.root, *words)

    assert not planted.was_run


def test_git_left_to_itself_would_run_it(planted: Planted):
    planted.configure("[core]\n    fsmonitor = {run}\n")
    git(planted.root, "status")
    assert planted.was_run


WRITES = [
    ("add", "--all", "--", "."),
    ("commit", "--quiet", "--allow-empty", "-m", "x"),
    ("checkout", "--quiet", "--force", "--detach", "HEAD"),
    ("reset", "--quiet", "--hard", "HEAD"),
    ("worktree", "add", "--quiet", "--detach", "../other", "HEAD"),
    ("merge", "--no-ff", "-m", "m", "other"),
    ("cherry-pick", "other"),
    ("revert", "--no-edit", "HEAD"),
    ("update-ref", "refs/heads/x", "HEAD"),
]


@pytest.mark.parametrize("words", WRITES, ids=lambda words: words[0])
def test_writing_runs_nothing_that_was_not_recorded(planted: Planted, words: tuple[str, ...]):
    git(planted.root, "checkout", "-qb", "other")
    (planted.root / "a.txt").write_text("other\n", encoding="utf-8")
    git(planted.root, "commit", "-qam", "other")
    git(planted.root, "checkout", "-q", "main")
    (planted.root / "b.md").write_text("c\n", encoding="utf-8")
    git(planted.root, "commit", "-qam", "main")
    place = planted.place()
    recorded = read_recorded(place)
    if words[0] == "add":
        (planted.root / "a.txt").write_text("two\n", encoding="utf-8")
    planted.configure(HOSTILE)

    done = call_git(planted.root, *words, place=place, recorded=recorded)

    assert not planted.was_run, planted.trace.read_text()
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("where", ["include", "includeIf", "worktree", "global", "xdg"])
def test_a_filter_is_found_wherever_it_is_configured(planted: Planted, tmp_path: Path, where: str):
    """Also under a condition that does not hold yet, and in a file that is not there yet."""
    named = tmp_path / "included"
    if where.startswith("include"):
        condition = "[include]" if where == "include" else '[includeIf "onbranch:other"]'
        planted.configure(f"{condition}\n    path = {named}\n")
    recorded = read_recorded(planted.place())
    call_git(planted.root, "add", "--all", place=planted.place(), recorded=recorded)
    target = {
        "include": named,
        "includeIf": named,
        "worktree": planted.root / ".git" / "config.worktree",
        "global": tmp_path / ".gitconfig",
        "xdg": tmp_path / ".config" / "git" / "config",
    }[where]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(f'[filter "planted"]\n    clean = {planted.program}\n', encoding="utf-8")
    if where == "worktree":
        planted.configure("[extensions]\n    worktreeConfig = true\n[core]\n    repositoryFormatVersion = 1\n")
    git(planted.root, "symbolic-ref", "HEAD", "refs/heads/other")
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")

    done = call_git(planted.root, "add", "--all", place=planted.place(), recorded=recorded)

    assert done.returncode == 0
    assert not planted.was_run


def test_a_recorded_filter_is_used_as_it_was(planted: Planted, tmp_path: Path):
    honest = tmp_path / "honest"
    honest.write_text("#!/bin/sh\ntr a-z A-Z\n", encoding="utf-8")
    honest.chmod(0o755)
    planted.configure(f'[filter "planted"]\n    clean = {honest}\n    required = true\n')
    place = planted.place()
    recorded = read_recorded(place)
    planted.configure('[filter "planted"]\n    clean = {run}\n')
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")

    assert call_git(planted.root, "add", "a.txt", place=place, recorded=recorded).returncode == 0

    assert call_git(planted.root, "cat-file", "blob", ":a.txt").stdout == b"TWO\n"
    assert not planted.was_run
    assert find_changed_programs(place, recorded) == ["filter.planted"]


def test_a_recorded_filter_that_was_turned_fails_and_stores_nothing_as_it_is(planted: Planted):
    """Git prefers `process` to what was recorded: a secret that should be encrypted would be stored as it is."""
    planted.configure('[filter "planted"]\n    clean = tr a-z A-Z\n')
    place = planted.place()
    recorded = read_recorded(place)
    planted.configure('[filter "planted"]\n    process = {run}\n')
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")

    done = call_git(planted.root, "add", "a.txt", place=place, recorded=recorded)

    assert done.returncode != 0
    assert call_git(planted.root, "cat-file", "blob", ":a.txt").stdout == b"one\n"
    assert not planted.was_run


def test_without_a_change_nothing_is_told(planted: Planted):
    planted.configure('[filter "planted"]\n    clean = tr a-z A-Z\n')
    recorded = read_recorded(planted.place())
    planted.configure("[user]\n    name = x\n")
    assert find_changed_programs(planted.place(), recorded) == []


def test_a_merge_driver_that_appeared_makes_a_conflict(planted: Planted):
    git(planted.root, "checkout", "-qb", "other")
    (planted.root / "a.txt").write_text("other\n", encoding="utf-8")
    git(planted.root, "commit", "-qam", "other")
    git(planted.root, "checkout", "-q", "main")
    (planted.root / "a.txt").write_text("main\n", encoding="utf-8")
    git(planted.root, "commit", "-qam", "main")
    place = planted.place()
    recorded = read_recorded(place)
    planted.configure('[merge "planted"]\n    driver = true\n')  # says that it merged, and keeps "ours"

    done = call_git(planted.root, "merge", "-m", "m", "other", place=place, recorded=recorded)

    assert done.returncode == 1
    assert b"CONFLICT" in done.stdout
    git(planted.root, "merge", "--abort")
    agreed = read_recorded(place)
    assert call_git(planted.root, "merge", "-m", "m", "other", place=place, recorded=agreed).returncode == 0


@pytest.mark.parametrize(
    "name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY"]
)
def test_the_environment_does_not_lead_elsewhere(planted: Planted, name: str, monkeypatch: pytest.MonkeyPatch):
    before = call_git(planted.root, "ls-files", "--stage").stdout
    monkeypatch.setenv(name, "/nonexistent")
    assert call_git(planted.root, "ls-files", "--stage").stdout == before


def test_the_environment_runs_nothing(planted: Planted, monkeypatch: pytest.MonkeyPatch):
    program = str(planted.program)
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR", "GIT_ASKPASS", "GIT_SSH", "GIT_SSH_COMMAND"):
        monkeypatch.setenv(name, program)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", program)
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", f"'filter.planted.clean'='{program}'")
    monkeypatch.setenv("GIT_TRACE", str(planted.trace))
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")

    assert b"+two" in call_git(planted.root, "diff").stdout
    assert not planted.was_run


@pytest.mark.parametrize(
    "settings",
    ["core.worktree=/", "core.bare=true"],
)
def test_settings_do_not_lead_to_another_work_tree(planted: Planted, settings: str):
    key, _, value = settings.partition("=")
    git(planted.root, "config", key, value)
    (planted.root / "a.txt").write_text("two\n", encoding="utf-8")

    assert call_git(planted.root, "status", "--porcelain").stdout == b" M a.txt\n"
    assert Git(planted.root).read_line("rev-parse", "--show-toplevel") == str(planted.root)


LOUD = """
[color]
    ui = always
    diff = always
[diff]
    noprefix = true
    mnemonicPrefix = true
    srcPrefix = x/
    dstPrefix = y/
    renames = copies
    context = 0
    interHunkContext = 9
    submodule = log
    suppressBlankEmpty = true
    wsErrorHighlight = all
    colorMoved = zebra
    orderFile = /nonexistent
    algorithm = patience
    relative = true
[core]
    quotePath = true
    abbrev = 4
[status]
    branch = true
    showUntrackedFiles = no
    short = true
[log]
    decorate = full
    abbrevCommit = true
[format]
    pretty = %ae
[i18n]
    logOutputEncoding = UTF-16
"""


@pytest.mark.parametrize("words", [(*PATCH, "HEAD"), ("status", "--porcelain"), ("log", "--format=%H %s"), ("show",)])
def test_settings_do_not_change_what_comes_out(planted: Planted, words: tuple[str, ...]):
    (planted.root / "a.txt").write_text("one\n\ntwo\n", encoding="utf-8")
    (planted.root / "ü.txt").write_text("new\n", encoding="utf-8")
    before = call_git(planted.root, *words).stdout
    planted.configure(LOUD)
    assert call_git(planted.root, *words).stdout == before


def test_repositories_of_somebody_else_stay_refused(planted: Planted):
    """What is found without git is still asked of git, which looks whose it is."""
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(planted.root, 12345, 12345)
    os.chown(planted.root / ".git", 12345, 12345)
    assert b"dubious ownership" in call_git(planted.root, "rev-parse", "HEAD").stderr


def test_a_trusted_folder_of_the_environment_stays_trusted(planted: Planted, monkeypatch: pytest.MonkeyPatch):
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(planted.root, 12345, 12345)
    os.chown(planted.root / ".git", 12345, 12345)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(planted.root))
    assert call_git(planted.root, "rev-parse", "HEAD").returncode == 0
