"""A repository to review, made of texts; and small targets for one check alone."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from renkei.review.analyser_process import Limits
from renkei.review.analysers.base import Analyser
from renkei.review.finding import RawFinding
from renkei.review.target import open_target
from tests.support.cli_run import Cli, Ran
from tests.support.hook_project import git

Place = tuple[str, int | None, str]
"""Path, line and rule of a finding."""


class Project:
    """A folder with files, and `renkei review` in it."""

    def __init__(self, cli: Cli) -> None:
        self.cli = cli
        self.folder = cli.folder

    def write(self, files: Mapping[str, str | bytes]) -> None:
        write(self.folder, files)

    def commit(self, message: str = "a change") -> str:
        """Everything as it is now, in git; the commit."""
        if not (self.folder / ".git").exists():
            git(self.folder, "init", "--quiet")
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--allow-empty", "--message", message)
        return git(self.folder, "rev-parse", "HEAD").strip()

    def review(self, *words: str) -> Ran:
        return self.cli("review", *words)

    def document(self, *words: str) -> Any:
        """The document of a review, whatever the verdict."""
        return self.cli("review", "--json", *words).document

    def places(self, *words: str) -> set[Place]:
        return places(self.document(*words))


def places(document: Any) -> set[Place]:
    return {(each["path"], each["line"], each["rule"]) for each in document["findings"]}


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Texts lose the indent that they have in common; bytes are written as they are."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(dedent(content).lstrip("\n").encode() if isinstance(content, str) else content)


def found_by(analyser: Analyser, folder: Path, files: Mapping[str, str | bytes]) -> list[RawFinding]:
    """What one analyser finds in a folder with these files."""
    write(folder, files)
    target = open_target(folder)
    said = analyser.run(target, analyser.input_files(target), Limits(seconds=60))
    return [each for each in said if isinstance(each, RawFinding)]


def lines_of(findings: list[RawFinding]) -> list[tuple[str, int | None, str]]:
    return [(each.path, each.line, each.rule) for each in findings]
