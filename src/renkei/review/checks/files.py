"""Files that should not be in a repository: huge ones, what a build or an editor leaves, and keys."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from renkei.review.checks.base import Check
from renkei.review.doubts_in_tests import is_input
from renkei.review.finding import Category, RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence

HUGE: Final = 5 * 1024 * 1024

_LEFTOVER: Final = re.compile(
    r"(^|/)(\.DS_Store|Thumbs\.db|desktop\.ini|npm-debug\.log|yarn-error\.log)$|\.(orig|rej|swp|swo|pyc|pyo|class|o|obj)$|~$"
    r"|(^|/)(__pycache__|node_modules|\.pytest_cache|\.mypy_cache|\.ruff_cache)/"
)
_ENVIRONMENT: Final = re.compile(r"(^|/)\.env(\.(local|production|prod|staging))?$")
_KEY: Final = re.compile(r"(^|/)(id_rsa|id_dsa|id_ecdsa|id_ed25519)$|\.(p12|pfx|jks|keystore)$")


def check_files(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    seen: set[str] = set()
    for file in files:
        if file.size > HUGE and not file.kind.is_vendored:
            yield _raw_finding(
                file, "renkei/huge-file", "hygiene", Sentence("this file has {size} MB", size=round(file.size / 2**20))
            )
        left = _LEFTOVER.search(file.path)
        if left and not file.kind.is_data and not is_input(file.path):
            if left[0].strip("/") in seen:
                continue  # one of them tells about its kind
            seen.add(left[0].strip("/"))
            yield _raw_finding(file, "renkei/leftover", "hygiene", Sentence("a tool left this file behind"))
        elif _ENVIRONMENT.search(file.path) and file.size and not file.kind.is_test and not file.kind.is_example:
            message = Sentence("a file of settings for one machine, which often holds passwords, is in the repository")
            yield _raw_finding(file, "renkei/environment-file", "secrets", message)
        elif _KEY.search(file.path) and not file.kind.is_test and not file.kind.is_data:
            yield _raw_finding(
                file, "renkei/key-file", "secrets", Sentence("a store of private keys is in the repository")
            )


def _raw_finding(file: File, rule: str, category: Category, message: Sentence) -> RawFinding:
    return RawFinding(rule=rule, category=category, path=file.path, line=None, message=message)


FILES: Final = Check(name="files", scope="tree", wants=lambda file: True, look=check_files)
