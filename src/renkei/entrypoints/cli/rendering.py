"""How messages, times, claims and long lists look to a person."""

import argparse
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from renkei.board.pages import PAGE
from renkei.board.tables import ClaimRow
from renkei.entrypoints.cli.output import Output
from renkei.errors import BadInput
from renkei.hidden import escape_to_line
from renkei.kit.words import Say

if TYPE_CHECKING:
    from renkei.protocol.messages import Message


_PRIORITY_STYLES: Final = {"blocking": "bold red", "high": "yellow", "normal": "", "low": "dim"}


def show_line(out: Output, *parts: tuple[str, str] | str) -> None:
    """A line with styles that may hold what an agent wrote."""
    out.print_styled(
        *(escape_to_line(part) if isinstance(part, str) else (escape_to_line(part[0]), part[1]) for part in parts)
    )


def show_heading(out: Output, text: str, style: str) -> None:
    """A line of ours below an empty one."""
    out.print_line("")
    show_line(out, (text, style))


def claim_place(row: ClaimRow) -> str:
    """Where a claim is, or which command it is about."""
    if row.kind == "run":
        return f"$ {row.command}"
    return f"{row.path}:{row.line}" + (f"-{row.end_line}" if row.end_line != row.line else "")


def show_message(out: Output, message: "Message", *, whole: bool = False) -> None:
    """A message: its head in one line, what it is about, and with `whole` every field of it."""
    to = message.to if isinstance(message.to, str) else ", ".join(message.to)
    priority = "" if message.priority == "normal" else f"  {message.priority}"
    out.print_styled(
        (message.id, "bold cyan"),
        f"  {message.type}  {message.sender} → {to}",
        (priority, _PRIORITY_STYLES[message.priority]),
        (f"  {local_time(message.timestamp)}", "dim"),
    )
    out.print_styled(f"    {message.context_summary}")
    if whole:
        for name, value in _message_fields(message):
            out.print_styled((f"    {name}: ", "dim"), *_value_lines(value))
    out.print_line("")


def local_time(timestamp: str) -> str:
    """A time of the log as the reader's clock shows it."""
    return datetime.fromisoformat(timestamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _message_fields(message: "Message") -> list[tuple[str, Any]]:
    header = [
        ("in_reply_to", message.in_reply_to),
        ("expected_response_type", " | ".join(message.expected_response_type)),
        ("related_state_refs", [f"{ref.type} {ref.id}" for ref in message.related_state_refs]),
    ]
    return [(name, value) for name, value in (*header, *message.payload.items()) if value not in (None, "", [])]


def _value_lines(value: Any) -> list[str]:
    if isinstance(value, list):
        return [f"\n      - {_value_text(part)}" for part in value]  # pyright: ignore[reportUnknownVariableType]
    return [_value_text(value)]


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value_text(part)}" for key, part in value.items())  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return ", ".join(_value_text(part) for part in value)  # pyright: ignore[reportUnknownVariableType]
    return "-" if value is None else str(value).replace("\n", "\n      ")


# How many entries a command lists: the flag, and what is said of the rest.


def add_limit(parser: argparse.ArgumentParser, say: Say, *, default: int | str | None = PAGE) -> None:
    parser.add_argument("--limit", type=int, default=default, metavar="N", help=say("at most N (default: 50)"))


def require_limit(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise BadInput("--limit: expected at least 1, not {limit}.", limit=args.limit)
    return args.limit


def tell_more(out: Output, count: int, how: str) -> None:
    """What is left out, and the command that shows it."""
    if count > 0:
        out.tell("{count} more. See: {command}", count=count, command=how)
