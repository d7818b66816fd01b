"""Agent definitions in a folder, checked."""

from collections.abc import Sequence
from pathlib import Path

from renkei.app.project import Project
from renkei.errors import BadInput, NotFound
from renkei.files import read_regular
from renkei.protocol.documents import decode_text
from renkei.sdd.agents import LintFinding, lint_definition
from renkei.sentence import Sentence
from renkei.values import value

DEFAULT_FOLDER = ".claude/agents"


@value
class LintedAgent:
    path: str
    findings: Sequence[LintFinding]

    @property
    def has_errors(self) -> bool:
        return any(each.level == "error" for each in self.findings)


def lint_agents(project: Project, folder: str | None = None) -> list[LintedAgent]:
    """Every definition in a folder, with what is wrong with it.

    Raises:
        NotFound: there is no such folder.
        BadInput: it holds no definition.
    """
    place = project.cwd / folder if folder else project.work_tree / DEFAULT_FOLDER
    if not place.is_dir():
        raise NotFound("There is no folder {path}.", path=folder or str(place))
    paths = sorted(place.glob("*.md"))
    if not paths:
        raise BadInput(
            "{path} holds no agent (*.md). Write those of the framework with: renkei sdd init", path=str(place)
        )
    shown = Path(folder) if folder else Path(DEFAULT_FOLDER)
    return [_lint_file(path, str(shown / path.name)) for path in paths]


def _lint_file(path: Path, name: str) -> LintedAgent:
    """One that cannot be read hides no other."""
    try:
        findings = tuple(lint_definition(path.stem, decode_text(read_regular(path), name)))
    except OSError as error:
        findings = (_unreadable(Sentence("it cannot be read ({error})", error=error.strerror)),)
    except BadInput as error:
        findings = (_unreadable(Sentence(error.text, **error.params)),)
    return LintedAgent(path=name, findings=findings)


def _unreadable(why: Sentence) -> LintFinding:
    return LintFinding(level="error", line=None, message=why)
