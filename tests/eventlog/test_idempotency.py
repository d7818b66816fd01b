"""A request under a key is carried out once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from renkei.commands.team import AddAgent
from renkei.errors import BadInput
from renkei.hub import Hub
from tests.support.store_team import do, records_of, say


def test_same_request_under_the_same_key_is_done_once(hub: Hub):
    first = say(hub, "hello", key="k")
    events = records_of(hub.log)
    again = say(hub, "hello", key="k")
    assert (again.id, again.seq, again.replayed, first.replayed) == (first.id, first.seq, True, False)
    assert records_of(hub.log) == events


def test_another_request_under_the_same_key_is_refused(hub: Hub):
    say(hub, "hello", key="k")
    events = records_of(hub.log)
    with pytest.raises(BadInput, match="'k' was used for another command before"):
        say(hub, "good bye", key="k")
    assert records_of(hub.log) == events


def test_keys_of_different_actors_are_different(hub: Hub):
    do(hub, AddAgent(name="ada", role="lead"))
    outcomes = [say(hub, "hello", key="k", as_name=name) for name in ("person", "ada")]
    assert [outcome.replayed for outcome in outcomes] == [False, False]


def test_same_key_from_many_threads_at_once_is_done_once(hub: Hub):
    with ThreadPoolExecutor(8) as pool:
        posts = [pool.submit(say, hub, "hello", key="k") for _ in range(8)]
        outcomes = [post.result(timeout=60) for post in posts]
    assert len({outcome.id for outcome in outcomes}) == 1
    assert sorted(outcome.replayed for outcome in outcomes) == [False] + [True] * 7
    assert [record.type for record in records_of(hub.log)] == ["RuleSetAdopted", "MessagePosted"]
