"""What comes about outside of the agents' own work trees while they are at work: told, and programs are put back."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.adapters.base import Job
from renkei.board.run_tables import RunWarningRow
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, git, task, writes

pytestmark = pytest.mark.req("DEC-53")

Deed = Callable[[Path, Job], object]


def misbehave(project: Project, deed: Deed) -> str:
    """A run whose agent does this with the person's repository; what the run's warnings say."""

    def play(job: Job) -> "list[object]":
        deed(project.folder, job)
        return [OK]

    project.adapter = Played(play)  # pyright: ignore[reportArgumentType]
    run = project.run({"tasks": [task("a", outputs=["README.md"])]})
    assert run.state == "completed"
    with project.hub.read() as view:
        return "\n".join(row.text for row in view.select(RunWarningRow, order="seq"))


def test_who_keeps_to_its_own_tree_is_not_told_of(project: Project):
    run = project.run({"tasks": [writes("a"), writes("b"), writes("c", "a", "b")]})
    assert (run.state, project.told("OutsideChanged")) == ("completed", [])


def test_a_commit_on_the_persons_branch_is_told(project: Project):
    before = project.git("rev-parse", "main")
    said = misbehave(project, lambda root, job: git(root, "commit", "-q", "--allow-empty", "-m", "mine now"))
    assert f"main moved from {before[:12]} to " in said
    assert "a" in project.told("OutsideChanged")[0]["tasks"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("branch", "other"), "other is new"),
        (("tag", "v1"), "refs/tags/v1 is new"),
        (("switch", "-q", "-c", "elsewhere"), "elsewhere is checked out now, not main"),
    ],
)
def test_branches_and_tags_that_are_not_its_own_are_told(project: Project, words: tuple[str, ...], told: str):
    assert told in misbehave(project, lambda root, job: git(root, *words))


def test_files_written_into_the_persons_work_tree_are_told(project: Project):
    said = misbehave(project, lambda root, job: (root / "stray.txt").write_text("mine\n", "utf-8"))
    assert "stray.txt" in said


def test_a_second_change_of_a_file_that_was_changed_already_is_told(project: Project):
    (project.folder / "notes.txt").write_text("the person's\n", "utf-8")
    said = misbehave(project, lambda root, job: (root / "notes.txt").write_text("not the person's\n", "utf-8"))
    assert "notes.txt" in said


def test_a_file_that_was_changed_before_and_stays_so_is_not_told(project: Project):
    (project.folder / "notes.txt").write_text("the person's\n", "utf-8")
    assert misbehave(project, lambda root, job: None) == ""


def test_a_flood_of_changes_is_a_line_that_can_be_read(project: Project):
    def flood(root: Path, job: Job) -> None:
        for number in range(120):
            (root / ".git" / "info" / f"{number:03}-{'x' * 200}").write_text("", "utf-8")
            git(root, "update-ref", f"refs/heads/b{number:03}", "main")

    said = misbehave(project, flood)
    assert len(said) < 1500
    assert " more" in said
    [told] = [event["changes"] for event in project.told("OutsideChanged")]
    assert (len(told), told[-1].startswith("and ")) == (101, True)


def test_a_name_with_a_line_break_forges_no_line(project: Project):
    said = misbehave(project, lambda root, job: (root / "a\n✓ all is well").write_text("", "utf-8"))
    assert "all is well" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "setting",
    ["core.fsmonitor", "core.hooksPath", "filter.evil.clean", "diff.external", "diff.x.textconv", "merge.x.driver"],
)
def test_a_setting_that_runs_a_program_is_put_back_kept_and_told(project: Project, setting: str):
    git(project.folder, "config", "user.nick", "stays")
    said = misbehave(project, lambda root, job: git(root, "config", setting, "touch evil"))
    assert setting.lower() in said.lower()
    found = git(project.folder, "config", "--list", "--local")
    assert "touch evil" not in found
    assert "user.nick=stays" in found
    [kept] = (project.folder / ".git" / "renkei" / "aside").rglob("config.*")
    assert "touch evil" in kept.read_text("utf-8")


def test_a_setting_that_the_person_had_is_put_back_as_it_was(project: Project):
    git(project.folder, "config", "core.pager", "less")
    misbehave(project, lambda root, job: git(root, "config", "core.pager", "touch evil"))
    assert git(project.folder, "config", "core.pager") == "less"


def test_another_setting_is_told_and_left(project: Project):
    said = misbehave(project, lambda root, job: git(root, "config", "user.name", "somebody else"))
    assert ".git/config was changed" in said
    assert git(project.folder, "config", "user.name") == "somebody else"


def test_a_new_hook_is_taken_away_kept_and_told(project: Project):
    hook = project.folder / ".git" / "hooks" / "pre-commit"

    def install(root: Path, job: Job) -> None:
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\ntouch evil\n", "utf-8")
        hook.chmod(0o755)

    said = misbehave(project, install)
    assert "pre-commit" in said
    assert not hook.exists()
    [kept] = (project.folder / ".git" / "renkei" / "aside").rglob("pre-commit.*")
    assert "touch evil" in kept.read_text("utf-8")
    assert not kept.stat().st_mode & stat.S_IXUSR


def test_the_persons_own_hook_is_put_back_as_it_was(project: Project):
    hook = project.folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 0\n", "utf-8")
    hook.chmod(0o755)
    said = misbehave(project, lambda root, job: hook.write_text("#!/bin/sh\ntouch evil\n", "utf-8"))
    assert "pre-commit" in said
    assert hook.read_text("utf-8") == "#!/bin/sh\nexit 0\n"
    assert hook.stat().st_mode & stat.S_IXUSR


def test_what_hides_files_by_info_is_told(project: Project):
    def hide(root: Path, job: Job) -> None:
        (root / ".git" / "info").mkdir(exist_ok=True)
        (root / ".git" / "info" / "exclude").write_text("*\n", "utf-8")

    assert "info/exclude was changed" in misbehave(project, hide)


def test_what_happens_while_nobody_is_at_work_is_not_told(project: Project):
    """Between two attempts the person may do as they like."""

    def watch(record: object) -> None:
        if getattr(record, "type", "") == "TaskCompleted":
            git(project.folder, "branch", f"person-{len(project.told('TaskCompleted'))}")

    run = project.start({"tasks": [writes("a")]})
    assert project.carry_out(run, watch=watch).state == "completed"
    assert project.git("branch", "--list", "person-*") != ""


def test_settings_that_git_cannot_work_with_blind_nobody(project: Project):
    """They are put back whole, and the rest of what was done is told and put back, too."""
    config = project.folder / ".git" / "config"
    hook = project.folder / ".git" / "hooks" / "pre-commit"

    def poison(root: Path, job: Job) -> None:
        text = config.read_text("utf-8")
        config.write_text(f"{text}[core]\n\tfsmonitor = touch evil\n\tpreloadIndex = junk\n", "utf-8")
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\ntouch evil\n", "utf-8")
        (root / "stray.txt").write_text("mine\n", "utf-8")

    said = misbehave(project, poison)
    assert "git could not work with" in said
    assert "stray.txt" in said
    assert "pre-commit" in said
    assert (hook.exists(), "evil" in config.read_text("utf-8")) == (False, False)


def test_a_link_to_a_hook_that_is_not_there_yet_is_taken_away(project: Project):
    hook = project.folder / ".git" / "hooks" / "pre-commit"

    def plant(root: Path, job: Job) -> None:
        hook.parent.mkdir(exist_ok=True)
        hook.symlink_to("/nowhere/yet")

    assert "pre-commit" in misbehave(project, plant)
    assert not hook.is_symlink()


@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_a_file_that_git_was_told_not_to_look_at_is_told(project: Project, mark: str):
    def hide(root: Path, job: Job) -> None:
        git(root, "update-index", mark, "README.md")
        (root / "README.md").write_text("hidden\n", "utf-8")

    assert "README.md" in misbehave(project, hide)


def test_a_commit_does_not_hide_what_else_was_written(project: Project):
    def commit(root: Path, job: Job) -> None:
        git(root, "commit", "-q", "--allow-empty", "-m", "mine now")
        (root / "stray.txt").write_text("mine\n", "utf-8")

    said = misbehave(project, commit)
    assert "main moved" in said
    assert "stray.txt" in said


@pytest.mark.parametrize("name", ["config.toml", "hook.json", "off"])
def test_what_a_person_sets_for_renkei_is_told_though_git_does_not_show_it(project: Project, name: str):
    def deed(root: Path, job: Job) -> None:
        (root / ".renkei").mkdir(exist_ok=True)
        (root / ".renkei" / ".gitignore").write_text("*\n", "utf-8")
        (root / ".renkei" / name).write_text("[workspace]\ncheck = 'make evil'\n", "utf-8")

    said = misbehave(project, deed)
    assert f".renkei/{name} was changed" in said


@pytest.mark.parametrize("setting", ["alias.st", "remote.origin.url", "url.ext::sh.insteadOf", "protocol.ext.allow"])
def test_what_leads_git_to_programs_elsewhere_is_put_back(project: Project, setting: str):
    misbehave(project, lambda root, job: git(root, "config", setting, "!touch evil"))
    assert "touch evil" not in git(project.folder, "config", "--list", "--local")


def test_a_branch_that_has_the_name_of_the_runs_keeps_its_work(project: Project):
    git(project.folder, "switch", "-q", "-c", "renkei/R-1")
    git(project.folder, "commit", "-q", "--allow-empty", "-m", "the person's own")
    own = project.git("rev-parse", "HEAD")
    git(project.folder, "switch", "-q", "main")
    run = project.run({"tasks": [writes("a")]})
    assert (run.id, run.state) == ("R-1", "completed")
    assert f"renkei/R-1-{own[:12]}" in project.git("branch", "--contains", own)
    [told] = project.told("OutsideChanged")
    assert own[:12] in told["changes"][0]


def test_another_run_and_its_merge_are_nobodys_doing(project: Project):
    other = Project(project.hub.log, project.folder)
    assert misbehave(project, lambda root, job: other.run({"tasks": [writes("b"), writes("c", "b")]})) == ""
    assert project.git("show", "main:docs/c.md") == "done"


@pytest.mark.req("DEC-53", refused=True)
@pytest.mark.parametrize("words", [("branch", "-f", "renkei/R-1", "main"), ("branch", "-D", "renkei/R-1")])
def test_the_branch_of_another_run_that_an_agent_moves_is_told(project: Project, words: tuple[str, ...]):
    before = project.run({"tasks": [writes("b"), task("ok", "b", kind="approve")]}, yes=False)
    assert before.state == "waiting"
    project.git("commit", "-q", "--allow-empty", "-m", "later")
    moved = [word.replace("R-1", before.id) for word in words]
    assert f"renkei/{before.id} " in misbehave(project, lambda root, job: git(root, *moved))


@pytest.mark.req("DEC-53", refused=True)
@pytest.mark.parametrize(
    ("rules", "told"),
    [(".git/info/exclude", "sub/evil.txt"), ("sub/.gitignore", "sub/evil.txt"), (".gitignore", "sub/")],
)
def test_what_an_agent_hides_in_the_persons_tree_by_rules_of_its_own_is_told(project: Project, rules: str, told: str):
    def hide(root: Path, job: Job) -> None:
        (root / "sub").mkdir()
        (root / "sub" / "evil.txt").write_text("mine\n", "utf-8")
        (root / rules).write_text("*\n", "utf-8")

    assert told in misbehave(project, hide)


@pytest.mark.parametrize("rules", [".git/info/exclude", ".gitignore"])
@pytest.mark.parametrize("file", [None, ".claude/settings.json", ".claude/workspaces.txt"])
def test_what_renkei_keeps_in_the_tree_is_not_told_with_it(project: Project, rules: str, file: str | None):
    def hide(root: Path, job: Job) -> None:
        workspace = root / ".claude" / "workspaces"
        (workspace / "main").mkdir(parents=True, exist_ok=True)
        (workspace / ".gitignore").write_text("*\n", "utf-8")
        (workspace / "main" / "progress.json").write_text("{}", "utf-8")
        (root / "evil.txt").write_text("mine\n", "utf-8")
        if file:
            (root / file).write_text("mine\n", "utf-8")
        (root / rules).write_text("*\n", "utf-8")

    said = misbehave(project, hide)
    assert ("evil.txt" in said, ".claude" in said) == (True, file is not None)


@pytest.mark.req("DEC-53", refused=True)
def test_a_rule_that_an_agent_adds_to_the_persons_hides_nothing_either(project: Project):
    (project.folder / ".gitignore").write_text("*.log\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "rules")

    def hide(root: Path, job: Job) -> None:
        (root / ".gitignore").write_text("*.log\n*.evil\n", "utf-8")
        (root / "x.evil").write_text("mine\n", "utf-8")

    assert "x.evil" in misbehave(project, hide)


@pytest.mark.req("DEC-53")
def test_what_the_rules_of_before_ignore_is_not_told(project: Project):
    (project.folder / ".gitignore").write_text("*.log\nbuild/\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "rules")
    cache = project.folder / "cache"
    cache.mkdir()
    (cache / ".gitignore").write_text("*\n", "utf-8")  # as tools make it

    def build(root: Path, job: Job) -> None:
        for name in ("build/out.bin", "x.log", "cache/more.bin"):
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text("built\n", "utf-8")

    assert misbehave(project, build) == ""
