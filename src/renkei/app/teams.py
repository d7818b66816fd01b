"""Before a run begins: whether its agents can work as a team, and whether its skills are there (ORCH-1, TEAM-10).

A team is probed for, and known by no tool's name: agents that Renkei starts and can speak to while they work are one.
Without it the run goes on with agents that work each for itself. What else is missing is named, and nothing begins.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from renkei.adapters.base import Adapter, ProbesTeam
from renkei.app.project import Project
from renkei.board.run_tables import RunPlanRow
from renkei.errors import Unreachable
from renkei.playbooks.teams import list_teammates
from renkei.playbooks.variables import fill_variables
from renkei.protocol.actors import Language
from renkei.protocol.playbooks import Playbook
from renkei.runs.skills import find_skill
from renkei.sentence import Sentence
from renkei.values import value


@value
class TeamMode:
    """How the agents of a run work, and why not as a team."""

    name: str
    is_team: bool
    reviewers: int = 0
    """How many cross-check each other."""
    lack: Sentence | None = None

    @property
    def notice(self) -> tuple[Sentence, ...]:
        """What the person is told, always: the specification's words, one sentence for each line."""
        if self.is_team:
            return (_TEAM, *((Sentence(_CROSS_CHECK, count=self.reviewers),) if self.reviewers else ()))
        return (*((Sentence("Missing: {lack}", lack=self.lack),) if self.lack else ()), *FALLBACK)


_TEAM = Sentence("Running in agent team mode.")
_CROSS_CHECK = "{count} reviewers cross-check each other as a team."
FALLBACK = (
    Sentence("The agent team tools are not available in this environment."),
    Sentence("Going on with subagents that work in parallel."),
    Sentence("What differs:"),
    Sentence("- Reviewers do not discuss with each other"),
    Sentence("- Each reviewer hands back its result by itself"),
    Sentence("- There is no great difference in quality and precision"),
)


def describe_fallback(project: Project, run: str) -> tuple[Sentence, ...]:
    """What it means that a run gave its team up; nothing where its playbook asks for none."""
    with project.hub.read() as view:
        plan = view.get(RunPlanRow, run)
    return FALLBACK if plan and plan.playbook.get("agent_team") else ()


def choose_mode(
    playbook: Playbook, load: Callable[[str], Adapter], agents: str, variables: dict[str, str], *, alone: bool = False
) -> TeamMode | None:
    """None for a playbook that asks for no team.

    Args:
        load: what starts agents of a kind.
        agents: the kind of those whose role names none.
        alone: the person wants no team.
    """
    team = playbook.agent_team
    if team is None:
        return None
    name = str(fill_variables(team.name, variables))
    lack = Sentence("no team was wanted") if alone else None
    if lack is None and not playbook.peer_messages:
        lack = Sentence("the playbook lets its agents not write to each other")
    for kind in () if lack else _kinds_of_teammates(playbook, agents):
        lack = lack or find_team_lack(load(kind))
    return TeamMode(name=name, is_team=lack is None, reviewers=len(team.teammates), lack=lack)


def _kinds_of_teammates(playbook: Playbook, agents: str) -> Iterable[str]:
    members = list_teammates(playbook)
    roles = [playbook.roles.get(task.role) for task in playbook.tasks if task.role and task.agent in members]
    return dict.fromkeys((role.agents if role else None) or agents for role in roles)


def find_team_lack(adapter: Adapter) -> Sentence | None:
    """What keeps agents of a kind from working as a team: the client itself is asked."""
    return adapter.find_team_lack() if isinstance(adapter, ProbesTeam) else None


def require_skills(playbook: Playbook, project: Path, lang: Language) -> None:
    """
    Raises:
        Unreachable: with the name of every skill that is nowhere.
    """
    missing = list_missing_skills(playbook, project, lang)
    if missing:
        raise Unreachable(
            "{playbook} does not begin, for what its tasks need is missing: {skills}. Put each in "
            ".claude/skills/NAME/SKILL.md.",
            playbook=playbook.name,
            skills=", ".join(missing),
        )


def list_missing_skills(playbook: Playbook, project: Path, lang: Language) -> Sequence[str]:
    wanted = dict.fromkeys(task.skill for task in playbook.tasks if task.skill)
    return [name for name in wanted if find_skill(name, project, lang) is None]
