"""`renkei serve` in a process of its own, asked request by request."""

import json
import os
import signal
import socket
import ssl
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.support.cli_run import COMMAND


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


class Served:
    """A server that was started, and what it said of itself."""

    def __init__(self, process: subprocess.Popen[bytes], said: Mapping[str, Any]) -> None:
        self.process = process
        self.port: int = said["port"]
        self.url: str = said["url"]
        self.token = parse_qs(urlsplit(self.url).query).get("token", [""])[0]

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, /, **headers: str) -> Answer:
        """One request; `host` replaces what a browser would say."""
        connection = self._connect()
        is_packed = "accept_encoding" in headers
        connection.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=is_packed)
        for name, each in headers.items():
            connection.putheader(name.replace("_", "-"), each)
        if body is not None:
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        found = Answer(response.status, {name.lower(): each for name, each in response.getheaders()}, response.read())
        connection.close()
        return found

    def _connect(self) -> HTTPConnection:
        if self.url.startswith("http:"):
            return HTTPConnection("127.0.0.1", self.port, timeout=30)
        unknown = ssl.create_default_context()  # the certificate is one of the test's own
        unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
        return HTTPSConnection("127.0.0.1", self.port, timeout=30, context=unknown)

    def enter(self, token: str = "") -> str:
        """The cookie of a browser that opened the address."""
        return self.ask(f"/?token={token or self.token}").headers["set-cookie"].partition(";")[0]

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


def free_port() -> int:
    """One that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextmanager
def serving(folder: Path, *flags: str, port: int = 0, env: Mapping[str, str] | None = None) -> Generator[Served]:
    with serving_by(folder, "serve", "--port", str(port), "--no-browser", *flags, env=env) as served:
        yield served


@contextmanager
def serving_by(folder: Path, *command: str, env: Mapping[str, str] | None = None) -> Generator[Served]:
    """The same for any command that serves the page."""
    words = [str(COMMAND), "--json", *command]
    process = subprocess.Popen(words, cwd=folder, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE)
    assert process.stdout
    try:
        line = process.stdout.readline()
        assert line, "the server did not start"
        yield Served(process, json.loads(line))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
