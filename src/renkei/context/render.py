"""The turn context: (situation, words) -> the text that an agent's turn begins with, in the seed's five parts.

Critical messages stand whole, relevant ones as three lines, background as one. Whatever others wrote stays inside its
own lines (see `plain`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from renkei.board.changes import describe_action
from renkei.board.contracts import contract_terms
from renkei.board.insights import KeptInsight
from renkei.board.tables import ChangeRow, ContractRow
from renkei.context.gather import PlacedMessage, Situation
from renkei.context.plain import escape_controls, one_line, render_outline
from renkei.context.tiers import Tier, list_addresses, refers_to
from renkei.context.tokens import estimate_tokens
from renkei.kit.words import Say
from renkei.protocol.board import AgentEntry, Blocker, PendingDecision
from renkei.protocol.messages import PAYLOADS, Message

LAST_N: Final = 20
"""How many background messages are shown."""

MOST_RELEVANT: Final = 50
"""How many relevant messages are shown, the newest."""

MOST_RELEVANCE: Final = 1000
"""How many characters say why a relevant message matters: the constraints of a decision stand there."""

MOST_CRITICAL: Final = 200
"""How many critical messages are shown, the oldest: whole while there is room, then in one line."""

ROOM: Final = 60_000
"""How many characters critical messages may take whole."""

MOST_CONTRACTS: Final = 20
"""How many of an agent's open contracts stand in its context."""

MOST_OMITTED: Final = 100
"""How many messages that were left out are named; of the rest only how many there are."""

SHOWN_TIERS: Final[tuple[Tier, ...]] = ("critical", "relevant", "background")
"""The tiers that an agent gets to read, in the order in which it reads them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TierShare:
    """What a tier takes of the context."""

    messages: int
    tokens: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OmittedMessage:
    """A message that the context leaves out, and why."""

    id: str
    tier: Tier
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnContext:
    agent: str
    text: str
    tokens: int
    tiers: dict[Tier, TierShare]
    omitted: tuple[OmittedMessage, ...]
    """The first hundred of those left out."""
    omitted_more: dict[Tier, int]
    """How many more there are."""
    as_of: int


def render_context(situation: Situation, say: Say, *, last: int = LAST_N) -> TurnContext:
    """The context of a turn. It has a bound, whoever floods the agent, and says what stands beyond it."""
    by_tier = {tier: [each for each in situation.messages if each.tier == tier] for tier in SHOWN_TIERS}
    by_tier["critical"], later = by_tier["critical"][:MOST_CRITICAL], by_tier["critical"][MOST_CRITICAL:]
    old_news, by_tier["relevant"] = _split_last(by_tier["relevant"], MOST_RELEVANT)
    older, by_tier["background"] = _split_last(by_tier["background"], last)
    bodies: dict[Tier, list[str]] = {
        "critical": _render_critical(by_tier["critical"], say),
        "relevant": _space_blocks(_summary_lines(each, situation, say) for each in by_tier["relevant"]),
        "background": [_digest_line(each.message) for each in by_tier["background"]],
    }
    left_out = (
        *_list_omitted(later, say("beyond the first {count}", count=MOST_CRITICAL)),
        *_list_omitted(old_news, say("older than the last {last}", last=MOST_RELEVANT)),
        *_list_omitted(older, say("older than the last {last}", last=last)),
        *_list_omitted(
            [each for each in situation.messages if each.tier == "irrelevant"], say("nothing to do with you")
        ),
    )
    missing = Counter[Tier](situation.unread) + Counter[Tier](each.tier for each in left_out)
    parts = (
        (say("=== Your current state ==="), _own_state(situation, say)),
        (
            say("=== Unhandled received messages (critical) ==="),
            bodies["critical"] + _rest_notice(situation, missing["critical"], say),
        ),
        (
            say("=== Recent changes (relevant) ==="),
            bodies["relevant"] + _rest_notice(situation, missing["relevant"], say),
        ),
        (
            say("=== Background (latest N) ==="),
            bodies["background"] + _older_notice(situation, by_tier["background"], missing["background"], say),
        ),
        (say("=== Current state of the whole project ==="), _render_board(situation, say)),
    )
    text = "\n\n".join("\n".join((heading, *(body or [say("(nothing)")]))) for heading, body in parts)
    named = left_out[:MOST_OMITTED]
    return TurnContext(
        agent=situation.entry.id,
        text=text,
        tokens=estimate_tokens(text),
        tiers={
            tier: TierShare(messages=len(by_tier[tier]), tokens=estimate_tokens("\n".join(bodies[tier])))
            for tier in SHOWN_TIERS
        },
        omitted=named,
        omitted_more=dict(missing - Counter[Tier](each.tier for each in named)),
        as_of=situation.as_of,
    )


def _split_last(placed: list[PlacedMessage], last: int) -> tuple[list[PlacedMessage], list[PlacedMessage]]:
    at = max(len(placed) - last, 0)
    return placed[:at], placed[at:]


def _list_omitted(placed: Iterable[PlacedMessage], reason: str) -> list[OmittedMessage]:
    return [OmittedMessage(id=each.message.id, tier=each.tier, reason=reason) for each in placed]


def _rest_notice(situation: Situation, count: int, say: Say) -> list[str]:
    """That there are more, and where."""
    if not count:
        return []
    more = say("{count} more are left out. They wait in: renkei inbox {agent}", count=count, agent=situation.entry.id)
    return ["", more]


def _render_critical(placed: list[PlacedMessage], say: Say) -> list[str]:
    """Critical messages whole while there is room; the others in one line, with how to read them."""
    blocks: list[list[str]] = []
    room = ROOM
    for each in placed:
        whole = _render_whole(each.message)
        size = sum(map(len, whole))
        blocks.append(whole if size <= room else _pointer_lines(each.message, say))
        room -= size if size <= room else 0
    return _space_blocks(blocks)


def _pointer_lines(message: Message, say: Say) -> list[str]:
    whole = say("whole: renkei message {id}", id=escape_controls(message.id))
    sender = escape_controls(message.sender)
    summary = one_line(message.context_summary)
    return [f"[{escape_controls(message.id)}] {message.type} {sender}: {summary} ({whole})"]


def _space_blocks(blocks: Iterable[list[str]]) -> list[str]:
    """Blocks with an empty line between them."""
    lines = [line for block in blocks for line in (*block, "")]
    return lines[:-1]


def _own_state(situation: Situation, say: Say) -> list[str]:
    """Part 1: the agent's own entry and its contracts (BUD-6)."""
    lines = render_outline({**situation.entry.model_dump(), "artifacts": _artifact_lines(situation.entry)})
    for row in situation.contracts[:MOST_CONTRACTS]:
        lines += ["", *render_outline({"task_contract": _contract_document(row)})]
    if len(situation.contracts) > MOST_CONTRACTS:
        more = len(situation.contracts) - MOST_CONTRACTS
        lines += ["", say("{count} more contracts are open. See: renkei contract list", count=more)]
    return lines


def _contract_document(row: ContractRow) -> dict[str, object]:
    head = {"id": row.id, "state": row.state, "delegator": row.delegator, "assignee": row.assignee}
    said = contract_terms(row)
    return {**head, **(said.model_dump(by_alias=True, exclude={*head}) if said else {})}


def _artifact_lines(entry: AgentEntry) -> list[str]:
    return [one_line(f"{each.ref} v{each.version} {each.path} {each.description}") for each in entry.artifacts]


def _render_whole(message: Message) -> list[str]:
    """Critical: the full text."""
    header = message.model_dump(by_alias=True, exclude={"id", "type", "payload", "redacted"})
    return [
        f"[{escape_controls(message.id)}] {message.type}",
        *render_outline({**header, "payload": _payload_document(message)}, "  "),
    ]


def _payload_document(message: Message) -> dict[str, object]:
    """The payload in the order of its type's fields, which a store does not keep."""
    if message.redacted:
        return {}
    return PAYLOADS[message.type].model_validate(message.payload).model_dump(by_alias=True)


def _summary_lines(placed: PlacedMessage, situation: Situation, say: Say) -> list[str]:
    """Relevant: the seed's three lines."""
    message = placed.message
    action = say('{type} "{summary}"', type=message.type, summary=one_line(message.context_summary))
    return [
        say("[Summary] {agent} carried out {action}.", agent=escape_controls(message.sender), action=action),
        say(
            "[Impact] Impact on your task: {impact_assessment}",
            impact_assessment=_describe_impact(placed, situation, say),
        ),
        say("[If you need details] Ask for the message by its ID: {msg_id}", msg_id=escape_controls(message.id)),
    ]


def _describe_impact(placed: PlacedMessage, situation: Situation, say: Say) -> str:
    """Why it is shown: it is for this agent, it is about the same thing, and what its sender says of it."""
    message = placed.message
    reasons: list[str] = []
    if situation.entry.id in list_addresses(message):
        answers = " | ".join(message.expected_response_type)
        reasons += [say("addressed to you; expects {types}", types=answers) if answers else say("addressed to you")]
    if placed.shared:
        reasons += [say("about the same as your task ({words})", words=", ".join(placed.shared))]
    reasons += [one_line(str(message.payload.get("relevance_to_recipients") or ""), most=MOST_RELEVANCE)]
    return say("; ").join(reason for reason in reasons if reason)


def _digest_line(message: Message) -> str:
    """Background: one line in the seed's form."""
    return f"[{message.timestamp}] {escape_controls(message.sender)}: {one_line(message.context_summary, most=120)}"


def _older_notice(situation: Situation, shown: list[PlacedMessage], older: int, say: Say) -> list[str]:
    """What the heading's N is, and where the rest is."""
    if not older:
        return [say("N is {last}.", last=len(shown))] if shown else []
    left_out = say(
        "N is {last}; {count} older ones are left out. They wait in: renkei inbox {agent}",
        last=len(shown),
        count=older,
        agent=situation.entry.id,
    )
    return [left_out]


def _render_board(situation: Situation, say: Say) -> list[str]:
    """Part 5: the board, what concerns the agent marked, and the changelog since its last turn (BUD-6)."""
    board, concerns = situation.board, _Concerns(situation)
    decisions = [_mark_line(_decision_line(each), concerns.decision(each)) for each in board.pending_decisions]
    blockers = [_mark_line(_blocker_line(each), concerns.blocker(each)) for each in board.blockers]
    changes = [_mark_line(_change_line(row, say), concerns.change(row)) for row in situation.changes]
    if situation.board_left_out:
        blockers.append(say("  {count} more are open. See: renkei board", count=situation.board_left_out))
    if situation.changes_left_out:
        changes.append(say("  Older ones are left out. See: renkei board --since {since}", since=situation.since))
    project = {"goal": board.goal, "current_phase": board.current_phase, "updated_at": board.updated_at}
    return [
        say("Lines with * concern you."),
        *render_outline({name: one_line(value, most=400) for name, value in project.items() if value}),
        "agents:",
        *(line for entry in board.agents for line in _agent_lines(entry, concerns)),
        *_list_under("pending_decisions:", decisions),
        *_list_under("blockers:", blockers),
        *_list_under("insights:", [_insight_line(each) for each in situation.insights]),
        say("changelog (since your last turn, seq {since}):", since=situation.since),
        *(changes or [say("  (nothing)")]),
    ]


def _list_under(name: str, lines: list[str]) -> list[str]:
    return [name, *lines] if lines else []


def _agent_lines(entry: AgentEntry, concerns: "_Concerns") -> list[str]:
    waits = f" <- {entry.blocked_by}" if entry.blocked_by else ""
    head = one_line(f"{entry.id} [{entry.role}] {entry.status} {entry.current_task or ''}{waits}")
    artifacts = [_mark_line(f"  {line}", concerns.words(line)) for line in _artifact_lines(entry)]
    return [_mark_line(head, concerns.entry(entry)), *artifacts]


def _decision_line(decision: PendingDecision) -> str:
    owner = decision.owner if isinstance(decision.owner, str) else ", ".join(decision.owner)
    options = " / ".join(option.label for option in decision.options)
    return one_line(f"{decision.id} {decision.question} [{options}] -> {owner}")


def _blocker_line(blocker: Blocker) -> str:
    return one_line(f"{blocker.id} {blocker.description} ({', '.join(blocker.affected_agents)})")


def _insight_line(insight: KeptInsight) -> str:
    """What an agent found out, and a person accepted (ORCH-3)."""
    head = f"{insight.id} {insight.category.upper()} {escape_controls(insight.source)}:"
    return f"  {head} {one_line(insight.content, most=400)}"


def _change_line(row: ChangeRow, say: Say) -> str:
    action = describe_action(say, row.action, row.path)
    return f"[{row.timestamp}] {one_line(f'{row.agent}: {action} ({row.diff_summary})')}"


def _mark_line(line: str, is_mine: bool) -> str:
    return f"{'*' if is_mine else ' '} {line}"


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
