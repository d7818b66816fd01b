"""`renkei run`, `runs`, `resume`, `retry`, `playbook`, `gc`: from a playbook in a file to commits in git."""

import importlib.util
import json
import re
import shlex
import shutil
from contextlib import closing
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.board.tables import SCHEMA
from renkei.eventlog.base import subscribe
from renkei.eventlog.sqlite import SqliteLog
from tests.support.cli_run import REHEARSE, Cli, real, start
from tests.support.run_project import git, made_repository, task, writes


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands in a repository with one commit."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def hide_clients(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with git and without a coding client."""
    programs.mkdir()
    (programs / "git").symlink_to(str(shutil.which("git")))
    monkeypatch.setenv("PATH", str(programs))
    find_spec = importlib.util.find_spec

    def find_other_spec(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "claude_agent_sdk" else find_spec(name, package)

    monkeypatch.setattr("importlib.util.find_spec", find_other_spec)


def playbook(renkei: Cli, *tasks: dict[str, Any], **fields: Any) -> str:
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks), **fields}
    return renkei.file("../p.yaml", yaml.safe_dump(whole))


@pytest.mark.parametrize("agents", [("--agents", "codex"), ("--agents", "claude")], ids=str)
def test_without_its_client_the_rehearsal_is_named_with_all_that_was_said_and_can_be_typed(
    renkei: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agents: tuple[str, ...]
):
    path = playbook(renkei, writes("spec", text="for ${goal}: ${who}\n"), variables={"who": ""})
    hide_clients(tmp_path / "bin", monkeypatch)
    ran = renkei("run", path, *agents, "--goal", "green tea", "--var", "who=you & me")
    assert ran.code == 5
    [words] = re.findall(r"renkei (run .* --agents scripted)", ran.err)
    renkei.ok(*shlex.split(words), "--yes", "--merge")
    assert (renkei.folder / "docs" / "spec.md").read_text("utf-8") == "for green tea: you & me\n"


def test_a_run_from_a_file_to_the_merge_and_back(renkei: Cli):
    path = playbook(renkei, writes("spec", text="for ${goal}\n"))
    ran = renkei.ok("run", path, *REHEARSE, "--goal", "tea", "--yes")
    assert "✓ spec" in ran.out
    assert f"renkei runs undo {renkei.json('runs')[0]['id']}" in ran.out
    [run] = renkei.json("runs")
    assert (run["state"], run["tasks"], run["waiting_for"]) == ("completed", {"completed": 1}, [])
    assert (renkei.folder / "docs" / "spec.md").read_text("utf-8") == "for tea\n"
    assert git(renkei.folder, "status", "--porcelain") == ""
    undone = renkei.json("runs", "undo", run["id"])
    assert git(renkei.folder, "rev-parse", "HEAD") == undone["commit"]
    assert renkei("runs", "undo", run["id"]).code == 4
    assert git(renkei.folder, "rev-parse", "-q", "--verify", f"renkei/{run['id']}")


def test_without_yes_a_person_is_asked_before_the_merge(renkei: Cli):
    path = playbook(renkei, writes("spec"))
    ran = renkei("run", path, *REHEARSE)
    assert ran.code == 1
    [waiting] = renkei.json("runs")[0]["waiting_for"]
    assert f"renkei decide {waiting} merge|leave" in ran.out
    [decision] = renkei.json("decide")["decisions"]
    assert decision["id"] == waiting
    renkei.ok("decide", waiting, "merge")
    assert renkei.ok("resume").code == 0
    assert (renkei.folder / "docs" / "spec.md").exists()


def test_show_and_trace_explain_a_run(renkei: Cli):
    path = playbook(renkei, writes("spec", title="The spec"))
    run = json.loads(renkei.ok("--json", "run", path, *REHEARSE, "--goal", "tea", "--yes").out)["id"]
    shown = renkei.json("runs", "show", run)
    assert (shown["goal"], [each["task"] for each in shown["dag"]]) == ("tea", ["spec"])
    assert "spec" in renkei.ok("runs", "show", run).out
    traced = renkei.json("runs", "trace", run, "spec")
    assert [each["type"] for each in traced["events"]] == ["TaskStarted", "TaskCompleted"]
    assert traced["signals"][0]["prompt"].startswith("## Role")
    assert "+done" in traced["diff"]
    assert renkei("runs", "trace", run, "nothing").code == 3
    assert renkei("runs", "show", "R-999").code == 3


def test_show_and_trace_are_of_the_newest_run_where_none_is_named(renkei: Cli):
    renkei.ok("agent", "add", "somebody", "--role", "developer")
    assert (renkei("runs", "show").code, renkei("runs", "trace").code) == (3, 3)
    for goal in ("tea", "coffee"):
        renkei.ok("run", playbook(renkei, writes("spec", text=goal)), *REHEARSE, "--goal", goal, "--yes")
    assert renkei.json("runs", "show")["goal"] == "coffee"
    newest = renkei.json("runs")[0]["id"]
    traced = renkei.ok("runs", "trace").out
    assert f"● {newest} begins: 1 tasks" in traced
    assert "▸ spec" in traced


def test_what_an_agent_asks_is_shown_with_the_answer_that_yes_gives(renkei: Cli):
    asks = {"ask": {"question": "Green or black?", "options": ["green", "black"], "recommended": "black"}}
    ran = renkei.ok("run", playbook(renkei, task("spec", script=[asks])), *REHEARSE, "--yes")
    assert "? Green or black? Nobody is asked; the answer is: black" in ran.out


def test_a_run_that_fails_exits_1_and_can_be_tried_again(renkei: Cli):
    again = task("a", outputs=["a.md"], script=[{"crash": "boom", "attempt": 1}, {"write": {"path": "a.md"}}])
    path = playbook(renkei, again, on_failure={"retries": 0, "then": "stop"})
    assert renkei("run", path, *REHEARSE, "--yes").code == 1
    [run] = renkei.json("runs")
    assert run["state"] == "failed"
    assert renkei("retry", run["id"], "b").code == 3
    assert renkei("retry", run["id"], "a").code == 1  # its first attempt since then crashes, too
    assert renkei.json("runs", "show", run["id"])["warnings"] == ["Agent a failed, results may be incomplete"] * 2


def test_resume_with_nothing_unfinished_says_so(renkei: Cli):
    ran = renkei.ok("resume")
    assert ran.out == "Nothing is unfinished: there is nothing to go on with.\n"
    assert renkei("pause").code == 3
    assert renkei("runs").code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["run", "nowhere"], 3),
        (["run", "../p.yaml", "--agents", "ghosts"], 2),
        (["run", "../p.yaml", *REHEARSE, "--var", "x=1"], 2),
        (["run", "../p.yaml", *REHEARSE, "--var", "pace"], 2),
        (["run", "../p.yaml", *REHEARSE, "--cap-tokens", "0"], 2),
    ],
)
def test_bad_usage_starts_nothing(renkei: Cli, words: list[str], code: int):
    playbook(renkei, writes("spec"))
    assert renkei(*words).code == code
    assert not renkei.store.exists()


def test_the_kinds_of_agents_are_named(renkei: Cli):
    assert "--agents scripted|tools" in " ".join(renkei("run", "--help").out.split())
    ran = renkei("run", "review", "--agents", "nobody")
    assert (ran.code, "Known: scripted, tools" in ran.err) == (2, True)


def test_a_repository_in_the_middle_of_something_is_left_alone(renkei: Cli):
    path = playbook(renkei, writes("spec"))
    (renkei.folder / ".git" / "MERGE_HEAD").write_text(f"{git(renkei.folder, 'rev-parse', 'HEAD')}\n", "utf-8")
    ran = renkei("run", path, *REHEARSE, "--yes")
    assert (ran.code, "git merge --continue" in ran.err, "[RUN-4]" in ran.err) == (4, True, True)
    assert not renkei.store.exists()


def test_a_run_on_no_branch_says_where_its_work_is(renkei: Cli):
    git(renkei.folder, "switch", "-q", "--detach")
    ran = renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    assert "The run did not start on a branch" in ran.out
    assert git(renkei.folder, "show", f"renkei/{renkei.json('runs')[0]['id']}:docs/spec.md") == "done"


def test_a_submodule_that_is_empty_is_named_before_the_run_begins(renkei: Cli):
    lib = made_repository(renkei.folder.parent / "lib")
    git(renkei.folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(lib), "lib")
    git(renkei.folder, "commit", "-q", "-m", "lib")
    git(renkei.folder, "submodule", "deinit", "-q", "-f", "lib")
    ran = renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    assert "empty for the agents: lib. Fill them with: git submodule update --init --recursive" in ran.err
    assert (renkei.folder / "docs" / "spec.md").exists()


def test_a_run_at_its_limit_of_tokens_waits_for_a_person(renkei: Cli):
    path = playbook(renkei, writes("a", script=[{"usage": {"tokens": 500}}]), writes("b", "a"))
    assert renkei("run", path, *REHEARSE, "--yes", "--cap-tokens", "400").code == 1
    [run] = renkei.json("runs")
    assert (run["state"], run["tokens"]) == ("waiting", 500)


def test_the_check_command_runs_only_when_somebody_allowed_it(renkei: Cli):
    (renkei.folder / ".renkei").mkdir()
    (renkei.folder / ".renkei" / ".gitignore").write_text("*\n", "utf-8")
    (renkei.folder / ".renkei" / "config.toml").write_text("[workspace]\ncheck = 'false'\n", "utf-8")
    path = playbook(renkei, writes("a"), on_failure={"retries": 0, "then": "stop"})
    assert renkei("run", path, *REHEARSE, "--yes", "--exec").code == 1
    shown = renkei.json("runs", "show")
    assert shown["dag"][0]["kind"] == "check"
    ran = renkei("run", path, *REHEARSE, "--yes", "--no-exec")
    assert (ran.code, "Unverified: a: false was not run" in ran.out) == (1, True)
    assert not (renkei.folder / "docs" / "a.md").exists()


@pytest.mark.req("DEC-30")
def test_exec_counts_where_the_only_commands_are_steps_of_scripts(renkei: Cli):
    mark = renkei.folder.parent / "ran"
    path = playbook(renkei, writes("a", script=[{"run": f"touch {mark}"}]))
    renkei.ok("run", path, *REHEARSE, "--yes", "--exec")
    assert mark.exists()


@pytest.mark.req("DEC-30", refused=True)
@pytest.mark.parametrize("flags", [[], ["--no-exec"]])
def test_without_exec_no_step_of_a_script_runs_a_command(renkei: Cli, flags: list[str]):
    mark = renkei.folder.parent / "ran"
    path = playbook(renkei, writes("a", script=[{"run": f"touch {mark}"}]))
    ran = renkei.ok("run", path, *REHEARSE, "--yes", *flags)
    assert "Commands are left out" in ran.err
    assert not mark.exists()


@pytest.mark.req("DEC-30")
def test_resume_exec_runs_what_was_held_back_and_merges(renkei: Cli):
    path = playbook(renkei, writes("a", check="test -f docs/a.md"))
    ran = renkei("run", path, *REHEARSE, "--yes", "--no-exec")
    [run] = renkei.json("runs")
    assert (ran.code, run["state"], run["tasks"]) == (1, "waiting", {"unverified": 1})
    assert f"renkei resume {run['id']} --exec" in ran.out
    shown = renkei.json("runs", "show")
    assert shown["unverified"] == [{"task": "a", "command": "test -f docs/a.md"}]
    assert renkei("resume").code == 1  # nobody is there to be asked
    assert "its check was run now, and holds" in renkei.ok("resume", "--exec").out
    assert (renkei.folder / "docs" / "a.md").exists()


@pytest.mark.req("DEC-30", refused=True)
@pytest.mark.parametrize(("name", "rule"), [("a", "[RUN-3]"), ("lead", "[CON-2]")])
def test_an_agent_does_not_run_what_was_held_back(renkei: Cli, name: str, rule: str):
    renkei.ok("agent", "add", "lead", "--role", "lead")
    renkei("run", playbook(renkei, writes("a", check="true")), *REHEARSE, "--yes", "--no-exec")
    token = renkei.ok("agent", "token", name).out.strip()
    before = renkei.json("runs", "show")
    ran = renkei("resume", "--exec", env={"RENKEI_TOKEN": token})
    assert (ran.code, rule in ran.err) == (4, True)
    assert renkei.json("runs", "show") == before
    assert not (renkei.folder / "docs" / "a.md").exists()


@pytest.mark.req("TEAM-6")
def test_playbook_check_names_every_mistake(renkei: Cli):
    path = playbook(renkei, task("a", "b"), task("b", "a"))
    ran = renkei("playbook", "check", path)
    assert ran.code == 2
    assert "tasks[0].blockedBy (line 5): expected no circle: a -> b -> a" in ran.err
    right = playbook(renkei, task("a"), task("b", "a"))
    assert renkei.json("playbook", "check", right)["depth"] == 2


@pytest.mark.req("TEAM-6")
@pytest.mark.slow
def test_the_graph_of_eleven_tasks_comes_to_its_documents(renkei: Cli):
    run = json.loads(renkei.ok("--json", "run", "design-docs", *REHEARSE, "--goal", "A shop for tea", "--yes").out)
    assert (run["state"], run["tasks"]) == ("completed", {"completed": 11})
    files = git(renkei.folder, "ls-tree", "-r", "--name-only", "main").splitlines()
    assert len([name for name in files if name.startswith("docs/")]) == 22
    board = yaml.safe_load((renkei.folder / "docs" / "project-context.yaml").read_text("utf-8"))
    assert board["blackboard"]["decisions"]["entities"] == [{"id": "ENT-1", "table": "teas"}]
    owners = git(renkei.folder, "log", "--format=%(trailers:key=Agent,valueonly)", f"renkei/{run['id']}").split()
    assert owners[0] == "reviewer"
    assert set(owners) >= {"requirements-analyst", "arch-skeleton", "database", "design-inventory", "aggregator", "api"}
    assert "lead" not in owners
    assert "api_to_sc" in board["traceability"]
    told = renkei.json("board")["project_state"]
    assert (told["goal"], told["current_phase"]) == ("A shop for tea", "design-docs: completed")


@pytest.mark.req("DEC-33", refused=True)
def test_scripted_agents_are_never_taken_unasked(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    hide_clients(renkei.folder.parent / "programs", monkeypatch)
    ran = renkei("run", "design-docs", "--goal", "A shop for tea", "--yes", "--merge")
    assert (ran.code, "renkei run design-docs --goal 'A shop for tea' --agents scripted" in ran.err) == (5, True)
    ran = renkei("run", playbook(renkei, writes("a")), "--yes")
    assert (ran.code, renkei.store.exists()) == (5, False)
    ran = renkei("playbook", "check", playbook(renkei, writes("a"), agents="scripted"))
    assert (ran.code, "agents (line" in ran.err) == (2, True)


@pytest.mark.req("DEC-33")
def test_a_rehearsal_says_so_and_stays_on_its_branch(renkei: Cli):
    gate = yaml.safe_dump({"overall": "PASS", "p0_count": 0, "p1_count": 0, "p2_count": 0})
    path = playbook(renkei, writes("a"), task("review", "a", kind="gate", script=[{"report": gate}]))
    ran = renkei.ok("run", path, "--agents", "scripted", "--yes")
    assert "REHEARSAL PASS (P0 0, P1 0, P2 0)" in ran.out
    assert "Gate review: REHEARSAL PASS" in ran.out
    assert "REHEARSAL: without --merge the work stays on its branch" in ran.out
    shown = renkei.json("runs", "show")
    assert (shown["merged"], shown["report"]["rehearsal"]) == (None, True)
    assert git(renkei.folder, "ls-tree", "-r", "--name-only", "main") == "README.md"
    assert "docs/a.md" in git(renkei.folder, "ls-tree", "-r", "--name-only", f"renkei/{shown['id']}")


@pytest.mark.req("DEC-33")
def test_resume_keeps_the_word_that_a_rehearsal_may_be_merged(renkei: Cli):
    path = playbook(renkei, task("ok", kind="approve"), writes("a", "ok"))
    assert renkei("run", path, *REHEARSE).code == 1
    for answer in ("approve", "merge"):
        [waiting] = renkei.json("runs")[0]["waiting_for"]
        renkei.ok("decide", waiting, answer)
        renkei("resume")
    assert (renkei.folder / "docs" / "a.md").exists()


def gates(renkei: Cli) -> list[tuple[str, int, list[str]]]:
    decided = [event["data"] for event in renkei.log() if event["type"] == "GateDecided"]
    return [(each["overall"], each["p1_count"], each["rollback_targets"]) for each in decided]


@pytest.mark.req("TEAM-8")
@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [("A shop for tea", "teas", "tea"), pytest.param("Lend books", "books", "book", marks=pytest.mark.slow)],
)
def test_a_slip_is_found_by_comparing_the_documents_and_mended_by_whoever_made_it(
    renkei: Cli, goal: str, right: str, wrong: str
):
    run = json.loads(renkei.ok("--json", "run", "design-docs", *REHEARSE, "--goal", goal, "--yes").out)
    assert gates(renkei) == [("ROLLBACK_P1", 2, ["api"]), ("PASS", 0, [])]
    assert {each["task"]: each["cycle"] for each in run["dag"]} == {
        "web-requirements": 1,
        "architecture-skeleton": 1,
        "database": 1,
        "design-inventory": 1,
        "wave-aggregator-a": 1,
        "api": 2,
        "architecture-detail": 1,
        "wave-aggregator-b": 2,
        "design-detail": 2,
        "implementation": 2,
        "review": 2,
    }
    assert f'"table": "{right}"' in (renkei.folder / "docs/05_api_design/api_design.md").read_text("utf-8")
    found = [event["data"]["summary"] for event in renkei.log() if event["type"] == "TaskCompleted"]
    said = f'docs/05_api_design/api_design.md says [{{"id": "ENT-1", "table": "{wrong}"}}] for decisions.entities'
    assert any(said in summary for summary in found)
    signals = renkei.json("runs", "trace", run["id"], "api")["signals"]
    assert [said in each["prompt"] for each in signals if each["signal"] == "Job"] == [False, True]


@pytest.mark.slow
def test_without_the_slip_the_same_documents_pass_at_once(renkei: Cli):
    renkei.ok("run", "design-docs", *REHEARSE, "--goal", "A shop for tea", "--yes", "--var", "slip=none")
    assert gates(renkei) == [("PASS", 0, [])]


def test_an_agent_that_is_started_again_is_told_why(renkei: Cli):
    invents = task("a", outputs=["a.md"], script=[{"derive": {"invent": "src/nowhere.py:7"}}])
    run = json.loads(renkei.ok("--json", "run", playbook(renkei, invents), *REHEARSE, "--goal", "tea", "--yes").out)
    [failed] = [event["data"] for event in renkei.log() if event["type"] == "TaskFailed"]
    assert (failed["kind"], "src/nowhere.py:7 is not there" in failed["summary"]) == ("report", True)
    assert (run["state"], run["dag"][0]["attempt"]) == ("completed", 2)


def test_inputs_may_be_named_by_a_pattern(renkei: Cli):
    reads = task("b", "a", inputs=["docs/**/*.md"], outputs=["b.md"])
    assert renkei("run", playbook(renkei, writes("a"), reads), *REHEARSE, "--yes").code == 0
    missing = task("c", inputs=["docs/**/*.txt"])
    assert renkei("run", playbook(renkei, missing), *REHEARSE, "--yes").code == 1


def test_a_detached_run_goes_on_by_itself(renkei: Cli):
    path = playbook(renkei, writes("a"))
    ran = real("run", path, *REHEARSE, "--yes", "--detach", folder=renkei.folder)
    assert ran.code == 0, ran.err
    with closing(SqliteLog(renkei.store, SCHEMA)) as log:
        ends = (record.run for record in subscribe(log) if record.type == "RunEnded")
        assert next(ends) == ran.out.strip()


def test_playbooks_are_listed_and_checked_by_name(renkei: Cli):
    (renkei.folder / "renkei" / "playbooks").mkdir(parents=True)
    renkei.file("renkei/playbooks/tea.yaml", yaml.safe_dump({"name": "tea", "roles": {"w": {}}, "tasks": [task("a")]}))
    renkei.file("renkei/playbooks/bad.yaml", "name: [")
    listed = {each["name"]: each for each in renkei.json("playbook", "list")}
    assert {"review", "design-docs", "tea", "bad"} <= set(listed)
    assert (listed["review"]["agents"], listed["review"]["folder"]) == ("tools", "")
    assert (listed["tea"]["folder"], listed["bad"]["title"]) == (
        "renkei/playbooks",
        "not valid, see: renkei playbook check bad",
    )
    assert "review" in renkei.ok("playbook", "list").out
    assert "review holds: 7 tasks" in renkei.ok("playbook", "check", "review").out
    assert renkei("playbook", "check", "bad").code == 2
    missing = renkei("playbook", "check", "nowhere")
    assert (missing.code, "design-docs" in missing.err) == (3, True)


def test_runs_list_is_runs(renkei: Cli):
    assert renkei.ok("runs", "list").out == renkei.ok("runs").out
    renkei.ok("run", playbook(renkei, writes("a")), *REHEARSE, "--yes")
    assert renkei.json("runs", "list") == renkei.json("runs", "--limit", "3", "list") == renkei.json("runs")


def test_gc_removes_what_no_run_needs(renkei: Cli):
    path = playbook(renkei, writes("a"))
    run = json.loads(renkei.ok("--json", "run", path, *REHEARSE, "--yes").out)["id"]
    left = renkei.folder / ".git" / "renkei" / "worktrees" / run / "a-99"
    left.mkdir(parents=True)
    found = renkei.json("gc", "--dry-run")
    assert (found["branches"], len(found["worktrees"]), found["removed"]) == ([f"renkei/{run}"], 1, False)
    renkei.ok("gc")
    assert not left.exists()
    assert renkei.ok("gc").out == "There is nothing to remove.\n"


def test_an_agent_may_not_direct_a_run(renkei: Cli):
    path = playbook(renkei, writes("a"))
    renkei.ok("agent", "add", "bob", "--role", "builder")
    token = renkei.ok("agent", "token", "bob").out.strip()
    ran = renkei("run", path, *REHEARSE, "--yes", env={"RENKEI_TOKEN": token})
    assert (ran.code, "[RUN-3]" in ran.err) == (4, True)


def test_the_benchmark_of_the_log_has_a_result_however_short_it_is(renkei: Cli):
    found = renkei.json("bench", "log", "--seconds", "0.0001")
    assert all(found[name]["rate"] > 0 for name in ("bare_writer", "one_poster", "many_posters"))
    assert found["fdatasync"] > 0
    assert renkei("bench", "log", "--seconds", "0").code == 2


def test_the_benchmark_of_runs_measures_beside_a_plain_loop(renkei: Cli):
    found = renkei.json("bench", "runs", "--tasks", "20")
    assert {name: found[name]["tasks"] for name in ("eleven", "waves", "fan")} == {"eleven": 11, "waves": 20, "fan": 21}
    assert all(found[name][rate] > 0 for name in ("eleven", "waves", "fan") for rate in ("rate", "plain_rate"))
    assert renkei("bench", "runs", "--tasks", "1").code == 2


@pytest.mark.req("CON-2")
def test_a_question_is_answered_and_the_contracts_of_a_run_are_listed(renkei: Cli):
    asks = {"question": "Which colour?", "options": ["red", "blue"], "recommended": "blue", "key": "decisions.colour"}
    made = task("a", outputs=["a.md"], blackboard_keys=["decisions.colour"], script=[{"ask": asks}, {"derive": {}}])
    run = json.loads(renkei.ok("--json", "run", playbook(renkei, made), *REHEARSE, "--goal", "tea", "--yes").out)
    assert '- decisions.colour: "blue"' in (renkei.folder / "a.md").read_text("utf-8")
    [contract] = renkei.json("contract", "list")
    assert (contract["id"], contract["outcome"], contract["delegator"]) == (f"TC-{run['id']}-a", "completed", "system")
    assert run["dag"][0]["contract"] == contract["id"]
    assert "✓ 1." in renkei.ok("contract", "show", contract["id"]).out


@pytest.mark.req("DEC-28", "TURN-2", refused=True)
def test_in_a_run_an_agent_writes_nothing_outside_a_turn(renkei: Cli):
    path = playbook(renkei, writes("a"), task("ok", "a", kind="approve"))
    assert renkei("run", path, *REHEARSE).code == 1
    token = {"RENKEI_TOKEN": renkei.ok("agent", "token", "a").out.strip()}
    update = {"type": "STATUS_UPDATE", "to": "person", "payload": {"new_status": "working", "progress_summary": "s"}}
    for words in (("board", "set", "status=working"), ("send", "-")):
        ran = renkei(*words, stdin=json.dumps(update).encode(), env=token)
        assert (ran.code, "[DEC-28]" in ran.err, "renkei turn start a" in ran.err) == (4, True, True)
    renkei.ok("board", "set", "status=idle", "--as", "a")  # a person, at the command line
    renkei.ok("turn", "start", "a", env=token)
    renkei.ok("send", "-", stdin=json.dumps(update).encode(), env=token)
    renkei.ok("turn", "end", "a", env=token)


@pytest.mark.req("DEC-28", "BOARD-5")
def test_the_board_tells_who_has_not_said_where_it_stands(renkei: Cli):
    gone = task("a", script=[{"crash": "boom"}], on_failure={"retries": 0, "then": "continue"})
    renkei("run", playbook(renkei, gone), *REHEARSE, "--yes")
    assert renkei.json("board")["missing_updates"] == {"a": "ended"}
    assert "ended without saying where that leaves its work" in renkei.ok("board").out
    update = {"type": "STATUS_UPDATE", "to": "person", "payload": {"new_status": "error", "progress_summary": "no key"}}
    renkei.send(update, "--as", "a")
    assert renkei.json("board")["missing_updates"] == {}


@pytest.mark.req("DEC-51", "TEAM-1")
def test_a_lead_starts_a_run_and_a_person_approves_and_merges_it(renkei: Cli):
    renkei.ok("agent", "add", "lead", "--role", "lead")
    lead = {"RENKEI_TOKEN": renkei.ok("agent", "token", "lead").out.strip()}
    path = playbook(renkei, writes("spec"), task("ok", "spec", kind="approve"), writes("code", "ok"))
    assert renkei("run", path, "--agents", "scripted", env=lead).code == 1
    [approval] = renkei.json("runs")[0]["waiting_for"]
    assert renkei("decide", approval, "approve", env=lead).code == 4
    renkei.ok("decide", approval, "approve")
    assert renkei("resume", env=lead).code == 0
    assert not (renkei.folder / "docs").exists()  # a rehearsal, and no person said that it is to be merged


@pytest.mark.req("DEC-51", "TEAM-1", refused=True)
@pytest.mark.parametrize("flags", [("--yes",), ("--merge",), ("--yes", "--merge")])
def test_a_lead_grants_no_approval_and_no_merge_in_advance(renkei: Cli, flags: tuple[str, ...]):
    renkei.ok("agent", "add", "lead", "--role", "lead")
    lead = {"RENKEI_TOKEN": renkei.ok("agent", "token", "lead").out.strip()}
    path = playbook(renkei, writes("spec"), task("ok", "spec", kind="approve"), writes("code", "ok"))
    ran = renkei("run", path, "--agents", "scripted", *flags, env=lead)
    assert (ran.code, renkei.json("runs")) == (4, [])
    assert f"({', '.join(flags)})" in ran.err
    assert "a person" in ran.err


@pytest.mark.req("DEC-51", refused=True)
def test_a_lead_takes_no_merge_back(renkei: Cli):
    renkei.ok("agent", "add", "lead", "--role", "lead")
    lead = {"RENKEI_TOKEN": renkei.ok("agent", "token", "lead").out.strip()}
    renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    head = git(renkei.folder, "rev-parse", "main")
    ran = renkei("runs", "undo", renkei.json("runs")[0]["id"], env=lead)
    assert (ran.code, git(renkei.folder, "rev-parse", "main")) == (4, head)
    assert "A person may." in ran.err


@pytest.mark.req("DEC-33")
def test_a_rehearsal_says_so_before_it_starts_in_every_language(renkei: Cli):
    for lang in ("en", "ja"):
        assert (
            "REHEARSAL: " in renkei.ok("--lang", lang, "run", playbook(renkei, writes("spec")), *REHEARSE, "--yes").err
        )


def test_what_is_used_is_told_in_words_when_it_comes_near_a_limit_and_reaches_it(renkei: Cli):
    def uses(name: str, tokens: int, *after: str) -> dict[str, Any]:
        return task(name, script=[{"usage": {"tokens": tokens}}, {"report": {}}], blockedBy=list(after))

    tasks = [uses("near", 900_000), uses("over", 200_000, "near"), uses("never", 1, "over")]
    ran = renkei("run", playbook(renkei, *tasks), *REHEARSE, "--cap-tokens", "1000000", "--merge")
    assert "limits: 1,000,000 tokens" in ran.err
    [run] = renkei.json("runs")
    assert f"! 900,000 of 1,000,000 are used ({run['id']})" in ran.out
    assert f"! 1,100,000 of 1,000,000 are used ({run['id']})" in ran.out
    assert "the limit of 1,000,000 tokens is reached" in ran.out


def test_a_task_that_waits_for_its_provider_is_not_shown_as_failed(renkei: Cli):
    path = playbook(renkei, task("a", script=[{"limit": "usage limit reached, resets 3pm"}]), writes("b"))
    with start("run", path, *REHEARSE, "--yes", folder=renkei.folder) as process:
        assert process.stdout
        seen: set[str] = set()
        while not {"✓ b", "✗ a"} <= seen and (line := process.stdout.readline()):
            seen |= {" ".join(line.split()[1:3])}
        process.kill()
    [run] = renkei.json("runs")
    assert run["tasks"] == {"waiting": 1, "completed": 1}
    [waits, done] = renkei.json("runs", "show")["dag"]
    assert (waits["state"], bool(waits["until"]), done["until"]) == ("waiting", True, None)
    assert "waits for its provider until" in renkei.ok("runs", "show").out
    renkei.ok("stop", run["id"])
    assert renkei.json("runs", "show")["dag"][0]["until"] is None
