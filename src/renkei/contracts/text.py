"""What a contract's text tells the software: commands, deliverables, instructions. The same on every machine."""

import json
import re
from typing import Any, Final, Literal, cast

from renkei.protocol.contracts import TaskContract
from renkei.protocol.terms import MESSAGE_TYPES, MessageType
from renkei.values import value

_IN_BACKTICKS: Final = re.compile(r"`([^`\n]+)`")
_PROMPT: Final = re.compile(r"^\s*\$ +(\S.*?)\s*$", re.MULTILINE)
_BEFORE: Final = re.compile(r"^(?:run|execute)[:：]?\s+", re.IGNORECASE)
_AFTER: Final = re.compile(r"\s*[をの]?\s*実行(?:する|します|すること)?\s*[。.]?$")

_TOOLS: Final = frozenset({
    "ant", "bash", "basedpyright", "bats", "bazel", "biome", "black", "bun", "bundle", "cargo", "cmake", "composer",
    "coverage", "cypress", "ctest", "curl", "deno", "docker", "dotnet", "elixir", "eslint", "flake8", "flutter",
    "gradle", "hatch", "helm", "java", "jest", "kubectl", "mix", "mocha", "mvn", "mypy", "ninja", "node", "npm",
    "npx", "nox", "nx", "pdm", "php", "phpunit", "pip", "playwright", "pnpm", "poetry", "prettier", "psql",
    "pyright", "pytest", "python", "python3", "rake", "rspec", "rubocop", "ruby", "ruff", "rustc", "sbt", "sh",
    "shellcheck", "sqlfluff", "swift", "terraform", "tox", "tsc", "turbo", "uv", "uvx", "vitest", "yarn", "zig",
})  # fmt: skip
"""Programs whose name says that a command follows. Any other is put in back-ticks."""

_ALSO_WORDS: Final = frozenset({"go", "just", "make", "git"})
"""Programs whose name also begins an English sentence: they need 実行, `run` or back-ticks beside them."""


def find_command(text: str) -> str | None:
    """The command that a text asks for: in back-ticks, after `$ `, or what 実行 or `run` leaves of it."""
    if found := _IN_BACKTICKS.search(text) or _PROMPT.search(text):
        return found[1].strip() or None
    bare = _AFTER.sub("", _BEFORE.sub("", text.strip())).strip()
    if not bare.isascii() or "\n" in bare:
        return None
    first = bare.split(" ", 1)[0]
    asked_for = bare != text.strip()
    is_program = first in _TOOLS or first.startswith("./") or (asked_for and first in _ALSO_WORDS)
    return bare if is_program else None


def find_quoted_command(text: str) -> str | None:
    """The command in back-ticks, if there is one: a constraint is a sentence, not a method."""
    found = _IN_BACKTICKS.search(text)
    return found[1].strip() or None if found else None


# Which deliverables are places in the work tree, and what an output schema is: from the text alone.


_EXTENSION: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_GLOB: Final = re.compile(r"[*?]|\[[^\]]+\]")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./*?\[\]{}@+~-]+")
DOCUMENTS: Final = (".json", ".yaml", ".yml")
"""Kinds of file that a schema can be held against."""


def deliverable_path(deliverable: str) -> str | None:
    """The path or glob that a deliverable begins with (`src/auth/ 配下の...`); None when it is plain words.

    A name in other letters is put in back-ticks.
    """
    text = deliverable.strip()
    found = _IN_BACKTICKS.match(text)
    first = found[1].strip() if found else _path_prefix(text)
    is_place = first.endswith("/") or bool(_GLOB.search(first)) or bool(_EXTENSION.search(first))
    return first if first and (is_place or ("/" in first and first == text.strip("`"))) else None


def _path_prefix(text: str) -> str:
    found = _PLAIN.match(text)
    return found[0] if found and not text[found.end() :].startswith(":") else ""


@value
class OutputSchema:
    """What `expected_output.schema` is: a JSON Schema, the file that holds one, or words for a reviewer."""

    kind: Literal["document", "file", "words"]
    document: dict[str, Any] | None = None
    text: str = ""


def output_schema(contract: TaskContract) -> OutputSchema | None:
    """The schema of a contract's output, if it has one."""
    given = contract.expected_output.output_schema
    if given is None:
        return None
    if isinstance(given, dict):
        return OutputSchema(kind="document", document=given)
    if (parsed := _parse_object(given)) is not None:
        return OutputSchema(kind="document", document=parsed)
    text = given.strip()
    is_file = text.endswith(DOCUMENTS) and len(text.split()) == 1 and "://" not in text
    return OutputSchema(kind="file" if is_file else "words", text=text)


def _parse_object(text: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


# What a contract's free-text instructions tell the software to post; the words themselves go to both parties.


_TYPE: Final = re.compile(
    r"(?<![A-Za-z_])(" + "|".join(sorted(MESSAGE_TYPES, key=len, reverse=True)) + r")(?![A-Za-z_])"
)
_STATUS: Final = re.compile(r"(?:new_)?status\s*[:：=]\s*[\"'`]?([a-z]+)", re.IGNORECASE)


@value
class Instruction:
    """A message type and a status that an instruction names, and the instruction word for word."""

    type: MessageType | None
    status: str | None
    text: str


def parse_instruction(text: str) -> Instruction:
    """Reads an instruction such as 「現在の進捗をTASK_RESULTとして報告（status: partial）」."""
    found = _TYPE.search(text)
    status = _STATUS.search(text)
    return Instruction(
        type=next((each for each in MESSAGE_TYPES if found and each == found[1]), None),
        status=status[1].lower() if status else None,
        text=text,
    )
