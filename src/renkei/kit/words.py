"""The words Renkei speaks: English stands in the code, and each catalogue translates it whole sentence by sentence."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Protocol

from renkei.sentence import Sentence, fill


class Say(Protocol):
    """Says a sentence in one language."""

    def __call__(self, text: str, /, **params: object) -> str: ...


def translate(lang: str, text: str, /, **params: object) -> str:
    """The sentence in the reader's language, with its parameters filled in; those that are sentences are said too."""
    if isinstance(text, Sentence):
        return translate(lang, text.text, **text.params)
    said = {name: translate(lang, value) if isinstance(value, Sentence) else value for name, value in params.items()}
    return fill(_catalogue(lang).get(text, text), said)


@cache
def _catalogue(lang: str) -> Mapping[str, str]:
    if lang != "ja":
        return {}
    from renkei.kit.ja import JA  # not above: most commands, and every hook, speak English

    return JA


@cache
def speaker(lang: str) -> Say:
    return partial(translate, lang)


english = speaker("en")
