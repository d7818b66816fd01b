"""Mentions: `@name` in a text, ASCII or full-width @, longest name first, Japanese punctuation as a boundary."""

import re
from collections.abc import Iterable


def may_mention(text: str) -> bool:
    """A quick look: whether there is an @ at all."""
    return "@" in text or "＠" in text


def find_mentions(text: str, names: Iterable[str]) -> list[str]:
    """The names that a text mentions, in order, each once. An @ inside a word (an e-mail address) mentions nobody."""
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first or not may_mention(text):
        return []
    either = "|".join(re.escape(name) for name in longest_first)
    # A name ends where no more of a name could follow; a full stop or hyphen at the end of a sentence does not count.
    pattern = re.compile(rf"(?<![A-Za-z0-9_.])[@＠]({either})(?![A-Za-z0-9_]|[.-][A-Za-z0-9_])")
    return list(dict.fromkeys(found[1] for found in pattern.finditer(text)))
