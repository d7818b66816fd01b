"""Files of rules: the one that ships and a team's own, read by the same loader (EVT-6)."""

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import renkei.kit
from renkei.lazy import lazy
from renkei.protocol.documents import decode_text, parse_document, validate
from renkei.values import value

if TYPE_CHECKING:
    from renkei.protocol import rules as forms
    from renkei.protocol.rules import EventRule
    from renkei.protocol.yaml import Lines
else:
    forms = lazy("renkei.protocol.rules")
    Lines = lazy("renkei.protocol.yaml:Lines")


SHIPPED: Final = Path(renkei.kit.__file__).parent / "rules" / "coordination.yaml"
COMPILED: Final = SHIPPED.with_suffix(".json")
"""The same as JSON, written by `make rules`: every command would have to wait for a reader of YAML."""


@value
class RuleFile:
    """The rules of a file, and a digest that changes with it."""

    rules: "tuple[EventRule, ...]"
    digest: str


def load_rules(data: bytes, name: str) -> RuleFile:
    """The rules of a file.

    Raises:
        BadInput: one of them cannot be evaluated; names file, line, rule and field.
    """
    text = decode_text(data, name)
    rules = validate(forms.RULES, parse_document(text, name), name, text=text)
    return RuleFile(rules=tuple(rules.rules), digest=digest_of(data))


def lines_of_rules(data: bytes, name: str, count: int) -> list[int | None]:
    """The line at which each rule of a file begins."""
    lines = Lines.of(decode_text(data, name))
    return [lines.at(["rules", number]) for number in range(count)]


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@cache
def load_shipped() -> RuleFile:
    """The rules that ship. Read when something happens that they look at, which is not so in most commands."""
    return load_rules(COMPILED.read_bytes(), str(COMPILED))


@cache
def digest_of_shipped() -> str:
    return digest_of(COMPILED.read_bytes())
