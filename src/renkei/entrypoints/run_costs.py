"""What a run has used and what was found true for it, in words: for the terminal and for the report."""

from collections.abc import Mapping
from typing import Any

from renkei.kit.words import Say

Used = Mapping[str, Any]
"""`tokens`, `cost` and `unpriced`."""


def format_cost(used: Used, say: Say) -> str:
    """In dollars; what has no price has none."""
    if used["cost"] is None:
        return say("no price")
    text = f"${used['cost']:,.4f}"
    return say("{cost} and more", cost=text) if used["unpriced"] else text


def sum_by_agent(run: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What each agent of a run has used so far, also for tasks of others: a verification specialist."""
    found: dict[str, dict[str, Any]] = {}
    for each in run["spend"]:
        before = found.get(each["agent"], {"tokens": 0, "cost": None, "unpriced": 0})
        costs = [cost for cost in (before["cost"], each["cost"]) if cost is not None]
        sums = {name: before[name] + each[name] for name in ("tokens", "unpriced")}
        found[each["agent"]] = {**sums, "cost": sum(costs) if costs else None}
    return found


def describe_claims(run: Mapping[str, Any], say: Say) -> str:
    """How many claims were found true, and what that cost; nothing where nothing was claimed."""
    claims = run["claims"]
    if not claims["made"]:
        return ""
    said = say("{verified} of {made} claims verified, {false} false", **claims)
    per_dollar = claims["verified_per_dollar"]
    if per_dollar is None:
        return said
    return "; ".join([said, say("{number} verified claims per dollar", number=f"{per_dollar:,.1f}")])
