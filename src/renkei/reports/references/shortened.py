"""Code that a sentence tells, and words of a comment: what is left out, or where a line ends, makes them no lie."""

import sys
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.quote import Span
from renkei.reports.tree import Lines

_TOKEN: Final = re.compile(r"[A-Za-z]{0,2}\"[^\"\n]*\"|\w+|[^\w\s()\[\]{},.:;\"'`]+")
"""What is not left out when code is shortened: strings, names, numbers and operators."""
_MARK: Final = re.compile(r"(?P<call>\b\w+)?\(|[\[{]|[)\]}]|,")
_PART_OF_CALL: Final = re.compile(r"\b[A-Za-z_]\w*(?=\(|=(?!=))|(?<=\w\.)[A-Za-z_]\w*", re.ASCII)
_STRING: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_BASE: Final = re.compile(r"(?<![\w.])[a-z_]\w*(?=\.\w)", re.ASCII)
_NAME_OF_CALL: Final = re.compile(r"([A-Za-z_]\w*)\(", re.ASCII)
_ADDED: Final = re.compile(r"(?<=[\w)\]] )(?:[-+*/%<>|&]|==|!=|<=|>=|and|or|not in|in)(?= [\w(\[])")
_ANNOTATED: Final = re.compile(r"\s*[\w.]+\s*(?P<type>:[^=\n]+)=(?!=)")
_SIGNATURE: Final = re.compile(r"\s*(?:async\s+)?(?:def|fn|func|function)\b")
_TYPE: Final = re.compile(r":[^,=()]*")
_ELLIPSIS: Final = re.compile(r"\.{3,}|…+|⋯+|\[\.{3}\]")
_MOST_LINES: Final = 12
"""Lines of a statement that begins on the cited one."""
_LITERAL: Final = r"(?:[rbuf]{0,2}[\"'][^\"'\n]*[\"']|[-+]?[\d_.]+\w*|True|False|None|true|false|null|\[\]|\{\}|\(\))"
_VALUE: Final = re.compile(rf"(?P<name>[A-Za-z_][\w.]*)\s=\s{_LITERAL}")


def is_shortened(code: str, lines: Lines, claimed: Span) -> bool:
    """Whether code may be the statement of the cited lines with something left out: `verify(key)` for
    `self.verify(key, salt)`. Its names and operators stand there in their order. What may be left out is either end,
    whole arguments of a call, what an attribute is one of, and types: without any other part it is another statement.
    """
    there = _statement(lines, claimed).replace("'", '"')
    tokens = list(_TOKEN.finditer(there))
    kept: list[int] = []
    at = 0
    for wanted in _TOKEN.findall(code.replace("'", '"')):
        while at < len(tokens) and tokens[at][0] != wanted:
            at += 1
        if at == len(tokens):
            return False
        kept.append(at)
        at += 1
    if not kept:
        return False
    arguments = _Arguments(there)
    told = {arguments.number_at(tokens[index].start()) for index in kept}
    dropped = [tokens[index] for index in range(kept[0], kept[-1]) if index not in set(kept)]
    types = _type_spans(there)
    return all(
        arguments.number_at(token.start()) not in told
        or there[token.end() : token.end() + 1] == "."
        or any(first <= token.start() < last for first, last in types)
        for token in dropped
    )


def is_retold(call: str, lines: Lines) -> bool:
    """Whether a file may make this call. Variables are told in other words; what is called, keywords and attributes are
    not, nor are modules, and nobody adds an operator that no such call has. What strings say may be another's.
    """
    call = _STRING.sub('""', call)
    modules = sys.stdlib_module_names.intersection(_BASE.findall(call))
    parts = {*_PART_OF_CALL.findall(call), *modules}
    if any(re.search(rb"\b%b\b" % part.encode(), lines.data) is None for part in parts):
        return False
    added = " ".join(_ADDED.findall(call)).split()
    name = _NAME_OF_CALL.search(call)
    if not added or name is None:
        return True
    begins = f"{name[1]}(".encode()
    calls = (_statement(lines, Span(first=n, last=n)) for n, line in enumerate(lines.raw, 1) if begins in line)
    return any(set(added) <= set(_TOKEN.findall(there)) for there in calls)


class _Arguments:
    """Which argument of which call each part of a statement is; 0 for what is none."""

    def __init__(self, statement: str) -> None:
        self._starts, self._numbers = [0], [0]
        opened: list[tuple[bool, int]] = []
        number = count = 0
        for mark in _MARK.finditer(statement):
            if mark[0] in ")]}":
                number = opened.pop()[1] if opened else 0
            elif mark[0] == ",":
                if not (opened and opened[-1][0]):
                    continue
                count += 1
                number = count
            else:
                opened.append((mark["call"] is not None, number))
                if mark["call"] is None:
                    continue
                count += 1
                number = count
            self._starts.append(mark.end())
            self._numbers.append(number)

    def number_at(self, offset: int) -> int:
        return self._numbers[bisect_left(self._starts, offset + 1) - 1]


def _type_spans(statement: str) -> list[tuple[int, int]]:
    """Where the types of a variable or of parameters stand."""
    if variable := _ANNOTATED.match(statement):
        return [variable.span("type")]
    return [each.span() for each in _TYPE.finditer(statement)] if _SIGNATURE.match(statement) else []


def is_value(code: str, lines: Lines, claimed: Span) -> bool:
    """Whether `size = 3` may tell what a name holds when the code runs: the file gives it another value than one that
    is written out, or takes it as a parameter or in a loop.
    """
    told = _VALUE.fullmatch(code.strip().rstrip(";"))
    if told is None:
        return False
    name = re.escape(told["name"]).encode()
    written = rb"(?:^|[^\w.])%b\s*(?::[^=\n]+)?=\s*%b\s*(?:[#;,)]|$)" % (name, _LITERAL.encode())
    if any(re.search(written, line.rstrip()) for line in lines.raw[claimed.first - 1 : claimed.last][:_MOST_LINES]):
        return False
    computed = rb"(?:^|[^\w.])%b\s*(?::[^=\n]+)?=(?!=)\s*(?!%b\s*(?:[#;,)]|$))\S" % (name, _LITERAL.encode())
    bound = rb"[(,]\s*%b\s*[:,)=]|\bfor\s[^\n]*\b%b\b[^\n]*\sin\b|^\s*%b\s*:\s|\bdef\s+%b\(" % (
        name, name, name, name.rpartition(b".")[2],
    )  # fmt: skip
    return re.search(b"(?m)" + computed + b"|" + bound, lines.data) is not None


def _statement(lines: Lines, claimed: Span) -> str:
    """The cited lines, with those behind them until every bracket is closed."""
    return "\n".join(_until_closed(lines, claimed))


def _until_closed(lines: Lines, claimed: Span) -> Iterator[str]:
    opened = 0
    for number in range(claimed.first, min(claimed.first + _MOST_LINES, len(lines.raw)) + 1):
        line = lines.line_text(number)
        opened += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        yield line
        if number >= claimed.last and opened <= 0:
            return


def has_words(words: str, lines: Lines) -> bool:
    """Whether a file has these words in this order, with nothing but marks and line ends between them."""
    if "words" not in lines.search_cache:
        lines.search_cache["words"] = _letters(lines.data.decode(errors="replace"))
    text, position = lines.search_cache["words"], 0
    for part in _ELLIPSIS.split(words):
        position = text.find(_letters(part), position)
        if position < 0:
            return False
    return True


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
