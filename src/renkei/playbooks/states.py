"""The life of a run and of a task in it, as two tables: what is not in them is refused. What a gate decides."""

from typing import TYPE_CHECKING, Final

from renkei.errors import Refused
from renkei.protocol.terms import GateOutcome, RunState, RunStep, TaskState, TaskStep

if TYPE_CHECKING:
    from renkei.protocol.run_events import GateCounts

RUN_TABLE: Final[dict[tuple[RunState | None, RunStep], RunState]] = {
    (None, "start"): "running",
    ("running", "wait"): "waiting",
    ("waiting", "continue"): "running",
    ("running", "pause"): "paused",
    ("waiting", "pause"): "paused",
    ("paused", "resume"): "running",
    ("running", "complete"): "completed",
    ("running", "fail"): "failed",
    ("running", "stop"): "stopped",
    ("waiting", "stop"): "stopped",
    ("paused", "stop"): "stopped",
    ("running", "retry"): "running",
    ("waiting", "retry"): "running",
    ("paused", "retry"): "paused",
    ("failed", "retry"): "running",
    ("stopped", "retry"): "running",
}

TASK_TABLE: Final[dict[tuple[TaskState | None, TaskStep], TaskState]] = {
    (None, "plan"): "waiting",
    ("waiting", "start"): "running",
    ("running", "start"): "running",  # taken over from a process that died
    ("running", "complete"): "completed",
    ("running", "hold"): "unverified",  # its check command was not run
    ("running", "fail"): "failed",
    ("unverified", "start"): "running",  # the command is run now
    ("failed", "start"): "running",
    ("failed", "skip"): "skipped",
    ("waiting", "reset"): "waiting",
    ("completed", "reset"): "waiting",
    ("unverified", "reset"): "waiting",
    ("failed", "reset"): "waiting",
    ("skipped", "reset"): "waiting",
}

ENDED: Final[frozenset[RunState]] = frozenset({"completed", "failed", "stopped"})
SETTLED: Final[frozenset[TaskState]] = frozenset({"completed", "unverified", "skipped"})
"""What waits for a task may go on; the run itself does not end while one is unverified."""


def move_run(state: RunState | None, step: RunStep, run: str = "-") -> RunState:
    """The state that a step leads to.

    Raises:
        Refused: the state does not allow it.
    """
    if (state, step) not in RUN_TABLE:
        possible = ", ".join(each for at, each in RUN_TABLE if at == state) or "-"
        raise Refused(
            "The run {run} is {state}: {step} is not possible now. Possible: {possible}.",
            rule="RUN-2",
            run=run,
            state=state,
            step=step,
            possible=possible,
        )
    return RUN_TABLE[state, step]


def move_task(state: TaskState | None, step: TaskStep, task: str = "-") -> TaskState:
    """The same for a task of a run."""
    if (state, step) not in TASK_TABLE:
        raise Refused(
            "The task {task} is {state}: {step} is not possible now.", rule="RUN-2", task=task, state=state, step=step
        )
    return TASK_TABLE[state, step]


# Gates: the outcome follows from the counts, whatever the reviewer says it is (TEAM-8, TEAM-14).


def gate_outcome(counts: "GateCounts") -> GateOutcome:
    if counts.p0_count:
        return "ROLLBACK_P0"
    return "ROLLBACK_P1" if counts.p1_count >= 2 else "PASS"
