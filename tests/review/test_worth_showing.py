"""What is shown is what a maintainer would act on: beside each thing that is only listed stands one that is shown."""

import pytest

from tests.support.review_project import Project


def shown(project: Project) -> set[tuple[str, int | None, str]]:
    found = project.document("--no-exec")["findings"]
    return {(each["path"], each["line"], each["rule"]) for each in found if each["confidence"] >= 80}


def lines_shown(project: Project, rule: str) -> set[tuple[str, int | None]]:
    return {(path, line) for path, line, name in shown(project) if name == rule}


@pytest.mark.req("DEC-49")
def test_an_eval_is_shown_where_what_it_is_given_comes_from_outside(project: Project):
    project.write(
        {
            "shop/__init__.py": """
                __all__ = ["price"]
                LIMIT = "1 + 2"


                def price(text):
                    limit = eval(LIMIT)
                    names = [eval(name) for name in __all__]
                    plain = text.strip()
                    return eval(plain), limit, names


                def ask(digits):
                    if digits.isdigit():
                        eval(digits)
                    return eval(input("? "))


                def old(text):
                    try:
                        import ast
                    except ImportError:
                        return eval(text)
                    return ast.literal_eval(text)
            """,
            "setup.py": "def read(text):\n    return eval(text)\n",
        }
    )
    assert lines_shown(project, "ruff/S307") == {("shop/__init__.py", 9), ("shop/__init__.py", 15)}


@pytest.mark.req("DEC-49")
def test_a_project_that_compiles_templates_evaluates_them(project: Project):
    project.write({"pages/codegen.py": "def flag(node):\n    return eval(node.attributes['cached'])\n"})
    assert lines_shown(project, "ruff/S307") == {("pages/codegen.py", 2)}
    project.write({"pages/template.py": "def load(source, name):\n    return compile(source, name, 'exec')\n"})
    assert lines_shown(project, "ruff/S307") == set()


@pytest.mark.req("DEC-49")
def test_a_debugger_is_shown_where_it_was_left_and_not_where_it_is_a_feature(project: Project):
    project.write(
        {
            "tests/test_shell.py": """
                from IPython.terminal.embed import InteractiveShellEmbed


                def test_magic():
                    assert InteractiveShellEmbed().run_line_magic("a", "")
            """,
            "shop.py": """
                import pdb


                def run(debug):
                    if debug:
                        pdb.set_trace()
                    pdb.set_trace()
            """,
        }
    )
    assert lines_shown(project, "ruff/T100") == {("shop.py", 7)}


@pytest.mark.req("DEC-49")
def test_a_function_that_something_else_names_may_be_called(project: Project):
    private = "def _dead():\n    return 1\n\n\ndef _from_text():\n    return 2\n\n\ndef _build_name():\n    return 3\n"
    project.write(
        {
            "shop/__init__.py": "",
            "shop/run.py": f"{private}\n\ndef _in_page():\n    return 4\n",
            "shop/gen.py": """
                from shop import run


                def lines(kind):
                    yield "return run._from_text()"
                    yield getattr(run, "_build_" + kind)
            """,
            "shop/pages/a.html": "{{ run._in_page() }}\n",
        }
    )
    assert lines_shown(project, "vulture/unused-function") == {("shop/run.py", 1)}


@pytest.mark.req("DEC-49")
@pytest.mark.parametrize("name", ["PKG-INFO", "package.json"])
def test_a_release_does_not_have_all_that_its_repository_has(project: Project, name: str):
    page = "# A\n\nSee [it](docs/it.md), type `make test` and `make docs`.\n"
    project.write({"README.md": page, "a.js": "run();\n"})
    if name == "package.json":
        project.write({"package.json": '{"name": "a", "version": "1.0.0"}\n', ".gitignore": "node_modules\n"})
    project.commit()
    assert {rule for _, _, rule in shown(project)} == {"documents/broken-link", "documents/missing-command"}
    assert len(lines_shown(project, "documents/missing-command")) == 1
    if name == "package.json":
        (project.folder / ".gitignore").unlink()
    else:
        project.write({"PKG-INFO": "Metadata-Version: 2.1\nName: a\n"})
    assert shown(project) == set()
    assert "documents/broken-link" in {rule for _, _, rule in project.places("--no-exec")}


@pytest.mark.req("DEC-49")
def test_a_getter_that_gives_nothing_is_shown_and_one_that_sometimes_does_is_not(project: Project):
    project.write(
        {
            "a.js": """
                module.exports = {
                  get one() {
                    if (this.a) return this.a;
                  },
                  get two() {
                    this.b;
                  },
                };
            """
        }
    )
    assert lines_shown(project, "oxlint/getter-return") == {("a.js", 5)}


@pytest.mark.req("DEC-49")
def test_a_call_is_right_where_one_of_several_definitions_takes_it(project: Project):
    project.write(
        {
            "a.py": """
                try:
                    import quic
                    HAS = True
                except ImportError:
                    HAS = False

                if HAS:
                    class Stream:
                        def make(self, timeout: int) -> int:
                            return timeout
                else:
                    class Stream:
                        def make(self) -> int:
                            return 0


                class Later:
                    pick = lambda self: 1

                    def use(self) -> int:
                        return self.pick(2)


                def one(a: int) -> int:
                    return a


                two = one
                Stream().make(1)
                one(1, 2)
                two(1, 2)
            """,
            "b.py": "def one(a: int, b: int, c: int) -> int:\n    return a + b + c\n",
        }
    )
    assert lines_shown(project, "types/too-many-positional-arguments") == {("a.py", 30)}


@pytest.mark.req("DEC-49")
def test_a_test_that_errs_on_purpose_is_left_alone(project: Project):
    project.write(
        {
            "tests/test_a.py": """
                import pytest


                class Bad:
                    def __bool__(self):
                        1 / 0


                def handler(headers):
                    "Range" in headers


                def raise_type_error():
                    return "%d" % "a"


                def test_raises(box):
                    with pytest.raises(TypeError):
                        box == 1
                    box == 2


                def test_format(box):
                    assert box == "%d" % "a"
            """
        }
    )
    found = {(line, rule) for _, line, rule in shown(project)}
    assert found == {(20, "ruff/B015"), (24, "ruff/PLE1307")}


@pytest.mark.req("DEC-49")
def test_an_assertion_that_always_holds_is_shown_where_it_is_the_only_one(project: Project):
    project.write(
        {
            "tests/test_b.py": """
                def test_later():
                    # TODO: think of one
                    pass


                def test_nothing():
                    pass
            """,
            "tests/test_a.py": """
                def test_one(go):
                    try:
                        go()
                        assert False
                    except TypeError:
                        assert True


                def test_two(go):
                    go()
                    assert True


                def test_three(go):
                    def call():
                        assert True

                    assert go(call)
                    assert "text", go()
            """,
        }
    )
    found = {(line, rule) for _, line, rule in shown(project) if rule != "tests/no-assertion"}
    assert found == {(11, "tests/always-true"), (19, "ruff/PLW0129"), (6, "tests/empty")}


@pytest.mark.req("DEC-49")
def test_a_loader_or_a_field_of_the_projects_own_is_what_it_is_made_from(project: Project):
    project.write(
        {
            "a.py": """
                from dataclasses import dataclass, field
                from functools import partial

                import yaml

                hidden = partial(field, repr=False)


                class OwnLoader(yaml.reader.Reader, yaml.SafeLoader):
                    pass


                @dataclass
                class Item:
                    name: str = hidden(default="")
                    when: list = list("ab")


                def read(text):
                    return yaml.load(text, Loader=OwnLoader), yaml.load(text, Loader=yaml.FullLoader)


                def load(text):
                    return yaml.load(text, Loader=yaml.Loader)
            """
        }
    )
    assert {(line, rule) for _, line, rule in shown(project)} == {
        (16, "ruff/RUF008"),
        (16, "ruff/RUF009"),
        (24, "ruff/S506"),
    }


@pytest.mark.req("DEC-49")
def test_a_protection_that_the_caller_turns_off_is_his(project: Project):
    project.write(
        {
            "a.py": """
                import ssl


                def connect(verify):
                    if not verify:
                        return ssl._create_unverified_context()
                    return ssl.create_default_context()


                def always():
                    return ssl._create_unverified_context()
            """
        }
    )
    assert lines_shown(project, "ruff/S323") == {("a.py", 11)}


@pytest.mark.req("DEC-49")
def test_a_command_is_shown_where_it_is_put_together_and_not_where_it_is_passed_on(project: Project):
    project.write(
        {
            "a.py": """
                import subprocess

                import jinja2


                def run(command):
                    return subprocess.run(command, shell=True)


                def remove(name):
                    command = "rm " + name
                    return subprocess.run(command, shell=True)


                def pages(settings):
                    return jinja2.Environment(**settings), settings


                def page():
                    return jinja2.Environment()
            """
        }
    )
    assert {(line, rule) for _, line, rule in shown(project)} == {(12, "ruff/S602"), (20, "ruff/S701")}


@pytest.mark.req("DEC-49")
def test_a_name_of_python_two_is_missing_where_python_three_comes_to_it(project: Project):
    project.write(
        {
            "a.py": """
                import sys

                PY3 = sys.version_info[0] == 3

                try:
                    text = unicode
                except NameError:
                    text = str


                def one(value):
                    if PY3:
                        return str(value)
                    return unicode(value)


                def two(lines):
                    for line in lines:
                        try:
                            print(line)
                        except ValueError as error:
                            print(unicode(error))
            """
        }
    )
    assert lines_shown(project, "ruff/F821") == {("a.py", 22)}


@pytest.mark.req("DEC-49")
def test_an_import_that_is_defined_anew_is_an_unused_one(project: Project):
    project.write(
        {
            "a.py": "from b import (\n    KEY,\n)\n\nKEY = 1\n",
            "d.py": "@app.a\ndef f():\n    return 1\n\n\n@app.b\ndef f():\n    return 2\n",
            "c.py": "class A:\n    at = None\n\n    def at(self):\n        return 1\n",
            "b.py": "KEY = 2\n",
            "tests/test_a.py": "def test_a():\n    assert 1 + 1\n\n\ndef test_a():\n    assert 2 + 1\n",
        }
    )
    assert lines_shown(project, "ruff/F811") == {("tests/test_a.py", 5)}


@pytest.mark.req("DEC-49")
def test_a_default_that_is_kept_is_a_trap_where_what_is_kept_is_changed(project: Project):
    project.write(
        {
            "a.py": """
                class One:
                    def __init__(self, names=[]):
                        self.names = names

                    def count(self):
                        return len(self.names)


                class Two:
                    def __init__(self, items=[]):
                        self.items = items

                    def add(self, item):
                        self.items.append(item)
            """
        }
    )
    assert lines_shown(project, "ruff/B006") == {("a.py", 10)}


@pytest.mark.req("DEC-47")
@pytest.mark.req("DEC-49")
def test_a_module_in_another_encoding_is_not_read_rather_than_broken(project: Project):
    project.write(
        {
            "shop/__init__.py": "",
            "shop/old.py": "# -*- coding: cp1252 -*-\nNAME = 'caf\xe9'\n".encode("cp1252"),
            "shop/bad.py": b"NAME = 'caf\xe9'\n",
            "shop/a.py": "from .old import NAME\n\nprint(NAME)\n",
        }
    )
    document = project.document("--no-exec")
    assert [(each["path"], each["rule"]) for each in document["findings"]] == [("shop/bad.py", "ruff/E902")]
    assert document["verdict"] == "INCOMPLETE"
    assert "shop/old.py" in str(document["inspectors"])


@pytest.mark.req("DEC-49")
def test_code_that_is_never_reached_is_shown_where_it_does_something(project: Project):
    project.write(
        {
            "a.py": """
                def one():
                    raise ValueError("no")
                    return True


                def two():
                    raise ValueError("no")
                    print("never")
            """
        }
    )
    assert lines_shown(project, "vulture/unreachable") == {("a.py", 8)}


@pytest.mark.req("DEC-49")
def test_what_a_generator_wrote_is_not_shown(project: Project):
    text = "def f(seen=[]):\n    seen.append(gone)\n"
    project.write({"a.py": text, "b.py": f"# This file was generated by a tool. DO NOT EDIT.\n{text}"})
    assert {path for path, _, _ in shown(project)} == {"a.py"}


@pytest.mark.req("DEC-49")
def test_leftovers_of_one_kind_are_one_finding(project: Project):
    project.write({f"{name}/__pycache__/a.pyc": "1" for name in "abc"} | {"a.py": "A = 1\n", "x/.DS_Store": "1"})
    project.write({"tests/input/.DS_Store": "1"})
    project.commit()
    found = {path for path, _, rule in shown(project) if rule == "renkei/leftover"}
    assert found == {"a/__pycache__/a.pyc", "x/.DS_Store"}


@pytest.mark.req("DEC-49")
def test_a_heading_that_ends_in_a_question_has_the_anchor_that_it_is_given(project: Project):
    project.write({"README.md": "# A\n\n[b](#from-08x-) [c](#gone)\n\n## From 0.8.x ?\n", "a.py": "A = 1\n"})
    found = project.document("--no-exec")["findings"]
    assert [each["message"] for each in found if each["rule"] == "documents/broken-anchor"] == [
        "this links to '#gone', and there is no such heading"
    ]


@pytest.mark.req("DEC-49")
def test_a_script_that_need_not_be_there_is_not_missing(project: Project):
    steps = "      - run: npm run build --if-present\n      - run: npm run lint\n"
    project.write(
        {
            ".github/workflows/a.yml": f"jobs:\n  a:\n    steps:\n{steps}",
            "package.json": '{"name": "a", "scripts": {}}\n',
            ".gitignore": "node_modules\n",
            "a.js": "run();\n",
        }
    )
    assert lines_shown(project, "configuration/missing-command") == {(".github/workflows/a.yml", 5)}


@pytest.mark.req("DEC-49")
def test_what_is_usual_in_scripts_is_not_shown(project: Project):
    project.write(
        {
            "a.js": """
                exports.go = function (callback, source, x) {
                  callback && callback();
                  x == 1;
                  const all = new Function('return this')();
                  const made = new Function('a', source);
                  let found;
                  if ((found = source.match(/a/))) return found;
                  if (found = x) return found;
                  return [all, made, /[\\x00-\\x1f]/];
                };
                exports.load = function (source) {
                  /*jshint evil:true*/
                  return eval(source);
                };
                exports.run = function (source) {
                  return eval(source);
                };
            """,
            "gulpfile.js": "exec(tool + ' --all');\n",
            "b.js": "exports.b = (name) => exec('rm ' + name);\nexports.c = (child) => exec('kill ' + child.pid);\n",
            "test/input/broken.js": "var x = {\nvar y;\n",
            "test/a.js": "require('./gone');\nnew Function(source);\n",
            "c.js": "require('./gone');\n",
            "all.js": "({1: [function(require,module,exports){require('./gone');}]});\n",
            "src/wrap.js": "var parser = @@parser;\n",
        }
    )
    assert shown(project) == {
        ("a.js", 3, "oxlint/no-unused-expressions"),
        ("a.js", 5, "oxlint/no-new-func"),
        ("a.js", 8, "oxlint/no-cond-assign"),
        ("a.js", 16, "oxlint/no-eval"),
        ("b.js", 1, "ast-grep/shell-command"),
        ("c.js", 1, "ast-grep/missing-file"),
    }


@pytest.mark.req("DEC-49")
def test_a_name_that_a_module_of_the_library_has_lost_is_missing(project: Project):
    project.write(
        {
            "a.py": """
                import os
                import re
                import string
                import time


                def one():
                    return string.letters


                def two():
                    if hasattr(time, "clock"):
                        return time.clock()
                    try:
                        return os.getcwdu()
                    except AttributeError:
                        return os.getcwd()


                def three():
                    return os.startfile("a"), re.Scanner([])
            """
        }
    )
    assert lines_shown(project, "types/missing-attribute") == {("a.py", 8)}
