"""What a run may use, from what runs of the same playbook and kind of agents have used here; nothing is guessed."""

from renkei.app.project import Project
from renkei.board.run_tables import RunRow
from renkei.values import value


@value
class Estimate:
    runs: int
    """How many it is made from: those that completed."""
    least_tokens: int
    most_tokens: int
    least_cost: float
    """In dollars, of the tokens that have a price."""
    most_cost: float
    is_priced: bool
    """Whether all of them have one."""


def estimate_run(project: Project, playbook: str, agents: str) -> Estimate | None:
    """None where no such run has completed and used anything: then nobody knows."""
    with project.reader.read() as view:
        rows = view.select(RunRow, order="seq", descending=True, limit=_MOST)
    found = [
        row for row in rows if (row.playbook, row.agents, row.state) == (playbook, agents, "completed") and row.tokens
    ]
    if not found:
        return None
    tokens, micros = [row.tokens for row in found], [row.micros for row in found]
    return Estimate(
        runs=len(found),
        least_tokens=min(tokens),
        most_tokens=max(tokens),
        least_cost=min(micros) / 1_000_000,
        most_cost=max(micros) / 1_000_000,
        is_priced=not any(row.unpriced for row in found),
    )


_MOST = 200
"""How far back is looked."""
