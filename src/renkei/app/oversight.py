"""What a page that watches the team asks: all of it now, threads a page at a time, one message with its answers.

Every answer is of one consistent state and says by `seq` which: what comes after that seq is news.
"""

import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

from renkei.app.log import LogEvent, log_events_of
from renkei.app.log_index import LogIndex, Thread, is_persons, members_of, thread_of
from renkei.app.needs import Need, list_needs
from renkei.app.project import Project
from renkei.app.run_queries import is_at_work
from renkei.board import read
from renkei.board.posts import find_messages, find_post
from renkei.board.run_tables import RunPlanRow, RunTaskRow
from renkei.board.tables import AgentRow, ArtifactRow, BlockerRow, FieldRow, TurnRow, UsageRow
from renkei.board.team import PERSON, list_members
from renkei.board.waits import open_blockers
from renkei.errors import BadInput, NotFound
from renkei.eventlog.base import View
from renkei.eventlog.records import Head, Record
from renkei.playbooks.states import ENDED
from renkei.protocol.messages import Message
from renkei.runs import view as run_view
from renkei.values import value

MOST_MESSAGES: Final = 200
"""How many messages one page of a thread has at most."""

_MOST_THREADS: Final = 200
_MOST_RUNS: Final = 30


@value
class AgentState:
    """An agent on the board, and when it was last heard of."""

    id: str
    role: str
    model: str | None
    status: str
    current_task: str | None
    task_title: str | None
    """Of a task of a run, as its playbook calls it."""
    blocked_by: str | None
    waits_for: tuple[dict[str, Any], ...]
    artifacts: tuple[dict[str, Any], ...]
    is_in_turn: bool
    run: str | None
    seen: str | None


@value
class ThreadState:
    name: str
    kind: str
    """`channel`, or `direct`."""
    members: tuple[str, ...]
    count: int
    unread: int
    last: int


@value
class Snapshot:
    """All that a page shows at once."""

    seq: int
    place: str
    """The same as `seq:hash`: whoever goes on from there learns whether this log is still the one that they know."""
    project: str
    folder: str
    goal: str
    phase: str
    updated: str | None
    agents: list[AgentState]
    needs: list[Need]
    threads: list[ThreadState]
    runs: list[dict[str, Any]]
    blockers: list[dict[str, Any]]
    usage: dict[str, int]


@value
class News:
    """Events in the order of the log, and the place (`seq:hash`) that they end at."""

    events: list[dict[str, Any]]
    place: str


@value
class MessagePage:
    """Messages of a thread by their number in it, from 0."""

    thread: str
    total: int
    first: int
    items: list[dict[str, Any]]
    seq: int


@value
class MessageThread:
    """A message, what it answers, and what answers it."""

    message: dict[str, Any]
    thread: str
    number: int
    parent: dict[str, Any] | None
    replies: list[dict[str, Any]]


class Oversight:
    """Asked by everybody who watches one project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.index = LogIndex()
        self._reading = threading.Lock()

    def close(self) -> None:
        self.index.close()

    @contextmanager
    def read(self) -> Generator[View]:
        """The log as it is now, with an index that knows as much and no more: one asks at a time, or what came between
        two questions would stand in one's answer though its seq says otherwise.
        """
        with self._reading, self.project.reader.read() as view:
            self.index.catch_up(view)
            yield view

    def snapshot(self) -> Snapshot:
        project = self.project
        with self.read() as view:
            state = read.open_project_state(view)
            return Snapshot(
                seq=view.head.seq,
                place=view.head.as_text,
                project=project.settings.project.name,
                folder=str(project.settings.project),
                goal=state.goal,
                phase=state.current_phase,
                updated=state.updated_at,
                agents=[_agent_state(view, row) for row in list_members(view)],
                needs=list_needs(project, view),
                threads=self._threads(view),
                runs=[_run_state(project, view, row) for row in run_view.list_runs(view, limit=_MOST_RUNS)],
                blockers=list_blockers(view),
                usage=_count_usage(view),
            )

    def messages(self, thread: str, first: int | None = None, last: int | None = None) -> MessagePage:
        """The messages from number `first` up to and without `last`; without them the newest.

        Raises:
            NotFound: there is no such thread.
            BadInput: the numbers are none.
        """
        with self.read() as view:
            name, total = self._require_thread(view, thread)
            end = total if last is None else min(last, total)
            begin = max(0, end - MOST_MESSAGES // 2) if first is None else first
            if begin < 0 or end - begin > MOST_MESSAGES:
                raise BadInput(
                    "from, to: expected numbers from 0 on, at most {most} apart, not {first} and {last}.",
                    most=MOST_MESSAGES,
                    first=begin,
                    last=end,
                )
            items = self.documents(view, self.index.page(name, begin, end))
            return MessagePage(thread=name, total=total, first=begin, items=items, seq=view.head.seq)

    def message(self, name: str) -> MessageThread:
        """
        Raises:
            NotFound: there is no such message.
        """
        with self.read() as view:
            post = find_post(view, name)
            place = self.index.place(post.seq) if post else None
            if post is None or place is None:
                raise NotFound("There is no message {id}.", id=name)
            parent = read.find_message(view, post.in_reply_to) if post.in_reply_to else None
            return MessageThread(
                message=message_document(post.to_message(), self.index.writer(post.seq)),
                thread=place[0],
                number=place[1],
                parent=message_document(parent) if parent else None,
                replies=self.documents(view, self.index.replies(post.seq, MOST_MESSAGES)),
            )

    def news(self, after: int, limit: int) -> News | None:
        """What came into the log after a seq, as a follower tells it; None where nothing did."""
        with self.project.reader.read() as view:
            records = view.events(after=after, limit=limit)
        return news_of(records) if records else None

    def holds(self, seq: int, digest: str) -> bool:
        """Whether the record with this seq has this hash: another log may stand in the place of one that was known."""
        with self.project.reader.read() as view:
            known = view.event(seq) if seq else Head()
            return known is not None and known.hash == digest

    def documents(self, view: View, seqs: Iterable[int]) -> list[dict[str, Any]]:
        found = find_messages(view, seqs)
        return [message_document(each, self.index.writer(seq)) for seq, each in found.items()]

    def _threads(self, view: View) -> list[ThreadState]:
        found = self.index.threads()
        if not any(each.name == f"#{read.GENERAL}" for each in found):
            found.append(Thread(name=f"#{read.GENERAL}", count=0, last=0))
        return [self._thread_state(view, each) for each in found[:_MOST_THREADS]]

    def _thread_state(self, view: View, thread: Thread) -> ThreadState:
        is_channel = thread.name.startswith("#")
        mark = read.read_mark(view, PERSON, thread.name[1:]) if is_channel else 0
        unread = thread.count - self.index.count_up_to(thread.name, mark) if is_channel else 0
        if is_persons(thread.name):
            unread = self._count_unhandled(view, thread.name)
        return ThreadState(
            name=thread.name,
            kind="channel" if is_channel else "direct",
            members=tuple(members_of(thread.name)),
            count=thread.count,
            unread=unread,
            last=thread.last,
        )

    def _count_unhandled(self, view: View, thread: str) -> int:
        waiting = view.select(_INBOX, order="seq", reader=PERSON, handled=False, limit=_MOST_THREADS)
        return sum(1 for row in waiting if (place := self.index.place(row.seq)) and place[0] == thread)

    def _require_thread(self, view: View, given: str) -> tuple[str, int]:
        name = given if given.startswith(("#", "@")) else f"#{given}"
        total = self.index.count(name)
        if not total and not (name.startswith("#") and read.is_channel(view, name[1:])):
            raise NotFound("There is no channel {channel}. It begins with its first post.", channel=given)
        return name, total


_INBOX: Final = read.InboxRow


def message_document(message: Message, writer: str | None = None) -> dict[str, Any]:
    """As everybody reads it, with where it stands; `by`: which of the people wrote it, if it was one with a name."""
    fields = message.model_dump(mode="json", by_alias=True)
    named = {"by": writer} if writer else {}
    return {**fields, **named, "thread": thread_of(fields), "seq": int(message.id.removeprefix("MSG-"))}


def news_of(records: Sequence[Record]) -> News:
    """At least one record, as a page is told of them."""
    events = [event_document(event) for record in records for event in log_events_of(record)]
    newest = records[-1]
    return News(events=events, place=Head(seq=newest.seq, hash=newest.hash).as_text)


def event_document(event: LogEvent) -> dict[str, Any]:
    """An event as a page is told it; a message as it reads everywhere else."""
    data: Mapping[str, Any] = event.data
    if event.type == "MessagePosted":
        data = _posted_document(event)
    elif event.type == "RunStarted":
        data = {
            name: value for name, value in data.items() if name not in ("playbook", "git") or isinstance(value, str)
        }
    return {"seq": event.seq, "at": event.at, "type": event.type, "actor": event.actor, "run": event.run, "data": data}


def _posted_document(event: LogEvent) -> dict[str, Any]:
    said = dict(event.data)
    is_redacted = bool(said.get("redacted"))
    return {
        "id": said["id"],
        "type": said["type"],
        "from": said["from"],
        **({"by": event.person} if event.person else {}),
        "to": said["to"],
        "priority": said["priority"],
        "timestamp": event.at,
        "context_summary": said.get("context_summary", ""),
        "related_state_refs": said.get("related_state_refs", []),
        "in_reply_to": said.get("in_reply_to"),
        "expected_response_type": said.get("expects", []),
        "payload": said.get("payload", {}),
        "channel": said.get("channel"),
        "redacted": is_redacted,
        "thread": thread_of(said),
        "seq": event.seq,
        "mentioned": said.get("mentioned", []),
        "readers": said.get("readers", []),
    }


def list_blockers(view: View, *, limit: int = 100) -> list[dict[str, Any]]:
    """Those that hold somebody up, the oldest first."""
    return [
        {
            "id": row.id,
            "description": row.description,
            "affected_agents": row.affected_agents,
            "cause": row.cause,
            "by": row.by,
            "created_at": row.created_at,
            "resolved": row.resolved,
        }
        for row in view.select(BlockerRow, order="seq", resolved=False, limit=limit)
    ]


def _agent_state(view: View, row: AgentRow) -> AgentState:
    fields = {each.path.rpartition(".")[2]: each for each in view.select(FieldRow, order="path", agent=row.id)}
    turn = view.get(TurnRow, row.id)
    seqs = [row.seq, *(each.seq for each in fields.values()), turn.started if turn else 0]
    newest = view.event(max(seqs))
    artifacts = view.select(ArtifactRow, order="seq", owner=row.id, descending=True, limit=8)
    return AgentState(
        id=row.id,
        role=row.role,
        model=row.model,
        status=_value(fields, "status") or "idle",
        current_task=_value(fields, "current_task"),
        task_title=_task_title(view, _value(fields, "current_task") or ""),
        blocked_by=_value(fields, "blocked_by"),
        waits_for=tuple(
            {"id": each.id, "cause": each.cause, "description": each.description}
            for each in open_blockers(view, row.id)
        ),
        artifacts=tuple({"ref": each.ref, "version": each.version, "path": each.path} for each in artifacts),
        is_in_turn=bool(turn and turn.open),
        run=turn.run if turn else None,
        seen=newest.at if newest else None,
    )


def _task_title(view: View, reference: str) -> str | None:
    run, _, name = reference.partition("/")
    plan = view.get(RunPlanRow, run) if name else None
    tasks: list[dict[str, Any]] = plan.playbook.get("tasks", []) if plan else []
    return next((each.get("title") or None for each in tasks if each["id"] == name), None)


def _value(fields: Mapping[str, FieldRow], name: str) -> str | None:
    return fields[name].value if name in fields else None


def _run_state(project: Project, view: View, row: Any) -> dict[str, Any]:
    gates = [task.gate for task in view.select(RunTaskRow, order="number", run=row.id) if task.gate]
    return {
        **run_view.run_summary(view, row),
        "at_work": is_at_work(project, row),
        "cycle": row.cycle,
        "ended": row.state in ENDED,
        "seconds": row.active / 1000,
        "gate": gates[-1]["overall"] if gates else None,
        "note": row.note,
        "updated": row.at,
    }


def _count_usage(view: View) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in view.select(UsageRow, order="type"):
        counts[cast(str, row.type)] = counts.get(row.type, 0) + row.count
    return counts
