"""A hook is the client's to call: what an agent's process sends it counts for nothing, and it is told (DEC-52)."""

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from renkei.agent_trees import LIVE
from renkei.eventlog.receipts import receipts_of_agent
from tests.support.cli_run import COMMAND, Cli, Ran
from tests.support.fake_client import FakeClient, fake_client
from tests.support.hook_project import AGENT, clean_env, event, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what calls whom is known on Linux")

HOOK = f"[ -x '{COMMAND}' ] || exit 0; '{COMMAND}' hook || exit 2"
"""As `renkei init` writes it."""
OURS = "s-1"


@pytest.fixture
def project(renkei: Cli) -> Path:
    renkei.ok("init", "--claude", "--mode", "enforce")
    return renkei.folder


@pytest.fixture
def client(project: Path) -> Generator[FakeClient]:
    """A client whose session has begun."""
    with fake_client(project, clean_env()) as client:
        assert sent(client, starts(project)).code == 0
        yield client


def sent(client: FakeClient, given: dict[str, Any], command: str = HOOK) -> Ran:
    """What the client itself calls."""
    return client.run(["/bin/sh", "-c", command], stdin=json.dumps(given))


def starts(project: Path, session: str = OURS) -> dict[str, Any]:
    return main(project, "SessionStart", session_id=session, source="startup")


def main(project: Path, name: str, **fields: Any) -> dict[str, Any]:
    return event(name, project, **{"agent_id": "", "agent_type": "", "session_id": OURS, **fields})


def prompts(project: Path, session: str = OURS) -> dict[str, Any]:
    return main(project, "UserPromptSubmit", prompt="fix it directly", session_id=session)


def reads(project: Path, number: int) -> dict[str, Any]:
    return main(project, "PreToolUse", tool_name="Read", tool_input={"file_path": f"src/f{number}.py"})


def forging(given: dict[str, Any], folder: Path, *, exec_: str = "") -> str:
    """A script of an agent's that calls the hook; policy does not see into it."""
    (folder / "forged.json").write_text(json.dumps(given), "utf-8")
    (folder / "x.sh").write_text(f"{{ {exec_ or HOOK}; }} < forged.json\n", "utf-8")
    return "sh x.sh"


def is_forged(ran: Ran) -> bool:
    return "this call came from a process below it" in ran.out


def lookups_are_over(client: FakeClient, project: Path) -> None:
    for number in range(4):
        (project / f"src/f{number}.py").write_text("x = 1\n", "utf-8")
    assert ["LEAD-2" in sent(client, reads(project, number)).out for number in range(4)] == [False] * 3 + [True]


@pytest.mark.req("DEC-52")
def test_what_the_client_calls_counts(client: FakeClient, project: Path):
    lookups_are_over(client, project)
    assert not is_forged(sent(client, prompts(project)))
    assert sent(client, reads(project, 3)).out == ""


SHELLS = {
    "script": "{script}",
    "shell": "sh -c 'sh -c \"{script}\"'",
    "session": "setsid -w {script}",
    "no environment": "env -i PATH=/usr/bin:/bin XDG_STATE_HOME=/nowhere HOME=/nowhere {script}",
    "form of a hook": "sh -c ': hook; {script}'",
    "own input": f"{{{{ {HOOK}; }}}} < forged.json",
    "pipe": f"cat forged.json | {COMMAND} hook",
}


@pytest.mark.req("DEC-52", "LEAD-2", refused=True)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_prompt_that_an_agent_sends_begins_no_phase(client: FakeClient, project: Path, shell: str):
    lookups_are_over(client, project)
    script = forging(prompts(project), project)
    ran = client.run(["/bin/sh", "-c", SHELLS[shell].format(script=script)])
    assert is_forged(ran)
    assert "LEAD-2" in sent(client, reads(project, 3)).out


@pytest.mark.req("DEC-52", refused=True)
def test_a_receipt_that_an_agent_sends_is_none_and_the_person_is_told(client: FakeClient, project: Path):
    response = {"stdout": "500 passed in 1.0s", "stderr": ""}
    tests = {"tool_name": "Bash", "tool_input": {"command": "pytest -q"}, "tool_response": response}
    script = forging(event("PostToolUse", project, session_id=OURS, **tests), project)
    assert is_forged(client.run(["/bin/sh", "-c", script]))
    assert receipts_of_agent(project / ".renkei/renkei.db", OURS, AGENT) == []
    told = json.loads(sent(client, main(project, "UserPromptSubmit", prompt="go on")).out)["systemMessage"]
    assert "a process that is no client called the hooks" in told
    assert "renkei hook PostToolUse" in told
    assert "DEC-52" in run("status", folder=project).out


@pytest.mark.req("DEC-52", refused=True)
def test_below_a_client_nobody_begins_its_session_anew(client: FakeClient, project: Path):
    before = notes(project)
    script = forging(starts(project), project)
    assert is_forged(client.run(["/bin/sh", "-c", script]))
    assert notes(project) == before
    assert not is_forged(sent(client, starts(project, "third")))


def notes(project: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in (project / LIVE).iterdir()}


@pytest.mark.req("DEC-52", refused=True)
def test_from_nowhere_nobody_speaks_for_a_session_whose_client_is_at_work(client: FakeClient, project: Path):
    lookups_are_over(client, project)
    with fake_client(project, clean_env()) as other:
        assert is_forged(sent(other, prompts(project)))
        assert not is_forged(sent(other, prompts(project, "another")))
    assert "LEAD-2" in sent(client, reads(project, 3)).out


@pytest.mark.req("DEC-52")
def test_one_session_in_two_terminals_counts_for_each_by_itself(client: FakeClient, project: Path):
    lookups_are_over(client, project)
    with fake_client(project, clean_env()) as other:
        assert not is_forged(sent(other, starts(project)))
        lookups_are_over(other, project)
        assert not is_forged(sent(other, prompts(project)))
        assert sent(other, reads(project, 3)).out == ""
    assert "LEAD-2" in sent(client, reads(project, 3)).out


_BELOW = """
import json, subprocess, sys
for each in json.loads(sys.argv[1]):
    done = subprocess.run(each["words"], input=each["stdin"], capture_output=True, text=True)
    print(json.dumps(done.stdout + done.stderr))
"""


def below(client: FakeClient, *calls: dict[str, Any] | list[str]) -> list[str]:
    """A client that an agent's shell started: what its hooks answer, and what its shells print."""
    said = [
        {"words": each, "stdin": ""} if isinstance(each, list) else
        {"words": ["/bin/sh", "-c", HOOK], "stdin": json.dumps(each)} for each in calls
    ]  # fmt: skip
    ran = client.run([sys.executable, "-c", _BELOW, json.dumps(said)])
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.req("DEC-51", "DEC-52")
def test_a_client_below_a_client_works_under_guards_of_its_own(client: FakeClient, project: Path):
    lookups_are_over(client, project)
    inner = {"session_id": "inner"}
    write = {"tool_name": "Write", "tool_input": {"file_path": "src/new.py", "content": "x = 1\n"}}
    off = {"tool_name": "Write", "tool_input": {"file_path": ".renkei/off", "content": ""}}
    answers = below(
        client,
        starts(project, "inner"),
        prompts(project, "inner"),
        main(project, "PreToolUse", **inner, **write),
        main(project, "PreToolUse", **inner, **off),
    )
    assert not any("below it" in each for each in answers)
    assert answers[2] == ""  # an agent's: it leads nobody, and may write
    assert "DEC-52" in answers[3]
    assert "LEAD-2" in sent(client, reads(project, 3)).out  # the prompt was not the person's


@pytest.mark.req("DEC-51", "DEC-52", refused=True)
def test_a_client_below_a_client_has_nobodys_identity_and_leaves_no_receipt(client: FakeClient, project: Path):
    run("agent", "add", "bob", "--role", "qa-engineer", folder=project)
    words = ["chat", "general", "hello"]
    asked = {"tool_name": "Bash", "tool_input": {"command": f"renkei {' '.join(words)}"}, "session_id": "inner"}
    who = {"agent_id": "b-1", "agent_type": "bob"}
    tests = {"tool_name": "Bash", "tool_input": {"command": "pytest -q"}, "session_id": "inner"}
    answers = below(
        client,
        starts(project, "inner"),
        main(project, "PreToolUse", **{**asked, **who}),
        [str(COMMAND), "--project", str(project), *words],
        main(project, "PostToolUse", **tests, tool_response={"stdout": "500 passed in 1.0s"}, agent_id=AGENT),
    )
    assert answers[1] == ""
    assert "[DEC-51]" in answers[2]
    assert receipts_of_agent(project / ".renkei/renkei.db", "inner", AGENT) == []


@pytest.mark.req("DEC-52", refused=True)
def test_a_client_below_a_client_speaks_for_no_other_session(client: FakeClient, project: Path):
    lookups_are_over(client, project)
    answers = below(client, starts(project, "inner"), prompts(project), starts(project), prompts(project))
    assert "below it" in answers[1]
    assert "LEAD-2" in sent(client, reads(project, 3)).out


@pytest.mark.req("DEC-52")
def test_a_session_is_resumed_by_another_client_when_the_first_has_ended(project: Path):
    with fake_client(project, clean_env()) as first:
        sent(first, starts(project))
    with fake_client(project, clean_env()) as second:
        assert not is_forged(sent(second, starts(project)))
        assert not is_forged(sent(second, prompts(project)))


_NESTED = """
import os, pathlib, subprocess, sys
from renkei.agent_trees import note_attempt
if sys.argv[3] == "attempt":
    note_attempt(pathlib.Path(sys.argv[1]), os.getpid(), "digest")
calls = "import subprocess, sys; sys.exit(subprocess.run(['/bin/sh', '-c', sys.argv[1]]).returncode)"
sys.exit(subprocess.run([sys.executable, "-c", calls, sys.argv[2]]).returncode)
"""


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("kind", ["attempt", "command"])
def test_below_a_client_the_agents_of_a_run_have_hooks_of_their_own(client: FakeClient, project: Path, kind: str):
    words = [sys.executable, "-c", _NESTED, project, HOOK, kind]
    ran = client.run(words, stdin=json.dumps(starts(project, "inner")))
    assert (ran.code, is_forged(ran)) == (0, False)
    assert any(b'"nested": true' in each for each in notes(project).values()) == (kind == "command")


@pytest.mark.req("DEC-52", refused=True)
def test_of_a_client_that_sends_by_a_socket_nothing_else_counts(project: Path, tmp_path: Path):
    """Claude Code and Gemini CLI do; its tool's first shell may take the place and the form of a hook's."""
    code = """
import json, socket, subprocess, sys
for line in sys.stdin:
    given = json.loads(line)
    ours, theirs = socket.socketpair()
    ours.sendall(given["input"].encode()); ours.shutdown(socket.SHUT_WR)
    stdin = theirs if given["by_socket"] else subprocess.DEVNULL
    done = subprocess.run(given["words"], stdin=stdin, capture_output=True, text=True)
    print(json.dumps(done.stdout), flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=project, env=clean_env(), stdin=-1, stdout=-1, text=True
    ) as process:

        def call(words: list[str], data: dict[str, Any], *, by_socket: bool = True) -> str:
            assert process.stdin
            assert process.stdout
            given = {"words": words, "input": json.dumps(data), "by_socket": by_socket}
            print(json.dumps(given), file=process.stdin, flush=True)
            return str(json.loads(process.stdout.readline()))

        assert "below it" not in call(["/bin/sh", "-c", HOOK], starts(project))
        assert "below it" not in call(["/bin/sh", "-c", HOOK], prompts(project))
        (tmp_path / "forged.json").write_text(json.dumps(prompts(project)), "utf-8")
        forge = "import os, sys; os.dup2(os.open(sys.argv[1], os.O_RDONLY), 0); os.execv('/bin/sh', sys.argv[2:])"
        words = [sys.executable, "-c", forge, str(tmp_path / "forged.json"), "/bin/sh", "-c", HOOK]
        assert "below it" in call(words, {}, by_socket=False)
        assert process.stdin
        process.stdin.close()


def test_person_may_try_a_hook_by_hand(project: Path):
    assert not is_forged(run("hook", folder=project, stdin=json.dumps(prompts(project)).encode()))
