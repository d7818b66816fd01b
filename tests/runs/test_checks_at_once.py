"""Check commands of tasks that are at work at once: none waits, and each is right about its base."""

from pathlib import Path

from tests.support.run_project import Project, task, writes

MEET = """\
touch {folder}/$$.here
for i in $(seq 1 600); do [ $(ls {folder}/*.here | wc -l) -ge 2 ] && exit 0; sleep 0.1; done
exit 1
"""


def test_checks_of_several_tasks_run_at_once(project: Project, tmp_path: Path):
    """Each check waits for the other's to begin: one after the other, neither would end well."""
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    check = tmp_path / "check.sh"
    check.write_text(MEET.format(folder=meeting), "utf-8")
    both = [writes("a", check=f"sh {check}"), writes("b", check=f"sh {check}")]
    run = project.run({"tasks": both, "parallel": 2}, execute=True)
    assert (run.state, project.tasks(run.id)) == ("completed", {"a": "completed", "b": "completed"})


def test_what_lands_second_is_checked_on_top_of_the_first(project: Project, tmp_path: Path):
    """Alone each passes; together they do not, and the second to land is the one that fails."""
    alone = f"echo x >> {tmp_path}/ran; test ! -e docs/a.md || test ! -e docs/b.md"
    tasks = [writes(name, check=alone, on_failure={"retries": 0, "then": "continue"}) for name in ("a", "b")]
    run = project.run({"tasks": tasks, "parallel": 2}, execute=True)
    assert sorted(project.tasks(run.id).values()) == ["completed", "skipped"]
    failed = next(project.task(run.id, name) for name in ("a", "b") if project.tasks(run.id)[name] == "skipped")
    assert failed.kind == "check"


def test_a_check_is_run_once_where_nobody_landed_meanwhile(project: Project, tmp_path: Path):
    check = f"echo x >> {tmp_path}/ran"
    project.run({"tasks": [writes("a", check=check), writes("b", "a", check=check)]}, execute=True)
    assert (tmp_path / "ran").read_text("utf-8") == "x\nx\n"


def test_checks_of_work_that_changes_nothing_run_at_once_too(project: Project, tmp_path: Path):
    """Where nothing is landed, a task's own check is run all the same; it holds nobody up."""
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    check = tmp_path / "check.sh"
    check.write_text(MEET.format(folder=meeting), "utf-8")
    both = [task(name, check=f"sh {check}", script=[{"report": {"artifacts": ["README.md"]}}]) for name in ("a", "b")]
    run = project.run({"tasks": both, "parallel": 2}, execute=True)
    assert (run.state, project.tasks(run.id)) == ("completed", {"a": "completed", "b": "completed"})
