"""The rules that make a verdict of what was found, as tables: for each kind of review, the first rule that applies.

1 to 3 findings of severity H and nothing worse are GO, and tracked. Failing tests are NO-GO. An open conflict is
CONDITIONAL in every kind: nobody knows yet.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.cpf.document import Feedback, Phase, Resolved, Severity, Verdict, Verified
from renkei.reports.cpf.inspectors import ReviewType
from renkei.sentence import Sentence, Translatable
from renkei.values import value

MOST_HIGH: Final = 3
"""More findings of severity H than this are too many."""

TEST_FAILURE: Final = re.compile("test-fail(?:ure|ures|ed|ing)?|failing-tests?")
INTERFACE: Final = re.compile(
    "signature-mismatch|call-site-error|dependency-wrong|interface-(?:mismatch|inconsistency)"
)
SPEC_DRIFT: Final = re.compile("spec-drift|unimplemented-spec")
BLAMED_DESIGN: Final = re.compile(
    "design-(?!drift|violation|mismatch|deviation).+|orphan-component|feasibility-concern|interface-contract"
)
BLAMED_SPEC: Final = re.compile(
    "(?:spec|ac|requirement)-(?!drift|violation|mismatch|deviation).+|ambiguous-language|missing-spec|untestable"
    "|impossible-ac|internal-contradiction|coverage-gap|cross-feature-assumption"
)
"""Categories that blame the spec or the design: in a review of code they are its root cause. Those of code that has
strayed from them blame the code."""


class ReviewFindings(NamedTuple):
    """What a verdict is made of."""

    verified: Sequence[Verified]
    resolved: Sequence[Resolved] = ()


@value
class Rule:
    """Gives a verdict when more than `more_than` findings have one of its severities and categories.

    With `agreed`, findings that so many inspectors report count in every severity; `conflicts` counts open conflicts
    instead. `reason` takes {count} and {places}.
    """

    verdict: Verdict
    reason: Translatable
    more_than: int = 0
    severities: tuple[Severity, ...] = ("C", "H", "M", "L")
    categories: re.Pattern[str] | None = None
    agreed: int = 0
    conflicts: bool = False

    def select_findings(self, found: ReviewFindings) -> list[Verified] | list[Resolved]:
        """What the rule counts."""
        if self.conflicts:
            return [each for each in found.resolved if each.is_open]
        return [each for each in found.verified if self._is_counted(each)]

    def _is_counted(self, finding: Verified) -> bool:
        if self.categories and not self.categories.fullmatch(finding.category.casefold()):
            return False
        return finding.severity in self.severities or bool(self.agreed and len(finding.agents) >= self.agreed)


_CRITICAL: Final = Rule(verdict="NO-GO", severities=("C",), reason="{count} critical: {places}")
_MANY_HIGH: Final = Rule(
    verdict="CONDITIONAL",
    severities=("H",),
    more_than=MOST_HIGH,
    reason="more than 3 of high severity ({count}): {places}",
)
_CONFLICT: Final = Rule(verdict="CONDITIONAL", conflicts=True, reason="open conflicts ({count}): {places}")
RULES: Final[Mapping[ReviewType, tuple[Rule, ...]]] = {
    "design": (_CRITICAL, _MANY_HIGH, _CONFLICT),
    "impl": (
        _CRITICAL,
        Rule(verdict="NO-GO", categories=TEST_FAILURE, reason="tests fail ({count}): {places}"),
        Rule(
            verdict="SPEC-UPDATE-NEEDED",
            severities=("H",),
            categories=re.compile(f"{BLAMED_DESIGN.pattern}|{BLAMED_SPEC.pattern}"),
            agreed=2,
            reason="the root cause is the spec or the design ({count}): {places}",
        ),
        _MANY_HIGH,
        Rule(verdict="CONDITIONAL", categories=INTERFACE, reason="interfaces do not match ({count}): {places}"),
        _CONFLICT,
    ),
    "dead-code": (
        _CRITICAL,
        _MANY_HIGH,
        Rule(
            verdict="CONDITIONAL",
            categories=SPEC_DRIFT,
            more_than=MOST_HIGH,
            reason="code and specs have drifted far apart ({count}): {places}",
        ),
        _CONFLICT,
    ),
}
"""In the order NO-GO, SPEC-UPDATE-NEEDED, CONDITIONAL; when none applies it is GO."""

_SHOWN: Final = 3


class Ruling(NamedTuple):
    """A verdict, and the first rule that gave it."""

    verdict: Verdict
    reason: Sentence


def judge_findings(kind: ReviewType, found: ReviewFindings) -> Ruling:
    """The verdict on what was found."""
    for rule in RULES[kind]:
        counted = rule.select_findings(found)
        if len(counted) > rule.more_than:
            return Ruling(rule.verdict, Sentence(rule.reason, count=len(counted), places=_list_places(counted)))
    if high := [finding for finding in found.verified if finding.severity == "H"]:
        tracked = Sentence(
            "nothing worse than 1 to 3 of high severity, to be tracked: {places}", places=_list_places(high)
        )
        return Ruling("GO", tracked)
    if found.verified:
        return Ruling("GO", Sentence("only medium and low severity ({count})", count=len(found.verified)))
    return Ruling("GO", Sentence("no findings"))


def derive_feedback(kind: ReviewType, found: ReviewFindings) -> tuple[Feedback, ...]:
    """What has to change before the code can be right, when that is the verdict."""
    if judge_findings(kind, found).verdict != "SPEC-UPDATE-NEEDED":
        return ()
    rule = next(rule for rule in RULES[kind] if rule.verdict == "SPEC-UPDATE-NEEDED")
    return tuple(
        Feedback(phase=_phase_of(each.category), spec=each.location, description=each.description)
        for each in rule.select_findings(found)
        if isinstance(each, Verified)
    )


def _phase_of(category: str) -> Phase:
    """The phase to go back to; when in doubt, the specifications."""
    return "design" if BLAMED_DESIGN.fullmatch(category.casefold()) else "specifications"


def _list_places(counted: Sequence[Verified] | Sequence[Resolved]) -> str:
    places = [
        each.location or each.category if isinstance(each, Verified) else "+".join(each.agents) for each in counted
    ]
    return ", ".join(places[:_SHOWN]) + (" …" if len(places) > _SHOWN else "")
