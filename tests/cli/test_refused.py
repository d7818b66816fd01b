"""Refused means that nothing happened: every command line, as every actor, with all that there is compared before and
after. The table is complete: a command or verb that is not in it fails here."""

import argparse
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from renkei import settings as settings_module
from renkei.bootstrap import open_hub
from renkei.commands.base import Request
from renkei.commands.contracts import AllowExecution
from renkei.entrypoints.cli import COMMANDS
from renkei.entrypoints.cli.command import command_parser
from renkei.hub import Hub
from renkei.protocol.actors import PERSON as A_PERSON
from tests.support.cli_messages import freeform, result
from tests.support.cli_run import Cli, files_in, start
from tests.support.run_project import git, made_repository
from tests.support.whole_project import ACTORS, DONE, Whole, made_whole

ANYBODY: Final = frozenset(ACTORS)
TEAM: Final = frozenset({"person", "lead", "owner", "stranger"})
LED: Final = frozenset({"person", "lead"})
OWNED: Final = frozenset({"person", "owner"})
PERSON: Final = frozenset({"person"})
NOBODY: Final = frozenset[str]()

REFUSED: Final = (2, 3, 4, 5)


@dataclass(frozen=True, kw_only=True)
class Line:
    words: str
    may: frozenset[str]
    stdin: object = None
    only_looks: bool = False
    """Whether nothing has changed after it for anybody."""
    tried_as: frozenset[str] = ANYBODY
    """Not as all where it takes long, or leaves a process."""


def looks(words: str, stdin: object = None) -> Line:
    return Line(words=words, may=ANYBODY, stdin=stdin, only_looks=True)


INPUTS: Final = ".renkei/inputs"

LINES: Final = (
    # The team
    Line(words="agent add zoe --role writer", may=LED),
    looks("agent list"),
    Line(words="person add mika --role viewer", may=PERSON),
    looks("person list"),
    Line(words="person remove kim", may=PERSON),
    Line(words="agent remove bob", may=LED),
    Line(words="agent token alice", may=PERSON),
    # The board and turns
    looks("board"),
    looks("board --since 1"),
    Line(words="board set goal=g", may=LED),
    Line(words="board set status=working --why needless --as alice", may=OWNED),
    Line(words="board resolve {BLOCKER} --why enough", may=LED),
    Line(words="board withdraw {WORKING} --why over", may=LED),
    Line(words="turn start alice", may=OWNED),
    Line(words="turn end alice", may=NOBODY),
    looks("context alice"),
    Line(words="context alice --turn", may=OWNED),
    # Messages
    Line(words="send -", may=TEAM, stdin=freeform(to="dora")),
    Line(words="send - --as alice", may=OWNED, stdin=freeform(to="dora")),
    Line(words="send -", may=NOBODY, stdin=result("{WORKING}")),
    Line(words="send -", may=OWNED, stdin=result("{WORKING}", status="partial", deviations=["the rest"])),
    looks("inbox alice"),
    Line(words="inbox alice --handled", may=OWNED),
    looks("message {MESSAGE}"),
    looks("chat"),
    looks("chat general"),
    Line(words="chat general hello", may=TEAM),
    Line(words="chat general hello --as alice", may=OWNED),
    Line(words="chat general --mark", may=TEAM),
    looks("insights list"),
    Line(words="insights accept {INSIGHT}", may=PERSON),
    Line(words="insights reject {INSIGHT} --why no", may=PERSON),
    looks("decide"),
    Line(words="decide D-1 yes", may=PERSON),
    # Contracts
    looks("contract list"),
    looks("contract show {WORKING}"),
    Line(words=f"contract offer {INPUTS}/offer.json", may=TEAM),
    Line(words="contract accept {OFFERED}", may=OWNED),
    Line(words="contract decline {OFFERED} --reason no", may=OWNED),
    Line(words="contract deliver {WORKING} -", may=OWNED, stdin=DONE),
    Line(words="contract deliver {WORKING} - --exec", may=PERSON, stdin=DONE),
    Line(words="contract verify {DELIVERED} --met 1", may=LED),
    Line(words="contract verify {DELIVERED} --exec", may=PERSON),
    Line(words="contract verify {DELIVERED} --approve", may=NOBODY),
    Line(words="contract consult {WORKING} --about 1 --question q", may=OWNED),
    Line(words="contract report {WORKING} --blocked why", may=OWNED),
    Line(words="contract resume {HELD}", may=LED),
    Line(words="contract close {WORKING} --note over", may=LED),
    # Runs
    Line(words=f"run {INPUTS}/run.json --agents scripted", may=LED),
    Line(words=f"run {INPUTS}/run.json --agents scripted --exec", may=PERSON),
    Line(words=f"run {INPUTS}/run.json --agents scripted --yes", may=PERSON),
    Line(words=f"run {INPUTS}/run.json --agents scripted --merge", may=PERSON),
    Line(words=f"run {INPUTS}/run.json --agents scripted --detach", may=LED, tried_as=ANYBODY - LED),
    looks("runs"),
    looks("runs list"),
    looks("runs show {MERGED}"),
    looks("runs trace {MERGED} first"),
    Line(words="runs report --html r.html {MERGED}", may=ANYBODY, tried_as=NOBODY),  # a file of the caller's own
    Line(words="runs undo {MERGED}", may=PERSON),
    Line(words="pause {WAITING}", may=LED),
    Line(words="resume {WAITING}", may=LED),
    Line(words="resume {WAITING} --exec", may=PERSON),
    Line(words="stop {WAITING}", may=LED),
    Line(words="retry {WAITING} second", may=LED),
    looks(f"playbook check {INPUTS}/run.json"),
    looks("playbook list"),
    Line(words="gc", may=PERSON),
    Line(words="backup copy.db", may=PERSON),
    looks("gc --dry-run"),
    # Results
    looks(f"check {INPUTS}/result.md"),
    Line(words=f"check {INPUTS}/result.md --record", may=TEAM),
    Line(words=f"check {INPUTS}/result.md --record --as alice", may=OWNED),
    looks(f"aggregate {INPUTS}/result.md"),
    looks(f"convert {INPUTS}/result.md --to contract-en"),
    looks("cpf check -"),
    looks(f"cpf verdict {INPUTS}/cpf"),
    looks("claims"),
    looks("trust"),
    looks("spend"),
    looks("spend caps"),
    looks("spend prices"),
    Line(words="spend add alice --model m --input 5", may=OWNED),
    Line(words="spend cap --cap-tokens 9", may=PERSON),
    looks("replay --budget 500"),
    # An analyser keeps a cache of its own at home.
    Line(words="review README.md --no-exec --no-cache", may=ANYBODY, tried_as=frozenset({"person", "empty"})),
    Line(words="review README.md --exec --no-cache", may=PERSON),
    Line(words="review README.md --no-exec --no-cache --write-baseline", may=PERSON),
    looks("help"),
    looks("completion bash"),
    # The client
    Line(words="init --claude --mode observe", may=PERSON),
    Line(words="init --claude --lang ja", may=PERSON),
    looks("init --claude --lang ja --dry-run"),
    Line(words="uninstall", may=PERSON),
    looks("policy show"),
    looks("policy why alice read src/app.py"),
    looks("policy uses"),
    Line(words="policy override LEAD-6 --why needless", may=LED),
    Line(words="accept", may=PERSON),
    looks("accept --show"),
    Line(words="off", may=PERSON),
    Line(words="on", may=PERSON),
    looks("hook", stdin={}),
    looks("mcp", stdin={}),
    Line(words="serve --port 0 --no-browser", may=PERSON, tried_as=ANYBODY - PERSON),  # it stays: see test_serve
    looks("statusline", stdin={}),
    # The store
    looks("log"),
    looks("log --stats"),
    looks("export"),
    Line(words="export -o copy.jsonl", may=PERSON),
    looks("rules"),
    Line(words="import {FOLDER}/export", may=PERSON),
    looks("verify-store"),
    Line(words="verify-store --repair", may=PERSON),
    Line(words="redact {MESSAGE}", may=PERSON),
    # The spec-driven framework: what is allowed is in tests/sdd
    Line(words="sdd init todo", may=LED),
    looks("sdd status"),
    *(
        Line(words=f"sdd {words}", may=LED, tried_as=ANYBODY - LED)
        for words in (
            "design todo",
            "review todo",
            "impl todo",
            "revise todo",
            "run",
            "resolve todo accept --why w",
            "unblock todo --fix",
            "handover --save",
            "knowledge --flush",
            "import specs",
            "release patch s",
            "steering accept todo 1",
        )
    ),
    looks("agents lint"),
    # The rest
    looks("rules"),
    looks("why 1"),
    looks("schema"),
    looks("doctor"),
    looks("status"),
    Line(words="demo", may=ANYBODY, tried_as=NOBODY),  # plays in a folder of its own: see test_demo
    Line(words="bench log --seconds 0.1", may=ANYBODY, tried_as=frozenset({"stranger", "empty"}), only_looks=True),
    Line(words="bench runs --tasks 10", may=ANYBODY, tried_as=frozenset({"empty"}), only_looks=True),
)


def verbs(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The verbs of a command; the empty one, where it needs none."""
    groups = [action for action in parser._actions if action.nargs == argparse.PARSER]
    if not any(group.required for group in groups):
        yield ""
    for group in groups:
        yield from map(str, group.choices or ())


def test_every_command_and_verb_is_in_the_table():
    tried = {tuple(line.words.split()[:2]) for line in LINES}
    for name in COMMANDS:
        for verb in verbs(command_parser(name, "en")):
            is_there = any(words[0] == name and (not verb or words[1:] == (verb,)) for words in tried)
            assert is_there, f"renkei {name} {verb}: say in the table who may"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        return made_whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def whole(made: Whole, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Whole]:
    monkeypatch.setenv("HOME", str(made.home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    yield made
    made.restore()


def filled(text: str, whole: Whole) -> str:
    for name, value in {**whole.names, "FOLDER": str(whole.kept.parent)}.items():
        text = text.replace(f"{{{name}}}", value)
    return text


@pytest.mark.req("DEC-31", "DEC-16", "TEAM-9", refused=True)
@pytest.mark.parametrize("line", [line for line in LINES if line.tried_as], ids=lambda line: line.words)
def test_who_is_refused_has_changed_nothing(
    line: Line, whole: Whole, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    renkei = Cli(whole.project, monkeypatch, capsys)
    exported = whole.kept.parent / "export"
    if "import" in line.words and not exported.exists():
        renkei.ok("export", "-o", str(exported))
    stdin = filled(json.dumps(line.stdin), whole).encode() if line.stdin is not None else b"[]"
    found: dict[str, str] = {}
    before = whole.state()
    for actor in (each for each in ACTORS if each in line.tried_as):
        ran = renkei(*filled(line.words, whole).split(), stdin=stdin, env=whole.env(actor))
        assert ran.code in (0, 1, *REFUSED), (actor, ran.err)
        is_refused = ran.code in REFUSED
        found[actor] = "refused" if is_refused else "done"
        if is_refused or line.only_looks:
            after = whole.state()
            assert before.changed_to(after) == [], (actor, ran.code, ran.err)
            before = after
        else:
            whole.restore()
            renkei.enter(whole.project)
            before = whole.state()
    expected = {actor: "done" if actor in line.may else "refused" for actor in found}
    assert found == expected, renkei(*filled(line.words, whole).split(), stdin=stdin).err


@pytest.mark.req("DEC-31", "DEC-51", refused=True)
@pytest.mark.parametrize("token", ["rnk_guess", ""])
def test_where_there_is_no_store_nobody_leaves_a_file(
    token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Also not the folder that runs keep their work in, nor a line of git's index."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    renkei = Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)
    (tmp_path / "run.json").write_text(json.dumps({"name": "p", "roles": {"writer": {}}, "tasks": [
        {"id": "a", "role": "writer", "owner": "a", "outputs": ["docs/a.md"]}]}), encoding="utf-8")  # fmt: skip
    before = files_in(tmp_path)
    index = (renkei.folder / ".git" / "index").read_bytes()
    for line in (each for each in LINES if "invalid" not in each.may):
        words = line.words.replace(f"{INPUTS}/", "../").split()
        ran = renkei(*words, stdin=json.dumps(line.stdin).encode(), env={"RENKEI_TOKEN": token})
        assert ran.code in REFUSED, (line.words, ran.code, ran.err)
        assert files_in(tmp_path) == before, line.words
    assert (renkei.folder / ".git" / "index").read_bytes() == index


def reverts(whole: Whole) -> int:
    return git(whole.project, "log", "--format=%s", "main").count("Revert")


@pytest.mark.req("DEC-31")
def test_undo_that_was_cut_off_before_it_was_recorded_is_completed_by_doing_it_again(
    whole: Whole, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The store as it was when the process died: git has the revert, the log does not."""
    renkei = Cli(whole.project, monkeypatch, capsys)
    first = renkei.json("runs", "undo", whole.names["MERGED"])
    shutil.copy(whole.kept / "project" / ".renkei" / "renkei.db", whole.store)
    again = renkei.json("runs", "undo", whole.names["MERGED"])
    assert (again["commit"], reverts(whole)) == (first["commit"], 1)
    assert renkei.log()[-1]["type"] == "RunUndone"
    assert renkei("runs", "undo", whole.names["MERGED"]).code == 4
    assert reverts(whole) == 1


@pytest.mark.req("DEC-31")
def test_two_who_undo_at_once_revert_once(whole: Whole):
    words = ("--project", str(whole.project), "runs", "undo", whole.names["MERGED"])
    processes = [start(*words, folder=whole.project) for _ in range(3)]
    for process in processes:
        process.communicate(timeout=60)
    assert sorted(process.returncode for process in processes) == [0, 4, 4]
    assert reverts(whole) == 1
    assert git(whole.project, "status", "--porcelain", "--untracked-files=no") == ""


@pytest.mark.req("CON-2", "DEC-51")
@pytest.mark.parametrize("env", [{"CI": "1"}, {}])
def test_an_agent_consents_to_no_code_and_uses_the_consent_of_a_person(
    whole: Whole, env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    renkei = Cli(whole.project, monkeypatch, capsys)
    words = ("contract", "deliver", whole.names["WORKING"], "-")
    renkei.ok(*words, stdin=json.dumps(DONE).encode(), env={**whole.env("owner"), **env})
    assert not (whole.project / "ran").exists()
    whole.restore()
    renkei.enter(whole.project)
    settings = settings_module.load(project=str(whole.project), store=None, lang=None, env={}, cwd=whole.project)
    with closing(open_hub(settings, whole.project).log) as log:
        Hub(log).do(Request(command=AllowExecution(), actor=A_PERSON))
    renkei.ok(*words, "--exec", stdin=json.dumps(DONE).encode(), env={**whole.env("owner"), **env})
    assert (whole.project / "ran").exists()
