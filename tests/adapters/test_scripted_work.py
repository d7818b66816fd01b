"""What scripted agents write follows from goal and blackboard, what a scripted reviewer finds from the files."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.adapters.scripted_documents import decide_value, find_subject, misremember_value, render_document
from renkei.adapters.scripted_review import build_gate, find_differences
from renkei.kit.words import speaker

FACTS: dict[str, Any] = {"decisions.entities": [{"id": "ENT-1", "table": "teas"}], "decisions.function": "find_teas"}
VALUES = st.recursive(
    st.text("absxyz茶0 ", min_size=1),
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, min_size=1),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("goal", "name"), [("A shop for tea", "tea"), ("Lend books", "book"), ("お茶 (tea) の一覧", "tea"), ("", "item")]
)
def test_names_come_from_the_goal(goal: str, name: str):
    assert find_subject(goal) == name
    assert decide_value("decisions.entities", "database", goal) == [{"id": "ENT-1", "table": f"{name}s"}]
    assert decide_value("traceability.fr_to_sc", "screens", goal) == {"FR-001": ["SC-1"]}


@given(value=VALUES)
def test_a_slip_is_found_in_each_file_that_makes_it_and_only_there(value: Any):
    right = render_document("a.md", "a", ["Goal: x"], {"k": value})
    wrong = render_document("b.md", "b", ["Goal: x"], {"k": misremember_value(value)})
    files = {"a.md": right, "b.md": wrong, "c.md": wrong}
    found = find_differences(files, {"k": value})
    assert [each.path for each in found] == ["b.md", "c.md"]
    said = build_gate(found, files)
    assert (said["overall"], said["p1_count"]) == ("ROLLBACK_P1", 2)
    assert [target["phase"] for target in said["rollback_targets"]] == ["b"]
    [japanese] = build_gate(found, files, speaker("ja"))["rollback_targets"]
    assert japanese["reason"].startswith("b.md の k は ")


def test_code_is_compared_by_the_names_in_it():
    wrong = {**FACTS, "decisions.function": "find_tea"}
    files = {path: render_document(path, "build", [], wrong) for path in ("src/feature.py", "src/test_feature.py")}
    assert [each.stated for each in find_differences(files, FACTS)] == ['"find_tea"', '"find_tea"']
    files = {path: render_document(path, "build", [], FACTS) for path in files}
    assert build_gate(find_differences(files, FACTS), files)["overall"] == "PASS"


@pytest.mark.parametrize(("matching", "found"), [("any case", "['Green']"), ("exact", "[]")])
def test_the_code_works_and_follows_the_decision(tmp_path: Path, matching: str, found: str):
    for path in ("feature.py", "test_feature.py"):
        text = render_document(path, "build", ["Goal: x"], {**FACTS, "decisions.matching": matching})
        (tmp_path / path).write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "unittest", "-q"], cwd=tmp_path, check=True, capture_output=True)
    program = "from feature import find_teas; print(find_teas(['Green', 'Black'], 'green'))"
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == found
