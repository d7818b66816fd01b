"""Members of the team: joining, leaving, credentials."""

from renkei.board.tables import ChannelRow
from renkei.board.team import member
from renkei.errors import BadInput, NotFound
from renkei.handlers.base import Asked, Decision
from renkei.policy.identity import new_token, token_digest
from renkei.protocol.base import RESERVED_NAMES
from renkei.protocol.commands import AddAgent, IssueToken, RemoveAgent
from renkei.protocol.events import AgentAdded, AgentRemoved, TokenIssued


def add_agent(asked: Asked, command: AddAgent) -> Decision:
    if command.name.lower() in RESERVED_NAMES:
        raise BadInput("{name} is a name of Renkei's own. Choose another for the agent.", name=command.name)
    if asked.view.get(ChannelRow, command.name):
        raise BadInput("{name} is a channel already. Choose another name for the agent.", name=command.name)
    present = member(asked.view, command.name)
    if present and (present.role, present.model) == (command.role, command.model):
        return Decision()
    action = asked.say("changed a member") if present else asked.say("added a member")
    return Decision(events=(AgentAdded(agent=command.name, role=command.role, model=command.model, action=action),))


def remove_agent(asked: Asked, command: RemoveAgent) -> Decision:
    _known(asked, command.name)
    return Decision(events=(AgentRemoved(agent=command.name, action=asked.say("removed a member")),))


def issue_token(asked: Asked, command: IssueToken) -> Decision:
    _known(asked, command.name)
    token = new_token()
    return Decision(events=(TokenIssued(agent=command.name, digest=token_digest(token)),), secret=token)


def _known(asked: Asked, name: str) -> None:
    if member(asked.view, name) is None:
        raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=name)
