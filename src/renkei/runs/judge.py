"""Is a task's result what was asked for? The report against playbook and work tree (TEAM-9, TEAM-11, TEAM-15)."""

import os
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from renkei.errors import BadInput
from renkei.files import read_regular
from renkei.git import one_line
from renkei.playbooks.blackboard import KEY_PREFIXES, blackboard_path, is_key, is_same_value
from renkei.playbooks.graph import Graph
from renkei.playbooks.paths import matches, normalize_path, owns
from renkei.playbooks.states import gate_outcome
from renkei.protocol.documents import decode_text
from renkei.protocol.playbooks import Playbook, PlaybookTask
from renkei.protocol.run_events import GateCounts
from renkei.reports.cpf.rules import read_valid
from renkei.reports.report import Report
from renkei.reports.tool_receipts import WRITERS, Call
from renkei.sdd.tasks import read_tasks
from renkei.sentence import Sentence
from renkei.workspace.landing import Change, Landing, Refusal, refuse_unsafe


def refuse_change(playbook: Playbook, task: PlaybookTask, change: Change, tree: Path) -> Refusal | None:
    """Why a file that an agent wrote is refused; None when it is its own."""
    if refusal := refuse_unsafe(change, tree):
        return refusal
    name = one_line(change.path)
    if rule := next((rule for pattern, rule in playbook.reserved.items() if matches(pattern, change.path)), None):
        reason = Sentence("{path} is the lead's: no agent writes it", path=name)
        return Refusal(path=change.path, rule=rule, reason=reason)
    is_blackboard = change.path == normalize_path(playbook.blackboard)
    if is_blackboard and not (task.kind == "reduce" or task.reduce):
        reason = Sentence("only a reduce step writes the blackboard {path}", path=name)
        return Refusal(path=change.path, rule="TEAM-2", reason=reason)
    if is_blackboard or owns(task, change.path, playbook.tasks):
        return None
    owner = next((other for other in playbook.tasks if other.id != task.id and owns(other, change.path, ())), None)
    if owner:
        reason = Sentence("{path} is {owner}'s (task {task})", path=name, owner=owner.agent, task=owner.id)
    else:
        reason = Sentence("{task} does not declare {path} as its output", task=task.id, path=name)
    return Refusal(path=change.path, rule="TEAM-9", reason=reason)


def find_missing_inputs(task: PlaybookTask, tree: Path) -> list[str]:
    """Inputs that are not there when the agent is to start."""
    return [path for path in task.inputs if not _is_there(path, tree)]


def find_unwritten_outputs(task: PlaybookTask, tree: Path) -> list[str]:
    """Outputs that are not there when the agent says that it is done; a folder in the place of a file is none."""
    return [path for path in task.outputs if not _is_there(path, tree) or _is_folder_instead(path, tree)]


def find_lost_outputs(task: PlaybookTask, landing: Landing, there: Sequence[str]) -> list[str]:
    """Outputs of which nothing is in what was taken, whatever stood in the work tree. `there`: the files of the commit
    that comes of it."""
    refused = [each.path for each in landing.refused]

    def is_lost(output: str) -> bool:
        if any(matches(output, path) for path in landing.files):
            return False
        return any(matches(output, path) for path in refused) or not any(matches(output, path) for path in there)

    return [output for output in task.outputs if is_lost(output)]


def list_taken(artifacts: Iterable[str], landing: Landing, there: Sequence[str], tree: Path) -> list[str]:
    """Of the files and folders that a report names those that came in as its agent made them."""
    refused = {each.path for each in landing.refused}
    there = [path for path in there if path not in refused]

    def is_taken(artifact: str) -> bool:
        path = os.path.relpath(tree / artifact, tree)
        return any(path in (".", each) or each.startswith(f"{path}/") for each in there)

    return [artifact for artifact in artifacts if is_taken(artifact)]


def has_looked(task: PlaybookTask, calls: Iterable[Call]) -> bool:
    """Whether its agent opened any of the files that its work is about, or gave it to a command. Nobody opens a file by
    writing it."""
    opened = {name for call in calls if call.tool not in WRITERS for name in _list_opened(call)}
    return not task.opens or any(matches(pattern, name) for pattern in task.opens for name in opened)


def _list_opened(call: Call) -> list[str]:
    if call.path:
        return [call.path]
    if not call.command or call.exit_code is None:
        return []
    try:
        return [normalize_path(word) for word in shlex.split(call.command)]
    except ValueError:
        return []


def find_malformed_outputs(task: PlaybookTask, tree: Path) -> list[Sentence]:
    """Outputs that are not of the form that was asked for."""
    found: list[Sentence] = []
    for path in task.outputs if task.form else ():
        try:
            data = read_regular(tree / path)
            if task.form == "tasks":
                read_tasks(data, path, is_new=True)
            else:
                read_valid(decode_text(data, path), path)
        except BadInput as error:
            wrong = "; ".join(f"{each.line or '-'}: {each.path}: {each.said}" for each in error.problems[:5])
            found.append(Sentence("{path} is not of its form: {wrong}", path=path, wrong=wrong or str(error)))
        except OSError as error:
            found.append(Sentence("{path} cannot be read ({error})", path=path, error=error.strerror))
    return found


def find_report_problems(task: PlaybookTask, report: Report) -> Iterator[Sentence]:
    """What keeps a report that says it is done from being accepted; that it is right in itself was checked before."""
    said, own = dict[str, object](), [blackboard_path(key) for key in task.blackboard_keys]
    for output in report.outputs:
        path = blackboard_path(output.key)
        if not is_key(output.key):
            known = ", ".join(KEY_PREFIXES)
            yield Sentence("the key {key} has no place on the blackboard ({known})", key=output.key, known=known)
        elif not is_same_value(said.setdefault(path, output.value), output.value):
            yield Sentence("the key {key} has two values", key=output.key)
        if not any(path == key or path.startswith(f"{key}.") for key in own):
            known = ", ".join(task.blackboard_keys) or "-"
            yield Sentence("the key {key} is none of this task's ({known})", key=output.key, known=known)


def find_other_name(playbook: Playbook, task: PlaybookTask, named: Iterable[str]) -> Sentence | None:
    """That a report says it is another's: by the names of tasks and agents that it bears. Other words say nothing."""
    own = _names_of(task)
    others = {name for other in playbook.tasks for name in _names_of(other)} - own
    for name in named:
        whole, first = _plain_name(name), _plain_name(_BEHIND_NAME.split(name.strip(), maxsplit=1)[0])
        if not {whole, first} & own and {whole, first} & others:
            return Sentence("the report says that it is {named}'s, and this task is {task}", named=name, task=task.id)
    return None


def _names_of(task: PlaybookTask) -> set[str]:
    return {_plain_name(each) for each in (task.id, task.title, task.role, task.agent, task.worker) if each}


def _plain_name(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip(" `*_\"'[]【】").casefold()


_BEHIND_NAME: Final = re.compile(r"[\s:：(（,、—–]")


def describe_shortfall(report: Report) -> Sentence:
    """What a report says that is not done."""
    said = [
        *(each.text for each in (*report.blockers, *report.questions)),
        report.summary.text if report.summary else "",
    ]
    return Sentence("{status}: {said}", status=report.status_token or "-", said="; ".join(filter(None, said)) or "-")


def find_gate_problems(graph: Graph, gate: GateCounts) -> Iterator[Sentence]:
    """What is wrong with a gate: `overall` follows from the counts, and what is to be done again has to be there."""
    if gate.overall != gate_outcome(gate):
        yield Sentence(
            "overall says {said}; P0 {p0} and P1 {p1} make it {right}",
            said=gate.overall,
            p0=gate.p0_count,
            p1=gate.p1_count,
            right=gate_outcome(gate),
        )
    if gate.p2_items and len(gate.p2_items) != gate.p2_count:
        yield Sentence("p2_count says {said}; {listed} are listed", said=gate.p2_count, listed=len(gate.p2_items))
    if gate_outcome(gate) == "ROLLBACK_P1" and not gate.rollback_targets:
        yield Sentence("a ROLLBACK_P1 has to name what to do again")
    for target in gate.rollback_targets:
        if not graph.resolve_target(target):
            yield Sentence("the rollback target {target} is no task of this run", target=target)


def _is_folder_instead(pattern: str, tree: Path) -> bool:
    return not pattern.endswith("/") and (tree / normalize_path(pattern)).is_dir()


def _is_there(pattern: str, tree: Path) -> bool:
    pattern = normalize_path(pattern)
    if (tree / pattern).is_file():
        return (tree / pattern).resolve().is_relative_to(tree.resolve())
    if (tree / pattern).is_dir():
        return any(path.is_file() for path in (tree / pattern).rglob("*"))
    if not any(character in pattern for character in "*?["):
        return False
    files = (path.relative_to(tree) for path in tree.rglob("*") if path.is_file())
    return any(matches(pattern, path.as_posix()) for path in files if ".git" not in path.parts)
