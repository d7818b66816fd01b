"""`renkei check` as its tests call it."""

from typing import Any

from tests.support.cli_run import Cli


def checked(renkei: Cli, text: str, *words: str) -> tuple[int, Any]:
    """The exit code and the document of a result that is handed in."""
    ran = renkei("check", "-", "--json", *words, stdin=text.encode())
    return ran.code, ran.document


def broken(document: Any, level: str = "L1") -> list[tuple[str, int | None]]:
    """The rules that it breaks, with their lines."""
    return [(each["rule"], each["line"]) for each in document["violations"] if each["level"] == level]
