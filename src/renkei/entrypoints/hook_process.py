"""`renkei hook` as a client calls it: a process that answers in time, whatever happens to what it asks (DEC-44).

Loaded before anything else of a hook, so that its time counts from the first line: next to nothing is imported here.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NoReturn

from renkei.lazy import lazy
from renkei.processes.watchdog import Answer, answer_within

if TYPE_CHECKING:
    from renkei.entrypoints import hooks
else:
    hooks = lazy("renkei.entrypoints.hooks")

GUARD_SECONDS: Final[Mapping[str, float]] = {"claude": 20, "claude-plugin": 20, "codex": 10, "gemini": 10}
"""By client: what its time-out leaves to a guard. After that it would let the tool run."""
INFORM_SECONDS: Final = 25
"""What it leaves to a hook that informs, or checks a result within a time of its own."""

REFUSED: Final = 2
"""The exit code that every client takes for a refusal, with the reason on standard error."""

UNKNOWN: Final = Answer(REFUSED, err="renkei hook: nothing was checked, so this is refused\n")
"""As long as nobody knows what is asked, it may be a guard: then what goes wrong refuses."""


def client_of(words: list[str]) -> str | None:
    """The client that is named behind `renkei hook`; None where the words are not of that form."""
    match words:
        case ["hook"]:
            return "claude"
        case ["hook", "--client", name] if name in GUARD_SECONDS:
            return name
        case ["hook", word] if word.startswith("--client=") and word.removeprefix("--client=") in GUARD_SECONDS:
            return word.removeprefix("--client=")
        case _:
            return None


def serve(client: str) -> NoReturn:
    """Answers the client that called this process, and ends it."""
    open_streams()
    try:
        answer = answer_within(GUARD_SECONDS[client], UNKNOWN, lambda standby: hooks.answer_input(client, standby))
        code = deliver(answer)
    except KeyboardInterrupt:
        code = 130
    except Exception as error:
        write_error(f"renkei hook: {type(error).__name__}: {error}\n")
        code = REFUSED
    os._exit(code)  # what Python does beside this at its end costs time, and may fail


def deliver(answer: Answer) -> int:
    """Writes an answer; the exit code. Where standard output takes nothing, a refusal is one by its exit code."""
    write_error(answer.err)
    try:
        if answer.out:
            _require_output()
            print(answer.out, flush=True)
    except (OSError, ValueError) as error:
        write_error(f"renkei hook: the answer cannot be written: {error}\n{answer.refusal}\n")
        return REFUSED if answer.refusal else answer.code
    return answer.code


def write_error(text: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _require_output() -> None:
    """Python has none where it was closed before its start, and would print nothing in silence."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise OSError("standard output is closed")


def open_streams() -> None:
    """A number that is free would be given to the next file that is opened."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while os.open(os.devnull, os.O_RDWR) <= 2:
            pass
        sys.stderr = sys.stderr or os.fdopen(2, "w")
