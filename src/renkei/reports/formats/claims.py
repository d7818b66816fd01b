"""What a report claims about code: every reference in it, each with the code that is quoted for it, if any.

The text is searched once, as it was written; then findings and issues claim what stands in their lines. What nobody
claims counts all the same.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.fields import find_code_fields
from renkei.reports.formats.file_lists import find_listed_files
from renkei.reports.formats.page import Page
from renkei.reports.formats.quotes import Quoted, find_quotes
from renkei.reports.references import Claim, FoundReference, Reference, find_references
from renkei.reports.references.filename import claims_to_exist, is_called_like_a_file
from renkei.reports.references.paths import Known
from renkei.reports.report import Artifact, Dialect, Finding, Issue, Report
from renkei.values import value

_NAMING_FILES: Final[frozenset[Dialect]] = frozenset(("completion-yaml", "sdd-report", "contract-ja", "contract-en"))
"""The dialects whose artifacts are all files. Those of a TASK_RESULT may be names; `written` has its rule."""
_LISTED: Final = re.compile(r"(?P<path>.+?)(?:(?<!\s)\s++[(（\[—–-].*|(?<!\s)\s*+[:：]\s.*|:\d+(?:-\d+)?)?")
"""A file in a list; what is said of it may follow."""
_GLOB: Final = re.compile(r"(?=[^*?]*[*?])[\w.*?/\[\]{},-]+\.\w+")
_NO_ENTRY: Final = re.compile(r"\d+ files?|\w+://.*|", re.IGNORECASE)


@value
class ReportClaim(Claim):
    """A claim, and where in the report it stands; `finding` or `issue` is the number of the one that makes it.

    `printed`: it stands in what a command printed, which the agent only repeats. `listed`: it is an entry of a list of
    files that are said to be there.
    """

    line: int
    finding: int | None = None
    issue: int | None = None
    printed: bool = False
    listed: bool = False


def issue_of(report: Report, claim: Claim) -> Issue | None:
    """The issue of the report that makes the claim."""
    return report.issues[claim.issue] if isinstance(claim, ReportClaim) and claim.issue is not None else None


def find_claims(report: Report, known: Known | None = None, remotes: Collection[str] = ()) -> tuple[ReportClaim, ...]:
    """Every claim of a report, in its order; a reference with several quotes is one claim for each."""
    page = Page.from_report(report)
    found = [each for each in find_references(page.text, known, remotes) if page.is_claim(each)]
    quotes = _each_once([*find_quotes(page, found, known), *find_code_fields(page, found, known)])
    compared = {quote.block for quote in quotes if quote.block is not None}
    quoting: dict[int, list[Quoted]] = {}
    for quote in quotes:
        quoting.setdefault(id(quote.place), []).append(quote)
    listed = list(find_listed_files(page))
    owners = _Owners(report, page, {(page.line_of(each), each.path) for each in listed})
    made: list[ReportClaim] = []
    for place in found:
        mine = _prefer_said(quoting.get(id(place), []))
        if mine:
            made += [
                owners.make_claim(place, quote.line if quote.is_said else page.line_of(place), quote) for quote in mine
            ]
        elif page.block_at(place.report_line) not in compared:
            made.append(owners.make_claim(place, page.line_of(place)))
    cited = {id(place) for place in found}
    alone = [quote for quote in quotes if quote.is_said and id(quote.place) not in cited]
    made += [owners.make_claim(quote.place, quote.line, quote) for quote in alone]
    told = {(claim.line, claim.reference.path) for claim in made}
    made += [owners.make_claim(each, at) for each in listed if ((at := page.line_of(each)), each.path) not in told]
    told |= {(claim.line, claim.reference.path) for claim in made}
    return (*made, *_claim_listed_files(report, known, told))


def _each_once(quotes: Sequence[Quoted]) -> list[Quoted]:
    """The quotes, but none that is told once more in a field or a sentence."""
    told = {(quote.place.offset, quote.snippet) for quote in quotes if quote.how == "quoted" and quote.snippet}
    once: dict[tuple[int, str, str, int | None], Quoted] = {}
    for quote in quotes:
        key = (quote.place.offset, quote.snippet)
        if quote.how == "quoted" or key not in told:
            once.setdefault((*key, quote.called, quote.block), quote)
    return list(once.values())


def _prefer_said(quotes: list[Quoted]) -> list[Quoted]:
    """Those that are said to stand at a place; only without them, what is shown for it besides."""
    return [quote for quote in quotes if quote.is_said] or quotes[:1]


class _Owners:
    """Who claims a line: the finding or the issue that stands there; and which places are entries of lists of files."""

    def __init__(self, report: Report, page: Page, listed: Collection[tuple[int, str]]) -> None:
        self._listed = listed
        self._findings = {line: n for n, finding in enumerate(report.findings or ()) for line in _lines_of(finding)}
        blocks: dict[int | None, int] = {}
        for n, issue in enumerate(report.issues):
            blocks.setdefault(page.block_at(issue.line) if page.blocks else issue.line, n)
        self._issues = dict(_blocks_of_issues(page, blocks)) if page.blocks else blocks
        self._page = page

    def make_claim(self, place: FoundReference, line: int, quote: Quoted | None = None) -> ReportClaim:
        at = self._page.line_of(place)
        finding = self._findings.get(at)
        issue = self._issues.get(self._page.block_at(at) if self._page.blocks else at) if finding is None else None
        return ReportClaim(
            reference=place, snippet=(quote.snippet or None) if quote else None, others=quote.others if quote else (),
            called=quote.called if quote else "",
            how=quote.how if quote else "quoted", line=line, finding=finding, issue=issue,
            printed=self._page.is_printed(place), listed=(at, place.path) in self._listed,
        )  # fmt: skip


def _lines_of(finding: Finding) -> Iterator[int]:
    """The lines of a finding: its text, its evidence, its code and the fences around that."""
    yield from finding.lines or range(finding.line, finding.line + finding.text.count("\n") + 1)
    yield from (evidence.line for evidence in finding.evidence)
    for code in finding.code:
        yield from range(code.line - 1, code.line + code.text.count("\n") + 2)


def _blocks_of_issues(page: Page, owners: dict[int | None, int]) -> Iterator[tuple[int | None, int]]:
    """The blocks of each issue: its own and those nested in it."""
    owner, indent = None, 0
    for index, block in enumerate(page.blocks):
        if index in owners:
            owner, indent = owners[index], block.indent
        elif block.kind in ("heading", "row") or (block.kind != "code" and block.indent <= indent):
            owner = None
        if owner is not None:
            yield index, owner


def _claim_listed_files(
    report: Report, known: Known | None, told: Collection[tuple[int, str]]
) -> Iterator[ReportClaim]:
    """The entries of a list of files: each claims to be there, whatever it looks like; those `told` have done so."""
    for artifact in report.artifacts:
        written = artifact.path.strip()
        ways = _path_ways(written)
        if _NO_ENTRY.fullmatch(written) or not _is_file(artifact, ways, report.dialect):
            continue
        path = next((way for way in ways if known and known(way)), ways[-1])
        reference = Reference(text=written, path=path.rstrip("/") or path)
        if (artifact.line, reference.path) not in told:
            yield ReportClaim(reference=reference, line=artifact.line)


def _is_file(artifact: Artifact, ways: Sequence[str], dialect: Dialect) -> bool:
    """Whether an artifact is a file: in most dialects all are; a task may yield what only has a name."""
    if dialect != "task-result":
        return dialect in _NAMING_FILES
    has_path = artifact.ref not in ("", artifact.path)
    return has_path or any(
        claims_to_exist(way) or is_called_like_a_file(way) or _GLOB.fullmatch(way) is not None for way in ways
    )


def _path_ways(written: str) -> list[str]:
    """The path as it is written, and without what is said of it."""
    plain = written.strip("`")
    listed = _LISTED.fullmatch(plain)
    ticked = re.search(r"`([^`\n]+)`", written)
    return list(dict.fromkeys([plain, (ticked[1] if ticked else listed["path"] if listed else plain).strip("` ")]))
