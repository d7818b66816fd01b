"""The words Renkei speaks: English stands in the code, and each catalogue translates it whole sentence by sentence."""

from functools import partial
from typing import Protocol

from renkei.kit.ja import JA
from renkei.sentence import Sentence

CATALOGUES = {"ja": JA}


class Say(Protocol):
    """Says a sentence in one language."""

    def __call__(self, text: str, /, **params: object) -> str: ...


def translate(lang: str, text: str, /, **params: object) -> str:
    """The sentence in the reader's language, with its parameters filled in; those that are sentences are said too."""
    if isinstance(text, Sentence):
        return translate(lang, text.text, **text.params)
    said = {name: translate(lang, value) if isinstance(value, Sentence) else value for name, value in params.items()}
    return CATALOGUES.get(lang, {}).get(text, text).format(**said)


def speaker(lang: str) -> Say:
    return partial(translate, lang)


english = speaker("en")
