"""What a run can do next; with a question, what a person can answer it with."""

from collections.abc import Mapping
from typing import Final, Literal

from renkei.protocol.terms import AskKind, FailureKind, OffClock, ResetCause
from renkei.sentence import Sentence
from renkei.values import value

Options = Mapping[str, Sentence]
"""What a person can answer, with what it means."""


@value
class Start:
    """Take these tasks."""

    tasks: tuple[str, ...]


@value
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


@value
class StopClock:
    """Write down that the time of an attempt is none of its agent's any more."""

    task: str
    token: int
    why: OffClock


@value
class Ask:
    """Put something to a person."""

    kind: AskKind
    question: Sentence
    options: Options
    task: str | None = None
    about: str | None = None


@value
class Withdraw:
    """Take back what a person was asked and nobody needs to know any more."""

    decision: str
    why: Sentence


@value
class Reset:
    """Do these tasks again."""

    tasks: tuple[str, ...]
    cause: ResetCause


@value
class Skip:
    """Go on without a task."""

    task: str


@value
class FallBack:
    """From now on the agents work each for itself (ORCH-6)."""

    reason: Literal["unresponsive", "api"]


@value
class Wait:
    """Nothing is left to do until a person answers."""

    note: Sentence | None = None


@value
class Continue:
    """A person answered."""


@value
class End:
    """The run is over; `merge` says whether its work is to be brought into the branch that it started from."""

    state: Literal["completed", "failed", "stopped"]
    note: Sentence
    merge: bool = False


Step = Start | Cancel | StopClock | Ask | Withdraw | Reset | Skip | FallBack | Wait | Continue | End


@value
class NextSteps:
    steps: tuple[Step, ...] = ()
    until: str | None = None
    """When to decide anew though nothing happens: the next deadline."""


_STOP: Final = Sentence("end the run as failed")

OPTIONS: Final[Mapping[AskKind, Options]] = {
    "approve": {"approve": Sentence("go on"), "reject": _STOP},
    "failed": {
        "retry": Sentence("try once more"),
        "skip": Sentence("go on without it and write down the gap"),
        "stop": _STOP,
    },
    "rollback": {"again": Sentence("do all of it again"), "stop": _STOP},
    "cycles": {"again": Sentence("one more repair"), "accept": Sentence("take the work as it is"), "stop": _STOP},
    "merge": {"merge": Sentence("merge it"), "leave": Sentence("leave it on its branch")},
    "cap": {"double": Sentence("double the limit and go on"), "stop": Sentence("end the run")},
    "severity": {"accept": Sentence("take it as it is"), "stop": _STOP},
}
"""By kind of question. Nothing else is taken: each of them leads on. What agents at work ask is answered freely, and a
conflict has its own options: its sides."""

UNMENDED: Final[Options] = {
    "accept": Sentence("take it as it is; `renkei retry` has a task do it better"),
    "stop": _STOP,
}
"""Of a conflict that has no side to take."""
