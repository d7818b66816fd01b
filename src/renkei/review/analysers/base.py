"""The seam: what the team needs of an analyser."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, Protocol, runtime_checkable

from renkei.installed import install_command
from renkei.review.analyser_process import Limits, ProcessResult
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

Scope = Literal["file", "imports", "tree"]
"""What a finding in a file depends on: the file alone, the file and what it imports, or all files that are looked at.
It says what has to be looked at again after a change."""


@value
class Unread:
    """A file that an analyser was given and, by its own words, did not read."""

    path: str


class Failed(Exception):
    """The analyser gave no result that can be used; why, in a sentence."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


def how_it_ended(name: str, ended: ProcessResult) -> Sentence:
    """Of an analyser that gave no result: its exit code or the signal, and its last words, if there are any."""
    said = (ended.err.strip() or ended.out.strip())[-300:]
    how = {"name": name, "said": f": {said}" if said else ""}
    if ended.code < 0:
        return Sentence("{name} was ended by signal {number}{said}", number=-ended.code, **how)
    return Sentence("{name} exited with {code}{said}", code=ended.code, **how)


@value
class Absent:
    """Why an analyser cannot look: not installed, no network, not allowed to run code."""

    state: Literal["missing", "skipped"]
    reason: Sentence
    install: str = ""
    """The line that installs it, if there is one."""


class Analyser(Protocol):
    """Looks at files and says what it found. It reads the target, and writes nothing there."""

    @property
    def name(self) -> str: ...

    @property
    def scope(self) -> Scope: ...

    def languages(self, target: Target) -> frozenset[str] | None:
        """The languages it knows in this target; None for what looks at the text of any file."""
        ...

    def version(self, target: Target) -> str | Absent:
        """Its version; or why it cannot look."""
        ...

    def cache_basis(self, target: Target) -> str:
        """What its findings depend on besides its version and its inputs: its rules, and configuration it reads."""
        ...

    def input_files(self, target: Target) -> Sequence[File]:
        """The files it looks at; none when it has nothing to say about this target."""
        ...

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding | Unread]:
        """Its findings in these files, some or all of its inputs; and which of them it did not read.

        Raises: Failed, OutOfTime, OSError.
        """
        ...


@runtime_checkable
class Selective(Protocol):
    """An analyser that some files are kept from."""

    def files_left_out(self, target: Target) -> frozenset[str]:
        """Files that it would look at, and that the project's own settings of it exclude. They are no inputs."""
        ...


@runtime_checkable
class Joining(Protocol):
    """An analyser of the whole tree that takes from each file what follows from that file alone, and joins it: after a
    change only what changed is read again."""

    def gather(self, target: Target, files: Sequence[File], limits: Limits) -> Mapping[str, str]:
        """By path, what it takes from a file. Raises: Failed, OutOfTime, OSError."""
        ...

    def gather_basis(self, target: Target) -> str:
        """What that depends on besides the file."""
        ...

    def join(self, target: Target, gathered: Mapping[str, str]) -> Iterable[RawFinding]: ...


PYTHON: Final = frozenset({"python"})


def not_installed(name: str) -> Absent:
    """One of those that come with the extra `review`."""
    command = install_command("review")
    reason = Sentence("{name} is not installed. Type: {command}", name=name, command=command)
    return Absent(state="missing", reason=reason, install=command)
