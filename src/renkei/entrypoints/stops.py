"""When an agent stops: its result is checked, and refused with what to mend, accepted, or recorded as failed."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from renkei.board.read import last_check, verification_due
from renkei.board.team import role_of
from renkei.bootstrap import open_existing
from renkei.entrypoints.hooks import Input, tree_of
from renkei.entrypoints.recording import gist, proofs
from renkei.entrypoints.transcripts import usage_of
from renkei.eventlog.receipts import Receipt, of_agent
from renkei.handlers.checks import MOST_REFUSALS, VERIFIER
from renkei.hub import Hub
from renkei.kit.agents import CONTRACT_MARK
from renkei.kit.words import Say, speaker
from renkei.protocol.commands import Actor, RecordCheck, Request
from renkei.reports.check import check
from renkei.reports.opened import Call, Opened
from renkei.reports.rules import Judgement
from renkei.reports.tree import WorkingTree

_BUSY_SECONDS: Final = 5.0
"""How long a stop waits for a store that others write; a client gives up on a hook after a while."""


def answer(given: Input, project: Path, settings: Input) -> Input | None:
    """What the client is told at a stop, or after an agent it started has come back."""
    hub = open_existing(Path(settings["store"]), project, busy_seconds=_BUSY_SECONDS)
    try:
        match given["hook_event_name"]:
            case "SubagentStop":
                return _agent_stopped(hub, given, project, settings)
            case "Stop":
                return _lead_stopped(hub, given, speaker(settings["lang"]))
            case _:
                return _agent_came_back(hub, given, speaker(settings["lang"]))
    finally:
        hub.log.close()


def _agent_stopped(hub: Hub, given: Input, project: Path, settings: Input) -> Input | None:
    tree = tree_of(given, project)
    files = WorkingTree(tree)
    session, agent_id = str(given.get("session_id", "")), str(given.get("agent_id", ""))
    receipts = of_agent(Path(settings["store"]), session, agent_id)
    agent, say = str(given.get("agent_type") or "agent"), speaker(settings["lang"])
    contract = carries_contract((tree, project), agent)
    message = str(given.get("last_assistant_message") or "")
    judgement = check(message, files, opened=_opened(receipts), form=contract)
    with hub.read() as view:
        role = role_of(view, agent)
    command = RecordCheck(
        agent=agent,
        agent_id=agent_id,
        session=session,
        mode=settings["mode"],
        contract=contract,
        proofs=proofs(judgement, files, root=tree, project=project, role=role, receipts=receipts),
        usage=usage_of(given.get("agent_transcript_path")),
        **gist(judgement, role, say),
    )
    hub.do(Request(command=command, actor=Actor(name=agent, via="hook"), lang=settings["lang"]))
    with hub.read() as view:
        row = last_check(view, command.session, command.agent_id)
    if row.outcome == "refused":
        return {"decision": "block", "reason": _remedy(judgement, row.attempt, say)}
    if row.outcome in ("failed", "observed"):
        return {"systemMessage": _verdict(judgement, agent, row.outcome, say)}
    return None


def _opened(kept: Iterable[Receipt]) -> Opened:
    """What the agent's tools opened, by the receipts that its tool calls left."""
    return Opened.of(Call(each.tool, each.path, each.first_line, each.last_line) for each in kept)


def carries_contract(folders: Iterable[Path], agent: str) -> bool:
    """Whether the agent's definition is marked with the contract; a linked work tree may have none of its own."""
    definitions = (_read(folder / ".claude" / "agents" / f"{Path(agent).name}.md") for folder in folders)
    return CONTRACT_MARK in next((text for text in definitions if text is not None), "")


def _read(definition: Path) -> str | None:
    try:
        return definition.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # none there, or a name that no file can have
        return None


def _remedy(judgement: Judgement, attempt: int, say: Say) -> str:
    """The refusal, with each thing to mend."""
    lines = [say("Renkei does not accept this result ({attempt} of {most}):", attempt=attempt, most=MOST_REFUSALS)]
    lines += _breaches(judgement, say)
    lines.append(
        say(
            "Open the files, mend these points, and hand the whole result in again. Leave out what you cannot show; "
            "do not invent a place to please this check."
        )
    )
    lines.append(say("(A person can switch this off: RENKEI_HOOKS=off, or renkei off)"))
    return "\n".join(lines)


def _breaches(judgement: Judgement, say: Say) -> list[str]:
    return [
        f"- {violation.rule} {say('line')} {violation.line or '-'}: {say(violation.text, **violation.params)}"
        for violation in judgement.violations
        if violation.level == "L1"
    ]


def _verdict(judgement: Judgement, agent: str, outcome: str, say: Say) -> str:
    if outcome == "failed":
        head = say(
            "Renkei: the result of {agent} failed verification after {most} refusals.", agent=agent, most=MOST_REFUSALS
        )
    else:
        head = say("Renkei would have refused the result of {agent} (observe mode):", agent=agent)
    return "\n".join([head, *_breaches(judgement, say)])


def _agent_came_back(hub: Hub, given: Input, say: Say) -> Input | None:
    """RES-8: the one who started the agent is told that its sure result wants a second look."""
    if due := _due(hub, given, say):
        return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": due}}
    return None


def _lead_stopped(hub: Hub, given: Input, say: Say) -> Input | None:
    """RES-8, enforced: the work does not end before that look, but nobody is asked twice."""
    if given.get("stop_hook_active"):
        return None
    due = _due(hub, given, say)
    return {"decision": "block", "reason": due} if due else None


def _due(hub: Hub, given: Input, say: Say) -> str | None:
    with hub.read() as view:
        agents = verification_due(view, str(given.get("session_id", "")), VERIFIER)
    if not agents:
        return None
    return say(
        "Renkei: the result of {agents} is stated with a confidence of 85 or more. Start {verifier} on its references "
        "before you build on it.",
        agents=", ".join(agents),
        verifier=VERIFIER,
    )
