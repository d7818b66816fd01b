"""Commands over a wire: exactly what is tagged is read, and what is wrong with the rest is named."""

from typing import Any

import pytest

from renkei.commands import load_commands, parse_command
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


@pytest.mark.parametrize("tag", [tag for tag, kind in load_commands().items() if kind.from_outside])
def test_every_command_for_others_can_be_named(tag: str):
    """By what is said of a field that no command has."""
    assert wrong({"type": tag, "nonsense": 1}).startswith(f"{tag} is not valid.")


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"name": "bob"}, "type: expected one of AcceptContract, AddAgent, "),
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


@pytest.mark.parametrize("tag", [tag for tag, kind in load_commands().items() if not kind.from_outside])
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


JSON_SCHEMA_IN: dict[str, Any] = {
    "assignee": "bob",
    "inputs": {"description": "d"},
    "acceptance_criteria": [{"criterion": "c", "verification_method": "v"}],
}


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def offer(schema: object) -> dict[str, Any]:
    return {
        "type": "OfferContract",
        "contract": {**JSON_SCHEMA_IN, "expected_output": {"format": "f", "schema": {"a": schema}}},
    }


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"type": nested(5000)}, "type: "),
        ({"type": 10**5000}, "type: "),
        ({"type": "AddAgent", "name": nested(5000), "role": "dev"}, "name: expected text"),
        ({"type": "AddAgent", "name": 10**5000, "role": "dev"}, "name: expected text"),
        ({"type": "ShowInterrupts", "reader": "bob", "up_to": 10**5000}, "up_to: expected what JSON can hold"),
        ({"type": "AddAgent", "name": "bob", "role": "dev", 1: 2}, "[1]: expected text as a key"),
        ({"type": "AddAgent", "name": "bob", "role": "dev", "\ud800": 2}, "(the document): expected text without half"),
        (offer("\ud800"), "contract.expected_output.schema: expected what JSON can hold"),
        (offer({"\udfff": 1}), "contract.expected_output.schema: expected what JSON can hold"),
        (offer(float("inf")), "contract.expected_output.schema: expected what JSON can hold"),
        (offer(float("nan")), "contract.expected_output.schema: expected what JSON can hold"),
        (offer(10**5000), "contract.expected_output.schema: expected what JSON can hold"),
        (offer(object()), "contract.expected_output.schema: expected what JSON can hold"),
        (offer(nested(5000)), "contract.expected_output.schema: expected lists and objects at most"),
    ],
)
def test_what_no_store_could_hold_is_named_and_breaks_nothing(document: dict[str, Any], place: str):
    assert place in wrong(document)


def test_a_tag_is_shown_in_short():
    assert len(wrong({"type": "x" * 1_000_000})) < 1000


@pytest.mark.parametrize("field", ["from", "id", "timestamp"])
def test_a_message_over_a_wire_does_not_say_who_sends_it(field: str):
    message = {"type": "FREEFORM", "to": "all", "payload": {"body": "hi"}, field: "person"}
    assert wrong({"type": "PostMessage", "message": message}).endswith(
        f"message.{field}: leave this out: Renkei fills it in"
    )


@pytest.mark.parametrize("field", ["actor", "via", "from", "token", "as", "who", "layer", "tag", "from_outside"])
def test_a_command_does_not_say_who_gives_it(field: str):
    said = wrong({"type": "AddAgent", "name": "bob", "role": "dev", field: "person"})
    assert said.splitlines()[1].startswith(f"{field}: ")


PLAYBOOK: dict[str, Any] = {"name": "p", "roles": {"dev": {}}, "tasks": [{"id": "a", "role": "dev"}]}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"tasks": [{"id": "a", "role": "nobody"}]}, "playbook.tasks[0].role: expected a role of this playbook"),
        (
            {"tasks": [{"id": "a", "role": "dev", "blockedBy": ["a"]}]},
            "playbook.tasks[0].blockedBy: expected no circle",
        ),
        ({"tasks": [{"id": "a", "role": "dev"}] * 2}, "playbook.tasks[1].id: expected each task once"),
        (
            {"tasks": [{"id": "a", "role": "dev", "outputs": ["../x"]}]},
            "playbook.tasks[0].outputs[0]: expected a path inside the repository",
        ),
        ({"tasks": [{"id": "a", "role": "dev", "prompt": "${x}"}]}, "playbook.tasks[0]: expected a variable"),
        ({"variables": {"x": None}}, "variables.x: this field is required"),
    ],
)
def test_a_playbook_over_a_wire_is_held_to_what_one_in_a_file_is(changed: dict[str, Any], said: str):
    assert said in wrong({"type": "StartRun", "agents": "scripted", "playbook": {**PLAYBOOK, **changed}})


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"y": "1"}, "variables.y: no such field is known here"),
        ({"pace": "soon"}, "variables.pace: expected seconds"),
        ({"pace": "-1"}, "variables.pace: expected seconds"),
        ({"\ud800": "1"}, "variables: expected text without control characters"),
    ],
)
def test_variables_over_a_wire_are_those_of_the_playbook(variables: dict[str, str], said: str):
    document = {"type": "StartRun", "agents": "scripted", "playbook": PLAYBOOK, "variables": variables}
    assert said in wrong(document)


def test_what_becomes_of_the_document_afterwards_changes_no_command():
    document = offer({"b": [1]})
    read = parse_command(document)
    before = read.model_dump()
    document["contract"]["expected_output"]["schema"]["a"]["b"].append(object())
    document["contract"]["assignee"] = "eve"
    assert read.model_dump() == before


def test_a_document_as_deep_as_may_be_is_read():
    assert parse_command(offer(nested(190))) == parse_command(offer(nested(190)))
