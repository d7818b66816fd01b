"""What a project excuses itself: settings of flake8, ruff and mypy, marks of coverage. They count for all analysers."""

import configparser
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, Final, cast

from renkei.review.analysers.ruff import ignore_codes, read_configuration
from renkei.review.finding import RawFinding
from renkei.review.project_metadata import read_toml, toml_table
from renkei.review.target import Target, matches_pattern
from renkei.values import value

_FLAKE8: Final = (".flake8", "setup.cfg", "tox.ini")
_MYPY: Final = ("mypy.ini", ".mypy.ini", "setup.cfg")
_CODE: Final = re.compile(r"[A-Z]{1,4}[0-9]{0,4}")
_UNCOVERED: Final = re.compile(r"#\s*pragma:\s*no\s*cover", re.IGNORECASE)
_NOSEC: Final = re.compile(r"#\s*nosec\b", re.IGNORECASE)
_UNTESTED: Final = ("vulture/", "ruff/S110", "ruff/S112", "ruff/E722", "tests/uncovered")
"""What a line that coverage leaves out is known for: it is hardly ever reached."""

_LINTED: Final = ("ruff/", "bandit/", "vulture/", "types/")
_PYTHON: Final = (".py", ".pyi", ".pyw")
_BRACES: Final = re.compile(r"\{([^{}]*)\}")


@value
class Excuse:
    """Rules, by their beginnings, that do not count in the files of a pattern."""

    pattern: str
    codes: tuple[str, ...]

    def covers(self, path: str, code: str) -> bool:
        return code.startswith(self.codes) and _fits_pattern(self.pattern, path)


@dataclass(frozen=True)
class Excuses:
    """Those of one target."""

    target: Target

    def cover(self, raw: RawFinding) -> bool:
        if not raw.path.endswith(_PYTHON):
            return False
        code = _rule_code(raw.rule)
        return (
            (
                bool(code)
                and (code.startswith(self._ignore_codes) or any(e.covers(raw.path, code) for e in self._per_file))
            )
            or (raw.rule.startswith(_LINTED) and self.leave_out(raw.path))
            or (raw.rule.startswith("types/") and self._is_unchecked(raw.path))
            or (raw.rule.startswith(_UNTESTED) and self._has_mark(raw, _UNCOVERED))
            or (code.startswith("S") and self._has_mark(raw, _NOSEC))
        )

    def leave_out(self, path: str) -> bool:
        """Whether flake8 is told to leave out a file."""
        return path.endswith(_PYTHON) and any(_is_below(path, each) for each in self._exclude_patterns)

    def is_equal_to(self, other: "Excuses") -> bool:
        """Whether both excuse the same findings."""
        return self._settings == other._settings

    @property
    def _settings(self) -> tuple[object, ...]:
        return self._ignore_codes, self._exclude_patterns, self._per_file, self._mypy_ignores

    @cached_property
    def _flake8(self) -> Mapping[str, str]:
        sections = (_ini_section(self.target, name, "flake8") for name in _FLAKE8)
        return next((found for found in sections if found), dict[str, str]())

    @cached_property
    def _ignore_codes(self) -> tuple[str, ...]:
        named = (_split_words(self._flake8.get(key, "")) for key in ("ignore", "extend-ignore"))
        return tuple(word for words in named for word in words if _CODE.fullmatch(word))

    @cached_property
    def _exclude_patterns(self) -> list[str]:
        named = (_split_words(self._flake8.get(key, "")) for key in ("exclude", "extend-exclude"))
        return [word.removeprefix("./").rstrip("/") for words in named for word in words]

    @cached_property
    def _per_file(self) -> list[Excuse]:
        return [*_flake8_excuses(self._flake8.get("per-file-ignores", "")), *_ruff_excuses(self.target)]

    @cached_property
    def _mypy_ignores(self) -> list[str]:
        """Patterns of modules whose errors mypy leaves out."""
        return [*_mypy_sections(self.target), *_mypy_overrides(self.target)]

    def _is_unchecked(self, path: str) -> bool:
        module = _module_name(path)
        return any(fnmatchcase(module, each) or module == each.removesuffix(".*") for each in self._mypy_ignores)

    def _has_mark(self, raw: RawFinding, mark: re.Pattern[str]) -> bool:
        """Whether its line has a mark."""
        lines = self.target.lines(raw.path)
        if lines is None or raw.line is None or raw.line > len(lines.raw):
            return False
        return bool(mark.search(lines.raw[raw.line - 1].decode(errors="replace")))


def _rule_code(rule: str) -> str:
    """The rule as flake8 and ruff call it; bandit's have the same numbers there."""
    analyser, _, name = rule.partition("/")
    if analyser == "ruff":
        return name
    if analyser == "bandit":
        return f"S{name[1:]}"
    return "F401" if rule == "vulture/unused-import" else ""


def _ini_section(target: Target, name: str, section: str) -> dict[str, str]:
    found = _parse_ini(target, name)
    return dict(found[section]) if found and section in found else {}


def _parse_ini(target: Target, name: str) -> configparser.ConfigParser | None:
    text = target.text(name) if name in target.by_path else None
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text or "")
    except configparser.Error:
        return None
    return parser


def _split_words(text: str) -> list[str]:
    plain = re.sub(r"(^|\s)#.*", "", text, flags=re.MULTILINE)
    return [word for word in re.split(r"[\s,]+", plain) if word]


def _flake8_excuses(text: str) -> Iterator[Excuse]:
    """`a.py,b/*:E501,F401 c.py:S`: names, a colon, codes, and again."""
    names: list[str] = []
    codes: list[str] = []
    is_after_colon = False
    for word in [*_split_words(re.sub(r"\s*:\s*", " : ", text)), ""]:
        if word == ":":
            is_after_colon = True
        elif is_after_colon and _CODE.fullmatch(word):
            codes.append(word)
        else:
            if is_after_colon:
                yield from (Excuse(pattern=name, codes=tuple(codes)) for name in names if codes)
                names, codes, is_after_colon = [], [], False
            names.append(word)


def _ruff_excuses(target: Target) -> Iterator[Excuse]:
    """ruff honours them itself; what others find under the same names is excused as well."""
    own = read_configuration(target) or {}
    yield Excuse(pattern="**", codes=ignore_codes(own) or ("-",))
    for where in (own, toml_table(own, "lint")):
        for key in ("per-file-ignores", "extend-per-file-ignores"):
            for pattern, codes in toml_table(where, key).items():
                if isinstance(codes, list) and not pattern.startswith("!"):
                    named = tuple(str(code) for code in cast(list[object], codes))
                    yield from (Excuse(pattern=each, codes=named) for each in _expand_braces(pattern) if named)


def _expand_braces(pattern: str) -> Iterable[str]:
    found = _BRACES.search(pattern)
    if not found:
        return [pattern]
    return [each for part in found[1].split(",") for each in _expand_braces(pattern.replace(found[0], part, 1))]


def _fits_pattern(pattern: str, path: str) -> bool:
    plain = pattern.removeprefix("./")
    if "/" not in plain and fnmatchcase(PurePosixPath(path).name, plain):
        return True
    return matches_pattern(path, plain) or ("/" in plain and fnmatchcase(path, plain))


def _is_below(path: str, folder: str) -> bool:
    if "/" in folder or "*" in folder:
        return path.startswith(f"{folder}/") or _fits_pattern(folder, path)
    return folder in path.split("/")


def _mypy_sections(target: Target) -> Iterator[str]:
    for name in _MYPY:
        found = _parse_ini(target, name)
        for section in found.sections() if found else ():
            if section.startswith("mypy-") and found and _is_true(found[section].get("ignore_errors")):
                yield from (each.strip() for each in section.removeprefix("mypy-").split(","))


def _mypy_overrides(target: Target) -> Iterator[str]:
    overrides: Any = toml_table(read_toml(target, "pyproject.toml"), "tool", "mypy").get("overrides")
    for each in cast(Sequence[Any], overrides) if isinstance(overrides, list) else ():
        if isinstance(each, dict) and cast(dict[str, Any], each).get("ignore_errors") is True:
            named: Any = cast(dict[str, Any], each).get("module")
            yield from (str(one) for one in (cast(list[object], named) if isinstance(named, list) else [named]))


def _is_true(text: str | None) -> bool:
    return (text or "").strip().lower() in ("true", "yes", "on", "1")


def _module_name(path: str) -> str:
    plain = path.rpartition(".")[0].removesuffix("/__init__")
    for folder in ("src/", "lib/"):
        plain = plain.removeprefix(folder)
    return plain.replace("/", ".")
