"""`renkei contract`: from the offer to the verified result, as scripts and people give it."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_messages import handoff
from tests.support.cli_run import COMMAND, Cli
from tests.support.contract_team import TC_007

CONTRACT: dict[str, Any] = {
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module", "deliverables": ["login.py"]},
    "acceptance_criteria": [
        {"criterion": "It works", "verification_method": "`test -s login.py`"},
        {"criterion": "It reads well", "verification_method": "a reviewer reads it"},
    ],
}
DONE = {"status": "completed", "summary": "done", "output_artifacts": ["login.py"]}


def offered(team: Cli, **changes: Any) -> str:
    return team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(CONTRACT | changes).encode()).out.strip()


def accepted(team: Cli, **changes: Any) -> str:
    name = offered(team, **changes)
    team.ok("contract", "accept", name, "--as", "bob")
    return name


def delivered(team: Cli, **changes: Any) -> str:
    name = accepted(team, **changes)
    team.file("login.py", "print()\n")
    deliver(team, name)
    return name


def deliver(team: Cli, name: str, result: dict[str, Any] = DONE) -> str:
    return team.ok("contract", "deliver", name, "-", "--as", "bob", stdin=json.dumps(result).encode()).out.strip()


def allow(team: Cli, *commands: str, timeout: float = 60) -> None:
    listed = ", ".join(json.dumps(command) for command in commands)
    team.file(".renkei/config.toml", f"[verify]\ncommands = [{listed}]\ntimeout = {timeout}\n")


def state(team: Cli, name: str) -> tuple[str, str | None]:
    shown = team.json("contract", "show", name)
    return shown["state"], shown["outcome"]


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (r'{"a": "\ud800"}', "no half characters"),
        (r'{"\udfff": 1}', "no half characters"),
        ('{"a": 1e999}', "no infinite or endless number"),
        ('{"a": -1e999}', "no infinite or endless number"),
        (f'{{"a": {"[" * 300}{"]" * 300}}}', "at most 200 deep"),
    ],
)
def test_a_schema_that_no_store_can_hold_is_refused_with_its_place(team: Cli, schema: str, said: str):
    document = json.dumps(CONTRACT | {"expected_output": {"format": "f", "schema": "HERE"}})
    ran = team("contract", "offer", "-", "--as", "lead", stdin=document.replace('"HERE"', schema).encode())
    assert ran.code == 2
    assert "expected_output.schema (line 1): " in ran.err
    assert said in ran.err
    assert team.json("contract", "list") == []


@pytest.mark.req("CON-1", "CON-4")
@pytest.mark.parametrize("is_wrapped", [True, False])
def test_an_offer_prints_the_id_alone(team: Cli, is_wrapped: bool):
    document = {"task_contract": CONTRACT} if is_wrapped else CONTRACT
    ran = team.ok("contract", "offer", team.file("c.json", json.dumps(document)), "--as", "lead")
    assert ran.out == f"{team.json('contract', 'list')[0]['id']}\n"
    assert ran.err == ""


@pytest.mark.req("CON-7")
def test_the_seeds_example_is_offered_as_it_stands(renkei: Cli):
    for name in ("agent-architect", "agent-backend"):
        renkei.ok("agent", "add", name, "--role", "dev")
    assert renkei.ok("contract", "offer", str(TC_007), "--as", "agent-architect").out == "TC-007\n"
    assert renkei("contract", "offer", str(TC_007), "--as", "agent-architect").code == 2
    assert renkei("contract", "offer", str(TC_007)).code == 2
    shown = renkei.ok("contract", "show", "TC-007", "--as", "agent-backend").out
    assert "1. 全テストがパスする  $ npm test" in shown
    assert "既存の /api/v1/ エンドポイントとの後方互換性を維持 (hard)" in shown


@pytest.mark.req("CON-1")
def test_a_wrong_field_is_named_with_its_place(team: Cli):
    text = "task_contract:\n  assignee: bob\n  inputs: {}\n  expected_output: {format: x}\n  acceptance_criteria: []\n"
    ran = team("contract", "offer", "-", "--as", "lead", stdin=text.encode())
    assert ran.code == 2
    assert "task_contract.inputs.description (line 3): this field is required" in ran.err
    assert "task_contract.acceptance_criteria" in ran.err


@pytest.mark.req("CON-1")
def test_a_field_that_is_not_known_is_told_with_those_that_are(team: Cli):
    changed = {**CONTRACT, "tomeout": {}, "expected_output": {"format": "a module", "shape": "x"}}
    ran = team("contract", "offer", "-", "--as", "lead", stdin=json.dumps(changed).encode())
    assert ran.code == 2
    assert "expected_output.shape (line 1): no such field is known here; known: format, schema, deliver" in ran.err
    assert "authority, failure_handling, timeout" in ran.err


@pytest.mark.req("CON-2")
def test_the_whole_way_with_a_command_that_is_run(team: Cli):
    name = accepted(team)
    refused = team("contract", "deliver", name, "-", "--as", "bob", stdin=json.dumps(DONE).encode())
    assert refused.code == 4
    assert "'login.py' is not there" in refused.err
    team.file("login.py", "print()\n")
    message = deliver(team, name)
    assert team.json("message", message)["payload"]["original_task_ref"] == name
    allow(team, "test -s login.py")
    ran = team.ok("--json", "contract", "verify", name, "--as", "lead", "--exec", "--met", "2")
    assert (ran.document["state"], ran.document["outcome"]) == ("closed", "completed")
    assert [(run["check"], run["exit_code"]) for run in ran.document["runs"]] == [(1, 0)]
    assert [event["type"] for event in team.log() if event["type"].startswith("Contract")] == [
        "ContractOffered", "ContractMoved", "ContractMoved", "ContractVerified", "ContractClosed",
    ]  # fmt: skip
    team.ok("verify-store")


@pytest.mark.req("CON-2")
def test_a_command_that_fails_is_a_negative_verdict(team: Cli):
    name = delivered(team)
    team.file("login.py", "")
    allow(team, "test -s login.py")
    ran = team("contract", "verify", name, "--as", "lead", "--exec", "--met", "2")
    assert ran.code == 1
    assert state(team, name) == ("working", None)


@pytest.mark.req("CON-2")
def test_a_command_past_its_time_is_not_met(team: Cli):
    method = [{"criterion": "It ends", "verification_method": "`sleep 60`"}]
    name = delivered(team, acceptance_criteria=method)
    allow(team, "sleep 60", timeout=0.2)
    assert team("contract", "verify", name, "--as", "lead", "--exec").code == 1


@pytest.mark.req("CON-2", refused=True)
def test_a_command_whose_supervisor_is_killed_is_no_verdict(team: Cli):
    command = "kill -9 $PPID; sleep 60"
    name = delivered(team, acceptance_criteria=[{"criterion": "It ends", "verification_method": f"`{command}`"}])
    allow(team, command)
    before = state(team, name)
    ran = team("contract", "verify", name, "--as", "lead", "--exec")
    assert ran.code == 5
    assert f"'{command}' was not carried out (its supervisor was killed). Nothing is recorded: try again." in ran.err
    assert state(team, name) == before


class TestNothingIsRun:
    @pytest.mark.req("CON-2")
    @pytest.mark.req("DEC-8", refused=True)
    def test_that_neither_the_project_nor_a_person_allows_word_for_word(self, team: Cli):
        name = delivered(team)
        allow(team, "test -s", "test -s login.py ")
        ran = team.ok("contract", "verify", name, "--as", "lead", "--exec", "--met", "2")
        assert "Check 1 is left out: 'test -s login.py' is not allowed yet" in ran.err
        assert state(team, name) == ("delivered", None)

    @pytest.mark.req("CON-2")
    @pytest.mark.parametrize(
        ("words", "reason"),
        [(["--no-exec"], "--no-exec"), ([], "nobody has allowed code"), (["--no-exec", "--exec"], "")],
    )
    def test_without_consent(self, team: Cli, words: list[str], reason: str, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.delenv("CI", raising=False)
        name = delivered(team)
        allow(team, "test -s login.py")
        ran = team.ok("contract", "verify", name, "--as", "lead", *words)
        assert f"Commands are left out: {reason}" in ran.err
        assert state(team, name) == ("delivered", None)

    @pytest.mark.req("CON-2")
    def test_before_the_step_is_known_to_be_allowed(self, team: Cli):
        name = accepted(team, acceptance_criteria=[{"criterion": "x", "verification_method": "`touch ran`"}])
        allow(team, "touch ran")
        assert team("contract", "verify", name, "--as", "lead", "--exec").code == 4
        team.file("login.py", "print()\n")
        deliver(team, name)
        assert team("contract", "verify", name, "--as", "bob", "--exec").code == 4
        assert not (team.folder / "ran").exists()
        team.ok("contract", "verify", name, "--as", "lead", "--exec")
        assert (team.folder / "ran").exists()

    @pytest.mark.req("CON-2")
    def test_because_a_script_or_an_agent_says_approve(self, team: Cli, token: dict[str, str]):
        name = delivered(team)
        for ran in (
            team("contract", "verify", name, "--approve"),
            team("contract", "verify", name, "--approve", "--as", "lead"),
            team("contract", "verify", name, "--approve", env=token),
        ):
            assert ran.code == 4
            assert "[CON-2]" in ran.err
        assert "CommandApproved" not in [event["type"] for event in team.log()]


@pytest.mark.req("CON-2")
def test_ci_is_consent(team: Cli):
    name = delivered(team)
    allow(team, "test -s login.py")
    ran = team.ok("--json", "contract", "verify", name, "--as", "lead", "--met", "2", env={"CI": "true"})
    assert ran.document["outcome"] == "completed"


@pytest.mark.req("CON-2")
def test_a_person_approves_at_a_terminal_once_for_all_that_follows(team: Cli):
    name = delivered(team)
    assert at_a_terminal(team.folder, "contract", "verify", name, "--approve") == 0
    assert [event["type"] for event in team.log()].count("CommandApproved") == 1
    assert team.json("contract", "show", name)["checks"][0]["met"] is True
    again = delivered(team)
    ran = team.ok("--json", "contract", "verify", again, "--as", "lead", "--met", "2")
    assert ran.document["outcome"] == "completed"


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(("answer", "kinds"), [("y\n", 1), ("n\n", 0)])
def test_a_person_is_asked_once_whether_code_may_be_run(team: Cli, answer: str, kinds: int):
    name = delivered(team)
    allow(team, "test -s login.py")
    assert at_a_terminal(team.folder, "contract", "verify", name, answer=answer) == 0
    assert [event["type"] for event in team.log()].count("ExecutionAllowed") == kinds


def at_a_terminal(folder: Path, *words: str, answer: str = "") -> int:
    """The command with a terminal for its input and its errors, at which somebody types an answer."""
    master, slave = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    with subprocess.Popen(
        [COMMAND, *words], cwd=folder, stdin=slave, stderr=slave, stdout=subprocess.PIPE, env=environment
    ) as process:
        os.close(slave)
        os.write(master, answer.encode())
        process.communicate(timeout=60)
        os.close(master)
        return process.returncode


@pytest.mark.req("CON-2")
def test_a_step_that_the_state_does_not_allow_is_refused(team: Cli):
    name = offered(team)
    assert team("contract", "verify", name, "--as", "lead").code == 4
    team.ok("contract", "decline", name, "--reason", "no time", "--as", "bob")
    again = team("--json", "contract", "decline", name, "--reason", "no time", "--as", "bob")
    assert again.code == 4
    assert again.document["error"]["rule"] == "CON-2"
    for words in (["accept", "TC-0"], ["show", "TC-0"], ["verify", "TC-0"]):
        assert team("contract", *words, "--as", "bob").code == 3


@pytest.mark.req("CON-2")
def test_a_result_that_is_sent_like_any_message_delivers_nothing(team: Cli):
    name = accepted(team)
    team.file("login.py", "print()\n")
    message = {"type": "TASK_RESULT", "to": "lead", "payload": {"original_task_ref": name, **DONE}}
    refused = team("send", "-", "--as", "bob", stdin=json.dumps(message).encode())
    assert (refused.code, f"renkei contract deliver {name}" in refused.err) == (4, True)
    assert state(team, name) == ("accepted", None)


@pytest.mark.req("CON-3")
def test_an_agent_consults_and_reports(team: Cli):
    name = accepted(team, authority={"must_consult": ["a new library"], "escalation_triggers": ["schema"]})
    ran = team.ok("contract", "consult", name, "--about", "1", "--option", "yes", "--option", "no", "--as", "bob")
    payload = team.json("message", ran.out.strip())["payload"]
    assert (payload["question"], [option["label"] for option in payload["options"]]) == ("a new library", ["yes", "no"])
    team.ok("contract", "report", name, "--trigger", "1", "--as", "bob")
    held = team.ok("--json", "contract", "report", name, "--blocked", "no access", "--as", "bob").document
    assert (held["state"], held["held_by"]) == ("held", held["message"])
    assert f"held by {held['message']}" in team.ok("contract", "show", name).out
    team.ok("contract", "resume", name, "--as", "lead")
    team.ok("contract", "close", name, "--note", "enough", "--as", "lead")
    assert state(team, name) == ("closed", "failed")


@pytest.mark.req("CON-5")
def test_a_team_can_make_contracts_mandatory(team: Cli):
    team.file(".renkei/config.toml", 'contracts = "required"\n')
    refused = team("send", "-", "--as", "lead", stdin=json.dumps(handoff()).encode())
    assert refused.code == 4
    assert "[CON-5]" in refused.err
    team.send(handoff(task_contract={**CONTRACT, "id": "TC-IN"}), "--as", "lead")
    assert state(team, "TC-IN") == ("offered", None)


@pytest.mark.parametrize(
    "config",
    [
        'contracts = "always"',
        'verify = "npm test"',
        "[verify]\ncommands = [1]",
        "[verify]\ntimeout = 0",
        "[verify]\nx = 1",
    ],
)
def test_a_setting_that_says_something_else_is_bad_input(team: Cli, config: str):
    team.file(".renkei/config.toml", config)
    assert team("contract", "list").code == 2


def test_a_payload_that_is_of_something_else_is_bad_input(team: Cli):
    name = accepted(team)
    for payload in (b"[]", b'{"status": "done"}', json.dumps({**DONE, "original_task_ref": "MSG-1"}).encode()):
        assert team("contract", "deliver", name, "-", "--as", "bob", stdin=payload).code == 2


def test_the_list_shows_every_contract(team: Cli):
    assert "There is no contract yet" in team.ok("contract", "list").out
    name = offered(team)
    shown = team.ok("contract", "list").out
    assert name in shown
    assert "Build the login" in shown


def test_it_speaks_japanese(team: Cli):
    name = offered(team)
    ran = team("--lang", "ja", "contract", "verify", name, "--as", "lead")
    assert f"契約 {name} は offered の状態です" in ran.err


HARD = {"inputs": {"description": "d", "constraints": [{"constraint": "keep /api/v1", "hard": True}]}}


@pytest.mark.req("DEC-29", "CON-6")
def test_what_nothing_checked_is_shown_and_confirmed_by_one_who_may(team: Cli):
    name = delivered(team, **HARD, acceptance_criteria=CONTRACT["acceptance_criteria"][1:])
    ran = team.ok("contract", "verify", name, "--met", "1", "--as", "lead")
    assert "unchecked: keep /api/v1 (hard)" in ran.out
    assert f"renkei contract verify {name} --confirm TEXT" in ran.out
    assert state(team, name) == ("delivered", None)
    assert team.json("contract", "show", name)["constraints"] == [
        {"constraint": "keep /api/v1", "hard": True, "state": "unchecked"}
    ]
    for by in ("bob", "alice"):
        ran = team("contract", "verify", name, "--confirm", "trust me", "--as", by)
        assert ran.code == 4
        assert "lead or a person may" in ran.err
    assert team("contract", "verify", name, "--yes", "--as", "lead").code == 2
    assert team("contract", "verify", name, "--confirm", " ", "--as", "lead").code == 2
    assert state(team, name) == ("delivered", None)
    done = team.json("contract", "verify", name, "--confirm", "tried the old client", "--as", "lead")
    assert (done["outcome"], done["constraints"][0]["state"]) == ("completed", "confirmed")
    assert "確認済み: keep /api/v1 (必須)" in team.ok("--lang", "ja", "contract", "show", name).out


@pytest.mark.req("DEC-29", "CON-6")
def test_a_soft_constraint_that_fails_is_a_deviation_at_delivery_and_at_verification(team: Cli):
    soft = {"inputs": {"description": "d", "constraints": [{"constraint": "`test -e fast` holds", "hard": False}]}}
    allow(team, "test -e fast")
    name = accepted(team, **soft, acceptance_criteria=CONTRACT["acceptance_criteria"][1:])
    team.file("login.py", "print()\n")
    given = ("contract", "deliver", name, "-", "--as", "bob", "--exec")
    ran = team.ok(*given, stdin=json.dumps(DONE).encode())
    assert "now stands in `deviations`" in ran.err
    [result] = [each for each in team.json("inbox", "lead") if each["type"] == "TASK_RESULT"]
    assert result["payload"]["deviations"] == ["`test -e fast` holds"]
    done = team.json("contract", "verify", name, "--met", "1", "--exec", "--as", "lead")
    assert (done["outcome"], done["deviations"]) == ("completed", ["`test -e fast` holds"])
    assert done["constraints"][0]["state"] == "broken"
