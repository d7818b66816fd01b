"""What a run asks has its options, and is answered with one of them (DEC-30): anything else leads nowhere."""

from dataclasses import replace
from typing import Any

import pytest

from renkei.board.folds.base import Stamp
from renkei.board.folds.runs import fold_run_answer
from renkei.board.run_tables import RunAskRow
from renkei.commands.decisions import Decide
from renkei.commands.messages import PostMessage
from renkei.errors import BadInput
from renkei.eventlog.records import utc_now
from renkei.eventlog.tables import Put
from renkei.protocol.events import DecisionResolved, ResolutionBody
from renkei.protocol.messages import DRAFT
from renkei.runs.decide import decide
from renkei.runs.state import load_run
from renkei.runs.steps import Ask
from tests.support.run_project import Project, says, task, writes

REFERENT = [
    says("a", ("decisions.entities", [{"id": "ENT-1"}])),
    says("b", ("traceability.ent_to_ent", {"ENT-1": ["ENT-9"]})),
    task("join", "a", "b", kind="reduce"),
]
VALUES = [
    says("a", ("decisions.colour", "red")),
    says("b", ("decisions.colour", "blue")),
    task("join", "a", "b", kind="reduce"),
]
DUPLICATE = [
    says("a", ("decisions.entities", [{"id": "ENT-1", "name": "tea"}])),
    says("b", ("decisions.entities", [{"id": "ENT-1", "name": "cup"}])),
    task("join", "a", "b", kind="reduce"),
]
FAILING = [task("a", script=[{"report": "nonsense"}], on_failure={"retries": 0})]


def waiting(project: Project, tasks: list[dict[str, Any]]) -> str:
    """A run that waits for the one answer."""
    run = project.run({"tasks": tasks}, yes=tasks in (REFERENT, VALUES, DUPLICATE))
    assert run.state == "waiting"
    return run.id


def newest(project: Project) -> str:
    return str(project.told("RunAsked")[-1]["decision"])


ASKED = {
    "missing referent": (REFERENT, "accept, stop"),
    "value": (VALUES, "a, b"),
    "duplicate id": (DUPLICATE, "a, b"),
    "severity": ([says("a", severity="P1")], "accept, stop"),
    "approval": ([task("ok", kind="approve")], "approve, reject"),
    "failed task": (FAILING, "retry, skip, stop"),
    "merge": ([writes("a")], "merge, leave"),
}


@pytest.mark.req("DEC-30", "MSG-9", refused=True)
@pytest.mark.parametrize(("tasks", "options"), ASKED.values(), ids=ASKED)
def test_what_is_none_of_the_options_is_refused_at_once_whatever_the_reason(
    project: Project, tasks: list[dict[str, Any]], options: str
):
    run = waiting(project, tasks)
    before = len(project.events())
    result = {"decision_id": newest(project), "chosen_option": "fix it", "rationale": "not yet"}
    draft = DRAFT.validate_python({"type": "DECISION_RESULT", "to": "#general", "payload": result})
    for answer in (
        Decide(id=newest(project), option="fix it", why="not yet"),
        Decide(id=newest(project), option="fix it"),
        PostMessage(message=draft),
    ):
        with pytest.raises(BadInput) as refused:
            project.do(answer)
        assert f"({options})" in str(refused.value)
    assert len(project.events()) == before
    assert project.carry_out(run).state == "waiting"
    assert project.git("ls-tree", "-r", "--name-only", "main") == "README.md"


@pytest.mark.req("MSG-9")
def test_what_an_agent_at_work_asks_is_answered_freely(project: Project):
    asks = [{"ask": {"question": "which?", "options": ["one", "two"]}}]
    run = project.start({"tasks": [task("a", script=asks)]}, yes=False)
    told: list[str] = []

    def watch(record: Any) -> None:
        if record.type == "RunAsked" and not told:
            told.append(record.document()["decision"])
            project.do(Decide(id=told[0], option="a third", why="it is better"))

    assert project.carry_out(run, watch=watch).state == "completed"
    assert told


@pytest.mark.req("DEC-30", refused=True)
@pytest.mark.parametrize(("tasks", "options"), ASKED.values(), ids=ASKED)
def test_an_answer_of_an_older_store_that_is_no_option_is_asked_for_again(
    project: Project, tasks: list[dict[str, Any]], options: str
):
    """Older versions took anything: it counts as no answer, and neither ends, merges nor repeats anything."""
    run = waiting(project, tasks)
    with project.hub.read() as view:
        state = load_run(view, run)
    state.asks = {name: replace(row, answer="fix it", why="not yet") for name, row in state.asks.items()}
    state.run = replace(state.run, state="running")
    [step] = decide(state, utc_now()).steps
    assert isinstance(step, Ask)
    assert ", ".join(step.options) == options


def test_an_option_that_had_another_name_leads_where_it_led(project: Project):
    """Older questions about a failed task offer `leave`."""
    run = waiting(project, FAILING)
    with project.hub.read() as view:
        [asked] = view.select(RunAskRow, order="seq", run=run)
        body = ResolutionBody(chosen_option="leave", rationale="-")
        resolved = DecisionResolved(decision=asked.decision, message="MSG-1", action="decision made", body=body)
        stamp = Stamp(seq=99, at=asked.at, actor="person", is_root=True)
        rows = [each.row for each in fold_run_answer(view, resolved, stamp) if isinstance(each, Put)]
    [answered] = [row for row in rows if isinstance(row, RunAskRow)]
    assert answered.answer == "skip"
