"""What is found in a work tree: the files that were promised, and whether they are as the schema says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from renkei.errors import Unreachable
from renkei.kit.words import english
from renkei.protocol.contracts import TaskContract
from renkei.workspace.inspection import find_missing, find_schema_problems, tree_id
from tests.support.contract_team import simple

NAMED = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}


def promised(*deliverables: str, schema: Any = None) -> TaskContract:
    return simple(expected_output={"format": "x", "schema": schema, "deliverables": list(deliverables)})


def problems(contract: TaskContract, root: Path, *artifacts: str) -> list[str]:
    return find_schema_problems(contract, root, list(artifacts), english)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {
        "src/auth/login.ts": "x",
        "good.json": '{"name": "a"}',
        "good.yaml": "name: a\n",
        "bad.json": '{"name": 1}',
        "broken.json": "{",
        "schema.json": json.dumps(NAMED),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.req("CON-2")
def test_promised_places_are_looked_up(tree: Path):
    there = ["src/auth/ 配下の実装", "src/**/*.ts", "good.json", "./good.json", "a report"]
    away = ["tests/", "src/*.py", "better.json", "empty/", "../x.json", "/etc/hosts.d/", "src/[z].ts"]
    assert find_missing(promised(*there, *away), tree) == away


@pytest.mark.req("CON-2")
def test_a_link_that_leads_out_of_the_tree_delivers_nothing(tree: Path, tmp_path_factory: pytest.TempPathFactory):
    outside = tmp_path_factory.mktemp("outside") / "secret.json"
    outside.write_text("{}")
    (tree / "link.json").symlink_to(outside)
    assert find_missing(promised("link.json"), tree) == ["link.json"]


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("schema", [NAMED, json.dumps(NAMED), "schema.json"])
def test_delivered_files_are_held_against_the_schema(tree: Path, schema: Any):
    contract = promised("good.json", schema=schema)
    assert problems(contract, tree, "good.yaml") == []
    assert problems(contract, tree, "bad.json") == ["bad.json: $.name: 1 is not of type 'string'"]


@pytest.mark.req("CON-2")
def test_a_schema_with_nothing_to_hold_against_it_is_not_met(tree: Path):
    for contract in (promised(schema=NAMED), promised("schema.json", schema="schema.json")):
        assert problems(contract, tree) == [
            "no file (.json, .yaml, .yml) was delivered that could be held against the schema"
        ]
    assert problems(promised(schema="OpenAPI 3.1"), tree) == []


@pytest.mark.req("CON-2")
def test_a_schema_or_a_file_that_cannot_be_read_is_not_met(tree: Path):
    assert problems(promised("good.json", schema="none.json"), tree) == ["there is no file 'none.json'"]
    for schema in ("broken.json", {"type": "nothing"}, {"$ref": "https://example.com/never-fetched.json"}):
        assert len(problems(promised("good.json", schema=schema), tree)) == 1
    assert len(problems(promised("broken.json", schema=NAMED), tree)) == 1


def test_without_the_extra_a_schema_says_what_to_install(tree: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(Unreachable, match="renkei\\[schema\\]"):
        problems(promised("good.json", schema=NAMED), tree)


def test_the_tree_is_named_with_a_mark_for_changes(tree: Path):
    assert tree_id(tree) is None
    for words in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--no-gpg-sign"],
    ):
        subprocess.run(["git", "-C", str(tree), *words], check=True)
    clean = tree_id(tree)
    assert clean is not None
    assert len(clean) == 40
    (tree / "more.txt").write_text("x")
    assert tree_id(tree) == f"{clean}+"
