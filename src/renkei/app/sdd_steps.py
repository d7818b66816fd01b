"""The steps of one feature: design, review, tasks, builders. Each is a run; what came of it goes into the files, and
spec.yaml is written last (SDD-6, SDD-8)."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from renkei.app.log import LogEvent
from renkei.app.project import Project
from renkei.app.runs import AttachedRun, RunQuestion, Watch
from renkei.app.sdd_reviews import (
    ReviewOutcome,
    describe_finding,
    keep_batch,
    read_review,
    remove_review_folders,
)
from renkei.app.sdd_runs import SddOptions, StepRuns
from renkei.app.spec_files import now
from renkei.board.run_tables import RunRow
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, Refused
from renkei.reports.cpf.batches import Batch, Disposition, append_batch, read_batches
from renkei.reports.cpf.document import Verdict, Verified
from renkei.reports.cpf.inspectors import ReviewType
from renkei.reports.formats.sdd import is_sdd_report, parse_sdd_report
from renkei.sdd import handover, places, rehearsal
from renkei.sdd.commands import common_commands, is_web_project
from renkei.sdd.phases import DESIGNED, IMPLEMENTED, move_phase
from renkei.sdd.pipeline import count_verdict, decide_disposition, next_version, raise_patch, reset_counters
from renkei.sdd.playbooks import (
    ReviewScope,
    builder_task,
    design_playbook,
    impl_playbook,
    review_playbook,
    tasks_playbook,
)
from renkei.sdd.roadmap import dependencies_of
from renkei.sdd.spec import Implementation, Spec, VersionRefs, raise_minor, record_change
from renkei.sdd.tasks import Tasks, mark_done, pending_groups, read_tasks, reopen, subtasks_of, write_tasks
from renkei.sentence import Sentence
from renkei.values import value

StepState = Literal["done", "waiting", "failed"]


@value
class StepResult:
    """How a step ended. `done`: what came of it is in the files. `waiting`: a person has to do something first."""

    step: str
    feature: str
    state: StepState
    run: str = ""
    note: str = ""
    files: Sequence[str] = ()
    questions: Sequence[RunQuestion] = ()
    review: ReviewOutcome | None = None
    batch: Batch | None = None

    @property
    def verdict(self) -> Verdict | None:
        return self.review.verdict if self.review else None


class FeatureSteps:
    """Carries steps of features out, for a person or the lead."""

    def __init__(self, project: Project, options: SddOptions, watch: Watch) -> None:
        project.authorize_act(DirectSpecs())
        self.project = project
        self.runs = StepRuns(project, options, watch)
        self.files = self.runs.files
        self.options = options

    # Design

    def design(self, feature: str) -> StepResult:
        """The Architect writes design.md and research.md; findings of the review before go with it."""
        spec = self.files.open_gate(feature, "design")
        self._require_roadmap()
        mode = "new" if "design.md" not in self.files.files_of(feature) else "existing"
        notes = _revision_notes(spec)
        found = self._last_findings(feature, "design", "impl")

        def build():
            own = rehearsal.design_scripts(feature, spec.description)
            return design_playbook(
                feature,
                self.runs.staff(own, self._round(spec)),
                description=spec.description,
                mode=mode,
                notes="\n".join(filter(None, (notes, found))),
                dependencies=dependencies_of(spec),
            )

        attached = self.runs.carry_out(feature, "design", build, taken=lambda row: _is_taken(spec, row))
        if stopped := find_stop("design", feature, attached):
            return stopped
        files = self.runs.bring_in(attached.row)
        changed = move_phase(
            spec,
            DESIGNED,
            "design",
            at=now(),
            action="design-generated",
            version_refs=spec.version_refs.model_copy(update={"design": spec.version}),
            orchestration=spec.orchestration.model_copy(update={"last_phase_action": None, "run": attached.row.id}),
        )
        self.files.save(changed)
        return self._finish("design", changed, attached, files)

    # Tasks and builders

    def impl(self, feature: str, ids: Sequence[str] = ()) -> StepResult:
        """The TaskGenerator if there are no tasks for this design, then builders for what is not done."""
        spec = self.files.open_gate(feature, "impl")
        self._require_roadmap()
        tasks = self.files.load_tasks(feature)
        if ids:
            spec, tasks = self._reopen(spec, tasks, ids)
        elif spec.phase == IMPLEMENTED and spec.version_refs.implementation == spec.version:
            raise Refused(
                "{feature} is implemented. Name the tasks to do again (renkei sdd impl {feature} --tasks 1.1), or "
                "change what is asked for: renkei sdd revise {feature}",
                rule="SDD-19",
                feature=feature,
            )
        if tasks is None or (spec.orchestration.last_phase_action is None and spec.phase == DESIGNED):
            generated = self._generate_tasks(spec)
            if isinstance(generated, StepResult):
                return generated
            spec, tasks = generated
        return self._build(spec, tasks)

    def _reopen(self, spec: Spec, tasks: Tasks | None, ids: Sequence[str]) -> tuple[Spec, Tasks]:
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
        self.files.write(places.tasks_file(spec.feature_name), write_tasks(opened))
        orchestration = spec.orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
        version = raise_patch(spec.version) if spec.version_refs.implementation == spec.version else spec.version
        changed = record_change(
            spec, f"tasks again: {', '.join(ids)}", at=now(), version=version, orchestration=orchestration
        )
        self.files.save(changed)
        return changed, opened

    def _generate_tasks(self, spec: Spec) -> StepResult | tuple[Spec, Tasks]:
        feature = spec.feature_name

        def build():
            staff = self.runs.staff(rehearsal.tasks_scripts(feature), self._round(spec))
            return tasks_playbook(feature, staff, excluded=self._files_of_others(feature))

        attached = self.runs.carry_out(feature, "tasks", build, taken=lambda row: _is_taken(spec, row))
        if stopped := find_stop("tasks", feature, attached):
            return stopped
        path = places.tasks_file(feature)
        data = self.runs.read_at(attached.row, path) or b""
        specs = self.files.load_design(feature).specs
        orchestration = spec.orchestration.model_copy(update={"run": attached.row.id})
        try:
            tasks = read_tasks(data, path, specs=specs or None)
        except BadInput as error:  # a gap in the design: nothing is built from it
            self.files.save(record_change(spec, "tasks refused", at=now(), orchestration=orchestration))
            said = "; ".join(str(each.expected) for each in error.problems) or str(error)
            return StepResult(step="tasks", feature=feature, state="failed", run=attached.row.id, note=said)
        self.runs.bring_in(attached.row)
        changed = record_change(
            spec,
            "tasks-generated",
            at=now(),
            orchestration=orchestration.model_copy(update={"last_phase_action": "tasks-generated"}),
        )
        self.files.save(changed)
        return changed, tasks

    def _build(self, spec: Spec, tasks: Tasks) -> StepResult:
        feature = spec.feature_name
        test_command = common_commands(self.files.read_text(places.TECH)).get("Test")
        if test_command is None:
            self.project.caller.note(
                "{path} names no Test command: that tests failed before and pass now is not shown.", path=places.TECH
            )
        if not pending_groups(tasks) and self.runs.find(feature, "impl", lambda row: _is_taken(spec, row)) is None:
            return self._complete(spec, tasks, None, [])

        def build():
            staff = self.runs.staff(rehearsal.impl_scripts(feature, tasks), self._round(spec))
            return impl_playbook(
                feature,
                staff,
                tasks,
                test_command=test_command,
                python=sys.executable,
                notes=self._last_findings(feature, "impl"),
            )

        attached = self.runs.carry_out(
            feature,
            "impl",
            build,
            taken=lambda row: _is_taken(spec, row),
            take=lambda event: self._take_builder(feature, event),
        )
        files = self._take_builders(feature, attached.row)
        if stopped := find_stop("impl", feature, attached):
            return stopped
        left = self.files.load_tasks(feature)
        assert left is not None
        return self._complete(spec, left, attached, files)

    def _take_builder(self, feature: str, event: LogEvent) -> None:
        """In the order in which they come in (SDD-8)."""
        if event.type == "TaskCompleted":
            self._take_builders(feature, self.runs.row(event.data["run"]))

    def _take_builders(self, feature: str, row: RunRow) -> list[str]:
        """What builders have done so far: their files, their tasks done, what they learned."""
        files = self.runs.bring_in(row)
        tasks = self.files.load_tasks(feature)
        assert tasks is not None
        done = {each.task: each.note for each in self.runs.tasks_of(row.id) if each.state == "completed"}
        groups = {builder_task(group.id): group for _, group in tasks.groups}
        ids = [sub.id for name in done if name in groups for sub in subtasks_of(tasks, groups[name])]
        marked = mark_done(tasks, ids)
        if marked != tasks:
            self.files.write(places.tasks_file(feature), write_tasks(marked))
        self._keep_knowledge(feature, done)
        return files

    def _keep_knowledge(self, feature: str, reports: dict[str, str]) -> None:
        known = handover.read_buffer(self.files.read_text(places.BUFFER))
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
            self.files.write(places.BUFFER, handover.render_buffer([*known, *new]).encode())

    def _complete(self, spec: Spec, tasks: Tasks, attached: AttachedRun | None, files: Sequence[str]) -> StepResult:
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
        owned = [path for _, group in tasks.groups for path in group.files if (self.files.root / path).is_file()]
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
        self.files.save(changed)
        return self._finish("impl", changed, attached, files)

    # Review

    def review(self, feature: str, kind: ReviewType, *, alone: bool = True) -> StepResult:
        """All inspectors, then the auditor, then the verdict: kept, and acted on (SDD-7)."""
        spec = self.files.open_gate(feature, "design-review" if kind == "design" else "impl-review")
        self._require_roadmap()
        scope = self.review_scope(spec, kind)

        def build():
            return review_playbook(scope, self.runs.staff(rehearsal.review_scripts(scope), self._round(spec)))

        step = f"review-{kind}"
        attached = self.runs.carry_out(feature, step, build, taken=lambda row: _is_taken(spec, row))
        if stopped := find_stop(step, feature, attached):
            return stopped
        outcome = read_review(self.runs, attached.row, scope)
        orchestration = spec.orchestration.model_copy(update={"run": attached.row.id})
        if outcome is None:
            self.files.save(record_change(spec, f"{step} without findings", at=now(), orchestration=orchestration))
            return StepResult(
                step=step,
                feature=feature,
                state="failed",
                run=attached.row.id,
                note=Sentence("no inspector gave its findings"),
            )
        disposition = decide_disposition(spec, outcome.verdict, alone=alone)
        path = self.files.root / places.verdicts_file(feature)
        batch = keep_batch(path, attached.row, scope, outcome, disposition, version=spec.version)
        remove_review_folders(self.files.root, scope.folders)
        proposals = self._take_steering(feature, batch, outcome)
        changed = self._apply_verdict(spec, kind, outcome, batch.disposition, attached.row.id, proposals)
        self.files.save(changed)
        done = self._finish(step, changed, attached, [places.verdicts_file(feature)])
        return StepResult(
            step=done.step,
            feature=feature,
            state="done",
            run=attached.row.id,
            files=done.files,
            review=outcome,
            batch=batch,
        )

    def has_review_to_take(self, feature: str) -> bool:
        """Whether a review has ended and what came of it is not in spec.yaml: its process was killed."""
        spec = self.files.load(feature)
        step = f"review-{self.default_review(feature)}"
        row = self.runs.find(feature, step, lambda row: _is_taken(spec, row))
        return row is not None and row.state == "completed"

    def default_review(self, feature: str) -> ReviewType:
        """What there is to look at in the phase of the feature."""
        return "impl" if self.files.load(feature).phase == IMPLEMENTED else "design"

    def review_scope(self, spec: Spec, kind: ReviewType) -> ReviewScope:
        feature, count = spec.feature_name, self.options.consensus
        folders = [places.review_folder(feature)] if count == 1 else [
            places.review_folder(feature, each) for each in range(1, count + 1)
        ]  # fmt: skip
        paths = {
            "design": places.design_file(feature),
            "research": places.research_file(feature),
            "spec": places.spec_file(feature),
            "steering": f"{places.PRODUCT}, {places.TECH}, {places.STRUCTURE}",
        }
        if kind == "impl":
            paths["tasks"] = places.tasks_file(feature)
            paths["files"] = ", ".join(spec.implementation.files_created) or "none"
        return ReviewScope(
            kind=kind,
            name=feature,
            folders=tuple(folders),
            paths=paths,
            instructions=self._exceptions(),
            with_e2e=kind == "impl" and is_web_project(self.files.read_text(places.TECH)),
        )

    def _apply_verdict(
        self,
        spec: Spec,
        kind: ReviewType,
        outcome: ReviewOutcome,
        disposition: Disposition,
        run: str,
        proposals: list[str],
    ) -> Spec:
        """The counters, the next version, and what is reopened; the phase goes back only for a specification that has
        to change."""
        at, action = now(), f"{kind} review: {outcome.verdict}, {disposition}"
        orchestration = count_verdict(spec.orchestration, disposition).model_copy(update={"run": run})
        version = next_version(spec, kind, disposition)
        tracked = (
            [describe_finding(each) for each in outcome.found] if disposition.endswith(("ACCEPTED", "TRACKED")) else []
        )
        common = {"version": version, "orchestration": orchestration, "tracked": tracked, "proposals": proposals}
        if disposition == "SPEC-UPDATE-CASCADED":
            return move_phase(spec, DESIGNED, "spec-update", at=at, action=action, **common)
        if disposition == "NO-GO-FIXED" and kind == "impl":
            self.reopen_for(spec, outcome.found)
            common["orchestration"] = orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
        return record_change(spec, action, at=at, **common)

    def reopen_for(self, spec: Spec, found: Iterable[Verified]) -> None:
        """The groups that own what was found; all of them where nobody owns it."""
        tasks = self.files.load_tasks(spec.feature_name)
        if tasks is None:
            return
        places_found = [each.location.partition(":")[0] for each in found]
        hit = [group for _, group in tasks.groups if any(place in group.files for place in places_found)]
        groups = hit or [group for _, group in tasks.groups]
        ids = [sub.id for group in groups for sub in subtasks_of(tasks, group)]
        self.files.write(places.tasks_file(spec.feature_name), write_tasks(reopen(tasks, ids)))

    def reopen_all(self, spec: Spec) -> None:
        """Every task is to be done again."""
        tasks = self.files.load_tasks(spec.feature_name)
        if tasks:
            self.files.write(places.tasks_file(spec.feature_name), write_tasks(reopen(tasks)))

    def accept_batch(self, spec: Spec, batch: Batch) -> None:
        """A person took what a review found as it is: the log says so."""
        self.accept_batch_in(places.verdicts_file(spec.feature_name), batch)

    def accept_batch_in(self, log: str, batch: Batch) -> None:
        accepted = replace(batch, at=now(), disposition="CONDITIONAL-TRACKED", tracked=batch.consensus)
        append_batch(self.files.root / log, accepted)

    def _take_steering(self, feature: str, batch: Batch, outcome: ReviewOutcome) -> list[str]:
        """CODIFY is written down and recorded; PROPOSE waits for a person."""
        proposals: list[str] = []
        for each in outcome.steering:
            target = (
                each.target if each.target.startswith(f"{places.STEERING}/") else f"{places.STEERING}/{each.target}"
            )
            if ".." in target or not target.endswith(".md"):
                continue
            if each.action == "PROPOSE":
                proposals.append(f"{target}|{each.decision}")
                continue
            self.codify(target, each.decision, source=f"{feature} {batch.label}")
        return proposals

    def codify(self, target: str, decision: str, *, source: str) -> None:
        text = self.files.read_text(target)
        line = f"- {' '.join(decision.split())}"
        if line in text.splitlines():
            return
        said = handover.read_decisions(self.files.read_text(places.DECISIONS))
        if not any(each.type == "STEERING_UPDATE" and each.summary == line[2:] for each in said):
            self.files.record_decision("STEERING_UPDATE", decision, source=source, steering=target)
        heading = "\n## Decision Log\n" if "## Decision Log" not in text else ""
        self.files.write(target, f"{text.rstrip()}\n{heading}{line}\n".encode())

    # Revision

    def revise(self, feature: str, what: str) -> StepResult:
        """Back to the design, with what is to change: the full pipeline follows."""
        if self._is_revised(feature, what):
            return self.design(feature)
        spec = self.files.open_gate(feature, "revise")
        changed = move_phase(
            spec,
            DESIGNED,
            "revision",
            at=now(),
            action=f"{_REVISION}{what or '-'}",
            version=raise_minor(spec.version),
            orchestration=reset_counters(spec.orchestration).model_copy(update={"last_phase_action": None}),
            version_refs=VersionRefs(design=spec.version_refs.design, implementation=spec.version_refs.implementation),
        )
        self.files.record_decision(
            "REVISION_INITIATED", f"{feature}: {what or '-'}", decision=f"version {changed.version}"
        )
        self.files.save(changed)
        self.files.save_roadmap()
        return self.design(feature)

    def _is_revised(self, feature: str, what: str) -> bool:
        """This revision was begun before, and its design was not written yet."""
        spec = self.files.load(feature)
        is_open = spec.phase == DESIGNED and spec.version_refs.design != spec.version
        return is_open and _revision_notes(spec) == f"{_REVISION}{what or '-'}"

    # What every step does at its end

    def _finish(self, step: str, spec: Spec, attached: AttachedRun | None, files: Sequence[str]) -> StepResult:
        self.files.save_roadmap()
        self.draft_session(spec, [f"{spec.feature_name}: {step}"], files)
        run = attached.row.id if attached else ""
        return StepResult(step=step, feature=spec.feature_name, state="done", run=run, files=files)

    def draft_session(self, spec: Spec, done: Sequence[str], files: Sequence[str]) -> None:
        before = self.files.read_text(places.SESSION)
        text = handover.render_session(
            before,
            at=now(),
            branch=self.runs.repository.current_branch() or "-",
            goal=spec.description or spec.feature_name,
            next_action=f"`renkei sdd run {spec.feature_name}`",
            done=done,
            files=files,
        )
        self.files.write(places.SESSION, text.encode())

    def batches(self, feature: str) -> tuple[Batch, ...]:
        return read_batches(self.files.root / places.verdicts_file(feature))

    def _require_roadmap(self) -> None:
        """Every step goes through a roadmap: without one, one of what is there is made (SDD-18)."""
        if self.files.read_bytes(places.ROADMAP) is None:
            self.files.save_roadmap()

    def _round(self, spec: Spec) -> int:
        return rehearsal.rounds_of((spec.orchestration.retry_count, spec.orchestration.spec_update_count))

    def _last_findings(self, feature: str, *kinds: str) -> str:
        """What the newest review found, if it sent the work back."""
        newest = next((each for each in reversed(self.batches(feature)) if each.kind in kinds), None)
        if newest is None or newest.disposition in ("GO-ACCEPTED", "CONDITIONAL-TRACKED"):
            return ""
        lines = [describe_finding(each) for each in newest.consensus]
        return "\n".join([f"The review {newest.label} found:", *lines, *_feedback_lines(newest)])

    def _exceptions(self) -> str:
        excepted = [
            f"- {each.summary}"
            for each in handover.read_decisions(self.files.read_text(places.DECISIONS))
            if each.type == "STEERING_EXCEPTION"
        ]
        return "\n".join(["Excepted by a person, not to be raised again:", *excepted]) if excepted else ""

    def _files_of_others(self, feature: str) -> list[str]:
        return sorted(
            path
            for name in self.files.list_features()
            if name != feature
            for path in self.files.load(name).implementation.files_created
        )


def _revision_notes(spec: Spec) -> str:
    """What the revision of this version is about."""
    said = (each for each in reversed(spec.changelog) if each.version == spec.version)
    return next((each.action for each in said if each.action.startswith(_REVISION)), "")


_REVISION = "revision: "


def _feedback_lines(batch: Batch) -> list[str]:
    return [line for raw in batch.raw for line in _section(raw, "SPEC_FEEDBACK")]


def _section(raw: str, name: str) -> list[str]:
    lines = raw.splitlines()
    if f"{name}:" not in lines:
        return []
    found: list[str] = []
    for line in lines[lines.index(f"{name}:") + 1 :]:
        if line.endswith(":") and line[:-1].replace("_", "").isupper():
            break
        found.append(f"{name} {line}")
    return found


def _is_taken(spec: Spec, row: RunRow) -> bool:
    """Runs are numbered as they begin: what is newer than the one that was taken last is not in the files yet."""
    taken = spec.orchestration.run
    return taken is not None and _number(row.id) <= _number(taken)


def _number(run: str) -> int:
    digits = run.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def find_stop(step: str, feature: str, attached: AttachedRun) -> StepResult | None:
    """Why a run has not come to its end; spec.yaml stays where it is (SDD-28)."""
    row = attached.row
    if row.state == "completed":
        return None
    state: StepState = "failed" if row.state in ("failed", "stopped") else "waiting"
    return StepResult(
        step=step, feature=feature, state=state, run=row.id, note=row.note or row.state, questions=attached.questions
    )
