"""DEC-35: the five rules of the protocol are YAML that the loader of a team's own rules reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from renkei.dispatch import BUILT_IN, RuleSet
from renkei.dispatch.rule_files import COMPILED, SHIPPED, load_rules, load_shipped
from renkei.errors import BadInput
from renkei.hub import Hub
from renkei.protocol.rules import OCCASIONS
from renkei.protocol.yaml import parse_yaml
from tests.support.dispatch_team import ask, decide, entry, from_system, hand_over, open_blockers, report, texts, wait
from tests.support.hub_team import StoreKind, Team, open_log


def team_with(store: StoreKind, folder: Path, *rules: str) -> Team:
    own = load_rules("\n".join(("rules:", *(f"  - {rule}" for rule in rules))).encode(), "renkei/rules.yaml")
    return with_members(Team(open_log(store, folder), rule_set=RuleSet(team=own)))


def with_members(team: Team) -> Team:
    return team.join("alice", "bob", "dave").join("carol", role="lead")


def tell_dave(on: str, template: str, **more: Any) -> str:
    action = {"message": {"to": ["dave"], "template": template}}
    return json.dumps({"name": "own", "on": on, "do": [action], **more})


@pytest.mark.req("DEC-35", "EVT-6")
def test_the_shipped_rules_are_yaml_for_the_loader_of_a_teams_own():
    data = SHIPPED.read_bytes()
    assert [rule.on for rule in load_rules(data, "renkei/rules.yaml").rules] == list(OCCASIONS)
    assert load_rules(data, "x").rules == load_shipped().rules
    assert json.loads(COMPILED.read_text("utf-8")) == parse_yaml(data.decode(), "x"), "type: make rules"
    assert [name for name in BUILT_IN.names if name.startswith("shipped:")] == [f"shipped:{each}" for each in OCCASIONS]


@pytest.mark.req("DEC-35", "EVT-1")
def test_a_team_has_a_rule_on_a_completed_task_whether_anybody_waits_or_not(store: StoreKind, tmp_path: Path):
    said = "{agent} has done {completed_task}: {artifact_refs} for {waiting_agents}"
    team = team_with(store, tmp_path, tell_dave("task_completed", said))
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    report(team, task, output_artifacts=["src/a.py"])
    assert texts(team, "dave") == [f"bob has done {task}: src/a.py for alice"]
    team.write("carol", status="completed")
    assert texts(team, "dave")[1:] == ["carol has done carol: - for -"]
    assert team.flaws() == []


@pytest.mark.req("DEC-35", "EVT-2")
def test_a_team_has_a_rule_on_a_blocked_task(store: StoreKind, tmp_path: Path):
    inside = tell_dave("task_blocked", "{blocked_agent} waits for {dependency} of {blocking_source}")
    outside = json.loads(tell_dave("task_blocked", "{description}!", when={"outside": True})) | {"name": "outside"}
    team = team_with(store, tmp_path, inside, json.dumps(outside))
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    assert texts(team, "dave") == [f"alice waits for task:{task} of bob"]
    wait(team, "bob", "the network")
    assert texts(team, "dave")[1:] == ["bob waits for - of carol", "the network!"]
    assert open_blockers(team) == [(f"task:{task}", ["alice"]), ("the network", ["bob"])]


@pytest.mark.req("DEC-35", "EVT-3")
def test_a_team_has_a_rule_on_a_resolved_decision_with_the_impact_on_each_reader(store: StoreKind, tmp_path: Path):
    told = {"message": {"to": ["{affected_agents}"], "template": "{resolution}: {impact_assessment}"}}
    team = team_with(store, tmp_path, json.dumps({"name": "own", "on": "decision_resolved", "do": [told]}))
    ask(team)
    wait(team, "bob", "decision:D-1")
    decide(team)
    assert "JWT: You asked for it." in texts(team, "alice")
    assert "JWT: You were waiting for it and can go on." in texts(team, "bob")
    assert texts(team, "dave") == []


@pytest.mark.req("DEC-35", "EVT-4")
def test_a_team_has_a_rule_on_a_conflict_that_forwards_it_and_blocks(store: StoreKind, tmp_path: Path):
    forward = {"forward": {"to": ["dave", "{from}"], "priority": "high"}}
    block = {
        "when": {"severity": ["critical", "warning"]},
        "block": {"agents": ["dave"], "until": "conflict:{conflict_id}", "description": "{conflict_description}"},
    }
    team = team_with(store, tmp_path, json.dumps({"name": "own", "on": "conflict_detected", "do": [forward, block]}))
    conflict = {"conflict_description": "two {lifetimes}", "conflicting_artifacts": ["a"], "severity": "info"}
    team.post("CONFLICT_REPORT", conflict, by="bob", to="carol")
    [forwarded] = from_system(team, "dave")
    assert (forwarded.type, forwarded.payload["conflict_description"]) == ("CONFLICT_REPORT", "two {lifetimes}")
    assert entry(team, "dave").status == "idle"
    assert from_system(team, "bob") == []
    posted = team.post("CONFLICT_REPORT", {**conflict, "severity": "warning"}, by="bob", to="carol").id
    assert entry(team, "dave") == ("blocked", f"conflict:{posted}")
    decide_conflict = {"decision_id": "D-9", "chosen_option": "x", "rationale": "y"}
    ask(team, "D-9", options=[{"label": "x", "analysis": "-"}])
    team.post("DECISION_RESULT", decide_conflict, by="carol", to="bob", in_reply_to=posted)
    assert entry(team, "dave") == ("idle", None)


@pytest.mark.req("DEC-35", "EVT-5")
def test_a_team_has_a_rule_on_a_new_version_of_an_artifact(store: StoreKind, tmp_path: Path):
    said = "{artifact_ref} of {owner}: v{old_version}, v{new_version}"
    team = team_with(store, tmp_path, tell_dave("artifact_updated", said, when={"new_version": [2, 3]}))
    for _ in range(4):
        report(team, hand_over(team), output_artifacts=["src/a.py"])
    assert texts(team, "dave") == ["src/a.py of bob: v1, v2", "src/a.py of bob: v2, v3"]


@pytest.mark.req("DEC-35")
def test_a_blocker_that_a_rule_adds_stands_on_the_board(store: StoreKind, tmp_path: Path):
    blocker = {"agents": ["{agent}", "nobody"], "cause": "the build", "description": "{agent} broke it"}
    team = team_with(store, tmp_path, json.dumps({"name": "own", "on": "error", "do": [{"add_blocker": blocker}]}))
    team.write("alice", status="error")
    assert open_blockers(team) == [("alice broke it", ["alice"])]


@pytest.mark.req("DEC-35")
def test_a_rule_says_a_text_in_the_language_of_the_command(store: StoreKind, tmp_path: Path):
    rule = {"to": ["dave"], "template": {"en": "{agent} is done", "ja": "{agent} が完了"}}
    own = load_rules(json.dumps({"rules": [{"name": "a", "on": "completed", "do": [{"message": rule}]}]}).encode(), "x")
    log = open_log(store, tmp_path)
    with_members(Team(log, rule_set=RuleSet(team=own))).write("bob", status="completed")
    Team(log, rule_set=RuleSet(team=own), lang="ja").write("alice", status="completed")
    assert texts(Team(log), "dave") == ["bob is done", "alice が完了"]


@pytest.mark.req("DEC-35", "EVT-6")
def test_what_an_agent_writes_is_no_template(store: StoreKind, tmp_path: Path):
    said = tell_dave("MessagePosted", "{payload.body} {from}", when={"type": "FREEFORM"})
    team = team_with(store, tmp_path, said)
    team.say("{from} {{", by="alice", to="bob")
    assert texts(team, "dave") == ["{from} {{ alice"]


@pytest.mark.req("DEC-35", "EVT-6", refused=True)
def test_a_rule_that_sets_off_what_it_looks_at_is_cut(store: StoreKind, tmp_path: Path):
    again = {"task_completed": "working", "working": "error", "error": "working"}
    rules = [
        {"name": on, "on": on, "do": [{"set_status": {"agent": "{agent}", "status": status}}]}
        for on, status in again.items()
    ]
    team = team_with(store, tmp_path, *map(json.dumps, rules))
    team.write("bob", status="completed")
    assert [record.document()["reason"] for record in team.events() if record.type == "RuleStopped"] == ["repeated"]


@pytest.mark.req("DEC-35", "EVT-9")
def test_what_ships_and_a_teams_own_say_together_is_done_once(store: StoreKind, tmp_path: Path):
    shipped_again = [rule.model_dump_json(exclude_unset=True) for rule in load_shipped().rules]
    team = team_with(store, tmp_path, *shipped_again)
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    before = team.seq
    report(team, task, output_artifacts=["a.py"])
    assert entry(team, "alice") == ("idle", None)
    types = [record.type for record in team.events(before)]
    assert (types.count("BlockerResolved"), len(texts(team, "alice"))) == (1, 1)
    assert [row.resolved for row in team.board().blockers] == [True]


@pytest.mark.req("EVT-6")
def test_blank_and_long_fields_do_not_break_a_command(store: StoreKind, tmp_path: Path):
    message = {
        "type": "STATUS_UPDATE", "status": "working", "to": ["dave"], "template": "{payload.authority_scope}",
        "task": "{payload.task_description}", "about": {"artifact": "{payload.task_description}"},
    }  # fmt: skip
    team = team_with(store, tmp_path, json.dumps({"name": "own", "on": "MessagePosted", "do": [{"message": message}]}))
    hand_over(team, authority_scope=" ", task_description="x" * 2000)
    first = from_system(team, "dave")[0]
    assert (texts(team, "dave")[0], first.payload["task_ref"], first.related_state_refs) == ("-", None, [])


@pytest.mark.req("DEC-35", "EVT-6")
def test_a_group_that_is_empty_is_no_mistake_of_the_rule(store: StoreKind, tmp_path: Path):
    told = {"message": {"to": ["{waiting_agents}"], "template": "t"}}
    team = team_with(store, tmp_path, json.dumps({"name": "own", "on": "task_completed", "do": [told]}))
    team.write("bob", status="completed")
    assert "RuleStopped" not in [record.type for record in team.events()]


@pytest.mark.req("DEC-35", "EVT-6", refused=True)
@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("- {name: a, on: task_done, do: [{release: true}]}", "rules[0].on", "task_completed, task_blocked, decision_"),
        ("- {name: a, on: completed, do: [{release: true}]}", "rules[0].do",
         "release (do[0]) can only be done on task_completed, decision_resolved"),
        ("- {name: a, on: task_blocked, do: [{release: true}]}", "rules[0].do", "release (do[0]) can only"),
        ("- {name: a, on: task_blocked, do: [{forward: {to: [b], priority: high}}]}", "rules[0].do",
         "forward (do[0]) can only be done on conflict_detected"),
        ("- {name: a, on: MessagePosted, do: [{forward: {to: [b], priority: high}}]}", "rules[0].do", "can only"),
        ("- {name: a, on: task_completed, do: [{release: false}]}", "rules[0].do[0].release", "expected True"),
        ("- {name: a, on: task_completed, when: {severity: critical}, do: [{release: true}]}", "rules[0].when",
         "task_completed has no field severity; known: actor, agent, artifact_refs"),
        ("- {name: a, on: task_completed, do: [{release: true, when: {severity: x}}]}", "rules[0].do",
         "has no field severity (do[0].when)"),
        ("- {name: a, on: decision_resolved, when: {impact_assessment: x}, do: [{release: true}]}", "rules[0].when",
         "another for each reader"),
        ("- {name: a, on: completed, do: [{block: {agents: [b], until: '{x}', description: d}}]}", "rules[0].do",
         "has no field x (do[0].block.until)"),
        ("- {name: a, on: completed, do: [{add_blocker: {agents: [b], cause: c, description: {en: '{x}', ja: j}}}]}",
         "rules[0].do", "has no field x (do[0].add_blocker.description)"),
        ("- {name: a, on: completed, do: [{message: {to: [b], template: {ja: t}}}]}",
         "rules[0].do[0].message.template.en", "required"),
        ("- {name: a, on: completed, do: [{message: {type: STATUS_UPDATE, to: [b], template: t}}]}",
         "rules[0].do[0].message", "expected a status for a STATUS_UPDATE"),
        ("- {name: a, on: completed, do: [{message: {status: error, to: [b], template: t}}]}",
         "rules[0].do[0].message.status", "expected a status for a STATUS_UPDATE"),
        ("- {name: a, on: completed, do: [{message: {type: FREEFORM, topic: x, to: [b], template: t}}]}",
         "rules[0].do[0].message.topic", "KNOWLEDGE_SHARE only"),
        ("- {name: a, on: completed, do: [{message: {about: {artifact: '{x}'}, to: [b], template: t}}]}",
         "rules[0].do", "has no field x (do[0].message.about.artifact)"),
        ("- {name: a, on: task_completed, do: [{release: true, set_status: {agent: b, status: idle}}]}",
         "rules[0].do", "expected one of message, forward, set_status, add_blocker, block, release in do[0]"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_evaluated_is_refused_with_file_line_and_field(text: str, path: str, expected: str):
    with pytest.raises(BadInput) as caught:
        load_rules(f"rules:\n  {text}\n".encode(), "renkei/rules.yaml")
    [problem] = caught.value.problems
    assert "renkei/rules.yaml" in str(caught.value)
    assert (problem.path, problem.line) == (path, 2)
    assert expected in problem.expected.format(**problem.params)


@pytest.mark.req("DEC-35", "TURN-3")
def test_layers_switch_the_shipped_rules_and_a_teams_own(store: StoreKind, tmp_path: Path):
    own = load_rules(f"rules: [{tell_dave('artifact_updated', '{artifact_ref}')}]".encode(), "x")
    team = with_members(Team(open_log(store, tmp_path), rule_set=RuleSet(team=own)))
    for layers, told in ((3, []), (4, ["a.py"]), (5, ["a.py"])):
        team.hub = Hub(team.hub.log, rule_set=RuleSet(team=own), layers=layers)
        team.handle("dave", *team.waiting("dave"))
        for _ in range(2):
            task = hand_over(team)
            team.write("alice", status="blocked", blocked_by=f"task:{task}")
            report(team, task, output_artifacts=["a.py"])
        assert sorted(set(texts(team, "dave"))) == told
        assert entry(team, "alice").status == ("blocked" if layers == 3 else "idle")
        assert open_blockers(team) == []  # the rule that adds one comes with the last layer
