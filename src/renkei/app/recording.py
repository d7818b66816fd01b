"""What the log keeps of a result that was accepted: the proofs of its claims."""

from collections.abc import Sequence
from os.path import realpath
from pathlib import Path

from renkei.eventlog.receipts import Receipt
from renkei.protocol.claims import CodeProof, ToolCall
from renkei.reports.proofs.make import prove_claims
from renkei.reports.rules import Judgement
from renkei.reports.tree import Tree
from renkei.reports.tree.paths import locate
from renkei.settings import main_work_tree


def make_proofs(
    judgement: Judgement, tree: Tree, *, root: Path, project: Path, role: str, receipts: Sequence[Receipt] = ()
) -> list[CodeProof]:
    """The proofs of a result about the code in `root`; none if that is no part of the project."""
    prefix = prefix_in_project(root, project)
    if prefix is None or not judgement.valid:
        return []
    roots = (realpath(root), str(root))

    def place(path: str) -> str | None:
        found = locate(path, roots)
        return prefix + found if isinstance(found, str) else None

    def reader(path: str, first: int, last: int) -> ToolCall | None:
        return _newest_call(receipts, locate(path, roots), first, last)

    return prove_claims(judgement, tree, role=role, place=place, reader=reader)


def prefix_in_project(root: Path, project: Path) -> str | None:
    """What stands before a path of `root` to make it one of the project; None for another repository.

    A linked work tree has the project's own paths, wherever it lies; a submodule or another folder has those below it.
    """
    root, project = root.resolve(), project.resolve()
    if (root / ".git").exists() and main_work_tree(root) == project:
        return ""
    return f"{root.relative_to(project).as_posix()}/".removeprefix("./") if root.is_relative_to(project) else None


def _newest_call(receipts: Sequence[Receipt], path: object, first: int, last: int) -> ToolCall | None:
    """The newest call that showed these lines, else the newest that wrote the file."""
    of_file = [receipt for receipt in reversed(receipts) if receipt.path == path]
    showed = (each for each in of_file if _shows_lines(each, first, last))
    wrote = (each for each in of_file if each.first_line is None and each.tool != "Read")
    found = next(showed, None) or next(wrote, None)
    if found is None:
        return None
    return ToolCall(tool=found.tool, at=found.at, first_line=found.first_line, last_line=found.last_line)


def _shows_lines(receipt: Receipt, first: int, last: int) -> bool:
    seen = receipt.first_line is not None and receipt.last_line is not None
    return seen and receipt.first_line <= first and last <= receipt.last_line  # type: ignore[operator]
