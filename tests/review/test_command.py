"""`renkei review` as a person and a script use it: documents, exit codes, changes, baselines, consent, nothing left."""

import json
from pathlib import Path

import pytest

from renkei.bootstrap import open_hub
from renkei.commands.base import Request
from renkei.commands.contracts import AllowExecution
from renkei.settings import load
from tests.review import planted
from tests.support.cli_run import files_in
from tests.support.hook_project import git
from tests.support.review_project import Project, places

FINDING = [
    *("id", "path", "line", "end_line", "severity", "category", "message", "inspectors", "rule", "confidence"),
    *("verified", "snippet", "analysers", "also"),
]
INSPECTORS = ["correctness", "security", "tests", "dead-code", "complexity", "documents"]
EVAL = "def calculate(text: str) -> object:\n    return eval(text)\n"


def test_document_has_what_scripts_rely_on(project: Project):
    project.write({"tool.py": EVAL, "conf.yml": "a: 1\n"})
    commit = project.commit()
    ran = project.review("--json")
    assert ran.code == 0
    document = ran.document
    assert list(document) == ["verdict", "reason", "base", "commit", "findings", "inspectors", "counts", "coverage"]
    assert (document["verdict"], document["base"], document["commit"]) == ("GO", None, commit)
    (finding,) = document["findings"]
    assert list(finding) == FINDING
    assert finding == {
        **{key: finding[key] for key in ("id", "message")},
        "path": "tool.py",
        "line": 2,
        "end_line": None,
        "severity": "important",
        "category": "security",
        "inspectors": ["security"],
        "rule": "ruff/S307",
        "confidence": 100,
        "verified": True,
        "snippet": "    return eval(text)",
        "analysers": ["ruff", "bandit"],
        "also": ["bandit/B307"],
    }
    assert [each["name"] for each in document["inspectors"]] == INSPECTORS
    assert [each["state"] for each in document["inspectors"]] == ["done", "done", "nothing", "done", "done", "done"]
    ruff = document["inspectors"][0]["analysers"][0]
    assert (ruff["name"], ruff["state"], ruff["version"] is not None) == ("ruff", "done", True)
    assert document["counts"] == {"critical": 0, "important": 1, "minor": 0, "suppressed": 0, "baseline": 0}


def test_text_shows_the_source_around_a_finding_and_the_verdict(project: Project):
    project.write({"tool.py": EVAL})
    ran = project.review()
    lines = ran.out.splitlines()
    assert (ran.code, lines[0]) == (0, "important  tool.py:2  ruff/S307  ruff+bandit 100")
    assert "  >     2 │     return eval(text)" in lines
    assert lines[-1] == (
        "GO: nothing worse than 1 to 3 important findings, to be tracked: tool.py:2 (0 critical, 1 important, 0 minor)"
    )


def test_all_shows_every_finding(project: Project):
    """Many that are minor, and one of which nobody is sure."""
    project.write({"tool.py": "".join(f"import module{number}\n" for number in range(30))})
    some, every = project.review().out, project.review("--all").out
    listed = len(project.document()["findings"])
    assert some.count(" tool.py:") < listed == every.count(" tool.py:")
    assert ("--all shows them" in some, "--all shows them" in every) == (True, False)


def test_a_critical_finding_is_no_go_and_exit_1(project: Project):
    project.write({"tool.py": "def half(:\n"})
    ran = project.review("--lang", "ja")
    assert ran.code == 1
    assert ran.out.splitlines()[-1].startswith("NO-GO: ")


def test_credentials_are_never_shown_whole(project: Project):
    project.write({"settings.py": f'KEY = "{planted.AWS_KEY}"\n'})
    for form in ("text", "json", "md", "sarif", "github", "lines"):
        ran = project.review("--format", form)
        assert ran.code == 1
        assert planted.AWS_KEY not in ran.out + ran.err
    assert project.document()["findings"][0]["verified"] is True


def test_other_formats_name_place_and_rule(project: Project):
    project.write({"a b/tool, 1.py": EVAL})
    assert project.review("--format", "lines").out.startswith("a b/tool, 1.py:2:1: warning: Use of possibly insecure")
    github = project.review("--format", "github").out.splitlines()
    assert github[0].startswith("::warning file=a b/tool%2C 1.py,line=2,endLine=2,title=ruff/S307::Use of")
    assert github[-1].startswith("::notice title=renkei review::GO: ")
    page = project.review("--format", "md").out
    assert page.startswith("## renkei review: GO\n")
    assert "| important | `a b/tool, 1.py:2` | `ruff/S307` |" in page


def test_a_part_of_a_repository(project: Project):
    project.write({"one/tool.py": EVAL, "two/tool.py": EVAL})
    project.commit()
    assert {path for path, _, _ in project.places("one")} == {"one/tool.py"}
    assert {path for path, _, _ in project.places("two/tool.py")} == {"two/tool.py"}


def test_a_part_that_git_ignores_is_not_taken_for_clean(project: Project):
    project.write({"tool.py": EVAL, "build/tool.py": EVAL, ".gitignore": "build/\n"})
    project.commit()
    ran = project.review("build")
    assert (ran.code, "build" in ran.err) == (3, True)


@pytest.mark.parametrize(
    ("words", "code"),
    [(["nowhere"], 3), (["--base", "nothing"], 3), (["--format", "poem"], 2), (["--baseline", "none.json"], 3)],
)
def test_what_is_not_there_is_said(project: Project, words: list[str], code: int):
    project.write({"tool.py": EVAL})
    project.commit()
    ran = project.review(*words)
    assert (ran.code, ran.out) == (code, "")
    assert words[-1] in ran.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--base", "nothing"], 3, "--base nothing: there is no such commit in "),
        (["--base", "HEAD:tool.py"], 3, "`git branch --all` lists them, `git fetch` gets"),
        (["--base", ""], 2, "--base: expected a value, and not an empty one"),
        (["--baseline", "none.json"], 3, "none.json. --write-baseline makes one"),
        (["--baseline", "new.json"], 2, "new.json is no baseline (expected `version` 1). Write it anew: renkei review"),
        ([".git"], 2, ".git is git's own folder. Name a work tree"),
        ([".git/refs"], 2, "is git's own folder"),
    ],
)
def test_a_refusal_names_the_value_and_the_way_out(project: Project, words: list[str], code: int, said: str):
    project.write({"tool.py": EVAL, "new.json": '{"version": 9}'})
    project.commit()
    ran = project.review(*words)
    assert (ran.code, ran.out, said in ran.err) == (code, "", True), ran.err


def test_a_repository_without_a_commit_has_no_base(project: Project):
    project.write({"tool.py": EVAL})
    git(project.folder, "init", "--quiet")
    ran = project.review("--base", "HEAD")
    assert (ran.code, "has no commit yet. Leave it out" in ran.err) == (3, True)


def test_a_bare_repository_has_no_files_to_review(project: Project):
    git(project.folder, "init", "--quiet", "--bare")
    ran = project.review()
    assert (ran.code, ran.out, "is git's own folder" in ran.err) == (2, "", True)


def test_base_outside_of_git_is_bad_usage(project: Project):
    project.write({"tool.py": EVAL})
    ran = project.review("--base", "main")
    assert (ran.code, "is in no repository" in ran.err) == (2, True)


def test_a_change_shows_what_it_touched_and_what_it_caused(project: Project):
    project.write(planted.PYTHON_CLEAN)
    project.write({"src/shop/old.py": EVAL, "src/shop/prices.py": "def price() -> int:\n    return 1\n"})
    project.write({"src/shop/use.py": "from shop.prices import price\n\nprint(price())\n"})
    base = project.commit()
    project.write({"src/shop/old.py": "# One line more.\n" + EVAL, "src/shop/new.py": EVAL.replace("calculate", "do")})
    project.write({"src/shop/prices.py": "def cost() -> int:\n    return 1\n"})
    (project.folder / "docs/guide.md").unlink()
    document = project.document("--base", base, "--no-exec")
    assert document["base"] == base
    assert places(document) == {
        ("src/shop/new.py", 2, "ruff/S307"),
        ("src/shop/use.py", 1, "types/missing-import"),
        ("README.md", 2, "documents/broken-link"),
        ("src/shop/prices.py", 1, "vulture/unused-function"),
    }
    assert ("src/shop/old.py", 3, "ruff/S307") in project.places("--no-exec")
    assert project.document("--base", "HEAD", "--no-exec", "src/shop/new.py")["counts"]["important"] == 1


def test_a_baseline_accepts_what_is_there_today(project: Project):
    project.write({"tool.py": EVAL})
    assert project.review("--write-baseline").code == 0
    assert json.loads((project.folder / "renkei/review-baseline.json").read_text())["version"] == 1
    document = project.document()
    assert (document["findings"], document["counts"]["baseline"]) == ([], 1)
    project.write({"tool.py": "# Moved down.\n\n" + EVAL, "more.py": EVAL.replace("calculate", "more")})
    assert project.places() == {("more.py", 2, "ruff/S307")}
    project.write({"renkei/review-baseline.json": "[]"})
    ran = project.review()
    assert (ran.code, "--write-baseline" in ran.err) == (2, True)


def test_suppressions_need_a_reason(project: Project):
    project.write({"a.py": EVAL.replace("eval(text)", "eval(text)  # renkei: ignore[S307] the text is ours")})
    project.write({"b.py": "def do(text: str) -> object:\n    # renkei: ignore[ruff/*] ours\n    return eval(text)\n"})
    project.write({"c.py": EVAL.replace("eval(text)", "eval(text)  # renkei: ignore[S307]").replace("calculate", "c")})
    project.write({"d.py": EVAL.replace("eval(text)", "eval(text)  # renkei: ignore[S301] other").replace("calc", "d")})
    document = project.document()
    assert document["counts"]["suppressed"] == 2
    assert places(document) == {
        ("c.py", 2, "ruff/S307"),
        ("c.py", 2, "renkei/no-reason"),
        ("d.py", 2, "ruff/S307"),
    }


@pytest.mark.parametrize("place", ["pyproject.toml", "renkei/review.toml", ".renkei/config.toml"])
def test_a_team_changes_severity_and_leaves_files_out(project: Project, place: str):
    heading = {"pyproject.toml": "tool.renkei.review", "renkei/review.toml": "", ".renkei/config.toml": "review"}[place]
    head = f"[{heading}]\n" if heading else ""
    table = f"[{heading}.severity]\n" if heading else "[severity]\n"
    text = f'{head}exclude = ["old/**"]\ndisable = ["bandit"]\n{table}"ruff/S307" = "critical"\n'
    project.write({"tool.py": EVAL, "old/tool.py": EVAL, place: text})
    document = project.document()
    assert places(document) == {("tool.py", 2, "ruff/S307")}
    assert (document["verdict"], document["findings"][0]["analysers"]) == ("NO-GO", ["ruff"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 1", "nothing is called colour"),
        ("exclude = 1", "review.exclude cannot be 1"),
        ('[severity]\n"a" = "high"', "review.severity cannot be"),
        ("timeout = 0", "review.timeout cannot be 0"),
        ('disable = ["pylint"]', "review.toml: review.disable cannot have 'pylint'"),
        ('baseline = "../other.json"', "review.baseline cannot be '../other.json'"),
        ('file_size = "big"', "review.file_size cannot be 'big'; expected a number of kilobytes"),
        ("=", "no TOML"),
    ],
)
def test_a_configuration_that_is_wrong_is_named(project: Project, text: str, said: str):
    project.write({"renkei/review.toml": text})
    ran = project.review()
    assert (ran.code, said in ran.err) == (2, True)


def test_a_review_leaves_the_repository_as_it_is(project: Project, tmp_path: Path):
    project.write({**planted.PYTHON_CLEAN, **planted.PYTHON_DEFECTS})
    project.commit()
    before = files_in(project.folder)
    index = (project.folder / ".git/index").read_bytes()
    project.review("--exec")
    assert files_in(project.folder) == before
    assert (project.folder / ".git/index").read_bytes() == index
    assert [path.name for path in (tmp_path / "cache/renkei").iterdir()] != []


def test_links_are_not_followed(project: Project, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text(f'KEY = "{planted.AWS_KEY}"\n')
    (project.folder / "link.py").symlink_to(outside / "secret.py")
    (project.folder / "folder").symlink_to(outside)
    project.write({"tool.py": "A = 1\n"})
    assert project.document()["findings"] == []
    project.commit()
    assert project.document("--base", "HEAD")["findings"] == []


WRONG = """
    from shop.cart import total


    def test_total_is_the_sum() -> None:
        ran = total([1])
        assert ran == 2
"""


def test_tests_are_run_with_consent_alone(project: Project, monkeypatch: pytest.MonkeyPatch):
    project.write({**planted.PYTHON_CLEAN, "src/shop/never.py": "PRICE = 1\n"})
    ran = project.review("--json")
    assert (ran.document["findings"], "--exec" in ran.err) == ([], True)
    assert project.places("--exec") == {("src/shop/never.py", 1, "tests/uncovered")}
    project.write({"tests/test_cart.py": WRONG})
    assert project.places("--no-exec") == set()
    monkeypatch.setenv("CI", "true")
    document = project.document()
    assert (document["verdict"], places(document)) == ("NO-GO", {("tests/test_cart.py", 6, "tests/failed")})


def test_consent_that_a_person_gave_is_found_in_the_store(project: Project):
    project.write({**planted.PYTHON_CLEAN, "tests/test_cart.py": WRONG})
    project.commit()
    project.cli.ok("agent", "add", "lead", "--role", "lead")
    assert project.document()["findings"] == []
    settings = load(project=str(project.folder), store=None, lang=None, env={}, cwd=project.folder)
    hub = open_hub(settings, project.folder)
    hub.do(Request(command=AllowExecution(), actor=hub.identify()))
    hub.log.close()
    assert project.places() == {("tests/test_cart.py", 6, "tests/failed")}
    assert (project.folder / ".renkei/cache").is_dir()
    assert git(project.folder, "status", "--porcelain") == ""
