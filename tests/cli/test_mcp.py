"""`renkei mcp`: any coding agent takes a turn with the tools; asked by the official client, in a process of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable

import anyio
import pytest

from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli
from tests.support.mcp_client import Agent, Wire, joined

UPDATE = {"new_status": "working", "progress_summary": "half way"}
TOOLS = [
    "turn_start", "turn_end", "post", "inbox", "read", "contract_accept", "contract_deliver", "contract_verify", "ask",
    "decide", "check",
]  # fmt: skip

Story = Callable[[Agent], Awaitable[None]]


def credential(team: Cli, name: str) -> dict[str, str]:
    return {"RENKEI_TOKEN": team.ok("agent", "token", name).out.strip()}


def act(team: Cli, name: str, story: Story, mode: str = "auto", **env: str) -> None:
    """An agent of the team does what the story says."""

    async def tell() -> None:
        async with joined(team.folder, {**credential(team, name), **env}, mode) as agent:
            await story(agent)

    anyio.run(tell)


async def update(agent: Agent) -> None:
    await agent.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)


class TestTheProtocol:
    @pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")])
    @pytest.mark.req("TURN-1", "TURN-2", "BOARD-2")
    def test_a_turn_from_start_to_end(self, team: Cli, mode: str, version: str):
        async def story(bob: Agent) -> None:
            assert bob.client.protocol_version == version
            assert [tool.name for tool in (await bob.client.list_tools()).tools] == TOOLS
            assert "=== Your current state ===\nid: bob\n" in await bob.ok("turn_start")
            await update(bob)
            await bob.ok("turn_end")

        act(team, "bob", story, mode)
        types = [event["type"] for event in team.log()]
        assert [each for each in types if each.startswith("Turn")] == ["TurnStarted", "TurnEnded"]
        assert team.json("board")["project_state"]["agents"][2]["status"] == "working"

    @pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
    def test_a_client_of_an_older_version_has_the_same_tools(self, team: Cli, version: str):
        with Wire(team.folder, credential(team, "bob")) as wire:
            assert wire.shake_hands(version)["protocolVersion"] == version
            listed = wire.ask("tools/list")["tools"]
            assert [tool["name"] for tool in listed] == TOOLS
            assert wire.call("inbox")["structuredContent"] == {"messages": [], "more": 0}

    def test_what_a_model_is_told_of_the_tools_fits_1500_tokens(self, team: Cli):
        """Three bytes a token is more than any tokenizer makes of such text."""
        with Wire(team.folder, {}) as wire:
            wire.shake_hands("2025-11-25")
            listed = json.dumps(wire.ask("tools/list")["tools"], separators=(",", ":"), ensure_ascii=False)
        assert len(listed.encode()) / 3 <= 1500

    def test_what_is_said_beside_the_protocol_is_not_on_standard_output(self, team: Cli):
        team.file("login.py", "print()\n")
        team.file(".renkei/config.toml", '[verify]\ncommands = ["echo loud; cat"]\n')
        contract = {
            "assignee": "bob",
            "inputs": {"description": "Build the login"},
            "expected_output": {"format": "a module", "deliverables": ["login.py"]},
            "acceptance_criteria": [{"criterion": "It works", "verification_method": "`echo loud; cat`"}],
        }
        name = team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(contract).encode()).out.strip()
        team.ok("contract", "accept", name, "--as", "bob")
        done = {"status": "completed", "summary": "done", "output_artifacts": ["login.py"]}
        team.ok("contract", "deliver", name, "-", "--as", "bob", stdin=json.dumps(done).encode())
        team.ok("contract", "verify", name, "--exec", env={"CI": "1"})
        with Wire(team.folder, credential(team, "lead")) as wire:
            wire.shake_hands("2025-11-25")
            wire.tell("no JSON at all")
            assert wire.hear()["error"]["code"] == -32700
            wire.call("turn_start")
            assert wire.call("contract_verify", id=name, met=[2])["content"]

    def test_it_ends_when_its_input_does(self, team: Cli):
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            wire.call("turn_start")
            out, err = wire.process.communicate(timeout=20)
            assert (wire.process.returncode, out, err) == (0, b"", b"")

    def test_it_ends_when_nobody_reads_its_answers(self, team: Cli):
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            assert wire.process.stdout
            wire.process.stdout.close()
            wire.tell(json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/list"}))
            assert wire.process.stdin
            assert wire.process.stderr
            wire.process.stdin.close()
            assert (wire.process.wait(timeout=20), wire.process.stderr.read()) == (0, b"")

    @pytest.mark.parametrize("told", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
    def test_it_ends_when_it_is_told_to(self, team: Cli, told: signal.Signals):
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            wire.call("turn_start")
            wire.process.send_signal(told)
            assert wire.process.wait(timeout=20) == 0
            assert not (team.folder / ".renkei/renkei.db-wal").exists()  # the store was closed

    def test_what_was_acknowledged_is_durable(self, team: Cli):
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            sent = wire.call("post", type="FREEFORM", to=["lead"], payload={"body": "It is so."})
            os.kill(wire.process.pid, signal.SIGKILL)
            wire.process.wait(timeout=20)
        assert team.json("message", sent["structuredContent"]["id"])["payload"]["body"] == "It is so."
        team.ok("verify-store")

    def test_many_calls_at_once_are_all_taken(self, team: Cli):
        async def story(bob: Agent) -> None:
            found: list[str] = []

            async def post(number: int) -> None:
                done = await bob.ok("post", type="FREEFORM", to=["lead"], payload={"body": f"note {number}"})
                found.append(done["id"])

            async with anyio.create_task_group() as tasks:
                for number in range(24):
                    tasks.start_soon(post, number)
            assert len(set(found)) == 24

        act(team, "bob", story)
        bodies = {each["payload"]["body"] for each in team.json("inbox", "lead", "--limit", "50")}
        assert bodies == {f"note {number}" for number in range(24)}

    def test_without_the_extra_it_says_what_to_install(self, team: Cli):
        code = "import sys; sys.modules['mcp_types'] = None; from renkei.entrypoints.cli import main; sys.exit(main())"
        ran = subprocess.run([sys.executable, "-c", code, "mcp"], cwd=team.folder, capture_output=True, check=False)
        assert (ran.returncode, ran.stdout) == (5, b"")
        assert b"[mcp]" in ran.stderr

    def test_a_store_that_is_made_later_is_found(self, renkei: Cli):
        with Wire(renkei.folder, {}) as wire:
            wire.shake_hands("2025-11-25")
            assert wire.call("read", id="MSG-1")["isError"]
            assert not renkei.store.exists()
            renkei.ok("agent", "add", "bob", "--role", "builder")
            sent = renkei.send(freeform())
            assert wire.call("read", id=sent)["structuredContent"]["from"] == "person"

    def test_nothing_is_hidden_in_the_text_or_in_the_document(self, team: Cli):
        """A client decodes the document: what is written out there has to be so in the very strings."""
        hidden = "\u202e\U000e0049\u200b"
        sent = team.send({**freeform(f"a{hidden}b\nnext line"), "context_summary": f"sum{hidden}x"}, "--as", "lead")

        async def story(bob: Agent) -> None:
            for told in (await bob("inbox"), await bob("read", id=sent)):
                shown = json.dumps(told.document, ensure_ascii=False)
                assert not set(hidden) & set(shown + told.text)
                assert "202e" in shown
            assert told.document["payload"]["body"].endswith("b\nnext line")

        act(team, "bob", story)

    def test_a_store_that_was_put_back_is_the_one_that_is_written(self, team: Cli):
        """What was acknowledged is in the store that is there, not in a file that nobody finds."""
        kept = team.folder / "kept.db"
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            team.ok("backup", str(kept))
            lost = wire.call("post", type="FREEFORM", to=["lead"], payload={"body": "before"})["structuredContent"]
            for path in team.store.parent.glob("renkei.db*"):
                path.unlink()
            shutil.copy(kept, team.store)
            assert "before" not in json.dumps(wire.call("read", id=lost["id"]))
            sent = wire.call("post", type="FREEFORM", to=["lead"], payload={"body": "after"})["structuredContent"]
            assert team.json("message", sent["id"])["payload"]["body"] == "after"
        team.ok("verify-store")

    def test_a_store_that_is_gone_is_told_and_nothing_is_acknowledged(self, team: Cli):
        with Wire(team.folder, credential(team, "bob")) as wire:
            wire.shake_hands("2025-11-25")
            sent = wire.call("post", type="FREEFORM", to=["lead"], payload={"body": "there"})["structuredContent"]
            away = team.folder / "away"
            team.store.parent.rename(away)
            post = {"type": "FREEFORM", "to": ["lead"], "payload": {"body": "lost"}}
            for tool, given in {"post": post, "turn_start": {}, "inbox": {}, "read": {"id": sent["id"]}}.items():
                told = wire.call(tool, **given)
                assert (told["isError"], "is gone" in told["content"][0]["text"]) == (True, True), tool
            assert not wire.call("check", text="It stands in login.py:3.").get("isError")
            assert not team.store.exists()
            away.rename(team.store.parent)
            assert wire.call("read", id=sent["id"])["structuredContent"]["payload"]["body"] == "there"
            assert not wire.call("post", **post).get("isError")


class TestATurn:
    @pytest.mark.req("DEC-28", refused=True)
    @pytest.mark.req("DEC-28")
    def test_results_and_board_writes_belong_into_one(self, team: Cli):
        async def story(bob: Agent) -> None:
            told = await bob("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
            assert told.is_error
            assert "[DEC-28]" in told.text
            assert "turn_start" in told.text
            await bob.ok("post", type="FREEFORM", to=["lead"], payload={"body": "Good morning"})
            await bob.ok("turn_start")
            await update(bob)

        act(team, "bob", story)

    @pytest.mark.req("BOARD-2", "TURN-2", refused=True)
    def test_ends_with_an_update_and_answers_what_blocks_first(self, team: Cli):
        asked = team.send(freeform("The port is 8080 from now on.", priority="blocking"), "--as", "lead")

        async def story(bob: Agent) -> None:
            assert asked in await bob.ok("turn_start")
            early = await bob("turn_end")
            assert (early.is_error, asked in early.text, "[TURN-2]" in early.text) == (True, True, True)
            assert "`renkei inbox` = inbox" in early.text
            await bob.ok("inbox", handled=[asked])
            silent = await bob("turn_end")
            assert (silent.is_error, "[BOARD-2]" in silent.text) == (True, True)
            await update(bob)
            await bob.ok("turn_end")

        act(team, "bob", story)

    @pytest.mark.req("MSG-5")
    def test_a_mention_reaches_the_agent_at_its_next_call_and_once(self, team: Cli):
        async def story(bob: Agent) -> None:
            await bob.ok("turn_start")
            team.send(freeform("@bob stop, the schema is wrong", to="#general"), "--as", "lead")
            assert "the schema is wrong" in (await bob.ok("inbox"))["interruption"]
            assert "interruption" not in await bob.ok("inbox")

        act(team, "bob", story)

    @pytest.mark.req("MSG-5")
    def test_whoever_floods_it_what_interrupts_it_stays_short_and_names_the_rest(self, team: Cli):
        async def story(bob: Agent) -> None:
            await bob.ok("turn_start")
            long = team.send(freeform("x" * 100_000, priority="blocking"), "--as", "lead")
            small = team.send(freeform("the schema is wrong", priority="blocking"), "--as", "lead")
            said = (await bob.ok("inbox"))["interruption"]
            assert ("the schema is wrong" in said, f"1 more do not fit here: {long}." in said) == (True, True)
            assert (small in said, len(said) < 9_000) == (True, True)
            assert "interruption" not in await bob.ok("inbox")

        act(team, "bob", story)

    def test_what_it_began_with_does_not_interrupt_it(self, team: Cli):
        team.send(freeform("@bob good morning", to="#general"), "--as", "lead")

        async def story(bob: Agent) -> None:
            assert "good morning" in await bob.ok("turn_start")
            assert "interruption" not in await bob.ok("inbox")

        act(team, "bob", story)

    @pytest.mark.req("BOARD-3", "BUD-4")
    def test_one_that_goes_on_begins_with_what_is_new_alone(self, team: Cli):
        old = team.send(freeform("The port is 8080. " * 40), "--as", "lead")

        async def story(bob: Agent) -> None:
            assert "The port is 8080. The port" in await bob.ok("turn_start")
            await update(bob)
            await bob.ok("turn_end")
            new = team.send(freeform("The host is example.org."), "--as", "lead")
            told = await bob.ok("turn_start", delta=True)
            assert (new in told, "example.org" in told, old in told) == (True, True, True)
            assert told.count("The port is 8080.") < 20, "what was told stands in one line"
            await update(bob)
            await bob.ok("turn_end")
            assert len(await bob.ok("turn_start")) > len(told), "without it, the whole"

        act(team, "bob", story)

    def test_where_the_board_is_all_there_is_it_begins_with_that(self, team: Cli):
        team.file(".renkei/config.toml", "layers = 2\n")

        async def story(bob: Agent) -> None:
            started = await bob.ok("turn_start")
            assert [each["id"] for each in started["project_state"]["agents"]] == ["lead", "alice", "bob"]
            await update(bob)
            await bob.ok("turn_end")

        act(team, "bob", story)


class TestErrors:
    def test_name_the_place_the_value_and_what_was_expected(self, team: Cli):
        async def story(bob: Agent) -> None:
            told = await bob("post", type="STATUS_UPDATE", to=["lead"], payload={**UPDATE, "new_status": "nearly"})
            assert told.is_error
            assert (
                "payload.new_status: expected 'working', 'blocked', 'completed' or 'error', not \"nearly\"" in told.text
            )
            told = await bob("post", type="FREEFORM", to=["zoe"], payload={"body": "Hello"})
            assert "nobody is called 'zoe'. The team: lead, alice, bob" in told.text
            told = await bob("read", name="MSG-1")
            assert ("id: this field is required" in told.text, "name: no such field" in told.text) == (True, True)
            told = await bob("guess")
            assert (told.is_error, "turn_start" in told.text) == (True, True)

        act(team, "bob", story)

    def test_are_in_the_language_of_the_project(self, team: Cli):
        async def story(bob: Agent) -> None:
            told = await bob("turn_end")
            assert (told.is_error, "[BOARD-2]" in told.text, told.text.isascii()) == (True, True, False)

        act(team, "bob", story, RENKEI_LANG="ja")

    def test_a_broken_store_is_told_and_the_server_goes_on(self, team: Cli):
        secret = credential(team, "bob")
        team.store.write_bytes(b"no store at all" * 1000)
        with Wire(team.folder, secret) as wire:
            wire.shake_hands("2025-11-25")
            assert wire.call("inbox")["isError"]
            assert wire.call("read", id="MSG-1")["isError"]
            found = wire.call("check", text="It stands in login.py:3.")["structuredContent"]
            assert found["references"][0]["state"] == "missing_file"
