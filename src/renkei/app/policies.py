"""The policy: which one is in force, where each part of it is from, and why something is allowed or refused."""

import hashlib
import json
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from renkei.app.policy_sources import find_counting
from renkei.app.project import Done, Project
from renkei.app.searched_files import count_searched, files_named
from renkei.app.session_ledger import every_session
from renkei.app.team import list_agents
from renkei.commands.policy import OverrideRule
from renkei.errors import BadInput, NotFound
from renkei.policy.paths import has_tool
from renkei.policy.policy_files import compile_policy, merge_policy
from renkei.policy.tables import Policy, Role, load_compiled
from renkei.policy.tool_use import Grant, Ruling, ToolCall, ToolState, grant_of, inspect_call, may_use
from renkei.protocol.documents import validate_model
from renkei.values import value

ACTIONS: Final = ("read", "edit", "write", "run", "search", "start")


@value
class PolicyInForce:
    policy: Policy
    document: dict[str, Any]
    """The same, as it was merged."""
    origins: dict[str, str]
    """The file that a value is from, by its place; what ships is not named."""
    left_out: tuple[str, ...]
    """The files and tables that say otherwise, and that no person stands behind."""
    compiled: bytes
    digest: str


@value
class Explanation:
    """What an agent would be answered, asked now with nothing done before."""

    grant: Grant
    ruling: Ruling
    left_out: tuple[str, ...]
    """Files that say otherwise, and that nothing is done by."""


def find_exception_uses(project: Path) -> list[dict[str, Any]]:
    """What hooks noted when somebody went by an exception, the newest first (LEAD-4)."""
    found = [
        {
            "at": str(line.get("at")),
            "session": ledger.session,
            "agent": str(line.get("agent")),
            "exception": str(line.get("exception")),
            "paths": [str(path) for path in line.get("paths") or ()],
            "reason": str(line.get("reason") or ""),
        }
        for ledger in every_session(project)
        for line in ledger.lines()
        if line["what"] == "excepted"
    ]
    return sorted(found, key=lambda use: str(use["at"]), reverse=True)


def load_policy(project: Path, env: Mapping[str, str]) -> PolicyInForce:
    """The policy that ships, and what this project says over it, as far as a person stands behind that: what the hooks
    go by.

    Raises:
        BadInput: what it says is wrong; names file, place, value and what was expected.
    """
    found = find_counting(project, env)
    document, origins = merge_policy(found.parts)
    compiled = compile_policy(found.parts)
    return PolicyInForce(
        policy=load_compiled(compiled),
        document=document.model_dump(),
        origins=origins,
        left_out=tuple(found.left_out),
        compiled=compiled,
        digest=hashlib.sha256(compiled).hexdigest(),
    )


def has_shell(role: Role) -> bool:
    return role.tools is None or has_tool(role.tools, "Bash")


def explain_use(project: Project, agent: str, action: str, target: str) -> Explanation:
    """Whether an agent, or somebody in a role, may do something to a file of this project; of `run`, to a command.

    Raises:
        NotFound: nobody on the team, and no role, is called so.
        BadInput: nothing is named that it would be done to.
    """
    if not target.strip():
        raise BadInput("Name a file, a command or an agent: renkei policy why AGENT ACTION TARGET.")
    found = load_policy(project.settings.project, project.env)
    grant = _find_grant(project, found.policy, agent)
    call = _call_of(action, target, project)
    ruling = may_use(found.policy, grant, call, _state_on_disk(call))
    return Explanation(grant=grant, ruling=ruling, left_out=found.left_out)


def _find_grant(project: Project, policy: Policy, agent: str) -> Grant:
    roles = {each.name: each.role for each in list_agents(project)} if project.has_store else {}
    if agent in roles:
        return grant_of(policy, agent=agent, role=roles[agent], is_lead=roles[agent] == "lead" or agent == "lead")
    if agent in policy.roles:
        return grant_of(policy, agent=agent, role=agent, is_lead=agent == "lead")
    raise NotFound(
        "Nobody on the team is called {name}, and no role is. Roles: {roles}.",
        name=agent,
        roles=", ".join(policy.roles),
    )


def _call_of(action: str, target: str, project: Project) -> ToolCall:
    tool, given = {
        "read": ("Read", {"file_path": target}),
        "edit": ("Edit", {"file_path": target}),
        "write": ("Write", {"file_path": target, "content": ""}),
        "run": ("Bash", {"command": target}),
        "search": ("Grep", {"path": target, "pattern": "?"}),
        "start": ("Agent", {"subagent_type": target}),
    }[action]
    return ToolCall(tool, given, str(project.cwd), str(project.work_tree))


def _state_on_disk(call: ToolCall) -> ToolState:
    """What the files that a call touches are like now."""
    touched, root = inspect_call(call), Path(call.root)
    named = files_named(root, touched.reads)
    paths = [*(each.path for each in (*touched.reads, *touched.searches)), *chain.from_iterable(named.values())]
    lengths = {path: lines for path in paths if (lines := _count_lines(root / path)) is not None}
    searched = count_searched(root, touched.searches, _ENOUGH) if touched.searches else None
    return ToolState(lengths=lengths, named=named, searched=searched)


_ENOUGH: Final = 1000
"""Where counting files ends: that is many."""


def _count_lines(path: Path) -> int | None:
    try:
        return path.read_bytes().count(b"\n") if path.is_file() else None
    except OSError:
        return None


def override_rule(project: Project, rule: str, *, why: str, as_name: str | None) -> Done:
    """Records that somebody goes on against a rule of level L2, and why.

    Raises:
        NotFound: there is no such rule.
        Refused: it is of another level, or not for whoever asks to override.
    """
    policy = load_policy(project.settings.project, project.env).policy
    if rule not in policy.rules:
        raise NotFound("There is no rule {rule}. Known: {known}.", rule=rule, known=", ".join(policy.rules))
    command = validate_model(OverrideRule, {"rule": rule, "reason": why, "level": policy.rules[rule].level})
    return project.do(command, actor=project.actor(as_name))


def policy_as_json(found: PolicyInForce) -> dict[str, Any]:
    return {
        "digest": found.digest,
        "origins": found.origins,
        "left_out": list(found.left_out),
        **json.loads(json.dumps(found.document)),
    }
