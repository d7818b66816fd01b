"""The rules for every command: help, version, global flags, bad usage."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from renkei import __version__
from renkei.entrypoints.cli import COMMANDS
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli, real

HEAVY = ["asyncio", "pydantic", "renkei.review", "rich", "sqlite3", "yaml"]

READING = [
    ["agent", "list"],
    ["board"],
    ["board", "--since", "1"],
    ["inbox", "bob"],
    ["message", "MSG-5"],
    ["chat"],
    ["chat", "general"],
    ["log", "--stats"],
    ["verify-store"],
    ["schema"],
    ["schema", "draft"],
    ["doctor"],
]
WRITING = [
    ["agent", "add", "zoe", "--role", "tester"],
    ["agent", "remove", "bob"],
    ["agent", "token", "bob"],
    ["board", "set", "goal=g"],
    ["chat", "general", "hello"],
    ["inbox", "bob", "--handled"],
    ["turn", "start", "bob"],
    ["redact", "MSG-5"],
    ["export", "-o", "log.jsonl"],
]


def test_the_real_command_tells_its_version(renkei: Cli):
    ran = real("--version", folder=renkei.folder)
    assert (ran.code, ran.out, ran.err) == (0, f"renkei {__version__}\n", "")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(renkei: Cli, flag: str):
    ran = renkei.ok(flag)
    assert all(f"  {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(renkei: Cli, command: str):
    ran = renkei.ok(command, "--help")
    assert ran.out.startswith(f"usage: renkei {command}")
    assert ran.err == ""


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["--help", "--lang", "ja"]], ids=" ".join)
def test_help_and_version_import_nothing_heavy(renkei: Cli, words: list[str]):
    assert _loaded_of(HEAVY, words, renkei.folder) == []


@pytest.mark.parametrize("set_up", [["agent", "add", "ann", "--role", "lead"], ["init", "--claude"]], ids=" ".join)
def test_who_looks_at_tables_alone_loads_no_models(renkei: Cli, set_up: list[str]):
    renkei.ok(*set_up)
    assert _loaded_of(("pydantic", "pydantic_core"), ["runs"], renkei.folder) == []


def _loaded_of(names: Sequence[str], words: list[str], folder: Path) -> list[str]:
    """Which of these a command imports."""
    program = f"""
import json, sys
before = set(sys.modules)
from renkei.entrypoints.cli import main
assert main({words!r}) == 0
print(json.dumps([name for name in {tuple(names)!r} if name in set(sys.modules) - before]), file=sys.stderr)
"""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=plain, cwd=folder, timeout=60
    )
    return json.loads(done.stderr)


def test_a_process_that_goes_on_does_not_keep_its_garbage():
    program = """
import gc, weakref
from renkei.entrypoints.cli import main
main(["--version"])
class Thing: pass
kept = []
for _ in range(200_000):
    thing = Thing()
    thing.itself = thing
    kept.append(weakref.ref(thing))
print(sum(each() is not None for each in kept))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert int(done.stdout.split()[-1]) < 20_000


def test_no_command_is_bad_usage_with_help(renkei: Cli):
    ran = renkei()
    assert ran.code == 2
    assert "verify-store" in ran.out + ran.err


@pytest.mark.parametrize("words", [["gossip"], ["--gossip"], ["--json", "gossip"], ["Board"], [""], ["../board"]])
def test_an_unknown_command_is_bad_usage(renkei: Cli, words: list[str]):
    ran = renkei(*words)
    assert ran.code == 2
    assert "renkei --help" in ran.err


@pytest.mark.parametrize(("typed", "meant"), [("reveiw", "review"), ("Board", "board"), ("chek", "check")])
def test_the_nearest_command_is_named(renkei: Cli, typed: str, meant: str):
    ran = renkei(typed)
    assert (ran.code, f"renkei {meant}?" in ran.err) == (2, True)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_a_command_too(renkei: Cli, command: str):
    typed = filter(None, ["help", command])
    assert renkei.ok(*typed).out == renkei.ok(*filter(None, [command, "--help"])).out


def test_help_of_an_unknown_command_names_the_nearest(renkei: Cli):
    ran = renkei("help", "reveiw")
    assert (ran.code, "renkei review?" in ran.err) == (2, True)


@pytest.mark.parametrize("words", [["board", "--gossip"], ["board", "extra"], ["send"], ["inbox"], ["message"]])
def test_bad_usage_of_a_command_names_what_is_wrong(renkei: Cli, words: list[str]):
    ran = renkei(*words)
    assert (ran.code, ran.out) == (2, "")
    assert f"renkei {words[0]}" in ran.err


def test_bad_usage_is_a_document_for_scripts(renkei: Cli):
    ran = renkei("board", "--gossip", "--json")
    assert (ran.code, ran.document["error"]["exit_code"]) == (2, 2)


@pytest.mark.parametrize("flag", ["--lang", "--store", "--project"])
def test_a_global_flag_without_its_value_is_bad_usage(renkei: Cli, flag: str):
    ran = renkei("board", flag)
    assert (ran.code, ran.out) == (2, "")
    assert flag in ran.err


@pytest.mark.parametrize("words", [["--lang", "fr", "board"], ["board", "--lang", "fr"]])
def test_a_language_that_is_not_spoken_is_bad_input(renkei: Cli, words: list[str]):
    ran = renkei(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "'fr'" in ran.err
    assert renkei("board", env={"RENKEI_LANG": "fr"}).code == 2


def test_nothing_is_abbreviated(team: Cli):
    for words in (["board", "--js"], ["agent", "add", "zoe", "--ro", "r"], ["log", "--sin", "3"]):
        assert team(*words).code == 2


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_global_flags_stand_before_or_after_the_commands_words(team: Cli, words: list[str]):
    team.send(freeform())
    flags = ["--json", "--lang=en", "--project", str(team.folder), "--store", f"sqlite:///{team.store}"]
    before, after = team.ok(*flags, *words), team.ok(*words, *flags)
    between = team.ok("--json", words[0], *flags[1:], *words[1:])
    assert before == after == between


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_with_json_standard_output_is_exactly_one_document(team: Cli, words: list[str]):
    team.send(freeform())
    ran = team.ok(*words, "--json")
    json.loads(ran.out)


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_every_command_has_something_to_say_to_people(team: Cli, words: list[str]):
    team.send(freeform())
    ran = team.ok(*words)
    assert (ran.out + ran.err).strip()


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_every_command_speaks_japanese_without_failing(team: Cli, words: list[str]):
    team.send(freeform())
    team.ok(*words, "--lang", "ja")


@pytest.mark.parametrize("words", [["board", "--lang"], ["--store"], ["--project"]])
def test_a_global_flag_without_its_value_is_said_in_our_own_words(renkei: Cli, words: list[str]):
    ran = renkei("--json", *words)
    assert ran.code == 2
    assert ran.document["error"]["message"].endswith("expected one argument. See: renkei --help")
    assert renkei(*words, env={"RENKEI_LANG": "ja"}).err.endswith("値が 1 つ必要です。参照: renkei --help\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["runs", "list", "nonsense"], "unrecognized arguments: nonsense. See: renkei runs list --help"),
        (["sdd", "status", "--bogus"], "unrecognized arguments: --bogus. See: renkei sdd status --help"),
        (["agent", "add"], "required: NAME, --role. See: renkei agent add --help"),
        (["policy", "why", "lead"], "required: read|edit|write|run|search|start, PATH."),
        (["sdd", "resolve", "f"], "required: accept|again."),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_wrong_usage_is_told_in_the_words_of_the_help_of_that_verb(renkei: Cli, words: list[str], told: str):
    ran = renkei(*words)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize("line", ['lang = "fr"', 'store = "mysql://x"', "changes = -1", "changes = true"])
def test_a_bad_value_in_a_file_names_the_file_and_the_key(renkei: Cli, line: str):
    folder = renkei.folder / ".renkei"
    folder.mkdir()
    (folder / "config.toml").write_text(line, encoding="utf-8")
    ran = renkei("board")
    assert ran.code == 2
    assert f"config.toml: {line.split()[0]} cannot be" in ran.err


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["--project", "", "gc"], "--project"),
        (["--store=", "board"], "--store"),
        (["board", "--lang", ""], "--lang"),
        (["send", "m.json", "--key", ""], "--key"),
        (["review", "--agents="], "--agents"),
        (["review", ""], "renkei: renkei review"),
        (["agent", "add", "", "--role", "dev"], "renkei: renkei agent add"),
    ],
    ids=" ".join,
)
def test_an_empty_value_is_not_taken_as_none(team: Cli, words: list[str], place: str):
    """As a script gives it whose variable is not set: another project or store, or no key at all, is not meant."""
    before = team.ok("log").out
    ran = team(*words)
    assert (ran.code, ran.out) == (2, "")
    assert f"{place}: expected a value, and not an empty one." in ran.err
    assert team.ok("log").out == before
