"""Carries a run out on this machine: takes what `decide` says under a lease, runs agents, appends what came of them.

One process at a time: the lease dies with it, for the operating system's lock does. Whoever takes a run on later shuts
out whoever held it before (a rising token), and takes again what was begun and not finished. Nothing that is in the log
is done twice, and nothing counts that is not in the log.

The story goes: `carry_out` acquires the lease, then decides, takes the steps and waits for signals of the attempts
(`attempt`), until the run is over. What the run knows and says is `run_log`. Why: docs/why/runs.md; step by step:
docs/why/walks.md.
"""

import os
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, assert_never

from renkei.adapters.base import Adapter
from renkei.board.caps import find_daily_caps
from renkei.board.contracts import find_contract
from renkei.board.fold import expand_batched
from renkei.board.run_tables import RunRow
from renkei.commands.base import Command
from renkei.commands.caps import describe_cap
from renkei.commands.delivery_checks import open_consults_text
from renkei.commands.run_base import TaskEnd
from renkei.commands.run_questions import AskPerson, WithdrawQuestion
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import (
    ContinueRun,
    DismissAgent,
    EndRun,
    LeaseRun,
    NoteTask,
    ResetTasks,
    SkipTask,
    TellOutside,
    UpdateTurn,
    WaitForPerson,
)
from renkei.commands.run_steps import FallBack as FallBackCommand
from renkei.commands.runs import MoveRun
from renkei.errors import RenkeiError, Stale
from renkei.eventlog.base import View
from renkei.eventlog.records import Record, utc_now
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.playbooks.states import ENDED
from renkei.protocol.actors import Language
from renkei.protocol.run_events import RunUsage
from renkei.runs.agents import GRACE, AgentPool
from renkei.runs.decide import decide
from renkei.runs.mailbox import AgentMailbox
from renkei.runs.outcome import AttemptEnded, AttemptKey, AttemptSignal, LifeSign, QuestionAsked, TurnUpdate
from renkei.runs.outside import is_moved_by_renkei
from renkei.runs.questions import are_all_asking
from renkei.runs.run_log import RunLog
from renkei.runs.state import RunState
from renkei.runs.steps import (
    Ask,
    Cancel,
    Continue,
    End,
    FallBack,
    NextSteps,
    Reset,
    Skip,
    Start,
    Step,
    StopClock,
    Wait,
    Withdraw,
)
from renkei.runs.trace import Trace
from renkei.runs.work import TaskStarter
from renkei.runs.workspaces import RunWorkspace, lock_run
from renkei.sentence import Sentence
from renkei.workspace.repository import GitFailed

POLL: Final = 0.2
"""How often to look whether somebody else has said something to the run, in seconds."""

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
        workspace: RunWorkspace,
        adapter: Adapter,
        others: Mapping[str, Adapter] | None = None,
        *,
        lang: Language = "en",
        watch: Watch | None = None,
        clock: Clock = utc_now,
        env: Mapping[str, str] | None = None,
        identify: bool = False,
        grace: float = GRACE,
    ) -> None:
        self._hub = hub
        self._workspace = workspace
        self.say = speaker(lang)
        self._watch = watch
        self._clock = clock
        self._last_words: dict[AttemptKey, str] = {}
        """What agents said that are ended by the steps which are taken now."""
        self._log = RunLog(hub, run, lang, self._announce_records)
        self._starter = TaskStarter(
            self._log, lang, check=workspace.preparation.check, env=env or {}, identify=identify
        )
        self._agents = AgentPool(
            workspace, adapter, self.say, grace=grace, report_dismissed=self._report_dismissed, others=others
        )
        self._mailbox = AgentMailbox(hub, lang, self.state, self._agents)
        self._trace = self._open_trace()
        workspace.tell_outside = self._tell_outside
        workspace.explain = self._is_ours

    @property
    def state(self) -> RunState:
        return self._log.state

    def carry_out(self) -> RunRow:
        """Stays with the run until it has ended, was paused, or can only wait for a person.

        Raises:
            Refused: another process carries it out, or has taken it over.
        """
        with lock_run(self._workspace.records, self.state.run):
            try:
                self._acquire_lease()
                self._work_until_over()
                self._collect_last_updates()
            except KeyboardInterrupt:
                self._pause_interrupted()
                raise
            finally:
                self._agents.close()
                self._trace.flush()
        return self.state.run

    def _acquire_lease(self) -> None:
        self._log.catch_up()
        if self.state.run.state in ENDED:
            return
        lease = LeaseRun(run=self.state.run.id, holder=f"{socket.gethostname()}:{os.getpid()}")
        self._look_at_caps()
        starts = self._commit_and_start([lease])
        self._trace = self._open_trace()
        self._move_branch()
        self._workspace.sweep(self.state.run.id)
        self._mailbox.open()
        self._begin_attempts(starts)

    def _work_until_over(self) -> None:
        decision = self._decide()
        while decision.steps or not self._is_over():
            try:
                decision = self._take_steps(decision) if decision.steps else self._wait_and_decide(decision.until)
            except Stale:  # somebody said something to the run meanwhile
                self._log.catch_up()
                decision = self._decide()

    def _collect_last_updates(self) -> None:
        """Whoever is still at work when the run is over is asked where it stands before it is ended (DEC-28)."""
        if self.state.run.state in ENDED:
            for key, text in self._ask_for_updates(self._agents.at_work).items():
                with suppress(Stale):  # another process has taken the run on
                    self._log.post(self._update_turn_command(key, text))

    def _pause_interrupted(self) -> None:
        """Nobody carries the run out any more, and it says so."""
        with suppress(RenkeiError):
            self._log.catch_up()
            if self.state.run.state in ("running", "waiting"):
                note = self.say("interrupted by Ctrl-C")
                self._log.execute(MoveRun(run=self.state.run.id, step="pause", note=note))

    def _look_at_caps(self) -> None:
        """The limits of the day are everybody's: what others use counts, too."""
        with self._hub.read() as view:
            daily = find_daily_caps(view, utc_now()[: len("2026-05-01")])
            self.state.reached = [(each.name, describe_cap(each)) for each in daily if each.level == "stop"]

    def _decide(self) -> NextSteps:
        self.state.off_clock = self._agents.list_off_clock()
        return decide(self.state, self._clock())

    def _is_over(self) -> bool:
        if self.state.run.state in ENDED:
            return True
        if self.state.run.state == "paused" and are_all_asking(self.state):
            return True
        return self.state.run.state in ("paused", "waiting") and not self._agents.at_work

    # Steps

    def _take_steps(self, decision: NextSteps) -> NextSteps:
        cut_off = [(step.task, step.token) for step in decision.steps if isinstance(step, Cancel) and not step.is_hung]
        self._last_words = self._ask_for_updates(cut_off) if cut_off else {}
        for step in decision.steps:
            self._take_step(step)
        return self._decide()

    def _take_step(self, step: Step) -> None:
        execute, fields, render = self._log.execute, self._log.step_fields(), self._log.render
        match step:
            case Start():
                execute(self._starter.start_tasks_command(step))
                self._begin_attempts([step])
            case Cancel():
                self._cancel_attempt(step)
            case StopClock(task=task, token=token):
                self._stop_clock((task, token))
            case Ask(kind=kind, task=task, about=about):
                question = render(step.question)
                options = {label: render(meaning) for label, meaning in step.options.items()}
                execute(AskPerson(**fields, kind=kind, task=task, about=about, question=question, options=options))
            case Withdraw(decision=decision, why=why):
                execute(WithdrawQuestion(**fields, decision=decision, why=render(why)))
            case Reset(tasks=tasks, cause=cause):
                execute(ResetTasks(**fields, tasks=list(tasks), cause=cause))
            case Skip(task=task):
                execute(SkipTask(**fields, task=task))
            case FallBack(reason=reason):
                execute(FallBackCommand(**fields, reason=reason))
            case Wait(note=note):
                execute(WaitForPerson(**fields, note=render(note) if note else ""))
            case Continue():
                execute(ContinueRun(**fields))
            case End():
                self._end_run(step)
            case _:
                assert_never(step)

    def _cancel_attempt(self, step: Cancel) -> None:
        key = (step.task, step.token)
        end_it = self._agents.shut_down if step.is_hung else self._agents.cancel
        end_it(key)
        said = self._last_words.get(key)
        end = TaskEnd(
            task=step.task,
            token=step.token,
            failure=step.failure,
            summary=self._log.render(step.reason),
            silent=said is None,
            notes=[said] if said else [],
        )
        self._log.execute(self._finish_tasks_command([end]))

    def _stop_clock(self, key: AttemptKey) -> None:
        """Unless its agent has begun meanwhile, or was asked for more."""
        attempt = self._agents.at_work.get(key)
        if why := attempt.clock.note() if attempt else None:
            self._log.execute(self._note_task_command(LifeSign(key=key, sign=why, usage=RunUsage())))

    def _end_run(self, step: End) -> None:
        self._agents.dismiss_done()
        if not step.merge:
            self._log.execute(self._end_run_command(step))
            return
        squash = self.state.playbook.merge == "squash"
        merged = self._workspace.merge(self.state.run, self._merge_message(), squash=squash)
        if merged.reason:
            note = self._log.render(merged.reason)
            self._log.execute(WaitForPerson(**self._log.step_fields(), note=note, unmerged=True))
        else:
            self._log.execute(self._end_run_command(step, merged.note, merged.commit))

    def _end_run_command(self, step: End, note: Sentence | None = None, commit: str | None = None) -> EndRun:
        fields = self._log.step_fields()
        return EndRun(**fields, state=step.state, note=self._log.render(note or step.note), commit=commit)

    def _merge_message(self) -> str:
        run, plan = self.state.run, self.state.plan
        title = plan.goal.strip().splitlines()[0][:72] if plan.goal.strip() else run.playbook
        return f"{run.playbook}: {title}\n\nRun: {run.id}\n"

    def _ask_for_updates(self, attempts: Iterable[AttemptKey]) -> dict[AttemptKey, str]:
        text = self.say(
            "The run is being stopped. Say in a few sentences what is done, what is not, and what whoever goes on has "
            "to know."
        )
        return self._agents.gather_updates(list(attempts), text)

    # Starting

    def _begin_attempts(self, steps: Iterable[Start]) -> None:
        """Only what is in the log."""
        rows = [self.state.tasks[name] for step in steps for name in step.tasks]
        self._mailbox.begin_attempts(rows)
        works = [self._starter.build_work(row, self._mailbox.news_for(row)) for row in rows]
        self._agents.begin_attempts(works, self._trace)
        self._mailbox.deliver()

    # What comes in

    def _wait_and_decide(self, until: str | None) -> NextSteps:
        """Until something comes in, a deadline is there, or it is time to look at the log."""
        self._look_at_caps()
        seconds = POLL if until is None else min(POLL, max(0.001, _seconds_between(self._clock(), until)))
        if signals := self._agents.wait_for_signals(seconds):
            return self._handle_signals(signals)
        self._trace.flush()
        self._log.catch_up()
        return self._decide()

    def _handle_signals(self, signals: list[AttemptSignal]) -> NextSteps:
        """What attempts tell, in one commit with what follows from it. Who was given up before is not listened to."""
        at_work = self._agents.at_work
        notes, updates, questions, ended = list[Command](), list[Command](), list[Command](), list[AttemptEnded]()
        for signal in signals:
            match signal:
                case LifeSign(key=key):
                    notes += [self._note_task_command(signal)] if key in at_work else []
                case TurnUpdate(key=key, text=text):
                    updates += [self._update_turn_command(key, text)] if key in at_work else []
                case QuestionAsked():
                    questions += filter(None, [self._mailbox.take_question(signal)])
                case AttemptEnded():
                    ended.append(signal)
                case _:
                    assert_never(signal)
        self._finish_attempts([*notes, *updates, *questions], ended)
        self._agents.dismiss_done(self._may_go)
        return self._decide()

    def _finish_attempts(self, commands: list[Command], ended: list[AttemptEnded]) -> None:
        counted, given_up = self._agents.take_ended(ended)
        if any(each.outcome.end.commit for each in given_up):
            self._workspace.reset_head(self.state.run)
        outcomes = [each.outcome for each in counted]
        checks = [check for outcome in outcomes for check in outcome.checks]
        ends = [outcome.end for outcome in outcomes]
        starts = self._commit_and_start([*commands, *checks], ends)
        if any(end.commit for end in ends):
            self._move_branch()
        self._begin_attempts(starts)

    def _commit_and_start(self, commands: Sequence[Command], ends: Sequence[TaskEnd] = ()) -> list[Start]:
        """Appends what happened, and in the same commit that tasks begin, or the run ends, because of it. It does not
        end before its branch has what landed last: nobody moves that for a run that has ended."""
        with self._log.open_batch() as batch:
            for command in commands:
                self._log.append(batch, command)
            if ends:
                self._log.append(batch, self._finish_tasks_command(self._drop_stale_results(ends, batch.view)))
            steps = self._decide().steps
            starts = [step for step in steps if isinstance(step, Start)]
            for step in starts:
                self._log.append(batch, self._starter.start_tasks_command(step))
            has_landed = any(end.commit for end in ends)
            for step in steps:
                if isinstance(step, End) and not step.merge and not has_landed:
                    self._log.append(batch, self._end_run_command(step))
        return starts

    def _drop_stale_results(self, ends: Iterable[TaskEnd], view: View) -> list[TaskEnd]:
        """Results that do not stand after all have failed: nothing of their commits stays."""
        head, found = self.state.run.head, list[TaskEnd]()
        for end in ends:
            failure = self._find_staleness(end, head, view)
            if failure and end.commit:
                self._workspace.reset_head(self.state.run)
            found.append(failure or end)
            head = head if failure else end.commit or head
        return found

    def _find_staleness(self, end: TaskEnd, head: str | None, view: View) -> TaskEnd | None:
        """Its commit stands on one that was given up, or its agent did not wait for what it had asked."""
        failed: dict[str, Any] = {"task": end.task, "token": end.token, "usage": end.usage}
        if end.commit and end.onto != head:
            return TaskEnd(**failed, failure="conflict", summary=self.say("what it was put on top of does not stand"))
        name = self.state.tasks[end.task].contract
        under = find_contract(view, name) if name and end.failure is None else None
        if under and (waiting := open_consults_text(view, under)):
            return TaskEnd(**failed, failure="agent", summary=self._log.render(waiting))
        return None

    def _move_branch(self) -> None:
        """Git follows the log; where it cannot, the run waits for a person to mend that."""
        try:
            self._workspace.move_branch(self.state.run)
        except GitFailed as error:
            if self.state.run.state == "running":
                note = self._log.render(error.text, **error.params)
                self._log.execute(MoveRun(run=self.state.run.id, step="pause", note=note))

    def _may_go(self, task: str) -> bool:
        """TEAM-12: an agent is asked to end once the reduce that takes its result has reported."""
        reduces = self.state.graph.find_reduces(task)
        return all(self.state.tasks[name].state not in ("waiting", "running") for name in reduces)

    def _note_task_command(self, sign: LifeSign) -> NoteTask:
        task, token = sign.key
        document = {**self._log.lease_fields(), "task": task, "token": token}
        return NoteTask.model_validate({**document, "sign": sign.sign, "usage": sign.usage})

    def _update_turn_command(self, key: AttemptKey, text: str) -> UpdateTurn:
        return UpdateTurn(**self._log.lease_fields(), task=key[0], token=key[1], text=text)

    def _finish_tasks_command(self, ends: list[TaskEnd]) -> FinishTasks:
        return FinishTasks(**self._log.lease_fields(), results=ends)

    # What others are told

    def _announce_records(self, records: Sequence[Record]) -> None:
        for record in records if self._watch else ():
            if record.run == self.state.run.id:
                for each in expand_batched(record):
                    assert self._watch is not None
                    self._watch(each)
        self._mailbox.deliver(records)

    def _report_dismissed(self, key: AttemptKey, failure: str | None) -> None:
        self._log.post(DismissAgent(**self._log.lease_fields(), task=key[0], token=key[1], failure=failure))

    def _tell_outside(self, tasks: list[str], changes: list[Sentence]) -> None:
        said = [self._log.render(each) for each in changes[:MOST_CHANGES]]
        if more := changes[MOST_CHANGES:]:
            said.append(self.say("and {count} more", count=len(more)))
        self._log.post(TellOutside(run=self.state.run.id, tasks=tasks, changes=said))

    def _is_ours(self, ref: str, new: str | None) -> bool:
        assert self._workspace.repository is not None
        with self._hub.read() as view:
            return is_moved_by_renkei(view, self._workspace.repository, ref, new)

    def _open_trace(self) -> Trace:
        return Trace(self._workspace.trace_file(self.state.run.id, self.state.run.lease))


def _seconds_between(now: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(now)).total_seconds()
