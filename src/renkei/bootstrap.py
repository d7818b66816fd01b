"""Settings to wired objects; the only place that names concrete stores."""

from pathlib import Path

from renkei.board.tables import SCHEMA
from renkei.errors import StoreError, Unreachable
from renkei.eventlog.base import EventLog
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.sqlite import SqliteLog
from renkei.hub import Hub
from renkei.settings import Settings, store_path


def open_hub(settings: Settings, cwd: Path) -> Hub:
    """The hub on the project's store, which is made if there is none."""
    path = store_file(settings, cwd)
    if path.parent.name == ".renkei":
        _prepare_folder(path.parent)
    return Hub(SqliteLog(path, SCHEMA))


def open_reader(settings: Settings, cwd: Path) -> Hub:
    """The hub for looking only: a project without a store looks like an empty one, and stays as it is."""
    path = store_file(settings, cwd)
    log: EventLog = SqliteLog(path, SCHEMA) if _is_there(path) else MemoryLog(SCHEMA)
    return Hub(log)


def open_existing(path: Path, *, busy_seconds: float) -> Hub:
    """The hub on a SQLite store that has to be there, for callers that cannot wait long."""
    if not _is_there(path):
        raise StoreError("The store {path} is gone. Run renkei init again.", path=str(path))
    return Hub(SqliteLog(path, SCHEMA, busy_seconds=busy_seconds))


def open_rehearsal() -> Hub:
    """The hub of a project that has no store, to try something before one is made: what fails leaves none behind."""
    return Hub(MemoryLog(SCHEMA))


def store_exists(settings: Settings, cwd: Path) -> bool:
    return _is_there(store_file(settings, cwd))


def store_file(settings: Settings, cwd: Path) -> Path:
    """The file of the store."""
    path = store_path(settings.store, cwd)
    if path is None:
        raise Unreachable("This version of Renkei keeps its store in SQLite only. Use --store sqlite:///PATH.")
    return path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError as error:
        raise Unreachable("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def _prepare_folder(folder: Path) -> None:
    """Renkei's own folder stays out of git."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise Unreachable(
            "{folder} cannot be made ({error}). Check its permissions, or choose another place with --store.",
            folder=str(folder),
            error=error.strerror,
        ) from None
