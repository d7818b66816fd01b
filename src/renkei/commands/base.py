"""What every command is: a tagged model that says who may give it, from which layer on, and what it leads to.

`decide` is pure (but for the randomness of a new token): it looks at the view, and answers with events or an error.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, Final, TypeVar, cast

from renkei.board.contracts import contract_terms
from renkei.board.tables import ContractRow
from renkei.board.team import find_member
from renkei.contracts.states import ACTIVE
from renkei.errors import Problem
from renkei.eventlog.base import View
from renkei.kit.words import Say
from renkei.policy.access import ALL, BOARD, AccessRule
from renkei.protocol.actors import Actor, Language
from renkei.protocol.artifacts import name_in_project
from renkei.protocol.base import Model
from renkei.protocol.events import Event, StepsCounted
from renkei.protocol.messages import StateRef
from renkei.protocol.spend import Spend
from renkei.sentence import Translatable
from renkei.values import value

MOST_EVENTS: Final = 10_000
"""How many events one command may lead to, with all that it sets off."""


def _keep_price(spend: Spend) -> Spend:
    """Where no prices are known, what was reported counts."""
    return spend


@value
class CommandContext:
    """The circumstances of a command: what is now, who asks, and in which language to write."""

    view: View
    actor: Actor
    say: Say
    layers: int = ALL
    """Which stage of the layers is switched on."""
    contracts_required: bool = False
    """Whether a TASK_HANDOFF has to carry a contract (CON-5)."""
    turns_required: bool = False
    """Whether an agent's results and board writes belong into a turn everywhere (DEC-28)."""
    roots: tuple[str, ...] = ()
    """The folders that are the project, where that is known."""
    price: Callable[[Spend], Spend] = _keep_price
    """Gives what was used its cost, by the prices in force."""
    today: str = ""
    """The day by the store's clock, as `2026-05-01`."""


@value
class Note:
    """Something the caller should know though the command was carried out; a template and its parameters."""

    text: Translatable
    params: dict[str, object] = field(default_factory=dict[str, object])


@value
class Outcome:
    """What a command leads to: events in order, and words for the caller."""

    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    secret: str | None = None


class Command(Model, ABC):
    """What somebody wants done: the same for CLI, MCP, HTTP and hooks."""

    tag: ClassVar[str]
    """What the wire and the log call it."""
    who: ClassVar[AccessRule | None] = None
    """Who may give it; None where that depends on its content, and `decide` finds out."""
    layer: ClassVar[int] = BOARD
    """From which stage of the layers on it is there."""
    is_step: ClassVar[bool] = True
    """Whether it is a step of the contracts that its actor works under; taking work on or laying it down is none."""

    from_outside: ClassVar[bool] = True
    """Whether it may come over a wire; others are given by Renkei's own processes only."""
    observed: ClassVar[frozenset[str]] = frozenset()
    """Fields that hold what Renkei has seen itself: nobody can say them to it."""

    names_artifacts: ClassVar[bool] = False
    """Whether artifacts of the project are named in it, by paths that the caller sees."""

    @abstractmethod
    def decide(self, context: CommandContext) -> Outcome:
        """What it leads to.

        Raises:
            BadInput, NotFound, Refused: it leads to nothing.
        """
        ...

    def find_misfits(self, document: Mapping[str, Any]) -> Iterable[Problem]:
        """What does not fit together in it, as it came over a wire, though each field is right."""
        return ()

    @property
    def layer_requirement(self) -> tuple[int, str]:
        """The stage that it needs, and what needs it."""
        return self.layer, self.tag

    @property
    def is_step_of_contract(self) -> bool:
        return self.is_step


@value
class Request:
    """A command with its circumstances: who asks, under which idempotency key, and in which language."""

    command: Command
    actor: Actor
    key: str | None = None
    """Idempotency key: the same actor's same key with the same command is done once."""
    expected_seq: int | None = None
    """Refused if the log has moved past this."""
    lang: Language = "en"


# Steps of contracts that nobody else counts (CON-3).


def count_steps(context: CommandContext, command: Command) -> list[Event]:
    """For an agent whose tool calls nobody counts, a call of the hub is a step of each contract it works under."""
    rows = context.view.select(ContractRow, order="seq", assignee=context.actor.name)
    active = [row for row in rows if row.state in ACTIVE and not row.metered]
    if not active or not command.is_step_of_contract or find_member(context.view, context.actor.name) is None:
        return []
    limited = [row for row in active if (said := contract_terms(row)) and said.timeout.max_steps is not None]
    return [StepsCounted(contract=row.id, steps=1, metered=False) for row in limited]


# The names of artifacts in a command, as the project has them: a path inside of it begins there.
# Where the project is, the log does not know, and on another machine it is elsewhere. So this is done once, at the
# door.


_NAMES: Final = frozenset(
    {
        "input_artifacts", "output_artifacts", "conflicting_artifacts", "artifacts", "artifact_ref", "deliverables",
        "format", "ref", "path",
    }
)  # fmt: skip
"""The fields of messages and contracts that hold names of artifacts."""

_ModelT = TypeVar("_ModelT", bound=Model)


def with_names_in_project(command: Command, roots: Sequence[str]) -> Command:
    """`roots`: the folders that are the project, as the caller sees them."""
    if not roots or not command.names_artifacts:
        return command
    return _rename_in_model(command, lambda text: name_in_project(text, roots))


def _rename_in_model(model: _ModelT, rename: Callable[[str], str]) -> _ModelT:
    changed = {field: new for field, value in model if (new := _rename_value(model, field, value, rename)) is not value}
    return model.model_copy(update=changed) if changed else model


def _rename_value(model: Model, field: str, value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        is_name = field in _NAMES or (isinstance(model, StateRef) and field == "id" and model.type == "artifact")
        return rename(value) if is_name else value
    if isinstance(value, Model):
        return _rename_in_model(value, rename)
    if not isinstance(value, list):
        return value
    old = cast(list[Any], value)
    new = [_rename_value(model, field, each, rename) for each in old]
    return old if all(one is other for one, other in zip(new, old, strict=True)) else new
