"""Checking claims against a tree: does the place exist, and does what is quoted stand there."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.absent_paths import judge_absent_path
from renkei.reports.references.claim import CheckedClaim, Claim, Reference
from renkei.reports.references.quote import SearchBudgetExceeded, Span, find_quote, is_significant, says_enough
from renkei.reports.references.shortened import has_words, is_retold, is_shortened, is_value
from renkei.reports.tree import DIRECTORY, Lines, Missing, Opaque, Tree
from renkei.sentence import Sentence

# A budget of work for one check (DEC-44): what is over it was not looked at, on a slow machine as on a fast one.


MOST_WORK: Final = 1_000_000_000
"""Bytes that are gone through for quotes: some seconds."""

LARGE: Final = 1_000_000
"""Quotes of a file of more bytes come last."""

OVER_BUDGET: Final = Sentence("it was not looked at: the check has done all the work that it may")


class Budget:
    """What is left of it."""

    def __init__(self, work: int = MOST_WORK) -> None:
        self._left = work

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def spend(self, work: int) -> None:
        self._left -= work


_TOO_SHORT: Final = Sentence("what is quoted is not on this line, and too short to look for elsewhere")
_TOO_MUCH: Final = Sentence("to look for what is quoted would take too long")
_NOT_SAID: Final = Sentence("the code beside it was not compared: it is not said to stand there")
_SHORTENED: Final = Sentence("what is quoted may be this line, shortened")
_VALUE: Final = Sentence("what is quoted may be the value that a name has when the code runs")
_NOT_SEEN: Final = Sentence("the name stands there, and is not seen to be defined there")
_DEFINES: Final = (
    r"(?:def|class|fn|func|fun|function|struct|enum|trait|impl|type|interface|const|let|var|val|mod|module|sub|proc"
    r"|record|object|macro_rules!|protocol|extension|namespace|package|typedef|union|static|public|private|async)"
)
_WORD: Final = re.compile(r"\w+")
_FEW_WORDS: Final = 3
_ABSENT: Final = ("missing_line", "missing_file")


def check_claims(claims: Sequence[Claim], tree: Tree, base: str = "") -> list[CheckedClaim]:
    """A verdict for each claim, in their order. A path starts from `base`, the agent's folder; else from the root."""
    budget = Budget()
    checked = _check_all(claims, tree, budget)
    again = [index for index, claim in enumerate(claims) if base and not claim.reference.path.startswith("/")]
    below = _check_all([_rebase_claim(base, claims[index]) for index in again], tree, budget)
    for index, other in zip(again, below, strict=True):
        if _absence_rank(other) <= _absence_rank(checked[index]):
            checked[index] = other
    missing = {each.claim.reference.path for each in checked if each.state == "missing_file"}
    made = tree.around.find_generated(missing) if missing else ()
    return [_look_elsewhere(each, tree, made, budget) if each.state == "missing_file" else each for each in checked]


def _rebase_claim(base: str, claim: Claim) -> Claim:
    return replace(claim, reference=replace(claim.reference, path=f"{base}/{claim.reference.path}"))


def _absence_rank(checked: CheckedClaim) -> int:
    """How much of the place is not there."""
    return _ABSENT.index(checked.state) if checked.state in _ABSENT else -1


def _check_all(claims: Sequence[Claim], tree: Tree, budget: Budget) -> list[CheckedClaim]:
    by_path: dict[str, list[int]] = {}
    for index, claim in enumerate(claims):
        by_path.setdefault(claim.reference.path, []).append(index)
    tree.load(by_path)
    verdicts: list[CheckedClaim | None] = [None] * len(claims)
    dear: list[tuple[int, Lines]] = []
    for path, indices in by_path.items():  # file by file: what was just read is still near the processor
        content = tree.read(path)
        if not isinstance(content, Lines):
            for index in indices:
                verdicts[index] = _judge_unreadable(claims[index], content)
            continue
        for index in indices:
            claim = claims[index]
            verdict = _match_literally(claim, content)
            if verdict is None and (claim.snippet or claim.called) and len(content.data) > LARGE:
                dear.append((index, content))
            else:
                verdicts[index] = verdict or _check_within_budget(budget, claim, content, tree)
    for index, lines in sorted(dear, key=lambda each: len(each[1].data)):  # so that nothing hides behind what is dear
        verdicts[index] = _check_within_budget(budget, claims[index], lines, tree)
    return [verdict for verdict in verdicts if verdict]


def _check_within_budget(budget: Budget, claim: Claim, lines: Lines, tree: Tree) -> CheckedClaim:
    """Compared, if there is work left for it. Whether there is such a place costs nothing."""
    if not claim.snippet and not claim.called:
        return _compare_claim(claim, lines, tree)
    if budget.is_spent:
        absent = _why_absent(claim.reference, len(lines.raw))
        state = "missing_line" if absent else "unverified"
        return CheckedClaim(claim=claim, state=state, reason=absent or OVER_BUDGET, quote="unchecked")
    budget.spend(len(lines.data))
    return _compare_claim(claim, lines, tree)


def _judge_unreadable(claim: Claim, content: Missing | Opaque) -> CheckedClaim:
    return _judge_opaque(claim, content) if isinstance(content, Opaque) else _judge_missing(claim, content)


def _judge_missing(claim: Claim, content: Missing) -> CheckedClaim:
    if claim.reference.line is None and content == DIRECTORY:
        return CheckedClaim(claim=claim, state="verified")
    return CheckedClaim(claim=claim, state="missing_file", reason=content.reason)


def _judge_opaque(claim: Claim, content: Opaque) -> CheckedClaim:
    if claim.reference.line is None and (not claim.snippet or claim.how == "shown"):
        return CheckedClaim(claim=claim, state="verified")
    quote = "unchecked" if claim.snippet else None
    return CheckedClaim(claim=claim, state="unverified", reason=content.reason, quote=quote)


def _look_elsewhere(checked: CheckedClaim, tree: Tree, made: Collection[str], budget: Budget) -> CheckedClaim:
    """What became of a path that is not there as it is written: the one file that is meant, or why there is none."""
    verdict = judge_absent_path(checked, tree, made)
    if isinstance(verdict, CheckedClaim):
        return verdict
    claim = replace(checked.claim, reference=replace(checked.claim.reference, path=verdict))
    (again,) = _check_all([claim], tree, budget)
    return again._replace(reason=again.reason or Sentence("it is {path!r}", path=verdict))


def _match_literally(claim: Claim, lines: Lines) -> CheckedClaim | None:
    """Most claims are true to the letter: compare bytes at the place before anything dearer."""
    reference = claim.reference
    line, snippet, raw = reference.line, claim.snippet, lines.raw
    if not snippet or line is None or reference.end_line is not None or not 0 < line <= len(raw):
        return None
    quoted = snippet.strip()
    try:
        is_there = quoted.encode() in raw[line - 1]
    except UnicodeEncodeError:
        return None  # half of a character: what is dearer looks for it
    if not is_there or not (quoted[:3].isalnum() or says_enough(quoted)):
        return None
    return CheckedClaim(claim, "verified", None, None, lines.line_text(line), "verified")


def _compare_claim(claim: Claim, lines: Lines, tree: Tree) -> CheckedClaim:
    reference, snippet = claim.reference, claim.snippet or ""
    absent = _why_absent(reference, len(lines.raw))
    if reference.name:
        return _judge_name(claim, lines)
    if claim.how == "shown":
        return _as_shown(claim, snippet, lines, absent)
    if claim.how == "words":
        return _by_words(claim, snippet, lines, absent)
    if claim.how == "called":
        return _by_call(claim, snippet, lines, absent, tree)
    if not snippet or not is_significant(snippet):
        return _judge_place(claim, snippet, lines, absent)
    claimed = _claim_span(reference, lines)
    try:
        found = find_quote(snippet, lines, claimed)
    except SearchBudgetExceeded:
        state = "missing_line" if absent else "unverified"
        return CheckedClaim(claim=claim, state=state, reason=absent or _TOO_MUCH, quote="unchecked")
    if found and not absent and not found.distance(claimed):
        source = lines.line_text(max(found.first, reference.line or 1))
        return CheckedClaim(claim=claim, state="verified", source=source, quote="verified")
    nowhere: set[str] = set() if found else {reference.path}
    if _stands_beside(snippet, claim.others, tree, nowhere):
        state = "missing_line" if absent else "verified"
        source = None if absent else _source_line(lines, reference)
        return CheckedClaim(claim=claim, state=state, reason=absent, source=source, quote="verified")
    if found and not (absent and (_is_malformed(reference) or not _tells_where(snippet, lines, found, claimed))):
        reason = Sentence("what is quoted stands at line {line}", line=found.first)
        source = lines.line_text(found.first)
        return CheckedClaim(
            claim=claim, state="moved", found_line=found.first, reason=reason, source=source, quote="verified"
        )
    if absent:
        return CheckedClaim(
            claim=claim, state="missing_line", found_line=found and found.first, reason=absent, quote="mismatch"
        )
    if claim.how in ("told", "valued") and (doubt := _why_otherwise(snippet, claim, lines, tree)):
        return CheckedClaim(
            claim=claim, state="verified", reason=doubt, source=_source_line(lines, reference), quote="unchecked"
        )
    return _nowhere(claim, lines)


def _why_otherwise(snippet: str, claim: Claim, lines: Lines, tree: Tree) -> Sentence | None:
    """Why code that a sentence tells may be another than that of the file, and no lie."""
    beside = [(other, there) for other in claim.others if isinstance(there := tree.read(other.path), Lines)]
    cited = [(claim.reference, lines), *beside]
    if any(is_shortened(snippet, there, _claim_span(each, there)) for each, there in cited):
        return _SHORTENED
    return (
        _VALUE
        if claim.how == "valued" and any(is_value(snippet, there, _claim_span(each, there)) for each, there in cited)
        else None
    )


def _nowhere(claim: Claim, lines: Lines) -> CheckedClaim:
    reason = Sentence("what is quoted stands nowhere in {path!r}", path=claim.reference.path)
    source = _source_line(lines, claim.reference)
    return CheckedClaim(claim=claim, state="mismatch", reason=reason, source=source, quote="mismatch")


def _tells_where(snippet: str, lines: Lines, found: Span, claimed: Span) -> bool:
    """Whether a quote tells where lines went that the file does not have: it stands once in it, and not in the lines
    that are claimed, and is no word or two that many files have.
    """
    if not found.distance(claimed) or len(_WORD.findall(snippet)) < _FEW_WORDS:
        return False
    behind = Span(first=found.last + 1, last=max(found.last + 1, len(lines.raw)))
    try:
        return (
            find_quote(snippet, lines, behind) == found and find_quote(snippet, lines, Span(first=1, last=1)) == found
        )
    except SearchBudgetExceeded:
        return False


def _claim_span(reference: Reference, lines: Lines) -> Span:
    if reference.line is None:
        return Span(first=1, last=max(1, len(lines.raw)))
    return Span(first=reference.line, last=max(reference.line, reference.end_line or 0))


def _stands_beside(snippet: str, others: Sequence[Reference], tree: Tree, nowhere: set[str]) -> bool:
    """Whether it is quoted from a place that is cited beside this one; in the files of `nowhere` it does not stand."""
    for other in others:
        lines = tree.read(other.path) if other.path not in nowhere else None
        if not isinstance(lines, Lines) or _why_absent(other, len(lines.raw)):
            continue
        claimed = _claim_span(other, lines)
        try:
            found = find_quote(snippet, lines, claimed)
        except SearchBudgetExceeded:
            continue
        if found is None:
            nowhere.add(other.path)
        elif not found.distance(claimed):
            return True
    return False


def _judge_place(claim: Claim, snippet: str, lines: Lines, absent: Sentence | None) -> CheckedClaim:
    """The verdict on a claim that quotes nothing, or next to nothing: such a quote cannot be looked for."""
    reference = claim.reference
    quote = "unchecked" if snippet.strip() else None
    if absent:
        return CheckedClaim(claim=claim, state="missing_line", reason=absent, quote=quote)
    source = _source_line(lines, reference)
    if claim.called and claim.called.encode() not in lines.data:
        reason = Sentence("{name!r} is called nowhere in {path!r}", name=claim.called, path=reference.path)
        return CheckedClaim(claim=claim, state="mismatch", reason=reason, source=source, quote="mismatch")
    claimed = _claim_span(reference, lines)
    cited = lines.raw[claimed.first - 1 : claimed.last] if quote else ()
    if not quote or "".join(snippet.split()).encode(errors="surrogatepass") in b"".join(b"".join(cited).split()):
        return CheckedClaim(claim=claim, state="verified", source=source, quote=quote)
    return CheckedClaim(claim=claim, state="unverified", reason=_TOO_SHORT, source=source, quote=quote)


def _as_shown(claim: Claim, snippet: str, lines: Lines, absent: Sentence | None) -> CheckedClaim:
    """The verdict on code that is shown for a place and not said to stand there: it may, and is false in no case."""
    if absent:
        return CheckedClaim(claim=claim, state="missing_line", reason=absent, quote="unchecked")
    source = _source_line(lines, claim.reference)
    try:
        found = find_quote(snippet, lines, _claim_span(claim.reference, lines)) if is_significant(snippet) else None
    except SearchBudgetExceeded:
        found = None
    if found:
        return CheckedClaim(claim=claim, state="verified", source=source, quote="verified")
    return CheckedClaim(claim=claim, state="verified", reason=_NOT_SAID, source=source, quote="unchecked")


def _by_words(claim: Claim, words: str, lines: Lines, absent: Sentence | None) -> CheckedClaim:
    """The verdict on the words of a comment: they stand somewhere in the file."""
    if absent:
        return CheckedClaim(claim=claim, state="missing_line", reason=absent, quote="unchecked")
    if not has_words(words, lines):
        return _nowhere(claim, lines)
    return CheckedClaim(claim=claim, state="verified", source=_source_line(lines, claim.reference), quote="verified")


def _by_call(claim: Claim, call: str, lines: Lines, absent: Sentence | None, tree: Tree) -> CheckedClaim:
    """The verdict on a call: it may stand anywhere in the file, with arguments in other words."""
    verdict = _judge_place(claim, "", lines, absent)
    beside = [there for other in claim.others if isinstance(there := tree.read(other.path), Lines)]
    if verdict.state == "verified" and call and not any(is_retold(call, there) for there in (lines, *beside)):
        return _nowhere(claim, lines)
    is_unsure = verdict.state == "verified" and not claim.called
    return verdict._replace(quote="unchecked", reason=_NOT_SAID) if is_unsure else verdict


def _judge_name(claim: Claim, lines: Lines) -> CheckedClaim:
    """`path::name`: each part of the name is defined in the file."""
    for name in re.split(r"::|\.", claim.reference.name):
        word = re.escape(name).encode()
        found = next(_lines_with(rb"\b%b\b" % word, lines), None)
        if found is None:
            reason = Sentence("{path!r} defines no {name!r}", path=claim.reference.path, name=name)
            return CheckedClaim(claim=claim, state="missing_name", reason=reason)
        defines = rb"\b%b\b.*\b%b\b|^\s*(?:[\w<>\[\],*&:]+\s+)*%b\s*[=(:<{]" % (_DEFINES.encode(), word, word)
        if next(_lines_with(defines, lines), None) is None:
            return CheckedClaim(claim=claim, state="unverified", reason=_NOT_SEEN, source=lines.line_text(found))
    line = next(_lines_with(rb"\b%b\b" % re.escape(claim.reference.name.split(":")[-1]).encode(), lines), 1)
    return CheckedClaim(claim=claim, state="verified", source=lines.line_text(line))


def _lines_with(pattern: bytes, lines: Lines) -> Iterator[int]:
    found = re.compile(pattern)
    return (number for number, line in enumerate(lines.raw, 1) if len(line) < 2000 and found.search(line))


def _source_line(lines: Lines, reference: Reference) -> str | None:
    return None if reference.line is None else lines.line_text(reference.line)


def _is_malformed(reference: Reference) -> bool:
    line, last = reference.line, reference.end_line
    return line is not None and (line < 1 or (last is not None and last < line))


def _why_absent(reference: Reference, count: int) -> Sentence | None:
    """Why the file has no such lines, if it has none."""
    line, last = reference.line, reference.end_line
    if line is None:
        return None
    if line < 1:
        return Sentence("lines are counted from 1")
    if last is not None and last < line:
        return Sentence("the range ends before it starts")
    if max(line, last or 0) > count:
        return Sentence("{path!r} has {count} lines", path=reference.path, count=count)
    return None
