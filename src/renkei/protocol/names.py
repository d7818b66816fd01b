"""Names of agents and channels. Standard library only."""

import re
import unicodedata
from typing import Final

NAME_PATTERN: Final = re.compile(r"\w[\w.-]{0,63}")
"""Names of agents and channels: letters and digits of any script, then also `.`, `-` and `_`."""

RESERVED_NAMES: Final = frozenset({"system", "person", "all", "general", "*"})
"""Names that mean something to Renkei itself, so that no agent may carry them."""


def normal_name(name: str) -> str:
    """The one spelling of a name (NFC), so that two that look alike are alike."""
    return unicodedata.normalize("NFC", name)
