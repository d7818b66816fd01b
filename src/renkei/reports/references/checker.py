"""Checking claims against a tree: does the place exist, and does what is quoted stand there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei.reports.references.claim import Checked, Claim, Reference
from renkei.reports.references.quote import Span, find_quote, is_significant, says_enough
from renkei.reports.tree import NO_FILE, Lines, Missing, Opaque, Tree
from renkei.sentence import Sentence

_TOO_SHORT: Final = Sentence("what is quoted is not on this line, and too short to look for elsewhere")


_ABSENT: Final = ("missing_line", "missing_file")


def check(claims: Sequence[Claim], tree: Tree, base: str = "") -> list[Checked]:
    """A verdict for each claim, in their order. A path starts from the root; where that is not there, from `base`."""
    checked = _checked(claims, tree)
    again = [index for index, each in enumerate(checked) if base and each.state in _ABSENT]
    for index, other in zip(again, _checked([_below(base, claims[index]) for index in again], tree), strict=True):
        checked[index] = min(checked[index], other, key=_absence)
    return checked


def _below(base: str, claim: Claim) -> Claim:
    return replace(claim, reference=replace(claim.reference, path=f"{base}/{claim.reference.path}"))


def _absence(checked: Checked) -> int:
    """How much of the place is not there."""
    return _ABSENT.index(checked.state) if checked.state in _ABSENT else -1


def _checked(claims: Sequence[Claim], tree: Tree) -> list[Checked]:
    by_path: dict[str, list[int]] = {}
    for index, claim in enumerate(claims):
        by_path.setdefault(claim.reference.path, []).append(index)
    tree.load(by_path)
    verdicts: list[Checked | None] = [None] * len(claims)
    for path, indices in by_path.items():  # file by file: what was just read is still near the processor
        content = tree.read(path)
        for index in indices:
            claim = claims[index]
            if isinstance(content, Lines):
                verdicts[index] = _verified(claim, content) or _compared(claim, content)
            else:
                verdicts[index] = _unread(claim, content, tree)
    return [verdict for verdict in verdicts if verdict]


def _unread(claim: Claim, content: Missing | Opaque, tree: Tree) -> Checked:
    if isinstance(content, Opaque):
        return Checked(claim=claim, state="unverified", reason=content.reason)
    return Checked(claim=claim, state="missing_file", reason=_missing(content, claim.reference.path, tree))


def _verified(claim: Claim, lines: Lines) -> Checked | None:
    """Most claims are true to the letter: compare bytes at the place before anything dearer."""
    reference = claim.reference
    line, snippet = reference.line, claim.snippet
    if not snippet or reference.end_line is not None or not 0 < line <= len(lines.raw):
        return None
    quoted = snippet.strip()
    if quoted.encode("utf-8", "surrogatepass") not in lines.raw[line - 1] or not says_enough(quoted):
        return None
    return Checked(claim=claim, state="verified", source=lines.text(line), quoted=True)


def _compared(claim: Claim, lines: Lines) -> Checked:
    reference, snippet = claim.reference, claim.snippet or ""
    absent = _absent(reference, len(lines.raw))
    claimed = Span(first=reference.line, last=max(reference.line, reference.end_line or 0))
    if not is_significant(snippet):
        return _by_place(claim, snippet, lines, absent)
    found = find_quote(snippet, lines, claimed)
    if found and not absent and not found.distance(claimed):
        source = lines.text(max(found.first, reference.line))
        return Checked(claim=claim, state="verified", source=source, quoted=True)
    if found and not _is_malformed(reference):
        reason = Sentence("what is quoted stands at line {line}", line=found.first)
        source = lines.text(found.first)
        return Checked(claim=claim, state="moved", found_line=found.first, reason=reason, source=source)
    if absent:
        return Checked(claim=claim, state="missing_line", found_line=found and found.first, reason=absent)
    reason = Sentence("what is quoted stands nowhere in {path!r}", path=reference.path)
    return Checked(claim=claim, state="mismatch", reason=reason, source=lines.text(reference.line))


def _by_place(claim: Claim, snippet: str, lines: Lines, absent: Sentence | None) -> Checked:
    """The verdict on a claim that quotes nothing, or next to nothing: such a quote cannot be looked for."""
    if absent:
        return Checked(claim=claim, state="missing_line", reason=absent)
    reference = claim.reference
    source = lines.text(reference.line)
    cited = lines.raw[reference.line - 1 : reference.end_line or reference.line]
    if "".join(snippet.split()).encode(errors="surrogatepass") in b"".join(b"".join(cited).split()):
        return Checked(claim=claim, state="verified", source=source)
    return Checked(claim=claim, state="unverified", reason=_TOO_SHORT, source=source)


def _is_malformed(reference: Reference) -> bool:
    return reference.line < 1 or (reference.end_line is not None and reference.end_line < reference.line)


def _absent(reference: Reference, count: int) -> Sentence | None:
    """Why the file has no such lines, if it has none."""
    if reference.line < 1:
        return Sentence("lines are counted from 1")
    if reference.end_line is not None and reference.end_line < reference.line:
        return Sentence("the range ends before it starts")
    if max(reference.line, reference.end_line or 0) > count:
        return Sentence("{path!r} has {count} lines", path=reference.path, count=count)
    return None


def _missing(found: Missing, path: str, tree: Tree) -> Sentence:
    """A path that only ends like the one meant is not accepted, but said."""
    if found != NO_FILE:
        return found.reason
    names = tree.names()
    meant = names.similar(path)
    if not meant and names.limit:
        text = "there is no such file; the first {count} files were searched for one of that name"
        return Sentence(text, count=f"{names.limit:,}")
    if not meant:
        return found.reason
    return Sentence("there is no file {path!r}; did you mean {meant}?", path=path, meant=", ".join(meant))
