"""Which project a hook is about, where the client does not name it: the one that it was started in (DEC-52)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import event, git, hook, init, repository, run


def make_nested(client: Client, kind: str) -> Path:
    nested = client.folder / "nested"
    if kind == "empty .git":
        (nested / ".git").mkdir(parents=True)
    elif kind == "submodule":
        git(client.folder, "submodule", "--quiet", "add", str(repository(client.folder.parent / "other")), "nested")
    else:
        repository(nested)
    return nested


NESTED: dict[str, tuple[dict[str, Any], str]] = {
    "code": ({"tool_name": "Bash", "tool_input": {"command": "echo x > ../src/f1.py"}}, "LEAD-1"),
    "switch": ({"tool_name": "Bash", "tool_input": {"command": "touch ../.renkei/off"}}, "DEC-52"),
    "hooks": ({"tool_name": "Bash", "tool_input": {"command": "echo x > ../.codex/hooks.json"}}, "DEC-52"),
    "patch": (
        {
            "tool_name": "apply_patch",
            "tool_input": {"command": "*** Begin Patch\n*** Add File: ../src/n.py\n+x\n*** End Patch\n"},
        },
        "LEAD-1",
    ),
}


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("kind", ["repository", "submodule", "empty .git"])
@pytest.mark.parametrize("asked", NESTED)
def test_a_repository_that_an_agent_made_is_no_way_out_of_the_project(client: Client, kind: str, asked: str):
    call, rule = NESTED[asked]
    nested = make_nested(client, kind)
    assert f"[{rule}]" in send(client, client.folder, call, cwd=nested)["reason"]
    settings = nested / ".renkei/hook.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"mode": "observe", "store": "x.db", "lang": "en"}), "utf-8")
    assert f"[{rule}]" in send(client, client.folder, call, cwd=nested)["reason"]


def send(client: Client, folder: Path, call: dict[str, Any], *, cwd: Path) -> Any:
    """As Codex calls it: in the folder that it was started in, about another that the agent chose."""
    given = event("PreToolUse", cwd, **{"agent_id": "", "agent_type": "", **call})
    ran = hook(given, "--client", "codex", folder=folder)
    return json.loads(ran.out) if ran.out else None


@pytest.mark.req("DEC-52")
def test_a_project_inside_another_that_codex_was_started_in_is_that_project(client: Client):
    nested = make_nested(client, "repository")
    ran = run("init", "--codex", folder=nested)
    assert ran.code == 0, ran.err
    (call, _) = NESTED["code"]
    assert send(client, client.folder, call, cwd=nested)["decision"] == "block"
    assert "decision" not in (send(client, nested, call, cwd=nested) or {})


@pytest.mark.req("DEC-52", refused=True)
def test_another_project_that_an_agent_goes_to_has_no_say(client: Client, tmp_path: Path):
    other = repository(tmp_path / "elsewhere")
    init(other)
    call = {"tool_name": "Bash", "tool_input": {"command": f"touch '{client.folder}/.renkei/off'"}}
    assert "[DEC-52]" in send(client, client.folder, call, cwd=other)["reason"]


@pytest.mark.req("DEC-52")
def test_started_outside_of_any_project_the_folder_of_the_event_tells_it(client: Client, tmp_path: Path):
    (call, rule) = NESTED["code"]
    assert f"[{rule}]" in send(client, tmp_path, call, cwd=make_nested(client, "repository"))["reason"]


def test_an_empty_git_folder_above_hides_no_project_that_was_set_up(tmp_path: Path):
    (tmp_path / ".git").mkdir()
    project = tmp_path / "project"
    project.mkdir()
    init(project)
    call = event("PreToolUse", project, agent_id="", tool_name="Write", tool_input={"file_path": ".renkei/off"})
    assert "would have refused this" in hook(call, folder=project).out
