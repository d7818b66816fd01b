"""A release: checked first, then a commit on main, a snapshot branch, a tag, the push; and looked at once more. The
same command again goes on with one that did not come to its end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from renkei.app.project import Project
from renkei.app.sdd_release_remote import find_remote, list_remote, list_remote_tags, push_release
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, Refused
from renkei.files import read_regular, remove_drafts, write_whole
from renkei.sdd.locks import LOCKS, says_version, write_lock
from renkei.sdd.release import Project as Released
from renkei.sdd.release import add_changelog, find_project, newest_version, next_version, write_version
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import commit_paths, read_work_file_at

TRUNKS: Final = ("main", "master")
CHANGELOG: Final = "CHANGELOG.md"


@value
class Release:
    ecosystem: str
    before: str
    version: str
    branch: str
    tag: str
    commit: str | None
    """None as long as nothing was made."""
    files: Sequence[str]
    pushed: bool
    warnings: Sequence[Sentence]
    """What did not hold when it was looked at again: nothing is taken back by itself."""


@value
class Plan:
    """What is to be made."""

    found: Released
    before: str
    version: str
    subject: str
    edits: Mapping[str, str]
    """By path the new text of each file."""
    made: str | None = None
    """The commit of this very release, where it was made and the rest was not: the process was killed, or the push
    failed."""

    @property
    def branch(self) -> str:
        return f"release/v{self.version}"

    @property
    def tag(self) -> str:
        return f"v{self.version}"

    @property
    def refs(self) -> tuple[str, str]:
        return f"refs/heads/{self.branch}", f"refs/tags/{self.tag}"


def release(project: Project, step: str, summary: str, *, push: bool = True, dry_run: bool = False) -> Release:
    """Releases the project.

    Raises:
        Refused: not for this actor; not on main; something is not committed; the version is there already.
        BadInput: there is no version to go by, or none above it.
        Unreachable: the push failed: commit, branch and tag are there, and what to type is said.
    """
    if not dry_run:
        project.authorize_act(DirectSpecs())
    summary = " ".join(summary.split())
    if not summary:
        raise BadInput("A release needs a summary: renkei sdd release {step} SUMMARY", step=step)
    repository = Repository(project.work_tree)
    remote = find_remote(repository)
    trunk = _require_trunk(repository, remote)
    plan = _plan_release(repository, step, summary)
    _require_clean(repository, plan)
    _require_free(repository, plan)
    if push and remote:
        _require_free_there(repository, remote, trunk, plan)
    elif plan.made and _is_made(repository, plan):
        raise _already_there(plan.tag)
    if dry_run:
        return _describe(plan, None, pushed=False, warnings=_list_left_out(repository, plan))
    commit = _make(repository, plan, summary)
    if push and remote:
        push_release(repository, remote, trunk, plan.branch, plan.tag)
    warnings = [*_list_left_out(repository, plan), *_verify(repository, plan)]
    warnings += _verify_remote(repository, remote, trunk, plan) if push and remote else [_NOT_PUSHED]
    return _describe(plan, commit, pushed=bool(push and remote), warnings=warnings)


_NOT_PUSHED: Final = Sentence("nothing was pushed: there is no remote, or it was not wanted")


def _describe(plan: Plan, commit: str | None, *, pushed: bool, warnings: Sequence[Sentence]) -> Release:
    return Release(
        ecosystem=plan.found.ecosystem,
        before=plan.before,
        version=plan.version,
        branch=plan.branch,
        tag=plan.tag,
        commit=commit,
        files=sorted(plan.edits),
        pushed=pushed,
        warnings=warnings,
    )


# What is to be made: as the commit that is checked out has it, for what a killed release wrote here is not its state.


def _plan_release(repository: Repository, step: str, summary: str) -> Plan:
    head = repository.head_commit()
    said = repository.run("log", "-1", "--format=%s", head)
    before = repository.commit_of(f"{head}^")
    if before and said.startswith(f"{summary} (v"):
        begun = _plan_from(repository, before, step, summary)
        if begun.subject == said:
            return replace(begun, edits={}, made=head)
    return _plan_from(repository, head, step, summary)


def _plan_from(repository: Repository, commit: str, step: str, summary: str) -> Plan:
    def read(path: str) -> str | None:
        return _read_at(repository, commit, _follow(repository.root, path))

    found = find_project(read)
    before = found.version or _newest_tag(repository, found, commit)
    version = next_version(before, step)
    edits: dict[str, str] = {}
    if found.file:
        edits[found.file] = write_version(found, read(found.file) or "", version)
    for lock in LOCKS.get(found.ecosystem, ()):
        if (text := read(lock)) is not None and (new := write_lock(lock, text, found.name, version)) != text:
            edits[lock] = new
    day = datetime.now(UTC).date().isoformat()
    if not _is_ignored(repository, CHANGELOG):
        edits[CHANGELOG] = add_changelog(read(CHANGELOG), version, summary, day)
    real = {_follow(repository.root, path): text for path, text in edits.items()}
    return Plan(found=found, before=before, version=version, subject=f"{summary} (v{version})", edits=real)


def _follow(root: Path, path: str) -> str:
    """Where a link of the project leads: the link itself stays."""
    real = (root / path).resolve()
    if not real.is_relative_to(root.resolve()):
        raise BadInput("{path} is a link that leads out of the repository.", path=path)
    if real.exists() and not real.is_file():
        raise BadInput("{path} is no file.", path=path)
    return real.relative_to(root.resolve()).as_posix()


def _is_ignored(repository: Repository, path: str) -> bool:
    return repository.ask("check-ignore", "--quiet", "--", path).code == 0


def _read_at(repository: Repository, commit: str, path: str) -> str | None:
    data = read_work_file_at(repository, commit, path)
    try:
        return None if data is None else data.decode("utf-8-sig")  # line ends as they are
    except UnicodeDecodeError as error:
        raise BadInput("{path} cannot be read ({error}).", path=path, error=str(error)) from None


def _newest_tag(repository: Repository, found: Released, commit: str) -> str:
    """The highest version whose tag this history holds."""
    if repository.run("rev-parse", "--is-shallow-repository") == "true":
        raise BadInput(
            "Tags say which version this is, and the history of this clone is cut off: one may be behind. Get all of "
            "it: git fetch --unshallow --tags"
        )
    tags = repository.run("tag", "--list", "v[0-9]*", "--merged", commit).splitlines()
    if newest := newest_version(tags):
        return newest
    if found.ecosystem == "python-vcs":
        return "0.0.0"
    if tags:
        raise BadInput(
            "Nothing says which version this is: {tags} is no version of the form v1.2.3. Begin with such a tag: git "
            "tag v0.0.0",
            tags=", ".join(tags[-5:]),
        )
    raise BadInput(
        "Nothing says which version this is: there is no file that Renkei knows and no tag. Begin with a tag: "
        "git tag v0.0.0"
    )


# What keeps it from being made.


def _require_trunk(repository: Repository, remote: str | None) -> str:
    """main, or what the remote has for it."""
    default = repository.ask("symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD").out if remote else ""
    named = default.removeprefix(f"refs/remotes/{remote}/")
    branch = repository.current_branch()
    if branch is None or branch not in (*TRUNKS, named):
        there = (each for each in (named, *TRUNKS) if each and repository.commit_of(f"refs/heads/{each}"))
        raise Refused(
            "A release starts on {trunk}, and {branch} is checked out. Type: git switch {trunk}",
            rule="SDD-15",
            trunk=next(there, "main"),
            branch=branch or "-",
        )
    return branch


def _require_clean(repository: Repository, plan: Plan) -> None:
    """What a release that was killed had written already is no change of a person's."""
    for path in plan.edits:
        remove_drafts(repository.root / path)
    changed = [
        path
        for path in repository.list_changed_files(untracked=True)
        if path not in plan.edits or _read(repository.root, path) != plan.edits[path]
    ]
    if changed:
        raise Refused("Commit or stash your changes first ({files}).", rule="SDD-15", files=", ".join(changed[:5]))


def _read(root: Path, path: str) -> str | None:
    try:
        return read_regular(root / path).decode()
    except (OSError, UnicodeDecodeError):
        return None


def _require_free(repository: Repository, plan: Plan) -> None:
    for ref, name in zip(plan.refs, (plan.branch, plan.tag), strict=True):
        if repository.commit_of(ref) not in (None, plan.made):
            raise _already_there(name)
    if repository.commit_of("refs/heads/release"):
        raise Refused(
            "A branch named release is in the way of {branch}. Rename it: git branch -m release OTHER",
            rule="SDD-15",
            branch=plan.branch,
        )


def _already_there(name: str) -> Refused:
    return Refused("{name} is there already: this version was released. Name a later one.", rule="SDD-15", name=name)


def _is_made(repository: Repository, plan: Plan) -> bool:
    return all(repository.commit_of(ref) for ref in plan.refs)


def _require_free_there(repository: Repository, remote: str, trunk: str, plan: Plan) -> None:
    """A remote that does not answer is told of when it is pushed to."""
    main = f"refs/heads/{trunk}"
    there = list_remote(repository, remote, (*plan.refs, main))
    own = repository.find_refs(*plan.refs, main)
    if there and all(ref in own and own[ref].commit == there.get(ref) for ref in (*plan.refs, main)):
        raise _already_there(plan.tag)
    newest = there.pop(main, None)
    if newest and repository.ask("merge-base", "--is-ancestor", newest, "HEAD").code != 0:
        raise Refused(
            "{trunk} on {remote} has commits that are not here: the release could not be pushed. Get them first: "
            "git pull {remote} {trunk}",
            rule="SDD-15",
            trunk=trunk,
            remote=remote,
        )
    for ref, pointed in there.items():
        if ref not in own or own[ref].commit != pointed:
            raise Refused(
                "{name} is on {remote} already: this version was released. Get it (git fetch --tags {remote}), and "
                "name a later one.",
                rule="SDD-15",
                name=ref.split("/", 2)[2],
                remote=remote,
            )
    if plan.found.version is None:
        _require_tags(repository, remote)


def _require_tags(repository: Repository, remote: str) -> None:
    """Where tags say the version, one that is not here would be counted past."""
    known = set(repository.run("tag", "--list").splitlines())
    missing = [tag for tag in list_remote_tags(repository, remote) if newest_version([tag]) and tag not in known]
    if missing:
        raise Refused(
            "Tags say which version this is, and {remote} has some that are not here ({tags}). Get them first: git "
            "fetch --tags {remote}",
            rule="SDD-15",
            remote=remote,
            tags=", ".join(missing[-5:]),
        )


# Making it, and looking again.


def _make(repository: Repository, plan: Plan, summary: str) -> str:
    """What is there of it already stays."""
    for path, text in plan.edits.items():
        write_whole(repository.root / path, text.encode())
    commit = plan.made or commit_paths(repository, list(plan.edits), plan.subject) or repository.head_commit()
    branch, tag = plan.refs
    if not repository.commit_of(branch):
        repository.run("branch", plan.branch, commit)
    if not repository.commit_of(tag):
        repository.run("tag", "-a", plan.tag, "-m", summary, commit)
    return commit


def _list_left_out(repository: Repository, plan: Plan) -> list[Sentence]:
    left: list[Sentence] = []
    if plan.found.ecosystem == "other":
        left.append(Sentence("no file that Renkei knows says the version: only the tag does"))
    if plan.found.members:
        left.append(
            Sentence(
                "the packages of this workspace ({names}) keep the versions that they have",
                names=", ".join(plan.found.members),
            )
        )
    if _is_ignored(repository, CHANGELOG):
        left.append(Sentence("git ignores {file}: the release is not written there", file=CHANGELOG))
    return left


def _verify(repository: Repository, plan: Plan) -> Iterator[Sentence]:
    head, found = repository.head_commit(), plan.found
    if repository.commit_of(plan.refs[1]) != head:
        yield Sentence("{tag} does not point to the commit of the release", tag=plan.tag)

    def read(path: str) -> str | None:
        return _read_at(repository, head, _follow(repository.root, path))

    if found.file and find_project(read).version != plan.version:
        yield Sentence("{file} does not say {version}", file=found.file, version=plan.version)
    if found.version is None and _newest_tag(repository, found, head) != plan.version:
        yield Sentence("the newest tag does not say {version}", version=plan.version)
    for lock in LOCKS.get(found.ecosystem, ()):
        text = read(lock)
        if text is not None and not says_version(lock, text, found.name, plan.version):
            yield Sentence("{file} does not say {version}", file=lock, version=plan.version)


def _verify_remote(repository: Repository, remote: str, trunk: str, plan: Plan) -> list[Sentence]:
    refs = (*plan.refs, f"refs/heads/{trunk}")
    listed = list_remote(repository, remote, refs)
    return [
        Sentence("{name} is not on {remote}", name=ref.split("/", 2)[2], remote=remote)
        for ref in refs
        if listed.get(ref) != repository.run("rev-parse", ref)
    ]
