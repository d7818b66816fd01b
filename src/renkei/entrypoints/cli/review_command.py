"""`renkei review`: the review team on a repository, with no model and no key unless agents are asked for."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from renkei.app.consent import Permission
from renkei.app.review import OpenedReview, ReviewRequest, baseline_path, may_run_code, open_review, run_review
from renkei.entrypoints.cli.activity import Activity
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.review_view import show_review
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.lazy import lazy
from renkei.review.formats.document import review_document
from renkei.review.formats.sarif import sarif_document
from renkei.review.formats.text_lines import github_annotations, problem_lines, review_markdown
from renkei.review.jobs import AnalyserResult
from renkei.review.review import Review
from renkei.review.target import Target

if TYPE_CHECKING:
    from renkei.app.review_agents import mark_rehearsal
    from renkei.entrypoints.cli.review_agents import look_with_agents
else:
    mark_rehearsal = lazy("renkei.app.review_agents:mark_rehearsal")
    look_with_agents = lazy("renkei.entrypoints.cli.review_agents:look_with_agents")

FORMATS: Final = ("text", "json", "md", "sarif", "github", "lines")
_DOCUMENTS: Final = {"json": review_document, "sarif": sarif_document}
_LINES: Final = {"md": review_markdown, "github": github_annotations, "lines": problem_lines}


def add_review_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help=say("a repository, or a part of one (default: the one around here)")
    )
    parser.add_argument(
        "--base", metavar="REV", help=say("only what has changed since this revision, or was caused by it")
    )
    parser.add_argument("--format", choices=FORMATS, help=say("how it is printed (default: text)"))
    parser.add_argument(
        "--baseline", metavar="FILE", help=say("findings to accept (default: renkei/review-baseline.json)")
    )
    parser.add_argument(
        "--write-baseline", action="store_true", help=say("accept what is found today, and write it down")
    )
    parser.add_argument(
        "--online", action="store_true", help=say("ask the network for known weaknesses of dependencies")
    )
    parser.add_argument(
        "--all", action="store_true", dest="everything", help=say("show the less certain findings, and every minor one")
    )
    parser.add_argument("--no-cache", action="store_true", help=say("look at everything anew"))
    parser.add_argument(
        "--agents", metavar="KIND", help=say("have agents with a model look, too: claude, codex, gemini, opencode, acp")
    )
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("at this many tokens the agents are ended"))
    parser.add_argument("--cap-cost", type=float, metavar="USD", help=say("at this cost the agents are ended"))
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--exec", action="store_true", help=say("run the code of this repository (tests, its own linters)")
    )
    group.add_argument("--no-exec", action="store_true", help=say("run no code of this repository"))


def handle_review(context: Context, args: argparse.Namespace) -> int:
    if not args.agents and (args.cap_tokens or args.cap_cost):
        raise BadInput("--cap-tokens and --cap-cost limit agents, and none are asked for: add --agents KIND.")
    request = ReviewRequest(
        path=args.path,
        base=args.base,
        baseline=args.baseline,
        is_baseline_written=args.write_baseline,
        is_online=args.online,
        has_cache=not args.no_cache,
        permission=Permission(execute=args.exec, forbid=args.no_exec),
    )
    with Activity(context.out.say("looking for files")):
        opened = open_review(context.project, request)
    beside = look_with_agents(context, opened, args) if args.agents else ()
    result = _review_with_activity(context, opened, beside)
    if args.agents:
        result = mark_rehearsal(result, args.agents)
    if args.write_baseline:
        path = baseline_path(context.project, opened)
        context.out.note("{count} findings are accepted in {path}.", count=len(result.findings), path=str(path))
        return 0
    form = "json" if context.out.as_json else args.format or "text"
    _print_review(context, form, result, opened.target, everything=args.everything)
    return result.audit.exit_code


def _review_with_activity(context: Context, opened: OpenedReview, beside: Sequence[AnalyserResult]) -> Review:
    execute = may_run_code(context.project, opened)
    with Activity(context.out.say("looking for files")) as activity:
        watch = partial(_watch_progress, context, activity, len(opened.target.files))
        return run_review(context.project, opened, execute=execute, watch=watch, beside=beside)


def _watch_progress(
    context: Context, activity: Activity, files: int, looked: Iterator[AnalyserResult], names: Sequence[str]
) -> Iterator[AnalyserResult]:
    """Passes on what analysers found, and tells how many of them have looked, and who has not."""
    left = Counter(names)

    def show_count() -> None:
        counts = {"files": f"{files:,}", "done": len(names) - left.total(), "total": len(names)}
        said = context.out.say("inspecting {files} files: {done} of {total} analysers", **counts)
        activity.show(f"{said} ({', '.join(sorted(+left))})" if left.total() else said)

    show_count()
    for each in looked:
        left[each.analyser] -= 1
        show_count()
        yield each


def _print_review(context: Context, form: str, result: Review, target: Target, *, everything: bool) -> None:
    if form in _DOCUMENTS:
        context.out.print_json(_DOCUMENTS[form](result, context.out.say))
    elif form in _LINES:
        for line in _LINES[form](result, context.out.say):
            context.out.print_line(line)
    else:
        show_review(context.out, result, target, everything=everything)
