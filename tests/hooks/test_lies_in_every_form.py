"""A lie is refused at the stop in whatever form it is told, as `renkei check` would (DEC-36, DEC-37, DEC-40)."""

import json
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST

PLACE = "src/app.py:1"
LIES = {
    "sub-heading": "#### Doors of src/ghost.py:45",
    "bold lead-in": "**src/ghost.py:45**",
    "path alone": "- passwords are in plain text in `src/ghost.py`",
    "in words": "- it is closed at src/app.py, line 44",
    "in Japanese": "- src/app.pyの44行目で閉じる",
    "name": "- it is closed by `src/app.py::logout`",
    "second place": "- login at src/app.py:1, 99999",
    "frame": '- it fails: File "src/app.py", line 33, in login',
    "quote behind a sentence": f"- login at `{PLACE}`\n\n  It is short.\n\n  ```python\n  def login(user, key):\n  ```",
    "second fence": f"- login at `{PLACE}`\n  ```python\n  def login(user):\n  ```\n  ```python\n  log(user)\n  ```",
    "quote below 修正": f"- 修正が必要: `{PLACE}`\n  ```python\n  def login(user, key):\n  ```",
}


@pytest.mark.req("DEC-36", "DEC-37", "DEC-40", refused=True)
@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_lie_in_the_findings_is_refused(client: Client, lie: str):
    text = HONEST.replace("### Findings\n", f"### Findings\n{lie}\n", 1)
    assert text != HONEST
    assert client.stop(text)["decision"] == "block"


@pytest.mark.req("DEC-42", "DEC-45", refused=True)
@pytest.mark.parametrize(
    "place", [{"file": "src/ghost.py", "line": 45}, {"ref": PLACE, "quote": "def login(user, key):"}]
)
@pytest.mark.parametrize("frame", ["{}", "Here it is:\n\n```json\n{}\n```"])
def test_a_lie_in_json_of_an_agent_without_the_form_is_told_to_the_person(
    client: Client, place: dict[str, Any], frame: str
):
    text = frame.format(json.dumps({"summary": "done", "claims": [place]}, indent=1))
    client.stop(text, agent_type="general-purpose")
    said = client.came_back(AGENT)["systemMessage"]
    assert "general-purpose" in said
    assert "src/" in said
