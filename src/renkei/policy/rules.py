"""Who may do what: one table. A refusal names the rule and who may."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from renkei.board.team import PERSON, is_lead
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.protocol.commands import (
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
)
from renkei.protocol.run_commands import (
    AskPerson,
    ContinueRun,
    DismissAgent,
    EndRun,
    FinishTasks,
    GiveUpTeam,
    LeaseRun,
    LeaveTask,
    MoveRun,
    NoteTask,
    PutQuestion,
    ResetTasks,
    RetryTask,
    StartRun,
    StartTasks,
    UndoRun,
    WaitForPerson,
)


class Rule(NamedTuple):
    id: str
    allows: Callable[[View, Actor, Any], bool]
    refusal: str


def _a_person(view: View, actor: Actor, command: Command) -> bool:
    return actor.name == PERSON


def _a_person_or_renkei(view: View, actor: Actor, command: Command) -> bool:
    return actor.name == PERSON or actor.via == "system"


def _a_person_or_lead(view: View, actor: Actor, command: Command) -> bool:
    return actor.name == PERSON or is_lead(view, actor.name)


def _renkei_itself(view: View, actor: Actor, command: Command) -> bool:
    return actor.via == "system"


def _the_reader_or_a_person(view: View, actor: Actor, command: HandleMessages | ReadChannel | ShowInterrupts) -> bool:
    return actor.name in (PERSON, command.reader)


_TEAM_IS_LED: Final = Rule("ACTOR-2", _a_person_or_lead, "{actor} may not change the team. A person or the lead may.")
_KEYS_ARE_A_PERSONS: Final = Rule(
    "ACTOR-3", _a_person, "{actor} may not do this: it hands out identities or forgets what was said. A person may."
)
_TOKENS_ARE_A_PERSONS: Final = Rule("ACTOR-3", _a_person_or_renkei, _KEYS_ARE_A_PERSONS.refusal)
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
_RUNS_ARE_LED: Final = Rule("RUN-3", _a_person_or_lead, "{actor} may not direct a run. A person or the lead may.")
_TASKS_ARE_RENKEIS: Final = Rule(
    "TEAM-9", _renkei_itself, "{actor} may not change the status of a task. The process that carries the run out may."
)

RULES: Final[dict[type[Any], Rule]] = {
    AddAgent: _TEAM_IS_LED,
    RemoveAgent: _TEAM_IS_LED,
    IssueToken: _TOKENS_ARE_A_PERSONS,
    RedactBody: _KEYS_ARE_A_PERSONS,
    HandleMessages: _INBOX_IS_ITS_READERS,
    ReadChannel: _INBOX_IS_ITS_READERS,
    ShowInterrupts: _INBOX_IS_ITS_READERS,
    Decide: _DECIDE_IS_A_PERSONS,
    ApproveCommand: _CODE_IS_RUN_FOR_A_PERSON,
    AllowExecution: _CODE_IS_RUN_FOR_A_PERSON,
    **dict.fromkeys((StartRun, MoveRun, RetryTask, UndoRun), _RUNS_ARE_LED),
    **dict.fromkeys((LeaseRun, StartTasks, FinishTasks, NoteTask, ResetTasks, LeaveTask), _TASKS_ARE_RENKEIS),
    PutQuestion: _TASKS_ARE_RENKEIS,
    **dict.fromkeys((AskPerson, WaitForPerson, ContinueRun, GiveUpTeam, EndRun, DismissAgent), _TASKS_ARE_RENKEIS),
}
"""By command. What depends on a command's content is decided by its handler."""


def check(view: View, actor: Actor, command: Command) -> None:
    """Refuses a command that its actor may not give."""
    rule = RULES.get(type(command))
    if rule and not rule.allows(view, actor, command):
        raise Refused(rule.refusal, rule=rule.id, actor=actor.name)
