"""What can be asked, by concept: in one file the model with its tag, who may, from which layer on, what it leads to.

Whoever gives a command imports its class. Who has only its tag, as what comes over a wire does, asks `load_commands`.
"""

from typing import TYPE_CHECKING

from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.commands.base import Command
    from renkei.commands.wire import load_commands, read_command
else:
    load_commands = lazy("renkei.commands.wire:load_commands")
    read_command = lazy("renkei.commands.wire:read_command")

__all__ = ["load_commands", "parse_command"]


def parse_command(document: object) -> "Command":
    """A command as it comes over a wire: `{"type": "AddAgent", "name": "be", "role": "backend"}`.

    What Renkei finds out itself (that a file is there, that a command was run) cannot be said to it.

    Raises:
        BadInput: it has no tag that is known, or its fields are not those of that command.
    """
    return read_command(document)
