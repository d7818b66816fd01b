"""What the log keeps of a result that was checked, for `renkei trust` and for whoever asks why."""

from typing import Any

from renkei.kit.words import Say
from renkei.reports.proofs.make import tally
from renkei.reports.rules import Judgement


def record_fields(judgement: Judgement, role: str, say: Say) -> dict[str, Any]:
    """The fields of a `RecordCheck` that follow from the judgement, whoever had it checked."""
    document = judgement.to_json(say)
    states = [reference["state"] for reference in document["references"]]
    return {
        "checked": not (judgement.valid and judgement.not_looked_at),
        "valid": judgement.valid,
        "status": document["status"],
        "confidence": document["confidence"]["stated"],
        "rules": [violation.rule for violation in judgement.violations if violation.level == "L1"],
        "counts": {state: states.count(state) for state in sorted(set(states))},
        "violations": document["violations"],
        "references": document["references"],
        "tally": tally(judgement, role),
    }
