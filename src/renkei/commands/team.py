"""Members of the team: joining, leaving, credentials."""

from renkei.board.tables import ChannelRow, PersonRow, TokenRow
from renkei.board.team import find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.errors import BadInput, NotFound
from renkei.policy.access import KEYS_ARE_A_PERSONS, TEAM_IS_LED
from renkei.policy.identity import new_token, token_digest
from renkei.protocol.actors import RESERVED_NAMES
from renkei.protocol.base import FilledText, Name, Text
from renkei.protocol.events import AgentAdded, AgentRemoved, TokenIssued, TokenRevoked
from renkei.protocol.terms import BoardAction


class AddAgent(Command):
    """A member joins the team. Adding the same member again changes nothing."""

    tag = "AddAgent"
    who = TEAM_IS_LED

    name: Name
    role: FilledText
    model: FilledText | None = None

    def decide(self, context: CommandContext) -> Outcome:
        if self.name.lower() in RESERVED_NAMES:
            raise BadInput("{name} is a name of Renkei's own. Choose another for the agent.", name=self.name)
        if context.view.get(PersonRow, self.name):
            raise BadInput(
                "{name} is one of the people of the page. Choose another name for the agent.", name=self.name
            )
        if context.view.get(ChannelRow, self.name):
            raise BadInput("{name} is a channel already. Choose another name for the agent.", name=self.name)
        present = find_member(context.view, self.name)
        if present and (present.role, present.model) == (self.role, self.model):
            return Outcome()
        action: BoardAction = "member changed" if present else "member added"
        return Outcome(events=(AgentAdded(agent=self.name, role=self.role, model=self.model, action=action),))


class RemoveAgent(Command):
    tag = "RemoveAgent"
    who = TEAM_IS_LED

    name: Text

    def decide(self, context: CommandContext) -> Outcome:
        _require_member(context, self.name)
        return Outcome(events=(AgentRemoved(agent=self.name, action="member removed"),))


class IssueToken(Command):
    """A new credential for an agent outside; older ones of that agent stop working."""

    tag = "IssueToken"
    who = KEYS_ARE_A_PERSONS

    name: Text
    expires: int | None = None
    """In seconds since 1970."""

    def decide(self, context: CommandContext) -> Outcome:
        _require_member(context, self.name)
        token = new_token()
        issued = TokenIssued(agent=self.name, digest=token_digest(token), expires=self.expires)
        return Outcome(events=(issued,), secret=token)


class RevokeToken(Command):
    """An agent's credential stops working; where it has none, nothing changes."""

    tag = "RevokeToken"
    who = KEYS_ARE_A_PERSONS

    name: Text

    def decide(self, context: CommandContext) -> Outcome:
        _require_member(context, self.name)
        held = list(context.view.select(TokenRow, order="seq", agent=self.name))
        return Outcome(events=(TokenRevoked(agent=self.name),) if held else ())


def _require_member(context: CommandContext, name: str) -> None:
    if find_member(context.view, name) is None:
        raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=name)
