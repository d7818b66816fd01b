"""What a run does next: (state, now) -> steps. Pure: no clock, no disk, no store, so that any past can be played again.

The order matters: limits first, then what hangs, then what a person refused, then gates, then failures, then
conflicts, then what is ready, then the end.
"""

from collections.abc import Iterator

from renkei.playbooks.states import ENDED
from renkei.protocol.terms import REHEARSED
from renkei.runs.answers import ask_for_approval, end_refused, is_asked, is_granted, is_open, newest_answer
from renkei.runs.breaker import cancel_attempts, next_deadline, replace_hung
from renkei.runs.clock import milliseconds_between
from renkei.runs.gates import is_settled, roll_back
from renkei.runs.holds import find_rechecks, hold_back, put_up_conflicts, withdraw_moot
from renkei.runs.ladder import find_retries, settle_failed
from renkei.runs.state import RunState, sort_rows
from renkei.runs.steps import OPTIONS, Ask, Continue, End, NextSteps, Start, Step, Wait
from renkei.sentence import Sentence


def decide(state: RunState, now: str) -> NextSteps:
    """The steps to take now."""
    if state.run.state in ENDED or state.run.state == "paused":
        return NextSteps()
    if state.run.state == "waiting":
        steps = _enforce_caps(state, now) or _choose_steps(state, now)
        is_answered = not isinstance(next(iter(steps), Wait()), Wait)
        return NextSteps(steps=(Continue(),) if is_answered else ())
    steps = _enforce_caps(state, now) or _choose_steps(state, now)
    return NextSteps(steps=steps, until=None if steps else next_deadline(state))


def _choose_steps(state: RunState, now: str) -> tuple[Step, ...]:
    choices = (
        replace_hung(state, now),
        end_refused(state),
        roll_back(state),
        _retry_or_settle(state, now),
        withdraw_moot(state),
        put_up_conflicts(state),
    )
    steps = _take_first(*choices, _start_ready(state))
    is_busy = state.at_work or any(row.parked for row in state.failed.values())
    return steps or (() if is_busy else _end_or_wait(state))


def _take_first(*choices: Iterator[Step]) -> tuple[Step, ...]:
    """The steps of the first that has any. Behind an end there is none: what two failures end has ended once."""
    return next((steps for choice in choices if (steps := tuple(_until_end(choice)))), ())


def _until_end(steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, End):
            return


def _enforce_caps(state: RunState, now: str) -> tuple[Step, ...]:
    """What is used up ends the agents at work; then a person says whether the run may use more."""
    if over := _find_cap_over(state, now):
        note = _describe_cap(over, state.run.caps[over] or 0)
        return cancel_attempts(state.at_work.values(), "cap", note) or _ask_for_more(state, over, note)
    held = [row for row in state.at_work.values() if is_held_by_cap(state, row.agent)]
    return cancel_attempts(held, "cap", state.reached[0][1]) if held else ()


def _describe_cap(name: str, cap: float) -> Sentence:
    if name == "money":
        return Sentence("the limit of ${cap:,.15g} is reached", cap=cap)
    return Sentence("the limit of {cap:,.15g} {name} is reached", cap=cap, name=name)


def _find_cap_over(state: RunState, now: str) -> str | None:
    run = state.run
    at_work = milliseconds_between(run.at, now) if run.state == "running" else 0
    used: dict[str, float] = {
        "tokens": run.tokens,
        "steps": run.steps,
        "minutes": (run.active + at_work) / 60_000,
        "money": run.micros / 1_000_000,
    }
    return next((name for name, value in used.items() if value >= (run.caps.get(name) or float("inf"))), None)


def _ask_for_more(state: RunState, name: str, note: Sentence) -> tuple[Step, ...]:
    """Each limit that is reached is put to a person once; who doubles it is asked again at the next."""
    asked = [row for row in state.asks.values() if (row.kind, row.about) == ("cap", name)]
    if any(row.answer is None for row in asked):
        return (Wait(note=note),)
    if asked and asked[-1].answer == "stop":
        return (End(state="stopped", note=note),)
    question = Sentence("{run} waits: {note}. May it go on?", run=state.run.id, note=note)
    return (Ask(kind="cap", question=question, options=OPTIONS["cap"], about=name),)


def is_held_by_cap(state: RunState, agent: str) -> bool:
    """Whether an agent, or everybody, may use no more today."""
    return any(name in ("", agent) for name, _ in state.reached)


def _retry_or_settle(state: RunState, now: str) -> Iterator[Step]:
    again = find_retries(state, now)
    yield from _start_tasks(state, again) if again else settle_failed(state)


def _start_ready(state: RunState) -> Iterator[Step]:
    lost = [row.task for row in state.at_work.values() if row.lease != state.run.lease]
    ready = [row.task for row in sort_rows(state.ready) if _is_let_pass(state, row.task)]
    unapproved = [name for name in ready if not _may_begin(state, name)]
    yield from _start_tasks(state, [*lost, *find_rechecks(state), *(name for name in ready if _may_begin(state, name))])
    yield from ask_for_approval(state, unapproved)


def _start_tasks(state: RunState, names: list[str]) -> Iterator[Step]:
    mine = sum(row.lease == state.run.lease for row in state.at_work.values())
    room = state.playbook.parallel - mine
    names = [name for name in names if not is_held_by_cap(state, state.graph.tasks[name].agent)]
    if names and room > 0:
        yield Start(tasks=tuple(names[:room]))


def _is_let_pass(state: RunState, name: str) -> bool:
    """Whether the gates before a task let it, too."""
    return all(is_settled(state, state.tasks[each]) for each in state.graph.waits_for[name])


def _may_begin(state: RunState, name: str) -> bool:
    return state.graph.tasks[name].kind != "approve" or is_granted(state, name)


def _end_or_wait(state: RunState) -> tuple[Step, ...]:
    if all(is_settled(state, row) for row in state.tasks.values()):
        return hold_back(state) or _merge_or_ask(state)
    if state.reached:
        return (Wait(note=state.reached[0][1]),)
    return (Wait(),) if is_open(state) else ()


def _merge_or_ask(state: RunState) -> tuple[Step, ...]:
    """The last step brings the work into the branch that the run started from, if a person lets it."""
    done = _describe_done(state)
    if all(row.state == "skipped" for row in state.tasks.values()):
        return (End(state="failed", note=done),)
    has_work = state.run.head is not None and state.run.head != state.run.base
    if not has_work or state.playbook.merge == "none":
        return (End(state="completed", note=done),)
    if state.run.agents in REHEARSED and not state.run.merge:
        return (End(state="completed", note=Sentence("REHEARSAL: without --merge the work stays on its branch")),)
    if state.run.branch is None:
        return (End(state="completed", note=_no_branch_note(state, done)),)
    if state.run.unmerged == state.run.lease:
        return (Wait(),)  # who takes the run on next tries again
    said = newest_answer(state, "merge")
    if state.run.yes or said == "merge":
        return (End(state="completed", note=done, merge=True),)
    if said is not None:
        return (End(state="completed", note=Sentence("the work stays on its branch")),)
    if is_asked(state, "merge"):
        return (Wait(),)
    question = Sentence(
        "Bring the work of {run} into {branch}? ({done})", done=done, run=state.run.id, branch=state.run.branch
    )
    return (Ask(kind="merge", question=question, options=OPTIONS["merge"]),)


def _describe_done(state: RunState) -> Sentence:
    """What was left out is not done, whatever its playbook lets pass."""
    left = [name for name, row in state.tasks.items() if row.state == "skipped"]
    if not left:
        return Sentence("all tasks are done")
    return Sentence(
        "{count} of {all} tasks are done; left out: {names}",
        count=len(state.tasks) - len(left),
        all=len(state.tasks),
        names=", ".join(left),
    )


def _no_branch_note(state: RunState, done: Sentence) -> Sentence:
    return Sentence(
        "{done}. The run did not start on a branch, so its work stays on its own. To bring it in: "
        "git switch BRANCH && git merge {how} renkei/{run}",
        done=done,
        how="--squash" if state.playbook.merge == "squash" else "--no-ff",
        run=state.run.id,
    )
