"""Whether the files that a result names are there: looked up before it is posted, wherever somebody works on them."""

from collections.abc import Iterator
from pathlib import Path

from renkei.app.project import Project
from renkei.git import find_place
from renkei.protocol.artifacts import artifact_ref, merge_artifacts, name_in_project, names_a_file
from renkei.protocol.messages import TaskResult


def find_absent(project: Project, result: TaskResult) -> list[str]:
    """The artifacts that are files and are in none of the repository's work trees. Without a repository nobody knows
    where files are: what is not in the project's folder is told, and that is all."""
    named = merge_artifacts(result.output_artifacts)
    if not any(names_a_file(each.path or each.ref) for each in named):
        return []
    trees = list(dict.fromkeys(_work_trees(project)))
    roots = [each.as_posix() for each in trees]
    files = {each.ref: artifact_ref(name_in_project(each.path or each.ref, roots)) for each in named}
    missing = [ref for ref, file in files.items() if names_a_file(file) and not _is_in_any(trees, file)]
    absent = [name_in_project(ref, roots) for ref in missing]
    if not absent or find_place(project.settings.project):
        return absent
    project.caller.note(
        "output_artifacts: not there in {folder}: {paths}", folder=str(project.work_tree), paths=", ".join(absent)
    )
    return []


def _work_trees(project: Project) -> Iterator[Path]:
    """The caller's, the project's own, and those that git knows of beside it: each agent of a team may have one."""
    for each in (project.work_tree, project.settings.project):
        yield from (each, each.resolve())
    place = find_place(project.settings.project)
    for file in (place.common / "worktrees").glob("*/gitdir") if place else ():
        try:
            yield Path(file.read_text(encoding="utf-8", errors="surrogateescape").removesuffix("\n")).parent
        except OSError:
            continue  # removed by somebody meanwhile


def _is_in_any(trees: list[Path], file: str) -> bool:
    return any(_is_in(tree, file) for tree in trees)


def _is_in(tree: Path, file: str) -> bool:
    try:
        return (tree / file).exists() or any(True for _ in tree.glob(file))
    except (OSError, ValueError, NotImplementedError):  # too long, or no path at all
        return False
