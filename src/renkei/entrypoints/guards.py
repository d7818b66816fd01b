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
from renkei.entrypoints.hook_clients import CLIENTS
from renkei.entrypoints.hook_input import Input, tool_input
from renkei.kit.words import Say, speaker
from renkei.lazy import lazy
from renkei.sentence import Sentence, Translatable

if TYPE_CHECKING:
    import shlex

    from renkei.app import call_facts, commit_watch, guarded_calls, guards, made_calls, unnamed_callers
    from renkei.app.call_facts import GuardSite
    from renkei.app.guarded_calls import AskedCall, Ruling
    from renkei.app.made_calls import MadeCall
    from renkei.app.trivial_edits import WideEdit
    from renkei.hidden import escape_to_line
else:
    escape_to_line = lazy("renkei.hidden:escape_to_line")
    shlex = lazy("shlex")
    guarded_calls = lazy("renkei.app.guarded_calls")
    guards = lazy("renkei.app.guards")
    call_facts = lazy("renkei.app.call_facts")
    commit_watch = lazy("renkei.app.commit_watch")
    made_calls = lazy("renkei.app.made_calls")
    unnamed_callers = lazy("renkei.app.unnamed_callers")


def name_caller(given: Input, project: Path) -> Input:
    """Who calls, where the client does not say."""
    if given.get("agent_id") or given.get("tool_name") == "Agent":
        return given
    found = unnamed_callers.find_caller(
        project,
        client=str(given.get("client") or ""),
        session=str(given.get("session_id") or ""),
        event=str(given.get("hook_event_name") or ""),
        started_as=os.environ.get("RENKEI_AGENT"),
    )
    return {**given, "agent_id": found.id, "agent_type": found.name} if found else given


def name_kind(given: Input, project: Path) -> Input:
    """What an agent is whose hooks know a name of its own."""
    agent_id, name = str(given.get("agent_id") or ""), str(given.get("agent_type") or "")
    if not (agent_id and name) or given.get("client") != "claude":
        return given
    state, is_member = GuardState(project, str(given.get("session_id") or "")), agent_id.startswith(f"a{name}-")
    kind = state.kind_of_member(agent_id, anywhere=is_member) or (
        _kind_asked_for(state, name, given) if is_member else ""
    )
    if not kind:
        return given
    plain = kind.removeprefix(CLIENTS["claude-plugin"].agent_prefix)
    return {**given, "agent_kind": plain, **({"is_ours": True} if plain != kind else {})}


def _kind_asked_for(state: GuardState, name: str, given: Input) -> str:
    """By the name alone, while the client has not said whom it started. Raises: LookupError, where a call is to be
    guarded and it may be several."""
    kinds = state.kinds_of_name(name)
    if len(kinds) > 1 and given.get("hook_event_name") == "PreToolUse":
        raise LookupError(f"the client has not said yet what {name} is")
    return kinds.pop() if len(kinds) == 1 else ""


def note_return(given: Input, project: Path) -> None:
    kind = str(tool_input(given).get("subagent_type"))
    unnamed_callers.note_return(project, str(given.get("session_id") or ""), kind)


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
    """The lead is told of an edit of its own that is wider than it may make."""
    call, say = _made_call(given, project, tree), speaker(settings["lang"])
    found = made_calls.settle_call(
        project, call, mode=settings["mode"], is_watched=settings["recorded"], complain=_complain
    )
    if not found:
        return None
    said = "\n".join(_wide_text(each, say) for each in found)
    context = {"hookEventName": given["hook_event_name"], "additionalContext": said}
    return {"hookSpecificOutput": context, "systemMessage": said}


def after_failed_tool(given: Input, project: Path, tree: Path) -> None:
    """Raises: OSError, if what the agent has seen cannot be kept."""
    made_calls.note_gone(project, _made_call(given, project, tree))


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
    return made_calls.find_writes(_made_call(given, project, tree))


def on_prompt(given: Input, project: Path) -> None:
    """The person has spoken: a new phase begins (DEC-19), and work may start again (DEC-20). What an agent handed over,
    and the client brings as a prompt, is no person's word."""
    session, prompt = str(given.get("session_id") or ""), str(given.get("prompt") or "")
    if not guards.is_of_agent(project, os.environ, session, prompt):
        GuardState(project, session).begin_phase(guards.find_permissions(prompt), guards.find_question(prompt))
    commit_watch.watch_commits(project, session)


def look_at_commits(given: Input, project: Path) -> None:
    """What was committed while sessions were at work is known for that before anything is done by it (DEC-52)."""
    commit_watch.watch_sessions(project, os.environ, str(given.get("session_id") or ""))


def on_compaction(given: Input, project: Path) -> None:
    GuardState(project, str(given.get("session_id") or "")).note_compaction()


def on_session_start(given: Input, project: Path, others: Sequence[str]) -> list[Sentence]:
    """What was committed is a person's, unless a client is at work: then that is looked at before anything is done by
    it, and this session knows no more than the first of those knew.

    Args:
        others: the sessions of clients at work, the oldest first; one that goes on in its own client among them.

    Returns:
        what the person is told of commits that came since a session was last at work.
    """
    session = str(given.get("session_id") or "")
    arrived = commit_watch.begin_watch(project, session, others)
    if given.get("source") in ("startup", "resume"):  # no agent of it has outlived the client
        GuardState(project, session).release_all()
    return [
        Sentence(
            "Renkei: since the last session commit {commit} changed what {path} says of what binds agents, and it "
            "counts as yours. If it is not, type: git revert {commit}",
            path=each.path,
            commit=each.commit,
        )
        for each in arrived
    ]


def _site(project: Path, tree: Path, settings: Input) -> "GuardSite":
    return call_facts.GuardSite(
        project, Path(settings["store"]), tree, settings["mode"], os.environ, settings["plugin"]
    )


def _asked_call(given: Input, project: Path) -> "AskedCall":
    tool, asked, folder = _call_of(given, project)
    return guarded_calls.AskedCall(
        client=str(given.get("client") or ""),
        session=str(given.get("session_id") or ""),
        agent_id=str(given.get("agent_id") or ""),
        agent_type=str(given.get("agent_type") or ""),
        agent_kind=str(given.get("agent_kind") or ""),
        tool=tool,
        asked=asked,
        folder=folder,
        call_id=str(given.get("tool_use_id") or ""),
        is_nested=bool(given.get("is_nested")),
    )


def _made_call(given: Input, project: Path, tree: Path) -> "MadeCall":
    tool, asked, folder = _call_of(given, project)
    agent = str(given.get("agent_id") or given.get("agent_type") or "")
    return made_calls.MadeCall(str(given.get("session_id") or ""), agent, tool, asked, folder, tree)


def _call_of(given: Input, project: Path) -> tuple[str, Input, str]:
    return str(given.get("tool_name") or ""), tool_input(given), str(given.get("cwd") or project)


def _complain(text: str) -> None:
    print(f"renkei hook: {text}", file=sys.stderr)
