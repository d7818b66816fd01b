"""The examples for pipelines: they can be read, and the commands in them are ours."""

import re
from pathlib import Path

import pytest
import yaml

from renkei.entrypoints.cli.parser import Parser
from renkei.entrypoints.cli.review_command import arguments
from renkei.kit.words import english

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "review").iterdir())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_commands_of_the_examples_are_understood(path: Path):
    text = path.read_text("utf-8")
    assert yaml.safe_load(text)
    parser = Parser(prog="renkei review", say=english)
    arguments(parser, english)
    shown = re.findall(r"(?:run|entry): renkei review (.+?)(?: > .*)?$", text, re.MULTILINE)
    parsed = [parser.parse_args(words.replace('"', "").split()) for words in shown]
    assert parsed
    assert all(each.base for each in parsed)
