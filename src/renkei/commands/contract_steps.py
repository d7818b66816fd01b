"""Steps of contracts that nobody else counts (CON-3)."""

from renkei.board.contracts import contract_terms
from renkei.board.tables import ContractRow
from renkei.board.team import find_member
from renkei.commands.base import Command, CommandContext
from renkei.contracts.states import ACTIVE
from renkei.protocol.events import Event, StepsCounted


def count_steps(context: CommandContext, command: Command) -> list[Event]:
    """For an agent whose tool calls nobody counts, a call of the hub is a step of each contract it works under."""
    rows = context.view.select(ContractRow, order="seq", assignee=context.actor.name)
    active = [row for row in rows if row.state in ACTIVE and not row.metered]
    if not active or not command.is_step_of_contract or find_member(context.view, context.actor.name) is None:
        return []
    limited = [row for row in active if (said := contract_terms(row)) and said.timeout.max_steps is not None]
    return [StepsCounted(contract=row.id, steps=1, metered=False) for row in limited]
