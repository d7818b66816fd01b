"""Write on exit (BOARD-2, TURN-2): an agent that began a turn does not stop before it has reported and ended it.

One that has no tool to do so is reported for: its result is what it has to say.
"""

from typing import Final

from renkei.board.tables import AgentRow, TurnRow
from renkei.board.team import find_member
from renkei.commands.base import Request
from renkei.commands.messages import PostMessage
from renkei.commands.turns import EndTurn, find_missing
from renkei.errors import BadInput, NotFound, Refused, Unreachable
from renkei.eventlog.base import View
from renkei.hub import Hub
from renkei.policy.paths import has_tool
from renkei.policy.tables import load_shipped
from renkei.policy.tool_use import grant_of
from renkei.protocol.actors import Actor, Language
from renkei.protocol.messages import StatusUpdate, StatusUpdateDraft
from renkei.sentence import Sentence
from renkei.values import value

_LONGEST_SUMMARY: Final = 500
_NO_LEAD: Final = "#general"


@value
class TurnDue:
    """What an agent still owes to its turn."""

    rule: str
    reason: Sentence
    is_recorded: bool = False
    """Whether the log has the refusal."""


def settle_turn(hub: Hub, agent: str, role: str, result: str, *, lang: Language) -> TurnDue | None:
    """Ends the turn of an agent that stops, if it has an open one; what it owes where it can do so itself."""
    with hub.read() as view:
        turn, member = view.get(TurnRow, agent), find_member(view, agent)
        lead = _find_lead(view, agent)
    if turn is None or not turn.open or turn.attempts or member is None:
        return None  # a run begins and ends the turns of its attempts itself
    actor = Actor(name=agent, via="hook")
    due = _find_missing(turn) or _try_end(hub, actor, lang)
    if due is None or has_board_tool(role):
        return due
    _report_result(hub, actor, lead, result, lang)
    _try_end(hub, actor, lang)
    return None


def has_board_tool(role: str) -> bool:
    """Whether an agent of this role can call Renkei: a shell that may run it, or all tools."""
    policy = load_shipped()
    grant = grant_of(policy, agent="", role=role, is_lead=False)
    if grant.tools is not None and not has_tool(grant.tools, "Bash"):
        return False
    return grant.commands is None or any(each.run[:1] == ("renkei",) for each in policy.commands[grant.commands])


def _find_lead(view: View, agent: str) -> str:
    leads = [row.id for row in view.select(AgentRow, order="seq") if row.member and row.role == "lead"]
    return next((each for each in leads if each != agent), _NO_LEAD)


def _find_missing(turn: TurnRow) -> TurnDue | None:
    missing = find_missing(turn)
    return TurnDue(rule=missing[0], reason=Sentence(missing[1], agent=turn.agent)) if missing else None


def _try_end(hub: Hub, actor: Actor, lang: Language) -> TurnDue | None:
    try:
        hub.do(Request(command=EndTurn(), actor=actor, lang=lang))
    except Refused as error:
        return TurnDue(rule=error.rule, reason=Sentence(error.text, **error.params), is_recorded=True)
    except Unreachable:
        pass
    return None


def _report_result(hub: Hub, actor: Actor, lead: str, result: str, lang: Language) -> None:
    """What it hands in is its update; a line of it, for whoever wants to read it all has the result."""
    summary = _summary_of(result)
    update = StatusUpdate(new_status="completed", progress_summary=summary)
    draft = StatusUpdateDraft(type="STATUS_UPDATE", to=lead, payload=update)
    try:
        hub.do(Request(command=PostMessage(message=draft), actor=actor, lang=lang))
    except (BadInput, NotFound, Refused, Unreachable):
        return


def _summary_of(result: str) -> str:
    """The lines of its summary, else of its beginning."""
    lines = [line.strip() for line in result.splitlines() if line.strip()]
    at = next((at for at, line in enumerate(lines) if line.lstrip("#* ").casefold().startswith(_SUMMARIES)), None)
    rest = lines if at is None else [lines[at].lstrip("#* "), *lines[at + 1 : at + 4]]
    return " ".join(rest)[:_LONGEST_SUMMARY] or "-"


_SUMMARIES: Final = ("summary", "要約", "概要", "サマリー")
