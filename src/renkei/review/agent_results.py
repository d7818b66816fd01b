"""What an inspector with a model says of a target, as findings of the review. What cites no place of it is none.

It is one more analyser, called `KIND/INSPECTOR`: its findings are weighed, looked up and merged like all others.
"""

from collections.abc import Mapping
from typing import Final, get_args

from renkei.reports.aggregate import Judged, Reported
from renkei.reports.aggregate.reading import read_result
from renkei.reports.check import check_report
from renkei.review.change import Change
from renkei.review.finding import Category, RawFinding
from renkei.review.jobs import AnalyserResult, AnalyserState
from renkei.review.target import Target
from renkei.sentence import Sentence
from renkei.values import value

_UNSTATED: Final = 50
"""The confidence of a finding that states none: it is not shown, and decides nothing."""
_NEEDS_A_RUN: Final = frozenset({"test-failure", "call-site-error", "syntax"})
"""What decides by itself, and only who ran something can say."""
_CATEGORIES: Final[Mapping[str, Category]] = {name: name for name in get_args(Category) if name not in _NEEDS_A_RUN}
_ABOUT_TEXTS: Final = frozenset({"documents"})


@value
class AgentInspector:
    """An inspector with a model, and the files that it is asked about."""

    name: str
    kind: str
    """Of its agent."""
    given: frozenset[str]

    @property
    def label(self) -> str:
        return f"{self.kind}/{self.name}"


def files_for(name: str, target: Target, change: Change | None) -> frozenset[str]:
    """What an inspector is asked about: the project's own code, or of one about documents the other texts."""
    return frozenset(
        file.path
        for file in target.files
        if file.kind.is_own
        and target.in_scope(file.path)
        and (change is None or file.path in change.touched)
        and file.kind.is_code is not (name in _ABOUT_TEXTS)
        and target.lines(file.path) is not None
    )


def without_look(
    inspector: AgentInspector, state: AnalyserState, reason: Sentence, *, install: str = ""
) -> AnalyserResult:
    """Of one that has no result: it has looked at nothing."""
    return AnalyserResult(
        inspector=inspector.label,
        analyser=inspector.label,
        version=None,
        state=state,
        reason=reason,
        given=inspector.given,
        unread=inspector.given,
        install=install,
    )


def read_agent_result(
    inspector: AgentInspector,
    text: str,
    target: Target,
    change: Change | None,
    *,
    version: str,
    opened: frozenset[str] | None,
    seconds: float,
) -> AnalyserResult:
    """`opened`: the files that its tools opened; None where nobody knows. Who opened nothing has looked at nothing."""
    seen = inspector.given & opened if opened is not None else frozenset[str]()
    if opened is not None and not seen:
        return without_look(inspector, "failed", Sentence("it opened none of the files that it was asked about"))
    reports = read_result(Judged(source=inspector.name, judgement=check_report(text, target.tree, form=True))).reports
    found = [_as_finding(inspector, each) for each in reports if _stands_in(each, target)]
    touched = [raw for raw in found if change is None or change.touches(raw)]
    return AnalyserResult(
        inspector=inspector.label,
        analyser=inspector.label,
        version=version,
        state="done",
        reason=_remark(inspector, opened is not None, len(seen), len(reports) - len(touched)),
        seconds=seconds,
        findings=tuple(touched),
        given=inspector.given,
        unread=inspector.given - seen,
        languages=frozenset(file.kind.language or "" for file in target.files),
    )


def _stands_in(reported: Reported, target: Target) -> bool:
    file = target.by_path.get(reported.path or "")
    return file is not None and not reported.is_false and target.in_scope(file.path)


def _as_finding(inspector: AgentInspector, reported: Reported) -> RawFinding:
    assert reported.path is not None
    own = _CATEGORIES.get(inspector.name, "hygiene")
    return RawFinding(
        rule=inspector.label,
        category=_CATEGORIES.get(reported.category.lower(), own),
        path=reported.path,
        line=reported.line,
        end_line=reported.end_line,
        message=" ".join(reported.text.split()),
        confidence=_UNSTATED if reported.confidence is None else round(reported.confidence),
        severity=reported.severity,
    )


def _remark(inspector: AgentInspector, is_known: bool, seen: int, left_out: int) -> Sentence | None:
    """What a reader should know of a look that is not all it could have been."""
    told: list[Sentence] = []
    if not is_known:
        told.append(Sentence("which files it opened is not known"))
    elif seen < len(inspector.given):
        told.append(Sentence("it opened {seen} of {files} files", seen=seen, files=len(inspector.given)))
    if left_out:
        told.append(Sentence("{count} findings that cite no place of what is reviewed are left out", count=left_out))
    if len(told) == 2:
        return Sentence("{first}; {second}", first=told[0], second=told[1])
    return told[0] if told else None
