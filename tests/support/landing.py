"""An agent's work tree brought in, by the rules that hold for everybody."""

from collections.abc import Sequence
from pathlib import Path

from renkei.workspace.landing import (
    Change,
    ChangeJudge,
    Landing,
    Refusal,
    check_landing,
    commit_work,
    rebase_onto,
    refuse_unsafe,
)
from renkei.workspace.worktree import Worktree


def land(
    tree: Worktree,
    judge: ChangeJudge,
    *,
    aside: Path,
    onto: str | None = None,
    declared: Sequence[str] = (),
    check: str | None = None,
) -> Landing:
    """All of it at once, as for an attempt that is alone: what is taken, on top of `onto`, checked."""
    taken = commit_work(tree, judge, message="work\n", aside=aside, declared=declared)
    return check_landing(tree, rebase_onto(tree, taken, onto or tree.base), check)


def landed(tree: Worktree, *, onto: str | None = None, check: str | None = None) -> Landing:
    def not_unsafe(change: Change) -> Refusal | None:
        return refuse_unsafe(change, tree.path)

    aside = tree.repository.own_folder / "aside" / "a.patch"
    return land(tree, not_unsafe, onto=onto, aside=aside, check=check)
