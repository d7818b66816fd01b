"""One verdict of several audits of the same thing: what enough of them found is consensus, the rest is noise."""

from collections.abc import Sequence

from renkei.errors import BadInput
from renkei.reports.cpf.document import Document, Verdict, Verified
from renkei.reports.cpf.merge import Key, key_of, worst_severity
from renkei.values import value


@value
class Consensus:
    """What several audits agree on. `runs` are those that gave a verdict."""

    verdict: Verdict
    runs: int
    threshold: int
    consensus: tuple[Verified, ...]
    noise: tuple[Verified, ...]


def consensus_threshold(runs: int) -> int:
    """How many of the runs have to agree: three fifths, rounded up."""
    return -(-3 * runs // 5)


def find_consensus(audits: Sequence[Document | None]) -> Consensus:
    """One verdict of the audits; None is one that failed, and the threshold is that of those left.

    Raises:
        BadInput: none of them gave a verdict.
    """
    given = [audit for audit in audits if audit and audit.verdict != "ERROR"]
    if not given:
        raise BadInput("None of the {count} audits gave a verdict; start them again.", count=len(audits))
    enough = consensus_threshold(len(given))
    agreed, noise = list[Verified](), list[Verified]()
    for found in _group_by_key(given).values():
        (agreed if len(found) >= enough else noise).append(_merge_records(found))
    verdict = _consensus_verdict([audit.verdict for audit in given], agreed, enough)
    return Consensus(verdict=verdict, runs=len(given), threshold=enough, consensus=tuple(agreed), noise=tuple(noise))


def _group_by_key(audits: Sequence[Document]) -> dict[Key, list[Verified]]:
    """Each finding with one record for each audit that has it."""
    found: dict[Key, list[Verified]] = {}
    for audit in audits:
        own: dict[Key, list[Verified]] = {}
        for each in audit.verified:
            own.setdefault(key_of(each), []).append(each)
        for key, records in own.items():
            found.setdefault(key, []).append(_merge_records(records))
    return found


def _merge_records(records: Sequence[Verified]) -> Verified:
    first = records[0]
    return Verified(
        agents=tuple(dict.fromkeys(agent for each in records for agent in each.agents)),
        severity=worst_severity([each.severity for each in records]),
        category=first.category,
        location=first.location,
        description=" / ".join(dict.fromkeys(each.description for each in records)),
    )


def _consensus_verdict(verdicts: Sequence[str], agreed: Sequence[Verified], enough: int) -> Verdict:
    """All GO is GO. A spec that enough of them blame comes before findings of severity H, which follow from it."""
    severities = {each.severity for each in agreed}
    if all(verdict == "GO" for verdict in verdicts):
        return "GO"
    if "C" in severities:
        return "NO-GO"
    if verdicts.count("SPEC-UPDATE-NEEDED") >= enough:
        return "SPEC-UPDATE-NEEDED"
    return "NO-GO" if "H" in severities else "CONDITIONAL"
