"""`renkei schema`: the JSON Schemas of the words."""

import jsonschema
import pytest

from tests.support.cli_messages import decision_request, freeform, handoff, status_update
from tests.support.cli_run import Cli, files_in


def test_the_names_are_one_per_line(renkei: Cli):
    names = renkei.ok("schema").out.splitlines()
    assert names[:3] == ["draft", "message", "board"]
    assert names == renkei.json("schema")


def test_every_schema_is_valid(renkei: Cli):
    for name in renkei.json("schema"):
        document = renkei.ok("schema", name).document
        jsonschema.Draft202012Validator.check_schema(document)
        assert document["$id"] == f"urn:renkei:{name}"


@pytest.mark.parametrize("message", [freeform(), handoff(), status_update(), decision_request()])
def test_what_is_sent_follows_the_schema_of_a_draft(renkei: Cli, message: object):
    jsonschema.validate(message, renkei.json("schema", "draft"))  # pyright: ignore[reportUnknownMemberType]


def test_what_is_read_follows_the_schemas_of_message_and_board(team: Cli):
    sent = team.send(freeform())
    jsonschema.validate(team.json("message", sent), team.json("schema", "message"))  # pyright: ignore[reportUnknownMemberType]
    jsonschema.validate(team.json("board")["project_state"], team.json("schema", "board"))  # pyright: ignore[reportUnknownMemberType]


def test_an_unknown_name_is_not_found(renkei: Cli):
    ran = renkei("schema", "gossip")
    assert (ran.code, ran.out) == (3, "")
    assert "gossip" in ran.err


def test_it_needs_no_store_and_makes_none(renkei: Cli):
    renkei.ok("schema", "draft")
    assert files_in(renkei.folder) == []
