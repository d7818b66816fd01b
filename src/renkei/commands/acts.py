"""What is done in git, in files or with processes, and leaves no event: who may is all that is decided."""

from renkei.commands.base import Command, CommandContext, Outcome
from renkei.policy.rules import (
    BASELINE_IS_A_PERSONS,
    CLEANING_UP_IS_A_PERSONS,
    CODE_IS_RUN_AT_A_TERMINAL,
    COPIES_ARE_A_PERSONS,
    HOOKS_ARE_A_PERSONS,
    LOGS_ARE_A_PERSONS,
    RUNS_ARE_LED,
    SET_UP_IS_A_PERSONS,
    STORE_IS_A_PERSONS,
)


class Act(Command):
    """Asks whether something may be done outside the store."""

    from_outside = False

    def decide(self, context: CommandContext) -> Outcome:
        return Outcome()


class ResumeRun(Act):
    tag = "ResumeRun"
    who = RUNS_ARE_LED


class CleanUp(Act):
    tag = "CleanUp"
    who = CLEANING_UP_IS_A_PERSONS


class SetUpClient(Act):
    tag = "SetUpClient"
    who = SET_UP_IS_A_PERSONS


class RemoveSetUp(Act):
    tag = "RemoveSetUp"
    who = HOOKS_ARE_A_PERSONS


class SoftenMode(Act):
    tag = "SoftenMode"
    who = HOOKS_ARE_A_PERSONS


class SwitchHooks(Act):
    tag = "SwitchHooks"
    who = HOOKS_ARE_A_PERSONS


class ImportLog(Act):
    tag = "ImportLog"
    who = LOGS_ARE_A_PERSONS


class RebuildTables(Act):
    tag = "RebuildTables"
    who = STORE_IS_A_PERSONS


class MeasureStore(Act):
    tag = "MeasureStore"
    who = STORE_IS_A_PERSONS


class CopyStore(Act):
    tag = "CopyStore"
    who = COPIES_ARE_A_PERSONS


class AcceptFindings(Act):
    tag = "AcceptFindings"
    who = BASELINE_IS_A_PERSONS


class RunCode(Act):
    tag = "RunCode"
    who = CODE_IS_RUN_AT_A_TERMINAL
