"""A repository whose history is made step by step, and claims about it as a result makes them."""

from collections.abc import Sequence
from pathlib import Path

from renkei.protocol.claims import CodeProof
from renkei.reports.proofs.make import prove_claims
from renkei.reports.proofs.recheck import recheck
from renkei.reports.proofs.repository import Repository
from renkei.reports.proofs.standing import Standing
from renkei.reports.references import Claim, Reference, check_claims
from renkei.reports.rules import Judgement
from renkei.reports.tree import WorkingTree
from tests.support.hook_project import git

CODE = (
    "import os\n\n\ndef login(user):\n    token = user.token()\n    return check(token)\n\n\ndef logout():\n    pass\n"
)


def _nobody(path: str, first: int, last: int) -> None:
    """Nobody's tool call has read it."""


class History:
    """A folder that may be a repository; files are written and committed."""

    def __init__(self, folder: Path, *, with_git: bool = True) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if with_git:
            git(folder, "init", "--quiet")

    def write(self, path: str, text: str) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")

    def commit(self, message: str = "a change", **files: str) -> str:
        """Commits files, named without their `.py`; the commit's id."""
        for name, text in files.items():
            self.write(f"{name}.py", text)
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--allow-empty", "--message", message)
        return git(self.folder, "rev-parse", "HEAD").strip()

    def proof(self, path: str, line: int, snippet: str | None = None, *, end_line: int | None = None) -> CodeProof:
        """The proof of a true claim about the folder as it is."""
        tree = WorkingTree(self.folder)
        reference = Reference(text=f"{path}:{line}", path=path, line=line, end_line=end_line)
        judgement = Judgement(
            report=None,
            violations=(),
            references=tuple(check_claims([Claim(reference=reference, snippet=snippet)], tree)),
        )
        proofs = prove_claims(judgement, tree, role="r", place=lambda path: path, reader=_nobody)
        assert len(proofs) == 1
        return proofs[0]

    def recheck(self, *proofs: CodeProof) -> list[Standing]:
        with Repository(self.folder) as repository:
            return recheck(proofs, repository)

    def states(self, *proofs: CodeProof) -> Sequence[str]:
        return [standing.state for standing in self.recheck(*proofs)]
