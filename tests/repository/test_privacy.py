"""What docs/privacy.md says of the network is so: nothing here can open a connection but what is named."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent.parent / "src" / "renkei"
NETWORK = {
    *(
        "socket",
        "ssl",
        "http",
        "ftplib",
        "smtplib",
        "poplib",
        "imaplib",
        "telnetlib",
        "xmlrpc",
        "asyncio",
        "socketserver",
    ),
    *(
        "requests",
        "httpx",
        "httpcore",
        "aiohttp",
        "urllib3",
        "websockets",
        "psycopg",
        "anthropic",
        "claude_agent_sdk",
        "uvicorn",
    ),
}
ALLOWED = {
    "bench/runs.py": {"asyncio"},  # a peer to measure against, in this process
    "app/client_diagnoses.py": {"http"},  # it asks the server of hooks, on this machine
    "entrypoints/web/gate.py": {"http"},  # names of statuses
    "entrypoints/web/hook_routes.py": {"http"},
    "entrypoints/web/mcp_routes.py": {"http"},
    "entrypoints/web/page.py": {"http"},
    "entrypoints/web/routes.py": {"http"},
    "entrypoints/web/stream.py": {"asyncio"},  # it waits for news beside what it streams
    "entrypoints/web/place.py": {"socket", "ssl"},  # it listens, and calls nobody
    "entrypoints/web/server.py": {"asyncio", "socket", "uvicorn"},
    "processes/forkserver.py": {"socket"},  # a pair of sockets between processes
    "processes/prefork.py": {"socket"},
    "processes/supervised.py": {"socket"},
    "runs/executor.py": {"socket"},  # the name of this machine
    "app/run_queries.py": {"socket"},
    "eventlog/postgres/__init__.py": {"psycopg"},  # the store that the user names
    "eventlog/postgres/database.py": {"psycopg"},
    "eventlog/postgres/roles.py": {"psycopg"},
    "eventlog/postgres/statements.py": {"psycopg"},
}


def imported(path: Path) -> set[str]:
    """The modules that can reach a network which a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name.partition(".")[0] for name in found} & NETWORK | found & {"urllib.request"}


@pytest.mark.parametrize("path", [*SOURCE.rglob("*.py")], ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_can_reach_the_network_unsaid(path: Path):
    name = path.relative_to(SOURCE).as_posix()
    if not name.startswith("testing/"):  # the fake model server is for tests
        assert imported(path) <= ALLOWED.get(name, set())
