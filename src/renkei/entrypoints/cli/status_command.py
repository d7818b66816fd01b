"""`renkei status` and `renkei doctor`: where this project stands, and what is installed."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from renkei.app.acceptance import binding_state
from renkei.app.clients import hook_state
from renkei.app.doctor import examine
from renkei.app.session_ledger import find_fault
from renkei.app.status import store_state
from renkei.app.verdicts import unseen_verdicts
from renkei.entrypoints.cli.accept_command import difference_document
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import local_time, show_line
from renkei.entrypoints.telling import verdict_line
from renkei.kit.words import Say

_MOST: Final = 5
"""How many verdicts are shown; the others are counted."""

Document = dict[str, Any]


def add_status_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_status(context: Context, args: argparse.Namespace) -> int:
    unseen = [verdict for _, verdict in unseen_verdicts(context.settings.project)]
    document: Document = {
        "project": str(context.settings.project),
        "hooks": _hooks_document(context),
        "binding": _binding_document(context),
        "unseen": [_verdict_document(verdict, context.out.say) for verdict in unseen[:_MOST]],
        "unseen_more": max(0, len(unseen) - _MOST),
        **_store_document(context),
    }
    if context.out.as_json:
        context.out.print_json(document)
    else:
        _show_status(context, document)
    return 0


def _store_document(context: Context) -> Document:
    found = store_state(context.project)
    store: Document = {"url": found.url, "state": found.state, "events": found.events}
    if found.problem is not None:
        store["problem"] = found.problem
    store["spooled"] = found.spooled
    caps = [{**asdict(each), "level": each.level} for each in found.caps]
    return {
        "store": store,
        "waiting": None if found.waiting is None else asdict(found.waiting),
        "caps": caps,
        "refusals": None if found.refusals is None else list(found.refusals),
    }


def _binding_document(context: Context) -> Document:
    found = binding_state(context.project)
    differences = [difference_document(each) for each in found.differences]
    problem = {} if found.problem is None else {"problem": found.problem}
    return {"recorded": found.is_recorded, "differences": differences, **problem}


def _hooks_document(context: Context) -> Document:
    found = hook_state(context.project)
    fault = find_fault(context.settings.project) if found.is_set_up else None
    forgetful = [context.out.say("verdicts are not remembered: {fault}", fault=fault)] if fault else []
    return {
        "set_up": found.is_set_up,
        "mode": found.mode,
        "switch": "off" if found.is_off else "on",
        "settings": [path.as_posix() for path in found.settings],
        "faults": [*found.faults, *forgetful],
        "heard": [each._asdict() for each in found.heard],
    }


def _verdict_document(verdict: Document, say: Say) -> Document:
    return {
        "at": verdict["at"],
        "agent": verdict["agent"],
        "outcome": verdict["outcome"],
        "points": verdict.get("points") or [],
        "text": verdict_line(verdict, say),
    }


def _show_status(context: Context, found: Document) -> None:
    out, say = context.out, context.out.say
    store, hooks = found["store"], found["hooks"]
    _show_row(context, say("project"), found["project"])
    _show_row(context, say("store"), _store_text(store, say))
    heard = f" {_heard_text(hooks['heard'], say)}" if hooks["set_up"] else ""
    _show_row(context, say("hooks"), _hooks_text(hooks, say) + heard)
    _show_binding(context, found["binding"])
    _show_row(context, say("waiting"), _waiting_text(found["waiting"], say))
    if found["caps"]:
        _show_row(context, say("limits"), say("near or reached; all of them: renkei spend caps"))
    for cap in found["caps"]:
        whose = cap["name"] or say("all, today")
        show_line(out, (f"    {whose:<12}", "yellow"), f"{cap['used']} / {cap['limit']} {cap['unit']}")
    if found["unseen"]:
        _show_row(context, say("unseen"), say("verdicts that no screen has shown yet:"))
    for verdict in found["unseen"]:
        show_line(out, (f"    {local_time(verdict['at'])}  ", "dim"), (verdict["text"], "yellow"))
    if found["unseen_more"]:
        out.print_styled((f"    {say('and {count} more', count=found['unseen_more'])}", "dim"))
    _show_row(context, say("refused"), _refused_text(found["refusals"], say))
    for refusal in found["refusals"] or ():
        who = f"{refusal['actor']}  {refusal['rule']}  {refusal['action']}  {refusal['mode']}"
        show_line(out, (f"    {local_time(refusal['at'])}  ", "dim"), who)


def _show_binding(context: Context, binding: Document) -> None:
    """Only what a person should look at."""
    say = context.out.say
    if binding.get("problem"):
        _show_row(context, say("binding"), binding["problem"])
    if binding["differences"]:
        _show_row(context, say("binding"), say("not as you set it. If it is your own: renkei accept"))
    for each in binding["differences"]:
        show_line(context.out, (f"    {each['what']:<10}", "yellow"), each["where"])


def _show_row(context: Context, name: str, said: str) -> None:
    show_line(context.out, (f"{name:<10}", "bold"), said)


def _store_text(store: Document, say: Say) -> str:
    if store["state"] == "unusable":
        said = store["problem"]
    elif store["state"] == "none":
        said = say("{store}: not there yet", store=store["url"])
    else:
        said = say("{store}: {events} events", store=store["url"], events=store["events"])
    return f"{said}; {say('records that wait for it: {count}', count=store['spooled'])}" if store["spooled"] else said


def _waiting_text(waiting: Document | None, say: Say) -> str:
    if waiting is None:
        return say("not known: the store cannot be read")
    if waiting["decisions"] or waiting["questions"]:
        return say("decisions: {decisions}, questions: {questions}. See: renkei decide", **waiting)
    return say("Nothing waits for a person.")


def _refused_text(refusals: Sequence[Document] | None, say: Say) -> str:
    if refusals is None:
        return say("not known: the store cannot be read")
    return say("last refusals:") if refusals else say("nothing so far")


def _hooks_text(hooks: Document, say: Say) -> str:
    if not hooks["set_up"]:
        return say("not set up. Type: renkei init --claude")
    if hooks["switch"] == "off":
        return say("{mode} mode, but off. `renkei on` switches them on again.", mode=hooks["mode"])
    if hooks["faults"]:
        return say("{mode} mode, but not in order: {fault}", mode=hooks["mode"], fault="; ".join(hooks["faults"]))
    return say("{mode} mode, on. `renkei off` or RENKEI_HOOKS=off stops them.", mode=hooks["mode"])


def _heard_text(heard: list[Document], say: Say) -> str:
    """A client that skips our hooks says nothing: that none was heard of is all that can be seen of it."""
    if not heard:
        return say("No client has called them at the start of a session yet.")
    sessions = ", ".join(f"{each['client']} {local_time(each['at'])}" for each in heard)
    return say("Last sessions: {sessions}.", sessions=sessions)


# `renkei doctor`: what is installed, reachable, configured; what to do about the rest.


_MARKS: Final = {"ok": ("✓", "green"), "note": ("•", "yellow"), "fail": ("✗", "bold red")}


def add_doctor_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_doctor(context: Context, args: argparse.Namespace) -> int:
    checks = list(examine(context.project))
    failed = any(check.state == "fail" for check in checks)
    if context.out.as_json:
        context.out.print_json({"ok": not failed, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            mark, style = _MARKS[check.state]
            context.out.print_styled((f"{mark} ", style), (f"{check.name:<11} ", "bold"), check.detail)
            if check.remedy:
                context.out.print_styled((f"  → {check.remedy}", "dim"))
    return 1 if failed else 0
