"""A hub with short ways to speak to it, on a log of either kind."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from renkei.board import read
from renkei.board.tables import SCHEMA, DebtRow
from renkei.board.verify import Flaw, find_flaws
from renkei.commands.base import Command, Request
from renkei.commands.board import SetFields
from renkei.commands.inbox import HandleMessages
from renkei.commands.messages import PostMessage
from renkei.commands.team import AddAgent
from renkei.dispatch import BUILT_IN, RuleSet
from renkei.eventlog.base import EventLog, RowT
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.records import Record, utc_now
from renkei.eventlog.sqlite import SqliteLog
from renkei.execution import CommitResult
from renkei.hub import Hub
from renkei.protocol.actors import PERSON, Actor, Language
from renkei.protocol.board import ProjectState
from renkei.protocol.messages import DRAFT, Message
from tests.support.opened import OPENED
from tests.support.postgres_server import server

StoreKind = Literal["memory", "sqlite", "postgres"]
NOON = "2026-05-01T12:00:00.000000Z"


def open_log(kind: StoreKind, folder: Path, clock: Callable[[], str] = utc_now) -> EventLog:
    """A log of one kind, until the test is over; one in PostgreSQL has an empty database to itself."""
    match kind:
        case "memory":
            return MemoryLog(SCHEMA, clock=clock)
        case "sqlite":
            return OPENED.enter_context(closing(SqliteLog(folder / "store.db", SCHEMA, clock=clock)))
        case "postgres":
            name = OPENED.enter_context(server().database())
            return OPENED.enter_context(closing(PostgresLog(server().url(name), SCHEMA, clock=clock)))


class Team:
    """What a test says to the hub."""

    def __init__(self, log: EventLog, *, rule_set: RuleSet = BUILT_IN, lang: Language = "en") -> None:
        self.hub = Hub(log, rule_set=rule_set)
        self.lang: Language = lang

    def do(
        self, command: Command, *, by: str = "person", key: str | None = None, expected_seq: int | None = None
    ) -> CommitResult:
        actor = PERSON if by == "person" else Actor(name=by, via="terminal")
        return self.hub.do(Request(command=command, actor=actor, key=key, expected_seq=expected_seq, lang=self.lang))

    def join(self, *names: str, role: str = "developer") -> "Team":
        for name in names:
            self.do(AddAgent(name=name, role=role))
        return self

    def post(
        self,
        kind: str,
        payload: dict[str, Any],
        *,
        by: str = "person",
        to: str | list[str] = "all",
        key: str | None = None,
        **header: Any,
    ) -> CommitResult:
        draft = DRAFT.validate_python({"type": kind, "to": to, "payload": payload, **header})
        return self.do(PostMessage(message=draft), by=by, key=key)

    def say(self, text: str, *, by: str = "person", to: str | list[str] = "#general", **header: Any) -> CommitResult:
        return self.post("FREEFORM", {"body": text}, by=by, to=to, **header)

    def write(self, by: str = "person", based_on: int | None = None, /, **fields: str | None) -> CommitResult:
        return self.do(SetFields(fields=fields, based_on=based_on), by=by)

    def handle(self, reader: str, *messages: str) -> CommitResult:
        return self.do(HandleMessages(reader=reader, messages=list(messages)), by=reader)

    @property
    def seq(self) -> int:
        with self.hub.read() as view:
            return view.head.seq

    def board(self, changes: int = 50) -> ProjectState:
        with self.hub.read() as view:
            return read.project_state(view, changes=changes)

    def inbox(self, reader: str) -> list[Message]:
        with self.hub.read() as view:
            return read.inbox_page(view, reader, limit=None).items

    def waiting(self, reader: str) -> list[str]:
        return [message.id for message in self.inbox(reader)]

    def message(self, name: str | None) -> Message:
        assert name is not None
        with self.hub.read() as view:
            found = read.find_message(view, name)
        assert found is not None
        return found

    def chat(self, channel: str) -> list[str]:
        with self.hub.read() as view:
            return [message.id for _, message in read.channel_posts(view, channel).items]

    def rows(self, row_type: type[RowT], order: str = "seq", **where: Any) -> list[RowT]:
        with self.hub.read() as view:
            return view.select(row_type, order=order, **where)

    def debts(self) -> list[tuple[str, str]]:
        """(message, debtor) of what is still owed."""
        return [(row.message, row.debtor) for row in self.rows(DebtRow, settled=False)]

    def events(self, after: int = 0) -> list[Record]:
        with self.hub.read() as view:
            return view.events(after=after)

    def told(self, after: int = 0) -> list[tuple[str, str]]:
        """(type, actor) of each event."""
        return [(record.type, record.actor) for record in self.events(after)]

    def flaws(self) -> list[Flaw]:
        with self.hub.read() as view:
            return list(find_flaws(view))
