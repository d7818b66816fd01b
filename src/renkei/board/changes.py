"""What was done to the board, in the words of whoever reads it: the log keeps its name (`BoardAction`)."""

from typing import Final, cast

from renkei.board.tables import ChangeRow
from renkei.kit.words import Say
from renkei.protocol.board import ChangelogEntry
from renkei.protocol.terms import BoardAction
from renkei.sentence import Translatable

_TEXTS: Final[dict[BoardAction, Translatable]] = {
    "field set": "set {field}",
    "member added": "added a member",
    "member changed": "changed a member",
    "member removed": "removed a member",
    "decision requested": "asked for a decision",
    "decision made": "decided",
    "artifact registered": "registered an artifact",
    "artifact handed over": "handed an artifact over",
    "blocker reported": "reported a blocker",
    "blocker resolved": "resolved a blocker",
    "update given": "said where it stands",
    "ended without update": "ended without an update",
    "stopped before update": "stopped before its update",
    "cap set": "set how much may be used",
    "cap nearly reached": "came near the limit of what may be used",
    "cap reached": "reached the limit of what may be used",
}


def describe_action(say: Say, action: str, path: str) -> str:
    """`path`: the place on the board, whose last part is the field. An older log has the words themselves."""
    text = _TEXTS.get(cast(BoardAction, action))
    return action if text is None else say(text, field=path.rpartition(".")[2])


def changelog_entry(row: ChangeRow, say: Say) -> ChangelogEntry:
    return ChangelogEntry.make_trusted(
        timestamp=row.timestamp,
        agent=row.agent,
        action=describe_action(say, row.action, row.path),
        diff_summary=row.diff_summary,
    )
