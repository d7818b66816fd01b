"""An agent's work tree brought in, by the rules that hold for everybody."""

from renkei.workspace.landing import Change, Landing, Refusal, land, refuse_unsafe
from renkei.workspace.worktree import Worktree


def landed(tree: Worktree, *, onto: str | None = None, check: str | None = None) -> Landing:
    def not_unsafe(change: Change) -> Refusal | None:
        return refuse_unsafe(change, tree.path)

    aside = tree.repository.own_folder / "aside" / "a.patch"
    return land(tree, not_unsafe, onto=onto or tree.base, message="work\n", aside=aside, check=check)
