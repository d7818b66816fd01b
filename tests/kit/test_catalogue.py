"""Every text has its Japanese, and no Japanese is left over; what is read at run time is what is written."""

import argparse
import ast
import inspect
from pathlib import Path

import pytest

from scripts.catalogue import ARGPARSE, OURS, SOURCE, compile_mo, find_problems, mo_file, po_file, write_catalogues
from scripts.catalogue import read_catalogue as read
from scripts.texts import find_texts

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
CODE = """
from renkei.sentence import Translatable


class Failed(Exception):
    def __init__(self, text: Translatable, **params: object) -> None: ...


def fail(path: str) -> None:
    raise Failed("There is no file {path}.", path=path)
"""
FILE = '\nmsgid "There is no file {path}."\nmsgstr "ファイル {path} はありません。"\n'


def tree(folder: Path, code: str = CODE, messages: str = FILE) -> Path:
    """A source tree of one module with its catalogue, compiled."""
    po_file(folder, OURS).parent.mkdir(parents=True)
    (folder / "module.py").write_text(code, "utf-8")
    po_file(folder, OURS).write_text(HEAD + messages, "utf-8")
    po_file(folder, ARGPARSE).write_text(HEAD, "utf-8")
    for domain in (OURS, ARGPARSE):
        mo_file(folder, domain).write_bytes(compile_mo(read(folder, domain)))
    return folder


def test_the_catalogues_are_those_of_the_code():
    problems = list(find_problems(SOURCE))
    assert not problems, "\n".join(problems)


def test_the_catalogue_is_as_the_command_writes_it(tmp_path: Path):
    """Whoever runs it next changes nothing else."""
    before = po_file(SOURCE, OURS).read_bytes()
    for path in SOURCE.rglob("*"):
        if path.suffix in (".py", ".po"):
            copy = tmp_path / path.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    write_catalogues(tmp_path)
    assert po_file(tmp_path, OURS).read_bytes() == before
    assert po_file(tmp_path, ARGPARSE).read_bytes() == po_file(SOURCE, ARGPARSE).read_bytes()


def test_argparse_says_nothing_that_has_no_japanese():
    """Of the Python that runs this; the catalogue has the texts of the others, too."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call)]
    said = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext")]
    texts = {text for node in said for text in node.args[:2] if isinstance(text, ast.Constant)}
    known = {text for message in read(SOURCE, ARGPARSE) for text in _english(message.id)}
    assert len(texts) > 30
    assert [text.value for text in texts if text.value not in known] == []


def _english(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


class TestOfATree:
    def test_that_is_right(self, tmp_path: Path):
        assert list(find_problems(tree(tmp_path))) == []

    @pytest.mark.parametrize(
        ("messages", "problem"),
        [
            ("", "not in the catalogue, run `make catalogue`: 'There is no file {path}.' (module.py)"),
            (FILE.replace("ファイル {path} はありません。", ""), "not translated: 'There is no file {path}.'"),
            ("\n#, fuzzy" + FILE, "marked fuzzy: 'There is no file {path}.'"),
            (FILE.replace(" {path} は", " {name} は"), "not the same places to fill in: 'There is no file {path}.'"),
            (FILE.replace(" {path} は", " {path!r} は"), "not the same places to fill in: 'There is no file {path}.'"),
            (
                FILE.replace("ファイル {path} はありません。", "No file {path}."),
                "not in Japanese: 'There is no file {path}.'",
            ),
            (FILE.replace("ファイル", "  ファイル"), "not the same indent or line ends: 'There is no file {path}.'"),
            (FILE + '\nmsgid "Gone."\nmsgstr "なし。"\n', "no longer said, run `make catalogue`: 'Gone.'"),
        ],
    )
    def test_that_is_not(self, tmp_path: Path, messages: str, problem: str):
        assert list(find_problems(tree(tmp_path, messages=messages))) == [problem]

    def test_whose_compiled_form_is_stale(self, tmp_path: Path):
        po_file(tree(tmp_path), OURS).write_text(HEAD + FILE.replace("ありません", "ないです"), "utf-8")
        assert list(find_problems(tmp_path)) == ["not compiled, run `make catalogue`: renkei.mo"]

    def test_is_brought_up_to_date(self, tmp_path: Path):
        """What is new is to be translated, what is gone is gone, what stays keeps its words."""
        more = CODE + '\n\ndef stop() -> None:\n    raise Failed("Stopped.")\n'
        write_catalogues(tree(tmp_path, more, FILE + '\nmsgid "Gone."\nmsgstr "なし。"\n'))
        assert list(find_problems(tmp_path)) == ["not translated: 'Stopped.'"]
        assert "ファイル {path} はありません。" in po_file(tmp_path, OURS).read_text("utf-8")


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
        ],
    )
    def test_it_finds(self, tmp_path: Path, code: str, texts: set[str]):
        assert self.found(tmp_path, code) == texts

    @pytest.mark.parametrize("text", ['f"{x} pieces"', '"pieces of " + x', '"{} pieces".format(x)', '"%s pieces" % x'])
    def test_it_reports_what_is_put_together(self, tmp_path: Path, text: str):
        (tmp_path / "module.py").write_text(f"def tell(text: Translatable): ...\ntell({text})", "utf-8")
        assert [each.partition(":")[0] for each in find_texts(tmp_path).composed] == ["module.py"]
