"""Where a command works: flags beat environment beats file. Nothing here opens anything."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from renkei.errors import BadInput, NotFound
from renkei.files import has_git
from renkei.git.places import Place, find_place
from renkei.lazy import lazy
from renkei.policy.access import ALL, NAMES
from renkei.protocol.actors import Language
from renkei.sentence import Parameter, Sentence, Translatable
from renkei.values import value

if TYPE_CHECKING:
    import tomllib

    from renkei.adapters.environment import is_passable
    from renkei.reports.weights import is_weights
    from renkei.tracked import is_tracked
else:
    tomllib = lazy("tomllib")
    is_passable = lazy("renkei.adapters.environment:is_passable")
    is_weights = lazy("renkei.reports.weights:is_weights")
    is_tracked = lazy("renkei.tracked:is_tracked")  # it starts git, where a store is outside the project

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
    "policy": lambda value: isinstance(value, dict),  # what it may hold is looked at when the policy is compiled
    "context": lambda value: isinstance(value, dict) and _is_context(cast(dict[str, Any], value)),
}
"""What `.renkei/config.toml` and `[tool.renkei]` may hold, and which values."""

_FORMS: Final[dict[str, Translatable]] = {
    "store": "expected sqlite:///PATH or postgresql://...",
    "lang": 'expected "en" or "ja"',
    "changes": "expected a whole number, 0 or more",
    "answer_within": "expected a whole number of minutes, 1 or more",
    "layers": 'expected "all" or the number of a stage, 1 to 5',
    "contracts": 'expected "optional" or "required"',
    "turns": 'expected "optional" or "required"',
    "weights": "expected the name of a profile, or a table of profile and roles, with numbers above 0",
    "review": "expected a table",
    "workspace": (
        "expected a table of setup, link, env and acp (lists of texts), check (a text) and timeout (seconds, more than "
        "0)"
    ),
    "verify": "expected a table of commands (a list of texts) and timeout (seconds, more than 0)",
    "policy": "expected a table",
    "context": (
        "expected a table of budget (tokens, a whole number of 500 or more) and of the tables agents and models, with "
        "such a number for each name"
    ),
}
"""The values that a key may have, in words."""

_STORE: Final = re.compile(r"(sqlite:///|postgres(ql)?://)[^\0]+")

STORE: Final = ".renkei/renkei.db"
CONFIG: Final = ".renkei/config.toml"

_WORK_TREE: Final = re.compile(r"^\s*worktree\s*=\s*(\S.*?)\s*$", re.MULTILINE | re.IGNORECASE)


def _is_verify(found: dict[str, Any]) -> bool:
    """`[verify]`: commands that may be run, and how long each may take."""
    commands, timeout = found.get("commands", []), found.get("timeout", 1)
    texts = isinstance(commands, list) and all(isinstance(each, str) for each in cast(list[Any], commands))
    return texts and type(timeout) in (int, float) and timeout > 0 and not found.keys() - {"commands", "timeout"}


def _is_workspace(found: dict[str, Any]) -> bool:
    """`[workspace]`: what prepares an agent's work tree, the command that has to succeed on its work, and what it gets
    of the person's environment beside what it always does."""
    lists = [found.get(name, []) for name in ("setup", "link", "env", "acp")]
    texts = all(isinstance(each, list) and all(isinstance(one, str) for one in cast(list[Any], each)) for each in lists)
    timeout, check = found.get("timeout", 1), found.get("check", "")
    right = texts and isinstance(check, str) and type(timeout) in (int, float) and timeout > 0
    is_known = not found.keys() - {"setup", "link", "check", "timeout", "env", "acp"}
    return right and is_known and all(is_passable(name) for name in found.get("env", []))


def _is_context(found: dict[str, Any]) -> bool:
    """`[context]`: how many tokens a turn context may take, by agent and model."""
    tables = [found.get(name, {}) for name in ("agents", "models")]
    if found.keys() - {"budget", "agents", "models"} or not all(isinstance(each, dict) for each in tables):
        return False
    numbers = [found.get("budget", LEAST_BUDGET), *(number for each in tables for number in each.values())]
    return all(type(each) is int and each >= LEAST_BUDGET for each in numbers)


LEAST_BUDGET: Final = 500
"""The headings of a turn context, and what is said of all that is left out, fit into so many tokens."""


@value
class Budgets:
    """How many tokens a turn context may take: an agent's own number, else its model's, else the project's."""

    tokens: int | None = None
    agents: Mapping[str, int] = field(default_factory=dict[str, int])
    models: Mapping[str, int] = field(default_factory=dict[str, int])
    """By how a model's name begins; the longest that fits counts."""

    def of_agent(self, agent: str, model: str | None) -> int | None:
        """None where nobody says a number."""
        fitting = [prefix for prefix in self.models if (model or "").startswith(prefix)]
        of_model = self.models[max(fitting, key=len)] if fitting else self.tokens
        return self.agents.get(agent, of_model)


@value
class Settings:
    project: Path
    store: str
    lang: Language
    is_store_given: bool = False
    """Whether a flag or the environment names the store, and no file of the project."""
    changes: int = 50
    """How many changes the board shows."""
    answer_within: int = 30
    """After how many minutes an answer that is owed is overdue."""
    layers: int = ALL
    """Up to which stage the layers are switched on (`policy.access`)."""
    contracts_required: bool = False
    """Whether a task is handed over under a contract only (CON-5)."""
    turns_required: bool = False
    """Whether an agent hands in results and writes the board within a turn only (DEC-28)."""
    weights: str | Mapping[str, Any] | None = None
    """How much an agent's word counts, by role and category (AGG-5), as the file says it (`reports.weights`)."""
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
    workspace_env: tuple[str, ...] = ()
    """Names of what an agent's environment has beside what is listed for all of them."""
    workspace_acp: tuple[str, ...] = ()
    """The command, word by word, that starts the agents of kind `acp`."""
    budgets: Budgets = field(default_factory=Budgets)
    """How many tokens a turn context may take."""
    policy: tuple[tuple[str, dict[str, Any]], ...] = ()
    """What `[policy]` says over the policy that ships, by the file that says it."""


def load(*, project: str | None, store: str | None, lang: str | None, env: Mapping[str, str], cwd: Path) -> Settings:
    """The settings in force."""
    root = _find_project(project or env.get("RENKEI_PROJECT"), cwd)
    shared, own = _read_pyproject(root), _read_config(root / CONFIG)
    config = {**shared, **own}
    return Settings(
        project=root,
        store=store or env.get("RENKEI_STORE") or _choose_store(root, shared.get("store"), own.get("store")),
        is_store_given=bool(store or env.get("RENKEI_STORE")),
        lang=resolve_language(lang or env.get("RENKEI_LANG") or config.get("lang"), env),
        changes=config.get("changes", 50),
        answer_within=config.get("answer_within", 30),
        layers=ALL if config.get("layers", "all") == "all" else config["layers"],
        contracts_required=config.get("contracts") == "required",
        turns_required=config.get("turns") == "required",
        weights=config.get("weights"),
        verify_commands=tuple(config.get("verify", {}).get("commands", ())),
        verify_timeout=config.get("verify", {}).get("timeout", 600),
        workspace_setup=tuple(config.get("workspace", {}).get("setup", ())),
        workspace_links=tuple(config.get("workspace", {}).get("link", ())),
        workspace_check=config.get("workspace", {}).get("check"),
        workspace_timeout=config.get("workspace", {}).get("timeout", 600),
        workspace_env=tuple(config.get("workspace", {}).get("env", ())),
        workspace_acp=tuple(config.get("workspace", {}).get("acp", ())),
        budgets=_read_budgets(config.get("context", {})),
        policy=tuple(
            (name, found["policy"]) for name, found in (("pyproject.toml", shared), (CONFIG, own)) if "policy" in found
        ),
    )


def _read_budgets(found: dict[str, Any]) -> Budgets:
    return Budgets(tokens=found.get("budget"), agents=found.get("agents", {}), models=found.get("models", {}))


def read_named_store(project: Path) -> str:
    """The store that the project's files name, whatever flags and environment say. Raises: as `load`."""
    return _choose_store(project, _read_pyproject(project).get("store"), _read_config(project / CONFIG).get("store"))


def resolve_language(wanted: str | None, env: Mapping[str, str]) -> Language:
    """The language asked for, else that of the locale."""
    if wanted is None:
        locale = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
        return "ja" if locale.lower().startswith("ja") else "en"
    if wanted == "ja":
        return "ja"
    if wanted == "en":
        return "en"
    raise BadInput("{option}: expected en or ja, not {lang!r}.", option=Parameter("lang"), lang=wanted)


def store_path(store: str, cwd: Path) -> Path | None:
    """The file of a SQLite store; None for PostgreSQL.

    Raises:
        BadInput: the address is of no store that is known.
    """
    if not _STORE.fullmatch(store):
        raise BadInput(
            "{option}: expected sqlite:///PATH or postgresql://HOST/DATABASE, not {store!r}.",
            option=Parameter("store"),
            store=mask_store_url(store),
        )
    path = store.removeprefix("sqlite:///")
    return None if path == store else cwd / path


def mask_store_url(store: str) -> str:
    """The address of a store as it may be shown: without a password, whatever else is wrong with it."""
    if store.startswith("sqlite:"):
        return store
    store = re.sub(r"^(?:(\w+:?//)([^:/@]*))?.*@", r"\1\2@", store, flags=re.DOTALL)
    return re.sub(r"(pass\w*=)[^&\s]*", r"\1…", store)


def _choose_store(root: Path, shared: str | None, own: str | None) -> str:
    """The store that a file of the project names, else its own.

    Raises:
        BadInput: it is outside the project, and the file that leads there came with the repository.
    """
    if own is not None:
        return _require_safe_store(root, own, CONFIG)
    if shared is not None:
        return _require_safe_store(root, shared, "pyproject.toml")
    return _require_safe_store(root, f"sqlite:///{STORE}", STORE)


def _require_safe_store(root: Path, store: str, file: str) -> str:
    """A path begins at the project, wherever the command is given."""
    path = store.removeprefix("sqlite:///")
    is_outside = path == store or not (root / path).resolve().is_relative_to(root.resolve())
    if is_outside and (file == "pyproject.toml" or is_tracked(root, file)):
        raise BadInput(
            "{path}: the store {store!r} is outside the project, and a file that is committed may name no such store: "
            "it would be told your credentials. If it is yours, name it with {option}, RENKEI_STORE or a {config} "
            "that is not committed.",
            option=Parameter("store"),
            path=str(root / file),
            store=mask_store_url(store),
            config=CONFIG,
        )
    return store if path == store else f"sqlite:///{root / path}"


def _find_project(named: str | None, cwd: Path) -> Path:
    if named is None:
        return main_work_tree(cwd) or cwd
    path = cwd / named
    if not path.is_dir():
        raise NotFound("There is no folder {path}.", path=str(path))
    return path.resolve()


def main_work_tree(folder: Path) -> Path | None:
    """The main work tree of the repository around a folder, which all its linked work trees share."""
    return _main_of(find_place(folder), folder)


def _main_of(found: Place | None, folder: Path) -> Path | None:
    if found is None:
        return next(
            (place for place in (folder, *folder.parents) if (place / ".git").is_dir() and has_git(place)), None
        )
    if found.common.name == ".git":
        return found.common.parent
    return _submodule_work_tree(found.common) or found.work_tree


def work_tree(folder: Path) -> Path | None:
    """The work tree around a folder, linked or not."""
    found = find_place(folder)
    return found.work_tree if found else None


def work_tree_of(project: Path, cwd: Path) -> Path:
    """The work tree that a command is given in, if it is one of this project's; else the project's own."""
    found = find_place(cwd)
    return (found.work_tree if found and _main_of(found, cwd) == project else None) or project


def _submodule_work_tree(git_dir: Path) -> Path | None:
    """A submodule's git folder says where its main work tree is; one that was put apart from its work tree does not."""
    try:
        named = _WORK_TREE.search((git_dir / "config").read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        return None
    found = find_place(git_dir / named[1]) if named else None
    return found.work_tree if found and found.git_dir == git_dir else None


def _read_pyproject(root: Path) -> dict[str, Any]:
    path = root / "pyproject.toml"
    return _check_keys(path, _require_table(path, _require_table(path, _read_toml(path), "tool"), "renkei"))


def _read_config(path: Path) -> dict[str, Any]:
    return _check_keys(path, _read_toml(path))


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput("{path}: no TOML ({error}).", path=str(path), error=error) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def _require_table(path: Path, within: dict[str, Any], key: str) -> dict[str, Any]:
    found = within.get(key, {})
    if not isinstance(found, dict):
        raise BadInput("{path}: {key} cannot be {value!r}: expected a table.", path=str(path), key=key, value=found)
    return cast(dict[str, Any], found)


def _check_keys(path: Path, found: dict[str, Any]) -> dict[str, Any]:
    for key, held in found.items():
        if key not in KEYS:
            raise BadInput(
                "{path}: nothing is called {key}. Known: {known}.", path=str(path), key=key, known=", ".join(KEYS)
            )
        if not KEYS[key](held):
            shown = mask_store_url(held) if isinstance(held, str) else held
            raise BadInput(
                "{path}: {key} cannot be {value!r}: {expected}.",
                path=str(path),
                key=key,
                value=shown,
                expected=Sentence(_FORMS[key]),
            )
    return found
