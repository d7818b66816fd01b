"""What an attempt tells while it is at work, and what it came to."""

from renkei.adapters.base import Agent, AgentRequest
from renkei.commands.checks import RecordCheck
from renkei.commands.run_base import TaskEnd
from renkei.protocol.run_events import RunUsage
from renkei.runs.workspaces import AttemptWorkspace
from renkei.values import value

AttemptKey = tuple[str, int]
"""An attempt: its task and its token."""


@value
class LifeSign:
    """An agent showed that it lives, or used something."""

    key: AttemptKey
    sign: str
    usage: RunUsage


@value
class TurnUpdate:
    """What an agent says that was interrupted or is to stop: where that leaves its work."""

    key: AttemptKey
    text: str


@value
class QuestionAsked:
    """An agent wants to know something, or to be allowed something, and waits."""

    key: AttemptKey
    request: AgentRequest


@value
class Outcome:
    """What a piece of work came to: plain data, which could come from another machine."""

    end: TaskEnd
    checks: tuple[RecordCheck, ...] = ()
    """The results that were handed back in it, as `renkei trust` counts them."""

    @property
    def key(self) -> AttemptKey:
        return self.end.task, self.end.token


@value
class AttemptEnded:
    """An attempt is over. The agent that had done its task waits to be dismissed; its place is kept until then."""

    outcome: Outcome
    agent: Agent | None = None
    place: AttemptWorkspace | None = None

    @property
    def key(self) -> AttemptKey:
        return self.outcome.key


AttemptSignal = LifeSign | TurnUpdate | QuestionAsked | AttemptEnded
