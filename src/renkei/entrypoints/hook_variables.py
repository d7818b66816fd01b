"""Variables that a client took from a file and hands to its hooks, as if a person had set them before it was started.

Gemini CLI loads the first `.env` from its folder upwards. An agent may write such a file, and a repository bring one:
what it says of Renkei switches nothing off and makes nobody another agent (DEC-52). Standard library only.
"""

from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Final

from renkei import lazy_re
from renkei.files import read_regular

PREFIX: Final = "RENKEI_"
_NAMES: Final = lazy_re.compile(rb"RENKEI_\w+")
_LONGEST: Final = 1024 * 1024


def leave_out_brought(env: MutableMapping[str, str], files: tuple[str, ...], folder: str | None) -> list[str]:
    """Takes our variables that such a file names out of the environment; which these were.

    How the client reads the file does not matter: what stands anywhere in one counts as set by it. A file that cannot
    be read may have set all of them.
    """
    ours = {name for name in env if name.startswith(PREFIX)}
    found = {name for path in _files_above(files, folder) for name in ours & _names_in(path, ours)}
    for name in found:
        del env[name]
    return sorted(found)


def _files_above(files: tuple[str, ...], folder: str | None) -> Iterator[Path]:
    for start in dict.fromkeys(filter(None, (folder, _current_folder()))):
        for place in (Path(start), *Path(start).parents):
            yield from (place / name for name in files)


def _current_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed
        return ""


def _names_in(path: Path, ours: set[str]) -> set[str]:
    try:
        return {name.decode() for name in _NAMES.findall(read_regular(path, _LONGEST))}
    except (FileNotFoundError, NotADirectoryError):
        return set()
    except OSError:
        return ours
