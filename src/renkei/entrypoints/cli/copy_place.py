"""Where a copy of the store may go: never onto the store itself, and onto a file that is there only when told to."""

from pathlib import Path

from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.eventlog.sqlite.file import files_of
from renkei.settings import store_path


def check_place(context: Context, path: Path, *, force: bool) -> None:
    """
    Raises:
        BadInput: it is the store, or it is there already.
    """
    store = store_path(context.settings.store, context.cwd)
    if store and path in [file.resolve() for file in files_of(store)]:
        raise BadInput("{path} is the store itself. Choose another place for the copy.", path=str(path))
    if path.is_file() and not force:
        raise already_there(path)


def already_there(path: Path) -> BadInput:
    return BadInput("{path} is there already. Replace it with --force.", path=str(path))
