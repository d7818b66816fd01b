"""One attempt's work tree, and git in it."""

from pathlib import Path
from typing import Final

from renkei.git import Place
from renkei.git.programs import NO_DOWNLOADS
from renkei.values import value
from renkei.workspace.repository import GitAnswer, Repository
from renkei.workspace.submodules import Submodule

_WHOLE: Final = {"core.sparseCheckout": "false", "core.splitIndex": "false", "index.sparse": "false"}
"""All files of the commit are there, and all are in one index."""


@value
class Worktree:
    """One attempt's work tree. Its git folder is remembered: what the agent does to `.git` in it leads nowhere."""

    repository: Repository
    path: Path
    admin: Path
    base: str
    links: tuple[str, ...] = ()
    submodules: tuple[Submodule, ...] = ()
    large: tuple[str, ...] = ()
    """Files that Git LFS keeps."""
    digest: str = ""
    """Of the index as it was checked out."""

    @property
    def index(self) -> Path:
        """Ours alone: marks in the agent's own, such as `--assume-unchanged`, hide nothing from us."""
        return self.admin / "renkei.index"

    def git(self, *words: str, text: str = "") -> str:
        return self.repository.run(*words, at=self.place, variables=self._variables, settings=_WHOLE, text=text)

    def ask(self, *words: str) -> GitAnswer:
        return self.repository.ask(*words, at=self.place, variables=self._variables, settings=_WHOLE)

    @property
    def _variables(self) -> dict[str, str]:
        return {**NO_DOWNLOADS, "GIT_INDEX_FILE": str(self.index)}

    @property
    def place(self) -> Place:
        return Place(self.admin, self.repository.common, self.path)
