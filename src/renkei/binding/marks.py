"""The marks by which agents are held to the contract of results: one that was taken out of a file still holds."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding.texts import read_bytes
from renkei.kit.agents import CONTRACT_MARK
from renkei.lazy import lazy
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.binding.commits import find_committed
else:
    find_committed = lazy("renkei.binding.commits:find_committed")

_FOLDER = ".claude/agents"


def find_marked_agents(project: Path) -> tuple[str, ...]:
    """The agents whose definitions carry the mark."""
    return tuple(sorted(path.stem for path in (project / _FOLDER).glob("*.md") if _is_marked(read_bytes(path))))


def find_lost_marks(project: Path, marks: Iterable[str]) -> list[str]:
    """The agents whose definitions carry their mark no more, though no person committed that."""
    return [
        agent
        for agent in marks
        if not _is_marked(read_bytes(project / _file_of(agent))) and not _is_persons(project, agent)
    ]


def mark_notices(project: Path, marks: Iterable[str]) -> list[Sentence]:
    lost = find_lost_marks(project, marks)
    if not lost:
        return []
    return [
        Sentence(
            "Renkei: the definitions of {agents} are not marked for the contract of results any more; it holds for "
            "them, as you set it. If that is your own, type: renkei accept marks",
            agents=", ".join(lost),
        )
    ]


def _is_persons(project: Path, agent: str) -> bool:
    """Whether a person committed the definition as it is, without its mark."""
    committed = find_committed(project, _file_of(agent))
    return committed is not None and committed.data == read_bytes(project / _file_of(agent))


def _file_of(agent: str) -> str:
    return f"{_FOLDER}/{Path(agent).name}.md"


def _is_marked(data: bytes | None) -> bool:
    return data is not None and CONTRACT_MARK.encode() in data
