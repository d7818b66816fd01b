"""What can be asked, by concept: in one file the model with its tag, who may, from which layer on, what it leads to.

A command is loaded when it is first asked for: a hook has nothing to do with runs, and most calls with few concepts.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.commands.base import Command
    from renkei.commands.wire import read_command
else:
    read_command = lazy("renkei.commands.wire:read_command")

_BY_CONCEPT: Final[Mapping[str, tuple[str, ...]]] = {
    "team": ("AddAgent", "RemoveAgent", "IssueToken", "RevokeToken"),
    "people": ("AddPerson", "RemovePerson"),
    "messages": ("PostMessage", "RedactBody"),
    "inbox": ("HandleMessages", "ReadChannel", "ShowInterrupts"),
    "board": ("SetFields", "ResolveBlocker", "WithdrawTask"),
    "turns": ("StartTurn", "EndTurn"),
    "decisions": ("Decide",),
    "checks": ("RecordCheck", "RecordRefusal"),
    "policy": ("OverrideRule",),
    "spend": ("RecordSpend",),
    "caps": ("SetCap",),
    "insights": ("ReviewInsight",),
    "contracts": (
        "OfferContract", "AcceptContract", "DeclineContract", "DeliverContract", "VerifyContract", "ConsultContract",
        "ReportContract", "ResumeContract", "CloseContract", "RecordSteps", "ApproveCommand", "AllowExecution",
    ),
    "runs": ("StartRun", "MoveRun", "AllowRunChecks", "RetryTask", "UndoRun"),
    "run_steps": (
        "LeaseRun", "StartTasks", "NoteTask", "ResetTasks", "SkipTask", "WaitForPerson", "ContinueRun",
        "FallBack", "EndRun", "UpdateTurn", "DismissAgent", "TellOutside",
    ),
    "run_results": ("FinishTasks",),
    "run_questions": ("AskPerson", "PutQuestion", "WithdrawQuestion"),
    "external_acts": (
        "ResumeRun", "DirectSpecs", "CleanUp", "SetUpClient", "RemoveSetUp", "SoftenMode", "SwitchHooks", "AcceptFiles",
        "ImportLog", "RebuildTables", "MeasureStore", "CopyStore", "ServePeople", "AcceptFindings", "RunCode",
    ),
}  # fmt: skip

COMMANDS: Final[Mapping[str, str]] = {
    tag: f"renkei.commands.{concept}:{tag}" for concept, tags in _BY_CONCEPT.items() for tag in tags
}
"""Tag of a command to where its class is."""


def command_class(tag: str) -> "type[Command]":
    """The class of a tag, loaded if need be.

    Raises:
        KeyError: no command has that tag.
    """
    module, _, name = COMMANDS[tag].partition(":")
    return getattr(import_module(module), name)


def parse_command(document: object) -> "Command":
    """A command as it comes over a wire: `{"type": "AddAgent", "name": "be", "role": "backend"}`.

    What Renkei finds out itself (that a file is there, that a command was run) cannot be said to it.

    Raises:
        BadInput: it has no tag that is known, or its fields are not those of that command.
    """
    return read_command(document)
