"""`renkei claims`: every accepted claim, checked again on the current commit."""

import argparse
import re
from collections import Counter
from typing import Any, Final

from renkei.app.results import Claim, Claims, recheck_claims
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import claim_place, show_line
from renkei.hidden import escape_to_line
from renkei.kit.words import Say
from renkei.reports.proofs.standing import STATES, State

# The state of the claims as Markdown, for the description of a pull request or a comment on it.


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


_MARKS: Final[dict[State, tuple[str, str]]] = {
    "false": ("✗", "bold red"),
    "moved": ("→", "yellow"),
    "unknown": ("?", "yellow"),
    "holds": ("✓", "green"),
}


def add_claims_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", metavar="REV", help=say("only claims about files that have changed since a commit"))
    parser.add_argument(
        "--format",
        choices=("text", "md", "json"),
        default="text",
        help=say("md is for a pull request; json is the same as --json"),
    )
    parser.add_argument("--all", action="store_true", help=say("list those that hold, too"))


def handle_claims(context: Context, args: argparse.Namespace) -> int:
    context.out.as_json = context.out.as_json or args.format == "json"
    found = recheck_claims(context.project, since=args.since)
    if context.out.as_json:
        context.out.print_json(_claims_document(context, found))
    elif args.format == "md":
        context.out.print_line(render_markdown(found, context.out.say))
    elif found.kept and not found.claims:
        context.out.tell("No claim that is kept is about a file that has changed since {rev}.", rev=args.since)
    else:
        _show_claims(context, found, whole=args.all)
    return 1 if found.is_any_false else 0


def _claims_document(context: Context, found: Claims) -> dict[str, Any]:
    counts = Counter(each.standing.state for each in found.claims)
    return {
        "commit": found.commit,
        "counts": {state: counts[state] for state in STATES},
        "claims": [_claim_document(context, each) for each in found.claims],
    }


def _claim_document(context: Context, claim: Claim) -> dict[str, Any]:
    row, standing = claim.row, claim.standing
    reason = standing.reason
    return {
        "id": claim.id,
        "kind": row.kind,
        "agent": row.agent,
        "category": row.category,
        "path": row.path,
        "line": row.line,
        "end_line": row.end_line,
        "state": standing.state,
        "found_path": (standing.path or row.path) if standing.state == "moved" else None,
        "found_line": standing.line,
        "since": standing.since,
        "reason": context.out.say(reason.text, **reason.params) if reason else None,
        "proof": {name: getattr(row, name) for name in ("blob", "snippet", "read_by", "command", "exit_code", "tree")},
    }


def _show_claims(context: Context, found: Claims, *, whole: bool) -> None:
    out = context.out
    if not found.claims:
        out.tell(
            "No claim is kept yet. Claims are kept when a result is accepted: by the hooks of renkei init, by "
            "renkei check --record, or when renkei contract verify runs a command."
        )
        return
    for each in sorted(found.claims, key=lambda each: STATES.index(each.standing.state)):
        if each.standing.state != "holds" or whole:
            _show_claim(context, each, found)
    counts = Counter(each.standing.state for each in found.claims)
    out.tell(
        "{holds} hold, {moved} moved, {false} now false, {unknown} unknown (at {commit})",
        holds=counts["holds"],
        moved=counts["moved"],
        false=counts["false"],
        unknown=counts["unknown"],
        commit=found.commit[:10] if found.commit else "-",
    )


def _show_claim(context: Context, claim: Claim, found: Claims) -> None:
    row, standing = claim.row, claim.standing
    out, (mark, style) = context.out, _MARKS[standing.state]
    moved = f" → {standing.path or row.path}:{standing.line}" if standing.state == "moved" else ""
    show_line(out, (f"{mark} ", style), f"{claim_place(row)}{moved}", (f"  {row.agent}", "dim"))
    if standing.reason:
        show_line(out, (f"    {out.say(standing.reason.text, **standing.reason.params)}", style))
    if standing.since:
        subject = found.titles.get(standing.since, "")
        told = out.say("false since {commit} {subject}", commit=standing.since[:10], subject=subject)
        show_line(out, (f"    {told}", style))
