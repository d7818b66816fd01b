"""Whether two sentences about one place cannot both be true: one says that it is so, the other that it is not."""

import re
from collections.abc import Mapping
from typing import Final

_SAID: Final = re.compile(
    r"\b(?:is|are|was|were|does|do|did|can|could|has|have|will|gets?)(?P<short>n't)?\s"
    r"(?P<not>not\s|never\s|no longer\s)?"
    r"(?:(?:already|fully|properly|still|really|also|always|correctly|a|an|the|being|been)\s){0,2}(?P<word>[a-z]{3,20})",
    re.IGNORECASE,
)
_OPPOSITES: Final[Mapping[str, str]] = {
    "unsafe": "safe", "insecure": "secure", "vulnerable": "safe", "exploitable": "safe", "dangerous": "safe",
    "invalid": "valid", "unused": "used", "dead": "used", "unreachable": "reachable", "undefined": "defined",
    "unescaped": "escaped", "unvalidated": "validated", "unchecked": "checked", "unencrypted": "encrypted",
    "plaintext": "encrypted", "incorrect": "correct", "wrong": "correct", "broken": "correct", "missing": "present",
    "disabled": "enabled", "blocking": "asynchronous", "unauthenticated": "authenticated", "untested": "tested",
    "unsanitized": "sanitized", "unbounded": "bounded", "leaked": "closed",
}  # fmt: skip
"""Words that deny another."""
_ALIKE: Final[Mapping[str, str]] = {"harmless": "safe", "secure": "safe", "sanitised": "sanitized"}
_EMPTY: Final = frozenset(
    (
        "the",
        "this",
        "that",
        "only",
        "used",
        "called",
        "now",
        "here",
        "there",
        "just",
        "and",
        "but",
        "for",
        "with",
        "from",
    )
)
"""Words that tell nothing of their subject."""
_JAPANESE: Final = re.compile(
    r"(?P<word>安全|脆弱|有効|正し|必要|検証|暗号化|使用|使わ|到達|定義|エスケープ|認証)(?P<not>[^。、\n]{0,6}(?:ない|ません|なし|無し|できず))?"
)
_JAPANESE_OPPOSITES: Final[Mapping[str, str]] = {"脆弱": "安全", "使わ": "使用"}


def claims_made(text: str) -> dict[str, bool]:
    """What a text says of its subject: each word, and whether it is affirmed."""
    made: dict[str, bool] = {}
    for said in _SAID.finditer(text):
        word = said["word"].casefold()
        if word not in _EMPTY:
            _note(made, word, affirmed=not (said["not"] or said["short"]))
    for said in _JAPANESE.finditer(text):
        word, affirmed = said["word"], not said["not"]
        opposite = word == "脆弱"
        made.setdefault(_JAPANESE_OPPOSITES.get(word, word), affirmed != opposite)
    return made


def _note(made: dict[str, bool], word: str, *, affirmed: bool) -> None:
    denied = word in _OPPOSITES
    plain = _OPPOSITES.get(word, word)
    made.setdefault(_ALIKE.get(plain, plain), affirmed != denied)


def are_opposed(one: str, other: str) -> bool:
    """Whether one text affirms what the other denies."""
    first, second = claims_made(one), claims_made(other)
    return any(second[word] != affirmed for word, affirmed in first.items() if word in second)
