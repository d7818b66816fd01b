"""The completion report of a run, as a person reads it."""

import json
from collections.abc import Mapping
from typing import Any

from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.shown import show_line


def tell_report(out: Output, report: dict[str, Any]) -> None:
    if report["rehearsal"]:
        out.tell("REHEARSAL: its agents follow a script, and nobody has judged anything.")
    for gate in report["gates"]:
        _tell_gate(out, gate)
    if verdict := report["verdict"]:
        for each in verdict["findings"]:
            show_line(out, f"  {each['severity']}  {each['location'].strip('`')}  {each['rules'][0]}")
        show_line(out, f"{verdict['verdict']}: {verdict['reason']}")
    for each in report["skipped"]:
        out.tell("Left out: {task} ({agent}): {reason}", **each)
    for each in report["refused"]:
        out.tell("Refused: {path} of {task} [{rule}], kept in the git folder as {kept}", **each)
    for each in report["unverified"]:
        out.tell("Unverified: {task}: {command} was not run", **each)
    for each in report["conflicts"]:
        said = " / ".join(f"{side['task']}: {_value_json(side['value'])}" for side in each["sides"])
        out.tell("Conflict {id} ({kind}) at {key}: {said}", **{**each, "said": said})
    for each in report["left_open"]:
        _tell_left_open(out, each, is_judged=verdict is not None)
    for each in report["doubts"]:
        _tell_doubts(out, each)
    for warning in report["warnings"]:
        show_line(out, (warning, "yellow"))


def _tell_left_open(out: Output, of_task: dict[str, Any], *, is_judged: bool) -> None:
    """How bad it is, without a word of what: the verdict of a review has said that already."""
    named = {"task": of_task["task"], "severity": of_task["severity"] or "-"}
    if of_task["questions"]:
        out.tell("Left open by {task} ({severity}): {said}", **named, said="; ".join(of_task["questions"]))
    elif not is_judged:
        out.tell("{task} reports {severity}, and does not say what is left open.", **named)


def _tell_doubts(out: Output, of_task: dict[str, Any]) -> None:
    if of_task["flags"]:
        out.tell("Flagged: {task}: {flags}", task=of_task["task"], flags=", ".join(of_task["flags"]))
    for doubt in of_task["doubts"]:
        out.tell("Not verified in {task}: {doubt}", task=of_task["task"], doubt=doubt)


def gate_outcome(gate: Mapping[str, Any]) -> str:
    """The outcome of a gate; of a script's, that it is one (DEC-33)."""
    return f"REHEARSAL {gate['overall']}" if gate.get("rehearsal") else gate["overall"]


def _value_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _tell_gate(out: Output, gate: dict[str, Any]) -> None:
    """The outcome with what was found; what is left of it stays visible after a PASS, too (TEAM-14)."""
    out.tell(
        "Gate {task}: {overall} (P0 {p0}, P1 {p1}, P2 {p2})",
        task=gate["task"],
        overall=gate_outcome(gate),
        p0=gate["p0_count"],
        p1=gate["p1_count"],
        p2=gate["p2_count"],
    )
    if gate["said"]:
        out.tell("  it says: {said}", said=gate["said"])
    for item in gate["left"]:
        out.tell("  left: {item}", item=item)
    if gate["p1_count"] and not gate["left"]:
        out.tell("  left: {count} P1 that the reviewer did not name", count=gate["p1_count"])
    for item in gate["p2_items"]:
        show_line(out, f"  P2: {item}")
    if unnamed := gate["p2_count"] - len(gate["p2_items"]):
        out.tell("  P2: {count} that the reviewer did not name", count=unnamed)
