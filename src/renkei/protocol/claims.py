"""What is kept of a claim that was accepted: enough to check it again, and no code of the repository."""

from renkei.protocol.base import Model
from renkei.protocol.spend import Spend


class ToolCall(Model):
    """The tool call by which the agent saw what it claims."""

    tool: str
    at: str
    first_line: int | None
    last_line: int | None


class CodeProof(Model):
    """Lines of a file, as they stood when a claim about them was accepted."""

    path: str
    """Relative to the root of the repository."""
    line: int
    end_line: int
    columns: list[int] | None = None
    """From where to where, in the one line with its blanks made single, when only a part of it was quoted."""
    blob: str
    """The id that git gives the file's content, whether it was committed or not."""
    snippet: str
    """The digest of the text that was claimed."""
    category: str
    read_by: ToolCall | None = None


class RunProof(Model):
    """A command that ended well, and the tree it was run on."""

    command: str
    exit_code: int
    tree: str | None
    """With a `+` when files differed from it; None outside of git."""


class Tally(Model):
    """How the claims of one result came out, for one category."""

    category: str
    claims: int
    verified: int
    false: int


class Usage(Model):
    """What it took to come to a result; None is unknown."""

    model: str | None = None
    tokens: int | None = None
    cost: float | None = None
    """In dollars."""
    spent: list[Spend] = []
    """The same by model and kind, where a client's transcript has that."""

    @property
    def spends(self) -> list[Spend]:
        """By model; of sums alone one."""
        if self.spent or (self.tokens is None and self.cost is None):
            return self.spent
        micros = None if self.cost is None else round(self.cost * 1_000_000)
        return [Spend(model=self.model, other=self.tokens or 0, micros=micros)]
