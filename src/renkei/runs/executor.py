"""Carries a run out on this machine: takes what `decide` says under a lease, runs agents, appends what came of them.

One process at a time: the lease dies with it, for the operating system's lock does. Whoever takes a run on later shuts
out whoever held it before (a rising token), and takes again what was begun and not finished. Nothing that is in the log
is done twice, and nothing counts that is not in the log.
"""

import os
import queue
import socket
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from functools import singledispatchmethod
from typing import Any, Final

from renkei.adapters.base import Adapter
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.errors import Refused, Stale
from renkei.eventlog.base import utc_now
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.playbooks.states import ENDED
from renkei.protocol.commands import SYSTEM, Command, IssueToken, Language, Request
from renkei.protocol.run_commands import (
    AskPerson,
    ContinueRun,
    DismissAgent,
    EndRun,
    FinishTasks,
    LeaseRun,
    LeaveTask,
    NoteTask,
    ResetTasks,
    StartTasks,
    TaskEnd,
    TaskTaken,
    WaitForPerson,
)
from renkei.protocol.run_commands import GiveUpTeam as GiveUpTeamCommand
from renkei.runs.attempt import Attempt, Ended, Sign, Work
from renkei.runs.decide import decide
from renkei.runs.ladder import policy_of
from renkei.runs.site import Site
from renkei.runs.state import RunState, load
from renkei.runs.steps import Ask, Cancel, Continue, End, GiveUpTeam, Leave, Reset, Start, Wait
from renkei.workspace.locks import Held

POLL: Final = 0.2
"""How often to look whether somebody else has said something to the run, in seconds."""

GRACE: Final = 5.0
"""How long an agent that was asked to end may take."""

Watch = Callable[[Record], None]
Clock = Callable[[], str]


class Executor:
    """The one process that carries a run out."""

    def __init__(
        self,
        hub: Hub,
        run: str,
        site: Site,
        adapter: Adapter,
        *,
        lang: Language = "en",
        watch: Watch = lambda record: None,
        clock: Clock = utc_now,
        env: Mapping[str, str] | None = None,
        identify: bool = False,
        grace: float = GRACE,
    ) -> None:
        self._hub = hub
        self._site = site
        self._adapter = adapter
        self._lang: Language = lang
        self.say = speaker(lang)
        self._watch = watch
        self._clock = clock
        self._env = env or {}
        self._identify = identify
        self._tokens: dict[str, str] = {}
        self._grace = grace
        self._inbox: queue.SimpleQueue[Sign | Ended | BaseException] = queue.SimpleQueue()
        self._attempts: dict[int, Attempt] = {}
        self._resident: dict[int, Ended] = {}
        """By token: agents that have done their task and wait to be dismissed."""
        self._dismissals = ThreadPoolExecutor(4)
        with hub.read() as view:
            self.state: RunState = load(view, run)
            self._read_up_to = view.head.seq

    def carry_out(self) -> RunRow:
        """Stays with the run until it has ended, was paused, or can only wait for a person.

        Raises:
            Refused: another process carries it out, or has taken it over.
        """
        run = self.state.run
        try:
            with self._site.lock(run.id), ThreadPoolExecutor(self.state.playbook.parallel) as pool:
                try:
                    self._take_on()
                    self._work(pool)
                finally:
                    self._leave()
        except Held:
            raise Refused(
                "The run {run} is carried out by another process ({holder}).",
                rule="RUN-1",
                run=run.id,
                holder=run.holder or "-",
            ) from None
        return self.state.run

    def _take_on(self) -> None:
        self._catch_up()
        if self.state.run.state in ENDED:
            return
        self._do(LeaseRun(run=self.state.run.id, holder=f"{socket.gethostname()}:{os.getpid()}"))
        self._site.follow(self.state.run)
        self._site.sweep(self.state.run.id)

    def _work(self, pool: ThreadPoolExecutor) -> None:
        while True:
            decision = decide(self.state, self._clock())
            if not decision.steps and self._is_over():
                return
            try:
                for step in decision.steps:
                    self._take(step, pool)
                if not decision.steps:
                    self._wait(decision.until)
            except Stale:  # somebody said something to the run meanwhile
                self._catch_up()

    def _is_over(self) -> bool:
        if self.state.run.state in ENDED:
            return True
        return self.state.run.state in ("paused", "waiting") and not self._attempts

    def _leave(self) -> None:
        """Nothing of a run goes on without the process that carries it out."""
        for attempt in self._attempts.values():
            attempt.cancel()
        self._dismiss(list(self._resident))
        self._dismissals.shutdown()

    # Steps

    @singledispatchmethod
    def _take(self, step: Any, pool: ThreadPoolExecutor) -> None:
        raise AssertionError(step)

    @_take.register
    def _(self, step: Start, pool: ThreadPoolExecutor) -> None:
        tasks = self.state.graph.tasks
        taken = [TaskTaken(task=name, agent=tasks[name].agent, base=self.state.run.head) for name in step.tasks]
        self._do(StartTasks(**self._stamp(), tasks=taken))
        for name in step.tasks:
            self._begin(self.state.tasks[name], pool)

    @_take.register
    def _(self, step: Cancel, pool: ThreadPoolExecutor) -> None:
        attempt = self._attempts.pop(step.token, None)
        if attempt:
            attempt.cancel()
        end = TaskEnd(task=step.task, token=step.token, failure=step.failure, summary=self.say(step.reason))
        self._finish([end])

    @_take.register
    def _(self, step: Ask, pool: ThreadPoolExecutor) -> None:
        options = {label: self.say(meaning) for label, meaning in step.options.items()}
        question = self.say(step.question)
        self._do(AskPerson(**self._stamp(), kind=step.kind, task=step.task, question=question, options=options))

    @_take.register
    def _(self, step: Reset, pool: ThreadPoolExecutor) -> None:
        self._do(ResetTasks(**self._stamp(), tasks=list(step.tasks), cause=step.cause))

    @_take.register
    def _(self, step: Leave, pool: ThreadPoolExecutor) -> None:
        self._do(LeaveTask(**self._stamp(), task=step.task))

    @_take.register
    def _(self, step: GiveUpTeam, pool: ThreadPoolExecutor) -> None:
        self._do(GiveUpTeamCommand(**self._stamp(), reason=step.reason))

    @_take.register
    def _(self, step: Wait, pool: ThreadPoolExecutor) -> None:
        self._do(WaitForPerson(**self._stamp()))

    @_take.register
    def _(self, step: Continue, pool: ThreadPoolExecutor) -> None:
        self._do(ContinueRun(**self._stamp()))

    @_take.register
    def _(self, step: End, pool: ThreadPoolExecutor) -> None:
        self._dismiss(list(self._resident))
        note, commit = self.say(step.note), None
        if step.merge:
            merged = self._site.merge(
                self.state.run, self._merge_message(), squash=self.state.playbook.merge == "squash"
            )
            commit, note = merged.commit, self.say(merged.reason) if merged.reason else note
        self._do(EndRun(**self._stamp(), state=step.state, note=note, commit=commit))

    # Attempts

    def _begin(self, row: RunTaskRow, pool: ThreadPoolExecutor) -> None:
        env = self._env_of(row.agent)
        attempt = Attempt(self._work_of(row), self._site, self._adapter, self._inbox.put, self.say, env)
        self._attempts[row.token] = attempt
        pool.submit(attempt.carry_out).add_done_callback(self._check)

    def _env_of(self, agent: str) -> dict[str, str]:
        """An agent's processes are that agent to every way in, and never the person who started the run."""
        if self._identify and agent not in self._tokens:
            issued = self._hub.do(Request(command=IssueToken(name=agent), actor=SYSTEM))
            self._tokens[agent] = issued.secret or ""
        token = {"RENKEI_TOKEN": self._tokens[agent]} if self._identify else {}
        return {**self._env, **token, "RENKEI_RUN": self.state.run.id}

    def _check(self, done: Future[None]) -> None:
        """A mistake of ours in an attempt ends the run's process, not only a thread that nobody looks at."""
        if error := done.exception():
            self._inbox.put(error)

    def _work_of(self, row: RunTaskRow) -> Work:
        state, task = self.state, self.state.graph.tasks[row.task]
        before = sorted((state.tasks[name] for name in state.graph.before(row.task)), key=lambda other: other.number)
        said = [(other.task, other.outputs) for other in before if other.outputs]
        return Work(
            graph=state.graph,
            task=task,
            row=row,
            goal=state.plan.goal,
            blackboard={key: value for _, outputs in said for key, value in outputs.items()},
            before=tuple(said),
            findings=_findings(state, row),
            reduced=row.attempt > 1 and row.failures > 0 and policy_of(state, row.task).reduced_scope,
            team=state.run.team,
            execute=state.run.execute,
            limited=any(cap is not None for cap in state.run.caps.values()),
            pace=float(state.plan.variables.get("pace") or 0),
        )

    # What comes in

    def _wait(self, until: str | None) -> None:
        """Until something comes in, a deadline is there, or it is time to look at the log."""
        seconds = POLL if until is None else min(POLL, max(0.001, _seconds(self._clock(), until)))
        try:
            first = self._inbox.get(timeout=seconds)
        except queue.Empty:
            self._catch_up()
            return
        came = [first]
        while not self._inbox.empty():
            came.append(self._inbox.get())
        self._hear(came)

    def _hear(self, came: list[Sign | Ended | BaseException]) -> None:
        ended: list[Ended] = []
        for each in came:
            match each:
                case Sign():
                    self._note(each)
                case Ended():
                    ended.append(each)
                case _:
                    raise each
        mine: list[Ended] = []
        for each in ended:
            if self._attempts.pop(each.end.token, None):
                mine.append(each)
            else:
                self._discard(each)
        if mine:
            self._resident |= {each.end.token: each for each in mine if each.agent or each.place}
            self._finish(self._standing([each.end for each in mine]))
            self._dismiss([token for token, each in self._resident.items() if self._may_go(each.end.task)])

    def _discard(self, ended: Ended) -> None:
        """The result of an attempt that was given up before: nothing of it stays."""
        if ended.agent:
            ended.agent.cancel()
        if ended.place:
            self._site.close(ended.place)
        if ended.end.commit:
            self._site.forget(self.state.run)

    def _note(self, sign: Sign) -> None:
        if sign.token in self._attempts:
            run = self.state.run
            document = {"run": run.id, "lease": run.lease, "task": sign.task, "token": sign.token}
            self._do(NoteTask.model_validate({**document, "sign": sign.sign, "usage": sign.usage}))

    def _finish(self, ends: list[TaskEnd]) -> None:
        run = self.state.run
        if run.state in ENDED:
            return
        self._do(FinishTasks(run=run.id, lease=run.lease, results=ends))
        if any(end.commit for end in ends):
            self._site.follow(self.state.run)

    def _standing(self, ends: list[TaskEnd]) -> list[TaskEnd]:
        """Results whose commit stands on one that was given up have failed."""
        head, found = self.state.run.head, list[TaskEnd]()
        for end in ends:
            if end.commit and end.onto != head:
                self._site.forget(self.state.run)
                lost = self.say("what it was put on top of does not stand")
                found.append(TaskEnd(task=end.task, token=end.token, failure="conflict", summary=lost, usage=end.usage))
            else:
                found.append(end)
                head = end.commit or head
        return found

    def _may_go(self, task: str) -> bool:
        """TEAM-12: an agent is asked to end once the reduce that takes its result has reported."""
        graph = self.state.graph
        reduces = [name for name in graph.followers[task] if graph.tasks[name].kind == "reduce"]
        return all(self.state.tasks[name].state not in ("waiting", "running") for name in reduces)

    def _dismiss(self, tokens: list[int]) -> None:
        for token in tokens:
            ended = self._resident.pop(token)
            if ended.agent is None:
                self._close(ended)
                continue
            self._dismissals.submit(self._shut_down, ended).add_done_callback(self._check)

    def _shut_down(self, ended: Ended) -> None:
        assert ended.agent is not None
        if not ended.agent.shutdown(self._grace):
            run = self.state.run
            command = DismissAgent(run=run.id, lease=run.lease, task=ended.end.task, token=ended.end.token)
            self._hub.do(Request(command=command, actor=SYSTEM, lang=self._lang))
        self._close(ended)

    def _close(self, ended: Ended) -> None:
        if ended.place:
            self._site.close(ended.place)

    # The log

    def _stamp(self) -> dict[str, Any]:
        return {"run": self.state.run.id, "lease": self.state.run.lease, "seen": self.state.run.last}

    def _do(self, command: Command) -> None:
        self._hub.do(Request(command=command, actor=SYSTEM, lang=self._lang))
        self._catch_up()

    def _catch_up(self) -> None:
        with self._hub.read() as view:
            records = view.events(after=self._read_up_to)
        self._read_up_to += len(records)
        self.state.take(records)
        for record in records:
            if record.run == self.state.run.id:
                self._watch(record)

    def _merge_message(self) -> str:
        run, plan = self.state.run, self.state.plan
        title = plan.goal.strip().splitlines()[0][:72] if plan.goal.strip() else run.playbook
        return f"{run.playbook}: {title}\n\nRun: {run.id}\n"


def _findings(state: RunState, row: RunTaskRow) -> str:
    """What is to be done better: why the attempt before failed, what the gates found that sent the work back."""
    gates = [other for other in state.tasks.values() if state.graph.tasks[other.task].kind == "gate" and other != row]
    said = [other.note for other in gates] if state.run.cycle > 1 else []
    return "\n".join(filter(None, [row.note if row.failures else "", *said]))


def _seconds(now: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(now)).total_seconds()
