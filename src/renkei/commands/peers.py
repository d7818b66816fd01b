"""To whom an agent of a run may write: to its teammates if the playbook lets it, to the user through the lead alone."""

from collections.abc import Iterable
from typing import Any, Final

from renkei.board.run_tables import RunPlanRow, RunRow
from renkei.board.tables import AgentRow, TurnRow
from renkei.board.team import PERSON, SYSTEM
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.playbooks.states import ENDED

_LEAD: Final = "lead"


def check_peers(view: View, sender: str, readers: Iterable[str]) -> None:
    """
    Raises:
        Refused: its playbook switches peer messages off (DEC-14), or it asks the user itself (ORCH-5).
    """
    if sender in (PERSON, SYSTEM):
        return
    playbook = _find_playbook(view, sender)
    if not playbook or sender == _LEAD:
        return
    if "agent_team" in playbook and PERSON in readers:
        raise Refused(
            "{sender} works in a team and does not write to the user itself. Say to the lead: "
            "The user has to be asked: QUESTION",
            rule="ORCH-5",
            sender=sender,
        )
    if playbook.get("peer_messages", True):
        return
    others = [name for name in readers if name != sender and not _is_lead(view, name)]
    if others:
        raise Refused(
            "In this run agents do not write to each other: {sender} may write to the lead, not to {others}.",
            rule="DEC-14",
            sender=sender,
            others=", ".join(others),
        )


def _find_playbook(view: View, sender: str) -> dict[str, Any] | None:
    """That of the run in which it is at work."""
    turn = view.get(TurnRow, sender)
    run = view.get(RunRow, turn.run) if turn and turn.run and turn.attempts else None
    plan = view.get(RunPlanRow, run.id) if run and run.state not in ENDED else None
    return plan.playbook if plan else None


def _is_lead(view: View, name: str) -> bool:
    row = view.get(AgentRow, name)
    return name in (_LEAD, PERSON, SYSTEM) or (row is not None and row.role == _LEAD)
