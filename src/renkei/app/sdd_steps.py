"""What the steps of a feature share: how one begins, how it ended, what every one does at its end (SDD-6).

Each step is a run; what came of it goes into the files, and spec.yaml is written last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final, Literal

from renkei.app.project import Project
from renkei.app.runs import AttachedRun, RunQuestion, Watch
from renkei.app.sdd_desk import Desk
from renkei.app.sdd_reviews import ReviewOutcome, describe_finding
from renkei.app.sdd_runs import SddOptions, StepRuns
from renkei.app.spec_files import now
from renkei.board.run_tables import RunRow
from renkei.commands.external_acts import DirectSpecs
from renkei.reports.cpf.batches import Batch
from renkei.reports.cpf.document import Verdict
from renkei.sdd import handover, places, rehearsal
from renkei.sdd.phases import Operation
from renkei.sdd.roadmap import plan_waves
from renkei.sdd.spec import Spec
from renkei.values import value

StepState = Literal["done", "waiting", "failed"]
_READ_BY_AGENTS: Final = (places.spec_file, places.design_file, places.research_file, places.tasks_file)
SENT_BACK: Final = ("NO-GO-FIXED", "SPEC-UPDATE-CASCADED")


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
    shown: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """By builder, what of RED, GREEN and REFACTOR was shown by running."""
    review: ReviewOutcome | None = None
    batch: Batch | None = None

    @property
    def verdict(self) -> Verdict | None:
        return self.review.verdict if self.review else None


class FeatureSteps:
    """Where steps of features are carried out, for a person or the lead."""

    def __init__(self, project: Project, options: SddOptions, watch: Watch, desk: Desk | None = None) -> None:
        project.authorize_act(DirectSpecs())
        self.project = project
        self.desk = desk or Desk()
        self.runs = StepRuns(project, options, watch, self.desk)
        self.files = self.runs.files
        self.options = options
        self._watch = watch

    def beside(self, others: int) -> "FeatureSteps":
        """The same for one of several features at once: they share how many agents may be at work."""
        options = replace(self.options, parallel=max(1, self.options.parallel // others))
        return FeatureSteps(self.project, options, self._watch, self.desk)

    def open_gate(self, feature: str, operation: Operation) -> Spec:
        """The spec, if the operation may begin. Every step goes through a roadmap: without one, one of what is there is
        made (SDD-18).

        Raises:
            Refused: blocked, unknown or unsuited, in this order; or features wait for each other in a circle; or git
                ignores what agents are to read.
            BadInput: one waits for a feature that is not there.
        """
        spec = self.files.open_gate(feature, operation)
        self.runs.require_known_to_git([file(feature) for file in _READ_BY_AGENTS])
        self.files.verdicts.settle(places.verdicts_file(feature))
        self.files.verdicts.settle(places.WAVE_VERDICTS)
        specs, wrong = self.files.load_readable()
        if not wrong:
            plan_waves(specs)
        if self.files.read_bytes(places.ROADMAP) is None:
            self.files.save_roadmap()
        return spec

    def finish(self, step: str, spec: Spec, attached: AttachedRun | None, files: Sequence[str]) -> StepResult:
        """What every step does at its end."""
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
        return self.files.verdicts.read(places.verdicts_file(feature))

    def tell_foreign_reviews(self, path: str) -> None:
        """What stands in a log of reviews and is none."""
        if foreign := self.files.verdicts.refuse_foreign(path):
            self.project.caller.note(
                "{path} has entries that no review made: {names}. They count for nothing.",
                path=path,
                names=", ".join(each.label for each in foreign),
            )


def round_of(spec: Spec) -> int:
    """Which time the work is done."""
    return rehearsal.rounds_of((spec.orchestration.retry_count, spec.orchestration.spec_update_count))


def last_findings(steps: FeatureSteps, feature: str, *kinds: str) -> str:
    """What the newest review found, if it sent the work back."""
    newest = next((each for each in reversed(steps.batches(feature)) if each.kind in kinds), None)
    if "impl" in kinds:
        newest = _newer_of_wave(steps, newest) or newest
    if newest is None or newest.disposition in ("GO-ACCEPTED", "CONDITIONAL-TRACKED"):
        return ""
    lines = [describe_finding(each) for each in newest.consensus]
    return "\n".join([f"The review {newest.label} found:", *lines, *_feedback_lines(newest)])


def tell_unreviewed(steps: FeatureSteps, feature: str, kind: str, paths: Sequence[str]) -> None:
    """What was edited after the review that let it pass: what stands there counts, and that nobody looked is told."""
    newest = next((each for each in reversed(steps.batches(feature)) if each.kind == kind), None)
    if newest and (changed := steps.runs.list_changed_since(newest, paths)):
        steps.project.caller.note(
            "{files} changed since the review {batch} of {feature}: nobody has looked at what stands there now.",
            files=", ".join(changed),
            batch=newest.label,
            feature=feature,
        )


def _newer_of_wave(steps: FeatureSteps, newest: Batch | None) -> Batch | None:
    """What the gate of a wave sent back since."""
    gate = next(iter(reversed(steps.files.verdicts.read(places.WAVE_VERDICTS))), None)
    is_newer = gate and (newest is None or gate.at[:19] >= newest.at[:19])
    return gate if gate and is_newer and gate.disposition in SENT_BACK else None


def blamed_specs(batch: Batch) -> set[str]:
    """The features whose specs have to change, as its auditor says."""
    return {fields[1] for line in _feedback_lines(batch) if len(fields := line.split("|", 2)) == 3}


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


def is_taken(spec: Spec, row: RunRow) -> bool:
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
