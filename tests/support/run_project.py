"""A project in git with a playbook in it, and runs of it: in this process, or by the real command."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from renkei.adapters.base import Adapter
from renkei.adapters.scripted import Scripted
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.verify import Flaw, find_flaws
from renkei.commands.base import Command, Request
from renkei.commands.decisions import Decide
from renkei.commands.runs import StartRun
from renkei.eventlog.base import EventLog
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.playbooks.check import load_playbook
from renkei.protocol.actors import PERSON
from renkei.protocol.playbooks import Budget
from renkei.runs.executor import Executor
from renkei.runs.workspaces import RunWorkspace
from renkei.workspace.repository import Repository
from renkei.workspace.worktrees import Preparation
from tests.support.hub_team import open_log
from tests.support.templates import Files, copy_of, write_files


def git(folder: Path, *words: str) -> str:
    """What git answers there."""
    settings = {
        "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@t",
        "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@t",
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**kept, **settings}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def made_repository(folder: Path, files: Mapping[str, str] | None = None) -> Path:
    """A repository with one commit on `main`."""
    return copy_of(_make_repository, tuple((files or {"README.md": "# Project\n"}).items()), folder)


def _make_repository(folder: Path, files: Files) -> None:
    git(folder, "init", "-q", "-b", "main")
    write_files(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "start")


class Project:
    """Runs of playbooks in one folder, on one log."""

    def __init__(self, log: EventLog, folder: Path, *, adapter: Adapter | None = None) -> None:
        self.hub = Hub(log)
        self.folder = folder
        self.adapter: Adapter = adapter or Scripted()
        self.preparation = Preparation()
        self.grace = 1.0

    @property
    def repository(self) -> Repository | None:
        return Repository(self.folder) if (self.folder / ".git").exists() else None

    def start(self, playbook: Mapping[str, Any], *, goal: str = "", yes: bool = True, **options: Any) -> str:
        """Starts a run; its id."""
        repository = self.repository
        loaded = load_playbook(json.dumps({"roles": {"writer": {}}, "name": "test", **playbook}).encode(), "playbook")
        command = StartRun(
            playbook=loaded,
            goal=goal,
            yes=yes,
            agents=options.pop("agents", "scripted"),
            merge=options.pop("merge", True),
            base=repository.head_commit() if repository else None,
            branch=repository.current_branch() if repository else None,
            work_tree=str(repository.root) if repository else None,
            git=dict(repository.recorded) if repository else None,
            caps=options.pop("caps", None) or Budget(),
            **options,
        )
        outcome = self.do(command)
        assert outcome is not None
        return outcome

    def do(self, command: Command, **options: Any) -> str | None:
        return self.hub.do(Request(command=command, actor=options.pop("actor", PERSON), **options)).id

    def executor(self, run: str, **options: Any) -> Executor:
        site = RunWorkspace(self.folder, self.folder.parent / "records", self.repository, self.preparation)
        return Executor(self.hub, run, site, self.adapter, grace=self.grace, **options)

    def carry_out(self, run: str, **options: Any) -> RunRow:
        return self.executor(run, **options).carry_out()

    def run(self, playbook: Mapping[str, Any], **options: Any) -> RunRow:
        """Starts a run and stays with it."""
        return self.carry_out(self.start(playbook, **options))

    def answer(self, run: str, option: str) -> RunRow:
        """A person answers what the run asked last, and it goes on."""
        [*_, asked] = [document["decision"] for document in self.told("RunAsked")]
        self.do(Decide(id=asked, option=option))
        return self.carry_out(run)

    def row(self, run: str) -> RunRow:
        with self.hub.read() as view:
            found = view.get(RunRow, run)
        assert found is not None
        return found

    def task(self, run: str, task: str) -> RunTaskRow:
        with self.hub.read() as view:
            found = view.get(RunTaskRow, run, task)
        assert found is not None
        return found

    def tasks(self, run: str) -> dict[str, str]:
        with self.hub.read() as view:
            return {row.task: row.state for row in view.select(RunTaskRow, order="number", run=run)}

    def events(self, *types: str) -> list[Record]:
        with self.hub.read() as view:
            return [record for record in view.events() if not types or record.type in types]

    def told(self, *types: str) -> list[dict[str, Any]]:
        return [record.document() for record in self.events(*types)]

    def flaws(self) -> list[Flaw]:
        with self.hub.read() as view:
            return list(find_flaws(view))

    def git(self, *words: str) -> str:
        return git(self.folder, *words)


def opened(log: EventLog, folder: Path) -> Iterator[Project]:
    """A project whose store holds when the test is over."""
    with closing(log):
        project = Project(log, folder)
        yield project
        assert project.flaws() == []


def opened_outside_git(tmp_path: Path) -> Iterator[Project]:
    """The same outside git, on a store in memory; README.md is there."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# Project\n", "utf-8")
    yield from opened(open_log("memory", tmp_path), folder)


def task(name: str, *before: str, **fields: Any) -> dict[str, Any]:
    """A task of a playbook; `script` is what its agent does."""
    return {"id": name, "role": "writer", "owner": name, "blockedBy": list(before), **fields}


def says(name: str, *outputs: tuple[str, Any], **report: Any) -> dict[str, Any]:
    """A task that writes a file of its own and reports these values for the blackboard."""
    told = [{"key": key, "value": value} for key, value in outputs]
    path = f"docs/{name}.md"
    script = [{"write": {"path": path, "text": "done\n"}}, {"report": {"contract_outputs": told, **report}}]
    return task(name, outputs=[path], blackboard_keys=[key for key, _ in outputs], script=script)


def writes(name: str, *before: str, text: str = "done\n", **fields: Any) -> dict[str, Any]:
    """A task that writes a file of its own."""
    path = f"docs/{name}.md"
    script = [*fields.pop("script", []), {"write": {"path": path, "text": text}}]
    return task(name, *before, outputs=[path], script=script, **fields)
