"""Whatever is changed behind Renkei's back is named."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from renkei.board.tables import ROW_TYPES
from renkei.commands.messages import RedactBody
from renkei.eventlog.tables import Table, table_of
from tests.support.store_team import SECRET, do, flaws_of, open_hub, records_of, said, say, tables_of

CHANGES = {"text": "{0} || 'x'", "integer": "{0} + 1000", "boolean": "1 - {0}", "json": "'[\"x\"]'"}


def of_the_first_row(table: Table) -> str:
    """The condition that only the first row meets."""
    key = ", ".join(f'"{name}"' for name in table.key)
    return f'WHERE ({key}) = (SELECT {key} FROM "{table.name}" ORDER BY {key} LIMIT 1)'  # noqa: S608


def flaws_after(path: Path, *statements: str) -> list[str]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return [f"{flaw.place}: {flaw.message}" for flaw in flaws_of(open_hub(path).log)]


def test_store_that_nobody_touched_has_no_flaw(lived: Path):
    assert flaws_after(lived) == []
    assert all(tables_of(open_hub(lived).log).values())


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        (
            "UPDATE events SET data = replace(data, 'builder', 'lead') WHERE seq = 3",
            "event 3: the record does not match",
        ),
        ("UPDATE events SET data = 'no JSON' WHERE seq = 3", "event 3: the record does not match its hash"),
        ("UPDATE events SET data = '[]' WHERE seq = 3", "event 3: Event 3 is no AgentAdded"),
        ("UPDATE events SET body = replace(body, 'ship', 'sink') WHERE seq = 6", "event 6: the body does not match"),
        ("UPDATE events SET body = NULL WHERE seq = 6", "event 6: it has a salt, but no body"),
        ("UPDATE events SET body = NULL, salt = NULL WHERE seq = 6", "event 6: its body is gone, and no redaction"),
        ("UPDATE events SET type = 'AgentRemoved' WHERE seq = 2", "event 2: the record does not match its hash"),
        ("UPDATE events SET type = 'Strange' WHERE seq = 2", "event 2: Event 2 is a Strange, which this Renkei"),
        ("UPDATE events SET at = '2020' WHERE seq = 2", "event 2: the record does not match its hash"),
        ("UPDATE events SET actor = 'bob' WHERE seq = 2", "event 2: the record does not match its hash"),
        ("DELETE FROM events WHERE seq = 4", "event 5: seq 5 follows seq 3"),
        ("DELETE FROM events WHERE seq > 18", "head: the log ends at seq 18, the store says {last}"),
        ("UPDATE head SET seq = seq + 1", "head: the log ends at seq {last}, the store says {next}"),
        ("UPDATE head SET hash = 'x'", "head: the log ends at seq {last}, the store says {last}"),
        ("UPDATE debts SET expects = '{' WHERE rowid = 1", "debts: A row of the table debts is damaged"),
    ],
)
def test_tampering_is_named(lived: Path, statement: str, flaw: str):
    last = len(records_of(open_hub(lived).log))
    expected = flaw.format(last=last, next=last + 1)
    assert any(found.startswith(expected) for found in flaws_after(lived, statement))


def test_text_put_back_after_its_redaction_is_named(tmp_path: Path):
    path = tmp_path / "renkei.db"
    hub = open_hub(path)
    name = said(say(hub, SECRET))
    record = records_of(hub.log)[-1]
    do(hub, RedactBody(target=name))
    found = flaws_after(path, f"UPDATE events SET body = '{record.body}', salt = '{record.salt}' WHERE seq = 2")  # noqa: S608
    assert "event 2: its body was redacted, and is there" in found


def delete_a_row(table: Table) -> str:
    return f'DELETE FROM "{table.name}" {of_the_first_row(table)}'  # noqa: S608


def add_a_row(table: Table) -> str:
    first, *rest = table.columns
    columns = [CHANGES[first.type].format(f'"{first.name}"'), *(f'"{column.name}"' for column in rest)]
    return f'INSERT INTO "{table.name}" SELECT {", ".join(columns)} FROM "{table.name}" {of_the_first_row(table)}'  # noqa: S608


def change_a_row(table: Table) -> str:
    column = next(column for column in table.columns if column.name not in table.key and not column.nullable)
    changed = CHANGES[column.type].format(f'"{column.name}"')
    return f'UPDATE "{table.name}" SET "{column.name}" = {changed} {of_the_first_row(table)}'  # noqa: S608


@pytest.mark.parametrize("row_type", ROW_TYPES)
@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (delete_a_row, "the row is missing"),
        (add_a_row, "the row is not in the log"),
        (change_a_row, "the row differs"),
    ],
)
def test_tampering_with_any_folded_table_is_named(
    row_type: type[object], tamper: Callable[[Table], str], message: str, lived: Path
):
    table = table_of(row_type)
    found = flaws_after(lived, tamper(table))
    assert found
    assert all(flaw.startswith(f"{table.name} ") and flaw.endswith(message) for flaw in found)
