"""The glossary has each word once, and points into the tree as it is."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?!word |-)([^|]+) \|[^|]+\|[^|]+\| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs" / "glossary.md").read_text("utf-8"))


def test_each_word_stands_once():
    words = [word for word, _ in ROWS]
    assert len(words) > 60
    assert sorted(words) == sorted(set(words))


def test_every_word_is_where_it_says():
    missing = [path for _, path in ROWS if not (ROOT / "src" / "renkei" / path).is_file()]
    assert missing == []
