"""The parts under a review: processes and their limits, the cache, imports, severities, changes."""

import json
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.review.analyser_process import AnalyserTimeout, Limits, command_lines, run_command
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended
from renkei.review.analysers.vulture import Vulture, find_unused
from renkei.review.cache import FileCache, MemoryCache, open_cache
from renkei.review.coverage import state_of
from renkei.review.file_kinds import kind_of
from renkei.review.finding import RawFinding
from renkei.review.imports import import_closures
from renkei.review.jobs import AnalyserResult, Inspector, list_jobs, run_jobs
from renkei.review.severity import effective_severity
from renkei.review.target import File, Target, matches_pattern, open_target
from renkei.sentence import Sentence
from renkei.values import value
from tests.support.processes import is_gone
from tests.support.review_project import write

PYTHON = sys.executable
FOUND = RawFinding(rule="ruff/F821", category="correctness", path="a.py", line=1, message="plain {text}")


def test_an_analyser_that_takes_too_long_ends_with_all_it_started(tmp_path: Path):
    with pytest.raises(AnalyserTimeout):
        run_command(["/bin/sh", "-c", "sleep 60 & echo $! >child; wait"], tmp_path, Limits(seconds=2))
    assert is_gone(int((tmp_path / "child").read_text()))


@given(st.lists(st.integers(1, 100_000)))
def test_names_are_put_on_as_few_command_lines_as_take_them(sizes: list[int]):
    names = ["é" * (size // 2) for size in sizes]
    lines = list(command_lines(names))
    assert [name for line in lines for name in line] == names
    room = 256 * 1024
    for line, following in pairwise(lines):
        assert _size(line) <= room < _size([*line, following[0]])


def _size(names: list[str]) -> int:
    return sum(len(name.encode()) + 1 for name in names)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS takes a limit of memory and does not keep it")
def test_an_analyser_has_a_limit_of_memory(tmp_path: Path):
    ended = run_command([PYTHON, "-c", "x = bytearray(900 * 1024 * 1024)"], tmp_path, Limits(megabytes=400))
    assert (ended.code, "MemoryError" in ended.err) == (1, True)
    assert run_command([PYTHON, "-c", "print(1)"], tmp_path, Limits(megabytes=400)).out == "1\n"


def test_settings_of_the_caller_do_not_reach_an_analyser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    code = "import os; print(os.environ.get('PYTHONPATH'), os.environ.get('GIT_DIR'))"
    assert run_command([PYTHON, "-c", code], tmp_path, Limits()).out == "None None\n"


@pytest.mark.parametrize("kind", ["file", "memory"])
def test_a_cache_gives_back_what_it_was_given(tmp_path: Path, kind: str):
    cache = FileCache(tmp_path) if kind == "file" else MemoryCache()
    inner = Sentence("there is no such file")
    said = replace(FOUND, message=Sentence("{text} is not there: {reason}", text="a{b}", reason=inner))
    cache.put({"one": [FOUND, said], "none": []})
    found = cache.get(["one", "none", "other"])
    assert found == {"one": [FOUND, said], "none": []}
    message = found["one"][1].message
    assert isinstance(message, Sentence)
    assert message.params["reason"] == inner
    assert isinstance(message.params["reason"], Sentence)
    cache.close()


def test_a_cache_that_is_damaged_or_cannot_be_made_is_done_without(tmp_path: Path):
    (tmp_path / "review-1.db").write_bytes(b"no database" * 1000)
    assert isinstance(open_cache(tmp_path), MemoryCache)
    (tmp_path / "file").write_text("x")
    assert isinstance(open_cache(tmp_path / "file" / "folder"), MemoryCache)
    cache = FileCache(tmp_path / "other")
    with closing(sqlite3.connect(tmp_path / "other" / "review-1.db")) as connection:
        connection.execute("DROP TABLE found")
    cache.put({"one": [FOUND]})
    assert cache.get(["one"]) == {}
    cache.close()


@dataclass(kw_only=True)
class Counting:
    """An analyser that finds the first line of each file, and remembers which files it was asked about."""

    scope: Scope
    name: str = "counting"
    asked: list[list[str]] = field(default_factory=list[list[str]])
    error: Exception | None = None
    absent: Absent | None = None

    def languages(self, target: Target) -> frozenset[str]:
        return frozenset({"python"})

    def version(self, target: Target) -> str | Absent:
        return self.absent or "1"

    def cache_basis(self, target: Target) -> str:
        return ""

    def input_files(self, target: Target) -> Sequence[File]:
        return [file for file in target.files if file.path.endswith(".py")]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> list[RawFinding]:
        if self.error:
            raise self.error
        self.asked.append([file.path for file in files])
        return [replace(FOUND, path=file.path) for file in files]


def look(analyser: Counting, folder: Path, cache: MemoryCache) -> AnalyserResult:
    team = [Inspector(name="one", analysers=(analyser,))]
    ((_, looked),) = run_jobs(list_jobs(team, open_target(folder)), cache, {"": Limits()})
    return looked


@pytest.mark.parametrize(
    ("scope", "again"),
    [("file", ["c.py"]), ("imports", ["b.py", "c.py"]), ("tree", ["a.py", "b.py", "c.py"])],
)
def test_after_a_change_only_what_depends_on_it_is_looked_at(tmp_path: Path, scope: Scope, again: list[str]):
    write(tmp_path, {"a.py": "A = 1\n", "b.py": "import c\n", "c.py": "C = 1\n", "d.txt": "x\n"})
    analyser, cache = Counting(scope=scope), MemoryCache()
    first = look(analyser, tmp_path, cache)
    assert look(analyser, tmp_path, cache).findings == first.findings
    assert analyser.asked == [["a.py", "b.py", "c.py"]]
    write(tmp_path, {"c.py": "C = 2\n", "d.txt": "y\n"})
    assert [each.path for each in look(analyser, tmp_path, cache).findings] == ["a.py", "b.py", "c.py"]
    assert analyser.asked[1:] == [again]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (AnalyserTimeout(), "counting was stopped after 120 s"),
        (Failed(Sentence("a path")), "a path"),
        (OSError("x"), "OSError"),
    ],
)
def test_an_analyser_that_fails_is_named_with_the_reason(tmp_path: Path, error: Exception, said: str):
    write(tmp_path, {"a.py": "A = 1\n"})
    looked = look(Counting(scope="file", error=error), tmp_path, MemoryCache())
    assert (looked.state, state_of([looked], is_foreign=False)) == ("failed", "failed")
    assert looked.reason
    assert said in looked.reason


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("kill -SEGV $$", "lint was ended by signal 11"),
        ("exit 2", "lint exited with 2"),
        ("echo no such rule >&2; exit 2", "lint exited with 2: no such rule"),
        ("echo half of; exit 1", "lint exited with 1: half of"),
    ],
)
def test_how_a_program_ended_that_gave_no_result(tmp_path: Path, script: str, said: str):
    assert how_it_ended("lint", run_command(["/bin/sh", "-c", script], tmp_path, Limits())) == said


def test_how_far_an_inspector_came(tmp_path: Path):
    write(tmp_path, {"a.py": "A = 1\n"})
    done = look(Counting(scope="file"), tmp_path, MemoryCache())
    absent = Absent(state="missing", reason=Sentence("a path"))
    missing = look(Counting(scope="file", absent=absent), tmp_path, MemoryCache())
    assert (missing.state, missing.version, missing.reason) == ("missing", None, "a path")
    states = [state_of(each, is_foreign=False) for each in ([done], [done, missing], [missing])]
    assert states == ["done", "partial", "missing"]


DEAD = {
    "a.py": "import os\nfrom b import used\nimport logging\n\n\ndef dead():\n    return used()\n    print(1)\n",
    "b.py": "import argparse\n\n\nclass Action(argparse.Action):\n    def __call__(self):\n        self.left = 1\n\n\n"
    "def used():\n    value = 1\n    return 2\n",
    "c.py": "class Handler:\n    def emit(self, record): ...\n    x = y = 1\n    x = 2\n\n\nif False:\n    pass\n",
    "broken.py": "def half(:\n",
    "tests/test_a.py": "def test_a():\n    pass\n\n\ndef helper():\n    pass\n",
    "pyproject.toml": "[tool.vulture]\nignore_names = ['record']\n",
}


def test_dead_code_is_what_vulture_itself_reports(tmp_path: Path):
    """It is gathered file by file and joined here."""
    write(tmp_path, DEAD)
    target, vulture = open_target(tmp_path), Vulture()
    files = vulture.input_files(target)
    gathered = {path: json.loads(text) for path, text in vulture.gather(target, files, Limits()).items()}
    found = {f"{path}:{line}: {message}" for path, line, message in find_unused(gathered)}
    words = ["-m", "vulture", "--min-confidence=60", "--ignore-decorators=*", *(file.path for file in files)]
    own = run_command([PYTHON, *words], tmp_path, Limits()).out.splitlines()
    assert found == {line.rpartition(" (")[0] for line in own}
    assert any("unreachable" in line for line in found)


def test_after_a_change_dead_code_is_gathered_from_that_file_alone(tmp_path: Path):
    write(tmp_path, DEAD)
    cache, seen = MemoryCache(), list[list[str]]()

    @value
    class Watched(Vulture):
        def gather(self, target: Target, files: Sequence[File], limits: Limits) -> Mapping[str, str]:
            seen.append([file.path for file in files])
            return Vulture.gather(self, target, files, limits)

    def found() -> set[tuple[str, int | None]]:
        team = [Inspector(name="one", analysers=(Watched(),))]
        ((_, looked),) = run_jobs(list_jobs(team, open_target(tmp_path)), cache, {"": Limits()})
        return {(each.path, each.line) for each in looked.findings}

    assert ("a.py", 8) in found()
    write(tmp_path, {"a.py": DEAD["a.py"].replace("    print(1)\n", "")})
    assert ("a.py", 8) not in found()
    assert seen[1:] == [["a.py"]]


def test_imports_are_followed_through_the_project(tmp_path: Path):
    write(
        tmp_path,
        {
            "src/shop/__init__.py": "",
            "src/shop/a.py": "from shop import b\nfrom .c import (\n    x,\n    y,\n)\nimport os, shop.d as d\n",
            "src/shop/b.py": "import shop.a\n",
            "src/shop/c.py": "",
            "src/shop/d.py": "from . import e\n",
            "src/shop/e.py": "",
        },
    )
    target = open_target(tmp_path)
    reached = import_closures(target, target.files)
    assert reached["src/shop/e.py"] == ()
    assert reached["src/shop/b.py"] == tuple(f"src/shop/{name}.py" for name in ("__init__", "a", "c", "d", "e"))


@pytest.mark.parametrize(
    ("rule", "path", "changed", "expected"),
    [
        ("ruff/F821", "a.py", {}, "important"),
        ("ruff/F541", "a.py", {}, "minor"),
        ("new/rule", "a.py", {}, "minor"),
        ("bandit/B602", "a.py", {}, "important"),
        ("bandit/B602", "tests/a.py", {}, "minor"),
        ("bandit/B602", "tests/a.py", {"bandit/*": "critical"}, "critical"),
        ("ruff/F541", "a.py", {"ruff/*": "off", "ruff/F541": "important"}, "important"),
        ("tree-sitter/invalid-syntax", "a.go", {}, "critical"),
    ],
)
def test_severity_is_the_closest_row_of_the_table(rule: str, path: str, changed: dict[str, str], expected: str):
    category = "security" if "bandit" in rule else "correctness"
    assert effective_severity(replace(FOUND, rule=rule, category=category), kind_of(path), changed) == expected  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("path", "pattern", "fits"),
    [
        ("a/b/c.py", "a", True),
        ("a/b/c.py", "a/**", True),
        ("a/b/c.py", "*.py", False),
        ("a/b/c.py", "**/*.py", True),
        ("c.py", "**/*.py", True),
        ("a/b/c.py", "a/*/c.py", True),
        ("ab/c.py", "a", False),
    ],
)
def test_patterns_of_paths(path: str, pattern: str, fits: bool):
    assert matches_pattern(path, pattern) is fits


@given(st.lists(st.sampled_from(["a", "b", "x.py"]), min_size=1, max_size=5))
def test_a_path_fits_itself_and_the_folders_above_it(parts: list[str]):
    path = "/".join(parts)
    assert all(matches_pattern(path, "/".join(parts[:count])) for count in range(1, len(parts) + 1))
    assert not matches_pattern(path, f"{path}/more")
