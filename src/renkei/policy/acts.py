"""What somebody is about to do to a thing that is somebody's: a value for each, put to `policy.authority`."""

from renkei.board.tables import ContractRow
from renkei.protocol.board import AgentStatus
from renkei.values import value


@value
class ReportOn:
    """A TASK_RESULT, TASK_BLOCKED or STATUS_UPDATE for a task."""

    task: str


@value
class Complete:
    """A word that a task is done."""

    task: str


@value
class Withdraw:
    task: str


@value
class TakeUp:
    """To begin a task that was handed to several."""

    task: str


@value
class Produce:
    """To hand in a version of an artifact under a task."""

    artifact: str
    task: str


@value
class HandOver:
    """To give an artifact into other hands with a task."""

    artifact: str
    task: str


@value
class ResolveDecision:
    decision: str


@value
class AnswerConflict:
    report: str


@value
class Unblock:
    """To end a block by an order."""

    blocker: str


@value
class SetOwnStatus:
    """To go on, to rest or to be done, by one's own word."""

    status: AgentStatus
    has_reason: bool = True
    about_all: bool = True
    """Whether it speaks of the agent as a whole, not of one task."""


@value
class NameOwnBlock:
    """To write another `blocked_by` into one's entry."""

    blocked_by: str | None


@value
class Dismiss:
    """To be done with a message without an answer."""

    reader: str
    message: str


@value
class WriteField:
    """To write a field of the board: of an agent's entry, or of the project (None)."""

    agent: str | None
    field: str


@value
class TakeStep:
    """To take a step of a contract; who it is for, the step's handler says."""

    contract: ContractRow
    step: str
    parties: tuple[str, ...]


@value
class ActInTurn:
    """To hand in results or write the board; in a run, and where the team asks for it, that needs a turn (DEC-28)."""

    required: bool
    """The team asks for it everywhere."""
    by_itself: bool = True
    """Whether the agent itself acts, and not a person in its name."""


Act = (
    ReportOn
    | Complete
    | Withdraw
    | TakeUp
    | Produce
    | HandOver
    | ResolveDecision
    | AnswerConflict
    | Unblock
    | SetOwnStatus
    | NameOwnBlock
    | Dismiss
    | WriteField
    | TakeStep
    | ActInTurn
)
