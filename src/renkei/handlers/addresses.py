"""Who reads a message: agents by name, everybody (`all`), or a channel (`#name`)."""

from typing import Final

from renkei.board.read import GENERAL, is_channel
from renkei.board.team import PERSON, member, members
from renkei.errors import BadInput
from renkei.eventlog.base import View
from renkei.protocol.base import NAME_PATTERN, RESERVED_NAMES
from renkei.values import value

EVERYBODY: Final = frozenset({"all", "*"})


@value
class Audience:
    """Who was named, who reads it all the same, and the channel it stands in."""

    direct: tuple[str, ...]
    group: tuple[str, ...]
    channel: str | None


def audience(view: View, sender: str, addresses: list[str]) -> Audience:
    """Resolves the names a message is addressed to.

    Raises:
        BadInput: a name that nobody has, two channels, or nobody but the sender.
    """
    direct = [name for name in addresses if name == PERSON or member(view, name)]
    if len(direct) == len(addresses) and sender not in direct:
        return Audience(direct=tuple(direct), group=(), channel=None)
    rest = [name for name in addresses if name not in direct]
    channels = [_channel(view, name) for name in rest if name not in EVERYBODY]
    if len(channels) > 1:
        raise BadInput("to: expected at most one channel, not {channels}.", channels=", ".join(channels))
    everybody = [row.id for row in members(view)] if rest else []
    found = Audience(
        direct=tuple(name for name in direct if name != sender),
        group=tuple(name for name in everybody if name != sender and name not in direct),
        channel=channels[0] if channels else None,
    )
    if not (found.direct or found.group or found.channel):
        raise BadInput("to: {to} is nobody but the sender. Name another agent, `all` or a #channel.", to=addresses)
    return found


def _channel(view: View, name: str) -> str:
    """`#name` may begin a channel; a bare name has to be one already, else it is a misspelt agent."""
    bare = name.removeprefix("#")
    if name.startswith("#") and NAME_PATTERN.fullmatch(bare):
        if bare != GENERAL and (bare.lower() in RESERVED_NAMES or member(view, bare)):
            raise BadInput("to: {name} cannot be a channel: {bare} is the name of somebody.", name=name, bare=bare)
        return bare
    if is_channel(view, name):
        return name
    team = ", ".join(row.id for row in members(view)) or "-"
    raise BadInput("to: nobody is called {name!r}. The team: {team}. A channel is written #name.", name=name, team=team)
