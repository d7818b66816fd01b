"""Submodules in an agent's work tree: filled from what the main work tree has, without a network, to be read only.

Each gets a git folder of its own beside that of the work tree, which borrows the objects of the main work tree's. It
goes when the work tree goes, and nothing that an agent does in it reaches the submodule of the person.
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.git import PATCH, Place, call_git, find_place
from renkei.values import value
from renkei.workspace.aside import PatchPart
from renkei.workspace.repository import GitFailed, Repository

GITLINK: Final = "160000"


@value
class Submodule:
    """A submodule of a work tree at the commit that the repository names."""

    name: str
    """Its path from the top of the work tree, also of one inside another."""
    folder: Path
    commit: str
    admin: Path | None
    """Its git folder; None when it could not be filled."""
    inside: bool
    """Whether it lies in another one."""

    def contains_path(self, path: str) -> bool:
        return path == self.name or path.startswith(f"{self.name}/")


def fill(repository: Repository, tree: Place, admin: Path, above: str = "") -> Iterator[Submodule]:
    """Fills the submodules of a fresh work tree, and those inside them; each that there is, also one left empty."""
    assert tree.work_tree is not None
    for path, commit in _list_gitlinks(repository, tree):
        name = f"{above}{path}"
        git = admin / name / "git"
        found = Submodule(name=name, folder=tree.work_tree / path, commit=commit, admin=git, inside=bool(above))
        if _try_fill(repository, found):
            yield found
            yield from fill(repository, _place_of(found), admin, f"{name}/")
        else:
            yield replace(found, admin=None)


def list_empty(repository: Repository) -> list[str]:
    """Submodules that the main work tree has not filled, so that no work tree can have them."""
    if not (repository.root / ".gitmodules").is_file():
        return []
    return [
        path
        for path, _ in _list_gitlinks(repository, repository.here)
        if not (repository.root / path / ".git").exists()
    ]


def make_patch(repository: Repository, module: Submodule, index: Path) -> PatchPart | None:
    """All that an agent changed in a submodule, committed there or not, as a patch from the top of the work tree."""
    if module.admin is None:
        return make_folder_patch(repository, module.folder, module.name, index) if module.folder.is_dir() else None
    if not module.folder.is_dir():
        remove_path(module.folder)
        module.folder.mkdir(parents=True)
    inner = [path for path, _ in _list_gitlinks(repository, _place_of(module))]
    _run_git(repository, module, "add", "--all", "--", ".", *(f":(exclude,literal){path}" for path in inner))
    prefixes = (f"--src-prefix=a/{module.name}/", f"--dst-prefix=b/{module.name}/")
    patch = _run_git(repository, module, *PATCH, "--cached", *prefixes, module.commit)
    strip = 1 + len(Path(module.name).parts)
    return PatchPart(patch=patch, place=_place_of(module), base=module.commit, strip=strip) if patch else None


def restore(repository: Repository, module: Submodule) -> None:
    """Puts a submodule back where it was."""
    if module.admin is None:
        remove_path(module.folder)
        module.folder.mkdir(parents=True)
        return
    if not module.folder.is_dir():
        remove_path(module.folder)
        module.folder.mkdir(parents=True)
    remove_path(module.folder / ".git")
    (module.folder / ".git").write_text(f"gitdir: {module.admin}\n", encoding="utf-8")
    _run_git(repository, module, "checkout", "--quiet", "--force", "--detach", module.commit)
    _run_git(repository, module, "clean", "-ffdq")


def make_folder_patch(repository: Repository, folder: Path, name: str, index: Path) -> PatchPart | None:
    """Every file of a folder that git would not look into, as a patch that makes them; `index` is there meanwhile."""
    at, own = Place(repository.common, repository.common, folder), {"GIT_INDEX_FILE": str(index)}
    try:
        repository.run("add", "--all", "--", ".", at=at, variables=own)
        nothing = repository.run("hash-object", "-t", "tree", "--stdin")
        prefixes = (f"--src-prefix=a/{name}/", f"--dst-prefix=b/{name}/")
        patch = repository.run(*PATCH, "--cached", *prefixes, nothing, at=at, variables=own)
        return PatchPart(patch=patch, place=at, base=None) if patch else None
    finally:
        index.unlink(missing_ok=True)


def _list_gitlinks(repository: Repository, tree: Place) -> list[tuple[str, str]]:
    """Path and commit of each, also of one that `.gitmodules` does not tell of: git would start another git in it."""
    staged = repository.run("ls-files", "--stage", "-z", at=tree).split("\0")
    entries = (entry.partition("\t") for entry in staged if entry.startswith(GITLINK))
    return [(path, meta.split()[1]) for meta, _, path in entries]


def _try_fill(repository: Repository, module: Submodule) -> bool:
    source = repository.root / module.name
    lent = find_place(source) if (source / ".git").exists() else None
    if lent is None or module.admin is None:
        return False
    if repository.ask("cat-file", "-e", f"{module.commit}^{{commit}}", at=lent).code:
        return False
    try:
        _borrow_objects(repository, module, lent)
    except GitFailed:
        shutil.rmtree(module.admin, ignore_errors=True)
        (module.folder / ".git").unlink(missing_ok=True)
        return False
    return True


def _borrow_objects(repository: Repository, module: Submodule, lender: Place) -> None:
    """A git folder without objects of its own; no clone, for that would not take a commit that no branch has."""
    assert module.admin is not None
    module.admin.parent.mkdir(parents=True, exist_ok=True)
    form = repository.run("rev-parse", "--show-object-format", at=lender)
    call_git(
        module.folder, "init", "--quiet", "--template=", f"--object-format={form}", f"--separate-git-dir={module.admin}"
    )
    borrowed = module.admin / "objects" / "info" / "alternates"
    borrowed.parent.mkdir(parents=True, exist_ok=True)
    borrowed.write_text(f"{lender.common / 'objects'}\n", encoding="utf-8")
    if (lender.common / "shallow").is_file():
        shutil.copyfile(lender.common / "shallow", module.admin / "shallow")
    _run_git(repository, module, "checkout", "--quiet", "--detach", module.commit)


def remove_path(path: Path, *, ignore_errors: bool = False) -> None:
    """Whatever is there; of a link, the link alone."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=ignore_errors)
    else:
        path.unlink(missing_ok=True)


def _place_of(module: Submodule) -> Place:
    assert module.admin is not None
    return Place(module.admin, module.admin, module.folder)


def _run_git(repository: Repository, module: Submodule, *words: str) -> str:
    return repository.run(*words, at=_place_of(module))
