"""`renkei statusline`: what a client keeps on the screen. It costs next to nothing and never fails."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, clean_env
from tests.support.hook_setup import put, settings

SHOWS_MODULES = """\
import sys
from renkei.entrypoints.cli import main
code = main(["statusline"])
print(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names), file=sys.stderr)
"""


def line(client: Client, session: str = "session-1", **env: str) -> str:
    given = {"session_id": session, "cwd": str(client.folder), "model": {"id": "m"}}
    return client.renkei.ok("statusline", stdin=json.dumps(given).encode(), env=env).out


@pytest.mark.req("DEC-45")
def test_it_counts_results_and_names_the_gravest_verdict(client: Client):
    assert line(client) == "Renkei: enforce mode, results checked: 0\n"
    client.stop(HONEST, agent_id="honest")
    client.stop(LIE, agent_id="explorer", agent_type="Explore")
    for _ in range(3):
        client.stop(LIE)
    said = "Renkei: enforce mode, results checked: 3  ✗ code-explorer failed verification: src/ghost.py:45: "
    assert line(client).startswith(said)
    assert line(client).count("\n") == 1
    assert line(client, "another") == "Renkei: enforce mode, results checked: 0\n"


def test_a_result_that_is_being_mended_is_not_counted_yet(client: Client):
    client.stop(LIE)
    assert line(client) == "Renkei: enforce mode, results checked: 0\n"


def test_it_says_that_the_hooks_are_off(client: Client):
    assert line(client, RENKEI_HOOKS="off") == "Renkei: off\n"
    client.renkei.ok("off")
    assert line(client) == "Renkei: off\n"


@pytest.mark.parametrize("data", [b"", b"{", b"7", b'{"cwd": 7, "session_id": []}'])
def test_whatever_comes_it_does_not_fail(client: Client, data: bytes):
    ran = client.renkei.ok("statusline", stdin=data)
    assert ran.err == ""


def test_standard_library_is_all_that_is_loaded(client: Client):
    given = json.dumps({"session_id": "session-1", "cwd": str(client.folder)}).encode()
    done = subprocess.run(
        [sys.executable, "-c", SHOWS_MODULES], input=given, capture_output=True, cwd=client.folder, env=clean_env()
    )
    assert "renkei" in done.stderr.decode()
    assert "pydantic" not in done.stderr.decode()


class TestSettings:
    def line_of(self, client: Client) -> Any:
        return settings(client.folder).get("statusLine")

    def test_it_is_there_only_if_somebody_asks_for_it(self, client: Client):
        assert self.line_of(client) is None
        client.renkei.ok("init", "--claude", "--statusline")
        assert self.line_of(client)["command"].endswith("renkei statusline || true")
        before = (client.folder / ".claude/settings.local.json").read_bytes()
        client.renkei.ok("init", "--claude")
        assert (client.folder / ".claude/settings.local.json").read_bytes() == before

    def test_somebody_elses_stays(self, client: Client):
        found = {**settings(client.folder), "statusLine": {"type": "command", "command": "theirs"}}
        put(client.folder, ".claude/settings.local.json", json.dumps(found).encode())
        client.renkei.ok("init", "--claude", "--statusline")
        assert self.line_of(client)["command"] == "theirs"

    def test_uninstall_takes_it_out_of_what_others_have_edited(self, client: Client):
        client.renkei.ok("init", "--claude", "--statusline")
        found = {**settings(client.folder), "model": "opus"}
        put(client.folder, ".claude/settings.local.json", json.dumps(found).encode())
        client.renkei.ok("uninstall")
        assert settings(client.folder) == {"model": "opus"}
