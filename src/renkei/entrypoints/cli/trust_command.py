"""`renkei trust`: how often each agent was right, how sure it was, and what that took."""

import argparse
from typing import Any

from renkei.app import results
from renkei.board.trust import DIMENSIONS, Trust
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="NAMES",
        help=say("put together by some of agent, role, model and category (default: by all four)"),
    )


def run(context: Context, args: argparse.Namespace) -> int:
    named = [name.strip() for words in args.by for name in words.split(",")]
    found = results.trust(context.project, named)
    if context.out.as_json:
        context.out.document([_document(row) for row in found])
    elif found:
        _show(context, found)
    else:
        context.out.tell(
            "No result has been checked yet. Checks are kept by hooks (renkei init), by runs, and by "
            "renkei check --record."
        )
    return 0


def _document(row: Trust) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in DIMENSIONS},
        "claims": row.claims,
        "verified": row.verified,
        "false": row.false,
        "brier": row.brier,
        "tokens": row.tokens,
        "cost": row.cost,
    }


def _show(context: Context, found: list[Trust]) -> None:
    context.out.table(
        ["Agent", "Role", "Model", "Category", "Claims", "Verified", "False", "Stated", "Observed", "Brier", "Tokens",
         "Cost ($)", "Verified per $"],
        [[*(getattr(row, name) or "-" for name in DIMENSIONS), *_numbers(row)] for row in found],
        only_known=True,
    )  # fmt: skip


def _numbers(row: Trust) -> list[str]:
    return [
        str(row.claims),
        str(row.verified),
        str(row.false),
        _shown(row.stated, ".0%"),
        _shown(row.observed, ".0%"),
        _shown(row.brier, ".3f"),
        _shown(row.tokens, ",d"),
        _shown(row.cost, ",.2f"),
        _shown(row.verified_per_dollar, ",.1f"),
    ]


def _shown(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
