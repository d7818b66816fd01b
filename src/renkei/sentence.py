"""A sentence that can stand inside another one. Imports next to nothing, for `--help` waits for it."""

from typing import Self


class Sentence(str):
    """An English sentence that remembers its template, so that it can be translated inside another sentence, too."""

    text: str
    params: dict[str, object]

    def __new__(cls, text: str, /, **params: object) -> Self:
        sentence = super().__new__(cls, text.format(**params))
        sentence.text, sentence.params = text, params
        return sentence
