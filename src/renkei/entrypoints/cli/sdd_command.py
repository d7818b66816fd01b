"""`renkei sdd`: the spec-driven framework."""

import argparse
from collections.abc import Callable, Sequence
from typing import Final

from renkei.app.sdd import FeatureState, list_features, list_impacts, set_up_sdd
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.sdd_handover_command import (
    add_handover_arguments,
    handle_handover,
    handle_import,
    handle_knowledge,
)
from renkei.entrypoints.cli.sdd_pipeline_command import (
    add_step_arguments,
    handle_resolve,
    handle_run_feature,
    handle_steering,
    handle_step,
    handle_unblock,
    show_impacts,
)
from renkei.entrypoints.cli.sdd_release_command import add_release_arguments, handle_release
from renkei.entrypoints.problems import feature_errors
from renkei.errors import BadInput
from renkei.kit.sdd import PROFILES
from renkei.kit.words import Say

Handle = Callable[[Context, argparse.Namespace], int]


def add_sdd_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    init = verbs.add_parser("init", help=say("write agents, settings and steering; with FEATURE its spec, too"))
    init.add_argument("feature", nargs="?", metavar="FEATURE", help=say("the feature to begin"))
    init.add_argument("--profile", choices=PROFILES, default="python", help=say("which steering to begin with"))
    init.add_argument("--description", default="", metavar="TEXT", help=say("what the feature is for, in a line"))
    init.add_argument(
        "--after", action="append", default=[], metavar="FEATURE", help=say("a feature that has to be there before")
    )
    init.add_argument(
        "--no-agent-teams-env", action="store_true", help=say("leave the variable for agent teams out of the settings")
    )
    init.add_argument("--dry-run", action="store_true", help=say("show what would change, and change nothing"))
    status = verbs.add_parser("status", help=say("features, phases, waves and verdicts at a glance"))
    status.add_argument(
        "--impact", action="store_true", help=say("what designs that differ from the commit mean for other features")
    )
    add_step_arguments(verbs, say)
    add_handover_arguments(verbs, say)
    add_release_arguments(
        verbs.add_parser("release", help=say("release: version, commit, snapshot branch, tag, push")), say
    )
    steering = verbs.add_parser("steering", help=say("what auditors propose for steering; accept or refuse one"))
    steering.add_argument("answer", nargs="?", choices=("accept", "refuse"), help=say("without it: list them"))
    steering.add_argument("feature", nargs="?", metavar="FEATURE", help=say("the feature"))
    steering.add_argument("number", nargs="?", type=int, default=1, metavar="N", help=say("which proposal"))
    steering.add_argument("--why", default="", metavar="TEXT", help=say("the reason, for decisions.md"))


def handle_sdd(context: Context, args: argparse.Namespace) -> int:
    return _HANDLERS[args.verb](context, args)


def _init(context: Context, args: argparse.Namespace) -> int:
    done = set_up_sdd(
        context.project,
        args.feature,
        profile=args.profile,
        agent_teams=not args.no_agent_teams_env,
        description=args.description,
        after=args.after,
        dry_run=args.dry_run,
    )
    out = context.out
    if out.as_json:
        out.print_json({"changed": list(done.changed), "feature": done.feature, "dry_run": args.dry_run})
        return 0
    for path in done.changed:
        out.print_styled(("+ ", "green"), path)
    if args.dry_run:
        out.tell("Nothing was changed: this was a rehearsal.")
    elif not done.changed:
        out.tell("Nothing to change: it is all there.")
    elif done.feature:
        out.tell("Next: renkei sdd design {feature}", feature=done.feature)
    else:
        out.tell("Next: renkei sdd init FEATURE")
    return 0


def _status(context: Context, args: argparse.Namespace) -> int:
    if args.impact:
        show_impacts(context, list_impacts(context.project))
        return 0
    found, out = list_features(context.project), context.out
    if out.as_json:
        specs = [each.to_json() for each in found.features]
        out.print_json({"specs": specs, "unreadable": feature_errors(found.unreadable, out.say)})
    elif found.features:
        _show_states(context, found.features)
    elif not found.unreadable:
        out.tell("There is no feature yet. Begin one with: renkei sdd init FEATURE")
    for error in found.unreadable.values() if not out.as_json else ():
        out.print_error(error)
    return BadInput.exit_code if found.unreadable else 0


def _describe_review(state: FeatureState) -> str:
    """A verdict that some inspectors had no part in says so wherever it stands."""
    review = state.review
    if review is None:
        return "-"
    partial = " PARTIAL" if review.missing else ""
    return f"{review.label} {review.kind} {review.disposition}{partial}"


def _show_states(context: Context, states: Sequence[FeatureState]) -> None:
    rows = [
        [
            str(each.wave),
            each.spec.feature_name,
            each.spec.phase + (" *" if each.is_edited else ""),
            each.spec.version,
            f"{each.tasks_done}/{each.tasks}" if each.tasks else "-",
            _describe_review(each),
            each.spec.blocked_info.blocked_by if each.spec.blocked_info else "-",
            each.next,
        ]
        for each in states
    ]
    context.out.print_table(
        ("wave", "feature", "phase", "version", "tasks", "review", "blocked by", "next"), rows, only_known=True
    )
    for each in states:
        if each.review and each.review.missing:
            context.out.tell(
                "{feature}: the {kind} review {batch} was judged without {names}. With them: renkei sdd review "
                "{feature} --type {kind}",
                feature=each.spec.feature_name,
                kind=each.review.kind,
                batch=each.review.label,
                names=", ".join(each.review.missing),
            )
    if any(each.is_edited for each in states):
        context.out.tell("* spec.yaml was edited by hand since Renkei wrote it, or put back: what stands there counts.")


_HANDLERS: Final[dict[str, Handle]] = {
    "init": _init,
    "status": _status,
    **dict.fromkeys(("design", "review", "impl", "revise"), handle_step),
    "run": handle_run_feature,
    "resolve": handle_resolve,
    "unblock": handle_unblock,
    "steering": handle_steering,
    "release": handle_release,
    "handover": handle_handover,
    "knowledge": handle_knowledge,
    "import": handle_import,
}
