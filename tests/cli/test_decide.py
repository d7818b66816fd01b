"""`renkei decide`: what waits for a person, and a person's answer."""

import json
from typing import Any

import pytest

from tests.support.cli_messages import decision_request, freeform, handoff
from tests.support.cli_run import Cli


def board_decision(team: Cli) -> dict[str, Any]:
    return team.json("board")["project_state"]["pending_decisions"][0]


def question(team: Cli, body: str = "May I delete it?") -> str:
    message = freeform(body, to="person")
    message["payload"]["requires_response"] = True
    return team.send(message, "--as", "bob")


@pytest.mark.req("MSG-3", "MSG-7")
def test_lists_what_waits_and_a_persons_own_first(team: Cli):
    team.send(decision_request("D-1", to="lead"), "--as", "bob")
    team.send(decision_request("D-2", to="person"), "--as", "bob")
    asked = question(team)
    document = team.json("decide")
    assert [(each["id"], each["for_person"]) for each in document["decisions"]] == [("D-2", True), ("D-1", False)]
    assert document["decisions"][0]["question"] == "Ship it?"
    assert [option["label"] for option in document["decisions"][0]["options"]] == ["yes", "no"]
    assert [(each["message"], each["creditor"]) for each in document["questions"]] == [(asked, "bob")]
    assert document["overdue"] == []
    out = team.ok("decide").out
    assert out.index("D-2  Ship it?") < out.index("D-1  Ship it?") < out.index(f"{asked}  bob  FREEFORM")


def test_nothing_waits_in_an_empty_project_and_no_store_is_made(renkei: Cli):
    assert renkei.ok("decide").out == "Nothing waits for a person.\n"
    assert renkei.json("decide") == {"decisions": [], "questions": [], "reports": [], "overdue": []}
    assert not renkei.store.exists()


@pytest.mark.req("MSG-7")
def test_a_person_answers_with_a_label_in_one_commit(team: Cli):
    request = team.send(decision_request(), "--as", "bob")
    before = len(team.log())
    name = team.ok("decide", "D-1", "yes").out.strip()
    assert (board_decision(team)["status"], board_decision(team)["resolution"]) == ("resolved", "yes")
    told = team.json("message", name)
    assert (told["type"], told["from"], told["to"], told["in_reply_to"]) == (
        "DECISION_RESULT",
        "person",
        ["bob", "lead"],
        request,
    )
    assert told["payload"]["rationale"] == "A person chose it."
    assert [event["type"] for event in team.log()[before:]][:2] == ["MessagePosted", "DecisionResolved"]
    assert team.json("decide")["decisions"] == []


def test_a_decision_is_found_by_the_message_that_asks_for_it(team: Cli):
    request = team.send(decision_request(), "--as", "bob")
    team.ok("decide", request, "yes")
    assert (board_decision(team)["status"], board_decision(team)["resolution"]) == ("resolved", "yes")


@pytest.mark.req("MSG-9")
def test_what_is_no_label_needs_a_reason(team: Cli):
    team.send(decision_request(), "--as", "bob")
    ran = team("decide", "D-1", "later")
    assert (ran.code, ran.out) == (2, "")
    assert "'later' is none of the options of D-1 (yes, no)" in ran.err
    assert "--why TEXT" in ran.err
    answer = team.json("decide", "D-1", "later", "--why", "the tests are red")
    assert set(answer) == {"id", "option", "message", "seq"}
    assert board_decision(team)["resolution"] == "later"
    assert team.json("message", answer["message"])["payload"]["rationale"] == "the tests are red"


def test_an_agent_may_not_answer_for_a_person(team: Cli, token: dict[str, str]):
    team.send(decision_request(to="bob"), "--as", "alice")
    ran = team("--json", "decide", "D-1", "yes", env=token)
    assert (ran.code, ran.document["error"]["rule"]) == (4, "ACTOR-6")
    assert board_decision(team)["status"] == "open"
    assert team.log()[-1]["type"] == "RuleRefused"


@pytest.mark.parametrize("name", ["D-9", "MSG-9", "MSG-5"])
def test_an_unknown_id_is_not_found(team: Cli, name: str):
    team.send(freeform("no question"), "--as", "alice")
    assert team("decide", name, "yes").code == 3


def test_a_decision_is_made_once(team: Cli):
    team.send(decision_request(), "--as", "bob")
    team.ok("decide", "D-1", "yes")
    ran = team("decide", "D-1", "no")
    assert ran.code == 4
    assert "[MSG-7]" in ran.err


def test_an_answer_has_to_be_given(team: Cli):
    assert team("decide", "D-1").code == 2


@pytest.mark.req("MSG-3")
def test_a_question_is_answered_where_it_was_asked(team: Cli):
    asked = question(team)
    name = team.ok("decide", asked, "yes", "--why", "it is a copy").out.strip()
    told = team.json("message", name)
    assert (told["type"], told["to"], told["in_reply_to"]) == ("FREEFORM", ["bob"], asked)
    assert told["payload"]["body"] == "yes\nit is a copy"
    assert team.json("decide")["questions"] == []


def test_a_question_that_is_answered_is_not_answered_again(team: Cli):
    asked = question(team)
    answer = team.ok("decide", asked, "yes", "--key", "k").out.strip()
    before = team.log()
    again = team("decide", asked, "no")
    assert again.code == 2
    assert f"{asked} is answered already, with {answer}." in again.err
    assert team.ok("decide", asked, "yes", "--key", "k").out.strip() == answer
    assert team.log() == before


def test_a_conflict_is_settled_by_a_person_whoever_was_asked(team: Cli):
    payload = {"conflict_description": "two dates", "conflicting_artifacts": ["a.md"], "severity": "critical"}
    report = team.send({"type": "CONFLICT_REPORT", "to": "lead", "payload": payload}, "--as", "bob")
    team.ok("decide", report, "the later date", "--why", "the contract says so")
    assert team.json("decide")["overdue"] == []
    assert team.json("inbox", "lead") == []


def test_what_takes_another_answer_says_which(team: Cli):
    task = team.send(handoff("person"), "--as", "lead")
    ran = team("decide", task, "yes")
    assert ran.code == 2
    assert "TASK_RESULT | TASK_BLOCKED" in ran.err


@pytest.mark.req("MSG-3")
def test_overdue_answers_are_seen_here_and_on_the_board(team: Cli):
    request = decision_request(to="alice")
    request["payload"]["deadline_steps"] = 1
    asked = team.send(request, "--as", "bob")
    assert "Overdue answers" not in team.ok("board").out
    team.ok("board", "set", "current_task=other", "--as", "alice")
    [late] = team.json("decide")["overdue"]
    assert (late["message"], late["debtor"], late["creditor"], late["steps"]) == (asked, "alice", "bob", 1)
    for command in ("decide", "board"):
        assert f"Overdue answers\n  {asked}  alice → bob  DECISION_RESULT  Ship it?" in team.ok(command).out


@pytest.mark.parametrize(("value", "code"), [("1", 0), ("0", 2), ('"soon"', 2), ("true", 2)])
def test_the_time_for_an_answer_is_a_setting(team: Cli, value: str, code: int):
    (team.folder / ".renkei" / "config.toml").write_text(f"answer_within = {value}\n", "utf-8")
    assert team("decide").code == code


@pytest.mark.req("EVT-6")
def test_a_team_rule_is_followed_and_a_wrong_one_is_named(team: Cli):
    (team.folder / "renkei").mkdir()
    good = {"name": "a", "on": "completed", "do": [{"message": {"to": ["lead"], "template": "{agent} is done"}}]}
    team.file("renkei/rules.yaml", json.dumps({"rules": [good]}))
    team.ok("board", "set", "status=completed", "--as", "bob")
    assert team.json("inbox", "lead")[0]["payload"]["content"] == "bob is done"
    team.file("renkei/rules.yaml", json.dumps({"rules": [{**good, "when": {"colour": "red"}}]}, indent=1))
    ran = team("board", "set", "status=idle", "--as", "bob")
    assert (ran.code, ran.out) == (2, "")
    assert "renkei/rules.yaml" in ran.err
    assert "rules[0].when" in ran.err
    assert "completed has no field colour" in ran.err
    assert team.ok("board").out
    assert "rules" in team.json("schema")


def test_speaks_japanese(team: Cli):
    assert team.ok("--lang", "ja", "decide").out == "人の回答を待つものはありません。\n"


@pytest.mark.req("DEC-26")
def test_what_a_decision_adds_is_passed_on_to_the_one_who_asked(team: Cli):
    team.send(decision_request("D-1", to="person"), "--as", "bob")
    name = team.ok("decide", "D-1", "yes", "--constraint", "no new service", "--constraint", "Python only").out.strip()
    assert team.json("message", name)["payload"]["additional_constraints"] == ["no new service", "Python only"]
    told = [each for each in team.json("inbox", "bob") if each["type"] == "KNOWLEDGE_SHARE"]
    assert "no new service; Python only" in told[0]["payload"]["content"]


@pytest.mark.req("DEC-26", refused=True)
def test_an_empty_constraint_is_bad_input_and_decides_nothing(team: Cli):
    team.send(decision_request("D-1", to="person"), "--as", "bob")
    ran = team("decide", "D-1", "yes", "--constraint", " ")
    assert (ran.code, board_decision(team)["status"]) == (2, "open")
    assert "constraints[0]" in ran.err


@pytest.mark.req("DEC-27")
def test_lists_a_circle_of_waits_that_a_person_has_to_open(team: Cli):
    team.ok("agent", "remove", "lead")
    team.ok("board", "set", "status=blocked", "blocked_by=agent:bob", "--as", "bob")
    [report] = team.json("decide")["reports"]
    out = team.ok("decide").out
    assert f"{report['id']}  system  CONFLICT_REPORT" in out
    assert "bob → bob" in out
    assert "renkei board resolve BLK-" in out
    ran = team("decide", report["id"], "yes")
    assert (ran.code, "renkei board resolve BLK-n" in ran.err) == (2, True)
    [blocker] = team.json("board")["project_state"]["blockers"]
    team.ok("board", "resolve", blocker["id"], "--why", "go on")
    team.ok("inbox", "person", "--handled", report["id"])
    assert team.ok("decide").out == "Nothing waits for a person.\n"
