"""Files of the policy: the one that ships, and what a team says over it; checked, merged, and compiled for the hooks.

A team's part names only what is another. A field of it stands in the place of the shipped one, but of what guards, it
can only add, and some levels are fixed: nobody loosens by a file what binds everybody.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, cast

from pydantic import Field, TypeAdapter

from renkei.errors import BadInput, Problem
from renkei.policy.tables import SHIPPED
from renkei.protocol.base import FilledText, Model
from renkei.protocol.documents import decode_text, parse_document, shorten_value, validate
from renkei.protocol.yaml import Lines
from renkei.sentence import Translatable

Names = list[FilledText]
Count = Annotated[int, Field(ge=0)]
Kind = Literal["progress", "test", "metadata", "specification", "design", "document", "interface", "code"]
Act = Literal["read", "search", "verify", "run_tests", "security", "run", "other"]
TrivialChange = Literal["whitespace", "markdown", "typo", "version", "date"]
Permission = Literal["user_asked_direct", "user_asked_display", "agent_failed_twice", "verification_reason"]
LevelName = Literal["L1", "L2", "L3"]

ADDED: Final = (("guarded",), ("every_role",), ("persons", "commands"), ("persons", "flags"), ("clients", "programs"))
"""Lists that a team adds to."""


class _Translated(Model):
    en: FilledText
    ja: FilledText


class _Role(Model):
    tools: Names | None = None
    mcp: list[FilledText] = Field(default_factory=list)
    commands: FilledText | None = None
    writes: list[FilledText] | None = None


class _Listed(Model):
    run: FilledText
    refuse: tuple[FilledText, ...] = Field(default=(), strict=False)
    only: tuple[FilledText, ...] | None = Field(default=None, strict=False)
    whole: tuple[FilledText, ...] = Field(default=(), strict=False)


class _Remaining(Model):
    tools: Names
    commands: list[_Listed]


class _Kind(Model):
    kind: Kind
    paths: Names


class _Limit(Model):
    files: Count | None
    lines_each: Count | None
    lines: Count | None
    seconds: Count | None


class _NoLimit(Model):
    files: None
    lines_each: None
    lines: None
    seconds: None


class _SearchLimit(Model):
    files: Count | None
    lines_each: None
    lines: None
    seconds: None


class _EditLimit(Model):
    files: Count | None
    lines_each: None
    lines: Count | None
    seconds: None


class _Limits(Model):
    """What is measured in each context; the rest of its columns stay empty."""

    quick_lookup: _Limit
    fallback_read: _Limit
    minimal_verification: _Limit
    display: _Limit
    progress_metadata: _NoLimit
    search: _SearchLimit
    trivial_edit: _EditLimit
    trivial_phase: _SearchLimit


class _Exception(Model):
    rule: FilledText
    needs: list[Permission]
    condition: _Translated
    context_cost: _Translated
    alternative_cost: _Translated
    justification: _Translated
    checks_before: _Translated
    checks_after: _Translated


class _Exceptions(Model):
    quick_lookup: _Exception
    fallback_read: _Exception
    minimal_verification: _Exception
    display: _Exception
    trivial_edit: _Exception
    progress_metadata: _Exception


class _Persons(Model):
    commands: Names
    flags: Names


class _Clients(Model):
    programs: Names
    looks: Names
    starts: Names


class _Level(Model):
    level: LevelName
    fixed: bool
    says: _Translated


class PolicyDocument(Model):
    """Every part of a policy."""

    roles: dict[FilledText, _Role]
    every_role: Names
    commands: dict[FilledText, list[_Listed]]
    after_compaction: _Remaining
    kinds: list[_Kind]
    delegation: dict[Kind | Act, FilledText]
    acts: dict[Literal["run_tests", "security"], Names]
    limits: _Limits
    exceptions: _Exceptions
    trivial: dict[Kind, list[TrivialChange]]
    trivial_direct: list[TrivialChange]
    trivial_files: Names
    wide_questions: Names
    guarded: Names
    guarded_tables: dict[FilledText, FilledText]
    steering: Names
    persons: _Persons
    clients: _Clients
    rules: dict[FilledText, _Level]
    misspellings: dict[FilledText, FilledText]


POLICY: Final[TypeAdapter[PolicyDocument]] = TypeAdapter(PolicyDocument)


class TeamPart(NamedTuple):
    """What a team says over the shipped policy: from which file, its value, and its text where lines are to be told."""

    name: str
    found: Any
    text: str | None = None


def read_team_part(data: bytes, name: str) -> TeamPart:
    """
    Raises:
        BadInput: it cannot be read.
    """
    text = decode_text(data, name)
    return TeamPart(name, parse_document(text, name) or {}, text)


def merge_policy(parts: list[TeamPart]) -> tuple[PolicyDocument, dict[str, str]]:
    """The policy in force, and the file that each value is from, by its place; what ships is not named.

    Raises:
        BadInput: it names file, place, value and what was expected.
    """
    shipped = read_shipped()
    merged, origins = shipped, dict[str, str]()
    for part in parts:
        merged = _merge(merged, part.found, ())
        _check_part(part, merged, shipped)
        origins.update(dict.fromkeys(_places(part.found), part.name))
    document = POLICY.validate_python(merged)
    return document, origins


def read_shipped() -> dict[str, Any]:
    name = str(SHIPPED)
    return parse_document(Path(SHIPPED).read_text(encoding="utf-8"), name)


def compile_policy(parts: list[TeamPart] | None = None) -> bytes:
    """The policy in force as the hooks read it: the same parts give the same bytes.

    Raises:
        BadInput: a part is not right.
    """
    document, _ = merge_policy(parts or [])
    return (json.dumps(document.model_dump(), ensure_ascii=False, indent=1) + "\n").encode()


def _merge(shipped: Any, found: Any, place: tuple[str, ...]) -> Any:
    if isinstance(shipped, dict) and isinstance(found, dict):
        ours, theirs = cast("dict[str, Any]", shipped), cast("dict[str, Any]", found)
        return {**ours, **{key: _merge(ours.get(key), value, (*place, key)) for key, value in theirs.items()}}
    if isinstance(shipped, list) and isinstance(found, list) and place in ADDED:
        listed, added = cast("list[Any]", shipped), cast("list[Any]", found)
        return [*listed, *(each for each in added if each not in listed)]
    return cast("Any", found)


def _check_part(part: TeamPart, merged: Any, shipped: Mapping[str, Any]) -> None:
    """Each part by itself, so that the file that is wrong is named."""
    _raise_problems(part, _unknown_rules(part, shipped))
    validate(POLICY, merged, part.name, text=part.text)
    _raise_problems(part, [*_fixed_rules(part, shipped), *_unknown_names(part, merged)])


def _raise_problems(part: TeamPart, problems: list[Problem]) -> None:
    if problems:
        raise BadInput("{name} is not valid.", problems=problems, name=part.name)


def _table(found: Any, name: str) -> dict[str, Any]:
    table: Any = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
    return cast("dict[str, Any]", table) if isinstance(table, dict) else {}


def _unknown_rules(part: TeamPart, shipped: Mapping[str, Any]) -> list[Problem]:
    known = ", ".join(shipped["rules"])
    return [
        _problem(part, ("rules", name), "there is no such rule; known: {known}", known=known)
        for name in _table(part.found, "rules")
        if name not in shipped["rules"]
    ]


def _fixed_rules(part: TeamPart, shipped: Mapping[str, Any]) -> list[Problem]:
    """Rules whose level a team would change where it may not."""
    found: list[Problem] = []
    for name, said in _table(part.found, "rules").items():
        rule = shipped["rules"][name]
        if said.get("fixed", rule["fixed"]) != rule["fixed"] or (
            rule["fixed"] and said.get("level", rule["level"]) != rule["level"]
        ):
            text: Translatable = "the level of this rule is fixed at {level}: leave it out"
            found.append(_problem(part, ("rules", name), text, level=rule["level"]))
    return found


def _unknown_names(part: TeamPart, merged: Mapping[str, Any]) -> list[Problem]:
    """Lists of commands and roles that are named, and are not there."""
    lists = [
        _problem(
            part,
            ("roles", name, "commands"),
            "there is no such list of commands; known: {known}",
            known=", ".join(merged["commands"]),
        )
        for name, role in _table(part.found, "roles").items()
        if role.get("commands") is not None and role["commands"] not in merged["commands"]
    ]
    roles = [
        _problem(part, ("delegation", act), "there is no such role; known: {known}", known=", ".join(merged["roles"]))
        for act, role in _table(part.found, "delegation").items()
        if role not in merged["roles"]
    ]
    return [*lists, *roles]


def _problem(part: TeamPart, place: tuple[str, ...], expected: Translatable, **params: object) -> Problem:
    found: Any = part.found
    for key in place:
        found = found[key]
    line = Lines.of(part.text).at(place) if part.text else None
    return Problem(path=".".join(place), value=shorten_value(found), expected=expected, params=params, line=line)


def _places(found: Any, above: str = "") -> list[str]:
    """The place of each value, lists as a whole."""
    if not isinstance(found, dict):
        return [above]
    return [
        place
        for key, value in cast("dict[str, Any]", found).items()
        for place in _places(value, f"{above}.{key}".lstrip("."))
    ]
