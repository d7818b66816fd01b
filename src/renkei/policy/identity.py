"""Who acts: the one place that decides it. A token makes the caller that agent and nobody else."""

import hashlib

from renkei.board.tables import TokenRow
from renkei.board.team import PERSON, SYSTEM, member
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.protocol.base import NAME_PATTERN, normal_name
from renkei.protocol.commands import PERSON as A_PERSON
from renkei.protocol.commands import Actor


def resolve(view: View, *, as_name: str | None, token: str | None) -> Actor:
    """The actor behind a credential or, without one, behind a person's terminal and its `--as`."""
    name = normal_name(as_name) if as_name else None
    if token:
        return _token_holder(view, token, name)
    if name is None or name == PERSON:
        return A_PERSON
    if name == SYSTEM:
        raise Refused("Nobody acts as 'system' but Renkei itself.", rule="ACTOR-1")
    if not NAME_PATTERN.fullmatch(name) or member(view, name) is None:
        raise NotFound("No agent is called {name}. Add it with: renkei agent add {name} --role ROLE", name=name)
    return Actor(name=name, via="terminal")


def token_digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _token_holder(view: View, token: str, name: str | None) -> Actor:
    row = view.get(TokenRow, token_digest(token))
    if row is None:
        raise Refused(
            "The token in RENKEI_TOKEN is not valid here; a newer one may have replaced it. "
            "A person can mint one with: renkei agent token NAME",
            rule="ACTOR-1",
        )
    if name not in (None, row.agent):
        raise Refused(
            "This is {agent}'s token: {agent} may not act as {name}. A person may, without the token.",
            rule="ACTOR-1",
            agent=row.agent,
            name=name,
        )
    return Actor(name=row.agent, via="token")
