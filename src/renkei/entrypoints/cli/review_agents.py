"""`renkei review --agents KIND`: inspectors with a model look beside the analysers."""

import argparse
from collections.abc import Sequence

from renkei.app.log import LogEvent
from renkei.app.review import OpenedReview
from renkei.app.review_agents import (
    AgentLimits,
    PlannedInspection,
    inspect_with_agents,
    is_rehearsal,
    plan_inspection,
)
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_command import HIDDEN_EVENTS, note_plan
from renkei.entrypoints.cli.run_view import event_line
from renkei.review.jobs import AnalyserResult


def look_with_agents(context: Context, opened: OpenedReview, args: argparse.Namespace) -> Sequence[AnalyserResult]:
    """Says what it may cost, then has agents look."""
    out, limits = context.out, AgentLimits(tokens=args.cap_tokens, cost=args.cap_cost)
    planned = plan_inspection(context.project, opened, args.agents, limits, is_new=args.no_cache)
    _note_inspection(context, planned)

    def show_event(event: LogEvent) -> None:
        if event.type not in HIDDEN_EVENTS:
            out.note("{line}", line=event_line(event.type, event.data, out.say)[0])

    try:
        looked, run = inspect_with_agents(context.project, opened, planned, show_event)
    except KeyboardInterrupt:
        out.note("What the agents found is kept: the same review goes on from there.")
        raise
    if run:
        cost = run.micros / 1_000_000
        out.note("{run} used {tokens} tokens, ${cost:.2f}.", run=run.id, tokens=run.tokens, cost=cost)
    return looked


def _note_inspection(context: Context, planned: PlannedInspection) -> None:
    out, run = context.out, planned.run
    if planned.earlier:
        out.note(
            "{run} was asked the same of the same files: what it found counts. --no-cache has agents look anew.",
            run=planned.earlier.id,
        )
    if run is None or planned.is_answered:
        return
    note_plan(context, run)
    if not is_rehearsal(run.command.agents):
        count = sum(bool(each.given) for each in planned.inspectors)
        said = "{count} inspectors are asked about files of about {tokens} tokens; each reads what it wants to."
        out.note(said, count=count, tokens=planned.tokens)
