"""pip-audit: known weaknesses of the packages that a project pins. The only analyser that asks the network."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from renkei.review.analyser_process import Limits, find_program, run_command
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Parameter, Sentence
from renkei.values import value

_PINS: Final = re.compile(r"^(requirements|constraints)[\w.-]*\.txt$")
_OFFLINE: Final = Absent(
    state="skipped", reason=Sentence("advisories are asked from the network: {option}", option=Parameter("is_online"))
)
_ENDED: Final = (0, 1)


@value
class Advisories:
    """`online`: the network may be asked."""

    online: bool
    name: str = "pip-audit"
    scope: Scope = "file"

    def languages(self, target: Target) -> None:
        """Lists of packages are written in none."""

    def version(self, target: Target) -> str | Absent:
        if not self.online:
            return _OFFLINE
        path = find_program("pip-audit")
        if path is None:
            install = "uv tool install pip-audit"
            reason = Sentence("{name} is not installed. Type: {command}", name="pip-audit", command=install)
            return Absent(state="missing", reason=reason, install=install)
        ended = run_command([path, "--version"], target.root, Limits(seconds=30))
        return ended.out.strip().removeprefix("pip-audit ")

    def cache_basis(self, target: Target) -> str:
        """What is known changes from day to day."""
        return datetime.now(UTC).date().isoformat()

    def input_files(self, target: Target) -> Sequence[File]:
        return [file for file in target.files if _PINS.match(file.path)]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = find_program("pip-audit")
        assert path is not None
        for file in files:
            words = [path, "--format=json", "--progress-spinner=off", "--no-deps", "--disable-pip"]
            with TemporaryDirectory(prefix="renkei-review-") as folder:
                ended = run_command([*words, "-r", target.root / file.path], Path(folder), limits)
            if ended.code not in _ENDED or not ended.out.startswith("{"):
                raise Failed(how_it_ended("pip-audit", ended))
            for found in json.loads(ended.out)["dependencies"]:
                yield from (_raw_finding(target, file, found, weakness) for weakness in found.get("vulns", ()))


def _raw_finding(target: Target, file: File, found: Mapping[str, Any], weakness: Mapping[str, Any]) -> RawFinding:
    return RawFinding(
        rule=f"advisories/{weakness['id']}",
        category="dependencies",
        path=file.path,
        line=_find_line(target, file, found["name"]),
        message=Sentence(
            "{name} {version} has a known weakness ({id}); mended in: {versions}",
            name=found["name"],
            version=found["version"],
            id=weakness["id"],
            versions=", ".join(weakness.get("fix_versions") or ["-"]),
        ),
        confidence=90,
    )


def _find_line(target: Target, file: File, name: str) -> int:
    spellings = "[-_.]+".join(map(re.escape, re.split("[-_.]+", name)))
    wanted = re.compile(rf"{spellings}\b", re.IGNORECASE)
    for number, line in enumerate((target.text(file.path) or "").split("\n"), start=1):
        if wanted.match(line.strip()):
            return number
    return 1
