"""Hooks over HTTP: each is answered by a process of its own, forked from one that has loaded what hooks need.

What answers is what `renkei hook` runs, in the folder and with the environment of the client that asks, and within the
same time.
"""

import io
import json
import os
import sys
import tempfile
from collections import deque
from collections.abc import Mapping
from contextlib import redirect_stderr
from importlib import import_module
from pathlib import Path
from typing import Final

from renkei.entrypoints import hooks
from renkei.entrypoints.hook_process import GUARD_SECONDS, REFUSED, UNKNOWN, write_error
from renkei.processes.ancestry import answer_for, surroundings
from renkei.processes.connections import IS_KNOWN, find_peer
from renkei.processes.prefork import Prefork, keep_forks
from renkei.processes.watchdog import no_watch, read_answer, work_within
from renkei.setup.hook_settings import HOOK_SETTINGS, HTTP_HEADERS

__all__ = ["IS_KNOWN", "HookForks"]

CLIENT: Final = "claude"
"""The one client that has hooks over HTTP."""

_MOST_CALLERS: Final = 16
"""How many processes are remembered, to be looked at first."""


class HookForks:
    """The process that others are forked from, as the server sees it."""

    def __init__(self) -> None:
        self._forks = Prefork(__name__)
        self._callers = deque[int](maxlen=_MOST_CALLERS)

    def answer(self, ports: tuple[int, int], headers: Mapping[str, str], data: bytes) -> str | None:
        """What the hook says, as HTTP takes it; None where nobody knows who asks. Called from any thread.

        Args:
            ports: of the connection: ours, and that of the other end.

        Raises:
            OSError: nobody is there to answer.
        """
        caller = find_peer(*ports, known=tuple(self._callers))
        if caller is None:
            return None
        if caller not in self._callers:
            self._callers.appendleft(caller)
        env = {variable: each for variable, name in HTTP_HEADERS.items() if (each := headers.get(name))}
        with self._forks.ask((caller, env, data)) as line:
            answer = read_answer(GUARD_SECONDS[CLIENT], UNKNOWN, line, lambda: None)
        write_error(answer.err)
        if answer.code == REFUSED:  # what a command says by its exit code and on standard error
            return json.dumps({"decision": "block", "reason": (answer.err or UNKNOWN.err).strip()})
        return answer.out or "{}"

    @property
    def is_running(self) -> bool:
        return self._forks.is_running

    def close(self) -> None:
        """It ends when nobody can ask it any more."""
        self._forks.close()


def main() -> None:
    _warm_up()
    keep_forks(int(sys.argv[1]), _answer)


def _answer(asked: tuple[int, dict[str, str], bytes], line: int) -> None:
    caller, env, data = asked
    _stand_in(caller, env)
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    work_within(GUARD_SECONDS[CLIENT], lambda standby: hooks.answer_input(CLIENT, standby), line)


def _warm_up() -> None:
    """Answers what clients ask most, about a project that nobody has: what hooks load or compile at the first use is
    there before anybody asks. A stop is rare, and what that loads would make every fork slower."""
    import_module("renkei.app.made_calls")  # comes after a receipt, which needs a store
    with tempfile.TemporaryDirectory(prefix="renkei-hooks-") as folder, redirect_stderr(io.StringIO()):
        around = {"XDG_STATE_HOME": f"{folder}/state", hooks.CLIENTS[CLIENT].project_variable: folder}
        os.environ.update(around)
        settings = Path(folder, HOOK_SETTINGS)
        settings.parent.mkdir()
        store = {"store": str(settings.with_name("renkei.db"))}
        settings.write_text(json.dumps({"mode": "enforce", "lang": "en", **store}), encoding="utf-8")
        base = {"session_id": "s", "cwd": folder}
        agent = {"agent_id": "a", "agent_type": "backend-specialist"}
        for event, tool, given in _ASKED_MOST:
            asked = {**base, **given, "hook_event_name": event, "tool_name": tool}
            for who in ({}, agent):
                sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps({**asked, **who}).encode()))
                hooks.answer_input(CLIENT, no_watch)


_ASKED_MOST: Final = (
    ("PreToolUse", "Read", {"tool_input": {"file_path": "a.py"}}),
    ("PreToolUse", "Bash", {"tool_input": {"command": "cd . && git status | tail -5"}}),
    ("PreToolUse", "Edit", {"tool_input": {"file_path": "a.py", "old_string": "a", "new_string": "b"}}),
    ("PostToolUse", "Read", {"tool_input": {"file_path": "a.py"}, "tool_response": {"file": {"startLine": 1}}}),
    ("PostToolUse", "Bash", {"tool_input": {"command": "pytest"}, "tool_response": {"stdout": "1 passed in 1s"}}),
)


def _stand_in(caller: int, env: Mapping[str, str]) -> None:
    """Works where the caller works, with what it was started with, and for it."""
    answer_for(caller)
    own, folder = surroundings(caller)
    os.environ.clear()
    os.environ.update({**own, **env, hooks.CLIENTS[CLIENT].project_variable: folder})
    os.chdir(folder)


if __name__ == "__main__":
    main()
