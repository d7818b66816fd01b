"""The state of the claims as Markdown, for the description of a pull request or a comment on it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from renkei.board.tables import ClaimRow
from renkei.entrypoints.cli.escaping import shown_safely
from renkei.entrypoints.cli.shown import claim_place
from renkei.kit.words import Say
from renkei.reports.proofs.standing import STATES, Standing

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~!@])")


def markdown(told: Sequence[tuple[ClaimRow, Standing]], commit: str | None, titles: dict[str, str], say: Say) -> str:
    """A head line with the counts, and a row for each claim that does not simply hold."""
    counts = Counter(standing.state for _, standing in told)
    head = say(
        "{holds} hold, {moved} moved, {false} now false, {unknown} unknown (at {commit})",
        **{state: counts[state] for state in STATES},
        commit=commit[:10] if commit else "-",
    )
    rows = [_row(row, standing, titles, say) for row, standing in _worst_first(told) if standing.state != "holds"]
    heading = f"### {say('Claims')}\n\n{head}"
    if not rows:
        return heading
    columns = [say("Claim"), say("Agent"), say("State"), say("What happened")]
    table = [f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows)]
    return "\n".join([heading, "", *table])


def _worst_first(told: Sequence[tuple[ClaimRow, Standing]]) -> list[tuple[ClaimRow, Standing]]:
    return sorted(told, key=lambda pair: STATES.index(pair[1].state))


def _row(row: ClaimRow, standing: Standing, titles: dict[str, str], say: Say) -> list[str]:
    return [_code(claim_place(row)), _escaped(row.agent), standing.state, _happened(row, standing, titles, say)]


def _happened(row: ClaimRow, standing: Standing, titles: dict[str, str], say: Say) -> str:
    if standing.state == "moved":
        return _code(f"{standing.path or row.path}:{standing.line}")
    reason = _escaped(say(standing.reason.text, **standing.reason.params)) if standing.reason else ""
    if not standing.since:
        return reason
    subject = _escaped(titles.get(standing.since, ""))
    since = say("false since {commit} {subject}", commit=standing.since[:10], subject=subject)
    return f"{reason}; {since}" if reason else since


def _code(text: str) -> str:
    """Between back-ticks, as many as it takes; a bar would end the cell of the table."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    inner = shown_safely(text).replace("|", "\\|")
    return f"{fence} {inner} {fence}" if "`" in text else f"{fence}{inner}{fence}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", shown_safely(text))
