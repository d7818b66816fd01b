"""Many at once, one commit: each gets its own answer, once it is durable, and nobody's mistake is another's loss."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from renkei.board.tables import SCHEMA
from renkei.commands.messages import PostMessage
from renkei.errors import BadInput, Refused, RenkeiError
from renkei.eventlog.base import Transaction
from renkei.eventlog.memory import MemoryLog
from renkei.group_commit import GroupCommit
from tests.support.hub_team import Team


def at_once(deeds: list[Callable[[], object]]) -> list[object]:
    """What each gave or raised, all started together."""
    start = threading.Barrier(len(deeds))

    def run(deed: Callable[[], object]) -> object:
        start.wait()
        try:
            return deed()
        except RenkeiError as error:
            return error

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def test_posts_of_many_threads_are_all_there_each_under_its_own_id(team: Team):
    def post(number: int) -> str | None:
        return team.say(f"number {number}", by="alice", to="bob").id

    ids = at_once([lambda n=n: post(n) for n in range(32)])
    assert sorted(team.waiting("bob")) == sorted(map(str, ids))
    said = {message.id: message.payload["body"] for message in team.inbox("bob")}
    assert [said[str(each)] for each in ids] == [f"number {n}" for n in range(32)]


def test_a_mistake_or_a_refusal_in_the_middle_is_nobody_elses_loss(team: Team):
    deeds: list[Callable[[], object]] = [lambda n=n: team.say(f"{n}", by="alice", to="bob") for n in range(8)]
    deeds += [lambda: team.say("x", by="alice", to="nobody") for _ in range(8)]
    deeds += [lambda: team.write("alice", goal="mine") for _ in range(8)]
    found = at_once(deeds)
    assert [type(each).__name__ for each in found] == ["CommitResult"] * 8 + ["BadInput"] * 8 + ["Refused"] * 8
    assert len(team.waiting("bob")) == 8
    assert sum(record.type == "RuleRefused" for record in team.events()) == 8
    assert [record.seq for record in team.events()] == list(range(1, team.seq + 1))


def test_what_waits_meanwhile_is_committed_together():
    """While one commit is held up the others gather, and go through in one transaction."""
    started, release = threading.Event(), threading.Event()
    transactions: list[Transaction] = []

    def carry_out(tx: Transaction, ask: int) -> int:
        transactions.append(tx)
        if ask == 0:
            started.set()
            assert release.wait(10)
        return ask

    commits = GroupCommit[int, int](MemoryLog(SCHEMA), carry_out)
    with ThreadPoolExecutor(21) as pool:
        first = pool.submit(commits.do, 0)
        assert started.wait(10)
        others = [pool.submit(commits.do, n) for n in range(1, 21)]
        while commits.queue_length < 20:
            threading.Event().wait(0.001)
        release.set()
        assert [each.result(10) for each in (first, *others)] == list(range(21))
    assert len({id(tx) for tx in transactions}) == 2


def test_a_mistake_of_our_own_is_told_to_the_one_who_met_it(team: Team, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise AssertionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(PostMessage, "decide", fails)
        with pytest.raises(AssertionError, match="a bug"):
            team.say("hello", by="bob", to="alice")
    assert team.say("hello", by="alice", to="bob").id


def test_bad_input_does_not_move_the_log(team: Team):
    before = team.seq
    with pytest.raises(BadInput):
        team.say("x", by="alice", to="nobody")
    assert team.seq == before
    with pytest.raises(Refused):
        team.write("alice", goal="mine")
    assert team.seq == before + 1


def test_a_mistake_of_our_own_in_one_of_many_is_not_the_others_loss():
    started, release = threading.Event(), threading.Event()

    def carry_out(tx: Transaction, ask: int) -> int:
        if ask == 0:
            started.set()
            assert release.wait(10)
        assert ask != 3, "a bug"
        return ask

    commits = GroupCommit[int, int](MemoryLog(SCHEMA), carry_out)
    with ThreadPoolExecutor(6) as pool:
        first = pool.submit(commits.do, 0)
        assert started.wait(10)
        others = [pool.submit(commits.do, n) for n in range(1, 6)]
        while commits.queue_length < 5:
            threading.Event().wait(0.001)
        release.set()
        assert first.result(10) == 0
        errors = [each.exception(10) for each in others]
    assert [type(error).__name__ for error in errors] == ["NoneType", "NoneType", "AssertionError"] + ["NoneType"] * 2
