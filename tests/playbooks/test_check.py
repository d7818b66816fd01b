"""`playbook check` names every mistake, with its place."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.playbooks.check import load_playbook
from renkei.playbooks.graph import Graph, find_cycle, topological_order


def playbook(*tasks: dict[str, Any], **fields: Any) -> bytes:
    whole: dict[str, Any] = {
        "name": "p",
        "roles": {"r": {}},
        "tasks": [{"role": "r", **task} for task in tasks],
        **fields,
    }
    return json.dumps(whole).encode()


def mistakes(data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as bad:
        load_playbook(data, "p.yaml")
    return [(problem.path, problem.expected.format(**problem.params)) for problem in bad.value.problems]


def test_a_right_playbook_is_taken():
    found = load_playbook(playbook({"id": "a"}, {"id": "b", "blockedBy": ["a"]}), "p.yaml")
    assert Graph(found).waits_for == {"a": (), "b": ("a",)}


@pytest.mark.req("TEAM-6")
def test_a_circle_is_named_with_its_path():
    data = playbook({"id": "a", "blockedBy": ["c"]}, {"id": "b", "blockedBy": ["a"]}, {"id": "c", "blockedBy": ["b"]})
    assert mistakes(data) == [("tasks[0].blockedBy", "expected no circle: a -> c -> b -> a")]


@pytest.mark.parametrize(
    ("ways", "way"),
    [
        ({"a": ["a"]}, ["a", "a"]),
        ({"x": ["c"], "b": ["c"], "c": ["b"]}, ["b", "c", "b"]),
        ({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["b"]}, ["b", "c", "d", "b"]),
    ],
)
def test_a_circle_is_told_from_the_task_that_is_listed_first(ways: dict[str, list[str]], way: list[str]):
    assert find_cycle(ways) == way


@pytest.mark.req("TEAM-6")
def test_a_playbook_may_list_its_team():
    found = load_playbook(
        playbook({"id": "a", "owner": "lead", "worker": "bob"}, {"id": "b"}, team=["lead", "bob", "r"]), "p.yaml"
    )
    assert [task.agent for task in found.tasks] == ["bob", "r"]


@pytest.mark.req("TEAM-6", refused=True)
def test_an_owner_outside_of_the_team_is_named_with_its_place():
    data = playbook(
        {"id": "a", "owner": "eve"}, {"id": "b"}, {"id": "c", "owner": "bob", "worker": "eve"}, team=["bob"]
    )
    assert mistakes(data) == [
        ("tasks[0].owner", "expected a team member of this playbook; eve is none of: bob"),
        ("tasks[1].role", "expected a team member of this playbook; r is none of: bob"),
        ("tasks[2].worker", "expected a team member of this playbook; eve is none of: bob"),
    ]


@pytest.mark.req("TEAM-9", "TEAM-2", refused=True)
def test_the_lead_is_given_no_file_to_write():
    data = playbook({"id": "a", "owner": "lead", "outputs": ["a.md"]}, {"id": "b", "owner": "lead"})
    assert mistakes(data) == [("tasks[0].owner", "expected a `worker` beside it: lead edits no file itself")]


@pytest.mark.req("TEAM-4", "DEC-11", refused=True)
@pytest.mark.parametrize(
    "key", ["project.x", "decisions", "decisions.", "decisions..x", "blackboard.x", "Decisions.x", "decisions.*"]
)
def test_a_key_without_a_place_on_the_blackboard_is_named(key: str):
    [(place, _)] = mistakes(playbook({"id": "a", "blackboard_keys": [key]}))
    assert place == "tasks[0].blackboard_keys[0]"


@pytest.mark.req("TEAM-4", "DEC-11")
@pytest.mark.parametrize("key", ["decisions.x", "blackboard.decisions.x", "traceability.a_to_b", "id_registry.x"])
def test_a_key_with_a_place_is_taken(key: str):
    assert load_playbook(playbook({"id": "a", "blackboard_keys": [key]}), "p.yaml").tasks[0].blackboard_keys == [key]


@pytest.mark.req("TEAM-6")
def test_an_unknown_task_role_and_variable_are_named():
    data = playbook({"id": "a", "blockedBy": ["x"]}, {"id": "b", "role": "boss", "prompt": "do ${what}"})
    assert mistakes(data) == [
        ("tasks[0].blockedBy[0]", "expected a task of this playbook; x is none of: a, b"),
        ("tasks[1].role", "expected a role of this playbook; boss is none of: r"),
        ("tasks[1]", "expected a variable of this playbook; what is none of: goal, task, run"),
    ]


@pytest.mark.req("TEAM-6")
@pytest.mark.req("TEAM-9", refused=True)
@pytest.mark.parametrize(
    ("one", "other"), [("docs/a.md", "docs/a.md"), ("docs/*.md", "docs/a.md"), ("docs/**", "docs/x/y")]
)
def test_two_owners_of_one_file_in_one_wave_are_named(one: str, other: str):
    data = playbook(
        {"id": "a", "wave": "A", "outputs": [one]},
        {"id": "b", "wave": "A", "owner": "bob", "blockedBy": ["a"], "outputs": [other]},
    )
    assert mistakes(data) == [("tasks[1].outputs", f"expected one owner of a file: {other} is r's (task a)")]


def test_a_file_may_be_handed_on_from_wave_to_wave():
    load_playbook(playbook({"id": "a", "outputs": ["x"]}, {"id": "b", "blockedBy": ["a"], "outputs": ["x"]}), "p.yaml")


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", ".git/config", "a/../../b"])
def test_a_path_that_leaves_the_repository_is_refused(path: str):
    assert mistakes(playbook({"id": "a", "outputs": [path]})) == [
        ("tasks[0].outputs[0]", f"expected a path inside the repository, not {path!r}")
    ]


@pytest.mark.req("TEAM-13", refused=True)
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/etc/*", "a path inside the repository"),
        ("../../etc/", "a path inside the repository"),
        (".git/config", "a path inside the repository"),
        ("docs/a**", "`**` to stand for whole folders, between slashes"),
    ],
)
def test_sources_of_a_wave_lie_in_the_repository(path: str, expected: str):
    plan = {"sources": ["docs/**", path], "strategy": "chain-of-density", "tokens": 1000}
    data = playbook({"id": "a", "wave": "A"}, waves=["A"], context={"A": plan})
    assert mistakes(data) == [("context.A.sources[1]", f"expected {expected}, not {path!r}")]


def test_every_mistake_is_named_at_once_with_its_line():
    text = "name: p\nroles: {r: {}}\ntasks:\n- id: a\n  role: r\n  blockedBy: [b]\n- id: a\n  role: q\n"
    with pytest.raises(BadInput) as bad:
        load_playbook(text.encode(), "p.yaml")
    assert [(problem.path, problem.line) for problem in bad.value.problems] == [
        ("tasks[1].id", 7),
        ("tasks[0].blockedBy[0]", 6),
        ("tasks[1].role", 8),
    ]


@pytest.mark.parametrize(
    "task",
    [
        {"id": "a", "script": [{"wait": 1, "hang": True}]},
        {"id": "a", "script": [{"dance": True}]},
        {"id": "a", "kind": "gate"},
        {"id": "a", "blackboard_keys": ["secrets.x"]},
        {"id": "a", "blockedby": []},
    ],
)
def test_what_makes_no_sense_is_refused(task: dict[str, Any]):
    assert mistakes(playbook(task))


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=3)))
def test_a_graph_has_a_circle_or_an_order(ways: dict[str, list[str]]):
    known = {name: [each for each in before if each in ways] for name, before in ways.items()}
    way = find_cycle(known)
    if way:
        assert way[0] == way[-1]
        assert all(later in known[earlier] for earlier, later in pairwise(way))
    else:
        found = topological_order(known)
        assert sorted(found) == sorted(known)
        assert all(found.index(each) < found.index(name) for name, before in known.items() for each in before)
