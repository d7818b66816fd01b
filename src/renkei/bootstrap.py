"""Settings to wired objects; the only place that names concrete stores."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from renkei.board.tables import SCHEMA
from renkei.errors import BadInput, StoreError, Unreachable
from renkei.eventlog import spool
from renkei.eventlog.base import EventLog, records_in_batches
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.private_files import FILE_MODE, keep_out_of_git, make_folder, restrict_access
from renkei.eventlog.receipts import HOOK_FILE
from renkei.eventlog.sqlite import SqliteLog
from renkei.eventlog.sqlite.file import copy_store, is_in_use, is_up_to_date, is_writable
from renkei.files import whole_file
from renkei.hub import Hub
from renkei.lazy import lazy
from renkei.policy.access import ALL
from renkei.settings import CONFIG, Settings, store_path, work_tree_of
from renkei.settings import load as load_settings

RULES_FILE = "renkei/rules.yaml"
"""Where a team keeps its own rules."""
PRICES_FILE = "renkei/prices.yaml"
"""Where it keeps its own prices."""

FindText = Callable[[], str | None]
"""A text that a person set, where its file says other; None: the file holds."""


def _hold_nothing() -> None:
    """The file holds."""


if TYPE_CHECKING:
    from renkei.adapters.base import Adapter, ServeJob, ToolJudge
    from renkei.board.fold import refold_tables
    from renkei.dispatch import RuleSet
    from renkei.dispatch.rule_files import load_rules as load_rules
    from renkei.eventlog.postgres import PostgresLog
    from renkei.eventlog.postgres.database import Database
    from renkei.kit import prices
    from renkei.kit.prices import PriceList
    from renkei.protocol.spend import Spend
    from renkei.spooled import drain_spool
    from renkei.tokenizers import find_tokenizer

    Pricing = Callable[[Spend], Spend]
else:
    refold_tables = lazy("renkei.board.fold:refold_tables")
    RuleSet, load_rules = lazy("renkei.dispatch:RuleSet"), lazy("renkei.dispatch.rule_files:load_rules")
    PostgresLog = lazy("renkei.eventlog.postgres:PostgresLog")
    Database = lazy("renkei.eventlog.postgres.database:Database")
    prices = lazy("renkei.kit.prices")
    drain_spool = lazy("renkei.spooled:drain_spool")
    find_tokenizer = lazy("renkei.tokenizers:find_tokenizer")


def open_hub(settings: Settings, cwd: Path, *, busy_seconds: float = 60, held_prices: FindText = _hold_nothing) -> Hub:
    """The hub on the project's store, which is made if there is none.

    Args:
        busy_seconds: how long others may keep the store locked.
        held_prices: the team's own, where its file is not to be gone by; asked when something is priced.
    """
    rule_set, price = load_rule_set(settings.project), _pricing(settings.project, held_prices)
    path = store_path(settings.store, cwd)
    if path is None:
        return _postgres_hub(settings, cwd, price, rule_set)
    if path.parent.name == ".renkei":
        _prepare_folder(path.parent)
    _try_drain_spool(path, settings.project, held_prices, rule_set)
    log = SqliteLog(path, SCHEMA, busy_seconds=busy_seconds)
    return _hub_on(log, **_hub_options(settings, cwd), price=price, rule_set=rule_set)


def open_reader(
    settings: Settings, cwd: Path, *, busy_seconds: float = 60, held_prices: FindText = _hold_nothing
) -> Hub:
    """The hub for looking only: a project without a store looks like an empty one, and stays as it is."""
    path = store_path(settings.store, cwd)
    if not store_exists(settings, cwd):
        return open_scratch_hub(settings.layers)
    if path is None:
        return _postgres_hub(settings, cwd, _pricing(settings.project, held_prices))
    log = _open_log_to_read(path, settings.project, busy_seconds, held_prices)
    return _hub_on(log, **_hub_options(settings, cwd))


def _open_log_to_read(path: Path, project: Path, busy_seconds: float, held_prices: FindText) -> SqliteLog:
    """A store that cannot be written is read where it is while others use it, else from a copy brought up to date."""
    if is_writable(path):
        _try_drain_spool(path, project, held_prices)
        return SqliteLog(path, SCHEMA, busy_seconds=busy_seconds)
    if is_in_use(path) and is_up_to_date(path, busy_seconds=busy_seconds):
        with ExitStack() as opened:
            log = SqliteLog(path, SCHEMA, read_only=True)
            opened.callback(log.close)
            if not log.is_stale:
                opened.pop_all()
                return log
    folder, copy = copy_store(path)
    with ExitStack() as made:
        made.enter_context(folder)
        _hub_on(SqliteLog(copy, SCHEMA)).log.close()
        log = SqliteLog(copy, SCHEMA, read_only=True, copy=folder)
        made.pop_all()
        return log


def open_existing(
    path: Path,
    project: Path,
    *,
    busy_seconds: float,
    env: Mapping[str, str],
    rules: str | None = None,
    held_prices: FindText = _hold_nothing,
) -> Hub:
    """The hub on a store that has to be there, for callers that cannot wait long: hooks.

    Args:
        path: the store, or the file beside a store that is a server.
        rules: the team's own, where its file is not to be gone by.
        held_prices: the same of its prices.
    """
    price = _pricing(project, held_prices, or_shipped=True)
    if path.name == HOOK_FILE:
        return _hub_on_server(project, env, rules, price)
    if not _file_exists(path):
        raise StoreError("The store {path} is gone. Run renkei init again.", path=str(path))
    rule_set = _rule_set_or_default(project, rules)
    return _hub_on(
        SqliteLog(path, SCHEMA, busy_seconds=busy_seconds),
        rule_set=rule_set,
        roots=_project_roots(project),
        price=price,
    )


def _hub_on_server(project: Path, env: Mapping[str, str], rules: str | None, price: "Pricing") -> Hub:
    settings = load_settings(project=str(project), store=None, lang=None, env=env, cwd=project)
    if store_path(settings.store, project) is not None:
        raise StoreError(
            "The store of this project is a server, and nothing says here which. Name it in RENKEI_STORE or in {path}.",
            path=CONFIG,
        )
    return _postgres_hub(settings, project, price, _rule_set_or_default(project, rules))


def _try_drain_spool(path: Path, project: Path, held_prices: FindText, rule_set: "RuleSet | None" = None) -> None:
    """What hooks could not write, if it can be written now; nobody who came for something else waits for that."""
    if not spool.count(path):
        return
    try:
        log = SqliteLog(path, SCHEMA, busy_seconds=0.25)
        hub = _hub_on(log, rule_set=rule_set, price=_pricing(project, held_prices, or_shipped=True))
    except Unreachable:
        return
    try:
        drain_spool(hub, path)
    finally:
        hub.log.close()


def open_scratch_hub(layers: int = ALL) -> Hub:
    """The hub of a project that has no store, to try something before one is made: what fails leaves none behind."""
    return Hub(MemoryLog(SCHEMA), layers=layers)


def open_file(path: Path) -> EventLog:
    """The log of a SQLite store that is there."""
    return SqliteLog(path, SCHEMA)


def copy_to_file(log: EventLog, draft: Path) -> None:
    """Fills an empty file with a store of its own: a SQLite store page by page, any other record by record."""
    if isinstance(log, SqliteLog):
        log.back_up(draft)
        return
    draft.unlink()
    copy = SqliteLog(draft, SCHEMA)
    try:
        with log.read() as view, copy.write() as tx:
            for batch in records_in_batches(view):
                tx.restore(batch)
            refold_tables(tx)
    finally:
        copy.close()


def store_exists(settings: Settings, cwd: Path) -> bool:
    path = store_path(settings.store, cwd)
    return _postgres_database(settings).has_store() if path is None else _file_exists(path)


def store_server(settings: Settings, cwd: Path) -> str | None:
    """The server that keeps the store, and its version; None for a file."""
    return _postgres_database(settings).describe_server() if store_path(settings.store, cwd) is None else None


def store_file(settings: Settings, cwd: Path) -> Path:
    """The file that hooks write to without a server: the store itself or, where that is a server, one beside it."""
    return store_path(settings.store, cwd) or _hook_file(settings.project)


@contextmanager
def new_store(settings: Settings, cwd: Path) -> Generator[None]:
    """Where there is no store an empty one, which takes its place when the block ends well. One that somebody else has
    made by then is theirs, with all that was written to it: it stays, and it is never taken away.

    Raises: Unreachable.
    """
    if store_exists(settings, cwd):
        yield
        return
    path = store_path(settings.store, cwd)
    if path is None:
        open_hub(settings, cwd).log.close()
        yield
        return
    _prepare_folder(path.parent)
    with suppress(FileExistsError), whole_file(path, replace=False, mode=FILE_MODE) as draft:
        draft.unlink()
        SqliteLog(draft, SCHEMA).close()
        yield
    open_hub(settings, cwd).log.close()


def make_hook_file(settings: Settings, cwd: Path) -> None:
    """Makes the file beside a store that is a server, if there is none: receipts of tool calls stay on this machine."""
    path = _hook_file(settings.project)
    if store_path(settings.store, cwd) is None and not path.exists():
        _prepare_folder(path.parent)
        SqliteLog(path, SCHEMA).close()


def _hook_file(project: Path) -> Path:
    return project / ".renkei" / HOOK_FILE


ADAPTERS: Final[dict[str, str]] = {
    "scripted": "renkei.adapters.scripted:Scripted",
    "tools": "renkei.adapters.tools:Tools",
    "claude": "renkei.adapters.claude:Claude",
    "codex": "renkei.adapters.acp:Acp",
    "gemini": "renkei.adapters.acp:Acp",
    "opencode": "renkei.adapters.acp:Acp",
    "acp": "renkei.adapters.acp:Acp",
}
"""Each kind of agent with the class that starts it, loaded when it is asked for."""

_SELF_WILLED: Final = frozenset(ADAPTERS) - {"scripted", "tools"}
"""Kinds whose agents decide themselves which tool they use: somebody is asked before."""


def load_adapter(
    name: str, judge: "ToolJudge | None" = None, command: Sequence[str] = (), serve: "ServeJob | None" = None
) -> "Adapter":
    """What starts agents of a kind.

    Args:
        judge: is asked before an agent uses a tool; without it, all that its client lets it use is allowed.
        command: starts the agents of kind `acp`.
        serve: opens our own tools for an agent, in this process, where its client takes them so; else it is told to
            start a process for them.

    Raises:
        BadInput: there is no such kind, or nobody says how to start it.
    """
    if name not in ADAPTERS:
        raise BadInput("--agents: nothing is called {name!r}. Known: {known}.", name=name, known=", ".join(ADAPTERS))
    adapter, judged = lazy(ADAPTERS[name]), {"judge": judge} if judge and name in _SELF_WILLED else {}
    if name == "claude":
        return adapter(**judged, serve=serve)
    if ADAPTERS[name] != ADAPTERS["acp"]:
        return adapter(**judged)
    if name == "acp" and not command:
        raise BadInput(
            'Nobody says how agents of kind acp are started: set acp = ["PROGRAM", "ARGUMENT"] under [workspace] in '
            "{path}.",
            path=CONFIG,
        )
    return adapter(name, command if name == "acp" else (), **judged)


def load_rule_set(project: Path) -> "RuleSet | None":
    """The rules in force: the built-in ones and those of the team's own file; None where the team has none.

    Raises:
        BadInput: a rule in it cannot be evaluated.
    """
    path = project / RULES_FILE
    try:
        return RuleSet(team=load_rules(path.read_bytes(), str(path)))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None


def load_price_list(project: Path, held: str | None = None) -> "PriceList":
    """The prices in force: those that ship, and over them the team's own.

    Args:
        held: the team's own, where its file is not to be gone by.

    Raises:
        BadInput: the team's file is no list of prices.
    """
    path = project / PRICES_FILE
    try:
        data = path.read_bytes() if held is None else held.encode() or None
    except (FileNotFoundError, NotADirectoryError):
        data = None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None
    own = [] if data is None else [prices.load_prices(data, str(path))]
    return prices.PriceList(prices.load_shipped(), *own)


def _pricing(project: Path, held_prices: FindText, *, or_shipped: bool = False) -> "Pricing":
    """Read with the first that is to be priced. `or_shipped`: a file that is broken keeps no hook from its work."""

    @cache
    def load() -> "PriceList":
        try:
            return load_price_list(project, held_prices())
        except BadInput:
            if not or_shipped:
                raise
            return prices.PriceList(prices.load_shipped())

    return lambda spend: load().price(spend)


def rules_file(project: Path) -> Path | None:
    """The team's own file of rules, if there is one."""
    path = project / RULES_FILE
    return path if path.is_file() else None


def _rule_set_or_default(project: Path, rules: str | None) -> "RuleSet | None":
    """For hooks: whoever breaks the file of rules must not keep results from being checked by it."""
    try:
        if rules is None:
            return load_rule_set(project)
        return RuleSet(team=load_rules(rules.encode(), str(project / RULES_FILE))) if rules else None
    except BadInput:
        return None


def _postgres_hub(settings: Settings, cwd: Path, price: "Pricing", rule_set: "RuleSet | None" = None) -> Hub:
    """The hub on a store in PostgreSQL."""
    with _postgres_extra():
        log = PostgresLog(settings.store, SCHEMA)
    hub = _hub_on(log, **_hub_options(settings, cwd), price=price, rule_set=rule_set)
    if spool.count(beside := _hook_file(settings.project)):
        with suppress(Unreachable):  # a role that may not write: somebody else will
            drain_spool(hub, beside)
    return hub


def _hub_options(settings: Settings, cwd: Path) -> dict[str, Any]:
    """How a hub of this project works."""
    return {
        "layers": settings.layers,
        "contracts_required": settings.contracts_required,
        "turns_required": settings.turns_required,
        "roots": _project_roots(work_tree_of(settings.project, cwd), settings.project),
        "find_budget": settings.budgets.of_agent,
        "find_tokenizer": find_tokenizer,
    }


def _project_roots(*folders: Path) -> tuple[str, ...]:
    """The folders that are the project, the longest first: a work tree may be inside of another."""
    found = {normalize("NFC", each.as_posix()) for folder in folders for each in (folder, folder.resolve())}
    return tuple(sorted(found, key=len, reverse=True))


def _hub_on(log: EventLog, **options: Any) -> Hub:
    """The hub on a log that was opened for it; a log that no hub can be made of is closed again."""
    try:
        return Hub(log, **options)
    except BaseException:
        log.close()
        raise


def _postgres_database(settings: Settings) -> "Database":
    with _postgres_extra():
        return Database(settings.store)


@contextmanager
def _postgres_extra() -> Generator[None]:
    """Around the import of what only some have installed."""
    try:
        yield
    except ImportError:
        raise Unreachable(
            "A store in PostgreSQL needs an extra that is not installed. Type: pip install 'renkei[postgres]'"
        ) from None


def _file_exists(path: Path) -> bool:
    """Not `Path.exists`, which from Python 3.14 on says of what may not be seen that it is not there."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise Unreachable("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None
    return True


def _prepare_folder(folder: Path) -> None:
    """Renkei's own folder stays out of git."""
    try:
        make_folder(folder)
        restrict_access(folder)
        keep_out_of_git(folder)
    except OSError as error:
        raise Unreachable(
            "{folder} cannot be made ({error}). Check its permissions, or choose another place with --store.",
            folder=str(folder),
            error=error.strerror,
        ) from None
