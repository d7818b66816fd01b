"""How many tests passed and failed, in numbers: as a command printed them, and as somebody tells them.

Of what a command prints a receipt keeps these numbers and nothing else. Hooks load this at each command that a client's
agent runs: it needs regular expressions, and no more.
"""

from typing import Final, Literal

from renkei import lazy_re as re

Counts = tuple[tuple[str, int], ...]
"""What was counted and how many, in the order of the text; one kind several times where parts are counted."""

Comparison = Literal["shown", "other", "not shown"]

_KINDS: Final = {
    "passed": "pass(?:ed|ing|es)?|succeeded|成功|合格",
    "failed": "fail(?:ed|ing|ures?|s)?|失敗",
    "errors": "errors?",
    "skipped": "skipped|ignored|pending|スキップ",
    "tests": "tests?(?: run)?|examples?|specs?|total",
}
_KIND: Final = "(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items()) + r")(?![\w-])"
_NUMBER: Final = r"(?<![\w.,])(?P<number>\d(?:[\d,_]{0,12}\d)?)(?!\d)"
_NUMBER_FIRST: Final = re.compile(rf"{_NUMBER}(?:\s?件(?:が|の|を)?|\s(?:(?:tests?|examples?|specs?)\s)?){_KIND}", re.I)
_KIND_FIRST: Final = re.compile(rf"\b{_KIND}(?:\s?[:=]\s*|\s){_NUMBER}(?=\s*(?:[,;.)\]|]|$))", re.I | re.M)
_TAIL: Final = 20_000
"""So much of the end is looked at: a summary stands there."""
_MOST: Final = 16


def counts_in(text: str) -> Counts:
    """The last numbers that a text has."""
    tail = text[-_TAIL:]
    found = [match for pattern in (_NUMBER_FIRST, _KIND_FIRST) for match in pattern.finditer(tail)]
    return tuple(map(_read_count, sorted(found, key=lambda match: match.start())))[-_MOST:]


def _read_count(match: re.Match[str]) -> tuple[str, int]:
    return next(kind for kind in _KINDS if match[kind]), int(match["number"].replace(",", "").replace("_", ""))


def compare_counts(told: Counts, printed: Counts | None) -> Comparison:
    """Whether what was printed shows each number that is told, or another in the place of one."""
    found = {_compare_kind(kind, number, printed or ()) for kind, number in told}
    return "other" if "other" in found else "not shown" if "not shown" in found else "shown"


def _compare_kind(kind: str, number: int, printed: Counts) -> Comparison:
    numbers = [count for each, count in printed if each == kind]
    if not numbers and kind == "passed":
        numbers = [count for each, count in printed if each == "tests"]
    if number in (*numbers, sum(numbers)) if numbers else printed and number == 0 and kind != "passed":
        return "shown"
    if kind == "tests":  # some of them, or all: nobody knows what it counts
        return "shown" if number == sum(count for _, count in printed) > 0 else "not shown"
    return "other" if numbers else "not shown"


def write_counts(counts: Counts) -> str:
    """As receipts keep them: `passed=12 failed=1`."""
    return " ".join(f"{kind}={number}" for kind, number in counts)


def read_counts(text: str) -> Counts:
    return tuple((kind, int(number)) for kind, number in re.findall(r"\b([a-z]+)=(\d{1,14})\b", text))


def say_counts(counts: Counts) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in counts)
