"""Where things stand in the log: messages by thread and by what they say, what happened in runs, refusals.

A table of this process beside the log, made from it and from nothing else: it holds places, and what a search looks
through. What is shown is read from the log itself, so that what was redacted is shown nowhere.
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

from renkei.board.posts import seq_of_message
from renkei.board.team import PERSON
from renkei.eventlog.base import View, records_in_batches
from renkei.eventlog.records import GENESIS, Record
from renkei.protocol.actors import Actor
from renkei.values import value

_SCHEMA: Final = """
DROP TABLE IF EXISTS posts;
DROP TABLE IF EXISTS marks;
CREATE TABLE posts (
    seq INTEGER PRIMARY KEY, thread TEXT, n INTEGER, at TEXT, type TEXT, sender TEXT, readers TEXT, reply_to INTEGER,
    run TEXT, refs TEXT, text TEXT
);
CREATE UNIQUE INDEX posts_by_place ON posts (thread, n);
CREATE INDEX posts_by_seq ON posts (thread, seq);
CREATE INDEX posts_by_reply ON posts (reply_to);
CREATE TABLE marks (seq INTEGER PRIMARY KEY, kind TEXT, run TEXT);
CREATE INDEX marks_by_kind ON marks (kind, seq);
CREATE INDEX marks_by_run ON marks (run, seq);
"""

_OF_RUNS: Final = ("Run", "Task", "Gate", "AgentDismissed")
_NOT_MARKED: Final = frozenset({"TaskNoted", "RunLeased", "TaskClosed"})

EVERYBODY: Final = "@all"
"""The thread of what goes to everybody and to no channel."""


@value
class Thread:
    """Messages that stand in one place: a channel (`#general`), or what some say among themselves (`@be~lead`)."""

    name: str
    count: int
    last: int
    """The seq of the newest."""


@value
class Filter:
    """Which messages are looked for; None: any."""

    words: tuple[str, ...] = ()
    sender: str | None = None
    reader: str | None = None
    type: str | None = None
    thread: str | None = None
    run: str | None = None
    ref: str | None = None
    before: str | None = None
    after: str | None = None
    seqs: frozenset[int] | None = None


class LogIndex:
    """Follows the log whenever it is asked."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._lock = threading.Lock()
        self._start_anew()

    def _start_anew(self) -> None:
        self._db.executescript(_SCHEMA)
        self._seq, self._hash = 0, GENESIS
        self._counts: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._run_of: dict[str, str] = {}
        """The run that an agent was last given a task of, while that goes on."""
        self._writers: dict[int, str] = {}

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def catch_up(self, view: View) -> None:
        """Takes in what has come into the log since it was last asked."""
        with self._lock:
            if view.head.hash == self._hash:
                return
            if self._seq and ((known := view.event(self._seq)) is None or known.hash != self._hash):
                self._start_anew()  # another log stands in the place of the one that it knew
            for batch in records_in_batches(view, after=self._seq):
                self._db.execute("BEGIN")
                for record in batch:
                    self._take(record)
                self._db.execute("COMMIT")
                self._seq, self._hash = batch[-1].seq, batch[-1].hash

    def threads(self) -> list[Thread]:
        """The one with the newest message first."""
        with self._lock:
            found = [Thread(name=name, count=self._counts[name], last=self._last[name]) for name in self._counts]
        return sorted(found, key=lambda each: -each.last)

    def count(self, thread: str) -> int:
        return self._counts.get(thread, 0)

    def count_up_to(self, thread: str, seq: int) -> int:
        """How many messages of a thread stand at `seq` or before."""
        newest = "SELECT n FROM posts WHERE thread = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
        found = self._rows(newest, thread, seq)
        return found[0][0] + 1 if found else 0

    def page(self, thread: str, first: int, last: int) -> list[int]:
        """The seqs of the messages from number `first` (from 0) up to and without `last`."""
        found = self._rows(
            "SELECT seq FROM posts WHERE thread = ? AND n >= ? AND n < ? ORDER BY n", thread, first, last
        )
        return [row[0] for row in found]

    def place(self, seq: int) -> tuple[str, int] | None:
        """The thread of a message, and its number there."""
        found = self._rows("SELECT thread, n FROM posts WHERE seq = ?", seq)
        return (found[0][0], found[0][1]) if found else None

    def writer(self, seq: int) -> str | None:
        """Which of the people wrote a message, if they came in under a name."""
        return self._writers.get(seq)

    def replies(self, seq: int, limit: int) -> list[int]:
        return [
            row[0] for row in self._rows("SELECT seq FROM posts WHERE reply_to = ? ORDER BY seq LIMIT ?", seq, limit)
        ]

    def search(self, wanted: Filter, limit: int) -> list[int]:
        """The newest first."""
        terms, values = _conditions(wanted)
        where = f"WHERE {' AND '.join(terms)}" if terms else ""
        found = self._rows(f"SELECT seq FROM posts {where} ORDER BY seq DESC LIMIT ?", *values, limit)  # noqa: S608 - our own words
        return [row[0] for row in found]

    def marks(self, *, kind: str | None = None, run: str | None = None, limit: int) -> list[int]:
        """The seqs of the newest events of a kind or of a run, the oldest of them first."""
        column, wanted = ("kind", kind) if kind else ("run", run)
        found = self._rows(f"SELECT seq FROM marks WHERE {column} = ? ORDER BY seq DESC LIMIT ?", wanted, limit)  # noqa: S608
        return [row[0] for row in reversed(found)]

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(statement, values).fetchall()

    def _take(self, record: Record) -> None:
        if record.type == "MessagePosted":
            self._take_post(record)
        elif record.type == "BodyRedacted":
            self._forget(json.loads(record.data))
        elif record.type == "RuleRefused" or (record.type.startswith(_OF_RUNS) and record.type not in _NOT_MARKED):
            self._db.execute("INSERT INTO marks VALUES (?, ?, ?)", (record.seq, record.type, record.run))
            self._follow_run(record)

    def _take_post(self, record: Record) -> None:
        said: dict[str, Any] = json.loads(record.data)
        body: dict[str, Any] = json.loads(record.body) if record.body else {}
        thread = thread_of(said)
        number = self._counts.get(thread, 0)
        self._counts[thread], self._last[thread] = number + 1, record.seq
        readers: list[str] = [*said["readers"], *_addresses(said)]
        run = next((self._run_of[name] for name in (said["from"], *readers) if name in self._run_of), None)
        replied = seq_of_message(str(said.get("in_reply_to") or ""))
        texts = list(_texts(body))
        if guest := Actor(name=record.actor, via=record.via).guest:
            self._writers[record.seq] = guest
        self._db.execute(
            "INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.seq, thread, number, record.at, said["type"], said["from"].casefold(),
                f" {' '.join(readers)} ".casefold(), replied, run,
                f" {' '.join(_refs(body))} ".casefold(), "\n".join([said["id"], *texts]).casefold(),
            ),
        )  # fmt: skip

    def _forget(self, said: dict[str, Any]) -> None:
        self._db.executemany(
            "UPDATE posts SET text = '', refs = '' WHERE seq = ?", [(each,) for each in said["events"]]
        )

    def _follow_run(self, record: Record) -> None:
        if record.run is None:
            return
        if record.type == "RunEnded":
            self._run_of = {name: run for name, run in self._run_of.items() if run != record.run}
        elif record.type in ("TaskStarted", "TasksStarted"):
            said: dict[str, Any] = json.loads(record.data)
            for each in said.get("each", [said]):
                self._run_of[each["agent"]] = record.run


def thread_of(posted: dict[str, Any]) -> str:
    """Where a message that was posted stands."""
    if posted.get("channel"):
        return f"#{posted['channel']}"
    named = [name for name in _addresses(posted) if name not in ("all", "*")]
    return f"@{'~'.join(sorted({posted['from'], *named}))}" if named else EVERYBODY


def members_of(thread: str) -> list[str]:
    """Who talks in a thread that is no channel."""
    return thread[1:].split("~") if thread.startswith("@") and thread != EVERYBODY else []


def is_persons(thread: str) -> bool:
    return PERSON in members_of(thread)


def _addresses(posted: dict[str, Any]) -> list[str]:
    to: str | list[str] = posted["to"]
    return [to] if isinstance(to, str) else to


def _conditions(wanted: Filter) -> tuple[list[str], list[Any]]:
    equal = {"sender": wanted.sender, "type": wanted.type, "thread": wanted.thread, "run": wanted.run}
    terms = [f"{column} = ?" for column, given in equal.items() if given is not None]
    values: list[Any] = [given for given in equal.values() if given is not None]
    for column, name in (("readers", wanted.reader), ("refs", wanted.ref)):
        if name is not None:
            terms.append(f"instr({column}, ?) > 0")
            values.append(f" {name.casefold()} ")
    for sign, moment in (("<", wanted.before), (">=", wanted.after)):
        if moment is not None:
            terms.append(f"at {sign} ?")
            values.append(moment)
    if wanted.seqs is not None:
        terms.append(f"seq IN ({','.join(str(int(each)) for each in wanted.seqs)})")
    for word in wanted.words:
        terms.append("instr(text, ?) > 0")
        values.append(word.casefold())
    return terms, values


_REFERENCES: Final = ("decision_id", "original_task_ref", "task_ref", "artifact_ref")


def _refs(body: dict[str, Any]) -> Iterator[str]:
    payload: dict[str, Any] = body.get("payload") or {}
    yield from (str(payload[name]) for name in _REFERENCES if payload.get(name))
    refs: Sequence[dict[str, str]] = body.get("related_state_refs") or ()
    yield from (each["id"] for each in refs)


def _texts(given: Any) -> Iterable[str]:
    if isinstance(given, str):
        yield given
    elif isinstance(given, dict):
        for each in cast(dict[str, Any], given).values():
            yield from _texts(each)
    elif isinstance(given, list):
        for each in cast(list[Any], given):
            yield from _texts(each)
