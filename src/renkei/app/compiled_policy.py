"""The team's policy as the hooks read it: compiled at the start of a client's session, kept in the user's state folder,
where no agent writes. Loading this module loads the standard library only."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding import state_file
from renkei.files import read_regular, write_whole
from renkei.lazy import lazy
from renkei.policy.tables import Policy, load_compiled, load_shipped

if TYPE_CHECKING:
    from renkei import settings as settings_module
    from renkei.binding.differences import find_text_difference
    from renkei.policy.policy_files import compile_policy, read_team_part
else:
    settings_module = lazy("renkei.settings")
    find_text_difference = lazy("renkei.binding.differences:find_text_difference")
    compile_policy = lazy("renkei.policy.policy_files:compile_policy")
    read_team_part = lazy("renkei.policy.policy_files:read_team_part")

TEAM_FILE = "renkei/policy.yaml"
_ENDING = ".policy.json"


def load_policy(project: Path, env: Mapping[str, str]) -> Policy:
    """The one in force: the team's, where there is one.

    Raises:
        ValueError: somebody broke what was compiled.
    """
    try:
        data = read_regular(state_file(project, env, _ENDING))
    except OSError:
        return load_shipped()
    return load_compiled(data)


def compile_team_policy(project: Path, env: Mapping[str, str]) -> None:
    """Compiles what the team has written, if a person stands behind it (DEC-52); else what was compiled before holds.

    Raises:
        BadInput: the team's file is not right.
        OSError: there is no state folder, or it cannot be written.
    """
    compiled, own = state_file(project, env, _ENDING), project / TEAM_FILE
    if not (own.exists() or compiled.exists()):
        return
    settings = settings_module.load(project=str(project), store=None, lang=None, env={}, cwd=project)
    if find_text_difference(settings, env, "policy") is not None:
        return
    if not own.exists():
        compiled.unlink(missing_ok=True)
        return
    data = compile_policy([read_team_part(read_regular(own), TEAM_FILE)])
    compiled.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(compiled, data, mode=0o600)
