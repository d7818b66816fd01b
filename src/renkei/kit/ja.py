"""Japanese: English template to Japanese template. A test proves that none is missing and that parameters agree."""

from typing import Final

JA: Final[dict[str, str]] = {}
