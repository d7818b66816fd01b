"""What a payload says of artifacts, options and constraints stands on the board and reaches those it is about."""

from typing import Any

import pytest

from tests.support.dispatch_team import agent, ask, decide, hand_over, report, texts, wait
from tests.support.hub_team import Team


@pytest.mark.req("DEC-25", "BOARD-1", "MSG-7")
def test_an_artifact_is_registered_with_its_path_and_description(team: Team):
    spec = {"ref": "auth-api-spec", "path": "docs/auth.md", "description": "The API of the login"}
    for _ in range(2):
        report(team, hand_over(team), output_artifacts=[spec, "src/auth.ts", {"ref": "notes"}], summary="All done\nyes")
    assert [each.model_dump() for each in agent(team, "bob").artifacts] == [
        {"ref": "auth-api-spec", "description": "The API of the login", "version": 2, "path": "docs/auth.md"},
        {"ref": "src/auth.ts", "description": "All done", "version": 2, "path": "src/auth.ts"},
        {"ref": "notes", "description": "All done", "version": 2, "path": ""},
    ]


@pytest.mark.req("DEC-25", "EVT-5")
def test_a_new_version_keeps_its_path_and_its_message_reads_back_as_it_was_written(team: Team):
    spec = {"ref": "spec", "path": "docs/spec.md", "description": "first"}
    report(team, hand_over(team), output_artifacts=[spec])
    posted = report(team, hand_over(team), output_artifacts=["spec"], summary="second")
    [artifact] = agent(team, "bob").artifacts
    assert (artifact.path, artifact.description, artifact.version) == ("docs/spec.md", "second", 2)
    assert team.message(posted).payload["output_artifacts"] == ["spec"]


@pytest.mark.req("DEC-25", "EVT-1")
def test_those_who_wait_are_told_the_references(team: Team):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    report(team, task, output_artifacts=[{"ref": "spec", "path": "docs/spec.md"}, "src/auth.ts"])
    assert "Artifacts: spec, src/auth.ts" in texts(team, "alice")[-1]


@pytest.mark.req("DEC-29", "BOARD-5")
def test_the_options_of_a_decision_have_their_pros_and_cons_or_their_analysis_on_the_board(team: Team):
    options: list[dict[str, Any]] = [
        {"label": "JWT", "analysis": "stateless", "pros": "no store", "cons": "no logout"},
        {"label": "sessions", "analysis": "revocable"},
        {"label": "neither", "analysis": "no", "cons": "no login"},
    ]
    asked = ask(team, options=options)
    [decision] = team.board().pending_decisions
    assert [option.model_dump() for option in decision.options] == [
        {"label": "JWT", "pros": "no store", "cons": "no logout"},
        {"label": "sessions", "pros": "revocable", "cons": ""},
        {"label": "neither", "pros": "", "cons": "no login"},
    ]
    kept = team.message(asked).payload["options"]
    assert kept[1] == {"label": "sessions", "analysis": "revocable", "recommendation_score": None}


@pytest.mark.req("DEC-26", "EVT-3")
def test_the_constraints_of_a_decision_reach_those_it_affects_and_nobody_else(team: Team):
    ask(team)
    wait(team, "bob", "decision:D-1")
    body = {"decision_id": "D-1", "chosen_option": "JWT", "rationale": "because"}
    constraints = ["at most one hour", "signed with RS256"]
    team.post("DECISION_RESULT", {**body, "additional_constraints": constraints}, by="carol", to="alice")
    for name in ("alice", "bob"):
        [told] = [text for text in texts(team, name) if text.startswith("Decision D-1")]
        assert "Keep from now on: at most one hour; signed with RS256" in told
    assert texts(team, "dave") == []


@pytest.mark.req("DEC-26", "EVT-8")
def test_a_decision_without_constraints_is_told_in_the_protocols_words_alone(team: Team):
    team.lang = "ja"
    ask(team)
    decide(team)
    assert "決定内容: JWT\n" in texts(team, "alice")[-1]
