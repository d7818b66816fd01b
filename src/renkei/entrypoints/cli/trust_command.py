"""`renkei trust`: how often each agent was right, how sure it was, and what that took."""

import argparse
from typing import Any

from renkei.app import results
from renkei.board.trust import DIMENSIONS, Trust
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_trust_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="NAMES",
        help=say("put together by some of agent, role, model and category (default: by all four)"),
    )


def handle_trust(context: Context, args: argparse.Namespace) -> int:
    named = [name.strip() for words in args.by for name in words.split(",")]
    found = results.list_trust(context.project, named)
    if context.out.as_json:
        context.out.print_json([_trust_document(row) for row in found])
    elif found:
        _show_trust(context, found)
    else:
        context.out.tell(
            "No result has been checked yet. Checks are kept by hooks (renkei init), by runs, and by "
            "renkei check --record."
        )
    return 0


def _trust_document(row: Trust) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in DIMENSIONS},
        "claims": row.claims,
        "verified": row.verified,
        "false": row.false,
        "brier": row.brier,
        "tokens": row.tokens,
        "cost": row.cost,
    }


def _show_trust(context: Context, found: list[Trust]) -> None:
    context.out.print_table(
        ["Agent", "Role", "Model", "Category", "Claims", "Verified", "False", "Stated", "Observed", "Brier", "Tokens",
         "Cost ($)", "Verified per $"],
        [[*(getattr(row, name) or "-" for name in DIMENSIONS), *_number_cells(row)] for row in found],
        only_known=True,
    )  # fmt: skip


def _number_cells(row: Trust) -> list[str]:
    return [
        str(row.claims),
        str(row.verified),
        str(row.false),
        _format_number(row.stated, ".0%"),
        _format_number(row.observed, ".0%"),
        _format_number(row.brier, ".3f"),
        _format_number(row.tokens, ",d"),
        _format_number(row.cost, ",.2f"),
        _format_number(row.verified_per_dollar, ",.1f"),
    ]


def _format_number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
