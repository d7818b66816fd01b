"""How a task is done: the skill that it names. The project's own comes first, then ours, then the person's."""

import os
from pathlib import Path
from typing import Final

from renkei.errors import BadInput, NotFound
from renkei.files import read_regular
from renkei.kit.skills import SKILLS, read_skill
from renkei.protocol.actors import Language

_MOST_BYTES: Final = 256 * 1024


def find_skill(name: str, project: Path, lang: Language) -> str | None:
    """Its text; None where it is nowhere.

    Raises:
        BadInput: it is there and cannot be read.
    """
    own, personal = (folder / "skills" / name / "SKILL.md" for folder in (project / ".claude", _personal_folder()))
    if not own.is_file() and name in SKILLS:
        return read_skill(name, lang)
    found = next((path for path in (own, personal) if path.is_file()), None)
    return None if found is None else _read_file(found)


def _read_file(path: Path) -> str:
    try:
        return _drop_front_matter(read_regular(path, _MOST_BYTES).decode("utf-8", errors="replace"))
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror or error) from None


def require_skill(name: str, project: Path, lang: Language) -> str:
    """
    Raises:
        NotFound: it is nowhere.
    """
    found = find_skill(name, project, lang)
    if found is None:
        raise NotFound(
            "There is no skill {name}: not in .claude/skills of the project, not in {folder}, and none of {shipped}.",
            name=name,
            folder=str(_personal_folder() / "skills"),
            shipped=", ".join(SKILLS),
        )
    return found


def _personal_folder() -> Path:
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")


def _drop_front_matter(text: str) -> str:
    if not text.startswith("---\n"):
        return text
    return text.partition("\n---\n")[2] or text
