"""The agents that init writes: definitions that a client can read, with a contract that our own parser can."""

import re

import pytest
import yaml

from renkei.kit.agents import AGENTS, CONTRACT_MARK, definition
from renkei.reports.formats import parse_report

BOTH = pytest.mark.parametrize("lang", ["en", "ja"])
EACH = pytest.mark.parametrize("name", AGENTS)


def parts(name: str, lang: str) -> tuple[dict[str, str], str]:
    """Front matter and body, as a client splits them."""
    match = re.fullmatch(r"---\n(.*?)\n---\n(.*)", definition(name, lang), re.DOTALL)
    assert match
    return yaml.safe_load(match[1]), match[2]


@BOTH
@EACH
def test_front_matter_is_what_the_client_expects(name: str, lang: str):
    front, body = parts(name, lang)
    assert front["name"] == name
    assert isinstance(front["description"], str)
    assert front.keys() <= {"name", "description", "tools", "model"}
    assert CONTRACT_MARK in body


@BOTH
@EACH
def test_contracts_example_is_a_result_that_our_parser_takes(name: str, lang: str):
    example = re.search(r"```markdown\n(.*?)\n```", parts(name, lang)[1], re.DOTALL)
    assert example
    chosen = example[1].replace("SUCCESS | PARTIAL | FAILED", "SUCCESS")
    report = parse_report(chosen)
    assert (report.agent, report.status, report.dialect) == (name, "SUCCESS", f"contract-{lang}")
    assert report.problems == ()
    assert report.summary
    assert [reference.text for finding in report.findings or () for reference in finding.references] == [
        "path/file.py:42"
    ]
    assert report.findings
    (finding,) = report.findings
    assert [evidence.kind for evidence in finding.evidence] == ["confirmed", "code_match", "confidence"]
    assert [row.location for row in report.key_references or ()] == ["`path/file.py:42`"]
    confidence = report.confidence
    assert confidence
    assert confidence.verified
    assert confidence.inferred
    assert confidence.combined
    assert (confidence.stated, confidence.verified.value, confidence.inferred.value, confidence.combined.value) == (
        *(85, 90, 80, 85),
    )
    assert (len(report.issues), len(report.next_steps), len(report.blockers)) == (1, 1, 1)
    assert [(box.point is not None, box.ticked) for box in report.checklist] == [(True, True)] * 4
