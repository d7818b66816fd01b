"""Questions to the policy that ships, in a project at /project."""

from typing import Any

from renkei.policy.tables import Policy, load_shipped
from renkei.policy.tool_use import Ruling, ToolCall, ToolState, grant_of, may_use

ROOT = "/project"
SHIPPED = load_shipped()


def ask(role: str, tool: str, **given: Any) -> Ruling:
    """May someone with this role make this call? `policy`, `folder`, `agent` and what a caller knows stand among its
    input."""
    known: dict[str, Any] = {name: given.pop(name) for name in tuple(given) if name in ToolState._fields}
    policy: Policy = given.pop("policy", SHIPPED)
    folder, agent = given.pop("folder", ROOT), given.pop("agent", role or "somebody")
    grant = grant_of(policy, agent=agent, role=role, is_lead=role == "lead")
    return may_use(policy, grant, ToolCall(tool, given, folder, ROOT), ToolState(**known))


def run(role: str, command: str, **given: Any) -> Ruling:
    return ask(role, "Bash", command=command, **given)


def said(ruling: Ruling) -> str:
    return ruling.text.format(**ruling.params)
