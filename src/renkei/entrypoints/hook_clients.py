"""The clients whose hooks call us: their events, tools and answers in the words of one, Claude Code's. Pure tables.

Every client lets a tool run when it does not understand an answer, and each understands other keys: what is said to one
has only keys that it knows. A refusal is the one form that all of them honour: JSON with `decision: block`, and exit
code 0.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from renkei import lazy_re as re
from renkei.entrypoints.hook_input import Input, tool_input
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.hidden import escape_hidden, escape_tags
else:
    escape_hidden = lazy("renkei.hidden:escape_hidden")
    escape_tags = lazy("renkei.hidden:escape_tags")


class Client(NamedTuple):
    """How one client speaks."""

    name: str
    project_variable: str
    """Where it names its project's folder to a hook."""
    events: Mapping[str, str]
    """Its events in our words; any other event is as it is called."""
    unused: frozenset[str]
    """Events that mean something else there, and nothing here."""
    tools: Mapping[str, str]
    """Its tools in our words; any other tool is as it is called."""
    tool_endings: Mapping[str, str]
    """The same for tools whose names begin with something that differs by model."""
    inputs: Mapping[str, Mapping[str, str]]
    """Fields of a tool's input in our words, by our name of the tool."""
    context_at: frozenset[str]
    """Events of ours whose `additionalContext` its model reads; it may do harm at others."""
    shows_messages: bool
    """Whether a person sees what a hook says, as far as this can be known without asking the client."""
    yields_to: tuple[str, ...] = ()
    """Files of a project: where one of them calls us as well, this caller is answered nothing."""
    variable_files: tuple[str, ...] = ()
    """Files that it takes variables from, in its folder or one above it."""
    agent_prefix: str = ""
    """What it puts before the names of the agents that ship with us."""


_CONTEXT = frozenset({"SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SubagentStart"})

_CLIENTS: Mapping[str, Client] = {
    "claude": Client(
        name="claude",
        project_variable="CLAUDE_PROJECT_DIR",
        events={},
        unused=frozenset(),
        tools={"Task": "Agent"},
        tool_endings={},
        inputs={},
        context_at=_CONTEXT,
        shows_messages=False,
    ),
    "codex": Client(
        name="codex",
        project_variable="",
        events={"PostCompact": "PreCompact"},
        unused=frozenset({"PreModelRequest", "PostModelRequest", "Interrupt", "PermissionRequest"}),
        tools={"update_plan": "TodoWrite", "view_image": "Read", "exec_command": "Bash", "shell": "Bash"},
        tool_endings={
            "spawn_agent": "Agent",
            "wait_agent": "TaskOutput",
            "send_input": "SendMessage",
            "send_message": "SendMessage",
            "followup_task": "SendMessage",
            "resume_agent": "SendMessage",
            "list_agents": "ListAgents",
            "close_agent": "TaskStop",
            "interrupt_agent": "TaskStop",
        },
        inputs={
            "Agent": {"agent_type": "subagent_type", "message": "prompt", "task_name": "description"},
            "Read": {"path": "file_path"},
            "TaskStop": {"id": "task_id", "target": "task_id"},
        },
        context_at=_CONTEXT,
        shows_messages=False,
    ),
    "gemini": Client(
        name="gemini",
        project_variable="GEMINI_PROJECT_DIR",
        events={
            "BeforeTool": "PreToolUse",
            "AfterTool": "PostToolUse",
            "BeforeAgent": "UserPromptSubmit",
            "AfterAgent": "Stop",
        },
        # it announces a compression before every request, whether there is one or not
        unused=frozenset({"PreCompress", "BeforeModel", "AfterModel", "BeforeToolSelection", "Notification"}),
        tools={
            "read_file": "Read",
            "write_file": "Write",
            "replace": "Edit",
            "run_shell_command": "Bash",
            "grep_search": "Grep",
            "search_file_content": "Grep",
            "glob": "Glob",
            "list_directory": "LS",
            "invoke_agent": "Agent",
            "write_todos": "TodoWrite",
            "ask_user": "AskUserQuestion",
            "google_web_search": "WebSearch",
            "web_fetch": "WebFetch",
        },
        tool_endings={},
        inputs={
            "Read": {"start_line": "offset", "absolute_path": "file_path"},
            "Grep": {"dir_path": "path", "include_pattern": "glob", "include": "glob"},
            "Glob": {"dir_path": "path"},
            "LS": {"dir_path": "path"},
            "Agent": {"agent_name": "subagent_type"},
        },
        context_at=frozenset({"SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"}),
        shows_messages=True,
        variable_files=(".gemini/.env", ".env"),
    ),
}
"""Gemini has no hook where an agent starts or stops. That it stops is its call of `complete_task`."""

CLIENTS: Mapping[str, Client] = {
    **_CLIENTS,
    "claude-plugin": _CLIENTS["claude"]._replace(
        yields_to=(".claude/settings.local.json", ".claude/settings.json"), agent_prefix="renkei:"
    ),
}
"""By the name that `--client` is given. A plugin is called in every project: what a project calls itself goes first."""


def read_event(client: Client, given: Input) -> Input | None:
    """An event in our words; None for one that means nothing here. What has no form that we know stays as it is."""
    received = str(given.get("hook_event_name") or "")
    if received in client.unused:
        return None
    event = {**_with_own_agent(client, _with_own_tool(client, given)), "client": client.name}
    if received in client.events:
        event["hook_event_name"] = client.events[received]
    reader = _READERS.get(client.name)
    return reader(event) if reader and received else event


def _with_own_agent(client: Client, event: Input) -> Input:
    """An agent that ships with us under its own name, and that it does."""
    name = event.get("agent_type")
    if not (client.agent_prefix and isinstance(name, str) and name.startswith(client.agent_prefix)):
        return event
    return {**event, "agent_type": name.removeprefix(client.agent_prefix), "is_ours": True}


def _with_own_tool(client: Client, event: Input) -> Input:
    tool = _own_tool(client, str(event.get("tool_name") or ""))
    if tool is None:
        return event
    fields = client.inputs.get(tool, {})
    renamed = {fields.get(name, name): value for name, value in tool_input(event).items()}
    return {**event, "tool_name": tool, "tool_input": renamed}


def _own_tool(client: Client, called: str) -> str | None:
    if called in client.tools or called.startswith("mcp__"):
        return client.tools.get(called)
    return next((ours for end, ours in client.tool_endings.items() if called.endswith(end)), None)


# Codex


def _read_codex(event: Input) -> Input | None:
    name = event["hook_event_name"]
    if name == "UserPromptSubmit" and event.get("agent_id"):
        return None  # what a child was told by its lead is no person's word
    if name == "PostToolUse":
        return _codex_response(event)
    return event


def _codex_response(event: Input) -> Input:
    """It gives a tool's output as text, and no exit code."""
    said, tool = event.get("tool_response"), event.get("tool_name")
    if tool == "TaskOutput":
        return {**event, "tool_name": "Agent", "tool_response": {"status": "completed"}}
    if tool == "Agent":
        started = {"status": "async_launched", "agentId": _agent_in(said)}
        return {**event, "tool_response": started}
    if tool == "Bash":
        return {**event, "tool_response": {"stdout": _text_of(said), "exit_code": None}}
    return event


def _agent_in(said: Any) -> str:
    """Whom it started, where its answer says so."""
    try:
        found: Any = json.loads(said) if isinstance(said, str) else said
    except (ValueError, RecursionError):
        return ""
    return str(cast(Input, found).get("agent_id") or "") if isinstance(found, dict) else ""


# Gemini


def _read_gemini(event: Input) -> Input | None:
    event = _name_mcp_tool(event)
    match event["hook_event_name"], event.get("tool_name"):
        case "PreToolUse", "complete_task":
            given = tool_input(event).get("result")
            return {
                **event,
                "hook_event_name": "SubagentStop",
                "tool_name": "",
                "tool_input": {},
                "last_assistant_message": _result_text(given),
            }
        case "PostToolUse", "complete_task":
            return None
        case "PostToolUse", tool:
            return _gemini_response(event, str(tool))
        case "Stop", _:
            return {**event, "last_assistant_message": _text_of(event.get("prompt_response"))}
        case _:
            return event


def _name_mcp_tool(event: Input) -> Input:
    found: Any = event.get("mcp_context")
    named = cast(Input, found) if isinstance(found, dict) else {}
    if not (named.get("server_name") and named.get("tool_name")):
        return event
    return {**event, "tool_name": f"mcp__{named['server_name']}__{named['tool_name']}"}


def _result_text(found: Any) -> str:
    """An agent's result: text, or an object whose `response` is it."""
    if isinstance(found, dict):
        return _text_of(cast(Input, found).get("response")) or json.dumps(found, ensure_ascii=False)
    return _text_of(found)


_EXIT = re.compile(r"^Exit Code: (\d{1,3})$", re.MULTILINE)
_SHOWN = re.compile(r"^Status: Showing lines (\d+)-(\d+) of (\d+) total lines", re.MULTILINE)


def _gemini_response(event: Input, tool: str) -> Input:
    found: Any = event.get("tool_response")
    said = _text_of(cast(Input, found).get("llmContent")) if isinstance(found, dict) else ""
    if tool == "Agent":
        return {**event, "tool_response": {"status": "completed"}}
    if tool == "Bash":
        codes = _EXIT.findall(said)  # the client's own line is the last: a command may print the same before it
        return {**event, "tool_response": {"stdout": said, "exit_code": int(codes[-1]) if codes else None}}
    if tool == "Read":
        return {**event, "tool_response": {"file": _gemini_lines(said, tool_input(event))}}
    return event


def _gemini_lines(said: str, given: Input) -> Input:
    """The lines that came back, as far as the answer shows them."""
    if shown := _SHOWN.search(said[:1000]):
        first, last, total = (int(number[:12]) for number in shown.groups())
        return {"startLine": first, "numLines": last - first + 1, "totalLines": total}
    return {"startLine": given.get("offset") or 1, "numLines": len(said.splitlines())}


def _text_of(found: Any) -> str:
    """Text, or the texts of its parts."""
    if isinstance(found, str):
        return found
    parts = cast("list[Any]", found) if isinstance(found, list) else []
    return "\n".join(_text_of(cast(Input, each).get("text")) for each in parts if isinstance(each, dict))


_READERS: Mapping[str, Callable[[Input], Input | None]] = {"codex": _read_codex, "gemini": _read_gemini}


def write_answer(client: Client, received: str, event: str, answer: Input) -> Input:
    """An answer with no key that the client stumbles over, and nothing hidden in what it says; `received` is the event
    in its words, `event` in ours."""
    if answer.get("decision") == "block" and answer.get("reason"):
        return {name: _shown(answer[name]) for name in ("decision", "reason", "systemMessage") if answer.get(name)}
    said: Input = {"systemMessage": _shown(answer["systemMessage"])} if answer.get("systemMessage") else {}
    told: Input = answer.get("hookSpecificOutput") or {}
    context = told.get("additionalContext")
    if context and event in client.context_at:
        said["hookSpecificOutput"] = {"hookEventName": received, "additionalContext": _shown(context)}
    return said


def _shown(text: str) -> str:
    """What agents wrote stands in it, and goes to a screen and to a model: all that is hidden is written out, and
    nothing ends what the client puts around it."""
    is_plain = text.isascii() and text.replace("\n", "").isprintable() and "<" not in text
    return text if is_plain else escape_tags(escape_hidden(text))
