"""Calls of tools that were made or refused, under another policy: by the receipts of hooks and the refusals in the log.

A receipt says who called what, with which file or command. How many files the lead had read by then, or who was writing
a file, it does not say: each call is judged by itself, under the policy in force and under the other one alike.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from renkei.app.policies import load_policy
from renkei.app.project import Project
from renkei.app.team import list_agents
from renkei.board.fold import event_of
from renkei.bootstrap import store_file
from renkei.errors import BadInput, StoreError
from renkei.eventlog.base import records_in_batches
from renkei.eventlog.receipts import Receipt, list_receipts
from renkei.policy.policy_files import compile_policy, read_team_part
from renkei.policy.tables import Policy, load_compiled
from renkei.policy.tool_use import Ruling, ToolCall, ToolState, grant_of, may_use
from renkei.protocol.events import RuleRefused
from renkei.runs.replay import ReplayFinding
from renkei.sentence import Sentence

_FILE_TOOLS: Final = frozenset({"Read", "Write", "Edit", "NotebookEdit"})

_CUT: Final = 200
"""So long a refused action stands in the log at most: what may have been cut is not judged."""


class _Call(NamedTuple):
    seq: int
    """Of the last event before it."""
    at: str
    agent: str
    is_lead: bool
    tool: str
    target: str
    was_made: bool


def read_policy(project: Project, file: str) -> Policy:
    """The policy that ships, with a file over it in the place of what the project says.

    Raises:
        BadInput: it cannot be read, or is not right.
    """
    try:
        data = (project.cwd / file).read_bytes()
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=file, error=error.strerror) from None
    return load_compiled(compile_policy([read_team_part(data, file)]))


def judge_calls(project: Project, other: Policy) -> tuple[list[ReplayFinding], int]:
    """What would have been refused or let pass, and how many calls were looked at."""
    now = load_policy(project.settings.project, project.env).policy
    roles = {each.name: each.role for each in list_agents(project)}
    calls = sorted(_list_calls(project))
    findings = [each for call in calls for each in _compare(project, call, roles, now, other)]
    return findings, len(calls)


def _compare(
    project: Project, call: _Call, roles: dict[str, str], now: Policy, other: Policy
) -> Iterator[ReplayFinding]:
    name = "command" if call.tool == "Bash" else "file_path"
    root = str(project.work_tree)
    asked = ToolCall(call.tool, {name: call.target}, root, root)
    role = roles.get(call.agent, call.agent)
    before, then = (
        may_use(policy, grant_of(policy, agent=call.agent, role=role, is_lead=call.is_lead), asked, ToolState())
        for policy in (now, other)
    )
    if before.allowed == then.allowed:
        return
    yield ReplayFinding(
        seq=call.seq,
        at=call.at,
        kind="policy",
        subject=f"{call.agent}: {call.tool} {call.target}"[:_CUT],
        happened=Sentence("it was done") if call.was_made else Sentence("it was refused, or would have been"),
        would=_describe(then),
        numbers={"allowed_then": int(then.allowed)},
    )


def _describe(ruling: Ruling) -> Sentence:
    return Sentence("it would pass") if ruling.allowed else Sentence("it would be refused [{rule}]", rule=ruling.rule)


def _list_calls(project: Project) -> Iterator[_Call]:
    seqs, times = [0], [""]
    with project.reader.read() as view:
        for record in (each for batch in records_in_batches(view) for each in batch):
            seqs.append(record.seq)
            times.append(record.at)
            if record.type == RuleRefused.__name__:
                yield from _refused_call(record.seq, record.at, event_of(record))
    for receipt in _read_receipts(project):
        target = receipt.command if receipt.tool == "Bash" else receipt.path
        if target and receipt.tool in (*_FILE_TOOLS, "Bash"):
            seq = seqs[bisect_right(times, receipt.at) - 1]
            is_lead = not receipt.agent_id
            agent = "lead" if is_lead else receipt.agent
            yield _Call(max(seq, 1), receipt.at, agent, is_lead, receipt.tool, target, was_made=True)


def _refused_call(seq: int, at: str, event: object) -> Iterator[_Call]:
    if not isinstance(event, RuleRefused):
        return
    tool, _, target = event.action.partition(" ")
    if target and len(event.action) < _CUT and tool in (*_FILE_TOOLS, "Bash"):
        yield _Call(seq, at, event.actor, event.actor == "lead", tool, target, was_made=False)


def _read_receipts(project: Project) -> list[Receipt]:
    try:
        return list_receipts(store_file(project.settings, project.cwd))
    except sqlite3.Error as error:
        raise StoreError("The receipts of tool calls cannot be read: {error}", error=error) from None
