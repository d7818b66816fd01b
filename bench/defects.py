"""How many planted defects a review finds: some forty kinds of them (defects.toml) at random places of public packages.

Truth by construction: each defect is put between two functions of a random file, and counts as found when a finding
points to its line and is about it. The findings of a whole review count, the less certain ones too. What the project
itself excuses by its settings is counted apart.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from bench.releases import fetch_any, unpack
from renkei.review.excuses import Excuses
from renkei.review.finding import RawFinding
from renkei.review.target import Target, open_target

RENKEI: Final = str(Path(sys.executable).parent / "renkei")
KINDS: Final = tomllib.loads((Path(__file__).parent / "defects.toml").read_text("utf-8"))
PYTHON: Final = (
    *("click==8.1.8", "httpie==3.2.4", "bottle==0.13.2", "marshmallow==3.26.1", "peewee==3.17.9", "invoke==2.2.0"),
    *("paramiko==3.5.1", "arrow==1.3.0", "tabulate==0.9.0", "pelican==4.11.0", "humanize==4.12.1", "mistune==3.1.3"),
)
JAVASCRIPT: Final = ("express@4.21.2", "commander@12.1.0", "yargs@17.7.2")
WORDS: Final = (
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "flint",
    "grove",
    "harbor",
    "iris",
    "kelp",
    "maple",
    "onyx",
)
SECTION: Final = re.compile(
    r"^\[\[?(?:flake8|mypy|tool\.(?:ruff|flake8|mypy))[^\n]*\n(?:(?!\[)[^\n]*\n)*", re.MULTILINE
)
FILE_NOQA: Final = re.compile(r"^#\s*(?:flake8|ruff):\s*noqa\s*$", re.MULTILINE)
MARK: Final = re.compile(r" (?:#|//) <-(\d+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Planted:
    """One defect in its place."""

    package: str
    kind: str
    says: str
    path: str
    line: int


Outcome = Literal["found", "missed", "excused"]
"""Excused: what the project itself tells its linters to leave alone, and what is found as soon as it does not."""

Tried = tuple[Planted, Outcome]


def main() -> int:
    """Plant, review, count, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("packages", nargs="*", help="NAME==VERSION from PyPI, NAME@VERSION from npm (default: all)")
    args = parser.parse_args()
    tried = try_all(args.seed, args.packages or (*PYTHON, *JAVASCRIPT))
    if args.json:
        print(json.dumps([{**_document(each), "outcome": outcome} for each, outcome in tried], indent=1))
    else:
        show(tried)
    return 0


def try_all(seed: int, packages: Sequence[str]) -> list[Tried]:
    tried: list[Tried] = []
    for package in packages:
        tried += try_package(package, random.Random(f"{seed} {package}"))  # noqa: S311
        print(f"{package}: {share(tried)} so far", file=sys.stderr)
    return tried


def _document(each: Planted) -> dict[str, Any]:
    return {name: getattr(each, name) for name in Planted.__slots__}


def show(tried: list[Tried]) -> None:
    """The share of each kind, worst first."""
    for language in ("JavaScript", "Python"):
        of_it = of_language(tried, language)
        if not of_it:
            continue
        print(f"\n{language}: {share(of_it)}")
        for kind, counts in by_kind(of_it):
            print(f"  {counts['found']:>3} of {counts.total() - counts['excused']:<3} {kind}")
    for each, outcome in tried:
        if outcome != "found":
            print(f"{outcome}: {each.kind}: {each.package} {each.path}:{each.line}", file=sys.stderr)


def of_language(tried: list[Tried], language: str) -> list[Tried]:
    return [pair for pair in tried if ("@" in pair[0].package) == (language == "JavaScript")]


def by_kind(tried: list[Tried]) -> list[tuple[str, Counter[Outcome]]]:
    """How each kind came out, the worst first."""
    kinds: dict[str, Counter[Outcome]] = {}
    for each, outcome in tried:
        kinds.setdefault(each.kind, Counter())[outcome] += 1
    return sorted(kinds.items(), key=lambda pair: (-pair[1]["missed"] / pair[1].total(), pair[0]))


def share(tried: list[Tried]) -> str:
    counts = Counter(outcome for _, outcome in tried)
    asked = counts["found"] + counts["missed"]
    return f"{counts['found']} of {asked} ({counts['found'] / max(1, asked):.3f}), {counts['excused']} more excused"


def try_package(package: str, rng: random.Random) -> list[Tried]:
    """Each kind once, all in one copy of the package."""
    with tempfile.TemporaryDirectory() as folder:
        root, plain = Path(folder) / "tree", Path(folder) / "plain"
        unpack(fetch_any(package), root)
        planted = plant(package, root, rng)
        commit(root)
        findings = review(root)
        shutil.copytree(root, plain)
        drop_excuses(plain)
        without = [each for each in review(plain) if is_excused(open_target(root), each)]
    return [(each, outcome_of(each, findings, without)) for each in planted]


def outcome_of(planted: Planted, findings: list[Any], excused: list[Any]) -> Outcome:
    if any(is_about(finding, planted) for finding in findings):
        return "found"
    return "excused" if any(is_about(finding, planted) for finding in excused) else "missed"


def review(root: Path) -> list[dict[str, Any]]:
    """All findings of a review, the less certain ones too."""
    with tempfile.TemporaryDirectory() as cache:
        command = [RENKEI, "review", str(root), "--no-exec", "--all", "--format", "json"]
        env = {**os.environ, "XDG_CACHE_HOME": cache}
        ran = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    if ran.returncode not in (0, 1, 5):
        sys.exit(f"{root}: {ran.stderr}")
    return json.loads(ran.stdout)["findings"]


def drop_excuses(root: Path) -> None:
    """A copy whose linters are told nothing."""
    for name in (".flake8", "ruff.toml", ".ruff.toml", "mypy.ini", ".mypy.ini"):
        (root / name).unlink(missing_ok=True)
    for name in ("setup.cfg", "tox.ini", "pyproject.toml"):
        if (path := root / name).exists():
            path.write_text(SECTION.sub("", read(path)), "utf-8", errors="surrogateescape")
    for path in root.rglob("*.py"):
        if FILE_NOQA.search(text := read(path)):
            path.write_text(FILE_NOQA.sub("#", text), "utf-8", errors="surrogateescape")


def is_excused(target: Target, finding: dict[str, Any]) -> bool:
    """Whether the project's own settings, or a mark at the top of the file, cover one of its rules."""
    if FILE_NOQA.search(target.text(finding["path"]) or ""):
        return True
    named = {key: finding[key] for key in ("category", "path", "line", "message")}
    rules = [finding["rule"], *finding["also"]]
    return any(Excuses(target).cover(RawFinding(rule=rule, **named)) for rule in rules)


def commit(root: Path) -> None:
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    for words in (["init", "--quiet"], ["add", "--all", "--force"], [*who, "commit", "--quiet", "-m", "release"]):
        subprocess.run(["git", *words], cwd=root, check=True)


def is_about(finding: dict[str, Any], planted: Planted) -> bool:
    lines = range(finding["line"] or 0, (finding.get("end_line") or finding["line"] or 0) + 1)
    text = f"{finding['message']} {finding['rule']} {finding['category']}"
    return finding["path"] == planted.path and planted.line in lines and bool(re.search(planted.says, text, re.I))


# Planting


def plant(package: str, root: Path, rng: random.Random) -> list[Planted]:
    kinds = [kind for name in sections(package) for kind in places_for(name, root)]
    used: list[dict[str, str]] = []
    for kind, paths in kinds:
        if paths:
            path = rng.choice(paths)
            insert(root / path, fill(kind["code"], root, path, rng).replace("<-", f"<-{len(used)}"), rng)
            used.append(kind)
    return [each for path in sorted(root.rglob("*")) if path.is_file() for each in unmark(package, root, path, used)]


def sections(package: str) -> tuple[str, ...]:
    return ("javascript",) if "@" in package else ("python", "test", "readme")


def places_for(section: str, root: Path) -> Iterator[tuple[dict[str, str], list[str]]]:
    """Each kind of a section with the files that it may stand in."""
    paths = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())

    def named(pattern: str, having: str = "") -> list[str]:
        return [path for path in paths if re.search(pattern, path, re.IGNORECASE) and having in read(root / path)]

    source = (
        r"^(?!.*(^|/)(tests?|docs?|examples?|samples|build|node_modules|setup\.py|conftest\.py|_vendor|vendor)(/|$))"
    )
    files = {
        "python": [path for path in named(source + r".*\.py$") if parses(root / path)],
        "test": [path for path in named(r"(^|/)test_[^/]*\.py$", "import pytest") if parses(root / path)],
        "readme": named(r"^readme\.(md|rst)$"),
        "javascript": named(source + r".*\.c?js$", "require("),
    }
    for kind in KINDS[section]:
        yield kind, files[section]


def parses(path: Path) -> bool:
    try:
        return len(ast.parse(read(path)).body) > 3
    except SyntaxError:
        return False


def read(path: Path) -> str:
    return path.read_text("utf-8", errors="surrogateescape")


def insert(path: Path, code: str, rng: random.Random) -> None:
    """Before a random function of a module, at the end of anything else."""
    text = read(path)
    lines = text.splitlines(keepends=True)
    at = len(lines)
    if path.suffix == ".py":
        body = [each for each in ast.parse(MARK.sub("", text)).body if isinstance(each, ast.FunctionDef | ast.ClassDef)]
        at = rng.choice([first_line(each) - 1 for each in body] or [at])
    elif path.suffix == ".rst":
        code = re.sub(r"`(.+?)`", r"``\1``", code)
        code = f"::\n\n{code}" if code.startswith("    ") else code
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    lines[at:at] = ["\n", *code.splitlines(keepends=True), "\n", "\n"]
    path.write_text("".join(lines), "utf-8", errors="surrogateescape")


def first_line(each: ast.FunctionDef | ast.ClassDef) -> int:
    return min(part.lineno for part in (each, *each.decorator_list))


def unmark(package: str, root: Path, path: Path, used: list[dict[str, str]]) -> Iterator[Planted]:
    if not MARK.search(text := read(path)):
        return
    for number, line in enumerate(text.split("\n"), 1):
        if mark := MARK.search(line):
            kind = used[int(mark[1])]
            place = str(path.relative_to(root))
            yield Planted(package=package, kind=kind["kind"], says=kind["says"], path=place, line=number)
    path.write_text(MARK.sub("", text), "utf-8", errors="surrogateescape")


# Names and values that nobody has seen before


def fill(code: str, root: Path, path: str, rng: random.Random) -> str:
    def some(letters: str, count: int) -> str:
        return "".join(rng.choices(letters, k=count))

    letters, digits = string.ascii_letters, string.digits
    name = f"{rng.choice(WORDS)}_{rng.choice(WORDS)}_{some(string.ascii_lowercase, 3)}"
    url = letters + digits + "-_"
    values = {
        "NAMEGate": f"{name.title().replace('_', '')}Gate",
        "NAMEUP": name.upper(),
        "NAME": name,
        "FRESH": f"{rng.choice(WORDS)}{rng.choice(WORDS)}{some(string.ascii_lowercase, 2)}",
        "WORD": rng.choice(WORDS),
        "NUMBER": some("123456789", 3),
        "UPPER16": some(string.ascii_uppercase + "234567", 16),
        "ALNUM36": some(letters + digits, 36),
        "ALPHA34": some(letters, 34),
        "JWT": f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(url, 40)}.{some(url, 43)}",
        "BASE64LINE": some(letters + digits + "+/", 64),
        "SIBLING": sibling(root, path, rng),
        "PACKAGE": package_of(root),
    }
    names = re.compile("|".join(values).replace("|WORD", "|(?<![A-Z])WORD"))
    return names.sub(lambda found: values[found[0]], code).lstrip("\n")


def sibling(root: Path, path: str, rng: random.Random) -> str:
    """A module beside the one that the defect stands in, as it is imported."""
    folder = (root / path).parent
    names = sorted(each.stem for each in folder.glob("*.py") if each.stem not in ("__init__", Path(path).stem))
    has_package = (folder / "__init__.py").exists()
    return f".{rng.choice(names or ['__init__'])}" if has_package else Path(path).stem


def package_of(root: Path) -> str:
    for folder in (root / "src", root):
        for each in sorted(folder.glob("*/__init__.py")):
            if each.parent.name not in ("tests", "test", "docs", "examples", "scripts"):
                return each.parent.name
    return next((each.stem for each in sorted(root.glob("*.py")) if each.stem not in ("setup", "conftest")), "package")


if __name__ == "__main__":
    sys.exit(main())
