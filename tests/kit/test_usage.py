"""Argparse's own words are said in the reader's language, too."""

import argparse

import pytest

from renkei.entrypoints.cli.parser import Parser
from renkei.errors import BadInput
from renkei.kit.words import translate


def parser(lang: str) -> Parser:
    made = Parser(prog="renkei thing", lang=lang, description="-")
    made.add_argument("--count", type=int)
    made.add_argument("--cost", type=float)
    made.add_argument("--flag", action="store_true")
    verbs = made.add_subparsers(dest="verb", required=True, metavar="add|list")
    verbs.add_parser("add").add_argument("--role", required=True)
    verbs.add_parser("list")
    return made


MISTAKES: list[tuple[list[str], str]] = [
    ([], "次の引数が必要です: add|list。参照: renkei thing --help"),
    (["add"], "次の引数が必要です: --role。参照: renkei thing add --help"),
    (["list", "--more", "x"], "不明な引数です: --more x。参照: renkei thing list --help"),
    (["--count"], "--count: 値が 1 つ必要です。参照: renkei thing --help"),
    (["--count", "x"], "--count: 整数を指定してください（指定された値: 'x'）。参照: renkei thing --help"),
    (["--cost", "x"], "--cost: 数値を指定してください（指定された値: 'x'）。参照: renkei thing --help"),
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


ENGLISH: list[tuple[list[str], str]] = [
    ([], "the following arguments are required: add|list. See: renkei thing --help"),
    (["--count", "x"], "argument --count: invalid int value: 'x'. See: renkei thing --help"),
    (["--cost", "x"], "argument --cost: invalid float value: 'x'. See: renkei thing --help"),
    (["--flag=x", "list"], "argument --flag: ignored explicit argument 'x'. See: renkei thing --help"),
]


@pytest.mark.parametrize(("words", "said"), ENGLISH)
def test_a_mistake_is_named_in_english_whatever_the_locale_is(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANGUAGE", "ja")
    with pytest.raises(BadInput) as caught:
        parser("en").parse_args(words)
    assert str(caught.value) == said


def test_numbers_are_read():
    read = parser("ja").parse_args(["--count", "3", "--cost", "0.5", "list"])
    assert (read.count, read.cost) == (3, 0.5)


def test_argparse_of_others_keeps_its_language():
    parser("ja").format_help()
    assert "使い方" not in argparse.ArgumentParser(prog="other").format_help()


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
