"""Where a command works: flags over environment over file, one store per repository, nothing left behind."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.cli_run import Cli, files_in

READING = [
    ["board"],
    ["board", "--since", "3"],
    ["agent", "list"],
    ["inbox", "person"],
    ["chat"],
    ["chat", "general"],
    ["log"],
    ["log", "--stats"],
    ["export"],
    ["schema"],
    ["doctor"],
]


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(renkei: Cli) -> Cli:
    git(renkei.folder, "init", "--quiet")
    git(renkei.folder, "commit", "--quiet", "--allow-empty", "--message", "first")
    return renkei


def project_of(renkei: Cli, *words: str, env: dict[str, str] | None = None) -> str:
    document = renkei.ok("doctor", "--json", *words, env=env).document
    return next(check["detail"] for check in document["checks"] if check["name"] == "project")


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_looking_leaves_nothing_behind_where_there_is_no_store(renkei: Cli, words: list[str]):
    renkei.ok(*words)
    assert files_in(renkei.folder) == []


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_looking_changes_nothing_in_a_store(team: Cli, words: list[str]):
    before = team.store.read_bytes()
    team.ok(*words)
    assert team.store.read_bytes() == before
    assert files_in(team.folder) == [".renkei", ".renkei/.gitignore", ".renkei/renkei.db"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["board", "set", "mood=fine"], 2),
        (["board", "set", "status=working"], 2),
        (["board", "set", "goal=g", "--based-on", "7"], 2),
        (["board", "set", "goal=g", "--as", "zoe"], 3),
        (["chat", "two words", "hello"], 2),
        (["chat", "general", ""], 2),
        (["chat", "nowhere", "--mark"], 3),
        (["inbox", "zoe", "--handled"], 3),
        (["inbox", "person", "--handled", "MSG-1"], 3),
        (["redact", "MSG-1"], 3),
        (["turn", "start", "zoe"], 3),
        (["turn", "start", "person"], 2),
    ],
    ids=str,
)
def test_bad_input_where_there_is_no_store_leaves_none(renkei: Cli, words: list[str], code: int):
    assert renkei(*words).code == code
    assert files_in(renkei.folder) == []


def test_the_stores_folder_stays_out_of_git(repository: Cli):
    repository.ok("agent", "add", "bob", "--role", "builder")
    assert (repository.folder / ".renkei" / ".gitignore").read_text() == "*\n"
    assert git(repository.folder, "status", "--porcelain", "--untracked-files=all") == ""


def test_a_folder_inside_a_repository_is_that_repository(repository: Cli):
    inside = repository.folder / "a" / "b"
    inside.mkdir(parents=True)
    repository.enter(inside)
    repository.ok("chat", "general", "from inside")
    assert repository.store.exists()
    assert files_in(inside) == []


def test_linked_worktrees_share_one_store(repository: Cli):
    linked = repository.folder.parent / "linked"
    git(repository.folder, "worktree", "add", "--quiet", str(linked))
    repository.ok("agent", "add", "bob", "--role", "builder")
    repository.enter(linked)
    repository.ok("chat", "general", "from the worktree", "--as", "bob")
    assert project_of(repository) == str(repository.folder)
    assert not (linked / ".renkei").exists()
    repository.enter(repository.folder)
    assert [post["from"] for post in repository.json("chat", "general")] == ["bob"]


def test_outside_git_the_current_folder_is_the_project(renkei: Cli):
    inside = renkei.folder / "a"
    inside.mkdir()
    renkei.enter(inside)
    assert project_of(renkei) == str(inside)


def test_flag_beats_environment_beats_folder_for_the_project(renkei: Cli):
    for name in ("one", "two"):
        (renkei.folder / name).mkdir()
    env = {"RENKEI_PROJECT": "one"}
    assert project_of(renkei) == str(renkei.folder)
    assert project_of(renkei, env=env) == str(renkei.folder / "one")
    assert project_of(renkei, "--project", "two", env=env) == str(renkei.folder / "two")


def test_a_project_that_is_not_there_is_not_found(renkei: Cli):
    assert renkei("--project", "nowhere", "board").code == 3
    assert renkei("board", env={"RENKEI_PROJECT": "nowhere"}).code == 3


def test_flag_beats_environment_beats_file_for_the_store(renkei: Cli):
    (renkei.folder / ".renkei").mkdir()
    (renkei.folder / ".renkei" / "config.toml").write_text('store = "sqlite:///file.db"\n')
    env = {"RENKEI_STORE": "sqlite:///environment.db"}
    renkei.ok("chat", "general", "x")
    renkei.ok("chat", "general", "x", env=env)
    renkei.ok("chat", "general", "x", "--store", "sqlite:///flag.db", env=env)
    assert sorted(path.name for path in renkei.folder.glob("*.db")) == ["environment.db", "file.db", "flag.db"]


def test_flag_beats_environment_beats_file_beats_locale_for_the_language(renkei: Cli):
    japanese = renkei.ok("--lang", "ja", "board").out
    english = renkei.ok("--lang", "en", "board").out
    assert renkei.ok("board", env={"LANG": "ja_JP.UTF-8"}).out == japanese
    (renkei.folder / "pyproject.toml").write_text('[tool.renkei]\nlang = "en"\n')
    assert renkei.ok("board", env={"LANG": "ja_JP.UTF-8"}).out == english
    (renkei.folder / "pyproject.toml").write_text('[tool.renkei]\nlang = "ja"\n')
    assert renkei.ok("board").out == japanese
    assert renkei.ok("board", env={"RENKEI_LANG": "en"}).out == english
    assert renkei.ok("board", "--lang", "ja", env={"RENKEI_LANG": "en"}).out == japanese


def test_renkeis_own_file_beats_pyproject(renkei: Cli):
    (renkei.folder / ".renkei").mkdir()
    (renkei.folder / ".renkei" / "config.toml").write_text('lang = "en"\n')
    (renkei.folder / "pyproject.toml").write_text('[tool.renkei]\nlang = "ja"\n')
    assert "Goal" in renkei.ok("board").out


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("colour = 1\n", "colour"),
        ("changes = 'many'\n", "changes"),
        ("lang = true\n", "lang"),
        ("store = \n", "line 1"),
    ],
)
@pytest.mark.parametrize("place", [".renkei/config.toml", "pyproject.toml"])
def test_a_bad_config_file_is_bad_input_naming_file_and_key(renkei: Cli, place: str, content: str, named: str):
    path = renkei.folder / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if place.startswith(".") else f"[tool.renkei]\n{content}".replace("line 1", "line 2"))
    ran = renkei("board")
    assert (ran.code, ran.out) == (2, "")
    assert str(path) in ran.err
    assert named.split()[0] in ran.err


@pytest.mark.parametrize("words", [["board"], ["chat", "general", "hello"], ["doctor"]])
def test_other_tools_settings_are_none_of_ours(renkei: Cli, words: list[str]):
    (renkei.folder / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100\n")
    renkei.ok(*words)


def test_a_folder_that_is_gone_is_not_found(renkei: Cli):
    gone = renkei.folder / "gone"
    gone.mkdir()
    renkei.enter(gone)
    shutil.rmtree(gone)
    ran = renkei("board")
    assert ran.code == 3
    assert str(gone) in ran.err
