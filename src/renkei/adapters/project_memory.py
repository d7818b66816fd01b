"""What a project tells every agent in a file of its own, for clients that start without the settings of the project."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from renkei.files import read_regular
from renkei.kit.sdd import without_lead_block

_LONGEST: Final = 64 * 1024


def read_memory(folder: Path, names: Sequence[str]) -> str:
    """The first of these files that says something, the lead's own part left out; empty where none does."""
    for name in names:
        path = folder / name
        try:
            if not path.resolve().is_relative_to(folder.resolve()):
                continue  # a link would hand a file of the person's to a model
            text = without_lead_block(read_regular(path, _LONGEST).decode(errors="replace")).strip()
        except (OSError, RuntimeError):
            continue
        if text:
            return f"The project's own instructions ({name}):\n\n{text}"
    return ""
