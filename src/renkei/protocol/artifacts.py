"""How artifacts are named: one spelling for each, and which names a message or a contract gives as such."""

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import OutputArtifact, TaskHandoff, described

_FILE: Final = re.compile(r"\S*[^\s./]\.[A-Za-z][A-Za-z0-9]{0,7}")
"""What a `format` has to look like to be a name: one word with a suffix."""


def artifact_ref(text: str) -> str:
    """A reference as it is written on the board: NFC, no blanks around it, no `./`, `//` or `a/..` in a path."""
    name = unicodedata.normalize("NFC", text).strip()
    return name if "://" in name else posixpath.normpath(re.sub("/+", "/", name))


def artifact_name(text: str) -> str:
    """What all references to one artifact have in common: the case of letters does not count, as on some disks."""
    return unicodedata.normalize("NFC", artifact_ref(text).casefold())


def described_artifacts(given: Iterable[Any]) -> list[OutputArtifact]:
    """The artifacts of a result, each once: of two entries with one name the later says what the earlier did not."""
    found: dict[str, OutputArtifact] = {}
    for artifact in map(described, given):
        name = artifact_name(artifact.ref)
        known = found.get(name)
        found[name] = _merged(known, artifact) if known else artifact
    return list(found.values())


def _merged(first: OutputArtifact, second: OutputArtifact) -> OutputArtifact:
    return OutputArtifact(
        ref=first.ref, path=second.path or first.path, description=second.description or first.description
    )


def expected_refs(given: TaskHandoff | TaskContract) -> list[str]:
    """The artifacts that a task is to yield: its deliverables, and a format that is the name of a file.

    Words about an artifact, in a format or a criterion, hand nothing over.
    """
    expected = given.expected_output
    named = [expected.format] if _FILE.fullmatch(expected.format.strip()) else []
    carried = given.task_contract if isinstance(given, TaskHandoff) else None
    further = expected_refs(carried) if isinstance(carried, TaskContract) else []
    return list(dict.fromkeys(artifact_ref(text) for text in (*named, *expected.deliverables, *further)))
