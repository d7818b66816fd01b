"""May this agent use this tool so? One pure function that hooks, adapters and landing ask.

It is on the path of a hook: the standard library only, no disk, no clock, and no input that it raises for. What it has
to know beyond the call (what was read before, what stands on disk) the caller gathers: `inspect_call` tells of which
files. A ruling names one rule (DEC-22); what nobody can be excused from is checked first.
"""

import posixpath
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.command_lists import is_listed, is_listed_for_names, leaves_list
from renkei.policy.guards import GUARDS, is_guarded
from renkei.policy.paths import could_be, has_tool, is_outside, locate, matches, matches_any
from renkei.policy.rulings import Case, Grant, Lookup, Ruling, ToolState, refuse
from renkei.policy.tables import Policy
from renkei.policy.tool_calls import STARTS, inspect_call, is_malformed, text_of
from renkei.policy.touches import Change, ToolCall

if TYPE_CHECKING:
    from renkei.policy import lead
    from renkei.policy.project_commands import check_project_commands
    from renkei.policy.shell_clients import check_clients
    from renkei.policy.shell_terminals import check_terminals
    from renkei.policy.shell_words import Redirect
else:
    lead = lazy("renkei.policy.lead")
    check_clients = lazy("renkei.policy.shell_clients:check_clients")
    check_terminals = lazy("renkei.policy.shell_terminals:check_terminals")
    check_project_commands = lazy("renkei.policy.project_commands:check_project_commands")

__all__ = [
    "Grant", "Lookup", "Ruling", "ToolCall", "ToolState", "find_role", "grant_of", "inspect_call", "is_guarded",
    "may_use",
]  # fmt: skip


def grant_of(policy: Policy, *, agent: str, role: str, is_lead: bool) -> Grant:
    """What an agent may use; of a role that the policy does not know, ownership and guards alone."""
    name = "lead" if is_lead else find_role(policy, role)
    limits = policy.roles.get(name)
    if limits is None:
        return Grant(agent, "", None, None, None)
    return Grant(agent, name, limits.tools, limits.commands, limits.writes)


def find_role(policy: Policy, name: str) -> str:
    """The role of the policy that a name means, in whatever case and with whatever a plugin puts before it; else
    nothing."""
    wanted = _plain_role(name)
    return next((each for each in policy.roles if _plain_role(each) == wanted), "") if wanted else ""


def _plain_role(name: str) -> str:
    return name.rpartition(":")[2].strip().casefold().replace("_", "-").replace(" ", "-")


def may_use(policy: Policy, grant: Grant, call: ToolCall, state: ToolState) -> Ruling:
    """Whether this agent may make this call, by which rule not, and whom to delegate it to."""
    case = Case(policy, grant, call, state, inspect_call(call))
    overridden = Ruling(True)
    for check in _checks_of(grant):
        found = check(case)
        if found is None:
            continue
        found = _weigh(policy, found, state)
        if not found.allowed:
            return found
        overridden = found
    return _allow(case, overridden)


def _weigh(policy: Policy, ruling: Ruling, state: ToolState) -> Ruling:
    """LEAD-7: L1 is enforced, L2 gives way to a recorded reason, L3 is advice."""
    level = policy.rules[ruling.rule].level if ruling.rule in policy.rules else "L1"
    if level == "L3":
        return ruling._replace(allowed=True)
    if level == "L2" and state.overrides.get(ruling.rule):
        return ruling._replace(allowed=True, exception=f"override:{ruling.rule}")
    return ruling


def _allow(case: Case, found: Ruling) -> Ruling:
    writes = tuple(dict.fromkeys(each.path for each in case.touched.writes if not each.is_elsewhere))
    if not case.grant.is_lead:
        return found._replace(writes=writes)
    reads = lead.lookups_of(case, lead.counted_spans(case))
    return found._replace(reads=reads, writes=writes, exception=found.exception or lead.exception_used(case))


def _check_form(case: Case) -> Ruling | None:
    """A call without its file or command, or with one that is no text, is not as a client sends it."""
    if is_malformed(case.call):
        return refuse("DEC-52", "This call of {tool} names no file or command as text: name one.", tool=case.call.tool)
    return None


def _check_project_commands(case: Case) -> Ruling | None:
    """SDD-14."""
    is_asked = case.touched.script and (case.touched.script.begins_with_comment or case.state.project_commands)
    return check_project_commands(case) if is_asked else None


def _check_starts(case: Case) -> Ruling | None:
    """Whatever its role is called, and be that the lead's."""
    if case.touched.runs:
        return check_clients(case) or check_terminals(case)
    if case.call.tool not in STARTS or (case.grant.is_lead and not case.state.is_subagent):
        return None
    return refuse("SDD-9", "No agent starts another: hand the work back, or ask the lead.", delegate_to="lead")


def _check_names(case: Case) -> Ruling | None:
    """DEC-51: an agent that is started under a name of its own is called neither like another role nor like a member of
    the team that has another."""
    name, kind = text_of(case.call, "name"), text_of(case.call, "subagent_type") or "general-purpose"
    if case.call.tool not in STARTS or not name:
        return None
    own = find_role(case.policy, kind) or kind
    names = (find_role(case.policy, name), case.state.members.get(name, ""))
    other = next((each for each in names if each and (find_role(case.policy, each) or each) != own), "")
    if not other:
        return None
    return refuse("DEC-51", "{name} is what a {other} is called: give this agent another name.", name=name, other=other)


def _check_questions(case: Case) -> Ruling | None:
    """ORCH-11: whoever is not the lead does not ask the user, whatever tools its role has."""
    if case.call.tool not in _ASKS:
        return None
    return refuse(
        "ORCH-11",
        "An agent of a team does not ask the user itself. Say to the lead: The user has to be asked: QUESTION",
        delegate_to="lead",
    )


_ASKS: Final = frozenset({"AskUserQuestion", "request_user_input"})
"""By which clients ask the user."""


def _check_tools(case: Case) -> Ruling | None:
    """ORCH-2; of the lead LEAD-10."""
    grant, call = case.grant, case.call
    if grant.tools is None or has_tool((*grant.tools, *case.policy.every_role), call.tool):
        return None
    if grant.is_lead:
        role = case.policy.delegation.get("read" if call.tool in _WEB else "other", "")
        return refuse(
            "LEAD-10", "The lead does not use {tool} itself: delegate it to {role}.", delegate_to=role, tool=call.tool,
            role=role,
        )  # fmt: skip
    return refuse(
        "ORCH-2", "A {role} does not use {tool}. Its tools: {tools}.", role=grant.role, tool=call.tool,
        tools=", ".join(grant.tools),
    )  # fmt: skip


_WEB: Final = ("WebFetch", "WebSearch", "web_fetch", "google_web_search", "web_search")


def _check_commands(case: Case) -> Ruling | None:
    """ORCH-2, DEC-21: a role with a list runs what is on it, and nothing that cannot be read."""
    script, name = case.touched.script, case.grant.commands
    if script is None or name is None or case.call.tool != "Bash":  # of another tool the role's list of tools decides
        return None
    listed = case.policy.commands.get(name, ())
    for before, command in zip((None, *script.commands), script.commands, strict=False):
        if any(map(_is_telling, command.redirects)) or command.assignments or not command.is_literal:
            return _refuse_unreadable(case)
        root = case.call.root
        if command.words and not (
            is_listed(listed, command, root) or is_listed_for_names(listed, before, command, root)
        ):
            return refuse(
                "ORCH-2", "A {role} does not run {command}. Its commands: {commands}.", role=case.grant.role,
                command=" ".join(command.texts)[:60], commands=", ".join(" ".join(each.run) for each in listed),
            )  # fmt: skip
    is_dark = script.problems or any(leaves_list(run) for run in case.touched.runs)
    return _refuse_unreadable(case) if is_dark else None


def _is_telling(redirect: "Redirect") -> bool:
    """Whether a redirection does more than to throw away what is said."""
    return ">" not in redirect.operator or redirect.target.text != "/dev/null"


def _check_environment(case: Case) -> Ruling | None:
    """DEC-21: a role with a list of commands does not look at the environment, by whatever path."""
    if case.grant.commands is None or case.grant.is_lead:
        return None
    said = (
        _real_place(text.rpartition("=")[2], run.command.folder or "/", case.call.root)
        for run in case.touched.runs
        for text in (*run.command.texts[1:], *(each.target.text for each in run.command.redirects))
    )
    places = (*(each.path for each in (*case.touched.reads, *case.touched.searches)), *said)
    if not any(is_outside(each) and could_be(each, "/proc/") for each in places):
        return None
    return refuse("DEC-21", "A {role} does not read what processes keep in /proc.", role=case.grant.role)


def _real_place(text: str, folder: str, root: str) -> str:
    """With what every Linux has for a link to `/proc`, whatever stands behind it; a home folder is below `/`."""
    full = text if text.startswith("~") else posixpath.join(folder, text)
    if could_be(full, "/dev/fd/") and ".." in full.split("/"):
        return "/proc/self"
    return "/" + posixpath.normpath(full).lstrip("./") if full.startswith("~/..") else locate(full, folder, root)


def _refuse_unreadable(case: Case) -> Ruling:
    return refuse(
        "ORCH-2",
        "A {role} runs plain commands only: no redirection, substitution, variable, assignment or loop.",
        role=case.grant.role,
    )


def _check_paths(case: Case) -> Ruling | None:
    """ORCH-2: a role writes only the kind of files that its policy names."""
    patterns = case.grant.writes
    if patterns is None:
        return None
    found = next((each.path for each in case.touched.writes if not matches_any(patterns, each.path)), "")
    return refuse("ORCH-2", "A {role} does not write {path}.", role=case.grant.role, path=found) if found else None


def _check_state_files(case: Case) -> Ruling | None:
    """ORCH-10: progress and feature files have one writer, which is the lead."""
    found = next((each.path for each in case.touched.writes if is_state_file(each.path)), "")
    if not found:
        return None
    return refuse(
        "ORCH-10", "Only the lead writes {path}: tell it what to write there.", delegate_to="lead", path=found
    )


_STATE_FILES: Final = ("claude-progress.json", "feature-list.json")


def is_state_file(path: str) -> bool:
    """Whether it is the progress file or the feature list of a workspace."""
    return path.rpartition("/")[2] in _STATE_FILES


def _check_held(case: Case) -> Ruling | None:
    """CON-3: what has to be consulted about waits for the decision."""
    if not case.state.held or not (case.touched.writes or case.call.tool in STARTS):
        return None
    return refuse("CON-3", "{decision} is open and has to be decided first: wait for it.", decision=case.state.held[0])


def _check_owners(case: Case) -> Ruling | None:
    """TEAM-9: nobody writes what another writes now, and nobody writes over what changed since it was read."""
    for change in case.touched.writes:
        owner = next((who for path, who in case.state.owners.items() if _touches(path, change)), case.grant.agent)
        if owner != case.grant.agent:
            return _refuse_owned(change.path, owner)
        read = case.state.read_at.get(change.path)
        if read and case.state.now_at.get(change.path, read) != read:
            return refuse("TEAM-9", "{path} has changed since you read it: read it again first.", path=change.path)
    return next((_refuse_owned(path, owner) for path, owner in case.state.reached.items()), None)


def _refuse_owned(path: str, owner: str) -> Ruling:
    return refuse(
        "TEAM-9", "{path} is written by {owner} now: send {owner} a message, or write another file.",
        delegate_to=owner, path=path, owner=owner,
    )  # fmt: skip


def _touches(owned: str, change: Change) -> bool:
    """Whether a change writes a path, or one that a pattern names."""
    if matches(f"/{owned.lstrip('/')}", change.path):
        return True
    if change.has_wildcards and could_be(change.path, f"/{owned.lstrip('/')}"):
        return True
    return change.act == "remove" and (change.path == "." or owned.startswith(f"{change.path}/"))


_ROLE_CHECKS: Final[tuple[Callable[[Case], Ruling | None], ...]] = (
    _check_starts, _check_questions, _check_tools, _check_commands, _check_environment, _check_paths,
    _check_state_files, _check_held, _check_owners,
)  # fmt: skip


def _lead_checks() -> "tuple[Callable[[Case], Ruling | None], ...]":
    return (_check_starts, _check_tools, _check_names, *lead.LEAD_CHECKS, _check_held, _check_owners)


def _checks_of(grant: Grant) -> tuple[Callable[[Case], Ruling | None], ...]:
    return (_check_form, *GUARDS, _check_project_commands, *(_lead_checks() if grant.is_lead else _ROLE_CHECKS))
