"""Who acts: the one place that decides it. A token makes the caller that agent and nobody else."""

import hashlib
from typing import TYPE_CHECKING

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import TokenRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.lazy import lazy
from renkei.playbooks.states import ENDED
from renkei.protocol.actors import NAME_PATTERN, Actor, normal_name
from renkei.protocol.actors import PERSON as A_PERSON

if TYPE_CHECKING:
    from secrets import token_urlsafe
else:
    token_urlsafe = lazy("secrets:token_urlsafe")


def resolve_actor(view: View, *, as_name: str | None, token: str | None) -> Actor:
    """The actor behind a credential or, without one, behind a person's terminal and its `--as`.

    A credential that is there and empty is no person's terminal: an agent could make itself one with it.
    """
    name = normal_name(as_name) if as_name else None
    if token is not None:
        return _token_holder(view, token, name)
    if name is None or name == PERSON:
        return A_PERSON
    if name == SYSTEM:
        raise Refused("Nobody acts as 'system' but Renkei itself.", rule="ACTOR-1")
    if not NAME_PATTERN.fullmatch(name) or find_member(view, name) is None:
        raise NotFound("No agent is called {name}. Add it with: renkei agent add {name} --role ROLE", name=name)
    return Actor(name=name, via="terminal")


def new_token() -> str:
    return f"rnk_{token_urlsafe(32)}"


def token_digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _token_holder(view: View, token: str, name: str | None) -> Actor:
    agent = _agent_of(view, token_digest(token)) if token else None
    if agent is None:
        raise Refused(
            "The token in RENKEI_TOKEN is not valid here: it is empty, a newer one has replaced it, its agent has left "
            "the team, or the task that it was made for is over. A person can mint one with: renkei agent token NAME",
            rule="ACTOR-1",
        )
    if name not in (None, agent):
        raise Refused(
            "This is {agent}'s token: {agent} may not act as {name}. A person may, without the token.",
            rule="ACTOR-1",
            agent=agent,
            name=name,
        )
    return Actor(name=agent, via="token")


def _agent_of(view: View, digest: str) -> str | None:
    """Whose credential it is: one that a person minted, or that of an attempt at a task which is still at work."""
    if minted := view.get(TokenRow, digest):
        return minted.agent
    attempts = view.select(RunTaskRow, order="token", credential=digest, state="running")
    return next((each.agent for each in attempts if _is_at_work(view, each)), None)


def _is_at_work(view: View, attempt: RunTaskRow) -> bool:
    """Whoever takes a run on later shuts out the agents of whoever held it before."""
    run = view.get(RunRow, attempt.run)
    is_current = run is not None and run.state not in ENDED and run.lease == attempt.lease
    return is_current and find_member(view, attempt.agent) is not None
