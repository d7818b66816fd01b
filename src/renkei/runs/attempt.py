"""One attempt at a task, in a thread of its own: a fresh place, an agent in it, and what comes of its work."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import Any

from renkei.adapters.base import (
    Adapter,
    Agent,
    Broken,
    CannotStart,
    Idle,
    Question,
    Result,
    Signal,
    StartFailed,
    Text,
    ToolCall,
    Usage,
)
from renkei.commands.run_base import TaskEnd
from renkei.errors import RenkeiError, Unreachable
from renkei.git import one_line
from renkei.kit.verdicts import VERIFIER
from renkei.kit.words import Say
from renkei.playbooks.paths import normal
from renkei.processes import NotCarriedOut
from renkei.protocol.claims import Usage as ResultUsage
from renkei.protocol.contracts import Inspection
from renkei.protocol.run_events import RefusedFile, RunUsage
from renkei.reports.rules import Judgement
from renkei.runs.blackboard import not_looked_up, reduce_in, reduce_too
from renkei.runs.checks import failure_of, inspection_of, run_check
from renkei.runs.judge import may_keep, missing_inputs, unwritten
from renkei.runs.prompts import once_more
from renkei.runs.questions import Conversation
from renkei.runs.reading import (
    Accepted,
    AttemptFailed,
    Unreadable,
    described,
    judge_result,
    legible,
    read_gate_result,
    read_result,
)
from renkei.runs.receipts import opened_by
from renkei.runs.records import JudgedResult
from renkei.runs.site import Place, Site
from renkei.runs.task_contracts import NOTHING_WRONG, inspected
from renkei.runs.trace import Trace
from renkei.runs.tries import GIT_OR_DISK, persist
from renkei.runs.verification import SHARE_OF_TIME, places_to_verify, verifier_job
from renkei.runs.verifier import Verifier
from renkei.runs.work import Work, job_of
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace.landing import Landing


@value
class Sign:
    """An agent showed that it lives, or used something."""

    task: str
    token: int
    sign: str
    usage: RunUsage


@value
class Update:
    """What an agent says that was interrupted or is to stop: where that leaves its work."""

    task: str
    token: int
    text: str


@value
class Asked:
    """An agent wants to know something, and waits."""

    task: str
    token: int
    question: Question


@value
class Ended:
    """An attempt is over. The agent that had done its task waits to be dismissed; its place is kept until then."""

    end: TaskEnd
    agent: Agent | None = None
    place: Place | None = None
    judged: tuple[JudgedResult, ...] = ()
    """The results that were handed back in it."""


Heard = Sign | Update | Asked | Ended
"""What an attempt tells."""

Found = tuple[Inspection, str | None]
"""What was found in the work, and the check command that was not run."""


class _Lost(Exception):
    """A process of Renkei's own was killed, and the agent with it."""


class Attempt:
    """Carries one piece of work out and tells what happens, in order."""

    def __init__(
        self,
        work: Work,
        site: Site,
        adapter: Adapter,
        tell: Callable[[Heard], None],
        say: Say,
        trace: Trace,
    ) -> None:
        self._work = work
        self._site = site
        self._adapter = adapter
        self._tell = tell
        self.say = say
        self._trace = trace
        self._agent: Agent | None = None
        self._verifier: Verifier | None = None
        self._calls: list[ToolCall] = []
        self._judged: list[JudgedResult] = []
        self._own_usage = Usage()
        """What its agent has used since its last result."""
        self._model: str | None = None
        self._talk = Conversation(self._put)
        self._cancelled = threading.Event()
        self._restarts: list[str] = []
        """Why it was begun anew, each time."""
        self._tokens = self._micros = self._steps = 0
        self._reported = False
        self._owes_update = False
        self._has_result = False
        self._told = float("-inf")

    def cancel(self) -> None:
        """Ends the agent, now or as soon as it has started."""
        self._cancelled.set()
        self._talk.end()
        if verifier := self._verifier:
            verifier.cancel()
        if agent := self._agent:
            agent.cancel()

    def shut_down(self, seconds: float) -> bool:
        """Asks the agent to end, and ends it; whether it did so itself."""
        self._cancelled.set()
        self._talk.end()
        if verifier := self._verifier:
            verifier.cancel()
        agent = self._agent
        if agent is None:  # it is ended as soon as it has started
            return True
        ended = agent.shutdown(seconds)
        agent.cancel()
        return ended

    def answer(self, answer: str, why: str) -> None:
        """To what its agent has asked."""
        self._talk.answer(answer, why)

    def interrupt(self, text: str) -> None:
        """Something that may not wait until its agent is done."""
        self._talk.speak(text)

    def ask_for_update(self, text: str) -> None:
        """The same for what its agent is to say something about: what it says next is its update (DEC-28)."""
        self._owes_update = True
        self._talk.speak(text)

    def carry_out(self) -> None:
        """From the place to the result; whatever goes wrong becomes the task's failure, with its reason.

        What Renkei has lost itself is begun anew, in a fresh place: it costs the agent no attempt (DEC-32).
        """
        try:
            persist(self._carry_out_once, on=(_Lost,), stop=self._cancelled)
        except _Lost as lost:
            self._fail(AttemptFailed("spawn", str(lost)), None)

    def _carry_out_once(self) -> None:
        row = self._work.row
        place: Place | None = None
        try:
            place = persist(self._open, on=GIT_OR_DISK, stop=self._cancelled)
            if self._work.row.recheck:
                self._recheck(place)
            elif self._work.task.kind in ("reduce", "approve"):
                self._settle(place)
            else:
                self._with_agent(place)
        except _Lost as lost:
            self._restarts.append(self.say("it was begun anew: {reason}", reason=str(lost)))
            if self._agent:
                self._agent.cancel()
            if place:
                self._site.close(place)
            raise
        except AttemptFailed as failed:
            self._fail(failed, place)
        except Unreachable as error:
            self._fail(AttemptFailed("workspace", described(error, self.say)), place)
        except RenkeiError as error:
            self._fail(AttemptFailed("input", described(error, self.say)), place)
        except OSError as error:
            self._fail(AttemptFailed("workspace", f"{row.task}: {error}"), place)

    def _open(self) -> Place:
        work, row = self._work, self._work.row
        if work.task.kind == "approve":
            return Place(folder=self._site.project)
        place = self._site.open(row.run, row.task, row.token, row.base, self._cancelled)
        if not row.recheck and (missing := missing_inputs(work.task, place.folder)):
            self._site.close(place)
            raise AttemptFailed("input", self.say("inputs are missing: {paths}", paths=", ".join(missing)))
        return place

    def _recheck(self, place: Place) -> None:
        """No agent: the command that was held back, on the work as it was accepted."""
        command = self._work.row.not_run or self._check
        if command is None:
            raise AttemptFailed("check", self.say("nobody knows any more which command was to be run"))
        found = self._checked(command, place)
        self._site.close(place)  # nobody stays in it
        self._tell_end(self._end(inspection=found))

    def _checked(self, command: str, place: Place) -> Inspection:
        """What a check command came to.

        Raises:
            AttemptFailed: it did not succeed.
        """
        timeout, stop = self._site.preparation.timeout, self._cancelled
        ran = persist(partial(run_check, command, place, timeout=timeout, stop=stop), on=(NotCarriedOut,), stop=stop)
        if failure := failure_of(ran):
            raise AttemptFailed("check", self.say(failure), inspection=inspection_of(ran))
        return inspection_of(ran)

    def _with_agent(self, place: Place) -> None:
        job = job_of(self._work, place.folder)
        self._calls.clear()
        self._model = job.model
        self._keep("Job", {"agent": job.agent, "model": job.model, "prompt": job.prompt})
        try:
            start = partial(self._adapter.start, job)
            self._agent = agent = persist(start, on=(StartFailed,), stop=self._cancelled)
        except CannotStart as error:
            raise AttemptFailed("spawn", str(error)) from None
        if self._cancelled.is_set():
            agent.cancel()
        self._talk.begin(agent)
        text = self._listen(agent)
        pipes = [self.say(each) for each in self._site.remove_pipes(place)]
        try:
            accepted = self._read(text, place)
        except Unreadable as failed:
            text = self._once_more(agent, failed)
            accepted = self._read(text, place)
        if missing := unwritten(self._work.task, place.folder):
            said = [self.say("the output {path} was not written", path=path) for path in missing]
            raise AttemptFailed("report", "; ".join(said), inspection=Inspection(missing=missing))
        said = {**accepted.fields, **self._looked_at_again(accepted, text, place)}
        said = reduce_too(self._work, place, said, self.say) if self._work.task.reduce else said
        self._finish(place, agent, **{**said, "notes": [*self._restarts, *pipes, *said.get("notes", [])]})

    def _read(self, text: str, place: Place) -> Accepted:
        if self._work.task.kind == "gate":
            return read_gate_result(self._work, text, self.say)
        goes_by_reports = self._work.task.kind == "audit"  # an auditor opens nothing itself
        opened = opened_by(self._calls) if self._adapter.keeps_receipts and not goes_by_reports else None
        judgement = judge_result(self._work, text, place.folder, opened)
        self._judged.append(self._judged_result(judgement))
        return read_result(self._work, judgement, self.say)

    def _judged_result(self, judgement: Judgement) -> JudgedResult:
        used, self._own_usage = self._own_usage, Usage()
        usage = ResultUsage(model=self._model, tokens=used.tokens or None, cost=used.micros / 1_000_000 or None)
        return JudgedResult(judgement=judgement, role=self._work.task.role, usage=usage, number=len(self._judged))

    def _looked_at_again(self, accepted: Accepted, text: str, place: Place) -> dict[str, Any]:
        """RES-8: what a verification specialist could not verify in a sure result is marked.

        Raises:
            AttemptFailed: it says that something in it is not so.
        """
        places = places_to_verify(self._work, accepted.judgement) if accepted.judgement else []
        if not places or self._cancelled.is_set():
            return {}
        assert accepted.judgement
        job = verifier_job(self._work, text, places, place.folder)
        self._keep("Job", {"agent": job.agent, "model": job.model, "prompt": job.prompt})
        self._sign("verifying")
        self._verifier = verifier = Verifier(self._adapter, self._hear_verifier)
        look = verifier.verify(job, places, accepted.judgement, self._work.patience * SHARE_OF_TIME)
        if look.has_written:
            raise AttemptFailed(
                "ownership", self.say("{verifier} changed files that it only had to read", verifier=VERIFIER)
            )
        if look.refuted:
            said = legible("; ".join(look.refuted))
            reason = self.say("{verifier} says that this is not so: {said}", verifier=VERIFIER, said=said)
            raise AttemptFailed("report", reason, inspection=NOTHING_WRONG)
        doubts = [*accepted.fields["doubts"], *(legible(self.say(each)) for each in look.doubts)]
        return {"doubts": list(dict.fromkeys(doubts))}

    def _hear_verifier(self, signal: Signal) -> None:
        """What it uses is used by the task; what it says is no word of the task's agent."""
        self._keep(type(signal).__name__, {name: getattr(signal, name) for name in _names(type(signal))})
        if isinstance(signal, ToolCall | Usage):
            self._count(signal)

    def _once_more(self, agent: Agent, failed: Unreadable) -> str:
        """TEAM-11: who cannot be understood is asked once more."""
        self._talk.speak(once_more(self._work.task, failed.reason))
        try:
            return self._listen(agent)
        except AttemptFailed:
            raise failed from None

    def _listen(self, agent: Agent) -> str:
        """What it reports. Who reported before it had its answers reports again with them."""
        text = self._heard(agent)
        while self._talk.settle():
            text = self._heard(agent)
        return text

    def _heard(self, agent: Agent) -> str:
        for signal in agent.signals():
            self._keep(type(signal).__name__, {name: getattr(signal, name) for name in _names(type(signal))})
            match signal:
                case Result(text=text):
                    self._has_result = True
                    return text
                case Broken(kind=kind, reason=reason):
                    if kind == "lost" and not self._cancelled.is_set():
                        raise _Lost(reason)
                    raise AttemptFailed("crash" if kind == "lost" else kind, reason)
                case _:
                    self._hear(signal)
        raise AttemptFailed("crash", self.say("it ended without a result"))

    def _hear(self, signal: Signal) -> None:
        match signal:
            case ToolCall():
                self._calls.append(signal)
                self._count(signal)
            case Usage():
                own = self._own_usage
                self._own_usage = Usage(tokens=own.tokens + signal.tokens, micros=own.micros + signal.micros)
                self._count(signal)
            case Question():
                self._talk.ask(signal)
            case Text(text=text):
                self._take_in_word(text)
            case Idle():
                self._sign("idle")
            case _:
                pass

    def _count(self, signal: ToolCall | Usage) -> None:
        """What is used, told at once where the run may use only so much."""
        if isinstance(signal, ToolCall):
            self._steps += 1
            if self._work.limited:
                self._sign("usage")
            return
        self._tokens += signal.tokens
        self._micros += signal.micros
        if self._work.limited or time.monotonic() - self._told >= _USAGE_EVERY:
            self._told = time.monotonic()
            self._sign("usage")

    def _take_in_word(self, text: str) -> None:
        if not self._reported:
            self._reported = True
            self._sign("interim")
        if self._owes_update and text.strip():
            self._owes_update = False
            self._tell(Update(task=self._work.task.id, token=self._work.row.token, text=legible(text.strip())))

    def _settle(self, place: Place) -> None:
        """What needs no agent: an approval that was given, a reduce."""
        work = self._work
        if work.task.kind == "approve":
            self._tell_end(TaskEnd(task=work.task.id, token=work.row.token, summary=self.say("approved")))
            return
        reduced = reduce_in(work, place, work.before, self.say)
        said = "; ".join(f"{each.id} {each.kind} {each.key}" for each in reduced.conflicts)
        unchecked = not_looked_up(reduced, self.say)
        self._finish(place, None, summary=said, conflicts=reduced.conflicts, notes=unchecked, unchecked=unchecked)

    def _finish(self, place: Place, agent: Agent | None, **fields: Any) -> None:
        work, row = self._work, self._work.row
        if place.worktree is None:
            inspection, not_run = self._own_check(place)
            end = self._end(inspection=inspection, not_run=not_run, **fields)
            self._tell_end(end, agent, place)
            return
        self._site.notice_outside()
        self._site.land(
            place,
            lambda change: may_keep(work.graph.playbook, work.task, change, place.folder),
            aside=f"{row.run}/{row.task}-{row.token}",
            message=_message(work),
            declared=[path for path in map(normal, work.task.outputs) if not any(each in path for each in "*?[")],
            check=self._check if work.execute else None,
            inspect=partial(self._inspect, place),
            landed=lambda landing, onto, found: self._landed(landing, onto, found, place, agent, fields),
            stop=self._cancelled,
        )

    @property
    def _check(self) -> str | None:
        """The command that its work has to pass; whether it may be run is another question."""
        return self._work.task.check or self._site.preparation.check

    def _own_check(self, place: Place) -> Found:
        """Where nothing was landed: what the task's own check came to, or that it was not run."""
        own = self._work.task.check
        if own is None or not self._work.execute:
            return NOTHING_WRONG, own
        return self._checked(own, place), None

    def _inspect(self, place: Place, landing: Landing) -> Found:
        """What is known of work that was put where it belongs; where nothing was run, its own check may be due."""
        if landing.failure is None and landing.ran is None:
            return self._unchecked(landing, place)
        return inspected(landing, self._check), None

    def _landed(
        self, landing: Landing, onto: str, found: Found, place: Place, agent: Agent | None, fields: dict[str, Any]
    ) -> None:
        refused = tuple(RefusedFile(path=one_line(each.path), rule=each.rule) for each in landing.refused)
        inspection, not_run = found
        if landing.failure:
            seen = inspection if landing.failure == "check" else None
            said = "; ".join(legible(self.say(each)) for each in (landing.reason or "-", *landing.told))
            raise AttemptFailed(landing.failure, said, refused, inspection=seen)
        reasons = (legible(f"{self.say(each.reason)} [{each.rule}]") for each in landing.refused)
        told = (legible(self.say(each)) for each in landing.told)
        notes = [*fields.pop("notes", []), *reasons, *told]
        artifacts = fields.pop("artifacts", None) or [one_line(path) for path in landing.files]
        result = {"commit": landing.commit, "onto": onto, "refused": list(refused), "artifacts": artifacts}
        end = self._end(notes=notes, inspection=inspection, not_run=not_run, **result, **fields)
        self._tell_end(end, agent, place)

    def _unchecked(self, landing: Landing, place: Place) -> Found:
        """A commit on which nothing was run is unverified where something was to be run (DEC-30)."""
        return (NOTHING_WRONG, self._check) if landing.commit else self._own_check(place)

    def _fail(self, failed: AttemptFailed, place: Place | None) -> None:
        if self._agent:
            self._agent.cancel()
        reason = failed.reason
        if place and (kept := self._unfinished(failed, place)):
            reason = "; ".join([reason, self.say(_where(kept))])
        if place:
            self._site.close(place)
        fields: dict[str, Any] = {"refused": list(failed.refused), "outputs": failed.outputs}
        silent = self._agent is not None and not self._has_result
        fields["agentless"] = self._work.task.kind in ("reduce", "approve")
        end = self._end(failure=failed.kind, summary=reason, silent=silent, inspection=failed.inspection, **fields)
        self._tell_end(end)

    def _tell_end(self, end: TaskEnd, agent: Agent | None = None, place: Place | None = None) -> None:
        self._tell(Ended(end=end, agent=agent, place=place, judged=tuple(self._judged)))

    def _unfinished(self, failed: AttemptFailed, place: Place) -> Path | None:
        """The patch of what an agent wrote that did not come to its end."""
        row = self._work.row
        if self._agent is None or failed.kind in ("conflict", "check"):
            return None
        try:
            return self._site.keep_unfinished(place, f"{row.run}/{row.task}-{row.token}")
        except (RenkeiError, OSError):
            return None  # why it failed is worth more than what is left of it

    def _end(self, *, summary: str = "", **fields: Any) -> TaskEnd:
        task, token, said = self._work.task.id, self._work.row.token, legible(summary)
        return TaskEnd(task=task, token=token, summary=said, usage=self._used(), **fields)

    def _put(self, question: Question) -> None:
        self._tell(Asked(task=self._work.task.id, token=self._work.row.token, question=question))

    def _sign(self, sign: str) -> None:
        self._tell(Sign(task=self._work.task.id, token=self._work.row.token, sign=sign, usage=self._used()))

    def _used(self) -> RunUsage:
        """What was used since it was last told."""
        used = RunUsage(tokens=self._tokens, steps=self._steps, micros=self._micros)
        self._tokens = self._micros = self._steps = 0
        return used

    def _keep(self, signal: str, values: Mapping[str, Any]) -> None:
        self._trace.add(self._work.task.id, self._work.row.token, signal, values)


_USAGE_EVERY = 1.0
"""How often what an agent at work has used is written to the log where nothing limits it, in seconds."""


@cache
def _names(kind: type[Signal]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _where(kept: Path) -> Sentence:
    """How to get at what was kept aside."""
    if kept.is_dir():
        return Sentence("what it wrote is kept in {path}: no patch could be made of it", path=str(kept))
    return Sentence("what it wrote is kept: git apply {path}", path=str(kept))


def _message(work: Work) -> str:
    row = work.row
    title = work.task.title or work.task.id
    return f"{title}\n\nRun: {row.run}\nTask: {row.task}\nAgent: {row.agent}\n"
