"""What every word of the protocol is made of: the frozen model and the checked strings."""

import re
import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

NAME_PATTERN: Final = re.compile(r"\w[\w.-]{0,63}")
"""Names of agents and channels: letters and digits of any script, then also `.`, `-` and `_`."""

RESERVED_NAMES: Final = frozenset({"system", "person", "all", "general", "*"})
"""Names that mean something to Renkei itself, so that no agent may carry them."""

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Model(BaseModel):
    """A frozen word of the wire that refuses unknown fields and silent conversions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _no_control_characters(text: str) -> str:
    if found := _CONTROL.search(text):
        raise ValueError(f"text without control characters (found U+{ord(found[0]):04X} at position {found.start()})")
    return text


def _some_text(text: str) -> str:
    if not text.strip():
        raise ValueError("some text")
    return text


def normal_name(name: str) -> str:
    """The one spelling of a name (NFC), so that two that look alike are alike."""
    return unicodedata.normalize("NFC", name)


def _name(text: str) -> str:
    name = normal_name(text)
    if not NAME_PATTERN.fullmatch(name):
        raise ValueError("a name: a letter or digit, then letters, digits, '.', '-' or '_', at most 64")
    return name


Text = Annotated[str, AfterValidator(_no_control_characters)]
"""Any text, tabs and line ends included, that a terminal and a database can hold."""

FilledText = Annotated[Text, AfterValidator(_some_text)]
"""Text that says something."""

Name = Annotated[str, AfterValidator(_name)]
"""An agent's or channel's name."""

Ref = Annotated[FilledText, Field(max_length=1024)]
"""A reference to something by its id: a message, a decision, an artifact, a task."""
