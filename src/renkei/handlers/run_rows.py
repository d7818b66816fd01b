"""A run and its tasks, for those who may speak of them: under the lease, on the state that was seen, by the token."""

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.errors import NotFound, Refused, Stale
from renkei.handlers.base import Asked
from renkei.playbooks.states import ENDED
from renkei.protocol.run_commands import Step


def run_named(asked: Asked, name: str) -> RunRow:
    row = asked.view.get(RunRow, name)
    if row is None:
        raise NotFound("There is no run {run}. `renkei runs` lists them.", run=name)
    return row


def held(asked: Asked, name: str, lease: int) -> RunRow:
    """The run, for the one that holds it."""
    run = run_named(asked, name)
    if run.lease != lease:
        raise Refused(
            "The run {run} was taken over by {holder}: what this process did since does not count.",
            rule="RUN-1",
            run=run.id,
            holder=run.holder,
        )
    if run.state in ENDED:
        raise Stale("The run {run} has ended ({state}).", rule="RUN-2", run=run.id, state=run.state)
    return run


def seen(asked: Asked, command: Step) -> RunRow:
    """The run, if it is still as it was when the step was decided."""
    run = held(asked, command.run, command.lease)
    if run.last != command.seen:
        raise Stale(
            "The run {run} has moved: seq {expected} was expected, it is at {seq}. Decide again.",
            rule="RUN-1",
            run=run.id,
            expected=command.seen,
            seq=run.last,
        )
    return run


def task_of(asked: Asked, run: RunRow, name: str) -> RunTaskRow:
    row = asked.view.get(RunTaskRow, run.id, name)
    assert row is not None, f"{run.id} has no task {name}"
    return row


def task_at_work(asked: Asked, run: RunRow, name: str, token: int) -> RunTaskRow:
    row = task_of(asked, run, name)
    if row.state != "running" or row.token != token:
        raise Refused(
            "The result of {task} under token {token} does not count: the task is {state} under token {current}.",
            rule="RUN-1",
            task=name,
            token=token,
            state=row.state,
            current=row.token,
        )
    return row
