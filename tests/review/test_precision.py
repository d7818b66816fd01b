"""What is not shown: what the project itself excuses, what others wrote, and what is right as it is."""

import pytest

from tests.support.review_project import Project

COMPAT = """
    import sys

    if sys.version_info >= (3, 8):
        from functools import cached_property
        from urllib.parse import quote, unquote
    else:
        cached_property = None
"""


def shown(project: Project, *words: str) -> set[tuple[str, int | None, str]]:
    found = project.document("--no-exec", *words)["findings"]
    return {(each["path"], each["line"], each["rule"]) for each in found if each["confidence"] >= 80}


@pytest.mark.req("DEC-49")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.cfg", "[flake8]\nper-file-ignores =\n    src/shop/compat.py:F401\n    src/shop/q.py:E722,S,F841\n"),
        ("tox.ini", "[flake8]\nper-file-ignores = src/shop/compat.py:F401, src/shop/q.py:E722,S,F841\n"),
        (".flake8", "[flake8]\nextend-ignore = F401,E722,S,F841\n"),
        (".flake8", "[flake8]\nexclude = .git,src/shop\n"),
        ("ruff.toml", '[lint.per-file-ignores]\n"src/**" = ["F401", "E722", "S", "F841"]\n'),
    ],
)
def test_what_the_project_excuses_is_not_reported(project: Project, name: str, text: str):
    project.write({"src/shop/__init__.py": "", "src/shop/compat.py": "import os\n"})
    project.write(
        {
            "src/shop/q.py": """
                import subprocess


                def go(words: str) -> None:
                    try:
                        subprocess.call(words, shell=True)
                        left = 1
                    except:
                        print("no")
            """
        }
    )
    rules = {"ruff/F401", "ruff/S602", "ruff/E722", "ruff/F841"}
    assert {rule for _, _, rule in shown(project)} == rules
    project.write({name: text})
    assert project.places("--no-exec") == set()


@pytest.mark.req("DEC-49", refused=True)
def test_an_excuse_for_one_file_is_none_for_another(project: Project):
    project.write(
        {"setup.cfg": "[flake8]\nper-file-ignores =\n    a.py:F401\n", "a.py": "import os\n", "b.py": "import os\n"}
    )
    assert shown(project) == {("b.py", 1, "ruff/F401")}


@pytest.mark.req("DEC-49")
def test_what_a_module_passes_on_to_others_is_used(project: Project):
    project.write({"shop/__init__.py": "", "shop/compat.py": COMPAT})
    project.write({"shop/a.py": "from .compat import cached_property, quote\n\nprint(cached_property, quote)\n"})
    assert shown(project) == {("shop/compat.py", 5, "ruff/F401")}
    project.write({"tests/test_a.py": "from shop import compat\n\n\ndef test_it():\n    assert compat.unquote\n"})
    assert shown(project) == set()


@pytest.mark.req("DEC-49")
def test_mypy_settings_count_for_every_type_checker(project: Project):
    project.write({"shop/__init__.py": "", "shop/old.py": "def go() -> int:\n    return missing_name()\n\n\nint.x\n"})
    call = "def f(a: int) -> int:\n    return a\n\n\nf()\n"
    project.write({"shop/calls.py": call})
    assert ("shop/calls.py", 5, "types/missing-argument") in shown(project)
    project.write({"mypy.ini": "[mypy]\n[mypy-shop.calls]\nignore_errors = True\n"})
    assert ("shop/calls.py", 5, "types/missing-argument") not in shown(project)
    project.write({"mypy.ini": "[mypy]\n[mypy-shop.other]\nignore_errors = True\n"})
    assert ("shop/calls.py", 5, "types/missing-argument") in shown(project)


@pytest.mark.req("DEC-49")
def test_lines_that_coverage_leaves_out_are_left_alone(project: Project):
    text = "def go() -> int:\n    return 1\n    print(2){mark}\n"
    project.write({"a.py": text.format(mark="")})
    assert shown(project) == {("a.py", 3, "vulture/unreachable")}
    project.write({"a.py": text.format(mark="  # pragma: no cover")})
    assert shown(project) == set()


@pytest.mark.req("DEC-49")
def test_a_function_is_complex_once(project: Project):
    branches = "".join(f"        if a == {n}:\n            return {n}\n" for n in range(30))
    statements = "".join(f"    x{n} = {n}\n    print(x{n})\n" for n in range(70))
    project.write(
        {"a.py": f"def outer(a):\n    def inner(a):\n{branches}        return a\n\n{statements}    return inner(a)\n"}
    )
    found = [each for each in project.document()["findings"] if each["category"] == "complexity"]
    assert [(each["line"]) for each in found] == [1]


@pytest.mark.req("DEC-49")
def test_what_seems_safe_and_what_is_style_is_not_shown(project: Project):
    project.write(
        {
            "a.py": """
                import subprocess

                subprocess.call("ls -l", shell=True)
                print(f"nothing in it")
                try:
                    print(1)
                except OSError:
                    pass
            """
        }
    )
    assert shown(project) == set()
    assert {3, 4} <= {line for _, line, _ in project.places()}


@pytest.mark.req("DEC-49", refused=True)
def test_a_help_text_is_no_query_and_a_query_is_one(project: Project):
    project.write(
        {
            "a.py": """
                def add(parser, names, cursor, name):
                    parser.add_argument("--format", help=f"Select the output format from {names}")
                    parser.add_argument("--drop", help="Delete from the list: %s" % names)
                    cursor.execute(f"SELECT price FROM items WHERE name = '{name}'")
                    cursor.execute("delete from items where name = '%s'" % name)
            """
        }
    )
    found = shown(project)
    assert {line for _, line, _ in found} == {4, 5}


@pytest.mark.req("DEC-49")
@pytest.mark.parametrize("is_git", [True, False])
def test_nothing_is_read_of_what_was_installed_or_copied(project: Project, is_git: bool):
    bad = "import os\n\n\ndef f(a):\n    return eval(a)\n"
    folders = (
        ".venv/lib",
        "venv/lib",
        "env39/lib",
        "node_modules/x",
        "vendor/x",
        "src/_vendor",
        ".tox/py",
        "third_party",
    )
    project.write({f"{folder}/bad.py": bad for folder in folders})
    project.write({"env39/pyvenv.cfg": "home = /usr\n", "node_modules/x/a.js": "debugger;\n", "tool.py": "A = 1\n"})
    project.write({"vendor/x/key.py": 'KEY = "AKIA' + 'Z7QX4MNP2RSTUVW9"\n'})
    if is_git:
        project.commit()
    document = project.document()
    assert (document["findings"], document["coverage"]["files"]) == ([], 1)
