"""Carries a run out on this machine: takes what `decide` says under a lease, runs agents, appends what came of them.

One process at a time: the lease dies with it, for the operating system's lock does. Whoever takes a run on later shuts
out whoever held it before (a rising token), and takes again what was begun and not finished. Nothing that is in the log
is done twice, and nothing counts that is not in the log.
"""

import os
import socket
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import singledispatchmethod
from typing import Any, Final

from renkei.adapters.base import Adapter
from renkei.board.contracts import contract
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.told import each_told
from renkei.commands.base import Command, Request
from renkei.commands.checks import RecordCheck
from renkei.commands.delivery_checks import undecided
from renkei.commands.run_base import TaskEnd, TaskTaken
from renkei.commands.run_questions import AskPerson, WithdrawQuestion
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import (
    ContinueRun,
    DismissAgent,
    EndRun,
    LeaseRun,
    LeaveTask,
    NoteTask,
    ResetTasks,
    StartTasks,
    TellOutside,
    UpdateTurn,
    WaitForPerson,
)
from renkei.commands.run_steps import GiveUpTeam as GiveUpTeamCommand
from renkei.commands.runs import MoveRun
from renkei.errors import Refused, RenkeiError, Stale
from renkei.eventlog.base import View, utc_now
from renkei.eventlog.records import Record
from renkei.hub import Batch, Hub
from renkei.kit.words import speaker
from renkei.playbooks.states import ENDED
from renkei.policy.identity import new_token, token_digest
from renkei.protocol.actors import SYSTEM, Language
from renkei.protocol.base import CONTROL
from renkei.protocol.run_events import REHEARSED
from renkei.runs.agents import Agents, Key
from renkei.runs.attempt import Asked, Ended, Heard, Sign, Update
from renkei.runs.decide import decide
from renkei.runs.outside import is_moved_by_renkei
from renkei.runs.records import record_of
from renkei.runs.site import Site
from renkei.runs.speaking import Speaking
from renkei.runs.state import RunState, load
from renkei.runs.steps import Ask, Cancel, Continue, Decision, End, GiveUpTeam, Leave, Reset, Start, Wait, Withdraw
from renkei.runs.task_contracts import is_under_contract, task_contract
from renkei.runs.trace import Trace
from renkei.runs.work import Work, work_of
from renkei.sentence import Sentence
from renkei.workspace.locks import Held
from renkei.workspace.repository import GitFailed

POLL: Final = 0.2
"""How often to look whether somebody else has said something to the run, in seconds."""

GRACE: Final = 5.0
"""How long an agent that was asked to end may take."""

MOST_CHANGES: Final = 100
"""How much of what came about outside is written down at once."""

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
        watch: Watch | None = None,
        clock: Clock = utc_now,
        env: Mapping[str, str] | None = None,
        identify: bool = False,
        grace: float = GRACE,
    ) -> None:
        self._hub = hub
        self._site = site
        self._lang: Language = lang
        self.say = speaker(lang)
        self._watch = watch
        self._clock = clock
        self._env = env or {}
        self._identify = identify
        self._secrets: dict[str, str] = {}
        """By task, the token of its newest attempt: it is kept nowhere else."""
        self._agents = Agents(site, adapter, self.say, grace=grace, stubborn=self._tell_of_force)
        site.tell_outside = self._tell_outside
        site.explain = self._is_ours
        self._last_words: dict[Key, str] = {}
        """What agents said that are ended by the steps which are taken now."""
        self._untold: list[Record] = []
        """Events of the run that `watch` has not been told of: it is once they are durable."""
        with hub.read() as view:
            self.state: RunState = load(view, run)
            self._read_up_to = view.head.seq
        self._trace = Trace(site.trace(run, self.state.run.lease))
        self._speaking = Speaking(hub, lang, self.state, self._agents)

    def carry_out(self) -> RunRow:
        """Stays with the run until it has ended, was paused, or can only wait for a person.

        Raises:
            Refused: another process carries it out, or has taken it over.
        """
        run = self.state.run
        try:
            with self._site.lock(run.id):
                try:
                    self._take_on()
                    self._work()
                    self._take_leave()
                except KeyboardInterrupt:
                    self._pause_interrupted()
                    raise
                finally:
                    self._agents.leave()
                    self._trace.flush()
        except Held:
            raise Refused(
                "The run {run} is carried out by another process ({holder}).",
                rule="RUN-1",
                run=run.id,
                holder=run.holder or "-",
            ) from None
        return self.state.run

    def _pause_interrupted(self) -> None:
        """Nobody carries the run out any more, and it says so."""
        with suppress(RenkeiError):
            self._catch_up()
            if self.state.run.state in ("running", "waiting"):
                note = self.say("interrupted by Ctrl-C")
                self._do(MoveRun(run=self.state.run.id, step="pause", note=note))

    def _take_on(self) -> None:
        self._catch_up()
        if self.state.run.state in ENDED:
            return
        taking_on = LeaseRun(run=self.state.run.id, holder=f"{socket.gethostname()}:{os.getpid()}")
        starts = self._advance([taking_on])
        self._trace = Trace(self._site.trace(self.state.run.id, self.state.run.lease))
        self._follow_log()
        self._site.sweep(self.state.run.id)
        self._speaking.take_on()
        self._begin(starts)

    def _work(self) -> None:
        decision = self._decide()
        while decision.steps or not self._is_over():
            try:
                decision = self._follow(decision) if decision.steps else self._wait(decision.until)
            except Stale:  # somebody said something to the run meanwhile
                self._catch_up()
                decision = self._decide()

    def _take_leave(self) -> None:
        """Whoever is still at work when the run is over is asked where it stands before it is ended (DEC-28)."""
        if self.state.run.state in ENDED:
            for (task, token), text in self._ask_for_updates(self._agents.at_work).items():
                with suppress(Stale):  # another process has taken the run on
                    self._hub.do(Request(command=self._updating(task, token, text), actor=SYSTEM, lang=self._lang))

    def _ask_for_updates(self, attempts: Iterable[Key]) -> dict[Key, str]:
        text = self.say(
            "The run is being stopped. Say in a few sentences what is done, what is not, and what whoever goes on has "
            "to know."
        )
        return self._agents.gather_updates(list(attempts), text)

    def _decide(self) -> Decision:
        return decide(self.state, self._clock())

    def _follow(self, decision: Decision) -> Decision:
        cut_off = [(step.task, step.token) for step in decision.steps if isinstance(step, Cancel) and not step.is_hung]
        self._last_words = self._ask_for_updates(cut_off) if cut_off else {}
        for step in decision.steps:
            self._take(step)
        return self._decide()

    def _is_over(self) -> bool:
        if self.state.run.state in ENDED:
            return True
        return self.state.run.state in ("paused", "waiting") and not self._agents.at_work

    # Steps

    @singledispatchmethod
    def _take(self, step: Any) -> None:
        raise AssertionError(step)

    @_take.register
    def _(self, step: Start) -> None:
        self._do(self._taking(step))
        self._begin([step])

    @_take.register
    def _(self, step: Cancel) -> None:
        end_it = self._agents.shut_down if step.failure in ("hung", "team") else self._agents.cancel
        end_it((step.task, step.token))
        said = self._last_words.get((step.task, step.token))
        about: dict[str, Any] = {"failure": step.failure, "summary": self._words(step.reason)}
        words: dict[str, Any] = {"silent": said is None, "notes": [said] if said else []}
        self._do(self._finishing([TaskEnd(task=step.task, token=step.token, **about, **words)]))

    @_take.register
    def _(self, step: Ask) -> None:
        options = {label: self._words(meaning) for label, meaning in step.options.items()}
        question = self._words(step.question)
        about: dict[str, Any] = {"kind": step.kind, "task": step.task, "about": step.about}
        self._do(AskPerson(**self._stamp(), **about, question=question, options=options))

    @_take.register
    def _(self, step: Withdraw) -> None:
        self._do(WithdrawQuestion(**self._stamp(), decision=step.decision, why=self._words(step.why)))

    @_take.register
    def _(self, step: Reset) -> None:
        self._do(ResetTasks(**self._stamp(), tasks=list(step.tasks), cause=step.cause))

    @_take.register
    def _(self, step: Leave) -> None:
        self._do(LeaveTask(**self._stamp(), task=step.task))

    @_take.register
    def _(self, step: GiveUpTeam) -> None:
        self._do(GiveUpTeamCommand(**self._stamp(), reason=step.reason))

    @_take.register
    def _(self, step: Wait) -> None:
        self._do(WaitForPerson(**self._stamp(), note=self._words(step.note) if step.note else ""))

    @_take.register
    def _(self, step: Continue) -> None:
        self._do(ContinueRun(**self._stamp()))

    @_take.register
    def _(self, step: End) -> None:
        self._agents.dismiss()
        if not step.merge:
            self._do(self._ending(step, self._words(step.note)))
            return
        merged = self._site.merge(self.state.run, self._merge_message(), squash=self.state.playbook.merge == "squash")
        if merged.reason:
            self._do(WaitForPerson(**self._stamp(), note=self._words(merged.reason), unmerged=True))
        else:
            self._do(self._ending(step, self._words(merged.note or step.note), merged.commit))

    def _ending(self, step: End, note: str, commit: str | None = None) -> EndRun:
        return EndRun(**self._stamp(), state=step.state, note=note, commit=commit)

    # Starting

    def _taking(self, step: Start) -> StartTasks:
        tasks = [self._taken(name) for name in step.tasks]
        return StartTasks(**self._stamp(), tasks=tasks, phase=self._phase_of(step.tasks[0]))

    def _phase_of(self, name: str) -> str:
        task = self.state.graph.tasks[name]
        return f"{self.state.playbook.name}: {task.wave or task.skill or task.kind}"

    def _taken(self, name: str) -> TaskTaken:
        playbook, task, row = self.state.playbook, self.state.graph.tasks[name], self.state.tasks[name]
        if row.recheck or row.state == "unverified":
            return TaskTaken(task=name, agent=row.agent, base=row.commit_id or row.base, recheck=True)
        contract = None
        if is_under_contract(playbook, task):
            contract = task_contract(playbook, task, self.say, check=task.check or self._site.preparation.check)
        taken = TaskTaken(task=name, agent=task.agent, base=self.state.run.head, contract=contract)
        if not self._identify:
            return taken
        self._secrets[name] = new_token()
        return taken.model_copy(update={"credential": token_digest(self._secrets[name])})

    def _begin(self, steps: Iterable[Start]) -> None:
        """Only what is in the log."""
        rows = [self.state.tasks[name] for step in steps for name in step.tasks]
        self._speaking.begin(rows)
        self._agents.begin(map(self._work_of, rows), self._trace)
        self._speaking.speak()

    def _work_of(self, row: RunTaskRow) -> Work:
        return work_of(self.state, row, self._env_of(row.task), self._speaking.news_for(row))

    def _env_of(self, task: str) -> dict[str, str]:
        """An agent's processes are that agent to every way in, and never the person who started the run."""
        token = {"RENKEI_TOKEN": self._secrets[task]} if task in self._secrets else {}
        return {**self._env, **token, "RENKEI_RUN": self.state.run.id}

    # What comes in

    def _wait(self, until: str | None) -> Decision:
        """Until something comes in, a deadline is there, or it is time to look at the log."""
        seconds = POLL if until is None else min(POLL, max(0.001, _seconds(self._clock(), until)))
        if came := self._agents.wait(seconds):
            return self._hear(came)
        self._trace.flush()
        self._catch_up()
        return self._decide()

    def _hear(self, came: list[Heard]) -> Decision:
        at_work = self._agents.at_work.keys()
        signs = [each for each in came if isinstance(each, Sign) and (each.task, each.token) in at_work]
        updates = [each for each in came if isinstance(each, Update) and (each.task, each.token) in at_work]
        said = [self._updating(each.task, each.token, each.text) for each in updates]
        questions = [*filter(None, (self._speaking.asking(each) for each in came if isinstance(each, Asked)))]
        mine, given_up = self._agents.ended(each for each in came if isinstance(each, Ended))
        if any(each.end.commit for each in given_up):
            self._site.forget(self.state.run)
        ends = [each.end for each in mine]
        starts = self._advance([*map(self._noting, signs), *said, *questions, *self._records(mine)], ends)
        if any(end.commit for end in ends):
            self._follow_log()
        self._begin(starts)
        self._agents.dismiss(self._may_go)
        return self._decide()

    def _follow_log(self) -> None:
        """Git follows the log; where it cannot, the run waits for a person to mend that."""
        try:
            self._site.follow(self.state.run)
        except GitFailed as error:
            if self.state.run.state == "running":
                note = self._words(error.text, **error.params)
                self._do(MoveRun(run=self.state.run.id, step="pause", note=note))

    def _advance(self, commands: list[Command], ends: Sequence[TaskEnd] = ()) -> list[Start]:
        """Appends what happened, and in the same commit that tasks begin, or the run ends, because of it."""
        with self._committing() as commit:
            for command in commands:
                self._append(commit, command)
            if ends:
                self._append(commit, self._finishing(self._standing(ends, commit.view)))
            steps = self._decide().steps
            starts = [step for step in steps if isinstance(step, Start)]
            for step in starts:
                self._append(commit, self._taking(step))
            for step in steps:
                if isinstance(step, End) and not step.merge:
                    self._append(commit, self._ending(step, self._words(step.note)))
        return starts

    def _noting(self, sign: Sign) -> NoteTask:
        run = self.state.run
        document = {"run": run.id, "lease": run.lease, "task": sign.task, "token": sign.token}
        return NoteTask.model_validate({**document, "sign": sign.sign, "usage": sign.usage})

    def _records(self, ended: Iterable[Ended]) -> list[RecordCheck]:
        """Results that were checked count for their agents, in the commit that ends their attempt; those of a
        rehearsal are nobody's (DEC-33)."""
        if self.state.run.agents in REHEARSED:
            return []
        rows = self.state.tasks
        return [record_of(judged, rows[each.end.task], self.say) for each in ended for judged in each.judged]

    def _updating(self, task: str, token: int, text: str) -> UpdateTurn:
        run = self.state.run
        return UpdateTurn(run=run.id, lease=run.lease, task=task, token=token, text=text)

    def _finishing(self, ends: list[TaskEnd]) -> FinishTasks:
        return FinishTasks(run=self.state.run.id, lease=self.state.run.lease, results=ends)

    def _standing(self, ends: Iterable[TaskEnd], view: View) -> list[TaskEnd]:
        """Results that do not stand after all have failed: nothing of their commits stays."""
        head, found = self.state.run.head, list[TaskEnd]()
        for end in ends:
            failure = self._fallen(end, head, view)
            if failure and end.commit:
                self._site.forget(self.state.run)
            found.append(failure or end)
            head = head if failure else end.commit or head
        return found

    def _fallen(self, end: TaskEnd, head: str | None, view: View) -> TaskEnd | None:
        """Its commit stands on one that was given up, or its agent did not wait for what it had asked."""
        failed: dict[str, Any] = {"task": end.task, "token": end.token, "usage": end.usage}
        if end.commit and end.onto != head:
            return TaskEnd(**failed, failure="conflict", summary=self.say("what it was put on top of does not stand"))
        name = self.state.tasks[end.task].contract
        under = contract(view, name) if name and end.failure is None else None
        if under and (waiting := undecided(view, under)):
            return TaskEnd(**failed, failure="agent", summary=self._words(waiting))
        return None

    def _may_go(self, task: str) -> bool:
        """TEAM-12: an agent is asked to end once the reduce that takes its result has reported."""
        graph = self.state.graph
        reduces = [name for name in graph.followers[task] if graph.tasks[name].kind == "reduce"]
        return all(self.state.tasks[name].state not in ("waiting", "running") for name in reduces)

    def _tell_of_force(self, task: str, token: int) -> None:
        run = self.state.run
        command = DismissAgent(run=run.id, lease=run.lease, task=task, token=token)
        self._hub.do(Request(command=command, actor=SYSTEM, lang=self._lang))

    def _tell_outside(self, tasks: list[str], changes: list[Sentence]) -> None:
        said = [self._words(each) for each in changes[:MOST_CHANGES]]
        if more := changes[MOST_CHANGES:]:
            said.append(self.say("and {count} more", count=len(more)))
        command = TellOutside(run=self.state.run.id, tasks=tasks, changes=said)
        self._hub.do(Request(command=command, actor=SYSTEM, lang=self._lang))

    def _is_ours(self, ref: str, new: str | None) -> bool:
        assert self._site.repository is not None
        with self._hub.read() as view:
            return is_moved_by_renkei(view, self._site.repository, ref, new)

    # The log

    def _words(self, text: str, **params: object) -> str:
        """As the log can hold it: files and agents can say anything."""
        return CONTROL.sub("\ufffd", self.say(text, **params))

    def _stamp(self) -> dict[str, Any]:
        return {"run": self.state.run.id, "lease": self.state.run.lease, "seen": self.state.run.last}

    def _do(self, command: Command) -> None:
        with self._committing() as commit:
            self._append(commit, command)

    @contextmanager
    def _committing(self) -> Generator[Batch]:
        """One commit; who watches is told of it when it is durable."""
        with self._hub.batch() as commit:
            self._read(commit.view)
            yield commit
        self._tell()

    def _append(self, commit: Batch, command: Command) -> None:
        outcome = commit.do(Request(command=command, actor=SYSTEM, lang=self._lang))
        for record, changes in outcome.written:
            self.state.apply(changes)
            self._untold.append(record)
        self._read_up_to = outcome.seq

    def _catch_up(self) -> None:
        with self._hub.read() as view:
            self._read(view)
        self._tell()

    def _read(self, view: View) -> None:
        """What others have appended."""
        if view.head.seq > self._read_up_to:
            records = view.events(after=self._read_up_to)
            self.state.take(records)
            self._untold += records
            self._read_up_to = view.head.seq

    def _tell(self) -> None:
        untold, self._untold = self._untold, []
        self._show(untold)
        self._speaking.speak(untold)

    def _show(self, records: list[Record]) -> None:
        if self._watch is None:
            return
        for record in records:
            if record.run == self.state.run.id:
                for each in each_told(record):
                    self._watch(each)

    def _merge_message(self) -> str:
        run, plan = self.state.run, self.state.plan
        title = plan.goal.strip().splitlines()[0][:72] if plan.goal.strip() else run.playbook
        return f"{run.playbook}: {title}\n\nRun: {run.id}\n"


def _seconds(now: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(now)).total_seconds()
