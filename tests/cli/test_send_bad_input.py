"""What `renkei send` does with a message that is not right: it says where and why, and posts nothing."""

import json
import resource
import subprocess
from pathlib import Path

import pytest

from tests.support.cli_messages import freeform, status_update
from tests.support.cli_run import COMMAND, Cli, Ran, real

MEGABYTE = 1024 * 1024


def refused(team: Cli, content: str | bytes, *words: str) -> Ran:
    """Sends a file that has to be bad input, and makes sure that it left no trace."""
    before = team.store.read_bytes()
    ran = team("send", "--as", "alice", team.file("m.yaml", content), *words)
    assert (ran.code, ran.out) == (2, "")
    assert team.store.read_bytes() == before
    assert team.log()[-1]["seq"] == 4
    return ran


def test_malformed_json_names_file_and_line(team: Cli):
    ran = refused(team, '{"type": "FREEFORM",\n "to": \n}')
    assert "m.yaml, line 3" in ran.err


def test_malformed_yaml_names_file_and_line(team: Cli):
    ran = refused(team, "type: FREEFORM\nto: [bob\npayload: {}\n")
    assert "m.yaml, line 3" in ran.err


def test_standard_input_has_a_name_too(team: Cli):
    ran = team("send", "-", stdin=b"{")
    assert ran.code == 2
    assert "<stdin>, line 1" in ran.err


@pytest.mark.req("MSG-2")
def test_a_wrong_field_is_named_with_line_value_and_what_was_expected(team: Cli):
    content = "type: STATUS_UPDATE\nto: lead\npayload:\n  new_status: nearly done\n  progres_summary: typing\n"
    ran = refused(team, content)
    assert ran.err.splitlines() == [
        "renkei: m.yaml is not valid.",
        "  payload.new_status (line 4): expected 'working', 'blocked', 'completed' or 'error', not \"nearly done\"",
        "  payload.progress_summary (line 3): this field is required",
        "  payload.progres_summary (line 5): no such field is known here; known: task_ref, new_status, "
        "progress_summary, estimated_remaining, blockers",
    ]


@pytest.mark.req("MSG-2")
def test_with_json_the_problems_are_a_document(team: Cli):
    bad = status_update("nearly done")
    ran = team("--json", "send", "--as", "bob", "-", stdin=json.dumps(bad).encode())
    assert ran.code == 2
    error = ran.document["error"]
    assert (error["exit_code"], [problem["path"] for problem in error["problems"]]) == (2, ["payload.new_status"])


def test_an_unknown_type_lists_those_there_are(team: Cli):
    ran = refused(team, json.dumps({**freeform(), "type": "GOSSIP"}))
    assert "DECISION_REQUEST" in ran.err


def test_an_unknown_agent_inside_the_message_is_bad_input(team: Cli):
    ran = refused(team, json.dumps(freeform(to="zoe")))
    assert "'zoe'" in ran.err
    assert "lead, alice, bob" in ran.err


@pytest.mark.parametrize("to", ["", [], "alice", ["alice"], " "])
def test_a_message_to_nobody_is_bad_input(team: Cli, to: str | list[str]):
    ran = refused(team, json.dumps(freeform(to=to)))
    assert "to" in ran.err


def test_a_message_without_an_addressee_is_bad_input(team: Cli):
    message = freeform()
    del message["to"]
    assert "to" in refused(team, json.dumps(message)).err


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\x85"])
def test_control_characters_are_bad_input(team: Cli, character: str):
    ran = refused(team, json.dumps(freeform(f"before{character}after")))
    assert "payload.body" in ran.err
    assert f"U+{ord(character):04X}" in ran.err


def test_a_lone_surrogate_is_bad_input(team: Cli):
    assert "payload.body" in refused(team, '{"type": "FREEFORM", "to": "bob", "payload": {"body": "\\ud800"}}').err


def test_tabs_and_line_ends_are_text(team: Cli):
    sent = team.send(freeform("a\tb\nc"))
    assert team.json("message", sent)["payload"]["body"] == "a\tb\nc"


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n", "null", "[]", "42", "just words"])
def test_a_document_that_is_no_message_is_bad_input(team: Cli, content: str):
    assert "m.yaml" in refused(team, content).err


def test_binary_is_bad_input(team: Cli):
    assert "m.yaml is not UTF-8 text (byte 1)" in refused(team, b"{\xff\xfe\x00").err


def test_a_key_that_stands_twice_is_bad_input(team: Cli):
    assert "'to'" in refused(team, '{"type": "FREEFORM", "to": "bob", "to": "lead", "payload": {"body": "x"}}').err


@pytest.mark.parametrize("opening", ["[", '{"a":', "- "])
def test_a_document_that_is_nested_too_deeply_is_bad_input(team: Cli, opening: str):
    refused(team, opening * 100_000)


def test_a_yaml_bomb_is_bad_input(team: Cli):
    lines = ["a: &a [x, x]", *(f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True))]
    assert "aliases" in refused(team, "\n".join(lines)).err


def test_a_folder_instead_of_a_file_is_bad_input(team: Cli):
    ran = team("send", str(team.folder))
    assert ran.code == 2
    assert str(team.folder) in ran.err


def test_a_missing_file_is_not_found(team: Cli):
    ran = team("send", "--as", "alice", "nowhere.yaml")
    assert (ran.code, ran.out) == (3, "")
    assert "nowhere.yaml" in ran.err


def test_an_unknown_sender_is_not_found(team: Cli):
    ran = team("send", "--as", "zoe", team.file("m.json", json.dumps(freeform())))
    assert (ran.code, ran.out) == (3, "")
    assert "renkei agent add zoe" in ran.err


def test_a_message_over_a_megabyte_is_bad_input(team: Cli):
    assert "1048576" in refused(team, json.dumps(freeform("x" * (MEGABYTE + 1)))).err


def test_a_message_just_under_a_megabyte_is_taken(team: Cli):
    body = "x" * (MEGABYTE - 4096)
    assert team.json("message", team.send(freeform(body)))["payload"]["body"] == body


@pytest.mark.parametrize("words", [["m.json"], ["--lines", "-"]])
def test_fifty_megabytes_are_refused_without_reading_them_all(team: Cli, words: list[str]):
    (team.folder / "m.json").write_bytes(b'{"type": "' + b"x" * (50 * MEGABYTE))
    with (team.folder / "m.json").open("rb") as stdin:
        done = subprocess.run(
            [COMMAND, "send", *words],
            cwd=team.folder,
            stdin=stdin,
            capture_output=True,
            preexec_fn=_with_little_memory,
            timeout=60,
        )
    assert done.returncode == 2, done.stderr
    assert b"2097152" in done.stderr
    assert team.log()[-1]["seq"] == 4


def _with_little_memory() -> None:
    """Room for Python and what it imports, not for 50 MB and their decoded copy beside it."""
    resource.setrlimit(resource.RLIMIT_DATA, (120 * MEGABYTE, 120 * MEGABYTE))


@pytest.mark.parametrize("content", ["{", json.dumps(freeform(to="nobody"))])
def test_in_a_folder_without_a_store_nothing_is_left_behind(renkei: Cli, content: str):
    assert renkei("send", "-", stdin=content.encode()).code == 2
    assert list(renkei.folder.iterdir()) == []


def test_a_word_that_is_no_text_is_bad_input(team: Cli):
    ran = real("message", b"\xff".decode("utf-8", "surrogateescape"), folder=team.folder)
    assert ran.code == 2
    assert "UTF-8" in ran.err


def test_an_unreadable_file_is_bad_input(team: Cli, tmp_path: Path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    ran = team("send", str(loop))
    assert ran.code == 2
    assert str(loop) in ran.err
