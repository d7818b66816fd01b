"""The state of the claims as Markdown, for the description of a pull request or a comment on it."""

import re
from collections import Counter
from typing import Final

from renkei.app.results import Claim, Claims
from renkei.entrypoints.cli.escaping import escape_to_line
from renkei.entrypoints.cli.shown import claim_place
from renkei.kit.words import Say
from renkei.reports.proofs.standing import STATES

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~!@])")


def render_markdown(found: Claims, say: Say) -> str:
    """A head line with the counts, and a row for each claim that does not simply hold."""
    counts = Counter(each.standing.state for each in found.claims)
    head = say(
        "{holds} hold, {moved} moved, {false} now false, {unknown} unknown (at {commit})",
        **{state: counts[state] for state in STATES},
        commit=found.commit[:10] if found.commit else "-",
    )
    worst_first = sorted(found.claims, key=lambda each: STATES.index(each.standing.state))
    rows = [_claim_row(each, found, say) for each in worst_first if each.standing.state != "holds"]
    heading = f"### {say('Claims')}\n\n{head}"
    if not rows:
        return heading
    columns = [say("Claim"), say("Agent"), say("State"), say("What happened")]
    table = [f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows)]
    return "\n".join([heading, "", *table])


def _claim_row(claim: Claim, found: Claims, say: Say) -> list[str]:
    place, state = _code_span(claim_place(claim.row)), claim.standing.state
    return [place, _escape_markdown(claim.row.agent), state, _describe_standing(claim, found, say)]


def _describe_standing(claim: Claim, found: Claims, say: Say) -> str:
    row, standing = claim.row, claim.standing
    if standing.state == "moved":
        return _code_span(f"{standing.path or row.path}:{standing.line}")
    reason = _escape_markdown(say(standing.reason.text, **standing.reason.params)) if standing.reason else ""
    if not standing.since:
        return reason
    subject = _escape_markdown(found.titles.get(standing.since, ""))
    since = say("false since {commit} {subject}", commit=standing.since[:10], subject=subject)
    return f"{reason}; {since}" if reason else since


def _code_span(text: str) -> str:
    """Between back-ticks, as many as it takes; a bar would end the cell of the table."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    inner = escape_to_line(text).replace("|", "\\|")
    return f"{fence} {inner} {fence}" if "`" in text else f"{fence}{inner}{fence}"


def _escape_markdown(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", escape_to_line(text))
