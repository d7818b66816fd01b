"""What is compiled for the hooks, and a person's switch for them; read at every tool call: standard library only."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from renkei.files import read_regular

HOOK_SETTINGS = ".renkei/hook.json"
"""What `renkei init` compiles, so that a hook has nothing to find out."""
OFF = ".renkei/off"
"""While this file is there, the hooks do nothing."""
CHECK_SECONDS = 20
"""After which a check is given up: a client goes on in silence when its own time has run out (DEC-44)."""

SERVER_PORT = 8642
"""Where `renkei serve` listens, and hooks over HTTP ask, unless told otherwise."""
LAST_PORT = 65535
HTTP_HEADERS = {
    "RENKEI_TOKEN": "X-Renkei-Token",
    "RENKEI_AGENT": "X-Renkei-Agent",
    "RENKEI_HOOKS": "X-Renkei-Hooks",
}
"""What a client that asks by HTTP has in its environment, and in which header it comes."""

_STORE = ".renkei/renkei.db"
_EMPTY: dict[str, Any] = {"plugin": "", "http": 0, "record": ""}
_DEFAULTS: dict[str, Any] = {"mode": "observe", "lang": "en", "deadline": CHECK_SECONDS, **_EMPTY}
_OLDER: dict[str, Any] = {"deadline": CHECK_SECONDS, **_EMPTY}
"""What `renkei init` does not write, or an older one did not."""
_IS_RIGHT: dict[str, Callable[[Any], bool]] = {
    "mode": lambda value: value in ("observe", "enforce"),
    "store": lambda value: isinstance(value, str) and value != "" and "\0" not in value and value.isprintable(),
    "lang": lambda value: value in ("en", "ja"),
    "deadline": lambda value: isinstance(value, int | float) and 0 < value <= CHECK_SECONDS,
    "plugin": lambda value: isinstance(value, str),
    "http": lambda value: type(value) is int and 0 <= value <= LAST_PORT,
    "record": lambda value: isinstance(value, str),
}


def read_settings(project: Path) -> dict[str, Any] | None:
    """What `renkei init` wrote for the hooks: mode, store, language. None where it was not run.

    What is wrong in it is named under `broken`, and stands there as it is by default: a file that somebody broke, or a
    full disk, is no way to switch the hooks off.
    """
    try:
        found: Any = json.loads(read_regular(project / HOOK_SETTINGS))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, RecursionError):
        found = None
    given = {**_OLDER, **cast("dict[str, Any]", found)} if isinstance(found, dict) else {**_EMPTY}
    broken = [name for name, is_right in _IS_RIGHT.items() if not is_right(given.get(name))]
    right = {name: given[name] for name in _IS_RIGHT if name not in broken}
    if "store" in right and _has_moved(project, right["store"]):
        del right["store"]
    return {**default_settings(project), **right, "broken": broken}


def _has_moved(project: Path, store: str) -> bool:
    """Whether this is the project's own store, and the project is no longer where it was set up."""
    return store.endswith(f"/{_STORE}") and store != str(project / _STORE) and not Path(store).parent.exists()


def default_settings(project: Path) -> dict[str, Any]:
    return {**_DEFAULTS, "store": str(project / _STORE), "broken": []}
