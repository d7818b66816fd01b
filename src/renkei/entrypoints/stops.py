"""When an agent stops: its result is checked, and refused with what to mend, accepted, or let go as failed.

The check needs no store. What it led to is spooled first, and taken in by whoever can write to the store: this process,
as a rule.
"""

import sqlite3
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from renkei.app.recording import proofs
from renkei.board.team import role_of
from renkei.bootstrap import open_existing
from renkei.commands.checks import RecordCheck, outcome_of, wants_second_look
from renkei.entrypoints import telling
from renkei.entrypoints.cli.escaping import shown_safely
from renkei.entrypoints.deadline import OutOfTime, deadline
from renkei.entrypoints.hook_input import Input
from renkei.entrypoints.hooks import tree_of
from renkei.entrypoints.ledger import Ledger, Line
from renkei.entrypoints.transcripts import usage_of
from renkei.errors import Unreachable
from renkei.eventlog import spool
from renkei.eventlog.receipts import Receipt, of_agent
from renkei.hub import Hub
from renkei.kit.agents import CONTRACT_MARK
from renkei.kit.verdicts import MOST_REFUSALS, UNCHECKED
from renkei.kit.words import Say, speaker
from renkei.reports.check import check
from renkei.reports.counts import read_counts
from renkei.reports.opened import Call, Opened
from renkei.reports.proofs.make import FALSE
from renkei.reports.recorded import gist
from renkei.reports.rules import Judgement
from renkei.reports.tree import WorkingTree
from renkei.setup.claude import CHECK_SECONDS
from renkei.spooled import KIND, spooled_check, take_in_waiting

_BUSY_SECONDS: Final = 0.25
"""How long a stop waits for a store that others write; what it could not write then waits for the store."""

_LONGEST_POINT: Final = 240

_MOST_NAMED: Final = 5
"""Places that a refusal names which were not looked at."""


def agent_stopped(given: Input, project: Path, settings: Input) -> Input | None:
    """What a subagent is told at its stop. Whoever started it is told when the result arrives (`telling`)."""
    ledger = Ledger(project, str(given.get("session_id") or ""))
    lines, agent_id = ledger.lines(), str(given.get("agent_id") or "")
    agent, say = str(given.get("agent_type") or "agent"), speaker(settings["lang"])
    tree = tree_of(telling.folder_it_began_in(lines, agent_id) or given.get("cwd"), project)
    contract = carries_contract((tree, project), agent)
    refusals = telling.refusals(lines, agent_id)
    with _store(settings, project) as hub:
        judgement, command = _check(given, project, settings, tree=tree, agent=agent, contract=contract, hub=hub)
        first_time = not telling.refusals(lines, agent_id, "unverified")
        held = not command.checked and contract and settings["mode"] == "enforce" and first_time
        command = command.model_copy(update={"refusals": refusals, "held": held})
        outcome = outcome_of(command, refusals)
        _record(command, settings, hub)
    refused = outcome == "refused" or held
    points = _doubts(judgement, say) if outcome in ("accepted", "unverified") else _points(judgement, say, contract)
    ledger.add(
        "checked",
        agent_id=agent_id,
        agent=agent,
        outcome=_told_as(outcome, points),
        refused=refused,
        points=points[: telling.MOST_POINTS],
        more=max(0, len(points) - telling.MOST_POINTS),
        verify=wants_second_look(command, outcome),
    )
    if not refused:
        return None
    return {"decision": "block", "reason": _remedy(judgement, refusals + 1, settings, say)}


def look_at_answer(given: Input, project: Path, settings: Input) -> Line | None:
    """The main thread's last message: what does not hold in it is told, and nobody is held."""
    with _store(settings, project) as hub:
        tree = tree_of(given.get("cwd"), project)
        judgement, command = _check(given, project, settings, tree=tree, agent=telling.MAIN, contract=False, hub=hub)
        if judgement is None or not judgement.references:
            return None
        _record(command.model_copy(update={"action": "Stop"}), settings, hub)
    points = _points(judgement, speaker(settings["lang"]), False)
    if not points:
        return None
    return Ledger(project, str(given.get("session_id") or "")).add(
        "checked",
        agent_id="",
        agent=telling.MAIN,
        outcome="remarked",
        points=points[: telling.MOST_POINTS],
        more=max(0, len(points) - telling.MOST_POINTS),
    )


@contextmanager
def _store(settings: Input, project: Path) -> Generator[Hub | None]:
    """The store, if it can be used now. A lock is nothing to speak of: what is recorded meanwhile waits beside it."""
    try:
        hub = open_existing(Path(settings["store"]), project, busy_seconds=_BUSY_SECONDS)
    except Unreachable as error:
        if not _is_locked(error):
            print(f"renkei hook: {error}", file=sys.stderr)
        yield None
        return
    try:
        yield hub
    finally:
        hub.log.close()


def _is_locked(error: Unreachable) -> bool:
    name = getattr(error.__cause__, "sqlite_errorname", "")
    return name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _check(
    given: Input, project: Path, settings: Input, *, tree: Path, agent: str, contract: bool, hub: Hub | None
) -> tuple[Judgement | None, RecordCheck]:
    """The judgement of a result, and its record; no judgement without enough time for one, or if Renkei failed."""
    session, agent_id = str(given.get("session_id") or ""), str(given.get("agent_id") or "")
    known: dict[str, Any] = {
        "agent": agent,
        "agent_id": agent_id,
        "session": session,
        "mode": settings["mode"],
        "contract": contract,
    }
    try:
        with deadline(_seconds(settings)):
            files, receipts = WorkingTree(tree), _receipts(settings, session, agent_id)
            opened = None if receipts is None else _opened(receipts)
            message, base = str(given.get("last_assistant_message") or ""), _folder_in(tree, given)
            judgement = check(message, files, opened=opened, base=base, form=contract)
            role = _role(hub, agent)
            command = RecordCheck(
                **known,
                proofs=proofs(judgement, files, root=tree, project=project, role=role, receipts=receipts or ()),
                usage=usage_of(given.get("agent_transcript_path")),
                **gist(judgement, role, speaker(settings["lang"])),
            )
    except OutOfTime:
        return None, RecordCheck(**known, **_NOTHING_KNOWN)
    except Exception as error:  # a mistake of ours is no verdict: what was not looked at does not pass for it
        print(f"renkei hook: {type(error).__name__}: {error}", file=sys.stderr)
        return None, RecordCheck(**known, **_NOTHING_KNOWN)
    return judgement, command


_NOTHING_KNOWN: Final[dict[str, Any]] = {
    "checked": False,
    "valid": False,
    "status": None,
    "confidence": None,
    "rules": [],
    "counts": {},
    "violations": [],
    "references": [],
}


def _folder_in(tree: Path, given: Input) -> str:
    """The agent's folder within the tree (DEC-38); the root, if it is elsewhere."""
    folder = Path(given.get("cwd") or ".").resolve()
    return folder.relative_to(tree).as_posix().removeprefix(".") if folder.is_relative_to(tree) else ""


def _seconds(settings: Input) -> float:
    """What a check may take; settings that an older `renkei init` wrote do not say."""
    return settings.get("deadline", CHECK_SECONDS)


def _role(hub: Hub | None, agent: str) -> str:
    if hub is None:
        return agent
    try:
        with hub.read() as view:
            return role_of(view, agent)
    except Unreachable:
        return agent


def _receipts(settings: Input, session: str, agent_id: str) -> list[Receipt] | None:
    """What the agent's tools opened; None if that cannot be looked up now."""
    try:
        return of_agent(Path(settings["store"]), session, agent_id)
    except sqlite3.Error:
        return None


def _opened(kept: Iterable[Receipt]) -> Opened:
    return Opened.of(
        Call(
            each.tool,
            each.path,
            each.first_line,
            each.last_line,
            each.command,
            each.exit_code,
            None if each.counts is None else read_counts(each.counts),
        )
        for each in kept
    )


def _record(command: RecordCheck, settings: Input, hub: Hub | None) -> None:
    """On disk before anything else: whatever happens to this process or the store, the check is not lost."""
    store = Path(settings["store"])
    try:
        spool.put(store, KIND, spooled_check(command, settings["lang"]))
    except OSError as error:
        print(f"renkei hook: {error}", file=sys.stderr)
        return
    if hub is None:
        return
    try:
        take_in_waiting(hub, store)
    except Exception as error:  # the boundary: whatever is wrong with a store, the verdict stands
        print(f"renkei hook: {type(error).__name__}: {error}", file=sys.stderr)


def carries_contract(folders: Iterable[Path], agent: str) -> bool:
    """Whether the agent's definition is marked with the contract; a linked work tree may have none of its own."""
    definitions = (_read(folder / ".claude" / "agents" / f"{Path(agent).name}.md") for folder in folders)
    return CONTRACT_MARK in next((text for text in definitions if text is not None), "")


def _read(definition: Path) -> str | None:
    try:
        return definition.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # none there, or a name that no file can have
        return None


def _told_as(outcome: str, points: list[str]) -> str | None:
    """An agent that is not held to the contract is spoken of only if something that it says does not hold."""
    if outcome == "recorded":
        return "remarked" if points else None
    return outcome


def _points(judgement: Judgement | None, say: Say, with_form: bool) -> list[str]:
    """The places that are false; where there are none, the other rules of the contract that were broken."""
    if judgement is None:
        return []
    false = [each for each in judgement.references if each.state in FALSE]
    places = {each.claim.reference.text: say(each.reason) if each.reason else each.state for each in false}
    if places or not with_form:
        return [_short(f"{place}: {reason}") for place, reason in places.items()]
    return [_short(say(each.text, **each.params)) for each in judgement.violations if each.level == "L1"]


def _doubts(judgement: Judgement | None, say: Say) -> list[str]:
    """The places of an accepted result that could not be verified."""
    doubtful = [each for each in judgement.references if each.state == "unverified"] if judgement else []
    places = {each.claim.reference.text: say(each.reason) if each.reason else "" for each in doubtful}
    return [_short(f"{place}: {reason}" if reason else place) for place, reason in places.items()]


def _short(point: str) -> str:
    """What an agent wrote is shown on a person's screen, and read by another model: a line, and nothing to obey."""
    return shown_safely(point)[:_LONGEST_POINT]


def _more(count: int, say: Say) -> list[str]:
    return [say("and {count} more", count=count)] if count > 0 else []


def _remedy(judgement: Judgement | None, attempt: int, settings: Input, say: Say) -> str:
    """The refusal, with each thing to mend. A way past the check is nothing for a model to read."""
    if judgement is not None and judgement.valid:
        places = list(dict.fromkeys(each.claim.reference.text for each in judgement.not_looked_at))
        said = say(
            "Renkei could not look at all of this result, so these are not verified: {places}. Hand it in again, "
            "shorter: the places that matter, and a few lines quoted from each.",
            places=", ".join([*places[:_MOST_NAMED], *_more(len(places) - _MOST_NAMED, say)]),
        )
        return f"{said} [{UNCHECKED}]"
    if judgement is None:
        said = say(
            "Renkei could not check this result within {seconds} s, so it is not verified. Hand it in again, shorter: "
            "the places that matter, and a few lines quoted from each.",
            seconds=_seconds(settings),
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
