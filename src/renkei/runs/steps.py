"""What a run can do next."""

from dataclasses import dataclass
from typing import Literal

from renkei.protocol.run_events import AskKind, FailureKind, ResetCause
from renkei.runs.options import Options
from renkei.sentence import Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """Take these tasks."""

    tasks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Cancel:
    """End an agent that hangs or costs too much; its task has failed."""

    task: str
    token: int
    failure: FailureKind
    reason: Sentence

    @property
    def is_hung(self) -> bool:
        """Whether nobody is there who could still say something."""
        return self.failure in ("hung", "team")


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """Put something to a person."""

    kind: AskKind
    question: Sentence
    options: Options
    task: str | None = None
    about: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Withdraw:
    """Take back what a person was asked and nobody needs to know any more."""

    decision: str
    why: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Reset:
    """Do these tasks again."""

    tasks: tuple[str, ...]
    cause: ResetCause


@dataclass(frozen=True, kw_only=True, slots=True)
class Leave:
    """Go on without a task."""

    task: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveUpTeam:
    """From now on the agents work each for itself (ORCH-6)."""

    reason: Literal["unresponsive", "api"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait:
    """Nothing is left to do until a person answers."""

    note: Sentence | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Continue:
    """A person answered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """The run is over; `merge` says whether its work is to be brought into the branch that it started from."""

    state: Literal["completed", "failed", "stopped"]
    note: Sentence
    merge: bool = False


Step = Start | Cancel | Ask | Withdraw | Reset | Leave | GiveUpTeam | Wait | Continue | End


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    steps: tuple[Step, ...] = ()
    until: str | None = None
    """When to decide anew though nothing happens: the next deadline."""
