"""`renkei accept`: what a project's files say other than a person set is refused until a person accepts it (DEC-52)."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from renkei.binding import state_file
from renkei.processes.ancestry import MARK
from tests.support.cli_run import REHEARSE, Cli, Ran, real
from tests.support.run_project import git, made_repository

RULES = """\
rules:
  - name: qa-looks
    on: task_completed
    do:
      - message: {to: [lead], template: "{agent} is done"}
"""


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """A person's commands in a repository that was set up."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("CLAUDECODE", raising=False)
    cli = Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)
    cli.ok("init", "--claude", "--mode", "enforce")
    cli.ok("agent", "add", "lead", "--role", "lead")
    return cli


def write(renkei: Cli, name: str, text: str) -> None:
    path = renkei.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def commit(renkei: Cli, name: str, message: str = "ours") -> None:
    git(renkei.folder, "add", "-f", name)
    git(renkei.folder, "commit", "-q", "-m", message)


def refused(ran: Ran, *named: str) -> None:
    assert ran.code == 4, ran.out + ran.err
    error = ran.document["error"]
    assert error["rule"] == "DEC-52"
    assert all(each in error["message"] for each in (*named, "renkei accept")), error


CHANGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "rules": ("renkei/rules.yaml", RULES, ("chat", "general", "hello")),
    "layers": (".renkei/config.toml", "layers = 2\n", ("chat", "general", "hello")),
    "verify": ("pyproject.toml", '[tool.renkei.verify]\ncommands = ["touch x"]\n', ("run", "review", "--exec")),
    "workspace": ("pyproject.toml", '[tool.renkei.workspace]\nsetup = ["touch x"]\n', ("run", "review")),
    "review": ("renkei/review.toml", 'exclude = ["**"]\n', ("review", "--no-exec")),
    "review_settings": ("pyproject.toml", '[tool.renkei.review]\nexclude = ["**"]\n', ("review", "--no-exec")),
    "store": (".renkei/config.toml", 'store = "sqlite:///.renkei/other.db"\n', ("board",)),
}


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("what", CHANGES)
def test_what_a_file_says_other_than_a_person_set_is_refused(renkei: Cli, what: str):
    name, text, words = CHANGES[what]
    write(renkei, name, text)
    refused(renkei("--json", *words), what)
    assert not (renkei.folder / ".renkei/other.db").exists()
    assert not (renkei.folder / "x").exists()


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("what", CHANGES)
def test_a_person_sees_what_differs_and_accepts_it(renkei: Cli, what: str):
    name, text, words = CHANGES[what]
    write(renkei, name, text)
    shown = renkei.ok("accept", "--show").out
    assert what in shown
    assert "+" in shown
    (found,) = renkei.json("accept", "--show")["differences"]
    assert (found["what"], found["refused"]) == (what, True)
    assert renkei("--json", *words).code == 4, "to look accepts nothing"
    assert [each["what"] for each in renkei.json("accept", what)["accepted"]] == [what]
    assert "Nothing to accept" in renkei.ok("accept").out
    if words != ("run", "review", "--exec"):
        assert renkei("--json", *words[:1], *words[1:]).code != 4


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("what", ["rules", "layers", "verify", "workspace", "review", "review_settings"])
def test_what_a_person_committed_is_theirs(renkei: Cli, what: str):
    name, text, _ = CHANGES[what]
    write(renkei, name, text)
    commit(renkei, name)
    assert renkei.json("accept", "--show")["differences"] == []


@pytest.mark.req("DEC-52", refused=True)
def test_what_a_run_committed_is_not_the_persons(renkei: Cli):
    write(renkei, "renkei/rules.yaml", RULES)
    commit(renkei, "renkei/rules.yaml", "Write rules\n\nRun: run-1\nTask: rules\nAgent: writer\n")
    refused(renkei("--json", "chat", "general", "hello"), "renkei/rules.yaml")
    write(renkei, "renkei/rules.yaml", RULES.replace("qa-looks", "qa-reads"))
    commit(renkei, "renkei/rules.yaml")
    renkei.ok("chat", "general", "hello")


@pytest.mark.req("DEC-52", refused=True)
def test_what_a_run_merged_is_not_the_persons(renkei: Cli):
    """With a run that really writes the file, and is squashed or merged by Renkei itself."""
    step = {"write": {"path": "renkei/rules.yaml", "text": RULES}}
    task = {"id": "write", "role": "writer", "outputs": ["renkei/rules.yaml"], "script": [step]}
    write(renkei, "small.yaml", json.dumps({"name": "small", "roles": {"writer": {}}, "tasks": [task]}))
    commit(renkei, "small.yaml")
    ran = renkei("--json", "run", "small.yaml", *REHEARSE, "--yes", "--no-exec")
    assert ran.code == 0, ran.out + ran.err
    assert (renkei.folder / "renkei/rules.yaml").exists()
    refused(renkei("--json", "chat", "general", "hello"), "renkei/rules.yaml")


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("way", ["deleted", "moved", "another"])
def test_a_store_that_is_gone_or_another_is_not_begun_anew_in_silence(renkei: Cli, tmp_path: Path, way: str):
    renkei.ok("on")
    renkei.ok("accept")
    store = renkei.folder / ".renkei/renkei.db"
    if way == "another":
        renkei.ok("init", "--claude")  # once more: where the log is now is recorded with it
        other = made_repository(tmp_path / "other")
        assert real("agent", "add", "eve", "--role", "lead", folder=other).code == 0
        for each in (".renkei/renkei.db", ".renkei/renkei.db-wal", ".renkei/renkei.db-shm"):
            (renkei.folder / each).unlink(missing_ok=True)
            if (other / each).exists():
                shutil.copy(other / each, renkei.folder / each)
    else:
        for each in store.parent.glob("renkei.db*"):
            each.unlink() if way == "deleted" else each.rename(tmp_path / each.name)
    refused(renkei("--json", "agent", "list"), "store")
    refused(renkei("--json", "agent", "add", "mallory", "--role", "lead"), "store")
    assert store.exists() is (way == "another")
    assert [each["what"] for each in renkei.json("accept", "store")["accepted"]] == ["store"]
    renkei.ok("agent", "list")


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(("name", "rule"), [(MARK, "DEC-51"), ("RENKEI_TOKEN", "ACTOR-1")])
def test_an_agent_accepts_nothing(renkei: Cli, name: str, rule: str):
    write(renkei, "renkei/rules.yaml", RULES)
    ran = renkei("--json", "accept", env={name: "1"})
    assert (ran.code, ran.document["error"]["rule"]) == (4, rule)
    assert [each["what"] for each in renkei.json("accept", "--show")["differences"]] == ["rules"]


def test_an_unknown_name_is_bad_input(renkei: Cli):
    ran = renkei("--json", "accept", "everything")
    assert (ran.code, "everything" in ran.document["error"]["message"]) == (2, True)


@pytest.mark.req("DEC-52")
def test_status_and_doctor_show_what_differs(renkei: Cli):
    write(renkei, "renkei/rules.yaml", RULES)
    (renkei.folder / ".renkei/off").touch()
    found = renkei.json("status")
    assert [each["what"] for each in found["binding"]["differences"]] == ["switch", "rules"]
    assert found["hooks"]["switch"] == "on"
    text = renkei.ok("status").out
    assert "renkei/rules.yaml" in text
    assert "renkei accept" in text
    (check,) = [each for each in renkei("--json", "doctor").document["checks"] if each["name"] == "binding"]
    assert (check["state"], "renkei accept" in check["remedy"]) == ("fail", True)


@pytest.mark.req("DEC-52")
def test_a_clone_without_a_record_goes_by_its_files_and_doctor_says_so(renkei: Cli):
    write(renkei, "renkei/rules.yaml", RULES)
    state_file(renkei.folder, os.environ, ".json").unlink()
    renkei.ok("chat", "general", "hello")
    (check,) = [each for each in renkei("--json", "doctor").document["checks"] if each["name"] == "binding"]
    assert (check["state"], "renkei init" in check["remedy"]) == ("note", True)
    renkei.ok("init", "--claude")
    (check,) = [each for each in renkei("--json", "doctor").document["checks"] if each["name"] == "binding"]
    assert check["state"] == "ok"


@pytest.mark.req("DEC-52")
def test_the_record_is_its_owners_alone(renkei: Cli):
    record = state_file(renkei.folder, os.environ, ".json")
    assert (record.stat().st_mode & 0o777, record.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert json.loads(record.read_text())["bound"]["mode"] == "enforce"


@pytest.mark.req("DEC-52")
def test_a_place_that_cannot_be_written_is_told_and_stops_nobody(renkei: Cli, tmp_path: Path):
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    ran = renkei("off", env={"XDG_STATE_HOME": str(blocked)})
    assert ran.code == 0
    assert "could not be recorded" in ran.err


@pytest.mark.req("DEC-52", refused=True)
def test_a_broken_record_is_told_and_a_person_makes_it_anew(renkei: Cli):
    state_file(renkei.folder, os.environ, ".json").write_text("{")
    assert [each["what"] for each in renkei.json("status")["binding"]["differences"]] == ["record"]
    assert [each["what"] for each in renkei.json("accept")["accepted"]] == ["record"]
    assert renkei.json("accept")["accepted"] == []


@pytest.mark.req("DEC-52")
def test_a_persons_own_word_changes_what_holds(renkei: Cli):
    def mode_and_switch() -> tuple[Any, Any]:
        hooks = renkei.json("status")["hooks"]
        return hooks["mode"], hooks["switch"]

    renkei.ok("off")
    assert mode_and_switch() == ("enforce", "off")
    renkei.ok("on")
    renkei.ok("init", "--claude", "--mode", "observe")
    assert mode_and_switch() == ("observe", "on")
    assert renkei.json("accept", "--show")["differences"] == []


@pytest.mark.req("DEC-52", refused=True)
def test_init_takes_the_recorded_mode_and_not_what_a_file_says(renkei: Cli):
    (renkei.folder / ".renkei/hook.json").unlink()
    renkei.ok("init", "--claude")
    assert renkei.json("status")["hooks"]["mode"] == "enforce"
    assert json.loads((renkei.folder / ".renkei/hook.json").read_text())["mode"] == "enforce"


def test_after_uninstall_nothing_is_recorded(renkei: Cli):
    renkei.ok("uninstall")
    assert not state_file(renkei.folder, os.environ, ".json").exists()


PRICED = "as_of: '2026-11-01'\nmodels:\n  mine: {input: 2, output: 3}\n"
FREE = PRICED.replace("input: 2, output: 3", "input: 0, output: 0")


def cost_of(renkei: Cli, model: str) -> float | None:
    """What a million tokens of a model are priced with now, by a command that prices."""
    renkei.ok("spend", "add", "lead", "--model", model, "--input", "1000000")
    (row,) = renkei.json("spend", "--by", "model")["spend"]
    return row["cost"]


@pytest.mark.req("DEC-52", refused=True)
def test_prices_that_an_agent_lowered_do_not_hold(renkei: Cli):
    """Neither by a file that is new, changed or gone, nor by what a run committed; a limit of money is reached."""
    write(renkei, "renkei/prices.yaml", PRICED)
    renkei.ok("accept", "prices")
    renkei.ok("spend", "cap", "--agent", "lead", "--cap-cost", "1.5")
    write(renkei, "renkei/prices.yaml", FREE)
    assert cost_of(renkei, "mine") == 2
    commit(renkei, "renkei/prices.yaml", "Lower prices\n\nRun: run-1\nTask: prices\nAgent: writer\n")
    assert cost_of(renkei, "mine") == 4
    (renkei.folder / "renkei/prices.yaml").unlink()
    assert cost_of(renkei, "mine") == 6
    assert renkei.json("spend", "caps")[0]["level"] == "stop"
    shown = renkei("spend", "prices")
    assert "renkei accept prices" in shown.out + shown.err
    assert renkei.json("spend", "prices")["prices"]["mine"]["input"] == 2
    (found,) = renkei.json("accept", "--show")["differences"]
    assert (found["what"], found["refused"]) == ("prices", False)


@pytest.mark.req("DEC-52", refused=True)
def test_a_file_of_prices_where_there_was_none_prices_nothing(renkei: Cli):
    write(renkei, "renkei/prices.yaml", "as_of: '2026-11-01'\nmodels:\n  claude-opus-5-5: plan\n")
    assert cost_of(renkei, "claude-opus-5-5") == 4


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("way", ["accepted", "committed", "committed, then changed"])
def test_prices_that_a_person_set_hold(renkei: Cli, way: str):
    write(renkei, "renkei/prices.yaml", PRICED)
    if way == "accepted":
        renkei.ok("accept")
    else:
        commit(renkei, "renkei/prices.yaml")
    if way == "committed, then changed":
        write(renkei, "renkei/prices.yaml", FREE)
    assert cost_of(renkei, "mine") == 2


LOOSENED = 'exclude = ["**"]\n'


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("where", ["in a run", "from elsewhere", "since a commit", "table beside the person's own"])
def test_settings_of_a_review_are_refused_by_whatever_way_it_is_asked_for(
    renkei: Cli, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    words = {
        "in a run": ("run", "review", "--agents", "tools", "--no-exec"),
        "from elsewhere": ("review", str(renkei.folder), "--no-exec"),
        "since a commit": ("review", "--base", "HEAD", "--no-exec"),
    }.get(where, ("review", "--no-exec"))
    if where.startswith("table"):
        write(renkei, ".renkei/config.toml", "[review]\ntimeout = 100\n")
        renkei.ok("accept")
        write(renkei, "pyproject.toml", f"[tool.renkei.review]\n{LOOSENED}")
    else:
        write(renkei, "renkei/review.toml", LOOSENED)
    if where == "from elsewhere":
        monkeypatch.chdir(tmp_path)
    refused(renkei("--json", *words), "review")


@pytest.mark.req("DEC-52", refused=True)
def test_a_linked_work_tree_is_reviewed_by_what_the_person_set(renkei: Cli, tmp_path: Path):
    write(renkei, "bad.py", "import subprocess\n\n\ndef go(words):\n    subprocess.run(words, shell=True)\n")
    commit(renkei, "bad.py")
    git(renkei.folder, "worktree", "add", "-q", str(tmp_path / "linked"))
    (tmp_path / "linked/renkei").mkdir()
    (tmp_path / "linked/renkei/review.toml").write_text(LOOSENED, "utf-8")
    found = renkei("--json", "review", str(tmp_path / "linked"), "--no-exec").document
    assert "bad.py" in [each["path"] for each in found["findings"]]


@pytest.mark.req("DEC-52")
def test_the_word_of_a_file_accepts_the_table_beside_it(renkei: Cli):
    write(renkei, "pyproject.toml", f"[tool.renkei.review]\n{LOOSENED}")
    assert [each["what"] for each in renkei.json("accept", "review")["accepted"]] == ["review_settings"]
    assert renkei("--json", "review", "--no-exec").code != 4
