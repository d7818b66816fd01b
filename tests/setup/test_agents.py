"""The agents that init writes: definitions that a client can read, with a contract that our own parser can."""

import re

import pytest
import yaml

from renkei.kit.agents import AGENTS, CONTRACT_MARK, definition
from renkei.reports.formats import parse_report
from tests.support.policy_case import ask

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


TOOLS = {
    "security-auditor": {"Read", "Glob", "Grep", "Bash"},
    "qa-engineer": {"Read", "Glob", "Grep", "Bash", "Write", "Edit"},
    "system-architect": {"Read", "Glob", "Grep"},
}


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize(
    ("lang", "said"), [("en", ("when you begin", "each main finding")), ("ja", ("着手時", "主要な発見のたび"))]
)
def test_every_prompt_has_the_completion_protocol_and_the_duty_to_report(name: str, lang: str, said: tuple[str, ...]):
    text = definition(name, lang)
    assert all(each in text for each in (*said, "SendMessage", "PATTERN:", "LEARNED:", "INSIGHT:", "[UNVERIFIED]"))
    assert text.index(said[0]) < text.index("```markdown")
    assert TOOLS.get(name, set()) <= set(text.partition("tools: ")[2].partition("\n")[0].split(", "))


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize("name", TOOLS)
def test_the_tools_of_a_prompt_are_those_that_are_enforced(name: str):
    listed = set(definition(name, "en").partition("tools: ")[2].partition("\n")[0].split(", "))
    assert listed == TOOLS[name]
    assert all(ask(name, tool, command="ls", file_path="a.md").allowed for tool in listed)


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(("name", "tool"), [("security-auditor", "Write"), ("security-auditor", "Edit"),
                                            ("system-architect", "Bash"), ("system-architect", "Edit")])  # fmt: skip
def test_what_a_prompt_does_not_have_is_refused(name: str, tool: str):
    assert ask(name, tool, command="ls", file_path="a.md").rule == "ORCH-2"
