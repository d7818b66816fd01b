"""The spec-driven framework: setting it up, and where every feature stands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from renkei._version import __version__
from renkei.app.clients import withdraw_part
from renkei.app.project import Project
from renkei.app.sdd_runs import find_questions, find_rehearsed
from renkei.app.spec_files import SpecFiles, now
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, Refused
from renkei.kit import sdd as kit
from renkei.reports.cpf.batches import Batch
from renkei.sdd import places
from renkei.sdd.design import Impact, compare_designs, read_design
from renkei.sdd.phases import BLOCKED, IMPLEMENTED, PHASES
from renkei.sdd.pipeline import Step, next_step
from renkei.sdd.roadmap import downstream_of, plan_waves
from renkei.sdd.spec import Spec, new_spec, own_paths
from renkei.setup import sdd_files
from renkei.setup.edits import Edit, make_edits
from renkei.values import value
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import read_file_at


@value
class SddSetUp:
    """What setting the framework up changed, or would."""

    changed: Sequence[str]
    feature: str | None = None


@value
class FeatureState:
    """One feature, at a glance."""

    spec: Spec
    wave: int
    tasks_done: int
    tasks: int
    review: Batch | None
    """The newest entry of its verdicts.md."""
    is_edited: bool
    next: str
    """What to type next."""

    def to_json(self) -> dict[str, Any]:
        spec, review = self.spec, self.review
        return {
            "feature": spec.feature_name,
            "phase": spec.phase,
            "version": spec.version,
            "wave": self.wave,
            "dependencies": list(spec.roadmap.dependencies) if spec.roadmap else [],
            "blocked_by": spec.blocked_info.blocked_by if spec.blocked_info else None,
            "tasks": {"done": self.tasks_done, "total": self.tasks},
            "review": {
                "batch": review.label,
                "type": review.kind,
                "disposition": review.disposition,
                "partial": list(review.missing),
            }
            if review
            else None,
            "retry_count": spec.orchestration.retry_count,
            "spec_update_count": spec.orchestration.spec_update_count,
            "edited_by_hand": self.is_edited,
            "next": self.next,
        }


@value
class Overview:
    """Every feature: those that can be read, in the order of the roadmap, and what is wrong with the others."""

    features: Sequence[FeatureState]
    unreadable: Mapping[str, BadInput]
    """By feature."""


def set_up_sdd(
    project: Project,
    feature: str | None = None,
    *,
    profile: str = "python",
    agent_teams: bool = True,
    description: str = "",
    after: Sequence[str] = (),
    dry_run: bool = False,
) -> SddSetUp:
    """Writes agents, settings, the lead's instructions, slash commands and steering; with a feature, its spec in phase
    initialized and its place in the roadmap. What is there stays.

    Raises:
        BadInput: the feature is there, or cannot be called so.
        Refused: not for this actor; or the dependencies go in a circle.
    """
    if feature:
        places.check_feature(feature)
    if not dry_run:
        project.authorize_act(DirectSpecs())
    files = SpecFiles(project)
    if feature and feature in files.list_features():
        raise BadInput(
            "The feature {feature} is there already ({path}). See: renkei sdd status",
            feature=feature,
            path=places.spec_file(feature),
        )
    if missing := [name for name in after if name not in files.list_features()]:
        raise BadInput(
            "There is no feature {name} to come after. Make it first: renkei sdd init {name}", name=missing[0]
        )
    edits = sdd_files.plan_edits(
        project.work_tree, lang=project.settings.lang, version=__version__, agent_teams=agent_teams
    )
    new = {
        path: kit.steering(name, profile, project.settings.lang)
        for name, path in zip(kit.STEERING, (places.PRODUCT, places.TECH, places.STRUCTURE), strict=True)
        if files.read_bytes(path) is None
    }
    changed = [*(edit.path.as_posix() for edit in edits), *new]
    if feature:
        changed += [places.spec_file(feature), places.ROADMAP]
    if dry_run:
        return SddSetUp(changed=changed, feature=feature)
    with files.lock():
        _make_edits(project.work_tree, edits)
        for path, text in new.items():
            files.write(path, text.encode())
        if feature:
            spec = new_spec(
                feature, at=now(), language=project.settings.lang, description=description, dependencies=after
            )
            files.save(spec)
            files.save_roadmap()
    return SddSetUp(changed=changed, feature=feature)


def _make_edits(root: Path, edits: Sequence[Edit]) -> None:
    make_edits(root, edits, withdraw_part)


@value
class FeatureImpact:
    """What a change of a design means for the features that depend on it."""

    feature: str
    changed: Mapping[str, Impact]
    """By acceptance criterion."""
    downstream: Sequence[str]


def list_impacts(project: Project) -> list[FeatureImpact]:
    """Of every design that differs from the one that is committed."""
    files, repository = SpecFiles(project), Repository(project.work_tree)
    specs, wrong = files.load_readable()
    if wrong:
        project.caller.note(
            "What a change means for these features is not known, for their specs cannot be read: {names}. See: renkei "
            "sdd status",
            names=", ".join(wrong),
        )
    found: list[FeatureImpact] = []
    for name in specs:
        committed = read_file_at(repository, "HEAD", places.design_file(name))
        before = read_design((committed or b"").decode("utf-8", "replace"))
        if committed is not None and (changed := compare_designs(before, files.load_design(name))):
            found.append(FeatureImpact(feature=name, changed=changed, downstream=[*downstream_of(specs, name)]))
    return found


def list_features(project: Project) -> Overview:
    """Every feature. One whose files are not right hides no other."""
    files = SpecFiles(project)
    specs, wrong = files.load_readable()
    try:
        waves = plan_waves(specs)
    except (BadInput, Refused) as error:
        if not wrong:  # else the unreadable one is what is missing, and is told
            project.caller.note(error.text, **error.params)
        waves = {name: spec.roadmap.wave if spec.roadmap else 1 for name, spec in specs.items()}
    uncommitted = _list_uncommitted(project) if any(each.phase == IMPLEMENTED for each in specs.values()) else []
    ends, questions = Ends(project, uncommitted), find_questions(project)
    states: list[FeatureState] = []
    for name, spec in specs.items():
        try:
            state = _feature_state(files, spec, waves[name], ends)
            states.append(replace(state, next=questions.get(name) or state.next))
        except BadInput as error:
            wrong[name] = error
    return Overview(
        features=sorted(states, key=lambda each: (each.wave, each.spec.feature_name)),
        unreadable=dict(sorted(wrong.items())),
    )


def _feature_state(files: SpecFiles, spec: Spec, wave: int, ends: "Ends") -> FeatureState:
    tasks = files.load_tasks(spec.feature_name)
    subtasks = tasks.subtasks.values() if tasks else ()
    batches = files.verdicts.read(places.verdicts_file(spec.feature_name))
    review = batches[-1] if batches else None
    return FeatureState(
        spec=spec,
        wave=wave,
        tasks_done=sum(each.status == "done" for each in subtasks),
        tasks=len(subtasks),
        review=review,
        is_edited=files.is_edited(spec.feature_name),
        next=next_command(spec, batches, ends),
    )


def _list_uncommitted(project: Project) -> list[str]:
    repository = Repository(project.work_tree)
    return repository.list_changed_files(untracked=True)


class Ends:
    """How far a feature is that has passed its last review: rehearsed, uncommitted, committed, released."""

    def __init__(self, project: Project, uncommitted: Sequence[str]) -> None:
        self._project = project
        self._repository = Repository(project.work_tree)
        self._uncommitted = uncommitted

    def next_command(self, spec: Spec) -> str:
        """A release is refused while anything is not committed; what is released needs nothing."""
        name = spec.feature_name
        if any(path.startswith(own_paths(spec)) for path in self._uncommitted):
            return f"renkei sdd run {name}{' --merge' if find_rehearsed(self._project, name) else ''}"
        if self._uncommitted:
            return "git status"
        return "" if self._is_released(spec) else f"renkei sdd release patch {name}"

    def _is_released(self, spec: Spec) -> bool:
        """Whether a tag of a version holds the newest commit of the feature."""
        words = ("log", "-1", "--format=%H", "--", places.spec_folder(spec.feature_name))
        newest = self._repository.ask(*words).out.strip()
        tags = self._repository.ask("tag", "--list", "v[0-9]*", "--contains", newest).out if newest else ""
        return bool(tags.strip())


def next_command(spec: Spec, batches: Sequence[Batch], ends: Ends) -> str:
    """What to type next for a feature."""
    name = spec.feature_name
    if spec.phase == BLOCKED:
        return f"renkei sdd unblock {name} --fix"
    if spec.phase not in PHASES:
        return f"renkei sdd status  # phase in {places.spec_file(name)}"
    if spec.proposals:
        return "renkei sdd steering"
    step = next_step(spec, batches)
    return ends.next_command(spec) if step == "done" else _COMMANDS[step].format(name=name)


_COMMANDS: Final[Mapping[Step, str]] = {
    "design": "renkei sdd design {name}",
    "review-design": "renkei sdd review {name}",
    "impl": "renkei sdd impl {name}",
    "review-impl": "renkei sdd review {name}",
    "escalated": "renkei sdd resolve {name} accept|again --why TEXT",
}
