"""Writes docs/conformance.md: each requirement, the tests that show it, and how far it is shown.

The tests are read, not run: the marks have to stand on a test, on a class of tests, or as a module's `pytestmark`,
with plain strings for the ids. A mark anywhere else is an error, so that none is lost.
"""

import argparse
import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


class BadMark(Exception):
    """A `req` mark that cannot be counted, with its place."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One test and one requirement that it shows."""

    req: str
    test: str


@dataclass(frozen=True, kw_only=True)
class Area:
    """A group of requirements: id to text."""

    name: str
    title: str
    requirements: dict[str, str]


def main() -> int:
    """Write the page, or with --check tell whether it is up to date."""
    parser = argparse.ArgumentParser(description="Write docs/conformance.md from the tests' `req` marks.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    check = parser.parse_args().check
    page = ROOT / "docs" / "conformance.md"
    try:
        text = render(areas(ROOT), gaps(ROOT), marks(ROOT))
    except BadMark as error:
        print(error)
        return 1
    if not check:
        page.write_text(text, encoding="utf-8")
    elif not page.exists() or page.read_text(encoding="utf-8") != text:
        print("docs/conformance.md is stale: run `make conformance`")
        return 1
    print(text.splitlines()[2])
    return 0


def areas(root: Path) -> list[Area]:
    """The requirements by area, in their order."""
    tables: dict[str, dict[str, str]] = tomllib.loads((root / "tests/spec/requirements.toml").read_text("utf-8"))
    return [Area(name=name, title=table.pop("title"), requirements=table) for name, table in tables.items()]


def gaps(root: Path) -> dict[str, str]:
    """What the tests leave out of a requirement: id to text, kept by hand."""
    return tomllib.loads((root / "tests/spec/gaps.toml").read_text("utf-8"))


def marks(root: Path) -> list[Mark]:
    """Every mark under tests/.

    Raises:
        BadMark: a mark is not on a test, or its id is not a plain string.
    """
    return [mark for path in sorted((root / "tests").rglob("*.py")) for mark in marks_in(path, root)]


def marks_in(path: Path, root: Path) -> Iterator[Mark]:
    tree = ast.parse(path.read_text("utf-8"), str(path))
    name = path.relative_to(root).as_posix()
    counted: set[ast.AST] = set()
    module = [node.value for node in tree.body if is_pytestmark(node) and isinstance(node, ast.Assign)]
    for test, decorators in tests_in(tree.body, module):
        for node in (node for decorator in decorators for node in ast.walk(decorator)):
            if isinstance(node, ast.Call) and is_req(node.func):
                counted.add(node.func)
                for argument in node.args:
                    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                        raise BadMark(f"{name}:{node.lineno}: the id of a req mark has to be a plain string")
                    yield Mark(req=argument.value, test=f"{name}::{test}")
    for node in ast.walk(tree):
        if is_req(node) and node not in counted:
            raise BadMark(f"{name}:{getattr(node, 'lineno', 0)}: put the req mark on a test, not elsewhere")


def tests_in(body: list[ast.stmt], outer: list[ast.expr]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Each test with the decorators that hold for it, those of its class and module included."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, [*outer, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            for name, decorators in tests_in(node.body, [*outer, *node.decorator_list]):
                yield f"{node.name}::{name}", decorators


def is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)


def is_req(node: ast.AST) -> bool:
    """Whether this is `pytest.mark.req`."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "req"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def render(areas: list[Area], gaps: dict[str, str], marks: list[Mark]) -> str:
    """The page as text.

    Raises:
        BadMark: a mark or a gap names an unknown requirement, or a gap has no test yet.
    """
    tests: dict[str, list[str]] = {req: [] for area in areas for req in area.requirements}
    for mark in marks:
        if mark.req not in tests:
            raise BadMark(f"{mark.test}: {mark.req!r} is not in tests/spec/requirements.toml")
        if mark.test not in tests[mark.req]:
            tests[mark.req].append(mark.test)
    for req in gaps:
        if not tests.get(req):
            raise BadMark(f"tests/spec/gaps.toml: {req!r} is unknown or has no test; a gap is what the tests leave out")

    def state(req: str) -> str:
        if req in gaps:
            return f"in part: {gaps[req]}"
        return "shown" if tests[req] else "not yet"

    states = [state(req) for req in tests]
    in_part = sum(state.startswith("in part") for state in states)
    lines = [
        "# Conformance",
        "",
        f"{states.count('shown')} of {len(states)} requirements are shown by tests, {in_part} in part, "
        f"{states.count('not yet')} not yet.",
        "",
        "Generated by `make conformance` from the `req` marks of the tests, which all pass in `make test` or",
        "`make test-full`. The full text of each requirement: [requirements.toml](../tests/spec/requirements.toml).",
    ]
    for area in areas:
        lines += ["", f"## {area.name}: {area.title}", "", "| id | requirement | tests | state |", "|---|---|---|---|"]
        for req, text in area.requirements.items():
            named = "<br>".join(f"`{test.removeprefix('tests/')}`" for test in sorted(tests[req]))
            lines.append(f"| {req} | {cell(short(text))} | {named} | {cell(state(req))} |")
    return "\n".join(lines) + "\n"


def short(text: str, limit: int = 110) -> str:
    """The text cut at a word to one readable line."""
    if len(text) <= limit:
        return text
    cut = text[:limit].rsplit(" ", 1)[0].rstrip(" ,;:.")
    return cut + ("`…" if cut.count("`") % 2 else " …")


def cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
