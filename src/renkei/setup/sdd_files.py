"""What `renkei sdd init` merges into a repository: agents, the lead's part of CLAUDE.md, settings and slash commands.
What somebody wrote or changed stays as it is."""

from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.kit import sdd
from renkei.setup import json_text
from renkei.setup.clients import CLAUDE
from renkei.setup.edits import Edit, read_file
from renkei.setup.hook_files import parse_settings

LEAD_FILE: Final = Path("CLAUDE.md")
SETTINGS: Final = Path(".claude/settings.json")
AGENT_TEAMS: Final = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"
ALLOWED: Final = ("Bash(cat:*)", "Bash(echo:*)")

Json = dict[str, Any]


def plan_edits(root: Path, *, lang: str, version: str, agent_teams: bool) -> list[Edit]:
    """Everything that is not there yet; doing it twice changes nothing."""
    agents = [_new_file(root, agent_path(name), sdd.definition(name, lang)) for name in sdd.AGENTS]
    commands = [_new_file(root, Path(f".claude/commands/{name}.md"), sdd.slash_command(name)) for name in sdd.COMMANDS]
    edits = [*agents, *commands, _merge_lead(root, version, lang), _merge_settings(root, agent_teams=agent_teams)]
    return [edit for edit in edits if edit.changes]


def agent_path(name: str) -> Path:
    return Path(f".claude/agents/{name}.md")


def withdraw_lead(data: bytes) -> bytes:
    """CLAUDE.md without our part."""
    return sdd.without_lead_block(data.decode(errors="surrogateescape")).encode(errors="surrogateescape")


def _new_file(root: Path, path: Path, text: str) -> Edit:
    before = read_file(root, path)
    return Edit(path=path, before=before, after=text.encode() if before is None else before)


def _merge_lead(root: Path, version: str, lang: str) -> Edit:
    """The marked block of CLAUDE.md: written anew where it is, else at the end."""
    before = read_file(root, LEAD_FILE)
    block = f"{sdd.LEAD_BEGIN}\n{sdd.lead_block(version, lang).rstrip()}\n{sdd.LEAD_END}\n".encode()
    if before is None or not before.strip():
        return Edit(path=LEAD_FILE, before=before, after=block)
    if (begins := before.find(sdd.LEAD_BEGIN.encode())) >= 0:
        ends = before.find(sdd.LEAD_END.encode(), begins)
        if ends < 0:
            raise BadInput(
                "{path}: {begin} is there and {end} is not. Put the end back, or take the part out.",
                path=str(LEAD_FILE),
                begin=sdd.LEAD_BEGIN,
                end=sdd.LEAD_END,
            )
        behind = before[ends + len(sdd.LEAD_END) :].removeprefix(b"\n")
        return Edit(path=LEAD_FILE, before=before, after=before[:begins] + block + behind)
    return Edit(path=LEAD_FILE, before=before, after=b"%s\n\n%s" % (before.rstrip(), block))


def _merge_settings(root: Path, *, agent_teams: bool) -> Edit:
    """`env` and `permissions.allow`: what is there stays, what is missing comes behind it."""
    before = read_file(root, SETTINGS)
    found: Json = parse_settings(CLAUDE, SETTINGS, before or b"")
    env, permissions = _object(found, "env"), _object(found, "permissions")
    allow = permissions.get("allow", [])
    if not isinstance(allow, list):
        raise BadInput("{path}: permissions.allow has to be a list.", path=str(SETTINGS))
    listed = cast(list[Any], allow)
    wanted: Json = {
        **found,
        "permissions": {**permissions, "allow": [*listed, *(each for each in ALLOWED if each not in listed)]},
    }
    if agent_teams and AGENT_TEAMS not in env:
        wanted["env"] = {**env, AGENT_TEAMS: "1"}
    if wanted == found and before is not None:
        return Edit(path=SETTINGS, before=before, after=before)
    text = (before or b"").decode("utf-8-sig")
    return Edit(path=SETTINGS, before=before, after=json_text.patch(text if text.strip() else "{}\n", wanted).encode())


def _object(settings: Json, name: str) -> Json:
    found = settings.get(name, {})
    if not isinstance(found, dict):
        raise BadInput("{path}: {name} has to be an object.", path=str(SETTINGS), name=name)
    return cast(Json, found)
