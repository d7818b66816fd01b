"""What an agent of a run can make itself by its environment, its processes and others' tokens: nobody else (DEC-51)."""

import os
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
import yaml

from renkei.agent_trees import LIVE
from tests.support.cli_run import COMMAND, REHEARSE, Cli
from tests.support.mcp_client import joined
from tests.support.run_project import made_repository, writes
from tests.support.web_server import serving

TRY = """
try() {
    label=$1; shift
    "$@" > "$OUT/$label.out" 2> "$OUT/$label.err" < /dev/null
    echo "$label $?" >> "$OUT/codes"
}
"""

DAEMON = """
import os, subprocess, sys
label, kept, *words = sys.argv[1:]
env = dict(os.environ) if kept == "kept" else {}
env.pop("RENKEI_TOKEN", None)
out = os.environ["OUT"]
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(0)
        done = subprocess.run(words, env=env, capture_output=True)
        with open(f"{out}/{label}.err", "wb") as file:
            file.write(done.stderr)
        with open(f"{out}/{label}.new", "w") as file:
            file.write(str(done.returncode))
        os.rename(f"{out}/{label}.new", f"{out}/{label}.code")
    os._exit(0)
"""


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    cli = Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)
    cli.ok("agent", "add", "lead", "--role", "lead")
    return cli


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def shell(out: Path, name: str, text: str) -> dict[str, Any]:
    """A step of an agent that runs a script."""
    path = out / f"{name}.sh"
    path.write_text(f"OUT='{out}'; export OUT\n{TRY}{text}\n", encoding="utf-8")
    return {"run": f"/bin/sh '{path}'"}


def carry_out(renkei: Cli, *tasks: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks)}
    renkei.ok("run", renkei.file("../p.yaml", yaml.safe_dump(whole)), *REHEARSE, "--yes", "--exec")


def codes(out: Path) -> dict[str, int]:
    lines = (out / "codes").read_text("utf-8").split("\n")
    return {label: int(code) for label, code in (line.split() for line in lines if line)}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere what loses its parent and its mark is not known")
@pytest.mark.req("DEC-51", "DEC-16", refused=True)
def test_no_environment_and_no_process_of_an_agent_is_a_person(renkei: Cli, out: Path):
    minted = renkei.ok("agent", "token", "lead").out.strip()
    project = f"--project '{renkei.folder}'"
    takes = f"'{COMMAND}' {project} agent token lead"
    (out / "daemon.py").write_text(DAEMON, encoding="utf-8")
    daemon = f"'{sys.executable}' '{out}/daemon.py'"
    attempts = {
        "unset": f"env -u RENKEI_TOKEN {takes}",
        "empty": f"env RENKEI_TOKEN= {takes}",
        "unmarked": f"env -u RENKEI_TOKEN -u RENKEI_PROCESS_MARK {takes}",
        "bare": f"env -i {takes}",
        "elsewhere": f"env -i HOME=/nowhere XDG_STATE_HOME=/nowhere {takes}",
        "session": f"setsid --wait env -i {takes}",
        "of_the_lead": f"env RENKEI_TOKEN={minted} '{COMMAND}' {project} chat general hello",
        "as_lead": f"'{COMMAND}' chat general hello --as lead",
        "itself": takes,
        "off": f"env -i '{COMMAND}' {project} off",
        "decide": f"env -i '{COMMAND}' {project} decide D-1 yes --why w",
    }
    steps = "".join(f"try {label} {command}\n" for label, command in attempts.items())
    steps += f"{daemon} daemon kept {takes}\n{daemon} bare_daemon bare {takes}\n"
    steps += "for each in daemon bare_daemon; do while [ ! -e $OUT/$each.code ]; do :; done; done\n"
    carry_out(renkei, writes("a", script=[shell(out, "a", steps)]))
    assert codes(out) == dict.fromkeys(attempts, 4)
    assert [(out / f"{each}.code").read_text("ascii") for each in ("daemon", "bare_daemon")] == ["4", "4"]
    assert not any((out / f"{label}.out").read_text("utf-8") for label in attempts)
    assert [each["type"] for each in renkei.log()].count("TokenIssued") == 1


@pytest.mark.req("DEC-51")
def test_an_agent_is_itself_and_may_look_without_its_token(renkei: Cli, out: Path):
    steps = f"try says '{COMMAND}' chat general hello\ntry looks env -u RENKEI_TOKEN '{COMMAND}' board\n"
    carry_out(renkei, writes("a", script=[shell(out, "a", steps)]))
    assert codes(out) == {"says": 0, "looks": 0}
    sent = (out / "says.out").read_text("utf-8").strip()
    assert renkei.json("message", sent)["from"] == "a"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere an attempt's processes are not all known")
@pytest.mark.req("DEC-51", refused=True)
def test_the_token_of_another_attempt_is_of_no_use(renkei: Cli, out: Path):
    says = f"'{COMMAND}' --project '{renkei.folder}' chat general hello"
    kept = "try own " + says + "\necho $RENKEI_TOKEN > $OUT/new; mv $OUT/new $OUT/stolen\n"
    kept += "while [ ! -e $OUT/tried ]; do :; done\n"
    stolen = "while [ ! -e $OUT/stolen ]; do :; done\nexport RENKEI_TOKEN=$(cat $OUT/stolen)\n"
    stolen += f"try stolen {says}\ntry marked env RENKEI_PROCESS_MARK=.x {says}\n"
    stolen += f"try bare env -i RENKEI_TOKEN=$RENKEI_TOKEN {says}\ntouch $OUT/tried\n"
    carry_out(renkei, writes("a", script=[shell(out, "a", kept)]), writes("b", script=[shell(out, "b", stolen)]))
    assert codes(out) == {"own": 0, "stolen": 4, "marked": 4, "bare": 4}


@pytest.mark.req("DEC-51", refused=True)
def test_the_token_of_an_attempt_that_is_over_is_nobodys(renkei: Cli, out: Path):
    carry_out(renkei, writes("a", script=[shell(out, "a", "echo $RENKEI_TOKEN > $OUT/kept")]))
    kept = (out / "kept").read_text("utf-8").strip()
    assert kept.startswith("rnk_")
    ran = renkei("chat", "general", "hello", env={"RENKEI_TOKEN": kept})
    assert (ran.code, ran.out, "[ACTOR-1]" in ran.err) == (4, "", True)

    async def story() -> bool:
        async with joined(renkei.folder, {"RENKEI_TOKEN": kept}) as agent:
            return (await agent("turn_start")).is_error

    assert anyio.run(story)
    with serving(renkei.folder) as served:
        assert served.ask("/mcp", "POST", b"{}", x_renkei_token=kept).status == 401


@pytest.mark.req("DEC-51", refused=True)
def test_a_check_that_runs_an_agents_code_is_nobody(renkei: Cli, out: Path):
    path = out / "check.sh"
    takes = f"'{COMMAND}' --project '{renkei.folder}' agent token lead"
    path.write_text(f"OUT='{out}'\n{TRY}try plain {takes}\ntry bare env -i {takes}\ntrue\n", encoding="utf-8")
    carry_out(renkei, writes("a", check=f"/bin/sh '{path}'"))
    assert codes(out) == {"plain": 4, "bare": 4}


def test_an_attempt_that_is_over_leaves_no_note(renkei: Cli, out: Path):
    noted = f"ls '{renkei.folder / LIVE}' > $OUT/noted"
    carry_out(renkei, writes("a", script=[shell(out, "a", noted)]))
    assert "-attempt.json" in (out / "noted").read_text("utf-8")
    assert list((renkei.folder / LIVE).iterdir()) == []


# The environment


@pytest.mark.req("DEC-54")
def test_an_agent_gets_what_is_listed_and_what_the_project_names(
    renkei: Cli, out: Path, monkeypatch: pytest.MonkeyPatch
):
    given = {"ANTHROPIC_API_KEY": "k", "https_proxy": "p", "LC_TIME": "C", "XDG_DATA_HOME": "/x", "DATABASE_URL": "d"}
    for name, text in given.items():
        monkeypatch.setenv(name, text)
    (renkei.folder / ".renkei/config.toml").write_text('[workspace]\nenv = ["DATABASE_URL", "NOT_THERE"]\n', "utf-8")
    found = environment_of_an_agent(renkei, out)
    assert found | given == found
    assert found["PATH"] == os.environ["PATH"]
    assert "NOT_THERE" not in found


@pytest.mark.req("DEC-54", refused=True)
def test_an_agent_does_not_get_the_rest(renkei: Cli, out: Path, monkeypatch: pytest.MonkeyPatch):
    withheld = ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "KUBECONFIG", "CLAUDECODE", "GIT_DIR_OF_MINE", "DATABASE_URL")
    for name in withheld:
        monkeypatch.setenv(name, "hush")
    found = environment_of_an_agent(renkei, out)
    assert not set(withheld) & set(found)
    assert "hush" not in found.values()


def environment_of_an_agent(renkei: Cli, out: Path) -> dict[str, str]:
    code = "import json, os, sys; json.dump(dict(os.environ), open(sys.argv[1], 'w'))"
    carry_out(renkei, writes("a", script=[{"run": f"'{sys.executable}' -c \"{code}\" '{out}/env'"}]))
    return yaml.safe_load((out / "env").read_text("utf-8"))
