"""What a review agent may say when it is done: `WRITTEN:{path}` and nothing else (SDD-11, SDD-24)."""

from pathlib import Path

from renkei.errors import BadInput
from renkei.reports.formats.written import find_paths, write_line


def visible_return(returned: str) -> str:
    """What the lead gets to see of a return: its last `WRITTEN:` line, or nothing."""
    path = find_written_path(returned)
    return write_line(path) if path else ""


def find_written_path(returned: str) -> str | None:
    """The path that a return names, the last one if there are several."""
    return next(reversed(find_paths(returned)), None)


def require_output(returned: str, folder: Path) -> Path:
    """The file that an agent has written; a relative path starts from `folder`.

    Raises:
        BadInput: there is no output, because no path is named or the file does not exist.
    """
    name = find_written_path(returned)
    if name is None:
        raise BadInput("No output: the agent names no file. Expected WRITTEN: and its path.")
    path = folder / name
    if not path.is_file():
        raise BadInput(
            "No output: {path} does not exist. Start the agent again; it writes the same path.", path=str(path)
        )
    return path
