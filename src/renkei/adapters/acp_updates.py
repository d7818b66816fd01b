"""What an ACP agent shows of its steps, as signals. Pure: updates in, signals out."""

import re
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
_OF_SERVERS: Final = ("other", "execute")
"""The kinds of a tool of a server's."""
_PATHS: Final = ("file_path", "path", "absolute_path", "filePath")
_HARMLESS: Final = ("Read", "Edit", "Write", "Delete", "Move", "Grep")
_OURS: Final = re.compile(r"(?:mcp__renkei__|mcp\.renkei\.|renkei_)(?P<name>\w+)|(?P<first>\w+) \(renkei MCP Server\)")
"""How agents call a tool of our server: by its name in a session, `renkei`."""


class UpdateReader:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._calls: dict[str, Event] = {}
        """By id, what is known of a call that has not ended."""
        self._said: list[str] = []
        self._cost = 0
        self._whole = Usage()
        """What the session had used when it was last counted as a whole."""

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
        if (named := _OURS.fullmatch(title)) and kind in _OF_SERVERS:
            return f"mcp__renkei__{named['name'] or named['first']}", as_object(raw.get("arguments", raw))
        tool = _TOOLS.get(kind, title or kind)
        if tool == "Bash":
            return tool, {"command": _command_of(raw, title)}
        path = next(iter(self.paths_of(call)), None)
        return tool, {**raw, "file_path": path} if path else raw

    def paths_of(self, call: Event) -> list[str]:
        """The files of a call: one patch may have several."""
        raw, shown = as_object(call.get("rawInput")), as_objects(call.get("content"))
        named = [raw.get(name) for name in _PATHS]
        found = [*named, *(each.get("path") for each in (*shown, *as_objects(call.get("locations"))))]
        return list(dict.fromkeys(each for each in found if isinstance(each, str)))

    def is_harmless(self, call: Event) -> bool:
        """Files of its own work tree, and our own server."""
        tool, paths = self.translate_call(call)[0], self.paths_of(call)
        if tool.startswith("mcp__renkei__"):
            return True
        return tool in _HARMLESS and bool(paths) and all(is_inside(self._folder, each) for each in paths)

    def describe_target(self, call: Event) -> str:
        tool, asked = self.translate_call(call)
        if tool == "Bash":
            return str(asked["command"])
        path = asked.get("file_path")
        return relative_path(self._folder, path) if isinstance(path, str) else str(call.get("title") or "")

    def _receipts(self, tool: str, asked: Mapping[str, Any], call: Event) -> Iterator[Receipt]:
        if tool == "Bash":
            yield Receipt(command=str(asked["command"]), exit_code=_exit_code(call))
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

    def read_turn(self, result: Event, whole: Usage | None = None) -> Iterator[Signal]:
        """What a turn used, from agents that say it when it is over; those that say what it cost have the price.
        `whole`: of the session so far, where that is known: then what is new of it."""
        quota = as_object(as_object(result.get("_meta")).get("quota"))
        parts = [
            _read_tokens(as_object(each.get("token_count")), each.get("model"))
            for each in as_objects(quota.get("model_usage"))
        ]
        parts = parts or [_read_tokens(as_object(result.get("usage")))]
        for used in [self._find_new(whole)] if whole else parts:
            if used.total:
                yield Usage(tokens=used.total) if self._cost else used

    def _find_new(self, whole: Usage) -> Usage:
        before, self._whole = self._whole, whole
        new = {kind: max(0, count - before.kinds[kind]) for kind, count in whole.kinds.items()}
        return Usage(
            input=new["input"], output=new["output"], cache_read=new["cache_read"], cache_write=new["cache_write"]
        )


def _command_of(raw: Event, title: str) -> str:
    """Agents name it by a text or by its words."""
    found = raw.get("command", raw.get("cmd"))
    if isinstance(found, list):
        return " ".join(str(each) for each in found)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return str(found) if isinstance(found, str) else title


def _exit_code(call: Event) -> int | None:
    """Where an agent says it; the protocol has no place for it."""
    out = as_object(call.get("rawOutput"))
    ended = as_object(as_object(call.get("_meta")).get("terminal_exit"))
    told = (out.get("exit_code"), as_object(out.get("metadata")).get("exit"), ended.get("exit_code"))
    return next((code for code in told if type(code) is int), None)


def _read_tokens(told: Event, model: Any = None) -> Usage:
    """The tokens of a turn by kind; agents spell the kinds in three ways."""

    def count_of(*names: str) -> int:
        return next((count for name in names if type(count := told.get(name)) is int and count > 0), 0)

    return Usage(
        model=model if isinstance(model, str) else None,
        input=count_of("inputTokens", "input_tokens"),
        output=count_of("outputTokens", "output_tokens"),
        cache_read=count_of("cachedReadTokens", "cachedInputTokens"),
        cache_write=count_of("cachedWriteTokens", "cacheWriteInputTokens"),
        tokens=count_of("totalTokens"),
    )
