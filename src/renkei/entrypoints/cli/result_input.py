"""What an agent handed back, from a file or standard input."""

from renkei.entrypoints.cli.command import read_input
from renkei.errors import BadInput
from renkei.protocol.documents import decode


def read_result(path: str) -> str:
    """The text of a result; binary data, and more than a result can be, is refused before it is held."""
    data, name = read_input(path)
    text = decode(data, name)
    if "\0" in text:
        raise BadInput("{name} is binary, not the text of a result (byte {at}).", name=name, at=data.index(b"\0"))
    return text
