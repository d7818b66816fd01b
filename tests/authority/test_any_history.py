"""Over any history of any actors, by every way in: who is not entitled changes no waiter, contract, owner or block."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from renkei.board.tables import ArtifactRow, BlockerRow, ContractRow, DebtRow, DecisionRow, TaskRow
from renkei.board.tasks import find_task
from renkei.commands.base import Command
from renkei.commands.board import ResolveBlocker, SetFields, WithdrawTask
from renkei.commands.contracts import (
    AcceptContract,
    CloseContract,
    DeclineContract,
    DeliverContract,
    OfferContract,
    ReportContract,
    ResumeContract,
    VerifyContract,
)
from renkei.commands.decisions import Decide
from renkei.commands.inbox import HandleMessages
from renkei.commands.messages import PostMessage
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import RenkeiError
from renkei.protocol.messages import DRAFT, TaskResult
from tests.support.contract_team import simple
from tests.support.examples import examples
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team, open_log
from tests.support.oracle import LEAD, PERSON, Oracle

AGENTS = ["lead", "ann", "ben", "cem"]
NAMES = ["T-1", "D-1", "D-2", "TC-1", "TC-2", "ann", "ben"]
REFS = ["a.md", "b.md"]
KINDS = ["task:", "contract:", "agent:", "decision:", "review:", "conflict:", ""]
ORDERS: dict[str, Callable[[str], Command]] = {
    "accept": lambda name: AcceptContract(contract=name),
    "decline": lambda name: DeclineContract(contract=name, reason="no"),
    "deliver": lambda name: DeliverContract(contract=name, result=RESULT),
    "verify": lambda name: VerifyContract(contract=name, met=[1]),
    "unmet": lambda name: VerifyContract(contract=name, unmet=[1]),
    "close": lambda name: CloseContract(contract=name, outcome="failed", note="no"),
    "resume": lambda name: ResumeContract(contract=name),
    "report": lambda name: ReportContract(contract=name, kind="blocked", text="no access"),
    "withdraw": lambda name: WithdrawTask(task=name, why="no"),
    "resolve": lambda name: ResolveBlocker(blocker=name, why="enough"),
    "decide": lambda name: Decide(id=name, option="JWT", why="so"),
    "remove": lambda name: RemoveAgent(name=name),
    "join": lambda name: AddAgent(name=name, role="developer"),
    "start": lambda name: StartTurn(),
    "end": lambda name: EndTurn(),
}  # fmt: skip
RESULT = TaskResult(original_task_ref="-", status="completed", summary="done", output_artifacts=["a.md"])

Strategy = st.SearchStrategy[Any]

a_name: Strategy = st.integers(0, 40)
"""Which of the names that stand in the log, counted from the newest, or of those above."""
an_agent: Strategy = st.sampled_from(AGENTS)
an_actor: Strategy = st.sampled_from([*AGENTS, PERSON])
an_order: Strategy = st.tuples(st.just("order"), an_actor, st.sampled_from(sorted(ORDERS)), a_name)
an_offer: Strategy = st.tuples(
    st.just("offer"), st.sampled_from(["lead", "ann", "ben"]), st.sampled_from(["TC-1", "TC-2"]) | a_name, an_agent
)
"""Under a name of its own, or under any that stands for something else."""
a_write: Strategy = st.tuples(
    st.just("write"),
    an_agent,
    st.fixed_dictionaries(
        {},
        optional={
            "status": st.sampled_from(["idle", "working", "blocked", "completed", "error"]),
            "blocked_by": st.tuples(st.sampled_from(KINDS), a_name),
            "current_task": a_name,
        },
    ).filter(bool),
    st.booleans(),
)
a_dismissal: Strategy = st.tuples(st.just("handle"), an_actor, an_agent, st.none() | a_name)
a_message: Strategy = st.tuples(
    st.just("post"),
    an_actor,
    st.sampled_from(sorted(PAYLOADS)),
    st.fixed_dictionaries(
        {"to": st.sampled_from([["lead"], ["ann"], ["ben"], ["ann", "ben"], ["cem", "lead"], [PERSON]])},
        optional={
            "in_reply_to": a_name,
            "priority": st.just("blocking"),
            "related_state_refs": st.tuples(st.sampled_from(["blocker", "decision"]), a_name),
        },
    ),
    st.fixed_dictionaries(
        {
            "original_task_ref": a_name,
            "task_ref": a_name,
            "decision_id": st.sampled_from(["D-1", "D-2"]) | a_name,
            "output_artifacts": st.lists(st.sampled_from(REFS), max_size=2, unique=True),
            "input_artifacts": st.lists(st.sampled_from(REFS), max_size=1),
            "expected": st.sampled_from(["code", *REFS]),
            "new_status": st.sampled_from(["working", "blocked", "completed", "error"]),
            "status": st.sampled_from(["completed", "partial", "failed"]),
            "severity": st.sampled_from(["critical", "warning"]),
            "conflicting_artifacts": st.lists(st.sampled_from(REFS), max_size=2, unique=True),
            "conflicting_decisions": st.lists(st.sampled_from(["D-1", "D-2"]), max_size=1),
            "blocked_by": st.tuples(st.sampled_from(KINDS), a_name),
            "artifact_ref": st.sampled_from(REFS),
            "blocking": st.booleans(),
            "can_continue_partially": st.booleans(),
            "requires_response": st.booleans(),
            "contract": st.sampled_from([None, None, "TC-1", "TC-2"]),
        }
    ),
)
an_aimed_word: Strategy = st.tuples(
    st.just("aim"),
    an_actor,
    st.sampled_from(
        ["result", "update", "done", "working", "decision", "reply", "handoff", "refs", "review", "deliver", "verify",
         "resolve", "hand over", "take", "finish", "answer", "reply to task", "offer", "withdraw", "other"]
    ),
    st.integers(0, 5),
)  # fmt: skip
"""A word that would end something that is open, if its author may."""
a_wait: Strategy = st.tuples(
    st.just("write"),
    an_agent,
    st.fixed_dictionaries({"status": st.just("blocked"), "blocked_by": st.tuples(st.sampled_from(KINDS), a_name)}),
    st.just(False),
)
a_step: Strategy = (
    an_aimed_word | an_aimed_word | an_aimed_word | a_message | a_wait | a_write | an_order | an_offer | a_dismissal
)
HISTORIES: st.SearchStrategy[list[tuple[Any, ...]]] = st.lists(a_step, min_size=12, max_size=30)


def _posted(by: str, kind: str, *to: str, header: dict[str, Any] | None = None, **changes: Any) -> tuple[Any, ...]:
    words = {"expected": "code", "contract": None, **changes}
    return ("post", by, kind, {"to": list(to), **(header or {})}, words)


BEGINNING = [
    _posted("ben", "TASK_HANDOFF", "ann", input_artifacts=[], expected="a.md"),
    _posted("ann", "TASK_RESULT", "ben", original_task_ref=7, status="partial", output_artifacts=["a.md"]),
    _posted("lead", "TASK_HANDOFF", "ann", input_artifacts=[]),
    ("write", "ben", {"status": "blocked", "blocked_by": ("task:", 7)}, False),
    ("offer", "lead", "TC-1", "cem"),
    ("order", "cem", "accept", 3),
    ("order", "cem", "deliver", 3),
    ("write", "cem", {"status": "blocked", "blocked_by": ("contract:", 3)}, False),
    ("offer", "ann", "TC-2", "ben"),
    ("order", "ben", "accept", 4),
    _posted("cem", "DECISION_REQUEST", "ben", decision_id="D-1"),
    _posted(
        "cem", "CONFLICT_REPORT", "lead", severity="critical", conflicting_artifacts=["a.md"], conflicting_decisions=[]
    ),
    _posted("ann", "FREEFORM", "cem", header={"priority": "blocking"}, requires_response=True),
    _posted("lead", "TASK_HANDOFF", "cem", "ann", input_artifacts=[]),
    _posted("cem", "STATUS_UPDATE", "lead", task_ref=7, new_status="working"),
    ("write", "ben", {"current_task": 0}, False),
    _posted("lead", "TASK_HANDOFF", "cem", input_artifacts=[]),
    ("write", "cem", {"current_task": 7}, False),
    ("write", "lead", {"status": "blocked", "blocked_by": ("task:", 7)}, False),
]
"""Something of everything is there before anybody tries what it may."""


@dataclass(frozen=True)
class Seen:
    """What nobody changes who may not."""

    blocks: dict[str, BlockerRow]
    contracts: dict[str, tuple[str, str | None]]
    owners: dict[str, str]
    blocked: dict[str, str]
    """The status of those who are blocked."""
    entries: dict[str, str | None]
    """What each says that blocks it."""
    debts: set[tuple[str, str]]
    decided: set[str]
    tasks: dict[str, str | None]


def look(team: Team) -> Seen:
    return Seen(
        blocks={row.id: row for row in team.rows(BlockerRow, resolved=False)},
        contracts={row.id: (row.state, row.outcome) for row in team.rows(ContractRow)},
        owners={row.ref: row.owner for row in team.rows(ArtifactRow)},
        blocked={agent.id: agent.status for agent in team.board().agents if agent.status == "blocked"},
        entries={agent.id: agent.blocked_by for agent in team.board().agents},
        debts={(row.message, row.debtor) for row in team.rows(DebtRow, settled=False)},
        decided={row.id for row in team.rows(DecisionRow) if row.status == "resolved"},
        tasks={row.id: row.owner for row in team.rows(TaskRow)},
    )


class Life:
    """A team that lives through a history, and an oracle that listens."""

    def __init__(self, team: Team) -> None:
        self.team, self.oracle = team, Oracle()

    def live(self, step: tuple[Any, ...]) -> None:
        before, seq = look(self.team), self.team.seq
        actor = step[1]
        try:
            command = self._command(step)
            done = self.team.do(command, by=actor)
        except (RenkeiError, ValueError):
            assert look(self.team) == before, "what is refused changes nothing"
            return
        readers = _readers(command, actor)
        after = look(self.team)
        self._check(Step(actor, command, seq, self.team), before, after, done.id, readers)

    def _command(self, step: tuple[Any, ...]) -> Command:
        match step[0]:
            case "order":
                return ORDERS[step[2]](_named(self.team, step[3], step[2]))
            case "offer":
                return OfferContract(contract=simple(id=_text(self.team, step[2]), assignee=step[3]))
            case "aim":
                return _aimed(self.team, step[1], step[2], step[3])
            case "write":
                return SetFields(fields=_fields(self.team, step[2]), why="I can do without" if step[3] else None)
            case "handle":
                return HandleMessages(reader=step[2], messages=[] if step[3] is None else [_named(self.team, step[3])])
            case _:
                return PostMessage(message=_draft(self.team, *step[2:]))

    def _check(self, step: "Step", before: Seen, after: Seen, name: str | None, readers: list[str]) -> None:
        self._check_owners(step, before, after)
        self.oracle.note(step.actor, step.command, name, readers)
        self._check_blocks(step, before, after)
        self._check_contracts(step, before, after)
        self._check_waiters(step, before, after)
        self._check_dismissals(step, before, after)
        self._check_debts(step, before, after)
        self._check_tasks(step)

    def _check_blocks(self, step: "Step", before: Seen, after: Seen) -> None:
        for name in before.blocks.keys() - after.blocks.keys():
            row = before.blocks[name]
            assert self._may_end(step, row), (step.actor, step.command, row)
            ended = [event for event in step.events("BlockerResolved") if event["id"] == name]
            assert ended  # twice, where one completes what it waits for itself
            assert {event["by"] for event in ended} == {step.actor}
            assert all(step.names_cause(event["cause"]) for event in ended), ended

    def _may_end(self, step: "Step", row: BlockerRow) -> bool:
        if step.actor == PERSON or isinstance(step.command, RemoveAgent):
            return step.actor in (PERSON, LEAD)
        if isinstance(step.command, ResolveBlocker):
            return step.actor == LEAD and step.command.blocker == row.id
        is_own_wait = row.by == step.actor and row.affected_agents == [step.actor] and step.speaks_for_itself
        return is_own_wait or (
            self._is_ender(step, row.cause) and step.is_word_on(row.cause) and self._names(step, row)
        )

    def _is_ender(self, step: "Step", cause: str | None) -> bool:
        """Verification also ends what the assignee has called done by its own names meanwhile."""
        enders = self.oracle.enders(cause)
        if isinstance(step.command, VerifyContract):
            delegator, assignee = self.oracle.contracts[step.command.contract]
            return step.actor == delegator and (step.actor in enders or assignee in enders)
        return step.actor in enders

    def _names(self, step: "Step", row: BlockerRow) -> bool:
        """A report that names a task ends the wait for no other."""
        kind, _, name = (row.cause or "").partition(":")
        is_report = step.kind == "TASK_RESULT" or (step.kind == "STATUS_UPDATE" and step.task is not None)
        return kind != "task" or not is_report or name in self.oracle.tasks_named(step.task, step.in_reply_to)

    def _check_tasks(self, step: "Step") -> None:
        """A task is whose it was, however it is called."""
        with self.team.hub.read() as view:
            found = {row.id: find_task(view, row.id) for row in self.team.rows(TaskRow)}
        for name, task in found.items():
            assert task is not None
            assert set(task.entitled) <= set(self.oracle.owners_of_task(name)), (step.actor, step.command, task)

    def _check_contracts(self, step: "Step", before: Seen, after: Seen) -> None:
        for name, state in after.contracts.items():
            if before.contracts.get(name) != state:
                parties = self.oracle.contracts.get(name, ())
                assert step.actor in parties or (step.actor == PERSON and parties), (step.actor, step.command, state)
                is_completed = state == ("closed", "completed")
                is_verified = isinstance(step.command, VerifyContract) and step.command.contract == name
                assert state[0] != "delivered" or isinstance(step.command, DeliverContract), step.command
                assert not is_completed or (is_verified and step.actor in (PERSON, self.oracle.contracts[name][0]))

    def _check_owners(self, step: "Step", before: Seen, after: Seen) -> None:
        """Against what was so before the step; a hand-off counts with what it gives."""
        for ref, owner in after.owners.items():
            old = before.owners.get(ref)
            if old is None:
                assert owner in (step.actor, *self._yielders(step)) or step.actor == PERSON, (step.command, ref)
                self.oracle.yielded_for[ref] = self._giver(step)
            elif old != owner:
                assert self._may_move(step, ref, old, owner), (step.actor, step.command, ref, old, owner)
                self.oracle.yielded_for[ref] = step.actor if step.is_handoff else self._giver(step)

    def _yielders(self, step: "Step") -> list[str]:
        return self.oracle.owners_of_task(step.task or "")

    def _giver(self, step: "Step") -> str:
        given = self.oracle.tasks.get(step.task or "")
        return given.giver if given else "-"

    def _may_move(self, step: "Step", ref: str, old: str, new: str) -> bool:
        if isinstance(step.command, RemoveAgent):
            return old == step.command.name
        givers = {old, LEAD, PERSON, self.oracle.yielded_for.get(ref)}
        if step.is_handoff or step.actor == PERSON:
            return step.actor in givers
        return new == step.actor and self._giver(step) in givers

    def _check_waiters(self, step: "Step", before: Seen, after: Seen) -> None:
        """Who was blocked goes on because its last block ended, or because it takes its own wait back."""
        present = {agent.id: agent.status for agent in self.team.board().agents}
        for row in before.blocks.values():
            if row.by != step.actor and step.actor in row.affected_agents and row.id in after.blocks:
                assert before.entries[step.actor] == after.entries[step.actor], (step.command, row)
        for agent in before.blocked:
            if agent not in present or present[agent] == "blocked":
                continue
            left = [row for row in after.blocks.values() if agent in row.affected_agents]
            if step.actor == agent and step.speaks_for_itself:
                assert present[agent] == "error" or not [row for row in left if row.by != agent], (step.command, left)
            else:
                gone = [row for name, row in before.blocks.items() if name not in after.blocks]
                assert not left, (step.actor, step.command, agent)
                assert [row for row in gone if agent in row.affected_agents], (step.actor, step.command, agent)

    def _check_debts(self, step: "Step", before: Seen, after: Seen) -> None:
        """An answer is given by the one who owes it, or by the one whose the thing is."""
        for decision in after.decided - before.decided:
            assert step.actor in (PERSON, *self.oracle.decisions[decision]), (step.actor, step.command)
        for message, debtor in before.debts - after.debts:
            is_task = message in self.oracle.tasks
            entitled = [*(self.oracle.owners_of_task(message) if is_task else [debtor]), *self.oracle.parties(message)]
            if is_task and isinstance(step.command, WithdrawTask):
                entitled.append(self.oracle.tasks[message].giver)
            assert step.actor in (PERSON, *entitled, *self.oracle.enders(f"conflict:{message}")), (step, message)

    def _check_dismissals(self, step: "Step", before: Seen, after: Seen) -> None:
        """What was asked for with priority blocking is not done with before it is answered."""
        if isinstance(step.command, HandleMessages):
            assert before.debts == after.debts
            waiting = set(self.team.waiting(step.command.reader))
            owed = {message for message, debtor in after.debts if debtor == step.command.reader}
            team = {agent.id for agent in self.team.board().agents} | {PERSON}
            asked = [self.team.message(name) for name in owed]
            held = {each.id for each in asked if each.priority == "blocking" and each.sender in team}
            assert held <= waiting


@dataclass(frozen=True)
class Step:
    actor: str
    command: Command
    seq: int
    team: Team

    @property
    def payload(self) -> Any:
        return self.command.message.payload if isinstance(self.command, PostMessage) else None

    @property
    def kind(self) -> str:
        return self.command.message.type if isinstance(self.command, PostMessage) else type(self.command).__name__

    @property
    def is_handoff(self) -> bool:
        return self.kind == "TASK_HANDOFF"

    @property
    def task(self) -> str | None:
        if isinstance(self.command, DeliverContract):
            return self.command.contract
        if isinstance(self.command, SetFields):
            return self.command.fields.get("current_task")
        return getattr(self.payload, "original_task_ref", None) or getattr(self.payload, "task_ref", None)

    @property
    def in_reply_to(self) -> str | None:
        return self.command.message.in_reply_to if isinstance(self.command, PostMessage) else None

    @property
    def speaks_for_itself(self) -> bool:
        """Whether the step sets the actor's own status."""
        return self.kind in ("SetFields", "STATUS_UPDATE", "TASK_RESULT", "DeliverContract", "ReportContract")

    def is_word_on(self, cause: str | None) -> bool:
        """Whether a step of this kind can end a wait of that kind."""
        kind = (cause or "").partition(":")[0]
        words = {
            "task": ("SetFields", "STATUS_UPDATE", "TASK_RESULT", "VerifyContract"),
            "contract": ("VerifyContract",),
            "agent": ("SetFields", "STATUS_UPDATE", "TASK_RESULT", "DeliverContract", "VerifyContract"),
            "decision": ("DECISION_RESULT",),
            "review": ("REVIEW_RESULT",),
            "conflict": ("DECISION_RESULT", "TASK_HANDOFF"),
        }
        return self.kind in words.get(kind, ())

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [json.loads(record.data) for record in self.team.events(self.seq) if record.type == kind]

    def names_cause(self, cause: str) -> bool:
        """Whether a cause is this very step: its message, or its place in the log."""
        first = self.seq + 1
        record = self.team.events(self.seq)[0]
        if record.type == "RuleSetAdopted":
            first += 1
        is_message = self.team.events(first - 1)[0].type == "MessagePosted"
        return cause == (f"MSG-{first}" if is_message else f"seq {first}")


def _readers(command: Command, actor: str) -> list[str]:
    if not isinstance(command, PostMessage):
        return []
    return [name for name in command.message.addresses if name != actor]


def _aimed(team: Team, actor: str, way: str, number: int) -> Command:
    """The way to end one of the blocks that are open."""
    rows = team.rows(BlockerRow, resolved=False)
    row = rows[number % len(rows)] if rows else None
    to = "ann" if actor != "ann" else "ben"
    contract = f"TC-{number % 2 + 1}"
    orders: dict[str, Command] = {
        "done": SetFields(fields={"status": "completed"}, why="I can do without"),
        "working": SetFields(fields={"status": "working"}, why="I can do without"),
        "other": SetFields(fields={f"agents.{to}.status": "working"}, why="go on"),
        "deliver": DeliverContract(contract=contract, result=RESULT),
        "verify": VerifyContract(contract=contract, met=[1]),
        "resolve": ResolveBlocker(blocker=row.id if row else "BLK-1", why="enough"),
        "withdraw": WithdrawTask(task=_awaited(row), why="no"),
        "offer": OfferContract(contract=simple(id=_awaited(row), assignee=to)),
    }
    return orders.get(way) or _aimed_message(team, to, way, number, row)


def _aimed_message(team: Team, to: str, way: str, number: int, row: BlockerRow | None) -> Command:
    name, post, reply = _awaited(row), {"to": to}, {"to": to, "in_reply_to": _awaited(row)}
    match way:
        case "result":
            return _said("TASK_RESULT", post, original_task_ref=name, status="completed", output_artifacts=["b.md"])
        case "update":
            return _said("STATUS_UPDATE", post, task_ref=name, new_status="completed", blockers=[])
        case "decision":
            return _said("DECISION_RESULT", post, decision_id=name)
        case "reply":
            return _said("DECISION_RESULT", reply, decision_id=f"D-{number + 7}")
        case "refs":
            refs = [{"type": "blocker", "id": row.id}] if row else []
            return _said("DECISION_RESULT", {**post, "related_state_refs": refs}, decision_id=f"D-{number + 7}")
        case "handoff":
            return _said("TASK_HANDOFF", reply)
        case "review":
            return _said("REVIEW_RESULT", reply)
        case "hand over":
            expected = {"format": REFS[number % 2], "success_criteria": ["it works"]}
            return _said("TASK_HANDOFF", post, expected_output=expected)
        case "answer":
            owed = [debt.message for debt in team.rows(DebtRow, settled=False)] or ["MSG-1"]
            question = owed[number % len(owed)]
            return _said("TASK_RESULT", post, original_task_ref=question, status="failed", output_artifacts=[])
        case "reply to task":
            answer = {"to": to, "in_reply_to": _task(team, number)}
            return _said("TASK_RESULT", answer, original_task_ref="foo", status=("partial", "completed")[number % 2])
        case "finish":
            task = _task(team, number)
            return _said("TASK_RESULT", post, original_task_ref=task, status="completed", output_artifacts=[])
        case _:
            yields = ["a.md"] if number % 2 else []
            task = _task(team, number)
            return _said("TASK_RESULT", post, original_task_ref=task, status="partial", output_artifacts=yields)


def _task(team: Team, number: int) -> str:
    tasks = [task.id for task in team.rows(TaskRow)] or ["T-1"]
    return tasks[number % len(tasks)]


def _awaited(row: BlockerRow | None) -> str:
    return (row.cause or "").partition(":")[2] if row else "MSG-1"


def _said(kind: Any, header: dict[str, Any], **payload: Any) -> Command:
    whole = {**PAYLOADS[kind], **payload}
    return PostMessage(message=DRAFT.validate_python({"type": kind, "payload": whole, **header}))


def _named(team: Team, number: int, order: str = "") -> str:
    """A name that means something: of the newest messages and blockers first."""
    with team.hub.read() as view:
        messages = [f"MSG-{record.seq}" for record in view.events() if record.type == "MessagePosted"]
    blockers = [row.id for row in team.rows(BlockerRow)]
    pool = blockers if order == "resolve" else [*NAMES, *reversed(messages), *reversed(blockers)]
    if order in ("remove", "join"):
        pool = ["ann", "ben", "cem"]
    return pool[number % len(pool)] if pool else "BLK-1"


def _fields(team: Team, fields: dict[str, Any]) -> dict[str, str | None]:
    return {field: _text(team, value) for field, value in fields.items()}


def _text(team: Team, value: Any) -> Any:
    """A number stands for a name, and so does one behind the kind of what is waited for."""
    match value:
        case bool() | str():
            return value
        case int():
            return _named(team, value)
        case (str(kind), int(number)):
            return kind + _named(team, number)
        case _:
            return value


def _draft(team: Team, kind: Any, header: dict[str, Any], changes: dict[str, Any]) -> Any:
    words: dict[str, Any] = {name: _text(team, value) for name, value in changes.items() if value is not None}
    payload: dict[str, Any] = {name: words.get(name, value) for name, value in PAYLOADS[kind].items()}
    if kind == "STATUS_UPDATE":
        payload["blockers"] = [words["blocked_by"]] if payload["new_status"] == "blocked" else []
    if kind == "TASK_HANDOFF":
        payload["expected_output"] = {"format": changes["expected"], "success_criteria": ["it works"]}
        if changes["contract"]:
            payload["task_contract"] = changes["contract"]
    refs = header.get("related_state_refs")
    named = {
        **header,
        "in_reply_to": _named(team, header["in_reply_to"]) if "in_reply_to" in header else None,
        "related_state_refs": [{"type": refs[0], "id": _named(team, refs[1])}] if refs else [],
    }
    return DRAFT.validate_python({"type": kind, "payload": payload, **named})


@pytest.mark.req("DEC-24", "DEC-25", "DEC-26", "DEC-27", "TEAM-9", "EVT-9", refused=True)
@settings(max_examples=examples(250))
@given(history=HISTORIES)
@example(history=[("aim", "ann", "offer", 0)])
@example(history=[("aim", "cem", "finish", 2)])
@example(history=[("aim", "ann", "reply to task", 2)])
@example(history=[("aim", "ben", "answer", 3)])
def test_who_is_not_entitled_changes_no_waiter_contract_owner_or_block(history: list[tuple[Any, ...]]):
    log = open_log("memory", Path())
    team = Team(log).join("lead", role="lead").join("ann", "ben", "cem")
    life = Life(team)
    for step in (*BEGINNING, *history):
        life.live(step)
    assert team.flaws() == []
    log.close()
