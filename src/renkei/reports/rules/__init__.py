"""The rules of the result contract, as a table: each with the requirement it stands for and its level (RES-9)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from renkei.reports.references import CheckedClaim
from renkei.reports.report import Dialect, Report
from renkei.reports.rules import crosscheck, form, grades, handover, kinds, quality, truth
from renkei.reports.rules.case import Breach, Case, Level, Rule, Violation
from renkei.reports.rules.judgement import Judgement, no_report
from renkei.reports.tool_receipts import ToolReceipts
from renkei.sentence import Sentence

__all__ = ["FLAGS", "RULES", "Judgement", "Level", "Rule", "Violation", "judge_report", "no_report"]


_CONTRACT: Final[frozenset[Dialect]] = frozenset(("contract-ja", "contract-en"))
_COMPLETION: Final[frozenset[Dialect]] = frozenset(("completion-yaml",))
_SDD: Final[frozenset[Dialect]] = frozenset(("sdd-report",))
_CPF: Final[frozenset[Dialect]] = frozenset(("cpf",))
_WRITTEN: Final[frozenset[Dialect]] = frozenset(("written",))
_SAYING_MORE: Final[frozenset[Dialect]] = frozenset(("contract-ja", "contract-en", "task-result"))


def _rule(
    rule_id: str, level: Level, find: Callable[[Case], Iterable[Breach]], dialects: frozenset[Dialect] | None = None
) -> Rule:
    name = getattr(find, "__name__", "").replace("_", " ")
    return Rule(name=name, id=rule_id, level=level, find=find, dialects=dialects)


RULES: Final[tuple[Rule, ...]] = (
    _rule("RES-1", "L1", form.every_section_can_be_read),
    _rule("RES-1", "L1", form.confidence_is_given, _CONTRACT),
    _rule("RES-1", "L1", handover.review_is_of_one_piece, _CPF),
    _rule("RES-1", "L1", form.required_sections_say_something, _CONTRACT),
    _rule("RES-4", "L1", form.required_sections_are_there, _CONTRACT),
    _rule("RES-4", "L1", form.summary_is_short),
    _rule("RES-4", "L1", form.failure_names_its_cause, _SAYING_MORE),
    _rule("RES-4", "L1", form.partial_result_says_what_is_left, _SAYING_MORE),
    _rule("RES-4", "L1", form.breakdown_adds_up),
    _rule("RES-4", "L1", truth.references_exist),
    _rule("RES-4", "L1", truth.boxes_are_ticked),
    _rule("RES-4", "L1", truth.ticks_are_true),
    _rule("RES-7", "L1", truth.quoted_code_stands_there),
    _rule("RES-7", "L1", truth.names_are_defined_there),
    _rule("RES-7", "L1", truth.commands_ended_as_told),
    _rule("TEAM-11", "L1", handover.outcome_brings_what_it_needs, _COMPLETION),
    _rule("RES-4", "L1", handover.block_names_its_blocker, _SDD),
    _rule("SDD-24", "L1", handover.output_is_written, _WRITTEN),
    _rule("RES-4", "L2", truth.checklist_is_there, _CONTRACT),
    _rule("RES-7", "L2", truth.references_were_verified),
    _rule("RES-5", "L2", quality.high_confidence_is_justified),
    _rule("RES-5", "L2", quality.justified_score_is_the_stated_one),
    _rule("RES-6", "L2", crosscheck.findings_do_not_contradict),
    _rule("RES-6", "L2", crosscheck.success_does_not_stand_still),
    _rule("RES-6", "L2", crosscheck.doubt_is_written_down),
    _rule("RES-6", "L2", crosscheck.security_issues_show_code),
    _rule("RES-6", "L2", crosscheck.security_findings_show_code, _CONTRACT),
    _rule("RES-9", "L2", quality.findings_name_a_place, _CONTRACT),
    _rule("RES-9", "L2", quality.confidence_has_a_reason),
    _rule("RES-9", "L2", quality.exploration_is_summarised),
    _rule("RES-9", "L2", quality.issues_have_a_severity),
    _rule("RES-10", "L2", kinds.the_kind_of_result_has_its_parts, _CONTRACT),
    _rule("RES-11", "L2", quality.blockers_say_what_resolves_them, _CONTRACT),
    _rule("RES-12", "L2", grades.confidence_is_borne_out),
    _rule("RES-12", "L2", grades.references_were_opened),
    _rule("RES-12", "L2", truth.numbers_were_shown),
    _rule("RES-12", "L2", grades.assumptions_are_labelled),
    _rule("RES-12", "L2", grades.guesses_ask_for_clarification),
    _rule("RES-13", "L2", grades.findings_cite_evidence, _CONTRACT),
    _rule("RES-13", "L2", grades.result_does_not_cite_itself),
    _rule("RES-14", "L2", grades.confidence_of_a_finding_is_a_score),
    _rule("SDD-11", "L2", handover.nothing_is_said_beside_the_path, _WRITTEN),
    _rule("RES-9", "L3", quality.next_steps_are_given, _CONTRACT),
    _rule("RES-9", "L3", quality.errors_offer_recovery, _CONTRACT),
    _rule("RES-9", "L3", quality.designs_weigh_trade_offs, _CONTRACT),
    _rule("RES-9", "L3", quality.patterns_are_cited, _CONTRACT),
    _rule("RES-14", "L3", grades.findings_show_how_they_were_confirmed, _CONTRACT),
)

FLAGS: Final[Mapping[str, Callable[[Case], object]]] = {
    "needs-corroboration": crosscheck.asks_for_corroboration,
    "contradiction": crosscheck.contradicts_itself,
    "overconfident": grades.is_overconfident,
    "band-not-judged": grades.is_beyond_judging,
    "no-tool-calls": grades.has_opened_nothing,
    "unopened": grades.find_unopened,
    "quotes-unopened": grades.find_blind_quotes,
    "numbers-not-shown": lambda case: any(truth.numbers_were_shown(case)),
}
"""What a reader should know of a result at a glance, and when it holds."""


@cache
def _rules_of(dialect: Dialect) -> tuple[Rule, ...]:
    return tuple(rule for rule in RULES if rule.dialects is None or dialect in rule.dialects)


def judge_report(
    report: Report,
    references: Sequence[CheckedClaim],
    *,
    opened: ToolReceipts | None = None,
    absent: Mapping[str, Sentence] = MappingProxyType({}),
) -> Judgement:
    """Apply every rule to a report whose claims were checked.

    `opened` is what the agent's tools opened, if that was recorded; `absent` the files it says it made and did not.
    """
    case = Case(report=report, references=references, opened=opened, absent=absent)
    violations = tuple(
        Violation(
            rule=rule.id, level=rule.level, line=breach.line or None, text=breach.text, params=dict(breach.params)
        )
        for rule in _rules_of(report.dialect)
        for breach in rule.find(case)
    )
    return Judgement(
        report=report,
        violations=violations,
        references=tuple(references),
        flags=() if report.dialect == "prose" else tuple(flag for flag, holds in FLAGS.items() if holds(case)),
        unopened=bool(grades.find_unopened(case)),
        executions=case.executions,
    )
