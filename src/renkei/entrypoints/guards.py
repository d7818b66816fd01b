"""Before and after a tool: `app.guarded_calls` in a client's words. Standard library only: every call waits.

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

    from renkei.app import guarded_calls, guards
    from renkei.app.guarded_calls import AskedCall, Ruling
    from renkei.app.guards import GuardSite
    from renkei.app.trivial_edits import WideEdit, check_edit
    from renkei.entrypoints.cli.escaping import escape_to_line
else:
    escape_to_line = lazy("renkei.entrypoints.cli.escaping:escape_to_line")
    shlex = lazy("shlex")
    guarded_calls = lazy("renkei.app.guarded_calls")
    guards = lazy("renkei.app.guards")
    check_edit = lazy("renkei.app.trivial_edits:check_edit")


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


def note_return(given: Input, project: Path) -> None:
    """An agent has come back that a client called which names none: what it wrote is anybody's again."""
    state = GuardState(project, str(given.get("session_id") or ""))
    if mark := state.note_returned(str(tool_input(given).get("subagent_type"))):
        state.release(mark)


def before_tool(given: Input, project: Path, tree: Path, settings: Input) -> Input | None:
    """None lets the call pass. Raises: OSError, if what has to be remembered cannot be."""
    site, say = _site(project, tree, settings), speaker(settings["lang"])
    verdict = guarded_calls.guard_call(
        site, _asked_call(given, project), lang=settings["lang"], is_watched=settings["recorded"], complain=_complain
    )
    if verdict.answer == "passes":
        return None
    text = refusal_text(verdict.ruling, say)
    if verdict.answer == "observed":
        return {"systemMessage": say("Renkei would have refused this (observe mode): {text}", text=text)}
    shown = {"systemMessage": f"Renkei: {text}"} if given.get("client") == "gemini" else {}
    return {"decision": "block", "reason": text, **shown}


def refuse_impostor(given: Input, project: Path, settings: Input, session: str, *, may_block: bool) -> Input:
    """Who calls the hook as if it were the client is told that nothing of it counts, in either mode."""
    name = str(given.get("hook_event_name") or "")
    rule = guarded_calls.note_impostor(_site(project, project, settings), session, name, lang=settings["lang"])
    said = f"{speaker(settings['lang'])(_NO_CLIENT)} [{rule}]"
    return {"decision": "block", "reason": said} if may_block else {"systemMessage": said}


_NO_CLIENT: Translatable = (
    "The hook is the client's to call, and this call came from a process below it: nothing was recorded of it. If you "
    "have put another program around the hook's command, let the client call renkei hook itself."
)


def refusal_text(ruling: "Ruling", say: Say) -> str:
    """What is refused, and what to do instead, with the one rule that says so (DEC-22)."""
    text = f"{say(ruling.text, **ruling.params)} [{ruling.rule}]"
    return text if text.isascii() and text.isprintable() else escape_to_line(text)


def after_tool(given: Input, project: Path, tree: Path, settings: Input) -> Input | None:
    """What the agent has just read or written is what it knows of a file. What the lead edited itself is looked at."""
    tool, asked, folder = _call_of(given, project)
    if tool == "Bash" and settings["recorded"]:
        guards.watch_commits(project, str(given.get("session_id") or ""))
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
        _complain(str(error))
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


def _site(project: Path, tree: Path, settings: Input) -> "GuardSite":
    return guards.GuardSite(project, Path(settings["store"]), tree, settings["mode"], os.environ)


def _asked_call(given: Input, project: Path) -> "AskedCall":
    tool, asked, folder = _call_of(given, project)
    return guarded_calls.AskedCall(
        client=str(given.get("client") or ""),
        session=str(given.get("session_id") or ""),
        agent_id=str(given.get("agent_id") or ""),
        agent_type=str(given.get("agent_type") or ""),
        tool=tool,
        asked=asked,
        folder=folder,
        call_id=str(given.get("tool_use_id") or ""),
        is_nested=bool(given.get("is_nested")),
    )


def _call_of(given: Input, project: Path) -> tuple[str, Input, str]:
    return str(given.get("tool_name") or ""), tool_input(given), str(given.get("cwd") or project)


def _complain(text: str) -> None:
    print(f"renkei hook: {text}", file=sys.stderr)
