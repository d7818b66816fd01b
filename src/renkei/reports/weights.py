"""How much an agent's word counts in a category: its expertise (AGG-5). As shipped, everybody's counts the same."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.reports.naming import normalize_name, role_of
from renkei.values import value

ANY: Final = ""
"""The category that stands for all those a role has no weight of its own for; `*` in a setting."""

MOST: Final = 1000.0

Row = Mapping[str, float]
"""The weights of one role by category."""


@value
class Weights:
    """By role and category, both as `naming` writes them; what is not named weighs 1."""

    roles: Mapping[str, Row] = field(default_factory=dict[str, Row])

    def weight_of(self, role: str, category: str) -> float:
        row = self.roles.get(role_of(role), {})
        return row.get(normalize_name(category), row.get(ANY, 1.0))


EXPERT: Final = 2.0

_SECURITY: Final = "sec security vuln vulnerability auth authentication authorization crypto privacy security-concern"
_QUALITY: Final = "qa quality test tests testing coverage bug regression test-failure weak-assertion"
_DESIGN: Final = "arch architecture design dependency component-boundary interface-contract state-transition"
_PRODUCT: Final = "req requirement requirements spec product acceptance fr nfr us"
_BACKEND: Final = "be backend api db database data perf performance concurrency"
_FRONTEND: Final = "fe frontend ui ux a11y accessibility css component"
_EVIDENCE: Final = "ref reference references evidence hallucination"


def _expert_row(role: str, categories: str) -> dict[str, float]:
    return dict.fromkeys((*categories.split(), role), EXPERT)


EXPERTISE: Final[Mapping[str, Row]] = {
    role: _expert_row(role, categories)
    for role, categories in {
        "security-auditor": _SECURITY,
        "qa-engineer": _QUALITY,
        "system-architect": _DESIGN,
        "code-architect": _DESIGN,
        "product-manager": _PRODUCT,
        "backend-specialist": _BACKEND,
        "frontend-specialist": _FRONTEND,
        "verification-specialist": _EVIDENCE,
    }.items()
}
"""Each role counts twice in what it is there for."""

EQUAL: Final = Weights()
PROFILES: Final[Mapping[str, Weights]] = {"equal": EQUAL, "by-role": Weights(roles=EXPERTISE)}


def is_weights(value: Any) -> bool:
    """Whether a setting can be read: the name of a profile, or a table with `profile`, `roles` or both."""
    if isinstance(value, str):
        return value in PROFILES
    if not isinstance(value, dict):
        return False
    table = cast(dict[str, Any], value)
    roles = table.get("roles", {})
    return (
        not table.keys() - {"profile", "roles"}
        and table.get("profile", "equal") in PROFILES
        and isinstance(roles, dict)
        and all(_is_row(row) for row in cast(dict[str, Any], roles).values())
    )


def _is_row(row: Any) -> bool:
    cells = cast(dict[str, Any], row).values() if isinstance(row, dict) else (row,)
    return all(type(cell) in (int, float) and 0 < cell <= MOST for cell in cells)


def read_weights(value: str | Mapping[str, Any] | None) -> Weights:
    """The weights of a setting; a role that it names has only the weights given there.

    Raises:
        BadInput: there is no such profile, or a weight is no number above 0 and up to 1000.
    """
    if value is None:
        return EQUAL
    if not is_weights(value):
        raise BadInput("weights cannot be {value!r}. Profiles: {known}.", value=value, known=", ".join(PROFILES))
    if isinstance(value, str):
        return PROFILES[value]
    base = PROFILES[value.get("profile", "equal")]
    return Weights(
        roles={**base.roles, **{role_of(role): _read_row(row) for role, row in value.get("roles", {}).items()}}
    )


def _read_row(row: Any) -> Row:
    if not isinstance(row, dict):
        return {ANY: float(row)}
    return {normalize_name(category): float(weight) for category, weight in cast(dict[str, Any], row).items()}
