"""A review for people: each finding with the lines around it, what could not look, and the verdict."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import show_line
from renkei.review.audit import SURE
from renkei.review.checks.secrets import mask_secrets
from renkei.review.finding import Finding
from renkei.review.formats.document import message_text
from renkei.review.review import Review
from renkei.review.target import Target

_STYLES: Final = {"critical": "bold red", "important": "yellow", "minor": "cyan"}
_VERDICTS: Final = {"GO": "bold green", "CONDITIONAL": "bold yellow", "INCOMPLETE": "bold yellow"}
MOST_MINOR: Final = 20
_WIDTH: Final = 160


def show_review(out: Output, review: Review, target: Target, *, everything: bool) -> None:
    sure = [finding for finding in review.findings if everything or finding.confidence >= SURE]
    minor = [finding for finding in sure if finding.severity == "minor"]
    most = len(minor) if everything else MOST_MINOR
    for finding in [each for each in sure if each.severity != "minor"] + minor[:most]:
        _show_finding(out, finding, target)
    if left := minor[most:]:
        out.print_styled((out.say("{count} more minor findings: --all shows them", count=len(left)), "dim"))
    if unsure := len(review.findings) - len(sure):
        said = out.say("{count} findings of a confidence under {sure}: --all shows them", count=unsure, sure=SURE)
        out.print_styled((said, "dim"))
    if quiet := review.suppressed + review.accepted:
        out.print_styled((out.say("{count} findings are suppressed or in the baseline", count=quiet), "dim"))
    _show_inspectors(out, review)
    _show_coverage(out, review)
    verdict = review.audit.verdict
    counts = out.say("{critical} critical, {important} important, {minor} minor", **_severity_counts(review))
    if unseen := review.coverage.files - review.coverage.looked_at:
        sizes = {"count": unseen, "files": review.coverage.files}
        counts += "; " + out.say("{count} of {files} files not looked at", **sizes)
    show_line(out, (verdict, _VERDICTS.get(verdict, "bold red")), f": {out.say(review.audit.reason)} ({counts})")


def _severity_counts(review: Review) -> dict[str, int]:
    """What the verdict is about: what is sure."""
    severities = Counter(finding.severity for finding in review.findings if finding.confidence >= SURE)
    return {severity: severities[severity] for severity in ("critical", "important", "minor")}


def _show_finding(out: Output, finding: Finding, target: Target) -> None:
    by = f"  {finding.rule}  {'+'.join(finding.analysers)} {finding.confidence}"
    show_line(out, (finding.severity, _STYLES[finding.severity]), f"  {finding.place}", (by, "dim"))
    show_line(out, f"    {message_text(finding.message, out.say)}")
    for number, text in _excerpt_lines(finding, target):
        mark = ">" if number == finding.line else " "
        show_line(out, (f"  {mark} {number:>5} │ {mask_secrets(text)[:_WIDTH]}", "" if mark == ">" else "dim"))
    out.print_line("")


def _excerpt_lines(finding: Finding, target: Target) -> Iterator[tuple[int, str]]:
    """The line and its neighbours."""
    lines = target.lines(finding.path)
    if lines is None or finding.line is None:
        return
    for number in range(max(1, finding.line - 1), min(len(lines.raw), finding.line + 1) + 1):
        yield number, lines.line_text(number)


def _show_inspectors(out: Output, review: Review) -> None:
    width = max(len(inspector.name) for inspector in review.inspectors) + 2 if review.inspectors else 0
    for inspector in review.inspectors:
        names = ", ".join(f"{each.analyser} {each.version}" for each in inspector.analysers if each.version)
        out.print_styled(
            f"{inspector.name:<{width}}",
            (f"{inspector.state:<8}", "" if inspector.state == "done" else "yellow"),
            (f" {names}", "dim"),
        )
        for each in inspector.analysers:
            if each.reason and (each.state != "nothing" or each.left_out):
                show_line(out, (f"    {each.analyser}: {out.say(each.reason)}", "yellow"))


def _show_coverage(out: Output, review: Review) -> None:
    """What was looked at, by language, and what was not."""
    coverage = review.coverage
    seen = [(name, each) for name, each in coverage.languages.items() if each.looked_at]
    shown = ", ".join(
        out.say("{language} ({files} files, {lines} lines)", language=name, files=each.looked_at, lines=each.lines)
        for name, each in seen
    )
    said = out.say("Looked at {seen} of {files} files", seen=coverage.looked_at, files=coverage.files)
    show_line(out, (f"{said}: {shown}" if shown else f"{said}.", "dim"))
    if left := ", ".join(_language_count(out, name, count) for name, count in coverage.unseen.items()):
        show_line(out, (out.say("Not looked at: {languages}", languages=left), "yellow"))


def _language_count(out: Output, language: str, count: int) -> str:
    if count == 1:
        return out.say("{language} (1 file)", language=language)
    return out.say("{language} ({count} files)", language=language, count=count)
