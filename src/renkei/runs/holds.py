"""What keeps a run from ending though its work is done (DEC-30): a check that was not run, a conflict that is open,
a P0 or P1 that no gate has judged.

Work goes on meanwhile, marked. Neither `--yes` nor `--merge` stands for the answer.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.states import SETTLED
from renkei.protocol.run_events import Conflict, ConflictSide
from renkei.protocol.terms import ConflictKind
from renkei.runs.answers import is_asked, is_asked_about, newest_answer, newest_answer_about
from renkei.runs.reduce import is_choice, label_sides
from renkei.runs.state import RunState, sort_rows
from renkei.runs.steps import OPTIONS, UNMENDED, Ask, End, Options, Reset, Step, Wait, Withdraw
from renkei.sentence import Sentence


def find_rechecks(state: RunState) -> list[str]:
    """Tasks whose check command was held back and may be run now."""
    return [row.task for row in sort_rows(state.unverified)] if state.run.execute else []


def put_up_conflicts(state: RunState) -> Iterator[Step]:
    """Each conflict is put to a person as soon as it is found, and what the answer means is done."""
    for row in sort_rows(state.conflicting):
        for conflict in conflicts_of(row):
            if not is_asked_about(state, conflict.id, _list_options(conflict)):
                yield _conflict_question(row, conflict)
                return
            if _find_answer(state, conflict) == "stop" and not is_choice(conflict):
                yield from _stop_run(state, conflict)
                return
        if is_to_be_redone(state, row):
            yield from _redo_reduce(state, row)
            return


def withdraw_moot(state: RunState) -> Iterator[Step]:
    """What was asked about a conflict that its reduce, done again, did not find any more."""
    for ask in state.asks.values():
        row = state.tasks[ask.task] if ask.kind == "conflict" and ask.answer is None and ask.task else None
        if row and row.state in SETTLED and ask.about not in {each["id"] for each in row.conflicts}:
            why = Sentence("{conflict} is gone: {task} was done again.", conflict=ask.about or "-", task=row.task)
            yield Withdraw(decision=ask.decision, why=why)


def is_to_be_redone(state: RunState, row: RunTaskRow) -> bool:
    """Whether a person took another side than the one that its reduce let stand."""
    return any(_is_overruled(state, conflict) for conflict in conflicts_of(row) if is_choice(conflict))


def hold_back(state: RunState) -> tuple[Step, ...]:
    """Why a run whose tasks are all done does not end yet."""
    if state.unverified:
        checks = "; ".join(f"{row.task}: {row.not_run or '-'}" for row in sort_rows(state.unverified))
        note = Sentence(
            "Not run, so nothing is merged: {checks}. Run it and go on with: renkei resume {run} --exec",
            checks=checks,
            run=state.run.id,
        )
        return (Wait(note=note),)
    found = [each for row in sort_rows(state.conflicting) for each in conflicts_of(row)]
    if waiting := dict.fromkeys(each.id for each in found if _find_answer(state, each) is None):
        note = Sentence("A person decides first, so nothing is merged: {conflicts}", conflicts=", ".join(waiting))
        return (Wait(note=note),)
    return _ask_about_unjudged(state)


def _ask_about_unjudged(state: RunState) -> tuple[Step, ...]:
    """A P0 or P1 of a report that no gate has judged: a person does."""
    for row in sort_rows(state.remarked):
        if row.severity not in ("P0", "P1") or _is_judged(state, row):
            continue
        said = newest_answer(state, "severity", row.task)
        if said is None:
            return (Wait(),) if is_asked(state, "severity", row.task) else (_severity_question(row),)
        if said != "accept":
            return (End(state="failed", note=Sentence("a person ended it for what {task} says", task=row.task)),)
    return ()


def _is_judged(state: RunState, row: RunTaskRow) -> bool:
    after = state.graph.after([row.task])
    gates = after.intersection(state.graph.by_kind["gate"])
    audits = after.intersection([*state.graph.by_kind["audit"], *state.graph.by_kind["aggregate"]])
    is_audited = any(state.tasks[name].state in SETTLED for name in audits)
    return is_audited or any(state.tasks[name].gate is not None for name in gates)


def _severity_question(row: RunTaskRow) -> Ask:
    question = Sentence(
        "{task} is done, and says itself that it has a {severity} that no gate has judged: {said}. Take it as it is?",
        task=row.task,
        severity=row.severity,
        said="; ".join(row.questions) or row.note or "-",
    )
    return Ask(kind="severity", question=question, options=OPTIONS["severity"], task=row.task)


def conflicts_of(row: RunTaskRow) -> list[Conflict]:
    return [Conflict.model_validate(each) for each in row.conflicts]


def chosen_sides(state: RunState) -> dict[str, str]:
    """By conflict, the side that a person took."""
    found = {row.about: row.answer for row in state.asks.values() if row.kind == "conflict"}
    return {name: said for name, said in found.items() if name and said}


def _is_overruled(state: RunState, conflict: Conflict) -> bool:
    said = _find_answer(state, conflict)
    return said is not None and said != label_sides(conflict)[0]


def _find_answer(state: RunState, conflict: Conflict) -> str | None:
    return newest_answer_about(state, conflict.id, _list_options(conflict))


def _redo_reduce(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    again = state.graph.after([row.task])
    if not any(name in state.at_work for name in again):
        yield Reset(tasks=tuple(name for name in state.graph.tasks if name in again), cause="conflict")


def _stop_run(state: RunState, conflict: Conflict) -> Iterator[Step]:
    if not state.at_work:
        yield End(state="failed", note=Sentence("a person ended it for {conflict}", conflict=conflict.id))


def _conflict_question(row: RunTaskRow, conflict: Conflict) -> Ask:
    question = _describe_conflict(
        row, conflict, "; ".join(f"{name}: {_show_side(side)}" for name, side in _sides_by_label(conflict))
    )
    return Ask(kind="conflict", question=question, options=_list_options(conflict), task=row.task, about=conflict.id)


def _list_options(conflict: Conflict) -> Options:
    if not is_choice(conflict):
        return UNMENDED
    return {
        name: Sentence("{task} says {value}", task=side.task, value=_show_side(side))
        for name, side in _sides_by_label(conflict)
    }


def _sides_by_label(conflict: Conflict) -> list[tuple[str, ConflictSide]]:
    """Each side with what it is called."""
    return list(zip(label_sides(conflict), conflict.sides, strict=True))


def _describe_conflict(row: RunTaskRow, conflict: Conflict, said: str) -> Sentence:
    place = {"id": conflict.id, "task": row.task, "key": conflict.key, "said": said}
    if conflict.kind == "duplicate-id" and not is_choice(conflict):
        return Sentence("{id}: {task} found one id for different things ({said}). What now?", **place)
    by_kind: dict[ConflictKind, Sentence] = {
        "value": Sentence(
            "{id}: {task} found different values for {key} ({said}). Which one holds? The first stands until then.",
            **place,
        ),
        "type": Sentence(
            "{id}: {task} found a list, a mapping or a plain value for {key}, and not the same by all ({said}). Which "
            "one holds? The first stands until then.",
            **place,
        ),
        "duplicate-id": Sentence(
            "{id}: {task} found one id for different things at {key} ({said}). Which one holds? The first stands until "
            "then.",
            **place,
        ),
        "missing-referent": Sentence(
            "{id}: {task} found that {key} names what is nowhere on the blackboard ({said}). What now?", **place
        ),
    }
    return by_kind[conflict.kind]


_LONGEST: Final = 500


def _show_side(side: ConflictSide) -> str:
    return f"{side.key} {_show_value(side.value)}" if side.key else _show_value(side.value)


def _show_value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
