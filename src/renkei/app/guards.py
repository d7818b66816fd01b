"""Before a client's tool: may this agent make this call? `call_facts` has what `may_use` has to know; what follows from
its ruling is kept here: counters, claims, the record of a refusal. Standard library only.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from renkei.app.call_facts import Caller, CallFacts, GuardSite, claimed_by, file_name, lookups_in, name_folders
from renkei.app.compiled_policy import load_policy
from renkei.app.guard_state import GuardState, real_path
from renkei.lazy import lazy
from renkei.policy.rulings import REASONED
from renkei.policy.tool_use import Ruling, ToolCall, ToolState, find_role, grant_of, inspect_call, may_use

if TYPE_CHECKING:
    from pathlib import Path

    from renkei.agent_trees import list_live_sessions
    from renkei.app.file_claims import claim_files
    from renkei.eventlog import guard_probe, spool
    from renkei.policy.touches import Touched
else:
    list_live_sessions = lazy("renkei.agent_trees:list_live_sessions")
    claim_files = lazy("renkei.app.file_claims:claim_files")
    guard_probe = lazy("renkei.eventlog.guard_probe")
    spool = lazy("renkei.eventlog.spool")

_LONGEST_ACTION = 200


class Judged(NamedTuple):
    ruling: Ruling
    renkei_words: tuple[str, ...] | None = None
    """What `renkei` is asked for, if the call is one plain command of it and nothing else."""
    touched: "Touched | None" = None


class Guard:
    """Rules on the calls of one client's hook; the policy is loaded once."""

    def __init__(self, site: GuardSite, *, session: str, agent_id: str, agent_type: str, agent_kind: str = "") -> None:
        self.site = site
        self.policy = load_policy(site.project, site.env)
        self.state = GuardState(site.project, session)
        self.caller = self._find_caller(session, agent_id, agent_type, agent_kind)
        self._facts = CallFacts(site, self.policy, self.state, self.caller)
        self.grant = grant_of(self.policy, agent=self.caller.agent, role=self.caller.role, is_lead=self.caller.is_lead)

    def _find_caller(self, session: str, agent_id: str, agent_type: str, agent_kind: str) -> Caller:
        """A subagent is who the client says it is. The client's own thread is the lead, unless a run has started the
        client as an agent of its own."""
        if agent_id or agent_type:
            name = agent_type or "agent"
            return Caller(session, agent_id or agent_type, name, self._role_of(agent_kind or agent_type), is_lead=False)
        if self.site.env.get("RENKEI_TOKEN"):
            return Caller(session, "", "agent", "", is_lead=False)
        return Caller(session, "", "lead", "lead", is_lead=True)

    def _role_of(self, agent: str) -> str:
        """By the name that the client has for it, else what the team says."""
        if role := find_role(self.policy, agent):
            return role
        return guard_probe.find_role(self.site.store, agent)

    def team_name(self) -> str:
        """Its name in the team: the client's own thread is the lead, whatever that is called."""
        return self.caller.agent if self.caller.agent_id else guard_probe.find_lead(self.site.store) or "lead"

    def judge(self, tool: str, asked: Mapping[str, Any], folder: str) -> Judged:
        """Whether it may, and what it touches. What an allowed call takes is taken here: of two at once, one is first.

        Raises: OSError, if what has to be remembered of it cannot be.
        """
        call = ToolCall(tool, asked, folder, str(self.site.tree), name_folders(self.site.env))
        touched = inspect_call(call)
        if self.caller.agent_id:
            with suppress(OSError):  # who writes claims, which has to be remembered
                self.state.note_alive(self.caller.agent_id)
        known = self._facts.gather(touched, call)
        ruling = self._rule(call, known)
        if ruling.allowed and ruling.writes and self.caller.agent_id:
            ruling = self._claim_writes(call, known, ruling)
        if ruling.allowed and ruling.reads and self.caller.is_lead:
            ruling = self._count_reads(call, known, ruling)
        if ruling.allowed and ruling.exception:
            self._keep_edited(known, ruling)
        words = _single_renkei_command(touched) if ruling.allowed else None
        return Judged(ruling, words, touched)

    def _rule(self, call: ToolCall, known: ToolState) -> Ruling:
        """A rule that the team made a default gives way to a reason that was recorded in this phase (LEAD-7); so is the
        reason of a minimal verification (LEAD-9)."""
        ruling = may_use(self.policy, self.grant, call, known)
        rule = self.policy.rules.get(ruling.rule)
        if ruling.allowed or rule is None or (rule.level != "L2" and ruling.rule not in REASONED):
            return ruling
        reasons = guard_probe.find_overrides(self.site.store, self.team_name(), self.state.phase_began())
        if not reasons:
            return ruling
        stated = {name for rule, name in REASONED.items() if reasons.get(rule)}
        known = known._replace(overrides=reasons, permissions=known.permissions | stated)
        return may_use(self.policy, self.grant, call, known)

    def _keep_edited(self, known: ToolState, ruling: Ruling) -> None:
        """Of an edit what was there before, to see afterwards what it became (LEAD-3)."""
        if ruling.exception == "trivial_edit":
            self.state.add_line("edited")
            for path in ruling.writes:
                self.state.keep_before(path, known.texts.get(path, ""))

    # What follows from a ruling

    def _claim_writes(self, call: ToolCall, known: ToolState, ruling: Ruling) -> Ruling:
        """A file is its writer's until that agent stops; who claims it at the same time and later is refused."""
        real = {path: real_path(self.site.tree, path) for path in ruling.writes}
        claim_files(self.state, self.site.tree, self.caller.agent_id, self.caller.agent, real.values())
        owners = claimed_by(self._facts.find_claims(), self.caller, real)
        if all(owner == self.caller.agent for owner in owners.values()):
            return ruling
        return may_use(self.policy, self.grant, call, known._replace(owners={**known.owners, **owners}))

    def _count_reads(self, call: ToolCall, known: ToolState, ruling: Ruling) -> Ruling:
        """Counts what the lead reads. Who counted before it, counts for it."""
        files = [(each.path, each.lines) for each in ruling.reads]
        mark = self.state.add_line("read", files=files, at=known.clock, question=known.question)
        lines = self.state.phase()
        place = next((at for at, line in enumerate(lines) if line.get("mark") == mark), len(lines))
        lookups = lookups_in([line for at, line in enumerate(lines) if at < place or line["what"] == "dropped"])
        if lookups == known.lookups:
            return ruling
        again = may_use(self.policy, self.grant, call, known._replace(lookups=lookups))
        if not again.allowed:
            self.state.add_line("dropped", of=mark)
        return again


def _single_renkei_command(touched: "Touched") -> tuple[str, ...] | None:
    """The words behind `renkei`, where a shell is given that one command and each word stands as it is."""
    script = touched.script
    if script is None or len(script.commands) != 1 or script.problems:
        return None
    command = script.commands[0]
    is_plain = command.is_literal and not any(word.has_wildcards for word in command.words)
    if not is_plain or command.assignments or command.redirects or file_name(command.name) != "renkei":
        return None
    return command.texts[1:]


def record_refusal(site: GuardSite, agent: str, rule: str, action: str, lang: str) -> None:
    """Beside the store, from where whoever writes next takes it in: a guard waits for no store. Raises: OSError."""
    command = {"agent": agent, "rule": rule, "action": action, "mode": site.mode}
    spool.put(site.store, "refusal", {"lang": lang, "command": command})


def action_text(tool: str, asked: Mapping[str, Any]) -> str:
    """What was wanted, in a line: the tool, and the command or file."""
    wanted = next((found for name in _SAID if isinstance(found := asked.get(name), str)), "")
    return plain_text(f"{tool} {' '.join(wanted[:_LONGEST_ACTION].split())}".strip()[:_LONGEST_ACTION])


def plain_text(text: str) -> str:
    """What an agent wrote stands on a person's screen and in the log: without what a terminal would obey, or no store
    can hold."""
    return text if text.isprintable() else "".join(each if each.isprintable() else "?" for each in text)


_SAID = ("command", "file_path", "notebook_path", "path", "pattern", "subagent_type")


def is_of_agent(project: "Path", env: Mapping[str, str], session: str, prompt: str) -> bool:
    """Whether an agent of this session, or of another one at work, handed over what the client brings as a prompt."""
    sessions = dict.fromkeys((session, *list_live_sessions(project, env)))
    return any(GuardState(project, each).takes_handed(prompt) for each in sessions)


def find_permissions(prompt: str) -> list[str]:
    """What the person's words allow the lead to do itself: an edit that is asked of it, lines that are to be shown."""
    said = prompt.casefold()
    return [name for name, words in _ASKED.items() if any(word in said for word in words)]


def find_question(prompt: str) -> str:
    """What the person asks; a long prompt is a task, in which words stand for all sorts of things."""
    return " ".join(prompt.split()) if len(prompt) <= _LONGEST_QUESTION else ""


_LONGEST_QUESTION = 300

_ASKED = {
    "user_asked_direct": (
        "edit it directly", "edit directly", "directly edit", "fix it directly", "fix directly", "directly fix",
        "change it directly", "directly change", "edit it yourself", "fix it yourself", "do it yourself",
        "change it yourself", "without an agent", "without delegating", "don't delegate", "do not delegate",
        "直接編集", "直接修正", "直接直して", "直接変更", "自分で直して", "自分で修正", "自分で編集",
        "委任せず", "委任しないで",
    ),
    "user_asked_display": (
        "show me", "show us", "display", "print the", "let me see", "見せて", "表示して", "示して",
    ),
}  # fmt: skip
