"""Who calls a hook: the client that it says to be, one that was started below another, or a process of an agent's. What
an input decides (that the person has spoken, that tests have passed) counts by that. Why: docs/why/identity.md.

Standard library only: hooks load it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from renkei.agent_trees import list_attempts, list_clients
from renkei.processes.ancestry import Process, ancestors, asking_process, command_words, input_sender, is_running
from renkei.processes.watchdog import called_process


class Standing(NamedTuple):
    """What a call of a hook is worth."""

    session: str
    """What its session is kept under."""
    is_nested: bool = False
    """Whether the client was started below another: an agent's, with nobody's identity."""
    impersonated: str | None = None
    """The session of the client that the caller says to be and is not: then nothing of the call counts."""


def find_client() -> int | None:
    """The process that is to be noted as the client: the one that made the socket which the hook's input comes by; else
    the nearest one that does more than to call this hook."""
    callers = _find_callers(strictly=False)
    return callers[0].pid if callers else None


def find_standing(project: Path, env: Mapping[str, str], session: str, *, begins: bool) -> Standing:
    """What a call for a session is worth.

    A call counts for nothing where its caller comes from a client that joined and is none itself, or is that client by
    its number while the input is not from it, or speaks for a session whose client is another one that is at work. A
    client may begin a session of its own in all these cases: it is kept under a name of its own then.

    Args:
        begins: whether the call is that of a session's start.
    """
    callers, clients = _find_callers(), list_clients(project, env)
    if not callers or not clients:
        return Standing(session)
    attempts = list_attempts(project, env)
    nearest = next((each for each in callers if each in clients or each in attempts), None)
    if nearest in attempts:
        return Standing(session)
    others = {each: note for each, note in clients.items() if each != nearest}
    is_held = session != "" and any(_holds(note, session) and is_running(each) for each, note in others.items())
    own_name = f"{session}~{callers[0].pid}" if is_held else session
    if nearest is None:
        return Standing(own_name, impersonated=session if is_held and not begins else None)
    note = clients[nearest]
    if not _is_itself(callers, nearest, note):
        is_own = begins and not _holds(note, session) and not is_held
        return Standing(session, is_nested=True, impersonated=None if is_own else str(note.get("session") or ""))
    is_nested = note.get("nested") is True
    if note.get("session") == session:
        return Standing(str(note.get("counts_as") or session), is_nested)
    return Standing(own_name, is_nested, impersonated=session if is_held and not begins else None)


def _holds(note: Mapping[str, Any], session: str) -> bool:
    """Whether a client has the session under its own name."""
    return note.get("session") == session and not note.get("counts_as")


def _is_itself(callers: Sequence[Process], nearest: Process, note: Mapping[str, Any]) -> bool:
    """One that sends by a socket is known by that, whatever stands between."""
    return input_sender() == nearest.pid if note.get("sends") else nearest == callers[0]


def _find_callers(*, strictly: bool = True) -> list[Process]:
    """The client that called this hook, and those that it comes from. Over HTTP it is known by its connection."""
    if asking := asking_process():
        return [asking, *ancestors(asking.pid)]
    called = called_process()
    above, sender = ancestors(called), input_sender()
    made = next((at for at, each in enumerate(above) if each.pid == sender), None)
    if made is not None:
        return above[made:]
    own = _own_words(command_words(called))
    while above and _only_calls(command_words(above[0].pid), own, strictly=strictly):
        above = above[1:]
    return above


def _own_words(words: Sequence[str]) -> tuple[str, ...]:
    """What this process was called with, from `renkei` on."""
    at = next((at for at, word in enumerate(words) if word.rsplit("/", 1)[-1] == "renkei"), len(words))
    return tuple(words[at:])


_ENDINGS: Final = (("||", "true"), ("||", "exit", "2"))
"""What stands behind the call in the hook's command."""


def _only_calls(words: Sequence[str], own: tuple[str, ...], *, strictly: bool) -> bool:
    """Whether a program was started to call this hook and for nothing else: the shell of the hook's command, `timeout`
    before it. Known by its words, which end with those of the hook, and never by its name. One that gives the hook an
    input of its own is none: the input is the client's."""
    text = " ".join(words)
    plain = text.replace("'", "").replace('"', "").split()
    for ending in _ENDINGS:
        if tuple(plain[-len(ending) :]) == ending:
            plain = plain[: -len(ending)]
    if not own or not _is_called_so(plain[-len(own) :], own):
        return False
    return not strictly or ("<" not in text and "|" not in text.replace("||", ""))


def _is_called_so(words: Sequence[str], own: tuple[str, ...]) -> bool:
    """Whether these are the same words; a program is called by its path or, from `PATH`, by its name."""
    return len(words) == len(own) and tuple(words[1:]) == own[1:] and words[0] in (own[0], own[0].rsplit("/", 1)[-1])
