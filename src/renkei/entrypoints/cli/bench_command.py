"""`renkei bench`: the benchmarks, with what they are measured against beside them."""

import argparse
from typing import Any, Final

from renkei.app.measures import measure_log, measure_runs
from renkei.bench import log, runs
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_bench_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
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


def handle_bench(context: Context, args: argparse.Namespace) -> int:
    if args.verb == "log":
        found = measure_log(context.project, seconds=args.seconds, folder=args.folder)
        met, show = log.is_met(found), _show_log
    else:
        found = measure_runs(context.project, tasks=args.tasks, folder=args.folder)
        met, show = runs.is_met(found), _show_runs
    if context.out.as_json:
        context.out.print_json({**found, "met": met})
    else:
        show(context, found)
    return 1 if args.check and not met else 0


def _show_runs(context: Context, found: dict[str, Any]) -> None:
    goals = {
        "eleven": f"{found['eleven']['times']:.1f} × (≤ {runs.GOAL_SMALL})",
        **{
            name: f"{_rate_ratio(found[name]):.2f} × (≥ {runs.GOAL_SHARE}, or ≥ {runs.GOAL_RATE:,.0f})"
            for name in _LARGE
        },
    }
    rows = [
        [name, str(found[name]["tasks"]), f"{found[name]['rate']:,.0f}", f"{found[name]['plain_rate']:,.0f}", goal]
        for name, goal in goals.items()
    ]
    context.out.print_table(["Measured", "Tasks", "per second", "plain loop", "ratio and goal"], rows)
    context.out.tell(
        "Memory: {kept:.1f} blocks more for each task that is done (≤ {goal:g}), {mb:.0f} MB at most.",
        kept=found["kept_per_task"],
        goal=runs.GOAL_KEPT,
        mb=found["memory_mb"],
    )


_LARGE: Final = ("waves", "fan")


def _rate_ratio(measured: dict[str, float]) -> float:
    return measured["rate"] / measured["plain_rate"]


def _show_log(context: Context, found: dict[str, Any]) -> None:
    out = context.out
    one, many, bare = found["one_poster"], found["many_posters"], found["bare_writer"]
    rows = [
        [out.say("disk, fdatasync"), f"{found['fdatasync']:,.0f}", "", "", ""],
        [out.say("bare SQLite writer, {count} posters", count=log.MANY), *_figure_cells(bare), ""],
        [out.say("Renkei, 1 poster"), *_figure_cells(one), f"{one['of_fdatasync']:.2f} × fdatasync (≥ {log.GOAL_ONE})"],
        [
            out.say("Renkei, {count} posters", count=log.MANY),
            *_figure_cells(many),
            f"{many['of_bare_writer']:.2f} × bare (≥ {log.GOAL_MANY}), p99 ≤ {log.GOAL_P99_MS:.0f} ms",
        ],
    ]
    if "postgres_one" in found:
        rows.append([out.say("PostgreSQL, 1 poster"), *_figure_cells(found["postgres_one"]), ""])
        rows.append(
            [out.say("PostgreSQL, {count} posters", count=log.MANY), *_figure_cells(found["postgres_many"]), ""]
        )
    out.print_table(["Measured", "per second", "p50 ms", "p99 ms", "ratio and goal"], rows)


def _figure_cells(measured: dict[str, float]) -> list[str]:
    return [f"{measured['rate']:,.0f}", f"{measured['p50_ms']:.2f}", f"{measured['p99_ms']:.2f}"]
