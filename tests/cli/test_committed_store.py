"""A file that came with the repository names no store outside the project: nobody is sent a password for a clone."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.cli_run import Cli, files_in
from tests.support.hook_project import read
from tests.support.run_project import git, made_repository

COMMANDS = (
    "board", "log", "doctor", "agent list", "chat general hello", "verify-store", "export", "runs", "gc", "off",
    "review --no-exec", "init --claude", "init --claude --dry-run", "check README.md", "schema",
)  # fmt: skip


class Listener:
    """A host that somebody else runs; it must never be spoken to."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self.address = f"postgresql://me:hunter2@127.0.0.1:{server.getsockname()[1]}/db"

    def was_called(self) -> bool:
        try:
            self._server.accept()[0].close()
        except BlockingIOError:
            return False
        return True


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.setenv("PGPASSWORD", "secret")
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.setblocking(False)
        yield Listener(server)


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def commit(renkei: Cli, name: str, text: str) -> None:
    path = renkei.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    git(renkei.folder, "add", "-f", name)
    git(renkei.folder, "commit", "-q", "-m", "settings")


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("name", ["pyproject.toml", ".renkei/config.toml"])
def test_a_committed_file_sends_no_password_to_a_host(renkei: Cli, listener: Listener, words: str, name: str):
    table = "[tool.renkei]\n" if name == "pyproject.toml" else ""
    commit(renkei, name, f'{table}store = "{listener.address}"\n')
    before = files_in(renkei.folder)
    ran = renkei(*words.split())
    assert ran.code == 2
    assert str(renkei.folder / name) in ran.err
    assert "postgresql://me@127.0.0.1" in ran.err
    assert "hunter2" not in ran.err
    assert all(remedy in ran.err for remedy in ("--store", "RENKEI_STORE", ".renkei/config.toml"))
    assert files_in(renkei.folder) == before
    assert not listener.was_called()


@pytest.mark.req("DEC-52", refused=True)
def test_the_settings_need_not_be_committed_in_pyproject(renkei: Cli, listener: Listener):
    """It is a file of the project that everybody gets, and agents can write it."""
    renkei.file("pyproject.toml", f'[tool.renkei]\nstore = "{listener.address}"\n')
    assert renkei("board").code == 2
    assert not listener.was_called()


@pytest.mark.req("DEC-52")
def test_a_person_may_name_any_store(renkei: Cli, listener: Listener):
    """By flag, by environment, or in a file that is not committed; then it is asked for (and says nothing here)."""
    commit(renkei, "pyproject.toml", f'[tool.renkei]\nstore = "{listener.address}"\n')
    store = f"sqlite:///{renkei.folder.parent}/elsewhere.db"
    renkei.ok("chat", "general", "x", "--store", store)
    renkei.ok("board", env={"RENKEI_STORE": store})
    (renkei.folder / ".renkei").mkdir(exist_ok=True)
    renkei.file(".renkei/config.toml", f'store = "{store}"\n')
    assert len(renkei.json("chat", "general")) == 1
    assert not listener.was_called()


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("path", ["../out.db", "docs/../../out.db", "/tmp/out.db", "link/out.db", "linked.db"])
def test_a_path_that_leaves_the_project_is_refused(renkei: Cli, path: str):
    (renkei.folder / "link").symlink_to(renkei.folder.parent)
    (renkei.folder / "linked.db").symlink_to(renkei.folder.parent / "out.db")
    commit(renkei, "pyproject.toml", f'[tool.renkei]\nstore = "sqlite:///{path}"\n')
    before = files_in(renkei.folder.parent)
    ran = renkei("chat", "general", "x")
    assert (ran.code, "outside the project" in ran.err) == (2, True)
    assert files_in(renkei.folder.parent) == before


@pytest.mark.parametrize("path", ["own.db", "docs/../own.db", ".renkei/other.db"])
def test_a_path_inside_the_project_is_taken(renkei: Cli, path: str):
    commit(renkei, "pyproject.toml", f'[tool.renkei]\nstore = "sqlite:///{path}"\n')
    (renkei.folder / "docs").mkdir()
    renkei.ok("chat", "general", "x")
    assert (renkei.folder / path).is_file()


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("name", [".renkei", ".renkei/renkei.db"])
def test_a_committed_link_in_place_of_the_store_is_refused(renkei: Cli, name: str):
    outside = renkei.folder.parent / "outside"
    outside.mkdir()
    link = renkei.folder / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside if name == ".renkei" else outside / "x.db")
    renkei.ok("board")  # a person's own link is theirs
    git(renkei.folder, "add", "-f", name)
    ran = renkei("chat", "general", "x")
    assert (ran.code, "outside the project" in ran.err) == (2, True)
    assert list(outside.iterdir()) == []


@pytest.mark.req("DEC-52", refused=True)
def test_settings_behind_a_committed_link_are_committed(renkei: Cli, listener: Listener):
    commit(renkei, "settings/config.toml", f'store = "{listener.address}"\n')
    (renkei.folder / ".renkei").symlink_to("settings")
    git(renkei.folder, "add", "-f", ".renkei")
    assert renkei("board").code == 2
    assert not listener.was_called()


@pytest.mark.req("DEC-52", refused=True)
def test_hooks_follow_no_committed_settings_out_of_the_project(renkei: Cli):
    """The same settings, not committed, are those of a person who chose another place."""
    outside = f"sqlite:///{renkei.folder.parent}/outside.db"
    renkei.ok("init", "--claude", "--store", outside)
    given = json.dumps(read(renkei.folder, renkei.folder / "README.md", content="x", numLines=1, startLine=1)).encode()
    store = renkei.folder.parent / "outside.db"
    assert renkei.ok("hook", stdin=given).err == ""
    git(renkei.folder, "add", "-f", ".renkei/hook.json")
    before = store.read_bytes()
    ran = renkei.ok("hook", stdin=given)
    assert "names a store outside the project" in ran.err
    assert store.read_bytes() == before
