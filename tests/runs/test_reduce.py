"""What a reduce brings together by itself, and what it puts up (TEAM-5)."""

from typing import Any

import pytest

from renkei.runs.reduce import is_choice, label_sides, reduce_outputs


def found(*reports: tuple[str, dict[str, Any]], **chosen: str) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    reduced = reduce_outputs({}, reports, chosen)
    return reduced.document, [(each.kind, each.key) for each in reduced.conflicts]


@pytest.mark.req("TEAM-4", "TEAM-5", "DEC-11")
def test_keys_get_their_places_and_what_agrees_is_one():
    document, conflicts = found(
        ("a", {"decisions.stack": ["web"], "decisions.sizes": {"small": 1}, "traceability.fr_to_x": {"FR-1": ["X-1"]}}),
        ("b", {"blackboard.decisions.stack": ["web"], "decisions.sizes": {"large": 2}, "id_registry.x": ["X-1"]}),
        ("c", {"traceability.fr_to_x": {"FR-1": ["X-2"]}, "id_registry.x": ["X-1", "X-2"]}),
    )
    assert document == {
        "blackboard": {"decisions": {"stack": ["web"], "sizes": {"small": 1, "large": 2}}},
        "traceability": {"fr_to_x": {"FR-1": ["X-1", "X-2"]}},
        "id_registry": {"x": ["X-1", "X-2"]},
    }
    assert conflicts == []


@pytest.mark.req("TEAM-5")
def test_things_with_ids_are_merged_by_id():
    document, conflicts = found(
        ("a", {"decisions.entities": [{"id": "ENT-1", "table": "teas"}]}),
        ("b", {"decisions.entities": [{"id": "ENT-2"}, {"id": "ENT-1", "owner": "shop"}]}),
    )
    things = document["blackboard"]["decisions"]["entities"]
    assert things == [{"id": "ENT-1", "table": "teas", "owner": "shop"}, {"id": "ENT-2"}]
    assert conflicts == []


@pytest.mark.req("TEAM-5", refused=True)
@pytest.mark.parametrize(
    ("reports", "conflict", "stands"),
    [
        ([("a", {"decisions.x": 1}), ("b", {"decisions.x": 2})], ("value", "blackboard.decisions.x"), 1),
        ([("a", {"decisions.x": True}), ("b", {"decisions.x": 1})], ("value", "blackboard.decisions.x"), True),
        ([("a", {"decisions.x": [1]}), ("b", {"decisions.x": [2]})], ("value", "blackboard.decisions.x"), [1]),
        ([("a", {"decisions.x": [1]}), ("b", {"decisions.x": 1})], ("type", "blackboard.decisions.x"), [1]),
        ([("a", {"decisions.x": "t"}), ("b", {"decisions.x.y": 1})], ("type", "blackboard.decisions.x"), "t"),
        ([("a", {"decisions.x.y": 1}), ("b", {"decisions.x": "t"})], ("type", "blackboard.decisions.x"), {"y": 1}),
        (
            [("a", {"decisions.x": [{"id": 1, "n": "a"}]}), ("b", {"decisions.x": [{"id": 1, "n": "b"}]})],
            ("duplicate-id", "blackboard.decisions.x[1]"),
            [{"id": 1, "n": "a"}],
        ),
        (
            [("a", {"decisions.x": [{"id": 1, "n": "a"}, {"id": 1, "n": "b"}]})],
            ("duplicate-id", "blackboard.decisions.x[1]"),
            [{"id": 1, "n": "a"}],
        ),
    ],
)
def test_what_no_rule_brings_together_is_put_up_and_the_first_stands(reports: Any, conflict: Any, stands: Any):
    document, conflicts = found(*reports)
    assert conflicts == [conflict]
    assert document["blackboard"]["decisions"]["x"] == stands


@pytest.mark.req("TEAM-5")
def test_a_side_that_a_person_took_stands_and_is_no_conflict_any_more():
    reports = [("a", {"decisions.x": "red"}), ("b", {"decisions.x": "blue"})]
    [conflict] = reduce_outputs({}, reports).conflicts
    assert [(side.task, side.value) for side in conflict.sides] == [("a", "red"), ("b", "blue")]
    document, conflicts = found(*reports, **{conflict.id: "b"})
    assert (document["blackboard"]["decisions"]["x"], conflicts) == ("blue", [])
    assert found(*reports, **{conflict.id: "nobody"})[1] != []


def test_one_task_that_says_both_is_told_apart_by_numbers():
    twice = [{"id": "E-1", "n": 1}, {"id": "E-1", "n": 2}]
    [conflict] = reduce_outputs({}, [("a", {"decisions.e": twice})]).conflicts
    assert label_sides(conflict) == ["a-1", "a-2"]
    document, _ = found(("a", {"decisions.e": twice}), **{conflict.id: "a-2"})
    assert document["blackboard"]["decisions"]["e"] == [{"id": "E-1", "n": 2}]


ENTITIES = {"decisions.entities": [{"id": "ENT-1"}]}


@pytest.mark.req("TEAM-5")
@pytest.mark.parametrize(
    "listed",
    [
        ENTITIES,
        {"id_registry.ent": ["ENT-1"]},
        {"id_registry.ent": {"ENT-1": "tea"}},
        {"decisions.a.b": [{"id": "ENT-1"}]},
    ],
)
def test_a_referent_that_is_on_the_blackboard_is_found(listed: dict[str, Any]):
    assert found(("a", listed), ("b", {"traceability.api_to_ent": {"API-1": ["ENT-1"]}}))[1] == []


@pytest.mark.req("TEAM-5")
@pytest.mark.parametrize(
    "pairs", [[{"fr": "FR-1", "ent": "ENT-1"}], [{"ent": "ENT-1", "fr": "FR-1"}], [["FR-1", "ENT-1"]]]
)
def test_pairs_are_looked_up_by_the_names_of_their_sides(pairs: list[Any]):
    things = {**ENTITIES, "decisions.requirements": [{"id": "FR-1", "name": "Log in"}]}
    reduced = reduce_outputs({}, [("a", things), ("b", {"traceability.fr_to_ent": pairs})])
    assert (reduced.conflicts, reduced.unchecked) == ([], [])


@pytest.mark.req("TEAM-5", refused=True)
@pytest.mark.parametrize(
    ("trace", "gone"),
    [
        ({"traceability.fr_to_ent": {"FR-1": ["ENT-1", "ENT-9"]}}, ["ENT-9"]),
        ({"traceability.fr_to_ent": {"FR-1": "ENT-9"}}, ["ENT-9"]),
        ({"traceability.fr_to_ent": [{"fr": "FR-1", "ent": "ENT-9"}]}, ["ENT-9"]),
        ({"traceability.fr_to_ent": [{"fr": "FR-1", "ent": ["ENT-1", "ENT-9"]}]}, ["ENT-9"]),
        ({"traceability.fr_to_ent": [{"ent": "ENT-9", "fr": "FR-1"}]}, ["ENT-9"]),
        ({"traceability.fr_to_ent": [{"entity": "ENT-9", "from": "FR-1", "why": "so"}]}, ["ENT-9"]),
        ({"traceability.fr_to_ent": [["FR-1", "ENT-9"], ["FR-1", "ENT-1"]]}, ["ENT-9"]),
        ({"traceability.ent_to_sc": {"ENT-9": []}}, ["ENT-9"]),
    ],
)
def test_a_referent_that_is_nowhere_is_put_up(trace: dict[str, Any], gone: list[str]):
    [conflict] = reduce_outputs({}, [("a", ENTITIES), ("b", trace)]).conflicts
    assert (conflict.kind, conflict.key) == ("missing-referent", next(iter(trace)))
    assert [(side.task, side.value) for side in conflict.sides] == [("b", gone)]


def test_what_nobody_has_listed_is_said_to_be_unchecked():
    reduced = reduce_outputs({}, [("a", ENTITIES), ("b", {"traceability.fr_to_ent": {"FR-1": ["ENT-1"]}})])
    assert [(each.key, each.kind) for each in reduced.unchecked] == [("traceability.fr_to_ent", "fr")]


def test_what_is_on_the_blackboard_already_is_superseded_and_the_rest_stays():
    reduced = reduce_outputs({"blackboard": {"decisions": {"x": "old", "y": 1}}}, [("a", {"decisions.x": "new"})])
    assert (reduced.document, reduced.conflicts) == ({"blackboard": {"decisions": {"x": "new", "y": 1}}}, [])


@pytest.mark.req("TEAM-5", refused=True)
@pytest.mark.parametrize("by", [("a", "b"), ("a", "a")])
def test_one_id_for_different_things_at_different_keys_is_found_across_keys_and_tasks(by: tuple[str, str]):
    first, second = by
    entity, screen = {"id": "X-1", "name": "Tea"}, {"id": "X-1", "url": "/teas"}
    reports = [(first, {"decisions.entities": [entity]}), (second, {"decisions.ui": {"screens": [screen]}})]
    [conflict] = reduce_outputs({}, reports).conflicts
    assert (conflict.kind, is_choice(conflict)) == ("duplicate-id", False)
    assert conflict.key == "blackboard.decisions.entities[X-1], blackboard.decisions.ui.screens[X-1]"
    assert [(side.task, side.key, side.value) for side in conflict.sides] == [
        (first, "blackboard.decisions.entities", entity),
        (second, "blackboard.decisions.ui.screens", screen),
    ]
    assert [each.id for each in reduce_outputs({}, reports).conflicts] == [conflict.id]


@pytest.mark.req("TEAM-5", refused=True)
def test_one_id_for_a_thing_that_stood_there_before_is_found_too():
    there = {"blackboard": {"decisions": {"entities": [{"id": "X-1", "name": "Tea"}]}}}
    [conflict] = reduce_outputs(there, [("b", {"decisions.screens": [{"id": "X-1", "url": "/"}]})]).conflicts
    assert [side.task for side in conflict.sides] == ["-", "b"]


@pytest.mark.req("TEAM-5")
@pytest.mark.parametrize("other", [{"id": "X-1"}, {"id": "X-1", "name": "Tea"}, {"id": "X-2", "name": "Tea"}])
def test_one_thing_may_be_spoken_of_at_several_keys(other: dict[str, Any]):
    reports = [("a", {"decisions.entities": [{"id": "X-1", "name": "Tea"}]}), ("b", {"decisions.core": [other]})]
    assert reduce_outputs({}, reports).conflicts == []
    assert reduce_outputs({}, reversed(reports)).conflicts == []


@pytest.mark.req("TEAM-5", refused=True)
@pytest.mark.parametrize(
    "outputs",
    [
        {"traceability.matrix": {"FR-1": ["ENT-99"]}},
        {"traceability.fr_to_ent": ["ENT-99"]},
        {"traceability.fr_to_ent": [{"one": "x", "other": "y"}]},
        {"traceability.fr_to_ent": "FR-1 to ENT-99"},
    ],
)
def test_what_is_no_pairs_of_ids_is_said_to_be_unchecked(outputs: dict[str, Any]):
    reduced = reduce_outputs({}, [("a", ENTITIES), ("b", outputs)])
    assert [(each.key, each.kind) for each in reduced.unchecked] == [(next(iter(outputs)), None)]


@pytest.mark.req("TEAM-5", "DEC-30", refused=True)
@pytest.mark.parametrize(
    ("outputs", "key"),
    [
        ({"decisions.e": [{"id": "E-1", "n": 1}, {"id": "E-1", "n": 2}, {"name": "none"}]}, "e[E-1]"),
        ({"decisions.g": [{"group": "g", "items": [{"id": "E-1", "n": 1}, {"id": "E-1", "n": 2}]}]}, "g[1].items[E-1]"),
    ],
)
def test_one_id_twice_in_a_list_that_is_not_merged_by_id_is_found(outputs: dict[str, Any], key: str):
    [conflict] = reduce_outputs({}, [("a", outputs)]).conflicts
    assert (conflict.kind, conflict.key) == ("duplicate-id", f"blackboard.decisions.{key}")
    assert [side.task for side in conflict.sides] == ["a", "a"]
    assert not is_choice(conflict)


@pytest.mark.req("TEAM-5")
def test_one_thing_that_such_a_list_names_twice_is_no_conflict():
    said = {"decisions.e": [{"id": "E-1", "n": 1}, {"id": "E-1"}, {"name": "none"}]}
    assert reduce_outputs({}, [("a", said)]).conflicts == []


@pytest.mark.req("TEAM-5", "DEC-30", refused=True)
def test_one_id_for_different_things_is_found_in_a_registry_that_also_lists_names():
    first, second = [{"id": "R-1", "text": "login"}, "other"], [{"id": "R-1", "text": "logout"}]
    document, conflicts = found(("a", {"id_registry.reqs": first}), ("b", {"id_registry.reqs": second}))
    assert conflicts == [("duplicate-id", "id_registry.reqs[R-1]")]
    assert document["id_registry"]["reqs"] == first


@pytest.mark.req("TEAM-5", "DEC-30", refused=True)
def test_one_id_for_different_things_is_found_however_deep_they_stand():
    first, second = {"x": {"y": [{"id": "Q-1", "text": "in"}]}}, {"x": [{"z": [{"id": "Q-1", "text": "out"}]}]}
    _, conflicts = found(("a", {"decisions.a": first}), ("b", {"decisions.b": second}))
    keys = "blackboard.decisions.a.x.y[Q-1], blackboard.decisions.b.x[1].z[Q-1]"
    assert conflicts == [("duplicate-id", keys)]
