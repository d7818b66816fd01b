"""Members of the team and their credentials."""

import re
import time
from datetime import UTC, datetime
from typing import Final

from renkei.app.project import Project
from renkei.board import team
from renkei.board.tables import TokenRow
from renkei.commands.team import AddAgent, IssueToken, RemoveAgent, RevokeToken
from renkei.errors import BadInput
from renkei.policy.identity import is_live
from renkei.protocol.actors import Actor, normal_name
from renkei.protocol.documents import validate_model
from renkei.sentence import Parameter
from renkei.values import value


@value
class TokenState:
    """Whether a member's credential works, and until when."""

    live: bool
    until: str | None
    """None for one that does not end by itself."""


@value
class Member:
    name: str
    role: str
    model: str | None = None
    token: TokenState | None = None
    """Of the credential that a person minted, if there is one; those of attempts are not looked at."""


@value
class Joined:
    """A member that was added or changed, or stood there like that already."""

    member: Member
    is_changed: bool


@value
class Token:
    """A member's credential; shown once, and older ones stop working."""

    agent: str
    secret: str
    until: str | None


LIFE: Final = "30d"
"""How long a credential works unless somebody says otherwise."""

_LIVES: Final = re.compile(r"([1-9][0-9]{0,5})([mhd])")
_SECONDS: Final = {"m": 60, "h": 3600, "d": 86400}


def add_agent(
    project: Project, name: str, *, role: str, model: str | None = None, actor: Actor | None = None
) -> Joined:
    """Takes an agent into the team; whether that changed anything."""
    command = validate_model(AddAgent, {"name": name, "role": role, "model": model})
    done = project.do(command, actor=actor or project.actor())
    member = Member(name=command.name, role=command.role, model=command.model)
    return Joined(member=member, is_changed=done.id is not None)


def list_agents(project: Project) -> list[Member]:
    """The team, in the order in which it joined."""
    with project.reader.read() as view:
        tokens = {row.agent: row for row in view.select(TokenRow, order="seq")}
        return [
            Member(name=row.id, role=row.role, model=row.model, token=_token_state(tokens.get(row.id)))
            for row in team.list_members(view)
        ]


def _token_state(row: TokenRow | None) -> TokenState | None:
    return TokenState(live=is_live(row, time.time()), until=timestamp_of(row.expires)) if row else None


def timestamp_of(seconds: int | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def remove_agent(project: Project, name: str, *, actor: Actor | None = None) -> str:
    """Takes a member off the team; its name. What it said stays in the log."""
    name = normal_name(name)
    project.do(validate_model(RemoveAgent, {"name": name}), actor=actor or project.actor())
    return name


def issue_token(project: Project, name: str, *, life: str = LIFE, actor: Actor | None = None) -> Token:
    """A new credential, which works for a while: `90m`, `8h`, `30d`, or `never` for one that does not end by itself.

    Raises:
        BadInput: that is no time.
    """
    name, expires = normal_name(name), expiry_of(life)
    outcome = project.commit(
        validate_model(IssueToken, {"name": name, "expires": expires}), actor=actor or project.actor()
    )
    return Token(agent=name, secret=outcome.secret or "", until=timestamp_of(expires))


def revoke_token(project: Project, name: str, *, actor: Actor | None = None) -> bool:
    """Whether there was one that worked until now."""
    return (
        project.do(validate_model(RevokeToken, {"name": normal_name(name)}), actor=actor or project.actor()).id
        is not None
    )


def expiry_of(life: str) -> int | None:
    """When a credential ends, in seconds since 1970. Raises: BadInput, for what is no time."""
    if life == "never":
        return None
    if found := _LIVES.fullmatch(life):
        return int(time.time()) + int(found[1]) * _SECONDS[found[2]]
    raise BadInput(
        "{option}: expected a time such as 90m, 8h or 30d, or never, not {life!r}.",
        option=Parameter("life"),
        life=life,
    )
