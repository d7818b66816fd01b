"""The words Renkei speaks: English stands in the code, and a catalogue translates it whole sentence by sentence."""

import os
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from renkei.sentence import Sentence, Translatable, fill_template

if TYPE_CHECKING:
    from gettext import NullTranslations


class Say(Protocol):
    """Says a sentence in one language."""

    def __call__(self, text: Translatable, /, **params: object) -> str: ...


def translate(lang: str, text: Translatable, /, **params: object) -> str:
    """The sentence in the reader's language, with its parameters filled in; those that are sentences are said too."""
    if isinstance(text, Sentence):
        return translate(lang, text.text, **text.params)
    template = _translation(lang)(text) if text else ""  # to gettext, an empty text means the catalogue's head
    for value in params.values():
        if isinstance(value, Sentence):
            return fill_template(template, {name: _said(lang, each) for name, each in params.items()})
    return fill_template(template, params)  # as most are


def _said(lang: str, value: object) -> object:
    return translate(lang, value) if isinstance(value, Sentence) else value


@cache
def _translation(lang: str) -> Callable[[str], str]:
    return load_catalogue(lang, "renkei").gettext if lang == "ja" else str


@cache
def load_catalogue(lang: str, domain: str) -> "NullTranslations":
    """What `make catalogue` compiled; for English one that changes nothing."""
    from gettext import GNUTranslations, NullTranslations  # not above: most commands, and every hook, speak English

    if lang != "ja":
        return NullTranslations()
    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib would be loaded for nothing else
    with open(f"{folder}/locale/ja/LC_MESSAGES/{domain}.mo", "rb") as file:  # noqa: PTH123
        return GNUTranslations(file)


@cache
def speaker(lang: str) -> Say:
    return partial(translate, lang)


english = speaker("en")
