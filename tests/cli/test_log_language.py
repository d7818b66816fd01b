"""The log is nobody's language: what was done is kept by its name, and put into words where it is read."""

import json
import sqlite3
from contextlib import closing
from typing import Any, get_args

import pytest

from renkei.board.changes import describe_action
from renkei.kit.words import english, speaker
from renkei.protocol.events import OlderText
from renkei.protocol.terms import BoardAction
from scripts.keep_store import LIFE, PLAYBOOK
from tests.support.cli_run import Cli

ACTIONS: frozenset[str] = frozenset(get_args(BoardAction))


def structure_of(cli: Cli) -> list[tuple[str, str]]:
    """The events by their names, without what people and agents wrote."""
    with closing(sqlite3.connect(cli.store)) as connection:
        return connection.execute("SELECT type, data FROM events ORDER BY seq").fetchall()


def is_japanese(text: str) -> bool:
    return any("\u3040" <= character <= "\u9fff" for character in text)


@pytest.fixture
def lived(renkei: Cli) -> Cli:
    """A project in which everything was done in Japanese."""
    (renkei.folder / "playbook.json").write_text(json.dumps(PLAYBOOK), encoding="utf-8")
    for words, given in LIFE:
        renkei("--lang", "ja", *words, stdin=given.encode())
    return renkei


def test_what_is_structure_is_in_no_language(lived: Cli):
    documents = [(kind, json.loads(data)) for kind, data in structure_of(lived)]
    actions = {data["action"] for kind, data in documents if "action" in data and kind != "RuleRefused"}
    assert [data for _, data in documents if is_japanese(json.dumps(data, ensure_ascii=False))] == []
    assert {"member added", "field set", "decision requested", "decision made"} <= actions <= ACTIONS


@pytest.mark.parametrize(
    ("lang", "told"), [("en", ("added a member", "set goal")), ("ja", ("メンバーを追加", "goal を設定"))]
)
def test_each_reads_it_in_its_own(lived: Cli, lang: str, told: tuple[str, str]):
    log = lived.ok("--lang", lang, "log", "--limit", "1000").out
    board: Any = lived.json("--lang", lang, "board", "--since", "0", "--limit", "1000")
    changes = [entry["action"] for entry in board["project_state"]["changelog"]]
    context = lived.ok("--lang", lang, "context", "lead").out
    for action in told:
        assert f"action={action}  " in log
        assert action in changes
        assert f": {action} (" in context
    assert {is_japanese(each) for each in changes} == {lang == "ja"}


def test_scripts_read_the_name(lived: Cli):
    assert {event["data"]["action"] for event in lived.log() if event["type"] == "AgentAdded"} == {"member added"}


def test_every_name_has_its_words_in_both_languages():
    for action in ACTIONS:
        assert describe_action(english, action, "agents.bob.status") not in ("", action)
        assert is_japanese(describe_action(speaker("ja"), action, "agents.bob.status"))


def test_the_words_of_an_older_log_are_shown_as_they_stand():
    assert describe_action(english, OlderText("メンバーを追加"), "agents.bob") == "メンバーを追加"
