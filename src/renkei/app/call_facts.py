"""What a ruling on a tool call has to know: the lead's phase, the files as they are, who writes and owns them, what a
shell would make of them. Looked up for `may_use`, and for nothing that the call does not touch.

Standard library only; the store is asked about writes alone.
"""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from renkei.app.guard_state import GuardState, Seen, look_at, read_text, real_path
from renkei.lazy import lazy
from renkei.policy.tables import Policy
from renkei.policy.tool_calls import STARTS, text_of
from renkei.policy.tool_use import Lookup, ToolCall, ToolState

if TYPE_CHECKING:
    from renkei.app.brought_files import brought_by, guarded_files, is_found, is_reached
    from renkei.app.file_claims import Claims, find_claims
    from renkei.app.foreseen import foresee_text
    from renkei.app.searched_files import count_searched, files_named, place_of
    from renkei.app.shown_lines import find_shown
    from renkei.app.swept_files import find_arriving, find_swept
    from renkei.binding.agent_commits import find_changed
    from renkei.eventlog import guard_probe
    from renkei.policy.paths import matches_any
    from renkei.policy.project_commands import listed_commands, listed_scripts
    from renkei.policy.touches import Touched
else:
    brought_by = lazy("renkei.app.brought_files:brought_by")
    guarded_files = lazy("renkei.app.brought_files:guarded_files")
    is_found = lazy("renkei.app.brought_files:is_found")
    is_reached = lazy("renkei.app.brought_files:is_reached")
    find_claims = lazy("renkei.app.file_claims:find_claims")
    foresee_text = lazy("renkei.app.foreseen:foresee_text")
    count_searched = lazy("renkei.app.searched_files:count_searched")
    files_named = lazy("renkei.app.searched_files:files_named")
    place_of = lazy("renkei.app.searched_files:place_of")
    find_arriving = lazy("renkei.app.swept_files:find_arriving")
    find_swept = lazy("renkei.app.swept_files:find_swept")
    find_shown = lazy("renkei.app.shown_lines:find_shown")
    listed_commands = lazy("renkei.policy.project_commands:listed_commands")
    listed_scripts = lazy("renkei.policy.project_commands:listed_scripts")
    find_changed = lazy("renkei.binding.agent_commits:find_changed")
    guard_probe = lazy("renkei.eventlog.guard_probe")
    matches_any = lazy("renkei.policy.paths:matches_any")


class GuardSite(NamedTuple):
    """Where a guard stands: the project, the store, and the code that the agent works on."""

    project: Path
    store: Path
    tree: Path
    mode: str
    env: Mapping[str, str]
    plugin: str = ""
    """The folder of a plugin that the client's hooks are in."""


class Caller(NamedTuple):
    """Who calls, as far as the client says it."""

    session: str
    agent_id: str
    """Empty for the client's own thread."""
    agent: str
    role: str
    is_lead: bool


class CallFacts:
    """What is known around the calls of one caller."""

    def __init__(self, site: GuardSite, policy: Policy, state: GuardState, caller: Caller) -> None:
        self.site = site
        self.policy = policy
        self.state = state
        self.caller = caller

    def gather(self, touched: "Touched", call: ToolCall) -> ToolState:
        is_compacted = not self.caller.agent_id and self.state.is_compacted
        commands = self._project_commands() if touched.script else ()
        known = ToolState(
            clock=time.time(),
            compacted=is_compacted,
            guarded=list_guarded_paths(self.policy, self.site),
            program=list_program_paths() if touched.writes else (),
            project_commands=commands,
            project_scripts=self._project_scripts(commands) if commands else {},
            members=self._find_member(call) if call.tool in STARTS else {},
            is_subagent=bool(self.caller.agent_id) and "RENKEI_AGENT" not in self.site.env,
        )
        if self.caller.is_lead:
            known = self._with_phase(known, touched, call)
        is_writing = (
            touched.writes
            or touched.patches
            or touched.lists
            or touched.finds
            or touched.revisions
            or touched.arrivals
            or touched.sweeps
        )
        if touched.named:
            known = known._replace(guarded=(*known.guarded, *self._led_to(touched.named, known.guarded)))
        if touched.sweeps:
            known = known._replace(swept=tuple(find_swept(self.site.tree, touched.sweeps, self.policy)))
        return self._with_writes(known, touched) if is_writing else known

    def _with_phase(self, known: ToolState, touched: "Touched", call: ToolCall) -> ToolState:
        """What the lead has done in this phase, and how long that is which it wants to read."""
        lines, tree = self.state.phase(), self.site.tree
        question = call.input.get("description")
        named = files_named(tree, touched.reads) if any(each.has_wildcards for each in touched.reads) else {}
        read = {*(each.path for each in touched.reads if not each.has_wildcards), *chain.from_iterable(named.values())}
        paths = {*read, *(each.path for each in (*touched.searches, *touched.writes))}
        return known._replace(
            lookups=lookups_in(lines),
            covered={str(line["path"]): str(line.get("result")) for line in lines if line["what"] == "covered"},
            permissions=_permissions_in(lines, question),
            lengths={path: count for path in read if (count := _count_lines(tree, path, touched)) is not None},
            named=named,
            searched=count_searched(tree, touched.searches, self.policy.limits["search"].files)
            if touched.searches
            else None,
            shown=find_shown(touched) if any(each.path == "." for each in touched.reads) else None,
            edits=sum(line["what"] == "edited" for line in lines),
            question=question if isinstance(question, str) else "",
            asked=next((str(line.get("question") or "") for line in lines if line["what"] == "phase"), ""),
            places={path: place for path in paths if (place := real_path(tree, path)) != path},
        )

    def _led_to(self, named: Iterable[str], more: tuple[str, ...]) -> Iterator[str]:
        """Those of some paths from which a link leads to a guarded file."""
        guards = (*self.policy.guarded, *more)
        real = {path: real_path(self.site.tree, path) for path in named}
        return (
            f"/{path.lstrip('/')}"
            for path, place in real.items()
            if matches_any(guards, place) or self._is_other_name(self.site.tree / place)
        )

    def _is_other_name(self, file: Path) -> bool:
        """Whether it is a guarded file under another name (`ln`)."""
        try:
            found = file.stat()
            if found.st_nlink < _TWO_NAMES or not stat.S_ISREG(found.st_mode):
                return False
            guarded = guarded_files(self.site.tree, self.policy, list_program_paths())
            return any(os.path.samestat(found, (self.site.tree / each).stat()) for each in guarded)
        except (OSError, ValueError):
            return False

    def _with_writes(self, known: ToolState, touched: "Touched") -> ToolState:
        """Who owns what it would write, and whether that is still what the agent saw; by where links lead to."""
        tree, agent_id = self.site.tree, self.caller.agent_id
        real = {each.path: real_path(tree, each.path) for each in touched.writes}
        work = guard_probe.find_owned_work(self.site.store, self.caller.agent)
        seen = {path: self.state.seen(agent_id, place) for path, place in real.items()}
        claims = self.find_claims()
        edited = [path for path in real if self.caller.is_lead or file_name(path) in self.policy.guarded_tables]
        edited += [*_sources_of(touched, self.policy), *touched.patches, *touched.lists]
        return known._replace(
            texts={path: text for path in edited if (text := read_text(tree / path)) is not None},
            owners={**work.owners, **claimed_by(claims, self.caller, real)},
            reached=_others_of(claims, self.caller, lambda path: is_reached(tree, touched, path)),
            becomes=self._foresee(touched, real),
            held=work.held,
            brought=self._find_brought(touched),
            read_at={path: found.digest if found else "" for path, found in seen.items()},
            now_at={path: _digest_now(tree / path, found) for path, found in seen.items()},
            guarded=(
                *known.guarded,
                *self._led_to(real, known.guarded),
            ),
            program=(
                *known.program,
                *(
                    f"/{path.lstrip('/')}"
                    for path, place in real.items()
                    if matches_any(known.program, str(tree / place))
                ),
            ),
        )

    def _find_member(self, call: ToolCall) -> Mapping[str, str]:
        """The member of the team that is called as the agent is to be."""
        name = text_of(call, "name")
        return {name: guard_probe.find_role(self.site.store, name)} if name else {}

    def find_claims(self) -> "Claims":
        """Which file is whose now."""
        return find_claims(self.site.project, self.site.env, self.site.tree, self.caller.session)

    def _foresee(self, touched: "Touched", paths: Iterable[str]) -> dict[str, str]:
        """Of files with a guarded table, what a shell would make of them."""
        wanted = [each for each in paths if touched.runs and file_name(each) in self.policy.guarded_tables]
        found = {path: foresee_text(touched.runs, path, self.site.tree) for path in wanted}
        return {path: text for path, text in found.items() if text is not None}

    def _project_commands(self) -> tuple[tuple[str, ...], ...]:
        """How the project calls its tools, if it has a file that says so."""
        for path in self.policy.steering:
            if (text := read_text(self.site.tree / path)) is not None:
                return listed_commands(text)
        return ()

    def _project_scripts(self, commands: Sequence[tuple[str, ...]]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        package = read_text(self.site.tree / "package.json") or ""
        return listed_scripts(commands, package) if package else {}

    def _find_brought(self, touched: "Touched") -> tuple[str, ...]:
        """Guarded files that the call would write without naming them."""
        tree, policy = self.site.tree, self.policy
        brought = [each for change in touched.writes if change.brings for each in brought_by(tree, change, policy)]
        if touched.finds:
            brought += [
                path
                for path in guarded_files(tree, policy, (*list_guarded_paths(policy, self.site), *list_program_paths()))
                for each in touched.finds
                if is_found(tree, each, path)
            ]
        if touched.arrivals:
            brought += find_arriving(tree, touched.arrivals, policy)
        return (*brought, *(path for each in touched.revisions for path in find_changed(tree, each)))


def _digest_now(full: Path, seen: Seen | None) -> str:
    """Of a file that the agent never saw only that it is there: it need not be read for that."""
    if seen is None:
        return "there" if full.exists() else ""
    return look_at(full, seen).digest


def claimed_by(owners: Mapping[str, tuple[str, str]], caller: Caller, real: Mapping[str, str]) -> dict[str, str]:
    """Path to the agent that writes it now, by its name; another one of the same name is told by its id."""
    found: dict[str, str] = {}
    for path, place in real.items():
        if place not in owners:
            continue
        agent_id, agent = owners[place]
        found[path] = caller.agent if agent_id == caller.agent_id else _told_apart(agent, agent_id, caller)
    return found


def _others_of(
    owners: Mapping[str, tuple[str, str]], caller: Caller, is_meant: Callable[[str], bool]
) -> dict[str, str]:
    """Of the files that others write now, those that are meant."""
    return {
        path: _told_apart(agent, agent_id, caller)
        for path, (agent_id, agent) in owners.items()
        if agent_id != caller.agent_id and path[0] != "/" and not set("*?[").intersection(path) and is_meant(path)
    }


def _told_apart(agent: str, agent_id: str, caller: Caller) -> str:
    return f"{agent} ({agent_id})" if agent == caller.agent else agent


def file_name(path: str) -> str:
    """Of a path or a program, in small letters."""
    return path.rsplit("/", 1)[-1].casefold()


def list_guarded_paths(policy: Policy, site: GuardSite) -> tuple[str, ...]:
    """Guarded paths that are no part of the policy, for they differ by machine."""
    own = (*_folders_elsewhere(site.env), *_project_patterns(policy, site), *_plugin_folder(site))
    return (*own, *_SETTINGS_OF_MACHINE)


def _plugin_folder(site: GuardSite) -> tuple[str, ...]:
    """Who takes the hooks out of a plugin ends every guard; it may stand in the project."""
    folder = real_path(site.tree, site.plugin) if site.plugin else ""
    return (f"/{folder.strip('/')}/",) if folder.strip("/") else ()


def name_folders(env: Mapping[str, str]) -> Mapping[str, str]:
    """The variables by which a shell may name what binds, if it is not at its usual place."""
    return {name: place for name in _BY_VARIABLE if (place := env.get(name, "")).startswith("/")}


_SETTINGS_OF_MACHINE = (
    "/etc/claude-code/", "/etc/codex/", "/etc/gemini-cli/",
    "/Library/Application Support/ClaudeCode/", "/Library/Application Support/GeminiCli/",
)  # fmt: skip
"""They rule over a project's, and in a container an agent may be root."""


def _folders_elsewhere(env: Mapping[str, str]) -> Iterator[str]:
    """Where a person's record is, and where clients have their settings, if a variable says so; also under the name of
    the variable, by which a program may find it."""
    for variable, names in _BY_VARIABLE.items():
        if place := env.get(variable):
            for name in names:
                yield from (f"{place.rstrip('/')}{name}", f"{variable}{name}", f"{variable}}}{name}")


_BY_VARIABLE = {
    "XDG_STATE_HOME": ("/renkei/",),
    "CLAUDE_CONFIG_DIR": ("/settings*.json", "/.claude.json", "/plugins/", "/agents/"),
    "CODEX_HOME": ("/",),
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH": ("",),
    "GEMINI_CLI_SYSTEM_DEFAULTS_PATH": ("",),
    "GEMINI_CLI_TRUSTED_FOLDERS_PATH": ("",),
}


def _project_patterns(policy: Policy, site: GuardSite) -> tuple[str, ...]:
    """From a linked work tree the project's own files are elsewhere, and guarded all the same."""
    if site.tree == site.project:
        return ()
    places = dict.fromkeys((str(site.project), os.path.realpath(site.project)))
    return tuple(f"{place}{each}" for place in places for each in policy.guarded if each.startswith("/"))


def list_program_paths() -> tuple[str, ...]:
    """What the client calls, and what that loads: who takes it away ends every guard. A package that is worked on in
    its own source tree is no installed program."""
    programs = [Path(sys.executable).with_name("renkei")]
    if file_name(sys.argv[0]).startswith("renkei"):
        programs.append(Path(sys.argv[0]).absolute())
    package = Path(__file__).resolve().parents[1]
    folders = [f"{package}/"] if package.parent.name in _INSTALLED else []
    starts = [f"{place}/{name}" for place in sys.path if file_name(place) in _INSTALLED for name in _STARTS_PYTHON]
    return tuple(dict.fromkeys([*map(str, programs), *map(os.path.realpath, programs), *folders, *starts]))


_INSTALLED = ("site-packages", "dist-packages")
_STARTS_PYTHON = ("*.pth", "sitecustomize.py", "usercustomize.py")
"""What every Python that starts there runs, a hook's among them."""
_TWO_NAMES = 2


def _sources_of(touched: "Touched", policy: Policy) -> list[str]:
    """Where a shell takes the text from of a file that may hold a guarded table."""
    return [
        source
        for change in touched.writes
        if file_name(change.path) in policy.guarded_tables
        for source in change.sources or ()
    ]


def lookups_in(lines: Iterable[Mapping[str, Any]]) -> tuple[Lookup, ...]:
    """The reads that counted; one that was refused after all does not."""
    dropped = {line.get("of") for line in lines if line["what"] == "dropped"}
    return tuple(
        Lookup(str(path), int(count), float(line["at"]), str(line.get("question") or ""))
        for line in lines
        if line["what"] == "read" and line.get("mark") not in dropped
        for path, count in line["files"]
    )


def _permissions_in(lines: Iterable[Mapping[str, Any]], said: Any) -> frozenset[str]:
    """Outer conditions of exceptions: the person's word, agents that failed twice, a stated reason to verify."""
    found = {str(line["name"]) for line in lines if line["what"] == "permission"}
    if failed_twice(lines):
        found.add("agent_failed_twice")
    if isinstance(said, str) and said.strip().casefold().startswith(_VERIFIES):
        found.add("verification_reason")
    return frozenset(found)


def failed_twice(lines: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The agents that failed in this phase, and once more after a retry; with how many warnings of that the progress
    file had before."""
    failed = [(str(line.get("agent")), line.get("warned")) for line in lines if line["what"] == "failed"]
    names = [name for name, _ in failed]
    return {
        name: warned if isinstance(warned, int) else 0 for name, warned in reversed(failed) if names.count(name) > 1
    }


_VERIFIES = ("verify", "verification", "検証", "確認")


def _count_lines(tree: Path, path: str, touched: "Touched") -> int | None:
    """None where that cannot be told: such a file counts as long. What is not there has no lines, unless git has it."""
    full = place_of(tree, path) if path.startswith(("~", "?")) else tree / path
    text = read_text(full) if full is not None else None
    if text is None:
        is_nowhere = full is not None and not os.path.lexists(full) and not _asks_git(touched)
        return 0 if is_nowhere else None
    return len(text.splitlines())


def _asks_git(touched: "Touched") -> bool:
    return any(file_name(run.command.name) == "git" for run in touched.runs)
