"""Who is on the team, and the rules in force."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import Folds, Stamp, record_change, require_row
from renkei.board.tables import AgentRow, PersonRow, RuleSetRow, TokenRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Delete, Put
from renkei.protocol.events import (
    AgentAdded,
    AgentRemoved,
    PersonAdded,
    PersonRemoved,
    RuleSetAdopted,
    TokenIssued,
    TokenRevoked,
)


def _rule_set_adopted(view: View, event: RuleSetAdopted, stamp: Stamp) -> Iterable[Change]:
    yield from [Delete(RuleSetRow, (row.digest,)) for row in view.select(RuleSetRow, order="seq")]
    yield Put(RuleSetRow(digest=event.digest, seq=stamp.seq))


def _agent_added(view: View, event: AgentAdded, stamp: Stamp) -> Iterable[Change]:
    old = view.get(AgentRow, event.agent)
    yield Put(AgentRow(id=event.agent, role=event.role, model=event.model, member=True, seq=stamp.seq))
    was = old.role if old and old.member else None
    yield record_change(stamp, action=event.action, path=f"agents.{event.agent}", old=was, new=event.role)


def _agent_removed(view: View, event: AgentRemoved, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(AgentRow, event.agent), stamp)
    yield Put(replace(row, member=False))
    yield from _revoke_tokens(view, event.agent)
    yield record_change(stamp, action=event.action, path=f"agents.{event.agent}", old=row.role, new=None)


def _token_issued(view: View, event: TokenIssued, stamp: Stamp) -> Iterable[Change]:
    yield from _revoke_tokens(view, event.agent)
    yield Put(TokenRow(digest=event.digest, agent=event.agent, seq=stamp.seq, expires=event.expires))


def _token_revoked(view: View, event: TokenRevoked, stamp: Stamp) -> Iterable[Change]:
    return _revoke_tokens(view, event.agent)


def _revoke_tokens(view: View, agent: str) -> Iterable[Change]:
    return [Delete(TokenRow, (row.digest,)) for row in view.select(TokenRow, order="seq", agent=agent)]


def _person_added(view: View, event: PersonAdded, stamp: Stamp) -> Iterable[Change]:
    yield Put(PersonRow(name=event.person, role=event.role, digest=event.digest, expires=event.expires, seq=stamp.seq))


def _person_removed(view: View, event: PersonRemoved, stamp: Stamp) -> Iterable[Change]:
    yield Delete(PersonRow, (event.person,))


TEAM_FOLDS: Final[Folds] = {
    RuleSetAdopted: _rule_set_adopted,
    AgentAdded: _agent_added,
    AgentRemoved: _agent_removed,
    TokenIssued: _token_issued,
    TokenRevoked: _token_revoked,
    PersonAdded: _person_added,
    PersonRemoved: _person_removed,
}
