"""What a shell command reads, writes and runs. Conservative: what it cannot read, it says so. Pure."""

from typing import NamedTuple


class Script(NamedTuple):
    text: str


def read_script(text: str, folder: str) -> Script:
    """The commands of a text that a shell is given in a folder."""
    return Script(text)
