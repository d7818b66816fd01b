"""Who acts, and in which language what follows is written."""

from typing import Literal

from renkei.values import value

Language = Literal["en", "ja"]


@value
class Actor:
    """Who acts, as `identity.resolve` found it: the one place that decides this."""

    name: str
    via: Literal["terminal", "token", "hook", "system"]


PERSON = Actor(name="person", via="terminal")
CLIENT = Actor(name="client", via="hook")
"""Whoever types inside a coding client, where nobody is known to be a person."""
SYSTEM = Actor(name="system", via="system")
