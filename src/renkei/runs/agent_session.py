"""An agent at work for an attempt: started, listened to, spoken to and ended. What it shows is kept, what it uses is
counted."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, partial
from typing import Any, Final, assert_never

from renkei.adapters.base import (
    Adapter,
    Agent,
    AgentRequest,
    Broken,
    CannotStart,
    Idle,
    Job,
    PermissionRequest,
    Question,
    Result,
    Signal,
    Started,
    StartFailed,
    Text,
    ToolCall,
    ToolRefused,
    Usage,
    find_relayed_question,
)
from renkei.commands.run_base import DeniedTool
from renkei.kit.words import Say
from renkei.protocol.actors import Language
from renkei.protocol.claims import Usage as ResultUsage
from renkei.protocol.insights import Insight, find_insights
from renkei.protocol.run_events import RunUsage
from renkei.protocol.spend import Spend, add_spends
from renkei.protocol.terms import MOST_TOKENS, OffClock
from renkei.runs.outcome import AttemptKey, AttemptSignal, LifeSign, QuestionAsked, TurnUpdate
from renkei.runs.questions import Conversation
from renkei.runs.results import AttemptFailed, make_legible
from renkei.runs.retries import with_retries
from renkei.runs.trace import Trace


class AgentLost(Exception):
    """A process of Renkei's own was killed, and the agent with it."""


class AgentClock:
    """Whether the time that passes is an agent's, or Renkei's own: before it begins, and once it has reported.

    Most attempts end before anybody asks. Only where it was written down that the time is not the agent's, `tell` is
    called when it is the agent's again.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._is_noted = False
        self.off: OffClock | None = "preparing"

    def run(self) -> None:
        """From here the time is the agent's."""
        with self._lock:
            self.off, was_noted, self._is_noted = None, self._is_noted, False
        if was_noted:
            self._tell()

    def stop(self, why: OffClock) -> None:
        with self._lock:
            self.off = why

    def note(self) -> OffClock | None:
        """Why the time is not the agent's, for the one who writes it down; None where it is the agent's by now."""
        with self._lock:
            self._is_noted = self.off is not None
            return self.off


class AgentSession:
    """`stop` is set when the attempt is given up."""

    def __init__(
        self,
        key: AttemptKey,
        adapter: Adapter,
        tell: Callable[[AttemptSignal], None],
        say: Say,
        trace: Trace,
        *,
        limited: bool,
        stop: threading.Event,
        lang: Language = "en",
    ) -> None:
        self._key = key
        self._adapter = adapter
        self._tell = tell
        self.say = say
        self._trace = trace
        self._limited = limited
        self._stop = stop
        self._conversation = Conversation(self._put_request, lang)
        self.agent: Agent | None = None
        self.clock = AgentClock(partial(self._tell, LifeSign(key=key, sign="begun", usage=RunUsage())))
        self.calls: list[ToolCall] = []
        self.refused: list[ToolRefused] = []
        self.marked: list[Insight] = []
        """What it marked as worth keeping while at work."""
        self.has_result = False
        self._has_reported = False
        self._owes_update = False
        self._model: str | None = None
        self._usage = RunUsage()
        """Of the attempt since it was last told."""
        self._own_usage = Usage()
        """Of its agent since its last result."""
        self._told_at = float("-inf")

    def start(self, job: Job) -> None:
        """
        Raises:
            AttemptFailed: the agent is not there, or refuses.
        """
        self.calls.clear()
        self._model = job.model
        self.trace_job(job)
        try:
            self.agent = agent = with_retries(partial(self._adapter.start, job), on=(StartFailed,), stop=self._stop)
        except CannotStart as error:
            raise AttemptFailed("spawn", str(error)) from None
        if self._stop.is_set():
            agent.cancel()
        self._conversation.attach(agent)

    def wait_for_report(self) -> str:
        """What it reports. Who reported before it had its answers reports again with them.

        Raises:
            AttemptFailed: it ended without a report.
            AgentLost: Renkei has lost it.
        """
        text = self._wait_for_result()
        while self._conversation.wait_for_answers():
            text = self._wait_for_result()
        return text

    def _wait_for_result(self) -> str:
        assert self.agent is not None
        self.clock.run()
        for signal in self.agent.signals():
            self._trace_signal(signal)
            match signal:
                case Result(text=text):
                    self.has_result = True
                    self.clock.stop("reported")
                    return text
                case Broken(kind="lost", reason=reason) if not self._stop.is_set():
                    raise AgentLost(reason)
                case Broken(kind=kind, reason=reason, until=until):
                    raise AttemptFailed("crash" if kind == "lost" else kind, " ".join(reason.split()), until=until)
                case _:
                    self._handle_signal(signal)
        raise AttemptFailed("crash", self.say("it ended without a result"))

    def _handle_signal(self, signal: Signal) -> None:
        match signal:
            case ToolCall():
                self.calls.append(signal)
                self._count_usage(signal)
            case Usage():
                self._own_usage = _add_bounded(self._own_usage, signal)
                self._count_usage(signal)
            case Question() | PermissionRequest():
                self._conversation.ask(signal)
            case Text(text=text):
                self._handle_text(text)
            case Idle():
                self.show_life("idle")
            case ToolRefused():
                self.refused.append(signal)
            case Started() | Result() | Broken():
                pass
            case _:
                assert_never(signal)

    def _put_request(self, request: AgentRequest) -> None:
        self._tell(QuestionAsked(key=self._key, request=request))

    def _handle_text(self, text: str) -> None:
        self.marked += find_insights(text)
        if not self._has_reported:
            self._has_reported = True
            self.show_life("interim")
        if question := find_relayed_question(text):
            self._conversation.ask(Question(text=question, relayed=True))
        if self._owes_update and text.strip():
            self._owes_update = False
            self._tell(TurnUpdate(key=self._key, text=make_legible(text.strip())))

    # What is said to it

    def answer(self, answer: str, why: str) -> None:
        """To what it has asked."""
        self._conversation.answer(answer, why)

    def send_notice(self, text: str) -> None:
        """Something that may not wait until it is done."""
        self._conversation.send_notice(text)

    def ask_for_update(self, text: str) -> None:
        """The same for what it is to say something about: what it says next is its update (DEC-28)."""
        self._owes_update = True
        self._conversation.send_notice(text)

    @property
    def unput(self) -> int:
        """How many of its questions were put to nobody, for there were too many."""
        return self._conversation.unput

    def stop_waiting(self) -> None:
        """No answer comes any more."""
        self._conversation.end()

    # What it shows and uses

    def hear_beside(self, by: str, signal: Signal) -> None:
        """What an agent beside it uses is used by the task; what it says is no word of the task's agent."""
        self._trace_signal(signal)
        if isinstance(signal, ToolCall | Usage):
            self._count_usage(signal, by=by)

    def show_life(self, sign: str) -> None:
        self._tell(LifeSign(key=self._key, sign=sign, usage=self.take_usage()))

    def list_denied(self) -> list[DeniedTool]:
        """What it wanted to use and was not let, each once."""
        wanted = dict.fromkeys((each.rule, f"{each.tool} {each.target}".strip()) for each in self.refused)
        shown = [DeniedTool(rule=rule, action=make_legible(action)[:_LONGEST_ACTION]) for rule, action in wanted]
        return shown[:_MOST_DENIED]

    def take_usage(self) -> RunUsage:
        """What was used since it was last told."""
        used, self._usage = self._usage, RunUsage()
        return used

    def take_result_usage(self) -> ResultUsage:
        """What the agent has used for the result that it has just handed back."""
        used, self._own_usage = self._own_usage, Usage()
        return ResultUsage(model=self._model, tokens=used.tokens or None, cost=used.micros / 1_000_000 or None)

    def _count_usage(self, signal: ToolCall | Usage, by: str | None = None) -> None:
        """What is used, told at once where the run may use only so much. `by`: where it is not the task's agent."""
        used, is_due = self._usage, self._limited
        if isinstance(signal, ToolCall):
            self._usage = used.model_copy(update={"steps": used.steps + 1})
        else:
            self._usage = _add_to_usage(used, self._spend_of(signal, by))
            if is_due := is_due or time.monotonic() - self._told_at >= _USAGE_EVERY:
                self._told_at = time.monotonic()
        if is_due:
            self.show_life("usage")

    def _spend_of(self, signal: Usage, by: str | None) -> Spend:
        """A number that no log can hold is none."""
        counts: dict[str, Any] = {kind: min(max(0, count), MOST_TOKENS) for kind, count in signal.kinds.items()}
        micros = min(max(0, signal.micros), MOST_TOKENS) or None
        return Spend(agent=by, model=signal.model or self._model, micros=micros, **counts)

    def trace_job(self, job: Job) -> None:
        said = {"agent": job.agent, "model": job.model, "compression": job.compression, "prompt": job.prompt}
        self._trace.add(*self._key, "Job", said)

    def _trace_signal(self, signal: Signal) -> None:
        values: Mapping[str, Any] = {name: getattr(signal, name) for name in _field_names(type(signal))}
        self._trace.add(*self._key, type(signal).__name__, values)


def _add_bounded(own: Usage, more: Usage) -> Usage:
    """Sums alone. A number that no log can hold is the most that one can."""
    tokens, micros = own.tokens + max(0, more.total), own.micros + max(0, more.micros)
    return Usage(tokens=min(tokens, MOST_TOKENS), micros=min(micros, MOST_TOKENS))


def _add_to_usage(used: RunUsage, spend: Spend) -> RunUsage:
    """One entry for each agent and model, and one more where some of it was reported with its cost and some not."""
    by_key = {(each.agent, each.model, each.micros is None): each for each in used.spent}
    key = (spend.agent, spend.model, spend.micros is None)
    by_key[key] = add_spends(by_key[key], spend) if key in by_key else spend
    return RunUsage(
        tokens=min(used.tokens + spend.tokens, MOST_TOKENS),
        steps=used.steps,
        micros=min(used.micros + (spend.micros or 0), MOST_TOKENS),
        spent=[each for each in by_key.values() if not each.is_empty],
    )


_MOST_DENIED: Final = 50
"""How many refused tools of an attempt stand in the log."""
_LONGEST_ACTION: Final = 200

_USAGE_EVERY: Final = 1.0
"""How often what an agent at work has used is written to the log where nothing limits it, in seconds."""


@cache
def _field_names(kind: type[Signal]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
