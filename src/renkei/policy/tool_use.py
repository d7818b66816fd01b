"""May this agent use this tool so? One pure function that hooks, adapters and landing ask.

It is on the path of a hook: the standard library only, no disk, no clock, and no input that it raises for. What it needs
to know beyond the call (what was read before, what stands on disk) the caller gathers: `inspect_call` tells of which
files.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from renkei.policy.paths import matches, matches_any
from renkei.policy.tables import Policy
from renkei.policy.tool_calls import ToolCall, Touched, inspect_call
from renkei.sentence import Translatable

__all__ = ["Grant", "Lookup", "Ruling", "ToolCall", "ToolState", "grant_of", "inspect_call", "may_use"]

_NOTHING: Final[Mapping[str, str]] = {}


class Grant(NamedTuple):
    """What one agent may use."""

    agent: str
    role: str
    tools: tuple[str, ...] | None
    commands: str | None
    writes: tuple[str, ...] | None


class Lookup(NamedTuple):
    """A read of the lead: how many lines of which file, when, and to answer what."""

    path: str
    lines: int
    when: float
    question: str = ""


class ToolState(NamedTuple):
    """What was done before in this phase, and what stands on disk now; gathered by the caller."""

    lookups: tuple[Lookup, ...] = ()
    covered: Mapping[str, str] = _NOTHING
    """Path -> the agent's result that covers it (LEAD-9)."""
    owners: Mapping[str, str] = _NOTHING
    """Path or pattern -> the agent that writes it now."""
    read_at: Mapping[str, str] = _NOTHING
    """Path -> digest when this agent last read or wrote it; "" never."""
    now_at: Mapping[str, str] = _NOTHING
    """Path -> digest on disk now; "" not there."""
    compacted: bool = False
    held: tuple[str, ...] = ()
    """Decisions that have to be consulted first, and are open (CON-3)."""
    permissions: frozenset[str] = frozenset()
    """Outer conditions of exceptions that hold: the words that `needs` has in the policy."""
    clock: float = 0.0
    lengths: Mapping[str, int] = {}  # noqa: RUF012 - never changed
    """Path -> how many lines it has. A file that is not told of counts as long as a client reads at once."""
    texts: Mapping[str, str] = _NOTHING
    """Path -> text on disk now, of what is edited."""
    searched: int | None = None
    """How many files the search goes over; the caller may stop counting at one more than the limit. None: not counted."""
    question: str = ""
    """What the lookup is to answer (LEAD-13), where the client has a place for it."""
    guarded: tuple[str, ...] = ()
    """More guarded paths: the user's state folder, where it is not at its usual place."""
    overrides: Mapping[str, str] = _NOTHING
    """Rule of level L2 -> the recorded reason to go on against it."""


class Ruling(NamedTuple):
    allowed: bool
    rule: str = ""
    text: Translatable = ""
    params: Mapping[str, object] = {}  # noqa: RUF012 - never changed
    delegate_to: str = ""
    exception: str = ""
    """Id of the exception that allowed it, or `override:RULE`: the caller records it."""
    reads: tuple[Lookup, ...] = ()
    writes: tuple[str, ...] = ()


def grant_of(policy: Policy, *, agent: str, role: str, is_lead: bool) -> Grant:
    """What an agent may use; of a role that the policy does not know, ownership and guards alone."""
    name = "lead" if is_lead else role
    limits = policy.roles.get(name)
    if limits is None:
        return Grant(agent, "", None, None, None)
    return Grant(agent, name, limits.tools, limits.commands, limits.writes)


def may_use(policy: Policy, grant: Grant, call: ToolCall, state: ToolState) -> Ruling:
    """Whether this agent may make this call, by which rule not, and whom to delegate it to."""
    touched = inspect_call(call)
    return (
        _check_guards(policy, touched, state)
        or _check_tools(policy, grant, call)
        or _check_owners(grant, touched, state)
        or Ruling(allowed=True, writes=tuple(each.path for each in touched.writes))
    )


def _check_guards(policy: Policy, touched: Touched, state: ToolState) -> Ruling | None:
    for change in touched.writes:
        if is_guarded(policy, change.path, state.guarded):
            return Ruling(
                allowed=False,
                rule="DEC-52",
                text="{path} holds what binds the agents of this project: no agent writes it. Ask a person to.",
                params={"path": change.path},
            )
    return None


def is_guarded(policy: Policy, path: str, more: tuple[str, ...] = ()) -> bool:
    """Whether a path, from the project's folder on, is written by no agent."""
    return matches_any((*policy.guarded, *more), path)


def _check_tools(policy: Policy, grant: Grant, call: ToolCall) -> Ruling | None:
    if grant.tools is None or has_tool((*grant.tools, *policy.every_role), call.tool):
        return None
    if grant.role == "lead":
        return Ruling(
            allowed=False,
            rule="LEAD-10",
            text="The lead does not use {tool} itself. Delegate it to {role}.",
            params={"tool": call.tool, "role": policy.delegation["other"]},
            delegate_to=policy.delegation["other"],
        )
    return Ruling(
        allowed=False,
        rule="ORCH-2",
        text="A {role} does not use {tool}. Its tools: {tools}.",
        params={"role": grant.role, "tool": call.tool, "tools": ", ".join(grant.tools)},
    )


def has_tool(tools: tuple[str, ...], name: str) -> bool:
    return any(name == each or (each.endswith("*") and name.startswith(each[:-1])) for each in tools)


def _check_owners(grant: Grant, touched: Touched, state: ToolState) -> Ruling | None:
    for change in touched.writes:
        owner = next((who for path, who in state.owners.items() if matches(f"/{path}", change.path)), grant.agent)
        if owner != grant.agent:
            return Ruling(
                allowed=False,
                rule="TEAM-9",
                text="{path} is written by {owner} now. Send {owner} a message, or write another file.",
                params={"path": change.path, "owner": owner},
                delegate_to=owner,
            )
    return None
