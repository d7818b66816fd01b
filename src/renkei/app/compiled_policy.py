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
    from renkei.app import policies
    from renkei.binding.differences import find_text_difference
    from renkei.binding.texts import current_texts
    from renkei.settings import load
else:
    policies = lazy("renkei.app.policies")
    find_text_difference = lazy("renkei.binding.differences:find_text_difference")
    current_texts = lazy("renkei.binding.texts:current_texts")
    load = lazy("renkei.settings:load")

_ENDING = ".policy.json"
_TEXTS = ("policy", "policy_settings")


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
    compiled, texts = state_file(project, env, _ENDING), current_texts(project)
    if not any(texts[name] for name in _TEXTS):
        if compiled.exists() and not _is_changed(project, env):
            compiled.unlink(missing_ok=True)
        return
    if _is_changed(project, env):
        return
    settings = load(project=str(project), store=None, lang=None, env={}, cwd=project)
    compiled.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(compiled, policies.load_policy(settings).compiled, mode=0o600)


def _is_changed(project: Path, env: Mapping[str, str]) -> bool:
    """Whether the files say other than a person has set."""
    return any(find_text_difference(project, env, name) is not None for name in _TEXTS)
