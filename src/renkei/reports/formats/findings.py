"""The findings of the contract: each with the evidence lines and the code under it (RES-13, RES-14)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.entries import Entry, lines_under, read_entries
from renkei.reports.formats.lines import Line
from renkei.reports.formats.numbers import read_number
from renkei.reports.formats.words import EVIDENCE_WORDS, LABELS, fold_name, is_nothing
from renkei.reports.report import Code, Evidence, EvidenceKind, Field, Finding, Label

_EVIDENCE = re.compile(r"\s*(?:[-*+•・]\s+)?\**([^\s:：*`][^:：*`]{0,20})\**\s?[:：]\**\s*")
_NO_CODE: Final = r"(?! ?(?:class|function|method|type|enum|module|variable|field|error|exception|flag|クラス|関数)\b)"
"""Behind a word in back-ticks: it is a name in the code, and no label."""
_LABELS: dict[Label, re.Pattern[str]] = {
    label: re.compile(
        rf"[\[(（【*`「]\s?(?:{words})\s?[\])）】*`」:：]{_NO_CODE}|^[- \t]{{0,8}}(?:{words})[:：]",
        re.IGNORECASE | re.MULTILINE,
    )
    for label, names in LABELS.items()
    for words in ["|".join(re.escape(word) for word in names.ja + names.en)]
}


_NONE = re.compile(
    r"\W*(?:(?:none|nothing|n/a|not applicable|なし|特になし|該当なし)\s*[:：,、.。(（–—-]"
    r"|以上(?:です)?[。.]?\s*\Z|that is all\W*\Z)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\*\*[^*\n]{1,24}(?:\*\*\s?[:：]|[:：]\*\*)")
"""`**Risk**: forged tokens`, which belongs to the finding under the same sub-heading."""


def read_findings(lines: Sequence[Line]) -> tuple[Finding, ...]:
    """The findings of a section in their order."""
    findings: list[Finding] = []
    for entry in read_entries(lines, keep_nothing=True):
        if findings and entry.group == findings[-1].group and (evidence := _only_evidence(entry)):
            findings[-1] = replace(findings[-1], evidence=findings[-1].evidence + evidence)
        else:
            findings.append(_read_finding(entry))
    telling = {finding.group for finding in findings if not _points_nowhere(finding)}
    before = [None, *findings][: len(findings)]
    return tuple(
        replace(finding, kind="note") if _is_note(ahead, finding, behind, finding.group in telling) else finding
        for ahead, finding, behind in zip_longest(before, findings, findings[1:])
        if finding
    )


def _is_note(ahead: Finding | None, finding: Finding, behind: Finding | None, is_told: bool) -> bool:
    """Prose that leads to a list, a table or a sub-heading, adds a field to what is told, or says nothing."""
    if not _points_nowhere(finding):
        return False
    if says_nothing(finding.text) or (is_told and finding.form == "text" and _FIELD.match(finding.text)):
        return True
    if finding.form != "text" or behind is None:
        return False
    opens = ahead is None or ahead.group != finding.group or finding.text.rstrip(" *").endswith((":", "："))
    deeper = behind.group != finding.group and behind.group[: len(finding.group)] == finding.group
    return opens and (deeper or (behind.group == finding.group and behind.form in ("item", "row")))


def says_nothing(text: str) -> bool:
    """`None`, also with the reason: `None: the module has no callers`."""
    return is_nothing(text) or bool(_NONE.match(text))


def labels_of(text: str) -> tuple[Label, ...]:
    """The labels that a finding carries in its text: [仮定], (uncertain), **needs corroboration**."""
    return tuple(label for label, pattern in _LABELS.items() if pattern.search(text))


def _read_finding(entry: Entry) -> Finding:
    rest = [(number, text, _read_evidence(text, number)) for number, text in lines_under(entry)]
    plain = [(entry.line, _first_line(entry)), *((number, text) for number, text, found in rest if not found)]
    while len(plain) > 1 and not plain[-1][1]:
        plain.pop()
    text = "\n".join(text for _, text in plain)
    return Finding(
        text=text,
        group=entry.group,
        row=_row_fields(entry),
        evidence=tuple(found for _, _, found in rest if found),
        code=tuple(_code_blocks(entry)),
        labels=labels_of(text),
        form=entry.kind,
        line=entry.line,
        lines=tuple(number for number, _ in plain),
    )


def _row_fields(entry: Entry) -> tuple[Field, ...]:
    """The cells of a row under their headings."""
    block = entry.block
    return tuple(zip(block.header, block.cells, strict=False)) if len(block.header) == len(block.cells) else ()


def _first_line(entry: Entry) -> str:
    match entry.kind:
        case "row":
            return " | ".join(entry.block.cells)
        case "code":
            return ""
        case _:
            return entry.block.text.partition("\n")[0]


def _code_blocks(entry: Entry) -> Iterator[Code]:
    for block in (entry.block, *entry.nested):
        if block.kind == "code" and block.text.strip():
            yield Code(text=block.text, info=block.info, line=block.line)


def _points_nowhere(finding: Finding) -> bool:
    return not (finding.evidence or finding.code or finding.has_reference)


def _only_evidence(entry: Entry) -> tuple[Evidence, ...]:
    """The evidence of an entry that holds nothing else: the specification writes it as a list under the finding."""
    if entry.kind not in ("item", "text"):
        return ()
    lines = [(entry.line, entry.block.text.partition("\n")[0]), *lines_under(entry)]
    found = [_read_evidence(text, number) for number, text in lines]
    return tuple(evidence for evidence in found if evidence) if all(found) else ()


def _read_evidence(text: str, line: int) -> Evidence | None:
    match = _EVIDENCE.match(text)
    kind = _evidence_kind(match[1]) if match else None
    if match is None or kind is None:
        return None
    value = text[match.end() :].strip()
    return None if kind == "confidence" and read_number(value) is None else Evidence(kind=kind, text=value, line=line)


def _evidence_kind(name: str) -> EvidenceKind | None:
    folded = fold_name(name)
    return next((kind for kind, words in EVIDENCE_WORDS.items() if folded in words), None)
