"""What an ACP agent shows of its steps, as signals. Pure: updates in, signals out."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from renkei.adapters.base import Receipt, Signal, Text, ToolCall, Usage
from renkei.adapters.json_events import Event, as_object, as_objects, is_inside, relative_path

_TOOLS: Final = {
    "read": "Read",
    "edit": "Edit",
    "delete": "Delete",
    "move": "Move",
    "search": "Grep",
    "execute": "Bash",
}
"""The kinds of tools that the protocol knows, in our words."""
_PATHS: Final = ("file_path", "path", "absolute_path", "filePath")
_HARMLESS: Final = ("Read", "Edit", "Write", "Delete", "Move", "Grep")
_OURS: Final = "renkei"


class UpdateReader:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._calls: dict[str, Event] = {}
        """By id, what is known of a call that has not ended."""
        self._said: list[str] = []
        self._cost = 0

    def read_update(self, update: Event) -> Iterator[Signal]:
        match update.get("sessionUpdate"):
            case "agent_message_chunk":
                self._said.append(str(as_object(update.get("content")).get("text") or ""))
            case "tool_call" | "tool_call_update":
                yield from self._read_call(update)
            case "usage_update":
                yield from self._read_usage(update)
            case _:
                pass

    def take_answer(self) -> str:
        """What it said since its last step."""
        text, self._said = "".join(self._said).strip(), []
        return text

    def _read_call(self, update: Event) -> Iterator[Signal]:
        if text := self.take_answer():
            yield Text(text=text)
        call = self.recall(update)
        if call.get("status") not in ("completed", "failed"):
            return
        self._calls.pop(str(call.get("toolCallId")), None)
        tool, asked = self.translate_call(call)
        receipts = self._receipts(tool, asked, call) if call.get("status") == "completed" else ()
        yield ToolCall(name=tool, target=self.describe_target(call), receipts=tuple(receipts))

    def recall(self, update: Event) -> Event:
        """A call with all that was said of it: an update has only what is new."""
        name = str(update.get("toolCallId"))
        known = {**self._calls.get(name, {}), **{key: each for key, each in update.items() if each is not None}}
        self._calls[name] = known
        return known

    def translate_call(self, call: Event) -> tuple[str, Mapping[str, Any]]:
        """A tool and its input as the policy knows them."""
        raw, kind = as_object(call.get("rawInput")), str(call.get("kind") or "other")
        title = str(call.get("title") or "")
        if _OURS in title and kind not in _TOOLS:
            return f"mcp__renkei__{title}", raw
        tool = _TOOLS.get(kind, title or kind)
        if tool == "Bash":
            return tool, {"command": _command_of(raw, title)}
        path = self._path_of(call, raw)
        return tool, {**raw, "file_path": path} if path else raw

    def _path_of(self, call: Event, raw: Event) -> str:
        located = [str(each["path"]) for each in as_objects(call.get("locations")) if isinstance(each.get("path"), str)]
        changed = [str(each["path"]) for each in as_objects(call.get("content")) if isinstance(each.get("path"), str)]
        named = [str(raw[name]) for name in _PATHS if isinstance(raw.get(name), str)]
        return next(iter((*named, *changed, *located)), "")

    def is_harmless(self, tool: str, asked: Mapping[str, Any]) -> bool:
        """Files of its own work tree, and our own server."""
        if tool.startswith("mcp__renkei__"):
            return True
        path = asked.get("file_path")
        return tool in _HARMLESS and isinstance(path, str) and is_inside(self._folder, path)

    def describe_target(self, call: Event) -> str:
        tool, asked = self.translate_call(call)
        if tool == "Bash":
            return str(asked["command"])
        path = asked.get("file_path")
        return relative_path(self._folder, path) if isinstance(path, str) else str(call.get("title") or "")

    def _receipts(self, tool: str, asked: Mapping[str, Any], call: Event) -> Iterator[Receipt]:
        if tool == "Bash":
            yield Receipt(command=str(asked["command"]))
        elif isinstance(path := asked.get("file_path"), str):
            yield Receipt(path=relative_path(self._folder, path))

    def _read_usage(self, update: Event) -> Iterator[Signal]:
        """Money is told of the whole session; how full the context is, is no spending."""
        cost = as_object(update.get("cost"))
        amount = cost.get("amount")
        if cost.get("currency") != "USD" or not isinstance(amount, int | float) or not 0 <= amount < 1e9:
            return
        micros = round(amount * 1_000_000)
        spent, self._cost = micros - self._cost, micros
        if spent > 0:
            yield Usage(micros=spent)


def _command_of(raw: Event, title: str) -> str:
    """Agents name it by a text or by its words."""
    found = raw.get("command", raw.get("cmd"))
    if isinstance(found, list):
        return " ".join(str(each) for each in found)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return str(found) if isinstance(found, str) else title
