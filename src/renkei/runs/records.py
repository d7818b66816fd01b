"""Results of a run as the log keeps them: for `renkei trust`, in the same way as what a client's hooks check."""

from renkei.board.run_tables import RunTaskRow
from renkei.commands.checks import RecordCheck
from renkei.kit.words import Say
from renkei.protocol.claims import Usage
from renkei.reports.recorded import gist
from renkei.reports.rules import Judgement
from renkei.values import value


@value
class JudgedResult:
    """A result that an attempt has handed back, and what its agent used for it alone."""

    judgement: Judgement
    role: str
    usage: Usage
    number: int
    """Which one of the attempt it is, from 0: who cannot be understood is asked once more."""


def record_of(judged: JudgedResult, row: RunTaskRow, say: Say) -> RecordCheck:
    return RecordCheck(
        agent=row.agent,
        agent_id=f"{row.task}-{row.token}-{judged.number}",
        session=row.run,
        mode="enforce",
        contract=True,
        usage=judged.usage,
        action=f"report {row.task}",
        refusals=row.attempt - 1 + judged.number,
        **gist(judged.judgement, judged.role, say),
    )
