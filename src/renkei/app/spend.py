"""The ledger: what agents used, summed up; and whoever knows more adds it."""

from collections.abc import Sequence
from typing import cast

from renkei.app.project import Done, Project
from renkei.board.spend import SPEND_DIMENSIONS, SpendDimension, SpendSum, sum_spend, total_spend
from renkei.bootstrap import load_price_list
from renkei.commands.spend import RecordSpend
from renkei.errors import BadInput
from renkei.kit.prices import PriceList
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.spend import Spend
from renkei.sentence import Parameter
from renkei.values import value

__all__ = ["Ledger", "PriceList", "list_prices", "read_ledger", "record_spend"]


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


def list_prices(project: Project) -> PriceList:
    """The prices in force: those that ship, and over them the team's own."""
    return load_price_list(project.settings.project)
