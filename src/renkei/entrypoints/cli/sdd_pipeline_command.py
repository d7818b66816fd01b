"""What `renkei sdd` starts agents for: `design`, `review`, `impl`, `revise`, `run`; and what a person decides."""

import argparse
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from renkei.app.consent import Permission
from renkei.app.sdd import FeatureImpact, list_features, list_impacts
from renkei.app.sdd_design import design_feature, revise_feature
from renkei.app.sdd_impl import implement_feature
from renkei.app.sdd_pipeline import (
    PipelineResult,
    answer_proposal,
    resolve_escalation,
    run_feature,
    unblock_feature,
)
from renkei.app.sdd_runs import SddOptions
from renkei.app.sdd_steps import FeatureSteps, StepResult
from renkei.app.sdd_verdicts import default_review, review_feature
from renkei.app.sdd_waves import accept_wave, run_roadmap
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_command import show_event
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.sentence import Sentence

_POSITIVE = ("GO", "CONDITIONAL")


class Verbs(Protocol):
    """Where verbs of a command are added."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...  # noqa: A002 - as argparse has it


def add_step_arguments(verbs: Verbs, say: Say) -> None:
    design = verbs.add_parser("design", help=say("the Architect writes design.md and research.md"))
    review = verbs.add_parser("review", help=say("inspectors, then the auditor's verdict"))
    review.add_argument(
        "--type", choices=("design", "impl"), help=say("what to look at (default: by the phase of the feature)")
    )
    impl = verbs.add_parser("impl", help=say("tasks, then builders in parallel"))
    impl.add_argument("--tasks", default="", metavar="ID,...", help=say("do these tasks again"))
    revise = verbs.add_parser("revise", help=say("change what is implemented, through its design"))
    run = verbs.add_parser("run", help=say("the whole pipeline, from where it stands"))
    run.add_argument("--gate", action="store_true", help=say("stop after each review and before each wave"))
    for parser in (design, review, impl, revise):
        parser.add_argument("feature", metavar="FEATURE", help=say("the feature"))
    revise.add_argument("what", nargs="*", metavar="TEXT", help=say("what is to change"))
    run.add_argument("feature", nargs="?", metavar="FEATURE", help=say("without it: all, wave after wave"))
    for parser in (design, review, impl, revise, run):
        _add_agent_arguments(parser, say)
    resolve = verbs.add_parser("resolve", help=say("decide on a feature whose reviews came to their limit"))
    resolve.add_argument("feature", metavar="FEATURE", help=say("the feature"))
    resolve.add_argument("how", choices=("accept", "again"), help=say("take it as it is, or count anew"))
    resolve.add_argument("--why", default="", metavar="TEXT", help=say("the reason, for decisions.md"))
    unblock = verbs.add_parser("unblock", help=say("let a blocked feature go on"))
    unblock.add_argument("feature", metavar="FEATURE", help=say("the feature"))
    how = unblock.add_mutually_exclusive_group(required=True)
    how.add_argument("--fix", action="store_true", help=say("what it waited for is implemented"))
    how.add_argument("--skip", action="store_true", help=say("go on without what it waited for"))


def _add_agent_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--agents", metavar="KIND", help=say("which kind of agents to start; else the client's"))
    parser.add_argument("--script", metavar="FILE", help=say("what scripted agents do, by task"))
    parser.add_argument("--consensus", type=int, default=1, metavar="N", help=say("review N times, and agree"))
    parser.add_argument("--parallel", type=int, default=32, metavar="N", help=say("most agents at once"))
    parser.add_argument("--merge", action="store_true", help=say("let a rehearsal be committed, too"))
    parser.add_argument("--yes", action="store_true", help=say("ask nobody: what would be asked fails"))
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("stop each step at this many tokens"))
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--exec", action="store_true", dest="execute", help=say("run code of the repository"))
    group.add_argument("--no-exec", action="store_true", help=say("run no code of the repository"))


def open_steps(context: Context, args: argparse.Namespace) -> FeatureSteps:
    if args.consensus < 1 or args.consensus > 9 or args.parallel < 1:
        raise BadInput("--consensus takes 1 to 9, --parallel 1 or more.")
    if args.agents == "scripted":
        context.out.note("REHEARSAL: scripted agents use no model, and this costs nothing.")
    options = SddOptions(
        agents=args.agents,
        permission=Permission(execute=args.execute, forbid=args.no_exec),
        merge=args.merge,
        yes=args.yes,
        script=args.script,
        consensus=args.consensus,
        parallel=args.parallel,
        cap_tokens=args.cap_tokens,
        gate=getattr(args, "gate", False),
    )
    return FeatureSteps(context.project, options, watch=lambda event: show_event(context, event))


def handle_step(context: Context, args: argparse.Namespace) -> int:
    """One step of one feature."""
    steps = open_steps(context, args)
    with _lock(steps):
        result = _carry_out(steps, args)
    if context.out.as_json:
        context.out.print_json(step_document(context, result))
    else:
        tell_step(context, result)
        if args.verb == "revise" and result.state == "done":
            show_impacts(context, list_impacts(context.project))
        if result.state == "done":
            shown = list_features(context.project).features
            for command in (each.next for each in shown if each.next and each.spec.feature_name == result.feature):
                context.out.tell("Next: {command}", command=command)
    return exit_code_of(result)


def show_impacts(context: Context, impacts: Sequence[FeatureImpact]) -> None:
    """What designs that were changed mean for the features that depend on them."""
    out = context.out
    if out.as_json:
        found = [
            {"feature": each.feature, "changed": dict(each.changed), "downstream": list(each.downstream)}
            for each in impacts
        ]
        out.print_json({"impacts": found})
        return
    if not impacts:
        out.tell("No acceptance criterion differs from what is committed.")
    for each in impacts:
        for criterion, impact in each.changed.items():
            out.print_line(f"{each.feature}  {criterion}  {impact}")
        out.tell("Depend on {feature}: {names}", feature=each.feature, names=", ".join(each.downstream) or "-")


def _carry_out(steps: FeatureSteps, args: argparse.Namespace) -> StepResult:
    match args.verb:
        case "design":
            return design_feature(steps, args.feature)
        case "impl":
            return implement_feature(steps, args.feature, [each for each in args.tasks.split(",") if each])
        case "revise":
            return revise_feature(steps, args.feature, " ".join(args.what))
        case _:
            kind = args.type or default_review(steps, args.feature)
            return review_feature(steps, args.feature, kind)


def handle_run_feature(context: Context, args: argparse.Namespace) -> int:
    steps = open_steps(context, args)
    if args.feature is None:
        return _run_roadmap(context, steps)
    with _lock(steps):
        result = run_feature(
            steps, args.feature, lambda step: None if context.out.as_json else tell_step(context, step)
        )
    if context.out.as_json:
        context.out.print_json(pipeline_document(context, result))
    else:
        tell_pipeline(context, result)
    return 0 if result.state == "done" else 1


def _run_roadmap(context: Context, steps: FeatureSteps) -> int:
    with _lock(steps):
        result = run_roadmap(steps, lambda step: None if context.out.as_json else tell_step(context, step))
    out = context.out
    if out.as_json:
        out.print_json(
            {
                "state": result.state,
                "note": _say_note(context, result.note),
                "commits": list(result.commits),
                "features": [pipeline_document(context, each) for each in result.features],
                "gates": [step_document(context, each) for each in result.gates],
            }
        )
        return 0 if result.state == "done" else 1
    for each in result.features:
        if each.state != "done":
            tell_pipeline(context, each)
    for commit in result.commits:
        out.tell("Committed as {commit}.", commit=commit[:10])
    if result.state == "done" and (note := next((each.note for each in result.features if each.note), "")):
        out.tell("Every feature of the roadmap has passed, and nothing was committed: {note}", note=note)
    elif result.state == "done":
        out.tell("Every feature of the roadmap is done.")
    else:
        out.tell("The roadmap waits: {note}", note=result.note)
    return 0 if result.state == "done" else 1


def handle_resolve(context: Context, args: argparse.Namespace) -> int:
    steps = _quiet_steps(context)
    wave = args.feature.removeprefix("wave-")
    if args.feature.startswith("wave-") and wave.isdigit() and args.how == "accept":
        with _lock(steps):
            accept_wave(steps, int(wave), args.why)
        return _tell_spec(context, args.feature, "accepted")
    with _lock(steps):
        spec = resolve_escalation(steps, args.feature, args.how, args.why)
    return _tell_spec(context, spec.feature_name, spec.phase)


def handle_unblock(context: Context, args: argparse.Namespace) -> int:
    steps = _quiet_steps(context)
    with _lock(steps):
        spec = unblock_feature(steps, args.feature, "fix" if args.fix else "skip")
    return _tell_spec(context, spec.feature_name, spec.phase)


def handle_steering(context: Context, args: argparse.Namespace) -> int:
    """Lists what auditors propose; takes one in, or excepts it."""
    steps = _quiet_steps(context)
    if args.answer and not args.feature:
        raise BadInput("Name the feature: renkei sdd steering {answer} FEATURE N", answer=args.answer)
    if args.answer:
        with _lock(steps):
            spec = answer_proposal(steps, args.feature, args.number, accept=args.answer == "accept", why=args.why)
        return _tell_spec(context, spec.feature_name, spec.phase)
    found = [
        {"feature": name, "number": number, "target": text.partition("|")[0], "decision": text.partition("|")[2]}
        for name, spec in steps.files.load_all().items()
        for number, text in enumerate(spec.proposals, start=1)
    ]
    if context.out.as_json:
        context.out.print_json(found)
    elif not found:
        context.out.tell("Nothing is proposed for steering.")
    for each in found if not context.out.as_json else ():
        context.out.print_line(f"{each['feature']} {each['number']}  {each['target']}  {each['decision']}")
    return 0


def _quiet_steps(context: Context) -> FeatureSteps:
    return FeatureSteps(context.project, SddOptions(), watch=lambda event: None)


def _lock(steps: FeatureSteps) -> AbstractContextManager[None]:
    return steps.files.lock()


def _tell_spec(context: Context, feature: str, phase: str) -> int:
    if context.out.as_json:
        context.out.print_json({"feature": feature, "phase": phase})
    else:
        context.out.tell("{feature} is in phase {phase}. Next: renkei sdd run {feature}", feature=feature, phase=phase)
    return 0


def exit_code_of(result: StepResult) -> int:
    if result.state != "done":
        return 1
    return 0 if result.verdict is None or result.verdict in _POSITIVE else 1


def tell_step(context: Context, result: StepResult) -> None:
    out = context.out
    if result.state != "done":
        out.tell(
            "{feature}: {step} has not come to its end ({run}): {note}",
            feature=result.feature,
            step=result.step,
            run=result.run or "-",
            note=result.note,
        )
        for each in result.questions:
            out.print_styled(f"  {each.question}")
            options = "|".join(each.options)
            said = "  Answer with: renkei decide {id} {options}, then the same command again"
            out.tell(said, id=each.id, options=options)
        return
    if result.review and result.batch:
        for finding in result.review.found:
            out.print_styled(
                (f"  {finding.severity} ", "bold"), f"{finding.category}  {finding.location}  {finding.description}"
            )
        for name, why in result.review.partial.items():
            out.tell("  PARTIAL: {inspector}: {why}", inspector=name, why=why)
        out.tell(
            "{feature}: {step}: {verdict} ({batch}, {disposition})",
            feature=result.feature,
            step=result.step,
            verdict=result.review.verdict,
            batch=result.batch.label,
            disposition=result.batch.disposition,
        )
        return
    for task, lines in result.shown.items():
        for line in lines:
            out.print_line(f"  {task}: {line}")
    out.tell(
        "{feature}: {step} is done: {files}",
        feature=result.feature,
        step=result.step,
        files=", ".join(result.files) or "-",
    )


def tell_pipeline(context: Context, result: PipelineResult) -> None:
    out = context.out
    if result.commit:
        out.tell("{feature} is done, committed as {commit}.", feature=result.feature, commit=result.commit[:10])
    elif result.state == "done" and result.note:
        out.tell("{feature} has passed, and nothing was committed: {note}", feature=result.feature, note=result.note)
    elif result.state == "done":
        out.tell("{feature} is done. Nothing was committed.", feature=result.feature)
    elif result.state == "escalated":
        out.tell(
            "{feature}: the reviews came to their limit. A person decides: {note}",
            feature=result.feature,
            note=result.note,
        )
    else:
        out.tell("{feature} waits: {note}", feature=result.feature, note=result.note)


def _say_note(context: Context, note: str) -> str:
    return context.out.say(note) if isinstance(note, Sentence) else note


def step_document(context: Context, result: StepResult) -> dict[str, object]:
    review = result.review
    return {
        "feature": result.feature,
        "step": result.step,
        "state": result.state,
        "run": result.run or None,
        "note": _say_note(context, result.note),
        "files": list(result.files),
        "shown": {task: list(lines) for task, lines in result.shown.items()},
        "questions": [{"id": each.id, "question": each.question, "options": each.options} for each in result.questions],
        "verdict": review.verdict if review else None,
        "disposition": result.batch.disposition if result.batch else None,
        "batch": result.batch.label if result.batch else None,
        "partial": sorted(review.partial) if review else [],
        "missing": [
            {"inspector": name, "reason": _say_note(context, why)} for name, why in sorted(review.partial.items())
        ]
        if review
        else [],
    }


def pipeline_document(context: Context, result: PipelineResult) -> dict[str, object]:
    return {
        "feature": result.feature,
        "state": result.state,
        "commit": result.commit,
        "note": _say_note(context, result.note),
        "steps": [step_document(context, each) for each in result.steps],
    }
