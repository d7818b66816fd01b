"""How to work in a team, where each client's agents read it: a skill, or a marked paragraph of their instructions."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from renkei.kit import guide
from renkei.setup.clients import CLAUDE, CODEX, GEMINI, Client

FILES: Final[Mapping[str, Path]] = {
    CLAUDE.name: Path(f".claude/skills/{guide.NAME}/SKILL.md"),
    CODEX.name: Path("AGENTS.md"),
    GEMINI.name: Path("GEMINI.md"),
}

_BEGIN: Final = "<!-- renkei:team -->"
_END: Final = "<!-- /renkei:team -->"
_OURS: Final = re.compile(rf"\n?{_BEGIN}\n(?:(?!{_BEGIN}).)*?{_END}\n?".encode(), re.DOTALL)
"""With its beginning and its end: one alone is somebody's, as what stands around it is."""


def merge_guide(client: Client, before: bytes | None, lang: str) -> bytes:
    """The file with our text in it; what somebody has made of that stays."""
    if client is CLAUDE:
        return guide.skill(lang).encode() if before is None else before
    data = before or b""
    if has_guide(data):
        return data
    part = f"{_BEGIN}\n{guide.paragraph(lang)}{_END}\n".encode()
    return b"%s\n\n%s" % (data.rstrip(), part) if data.strip() else part


def withdraw_guide(path: Path, data: bytes) -> bytes | None:
    """The file without our paragraph; a skill that was changed by hand is its author's now."""
    return None if path == FILES[CLAUDE.name] else _OURS.sub(b"", data)


def has_guide(data: bytes | None) -> bool:
    return data is not None and _OURS.search(data) is not None
