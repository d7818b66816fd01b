"""Attaching to a run: shows what happens, and says at the end how it stands and what it waits for."""

from typing import Final

from renkei.app import runs
from renkei.app.log import LogEvent
from renkei.app.runs import AttachedRun
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_report import tell_report
from renkei.entrypoints.cli.run_story import event_line
from renkei.entrypoints.cli.shown import local_time, show_line
from renkei.playbooks.verdicts import EXIT_CODES

_HIDDEN_EVENTS: Final = ("RunLeased", "TaskNoted")
"""What a person need not see."""


def attach_run(context: Context, name: str) -> int:
    """Carries a run out here: 0 when it passed, 1 when it did not (yet); else what its verdict says."""
    try:
        attached = runs.attach(context.project, name, watch=lambda event: _show_event(context, event))
    except KeyboardInterrupt:
        context.out.note("The run {run} waits where it is. Go on with: renkei resume {run}", run=name)
        raise
    if context.out.as_json:
        context.out.print_json(attached.document)
    else:
        _tell_outcome(context, attached)
    if attached.row.state != "completed":
        return 1
    return EXIT_CODES[attached.verdict] if attached.verdict else 0


def _show_event(context: Context, event: LogEvent) -> None:
    if event.type in _HIDDEN_EVENTS:
        return
    line, style = event_line(event.type, event.data, context.out.say)
    when = local_time(event.at).rpartition(" ")[2]
    if context.out.as_json:
        context.out.note("{line}", line=f"{when}  {line}")
    else:
        show_line(context.out, (when, "dim"), "  ", (line, style))


def _tell_outcome(context: Context, attached: AttachedRun) -> None:
    out, run = context.out, attached.row
    out.tell("{run}: {state}. {note}", run=run.id, state=run.state, note=run.note)
    tell_report(out, attached.document["report"])
    for each in attached.questions:
        show_line(out, f"  {each.question}")
        options = "|".join(each.options)
        out.tell("  Answer with: renkei decide {id} {options}, then: renkei resume", id=each.id, options=options)
    if run.merged:
        out.tell(
            "It is in {branch} as {commit}. Take it back with: renkei runs undo {run}",
            branch=run.branch or "HEAD",
            commit=run.merged[:10],
            run=run.id,
        )
    elif attached.has_branch:
        out.tell("Its work is on the branch {branch}.", branch=attached.work)
    elif attached.work:
        out.tell("Its work is {ref}.", ref=attached.work)
    if run.state == "paused":
        out.tell("Go on with: renkei resume {run}", run=run.id)
