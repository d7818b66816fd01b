"""Who acts, what they may be called, and where a text mentions one of them. Standard library only."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Literal

from renkei.values import value

Language = Literal["en", "ja"]


@value
class Actor:
    """Who acts, as `identity.resolve_actor` found it: the one place that decides this."""

    name: str
    via: str
    """How they came in: `terminal`, `token`, `hook`, `system`; `page:NAME` is somebody whom a person let in."""

    @property
    def guest(self) -> str | None:
        """The name of a person who came in by the page with a credential of their own."""
        way, _, name = self.via.partition(":")
        return name if way == _PAGE else None


PERSON = Actor(name="person", via="terminal")
SYSTEM = Actor(name="system", via="system")

_PAGE: Final = "page"

Role = Literal["viewer", "operator"]
"""What somebody with a name may do on the page: look, or act as a person does."""


def person_by_page(name: str) -> Actor:
    return Actor(name=PERSON.name, via=f"{_PAGE}:{name}")


NAME_PATTERN: Final = re.compile(r"\w[\w.-]{0,63}")
"""Names of agents and channels: letters and digits of any script, then also `.`, `-` and `_`."""

RESERVED_NAMES: Final = frozenset({"system", "person", "all", "general", "*"})
"""Names that mean something to Renkei itself, so that no agent may carry them."""


def normal_name(name: str) -> str:
    """The one spelling of a name (NFC), so that two that look alike are alike."""
    return unicodedata.normalize("NFC", name)


# Mentions: `@name` in a text, ASCII or full-width @, longest name first, Japanese punctuation as a boundary.


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
