"""The recorded past under other budgets, limits, breaker times or rules: what would have been otherwise.

Only what the log tells is judged, each time on what really was then: what would have followed from something that would
have been otherwise is not made up (docs/replay.md).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from renkei.board.fold import event_of, expand_batched, fold_event, stamp_of
from renkei.board.tables import SCHEMA
from renkei.board.team import find_member
from renkei.context.gather import gather_situation
from renkei.context.render import TurnContext, render_context
from renkei.context.tokens import Tokenizer
from renkei.dispatch import BUILT_IN, Cause, Dispatch, RuleSet
from renkei.eventlog.base import View
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Record
from renkei.kit.words import Say, speaker
from renkei.protocol.events import DecisionResolved, Event, TurnStarted
from renkei.protocol.run_events import RunStarted, TaskCompleted, TaskFailed, TaskNoted, TaskStarted
from renkei.protocol.terms import OFF_CLOCK, OffClock
from renkei.runs.breaker import next_deadline, replace_hung
from renkei.runs.state import RunState, load_run
from renkei.runs.steps import Cancel, FallBack
from renkei.sentence import Sentence
from renkei.values import value

FindingKind = Literal["turn", "cap", "breaker", "rule", "policy"]


@value
class Hypothesis:
    """What is to have been otherwise; None or empty: as it was."""

    budget: int | None = None
    """Tokens of each turn context."""
    cap_tokens: int | None = None
    """Of each run."""
    cap_micros: int | None = None
    breaker: Mapping[str, float] | None = None
    """By field of a playbook's breaker."""
    rules: RuleSet | None = None
    since: int = 0
    """Only what came later is told."""


@value
class Setting:
    """What is in force now, beside which the hypothesis is held."""

    rules: RuleSet = BUILT_IN
    layers: int
    find_budget: Callable[[str, str | None], int | None] | None = None
    find_tokenizer: Callable[[str | None], Tokenizer] | None = None


@value
class ReplayFinding:
    """One thing that would have been otherwise."""

    seq: int
    at: str
    kind: FindingKind
    subject: str
    """The run, the attempt, the agent or the event."""
    happened: Sentence
    would: Sentence
    numbers: Mapping[str, int]


@value
class Replayed:
    findings: list[ReplayFinding]
    judged: Mapping[FindingKind, int]
    """How many turns, runs, attempts, events and calls were looked at."""
    totals: Mapping[FindingKind, Mapping[str, int]]
    """What all of them took, and would have taken; whatever came before `since` is in it."""


class _Judge:
    """Looks at each event, before and after it is folded."""

    kind: FindingKind

    def __init__(self, **totals: int) -> None:
        self.judged = 0
        self.totals = totals

    def before(self, record: Record, event: Event, view: View) -> Iterable[ReplayFinding]:
        return ()

    def after(self, record: Record, event: Event, view: View) -> Iterable[ReplayFinding]:
        return ()

    def end(self) -> Iterable[ReplayFinding]:
        return ()


def replay(records: Iterable[Record], asked: Hypothesis, setting: Setting) -> Replayed:
    """Folds the log anew in memory, and looks at it by the way."""
    judges, found = _judges_for(asked, setting), list[ReplayFinding]()
    with MemoryLog(SCHEMA).write() as tx:
        for record in records:
            event = event_of(record)
            for judge in judges:
                found += judge.before(record, event, tx)
            tx.restore([record])
            tx.apply(fold_event(tx, event, stamp_of(record)))
            for judge in judges:
                found += judge.after(record, event, tx)
    for judge in judges:
        found += judge.end()
    told = sorted((each for each in found if each.seq > asked.since), key=lambda each: each.seq)
    return Replayed(
        findings=told,
        judged={judge.kind: judge.judged for judge in judges},
        totals={judge.kind: judge.totals for judge in judges if judge.totals},
    )


def contexts_of_turns(records: Iterable[Record], setting: Setting) -> Iterator[TurnContext]:
    """The context of every turn that began, made anew from the board as it was then."""
    with MemoryLog(SCHEMA).write() as tx:
        for record in records:
            event = event_of(record)
            tx.restore([record])
            tx.apply(fold_event(tx, event, stamp_of(record)))
            if isinstance(event, TurnStarted) and (member := find_member(tx, event.agent)):
                yield _make_context(
                    tx, event.agent, member.model, setting, _own_budget(setting, member.id, member.model)
                )


def _own_budget(setting: Setting, agent: str, model: str | None) -> int | None:
    return setting.find_budget(agent, model) if setting.find_budget else None


def _make_context(view: View, agent: str, model: str | None, setting: Setting, budget: int | None) -> TurnContext:
    found = gather_situation(view, agent, by_keywords=True, most_changes=50)
    tokenizer = setting.find_tokenizer(model) if setting.find_tokenizer else None
    return render_context(found, speaker("en"), budget=budget, tokenizer=tokenizer)


def _judges_for(asked: Hypothesis, setting: Setting) -> list[_Judge]:
    judges: list[_Judge] = []
    if asked.budget is not None:
        judges.append(_TurnJudge(asked.budget, setting))
    if asked.cap_tokens is not None or asked.cap_micros is not None:
        judges.append(_CapJudge(asked.cap_tokens, asked.cap_micros))
    if asked.breaker:
        judges.append(_BreakerJudge(asked.breaker))
    if asked.rules is not None:
        judges.append(_RuleJudge(asked.rules, setting))
    return judges


class _TurnJudge(_Judge):
    """Turn contexts: what another budget would have left out."""

    kind: FindingKind = "turn"

    def __init__(self, budget: int, setting: Setting) -> None:
        super().__init__(tokens=0, tokens_then=0)
        self._budget = budget
        self._setting = setting

    def after(self, record: Record, event: Event, view: View) -> Iterator[ReplayFinding]:
        if not isinstance(event, TurnStarted) or (member := find_member(view, event.agent)) is None:
            return
        self.judged += 1
        own = _own_budget(self._setting, event.agent, member.model)
        was, would = (
            _make_context(view, event.agent, member.model, self._setting, budget) for budget in (own, self._budget)
        )
        self.totals["tokens"] += was.tokens
        self.totals["tokens_then"] += would.tokens
        left = len(would.omitted) + sum(would.omitted_more.values())
        left_before = len(was.omitted) + sum(was.omitted_more.values())
        if (was.tokens, left_before) == (would.tokens, left):
            return
        yield ReplayFinding(
            seq=record.seq,
            at=record.at,
            kind="turn",
            subject=event.agent,
            happened=Sentence("{tokens} tokens, {left} messages left out", tokens=was.tokens, left=left_before),
            would=Sentence("{tokens} tokens, {left} messages left out", tokens=would.tokens, left=left),
            numbers={"tokens": was.tokens, "tokens_then": would.tokens, "omitted": left_before, "omitted_then": left},
        )


class _CapJudge(_Judge):
    """Runs: where another limit would have been reached, and what was used after that."""

    kind: FindingKind = "cap"

    def __init__(self, tokens: int | None, micros: int | None) -> None:
        super().__init__(held=0, tokens=0, tokens_then=0, micros=0, micros_then=0)
        self._limits = {"tokens": tokens, "micros": micros}
        self._used: dict[str, dict[str, int]] = {}
        self._reached: dict[str, tuple[Record, str, int]] = {}
        self._after: dict[str, dict[str, int]] = {}

    def after(self, record: Record, event: Event, view: View) -> Iterable[ReplayFinding]:
        if isinstance(event, RunStarted):
            self.judged += 1
            self._used[event.run] = {"tokens": 0, "micros": 0}
        for single in expand_batched(record):
            self._count(record, event_of(single))
        return ()

    def _count(self, record: Record, event: Event) -> None:
        run = getattr(event, "run", None)
        if run not in self._used:
            return
        if run in self._reached and isinstance(event, TaskStarted):
            self._after[run]["attempts"] += 1
        if not isinstance(event, TaskNoted | TaskCompleted | TaskFailed):
            return
        amounts = {"tokens": event.usage.tokens, "micros": event.usage.micros}
        for unit, amount in amounts.items():
            self.totals[unit] += amount
            self.totals[f"{unit}_then"] += 0 if run in self._reached else amount
        if run in self._reached:
            for unit, amount in amounts.items():
                self._after[run][unit] += amount
            return
        used = self._used[run]
        for unit, amount in amounts.items():
            used[unit] += amount
        over = [unit for unit, most in self._limits.items() if most is not None and used[unit] >= most]
        if over:
            self._reached[run] = (record, over[0], used[over[0]])
            self._after[run] = {"tokens": 0, "micros": 0, "attempts": 0}
            self.totals["held"] += 1

    def end(self) -> Iterator[ReplayFinding]:
        for run, (record, unit, used) in self._reached.items():
            after, most = self._after[run], self._limits[unit] or 0
            yield ReplayFinding(
                seq=record.seq,
                at=record.at,
                kind="cap",
                subject=run,
                happened=Sentence(
                    "it went on: {tokens} tokens, {cost:.2f} $ and {attempts} attempts more",
                    tokens=after["tokens"],
                    cost=after["micros"] / 1_000_000,
                    attempts=after["attempts"],
                ),
                would=Sentence(
                    "it would have waited for a person ({used} of {most} {unit})", used=used, most=most, unit=unit
                ),
                numbers={"used": used, "limit": most, **{f"{name}_after": number for name, number in after.items()}},
            )


class _BreakerJudge(_Judge):
    """Attempts: whom other times would have ended, and whom they would have left at work."""

    kind: FindingKind = "breaker"

    def __init__(self, breaker: Mapping[str, float]) -> None:
        super().__init__(ended=0, ended_then=0, tokens_of_ended_then=0)
        self._breaker = dict(breaker)
        self._states: dict[str, RunState] = {}
        self._ended: dict[tuple[str, str, int], tuple[str, Sentence]] = {}
        self._used: dict[tuple[str, str, int], int] = {}
        self._given_up: dict[str, bool] = {}

    def before(self, record: Record, event: Event, view: View) -> Iterator[ReplayFinding]:
        """Before anything happens in a run: had the breaker ended somebody by then?"""
        for name, state in self._states.items():
            if record.run == name or isinstance(event, DecisionResolved):
                state.off_clock = _find_off_clock(event)
                yield from self._look(state, record)
                for single in expand_batched(record):
                    yield from self._compare(name, record, event_of(single))
                state.fold_records([record])

    def after(self, record: Record, event: Event, view: View) -> Iterable[ReplayFinding]:
        if isinstance(event, RunStarted) and event.body:
            state = load_run(view, event.run)
            breaker = state.playbook.breaker.model_copy(update=self._breaker)
            state.playbook = state.playbook.model_copy(update={"breaker": breaker})
            self._states[event.run] = state
        return ()

    def _look(self, state: RunState, record: Record) -> Iterator[ReplayFinding]:
        due = next_deadline(state)
        if due is None or due > record.at:
            return
        for step in replace_hung(state, record.at):
            if isinstance(step, Cancel) and step.failure == "hung":
                self._ended.setdefault((state.run.id, step.task, step.token), (due, step.reason))
            elif isinstance(step, FallBack) and not self._given_up.get(state.run.id):
                self._given_up[state.run.id] = True
                yield ReplayFinding(
                    seq=record.seq,
                    at=record.at,
                    kind="breaker",
                    subject=state.run.id,
                    happened=Sentence("its agents went on as a team"),
                    would=Sentence("the team would have been given up"),
                    numbers={},
                )

    def _compare(self, run: str, record: Record, event: Event) -> Iterator[ReplayFinding]:
        if not isinstance(event, TaskNoted | TaskCompleted | TaskFailed):
            return
        attempt = run, event.task, event.token
        self._used[attempt] = self._used.get(attempt, 0) + event.usage.tokens
        if isinstance(event, TaskNoted):
            return
        self.judged += 1
        ended = self._ended.get(attempt)
        is_hung = isinstance(event, TaskFailed) and event.kind == "hung"
        self.totals["ended"] += is_hung
        if ended is not None:
            self.totals["ended_then"] += 1
            self.totals["tokens_of_ended_then"] += self._used[attempt]
        if (ended is not None) == is_hung:
            return
        done = (
            Sentence("it was completed")
            if isinstance(event, TaskCompleted)
            else Sentence("it failed ({kind})", kind=event.kind)
        )
        would = (
            Sentence("it would have been ended by {due}: {reason}", due=ended[0], reason=ended[1])
            if ended
            else Sentence("it would still have been at work")
        )
        yield ReplayFinding(
            seq=record.seq,
            at=record.at,
            kind="breaker",
            subject=f"{run}/{event.task}",
            happened=done,
            would=would,
            numbers={"token": event.token},
        )


def _find_off_clock(event: Event) -> Mapping[tuple[str, int], OffClock]:
    """Of whom the log tells with this that the time that was up was none of its agent's."""
    if not isinstance(event, TaskNoted):
        return {}
    for why in OFF_CLOCK:
        if why == event.sign:
            return {(event.task, event.token): why}
    return {}


class _RuleJudge(_Judge):
    """Events: what other rules of the team would have set off, and what they would not."""

    kind: FindingKind = "rule"

    def __init__(self, rules: RuleSet, setting: Setting) -> None:
        super().__init__()
        self._rules = rules
        self._setting = setting
        self._say: Say = speaker("en")

    def after(self, record: Record, event: Event, view: View) -> Iterator[ReplayFinding]:
        self.judged += 1
        cause = Cause(
            event=event,
            seq=record.seq,
            root=record.cause or record.seq,
            actor=record.actor,
            view=view,
            say=self._say,
            lang="en",
        )
        now, then = (self._effects(rules, cause) for rules in (self._setting.rules, self._rules))
        gone, new = [each for each in now if each not in then], [each for each in then if each not in now]
        if not gone and not new:
            return
        nothing = Sentence("nothing")
        yield ReplayFinding(
            seq=record.seq,
            at=record.at,
            kind="rule",
            subject=type(event).__name__,
            happened=Sentence("sets off: {effects}", effects="; ".join(gone)) if gone else nothing,
            would=Sentence("sets off: {effects}", effects="; ".join(new)) if new else nothing,
            numbers={"gone": len(gone), "new": len(new)},
        )

    def _effects(self, rules: RuleSet, cause: Cause) -> list[str]:
        found = Dispatch(rules, layers=self._setting.layers).effects(cause)
        return [_describe_effect(effect.event) for effect in found]


_SHOWN: Final = ("to", "agent", "field", "status", "decision", "rule", "id", "affected_agents")


def _describe_effect(event: Event) -> str:
    fields: dict[str, Any] = event.model_dump(by_alias=True)
    shown = (f"{name}={fields[name]}" for name in _SHOWN if fields.get(name) not in (None, "", []))
    return f"{type(event).__name__}({', '.join(shown)})"
