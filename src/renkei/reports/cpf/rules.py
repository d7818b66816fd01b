"""What has to hold of a CPF file beyond its form: which keys and verdicts go together."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from renkei.errors import BadInput, Problem
from renkei.reports.cpf.codec import read_cpf
from renkei.reports.cpf.document import Document
from renkei.sentence import Sentence


class Rule(NamedTuple):
    """A rule that a document breaks when `broken` says so; `key` is where."""

    key: str
    broken: Callable[[Document], bool]
    expected: Sentence


def _is_mixed(document: Document) -> bool:
    return bool(document.issues) and document.is_audit


def _finds_despite_error(document: Document) -> bool:
    return document.verdict == "ERROR" and bool(document.issues)


def _audits_without_verdict(document: Document) -> bool:
    return document.verdict == "ERROR" and document.is_audit


def _speaks_for_the_auditor(document: Document) -> bool:
    return document.verdict == "SPEC-UPDATE-NEEDED" and bool(document.issues)


def _blames_without_verdict(document: Document) -> bool:
    return document.verdict != "SPEC-UPDATE-NEEDED" and bool(document.spec_feedback)


def _outside_of_a_wave(name: str, document: Document) -> bool:
    return bool(getattr(document, name)) and not document.scope.startswith("wave")


_WAVES_ONLY: Final = Sentence("expected only in wave mode, that is with a SCOPE that begins with wave")
RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "ISSUES",
        _is_mixed,
        Sentence("expected either an inspector's ISSUES or an auditor's sections, not both in one file"),
    ),
    Rule(
        "ISSUES",
        _finds_despite_error,
        Sentence("expected no findings: VERDICT:ERROR says that the inspector could not work"),
    ),
    Rule(
        "VERDICT",
        _audits_without_verdict,
        Sentence("expected a verdict: ERROR is an inspector's; an auditor always gives one"),
    ),
    Rule(
        "VERDICT",
        _speaks_for_the_auditor,
        Sentence("expected GO, CONDITIONAL or NO-GO: SPEC-UPDATE-NEEDED is the auditor's to say"),
    ),
    Rule("SPEC_FEEDBACK", _blames_without_verdict, Sentence("expected only with VERDICT:SPEC-UPDATE-NEEDED")),
    Rule("WAVE_SCOPE", partial(_outside_of_a_wave, "wave_scope"), _WAVES_ONLY),
    Rule("SPECS_IN_SCOPE", partial(_outside_of_a_wave, "specs_in_scope"), _WAVES_ONLY),
    Rule("ROADMAP_ADVISORY", partial(_outside_of_a_wave, "roadmap_advisory"), _WAVES_ONLY),
)


def find_breaches(document: Document) -> list[Problem]:
    """Every rule that a document breaks."""
    return [
        Problem(path=rule.key, expected=rule.expected.text, params=rule.expected.params)
        for rule in RULES
        if rule.broken(document)
    ]


def read_valid(text: str, name: str) -> Document:
    """The document that a text is, when it also keeps the rules.

    Raises:
        BadInput: with a problem for each wrong line or key.
    """
    document = read_cpf(text, name)
    if problems := find_breaches(document):
        raise BadInput("{name} is not valid CPF.", problems=problems, name=name)
    return document
