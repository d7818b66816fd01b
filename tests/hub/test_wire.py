"""Commands over a wire: exactly what is tagged is read, and what is wrong with the rest is named."""

from typing import Any

import pytest

from renkei.commands import COMMANDS, command_class, parse_command
from renkei.commands.contracts import DeliverContract
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import BadInput

RESULT: dict[str, Any] = {"original_task_ref": "TC-1", "status": "completed", "summary": "done", "output_artifacts": []}


def wrong(document: object) -> str:
    """What is said of it, with each place that is wrong."""
    with pytest.raises(BadInput) as caught:
        parse_command(document)
    problems = [f"{problem.path}: {problem.expected}" for problem in caught.value.problems]
    return "\n".join((caught.value.text.format(**caught.value.params), *problems))


def test_a_tag_says_which_command_it_is():
    assert parse_command({"type": "AddAgent", "name": "be", "role": "dev"}) == AddAgent(name="be", role="dev")
    assert parse_command({"type": "RemoveAgent", "name": "be"}) == RemoveAgent(name="be")


@pytest.mark.parametrize("tag", [tag for tag in COMMANDS if command_class(tag).from_outside])
def test_every_command_for_others_can_be_named(tag: str):
    """By what is said of a field that no command has."""
    assert wrong({"type": tag, "nonsense": 1}).startswith(f"{tag} is not valid.")


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"name": "bob"}, "type: expected one of AddAgent, "),
        ({"type": "AddAgnt", "name": "bob"}, "Did you mean AddAgent?"),
        ({"type": 5}, "not 5"),
        ({"type": ["AddAgent"]}, "Did you mean AddAgent?"),
        ([], "A command is an object with a `type`, not list."),
        (None, "A command is an object with a `type`, not NoneType."),
        ({"type": "AddAgent", "name": "bob"}, "role: this field is required"),
        ({"type": "AddAgent", "name": "bob", "role": "dev", "tag": "x"}, "tag: no such field is known here"),
        ({"type": "AddAgent", "name": "bob", "role": 7}, "role: expected text"),
    ],
)
def test_what_is_wrong_is_named(document: object, said: str):
    assert said in wrong(document)


@pytest.mark.parametrize("tag", [tag for tag in COMMANDS if not command_class(tag).from_outside])
def test_what_renkeis_own_processes_say_comes_over_no_wire(tag: str):
    assert wrong({"type": tag, "run": "R-1"}).startswith("type: ")


@pytest.mark.req("CON-2", refused=True)
@pytest.mark.parametrize(
    "document",
    [
        {"type": "DeliverContract", "contract": "TC-1", "result": RESULT, "inspection": {"missing": []}},
        {"type": "StartRun", "agents": "scripted", "playbook": {}, "git": {"filter.x.clean": "sh -c evil"}},
        {"type": "StartRun", "agents": "scripted", "playbook": {}, "base": "0" * 40, "work_tree": "/"},
        {"type": "RetryTask", "run": "R-1", "task": "a", "follow": ["b"]},
        {"type": "VerifyContract", "contract": "TC-1", "runs": [{"check": 1, "command": "make test", "exit_code": 0}]},
    ],
)
def test_what_renkei_finds_out_itself_cannot_be_said_to_it(document: dict[str, Any]):
    assert "leave this out: Renkei fills it in" in wrong(document)


def test_a_delivery_without_what_was_found_is_read():
    read = parse_command({"type": "DeliverContract", "contract": "TC-1", "result": RESULT})
    assert isinstance(read, DeliverContract)
    assert read.inspection is None
