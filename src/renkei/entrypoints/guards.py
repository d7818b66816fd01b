"""Before and after a tool: the guards of `app.guards` in a client's words. Standard library only: every call waits.

A guard fails closed: whatever goes wrong here refuses the call in enforce mode. In observe mode nothing is held; what
would have been refused is recorded all the same, and the person is told where there is a screen for it.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.app.guard_state import GuardState
from renkei.entrypoints.hook_input import Input, tool_input
from renkei.kit.words import Say, speaker
from renkei.lazy import lazy
from renkei.sentence import Translatable

if TYPE_CHECKING:
    import shlex

    from renkei.agent_trees import call_words, grant_command
    from renkei.app import guards
    from renkei.app.guards import Guard, GuardSite, Judged
    from renkei.app.session_ledger import Ledger
    from renkei.app.trivial_edits import WideEdit, check_edit
    from renkei.entrypoints.cli.escaping import escape_to_line
    from renkei.hook_callers import find_client
else:
    escape_to_line = lazy("renkei.entrypoints.cli.escaping:escape_to_line")
    shlex = lazy("shlex")
    guards = lazy("renkei.app.guards")
    Ledger = lazy("renkei.app.session_ledger:Ledger")
    check_edit = lazy("renkei.app.trivial_edits:check_edit")
    call_words = lazy("renkei.agent_trees:call_words")
    find_client = lazy("renkei.hook_callers:find_client")
    grant_command = lazy("renkei.agent_trees:grant_command")


def name_caller(given: Input, project: Path) -> Input:
    """Who calls, where the client does not say: a process that was started as an agent is that agent, and while agents
    are at work that the main thread called, the call is theirs. Of several that differ nobody knows which."""
    if given.get("agent_id") or given.get("tool_name") == "Agent":
        return given
    if started_as := os.environ.get("RENKEI_AGENT"):
        return {**given, "agent_id": started_as, "agent_type": started_as}
    if given.get("client") != "gemini" or given.get("hook_event_name") not in _BY_CALLED:
        return given
    called = GuardState(project, str(given.get("session_id") or "")).agents_called()
    if not called:
        return given
    if len({name for _, name in called}) > 1:
        return {**given, "agent_id": "called", "agent_type": ""}
    return {**given, "agent_id": called[0][0], "agent_type": called[0][1]}


_BY_CALLED = ("PreToolUse", "PostToolUse", "SubagentStop")


def note_calls(given: Input, project: Path) -> None:
    """Keeps which agents a client that names none has called, and which of them have come back."""
    state, agent = GuardState(project, str(given.get("session_id") or "")), str(tool_input(given).get("subagent_type"))
    if given["hook_event_name"] == "PreToolUse":
        state.note_called(agent)
    elif mark := state.note_returned(agent):
        state.release(mark)


def before_tool(given: Input, project: Path, tree: Path, settings: Input) -> Input | None:
    """None lets the call pass. Raises: OSError, if what has to be remembered cannot be."""
    site, say = _site(project, tree, settings), speaker(settings["lang"])
    guard = _guard(site, given)
    tool, asked, folder = _call_of(given, project)
    if tool == "Bash":
        _watch_commits(given, project, settings)
    judged = guard.judge(tool, asked, folder)
    if given.get("client") == "codex" and judged.ruling.allowed and judged.opens_shell:
        judged = judged._replace(ruling=judged.ruling._replace(allowed=False, rule="ORCH-2", text=_NO_SHELL))
    if judged.ruling.allowed:
        if tool == "Agent" and given.get("client") == "gemini":
            note_calls(given, project)
        if judged.ruling.exception:
            _note_exception(given, project, judged, guard.caller.agent)
        words = _call_of_ours(given) or judged.renkei_words
        if words is not None and not given.get("is_nested") and (pid := find_client()):
            grant_command(project, os.environ, pid, guard.team_name(), words)
        return None
    action = guards.action_text(tool, asked)
    try:
        guards.record_refusal(site, guard.caller.agent, judged.ruling.rule, action, settings["lang"])
    except OSError as error:  # the refusal stands; what is lost is told
        print(f"renkei hook: {error}", file=sys.stderr)
    text = refusal_text(judged, say)
    if settings["mode"] == "enforce":
        shown = {"systemMessage": f"Renkei: {text}"} if given.get("client") == "gemini" else {}
        return {"decision": "block", "reason": text, **shown}
    return _tell_observed(given, project, guard.caller.agent, judged, action, say)


def _watch_commits(given: Input, project: Path, settings: Input) -> None:
    if settings["recorded"]:
        guards.watch_commits(project, str(given.get("session_id") or ""))


_OUR_TOOLS = ("mcp__renkei__", "mcp__plugin_renkei_")


def _call_of_ours(given: Input) -> tuple[str, ...] | None:
    """A call of our MCP server: it hears the name that the client has for the call, and not who makes it."""
    is_ours, call = str(given.get("tool_name")).startswith(_OUR_TOOLS), given.get("tool_use_id")
    return call_words(str(call)) if is_ours and call else None


def refuse_impostor(given: Input, project: Path, settings: Input, session: str, *, may_block: bool) -> Input:
    """A process of an agent's has called the hook as if it were the client: nothing of it counts, in either mode. The
    person is told in the session of the client that it is not."""
    name = guards.plain_text(str(given.get("hook_event_name") or "")[:_LONGEST_REASON])
    action = f"renkei hook {name}".strip()
    guards.record_refusal(_site(project, project, settings), _UNKNOWN, "DEC-52", action, settings["lang"])
    Ledger(project, session).add("forged", agent=_UNKNOWN, rule="DEC-52", action=action)
    said = f"{speaker(settings['lang'])(_NO_CLIENT)} [DEC-52]"
    return {"decision": "block", "reason": said} if may_block else {"systemMessage": said}


_UNKNOWN = "unknown"
_NO_CLIENT: Translatable = (
    "The hook is the client's to call, and this call came from a process below it: nothing was recorded of it. If you "
    "have put another program around the hook's command, let the client call renkei hook itself."
)


def _note_exception(given: Input, project: Path, judged: "Judged", agent: str) -> None:
    """LEAD-4: each use of an exception stands in the session's ledger."""
    paths = judged.ruling.writes or tuple(each.path for each in judged.ruling.reads)
    reason = guards.plain_text(str(tool_input(given).get("description") or "")[:_LONGEST_REASON])
    ledger = Ledger(project, str(given.get("session_id") or ""))
    ledger.add("excepted", agent=agent, exception=judged.ruling.exception, paths=list(paths), reason=reason)


_LONGEST_REASON = 200


_NO_SHELL: Translatable = (
    "What is typed into a program that is left open is seen by nobody: give the whole command at once, `sh -c '...'`."
)
"""Codex's `write_stdin` passes no hook."""


def refusal_text(judged: "Judged", say: Say) -> str:
    """What is refused, and what to do instead, with the one rule that says so (DEC-22)."""
    text = f"{say(judged.ruling.text, **judged.ruling.params)} [{judged.ruling.rule}]"
    return text if text.isascii() and text.isprintable() else escape_to_line(text)


def _tell_observed(given: Input, project: Path, agent: str, judged: "Judged", action: str, say: Say) -> Input | None:
    """The main thread's hook speaks to the screen; what a subagent's says nobody sees, and it is told later. So is what
    a lead would have delegated: whoever works alone is told once a turn, and not at every call."""
    if not (given.get("agent_id") or judged.ruling.rule.startswith("LEAD-")):
        said = say("Renkei would have refused this (observe mode): {text}", text=refusal_text(judged, say))
        return {"systemMessage": said}
    Ledger(project, str(given.get("session_id") or "")).add(
        "ruled",
        agent_id=str(given.get("agent_id") or ""),
        agent=guards.plain_text(agent),
        rule=judged.ruling.rule,
        action=action,
    )
    return None


def after_tool(given: Input, project: Path, tree: Path, settings: Input) -> Input | None:
    """What the agent has just read or written is what it knows of a file. What the lead edited itself is looked at."""
    tool, asked, folder = _call_of(given, project)
    if tool == "Bash":
        _watch_commits(given, project, settings)
    state = GuardState(project, str(given.get("session_id") or ""))
    agent = str(given.get("agent_id") or given.get("agent_type") or "")
    if tool == "TaskStop":
        state.release(str(asked.get("task_id") or ""))
    try:
        path = asked.get("file_path")
        if isinstance(path, str):
            state.note_seen(agent, tree, f"{folder}/{path}" if not path.startswith("/") else path)
        else:
            guards.note_seen(state, agent, tree, tool, asked, folder)
    except OSError as error:
        print(f"renkei hook: {error}", file=sys.stderr)
    if agent or tool not in _EDITS or settings["mode"] != "enforce":
        return None
    found = [
        check_edit(state, tree, path)
        for path in guards.find_writes(tree, tool, asked, folder)
        if state.kept_before(path)
    ]
    said = [_wide_text(each, speaker(settings["lang"])) for each in found if each]
    if not said:
        return None
    context = {"hookEventName": given["hook_event_name"], "additionalContext": "\n".join(said)}
    return {"hookSpecificOutput": context, "systemMessage": "\n".join(said)}


_EDITS = ("Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch")


def _wide_text(edit: "WideEdit", say: Say) -> str:
    return say(
        "Renkei: the edit of {path} is wider than a TRIVIAL one ({added} lines added, {removed} removed). Ask the user "
        "whether to take it back: cp {kept} {place} [LEAD-3]",
        path=edit.path,
        added=edit.added,
        removed=edit.removed,
        kept=shlex.quote(str(edit.kept)),
        place=shlex.quote(edit.path),
    )


def written_paths(given: Input, project: Path, tree: Path) -> list[str]:
    """The files that a call wrote, from the tree on."""
    return guards.find_writes(tree, *_call_of(given, project))


def on_prompt(given: Input, project: Path) -> None:
    """The person has spoken: a new phase begins (DEC-19), and work may start again (DEC-20)."""
    session = str(given.get("session_id") or "")
    GuardState(project, session).begin_phase(guards.find_permissions(str(given.get("prompt") or "")))
    guards.watch_commits(project, session)


def on_compaction(given: Input, project: Path) -> None:
    GuardState(project, str(given.get("session_id") or "")).note_compaction()


def on_session_start(given: Input, project: Path, others: Sequence[str]) -> None:
    """What was committed is a person's, unless a client is at work: then that is looked at before anything is done by
    it, and this session knows no more than the first of those knew.

    Args:
        others: the sessions of clients at work, the oldest first; one that goes on in its own client among them.
    """
    session = str(given.get("session_id") or "")
    guards.begin_watch(project, session, others)
    if given.get("source") in ("startup", "resume"):  # no agent of it has outlived the client
        GuardState(project, session).release_all()


def on_agent_end(project: Path, session: str, agent_id: str) -> None:
    """What it wrote is anybody's again."""
    if agent_id:
        GuardState(project, session).release(agent_id)


def _site(project: Path, tree: Path, settings: Input) -> "GuardSite":
    return guards.GuardSite(project, Path(settings["store"]), tree, settings["mode"], os.environ)


def _guard(site: "GuardSite", given: Input) -> "Guard":
    return guards.Guard(
        site,
        session=str(given.get("session_id") or ""),
        agent_id=str(given.get("agent_id") or ""),
        agent_type=str(given.get("agent_type") or ""),
    )


def _call_of(given: Input, project: Path) -> tuple[str, Input, str]:
    return str(given.get("tool_name") or ""), tool_input(given), str(given.get("cwd") or project)
