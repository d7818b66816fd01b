"""From an agent's work tree to a commit: what it owns is committed, the rest is refused, kept aside and reported.

Before it joins the run's branch it is put on top of what its siblings did, and the project's check command is run
there: the one that breaks it is known. Why: docs/why/runs.md.
"""

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, Literal

from renkei.git import PATCH, GitFailed, one_line
from renkei.git.names import find_alike, join_names
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace import lfs, shell, submodules, worktrees
from renkei.workspace.aside import PatchPart, keep_aside
from renkei.workspace.submodules import GITLINK
from renkei.workspace.worktree import Worktree

_SYMLINK: Final = "120000"

ChangeKind = Literal["added", "modified", "deleted"]


@value
class Change:
    path: str
    kind: ChangeKind
    mode: str
    """Git's file mode after the change."""
    was: str = "000000"
    """And before it."""


@value
class Refusal:
    """A file that an agent wrote and may not have."""

    path: str
    rule: str
    reason: Sentence


@value
class Landing:
    """What became of an agent's changes."""

    commit: str | None
    """On top of what the others did; None when nothing of it is to be kept, or it failed."""
    files: tuple[str, ...]
    own: str | None = None
    """The same on the commit that the attempt began with."""
    refused: tuple[Refusal, ...] = ()
    aside: Path | None = None
    """The patch of what was refused."""
    told: tuple[Sentence, ...] = ()
    """What else a person should know of: it may have been done to get something past the rules."""
    failure: Literal["conflict", "check"] | None = None
    reason: Sentence | None = None
    ran: shell.CommandResult | None = None
    """How the check command ended, if one was run."""
    tree: str | None = None
    """The git tree of `commit`, which it was run on."""


ChangeJudge = Callable[[Change], Refusal | None]


def stage_changes(worktree: Worktree, declared: Sequence[str] = ()) -> list[Change]:
    """All that differs from the base commit, whether the agent committed it or not.

    What git ignores does not count, unless it is a file that was asked for.
    """
    worktrees.remove_pipes(worktree)
    worktrees.take_back_index(worktree)
    worktree.git("update-ref", "--no-deref", "HEAD", worktree.base)  # on whatever branch the agent has put itself
    modules = [module for module in worktree.submodules if not module.inside]
    left = (*worktree.links, *(module.name for module in modules), *lfs.list_untouched(worktree))
    unborn = _stage_all(worktree, left)
    own = [path for path in declared if not any(module.contains_path(path) for module in modules)]
    _force_add(worktree, [path for path in own if (worktree.path / path).is_file()])
    return [*_list_staged(worktree), *unborn]


def _stage_all(worktree: Worktree, left: Sequence[str]) -> list[Change]:
    """All but what is left aside. A repository without a commit inside of the work tree makes git fail; such are named
    like those that git can stage."""
    try:
        _add_all(worktree, left)
    except GitFailed:
        others = worktree.git("ls-files", "--others", "--exclude-standard", "-z").split("\0")
        unborn = [path.rstrip("/") for path in others if path.endswith("/")]
        if not unborn:
            raise
        _add_all(worktree, [*left, *unborn])
        return [Change(path=path, kind="added", mode=GITLINK) for path in unborn]
    return []


def _add_all(worktree: Worktree, left: Sequence[str]) -> None:
    worktree.git("add", "--all", "--", ".", *(f":(exclude,literal){path}" for path in left))


def _force_add(worktree: Worktree, paths: Sequence[str]) -> None:
    """Also what git ignores."""
    if paths:
        worktree.git("add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul", text=_literal_pathspecs(paths))


def _literal_pathspecs(paths: Iterable[str]) -> str:
    return "\0".join(f":(literal){path}" for path in paths)


def _list_staged(worktree: Worktree) -> list[Change]:
    fields = worktree.git("diff", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", worktree.base).split("\0")
    pairs = zip(fields[::2], fields[1::2], strict=False)
    return [_parse_change(meta, path) for meta, path in pairs if meta.startswith(":")]


def commit_work(
    worktree: Worktree, judge: ChangeJudge, *, message: str, aside: Path, declared: Sequence[str] = ()
) -> Landing:
    """What of an attempt's work is to be kept, as a commit on its base (`own`). Done again, it comes to the same."""
    found, hidden = _stage_hidden(worktree, stage_changes(worktree, declared), judge)
    refused, kept = _refuse_changes(worktree, judge, found, aside)
    gone = {refusal.path for refusal in refused}
    files = tuple(each.path for each in found if each.path not in gone)
    told = tuple(_list_warnings(worktree, hidden, kept))
    own = worktree.git("commit-tree", worktree.git("write-tree"), "-p", worktree.base, text=message) if files else None
    return Landing(commit=None, own=own, files=files, refused=tuple(refused), aside=kept, told=told)


def rebase_onto(worktree: Worktree, taken: Landing, onto: str) -> Landing:
    """Puts what was taken on top of what others did, in its own work tree. It can be done again, on another commit."""
    if taken.own is None:
        return taken
    worktree.ask("cherry-pick", "--quit")  # what the agent may have been in the middle of
    worktree.git("reset", "--quiet", "--hard", taken.own)
    worktree.git("clean", "-ffdq", *(word for link in worktree.links for word in ("-e", f"/{link}")))
    if onto != worktree.base and (clash := _cherry_pick_onto(worktree, taken.own, onto)):
        return _fail_landing(taken, "conflict", Sentence("it clashes with what others did in {files}", files=clash))
    worktrees.restore(worktree)
    worktrees.hand_over_index(worktree)
    commit, tree = worktree.git("rev-parse", "HEAD", "HEAD^{tree}").split()
    return replace(taken, commit=commit, tree=tree)


def check_landing(
    worktree: Worktree, landing: Landing, check: str | None, *, timeout: float = 600, stop: Event | None = None
) -> Landing:
    """Runs the command that the work has to pass, where it was put."""
    if check is None or landing.commit is None:
        return landing
    ran = shell.run(check, worktree.path, timeout=timeout, stop=stop)
    checked = replace(landing, ran=ran)
    failure = shell.describe_failure(check, ran.exit_code, ran.output)
    return _fail_landing(checked, "check", failure) if failure else checked


def _list_warnings(worktree: Worktree, hidden: list[str], kept: Path | None) -> Iterator[Sentence]:
    if hidden:
        yield Sentence(
            "rules of what git ignores that the project does not have hide {count} files: {files}",
            count=len(hidden),
            files=join_names(hidden),
        )
    if names := worktree.repository.find_changed_programs():
        yield Sentence(
            "git is configured to use another {names} than when the run was started: it was not used",
            names=join_names(names),
        )
    if kept and kept.is_dir():
        yield Sentence("of what was refused no patch could be made, the files are kept in {path}", path=str(kept))


def keep_unfinished(worktree: Worktree, aside: Path) -> Path | None:
    """All that an attempt wrote that did not come to its end, as a patch or in a folder; None when it wrote nothing."""
    stage_changes(worktree)
    _force_add(worktree, _find_hidden(worktree))
    patch = worktree.git(*PATCH, "--cached", worktree.base)
    if not patch:
        return None
    part = PatchPart(patch=patch, place=worktree.place, base=worktree.base)
    return keep_aside(worktree.repository, [part], worktree.path, [each.path for each in _list_staged(worktree)], aside)


def _stage_hidden(worktree: Worktree, found: list[Change], judge: ChangeJudge) -> tuple[list[Change], list[str]]:
    """What an agent's own rules of what to ignore hide is looked at like the rest: all of it where the agent may not
    make such rules; else what is not its own, for what is its own it may leave out. With the names of all of it."""
    hidden = _find_hidden(worktree)
    rules = [change for change in found if Path(change.path).name == ".gitignore"]
    may_hide = rules and not any(judge(change) for change in rules)
    counted = [path for path in hidden if not (may_hide and judge(_as_new(path)) is None)]
    _force_add(worktree, counted)
    return (_list_staged(worktree) if counted else found), hidden


def _as_new(path: str) -> Change:
    return Change(path=path, kind="added", mode="100644")


def _find_hidden(worktree: Worktree) -> list[str]:
    """Files that git ignores here and that the rules of the base commit do not."""
    if not worktree.git("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"):
        return []
    name = f".renkei-ignore-{secrets.token_hex(8)}"
    outside = _write_new(worktree.admin / name, worktree.repository.ignored)
    written = [outside, *_write_base_rules(worktree, name)]
    try:
        rules = (f"--exclude-from={outside}", f"--exclude-per-directory={name}")
        others = worktree.git("ls-files", "--others", "-z", *rules).split("\0")
    finally:
        for path in written:
            path.unlink(missing_ok=True)
    ours = {*worktree.links, *(module.name for module in worktree.submodules)}
    files = (path.removesuffix("/") for path in others if path)
    return [path for path in files if path not in ours and Path(path).name != name]


def _write_base_rules(worktree: Worktree, name: str) -> Iterator[Path]:
    """The `.gitignore` files of the base commit under another name, beside those that the agent may have changed."""
    listed = worktree.git("ls-tree", "-r", "-z", "--name-only", worktree.base, text="").split("\0")
    for path in (each for each in listed if Path(each).name == ".gitignore"):
        folder = (worktree.path / path).parent
        if folder.is_dir() and folder.resolve() == folder:
            text = worktree.git("cat-file", "blob", f"{worktree.base}:{path}")
            yield _write_new(folder / name, f"{text}\n")


def _write_new(path: Path, text: str) -> Path:
    """A new file: nothing that an agent has put there is followed."""
    with path.open("x", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    return path


def refuse_unsafe(change: Change, tree: Path) -> Refusal | None:
    """What nobody may commit, whoever owns it: a repository inside the repository, a link that leads out of it."""
    if GITLINK in (change.mode, change.was):
        reason = Sentence("{path} is a git repository of its own (a submodule)", path=one_line(change.path))
        return Refusal(path=change.path, rule="RUN-4", reason=reason)
    if change.mode == _SYMLINK and _leads_out(tree / change.path, tree):
        reason = Sentence("{path} is a link that leads out of the repository", path=one_line(change.path))
        return Refusal(path=change.path, rule="RUN-4", reason=reason)
    return None


def _leads_out(link: Path, tree: Path) -> bool:
    """Whether a link is none of the repository's own: a whole path, and what is git's, is another place in each work
    tree."""
    target = Path(os.path.relpath(link.resolve(), tree.resolve()))
    is_whole = link.is_symlink() and link.readlink().is_absolute()
    return is_whole or target.parts[:1] in (("..",), (".git",))


def _parse_change(meta: str, path: str) -> Change:
    was, mode, _, _, status = meta.removeprefix(":").split(" ")
    kinds: dict[str, ChangeKind] = {"A": "added", "D": "deleted"}
    return Change(path=path, kind=kinds.get(status[0], "modified"), mode=mode, was=was)


def _refuse_changes(
    worktree: Worktree, judge: ChangeJudge, found: list[Change], aside: Path
) -> tuple[list[Refusal], Path | None]:
    """What is not taken, kept aside as one. Each rule looks at what the ones before it have left."""
    refused: dict[str, Refusal] = {}
    parts: list[PatchPart | None] = []
    rules: list[Callable[[list[Change]], Iterable[Refusal]]] = [
        lambda left: filter(None, map(judge, left)),
        partial(_refuse_alike_names, worktree),
        partial(_refuse_unfiltered, worktree),
    ]
    for rule in rules:
        new = list(rule([change for change in found if change.path not in refused]))
        parts.append(_unstage_refused(worktree, new))
        refused |= {refusal.path: refusal for refusal in new}
    parts += _inner_repository_patches(worktree, found)
    for module in worktree.submodules:
        if part := submodules.make_patch(worktree.repository, module, _index_path(worktree)):
            refused.setdefault(module.name, _refuse_submodule(module.name))
            parts.append(part)
    if not refused:
        return [], None
    kept = keep_aside(worktree.repository, [part for part in parts if part], worktree.path, refused, aside)
    return list(refused.values()), kept


def _is_new(change: Change) -> bool:
    return change.kind == "added"


def _unstage_refused(worktree: Worktree, refused: list[Refusal]) -> PatchPart | None:
    """Puts files back as they were in what is to be committed; the patch of what was changed."""
    if not refused:
        return None
    before = worktree.git("write-tree")
    given = ("--pathspec-from-file=-", "--pathspec-file-nul")
    worktree.git(
        "reset", "--quiet", *given, worktree.base, text=_literal_pathspecs(refusal.path for refusal in refused)
    )
    patch = worktree.git(*PATCH, worktree.git("write-tree"), before)
    return PatchPart(patch=patch, place=worktree.place, base=worktree.git("write-tree")) if patch else None


def _inner_repository_patches(worktree: Worktree, found: list[Change]) -> Iterator[PatchPart | None]:
    """A new repository inside the work tree: git's own patch would name its commit alone."""
    for change in found:
        folder = worktree.path / change.path
        if change.mode == GITLINK and _is_new(change) and folder.is_dir():
            yield submodules.make_folder_patch(worktree.repository, folder, change.path, _index_path(worktree))


def _index_path(worktree: Worktree) -> Path:
    return worktree.admin / "aside.index"


def _refuse_alike_names(worktree: Worktree, found: list[Change]) -> Iterator[Refusal]:
    """New files whose name differs from another only in case: some file systems cannot hold both."""
    added = [change.path for change in found if _is_new(change)]
    names = worktree.git("ls-files", "-z", "--cached").split("\0") if added else []
    for path in find_alike(added, names):
        reason = Sentence("{path} differs from another file only in case", path=one_line(path))
        yield Refusal(path=path, rule="RUN-4", reason=reason)


def _refuse_submodule(path: str) -> Refusal:
    reason = Sentence("{path} is a submodule: what changes in it is changed in its own repository", path=one_line(path))
    return Refusal(path=path, rule="RUN-4", reason=reason)


def _refuse_unfiltered(worktree: Worktree, found: list[Change]) -> Iterator[Refusal]:
    """By the attributes that are left, for a change of those may have been refused."""
    for path in lfs.find_unfiltered(worktree, [change.path for change in found]) if found else ():
        reason = Sentence(
            "{path} is kept by Git LFS, which did not work here: it would be stored whole, in place of its pointer",
            path=one_line(path),
        )
        yield Refusal(path=path, rule="RUN-4", reason=reason)


def _cherry_pick_onto(worktree: Worktree, commit: str, onto: str) -> str | None:
    """Puts a commit on top of another; the files that clash, if any do."""
    worktree.git("reset", "--quiet", "--hard", onto)
    if worktree.ask("cherry-pick", "--allow-empty", "--keep-redundant-commits", commit).code == 0:
        return None
    files = worktree.git("diff", "--name-only", "-z", "--diff-filter=U").split("\0")
    worktree.ask("cherry-pick", "--abort")
    return join_names(filter(None, files)) or "-"


def _fail_landing(base: Landing, failure: Literal["conflict", "check"], reason: Sentence) -> Landing:
    return replace(base, commit=None, failure=failure, reason=reason)
