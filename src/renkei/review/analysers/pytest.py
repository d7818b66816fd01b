"""The project's own tests, with coverage: what fails, and what no test reaches. Runs only where a person allowed it."""

import json
import re
import shutil
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final
from xml.etree import ElementTree

from renkei.git import call_git
from renkei.review.analyser_process import Limits, ProcessResult, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.finding import RawFinding
from renkei.review.project_metadata import find_environment, list_installed
from renkei.review.target import File, Target
from renkei.sentence import Parameter, Sentence
from renkei.values import value

# A copy of a target for a while: code that is run there leaves nothing behind in the original.


@contextmanager
def work_copy(target: Target) -> Generator[Path]:
    """A folder with the files of the target, as a git repository of the same history if it is one."""
    with TemporaryDirectory(prefix="renkei-review-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve() / (target.root.name or "project")
        if not _clone_repository(target.root, folder):
            folder.mkdir()
        for file in target.files:
            place = folder / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target.root / file.path, place, follow_symlinks=False)
        yield folder


def _clone_repository(root: Path, folder: Path) -> bool:
    """Git's own files only: what lies in them is shared with the original, which is not written to."""
    words = ("clone", "--quiet", "--shared", "--no-checkout", "--template=", str(root), str(folder))
    try:
        is_cloned = call_git(root, *words, variables={"GIT_ALLOW_PROTOCOL": "file"}).returncode == 0
        return is_cloned and _read_index(folder)
    except OSError:
        return False


def _read_index(folder: Path) -> bool:
    call_git(folder, "read-tree", "HEAD")
    return True


NOT_ALLOWED: Final = Absent(
    state="skipped",
    reason=Sentence(
        "code of this repository is not run: nobody has allowed it ({option})", option=Parameter("execute")
    ),
)
_TEST: Final = re.compile(r"(^|/)(test_[^/]*|[^/]*_test)\.py$")
_ABSENT: Final = re.compile(r"(?:ModuleNotFoundError|ImportError): (No module named '[^']+')")
_MOST_FAILURES: Final = 50
_RAN: Final = (0, 1, 2, 5)
"""Passed, failed, not collected, none there."""


@value
class Pytest:
    """`allowed`: code of the repository may be run."""

    allowed: bool
    name: str = "pytest"
    scope: Scope = "tree"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        if not self.allowed:
            return NOT_ALLOWED
        folder = find_environment(target)
        if folder:
            found = _package_version(folder, "pytest")
            reason = Sentence("pytest is not installed in {folder}", folder=folder.name)
            return found or Absent(state="missing", reason=reason)
        try:
            return version("pytest")
        except PackageNotFoundError:
            return not_installed("pytest")

    def cache_basis(self, target: Target) -> str:
        return f"{sys.version} {list_installed(find_environment(target))}"

    def input_files(self, target: Target) -> Sequence[File]:
        """All files, since a test may read any of them; none where there is no test."""
        return target.files if any(map(_is_test, target.files)) else ()

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        with TemporaryDirectory(prefix="renkei-review-") as name, work_copy(target) as copy:
            results = Path(name)
            ended = _run_pytest(target, copy, results, limits)
            report = results / "junit.xml"
            if ended.code not in _RAN or not report.exists():
                raise Failed(_failure_reason(ended))
            cases = ElementTree.fromstring(report.read_bytes()).iter("testcase")  # noqa: S314 - expat bounds entities
            findings = list(_test_failures(target, copy, cases))
            yield from findings
            if not findings:
                yield from _find_uncovered(target, copy, results / "coverage.json")


def _is_test(file: File) -> bool:
    return bool(_TEST.search(file.path)) and file.kind.is_own


def _run_pytest(target: Target, copy: Path, results: Path, limits: Limits) -> ProcessResult:
    """pytest under coverage, in the project's environment or, where it has none, in ours without its own options."""
    folder = find_environment(target)
    interpreter = str(folder / "bin" / "python") if folder else sys.executable
    has_coverage = folder is None or _package_version(folder, "coverage") is not None
    data = results / ".coverage"
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={results / 'junit.xml'}"]
    words += ["-o", "junit_family=xunit1", f"--maxfail={_MOST_FAILURES}", *([] if folder else ["-o", "addopts="])]
    places = ",".join(name for name in (".", "src", "lib") if (copy / name).is_dir())
    under = ["-m", "coverage", "run", f"--data-file={data}", f"--source={places}"] if has_coverage else []
    env = {
        "PYTHONPATH": f"{copy / 'src'}:{copy}",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(results / "hypothesis"),
        "COVERAGE_FILE": str(data),
        "TMPDIR": str(results),
    }
    ended = run_command([interpreter, *under, *words], copy, limits, env=env)
    if has_coverage:
        answer = ["-m", "coverage", "json", f"--data-file={data}", "-o", str(results / "coverage.json"), "-q"]
        run_command([interpreter, *answer], copy, limits, env=env)
    return ended


def _failure_reason(ended: ProcessResult) -> Sentence:
    if absent := _ABSENT.search(ended.out):
        return Sentence("the tests cannot be run here: {said}. Install the project in .venv", said=absent[1])
    return how_it_ended("pytest", ended)


def _test_failures(target: Target, copy: Path, cases: Iterable[ElementTree.Element]) -> Iterator[RawFinding]:
    for case in cases:
        for fault in (*case.findall("failure"), *case.findall("error")):
            text = fault.text or ""
            if absent := _ABSENT.search(text):
                raise Failed(
                    Sentence("the tests cannot be run here: {said}. Install the project in .venv", said=absent[1])
                )
            path, line = _failure_place(target, copy, case, text)
            if path is None:
                continue
            is_collected = "collection failure" not in (fault.get("message") or "")
            yield RawFinding(
                rule="tests/failed" if is_collected else "tests/not-collected",
                category="test-failure",
                path=path,
                line=line,
                message=Sentence("{name} fails: {said}", name=case.get("name") or "", said=_first_line(fault)),
                confidence=95,
            )


def _first_line(fault: ElementTree.Element) -> str:
    message = (fault.get("message") or fault.text or "").strip()
    return message.splitlines()[0][:300] if message else ""


def _failure_place(target: Target, copy: Path, case: ElementTree.Element, text: str) -> tuple[str | None, int]:
    """Where the test gave up, in its own file if that is named; else where it begins."""
    own = case.get("file") or f"{(case.get('name') or '').replace('.', '/')}.py"
    places = [
        (_path_in_copy(copy, each[1]), int(each[2])) for each in re.finditer(r"^(\S+?):(\d+): ", text, re.MULTILINE)
    ]
    here = [line for path, line in places if path == own]
    if own in target.by_path:
        return own, here[-1] if here else int(case.get("line") or 0) + 1
    return next(((path, line) for path, line in reversed(places) if path in target.by_path), (None, 1))


def _path_in_copy(copy: Path, path: str) -> str:
    return str(PurePosixPath(path).relative_to(copy)) if path.startswith(f"{copy}/") else path


def _find_uncovered(target: Target, copy: Path, report: Path) -> Iterator[RawFinding]:
    """Files of the project with statements of which none was run."""
    if not report.exists():
        return
    document: Any = json.loads(report.read_text("utf-8"))
    for name, found in document["files"].items():
        file = target.by_path.get(_path_in_copy(copy, name))
        if file and not found["executed_lines"] and found["missing_lines"] and _should_be_covered(file):
            yield RawFinding(
                rule="tests/uncovered",
                category="tests",
                path=file.path,
                line=found["missing_lines"][0],
                message=Sentence("no test runs anything of this file"),
                confidence=90,
            )


def _should_be_covered(file: File) -> bool:
    kind = file.kind
    is_started = PurePosixPath(file.path).name in ("setup.py", "__main__.py", "conf.py", "noxfile.py", "conftest.py")
    return not (kind.is_test or kind.is_example or kind.is_data or kind.is_vendored or is_started)


def _package_version(folder: Path, name: str) -> str | None:
    found = next(iter(folder.glob(f"lib/python*/site-packages/{name}-*.dist-info")), None)
    return found.name.removeprefix(f"{name}-").removesuffix(".dist-info") if found else None
