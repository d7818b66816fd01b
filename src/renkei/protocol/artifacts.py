"""How a message names artifacts: by reference alone, or as an entry with more fields."""

import re
from collections.abc import Iterable
from typing import Any, Final

from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import TaskHandoff, described_artifacts

_WORD: Final = re.compile(r"""[^\s,;"'`()\[\]{}<>、。，；「」『』（）]+""")


def artifact_refs(entries: Iterable[Any]) -> list[str]:
    """The references of an `output_artifacts` list, each once."""
    return [artifact.ref for artifact in described_artifacts(entries)]


def expected_names(given: TaskHandoff | TaskContract) -> frozenset[str]:
    """What the expected output of a task can name: each of its texts whole, and each word of them."""
    texts = _expected_texts(given)
    words = (word for text in texts for word in _WORD.findall(text))
    return frozenset((*texts, *(form for word in words for form in (word, word.rstrip(".:")))))


def _expected_texts(given: TaskHandoff | TaskContract) -> list[str]:
    expected = given.expected_output
    if isinstance(given, TaskContract):
        return [given.expected_output.format, *given.expected_output.deliverables]
    carried = _expected_texts(given.task_contract) if isinstance(given.task_contract, TaskContract) else []
    return [expected.format, *given.expected_output.success_criteria, *carried]
