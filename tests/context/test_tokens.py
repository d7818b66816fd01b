"""The estimate of tokens is near the truth in every script, and a text that is no language costs what it costs."""

import base64
import random
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.context.tokens import ESTIMATE, estimate_tokens
from renkei.tokenizers import find_tokenizer

CORPUS = Path(__file__).parent / "corpus"
O200K = find_tokenizer(None)


def test_the_tokenizer_is_there():
    """Without it every comparison below would be one of the estimate with itself."""
    assert (O200K.name, O200K.margin) == ("o200k_base", 0.0)
    assert O200K.count("Renkei counts tokens. 認証") == 8


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize("name", ["english", "japanese", "python", "typescript", "messages"])
def test_it_is_within_a_tenth_of_what_a_tokenizer_counts(name: str):
    text = (CORPUS / f"{name}.txt").read_text(encoding="utf-8")
    real = O200K.count(text)
    assert abs(estimate_tokens(text) - real) <= real / 10


def made_of(characters: Callable[[random.Random], str]) -> str:
    chance = random.Random(1)  # noqa: S311 - the same each time
    return "".join(characters(chance) for _ in range(3000))


ALPHABETS: dict[str, Callable[[random.Random], str]] = {
    "letters": lambda chance: chance.choice(string.ascii_lowercase),
    "capitals": lambda chance: chance.choice(string.ascii_uppercase),
    "words of letters": lambda chance: chance.choice(string.ascii_lowercase + "  "),
    "signs": lambda chance: chance.choice(string.punctuation),
    "digits": lambda chance: chance.choice(string.digits),
    "hexadecimal": lambda chance: chance.choice("0123456789abcdef"),
    "base64": lambda chance: base64.b64encode(chance.randbytes(3)).decode(),
    "emoji": lambda chance: chr(chance.randint(0x1F300, 0x1F64F)),
    "rare kanji": lambda chance: chr(chance.randint(0x4E00, 0x9FFF)),
    "hiragana": lambda chance: chr(chance.randint(0x3041, 0x3093)),
    "katakana": lambda chance: chr(chance.randint(0x30A1, 0x30FA)),
    "hangul": lambda chance: chr(chance.randint(0xAC00, 0xD7A3)),
    "cyrillic": lambda chance: chr(chance.randint(0x410, 0x44F)),
    "any character": lambda chance: chr(chance.randint(0xA0, 0xD7FF)),
    "private use": lambda chance: chr(chance.randint(0xE000, 0xF8FF)),
    "spaces": lambda chance: " ",
    "tabs": lambda chance: "\t",
    "tabs and spaces": lambda chance: " \t",
    "blanks": lambda chance: chance.choice(" \t\n"),
    "empty lines": lambda chance: "\n",
    "accents": lambda chance: "a" + chr(chance.randint(0x300, 0x36F)),
    "braille": lambda chance: chr(chance.randint(0x2801, 0x28FF)),
    "radicals": lambda chance: chr(chance.randint(0x2E80, 0x2FD5)),
    "lines of a table": lambda chance: chr(chance.randint(0x2500, 0x257F)),
    "no character": lambda chance: chr(chance.randint(0x30000, 0xDFFFF)),
}


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize("name", ALPHABETS)
def test_what_is_no_language_stays_within_the_margin(name: str):
    text = made_of(ALPHABETS[name])
    assert O200K.count(text) <= estimate_tokens(text) * (1 + ESTIMATE.margin)


def test_a_long_text_costs_what_its_lines_cost():
    text = (CORPUS / "messages.txt").read_text(encoding="utf-8")
    assert abs(estimate_tokens(text * 10) - 10 * estimate_tokens(text)) <= 10


def test_nothing_costs_nothing_and_anything_costs_one():
    assert (estimate_tokens(""), estimate_tokens("a")) == (0, 1)


def test_half_a_character_does_not_stop_it():
    assert estimate_tokens("\ud800") == 3  # its bytes


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (None, "o200k_base"),
        ("gpt-5", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-4o", "o200k_base"),
        ("claude-opus", "o200k_base"),
        ("Qwen/Qwen3-8B", "qwen3"),
        ("deepseek-chat", "deepseek_v3"),
        ("mistral-large", "mistral_v3"),
        ("glm-4.5", "glm4"),
        ("kimi-k2", "kimi_k2"),
    ],
)
def test_a_model_is_counted_with_its_own_vocabulary_where_that_is_public(model: str | None, name: str):
    found = find_tokenizer(model)
    assert found.name == name
    assert 0 < found.count("Renkei counts tokens.") < 10
