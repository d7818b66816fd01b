"""`renkei init --mcp` and `--guide`: our server and our text among what is there, once, and out again."""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.support.cli_run import COMMAND, Cli, files_in

SERVERS = {"claude": ".mcp.json", "codex": ".codex/config.toml", "gemini": ".gemini/settings.json"}
GUIDES = {"claude": ".claude/skills/renkei-team/SKILL.md", "codex": "AGENTS.md", "gemini": "GEMINI.md"}
FOUND = {
    ".mcp.json": '{"mcpServers": {"other": {"command": "x"}}}',
    ".codex/config.toml": 'model = "x"\n\n[mcp_servers.other]\ncommand = "x"',
    ".gemini/settings.json": '{\n    // mine\n    "mcpServers": {"other": {"command": "x"}}\n}\n',
    "AGENTS.md": "# Ours\n\nBe kind.\n",
    "GEMINI.md": "Be kind.",
}


@pytest.fixture(params=sorted(SERVERS))
def client(request: pytest.FixtureRequest) -> str:
    return request.param


def place(renkei: Cli, name: str, text: str) -> Path:
    path = renkei.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def command(renkei: Cli, client: str) -> str | None:
    """What the client is to start as the server `renkei`."""
    text = (renkei.folder / SERVERS[client]).read_text("utf-8")
    if client == "codex":
        return tomllib.loads(text)["mcp_servers"].get("renkei", {}).get("command")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    return json.loads("\n".join(lines))["mcpServers"].get("renkei", {}).get("command")


def test_without_the_words_neither_is_written(renkei: Cli, client: str):
    renkei.ok("init", f"--{client}")
    written = files_in(renkei.folder)
    own = {SERVERS["claude"], SERVERS["codex"], *GUIDES.values()}
    assert not own & set(written)


def test_the_server_is_this_very_program_and_a_shared_one_is_called_by_name(renkei: Cli, client: str):
    renkei.ok("init", f"--{client}", "--mcp")
    assert command(renkei, client) == str(COMMAND)
    renkei.ok("init", f"--{client}", "--mcp", "--shared")
    assert command(renkei, client) == "renkei"


def test_a_second_time_changes_nothing(renkei: Cli, client: str):
    for name, text in FOUND.items():
        place(renkei, name, text)
    renkei.ok("init", f"--{client}", "--mcp", "--guide")
    written = [path for path in renkei.folder.rglob("*") if path.is_file() and path.suffix != ".db"]
    before = {path: path.read_bytes() for path in written}
    assert renkei.json("init", f"--{client}", "--mcp", "--guide")["changed"] == []
    assert {path: path.read_bytes() for path in written} == before


def test_what_others_wrote_stays_and_uninstall_restores_every_byte(renkei: Cli, client: str):
    paths = {place(renkei, name, text): text for name, text in FOUND.items()}
    renkei.ok("init", f"--{client}", "--mcp", "--guide")
    assert command(renkei, client) == str(COMMAND)
    assert "other" in (renkei.folder / SERVERS[client]).read_text("utf-8")
    assert "turn_start" in (renkei.folder / GUIDES[client]).read_text("utf-8")
    renkei.ok("uninstall")
    assert {path: path.read_text("utf-8") for path in paths} == paths
    assert not (renkei.folder / ".claude").exists()


def test_a_server_of_that_name_that_is_somebodys_own_stays(renkei: Cli):
    own = place(renkei, ".mcp.json", '{"mcpServers": {"renkei": {"command": "docker", "args": ["run", "renkei"]}}}')
    toml = place(renkei, ".codex/config.toml", '[mcp_servers.renkei]\nurl = "http://127.0.0.1:1/mcp"\n')
    before = own.read_bytes(), toml.read_bytes()
    renkei.ok("init", "--claude", "--codex", "--mcp")
    assert (own.read_bytes(), toml.read_bytes()) == before
    renkei.ok("uninstall")
    assert (own.read_bytes(), toml.read_bytes()) == before


def test_a_file_that_was_edited_since_loses_our_part_alone(renkei: Cli, client: str):
    renkei.ok("init", f"--{client}", "--mcp", "--guide")
    server, guide = renkei.folder / SERVERS[client], renkei.folder / GUIDES[client]
    if client == "codex":
        server.write_text(f'{server.read_text("utf-8")}\n[mcp_servers.later]\ncommand = "y"\n', "utf-8")
    else:
        document = json.loads(server.read_text("utf-8"))
        document["mcpServers"]["later"] = {"command": "y"}
        server.write_text(json.dumps(document), "utf-8")
    guide.write_text(f"{guide.read_text('utf-8')}\nAdded later.\n", "utf-8")
    renkei.ok("uninstall")
    assert command(renkei, client) is None
    assert "later" in server.read_text("utf-8")
    is_mine = "turn_start" in guide.read_text("utf-8")
    assert (is_mine, "Added later." in guide.read_text("utf-8")) == (client == "claude", True)


def test_without_its_record_our_part_is_found_all_the_same(renkei: Cli, client: str):
    for name, text in FOUND.items():
        place(renkei, name, text)
    renkei.ok("init", f"--{client}", "--mcp", "--guide")
    shutil.rmtree(renkei.folder / ".renkei")
    renkei.ok("uninstall")
    assert command(renkei, client) is None
    if client != "claude":
        assert "turn_start" not in (renkei.folder / GUIDES[client]).read_text("utf-8")


def test_a_file_that_cannot_be_read_is_left_and_named(renkei: Cli):
    broken = place(renkei, ".codex/config.toml", "model = \n")
    ran = renkei("init", "--codex", "--mcp")
    assert (ran.code, "config.toml: no TOML" in ran.err) == (2, True)
    assert broken.read_text("utf-8") == "model = \n"
    assert not (renkei.folder / ".codex/hooks.json").exists()


@pytest.mark.parametrize(
    "text", ['mcp_servers = { other = { command = "z" } }\n', '[[mcp_servers]]\ncommand = "z"\n', "mcp_servers = 5\n"]
)
def test_servers_to_which_none_can_be_added_are_left_and_named(renkei: Cli, text: str):
    found = place(renkei, ".codex/config.toml", f'model = "x"\n{text}')
    before = found.read_bytes()
    ran = renkei("init", "--codex", "--mcp")
    assert (ran.code, "config.toml, line 2: `mcp_servers`" in ran.err, "[mcp_servers.NAME]" in ran.err) == (
        2,
        True,
        True,
    )
    assert found.read_bytes() == before
    assert not (renkei.folder / ".codex/hooks.json").exists()


def test_a_server_in_one_value_below_its_own_name_is_no_hindrance(renkei: Cli):
    place(renkei, ".codex/config.toml", '[mcp_servers]\nother = { command = "z" }\n')
    renkei.ok("init", "--codex", "--mcp")
    assert command(renkei, "codex") == str(COMMAND)


def test_without_the_extra_nothing_is_written(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    ran = renkei("init", "--claude", "--mcp")
    assert (ran.code, "[mcp]" in ran.err) == (5, True)
    assert [each.name for each in renkei.folder.iterdir()] == [".git"]


def test_a_mark_without_its_end_is_not_taken_for_the_guide(renkei: Cli):
    path = renkei.folder / "AGENTS.md"
    path.write_text("Ours.\n<!-- renkei:team -->\nMine.\n", "utf-8")
    renkei.ok("init", "--codex", "--guide")
    assert "turn_start" in path.read_text("utf-8")
    assert renkei.json("init", "--codex", "--guide")["changed"] == []
    path.write_text(f"{path.read_text('utf-8')}\nAdded later.\n", "utf-8")
    renkei.ok("uninstall")
    left = path.read_text("utf-8")
    assert ("turn_start" in left, left.split("\n")[:3]) == (False, ["Ours.", "<!-- renkei:team -->", "Mine."])
    assert left.endswith("Added later.\n")


def test_the_guide_is_in_the_language_of_the_project(renkei: Cli):
    renkei.ok("init", "--claude", "--guide", "--lang", "ja")
    assert "働き方" in (renkei.folder / GUIDES["claude"]).read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_any_reader_of_skills_learns_when_to_use_the_guide(renkei: Cli, lang: str):
    renkei.ok("init", "--claude", "--guide", "--lang", lang)
    _, about, text = (renkei.folder / GUIDES["claude"]).read_text("utf-8").split("---\n", 2)
    front = yaml.safe_load(about)
    assert front.keys() == {"name", "description"}
    assert (front["name"], "renkei" in front["description"], "turn_start" in text) == ("renkei-team", True, True)


def test_doctor_asks_the_server_for_its_tools(renkei: Cli):
    renkei.ok("init", "--claude", "--mcp")
    told = renkei("doctor").out
    assert ".mcp.json: 11 tools" in told, told
    broken = json.loads((renkei.folder / ".mcp.json").read_text("utf-8"))
    broken["mcpServers"]["renkei"]["command"] = "/nowhere/renkei"
    place(renkei, ".mcp.json", json.dumps(broken))
    ran = renkei("doctor")
    assert "/nowhere/renkei lists no tools" in ran.out
    assert "renkei init --claude --mcp" in ran.out
