"""Looking at the now: the board, inboxes, messages, channels, what changed since, and what interrupts."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from renkei.board.changes import changelog_entry
from renkei.board.pages import MOST_URGENT, PAGE, Page
from renkei.board.posts import find_messages, find_post
from renkei.board.tables import (
    DEFAULT_STATUS,
    AgentRow,
    ArtifactRow,
    BlockerRow,
    ChangeRow,
    ChannelRow,
    ContractRow,
    DecisionRow,
    FieldRow,
    InboxRow,
    InterruptMarkRow,
    PostRow,
    ReadMarkRow,
    TurnRow,
    UsageRow,
)
from renkei.board.team import find_member, list_members
from renkei.eventlog.base import View
from renkei.kit.words import Say, english
from renkei.protocol.board import (
    AgentEntry,
    Artifact,
    Blocker,
    DecisionOption,
    PendingDecision,
    ProjectState,
)
from renkei.protocol.terms import CONTRACT_STATES, UpdateDue
from renkei.values import value

if TYPE_CHECKING:
    from renkei.protocol.messages import Message


RowT = TypeVar("RowT")

GENERAL = "general"
"""The channel that is always there."""


def project_state(view: View, *, changes: int = 50, most: int = PAGE, say: Say = english) -> ProjectState:
    """The board as it is now, with the newest changes. Of decisions and blockers: the open ones, then the newest."""
    newest = view.select(ChangeRow, order="seq", descending=True, limit=max(changes, 1))
    return ProjectState.make_trusted(
        goal=_field_value(view, "goal") or "",
        current_phase=_field_value(view, "current_phase") or "",
        updated_at=newest[0].timestamp if newest else None,
        agents=_agent_entries(view, most),
        pending_decisions=[_decision_entry(row) for row in _open_and_newest(view, DecisionRow, most, status="open")],
        blockers=[_blocker_entry(row) for row in _open_and_newest(view, BlockerRow, most, resolved=False)],
        changelog=[changelog_entry(row, say) for row in reversed(newest[:changes])],
    )


def _open_and_newest(view: View, row_type: type[RowT], most: int, **is_open: str | bool) -> list[RowT]:
    rows = view.select(row_type, order="seq", descending=True, limit=most, **is_open)
    rows += view.select(row_type, order="seq", descending=True, limit=most)
    by_seq = {cast(DecisionRow | BlockerRow, row).seq: row for row in rows}
    return [by_seq[seq] for seq in sorted(by_seq)]


def count_left_off(view: View, shown: ProjectState, *, settled: bool, most: int = PAGE) -> int:
    """How many artifacts, decisions and blockers a board of `most` each leaves out, with those that are settled or
    without."""
    decisions: dict[str, str] = {} if settled else {"status": "open"}
    blockers: dict[str, bool] = {} if settled else {"resolved": False}
    there = view.count(DecisionRow, order="seq", **decisions) + view.count(BlockerRow, order="seq", **blockers)
    full = [entry for entry in shown.agents if len(entry.artifacts) >= most]
    there += sum(view.count(ArtifactRow, order="seq", owner=entry.id) for entry in full)
    listed = [each for each in shown.pending_decisions if settled or each.status == "open"]
    listed += [each for each in shown.blockers if settled or not each.resolved]
    return there - len(listed) - sum(len(entry.artifacts) for entry in full)


def open_project_state(view: View) -> ProjectState:
    """The board without what is settled: it costs by what is open, however long the project has lasted."""
    newest = view.select(ChangeRow, order="seq", descending=True, limit=1)
    return ProjectState.make_trusted(
        goal=_field_value(view, "goal") or "",
        current_phase=_field_value(view, "current_phase") or "",
        updated_at=newest[0].timestamp if newest else None,
        agents=_agent_entries(view, PAGE),
        pending_decisions=[
            _decision_entry(row) for row in view.select(DecisionRow, order="seq", status="open", limit=PAGE)
        ],
        blockers=[_blocker_entry(row) for row in view.select(BlockerRow, order="seq", resolved=False, limit=PAGE)],
        changelog=[],
    )


def last_turn(view: View, agent: str) -> int:
    """From which seq on things are new to an agent: where the turn began before the one that is open or to come."""
    turn = view.get(TurnRow, agent)
    if turn is None:
        return 0
    return turn.previous if turn.open else turn.started


def due_updates(view: View) -> dict[str, UpdateDue]:
    """Agents that owe the board an update that has not come, and since what (DEC-28)."""
    turns = (view.get(TurnRow, row.id) for row in list_members(view))
    return {turn.agent: turn.due for turn in turns if turn and turn.due}


def open_contracts(view: View, assignee: str) -> list[ContractRow]:
    """The contracts that an agent has not done with, oldest first."""
    found = [
        row
        for state in CONTRACT_STATES
        if state not in ("declined", "closed")
        for row in view.select(ContractRow, order="seq", assignee=assignee, state=state)
    ]
    return sorted(found, key=lambda row: row.seq)


def changes_since(view: View, seq: int, *, limit: int | None = None) -> Page[ChangeRow]:
    """What changed on the board after a seq, oldest first."""
    rows = view.select(ChangeRow, order="seq", after=seq, limit=limit)
    last = rows[-1].seq if rows else seq
    more = 0 if limit is None else view.count(ChangeRow, order="seq", after=last)
    return Page(items=rows, more=more, last=last)


def inbox_page(
    view: View, reader: str, *, after: int = 0, limit: int | None = PAGE, within: bool = False
) -> "Page[Message]":
    """What a reader has not handled yet: the oldest beyond `after`, and what is urgent wherever it stands.

    `within`: never more than `limit`. Urgent ones take half of it at most, and on the first page only: those after it
    come to them.
    """
    rows = view.select(InboxRow, order="seq", after=after, reader=reader, handled=False, limit=limit)
    if not after and (limit is None or len(rows) < limit):
        waiting = find_messages(view, [row.seq for row in rows])  # all there is: nothing urgent can stand elsewhere
        return Page(items=[*waiting.values()], more=0, last=rows[-1].seq if rows else 0)
    if within and limit is not None:
        urgent = [] if after or limit < 4 else _urgent_for_page(view, reader, limit=limit // 4)
        rows = rows[: limit - len(urgent)]
    else:
        urgent = _urgent_for_page(view, reader, limit=MOST_URGENT)
    last = rows[-1].seq if rows else after
    shown = {row.seq for row in (*rows, *urgent)}
    pressing = {row.seq for row in (*rows, *urgent) if row.urgent}
    beyond = view.count(InboxRow, order="seq", after=last, reader=reader, handled=False)
    return Page(
        items=[*find_messages(view, sorted(shown)).values()],
        more=beyond - sum(seq > last for seq in shown),
        last=last,
        urgent_more=_count_urgent(view, reader) - len(pressing),
    )


def _urgent_for_page(view: View, reader: str, *, limit: int) -> list[InboxRow]:
    """The oldest; of what blocks and does not stand among them, as many of the newest, so that no flood of mentions
    hides it."""
    blocking = urgent_rows(view, reader, descending=True, limit=limit, blocking=True)
    oldest = urgent_rows(view, reader, limit=limit)
    found = {row.seq: row for row in (*oldest, *blocking)}
    return [found[seq] for seq in sorted(found)]


def urgent_rows(view: View, reader: str, **where: Any) -> list[InboxRow]:
    """What is urgent and not handled, oldest first, whether it names the reader or went to a group of his."""
    mine: dict[str, Any] = {"order": "seq", "reader": reader, "handled": False, "urgent": True, **where}
    rows = [row for direct in (True, False) for row in view.select(InboxRow, direct=direct, **mine)]
    return sorted(rows, key=lambda row: row.seq)


def _count_urgent(view: View, reader: str) -> int:
    mine: dict[str, Any] = {"order": "seq", "reader": reader, "handled": False, "urgent": True}
    return sum(view.count(InboxRow, direct=direct, **mine) for direct in (True, False))


def find_message(view: View, name: str) -> "Message | None":
    """A message by its id."""
    found = find_post(view, name)
    return found.to_message() if found else None


def list_channels(view: View, *, limit: int = PAGE) -> Page[str]:
    """The channels, the general one first."""
    others = [row.name for row in view.select(ChannelRow, order="seq", limit=limit) if row.name != GENERAL]
    names = [GENERAL, *others][:limit]
    there = view.count(ChannelRow, order="seq") + (view.get(ChannelRow, GENERAL) is None)
    return Page(items=names, more=there - len(names))


def is_channel(view: View, name: str) -> bool:
    return name == GENERAL or view.get(ChannelRow, name) is not None


def channel_posts(
    view: View, channel: str, *, after: int | None = None, limit: int | None = None
) -> "Page[tuple[int, Message]]":
    """A channel's posts with their seq, oldest first: the newest, or with `after` those that come next."""
    newest = after is None
    rows = view.select(PostRow, order="seq", channel=channel, after=after, descending=newest, limit=limit)
    seqs = sorted(row.seq for row in rows)
    last = seqs[-1] if seqs else after or 0
    if newest:
        more = view.count(PostRow, order="seq", channel=channel, before=seqs[0]) if seqs else 0
    else:
        more = view.count(PostRow, order="seq", channel=channel, after=last)
    return Page(items=[*find_messages(view, seqs).items()], more=more, last=last)


def read_mark(view: View, reader: str, channel: str) -> int:
    """Up to which seq a reader has read a channel."""
    row = view.get(ReadMarkRow, reader, channel)
    return row.up_to if row else 0


def is_reader(view: View, name: str) -> bool:
    """Whether there is an inbox of this name."""
    return name == "person" or find_member(view, name) is not None


def message_usage(view: View) -> dict[str, Any]:
    """How often each type is used, FREEFORM's share, and the intents it was used for (MSG-4)."""
    counts: dict[str, int] = {}
    intents: dict[str, int] = {}
    for row in view.select(UsageRow, order="type"):
        counts[row.type] = counts.get(row.type, 0) + row.count
        if row.type == "FREEFORM":
            intents[row.intent] = row.count
    total = sum(counts.values())
    return {
        "messages": total,
        "types": counts,
        "freeform_share": counts.get("FREEFORM", 0) / total if total else 0.0,
        "freeform_intents": dict(sorted(intents.items(), key=lambda pair: (-pair[1], pair[0]))),
    }


def _field_value(view: View, path: str) -> str | None:
    row = view.get(FieldRow, path)
    return row.value if row else None


def _agent_entries(view: View, most: int) -> list[AgentEntry]:
    """The fields of all of them in one question, not three for each agent."""
    fields = view.select(FieldRow, order="path", after="agents.", before="agents/")
    values = {row.path: row.value for row in fields}
    find_newest = _newest_by_owner(view, most)
    return [_agent_entry(row, values, find_newest(row.id)) for row in list_members(view)]


_FEW_ARTIFACTS: Final = 200
"""So many are read at once; where there are more, each owner's are looked up."""


def _newest_by_owner(view: View, most: int) -> Callable[[str], list[ArtifactRow]]:
    """The newest artifacts of an owner, the newest first."""
    newest = view.select(ArtifactRow, order="seq", descending=True, limit=_FEW_ARTIFACTS)
    if len(newest) == _FEW_ARTIFACTS:
        return lambda owner: view.select(ArtifactRow, order="seq", owner=owner, descending=True, limit=most)
    owned = defaultdict[str, list[ArtifactRow]](list)
    for row in newest:
        owned[row.owner].append(row)
    return lambda owner: owned[owner][:most]


def _agent_entry(agent: AgentRow, values: Mapping[str, str | None], newest: list[ArtifactRow]) -> AgentEntry:
    return AgentEntry.make_trusted(
        id=agent.id,
        role=agent.role,
        status=values.get(f"agents.{agent.id}.status") or DEFAULT_STATUS,
        current_task=values.get(f"agents.{agent.id}.current_task"),
        blocked_by=values.get(f"agents.{agent.id}.blocked_by"),
        artifacts=[_artifact_entry(row) for row in reversed(newest)],
    )


def _artifact_entry(row: ArtifactRow) -> Artifact:
    return Artifact.make_trusted(ref=row.ref, description=row.description, version=row.version, path=row.path)


def _decision_entry(row: DecisionRow) -> PendingDecision:
    return PendingDecision.make_trusted(
        id=row.id,
        question=row.question,
        options=[_option_entry(option) for option in row.options],
        owner=row.owners[0] if len(row.owners) == 1 else row.owners,
        deadline=None if row.deadline_steps is None else f"{row.deadline_steps} steps",
        status="resolved" if row.status == "resolved" else "open",
        resolution=row.resolution,
    )


def _option_entry(given: dict[str, Any]) -> DecisionOption:
    """Where no pros and cons were told apart, what was said of the option stands in their place."""
    pros, cons = given.get("pros"), given.get("cons")
    said = given.get("analysis") or "" if pros is None and cons is None else pros or ""
    return DecisionOption.make_trusted(label=given["label"], pros=said, cons=cons or "")


def _blocker_entry(row: BlockerRow) -> Blocker:
    return Blocker.make_trusted(
        id=row.id,
        description=row.description,
        affected_agents=row.affected_agents,
        created_at=row.created_at,
        resolved=row.resolved,
    )


# What reaches a running agent at its next tool call: mentions, and what blocks until it answers (MSG-5).


@value
class Interrupt:
    seq: int
    message: "Message"
    mentioned: bool


def list_interrupts(view: View, reader: str) -> list[Interrupt]:
    """What was not shown to the reader while at work, and is not handled either; oldest first."""
    mark = view.get(InterruptMarkRow, reader)
    after = mark.up_to if mark else 0
    rows = {row.seq: row for row in urgent_rows(view, reader, after=after) if row.mentioned or row.blocking}
    found = find_messages(view, rows)
    return [Interrupt(seq=seq, message=message, mentioned=rows[seq].mentioned) for seq, message in found.items()]
