"""Which process has the other end of a connection of this machine."""

import os
import socket
import subprocess
import sys
from collections.abc import Generator

import pytest

from renkei.processes.connections import IS_KNOWN, find_peer

pytestmark = pytest.mark.skipif(not IS_KNOWN, reason="only Linux says it")

CONNECT = "import socket, sys; s = socket.create_connection(('127.0.0.1', int(sys.argv[1]))); s.recv(1)"


@pytest.fixture
def server() -> Generator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def port_of(one: socket.socket) -> int:
    return one.getsockname()[1]


@pytest.mark.req("DEC-51")
def test_it_is_the_process_that_asked_however_many_there_are(server: socket.socket):
    with subprocess.Popen([sys.executable, "-c", CONNECT, str(port_of(server))]) as other:
        taken, (_, port) = server.accept()
        with taken, socket.create_connection(server.getsockname()) as own:
            assert find_peer(port_of(server), port) == other.pid
            assert find_peer(port_of(server), port, known=[os.getpid(), other.pid]) == other.pid
            assert find_peer(port_of(server), port_of(own)) == os.getpid()


@pytest.mark.req("DEC-51")
def test_one_that_came_by_ipv6_is_known_too(server: socket.socket):
    with socket.socket(socket.AF_INET6) as own:
        own.connect(("::ffff:127.0.0.1", port_of(server)))
        assert find_peer(port_of(server), port_of(own)) == os.getpid()


@pytest.mark.req("DEC-51", refused=True)
def test_who_only_listens_at_that_port_or_has_gone_is_nobody(server: socket.socket):
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert find_peer(port_of(server), port_of(other)) is None
    with socket.create_connection(server.getsockname()) as own:
        port = port_of(own)
    assert find_peer(port_of(server), port) is None
