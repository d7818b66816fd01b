"""What an agent of a run hands back, as seed 001 has it (TEAM-3)."""

from typing import Any, Final, Literal

from pydantic import TypeAdapter

from renkei.protocol.base import FilledText, Model, Text
from renkei.protocol.run_commands import GateCounts


class ContractValue(Model):
    key: FilledText
    value: Any


class CompletionReport(Model):
    status: Literal["ok", "needs_input", "conflict", "blocked"]
    severity: Literal["P0", "P1", "P2"] | None = None
    summary: Text = ""
    artifacts: list[FilledText] = []
    contract_outputs: list[ContractValue] = []
    open_questions: list[Text] = []
    blockers: list[Text] = []
    gate: GateCounts | None = None


COMPLETION_REPORT: Final[TypeAdapter[CompletionReport]] = TypeAdapter(CompletionReport)
