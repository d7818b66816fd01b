"""People who may open the page under a name: letting them in, and finding out who shows a credential."""

import time
from typing import Any

from renkei.app.project import Project
from renkei.app.team import LIFE, expiry_of, timestamp_of
from renkei.board.tables import PersonRow
from renkei.commands.people import AddPerson, RemovePerson
from renkei.policy.identity import token_digest
from renkei.protocol.actors import PERSON, Actor, Role, normal_name, person_by_page
from renkei.protocol.documents import validate_model
from renkei.values import value


@value
class Visitor:
    """Who looks at the page."""

    actor: Actor
    role: Role
    digest: str | None = None
    """Of the credential that they came in with; None for whoever started the server."""

    @property
    def name(self) -> str | None:
        return self.actor.guest


OWNER = Visitor(actor=PERSON, role="operator")


@value
class Invitation:
    """Somebody's credential; shown once, and older ones of theirs stop working."""

    name: str
    role: Role
    secret: str
    until: str | None


def add_person(project: Project, name: str, *, role: str, life: str = LIFE, actor: Actor | None = None) -> Invitation:
    """Lets somebody open the page: `viewer` looks, `operator` acts.

    Raises:
        BadInput: there is no such role, or that is no time.
    """
    expires = expiry_of(life)
    command = validate_model(AddPerson, {"name": name, "role": role, "expires": expires})
    outcome = project.commit(command, actor=actor or project.actor())
    return Invitation(name=command.name, role=command.role, secret=outcome.secret or "", until=timestamp_of(expires))


def remove_person(project: Project, name: str, *, actor: Actor | None = None) -> str:
    name = normal_name(name)
    project.do(validate_model(RemovePerson, {"name": name}), actor=actor or project.actor())
    return name


def list_people(project: Project) -> list[dict[str, Any]]:
    """In the order in which they were let in."""
    with project.reader.read() as view:
        rows = view.select(PersonRow, order="seq")
    now = time.time()
    return [
        {"name": row.name, "role": row.role, "until": timestamp_of(row.expires), "live": _is_live(row, now)}
        for row in rows
    ]


def find_visitor(project: Project, token: str) -> Visitor | None:
    """Whose credential it is; agents' are none here."""
    with project.reader.read() as view:
        rows = view.select(PersonRow, order="seq", digest=token_digest(token))
    return _visitor(rows[0]) if rows else None


def find_returning(project: Project, name: str, digest: str) -> Visitor | None:
    """Somebody who came in before with a credential of this digest, if it is still theirs."""
    with project.reader.read() as view:
        row = view.get(PersonRow, name)
    return _visitor(row) if row and row.digest == digest else None


def _visitor(row: PersonRow) -> Visitor | None:
    if not _is_live(row, time.time()):
        return None
    return Visitor(actor=person_by_page(row.name), role=row.role, digest=row.digest)


def _is_live(row: PersonRow, now: float) -> bool:
    return row.expires is None or now < row.expires
