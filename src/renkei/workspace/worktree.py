"""One attempt's work tree, and git in it."""

from dataclasses import dataclass
from pathlib import Path

from renkei.git import Place
from renkei.workspace.lfs_filter import NO_DOWNLOADS
from renkei.workspace.repository import Repository
from renkei.workspace.submodules import Submodule


@dataclass(frozen=True, kw_only=True, slots=True)
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

    def git(self, *words: str, text: str = "") -> str:
        return self.repository.run(*words, at=self.place, variables=NO_DOWNLOADS, text=text)

    def ask(self, *words: str) -> tuple[int, str]:
        answer = self.repository.ask(*words, at=self.place, variables=NO_DOWNLOADS)
        return answer.code, answer.out

    @property
    def place(self) -> Place:
        return Place(self.admin, self.repository.common, self.path)
