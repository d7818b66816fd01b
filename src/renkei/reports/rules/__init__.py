"""The rules of the result contract, as a table: each with the requirement it stands for and its level (RES-9)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from renkei.reports.references import Checked
from renkei.reports.report import Report
from renkei.reports.rules import form, quality, truth
from renkei.reports.rules.case import Breach, Case, Level, Rule, Violation
from renkei.reports.rules.judgement import Judgement, no_report

__all__ = ["RULES", "Judgement", "Level", "Rule", "Violation", "judge", "no_report"]


def _rule(rule_id: str, level: Level, find: Callable[[Case], Iterable[Breach]]) -> Rule:
    return Rule(name=getattr(find, "__name__", "").replace("_", " "), id=rule_id, level=level, find=find)


RULES: Final[tuple[Rule, ...]] = (
    _rule("RES-1", "L1", form.every_section_can_be_read),
    _rule("RES-1", "L1", form.confidence_is_given),
    _rule("RES-4", "L1", form.required_sections_are_there),
    _rule("RES-4", "L1", form.summary_is_short),
    _rule("RES-4", "L1", form.failure_names_its_cause),
    _rule("RES-4", "L1", form.partial_result_says_what_is_left),
    _rule("RES-4", "L1", form.breakdown_adds_up),
    _rule("RES-4", "L1", truth.references_exist),
    _rule("RES-4", "L1", truth.boxes_are_ticked),
    _rule("RES-4", "L1", truth.ticks_are_true),
    _rule("RES-7", "L1", truth.quoted_code_stands_there),
    _rule("RES-4", "L2", truth.checklist_is_there),
    _rule("RES-5", "L2", quality.high_confidence_is_justified),
    _rule("RES-9", "L2", quality.findings_name_a_place),
    _rule("RES-9", "L2", quality.confidence_has_a_reason),
    _rule("RES-9", "L2", quality.exploration_is_summarised),
    _rule("RES-9", "L2", quality.issues_have_a_severity),
    _rule("RES-11", "L2", quality.blockers_say_what_resolves_them),
    _rule("RES-9", "L3", quality.next_steps_are_given),
    _rule("RES-9", "L3", quality.errors_offer_recovery),
    _rule("RES-9", "L3", quality.designs_weigh_trade_offs),
    _rule("RES-9", "L3", quality.patterns_are_cited),
)


def judge(report: Report, references: Sequence[Checked]) -> Judgement:
    """Apply every rule to a report whose claims were checked."""
    case = Case(report=report, references=references)
    violations = tuple(
        Violation(rule=rule.id, level=rule.level, line=breach.line or None, text=breach.text, params=breach.params)
        for rule in RULES
        for breach in rule.find(case)
    )
    labels = {label for finding in report.findings or () for label in finding.labels}
    flags = ("needs-corroboration",) if "needs-corroboration" in labels else ()
    return Judgement(report=report, violations=violations, references=tuple(references), flags=flags)
