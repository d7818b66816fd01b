"""The phase gate: what may be asked of a feature in which phase, and which changes of phase there are; tables (SDD-5,
SDD-19). Checked in this order: blocked, unknown, unsuited."""

from collections.abc import Collection, Mapping
from typing import Final, Literal

from renkei.errors import Refused
from renkei.sdd.spec import BlockedInfo, Spec, record_change
from renkei.sentence import Sentence, Translatable
from renkei.values import value

Phase = Literal["initialized", "design-generated", "implementation-complete", "blocked"]
INITIALIZED: Final = "initialized"
DESIGNED: Final = "design-generated"
IMPLEMENTED: Final = "implementation-complete"
BLOCKED: Final = "blocked"
PHASES: Final[tuple[Phase, ...]] = (INITIALIZED, DESIGNED, IMPLEMENTED, BLOCKED)

Operation = Literal["design", "impl", "design-review", "impl-review", "revise"]
UPSTREAM_FAILURE: Final = "upstream_failure"


@value
class Requirement:
    """What an operation needs: one of these phases, these files, and what to do where it is another phase."""

    phases: frozenset[str]
    files: tuple[str, ...] = ()
    remedy: Translatable


REQUIREMENTS: Final[Mapping[Operation, Requirement]] = {
    "design": Requirement(
        phases=frozenset({INITIALIZED, DESIGNED}),
        remedy="it is implemented. Change it by a revision: renkei sdd revise {feature}",
    ),
    "impl": Requirement(
        phases=frozenset({DESIGNED, IMPLEMENTED}),
        files=("design.md",),
        remedy="it has no design yet. Begin with: renkei sdd design {feature}",
    ),
    "design-review": Requirement(
        phases=frozenset({INITIALIZED, DESIGNED, IMPLEMENTED}),
        files=("design.md",),
        remedy="",
    ),
    "impl-review": Requirement(
        phases=frozenset({IMPLEMENTED}),
        files=("design.md", "tasks.yaml"),
        remedy="it is not implemented yet. Go on with: renkei sdd impl {feature}",
    ),
    "revise": Requirement(
        phases=frozenset({IMPLEMENTED}),
        remedy="only what is implemented is revised. Go on with: renkei sdd run {feature}",
    ),
}

Cause = Literal["design", "implementation", "revision", "spec-update", "upstream-failure", "unblock"]
TRANSITIONS: Final[Mapping[tuple[str, str], frozenset[Cause]]] = {
    (INITIALIZED, DESIGNED): frozenset({"design"}),
    (DESIGNED, DESIGNED): frozenset({"design", "spec-update"}),
    (DESIGNED, IMPLEMENTED): frozenset({"implementation"}),
    (IMPLEMENTED, IMPLEMENTED): frozenset({"implementation"}),
    (IMPLEMENTED, DESIGNED): frozenset({"revision", "spec-update"}),
    (INITIALIZED, BLOCKED): frozenset({"upstream-failure"}),
    (DESIGNED, BLOCKED): frozenset({"upstream-failure"}),
    (BLOCKED, INITIALIZED): frozenset({"unblock"}),
    (BLOCKED, DESIGNED): frozenset({"unblock"}),
}
"""From and to, with what may cause it. A phase that stays is a task or a design done once more."""


def refuse_known(spec: Spec) -> None:
    """The first two checks, in the specification's words.

    Raises:
        Refused: the feature is blocked, or nobody knows its phase.
    """
    if spec.phase == BLOCKED:
        by = spec.blocked_info.blocked_by if spec.blocked_info else "?"
        raise Refused("{feature} is blocked by {blocked_by}", rule="SDD-5", feature=spec.feature_name, blocked_by=by)
    if spec.phase not in PHASES:
        raise Refused("Unknown phase '{phase}'", rule="SDD-5", phase=spec.phase)


def require_phase(spec: Spec, operation: Operation, files: Collection[str]) -> None:
    """Lets an operation through, before any agent is started.

    Args:
        files: what is there of the feature, by name.

    Raises:
        Refused: blocked, unknown or unsuited; nothing was started.
    """
    refuse_known(spec)
    needed = REQUIREMENTS[operation]
    if spec.phase not in needed.phases:
        raise Refused(
            "{operation} cannot begin: {feature} is in phase {phase}; {remedy}",
            rule="SDD-19",
            operation=operation,
            feature=spec.feature_name,
            phase=spec.phase,
            remedy=Sentence(needed.remedy, feature=spec.feature_name),
        )
    if missing := [name for name in needed.files if name not in files]:
        raise Refused(
            "{operation} cannot begin: {feature} has no {files}. Begin with: renkei sdd {step} {feature}",
            rule="SDD-5",
            operation=operation,
            feature=spec.feature_name,
            files=", ".join(missing),
            step="design" if "design.md" in missing else "impl",
        )


def move_phase(spec: Spec, to: Phase, cause: Cause, *, at: str, action: str, **fields: object) -> Spec:
    """The spec in another phase.

    Raises:
        Refused: the table has no such change.
    """
    if cause not in TRANSITIONS.get((spec.phase, to), frozenset()):
        raise Refused(
            "{feature} cannot go from {phase} to {to} by {cause}.",
            rule="SDD-19",
            feature=spec.feature_name,
            phase=spec.phase,
            to=to,
            cause=cause,
        )
    return record_change(spec, action, at=at, phase=to, **fields)


def block(spec: Spec, by: str, *, at: str) -> Spec:
    """The feature waits for another one that failed; where it stood is kept."""
    info = BlockedInfo(blocked_by=by, reason=UPSTREAM_FAILURE, blocked_at_phase=spec.phase)
    return move_phase(spec, BLOCKED, "upstream-failure", at=at, action=f"blocked by {by}", blocked_info=info)


def unblock(spec: Spec, how: Literal["fix", "skip"], *, at: str) -> Spec:
    """Back to where it stood.

    Raises:
        Refused: it is not blocked, or nobody knows where it stood.
    """
    if spec.phase != BLOCKED:
        raise Refused("{feature} is not blocked.", rule="SDD-19", feature=spec.feature_name)
    back = spec.blocked_info.blocked_at_phase if spec.blocked_info else None
    if back == INITIALIZED or back == DESIGNED:  # noqa: SIM109 - the type checker narrows by it
        return move_phase(spec, back, "unblock", at=at, action=f"unblocked ({how})", blocked_info=None)
    raise Refused(
        "{feature} cannot be unblocked: blocked_at_phase in its spec.yaml says {phase}; expected initialized or "
        "design-generated.",
        rule="SDD-19",
        feature=spec.feature_name,
        phase=back or "-",
    )
