"""`renkei backup`: a whole, checked copy, made while others write; `verify-store --head`, which tells a lost tail."""

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli, files_in, real, start
from tests.support.postgres_server import server


def post(team: Cli, count: int) -> None:
    lines = "\n".join(json.dumps(freeform(f"news {number}", "bob")) for number in range(count))
    team.ok("send", "-", "--lines", "--as", "alice", stdin=lines.encode())


def read_copy(team: Cli, *words: str, file: str = "copy.db") -> str:
    return team.ok("--store", f"sqlite:///{team.folder / file}", *words).out


@contextmanager
def writer(store: Path) -> Generator["subprocess.Popen[str]"]:
    """Another process that posts without end."""
    child = [sys.executable, "-m", "tests.support.store_child", "post_without_end", str(store), "bob"]
    with subprocess.Popen(child, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield process
        assert process.poll() is None
        process.kill()


def test_a_copy_is_a_store_of_its_own_with_the_same_log(team: Cli):
    post(team, 3)
    ran = team.ok("backup", "copy.db")
    head = team.json("verify-store")["head"]
    assert ran.out == f"7 events are in {team.folder / 'copy.db'}, chain and tables agree.\nHead: {head}\n"
    for words in (["export"], ["board"], ["--json", "inbox", "bob"], ["log"]):
        assert read_copy(team, *words) == team.ok(*words).out
    assert stat.S_IMODE((team.folder / "copy.db").stat().st_mode) == 0o600
    assert [name for name in files_in(team.folder) if "copy" in name] == ["copy.db"]


def test_scripts_get_the_head(team: Cli):
    document = team.json("backup", "copy.db")
    assert document == {
        "file": str(team.folder / "copy.db"), "events": 4, "head": team.json("verify-store")["head"]
    }  # fmt: skip


def test_a_lost_store_is_brought_back_and_written_to(team: Cli):
    post(team, 3)
    before = team.ok("export").out
    team.ok("backup", "copy.db")
    team.store.unlink()
    (team.folder / "copy.db").rename(team.store)
    assert team.ok("export").out == before
    team.ok("chat", "general", "on we go")
    assert team.ok("verify-store").code == 0


def test_a_copy_made_beside_a_writer_at_full_speed_is_whole(team: Cli):
    post(team, 200)
    with writer(team.store):
        heads = [team.json("backup", f"{number}.db")["events"] for number in range(5)]
    assert heads == sorted(heads)
    assert heads[0] > 204
    last = read_copy(team, "export", file="4.db").splitlines()[1:]
    assert last == team.ok("export").out.splitlines()[1 : heads[-1] + 1]
    for number in range(5):
        assert "chain and tables agree" in read_copy(team, "verify-store", file=f"{number}.db")


@pytest.mark.slow
def test_a_back_up_that_is_killed_leaves_no_file(team: Cli):
    post(team, 4000)
    process = start("backup", "copy.db", folder=team.folder)
    with process:
        while not any(name.startswith(".copy.db") for name in os.listdir(team.folder)):  # noqa: PTH208 - at full speed
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        assert process.wait(timeout=60) == -signal.SIGKILL
    assert not (team.folder / "copy.db").exists()
    team.ok("backup", "copy.db")


def test_what_is_there_is_replaced_only_by_force(team: Cli):
    team.file("copy.db", "precious")
    ran = team("backup", "copy.db")
    assert (ran.code, "--force" in ran.err) == (2, True)
    assert (team.folder / "copy.db").read_text() == "precious"
    team.ok("backup", "copy.db", "--force")
    assert read_copy(team, "export") == team.ok("export").out


@pytest.mark.parametrize("file", [".renkei/renkei.db", ".renkei/renkei.db-wal", ".", "nowhere/copy.db"])
def test_a_place_that_cannot_be_is_bad_input_even_by_force(team: Cli, file: str):
    before = team.ok("export").out
    assert team("backup", file, "--force").code == 2
    assert team.ok("export").out == before


def test_a_store_that_somebody_uses_is_not_replaced(team: Cli):
    team.ok("backup", "copy.db")
    with closing(sqlite3.connect(team.folder / "copy.db")) as other:
        other.execute("UPDATE head SET at = at")
        other.commit()
        assert team("backup", "copy.db", "--force").code == 2


def test_without_a_store_there_is_nothing_to_copy(renkei: Cli):
    assert renkei("backup", "copy.db").code == 3
    assert files_in(renkei.folder) == []


@pytest.mark.req("DEC-31", refused=True)
def test_an_agent_may_not_copy_the_store_and_nothing_is_written(team: Cli, token: dict[str, str]):
    before = files_in(team.folder), team.log()
    ran = team("backup", "copy.db", env=token)
    assert (ran.code, "A person may" in ran.err) == (4, True)
    files, log = before
    assert files_in(team.folder) == files
    assert [event["type"] for event in team.log()[len(log) :]] == ["RuleRefused"]


def test_a_damaged_store_is_not_copied_as_if_it_were_whole(team: Cli):
    with closing(sqlite3.connect(team.store)) as connection, connection:
        connection.execute("UPDATE agents SET role = 'lead' WHERE id = 'bob'")
    ran = team("backup", "copy.db")
    assert (ran.code, "agents bob: " in ran.err) == (1, True)
    assert [name for name in files_in(team.folder) if "copy" in name] == []


def test_a_store_in_postgresql_is_copied_to_a_file_that_can_be_used_and_imported(team: Cli):
    post(team, 3)
    with server().database() as name, server().database() as other:
        team.ok("export", "-o", "log.jsonl")
        team.ok("--store", server().url(name), "import", "log.jsonl")
        team.ok("--store", server().url(name), "backup", "copy.db")
        assert read_copy(team, "export") == team.ok("export").out
        team.file("again.jsonl", read_copy(team, "export"))
        team.ok("--store", server().url(other), "import", "again.jsonl")
        assert team.ok("--store", server().url(other), "export").out == team.ok("export").out


def test_a_head_that_was_noted_is_found_again_as_the_log_grows(team: Cli):
    head = team.json("verify-store")["head"]
    assert team.ok("verify-store").out.splitlines()[-1] == f"Head: {head}"
    post(team, 3)
    assert f"The head that was noted is in it: {head}" in team.ok("verify-store", "--head", head).out
    assert team.json("verify-store", "--head", head)["ok"]


def test_a_lost_tail_is_told_by_a_head_that_was_noted_and_by_nothing_else(team: Cli):
    team.ok("backup", "copy.db")
    post(team, 3)
    head = team.json("verify-store")["head"]
    (team.folder / "copy.db").replace(team.store)
    assert team("verify-store").code == 0
    ran = team("verify-store", "--head", head)
    assert (ran.code, "the log ends at seq 4, and 7 was noted: its tail is lost" in ran.out) == (1, True)
    ran = team("--json", "verify-store", "--head", head)
    assert (ran.code, ran.document["ok"], ran.document["problems"][0]["place"]) == (1, False, "head")


def test_another_history_of_the_same_length_is_told_too(team: Cli):
    team.ok("backup", "copy.db")
    team.ok("chat", "general", "one")
    head = team.json("verify-store")["head"]
    (team.folder / "copy.db").replace(team.store)
    team.ok("chat", "general", "two")
    ran = team("verify-store", "--head", head)
    assert (ran.code, "event 5: it is not the record that was noted" in ran.out) == (1, True)


@pytest.mark.parametrize("head", ["", "7", "x:y", "7:abc", f"-1:{'0' * 64}", f"{10**30}:{'0' * 64}"])
def test_a_head_that_is_none_is_bad_usage(team: Cli, head: str):
    assert team("verify-store", f"--head={head}").code == 2


def test_the_beginning_is_in_every_log(team: Cli):
    assert team.ok("verify-store", "--head", f"0:{'0' * 64}").code == 0
    assert real("verify-store", "--head", f"0:{'1' * 64}", folder=team.folder).code == 1
