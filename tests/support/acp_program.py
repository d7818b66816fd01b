"""A tiny agent that speaks ACP: it does what the list of steps in its prompt says. Standard library only."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MARK = "<<STEPS "


def send(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def update(what: str, **fields: Any) -> None:
    send(method="session/update", params={"sessionId": "s", "update": {"sessionUpdate": what, **fields}})


def say(text: str) -> None:
    update("agent_message_chunk", content={"type": "text", "text": text})


class Agent:
    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self.asked = 0
        self.offers: dict[str, Any] = json.loads(sys.argv[1]) if sys.argv[1:] else {}
        """What it says of a new session beside its id, and at the end of a turn under `turn`."""
        self.turn = self.offers.pop("turn", {})
        self.told: list[dict[str, Any]] = []

    def serve(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            answer = getattr(self, message.get("method", "").replace("/", "_"), None)
            if answer:
                answer(message.get("id"), message.get("params", {}))

    def initialize(self, name: int, params: dict[str, Any]) -> None:
        assert params["clientCapabilities"] == {
            "fs": {"readTextFile": False, "writeTextFile": False},
            "terminal": False,
        }
        send(id=name, result={"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []})

    def session_new(self, name: int, params: dict[str, Any]) -> None:
        assert Path(params["cwd"]).is_dir()
        self.told += params["mcpServers"]
        send(id=name, result={"sessionId": "s", **self.offers})

    def session_set_mode(self, name: int, params: dict[str, Any]) -> None:
        self.told.append(params)
        send(id=name, result={})

    session_set_model = session_set_config_option = session_set_mode

    def session_prompt(self, name: int, params: dict[str, Any]) -> None:
        text = "".join(each["text"] for each in params["prompt"])
        if MARK in text:
            given = text.partition(MARK)[2]
            self.steps, end = json.JSONDecoder().raw_decode(given)
            text = given[end:].partition("\n## ")[0].strip()
        if text:
            say(f"Heard: {text} ")
            update("tool_call", toolCallId="heard", title="think", kind="think", status="completed")
        for step in self.steps:
            [(verb, value)] = step.items()
            if getattr(self, f"do_{verb}")(name, value):
                return
        send(id=name, result={"stopReason": "end_turn", **self.turn})

    def do_repeat(self, name: int, value: Any) -> None:
        """Says what it was told of its session."""
        say(json.dumps(self.told))

    def do_ask(self, name: int, call: dict[str, Any]) -> None:
        """Asks whether it may make this call, and says what it was told."""
        say(self.permitted(call))

    def do_say(self, name: int, text: str) -> None:
        say(text)

    def do_write(self, name: int, path: str) -> None:
        call = {"toolCallId": f"w-{path}", "title": f"Write {path}", "kind": "edit", "locations": [{"path": path}]}
        update("tool_call", status="pending", **call)
        Path(path).write_text("x\n", "utf-8")
        update("tool_call_update", toolCallId=call["toolCallId"], status="completed")

    def do_run(self, name: int, command: str) -> None:
        """Asks for the permission, and goes by it."""
        call = {"toolCallId": "r", "title": "run", "kind": "execute", "rawInput": {"command": command}}
        if self.permitted(call) == "yes":
            subprocess.run(command, shell=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S602
        update("tool_call", status="completed", **call)

    def permitted(self, call: dict[str, Any]) -> str:
        self.asked += 1
        options = [
            {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
            {"optionId": "no", "name": "No", "kind": "reject_once"},
        ]
        send(id=f"p{self.asked}", method="session/request_permission",
             params={"sessionId": "s", "toolCall": call, "options": options})  # fmt: skip
        said = json.loads(sys.stdin.readline())
        while said.get("id") != f"p{self.asked}":
            said = json.loads(sys.stdin.readline())
        return str(said["result"]["outcome"].get("optionId"))

    def do_cost(self, name: int, amount: float) -> None:
        update("usage_update", used=10, size=100, cost={"amount": amount, "currency": "USD"})

    def do_error(self, name: int, text: str) -> bool:
        send(id=name, error={"code": -32603, "message": text})
        return True

    def do_stop(self, name: int, reason: str) -> bool:
        send(id=name, result={"stopReason": reason})
        return True

    def do_crash(self, name: int, text: str) -> None:
        print(text, file=sys.stderr, flush=True)
        os._exit(3)

    def do_garbage(self, name: int, text: str) -> None:
        print(text, flush=True)


if __name__ == "__main__":
    Agent().serve()
