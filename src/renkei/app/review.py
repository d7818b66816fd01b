"""The review team on a repository, with no model and no key."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from renkei.app.consent import Permission, authorize_exec, has_consent
from renkei.app.project import Project
from renkei.binding.record import has_record
from renkei.commands.external_acts import AcceptFindings
from renkei.errors import BadInput, NotFound
from renkei.git import find_place
from renkei.protocol.actors import Actor
from renkei.review.cache import open_cache
from renkei.review.change import Change, change_since, files_before
from renkei.review.config import FILES, Config, load_config
from renkei.review.inspectors import code_runners, make_inspectors
from renkei.review.jobs import AnalyserResult
from renkei.review.review import Review, Watch, review_target
from renkei.review.suppressions import read_baseline, write_baseline
from renkei.review.target import Target, open_target
from renkei.sentence import Parameter
from renkei.settings import STORE, main_work_tree, work_tree
from renkei.values import value


@value
class ReviewRequest:
    """What is to be reviewed, and how."""

    path: str | None = None
    """A repository, or a part of one; without it the one around the caller."""
    base: str | None = None
    """Only what has changed since this revision, or was caused by it."""
    baseline: str | None = None
    """A file of findings to accept; without it the one that the settings name."""
    is_baseline_written: bool = False
    """What is found today is to be accepted."""
    is_online: bool = False
    has_cache: bool = True
    permission: Permission


@value
class OpenedReview:
    """A review that may begin."""

    request: ReviewRequest
    root: Path
    actor: Actor | None
    target: Target
    config: Config
    change: Change | None
    accepted: frozenset[str]


def open_review(project: Project, request: ReviewRequest) -> OpenedReview:
    """Finds what is to be looked at. Anybody may look; what is accepted, and whether code is run, is a person's to say.

    Raises:
        NotFound: there is nothing to review there.
        Refused: not for this actor.
    """
    root, scope = _find_root(project, request.path)
    if request.is_baseline_written:
        project.authorize_act(AcceptFindings())
    actor = project.onlooker()
    authorize_exec(project, actor, root, execute=request.permission.execute)
    change = change_since(root, request.base) if request.base is not None else None
    config, accepted = _load_settings(project, request, root, change)
    make_inspectors(execute=False, online=False, disabled=config.disable, named_in=config.sources.get("disable", ""))
    target = open_target(root, scope=scope, exclude=config.exclude)
    if scope and not any(target.in_scope(file.path) for file in target.files):
        raise NotFound("There is nothing to review in {path}: it is empty, or git ignores it.", path=scope)
    return OpenedReview(
        request=request, root=root, actor=actor, target=target, config=config, change=change, accepted=accepted
    )


def may_run_code(project: Project, opened: OpenedReview) -> bool:
    """Whether analysers may run the code of the repository; asked only when one would."""
    runners = code_runners(opened.target, opened.config.disable)
    return bool(runners) and has_consent(project, opened.actor, opened.root, runners, opened.request.permission)


def run_review(
    project: Project,
    opened: OpenedReview,
    *,
    execute: bool,
    watch: Watch | None = None,
    beside: Sequence[AnalyserResult] = (),
) -> Review:
    """Has every inspector look. What is found is written down as accepted, if that was asked for (`baseline_path`).

    Args:
        beside: what inspectors with a model came to (`app.review_agents`).
    """
    cache = open_cache(_cache_folder(opened.root, project.env) if opened.request.has_cache else None)
    try:
        result = review_target(
            opened.target,
            config=opened.config,
            cache=cache,
            execute=execute,
            online=opened.request.is_online,
            change=opened.change,
            baseline=opened.accepted,
            watch=watch or _pass_on,
            beside=beside,
        )
    finally:
        cache.close()
    if opened.request.is_baseline_written:
        write_baseline(baseline_path(project, opened), result.findings)
    return result


def baseline_path(project: Project, opened: OpenedReview) -> Path:
    named = opened.request.baseline
    return project.cwd / named if named else opened.root / opened.config.baseline


def review_repository(
    project: Project, path: str | None = None, *, base: str | None = None, permission: Permission | None = None
) -> Review:
    """The whole of it, for those who need not show how it goes: findings, and the verdict."""
    request = ReviewRequest(path=path, base=base, permission=permission or Permission())
    opened = open_review(project, request)
    return run_review(project, opened, execute=may_run_code(project, opened))


def _pass_on(looked: Iterator[AnalyserResult], names: Sequence[str]) -> Iterator[AnalyserResult]:
    return looked


def _load_settings(
    project: Project, request: ReviewRequest, root: Path, change: Change | None
) -> tuple[Config, frozenset[str]]:
    """How to review, and the findings that are accepted: of a change, as its base has it. Where a person has set the
    project up, what they set counts, in its linked work trees, too."""
    main = main_work_tree(root) or root
    settled = main if has_record(main, project.env) else root
    project.require_bound("review", "review_settings", of=settled)
    if change is None:
        config = load_config(settled)
        return config, _read_accepted(project, request, root / config.baseline)
    with files_before(root, change, FILES) as before:
        config = load_config(settled, before)
    with files_before(root, change, [config.baseline]) as before:
        accepted = _read_accepted(project, request, before / config.baseline)
    if not {*FILES, config.baseline}.isdisjoint(change.touched):
        project.caller.note(
            "Settings and baseline of the review are those of the base; the change itself touches them."
        )
    return config, accepted


def _read_accepted(project: Project, request: ReviewRequest, usual: Path) -> frozenset[str]:
    """The findings that the baseline has."""
    path = project.cwd / request.baseline if request.baseline else usual
    if request.is_baseline_written:
        return frozenset()
    if request.baseline and not path.is_file():
        raise NotFound(
            "{option}: there is no file {path}. {maker} makes one.",
            option=Parameter("baseline"),
            maker=Parameter("is_baseline_written"),
            path=str(path),
        )
    return read_baseline(path)


def _find_root(project: Project, named: str | None) -> tuple[Path, str]:
    """The root of what is reviewed, and the part of it that is asked about."""
    cwd = project.cwd
    path = (cwd / named if named else work_tree(cwd) or cwd).resolve()
    if not path.exists():
        raise NotFound("There is no file or folder {path}.", path=str(path))
    folder = path if path.is_dir() else path.parent
    place = find_place(folder)
    if place and place.work_tree is None:
        raise BadInput("{path} is git's own folder. Name a work tree, or a part of one.", path=str(path))
    root = (work_tree(folder) or folder).resolve()
    return root, "" if path == root else path.relative_to(root).as_posix()


def _cache_folder(root: Path, env: Mapping[str, str]) -> Path | None:
    """In the project's own folder if it has a store, else in the user's: a repository without one stays as it is."""
    project = main_work_tree(root) or root
    if (project / STORE).is_file():
        return (project / STORE).parent / "cache"
    home = env.get("XDG_CACHE_HOME") or (Path.home() / ".cache" if env.get("HOME") else None)
    return Path(home, "renkei") if home else None
