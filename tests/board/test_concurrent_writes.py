"""BOARD-4 over histories of concurrent writes: who wins, who is told, and that nothing is lost."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.commands.board import SetFields
from renkei.commands.team import RemoveAgent
from renkei.errors import BadInput
from tests.support.examples import examples
from tests.support.hub_team import Team, open_log

WRITERS = {"goal": ["person", "ann", "ben"], "current_phase": ["person", "ann", "ben"]}
OWN = ["status", "current_task", "blocked_by"]


@dataclass(frozen=True, kw_only=True)
class Write:
    """A write by somebody who had read the board `lag` commits ago; None writes on the board as it is."""

    actor: str
    fields: dict[str, str]
    lag: int | None


@dataclass(kw_only=True)
class Standing:
    value: str
    actor: str
    seq: int


@dataclass
class Model:
    """What BOARD-4 says, in a few lines."""

    fields: dict[str, Standing] = field(default_factory=dict[str, Standing])

    def losers(self, write: Write, based_on: int) -> list[tuple[str, str]]:
        """(path, whose value does not stand) for each field that somebody set otherwise after `based_on`."""
        return [
            (path, standing.actor)
            for path, value in write.fields.items()
            if (standing := self.fields.get(path)) and standing.seq > based_on and standing.value != value
        ]

    def commit(self, write: Write, first_seq: int) -> None:
        for seq, (path, value) in enumerate(write.fields.items(), start=first_seq):
            self.fields[path] = Standing(value=value, actor=write.actor, seq=seq)


def paths_of(actor: str) -> list[str]:
    shared = [path for path, writers in WRITERS.items() if actor in writers]
    return shared if actor == "person" else [*shared, *(f"agents.{actor}.{name}" for name in OWN)]


def a_value(path: str) -> st.SearchStrategy[str]:
    return st.sampled_from(["idle", "working", "error"] if path.endswith(".status") else ["red", "green", "blue"])


def a_write(actor: str) -> st.SearchStrategy[Write]:
    paths = st.lists(st.sampled_from(paths_of(actor)), min_size=1, max_size=3, unique=True)
    fields = paths.flatmap(lambda chosen: st.fixed_dictionaries({path: a_value(path) for path in chosen}))
    return st.builds(Write, actor=st.just(actor), fields=fields, lag=st.none() | st.integers(0, 8))


HISTORIES = st.lists(st.sampled_from(["person", "ann", "ben", "cem"]).flatmap(a_write), max_size=12)


def new_team() -> Team:
    return Team(open_log("memory", Path())).join("ann", "ben", role="lead").join("cem")


def standing_values(team: Team) -> dict[str, str]:
    board = team.board()
    found = {"goal": board.goal or None, "current_phase": board.current_phase or None}
    for agent in board.agents:
        found |= {f"agents.{agent.id}.{name}": getattr(agent, name) for name in OWN}
    return {path: value for path, value in found.items() if value is not None}


@pytest.mark.req("BOARD-4")
@settings(max_examples=examples(60))
@given(history=HISTORIES)
def test_over_any_history_the_last_value_stands_and_exactly_the_overridden_are_told(history: list[Write]):
    team, model, heads = new_team(), Model(), [0]
    began, committed = team.seq, 0
    for write in history:
        heads.append(team.seq)
        based_on = None if write.lag is None else heads[max(0, len(heads) - 1 - write.lag)]
        losers = model.losers(write, team.seq if based_on is None else based_on)
        before = team.seq
        team.do(SetFields(fields={**write.fields}, based_on=based_on), by=write.actor)
        model.commit(write, before + 1)
        sets, told = len(write.fields), len(losers)
        assert team.told(before) == [("FieldSet", write.actor)] * sets + [("MessagePosted", "system")] * told
        assert all(record.cause == before + 1 for record in team.events(before + 1))
        committed += sets + told
        documents = [record.document() for record in team.events(before + sets)]
        assert [(each["to"], each["readers"], each["priority"]) for each in documents] == [
            (loser, [loser], "high") for _, loser in losers
        ]
        assert all(path in each["payload"]["content"] for each, (path, _) in zip(documents, losers, strict=True))
    idle = {f"agents.{name}.status": "idle" for name in ("ann", "ben", "cem")}
    assert standing_values(team) == {**idle, **{path: each.value for path, each in model.fields.items()}}
    assert team.seq == len(team.events()) == began + committed
    assert team.flaws() == []


@pytest.mark.req("BOARD-4", "DEC-5")
def test_the_later_of_two_concurrent_writes_wins_and_the_other_writer_is_told_to_read_again(team: Team):
    read_at = team.seq
    team.write("carol", read_at, goal="safe")
    done = team.write("person", read_at, goal="fast")
    assert team.board().goal == "fast"
    [notice] = team.inbox("carol")
    content = "Your value of goal does not stand: person set it to fast at the same time, later than you."
    assert (notice.type, notice.sender, notice.to, notice.priority) == ("KNOWLEDGE_SHARE", "system", "carol", "high")
    assert notice.payload == {
        "topic": "Read the board again",
        "content": content,
        "relevance_to_recipients": "You wrote this field before.",
        "actionable": True,
        "action_suggestion": "Read the board again before you go on.",
    }
    assert [note.text.format(**note.params) for note in done.notes] == [
        f"goal had been set by carol after seq {read_at}. Your value stands; carol is told to read again."
    ]


@pytest.mark.req("BOARD-4")
def test_a_writer_who_had_read_the_value_overrides_nobody(team: Team):
    team.write("carol", goal="safe")
    team.write("person", team.seq, goal="fast")
    team.write("carol", goal="safe")
    assert (team.board().goal, team.inbox("carol"), team.inbox("person")) == ("safe", [], [])


@pytest.mark.req("BOARD-4")
def test_writes_to_different_fields_and_equal_values_never_clash(team: Team):
    read_at = team.seq
    team.write("carol", read_at, goal="safe")
    team.write("person", read_at, current_phase="design")
    team.write("person", read_at, goal="safe")
    team.write("alice", read_at, status="working")
    team.write("bob", read_at, status="error")
    assert [team.inbox(name) for name in ("alice", "bob", "carol", "person")] == [[], [], [], []]


@pytest.mark.req("BOARD-4")
def test_both_values_stay_in_the_log(team: Team):
    read_at = team.seq
    team.write("carol", read_at, goal="safe")
    team.write("person", read_at, goal="fast")
    sets = [record.document() for record in team.events(read_at) if record.type == "FieldSet"]
    assert [(each["value"], each["overrides"], each["based_on"]) for each in sets] == [
        ("safe", None, read_at),
        ("fast", "carol", read_at),
    ]


@pytest.mark.req("BOARD-4")
def test_a_write_based_on_what_has_not_happened_yet_is_bad_input(team: Team):
    before = team.seq
    with pytest.raises(BadInput, match="is ahead of the log"):
        team.write("person", before + 1, goal="fast")
    assert team.seq == before


def test_an_agent_that_left_is_not_told(team: Team):
    read_at = team.seq
    team.write("carol", read_at, goal="safe")
    team.do(RemoveAgent(name="carol"))
    team.write("person", read_at, goal="fast")
    assert (team.board().goal, team.inbox("carol")) == ("fast", [])
