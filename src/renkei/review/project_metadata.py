"""What a project says of itself: its TOML, the packages that it needs, its virtual environment."""

import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

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


# Packages that a project says it needs: in pyproject.toml, setup.cfg, setup.py and lists of requirements.


_LIST: Final = re.compile(r"(^|/)([\w-]*requirements[\w-]*|requirements/[^/]+)\.(txt|in)$")
_NAME: Final = re.compile(r"\s*[\"']?([A-Za-z0-9][\w.-]*)")
_IN_SETUP: Final = re.compile(r"(?:install|extras|tests)_require\w*\s*=\s*[\[{](.*?)[\]}]", re.DOTALL)


def is_declared(target: Target, module: str) -> bool:
    """By the name of a package, or by one that has it in it: `yaml` by PyYAML."""
    name = module.lower()
    return any(name in each or (len(each) > 3 and each in name) for each in _package_names(target))


def _package_names(target: Target) -> set[str]:
    found = (_NAME.match(text) for text in _requirement_texts(target))
    return {each[1].lower().replace("-", "_") for each in found if each}


def _requirement_texts(target: Target) -> Iterator[str]:
    document = read_toml(target, "pyproject.toml")
    yield from _string_items(toml_table(document, "project").get("dependencies"))
    for groups in (toml_table(document, "project", "optional-dependencies"), toml_table(document, "dependency-groups")):
        yield from (text for group in groups.values() for text in _string_items(group))
    yield from toml_table(document, "tool", "poetry", "dependencies")
    yield from _in_setup_cfg(_read_text(target, "setup.cfg"))
    for listed in _IN_SETUP.findall(_read_text(target, "setup.py")):
        yield from re.findall(r"[\"'][^\"']+", listed)
    for file in target.files:
        if _LIST.search(file.path):
            yield from (target.text(file.path) or "").split("\n")


def _in_setup_cfg(text: str) -> Iterable[str]:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    return parser.get("options", "install_requires", fallback="").split("\n")


def _string_items(value: Any) -> list[str]:
    return [each for each in cast(list[object], value) if isinstance(each, str)] if isinstance(value, list) else []


def _read_text(target: Target, path: str) -> str:
    return (target.text(path) if path in target.by_path else None) or ""


# A project's own virtual environment, if it has one: found, not run.


_NAMES: Final = (".venv", "venv")


def find_environment(target: Target) -> Path | None:
    root = target.environment or target.root
    return next((root / name for name in _NAMES if (root / name / "pyvenv.cfg").is_file()), None)


def list_installed(folder: Path | None) -> list[str]:
    """What is installed there, by the names of its records: another list is another environment."""
    return sorted(path.name for path in folder.glob("lib/python*/site-packages/*.dist-info")) if folder else []
