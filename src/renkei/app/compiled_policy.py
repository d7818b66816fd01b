"""The team's policy as the hooks read it: what counts as a person's, compiled, in the user's state folder, where no
agent writes. Loading this module loads the standard library only.

The file begins with a line that says what it was compiled from and how things stood then: where they stand otherwise
now, it is looked at again what counts, and compiled anew if that is something else (DEC-52).
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from renkei.binding.agent_commits import read_head
from renkei.binding.disowned import ENDING as DISOWNED
from renkei.binding.record import make_folder, sha256, state_file, state_files
from renkei.binding.texts import CONFIG, FILES, PYPROJECT
from renkei.files import read_regular, write_whole
from renkei.lazy import lazy
from renkei.policy.tables import COMPILED, Policy, load_compiled, load_shipped

if TYPE_CHECKING:
    from renkei.app import policy_sources
else:
    policy_sources = lazy("renkei.app.policy_sources")

_ENDING = ".policy.json"


class Compiled(NamedTuple):
    stamp: str
    """How the files stood that decide what counts."""
    sources: dict[str, str]
    """The digests of the texts that it was compiled from, by their names."""
    shipped: str
    """The digest of the policy that it was laid over: a newer Renkei has another, with parts that the older lacks."""
    data: bytes
    """Empty where the team has written none: then the shipped policy holds."""


def load_policy(project: Path, env: Mapping[str, str]) -> Policy:
    """The one in force: the team's, as far as a person stands behind it.

    Raises:
        ValueError: somebody broke what was compiled.
    """
    found = _read_compiled(project, env)
    if found is None or found.stamp != _stamp(project, env):
        found = _compile_again(project, env, found)
    return load_compiled(found.data) if found and found.data else load_shipped()


def compile_team_policy(project: Path, env: Mapping[str, str]) -> None:
    """Compiles what the team has written, as far as a person stands behind it.

    Raises:
        BadInput: the team's file is not right.
        OSError: there is no state folder, or it cannot be written.
    """
    _compile(project, env, _read_compiled(project, env))


def _compile_again(project: Path, env: Mapping[str, str], before: Compiled | None) -> Compiled | None:
    """What cannot be compiled or kept leaves in force what was, as long as that counts: the start of a session and
    `renkei policy show` tell why."""
    try:
        return _compile(project, env, before)
    except Exception:
        return before if before and policy_sources.still_count(project, env, before.sources) else None


def _compile(project: Path, env: Mapping[str, str], before: Compiled | None) -> Compiled:
    stamp = _stamp(project, env)
    shipped = str(sha256(read_regular(Path(COMPILED))).hexdigest())
    is_over_it = before is not None and before.sources and before.shipped == shipped
    if before and is_over_it and policy_sources.is_current(project, env, before.sources):
        found = before._replace(stamp=stamp)
    else:
        sources, data = policy_sources.compile_counting(project, env)
        found = Compiled(stamp, sources, shipped, data)
    path = state_file(project, env, _ENDING)
    make_folder(path.parent)
    header = json.dumps({"stamp": found.stamp, "sources": found.sources, "shipped": found.shipped}).encode()
    write_whole(path, header + b"\n" + found.data, mode=0o600)
    return found


def _read_compiled(project: Path, env: Mapping[str, str]) -> Compiled | None:
    """What was compiled last; None where there is none, or none of this form."""
    with suppress(OSError, ValueError):
        header, _, data = read_regular(state_file(project, env, _ENDING)).partition(b"\n")
        said: Any = json.loads(header)
        if isinstance(said, dict) and isinstance(sources := cast("dict[str, Any]", said).get("sources"), dict):
            stamp, shipped = (str(cast("dict[str, Any]", said).get(name)) for name in ("stamp", "shipped"))
            named = {str(name): str(digest) for name, digest in cast("dict[Any, Any]", sources).items()}
            return Compiled(stamp, named, shipped, data)
    return None


def _stamp(project: Path, env: Mapping[str, str]) -> str:
    """Another one whenever something has changed that may decide what counts: what ships, the files, what a person set,
    the commit that is checked out, the commits that no person stands behind."""
    files = [*state_files(project, env, ".json"), *state_files(project, env, DISOWNED)]
    files += [Path(COMPILED), *(project / each for each in (*FILES.values(), PYPROJECT, CONFIG))]
    return " ".join((read_head(project), *map(_look_of, files)))


def _look_of(path: Path) -> str:
    try:
        found = path.stat()
    except OSError:
        return "-"
    return f"{found.st_mtime_ns}.{found.st_size}.{found.st_ino}"
