"""What comes next for a feature, from its spec.yaml and its verdicts alone; and what a verdict leads to. Pure tables.

A version says which round something belongs to: the minor number rises when the design is to be written anew, the patch
number when the code is to be mended. What `version_refs` lags behind is what is due (SDD-21, SDD-28).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

from renkei import lazy_re as re
from renkei.reports.cpf.batches import Batch, Disposition
from renkei.reports.cpf.codec import read_names
from renkei.reports.cpf.document import Document, Severity, Verdict, Verified
from renkei.reports.cpf.inspectors import ReviewType, short_name
from renkei.reports.cpf.verdict import ReviewFindings, judge_findings
from renkei.sdd.phases import DESIGNED, IMPLEMENTED, INITIALIZED
from renkei.sdd.spec import Orchestration, Spec, raise_minor

MOST_RETRIES: Final = 5
MOST_SPEC_UPDATES: Final = 2
MOST_TOGETHER: Final = 6

Step = Literal["design", "review-design", "impl", "review-impl", "escalated", "done"]
ACCEPTED: Final[frozenset[Disposition]] = frozenset({"GO-ACCEPTED", "CONDITIONAL-TRACKED"})


def next_step(spec: Spec, batches: Sequence[Batch]) -> Step:
    """For a feature that is neither blocked nor in an unknown phase."""
    if spec.phase == INITIALIZED:
        return "design"
    if spec.phase == DESIGNED:
        if _minor(spec.version_refs.design) != _minor(spec.version):
            return "design"
        newest = _newest(batches, "design", lambda version: _minor(version) == _minor(spec.version))
        return _after_review(newest, due="review-design", then="impl")
    assert spec.phase == IMPLEMENTED
    if spec.version_refs.implementation != spec.version:
        return "impl"
    newest = _newest(batches, "impl", lambda version: version == spec.version)
    return _after_review(newest, due="review-impl", then="done")


def _after_review(newest: Batch | None, *, due: Step, then: Step) -> Step:
    if newest is None:
        return due
    if newest.disposition in ACCEPTED:
        return then
    return "escalated" if newest.disposition == "ESCALATED" else due


def _newest(batches: Sequence[Batch], kind: str, is_meant: Callable[[str], bool]) -> Batch | None:
    return next((each for each in reversed(batches) if each.kind == kind and is_meant(each.version)), None)


def _minor(version: str | None) -> str:
    return ".".join((version or "-").split(".")[:2])


def raise_patch(version: str) -> str:
    """The next round of the code of one design."""
    major, minor, patch = version.split(".")
    return f"{major}.{minor}.{int(patch) + 1}"


# What a verdict leads to.


def decide_disposition(spec: Spec, verdict: Verdict, *, alone: bool) -> Disposition:
    """CONDITIONAL goes on as GO does. What is not positive is mended by its owner, within the limits; a review that was
    asked for alone mends nothing."""
    if verdict == "GO":
        return "GO-ACCEPTED"
    if verdict == "CONDITIONAL":
        return "CONDITIONAL-TRACKED"
    counted = spec.orchestration
    retries = counted.retry_count + (verdict == "NO-GO")
    updates = counted.spec_update_count + (verdict == "SPEC-UPDATE-NEEDED")
    is_over = retries > MOST_RETRIES or updates > MOST_SPEC_UPDATES or retries + updates > MOST_TOGETHER
    if alone or is_over:
        return "ESCALATED"
    return "NO-GO-FIXED" if verdict == "NO-GO" else "SPEC-UPDATE-CASCADED"


def count_verdict(counted: Orchestration, disposition: Disposition) -> Orchestration:
    """The counters only rise: they begin anew at the end of a wave, after a person decided, and with a revision."""
    if disposition == "NO-GO-FIXED":
        return counted.model_copy(update={"retry_count": counted.retry_count + 1})
    if disposition == "SPEC-UPDATE-CASCADED":
        return counted.model_copy(
            update={"spec_update_count": counted.spec_update_count + 1, "last_phase_action": None}
        )
    return counted


def reset_counters(counted: Orchestration) -> Orchestration:
    return counted.model_copy(update={"retry_count": 0, "spec_update_count": 0})


def next_version(spec: Spec, kind: ReviewType, disposition: Disposition) -> str:
    """A round that has to be done again gets the next number."""
    if disposition == "SPEC-UPDATE-CASCADED" or (disposition == "NO-GO-FIXED" and kind == "design"):
        return raise_minor(spec.version)
    return raise_patch(spec.version) if disposition == "NO-GO-FIXED" else spec.version


# What an auditor's file is worth.

DEPARTURE: Final = "LEAD: departure:"
"""What a note begins with where an auditor's verdict is another than that of the rules."""
_RANK: Final[Mapping[str, int]] = {"GO": 0, "CONDITIONAL": 1, "SPEC-UPDATE-NEEDED": 2, "NO-GO": 3}
_WORSE: Final[Mapping[Severity, Severity]] = {"L": "M", "M": "H", "H": "C", "C": "C"}


def weigh_audit(kind: ReviewType, audit: Document, inspectors: Mapping[str, Document]) -> Document:
    """The auditor's verdict, unless its own list makes it a worse one and it gives no reason, or a finding of an
    inspector that is NO-GO by itself is neither in its list nor among what it removed or resolved: GO is never more
    than was looked at."""
    assert audit.verdict != "ERROR"
    notes = list(audit.notes)
    verified = [*audit.verified, *_find_dropped(kind, audit, inspectors)]
    if len(verified) > len(audit.verified):
        notes.append("LEAD: findings that are NO-GO by themselves and not accounted for by the auditor were put back")
    right = judge_findings(kind, ReviewFindings(tuple(verified), audit.resolved)).verdict
    verdict = audit.verdict
    if _RANK[right] > _RANK[verdict]:
        is_heard = len(verified) == len(audit.verified) and _has_reason(audit)
        notes.append(
            f"{DEPARTURE} {right} by the rules; the auditor said {verdict} with{'' if is_heard else 'out'} a reason"
        )
        verdict = verdict if is_heard else right
    return Document(
        verdict=verdict,
        scope=audit.scope,
        wave_scope=audit.wave_scope,
        specs_in_scope=audit.specs_in_scope,
        verified=tuple(verified),
        removed=audit.removed,
        resolved=audit.resolved,
        spec_feedback=audit.spec_feedback,
        steering=audit.steering,
        notes=tuple(notes),
        roadmap_advisory=audit.roadmap_advisory,
    )


def _find_dropped(kind: ReviewType, audit: Document, inspectors: Mapping[str, Document]) -> list[Verified]:
    """Findings that are NO-GO by themselves (critical ones, tests that fail), and that the auditor neither kept so nor
    removed, resolved or, with a note, made less of. What is said of one inspector's finding is said of no other's."""
    kept = {each.location for each in audit.verified if _is_no_go(kind, each)}
    weaker = {(each.category, each.location) for each in audit.verified if _has_reason(audit)}
    found = [
        Verified(
            agents=(name,),
            severity=issue.severity,
            category=issue.category,
            location=issue.location,
            description=issue.description,
        )
        for name, document in inspectors.items()
        for issue in document.issues
    ]
    left = [
        each
        for each in found
        if _is_no_go(kind, each) and each.location not in kept and (each.category, each.location) not in weaker
    ]
    beside = Counter((each.agents, each.location) for each in left)
    return [each for each in left if not _is_answered(each, audit, is_alone=beside[each.agents, each.location] == 1)]


def _is_answered(found: Verified, audit: Document, *, is_alone: bool) -> bool:
    """Whether the auditor says of a finding of this inspector why it is none: named by its words, or by its place, with
    its category where the inspector has another one there."""
    own = {short_name(name) for name in found.agents}
    removed = (each.issue for each in audit.removed if own & {*map(short_name, read_names(each.agent))})
    resolved = (each.findings for each in audit.resolved if own & {*map(short_name, each.agents)})
    return any(
        _is_named(found.description, said)
        or (_is_named(found.location, said) and (is_alone or _is_named(found.category, said)))
        for said in (*removed, *resolved)
    )


def _is_no_go(kind: ReviewType, found: Verified) -> bool:
    return judge_findings(kind, ReviewFindings((found,))).verdict == "NO-GO"


def _has_reason(audit: Document) -> bool:
    return any(not note.startswith(("PARTIAL", "LEAD:")) for note in audit.notes)


def _is_named(text: str, said: str) -> bool:
    """Whether it stands there whole: `a.py:1` does not in `a.py:12`, and nothing stands nowhere."""
    return bool(text.strip()) and re.search(rf"(?<!\w){re.escape(text.strip())}(?!\w)", said) is not None


def mark_regressions(found: Sequence[Verified], resolved: Sequence[str]) -> tuple[Verified, ...]:
    """What was resolved before and is back is one severity worse, and says so."""
    known = set(resolved)
    return tuple(
        Verified(
            agents=each.agents,
            severity=_WORSE[each.severity],
            category=each.category,
            location=each.location,
            description=each.description
            if each.description.startswith("REGRESSION")
            else f"REGRESSION: {each.description}",
        )
        if finding_key(each) in known
        else each
        for each in found
    )


def finding_key(found: Verified) -> str:
    return f"{found.category}|{found.location}"


def resolved_since(before: Batch | None, now: Sequence[Verified], missing: Collection[str]) -> tuple[str, ...]:
    """What the review before had and this one has no more. Where none of those who found it looked again, for they are
    `missing`, nobody knows."""
    if before is None:
        return ()
    left = {finding_key(each) for each in now}
    asked = [each for each in (*before.consensus, *before.tracked) if not each.agents or {*each.agents} - {*missing}]
    return tuple(dict.fromkeys(key for each in asked if (key := finding_key(each)) not in left))
