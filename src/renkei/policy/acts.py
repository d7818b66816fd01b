"""What somebody is about to do to a thing that is somebody's: a value for each, put to `policy.authority`."""

from renkei.board.tables import ContractRow
from renkei.protocol.terms import AgentStatus
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
    """To hand in a version of an artifact under a task; `path`: where it says that it is, another name for it."""

    artifact: str
    task: str
    path: str | None = None


@value
class HandOver:
    """To give an artifact into other hands with a task."""

    artifact: str
    task: str


@value
class HandTaskOver:
    """To give a task that is known by its name alone into other hands."""

    task: str


@value
class Settle:
    """To pay, by an answer, what somebody owes to a message."""

    message: str
    debtor: str


@value
class OfferAs:
    """To offer a contract under a name that its delegator chooses."""

    contract: str
    assignee: str


@value
class AskFor:
    """To ask for a decision."""

    decision: str
    question: str
    options: tuple[str, ...]
    owners: tuple[str, ...]
    named_by_renkei: bool = False


@value
class ResolveDecision:
    decision: str


@value
class AnswerConflict:
    report: str


@value
class AnswerReview:
    """A REVIEW_RESULT to a request."""

    request: str


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
class ImposeStatus:
    """To set an agent's status by a rule: it is the agent's word no more than the rule's author is the agent."""

    agent: str
    status: AgentStatus


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
    | HandTaskOver
    | Settle
    | OfferAs
    | AskFor
    | ResolveDecision
    | AnswerConflict
    | AnswerReview
    | Unblock
    | SetOwnStatus
    | ImposeStatus
    | NameOwnBlock
    | Dismiss
    | WriteField
    | TakeStep
    | ActInTurn
)
