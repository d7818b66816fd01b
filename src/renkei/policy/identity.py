"""Who acts: the one place that decides it. A token makes the caller that agent and nobody else."""

import hashlib
from math import inf
from typing import TYPE_CHECKING, Final

from renkei.agent_trees import Tree
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import TokenRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.errors import BadInput, NotFound, Refused
from renkei.eventlog.base import View
from renkei.lazy import lazy
from renkei.playbooks.states import ENDED
from renkei.protocol.actors import NAME_PATTERN, Actor, normal_name
from renkei.protocol.actors import PERSON as A_PERSON
from renkei.values import value

if TYPE_CHECKING:
    from secrets import token_urlsafe
else:
    token_urlsafe = lazy("secrets:token_urlsafe")


@value
class Surroundings:
    """What is known of a caller beside what it says of itself."""

    token: str | None = None
    """The credential that it shows. One that is there and empty is no person's terminal."""
    tree: Tree = Tree(is_inside=False)
    """Whose process it is."""
    granted: str | None = None
    """The agent that a client's hook has let give this one command."""
    is_ambiguous: bool = False
    """It let two agents give it."""
    now: float = inf
    """In seconds since 1970. Who does not say when it is shows no credential that ends."""


NOBODY_AROUND: Final = Surroundings()
"""A person's own terminal."""


def resolve_actor(view: View, *, as_name: str | None, around: Surroundings) -> Actor:
    """The actor behind a credential, else behind the one command that was granted, else behind a person's terminal and
    its `--as`. Inside an agent's or a client's process tree nobody is known to be a person (DEC-51)."""
    name = None if as_name is None else normal_name(as_name)
    if name == "":
        raise BadInput("--as: the name is empty, and nobody is called so. Name an agent, or leave it out.")
    if around.token and (agent := _token_holder(view, around)):
        return _require_own_name(Actor(name=agent, via="token"), name)
    if around.tree.is_inside:
        return _granted_actor(view, name, around)
    if around.token is not None:
        raise Refused(
            "The token in RENKEI_TOKEN is not valid here: it is empty or too old, a newer one has replaced it, its "
            "agent has left the team, the task that it was made for is over, or this is no process of that task. A "
            "person can mint one with: renkei agent token NAME",
            rule="ACTOR-1",
        )
    if name is None or name == PERSON:
        return A_PERSON
    if name == SYSTEM:
        raise Refused("Nobody acts as 'system' but Renkei itself.", rule="ACTOR-1")
    if not NAME_PATTERN.fullmatch(name) or find_member(view, name) is None:
        raise NotFound("No agent is called {name}. Add it with: renkei agent add {name} --role ROLE", name=name)
    return Actor(name=name, via="terminal")


TOKEN_FORM: Final = "rnk_[A-Za-z0-9_-]{43}"  # noqa: S105 - of none in particular
"""What `new_token` makes, as a pattern that git takes, too."""


def new_token() -> str:
    return f"rnk_{token_urlsafe(32)}"


def token_digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _granted_actor(view: View, name: str | None, around: Surroundings) -> Actor:
    """Who gives a command inside an agent's or a client's process tree, and shows no valid credential."""
    if around.is_ambiguous:
        raise Refused(
            "Two agents of this client were about to give this same command, and whose it is cannot be told. Give it "
            "again, one after the other.",
            rule="DEC-51",
        )
    if around.granted is not None and find_member(view, normal_name(around.granted)):
        return _require_own_name(Actor(name=normal_name(around.granted), via="hook"), name)
    if around.tree.by_limit:
        raise Refused(
            "This process has a limit of file locks (ulimit -x is not unlimited), by which all that a coding client "
            "starts is known, so nobody here is known to be a person. A shell or a server that was started out of a "
            "client has it, too: use a terminal that was not. If your system sets it for everybody (locks in "
            "/etc/security/limits.conf, LimitLOCKS=, docker --ulimit locks), take that out and log in again.",
            rule="DEC-51",
        )
    raise Refused(
        "This runs inside an agent's or a coding client's process, where nobody is known to be a person, and no valid "
        "token of an agent is here. Reading commands work. An agent acts with its own RENKEI_TOKEN; in a client that "
        "Renkei was set up for, with one plain command `renkei ...` and nothing around it. A person gives it in a "
        "terminal of their own.",
        rule="DEC-51",
    )


def _require_own_name(actor: Actor, name: str | None) -> Actor:
    if name not in (None, actor.name):
        raise Refused(
            "This is {agent}: {agent} may not act as {name}. A person may, in a terminal of their own.",
            rule="DEC-16",
            agent=actor.name,
            name=name,
        )
    return actor


def _token_holder(view: View, around: Surroundings) -> str | None:
    """Whose credential it is, if it is shown where it belongs: that of an attempt in the attempt's own processes, and
    nobody else's there."""
    digest, own = token_digest(around.token or ""), around.tree.attempt
    agent = _agent_of(view, digest, around.now)
    is_taken = digest in around.tree.elsewhere
    is_foreign = own not in (None, digest) and agent != _agent_of(view, str(own), around.now)
    return None if is_taken or is_foreign else agent


def _agent_of(view: View, digest: str, now: float) -> str | None:
    """Whose credential it is: one that a person minted, or that of an attempt at a task which is still at work."""
    if minted := view.get(TokenRow, digest):
        return minted.agent if is_live(minted, now) else None
    attempts = view.select(RunTaskRow, order="token", credential=digest, state="running")
    return next((each.agent for each in attempts if _is_at_work(view, each)), None)


def is_live(token: TokenRow, now: float) -> bool:
    return token.expires is None or now < token.expires


def _is_at_work(view: View, attempt: RunTaskRow) -> bool:
    """Whoever takes a run on later shuts out the agents of whoever held it before."""
    run = view.get(RunRow, attempt.run)
    is_current = run is not None and run.state not in ENDED and run.lease == attempt.lease
    return is_current and find_member(view, attempt.agent) is not None
