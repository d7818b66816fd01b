"""Acts outside the store: who may is all that is decided of them."""

from renkei.handlers.base import Asked, Decision
from renkei.protocol.commands import Act


def nothing_to_record(asked: Asked, command: Act) -> Decision:
    return Decision()
