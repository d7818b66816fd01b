"""A repository with a feature of the spec-driven framework in it: its files, and what scripted agents do."""

import re
from typing import Any, Final

import yaml

from renkei.reports.cpf.batches import Batch, append_batch
from renkei.reports.cpf.inspectors import TEAMS, VERDICT_FILE, full_name
from tests.support.cli_run import Cli
from tests.support.run_project import git

REHEARSE: Final = ("--agents", "scripted", "--exec")
TEST: Final = "python3 -B -m unittest discover -q -s tests"
TASKS: Final = """tasks:
  - {id: "1", summary: s, subtasks: [{id: "1.1", summary: t, specs: [1], acs: [S1.AC1]}]}
execution:
  - {wave: 1, groups: [{id: A, tasks: ["1.1"], files: [src/a.py, tests/test_a.py]}]}
"""

DESIGN: Final = "### Spec 1: A\n1. users log in [contract]\n2. in a second [behavior]\n"
DONE: Final = """tasks:
  - {id: "1", summary: s, status: done, subtasks: [{id: "1.1", summary: t, specs: [1], acs: [S1.AC1], status: done}]}
execution:
  - {wave: 1, groups: [{id: A, tasks: ["1.1"], files: [src/auth.py, tests/test_auth.py]}]}
"""


def begin(renkei: Cli, feature: str = "auth", *words: str) -> None:
    """Begins a feature; the tests of the project are run by the standard library's runner."""
    renkei.ok("sdd", "init", feature, *words)
    tech = renkei.folder / "steering/tech.md"
    tech.write_text(re.sub("# Test: .*", f"# Test: {TEST}", tech.read_text("utf-8")), "utf-8")


def load(renkei: Cli, feature: str = "auth") -> dict[str, Any]:
    return yaml.safe_load((renkei.folder / "specs" / feature / "spec.yaml").read_text("utf-8"))


def edit(renkei: Cli, feature: str = "auth", **fields: Any) -> None:
    """By hand."""
    path = renkei.folder / "specs" / feature / "spec.yaml"
    path.write_text(yaml.safe_dump({**load(renkei, feature), **fields}, sort_keys=False), "utf-8")


def designed(renkei: Cli) -> None:
    """As if the Architect had been there."""
    folder = renkei.folder / "specs/auth"
    (folder / "design.md").write_text("### Spec 1: A\n1. a\n", "utf-8")
    (folder / "research.md").write_text("# R\n", "utf-8")
    edit(renkei, phase="design-generated", version_refs={"design": "1.0.0", "implementation": None})


def planned(renkei: Cli, tasks: str = TASKS) -> None:
    """As if the TaskGenerator had been there, too."""
    designed(renkei)
    (renkei.folder / "specs/auth/tasks.yaml").write_text(tasks, "utf-8")
    edit(renkei, orchestration={**load(renkei)["orchestration"], "last_phase_action": "tasks-generated"})


def implemented(renkei: Cli) -> None:
    """As if `auth` had come to its end, committed; `shop` depends on it."""
    renkei.ok("sdd", "init", "auth", "--description", "Log users in")
    renkei.ok("sdd", "init", "shop", "--after", "auth")
    folder = renkei.folder / "specs/auth"
    for name, text in (("design.md", DESIGN), ("research.md", "# R\n"), ("tasks.yaml", DONE)):
        (folder / name).write_text(text, "utf-8")
    edit(
        renkei,
        phase="implementation-complete",
        version_refs={"design": "1.0.0", "implementation": "1.0.0"},
        orchestration={**load(renkei)["orchestration"], "last_phase_action": "impl-complete"},
    )
    git(renkei.folder, "add", "--all")
    git(renkei.folder, "commit", "-qm", "auth")


def reviewed(renkei: Cli, disposition: Any) -> None:
    append_batch(renkei.folder / "specs/auth/verdicts.md", make_batch(disposition, "1.0.0"))


def make_batch(disposition: Any, version: str, place: str = "", kind: Any = "impl") -> Batch:
    raw = ("VERDICT:NO-GO\nSCOPE:auth\n",)
    at = "2026-05-01T00:00:00Z"
    return Batch(kind=kind, at=at, version=version, runs=1, threshold=1, disposition=disposition, raw=raw, place=place)


def script(renkei: Cli, **steps: list[dict[str, Any]]) -> tuple[str, str]:
    """A file with what scripted agents do: `sdd_auditor_impl__1` is `sdd-auditor-impl@1`."""
    named = {name.replace("__", "@").replace("_", "-"): each for name, each in steps.items()}
    renkei.file("../script.yaml", yaml.safe_dump(named))
    return "--script", "../script.yaml"


def writes(path: str, text: str, answer: str | None = None) -> list[dict[str, Any]]:
    """An inspector, or an auditor, that has opened what it judges."""
    folder, _, name = path.rpartition("/")
    known = [full_name(each) for team in TEAMS.values() for each in (*team.expected, *team.optional)]
    files = [f"{folder}/{each}.cpf" for each in known]
    opened = files if name == VERDICT_FILE else [f"{folder.rpartition('/')[0]}/design.md", "steering/tech.md"]
    reads = [{"read": each} for each in opened]
    return [*reads, {"write": {"path": path, "text": text}}, {"report": answer or f"WRITTEN:{path}"}]


def runs(renkei: Cli) -> list[Any]:
    return renkei.json("runs")


def refused_files(renkei: Cli, run: str, task: str) -> dict[str, str]:
    """By path, the rule by which a task's change was refused."""
    dag = renkei.json("runs", "show", run)["dag"]
    return {each["path"]: each["rule"] for row in dag if row["task"] == task for each in row["refused"]}
