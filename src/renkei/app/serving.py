"""What a server for people needs before it may be there: the extra, and a person who starts it."""

from importlib.util import find_spec

from renkei.app.project import Project
from renkei.commands.external_acts import ServePeople
from renkei.errors import Unreachable
from renkei.installed import install_command
from renkei.protocol.actors import Actor


def require_serve() -> None:
    """
    Raises:
        Unreachable: the extra is not installed; says what to type.
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise Unreachable(
            "`renkei serve` needs an extra that is not installed. Type: {command}", command=install_command("serve")
        )


def authorize_serving(project: Project) -> Actor:
    """Who starts the server: whoever opens its address acts as this person.

    Raises:
        Refused: no person, or none that is known to be one.
    """
    return project.authorize_act(ServePeople())
