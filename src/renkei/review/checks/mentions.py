"""What a page names in back-ticks or tells its reader to type, and the code does not have: files, functions, flags."""

import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from renkei.review.imports import modules_of
from renkei.review.project_metadata import read_toml, toml_table
from renkei.review.target import Target
from renkei.sentence import Sentence

_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_PATH: Final = re.compile(
    r"(?:\./)?[A-Za-z0-9_][\w.-]*(?:/[\w.-]+)+\.(?:py|pyi|js|mjs|cjs|ts|tsx|jsx|sh|toml|ya?ml|json|md|cfg|ini|sql)"
)
_CALL: Final = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\([^()]*\)")
_FLAG: Final = re.compile(r"--[a-z][a-z0-9-]+")
_COMMAND: Final = re.compile(r"(?:make|npm|pnpm|yarn|\./\S+|python3?|node|bash|sh)\s")
_ABSENT: Final = re.compile(
    r"(?i)\b(?:not|no|never|was|were|removed|renamed|deleted|former\w*|old|create\w*|creates|writes?|written|generate\w*|"
    r"add|your|example|like|such as|e\.g\.)\b"
)
"""A line that says that something is not there, is made, or stands for any."""

_ELSEWHERE: Final = re.compile(r"\b(?:in|from|inside|under) (?:the |your )?`[^`]+`")
_USUAL: Final = frozenset({"--help", "--version"})
_MOST_BYTES: Final = 512 * 1024

Fault = tuple[str, Sentence, int]
"""A rule, what is said, and how sure that is."""


@dataclass(frozen=True)
class Mentions:
    """What the code of a target has."""

    target: Target

    def in_prose(self, line: str) -> Iterator[Fault]:
        """What the spans of a line of prose name."""
        if _ABSENT.search(_SPAN.sub("", line)):
            return
        for span in _SPAN.findall(line):
            text = span.strip()
            if _PATH.fullmatch(text):
                yield from self._check_file(text)
            elif found := _CALL.fullmatch(text):
                yield from self._check_name(found[1])
            else:
                yield from self.in_command(text)

    def in_command(self, line: str) -> Iterator[Fault]:
        """Flags of the project's own programs."""
        name = _program_name(line.split())
        if name not in self._programs or "|" in line or "&&" in line:
            return
        for flag in dict.fromkeys(_FLAG.findall(line)):
            if flag not in _USUAL and not self._has_flag(flag):
                message = Sentence("{program} has no flag {flag}", program=name, flag=flag)
                yield "documents/missing-flag", message, 85

    def _check_file(self, path: str) -> Iterator[Fault]:
        plain = str(PurePosixPath(path))
        is_there = self.target.has(plain) or any(file.path.endswith(f"/{plain}") for file in self.target.files)
        parent, top = str(PurePosixPath(plain).parent), PurePosixPath(plain).parts[0]
        if not is_there and (self._has_folder(top) or top in self._modules):
            confidence = 80 if self._has_folder(parent) else 60
            message = Sentence("this names {path!r}, which does not exist", path=plain)
            yield "documents/missing-file", message, confidence

    def _has_folder(self, path: str) -> bool:
        """From the root, or from a folder that packages lie in."""
        return any(self.target.has(f"{prefix}{path}") for prefix in ("", "src/", "lib/"))

    def _check_name(self, dotted: str) -> Iterator[Fault]:
        module, _, name = dotted.rpartition(".")
        places = [path for path in self._modules.get(module, ()) if not self.target.by_path[path].kind.is_test]
        message = Sentence("this names {name}, and nothing in the code is called so", name=f"{dotted}()")
        if places and not any(re.search(rf"\b{name}\b", self.target.text(path) or "") for path in places):
            yield "documents/missing-name", message, 60 if name in self._words else 85
        elif not module and self._words and name not in self._words and not hasattr(builtins, name):
            yield "documents/missing-name", message, 60

    def _has_flag(self, flag: str) -> bool:
        """Written out, or as the parameter that a library makes it of."""
        name = flag.removeprefix("--").removeprefix("no-").replace("-", "_")
        return flag in self._flags or f"--{flag.removeprefix('--no-')}" in self._flags or name in self._words

    @cached_property
    def _modules(self) -> dict[str, list[str]]:
        return modules_of(self.target)

    @cached_property
    def _programs(self) -> frozenset[str]:
        """What the project installs, where its code can be read for flags."""
        project = toml_table(read_toml(self.target, "pyproject.toml"), "project")
        named = set(toml_table(project, "scripts"))
        packages = {str(value).partition(":")[0].partition(".")[0] for value in toml_table(project, "scripts").values()}
        return frozenset(named | packages) if named else frozenset()

    @cached_property
    def _code(self) -> list[str]:
        own = (file for file in self.target.files if file.kind.is_code and not file.kind.is_test)
        return [self.target.text(file.path) or "" for file in own if file.size <= _MOST_BYTES]

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for text in self._code for word in re.findall(r"\w+", text))

    @cached_property
    def _flags(self) -> frozenset[str]:
        return frozenset(flag for text in self._code for flag in _FLAG.findall(text))


def _program_name(words: list[str]) -> str:
    if words[:2] in (["python", "-m"], ["python3", "-m"]):
        words = words[2:]
    return words[0] if words else ""


def commands_in(line: str) -> list[str]:
    """What a line of prose tells its reader to type, in back-ticks."""
    if _ELSEWHERE.search(line):
        return []
    return [span for span in _SPAN.findall(line) if _COMMAND.match(span)]
