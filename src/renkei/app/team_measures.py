"""What the team has used, by run, agent and day; how far its word has held; which rules said no."""

from collections import defaultdict
from typing import Any, Final

from renkei.app.log import log_events_of
from renkei.app.oversight import Oversight
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.trust import DIMENSIONS, Trust, measure_trust
from renkei.policy.rule_texts import RULE_TEXTS
from renkei.runs.view import list_runs

_MOST_RUNS: Final = 200
_MOST_REFUSALS: Final = 300


def measure_spend(oversight: Oversight) -> dict[str, Any]:
    """Of the newest runs, and what checks of results have told."""
    with oversight.project.reader.read() as view:
        runs = list_runs(view, limit=_MOST_RUNS)
        tasks = [task for run in runs for task in view.select(RunTaskRow, order="number", run=run.id)]
        trust = measure_trust(view, ("agent",))
        return {
            "seq": view.head.seq,
            "tokens": sum(run.tokens for run in runs),
            "cost": sum(run.micros for run in runs) / 1_000_000,
            "runs": [_run_spend(run) for run in runs],
            "agents": _agent_spend(tasks, trust),
            "days": _day_spend(runs),
        }


def _run_spend(run: RunRow) -> dict[str, Any]:
    return {
        "run": run.id,
        "playbook": run.playbook,
        "state": run.state,
        "started": run.started,
        "tokens": run.tokens,
        "steps": run.steps,
        "cost": run.micros / 1_000_000,
        "minutes": round(run.active / 60_000, 2),
        "caps": {name: cap for name, cap in run.caps.items() if cap is not None},
    }


def _agent_spend(tasks: list[RunTaskRow], trust: list[Trust]) -> list[dict[str, Any]]:
    used: defaultdict[str, dict[str, float]] = defaultdict(lambda: {"tokens": 0, "steps": 0, "micros": 0, "tasks": 0})
    for task in tasks:
        if task.agent:
            for name, amount in (("tokens", task.tokens), ("steps", task.steps), ("micros", task.micros), ("tasks", 1)):
                used[task.agent][name] += amount
    told = {row.agent: row for row in trust if row.agent}
    return [
        {
            "agent": name,
            "tasks": used[name]["tasks"],
            "tokens": max(used[name]["tokens"], (told[name].tokens or 0) if name in told else 0),
            "steps": used[name]["steps"],
            "cost": max(used[name]["micros"] / 1_000_000, (told[name].cost or 0) if name in told else 0),
            "verified": told[name].verified if name in told else 0,
            "verified_per_dollar": told[name].verified_per_dollar if name in told else None,
        }
        for name in sorted({*used, *told})
    ]


def _day_spend(runs: list[RunRow]) -> list[dict[str, Any]]:
    days: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0])
    for run in runs:
        days[run.started[:10]][0] += run.tokens
        days[run.started[:10]][1] += run.micros / 1_000_000
    return [{"day": day, "tokens": days[day][0], "cost": days[day][1]} for day in sorted(days)]


def trust_documents(oversight: Oversight) -> list[dict[str, Any]]:
    """By agent: what it claimed, what was found true or false, how sure it was."""
    with oversight.project.reader.read() as view:
        return [trust_document(row) for row in measure_trust(view, ("agent", "role", "model"))]


def trust_document(row: Trust) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in DIMENSIONS},
        "claims": row.claims,
        "verified": row.verified,
        "false": row.false,
        "stated": row.stated,
        "observed": row.observed,
        "brier": row.brier,
        "tokens": row.tokens,
        "cost": row.cost,
        "verified_per_dollar": row.verified_per_dollar,
    }


def list_refusals(oversight: Oversight, *, limit: int = _MOST_REFUSALS) -> dict[str, Any]:
    """The newest first, each with what its rule says."""
    project = oversight.project
    with project.reader.read() as view:
        oversight.index.catch_up(view)
        records = [view.event(seq) for seq in oversight.index.marks(kind="RuleRefused", limit=limit)]
        events = [event for record in records if record for event in log_events_of(record)]
    items = [
        {"seq": event.seq, "id": event.id, "at": event.at, "run": event.run, **event.data} for event in reversed(events)
    ]
    rules = {each["rule"]: project.say(RULE_TEXTS[each["rule"]]) for each in items if each["rule"] in RULE_TEXTS}
    return {"items": items, "rules": rules}
