"""`renkei hook`: what coding clients call at each step, from the input to the answer.

It loads the standard library only, and sqlite3 only when there is something to do; a stop, which is rare and may take
longer, is handed to `entrypoints.stops`. An input that is not as it should be is refused in enforce
mode and told in observe mode. Whatever else goes wrong here is told, and holds nobody twice.
"""

import gc
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.entrypoints.hook_clients import CLIENTS, Client, read_event, write_answer
from renkei.entrypoints.hook_input import HookInput, Input, read_input
from renkei.entrypoints.hook_process import GUARD_SECONDS, INFORM_SECONDS, REFUSED, deliver, write_error
from renkei.entrypoints.hook_projects import check_store, find_project, leave_out_unreachable, tree_of
from renkei.files import read_regular
from renkei.kit.words import speaker
from renkei.lazy import lazy
from renkei.processes.watchdog import Answer, Standby, no_watch
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.agent_trees import list_live_sessions, note_client
    from renkei.app import client_receipts
    from renkei.app.compiled_policy import compile_team_policy
    from renkei.app.tool_calls import find_interrupted
    from renkei.entrypoints import guards, stops, telling
    from renkei.entrypoints.hook_notices import add_notices, is_persons_prompt, with_message
    from renkei.entrypoints.hook_receipts import note_tool_call
    from renkei.entrypoints.hook_variables import leave_out_brought
    from renkei.entrypoints.interruptions import interrupt_agent
    from renkei.hook_callers import Standing, find_client, find_standing
    from renkei.protocol import terms
else:
    terms = lazy("renkei.protocol.terms")
    client_receipts = lazy("renkei.app.client_receipts")
    compile_team_policy = lazy("renkei.app.compiled_policy:compile_team_policy")
    find_client = lazy("renkei.hook_callers:find_client")
    find_standing = lazy("renkei.hook_callers:find_standing")
    list_live_sessions = lazy("renkei.agent_trees:list_live_sessions")
    note_client = lazy("renkei.agent_trees:note_client")
    guards = lazy("renkei.entrypoints.guards")
    add_notices = lazy("renkei.entrypoints.hook_notices:add_notices")
    is_persons_prompt = lazy("renkei.entrypoints.hook_notices:is_persons_prompt")
    with_message = lazy("renkei.entrypoints.hook_notices:with_message")
    leave_out_brought = lazy("renkei.entrypoints.hook_variables:leave_out_brought")
    note_tool_call = lazy("renkei.entrypoints.hook_receipts:note_tool_call")
    telling = lazy("renkei.entrypoints.telling")
    stops = lazy("renkei.entrypoints.stops")
    find_interrupted = lazy("renkei.app.tool_calls:find_interrupted")
    interrupt_agent = lazy("renkei.entrypoints.interruptions:interrupt_agent")


_AGENT_TOOLS = ("Agent",)
_TOLD_AT = ("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SubagentStart", "SessionStart", "StopFailure")
_NEVER_BLOCKED = ("UserPromptSubmit", "SessionStart", "SubagentStart", "PostToolUseFailure", "StopFailure")
"""To block these would withhold a person's prompt or an agent's result, or do nothing."""
_NOTICED_AT = ("SessionStart", "UserPromptSubmit", "SubagentStop", "Stop")


def main(client: str = "claude") -> int:
    """Answers one hook input from standard input in this process, which nobody watches."""
    return deliver(answer_input(client, no_watch))


def answer_input(client: str, stand_by: Standby) -> Answer:
    """Reads one hook input from standard input and answers it: by its output, with exit code 0.

    Where Renkei fails before it knows the project, a tool that it was to guard is refused by exit code 2 alone, which
    every client honours.
    """
    brought = _leave_out_variables(CLIENTS[client])
    if os.environ.get("RENKEI_HOOKS", "").lower() == "off":
        stand_by(Answer(0), INFORM_SECONDS)
        return _note_switched_off(CLIENTS[client])
    try:
        given = read_input(sys.stdin.buffer.read())
        given = HookInput({**given.event, "brought": brought}, given.problems)
    except (AttributeError, OSError) as error:  # it was closed before Python was started, or is no file to read
        return Answer(REFUSED, err=f"renkei hook: standard input cannot be read: {error}\n")
    is_guard = _may_guard(CLIENTS[client], given.event)
    failed = Answer(REFUSED if is_guard else 0)
    stand_by(failed, GUARD_SECONDS[client] if is_guard else INFORM_SECONDS)
    try:
        return _answer_client(CLIENTS[client], given, stand_by)
    except Exception as error:  # the boundary: a client must go on whatever happens here
        return failed._replace(err=_describe(error))


def _leave_out_variables(client: Client) -> list[str]:
    """Those of ours that no person set, where the client loads such files."""
    if not client.variable_files or not any(name.startswith("RENKEI_") for name in os.environ):
        return []
    return leave_out_brought(os.environ, client.variable_files, os.environ.get(client.project_variable))


def _note_switched_off(client: Client) -> Answer:
    """A person's way out. That a session began without its hooks is kept, for `status` to show, and nothing else."""
    with suppress(Exception):
        event = read_input(sys.stdin.buffer.read()).event
        project, settings = find_project(event, os.environ.get(client.project_variable))
        if event.get("hook_event_name") == "SessionStart" and settings is not None:
            name = f"{client.name} (RENKEI_HOOKS=off)"
            client_receipts.note_client_session(project, name, session=str(event.get("session_id") or ""))
    return Answer(0)


def _may_guard(client: Client, event: Input) -> bool:
    """Whether a tool waits for the answer, or may: of an event without a name nobody knows."""
    name = str(event.get("hook_event_name") or "")
    return client.events.get(name, name) in ("PreToolUse", "")


def _describe(error: Exception) -> str:
    return f"renkei hook: {type(error).__name__}: {error}\n"


def _complain(error: Exception) -> None:
    write_error(_describe(error))


def _answer_client(client: Client, given: HookInput, stand_by: Standby) -> Answer:
    """What a client is answered, in its own words."""
    event, problems = _translate_event(client, given)
    if event is None:
        return Answer(0)
    name = str(event.get("hook_event_name") or "")
    received = str(given.event.get("hook_event_name") or name)

    def word(answer: Input | None) -> Answer:
        said = write_answer(client, received, name, answer) if answer else {}
        # in ASCII: a client reads it whatever our locale is
        return Answer(0, json.dumps(said) if said else "", refusal=said.get("reason", ""))

    return word(_answer_hook(client, HookInput(event, problems), lambda late, seconds: stand_by(word(late), seconds)))


def _translate_event(client: Client, given: HookInput) -> tuple[Input | None, list[Sentence]]:
    """The event in our words. What cannot be translated is malformed, and no way past a guard."""
    try:
        return read_event(client, given.event), given.problems
    except Exception as error:
        _complain(error)
        name = given.event.get("hook_event_name")
        event = {**given.event, "hook_event_name": client.events.get(str(name), name), "client": client.name}
        return event, [*given.problems, Sentence("the input is not as {client} sends it", client=client.name)]


def _answer_hook(client: Client, given: HookInput, stand_by: Callable[[Input | None, float], None]) -> Input | None:
    named = os.environ.get(client.project_variable) if client.project_variable else None
    given, named = leave_out_unreachable(client, given, named)
    project, settings = find_project(given.event, named)
    if settings is not None and settings["by_commit"]:  # it counts only if it did not come while an agent was at work
        guards.look_at_commits(given.event, project)
        project, settings = find_project(given.event, named)
    if settings is None or settings["off"] or any(_calls_us(project / name) for name in client.yields_to):
        return None
    try:
        seconds = _seconds_for(client, given.event, settings)
        stand_by(_failure(given.event, settings, TimeoutError(f"{seconds} s")), seconds)
        standing = _find_standing(given.event, project)
        if standing.impersonated is not None:
            may_block = _may_block(given.event, settings)
            return guards.refuse_impostor(given.event, project, settings, standing.impersonated, may_block=may_block)
        given = HookInput(_name_session(given.event, standing), given.problems)
        check_store(project, Path(settings["store"]))
        answer = _judge_input(given, project, settings)
    except Exception as error:  # told, where somebody reads it: a mistake of ours lets nothing pass in silence
        _complain(error)
        answer = _failure(given.event, settings, error)
    is_told = given.event.get("hook_event_name") in _NOTICED_AT
    return add_notices(answer, given.event, project, settings) if is_told else answer


def _find_standing(event: Input, project: Path) -> "Standing":
    begins = event.get("hook_event_name") == "SessionStart"
    return find_standing(project, os.environ, str(event.get("session_id") or ""), begins=begins)


def _name_session(event: Input, standing: "Standing") -> Input:
    """The event under what its session is kept under, with what the client calls that. A client that was started below
    another is an agent's: its main thread leads nobody."""
    own = {"session_id": standing.session, "client_session": str(event.get("session_id") or "")}
    if not standing.is_nested:
        return {**event, **own}
    is_tool = event.get("hook_event_name") in ("PreToolUse", "PostToolUse", "PostToolUseFailure")
    agent = {"agent_id": f"nested-{standing.session}"} if is_tool and not event.get("agent_id") else {}
    return {**event, **own, **agent, "is_nested": True}


def _calls_us(path: Path) -> bool:
    """Whether a file of settings has our hooks in it."""
    try:
        return re.search(rb"renkei'? hook\b", read_regular(path)) is not None
    except (OSError, ValueError):
        return False


def _seconds_for(client: Client, event: Input, settings: Input) -> float:
    """Every client lets a tool run whose hook it has waited for too long. A check at a stop has a clock of its own
    (`app.stops`)."""
    is_guard = event.get("hook_event_name") == "PreToolUse"
    return min(GUARD_SECONDS[client.name], settings["deadline"]) if is_guard else INFORM_SECONDS


def _judge_input(given: HookInput, project: Path, settings: Input) -> Input | None:
    name_agent = guards.name_caller if _lacks_caller(given.event) else guards.name_kind
    given = HookInput(name_agent(given.event, project), given.problems)
    if not given.problems:
        return _handle_event(given.event, project, settings)
    complaint = _complaint_text(given, settings)
    if _may_block(given.event, settings):
        return {"decision": "block", "reason": complaint}
    return with_message(_handle_event(given.event, project, settings), complaint)


def _lacks_caller(event: Input) -> bool:
    """Gemini names no agent, and a client that was started as one does not know it."""
    return not event.get("agent_id") and (event.get("client") == "gemini" or "RENKEI_AGENT" in os.environ)


def _failure(event: Input, settings: Input, error: Exception) -> Input | None:
    """A stop that Renkei failed at is sent back once in enforce mode, a tool that it failed to guard is refused; of a
    tool's receipt nobody is told here."""
    is_tool = event.get("hook_event_name") in ("PostToolUse", "PostToolUseFailure")
    if is_tool and event.get("tool_name") not in _AGENT_TOOLS:
        return None
    say, problem = speaker(settings["lang"]), f"{type(error).__name__}: {error}"
    said = say("Renkei failed here, and nothing was checked ({problem}).", problem=problem)
    if event.get("hook_event_name") == "PreToolUse" and _may_block(event, settings):
        return {"decision": "block", "reason": f"{said} [DEC-44]"}
    if event.get("hook_event_name") == "SubagentStop" and _may_block(event, settings):
        return {"decision": "block", "reason": f"{said} [{terms.UNCHECKED}]"}
    return {"systemMessage": said}


def _complaint_text(given: HookInput, settings: Input) -> str:
    say = speaker(settings["lang"])
    problems = "; ".join(say(problem) for problem in given.problems)
    said = say("Renkei cannot check this: what the client sent its hook is malformed ({problems}).", problems=problems)
    return f"{said} [{terms.UNCHECKED}]"


def _may_block(event: Input, settings: Input) -> bool:
    """Whoever is stopped again is looked at by what can be read of it: nobody is held for ever by a mistake."""
    stopped_before = bool(event.get("stop_hook_active"))
    return settings["mode"] == "enforce" and not stopped_before and event.get("hook_event_name") not in _NEVER_BLOCKED


def _handle_event(event: Input, project: Path, settings: Input) -> Input | None:
    """What each event leads to; most lead to nothing, and load nothing."""
    name = event.get("hook_event_name")
    if name == "PreToolUse":
        return guards.before_tool(event, project, tree_of(event.get("cwd"), project), settings)
    if name == "PostToolUse" and event.get("tool_name") not in _AGENT_TOOLS:
        if event.get("is_nested"):  # nobody can tell it from a script: it leaves no receipt
            return guards.after_tool(event, project, tree_of(event.get("cwd"), project), settings)
        note_tool_call(event, project, Path(settings["store"]))
        found = guards.after_tool(event, project, tree_of(event.get("cwd"), project), settings)
        return _put_together(found, _find_interruption(event, project, settings))
    if event.get("is_nested") and name in ("PostToolUseFailure", "Stop"):
        return None
    if name == "PostToolUseFailure" and event.get("tool_name") not in _AGENT_TOOLS:
        note_tool_call(event, project, Path(settings["store"]))
        return guards.after_failed_tool(event, project, tree_of(event.get("cwd"), project))
    if is_persons_prompt(event):
        guards.on_prompt(event, project)
    if name == "PreCompact" and not event.get("agent_id"):
        return guards.on_compaction(event, project)
    if name in ("SubagentStop", "Stop"):
        return _handle_stop(event, project, settings)
    return _tell_event(event, project, settings) if name in _TOLD_AT else None


def _put_together(first: Input | None, second: Input | None) -> Input | None:
    """Two answers that hold nobody, as one."""
    if first is None or second is None:
        return first or second
    contexts = [each["hookSpecificOutput"] for each in (first, second) if "hookSpecificOutput" in each]
    said = "\n".join(each["additionalContext"] for each in contexts)
    return {**first, **second, "hookSpecificOutput": {**contexts[0], "additionalContext": said}}


def _tell_event(event: Input, project: Path, settings: Input) -> Input | None:
    match event["hook_event_name"]:
        case "SessionStart":
            return _begin_session(event, project, settings)
        case "UserPromptSubmit":
            return telling.on_prompt(event, project, settings)
        case "PostToolUse":
            if event["client"] == "gemini":
                guards.note_return(event, project)
            return telling.on_agent_result(event, project, settings)
        case "PostToolUseFailure":
            return telling.on_agent_failure(event, project, settings)
        case "SubagentStart":
            return telling.on_agent_start(event, project)
        case _:
            return telling.on_agent_death(event, project)


def _begin_session(event: Input, project: Path, settings: Input) -> Input | None:
    """A client that calls nobody at its start calls nobody at all: that it did is kept, for `doctor` to see."""
    session, client = str(event.get("session_id") or ""), str(event["client"])
    others = list_live_sessions(project, os.environ)
    if pid := find_client():
        named, is_nested = str(event["client_session"]), bool(event.get("is_nested"))
        note_client(project, os.environ, pid, client, named, counts_as=session, is_nested=is_nested)
    arrived = list[Sentence]()
    try:
        arrived = guards.on_session_start(event, project, others)
        compile_team_policy(project, os.environ)
        client_receipts.note_client_session(project, client, session=session, version=str(event.get("version") or ""))
    except Exception as error:  # what informs goes on: a team's file that is not right, a folder that cannot be written
        _complain(error)
    if event.get("source") == "compact" and not event.get("agent_id"):
        guards.on_compaction(event, project)
        return telling.on_compaction(event, project, settings)
    answer, say = telling.on_session_start(event, project, settings), speaker(settings["lang"])
    return with_message(answer, "\n".join(map(say, arrived))) if arrived and settings["recorded"] else answer


def _handle_stop(event: Input, project: Path, settings: Input) -> Input | None:
    """A result is checked; the lead's own last words only if there is something in them that can be."""
    if settings["recorded"]:
        guards.look_at_commits(event, project)
    text, tree = str(event.get("last_assistant_message") or ""), tree_of(event.get("cwd"), project)
    if event["hook_event_name"] == "Stop" and not re.search(r"[`/#\d行]|[:.]\S", text):
        return telling.on_lead_stop(event, project, tree, settings, None)
    gc.disable()  # a stop is mostly loading code, and over before there is garbage worth collecting
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # to look for some, it reads what every package says of itself
    if event["hook_event_name"] == "SubagentStop":
        return stops.on_agent_stop(event, project, settings)
    return telling.on_lead_stop(event, project, tree, settings, stops.look_at_answer(event, project, settings))


def _find_interruption(given: Input, project: Path, settings: Input) -> Input | None:
    """What may not wait for the agent's next turn (MSG-5): looked for quickly, told by what takes longer."""
    reader = find_interrupted(Path(settings["store"]), str(given.get("agent_type") or ""))
    if reader is None:
        return None
    return interrupt_agent(reader, project, settings)
