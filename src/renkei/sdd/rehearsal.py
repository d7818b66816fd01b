"""What scripted agents do in a rehearsal of the framework: the least that goes through all its gates. Python only."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from pydantic import TypeAdapter

from renkei.errors import BadInput
from renkei.playbooks.paths import is_test_file
from renkei.protocol.documents import decode_text, parse_document, validate
from renkei.protocol.playbooks import ScriptStep
from renkei.sdd import places
from renkei.sdd.playbooks import ReviewScope, auditor_of, builder_task, inspectors_of, review_file
from renkei.sdd.tasks import Tasks, subtasks_of

Steps = list[ScriptStep]
_SCRIPTS: Final[TypeAdapter[dict[str, list[ScriptStep]]]] = TypeAdapter(dict[str, list[ScriptStep]])


def read_scripts(data: bytes, name: str) -> dict[str, list[ScriptStep]]:
    """By task, `task@round`, or either behind `feature/`, what its agent does instead.

    Raises:
        BadInput: with the line of every mistake.
    """
    text = decode_text(data, name)
    document = parse_document(text, name)
    if not isinstance(document, dict):
        raise BadInput("{name}: expected steps by the name of a task.", name=name)
    return validate(_SCRIPTS, document, name, text=text)


def choose_scripts(given: Mapping[str, Steps], own: Mapping[str, Steps], feature: str, round_: int) -> dict[str, Steps]:
    """What the file says for this feature, or for any, and this round, or any; else our own."""

    def choose(task: str) -> Steps | None:
        names = (f"{prefix}{task}{suffix}" for prefix in (f"{feature}/", "") for suffix in (f"@{round_}", ""))
        return next((given[name] for name in names if name in given), None)

    return {name: choose(name) or steps for name, steps in own.items()}


def design_scripts(feature: str, description: str) -> dict[str, Steps]:
    module = _module(feature)
    design = _DESIGN.format(feature=feature, description=description or feature, module=module)
    research = _RESEARCH.format(feature=feature)
    report = (
        f"ARCHITECT_COMPLETE\nFeature: {feature}\nMode: new\n"
        f"Artifacts: {places.design_file(feature)}, {places.research_file(feature)}\nDiscovery: minimal\n"
        "Key findings: none, this is a rehearsal"
    )
    steps = _steps(
        {"write": {"path": places.design_file(feature), "text": design}},
        {"write": {"path": places.research_file(feature), "text": research}},
        {"report": report},
    )
    return {"sdd-architect": steps}


def tasks_scripts(feature: str) -> dict[str, Steps]:
    text = _TASKS.format(feature=feature, module=_module(feature))
    report = (
        f"TASKGEN_COMPLETE\nFeature: {feature}\nArtifacts: {places.tasks_file(feature)}\nTasks: 2 major 2 sub\n"
        "Parallel tasks: 0\nSpecs covered: all\nExecution: 2 waves 2 groups"
    )
    return {
        "sdd-taskgenerator": _steps({"write": {"path": places.tasks_file(feature), "text": text}}, {"report": report})
    }


def impl_scripts(feature: str, tasks: Tasks) -> dict[str, Steps]:
    found: dict[str, Steps] = {}
    for _, group in tasks.groups:
        files = [{"write": {"path": path, "text": _source(path)}} for path in group.files]
        ids = ", ".join(sub.id for sub in subtasks_of(tasks, group))
        report = (
            f"BUILDER_COMPLETE\nFeature: {feature}\nTasks completed: {ids}\nFiles: {', '.join(group.files)}\n"
            "Phase: REFACTOR\n[PATTERN] write the test first"
        )
        found[builder_task(group.id)] = _steps(*files, {"report": report})
    return found


def review_scripts(scope: ReviewScope) -> dict[str, Steps]:
    found: dict[str, Steps] = {}
    for number, folder in enumerate(scope.folders, start=1):
        prefix = "" if len(scope.folders) == 1 else f"p{number}-"
        files = {name: review_file(folder, name) for name in inspectors_of(scope)}
        for name, path in files.items():
            found[f"{prefix}{name}"] = _judge([scope.subject[0], places.TECH], path, scope.name)
        found[f"{prefix}{auditor_of(scope.kind)}"] = _judge(files.values(), f"{folder}/verdict.cpf", scope.name)
    return found


def _judge(opened: Iterable[str], path: str, scope: str) -> Steps:
    text = f"VERDICT:GO\nSCOPE:{scope}\nNOTES:\nA rehearsal: nobody has looked.\n"
    reads = ({"read": each} for each in opened)
    return _steps(*reads, {"write": {"path": path, "text": text}}, {"report": f"WRITTEN:{path}"})


def _steps(*steps: Mapping[str, Any]) -> Steps:
    return [ScriptStep.model_validate(step) for step in steps]


def _module(feature: str) -> str:
    return feature.replace("-", "_").replace(".", "_")


def _source(path: str) -> str:
    name = PurePosixPath(path)
    if name.suffix != ".py":
        return f"{name.stem}: a rehearsal\n"
    if is_test_file(path):
        module = name.stem.removeprefix("test_").removesuffix("_test")
        return _TEST.format(module=module)
    return f'"""A rehearsal."""\n\n\ndef answer() -> str:\n    return "{name.stem}"\n'


def rounds_of(counts: Sequence[int]) -> int:
    """Which time a step is done: one more than it was sent back."""
    return sum(counts) + 1


_TEST: Final = '''import sys
import unittest

sys.path.insert(0, "src")


class Answers(unittest.TestCase):
    """AC: {module}.S1.AC1"""

    def test_it_answers(self):
        from {module} import answer

        self.assertEqual(answer(), "{module}")
'''

_DESIGN: Final = """# {feature}

## Specifications

### Introduction
{description}

### Spec 1: Answer
**Goal:** it answers

**Acceptance Criteria:**
1. `answer()` gives its own name [contract]

### Spec 2: Report
**Goal:** it says so

**Acceptance Criteria:**
1. `answer()` of the report gives its own name [behavior]

### Non-Goals
- everything else

## Overview
A rehearsal.

## Architecture
Two modules.

## System Flows
1. A caller calls `answer()`.

## Specifications Traceability
| Spec | Component |
|---|---|
| 1 | Answer |
| 2 | Report |

## Components and Interfaces
| Component | Intent | Interfaces | Files |
|---|---|---|---|
| Answer | answers | answer() | `src/{module}.py`, `tests/test_{module}.py` |
| Report | reports | answer() | `src/{module}_report.py`, `tests/test_{module}_report.py` |

## Data Models
None.

## Error Handling
None.

## Testing Strategy
Unit tests.
"""

_RESEARCH: Final = """# Research: {feature}

## Summary
A rehearsal.

## Research Log
None.

## Architecture Pattern Evaluation
None.

## Design Decisions
None.

## Risks
None.

## References
None.
"""

_TASKS: Final = """feature: {feature}
tasks:
  - id: "1"
    summary: Answer
    status: pending
    subtasks:
      - {{id: "1.1", summary: Answer, p: true, specs: [1], acs: [S1.AC1], status: pending,
         details: [write it test first]}}
  - id: "2"
    summary: Report
    status: pending
    subtasks:
      - {{id: "2.1", summary: Report, p: false, specs: [2], acs: [S2.AC1], status: pending, depends: ["1.1"],
         details: [write it test first]}}
execution:
  - wave: 1
    groups:
      - {{id: A, tasks: ["1.1"], files: [src/{module}.py, tests/test_{module}.py], depends: []}}
  - wave: 2
    groups:
      - {{id: B, tasks: ["2.1"], files: [src/{module}_report.py, tests/test_{module}_report.py], depends: [A]}}
"""
