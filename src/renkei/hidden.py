"""Text that nobody vouches for, such as what an agent wrote, as it is shown: it gives no order to a terminal, makes no
line that looks like one of ours, and hides nothing. Characters that are obeyed or not seen are written out.
"""

import json
from typing import Final

from renkei import lazy_re as re

_OBEYED: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""What a terminal would obey, take for the end of a line, or could not show; our own line ends apart."""

_FORMAT: Final = (
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
"""What turns the direction of what follows, or has no width: all that Unicode calls format characters."""

_UNSEEN: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\ufe00-\ufe0d"
"""What is drawn as nothing. The two that say whether a sign is drawn as text or as a picture are left."""

_VARIANT: Final = "(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
"""Which form of an ideograph is meant, where there is no ideograph."""

HIDDEN: Final = re.compile(f"[{_OBEYED}{_FORMAT}{_UNSEEN}]|{_VARIANT}")

_CONTINUES: Final = "      "
_NEXT_LINE: Final = re.compile(rf"\n(?!{_CONTINUES})")


def escape_hidden(text: str) -> str:
    """With each of them written out by its number; the lines stay."""
    return HIDDEN.sub(_write_out, text)


def _write_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


_TAG: Final = re.compile(
    r"(?i)(?<!\\)<(?=\s{0,9}/?\s{0,9}(?:system|(?:[a-z:]{1,20}[-_ ]){1,3}(?:reminder|notification|message|context|"
    r"instructions|prompt|event|update|hook|calls?|results?|snapshot))[\s/>]|[|｜][^<>|｜\s]{1,40}[|｜]>)"
)
"""The beginning of what looks like a tag by which clients mark what they say themselves (`<system-reminder>`), or like
one by which models are told who speaks (`<|im_start|>`)."""


def escape_tags(text: str) -> str:
    """With a backslash before what would end, or begin, a part of a prompt that is the client's own."""
    return _TAG.sub(r"\\<", text) if "<" in text else text


def escape_to_line(text: str) -> str:
    """In one line, with all else written out."""
    return escape_hidden(text).replace("\n", "\\u000a")


def escape_and_indent(text: str) -> str:
    """The same in as many lines as it has; from the second on they are indented, as none of ours is."""
    return _NEXT_LINE.sub(f"\n{_CONTINUES}", escape_hidden(text))


def escape_json(document: str) -> str:
    """The same for a JSON document: a reader of JSON gets what stood there."""
    return HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], document.replace("\x7f", "\\u007f"))
