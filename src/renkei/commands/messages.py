"""Posting a message: who reads it, what it asks for, and what it answers is settled here, once."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import Field

from renkei.board.posts import find_post, message_id
from renkei.board.read import GENERAL, is_channel
from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow
from renkei.board.tables import AgentRow, DecisionRow, TurnRow
from renkei.board.team import PERSON, SYSTEM, find_member, list_members
from renkei.commands.base import MOST_EVENTS, Command, CommandContext, Outcome
from renkei.commands.delivery_checks import (
    add_deviations,
    check_artifacts,
    check_contract_of_message,
    leave_out_artifacts,
)
from renkei.commands.insights import capture_insights
from renkei.commands.message_acts import acts_of, find_settled_debts, unknown_references
from renkei.errors import BadInput, NotFound, Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.playbooks.states import ENDED
from renkei.policy.access import ALL, CONTRACTS, FIRST_TYPES, KEYS_ARE_A_PERSONS, MESSAGES
from renkei.policy.authority import AskFor, require_authority
from renkei.protocol.actors import NAME_PATTERN, RESERVED_NAMES, find_mentions, may_mention
from renkei.protocol.base import Ref
from renkei.protocol.contracts import Inspection
from renkei.protocol.events import BodyRedacted, MessageBody, MessagePosted
from renkei.protocol.insights import find_insights
from renkei.protocol.messages import DecisionRequest, DecisionResult, Draft, Freeform, Payload, TaskHandoff, TaskResult
from renkei.protocol.terms import EXPECTED_RESPONSES, MESSAGE_TYPES, PRIORITIES, MessageType, Priority
from renkei.values import value

EVERYBODY: Final = frozenset({"all", "*"})
_LEAD: Final = "lead"


@value
class Audience:
    """Who was named, who reads it all the same, and the channel it stands in."""

    direct: tuple[str, ...]
    group: tuple[str, ...]
    channel: str | None


class PostMessage(Command):
    tag = "PostMessage"
    names_artifacts = True
    observed = frozenset({"absent"})

    message: Draft
    absent: list[Ref] = Field(default=[], exclude=True)
    """Files that a result names and that were looked for in vain."""

    def decide(self, context: CommandContext) -> Outcome:
        return post_message(context, self.message, absent=self.absent)

    @property
    def layer_requirement(self) -> tuple[int, str]:
        return _stage_of(self.message), self.message.type

    @property
    def is_step_of_contract(self) -> bool:
        return self.message.type not in ("TASK_RESULT", "TASK_BLOCKED")


def _stage_of(draft: Draft) -> int:
    """From which stage on such a message can be sent."""
    if isinstance(draft.payload, TaskHandoff) and draft.payload.task_contract is not None:
        return CONTRACTS
    return MESSAGES if draft.type in FIRST_TYPES else ALL


class RedactBody(Command):
    """Forgets what a message or event said."""

    tag = "RedactBody"
    who = KEYS_ARE_A_PERSONS

    target: Ref

    def decide(self, context: CommandContext) -> Outcome:
        record = _find_record(context.view, self.target)
        root = record.cause or record.seq
        seqs = [each.seq for each in _records_of_command(context.view, root) if each.body is not None]
        if not seqs:
            return Outcome()
        return Outcome(events=(BodyRedacted(target=self.target, events=seqs),))


def post_message(
    context: CommandContext,
    message: Draft,
    *,
    delivers: bool = False,
    inspection: Inspection | None = None,
    named_by_renkei: bool = False,
    absent: Sequence[str] = (),
) -> Outcome:
    """`delivers`: it is the TASK_RESULT of a contract, which goes to verification, with what was found of it.

    `absent`: artifacts of its that are not there. They are left out: nobody owns what is not there (DEC-25).

    `named_by_renkei`: the id of the decision that it asks for is one that Renkei has given.
    """
    sender = context.actor.name
    draft, found = add_deviations(context, message, inspection) if inspection else (message, [])
    to = resolve_audience(context.view, sender, draft.addresses)
    _check_peers(context.view, sender, (*to.direct, *to.group))
    check_artifacts(context, draft)
    for act in acts_of(context, draft, delivers=delivers):
        require_authority(context.view, sender, act)
    draft, left_out = leave_out_artifacts(draft, absent)
    _check_decision(context, draft.payload)
    if isinstance(draft.payload, DecisionRequest):
        require_authority(context.view, sender, _ask_act(draft.payload, to, named_by_renkei=named_by_renkei))
    if isinstance(draft.payload, TaskHandoff | TaskResult):
        check_contract_of_message(context, draft, inspection)
    expects = _resolve_expected(draft)
    readers, called = _find_readers(context.view, sender, to, draft)
    event = MessagePosted.make_trusted(
        id=message_id(context.view.head.seq + 1),
        kind=draft.type,
        sender=sender,
        to=draft.to,
        readers=readers,
        priority=_effective_priority(draft),
        channel=to.channel or (GENERAL if draft.type == "FREEFORM" else None),
        in_reply_to=draft.in_reply_to,
        expects=expects,
        debtors=list(to.direct or to.group) if expects else [],
        settles=find_settled_debts(context.view, sender, draft, readers, list(to.direct)),
        mentioned=called,
        body=_message_body(draft),
    )
    marked = find_insights(_spoken_text(draft))
    insights = capture_insights(context.view, marked, sender) if marked else []
    return Outcome(events=(event, *insights), notes=(*found, *left_out, *unknown_references(context.view, draft)))


def _spoken_text(draft: Draft) -> str:
    said = [getattr(draft.payload, name) for name in _LEAD_FIELDS if hasattr(draft.payload, name)]
    return "\n\n".join(text for text in (draft.context_summary, *said) if text)


def _message_body(draft: Draft) -> MessageBody:
    return MessageBody.make_trusted(
        context_summary=draft.context_summary or _lead_text(draft.payload),
        related_state_refs=[ref.model_dump() for ref in draft.related_state_refs],
        payload=draft.payload.model_dump(by_alias=True),
    )


def _lead_text(payload: Payload) -> str:
    """A summary for a message that came without one: the first line of its first text."""
    texts = (getattr(payload, name) for name in _LEAD_FIELDS if hasattr(payload, name))
    line = next(texts).strip().splitlines()[0]
    return line if len(line) <= 200 else f"{line[:199]}…"


_LEAD_FIELDS = (
    "task_description", "summary", "needed", "question", "rationale", "progress_summary", "conflict_description",
    "content", "body", "artifact_ref",
)  # fmt: skip


def _effective_priority(draft: Draft) -> Priority:
    """FREEFORM says its urgency twice; the higher counts."""
    if isinstance(draft.payload, Freeform):
        return PRIORITIES[min(PRIORITIES.index(draft.priority), PRIORITIES.index(draft.payload.urgency))]
    return draft.priority


def _find_readers(view: View, sender: str, to: Audience, draft: Draft) -> tuple[list[str], list[str]]:
    """Those addressed, and those mentioned in what was said."""
    spoken = draft.payload.body if isinstance(draft.payload, Freeform) else ""
    text = f"{draft.context_summary or ''}\n{spoken}"
    called = (
        find_mentions(text, [row.id for row in list_members(view) if row.id != sender]) if may_mention(text) else []
    )
    return list(dict.fromkeys((*to.direct, *to.group, *called))), called


def _resolve_expected(draft: Draft) -> list[MessageType]:
    """Follows from the type; the sender may narrow it."""
    allowed = EXPECTED_RESPONSES.get(draft.type, ())
    if isinstance(draft.payload, Freeform) and draft.payload.requires_response:
        allowed = MESSAGE_TYPES
    if draft.expected_response_type is None:
        return list(allowed)
    if not draft.expected_response_type or not set(draft.expected_response_type) <= set(allowed):
        raise BadInput(
            "expected_response_type: a {type} can expect {allowed}, not {given}.",
            type=draft.type,
            allowed=" | ".join(allowed) or "-",
            given=" | ".join(draft.expected_response_type) or "-",
        )
    return list(draft.expected_response_type)


def _check_decision(context: CommandContext, payload: Payload) -> None:
    """A decision is asked for once, answered by its owner or a person, with one of its options."""
    if not isinstance(payload, DecisionRequest | DecisionResult):
        return
    decision = context.view.get(DecisionRow, payload.decision_id)
    if decision is None:
        return
    if decision.status == "resolved":
        raise Refused(
            "The decision {id} is resolved already: {resolution}. Ask under a new id.",
            rule="MSG-7",
            id=decision.id,
            resolution=decision.resolution,
        )
    if isinstance(payload, DecisionResult):
        _check_option(context, decision, payload)


def _ask_act(payload: DecisionRequest, to: Audience, *, named_by_renkei: bool) -> AskFor:
    return AskFor(
        decision=payload.decision_id,
        question=payload.question,
        options=tuple(option.label for option in payload.options),
        owners=tuple(to.direct or to.group),
        named_by_renkei=named_by_renkei,
    )


def _check_option(context: CommandContext, decision: DecisionRow, payload: DecisionResult) -> None:
    """A person may choose what was not offered, unless a run asks: nothing would follow from it (DEC-30)."""
    labels = [option["label"] for option in decision.options]
    if not labels or payload.chosen_option in labels:
        return
    if has_only_its_options(context.view, decision.id):
        raise BadInput(
            "{option!r} is none of the options of {id} ({labels}). The run goes on with one of these, and with nothing "
            "else.",
            option=payload.chosen_option,
            id=decision.id,
            labels=", ".join(labels),
        )
    if context.actor.name != PERSON:
        raise BadInput(
            "payload.chosen_option: expected one of {labels}, not {chosen!r}.",
            labels=labels,
            chosen=payload.chosen_option,
        )


def has_only_its_options(view: View, decision: str) -> bool:
    """Whether a run asks it about itself; what an agent at work asks is answered freely."""
    ask = view.get(RunAskRow, decision)
    return ask is not None and ask.kind != "question"


def resolve_audience(view: View, sender: str, addresses: list[str]) -> Audience:
    """Resolves the names a message is addressed to.

    Raises:
        BadInput: a name that nobody has, two channels, or nobody but the sender.
    """
    direct = [name for name in addresses if name == PERSON or find_member(view, name)]
    if len(direct) == len(addresses) and sender not in direct:
        return Audience(direct=tuple(direct), group=(), channel=None)
    rest = [name for name in addresses if name not in direct]
    channels = [_resolve_channel(view, name) for name in rest if name not in EVERYBODY]
    if len(channels) > 1:
        raise BadInput("to: expected at most one channel, not {channels}.", channels=", ".join(channels))
    everybody = [row.id for row in list_members(view)] if rest else []
    found = Audience(
        direct=tuple(name for name in direct if name != sender),
        group=tuple(name for name in everybody if name != sender and name not in direct),
        channel=channels[0] if channels else None,
    )
    if not (found.direct or found.group or found.channel):
        raise BadInput("to: {to} is nobody but the sender. Name another agent, `all` or a #channel.", to=addresses)
    return found


def _resolve_channel(view: View, name: str) -> str:
    """`#name` may begin a channel; a bare name has to be one already, else it is a misspelt agent."""
    bare = name.removeprefix("#")
    if name.startswith("#") and NAME_PATTERN.fullmatch(bare):
        if bare != GENERAL and (bare.lower() in RESERVED_NAMES or find_member(view, bare)):
            raise BadInput("to: {name} cannot be a channel: {bare} is the name of somebody.", name=name, bare=bare)
        return bare
    if is_channel(view, name):
        return name
    team = ", ".join(row.id for row in list_members(view)) or "-"
    raise BadInput("to: nobody is called {name!r}. The team: {team}. A channel is written #name.", name=name, team=team)


def _check_peers(view: View, sender: str, readers: Iterable[str]) -> None:
    """An agent of a run may write to its teammates if the playbook lets it, and to the user through the lead alone.

    Raises:
        Refused: its playbook switches peer messages off (DEC-14), or it asks the user itself (ORCH-5).
    """
    if sender in (PERSON, SYSTEM):
        return
    playbook = _find_playbook(view, sender)
    if not playbook or sender == _LEAD:
        return
    if "agent_team" in playbook and PERSON in readers:
        raise Refused(
            "{sender} works in a team and does not write to the user itself. Say to the lead: "
            "The user has to be asked: QUESTION",
            rule="ORCH-5",
            sender=sender,
        )
    if playbook.get("peer_messages", True):
        return
    others = [name for name in readers if name != sender and not _is_lead(view, name)]
    if others:
        raise Refused(
            "In this run agents do not write to each other: {sender} may write to the lead, not to {others}.",
            rule="DEC-14",
            sender=sender,
            others=", ".join(others),
        )


def _find_playbook(view: View, sender: str) -> dict[str, Any] | None:
    """That of the run in which it is at work."""
    turn = view.get(TurnRow, sender)
    run = view.get(RunRow, turn.run) if turn and turn.run and turn.attempts else None
    plan = view.get(RunPlanRow, run.id) if run and run.state not in ENDED else None
    return plan.playbook if plan else None


def _is_lead(view: View, name: str) -> bool:
    row = view.get(AgentRow, name)
    return name in (_LEAD, PERSON, SYSTEM) or (row is not None and row.role == _LEAD)


def _find_record(view: View, target: str) -> Record:
    """The event of a message id (MSG-7) or an event id (E-7)."""
    message = find_post(view, target)
    found = view.event(message.seq if message else _seq_of_event_id(target))
    if found is None:
        raise NotFound("There is no message or event {target}.", target=target)
    return found


def _seq_of_event_id(target: str) -> int:
    kind, _, number = target.partition("-")
    return int(number) if kind == "E" and number.isdecimal() else 0


def _records_of_command(view: View, root: int) -> list[Record]:
    """The event and all that it set off: they stand next to each other, for they were committed together."""
    found: list[Record] = []
    for record in view.events(after=root - 1, limit=MOST_EVENTS):
        if record.seq != root and record.cause != root:
            break
        found.append(record)
    return found
