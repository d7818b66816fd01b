"""The roadmap: every feature, wave after wave; behind each wave its quality gate, and one commit (SDD-15, SDD-18)."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Literal

from renkei.app.sdd_impl import reopen_for
from renkei.app.sdd_pipeline import (
    PipelineResult,
    PipelineState,
    Tell,
    block_downstream,
    commit_scope,
    proposal_note,
    run_feature,
)
from renkei.app.sdd_reviews import ReviewOutcome, keep_batch, read_review, remove_review_folders
from renkei.app.sdd_runs import pause_runs
from renkei.app.sdd_steps import SENT_BACK, FeatureSteps, StepResult, blamed_specs, find_stop
from renkei.app.sdd_verdicts import accept_batch, list_exceptions, take_steering, tell_missing
from renkei.app.spec_files import now
from renkei.commands.external_acts import DecideOnSpecs
from renkei.errors import BadInput
from renkei.reports.cpf.batches import Batch, Disposition
from renkei.reports.cpf.inspectors import ReviewType
from renkei.sdd import handover, knowledge, places, rehearsal
from renkei.sdd.phases import BLOCKED, DESIGNED, IMPLEMENTED, move_phase
from renkei.sdd.pipeline import ACCEPTED, count_verdict, raise_patch, reset_counters
from renkei.sdd.playbooks import ReviewScope, review_playbook
from renkei.sdd.roadmap import plan_waves
from renkei.sdd.spec import Spec, own_paths, raise_minor, record_change
from renkei.sentence import Sentence
from renkei.values import value

MOST_WAVE_RETRIES = 3
GateKind = Literal["impl", "dead-code"]


@value
class RoadmapResult:
    state: PipelineState
    features: Sequence[PipelineResult]
    gates: Sequence[StepResult]
    commits: Sequence[str]
    note: str = ""


def run_roadmap(steps: FeatureSteps, tell: Tell) -> RoadmapResult:
    """Every feature in the order of what depends on what. One that fails blocks those behind it; the others go on.

    Raises:
        Refused: features wait for each other in a circle.
        BadInput: there is none.
    """
    specs = steps.files.load_all()
    if not specs:
        raise BadInput("There is no feature yet. Begin one with: renkei sdd init FEATURE")
    waves = plan_waves(specs)
    if len(specs) == 1:
        only = run_feature(steps, next(iter(specs)), tell)
        made = [only.commit] if only.commit else []
        return RoadmapResult(state=only.state, features=[only], gates=(), commits=made, note=only.note)
    features: list[PipelineResult] = []
    gates: list[StepResult] = []
    commits: list[str] = []
    for number in sorted(set(waves.values())):
        names = sorted(name for name in waves if waves[name] == number)
        done = _run_wave(steps, names, tell)
        features += done
        if stopped := next((each for each in done if each.state != "done"), None):
            return RoadmapResult(
                state=stopped.state, features=features, gates=gates, commits=commits, note=stopped.note
            )
        scope = [name for name in waves if waves[name] <= number]
        gate = _run_gate(steps, number, scope, names, tell)
        gates += gate.reviews
        if gate.state != "done":
            return RoadmapResult(state=gate.state, features=features, gates=gates, commits=commits, note=gate.note)
        is_new = bool(_find_open(steps, number, names))
        if made := _close_wave(steps, number, names, scope):
            commits.append(made)
        if steps.options.gate and is_new and number < max(waves.values()):
            note = Sentence("It waits here, as it was asked to. Go on with the same command")
            return RoadmapResult(state="waiting", features=features, gates=gates, commits=commits, note=note)
    _tell_mended(steps, waves)
    return RoadmapResult(state="done", features=features, gates=gates, commits=commits)


def _tell_mended(steps: FeatureSteps, waves: Mapping[str, int]) -> None:
    """Waves that a later gate changed since their own let them pass: that one looked at them, too, theirs did not."""
    for number in sorted(set(waves.values())):
        scope = [name for name in waves if waves[name] <= number]
        if _newest(steps, number, "impl", _versions(steps, scope)) is None:
            steps.project.caller.note(
                "A later gate had features of wave {number} mended after the gate of that wave. It judges them again "
                "with the next renkei sdd run.",
                number=number,
            )


def _run_wave(steps: FeatureSteps, names: Sequence[str], tell: Tell) -> list[PipelineResult]:
    """All features of a wave at once, as far as there may be that many agents."""
    at_once = min(len(names), steps.options.parallel)
    if at_once == 1:
        return [_run_in_wave(steps, name, tell) for name in names]
    _ = steps.project.hub  # opened once, for all of them
    with ThreadPoolExecutor(at_once) as pool:
        begun = [pool.submit(_run_in_wave, steps.beside(at_once), name, tell) for name in names]
        try:
            wait(begun)
        except KeyboardInterrupt:
            steps.desk.interrupt()
            for each in begun:
                each.cancel()
            pause_runs(steps.project, names)
            raise
    return [each.result() for each in begun]


def _run_in_wave(steps: FeatureSteps, name: str, tell: Tell) -> PipelineResult:
    def tell_step(result: StepResult) -> None:
        with steps.desk.speaking:
            tell(result)

    with steps.desk.turn():
        spec = steps.files.load(name)
        if spec.phase == BLOCKED:
            by = spec.blocked_info.blocked_by if spec.blocked_info else "?"
            note = Sentence("{feature} is blocked by {blocked_by}", feature=name, blocked_by=by)
            return PipelineResult(feature=name, state="waiting", steps=(), note=note)
        result = run_feature(steps, name, tell_step, commit=False)
        if result.state in ("failed", "escalated"):
            for blocked in block_downstream(steps, name):
                steps.project.caller.note("{feature} is blocked by {by}.", feature=blocked, by=name)
        return result


@value
class GateResult:
    state: PipelineState
    reviews: Sequence[StepResult]
    note: str = ""


def _run_gate(steps: FeatureSteps, number: int, scope: Sequence[str], names: Sequence[str], tell: Tell) -> GateResult:
    """The cross-check over all waves so far, then dead code; what is found goes back to those who own the files."""
    reviews: list[StepResult] = []
    kinds: tuple[GateKind, ...] = ("impl", "dead-code")
    for kind in kinds:
        while True:
            version = _versions(steps, scope)
            newest = _newest(steps, number, kind, version)
            if newest and newest.disposition in ACCEPTED:
                break
            if newest and newest.disposition == "ESCALATED":
                note = Sentence(
                    "wave {number} came to its limit: renkei sdd resolve wave-{number} accept --why TEXT", number=number
                )
                return GateResult(state="escalated", reviews=reviews, note=note)
            if newest is None:
                result = _review_wave(steps, number, kind, scope, version, names[0])
                reviews.append(result)
                tell(result)
                if result.state != "done":
                    return GateResult(state=result.state, reviews=reviews, note=result.note)
                if waiting := proposal_note(steps.files.load(names[0])):
                    return GateResult(state="waiting", reviews=reviews, note=waiting)
            elif stopped := _mend(steps, newest, scope, names, tell):
                return GateResult(state=stopped.state, reviews=reviews, note=stopped.note)
    return GateResult(state="done", reviews=reviews)


def _review_wave(
    steps: FeatureSteps, number: int, kind: GateKind, names: Sequence[str], version: str, asked: str
) -> StepResult:
    """All inspectors, then the auditor; what it proposes for steering waits with the feature that is `asked`."""
    is_dead = kind == "dead-code"
    name = f"wave-{number}-dc" if is_dead else f"wave-{number}"
    resolved = _resolved_before(steps)
    lines = [f"Cumulative over waves 1 to {number}.", "PREVIOUSLY_RESOLVED:", *(resolved or ["none"])]
    lines += filter(None, [list_exceptions(steps)])
    designs = [places.design_file(each) for each in names]
    files = [path for each in names for path in steps.files.load(each).implementation.files_created]
    scope = ReviewScope(
        kind=kind,
        name=name,
        folders=(places.wave_review_folder(number, dead_code=is_dead),),
        subject=("**",) if is_dead else (*designs, *files),
        paths={
            "designs": ", ".join(designs),
            "files": ", ".join(files),
            "steering": f"{places.PRODUCT}, {places.TECH}, {places.STRUCTURE}",
        },
        instructions="\n".join(lines),
    )
    steps.files.verdicts.settle(places.WAVE_VERDICTS)
    steps.tell_foreign_reviews(places.WAVE_VERDICTS)
    round_ = 1 + sum(each.place == _place(number, kind) for each in _wave_batches(steps))
    attached = steps.runs.carry_out(
        name,
        f"review-{kind}",
        lambda: review_playbook(scope, steps.runs.staff(name, rehearsal.review_scripts(scope), round_)),
        taken=lambda row: any(each.at == row.at for each in _wave_batches(steps)),
    )
    if stopped := find_stop(f"review-{kind}", name, attached):
        return stopped
    outcome = read_review(steps.runs, attached.row, scope, resolved=resolved)
    if outcome is None:
        note = Sentence("no inspector gave its findings")
        return StepResult(step=f"review-{kind}", feature=name, state="failed", run=attached.row.id, note=note)
    tell_missing(steps, scope, outcome)
    if proposals := take_steering(steps, outcome, source=f"{name} {attached.row.id}"):
        spec = steps.files.load(asked)
        known = dict.fromkeys([*spec.proposals, *proposals])
        steps.files.save(record_change(spec, f"{name} proposes for steering", at=now(), proposals=[*known]))
    disposition = _wave_disposition(steps, number, kind, outcome)
    batch = keep_batch(
        steps.files.verdicts, places.WAVE_VERDICTS, attached.row, scope, outcome, disposition, version=version,
        place=_place(number, kind),
    )  # fmt: skip
    remove_review_folders(steps.files.root, scope.folders)
    return StepResult(
        step=f"review-{kind}",
        feature=name,
        state="done",
        run=attached.row.id,
        files=(places.WAVE_VERDICTS,),
        review=outcome,
        batch=batch,
    )


def _wave_disposition(steps: FeatureSteps, number: int, kind: GateKind, outcome: ReviewOutcome) -> Disposition:
    """The gate of a wave sends back three times at most (DEC-12)."""
    if outcome.verdict == "GO":
        return "GO-ACCEPTED"
    if outcome.verdict == "CONDITIONAL":
        return "CONDITIONAL-TRACKED"
    own = [each for each in _wave_batches(steps) if each.place == _place(number, kind)]
    sent_back = 0
    for each in reversed(own):
        if each.disposition not in SENT_BACK:
            break
        sent_back += 1
    if sent_back >= MOST_WAVE_RETRIES:
        return "ESCALATED"
    return "SPEC-UPDATE-CASCADED" if outcome.verdict == "SPEC-UPDATE-NEEDED" else "NO-GO-FIXED"


def _mend(
    steps: FeatureSteps, batch: Batch, scope: Sequence[str], names: Sequence[str], tell: Tell
) -> PipelineResult | None:
    """Those who own what was found, in whichever wave, through the pipeline of their features: the builders of a file,
    the Architect of a design; what stopped one, if anything did. What nobody owns is this wave's."""
    found = {each.location.partition(":")[0] for each in batch.consensus} | blamed_specs(batch)
    specs = [steps.files.load(name) for name in scope]
    hit = [
        spec
        for spec in specs
        if found & {spec.feature_name, places.design_file(spec.feature_name), *spec.implementation.files_created}
    ] or [spec for spec in specs if spec.feature_name in names]
    for spec in hit:
        if spec.phase == IMPLEMENTED and batch.disposition == "SPEC-UPDATE-CASCADED":
            _redesign(steps, spec, _sent_back(batch.label))
        elif spec.phase == IMPLEMENTED:
            reopen_for(steps, spec, batch.consensus)
            _raise_round(steps, spec, _sent_back(batch.label))
    done = _run_wave(steps, [spec.feature_name for spec in hit], tell)
    return next((each for each in done if each.state != "done"), None)


def _sent_back(by: str) -> str:
    return f"sent back by {by}"


def _redesign(steps: FeatureSteps, spec: Spec, action: str) -> None:
    orchestration = count_verdict(spec.orchestration, "SPEC-UPDATE-CASCADED")
    version = raise_minor(spec.version)
    steps.files.save(
        move_phase(spec, DESIGNED, "spec-update", at=now(), action=action, version=version, orchestration=orchestration)
    )


def _raise_round(steps: FeatureSteps, spec: Spec, action: str) -> None:
    orchestration = spec.orchestration.model_copy(update={"last_phase_action": "tasks-generated"})
    steps.files.save(
        record_change(spec, action, at=now(), version=raise_patch(spec.version), orchestration=orchestration)
    )


def _close_wave(steps: FeatureSteps, number: int, names: Sequence[str], scope: Sequence[str]) -> str | None:
    """What was learned goes into files, the counters begin anew, and all of the wave is one commit, with what its gate
    sent back to features of waves before. Done again it changes nothing, though a later wave is under way: what lies
    there uncommitted is that one's."""
    left = _find_open(steps, number, names)
    if left:
        flush_knowledge(steps)
    for spec in left:
        orchestration = reset_counters(spec.orchestration)
        steps.files.save(record_change(spec, _closed(number), at=now(), orchestration=orchestration))
    if steps.runs.withholds(*names, f"wave-{number}", f"wave-{number}-dc"):
        return None
    specs = [steps.files.load(name) for name in names]
    summary = ", ".join(" ".join(spec.description.split()) or spec.feature_name for spec in specs)
    sent_back = _sent_back(f"W{number}-")
    before = [steps.files.load(name) for name in scope if name not in names]
    specs += [spec for spec in before if any(each.action.startswith(sent_back) for each in spec.changelog)]
    own = tuple(path for spec in specs for path in own_paths(spec))
    uncommitted = steps.runs.repository.list_changed_files(untracked=True)
    is_due = any(path.startswith(own) for path in uncommitted)
    made = steps.runs.commit(commit_scope(steps, specs), f"Wave {number}: {summary}") if is_due else None
    steps.runs.delete_branches([*names, f"wave-{number}", f"wave-{number}-dc"])
    return made


def _find_open(steps: FeatureSteps, number: int, names: Sequence[str]) -> list[Spec]:
    """Features of a wave that was not closed with them as they are now."""
    return [spec for name in names if not _has_change(spec := steps.files.load(name), _closed(number))]


def _closed(number: int) -> str:
    return f"wave {number} complete"


def _has_change(spec: Spec, action: str) -> bool:
    """Whether its changelog has it for this version."""
    return any(each.action == action and each.version == spec.version for each in spec.changelog)


def flush_knowledge(steps: FeatureSteps) -> list[str]:
    """From the buffer into files; the buffer is empty then."""
    files = steps.files
    known = handover.read_buffer(files.read_text(places.BUFFER))
    if not known:
        return []
    folder = files.root / places.KNOWLEDGE
    names = [path.name for path in folder.glob("*.md")] if folder.is_dir() else []
    there = {name: files.read_text(f"{places.KNOWLEDGE}/{name}") for name in names}
    written = knowledge.flush(known, there)
    for name, text in written.items():
        files.write(f"{places.KNOWLEDGE}/{name}", text.encode())
    files.write(places.BUFFER, handover.render_buffer(()).encode())
    return sorted(written)


def accept_wave(steps: FeatureSteps, number: int, why: str) -> None:
    """A person takes what the gate of a wave found as it is.

    Raises:
        BadInput: nothing of that wave waits.
        Refused: not for this actor.
    """
    steps.project.authorize_act(DecideOnSpecs())
    waiting = [
        each
        for place in (_place(number, "impl"), _place(number, "dead-code"))
        for each in [next((b for b in reversed(_wave_batches(steps)) if b.place == place), None)]
        if each and each.disposition == "ESCALATED"
    ]
    if not waiting:
        raise BadInput("Nothing of wave {number} waits for a person.", number=number)
    steps.files.record_decision("ESCALATION_RESOLVED", f"wave {number}: accepted", reason=why or "-")
    for batch in waiting:
        accept_batch(steps, places.WAVE_VERDICTS, batch)


def _place(number: int, kind: ReviewType) -> str:
    return f"W{number}-DC-" if kind == "dead-code" else f"W{number}-"


def _versions(steps: FeatureSteps, names: Sequence[str]) -> str:
    return "+".join(f"{name}@{steps.files.load(name).version}" for name in sorted(names))


def _wave_batches(steps: FeatureSteps) -> tuple[Batch, ...]:
    return steps.files.verdicts.read(places.WAVE_VERDICTS)


def _newest(steps: FeatureSteps, number: int, kind: GateKind, version: str) -> Batch | None:
    own = [each for each in _wave_batches(steps) if each.place == _place(number, kind) and each.version == version]
    return own[-1] if own else None


def _resolved_before(steps: FeatureSteps) -> list[str]:
    return list(dict.fromkeys(key for each in _wave_batches(steps) for key in each.resolved))
