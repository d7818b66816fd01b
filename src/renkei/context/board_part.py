"""The board in a turn context, as blocks: what concerns the agent is marked, the changelog since its last turn comes
last (BUD-6). What changes with every turn stands behind what does not, so that a prompt cache can hold the latter."""

from collections.abc import Iterable, Sequence

from renkei.board.changes import describe_action
from renkei.board.insights import KeptInsight
from renkei.board.tables import ChangeRow
from renkei.context.blocks import Block, Choice, Lines, Part, Section
from renkei.context.gather import Situation
from renkei.context.plain import escape_frame, one_line, render_outline
from renkei.context.tiers import refers_to
from renkei.kit.words import Say
from renkei.protocol.board import AgentEntry, Blocker, PendingDecision
from renkei.values import value


@value
class BoardPart:
    part: Part
    own: Sequence[Block]
    """What concerns the agent, by importance."""
    others: Sequence[Block]


class _Marker:
    """Makes the lines of the board, marks those that concern the agent, and keeps the two kinds apart."""

    def __init__(self) -> None:
        self.own: list[Block] = []
        self.others: list[Block] = []

    def mark(self, line: str, is_mine: bool) -> Block:
        return self.add(f"{'*' if is_mine else ' '} {line}", is_mine)

    def add(self, line: str, is_mine: bool) -> Block:
        block = Block(forms=((line,),))
        (self.own if is_mine else self.others).append(block)
        return block


def changes_part(situation: Situation, say: Say) -> BoardPart:
    """Part 5 of a turn that goes on from the one before: what changed since, and what a person accepted."""
    concerns, lines = _Concerns(situation), _Marker()
    accepted = [each for each in situation.insights if (each.reviewed or 0) > situation.since]
    insights = [lines.add(_insight_line(each), False) for each in accepted]
    changes = [lines.mark(_change_line(row, say), concerns.change(row)) for row in situation.changes]
    as_it_was = say("All else is as it was in your last turn. Whole: renkei context {agent}", agent=situation.entry.id)
    head = Section(blocks=(), head=(say("Lines with * concern you."), as_it_was), has_fixed_head=True)
    sections = (head, _insights_section(insights, say), _changelog_section(changes, situation, say))
    return _assemble_part(sections, lines, changes, say)


def board_part(situation: Situation, say: Say) -> BoardPart:
    """Part 5, whole."""
    board, concerns, lines = situation.board, _Concerns(situation), _Marker()
    texts = {"goal": board.goal, "current_phase": board.current_phase}
    project = [
        lines.add(line, True)
        for name, text in texts.items()
        for line in render_outline({name: one_line(text, most=400)})
    ]
    agents = [line for entry in board.agents for line in _mark_agent(entry, concerns, lines)]
    decisions = [lines.mark(_decision_line(each), concerns.decision(each)) for each in board.pending_decisions]
    blockers = [lines.mark(_blocker_line(each), concerns.blocker(each)) for each in board.blockers]
    insights = [lines.add(_insight_line(each), False) for each in situation.insights]
    updated = [lines.add(line, False) for line in render_outline({"updated_at": board.updated_at})]
    changes = [lines.mark(_change_line(row, say), concerns.change(row)) for row in situation.changes]
    is_open = (*agents, *decisions, *blockers)
    sections = (
        Section(blocks=project, head=(say("Lines with * concern you."),), has_fixed_head=True),
        Section(blocks=agents, head=("agents:",)),
        Section(blocks=decisions, head=("pending_decisions:",)),
        Section(blocks=blockers, head=("blockers:",)),
        _insights_section(insights, say),
        Section(blocks=updated, notice=lambda choice: _open_notice(is_open, choice, situation, say)),
        _changelog_section(changes, situation, say),
    )
    return _assemble_part(sections, lines, changes, say)


def _insights_section(insights: Sequence[Block], say: Say) -> Section:
    return Section(blocks=insights, head=("insights:",), notice=lambda choice: _insights_notice(insights, choice, say))


def _changelog_section(changes: Sequence[Block], situation: Situation, say: Say) -> Section:
    return Section(
        blocks=changes,
        head=(say("changelog (since your last turn, seq {since}):", since=situation.since),),
        has_fixed_head=True,
        notice=lambda choice: _older_notice(changes, choice, situation, say),
    )


def _assemble_part(sections: Sequence[Section], lines: _Marker, changes: Sequence[Block], say: Say) -> BoardPart:
    return BoardPart(
        part=Part(heading=say("=== Current state of the whole project ==="), sections=sections),
        own=_by_importance(lines.own, changes),
        others=_by_importance(lines.others, changes),
    )


def _by_importance(blocks: Sequence[Block], changes: Sequence[Block]) -> list[Block]:
    """What is so before how it came to be, and of that the newest first."""
    changed = set(changes)
    return [each for each in blocks if each not in changed] + [each for each in reversed(blocks) if each in changed]


def _mark_agent(entry: AgentEntry, concerns: "_Concerns", lines: _Marker) -> Iterable[Block]:
    yield lines.mark(_agent_line(entry), concerns.entry(entry))
    for line in artifact_lines(entry):
        yield lines.mark(f"  {line}", concerns.words(line))


def _open_notice(blocks: Sequence[Block], choice: Choice, situation: Situation, say: Say) -> Lines:
    count = situation.board_left_out + sum(each not in choice for each in blocks)
    return (say("  {count} more are open. See: renkei board", count=count),) if count else ()


def _older_notice(blocks: Sequence[Block], choice: Choice, situation: Situation, say: Say) -> Lines:
    if situation.changes_left_out or any(each not in choice for each in blocks):
        return (say("  Older ones are left out. See: renkei board --since {since}", since=situation.since),)
    return () if blocks else (say("  (nothing)"),)


def _insights_notice(blocks: Sequence[Block], choice: Choice, say: Say) -> Lines:
    count = sum(each not in choice for each in blocks)
    return (say("  {count} insights are left out. See: renkei insights list", count=count),) if count else ()


def artifact_lines(entry: AgentEntry) -> list[str]:
    return [one_line(f"{each.ref} v{each.version} {each.path} {each.description}") for each in entry.artifacts]


def _agent_line(entry: AgentEntry) -> str:
    waits = f" <- {entry.blocked_by}" if entry.blocked_by else ""
    return one_line(f"{entry.id} [{entry.role}] {entry.status} {entry.current_task or ''}{waits}")


def _decision_line(decision: PendingDecision) -> str:
    owner = decision.owner if isinstance(decision.owner, str) else ", ".join(decision.owner)
    options = " / ".join(option.label for option in decision.options)
    return one_line(f"{decision.id} {decision.question} [{options}] -> {owner}")


def _blocker_line(blocker: Blocker) -> str:
    return one_line(f"{blocker.id} {blocker.description} ({', '.join(blocker.affected_agents)})")


def _insight_line(insight: KeptInsight) -> str:
    """What an agent found out, and a person accepted (ORCH-3)."""
    head = f"{insight.id} {insight.category.upper()} {escape_frame(insight.source)}:"
    return f"  {head} {one_line(insight.content, most=400)}"


def _change_line(row: ChangeRow, say: Say) -> str:
    action = describe_action(say, row.action, row.path)
    return f"[{row.timestamp}] {one_line(f'{row.agent}: {action} ({row.diff_summary})')}"


class _Concerns:
    """What concerns the agent: its entry and what it waits for, its artifacts, contracts, decisions and blockers."""

    def __init__(self, situation: Situation) -> None:
        self._entry = situation.entry
        own = [artifact.ref for artifact in situation.entry.artifacts]
        inputs = [ref for row in situation.contracts for ref in (row.id, *row.artifacts)]
        self._names: Sequence[str] = (situation.entry.id, *own, *inputs)

    def words(self, text: str | None) -> bool:
        return bool(text) and any(refers_to(text or "", name) for name in self._names)

    def agents(self, names: Iterable[str]) -> bool:
        return self._entry.id in names

    def entry(self, entry: AgentEntry) -> bool:
        is_waited_for = bool(self._entry.blocked_by) and refers_to(self._entry.blocked_by or "", entry.id)
        return entry.id == self._entry.id or is_waited_for or self.words(entry.blocked_by)

    def decision(self, decision: PendingDecision) -> bool:
        owners = [decision.owner] if isinstance(decision.owner, str) else decision.owner
        return self.agents(owners) or self.words(decision.question)

    def blocker(self, blocker: Blocker) -> bool:
        return self.agents(blocker.affected_agents) or self.words(blocker.description)

    def change(self, row: ChangeRow) -> bool:
        entry = f"agents.{self._entry.id}"
        return row.path == entry or row.path.startswith(f"{entry}.") or self.words(f"{row.path} {row.new or ''}")
