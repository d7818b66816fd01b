"""EVT-3: those whom a decision affects are told with the impact, and nobody else."""

import pytest

from tests.support.dispatch_team import Entry, ask, decide, entry, from_system, hand_over, texts, wait
from tests.support.hub_team import Team

HEAD = "Decision D-1 is resolved.\nWhat was decided: JWT\nImpact on your task: "


@pytest.mark.req("EVT-3", "EVT-8")
def test_the_one_who_asked_is_told_with_the_impact(team: Team):
    ask(team)
    decide(team)
    [told] = from_system(team, "alice")
    assert (told.type, told.sender, told.priority) == ("KNOWLEDGE_SHARE", "system", "high")
    assert told.payload["content"] == f"{HEAD}You asked for it."
    assert [ref.model_dump() for ref in told.related_state_refs] == [{"type": "decision", "id": "D-1"}]


@pytest.mark.req("EVT-3")
def test_those_it_does_not_affect_and_the_one_who_decided_are_not_told(team: Team):
    ask(team)
    team.write("dave", current_task="build D-12")
    wait(team, "bob", "agent:dave")
    decide(team)
    assert [texts(team, name) for name in ("bob", "carol")] == [[], []]
    assert [text for text in texts(team, "dave") if text.startswith("Decision")] == []


@pytest.mark.req("EVT-3")
def test_one_whose_task_refers_to_it_is_told(team: Team):
    ask(team)
    team.write("dave", current_task="login as in D-1")
    task = hand_over(team, to="bob", constraints=["JWTベースの認証（DECISION D-1で決定）"])
    decide(team)
    assert texts(team, "dave") == [f"{HEAD}Your task login as in D-1 refers to it."]
    assert texts(team, "bob") == [f"{HEAD}Your task {task} refers to it."]


@pytest.mark.req("EVT-3")
def test_one_who_waits_for_it_is_told_and_goes_on(team: Team):
    ask(team)
    wait(team, "bob", "decision:D-1")
    decide(team, by="person", to="carol")
    assert texts(team, "bob") == [f"{HEAD}You were waiting for it and can go on."]
    assert entry(team, "bob") == Entry("idle", None)


@pytest.mark.req("EVT-8")
def test_the_template_is_the_seeds_word_for_word(team: Team):
    team.lang = "ja"
    ask(team)
    decide(team)
    assert texts(team, "alice") == [
        "意思決定 D-1 が解決しました。\n決定内容: JWT\nあなたのタスクへの影響: あなたが依頼した決定です。"
    ]


@pytest.mark.req("EVT-3", refused=True)
def test_a_result_for_a_decision_that_nobody_asked_for_tells_nobody(team: Team):
    decide(team, "D-99")
    assert [from_system(team, name) for name in ("alice", "bob", "carol", "dave")] == [[], [], [], []]
