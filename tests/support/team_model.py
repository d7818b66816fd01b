"""A team of real clients whose model is a fake one: each task has its script, though its prompt is Renkei's own."""

import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import yaml

from renkei.testing.fakemodel import Conversation, Step

Part = Sequence[Step] | Callable[[Conversation], Sequence[Step]]
"""What one agent does; the second form goes by what it has been told and shown so far."""
Parts = Mapping[str, Sequence[Part]]
"""By task, the parts of its first attempt, its second ... The last one holds for all that follow."""

_ROLE: Final = re.compile(r"^(?:## Role\nYou are |## ロール\nあなたは )([\w-]+)", re.MULTILINE)


class Cast:
    """Says what the model of a client does, by the agent whose prompt it was given."""

    def __init__(self, parts: Parts, agents: Mapping[str, str]) -> None:
        """`agents`: by name, the task that an agent is at."""
        self._parts = parts
        self._agents = agents
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.on_step: Callable[[str, int, int], None] = lambda task, attempt, step: None

    def __call__(self, asked: Conversation) -> Sequence[Step] | None:
        found = _ROLE.search("\n".join(text for turn in asked.turns for text in turn.texts))
        task = self._agents.get(found[1]) if found else None
        if task is None or not asked.tools:
            return None
        answers = sum(turn.role == "assistant" for turn in asked.turns)
        with self._lock:
            self._attempts[task] += answers == 0
            attempt = self._attempts[task]
        self.on_step(task, attempt, answers)
        part = self._parts[task][min(attempt, len(self._parts[task])) - 1]
        return part(asked) if callable(part) else part

    def attempts(self, task: str) -> int:
        return self._attempts[task]


# Steps


def read(path: str, text: str = "I begin.") -> Step:
    return {"text": text, "tool": "Read", "input": {"file_path": path}}


def write(path: str, text: str = "hello\n") -> Step:
    return {"tool": "Write", "input": {"file_path": path, "content": text}}


def finds(agent: str, line: int, said: str, *, path: str = "docs/spec.md", issue: str = "") -> Step:
    """A reviewer's result in the form of the contract."""
    issues = f"\n\n### Issues\n\n- {issue}, `{path}:{line}` | Severity: minor | Category: security" if issue else ""
    return {
        "text": f"## {agent} Result\n\n### Status\n\nSUCCESS\n\n### Summary\n\n{path} was read.\n\n### Findings\n\n"
        f"- `{path}:{line}` says so\n  - Code match: `{said}`\n\n### Key References\n\n"
        f"| Item | Location | Relevance |\n|---|---|---|\n| spec | `{path}:{line}` | read |\n\n"
        f"### Confidence\n\n70 - read once{issues}\n"
    }


def completes(task: str, files: Sequence[str] = (), outputs: Mapping[str, object] | None = None) -> Step:
    """The completion report of a task, in the form of its prompt."""
    said = [{"key": key, "value": found} for key, found in (outputs or {}).items()]
    report = {"status": "ok", "severity": None, "artifacts": list(files), "contract_outputs": said}
    document = yaml.safe_dump({**report, "open_questions": [], "blockers": []}, allow_unicode=True)
    return {"text": f"## Task Complete: {task}\n```yaml\n{document}```"}


def passes_gate(*reasons: tuple[str, str]) -> Step:
    """A gate's report; each reason, with the task that has to mend it, is a P1."""
    gate = {
        "overall": "ROLLBACK_P1" if len(reasons) > 1 else "PASS",
        "p0_count": 0,
        "p1_count": len(reasons),
        "p2_count": 0,
        "rollback_targets": [{"phase": task, "reason": reason} for task, reason in reasons],
        "p2_items": list[str](),
    }
    return {"text": f"```yaml\n{yaml.safe_dump(gate)}```"}
