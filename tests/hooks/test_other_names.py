"""What binds is known under every name that leads to it, and in every list of files that a command is handed."""

import json
import os
import sysconfig
from typing import Any

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import event, git

SETTINGS = ".claude/settings.local.json"


def ask(client: Client, tool: str, **given: Any) -> str:
    """Why a builder may not; nothing where it may."""
    answer = client.answer(
        event("PreToolUse", client.folder, agent_type="backend-specialist", tool_name=tool, tool_input=given)
    )
    return answer["reason"] if answer else ""


@pytest.mark.req("DEC-52", refused=True)
def test_a_hard_link_to_a_guarded_file_is_written_by_nobody(client: Client):
    os.link(client.folder / SETTINGS, client.folder / "plain.json")
    assert "[DEC-52]" in ask(client, "Write", file_path="plain.json", content="{}")
    assert "[DEC-52]" in ask(client, "Bash", command="echo > plain.json")
    os.link(client.folder / "src/app.py", client.folder / "same.py")
    assert ask(client, "Write", file_path="same.py", content="x") == ""


@pytest.mark.req("DEC-52", refused=True)
def test_nor_does_another_server_get_it_by_a_link(client: Client):
    (client.folder / "way").symlink_to(".claude")
    assert "[DEC-52]" in ask(client, "mcp__files__move", source="x", destination="way/settings.local.json")
    assert ask(client, "mcp__files__move", source="x", destination="src/y.py") == ""


@pytest.mark.req("DEC-52", refused=True)
def test_nobody_takes_the_hooks_out_of_a_plugin_in_the_project(renkei: Cli):
    renkei.ok("init", "--claude", "--plugin", "tools/plugin", "--mode", "enforce")
    client = Client(renkei)
    assert json.loads((renkei.folder / ".renkei/hook.json").read_text("utf-8"))["plugin"]
    assert "[DEC-52]" in ask(client, "Write", file_path="tools/plugin/hooks/hooks.json", content="{}")
    assert "[DEC-52]" in ask(client, "Bash", command="rm -rf tools/plugin")
    assert ask(client, "Write", file_path="tools/other.json", content="{}") == ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("name", ["x.pth", "sitecustomize.py", "usercustomize.py"])
def test_nobody_has_every_python_of_ours_run_its_code(client: Client, name: str):
    path = f"{sysconfig.get_path('purelib')}/{name}"
    assert "[DEC-52]" in ask(client, "Write", file_path=path, content="import os")
    assert "[DEC-52]" in ask(client, "Bash", command=f"echo 'import os' > {path}")
    assert "[DEC-52]" in ask(client, "Bash", command=f"cp src/app.py {path}")
    assert "[DEC-52]" in ask(client, "Bash", command=f"ln -s $PWD/src/app.py {path}")
    assert ask(client, "Write", file_path=f"lib/{name}", content="import os") == ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "ls -a | xargs rm -rf",
        "ls -A . | grep claude$ | xargs rm -rf",
        "for f in $(ls -a); do rm -rf $f; done",
        "git ls-files | xargs rm",
        "git ls-files | grep claude | xargs rm -f",
        "git ls-files | grep -v src | xargs rm -f",
        "git ls-files '*.json' | xargs rm",
        "fd settings -H -x rm",
        "fd -H settings | xargs rm",
    ],
)
def test_no_list_of_files_hands_a_guarded_one_on(client: Client, command: str):
    git(client.folder, "add", "--force", ".claude")
    assert "[DEC-52]" in ask(client, "Bash", command=command)


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "ls *.log | xargs rm",
        "ls src | xargs -I{} rm src/{}",
        "git ls-files '*.py' | xargs sed -i s/a/b/",
        "git ls-files | grep '\\.py$' | xargs sed -i s/a/b/",
        "git ls-files | grep '^src/' | xargs ruff format",
        "git ls-files src | xargs rm",
        "git ls-files | xargs wc -l",
        "fd -e py -x ruff format",
        "fd -H test_ -x rm",
    ],
)
def test_lists_without_one_are_handed_on(client: Client, command: str):
    assert ask(client, "Bash", command=command) == ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "grep -rl enforce . > names; xargs -a names sed -i s/enforce/observe/",
        "find . -name hook.json > names; xargs rm < names",
        "find . -name hook.json | tee names; while read -r f; do rm $f; done < names",
        "git clean -ndX | sed 's/Would remove //' | xargs rm -rf",
        "git status --porcelain --ignored | cut -c4- | xargs rm -rf",
        "du -a . | cut -f2 | grep hook.json | xargs rm",
        "find . -type d -name '?renkei' | xargs rm -rf",
        "find . -type d -path './?claude' -exec rm -rf {} +",
    ],
)
def test_a_list_that_the_command_makes_itself_hands_no_guarded_file_on(client: Client, command: str):
    assert "[DEC-52]" in ask(client, "Bash", command=command)


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "find src -name '*.py' > names; xargs sed -i s/a/b/ < names",
        "git status --porcelain | cut -c4- | xargs ruff check",
        "du -a src | sort -n | tail",
        "git diff --name-only > names; xargs black < names",
        "find . -type d -name __pycache__ -exec rm -rf {} +",
        "find . -name node_modules -type d -prune | xargs rm -rf",
    ],
)
def test_other_lists_are_handed_on(client: Client, command: str):
    assert ask(client, "Bash", command=command) == ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "path",
    [
        "/etc/claude-code/managed-settings.json",
        "/etc/gemini-cli/settings.json",
        "/etc/codex/requirements.toml",
        "/elsewhere/claude/settings.json",
        "/elsewhere/codex/config.toml",
        "/elsewhere/gemini.json",
    ],
)
def test_a_clients_settings_are_guarded_wherever_they_are(client: Client, path: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere/claude")
    monkeypatch.setenv("CODEX_HOME", "/elsewhere/codex/")
    monkeypatch.setenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/elsewhere/gemini.json")
    assert "[DEC-52]" in ask(client, "Write", file_path=path, content="{}")
    assert "[DEC-52]" in ask(client, "Bash", command=f"echo '{{}}' > {path}")
    assert ask(client, "Write", file_path="/elsewhere/claude/notes.md", content="x") == ""


ELSEWHERE = {"CODEX_HOME": "/elsewhere/codex", "XDG_STATE_HOME": "/elsewhere/state"}


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "echo > $CODEX_HOME/config.toml",
        "sed -i s/a/b/ ${CODEX_HOME}/hooks.json",
        'cp /dev/null "${CODEX_HOME:-x}"/hooks.json',
        "cd $CODEX_HOME && rm hooks.json",
        "sh -c 'cd $CODEX_HOME && rm hooks.json'",
        "C=$CODEX_HOME; rm $C/hooks.json",
        'python3 -c \'import os; open(os.environ["CODEX_HOME"] + "/config.toml", "w")\'',
        "cd $XDG_STATE_HOME && rm -rf renkei",
        "rm -rf $XDG_STATE_HOME",
        "S=$XDG_STATE_HOME; rm -rf $S/renkei",
    ],
)
def test_what_a_variable_leads_to_is_guarded_under_its_name(
    client: Client, command: str, monkeypatch: pytest.MonkeyPatch
):
    for name, place in ELSEWHERE.items():
        monkeypatch.setenv(name, place)
    assert "[DEC-52]" in ask(client, "Bash", command=command)


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "echo $CODEX_HOME",
        "cat $CODEX_HOME/config.toml",
        "ls $XDG_STATE_HOME",
        "mkdir -p $XDG_STATE_HOME/other",
        "CODEX_HOME=/tmp/own; mkdir -p $CODEX_HOME/x",
    ],
)
def test_what_only_looks_there_passes(client: Client, command: str, monkeypatch: pytest.MonkeyPatch):
    for name, place in ELSEWHERE.items():
        monkeypatch.setenv(name, place)
    assert ask(client, "Bash", command=command) == ""
