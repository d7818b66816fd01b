"""What agents marked as worth keeping: captured from what they say, reviewed by a person (ORCH-3)."""

from collections.abc import Sequence
from typing import Literal

from renkei.board.insights import without_known
from renkei.board.tables import InsightRow
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.policy.access import INSIGHTS_ARE_A_PERSONS
from renkei.protocol.base import FilledText, Ref
from renkei.protocol.events import ContractNote, InsightBody, InsightCaptured, InsightReviewed
from renkei.protocol.insights import Insight


class ReviewInsight(Command):
    """A person accepts or rejects it; what is accepted reaches the context of agents."""

    tag = "ReviewInsight"
    who = INSIGHTS_ARE_A_PERSONS
    is_step = False

    id: Ref
    state: Literal["accepted", "rejected"]
    why: FilledText | None = None

    def decide(self, context: CommandContext) -> Outcome:
        row = context.view.get(InsightRow, self.id)
        if row is None:
            raise NotFound("No insight is called {id}. `renkei insights list` shows them.", id=self.id)
        if row.state == self.state:
            return Outcome()
        record = context.view.event(row.seq)
        if self.state == "accepted" and record and record.is_redacted:
            raise Refused("What {id} said was redacted: there is nothing to accept.", rule="ORCH-3", id=self.id)
        body = ContractNote(note=self.why) if self.why else None
        return Outcome(events=(InsightReviewed(insight=self.id, state=self.state, body=body),))


def capture_insights(view: View, found: Sequence[Insight], source: str) -> list[InsightCaptured]:
    """The events of what nobody has said before."""
    return [
        InsightCaptured(
            category=each.category, source=source, digest=each.digest, body=InsightBody(content=each.content)
        )
        for each in without_known(view, found)
    ]
