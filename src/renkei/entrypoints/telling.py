"""In which words and where somebody is told of a verdict (DEC-45); who, and when, `app.verdicts` says.

The lead's model reads `additionalContext` and the reason of a held stop; the person sees `systemMessage`. Nothing that
is said when a subagent stops reaches either of them, so it is said when its result arrives, and once more when the lead
stops. Standard library only: nobody waits for a store here.
"""

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from renkei.app.fallback_warnings import RULE as WARNINGS_RULE
from renkei.app.fallback_warnings import StopOfLead, WarningsDue, note_told, settle_warnings
from renkei.app.guard_state import GuardState
from renkei.app.session_ledger import KEPT_DAYS, Ledger, Line, every_session, find_fault, forget_old_sessions
from renkei.app.verdicts import (
    agent_names,
    agents_at_work,
    audience_of,
    find_dead,
    mark_told,
    newest_verdicts,
    note_no_verdict,
    note_start,
    note_unknown,
    outcome_of,
    rulings_to_tell,
    settle_hand_over,
    settle_lead_stop,
    unseen_verdicts,
    wants_second_look,
)
from renkei.binding.seals import forget_old_counts
from renkei.entrypoints.hook_clients import CLIENTS
from renkei.entrypoints.hook_input import Input, tool_input
from renkei.kit.words import Say, speaker
from renkei.protocol.terms import MOST_REFUSALS, VERIFIER
from renkei.sentence import Translatable

_MOST_TOLD = 5
"""How many verdicts a digest tells."""


_NOTIFICATION = re.compile(r"<task-notification>.*?<task-id>([^<]*)</task-id>", re.DOTALL)


def on_agent_start(given: Input, project: Path) -> None:
    """Remembers that an agent is at work, and where it began (DEC-43)."""
    agent_id, agent = str(given.get("agent_id") or ""), str(given.get("agent_type") or "agent")
    note_start(_open_ledger(given, project), agent_id, agent, folder=str(given.get("cwd") or ""))


def on_agent_result(given: Input, project: Path, settings: Input) -> Input | None:
    """A foreground agent's result has just reached the one who started it."""
    response: Any = given.get("tool_response")
    result = cast(Input, response) if isinstance(response, dict) else {}
    agent_id, ledger = str(result.get("agentId") or ""), _open_ledger(given, project)
    kind = str(tool_input(given).get("subagent_type") or "agent")
    if result.get("status") == "teammate_spawned":  # it has its result brought by the client, past every hook
        kind = str(result.get("agent_type") or tool_input(given).get("subagent_type") or "general-purpose")
        name = str(result.get("name") or kind)
        note_unknown(ledger, agent_id, name)
        GuardState(project, ledger.session).note_member(name, kind, agent_id)
        return None
    note_unknown(ledger, agent_id, kind)
    if result.get("status") == "async_launched":
        return None
    return _hand_over(given, ledger, settings, agent_id)


def on_agent_failure(given: Input, project: Path, settings: Input) -> Input | None:
    """A foreground agent died. The client says of which kind it was, not which one; of several, `agent_died` will."""
    ledger = _open_ledger(given, project)
    dead = find_dead(ledger.lines(), str(tool_input(given).get("subagent_type") or ""))
    return _hand_over(given, ledger, settings, dead) if dead is not None else None


def on_agent_death(given: Input, project: Path) -> None:
    """Nobody reads what a hook says here: it is told with the agent's notification, or at the lead's stop."""
    ledger, agent_id = _open_ledger(given, project), str(given.get("agent_id") or "")
    if agent_id in agents_at_work(ledger.lines()):
        note_no_verdict(ledger, agent_id)


def on_prompt(given: Input, project: Path, settings: Input) -> Input | None:
    """A background agent's result comes to the lead as a prompt; at a person's own there is a screen."""
    found = _NOTIFICATION.match(str(given.get("prompt") or ""))
    if found is None:
        return _message_output(tell_rulings(_open_ledger(given, project), given, speaker(settings["lang"]))) or None
    ledger, agent_id = _open_ledger(given, project), found[1].strip()
    is_known = agent_id in agent_names(ledger.lines()) or ledger.find_fault()
    return _hand_over(given, ledger, settings, agent_id) if is_known else None


def on_lead_stop(given: Input, project: Path, tree: Path, settings: Input, remark: Line | None) -> Input | None:
    """What has to be said once more before the lead ends; `remark` is on its own last message."""
    ledger, say, is_sent_back = _open_ledger(given, project), speaker(settings["lang"]), _is_sent_back(given)
    may_work = not _is_compacted(given, project)
    found = settle_lead_stop(ledger, mode=settings["mode"], is_sent_back=is_sent_back, may_start=may_work)
    due = _find_warnings_due(ledger, tree, settings, is_sent_back=is_sent_back) if may_work else None
    shown = [*found.pending, *([remark] if remark else [])]
    _mark_seen(ledger, shown, given)
    reason = _lead_texts(found.holding, found.lines, say, may_start=may_work)
    reason += [_warning_text(_WARN, due, say)] if due and due.is_held else []
    rulings = [*_tell_unwarned(ledger, due, given, say), *tell_rulings(ledger, given, say)]
    message = _message_output([*_tell_fault(ledger.find_fault(), say), *_person_texts(shown, say), *rulings])
    return {"decision": "block", "reason": "\n".join(reason), **message} if reason else message or None


def _is_compacted(given: Input, project: Path) -> bool:
    """Whether the lead starts and edits nothing now (DEC-20), and is not asked to."""
    return GuardState(project, str(given.get("session_id") or "")).is_compacted


def _is_sent_back(given: Input) -> bool:
    return bool(given.get("stop_hook_active"))


def _find_warnings_due(ledger: Ledger, tree: Path, settings: Input, *, is_sent_back: bool) -> WarningsDue | None:
    store, mode, lang = Path(settings["store"]), settings["mode"], settings["lang"]
    try:
        return settle_warnings(ledger, StopOfLead(ledger.project, store, tree, mode, lang, is_sent_back))
    except OSError as error:  # what cannot be recorded holds nobody
        print(f"renkei hook: {error}", file=sys.stderr)
        return None


def _tell_unwarned(ledger: Ledger, due: WarningsDue | None, given: Input, say: Say) -> list[str]:
    if due is None or due.is_held:
        return []
    if _has_screen(given):
        note_told(ledger, due)
    return [_warning_text(_UNWARNED, due, say)]


def _warning_text(text: Translatable, due: WarningsDue, say: Say) -> str:
    entries = ", ".join(json.dumps(each, ensure_ascii=False) for each in due.entries)
    return f"{say(text, path=due.path, entries=entries)} [{WARNINGS_RULE}]"


_WARN: Translatable = (
    "You read files in the place of an agent that failed, and the progress file does not say so. Add this to the list "
    "`warnings` of {path}, then end: {entries}"
)
_UNWARNED: Translatable = (
    "Renkei: the lead read files in the place of an agent that failed, and `warnings` of {path} lacks: {entries}"
)


def on_session_start(given: Input, project: Path, settings: Input) -> Input | None:
    """The digest: what a person has not seen yet. It goes on until a session that has a screen."""
    forget_old_sessions(project)
    forget_old_counts(project, os.environ, KEPT_DAYS)
    say, unseen = speaker(settings["lang"]), unseen_verdicts(project)
    fault = _tell_fault(find_fault(project), say)
    fault += [text for ledger in every_session(project) for text in tell_rulings(ledger, given, say)]
    if not unseen:
        return _message_output(fault) or None
    lines = [say("Renkei ({mode} mode), since you last looked:", mode=settings["mode"])]
    lines += [f"- {verdict_line(verdict, say)}" for _, verdict in unseen[:_MOST_TOLD]]
    if len(unseen) > _MOST_TOLD:
        lines.append(say("and {count} more", count=len(unseen) - _MOST_TOLD))
    lines.append(say("`renkei status` shows more; `renkei off` or RENKEI_HOOKS=off stops the hooks."))
    for ledger, verdict in unseen:
        _mark_seen(ledger, [verdict], given)
    return _message_output([*fault, "\n".join(lines)])


def on_compaction(given: Input, project: Path, settings: Input) -> Input | None:
    """The lead's model has forgotten who it is: its role and where its agents stand are given back (DEC-20)."""
    if settings["mode"] != "enforce":
        return None
    say, lines = speaker(settings["lang"]), _open_ledger(given, project).lines()
    said = [
        say(
            "Renkei: the conversation was compacted. You are the lead: you start and coordinate agents, put their "
            "results together and talk to the user; you write no code, test, specification or design yourself."
        ),
        say(
            "Start, resume and edit nothing before the user's next word. Say where the work stands, and wait. [DEC-20]"
        ),
    ]
    names = agent_names(lines)
    if at_work := [names[agent_id] for agent_id in agents_at_work(lines)]:
        said.append(say("Agents at work: {agents}.", agents=", ".join(at_work)))
    said += [f"- {verdict_line(each, say)}" for each in newest_verdicts(lines)[-_MOST_TOLD:] if _is_shown_short(each)]
    context = {"hookEventName": given["hook_event_name"], "additionalContext": "\n".join(said)}
    return {"hookSpecificOutput": context}


def _is_shown_short(verdict: Line) -> bool:
    return outcome_of(verdict) in SHORT


def tell_rulings(ledger: Ledger, given: Input, say: Say) -> list[str]:
    """What rules would have refused to agents whose hooks nobody sees (observe mode), and who called hooks that was no
    client, in one text each."""
    pending = rulings_to_tell(ledger.lines())
    if _has_screen(given) and not given.get("agent_id"):
        mark_told(ledger, pending, "ruling")
    kinds = {what: [line for line in pending if line["what"] == what] for what in _RULINGS}
    return [_ruling_text(say(_RULINGS[what]), found, say) for what, found in kinds.items() if found]


_RULINGS: Mapping[str, Translatable] = {
    "ruled": "Renkei would have refused (observe mode):",
    "forged": "Renkei: a process that is no client called the hooks. Nothing of this counts:",
}


def _ruling_text(title: str, found: list[Line], say: Say) -> str:
    counted: dict[tuple[str, str, str], int] = {}
    for line in found:
        key = (str(line["agent"]), str(line["rule"]), str(line["action"]))
        counted[key] = counted.get(key, 0) + 1
    said = [title]
    for (agent, rule, action), times in list(counted.items())[:_MOST_TOLD]:
        said.append(f"- {rule} {agent}: {action}" + (f" ({times})" if times > 1 else ""))
    if len(counted) > _MOST_TOLD:
        said.append(say("and {count} more", count=len(counted) - _MOST_TOLD))
    return "\n".join(said)


def verdict_line(verdict: Line, say: Say) -> str:
    """A verdict in one line, without the name of who says it."""
    points = _point_texts(verdict, say)
    return f"{say(SHORT[outcome_of(verdict)], agent=verdict['agent'])}{': ' if points else ''}{'; '.join(points)}"


def _hand_over(given: Input, ledger: Ledger, settings: Input, agent_id: str) -> Input | None:
    """Tells of the agent whose result arrives; of all that nobody was told of, where the client does not name it."""
    say = speaker(settings["lang"])
    fresh, lines = settle_hand_over(ledger, agent_id)
    may_start = not _is_compacted(given, ledger.project)
    to_lead = _lead_texts([each for each in fresh if audience_of(each).lead], lines, say, may_start=may_start)
    shown = [each for each in fresh if audience_of(each).person]
    to_person = _person_texts(shown, say)
    if settings["mode"] != "enforce":
        accepted = [each for each in fresh if outcome_of(each) == "accepted"]
        to_person += _lead_texts(accepted, lines, say, may_start=may_start)
    _mark_seen(ledger, shown, given)
    fault = _tell_fault(ledger.find_fault(), say)
    to_person = [*fault, *to_person, *tell_rulings(ledger, given, say)]
    to_lead = [*fault, *to_lead] if settings["mode"] == "enforce" else []
    context = {"hookEventName": given["hook_event_name"], "additionalContext": "\n".join(to_lead)}
    return {**({"hookSpecificOutput": context} if to_lead else {}), **_message_output(to_person)} or None


def _tell_fault(fault: str | None, say: Say) -> list[str]:
    """Without a memory there is no verdict to tell of; then at least that is told."""
    if fault is None:
        return []
    return [
        say(
            "Renkei cannot remember verdicts ({fault}): take no result as verified until `renkei status` says it can.",
            fault=fault,
        )
    ]


def _message_output(texts: list[str]) -> Input:
    return {"systemMessage": "\n".join(texts)} if texts else {}


HEADS: Final[dict[str, Translatable]] = {
    "failed": "Renkei: the result of {agent} failed verification after {most} refusals:",
    "unverified": "Renkei could not check all of the result of {agent}. It is not verified.",
    "no-verdict": "Renkei: no verdict on {agent}: it came to its end before its result was checked.",
    "observed": "Renkei would have refused the result of {agent} (observe mode):",
    "remarked": "Renkei: what {agent} says does not hold: {points}",
    "unchecked": "Renkei could not check what {agent} says last. It is not verified.",
    "accepted": "Renkei accepted the result of {agent}, but could not verify all of it:",
}
SHORT: Final[dict[str, Translatable]] = {
    "failed": "{agent} failed verification",
    "unverified": "{agent} was not fully checked",
    "no-verdict": "{agent}: no verdict",
    "observed": "{agent} would have been refused",
    "remarked": "{agent} says what does not hold",
    "unchecked": "{agent}: last message not checked",
    "refused": "{agent} was refused",
    "accepted": "{agent} was accepted",
}


def _person_texts(verdicts: list[Line], say: Say) -> list[str]:
    return ["\n".join(_verdict_texts(each, say)) for each in verdicts]


def _lead_texts(verdicts: list[Line], lines: list[Line], say: Say, *, may_start: bool) -> list[str]:
    """Each with the mark that a reader of results knows, and what to do about it."""
    said = [text for each in verdicts for text in _verdict_texts(each, say, mark="[UNVERIFIED] ")]
    if any(audience_of(each).holds for each in verdicts):
        said.append(
            say("Do not build on it: look for yourself, or say to whoever reads your answer that it is not verified.")
        )
    sure = [str(each["agent"]) for each in verdicts if may_start and wants_second_look(lines, each)]
    if sure:
        said.append(
            say(
                "Renkei: the result of {agents} is stated with a confidence of 85 or more. Start {verifier} on its "
                "references before you build on it.",
                agents=", ".join(dict.fromkeys(sure)),
                verifier=VERIFIER,
            )
        )
    return said


def _verdict_texts(verdict: Line, say: Say, mark: str = "") -> list[str]:
    outcome = outcome_of(verdict)
    points = _point_texts(verdict, say, "" if verdict.get("form") else mark)
    if outcome == "accepted" and not points:
        return []
    head = say(HEADS[outcome], agent=verdict["agent"], most=MOST_REFUSALS, points="; ".join(points))
    return [head] if outcome == "remarked" else [head, *(f"- {point}" for point in points)]


def _point_texts(verdict: Line, say: Say, mark: str = "") -> list[str]:
    """The places, each with the mark, and how many more there are."""
    points = [f"{mark}{point}" for point in verdict.get("points") or ()]
    more = int(verdict.get("more") or 0)
    return [*points, say("and {count} more", count=more)] if more else points


def _open_ledger(given: Input, project: Path) -> Ledger:
    return Ledger(project, str(given.get("session_id") or ""))


def _mark_seen(ledger: Ledger, verdicts: list[Line], given: Input) -> None:
    """A person has seen it only if there is a screen, and it is the main thread's."""
    if _has_screen(given) and not given.get("agent_id"):
        mark_told(ledger, verdicts, "screen")


def _has_screen(given: Input) -> bool:
    """Whether the client shows a person what hooks say: Claude Code not with `-p`, and not under an SDK; Codex does not
    say whether it has a screen."""
    if given.get("client") not in (None, "claude"):
        return CLIENTS[given["client"]].shows_messages
    attended = os.environ.get("CLAUDE_CODE_SESSION_ATTENDED")
    return attended == "1" if attended else os.environ.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
