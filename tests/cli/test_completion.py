"""`renkei completion`: what bash offers is tried in bash; zsh and fish are given the same words."""

import subprocess

import pytest

from renkei.entrypoints.cli import COMMANDS
from tests.support.cli_run import Cli

KINDS = "scripted tools claude codex gemini opencode acp"

OFFER = """
eval "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_renkei
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(script: str, *words: str) -> set[str]:
    ran = subprocess.run(
        ["bash", "-c", OFFER, "-", script, "renkei", *words], capture_output=True, text=True, timeout=60
    )
    assert ran.stderr == ""
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rev"], {"review"}),
        (["--lang", "ja", "boa"], {"board"}),
        (["board", "re"], {"resolve"}),
        (["runs", "list", "--"], {"--limit"}),
        (["run", "--agents", ""], set(KINDS.split())),
        (["review", "--format", "s"], {"sarif"}),
        (["help", "verify"], {"verify-store"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["gossip", ""], set[str]()),
    ],
)
def test_bash_offers_what_may_stand_there(renkei: Cli, words: list[str], expected: set[str]):
    assert offered(renkei.ok("completion", "bash").out, *words) == expected


def test_bash_offers_every_command_first(renkei: Cli):
    assert set(COMMANDS) < offered(renkei.ok("completion", "bash").out, "")


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("zsh", f'"run "*" --agents") offered=({KINDS}) ;;'),
        ("zsh", "'list:every run, the newest first'"),
        ("fish", "complete -c renkei -n '__renkei_at runs' -f -a list -d 'every run, the newest first'"),
        ("fish", f"complete -c renkei -n '__renkei_at run' -l agents -x -a '{KINDS}'"),
    ],
)
def test_other_shells_are_told_the_same_with_its_meaning(renkei: Cli, shell: str, line: str):
    assert line in renkei.ok("completion", shell).out


def test_an_unknown_shell_is_bad_usage(renkei: Cli):
    ran = renkei("completion", "tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert "fish" in ran.err
