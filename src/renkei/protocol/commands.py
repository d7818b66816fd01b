"""What somebody wants done: the one union that CLI, MCP, HTTP and hooks share.

A command says what, a `Request` says who asks, from where, under which idempotency key and in which language.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from renkei.protocol.base import FilledText, Model, Name, Ref, Text
from renkei.protocol.claims import CodeProof, Tally, Usage
from renkei.protocol.contracts import CommandRun, Inspection, TaskContract
from renkei.protocol.messages import Draft, RequestedOption, TaskResult
from renkei.values import value

if TYPE_CHECKING:
    from renkei.protocol.run_commands import RunCommand

Language = Literal["en", "ja"]


class AddAgent(Model):
    """A member joins the team. Adding the same member again changes nothing."""

    name: Name
    role: FilledText
    model: FilledText | None = None


class RemoveAgent(Model):
    name: Text


class IssueToken(Model):
    """A new credential for an agent outside; older ones of that agent stop working."""

    name: Text


class PostMessage(Model):
    message: Draft


FieldValue = Annotated[Text, Field(max_length=4096)]
"""The board is read at every turn: what is longer belongs in a message or a file."""


class SetFields(Model):
    """Writes fields of the board: an agent's own entry, or the project's."""

    fields: Annotated[dict[Text, FieldValue | None], Field(min_length=1)]
    based_on: Annotated[int, Field(ge=0)] | None = None
    """The seq of the board that the writer had read; None means the board as it is now."""
    why: FilledText | None = None
    """The reason, for an agent that takes back a wait which it declared itself."""


class ResolveBlocker(Model):
    """The lead or a person ends a block, whatever it waits for."""

    blocker: Ref
    why: FilledText


class WithdrawTask(Model):
    """A task's delegator takes it back: it is cancelled, never completed."""

    task: Ref
    why: FilledText


class StartTurn(Model):
    """Read on entry: the agent takes the board in and its turn begins."""


class EndTurn(Model):
    """Write on exit: refused until the agent has reported and updated its entry in this turn."""


class HandleMessages(Model):
    """The reader is done with these messages (all that wait, when none is named)."""

    reader: Text
    messages: list[Ref] = []


class ShowInterrupts(Model):
    """The reader, in the middle of its work, has seen what may not wait for its next turn, up to this seq."""

    reader: Text
    up_to: Annotated[int, Field(ge=1)]


class Decide(Model):
    """A person answers a decision or a question. What was not offered needs a reason."""

    id: Ref
    option: FilledText
    why: FilledText | None = None
    constraints: list[FilledText] = []
    """What has to be kept from now on by those whom the decision affects."""


class ReadChannel(Model):
    """The reader has read a channel to its end."""

    reader: Text
    channel: Text


class RecordCheck(Model):
    """A result was checked; what becomes of it is decided here."""

    agent: str
    agent_id: str
    session: str
    mode: Literal["observe", "enforce"]
    contract: bool
    valid: bool
    status: str | None
    confidence: float | None
    rules: list[str]
    counts: dict[str, int]
    violations: list[dict[str, Any]]
    references: list[dict[str, Any]]
    proofs: list[CodeProof] = []
    """Of its claims, to be kept if it is accepted."""
    tally: list[Tally] = []
    usage: Usage = Field(default_factory=Usage)
    """Of the agent in its whole session, if it has one; else of this result."""
    action: str = "SubagentStop"
    """What the agent wanted when it was checked."""
    refusals: int | None = None
    """How often it was refused before, where the client's hooks have counted; else the log is asked."""
    checked: bool = True
    """False for a result that was given up on: it is neither valid nor false."""
    held: bool = False
    """Whether such a result was sent back."""


class OfferContract(Model):
    contract: TaskContract


class AcceptContract(Model):
    contract: Ref


class DeclineContract(Model):
    contract: Ref
    reason: FilledText


class DeliverContract(Model):
    """Posts the TASK_RESULT of a contract; `original_task_ref` may be left to Renkei."""

    contract: Ref
    result: TaskResult
    inspection: Inspection | None = Field(default=None, exclude=True)


class VerifyContract(Model):
    """Decides checks of a delivered contract: by commands that were run, and by a reviewer's word."""

    contract: Ref
    runs: list[CommandRun] = []
    met: list[int] = []
    unmet: list[int] = []
    note: Text = ""
    confirm: FilledText | None = None
    """How it was seen that the hard constraints which nothing checks are kept."""


class ConsultContract(Model):
    """Asks the delegator before something is decided that the contract reserves; holds that part until then."""

    contract: Ref
    about: FilledText
    """An entry of `must_consult`, by its number or in words."""
    question: FilledText | None = None
    options: list[RequestedOption] = []


class ReportContract(Model):
    """Tells the delegator at once that the work is blocked, an assumption broken or an escalation trigger met."""

    contract: Ref
    kind: Literal["blocked", "assumption", "trigger"]
    text: FilledText


class ResumeContract(Model):
    """Ends a hold."""

    contract: Ref
    note: Text = ""


class CloseContract(Model):
    """Ends a contract before it is fulfilled."""

    contract: Ref
    outcome: Literal["partial", "failed"]
    note: FilledText


class RecordSteps(Model):
    """Steps that a hook or an adapter has counted."""

    contract: Ref
    steps: Annotated[int, Field(ge=1)] = 1


class ApproveCommand(Model):
    """Allows a command, in exactly these words, to be run for verification."""

    command: Annotated[FilledText, Field(max_length=2000)]


class AllowExecution(Model):
    """Allows code of this repository to be run."""


class RedactBody(Model):
    """Forgets what a message or event said."""

    target: Ref


ActName = Literal[
    "ResumeRun", "CleanUp", "SetUpClient", "RemoveSetUp", "SoftenMode", "SwitchHooks", "ImportLog", "RebuildTables",
    "AcceptFindings", "RunCode", "MeasureStore", "CopyStore",
]  # fmt: skip
"""What is done in git, in files or with processes, and leaves no event of its own."""


class Act(Model):
    """Asks whether something may be done outside the store, before it is touched."""

    name: ActName


TeamCommand = (
    AddAgent
    | RemoveAgent
    | IssueToken
    | PostMessage
    | SetFields
    | ResolveBlocker
    | WithdrawTask
    | StartTurn
    | EndTurn
    | HandleMessages
    | ReadChannel
    | ShowInterrupts
    | Decide
    | RecordCheck
    | OfferContract
    | AcceptContract
    | DeclineContract
    | DeliverContract
    | VerifyContract
    | ConsultContract
    | ReportContract
    | ResumeContract
    | CloseContract
    | RecordSteps
    | ApproveCommand
    | AllowExecution
    | RedactBody
    | Act
)

Command: TypeAlias = "TeamCommand | RunCommand"
"""Not a union that is made here: most processes, and every hook, have nothing to do with runs."""


def name_of(command: Command) -> str:
    """What the table of rules and the log call a command."""
    return command.name if isinstance(command, Act) else type(command).__name__


@value
class Actor:
    """Who acts, as `identity.resolve` found it: the one place that decides this."""

    name: str
    via: Literal["terminal", "token", "hook", "system"]


PERSON = Actor(name="person", via="terminal")
CLIENT = Actor(name="client", via="hook")
"""Whoever types inside a coding client, where nobody is known to be a person."""
SYSTEM = Actor(name="system", via="system")


@value
class Request:
    """A command with its circumstances."""

    command: Command
    actor: Actor
    key: str | None = None
    """Idempotency key: the same actor's same key with the same command is done once."""
    expected_seq: int | None = None
    """Refused if the log has moved past this."""
    lang: Language = "en"
