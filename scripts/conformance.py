"""Writes docs/conformance.md: each requirement, the tests that show it with their results, and how far it is shown.

`--run` (`make conformance`) runs the marked tests on a clean tree and names the commit; where `make test-full` has run
all tests of that commit it takes their results. Without an option the marks are read anew and the page keeps the
results that it has: a test that was not in that run, or has changed since the commit of that run, is `not run`.
`--check` writes nothing and runs nothing: it tells whether page, marks, gaps and requirements still agree.

Marks are read from the source: they have to stand on a test, on a class of tests, or as a module's `pytestmark`, with
plain strings for the ids. A mark anywhere else is an error, so that none is lost.
"""

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
PAGE = "docs/conformance.md"
RECORD = "build/junit.xml"
"""Where `make test-full` leaves pytest's record, with the commit as its name."""

Outcome = Literal["passed", "skipped", "failed", "not run"]
WORST_FIRST: tuple[Outcome, ...] = ("failed", "not run", "skipped", "passed")

COMMIT = re.compile(r"at commit `([0-9a-f]{40})`")
RESULT = re.compile(r"`([^`]+)`(?: \(refused\))?: (passed|failed|skipped)\b")


class BadMark(Exception):
    """A `req` mark, a gap or a `must` that cannot be counted, with its place."""


class CannotRun(Exception):
    """Why no page can come from this run."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One test and one requirement that it shows: by what is allowed, or by what is refused."""

    req: str
    test: str
    refused: bool = False


@dataclass(frozen=True, kw_only=True)
class Area:
    """A group of requirements, id to text; `must` are those that say MUST or NEVER."""

    name: str
    title: str
    requirements: dict[str, str]
    must: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """What came out of the marked tests, and of which commit. No commit: there was no run."""

    commit: str | None = None
    results: dict[str, Outcome] = field(default_factory=dict[str, Outcome])

    def outcome(self, test: str) -> Outcome:
        return self.results.get(test, "not run")


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Write the page, or with --check tell whether it is up to date."""
    parser = argparse.ArgumentParser(description="Write docs/conformance.md from the tests' `req` marks.")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--run", action="store_true", help="run the marked tests; the tree has to be clean")
    either.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    options = parser.parse_args(arguments)
    page = root / PAGE
    try:
        known, gaps, marks = read_areas(root), read_gaps(root), find_marks(root)
        if options.run:
            render(known, gaps, marks, RunRecord())  # what cannot be counted is told before minutes of tests
            run = read_record(root, root / RECORD) or run_marked_tests(root)
        else:
            run = read_run(page, root, tests_of(marks))
        text = render(known, gaps, marks, run)
    except (BadMark, CannotRun) as error:
        print(error)
        return 1
    if not options.check:
        page.write_text(text, encoding="utf-8")
    elif not page.exists() or page.read_text(encoding="utf-8") != text:
        print(f"{PAGE} is stale: run `make conformance` (or `scripts/conformance.py`: new tests stand as not run)")
        return 1
    print(text.splitlines()[2])
    failed = sorted(test for test, outcome in run.results.items() if outcome == "failed") if options.run else []
    for test in failed:
        print(f"failed: {test}")
    return 1 if failed else 0


# --- what is asked for


def read_areas(root: Path) -> list[Area]:
    """The requirements by area, in their order.

    Raises:
        BadMark: `must` names a requirement that its area does not have.
    """
    tables: dict[str, dict[str, Any]] = tomllib.loads((root / "tests/spec/requirements.toml").read_text("utf-8"))
    areas = [
        Area(name=name, title=table.pop("title"), must=frozenset(table.pop("must", [])), requirements=table)
        for name, table in tables.items()
    ]
    for area in areas:
        for req in sorted(area.must - set(area.requirements)):
            raise BadMark(f"tests/spec/requirements.toml: must of {area.name} names {req!r}, which is not there")
    return areas


def read_gaps(root: Path) -> dict[str, str]:
    """What the tests leave out of a requirement: id to text, kept by hand.

    Raises:
        BadMark: a gap without a word.
    """
    gaps: dict[str, str] = tomllib.loads((root / "tests/spec/gaps.toml").read_text("utf-8"))
    for req, text in gaps.items():
        if not text.strip():
            raise BadMark(f"tests/spec/gaps.toml: {req} says nothing: write what is missing, or take the line out")
    return gaps


# --- marks of the tests


def find_marks(root: Path) -> list[Mark]:
    """Every mark under tests/.

    Raises:
        BadMark: a mark is not on a test, its id is not a plain string, or its kind is unknown.
    """
    return [mark for path in sorted((root / "tests").rglob("*.py")) for mark in find_marks_in(path, root)]


def find_marks_in(path: Path, root: Path) -> Iterator[Mark]:
    tree = ast.parse(path.read_text("utf-8"), str(path))
    name = path.relative_to(root).as_posix()
    counted: set[ast.AST] = set()
    module = [node.value for node in tree.body if is_pytestmark(node) and isinstance(node, ast.Assign)]
    for test, outer, own in find_tests(tree.body, module):
        above, here = find_calls(outer), find_calls(own)
        counted |= {call.func for call in [*above, *here]}
        marks = [mark for call in here for mark in read_mark(call, name, test)]
        said = {mark.req for mark in marks}  # a test's own word on a requirement beats that of its class or module
        yield from (mark for call in above for mark in read_mark(call, name, test) if mark.req not in said)
        yield from marks
    for node in ast.walk(tree):
        if is_req(node) and node not in counted:
            raise BadMark(f"{name}:{getattr(node, 'lineno', 0)}: put the req mark on a test, not elsewhere")


def find_calls(decorators: list[ast.expr]) -> list[ast.Call]:
    nodes = (node for decorator in decorators for node in ast.walk(decorator))
    return [node for node in nodes if isinstance(node, ast.Call) and is_req(node.func)]


def read_mark(node: ast.Call, file: str, test: str) -> Iterator[Mark]:
    refused = False
    for keyword in node.keywords:
        if keyword.arg != "refused" or not (isinstance(keyword.value, ast.Constant) and keyword.value.value is True):
            raise BadMark(f"{file}:{node.lineno}: a req mark takes ids and `refused=True`, nothing else")
        refused = True
    for argument in node.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise BadMark(f"{file}:{node.lineno}: the id of a req mark has to be a plain string")
        yield Mark(req=argument.value, test=f"{file}::{test}", refused=refused)


def find_tests(body: list[ast.stmt], outer: list[ast.expr]) -> Iterator[tuple[str, list[ast.expr], list[ast.expr]]]:
    """Each test with the decorators of its class and module, and its own."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, outer, node.decorator_list
        elif isinstance(node, ast.ClassDef):
            for name, inherited, own in find_tests(node.body, [*outer, *node.decorator_list]):
                yield f"{node.name}::{name}", inherited, own


def is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)


def is_req(node: ast.AST) -> bool:
    """Whether this is `pytest.mark.req`, also by a shorter name."""
    if not (isinstance(node, ast.Attribute) and node.attr == "req"):
        return False
    return "mark" in (getattr(node.value, "attr", None), getattr(node.value, "id", None))


# --- results of a run


def run_marked_tests(root: Path) -> RunRecord:
    """Run every marked test, the slow ones too.

    Raises:
        CannotRun: the tree is not what a commit holds, or pytest did not come to each marked test.
    """
    commit = require_clean_commit(root)
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "junit.xml"
        command = [sys.executable, "-m", "pytest", "tests", "-q", "-m", "req", "-n", "auto", "--hypothesis-profile=ci"]
        subprocess.run([*command, f"--junitxml={record}", "-o", f"junit_suite_name={commit}"], cwd=root)
        if run := read_record(root, record):
            return run
    raise CannotRun(f"pytest has left no record, or another commit is checked out now; {PAGE} stays as it is")


def read_record(root: Path, record: Path) -> RunRecord | None:
    """What pytest has written down of a run of the commit that is checked out; None where it is of another.

    Raises:
        CannotRun: the tree is not what a commit holds, or pytest did not come to each marked test.
    """
    commit = require_clean_commit(root)
    suite = ElementTree.parse(record).find("testsuite") if record.exists() else None  # noqa: S314  pytest wrote it
    if suite is None or suite.get("name") != commit:
        return None
    outcomes = read_junit(record)
    tests = tests_of(find_marks(root))
    without = [test for test in tests if junit_name(test) not in outcomes]
    if without:
        raise CannotRun(f"pytest did not run {len(without)} marked tests ({without[0]}); {PAGE} stays as it is")
    return RunRecord(commit=commit, results={test: outcomes[junit_name(test)] for test in tests})


def require_clean_commit(root: Path) -> str:
    """The commit that the tree is, the page aside.

    Raises:
        CannotRun: there is none, or the tree differs from it.
    """
    changed = read_git(root, "status", "--porcelain", "--", ".", f":(exclude){PAGE}")
    if changed:
        first = ", ".join(line[3:] for line in changed.splitlines()[:3])
        raise CannotRun(f"the tree differs from its commit ({first}): commit first, so that the page can name it")
    return read_git(root, "rev-parse", "HEAD").strip()


def read_git(root: Path, *arguments: str) -> str:
    ended = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    if ended.returncode:
        raise CannotRun(f"git {arguments[0]}: {ended.stderr.strip()}")
    return ended.stdout


def read_junit(record: Path) -> dict[tuple[str, str], Outcome]:
    """The worst outcome of each test over its parameters: one case that was skipped was not shown."""
    results: dict[tuple[str, str], Outcome] = {}
    for case in ElementTree.parse(record).iter("testcase"):  # noqa: S314  pytest wrote it a moment ago
        test = case.get("classname", ""), case.get("name", "").partition("[")[0]
        results[test] = worst([results.get(test, "passed"), read_outcome(case)])
    return results


def read_outcome(case: ElementTree.Element) -> Outcome:
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    skipped = case.find("skipped")
    if skipped is None:
        return "passed"
    return "failed" if skipped.get("type") == "pytest.xfail" else "skipped"


def junit_name(test: str) -> tuple[str, str]:
    """How pytest's record names the test `tests/a/test_b.py::TestC::test_d`: its class and its own name."""
    path, *within = test.split("::")
    return ".".join([*Path(path).with_suffix("").parts, *within[:-1]]), within[-1]


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    return min(outcomes, key=WORST_FIRST.index)


def read_run(page: Path, root: Path, tests: list[str]) -> RunRecord:
    """The run that the page tells of, as far as it holds for the tests as they are now.

    Where the page tells of two runs, as in a merge that is not resolved, or of a commit that this history does not
    have, it tells of none.
    """
    text = page.read_text("utf-8") if page.exists() else ""
    commits = set(COMMIT.findall(text))
    if len(commits) != 1 or not is_in_history(root, commit := commits.pop()):
        return RunRecord()
    results: dict[str, Outcome] = {}
    for found in RESULT.finditer(text):
        test, outcome = f"tests/{found[1]}", cast("Outcome", found[2])
        results[test] = worst([results.get(test, outcome), outcome])
    unchanged = set(tests) - find_changed(root, commit, tests)
    return RunRecord(commit=commit, results={test: results[test] for test in results if test in unchanged})


def is_in_history(root: Path, commit: str) -> bool:
    """Whether this tree comes from that commit.

    Raises:
        CannotRun: only a part of the history is there.
    """
    asked = ["git", "merge-base", "--is-ancestor", commit, "HEAD"]
    if subprocess.run(asked, cwd=root, capture_output=True).returncode == 0:
        return True
    if read_git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise CannotRun(f"{PAGE} names commit {commit}, and this clone is shallow: git fetch --unshallow")
    return False


def find_changed(root: Path, commit: str, tests: list[str]) -> set[str]:
    """Tests that read otherwise than in that commit, or were not there."""
    changed: set[str] = set()
    told = read_git(root, "diff", "--name-status", "--no-renames", "-z", commit, "--", "tests").split("\0")
    for status, path in zip(told[::2], told[1::2], strict=False):
        if here := [test for test in tests if test.startswith(f"{path}::")]:
            now = sources((root / path).read_text("utf-8"))
            then = {} if status == "A" else sources(read_git(root, "show", f"{commit}:{path}"))
            changed |= {test for test in here if now[within(test)] != then.get(within(test))}
    return changed


def within(test: str) -> str:
    return test.partition("::")[2]


def sources(text: str) -> dict[str, str]:
    """Each test of a file as Python reads it; which requirements it shows is no part of it."""
    tree = ast.parse(text)
    return {name: ast.dump(node) for name, node in read_sources(tree.body, "")}


def read_sources(body: list[ast.stmt], around: str) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            node.decorator_list = [each for each in node.decorator_list if not find_calls([each])]
            yield f"{around}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from read_sources(node.body, f"{around}{node.name}::")


# --- the page


def render(areas: list[Area], gaps: dict[str, str], marks: list[Mark], run: RunRecord) -> str:
    """The page as text.

    Raises:
        BadMark: a mark or a gap names an unknown requirement, or a gap has no test yet.
    """
    shown_by = group_marks(areas, gaps, marks)
    must = frozenset(req for area in areas for req in area.must)
    states = {req: describe_state(shown_by[req], run, gaps.get(req), must=req in must) for req in shown_by}
    count = Counter(state.partition(":")[0] for state in states.values())
    lines = [
        "# Conformance",
        "",
        f"{count['shown']} of {len(states)} requirements are shown by tests, {count['in part']} in part, "
        f"{count['not shown']} not shown, {count['not yet']} not yet tested.",
        "",
        *describe_run(run, tests_of(marks)),
        "",
        "A requirement is shown when each of its tests passed and nothing of it is known to be missing. One that says",
        "MUST or NEVER (must) needs a test of what is allowed and one of what is refused: an actor without the right,",
        "or input that breaks the rule. Their full text: [requirements.toml](../tests/spec/requirements.toml).",
    ]
    for area in areas:
        lines += [
            "",
            f"## {area.name}: {area.title}",
            "",
            "| id | | requirement | tests | state |",
            "|---|---|---|---|---|",
        ]
        for req, text in area.requirements.items():
            tests = "<br>".join(describe_test(mark, run) for mark in shown_by[req])
            kind = "must" if req in must else ""
            lines.append(f"| {req} | {kind} | {cell(short(text))} | {tests} | {cell(states[req])} |")
    return "\n".join(lines) + "\n"


def group_marks(areas: list[Area], gaps: dict[str, str], marks: list[Mark]) -> dict[str, list[Mark]]:
    grouped: dict[str, set[Mark]] = {req: set() for area in areas for req in area.requirements}
    for mark in marks:
        if mark.req not in grouped:
            raise BadMark(f"{mark.test}: {mark.req!r} is not in tests/spec/requirements.toml")
        grouped[mark.req].add(mark)
    for req in gaps:
        if not grouped.get(req):
            raise BadMark(f"tests/spec/gaps.toml: {req!r} is unknown or has no test; a gap is what the tests leave out")
    return {req: sorted(found, key=lambda mark: (mark.refused, mark.test)) for req, found in grouped.items()}


def describe_state(marks: list[Mark], run: RunRecord, gap: str | None, *, must: bool) -> str:
    """How far a requirement is shown. What failed, was skipped or was not run shows nothing."""
    if not marks:
        return "not yet"
    count = Counter(run.outcome(test) for test in tests_of(marks))
    unshown = [f"{count[outcome]} {outcome}" for outcome in WORST_FIRST if outcome != "passed" and count[outcome]]
    if count["failed"] or not count["passed"]:
        return f"not shown: {', '.join(unshown)}"
    passed = {mark.refused for mark in marks if run.outcome(mark.test) == "passed"}
    missing = [
        *([gap] if gap else []),
        *unshown,
        *(["no test of what is allowed"] if must and False not in passed else []),
        *(["no test of what is refused"] if must and True not in passed else []),
    ]
    return f"in part: {'; '.join(missing)}" if missing else "shown"


def describe_run(run: RunRecord, tests: list[str]) -> list[str]:
    if run.commit is None:
        return ["The marked tests were not run for this page: `make conformance` runs them on a clean tree."]
    count = Counter(run.outcome(test) for test in tests)
    since = f"; {count['not run']} not run: they came or changed later" if count["not run"] else ""
    return [
        f"From a run of the marked tests (`make conformance`) at commit `{run.commit}`:",
        f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped{since}.",
    ]


def describe_test(mark: Mark, run: RunRecord) -> str:
    return f"`{mark.test.removeprefix('tests/')}`{' (refused)' if mark.refused else ''}: {run.outcome(mark.test)}"


def tests_of(marks: Iterable[Mark]) -> list[str]:
    return sorted({mark.test for mark in marks})


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
