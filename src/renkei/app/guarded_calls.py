"""What a guard's ruling on a tool call leads to: whether the call is held, and what is remembered of it.

`app.guards` rules. Here a refusal is recorded, each use of an exception and what observe mode lets pass go to the
session's ledger, and a call of `renkei` is granted to its caller. Standard library only: every call waits.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from renkei.app.call_facts import GuardSite, failed_twice
from renkei.app.guard_state import GuardState
from renkei.app.guards import Guard, Judged, action_text, plain_text, record_refusal
from renkei.lazy import lazy
from renkei.policy.tool_use import Ruling
from renkei.sentence import Translatable

if TYPE_CHECKING:
    from renkei.agent_trees import call_words, grant_command
    from renkei.app.commit_watch import watch_commits
    from renkei.app.session_ledger import Ledger
    from renkei.hook_callers import find_client
    from renkei.policy.shell_inputs import runs_what_is_typed
else:
    Ledger = lazy("renkei.app.session_ledger:Ledger")
    call_words = lazy("renkei.agent_trees:call_words")
    watch_commits = lazy("renkei.app.commit_watch:watch_commits")
    find_client = lazy("renkei.hook_callers:find_client")
    runs_what_is_typed = lazy("renkei.policy.shell_inputs:runs_what_is_typed")
    grant_command = lazy("renkei.agent_trees:grant_command")


class AskedCall(NamedTuple):
    """A call of a tool, as the client tells of it before it is made."""

    client: str
    session: str
    agent_id: str
    """Empty for the client's own thread."""
    agent_type: str
    agent_kind: str
    """What a member of an agent team is, who is called by another name; empty for any other agent."""
    tool: str
    asked: Mapping[str, Any]
    folder: str
    call_id: str
    """What the client calls it; empty where it has no name for it."""
    is_nested: bool
    """Whether the client was started below another."""


class CallVerdict(NamedTuple):
    """What becomes of a call."""

    answer: Literal["passes", "refused", "observed"]
    """`observed`: it passes, for nothing is held in observe mode, and the person is told now."""
    ruling: Ruling


def guard_call(
    site: GuardSite, call: AskedCall, *, lang: str, is_watched: bool, complain: Callable[[str], None]
) -> CallVerdict:
    """Rules on a call, and remembers what follows from that.

    Args:
        is_watched: whether a person has set what binds here, so that commits of agents are looked at (DEC-52).

    Raises: OSError, if what has to be remembered cannot be.
    """
    guard = Guard(
        site, session=call.session, agent_id=call.agent_id, agent_type=call.agent_type, agent_kind=call.agent_kind
    )
    if call.tool == "Bash" and is_watched:
        watch_commits(site.project, call.session)
    judged = _refuse_open_shell(call, guard.judge(call.tool, call.asked, call.folder))
    if call.tool == "Agent" and isinstance(name := call.asked.get("name"), str) and name:
        guard.state.note_member(name, str(call.asked.get("subagent_type") or "general-purpose"))
    if judged.ruling.allowed:
        _note_allowed(guard, call, judged)
        return CallVerdict("passes", judged.ruling)
    action = action_text(call.tool, call.asked)
    try:
        record_refusal(site, guard.caller.agent, judged.ruling.rule, action, lang)
    except OSError as error:  # the refusal stands; what is lost is told
        complain(str(error))
    if site.mode == "enforce":
        return CallVerdict("refused", judged.ruling)
    if _is_told_now(call, judged.ruling):
        return CallVerdict("observed", judged.ruling)
    agent, rule = plain_text(guard.caller.agent), judged.ruling.rule
    Ledger(site.project, call.session).add("ruled", agent_id=call.agent_id, agent=agent, rule=rule, action=action)
    return CallVerdict("passes", judged.ruling)


def _refuse_open_shell(call: AskedCall, judged: Judged) -> Judged:
    """Codex's `write_stdin` passes no hook: there nobody starts a program that takes its commands from who types."""
    if call.client != "codex" or not judged.ruling.allowed or not (touched := judged.touched) or not touched.runs:
        return judged
    if not runs_what_is_typed(touched):
        return judged
    return judged._replace(ruling=judged.ruling._replace(allowed=False, rule="ORCH-2", text=_NO_SHELL))


_NO_SHELL: Translatable = (
    "What is typed into a program that is left open is seen by nobody: give the whole command at once (sh -c '...', "
    "cat FILE), and a console what it runs by an option or a pipe."
)


def _is_told_now(call: AskedCall, ruling: Ruling) -> bool:
    """The main thread's hook speaks to the screen; what a subagent's says nobody sees, and it is told later. So is what
    a lead would have delegated: whoever works alone is told once a turn, and not at every call."""
    return not (call.agent_id or ruling.rule.startswith("LEAD-"))


def _note_allowed(guard: Guard, call: AskedCall, judged: Judged) -> None:
    """An agent that was called, where the client names none; an exception that was used; what `renkei` is asked for."""
    if call.tool == "Agent" and call.client == "gemini":
        GuardState(guard.site.project, call.session).note_called(str(call.asked.get("subagent_type")))
    if judged.ruling.exception:
        _note_exception(guard, call, judged.ruling)
    if call.tool.startswith(_HANDING) and (text := next(_texts_handed(call), "")):
        GuardState(guard.site.project, call.session).note_handed(text, again=call.tool.startswith("Cron"))
    words = _call_of_ours(call) or judged.renkei_words
    if words is not None and not call.is_nested and (pid := find_client()):
        grant_command(guard.site.project, guard.site.env, pid, guard.team_name(), words)


_HANDING = ("ScheduleWakeup", "Cron", "SendMessage", "RemoteTrigger")
"""Tools by which an agent has a text come to somebody as a prompt."""


def _texts_handed(call: AskedCall) -> Iterator[str]:
    return (text for name in ("prompt", "message", "content") if isinstance(text := call.asked.get(name), str) and text)


def _note_exception(guard: Guard, call: AskedCall, ruling: Ruling) -> None:
    """LEAD-4: each use of an exception stands in the session's ledger."""
    paths = ruling.writes or tuple(each.path for each in ruling.reads)
    reason = plain_text(str(call.asked.get("description") or "")[:_LONGEST_REASON])
    Ledger(guard.site.project, call.session).add(
        "excepted",
        agent=guard.caller.agent,
        exception=ruling.exception,
        paths=list(paths),
        reason=reason,
        failed=failed_twice(guard.state.phase()),
    )


_LONGEST_REASON = 200


def _call_of_ours(call: AskedCall) -> tuple[str, ...] | None:
    """A call of our MCP server: it hears the name that the client has for the call, and not who makes it."""
    return call_words(call.call_id) if call.tool.startswith(_OUR_TOOLS) and call.call_id else None


_OUR_TOOLS = ("mcp__renkei__", "mcp__plugin_renkei_")


def note_impostor(site: GuardSite, session: str, event: str, *, lang: str) -> str:
    """A process of an agent's has called the hook as if it were the client: the rule that says that nothing of it
    counts. It is told in the session of the client that it is not. Raises: OSError."""
    action = f"renkei hook {plain_text(event[:_LONGEST_REASON])}".strip()
    record_refusal(site, _UNKNOWN, _CLIENTS_ALONE, action, lang)
    Ledger(site.project, session).add("forged", agent=_UNKNOWN, rule=_CLIENTS_ALONE, action=action)
    return _CLIENTS_ALONE


_UNKNOWN = "unknown"
_CLIENTS_ALONE = "DEC-52"
