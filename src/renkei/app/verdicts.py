"""What follows from the verdicts of a session: who is to be told of one, who was, and who is still at work (DEC-45).

Pure but for the lines that are added to the session's ledger. In which words it is told is for the way in.
"""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from renkei.app.fallback_warnings import note_failure
from renkei.app.guard_state import GuardState
from renkei.app.session_ledger import Ledger, Line, every_session
from renkei.protocol.terms import VERIFIER

MAIN = "main thread"
"""What the client's own thread is called where an agent is named."""


class Audience(NamedTuple):
    """Who is told of an outcome in enforce mode; in observe mode it is the person alone."""

    lead: bool
    person: bool
    holds: bool
    """Whether the lead is held at its own stop, once."""


AUDIENCES = {
    "failed": Audience(lead=True, person=True, holds=True),
    "unverified": Audience(lead=True, person=True, holds=True),
    "no-verdict": Audience(lead=True, person=True, holds=True),
    "observed": Audience(lead=False, person=True, holds=False),
    "remarked": Audience(lead=True, person=True, holds=False),
    "unchecked": Audience(lead=False, person=True, holds=False),
    "accepted": Audience(lead=True, person=False, holds=False),
    "refused": Audience(lead=False, person=False, holds=False),
}
"""`no-verdict`: the agent came to an end without one. `remarked`: an agent that is not held to the contract says what
does not hold. `unchecked`: the main thread's own words were not looked at. `accepted`: only what could not be verified
in it is told. `refused`: sent back, another will come."""


def is_verdict(line: Line) -> bool:
    return line["what"] == "checked" and line.get("outcome") in AUDIENCES


def outcome_of(verdict: Line) -> str:
    return str(verdict["outcome"])


def audience_of(verdict: Line) -> Audience:
    """Receipts that somebody forged or removed are told to the person, whatever became of the result."""
    found = AUDIENCES[outcome_of(verdict)]
    return found._replace(person=True) if verdict.get("tampered") else found


def newest_verdicts(lines: list[Line]) -> list[Line]:
    """The newest of each agent; the main thread may have several, one for each of its answers."""
    newest: dict[str, Line] = {}
    for line in filter(is_verdict, lines):
        newest[line["id"] if line["agent"] == MAIN else str(line.get("agent_id"))] = line
    return list(newest.values())


def verdicts_to_tell(lines: list[Line], where: str) -> list[Line]:
    """The verdicts that nobody was told of there."""
    told = {line["verdict"] for line in lines if line["what"] == "told" and line["where"] == where}
    return [verdict for verdict in newest_verdicts(lines) if verdict["id"] not in told]


def rulings_to_tell(lines: list[Line]) -> list[Line]:
    """What rules would have refused where nobody saw it, and who called hooks that was no client."""
    told = {line["verdict"] for line in lines if line["what"] == "told" and line["where"] == "ruling"}
    return [line for line in lines if line["what"] in _RULINGS and line["id"] not in told]


_RULINGS = ("ruled", "forged")


def unseen_verdicts(project: Path) -> list[tuple[Ledger, Line]]:
    """What a person should know and no screen has shown, the newest session first."""
    found: list[tuple[Ledger, Line]] = []
    for ledger in every_session(project):
        pending = [each for each in verdicts_to_tell(ledger.lines(), "screen") if audience_of(each).person]
        found += [(ledger, each) for each in reversed(pending)]
    return found


def count_verdicts(lines: list[Line]) -> int:
    """How many agents of a session came to an end, with a verdict or without."""
    ended = [line for line in lines if line["what"] == "checked" and not line.get("refused") and line.get("agent_id")]
    return len({line["agent_id"] for line in ended})


def worst_verdict(lines: list[Line]) -> Line | None:
    """The newest of the gravest that a person should know."""
    grave = [each for each in newest_verdicts(lines) if audience_of(each).person]
    order = list(AUDIENCES)
    return min(reversed(grave), key=lambda each: order.index(outcome_of(each)), default=None)


def count_refusals(lines: list[Line], agent_id: str, outcome: str = "refused") -> int:
    """How often in a row an agent's stop was refused, for this reason."""
    count = 0
    for line in reversed([line for line in lines if is_verdict(line) and line.get("agent_id") == agent_id]):
        if not line.get("refused"):
            break
        count += line.get("outcome") == outcome
    return count


def holds_lead(lines: list[Line], verdict: Line) -> bool:
    return _is_bad_news(lines, verdict) or wants_second_look(lines, verdict)


def _is_bad_news(_lines: list[Line], verdict: Line) -> bool:
    return audience_of(verdict).holds


def wants_second_look(lines: list[Line], verdict: Line) -> bool:
    """RES-8: nobody has looked at this sure result since."""
    if not verdict.get("verify"):
        return False
    later = lines[lines.index(verdict) :]
    return not any(line["what"] == "checked" and line.get("kind", line["agent"]) == VERIFIER for line in later)


def agent_names(lines: list[Line]) -> dict[str, str]:
    """Everybody who was started or checked, by id."""
    return {str(line["agent_id"]): str(line.get("agent")) for line in lines if line.get("agent_id")}


def agents_at_work(lines: list[Line], kind: str = "") -> list[str]:
    """Who was started, or sent back, and has come to no verdict since; oldest first."""
    state: dict[str, bool] = {}
    for line in lines:
        if line["what"] in ("started", "checked") and line.get("agent_id"):
            state.pop(line["agent_id"], None)
            state[line["agent_id"]] = line["what"] == "started" or bool(line.get("refused"))
    names = agent_names(lines)
    return [agent_id for agent_id, at_work in state.items() if at_work and kind in ("", names[agent_id])]


def start_folder(lines: list[Line], agent_id: str) -> str | None:
    began = [line["folder"] for line in lines if line["what"] == "started" and line.get("agent_id") == agent_id]
    return next((folder for folder in reversed(began) if folder), None)


def note_start(ledger: Ledger, agent_id: str, agent: str, folder: str) -> None:
    """An agent is at work, and began in this folder (DEC-43)."""
    ledger.add("started", agent_id=agent_id, agent=agent, folder=folder)


def note_unknown(ledger: Ledger, agent_id: str, agent: str) -> None:
    """An agent of which no hook of ours has heard was at work all the same, and has no verdict yet."""
    if agent_id and agent_id not in agent_names(ledger.lines()):
        note_start(ledger, agent_id, agent, folder="")


def note_no_verdict(ledger: Ledger, agent_id: str) -> None:
    """It is at work no more: what it wrote is anybody's again."""
    agent = agent_names(ledger.lines())[agent_id]
    ledger.add("checked", agent_id=agent_id, agent=agent, outcome="no-verdict")
    state = GuardState(ledger.project, ledger.session)
    with suppress(OSError):
        state.release(agent_id)
        note_failure(state, ledger.project, agent)


def mark_told(ledger: Ledger, verdicts: list[Line], where: str) -> None:
    for verdict in verdicts:
        ledger.add("told", verdict=verdict["id"], where=where)


class LeadStop(NamedTuple):
    """What has to be said once more before the lead ends."""

    lines: list[Line]
    """All of the session."""
    holding: list[Line]
    """The verdicts that it is held for, once each."""
    pending: list[Line]
    """Those that the person was not told of at a stop."""


def settle_lead_stop(ledger: Ledger, *, mode: str, is_sent_back: bool, may_start: bool) -> LeadStop:
    """What the lead and the person are told when the lead stops; that they are is noted here.

    Args:
        is_sent_back: whether a hook has held it before: nobody is held twice.
        may_start: whether it may start an agent; who may not is not held for a second look.
    """
    lines, may_hold = ledger.lines(), mode == "enforce" and not is_sent_back
    holds = holds_lead if may_start else _is_bad_news
    holding = [each for each in verdicts_to_tell(lines, "held") if may_hold and holds(lines, each)]
    pending = [each for each in verdicts_to_tell(lines, "stop") if audience_of(each).person and each["agent"] != MAIN]
    mark_told(ledger, holding, "held")
    mark_told(ledger, pending, "stop")
    return LeadStop(lines, holding, pending)


def settle_hand_over(ledger: Ledger, agent_id: str) -> tuple[list[Line], list[Line]]:
    """The verdicts that are told with the result of an agent, or, where the client does not name it, all that nobody
    was told of; that they are is noted here. And all lines of the session. An agent that has come to an end without a
    verdict has that for one."""
    if agent_id in agents_at_work(ledger.lines()):
        note_no_verdict(ledger, agent_id)
    lines = ledger.lines()
    untold = [each for each in verdicts_to_tell(lines, "hand-over") if each["agent"] != MAIN]
    fresh = [each for each in untold if agent_id in ("", each["agent_id"])]
    mark_told(ledger, fresh, "hand-over")
    return fresh, lines


def find_dead(lines: list[Line], kind: str) -> str | None:
    """The one agent of a kind that came to an end without a verdict; None where there are several, or none."""
    untold = [each for each in verdicts_to_tell(lines, "hand-over") if outcome_of(each) == "no-verdict"]
    dead = [*agents_at_work(lines, kind), *(str(each["agent_id"]) for each in untold if each["agent"] == kind)]
    return dead[0] if len(dead) == 1 else None
