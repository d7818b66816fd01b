"""The coordination layer for teams of AI coding agents.

What is offered to Python is named below, and loaded when it is first used: `import renkei` alone loads nothing.
"""

from typing import TYPE_CHECKING, Any

from renkei._version import __version__

if TYPE_CHECKING:
    from renkei.app.contracts import accept as accept_contract
    from renkei.app.contracts import deliver as deliver_contract
    from renkei.app.contracts import offer as offer_contract
    from renkei.app.contracts import verify as verify_contract
    from renkei.app.messages import send
    from renkei.app.project import Done, Project, open_project
    from renkei.app.queries import board as read_board
    from renkei.app.queries import inbox
    from renkei.app.results import check_result
    from renkei.app.review import review_repository
    from renkei.app.team import add_agent
    from renkei.errors import BadInput, NotFound, Refused, RenkeiError, Unreachable

__all__ = [
    "BadInput",
    "Done",
    "NotFound",
    "Project",
    "Refused",
    "RenkeiError",
    "Unreachable",
    "__version__",
    "accept_contract",
    "add_agent",
    "check_result",
    "deliver_contract",
    "inbox",
    "offer_contract",
    "open_project",
    "read_board",
    "review_repository",
    "send",
    "verify_contract",
]

_PLACES = {
    "BadInput": "errors:BadInput",
    "Done": "app.project:Done",
    "NotFound": "errors:NotFound",
    "Project": "app.project:Project",
    "Refused": "errors:Refused",
    "RenkeiError": "errors:RenkeiError",
    "Unreachable": "errors:Unreachable",
    "accept_contract": "app.contracts:accept",
    "add_agent": "app.team:add_agent",
    "check_result": "app.results:check_result",
    "deliver_contract": "app.contracts:deliver",
    "inbox": "app.queries:inbox",
    "offer_contract": "app.contracts:offer",
    "open_project": "app.project:open_project",
    "read_board": "app.queries:board",
    "review_repository": "app.review:review_repository",
    "send": "app.messages:send",
    "verify_contract": "app.contracts:verify",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'renkei' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(f"renkei.{module}"), attribute)
