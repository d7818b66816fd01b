"""One program for three clients: each event in its own words, each answer with keys that the client knows."""

import json
from typing import Any, cast

import pytest

from tests.support.cli_messages import freeform
from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, SESSION, hook

KEYS = {"decision", "reason", "systemMessage", "hookSpecificOutput"}

GUARDED = {
    "claude": {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": ".renkei/off"}},
    "codex": {
        "hook_event_name": "PreToolUse",
        "tool_name": "apply_patch",
        "tool_input": {"command": "*** Begin Patch\n*** Add File: .renkei/off\n+x\n*** End Patch"},
        "turn_id": "t",
    },
    "gemini": {"hook_event_name": "BeforeTool", "tool_name": "write_file", "tool_input": {"file_path": ".renkei/off"}},
}


def send(client: Client, name: str, given: dict[str, Any], **env: str) -> Any:
    """The installed command, as the client calls it."""
    whole = {"session_id": SESSION, "cwd": str(client.folder), **given}
    ran = hook(whole, "--client", name, folder=client.folder, env=env)
    assert ran.err == ""
    return json.loads(ran.out) if ran.out else None


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("name", GUARDED)
def test_what_is_refused_has_the_form_that_every_client_honours(client: Client, name: str):
    answer = send(client, name, GUARDED[name])
    assert (answer["decision"], answer["reason"].endswith("[DEC-52]")) == ("block", True)
    assert set(answer) <= {"decision", "reason", "systemMessage"}


@pytest.mark.parametrize("name", GUARDED)
def test_what_passes_is_answered_with_nothing(client: Client, name: str):
    given = {"claude": "Read", "codex": "mcp__renkei__inbox", "gemini": "read_file"}[name]
    event = GUARDED[name]["hook_event_name"]
    assert send(client, name, {"hook_event_name": event, "tool_name": given, "tool_input": {"file_path": "a"}}) is None


def test_a_person_sees_what_gemini_does_not_show_of_a_refusal(client: Client):
    answer = send(client, "gemini", GUARDED["gemini"])
    assert answer["systemMessage"] == f"Renkei: {answer['reason']}"


@pytest.mark.parametrize("name", ["codex", "gemini"])
def test_a_result_is_checked_where_the_client_says_that_an_agent_ends(client: Client, name: str):
    stopped = {
        "codex": {"hook_event_name": "SubagentStop", "agent_id": "t-1", "agent_type": "code-explorer"},
        "gemini": {"hook_event_name": "BeforeTool", "tool_name": "complete_task"},
    }[name]

    def ends(text: str) -> Any:
        said = {"codex": {"last_assistant_message": text}, "gemini": {"tool_input": {"result": {"response": text}}}}
        return send(client, name, {**stopped, **said[name]}, RENKEI_AGENT="code-explorer")

    answer = ends(LIE)
    assert answer["decision"] == "block"
    assert "src/ghost.py:45" in answer["reason"]
    assert ends(HONEST) is None


def test_the_lead_of_codex_is_told_when_it_waits_for_an_agent_that_lied(client: Client):
    lied = {"hook_event_name": "SubagentStop", "agent_id": "t-1", "agent_type": "code-explorer"}
    answers = [send(client, "codex", {**lied, "last_assistant_message": LIE}) for _ in range(3)]
    assert [bool(each) for each in answers] == [True, True, False]
    waited: dict[str, Any] = {
        "hook_event_name": "PostToolUse",
        "tool_name": "collaborationwait_agent",
        "tool_input": {},
    }
    told = send(client, "codex", {**waited, "tool_response": "Wait completed."})
    assert told["hookSpecificOutput"]["hookEventName"] == "PostToolUse"
    assert "[UNVERIFIED] src/ghost.py:45" in told["hookSpecificOutput"]["additionalContext"]


def test_a_call_of_gemini_is_of_the_agent_that_the_main_thread_has_called(client: Client):
    writes = {"hook_event_name": "BeforeTool", "tool_name": "write_file", "tool_input": {"file_path": "src/new.py"}}
    calls = {"tool_name": "invoke_agent", "tool_input": {"agent_name": "system-architect", "prompt": "look"}}
    assert send(client, "gemini", {"hook_event_name": "BeforeTool", **calls}) is None
    assert "[ORCH-2]" in send(client, "gemini", writes)["reason"]
    lie = {"hook_event_name": "BeforeTool", "tool_name": "complete_task", "tool_input": {"result": LIE}}
    assert "src/ghost.py:45" in send(client, "gemini", lie)["reason"]
    send(client, "gemini", {"hook_event_name": "AfterTool", **calls, "tool_response": {"llmContent": "x"}})
    assert "[ORCH-2]" not in str(send(client, "gemini", writes))


@pytest.mark.req("MSG-5")
def test_codex_reads_what_waits_for_it_after_a_tool(client: Client):
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    client.renkei.ok("agent", "add", "bob", "--role", "developer")
    client.renkei.send(freeform("which port?", to="lead", priority="blocking"), "--as", "bob")
    given = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    told = send(client, "codex", {**given, "tool_response": "src"})["hookSpecificOutput"]
    assert told["hookEventName"] == "PostToolUse"
    assert "which port?" in told["additionalContext"]
    assert send(client, "codex", {**given, "tool_response": "src"}) is None, "once"


@pytest.mark.req("MSG-5")
def test_gemini_reads_what_waits_for_it_after_a_tool(client: Client):
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    client.renkei.ok("agent", "add", "bob", "--role", "developer")
    client.renkei.send(freeform("@lead stop here", to="#general"), "--as", "bob")
    response = {"llmContent": "x", "returnDisplay": "x"}
    given = {"hook_event_name": "AfterTool", "tool_name": "read_file", "tool_input": {"file_path": "src/app.py"}}
    told = send(client, "gemini", {**given, "tool_response": response})["hookSpecificOutput"]
    assert told["hookEventName"] == "AfterTool"
    assert "@lead stop here" in told["additionalContext"]


def test_receipts_of_gemini_have_lines_and_exit_codes(client: Client):
    read: dict[str, Any] = {"tool_name": "read_file", "tool_input": {"file_path": "src/app.py"}}
    ran: dict[str, Any] = {"tool_name": "run_shell_command", "tool_input": {"command": "false"}}
    texts = {"read_file": "def login(user):\n    return user.ok\n", "run_shell_command": "Exit Code: 0\nExit Code: 1\n"}
    for given in (read, ran):
        response = {"llmContent": texts[given["tool_name"]], "returnDisplay": ""}
        send(client, "gemini", {"hook_event_name": "AfterTool", **given, "tool_response": response})
    kept = client.receipts_of("")
    assert [(each.tool, each.path, each.first_line, each.last_line) for each in kept[:1]] == [
        ("Read", "src/app.py", 1, 2)
    ]
    assert (kept[1].command, kept[1].exit_code) == ("false", 1)


def test_a_receipt_of_codex_says_of_no_command_how_it_ended(client: Client):
    given = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "pytest"}}
    send(client, "codex", {**given, "tool_response": "2 passed"})
    (kept,) = client.receipts_of("")
    assert (kept.command, kept.exit_code, kept.counts) == ("pytest", None, "passed=2")


def test_a_patch_of_codex_leaves_a_receipt_for_each_file(client: Client):
    patch = "*** Begin Patch\n*** Update File: src/app.py\n@@\n-a\n+b\n*** Add File: src/new.py\n+x\n*** End Patch"
    given = {"hook_event_name": "PostToolUse", "tool_name": "apply_patch", "tool_input": {"command": patch}}
    send(client, "codex", {**given, "agent_id": "t", "agent_type": "backend-specialist", "tool_response": "Done"})
    assert [each.path for each in client.receipts_of("t")] == ["src/app.py", "src/new.py"]


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    ("command", "passes"), [("bash", False), ("python3 -i", False), ("bash run.sh", True), ("ls", True)]
)
def test_a_shell_that_is_left_open_is_refused_to_codex(client: Client, command: str, passes: bool):
    given = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}}
    answer = send(client, "codex", {**given, "agent_id": "t", "agent_type": "qa-engineer"})
    assert (answer is None) == passes


@pytest.mark.parametrize("event", ["PreCompress", "BeforeModel", "Notification"])
def test_events_that_mean_something_else_there_mean_nothing_here(client: Client, event: str):
    assert send(client, "gemini", {"hook_event_name": event}) is None


def test_what_codex_tells_a_child_is_no_word_of_the_person(client: Client):
    read = {"hook_event_name": "PreCompact", "trigger": "auto"}
    assert send(client, "codex", read) is None
    child = {"hook_event_name": "UserPromptSubmit", "prompt": "go", "agent_id": "t", "agent_type": "x"}
    assert send(client, "codex", child) is None
    assert (client.folder / ".renkei/guards" / SESSION / "compacted").exists()
    assert send(client, "codex", {"hook_event_name": "UserPromptSubmit", "prompt": "go on"}) is None
    assert not (client.folder / ".renkei/guards" / SESSION / "compacted").exists()


@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_a_client_that_begins_a_session_leaves_a_receipt(client: Client, name: str):
    send(client, name, {"hook_event_name": "SessionStart", "source": "startup"})
    found = json.loads((client.folder / f".renkei/clients/{name}.json").read_text("utf-8"))
    assert (found["client"], found["session"]) == (name, SESSION)
    assert [each["client"] for each in client.renkei.json("status")["hooks"]["heard"]] == [name]


def test_a_client_that_nobody_knows_is_bad_usage(client: Client):
    ran = client.renkei("hook", "--client", "vim", stdin=b"{}")
    assert ran.code == 2


@pytest.mark.parametrize("name", ["codex", "gemini"])
def test_whatever_a_client_sends_is_answered_with_keys_that_it_knows(client: Client, name: str):
    for event in (
        "PreToolUse",
        "BeforeTool",
        "PostToolUse",
        "AfterTool",
        "Stop",
        "AfterAgent",
        "SubagentStop",
        "x",
        "",
    ):
        for tool in ("complete_task", "invoke_agent", "wait_agent", "Bash", 7, None, "\ud800"):
            for given in cast("list[Any]", [{}, [], None, "x", {"result": [1]}, {"file_path": "\0", "command": ["a"]}]):
                whole = {"hook_event_name": event, "tool_name": tool, "tool_input": given, "tool_response": given}
                ran = client.renkei.ok("hook", f"--client={name}", stdin=json.dumps(whole).encode())
                answer: Any = json.loads(ran.out) if ran.out else {}
                assert set(answer) <= KEYS
                assert answer.get("decision") in (None, "block")
                assert "decision" not in answer or answer["reason"]


def bash(client: Client, name: str, command: str, **given: Any) -> str:
    """Why a client's agent may not run a command; empty where it may."""
    tool = {"codex": "Bash", "gemini": "run_shell_command"}[name]
    event = {"codex": "PreToolUse", "gemini": "BeforeTool"}[name]
    asked = {"hook_event_name": event, "tool_name": tool, "tool_input": {"command": command, **given}}
    answer = send(client, name, {**asked, "agent_id": "a", "agent_type": "backend-specialist"})
    return answer["reason"] if answer else ""


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "bash",
        "python3 -i",
        "bash -s",
        "sh /dev/stdin",
        ". /dev/stdin",
        "cat | sh",
        "tee log | bash -x",
        "sh <(cat)",
        'eval "$(cat)"',
        'read x; eval "$x"',
        "read x; $x",
        'while read x; do sh -c "$x"; done',
        "xargs -I{} sh -c {}",
    ],
)
def test_no_shell_of_codex_runs_what_is_typed_later(client: Client, command: str):
    assert "[ORCH-2]" in bash(client, "codex", command)


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize(
    "command",
    [
        "cat src/app.py | sh -n",
        "bash -c 'ls; pwd'",
        "sh tool.sh",
        "python3 - <<'EOF'\nprint(1)\nEOF",
        "while read x; do sh $x; done < list.txt",
        "ls | while read x; do sh $x; done",
        "ls | xargs -I{} sh -c 'wc {}'",
        "sort names.txt | uniq",
        "cat",
    ],
)
def test_a_command_of_codex_that_is_there_whole_is_run(client: Client, command: str):
    assert bash(client, "codex", command) == ""


@pytest.mark.req("LEAD-1", refused=True)
@pytest.mark.parametrize("command", ["less notes.md", "git log | less", "PAGER=less git log"])
def test_the_lead_opens_no_pager_of_codex_that_runs_what_is_typed(client: Client, command: str):
    asked = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}}
    answer = send(client, "codex", asked)
    assert answer["decision"] == "block"


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "vi src/app.py",
        "git diff | vim -",
        "GIT_PAGER='less -R' git -p log",
        "bash -x",
        "bash --rcfile x",
        "python3.12 -i tool.py",
        "python -m pdb tool.py",
        "python manage.py shell",
        "perl -de1",
        "sqlite3 some.db",
        "psql -U me some",
        "mysql -u root some",
        "script -q /dev/null",
        "sudo -s",
        "su",
        "docker run -it alpine sh",
        "kubectl exec -it pod -- bash",
        "rlwrap sh",
        "bun repl",
    ],
)
def test_nothing_of_codex_is_left_open_that_runs_what_is_typed(client: Client, command: str):
    assert "[ORCH-2]" in bash(client, "codex", command)
    assert bash(client, "gemini", command) == ""


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize(
    "command",
    [
        "vim --version",
        "bash -x tool.sh",
        "bash -euc 'ls; pwd'",
        "python3 tool.py -i",
        "python3 -m pytest -q",
        "python manage.py test",
        "perl -pe s/a/b/ notes.md",
        "sqlite3 some.db .tables",
        "echo 'select 1' | sqlite3 some.db",
        "psql some -f x.sql",
        "mysql -e 'select 1' some",
        "gdb -batch -ex run ./a.out",
        "su -c ls",
        "docker pull bash",
        "docker run alpine ls",
        "conda install bash",
        "command -v python3",
        "ssh -T git@example.org",
        "git log",
    ],
)
def test_a_console_of_codex_that_is_told_what_to_do_is_run(client: Client, command: str):
    assert bash(client, "codex", command) == ""


@pytest.mark.req("DEC-52", refused=True)
def test_a_shell_of_gemini_works_in_the_folder_that_its_call_names(client: Client):
    for field in ("dir_path", "directory"):
        assert "[DEC-52]" in bash(client, "gemini", "touch off", **{field: ".renkei"})
        assert "[DEC-52]" in bash(client, "gemini", "touch off", **{field: str(client.folder / ".renkei")})
        assert "[DEC-52]" in bash(client, "gemini", "touch off", **{field: [".renkei"]})
        assert bash(client, "gemini", "touch off", **{field: "src"}) == ""


class TestVariablesOfAFile:
    """Gemini CLI loads `.env` of a folder that is trusted, or of one above it, and hands all of it to its hooks."""

    @pytest.mark.req("DEC-52", refused=True)
    @pytest.mark.parametrize("file", [".env", "../.env", ".gemini/.env"])
    @pytest.mark.parametrize("line", ["RENKEI_HOOKS=off", "export RENKEI_HOOKS = 'off' # mine", "RENKEI_HOOKS: off"])
    def test_switch_no_hooks_off_and_the_person_is_told(self, client: Client, file: str, line: str):
        self.write(client, file, f"DEBUG=1\r\n{line}\n")
        assert send(client, "gemini", GUARDED["gemini"], RENKEI_HOOKS="off")["decision"] == "block"
        starts = {"hook_event_name": "SessionStart", "source": "startup"}
        told = send(client, "gemini", starts, RENKEI_HOOKS="off")["systemMessage"]
        assert "RENKEI_HOOKS of this client does not count" in told

    @pytest.mark.req("DEC-51", refused=True)
    def test_make_nobody_another_agent(self, client: Client):
        writes: dict[str, Any] = {
            "hook_event_name": "BeforeTool",
            "tool_name": "write_file",
            "tool_input": {"file_path": "src/new.py", "content": "x"},
        }
        assert send(client, "gemini", writes, RENKEI_AGENT="qa-engineer") is None
        self.write(client, ".env", "RENKEI_AGENT=qa-engineer\n")
        assert "[LEAD-1]" in send(client, "gemini", writes, RENKEI_AGENT="qa-engineer")["reason"]

    @pytest.mark.req("DEC-52", refused=True)
    def test_may_be_any_where_the_file_cannot_be_read(self, client: Client):
        (client.folder / ".env").mkdir()
        assert send(client, "gemini", GUARDED["gemini"], RENKEI_HOOKS="off")["decision"] == "block"

    @pytest.mark.req("DEC-52")
    def test_are_the_persons_where_no_file_names_them(self, client: Client):
        self.write(client, ".env", "HOOKS=off\n")
        assert send(client, "gemini", GUARDED["gemini"], RENKEI_HOOKS="off") is None

    @pytest.mark.req("DEC-52")
    @pytest.mark.parametrize("name", ["claude", "codex"])
    def test_are_the_persons_where_the_client_loads_no_such_file(self, client: Client, name: str):
        self.write(client, ".env", "RENKEI_HOOKS=off\n")
        assert send(client, name, GUARDED[name], RENKEI_HOOKS="off") is None

    def write(self, client: Client, file: str, text: str) -> None:
        path = client.folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
