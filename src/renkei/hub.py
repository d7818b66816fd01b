"""The one door: `do` a request, `read` what is. A change and all it sets off commit together.

Not here: who may (policy), what a command means (handlers), what follows (dispatch), what becomes of the tables
(board).
"""

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import dataclass

from renkei.board.fold import Stamp, fold, refold, stamp_of
from renkei.board.tables import RuleSetRow
from renkei.dispatch import RULE_SET, Cause, Effect, effects
from renkei.errors import BadInput, Refused, Stale
from renkei.eventlog.base import EventLog, Transaction, View
from renkei.eventlog.records import Draft, Record, canonical, is_of_command
from renkei.handlers import decide
from renkei.handlers.base import MOST_EVENTS, Asked, Note
from renkei.kit.words import Say, speaker
from renkei.policy import identity, rules
from renkei.protocol.commands import SYSTEM, Actor, Command, Request
from renkei.protocol.events import BlockerAdded, BodyRedacted, Event, MessagePosted, RuleRefused, RuleSetAdopted


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What became of a request."""

    seq: int
    """Where the log ended when it was done."""
    id: str | None = None
    """The message's id, or that of the first event; None when nothing had to change."""
    notes: tuple[Note, ...] = ()
    secret: str | None = None
    replayed: bool = False
    """The same request had been carried out before, under the same key."""


class Hub:
    """Carries requests out on a log."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        if log.stale:
            with log.write() as tx:
                refold(tx)

    @property
    def log(self) -> EventLog:
        return self._log

    def read(self) -> AbstractContextManager[View]:
        """One consistent state of everything."""
        return self._log.read()

    def identify(self, *, as_name: str | None = None, token: str | None = None) -> Actor:
        """Who acts: see `policy.identity`."""
        with self.read() as view:
            return identity.resolve(view, as_name=as_name, token=token)

    def do(self, request: Request) -> Outcome:
        """Carries a request out.

        Raises:
            BadInput, NotFound: nothing was changed.
            Refused: nothing was changed, and the refusal stands in the log.
            StoreError: nothing was changed.
        """
        try:
            with self._log.write() as tx:
                return _carry_out(tx, request)
        except Stale:
            raise
        except Refused as refusal:
            with self._log.write() as tx:
                _record_refusal(tx, request, refusal)
            raise


def _carry_out(tx: Transaction, request: Request) -> Outcome:
    if (done := _done_before(tx, request)) is not None:
        return done
    _check_expected(tx, request)
    rules.check(tx, request.actor, request.command)
    _adopt_rule_set(tx)
    say = speaker(request.lang)
    decision = decide(Asked(view=tx, actor=request.actor, say=say), request.command)
    first = _append_all(tx, request, list(decision.events), say)
    return Outcome(seq=tx.head.seq, id=first, notes=decision.notes, secret=decision.secret)


def _append_all(tx: Transaction, request: Request, events: list[Event], say: Say) -> str | None:
    """Appends the events and all that the rules set off, breadth first; the id of the first."""
    waiting = deque(Effect(event=event, actor=request.actor.name) for event in events)
    root: Record | None = None
    first: str | None = None
    count = 0
    while waiting:
        effect = waiting.popleft()
        event = _numbered(effect.event, tx.head.seq + 1)
        record = tx.append(_draft(event, effect.actor, request, root))
        _take_in(tx, event, stamp_of(record))
        waiting.extend(effects(Cause(event=event, actor=effect.actor, view=tx, say=say)))
        if root is None:
            root, first = record, getattr(event, "id", None) or record.id
        count += 1
        assert count <= MOST_EVENTS, f"the rules never come to rest after {record.type}"
    return first


def _take_in(tx: Transaction, event: Event, stamp: Stamp) -> None:
    if isinstance(event, BodyRedacted):
        tx.redact(event.events)
        refold(tx)
    else:
        tx.apply(fold(tx, event, stamp))


def _numbered(event: Event, seq: int) -> Event:
    """Things that Renkei names are named after their place in the log, so that no two are ever the same."""
    if isinstance(event, MessagePosted):
        return event.model_copy(update={"id": f"MSG-{seq}"})
    if isinstance(event, BlockerAdded):
        return event.model_copy(update={"id": f"BLK-{seq}"})
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
        cause=None if root is None else root.seq,
        key=request.key if is_first else None,
        command=_written(request.command) if is_first and request.key else None,
    )


def _written(command: Command) -> str:
    return canonical([type(command).__name__, command.model_dump()])


def _done_before(tx: Transaction, request: Request) -> Outcome | None:
    record = tx.event_with_key(request.actor.name, request.key) if request.key else None
    if record is None:
        return None
    if not is_of_command(record, _written(request.command)):
        raise BadInput(
            "The key {key!r} was used for another command before (seq {seq}). Use a new key.",
            key=request.key,
            seq=record.seq,
        )
    return Outcome(seq=tx.head.seq, id=record.document().get("id") or record.id, replayed=True)


def _check_expected(tx: Transaction, request: Request) -> None:
    if request.expected_seq is not None and request.expected_seq != tx.head.seq:
        raise Stale(
            "The log has moved: seq {expected} was expected, it is at {seq}. Read again, then repeat.",
            rule="LOG-1",
            expected=request.expected_seq,
            seq=tx.head.seq,
        )


def _adopt_rule_set(tx: Transaction) -> None:
    """The rules in force are an event, so that the log tells why something followed from something."""
    if tx.get(RuleSetRow, RULE_SET.digest) is None:
        _append_system(tx, RuleSetAdopted(digest=RULE_SET.digest, rules=list(RULE_SET.names)))


def _record_refusal(tx: Transaction, request: Request, refusal: Refused) -> None:
    event = RuleRefused(
        rule=refusal.rule, actor=request.actor.name, action=type(request.command).__name__, mode="enforce"
    )
    _append_system(tx, event, actor=request.actor)


def _append_system(tx: Transaction, event: Event, actor: Actor = SYSTEM) -> None:
    record = tx.append(Draft(type=type(event).__name__, actor=actor.name, via=actor.via, data=event.model_dump()))
    tx.apply(fold(tx, event, stamp_of(record)))
