"""The lines of the README that install Renkei do so, for somebody who has nothing of it yet: an empty home, a clean
environment, the wheel that this tree builds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.transcripts import ROOT, blocks, typed

UV = ROOT / ".tools" / "bin" / "uv"
KINDS = {"from a clone": 3, "by name": 3}


def lines(kind: str) -> list[str]:
    [block] = [each for each in blocks("README.md") if each.note == f"installs: {kind}"]
    return [each.command for each in typed(block.body)]


def run(*words: str | Path, folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env=env, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of this tree that git knows, as a clone has them; and the wheel that they build."""
    folder = tmp_path_factory.mktemp("clone")
    env = dict(os.environ)
    known = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder=ROOT, env=env)
    for name in known.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    run(UV, "build", "--quiet", "--wheel", "--out-dir", folder / "dist", ".", folder=folder, env=env)
    return folder


@pytest.fixture
def bare(tmp_path: Path, clone: Path) -> dict[str, str]:
    """An empty home, and uv, pipx and pip first on PATH; the name `renkei` leads to the wheel."""
    home = tmp_path / "home"
    tools = tmp_path / "tools"
    run(UV, "venv", "--quiet", "--seed", "--python", sys.executable, tools, folder=tmp_path, env=dict(os.environ))
    run(
        UV, "pip", "install", "--quiet", "--python", tools / "bin/python", "pipx", folder=tmp_path, env=dict(os.environ)
    )
    shutil.copyfile(UV, tools / "bin" / "uv")
    (tools / "bin" / "uv").chmod(0o755)
    found = os.environ.get("PIP_FIND_LINKS", "")
    own = {name: value for name, value in os.environ.items() if not name.startswith(("RENKEI_", "VIRTUAL_ENV", "XDG_"))}
    return own | {
        "HOME": str(home),
        "PATH": f"{home}/.local/bin:{tools}/bin:/usr/bin:/bin",
        "UV_FIND_LINKS": str(clone / "dist"),
        "PIP_FIND_LINKS": f"{found} {clone / 'dist'}".strip(),
    }


def test_there_are_lines_for_each_tool():
    for kind, count in KINDS.items():
        assert [line.split()[0] for line in lines(kind)] == ["uv", "pipx", "pip"][:count]
        assert all("[review]" in line for line in lines(kind))


@pytest.mark.slow
@pytest.mark.req("DEC-47")
@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, count in KINDS.items() for number in range(count)]
)
def test_a_line_of_the_readme_installs_it_with_what_reviews_need(
    kind: str, number: int, clone: Path, bare: dict[str, str], tmp_path: Path
):
    command = lines(kind)[number]
    run("sh", "-c", command, folder=clone if kind == "from a clone" else tmp_path, env=bare)
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text("print(nowhere)\n", "utf-8")
    run("git", "init", "--quiet", folder=project, env=bare)
    assert "not installed" not in run("renkei", "doctor", folder=project, env=bare)
    assert "Undefined name `nowhere`" in run("renkei", "review", folder=project, env=bare)


@pytest.mark.slow
@pytest.mark.req("DEC-33")
def test_after_make_demo_the_printed_commands_work_as_printed(clone: Path, bare: dict[str, str], tmp_path: Path):
    """From a clone with nothing installed, and no `renkei` on PATH."""
    made = shutil.copytree(clone, tmp_path / "clone")
    env = bare | {"PATH": f"{sys.base_prefix}/bin:/usr/bin:/bin"}
    shown = run("make", "demo", folder=made, env=env)
    commands = [line.strip() for line in shown.rpartition("\nNext\n")[2].splitlines() if line.startswith("  ")]
    assert ["install" in command for command in commands] == [True, False, False]
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text("print(nowhere)\n", "utf-8")
    run("git", "init", "--quiet", folder=project, env=bare)
    printed = [run("sh", "-c", command, folder=project, env=env) for command in commands]
    assert "Undefined name `nowhere`" in printed[1]
