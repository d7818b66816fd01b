"""Who is on the team, who leads it, and who stands above the rules of ownership."""

from collections.abc import Iterable

from renkei.board.tables import AgentRow, StepRow
from renkei.eventlog.base import View

PERSON = "person"
SYSTEM = "system"


def find_member(view: View, name: str) -> AgentRow | None:
    """The agent of this name, if it is on the team."""
    row = view.get(AgentRow, name)
    return row if row and row.member else None


def list_members(view: View) -> list[AgentRow]:
    """The team, in the order in which it joined."""
    return view.select(AgentRow, order="seq", member=True)


def is_lead(view: View, name: str) -> bool:
    row = find_member(view, name)
    return row is not None and row.role == "lead"


def role_of(view: View, name: str) -> str:
    """The role of a member; anybody else, such as a client's own agent, is called by what it does."""
    row = find_member(view, name)
    return row.role if row else name


def steps_taken(view: View, agent: str) -> int:
    """How many commands it has given."""
    row = view.get(StepRow, agent)
    return row.count if row else 0


# Who stands above the rules of ownership, who leads, and how those who may are named.


def is_above_rules(actor: str) -> bool:
    return actor in (PERSON, SYSTEM)


def list_leads(view: View) -> list[str]:
    return [row.id for row in list_members(view) if is_lead(view, row.id)]


def list_names(names: Iterable[str]) -> str:
    return " / ".join(dict.fromkeys(names)) or "-"
