"""What Claude Code prints, a line of JSON for each event, as signals. Pure: events in, signals out."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from renkei.adapters.base import Broken, Receipt, Result, Signal, Text, ToolCall, Usage
from renkei.adapters.json_events import Event, as_list, as_object, as_objects, is_inside, relative_path
from renkei.adapters.provider_limits import LONGEST, TOO_MANY, find_reset, is_limit, read_reset
from renkei.kit.prices import PriceList, load_shipped
from renkei.reports.counts import counts_in, write_counts
from renkei.tool_results import failure_code, line_range, success_code

_PATHS: Final = ("file_path", "notebook_path")
_TARGETS: Final = ("command", "pattern", "path", "url", "query", "description", "skill")
_MOST_RETRIES: Final = 3
"""How often a client may ask its provider again by itself."""
_WORTH_TELLING: Final = timedelta(minutes=1)
"""From when on a delay is the provider's word, and not the client's own counting."""
_MOST_DELAY: Final = LONGEST // timedelta(milliseconds=1)
_OF_THE_PERSON: Final = frozenset({401, 403})
"""Of no use to try again: a key that is not valid, an account that may not."""


class StreamReader:
    """The events of one client, in their order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._calls: dict[str, tuple[str, Event]] = {}
        """By id, the calls that have no result yet."""
        self._message = ""
        self._tokens = 0
        """Told since the last result."""
        self._micros: dict[str, int] = {}
        """By model, what the client says that the whole session cost."""
        self._resets: float | None = None
        """When a limit is over, as the client told it, if it did."""

    def read_event(self, event: Event) -> Iterator[Signal]:
        match event.get("type"):
            case "assistant":
                yield from self._read_answer(as_object(event.get("message")))
            case "user":
                yield from self._read_tool_results(event)
            case "rate_limit_event":
                self._note_rate_limit(as_object(event.get("rate_limit_info")))
            case "system" if event.get("subtype") == "api_retry":
                yield from self._read_retry(event)
            case "result":
                yield from self._read_result(event)
            case _:
                pass

    def name_of(self, call: str) -> str:
        """The tool of a call that has no result yet."""
        return self._calls.get(call, ("",))[0]

    def _read_answer(self, message: Event) -> Iterator[Signal]:
        """One answer may come in several events, each with the usage of all of it."""
        if message.get("id") != self._message:
            self._message = str(message.get("id"))
            used = read_usage(message)
            self._tokens += used.total
            if used.total:
                yield used
        for block in as_objects(message.get("content")):
            if block.get("type") == "text" and (text := str(block.get("text") or "")).strip():
                yield Text(text=text)
            elif block.get("type") == "tool_use":
                self._calls[str(block.get("id"))] = (str(block.get("name")), as_object(block.get("input")))

    def _read_tool_results(self, event: Event) -> Iterator[Signal]:
        for block in as_objects(as_object(event.get("message")).get("content")):
            known = self._calls.pop(str(block.get("tool_use_id")), None)
            if block.get("type") == "tool_result" and known:
                name, asked = known
                receipts = self._receipts(asked, block, event.get("tool_use_result"))
                yield ToolCall(name=name, target=self.describe_target(asked), receipts=tuple(receipts))

    def _receipts(self, asked: Event, block: Event, response: Any) -> Iterator[Receipt]:
        """What was really opened or run: a call that was refused, or failed before it began, did neither."""
        has_failed, said = block.get("is_error") is True, _text_of(block.get("content"))
        path = next((str(asked[name]) for name in _PATHS if isinstance(asked.get(name), str)), None)
        if path is not None:
            if not has_failed:
                first, last = line_range(response)
                yield Receipt(path=relative_path(self._folder, path), first_line=first, last_line=last)
            return
        command = asked.get("command")
        if not isinstance(command, str):
            return
        code = failure_code(said) if has_failed else success_code(as_object(response))
        if code is not None or not has_failed:
            yield Receipt(command=command, exit_code=code, counts=write_counts(counts_in(said)))

    def describe_target(self, asked: Event) -> str:
        """The one thing that a call is about, for a person to read."""
        for name in _PATHS:
            if isinstance(asked.get(name), str):
                return relative_path(self._folder, asked[name])
        return next((each for name in _TARGETS if isinstance(each := asked.get(name), str) and each), "")

    def is_inside(self, asked: Event) -> bool:
        """Whether the file of a call is in its work tree, and no part of git's own."""
        path = next((asked[name] for name in _PATHS if isinstance(asked.get(name), str)), None)
        return path is not None and is_inside(self._folder, path)

    def _note_rate_limit(self, told: Event) -> None:
        moment = told.get("resetsAt")
        if told.get("status") == "rejected" and isinstance(moment, int | float):
            self._resets = moment

    def _read_retry(self, event: Event) -> Iterator[Signal]:
        """A client that waits for its provider looks like one that hangs: after a few times the task waits instead."""
        attempt, delay = event.get("attempt"), event.get("retry_delay_ms")
        if event.get("error_status") != TOO_MANY or not isinstance(attempt, int) or attempt <= _MOST_RETRIES:
            return
        wait = timedelta(milliseconds=delay) if isinstance(delay, int) and 0 <= delay < _MOST_DELAY else timedelta()
        until = (datetime.now(UTC) + wait).isoformat() if wait >= _WORTH_TELLING else None
        yield Broken(kind="limit", reason=f"its provider refused {attempt} requests ({TOO_MANY})", until=until)

    def _read_result(self, event: Event) -> Iterator[Signal]:
        yield from self._settle_usage(event)
        self._calls.clear()
        text = str(event.get("result") or "")
        if not event.get("is_error") and event.get("subtype") == "success":
            self._resets = None
            yield Result(text=text)
            return
        yield self._read_failure(event, text)

    def _settle_usage(self, event: Event) -> Iterator[Signal]:
        """The bill of a turn: tokens that were not told yet, and what those cost for which nobody has a price. Where
        there is one, tokens were told with it as they came."""
        tokens, self._tokens, self._message = read_usage(event).total - self._tokens, 0, ""
        if tokens > 0:
            yield Usage(tokens=tokens)
        for model, bill in as_object(event.get("modelUsage")).items():
            cost = as_object(bill).get("costUSD")
            micros = round(cost * 1_000_000) if isinstance(cost, int | float) and 0 <= cost < 1e9 else 0
            spent, self._micros[model] = micros - self._micros.get(model, 0), micros
            if spent > 0 and not _has_price(model):
                yield Usage(model=model, micros=spent)

    def _read_failure(self, event: Event, text: str) -> Broken:
        """`subtype` says success of a request that was refused, too. In a turn that was cut off the text is the model's
        own, and tells nothing of its provider."""
        subtype, errors = str(event.get("subtype") or "error"), [str(each) for each in as_list(event.get("errors"))]
        said = "; ".join(filter(None, (text, *errors)))
        reason = said if said and subtype == "success" else ": ".join(filter(None, (subtype, said)))
        code = event.get("api_error_status")
        status = code if isinstance(code, int) else None
        told = reason if subtype == "success" else "; ".join(errors)
        until = self._find_reset(told)
        if self._resets or is_limit(told, status, says_when=until is not None):
            return Broken(kind="limit", reason=reason, until=until)
        is_of_provider = status is not None or event.get("terminal_reason") == "api_error" or "API Error" in reason
        if subtype == "success" and not is_of_provider:
            return Broken(kind="agent", reason=f"its result is marked as an error: {reason or '-'}")
        if status in _OF_THE_PERSON or not is_of_provider:
            return Broken(kind="agent", reason=reason)
        return Broken(kind="api", reason=reason)

    def _find_reset(self, reason: str) -> str | None:
        now = datetime.now(UTC)
        told = read_reset(self._resets, now) if self._resets else None
        found = told or find_reset(reason, now)
        return found.astimezone(UTC).isoformat() if found else None


def read_usage(message: Event) -> Usage:
    """The tokens of an answer, by kind."""
    usage, model = as_object(message.get("usage")), message.get("model")
    written, split = _count(usage, "cache_creation_input_tokens"), as_object(usage.get("cache_creation"))
    kept_long = min(_count(split, "ephemeral_1h_input_tokens"), written)
    return Usage(
        model=model if isinstance(model, str) else None,
        input=_count(usage, "input_tokens"),
        output=_count(usage, "output_tokens"),
        cache_read=_count(usage, "cache_read_input_tokens"),
        cache_write=written - kept_long,
        cache_write_1h=kept_long,
    )


def _count(usage: Event, name: str) -> int:
    found = usage.get(name)
    return found if type(found) is int and found > 0 else 0


def _has_price(model: str) -> bool:
    return PriceList(load_shipped()).find(model) is not None


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(each.get("text") or "") for each in as_objects(content))
