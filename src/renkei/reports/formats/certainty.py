"""The confidence of a result: the number and its reason, the breakdown, the justification."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.errors import Problem
from renkei.reports.formats.blocks import split_row
from renkei.reports.formats.lines import Line
from renkei.reports.formats.numbers import read_number, to_half_width
from renkei.reports.formats.words import FieldName, field_named, fold_name
from renkei.reports.report import Confidence, Field, Justification, Score
from renkei.sentence import Sentence

_BREAKDOWN: Final[tuple[FieldName, ...]] = ("verified", "inferred", "combined")
_WHY: Final[tuple[FieldName, ...]] = ("score", "evidence_count", "method", "blind_spots")
_FIELD = re.compile(r"\s*(?:[-*+•・]\s+)?\**`?([^\s:：*`|][^:：*`|]{0,40})`?\**\s?[:：]\**\s*")
_INLINE = re.compile(
    r"(?<![\w])(verified|inferred|combined|検証済み|推論|統合)(?:[_ ]?confidence|の?信頼度)?"
    r"\s?[:=]\s?\*{0,2}(\d{1,3}(?:\.\d{1,3})?)",
    re.IGNORECASE,
)
_SUM = re.compile(r"^[\s(（]*\d[\d\s.+/()（）*×÷]*[=＝]")
"""A mean with how it was reached: (90 + 70) / 2 = 80."""
_RANGE = re.compile(r"\W*\d{1,3} ?%? ?[-–~〜] ?\d{1,3}(?!\d)")
"""85-95: two numbers are none, also where the breakdown has one."""
_REASON: Final = frozenset(("reason", "rationale", "理由", "根拠", "justification", "basis"))
_OWN: Final = frozenset(("confidence", "信頼度", "score", "スコア", "overall", "総合", "stated", "confidence score"))
EXPECTED: Final = Sentence("a number from 0 to 100")


class _Named(NamedTuple):
    """A line as name and value, and as it stands; a line that names nothing has an empty name."""

    line: int
    name: str
    value: str
    text: str


@dataclass
class _Draft:
    """What has been read so far."""

    stated: float | None = None
    line: int = 0
    reason: list[str] = field(default_factory=list[str])
    scores: dict[FieldName, Score] = field(default_factory=dict[FieldName, Score])
    why: dict[FieldName, str] = field(default_factory=dict[FieldName, str])
    extra: list[Field] = field(default_factory=list[Field])
    why_line: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    unread: tuple[int, str] | None = None


def read_confidence(
    title: str, own: Sequence[Line], breakdown: Sequence[Line], why: Sequence[Line]
) -> tuple[Confidence, tuple[Problem, ...]]:
    """Put the confidence together from its section and the two that may follow it."""
    draft = _Draft()
    for each in _read_fields([*own, *breakdown]):
        _take_line(draft, title, each)
    for each in _read_fields(why):
        _take_why(draft, each)
    if draft.stated is None and (combined := draft.scores.get("combined")):
        draft.stated, draft.line = combined.value, combined.line
        if draft.unread and _RANGE.match(to_half_width(draft.unread[1])):
            line, text = draft.unread
            draft.problems.append(Problem(path=title, value=text, expected=EXPECTED, params={}, line=line))
    if draft.stated is None and not draft.problems:
        line, text = draft.unread or (None, None)
        draft.problems.append(Problem(path=title, value=text, expected=EXPECTED, params={}, line=line))
    return _build_confidence(draft), tuple(draft.problems)


def _build_confidence(draft: _Draft) -> Confidence:
    why = None
    if draft.why or draft.extra:
        why = Justification(
            score=draft.why.get("score", ""),
            evidence_count=draft.why.get("evidence_count", ""),
            method=draft.why.get("method", ""),
            blind_spots=draft.why.get("blind_spots", ""),
            extra=tuple(draft.extra),
            line=draft.why_line,
        )
    return Confidence(
        stated=draft.stated,
        reason="\n".join(draft.reason),
        verified=draft.scores.get("verified"),
        inferred=draft.scores.get("inferred"),
        combined=draft.scores.get("combined"),
        justification=why,
        line=draft.line,
    )


def _read_fields(lines: Sequence[Line]) -> Iterator[_Named]:
    """The lines that say something: no fences, rules or headers of tables."""
    for n, line in enumerate(lines):
        text = line.text.strip()
        if not text or line.mark in ("open", "close") or _is_drawn(text):
            continue
        if "|" in text and n + 1 < len(lines) and _is_drawn(lines[n + 1].text):
            continue  # the header of a table
        if text.startswith("|") and len(cells := split_row(text)) >= 2:
            yield _Named(line.number, cells[0], " - ".join(cell for cell in cells[1:] if cell), text)
        elif match := _FIELD.match(text):
            yield _Named(line.number, match[1], text[match.end() :], text)
        else:
            yield _Named(line.number, "", text, text)


def _is_drawn(text: str) -> bool:
    """A rule, or the line of dashes under the header of a table."""
    return "-" in text and set(text) <= set("|-: \t*_")


def _take_line(draft: _Draft, title: str, each: _Named) -> None:
    """One line of the confidence or its breakdown."""
    line, name, value, text = each
    if part := field_named(name, _BREAKDOWN):
        _take_score(draft, title, part, line, value)
    elif field_named(name, _WHY) and not (fold_name(name) in _OWN and draft.stated is None):
        _take_why(draft, each)
    elif fold_name(name) in _REASON:
        draft.reason.append(value)
    elif draft.stated is None:
        _take_stated(draft, title, line, value if fold_name(name) in _OWN else text)
    else:
        draft.reason.append(text)


def _take_stated(draft: _Draft, title: str, line: int, text: str) -> None:
    stated = read_number(text)
    for part in _INLINE.finditer(to_half_width(text)):
        key = field_named(part[1], _BREAKDOWN)
        if key and 0 <= float(part[2]) <= 100:
            draft.scores.setdefault(key, Score(value=float(part[2]), line=line))
    draft.line = draft.line or line
    if stated is None:
        draft.unread = draft.unread or (line, text)
        draft.reason.append(text)
    elif not 0 <= stated.value <= 100:
        draft.problems.append(Problem(path=title, value=text, expected=EXPECTED, params={}, line=line))
    else:
        draft.stated, draft.line = stated.value, line
        draft.reason += [stated.reason] if stated.reason else []


def _take_score(draft: _Draft, title: str, part: FieldName, line: int, value: str) -> None:
    stated = read_number(_SUM.sub("", value, count=1))
    if stated and 0 <= stated.value <= 100:
        draft.scores.setdefault(part, Score(value=stated.value, reason=stated.reason, line=line))
    else:
        problem = Problem(path=f"{title}.{part}", value=value, expected=EXPECTED, params={}, line=line)
        draft.problems.append(problem)


def _take_why(draft: _Draft, each: _Named) -> None:
    draft.why_line = draft.why_line or each.line
    key = field_named(each.name, _WHY)
    if key:
        draft.why.setdefault(key, each.value.strip())
    else:
        draft.extra.append((each.name, each.value.strip()))
