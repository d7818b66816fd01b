"""Who may do what: one table. A refusal names the rule and who may."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from renkei.board.team import PERSON, is_lead
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.protocol.commands import (
    ActName,
    Actor,
    AddAgent,
    AllowExecution,
    ApproveCommand,
    Command,
    Decide,
    HandleMessages,
    IssueToken,
    ReadChannel,
    RedactBody,
    RemoveAgent,
    ShowInterrupts,
    name_of,
)


class Rule(NamedTuple):
    id: str
    allows: Callable[[View, Actor, Any], bool]
    refusal: str


def _a_person(view: View, actor: Actor, command: Command) -> bool:
    return actor.name == PERSON


def _at_a_terminal(view: View, actor: Actor, command: Command) -> bool:
    """A person, also one who acts as an agent."""
    return actor.via == "terminal"


def _a_person_or_lead(view: View, actor: Actor, command: Command) -> bool:
    return actor.name == PERSON or is_lead(view, actor.name)


def _a_person_lead_or_renkei(view: View, actor: Actor, command: Command) -> bool:
    return _a_person_or_lead(view, actor, command) or _renkei_itself(view, actor, command)


def _renkei_itself(view: View, actor: Actor, command: Command) -> bool:
    return actor.via == "system"


def _the_reader_or_a_person(view: View, actor: Actor, command: HandleMessages | ReadChannel | ShowInterrupts) -> bool:
    return actor.name in (PERSON, command.reader)


_TEAM_IS_LED: Final = Rule("ACTOR-2", _a_person_or_lead, "{actor} may not change the team. A person or the lead may.")
_KEYS_ARE_A_PERSONS: Final = Rule(
    "ACTOR-3", _a_person, "{actor} may not do this: it hands out identities or forgets what was said. A person may."
)
_INBOX_IS_ITS_READERS: Final = Rule(
    "ACTOR-4", _the_reader_or_a_person, "{actor} may not mark another's messages. Their reader or a person may."
)
_DECIDE_IS_A_PERSONS: Final = Rule(
    "ACTOR-6",
    _a_person,
    "{actor} may not answer for a person. An agent answers a decision that it owns with a DECISION_RESULT.",
)
_CODE_IS_RUN_FOR_A_PERSON: Final = Rule(
    "CON-2", _a_person, "{actor} may not allow code to be run. A person may, at their own terminal."
)
_CODE_IS_RUN_AT_A_TERMINAL: Final = Rule("CON-2", _at_a_terminal, _CODE_IS_RUN_FOR_A_PERSON.refusal)
_HOOKS_ARE_A_PERSONS: Final = Rule(
    "ACTOR-5", _a_person, "An agent may not switch the hooks. A person may, at a terminal."
)
_SET_UP_IS_A_PERSONS: Final = Rule(
    "ACTOR-5", _a_person, "{actor} may not set the project up for a client. A person may, at a terminal."
)
_LOGS_ARE_A_PERSONS: Final = Rule("ACTOR-3", _a_person, "{actor} may not bring a log in. A person may.")
_STORE_IS_A_PERSONS: Final = Rule("ACTOR-3", _a_person, "{actor} may not do this to the store. A person may.")
_COPIES_ARE_A_PERSONS: Final = Rule("ACTOR-3", _a_person, "{actor} may not copy the store. A person may.")
"""A copy holds what everybody said, and can be looked at without any rule."""
_CLEANING_UP_IS_A_PERSONS: Final = Rule(
    "ACTOR-7", _a_person, "{actor} may not remove what runs have left. A person may."
)
_BASELINE_IS_A_PERSONS: Final = Rule(
    "ACTOR-7", _a_person, "{actor} may not accept findings for the project. A person may."
)
_UNDOING_IS_A_PERSONS: Final = Rule(
    "RUN-3", _a_person, "{actor} may not take back what was merged into the branch of a person. A person may."
)
_RUNS_ARE_LED: Final = Rule("RUN-3", _a_person_or_lead, "{actor} may not direct a run. A person or the lead may.")
_RUNS_ARE_MOVED: Final = Rule("RUN-3", _a_person_lead_or_renkei, _RUNS_ARE_LED.refusal)
"""The process that carries a run out pauses it where it cannot go on."""
_TASKS_ARE_RENKEIS: Final = Rule(
    "TEAM-9", _renkei_itself, "{actor} may not change the status of a task. The process that carries the run out may."
)

_OF_RUNS: Final = {
    _CODE_IS_RUN_FOR_A_PERSON: ("AllowRunChecks",),
    _RUNS_ARE_LED: ("StartRun", "RetryTask"),
    _UNDOING_IS_A_PERSONS: ("UndoRun",),
    _RUNS_ARE_MOVED: ("MoveRun",),
    _TASKS_ARE_RENKEIS: (
        "LeaseRun", "StartTasks", "FinishTasks", "NoteTask", "PutQuestion", "ResetTasks", "LeaveTask", "AskPerson",
        "WaitForPerson", "ContinueRun", "GiveUpTeam", "EndRun", "DismissAgent",
        "TellOutside", "UpdateTurn", "WithdrawQuestion",
    ),
}  # fmt: skip
"""By name: whoever has nothing to do with runs need not load them."""

_OF_ACTS: Final[dict[ActName, Rule]] = {
    "ResumeRun": _RUNS_ARE_LED,
    "CleanUp": _CLEANING_UP_IS_A_PERSONS,
    "SetUpClient": _SET_UP_IS_A_PERSONS,
    "RemoveSetUp": _HOOKS_ARE_A_PERSONS,
    "SoftenMode": _HOOKS_ARE_A_PERSONS,
    "SwitchHooks": _HOOKS_ARE_A_PERSONS,
    "ImportLog": _LOGS_ARE_A_PERSONS,
    "RebuildTables": _STORE_IS_A_PERSONS,
    "MeasureStore": _STORE_IS_A_PERSONS,
    "CopyStore": _COPIES_ARE_A_PERSONS,
    "AcceptFindings": _BASELINE_IS_A_PERSONS,
    "RunCode": _CODE_IS_RUN_AT_A_TERMINAL,
}
"""What is done outside the store."""

RULES: Final[dict[str, Rule]] = {
    AddAgent.__name__: _TEAM_IS_LED,
    RemoveAgent.__name__: _TEAM_IS_LED,
    IssueToken.__name__: _KEYS_ARE_A_PERSONS,
    RedactBody.__name__: _KEYS_ARE_A_PERSONS,
    HandleMessages.__name__: _INBOX_IS_ITS_READERS,
    ReadChannel.__name__: _INBOX_IS_ITS_READERS,
    ShowInterrupts.__name__: _INBOX_IS_ITS_READERS,
    Decide.__name__: _DECIDE_IS_A_PERSONS,
    ApproveCommand.__name__: _CODE_IS_RUN_FOR_A_PERSON,
    AllowExecution.__name__: _CODE_IS_RUN_FOR_A_PERSON,
    **{name: rule for rule, names in _OF_RUNS.items() for name in names},
    **_OF_ACTS,
}
"""By command. What depends on a command's content is decided by its handler."""


def check(view: View, actor: Actor, command: Command) -> None:
    """Refuses a command that its actor may not give."""
    rule = RULES.get(name_of(command))
    if rule and not rule.allows(view, actor, command):
        raise Refused(rule.refusal, rule=rule.id, actor=actor.name)
