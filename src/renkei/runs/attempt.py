"""One attempt at a task, in a thread of its own: a fresh place, an agent in it (`agent_session`), and what comes of its
work."""

import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from renkei.adapters.base import Adapter, Agent, Job
from renkei.adapters.provider_limits import MOST_GUESSES, bound_reset, guess_reset
from renkei.commands.checks import RecordCheck
from renkei.commands.run_base import TaskEnd
from renkei.errors import RenkeiError, Unreachable
from renkei.git import one_line
from renkei.kit.words import Say
from renkei.lazy import lazy
from renkei.playbooks.paths import normalize_path, output_patterns
from renkei.playbooks.teams import NO_AGENT
from renkei.processes.supervised import NotCarriedOut
from renkei.protocol.contracts import CommandRun, Inspection
from renkei.protocol.insights import find_insights
from renkei.protocol.run_events import RefusedFile
from renkei.protocol.terms import COMPRESSOR, VERIFIER, FailureKind
from renkei.runs.agent_session import AgentClock, AgentLost, AgentSession
from renkei.runs.blackboard import describe_edit, describe_unresolved, reduce_after_agent, reduce_reports
from renkei.runs.check_command import NOTHING_WRONG, inspect_check, inspect_landing, run_check
from renkei.runs.compressor import Shorts, compress_with_model
from renkei.runs.judge import (
    find_lost_outputs,
    find_malformed_outputs,
    find_missing_inputs,
    find_unwritten_outputs,
    has_looked,
    list_taken,
    refuse_change,
)
from renkei.runs.outcome import AttemptEnded, AttemptKey, AttemptSignal, Outcome
from renkei.runs.prompts import build_report_request
from renkei.runs.results import (
    AcceptedReport,
    AttemptFailed,
    Unreadable,
    build_check_record,
    cut_answer,
    describe_error,
    judge_result,
    list_calls,
    make_legible,
    read_gate_result,
    read_receipts,
    read_result,
    require_legible_size,
)
from renkei.runs.retries import GIT_OR_DISK, with_retries
from renkei.runs.side_agent import SideAgent
from renkei.runs.trace import Trace
from renkei.runs.verification import SHARE_OF_TIME, build_verifier_job, find_places_to_verify
from renkei.runs.verifier import Verifier
from renkei.runs.work import Work, build_job
from renkei.runs.workspaces import AttemptWorkspace, RunWorkspace
from renkei.sentence import Sentence
from renkei.workspace import shell
from renkei.workspace.landing import Landing

if TYPE_CHECKING:
    from renkei.runs.aggregation import aggregate_results
else:
    aggregate_results = lazy("renkei.runs.aggregation:aggregate_results")

_LONGEST_LATE: Final = 200
"""How much of it is repeated."""
_SHARE_FOR_COMPRESSING: Final = 0.5
"""Of the time after which the attempt would be hung."""
_MOST_NAMED: Final = 3
"""Of files that were not opened, or were refused."""

_MOST_REASONS: Final = 200
"""Of files that were refused."""

Found = tuple[Inspection, str | None]
"""What was found in the work, and the check command that was not run."""


class Attempt:
    """Carries one piece of work out and tells what happens, in order."""

    def __init__(
        self,
        work: Work,
        workspace: RunWorkspace,
        adapter: Adapter,
        tell: Callable[[AttemptSignal], None],
        say: Say,
        trace: Trace,
        shorts: Shorts,
        grace: float,
    ) -> None:
        self._work = work
        self.key: AttemptKey = (work.row.task, work.row.token)
        self._workspace = workspace
        self._adapter = adapter
        self._tell = tell
        self.say = say
        self._cancelled = threading.Event()
        self._session = AgentSession(
            self.key, adapter, tell, say, trace, limited=work.limited, stop=self._cancelled, lang=work.lang
        )
        self._shorts = shorts
        self._grace = grace
        self._is_let_go = False
        self._beside: SideAgent | None = None
        """Who is asked something for it."""
        self._checks: list[RecordCheck] = []
        self._restarts: list[str] = []
        """Why it was begun anew, each time."""
        self._unasked: list[str] = []
        """What it said after its report that is no report."""

    # What may come from the run's thread while it is at work

    @property
    def clock(self) -> AgentClock:
        return self._session.clock

    def cancel(self) -> None:
        """Ends the agent, now or as soon as it has started."""
        self._stop_work()
        if agent := self._session.agent:
            agent.cancel()

    def shut_down(self, seconds: float) -> bool:
        """Asks the agent to end, and ends it; whether it did so itself."""
        self._stop_work()
        agent = self._session.agent
        if agent is None:  # it is ended as soon as it has started
            return True
        ended = agent.shutdown(seconds)
        agent.cancel()
        return ended

    def _stop_work(self) -> None:
        self._cancelled.set()
        self._session.stop_waiting()
        if beside := self._beside:
            beside.cancel()

    def answer(self, answer: str, why: str) -> None:
        self._session.answer(answer, why)

    def interrupt(self, text: str) -> None:
        self._session.send_notice(text)

    def ask_for_update(self, text: str) -> None:
        self._session.ask_for_update(text)

    # The attempt itself

    def carry_out(self) -> None:
        """From the place to the result; whatever goes wrong becomes the task's failure, with its reason.

        What Renkei has lost itself is begun anew, in a fresh place: it costs the agent no attempt (DEC-32).
        """
        try:
            with_retries(self._carry_out_once, on=(AgentLost,), stop=self._cancelled)
        except AgentLost as lost:
            self._end_failed(AttemptFailed("spawn", str(lost)), None)

    def _carry_out_once(self) -> None:
        place: AttemptWorkspace | None = None
        self.clock.stop("preparing")
        try:
            place = with_retries(self._open_place, on=GIT_OR_DISK, stop=self._cancelled)
            if self._work.row.recheck:
                self._run_check_again(place)
            elif self._work.task.kind == "approve":
                self._tell_end(
                    TaskEnd(task=self._work.task.id, token=self._work.row.token, summary=self.say("approved"))
                )
            elif self._work.task.kind == "reduce":
                self._reduce(place)
            elif self._work.task.kind == "aggregate":
                self._land_work(place, None, **aggregate_results(self._work, place.folder, self.say))
            else:
                self._let_agent_work(place)
        except AgentLost as lost:
            self._restarts.append(self.say("it was begun anew: {reason}", reason=str(lost)))
            if agent := self._session.agent:
                agent.cancel()
            if place:
                self._workspace.close_attempt(place)
            raise
        except AttemptFailed as failed:
            self._end_failed(failed, place)
        except Unreachable as error:
            self._end_failed(AttemptFailed("workspace", describe_error(error, self.say)), place)
        except RenkeiError as error:
            self._end_failed(AttemptFailed("input", describe_error(error, self.say)), place)
        except OSError as error:
            self._end_failed(AttemptFailed("workspace", f"{self._work.row.task}: {error}"), place)

    def _open_place(self) -> AttemptWorkspace:
        work, row = self._work, self._work.row
        if work.task.kind == "approve":
            return AttemptWorkspace(folder=self._workspace.project)
        place = self._workspace.open_attempt(row.run, row.task, row.token, row.base, self._cancelled)
        if not row.recheck and (missing := find_missing_inputs(work.task, place.folder)):
            self._workspace.close_attempt(place)
            raise AttemptFailed("input", self.say("inputs are missing: {paths}", paths=", ".join(missing)))
        return place

    def _run_check_again(self, place: AttemptWorkspace) -> None:
        """No agent: the command that was held back, on the work as it was accepted."""
        command = self._work.row.not_run or self._check_command
        if command is None:
            raise AttemptFailed("check", self.say("nobody knows any more which command was to be run"))
        ran = self._run_check(command, place)
        self._workspace.close_attempt(place)  # nobody stays in it
        self._tell_end(self._task_end(inspection=inspect_check(ran), notes=shell.list_shown(ran.output)))

    def _reduce(self, place: AttemptWorkspace) -> None:
        """No agent either: what the tasks before it said, brought together."""
        reduced = reduce_reports(self._work, place, self._work.before, self.say, self._workspace.project.name)
        said = "; ".join(f"{each.id} {each.kind} {each.key}" for each in reduced.conflicts)
        unchecked = describe_unresolved(reduced, self.say)
        notes = [*describe_edit(reduced, self._work.playbook.blackboard, self.say), *unchecked]
        self._land_work(place, None, summary=said, conflicts=reduced.conflicts, notes=notes, unchecked=unchecked)

    def _let_agent_work(self, place: AttemptWorkspace) -> None:
        session = self._session
        session.clock.run()
        sources = compress_with_model(self._work, place.folder, self._shorts, self._ask_compressor, self.say)
        session.start(build_job(self._work, place.folder, sources))
        text = session.wait_for_report()
        pipes = [self.say(each) for each in self._workspace.remove_pipes(place)]
        try:
            accepted = self._read_report(text, place)
        except Unreadable as failed:
            text = self._ask_for_report(failed)
            accepted = self._read_report(text, place)
        self._require_looked()
        if missing := find_unwritten_outputs(self._work.task, place.folder):
            said = [self.say("the output {path} was not written", path=path) for path in missing]
            raise AttemptFailed("report", "; ".join(said), inspection=Inspection(missing=missing))
        if wrong := find_malformed_outputs(self._work.task, place.folder):
            raise AttemptFailed("report", "; ".join(self.say(each) for each in wrong), inspection=NOTHING_WRONG)
        said = {**accepted.fields, **self._verify_claims(accepted, text, place)}
        said = self._reduce_after(place, said) if self._work.task.reduce else said
        notes = [*self._restarts, *pipes, *said.get("notes", [])]
        self._land_work(place, session.agent, **{**said, "notes": notes})

    def _require_looked(self) -> None:
        """Who judges something and opened nothing of it has judged nothing, where that is known."""
        task, calls = self._work.task, (each for call in self._session.calls for each in list_calls(call))
        if self._adapter.keeps_receipts and not has_looked(task, calls):
            more = ["…"] if task.opens[_MOST_NAMED:] else []
            said = self.say(
                "{what} counts for nothing, for its agent opened none of: {paths}",
                what=", ".join(task.outputs) or task.id,
                paths=", ".join([*task.opens[:_MOST_NAMED], *more]),
            )
            raise AttemptFailed("report", said, inspection=NOTHING_WRONG)

    def _ask_compressor(self, job: Job) -> str | Sentence:
        self._session.trace_job(job)
        self._session.show_life("usage")
        self._beside = agent = SideAgent(self._adapter, partial(self._session.hear_beside, COMPRESSOR))
        if self._cancelled.is_set():
            agent.cancel()
        return agent.ask(job, self._work.patience * _SHARE_FOR_COMPRESSING)

    def _reduce_after(self, place: AttemptWorkspace, said: dict[str, Any]) -> dict[str, Any]:
        return reduce_after_agent(self._work, place, said, self.say, self._workspace.project.name)

    def _ask_for_report(self, failed: Unreadable) -> str:
        """TEAM-11: who cannot be understood is asked once more."""
        self._session.send_notice(build_report_request(self._work.task, failed.reason, self._work.lang))
        try:
            return self._session.wait_for_report()
        except AttemptFailed:
            raise failed from None

    def _read_report(self, text: str, place: AttemptWorkspace) -> AcceptedReport:
        work, said, text = self._work, text, cut_answer(self._work, text)
        require_legible_size(text, self.say)
        if work.task.kind == "gate":
            return read_gate_result(work, text, self.say)
        goes_by_reports = work.task.kind == "audit"  # an auditor opens nothing itself
        is_known = self._adapter.keeps_receipts and not goes_by_reports
        judgement = judge_result(work, text, place.folder, read_receipts(self._session.calls) if is_known else None)
        usage, number = self._session.take_result_usage(), len(self._checks)
        if work.recorded:
            marked = [*self._session.marked, *find_insights(said)]
            self._checks.append(build_check_record(judgement, work, usage, number, self.say, marked))
        return read_result(work, judgement, text, self.say)

    def _verify_claims(self, accepted: AcceptedReport, text: str, place: AttemptWorkspace) -> dict[str, Any]:
        """RES-8: what a verification specialist could not verify in a sure result is marked.

        Raises:
            AttemptFailed: it says that something in it is not so.
        """
        places = find_places_to_verify(self._work, accepted.judgement) if accepted.judgement else []
        if not places or self._cancelled.is_set():
            return {}
        assert accepted.judgement
        job = build_verifier_job(self._work, text, places, place.folder)
        self._session.trace_job(job)
        self._session.show_life("verifying")
        self._beside = verifier = Verifier(self._adapter, partial(self._session.hear_beside, VERIFIER))
        look = verifier.verify(job, places, accepted.judgement, self._work.patience * SHARE_OF_TIME)
        if look.has_written:
            raise AttemptFailed(
                "ownership", self.say("{verifier} changed files that it only had to read", verifier=VERIFIER)
            )
        if look.refuted:
            said = make_legible("; ".join(look.refuted))
            reason = self.say("{verifier} says that this is not so: {said}", verifier=VERIFIER, said=said)
            raise AttemptFailed("report", reason, inspection=NOTHING_WRONG)
        doubts = [*accepted.fields["doubts"], *(make_legible(self.say(each)) for each in look.doubts)]
        return {"doubts": list(dict.fromkeys(doubts))}

    # What becomes of the work

    def _land_work(self, place: AttemptWorkspace, agent: Agent | None, **fields: Any) -> None:
        work, row = self._work, self._work.row
        self._is_let_go = agent is not None and not work.stays and agent.let_go()
        if place.worktree is None:
            self._require_ended_well(place)
            inspection, not_run = self._run_own_check(place)
            self._tell_end(self._task_end(inspection=inspection, not_run=not_run, **fields), agent, place)
            return
        self._workspace.notice_outside()
        self._workspace.land(
            place,
            lambda change: refuse_change(work.playbook, work.task, change, place.folder),
            aside=f"{row.run}/{row.task}-{row.token}",
            message=_commit_message(work),
            declared=[
                path for path in map(normalize_path, work.task.outputs) if not any(each in path for each in "*?[")
            ],
            check=self._check_command if work.execute else None,
            inspect=partial(self._inspect_work, place, fields),
            landed=lambda landing, onto, found: self._end_landed(landing, onto, found, place, agent, fields),
            stop=self._cancelled,
        )

    def _require_taken(self, place: AttemptWorkspace, landing: Landing, artifacts: list[str]) -> list[str]:
        """Of the files that it reports those that came in. What was asked for and was refused is not done.

        Raises:
            AttemptFailed
        """
        task, there = self._work.task, self._workspace.list_files(place, landing)
        taken = list_taken(artifacts, landing, there, place.folder)
        lost = find_lost_outputs(task, landing, there) or ([] if taken else artifacts)
        if lost:
            said = [
                self.say("{path} is not in what was taken of its work: it was refused, or git ignores it", path=path)
                for path in lost
            ]
            said += [self.say(each.reason) for each in landing.refused[:_MOST_NAMED]]
            refused = _list_refused(landing)
            raise AttemptFailed("report", make_legible("; ".join(said)), refused, inspection=Inspection(missing=lost))
        return taken

    def _end_landed(
        self,
        landing: Landing,
        onto: str,
        found: Found,
        place: AttemptWorkspace,
        agent: Agent | None,
        fields: dict[str, Any],
    ) -> None:
        refused = _list_refused(landing)
        inspection, not_run = found
        if landing.failure:
            seen = inspection if landing.failure == "check" else None
            said = "; ".join(make_legible(self.say(each)) for each in (landing.reason or "-", *landing.told))
            raise AttemptFailed(landing.failure, said, refused, inspection=seen)
        named, more = landing.refused[:_MOST_REASONS], landing.refused[_MOST_REASONS:]
        reasons = [make_legible(f"{self.say(each.reason)} [{each.rule}]") for each in named]
        if more:
            reasons.append(self.say("and {count} more", count=len(more)))
        told = (make_legible(self.say(each)) for each in landing.told)
        shown = shell.list_shown(landing.ran.output) if landing.ran else ()
        notes = [*fields.pop("notes", []), *reasons, *told, *shown]
        artifacts = fields.pop("artifacts", None) or [one_line(path) for path in landing.files]
        result = {"commit": landing.commit, "onto": onto, "refused": list(refused), "artifacts": artifacts}
        end = self._task_end(notes=notes, inspection=inspection, not_run=not_run, **result, **fields)
        self._tell_end(end, agent, place)

    def _end_failed(self, failed: AttemptFailed, place: AttemptWorkspace | None) -> None:
        agent = self._session.agent
        if agent:
            agent.cancel()
        self.clock.stop("ended")
        kind, until, reason = self._settle_limit(failed)
        if place and (kept := self._keep_unfinished(failed, place)):
            reason = "; ".join([reason, self.say(_describe_kept(kept))])
        if place:
            self._workspace.close_attempt(place)
        end = self._task_end(
            failure=kind,
            until=until,
            summary=reason,
            silent=agent is not None and not self._session.has_result,
            inspection=failed.inspection,
            refused=list(failed.refused),
            outputs=failed.outputs,
            agentless=self._work.task.kind in NO_AGENT,
        )
        self._tell_end(end)

    def _settle_limit(self, failed: AttemptFailed) -> tuple[FailureKind, str | None, str]:
        """Until when to wait, and why. A provider that never says when, and lets nobody go on, is one that cannot be
        reached."""
        if failed.kind != "limit":
            return failed.kind, None, failed.reason
        now, times = datetime.now(UTC), self._work.row.parks
        if failed.until is None and times >= MOST_GUESSES:
            return "api", None, failed.reason
        told = datetime.fromisoformat(failed.until) if failed.until else None
        until = bound_reset(told, now, times) if told else guess_reset(now, times)
        return "limit", until.isoformat(), failed.reason

    def _keep_unfinished(self, failed: AttemptFailed, place: AttemptWorkspace) -> Path | None:
        """The patch of what an agent wrote that did not come to its end."""
        row = self._work.row
        if self._session.agent is None or failed.kind in ("conflict", "check"):
            return None
        try:
            return self._workspace.keep_unfinished(place, f"{row.run}/{row.task}-{row.token}")
        except (RenkeiError, OSError):
            return None  # why it failed is worth more than what is left of it

    def _task_end(self, *, summary: str = "", notes: Iterable[str] = (), **fields: Any) -> TaskEnd:
        task, token = self.key
        usage, denied = self._session.take_usage(), self._session.list_denied()
        more = self._session.unput
        unput = [self.say("{count} more questions of it were put to nobody", count=more)] if more else []
        said = {"summary": make_legible(summary), "notes": [*notes, *self._unasked, *unput]}
        return TaskEnd(task=task, token=token, usage=usage, denied=denied, **said, **fields)

    def _tell_end(self, end: TaskEnd, agent: Agent | None = None, place: AttemptWorkspace | None = None) -> None:
        self._tell(AttemptEnded(outcome=Outcome(end=end, checks=tuple(self._checks)), agent=agent, place=place))

    def _require_ended_well(self, place: AttemptWorkspace) -> None:
        """A client that ends after its report, and not well, has not succeeded, whatever it reported: how it ends is
        waited for, unless it stays. Of two reports nobody knows which one counts.

        Raises:
            AttemptFailed
        """
        agent = self._session.agent
        if agent is None:
            return
        failure = agent.find_failure(self._grace if self._is_let_go else 0)
        for text in agent.find_late_results():
            self._hear_late(text, place)
        if failure:
            raise AttemptFailed("crash", self.say("it failed after its report: {reason}", reason=failure.reason))

    def _hear_late(self, text: str, place: AttemptWorkspace) -> None:
        said = make_legible(" ".join(text.split()))[:_LONGEST_LATE]
        try:
            self._read_report(text, place)
        except Unreadable:
            self._unasked.append(self.say("said after its report, and not taken: {said}", said=said))
            return
        except AttemptFailed:
            pass  # it is a report, whatever is wrong with it
        reason = self.say("it reported twice, and nobody knows which report counts: {said}", said=said)
        raise AttemptFailed("report", reason, inspection=NOTHING_WRONG)

    # The check command

    @property
    def _check_command(self) -> str | None:
        """The command that its work has to pass; whether it may be run is another question."""
        return self._work.task.check or self._workspace.preparation.check

    def _run_check(self, command: str, place: AttemptWorkspace) -> CommandRun:
        """How a check command ended.

        Raises:
            AttemptFailed: it did not succeed.
        """
        timeout, stop = self._workspace.preparation.timeout, self._cancelled
        ran = with_retries(
            partial(run_check, command, place, timeout=timeout, stop=stop), on=(NotCarriedOut,), stop=stop
        )
        if failure := shell.describe_failure(ran.command, ran.exit_code, ran.output):
            raise AttemptFailed("check", self.say(failure), inspection=inspect_check(ran))
        return ran

    def _run_own_check(self, place: AttemptWorkspace) -> Found:
        """Where nothing was landed: what the task's own check came to, or that it was not run."""
        own = self._work.task.check
        if own is None or not self._work.execute:
            return NOTHING_WRONG, own
        return inspect_check(self._run_check(own, place)), None

    def _inspect_work(self, place: AttemptWorkspace, fields: dict[str, Any], landing: Landing) -> Found:
        """What is known of work that was put where it belongs. A commit on which nothing was run is unverified where
        something was to be run (DEC-30); without a commit the task's own check may be due."""
        self._require_ended_well(place)
        if not landing.failure and output_patterns(self._work.task):
            fields["artifacts"] = self._require_taken(place, landing, fields.get("artifacts") or [])
        if landing.failure or landing.ran:
            return inspect_landing(landing, self._check_command), None
        return (NOTHING_WRONG, self._check_command) if landing.commit else self._run_own_check(place)


def _list_refused(landing: Landing) -> tuple[RefusedFile, ...]:
    return tuple(RefusedFile(path=one_line(each.path), rule=each.rule) for each in landing.refused)


def _describe_kept(kept: Path) -> Sentence:
    """How to get at what was kept aside."""
    if kept.is_dir():
        return Sentence("what it wrote is kept in {path}: no patch could be made of it", path=str(kept))
    return Sentence("what it wrote is kept: git apply {path}", path=str(kept))


def _commit_message(work: Work) -> str:
    row = work.row
    title = work.task.title or work.task.id
    return f"{title}\n\nRun: {row.run}\nTask: {row.task}\nAgent: {row.agent}\n"
