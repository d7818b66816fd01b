"""What is done in git, in files or with processes, and leaves no event: who may is all that is decided."""

from renkei.commands.base import Command, CommandContext, Outcome
from renkei.policy.access import (
    ACCEPTING_IS_A_PERSONS,
    BASELINE_IS_A_PERSONS,
    CLEANING_UP_IS_A_PERSONS,
    CODE_IS_RUN_AT_A_TERMINAL,
    COPIES_ARE_A_PERSONS,
    HOOKS_ARE_A_PERSONS,
    LOGS_ARE_A_PERSONS,
    RUNS_ARE_LED,
    SERVING_IS_A_PERSONS,
    SET_UP_IS_A_PERSONS,
    SPEC_DECISIONS_ARE_A_PERSONS,
    SPECS_ARE_THE_LEADS,
    STORE_IS_A_PERSONS,
)


class ExternalAct(Command):
    """Asks whether something may be done outside the store."""

    from_outside = False

    def decide(self, context: CommandContext) -> Outcome:
        return Outcome()


class ResumeRun(ExternalAct):
    tag = "ResumeRun"
    who = RUNS_ARE_LED


class DirectSpecs(ExternalAct):
    tag = "DirectSpecs"
    who = SPECS_ARE_THE_LEADS


class DecideOnSpecs(ExternalAct):
    tag = "DecideOnSpecs"
    who = SPEC_DECISIONS_ARE_A_PERSONS


class CleanUp(ExternalAct):
    tag = "CleanUp"
    who = CLEANING_UP_IS_A_PERSONS


class SetUpClient(ExternalAct):
    tag = "SetUpClient"
    who = SET_UP_IS_A_PERSONS


class RemoveSetUp(ExternalAct):
    tag = "RemoveSetUp"
    who = HOOKS_ARE_A_PERSONS


class SoftenMode(ExternalAct):
    tag = "SoftenMode"
    who = HOOKS_ARE_A_PERSONS


class SwitchHooks(ExternalAct):
    tag = "SwitchHooks"
    who = HOOKS_ARE_A_PERSONS


class AcceptFiles(ExternalAct):
    tag = "AcceptFiles"
    who = ACCEPTING_IS_A_PERSONS


class ImportLog(ExternalAct):
    tag = "ImportLog"
    who = LOGS_ARE_A_PERSONS


class RebuildTables(ExternalAct):
    tag = "RebuildTables"
    who = STORE_IS_A_PERSONS


class MeasureStore(ExternalAct):
    tag = "MeasureStore"
    who = STORE_IS_A_PERSONS


class ServePeople(ExternalAct):
    tag = "ServePeople"
    who = SERVING_IS_A_PERSONS


class CopyStore(ExternalAct):
    tag = "CopyStore"
    who = COPIES_ARE_A_PERSONS


class AcceptFindings(ExternalAct):
    tag = "AcceptFindings"
    who = BASELINE_IS_A_PERSONS


class RunCode(ExternalAct):
    tag = "RunCode"
    who = CODE_IS_RUN_AT_A_TERMINAL
