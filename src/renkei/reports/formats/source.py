"""Text that can only be code: an assignment, a definition, a condition, and no sentence, setting or command."""

from typing import Final

from renkei import lazy_re as re

_NAME: Final = r"[A-Za-z_$@][\w.$]*(?:\[[^\]\n]*\])*"
_SOURCE: Final = re.compile(
    rf"(?:(?:const|let|var|final|static|auto)\s+)?{_NAME}(?:\s*:\s*[\w.\[\], |]+)?\s+(?:[-+*/|&^%:]|\|\||&&|\?\?)?=\s+"
    r"(?=[^=\n]*[(\[.\"'])\S.*"
    rf"|(?:await|return|yield|raise|throw|assert) {_NAME}\(.*\);?"
    r"|(?:async )?(?:def|fn|func|function) \w+\s*\(.*\).*[:{]|class \w+(?:\(.*\))?\s*[:{]"
    r"|(?:el)?if .*[:{]|for .* (?:in|of) .*[:{]|while .*[:{]|except\b.*:|from [\w.]+ import [\w, ()*]+"
)
_STRING: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_COMMENT: Final = re.compile(r"\s+(?:#|//)\s.*$")
_KEYWORD: Final = (
    r"(?:and|as|assert|async|auto|await|class|const|def|del|elif|else|except|final|fn|for|from|func|function|if|import|in"
    r"|is|lambda|let|new|not|of|or|raise|return|static|throw|var|while|with|yield)"
)
_PROSE: Final = re.compile(rf"\b(?!{_KEYWORD}\b)[A-Za-z]+ (?!{_KEYWORD}\b)[a-z]+\b| \(")
"""Two words that follow each other, or a bracket apart from its name: people write so, code does not."""
_CALL: Final = re.compile(r"\w\(|^\s*(?:class|from) ", re.MULTILINE)
_LONGEST: Final = 2000


def is_source(line: str) -> bool:
    """Whether a line can only be code."""
    plain = _COMMENT.sub("", _STRING.sub("''", line.strip()))
    return 0 < len(plain) < _LONGEST and _SOURCE.fullmatch(plain) is not None and not _PROSE.search(plain)


def is_prose(line: str) -> bool:
    """Whether people write so, and code does not."""
    return _PROSE.search(_STRING.sub("''", line)) is not None


def is_mostly_source(text: str) -> bool:
    """Whether more than half of the lines can only be code, and something is called or defined: settings do neither."""
    lines = [line for line in text.split("\n") if line.strip()]
    return 2 * sum(map(is_source, lines)) > len(lines) and _CALL.search(text) is not None
