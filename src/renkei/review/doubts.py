"""What lowers the confidence of a finding once its source is read: the analyser's own words, text that only looks like
a query, what is meant, and what another program wrote."""

import ast
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from renkei.review import doubts_in_python as python
from renkei.review import doubts_in_tests as tests
from renkei.review.analysers.types import CALLED
from renkei.review.checks.secrets import is_stopgap
from renkei.review.file_kinds import Kind
from renkei.review.finding import RawFinding
from renkei.review.nesting import Function, is_fallback, parse_file
from renkei.review.origin import is_generated, is_release
from renkei.review.target import Target

# How often a project defines a function: a type checker that reads one of several may have read the wrong one.


_Known = tuple[dict[tuple[str, str], set[str]], set[str]]


class Definitions:
    """Those of one target."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def has_one_signature(self, name: str, path: str) -> bool:
        """Whether all that has a name, in a file or where it has none in the project, is called in one way, and nothing
        else is put in its place."""
        signatures, replaced = self._signature_tables
        here = signatures.get((name, path)) or signatures.get((name, ""), ())
        return name not in replaced and len(here) <= 1

    @cached_property
    def _signature_tables(self) -> _Known:
        """The signatures of each name, in each file and in all, and the names that a value is assigned to."""
        signatures: dict[tuple[str, str], set[str]] = {}
        replaced: set[str] = set()
        for file in self._target.files:
            is_own = file.kind.language == "python" and not file.kind.is_test
            tree = parse_file(self._target, file.path) if is_own else None
            for node in ast.walk(tree) if tree else ():
                if isinstance(node, Function):
                    for path in (file.path, ""):
                        signatures.setdefault((node.name, path), set()).add(_signature_text(node.args))
                elif isinstance(node, ast.Assign):
                    replaced |= {name for each in node.targets if (name := _target_name(each))}
        return signatures, replaced


def _target_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _signature_text(given: ast.arguments) -> str:
    """How many it takes and how many of them have to be there."""
    named = [each.arg for each in (*given.posonlyargs, *given.args) if each.arg not in ("self", "cls")]
    more = (given.vararg is not None, given.kwarg is not None)
    return f"{len(named)} {len(given.defaults)} {sorted(each.arg for each in given.kwonlyargs)} {more}"


UNSURE: Final = 60

_SAFE: Final = "seems safe"
UNDEFINED: Final = ("ruff/F821", "types/unresolved-reference")
_QUERY_RULES: Final = frozenset({"ruff/S608", "bandit/B608"})
_VERBS: Final = "SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE|CREATE|DROP|ALTER"
_PARTS: Final = "FROM|INTO|SET|VALUES|TABLE|WHERE|JOIN"
_QUERY: Final = re.compile(
    rf"[\"']\s*(?:(?:{_VERBS})\b.*?\b(?:{_PARTS})\b|(?:{_VERBS.lower()})\b.*?\b(?:{_PARTS.lower()})\b)", re.DOTALL
)
_HOLE: Final = re.compile(r"%s|%\(\w+\)s|%r|[\"']\s*\+|\+\s*[\"']|\{")
"""Where a value is put into a text."""

_TABLE: Final = re.compile(
    r"(?i)\b(?:FROM|INTO|UPDATE|TABLE|JOIN|EXISTS)\s+(?:[\"'`\[\\]*(?:%s|%\(\w+\)s|\{[^{}]*\})[\"'`\]\\]*\.?)+"
)
"""A table's name, which no parameter can stand for."""

_TOLD: Final = re.compile(
    r"\b(?:help|description|usage|message|msg|title|label|print|echo|raise|warn\w*|log\w*|\w+Error|\w+Exception)\s*[=(]"
)
_MOST_LINES: Final = 12
_PASSWORDS: Final = ("ruff/S105", "ruff/S106", "ruff/S107", "detect-secrets/secret-keyword")
_STOPGAP: Final = 50
_HOLES: Final = re.compile(r"@@\w+|<%=?\s|\{\{\s*\w+\s*\}\}")
_ERRORS: Final = frozenset({"syntax", "correctness", "types", "call-site-error"})
_RELEASED: Final = ("documents/broken-link", "documents/missing-", "configuration/missing-")
"""What is not there need not be in a release."""


class Doubts:
    """Those about one target."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._definitions = Definitions(target)

    def confidence(self, raw: RawFinding) -> int:
        if raw.rule in _PASSWORDS and _is_stopgap(raw, self._target):
            return min(raw.confidence, _STOPGAP)
        is_doubtful = self._is_other_call(raw) or _is_doubtful(raw, self._target)
        return min(raw.confidence, UNSURE) if is_doubtful else raw.confidence

    def _is_other_call(self, raw: RawFinding) -> bool:
        """A call that is wrong for the one definition that the checker has read, or that goes by another name."""
        called = CALLED.search(raw.message) if raw.category == "call-site-error" else None
        if called is None:
            return False
        is_alias = called[1] not in _source_text(raw, self._target, raw.end_line or raw.line or 0)
        return is_alias or not self._definitions.has_one_signature(called[1], raw.path)


def _is_doubtful(raw: RawFinding, target: Target) -> bool:
    kind = target.by_path[raw.path].kind
    return (
        _SAFE in raw.message.lower()
        or (raw.rule in _QUERY_RULES and not _is_query(raw, target))
        or (raw.rule in _DOUBTS and _DOUBTS[raw.rule](raw, target))
        or (raw.category == "security" and (kind.is_example or kind.is_build or _is_fallback(raw, target)))
        or (raw.category in _ERRORS and kind.is_test and _is_meant_by_a_test(raw, target))
        or (_need_not_be_packed(raw, kind) and is_release(target))
        or (raw.category != "secrets" and is_generated(target, raw.path))
    )


def _need_not_be_packed(raw: RawFinding, kind: Kind) -> bool:
    return raw.rule.startswith(_RELEASED) or (raw.rule == "types/missing-import" and kind.is_test)


def _is_fallback(raw: RawFinding, target: Target) -> bool:
    is_python = target.by_path[raw.path].kind.language == "python"
    return is_python and is_fallback(target, raw.path, raw.line or 1)


def _is_meant_by_a_test(raw: RawFinding, target: Target) -> bool:
    """An input is broken as often as not, and a helper may be."""
    is_python = target.by_path[raw.path].kind.language == "python"
    return tests.is_input(raw.path) or (is_python and tests.errs_on_purpose(raw, target))


def _is_template(raw: RawFinding, target: Target) -> bool:
    """A script that a build puts something into before it is one."""
    return bool(_HOLES.search(target.text(raw.path) or ""))


def _is_stopgap(raw: RawFinding, target: Target) -> bool:
    lines = target.lines(raw.path)
    return lines is None or raw.line is None or is_stopgap(lines.line_text(raw.line))


def _is_query(raw: RawFinding, target: Target) -> bool:
    """A literal that begins like a statement of SQL, in one case, is not told to a person, and is given more than a
    table's name."""
    text = _source_text(raw, target, raw.end_line or (raw.line or 0) + 1)
    found = _QUERY.search(text)
    if found is None or _TOLD.search(text[: found.start()]):
        return False
    own = _source_text(raw, target, raw.end_line or raw.line or 0)
    return not _TABLE.search(own) or bool(_HOLE.search(_TABLE.sub(" ", own)))


def _source_text(raw: RawFinding, target: Target, last: int) -> str:
    lines = target.lines(raw.path)
    if lines is None or raw.line is None:
        return ""
    return b"\n".join(lines.raw[raw.line - 1 : min(last, raw.line + _MOST_LINES)]).decode(errors="replace")


_PROTECTIONS: Final = [f"{tool}{code}" for code in (323, *range(501, 508)) for tool in ("ruff/S", "bandit/B")]
_DOUBTS: Final[Mapping[str, Callable[[RawFinding, Target], bool]]] = {
    **dict.fromkeys(UNDEFINED, python.may_be_defined),
    **dict.fromkeys(("ruff/S307", "bandit/B307"), python.is_own_text),
    **dict.fromkeys(_PROTECTIONS, python.is_turned_off),
    **dict.fromkeys(("ruff/S506", "bandit/B506"), python.is_safe_loader),
    **dict.fromkeys(("ruff/S602", "bandit/B602"), python.is_passed_on),
    **dict.fromkeys(("ruff/S701", "bandit/B701"), python.takes_more_settings),
    "ruff/invalid-syntax": python.is_old_syntax,
    "ruff/F811": python.replaces_no_code,
    "ruff/B006": python.is_only_read,
    "ruff/B015": tests.is_exercised,
    "ruff/RUF009": python.makes_a_field,
    "ruff/T100": python.is_debugging_feature,
    **dict.fromkeys((f"ruff/PLE03{number:02}" for number in range(3, 12)), tests.never_returns),
    "vulture/unreachable": python.does_nothing,
    "oxlint/invalid-syntax": _is_template,
    "tree-sitter/unknown-syntax": _is_template,
    "ast-grep/missing-file": _is_template,
}
"""What makes one rule less certain."""
