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
                        subprocess.call("ls " + words, shell=True)
                        left = 1
                    except:
                        print("no")
            """
        }
    )
    rules = {"ruff/F401", "ruff/S602", "ruff/E722", "ruff/F841"}
    assert {rule for _, _, rule in project.places("--no-exec")} == rules
    project.write({name: text})
    assert project.places("--no-exec") == set()


@pytest.mark.req("DEC-49", refused=True)
def test_an_excuse_for_one_file_is_none_for_another(project: Project):
    project.write(
        {"setup.cfg": "[flake8]\nper-file-ignores =\n    a.py:F401\n", "a.py": "import os\n", "b.py": "import os\n"}
    )
    assert project.places("--no-exec") == {("b.py", 1, "ruff/F401")}


@pytest.mark.req("DEC-49")
def test_what_a_module_passes_on_to_others_is_used(project: Project):
    project.write({"shop/__init__.py": "", "shop/compat.py": COMPAT})
    project.write({"shop/a.py": "from .compat import cached_property, quote\n\nprint(cached_property, quote)\n"})
    assert ("shop/compat.py", 5, "ruff/F401") in project.places("--no-exec")
    project.write({"tests/test_a.py": "from shop import compat\n\n\ndef test_it():\n    assert compat.unquote\n"})
    assert not [each for each in project.places("--no-exec") if each[2] == "ruff/F401"]


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
def test_a_name_that_is_marked_for_ruff_is_marked_for_the_type_checker(project: Project):
    project.write({"a.py": "class A:\n    gone  # noqa: F821\n    lost  # noqa: F401\n"})
    assert {line for _, line, _ in shown(project)} == {3}


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


@pytest.mark.req("DEC-49")
def test_what_is_true_and_trivial_is_only_shown_on_request(project: Project):
    branches = "".join(f"    if a == {n}:\n        return {n}\n" for n in range(30))
    text = (
        f"import os\n\n\ndef f(a):\n    left = 1\n    try:\n        print(2)\n    except:\n        print(3)\n{branches}"
    )
    project.write({"a.py": text})
    assert shown(project) == set()
    assert {rule for _, _, rule in project.places()} == {"ruff/C901", "ruff/E722", "ruff/F401", "ruff/F841"}


@pytest.mark.req("DEC-49")
def test_names_of_another_python_and_names_made_at_run_time_are_not_missing(project: Project):
    project.write(
        {
            "old.py": "import sys\n\ntext = str\nif sys.version_info[0] == 2:\n    text = unicode\nprint(text, gone)\n",
            "made.py": "globals().update(a=1)\nprint(a)\n",
        }
    )
    assert shown(project) == {("old.py", 6, "ruff/F821")}


@pytest.mark.req("DEC-49")
def test_a_call_is_wrong_where_it_is_known_what_is_called(project: Project):
    project.write(
        {
            "a.py": """
                from collections.abc import Callable


                def one(a: int) -> int:
                    return a


                class Two:
                    def __init__(self, a: int) -> None:
                        self.a = a


                def go(three: Callable[[int], int]) -> None:
                    one()
                    Two()
                    three()
            """
        }
    )
    assert shown(project) == {("a.py", 14, "types/missing-argument")}


@pytest.mark.req("DEC-49")
def test_one_call_that_two_analysers_object_to_is_one_finding(project: Project):
    project.write(
        {
            "a.py": """
                import subprocess

                import requests


                def go(words, url):
                    requests.get(url, verify=False)
                    subprocess.run(
                        "ls " + words,
                        shell=True,
                    )
            """,
            "examples/a.py": "import subprocess\n\nsubprocess.run(input(), shell=True)\n",
        }
    )
    assert shown(project) == {("a.py", 7, "ruff/S113"), ("a.py", 7, "ruff/S501"), ("a.py", 8, "ruff/S602")}
    assert not [each for each in project.places() if each[0] == "a.py" and each[2].startswith("bandit/")]


@pytest.mark.req("DEC-49")
def test_a_query_with_the_name_of_a_table_in_it_is_no_injection(project: Project):
    project.write(
        {
            "a.py": """
                def go(cursor, table, name):
                    cursor.execute('SELECT * FROM "%s" LIMIT 1' % table)
                    cursor.execute(f"SELECT * FROM {table} WHERE a = 1")
                    cursor.execute(f"SELECT * FROM {table} WHERE a = '{name}'")
                    cursor.execute("SELECT * FROM items WHERE a = '%s'" % name)
            """
        }
    )
    assert {line for _, line, _ in shown(project)} == {4, 5}


@pytest.mark.req("DEC-49")
def test_many_faults_of_one_cause_are_one_finding(project: Project):
    links = "\n".join(f"- [{n}](examples/{n}.js) and [{n}](docs/{n}.md)" for n in range(5))
    project.write({"README.md": f"# A\n\n{links}\n\nSee [it](docs/there/gone.md).\n", "a/__pycache__/a.pyc": "1"})
    project.write({"a/__pycache__/b.pyc": "2", "docs/other.md": "# Other\n"})
    project.commit()
    found = shown(project)
    assert {each for each in found if each[2] == "documents/broken-link"} == {
        ("README.md", 3, "documents/broken-link"),
        *(("README.md", n, "documents/broken-link") for n in range(4, 8)),
        ("README.md", 9, "documents/broken-link"),
    }
    assert len([each for each in project.document()["findings"] if each["rule"] == "documents/broken-link"]) == 7
    assert [each[:2] for each in found if each[2] == "renkei/leftover"] == [("a/__pycache__/a.pyc", None)]


@pytest.mark.req("DEC-49")
def test_a_program_that_the_page_has_its_reader_write_is_not_missing(project: Project):
    project.write({"README.md": "# A\n\n```console\n$ ./mine.js --a\n$ ./install.sh\n```\n", "a.js": "debugger;\n"})
    assert {each for each in shown(project) if each[0] == "README.md"} == {
        ("README.md", 5, "documents/missing-command")
    }


@pytest.mark.req("DEC-49")
def test_what_sphinx_makes_is_not_reviewed(project: Project):
    project.write({"docs/_static/doctools.js": "var a = new Function('b');\n", "docs/_build/x.js": "debugger;\n"})
    assert shown(project) == set()


@pytest.mark.req("DEC-49")
def test_a_name_that_many_files_take_from_elsewhere_is_not_missing(project: Project):
    project.write({f"cases/{n}.py": 'case = uri("/a")\n' for n in range(5)} | {"a.py": "print(gone)\n"})
    assert shown(project) == {("a.py", 1, "ruff/F821")}


@pytest.mark.req("DEC-49")
def test_a_default_is_a_trap_where_the_function_changes_it(project: Project):
    project.write(
        {
            "a.py": """
                def one(item, seen=[]):
                    seen.append(item)


                def two(name, options={}):
                    return options.get(name)
            """
        }
    )
    assert shown(project) == {("a.py", 1, "ruff/B006")}


@pytest.mark.req("DEC-49")
def test_python_two_is_no_broken_file_and_a_broken_file_is_one(project: Project):
    project.write({"old.py": "print 'a'\n", "bad.py": "def f(:\n    pass\n"})
    assert shown(project) == {("bad.py", 1, "ruff/invalid-syntax")}


@pytest.mark.req("DEC-49")
def test_what_a_module_makes_of_its_names_at_run_time_may_be_imported(project: Project):
    project.write(
        {
            "shop/__init__.py": "",
            "shop/logs.py": "import logging\n\nfor name in ('debug',):\n    globals()[name] = getattr(logging, name)\n",
            "shop/plain.py": "",
            "shop/a.py": "from .logs import debug\nfrom .plain import gone\n\nprint(debug, gone)\n",
        }
    )
    assert shown(project) == {("shop/a.py", 2, "types/missing-import")}


@pytest.mark.req("DEC-49")
def test_a_method_that_a_page_names_by_its_module_is_there(project: Project):
    project.write(
        {
            "shop/__init__.py": "from .bar import shop\n",
            "shop/bar.py": "class shop:\n    def write(self): ...\n",
            "README.md": "# A\n\nUse `shop.write()` and `shop.gone()`, and `make docs` in the `wiki` folder.\n",
        }
    )
    assert {each for each in shown(project) if each[0] == "README.md"} == {("README.md", 3, "documents/missing-name")}
