"""Where a command works: flags beat environment beats file; linked work trees share one project."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from renkei.errors import BadInput, NotFound
from renkei.settings import Settings, load, store_path


def settings(cwd: Path, env: Mapping[str, str] | None = None, **flags: str) -> Settings:
    return load(project=flags.get("project"), store=flags.get("store"), lang=flags.get("lang"), env=env or {}, cwd=cwd)


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


def repository(folder: Path) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path.resolve()


def configure(project: Path, text: str) -> None:
    (project / ".renkei").mkdir(exist_ok=True)
    (project / ".renkei" / "config.toml").write_text(text, encoding="utf-8")


def test_outside_git_the_project_is_the_current_folder(place: Path):
    assert settings(place) == Settings(
        project=place, store=f"sqlite:///{place}/.renkei/renkei.db", lang="en", changes=50
    )


def test_flags_beat_the_environment_which_beats_the_files(place: Path):
    configure(place, 'store = "sqlite:////file.db"\nlang = "ja"\nchanges = 7\n')
    (place / "pyproject.toml").write_text('[tool.renkei]\nlang = "en"\nchanges = 9\n', encoding="utf-8")
    env = {"RENKEI_STORE": "sqlite:////env.db", "RENKEI_LANG": "en", "LANG": "C"}
    assert settings(place) == Settings(project=place, store="sqlite:////file.db", lang="ja", changes=7)
    assert settings(place, env) == Settings(
        project=place, store="sqlite:////env.db", lang="en", is_store_given=True, changes=7
    )
    flagged = settings(place, env, store="sqlite:////flag.db", lang="ja")
    assert flagged == Settings(project=place, store="sqlite:////flag.db", lang="ja", is_store_given=True, changes=7)


@pytest.mark.parametrize(("text", "stage"), [("", 6), ('layers = "all"', 6), ("layers = 1", 1), ("layers = 5", 5)])
def test_layers_are_a_stage_or_all(place: Path, text: str, stage: int):
    configure(place, text)
    assert settings(place).layers == stage


def test_the_projects_pyproject_is_read_as_well(place: Path):
    (place / "pyproject.toml").write_text('[tool.renkei]\nlang = "ja"\n[tool.other]\nx = 1\n', encoding="utf-8")
    assert settings(place).lang == "ja"


def test_a_project_is_named_by_flag_or_environment(place: Path):
    (place / "a").mkdir()
    (place / "b").mkdir()
    assert settings(place, {"RENKEI_PROJECT": "a"}).project == place / "a"
    assert settings(place, {"RENKEI_PROJECT": "a"}, project="b").project == place / "b"
    with pytest.raises(NotFound, match="There is no folder"):
        settings(place, project="c")


def test_a_store_that_a_file_names_begins_at_the_project_wherever_the_command_is_given(place: Path):
    project = repository(place / "repo")
    (project / "sub").mkdir()
    configure(project, 'store = "sqlite:///here.db"\n')
    for cwd in (project, project / "sub"):
        assert store_path(settings(cwd).store, cwd) == project / "here.db"
    assert store_path(settings(project / "sub", store="sqlite:///x.db").store, project / "sub") == (
        project / "sub" / "x.db"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour = 1", "nothing is called colour. Known: store, lang, changes, "),
        ("lang = 5", 'lang cannot be 5: expected "en" or "ja".'),
        ("changes = true", "changes cannot be True: expected a whole number, 0 or more."),
        ("changes = -1", "changes cannot be -1: expected a whole number, 0 or more."),
        ("layers = 0", 'layers cannot be 0: expected "all" or the number of a stage, 1 to 5.'),
        ("layers = 6", 'layers cannot be 6: expected "all" or the number of a stage, 1 to 5.'),
        ("layers = true", 'layers cannot be True: expected "all" or the number of a stage, 1 to 5.'),
        ('layers = "some"', "layers cannot be 'some': expected \"all\" or the number of a stage, 1 to 5."),
        ("store = [", "no TOML"),
    ],
)
def test_a_file_that_says_something_else_is_bad_input_by_its_name(place: Path, text: str, message: str):
    configure(place, text)
    with pytest.raises(BadInput) as caught:
        settings(place)
    assert message in str(caught.value)
    assert str(place / ".renkei" / "config.toml") in str(caught.value)


@pytest.mark.parametrize("text", ["tool = 5", "[tool]\nrenkei = 5", "[tool.renkei]\ncolour = 1", "\x00"])
def test_a_pyproject_that_says_something_else_is_bad_input_by_its_name(place: Path, text: str):
    (place / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        settings(place)
    assert str(place / "pyproject.toml") in str(caught.value)


@pytest.mark.parametrize(
    ("env", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ja"}, "ja"),
        ({"LANG": "ja", "LC_ALL": ""}, "ja"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "ja", "RENKEI_LANG": "en"}, "en"),
    ],
)
def test_the_language_follows_the_locale(place: Path, env: dict[str, str], lang: str):
    assert settings(place, env).lang == lang


@pytest.mark.parametrize("env", [{"RENKEI_LANG": "fr"}, {"RENKEI_LANG": "JA"}])
def test_another_language_is_bad_input(place: Path, env: dict[str, str]):
    with pytest.raises(BadInput, match="expected en or ja"):
        settings(place, env)


@pytest.mark.parametrize("store", ["mysql://x", "sqlite:///", "file.db", "sqlite://x", "sqlite:///a\0b"])
def test_the_address_of_no_known_store_is_bad_input(place: Path, store: str):
    with pytest.raises(BadInput, match="expected sqlite:///PATH or postgresql://HOST/DATABASE"):
        store_path(store, place)


def test_a_postgresql_store_has_no_file(place: Path):
    assert store_path("postgresql://host/db", place) is None


def test_folders_and_linked_work_trees_of_a_repository_share_its_main_work_tree(place: Path):
    main = repository(place / "main")
    (main / "deep" / "down").mkdir(parents=True)
    git(main, "worktree", "add", "-q", str(place / "linked"))
    (place / "linked" / "sub").mkdir()
    for cwd in (main, main / "deep" / "down", place / "linked", place / "linked" / "sub"):
        assert settings(cwd).project == main


def test_an_empty_git_folder_makes_a_project_only_where_renkei_is_at_work(place: Path):
    (place / ".git").mkdir()
    (place / "below").mkdir()
    assert settings(place / "below").project == place / "below"
    (place / ".renkei").mkdir()
    assert settings(place / "below").project == place


def test_a_damaged_repository_is_the_project_still(place: Path):
    (place / ".git").mkdir()
    (place / ".git/config").write_text("[core]\n", "utf-8")
    (place / "below").mkdir()
    assert settings(place / "below").project == place


def test_a_submodule_is_a_project_of_its_own_shared_by_its_linked_work_trees(place: Path):
    library, outer = repository(place / "library"), repository(place / "outer")
    git(outer, "submodule", "--quiet", "add", str(library), "inner")
    git(outer / "inner", "worktree", "add", "-q", str(place / "linked"))
    assert settings(outer / "inner").project == outer / "inner"
    assert settings(place / "linked").project == outer / "inner"
    assert settings(outer).project == outer


def test_a_repository_whose_git_folder_is_elsewhere_is_its_own_project(place: Path):
    (place / "tree").mkdir()
    git(place, "init", "-q", "--separate-git-dir", str(place / "apart"), str(place / "tree"))
    (place / "tree" / "sub").mkdir()
    assert settings(place / "tree" / "sub").project == place / "tree"
