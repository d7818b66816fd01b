"""What has to be found: defects of kinds that were missed when they were planted."""

from pathlib import Path

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


@pytest.mark.req("DEC-49")
def test_a_review_changes_no_file_whatever_ruff_is_set_up_to_do(project: Project):
    text = "import os\n\n\ndef f(mode):\n    return mode is 'a'\n"
    project.write({"ruff.toml": "fix = true\nunsafe-fixes = true\nfix-only = true\n", "a.py": text})
    found = rules_at(project)
    assert (project.folder / "a.py").read_text() == text
    assert {("a.py", 1, "ruff/F401"), ("a.py", 5, "ruff/F632")} <= found


@pytest.mark.req("DEC-49")
def test_a_configuration_that_ruff_refuses_is_told_and_the_code_is_looked_at(project: Project):
    settings = '[lint]\nignore = ["F841"]\n\n[lint.per-file-ignores]\n"a/*.py}" = ["E402"]\n'
    project.write({"ruff.toml": settings, "a.py": "import os\n\n\ndef f(mode):\n    left = mode\n"})
    document = project.document("--no-exec")
    assert {(each["path"], each["rule"]) for each in document["findings"]} == {
        ("ruff.toml", "ruff/configuration"),
        ("a.py", "ruff/F401"),
    }
    assert "a/*.py}" in next(each["message"] for each in document["findings"] if each["path"] == "ruff.toml")


@pytest.mark.req("DEC-49")
def test_an_assertion_on_a_tuple_is_found_outside_tests_and_once_in_tests(project: Project):
    project.write({"a.py": "assert (1 > 2, 'no')\n", "tests/test_a.py": "def test_it():\n    assert (1 > 2, 'no')\n"})
    found = [(each["path"], each["rule"]) for each in project.document("--no-exec")["findings"]]
    assert sorted(found) == [("a.py", "ruff/F631"), ("tests/test_a.py", "ruff/F631")]


@pytest.mark.req("DEC-49")
def test_what_an_import_in_a_function_takes_has_to_be_there(project: Project):
    project.write(
        {
            "shop/__init__.py": "def go():\n    import colorsys\n\n    return 1\n",
            "shop/_base.py": "",
            "shop/use.py": """
                def one():
                    from ._base import nope

                    return nope


                def two():
                    try:
                        from ._base import speedups
                    except ImportError:
                        speedups = None
                    return speedups
            """,
        }
    )
    project.write({"tests/test_use.py": "def test_it():\n    from shop._base import nope\n\n    assert nope\n"})
    found = rules_at(project)
    assert not [each for each in found if each[0] == "tests/test_use.py"]
    assert {("shop/__init__.py", 2, "ruff/F401"), ("shop/use.py", 2, "types/missing-import")} <= found
    assert not [each for each in found if each[:2] == ("shop/use.py", 9)]


SETUP = "from setuptools import setup\n\nsetup(name='shop', install_requires=['PyYAML', 'python-dateutil>=2'])\n"


@pytest.mark.req("DEC-49")
def test_a_package_that_no_setup_file_names_is_found(project: Project):
    use = """
        import json
        import shop.other

        import dateutil
        import yaml

        try:
            import lxml
        except ImportError:
            lxml = None


        def load():
            import pandas

            return pandas, yaml, dateutil, json, shop, lxml
    """
    project.write({"shop/__init__.py": "", "shop/other.py": "", "shop/use.py": use})
    assert not [each for each in rules_at(project) if each[2] == "imports/undeclared"]
    project.write({"setup.py": SETUP})
    assert {each for each in rules_at(project) if each[2] == "imports/undeclared"} == {
        ("shop/use.py", 14, "imports/undeclared")
    }


PAGE = """
    Shop
    ====
    The sum is made by ``shop.cart.total()``, the rest by ``shop.cart.subtract()``.
    Prices are in ``shop/cart.py``, taxes in ``shop/taxes.py``; see `Other <https://example.org/a/b.py>`_.

    Then run::

        make test
        make release

    .. code-block:: python

        make = 1

    .. note::

        Before that, ``src/shop/more.py``.
"""


@pytest.mark.req("DEC-49")
def test_a_page_of_restructured_text_is_read_as_well(project: Project):
    project.write({**planted.PYTHON_CLEAN, "README.rst": PAGE})
    assert {each for each in rules_at(project, sure=80) if each[0] == "README.rst"} == {
        ("README.rst", 3, "documents/missing-name"),
        ("README.rst", 4, "documents/missing-file"),
        ("README.rst", 9, "documents/missing-command"),
        ("README.rst", 17, "documents/missing-file"),
    }


@pytest.mark.req("DEC-49")
def test_an_indented_command_of_a_page_is_one_and_a_list_is_none(project: Project):
    page = """
        # Shop
        Prices are in `shop/taxes.py`.

            make release

        - An item

            make up your mind, or
            make sure
    """
    project.write({**planted.PYTHON_CLEAN, "README.md": page})
    assert {each for each in rules_at(project) if each[0] == "README.md"} == {
        ("README.md", 2, "documents/missing-file"),
        ("README.md", 4, "documents/missing-command"),
    }


@pytest.mark.req("DEC-49")
def test_make_without_a_makefile_is_found(project: Project):
    project.write({"README.md": "# A\n\nRun `make docs`.\n", "a.py": "A = 1\n"})
    assert rules_at(project) == {("README.md", 3, "documents/missing-command")}
    project.write({"docs/Makefile": "docs:\n\ttrue\n"})
    assert rules_at(project) == set()


@pytest.mark.req("DEC-49")
def test_scripts_that_a_build_does_not_make_and_commands_by_a_module_are_looked_at(project: Project):
    script = """
        const gone = require("./gone");
        const made = require("../dist/made");
        const key = { a: 1,
          b: 2,
          a: 3 };
        module.exports = (folder) => {
          require("child_process").exec("ls " + folder);
          require('node:child_process').execSync(`ls ${folder}`);
          return [gone, made, key];
        };
    """
    project.write({"lib/a.js": script, "lib/b.js": "module.exports = 1;\n"})
    assert rules_at(project, sure=80) == {
        ("lib/a.js", 1, "ast-grep/missing-file"),
        ("lib/a.js", 5, "oxlint/no-dupe-keys"),
        ("lib/a.js", 7, "ast-grep/shell-command"),
        ("lib/a.js", 8, "ast-grep/shell-command"),
    }


@pytest.mark.req("DEC-49")
def test_three_letters_of_a_token_make_it_no_placeholder(project: Project):
    token = WEB_TOKEN.replace("SflKxw", "SaXXxw")
    project.write({"a.py": f'TOKEN = "{token}"\nOTHER = "{WEB_TOKEN.replace("SflKxwRJSMeK", "xxxxxxxxxxxx")}"\n'})
    assert ("a.py", 1, "secrets/json-web-token") in rules_at(project, sure=80)
    assert ("a.py", 2, "secrets/json-web-token") not in rules_at(project)


@pytest.mark.req("DEC-49", refused=True)
def test_a_line_of_a_file_that_the_configuration_names_is_not_shown(project: Project, tmp_path: Path):
    outside = tmp_path / "outside.toml"
    outside.write_text("the secret of this machine\n", "utf-8")
    project.write({"ruff.toml": f'extend = "{outside}"\n', "a.py": "A = 1\n"})
    ran = project.review("--json")
    assert any(each["rule"] == "ruff/configuration" for each in ran.document["findings"])
    assert "secret of this machine" not in ran.out
