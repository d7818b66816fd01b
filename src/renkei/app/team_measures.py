"""What the team has used, by run, agent and day; how far its word has held; which rules said no."""

from typing import Any, Final

from renkei.app.log import log_events_of
from renkei.app.oversight import Oversight
from renkei.board.run_tables import RunRow
from renkei.board.spend import SpendSum, sum_spend, total_spend
from renkei.board.trust import DIMENSIONS, Trust, measure_trust
from renkei.kit.words import Say
from renkei.policy.rule_texts import RULE_TEXTS
from renkei.runs.view import list_runs

_MOST_RUNS: Final = 200
_MOST_REFUSALS: Final = 300


def measure_spend(oversight: Oversight) -> dict[str, Any]:
    """What the ledger says, beside the limits of runs and what was found true for it."""
    with oversight.project.reader.read() as view:
        total = total_spend(view)
        by_run = {row.run: row for row in sum_spend(view, ("run",))}
        return {
            "seq": view.head.seq,
            "tokens": total.tokens,
            "cost": total.cost,
            "unpriced": total.unpriced,
            "runs": [_run_spend(run, by_run.get(run.id)) for run in list_runs(view, limit=_MOST_RUNS)],
            "agents": _agent_spend(sum_spend(view, ("agent",)), measure_trust(view, ("agent",))),
            "models": [_plain_sum(row) | {"model": row.model} for row in sum_spend(view, ("model",))],
            "days": [_plain_sum(row) | {"day": row.day} for row in sum_spend(view, ("day",))],
        }


def _plain_sum(row: SpendSum | None) -> dict[str, Any]:
    return {
        "tokens": row.tokens if row else 0,
        "cost": row.cost if row else None,
        "unpriced": row.unpriced if row else 0,
    }


def _run_spend(run: RunRow, spent: SpendSum | None) -> dict[str, Any]:
    return {
        "run": run.id,
        "playbook": run.playbook,
        "state": run.state,
        "started": run.started,
        "steps": run.steps,
        "minutes": round(run.active / 60_000, 2),
        "caps": {name: cap for name, cap in run.caps.items() if cap is not None},
        **_plain_sum(spent),
    }


def _agent_spend(spent: list[SpendSum], trust: list[Trust]) -> list[dict[str, Any]]:
    used = {row.agent: row for row in spent if row.agent}
    told = {row.agent: row for row in trust if row.agent}
    return [
        {
            "agent": name,
            **_plain_sum(used.get(name)),
            "verified": told[name].verified if name in told else 0,
            "verified_per_dollar": told[name].verified_per_dollar if name in told else None,
        }
        for name in sorted({*used, *told})
    ]


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


def list_refusals(oversight: Oversight, say: Say, *, limit: int = _MOST_REFUSALS) -> dict[str, Any]:
    """The newest first, each with what its rule says, in the reader's words."""
    with oversight.read() as view:
        records = [view.event(seq) for seq in oversight.index.marks(kind="RuleRefused", limit=limit)]
        events = [event for record in records if record for event in log_events_of(record)]
    items = [
        {"seq": event.seq, "id": event.id, "at": event.at, "run": event.run, **event.data} for event in reversed(events)
    ]
    rules = {each["rule"]: say(RULE_TEXTS[each["rule"]]) for each in items if each["rule"] in RULE_TEXTS}
    return {"items": items, "rules": rules}
