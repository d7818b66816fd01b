"""Whose a task is (DEC-24), and whose an artifact."""

from typing import Final, Literal

from renkei.board.contracts import contract_of_task, contract_terms
from renkei.board.names import is_of_run
from renkei.board.posts import find_post
from renkei.board.tables import ArtifactRow, ContractRow, ExpectedArtifactRow, FieldRow, TaskRow
from renkei.board.team import PERSON, SYSTEM, find_member, list_members
from renkei.eventlog.base import View
from renkei.protocol.artifacts import artifact_name
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import TaskHandoff
from renkei.protocol.terms import ContractState
from renkei.values import value

UNDELIVERED: Final[tuple[ContractState, ...]] = ("accepted", "working", "held")
"""The states of a contract that its assignee has taken on and not delivered."""


@value
class Task:
    id: str
    owner: str | None
    addressees: tuple[str, ...] = ()
    """Those it was handed to."""
    delegator: str | None = None
    contract: ContractRow | None = None
    state: Literal["open", "completed", "cancelled"] = "open"

    @property
    def entitled(self) -> tuple[str, ...]:
        """Those who may report on it: its owner, or each to whom it was handed while nobody has started it."""
        return (self.owner,) if self.owner else self.addressees


def find_task(view: View, ref: str) -> Task | None:
    """The task that a reference names; None when nobody has it."""
    row = view.get(TaskRow, ref)
    if contract := contract_of_task(view, ref):
        return _task_under_contract(contract, ref, row)
    if row:
        return Task(id=ref, owner=row.owner, addressees=tuple(row.addressees), delegator=row.delegator, state=row.state)
    owner = _agent_at_run_task(view, ref) if is_of_run(ref) else None
    return Task(id=ref, owner=owner) if owner else None


def tasks_named(view: View, ref: str | None, in_reply_to: str | None = None) -> list[str]:
    """The tasks that a report is about: by its reference; where that is no task's name, the one it replies to, too."""
    if ref and find_task(view, ref):
        return [ref]
    replied = view.get(TaskRow, in_reply_to) if in_reply_to else None
    is_handoff = replied is not None and replied.delegator is not None
    return [name for name in (ref, in_reply_to if is_handoff else None) if name]


def open_tasks(view: View, owner: str) -> list[str]:
    """An agent's tasks that are neither completed nor withdrawn, oldest first."""
    return [row.id for row in view.select(TaskRow, order="seq", owner=owner, state="open")]


def open_handoffs(view: View, contract: ContractRow) -> list[str]:
    """The hand-offs that carried a contract and are neither completed nor withdrawn."""
    rows = (view.get(TaskRow, name) for name in contract.handoffs)
    return [row.id for row in rows if row and row.state == "open"]


def terms_of_task(view: View, task: Task) -> list[TaskHandoff | TaskContract]:
    """What was said when a task was given: in its hand-off, in its contract. Nothing of it once that is redacted."""
    said = contract_terms(task.contract) if task.contract else None
    handoff = find_post(view, task.id)
    is_readable = handoff is not None and handoff.type == "TASK_HANDOFF" and not handoff.redacted
    given = TaskHandoff.model_validate(handoff.payload) if handoff and is_readable else None
    return [each for each in (given, said) if each is not None]


def is_started(view: View, ref: str, agent: str) -> bool:
    """Whether an agent is at work on what it was handed: it has said so, or has accepted its contract."""
    task, row = find_task(view, ref), view.get(TaskRow, ref)
    if task is None or row is None or task.owner != agent:
        return False
    return row.started or (task.contract is not None and task.contract.state in UNDELIVERED)


def list_undelivered(view: View, agent: str) -> list[ContractRow]:
    return _contracts_in_states(view, agent, UNDELIVERED)


def has_open_contract(view: View, agent: str) -> bool:
    """Whether an agent has taken a contract on that is not verified yet."""
    return bool(_contracts_in_states(view, agent, (*UNDELIVERED, "delivered")))


def _contracts_in_states(view: View, agent: str, states: tuple[ContractState, ...]) -> list[ContractRow]:
    return [row for state in states for row in view.select(ContractRow, order="seq", assignee=agent, state=state)]


def _task_under_contract(contract: ContractRow, ref: str, row: TaskRow | None) -> Task:
    is_completed = contract.outcome == "completed"
    return Task(
        id=ref,
        owner=contract.assignee,
        addressees=(contract.assignee,),
        delegator=contract.delegator,
        contract=contract,
        state="completed" if is_completed else row.state if row and row.state == "cancelled" else "open",
    )


def _agent_at_run_task(view: View, name: str) -> str | None:
    """A task of a run is the agent's whom the run shows at it, not of one who says so of itself."""
    fields = (view.get(FieldRow, f"agents.{row.id}.current_task") for row in list_members(view))
    found = [row for row in fields if row and row.value == name and row.actor == SYSTEM]
    return min(found, key=lambda row: row.since).agent if found else None


# Whose artifacts are: those that are there, under each of their names, and those that a task is to yield.


def find_artifact(view: View, ref: str) -> ArtifactRow | None:
    """The artifact that a reference names, else the newest whose path it is."""
    name = artifact_name(ref)
    if row := view.get(ArtifactRow, name):
        return row
    return next(iter(view.select(ArtifactRow, order="seq", descending=True, limit=1, path_name=name)), None)


def task_that_yields(view: View, ref: str) -> Task | None:
    """The task that has yielded an artifact, or is to; none that was withdrawn or declined."""
    row = find_artifact(view, ref) or view.get(ExpectedArtifactRow, artifact_name(ref))
    task = find_task(view, row.task) if row and row.task else None
    is_void = task is not None and (task.state == "cancelled" or (task.contract and task.contract.state == "declined"))
    return None if is_void else task


def owners_of_artifact(view: View, ref: str) -> list[str]:
    """Whose an artifact is; nobody's once its owner has left without being followed by anybody.

    Of one that is not there yet: the owner of its task, or each to whom that was handed while nobody has started it.
    """
    if row := find_artifact(view, ref):
        names = [row.owner]
    else:
        task = task_that_yields(view, ref)
        names = list(task.entitled) if task else []
    return [name for name in names if name == PERSON or find_member(view, name)]
