"""Tokens that are nobody's, by every way in: the command line inside and outside a client, MCP over stdio and HTTP."""

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest

from renkei.agent_trees import note_client
from renkei.app.project import open_project
from renkei.commands.base import Request
from renkei.commands.team import IssueToken
from renkei.protocol.actors import PERSON
from tests.support.cli_run import Cli
from tests.support.fake_client import fake_client
from tests.support.mcp_client import joined
from tests.support.web_server import serving

POST = ("chat", "general", "hello")
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
FORMS = {"content_type": "application/json", "accept": "application/json, text/event-stream"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)


@pytest.fixture
def tokens(team: Cli, tmp_path: Path) -> dict[str, str]:
    """What somebody might show who has none."""
    (tmp_path / "other").mkdir()
    flags = ("--project", str(tmp_path / "other"))
    team.ok(*flags, "agent", "add", "bob", "--role", "builder")
    team.ok("agent", "add", "carol", "--role", "tester")
    dead = {
        "of another project": team.ok(*flags, "agent", "token", "bob").out.strip(),
        "of one who left": minted(team, "carol"),
    }
    team.ok("agent", "remove", "carol")
    team.ok("agent", "add", "carol", "--role", "tester")
    with open_project(team.folder) as project:
        command = IssueToken(name="alice", expires=int(time.time()) - 1)
        dead["expired"] = project.hub.do(Request(command=command, actor=PERSON)).secret or ""
    dead["taken back"] = minted(team, "lead")
    team.ok("agent", "token", "lead", "--revoke")
    dead["replaced"] = minted(team, "bob")
    live = minted(team, "bob")
    team.ok(*POST, env={"RENKEI_TOKEN": live})
    return dead | {
        "the digest that the store keeps": hashlib.sha256(live.encode()).hexdigest(),
        "one letter short": live[:-1],
        "one letter more": f"{live}A",
        "other letters": live.swapcase(),
        "between spaces": f" {live} ",
        "two at once": f"{live},{live}",
        "a name": "bob",
        "a pattern": "rnk_%",
        "of nobody": "rnk_" + "A" * 43,
    }


def minted(team: Cli, agent: str) -> str:
    return team.ok("agent", "token", agent).out.strip()


@pytest.mark.req("DEC-51", refused=True)
def test_on_the_command_line_no_forged_token_is_an_agent_or_a_person(team: Cli, tokens: dict[str, str]):
    before = team.log()
    with fake_client(team.folder) as client:
        outside = {name: client.renkei(*POST, env=shown(each)) for name, each in tokens.items()}
        assert note_client(team.folder, os.environ, client.pid, "claude", "s-1")
        inside = {name: client.renkei(*POST, env=shown(each)) for name, each in tokens.items()}
    for ran, rule in ((outside, "ACTOR-1"), (inside, "DEC-51")):
        told = {name: (each.code, each.out, f"[{rule}]" in each.err) for name, each in ran.items()}
        assert told == dict.fromkeys(tokens, (4, "", True))
    assert team.log() == before


def shown(token: str) -> dict[str, str]:
    return {**os.environ, "RENKEI_TOKEN": token}


@pytest.mark.req("DEC-51", refused=True)
def test_over_http_no_forged_token_is_an_agent_in_either_header(team: Cli, tokens: dict[str, str]):
    tokens.pop("between spaces")  # HTTP takes the spaces around a header away: it is the token itself
    with serving(team.folder) as served:
        for name, each in tokens.items():
            for header in ({"authorization": f"Bearer {each}"}, {"x_renkei_token": each}):
                answer = served.ask("/mcp", "POST", json.dumps(LIST).encode(), **FORMS, **header)
                assert (answer.status, "result" in answer.document) == (401, False), (name, header)


@pytest.mark.req("DEC-51", refused=True)
def test_over_stdio_no_forged_token_is_an_agent(team: Cli, tokens: dict[str, str]):
    before = team.log()

    async def story(token: str) -> Any:
        async with joined(team.folder, {"RENKEI_TOKEN": token}) as agent:
            return await agent("post", type="FREEFORM", to=["lead"], payload={"body": "Hello"})

    for name in ("of another project", "of one who left", "expired", "taken back", "replaced", "one letter more"):
        told = anyio.run(story, tokens[name])
        assert (told.is_error, "[DEC-51]" in told.text) == (True, True), name
    assert team.log() == before


@pytest.mark.req("DEC-51", "DEC-16", refused=True)
@pytest.mark.parametrize("words", [["off"], ["agent", "token", "lead"], ["spend", "cap", "--none"], ["accept"]])
def test_inside_a_client_the_program_called_as_a_library_is_no_person(team: Cli, words: list[str]):
    before, code = team.log(), f"from renkei.entrypoints.cli import main; raise SystemExit(main({words!r}))"
    bare = f"import os; os.environ.clear(); os.setsid(); {code}"
    with fake_client(team.folder) as client:
        assert note_client(team.folder, os.environ, client.pid, "claude", "s-1")
        for each in (code, bare):
            ran = client.run([sys.executable, "-c", each])
            assert (ran.code, ran.out, "[DEC-51]" in ran.err) == (4, "", True), ran.err
    assert team.log() == before
    assert not (team.folder / ".renkei/off").exists()
