"""Where a command works: flags beat environment beats file. Nothing here opens anything."""

import re
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput, NotFound
from renkei.protocol.commands import Language

KEYS: Final[dict[str, Callable[[Any], bool]]] = {
    "store": lambda value: isinstance(value, str) and _STORE.fullmatch(value) is not None,
    "lang": lambda value: value in ("en", "ja"),
    "changes": lambda value: type(value) is int and value >= 0,
}
"""What `.renkei/config.toml` and `[tool.renkei]` may hold, and which values."""

_STORE: Final = re.compile(r"(sqlite:///|postgres(ql)?://)[^\0]+")

STORE: Final = ".renkei/renkei.db"


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    project: Path
    store: str
    lang: Language
    changes: int = 50
    """How many changes the board shows."""


def load(*, project: str | None, store: str | None, lang: str | None, env: Mapping[str, str], cwd: Path) -> Settings:
    """The settings in force."""
    root = _project(project or env.get("RENKEI_PROJECT"), cwd)
    config = {**_pyproject(root), **_toml(root / ".renkei" / "config.toml")}
    return Settings(
        project=root,
        store=store or env.get("RENKEI_STORE") or _from(root, config.get("store")) or f"sqlite:///{root}/{STORE}",
        lang=language(lang or env.get("RENKEI_LANG") or config.get("lang"), env),
        changes=config.get("changes", 50),
    )


def language(wanted: str | None, env: Mapping[str, str]) -> Language:
    """The language asked for, else that of the locale."""
    if wanted is None:
        locale = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
        return "ja" if locale.lower().startswith("ja") else "en"
    if wanted == "ja":
        return "ja"
    if wanted == "en":
        return "en"
    raise BadInput("--lang: expected en or ja, not {lang!r}.", lang=wanted)


def store_path(store: str, cwd: Path) -> Path | None:
    """The file of a SQLite store; None for PostgreSQL.

    Raises:
        BadInput: the address is of no store that is known.
    """
    if not _STORE.fullmatch(store):
        raise BadInput("--store: expected sqlite:///PATH or postgresql://HOST/DATABASE, not {store!r}.", store=store)
    path = store.removeprefix("sqlite:///")
    return None if path == store else cwd / path


def _from(root: Path, store: str | None) -> str | None:
    """A path that a file of the project names begins at the project, wherever the command is given."""
    path = store.removeprefix("sqlite:///") if store else ""
    return f"sqlite:///{root / path}" if path and path != store else store


def _project(named: str | None, cwd: Path) -> Path:
    if named is None:
        return main_work_tree(cwd) or cwd
    path = cwd / named
    if not path.is_dir():
        raise NotFound("There is no folder {path}.", path=str(path))
    return path.resolve()


def main_work_tree(folder: Path) -> Path | None:
    """The main work tree of the repository around a folder, which all its linked work trees share."""
    common = _git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir")
    if common is None:
        return next((place for place in (folder, *folder.parents) if (place / ".git").is_dir()), None)
    if common.endswith("/.git"):
        return Path(common).parent
    # A submodule's git folder knows its main work tree; one that was put apart from its work tree does not.
    top = _git(Path(common), "rev-parse", "--show-toplevel") or _git(folder, "rev-parse", "--show-toplevel")
    return Path(top) if top else None


def work_tree(folder: Path) -> Path | None:
    """The work tree around a folder, linked or not."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    return Path(top) if top else None


def _git(folder: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)  # noqa: S603, S607
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _pyproject(root: Path) -> dict[str, Any]:
    path = root / "pyproject.toml"
    return _checked(path, _table(path, _table(path, _read_toml(path), "tool"), "renkei"))


def _toml(path: Path) -> dict[str, Any]:
    return _checked(path, _read_toml(path))


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput("{path}: no TOML ({error}).", path=str(path), error=error) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def _table(path: Path, within: dict[str, Any], key: str) -> dict[str, Any]:
    found = within.get(key, {})
    if not isinstance(found, dict):
        raise BadInput("{path}: {key} cannot be {value!r}.", path=str(path), key=key, value=found)
    return cast(dict[str, Any], found)


def _checked(path: Path, found: dict[str, Any]) -> dict[str, Any]:
    for key, value in found.items():
        if key not in KEYS:
            raise BadInput(
                "{path}: nothing is called {key}. Known: {known}.", path=str(path), key=key, known=", ".join(KEYS)
            )
        if not KEYS[key](value):
            raise BadInput("{path}: {key} cannot be {value!r}.", path=str(path), key=key, value=value)
    return found
