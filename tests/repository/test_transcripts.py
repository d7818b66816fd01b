"""Every block of the pages is what happens: commands are run, what is shown is compared, files are read."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.review.config import load_config
from tests.support.hook_project import git, hook, init, report, stop
from tests.support.results import injection, result, write_files
from tests.support.transcripts import Block, Typed, blocks, differs, pages, typed

DIAGRAMS = {"", "mermaid"}
NOTES = ("file: ", "shown by: ", "installs: ", "told at: ", "not run: ")
RUNNING = [page for page in pages() if any(each.language == "console" for each in blocks(page))]


def written_in(language: str) -> list[Block]:
    return [each for page in pages() for each in blocks(page) if each.language == language]


def place_of(block: Block) -> str:
    return f"{block.page}:{block.line}"


def is_run(block: Block) -> bool:
    return block.language == "console" and not block.note.startswith(("installs: ", "not run: "))


@pytest.mark.parametrize("page", pages())
def test_each_block_is_run_or_says_why_not(page: str):
    """What is neither run nor read by a test would be a promise that nobody keeps."""
    known = {"console", "toml", "python", *DIAGRAMS}
    stray = [each for each in blocks(page) if each.language not in known and not each.note.startswith(NOTES)]
    assert stray == []


@pytest.mark.parametrize("page", RUNNING)
def test_commands_show_what_the_page_says(page: str, tmp_path: Path):
    folder = tmp_path / "project"
    set_up(page, folder)
    found = [differs(each, folder) for block in blocks(page) if is_run(block) for each in typed(block.body)]
    assert not [*filter(None, found)], "\n\n".join(filter(None, found))


@pytest.mark.parametrize(
    ("shown", "is_so"),
    [("hello", True), ("hel...", True), ("...\nhello", False), ("hell", False), ("hello\nworld", False), ("", True)],
)
def test_what_differs_is_found(tmp_path: Path, shown: str, is_so: bool):
    each = Typed(command="echo hello", shown=tuple(shown.split("\n")) if shown else ())
    assert (differs(each, tmp_path) is None) is is_so


def test_a_command_that_fails_unsaid_is_found(tmp_path: Path):
    assert differs(Typed(command="renkei nothing", shown=()), tmp_path)
    assert differs(Typed(command="renkei runs show R-9", shown=()), tmp_path)


@pytest.mark.parametrize("block", written_in("toml"), ids=place_of)
def test_settings_on_a_page_are_taken(block: Block, tmp_path: Path):
    own = "tool" in tomllib.loads(block.body)
    path = tmp_path / ("pyproject.toml" if own else ".renkei/config.toml")
    path.parent.mkdir(exist_ok=True)
    path.write_text(block.body, "utf-8")
    assert differs(Typed(command="renkei doctor", shown=()), tmp_path) is None
    load_config(tmp_path)


@pytest.mark.parametrize("block", written_in("python"), ids=place_of)
def test_python_on_a_page_compiles_and_what_it_imports_is_there(block: Block):
    compile(block.body, block.page, "exec")
    imports = [line for line in block.body.splitlines() if line.startswith(("from ", "import "))]
    exec("\n".join(imports), {})  # noqa: S102


@pytest.mark.req("DEC-35")
def test_rules_on_a_page_are_taken(tmp_path: Path):
    set_up("docs/why/dispatch.md", tmp_path / "project")
    shown = ("...", "qa-looks-at-what-is-done...")
    assert differs(Typed(command="renkei rules", shown=shown), tmp_path / "project") is None


def test_the_refusal_in_the_readme_is_what_the_agent_reads(tmp_path: Path):
    said = [each for each in blocks("README.md") if each.note == "told at: SubagentStop"]
    [lie] = [each.body for each in blocks("README.md") if each.note == "file: result.md"]
    git(tmp_path, "init", "--quiet")
    init(tmp_path, "--mode", "enforce")
    told = hook(stop(tmp_path, lie), folder=tmp_path).document["reason"]
    assert " ".join(told.split()) == " ".join(said[0].body.split())


# What the commands of a page work on


def set_up(page: str, folder: Path) -> None:
    """The files that the page shows, in a repository with a few commits, and what its reader has beside them."""
    (folder.parent / "home").mkdir()
    folder.mkdir(exist_ok=True)
    git(folder, "init", "--quiet")
    put(folder, "src/db.py", "import sqlite3\n\n\ndef find(name):\n    return sqlite3.connect('x').execute(name)\n")
    put(folder, "README.md", "# A project\n")
    for number in range(4):
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--allow-empty", "--message", f"step {number}")
    for block in blocks(page):
        if block.note.startswith("file: "):
            put(folder, block.note.removeprefix("file: "), block.body)
    SET_UPS.get(page, lambda folder: None)(folder)


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def run(folder: Path, command: str) -> None:
    wrong = differs(Typed(command=command, shown=()), folder)
    assert wrong is None, wrong


def with_results(folder: Path) -> None:
    """Two agents who found the same."""
    write_files(folder)
    put(folder, "auditor.md", result("security-auditor", issues=injection(95)))
    put(folder, "engineer.md", result("qa-engineer", issues=injection(78)))


def with_a_bad_message(folder: Path) -> None:
    payload = "  new_status: nearly done\n  progress_summary: x\n"
    put(folder, "update.yaml", f"type: STATUS_UPDATE\nto: [lead]\npayload:\n{payload}")
    with_results(folder)


def with_a_result(folder: Path) -> None:
    put(folder, "result.md", report("src/db.py:1").replace("def login(user):", "import sqlite3"))
    (folder / "result").write_bytes((folder / "result.md").read_bytes())


def with_claims(folder: Path) -> None:
    """Two that were accepted; then one line goes and the other moves."""
    lines = [f"value_{number} = {number}" for number in range(1, 61)]
    for agent, line in (("code-explorer", 12), ("security-auditor", 40)):
        put(folder, "src/auth.py", "\n".join(lines) + "\n")
        said = report(f"src/auth.py:{line}", agent=agent).replace("def login(user):", f"value_{line} = {line}")
        put(folder, f"{agent}.md", said)
        run(folder, f"renkei agent add {agent} --role {agent}")
        run(folder, f"renkei check {agent}.md --record --as {agent}")
    git(folder, "add", "src")
    git(folder, "commit", "--quiet", "--message", "tokens")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    put(folder, "src/auth.py", "\n".join(["# new"] * 5 + lines[:11] + lines[12:]) + "\n")
    git(folder, "commit", "--quiet", "--all", "--message", "Tokens are opaque")


def with_a_store(folder: Path) -> None:
    run(folder, "renkei agent add lead --role lead")


def with_reviews(folder: Path) -> None:
    put(folder, "design.md", "line\n" * 60)
    put(folder, "research.md", "line\n")


SET_UPS: dict[str, Callable[[Path], None]] = {
    "README.md": with_a_bad_message,
    "docs/aggregation.md": with_results,
    "docs/claims.md": with_claims,
    "docs/cpf.md": with_reviews,
    "docs/results.md": with_a_result,
    "docs/store.md": with_a_store,
    "docs/trust.md": with_a_store,
    "docs/spend.md": with_a_store,
}
