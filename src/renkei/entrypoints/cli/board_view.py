"""The board as a person sees it."""

from collections.abc import Mapping
from typing import Final

from renkei.board.debts import OwedAnswer
from renkei.board.pages import Page
from renkei.board.tables import ChangeRow
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import local_time, show_heading, show_line, tell_more
from renkei.protocol.board import PendingDecision, ProjectState
from renkei.protocol.terms import UpdateDue
from renkei.sentence import Sentence

_STATUS_STYLES: Final = {"idle": "dim", "working": "green", "blocked": "bold red", "completed": "cyan", "error": "red"}

_MISSING: Final[dict[UpdateDue, Sentence]] = {
    "blocked": Sentence("was blocked, and has not said where that leaves it"),
    "interrupted": Sentence("was interrupted, and has not said where that leaves it"),
    "stopped": Sentence("was stopped, and has not said where that leaves it"),
    "ended": Sentence("ended without saying where that leaves its work"),
}


def show_board(out: Output, state: ProjectState, seq: int, missing_updates: Mapping[str, UpdateDue]) -> None:
    goal = state.goal or out.say("(no goal yet: renkei board set goal=TEXT)")
    show_line(out, (out.say("Goal"), "bold"), f"   {goal}")
    if state.current_phase:
        show_line(out, (out.say("Phase"), "bold"), f"  {state.current_phase}")
    _show_agents(out, state, missing_updates)
    _show_decisions(out, [decision for decision in state.pending_decisions if decision.status == "open"])
    _show_blockers(out, state)
    if state.changelog:
        show_heading(out, out.say("Last changes"), "bold")
        for entry in state.changelog[-5:]:
            show_line(out, (f"  {local_time(entry.timestamp)}", "dim"), f"  {entry.agent}  {entry.diff_summary}")
    show_heading(out, f"seq {seq}", "dim")


def show_changes(out: Output, changes: list[ChangeRow], since: int) -> None:
    if not changes:
        out.tell("Nothing changed on the board since seq {seq}.", seq=since)
    for change in changes:
        show_line(
            out, (f"{change.seq:>6}  {local_time(change.timestamp)}", "dim"), f"  {change.agent}  {change.diff_summary}"
        )


def show_overdue(out: Output, late: Page[OwedAnswer]) -> None:
    """Answers that somebody waits for too long."""
    if late.items:
        show_heading(out, out.say("Overdue answers"), "bold red")
    for each in late.items:
        show_line(
            out,
            (f"  {each.message}", "bold"),
            f"  {each.debtor} → {each.creditor}  {' | '.join(each.expects)}  {each.summary}",
            (f"  {local_time(each.since)}", "dim"),
        )
    tell_more(out, late.more, f"renkei decide --limit {len(late.items) + late.more}")


def _show_agents(out: Output, state: ProjectState, missing_updates: Mapping[str, UpdateDue]) -> None:
    show_heading(out, out.say("Agents"), "bold")
    if not state.agents:
        out.tell("  Nobody yet. Add one with: renkei agent add NAME --role ROLE")
    for agent in state.agents:
        waiting = f"  ← {agent.blocked_by}" if agent.blocked_by else ""
        show_line(
            out,
            f"  {agent.id}  ",
            (f"[{agent.role}]  ", "dim"),
            (agent.status, _STATUS_STYLES[agent.status]),
            f"  {agent.current_task or ''}{waiting}",
            (f"  {out.say(_MISSING[due])}" if (due := missing_updates.get(agent.id)) else "", "yellow"),
        )
        for artifact in agent.artifacts:
            show_line(out, (f"      {artifact.ref} v{artifact.version}", "cyan"), f"  {artifact.description}")


def _show_decisions(out: Output, decisions: list[PendingDecision]) -> None:
    if decisions:
        show_heading(out, out.say("Open decisions"), "bold")
    for decision in decisions:
        owner = decision.owner if isinstance(decision.owner, str) else ", ".join(decision.owner)
        options = " / ".join(option.label for option in decision.options)
        show_line(out, (f"  {decision.id}", "bold"), f"  {decision.question}  [{options}]  → {owner}")


def _show_blockers(out: Output, state: ProjectState) -> None:
    blockers = [blocker for blocker in state.blockers if not blocker.resolved]
    if blockers:
        show_heading(out, out.say("Blockers"), "bold red")
    for blocker in blockers:
        show_line(out, f"  {blocker.id}  {blocker.description}  ({', '.join(blocker.affected_agents)})")
