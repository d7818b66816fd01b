"""The design of a feature: the Architect writes it, or writes it anew for a revision."""

from typing import Final

from renkei.app.sdd_steps import FeatureSteps, StepResult, find_stop, is_taken, last_findings, round_of
from renkei.app.spec_files import now
from renkei.sdd import rehearsal
from renkei.sdd.phases import DESIGNED, move_phase
from renkei.sdd.pipeline import reset_counters
from renkei.sdd.playbooks import design_playbook
from renkei.sdd.roadmap import dependencies_of
from renkei.sdd.spec import Spec, VersionRefs, raise_minor

_REVISION: Final = "revision: "


def design_feature(steps: FeatureSteps, feature: str) -> StepResult:
    """The Architect writes design.md and research.md; findings of the review before go with it."""
    spec = steps.open_gate(feature, "design")
    mode = "new" if "design.md" not in steps.files.files_of(feature) else "existing"
    notes = _revision_notes(spec)
    found = last_findings(steps, feature, "design", "impl")

    def build():
        own = rehearsal.design_scripts(feature, spec.description)
        return design_playbook(
            feature,
            steps.runs.staff(feature, own, round_of(spec)),
            description=spec.description,
            mode=mode,
            notes="\n".join(filter(None, (notes, found))),
            dependencies=dependencies_of(spec),
        )

    attached = steps.runs.carry_out(feature, "design", build, taken=lambda row: is_taken(spec, row))
    if stopped := find_stop("design", feature, attached):
        return stopped
    spec = steps.open_gate(feature, "design")  # what was edited while the Architect was at work counts, too
    files = steps.runs.bring_in(attached.row)
    changed = move_phase(
        spec,
        DESIGNED,
        "design",
        at=now(),
        action="design-generated",
        version_refs=spec.version_refs.model_copy(update={"design": spec.version}),
        orchestration=spec.orchestration.model_copy(update={"last_phase_action": None, "run": attached.row.id}),
    )
    steps.files.save(changed)
    return steps.finish("design", changed, attached, files)


def revise_feature(steps: FeatureSteps, feature: str, what: str) -> StepResult:
    """Back to the design, with what is to change: the full pipeline follows."""
    if _is_revised(steps, feature, what):
        return design_feature(steps, feature)
    spec = steps.files.open_gate(feature, "revise")
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
    summary = f"{feature} {changed.version}: {what or '-'}"
    if not steps.files.has_decision("REVISION_INITIATED", summary):
        steps.files.record_decision("REVISION_INITIATED", summary)
    steps.files.save(changed)
    steps.files.save_roadmap()
    return design_feature(steps, feature)


def _is_revised(steps: FeatureSteps, feature: str, what: str) -> bool:
    """This revision was begun before, and its design was not written yet."""
    spec = steps.files.load(feature)
    is_open = spec.phase == DESIGNED and spec.version_refs.design != spec.version
    return is_open and _revision_notes(spec) == f"{_REVISION}{what or '-'}"


def _revision_notes(spec: Spec) -> str:
    """What the revision of this version is about."""
    said = (each for each in reversed(spec.changelog) if each.version == spec.version)
    return next((each.action for each in said if each.action.startswith(_REVISION)), "")
