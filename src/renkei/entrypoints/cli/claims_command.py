"""`renkei claims`: every accepted claim, checked again on the current commit."""

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from renkei.board.claims import claims, proof_of
from renkei.board.tables import ClaimRow
from renkei.entrypoints.cli.claims_markdown import markdown
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.shown import claim_place, show_line
from renkei.kit.words import Say
from renkei.reports.proofs.recheck import recheck, touched
from renkei.reports.proofs.repository import Repository
from renkei.reports.proofs.standing import STATES, Standing, State

Told = Sequence[tuple[ClaimRow, Standing]]

_MARKS: Final[dict[State, tuple[str, str]]] = {
    "false": ("✗", "bold red"),
    "moved": ("→", "yellow"),
    "unknown": ("?", "yellow"),
    "holds": ("✓", "green"),
}


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", metavar="REV", help=say("only claims about files that have changed since a commit"))
    parser.add_argument(
        "--format",
        choices=("text", "md", "json"),
        default="text",
        help=say("md is for a pull request; json is the same as --json"),
    )
    parser.add_argument("--all", action="store_true", help=say("list those that hold, too"))


def run(context: Context, args: argparse.Namespace) -> int:
    context.out.as_json = context.out.as_json or args.format == "json"
    with context.reader.read() as view:
        rows = claims(view)
    with Repository(context.work_tree) as repository:
        kept = _since(rows, args.since, repository)
        told = list(zip(kept, recheck([proof_of(row) for row in kept], repository), strict=True))
        titles = repository.titles({standing.since for _, standing in told if standing.since})
    if context.out.as_json:
        context.out.document(_document(context, told, repository.commit))
    elif args.format == "md":
        context.out.line(markdown(told, repository.commit, titles, context.out.say))
    elif rows and not kept:
        context.out.tell("No claim that is kept is about a file that has changed since {rev}.", rev=args.since)
    else:
        _show(context, told, titles, repository.commit, whole=args.all)
    return 1 if any(standing.state == "false" for _, standing in told) else 0


def _since(rows: list[ClaimRow], rev: str | None, repository: Repository) -> list[ClaimRow]:
    if rev is None:
        return rows
    changed = touched(map(proof_of, rows), rev, repository)
    is_other_tree = repository.tree_of(repository.named(rev)) != repository.tree
    return [row for row in rows if row.path in changed or (row.kind == "run" and is_other_tree)]


def _document(context: Context, told: Told, commit: str | None) -> dict[str, Any]:
    counts = Counter(standing.state for _, standing in told)
    return {
        "commit": commit,
        "counts": {state: counts[state] for state in STATES},
        "claims": [_claim(context, row, standing) for row, standing in told],
    }


def _claim(context: Context, row: ClaimRow, standing: Standing) -> dict[str, Any]:
    reason = standing.reason
    return {
        "id": f"E-{row.seq}.{row.number}",
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


def _show(context: Context, told: Told, titles: dict[str, str], commit: str | None, *, whole: bool) -> None:
    out = context.out
    if not told:
        out.tell(
            "No claim is kept yet. Claims are kept when a result is accepted: by the hooks of renkei init, by "
            "renkei check --record, or when renkei contract verify runs a command."
        )
        return
    for row, standing in sorted(told, key=lambda pair: STATES.index(pair[1].state)):
        if standing.state != "holds" or whole:
            _show_claim(context, row, standing, titles)
    counts = Counter(standing.state for _, standing in told)
    out.tell(
        "{holds} hold, {moved} moved, {false} now false, {unknown} unknown (at {commit})",
        holds=counts["holds"],
        moved=counts["moved"],
        false=counts["false"],
        unknown=counts["unknown"],
        commit=commit[:10] if commit else "-",
    )


def _show_claim(context: Context, row: ClaimRow, standing: Standing, titles: dict[str, str]) -> None:
    out, (mark, style) = context.out, _MARKS[standing.state]
    moved = f" → {standing.path or row.path}:{standing.line}" if standing.state == "moved" else ""
    show_line(out, (f"{mark} ", style), f"{claim_place(row)}{moved}", (f"  {row.agent}", "dim"))
    if standing.reason:
        show_line(out, (f"    {out.say(standing.reason.text, **standing.reason.params)}", style))
    if standing.since:
        subject = titles.get(standing.since, "")
        told = out.say("false since {commit} {subject}", commit=standing.since[:10], subject=subject)
        show_line(out, (f"    {told}", style))
