"""The words of a ruling on a tool: who asks, what is known, what is answered. Values; on the path of a hook."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from renkei.policy.tables import Policy
from renkei.policy.touches import Span, ToolCall, Touched
from renkei.sentence import Translatable

_NOTHING: Final[Mapping[str, str]] = {}
_NO_LENGTHS: Final[Mapping[str, int]] = {}
_NO_NAMES: Final[Mapping[str, tuple[str, ...]]] = {}
_NO_SCRIPTS: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {}
_NO_PARAMS: Final[Mapping[str, object]] = {}


REASONED: Final = {"LEAD-9": "verification_reason"}
"""Rules with an exception of their own that a recorded reason opens, whatever their level; with what that is called
among the permissions."""


class Grant(NamedTuple):
    """What one agent may use; None where there is no limit. The role is empty where the policy does not know it."""

    agent: str
    role: str
    tools: tuple[str, ...] | None
    commands: str | None
    writes: tuple[str, ...] | None

    @property
    def is_lead(self) -> bool:
        return self.role == "lead"


class Lookup(NamedTuple):
    """A read of the lead: how many lines of which file, when, and to answer what."""

    path: str
    lines: int
    when: float
    question: str = ""


class ToolState(NamedTuple):
    """What was done before in this phase, and what stands on disk now; gathered by the caller."""

    lookups: tuple[Lookup, ...] = ()
    covered: Mapping[str, str] = _NOTHING
    """Path -> the agent's result that covers it (LEAD-9)."""
    owners: Mapping[str, str] = _NOTHING
    """Path or pattern -> the agent that writes it now."""
    read_at: Mapping[str, str] = _NOTHING
    """Path -> digest when this agent last read or wrote it; "" never."""
    now_at: Mapping[str, str] = _NOTHING
    """Path -> digest on disk now; "" not there."""
    compacted: bool = False
    held: tuple[str, ...] = ()
    """Decisions that have to be consulted first, and are open (CON-3)."""
    permissions: frozenset[str] = frozenset()
    """Outer conditions of exceptions that hold: the words that `needs` has in the policy."""
    clock: float = 0.0
    lengths: Mapping[str, int] = _NO_LENGTHS
    """Path -> how many lines it has. A file that is not told of counts as long as a client reads at once."""
    texts: Mapping[str, str] = _NOTHING
    """Path -> text on disk now, of what is edited."""
    becomes: Mapping[str, str] = _NOTHING
    """Path -> the text that a command of a shell would make of it, where that can be told."""
    shown: tuple[Span, ...] | None = None
    """What a command of git shows of files that it does not name; None: not known."""
    project_commands: tuple[tuple[str, ...], ...] = ()
    """How the project's steering file calls its tools (SDD-14)."""
    project_scripts: Mapping[tuple[str, ...], tuple[str, ...]] = _NO_SCRIPTS
    """Tool -> the one of these that runs it, as a script of package.json."""
    named: Mapping[str, tuple[str, ...]] = _NO_NAMES
    """Path with wildcards -> the files that it stands for now. One that is not told of counts as a long file."""
    searched: int | None = None
    """Over how many files the search goes; counting may stop at one more than the limit. None: not counted."""
    edits: int = 0
    """How many TRIVIAL edits the lead has made in this phase."""
    question: str = ""
    """What the lookup is to answer (LEAD-13), where the client has a place for it."""
    asked: str = ""
    """What the person said at the beginning of the phase, where it is short."""
    guarded: tuple[str, ...] = ()
    """More guarded paths: the user's state folder, where it is not at its usual place."""
    program: tuple[str, ...] = ()
    """Absolute paths of the program that guards: written by no tool, and by no command that can be read."""
    brought: tuple[str, ...] = ()
    """Guarded files that folders have in them which the call would copy there."""
    reached: Mapping[str, str] = _NOTHING
    """Path -> the other agent that writes it now, of what the call would write without naming it."""
    swept: tuple[str, ...] = ()
    """Guarded files that git would take away, as it is called, without naming them."""
    places: Mapping[str, str] = _NOTHING
    """Path -> where links lead to, if that is elsewhere."""
    members: Mapping[str, str] = _NOTHING
    """Name that an agent is to be started under -> the role that it has on the team."""
    is_subagent: bool = False
    """Whether another agent started the one that calls."""
    overrides: Mapping[str, str] = _NOTHING
    """Rule of level L2 -> the recorded reason to go on against it."""


class Ruling(NamedTuple):
    allowed: bool
    rule: str = ""
    text: Translatable = ""
    params: Mapping[str, object] = _NO_PARAMS
    delegate_to: str = ""
    exception: str = ""
    """Id of the exception that allowed it, or `override:RULE`: the caller records it."""
    reads: tuple[Lookup, ...] = ()
    writes: tuple[str, ...] = ()


class Case(NamedTuple):
    """What a check looks at."""

    policy: Policy
    grant: Grant
    call: ToolCall
    state: ToolState
    touched: Touched


def refuse(rule: str, text: Translatable, *, delegate_to: str = "", **params: object) -> Ruling:
    return Ruling(False, rule, text, params, delegate_to)
