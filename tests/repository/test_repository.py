"""The repository itself: its commands, pages and pinned versions agree with each other and name no machine."""

import re
import subprocess
import tomllib
from pathlib import Path

from renkei._version import __version__

ROOT = Path(__file__).parents[2]

# Written in pieces, so that this file does not find itself.
HOSTS = [
    ".".join(parts) for parts in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("deb", "debian", "org")]
]
OF_A_MACHINE = re.compile("|".join([*(re.escape(host) for host in HOSTS), r"(?<![\w.])/" + "(?:work|root|opt)/"]))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def files_of_the_project() -> list[Path]:
    """What git has or would take: nothing that it ignores."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return [path for name in listing.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def test_constraints_pin_versions_and_nothing_else():
    pin = re.compile(r"[a-z0-9-]+==[0-9][^\s;]*( ; .+)?")
    assert [line for line in read("constraints.txt").splitlines() if not pin.fullmatch(line)] == []


def test_no_file_names_a_registry_or_a_place_on_one_machine():
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files_of_the_project()
        if (match := OF_A_MACHINE.search(path.read_bytes().decode(errors="replace")))
    }
    assert found == set()


def test_make_help_lists_every_target():
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = re.search(r"^\.PHONY: (.+)$", read("Makefile"), re.MULTILINE)
    assert phony
    assert re.findall(r"^make ([a-z-]+) ", shown, re.MULTILINE) == phony[1].split()


def test_agents_page_says_what_every_module_owns():
    modules = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / "src" / "renkei").iterdir()
        if not path.name.startswith(("_", ".")) and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    assert modules <= set(re.findall(r"^\| `([^`]+)` \|", read("AGENTS.md"), re.MULTILINE))


def test_every_module_stands_in_one_layer_of_the_import_contract():
    contract = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"][0]
    placed = [name.strip() for layer in contract["layers"] for name in layer.split("|")]
    there = {f"renkei.{path.stem}" for path in (ROOT / "src" / "renkei").iterdir() if is_module(path)}
    assert sorted(placed) == sorted(there - {"renkei.__init__", "renkei._version"})


def is_module(path: Path) -> bool:
    return path.suffix == ".py" or (path / "__init__.py").is_file()


def test_changelog_has_the_current_version():
    assert f"## {__version__}" in read("CHANGELOG.md")


def test_index_of_decisions_lists_every_page():
    pages = {path.name for path in (ROOT / "docs" / "why").glob("*.md")} - {"README.md"}
    assert set(re.findall(r"^- \[[^\]]+\]\(([^)]+)\): .+$", read("docs/why/README.md"), re.MULTILINE)) == pages


def test_every_dependency_has_its_lines_where_it_is_installed():
    """What only development needs is not installed for users: each list has a part of the page of its own."""
    project = tomllib.loads(read("pyproject.toml"))
    pages = {
        part.split("\n", 1)[0]: part
        for part in re.split(r"^##+ ", read("docs/why/dependencies.md"), flags=re.MULTILINE)
    }
    lists = {
        "Core": project["project"]["dependencies"],
        "What `[review]` brings": project["project"]["optional-dependencies"]["review"],
        "Development": project["dependency-groups"]["dev"],
    }
    for title, required in lists.items():
        names = {re.split(r"[\[<>=!~;]", each, maxsplit=1)[0].removesuffix("-cli") for each in required}
        missing = {name for name in names if not re.search(rf"\b{name.split('-')[0]}\b", pages[title].lower())}
        assert not missing, f"{title}: {missing}"
