"""Does a command that is written down exist? Targets of make, scripts of npm and files that are run."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, Final, cast

from renkei.review.project_metadata import toml_table
from renkei.review.target import Target
from renkei.sentence import Sentence

_TARGET: Final = re.compile(r"^([A-Za-z0-9_.%/ -]+?)\s*::?(?!=)", re.MULTILINE)
_PHONY: Final = re.compile(r"^\.PHONY\s*:(.+)$", re.MULTILINE)
_INCLUDE: Final = re.compile(r"^-?include\b|\$\(eval|^define\b", re.MULTILINE)
_SEPARATORS: Final = re.compile(r"\s*(?:&&|\|\||[;|])\s*")
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=.*")
_LITERAL: Final = re.compile(r"[\w./@+-]+")
_RUNNERS: Final = {"npm": ("run", "run-script"), "pnpm": ("run",), "yarn": ("run",), "bun": ("run",)}
_INTERPRETERS: Final = frozenset({"python", "python3", "node", "bash", "sh", "ruby", "deno"})
_MAKEFILES: Final = ("Makefile", "makefile", "GNUmakefile")
_MAKES: Final = re.compile(r"(^|/)((GNU)?[Mm]akefile[^/]*|[^/]*\.mk|CMakeLists\.txt|configure(\.ac)?|meson\.build)$")
_MOVES: Final = frozenset({"cd", "pushd", "popd", "git", "docker", "ssh"})


@dataclass(frozen=True)
class ShellCommands:
    """What can be run in a tree."""

    target: Target

    def find_faults(self, line: str, folder: str = "") -> Iterator[Sentence]:
        """What a line of shell names that is not there. Where the line goes elsewhere, nothing is known any more."""
        for part in _SEPARATORS.split(line.strip()):
            words = _command_words(part)
            if not words or words[0] in _MOVES:
                return
            if fault := self._find_fault(words, folder):
                yield fault

    def _find_fault(self, words: list[str], folder: str) -> Sentence | None:
        name = words[0]
        if name == "make":
            return self._check_target(words[1:], folder)
        if name in _RUNNERS and len(words) > 2 and words[1] in _RUNNERS[name]:
            return None if "--if-present" in words else self._check_script(name, words[2], folder)
        # Without a folder it may be what the reader is to write.
        if name.startswith("./") and (name.count("/") > 1 or name.endswith((".sh", ".bash"))):
            return self._check_file(name, folder)
        if name in _INTERPRETERS and len(words) > 1 and "/" in words[1] and _is_source(words[1]):
            return self._check_file(words[1], folder)
        return None

    def _check_target(self, words: list[str], folder: str) -> Sentence | None:
        named = [word for word in words if not _ASSIGNMENT.fullmatch(word) and _LITERAL.fullmatch(word)]
        if any(word.startswith("-") for word in words) or not named:
            return None
        if not self._has_makefiles:
            return Sentence("`make {name}` needs a Makefile, and there is none", name=named[0])
        targets = self._make_targets(folder)
        missing = [word for word in named if targets is not None and word not in targets]
        return Sentence("`make {name}` is not a target of the Makefile", name=missing[0]) if missing else None

    @cached_property
    def _has_makefiles(self) -> bool:
        """In any folder, or something that writes one."""
        return any(_MAKES.search(file.path) for file in self.target.files)

    def _make_targets(self, folder: str) -> set[str] | None:
        """The targets of a Makefile; None where there is none, or where not all of them can be seen."""
        text = next((text for name in _MAKEFILES if (text := self.target.text(_path_in(folder, name)))), None)
        if text is None or _INCLUDE.search(text):
            return None
        named = {name for found in _TARGET.findall(text) for name in found.split()}
        return (
            None
            if any("%" in name for name in named)
            else named | {each for line in _PHONY.findall(text) for each in line.split()}
        )

    def _check_script(self, runner: str, name: str, folder: str) -> Sentence | None:
        scripts = self.scripts if not folder else None
        if scripts is None or name in scripts or not _LITERAL.fullmatch(name) or name.startswith("-"):
            return None
        return Sentence("`{runner} run {name}` is not a script of package.json", runner=runner, name=name)

    @cached_property
    def scripts(self) -> set[str] | None:
        """The scripts of package.json; None where there is none that can be read."""
        text = self.target.text("package.json")
        try:
            document: Any = json.loads(text) if text else None
        except ValueError:
            return None
        if not isinstance(document, dict) or "workspaces" in document:
            return None
        return set(toml_table(cast(dict[str, Any], document), "scripts"))

    def _check_file(self, path: str, folder: str) -> Sentence | None:
        if not _LITERAL.fullmatch(path) or path.startswith(("/", "-")) or ".." in path:
            return None
        plain = str(PurePosixPath(path))
        wanted = _path_in(folder, plain)
        parent = str(PurePosixPath(wanted).parent)
        # A file that a build makes, or of a folder that the reader is to make, is not missing.
        if self.target.has(wanted) or not self.target.has(parent) or not _is_source(plain):
            return None
        return Sentence("there is no file {path!r}", path=plain)


def _command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text, comments=True)
    except ValueError:
        return []
    while words and (_ASSIGNMENT.fullmatch(words[0]) or words[0] in ("sudo", "time", "exec", "env")):
        words.pop(0)
    if words[:2] in (["uv", "run"], ["poetry", "run"], ["pdm", "run"], ["hatch", "run"]):
        words = words[2:]
    return words


def _is_source(path: str) -> bool:
    return path.endswith((".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".bash", ".rb"))


def _path_in(folder: str, path: str) -> str:
    return str(PurePosixPath(folder, path)) if folder not in ("", ".") else path
