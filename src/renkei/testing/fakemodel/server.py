"""The fake model over HTTP, on this machine only."""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socket import SHUT_RDWR, socket
from socketserver import ThreadingTCPServer
from typing import Any, Final, Self

from renkei.testing.fakemodel.exchange import Play, answer_request
from renkei.testing.fakemodel.form import Reply, Request
from renkei.testing.fakemodel.jsons import dump_json

HOST: Final = "127.0.0.1"
LARGEST_BODY: Final = 64 * 1024 * 1024


class FakeModel:
    """A model server for a `with` block; every request is kept, and also appended to `log` as a line of JSON.

    `play` has the steps for conversations whose prompt carries no script: where a test does not write the prompt.

    Raises: OSError where the port is taken.
    """

    def __init__(self, *, port: int = 0, log: Path | None = None, play: Play = lambda asked: None) -> None:
        self._port = port
        self._log = log
        self._play = play
        self._requests: list[Request] = []
        self._news = threading.Condition()
        self._server: _Server | None = None

    def __enter__(self) -> Self:
        assert self._server is None, "this fake model is running already"
        self._server = _Server(self._port, self._keep_request, self._play)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="fake model")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends every connection, hung ones too, and waits until nothing of the server is left."""
        if self._server:
            self._server.close()
            self._thread.join()
            self._server = None

    @property
    def url(self) -> str:
        """The base URL for a client."""
        assert self._server, "a fake model has a URL inside its with block"
        return f"http://{HOST}:{self._server.server_address[1]}"

    @property
    def requests(self) -> list[Request]:
        """What clients have sent so far, in the order of arrival."""
        with self._news:
            return list(self._requests)

    def wait_requests(self, count: int, timeout: float = 30.0) -> list[Request]:
        """The requests, once there are `count` of them.

        Raises: TimeoutError.
        """
        with self._news:
            if not self._news.wait_for(lambda: len(self._requests) >= count, timeout):
                raise TimeoutError(f"{len(self._requests)} of {count} requests came within {timeout} s")
            return list(self._requests)

    def _keep_request(self, request: Request) -> None:
        with self._news:
            self._requests.append(request)
            if self._log:
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(f"{_log_line(request)}\n")
            self._news.notify_all()


def _log_line(request: Request) -> str:
    with suppress(RecursionError):
        return dump_json({"method": request.method, "path": request.path, "body": request.body})
    return dump_json({"method": request.method, "path": request.path, "body": None})


class _Server(ThreadingTCPServer):
    """Knows its open connections, so that it can end them. Not an HTTPServer, which would ask for the host's name."""

    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, port: int, keep: Callable[[Request], None], play: Play) -> None:
        self.keep = keep
        self.play = play
        self._open: set[socket] = set()
        self._lock = threading.Lock()
        super().__init__((HOST, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def close(self) -> None:
        """No new connection, no old one, no thread left."""
        self.shutdown()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(SHUT_RDWR)
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    """One request per connection: a client's next one costs nothing here."""

    protocol_version = "HTTP/1.1"
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        data = self._read_body()
        if data is None:
            return
        done = answer_request(self.command, self.path, data, self.server.play)
        self.server.keep(done.request)
        if done.hang:
            self._wait_seconds(None)
        elif not done.delay or self._wait_seconds(done.delay):
            self._send_reply(done.reply)

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST  # noqa: N815

    def _read_body(self) -> bytes | None:
        """The whole body; None if it was refused or the client has left."""
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers:
            return self.send_error(HTTPStatus.LENGTH_REQUIRED, "send the body with a Content-Length")
        if not (length.isascii() and length.isdigit()):
            return self.send_error(HTTPStatus.BAD_REQUEST, "Content-Length has to be a number")
        if len(length) > 12 or int(length) > LARGEST_BODY:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body has at most {LARGEST_BODY} bytes")
        data = self.rfile.read(int(length))
        return data if len(data) == int(length) else None

    def _wait_seconds(self, seconds: float | None) -> bool:
        """Waits so long, or for ever; False as soon as the client leaves or the server closes."""
        self.connection.settimeout(seconds)
        try:
            self.connection.recv(1)
            return False
        except TimeoutError:
            return True
        finally:
            self.connection.settimeout(None)

    def _send_reply(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.type)
        self.send_header("Content-Length", str(len(reply.content)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """An error of HTTP itself, as JSON."""
        error = {"type": "invalid_request_error", "message": message or HTTPStatus(code).phrase}
        self._send_reply(Reply(status=code, content=dump_json({"type": "error", "error": error}).encode()))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing: requests are kept instead."""
