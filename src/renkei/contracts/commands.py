"""Is a text a command, and which? Decided by the text alone, so that it is the same on every machine."""

import re
from typing import Final

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
