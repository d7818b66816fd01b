"""Why something was refused or decided: who, what, by which rule, on what evidence, when. All of it is in the log."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from renkei.app.log import LogEvent, log_events_of
from renkei.app.project import Project
from renkei.board.run_tables import RunRow
from renkei.board.tables import BlockerRow, ContractRow, DecisionRow
from renkei.errors import NotFound
from renkei.eventlog.base import View, records_in_batches
from renkei.eventlog.records import Record
from renkei.policy.rule_texts import RULE_TEXTS
from renkei.values import value

Relation = Literal["cause", "this", "effect"]
Kind = Literal["event", "decision", "contract", "blocker", "run", "task", "rule"]

_MOST_EFFECTS: Final = 50
_MOST_OF_RULE: Final = 5
"""How many refusals of a rule are told, the newest."""
_TOLD_OF_RUNS: Final = frozenset(
    {"RunStarted", "RunChecksAllowed", "TaskVerified", "TaskFailed", "TaskSkipped", "TasksReset", "AgentDismissed",
     "OutsideChanged", "GateDecided", "RunAsked", "RunMoved", "RunFellBack", "RunEnded", "RunUndone", "RuleRefused",
     "ClaimChecked"}
)  # fmt: skip
"""What was decided in a run; what merely happened stands in `renkei runs trace`."""


@value
class WhyStep:
    """An event of the chain."""

    relation: Relation
    seq: int
    id: str
    at: str
    type: str
    actor: str
    via: str
    evidence: Mapping[str, Any]
    """What the event says."""


@value
class WhyRule:
    id: str
    text: str
    """What it says, in the project's language; empty where nobody wrote that down."""


@value
class Explanation:
    id: str
    kind: Kind
    rules: list[WhyRule]
    steps: list[WhyStep]
    """Oldest first."""


def explain(project: Project, name: str) -> Explanation:
    """Why something is as it is: an event by its number or id (E-12), a message, decision, contract, blocker or run by
    its id, a task as RUN:TASK, a rule by its id.

    Raises:
        NotFound: nothing is called so.
    """
    with project.reader.read() as view:
        kind, steps = _find_steps(view, name)
    rules = [WhyRule(id=each, text=_rule_text(project, each)) for each in _rules_of(steps, name)]
    return Explanation(id=name, kind=kind, rules=rules, steps=steps)


def _find_steps(view: View, name: str) -> tuple[Kind, list[WhyStep]]:
    if (seq := _seq_of(name)) is not None and (record := view.event(seq)) is not None:
        return "event", list(_steps_around(view, record))
    if (decision := view.get(DecisionRow, name)) is not None:
        return "decision", _steps_about(view, decision.seq, {"decision": name})
    if (contract := view.get(ContractRow, name)) is not None:
        return "contract", _steps_about(view, contract.seq, {"contract": name, "id": name})
    if (blocker := view.get(BlockerRow, name)) is not None:
        return "blocker", _steps_about(view, blocker.seq, {"blocker": name, "id": name})
    run_name, _, task = name.partition(":")
    if (run := view.get(RunRow, run_name)) is not None:
        found = _steps_of_run(view, run, task)
        if found or not task:
            return ("task" if task else "run"), found
    if name in RULE_TEXTS:
        return "rule", _refusals_by(view, name)
    raise NotFound(
        "Nothing in the log is called {name}. Known are events (12 or E-12), messages, decisions, contracts, blockers, "
        "runs, tasks (RUN:TASK) and rules: see renkei log.",
        name=name,
    )


def _seq_of(name: str) -> int | None:
    """The place in the log: a number, or the id of an event or a message, which says it."""
    number = name.removeprefix("E-").removeprefix("MSG-")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 19 else None


def _steps_around(view: View, record: Record) -> Iterator[WhyStep]:
    """An event with what led to it, and what came of it."""
    cause = view.event(record.cause) if record.cause is not None else None
    if cause is not None:
        yield from _steps(cause, "cause")
    for beside in _beside(view, record):
        yield from _steps(beside, "cause")
    yield from _steps(record, "this")
    for effect in view.events(after=record.seq, limit=_MOST_EFFECTS):
        if effect.cause == record.seq:
            yield from _steps(effect, "effect")


def _beside(view: View, record: Record) -> Iterator[Record]:
    """Of a refused result: the check that found it, which came about together with the refusal."""
    if record.type != "RuleRefused" or record.cause is None:
        return
    for other in view.events(after=record.cause, limit=record.seq - record.cause - 1):
        if other.cause == record.cause and other.type == "ClaimChecked":
            yield other


def _steps_about(view: View, first: int, fields: Mapping[str, str]) -> list[WhyStep]:
    """Each event that names a thing in one of these fields, from the first on."""
    begun = view.event(first)
    asked = view.event(begun.cause) if begun and begun.cause is not None else None
    found = list(_steps(asked, "cause")) if asked else []
    for record in _records(view, after=first - 1):
        said = record.document() if any(f'"{value}"' in record.data for value in fields.values()) else {}
        if any(said.get(name) == value for name, value in fields.items()) and (not asked or record.seq != asked.seq):
            found += _steps(record, "this")
    return found


def _steps_of_run(view: View, run: RunRow, task: str) -> list[WhyStep]:
    """What was decided in a run, or all that was recorded of one task of it."""
    return [
        step
        for record in _records(view, after=run.seq - 1)
        if record.run == run.id
        for step in _steps(record, "this")
        if (step.evidence.get("task") == task if task else step.type in _TOLD_OF_RUNS)
    ]


def _refusals_by(view: View, rule: str) -> list[WhyStep]:
    newest = [
        record
        for record in _records(view, after=0)
        if record.type == "RuleRefused" and record.document().get("rule") == rule
    ][-_MOST_OF_RULE:]
    return [step for record in newest for step in _steps(record, "this")]


def _records(view: View, *, after: int) -> Iterator[Record]:
    for batch in records_in_batches(view, after=after):
        yield from batch


def _steps(record: Record, relation: Relation) -> Iterator[WhyStep]:
    for event in log_events_of(record):
        yield _step(event, record.via, relation)


def _step(event: LogEvent, via: str, relation: Relation) -> WhyStep:
    return WhyStep(
        relation=relation,
        seq=event.seq,
        id=event.id,
        at=event.at,
        type=event.type,
        actor=event.actor,
        via=via,
        evidence=event.data,
    )


def _rules_of(steps: Iterable[WhyStep], name: str) -> list[str]:
    """The rules that the chain names, each once; a rule that was asked for itself."""
    named = [name] if name in RULE_TEXTS else []
    for step in steps:
        said = [step.evidence.get("rule"), *(step.evidence.get("rules") or ())]
        named += [each for each in said if isinstance(each, str) and step.type in ("RuleRefused", "ClaimChecked")]
    return list(dict.fromkeys(named))


def _rule_text(project: Project, rule: str) -> str:
    text = RULE_TEXTS.get(rule)
    return project.say(text) if text is not None else ""
