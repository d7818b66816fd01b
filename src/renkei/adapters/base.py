"""The seam: what a run asks of an agent, whatever product it is.

An adapter starts an agent for a job. The agent then gives signals until it has ended, the last of them its result; it
can be spoken to while it works, asked to end, and ended with everything it has started.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, Protocol, runtime_checkable

from renkei.kit.words import speaker
from renkei.protocol.actors import Language
from renkei.sentence import Sentence
from renkei.values import value


@value
class Brief:
    """The task field by field, for agents of Renkei's own: they read no prompt."""

    cycle: int = 1
    parks: int = 0
    """How often the task has waited for a provider's limit to be over."""
    reduced: bool = False
    """Only the most important part is asked for: an attempt before this one failed."""
    team: bool = True
    goal: str = ""
    findings: str = ""
    """What was found wrong with the work before."""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """What it is to say on the blackboard."""
    blackboard: Mapping[str, Any] = field(default_factory=dict[str, Any])
    gate: bool = False
    audit: bool = False
    answer: str = "report"
    """In which form the result is handed back, as the playbook says it."""
    verify: tuple[str, ...] = ()
    """The places of another agent's result that it looks at: it is the verification specialist (RES-8)."""
    script: tuple[Mapping[str, Any], ...] | None = None
    pace: float = 0


@value
class Job:
    """Everything that an agent is started with: it shares no memory with anybody."""

    run: str
    task: str
    agent: str
    role: str
    prompt: str
    """All that a model is told."""
    folder: Path
    """Its work tree, and where it is started."""
    model: str | None = None
    tools: tuple[str, ...] | None = None
    attempt: int = 1
    execute: bool = False
    """Whether code of the repository may be run."""
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    brief: Brief = field(default_factory=Brief)
    compression: Mapping[str, Any] | None = None
    """What was done to the sources in its prompt: strategy, target, tokens before and after."""


@value
class Started:
    pid: int | None = None


@value
class Receipt:
    """What a tool call really opened or ran.

    Lines of a file of the work tree, all of them if none are named; or a command and its exit code, None if nobody
    knows that, and the numbers of tests that it printed (`passed=12 failed=1`), None if nobody kept them.
    """

    path: str | None = None
    first_line: int | None = None
    last_line: int | None = None
    command: str | None = None
    exit_code: int | None = None
    counts: str | None = None


@value
class ToolCall:
    """One step of the agent's."""

    name: str
    target: str = ""
    receipts: tuple[Receipt, ...] = ()


@value
class ToolRefused:
    """A tool that it was about to use, and that its role does not have."""

    rule: str
    tool: str
    target: str = ""


@value
class Text:
    """Something said while at work: an interim report."""

    text: str


@value
class Usage:
    """What was used since the last time.

    Say the tokens by kind where they are known: only then have they a price. The kinds do not overlap: `input` is
    without what came from a cache. `tokens` is for whoever knows the sum alone, and is that sum otherwise.
    """

    tokens: int = 0
    micros: int = 0
    """What it cost, in millionths of a dollar, if the agent's own program says so; 0 leaves it to the prices."""
    model: str | None = None
    """None: the one that the job names."""
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cache_write_1h: int = 0

    @property
    def kinds(self) -> dict[str, int]:
        """Tokens by kind; `other` are those of which nobody said it."""
        named = {
            "input": self.input,
            "output": self.output,
            "cache_read": self.cache_read,
            "cache_write": self.cache_write,
            "cache_write_1h": self.cache_write_1h,
        }
        return {**named, "other": max(0, self.tokens - sum(named.values()))}

    @property
    def total(self) -> int:
        return sum(self.kinds.values())


def new_request_id() -> str:
    return f"request-{next(_numbers)}"


_numbers: Final = count(1)


@value
class Question:
    """Something that only a person can answer. It waits for the `Answer` to this id."""

    text: str
    options: tuple[str, ...] = ()
    recommended: str | None = None
    id: str = field(default_factory=new_request_id)
    """Its own name for it, which the reply bears; made here for an agent that gives none."""
    relayed: bool = False
    """Whether it only said so in its text, and waits for nothing: the reply comes as a notice."""


@value
class PermissionRequest:
    """Something that it may not do by itself. It waits for the `Permission` of this id."""

    tool: str
    target: str = ""
    id: str = field(default_factory=new_request_id)


@value
class Idle:
    """It does nothing, and has not said that it is done."""


@value
class Result:
    """What it hands back, as it wrote it."""

    text: str


@value
class Broken:
    """It ended without a result."""

    kind: Literal["crash", "api", "agent", "lost", "limit"]
    """`lost`: Renkei's own process beside it was killed. `limit`: its provider lets nobody go on for now."""
    reason: str
    until: str | None = None
    """When such a limit is over, if anybody says so."""


AgentRequest = Question | PermissionRequest
"""What it waits for a reply to."""

Signal = Started | ToolCall | ToolRefused | Text | Usage | Question | PermissionRequest | Idle | Result | Broken


@value
class Notice:
    """Something that may not wait until it is done."""

    text: str


@value
class Answer:
    """The reply to a `Question`; empty when there will be none, and it decides itself."""

    to: str
    """The id of the question."""
    question: str
    answer: str
    why: str = ""


@value
class Permission:
    """The reply to a `PermissionRequest`."""

    to: str
    """The id of the request."""
    is_granted: bool
    why: str = ""


AgentMessage = Notice | Answer | Permission
"""What can be said to an agent at work."""


class CannotStart(Exception):
    """The agent could not be started at all."""


class StartFailed(CannotStart):
    """The operating system had no room to start it: nothing that the agent is to blame for."""


@value
class Refusal:
    """Why an agent may not use a tool so, and the rule that says it."""

    rule: str
    text: str


ToolJudge = Callable[[Job, str, Mapping[str, Any]], Refusal | None]
"""Asked before an agent uses a tool with an input: whether it may not. None lets it."""


def allow_all(job: Job, tool: str, asked: Mapping[str, Any]) -> Refusal | None:
    """For agents that only follow what is written down for them."""
    return None


class ToolServer(Protocol):
    """Our own tools for one agent, asked on the agent's pipe in messages of MCP."""

    def answer(self, message: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """None for what asks for no answer."""
        ...

    def close(self) -> None: ...


ServeJob = Callable[[Job], ToolServer]
"""Opens it for the agent of a job."""


class Agent(Protocol):
    """An agent at work."""

    def signals(self) -> Iterator[Signal]:
        """What it shows, as it comes; ends after a `Result` or `Broken`. It goes on as long as somebody listens.

        Who has reported stays to be spoken to: it then reports again, to whoever asks for its signals again.
        """
        ...

    def let_go(self) -> bool:
        """Nothing more will be said to it. Whether it then ends by itself, so that how it ends says if it did well."""
        ...

    def find_failure(self, seconds: float) -> Broken | None:
        """Why what it reported does not count: it has ended since, or does within that time, and not well."""
        ...

    def find_late_results(self) -> list[str]:
        """What it has handed back since it reported, unasked."""
        ...

    def send(self, message: AgentMessage) -> None:
        """Says something to it; it takes that in between two steps."""
        ...

    def shutdown(self, seconds: float) -> bool:
        """Asks it to end and gives it some time, then ends it; whether it ended by itself."""
        ...

    def cancel(self) -> None:
        """Ends it at once, with all that it has started."""
        ...


class Adapter(Protocol):
    """A kind of agent."""

    @property
    def name(self) -> str: ...

    @property
    def keeps_receipts(self) -> bool:
        """Whether its tool calls say what they opened and ran. Only then does what they do not say count (RES-12)."""
        ...

    def start(self, job: Job) -> Agent:
        """
        Raises:
            CannotStart: it is not there, or refuses.
            StartFailed: the operating system refuses.
        """
        ...


@runtime_checkable
class ProbesTeam(Protocol):
    """A kind of agent that looks whether its agents can work as a team: whether they can be spoken to at work."""

    def find_team_lack(self) -> Sentence | None:
        """What is missing for that; None where they can."""
        ...


# The answer to an agent's question in words, for whoever reads them: models, and the prompts of later attempts.


def describe_answer(question: str, answer: str, why: str = "", lang: Language = "en") -> str:
    """What the one who asked is told, in the words of the relay (ORCH-11); without an answer, that there will be
    none."""
    say = speaker(lang)
    asked = say("You asked: {question}", question=question)
    if not answer:
        nobody = say("Nobody answers. Decide it yourself, and say in your report what you decided.")
        return f"{asked}\n{nobody}"
    told = say("The user's answer: {answer}", answer=answer)
    reason = say("Why: {why}", why=why) if why else ""
    return f"{asked}\n{told}" + (f"\n\n{reason}" if reason else "")


_RELAYED: Final = re.compile(
    r"^\W{0,4}(?:ユーザーに確認が必要|The user has to be asked)\s*[:：]\s*(?P<question>\S.*)$", re.MULTILINE
)


def find_relayed_question(text: str) -> str | None:
    """What an agent says that the user has to be asked, in the words that its prompt gives it (ORCH-11)."""
    found = _RELAYED.search(text)
    return found["question"].strip(" *`") if found else None
