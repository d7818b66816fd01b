"""What others wrote reaches a terminal with nothing hidden in it: no turned direction, no line of its own, nothing
without a width. Programs get it as it was."""

import json
import re
import shutil
import sys
import unicodedata
from pathlib import Path
from typing import Any, cast

import pytest

from renkei.hidden import escape_hidden, escape_json, escape_to_line
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli, on_a_terminal, real
from tests.support.run_project import git

HIDDEN = (
    "\u202e\u2066\u2069\u061c\u200e\u200f"  # directions
    "\u2028\u2029\u0085\x0b\x0c\r"  # ends of lines
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164\ufff9"  # nothing to see
    "\x1b\x9b\x07\x7f"  # orders
    "\U000e0041\U000e0001"  # tags
)
EVIL = f"evil{HIDDEN}end"

FORBIDDEN = set(HIDDEN)


FIRST, SECOND = "MSG-5", "MSG-6"

TEXT = "".join(each for each in EVIL if unicodedata.category(each) != "Cc")
"""The same without what is refused when it is written."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, made_team: Path) -> Path:
    """The store of a project in which somebody wrote such things wherever one can write; made once."""
    folder = tmp_path_factory.mktemp("written")
    shutil.copytree(made_team, folder / ".renkei")
    decision = {"decision_id": "D-1", "question": TEXT, "options": [{"label": "yes", "analysis": TEXT}]}
    asked = {"type": "DECISION_REQUEST", "to": "person", "context_summary": TEXT, "payload": decision}
    contract = {
        "id": "TC-1",
        "assignee": "alice",
        "inputs": {"description": TEXT},
        "expected_output": {"format": TEXT},
        "acceptance_criteria": [{"criterion": TEXT, "verification_method": TEXT}],
    }
    steps: list[tuple[list[str], Any]] = [
        (["send", "-", "--as", "lead"], freeform(body=TEXT, context_summary=TEXT)),
        (["send", "-", "--as", "bob"], asked),
        (["chat", "general", TEXT, "--as", "alice"], None),
        (["board", "set", f"current_task={TEXT}", "--as", "bob"], None),
        (["board", "set", f"goal={TEXT}"], None),
        (["agent", "add", "zoe", "--role", TEXT, "--model", TEXT], None),
        (["contract", "offer", "-", "--as", "lead"], contract),
    ]
    sent: list[str] = []
    for words, given in steps:
        ran = real(*words, folder=folder, stdin=json.dumps(given).encode())
        assert ran.code == 0, ran.err
        sent.append(ran.out.strip())
    assert sent[:2] == [FIRST, SECOND]
    return folder / ".renkei"


@pytest.fixture
def told(renkei: Cli, written: Path) -> Cli:
    shutil.copytree(written, renkei.folder / ".renkei")
    renkei.file("answer.md", f"# Result\n\n## Summary\n{EVIL}\n\nSee `src/{EVIL}.py:1`.\n")
    return renkei


READING = [
    ["inbox", "bob"],
    ["inbox", "person"],
    ["message", FIRST],
    ["message", SECOND],
    ["chat", "general"],
    ["board"],
    ["log"],
    ["log", "--limit", "5"],
    ["status"],
    ["decide"],
    ["agent", "list"],
    ["contract", "show", "TC-1"],
    ["context", "bob"],
    ["context", "alice"],
    ["check", "answer.md"],
    ["aggregate", "answer.md"],
    ["runs"],
    ["trust"],
    ["claims"],
    ["claims", "--format", "md"],
    ["doctor"],
    ["rules"],
    ["verify-store"],
    ["turn", "start", "bob"],
    ["message", EVIL],
    ["agent", "remove", EVIL],
    ["runs", "show", EVIL],
    ["contract", "show", EVIL],
    ["check", f"no{EVIL}"],
    ["board", "set", f"{EVIL}=x"],
    ["chat", EVIL],
    ["send", "nothing.json", "--as", EVIL],
    [EVIL],
]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("words", READING, ids=lambda words: " ".join(words).replace(EVIL, "EVIL").replace("\0", ""))
def test_nothing_hidden_reaches_the_terminal(told: Cli, words: list[str], lang: str):
    ran = told("--lang", lang, *words)
    assert ran.code in (0, 1, 2, 3, 4, 5)
    assert not set(ran.out + ran.err) & FORBIDDEN


@pytest.mark.parametrize("words", [words for words in READING if EVIL not in words[-1]], ids=" ".join)
def test_a_document_is_valid_hides_nothing_and_says_what_stood_there(told: Cli, words: list[str]):
    ran = told("--json", *(word for word in words if word not in ("--format", "md")))
    assert not set(ran.out + ran.err) & FORBIDDEN
    found = [json.loads(line) for line in ran.out.split("\n") if line]
    assert found
    if "evil" in ran.out and words[0] != "context":  # a text that was made for a model, with nothing hidden either
        assert any(TEXT in text or EVIL in text for text in strings_in(found) if "evil" in text)


def strings_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for each in cast(dict[str, Any], value).values() for text in strings_in(each)]
    if isinstance(value, list):
        return [text for each in cast(list[Any], value) for text in strings_in(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("words", [["inbox", "bob"], ["message", FIRST], ["log"], ["board"], ["export"], ["decide"]])
def test_on_a_terminal_too(told: Cli, words: list[str]):
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(*words, folder=told.folder, env={"PAGER": "cat"}).out)
    assert "evil" in shown
    assert not set(shown.replace("\r\n", "\n")) & FORBIDDEN


def test_an_exported_log_stays_exactly_as_it_is(told: Cli, tmp_path: Path):
    exported = real("export", folder=told.folder).out
    assert any(TEXT in text for line in exported.split("\n") if line for text in strings_in(json.loads(line)))
    other = tmp_path / "other"
    other.mkdir()
    assert real("import", "-", folder=other, stdin=exported.encode()).code == 0
    assert real("export", folder=other).out == exported


def test_a_review_shows_what_a_file_hides(renkei: Cli):
    git(renkei.folder, "init", "-q")
    renkei.file(f"a{HIDDEN.replace(chr(0), '')}.py", f"password = 'hunter2hunter2'  # {EVIL}\nexec(input())\n")
    git(renkei.folder, "add", "-A")
    for form in ("text", "json", "md", "sarif", "github"):
        ran = renkei("review", "--no-exec", "--all", "--format", form)
        assert not set(ran.out + ran.err) & FORBIDDEN


def test_all_that_unicode_calls_format_and_every_end_of_a_line_is_written_out():
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if unicodedata.category(letter) in ("Cf", "Zl", "Zp", "Cs") or (
            unicodedata.category(letter) == "Cc" and letter not in "\n\t"
        ):
            assert escape_hidden(f"a{letter}b") not in (f"a{letter}b", "ab")
            assert json.loads(escape_json(json.dumps(f"a{letter}b", ensure_ascii=False))) == f"a{letter}b"


def test_what_can_be_seen_stays():
    for text in (
        "日本語、全角　空白",
        "葛\U000e0100城",
        "⚠\ufe0f 1\ufe0f\u20e3",
        "naïve café",
        "tab\there",
        "ไทย",
        "عربى",
    ):
        assert escape_to_line(text) == text
    assert escape_to_line("a\U000e0100") == "a\\U000e0100"
    assert escape_to_line("a\nb") == "a\\u000ab"
