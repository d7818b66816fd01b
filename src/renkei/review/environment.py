"""A project's own virtual environment, if it has one: found, not run."""

from pathlib import Path
from typing import Final

from renkei.review.target import Target

_NAMES: Final = (".venv", "venv")


def find_environment(target: Target) -> Path | None:
    root = target.environment or target.root
    return next((root / name for name in _NAMES if (root / name / "pyvenv.cfg").is_file()), None)


def list_installed(folder: Path | None) -> list[str]:
    """What is installed there, by the names of its records: another list is another environment."""
    return sorted(path.name for path in folder.glob("lib/python*/site-packages/*.dist-info")) if folder else []
