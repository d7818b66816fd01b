"""The review of a feature: inspectors and auditor, then the verdict, kept in verdicts.md and acted on (SDD-7)."""

from dataclasses import replace

from renkei.app.sdd_impl import reopen_for
from renkei.app.sdd_reviews import ReviewOutcome, describe_finding, keep_batch, read_review, remove_review_folders
from renkei.app.sdd_steps import FeatureSteps, StepResult, find_stop, is_taken, round_of
from renkei.app.spec_files import now
from renkei.reports.cpf.batches import Batch, Disposition
from renkei.reports.cpf.inspectors import ReviewType
from renkei.reports.cpf.review import AUDITOR_UNAVAILABLE
from renkei.sdd import handover, places, rehearsal
from renkei.sdd.commands import is_web_project
from renkei.sdd.phases import DESIGNED, IMPLEMENTED, move_phase
from renkei.sdd.pipeline import count_verdict, decide_disposition, next_version
from renkei.sdd.playbooks import ReviewScope, auditor_of, inspectors_of, review_playbook
from renkei.sdd.spec import Spec, record_change
from renkei.sentence import Sentence


def review_feature(steps: FeatureSteps, feature: str, kind: ReviewType, *, alone: bool = True) -> StepResult:
    """All inspectors, then the auditor, then the verdict: kept, and acted on (SDD-7)."""
    operation = "design-review" if kind == "design" else "impl-review"
    spec = steps.open_gate(feature, operation)
    scope = _review_scope(steps, spec, kind)

    def build():
        return review_playbook(scope, steps.runs.staff(feature, rehearsal.review_scripts(scope), round_of(spec)))

    step = f"review-{kind}"
    attached = steps.runs.carry_out(feature, step, build, taken=lambda row: is_taken(spec, row))
    if stopped := find_stop(step, feature, attached):
        return stopped
    spec = steps.open_gate(feature, operation)  # what was edited while agents were at work counts, too
    outcome = read_review(steps.runs, attached.row, scope)
    orchestration = spec.orchestration.model_copy(update={"run": attached.row.id})
    if outcome is None:
        steps.files.save(record_change(spec, f"{step} without findings", at=now(), orchestration=orchestration))
        return StepResult(
            step=step,
            feature=feature,
            state="failed",
            run=attached.row.id,
            note=Sentence("no inspector gave its findings"),
        )
    disposition = decide_disposition(spec, outcome.verdict, alone=alone)
    path = places.verdicts_file(feature)
    batch = keep_batch(steps.files.verdicts, path, attached.row, scope, outcome, disposition, version=spec.version)
    remove_review_folders(steps.files.root, scope.folders)
    tell_missing(steps, scope, outcome)
    proposals = take_steering(steps, outcome, source=f"{feature} {batch.label}")
    changed = _apply_verdict(steps, spec, kind, outcome, batch.disposition, attached.row.id, proposals)
    steps.files.save(changed)
    done = steps.finish(step, changed, attached, [places.verdicts_file(feature)])
    return StepResult(
        step=done.step,
        feature=feature,
        state="done",
        run=attached.row.id,
        files=done.files,
        review=outcome,
        batch=batch,
    )


def has_review_to_take(steps: FeatureSteps, feature: str) -> bool:
    """Whether a review has ended and what came of it is not in spec.yaml: its process was killed."""
    spec = steps.files.load(feature)
    step = f"review-{default_review(steps, feature)}"
    row = steps.runs.find(feature, step, lambda row: is_taken(spec, row))
    return row is not None and row.state == "completed"


def default_review(steps: FeatureSteps, feature: str) -> ReviewType:
    """What there is to look at in the phase of the feature."""
    return "impl" if steps.files.load(feature).phase == IMPLEMENTED else "design"


def _review_scope(steps: FeatureSteps, spec: Spec, kind: ReviewType) -> ReviewScope:
    feature, count = spec.feature_name, steps.options.consensus
    folders = [places.review_folder(feature)] if count == 1 else [
        places.review_folder(feature, each) for each in range(1, count + 1)
    ]  # fmt: skip
    paths = {
        "design": places.design_file(feature),
        "research": places.research_file(feature),
        "spec": places.spec_file(feature),
        "steering": f"{places.PRODUCT}, {places.TECH}, {places.STRUCTURE}",
    }
    subject = [places.design_file(feature)]
    if kind == "impl":
        subject += [places.tasks_file(feature), *spec.implementation.files_created]
        paths["tasks"] = places.tasks_file(feature)
        paths["files"] = ", ".join(spec.implementation.files_created) or "none"
    return ReviewScope(
        kind=kind,
        name=feature,
        folders=tuple(folders),
        subject=tuple(subject),
        paths=paths,
        instructions=list_exceptions(steps),
        with_e2e=kind == "impl" and is_web_project(steps.files.read_text(places.TECH)),
    )


def list_exceptions(steps: FeatureSteps) -> str:
    excepted = [
        f"- {each.summary}"
        for each in handover.read_decisions(steps.files.read_text(places.DECISIONS))
        if each.type == "STEERING_EXCEPTION"
    ]
    return "\n".join(["Excepted by a person, not to be raised again:", *excepted]) if excepted else ""


def _apply_verdict(
    steps: FeatureSteps,
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
        reopen_for(steps, spec, outcome.found)
        common["orchestration"] = orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
    return record_change(spec, action, at=at, **common)


def tell_missing(steps: FeatureSteps, scope: ReviewScope, outcome: ReviewOutcome) -> None:
    """That a verdict is not that of the whole team, or not that of the rules, before anything is done with it: it goes
    on with what there is."""
    with steps.desk.speaking:
        if any(note.startswith(AUDITOR_UNAVAILABLE) for document in outcome.documents for note in document.notes):
            steps.project.caller.note(
                "{name}: {auditor} gave no verdict: {verdict} is what the rules make of the inspectors' files.",
                name=scope.name,
                auditor=auditor_of(scope.kind),
                verdict=outcome.verdict,
            )
        for departure in outcome.departures:
            steps.project.caller.note(
                "{name}: its auditor came to another verdict than the rules ({departure}).",
                name=scope.name,
                departure=departure,
            )
        if not outcome.partial:
            return
        total = len(inspectors_of(scope))
        steps.project.caller.note(
            "{name}: {verdict} is what {there} of {total} inspectors say. Nobody has looked at what is the part of: "
            "{missing}.",
            name=scope.name,
            verdict=outcome.verdict,
            there=total - len(outcome.partial),
            total=total,
            missing=", ".join(sorted(outcome.partial)),
        )


def take_steering(steps: FeatureSteps, outcome: ReviewOutcome, *, source: str) -> list[str]:
    """CODIFY is written down and recorded; PROPOSE waits for a person."""
    proposals: list[str] = []
    for each in outcome.steering:
        target = places.steering_file(each.target)
        if target is None:
            steps.project.caller.note(
                "{source} has a STEERING line for {target}, which is no file of steering. It was left out: {decision}",
                source=source,
                target=each.target,
                decision=each.decision,
            )
            continue
        if each.action == "PROPOSE":
            proposals.append(f"{target}|{each.decision}")
            continue
        codify(steps, target, each.decision, source=source)
    return proposals


def codify(steps: FeatureSteps, target: str, decision: str, *, source: str) -> None:
    text = steps.files.read_text(target)
    line = f"- {' '.join(decision.split())}"
    if line in text.splitlines():
        return
    if not steps.files.has_decision("STEERING_UPDATE", decision):
        steps.files.record_decision("STEERING_UPDATE", decision, source=source, steering=target)
    heading = "\n## Decision Log\n" if "## Decision Log" not in text else ""
    steps.files.write(target, f"{text.rstrip()}\n{heading}{line}\n".encode())


def accept_batch(steps: FeatureSteps, log: str, batch: Batch) -> None:
    accepted = replace(batch, at=now(), disposition="CONDITIONAL-TRACKED", tracked=batch.consensus)
    steps.files.verdicts.append(log, accepted)
