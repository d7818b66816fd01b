"""Keys and expected versions: what is repeated is done once, and what is stale changes nothing."""

import hashlib

import pytest

from renkei.commands.messages import RedactBody
from renkei.commands.team import AddAgent
from renkei.errors import Stale
from renkei.eventlog.transfer import export_lines
from tests.support.hub_team import Team

SECRET = "hunter2"


def test_a_key_still_holds_after_its_message_was_redacted(team: Team):
    first = team.say(SECRET, by="alice", key="k-1")
    team.do(RedactBody(target=str(first.id)))
    again = team.say(SECRET, by="alice", key="k-1")
    assert (again.id, again.replayed) == (first.id, True)


def test_what_is_kept_of_a_redacted_command_cannot_be_guessed_from(team: Team):
    """A digest of the command alone would let anybody try texts until one fits."""
    posts = [team.say(SECRET, by="alice", key=key) for key in ("k-1", "k-2")]
    kept = {record.key: record.key_digest for record in team.events() if record.key}
    assert kept["k-1"] != kept["k-2"]
    for post in posts:
        team.do(RedactBody(target=str(post.id)))
    with team.hub.read() as view:
        exported = "\n".join(export_lines(view))
    assert SECRET not in exported
    assert hashlib.sha256(SECRET.encode()).hexdigest() not in exported
    assert all(record.salt is None for record in team.events() if record.key)


def test_a_stale_request_leaves_no_trace_so_that_the_next_try_can_win(team: Team):
    before = team.seq
    with pytest.raises(Stale, match="Read again"):
        team.do(AddAgent(name="dora", role="developer"), expected_seq=before - 1)
    assert team.seq == before
    team.do(AddAgent(name="dora", role="developer"), expected_seq=before)
