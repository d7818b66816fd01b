"""Argparse's own words are said in the reader's language, too."""

import pytest

from renkei.entrypoints.cli.parser import USAGE_ERRORS, Parser
from renkei.errors import BadInput
from renkei.kit.words import speaker, translate


def parser(lang: str) -> Parser:
    made = Parser(prog="renkei thing", say=speaker(lang), description="-")
    made.add_argument("--count", type=int)
    made.add_argument("--flag", action="store_true")
    verbs = made.add_subparsers(dest="verb", required=True, metavar="add|list")
    verbs.add_parser("add").add_argument("--role", required=True)
    verbs.add_parser("list")
    return made


MISTAKES: list[tuple[list[str], str]] = [
    ([], "次の引数が必要です: add|list。参照: renkei thing --help"),
    (["add"], "次の引数が必要です: --role。参照: renkei thing add --help"),
    (["list", "--more", "x"], "不明な引数です: --more x。参照: renkei thing --help"),
    (["--count"], "--count: 値が 1 つ必要です。参照: renkei thing --help"),
    (["--count", "x"], "--count: 整数を指定してください（指定された値: 'x'）。参照: renkei thing --help"),
    (["--flag=x", "list"], "--flag: 値は取りません（指定された値: 'x'）。参照: renkei thing --help"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_named_in_japanese(words: list[str], said: str):
    with pytest.raises(BadInput) as caught:
        parser("ja").parse_args(words)
    assert translate("ja", caught.value.text, **caught.value.params) == said


def test_a_wrong_choice_is_named_with_the_choices():
    with pytest.raises(BadInput) as caught:
        parser("ja").parse_args(["more"])
    assert "'more' は選べません（選択肢: " in translate("ja", caught.value.text, **caught.value.params)
    assert str(caught.value).startswith("argument add|list: invalid choice: 'more' (choose from ")


def test_every_mistake_is_met_with_here():
    met: set[str] = set()
    for words in ([], ["list", "x"], ["--count"], ["--count", "x"], ["--flag=x", "list"], ["more"]):
        with pytest.raises(BadInput) as caught:
            parser("en").parse_args(words)
        met.add(caught.value.text)
    assert met == set(USAGE_ERRORS)


def test_another_mistake_is_passed_on():
    with pytest.raises(BadInput) as caught:
        parser("ja").error("something else")
    assert str(caught.value) == "something else. See: renkei thing --help"


def test_options_of_a_verb_are_not_abbreviated():
    with pytest.raises(BadInput):
        parser("en").parse_args(["add", "--rol", "lead"])


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("en", ("usage: renkei thing", "positional arguments:", "options:", "show this help and exit")),
        ("ja", ("使い方: renkei thing", "引数:", "オプション:", "このヘルプを表示して終了")),
    ],
)
def test_help_has_its_headings_in_the_language(lang: str, headings: tuple[str, ...]):
    said = parser(lang).format_help()
    assert [heading for heading in headings if heading not in said] == []
    assert ("usage" in said) == (lang == "en")
