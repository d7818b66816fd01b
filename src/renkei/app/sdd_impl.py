"""From a design to code: the TaskGenerator cuts the work, builders do it, and what each made is taken in as it comes
(SDD-8)."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from renkei.app.log import LogEvent
from renkei.app.runs import AttachedRun
from renkei.app.sdd_steps import (
    FeatureSteps,
    StepResult,
    find_stop,
    is_taken,
    last_findings,
    round_of,
    tell_unreviewed,
)
from renkei.app.spec_files import now
from renkei.board.run_tables import RunRow
from renkei.errors import BadInput, Refused
from renkei.reports.cpf.document import Verified
from renkei.reports.formats.sdd import is_sdd_report, parse_sdd_report
from renkei.sdd import handover, places, rehearsal
from renkei.sdd.commands import common_commands
from renkei.sdd.phases import DESIGNED, IMPLEMENTED, move_phase
from renkei.sdd.pipeline import raise_patch
from renkei.sdd.playbooks import Testing, builder_task, impl_playbook, tasks_playbook
from renkei.sdd.roadmap import dependencies_of
from renkei.sdd.spec import Implementation, Spec, record_change
from renkei.sdd.tasks import Tasks, mark_done, pending_groups, read_tasks, reopen, subtasks_of, write_tasks
from renkei.sentence import Sentence
from renkei.workspace.shell import find_missing_module, has_program

_REPAIR: Final = (
    "Mend that, test first. Where it changes nothing that a test can ask, bring none: then all tests have to pass "
    "before and after, and that is what is said of it."
)


def implement_feature(steps: FeatureSteps, feature: str, ids: Sequence[str] = ()) -> StepResult:
    """The TaskGenerator if there are no tasks for this design, then builders for what is not done."""
    spec = steps.open_gate(feature, "impl")
    tell_unreviewed(steps, feature, "design", [places.design_file(feature)])
    _tell_missing(steps, spec)
    tasks = steps.files.load_tasks(feature)
    if ids:
        spec, tasks = _reopen(steps, spec, tasks, ids)
    elif spec.phase == IMPLEMENTED and spec.version_refs.implementation == spec.version:
        raise Refused(
            "{feature} is implemented. Name the tasks to do again (renkei sdd impl {feature} --tasks 1.1), or "
            "change what is asked for: renkei sdd revise {feature}",
            rule="SDD-19",
            feature=feature,
        )
    if tasks is None or (spec.orchestration.last_phase_action is None and spec.phase == DESIGNED):
        generated = _generate_tasks(steps, spec)
        if isinstance(generated, StepResult):
            return generated
        spec, tasks = generated
    return _build(steps, spec, tasks)


def _tell_missing(steps: FeatureSteps, spec: Spec) -> None:
    """What it depends on, and is not there yet."""
    specs, _ = steps.files.load_readable()
    missing = [name for name in dependencies_of(spec) if name in specs and specs[name].phase != IMPLEMENTED]
    if missing:
        steps.project.caller.note(
            "{feature} depends on {names}, not implemented yet. In their order: renkei sdd run",
            feature=spec.feature_name,
            names=", ".join(missing),
        )


def _reopen(steps: FeatureSteps, spec: Spec, tasks: Tasks | None, ids: Sequence[str]) -> tuple[Spec, Tasks]:
    known = {*tasks.subtasks, *(task.id for task in tasks.tasks)} if tasks else set[str]()
    unknown = [each for each in ids if each not in known]
    if tasks is None or unknown:
        raise BadInput(
            "{feature} has no task {id}. Its tasks stand in {path}.",
            feature=spec.feature_name,
            id=unknown[0],
            path=places.tasks_file(spec.feature_name),
        )
    opened = reopen(tasks, ids)
    steps.files.write(places.tasks_file(spec.feature_name), write_tasks(opened))
    orchestration = spec.orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
    version = raise_patch(spec.version) if spec.version_refs.implementation == spec.version else spec.version
    changed = record_change(
        spec, f"tasks again: {', '.join(ids)}", at=now(), version=version, orchestration=orchestration
    )
    steps.files.save(changed)
    return changed, opened


def _generate_tasks(steps: FeatureSteps, spec: Spec) -> StepResult | tuple[Spec, Tasks]:
    feature = spec.feature_name

    def build():
        staff = steps.runs.staff(feature, rehearsal.tasks_scripts(feature), round_of(spec))
        return tasks_playbook(feature, staff, excluded=_files_of_others(steps, feature))

    attached = steps.runs.carry_out(feature, "tasks", build, taken=lambda row: is_taken(spec, row))
    if stopped := find_stop("tasks", feature, attached):
        return stopped
    spec = steps.open_gate(feature, "impl")  # what was edited meanwhile counts, too
    path = places.tasks_file(feature)
    data = steps.runs.read_at(attached.row, path) or b""
    specs = steps.files.load_design(feature).specs
    if not specs:
        steps.project.caller.note(
            "{path} has no heading `### Spec 1: NAME`: whether the tasks cover all that it asks for is not checked.",
            path=places.design_file(feature),
        )
    orchestration = spec.orchestration.model_copy(update={"run": attached.row.id})
    try:
        tasks = read_tasks(data, path, specs=specs or None, is_new=True)
    except BadInput as error:  # a gap in the design: nothing is built from it
        steps.files.save(record_change(spec, "tasks refused", at=now(), orchestration=orchestration))
        said = "; ".join(each.said for each in error.problems) or str(error)
        return StepResult(step="tasks", feature=feature, state="failed", run=attached.row.id, note=said)
    steps.runs.bring_in(attached.row)
    changed = record_change(
        spec,
        "tasks-generated",
        at=now(),
        orchestration=orchestration.model_copy(update={"last_phase_action": "tasks-generated"}),
    )
    steps.files.save(changed)
    return changed, tasks


def _build(steps: FeatureSteps, spec: Spec, tasks: Tasks) -> StepResult:
    feature = spec.feature_name
    found = last_findings(steps, feature, "impl")
    is_repair = bool(found) and spec.phase == IMPLEMENTED
    testing = _find_testing(steps, is_repair=is_repair)
    if testing is None:
        steps.project.caller.note(
            "{path} names no Test command: that tests failed before and pass now is not shown.", path=places.TECH
        )
    bare = [group.id for _, group in pending_groups(tasks) if not any(sub.acs for sub in subtasks_of(tasks, group))]
    if testing and bare:
        steps.project.caller.note(
            "Groups whose tasks name no acceptance criterion: {names}. They may hand work over without a test; then "
            "RED is not shown.",
            names=", ".join(bare),
        )
    if not pending_groups(tasks) and steps.runs.find(feature, "impl", lambda row: is_taken(spec, row)) is None:
        return _complete(steps, spec, tasks, None, [])

    _claim_files(steps, feature, tasks)

    def build():
        staff = steps.runs.staff(feature, rehearsal.impl_scripts(feature, tasks), round_of(spec))
        return impl_playbook(
            feature,
            staff,
            tasks,
            testing=testing,
            notes=f"{found}\n{_REPAIR}" if is_repair else found,
        )

    attached = steps.runs.carry_out(
        feature,
        "impl",
        build,
        taken=lambda row: is_taken(spec, row),
        take=lambda event: _take_builder(steps, feature, event),
    )
    files = _take_builders(steps, feature, attached.row)
    if stopped := find_stop("impl", feature, attached):
        return _explain_stop(steps, stopped)
    spec = steps.open_gate(feature, "impl")  # what was edited while builders were at work counts, too
    left = steps.files.load_tasks(feature)
    assert left is not None
    return _complete(steps, spec, left, attached, files)


def _find_testing(steps: FeatureSteps, *, is_repair: bool) -> Testing | None:
    """How tests are run, as steering says.

    Raises:
        BadInput: it begins with a program that no work tree of a builder has: nobody is started for nothing.
    """
    command = common_commands(steps.files.read_text(places.TECH)).get("Test")
    if command is None:
        return None
    settings = steps.project.settings
    top, is_path, _ = command.split()[0].partition("/")
    is_there = not is_path or top in ("", ".", "..", *settings.workspace_links) or settings.workspace_setup
    if not is_there and steps.runs.repository.ask("check-ignore", "--quiet", top).code == 0:
        raise BadInput(
            "The test command of {path} begins with {folder}/, which git ignores: builders' work trees do not have it. "
            'Link it there, in .renkei/config.toml: [workspace], then link = ["{folder}"]',
            path=places.TECH,
            folder=top,
        )
    if not is_path and not settings.workspace_setup and not has_program(top):
        raise BadInput(
            "The test command of {path} begins with {program}, which is not installed here: no builder could show "
            "anything. Install it, or write the command that runs the tests behind `# Test:` there.",
            path=places.TECH,
            program=top,
        )
    missing = None if settings.workspace_setup else find_missing_module(command, steps.files.root)
    if missing:
        raise BadInput(
            "The test command of {path} has Python run the module {module}, which is not installed for {program}: no "
            "builder could show anything. Install it, or write the command that runs the tests behind `# Test:` there.",
            path=places.TECH,
            module=missing,
            program=command.split()[0],
        )
    return Testing(
        command=command,
        python=sys.executable,
        links=settings.workspace_links,
        setup=settings.workspace_setup,
        is_repair=is_repair,
        lang=settings.lang,
    )


def _explain_stop(steps: FeatureSteps, stopped: StepResult) -> StepResult:
    """Where builders are done and their tests were not run: what to type."""
    if (
        stopped.state != "waiting"
        or stopped.questions
        or not any(each.not_run for each in steps.runs.tasks_of(stopped.run))
    ):
        return stopped
    note = Sentence(
        "the tests were not run, for nobody has allowed code of this repository to be run. Allow it with: renkei sdd "
        "impl {feature} --exec",
        feature=stopped.feature,
    )
    return replace(stopped, note=note)


def _claim_files(steps: FeatureSteps, feature: str, tasks: Tasks) -> None:
    """Features of one wave whose builders would write the same file are built one after the other."""

    def tell(other: str, path: str) -> None:
        with steps.desk.speaking:
            steps.project.caller.note(
                "{one} and {other} both write {path}: {one} is built when {other} is through.",
                one=feature,
                other=other,
                path=path,
            )

    steps.desk.claim(feature, [path for _, group in tasks.groups for path in group.files], tell)


def _take_builder(steps: FeatureSteps, feature: str, event: LogEvent) -> None:
    """In the order in which they come in (SDD-8)."""
    if event.type == "TaskCompleted":
        with steps.desk.turn():
            _take_builders(steps, feature, steps.runs.row(event.data["run"]))


def _take_builders(steps: FeatureSteps, feature: str, row: RunRow) -> list[str]:
    """What builders have done so far: their files, their tasks done, what they learned. Where a check was not run,
    nothing: each builder stands on the work of those before it."""
    ended = steps.runs.tasks_of(row.id)
    if any(each.not_run for each in ended):
        return []
    files = steps.runs.bring_in(row)
    tasks = steps.files.load_tasks(feature)
    assert tasks is not None
    done = {each.task: each.note for each in ended if each.state == "completed"}
    groups = {builder_task(group.id): group for _, group in tasks.groups}
    ids = [sub.id for name in done if name in groups for sub in subtasks_of(tasks, groups[name])]
    marked = mark_done(tasks, ids)
    if marked != tasks:
        steps.files.write(places.tasks_file(feature), write_tasks(marked))
    _keep_knowledge(steps, feature, done)
    return files


def _keep_knowledge(steps: FeatureSteps, feature: str, reports: dict[str, str]) -> None:
    known = handover.read_buffer(steps.files.read_text(places.BUFFER))
    learned = [
        handover.Knowledge(
            tag=handover.to_tag(each.tag),
            text=" ".join(each.text.split()),
            spec=feature,
            role="builder",
            task=task.rpartition("-")[2],
        )
        for task, text in reports.items()
        if is_sdd_report(text)
        for each in parse_sdd_report(text).knowledge
    ]
    if new := [each for each in learned if each not in known]:
        steps.files.write(places.BUFFER, handover.render_buffer([*known, *new]).encode())


def _complete(
    steps: FeatureSteps, spec: Spec, tasks: Tasks, attached: AttachedRun | None, files: Sequence[str]
) -> StepResult:
    """Phase and files only when all builders have ended."""
    if left := pending_groups(tasks):
        names = ", ".join(group.id for _, group in left)
        run = attached.row.id if attached else ""
        return StepResult(
            step="impl",
            feature=spec.feature_name,
            state="failed",
            run=run,
            note=Sentence("groups that are not done: {names}", names=names),
        )
    owned = [path for _, group in tasks.groups for path in group.files if (steps.files.root / path).is_file()]
    made = [*files, *owned]  # a run before this one may have been stopped when some builders had ended
    created = [*spec.implementation.files_created, *(path for path in made if not path.startswith("specs/"))]
    run = attached.row.id if attached else spec.orchestration.run
    changed = move_phase(
        spec,
        IMPLEMENTED,
        "implementation",
        at=now(),
        action="implementation-complete",
        implementation=Implementation(files_created=sorted(set(created))),
        version_refs=spec.version_refs.model_copy(update={"implementation": spec.version}),
        orchestration=spec.orchestration.model_copy(update={"last_phase_action": "impl-complete", "run": run}),
    )
    steps.files.save(changed)
    done = steps.finish("impl", changed, attached, files)
    return replace(done, shown=_list_shown(steps, attached.row)) if attached else done


def _list_shown(steps: FeatureSteps, row: RunRow) -> dict[str, list[str]]:
    """By builder, what its check command has shown; without consent to run code there is nothing."""
    phases = ("RED", "GREEN", "REFACTOR")
    return {
        task: [each for each in notes if each.startswith(phases)] for task, notes in steps.runs.notes_of(row).items()
    }


def _files_of_others(steps: FeatureSteps, feature: str) -> list[str]:
    specs, _ = steps.files.load_readable()
    return sorted(path for name, spec in specs.items() if name != feature for path in spec.implementation.files_created)


def reopen_for(steps: FeatureSteps, spec: Spec, found: Iterable[Verified]) -> None:
    """The groups that own what was found; all of them where nobody owns it."""
    tasks = steps.files.load_tasks(spec.feature_name)
    if tasks is None:
        return
    places_found = [each.location.partition(":")[0] for each in found]
    hit = [group for _, group in tasks.groups if any(place in group.files for place in places_found)]
    groups = hit or [group for _, group in tasks.groups]
    ids = [sub.id for group in groups for sub in subtasks_of(tasks, group)]
    steps.files.write(places.tasks_file(spec.feature_name), write_tasks(reopen(tasks, ids)))


def reopen_all(steps: FeatureSteps, spec: Spec) -> None:
    """Every task is to be done again."""
    tasks = steps.files.load_tasks(spec.feature_name)
    if tasks:
        steps.files.write(places.tasks_file(spec.feature_name), write_tasks(reopen(tasks)))
