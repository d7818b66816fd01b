"""What a server for people needs before it may be there: the extra, a person who starts it, names where others look."""

from importlib.util import find_spec
from ipaddress import ip_address

from renkei.app.people import list_people
from renkei.app.project import Project
from renkei.commands.external_acts import ServePeople
from renkei.errors import BadInput, Unreachable
from renkei.installed import install_command
from renkei.sentence import Parameter
from renkei.setup.hook_settings import LAST_PORT, SERVER_PORT, read_settings

__all__ = ["LAST_PORT", "SERVER_PORT", "authorize_serving", "check_reach", "require_serve", "served_port"]


def require_serve() -> None:
    """
    Raises:
        Unreachable: the extra is not installed; says what to type.
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise Unreachable(
            "`renkei serve` needs an extra that is not installed. Type: {command}", command=install_command("serve")
        )


def served_port(project: Project) -> int:
    """Where the server listens unless told otherwise: where the hooks of the project ask it."""
    settings = read_settings(project.settings.project)
    return settings["http"] if settings and settings["http"] else SERVER_PORT


def authorize_serving(project: Project) -> None:
    """Whoever opens the address of the server acts as the person who started it.

    Raises:
        Refused: no person, or none that is known to be one.
    """
    project.authorize_act(ServePeople())


def check_reach(project: Project, address: str, *, is_encrypted: bool, is_plain_allowed: bool) -> None:
    """Whether a server may be there for other machines: what is said is encrypted or a person said that it need not
    be, and everybody has a name.

    Raises:
        BadInput: it may not; says what to type.
    """
    if _is_loopback(address):
        return
    if not is_encrypted and not is_plain_allowed:
        raise BadInput(
            "{address} can be reached from other machines, and whoever listens on the way would read tokens. Give a "
            "certificate ({certificate}, {key}); or say {word}, where something else encrypts it.",
            address=address,
            certificate=Parameter("tls_cert"),
            key=Parameter("tls_key"),
            word=Parameter("plain_http"),
        )
    if not project.has_store or not any(each["live"] for each in list_people(project)):
        raise BadInput(
            "{address} can be reached from other machines, where everybody comes in under a name, and nobody has one "
            "yet. Let somebody in with: renkei person add NAME --role operator",
            address=address,
        )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
