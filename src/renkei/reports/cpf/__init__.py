"""CPF, the compact pipe-delimited format in which inspectors and auditors of a review write (seed 004).

`read` and `write` know the form; `judge_review` makes one verdict of a review directory; `agree` makes one of several
audits; `append_batch` keeps them.
"""

from renkei.reports.cpf.batches import Batch, append_batch, read_batches
from renkei.reports.cpf.codec import read_cpf, write_cpf
from renkei.reports.cpf.consensus import Consensus, find_consensus
from renkei.reports.cpf.document import Document, Issue, Verdict, Verified
from renkei.reports.cpf.review import Review, judge_review

__all__ = [
    "Batch",
    "Consensus",
    "Document",
    "Issue",
    "Review",
    "Verdict",
    "Verified",
    "append_batch",
    "find_consensus",
    "judge_review",
    "read_batches",
    "read_cpf",
    "write_cpf",
]
