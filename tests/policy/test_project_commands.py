"""SDD-14: a project's tools are called as its steering file calls them, and inline scripts carry its runtime."""

import pytest

from renkei.policy.project_commands import listed_commands, listed_scripts
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


NODE = listed_commands("## Common Commands\n```bash\nnpm test\nnpm run lint\nnpm run build\nnpm run dev\n```\n")
PACKAGE = """{"scripts": {"test": "NODE_ENV=test jest --ci", "test:watch": "jest --watch", "lint": "npx eslint .",
    "format": "prettier -w .", "build": "tsc -p .", "dev": "vite"}}"""


def ask_node(command: str, package: str):
    scripts = listed_scripts(NODE, package)
    return ask("frontend-specialist", "Bash", command=command, project_commands=NODE, project_scripts=scripts)


@pytest.mark.req("SDD-14", refused=True)
@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("npx jest", "npm test"),
        ("jest src/a.test.ts", "npm test"),
        ("CI=1 npx --yes jest", "npm test"),
        ("./node_modules/.bin/jest", "npm test"),
        ("yarn exec jest", "npm test"),
        ("cd web && npx eslint src", "npm run lint"),
    ],
)
def test_a_tool_that_a_listed_script_runs_is_called_by_that_script(command: str, right: str):
    ruling = ask_node(command, PACKAGE)
    assert (ruling.allowed, ruling.rule) == (False, "SDD-14")
    assert ruling.params["command"] == right


@pytest.mark.req("SDD-14")
@pytest.mark.parametrize(
    ("command", "package"),
    [
        ("npm test", PACKAGE),
        ("npm test -- src/a.test.ts", PACKAGE),
        ("npx tsc --noEmit", PACKAGE),
        ("npx vite preview", PACKAGE),
        ("npx prettier -c .", PACKAGE),
        ("npx jest", '{"scripts": {"test": "jest", "start": "jest --serve"}}'),
        ("node a.js", '{"scripts": {"test": "node --test"}}'),
        *(
            ("npx jest", odd)
            for odd in ("", "{", "[]", '{"scripts": ["jest"]}', '{"scripts": {"test": 1}}', "[" * 99999)
        ),
    ],
)
def test_what_no_listed_script_stands_for_is_called_as_one_likes(command: str, package: str):
    assert ask_node(command, package).allowed
