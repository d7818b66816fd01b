"""When two texts say the same: most of their words, without those that tell nothing."""

from typing import Final

from renkei import lazy_re as re
from renkei.reports.naming import normalize_name

SHARED: Final = 0.6
"""How much of the words of the shorter text the other has to have."""

_WORD: Final = re.compile(r"[a-z0-9][a-z0-9_-]+|[\u3005-\u3007\u30a0-\u30ff\u3400-\u9fff]{2}")
_PLACE: Final = re.compile(
    r"[^\s`()\[\]（）「」、。]*[/\\][^\s`()\[\]（）「」、。]*|[\w-]+\.[a-z]\w{0,7}(?![\w.(])(?::\d+)*|(?<![a-z\d])\d+(?:行目?|(?![a-z\d]))"
)
"""Where something is tells nothing of what it is."""
_EMPTY_WORDS: Final = """
    the this that is are was be in on at of to for and or with by from not no it its as an has have may can will
    line file code here there
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


def significant_words(text: str) -> frozenset[str]:
    """The words that tell what a text is about, without its places; of Japanese, its pairs of characters."""
    return frozenset(word.rstrip("s") for word in _WORD.findall(_PLACE.sub(" ", normalize_name(text))) if word not in _EMPTY)


def are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= SHARED * shorter and (shorter > 1 or one == other)
