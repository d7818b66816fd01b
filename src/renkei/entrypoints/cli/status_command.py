"""`renkei status`: where this project stands: store, hooks and their mode, what waits for a person, last refusals."""

import argparse
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from renkei.board.debts import owed
from renkei.board.pages import MOST_LOOKED_AT
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON
from renkei.bootstrap import open_reader, store_exists
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.init_command import MODES
from renkei.entrypoints.cli.off_command import OFF
from renkei.entrypoints.cli.shown import local_time, show_line
from renkei.entrypoints.hooks import read_settings
from renkei.entrypoints.telling import line_on, unseen_verdicts
from renkei.errors import RenkeiError
from renkei.eventlog import spool
from renkei.eventlog.base import View, utc_now
from renkei.kit.words import Say
from renkei.settings import shown_store, store_path
from renkei.setup.claude import hook_faults, hooked_settings

_MOST: Final = 5
"""How many refusals and verdicts are shown; the others are counted."""
_LOOKED_AT: Final = 2000
"""How many of the newest events are looked through for refusals."""

_BUSY_SECONDS: Final = 1.0

Document = dict[str, Any]


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    unseen = [verdict for _, verdict in unseen_verdicts(context.settings.project)]
    document: Document = {
        "project": str(context.settings.project),
        "hooks": _hooks(context),
        "unseen": [_verdict(verdict, context.out.say) for verdict in unseen[:_MOST]],
        "unseen_more": max(0, len(unseen) - _MOST),
        **_in_store(context),
    }
    if context.out.as_json:
        context.out.document(document)
    else:
        _show(context, document)
    return 0


def _in_store(context: Context) -> Document:
    """What the store says; one that is not there or cannot be used says nothing, and that is told."""
    settings = context.settings
    path = store_path(settings.store, context.cwd)
    store: Document = {"url": shown_store(settings.store), "state": "none", "events": None}
    found: Document = {"store": store, "waiting": {"decisions": 0, "questions": 0}, "refusals": []}
    try:
        if store_exists(settings, context.cwd):
            with _reading(context) as view:
                found |= {"waiting": _waiting(context, view), "refusals": _refusals(view)}
                store |= {"state": "there", "events": view.head.seq}
    except RenkeiError as error:
        store |= {"state": "unusable", "problem": context.out.say(error.text, **error.params)}
    store["spooled"] = spool.count(path) if path else 0
    return found


@contextmanager
def _reading(context: Context) -> Generator[View]:
    """Unlike others this command does not wait for a store that somebody keeps to himself: that is what it tells."""
    hub = open_reader(context.settings, context.cwd, busy_seconds=_BUSY_SECONDS)
    try:
        with hub.read() as view:
            yield view
    finally:
        hub.log.close()


def _hooks(context: Context) -> Document:
    project = context.settings.project
    try:
        settings = read_settings(project)
    except ValueError:
        settings = None
    where = [path.as_posix() for path in hooked_settings(project)]
    off = (project / OFF).exists() or os.environ.get("RENKEI_HOOKS", "").lower() == "off"
    mode = settings.get("mode") if settings else None
    mode = mode if mode in MODES else None
    is_set_up = bool(where and mode)
    faults = [context.out.say(each) for each in hook_faults(project)] if is_set_up else []
    switch = "off" if off else "on"
    return {"set_up": is_set_up, "mode": mode, "switch": switch, "settings": where, "faults": faults}


def _waiting(context: Context, view: View) -> Document:
    debts = owed(view, now=utc_now(), within=context.settings.answer_within, debtor=PERSON, limit=MOST_LOOKED_AT)
    questions = [debt for debt in debts.items if debt.type != "DECISION_REQUEST"]
    return {
        "decisions": view.count(DecisionRow, order="seq", status="open"),
        "questions": len(questions) + debts.more,
    }


def _refusals(view: View) -> list[Document]:
    """The newest first."""
    newest = view.events(after=max(0, view.head.seq - _LOOKED_AT))
    refused = [record for record in reversed(newest) if record.type == "RuleRefused"]
    return [{"at": record.at, **record.document()} for record in refused[:_MOST]]


def _verdict(verdict: Document, say: Say) -> Document:
    return {
        "at": verdict["at"],
        "agent": verdict["agent"],
        "outcome": verdict["outcome"],
        "points": verdict.get("points") or [],
        "text": line_on(verdict, say),
    }


def _show(context: Context, found: Document) -> None:
    out, say = context.out, context.out.say
    store, hooks, waiting = found["store"], found["hooks"], found["waiting"]
    _row(context, say("project"), found["project"])
    _row(context, say("store"), _said_of_store(store, say))
    _row(context, say("hooks"), _said_of_hooks(hooks, say))
    if waiting["decisions"] or waiting["questions"]:
        said = say("decisions: {decisions}, questions: {questions}. See: renkei decide", **waiting)
    else:
        said = say("Nothing waits for a person.")
    _row(context, say("waiting"), said)
    if found["unseen"]:
        _row(context, say("unseen"), say("verdicts that no screen has shown yet:"))
    for verdict in found["unseen"]:
        show_line(out, (f"    {local_time(verdict['at'])}  ", "dim"), (verdict["text"], "yellow"))
    if found["unseen_more"]:
        out.styled((f"    {say('and {count} more', count=found['unseen_more'])}", "dim"))
    _row(context, say("refused"), say("last refusals:") if found["refusals"] else say("nothing so far"))
    for refusal in found["refusals"]:
        who = f"{refusal['actor']}  {refusal['rule']}  {refusal['action']}  {refusal['mode']}"
        show_line(out, (f"    {local_time(refusal['at'])}  ", "dim"), who)


def _row(context: Context, name: str, said: str) -> None:
    show_line(context.out, (f"{name:<10}", "bold"), said)


def _said_of_store(store: Document, say: Say) -> str:
    if store["state"] == "unusable":
        said = store["problem"]
    elif store["state"] == "none":
        said = say("{store}: not there yet", store=store["url"])
    else:
        said = say("{store}: {events} events", store=store["url"], events=store["events"])
    return f"{said}; {say('records that wait for it: {count}', count=store['spooled'])}" if store["spooled"] else said


def _said_of_hooks(hooks: Document, say: Say) -> str:
    if not hooks["set_up"]:
        return say("not set up. Type: renkei init --claude")
    if hooks["switch"] == "off":
        return say("{mode} mode, but off. `renkei on` switches them on again.", mode=hooks["mode"])
    if hooks["faults"]:
        return say("{mode} mode, but not at work: {fault}", mode=hooks["mode"], fault="; ".join(hooks["faults"]))
    return say("{mode} mode, on. `renkei off` or RENKEI_HOOKS=off stops them.", mode=hooks["mode"])
