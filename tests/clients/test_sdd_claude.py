"""`renkei sdd` with the real Claude Code: a feature from its design to its release, with one review that sends it back;
and agents that do what is another's."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.kit.sdd import AGENTS
from renkei.reports.cpf.batches import read_batches
from renkei.reports.cpf.inspectors import TEAMS, ReviewType, full_name
from renkei.sdd import rehearsal
from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.cli_run import Ran, real
from tests.support.run_project import git, made_repository

pytestmark = [pytest.mark.clients, pytest.mark.slow]

TEST = "python3 -B -m unittest discover -q -s tests"
REVIEW = "specs/auth/.review"


def read(path: str) -> Step:
    return {"tool": "Read", "input": {"file_path": path}}


def write(path: str, text: str) -> Step:
    return {"tool": "Write", "input": {"file_path": path, "content": text}}


def builds(group: str, module: str, *more: Step, source: str = "", test: str = "") -> list[Step]:
    """A builder that writes its test, then its code, runs them, and marks what is green by a commit of its own."""
    files = f"src/{module}.py, tests/test_{module}.py"
    return [
        write(f"tests/test_{module}.py", test or TESTS.format(module=module)),
        write(f"src/{module}.py", source or f'def answer():\n    return "{module}"\n\n\nUNUSED = 1\n'),
        {"tool": "Bash", "input": {"command": TEST, "description": "Run the tests"}},
        {"tool": "Bash", "input": {"command": "git add -A", "description": "Take all of it"}},
        {"tool": "Bash", "input": {"command": f'git commit -q -m "GREEN: {group}"', "description": "Mark GREEN"}},
        *more,
        {
            "text": f"BUILDER_COMPLETE\nFeature: auth\nTasks completed: {group}\nFiles: {files}\nTests: 1/1\n"
            "Phase: REFACTOR\n[PATTERN] the test came first"
        },
    ]


TESTS = """import sys
import unittest

sys.path.insert(0, "src")


class Answers(unittest.TestCase):
    def test_it_answers(self):
        \"\"\"AC: auth.S1.AC1\"\"\"
        from {module} import answer

        self.assertEqual(answer(), "{module}")
"""

MENDED = TESTS.format(module="auth") + (
    "\n    def test_nothing_is_left_over(self):\n        import auth\n\n"
    '        self.assertFalse(hasattr(auth, "UNUSED"))\n'
)


class Pipeline:
    """A project whose agents are Claude Code, each with the script of its model in its own definition; that of a
    builder stands in the details of its task."""

    def __init__(self, folder: Path, model: FakeModel) -> None:
        (home := folder / "home").mkdir()
        self.folder = made_repository(
            folder / "project", {"pyproject.toml": '[project]\nname = "p"\nversion = "0.1.0"\n'}
        )
        self.model = model
        self.env = offline_env(home=home, url=model.url) | {"GIT_CONFIG_GLOBAL": str(folder / "none")}
        git(self.folder, "config", "user.name", "t")
        git(self.folder, "config", "user.email", "t@t")
        self.ok("sdd", "init", "auth", "--description", "Log users in")
        self.plain = {name: self.definition(name).read_text("utf-8") for name in AGENTS}
        tech = self.folder / "steering/tech.md"
        tech.write_text(re.sub("# Test: .*", f"# Test: {TEST}", tech.read_text("utf-8")), "utf-8")
        self.play("sdd-architect", architect())
        for kind in ("design", "impl"):
            self.play_review(kind)

    def __call__(self, *words: str) -> Ran:
        return real(*words, folder=self.folder, env=self.env, timeout=600)

    def ok(self, *words: str) -> Ran:
        ran = self(*words)
        assert ran.code == 0, ran.out + ran.err
        return ran

    def step(self, verb: str, *words: str) -> Ran:
        return self("sdd", verb, "auth", "--agents", "claude", "--exec", "--yes", "--json", *words)

    def definition(self, name: str) -> Path:
        return self.folder / f".claude/agents/{name}.md"

    def play(self, name: str, steps: Sequence[Step]) -> None:
        self.definition(name).write_text(f"{self.plain[name]}\n{script(steps)}\n", "utf-8")

    def play_review(self, kind: ReviewType, verdict: str = "VERDICT:GO\nSCOPE:auth\n") -> None:
        files = {inspector: f"{REVIEW}/{inspector}.cpf" for inspector in map(full_name, TEAMS[kind].expected)}
        for inspector, path in files.items():
            self.play(inspector, written(path, "VERDICT:GO\nSCOPE:auth\n", read("specs/auth/design.md")))
        self.play(f"sdd-auditor-{kind}", written(f"{REVIEW}/verdict.cpf", verdict, *map(read, files.values())))

    def play_builders(self, **groups: Sequence[Step]) -> None:
        """Puts what builders do into tasks.yaml: by the TaskGenerator, who owns it."""
        made = rehearsal.tasks_scripts("auth")["sdd-taskgenerator"][0].write
        assert made
        tasks = yaml.safe_load(str(made.text))
        for task, steps in zip(tasks["tasks"], groups.values(), strict=True):
            task["subtasks"][0]["details"].append(script(steps))
        path = "specs/auth/tasks.yaml"
        report = (
            "TASKGEN_COMPLETE\nFeature: auth\nTasks: 2 major 2 sub\nSpecs covered: all\nExecution: 2 waves 2 groups"
        )
        self.play(
            "sdd-taskgenerator", [read("specs/auth/design.md"), write(path, yaml.safe_dump(tasks)), {"text": report}]
        )

    def spec(self) -> dict[str, Any]:
        return yaml.safe_load((self.folder / "specs/auth/spec.yaml").read_text("utf-8"))

    def change_builder(self, group: str, steps: Sequence[Step]) -> None:
        """What the builder of a group does the next time."""
        path = self.folder / "specs/auth/tasks.yaml"
        tasks = yaml.safe_load(path.read_text("utf-8"))
        tasks["tasks"]["AB".index(group)]["subtasks"][0]["details"][-1] = script(steps)
        path.write_text(yaml.safe_dump(tasks), "utf-8")

    def order(self, run: str) -> list[tuple[str, str]]:
        """When tasks of a run began and ended."""
        lines = [each for each in self.ok("log", "--json").lines if each["data"].get("run") == run]
        return [
            (each["type"], each["data"]["task"]) for each in lines if each["type"] in ("TaskStarted", "TaskCompleted")
        ]

    def refused(self) -> list[tuple[str, str, str]]:
        lines = [each["data"] for each in self.ok("log", "--json").lines if each["type"] == "RuleRefused"]
        return [(each["rule"], each["actor"], each["action"]) for each in lines]

    def asked(self) -> dict[str, tuple[str, str]]:
        """By agent, the model and the texts of what it was first asked."""
        found: dict[str, tuple[str, str]] = {}
        for request in self.model.requests:
            asked = request.conversation
            if asked and asked.tools and not any(turn.role == "assistant" for turn in asked.turns):
                text = "\n".join(text for turn in asked.turns for text in turn.texts)
                if named := re.search(r"You are (sdd-\S+) \(", text):
                    found[named[1]] = (asked.model, text)
        return found


def written(path: str, text: str, *before: Step) -> list[Step]:
    return [*before, write(path, text), {"text": f"WRITTEN:{path}"}]


def architect(*before: Step) -> list[Step]:
    """As in a rehearsal."""
    design, research, report = rehearsal.design_scripts("auth", "Log users in")["sdd-architect"]
    assert design.write
    assert research.write
    return [
        *before,
        read("steering/product.md"),
        write(design.write.path, str(design.write.text)),
        write(research.write.path, str(research.write.text)),
        {"text": str(report.report)},
    ]


@pytest.fixture
def pipeline(tmp_path: Path):
    with FakeModel() as model:
        yield Pipeline(tmp_path, model)


@pytest.mark.req("SDD-1", "SDD-2", "SDD-7", "SDD-8", "SDD-9", "SDD-15", "SDD-20", "SDD-27")
def test_a_feature_goes_from_its_design_to_its_release_and_one_review_sends_it_back(pipeline: Pipeline, tmp_path: Path):
    pipeline.play_builders(A=builds("1.1", "auth"), B=builds("2.1", "auth_report"))
    pipeline.play_review("impl", NO_GO)
    designed = pipeline.step("run", "--gate")
    assert [each["step"] for each in designed.document["steps"]] == ["design", "review-design"], designed.err
    sent_back = pipeline.step("run", "--gate")
    [built, reviewed] = sent_back.document["steps"]
    assert (built["step"], built["state"]) == ("impl", "done"), sent_back.err
    for lines in built["shown"].values():
        assert [line.partition(":")[0] for line in lines] == ["RED", "GREEN", "REFACTOR"]
    assert len(built["shown"]) == 2
    assert (reviewed["verdict"], reviewed["disposition"]) == ("NO-GO", "NO-GO-FIXED")
    assert pipeline.order(built["run"]) == [
        (event, f"sdd-builder-{group}") for group in "AB" for event in ("TaskStarted", "TaskCompleted")
    ]

    pipeline.change_builder("A", builds("1.1", "auth", source='def answer():\n    return "auth"\n', test=MENDED))
    pipeline.play_review("impl")
    mended = pipeline.step("run")
    assert [each["disposition"] for each in mended.document["steps"]] == [None, "GO-ACCEPTED"], mended.err
    assert mended.document["state"] == "done"
    assert [each.disposition for each in read_batches(pipeline.folder / "specs/auth/verdicts.md")] == [
        "GO-ACCEPTED", "NO-GO-FIXED", "GO-ACCEPTED",
    ]  # fmt: skip
    spec = pipeline.spec()
    assert (spec["phase"], spec["version"], spec["orchestration"]["retry_count"]) == (
        "implementation-complete", "1.0.1", 1,
    )  # fmt: skip
    assert git(pipeline.folder, "log", "-1", "--format=%s") == "auth: Log users in"
    assert "UNUSED" not in git(pipeline.folder, "show", "HEAD:src/auth.py")
    assert "[PATTERN] the test came first" in git(pipeline.folder, "show", "HEAD:specs/handover/buffer.md")

    asked = pipeline.asked()
    assert "UNUSED is unused" in asked["sdd-builder-a"][1]
    assert "UNUSED is unused" not in asked["sdd-builder-b"][1]
    for name, (model, _) in asked.items():
        assert ("opus" if name.startswith(("sdd-architect", "sdd-auditor")) else "sonnet") in model, name
    for request in pipeline.model.requests:
        assert "(Lead only)" not in str(request.body)

    git(tmp_path, "init", "-q", "--bare", "-b", "main", "remote.git")
    git(pipeline.folder, "remote", "add", "origin", str(tmp_path / "remote.git"))
    git(pipeline.folder, "add", "-A")
    git(pipeline.folder, "commit", "-q", "-m", "the framework")
    released = pipeline.ok("sdd", "release", "minor", "Log users in", "--json").document
    assert (released["version"], released["pushed"], released["warnings"]) == ("0.2.0", True, [])
    assert git(tmp_path / "remote.git", "rev-parse", "v0.2.0^{commit}") == git(pipeline.folder, "rev-parse", "HEAD")


NO_GO = "VERDICT:NO-GO\nSCOPE:auth\nVERIFIED:\nquality|C|dead-code|src/auth.py:5|UNUSED is unused\n"


@pytest.mark.req("SDD-3", "SDD-4", "SDD-9", "SDD-12", "SDD-2", refused=True)
def test_agents_that_do_what_is_anothers_are_refused_and_change_nothing(pipeline: Pipeline):
    """An architect starts an agent, an inspector edits code, a builder writes spec.yaml."""
    start = {"subagent_type": "sdd-builder", "description": "Help", "prompt": "Help."}
    pipeline.play("sdd-architect", architect({"tool": "Task", "input": start}, {"tool": "Agent", "input": start}))
    pipeline.play_builders(
        A=builds("1.1", "auth", write("specs/auth/spec.yaml", "phase: blocked\n")), B=builds("2.1", "auth_report")
    )
    edit = {"file_path": "pyproject.toml", "old_string": "0.1.0", "new_string": "9.9.9"}
    inspector = "sdd-inspector-holistic"
    pipeline.play(
        inspector,
        written(
            f"{REVIEW}/{inspector}.cpf",
            "VERDICT:GO\nSCOPE:auth\n",
            read("specs/auth/design.md"),
            read("pyproject.toml"),
            {"tool": "Edit", "input": edit},
            write("pyproject.toml", "mine\n"),
            {"tool": "Bash", "input": {"command": "echo 1 > pyproject.toml", "description": "x"}},
        ),
    )
    before = (pipeline.folder / "pyproject.toml").read_bytes()
    reviewed = pipeline.step("run", "--gate")
    assert [each["state"] for each in reviewed.document["steps"]] == ["done", "done"], reviewed.err
    built = pipeline.step("impl")
    assert built.code == 0, built.err
    assert sorted(pipeline.refused()) == [
        ("ORCH-2", inspector, "Bash echo 1 > pyproject.toml"),
        ("ORCH-2", inspector, "Edit pyproject.toml"),
        ("SDD-3", "sdd-builder-a", "write specs/auth/spec.yaml"),
        ("SDD-9", "sdd-architect", "Agent Help"),
        ("TEAM-9", inspector, "write pyproject.toml"),
    ]
    assert (pipeline.folder / "pyproject.toml").read_bytes() == before
    assert pipeline.spec()["phase"] == "implementation-complete"
    assert not any(
        "You are sdd-builder" in text for name, (_, text) in pipeline.asked().items() if "builder" not in name
    )
