"""What an agent is told when it is started: all of it, for it shares no memory with anybody."""

from collections.abc import Mapping, Sequence
from typing import Any

from renkei.playbooks.paths import output_patterns
from renkei.protocol.playbooks import Playbook, PlaybookTask
from renkei.protocol.yaml import write_yaml


def build_prompt(
    playbook: Playbook,
    task: PlaybookTask,
    *,
    goal: str,
    blackboard: Mapping[str, Any],
    sources: str = "",
    missed: str = "",
    reduced: bool = False,
    findings: str = "",
    contract: str | None = None,
    left_open: Sequence[str] = (),
    doubts: Sequence[str] = (),
    constraints: Sequence[str] = (),
    news: str = "",
) -> str:
    """The prompt of one task: role, context, task, files, report, prohibitions. Its agent's turn begins with it."""
    role = playbook.roles[task.role]
    parts = [
        ("Role", f"You are {task.agent} ({task.role}).\n{role.prompt}"),
        ("Goal", goal),
        ("Context", write_yaml(blackboard, sort_keys=True) if blackboard else ""),
        ("To read", sources),
        ("Read directly, for the agent that was to read it failed", missed),
        ("Task", f"{task.title or task.id}\n{task.prompt}"),
        ("Constraints that were decided", "\n".join(f"- {each}" for each in dict.fromkeys(constraints))),
        ("Your turn", news),
        ("Left open before you", "\n".join(f"- {each}" for each in left_open)),
        ("Not verified before you", "\n".join(f"- {each}" for each in doubts)),
        ("Do less", _REDUCED if reduced else ""),
        ("What was found wrong before", findings),
        ("Inputs", "\n".join(f"- {path}" for path in task.inputs)),
        ("Output files", "\n".join(f"- {path}" for path in output_patterns(task)) or "None: you only read."),
        ("Contract", _CONTRACT.format(contract=contract) if contract else ""),
        ("When you are done", _answer_form(task)),
        ("Not allowed", _PROHIBITIONS.format(blackboard=playbook.blackboard)),
    ]
    return "\n\n".join(f"## {title}\n{text.strip()}" for title, text in parts if text.strip()) + "\n"


def build_report_request(task: PlaybookTask, wrong: str) -> str:
    """What an agent is told whose report cannot be read."""
    form = _answer_form(task)
    return f"Your report could not be read: {wrong}\nReport once more. {form}"


_REDUCED = "An attempt before you failed. Do the most important part well, and leave the rest out."

_CONTRACT = "You work under {contract}. Your report delivers it; whether it is fulfilled is looked up, not believed."

_PROHIBITIONS = """\
- Do not write any file that is not among your output files; it is refused and kept aside.
- Do not write {blackboard}; say what belongs there in contract_outputs.
- Do not change the status of any task."""


def _answer_form(task: PlaybookTask) -> str:
    if task.kind == "gate":
        return _gate_form()
    if task.answer == "written":
        return f"Answer with this line and nothing else: WRITTEN:{task.outputs[0]}"
    if task.answer == "sdd":
        return "Answer with the completion report that your instructions name, its token in the first line."
    return _report_form(task)


def _report_form(task: PlaybookTask) -> str:
    keys = "\n".join(f"  - key: {key}\n    value: ..." for key in task.blackboard_keys)
    outputs = f"contract_outputs:\n{keys}" if keys else "contract_outputs: []"
    return (
        "Say what you have found soon after you began, then end with this report:\n"
        f"## Task Complete: {task.id}\n```yaml\nstatus: ok   # or needs_input, conflict, blocked\nseverity: null\n"
        f"artifacts: [the files you wrote]\n{outputs}\nopen_questions: []\nblockers: []\n```"
    )


def _gate_form() -> str:
    return (
        "End with this report; overall follows from the counts (P0: ROLLBACK_P0; two P1: ROLLBACK_P1; else PASS):\n"
        "```yaml\noverall: PASS\np0_count: 0\np1_count: 0\np2_count: 0\n"
        "rollback_targets: []   # for each P1, also one that is left: {phase: TASK, reason: TEXT}\n"
        "p2_items: []\n```"
    )
