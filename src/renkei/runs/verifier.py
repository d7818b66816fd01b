"""The verification specialist at work, and what its verdict comes to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei.adapters.base import Job
from renkei.reports.rules import Judgement
from renkei.runs.results import read_receipts
from renkei.runs.side_agent import SideAgent
from renkei.runs.verification import MOST_PLACES, SecondLook, judge_verdict, mark_unverified, take_snapshot
from renkei.sentence import Sentence

_TOO_MANY: Final = Sentence("no more than {count} places of a result are looked at", count=MOST_PLACES)


class Verifier(SideAgent):
    """One specialist for one result."""

    def verify(self, job: Job, places: Sequence[str], judgement: Judgement, seconds: float) -> SecondLook:
        """What it says of the places of a result, of those that are too many too."""
        before = take_snapshot(job.folder)
        report = self.ask(job, seconds)
        if take_snapshot(job.folder) != before:
            return SecondLook(has_written=True)
        if isinstance(report, Sentence):
            return mark_unverified(places, report)
        opened = read_receipts(self.calls) if self._adapter.keeps_receipts else None
        look = judge_verdict(report, job.brief.verify, opened, judgement)
        left = mark_unverified(places[len(job.brief.verify) :], _TOO_MANY)
        return replace(look, doubts=(*look.doubts, *left.doubts))
