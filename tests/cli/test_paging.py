"""Long lists come a page at a time: what a page shows, what it says of the rest, and that it costs what it shows."""

import json
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from renkei.board import read
from renkei.board.debts import list_overdue
from renkei.board.pages import MOST_URGENT
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import SCHEMA
from renkei.commands.base import Request
from renkei.commands.run_steps import DismissAgent
from renkei.context.gather import MOST_READ, gather_situation
from renkei.eventlog.base import View
from renkei.eventlog.sqlite import SqliteLog
from renkei.hub import Hub
from renkei.protocol.actors import SYSTEM
from tests.support.cli_messages import freeform, handoff
from tests.support.cli_run import Cli

HUGE = 20_000
"""Characters that no list of a few entries reaches."""


def post(team: Cli, *messages: dict[str, Any], by: str = "alice") -> list[str]:
    """Posts many messages at once; their ids."""
    lines = "\n".join(map(json.dumps, messages))
    return team.ok("send", "-", "--lines", "--as", by, stdin=lines.encode()).out.split()


def news(count: int, to: str = "bob") -> list[dict[str, Any]]:
    return [freeform(f"news {number}", to) for number in range(count)]


def ids(team: Cli, *words: str) -> list[str]:
    return [message["id"] for message in team.json("inbox", "bob", *words)]


def test_an_inbox_shows_the_oldest_fifty_and_how_many_more_wait(team: Cli):
    sent = post(team, *news(60))
    ran = team.ok("inbox", "bob")
    assert ran.out.count("FREEFORM") == 50
    assert f"10 more. See: renkei inbox bob --after {sent[49].removeprefix('MSG-')}" in ran.out
    script = team.ok("--json", "inbox", "bob")
    assert [message["id"] for message in script.document] == sent[:50]
    assert "10 more" in script.err


def test_the_pages_of_an_inbox_follow_each_other_without_gap_or_repetition(team: Cli):
    sent = post(team, *news(23))
    found: list[str] = []
    after = "0"
    while page := ids(team, "--limit", "10", "--after", after):
        found += page
        after = page[-1].removeprefix("MSG-")
    assert found == sent


def test_what_is_urgent_stands_on_every_page(team: Cli):
    old, *_ = post(team, {**handoff("bob"), "priority": "blocking"}, *news(20))
    asked, mention = post(team, {**handoff("bob"), "priority": "blocking"}, freeform("@bob look", "all"))
    post(team, *news(20, to="all"))
    question = {"decision_id": "D-1", "question": "JWT?", "options": [{"label": "yes", "analysis": "a"}]}
    decision = team.send({"type": "DECISION_REQUEST", "to": "bob", "payload": question}, "--as", "lead")
    assert ids(team, "--limit", "1") == [old, asked, mention, decision]
    assert {old, asked, mention, decision} < set(ids(team, "--limit", "5", "--after", "10"))
    assert "40 more." in team.ok("inbox", "bob", "--limit", "1").out
    team.ok("inbox", "bob", "--handled", mention)
    assert ids(team, "--limit", "1") == [old, asked, decision]


def test_a_flood_of_mentions_has_a_bound_too_and_is_not_hidden(team: Cli):
    post(team, *(freeform(f"@bob {number}", "all") for number in range(MOST_URGENT + 30)))
    ran = team.ok("inbox", "bob")
    assert ran.out.count("FREEFORM") == MOST_URGENT
    assert "30 more. See: renkei inbox bob --after" in ran.out
    assert "30 of them mention bob, block, or ask for a decision." in ran.out


def test_no_flood_of_mentions_hides_what_blocks(team: Cli):
    post(team, *(freeform(f"@bob {number}", "all") for number in range(MOST_URGENT + 30)))
    [stop] = post(team, {**freeform("STOP", "bob"), "priority": "blocking"})
    assert stop in ids(team, "--limit", "1")


@pytest.mark.parametrize("command", [["inbox", "bob"], ["log"], ["chat"], ["board"], ["decide"], ["runs"]])
def test_a_limit_is_at_least_one(team: Cli, command: list[str]):
    assert team(*command, "--limit", "0").code == 2
    assert team(*command, "--limit", "1").code == 0


def test_the_log_shows_a_person_the_newest_fifty_and_a_script_everything(team: Cli):
    post(team, *news(60))
    ran = team.ok("log")
    assert [int(line.split()[0]) for line in ran.out.splitlines()] == list(range(15, 65))
    assert ran.err == "14 older events. See: renkei log --since 0 --limit 50\n"
    assert [event["seq"] for event in team.log()] == list(range(1, 65))
    assert [event["seq"] for event in team.ok("log", "--json", "--since", "3").lines] == list(range(4, 65))


def test_the_log_goes_on_from_a_seq_page_by_page(team: Cli):
    post(team, *news(10))
    ran = team.ok("log", "--json", "--since", "3", "--limit", "4")
    assert [event["seq"] for event in ran.lines] == [4, 5, 6, 7]
    assert ran.err == "7 later events. See: renkei log --since 7 --limit 4\n"
    assert [event["seq"] for event in team.ok("log", "--json", "--limit", "3").lines] == [12, 13, 14]
    assert [int(line.split()[0]) for line in team.ok("log", "--limit", "2").out.splitlines()] == [13, 14]


def test_a_chat_shows_the_newest_and_can_be_read_from_its_beginning(team: Cli):
    post(team, *news(60, to="#general"))
    ran = team.ok("chat", "general", "--limit", "2")
    assert [line.split()[-1] for line in ran.out.splitlines()[:2]] == ["58", "59"]
    assert "58 more. See: renkei chat general --after 0" in ran.out
    first = team.json("chat", "general", "--after", "0", "--limit", "2")
    assert [message["payload"]["body"] for message in first] == ["news 0", "news 1"]
    assert (
        "58 more. See: renkei chat general --after 6" in team.ok("chat", "general", "--after", "0", "--limit", "2").out
    )


def test_channels_changes_and_contracts_have_a_bound(team: Cli):
    post(team, *(freeform("hello", f"#room{number}") for number in range(60)))
    assert (len(team.json("chat")), "11 more." in team.ok("chat").out) == (50, True)
    for number in range(5):
        team.ok("board", "set", f"goal=g{number}")
    ran = team.ok("board", "--since", "64", "--limit", "3")
    assert (len(ran.out.splitlines()), "2 more. See: renkei board --since 67" in ran.out) == (4, True)
    assert len(team.json("board", "--since", "64", "--limit", "3")["project_state"]["changelog"]) == 3


def test_open_decisions_are_listed_a_page_at_a_time(team: Cli):
    for number in range(4):
        question = {"decision_id": f"D-{number}", "question": "?", "options": [{"label": "yes", "analysis": "a"}]}
        team.send({"type": "DECISION_REQUEST", "to": "bob", "payload": question}, "--as", "lead")
    assert len(team.json("decide", "--limit", "3")["decisions"]) == 3
    assert "1 more. See: renkei decide --limit 4" in team.ok("decide", "--limit", "3").out
    board = team.ok("--json", "board", "--limit", "3")
    assert [each["id"] for each in board.document["project_state"]["pending_decisions"]] == ["D-1", "D-2", "D-3"]
    assert "1 more. See: renkei board --limit 4" in board.err


@pytest.mark.req("BUD-6")
def test_a_flooded_context_has_a_bound_and_says_what_it_leaves_out(team: Cli):
    post(team, *news(MOST_READ + 50), *news(MOST_READ + 30, to="all"))
    found = team.json("context", "bob")
    assert len(found["text"]) < HUGE
    assert found["tiers"]["relevant"]["messages"] == 50
    assert len(found["omitted"]) == 100
    assert found["omitted_more"] == {"relevant": 100, "background": MOST_READ + 10}
    assert f"{MOST_READ} more are left out. They wait in: renkei inbox bob" in found["text"]
    assert f"N is 20; {MOST_READ + 10} older ones are left out." in found["text"]


@pytest.mark.req("BUD-1")
def test_critical_messages_beyond_the_room_stand_in_one_line_and_are_counted(team: Cli):
    long = {**freeform("x " * 2000, "bob"), "priority": "blocking"}
    sent = post(team, *[long] * (MOST_READ + 5))
    found = team.json("context", "bob")
    shown = found["tiers"]["critical"]["messages"]
    assert 0 < shown < MOST_READ
    assert f"[{sent[0]}] FREEFORM\n" in found["text"]
    assert f"(whole: renkei message {sent[shown - 1]})" in found["text"]
    assert f"{MOST_READ + 5 - shown} are left out. Read one whole: renkei message ID." in found["text"]
    assert [each["id"] for each in found["omitted"]] == sent[shown : shown + 100]
    assert found["omitted_more"] == {"critical": MOST_READ + 5 - shown - 100}
    larger = team.json("context", "bob", "--budget", "100000")
    assert (larger["tiers"]["critical"]["messages"], larger["omitted_more"]) == (MOST_READ, {"critical": 5})


def test_a_trace_goes_to_the_newest_event_of_the_run_and_has_a_bound(renkei: Cli):
    playbook: dict[str, Any] = {"name": "p", "roles": {"r": {}}, "tasks": [{"id": "t", "role": "r"}]}
    renkei.ok("run", renkei.file("p.json", json.dumps(playbook)), "--agents", "scripted", "--yes")
    [found] = renkei.json("runs")
    hub = Hub(SqliteLog(renkei.store, SCHEMA))
    with hub.read() as view:
        run, task = view.get(RunRow, found["id"]), view.get(RunTaskRow, found["id"], "t")
    assert run
    assert task
    dismissed = DismissAgent(run=run.id, lease=run.lease, task="t", token=task.token)
    hub.do(Request(command=dismissed, actor=SYSTEM))
    hub.log.close()
    events = renkei.json("runs", "trace")["events"]
    assert events[-1]["type"] == "AgentDismissed"
    ran = renkei.ok("runs", "trace", "--limit", "2")
    assert [int(line.split()[0]) for line in ran.out.splitlines()[:2]] == [event["seq"] for event in events[-2:]]
    assert f"{len(events) - 2} more. See: renkei runs trace {run.id} --limit {len(events)}" in ran.out
    assert renkei("runs", "trace", "--limit", "0").code == 2


@contextmanager
def watched(store: Path) -> Generator[tuple[View, list[str]]]:
    """A view of a store, with every row that it brings as the statement that asked for it."""
    log = SqliteLog(store, SCHEMA)
    try:
        with log.read() as view:
            connection = cast(sqlite3.Connection, vars(vars(view)["_database"])["_connection"])
            brought: list[str] = []
            connection.row_factory = lambda cursor, row: brought.append(str(cursor.description[0][0])) or row
            yield view, brought
    finally:
        log.close()


LOOKS: dict[str, Callable[[View], object]] = {
    "inbox": lambda view: read.inbox_page(view, "bob"),
    "a later page": lambda view: read.inbox_page(view, "bob", after=view.head.seq // 2),
    "chat": lambda view: read.channel_posts(view, "general", limit=50),
    "board": lambda view: read.project_state(view),
    "overdue": lambda view: list_overdue(view, now="2099-01-01T00:00:00.000000Z", within=1, limit=50),
    "context": lambda view: gather_situation(view, "bob"),
    "changes": lambda view: read.changes_since(view, 0, limit=50),
}


@pytest.mark.req("BUD-4")
def test_a_page_of_ten_times_as_many_messages_brings_as_many_rows(team: Cli):
    costs: list[dict[str, int]] = []
    for count in (600, 5_400):
        post(team, *news(count // 3), *news(count // 3, to="all"), *news(count // 3, to="#general"))
        costs.append({})
        for name, look in LOOKS.items():
            with watched(team.store) as (view, brought):
                look(view)
                costs[-1][name] = len(brought)
    assert costs[0] == costs[1]
    assert max(costs[1].values()) < 1_300


def test_pages_are_found_by_an_index(team: Cli):
    post(team, *news(3))
    with watched(team.store) as (view, _):
        connection = cast(sqlite3.Connection, vars(vars(view)["_database"])["_connection"])
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        for look in (LOOKS["inbox"], LOOKS["a later page"], LOOKS["chat"], LOOKS["context"]):
            look(view)
        connection.set_trace_callback(None)
        plans = [row[3] for sql in asked if "inbox" in sql for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN") or "TEMP B-TREE" in plan]
