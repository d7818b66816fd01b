"""`renkei send`: a typed message from a file or standard input."""

import json
from pathlib import Path

import pytest

from tests.support.cli_messages import decision_request, decision_result, freeform, handoff, result, status_update
from tests.support.cli_run import Cli, real

YAML = """\
type: FREEFORM
to: bob
priority: high
context_summary: A greeting
payload:
  intent_hint: greet
  body: おはよう
"""


def test_standard_output_is_the_id_alone(team: Cli):
    ran = team("send", "--as", "alice", team.file("m.json", json.dumps(freeform())))
    assert (ran.code, ran.out, ran.err) == (0, "MSG-5\n", "")


@pytest.mark.req("MSG-1")
def test_the_header_is_filled_in_and_read_back(team: Cli):
    ran = team.ok("send", "--as", "alice", team.file("m.yaml", YAML))
    message = team.json("message", ran.out.strip())
    assert message.pop("timestamp").endswith("Z")
    assert message == {
        "id": "MSG-5",
        "type": "FREEFORM",
        "from": "alice",
        "to": "bob",
        "priority": "high",
        "context_summary": "A greeting",
        "related_state_refs": [],
        "in_reply_to": None,
        "expected_response_type": [],
        "payload": {"intent_hint": "greet", "body": "おはよう", "requires_response": False, "urgency": "normal"},
        "channel": "general",
        "redacted": False,
    }


def test_json_and_yaml_say_the_same(team: Cli):
    message = freeform(priority="high", context_summary="A greeting")
    message["payload"] = {"intent_hint": "greet", "body": "おはよう"}
    from_yaml = team.json("message", team.ok("send", "-", stdin=YAML.encode()).out.strip())
    from_json = team.json("message", team.send(message))
    assert from_yaml == {**from_json, "id": from_yaml["id"], "timestamp": from_yaml["timestamp"]}


def test_a_dash_reads_standard_input(team: Cli):
    assert team.send(freeform(), "--as", "alice") == "MSG-5"


def test_without_as_the_person_sends(team: Cli):
    assert team.json("message", team.send(freeform()))["from"] == "person"


def test_the_same_id_stands_in_the_log(team: Cli):
    sent = team.send(freeform(), "--as", "alice")
    event = team.log()[-1]
    assert (event["type"], event["actor"], event["data"]["id"]) == ("MessagePosted", "alice", sent)


def test_json_gives_id_seq_and_warnings_as_one_document(team: Cli):
    ran = team.ok("send", "--json", "-", stdin=json.dumps(freeform()).encode())
    assert ran.document == {"id": "MSG-5", "seq": 5, "warnings": []}


def test_a_from_that_is_right_may_be_left_in(team: Cli):
    assert team.send({**freeform(), "from": "alice"}, "--as", "alice") == "MSG-5"


def test_a_from_that_is_somebody_else_is_bad_input(team: Cli):
    ran = team("send", "--as", "alice", "-", stdin=json.dumps({**freeform(), "from": "lead"}).encode())
    assert (ran.code, ran.out) == (2, "")
    assert "from" in ran.err


def test_a_reference_to_something_unknown_is_a_warning(team: Cli):
    ran = team("send", "--as", "bob", "-", stdin=json.dumps(result("MSG-99")).encode())
    assert (ran.code, ran.out) == (0, "MSG-5\n")
    assert ran.err == "payload.original_task_ref: nothing is known of task MSG-99.\n"


@pytest.mark.parametrize("name", ["MSG-99", "MSG-99999999999999999999", "yesterday"])
def test_so_is_an_answer_to_a_message_that_is_not_there(team: Cli, name: str):
    ran = team("send", "--as", "alice", "-", stdin=json.dumps({**freeform(), "in_reply_to": name}).encode())
    assert (ran.code, ran.out) == (0, "MSG-5\n")
    assert ran.err == f"in_reply_to: nothing is known of message {name}.\n"


def test_every_unknown_task_decision_and_artifact_is_named(team: Cli):
    refs = [{"type": "decision", "id": "D-9"}, {"type": "artifact", "id": "a.py"}, {"type": "agent", "id": "bob"}]
    message = {**handoff(input_artifacts=["b.py"]), "related_state_refs": refs}
    ran = team.ok("send", "--json", "-", stdin=json.dumps(message).encode())
    assert ran.document["warnings"] == [
        "related_state_refs: nothing is known of decision D-9.",
        "related_state_refs: nothing is known of artifact a.py.",
        "payload.input_artifacts: nothing is known of artifact b.py.",
    ]


def test_a_known_reference_is_no_warning(team: Cli):
    task = team.send(handoff(), "--as", "lead")
    ran = team.ok("send", "--as", "bob", "-", stdin=json.dumps(result(task)).encode())
    assert ran.err == ""


def test_the_expected_response_follows_from_the_type_and_may_be_narrowed(team: Cli):
    whole = team.json("message", team.send(handoff()))
    narrowed = team.json("message", team.send({**handoff(), "expected_response_type": "TASK_RESULT"}))
    assert whole["expected_response_type"] == ["TASK_RESULT", "TASK_BLOCKED"]
    assert narrowed["expected_response_type"] == ["TASK_RESULT"]


def test_an_expected_response_that_the_type_cannot_have_is_bad_input(team: Cli):
    message = {**handoff(), "expected_response_type": "REVIEW_RESULT"}
    ran = team("send", "-", stdin=json.dumps(message).encode())
    assert ran.code == 2
    assert "TASK_RESULT | TASK_BLOCKED" in ran.err


def test_a_status_update_acts_on_the_board_in_the_same_commit(team: Cli):
    team.send(status_update("blocked"), "--as", "bob")
    assert [(event["seq"], event["type"]) for event in team.log()[4:6]] == [(5, "MessagePosted"), (6, "FieldSet")]
    bob = team.json("board")["project_state"]["agents"][2]
    assert (bob["id"], bob["status"]) == ("bob", "blocked")


def test_a_decision_is_resolved_by_its_owner_with_one_of_its_options(team: Cli):
    team.send(decision_request(), "--as", "bob")
    other = team("send", "--as", "alice", "-", stdin=json.dumps(decision_result()).encode())
    assert other.code == 4
    assert "[MSG-7]" in other.err
    assert "lead" in other.err
    wrong = team("send", "--as", "lead", "-", stdin=json.dumps(decision_result("perhaps")).encode())
    assert wrong.code == 2
    assert "chosen_option" in wrong.err
    team.send(decision_result("no"), "--as", "lead")
    decision = team.json("board")["project_state"]["pending_decisions"][0]
    assert (decision["status"], decision["resolution"].startswith("no")) == ("resolved", True)


@pytest.mark.req("MSG-9")
def test_a_person_may_choose_what_is_no_option(team: Cli):
    team.send(decision_request(), "--as", "bob")
    team.send(decision_result("something else"))
    assert team.json("board")["project_state"]["pending_decisions"][0]["status"] == "resolved"


def test_the_same_message_under_the_same_key_is_posted_once(team: Cli):
    first = team.send(freeform(), "--as", "alice", "--key", "k-1")
    second = team.send(freeform(), "--as", "alice", "--key", "k-1")
    assert first == second == "MSG-5"
    assert team.log()[-1]["seq"] == 5


def test_another_message_under_a_used_key_is_bad_input(team: Cli):
    team.send(freeform(), "--as", "alice", "--key", "k-1")
    ran = team("send", "--as", "alice", "--key", "k-1", "-", stdin=json.dumps(freeform("Else")).encode())
    assert ran.code == 2
    assert "'k-1'" in ran.err
    assert team.log()[-1]["seq"] == 5


def test_two_agents_may_use_the_same_key(team: Cli):
    team.send(freeform(to="lead"), "--as", "alice", "--key", "k-1")
    assert team.send(freeform(to="lead"), "--as", "bob", "--key", "k-1") == "MSG-6"


def test_the_real_command_posts_from_a_pipe(team: Cli):
    ran = real("send", "--as", "alice", "-", folder=team.folder, stdin=YAML.encode())
    assert (ran.code, ran.out, ran.err) == (0, "MSG-5\n", "")


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize(
    ("to", "readers"), [("bob", {"bob"}), (["bob", "lead"], {"bob", "lead"}), ("all", {"bob", "lead"})]
)
def test_a_message_goes_to_one_to_many_or_to_all(team: Cli, to: str | list[str], readers: set[str]):
    sent = team.send({**handoff(), "to": to}, "--as", "alice")
    inboxes = {name: [message["id"] for message in team.json("inbox", name)] for name in ("lead", "alice", "bob")}
    assert {name for name, waiting in inboxes.items() if sent in waiting} == readers


class TestLines:
    """`--lines`: each line its own durable post."""

    def test_each_line_is_posted_and_its_id_printed(self, team: Cli):
        lines = "\n".join(json.dumps(freeform(f"Line {n}")) for n in (1, 2, 3))
        ran = team("send", "--lines", "--as", "alice", team.file("m.jsonl", lines + "\n"))
        assert (ran.code, ran.out) == (0, "MSG-5\nMSG-6\nMSG-7\n")

    def test_json_is_one_line_per_post(self, team: Cli):
        lines = "\n".join(json.dumps(freeform(f"Line {n}")) for n in (1, 2))
        ran = team.ok("send", "--json", "--lines", "-", stdin=lines.encode())
        assert [line["id"] for line in ran.lines] == ["MSG-5", "MSG-6"]

    def test_it_stops_at_the_first_bad_line_and_the_earlier_ones_stay(self, team: Cli):
        bad = json.dumps(freeform(to="zoe"))
        lines = "\n".join([json.dumps(freeform("One")), "", bad, json.dumps(freeform("Four"))])
        ran = team("send", "--lines", "--as", "alice", team.file("m.jsonl", lines))
        assert (ran.code, ran.out) == (2, "MSG-5\n")
        assert "line 3" in ran.err
        assert "'zoe'" in ran.err
        assert [event["data"]["payload"]["body"] for event in team.log()[4:]] == ["One"]

    def test_a_line_that_is_no_json_is_named_with_its_file(self, team: Cli):
        ran = team("send", "--lines", team.file("m.jsonl", json.dumps(freeform()) + '\n{"type": \n'))
        assert (ran.code, ran.out) == (2, "MSG-5\n")
        assert "m.jsonl line 2" in ran.err

    def test_the_posts_are_durable_one_by_one(self, team: Cli):
        """The id is printed only after its commit: another process sees the message."""
        stdin = (json.dumps(freeform("One")) + "\n{}\n").encode()
        assert real("send", "--lines", "-", folder=team.folder, stdin=stdin).out == "MSG-5\n"
        assert team.json("message", "MSG-5")["payload"]["body"] == "One"

    def test_an_endless_line_is_refused(self, team: Cli):
        ran = team("send", "--lines", "-", stdin=b'{"a": "' + b"x" * (3 * 1024 * 1024))
        assert ran.code == 2
        assert "line 1" in ran.err

    def test_a_key_cannot_stand_for_many_messages(self, team: Cli):
        ran = team("send", "--lines", "--key", "k", "-", stdin=b"")
        assert ran.code == 2

    def test_no_lines_are_no_messages(self, team: Cli):
        ran = team("send", "--lines", "-", stdin=b"")
        assert (ran.code, ran.out) == (0, "")

    def test_a_missing_file_is_not_found(self, team: Cli):
        assert team("send", "--lines", "nowhere.jsonl").code == 3

    def test_a_folder_is_bad_input(self, team: Cli, tmp_path: Path):
        ran = team("send", "--lines", str(tmp_path))
        assert ran.code == 2
        assert str(tmp_path) in ran.err
