"""Playbooks: which there are, and is one right?"""

from typing import Final

from renkei.app.project import Project
from renkei.errors import BadInput
from renkei.playbooks.check import load_playbook
from renkei.protocol.playbooks import Playbook
from renkei.runs import library
from renkei.values import value

OF_THE_TEAM: Final = library.OF_THE_TEAM
"""Where a team keeps its own."""


@value
class ListedPlaybook:
    name: str
    title: str
    agents: str
    folder: str
    """Empty for those that ship."""
    is_valid: bool = True


def list_playbooks(project: Project) -> list[ListedPlaybook]:
    """Those that ship, and the team's own."""
    return [
        _list_entry(project, name, folder) for name, folder in library.list_playbooks(project.settings.project).items()
    ]


def find_playbook(project: Project, given: str) -> Playbook:
    """A playbook by its file or its name.

    Raises:
        NotFound: there is none.
        BadInput: it names every mistake in it.
    """
    return library.find_playbook(given, cwd=project.cwd, project=project.settings.project)


def read_playbook(data: bytes, name: str) -> Playbook:
    return load_playbook(data, name)


def _list_entry(project: Project, name: str, folder: str) -> ListedPlaybook:
    root = project.settings.project
    try:
        playbook = library.find_playbook(name, cwd=root / OF_THE_TEAM, project=root)
    except BadInput:
        return ListedPlaybook(name=name, title="", agents="", folder=folder, is_valid=False)
    return ListedPlaybook(name=name, title=playbook.title, agents=playbook.agents, folder=folder)
