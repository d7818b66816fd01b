"""What a session of opencode used in all: by the protocol it tells its last request alone, so its export is asked."""

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from renkei.adapters.base import Usage
from renkei.adapters.json_events import Event, as_object, as_objects

_SECONDS: Final = 30.0


def export_usage(program: str, session: str, folder: Path, env: Mapping[str, str]) -> Usage | None:
    """The tokens of all its requests by kind; None where it does not say. Sessions that it opened itself are others."""
    with tempfile.TemporaryFile() as out:  # of a pipe it fills no more than one buffer
        try:
            done = subprocess.run(  # noqa: S603
                [program, "export", session],
                cwd=folder,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        out.seek(0)
        return read_export(out.read()) if done.returncode == 0 else None


def read_export(data: bytes) -> Usage | None:
    try:
        exported: Any = json.loads(data)
    except (ValueError, RecursionError):
        return None
    told = [as_object(each.get("info")) for each in as_objects(as_object(exported).get("messages"))]
    requests = [as_object(each.get("tokens")) for each in told if each.get("role") == "assistant"]
    if not requests:
        return None
    return Usage(
        input=_add_up(requests, "input"),
        output=_add_up(requests, "output") + _add_up(requests, "reasoning"),
        cache_read=_add_up([as_object(each.get("cache")) for each in requests], "read"),
        cache_write=_add_up([as_object(each.get("cache")) for each in requests], "write"),
    )


def _add_up(parts: list[Event], name: str) -> int:
    return sum(count for each in parts if type(count := each.get(name)) is int and count > 0)
