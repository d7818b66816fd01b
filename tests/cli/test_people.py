"""`renkei person`, and what `renkei serve` asks for before other machines reach it."""

import json
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.web_certificate import make_certificate


def test_the_command_line_adds_lists_and_removes(team: Cli):
    made = json.loads(team.ok("--json", "person", "add", "kim", "--role", "viewer", "--expires", "8h").out)
    assert (made["name"], made["role"], made["token"][:4]) == ("kim", "viewer", "rnk_")
    assert "kim" in team.ok("person", "list").out
    token = team.ok("agent", "token", "bob").out.strip()
    ran = team("person", "add", "eve", "--role", "operator", env={"RENKEI_TOKEN": token})
    assert (ran.code, "[ACTOR-3]" in ran.err) == (4, True)
    assert "kim" in team.ok("person", "remove", "kim").out
    assert json.loads(team.ok("--json", "person", "list").out) == []
    assert team("person", "remove", "kim").code == 3


@pytest.mark.req("UI-2", refused=True)
def test_are_not_answered_without_tls_or_a_word_nor_without_names(team: Cli, tmp_path: Path):
    certificate = make_certificate(tmp_path)
    for flags, said in (
        ((), "--tls-cert"),
        (("--plain-http",), "renkei person add"),
        (certificate, "renkei person add"),
        (certificate[:2], "belong together"),
        (("--tls-cert", str(tmp_path / "no"), "--tls-key", str(tmp_path / "no")), "renkei person add"),
    ):
        ran = team("serve", "--port", "0", "--address", "0.0.0.0", *flags)  # noqa: S104 - refused
        assert (ran.code, said in ran.err) == (2, True), ran.err
    team.ok("person", "add", "kim", "--role", "viewer")
    flags = ("--tls-cert", str(tmp_path / "no"), "--tls-key", str(tmp_path / "no"))
    assert "cannot be used" in team("serve", "--port", "0", "--address", "0.0.0.0", *flags).err  # noqa: S104
    assert team("serve", "--address", "example.org").code == 2
