"""Coding clients: what `init` merges into their files and takes out again, and the switch for their hooks."""

import json
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from renkei.app.acceptance import forget_setup, record_setup, record_switch
from renkei.app.client_receipts import ClientReceipt, client_receipts
from renkei.app.project import Project
from renkei.app.serving import require_serve
from renkei.binding import effective_settings, read_bound
from renkei.binding.record import can_record, record_mark
from renkei.bootstrap import make_hook_file, new_store, store_file
from renkei.commands.external_acts import RemoveSetUp, SetUpClient, SoftenMode, SwitchHooks
from renkei.errors import BadInput, RenkeiError, Unreachable
from renkei.installed import install_command
from renkei.processes.connections import IS_KNOWN
from renkei.protocol.actors import Language
from renkei.sentence import Sentence
from renkei.setup import claude, guide_files, hook_files, mcp_files, sdd_files
from renkei.setup.clients import CLAUDE, CLIENTS, Client
from renkei.setup.edits import RECORD, Edit, check_edits, make_edits, read_file, read_record, take_back, write_atomic
from renkei.setup.hook_settings import CHECK_SECONDS, HOOK_SETTINGS, OFF, read_settings
from renkei.setup.plugin import write_plugin
from renkei.values import value

Mode = Literal["observe", "enforce"]
MODES: Final[tuple[Mode, ...]] = ("observe", "enforce")
CLIENT_NAMES: Final = tuple(CLIENTS)


@value
class SetUp:
    """What setting a repository up changes, or would."""

    changed: Sequence[Edit]
    own_agents: Sequence[Path]
    """The team's own, which stay as they are."""
    mode: Mode
    is_off: bool
    """Whether a person has switched the hooks off."""
    plugin: Sequence[Path] = ()
    """The files of the plugin that were written, or would be."""
    http: int = 0
    """The port of the server that Claude Code asks about its tools; 0 where it starts a command for that."""


@value
class HookState:
    """How the hooks of a project stand."""

    is_set_up: bool
    mode: Mode | None
    is_off: bool
    settings: Sequence[Path]
    """The client's files that call them."""
    faults: Sequence[str]
    """Why they are not at work, or not as they should be, in the project's language."""
    heard: Sequence[ClientReceipt]
    """The newest session of each client that called them: one that is not here calls none."""


def set_up_clients(
    project: Project,
    clients: Sequence[str],
    *,
    program: str,
    mode: Mode | None,
    shared: bool,
    statusline: bool,
    mcp: bool = False,
    guide: bool = False,
    plugin: Path | None = None,
    http: int | None = None,
    dry_run: bool,
) -> SetUp:
    """Sets a repository up for clients, which are to call `program`. Doing it twice changes nothing.

    Args:
        mcp: also our MCP server, where the client looks for servers in the project.
        guide: also how to work in a team, where the client's agents read it.
        plugin: the folder of a plugin that brings agents and hooks to Claude Code instead of the project's settings.
        http: the port of the server that is asked about tools, where the client can do so; 0 for commands again. None
            leaves it as it was.

    Raises:
        BadInput: what stands in the place of a file is none that can be merged into.
        Unreachable: the extra that the server needs is not installed, the system does not say who asks it, or a file
            cannot be written; nothing is left half done.
    """
    if mcp:
        require_mcp()
    if http:
        require_serve()
        _require_peers()
    if not dry_run:
        project.authorize_act(SetUpClient())
    root = project.settings.project
    hook_settings = _hook_settings_edit(project, mode, plugin, http)
    over_http = _parse_http(hook_settings.after)

    def plan(client: Client) -> list[Edit]:
        if plugin and client is CLAUDE:
            return _plan_for_plugin(root)
        return _plan_client(project, client, program, shared=shared, statusline=statusline, http=over_http)

    planned = [edit for name in clients for edit in plan(CLIENTS[name])]
    if mcp:
        planned = _plan_servers(root, planned, clients, None if shared else program)
    if guide:
        planned = _plan_guides(root, planned, clients, project.settings.lang)
    changed = [edit for edit in (*planned, hook_settings) if edit.changes]
    check_edits(root, changed, dry_run=dry_run)
    written = write_plugin(plugin, project.settings.lang, dry_run=dry_run) if plugin else []
    if not dry_run:
        _write_setup(project, changed)
    return SetUp(
        changed=changed,
        own_agents=claude.own_agents(root) if CLAUDE.name in clients else [],
        mode=_parse_mode(hook_settings.after),
        is_off=is_switched_off(project),
        plugin=written,
        http=over_http.port if over_http and CLAUDE.name in clients else 0,
    )


def _write_setup(project: Project, changed: Sequence[Edit]) -> None:
    """All of it or nothing, with the store and what hooks are called through; then who set it up is recorded."""
    root = project.settings.project
    with _or_nothing(root / RECORD.parent), new_store(project.settings, project.cwd):
        make_hook_file(project.settings, project.cwd)
        make_edits(root, changed, withdraw_part)
    record_setup(project)


@contextmanager
def _or_nothing(folder: Path) -> Generator[None]:
    """Where the rest fails, Renkei's own folder goes again, if it was made for that and holds nothing of others."""
    was_there = folder.is_dir()
    try:
        yield
    except (RenkeiError, OSError):
        if not was_there and folder.is_dir() and {path.name for path in folder.iterdir()} <= {".gitignore"}:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _plan_servers(root: Path, planned: list[Edit], clients: Sequence[str], program: str | None) -> list[Edit]:
    for client in (CLIENTS[name] for name in clients):
        change = partial(mcp_files.merge_server, client, program=program)
        planned = _plan_change(root, planned, mcp_files.FILES[client.name], change)
    return planned


def _plan_guides(root: Path, planned: list[Edit], clients: Sequence[str], lang: Language) -> list[Edit]:
    for client in (CLIENTS[name] for name in clients):
        change = partial(guide_files.merge_guide, client, lang=lang)
        planned = _plan_change(root, planned, guide_files.FILES[client.name], change)
    return planned


def _require_peers() -> None:
    if not IS_KNOWN:
        raise Unreachable("Hooks over HTTP are for Linux: elsewhere the system does not say who asks.")


def require_mcp() -> None:
    """
    Raises:
        Unreachable: the extra is not installed; says what to type.
    """
    if find_spec("mcp_types") is None:  # the package of version 2, and nobody else's
        raise Unreachable(
            "The MCP server needs an extra that is not installed. Type: {command}", command=install_command("mcp")
        )


def _plan_change(
    root: Path, planned: Sequence[Edit], path: Path, change: Callable[[bytes | None], bytes]
) -> list[Edit]:
    """The edits with one more change of a file, which may be planned to change already."""
    before = read_file(root, path)
    edit = next((each for each in planned if each.path == path), Edit(path=path, before=before, after=before or b""))
    after = change(edit.after if edit in planned else before)
    if after == (before or b"") and edit not in planned:
        return list(planned)
    return [*(each for each in planned if each.path != path), replace(edit, after=after)]


def _plan_for_plugin(root: Path) -> list[Edit]:
    """What the plugin does is not done by the project's own settings, too: every result would count twice."""
    return [edit for path in CLAUDE.files for edit in hook_files.withdrawal_edits(root, CLAUDE, path)]


def _plan_client(
    project: Project,
    client: Client,
    program: str,
    *,
    shared: bool,
    statusline: bool,
    http: hook_files.OverHttp | None,
) -> list[Edit]:
    root, is_claude = project.settings.project, client is CLAUDE
    agents = claude.agent_edits(root, project.settings.lang) if is_claude else []
    line = statusline and is_claude
    return [*agents, *hook_files.plan_hooks(root, client, program, shared=shared, line=line, http=http)]


def remove_setup(project: Project) -> dict[Path, str]:
    """Takes out what was merged in, byte by byte where nobody has touched it since; what became of each file."""
    project.waive_binding()
    project.authorize_act(RemoveSetUp())
    root = project.settings.project
    taken = take_back(root, withdraw_part, _find_unrecorded(project, recorded=bool(read_record(root).edits)))
    forget_setup(project)
    return taken


def withdraw_part(path: Path, data: bytes) -> bytes | None:
    """A file without our part; an agent or skill that was changed by hand is its author's now."""
    if path == sdd_files.LEAD_FILE:
        return sdd_files.withdraw_lead(data)
    if path in guide_files.FILES.values():
        return guide_files.withdraw_guide(path, data)
    client = next((client for client in CLIENTS.values() if path in client.files), None)
    left = hook_files.withdraw(client, path, data) if client else None
    return mcp_files.withdraw_server(path, left or data) if path in mcp_files.FILES.values() else left


def _find_unrecorded(project: Project, *, recorded: bool) -> list[Path]:
    """Files with our part in them of which the record may know nothing: it went with `.renkei/`, or was never there.

    Beside a record, what a team may share in git is not for one member to take out.
    """
    root = project.settings.project
    hooked = [
        path
        for client in CLIENTS.values()
        for path in client.files
        if not (recorded and path == client.shared)
        and _may_hold_our_part(project, path)
        and hook_files.withdrawal_edits(root, client, path)
    ]
    if recorded:
        return hooked
    served = [
        path
        for path in mcp_files.FILES.values()
        if _may_hold_our_part(project, path) and mcp_files.find_command(root, path)
    ]
    guided = [
        path
        for path in guide_files.FILES.values()
        if _may_hold_our_part(project, path) and guide_files.has_guide(read_file(root, path))
    ]
    return [*dict.fromkeys((*hooked, *served, *guided)), *claude.our_agents(root)]


def _may_hold_our_part(project: Project, path: Path) -> bool:
    """Whether our name stands in it, in whichever encoding: what else is wrong with such a file is no matter here.
    What cannot be read and was not recorded is not ours to take out."""
    if path in read_record(project.settings.project).edits:
        return True
    try:
        data = read_file(project.settings.project, path) or b""
    except BadInput as error:
        project.caller.note("{said} It was left as it is.", said=project.say(error.text, **error.params))
        return False
    return b"renkei" in data.replace(b"\0", b"")


def switch_hooks(project: Project, *, on: bool) -> None:
    """Turns all hooks of a project on or off. What holds agents to the contract is not theirs to take away."""
    project.waive_binding()
    project.authorize_act(SwitchHooks())
    mark = project.settings.project / OFF
    if on:
        mark.unlink(missing_ok=True)
    else:
        if not mark.parent.exists():
            write_atomic(mark.with_name(".gitignore"), b"*\n")
        write_atomic(mark, b"")
    record_switch(project, off=not on)


def hook_state(project: Project) -> HookState:
    root = project.settings.project
    settings = find_settings(project)
    where = [path for client in CLIENTS.values() for path in hook_files.settings_with_hooks(root, client)]
    is_set_up = bool(settings and (where or settings["plugin"]))
    return HookState(
        is_set_up=is_set_up,
        mode=settings["mode"] if settings and is_set_up else None,
        is_off=is_switched_off(project),
        settings=where,
        faults=[project.say(each) for each in _hook_faults(root, settings or {})] if is_set_up else [],
        heard=client_receipts(root),
    )


def _hook_faults(root: Path, settings: Mapping[str, Any]) -> Iterator[Sentence]:
    if settings["broken"]:
        fields = ", ".join(settings["broken"])
        yield Sentence("{path} is broken ({fields}): renkei init --claude", path=HOOK_SETTINGS, fields=fields)
    for client in clients_set_up(root):
        yield from find_hook_faults(root, client)


def clients_set_up(root: Path) -> list[Client]:
    """The clients whose settings call our hooks."""
    return [client for client in CLIENTS.values() if hook_files.settings_with_hooks(root, client)]


def find_hook_faults(root: Path, client: Client) -> Iterator[Sentence]:
    """Why a client calls none of our hooks, or not all."""
    return hook_files.find_faults(root, client, claude.personal_settings() if client is CLAUDE else None)


def find_settings(project: Project) -> dict[str, Any] | None:
    """What holds for the hooks: what a person set, where that was recorded."""
    project.look_at_commits()
    found = effective_settings(project.settings.project, project.env)
    return found[0] if found else None


def is_switched_off(project: Project) -> bool:
    """Whether the hooks do nothing: by the recorded switch, else by the file, or by the environment."""
    settings = find_settings(project)
    is_off = settings["off"] if settings else (project.settings.project / OFF).exists()
    return is_off or project.env.get("RENKEI_HOOKS", "").lower() == "off"


def _hook_settings_edit(project: Project, mode: Mode | None, plugin: Path | None, http: int | None) -> Edit:
    """What the hooks read. A mode that was chosen before stays, and so does the port of hooks over HTTP."""
    path, root = Path(HOOK_SETTINGS), project.settings.project
    before, bound = read_file(root, path), read_bound(root, project.env)
    kept = (bound.mode if bound and bound.mode else None) or _parse_mode(before)
    if kept == "enforce" and mode == "observe":
        project.authorize_act(SoftenMode())
    chosen = mode or kept
    marked = chosen == "enforce" and can_record(root, project.env)
    settings = {
        "mode": chosen,
        "store": str(store_file(project.settings, project.cwd)),
        "lang": project.settings.lang,
        "deadline": CHECK_SECONDS,
        **({"plugin": str(plugin.resolve())} if plugin else {}),
        **({"record": record_mark(root)} if marked else {}),
    }
    kept_port = (read_settings(project.settings.project) or {"http": 0})["http"]
    if port := kept_port if http is None else http:
        settings["http"] = port
    return Edit(path=path, before=before, after=(json.dumps(settings, indent=1) + "\n").encode())


def _parse_http(data: bytes) -> hook_files.OverHttp | None:
    """In observe mode nothing is refused, a server that is not there included."""
    settings = json.loads(data)
    port = settings.get("http")
    return hook_files.OverHttp(port=port, blocks=settings["mode"] == "enforce") if port else None


def _parse_mode(data: bytes | None) -> Mode:
    """The mode that is in force; a file of ours that somebody broke is written anew."""
    try:
        mode = json.loads(data or b"")["mode"]
    except (ValueError, LookupError, TypeError):
        return "observe"
    return mode if mode in MODES else "observe"
