"""`renkei agent`: members of the team."""

import pytest

from tests.support.cli_run import Cli, files_in


def test_nobody_is_on_the_team_at_first(renkei: Cli):
    assert "renkei agent add NAME --role ROLE" in renkei.ok("agent", "list").out
    assert renkei.json("agent", "list") == []


def test_a_member_joins(renkei: Cli):
    ran = renkei.ok("agent", "add", "bob", "--role", "builder", "--model", "opus")
    assert ran.out == "bob is on the team as builder.\n"
    assert renkei.json("agent", "list") == [{"name": "bob", "role": "builder", "model": "opus", "token": None}]


def test_adding_the_same_member_again_changes_nothing(team: Cli):
    ran = team.ok("agent", "add", "bob", "--role", "builder")
    assert ran.out == "bob is on the team as builder already; nothing changed.\n"
    assert team.log()[-1]["seq"] == 4


def test_scripts_are_told_whether_something_changed(team: Cli):
    added = {"name": "zoe", "role": "tester", "model": None}
    assert team.json("agent", "add", "zoe", "--role", "tester") == {**added, "changed": True}
    assert team.json("agent", "add", "zoe", "--role", "tester") == {**added, "changed": False}


def test_a_role_can_be_changed(team: Cli):
    team.ok("agent", "add", "bob", "--role", "reviewer")
    assert team.json("agent", "list")[-1] == {"name": "bob", "role": "reviewer", "model": None, "token": None}
    assert len(team.json("agent", "list")) == 3


def test_the_team_is_a_table_for_people(team: Cli):
    lines = [line.split() for line in team.ok("agent", "list").out.splitlines()]
    assert lines == [
        ["Name", "Role", "Model", "Token"],
        ["lead", "lead", "-", "-"],
        ["alice", "designer", "-", "-"],
        ["bob", "builder", "-", "-"],
    ]


def test_a_member_leaves(team: Cli):
    assert "bob is off the team" in team.ok("agent", "remove", "bob").out
    assert [member["name"] for member in team.json("agent", "list")] == ["lead", "alice"]
    assert team("inbox", "bob").code == 3
    assert team("agent", "remove", "bob").code == 3


def test_leaving_is_a_document_for_scripts(team: Cli):
    assert team.json("agent", "remove", "bob") == {"agent": "bob", "removed": True}


def test_a_token_stands_alone_on_standard_output(team: Cli):
    ran = team.ok("agent", "token", "bob")
    assert ran.out.startswith("rnk_")
    assert len(ran.out.split()) == 1
    assert "RENKEI_TOKEN" in ran.err


def test_a_token_for_scripts(team: Cli):
    ran = team.ok("agent", "token", "bob", "--json")
    assert ran.err == ""
    assert (ran.document["agent"], ran.document["token"][:4]) == ("bob", "rnk_")


def test_a_token_is_kept_nowhere(team: Cli):
    token = team.ok("agent", "token", "bob").out.strip().encode()
    assert token not in b"".join(path.read_bytes() for path in (team.folder / ".renkei").iterdir())


@pytest.mark.parametrize("name", ["system", "person", "all", "general", "System", "*"])
def test_a_name_of_renkeis_own_is_bad_input(team: Cli, name: str):
    ran = team("agent", "add", name, "--role", "r")
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("name", ["", " ", "two words", "-x", "#bob", "a/b", "x" * 65, "a\x1bb"])
def test_a_name_that_no_agent_can_have_is_bad_input(team: Cli, name: str):
    assert team("agent", "add", "--role", "r", "--", name).code == 2


@pytest.mark.parametrize("name", ["日本語", "x" * 64, "a.b-c_d", "7"])
def test_a_name_may_be_of_any_script(team: Cli, name: str):
    team.ok("agent", "add", name, "--role", "r")
    assert team.json("agent", "list")[-1]["name"] == name


def test_a_name_that_a_channel_has_is_bad_input(team: Cli):
    team.ok("chat", "design", "hello")
    assert team("agent", "add", "design", "--role", "r").code == 2


@pytest.mark.parametrize("role", ["", " ", "a\x00b"])
def test_a_role_has_to_say_something(team: Cli, role: str):
    ran = team("agent", "add", "zoe", "--role", role)
    assert ran.code == 2
    assert "role" in ran.err


@pytest.mark.parametrize("verb", ["remove", "token"])
def test_an_unknown_agent_is_not_found(team: Cli, verb: str):
    ran = team("agent", verb, "zoe")
    assert (ran.code, ran.out) == (3, "")
    assert "zoe" in ran.err


@pytest.mark.parametrize("words", [[], ["add"], ["add", "zoe"], ["promote", "zoe"], ["list", "zoe"]])
def test_bad_usage_names_what_is_missing(team: Cli, words: list[str]):
    ran = team("agent", *words)
    assert (ran.code, ran.out) == (2, "")
    assert "--help" in ran.err


@pytest.mark.parametrize(
    "words", [["add", "system", "--role", "r"], ["add", "a b", "--role", "r"], ["remove", "zoe"], ["token", "zoe"]]
)
def test_what_fails_in_a_folder_without_a_store_leaves_none(renkei: Cli, words: list[str]):
    assert renkei("agent", *words).code in (2, 3)
    assert files_in(renkei.folder) == []
