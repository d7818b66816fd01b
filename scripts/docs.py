"""Checks the pages: links between them resolve, and every `renkei` and `make` command they show exists."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

FENCE = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RENKEI = re.compile(r"(?:^|[|;&]\s*)(?:\w+=\S*\s+)*(?:\.venv/bin/|uvx\s+|uv run\s+)?renkei\s+([^|;&#]+)")
MAKE = re.compile(r"(?:^|[|;&]\s*)make\s+([a-z][a-z-]*)")
TAKES_A_VALUE = {"--project", "--store", "--lang"}


def main() -> int:
    """Print each fault as `file: what`; 0 when there is none."""
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    commands = set[str](importlib.import_module("renkei.entrypoints.cli").COMMANDS)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    faults = [
        f"{page.relative_to(ROOT)}: {fault}"
        for page in pages
        for fault in [*bad_links(page), *bad_commands(page.read_text("utf-8"), commands, targets)]
    ]
    print("\n".join(faults) or f"{len(pages)} pages: links and commands hold")
    return 1 if faults else 0


def bad_links(page: Path) -> Iterator[str]:
    """Links to files that do not exist or to headings that their page does not have."""
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        path, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        target = page.parent / path if path else page
        if not target.exists():
            yield f"link to {path!r}, which does not exist"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text("utf-8")):
            yield f"link to {link!r}: no such heading"


def anchors(text: str) -> set[str]:
    """The anchors that a page's headings get."""
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in HEADING.findall(text)}


def bad_commands(text: str, commands: set[str], targets: set[str]) -> Iterator[str]:
    """Commands in `console` and `sh` blocks that do not exist."""
    for line in shown_lines(text):
        for words in RENKEI.findall(line):
            name = command_of(words.split())
            if name and name.split()[0] not in {command.split()[0] for command in commands}:
                yield f"`renkei {name}` is not a command"
        for target in MAKE.findall(line):
            if target not in targets:
                yield f"`make {target}` is not a target"


def shown_lines(text: str) -> Iterator[str]:
    """What a reader would type: all of an `sh` block, the lines after `$ ` of a `console` block."""
    for language, body in FENCE.findall(text):
        for line in body.splitlines():
            stripped = line.strip()
            if language in {"sh", "bash"}:
                yield stripped
            elif language == "console" and stripped.startswith("$ "):
                yield stripped.removeprefix("$ ")


def command_of(words: list[str]) -> str | None:
    """The command's own word, after any global flags; None for `renkei --help` and the like."""
    rest = iter(words)
    for word in rest:
        if word in TAKES_A_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            return word
    return None


if __name__ == "__main__":
    sys.exit(main())
