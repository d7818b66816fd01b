"""detect-secrets: credentials by what they are assigned to, and forms of tokens that `secrets` does not know."""

import json
import re
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePosixPath
from typing import Final

from renkei.review.analyser_process import Limits, python_command, run_command
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.checks.secrets import report_credential
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.values import value

_LEFT_OUT: Final = (
    "Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector", "BasicAuthDetector", "PrivateKeyDetector",
)  # fmt: skip
"""What is random or an address is seldom a credential; the last two are found by `secrets`."""

_WORTH_IT: Final = re.compile(
    rb"(?i)(?:passw|pwd|secret|token|api_?key|private_?key|credential)\w*[\"']?\s*[:=]+\s*[\"']|eyJ[\w-]{8,}\.|SK[0-9a-f]{32}"
    rb"|sq0csp|xox[abposr]-|\d{8,10}:[\w-]{35}"
)
"""A file without any of these has nothing for it, and it takes its time over each."""

_KEYWORD: Final = "Secret Keyword"
_SURE, _HINT, _SHOWN = 90, 75, 50
_AT_ONCE: Final = 200
_MOST_BYTES: Final = 512 * 1024
_TEXT: Final = frozenset({"markdown", "rst", "html"})


@value
class DetectSecrets:
    name: str = "detect-secrets"
    scope: Scope = "file"

    def languages(self, target: Target) -> None:
        """It looks at the text of any file."""

    def version(self, target: Target) -> str | Absent:
        try:
            return version("detect-secrets")
        except PackageNotFoundError:
            return not_installed("detect-secrets")

    def cache_basis(self, target: Target) -> str:
        return ""

    def input_files(self, target: Target) -> Sequence[File]:
        own = [file for file in target.files if file.kind.is_own and file.size <= _MOST_BYTES]
        return [file for file in own if file.kind.language is not None and file.kind.language not in _TEXT]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        worth_it = [file for file in files if _is_worth_it(target, file)]
        left_out = [word for name in _LEFT_OUT for word in ("--disable-plugin", name)]
        words = python_command("-m", "detect_secrets", "scan", "--no-verify", *left_out)
        for start in range(0, len(worth_it), _AT_ONCE):
            names = [f"./{file.path}" for file in worth_it[start : start + _AT_ONCE]]
            ended = run_command([*words, *names], target.root, limits)
            if ended.code or not ended.out.startswith("{"):
                raise Failed(how_it_ended(self.name, ended))
            for name, found in json.loads(ended.out)["results"].items():
                path = PurePosixPath(name).as_posix()
                yield from (_raw_finding(target.by_path[path], each["type"], each["line_number"]) for each in found)


def _is_worth_it(target: Target, file: File) -> bool:
    lines = target.lines(file.path)
    return lines is not None and bool(_WORTH_IT.search(lines.data))


def _raw_finding(file: File, kind: str, line: int) -> RawFinding:
    name = re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")
    confidence = _rate_confidence(file, kind)
    return report_credential(file, line, rule=f"detect-secrets/{name}", name=name, confidence=confidence)


def _rate_confidence(file: File, kind: str) -> int:
    """A word alone is a hint, which becomes more when another analyser takes it for a password, too."""
    if file.kind.is_test or file.kind.is_example:
        return _SHOWN
    return _HINT if kind == _KEYWORD else _SURE
