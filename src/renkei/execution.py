"""One request within a transaction: decided, appended with all that follows from it, folded into the tables.

Not here: who may (policy), what a command leads to (commands), what follows (dispatch), what becomes of the tables
(board).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from renkei.board.fold import fold_event, refold_tables, stamp_of
from renkei.board.folds.base import Stamp
from renkei.board.posts import message_id
from renkei.board.tables import ContractRow, RuleSetRow
from renkei.commands.base import (
    MOST_EVENTS,
    Command,
    CommandContext,
    Note,
    Outcome,
    Request,
    count_steps,
    with_names_in_project,
)
from renkei.dispatch import BUILT_IN, Cause, Dispatch, Effect, RuleSet
from renkei.errors import BadInput, NotFound, Refused, RenkeiError, Stale
from renkei.eventlog.base import Transaction, View
from renkei.eventlog.records import Draft, Record, canonical_json, is_of_command, utc_now
from renkei.eventlog.tables import Change
from renkei.kit.words import Say, speaker
from renkei.policy.access import check_access, check_layer
from renkei.protocol.actors import SYSTEM, Actor
from renkei.protocol.events import (
    BlockerAdded,
    BodyRedacted,
    ContractOffered,
    Event,
    MessagePosted,
    RuleRefused,
    RuleSetAdopted,
)
from renkei.protocol.spend import Spend
from renkei.values import value


class WrittenEvent(NamedTuple):
    """An event in the log, and what it changed in the tables."""

    record: Record
    changes: list[Change]


@value
class CommitResult:
    """What became of a request."""

    seq: int
    """Where the log ended when it was done."""
    id: str | None = None
    """The message's id, or that of the first event; None when nothing had to change."""
    notes: tuple[Note, ...] = ()
    secret: str | None = None
    replayed: bool = False
    """The same request had been carried out before, under the same key."""
    written: tuple[WrittenEvent, ...] = ()


@value
class Execution:
    """How requests are carried out in a project."""

    layers: int
    rule_set: RuleSet | None
    """None: the built-in rules."""
    contracts_required: bool
    turns_required: bool
    roots: tuple[str, ...]
    price: Callable[[Spend], Spend] | None = None
    """None: nothing has a price but what is reported with one."""

    def attempt(self, tx: Transaction, request: Request) -> CommitResult | RenkeiError:
        """Carries a request out, whole or not at all; a refusal stands in the log."""
        try:
            with tx.begin_nested():
                return self._execute(tx, request)
        except (BadInput, NotFound, Stale) as error:
            return error
        except Refused as refusal:
            record_refusal(tx, request, refusal)
            return refusal

    def authorize(self, view: View, request: Request) -> None:
        """Decides a request and changes nothing."""
        if _find_replay(view, request) is None:
            _check_allowed(view, request, self.layers)
            self._decide(self._context(view, request), request.command)

    def _execute(self, tx: Transaction, request: Request) -> CommitResult:
        if (done := _find_replay(tx, request)) is not None:
            return done
        _check_allowed(tx, request, self.layers)
        rule_set = self.rule_set or BUILT_IN
        _adopt_rule_set(tx, rule_set)
        context = self._context(tx, request)
        outcome = self._decide(context, request.command)
        dispatch = Dispatch(rule_set, layers=self.layers)
        first, written = _append_all(tx, request, list(outcome.events), dispatch, context.say)
        return CommitResult(
            seq=tx.head.seq, id=first, notes=outcome.notes, secret=outcome.secret, written=tuple(written)
        )

    def _decide(self, context: CommandContext, command: Command) -> Outcome:
        named = with_names_in_project(command, self.roots)
        outcome = named.decide(context)
        steps = count_steps(context, named) if outcome.events else []
        return replace(outcome, events=(*outcome.events, *steps)) if steps else outcome

    def _context(self, view: View, request: Request) -> CommandContext:
        return CommandContext(
            view=view,
            actor=request.actor,
            say=speaker(request.lang),
            layers=self.layers,
            contracts_required=self.contracts_required,
            turns_required=self.turns_required,
            roots=self.roots,
            today=utc_now()[: len("2026-05-01")],
            **({"price": self.price} if self.price else {}),
        )


def _check_allowed(view: View, request: Request, on: int) -> None:
    _check_expected_seq(view, request)
    command = request.command
    needed, what = command.layer_requirement
    check_layer(on, needed, what)
    check_access(command.who, view, request.actor, command)


def _append_all(
    tx: Transaction, request: Request, events: list[Event], dispatch: Dispatch, say: Say
) -> tuple[str | None, list[WrittenEvent]]:
    """Appends the events and all that the rules set off; the id of the first, and all that was written.

    In waves: the rules look at an event when all that came about together with it stands, too.
    """
    wave = [Effect(event=event, actor=request.actor.name) for event in events]
    root: Record | None = None
    first: str | None = None
    beginning: Cause | None = None
    is_at_rest = False
    written: list[WrittenEvent] = []
    while wave:
        causes: list[tuple[Cause, tuple[str, ...]]] = []
        for effect in wave:
            event = _name_event(effect.event, tx)
            record = tx.append(_draft(event, effect.actor, request, root))
            if isinstance(event, MessagePosted):
                _check_size(record)
            written.append(WrittenEvent(record, _apply_event(tx, event, stamp_of(record), dispatch)))
            if root is None:
                root, first = record, getattr(event, "id", None) or record.id
            cause = Cause(
                event=event, seq=record.seq, root=root.seq, actor=effect.actor, view=tx, say=say, lang=request.lang
            )
            causes.append((cause, effect.chain))
        _check_rest(written)
        beginning = beginning or causes[0][0]
        wave = [effect for cause, chain in causes for effect in dispatch.effects(cause, chain)]
        if not wave and not is_at_rest:
            wave, is_at_rest = dispatch.final_effects(beginning), True
    return first, written


def _check_rest(written: list[WrittenEvent]) -> None:
    """A message can name thousands of things, and rules of a team can set each other off for ever."""
    if len(written) > MOST_EVENTS:
        raise BadInput(
            "This sets off more than {most} events, the last of them {last}. Send less at once; if it is little, rules "
            "set each other off: `renkei rules` shows them.",
            most=MOST_EVENTS,
            last=written[-1].record.type,
        )


def _apply_event(tx: Transaction, event: Event, stamp: Stamp, dispatch: Dispatch) -> list[Change]:
    if isinstance(event, BodyRedacted):
        tx.redact(event.events)
        refold_tables(tx)
        return []
    changes = fold_event(tx, event, stamp)
    dispatch.remember(tx, changes)
    tx.apply(changes)
    return changes


def _name_event(event: Event, tx: Transaction) -> Event:
    """Things that Renkei names are named after their place in the log, so that no two are ever the same."""
    seq = tx.head.seq + 1
    if isinstance(event, MessagePosted):
        return event if event.id == message_id(seq) else event.model_copy(update={"id": message_id(seq)})
    if isinstance(event, BlockerAdded):
        return event.model_copy(update={"id": f"BLK-{seq}"})
    if isinstance(event, ContractOffered) and not event.id:
        # Whoever offers a contract may choose its id, and may have chosen this one.
        taken = tx.get(ContractRow, f"TC-{seq}") is not None
        return event.model_copy(update={"id": f"TC-{seq}-1" if taken else f"TC-{seq}"})
    return event


def _draft(event: Event, actor: str, request: Request, root: Record | None) -> Draft:
    data = event.model_dump(by_alias=True)
    is_first = root is None
    return Draft(
        type=type(event).__name__,
        actor=actor,
        via=request.actor.via if actor == request.actor.name else SYSTEM.via,
        body=data.pop("body", None),
        data=data,
        run=data.get("run"),
        cause=None if root is None else root.seq,
        key=request.key if is_first else None,
        command=_serialize(request.command) if is_first and request.key else None,
    )


def _serialize(command: Command) -> str:
    return canonical_json([command.tag, command.model_dump()])


def _find_replay(tx: View, request: Request) -> CommitResult | None:
    record = tx.event_with_key(request.actor.name, request.key) if request.key else None
    if record is None:
        return None
    if not is_of_command(record, _serialize(request.command)):
        raise BadInput(
            "The key {key!r} was used for another command before (seq {seq}). Use a new key.",
            key=request.key,
            seq=record.seq,
        )
    return CommitResult(seq=tx.head.seq, id=record.document().get("id") or record.id, replayed=True)


def _check_expected_seq(tx: View, request: Request) -> None:
    if request.expected_seq is not None and request.expected_seq != tx.head.seq:
        raise Stale(
            "The log has moved: seq {expected} was expected, it is at {seq}. Read again, then repeat.",
            rule="LOG-1",
            expected=request.expected_seq,
            seq=tx.head.seq,
        )


def _adopt_rule_set(tx: Transaction, rule_set: RuleSet) -> None:
    """The rules in force are an event, so that the log tells why something followed from something."""
    if tx.get(RuleSetRow, rule_set.digest) is None:
        team = rule_set.team.digest if rule_set.team else None
        _append_system(tx, RuleSetAdopted(digest=rule_set.digest, rules=list(rule_set.names), team=team))


def record_refusal(tx: Transaction, request: Request, refusal: Refused) -> None:
    """A rule said no: that stands in the log, whatever becomes of the rest."""
    event = RuleRefused(rule=refusal.rule, actor=request.actor.name, action=request.command.tag, mode="enforce")
    _append_system(tx, event, actor=request.actor)


def _append_system(tx: Transaction, event: Event, actor: Actor = SYSTEM) -> None:
    record = tx.append(Draft(type=type(event).__name__, actor=actor.name, via=actor.via, data=event.model_dump()))
    tx.apply(fold_event(tx, event, stamp_of(record)))


MAX_MESSAGE_BYTES: Final = 1024 * 1024
"""A message is for reading; what is larger belongs in a file that the message names."""


def _check_size(record: Record) -> None:
    """Refuses a message that says too much; looked at where it stands, for there it has been written down."""
    said = record.body or ""
    if len(said) > MAX_MESSAGE_BYTES // 4 and (size := len(said.encode())) > MAX_MESSAGE_BYTES:
        raise BadInput(
            "The message is {size} bytes; at most {limit} are taken. Put long content in a file and name the file.",
            size=size,
            limit=MAX_MESSAGE_BYTES,
        )
