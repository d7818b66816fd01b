"""How many tokens a text costs: by a tokenizer, or near enough without one.

The estimate cuts a text into pieces as tokenizers do, and says what a piece costs by its kind: a Latin word about one,
and more if its letters rarely follow each other, three digits one, signs by twos, kana and kanji by the character, what
is rare by its bytes. A piece that was seen before is not looked at again, nor is a line (`docs/why/tokens.md`).
"""

import math
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from renkei.values import value


@value
class Tokenizer:
    """Counts tokens, and says how far the truth may be above the count."""

    name: str
    count: Callable[[str], int]
    margin: float = 0.0

    def at_most(self, budget: int) -> int:
        """What may be counted so that the truth stays within a budget."""
        return math.floor(budget / (1 + self.margin))


def estimate_tokens(text: str) -> int:
    """The tokens of a text, rounded up."""
    *lines, last = text.split("\n")
    return math.ceil(sum(map(_ended_line_cost, lines)) + _line_cost(last))


ESTIMATE: Final = Tokenizer(name="estimate", count=estimate_tokens, margin=0.15)
"""Without a tokenizer. The margin is kept free."""


@lru_cache(maxsize=16_384)
def _ended_line_cost(line: str) -> float:
    """A line with its end. Signs take the end into their own token; sixteen empty lines are one."""
    if not line:
        return 1 / _BLANKS["\n"]
    is_free = line[-1].isascii() and not line[-1].isalnum() and not line[-1].isspace()
    return _line_cost(line) + (0 if is_free else 1)


def _line_cost(line: str) -> float:
    return sum(map(_piece_cost, _PIECE.findall(line)))


_PIECE: Final = re.compile(
    r"[^\r\n0-9A-Za-z\x80-\U0010ffff]?(?:[A-Z]*[a-z]+|[A-Z]+)"  # a word, with the blank or sign before it
    r"|[0-9]{1,3}"
    "|[ぁ-ん]+|[ァ-ヺー]+|[\u3400-\u9fff々]+"
    r"| ?[!-/:-@\[-`{-~]+"
    r"|\s+(?!\S)|\s|.",
    re.DOTALL,
)


@lru_cache(maxsize=65_536)
def _piece_cost(piece: str) -> float:
    last = piece[-1]
    if last.isascii():
        if last.isspace():
            return _blanks_cost(piece)
        return _word_cost(piece) if last.isalpha() else _signs_cost(piece.strip()) if _is_sign(last) else 1
    if "ぁ" <= last <= "ヺ" or last == "ー":
        return max(1, (0.57 if len(piece) <= _LONG_KANA else 1.15) * len(piece))
    return sum(map(_character_cost, piece))


_LONG_KANA: Final = 16
"""No word is longer, nor what joins two of them: more kana than this in a row are no Japanese."""


_BLANKS: Final = {" ": 80, "\t": 16, "\n": 16}
"""How many of the same are one token at most."""


def _blanks_cost(piece: str) -> float:
    """One for as many of the same as are a token; two that differ are one at most."""
    runs = [(each, len(list(run))) for each, run in groupby(piece)]
    return max(1, sum(length / _BLANKS.get(each, 1) for each, length in runs), len(runs) / 2)


def _is_sign(character: str) -> bool:
    return not (character.isalnum() or character.isspace())


def _word_cost(piece: str) -> float:
    """A word that looks like one is a token or little more; one of letters that do not go together, half its length."""
    sign = 0.0 if piece[0].isalpha() or piece[0] == " " else 0.35
    word = (piece if piece[0].isalpha() else piece[1:]).lower()
    rare = sum(after not in _FOLLOWS[letter] for letter, after in pairwise(word))
    if rare >= len(_RARE_COST):
        return sign + 0.6 + 0.56 * len(word)
    return sign + 1 + 0.03 * max(0, len(word) - 4) + _RARE_COST[rare]


_RARE_COST: Final = (0.0, 0.3, 1.1)
"""What rare pairs of letters add to a word: none, one, two."""


def _signs_cost(signs: str) -> float:
    if len(set(signs)) <= 1:
        return 1 + len(signs) // 16
    return 1 if len(signs) < 3 else (0.4 if len(signs) < 5 else 0.66) * len(signs)


def _character_cost(character: str) -> float:
    """A character outside ASCII and kana: about one if it is in daily use, else up to its bytes."""
    size = len(character.encode("utf-8", "surrogatepass"))
    category = unicodedata.category(character)
    if category in ("Cn", "Co", "Cs"):
        return size
    if "\u3400" <= character <= "\u9fff" or character == "々":
        return (
            0.85 if _is_common(character, "shift_jis", b"\x98\x9f") or _is_common(character, "gb2312", b"\xd8") else 2.4
        )
    if "\uac00" <= character <= "\ud7a3":
        return 1.2 if len(character.encode("euc_kr")) == 2 else 2.6
    if category[0] == "P" or category == "Sm":
        return 1
    if size == 2:
        return 2 if category == "Mn" else 0.9
    return (1.7 if character < "\u2800" else 3) if category == "So" and size == 3 else 2.6


def _is_common(character: str, encoding: str, end: bytes) -> bool:
    """Whether it is in the first level of a national set: the characters of daily use stand there."""
    return b"" < character.encode(encoding, "ignore") < end


_FOLLOWS: Final = {
    "a": "bcdfgiklmnprstuvy", "b": "aeijloruy", "c": "acehiklortu", "d": "adeilosuy", "e": "abcdefgilmnpqrstvwxy",
    "f": "aefilortuy", "g": "aeghinorstu", "h": "aeiot", "i": "abcdefglmnoprstuvz", "j": "es", "k": "eis",
    "l": "adefilostuy", "m": "abeimopsuy", "n": "acdefgiklnopstuvy", "o": "abcdefgiklmnoprstuvw", "p": "aeiloprstuy",
    "q": "u", "r": "acdefgiklmnoprstuwy", "s": "acehiklmoprstuw", "t": "acehiloprstuwy", "u": "abcdegilmnprst",
    "v": "aei", "w": "aehinor", "x": "acept", "y": "deioprst", "z": "ae",
}  # fmt: skip
"""Which letters follow each letter in 98.5 % of the places in English text and code."""
