"""Git takes what clients and hooks go by neither away nor in, where it does not name it."""

import json
import os
from pathlib import Path

import pytest

from renkei.binding import state_file
from tests.hooks.test_agent_commits import call, commit, prompt
from tests.support.hook_client import Client
from tests.support.hook_project import git

SETTINGS = ".claude/settings.json"


@pytest.fixture
def site(client: Client) -> Client:
    """A project with a branch that switches the hooks off, and one that says other things to the client."""
    for branch, text in (("evil", {"disableAllHooks": True}), ("plain", {"permissions": {"allow": ["Bash(ls)"]}})):
        git(client.folder, "switch", "--quiet", "--create", branch, "main")
        commit(client.folder, json.dumps(text), name=SETTINGS)
        git(client.folder, "switch", "--quiet", "main")
    git(client.folder, "branch", "same")
    return client


def reason(client: Client, command: str) -> str:
    answer = call(client, command)
    return answer["reason"] if answer else ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "git stash -u",
        "git stash --include-untracked",
        "git stash push -u -m 'work'",
        "git stash push -u -- .claude",
        "git stash -a",
        "git stash save -u work",
        "git clean -fd",
        "git clean -ffdx",
        "git clean -f -d .claude",
        "git add -A && git reset --hard",
        "git add . && git stash",
        "git add -A && git commit -qm x && git checkout HEAD~1",
    ],
)
def test_what_is_not_committed_stays(site: Client, command: str):
    assert "[DEC-52]" in reason(site, command)


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "git switch --orphan new",
        "git checkout --orphan new; git reset --hard",
        "git symbolic-ref HEAD refs/heads/none && git reset --hard",
        "git update-ref -d HEAD; git stash",
    ],
)
def test_what_is_committed_stays_where_the_branch_has_no_commit(site: Client, command: str):
    assert reason(site, command) == ""
    git(site.folder, "add", "--all", "--", ".claude")
    git(site.folder, "commit", "--quiet", "--message", "settings")
    assert "[DEC-52]" in reason(site, command)
    git(site.folder, "checkout", "--quiet", "--orphan", "empty")
    assert "[DEC-52]" in reason(site, "git reset --hard")


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("command", ["git stash", "git reset --hard", "git checkout -f main", "git switch -f main"])
def test_what_was_only_added_stays(site: Client, command: str):
    git(site.folder, "add", "--all")
    answer = reason(site, command)
    assert "[DEC-52]" in answer
    assert "git stash push -- PATH" in answer


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "git stash",
        "git stash push -u -- src",
        "git stash list",
        "git clean -nd",
        "git clean -fd src",
        "git clean -fd --exclude=.claude --exclude=.mcp.json",
        "git reset --hard",
        "git reset HEAD src/app.py",
        "git add src && git commit -m x",
        "git checkout -- .",
        "git switch same",
        "git switch -c new",
        "git merge same",
        "git merge plain",
        "git checkout evil -- src/app.py",
        "git stash pop",
        "git pull",
        "git add -A && git commit -m x && git pull --rebase",
    ],
)
def test_everyday_git_goes_on(site: Client, command: str):
    assert reason(site, command) == ""


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "git reset --hard evil",
        "git merge evil",
        "git checkout evil",
        "git switch evil",
        "git switch -c new evil",
        "git rebase evil",
        "git rebase -m evil",
        "git merge -m x evil",
        "git cherry-pick evil",
        "git read-tree -u -m evil",
        "git checkout evil -- .",
        "git restore -s evil .",
    ],
)
def test_a_commit_that_switches_hooks_off_is_not_brought_in(site: Client, command: str):
    answer = reason(site, command)
    assert "[DEC-52]" in answer
    assert SETTINGS in answer


@pytest.mark.req("DEC-52", refused=True)
def test_nor_is_what_was_stashed(site: Client):
    (site.folder / SETTINGS).write_text('{"disableAllHooks": true}', "utf-8")
    git(site.folder, "stash", "push", "--include-untracked", "--", SETTINGS)
    assert "[DEC-52]" in reason(site, "git stash pop")
    assert "[DEC-52]" in reason(site, "git stash apply stash@{0}")


@pytest.mark.req("DEC-52", refused=True)
def test_hooks_that_are_gone_are_no_files_as_they_were_set(site: Client):
    assert "as you set them" in site.renkei("doctor").out
    for path in (site.folder / ".claude").glob("settings*.json"):
        path.unlink()
    said = site.renkei("doctor").out
    assert "no client has the hooks that you set up" in said
    assert "as you set them" not in said


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("command", ["find {} -name '*.json' -delete", "find {} -name '*.json' | xargs rm"])
def test_a_search_outside_reaches_no_record(
    site: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".local/state/renkei"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "x.json").write_text("{}", "utf-8")
    for place in ("~/.local/state", "~", str(tmp_path / ".local")):
        assert "[DEC-52]" in reason(site, command.format(place)), place
    assert reason(site, command.format(str(tmp_path / "other"))) == ""


@pytest.mark.req("DEC-52", refused=True)
def test_where_the_record_is_gone_the_hooks_enforce_and_the_person_is_told(site: Client):
    settings = site.folder / ".renkei/hook.json"
    assert "is gone" not in prompt(site)
    state_file(site.folder, os.environ, ".json").unlink()
    settings.write_text(settings.read_text("utf-8").replace("enforce", "observe"), "utf-8")
    (site.folder / ".renkei/off").touch()
    assert "the record of what you set for this project is gone" in prompt(site)
    assert "[DEC-52]" in reason(site, "touch .renkei/off")
    site.ends()
    site.renkei.ok("init", "--claude", "--mode", "enforce")
    assert "is gone" not in prompt(site)


@pytest.mark.req("DEC-52")
def test_where_the_record_of_observe_mode_is_not_found_nothing_is_refused(site: Client):
    """A client that is started with another home finds none."""
    site.renkei.ok("init", "--claude", "--mode", "observe")
    state_file(site.folder, os.environ, ".json").unlink()
    assert "nothing is recorded" in prompt(site)
    assert "decision" not in (call(site, "touch .renkei/off") or {})


@pytest.mark.req("DEC-52")
def test_on_another_machine_the_files_count(site: Client):
    """The mark of the machine that it was set up on says nothing there."""
    settings = site.folder / ".renkei/hook.json"
    state_file(site.folder, os.environ, ".json").unlink()
    found = json.loads(settings.read_bytes())
    settings.write_text(json.dumps({**found, "mode": "observe", "record": "f" * 32}), "utf-8")
    assert "nothing is recorded" in prompt(site)
    answer = call(site, "touch .renkei/off")
    assert "decision" not in (answer or {})
