"""Text that nobody vouches for, such as what an agent wrote, as it is shown: it gives no order to a terminal, and makes
no line that looks like one of ours."""

from typing import Final

from renkei import lazy_re as re

_OBEYED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would obey, or could not show; line ends apart."""
_CONTINUES: Final = "      "
_NEXT_LINE: Final = re.compile(rf"\n(?!{_CONTINUES})")


def escape_to_line(text: str) -> str:
    """In one line, with all else written out."""
    return escape_lines(text, "\\u000a")


def escape_and_indent(text: str) -> str:
    """The same in as many lines as it has; from the second on they are indented, as none of ours is."""
    return _NEXT_LINE.sub(f"\n{_CONTINUES}", escape_lines(text, "\n"))


def escape_lines(text: str, between: str = "\n") -> str:
    """The same for what is printed as it is, such as a diff: the lines stay."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text).replace("\n", between)
