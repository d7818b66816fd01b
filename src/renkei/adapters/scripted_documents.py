"""What a scripted agent writes without being told the words: names from the goal, facts from the blackboard."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any, Final, cast

Facts = Mapping[str, Any]
"""By key of the blackboard, what is known."""

_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_TRACE: Final = re.compile(r"(?:^|\.)(\w+)_to_(\w+)$")


def find_subject(goal: str) -> str:
    """What it is about, in one word that code can use: the last one of the goal."""
    words = _WORD.findall(goal)
    return words[-1].lower().removesuffix("s") if words else "item"


_VALUES_BY_KEY: Final[dict[str, Callable[[str], Any]]] = {
    "entities": lambda name: [{"id": "ENT-1", "table": f"{name}s"}],
    "api_resources": lambda name: [{"id": "API-1", "path": f"/{name}s"}],
    "screens": lambda name: [{"id": "SC-1", "name": f"list of {name}s"}],
    "function": lambda name: f"find_{name}s",
}


def decide_value(key: str, task: str, goal: str) -> Any:
    """What an agent decides under a key."""
    if trace := _TRACE.search(key):
        return {_first_id(trace[1]): [_first_id(trace[2])]}
    decide = _VALUES_BY_KEY.get(key.rpartition(".")[2])
    return decide(find_subject(goal)) if decide else f"{task}: {goal or '-'}"


def _first_id(kind: str) -> str:
    """FR ids are the aggregator's, which counts with three digits."""
    return "FR-001" if kind == "fr" else f"{kind.upper()}-1"


def misremember_value(value: Any) -> Any:
    """Nearly the same: one for many, many for one. What has an id keeps it."""
    match value:
        case str():
            return value.removesuffix("s") if value.endswith("s") else f"{value}s"
        case list():
            return [misremember_value(each) for each in cast(list[Any], value)]
        case dict():
            things = cast(dict[str, Any], value).items()
            return {key: each if key == "id" else misremember_value(each) for key, each in things}
        case _:
            return value


def render_document(path: str, title: str, heading: list[str], facts: Facts) -> str:
    """The text of one output."""
    if path.endswith(".py"):
        comment = "\n".join(f"# {line}".rstrip() for line in [title, *heading])
        is_test = PurePosixPath(path).name.startswith("test_")
        return f"{comment}\n\n{_test_source(path, facts) if is_test else _module_source(facts)}"
    stories = ["## US-001", "", *heading[:1], ""] if path.endswith("user-stories.md") else []
    lines = [f"# {title}", "", *heading, "", *stories]
    return "\n".join([*lines, *(f"- {key}: {_dump_json(value)}" for key, value in sorted(facts.items()))]) + "\n"


def _dump_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _module_source(facts: Facts) -> str:
    any_case = "case" in str(facts.get("decisions.matching", ""))
    found = "text.lower() in name.lower()" if any_case else "text in name"
    function = facts.get("decisions.function", "find")
    return f"\ndef {function}(names, text):\n    return [name for name in names if {found}]\n"


def _test_source(path: str, facts: Facts) -> str:
    module = PurePosixPath(path).stem.removeprefix("test_")
    function = facts.get("decisions.function", "find")
    return (
        f"import unittest\n\nfrom {module} import {function}\n\n\nclass Finds(unittest.TestCase):\n"
        f"    def test_what_holds_the_text(self):\n"
        f'        self.assertEqual({function}(["green", "black"], "re"), ["green"])\n'
    )
