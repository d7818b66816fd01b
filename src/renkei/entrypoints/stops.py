"""When an agent stops: `app.stop_verdicts` decides whether it may end; here it is told what to mend."""

import os
import sys
from pathlib import Path
from typing import Final

from renkei.app import verdicts
from renkei.app.session_ledger import Line
from renkei.app.stop_points import shorten_point
from renkei.app.stop_verdicts import StopVerdict, find_start_folder, settle_answer, settle_stop
from renkei.app.stops import StoppedAgent, StopSite
from renkei.entrypoints.hook_input import Input
from renkei.entrypoints.hook_projects import tree_of
from renkei.kit.words import Say, speaker
from renkei.protocol.terms import MOST_REFUSALS, UNCHECKED

_MOST_NAMED: Final = 5
"""Places that a refusal names which were not looked at."""


def on_agent_stop(given: Input, project: Path, settings: Input) -> Input | None:
    """What a subagent is told at its stop. Whoever started it is told when the result arrives (`telling`)."""
    agent, say = _stopped_agent(given, str(given.get("agent_type") or "agent")), speaker(settings["lang"])
    tree = tree_of(find_start_folder(project, agent.session, agent.id) or given.get("cwd"), project)
    verdict = settle_stop(_site(project, settings, tree), agent, complain=_complain)
    if verdict.answer == "refused":
        return {"decision": "block", "reason": _refusal_text(verdict, settings, say)}
    due = verdict.checked.turn
    if verdict.answer == "held" and due:
        again = say("Then hand the whole result in again: what you say last is what arrives.")
        return {"decision": "block", "reason": f"{say(due.reason)} {again} [{due.rule}]"}
    return None


def look_at_answer(given: Input, project: Path, settings: Input) -> Line | None:
    """What is to be told of the main thread's last message."""
    site = _site(project, settings, tree_of(given.get("cwd"), project))
    return settle_answer(site, _stopped_agent(given, verdicts.MAIN), complain=_complain)


def _site(project: Path, settings: Input, tree: Path) -> StopSite:
    return StopSite(
        project=project,
        store=Path(settings["store"]),
        mode=settings["mode"],
        lang=settings["lang"],
        deadline=settings["deadline"],
        tree=tree,
        env=os.environ,
        marks=settings["marks"],
    )


def _stopped_agent(given: Input, name: str) -> StoppedAgent:
    return StoppedAgent(
        name=name,
        kind=str(given.get("agent_kind") or ""),
        id=str(given.get("agent_id") or ""),
        session=str(given.get("session_id") or ""),
        message=str(given.get("last_assistant_message") or ""),
        folder=Path(given.get("cwd") or "."),
        transcript=given.get("agent_transcript_path"),
        is_ours=bool(given.get("is_ours")),
        is_sent_back=bool(given.get("stop_hook_active")),
    )


def _complain(text: str) -> None:
    print(f"renkei hook: {text}", file=sys.stderr)


def _more_text(count: int, say: Say) -> list[str]:
    return [say("and {count} more", count=count)] if count > 0 else []


def _refusal_text(verdict: StopVerdict, settings: Input, say: Say) -> str:
    """The refusal, with each thing to mend. A way past the check is nothing for a model to read."""
    checked, attempt = verdict.checked, verdict.attempt
    judgement = checked.judgement
    if checked.problem is not None:
        said = say(
            "Renkei failed at this result ({problem}), so it is not verified. Hand it in again, simpler: the places "
            "that matter, and a few lines quoted from each.",
            problem=shorten_point(checked.problem),
        )
        return f"{said} [{UNCHECKED}]"
    if judgement is not None and judgement.valid:
        places = list(dict.fromkeys(each.claim.reference.text for each in judgement.not_looked_at))
        said = say(
            "Renkei could not look at all of this result, so these are not verified: {places}. Hand it in again, "
            "shorter: the places that matter, and a few lines quoted from each.",
            places=", ".join([*places[:_MOST_NAMED], *_more_text(len(places) - _MOST_NAMED, say)]),
        )
        return f"{said} [{UNCHECKED}]"
    if judgement is None:
        said = say(
            "Renkei could not check this result within {seconds} s, so it is not verified. Hand it in again, shorter: "
            "the places that matter, and a few lines quoted from each.",
            seconds=settings["deadline"],
        )
        return f"{said} [{UNCHECKED}]"
    lines = [say("Renkei does not accept this result ({attempt} of {most}):", attempt=attempt, most=MOST_REFUSALS)]
    lines += [
        f"- {violation.rule} {say('line')} {violation.line or '-'}: {say(violation.text, **violation.params)}"
        for violation in judgement.violations
        if violation.level == "L1"
    ]
    lines.append(
        say(
            "Open the files, mend these points, and hand the whole result in again. Leave out what you cannot show; "
            "do not invent a place to please this check."
        )
    )
    return "\n".join(lines)
