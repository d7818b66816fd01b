"""Members of the team and their credentials."""

from renkei.app.project import Project
from renkei.board import team
from renkei.commands.team import AddAgent, IssueToken, RemoveAgent
from renkei.protocol.actors import Actor, normal_name
from renkei.protocol.documents import validate_model
from renkei.values import value


@value
class Member:
    name: str
    role: str
    model: str | None = None


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


def add_agent(
    project: Project, name: str, *, role: str, model: str | None = None, actor: Actor | None = None
) -> Joined:
    command = validate_model(AddAgent, {"name": name, "role": role, "model": model})
    done = project.do(command, actor=actor or project.actor())
    member = Member(name=command.name, role=command.role, model=command.model)
    return Joined(member=member, is_changed=done.id is not None)


def list_agents(project: Project) -> list[Member]:
    """The team, in the order in which it joined."""
    with project.reader.read() as view:
        return [Member(name=row.id, role=row.role, model=row.model) for row in team.list_members(view)]


def remove_agent(project: Project, name: str, *, actor: Actor | None = None) -> str:
    """Takes a member off the team; its name. What it said stays in the log."""
    name = normal_name(name)
    project.do(RemoveAgent(name=name), actor=actor or project.actor())
    return name


def issue_token(project: Project, name: str, *, actor: Actor | None = None) -> Token:
    name = normal_name(name)
    outcome = project.commit(IssueToken(name=name), actor=actor or project.actor())
    return Token(agent=name, secret=outcome.secret or "")
