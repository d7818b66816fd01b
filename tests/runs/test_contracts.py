"""A run gives each task to its agent as a contract, and closes it by what it found itself, not by what was said."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.adapters.base import Broken, Job, Result
from renkei.board.contracts import list_contracts
from renkei.board.tables import ClaimRow, ContractRow, DecisionRow, InboxRow
from renkei.commands.contracts import ConsultContract, DeliverContract, VerifyContract
from renkei.commands.decisions import Decide
from renkei.commands.run_base import TaskEnd, TaskStart
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import LeaseRun, StartTasks
from renkei.commands.runs import MoveRun, RetryTask
from renkei.commands.turns import StartTurn
from renkei.contracts.checks import is_inspectable, list_checks
from renkei.errors import Refused
from renkei.kit.words import english, speaker
from renkei.protocol.actors import SYSTEM, Actor
from renkei.protocol.messages import TaskResult
from renkei.protocol.playbooks import PLAYBOOK
from renkei.runs.task_contracts import is_under_contract, task_contract
from tests.support.hub_team import open_log
from tests.support.run_agents import OK, Played, gate
from tests.support.run_project import Project, made_repository, opened, task, writes

NEVER_AGAIN: dict[str, Any] = {"retries": 0, "then": "stop"}


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Project]:
    """Runs outside git, on a store in memory; README.md and NOTES.md are there."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("README.md", "NOTES.md"):
        (folder / name).write_text("# Project\n", "utf-8")
    yield from opened(open_log("memory", tmp_path), folder)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened(open_log("memory", tmp_path), made_repository(tmp_path / "project"))


def agreed(name: str = "a", *before: str, **fields: Any) -> dict[str, Any]:
    """A task that is done when README.md is there."""
    return task(name, *before, **{"outputs": ["README.md"], **fields})


def played(project: Project, *turns: Any) -> None:
    """The agents of `a` do this, attempt by attempt; all others what they are asked for."""
    seen: Counter[str] = Counter()

    def play(job: Job) -> Any:
        seen[job.task] += 1
        return [turns[min(seen[job.task], len(turns)) - 1] if job.task == "a" and turns else OK]

    project.adapter = Played(play)


def found(project: Project) -> dict[str, tuple[str, str | None]]:
    """Every contract with its state and outcome."""
    with project.hub.read() as view:
        return {row.id: (row.state, row.outcome) for row in list_contracts(view)}


def contract(project: Project, name: str) -> ContractRow:
    with project.hub.read() as view:
        row = view.get(ContractRow, name)
    assert row is not None
    return row


@pytest.mark.req("CON-3")
def test_a_result_that_does_not_wait_for_what_its_agent_asked_fails_and_the_run_goes_on(project: Project):
    def play(job: Job) -> Any:
        if job.attempt == 1:
            consult = ConsultContract(contract=f"TC-{job.run}-a", about="1", question="Which?")
            project.do(consult, actor=Actor(name=job.agent, via="token"))
        else:
            [decision] = open_decisions(project)
            project.do(Decide(id=decision, option="this", why="it is"))
        return [OK]

    project.adapter = Played(play)
    assert project.run({"tasks": [agreed()]}).state == "completed"
    [failed] = project.told("TaskFailed")
    assert (failed["kind"], "is decided before it is delivered" in failed["summary"]) == ("agent", True)
    assert [outcome for _, outcome in found(project).values()] == ["completed"]


def open_decisions(project: Project) -> list[str]:
    with project.hub.read() as view:
        return [row.id for row in view.select(DecisionRow, order="seq", status="open")]


# The walk


@pytest.mark.req("CON-2", "CON-3")
def test_a_task_is_offered_accepted_delivered_verified_and_closed_with_its_own_events(plain: Project):
    played(plain)
    run = plain.run({"tasks": [agreed()]})
    assert found(plain) == {f"TC-{run.id}-a": ("closed", "completed")}
    told = [
        (record.type, record.document().get("step"))
        for record in plain.events()
        if record.type.startswith(("Task", "Contract"))
    ]
    assert told == [
        ("TaskStarted", None),
        ("ContractOffered", None),
        ("ContractMoved", "accept"),
        ("TaskCompleted", None),
        ("ContractMoved", "deliver"),
        ("ContractVerified", None),
        ("ContractClosed", None),
    ]
    assert plain.task(run.id, "a").contract == f"TC-{run.id}-a"


@pytest.mark.req("CON-2")
def test_change_and_consequence_are_one_commit(plain: Project):
    """Each step of the contract names the event of its task as what it follows from."""
    played(plain)
    plain.run({"tasks": [agreed()]})
    seqs = {record.type: record.seq for record in plain.events("TaskStarted", "TaskCompleted")}
    causes = {record.type: record.cause for record in plain.events("ContractOffered", "ContractVerified")}
    assert causes == {"ContractOffered": seqs["TaskStarted"], "ContractVerified": seqs["TaskCompleted"]}


def test_a_bare_task_costs_no_contract_and_a_playbook_may_do_without(plain: Project):
    played(plain)
    plain.run({"tasks": [task("a")]})
    plain.run({"tasks": [agreed()], "contracts": False})
    assert found(plain) == {}


def test_who_works_for_a_run_gets_no_letters_about_its_contract(plain: Project):
    played(plain)
    plain.run({"tasks": [agreed()]})
    with plain.hub.read() as view:
        assert view.select(InboxRow, order="seq", reader="a") == []


# What is refused


@pytest.mark.req("CON-2")
def test_a_delivery_without_its_files_is_refused_and_the_contract_stays_open(plain: Project):
    played(plain)
    run = plain.run(
        {"tasks": [agreed(outputs=["docs/a.md"])], "on_failure": {"retries": 1, "then": "escalate"}}, yes=False
    )
    assert run.state == "waiting"
    row = contract(plain, f"TC-{run.id}-a")
    assert (row.state, row.retries) == ("accepted", 0)
    refused = [each for each in plain.told("RuleRefused") if each["rule"] == "CON-2"]
    assert [(each["actor"], each["action"]) for each in refused] == [("a", f"deliver {row.id}")] * 2


@pytest.mark.req("CON-2")
def test_a_result_that_nobody_looked_at_does_not_count(plain: Project):
    run = plain.start({"tasks": [agreed()]})
    plain.do(LeaseRun(run=run, holder="here"), actor=SYSTEM)
    row, playbook = (
        plain.row(run),
        PLAYBOOK.validate_python({"name": "p", "roles": {"writer": {}}, "tasks": [agreed()]}),
    )
    given = task_contract(playbook, playbook.tasks[0], english)
    taken = TaskStart(task="a", agent="a", contract=given)
    plain.do(StartTasks(run=run, lease=row.lease, seen=row.last, tasks=[taken]), actor=SYSTEM)
    end = TaskEnd(task="a", token=plain.task(run, "a").token)
    with pytest.raises(Refused) as refused:
        plain.do(FinishTasks(run=run, lease=row.lease, results=[end]), actor=SYSTEM)
    assert refused.value.rule == "CON-2"
    assert plain.tasks(run) == {"a": "running"}


@pytest.mark.req("CON-2")
def test_an_agent_cannot_fulfil_its_own_contract_by_saying_so(plain: Project):
    played(plain, Broken(kind="crash", reason="boom"))
    run = plain.run({"tasks": [agreed()], "on_failure": {"retries": 0, "then": "escalate"}}, yes=False)
    name = f"TC-{run.id}-a"
    agent = Actor(name="a", via="token")
    plain.do(StartTurn(), actor=agent)
    result = TaskResult(original_task_ref=name, status="completed", summary="done", output_artifacts=[])
    for command in (DeliverContract(contract=name, result=result), VerifyContract(contract=name, met=[1])):
        with pytest.raises(Refused) as refused:
            plain.do(command, actor=agent)
        assert refused.value.rule == "CON-2"
    assert found(plain)[name] == ("accepted", None)


# Retries and ends


@pytest.mark.req("CON-3")
def test_a_retry_goes_through_the_contracts_own_return(plain: Project):
    played(plain, Result(text="nothing to report"), OK)
    run = plain.run({"tasks": [agreed()]})
    row = contract(plain, f"TC-{run.id}-a")
    assert (row.state, row.outcome, row.retries) == ("closed", "completed", 1)
    assert Counter(each["step"] for each in plain.told("ContractMoved")) == {"accept": 1, "deliver": 2, "return": 1}
    assert len(plain.told("ContractOffered")) == 1


@pytest.mark.req("CON-3")
@pytest.mark.parametrize(("then", "outcome"), [("continue", "partial"), ("stop", "failed")])
def test_at_the_limit_of_retries_the_contracts_own_instruction_is_followed(plain: Project, then: str, outcome: str):
    played(plain, Result(text="nothing to report"))
    run = plain.run({"tasks": [agreed()], "on_failure": {"retries": 1, "then": then}})
    row = contract(plain, f"TC-{run.id}-a")
    assert (row.state, row.outcome, row.retries) == ("closed", outcome, 1)


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("then", ["continue", "stop"])
def test_what_never_delivered_ends_with_the_run_or_without_it(plain: Project, then: str):
    played(plain, Broken(kind="crash", reason="boom"))
    run = plain.run({"tasks": [agreed()], "on_failure": {"retries": 1, "then": then}})
    row = contract(plain, f"TC-{run.id}-a")
    assert (row.state, row.outcome, row.retries) == ("closed", "failed", 0)


def test_a_person_who_stops_a_run_lays_its_contracts_down(plain: Project):
    played(plain, Broken(kind="crash", reason="boom"))
    run = plain.run({"tasks": [agreed()], "on_failure": {"retries": 0, "then": "escalate"}}, yes=False)
    plain.do(MoveRun(run=run.id, step="stop"))
    assert found(plain) == {f"TC-{run.id}-a": ("closed", "failed")}


@pytest.mark.req("CON-2")
def test_what_a_gate_sends_back_is_offered_anew(plain: Project):
    verdicts = iter([gate(0, 2, "a"), gate()])
    plain.adapter = Played(lambda job: [next(verdicts) if job.brief.gate else OK])
    run = plain.run({"tasks": [agreed(), task("review", "a", kind="gate")]})
    names = [f"TC-{run.id}-a", f"TC-{run.id}-a-2"]
    assert found(plain) == dict.fromkeys(names, ("closed", "completed"))


def test_what_a_person_has_done_again_is_offered_anew(plain: Project):
    """Also a task whose name is what the second contract of another would be called."""
    played(plain, Broken(kind="crash", reason="boom"), OK)
    run = plain.run({"tasks": [agreed(), agreed("a-2", outputs=["NOTES.md"])], "on_failure": NEVER_AGAIN})
    assert run.state == "failed"
    plain.do(RetryTask(run=run.id, task="a"))
    assert plain.carry_out(run.id).state == "completed"
    assert found(plain)[f"TC-{run.id}-a"] == ("closed", "failed")
    assert found(plain)[plain.task(run.id, "a").contract or "-"] == ("closed", "completed")


# The check command


@pytest.mark.req("CON-2")
def test_the_check_command_is_run_and_what_it_showed_is_kept(project: Project):
    run = project.run({"tasks": [writes("a", check="test -f docs/a.md")]}, execute=True)
    row = contract(project, f"TC-{run.id}-a")
    assert (row.outcome, row.verdicts) == ("completed", {"1": True, "2": True})
    [verified] = project.told("ContractVerified")
    [ran] = verified["runs"]
    assert (ran["command"], ran["exit_code"]) == ("test -f docs/a.md", 0)
    with project.hub.read() as view:
        [claim] = view.select(ClaimRow, order="seq")
    tree = project.git("rev-parse", f"renkei/{run.id}^{{tree}}")
    assert (claim.agent, claim.command, claim.tree) == ("a", "test -f docs/a.md", tree)


@pytest.mark.req("CON-2", "CON-3")
def test_a_check_that_fails_sends_the_work_back(project: Project):
    picky = writes("a", check="grep -q better docs/a.md")
    better: dict[str, Any] = {"write": {"path": "docs/a.md", "text": "better\n"}, "attempt": 2}
    run = project.run({"tasks": [{**picky, "script": [*picky["script"], better]}]}, execute=True)
    row = contract(project, f"TC-{run.id}-a")
    assert (run.state, row.outcome, row.retries) == ("completed", "completed", 1)
    assert [each["verdicts"][1]["met"] for each in project.told("ContractVerified")] == [False, True]


@pytest.mark.req("CON-2", "DEC-30", refused=True)
def test_a_check_that_may_not_be_run_leaves_the_contract_unverified(project: Project):
    run = project.run({"tasks": [writes("a", check="true")]})
    assert run.state == "waiting"
    row = contract(project, f"TC-{run.id}-a")
    assert (row.state, row.verdicts) == ("delivered", {"1": True})


# The contract itself


PATHS = st.text(st.sampled_from("abc.-_/*茶` "), min_size=1, max_size=12).filter(str.strip)


@given(paths=st.lists(PATHS, max_size=3), check=st.none() | st.text(min_size=1, max_size=9).filter(str.strip))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_check_of_a_contract_is_one_that_the_run_decides(lang: Any, paths: list[str], check: str | None):
    """Whatever files are called: none of them becomes a command, and none but the check command is run."""
    document: dict[str, Any] = {"name": "p", "roles": {"r": {}}, "tasks": [{"id": "a", "role": "r", "outputs": paths}]}
    playbook = PLAYBOOK.validate_python(document)
    made = task_contract(playbook, playbook.tasks[0], speaker(lang), check=check)
    commands = [each.command for each in list_checks(made) if each.command]
    assert commands in ([], [check])
    assert len(made.acceptance_criteria) == (2 if check else 1)
    assert is_under_contract(playbook, playbook.tasks[0]) == bool(paths)


def test_a_contract_says_what_the_playbook_says():
    asked = agreed(title="Write", prompt="plainly", inputs=["in.md"], blackboard_keys=["decisions.x"], timeout=7)
    playbook = PLAYBOOK.validate_python({"name": "p", "roles": {"writer": {}}, "tasks": [asked]})
    made = task_contract(playbook, playbook.tasks[0], english, check="make test")
    assert made.inputs.description == "Write\nplainly"
    assert made.inputs.artifacts == ["in.md"]
    assert [each.constraint for each in made.inputs.constraints] == [
        "Only these files are written: README.md",
        "Nobody but a reduce writes docs/project-context.yaml",
        "contract_outputs has no other keys than: decisions.x",
    ]
    assert made.expected_output.deliverables == ["`README.md`"]
    assert is_inspectable(made)
    assert [each.command for each in list_checks(made)] == [None, "make test"]
    assert made.authority.escalation_triggers == ["2 failed attempts: a person is asked"]
    assert made.failure_handling.max_retries == 1
    assert made.timeout.on_timeout == "After 7 s without a sign of life the attempt is ended; it has failed."
