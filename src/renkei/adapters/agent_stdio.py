"""The agent's end of the line: a line of JSON each, signals out and replies in. It imports next to nothing."""

import json
import os
import sys
import time
from typing import Any, Final

from renkei.processes.posix import wait_for_input


def send_signal(name_: str, /, **fields: Any) -> None:
    sys.stdout.write(json.dumps({"signal": name_, **fields}) + "\n")
    sys.stdout.flush()


# What a scripted agent is told at work: lines that have come in by the time it listens, or that it waits for.


_INPUT: Final = 0


class ShutdownRequested(Exception):
    """It is asked to end, or nobody is there any more."""


class StdinListener:
    """Its standard input, line by line; nothing else reads it."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_alone = False

    def read_line(self) -> dict[str, Any]:
        """The next line, as soon as it is there.

        Raises:
            Asleep: none will come.
        """
        while b"\n" not in self._rest:
            more = os.read(_INPUT, 65536)
            if not more:
                raise ShutdownRequested
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def read_notices(self, seconds: float = 0) -> list[str]:
        """What was said by now, or is within that time. That it is asked to end it hears when it waits for a word."""
        if self._is_alone:
            time.sleep(seconds)
        while not self._is_alone and wait_for_input(_INPUT, seconds):
            more, seconds = os.read(_INPUT, 65536), 0
            self._rest += more
            self._is_alone = not more
        found: list[str] = []
        while b"\n" in self._rest and "interrupt" in json.loads(self._rest.partition(b"\n")[0]):
            found.append(self.wait_for_notice())
        return found

    def wait_for_notice(self) -> str:
        """The next thing that is said.

        Raises:
            Asleep: it is asked to end instead.
        """
        return str(self._wait_for_message().get("interrupt", ""))

    def wait_for_answer(self, request: str) -> tuple[str, list[str]]:
        """The answer to the question of this id, empty when there will be none; with it, what else was said meanwhile.

        Raises:
            Asleep: it is asked to end instead.
        """
        others: list[str] = []
        while (message := self._wait_for_message()).get("answer", {}).get("to") != request:
            others += [message["interrupt"]] if "interrupt" in message else []
        return message["answer"]["answer"], others

    def _wait_for_message(self) -> dict[str, Any]:
        line = self.read_line()
        if "shutdown_request" in line:
            raise ShutdownRequested
        return line
