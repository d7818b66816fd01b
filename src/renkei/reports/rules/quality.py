"""What makes a result good to use: the L2 and L3 rules of RES-5, RES-9 and RES-11."""

from collections.abc import Iterator
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.numbers import read_number, write_number
from renkei.reports.formats.words import FIELDS, FieldName
from renkei.reports.report import Confidence, Finding
from renkei.reports.rules.case import Breach, Case, local_name
from renkei.reports.rules.evidence import without_reference
from renkei.reports.rules.form import ROUNDING
from renkei.reports.rules.kinds import kind_of

JUSTIFIED_FROM: Final = 85
RAW_LINES: Final = 20
LONG_BLOCK: Final = 60

_RAW_LINE = re.compile(r"\s*(?:[^\s:]+:\d+[:-]|\d+[→\t│|])")
_TRADE_OFF = re.compile(r"トレードオフ|代替案|trade-?off|alternative", re.IGNORECASE)
_NUMBER: Final = (
    r"(\d{1,3}(?:\.\d+)?)(?![\w:.-]*\d|\s*(?:of|lines?|files?|tests?|places?|references?|cases?)\b|行|件|個)"
)
_SURE: Final = re.compile(
    r"(?<!verified )(?<!inferred )(?<!combined )\b(?:confiden(?:ce|t)|certainty|score)\b(?! in\b)"
    r"(?:\W+(?:is|at|of|really|only|actually|about|around|rather|more|like|level|should|be|closer|to))*[\s:=*~]+"
    rf"{_NUMBER}"
    r"|(?<![\w:./-])(\d{1,3})\s?(?:%|percent)?\s(?:confident|sure|certain)\b"
    r"|\b(?:i(?:['’]d| would) (?:say|put it at|give it|call it)|more like|closer to|at (?:most|best))\s(?:an? |only )?"
    rf"{_NUMBER}|\b(?:a|only) {_NUMBER}\s(?:at (?:most|best)|really)\b"
    r"|(?<!検証済み)(?<!検証)(?<!推測)(?:確信度|信頼度|自信)[はがも:：]\s?(?:実際(?:に)?は|本当は|せいぜい|約)?\s?(\d{1,3})"
    r"|(?:実際(?:に)?は|本当は|せいぜい)\s?(\d{1,3})(?=\s?(?:%|程度|くらい|ぐらい|です|。|\Z))",
    re.IGNORECASE,
)
_OF_PART: Final = re.compile(
    r"[\s%*_]*(?:(?:confident|sure|certain)\b)?\s*(?:about|of|on|in|that|whether|if|for)\b"
    r"(?!\s(?:this\b(?! \w)|it\b|all\b|(?:my|the|these|this) (?:result|findings?|answer|report|work)\b))",
    re.IGNORECASE,
)
"""What a doubt is about, behind it: no more than that is less sure."""
_PATTERN = re.compile(r"パターン|pattern", re.IGNORECASE)


def high_confidence_is_justified(case: Case) -> Iterator[Breach]:
    confidence = case.report.confidence
    if confidence is None or confidence.stated is None or confidence.stated < JUSTIFIED_FROM:
        return
    why = confidence.justification
    given = (why.score, why.evidence_count, why.method, why.blind_spots) if why else ("",) * 4
    asked: tuple[FieldName, ...] = ("score", "evidence_count", "method", "blind_spots")
    missing = [local_name(case.report, FIELDS[name]) for name, value in zip(asked, given, strict=True) if not value]
    if missing:
        text = "a confidence of {stated} needs a justification; missing: {missing}"
        line = why.line if why else confidence.line
        yield Breach(line, text, {"stated": write_number(confidence.stated), "missing": ", ".join(missing)})


def justified_score_is_the_stated_one(case: Case) -> Iterator[Breach]:
    confidence = case.report.confidence
    if confidence is None or confidence.stated is None:
        return
    why = confidence.justification
    score = read_number(why.score) if why else None
    for told in ([score.value] if score else [], _told_scores(confidence)):
        if told and all(abs(each - confidence.stated) > ROUNDING for each in (*told, sum(told) / len(told))):
            text = "the justification says {score}, the confidence {stated}"
            line = why.line if why and score else confidence.line
            yield Breach(line, text, {"score": write_number(told[0]), "stated": write_number(confidence.stated)})
            return


def _told_scores(confidence: Confidence) -> list[float]:
    """How sure the agent says in words that it is; parts of the stated confidence are none, nor doubts of a part."""
    why = confidence.justification
    texts = (confidence.reason, *((why.score, why.method) if why else ()))
    found = [each for text in texts for each in _SURE.finditer(text)]
    doubts = why.blind_spots if why else ""
    found += [each for each in _SURE.finditer(doubts) if not _OF_PART.match(doubts, each.end())]
    numbers = (float(next(filter(None, each.groups()))) for each in found)
    return [number for number in numbers if number <= 100]


def findings_name_a_place(case: Case) -> Iterator[Breach]:
    for finding in without_reference(case):
        yield Breach(finding.line, "the finding {finding!r} has no file:line", {"finding": finding.text[:80]})


def confidence_has_a_reason(case: Case) -> Iterator[Breach]:
    confidence = case.report.confidence
    if confidence and confidence.stated is not None and not (confidence.reason or confidence.justification):
        yield Breach(confidence.line, "the confidence has no reason; write it as `85 - reason`")


def exploration_is_summarised(case: Case) -> Iterator[Breach]:
    for finding in case.report.findings or ():
        if lines := _raw_lines(finding):
            yield Breach(finding.line, "{lines} lines of raw tool output; sum them up", {"lines": lines})


def _raw_lines(finding: Finding) -> int:
    """The lines of a block that is pasted output: search hits, numbered lines, or simply too many."""
    for text in (finding.text, *(code.text for code in finding.code)):
        lines = text.split("\n")
        raw = sum(_RAW_LINE.match(line) is not None for line in lines)
        if raw >= RAW_LINES or len(lines) > LONG_BLOCK:
            return max(raw, len(lines))
    return 0


def issues_have_a_severity(case: Case) -> Iterator[Breach]:
    for issue in case.report.issues:
        if issue.severity is None:
            text = "the issue {issue!r} has no severity; write critical, important or minor"
            yield Breach(issue.line, text, {"issue": (issue.id or issue.text)[:80]})


def blockers_say_what_resolves_them(case: Case) -> Iterator[Breach]:
    for blocker in case.report.blockers:
        if not blocker.resolution:
            text = "the blocker {blocker!r} does not say what would resolve it"
            yield Breach(blocker.line, text, {"blocker": blocker.text[:80]})


def next_steps_are_given(case: Case) -> Iterator[Breach]:
    if not case.report.next_steps:
        yield Breach(None, "no next steps are given")


def errors_offer_recovery(case: Case) -> Iterator[Breach]:
    if case.report.status == "FAILED" and not case.report.recovery:
        yield Breach(None, "no recovery options are given for the error")


def designs_weigh_trade_offs(case: Case) -> Iterator[Breach]:
    if kind_of(case.report.agent) == "design" and not _mentions(case, _TRADE_OFF):
        yield Breach(None, "no trade-offs are weighed")


def patterns_are_cited(case: Case) -> Iterator[Breach]:
    if kind_of(case.report.agent) in ("design", "exploration") and not _mentions(case, _PATTERN):
        yield Breach(None, "no patterns of the code are cited")


def _mentions(case: Case, words: re.Pattern[str]) -> bool:
    report = case.report
    texts = [text for finding in report.findings or () for text in (finding.text, *finding.group)]
    texts += [text for extra in report.extra for text in (extra.title, extra.text)]
    return any(words.search(text) for text in texts)
