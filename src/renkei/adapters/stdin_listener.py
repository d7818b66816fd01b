"""What a scripted agent hears while it works: lines that have come in by the time it listens, or that it waits for."""

import json
import os
import select
import time
from typing import Any, Final

from renkei.adapters.answers import read_answer

_INPUT: Final = 0


class Asleep(Exception):
    """It is asked to end, or nobody is there any more."""


class StdinListener:
    """Its standard input, line by line; nothing else reads it."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_alone = False

    def line(self) -> dict[str, Any]:
        """The next line, as soon as it is there.

        Raises:
            Asleep: none will come.
        """
        while b"\n" not in self._rest:
            more = os.read(_INPUT, 65536)
            if not more:
                raise Asleep
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def heard(self, seconds: float = 0) -> list[str]:
        """What was said by now, or is within that time. That it is asked to end it hears when it waits for a word."""
        if self._is_alone:
            time.sleep(seconds)
        while not self._is_alone and select.select([_INPUT], [], [], seconds)[0]:
            more, seconds = os.read(_INPUT, 65536), 0
            self._rest += more
            self._is_alone = not more
        found: list[str] = []
        while b"\n" in self._rest and "interrupt" in json.loads(self._rest.partition(b"\n")[0]):
            found.append(self.next())
        return found

    def next(self) -> str:
        """The next thing that is said.

        Raises:
            Asleep: it is asked to end instead.
        """
        line = self.line()
        if "shutdown_request" in line:
            raise Asleep
        return str(line.get("interrupt", ""))

    def answer(self, question: str) -> tuple[str, list[str]]:
        """Waits for the answer to a question; with it, what else was said meanwhile."""
        others: list[str] = []
        while (found := read_answer(text := self.next(), question)) is None:
            others.append(text)
        return found, others
