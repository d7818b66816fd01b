"""Why something is not verified, as a sentence that the edge can say in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """An English template and its parameters (`renkei.kit.words.translate`); `str()` is the English sentence."""

    text: str
    params: Mapping[str, object] = field(default_factory=dict[str, object])

    def __str__(self) -> str:
        return self.text.format(**self.params)
