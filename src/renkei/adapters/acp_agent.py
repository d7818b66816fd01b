"""Any agent that speaks the Agent Client Protocol (version 1): JSON-RPC on its two pipes, a request or a notice a line.

It asks for permissions, shows its steps, and is asked to stop; what it does without asking nobody sees here. So what
counts is what git says when its work is landed (docs/why/clients.md).
"""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final, assert_never

from renkei.adapters.acp_updates import UpdateReader
from renkei.adapters.agent_process import AgentProcess, Flooded
from renkei.adapters.base import (
    AgentMessage,
    Answer,
    Broken,
    Job,
    Notice,
    Permission,
    PermissionRequest,
    Result,
    Signal,
    Started,
    Text,
    ToolJudge,
    ToolRefused,
    describe_answer,
)
from renkei.adapters.json_events import Event, as_object, as_objects
from renkei.adapters.provider_limits import find_reset, is_limit
from renkei.values import value

VERSION: Final = 1
_AUTH_REQUIRED: Final = -32000
_NO_METHOD: Final = -32601
_KEYS: Final = {
    "gemini-api-key": "GEMINI_API_KEY",
    "openai-api-key": "OPENAI_API_KEY",
    "codex-api-key": "CODEX_API_KEY",
}
"""Ways to log in that ask nobody, and the variable with the key."""
_LONGEST_GARBAGE: Final = 2000


@value
class _OpenRequest:
    """A permission that waits for a word of ours."""

    id: Any
    options: tuple[Event, ...]


class AcpAgent:
    """`judge` is asked before what it asks for is allowed."""

    def __init__(
        self,
        process: AgentProcess,
        job: Job,
        judge: ToolJudge,
        servers: Sequence[Mapping[str, Any]],
        env: Mapping[str, str],
    ) -> None:
        self._process = process
        self._job = job
        self._judge = judge
        self._servers = servers
        self._env = env
        self._updates = UpdateReader(job.folder)
        self._lock = threading.Lock()
        self._ids = count(1)
        self._asked: dict[int, str] = {}
        """By id, the method of a request of ours that has no answer yet."""
        self._open: dict[str, _OpenRequest] = {}
        self._session: str | None = None
        self._is_busy = True
        """Whether a turn is under way, or about to be."""
        self._logins: tuple[str, ...] = ()
        self._unsaid = [job.prompt]
        """What it is to be told when its turn is over: a turn takes in nothing more."""
        self._has_started = False
        capabilities = {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False}
        self._call("initialize", protocolVersion=VERSION, clientCapabilities=capabilities)

    # What it shows

    def signals(self) -> Iterator[Signal]:
        if not self._has_started:
            self._has_started = True
            yield Started(pid=self._process.pid)
        try:
            for line in self._process.read_lines():
                for signal in self._read_line(line):
                    yield signal
                    if isinstance(signal, Result | Broken):
                        return
        except Flooded:
            yield Broken(kind="agent", reason="it flooded us with output")
            return
        yield self._process.describe_end()

    def _read_line(self, line: bytes) -> Iterator[Signal]:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            text = line.decode(errors="replace").strip()[:_LONGEST_GARBAGE]
            yield from [Text(text=text)] if text else []
            return
        found = as_object(message)
        if "method" in found:
            yield from self._handle_call(found)
        elif (method := self._asked.pop(found.get("id", 0), None)) is not None:
            yield from self._handle_answer(method, found)

    def _handle_call(self, message: Event) -> Iterator[Signal]:
        params = as_object(message.get("params"))
        match message.get("method"):
            case "session/update":
                yield from self._updates.read_update(as_object(params.get("update")))
            case "session/request_permission":
                yield from self._handle_permission(message.get("id"), params)
            case other if "id" in message:
                error = {"code": _NO_METHOD, "message": f"{other} is not known here"}
                self._write(id=message["id"], error=error)
            case _:
                pass

    def _handle_answer(self, method: str, message: Event) -> Iterator[Signal]:
        if "error" in message:
            yield from self._handle_error(method, as_object(message.get("error")))
            return
        result = as_object(message.get("result"))
        match method:
            case "initialize" if result.get("protocolVersion") != VERSION:
                told = result.get("protocolVersion")
                yield Broken(kind="agent", reason=f"it speaks version {told} of the protocol, and not {VERSION}")
            case "initialize":
                self._logins = tuple(str(each.get("id")) for each in as_objects(result.get("authMethods")))
                self._open_session()
            case "authenticate":
                self._open_session()
            case "session/new":
                self._session = str(result.get("sessionId"))
                self._choose_model(as_object(result.get("models")))
                self._prompt()
            case "session/prompt":
                yield from self._end_turn(str(result.get("stopReason")))
            case _:
                pass

    def _end_turn(self, reason: str) -> Iterator[Signal]:
        """Its result, unless something was said to it meanwhile: then its next one."""
        text = self._updates.take_answer()
        with self._lock:
            self._is_busy, has_more = False, bool(self._unsaid)
        if reason == "end_turn" and has_more:
            yield from [Text(text=text)] if text else []
            self._prompt()
        elif reason == "end_turn":
            yield Result(text=text)
        else:
            yield Broken(kind="agent", reason=f"it stopped: {reason}")

    def _handle_error(self, method: str, error: Event) -> Iterator[Signal]:
        data = error.get("data")
        said = f"{error.get('message') or 'error'}{f': {json.dumps(data)}' if data else ''}"
        if method == "session/set_model":
            return
        if error.get("code") == _AUTH_REQUIRED and method == "session/new" and self._log_in():
            return
        if is_limit(said):
            reset = find_reset(said, datetime.now(UTC))
            yield Broken(kind="limit", reason=said, until=reset.astimezone(UTC).isoformat() if reset else None)
        elif error.get("code") == _AUTH_REQUIRED:
            yield Broken(kind="agent", reason=f"it is not logged in; start it once yourself ({said})")
        else:
            yield Broken(kind="agent", reason=f"{method}: {said}")

    # Beginning

    def _open_session(self) -> None:
        self._call("session/new", cwd=str(self._job.folder), mcpServers=list(self._servers))

    def _log_in(self) -> bool:
        """With a key that is there; to open a browser is not ours."""
        method = next((each for each in self._logins if self._env.get(_KEYS.get(each, ""))), None)
        if method is None:
            return False
        self._logins = ()
        self._call("authenticate", methodId=method)
        return True

    def _choose_model(self, models: Event) -> None:
        """The one of the job, where the agent has it."""
        known = {each.get("modelId") for each in as_objects(models.get("availableModels"))}
        if self._job.model in known:
            self._call("session/set_model", sessionId=self._session, modelId=self._job.model)

    # Permissions

    def _handle_permission(self, name: Any, params: Event) -> Iterator[Signal]:
        call = self._updates.recall(as_object(params.get("toolCall")))
        options = tuple(as_objects(params.get("options")))
        tool, asked = self._updates.translate_call(call)
        if refused := self._judge(self._job, tool, asked):
            self._choose(name, options, "reject")
            yield ToolRefused(rule=refused.rule, tool=tool, target=self._updates.describe_target(call))
        elif self._updates.is_harmless(tool, asked) or (tool == "Bash" and self._job.execute):
            self._choose(name, options, "allow")
        else:
            request = f"{name}"
            with self._lock:
                self._open[request] = _OpenRequest(id=name, options=options)
            yield PermissionRequest(id=request, tool=tool, target=self._updates.describe_target(call))

    def _choose(self, name: Any, options: Sequence[Event], wanted: str) -> None:
        """The option that says so once; an agent that offers none is told that its request is void."""
        order = (f"{wanted}_once", f"{wanted}_always")
        chosen = next((each for kind in order for each in options if each.get("kind") == kind), None)
        outcome = (
            {"outcome": "cancelled"} if chosen is None else {"outcome": "selected", "optionId": chosen["optionId"]}
        )
        self._write(id=name, result={"outcome": outcome})

    # What it is told

    def send(self, message: AgentMessage) -> None:
        match message:
            case Notice(text=text):
                self._say(text)
            case Permission(to=name, is_granted=is_granted):
                with self._lock:
                    found = self._open.pop(name, None)
                if found:
                    self._choose(found.id, found.options, "allow" if is_granted else "reject")
            case Answer(question=question, answer=answer, why=why):
                self._say(describe_answer(question, answer, why))
            case _:
                assert_never(message)

    def _say(self, text: str) -> None:
        with self._lock:
            self._unsaid.append(text)
            is_idle = self._session is not None and not self._is_busy
        if is_idle:
            self._prompt()

    def _prompt(self) -> None:
        with self._lock:
            text, self._unsaid = "\n\n".join(self._unsaid), []
            self._is_busy = bool(text)
        if text:
            self._call("session/prompt", sessionId=self._session, prompt=[{"type": "text", "text": text}])

    def shutdown(self, seconds: float) -> bool:
        if self._session:
            self._write(method="session/cancel", params={"sessionId": self._session})
        self._process.close_input()
        ended = self._process.wait(seconds) is not None
        self.cancel()
        return ended

    def cancel(self) -> None:
        self._process.kill()

    # Lines

    def _call(self, method: str, **params: Any) -> None:
        name = next(self._ids)
        self._asked[name] = method
        self._write(id=name, method=method, params=params)

    def _write(self, **message: Any) -> None:
        self._process.write_line(json.dumps({"jsonrpc": "2.0", **message}))
