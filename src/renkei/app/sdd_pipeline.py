"""The pipeline of a feature to its end: step after step, as spec.yaml and verdicts say; then the commit.

Nothing of it is kept here: stopped at any moment, it is begun again from the files (SDD-28).
"""

from collections.abc import Callable, Sequence
from typing import Literal

from renkei.app.sdd_design import design_feature
from renkei.app.sdd_impl import implement_feature, reopen_all
from renkei.app.sdd_steps import FeatureSteps, StepResult, tell_unreviewed
from renkei.app.sdd_verdicts import accept_batch, codify, default_review, has_review_to_take, review_feature
from renkei.app.spec_files import now
from renkei.commands.external_acts import DecideOnSpecs
from renkei.errors import BadInput, Refused
from renkei.sdd import places
from renkei.sdd.phases import INITIALIZED, block, refuse_known, unblock
from renkei.sdd.pipeline import Step, next_step, raise_patch, reset_counters
from renkei.sdd.roadmap import downstream_of
from renkei.sdd.spec import Spec, raise_minor, record_change
from renkei.sentence import Sentence
from renkei.values import value

PipelineState = Literal["done", "waiting", "failed", "escalated"]
Tell = Callable[[StepResult], None]
"""Told of each step that has ended."""


@value
class PipelineResult:
    """How far a feature came."""

    feature: str
    state: PipelineState
    steps: Sequence[StepResult]
    commit: str | None = None
    note: str = ""


def run_feature(steps: FeatureSteps, feature: str, tell: Tell, *, commit: bool = True) -> PipelineResult:
    """Takes a feature from where it stands to the end of its pipeline.

    Raises:
        Refused: the gate says no: blocked, or an unknown phase.
    """
    try:
        return _run_steps(steps, feature, tell, commit=commit)
    finally:
        steps.desk.release(feature)


def _run_steps(steps: FeatureSteps, feature: str, tell: Tell, *, commit: bool) -> PipelineResult:
    done: list[StepResult] = []
    while True:
        spec = steps.files.load(feature)
        refuse_known(spec)
        steps.tell_foreign_reviews(places.verdicts_file(feature))
        if note := proposal_note(spec):
            return PipelineResult(feature=feature, state="waiting", steps=done, note=note)
        step = _due_step(steps, spec)
        if step == "done":
            made = commit_feature(steps, spec) if commit else None
            return PipelineResult(
                feature=feature, state="done", steps=done, commit=made, note=_rehearsal_note(steps, spec)
            )
        if step == "escalated":
            return PipelineResult(feature=feature, state="escalated", steps=done, note=_escalation_note(feature))
        result = _carry_out(steps, feature, step)
        done.append(result)
        tell(result)
        if result.state != "done":
            return PipelineResult(feature=feature, state=result.state, steps=done, note=result.note)
        if steps.options.gate and result.review:
            note = Sentence("It waits here, as it was asked to. Go on with the same command")
            return PipelineResult(feature=feature, state="waiting", steps=done, note=note)


def _due_step(steps: FeatureSteps, spec: Spec) -> Step:
    feature = spec.feature_name
    if spec.phase != INITIALIZED and has_review_to_take(steps, feature):
        return "review-impl" if default_review(steps, feature) == "impl" else "review-design"
    return next_step(spec, steps.batches(feature))


def _carry_out(steps: FeatureSteps, feature: str, step: str) -> StepResult:
    match step:
        case "design":
            return design_feature(steps, feature)
        case "review-design":
            return review_feature(steps, feature, "design", alone=False)
        case "impl":
            return implement_feature(steps, feature)
        case _:
            return review_feature(steps, feature, "impl", alone=False)


def commit_feature(steps: FeatureSteps, spec: Spec) -> str | None:
    """One commit on the branch that is checked out: all spec artifacts and code of the feature (SDD-15, SDD-22). What a
    rehearsal made is committed only if that was asked for (DEC-33)."""
    feature = spec.feature_name
    uncommitted = set(steps.runs.repository.list_changed_files(untracked=True))
    code = [path for path in spec.implementation.files_created if path in uncommitted]
    tell_unreviewed(steps, feature, "impl", code)
    if steps.runs.withholds(feature):
        return None
    message = f"{feature}: {' '.join(spec.description.split()) or 'implemented'}"
    made = steps.runs.commit([*commit_scope(steps, [spec])], message)
    steps.runs.delete_branches([feature])
    return made


def commit_scope(steps: FeatureSteps, specs: Sequence[Spec]) -> list[str]:
    """Spec artifacts, code, and what the lead keeps beside them."""
    root = steps.files.root
    paths = [path for spec in specs for path in spec.implementation.files_created]
    for spec in specs:
        folder = root / places.spec_folder(spec.feature_name)
        paths += [path.relative_to(root).as_posix() for path in folder.rglob("*") if path.is_file()]
    shared = [places.ROADMAP, places.WAVE_VERDICTS, places.SESSION, places.DECISIONS, places.BUFFER]
    for folder in (places.STEERING, places.KNOWLEDGE):
        shared += [path.relative_to(root).as_posix() for path in (root / folder).rglob("*") if path.is_file()]
    return [path for path in (*paths, *shared) if not places.is_review_path(path)]


# What only a person decides.


def resolve_escalation(steps: FeatureSteps, feature: str, how: Literal["accept", "again"], why: str) -> Spec:
    """After the limits: take it as it is, or begin to count anew.

    Raises:
        Refused: nothing is escalated, or it is not for this actor.
    """
    steps.project.authorize_act(DecideOnSpecs())
    spec = steps.files.load(feature)
    refuse_known(spec)
    if next_step(spec, steps.batches(feature)) != "escalated":
        raise Refused("Nothing of {feature} waits for a person.", rule="SDD-5", feature=feature)
    newest = steps.batches(feature)[-1]
    orchestration = reset_counters(spec.orchestration)
    fields: dict[str, object] = {"orchestration": orchestration}
    if how == "again":
        is_design = newest.kind == "design"
        fields["version"] = raise_minor(spec.version) if is_design else raise_patch(spec.version)
        if not is_design:
            reopen_all(steps, spec)
            fields["orchestration"] = orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
    else:
        accept_batch(steps, places.verdicts_file(feature), newest)
        fields["tracked"] = [f"{each.severity}|{each.category}|{each.location}" for each in newest.consensus]
    changed = record_change(spec, f"escalation resolved: {how}", at=now(), **fields)
    steps.files.record_decision("ESCALATION_RESOLVED", f"{feature} {newest.label}: {how}", reason=why or "-")
    steps.files.save(changed)
    return changed


def answer_proposal(steps: FeatureSteps, feature: str, number: int, *, accept: bool, why: str) -> Spec:
    """What an auditor proposed for steering: written down, or excepted and not raised again.

    Raises:
        Refused: not for this actor.
    """
    steps.project.authorize_act(DecideOnSpecs())
    spec = steps.files.load(feature)
    if not 1 <= number <= len(spec.proposals):
        raise BadInput("{feature} has no proposal {number}. See: renkei sdd steering", feature=feature, number=number)
    target, _, decision = spec.proposals[number - 1].partition("|")
    if accept:
        codify(steps, target, decision, source=f"{feature}, accepted by a person")
    else:
        steps.files.record_decision("STEERING_EXCEPTION", decision, reason=why or "-", steering=target)
    left = [each for at, each in enumerate(spec.proposals, start=1) if at != number]
    changed = record_change(spec, f"proposal {'accepted' if accept else 'refused'}", at=now(), proposals=left)
    steps.files.save(changed)
    return changed


def block_downstream(steps: FeatureSteps, feature: str) -> list[str]:
    """All that depend on a feature that failed wait for it (SDD-5). What cannot be read moves nowhere anyway."""
    specs, _ = steps.files.load_readable()
    blocked: list[str] = []
    for name in downstream_of(specs, feature):
        if specs[name].phase in ("initialized", "design-generated"):
            steps.files.save(block(specs[name], feature, at=now()))
            blocked.append(name)
    return blocked


def unblock_feature(steps: FeatureSteps, feature: str, how: Literal["fix", "skip"]) -> Spec:
    """`fix`: what it waited for is implemented now. `skip`: it goes on without.

    Raises:
        Refused: it is not blocked, or what it waits for is not implemented; `skip` is a person's.
    """
    if how == "skip":
        steps.project.authorize_act(DecideOnSpecs())
    spec = steps.files.load(feature)
    by = spec.blocked_info.blocked_by if spec.blocked_info else None
    if how == "fix" and by and by in steps.files.list_features():
        upstream = steps.files.load(by)
        if spec.phase == "blocked" and upstream.phase != "implementation-complete":
            raise Refused(
                "{feature} is blocked by {by}, which is in phase {phase}. Finish that first, or go on without it: "
                "renkei sdd unblock {feature} --skip",
                rule="SDD-5",
                feature=feature,
                by=by,
                phase=upstream.phase,
            )
    changed = unblock(spec, how, at=now())
    if how == "skip" and by and changed.roadmap:
        left = [each for each in changed.roadmap.dependencies if each != by]
        changed = changed.model_copy(update={"roadmap": changed.roadmap.model_copy(update={"dependencies": left})})
        steps.files.record_decision("USER_DECISION", f"{feature} goes on without {by}", impact="dependency dropped")
    steps.files.save(changed)
    steps.files.save_roadmap()
    return changed


def _rehearsal_note(steps: FeatureSteps, spec: Spec) -> str:
    if not steps.runs.withholds(spec.feature_name):
        return ""
    return Sentence(
        "scripted agents did this, and nobody has looked: only renkei sdd run --merge commits it. For the real work, "
        "remove specs/{feature} and what was written, and begin again",
        feature=spec.feature_name,
    )


def proposal_note(spec: Spec) -> str:
    """That a person has to answer what was proposed for steering; nothing where nothing was."""
    count = len(spec.proposals)
    return Sentence("{count} proposals for steering: renkei sdd steering", count=count) if count else ""


def _escalation_note(feature: str) -> str:
    return Sentence("renkei sdd resolve {feature} accept|again --why TEXT", feature=feature)
