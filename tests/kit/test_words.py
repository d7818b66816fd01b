"""Renkei says everything in both languages, also a sentence inside a sentence."""

import subprocess
import sys

from renkei.errors import BadInput
from renkei.kit.words import speaker, translate
from renkei.sentence import Sentence


def test_translate_speaks_both():
    assert translate("en", "There is no file {path}.", path="a.yaml") == "There is no file a.yaml."
    assert speaker("ja")("There is no file {path}.", path="a.yaml") == "ファイル a.yaml はありません。"
    assert translate("ja", "never said {x!r}", x="{y}") == "never said '{y}'"


def test_a_sentence_inside_a_sentence_is_translated_too():
    name = Sentence("{path} line {number}", path="{a}.jsonl", number=3)
    assert name == "{a}.jsonl line 3"
    assert translate("en", "{name} is not valid.", name=name) == "{a}.jsonl line 3 is not valid."
    assert translate("ja", "{name} is not valid.", name=name) == "内容が正しくありません: {a}.jsonl の 3 行目"
    assert translate("ja", name) == "{a}.jsonl の 3 行目"
    assert str(BadInput("{name} is not valid.", name=name)) == "{a}.jsonl line 3 is not valid."


def test_nothing_is_said_as_nothing():
    assert translate("ja", "") == ""


def test_english_reads_no_catalogue():
    """`--help` waits for it, and so does every hook."""
    said = "from renkei.kit.words import translate; translate('en', 'There is no file {path}.', path='a')"
    asked = f"import sys; {said}; print('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "False\n"
