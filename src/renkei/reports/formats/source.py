"""Text that can only be code: a call, an assignment, a definition, and no sentence, setting or command."""

import re
from typing import Final

_NAME: Final = r"[A-Za-z_$@][\w.$]*(?:\[[^\]\n]*\])*"
_SOURCE: Final = re.compile(
    rf"(?:(?:const|let|var|final|static|auto|await|self\.)\s*)?{_NAME}(?:\s*:\s*[\w.\[\], |]+)?\s+(?:[-+*/|&^%:?]"
    r"|\|\||&&|\?\?)?=\s+"
    rf"(?=[^=\n]*[(\[.\"'])\S.*"
    rf"|(?:await |return |yield |raise |throw |assert |not )?{_NAME}\((?=[^)\s]|.*\)\.).*\)+;?"
    r"|(?:async )?(?:def|fn|func|function) \w+\s*\(.*\).*[:{]|class \w+(?:\(.*\))?\s*[:{]"
    r"|(?:el)?if .*[:{]|for .* (?:in|of) .*[:{]|while .*[:{]|except\b.*:|from [\w.]+ import [\w, ()*]+|.*[^\s;];"
)
_LONGEST: Final = 2000


def is_source(line: str) -> bool:
    """Whether a line can only be code."""
    plain = line.strip()
    return 0 < len(plain) < _LONGEST and _SOURCE.fullmatch(plain) is not None


def is_mostly_source(text: str) -> bool:
    """Whether more than half of the lines can only be code."""
    lines = [line for line in text.split("\n") if line.strip()]
    return 2 * sum(map(is_source, lines)) > len(lines)
