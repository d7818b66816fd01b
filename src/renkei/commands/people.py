"""People with a name of their own: who may open the page from elsewhere, and what they may do there."""

from renkei.board.tables import PersonRow
from renkei.board.team import find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.errors import BadInput, NotFound
from renkei.policy.access import KEYS_ARE_A_PERSONS
from renkei.policy.identity import new_token, token_digest
from renkei.protocol.actors import RESERVED_NAMES, Role
from renkei.protocol.base import Name, Text
from renkei.protocol.events import PersonAdded, PersonRemoved


class AddPerson(Command):
    """Somebody may open the page. Added again, they get a new credential, and the older one stops working."""

    tag = "AddPerson"
    who = KEYS_ARE_A_PERSONS

    name: Name
    role: Role
    expires: int | None = None
    """In seconds since 1970."""

    def decide(self, context: CommandContext) -> Outcome:
        if self.name.lower() in RESERVED_NAMES:
            raise BadInput("{name} is a name of Renkei's own. Choose another.", name=self.name)
        if find_member(context.view, self.name):
            raise BadInput("{name} is an agent of the team. Choose another name for the person.", name=self.name)
        token = new_token()
        added = PersonAdded(person=self.name, role=self.role, digest=token_digest(token), expires=self.expires)
        return Outcome(events=(added,), secret=token)


class RemovePerson(Command):
    """Their credential stops working, and what they have open with it, too."""

    tag = "RemovePerson"
    who = KEYS_ARE_A_PERSONS

    name: Text

    def decide(self, context: CommandContext) -> Outcome:
        if context.view.get(PersonRow, self.name) is None:
            raise NotFound("Nobody is called {name}. `renkei person list` shows who may open the page.", name=self.name)
        return Outcome(events=(PersonRemoved(person=self.name),))
