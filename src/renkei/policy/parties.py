"""Who stands above the rules of ownership, who leads, and how those who may are named."""

from collections.abc import Iterable

from renkei.board.team import PERSON, SYSTEM, is_lead, list_members
from renkei.eventlog.base import View


def is_above_rules(actor: str) -> bool:
    return actor in (PERSON, SYSTEM)


def list_leads(view: View) -> list[str]:
    return [row.id for row in list_members(view) if is_lead(view, row.id)]


def list_names(names: Iterable[str]) -> str:
    return " / ".join(dict.fromkeys(names)) or "-"
