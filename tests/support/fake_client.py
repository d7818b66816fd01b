"""A coding client as far as the operating system sees it: a process that starts commands for its agents."""

import json
import os
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.cli_run import COMMAND, Ran
from tests.support.forked import CLIENT, forked_command

_CLIENT = """
import http.client, json, os, subprocess, sys
print(os.getpid(), flush=True)
for line in sys.stdin:
    given = json.loads(line)
    if "port" in given:
        connection = http.client.HTTPConnection("127.0.0.1", given["port"], timeout=60)
        connection.request("POST", "/hooks", given["stdin"].encode(), given["headers"])
        answer = connection.getresponse()
        print(json.dumps([answer.status, answer.read().decode(), ""]), flush=True)
        connection.close()
        continue
    done = subprocess.run(given["words"], cwd=given["folder"], env=given["env"], input=given["stdin"],
                          capture_output=True, text=True, start_new_session=given["session"])
    print(json.dumps([done.returncode, done.stdout, done.stderr]), flush=True)
"""


class FakeClient:
    """Runs what it is told, as a client does for its agents."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self._process = process
        self.folder = folder
        assert process.stdout
        self.pid = int(process.stdout.readline())

    def run(
        self,
        words: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
        session: bool = False,
    ) -> Ran:
        """`env`: all that the command has; None for what the client has."""
        given = {
            "words": [str(each) for each in words],
            "folder": str(self.folder),
            "env": None if env is None else dict(env),
            "stdin": stdin,
            "session": session,
        }
        return self._order(given)

    def post(self, port: int, stdin: str, headers: Mapping[str, str] | None = None) -> Ran:
        """A hook over HTTP, from the client's own process; the code is that of HTTP."""
        return self._order({"port": port, "stdin": stdin, "headers": dict(headers or {})})

    def _order(self, given: Mapping[str, object]) -> Ran:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(given) + "\n")
        self._process.stdin.flush()
        code, out, err = json.loads(self._process.stdout.readline())
        return Ran(code=code, out=out, err=err)

    def renkei(self, *words: str, env: Mapping[str, str] | None = None, stdin: str = "", session: bool = False) -> Ran:
        return self.run([COMMAND, *words], env=env, stdin=stdin, session=session)


@contextmanager
def fake_client(folder: Path, env: Mapping[str, str] | None = None) -> Generator[FakeClient]:
    """`env`: what its environment has from its start; without that it is forked, and so are its commands of Renkei."""
    is_forked = env is None and forked_command() != COMMAND
    process = subprocess.Popen(
        [forked_command(), CLIENT, str(COMMAND)] if is_forked else [sys.executable, "-c", _CLIENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **(env or {})},
    )
    try:
        yield FakeClient(process, folder)
    finally:
        process.communicate()
