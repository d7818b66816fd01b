"""What has to be found: defects of kinds that were missed when they were planted."""

import pytest

from tests.review import planted
from tests.support.review_project import Project

HUGGING_FACE = "hf_" + "qWzLpRtYvKsNmXcJhGdFuBoEiAwQzLkTrV"
WEB_TOKEN = ".".join(
    ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJzdWIiOiI5OTEyMzQ1Njc4OTAifQ", "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV")
)


def rules_at(project: Project, *, sure: int = 0) -> set[tuple[str, int | None, str]]:
    """All rules that name a line, with those that agree."""
    found = [each for each in project.document("--no-exec")["findings"] if each["confidence"] >= sure]
    return {(each["path"], each["line"], rule) for each in found for rule in (each["rule"], *each["also"])}


@pytest.mark.req("DEC-49")
def test_credentials_of_newer_forms_and_passwords_are_shown(project: Project):
    project.write(
        {
            "settings.py": f"""
                PASSWORD = "hunter2-prod-key"
                TOKEN = "{HUGGING_FACE}"
                SESSION = "{WEB_TOKEN}"
            """,
            "conf.yaml": f"token: '{WEB_TOKEN}'\n",
        }
    )
    found = rules_at(project, sure=80)
    assert {(path, line) for path, line, _ in found} == {(*("settings.py", n),) for n in (1, 2, 3)} | {("conf.yaml", 1)}
    assert {("settings.py", 1, "ruff/S105"), ("settings.py", 1, "detect-secrets/secret-keyword")} <= found
    assert ("settings.py", 2, "secrets/huggingface-token") in found
    text = project.review().out
    assert (HUGGING_FACE in text, WEB_TOKEN in text) == (False, False)


@pytest.mark.req("DEC-49", refused=True)
def test_what_is_only_called_a_password_is_not_shown(project: Project):
    project.write(
        {
            "settings.py": """
                PASSWORD_FIELD = "password"
                token_url = "https://example.org/token"
                API_KEY = "your-api-key"
                password = "changeme"
                status_token = "ok"
                SECRET_NAME = "prod/database/secret"
            """
        }
    )
    assert rules_at(project, sure=80) == set()


@pytest.mark.req("DEC-49")
def test_names_that_are_nowhere_are_found(project: Project):
    project.write(
        {
            **planted.PYTHON_CLEAN,
            "requirements.txt": "requests\n",
            "src/shop/helpers.py": "def help_out() -> int:\n    return 1\n",
            "src/shop/more.py": "from shop import helpers\n\nprint(helpers)\n",
            "src/shop/use.py": """
                import leftpad

                from .gone import something
                from .helpers import nope

                print(leftpad, nope, something)
            """,
        }
    )
    found = rules_at(project)
    assert {
        ("src/shop/use.py", 3, "types/missing-import"),
        ("src/shop/use.py", 4, "types/missing-import"),
        ("src/shop/use.py", 1, "deptry/missing"),
        ("src/shop/helpers.py", 1, "vulture/unused-function"),
    } <= found


@pytest.mark.req("DEC-49")
def test_an_empty_test_is_found(project: Project):
    project.write({"tests/test_a.py": 'def test_it():\n    pass\n\n\ndef test_that():\n    """That."""\n    ...\n'})
    assert rules_at(project, sure=80) == {("tests/test_a.py", 1, "tests/empty"), ("tests/test_a.py", 5, "tests/empty")}


SCRIPT = """
    const { exec } = require("child_process");
    const gone = require("./gone");
    import { there } from "./there.js";

    function unused() {}

    export function run(db, name, pattern) {
      if (name = pattern) { eval(name); }
      exec("ls " + name);
      db.query("SELECT * FROM items WHERE name = '" + name + "'");
      db.query(`DELETE FROM items WHERE name = ${name}`);
      db.query("SELECT * FROM items WHERE name = ?", [name]);
      pattern.exec("a" + name);
      exec("ls -l");
      return there(gone);
    }
"""


@pytest.mark.req("DEC-49")
@pytest.mark.parametrize("name", ["src/a.js", "src/a.ts"])
def test_defects_of_scripts_are_found(project: Project, name: str):
    project.write({name: SCRIPT, "src/there.ts": "export const there = (one: unknown): unknown => one;\n"})
    assert rules_at(project, sure=80) == {
        (name, 2, "ast-grep/missing-file"),
        (name, 5, "oxlint/no-unused-vars"),
        (name, 8, "oxlint/no-cond-assign"),
        (name, 8, "oxlint/no-eval"),
        (name, 9, "ast-grep/shell-command"),
        (name, 10, "ast-grep/query"),
        (name, 11, "ast-grep/query"),
    }


@pytest.mark.req("DEC-49", refused=True)
def test_what_a_project_of_scripts_turns_off_is_not_reported(project: Project):
    project.write({"a.js": "const a = 1;\nexport const b = (c) => eval(c); // eslint-disable-line no-eval\n"})
    assert rules_at(project) == {("a.js", 1, "oxlint/no-unused-vars")}
    project.write({".eslintrc.json": '{"rules": {"no-unused-vars": ["off"]}}\n'})
    assert rules_at(project) == set()


README = """
    # Shop
    The sum is made by `shop.cart.total()`, the rest by `shop.cart.subtract()`.
    Prices are in `src/shop/cart.py`, taxes in `src/shop/taxes.py`.
    Run `make test`, and before a release `make release`.

    ```console
    $ shop --prices 3
    $ shop --colour
    ```
"""


@pytest.mark.req("DEC-49")
def test_what_a_page_names_and_nobody_has_is_found(project: Project):
    flags = 'FLAGS = ["--prices"]\n'
    project.write({**planted.PYTHON_CLEAN, "README.md": README, "src/shop/flags.py": flags})
    assert {each for each in rules_at(project, sure=80) if each[0] == "README.md"} == {
        ("README.md", 2, "documents/missing-name"),
        ("README.md", 3, "documents/missing-file"),
        ("README.md", 4, "documents/missing-command"),
        ("README.md", 8, "documents/missing-flag"),
    }


@pytest.mark.req("DEC-49", refused=True)
def test_what_a_page_says_is_not_there_or_is_to_be_made_is_not_missed(project: Project):
    page = """
        # Shop
        There is no `src/shop/taxes.py` any more, and `shop.cart.subtract()` was removed.
        Create `src/shop/yours.py` first. Other tools: `git --colour`, `other/path/file.py`, `json.dumps()`, `print()`.
    """
    project.write({**planted.PYTHON_CLEAN, "README.md": page})
    assert rules_at(project) == set()
