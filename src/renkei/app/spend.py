"""The ledger: what agents used, summed up; and whoever knows more adds it."""

from collections.abc import Sequence
from typing import Final, cast

from renkei.app.project import Done, Project
from renkei.binding.differences import find_text_difference
from renkei.board.caps import CapState, list_caps
from renkei.board.spend import SPEND_DIMENSIONS, SpendDimension, SpendSum, sum_spend, total_spend
from renkei.bootstrap import PRICES_FILE, load_price_list
from renkei.commands.caps import SetCap
from renkei.commands.spend import RecordSpend
from renkei.errors import BadInput
from renkei.eventlog.records import utc_now
from renkei.kit.prices import PriceList
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.spend import Spend
from renkei.protocol.terms import MOST_TOKENS
from renkei.sentence import Parameter
from renkei.values import value

__all__ = ["CapState", "Ledger", "PriceList", "list_prices", "read_caps", "read_ledger", "record_spend", "set_cap"]


@value
class Ledger:
    by: tuple[SpendDimension, ...]
    rows: list[SpendSum]
    total: SpendSum


def read_ledger(project: Project, by: Sequence[str] = ("agent",), *, run: str | None = None) -> Ledger:
    """What was used, by some of agent, task, run, model and day; of one run only, if one is named."""
    for name in by:
        if name not in SPEND_DIMENSIONS:
            raise BadInput(
                "{option}: nothing is called {name!r}. Known: {known}.",
                option=Parameter("by"),
                name=name,
                known=", ".join(SPEND_DIMENSIONS),
            )
    dimensions = cast("tuple[SpendDimension, ...]", tuple(dict.fromkeys(by)))
    where = {"run": run} if run else {}
    with project.reader.read() as view:
        return Ledger(
            by=dimensions, rows=sum_spend(view, dimensions, where=where), total=total_spend(view, where=where)
        )


def record_spend(
    project: Project,
    spent: Sequence[Spend],
    *,
    agent: str | None = None,
    run: str | None = None,
    task: str | None = None,
    actor: Actor | None = None,
) -> Done:
    """Adds to the ledger what an agent used: `actor` itself, or a person says it of anybody.

    Raises:
        NotFound: no such agent or task.
        Refused: not for this actor.
    """
    fields = {"agent": agent, "run": run, "task": task, "spent": [each.model_dump() for each in spent]}
    return project.do(validate_model(RecordSpend, fields), actor=actor or project.actor())


def set_cap(
    project: Project,
    *,
    run: str | None = None,
    agent: str | None = None,
    tokens: int | None = None,
    cost: float | None = None,
) -> Done:
    """Limits what a run may use, or an agent or all of them in a day; without numbers there is no limit.

    Raises:
        Refused: not for this actor: it is a person's.
    """
    micros = None if cost is None else _micros(cost, "cap_cost")
    fields = {"run": run, "agent": agent, "tokens": tokens, "micros": micros}
    return project.do(validate_model(SetCap, fields), actor=project.actor())


def read_cost(cost: float) -> int:
    """What was paid, in millionths of a dollar; it may be nothing."""
    return _micros(cost, "cost") if cost else 0


_MOST_COST: Final = MOST_TOKENS // 1_000_000


def _micros(cost: float, option: str) -> int:
    if not 0 < cost < _MOST_COST:
        raise BadInput(
            "{option}: expected a number above 0 and below {most}, not {number}.",
            option=Parameter(option),
            most=_MOST_COST,
            number=cost,
        )
    return max(1, round(cost * 1_000_000))


def read_caps(project: Project) -> list[CapState]:
    """Every limit that is in force now, with what is used of it."""
    with project.reader.read() as view:
        return list_caps(view, utc_now()[: len("2026-05-01")])


def list_prices(project: Project) -> PriceList:
    """The prices in force: those that ship, and over them the team's own, as a person set them."""
    if find_text_difference(project.settings.project, project.env, "prices"):
        project.caller.note(
            "{path} is not as a person set it: what was set goes on to hold. A person accepts it with: renkei accept "
            "prices",
            path=PRICES_FILE,
        )
    return load_price_list(project.settings.project, project.find_held_prices())
