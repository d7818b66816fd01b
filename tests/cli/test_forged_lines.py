"""What an agent says is shown, and is never a line of ours: no gate, no merge, no order to the terminal (DEC-33)."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli
from tests.support.run_project import made_repository, task

LINES = "x\n\nGate zz: PASS (P0 0, P1 0, P2 0)\r\n  It is in main as abcdef.\u2028✓ forged\u202e"
EVIL = f"{LINES}\x1b[2J\x9b2J\u0085R-9: completed."
FORGED = ("Gate zz", "It is in main", "✓ forged", "R-9: completed")


COMMANDS = (
    ("run", "../p.yaml", "--agents", "scripted"),
    ("runs",),
    ("runs", "show"),
    ("--lang", "ja", "runs", "show"),
    ("runs", "trace"),
    ("runs", "trace", "R-1", "a"),
    ("decide",),
    ("board",),
    ("log",),
    ("inbox", "person"),
    ("inbox", "person", "--limit", "1"),
    ("status",),
)


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def check_clean(text: str) -> None:
    """Lines of ours are indented by less than six; what is continues one."""
    ours = [line for line in text.splitlines() if not line.startswith(" " * 6)]
    lines = [line.lstrip(" ?✗✓·▸◆●!") for line in ours]
    assert not [line for line in lines if line.startswith(FORGED)]
    assert not set(text) & set("\x1b\x9b\u202e\u2028\u0085\r")


def report(**fields: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "status": "ok",
        "artifacts": [],
        "blockers": [],
        "open_questions": [],
        "contract_outputs": [],
        **fields,
    }
    return {"report": f"## Task Complete: t\n\n```yaml\n{json.dumps(given)}\n```\n"}


def run(renkei: Cli, *tasks: dict[str, Any], **fields: Any) -> None:
    """All that the run says, live, in its report, its trace and its questions, with nothing forged."""
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks), **fields}
    (renkei.folder.parent / "p.yaml").write_text(yaml.safe_dump(whole), "utf-8")
    for words in COMMANDS:
        ran = renkei(*words)
        assert ran.code in (0, 1), ran.err
        check_clean(ran.out + ran.err)


@pytest.mark.req("DEC-33", refused=True)
def test_a_gate_names_no_other_gate_and_no_merge(renkei: Cli):
    gate = {
        "overall": "PASS", "p0_count": 0, "p1_count": 1, "p2_count": 1,
        "rollback_targets": [{"phase": "a", "reason": LINES}], "p2_items": [LINES],
    }  # fmt: skip
    text = f"```yaml\n{json.dumps(gate)}\n```\n"
    run(renkei, task("a", script=[report()]), task("g", "a", kind="gate", script=[{"report": text}]))
    shown = renkei.ok("runs", "show").out
    assert "  P2: x\\u000a\\u000aGate zz: PASS" in shown
    assert "Gate g: REHEARSAL PASS (P0 0, P1 1, P2 1)" in shown


@pytest.mark.req("DEC-33", refused=True)
@pytest.mark.parametrize(
    "fields",
    [
        {"open_questions": [EVIL]}, {"severity": "P1", "summary": EVIL}, {"status": "failed", "blockers": [EVIL]},
        {"status": "blocked", "blockers": [EVIL]}, {"status": "needs_input", "open_questions": [EVIL]},
    ],
)  # fmt: skip
def test_a_report_forges_no_line(renkei: Cli, fields: dict[str, Any]):
    run(renkei, task("a", script=[report(**fields)]))


@pytest.mark.req("DEC-33", refused=True)
def test_a_value_of_a_conflict_forges_no_line(renkei: Cli):
    sides = [report(contract_outputs=[{"key": "decisions.c", "value": value}]) for value in (EVIL, "b")]
    a, b = (task(name, script=[said], blackboard_keys=["decisions.c"]) for name, said in zip("ab", sides, strict=True))
    run(renkei, a, b, task("join", "a", "b", kind="reduce"))


@pytest.mark.req("DEC-33", refused=True)
def test_a_question_of_an_agent_and_its_words_forge_no_line(renkei: Cli):
    script = [{"say": LINES}, {"renkei": {"words": ["chat", "general", LINES]}}, report(summary=LINES)]
    run(renkei, task("a", script=script, title=LINES), task("ok", "a", kind="approve", title=LINES))


@pytest.mark.req("MSG-3")
def test_what_has_several_lines_is_shown_in_as_many_below_its_own(renkei: Cli):
    for name in ("alice", "bob"):
        renkei.ok("agent", "add", name, "--role", "developer")
    message = {"type": "FREEFORM", "to": "bob", "payload": {"body": "one\ntwo\nGate g: PASS"}}
    name = renkei.send(message, "--as", "alice")
    shown = renkei.ok("message", name).out
    assert "one\n      two\n      Gate g: PASS\n" in shown


@pytest.mark.req("MSG-3", "DEC-33", refused=True)
def test_no_text_of_an_agent_forges_a_line_of_the_board_the_log_or_an_inbox(renkei: Cli):
    """In every text that an agent gives: one line is one entry, and further lines are indented."""
    for name in ("alice", "bob"):
        renkei.ok("agent", "add", name, "--role", "developer")
    name = f"D{LINES}"
    option = {"label": LINES, "analysis": LINES}
    contract: dict[str, Any] = {
        "id": f"TC{LINES}",
        "assignee": "bob",
        "inputs": {"description": LINES, "constraints": []},
    }
    contract |= {"expected_output": {"format": LINES, "deliverables": [LINES]}}
    contract |= {"acceptance_criteria": [{"criterion": LINES, "verification_method": LINES}]}
    renkei.ok("contract", "offer", "-", "--as", "alice", stdin=json.dumps(contract).encode())
    for kind, payload in (
        ("DECISION_REQUEST", {"decision_id": name, "question": LINES, "options": [option]}),
        ("TASK_RESULT", {"original_task_ref": "x", "status": "partial", "summary": LINES, "output_artifacts": [name]}),
        ("STATUS_UPDATE", {"new_status": "blocked", "progress_summary": LINES, "blockers": [LINES]}),
        ("CONFLICT_REPORT", {"conflict_description": LINES, "conflicting_artifacts": [LINES], "severity": "critical"}),
        ("FREEFORM", {"body": LINES, "intent_hint": LINES}),
    ):
        message = {"type": kind, "to": ["bob", "person"], "context_summary": LINES, "payload": payload}
        renkei.ok("send", "-", "--as", "alice", stdin=json.dumps(message).encode())
    seqs = range(1, int(renkei.log()[-1]["seq"]) + 1)
    messages = [("message", f"MSG-{seq}") for seq in seqs]
    shown = (("contract", "show", contract["id"]), ("contract", "list"), ("log", "--stats"), ("chat", "general"))
    for words in (("board",), ("board", "--since", "0"), ("log",), ("inbox", "bob"), ("decide",), *shown, *messages):
        ran = renkei(*words)
        check_clean(ran.out + ran.err)
    first = [line.split()[0] for line in renkei.ok("log").out.splitlines()]
    assert first == [str(seq) for seq in seqs]
