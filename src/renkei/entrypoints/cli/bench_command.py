"""`renkei bench`: the benchmarks, with what they are measured against beside them."""

import argparse
import tempfile
from pathlib import Path
from typing import Any, Final

from renkei.bench import log, runs
from renkei.bootstrap import open_hub
from renkei.commands.acts import MeasureStore
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.hub import Hub
from renkei.kit.words import Say
from renkei.settings import Settings, store_path


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="log|runs")
    posts = verbs.add_parser(
        "log", help=say("how fast posts become durable; with --store postgresql://, that beside it")
    )
    posts.add_argument("--seconds", type=float, default=3.0, metavar="N", help=say("how long each part is measured"))
    carried = verbs.add_parser("runs", help=say("what it costs to carry runs out durably"))
    carried.add_argument(
        "--tasks", type=int, default=runs.MANY, metavar="N", help=say("how many tasks a large run has")
    )
    for verb in (posts, carried):
        verb.add_argument("--folder", metavar="DIR", help=say("the disk to measure (default: here)"))
        verb.add_argument("--check", action="store_true", help=say("exit 1 when a goal is missed"))


def run(context: Context, args: argparse.Namespace) -> int:
    _check_numbers(args)
    if _is_in_postgres(context):
        context.authorize_act(MeasureStore())
    parent = context.cwd / args.folder if args.folder else context.cwd
    with tempfile.TemporaryDirectory(prefix=".renkei-bench-", dir=parent) as folder:
        found = _measured(context, Path(folder), args)
    met = (log if args.verb == "log" else runs).is_met(found)
    if context.out.as_json:
        context.out.document({**found, "met": met})
    elif args.verb == "log":
        _show_log(context, found)
    else:
        _show_runs(context, found)
    return 1 if args.check and not met else 0


def _check_numbers(args: argparse.Namespace) -> None:
    if args.verb == "log" and not 0 < args.seconds <= 600:
        raise BadInput("--seconds: expected more than 0 and at most 600, not {seconds}.", seconds=args.seconds)
    if args.verb == "runs" and not 10 <= args.tasks <= 5000:
        raise BadInput("--tasks: expected 10 to 5000, not {tasks}.", tasks=args.tasks)


def _measured(context: Context, folder: Path, args: argparse.Namespace) -> dict[str, Any]:
    settings = Settings(project=folder, store=f"sqlite:///{folder}/renkei.db", lang=context.settings.lang)
    hub = open_hub(settings, folder)
    try:
        if args.verb == "runs":
            return runs.measure(folder, hub, many=args.tasks)
        return log.measure(folder, hub, seconds=args.seconds, postgres=_in_postgres(context))
    finally:
        hub.log.close()


def _in_postgres(context: Context) -> Hub | None:
    return context.hub if _is_in_postgres(context) else None


def _is_in_postgres(context: Context) -> bool:
    return store_path(context.settings.store, context.cwd) is None


def _show_runs(context: Context, found: dict[str, Any]) -> None:
    goals = {
        "eleven": f"{found['eleven']['times']:.1f} × (≤ {runs.GOAL_SMALL})",
        **{name: f"{_share(found[name]):.2f} × (≥ {runs.GOAL_SHARE}, or ≥ {runs.GOAL_RATE:,.0f})" for name in _LARGE},
    }
    rows = [
        [name, str(found[name]["tasks"]), f"{found[name]['rate']:,.0f}", f"{found[name]['plain_rate']:,.0f}", goal]
        for name, goal in goals.items()
    ]
    context.out.table(["Measured", "Tasks", "per second", "plain loop", "ratio and goal"], rows)
    context.out.tell(
        "Memory: {kept:.1f} blocks more for each task that is done (≤ {goal:g}), {mb:.0f} MB at most.",
        kept=found["kept_per_task"],
        goal=runs.GOAL_KEPT,
        mb=found["memory_mb"],
    )


_LARGE: Final = ("waves", "fan")


def _share(measured: dict[str, float]) -> float:
    return measured["rate"] / measured["plain_rate"]


def _show_log(context: Context, found: dict[str, Any]) -> None:
    out = context.out
    one, many, bare = found["one_poster"], found["many_posters"], found["bare_writer"]
    rows = [
        [out.say("disk, fdatasync"), f"{found['fdatasync']:,.0f}", "", "", ""],
        [out.say("bare SQLite writer, {count} posters", count=log.MANY), *_figures(bare), ""],
        [out.say("Renkei, 1 poster"), *_figures(one), f"{one['of_fdatasync']:.2f} × fdatasync (≥ {log.GOAL_ONE})"],
        [
            out.say("Renkei, {count} posters", count=log.MANY),
            *_figures(many),
            f"{many['of_bare_writer']:.2f} × bare (≥ {log.GOAL_MANY}), p99 ≤ {log.GOAL_P99_MS:.0f} ms",
        ],
    ]
    if "postgres_one" in found:
        rows.append([out.say("PostgreSQL, 1 poster"), *_figures(found["postgres_one"]), ""])
        rows.append([out.say("PostgreSQL, {count} posters", count=log.MANY), *_figures(found["postgres_many"]), ""])
    out.table(["Measured", "per second", "p50 ms", "p99 ms", "ratio and goal"], rows)


def _figures(measured: dict[str, float]) -> list[str]:
    return [f"{measured['rate']:,.0f}", f"{measured['p50_ms']:.2f}", f"{measured['p99_ms']:.2f}"]
