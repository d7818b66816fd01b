"""What a person is told beside a hook's answer: files and settings that are not as they set them (DEC-52).

Told again and again, for nothing else says that it is so.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.entrypoints.hook_input import Input
from renkei.entrypoints.hook_process import write_error
from renkei.kit.words import speaker
from renkei.lazy import lazy
from renkei.sentence import Sentence, Translatable
from renkei.setup.hook_settings import HOOK_SETTINGS

if TYPE_CHECKING:
    from renkei.binding import marks, notices
    from renkei.processes.connections import is_listening
else:
    marks = lazy("renkei.binding.marks")
    notices = lazy("renkei.binding.notices")
    is_listening = lazy("renkei.processes.connections:is_listening")


def add_notices(answer: Input | None, event: Input, project: Path, settings: Input) -> Input | None:
    say = speaker(settings["lang"])
    for notice in (*_setting_notices(event, settings), *_file_notices(event, project, settings)):
        answer = with_message(answer, say(notice))
    if not settings["broken"]:
        return answer
    said = say(
        "Renkei: {path} is broken ({fields}); the hooks go on in {mode} mode. Type: renkei init --claude --mode MODE",
        path=HOOK_SETTINGS,
        fields=", ".join(settings["broken"]),
        mode=settings["mode"],
    )
    return with_message(answer, said)


def with_message(answer: Input | None, said: str) -> Input:
    """The same, and the person is told this first."""
    answer = answer or {}
    return {**answer, "systemMessage": "\n".join(filter(None, (said, answer.get("systemMessage"))))}


def _setting_notices(event: Input, settings: Input) -> tuple[Sentence, ...]:
    """That nothing is recorded is so on every new machine: it is told when the person speaks, and not at every stop. So
    is a server that is not there, and a variable that no person set."""
    speaks = event["hook_event_name"] == "SessionStart" or is_persons_prompt(event)
    found = settings["notices"] if settings["recorded"] or speaks else ()
    if speaks and (brought := event.get("brought")):
        found = (*found, Sentence(_BROUGHT, variables=", ".join(brought)))
    if speaks and settings["http"] and event.get("client") == "claude" and not is_listening(settings["http"]):
        return (*found, Sentence(_NO_SERVER[settings["mode"]], port=settings["http"]))
    return found


_BROUGHT: Translatable = (
    "Renkei: {variables} of this client does not count, for a file that it loads names it (.env): take it out there, "
    "and set what is yours in the terminal that you start the client from."
)
_NO_SERVER: dict[str, Translatable] = {
    "observe": (
        "Renkei: nobody answers at port {port}, where Claude Code asks about its tools: what they do is not recorded. "
        "Type: renkei serve"
    ),
    "enforce": (
        "Renkei: nobody answers at port {port}, where Claude Code asks about its tools: every tool is refused. Type: "
        "renkei serve"
    ),
}


def is_persons_prompt(event: Input) -> bool:
    is_clients = re.match(_CLIENTS_TAG, str(event.get("prompt") or "")[:100]) is not None
    return event.get("hook_event_name") == "UserPromptSubmit" and not is_clients


_CLIENTS_TAG = r"\s*<[a-z-]+-(?:notification|message|reminder|event|update)\b"
"""How a client marks what it brings from agents: `<task-notification>`, `<teammate-message teammate_id="...">`."""


def _file_notices(event: Input, project: Path, settings: Input) -> list[Sentence]:
    """Files that are not as a person set them; a subagent's stop, which few read, tells of marks alone."""
    if not settings["recorded"]:
        return []
    is_brief = event.get("hook_event_name") == "SubagentStop"
    try:
        texts = [] if is_brief else notices.text_notices(project, os.environ)
        return [*marks.mark_notices(project, settings["marks"]), *texts]
    except Exception as error:  # the answer counts more than what is told beside it
        write_error(f"renkei hook: {type(error).__name__}: {error}\n")
        return []
