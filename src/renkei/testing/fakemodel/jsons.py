"""JSON as the standard writes it: no NaN, no number that does not fit."""

import json
import math
from typing import NoReturn, TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = dict[str, Json]


def load_json(data: bytes) -> Json:
    """The value that `data` holds.

    Raises: ValueError, also for text that is not UTF-8; RecursionError when it is nested too deeply.
    """
    return DECODER.decode(data.decode("utf-8"))


def dump_json(value: object) -> str:
    """One line of JSON, in ASCII, so that any string survives."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite_float(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} does not fit a number")
    return number


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite_float)
