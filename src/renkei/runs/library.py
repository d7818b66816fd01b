"""Where playbooks come from: a file, the team's own in `renkei/playbooks/`, or those that ship with Renkei."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from renkei.errors import BadInput, NotFound
from renkei.playbooks.check import load_playbook
from renkei.protocol.playbooks import Playbook

OF_THE_TEAM: Final = "renkei/playbooks"


def find_playbook(name: str, *, cwd: Path, project: Path) -> Playbook:
    """A playbook by its path or name.

    Raises:
        NotFound: there is none.
        BadInput: with a problem for each mistake in it.
    """
    path = next((path for path in (cwd / name, project / OF_THE_TEAM / f"{name}.yaml") if path.is_file()), None)
    if path is not None:
        return read_playbook(path, name if path == cwd / name else str(path))
    shipped = files("renkei.kit").joinpath("playbooks", f"{name}.yaml")
    if "/" not in name and shipped.is_file():
        return load_playbook(shipped.read_bytes(), f"{name}.yaml")
    raise NotFound(
        "There is no playbook {name}: neither a file, nor one in {folder}, nor one of {shipped}.",
        name=name,
        folder=OF_THE_TEAM,
        shipped=", ".join(list_shipped()),
    )


def read_playbook(path: Path, name: str) -> Playbook:
    try:
        return load_playbook(path.read_bytes(), name)
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=name, error=error.strerror) from None


def list_playbooks(project: Path) -> dict[str, str]:
    """Every playbook that has a name, with the folder of the team's own or nothing for those that ship."""
    own = sorted(path.stem for path in (project / OF_THE_TEAM).glob("*.yaml"))
    return dict.fromkeys(list_shipped(), "") | dict.fromkeys(own, OF_THE_TEAM)


def list_shipped() -> list[str]:
    folder = files("renkei.kit").joinpath("playbooks")
    return sorted(each.name.removesuffix(".yaml") for each in folder.iterdir() if each.name.endswith(".yaml"))
