"""Who is told of a verdict, when and in which words (DEC-45): all that follows from the lines of a session's ledger.

The lead's model reads `additionalContext` and the reason of a held stop; the person sees `systemMessage`. Nothing that
is said when a subagent stops reaches either of them, so it is said when its result arrives, and once more when the lead
stops. Standard library only: nobody waits for a store here.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from renkei.app.guard_state import GuardState
from renkei.binding.seals import forget_old_counts
from renkei.entrypoints.hook_clients import CLIENTS
from renkei.entrypoints.hook_input import Input, tool_input
from renkei.entrypoints.ledger import KEPT_DAYS, Ledger, Line, every_session, find_fault, forget_old_sessions
from renkei.kit.words import Say, speaker
from renkei.protocol.terms import MOST_REFUSALS, VERIFIER
from renkei.sentence import Translatable

MAIN = "main thread"
"""What the client's own thread is called where an agent is named."""
MOST_POINTS = 3
"""How many false places are named; the others are counted."""
_MOST_TOLD = 5
"""How many verdicts a digest tells."""


class Audience(NamedTuple):
    """Who is told of an outcome in enforce mode; in observe mode it is the person alone."""

    lead: bool
    person: bool
    holds: bool
    """Whether the lead is held at its own stop, once."""


AUDIENCES = {
    "failed": Audience(lead=True, person=True, holds=True),
    "unverified": Audience(lead=True, person=True, holds=True),
    "no-verdict": Audience(lead=True, person=True, holds=True),
    "observed": Audience(lead=False, person=True, holds=False),
    "remarked": Audience(lead=True, person=True, holds=False),
    "unchecked": Audience(lead=False, person=True, holds=False),
    "accepted": Audience(lead=True, person=False, holds=False),
    "refused": Audience(lead=False, person=False, holds=False),
}
"""`no-verdict`: the agent came to an end without one. `remarked`: an agent that is not held to the contract says what
does not hold. `unchecked`: the main thread's own words were not looked at. `accepted`: only what could not be verified
in it is told. `refused`: sent back, another will come."""

_NOTIFICATION = re.compile(r"<task-notification>.*?<task-id>([^<]*)</task-id>", re.DOTALL)


def on_agent_start(given: Input, project: Path) -> None:
    """Remembers that an agent is at work, and where it began (DEC-43)."""
    _open_ledger(given, project).add(
        "started",
        agent_id=str(given.get("agent_id") or ""),
        agent=str(given.get("agent_type") or "agent"),
        folder=str(given.get("cwd") or ""),
    )


def on_agent_result(given: Input, project: Path, settings: Input) -> Input | None:
    """A foreground agent's result has just reached the one who started it."""
    response: Any = given.get("tool_response")
    result = cast(Input, response) if isinstance(response, dict) else {}
    agent_id, ledger = str(result.get("agentId") or ""), _open_ledger(given, project)
    _note_unknown(ledger, agent_id, str(tool_input(given).get("subagent_type") or "agent"))
    if result.get("status") == "async_launched":
        return None
    return _hand_over(given, ledger, settings, agent_id)


def on_agent_failure(given: Input, project: Path, settings: Input) -> Input | None:
    """A foreground agent died. The client says of which kind it was, not which one; of several, `agent_died` will."""
    kind = str(tool_input(given).get("subagent_type") or "")
    ledger = _open_ledger(given, project)
    lines = ledger.lines()
    found = [
        each
        for each in _verdicts_to_tell(lines, "hand-over")
        if _outcome_of(each) == "no-verdict" and each["agent"] == kind
    ]
    dead = [*_agents_at_work(lines, kind), *(each["agent_id"] for each in found)]
    return _hand_over(given, ledger, settings, dead[0]) if len(dead) == 1 else None


def on_agent_death(given: Input, project: Path) -> None:
    """Nobody reads what a hook says here: it is told with the agent's notification, or at the lead's stop."""
    ledger, agent_id = _open_ledger(given, project), str(given.get("agent_id") or "")
    if agent_id in _agents_at_work(ledger.lines()):
        _note_no_verdict(ledger, agent_id)


def on_prompt(given: Input, project: Path, settings: Input) -> Input | None:
    """A background agent's result comes to the lead as a prompt; at a person's own there is a screen."""
    found = _NOTIFICATION.match(str(given.get("prompt") or ""))
    if found is None:
        return _message_output(tell_rulings(_open_ledger(given, project), given, speaker(settings["lang"]))) or None
    ledger, agent_id = _open_ledger(given, project), found[1].strip()
    is_known = agent_id in _agent_names(ledger.lines()) or ledger.find_fault()
    return _hand_over(given, ledger, settings, agent_id) if is_known else None


def on_lead_stop(given: Input, project: Path, settings: Input, remark: Line | None) -> Input | None:
    """What has to be said once more before the lead ends; `remark` is on its own last message."""
    ledger, say = _open_ledger(given, project), speaker(settings["lang"])
    lines = ledger.lines()
    may_hold = settings["mode"] == "enforce" and not given.get("stop_hook_active")
    holding = [each for each in _verdicts_to_tell(lines, "held") if may_hold and _holds_lead(lines, each)]
    pending = [each for each in _verdicts_to_tell(lines, "stop") if _audience_of(each).person and each["agent"] != MAIN]
    shown = [*pending, *([remark] if remark else [])]
    _mark_told(ledger, holding, "held")
    _mark_told(ledger, pending, "stop")
    _mark_seen(ledger, shown, given)
    reason = _lead_texts(holding, lines, say)
    rulings = tell_rulings(ledger, given, say)
    message = _message_output([*_tell_fault(ledger.find_fault(), say), *_person_texts(shown, say), *rulings])
    return {"decision": "block", "reason": "\n".join(reason), **message} if reason else message or None


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
    names = _agent_names(lines)
    if at_work := [names[agent_id] for agent_id in _agents_at_work(lines)]:
        said.append(say("Agents at work: {agents}.", agents=", ".join(at_work)))
    said += [f"- {verdict_line(each, say)}" for each in _newest_verdicts(lines)[-_MOST_TOLD:] if _is_shown_short(each)]
    context = {"hookEventName": given["hook_event_name"], "additionalContext": "\n".join(said)}
    return {"hookSpecificOutput": context}


def _is_shown_short(verdict: Line) -> bool:
    return _outcome_of(verdict) in SHORT


def tell_rulings(ledger: Ledger, given: Input, say: Say) -> list[str]:
    """What rules would have refused to agents whose hooks nobody sees (observe mode), and who called hooks that was no
    client, in one text each."""
    lines = ledger.lines()
    told = {line["verdict"] for line in lines if line["what"] == "told" and line["where"] == "ruling"}
    pending = [line for line in lines if line["what"] in _RULINGS and line["id"] not in told]
    if _has_screen(given) and not given.get("agent_id"):
        for line in pending:
            ledger.add("told", verdict=line["id"], where="ruling")
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


def unseen_verdicts(project: Path) -> list[tuple[Ledger, Line]]:
    """What a person should know and no screen has shown, the newest session first."""
    found: list[tuple[Ledger, Line]] = []
    for ledger in every_session(project):
        pending = [each for each in _verdicts_to_tell(ledger.lines(), "screen") if _audience_of(each).person]
        found += [(ledger, each) for each in reversed(pending)]
    return found


def verdict_line(verdict: Line, say: Say) -> str:
    """A verdict in one line, without the name of who says it."""
    points = _point_texts(verdict, say)
    return f"{say(SHORT[_outcome_of(verdict)], agent=verdict['agent'])}{': ' if points else ''}{'; '.join(points)}"


def count_verdicts(lines: list[Line]) -> int:
    """How many agents of a session came to an end, with a verdict or without."""
    ended = [line for line in lines if line["what"] == "checked" and not line.get("refused") and line.get("agent_id")]
    return len({line["agent_id"] for line in ended})


def worst_verdict(lines: list[Line]) -> Line | None:
    """The newest of the gravest that a person should know."""
    grave = [each for each in _newest_verdicts(lines) if _audience_of(each).person]
    order = list(AUDIENCES)
    return min(reversed(grave), key=lambda each: order.index(_outcome_of(each)), default=None)


def count_refusals(lines: list[Line], agent_id: str, outcome: str = "refused") -> int:
    """How often in a row an agent's stop was refused, for this reason."""
    count = 0
    for line in reversed([line for line in lines if _is_verdict(line) and line.get("agent_id") == agent_id]):
        if not line.get("refused"):
            break
        count += line.get("outcome") == outcome
    return count


def start_folder(lines: list[Line], agent_id: str) -> str | None:
    began = [line["folder"] for line in lines if line["what"] == "started" and line.get("agent_id") == agent_id]
    return next((folder for folder in reversed(began) if folder), None)


def _hand_over(given: Input, ledger: Ledger, settings: Input, agent_id: str) -> Input | None:
    """Tells of the agent whose result arrives; of all that nobody was told of, where the client does not name it."""
    say = speaker(settings["lang"])
    if agent_id in _agents_at_work(ledger.lines()):
        _note_no_verdict(ledger, agent_id)
    lines = ledger.lines()
    untold = [each for each in _verdicts_to_tell(lines, "hand-over") if each["agent"] != MAIN]
    fresh = [each for each in untold if agent_id in ("", each["agent_id"])]
    to_lead = _lead_texts([each for each in fresh if _audience_of(each).lead], lines, say)
    shown = [each for each in fresh if _audience_of(each).person]
    to_person = _person_texts(shown, say)
    if settings["mode"] != "enforce":
        to_person += _lead_texts([each for each in fresh if _outcome_of(each) == "accepted"], lines, say)
    _mark_told(ledger, fresh, "hand-over")
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


def _note_unknown(ledger: Ledger, agent_id: str, agent: str) -> None:
    """An agent of which no hook of ours has heard was at work all the same, and has no verdict yet."""
    if agent_id and agent_id not in _agent_names(ledger.lines()):
        ledger.add("started", agent_id=agent_id, agent=agent, folder="")


def _note_no_verdict(ledger: Ledger, agent_id: str) -> None:
    """It is at work no more: what it wrote is anybody's again."""
    agent = _agent_names(ledger.lines())[agent_id]
    ledger.add("checked", agent_id=agent_id, agent=agent, outcome="no-verdict")
    state = GuardState(ledger.project, ledger.session)
    with suppress(OSError):
        state.release(agent_id)
        state.add_line("failed", agent=agent)


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


def _lead_texts(verdicts: list[Line], lines: list[Line], say: Say) -> list[str]:
    """Each with the mark that a reader of results knows, and what to do about it."""
    said = [text for each in verdicts for text in _verdict_texts(each, say, mark="[UNVERIFIED] ")]
    if any(_audience_of(each).holds for each in verdicts):
        said.append(
            say("Do not build on it: look for yourself, or say to whoever reads your answer that it is not verified.")
        )
    sure = [str(each["agent"]) for each in verdicts if _wants_second_look(lines, each)]
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
    outcome = _outcome_of(verdict)
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


def _is_verdict(line: Line) -> bool:
    return line["what"] == "checked" and line.get("outcome") in AUDIENCES


def _outcome_of(verdict: Line) -> str:
    return str(verdict["outcome"])


def _audience_of(verdict: Line) -> Audience:
    """Receipts that somebody forged or removed are told to the person, whatever became of the result."""
    found = AUDIENCES[_outcome_of(verdict)]
    return found._replace(person=True) if verdict.get("tampered") else found


def _newest_verdicts(lines: list[Line]) -> list[Line]:
    """The newest of each agent; the main thread may have several, one for each of its answers."""
    newest: dict[str, Line] = {}
    for line in filter(_is_verdict, lines):
        newest[line["id"] if line["agent"] == MAIN else str(line.get("agent_id"))] = line
    return list(newest.values())


def _agent_names(lines: list[Line]) -> dict[str, str]:
    """Everybody who was started or checked, by id."""
    return {str(line["agent_id"]): str(line.get("agent")) for line in lines if line.get("agent_id")}


def _agents_at_work(lines: list[Line], kind: str = "") -> list[str]:
    """Who was started, or sent back, and has come to no verdict since; oldest first."""
    state: dict[str, bool] = {}
    for line in lines:
        if line["what"] in ("started", "checked") and line.get("agent_id"):
            state.pop(line["agent_id"], None)
            state[line["agent_id"]] = line["what"] == "started" or bool(line.get("refused"))
    names = _agent_names(lines)
    return [agent_id for agent_id, at_work in state.items() if at_work and kind in ("", names[agent_id])]


def _holds_lead(lines: list[Line], verdict: Line) -> bool:
    return _audience_of(verdict).holds or _wants_second_look(lines, verdict)


def _wants_second_look(lines: list[Line], verdict: Line) -> bool:
    """RES-8: nobody has looked at this sure result since."""
    if not verdict.get("verify"):
        return False
    later = lines[lines.index(verdict) :]
    return not any(line["what"] == "checked" and line["agent"] == VERIFIER for line in later)


def _verdicts_to_tell(lines: list[Line], where: str) -> list[Line]:
    """The verdicts that nobody was told of there."""
    told = {line["verdict"] for line in lines if line["what"] == "told" and line["where"] == where}
    return [verdict for verdict in _newest_verdicts(lines) if verdict["id"] not in told]


def _mark_told(ledger: Ledger, verdicts: list[Line], where: str) -> None:
    for verdict in verdicts:
        ledger.add("told", verdict=verdict["id"], where=where)


def _mark_seen(ledger: Ledger, verdicts: list[Line], given: Input) -> None:
    """A person has seen it only if there is a screen, and it is the main thread's."""
    if _has_screen(given) and not given.get("agent_id"):
        _mark_told(ledger, verdicts, "screen")


def _has_screen(given: Input) -> bool:
    """Whether the client shows a person what hooks say: Claude Code not with `-p`, and not under an SDK; Codex does not
    say whether it has a screen."""
    if given.get("client") not in (None, "claude"):
        return CLIENTS[given["client"]].shows_messages
    attended = os.environ.get("CLAUDE_CODE_SESSION_ATTENDED")
    return attended == "1" if attended else os.environ.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
