"""The files of a review team (CPF): whether one is of its form, and the verdict that follows from all of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from renkei.app.project import Project
from renkei.errors import BadInput, Problem
from renkei.protocol.documents import decode_text
from renkei.reports.cpf.document import Document
from renkei.reports.cpf.inspectors import VERDICT_FILE, ReviewType
from renkei.reports.cpf.review import Review, judge_review
from renkei.reports.cpf.rules import read_valid
from renkei.reports.tree import WorkingTree
from renkei.values import value


@value
class CheckedFile:
    """A file that was looked at: what stands in it, or what breaks its form."""

    document: Document | None = None
    kind: Literal["auditor", "inspector"] | None = None
    """Whose file it is."""
    problems: Sequence[Problem] = ()

    @property
    def is_valid(self) -> bool:
        return not self.problems


def check_file(data: bytes, name: str) -> CheckedFile:
    """What breaks the form is the answer that was asked for.

    Raises:
        BadInput: it is no text at all.
    """
    try:
        document = read_valid(decode_text(data, name), name)
    except BadInput as error:
        if not error.problems:
            raise
        return CheckedFile(problems=error.problems)
    is_auditors = document.is_audit or Path(name).name == VERDICT_FILE
    return CheckedFile(document=document, kind="auditor" if is_auditors else "inspector")


def derive_verdict(project: Project, folder: str, *, kind: ReviewType | None = None, repo: str | None = None) -> Review:
    """The verdict that the files of the inspectors lead to; with the code, without findings at places it does not have.

    Raises:
        BadInput, NotFound: there is no such folder, or its files are none of one review.
    """
    place = project.cwd / folder
    if not repo:
        return judge_review(place, kind)
    code = project.cwd / repo
    return judge_review(place, kind, WorkingTree(code), _folder_in_repo(place, code))


def _folder_in_repo(folder: Path, repo: Path) -> str:
    """Where what is reviewed lies in the code: the folder around the review directory."""
    above, root = folder.resolve().parent, repo.resolve()
    return above.relative_to(root).as_posix() if above.is_relative_to(root) and above != root else ""
