"""Where files come from: a release, which has not all that its repository has, or a program that wrote them."""

import re
from typing import Final

from renkei.review.target import Target

_GENERATED: Final = re.compile(
    r"(?i)\bgenerated (?:by|from|with|using)\b|@generated\b|\bauto[- ]?generated\b|\bdo not (?:edit|modify)\b"
)
_HEAD: Final = 600
_BUNDLED: Final = re.compile(
    rb"function\(require,\s*module,\s*exports\)|__webpack_require__|__importDefault\b"
    rb"|defineProperty\(exports, [\"']__esModule[\"']"
)
"""What bundlers and compilers leave in the scripts that they write."""
_REPOSITORY: Final = (
    ".gitignore",
    ".github/",
    ".gitlab-ci.yml",
    ".circleci/",
    ".hgignore",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
)


def is_release(target: Target) -> bool:
    """An archive of PyPI has PKG-INFO; one of npm has a package.json and never what only a repository needs."""
    if "PKG-INFO" in target.by_path:
        return True
    if "package.json" not in target.by_path:
        return False
    return not any(file.path.startswith(_REPOSITORY) for file in target.files)


def is_generated(target: Target, path: str) -> bool:
    """Whether a program wrote a file: its first lines say so, or it is a script with the marks of one."""
    return target.remember("generated", path, lambda: _has_marks(target, path))


def _has_marks(target: Target, path: str) -> bool:
    lines = target.lines(path)
    if lines and target.by_path[path].kind.language == "javascript" and _BUNDLED.search(lines.data):
        return True
    head = lines.data[:_HEAD].decode(errors="replace") if lines else ""
    return any(_GENERATED.search(line) for line in head.split("\n") if _is_comment(line))


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//", "/*", "*", "<!--", '"""', "'''", ";", "--"))
