"""What is new for an agent: (view, agent) -> situation. It costs by what is new for that agent, not by the log (BUD-4).

Messages that name the agent wait until it has handled them; what went to a group is shown once, from the agent's last
turn on.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from renkei.board import read
from renkei.board.insights import KeptInsight, newest_insights
from renkei.board.posts import find_messages, find_post
from renkei.board.tables import ChangeRow, ContractRow, DebtRow, InboxRow
from renkei.board.tasks import find_artifact
from renkei.context.keywords import extract_keywords
from renkei.context.tiers import Reader, Tier, place_message
from renkei.eventlog.base import View
from renkei.protocol.board import AgentEntry, ProjectState
from renkei.protocol.messages import Message
from renkei.sentence import Sentence
from renkei.values import value

MOST_CHANGES: Final = 50
"""How many changes of the board a context shows."""

MOST_READ: Final = 200
"""How many messages of each kind are read: urgent ones from the oldest on, others from the newest back."""

MOST_INSIGHTS: Final = 20
"""How many accepted insights a context shows."""

_SHORTEST_NAME: Final = 3
"""A shorter name stands in any text."""

_RECENT_DEBTS: Final = 50
"""How far back a review that the agent asked for is looked up."""


@value
class PlacedMessage:
    """A message with its tier, why it has that, and what it has in common with the reader's work."""

    message: Message
    tier: Tier
    reason: Sentence
    is_old: bool
    """Whether it was there when the reader's last turn began."""
    shared: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@value
class Situation:
    """All that a turn context is made of."""

    entry: AgentEntry
    contracts: tuple[ContractRow, ...]
    messages: tuple[PlacedMessage, ...]
    """Oldest first."""
    unread: Mapping[Tier, int]
    """How many messages were not looked at, by the least that they can be."""
    board: ProjectState
    """What is open now."""
    board_left_out: int
    """How many open decisions, blockers and artifacts it does not show."""
    changes: tuple[ChangeRow, ...]
    """The newest changes since the last turn, oldest first."""
    changes_left_out: bool
    insights: tuple[KeptInsight, ...]
    """The newest that a person accepted, oldest first."""
    since: int
    """Where the agent's last turn began."""
    as_of: int


def gather_situation(
    view: View, agent: str, *, by_keywords: bool = True, most_changes: int = MOST_CHANGES
) -> Situation:
    """The situation of a member of the team."""
    since = read.last_turn(view, agent)
    board = read.open_project_state(view)
    entry = next(entry for entry in board.agents if entry.id == agent)
    contracts = read.open_contracts(view, agent)
    changes = view.select(ChangeRow, order="seq", after=since, descending=True, limit=most_changes + 1)
    shown = tuple(reversed(changes[:most_changes]))
    received, unread = _read_messages(view, agent, since)
    reader = _build_reader(view, entry, contracts, shown, [each.message for each in received])
    return Situation(
        entry=entry,
        contracts=tuple(contracts),
        messages=tuple(_place_message(each, reader, since, by_keywords) for each in received),
        unread=unread,
        board=board,
        board_left_out=read.count_left_off(view, board, settled=False),
        changes=shown,
        changes_left_out=len(changes) > most_changes,
        insights=tuple(newest_insights(view, MOST_INSIGHTS)),
        since=since,
        as_of=view.head.seq,
    )


@value
class _Received:
    message: Message
    seq: int
    mentioned: bool


def _read_messages(view: View, agent: str, since: int) -> tuple[list[_Received], dict[Tier, int]]:
    """Messages with whether they mention the agent: those that name it and wait, and what went to groups since.

    Also how many there are beyond those.
    """
    waiting: dict[str, Any] = {"order": "seq", "reader": agent, "handled": False}
    kinds: dict[Tier, dict[str, Any]] = {
        "critical": {**waiting, "direct": True, "urgent": True},
        "relevant": {**waiting, "direct": True, "urgent": False},
        "background": {**waiting, "direct": False, "after": since},
    }
    rows: list[InboxRow] = []
    unread: dict[Tier, int] = {}
    for tier, kind in kinds.items():
        some = view.select(InboxRow, **kind, descending=tier != "critical", limit=MOST_READ)
        unread[tier] = view.count(InboxRow, **kind) - len(some) if len(some) == MOST_READ else 0
        rows += some
    mentioned = {row.seq: row.mentioned for row in rows}
    found = find_messages(view, sorted(mentioned))
    return [_Received(message=each, seq=seq, mentioned=mentioned[seq]) for seq, each in found.items()], unread


def _place_message(received: _Received, reader: Reader, since: int, by_keywords: bool) -> PlacedMessage:
    found = place_message(received.message, reader, mentioned=received.mentioned, by_keywords=by_keywords)
    return PlacedMessage(
        message=received.message,
        tier=found.tier,
        reason=found.reason,
        is_old=received.seq <= since,
        shared=found.shared,
        named=found.named,
    )


def _build_reader(
    view: View,
    entry: AgentEntry,
    contracts: list[ContractRow],
    changes: Iterable[ChangeRow],
    messages: list[Message],
) -> Reader:
    freed = [row.old for row in changes if row.path == f"agents.{entry.id}.blocked_by"]
    return Reader(
        id=entry.id,
        topic=extract_keywords("\n".join(_topic_texts(view, entry, contracts))),
        waits_for=tuple(text for text in (entry.blocked_by, *freed) if text),
        handed_over=frozenset(_find_handed_over(view, entry.id, messages)),
        artifacts=frozenset(_find_reviewed(view, entry.id, messages)),
        names=frozenset(name for name in _work_names(entry, contracts) if len(name) >= _SHORTEST_NAME),
    )


def _topic_texts(view: View, entry: AgentEntry, contracts: list[ContractRow]) -> Iterable[str]:
    """What the agent works on: its current task, in words if that is an id, and its contracts."""
    task = entry.current_task or ""
    yield task
    if handoff := find_post(view, task):
        yield str(handoff.payload.get("task_description", ""))
    for row in contracts:
        yield from (row.id, str(row.contract.get("inputs", {}).get("description", "")), *row.artifacts)


def _work_names(entry: AgentEntry, contracts: list[ContractRow]) -> Iterable[str]:
    """What the agent owns, and what its contracts take in and are to deliver."""
    for artifact in entry.artifacts:
        yield from (artifact.ref, artifact.path)
    for row in contracts:
        yield from (row.id, *row.artifacts, *row.contract.get("expected_output", {}).get("deliverables", []))


def _find_handed_over(view: View, agent: str, messages: list[Message]) -> Iterable[str]:
    """The tasks that results speak of and that the agent gave away."""
    for ref in (str(each.payload.get("original_task_ref")) for each in messages if each.type == "TASK_RESULT"):
        handoff, contract = find_post(view, ref), view.get(ContractRow, ref)
        if agent in (handoff and handoff.sender, contract and contract.delegator):
            yield ref


def _find_reviewed(view: View, agent: str, messages: list[Message]) -> Iterable[str]:
    """The artifacts that reviews speak of and that are the agent's, or whose review it asked for."""
    reviews = [each for each in messages if each.type == "REVIEW_RESULT"]
    if not reviews:
        return
    debts = view.select(DebtRow, order="seq", creditor=agent, settled=True, descending=True, limit=_RECENT_DEBTS)
    answers = {row.settled_by for row in debts}
    for review in reviews:
        ref = str(review.payload.get("artifact_ref"))
        artifact = find_artifact(view, ref)
        if review.id in answers or (artifact and artifact.owner == agent):
            yield ref
