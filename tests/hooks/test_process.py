"""The hook as the installed command: light before and after a tool, and safe when many run at once."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from renkei.eventlog.receipts import receipts_of_agent
from tests.support.cli_run import Ran
from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST, LIE, SESSION, clean_env, event, hook, read, stop

LINES = {"content": "x", "numLines": 1, "startLine": 1, "totalLines": 1}

SHOWS_MODULES = """\
import sys
before = set(sys.modules)
from renkei.entrypoints.cli import main
code = main(["hook"])
names = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(names - sys.stdlib_module_names), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_standard_library_is_all_that_is_loaded_before_and_after_a_tool(client: Client, name: str):
    given = {**read(client.folder, client.folder / "src/app.py", **LINES), "hook_event_name": name}
    done = subprocess.run(
        [sys.executable, "-c", SHOWS_MODULES],
        input=json.dumps(given).encode(),
        capture_output=True,
        cwd=client.folder,
        env=clean_env(),
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == "['renkei']\n"
    assert len(client.receipts()) == (name == "PostToolUse")


@pytest.mark.parametrize("text", ["Done.", "I have looked at it, and all is well!"])
def test_standard_library_is_all_that_is_loaded_when_the_lead_stops_and_nobody_else_was_at_work(
    client: Client, text: str
):
    for given in (
        event("Stop", client.folder, agent_id="", last_assistant_message=text),
        event("UserPromptSubmit", client.folder, agent_id="", prompt="look at src/app.py:1"),
        event("SessionStart", client.folder, agent_id="", source="startup"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", SHOWS_MODULES],
            input=json.dumps(given).encode(),
            capture_output=True,
            cwd=client.folder,
            env=clean_env(),
        )
        assert (done.returncode, done.stdout) == (0, b"")
        assert done.stderr.decode() == "['renkei']\n"


def test_modules_of_ours_that_are_loaded_after_a_tool_are_few(client: Client):
    shows = SHOWS_MODULES.replace('.partition(".")[0]', "").replace("- sys.stdlib_module_names", "")
    given = read(client.folder, client.folder / "src/app.py", **LINES)
    done = subprocess.run(
        [sys.executable, "-c", shows],
        input=json.dumps(given).encode(),
        capture_output=True,
        cwd=client.folder,
        env=clean_env(),
    )
    ours = {name for name in json.loads(done.stderr.decode().replace("'", '"')) if name.startswith("renkei")}
    assert ours == {
        *("renkei", "renkei._version", "renkei.sentence", "renkei.files", "renkei.kit", "renkei.kit.words"),
        *("renkei.entrypoints", "renkei.entrypoints.cli", "renkei.entrypoints.hooks", "renkei.entrypoints.hook_input"),
        *("renkei.binding", "renkei.binding.effective", "renkei.binding.record", "renkei.binding.seals"),
        *("renkei.app", "renkei.app.tool_calls", "renkei.lazy", "renkei.setup", "renkei.setup.hook_settings"),
        *("renkei.eventlog", "renkei.eventlog.receipts", "renkei.eventlog.spool"),
        *("renkei.lazy_re", "renkei.processes", "renkei.processes.posix", "renkei.processes.watchdog"),
        *(
            "renkei.entrypoints.hook_process",
            "renkei.agent_trees",
            "renkei.processes.ancestry",
        ),
        "renkei.hook_callers",
        *("renkei.entrypoints.hook_clients", "renkei.entrypoints.guards", "renkei.app.guard_state"),
        *("renkei.entrypoints.hook_projects", "renkei.entrypoints.hook_receipts", "renkei.app.made_calls"),
        "renkei.tool_results",
    }


def test_plugins_of_pydantic_that_others_installed_are_not_loaded_at_a_stop(client: Client, tmp_path: Path):
    place, mark = tmp_path / "installed", tmp_path / "loaded"
    about = place / "meddler-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: meddler\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[pydantic]\nmeddler = meddler:plugin\n", "utf-8")
    (place / "meddler.py").write_text(f"open({str(mark)!r}, 'w').close()\nplugin = None\n", "utf-8")
    env = {"PYTHONPATH": str(place), "PYDANTIC_DISABLE_PLUGINS": ""}
    ran = hook(stop(client.folder, LIE), folder=client.folder, env=env)
    assert (ran.document["decision"], mark.exists()) == ("block", False)
    builds = "import pydantic; pydantic.create_model('M', x=(int, 1))(x=2)"
    subprocess.run([sys.executable, "-c", builds], env={**clean_env(), **env}, capture_output=True)
    assert mark.exists()


def test_installed_command_refuses_keeps_and_passes(client: Client):
    refused = hook(stop(client.folder, LIE), folder=client.folder).document
    assert refused["decision"] == "block"
    for given in (stop(client.folder, HONEST), read(client.folder, client.folder / "src/app.py", **LINES)):
        ran = hook(given, folder=client.folder)
        assert (ran.out, ran.err) == ("", "")
    assert [outcome for _, outcome, _ in client.checks()] == ["refused", "accepted"]
    assert len(client.receipts()) == 1


def test_it_works_from_any_folder(client: Client, tmp_path: Path):
    assert hook(stop(client.folder, LIE), folder=tmp_path).document["decision"] == "block"


def test_command_with_flags_is_the_same_hook(client: Client):
    data = json.dumps(stop(client.folder, LIE)).encode()
    assert client.renkei.ok("--lang", "ja", "hook", stdin=data).document["decision"] == "block"


def test_eight_hooks_at_once_lose_nothing(client: Client):
    def send(number: int) -> Ran:
        given = read(client.folder, client.folder / f"src/{number}.py", **LINES)
        if number % 2:
            given = stop(client.folder, LIE, agent_id=f"agent-{number}")
        return hook(given, folder=client.folder)

    with ThreadPoolExecutor(8) as pool:
        ran = list(pool.map(send, range(8)))
    assert [each.err for each in ran] == [""] * 8
    assert ["block" in each.out for each in ran] == [False, True] * 4
    assert len(client.checks()) == 4
    kept = receipts_of_agent(client.folder / ".renkei/renkei.db", SESSION, AGENT)
    assert sorted(str(each.path) for each in kept) == ["src/0.py", "src/2.py", "src/4.py", "src/6.py"]
    assert client.renkei.ok("verify-store").code == 0


def test_client_that_does_not_wait_for_the_answer_is_no_error(client: Client):
    given = json.dumps(event("SubagentStop", client.folder, last_assistant_message=LIE)).encode()
    path = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["sh", "-c", "renkei hook | true"],
        input=given,
        capture_output=True,
        cwd=client.folder,
        env={**clean_env(), "PATH": f"{path}:/usr/bin:/bin"},
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert b"the answer cannot be written" in done.stderr
