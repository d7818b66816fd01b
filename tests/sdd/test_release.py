"""`renkei sdd release`: ecosystems, versions, a real bare remote, and what keeps a release from being made."""

import json
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from renkei.errors import BadInput
from renkei.sdd.release import add_changelog, find_project, next_version, write_version
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_child import run_killed

PYTHON = '[tool.x]\nversion = "9.9.9"\n\n[project]\nname = "p"\nversion = "1.2.3"  # keep\n'
VCS = '[project]\nname = "p"\ndynamic = ["version"]\n[tool.hatch.version]\nsource = "vcs"\n'
NPM = '{\n  "nested": {"version": "1.2.3"},\n  "name": "p", "version": "1.2.3"\n}\n'
CARGO = '[dependencies]\nx = { version = "1.2.3" }\n[package]\nname = "p"\nversion = "1.2.3"\n'


@pytest.fixture
def remote(renkei: Cli, tmp_path: Path) -> Path:
    """A bare repository that the project is pushed to."""
    bare = tmp_path / "remote.git"
    git(tmp_path, "init", "-q", "--bare", "-b", "main", str(bare))
    git(renkei.folder, "remote", "add", "origin", str(bare))
    git(renkei.folder, "push", "-q", "origin", "main")
    return bare


def commit(renkei: Cli, **files: str) -> None:
    for name, text in files.items():
        renkei.file(name.replace("__", "."), text)
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-q", "-m", "files")


@pytest.mark.req("SDD-15")
@pytest.mark.parametrize(
    ("name", "text", "ecosystem"),
    [("pyproject.toml", PYTHON, "python"), ("package.json", NPM, "typescript"), ("Cargo.toml", CARGO, "rust")],
)
def test_the_version_is_replaced_where_it_stands_and_nowhere_else(name: str, text: str, ecosystem: str):
    found = find_project(lambda path: text if path == name else None)
    assert (found.ecosystem, found.version, found.file) == (ecosystem, "1.2.3", name)
    written = write_version(found, text, "1.3.0")
    assert find_project(lambda path: written if path == name else None).version == "1.3.0"
    assert written.count("1.3.0") == 1
    assert len(written) == len(text)


def test_ecosystems_in_the_order_of_the_table():
    files = {"pyproject.toml": VCS, "package.json": NPM}
    assert find_project(files.get).ecosystem == "python-vcs"
    assert find_project({"framework/claude/CLAUDE.md": "x", "VERSION": "0.1.0\n"}.get).version == "0.1.0"
    assert find_project(lambda path: None).ecosystem == "other"
    with pytest.raises(BadInput, match="says no version"):
        find_project({"pyproject.toml": "[project]\nname = 'p'\n"}.get)


@pytest.mark.parametrize(
    ("step", "version"), [("patch", "1.2.4"), ("minor", "1.3.0"), ("major", "2.0.0"), ("v1.5.0", "1.5.0")]
)
def test_steps(step: str, version: str):
    assert next_version("1.2.3", step) == version


@pytest.mark.req("SDD-15", refused=True)
@pytest.mark.parametrize("step", ["1.2.3", "1.0.0", "next", "1.2"])
def test_a_version_that_does_not_rise_is_refused(step: str):
    with pytest.raises(BadInput):
        next_version("1.2.3", step)


def test_changelog_keeps_what_is_there():
    assert add_changelog(None, "1.0.0", "first", "2026-01-01") == "# Changelog\n\n## 1.0.0 (2026-01-01)\n- first\n"
    text = "# C\n\n## Unreleased\n- a\n\n## 0.9.0\n- b\n"
    assert add_changelog(text, "1.0.0", "s", "d") == "# C\n\n## Unreleased\n\n## 1.0.0 (d)\n- s\n- a\n\n## 0.9.0\n- b\n"


@pytest.mark.req("SDD-15")
@pytest.mark.req("SDD-22")
def test_a_release_is_a_commit_a_snapshot_branch_and_a_tag_on_the_remote(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    planned = renkei.json("sdd", "release", "minor", "Faster logins", "--dry-run")
    assert (planned["version"], planned["commit"]) == ("1.3.0", None)
    assert git(renkei.folder, "tag") == ""
    done = renkei.json("sdd", "release", "minor", "Faster logins")
    assert (done["before"], done["version"], done["pushed"], done["warnings"]) == ("1.2.3", "1.3.0", True, [])
    assert git(renkei.folder, "log", "-1", "--format=%s") == "Faster logins (v1.3.0)"
    assert 'version = "1.3.0"  # keep' in (renkei.folder / "pyproject.toml").read_text()
    head = git(renkei.folder, "rev-parse", "HEAD")
    assert git(renkei.folder, "symbolic-ref", "--short", "HEAD") == "main"
    for ref in ("refs/heads/main", "refs/heads/release/v1.3.0", "refs/tags/v1.3.0^{commit}"):
        assert git(remote, "rev-parse", ref) == head
    assert renkei("sdd", "release", "1.3.0", "again").code == 2


@pytest.mark.req("SDD-15")
def test_a_version_by_tags_changes_no_file_but_the_changelog(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=VCS)
    git(renkei.folder, "tag", "v0.4.0")
    done = renkei.json("sdd", "release", "patch", "Mended")
    assert (done["ecosystem"], done["version"], done["files"]) == ("python-vcs", "0.4.1", ["CHANGELOG.md"])
    assert (done["pushed"], done["warnings"]) == (True, [])
    assert git(remote, "rev-parse", "v0.4.1^{commit}") == git(renkei.folder, "rev-parse", "HEAD")
    assert git(remote, "describe", "--tags", "--abbrev=0", "release/v0.4.1") == "v0.4.1"


def with_lock(renkei: Cli) -> Path:
    """An npm project with a dependency, and its lock."""
    root = {"name": "p", "version": "1.2.3", "dependencies": {"pad": "^1.3.0"}}
    pad = {"version": "1.3.0", "resolved": "https://example.com/pad-1.3.0.tgz", "integrity": f"sha512-{'A' * 86}=="}
    lock = {"name": "p", "version": "1.2.3", "lockfileVersion": 3, "requires": True,
            "packages": {"": root, "node_modules/pad": pad}}  # fmt: skip
    path = renkei.folder / "package-lock.json"
    path.write_text(json.dumps(lock, indent=2))
    commit(renkei, package__json=json.dumps(root, indent=2))
    return path


@pytest.mark.req("SDD-15")
def test_the_lock_of_npm_comes_along_without_npm_and_all_of_it_is_on_the_remote(
    renkei: Cli, remote: Path, tmp_path: Path
):
    path = with_lock(renkei)
    before = path.read_text()
    (tools := tmp_path / "bin").mkdir()
    (tools / "git").symlink_to(shutil.which("git") or "")
    ran = renkei("sdd", "release", "patch", "Mended", "--json", env={"PATH": str(tools)})
    assert ran.code == 0, ran.err
    assert ran.document["warnings"] == []
    assert path.read_text() == before.replace('"1.2.3"', '"1.2.4"'), "nothing else of it is changed"
    for name in ("package.json", "package-lock.json", "CHANGELOG.md"):
        assert "1.2.4" in git(remote, "show", f"release/v1.2.4:{name}")
    assert git(renkei.folder, "status", "--porcelain") == ""


@pytest.mark.slow
@pytest.mark.req("SDD-15")
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_npm_finds_nothing_to_change_in_the_lock_that_a_release_wrote(renkei: Cli, remote: Path):
    path = with_lock(renkei)
    renkei.ok("sdd", "release", "patch", "Mended")
    written = json.loads(path.read_text())
    del written["packages"]["node_modules/pad"]["resolved"]  # npm knows no such registry
    words = ["npm", "install", "--package-lock-only", "--ignore-scripts", "--offline", "--no-audit", "--no-fund"]
    subprocess.run(words, cwd=renkei.folder, check=True, capture_output=True)
    assert json.loads(path.read_text()) == written


@pytest.mark.slow
@pytest.mark.req("SDD-15")
@pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo")
def test_cargo_takes_the_lock_that_a_release_wrote_as_it_is(renkei: Cli, remote: Path):
    (renkei.folder / "src").mkdir()
    renkei.file("src/lib.rs", "")
    cargo = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1"]
    renkei.file("Cargo.lock", 'version = 3\n\n[[package]]\nname = "my_shop"\nversion = "1.2.3"\n')
    commit(renkei, Cargo__toml='[package]\nname = "my_shop"\nversion = "1.2.3"\nedition = "2021"\n')
    assert renkei.json("sdd", "release", "patch", "Mended")["warnings"] == []
    said = subprocess.run(cargo, cwd=renkei.folder, check=True, capture_output=True).stdout
    assert json.loads(said)["packages"][0]["version"] == "1.2.4"


@pytest.mark.req("SDD-15", refused=True)
@pytest.mark.parametrize(
    ("manifest", "lock", "text"),
    [
        ("package.json", "package-lock.json", '{"packages": {"node_modules/pad": {"version": "1.2.4"}}}'),
        ("package.json", "package-lock.json", '{"version": "1.2.3", no JSON "version": "1.2.4"'),
        ("Cargo.toml", "Cargo.lock", '[[package]]\nname = "pad"\nversion = "1.2.4"\n'),
        ("Cargo.toml", "Cargo.lock", "no TOML"),
    ],
)
def test_a_lock_that_lags_behind_is_told_whatever_a_dependency_is_at(
    renkei: Cli, remote: Path, manifest: str, lock: str, text: str
):
    own = {"package.json": '{"name": "p", "version": "1.2.3"}', "Cargo.toml": CARGO}[manifest]
    commit(renkei, **{manifest.replace(".", "__"): own, lock.replace(".", "__"): text})
    done = renkei.json("sdd", "release", "patch", "Mended")
    assert done["warnings"] == [f"{lock} does not say 1.2.4"]
    assert (renkei.folder / lock).read_text() == text


@pytest.mark.req("SDD-15")
@pytest.mark.parametrize(
    ("manifest", "lock", "own", "other"),
    [
        ("Cargo.toml", "Cargo.lock", 'name = "p"', 'name = "pad"'),
        ("pyproject.toml", "uv.lock", 'name = "p"\nsource = { editable = "." }', 'name = "p"\nsource = { git = "x" }'),
    ],
)
def test_the_projects_own_line_of_a_lock_is_written_and_no_other(
    renkei: Cli, remote: Path, manifest: str, lock: str, own: str, other: str
):
    text = "".join(f'[[package]]\n{each}\nversion = "1.2.3"\n\n' for each in (other, own))
    manifests = {"Cargo.toml": CARGO, "pyproject.toml": PYTHON}
    commit(renkei, **{manifest.replace(".", "__"): manifests[manifest], lock.replace(".", "__"): text})
    done = renkei.json("sdd", "release", "patch", "Mended")
    assert (done["files"], done["warnings"]) == (sorted(["CHANGELOG.md", manifest, lock]), [])
    first, second = git(remote, "show", f"release/v1.2.4:{lock}").split("\n\n")
    assert ('"1.2.3"' in first, '"1.2.4"' in second) == (True, True)


@pytest.mark.req("SDD-15")
def test_by_tags_the_highest_version_counts_whatever_was_tagged_last(renkei: Cli, remote: Path):
    for tag in ("v1.10.0", "v1.9.0", "v2-beta", "vacation"):
        git(renkei.folder, "tag", tag)
    done = renkei.json("sdd", "release", "patch", "Mended")
    assert (done["ecosystem"], done["before"], done["version"]) == ("other", "1.10.0", "1.10.1")
    assert done["warnings"] == ["no file that Renkei knows says the version: only the tag does"]


@pytest.mark.req("SDD-15", refused=True)
def test_a_tag_of_another_form_is_no_version(renkei: Cli, remote: Path):
    git(renkei.folder, "tag", "v2-beta")
    ran = renkei("sdd", "release", "patch", "Mended")
    assert ran.code == 2
    assert "v2-beta is no version of the form v1.2.3" in ran.err
    assert git(renkei.folder, "tag") == "v2-beta"


@pytest.mark.req("SDD-15")
@pytest.mark.parametrize(
    ("name", "text", "tag", "ecosystem", "version"),
    [
        ("Cargo.toml", '[package]\nname = "p"\nversion = "1.2.3"\n', None, "rust", "1.2.4"),
        ("Makefile", "all:\n", "v2.0.9", "other", "2.0.10"),
    ],
)
def test_rust_and_others_are_released_by_the_table(
    renkei: Cli, remote: Path, name: str, text: str, tag: str | None, ecosystem: str, version: str
):
    commit(renkei, **{name.replace(".", "__"): text})
    if tag:
        git(renkei.folder, "tag", tag)
    done = renkei.json("sdd", "release", "patch", "Mended")
    assert (done["ecosystem"], done["version"], done["pushed"]) == (ecosystem, version, True)
    assert len(done["warnings"]) == (ecosystem == "other"), "only the tag says its version"
    assert git(remote, "rev-parse", f"v{version}^{{commit}}") == git(renkei.folder, "rev-parse", "HEAD")
    assert tag or version in git(remote, "show", f"release/v{version}:{name}")


@pytest.mark.req("SDD-15", refused=True)
@pytest.mark.req("SDD-22", refused=True)
def test_what_keeps_a_release_from_being_made(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    git(renkei.folder, "switch", "-q", "-c", "topic")
    assert "git switch main" in renkei("sdd", "release", "patch", "x").err
    git(renkei.folder, "switch", "-q", "main")
    renkei.file("loose.txt", "x")
    ran = renkei("sdd", "release", "patch", "x")
    assert (ran.code, "loose.txt" in ran.err) == (4, True)
    (renkei.folder / "loose.txt").unlink()
    git(renkei.folder, "tag", "v1.2.4")
    assert renkei("sdd", "release", "patch", "x").code == 4
    renkei.ok("agent", "add", "builder", "--role", "sdd-builder")
    token = renkei.ok("agent", "token", "builder").out.strip()
    assert renkei("sdd", "release", "minor", "x", env={"RENKEI_TOKEN": token}).code == 4
    assert git(renkei.folder, "log", "-1", "--format=%s") == "files"


def test_a_push_that_fails_says_what_to_type_and_keeps_what_was_made(renkei: Cli, tmp_path: Path):
    commit(renkei, pyproject__toml=PYTHON)
    git(renkei.folder, "remote", "add", "origin", str(tmp_path / "nowhere.git"))
    ran = renkei("sdd", "release", "patch", "x")
    assert ran.code == 5
    assert "git push --atomic origin main release/v1.2.4 v1.2.4" in ran.err
    assert git(renkei.folder, "tag") == "v1.2.4"


def test_a_push_that_does_not_end_is_ended_and_says_what_to_type(renkei: Cli, tmp_path: Path):
    transport = tmp_path / "transport"
    transport.write_text("#!/bin/sh\ncase $* in *receive-pack*) exec cat;; esac\nexit 1\n")
    transport.chmod(0o755)
    commit(renkei, pyproject__toml=PYTHON)
    git(renkei.folder, "remote", "add", "origin", "ssh://there.invalid/project")
    git(renkei.folder, "config", "core.sshCommand", str(transport))
    ran = renkei("sdd", "release", "patch", "x", env={"RENKEI_GIT_TIMEOUT": "3"})
    assert ran.code == 5
    assert "git push did not end within 3 s" in ran.err
    assert "git push --atomic origin main release/v1.2.4 v1.2.4" in ran.err


@pytest.mark.req("SDD-15", refused=True)
def test_what_is_in_the_way_is_found_before_anything_is_changed(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    head = git(renkei.folder, "rev-parse", "HEAD")
    git(renkei.folder, "branch", "release")
    assert "git branch -m release" in renkei("sdd", "release", "patch", "x").err
    git(renkei.folder, "branch", "-D", "release")
    git(remote, "tag", "v1.2.4", "main")
    ran = renkei("sdd", "release", "patch", "x")
    assert (ran.code, "v1.2.4 is on origin already" in ran.err) == (4, True)
    assert git(renkei.folder, "rev-parse", "HEAD") == head
    assert git(renkei.folder, "status", "--porcelain") == ""


@pytest.mark.req("SDD-15", refused=True)
def test_commits_that_the_remote_alone_has_are_found_before_anything_is_changed(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    git(renkei.folder, "push", "-q", "origin", "HEAD:main")
    git(renkei.folder, "reset", "-q", "--hard", "HEAD~1")
    commit(renkei, pyproject__toml=PYTHON, README__md="another\n")
    ran = renkei("sdd", "release", "patch", "x")
    assert (ran.code, "git pull origin main" in ran.err) == (4, True)
    assert git(renkei.folder, "tag") == ""
    assert git(renkei.folder, "branch", "--format=%(refname:short)") == "main"


@pytest.mark.req("SDD-15")
def test_a_tag_that_did_not_stay_on_the_remote_is_told(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    hook = remote / "hooks/post-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ngit update-ref -d refs/tags/v1.2.4\n")
    hook.chmod(0o755)
    assert renkei.json("sdd", "release", "patch", "x")["warnings"] == ["v1.2.4 is not on origin"]


def test_line_ends_stay_as_they_are(renkei: Cli, remote: Path):
    for name, text in (("pyproject.toml", PYTHON), ("CHANGELOG.md", "# C\n\n## Unreleased\n- a\n")):
        (renkei.folder / name).write_bytes(text.replace("\n", "\r\n").encode())
    commit(renkei)
    renkei.ok("sdd", "release", "patch", "x")
    changed = git(renkei.folder, "diff", "--numstat", "HEAD^", "--", "pyproject.toml")
    assert changed.split() == ["1", "1", "pyproject.toml"]
    assert (renkei.folder / "CHANGELOG.md").read_bytes().replace(b"\r\n", b"").count(b"\n") == 0


@pytest.mark.req("SDD-15", refused=True)
@pytest.mark.parametrize("file", ["pyproject.toml", "Cargo.toml"])
@pytest.mark.parametrize(
    "text", ['project = "x"\npackage = "x"\n', "tool = 1\n[[project]]\n[[package]]\n", "[tool]\nhatch = []\n"]
)
def test_a_project_file_of_another_form_says_no_version(file: str, text: str):
    with pytest.raises(BadInput, match="version"):
        find_project({file: text}.get)


@pytest.mark.req("SDD-15")
@pytest.mark.parametrize(
    ("said", "number"),
    [("/pyproject.toml", 1), ("/CHANGELOG.md", 1), ("commit --quiet", 1), ("branch release/", 1), ("tag -a", 1),
     ("push --quiet", 1)],
)  # fmt: skip
def test_a_release_that_was_killed_is_ended_by_the_same_command_and_made_once(
    renkei: Cli, remote: Path, said: str, number: int
):
    commit(renkei, pyproject__toml=PYTHON)
    assert run_killed(renkei.folder, said, number, "sdd", "release", "minor", "Faster  logins") == -signal.SIGKILL
    done = renkei.json("sdd", "release", "minor", "Faster logins")
    assert (done["before"], done["version"], done["pushed"], done["warnings"]) == ("1.2.3", "1.3.0", True, [])
    assert git(renkei.folder, "log", "-2", "--format=%s").splitlines() == ["Faster logins (v1.3.0)", "files"]
    assert (renkei.folder / "CHANGELOG.md").read_text().count("Faster logins") == 1
    assert git(remote, "rev-parse", "v1.3.0^{commit}") == git(remote, "rev-parse", "main")
    assert git(renkei.folder, "status", "--porcelain") == ""
    ran = renkei("sdd", "release", "minor", "Faster logins")
    assert (ran.code, "was released" in ran.err) == (4, True)


@pytest.mark.req("SDD-15")
def test_a_push_that_the_remote_refused_is_made_by_the_same_command(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=VCS)
    hook = remote / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert renkei("sdd", "release", "0.1.0", "First").code == 5
    hook.unlink()
    assert renkei.json("sdd", "release", "0.1.0", "First")["pushed"]
    assert git(remote, "tag") == "v0.1.0"


@pytest.mark.req("SDD-15", refused=True)
def test_what_a_person_wrote_into_a_file_of_a_release_is_no_part_of_a_killed_one(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    run_killed(renkei.folder, "commit --quiet", 1, "sdd", "release", "minor", "Faster logins")
    path = renkei.folder / "CHANGELOG.md"
    path.write_text(f"{path.read_text()}- mine\n")
    ran = renkei("sdd", "release", "minor", "Faster logins")
    assert (ran.code, "(CHANGELOG.md)" in ran.err) == (4, True)
    assert path.read_text().endswith("- mine\n")


@pytest.mark.parametrize(
    "tool",
    ["[tool.setuptools_scm]\n", '[tool.pdm.version]\nsource = "scm"\n', '[tool.poetry]\nversion = "0.0.0"\n'
     "[tool.poetry-dynamic-versioning]\nenable = true\n"],
)  # fmt: skip
def test_python_tools_that_take_the_version_from_tags(tool: str):
    found = find_project({"pyproject.toml": f'[project]\nname = "p"\ndynamic = ["version"]\n{tool}'}.get)
    assert (found.ecosystem, found.version) == ("python-vcs", None)


def test_the_version_of_poetry_is_replaced_in_its_own_table():
    text = '[tool.x]\nversion = "1.2.3"\n[tool.poetry]\nname = "p"\nversion = "1.2.3"\n'
    found = find_project({"pyproject.toml": text}.get)
    assert write_version(found, text, "1.2.4").splitlines()[1::3] == ['version = "1.2.3"', 'version = "1.2.4"']


@pytest.mark.req("SDD-15", refused=True)
def test_a_clone_without_the_tags_of_its_remote_releases_nothing(renkei: Cli, remote: Path, tmp_path: Path):
    commit(renkei, pyproject__toml=VCS)
    git(renkei.folder, "tag", "v3.1.0")
    git(renkei.folder, "push", "-q", "origin", "main", "v3.1.0")
    git(renkei.folder, "tag", "-d", "v3.1.0")
    ran = renkei("sdd", "release", "patch", "x")
    assert (ran.code, "git fetch --tags origin" in ran.err) == (4, True)
    git(tmp_path, "clone", "-q", "--depth", "1", remote.as_uri(), "shallow")
    renkei.enter(tmp_path / "shallow")
    ran = renkei("sdd", "release", "patch", "x")
    assert (ran.code, "git fetch --unshallow --tags" in ran.err) == (2, True)
    assert git(remote, "tag") == "v3.1.0"


def test_a_lock_that_git_ignores_is_left_as_it_is(renkei: Cli, remote: Path):
    lock = '[[package]]\nname = "p"\nversion = "1.2.3"\nsource = { editable = "." }\n'
    renkei.file(".gitignore", "uv.lock\nCHANGELOG.md\n")
    commit(renkei, pyproject__toml=PYTHON)
    renkei.file("uv.lock", lock)
    renkei.file("CHANGELOG.md", "mine\n")
    done = renkei.json("sdd", "release", "patch", "x")
    assert (done["files"], len(done["warnings"])) == (["pyproject.toml"], 1)
    assert (renkei.folder / "uv.lock").read_text() == lock
    assert (renkei.folder / "CHANGELOG.md").read_text() == "mine\n"


def test_a_changelog_behind_a_link_is_written_where_it_is(renkei: Cli, remote: Path, tmp_path: Path):
    (renkei.folder / "docs").mkdir()
    renkei.file("docs/changes.md", "# Changes\n")
    (renkei.folder / "CHANGELOG.md").symlink_to("docs/changes.md")
    commit(renkei, pyproject__toml=PYTHON)
    assert renkei.json("sdd", "release", "patch", "x")["files"] == ["docs/changes.md", "pyproject.toml"]
    assert (renkei.folder / "CHANGELOG.md").is_symlink()
    (renkei.folder / "CHANGELOG.md").unlink()
    (tmp_path / "elsewhere.md").write_text("mine\n")
    (renkei.folder / "CHANGELOG.md").symlink_to(tmp_path / "elsewhere.md")
    commit(renkei)
    assert renkei("sdd", "release", "patch", "y").code == 2
    assert (tmp_path / "elsewhere.md").read_text() == "mine\n"


def test_packages_of_a_workspace_keep_their_versions_and_that_is_told(renkei: Cli, remote: Path):
    renkei.file("package.json", '{"name": "p", "version": "1.2.3", "workspaces": ["packages/*"]}')
    (renkei.folder / "packages/a").mkdir(parents=True)
    renkei.file("packages/a/package.json", '{"name": "a", "version": "1.2.3"}')
    commit(renkei)
    assert ["packages/*" in each for each in renkei.json("sdd", "release", "patch", "x")["warnings"]] == [True]
    assert "1.2.3" in (renkei.folder / "packages/a/package.json").read_text()


@pytest.mark.req("SDD-15")
def test_the_trunk_is_what_the_remote_has_for_it(renkei: Cli, remote: Path):
    commit(renkei, pyproject__toml=PYTHON)
    git(renkei.folder, "switch", "-q", "-c", "trunk/next")
    assert renkei("sdd", "release", "patch", "x").code == 4
    git(renkei.folder, "push", "-q", "origin", "trunk/next")
    git(remote, "symbolic-ref", "HEAD", "refs/heads/trunk/next")
    git(renkei.folder, "remote", "set-head", "origin", "-a")
    assert renkei.json("sdd", "release", "patch", "x")["warnings"] == []
    assert git(remote, "rev-parse", "v1.2.4^{commit}") == git(remote, "rev-parse", "trunk/next")
    git(renkei.folder, "switch", "-q", "--detach")
    assert "git switch trunk/next" in renkei("sdd", "release", "patch", "y").err
