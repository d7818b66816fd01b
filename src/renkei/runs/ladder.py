"""The failure ladder (LEAD-5): once more with less to do, then without it if it is not critical, then a person.

What Renkei could not do itself (DEC-32) is on no rung of it: such a task was tried often enough, and the run waits.
"""

from collections.abc import Iterator
from dataclasses import replace

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.teams import NO_AGENT
from renkei.protocol.playbooks import FailurePolicy
from renkei.protocol.terms import OWN_FAILURES
from renkei.runs.answers import is_asked, newest_answer
from renkei.runs.clock import milliseconds_between
from renkei.runs.state import RunState, sort_rows
from renkei.runs.steps import OPTIONS, Ask, End, Reset, Skip, Step
from renkei.sentence import Sentence


def policy_of(state: RunState, name: str) -> FailurePolicy:
    return state.graph.tasks[name].on_failure or state.playbook.on_failure


def find_retries(state: RunState, now: str) -> list[str]:
    """Failed tasks that are to be tried again, those that wait for their provider when that is over."""
    return [row.task for row in sort_rows(state.failed) if _may_retry(state, row) and not is_parked(row, now)]


def is_parked(row: RunTaskRow, now: str) -> bool:
    return row.parked is not None and milliseconds_between(now, row.parked) > 0


def settle_failed(state: RunState) -> Iterator[Step]:
    """What becomes of the failed tasks that are not."""
    for row in sort_rows(state.failed):
        if not _may_retry(state, row):
            yield from _handle_failure(state, row)


def _may_retry(state: RunState, row: RunTaskRow) -> bool:
    if row.kind == "cap":
        return True  # a person let it use more, or it is another day
    if row.recheck:  # a command and no agent: run again only where it could not be run
        return row.kind in OWN_FAILURES and newest_answer(state, "failed", row.task) == "retry"
    if newest_answer(state, "failed", row.task) == "retry" or row.kind in ("team", "limit"):
        return True
    return row.kind not in OWN_FAILURES and row.failures < policy_of(state, row.task).retries + 1


def _handle_failure(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    if row.recheck:
        yield from _handle_failed_recheck(state, row)
        return
    task, policy, said = (
        state.graph.tasks[row.task],
        policy_of(state, row.task),
        newest_answer(state, "failed", row.task),
    )
    by_policy = row.kind not in OWN_FAILURES
    if said == "skip" or (by_policy and (policy.then == "continue" or not task.critical)):
        yield Skip(task=row.task)
    elif said is not None or (by_policy and (policy.then == "stop" or state.run.yes)):
        # With --yes nobody is there to be asked.
        yield from _end_failed(state, row)
    elif not is_asked(state, "failed", row.task):
        yield _failure_question(state, row)


def _handle_failed_recheck(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    """The check that was held back fails, and others have built on the work: no going on without it."""
    policy, said = policy_of(state, row.task), newest_answer(state, "failed", row.task)
    if said == "retry":
        again = state.graph.after([row.task])
        if not any(name in state.at_work for name in again):
            yield Reset(tasks=tuple(name for name in state.graph.tasks if name in again), cause="retry")
    elif said is not None or (row.kind not in OWN_FAILURES and (policy.then == "stop" or state.run.yes)):
        yield from _end_failed(state, row)
    elif not is_asked(state, "failed", row.task):
        question = _failure_question(state, row)
        options = {name: meaning for name, meaning in question.options.items() if name != "skip"}
        if row.kind not in OWN_FAILURES:
            options["retry"] = Sentence("have it done again, and all that was done on top of it")
        yield replace(question, options=options)


def _end_failed(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    if not state.at_work:
        note = Sentence("{task} failed: {reason}", task=row.task, reason=row.note or row.kind or "-")
        yield End(state="failed", note=note)


def _failure_question(state: RunState, row: RunTaskRow) -> Ask:
    reason = row.note or row.kind or "-"
    if row.kind in OWN_FAILURES:
        question = Sentence(
            "Renkei could not carry out {task}: {reason}. It is not {agent}'s failure. What now?",
            task=row.task,
            reason=reason,
            agent=row.agent,
        )
    elif state.graph.tasks[row.task].kind in NO_AGENT:
        question = Sentence("{task}, which no agent does, failed: {reason}. What now?", task=row.task, reason=reason)
    else:
        question = Sentence(
            "{agent} failed at {task} ({failures} times): {reason}. What now?",
            agent=row.agent,
            task=row.task,
            failures=row.failures,
            reason=reason,
        )
    return Ask(kind="failed", question=question, options=OPTIONS["failed"], task=row.task)
