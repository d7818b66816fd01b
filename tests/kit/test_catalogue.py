"""Every text has its Japanese, and no Japanese is left over; what is read at run time is what is written."""

import argparse
import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.catalogue import (
    ARGPARSE,
    OURS,
    SOURCE,
    compare_catalogues,
    compile_mo,
    find_problems,
    mo_file,
    po_file,
    read_catalogue,
    write_catalogues,
)
from scripts.texts import Found, find_texts

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
CODE = """
from renkei.sentence import Translatable


class Failed(Exception):
    def __init__(self, text: Translatable, **params: object) -> None: ...


def fail(path: str) -> None:
    raise Failed("There is no file {path}.", path=path)
"""
MORE = f"""{CODE}

def stop() -> None:
    raise Failed("Stopped.")
"""
ENGLISH, JAPANESE = "There is no file {path}.", "ファイル {path} はありません。"
BELOW = re.compile(
    r"(?:app|commands|review|reports|dispatch|context|board|contracts|hub|execution|settings)(?:/|\.py$)"
)
FLAG = re.compile(r"(?<![\w`-])--[a-z]")
COMMAND = re.compile(r"\b(?:renkei|git) [a-z{]")
"""A whole command to type is one wherever it is read."""
FILE = f'\nmsgid "{ENGLISH}"\nmsgstr "{JAPANESE}"\n'


def tree(folder: Path, code: str = CODE, messages: str = FILE) -> Path:
    """A source tree of one module, with what `make catalogue` makes of these messages."""
    po_file(folder, OURS).parent.mkdir(parents=True)
    (folder / "module.py").write_text(code, "utf-8")
    po_file(folder, OURS).write_text(HEAD + messages, "utf-8")
    po_file(folder, ARGPARSE).write_text(HEAD, "utf-8")
    write_catalogues(folder)
    return folder


def edit(folder: Path, before: str, after: str) -> None:
    """Somebody changes the catalogue, and compiles it."""
    path = po_file(folder, OURS)
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    mo_file(folder, OURS).write_bytes(compile_mo(read_catalogue(folder, OURS)))


@pytest.fixture(scope="module")
def said() -> Found:
    """What the code says, read once."""
    return find_texts(SOURCE)


def test_the_catalogues_are_those_of_the_code(said: Found):
    problems = compare_catalogues(SOURCE, said)
    assert not problems, "\n".join(problems)


def test_no_text_below_the_ways_in_names_a_flag_alone(said: Found):
    named = [text for text, files in said.texts.items() if any(map(BELOW.match, files)) and FLAG.search(text)]
    assert [text for text in named if not COMMAND.search(text)] == []


def test_nobody_is_told_of_the_documents_that_the_project_was_made_from(said: Found):
    assert [text for text in said.texts if re.search(r"\bseeds?\b", text, re.IGNORECASE)] == []


def test_argparse_says_nothing_that_has_no_japanese():
    """Of the Python that runs this; the catalogue has the texts of the others, too."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call)]
    said = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext")]
    texts = {text for node in said for text in node.args[:2] if isinstance(text, ast.Constant)}
    known = {text for message in read_catalogue(SOURCE, ARGPARSE) for text in _english(message.id)}
    assert len(texts) > 30
    assert [text.value for text in texts if text.value not in known] == []


def _english(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


class TestOfATree:
    def test_that_is_right(self, tmp_path: Path):
        assert find_problems(tree(tmp_path)) == []

    @pytest.mark.parametrize(
        ("before", "after", "problem"),
        [
            (JAPANESE, "", "not translated"),
            ("#: module.py\n", "#: module.py\n#, fuzzy\n", "marked fuzzy"),
            ("ファイル {path}", "ファイル {name}", "not the same places to fill in"),
            ("ファイル {path}", "ファイル {path!r}", "not the same places to fill in"),
            ("ファイル {path}", "ファイル", "not the same places to fill in"),
            (JAPANESE, "No file {path}.", "not in Japanese"),
            (JAPANESE, f"  {JAPANESE}", "not the same indent or line ends"),
        ],
    )
    def test_whose_translation_does_not_fit(self, tmp_path: Path, before: str, after: str, problem: str):
        edit(tree(tmp_path), before, after)
        assert find_problems(tmp_path) == [f"{problem}: '{ENGLISH}'"]

    def test_that_says_what_is_not_in_the_catalogue(self, tmp_path: Path):
        (tree(tmp_path) / "module.py").write_text(MORE, "utf-8")
        assert find_problems(tmp_path) == ["not in the catalogue, run `make catalogue`: 'Stopped.' (module.py)"]

    def test_that_does_not_say_what_is_in_the_catalogue(self, tmp_path: Path):
        (tree(tmp_path) / "module.py").write_text("", "utf-8")
        assert find_problems(tmp_path) == [f"no longer said, run `make catalogue`: '{ENGLISH}'"]

    def test_that_says_what_is_put_together(self, tmp_path: Path):
        (tree(tmp_path) / "module.py").write_text(f"{CODE}\n\nFailed(f'{{1}} pieces')\n", "utf-8")
        (problem,) = find_problems(tmp_path)
        assert problem.startswith("put together from pieces, so that nobody can translate it: module.py:")

    @pytest.mark.parametrize(
        ("line", "is_found"),
        [
            ('print("All is well.")', True),
            ('out.print_line(f"{n} files were read")', True),
            ('out.print_styled(("Nothing left", "bold"))', True),
            ('print("renkei hook: ", error)', False),
            ('out.print_line(say("There is no file {path}.", path="a"))', False),
            ('out.print_line(f"{path}:{line}")', False),
        ],
    )
    def test_that_prints_english_as_it_is(self, tmp_path: Path, line: str, is_found: bool):
        (tree(tmp_path) / "entrypoints").mkdir()
        (tmp_path / "entrypoints" / "command.py").write_text(f"{line}\n", "utf-8")
        found = [each for each in find_problems(tmp_path) if each.startswith("printed as it is, in English alone")]
        assert bool(found) == is_found

    def test_whose_compiled_form_is_stale(self, tmp_path: Path):
        stale = mo_file(tree(tmp_path), OURS).read_bytes()
        edit(tmp_path, "はありません", "はないです")
        mo_file(tmp_path, OURS).write_bytes(stale)
        assert find_problems(tmp_path) == ["not compiled, run `make catalogue`: renkei.mo"]

    def test_whose_text_stands_in_another_file_now(self, tmp_path: Path):
        (tree(tmp_path) / "module.py").rename(tmp_path / "other.py")
        assert find_problems(tmp_path) == ["not as it is written, run `make catalogue`: renkei.po"]

    def test_is_brought_up_to_date(self, tmp_path: Path):
        """What is new is to be translated, what is gone is gone, what stays keeps its words and its remarks."""
        tree(tmp_path, MORE, f'# said often{FILE}\nmsgid "Gone."\nmsgstr "なし。"\n')
        assert find_problems(tmp_path) == ["not translated: 'Stopped.'"]
        assert f"# said often\n#: module.py\n#, python-brace-format{FILE}" in po_file(tmp_path, OURS).read_text("utf-8")


class TestSearch:
    """A literal is found wherever something is annotated as `Translatable`, and nowhere else."""

    def found(self, folder: Path, code: str) -> set[str]:
        (folder / "module.py").write_text(code, "utf-8")
        return set(find_texts(folder).texts)

    @pytest.mark.parametrize(
        ("code", "texts"),
        [
            ('def tell(text: Translatable): ...\ntell("a")\ntell(text="b")\nother("c")', {"a", "b"}),
            ('class Out:\n    def tell(self, text: Translatable): ...\nout.tell("a")\ntell("b")', {"a"}),
            ('class A:\n    def __init__(self, text: Translatable): ...\nclass B(A): ...\nB("a")', {"a"}),
            ('class Note:\n    line: int\n    text: Translatable\nNote(1, "a")\nNote(line=1, text="b")', {"a", "b"}),
            ('class Say:\n    def __call__(self, text: Translatable): ...\nsay("a")\nself.say("b")', {"a", "b"}),
            ('T: Final[dict[str, Translatable]] = {"k": "a"}', {"a"}),
            ('T: dict[Translatable, dict[str, Translatable]] = {"a": {"k": "b"}}', {"a", "b"}),
            ('T: tuple[tuple[tuple[str, ...], Translatable], ...] = ((("k",), "a"), (("k",), "b"))', {"a", "b"}),
            ('def table(h: Sequence[Translatable]): ...\ntable(["a", "b"])', {"a", "b"}),
            ('def tell(text: Translatable | None): ...\ntell("a" if x else "b" "c")\ntell(x or "d")', {"a", "bc", "d"}),
            (
                'def tell(text: Translatable): ...\nNAMED = "a"\ndef f():\n    x = "b"\n    tell(NAMED)\n    tell(x)',
                {"a", "b"},
            ),
            ('def tell(text: Translatable): ...\nfor each in ("a", "b"):\n    tell(each)', {"a", "b"}),
            ('def tell(text: Translatable): ...\ntext = text or "a"\ntell(text)', {"a"}),
            (
                'def tell(a: int, text: Translatable = "a", *, more: Translatable | None = "b", k: str = "c"): ...',
                {"a", "b"},
            ),
            (
                'def text_of(x) -> Translatable:\n    return "a" if x else "b"\ndef name() -> str:\n    return "c"',
                {"a", "b"},
            ),
            (
                'def tell(text: Translatable): ...\ndef f():\n    if x := "a":\n        tell(x)\n    tell(y := "b")',
                {"a", "b"},
            ),
            ('def tell(text: Translatable): ...\ntell({"k": "a"}[x])\ntell(("b", "c")[y])', {"a", "b", "c"}),
            (
                'def tell(text: Translatable): ...\nT = {"k": "a"}\nL: Final = ("b",)\n'
                "def f():\n    tell(T[x])\n    [tell(e) for e in L]",
                {"a", "b"},
            ),
            ('def tell(text: Translatable): ...\nsays = tell\ndef f(out):\n    out = says\n    out("a")', {"a"}),
            ('class Say:\n    def __call__(self, text: Translatable): ...\ndef f(tell: Say):\n    tell("a")', {"a"}),
            (
                'class Out:\n    def tell(self, text: Translatable): ...\ndef f(out):\n    x = out.tell\n    x("a")',
                {"a"},
            ),
            ('def tell(text: Translatable, n: int): ...\npartial(tell, "a", 1)\npartial(tell, text="b")', {"a", "b"}),
            ('def tell(text: Translatable): ...\nL = ["b"]\nmap(tell, ("a",))\nmap(tell, L)', {"a", "b"}),
        ],
    )
    def test_it_finds(self, tmp_path: Path, code: str, texts: set[str]):
        assert self.found(tmp_path, code) == texts

    @pytest.mark.parametrize("text", ['f"{x} pieces"', '"pieces of " + x', '"{} pieces".format(x)', '"%s pieces" % x'])
    def test_it_reports_what_is_put_together(self, tmp_path: Path, text: str):
        (tmp_path / "module.py").write_text(f"def tell(text: Translatable): ...\ntell({text})", "utf-8")
        assert [each.partition(":")[0] for each in find_texts(tmp_path).composed] == ["module.py"]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "wrong"), [('"There is no file."', 0), ("path", 1), ('f"{path} is missing"', 1)])
def test_the_type_checker_refuses_a_text_that_came_from_elsewhere(tmp_path: Path, text: str, wrong: int):
    module = tmp_path / "module.py"
    module.write_text(
        f"from renkei.errors import BadInput\n\n\ndef fail(path: str) -> None:\n    raise BadInput({text})\n"
    )
    checker = Path(sys.executable).with_name("basedpyright")
    command = [checker, "--pythonpath", sys.executable, "--outputjson", module]
    said = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True).stdout)
    rules = [each["rule"] for each in said["generalDiagnostics"] if each["severity"] == "error"]
    assert rules == ["reportArgumentType"] * wrong
