"""`renkei review --base`: the list of two whole reviews, by looking at little more than what changed."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_project import git
from tests.support.review_project import Project, places, write

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["requests"]\n',
    "README.md": "# Shop\n\nSee [the guide](docs/guide.md) and `src/shop/cart.py`.\n",
    "docs/guide.md": "# Guide\n\nBack to [the start](../README.md#shop).\n",
    "src/shop/__init__.py": "",
    "src/shop/cart.py": "from shop.prices import price\n\n\ndef total(n: int) -> int:\n    return n * price(1)\n",
    "src/shop/prices.py": "import os\n\n\ndef price(of: int) -> int:\n    return of\n\n\ndef _spare() -> None: ...\n",
    "src/shop/compat.py": "from os import path\n",
    "src/shop/run.py": "from shop.compat import path\n\n\ndef run(text: str) -> object:\n    return eval(text), path\n",
    "src/shop/loose.py": "def one() -> object:\n    return unknown\n\n\ndef two() -> object:\n    return unknown\n",
    "tool.py": "import util\n\nutil.go()\n",
    "util.py": "def go() -> None:\n    print(1)\n",
    "web/a.js": "const b = require('./b');\nmodule.exports = () => eval(b);\n",
    "web/b.js": "module.exports = '1';\n",
    "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total() -> None:\n    assert total(2) == 2\n",
}
LINES = (
    "import json\n",
    "from shop.prices import gone\n",
    "value = eval('1')\n",
    "print(undefined_name)\n",
    "from shop.cart import total\n\ntotal()\n",
    "from shop.cart import total\n\nprint(total(1))\n",
    "from shop.compat import path\n\nprint(path)\n",
    "def _never() -> None:\n    pass\n",
    "def broken(:\n",
    "PASSWORD = 'hf8Zk2-prod-Q7w'\n",
)
SETTINGS = (
    "[lint]\nignore = ['S307']\n",
    "extend-exclude = ['src/shop/run.py']\n",
    "[lint.per-file-ignores]\n'src/**' = ['F401']\n",
)


def change_something(folder: Path, rng: random.Random) -> str:
    """One random step of a change; what it was."""
    python = sorted(path for path in folder.rglob("*.py") if ".git" not in path.parts)
    every = sorted(path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    match rng.choice(("add", "add", "insert", "delete", "remove", "rename", "settings", "flake8", "page", "copy")):
        case "add":
            path = rng.choice(python)
            path.write_text(path.read_text() + "\n\n" + rng.choice(LINES))
        case "insert":
            path = rng.choice(python)
            path.write_text(rng.choice(LINES) + path.read_text())
        case "delete":
            path = rng.choice(python)
            lines = path.read_text().splitlines(keepends=True)
            del lines[rng.randrange(len(lines) or 1) : rng.randrange(len(lines) + 1)]
            path.write_text("".join(lines))
        case "remove":
            path = rng.choice(every)
            path.unlink()
        case "rename":
            path = rng.choice(every)
            path.rename(path.with_name(f"new_{path.name}"))
        case "settings":
            path = folder / "ruff.toml"
            path.write_text(rng.choice(SETTINGS))
        case "flake8":
            path = folder / ".flake8"
            path.write_text("[flake8]\nexclude = src/shop\n")
        case "page":
            path = folder / "docs/guide.md"
            path.parent.mkdir(exist_ok=True)
            path.write_text("# Guide\n\nSee [more](more.md) and `shop.cart.sum()`.\n")
        case _:
            path = folder / "src" / "shop" / f"copy{rng.randrange(9)}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(rng.choice(LINES))
    return f"{path.relative_to(folder)}"


def known(finding: Any) -> tuple[Any, ...]:
    """A finding of the list, as its reader knows it."""
    return tuple(str(finding[key]) for key in ("id", "path", "line", "rule", "severity", "confidence", "also"))


def touched_lines(folder: Path) -> dict[str, set[int] | None]:
    """What a change touched, by git's own word."""
    found: dict[str, set[int] | None] = {}
    path = ""
    for line in git(folder, "diff", "--no-renames", "--unified=0", "HEAD").splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif line.startswith("@@"):
            first, _, count = line.split(" ")[2].lstrip("+").partition(",")
            lines = found.setdefault(path, set())
            assert lines is not None
            lines |= set(range(int(first), int(first) + int(count or 1)))
    others = git(folder, "ls-files", "--others", "--exclude-standard").splitlines()
    return {**found, **dict.fromkeys(others)}


def is_touched(finding: Any, touched: dict[str, set[int] | None]) -> bool:
    if finding["path"] not in touched:
        return False
    lines = touched[finding["path"]]
    if lines is None or finding["line"] is None:
        return True
    return bool(lines & set(range(finding["line"], (finding["end_line"] or finding["line"]) + 1)))


SEEDS = [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 40))]


@pytest.mark.req("DEC-48")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_change_has_the_findings_now_without_those_before(project: Project, tmp_path: Path, seed: int):
    """Those that the change touched, and those that a review of the state before has not."""
    rng = random.Random(seed)  # noqa: S311
    write(project.folder, FILES)
    project.commit()
    before = shutil.copytree(project.folder, tmp_path / "before")
    steps = [change_something(project.folder, rng) for _ in range(rng.randint(1, 4))]
    of_change = project.document("--base", "HEAD", "--no-exec", "--no-cache")["findings"]
    now = project.document("--no-exec")["findings"]
    there = {each["id"] for each in project.document(str(before), "--no-exec")["findings"]}
    touched = touched_lines(project.folder)
    expected = [each for each in now if is_touched(each, touched) or each["id"] not in there]
    assert now, "there is something to be found in any of them"
    assert sorted(map(known, of_change)) == sorted(map(known, expected)), steps


def looked_at(document: Any) -> dict[tuple[str, str], int]:
    """How many files each analyser was given."""
    return {
        (inspector["name"], each["name"]): each["files"]
        for inspector in document["inspectors"]
        for each in inspector["analysers"]
    }


@pytest.mark.req("DEC-47")
def test_analysers_of_single_files_look_at_what_changed(project: Project):
    write(project.folder, FILES)
    project.commit()
    project.write({"src/shop/run.py": FILES["src/shop/run.py"] + "\n\nvalue = eval('1')\n"})
    counts = looked_at(project.document("--base", "HEAD", "--no-exec"))
    per_file = [("security", "bandit"), ("security", "ruff"), ("complexity", "ruff"), ("correctness", "text")]
    assert {counts[name] for name in per_file} == {1}
    assert counts["correctness", "ty"] == 1
    assert counts["dead-code", "vulture"] == sum(name.endswith(".py") for name in FILES)
    assert counts["correctness", "oxlint"] == 0


@pytest.mark.req("DEC-47")
def test_who_depends_on_a_change_is_looked_at_again(project: Project):
    write(project.folder, FILES)
    project.commit()
    project.write({"src/shop/prices.py": "def cost(of: int) -> int:\n    return of\n"})
    document = project.document("--base", "HEAD", "--no-exec")
    assert looked_at(document)["correctness", "ty"] == 3
    assert ("src/shop/cart.py", 1, "types/missing-import") in places(document)


@pytest.mark.req("DEC-47", refused=True)
@pytest.mark.parametrize("words", [["--base", "HEAD~1"], ["--base", "HEAD"], []])
def test_a_module_that_is_gone_and_still_imported_is_found(project: Project, words: list[str]):
    """Flat modules, which nothing but the state before shows to be the project's own."""
    project.write({"app.py": "import util\n\nutil.go()\n", "util.py": "def go() -> None: ...\n"})
    project.write({"jobs/run.py": "from more import go\n\ngo()\n", "jobs/more.py": "def go() -> None: ...\n"})
    project.commit()
    (project.folder / "util.py").unlink()
    (project.folder / "jobs/more.py").unlink()
    if words[-1:] == ["HEAD~1"]:
        project.commit()
    found = places(project.document("--no-exec", *words))
    gone = {("app.py", 1, "types/missing-import"), ("jobs/run.py", 1, "types/missing-import")}
    assert {place for place in found if place[2].startswith("types/")} == gone


@pytest.mark.req("DEC-47")
def test_a_module_that_became_a_dependency_is_not_missing(project: Project):
    project.write({"app.py": "import six\n\nprint(six)\n", "six.py": "PY3 = True\n", "README.md": "# App\n"})
    project.commit()
    (project.folder / "six.py").unlink()
    project.write({"requirements.txt": "requests\nsix>=1.16  # instead of our copy\n"})
    found = places(project.document("--no-exec", "--base", "HEAD"))
    assert {rule for _, _, rule in found if rule.startswith("types/")} == set()
