"""Whatever happens in a run has a line of its own, in both languages."""

import json

import pytest

from renkei.board.tables import SCHEMA
from renkei.entrypoints.cli.run_view import event_line
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Draft, Head, seal_draft
from renkei.hub import Hub
from renkei.kit.words import speaker
from tests.support.store_team import live_through_everything, records_of


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_event_of_a_run_is_told_in_one_line(lang: str):
    hub = Hub(MemoryLog(SCHEMA))
    live_through_everything(hub)
    records = [record for record in records_of(hub.log) if record.run]
    lines = [event_line(record.type, record.document(), speaker(lang))[0] for record in records]
    assert {record.type for record in records} >= {"RunStarted", "TaskStarted", "RunAsked"}
    assert all(len(line.splitlines()) == 1 and 2 < len(line) <= 160 for line in lines)


def test_what_an_agent_said_stands_in_one_line_and_is_cut():
    data = {"run": "R-1", "task": "a", "agent": "bob", "kind": "report"}
    body = {"summary": "first\nsecond " + "x" * 500, "notes": ["kept"]}
    draft = Draft(type="TaskFailed", actor="system", via="system", data=data, body=body, run="R-1")
    record = seal_draft(draft, head=Head(), now="2026")
    line, style = event_line(record.type, record.document(), speaker("en"))
    assert json.dumps(line, ensure_ascii=False).startswith('"✗ a')
    assert ("report  first second x" in line, line.endswith("…"), style) == (True, True, "red")
