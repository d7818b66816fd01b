"""When an agent stops: `app.stops` checks its result; it is told what to mend, the ledger what others are told."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypedDict

from renkei.app import verdicts
from renkei.app.guard_state import GuardState
from renkei.app.guards import GuardSite, record_refusal
from renkei.app.session_ledger import Ledger, Line
from renkei.app.stop_turns import TurnDue
from renkei.app.stops import CheckedStop, StoppedAgent, StopSite, check_answer, check_stop
from renkei.binding.marks import find_lost_marks
from renkei.entrypoints import telling
from renkei.entrypoints.cli.escaping import escape_to_line
from renkei.entrypoints.hook_input import Input
from renkei.entrypoints.hooks import tree_of
from renkei.files import read_regular
from renkei.kit.agents import AGENTS, CONTRACT_MARK
from renkei.kit.words import Say, speaker
from renkei.protocol.terms import MOST_REFUSALS, UNCHECKED
from renkei.reports.proofs.make import FALSE
from renkei.reports.rules import Judgement
from renkei.sentence import Translatable

_LONGEST_POINT: Final = 240

_ANSWER_SECONDS: Final = 10
"""What a check of the main thread's own words may take."""

_MOST_COVERED: Final = 100
"""Files that a result is held to cover."""

_MOST_NAMED: Final = 5
"""Places that a refusal names which were not looked at."""


class Refusals(TypedDict):
    """How often an agent was sent back, and whether it was because its result could not be checked."""

    refusals: int
    unverified: bool


def on_agent_stop(given: Input, project: Path, settings: Input) -> Input | None:
    """What a subagent is told at its stop. Whoever started it is told when the result arrives (`telling`)."""
    ledger, say = Ledger(project, str(given.get("session_id") or "")), speaker(settings["lang"])
    lines, agent_id, name = ledger.lines(), str(given.get("agent_id") or ""), str(given.get("agent_type") or "agent")
    tree = tree_of(verdicts.start_folder(lines, agent_id) or given.get("cwd"), project)
    contract = _is_held_to_contract(given, (tree, project), settings)
    agent = _stopped_agent(given, name, contract=contract, **_count_refusals(ledger, given))
    checked = check_stop(_site(project, settings, tree), agent, complain=_complain)
    points = _points_of(checked, say, agent.contract)
    ledger.add(
        "checked",
        agent_id=agent_id,
        agent=name,
        outcome=_reportable_outcome(checked.outcome, points),
        refused=checked.refused,
        points=points[: telling.MOST_POINTS],
        more=max(0, len(points) - telling.MOST_POINTS),
        form=_is_of_form(checked),
        verify=checked.verify,
        tampered=bool(checked.tampered),
    )
    held = _hold_for_turn(checked.turn, agent, ledger, settings) if checked.turn else None
    if held:
        return held
    if not checked.refused:
        try:
            _note_end(GuardState(project, ledger.session), checked, agent)
        except OSError as error:
            _complain(str(error))
        return None
    return {"decision": "block", "reason": _refusal_text(checked, agent.refusals + 1, settings, say)}


def _hold_for_turn(due: TurnDue, agent: StoppedAgent, ledger: Ledger, settings: Input) -> Input | None:
    """Its update of the board is due (BOARD-2). It is asked for as often as a result is, and then let go."""
    say = speaker(settings["lang"])
    site = GuardSite(ledger.project, Path(settings["store"]), ledger.project, settings["mode"], os.environ)
    try:
        if not due.is_recorded:
            record_refusal(site, agent.name, due.rule, "SubagentStop", settings["lang"])
    except OSError as error:
        _complain(str(error))
    before = sum(line["what"] == "held" and line.get("agent_id") == agent.id for line in ledger.lines())
    if settings["mode"] != "enforce":
        ledger.add("ruled", agent_id=agent.id, agent=agent.name, rule=due.rule, action="SubagentStop")
        return None
    if before >= MOST_REFUSALS or ledger.find_fault():
        return None
    ledger.add("held", agent_id=agent.id, agent=agent.name)
    return {"decision": "block", "reason": f"{say(due.reason)} [{due.rule}]"}


def _note_end(state: GuardState, checked: CheckedStop, agent: StoppedAgent) -> None:
    """What it wrote is anybody's again; what its result covers the lead need not read (LEAD-9)."""
    state.release(agent.id)
    if checked.outcome == "failed":
        state.add_line("failed", agent=agent.name)
    if checked.outcome == "accepted" and checked.judgement is not None:
        paths = dict.fromkeys(each.claim.reference.path for each in checked.judgement.references)
        for path in list(paths)[:_MOST_COVERED]:
            state.add_line("covered", path=path, result=agent.id)


def _count_refusals(ledger: Ledger, given: Input) -> Refusals:
    """How often it was sent back. Where nothing can be remembered the client's word has to do: it is held once."""
    if ledger.find_fault():
        is_sent_back = bool(given.get("stop_hook_active"))
        return {"refusals": MOST_REFUSALS if is_sent_back else 0, "unverified": is_sent_back}
    lines, agent_id = ledger.lines(), str(given.get("agent_id") or "")
    return {
        "refusals": verdicts.count_refusals(lines, agent_id),
        "unverified": bool(verdicts.count_refusals(lines, agent_id, "unverified")),
    }


def look_at_answer(given: Input, project: Path, settings: Input) -> Line | None:
    """The main thread's last message: what does not hold in it is told, and nobody is held.

    It has less time than a result: what else is to be told at this stop may not go with a hook that the client ends.
    """
    seconds = min(settings["deadline"], _ANSWER_SECONDS)
    site = _site(project, {**settings, "deadline": seconds}, tree_of(given.get("cwd"), project))
    judgement = check_answer(site, _stopped_agent(given, verdicts.MAIN), complain=_complain)
    points = _false_points(judgement, speaker(settings["lang"]), False)
    if judgement is not None and not points:
        return None
    return Ledger(project, str(given.get("session_id") or "")).add(
        "checked",
        agent_id="",
        agent=verdicts.MAIN,
        outcome="remarked" if points else "unchecked",
        points=points[: telling.MOST_POINTS],
        more=max(0, len(points) - telling.MOST_POINTS),
    )


def _site(project: Path, settings: Input, tree: Path) -> StopSite:
    return StopSite(
        project=project,
        store=Path(settings["store"]),
        mode=settings["mode"],
        lang=settings["lang"],
        deadline=settings["deadline"],
        tree=tree,
        env=os.environ,
    )


def _stopped_agent(
    given: Input, name: str, *, contract: bool = False, refusals: int = 0, unverified: bool = False
) -> StoppedAgent:
    return StoppedAgent(
        name=name,
        id=str(given.get("agent_id") or ""),
        session=str(given.get("session_id") or ""),
        message=str(given.get("last_assistant_message") or ""),
        folder=Path(given.get("cwd") or "."),
        transcript=given.get("agent_transcript_path"),
        contract=contract,
        refusals=refusals,
        unverified=unverified,
    )


def _complain(text: str) -> None:
    print(f"renkei hook: {text}", file=sys.stderr)


def carries_contract(folders: Iterable[Path], agent: str) -> bool:
    """Whether the agent's definition is marked with the contract; a linked work tree may have none of its own."""
    definitions = (_read_definition(folder / ".claude" / "agents" / f"{Path(agent).name}.md") for folder in folders)
    return CONTRACT_MARK in next((text for text in definitions if text is not None), "")


def _is_held_to_contract(given: Input, folders: tuple[Path, Path], settings: Input) -> bool:
    """By its definition, as it ships with us or stands in the project; or because a person had it held to it."""
    name = str(given.get("agent_type") or "agent")
    ships = bool(given.get("is_ours")) and name in AGENTS
    return ships or carries_contract(folders, name) or _is_bound_to_contract(folders[1], settings, name)


def _is_bound_to_contract(project: Path, settings: Input, agent: str) -> bool:
    """Whether a person had it held to the contract, and its mark was taken out by nobody who may (DEC-52)."""
    return agent in settings["marks"] and bool(find_lost_marks(project, [agent]))


def _read_definition(definition: Path) -> str | None:
    try:
        return read_regular(definition).decode(errors="replace")
    except (OSError, ValueError):  # none there, or a name that no file can have
        return None


def _reportable_outcome(outcome: str, points: list[str]) -> str | None:
    """An agent that is not held to the contract is spoken of only if something that it says does not hold."""
    if outcome == "recorded":
        return "remarked" if points else None
    return outcome


def _points_of(checked: CheckedStop, say: Say, contract: bool) -> list[str]:
    """What is told of a result: what is doubtful in an accepted one, what is wrong with any other."""
    tampered = [say(_TAMPERED, count=checked.tampered)] if checked.tampered else []
    if checked.outcome in ("accepted", "unverified"):
        return [*tampered, *_doubt_points(checked.judgement, say)]
    return [*tampered, *_false_points(checked.judgement, say, contract)]


_TAMPERED: Final[Translatable] = "receipts of its tool calls that were forged or removed, and do not count: {count}"


def _is_of_form(checked: CheckedStop) -> bool:
    """Whether what is told of it are rules that it broke, and no places."""
    references = checked.judgement.references if checked.judgement else ()
    return checked.outcome not in ("accepted", "unverified") and all(each.state not in FALSE for each in references)


def _false_points(judgement: Judgement | None, say: Say, with_form: bool) -> list[str]:
    """The places that are false; where there are none, the other rules of the contract that were broken."""
    if judgement is None:
        return []
    false = [each for each in judgement.references if each.state in FALSE]
    places = {each.claim.reference.text: say(each.reason) if each.reason else each.state for each in false}
    if places or not with_form:
        return [_shorten_point(f"{place}: {reason}") for place, reason in places.items()]
    return [_shorten_point(say(each.text, **each.params)) for each in judgement.violations if each.level == "L1"]


def _doubt_points(judgement: Judgement | None, say: Say) -> list[str]:
    """The places of an accepted result that could not be verified."""
    doubtful = [each for each in judgement.references if each.state == "unverified"] if judgement else []
    places = {each.claim.reference.text: say(each.reason) if each.reason else "" for each in doubtful}
    return [_shorten_point(f"{place}: {reason}" if reason else place) for place, reason in places.items()]


def _shorten_point(point: str) -> str:
    """What an agent wrote is shown on a person's screen, and read by another model: a line, and nothing to obey."""
    return escape_to_line(point)[:_LONGEST_POINT]


def _more_text(count: int, say: Say) -> list[str]:
    return [say("and {count} more", count=count)] if count > 0 else []


def _refusal_text(checked: CheckedStop, attempt: int, settings: Input, say: Say) -> str:
    """The refusal, with each thing to mend. A way past the check is nothing for a model to read."""
    judgement = checked.judgement
    if checked.problem is not None:
        said = say(
            "Renkei failed at this result ({problem}), so it is not verified. Hand it in again, simpler: the places "
            "that matter, and a few lines quoted from each.",
            problem=_shorten_point(checked.problem),
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
