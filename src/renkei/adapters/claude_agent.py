"""Claude Code at work: prompts and answers go in as lines of JSON, what it does comes out, on the same two pipes.

It asks before every tool (`hook_callback`), and where its own rules do not let it, whether it may (`can_use_tool`). It
stays when it has reported, until it is asked to end. Why so, and not by hooks in files: docs/why/clients.md.
"""

import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final

from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import (
    Broken,
    Job,
    Permission,
    PermissionRequest,
    Refusal,
    Result,
    Signal,
    ToolJudge,
    ToolRefused,
    ToolServer,
)
from renkei.adapters.claude_stream import StreamReader
from renkei.adapters.json_events import Event, as_object, as_objects
from renkei.adapters.process_agent import ClientAgent
from renkei.values import value

_HOOK: Final = "before-tool"
INITIALIZE: Final[Mapping[str, Any]] = {
    "subtype": "initialize",
    "hooks": {"PreToolUse": [{"matcher": "*", "hookCallbackIds": [_HOOK], "timeout": 60, "onFailure": "block"}]},
}
"""What it is told first: to ask us before each tool, and where we do not answer, to use none."""
EDITS: Final = ("Edit", "MultiEdit", "Write", "NotebookEdit")
_TAKEN: Final[Mapping[str, Any]] = {"jsonrpc": "2.0", "result": {}}
"""For a message that asks for no answer: the request that carried it does."""
_ASKS: Final = "AskUserQuestion"


@value
class _OpenCall:
    """A call that waits for a word of ours."""

    request: str
    input: Event


class ClaudeAgent(ClientAgent[_OpenCall]):
    """`judge` is asked before every tool, `server` has our own."""

    def __init__(self, process: AgentProcess, job: Job, judge: ToolJudge, server: ToolServer | None = None) -> None:
        super().__init__(process, job, judge)
        self._server = server
        self._reader = StreamReader(job.folder)
        self._unheard: set[str] = set()
        """What was said to it and that it has not taken up."""
        self._repeats_us = False
        """Whether it says what it takes up; one that does not is taken to have heard everything."""
        self._judged: set[str] = set()
        """The calls that it has asked about."""
        self._is_guarded = False
        self._request(**INITIALIZE)
        self._say(job.prompt)

    # What it shows

    def _read_event(self, event: Event) -> Iterator[Signal]:
        for signal in self._interpret_event(event):
            yield from self._weigh_result(signal) if isinstance(signal, Result) else [signal]

    def _weigh_result(self, result: Result) -> Iterator[Signal]:
        """It counts unless something was said that it has yet to take up."""
        with self._lock:
            is_last_word = not (self._unheard and self._repeats_us)
        if is_last_word:
            yield result

    def _interpret_event(self, event: Event) -> Iterator[Signal]:
        match event.get("type"):
            case "control_request":
                yield from self._handle_request(str(event.get("request_id")), as_object(event.get("request")))
            case "control_response":
                yield from self._check_initialized(as_object(event.get("response")))
            case "control_cancel_request":
                self._forget_request(str(event.get("request_id")))
            case "user" if event.get("isReplay"):
                self._note_heard(str(event.get("uuid")))
            case "user" if unasked := self._find_unasked(event):
                yield Broken(kind="agent", reason=f"it used {unasked} without asking: this version cannot be guarded")
            case _:
                yield from self._reader.read_event(event)

    # What it asks

    def _check_initialized(self, response: Event) -> Iterator[Signal]:
        if self._is_guarded:
            return
        if not takes_hooks(response):
            reason = str(response.get("error") or "it does not take our hooks")
            yield Broken(kind="agent", reason=f"this version of Claude Code cannot be guarded: {reason}")
        self._is_guarded = True

    def _find_unasked(self, event: Event) -> str:
        """A tool that was used, and about which we were not asked."""
        for block in as_objects(as_object(event.get("message")).get("content")):
            name = str(block.get("tool_use_id"))
            if block.get("type") == "tool_result" and name not in self._judged and not block.get("is_error"):
                return self._reader.name_of(name)
        return ""

    def _handle_request(self, name: str, request: Event) -> Iterator[Signal]:
        match request.get("subtype"):
            case "hook_callback":
                yield from self._judge_call(name, as_object(request.get("input")))
            case "can_use_tool":
                yield from self._pass_on(name, str(request.get("tool_name")), as_object(request.get("input")))
            case "mcp_message" if self._server:
                answer = self._server.answer(as_object(request.get("message")))
                self._respond(name, {"mcp_response": answer or _TAKEN})
            case other:
                self._write(type="control_response", response=_refusal(name, f"{other} is not known here"))

    def _judge_call(self, name: str, event: Event) -> Iterator[Signal]:
        tool, asked = str(event.get("tool_name")), as_object(event.get("tool_input"))
        self._judged.add(str(event.get("tool_use_id")))
        refused = _NO_QUESTIONS if tool == _ASKS else self._judge(self._job, tool, asked)
        self._respond(name, _denial(refused) if refused else {})
        if refused:
            yield ToolRefused(rule=refused.rule, tool=tool, target=self._reader.describe_target(asked))

    def _pass_on(self, name: str, tool: str, asked: Event) -> Iterator[Signal]:
        """What only a person can say, by its id. Of files in its work tree the client asks only because that lies in
        a git folder."""
        if tool in EDITS and self._reader.is_inside(asked):
            self._respond(name, {"behavior": "allow", "updatedInput": asked})
            return
        self._keep_open(name, _OpenCall(request=name, input=asked))
        yield PermissionRequest(id=name, tool=tool, target=self._reader.describe_target(asked))

    def _forget_request(self, name: str) -> None:
        with self._lock:
            self._open.pop(name, None)

    def _note_heard(self, name: str) -> None:
        with self._lock:
            self._repeats_us = True
            self._unheard.discard(name)

    # What it is told

    def _reply_permission(self, asked: _OpenCall, said: Permission) -> None:
        if said.is_granted:
            self._respond(asked.request, {"behavior": "allow", "updatedInput": asked.input})
        else:
            self._respond(asked.request, {"behavior": "deny", "message": said.why or "This is not allowed."})

    def let_go(self) -> bool:
        """When it has nothing more to read it ends. It is not interrupted: it would call that a failure."""
        self._process.close_input()
        return True

    def _ask_to_end(self) -> None:
        """At work it is interrupted; when it has nothing more to read it ends."""
        self._request("interrupt")
        self._process.close_input()

    def cancel(self) -> None:
        super().cancel()
        if self._server:
            self._server.close()

    # Lines

    def _say(self, text: str) -> None:
        name = str(uuid.uuid4())
        with self._lock:
            self._unheard.add(name)
        self._write(type="user", uuid=name, message={"role": "user", "content": text}, parent_tool_use_id=None)

    def _request(self, subtype: str, **fields: Any) -> None:
        self._write(type="control_request", request_id=str(uuid.uuid4()), request={"subtype": subtype, **fields})

    def _respond(self, name: str, response: Mapping[str, Any]) -> None:
        said = {"subtype": "success", "request_id": name, "response": response}
        self._write(type="control_response", response=said)


_NO_QUESTIONS: Final = Refusal(
    rule="ORCH-11",
    text="You cannot talk to the user yourself. Say in your text: `The user has to be asked: {question}`, and go on "
    "with what does not depend on it; the answer comes as `The user's answer: ...`.",
)


def takes_hooks(response: Event) -> bool:
    """Whether its answer to `INITIALIZE` says that it asks us before each tool."""
    return (
        response.get("subtype") == "success" and as_object(response.get("response")).get("hooks_applied") is not False
    )


def _denial(refused: Refusal) -> dict[str, Any]:
    reason = f"{refused.text} [{refused.rule}]"
    decision = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **decision}}


def _refusal(name: str, error: str) -> dict[str, Any]:
    return {"subtype": "error", "request_id": name, "error": error}
