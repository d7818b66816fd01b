"""A context costs by what is new for the agent, not by the length of the log."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from bench import context as benchmark
from renkei.board.fold import fold_event, stamp_of
from renkei.board.tables import SCHEMA, InboxRow
from renkei.commands.turns import StartTurn
from renkei.context.gather import gather_situation
from renkei.context.render import render_context
from renkei.eventlog.base import RowT, Transaction, View
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Draft, Head, Record
from renkei.eventlog.sqlite import SqliteLog
from renkei.kit.words import english
from renkei.protocol.events import Event, FieldBody, FieldSet, MessageBody, MessagePosted, MessagesHandled
from tests.support.hub_team import Team


class CountingView:
    """A view that counts the questions and the rows they bring."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.questions = 0
        self.rows = 0

    @property
    def head(self) -> Head:
        return self._view.head

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        self.questions += 1
        row = self._view.get(row_type, *key)
        self.rows += row is not None
        return row

    def select(self, row_type: type[RowT], **options: Any) -> list[RowT]:
        self.questions += 1
        rows = self._view.select(row_type, **options)
        self.rows += len(rows)
        return rows

    def count(self, row_type: type[Any], **options: Any) -> int:
        self.questions += 1
        return self._view.count(row_type, **options)

    def event(self, seq: int) -> Record | None:
        self.questions += 1
        self.rows += 1
        return self._view.event(seq)

    def events_at(self, seqs: Sequence[int]) -> list[Record]:
        self.questions += 1
        self.rows += len(seqs)
        return self._view.events_at(seqs)

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        raise AssertionError("a context does not read the log")

    def find_damage(self) -> list[str]:
        raise AssertionError("a context does not check the store")

    def event_with_key(self, actor: str, key: str) -> Record | None:
        raise AssertionError("a context does not read the log")


def fill(team: Team, count: int) -> None:
    """Messages to everybody, to alice (which she handles) and between others, and changes of the board."""
    body = MessageBody(context_summary="old news", related_state_refs=[], payload={"body": "old news"})
    with team.hub.log.write() as tx:
        for number in range(count):
            name = f"MSG-{tx.head.seq + 1}"
            to, readers = [("all", ["alice", "bob"]), ("alice", ["alice"]), ("bob", ["bob"])][number % 3]
            posted = MessagePosted(
                id=name, kind="FREEFORM", sender="carol", to=to, readers=readers, priority="blocking", body=body
            )
            append(tx, posted)
            if number % 10 == 0:
                append(tx, FieldSet(field="goal", based_on=0, body=FieldBody(value=name), action="field set"))
        waiting = [row.message for row in tx.select(InboxRow, order="seq", reader="alice", direct=True)]
        append(tx, MessagesHandled(reader="alice", messages=waiting))


def append(tx: Transaction, event: Event) -> None:
    data = event.model_dump(by_alias=True)
    body = data.pop("body", None)
    record = tx.append(Draft(type=type(event).__name__, actor="carol", via="terminal", body=body, data=data))
    tx.apply(fold_event(tx, event, stamp_of(record)))


def cost(team: Team) -> tuple[int, int, str]:
    with team.hub.read() as view:
        counting = CountingView(view)
        text = render_context(gather_situation(counting, "alice"), english).text
        return counting.questions, counting.rows, text


@pytest.mark.req("BUD-4")
def test_twenty_thousand_messages_cost_as_much_as_thirty():
    costs: list[tuple[int, int]] = []
    for count in (30, 20_000):
        team = Team(MemoryLog(SCHEMA)).join("alice", "bob").join("carol", role="lead")
        fill(team, count)
        for _ in range(2):
            team.do(StartTurn(), by="alice")
            team.write("alice", status="working")
        team.do(StartTurn(), by="alice")
        for text in ("one", "two", "three"):
            team.say(text, by="bob")
        questions, rows, shown = cost(team)
        assert ("bob: three" in shown, "old news" in shown) == (True, False)
        costs.append((questions, rows))
    assert costs[0] == costs[1]
    assert costs[1][1] < 60


@pytest.mark.req("BUD-4")
def test_every_question_is_answered_from_an_index(tmp_path: Path):
    """What SQLite says of how it looks a row up: no table is scanned that grows with the log."""
    log = SqliteLog(tmp_path / "store.db", SCHEMA)
    team = Team(log).join("alice", "bob").join("carol", role="lead")
    team.say("@alice one", by="bob")
    with log.read() as view:
        connection = cast(sqlite3.Connection, vars(vars(view)["_database"])["_connection"])
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        gather_situation(view, "alice")
        connection.set_trace_callback(None)
        questions = [sql for sql in asked if sql.startswith("SELECT")]
        plans = [row[3] for sql in questions for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    log.close()
    # The changelog and the artifacts are read from their end, in the order of a key, and only so far.
    scans = {plan for plan in plans if plan.startswith("SCAN") or "TEMP B-TREE" in plan}
    assert plans
    assert scans <= {
        "SCAN changelog",
        "SCAN artifacts USING INDEX artifacts_by_seq",
        "SCAN agents USING INDEX agents_by_seq",
    }


@pytest.mark.slow
@pytest.mark.req("BUD-1", "BUD-2", "BUD-4")
def test_what_the_reader_needs_is_told_in_a_tenth_of_the_tokens_of_the_group_log(tmp_path: Path):
    found = benchmark.measure(tmp_path / "renkei.db", 2_000, 1)
    assert found["critical_told"] == 1
    assert found["needed"] > found["critical"] > 0
    assert found["needed_told"] >= benchmark.LEAST_RECALL
    assert found["saving"] >= benchmark.LEAST_SAVING
    assert found["over_budget"] == 0
