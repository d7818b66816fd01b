"""A release: checked first, then a commit on main, a snapshot branch, a tag, the push; and looked at once more."""

import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from renkei.app.project import Project
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, Refused, Unreachable
from renkei.files import read_regular, write_whole
from renkei.git.running import LIMIT, time_limit
from renkei.sdd.locks import LOCKS, says_version, write_lock
from renkei.sdd.release import Project as Released
from renkei.sdd.release import add_changelog, find_project, newest_version, next_version, write_version
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import commit_paths

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
    files: Sequence[str]
    pushed: bool
    warnings: Sequence[Sentence]
    """What did not hold when it was looked at again: nothing is taken back by itself."""


def release(project: Project, step: str, summary: str, *, push: bool = True, dry_run: bool = False) -> Release:
    """Releases the project.

    Raises:
        Refused: not for this actor; not on main; something is not committed; the version is there already.
        BadInput: there is no version to go by, or none above it.
        Unreachable: the push failed: commit, branch and tag are there, and what to type is said.
    """
    if not dry_run:
        project.authorize_act(DirectSpecs())
    if not summary.strip():
        raise BadInput("A release needs a summary: renkei sdd release {step} SUMMARY", step=step)
    repository = Repository(project.work_tree)
    trunk = _require_trunk(repository)
    found = find_project(lambda path: _read(repository.root, path))
    before = found.version or _newest_tag(repository, found)
    version = next_version(before, step)
    branch, tag = f"release/v{version}", f"v{version}"
    _require_free(repository, branch, tag)
    remote = _find_remote(repository) if push else None
    if remote:
        _require_free_there(repository, remote, trunk, branch, tag)
    edits = _plan_edits(repository.root, found, version, summary)
    planned = Release(
        ecosystem=found.ecosystem,
        before=before,
        version=version,
        branch=branch,
        tag=tag,
        commit=None,
        files=sorted(edits),
        pushed=False,
        warnings=(),
    )
    if dry_run:
        return planned
    for path, text in edits.items():
        write_whole(repository.root / path, text.encode())
    commit = (
        commit_paths(repository, list(edits), f"{' '.join(summary.split())} (v{version})") or repository.head_commit()
    )
    repository.run("branch", branch, commit)
    repository.run("tag", "-a", tag, "-m", f"{' '.join(summary.split())}", commit)
    if remote:
        _push(repository, remote, trunk, branch, tag)
    warnings = list(_verify(repository, found, planned, trunk, remote))
    return Release(
        ecosystem=found.ecosystem,
        before=before,
        version=version,
        branch=branch,
        tag=tag,
        commit=commit,
        files=sorted(edits),
        pushed=remote is not None,
        warnings=warnings,
    )


def _require_trunk(repository: Repository) -> str:
    branch = repository.current_branch()
    if branch not in TRUNKS:
        raise Refused(
            "A release starts on main, and {branch} is checked out. Type: git switch main",
            rule="SDD-15",
            branch=branch or "-",
        )
    if changed := repository.list_changed_files(untracked=True):
        raise Refused("Commit or stash your changes first ({files}).", rule="SDD-15", files=", ".join(changed[:5]))
    return branch


def _require_free(repository: Repository, branch: str, tag: str) -> None:
    for ref, name in ((f"refs/heads/{branch}", branch), (f"refs/tags/{tag}", tag)):
        if repository.commit_of(ref):
            raise Refused(
                "{name} is there already: this version was released. Name a later one.", rule="SDD-15", name=name
            )

    if repository.commit_of("refs/heads/release"):
        raise Refused(
            "A branch named release is in the way of {branch}. Rename it: git branch -m release OTHER",
            rule="SDD-15",
            branch=branch,
        )


def _require_free_there(repository: Repository, remote: str, trunk: str, branch: str, tag: str) -> None:
    """A remote that does not answer is told of when it is pushed to."""
    main = f"refs/heads/{trunk}"
    there = _list_remote(repository, remote, (f"refs/heads/{branch}", f"refs/tags/{tag}", main))
    newest = there.pop(main, None)
    if newest and repository.ask("merge-base", "--is-ancestor", newest, "HEAD").code != 0:
        raise Refused(
            "{trunk} on {remote} has commits that are not here: the release could not be pushed. Get them first: "
            "git pull {remote} {trunk}",
            rule="SDD-15",
            trunk=trunk,
            remote=remote,
        )
    for ref in there:
        raise Refused(
            "{name} is on {remote} already: this version was released. Get it (git fetch --tags {remote}), and name a "
            "later one.",
            rule="SDD-15",
            name=ref.split("/", 2)[2],
            remote=remote,
        )


def _list_remote(repository: Repository, remote: str, refs: Sequence[str]) -> dict[str, str]:
    """By ref what it points to there."""
    listed = _call_transport(repository, "ls-remote", remote, *refs).stdout
    found = (line.partition("\t") for line in listed.splitlines())
    return {ref: pointed for pointed, _, ref in found if ref in refs}


def _newest_tag(repository: Repository, found: Released) -> str:
    """The highest version whose tag this history holds."""
    tags = repository.run("tag", "--list", "v[0-9]*", "--merged", "HEAD").splitlines()
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


def _plan_edits(root: Path, found: Released, version: str, summary: str) -> dict[str, str]:
    edits: dict[str, str] = {}
    if found.file:
        edits[found.file] = write_version(found, _read(root, found.file) or "", version)
    for lock in LOCKS.get(found.ecosystem, ()):
        if (text := _read(root, lock)) is not None and (new := write_lock(lock, text, found.name, version)) != text:
            edits[lock] = new
    day = datetime.now(UTC).date().isoformat()
    edits[CHANGELOG] = add_changelog(_read(root, CHANGELOG), version, " ".join(summary.split()), day)
    return edits


def _find_remote(repository: Repository) -> str | None:
    names = repository.run("remote").splitlines()
    return "origin" if "origin" in names else names[0] if names else None


def _push(repository: Repository, remote: str, trunk: str, branch: str, tag: str) -> None:
    refs = [f"refs/heads/{branch}", f"refs/tags/{tag}", f"refs/heads/{trunk}"]
    pushed = _call_transport(repository, "push", "--quiet", "--atomic", remote, *(f"{ref}:{ref}" for ref in refs))
    if pushed.returncode:
        raise Unreachable(
            "{tag} is made here, and could not be pushed ({said}). When that is mended: git push --atomic {remote} "
            "{trunk} {branch} {tag}",
            tag=tag,
            said=" ".join(pushed.stderr.split())[-500:],
            remote=remote,
            trunk=trunk,
            branch=branch,
        )


def _call_transport(repository: Repository, *words: str) -> subprocess.CompletedProcess[str]:
    """Git with the person's own settings, for only those lead to a remote (credentials, SSH, proxies); no hooks. It
    may ask at the terminal. One that does not end in time has failed."""
    command = ["git", "-c", "core.hooksPath=/dev/null", *words]
    seconds = time_limit(words[0])
    try:
        return subprocess.run(  # noqa: S603
            command,
            cwd=repository.root,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        said = f"git {words[0]} did not end within {seconds:g} s; {LIMIT} sets more"
        return subprocess.CompletedProcess(command, returncode=1, stdout="", stderr=said)


def _verify(
    repository: Repository, found: Released, planned: Release, trunk: str, remote: str | None
) -> Sequence[Sentence]:
    warnings: list[Sentence] = []
    pointed = repository.commit_of(f"refs/tags/{planned.tag}")
    if pointed != repository.head_commit():
        warnings.append(Sentence("{tag} does not point to the commit of the release", tag=planned.tag))
    if found.file and find_project(lambda path: _read(repository.root, path)).version != planned.version:
        warnings.append(Sentence("{file} does not say {version}", file=found.file, version=planned.version))
    if found.ecosystem in ("python-vcs", "other") and _newest_tag(repository, found) != planned.version:
        warnings.append(Sentence("the newest tag does not say {version}", version=planned.version))
    for lock in LOCKS.get(found.ecosystem, ()):
        text = _read(repository.root, lock)
        if text is not None and not says_version(lock, text, found.name, planned.version):
            warnings.append(Sentence("{file} does not say {version}", file=lock, version=planned.version))
    if found.ecosystem == "other":
        warnings.append(Sentence("no file that Renkei knows says the version: only the tag does"))
    if remote:
        refs = (f"refs/tags/{planned.tag}", f"refs/heads/{planned.branch}", f"refs/heads/{trunk}")
        listed = _list_remote(repository, remote, refs)
        warnings += [
            Sentence("{name} is not on {remote}", name=ref.split("/", 2)[2], remote=remote)
            for ref in refs
            if listed.get(ref) != repository.run("rev-parse", ref)
        ]
    else:
        warnings.append(Sentence("nothing was pushed: there is no remote, or it was not wanted"))
    return warnings


def _read(root: Path, path: str) -> str | None:
    try:
        return read_regular(root / path).decode("utf-8-sig")  # line ends as they are
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{path} cannot be read ({error}).", path=path, error=str(error)) from None
