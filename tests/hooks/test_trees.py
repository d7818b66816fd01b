"""A result is about the project (DEC-43): the work tree that its agent was started in, and no other repository."""

import json
from pathlib import Path

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST, LIE, git, hook, report, repository, stop

NEW = report("src/new.py:1")


def with_new_file(tree: Path) -> Path:
    (tree / "src/new.py").write_text("def login(user):\n", "utf-8")
    return tree


@pytest.fixture
def linked(client: Client, tmp_path: Path) -> Path:
    git(client.folder, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    return with_new_file(tmp_path / "linked")


def of_project(client: Client, folder: Path, text: str) -> object:
    """A stop as a client sends it whose project this is, wherever the agent has gone."""
    return client.answer(stop(folder, text), env={"CLAUDE_PROJECT_DIR": str(client.folder)})


@pytest.mark.req("DEC-43")
def test_a_linked_work_tree_of_the_project_is_the_tree(client: Client, linked: Path):
    client.start(linked)
    assert of_project(client, linked, NEW) is None


@pytest.mark.req("DEC-43", refused=True)
def test_another_repository_that_the_agent_is_in_proves_nothing(client: Client, tmp_path: Path):
    other = with_new_file(repository(tmp_path / "other"))
    answer = of_project(client, other, NEW)
    assert isinstance(answer, dict)
    assert "src/new.py:1" in answer["reason"]
    assert of_project(client, other, HONEST) is None


@pytest.mark.req("DEC-43")
@pytest.mark.parametrize("kind", ["submodule", "nested"])
def test_a_repository_inside_the_project_is_seen_from_the_projects_root(client: Client, tmp_path: Path, kind: str):
    inside = client.folder / "inside"
    if kind == "submodule":
        git(client.folder, "submodule", "--quiet", "add", str(repository(tmp_path / "other")), "inside")
    else:
        repository(inside)
    with_new_file(inside)
    assert of_project(client, inside, report("inside/src/new.py:1")) is None
    (claim,) = client.renkei.json("claims")["claims"]
    assert claim["path"] == "inside/src/new.py"


@pytest.mark.req("DEC-43", refused=True)
def test_a_work_tree_that_the_agent_went_to_later_proves_nothing(client: Client, linked: Path):
    client.start(client.folder)
    assert of_project(client, linked, NEW) is not None


@pytest.mark.req("DEC-43", refused=True)
def test_where_it_began_is_not_for_the_agent_to_say(client: Client, tmp_path: Path):
    other = with_new_file(repository(tmp_path / "other"))
    client.start(client.folder)
    line = {
        "what": "started",
        "id": "1",
        "at": "now",
        "agent_id": AGENT,
        "agent": "code-explorer",
        "folder": str(other),
    }
    with (client.folder / ".renkei/sessions/session-1.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    assert of_project(client, client.folder, NEW) is not None


@pytest.mark.req("DEC-43")
def test_when_the_work_tree_is_gone_the_project_is_the_tree(client: Client, linked: Path):
    client.start(linked)
    git(client.folder, "worktree", "remove", "--force", str(linked))
    assert of_project(client, linked, HONEST) is None
    assert of_project(client, linked, NEW) is not None


@pytest.mark.req("DEC-43", refused=True)
@pytest.mark.parametrize("link", ["gitdir: {common}/worktrees/linked", "gitdir: /nowhere", "\x00", "nonsense"])
def test_a_folder_that_only_says_it_belongs_to_the_project_proves_nothing(
    client: Client, linked: Path, tmp_path: Path, link: str
):
    fake = tmp_path / "fake"
    (fake / "src").mkdir(parents=True)
    (with_new_file(fake) / ".git").write_text(link.format(common=client.folder / ".git"), "utf-8")
    assert of_project(client, fake, NEW) is not None


@pytest.mark.req("DEC-43")
def test_a_part_of_a_repository_has_its_part_of_the_linked_work_tree(client: Client, linked: Path):
    client.renkei.enter(client.folder / "src")
    client.renkei.ok("--project", ".", "init", "--claude", "--mode", "enforce")
    env = {"CLAUDE_PROJECT_DIR": str(client.folder / "src")}
    assert client.answer(stop(linked, report("new.py:1")), env) is None
    assert client.answer(stop(linked, LIE), env)["decision"] == "block"


@pytest.mark.req("DEC-43", refused=True)
@pytest.mark.parametrize("folder", ["/nonexistent", "/nonexistent/src"])
def test_a_folder_that_is_not_there_hides_no_lie(client: Client, folder: str):
    told = {**stop(client.folder, LIE), "cwd": folder}
    assert hook(told, folder=client.folder).document["decision"] == "block"


@pytest.mark.req("DEC-43")
def test_a_folder_that_is_not_there_makes_no_honest_result_false(client: Client):
    told = {**stop(client.folder, HONEST), "cwd": "/nonexistent"}
    assert hook(told, folder=client.folder).out == ""
