"""A sentence that can stand inside another one. Imports next to nothing, for `--help` waits for it."""

from collections.abc import Mapping
from typing import Final, LiteralString, Self, TypeAlias

_STOPS: Final = (".", "。")


def fill_template(text: str, params: Mapping[str, object]) -> str:
    """A template with its parameters. What ends with a full stop where the template has one, too, loses its own: most
    of what git and the operating system say does."""
    for value in params.values():
        if isinstance(value, str) and value.endswith(_STOPS):
            return text.format(**{name: _without_stop(text, name, each) for name, each in params.items()})
    return text.format(**params)  # as most are


def _without_stop(text: str, name: str, value: object) -> object:
    is_doubled = isinstance(value, str) and any(f"{{{name}}}{stop}" in text for stop in _STOPS)
    return str(value).rstrip("".join(_STOPS)) if is_doubled else value


class Sentence(str):
    """An English sentence that remembers its template, so that it can be translated inside another sentence, too."""

    text: "Translatable"
    params: dict[str, object]

    def __new__(cls, text: "Translatable", /, **params: object) -> Self:
        sentence = super().__new__(cls, fill_template(text, params))
        sentence.text, sentence.params = text, params
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple["Translatable"], dict[str, object]]:
        """How a copy of it is made, in another process, too: from the template, not from what was filled in."""
        return (self.text,), self.params


class Parameter(str):
    """The name of something that a caller can give (`based_on`), as Python and a wire have it, to stand in a sentence.
    The command line shows its flag instead."""

    __slots__ = ()


Translatable: TypeAlias = LiteralString | Sentence
"""What is translated: a literal of the code, or a sentence made from one. Whatever takes such a text says so with this
type: the type checker refuses what was put together or came from outside, and `make catalogue` finds every literal."""
