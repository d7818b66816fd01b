"""Whether Codex would call our hooks: it skips those that nobody has trusted, in silence. It is asked itself, for what
it takes a hook by is its own affair."""

import shutil
from pathlib import Path
from typing import Any, Final, cast

from renkei._version import __version__
from renkei.adapters.programs import converse

_SECONDS: Final = 20
_TRUSTED: Final = ("trusted", "managed")


def count_trusted_hooks(root: Path, hooks: Path) -> tuple[int, int] | None:
    """Of the hooks in a file of the project how many Codex would call, and how many it knows of; None where it does not
    say. It knows of none in a folder that nobody has trusted.

    Args:
        hooks: the file, from the project's folder on.
    """
    program = shutil.which("codex")
    if program is None or Path(program).resolve().is_relative_to(root):
        return None
    asked = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "renkei", "version": __version__}}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(root)]}},
    ]
    answer = converse([program, "app-server"], root, asked, answer=2, seconds=_SECONDS)
    try:
        listed = cast("list[dict[str, Any]]", answer["result"]["data"][0]["hooks"]) if answer else None
        if listed is None:
            return None
        place = (root / hooks).resolve()
        ours = [each for each in listed if Path(str(each["sourcePath"])).resolve() == place]
        return sum(bool(each["enabled"]) and each["trustStatus"] in _TRUSTED for each in ours), len(ours)
    except (LookupError, TypeError):
        return None
