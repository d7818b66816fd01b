"""Results of a run as the log keeps them: for `renkei trust`, in the same way as what a client's hooks check."""

from renkei.commands.checks import RecordCheck
from renkei.kit.words import Say
from renkei.protocol.claims import Usage
from renkei.reports.recorded import gist
from renkei.reports.rules import Judgement
from renkei.runs.work import Work


def build_check_record(judgement: Judgement, work: Work, usage: Usage, number: int, say: Say) -> RecordCheck:
    """A result that an attempt has handed back. `usage` is what its agent used for it alone; `number` says which one
    of the attempt it is, from 0: who cannot be understood is asked once more."""
    row = work.row
    return RecordCheck(
        agent=row.agent,
        agent_id=f"{row.task}-{row.token}-{number}",
        session=row.run,
        mode="enforce",
        contract=True,
        usage=usage,
        action=f"report {row.task}",
        refusals=row.attempt - 1 + number,
        **gist(judgement, work.task.role, say),
    )
