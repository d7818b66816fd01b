"""`renkei demo`: a message's walk through all of it, in a temporary folder. Each command shown is really run."""

import argparse
import contextlib
import os
import shlex
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renkei.entrypoints.cli import main
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """A command, what it shows, and how it is expected to end."""

    story: str
    command: str
    file: tuple[str, str] | None = None
    exit_code: int = 0


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    steps = [{"command": step.command, "exit_code": step.exit_code} for step in _STEPS]
    with contextlib.redirect_stdout(sys.stderr) if context.out.as_json else contextlib.nullcontext():
        as_expected = _play_all(context)
    if context.out.as_json:
        context.out.document({"ok": as_expected, "steps": steps})
    elif as_expected:
        context.out.tell(
            "\nAll of it went through one door into one log, and the log proves the board. Next: renkei --help"
        )
    return 0 if as_expected else 1


def _play_all(context: Context) -> bool:
    with _a_person_without_settings(), tempfile.TemporaryDirectory(prefix="renkei-demo-") as folder:
        return all(_play(context, number, step, Path(folder)) for number, step in enumerate(_STEPS, start=1))


@contextlib.contextmanager
def _a_person_without_settings() -> Generator[None]:
    """The demo plays in its own folder as its own people, whatever store and token the caller has."""
    kept = {name: os.environ.pop(name) for name in ("RENKEI_STORE", "RENKEI_TOKEN") if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)


def _play(context: Context, number: int, step: Step, folder: Path) -> bool:
    out = context.out
    out.styled("\n", (f"{number}. {out.say(step.story)}", "bold"))
    if step.file:
        name, text = step.file
        (folder / name).write_text(text, encoding="utf-8")
        out.styled((f"\n   # {name}\n", "dim"), ("".join(f"   {line}\n" for line in text.splitlines()), "cyan"))
    out.styled((f"   $ renkei {step.command}", "green"))
    place = ["--project", str(folder), "--lang", out.lang]
    words = [str(folder / word) if step.file and word == step.file[0] else word for word in shlex.split(step.command)]
    with contextlib.redirect_stderr(sys.stdout):
        code = main([*place, *words])
    if code == 130:
        raise KeyboardInterrupt
    if code != step.exit_code:
        out.note("The demo expected exit code {expected} here and got {code}.", expected=step.exit_code, code=code)
    elif code:
        out.styled((f"   {out.say('exit code')} {code}", "yellow"))
    return code == step.exit_code


_HANDOFF: Final = """\
type: TASK_HANDOFF
to: backend
priority: high
context_summary: The login endpoint is specified; it has to be built.
payload:
  task_description: Build POST /login as the specification says
  input_artifacts: []
  expected_output:
    format: Python module and tests
    success_criteria: [all tests pass]
  constraints: [keep /v1 as it is]
  authority_scope: internal structure
  fallback_on_failure: report what is missing
"""

_WRONG: Final = """\
type: STATUS_UPDATE
to: lead
payload:
  new_status: nearly done
  progres_summary: typing the last test
"""

_QUESTION: Final = """\
type: DECISION_REQUEST
to: lead
payload:
  decision_id: D-1
  question: How long does a session last?
  options:
    - {label: 1 hour, analysis: safe but annoying, recommendation_score: 0.4}
    - {label: 24 hours, analysis: what users expect, recommendation_score: 0.8}
  recommended: 24 hours
"""

_ANSWER: Final = """\
type: DECISION_RESULT
to: backend
payload:
  decision_id: D-1
  chosen_option: 24 hours
  rationale: Users asked for it twice
"""

_RESULT: Final = """\
type: TASK_RESULT
to: lead
payload:
  original_task_ref: MSG-5
  status: completed
  output_artifacts: [src/login.py]
  summary: POST /login works; 12 tests pass
"""

_STEPS: Final = (
    Step(story="A team of two.", command="agent add lead --role lead"),
    Step(story="The second member.", command="agent add backend --role backend-specialist"),
    Step(story="The lead says what it is all for.", command='board set goal="Users can log in" --as lead'),
    Step(story="The lead hands a task over.", command="send --as lead handoff.yaml", file=("handoff.yaml", _HANDOFF)),
    Step(story="It waits in the other's inbox.", command="inbox backend"),
    Step(
        story="A message that is not right is refused, with place, value and what was expected; nothing is changed.",
        command="send --as backend wrong.yaml",
        file=("wrong.yaml", _WRONG),
        exit_code=2,
    ),
    Step(
        story="Only the lead or a person may set the goal.",
        command='board set goal="Rewrite everything" --as backend',
        exit_code=4,
    ),
    Step(story="A question that needs a decision.", command="send --as backend ask.yaml", file=("ask.yaml", _QUESTION)),
    Step(story="The lead decides.", command="send --as lead answer.yaml", file=("answer.yaml", _ANSWER)),
    Step(story="In the group chat, a mention.", command='chat general "@backend 24 hours it is" --as lead'),
    Step(
        story="The lead wrote the phase meanwhile ...",
        command="board set current_phase=build --as lead",
    ),
    Step(
        story="... and a person who had read an older board writes it too: the later value stands.",
        command="board set current_phase=review --based-on 5",
    ),
    Step(story="So the lead is told to read again.", command="inbox lead"),
    Step(story="The work is done.", command="send --as backend result.yaml", file=("result.yaml", _RESULT)),
    Step(story="The board now.", command="board"),
    Step(story="The whole log, and the proof that the board follows from it.", command="verify-store"),
)
