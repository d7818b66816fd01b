"""What binds is not loosened by whom it binds (DEC-52): files that agents can write say otherwise, and what a person
set holds. Only a person changes that, and the person is told."""

import json
from collections.abc import Callable

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import LIE, event

HOOK_SETTINGS = ".renkei/hook.json"
DEFINITION = ".claude/agents/code-explorer.md"


def soften(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "mode": "observe"}))


def unmark(client: Client) -> None:
    path = client.folder / DEFINITION
    path.write_text(path.read_text().replace("<!-- renkei:contract -->", ""))


def name_another_store(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "store": str(client.folder / "other.db")}))


def hurry(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "deadline": 0.0001}))


LOOSENED: dict[str, Callable[[Client], object]] = {
    "no time for a check": hurry,
    "switched off": lambda client: (client.folder / ".renkei/off").touch(),
    "settings deleted": lambda client: (client.folder / HOOK_SETTINGS).unlink(),
    "settings softened": soften,
    "mark removed": unmark,
    "definition deleted": lambda client: (client.folder / DEFINITION).unlink(),
    "another store": name_another_store,
}


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("way", LOOSENED)
def test_a_file_that_an_agent_changed_loosens_nothing_and_the_person_is_told(client: Client, way: str):
    LOOSENED[way](client)
    answer = client.stop(LIE)
    assert answer["decision"] == "block"
    assert "src/ghost.py:45" in answer["reason"]
    assert "renkei accept" in answer["systemMessage"] or "Type: renkei init" in answer["systemMessage"]
    assert "renkei accept" not in answer["reason"]
    assert client.session_starts()["systemMessage"] == answer["systemMessage"]
    assert not (client.folder / "other.db").exists()


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("way", LOOSENED)
def test_a_person_accepts_it(client: Client, way: str):
    LOOSENED[way](client)
    assert len(client.renkei.json("accept")["accepted"]) >= 1
    assert client.renkei.json("accept")["accepted"] == []
    answer = client.answer(event("SessionStart", client.folder, agent_id="", source="startup"))
    assert answer is None or "accept" not in answer.get("systemMessage", "")
