"""What a command would make of pyproject.toml, and what a diff shows, is worked out before it runs."""

from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import event, git

BOUND = '[project]\nname = "x"\nversion = "1.0.0"\n\n[tool.renkei.verify]\ncommands = ["make test"]\n'


def call(client: Client, command: str, agent: str = "backend-specialist") -> Any:
    who = {"agent_id": f"id-{agent}" if agent else "", "agent_type": agent}
    return client.answer(event("PreToolUse", client.folder, tool_name="Bash", tool_input={"command": command}, **who))


@pytest.fixture
def bound(client: Client) -> Client:
    for name, text in (("pyproject.toml", BOUND), ("same.toml", BOUND), ("looser.toml", BOUND.replace("make", "true"))):
        (client.folder / name).write_text(text, "utf-8")
    git(client.folder, "add", "pyproject.toml")
    git(client.folder, "commit", "--quiet", "--message", "bound")
    return client


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "sed -i s/1.0.0/1.0.1/ pyproject.toml",
        "sed -i -E -e 's/^version = .*/version = \"2.0.0\"/' ./pyproject.toml",
        "cat >> pyproject.toml <<'EOF'\n[tool.ruff]\nline-length = 120\nEOF",
        "echo '[tool.black]' >> pyproject.toml",
        "cp same.toml pyproject.toml",
        "git restore pyproject.toml",
        "git checkout -- pyproject.toml",
        "git checkout HEAD -- pyproject.toml",
    ],
)
def test_what_leaves_the_table_alone_is_let_through(bound: Client, command: str):
    assert call(bound, command) is None


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "sed -i 's/make/true/' pyproject.toml",
        "sed -i '/verify/,$d' pyproject.toml",
        "sed -i '1w looser' pyproject.toml",
        "sed -i '1e touch x' pyproject.toml",
        "sed -i.bak s/a/b/ pyproject.toml",
        "cat >> pyproject.toml <<'EOF'\ntimeout = 9\nEOF",
        "echo 'timeout = 9' >> pyproject.toml",
        "cp looser.toml pyproject.toml",
        "cp looser.toml same.toml && cp same.toml pyproject.toml",
        "python3 x.py; cp same.toml pyproject.toml",
        "git restore -s HEAD~1 pyproject.toml",
        "git checkout HEAD~1 -- pyproject.toml",
        "git checkout nowhere -- pyproject.toml",
        "echo '[project]' > pyproject.toml",
    ],
)
def test_what_changes_the_table_or_cannot_be_told_is_refused(bound: Client, command: str):
    assert "[DEC-52]" in call(bound, command)["reason"]
    assert (bound.folder / "pyproject.toml").read_text("utf-8") == BOUND
    assert not (bound.folder / "looser").exists()


@pytest.mark.req("LEAD-2", "LEAD-10")
def test_the_lead_looks_at_a_diff_within_its_limits(client: Client):
    (client.folder / "src/app.py").write_text("x = 2\n", "utf-8")
    assert call(client, "git diff", agent="") is None
    assert call(client, "git show HEAD", agent="") is None
    (client.folder / "src/app.py").write_text("".join(f"x = {at}\n" for at in range(250)), "utf-8")
    assert "[LEAD-2]" in call(client, "git diff HEAD", agent="")["reason"]


@pytest.mark.req("LEAD-2", refused=True)
@pytest.mark.parametrize(
    "command", ["git diff --output=x", "git diff --outpu=x", "git diff --ext-diff", "git diff -O x"]
)
def test_a_diff_that_writes_or_runs_something_is_not_asked_beforehand(client: Client, command: str):
    (client.folder / "src/app.py").write_text("x = 2\n", "utf-8")
    assert call(client, command, agent="")["decision"] == "block"
    assert not (client.folder / "x").exists()


@pytest.mark.req("SDD-14", refused=True)
def test_tools_are_called_as_the_projects_steering_says(client: Client):
    assert call(client, "pytest -q") is None
    (client.folder / "steering").mkdir()
    (client.folder / "steering/tech.md").write_text("## Common Commands\n- Test: `uv run pytest`\n", "utf-8")
    assert "uv run pytest (steering/tech.md). [SDD-14]" in call(client, "pytest -q")["reason"]
    assert call(client, "uv run pytest -q") is None


@pytest.mark.req("SDD-14", refused=True)
def test_a_tool_behind_a_script_of_the_project_is_called_by_the_script(client: Client):
    (client.folder / "steering").mkdir()
    (client.folder / "steering/tech.md").write_text("## Common Commands\n- Test: `npm test`\n", "utf-8")
    assert call(client, "npx jest") is None
    (client.folder / "package.json").write_text('{"scripts": {"test": "jest"}}', "utf-8")
    assert "npm test (steering/tech.md). [SDD-14]" in call(client, "npx jest")["reason"]
    assert call(client, "npm test") is None
