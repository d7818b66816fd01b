"""What a team has set: `[tool.renkei.review]` in pyproject.toml, `renkei/review.toml`, `[review]` of this machine."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.review.analyser_process import Limits
from renkei.review.severity import Weight
from renkei.sentence import Sentence
from renkei.values import value

BASELINE: Final = "renkei/review-baseline.json"

_WEIGHTS: Final = ("critical", "important", "minor", "off")


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and cast(float, value) > 0


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in cast(list[object], value))


def _is_path_inside(value: object) -> bool:
    return isinstance(value, str) and not PurePosixPath(value).is_absolute() and ".." not in PurePosixPath(value).parts


def _is_severities(value: object) -> bool:
    return isinstance(value, dict) and all(each in _WEIGHTS for each in cast(dict[str, object], value).values())


KEYS: Final[Mapping[str, tuple[Callable[[object], bool], Sentence]]] = {
    "severity": (_is_severities, Sentence("a table of rules, each with critical, important, minor or off")),
    "exclude": (_is_texts, Sentence("a list of paths, in which * and ** may stand")),
    "disable": (_is_texts, Sentence("a list of analysers")),
    "timeout": (_is_number, Sentence("a number of seconds over 0")),
    "test_timeout": (_is_number, Sentence("a number of seconds over 0")),
    "memory": (_is_number, Sentence("a number of megabytes over 0")),
    "file_size": (_is_number, Sentence("a number of kilobytes over 0")),
    "baseline": (_is_path_inside, Sentence("a path inside of the project")),
}
"""What may be set, and to what."""


@value
class Config:
    """The settings of a review."""

    severity: Mapping[str, Weight] = field(default_factory=dict[str, Weight])
    exclude: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    timeout: float = 180
    """How long an analyser may take, in seconds."""
    test_timeout: float = 600
    memory: int = 4096
    """How much memory a process of an analyser may take, in megabytes."""
    file_size: int = 1024
    """How large a file of code may be to be looked at, in kilobytes."""
    baseline: str = BASELINE
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    """The file in which each setting stands."""

    @property
    def limits(self) -> dict[str, Limits]:
        usual = Limits(seconds=self.timeout, megabytes=int(self.memory), kilobytes=int(self.file_size))
        return {"": usual, "pytest": replace(usual, seconds=self.test_timeout)}


FILES: Final = ("pyproject.toml", "renkei/review.toml")
"""Where a project sets a review."""


def load_config(root: Path, before: Path | None = None) -> Config:
    """The configuration of a project; what stands later in the list beats what stands before.

    `before`: a folder with the project's files as they were before the change that is reviewed. What is reviewed does
    not say how; what this machine has set stays.

    Raises:
        BadInput: a file of Renkei's own is not right.
    """
    found: dict[str, Any] = {}
    sources: dict[str, str] = {}
    shared, own = ((before or root) / name for name in FILES)
    machine = root / ".renkei" / "config.toml"
    for path, settings in (
        (shared, _inner_table(_read_toml(shared, ours=False), "tool", "renkei", "review")),
        (own, _read_toml(own)),
        (machine, _inner_table(_read_toml(machine), "review")),
    ):
        found |= _check_keys(path, settings)
        sources |= dict.fromkeys(settings, str(path))
    lists = {key: tuple(found[key]) for key in ("exclude", "disable") if key in found}
    return replace(Config(), **found | lists, sources=sources)


def _read_toml(path: Path, *, ours: bool = True) -> dict[str, Any]:
    """A project's own file that is broken is a finding, not a reason to stop."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if not ours:
            return {}
        raise BadInput("{path}: no TOML ({error}).", path=str(path), error=error) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def _inner_table(found: dict[str, Any], *keys: str) -> dict[str, Any]:
    for key in keys:
        inner = found.get(key)
        found = cast(dict[str, Any], inner) if isinstance(inner, dict) else {}
    return found


def _check_keys(path: Path, found: dict[str, Any]) -> dict[str, Any]:
    for key, setting in found.items():
        if key not in KEYS:
            raise BadInput(
                "{path}: nothing is called {key}. Known: {known}.", path=str(path), key=key, known=", ".join(KEYS)
            )
        fits, expected = KEYS[key]
        if not fits(setting):
            raise BadInput(
                "{path}: {key} cannot be {value!r}; expected {expected}.",
                path=str(path),
                key=f"review.{key}",
                value=setting,
                expected=expected,
            )
    return found
