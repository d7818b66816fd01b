"""EVT-6: a team's own rules are data, checked when loaded; loops are cut and recorded."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from renkei.dispatch import BUILT_IN, RuleSet
from renkei.dispatch.rule_files import load_rules
from renkei.errors import BadInput
from renkei.eventlog.records import Record
from renkei.protocol.schemas import schema
from renkei.protocol.yaml import parse_yaml
from tests.support.dispatch_team import entry, from_system, hand_over, report, update
from tests.support.hub_team import StoreKind, Team, open_log

TELL_QA = """\
rules:
  - name: qa-looks-at-what-is-done
    on: completed
    when: {agent: [alice, bob]}
    do:
      - message: {to: [dave, lead], priority: high, template: "{agent} is {status}: please look"}
  - name: critical-conflicts-stop-dave
    on: MessagePosted
    when: {type: CONFLICT_REPORT, payload.severity: critical}
    do:
      - set_status: {agent: dave, status: blocked}
      - message: {type: FREEFORM, to: [person, "{from}"], template: "{{!}} {payload.conflict_description}"}
"""


def rules(text: str) -> RuleSet:
    return RuleSet(team=load_rules(text.encode(), "renkei/rules.yaml"))


def team_with(store: StoreKind, folder: Path, text: str) -> Team:
    team = Team(open_log(store, folder), rule_set=rules(text)).join("alice", "bob", "dave")
    return team.join("carol", role="lead")


def stopped(team: Team) -> list[tuple[str, str]]:
    found: list[Record] = [record for record in team.events() if record.type == "RuleStopped"]
    return [(record.document()["rule"], record.document()["reason"]) for record in found]


@pytest.mark.req("EVT-6")
def test_a_rule_on_a_status_tells_whom_it_names(store: StoreKind, tmp_path: Path):
    team = team_with(store, tmp_path, TELL_QA)
    report(team, hand_over(team))
    for name in ("dave", "carol"):
        [told] = from_system(team, name)
        assert (told.type, told.priority, told.payload["topic"]) == (
            "KNOWLEDGE_SHARE",
            "high",
            "qa-looks-at-what-is-done",
        )
        assert told.payload["content"] == "bob is completed: please look"
    team.write("carol", status="completed")
    team.write("alice", status="working")
    assert len(from_system(team, "dave")) == 1
    assert team.flaws() == []


@pytest.mark.req("EVT-6")
def test_a_rule_on_a_message_asks_for_its_fields_and_sets_a_status(store: StoreKind, tmp_path: Path):
    team = team_with(store, tmp_path, TELL_QA)
    conflict = {"conflict_description": "two {lifetimes}", "conflicting_artifacts": ["a"], "severity": "warning"}
    team.post("CONFLICT_REPORT", conflict, by="bob", to="carol")
    assert entry(team, "dave").status == "idle"
    team.post("CONFLICT_REPORT", {**conflict, "severity": "critical"}, by="bob", to="carol")
    assert entry(team, "dave").status == "blocked"
    assert [message.payload["body"] for message in from_system(team, "bob")] == ["{!} two {lifetimes}"]
    assert from_system(team, "person")[0].channel == "general"


@pytest.mark.req("EVT-6")
@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("- {name: a, on: finished, do: [{set_status: {agent: b, status: idle}}]}",
         "rules[0].on", "status or the name"),
        ("- {name: a, on: completed, do: []}", "rules[0].do", "at least 1"),
        ("- {name: a, on: completed, do: [{}]}", "rules[0].do", "expected one of message"),
        ("- {name: a, on: completed, when: {colour: red}, do: [{set_status: {agent: b, status: idle}}]}",
         "rules[0].when", "has no field colour"),
        ("- {name: a, on: MessagePosted, when: {payload.colour: red}, do: [{set_status: {agent: b, status: idle}}]}",
         "rules[0].when", "has no field payload.colour"),
        ("- {name: a, on: completed, do: [{message: {to: [b], template: '{who}'}}]}",
         "rules[0].do", "has no field who (do[0].message.template)"),
        ("- {name: a, on: completed, do: [{message: {to: ['{who}'], template: t}}]}",
         "rules[0].do", "has no field who (do[0].message.to[0])"),
        ("- {name: a, on: completed, do: [{message: {to: [b], template: '{agent!r}'}}]}",
         "rules[0].do[0].message.template", "where a field goes"),
        ("- {name: a, on: completed, do: [{message: {to: [b], template: '{'}}]}",
         "rules[0].do[0].message.template", "where a field goes"),
        ("- {name: a, on: completed, do: [{set_status: {agent: b, status: busy}}]}",
         "rules[0].do[0].set_status.status", "idle"),
        ("- {name: a, on: completed, if: x, do: [{set_status: {agent: b, status: idle}}]}",
         "rules[0].if", "no such field"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_evaluated_is_refused_when_loaded(text: str, path: str, expected: str):
    with pytest.raises(BadInput) as caught:
        rules(f"rules:\n  {text}\n")
    [problem] = caught.value.problems
    assert "renkei/rules.yaml" in str(caught.value)
    assert (problem.path, problem.line) == (path, 2)
    assert expected in problem.expected.format(**problem.params)


@pytest.mark.req("EVT-6")
def test_two_rules_of_one_name_are_refused():
    rule = "- {name: a, on: completed, do: [{set_status: {agent: b, status: idle}}]}"
    with pytest.raises(BadInput):
        rules(f"rules:\n  {rule}\n  {rule}\n")


@pytest.mark.req("EVT-6")
def test_a_loop_is_cut_and_recorded(store: StoreKind, tmp_path: Path):
    loop = """
rules:
  - {name: rest, on: working, do: [{set_status: {agent: "{agent}", status: idle}}]}
  - {name: work, on: idle, do: [{set_status: {agent: "{agent}", status: working}}]}
"""
    team = team_with(store, tmp_path, loop)
    team.write("alice", status="working")
    assert stopped(team) == [("rest", "repeated")]
    assert entry(team, "alice").status == "working"
    assert team.flaws() == []


@pytest.mark.req("EVT-6")
def test_rules_that_answer_every_message_come_to_rest(store: StoreKind, tmp_path: Path):
    echo = "  - {name: e%d, on: MessagePosted, do: [{message: {to: [all], template: '{context_summary}'}}]}\n"
    team = team_with(store, tmp_path, "rules:\n" + "".join(echo % number for number in range(9)))
    before = team.seq
    team.say("hello", by="alice", to="bob")
    assert team.seq - before < 150
    assert {reason for _, reason in stopped(team)} == {"repeated", "too many"}


@pytest.mark.req("EVT-6")
def test_a_rule_that_reaches_nobody_is_recorded(store: StoreKind, tmp_path: Path):
    team = team_with(store, tmp_path, "rules: [{name: a, on: error, do: [{message: {to: [zoe], template: t}}]}]")
    team.write("alice", status="error")
    assert stopped(team) == [("a", "nobody")]


@pytest.mark.req("EVT-6")
def test_the_rules_in_force_are_an_event(store: StoreKind, tmp_path: Path):
    log = open_log(store, tmp_path)
    Team(log).join("alice")
    own = rules(TELL_QA)
    for _ in range(2):
        Team(log, rule_set=own).join("bob", role=f"r{_}")
    adopted = [record.document() for record in Team(log).events() if record.type == "RuleSetAdopted"]
    assert own.team is not None
    assert [each["digest"] for each in adopted] == [BUILT_IN.digest, own.digest]
    assert adopted[1]["team"] == own.team.digest
    assert adopted[1]["rules"] == [
        *BUILT_IN.names,
        "team:qa-looks-at-what-is-done",
        "team:critical-conflicts-stop-dave",
    ]


@pytest.mark.req("EVT-6", "EVT-7")
def test_what_a_team_rule_sets_off_is_one_commit_with_its_cause(store: StoreKind, tmp_path: Path):
    text = "rules: [{name: a, on: blocked, do: [{set_status: {agent: bob, status: error}}]}]"
    team = team_with(store, tmp_path, text)
    before = team.seq
    update(team, "alice", "blocked", blockers=["agent:bob"])
    assert {record.cause for record in team.events(before + 1)} == {before + 1}
    assert (entry(team, "alice").status, entry(team, "bob").status) == ("blocked", "error")


def test_the_schema_takes_what_is_taken():
    document: Any = parse_yaml(TELL_QA, "x")
    jsonschema.validate(document, schema("rules"))
    document["rules"][0]["on"] = "finished"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema("rules"))


def test_a_rule_on_an_event_that_had_another_name_is_read_for_ever():
    text = "rules:\n  - {name: gap, on: TaskLeft, do: [{message: {to: [lead], template: '{task}'}}]}\n"
    [rule] = load_rules(text.encode(), "rules.yaml").rules
    assert rule.on == "TaskSkipped"
