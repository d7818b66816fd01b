"""Which lines of Markdown are code, and what its fences hold: one reader for all that are no results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.protocol.documents import last_fenced_yaml
from renkei.protocol.fences import fenced_blocks, mark_fences


def code_in(text: str) -> list[str]:
    return [line.text for line in mark_fences(text.split("\n")) if line.mark == "code"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n```\nb\n```\nc", ["b"]),
        ("```python\nb\n```", ["b"]),
        ("~~~\nb\n```\nc\n~~~\nd", ["b", "```", "c"]),
        ("```\n~~~\nb\n```\nc", ["~~~", "b"]),
        ("````md\n```\nb\n```\nc\n````\nd", ["```", "b", "```", "c"]),
        ("```\nb\n`````\nc", ["b"]),
        ("```\nb\n``` not yet\nc\n```\nd", ["b", "``` not yet", "c"]),
        ("the ```inline``` one\n```a``` too\nb", []),
        ("- item\n  ```sh\n  b\n  ```\nc", ["  b"]),
        ("1. ```sh\n   b\n   ```\nc", ["   b"]),
        ("> ```\n> b\n> ```\nc", ["> b"]),
        ("> ```\n> b\nc\n```\nd", ["> b", "d"]),
        ("```\nb\n      ```\nc\n```\nd", ["b", "      ```", "c"]),
        ("```\nnever closed", ["never closed"]),
        ("```\r\nb\r\n```\r\nc", ["b\r"]),
    ],
)
def test_code_is_what_stands_between_a_fence_and_its_own_end(text: str, code: list[str]):
    assert code_in(text) == code


def test_a_block_has_its_language_in_small_letters():
    text = "```YAML title=x\na: 1\n```\n~~~\nb\n~~~\n```json\n"
    assert [tuple(block) for block in fenced_blocks(text)] == [("yaml", "a: 1\n"), ("", "b\n")]


@given(st.text(alphabet="`~ab >-1.\n", max_size=60))
def test_every_line_of_any_text_is_told_once_and_as_it_stands(text: str):
    assert [line.text for line in mark_fences(text.split("\n"))] == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "I ran\n```python\nx = 1\n```\nand so:\n```yaml\nstatus: ok\n```\n",
        "```yaml\nstatus: ok\n```\n\nWhat it printed:\n```console\n$ x\n```\n",
        "~~~yaml\nstatus: ok\n~~~\n",
        "```yml\r\nstatus: ok\n```\n",
        "```\nearlier: 1\n```\n```\nstatus: ok\n```\n",
        "status: ok\n",
    ],
)
def test_the_document_of_a_text_is_its_last_fence_that_is_no_code_of_another_language(text: str):
    assert last_fenced_yaml(text) == "status: ok\n"


def test_a_document_may_hold_fences_of_its_own():
    document = "status: ok\nsummary: |\n  ```\n  code\n  ```\nmore: 1\n"
    assert last_fenced_yaml(f"```yaml\n{document}```\n") == document
