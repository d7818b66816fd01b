"""`renkei claims`: every accepted claim, checked again on the current commit."""

import argparse
from collections import Counter
from typing import Any, Final

from renkei.app.results import Claim, Claims, recheck_claims
from renkei.entrypoints.cli.claims_markdown import render_markdown
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.shown import claim_place, show_line
from renkei.kit.words import Say
from renkei.reports.proofs.standing import STATES, State

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
