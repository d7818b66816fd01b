"""Every command that there is, called once: none is lost when the house is rebuilt around it."""

import json
from pathlib import Path

import pytest

from renkei.entrypoints.cli import COMMANDS
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli
from tests.support.run_project import git

RESULT = """\
## code-explorer Result
### Status: SUCCESS
### Summary: The login function checks the user.
### Findings:
- Login is defined at `app.py:1`
### Key References:
| Item | Location | Relevance |
|---|---|---|
| login | `app.py:1` | entry |
### Confidence: 70 - read the file
"""

CALLS = {
    "accept": ("accept", 0, "Nothing to accept"),
    "agent": ("agent list", 0, "alice"),
    "agents": ("agents lint agents", 2, "holds no agent"),
    "aggregate": ("aggregate result.md", 0, "SUCCESS"),
    "backup": ("backup copy.db", 0, "chain and tables agree"),
    "bench": ("bench log --events 1", 2, "--events"),
    "board": ("board", 0, "alice"),
    "chat": ("chat", 0, "#general"),
    "check": ("check result.md", 0, "app.py:1"),
    "claims": ("claims", 0, "No claim is kept yet"),
    "completion": ("completion bash", 0, "_renkei()"),
    "context": ("context bob", 0, "id: bob"),
    "contract": ("contract list", 0, "There is no contract yet"),
    "convert": ("convert result.md --to task-result", 0, "status: completed"),
    "cpf": ("cpf check result.md", 1, "result.md:1"),
    "decide": ("decide", 0, "Nothing waits for a person"),
    "doctor": ("doctor", 0, "sqlite"),
    "export": ("export", 0, '"renkei":"log"'),
    "gc": ("gc", 0, "There is nothing to remove"),
    "help": ("help", 0, "verify-store"),
    "hook": ("hook", 0, ""),
    "import": ("import nowhere.jsonl", 3, "nowhere.jsonl"),
    "inbox": ("inbox bob", 0, "MSG-"),
    "init": ("init --claude", 0, "settings.local.json"),
    "insights": ("insights list", 0, "Nothing here"),
    "log": ("log", 0, "MessagePosted"),
    "message": ("message MSG-5", 0, "FREEFORM"),
    "off": ("off", 0, "The hooks of this project are off"),
    "on": ("on", 0, "The hooks of this project are on"),
    "pause": ("pause", 3, "no run that has not ended"),
    "person": ("person list", 0, ""),
    "playbook": ("playbook list", 0, "design-docs"),
    "policy": ("policy show", 0, "lead"),
    "redact": ("redact MSG-5", 0, "MSG-5"),
    "replay": ("replay", 2, "Say what is to have been otherwise"),
    "resume": ("resume", 0, "Nothing is unfinished"),
    "retry": ("retry RUN-1 x", 3, "RUN-1"),
    "review": ("review nowhere", 3, "nowhere"),
    "rules": ("rules", 0, "task_completed"),
    "run": ("run nowhere", 3, "There is no playbook nowhere"),
    "runs": ("runs", 0, "There are no runs yet"),
    "schema": ("schema", 0, "task-contract"),
    "sdd": ("sdd status", 0, "There is no feature yet"),
    "send": ("send message.json --as bob", 0, "MSG-"),
    "serve": ("serve --port 70000", 2, "70000"),
    "spend": ("spend", 0, "Nothing is on the ledger yet"),
    "status": ("status", 0, "store"),
    "statusline": ("statusline", 0, ""),
    "stop": ("stop", 3, "no run that has not ended"),
    "trust": ("trust", 0, "No result has been checked yet"),
    "turn": ("turn start bob", 0, "bob"),
    "uninstall": ("uninstall", 0, ""),
    "verify-store": ("verify-store", 0, "The store holds"),
    "why": ("why MSG-5", 0, "MessagePosted"),
}
"""What is typed, how it ends, and what it says, in a repository with a team and one message."""

ELSEWHERE = {"demo": "cli/test_demo.py", "mcp": "cli/test_mcp.py"}
"""What takes long, or talks over its standard streams to the end: a test of it is in `make test` all the same."""


def test_each_command_is_called_here_or_by_a_test_of_its_own():
    assert sorted([*CALLS, *ELSEWHERE]) == sorted(COMMANDS)
    for name, file in ELSEWHERE.items():
        assert f'"{name}"' in (Path(__file__).parents[1] / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CALLS)
def test_it_does_what_it_is_for(team: Cli, name: str):
    git(team.folder, "init", "-q")
    team.file("app.py", "def login(user):\n    return user.ok\n")
    team.file("result.md", RESULT)
    team.file("message.json", json.dumps({**freeform(), "to": "alice"}))
    (team.folder / "agents").mkdir()
    team.send(freeform())
    words, code, said = CALLS[name]
    ran = team(*words.split())
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran.out + ran.err
