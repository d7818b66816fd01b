"""SARIF that code hosts and editors can read."""

from typing import Any

import jsonschema
import pytest

from tests.review.sarif_schema import SARIF
from tests.support.review_project import Project


def test_a_review_is_sarif_2_1_0(project: Project):
    project.write({"日本 語/tool.py": "def calculate(text: str) -> object:\n    return eval(text)\n", "a.orig": "x\n"})
    document = project.review("--format", "sarif").document
    jsonschema.validate(document, SARIF)
    (run,) = document["runs"]
    by_rule = {result["ruleId"]: result for result in run["results"]}
    place = by_rule["ruff/S307"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "%E6%97%A5%E6%9C%AC%20%E8%AA%9E/tool.py"
    assert place["region"] == {"startLine": 2, "snippet": {"text": "    return eval(text)"}}
    assert (by_rule["ruff/S307"]["level"], by_rule["renkei/leftover"]["level"]) == ("warning", "note")
    assert "region" not in by_rule["renkei/leftover"]["locations"][0]["physicalLocation"]
    assert [run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] for each in run["results"]] == [
        each["ruleId"] for each in run["results"]
    ]


def test_analysers_that_did_not_look_are_named(project: Project):
    project.write({"test_it.py": "def test_it() -> None:\n    assert 1 + 1 == 2\n"})
    (run,) = project.review("--format", "sarif").document["runs"]
    assert run["invocations"][0]["executionSuccessful"] is True
    assert "pytest" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.parametrize("wrong", [{"version": "2.0.0", "runs": []}, {"version": "2.1.0"}, {"runs": [], "version": 1}])
def test_the_schema_refuses_what_is_none(wrong: Any):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, SARIF)
