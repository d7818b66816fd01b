"""The record of what a person set for a project: one small file in the user's state folder, where no agent's tool
writes (DEC-52). Standard library only: hooks read it at every tool call.
"""

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from renkei.files import read_regular, write_whole
from renkei.lazy import lazy
from renkei.processes.posix import home_of_account

if TYPE_CHECKING:
    from platform import node
else:
    node = lazy("platform:node")
sha256 = lazy(f"{'_sha2' if sys.version_info >= (3, 12) else '_sha256'}:sha256")
"""Loading hashlib would cost a hook a third of what Python itself takes."""


class Bound(NamedTuple):
    """What a person set. An empty value was never recorded: there the files count."""

    mode: str = ""
    off: bool | None = None
    store: str = ""
    """The file that the hooks write to."""
    deadline: float = 0
    """What a check may take, in seconds."""
    lang: str = ""
    policy: str = ""
    """The digest of the team's policy, as of `rules`, `prices`, `review`, `verify` and `workspace`."""
    marks: tuple[str, ...] | None = None
    """The agents that are held to the contract of results."""
    rules: str = ""
    prices: str = ""
    layers: str = ""
    verify: str = ""
    workspace: str = ""
    policy_settings: str = ""
    """What settings say of the policy, beside the file of it."""
    review: str = ""
    review_settings: str = ""
    named: str = ""
    """The store that the project's files name."""
    head: str = ""
    """Where the log of that store was, `SEQ:HASH`: it may go on from there, and cannot have been another."""


class Record(NamedTuple):
    bound: Bound
    texts: dict[str, str]
    """What the digests are of, to show what differs."""
    is_broken: bool = False


_FOLDER = "renkei/projects"
_LENGTH = 32
_WORDS = {"mode": ("", "observe", "enforce"), "lang": ("", "en", "ja")}
_FILE_MODE, _FOLDER_MODE = 0o600, 0o700


def read_bound(project: Path, env: Mapping[str, str]) -> Bound | None:
    """What a person set for this project, None where nothing was recorded."""
    found = read_record(project, env)
    return found.bound if found else None


def has_record(project: Path, env: Mapping[str, str]) -> bool:
    return any(map(os.path.exists, _record_files(project, env)))


def read_record(project: Path, env: Mapping[str, str]) -> Record | None:
    """The record whole. One that somebody broke says nothing, and that it is broken."""
    for path in _record_files(project, env):
        try:
            found: Any = json.loads(read_regular(path))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, RecursionError):
            return Record(Bound(), {}, is_broken=True)
        return _parse_record(found)
    return None


def change_record(
    project: Path, env: Mapping[str, str], *, texts: Mapping[str, str] | None = None, **fields: Any
) -> None:
    """Records what a person set now; what this does not name stays as it was recorded. `texts` are recorded with their
    digests.

    Raises: OSError, where there is no place to keep it.
    """
    before = read_record(project, env) or Record(Bound(), {})
    digests = {name: digest_text(text) for name, text in (texts or {}).items()}
    document = {
        "version": 1,
        "project": str(project.resolve()),
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "bound": before.bound._replace(**digests, **fields)._asdict(),
        "texts": {**before.texts, **(texts or {})},
    }
    data = (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
    known = filter(os.path.exists, _record_files(project, env))
    for path in dict.fromkeys([state_file(project, env, ".json"), *known]):
        make_folder(path.parent)
        write_whole(path, data, mode=_FILE_MODE)


def forget_record(project: Path, env: Mapping[str, str]) -> None:
    """After a person has taken Renkei out of the project. Raises: OSError."""
    for path in _record_files(project, env):
        path.unlink(missing_ok=True)


def digest_text(text: str) -> str:
    return str(sha256(text.encode(errors="surrogateescape")).hexdigest())


def state_file(project: Path, env: Mapping[str, str], ending: str) -> Path:
    """A file of this project's in the user's state folder. Raises: OSError, where the user has none."""
    folder = state_folder(env)
    if folder is None:
        raise OSError("no home folder is known: set HOME or XDG_STATE_HOME to a folder of yours")
    return folder / _FOLDER / f"{_project_key(project)}{ending}"


def state_folder(env: Mapping[str, str]) -> Path | None:
    """As the environment says, else as the account says; a place that is not absolute is none."""
    named, home = env.get("XDG_STATE_HOME", ""), env.get("HOME", "")
    if os.path.isabs(named):  # noqa: PTH117 - an empty text is no path
        return Path(named)
    return Path(home, ".local", "state") if os.path.isabs(home) else _folder_of_account()  # noqa: PTH117


def _folder_of_account() -> Path | None:
    """Whatever the environment says: who starts a command can set that, and not the account."""
    home = home_of_account()
    return Path(home, ".local", "state") if home and os.path.isabs(home) else None  # noqa: PTH117


def _record_files(project: Path, env: Mapping[str, str]) -> list[Path]:
    return state_files(project, env, ".json")


def state_files(project: Path, env: Mapping[str, str], ending: str) -> list[Path]:
    """Where a file of this project's may be. The account's own is looked for first, so that another environment hides
    none."""
    name = f"{_project_key(project)}{ending}"
    folders = dict.fromkeys(filter(None, (_folder_of_account(), state_folder(env))))
    return [folder / _FOLDER / name for folder in folders]


def _project_key(project: Path) -> str:
    return str(sha256(os.fsencode(project.resolve())).hexdigest()[:_LENGTH])


def record_mark(project: Path) -> str:
    """By which `hook.json` knows that enforce mode was recorded for this place, on this machine."""
    return digest_text(f"{node()}:{_project_key(project)}")[:_LENGTH]


def can_record(project: Path, env: Mapping[str, str]) -> bool:
    try:
        folder = state_file(project, env, ".json").parent
    except OSError:
        return False
    return os.access(next(each for each in (folder, *folder.parents) if each.exists()), os.W_OK)


def make_folder(folder: Path) -> None:
    """A folder of ours in the state folder, closed to others."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER_MODE)
    folder.mkdir(exist_ok=True, mode=_FOLDER_MODE)


def _parse_record(found: Any) -> Record:
    document = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    bound, texts = document.get("bound"), document.get("texts")
    if not isinstance(bound, dict) or not isinstance(texts, dict):
        return Record(Bound(), {}, is_broken=True)
    given = cast("dict[str, Any]", bound)
    fields = {name: given[name] for name in Bound._fields if name in given and _is_right(name, given[name])}
    if isinstance(fields.get("marks"), list):
        fields["marks"] = tuple(fields["marks"])
    kept = {str(name): str(text) for name, text in cast("dict[Any, Any]", texts).items()}
    is_broken = len(fields) < len(given.keys() & set(Bound._fields))
    return Record(Bound(**fields), kept, is_broken)


def _is_right(name: str, value: Any) -> bool:
    if name == "off":
        return isinstance(value, bool | None)
    if name == "marks":
        return value is None or (
            isinstance(value, list) and all(isinstance(each, str) for each in cast("list[Any]", value))
        )
    if name == "deadline":
        return isinstance(value, int | float) and value >= 0
    if name in _WORDS:
        return value in _WORDS[name]
    return isinstance(value, str) and "\0" not in value
