"""TOML of a repository that is not ours: what cannot be read, or has another form, is as if it were not there."""

import tomllib
from collections.abc import Mapping
from typing import Any, cast

from renkei.review.target import Target


def read_toml(target: Target, path: str) -> dict[str, Any] | None:
    text = target.text(path) if path in target.by_path else None
    if text is None:
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def toml_table(within: Mapping[str, Any] | None, *keys: str) -> dict[str, Any]:
    """The table under some keys; an empty one if there is none."""
    found: Any = within
    for key in keys:
        found = cast(Mapping[str, Any], found).get(key) if isinstance(found, Mapping) else None
    return dict(cast(Mapping[str, Any], found)) if isinstance(found, Mapping) else {}
