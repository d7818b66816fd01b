"""What is found out in the work tree for a contract, and whether anything may be run there.

A command is run only if the project lists it or a person approved it, word for word; and only with consent to run code
of this repository (`app.consent`).
"""

from collections.abc import Iterator
from pathlib import Path

from renkei.app.consent import Permission, authorize_exec, has_consent
from renkei.app.project import Project
from renkei.board.contracts import contract_terms, is_approved
from renkei.board.tables import ContractRow
from renkei.commands.contracts import AllowExecution, ApproveCommand
from renkei.contracts.checks import Check, is_inspectable, list_checks
from renkei.errors import BadInput, Refused, Unreachable
from renkei.protocol.actors import Actor
from renkei.protocol.artifacts import artifact_ref, merge_artifacts, name_in_project
from renkei.protocol.contracts import CommandRun, Inspection
from renkei.protocol.documents import validate_model
from renkei.protocol.messages import TaskResult
from renkei.sentence import Parameter
from renkei.workspace import shell
from renkei.workspace.inspection import find_missing, find_schema_problems, tree_id


def authorize_running(project: Project, actor: Actor, permission: Permission) -> None:
    """Before the first command is run: who may have code of the repository run, and allow its words. What the project
    lists counts as far as a person listed it."""
    if not permission.forbid:
        project.require_bound("verify")
    if permission.approve:
        _check_terminal(project, actor)
        project.authorize(AllowExecution(), actor=actor)
    authorize_exec(project, actor, project.work_tree, execute=permission.execute and not permission.forbid)


def inspect_delivery(
    project: Project, actor: Actor, row: ContractRow, result: TaskResult, permission: Permission
) -> Inspection | None:
    """What is found in the work tree when a contract is delivered as complete."""
    said = contract_terms(row)
    if said is None or result.status != "completed":
        return None
    root = project.work_tree
    constraints = [check for check in list_checks(said) if check.kind == "constraint"]
    looked = is_inspectable(said)
    return Inspection(
        missing=find_missing(said, root) if looked else [],
        schema_problems=find_schema_problems(said, root, _artifact_paths(result, root), project.say) if looked else [],
        runs=list(_run_allowed(project, actor, constraints, permission)),
        tree=tree_id(root),
    )


def run_checks(project: Project, actor: Actor, row: ContractRow, permission: Permission) -> list[CommandRun]:
    """Runs the commands of a delivered contract that are still to be decided."""
    said = contract_terms(row)
    waiting = [
        check for check in (list_checks(said) if said else []) if row.verdicts.get(str(check.number)) is not True
    ]
    return list(_run_allowed(project, actor, waiting, permission))


def _artifact_paths(result: TaskResult, root: Path) -> list[str]:
    named = (artifact.path or artifact.ref for artifact in merge_artifacts(result.output_artifacts))
    return [artifact_ref(name_in_project(name, [root.as_posix()])) for name in named]


def _run_allowed(project: Project, actor: Actor, found: list[Check], permission: Permission) -> Iterator[CommandRun]:
    wanted = [check for check in found if check.command]
    if permission.approve:
        _approve_commands(project, actor, wanted)
    allowed = [check for check in wanted if _is_allowed(project, check)]
    root = project.work_tree
    if not allowed or not has_consent(project, actor, root, [str(check.command) for check in allowed], permission):
        return
    for check in project.caller.progress(allowed, "running commands", total=len(allowed)):
        assert check.command is not None
        project.caller.note("$ {command}", command=check.command)
        done = _run_command(project, check.command)
        yield CommandRun(
            check=check.number,
            command=check.command,
            exit_code=done.exit_code,
            seconds=done.seconds,
            output=done.output,
            digest=done.digest,
            tree=tree_id(root),
        )


def _run_command(project: Project, command: str) -> shell.CommandResult:
    try:
        return shell.run(command, project.work_tree, timeout=project.settings.verify_timeout)
    except OSError as error:
        raise Unreachable(
            "{command!r} was not carried out ({error}). Nothing is recorded: try again.",
            command=command, error=error.strerror,
        ) from None  # fmt: skip


def _approve_commands(project: Project, actor: Actor, wanted: list[Check]) -> None:
    """A person who approves the words of a command, at a terminal, also allows the code to be run."""
    for check in wanted:
        assert check.command is not None
        project.do(validate_model(ApproveCommand, {"command": check.command}), actor=actor)
    project.do(AllowExecution(), actor=actor)


def _check_terminal(project: Project, actor: Actor) -> None:
    if actor.name == "person" and not project.caller.is_at_terminal:
        raise Refused(
            "{option} is for a person at a terminal. A script lists commands under [verify].",
            option=Parameter("approve"),
            rule="CON-2",
        )
    if project.env.get("CI"):
        raise BadInput(
            "{option} is for a person, and CI is set. List the commands under [verify] instead.",
            option=Parameter("approve"),
        )


def _is_allowed(project: Project, check: Check) -> bool:
    assert check.command is not None
    if check.command in project.settings.verify_commands:
        return True
    with project.reader.read() as view:
        if is_approved(view, check.command):
            return True
    project.caller.note(
        "Check {number} is left out: {command!r} is not allowed yet. List it under [verify] commands in "
        ".renkei/config.toml, or have a person approve it at a terminal ({option}).",
        option=Parameter("approve"),
        number=check.number,
        command=check.command,
    )
    return False
