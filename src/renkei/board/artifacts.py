"""Whose artifacts are: those that are there, under each of their names, and those that a task is to yield."""

from renkei.board.tables import ArtifactRow, ExpectedArtifactRow
from renkei.board.tasks import Task, find_task
from renkei.board.team import PERSON, find_member
from renkei.eventlog.base import View
from renkei.protocol.artifacts import artifact_name


def find_artifact(view: View, ref: str) -> ArtifactRow | None:
    """The artifact that a reference names, else the newest whose path it is."""
    name = artifact_name(ref)
    if row := view.get(ArtifactRow, name):
        return row
    return next(iter(view.select(ArtifactRow, order="seq", descending=True, limit=1, path_name=name)), None)


def task_that_yields(view: View, ref: str) -> Task | None:
    """The task that has yielded an artifact, or is to; none that was withdrawn or declined."""
    row = find_artifact(view, ref) or view.get(ExpectedArtifactRow, artifact_name(ref))
    task = find_task(view, row.task) if row and row.task else None
    is_void = task is not None and (task.state == "cancelled" or (task.contract and task.contract.state == "declined"))
    return None if is_void else task


def owners_of_artifact(view: View, ref: str) -> list[str]:
    """Whose an artifact is; nobody's once its owner has left without being followed by anybody.

    Of one that is not there yet: the owner of its task, or each to whom that was handed while nobody has started it.
    """
    if row := find_artifact(view, ref):
        names = [row.owner]
    else:
        task = task_that_yields(view, ref)
        names = list(task.entitled) if task else []
    return [name for name in names if name == PERSON or find_member(view, name)]
