"""From an agent's work tree to a commit: what it owns is committed, the rest is refused, kept aside and reported.

Before it joins the run's branch it is put on top of what its siblings did, and the project's check command is run
there: the one that breaks it is known.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

from renkei.git import PATCH
from renkei.sentence import Sentence
from renkei.workspace import commands, lfs, submodules, worktrees
from renkei.workspace.names import alike
from renkei.workspace.submodules import GITLINK
from renkei.workspace.worktree import Worktree

_SYMLINK: Final = "120000"

Mode = Literal["added", "modified", "deleted"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    path: str
    kind: Mode
    mode: str
    """Git's file mode after the change."""
    was: str = "000000"
    """And before it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A file that an agent wrote and may not have."""

    path: str
    rule: str
    reason: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Landing:
    """What became of an agent's changes."""

    commit: str | None
    files: tuple[str, ...]
    refused: tuple[Refusal, ...] = ()
    aside: Path | None = None
    """The patch of what was refused."""
    told: tuple[Sentence, ...] = ()
    """What else a person should know of: it may have been done to get something past the rules."""
    failure: Literal["conflict", "check"] | None = None
    reason: Sentence | None = None
    ran: commands.Finished | None = None
    """How the check command ended, if one was run."""
    tree: str | None = None
    """The git tree that it was run on."""


Judge = Callable[[Change], Refusal | None]


def changes(worktree: Worktree, declared: Sequence[str] = ()) -> list[Change]:
    """All that differs from the base commit, whether the agent committed it or not.

    What git ignores does not count, unless it is a file that was asked for.
    """
    modules = [module for module in worktree.submodules if not module.inside]
    left = (*worktree.links, *(module.name for module in modules), *lfs.untouched(worktree))
    excluded = [f":(exclude,literal){path}" for path in left]
    worktree.git("add", "--all", "--", ".", *excluded)
    own = [path for path in declared if not any(module.holds(path) for module in modules)]
    if asked := [f":(literal){path}" for path in own if (worktree.path / path).is_file()]:
        worktree.git("add", "--force", "--", *asked)
    raw = worktree.git("diff", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", worktree.base)
    fields = raw.split("\0")
    pairs = zip(fields[::2], fields[1::2], strict=False)
    return [_change(meta, path) for meta, path in pairs if meta.startswith(":")]


def land(
    worktree: Worktree,
    judge: Judge,
    *,
    onto: str,
    message: str,
    aside: Path,
    declared: Sequence[str] = (),
    check: str | None = None,
    timeout: float = 600,
) -> Landing:
    """Makes the commit of a work tree, on top of `onto`; None when nothing of it is to be kept."""
    found = changes(worktree, declared)
    refused = _refused(worktree, judge, found, aside)
    files = tuple(each.path for each in found if each.path not in {refusal.path for refusal in refused})
    kept = aside if refused else None
    told = tuple(_told(worktree))
    base = Landing(commit=None, files=files, refused=tuple(refused), aside=kept, told=told)
    if not files:
        return base
    worktree.git("reset", "--quiet", "--soft", worktree.base)  # of what the agent committed, the files count
    worktree.git("commit", "--quiet", "--no-verify", "--cleanup=verbatim", "-m", message)
    own = worktree.git("rev-parse", "HEAD")
    worktree.git("reset", "--quiet", "--hard", own)
    worktree.git("clean", "-ffdq", *(word for link in worktree.links for word in ("-e", f"/{link}")))
    if onto != worktree.base and (clash := _move_onto(worktree, own, onto)):
        return _failed(base, "conflict", Sentence("it clashes with what others did in {files}", files=clash))
    worktrees.restore(worktree)
    if check:
        ran = commands.run(check, worktree.path, timeout=timeout)
        base = replace(base, ran=ran, tree=worktree.git("rev-parse", "HEAD^{tree}"))
        if ran.exit_code != 0:
            return _failed(base, "check", _broken(check, ran))
    return replace(base, commit=worktree.git("rev-parse", "HEAD"))


def _told(worktree: Worktree) -> Iterator[Sentence]:
    if names := worktree.repository.changed_programs():
        yield Sentence(
            "git is configured to use another {names} than when the run was started: it was not used",
            names=", ".join(names),
        )


def keep_unfinished(worktree: Worktree, aside: Path) -> Path | None:
    """The patch of all that an attempt wrote that did not come to its end; None when it wrote nothing."""
    changes(worktree)
    patch = worktree.git(*PATCH, "--cached", worktree.base)
    if not patch:
        return None
    aside.parent.mkdir(parents=True, exist_ok=True)
    aside.write_bytes(f"{patch}\n".encode(errors="surrogateescape"))
    return aside


def unsafe(change: Change, tree: Path) -> Refusal | None:
    """What nobody may commit, whoever owns it: a repository inside the repository, a link that leads out of it."""
    if GITLINK in (change.mode, change.was):
        reason = Sentence("{path} is a git repository of its own (a submodule)", path=change.path)
        return Refusal(path=change.path, rule="RUN-4", reason=reason)
    if change.mode == _SYMLINK and not (tree / change.path).resolve().is_relative_to(tree.resolve()):
        reason = Sentence("{path} is a link that leads out of the repository", path=change.path)
        return Refusal(path=change.path, rule="RUN-4", reason=reason)
    return None


def _change(meta: str, path: str) -> Change:
    was, mode, _, _, status = meta.removeprefix(":").split(" ")
    kinds: dict[str, Mode] = {"A": "added", "D": "deleted"}
    return Change(path=path, kind=kinds.get(status[0], "modified"), mode=mode, was=was)


def _refused(worktree: Worktree, judge: Judge, found: list[Change], aside: Path) -> list[Refusal]:
    """What is not taken, kept aside as one patch. Each rule looks at what the ones before it have left."""
    refused: dict[str, Refusal] = {}
    patches: list[str] = []
    rules: list[Callable[[list[Change]], Iterable[Refusal]]] = [
        lambda left: filter(None, map(judge, left)),
        partial(_alike_names, worktree),
        partial(_of_lfs, worktree),
    ]
    for rule in rules:
        new = list(rule([change for change in found if change.path not in refused]))
        patches.append(_taken_out(worktree, new))
        refused |= {refusal.path: refusal for refusal in new}
    patches += _of_repositories_inside(worktree, found)
    for module in worktree.submodules:
        if patch := submodules.difference(worktree.repository, module, _index(worktree)):
            refused.setdefault(module.name, _inside(module.name))
            patches.append(patch)
    if refused:
        aside.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes("".join(f"{patch}\n" for patch in patches if patch).encode(errors="surrogateescape"))
    return list(refused.values())


def _is_new(change: Change) -> bool:
    return change.kind == "added"


def _taken_out(worktree: Worktree, refused: list[Refusal]) -> str:
    """Puts files back as they were in what is to be committed; the patch of what was changed."""
    if not refused:
        return ""
    paths = [f":(literal){refusal.path}" for refusal in refused]
    patch = worktree.git(*PATCH, "--cached", worktree.base, "--", *paths)
    worktree.git("reset", "--quiet", worktree.base, "--", *paths)
    return patch


def _of_repositories_inside(worktree: Worktree, found: list[Change]) -> Iterator[str]:
    """A new repository inside the work tree: git's own patch would name its commit alone."""
    for change in found:
        folder = worktree.path / change.path
        if change.mode == GITLINK and _is_new(change) and folder.is_dir():
            yield submodules.folder_as_patch(worktree.repository, folder, change.path, _index(worktree))


def _index(worktree: Worktree) -> Path:
    return worktree.admin / "aside.index"


def _alike_names(worktree: Worktree, found: list[Change]) -> Iterator[Refusal]:
    """New files whose name differs from another only in case: some file systems cannot hold both."""
    added = [change.path for change in found if _is_new(change)]
    names = worktree.git("ls-files", "-z", "--cached").split("\0") if added else []
    for path in alike(added, names):
        reason = Sentence("{path} differs from another file only in case", path=path)
        yield Refusal(path=path, rule="RUN-4", reason=reason)


def _inside(path: str) -> Refusal:
    reason = Sentence("{path} is a submodule: what changes in it is changed in its own repository", path=path)
    return Refusal(path=path, rule="RUN-4", reason=reason)


def _of_lfs(worktree: Worktree, found: list[Change]) -> Iterator[Refusal]:
    """By the attributes that are left, for a change of those may have been refused."""
    for path in lfs.unfiltered(worktree, [change.path for change in found]) if found else ():
        reason = Sentence(
            "{path} is kept by Git LFS, which did not work here: it would be stored whole, in place of its pointer",
            path=path,
        )
        yield Refusal(path=path, rule="RUN-4", reason=reason)


def _move_onto(worktree: Worktree, commit: str, onto: str) -> str | None:
    """Puts a commit on top of another; the files that clash, if any do."""
    worktree.git("reset", "--quiet", "--hard", onto)
    code, _ = worktree.ask("cherry-pick", "--allow-empty", "--keep-redundant-commits", commit)
    if code == 0:
        return None
    files = worktree.git("diff", "--name-only", "-z", "--diff-filter=U").split("\0")
    worktree.ask("cherry-pick", "--abort")
    return ", ".join(filter(None, files)) or "-"


def _broken(check: str, ran: commands.Finished) -> Sentence:
    said = ran.output.strip()[-2000:]
    return Sentence("{check!r} fails with it ({code}): {said}", check=check, code=ran.exit_code, said=said)


def _failed(base: Landing, failure: Literal["conflict", "check"], reason: Sentence) -> Landing:
    return replace(base, failure=failure, reason=reason)
