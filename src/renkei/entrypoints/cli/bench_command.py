"""`renkei bench`: the benchmarks, with what they are measured against beside them."""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from renkei.bench.log import GOAL_MANY, GOAL_ONE, GOAL_P99_MS, MANY, is_met, measure
from renkei.bootstrap import open_hub
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.settings import Settings, store_path


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="log")
    log = verbs.add_parser("log", help=say("how fast posts become durable; with --store postgresql://, that beside it"))
    log.add_argument("--seconds", type=float, default=3.0, metavar="N", help=say("how long each part is measured"))
    log.add_argument("--folder", metavar="DIR", help=say("the disk to measure (default: here)"))
    log.add_argument("--check", action="store_true", help=say("exit 1 when a goal is missed"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not 0 < args.seconds <= 600:
        raise BadInput("--seconds: expected more than 0 and at most 600, not {seconds}.", seconds=args.seconds)
    parent = context.cwd / args.folder if args.folder else context.cwd
    with tempfile.TemporaryDirectory(prefix=".renkei-bench-", dir=parent) as folder:
        found = _measured(context, Path(folder), args.seconds)
    if context.out.as_json:
        context.out.document({**found, "met": is_met(found)})
    else:
        _show(context, found)
    return 1 if args.check and not is_met(found) else 0


def _measured(context: Context, folder: Path, seconds: float) -> dict[str, Any]:
    settings = Settings(project=folder, store=f"sqlite:///{folder}/renkei.db", lang=context.settings.lang)
    hub = open_hub(settings, folder)
    in_postgres = store_path(context.settings.store, context.cwd) is None
    try:
        return measure(folder, hub, seconds=seconds, postgres=context.hub if in_postgres else None)
    finally:
        hub.log.close()


def _show(context: Context, found: dict[str, Any]) -> None:
    out = context.out
    one, many, bare = found["one_poster"], found["many_posters"], found["bare_writer"]
    rows = [
        [out.say("disk, fdatasync"), f"{found['fdatasync']:,.0f}", "", "", ""],
        [out.say("bare SQLite writer, {count} posters", count=MANY), *_figures(bare), ""],
        [out.say("Renkei, 1 poster"), *_figures(one), f"{one['of_fdatasync']:.2f} × fdatasync (≥ {GOAL_ONE})"],
        [
            out.say("Renkei, {count} posters", count=MANY),
            *_figures(many),
            f"{many['of_bare_writer']:.2f} × bare (≥ {GOAL_MANY}), p99 ≤ {GOAL_P99_MS:.0f} ms",
        ],
    ]
    if "postgres_one" in found:
        rows.append([out.say("PostgreSQL, 1 poster"), *_figures(found["postgres_one"]), ""])
        rows.append([out.say("PostgreSQL, {count} posters", count=MANY), *_figures(found["postgres_many"]), ""])
    out.table(["Measured", "per second", "p50 ms", "p99 ms", "ratio and goal"], rows)


def _figures(measured: dict[str, float]) -> list[str]:
    return [f"{measured['rate']:,.0f}", f"{measured['p50_ms']:.2f}", f"{measured['p99_ms']:.2f}"]
