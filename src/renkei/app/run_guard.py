"""Before a tool of an agent that a run has started: the same policy as in a person's own session (ORCH-2).

Who may write which file is the run's to say, when the work is landed: each agent has a work tree of its own. Here it is
what a role uses at all, and what nobody touches: settings, hooks, the program itself.
"""

from collections.abc import Mapping
from typing import Any

from renkei.adapters.base import Job, Refusal, ToolJudge
from renkei.app.call_facts import GuardSite, list_guarded_paths, list_program_paths
from renkei.app.compiled_policy import load_policy
from renkei.app.project import Project
from renkei.policy.tables import Policy
from renkei.policy.tool_use import Grant, ToolCall, ToolState, grant_of, inspect_call, may_use
from renkei.settings import store_path


def make_tool_judge(project: Project) -> ToolJudge:
    """By the policy as it is now; the run that asks keeps it to its end."""
    root = project.settings.project
    policy = load_policy(root, project.env)
    store = store_path(project.settings.store, project.cwd) or root

    def judge(job: Job, tool: str, asked: Mapping[str, Any]) -> Refusal | None:
        site = GuardSite(root, store, job.folder, "enforce", project.env)
        call = ToolCall(tool, asked, str(job.folder), str(job.folder))
        ruling = may_use(policy, _grant_of(policy, job), call, _state_of(policy, site, call))
        if ruling.allowed:
            return None
        return Refusal(rule=ruling.rule, text=project.say(ruling.text, **ruling.params))

    return judge


def _grant_of(policy: Policy, job: Job) -> Grant:
    """By its role, or by its name where the policy knows that; a playbook narrows the tools, and widens none."""
    found = grant_of(policy, agent=job.agent, role=job.role, is_lead=False)
    if not found.role:
        found = grant_of(policy, agent=job.agent, role=job.agent, is_lead=False)
    if job.tools is None:
        return found
    kept = job.tools if found.tools is None else tuple(each for each in job.tools if each in found.tools)
    return found._replace(tools=kept, role=found.role or job.role)


def _state_of(policy: Policy, site: GuardSite, call: ToolCall) -> ToolState:
    is_writing = bool(inspect_call(call).writes)
    return ToolState(guarded=list_guarded_paths(policy, site), program=list_program_paths() if is_writing else ())
