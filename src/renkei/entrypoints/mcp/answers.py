"""One call of a tool, from what came in to what a model reads: who calls, what came of it, what may not wait."""

import json
import sys
import threading
import traceback
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

from renkei.app import turns
from renkei.app.project import FileId, Project, SilentCaller
from renkei.context.interruption import render_interruption
from renkei.entrypoints.mcp.tools import TOOLS, Answer, Tool, find_tool
from renkei.entrypoints.problems import problem_text
from renkei.errors import BadInput, Problem, Refused, RenkeiError
from renkei.hidden import escape_hidden, escape_json
from renkei.kit.words import Say
from renkei.protocol.actors import Actor
from renkei.protocol.documents import adapter_of, validate
from renkei.sentence import Translatable
from renkei.values import value

HOLDER: Final = "renkei.holder"
"""Where a request over HTTP says which agent's token it has shown."""


@value
class Reply:
    """What goes back: text alone, or a document with its text."""

    text: str
    document: dict[str, Any] | None = None
    is_error: bool = False


class AgentCaller(SilentCaller):
    """A model that called a tool: it cannot be asked, and what is noted on the way goes into its answer. Each call has
    a thread to itself while it is worked on."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._of_thread = threading.local()

    def note(self, text: Translatable, /, **params: object) -> None:
        self._notes().append(self._say(text, **params))

    def take_notes(self) -> list[str]:
        """What was noted since they were last taken."""
        notes = self._notes()
        self._of_thread.notes = list[str]()
        return notes

    def _notes(self) -> list[str]:
        if not hasattr(self._of_thread, "notes"):
            self._of_thread.notes = list[str]()
        return self._of_thread.notes


class _UnknownCaller(Exception):
    """Nobody knows which agent calls."""

    def __init__(self, error: Refused) -> None:
        super().__init__(error.text)
        self.error = error


class Desk:
    """Answers the calls of one server: many at a time, each in a thread of its own."""

    def __init__(self, project: Project, caller: AgentCaller) -> None:
        self._project = project
        self._caller = caller
        self._opening = threading.Lock()
        self._at_work = 0
        self._ended = threading.Condition()

    def close(self, seconds: float) -> None:
        """Closes the store once nobody is at work there. Whoever is so for longer gets no answer."""
        with self._ended:
            if self._ended.wait_for(lambda: self._at_work == 0, timeout=seconds):
                self._project.close()

    @property
    def is_at_hand(self) -> bool:
        """Whether a holder is found without waiting for anybody."""
        return self._project.is_at_hand

    def find_holder(self, token: str) -> Actor | None:
        """The agent whose token a request shows."""
        try:
            self._open_store()
            return self._project.identify_bearer(token)
        except Refused:
            return None

    def answer(self, name: str, arguments: dict[str, Any], call: str | None, holder: Actor | None = None) -> Reply:
        """Whatever goes wrong is told to the model, which can mend what it is told of.

        Args:
            call: what the client calls this call by.
            holder: who has shown a token with it.
        """
        with self._ended:
            self._at_work += 1
        self._caller.take_notes()
        try:
            return self._call_tool(find_tool(name), name, arguments, call, holder)
        except _UnknownCaller as unknown:
            return Reply(text=error_text(unknown.error, self._project, name, is_known=False), is_error=True)
        except RenkeiError as error:
            return Reply(text=error_text(error, self._project, name), is_error=True)
        except Exception:  # the boundary: one call that we fail at must not end the others
            traceback.print_exc(file=sys.stderr)
            return Reply(text=self._project.say(_OUR_MISTAKE), is_error=True)
        finally:
            with self._ended:
                self._at_work -= 1
                self._ended.notify_all()

    def _call_tool(
        self, tool: Tool, name: str, arguments: dict[str, Any], call: str | None, holder: Actor | None
    ) -> Reply:
        given = validate(adapter_of(tool.takes), arguments, name)
        store: FileId | None = None
        if tool.act:
            store = self._open_store()
            actor = holder or self._identify(call)
            found = tool.act(self._project, actor, given)
        else:
            assert tool.look
            store = self._follow_store() if tool.is_of_store else None
            actor = holder or self._onlooker(call)
            found = tool.look(self._project, given)
        interruption = self._interruption(actor) if actor and name not in _BETWEEN_TURNS else None
        self._project.require_same_store(store)
        return self._reply(found, interruption)

    def _identify(self, call: str | None) -> Actor:
        try:
            return self._project.identify_call(call)
        except Refused as error:
            raise _UnknownCaller(error) from None

    def _follow_store(self) -> FileId | None:
        with self._opening:
            return self._project.follow_store()

    def _open_store(self) -> FileId | None:
        """Once, and it stays open while it is the same; one that somebody makes while the server is there is found."""
        with self._opening:
            found = self._project.follow_store()
            if self._project.has_store:
                _ = self._project.hub
            return found

    def _onlooker(self, call: str | None) -> Actor | None:
        """Who looks need not be known, nor a store that cannot be written keep anybody from it."""
        try:
            self._open_store()
            return self._project.identify_call(call)
        except RenkeiError:
            return None

    def _interruption(self, actor: Actor) -> str | None:
        waiting = turns.take_interruptions(self._project, actor)
        return render_interruption(actor.name, waiting, self._project.say) if waiting else None

    def _reply(self, found: Answer, interruption: str | None) -> Reply:
        """What is said beside the result stands in it: some clients show a model the document alone."""
        notes = self._caller.take_notes()
        if isinstance(found, str):
            return Reply(text=escape_hidden("\n\n".join((found, *notes))))
        warned = {"warnings": notes} if notes else {}
        interrupted = {"interruption": interruption} if interruption else {}
        document = {**found, **warned, **interrupted}
        return Reply(text=escape_json(json.dumps(document, ensure_ascii=False)), document=_show_hidden(document))


def _show_hidden(part: Any) -> Any:
    """A document in which nothing is hidden: a client decodes it before a model reads it."""
    if isinstance(part, dict):
        return {_show_hidden(name): _show_hidden(each) for name, each in cast(dict[str, Any], part).items()}
    if isinstance(part, list | tuple):
        return [_show_hidden(each) for each in cast(Sequence[Any], part)]
    return escape_hidden(part) if isinstance(part, str) else part


_BETWEEN_TURNS: Final = frozenset({"turn_start", "turn_end"})
"""What came meanwhile stands in what the turn begins with, or in what the next one does."""

_MOST_TOLD: Final = 2_000
"""Of a line of an error: it may name what came in, however long that was."""

_OUR_MISTAKE: Final[Translatable] = (
    "Renkei itself failed at this: the server's log says how. Look with read or inbox whether it was done, and tell "
    "the person."
)

_IN_TOOLS: Final = {
    "renkei turn start": "turn_start",
    "renkei turn end": "turn_end",
    "renkei send": "post",
    "renkei inbox": "inbox",
    "renkei message": "read",
    "renkei contract list": "turn_start",
    "renkei contract show": "read",
    "contract accept": "contract_accept",
    "contract deliver": "contract_deliver",
    "contract verify": "contract_verify",
    "renkei decide": "decide",
}
"""What a command that an error names is called here."""

_HOW_TO_BE_KNOWN: Final[Translatable] = (
    "Tell the person: this MCP server has to know which agent calls it. It takes RENKEI_TOKEN of an agent of the "
    "team (renkei agent token NAME) from its environment; in Claude Code and Codex the hooks of renkei init name "
    "the caller, who has to be on the team (renkei agent add NAME --role ROLE)."
)


_GIVEN: Final = ("message", "result", "The request")
"""What errors call something that came in with the call."""


def error_text(error: RenkeiError, project: Project, tool: str, *, is_known: bool = True) -> str:
    """What is wrong, where, and what to do next, in words that a caller of tools can act on."""
    say = project.say
    params = {**error.params, "name": tool} if error.params.get("name") in _GIVEN else error.params
    said = say(error.text, **params)
    rule = error.rule if isinstance(error, Refused) else ""
    lines = [f"{said} [{rule}]" if rule else said]
    if isinstance(error, BadInput):
        lines += [f"- {problem_text(_with_own_field(problem, tool), say)}" for problem in error.problems]
    if not is_known:
        lines += [say(_HOW_TO_BE_KNOWN), _describe_place(project)]
    if named := [f"`{command}` = {name}" for command, name in _IN_TOOLS.items() if command in said]:
        lines.append(say("As a tool: {named}", named=", ".join(named)))
    return escape_hidden("\n".join(line if len(line) <= _MOST_TOLD else f"{line[:_MOST_TOLD]}…" for line in lines))


def _with_own_field(problem: Problem, tool: str) -> Problem:
    """A place in the message that a call becomes, as the tool calls it."""
    fields = (TOOLS[tool].fields if tool in TOOLS else None) or {}
    begins = next((each for each in fields if problem.path.startswith(each)), None)
    return replace(problem, path=fields[begins] + problem.path.removeprefix(begins)) if begins else problem


def _describe_place(project: Project) -> str:
    """Where this server stands: a token is good for one team alone."""
    folder = str(project.settings.project)
    if project.has_store:
        return project.say(
            "This server is for the team of {folder}: a token of another project is not known here.", folder=folder
        )
    return project.say(
        "This server is for {folder}, where there is no team: it may have been started in the wrong folder.",
        folder=folder,
    )
