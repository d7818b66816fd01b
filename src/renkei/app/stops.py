"""An agent has stopped: its result is checked against the code and recorded, and what becomes of it is decided.

The check needs no store. What it led to is spooled first, and taken in by whoever can write to the store: this process,
as a rule.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from renkei.app.recording import make_proofs
from renkei.app.stop_turns import TurnDue, settle_turn
from renkei.app.transcripts import usage_of
from renkei.binding.held_texts import text_instead
from renkei.binding.seals import Sealed, look_at_seals
from renkei.board.team import role_of
from renkei.bootstrap import open_existing
from renkei.commands.checks import MarkedInsight, RecordCheck, outcome_of, wants_second_look
from renkei.errors import RenkeiError, Unreachable
from renkei.eventlog import spool
from renkei.eventlog.receipts import Receipt, receipts_of_agent
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.lazy import lazy
from renkei.processes.deadline import OutOfTime, WorkFailed, run_within
from renkei.protocol.actors import Language
from renkei.protocol.insights import find_insights
from renkei.protocol.terms import CheckOutcome
from renkei.reports.check import check_report
from renkei.reports.counts import read_counts
from renkei.reports.proofs.make import record_fields
from renkei.reports.rules import Judgement
from renkei.reports.tool_receipts import Call, ToolReceipts
from renkei.reports.tree import WorkingTree
from renkei.spooled import KIND, check_document, drain_spool
from renkei.values import value

if TYPE_CHECKING:
    from renkei.app.insight_files import write_insights
else:
    write_insights = lazy("renkei.app.insight_files:write_insights")

Complain = Callable[[str], None]
"""Told what went wrong on the way and keeps nobody from a verdict."""

_BUSY_SECONDS: Final = 0.25
"""How long a stop waits for a store that others write; what it could not write then waits for the store."""


@value
class StopSite:
    """The project as it was compiled for the hooks, and the code that the agent works on."""

    project: Path
    store: Path
    mode: Literal["observe", "enforce"]
    lang: Language
    deadline: float
    """What a check may take, in seconds."""
    tree: Path
    env: Mapping[str, str]
    """Says where the user's state folder is, with the key of the receipts."""
    marks: Collection[str] = ()
    """Agents that a person had held to the contract."""


@value
class StoppedAgent:
    """Who stopped, and what is known of it."""

    name: str
    id: str
    session: str
    message: str
    """Its result."""
    folder: Path
    """Where it is."""
    transcript: object
    """The path of the client's transcript of it, if the client named one."""
    kind: str = ""
    """What it is, where that is not what it is called: a member of an agent team."""
    is_ours: bool = False
    """Whether the client has it from us, as part of a plugin."""
    is_sent_back: bool = False
    """Whether the client says that a hook has held it before."""
    contract: bool = False
    """Whether it is held to the contract of results."""
    refusals: int = 0
    """How often in a row its result was refused before."""
    unverified: bool = False
    """Whether it was sent back before because its result could not be checked."""

    @property
    def definition(self) -> str:
        """What the client has it from."""
        return self.kind or self.name


@value
class CheckedStop:
    """What became of a result."""

    judgement: Judgement | None
    """None: there was not enough time for one, or Renkei failed."""
    problem: str | None
    """How Renkei failed, where it did."""
    outcome: CheckOutcome
    refused: bool
    """Whether the agent is sent back."""
    verify: bool
    """Whether somebody should have a second look at it (RES-8)."""
    tampered: int = 0
    """How many receipts of its tool calls were forged or taken away."""
    turn: TurnDue | None = None
    """What it still owes to a turn that it began, and is held for: nothing else is recorded of this stop."""


def check_stop(
    site: StopSite, agent: StoppedAgent, *, hold: Callable[[TurnDue], bool], complain: Complain
) -> CheckedStop:
    """Checks the result of a subagent, and records what becomes of it.

    Args:
        hold: whether the agent is held for what it owes to its turn. Then it hands its result in once more, and that
            one is recorded.
    """
    with _open_store(site, complain) as hub:
        judgement, command, problem = _check_result(site, agent, hub, complain)
        held = not command.checked and agent.contract and site.mode == "enforce" and not agent.unverified
        command = command.model_copy(update={"refusals": agent.refusals, "held": held})
        outcome = outcome_of(command, agent.refusals)
        refused = outcome == "refused" or held
        turn = None if refused else _settle_turn(site, agent, hub, complain)
        is_held = turn is not None and hold(turn)
        if not is_held:
            _record_check(command, site, hub, complain)
        if command.insights and hub is not None and not is_held:
            _show_insights(hub, site, complain)
    return CheckedStop(
        judgement=judgement,
        problem=problem,
        outcome=outcome,
        refused=refused,
        verify=wants_second_look(command, outcome),
        tampered=command.tampered,
        turn=turn if is_held else None,
    )


def _settle_turn(site: StopSite, agent: StoppedAgent, hub: Hub | None, complain: Complain) -> TurnDue | None:
    if hub is None:
        return None
    try:
        return settle_turn(hub, agent.name, _agent_role(hub, agent.definition), agent.message, lang=site.lang)
    except Exception as error:  # the boundary: a store that fails holds nobody for its board
        complain(f"{type(error).__name__}: {error}")
        return None


def _show_insights(hub: Hub, site: StopSite, complain: Complain) -> None:
    try:
        with hub.read() as view:
            write_insights(view, site.project)
    except (OSError, RenkeiError) as error:
        complain(str(error))


def check_answer(site: StopSite, agent: StoppedAgent, *, complain: Complain) -> Judgement | None:
    """Checks the last message of the client's own thread; recorded if it names any place. None: it was not checked."""
    with _open_store(site, complain) as hub:
        judgement, command, _ = _check_result(site, agent, hub, complain)
        if judgement is not None and judgement.references:
            _record_check(command.model_copy(update={"action": "Stop"}), site, hub, complain)
    return judgement


@contextmanager
def _open_store(site: StopSite, complain: Complain) -> Generator[Hub | None]:
    """The store, if it can be used now. A lock is nothing to speak of: what is recorded meanwhile waits beside it."""
    try:
        hub = open_existing(
            site.store,
            site.project,
            busy_seconds=_BUSY_SECONDS,
            env=site.env,
            rules=text_instead(site.project, site.env, "rules"),
            held_prices=lambda: text_instead(site.project, site.env, "prices"),
        )
    except Unreachable as error:
        if not _is_locked(error):
            complain(str(error))
        yield None
        return
    try:
        yield hub
    finally:
        hub.log.close()


def _is_locked(error: Unreachable) -> bool:
    name = getattr(error.__cause__, "sqlite_errorname", "")
    return name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _check_result(
    site: StopSite, agent: StoppedAgent, hub: Hub | None, complain: Complain
) -> tuple[Judgement | None, RecordCheck, str | None]:
    """The judgement of a result, and its record; no judgement without enough time for one, or if Renkei failed."""
    known: dict[str, Any] = {
        "agent": agent.name,
        "agent_id": agent.id,
        "session": agent.session,
        "mode": site.mode,
        "contract": agent.contract,
        "insights": [
            MarkedInsight(category=each.category, content=each.content) for each in find_insights(agent.message)
        ],
    }
    problem, unchecked = None, RecordCheck(**known, **_NOTHING_KNOWN)  # before the work: it inherits what this builds
    try:
        role, sealed = _agent_role(hub, agent.definition), _find_receipts(site, agent)
        receipts = sealed.receipts if sealed else None
        known |= _tie_receipts(sealed)
        judgement, found = run_within(site.deadline, lambda: _judge(site, agent, role, receipts))
        return judgement, RecordCheck(**known, **found), None
    except OutOfTime:
        pass
    except Exception as error:  # a mistake of ours is no verdict: what was not looked at does not pass for it
        problem = str(error) if isinstance(error, WorkFailed) else f"{type(error).__name__}: {error}"
        complain(problem)
    return None, unchecked, problem


def _judge(
    site: StopSite, agent: StoppedAgent, role: str, receipts: list[Receipt] | None
) -> tuple[Judgement, dict[str, Any]]:
    """The judgement and what is recorded of it. This may take long, and asks no store."""
    files, opened = WorkingTree(site.tree), None if receipts is None else _collect_opened(receipts)
    base = _folder_in(site.tree, agent.folder)
    judgement = check_report(agent.message, files, opened=opened, base=base, form=agent.contract)
    kept = make_proofs(judgement, files, root=site.tree, project=site.project, role=role, receipts=receipts or ())
    facts = record_fields(judgement, role, speaker(site.lang))
    without_report = replace(judgement, report=None)  # it may be huge, and nobody asks for it any more
    return without_report, {"proofs": kept, "usage": usage_of(agent.transcript), **facts}


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


def _folder_in(tree: Path, folder: Path) -> str:
    """The agent's folder within the tree (DEC-38); the root, if it is elsewhere or cannot be looked at."""
    try:
        folder = folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return ""
    return folder.relative_to(tree).as_posix().removeprefix(".") if folder.is_relative_to(tree) else ""


def _agent_role(hub: Hub | None, agent: str) -> str:
    if hub is None:
        return agent
    try:
        with hub.read() as view:
            return role_of(view, agent)
    except Unreachable:
        return agent


def _find_receipts(site: StopSite, agent: StoppedAgent) -> Sealed | None:
    """What the agent's tools opened, by receipts that hooks wrote; None if that cannot be looked up now."""
    try:
        found = receipts_of_agent(site.store, agent.session, agent.id)
    except sqlite3.Error:
        return None
    return look_at_seals(site.project, site.env, found, agent.session, agent.id)


def _tie_receipts(sealed: Sealed | None) -> dict[str, Any]:
    """What the log keeps of the receipts that a check went by: it is part of the chain, and they are not."""
    if sealed is None:
        return {}
    seals = "".join(each.seal or "" for each in sealed.receipts)
    digest = hashlib.sha256(seals.encode()).hexdigest()
    return {"receipts": f"{len(sealed.receipts)}:{digest}", "tampered": sealed.forged + sealed.removed}


def _collect_opened(kept: Iterable[Receipt]) -> ToolReceipts:
    return ToolReceipts.from_calls(
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


def _record_check(command: RecordCheck, site: StopSite, hub: Hub | None, complain: Complain) -> None:
    """On disk before anything else: whatever happens to this process or the store, the check is not lost."""
    try:
        spool.put(site.store, KIND, check_document(command, site.lang))
    except OSError as error:
        complain(str(error))
        return
    if hub is None:
        return
    try:
        drain_spool(hub, site.store)
    except Exception as error:  # the boundary: whatever is wrong with a store, the verdict stands
        complain(f"{type(error).__name__}: {error}")
