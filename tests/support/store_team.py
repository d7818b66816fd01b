"""Short ways to say things to a hub, and a history that touches every table."""

from contextlib import closing
from pathlib import Path
from typing import Any

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import SCHEMA
from renkei.board.verify import Flaw, find_flaws
from renkei.commands.base import Command, Request
from renkei.commands.board import SetFields
from renkei.commands.caps import SetCap
from renkei.commands.checks import RecordCheck
from renkei.commands.contracts import ApproveCommand, OfferContract
from renkei.commands.inbox import HandleMessages, ReadChannel, ShowInterrupts
from renkei.commands.messages import PostMessage, RedactBody
from renkei.commands.people import AddPerson
from renkei.commands.run_base import TaskEnd, TaskStart
from renkei.commands.run_questions import AskPerson
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import LeaseRun, StartTasks
from renkei.commands.runs import StartRun
from renkei.commands.spend import RecordSpend
from renkei.commands.team import AddAgent, IssueToken
from renkei.commands.turns import StartTurn
from renkei.eventlog.base import EventLog, records_in_batches
from renkei.eventlog.records import Record
from renkei.eventlog.sqlite import SqliteLog
from renkei.eventlog.tables import table_of
from renkei.execution import CommitResult
from renkei.hub import Hub
from renkei.protocol.actors import PERSON, SYSTEM, Actor
from renkei.protocol.claims import CodeProof, Tally, Usage
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import DRAFT
from renkei.protocol.playbooks import Playbook, PlaybookRole, PlaybookTask
from renkei.protocol.spend import Spend
from tests.support.opened import OPENED

SECRET = "the launch code is 4711 / 発射コード"

A_CHECK = RecordCheck(
    agent="bob",
    agent_id="a1",
    session="s1",
    mode="enforce",
    contract=True,
    valid=True,
    status="SUCCESS",
    confidence=90,
    rules=[],
    counts={},
    violations=[],
    references=[],
    proofs=[CodeProof(path="a.py", line=1, end_line=1, blob="b" * 40, snippet="5" * 32, category="QA")],
    tally=[Tally(category="QA", claims=2, verified=1, false=1)],
    usage=Usage(model="m", tokens=10, cost=0.5),
)


A_CONTRACT = {
    "id": "TC-A",
    "assignee": "bob",
    "inputs": {"description": "build more of it"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "it works", "verification_method": "`make test`"}],
}


def open_hub(path: Path, **options: Any) -> Hub:
    """A hub on a store, until the test is over."""
    return Hub(OPENED.enter_context(closing(SqliteLog(path, SCHEMA, **options))))


def agent(name: str) -> Actor:
    return Actor(name=name, via="terminal")


def do(hub: Hub, command: Command, *, as_name: str = "person", key: str | None = None) -> CommitResult:
    actor = PERSON if as_name == PERSON.name else agent(as_name)
    return hub.do(Request(command=command, actor=actor, key=key))


def post(
    hub: Hub,
    kind: str,
    payload: dict[str, Any],
    *,
    as_name: str = "person",
    to: str = "#general",
    key: str | None = None,
) -> CommitResult:
    draft = DRAFT.validate_python({"type": kind, "to": to, "payload": payload})
    return do(hub, PostMessage(message=draft), as_name=as_name, key=key)


def say(hub: Hub, text: str, *, as_name: str = "person", to: str = "#general", key: str | None = None) -> CommitResult:
    return post(hub, "FREEFORM", {"body": text}, as_name=as_name, to=to, key=key)


def report_status(hub: Hub, as_name: str, summary: str) -> CommitResult:
    """A message with two consequences: the sender's status and a blocker."""
    payload = {"new_status": "blocked", "progress_summary": summary, "blockers": ["no access"]}
    return post(hub, "STATUS_UPDATE", payload, as_name=as_name)


def live_through_everything(hub: Hub) -> None:
    """A history that leaves a row in every folded table, and one redaction."""
    for name, role in (("ada", "lead"), ("bob", "builder")):
        do(hub, AddAgent(name=name, role=role))
    do(hub, IssueToken(name="ada"))
    do(hub, StartTurn(), as_name="bob")
    do(hub, SetFields(fields={"goal": "ship"}))
    report_status(hub, "bob", "waiting")
    task: dict[str, Any] = {
        "task_description": "build it",
        "input_artifacts": [],
        "constraints": [],
        "expected_output": {"format": "code", "deliverables": ["b.py"], "success_criteria": ["it runs"]},
        "authority_scope": "",
        "fallback_on_failure": "",
    }
    handoff = post(hub, "TASK_HANDOFF", task, as_name="ada", to="bob")
    result = {"original_task_ref": handoff.id, "status": "completed", "output_artifacts": ["a.py"], "summary": "done"}
    post(hub, "TASK_RESULT", result, as_name="bob", to="ada")
    question = {"decision_id": "D-1", "question": "which?", "options": [{"label": "A", "analysis": "fast"}]}
    post(hub, "DECISION_REQUEST", question, as_name="bob", to="ada")
    say(hub, "a line\u2028and another, @bob", as_name="ada", to="#design")
    do(hub, ReadChannel(reader="bob", channel="design"), as_name="bob")
    say(hub, "LEARNED: the cache is never cleared", as_name="bob")
    do(hub, ShowInterrupts(reader="bob", up_to=1), as_name="bob")
    do(hub, HandleMessages(reader="bob"), as_name="bob")
    do(hub, OfferContract(contract=TaskContract.model_validate(A_CONTRACT)), as_name="ada")
    do(hub, ApproveCommand(command="make test"))
    do(hub, RedactBody(target=said(say(hub, SECRET, key="once"))))
    do(hub, A_CHECK)
    do(hub, SetCap(agent="bob", tokens=100))
    do(hub, RecordSpend(agent="bob", spent=[Spend(other=90)]))
    run_a_little(hub)
    report_status(hub, "ada", "waiting still")
    do(hub, AddPerson(name="mika", role="viewer"))


def run_a_little(hub: Hub) -> None:
    """A run that fails at a task and asks a person about it."""
    task = PlaybookTask(id="t", role="r")
    playbook = Playbook(name="p", roles={"r": PlaybookRole()}, tasks=[task])
    run = said(do(hub, StartRun(playbook=playbook, agents="scripted", goal="try")))

    def step(command: type[StartTasks | AskPerson], **fields: Any) -> None:
        with hub.read() as view:
            row = view.get(RunRow, run)
        assert row is not None
        document = {"run": run, "lease": row.lease, "seen": row.last, **fields}
        hub.do(Request(command=command.model_validate(document), actor=SYSTEM))

    hub.do(Request(command=LeaseRun(run=run, holder="here"), actor=SYSTEM))
    step(StartTasks, tasks=[TaskStart(task="t", agent="r")])
    with hub.read() as view:
        row, started = view.get(RunRow, run), view.get(RunTaskRow, run, "t")
    assert row is not None
    assert started is not None
    failed = TaskEnd(task="t", token=started.token, failure="crash", summary="gone")
    hub.do(Request(command=FinishTasks(run=run, lease=row.lease, results=[failed]), actor=SYSTEM))
    step(AskPerson, kind="failed", task="t", question="what now?", options={"retry": "again"})


def said(outcome: CommitResult) -> str:
    assert outcome.id is not None
    return outcome.id


def records_of(log: EventLog) -> list[Record]:
    with log.read() as view:
        return [record for batch in records_in_batches(view) for record in batch]


def flaws_of(log: EventLog) -> list[Flaw]:
    with log.read() as view:
        return list(find_flaws(view))


def tables_of(log: EventLog) -> dict[str, list[Any]]:
    """Every folded table, sorted."""
    with log.read() as view:
        return {
            table_of(row).name: sorted(view.select(row, order=table_of(row).key[0]), key=repr)
            for row in SCHEMA.row_types
        }
