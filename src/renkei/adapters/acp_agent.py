"""Any agent that speaks the Agent Client Protocol (version 1): JSON-RPC on its two pipes, a request or a notice a line.

It asks for permissions, shows its steps, and is asked to stop; what it does without asking nobody sees here. So what
counts is what git says when its work is landed (docs/why/clients.md).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

from renkei.adapters.acp_updates import UpdateReader
from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import (
    Broken,
    Job,
    Permission,
    PermissionRequest,
    Refusal,
    Result,
    Signal,
    Text,
    ToolJudge,
    ToolRefused,
    Usage,
)
from renkei.adapters.json_events import Event, as_object, as_objects
from renkei.adapters.process_agent import ClientAgent, broken_by_limit
from renkei.adapters.provider_limits import is_limit
from renkei.values import value

VERSION: Final = 1
INITIALIZE: Final[Mapping[str, Any]] = {
    "protocolVersion": VERSION,
    "clientCapabilities": {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False},
}
"""What an agent is told first."""
_AUTH_REQUIRED: Final = -32000
_NO_METHOD: Final = -32601
_GOES_BY_ITSELF: Final = 0.5
_WISHES: Final = ("session/set_mode", "session/set_model", "session/set_config_option")
"""What an agent may refuse, and goes on as it is."""
_MODES: Final = {False: ("read-only", "default"), True: ("workspace-write", "default")}
"""By whether code of the repository may be run, the modes of a session in which a client is asked; the first that an
agent has. In `read-only` it asks before each edit, and runs nothing that writes."""
_KEYS: Final = {
    "gemini-api-key": ("GEMINI_API_KEY",),
    "openai-api-key": ("OPENAI_API_KEY",),
    "codex-api-key": ("CODEX_API_KEY",),
    "api-key": ("CODEX_API_KEY", "OPENAI_API_KEY"),
}
"""Ways to log in that ask nobody, and the variables of which one has the key."""


@value
class _OpenRequest:
    """A permission that waits for a word of ours."""

    id: Any
    options: tuple[Event, ...]


CountSession = Callable[[str], Usage | None]
"""All that a session has used so far, from elsewhere than its turns; None where that is not known."""


class AcpAgent(ClientAgent[_OpenRequest]):
    """`judge` is asked before what it asks for is allowed, `count_session` when a turn is over."""

    def __init__(
        self,
        process: AgentProcess,
        job: Job,
        judge: ToolJudge,
        servers: Sequence[Mapping[str, Any]],
        env: Mapping[str, str],
        count_session: CountSession = lambda session: None,
    ) -> None:
        super().__init__(process, job, judge)
        self._count_session = count_session
        self._servers = servers
        self._env = env
        self._updates = UpdateReader(job.folder)
        self._ids = count(1)
        self._asked: dict[int, str] = {}
        """By id, the method of a request of ours that has no answer yet."""
        self._session: str | None = None
        self._is_busy = True
        """Whether a turn is under way, or about to be."""
        self._logins: tuple[str, ...] = ()
        self._unsaid = [job.prompt]
        """What it is to be told when its turn is over: a turn takes in nothing more."""
        self._call("initialize", **INITIALIZE)

    # What it shows

    def _read_event(self, event: Event) -> Iterator[Signal]:
        if "method" in event:
            yield from self._handle_call(event)
        elif isinstance(name := event.get("id"), int) and (method := self._asked.pop(name, None)):
            yield from self._handle_answer(method, event)

    def _handle_call(self, message: Event) -> Iterator[Signal]:
        params = as_object(message.get("params"))
        match message.get("method"):
            case "session/update":
                yield from self._updates.read_update(as_object(params.get("update")))
            case "session/request_permission":
                yield from self._handle_permission(message.get("id"), params)
            case other if "id" in message:
                error = {"code": _NO_METHOD, "message": f"{other} is not known here"}
                self._reply(message["id"], error=error)
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
                self._choose_mode(as_object(result.get("modes")))
                self._choose_model(result)
                self._prompt()
            case "session/prompt":
                yield from self._updates.read_turn(result, self._count_session(self._session or ""))
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
        if method in _WISHES:
            return
        if error.get("code") == _AUTH_REQUIRED and method == "session/new" and self._log_in():
            return
        if is_limit(said):
            yield broken_by_limit(said)
        elif error.get("code") == _AUTH_REQUIRED:
            yield Broken(kind="agent", reason=f"it is not logged in; start it once yourself ({said})")
        else:
            yield Broken(kind="agent", reason=f"{method}: {said}")

    # Beginning

    def _open_session(self) -> None:
        self._call("session/new", cwd=str(self._job.folder), mcpServers=list(self._servers))

    def _log_in(self) -> bool:
        """With a key that is there; to open a browser is not ours."""
        method = next((each for each in self._logins if any(map(self._env.get, _KEYS.get(each, ())))), None)
        if method is None:
            return False
        self._logins = ()
        self._call("authenticate", methodId=method)
        return True

    def _choose_mode(self, modes: Event) -> None:
        """The one that asks us, and no model of the agent's own, about most of what it does."""
        known = [each.get("id") for each in as_objects(modes.get("availableModes"))]
        wanted = next((each for each in _MODES[self._job.execute] if each in known), None)
        if wanted and wanted != modes.get("currentModeId"):
            self._call("session/set_mode", sessionId=self._session, modeId=wanted)

    def _choose_model(self, opened: Event) -> None:
        """The one of the job, where the agent has it. Agents offer theirs in one of two ways."""
        model = self._job.model
        models = as_objects(as_object(opened.get("models")).get("availableModels"))
        options = [each for each in as_objects(opened.get("configOptions")) if each.get("category") == "model"]
        if any(each.get("modelId") == model for each in models):
            self._call("session/set_model", sessionId=self._session, modelId=model)
        for option in options:
            if any(each.get("value") == model for each in as_objects(option.get("options"))):
                self._call("session/set_config_option", sessionId=self._session, configId=option["id"], value=model)

    # Permissions

    def _handle_permission(self, name: Any, params: Event) -> Iterator[Signal]:
        call = self._updates.recall(as_object(params.get("toolCall")))
        options = tuple(as_objects(params.get("options")))
        tool, _ = self._updates.translate_call(call)
        if refused := self._find_refusal(call):
            self._choose(name, options, "reject")
            yield ToolRefused(rule=refused.rule, tool=tool, target=self._updates.describe_target(call))
        elif self._updates.is_harmless(call):
            self._make_folders(call)
            self._choose(name, options, "allow")
        elif tool == "Bash" and self._job.execute:
            self._choose(name, options, "allow")
        else:
            self._keep_open(str(name), _OpenRequest(id=name, options=options))
            yield PermissionRequest(id=str(name), tool=tool, target=self._updates.describe_target(call))

    def _find_refusal(self, call: Event) -> Refusal | None:
        """What the policy says, of each file that the call is about."""
        tool, asked = self._updates.translate_call(call)
        inputs = [{**asked, "file_path": path} for path in self._updates.paths_of(call)] if tool != "Bash" else []
        return next(filter(None, (self._judge(self._job, tool, each) for each in inputs or [asked])), None)

    def _make_folders(self, call: Event) -> None:
        """Of files in its work tree: Codex's own sandbox then lets it write the file, and no new folder for it."""
        for path in self._updates.paths_of(call):
            with suppress(OSError):
                (self._job.folder / path).parent.mkdir(parents=True, exist_ok=True)

    def _choose(self, name: Any, options: Sequence[Event], wanted: str) -> None:
        """The option that says so once; an agent that offers none is told that its request is void."""
        order = (f"{wanted}_once", f"{wanted}_always")
        chosen = next((each for kind in order for each in options if each.get("kind") == kind), None)
        outcome = (
            {"outcome": "cancelled"} if chosen is None else {"outcome": "selected", "optionId": chosen["optionId"]}
        )
        self._reply(name, result={"outcome": outcome})

    # What it is told

    def _reply_permission(self, asked: _OpenRequest, said: Permission) -> None:
        self._choose(asked.id, asked.options, "allow" if said.is_granted else "reject")

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

    def let_go(self) -> bool:
        """Some go on until a signal ends them."""
        return False

    def _ask_to_end(self) -> None:
        """Some stay as long as a server of theirs does, also with nothing more to read."""
        if self._session:
            self._notify("session/cancel", sessionId=self._session)
        self._process.close_input()
        if self._process.wait(_GOES_BY_ITSELF) is None:
            self._process.terminate()

    # Lines

    def _call(self, method: str, **params: Any) -> None:
        name = next(self._ids)
        self._asked[name] = method
        self._write(jsonrpc="2.0", id=name, method=method, params=params)

    def _notify(self, method: str, **params: Any) -> None:
        self._write(jsonrpc="2.0", method=method, params=params)

    def _reply(self, name: Any, **outcome: Any) -> None:
        self._write(jsonrpc="2.0", id=name, **outcome)
