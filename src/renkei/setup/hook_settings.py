"""What is compiled for the hooks, and a person's switch for them; read at every tool call: standard library only."""

import json
from pathlib import Path
from typing import Any

HOOK_SETTINGS = ".renkei/hook.json"
"""What `renkei init` compiles, so that a hook has nothing to find out."""
OFF = ".renkei/off"
"""While this file is there, the hooks do nothing."""
CHECK_SECONDS = 20
"""After which a check is given up: a client goes on in silence when its own time has run out (DEC-44)."""


def read_settings(project: Path) -> dict[str, Any] | None:
    """What `renkei init` wrote for the hooks: mode, store, language. None where it was not run.

    Raises:
        ValueError: somebody broke the file.
    """
    try:
        return json.loads((project / HOOK_SETTINGS).read_bytes())
    except FileNotFoundError:
        return None
