"""The benchmarks, each on a store of its own."""

import tempfile
from pathlib import Path
from typing import Any

from renkei.app.project import Project
from renkei.bench import log, runs
from renkei.commands.external_acts import MeasureStore
from renkei.errors import BadInput
from renkei.sentence import Parameter
from renkei.settings import Settings, store_path


def measure_log(project: Project, *, seconds: float, folder: str | None = None) -> dict[str, Any]:
    """How fast posts become durable; beside it a store in PostgreSQL, if that is the project's."""
    if not 0 < seconds <= 600:
        raise BadInput(
            "{option}: expected more than 0 and at most 600, not {seconds}.",
            option=Parameter("seconds"),
            seconds=seconds,
        )
    is_in_postgres = _authorize_measure(project)
    with _new_folder(project, folder) as name, Project(_bench_settings(project, Path(name)), Path(name)) as measured:
        postgres = project.hub if is_in_postgres else None
        return log.measure(Path(name), measured.hub, seconds=seconds, postgres=postgres)


def measure_runs(project: Project, *, tasks: int, folder: str | None = None) -> dict[str, Any]:
    """What it costs to carry runs out durably."""
    if not 10 <= tasks <= 5000:
        raise BadInput("{option}: expected 10 to 5000, not {tasks}.", option=Parameter("tasks"), tasks=tasks)
    _authorize_measure(project)
    with _new_folder(project, folder) as name, Project(_bench_settings(project, Path(name)), Path(name)) as measured:
        return runs.measure(Path(name), measured.hub, many=tasks)


def _authorize_measure(project: Project) -> bool:
    """Whether the project's own store is measured, too: that is one in PostgreSQL."""
    is_in_postgres = store_path(project.settings.store, project.cwd) is None
    if is_in_postgres:
        project.authorize_act(MeasureStore())
    return is_in_postgres


def _new_folder(project: Project, parent: str | None) -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix=".renkei-bench-", dir=project.cwd / parent if parent else project.cwd)


def _bench_settings(project: Project, folder: Path) -> Settings:
    return Settings(project=folder, store=f"sqlite:///{folder}/renkei.db", lang=project.settings.lang)
