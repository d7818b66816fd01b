"""SDD-14: a project's tools are called as its steering file calls them, and inline scripts carry its runtime."""

import pytest

from renkei.policy.project_commands import listed_commands
from tests.support.policy_case import ask

TECH = """\
# Technology

## Stack
Python by `uv`.

## Common Commands
- Test: `uv run pytest -q`
- Build: `make build`

```bash
# lint
$ .venv/bin/ruff check .
npm run lint
```

### More
`cargo test`

## Other
`pytest`
"""
LISTED = listed_commands(TECH)


def run(command: str, role: str = "backend-specialist"):
    return ask(role, "Bash", command=command, project_commands=LISTED)


def test_commands_are_those_below_the_heading():
    assert LISTED == (
        ("uv", "run", "pytest", "-q"), ("make", "build"), (".venv/bin/ruff", "check", "."), ("npm", "run", "lint"),
        ("cargo", "test"),
    )  # fmt: skip
    assert listed_commands("# Technology\n`pytest`\n") == ()


def test_prose_and_other_sections_are_no_commands_whatever_the_code_before_them_holds():
    odd = "## Common Commands\n```bash\nmake test\n~~~\n```\nNever type\nrm -rf x\n## Other\n```\ncurl y\n```\n"
    assert not {("rm", "-rf", "x"), ("curl", "y"), ("Never", "type")} & {*listed_commands(odd)}


@pytest.mark.req("SDD-14")
@pytest.mark.parametrize(
    "command",
    [
        "uv run pytest -q",
        "uv run pytest tests/test_x.py -k y",
        "make build",
        "make clean",
        ".venv/bin/ruff check src",
        "npm run lint",
        "npm run build",
        "npm install",
        "cd sub && uv run pytest",
        "uv run python -c 'print(1)'",
        "uv run python - <<'EOF'\nprint(1)\nEOF",
        "node -e 'console.log(1)'",
        "git status",
        "cargo build",
    ],
)
def test_what_is_called_so_or_not_named_there_is_allowed(command: str):
    assert run(command).allowed


@pytest.mark.req("SDD-14", refused=True)
@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("pytest -q", "uv run pytest -q"),
        ("python -m pytest", "uv run pytest -q"),
        ("poetry run pytest", "uv run pytest -q"),
        ("cd sub && pytest", "uv run pytest -q"),
        (".venv/bin/pytest", "uv run pytest -q"),
        ("ruff check .", ".venv/bin/ruff check ."),
        ("pnpm run lint && npx ruff check", ".venv/bin/ruff check ."),
        ("python -c 'print(1)'", "uv run python ..."),
        ("python3 - <<'EOF'\nprint(1)\nEOF", "uv run python3 ..."),
    ],
)
def test_what_is_called_otherwise_is_refused_with_how_it_is_called(command: str, right: str):
    ruling = run(command)
    assert (ruling.allowed, ruling.rule) == (False, "SDD-14")
    assert ruling.params["command"] == right


@pytest.mark.req("SDD-14")
def test_without_such_a_file_a_tool_is_called_as_one_likes():
    assert ask("backend-specialist", "Bash", command="pytest -q").allowed
