"""A release: which ecosystem a project is of, its version, the next one, and which file says so (SDD-15). Pure."""

import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, cast

from renkei import lazy_re as re
from renkei.errors import BadInput
from renkei.values import value

Step = Literal["patch", "minor", "major"]
STEPS: Final[tuple[Step, ...]] = ("patch", "minor", "major")
Ecosystem = Literal["python-vcs", "python", "typescript", "rust", "sdd-framework", "other"]
Read = Callable[[str], str | None]
"""The text of a file of the project; None where it is not there."""

_VERSION: Final = re.compile(r"v?(?P<major>[0-9]{1,9})\.(?P<minor>[0-9]{1,9})\.(?P<patch>[0-9]{1,9})")


@value
class Project:
    """What is released: `version` is None where the tags say it."""

    ecosystem: Ecosystem
    version: str | None
    file: str | None = None
    """The file that says the version, if one does."""
    table: str = ""
    """Where it says so, in a file of TOML."""
    name: str = ""
    """As that file has it: lock files name the project so."""
    members: tuple[str, ...] = ()
    """Patterns of packages beside it that say versions of their own."""


def find_project(read: Read) -> Project:
    """The first of the table that fits.

    Raises:
        BadInput: a file that should say the version does not.
    """
    if (text := read("pyproject.toml")) is not None:
        return _python_project(text)
    if (text := read("package.json")) is not None:
        return _npm_project(text)
    if (text := read("Cargo.toml")) is not None:
        return _rust_project(text)
    if read("framework/claude/CLAUDE.md") is not None and (text := read("VERSION")) is not None:
        return Project(ecosystem="sdd-framework", version=text.strip(), file="VERSION")
    return Project(ecosystem="other", version=None)


def _python_project(text: str) -> Project:
    document = _toml(text, "pyproject.toml")
    for table in ("project", "tool.poetry"):
        project = _table(document, *table.split("."))
        if isinstance(version := project.get("version"), str) and not _is_by_tags(document):
            name = str(project.get("name"))
            return Project(ecosystem="python", version=version, file="pyproject.toml", table=table, name=name)
    if _is_by_tags(document):
        return Project(ecosystem="python-vcs", version=None)
    raise BadInput(
        "pyproject.toml says no version: neither [project] version nor a tool that takes it from the tags (hatch-vcs, "
        "setuptools-scm, PDM). Add one of them."
    )


def _is_by_tags(document: dict[str, Any]) -> bool:
    """hatch-vcs and its like, setuptools-scm, PDM, and the plugin of Poetry."""
    return (
        _table(document, "tool", "hatch", "version").get("source") in ("vcs", "uv-dynamic-versioning")
        or "setuptools_scm" in _table(document, "tool")
        or _table(document, "tool", "pdm", "version").get("source") == "scm"
        or _table(document, "tool", "poetry-dynamic-versioning").get("enable") is True
    )


def _npm_project(text: str) -> Project:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadInput("package.json: no JSON ({error}). Mend it and try again.", error=error) from None
    package = cast(dict[str, Any], found) if isinstance(found, dict) else dict[str, Any]()
    version = package.get("version")
    if not isinstance(version, str):
        raise BadInput("package.json says no version. Add one.")
    listed = _table(package, "workspaces").get("packages", package.get("workspaces"))
    members = tuple(str(each) for each in cast(list[Any], listed)) if isinstance(listed, list) else ()
    return Project(ecosystem="typescript", version=version, file="package.json", members=members)


def _rust_project(text: str) -> Project:
    package = _table(_toml(text, "Cargo.toml"), "package")
    version = package.get("version")
    if not isinstance(version, str):
        raise BadInput("Cargo.toml says no version in [package]. Release the crate by itself, or add one.")
    name = str(package.get("name"))
    return Project(ecosystem="rust", version=version, file="Cargo.toml", table="package", name=name)


def _table(document: dict[str, Any], *names: str) -> dict[str, Any]:
    """What stands below these names; nothing where one of them is no table."""
    for name in names:
        found = document.get(name)
        document = cast(dict[str, Any], found) if isinstance(found, dict) else {}
    return document


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("{name}: no TOML ({error}). Mend it and try again.", name=name, error=error) from None


def parse_version(text: str) -> tuple[int, int, int]:
    """
    Raises:
        BadInput: it is no version of three numbers.
    """
    found = _VERSION.fullmatch(text)
    if not found:
        raise BadInput("{version!r} is no version of the form 1.2.3.", version=text)
    return int(found["major"]), int(found["minor"]), int(found["patch"])


def newest_version(tags: Iterable[str]) -> str | None:
    """The highest version of three numbers among tags; others are none."""
    found = [parse_version(tag) for tag in tags if _VERSION.fullmatch(tag)]
    return ".".join(map(str, max(found))) if found else None


def next_version(current: str, step: str) -> str:
    """The version after a step, or the one that is named.

    Raises:
        BadInput: it is none, or not above the current one.
    """
    major, minor, patch = parse_version(current)
    match step:
        case "patch":
            return f"{major}.{minor}.{patch + 1}"
        case "minor":
            return f"{major}.{minor + 1}.0"
        case "major":
            return f"{major + 1}.0.0"
        case _:
            named = parse_version(step)
            if named <= (major, minor, patch):
                raise BadInput("{new} is not above {current}, the version that there is.", new=step, current=current)
            return ".".join(map(str, named))


def write_version(project: Project, text: str, version: str) -> str:
    """The file with the new version, and nothing else changed.

    Raises:
        BadInput: the version does not stand where it can be replaced.
    """
    assert project.version is not None
    if project.ecosystem == "sdd-framework":
        return f"{version}\n"
    if project.ecosystem == "typescript":
        return _replace_json(text, version)
    return _replace_toml(text, project.table, project.version, version)


def _replace_json(text: str, new: str) -> str:
    span = find_member(text, ("version",))
    if span is None:
        raise BadInput("package.json: the version cannot be replaced. Write it by hand.")
    return f"{text[: span[0]]}{json.dumps(new)}{text[span[1] :]}"


_JSON: Final = json.JSONDecoder()


def find_member(text: str, path: Sequence[str]) -> tuple[int, int] | None:
    """From where to where the value of a member stands in the text of an object; None where none does."""
    try:
        return _find_member(text, _skip_blanks(text, 0), path)
    except (ValueError, IndexError, RecursionError):
        return None


def _find_member(text: str, at: int, path: Sequence[str]) -> tuple[int, int] | None:
    if text[at] != "{":
        return None
    at = _skip_blanks(text, at + 1)
    while text[at] != "}":
        key, at = _JSON.raw_decode(text, at)
        start = _skip_blanks(text, _skip_blanks(text, at) + 1)  # behind the colon
        _, end = _JSON.raw_decode(text, start)
        if key == path[0]:
            return _find_member(text, start, path[1:]) if len(path) > 1 else (start, end)
        at = _skip_blanks(text, end)
        at = _skip_blanks(text, at + 1) if text[at] == "," else at
    return None


def _skip_blanks(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _replace_toml(text: str, table: str, old: str, new: str) -> str:
    current = ""
    lines = text.splitlines(keepends=True)
    pattern = re.compile(rf"(?P<head>\s*version\s*=\s*['\"]){re.escape(old)}(?P<tail>['\"].*)", re.DOTALL)
    for number, line in enumerate(lines):
        heading = re.match(r"\s*\[+([^\]]+)\]+", line)
        if heading:
            current = heading[1].strip()
        found = pattern.fullmatch(line)
        if current == table and found:
            lines[number] = f"{found['head']}{new}{found['tail']}"
            return "".join(lines)
    raise BadInput("The version cannot be replaced in [{table}]. Write it by hand.", table=table)


def add_changelog(text: str | None, version: str, summary: str, day: str) -> str:
    """CHANGELOG.md with the release: what stood under Unreleased is its part now."""
    title = f"## {version} ({day})"
    if not text:
        return f"# Changelog\n\n{title}\n- {summary}\n"
    if "\r\n" in text:
        return add_changelog(text.replace("\r\n", "\n"), version, summary, day).replace("\n", "\r\n")
    found = re.search(r"^## \[?Unreleased\]?.*$", text, re.MULTILINE)
    if found:
        return f"{text[: found.end()]}\n\n{title}\n- {summary}{text[found.end() :]}"
    first = re.search(r"^## ", text, re.MULTILINE)
    at = first.start() if first else len(text)
    gap = "" if text[:at].endswith("\n\n") else "\n"
    return f"{text[:at]}{gap}{title}\n- {summary}\n\n{text[at:]}"
