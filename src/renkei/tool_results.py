"""What Claude Code says of a tool call that it has made: the lines it opened, how a command ended. Pure, and read by
hooks too: standard library only."""

from collections.abc import Mapping
from typing import Any

_MOST_LINES = 10**12
_NO_EXIT_CODE = ("interrupted", "backgroundTaskId", "returnCodeInterpretation")


def line_range(response: Any) -> tuple[int | None, int | None]:
    """The lines that came back. The client counts one more after the file's last line break; nobody can read that."""
    try:
        file = response["file"]
        first, count = int(file["startLine"]), int(file["numLines"])
        ends_file = first + count - 1 >= int(file.get("totalLines", 0))
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        return None, None
    if not (0 < first <= _MOST_LINES and count <= _MOST_LINES):
        return None, None
    if ends_file and (file.get("content") == "" or str(file.get("content")).endswith("\n")):
        count -= 1
    return (first, first + count - 1) if count > 0 else (None, None)


def failure_code(said: str) -> int | None:
    """The exit code in what the client says of a command that failed."""
    code = said.removeprefix("Exit code ").split("\n")[0].strip()
    return int(code) if code.isdecimal() and len(code) < 4 else None


def success_code(response: Mapping[str, Any]) -> int | None:
    """That of one that did not fail. Of what still runs, was interrupted or ended with a code that the client takes for
    an answer (grep without a match), it does not say."""
    return None if "stdout" not in response or any(response.get(name) for name in _NO_EXIT_CODE) else 0
