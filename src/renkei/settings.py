"""Where a command works: flags beat environment beats file. Nothing here opens anything."""

import re
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput, NotFound
from renkei.policy.layers import ALL, NAMES
from renkei.protocol.commands import Language
from renkei.reports.weights import EQUAL, Weights, is_weights, read_weights

KEYS: Final[dict[str, Callable[[Any], bool]]] = {
    "store": lambda value: isinstance(value, str) and _STORE.fullmatch(value) is not None,
    "lang": lambda value: value in ("en", "ja"),
    "changes": lambda value: type(value) is int and value >= 0,
    "answer_within": lambda value: type(value) is int and value >= 1,
    "layers": lambda value: value == "all" or (type(value) is int and value in NAMES),
    "contracts": lambda value: value in ("optional", "required"),
    "turns": lambda value: value in ("optional", "required"),
    "weights": is_weights,
    "review": lambda value: isinstance(value, dict),  # what it may hold is looked at by a review
    "workspace": lambda value: isinstance(value, dict) and _is_workspace(cast(dict[str, Any], value)),
    "verify": lambda value: isinstance(value, dict) and _is_verify(cast(dict[str, Any], value)),
}
"""What `.renkei/config.toml` and `[tool.renkei]` may hold, and which values."""

_STORE: Final = re.compile(r"(sqlite:///|postgres(ql)?://)[^\0]+")

STORE: Final = ".renkei/renkei.db"


def _is_verify(found: dict[str, Any]) -> bool:
    """`[verify]`: commands that may be run, and how long each may take."""
    commands, timeout = found.get("commands", []), found.get("timeout", 1)
    texts = isinstance(commands, list) and all(isinstance(each, str) for each in cast(list[Any], commands))
    return texts and type(timeout) in (int, float) and timeout > 0 and not found.keys() - {"commands", "timeout"}


def _is_workspace(found: dict[str, Any]) -> bool:
    """`[workspace]`: what prepares an agent's work tree, and the command that has to succeed on its work."""
    lists = [found.get(name, []) for name in ("setup", "link")]
    texts = all(isinstance(each, list) and all(isinstance(one, str) for one in cast(list[Any], each)) for each in lists)
    timeout, check = found.get("timeout", 1), found.get("check", "")
    right = texts and isinstance(check, str) and type(timeout) in (int, float) and timeout > 0
    return right and not found.keys() - {"setup", "link", "check", "timeout"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    project: Path
    store: str
    lang: Language
    changes: int = 50
    """How many changes the board shows."""
    answer_within: int = 30
    """After how many minutes an answer that is owed is overdue."""
    layers: int = ALL
    """Up to which stage the layers are switched on (`policy.layers`)."""
    contracts_required: bool = False
    """Whether a task is handed over under a contract only (CON-5)."""
    turns_required: bool = False
    """Whether an agent hands in results and writes the board within a turn only (DEC-28)."""
    weights: Weights = EQUAL
    """How much an agent's word counts, by role and category (AGG-5)."""
    verify_commands: tuple[str, ...] = ()
    """Commands that may be run for verification, word for word."""
    verify_timeout: float = 600
    """How long one of them may take, in seconds."""
    workspace_setup: tuple[str, ...] = ()
    """Commands that prepare an agent's work tree."""
    workspace_links: tuple[str, ...] = ()
    """Files of the project that an agent's work tree links to."""
    workspace_check: str | None = None
    """The command that has to succeed on an agent's work."""
    workspace_timeout: float = 600


def load(*, project: str | None, store: str | None, lang: str | None, env: Mapping[str, str], cwd: Path) -> Settings:
    """The settings in force."""
    root = _project(project or env.get("RENKEI_PROJECT"), cwd)
    config = {**_pyproject(root), **_toml(root / ".renkei" / "config.toml")}
    return Settings(
        project=root,
        store=store or env.get("RENKEI_STORE") or _from(root, config.get("store")) or f"sqlite:///{root}/{STORE}",
        lang=language(lang or env.get("RENKEI_LANG") or config.get("lang"), env),
        changes=config.get("changes", 50),
        answer_within=config.get("answer_within", 30),
        layers=ALL if config.get("layers", "all") == "all" else config["layers"],
        contracts_required=config.get("contracts") == "required",
        turns_required=config.get("turns") == "required",
        weights=read_weights(config.get("weights")),
        verify_commands=tuple(config.get("verify", {}).get("commands", ())),
        verify_timeout=config.get("verify", {}).get("timeout", 600),
        workspace_setup=tuple(config.get("workspace", {}).get("setup", ())),
        workspace_links=tuple(config.get("workspace", {}).get("link", ())),
        workspace_check=config.get("workspace", {}).get("check"),
        workspace_timeout=config.get("workspace", {}).get("timeout", 600),
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
        raise BadInput(
            "--store: expected sqlite:///PATH or postgresql://HOST/DATABASE, not {store!r}.", store=shown_store(store)
        )
    path = store.removeprefix("sqlite:///")
    return None if path == store else cwd / path


def shown_store(store: str) -> str:
    """The address of a store as it may be shown: without a password, whatever else is wrong with it."""
    if store.startswith("sqlite:"):
        return store
    store = re.sub(r"^(?:(\w+:?//)([^:/@]*))?.*@", r"\1\2@", store, flags=re.DOTALL)
    return re.sub(r"(pass\w*=)[^&\s]*", r"\1…", store)


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
            shown = shown_store(value) if isinstance(value, str) else value
            raise BadInput("{path}: {key} cannot be {value!r}.", path=str(path), key=key, value=shown)
    return found
