"""Task contracts in the specification's form; inputs, expected_output and acceptance_criteria are enough."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag

from renkei.protocol.actors import normal_name
from renkei.protocol.base import FilledText, JsonObject, Model, Ref, Text


class Constraint(Model):
    constraint: FilledText
    hard: bool


class ContractInputs(Model):
    description: FilledText
    artifacts: list[Ref] = []
    constraints: list[Constraint] = []
    assumptions: list[FilledText] = []


class ContractOutput(Model):
    format: FilledText
    output_schema: FilledText | JsonObject | None = Field(
        default=None, validation_alias="schema", serialization_alias="schema"
    )
    deliverables: list[FilledText] = []


class AcceptanceCriterion(Model):
    criterion: FilledText
    verification_method: FilledText


class Authority(Model):
    autonomous_decisions: list[FilledText] = []
    must_consult: list[FilledText] = []
    escalation_triggers: list[FilledText] = []


class FailureHandling(Model):
    on_blocked: Text = ""
    on_partial_completion: Text = ""
    on_assumption_violation: Text = ""
    max_retries: Annotated[int, Field(ge=0)] | None = None


class Timeout(Model):
    max_steps: Annotated[int, Field(ge=1)] | None = None
    on_timeout: Text = ""


Party = Annotated[FilledText, AfterValidator(normal_name)]


class TaskContract(Model):
    """What one agent asks of another: what goes in, what comes out, and how it is told that it is right.

    Renkei fills in `id` and `created_at` where they are left out, and `delegator` with the one who offers it.
    """

    id: Ref | None = None
    delegator: Party | None = None
    assignee: Party
    created_at: FilledText | None = None
    inputs: ContractInputs
    expected_output: ContractOutput
    acceptance_criteria: Annotated[list[AcceptanceCriterion], Field(min_length=1)]
    authority: Authority = Field(default_factory=Authority)
    failure_handling: FailureHandling = Field(default_factory=FailureHandling)
    timeout: Timeout = Field(default_factory=Timeout)


def _id_or_whole(value: Any) -> Literal["id", "whole"]:
    return "id" if isinstance(value, str) else "whole"


CarriedContract = Annotated[
    Annotated[Ref, Tag("id")] | Annotated[TaskContract, Tag("whole")], Discriminator(_id_or_whole)
]
"""What a TASK_HANDOFF carries: the id of a contract that was offered, or a whole one that it offers."""


class CommandRun(Model):
    """A command that was run to check something, and how that ended."""

    check: Annotated[int, Field(ge=1)]
    """Which of the contract's checks it is for, counted from 1 (`renkei.contracts.checks`)."""
    command: FilledText
    exit_code: int | None
    """None when it was stopped at its time limit or could not be started."""
    seconds: float
    output: Text
    """The end of what it printed."""
    digest: str
    """SHA-256 of all that it printed."""
    tree: str | None = None
    """The git tree it was run on; with a `+` when files differed from it."""


class Inspection(Model):
    """What was found in the work tree when something was delivered."""

    missing: list[str] = []
    """Deliverables whose path leads nowhere."""
    schema_problems: list[str] = []
    runs: list[CommandRun] = []
    """Of the commands that constraints name."""
    tree: str | None = None
