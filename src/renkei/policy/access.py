"""Who may do what, and from which stage on: each command names one of these rules, and a layer.

A refusal names the rule and who may. Layers are switched on one by one, in the specification's order
(section 7, TURN-3), and each stage works alone:

1 board: the board, turns, the team
2 messages: TASK_HANDOFF, TASK_RESULT, STATUS_UPDATE and FREEFORM
3 contracts: offered, accepted, delivered, verified, closed
4 events: a completion frees those who wait for it
5 context: tiers by address only
6 all: every message type, decisions, the rest of contracts, every event, tiers by keyword too

Which rule of `dispatch` holds from which stage on stands there.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from renkei.board.tables import PersonRow
from renkei.board.team import PERSON, find_member, is_lead
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.protocol.actors import Actor
from renkei.protocol.terms import MessageType
from renkei.sentence import Translatable


class AccessRule(NamedTuple):
    id: str
    allows: Callable[[View, Actor, Any], bool]
    refusal: Translatable


def _is_person(view: View, actor: Actor, command: object) -> bool:
    return actor.name == PERSON


def _is_keyholder(view: View, actor: Actor, command: object) -> bool:
    """A person, and none who was let in by one: they let nobody in."""
    return actor.name == PERSON and actor.guest is None


def _is_at_terminal(view: View, actor: Actor, command: object) -> bool:
    """A person, also one who acts as an agent."""
    return actor.via == "terminal"


def _is_person_or_lead(view: View, actor: Actor, command: object) -> bool:
    return actor.name == PERSON or is_lead(view, actor.name)


def _is_person_or_member(view: View, actor: Actor, command: object) -> bool:
    return actor.name == PERSON or find_member(view, actor.name) is not None


def _is_person_lead_or_renkei(view: View, actor: Actor, command: object) -> bool:
    return _is_person_or_lead(view, actor, command) or _is_renkei(view, actor, command)


def _is_renkei(view: View, actor: Actor, command: object) -> bool:
    return actor.via == "system"


def _is_reader_or_person(view: View, actor: Actor, command: Any) -> bool:
    return actor.name in (PERSON, command.reader)


def _is_agent_itself_or_person(view: View, actor: Actor, command: Any) -> bool:
    return actor.name in (PERSON, command.agent or actor.name) or _is_renkei(view, actor, command)


DEFAULTS_ARE_THE_TEAMS: Final = AccessRule(
    "LEAD-7", _is_person_or_member, "{actor} may not override a default of the team. Its members and a person may."
)
LEADS_DEFAULTS_ARE_THE_LEADS: Final = AccessRule(
    "LEAD-7", _is_person_or_lead, "{actor} may not override a default of the lead. A person or the lead may."
)
TEAM_IS_LED: Final = AccessRule(
    "ACTOR-2", _is_person_or_lead, "{actor} may not change the team. A person or the lead may."
)
KEYS_ARE_A_PERSONS: Final = AccessRule(
    "ACTOR-3",
    _is_keyholder,
    "{actor} may not do this: it hands out identities or forgets what was said. A person may, at a terminal.",
)
INBOX_IS_ITS_READERS: Final = AccessRule(
    "ACTOR-4", _is_reader_or_person, "{actor} may not mark another's messages. Their reader or a person may."
)
DECIDE_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-6",
    _is_person,
    "{actor} may not answer for a person. An agent answers a decision that it owns with a DECISION_RESULT.",
)
INSIGHTS_ARE_A_PERSONS: Final = AccessRule(
    "ORCH-3", _is_person, "{actor} may not review insights: they reach the context of other agents. A person may."
)
CODE_IS_RUN_FOR_A_PERSON: Final = AccessRule(
    "CON-2", _is_person, "{actor} may not allow code to be run. A person may, at their own terminal."
)
CODE_IS_RUN_AT_A_TERMINAL: Final = AccessRule("CON-2", _is_at_terminal, CODE_IS_RUN_FOR_A_PERSON.refusal)
HOOKS_ARE_A_PERSONS: Final = AccessRule(
    "ACTOR-5", _is_person, "An agent may not switch the hooks. A person may, at a terminal."
)
ACCEPTING_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-5", _is_person, "{actor} may not accept what binds agents. A person may, at a terminal."
)
SET_UP_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-5", _is_person, "{actor} may not set the project up for a client. A person may, at a terminal."
)
LOGS_ARE_A_PERSONS: Final = AccessRule("ACTOR-3", _is_person, "{actor} may not bring a log in. A person may.")
STORE_IS_A_PERSONS: Final = AccessRule("ACTOR-3", _is_person, "{actor} may not do this to the store. A person may.")
COPIES_ARE_A_PERSONS: Final = AccessRule("ACTOR-3", _is_person, "{actor} may not copy the store. A person may.")
"""A copy holds what everybody said, and can be looked at without any rule."""
SERVING_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-3",
    _is_person,
    "{actor} may not open the page of people: whoever holds its address acts as one. A person may.",
)
CLEANING_UP_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-7", _is_person, "{actor} may not remove what runs have left. A person may."
)
BASELINE_IS_A_PERSONS: Final = AccessRule(
    "ACTOR-7", _is_person, "{actor} may not accept findings for the project. A person may."
)
UNDOING_IS_A_PERSONS: Final = AccessRule(
    "RUN-3", _is_person, "{actor} may not take back what was merged into the branch of a person. A person may."
)
RUNS_ARE_LED: Final = AccessRule("RUN-3", _is_person_or_lead, "{actor} may not direct a run. A person or the lead may.")
RUNS_ARE_MOVED: Final = AccessRule("RUN-3", _is_person_lead_or_renkei, RUNS_ARE_LED.refusal)
"""The process that carries a run out pauses it where it cannot go on."""
SPECS_ARE_THE_LEADS: Final = AccessRule(
    "SDD-3",
    _is_person_or_lead,
    "{actor} may not direct the work on a feature, nor change its spec.yaml. A person or the lead may.",
)
SPEC_DECISIONS_ARE_A_PERSONS: Final = AccessRule(
    "ACTOR-6",
    _is_person,
    "{actor} may not decide for a person on reviews at their limit, on steering, nor that a feature goes on without "
    "what it waits for. A person may.",
)
TASKS_ARE_RENKEIS: Final = AccessRule(
    "TEAM-9", _is_renkei, "{actor} may not change the status of a task. The process that carries the run out may."
)


CAPS_ARE_A_PERSONS: Final = AccessRule("DEC-51", _is_person, "{actor} may not set how much may be used. A person may.")
SPEND_IS_ONES_OWN: Final = AccessRule(
    "DEC-51",
    _is_agent_itself_or_person,
    "{actor} may not say what another has used. That agent, a person or the run that it works in may.",
)


def check_access(rule: AccessRule | None, view: View, actor: Actor, command: object) -> None:
    """Refuses a command that its actor may not give."""
    if actor.guest is not None:
        _check_operator(view, actor.guest)
    if rule and not rule.allows(view, actor, command):
        raise Refused(rule.refusal, rule=rule.id, actor=actor.guest or actor.name)


def _check_operator(view: View, name: str) -> None:
    """Who came in by the page under a name, and may act there now."""
    row = view.get(PersonRow, name)
    if row is None or row.role != "operator":
        raise Refused(
            "{name} may look, and change nothing. A person can let them act, in a terminal: renkei person add {name} "
            "--role operator",
            rule="ACTOR-8",
            name=name,
        )


BOARD: Final = 1
MESSAGES: Final = 2
CONTRACTS: Final = 3
EVENTS: Final = 4
CONTEXT: Final = 5
ALL: Final = 6

NAMES: Final = {BOARD: "board", MESSAGES: "messages", CONTRACTS: "contracts", EVENTS: "events", CONTEXT: "context"}
"""The stages that a setting can name by number; the one beyond them is `all`."""

FIRST_TYPES: Final[frozenset[MessageType]] = frozenset({"TASK_HANDOFF", "TASK_RESULT", "STATUS_UPDATE", "FREEFORM"})
"""The types that a team begins with."""


def check_context_layer(layers: int) -> None:
    """Refuses a turn context where that layer is not switched on."""
    check_layer(layers, CONTEXT, "context")


def check_layer(layers: int, needed: int, what: str) -> None:
    """Refuses what needs a layer that is not switched on."""
    if layers < needed:
        raise Refused(
            "{what} is not switched on: it needs layers = {needed}, and this project has layers = {layers}. "
            "A person can change it in .renkei/config.toml.",
            rule="TURN-3",
            what=what,
            needed=needed if needed < ALL else '"all"',
            layers=layers,
        )
