"""How artifacts are named: one spelling for each, and which names a message or a contract gives as such."""

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final
from urllib.parse import unquote

from renkei.protocol.base import LONGEST_REF, without_unseen
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import OutputArtifact, TaskHandoff, as_output_artifact

_SUFFIX: Final = r"[^\s./]\.[A-Za-z][A-Za-z0-9]{0,7}"

_FILE: Final = re.compile(rf"\S*{_SUFFIX}")
"""What a `format` has to look like to be a name: one word with a suffix."""

_FILE_SCHEME: Final = re.compile(
    r"file:(?://localhost(?=/)|//)?(?P<path>\s*[^\s/\\].*|/+.*[^/].*)", re.IGNORECASE | re.DOTALL
)

_PLACE_IN_FILE: Final = re.compile(rf"(?P<file>.*{_SUFFIX})(?::L?\d+(?:[-:]L?\d+)*|#[^/]*)", re.DOTALL | re.IGNORECASE)
"""Behind the name of a file: a line, a range of lines, a line with its column, or a section."""

_LINES: Final = re.compile(r"(?P<file>.+)#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?", re.DOTALL | re.IGNORECASE)
"""Nothing but a line of a file is called so, whatever the file is called."""


_OUTSIDE: Final = re.compile(r"/|~[^/]*/|\.\.(?:/|$)|[A-Za-z]:/")
"""How a path begins that does not begin at the project, once it is written plainly."""


def artifact_ref(text: str) -> str:
    """A reference as it is written on the board: NFC, the path of a file as the project has it.

    Without blanks, back-ticks or quotation marks around it, what nobody sees in it, `file:`, `./`, `//`, `a/..` or the
    place in a file (`:3`, `#L3`), with `/` for `\\`.
    An address (`https://...`) and a name with a version (`spec:2`, `spec-v2`) are names as they stand.
    """
    return _repeat_until_stable(_plainer_ref, text)


def artifact_name(text: str) -> str:
    """What all references to one artifact have in common: the case of letters does not count, as on some disks."""
    return _repeat_until_stable(
        lambda name: artifact_ref(unicodedata.normalize("NFC", name.casefold())), artifact_ref(text)
    )


def name_in_project(text: str, roots: Sequence[str]) -> str:
    """A path that leads into the project, from there on; anything else as it was written."""
    name = artifact_ref(text)
    root = next((root for root in roots if name.startswith(f"{root}/")), None)
    if root is None:
        return text
    is_folder = text.rstrip().endswith(("/", "\\"))
    return name.removeprefix(f"{root}/") + ("/" if is_folder else "")


def leads_outside(text: str, roots: Sequence[str]) -> bool:
    """Whether a name is a path that leads out of the project, which is these folders, by its words alone."""
    name = artifact_ref(name_in_project(text, roots))
    return name not in roots and _OUTSIDE.match(name) is not None


def names_a_file(text: str) -> bool:
    """Whether a name is written as that of a file or a folder: one word, with a suffix or within a folder."""
    name = artifact_ref(text)
    return "://" not in name and not re.search(r"\s", name) and ("/" in name or bool(_FILE.fullmatch(name)))


def _plainer_ref(text: str) -> str:
    name = _without_quotes(unicodedata.normalize("NFC", without_unseen(text)).strip())
    if len(name) > LONGEST_REF:
        return name  # words, and many of them
    name = _without_file_scheme(name)
    if "://" in name:
        return name
    return _without_place(posixpath.normpath(re.sub(r"[/\\]+", "/", name)))


def _without_quotes(name: str) -> str:
    is_quoted = len(name) > 2 and name[0] == name[-1] and name[0] in "`'\""
    return name[1:-1] if is_quoted and name[0] not in name[1:-1] and name[1:-1].strip() else name


def _without_file_scheme(name: str) -> str:
    found = _FILE_SCHEME.fullmatch(name)
    if not found:
        return name
    decoded = unquote(found["path"])
    return decoded if decoded.isprintable() and not decoded.isspace() else found["path"]


def _without_place(name: str) -> str:
    found = _PLACE_IN_FILE.fullmatch(name) or _LINES.fullmatch(name)
    return found["file"] if found else name


def _repeat_until_stable(step: Callable[[str], str], text: str) -> str:
    """Takes a step until it changes nothing: what is below one spelling may be another."""
    while (changed := step(text)) != text:
        text = changed
    return text


def merge_artifacts(given: Iterable[Any]) -> list[OutputArtifact]:
    """The artifacts of a result, each once: of two entries with one name the later says what the earlier did not."""
    found: dict[str, OutputArtifact] = {}
    for artifact in map(as_output_artifact, given):
        name = artifact_name(artifact.ref)
        known = found.get(name)
        found[name] = _merge_two(known, artifact) if known else artifact
    return list(found.values())


def _merge_two(first: OutputArtifact, second: OutputArtifact) -> OutputArtifact:
    return OutputArtifact(
        ref=first.ref, path=second.path or first.path, description=second.description or first.description
    )


def deliverable_refs(given: TaskHandoff | TaskContract) -> list[str]:
    """The artifacts that a task is to yield: its deliverables, and a format that is the name of a file.

    Words about an artifact, in a format or a criterion, hand nothing over.
    """
    expected = given.expected_output
    named = [expected.format] if _FILE.fullmatch(artifact_ref(expected.format)) else []
    carried = given.task_contract if isinstance(given, TaskHandoff) else None
    further = deliverable_refs(carried) if isinstance(carried, TaskContract) else []
    return list(dict.fromkeys(artifact_ref(text) for text in (*named, *expected.deliverables, *further)))
