"""Claims that were found true, made into proofs; and how all claims of a result came out."""

from collections.abc import Callable
from typing import Any, Final

from renkei.kit.words import Say
from renkei.protocol.claims import CodeProof, Tally, ToolCall
from renkei.protocol.terms import CONTROL
from renkei.reports.formats import issue_of
from renkei.reports.naming import category_of
from renkei.reports.proofs.standing import digest, plain_line, text_at
from renkei.reports.references import FALSE, THERE, CheckedClaim
from renkei.reports.references.quote import SearchBudgetExceeded, Span, find_quote, is_significant
from renkei.reports.report import Report
from renkei.reports.rules import Judgement
from renkei.reports.tree import Lines, Tree

MAX_CATEGORY: Final = 80

Place = Callable[[str], str | None]
"""The path of a file relative to the repository; None for a file that is not in it."""
Reader = Callable[[str, int, int], ToolCall | None]
"""The tool call that read these lines of a path."""


def prove_claims(judgement: Judgement, tree: Tree, *, role: str, place: Place, reader: Reader) -> list[CodeProof]:
    """A proof of each claim that is true, each once."""
    found: dict[tuple[object, ...], CodeProof] = {}
    for checked in judgement.references:
        lines = tree.read(checked.claim.reference.path)
        path = place(checked.claim.reference.path)
        if path is None or not isinstance(lines, Lines) or checked.state not in THERE:
            continue
        if checked.claim.reference.line is None:
            continue  # that a file is there is no claim about its lines
        proof = _code_proof(checked, lines, path, _claim_category(judgement.report, checked, role), reader)
        found.setdefault((path, proof.line, proof.end_line, proof.snippet), proof)
    return list(found.values())


def tally(judgement: Judgement, role: str) -> list[Tally]:
    """How many claims were made, true and false, by category."""
    by_category: dict[str, list[str]] = {}
    for checked in judgement.references:
        by_category.setdefault(_claim_category(judgement.report, checked, role), []).append(checked.state)
    return [
        Tally(
            category=category,
            claims=len(states),
            verified=states.count("verified"),
            false=sum(state in FALSE for state in states),
        )
        for category, states in by_category.items()
    ]


def _claim_category(report: Report | None, checked: CheckedClaim, role: str) -> str:
    """That of the issue that makes the claim; else the agent's role."""
    issue = issue_of(report, checked.claim) if report else None
    return CONTROL.sub("", (issue and category_of(issue)) or role)[:MAX_CATEGORY].strip() or "-"


def _code_proof(checked: CheckedClaim, lines: Lines, path: str, category: str, reader: Reader) -> CodeProof:
    first, last, columns = _claim_span(checked, lines)
    return CodeProof(
        path=path,
        line=first,
        end_line=last,
        columns=columns,
        blob=lines.blob,
        snippet=digest(text_at(lines, first, last, columns)),
        category=category,
        read_by=reader(checked.claim.reference.path, first, last),
    )


def _claim_span(checked: CheckedClaim, lines: Lines) -> tuple[int, int, list[int] | None]:
    """The lines that the claim is about and, for a quote from one line, the part of it."""
    reference = checked.claim.reference
    snippet = "" if checked.claim.how == "shown" else checked.claim.snippet or ""
    line = reference.line or 1
    first = checked.found_line or line
    last = min(first + max(0, (reference.end_line or line) - line), len(lines.raw))
    try:
        found = find_quote(snippet, lines, Span(first=first, last=last)) if is_significant(snippet) else None
    except SearchBudgetExceeded:
        found = None
    if not found:
        return first, last, None
    quote, text = " ".join(snippet.split()), plain_line(lines.raw[found.first - 1])
    at = text.find(quote)
    if found.last > found.first or at < 0 or quote == text:
        return found.first, found.last, None
    return found.first, found.last, [at, at + len(quote)]


# What the log keeps of a result that was checked, for `renkei trust` and for whoever asks why.


def record_fields(judgement: Judgement, role: str, say: Say) -> dict[str, Any]:
    """The fields of a `RecordCheck` that follow from the judgement, whoever had it checked."""
    document = judgement.to_json(say)
    states = [reference["state"] for reference in document["references"]]
    return {
        "checked": not (judgement.valid and judgement.not_looked_at),
        "valid": judgement.valid,
        "status": document["status"],
        "confidence": document["confidence"]["stated"],
        "rules": [violation.rule for violation in judgement.violations if violation.level == "L1"],
        "counts": {state: states.count(state) for state in sorted(set(states))},
        "violations": document["violations"],
        "references": document["references"],
        "tally": tally(judgement, role),
    }
