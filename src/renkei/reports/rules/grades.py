"""Evidence by band (RES-12, RES-13, RES-14): how much a result shows for how sure it says it is."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from renkei.reports.confidence import Band, confidence_band
from renkei.reports.formats.numbers import read_number, write_number
from renkei.reports.references import CheckedClaim
from renkei.reports.rules.case import ITSELF, Breach, Case, line_of
from renkei.reports.rules.evidence import any_executed, unsupported, without_evidence, without_proof

Grade = Literal["none", "some", "clear", "direct"]
GRADES: Final[tuple[Grade, ...]] = ("none", "some", "clear", "direct")
"""`some`: a place that is there, or a recorded run. `clear`: one for every finding. `direct`: and a tool call that
opened each of the places."""

NEEDED: Final[Mapping[Band, Grade]] = {
    "certain": "direct",
    "high": "clear",
    "medium": "some",
    "low": "none",
    "uncertain": "none",
}
MANY: Final = 3
"""So many references from an agent that opened nothing are no oversight."""
SURE: Final = 85
"""Whoever is surer than this has looked."""


def evidence_grade(case: Case) -> Grade:
    """The evidence that a result shows. Without receipts nobody can tell what was opened: `clear` is the most."""
    if not (case.verified_references or any_executed(case)):
        return "none"
    if next(without_proof(case), None):
        return "some"
    return "direct" if case.opened and not find_unopened(case) else "clear"


def find_unopened(case: Case) -> list[CheckedClaim]:
    """The references to places that are there, but that no recorded tool call of the agent opened."""
    opened = case.opened
    return [checked for checked in case.verified_references if not opened.shows(checked)] if opened else []


def is_overconfident(case: Case) -> bool:
    """Stated above its evidence. What only receipts could show is not held against a result that has none."""
    stated = _confidence_of(case)
    if stated is None:
        return False
    needed, shown = GRADES.index(NEEDED[confidence_band(stated)]), GRADES.index(evidence_grade(case))
    if case.opened is None:
        needed = min(needed, GRADES.index("clear"))
    return shown < needed


def is_beyond_judging(case: Case) -> bool:
    """Its band asks for a recorded tool call, and nobody kept count of them."""
    stated = _confidence_of(case)
    return stated is not None and NEEDED[confidence_band(stated)] == "direct" and case.opened is None


def has_opened_nothing(case: Case) -> bool:
    """Much is cited, or the agent is sure, and no tool call of it is recorded."""
    if case.opened is None or case.opened.calls:
        return False
    return _count_cited_places(case) >= MANY or (_confidence_of(case) or 0) > SURE


def find_blind_quotes(case: Case) -> list[CheckedClaim]:
    """The references whose code is quoted though no recorded tool call opened the file (DEC-40)."""
    return [checked for checked in find_unopened(case) if _is_quoted_blindly(case, checked)]


def _is_quoted_blindly(case: Case, checked: CheckedClaim) -> bool:
    opened, is_quoted = case.opened, checked.quote is not None and checked.claim.how != "shown"
    return is_quoted and opened is not None and not opened.has_opened(checked.claim.reference.path)


def _count_cited_places(case: Case) -> int:
    return len({(c.claim.reference.path, c.claim.reference.line) for c in case.references})


def _confidence_of(case: Case) -> float | None:
    confidence = case.report.confidence
    return confidence.stated if confidence and case.report.status != "FAILED" else None


def confidence_is_borne_out(case: Case) -> Iterator[Breach]:
    stated, confidence = _confidence_of(case), case.report.confidence
    if stated is None or confidence is None or not is_overconfident(case):
        return
    needed = NEEDED[confidence_band(stated)]
    if needed == "direct" and case.opened:
        text = "a confidence of {stated} needs code evidence that a recorded tool call opened"
    elif needed == "some":
        text = "a confidence of {stated} needs some code evidence"
    else:
        text = "a confidence of {stated} needs clear code evidence: a place that is there for each finding"
    yield Breach(confidence.line, text, {"stated": write_number(stated)})


def references_were_opened(case: Case) -> Iterator[Breach]:
    """Line by line, not only by file: whoever read lines 1 to 50 has not seen line 300."""
    if has_opened_nothing(case) and _count_cited_places(case) >= MANY:
        text = "{count} places are cited, and no tool call that opened a file is recorded"
        yield Breach(None, text, {"count": _count_cited_places(case)})
        return
    if has_opened_nothing(case):
        text = "a confidence of {stated} is stated, and no tool call of the agent is recorded"
        yield Breach(None, text, {"stated": write_number(_confidence_of(case) or 0)})
    told: set[str] = set()
    for checked in find_unopened(case):
        reference = checked.claim.reference.text
        if reference not in told:
            told.add(reference)
            text = "{reference} is there, but no recorded tool call opened it"
            if _is_quoted_blindly(case, checked):
                text = "code is quoted for {reference}, and no recorded tool call opened that file"
            yield Breach(line_of(checked), text, {"reference": reference})


def assumptions_are_labelled(case: Case) -> Iterator[Breach]:
    report, stated = case.report, _confidence_of(case)
    labels = {label for finding in report.findings or () for label in finding.labels}
    if stated is None or confidence_band(stated) != "low" or report.uncertainty or labels & {"assumption", "uncertain"}:
        return
    text = "a confidence of {stated} rests on assumptions; label them, or add the section on uncertainty"
    yield Breach(report.confidence.line if report.confidence else None, text, {"stated": write_number(stated)})


def guesses_ask_for_clarification(case: Case) -> Iterator[Breach]:
    report, stated = case.report, _confidence_of(case)
    if stated is None or confidence_band(stated) != "uncertain" or report.questions:
        return
    texts = [step.text for step in report.next_steps] + [blocker.text for blocker in report.blockers]
    texts += [passage.text for passage in (report.uncertainty, report.summary) if passage]
    if not any(mark in text for text in texts for mark in "?？"):
        text = "a confidence of {stated} is a guess; ask a question that would settle it"
        yield Breach(report.confidence.line if report.confidence else None, text, {"stated": write_number(stated)})


def findings_cite_evidence(case: Case) -> Iterator[Breach]:
    bare = {finding.line for finding in without_evidence(case)}
    for finding in unsupported(case):
        text = "the finding {finding!r} cites no evidence: no place, no command, no output of a test"
        if finding.line not in bare:
            text = "the finding {finding!r} cites no evidence: what it names is not there, or was not looked up"
        yield Breach(finding.line, text, {"finding": finding.text[:80]})


def result_does_not_cite_itself(case: Case) -> Iterator[Breach]:
    for checked in case.references:
        if checked.reason == ITSELF:
            text = "{reference} is this result itself, which proves nothing"
            yield Breach(line_of(checked), text, {"reference": checked.claim.reference.text})


def confidence_of_a_finding_is_a_score(case: Case) -> Iterator[Breach]:
    for finding in case.report.findings or ():
        for evidence in finding.evidence:
            score = read_number(evidence.text) if evidence.kind == "confidence" else None
            if score and not 0 <= score.value <= 100:
                text = "the confidence of a finding is {value!r}; expected a number from 0 to 100"
                yield Breach(evidence.line, text, {"value": evidence.text})


def findings_show_how_they_were_confirmed(case: Case) -> Iterator[Breach]:
    """The good example of the specification: what confirms it, and the code that stands there."""
    findings = [finding for finding in case.report.findings or () if finding.has_reference and not finding.row]
    bare = [finding for finding in findings if not (finding.evidence or finding.code)]
    if findings and len(bare) == len(findings):
        text = "no finding shows what confirms it or the code that stands there"
        yield Breach(bare[0].line, text)
