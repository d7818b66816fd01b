"""`renkei why`: why something was refused or decided."""

import argparse
import json
from dataclasses import asdict
from typing import Any, Final, cast

from renkei.app.why import Explanation, WhyStep, explain
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import local_time, show_line
from renkei.kit.words import Say
from renkei.sentence import Translatable

_RELATIONS: Final[dict[str, Translatable]] = {"cause": "led to it", "effect": "came of it"}
_LONGEST: Final = 300
"""How much of a value is shown; `--json` has all of it."""


def add_why_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "id",
        metavar="ID",
        help=say("an event (12, E-12), message, decision, contract, blocker, run, task (RUN:TASK) or rule"),
    )


def handle_why(context: Context, args: argparse.Namespace) -> int:
    found = explain(context.project, args.id)
    if context.out.as_json:
        context.out.print_json(asdict(found))
    else:
        _show_explanation(context, found)
    return 0


def _show_explanation(context: Context, found: Explanation) -> None:
    out = context.out
    for step in found.steps:
        _show_step(context, step)
    for rule in found.rules:
        said = rule.text or out.say("no text of this rule is known here")
        show_line(out, (f"{rule.id}  ", "bold"), said)
    if not found.steps:
        out.tell("Nothing in the log was decided by it yet.")


def _show_step(context: Context, step: WhyStep) -> None:
    out = context.out
    relation = out.say(_RELATIONS[step.relation]) if step.relation in _RELATIONS else ""
    show_line(
        out,
        (f"{step.seq:>6}  {local_time(step.at)}  ", "dim"),
        f"{step.actor} ({step.via})  ",
        (step.type, "bold"),
        (f"  {relation}" if relation else "", "dim"),
    )
    for name, value in step.evidence.items():
        if value not in (None, "", [], {}, False):
            show_line(out, (f"        {name}: ", "dim"), _text_of(value))


def _text_of(value: Any) -> str:
    """A value in one line; `--json` has all of it."""
    if isinstance(value, list) and all(isinstance(each, str) for each in cast(list[Any], value)):
        text = ", ".join(cast(list[str], value))
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
