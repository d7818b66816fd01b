"""What a review says it looked at: GO is only said where somebody has looked."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import pytest

from tests.review import planted
from tests.support.review_project import Project, places

JAVA = "class Shop {\n  static int total(int a, int b) { return a + b; }\n}\n"
SCRIPT = "const { exec } = require('child_process');\nexports.run = (name) => exec('ls ' + name);\n"
CORE = (
    *("pydantic", "pydantic_core", "annotated_types", "typing_extensions.py", "typing_inspection", "yaml", "_yaml"),
    *("rich", "markdown_it", "mdurl", "pygments"),
)
START = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment as `uv tool install renkei` makes it: without the extra `review`."""
    folder = tmp_path_factory.mktemp("plain") / "venv"
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    installed = Path(sysconfig.get_path("purelib"))
    for name in CORE:
        (packages / name).symlink_to(installed / name)
    (packages / "renkei").symlink_to(SOURCE / "renkei")
    return folder / "bin" / "python"


def review_with(python: Path, folder: Path, *words: str) -> tuple[int, Any]:
    command = [str(python), "-c", START, "review", "--json", *words]
    env = {**os.environ, "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return ran.returncode, json.loads(ran.stdout)


def states(document: Any) -> dict[str, str]:
    return {each["name"]: each["state"] for each in document["inspectors"]}


@pytest.mark.req("DEC-47", refused=True)
def test_an_empty_folder_is_not_reviewed(project: Project):
    ran = project.review("--json")
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    assert set(states(ran.document).values()) == {"nothing"}
    counts: dict[str, Any] = {"files": 0, "looked_at": 0, "languages": {}, "not_looked_at": {}, "too_large": []}
    assert ran.document["coverage"] == counts
    assert project.review().out.splitlines()[-1].startswith("INCOMPLETE: ")


@pytest.mark.req("DEC-47", refused=True)
@pytest.mark.parametrize("files", [planted.PYTHON_CLEAN, {"index.js": SCRIPT}, planted.TYPESCRIPT_CLEAN])
def test_a_plain_install_does_not_say_go(project: Project, plain: Path, files: planted.Files):
    project.write(files)
    project.commit()
    code, document = review_with(plain, project.folder)
    assert (code, document["verdict"]) == (5, "INCOMPLETE")
    assert states(document)["correctness"] in ("missing", "partial")
    assert states(document)["complexity"] in ("missing", "unsupported")
    assert "done" not in {each["state"] for each in document["inspectors"][1]["analysers"] if each["name"] == "bandit"}
    assert re.search(r"Type: .+ install .*'\S+\[review\]'$", document["reason"])


@pytest.mark.req("DEC-47")
def test_what_a_plain_install_finds_is_shown_and_decides(project: Project, plain: Path):
    project.write({"tool.py": f'KEY = "{planted.AWS_KEY}"\n'})
    code, document = review_with(plain, project.folder)
    assert (code, document["verdict"]) == (1, "NO-GO")
    assert [each["rule"] for each in document["findings"]] == ["secrets/aws-access-key"]


@pytest.mark.req("DEC-47", refused=True)
def test_a_language_that_nobody_knows_is_not_taken_for_clean(project: Project):
    project.write({"README.md": "# Shop\n", "src/Shop.java": JAVA})
    project.commit()
    ran = project.review("--json")
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    assert "java" in ran.document["reason"]
    assert states(ran.document) == {
        **dict.fromkeys(("correctness", "security", "tests", "dead-code", "complexity"), "unsupported"),
        "documents": "done",
    }


@pytest.mark.req("DEC-47")
def test_coverage_says_what_was_looked_at_and_by_whom(project: Project):
    project.write({"tool.py": "A = 1\n\nB = 2\n", "Shop.java": JAVA, "README.md": "# Shop\n"})
    ran = project.review("--json")
    assert (ran.code, ran.document["verdict"]) == (0, "GO")
    coverage = ran.document["coverage"]
    assert (coverage["files"], coverage["looked_at"]) == (3, 2)
    assert coverage["languages"]["python"]["lines"] == 3
    assert {"ruff", "ty", "bandit"} <= set(coverage["languages"]["python"]["analysers"])
    assert coverage["languages"]["java"] == {"files": 1, "lines": 3, "looked_at": 0, "analysers": []}
    correctness, _, tests, *_ = ran.document["inspectors"]
    assert (correctness["state"], correctness["unsupported"]) == ("done", ["java"])
    assert tests["state"] == "nothing"
    assert coverage["not_looked_at"] == {"java": 1}
    text = project.review().out
    assert "Not looked at: java (1 file)" in text


@pytest.mark.req("DEC-47", refused=True)
def test_the_verdict_itself_says_what_was_not_looked_at(project: Project):
    project.write({"tool.py": "A = 1\n", "Shop.java": JAVA, "More.java": JAVA.replace("Shop", "More")})
    ran = project.review()
    assert (ran.code, ran.out.splitlines()[-1]) == (
        0,
        "GO: no findings; not looked at: java (0 critical, 0 important, 0 minor; 2 of 3 files not looked at)",
    )
    assert "not looked at: java" in project.document()["reason"]
    for form in ("md", "github"):
        assert "not looked at: java" in project.review("--format", form).out


@pytest.mark.req("DEC-47", refused=True)
def test_what_is_no_text_is_not_looked_at(project: Project):
    project.write({"tool.py": "A = 1\n", "a.bin": bytes(range(256)) * 40, "notes": "text without an ending\n"})
    coverage = project.document()["coverage"]
    assert (coverage["files"], coverage["looked_at"], coverage["not_looked_at"]) == (3, 2, {"binary": 1})
    assert project.review().out.splitlines()[-1].endswith("1 of 3 files not looked at)")


@pytest.mark.req("DEC-47", refused=True)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ruff.toml", 'extend-exclude = ["old"]\n'),
        ("pyproject.toml", '[tool.ruff]\nextend-exclude = ["old"]\n'),
        (".ruff.toml", 'exclude = ["old/**"]\n'),
    ],
)
def test_what_the_settings_of_ruff_exclude_it_has_not_looked_at(project: Project, name: str, text: str):
    project.write({"tool.py": "A = 1\n", "old/tool.py": "import os\n", "old/more.py": "B = 1\n", name: text})
    for _ in range(2):  # the second time from the cache
        document = project.document()
        correctness = document["inspectors"][0]
        [ruff] = [each for each in correctness["analysers"] if each["name"] == "ruff"]
        assert (ruff["state"], ruff["files"]) == ("done", 1)
        assert ruff["reason"] == "the settings of ruff exclude 2 files: old/more.py, old/tool.py"
    assert "ruff: the settings of ruff exclude 2 files" in project.review().out


@pytest.mark.req("DEC-47", refused=True)
def test_an_analyser_that_may_read_nothing_is_not_named_as_one_that_looked(project: Project):
    project.write({"tool.py": "A = 1\n", "ruff.toml": 'exclude = ["**"]\n'})
    document = project.document()
    assert states(document)["complexity"] == "nothing"
    assert "ruff" not in document["coverage"]["languages"]["python"]["analysers"]
    assert "bandit" in document["coverage"]["languages"]["python"]["analysers"]


@pytest.mark.req("DEC-47", refused=True)
def test_what_flake8_leaves_out_nobody_looked_at(project: Project):
    """Its findings would not count, whoever had them."""
    project.write({"tool.py": "A = 1\n", "old/tool.py": "import os\n", ".flake8": "[flake8]\nexclude = old\n"})
    coverage = project.document()["coverage"]
    assert (coverage["looked_at"], coverage["not_looked_at"]) == (2, {"python": 1})


@pytest.mark.req("DEC-47", refused=True)
def test_code_that_is_too_large_is_said_not_to_be_looked_at(project: Project):
    """With a fault in each line: a review of it would take minutes."""
    large = "DATA = [\n" + "".join(f"    missing_{number},\n" for number in range(60_000)) + "]\n"
    project.write({"tool.py": "A = 1\n", "large.py": large})
    ran = project.review("--json")
    assert (ran.code, ran.document["verdict"], ran.document["findings"]) == (5, "INCOMPLETE", [])
    assert "too large to be looked at: large.py" in ran.document["reason"]
    assert ran.document["coverage"]["too_large"] == ["large.py"]
    project.write({"renkei/review.toml": 'exclude = ["large.py"]\n'})
    assert project.review().code == 0
    project.write({"large.py": "DATA = [1]\n" * 500, "renkei/review.toml": "file_size = 4\n"})
    assert project.review().code == 5
    project.write({"renkei/review.toml": "file_size = 8\n"})
    assert project.review().code == 0


@pytest.mark.req("DEC-47", refused=True)
@pytest.mark.slow
def test_an_analyser_that_is_out_of_time_leaves_it_incomplete(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A bandit that never ends."""
    starter = tmp_path / "python"
    hang = 'case "$*" in "-P -m bandit"*) exec sleep 600;; esac'
    starter.write_text(f'#!/bin/sh\n{hang}\nexec "{sys.executable}" "$@"\n')
    starter.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(starter))
    project.write({"tool.py": "A = 1\n", "renkei/review.toml": "timeout = 2\n"})
    ran = project.review("--json")
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    assert "bandit (failed)" in ran.document["reason"]
    for form in ("md", "github", "sarif"):
        assert "INCOMPLETE" in project.review("--format", form).out
    assert (
        json.loads(project.review("--format", "sarif").out)["runs"][0]["invocations"][0]["executionSuccessful"] is False
    )


@pytest.mark.req("DEC-47")
def test_tests_that_nobody_allowed_are_said_and_do_not_make_it_incomplete(project: Project):
    project.write(planted.PYTHON_CLEAN)
    ran = project.review("--no-exec")
    assert (ran.code, "pytest: code of this repository is not run" in ran.out) == (0, True)
    assert ran.out.splitlines()[-1].startswith("GO: ")


@pytest.mark.req("DEC-47")
def test_a_change_with_nothing_for_any_inspector_is_go(project: Project, plain: Path):
    project.write({"tool.py": "A = 1\n", "Shop.java": JAVA})
    project.commit()
    code, document = review_with(plain, project.folder, "--base", "HEAD")
    assert (code, document["verdict"], document["reason"]) == (0, "GO", "nothing to review")
    project.write({"tool.py": "A = 2\n"})
    code, document = review_with(plain, project.folder, "--base", "HEAD")
    assert (code, document["verdict"]) == (5, "INCOMPLETE")


@pytest.mark.req("DEC-47", refused=True)
def test_a_change_that_only_takes_something_away_is_something_to_review(project: Project, plain: Path):
    project.write({"tool.py": "A = 1\n", "use.py": "from tool import A\n\nprint(A)\n"})
    project.commit()
    (project.folder / "tool.py").unlink()
    code, document = review_with(plain, project.folder, "--base", "HEAD")
    assert (code, document["verdict"]) == (5, "INCOMPLETE")


@pytest.mark.req("DEC-48")
def test_files_below_a_folder_named_like_git_are_looked_at(project: Project):
    """bandit leaves out what has `.git` anywhere in its path."""
    files = {".github/scripts/run.py": "import subprocess\n\n\ndef go(a):\n    subprocess.call(a, shell=True)\n"}
    project.write(files)
    document = project.document()
    assert [sorted(each["analysers"]) for each in document["findings"]] == [["bandit", "ruff"]]


@pytest.mark.req("DEC-48", refused=True)
def test_a_file_that_an_analyser_did_not_read_is_not_clean(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A bandit that reads only some of what it is given says so in its metrics."""
    fake = tmp_path / "fake"
    (fake / "bandit").mkdir(parents=True)
    answer: dict[str, Any] = {"results": [], "errors": [], "metrics": {"./a.py": {}, "_totals": {}}}
    (fake / "bandit" / "__main__.py").write_text(f"print({json.dumps(json.dumps(answer))})\n")
    (fake / "bandit" / "__init__.py").write_text("")
    starter = tmp_path / "python"
    starter.write_text(f'#!/bin/sh\nPYTHONPATH="{fake}" exec "{sys.executable}" "$@"\n')
    starter.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(starter))
    project.write({"a.py": "A = 1\n", "b.py": "B = 1\n"})
    for _ in range(2):
        ran = project.review("--json")
        assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
        assert "bandit" in ran.document["reason"]
        [bandit] = [each for each in ran.document["inspectors"][1]["analysers"] if each["name"] == "bandit"]
        assert "b.py" in bandit["reason"]


@pytest.mark.req("DEC-47", refused=True)
def test_a_change_does_not_set_how_it_is_reviewed(project: Project):
    project.write({"app.py": "x = 1\n"})
    project.commit()
    settings = 'exclude = ["**"]\nbaseline = "mine.json"\n'
    project.write({"app.py": "import sys\n\nexec(sys.argv[1])\n", "renkei/review.toml": settings})
    project.commit()
    ran = project.review("--base", "HEAD~1", "--json")
    assert [each["path"] for each in ran.document["findings"] if "exec" in each["message"].lower()] == ["app.py"]
    assert "Settings and baseline of the review are those of the base" in ran.err


@pytest.mark.req("DEC-47")
def test_settings_of_the_base_hold_for_a_change(project: Project):
    project.write({"app.py": "x = 1\n", "renkei/review.toml": 'exclude = ["tools/**"]\n'})
    project.commit()
    project.write({"tools/run.py": "import sys\n\nexec(sys.argv[1])\n", "app.py": "x = 2\n"})
    project.commit()
    ran = project.review("--base", "HEAD~1", "--json")
    assert (ran.document["findings"], ran.document["verdict"]) == ([], "GO")


def test_scripts_without_a_suffix_are_read_as_what_their_first_line_says(project: Project):
    """They were text to every analyser, and counted as looked at: GO for what nobody had read."""
    project.write({
        "bin/deploy": """
            #!/usr/bin/env python3
            import subprocess, sys
            subprocess.run("rm -rf " + sys.argv[1], shell=True)
            """,
        "bin/package.postinst": "#!/bin/sh -e\necho ok\n",
        "bin/serve": "#!/usr/bin/env -S node --no-warnings\nconsole.log(1);\n",
        "bin/hook": "#! /usr/local/bin/ruby3.2\nputs 1\n",
        "notes": "#!not an interpreter\n",
    })  # fmt: skip
    document = project.document()
    assert ("bin/deploy", 3, "ruff/S602") in places(document)
    languages = document["coverage"]["languages"]
    assert {name: each["looked_at"] for name, each in languages.items()} == {
        "python": 1, "shell": 1, "javascript": 1, "ruby": 0,
    }  # fmt: skip
    assert document["coverage"]["not_looked_at"] == {"ruby": 1}
    assert not [each for each in document["inspectors"] if each["state"] == "failed"]
    project.commit()
    project.write({"bin/deploy": "#!/usr/bin/env python3\nprint(1)\n", "bin/package.postinst": "#!/bin/sh\necho no\n"})
    assert project.document("--base", "HEAD")["coverage"]["languages"].keys() == {"python", "shell"}


def test_what_is_missing_at_the_end_of_a_file_is_shown_at_a_line_that_is_there(project: Project):
    project.write({"a.sh": "if true; then\n  echo a\n"})
    assert project.places() == {("a.sh", 2, "tree-sitter/unknown-syntax")}
    assert [each["confidence"] for each in project.document()["findings"]] == [80]
