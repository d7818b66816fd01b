"""The contract under which a run gives a task to its agent: made from the playbook alone (CON-2, CON-3).

What it asks for is what the run looks at itself when the agent says that it is done: the report, the files, the check
command. Its limits are those of the failure ladder and the breaker.
"""

from typing import Final

from renkei.contracts.text import deliverable_path, find_command
from renkei.kit.words import Say
from renkei.playbooks.paths import normalize_path, output_patterns
from renkei.protocol.actors import RESERVED_NAMES
from renkei.protocol.contracts import (
    AcceptanceCriterion,
    Authority,
    Constraint,
    ContractInputs,
    ContractOutput,
    FailureHandling,
    TaskContract,
    Timeout,
)
from renkei.protocol.playbooks import FailurePolicy, Playbook, PlaybookTask
from renkei.protocol.terms import CONTROL
from renkei.sentence import Sentence


def is_under_contract(playbook: Playbook, task: PlaybookTask) -> bool:
    """Where the run has something to look at: files or a command. A bare task is taken at its report's word."""
    has_work = bool(task.outputs or task.output_dir or task.check) and task.kind in ("work", "gate")
    return playbook.contracts and has_work and task.agent.lower() not in RESERVED_NAMES


def task_contract(playbook: Playbook, task: PlaybookTask, say: Say, *, check: str | None = None) -> TaskContract:
    """What is asked of a task's agent; `check` is the command that is run on its work."""
    policy = task.on_failure or playbook.on_failure
    is_gate = task.kind == "gate"
    return TaskContract(
        assignee=task.agent,
        inputs=ContractInputs(
            description="\n".join(filter(None, (task.title.strip() or task.id, task.prompt.strip()))),
            artifacts=list(task.inputs),
            constraints=_list_constraints(playbook, task, say),
        ),
        expected_output=ContractOutput(
            format=say("a gate report, YAML") if is_gate else say("a completion report, YAML"),
            deliverables=[_deliverable_path(path) for path in map(normalize_path, task.outputs)],
        ),
        acceptance_criteria=_list_criteria(say, check, is_gate=is_gate),
        authority=_build_authority(task, policy, say),
        failure_handling=FailureHandling(
            on_blocked=say("Report status blocked, and what is needed."),
            on_partial_completion=say(_AT_THE_END[policy.then]),
            max_retries=policy.retries,
        ),
        timeout=Timeout(
            on_timeout=say(
                "After {seconds:g} s without a sign of life the attempt is ended; it has failed.",
                seconds=task.timeout or playbook.roles[task.role].timeout or playbook.breaker.timeout,
            )
        ),
    )


_AT_THE_END: Final[dict[str, Sentence]] = {
    "escalate": Sentence("A person decides what becomes of it (status: failed)."),
    "continue": Sentence("The run goes on without it and writes the gap down (status: partial)."),
    "stop": Sentence("The run ends (status: failed)."),
}


def _list_constraints(playbook: Playbook, task: PlaybookTask, say: Say) -> list[Constraint]:
    files, keys = ", ".join(output_patterns(task)), ", ".join(task.blackboard_keys)
    said = [
        say("Only these files are written: {files}", files=files) if files else say("No file is written."),
        say("Nobody but a reduce writes {blackboard}", blackboard=normalize_path(playbook.blackboard)),
        say("contract_outputs has no other keys than: {keys}", keys=keys) if keys else "",
    ]
    return [Constraint(constraint=_disarm_back_ticks(each), hard=True) for each in said if each]


def _list_criteria(say: Say, check: str | None, *, is_gate: bool) -> list[AcceptanceCriterion]:
    holds = (
        say("The counts of the gate add up, and what it sends back is a task of this run")
        if is_gate
        else say("The report says ok, and what it refers to is there")
    )
    found = [AcceptanceCriterion(criterion=holds, verification_method=say("the run looks itself"))]
    if check:
        is_plain = find_command(f"`{check}`") == check and not CONTROL.search(check)
        method = f"`{check}`" if is_plain else say("the run looks itself")
        said = say("The check command succeeds on the work, on top of what others did")
        found.append(AcceptanceCriterion(criterion=said, verification_method=method))
    return found


def _build_authority(task: PlaybookTask, policy: FailurePolicy, say: Say) -> Authority:
    keys, trigger = ", ".join(task.blackboard_keys), ""
    if policy.then == "escalate" and task.critical:
        trigger = say("{count} failed attempts: a person is asked", count=policy.retries + 1)
    return Authority(
        autonomous_decisions=[say("what stands under {keys}", keys=keys)] if keys else [],
        must_consult=[say("what only a person can answer: ask, and go on with the answer")],
        escalation_triggers=[trigger] if trigger else [],
    )


def _deliverable_path(path: str) -> str:
    """As a place in the work tree: a name without a folder or an ending needs its `./`."""
    return f"`{path}`" if deliverable_path(f"`{path}`") else f"`./{path}`"


def _disarm_back_ticks(text: str) -> str:
    """A command in back-ticks in a constraint would be run."""
    return text.replace("`", "'")
