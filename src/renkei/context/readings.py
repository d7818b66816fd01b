"""How a strategy of compression reads a text: as lines with a score, the higher the longer it stays (TEAM-7). Pure.

Entity Signature collapses attributes into `name(TYPE,flag)` and drops descriptions, Decision Summary keeps lists alone,
Semantic Pruning turns code into signatures with the first line of what is said of them. A blackboard in YAML becomes
one line for each thing.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple, cast

from renkei.errors import RenkeiError
from renkei.protocol.documents import parse_document
from renkei.protocol.fences import mark_fences
from renkei.protocol.playbooks import Compression


class Line(NamedTuple):
    text: str
    score: float


_ID: Final = re.compile(r"(?<![A-Za-z0-9_])(?:[A-Z][A-Z0-9]{1,9}(?:-(?:[A-Za-z0-9_]+|[^\x00-\x7f\W]+))+|[A-Z]-\d{2,})")
"""Japanese sets no blank beside an id: `要件FR-001を満たす`."""
_LISTED: Final = re.compile(r"\s*([-*+] |\d+[.)] |\||[\w.-]+:(\s|$))")
_DECISION: Final = re.compile(
    r"\b(decision|decided|conclusion|rationale|status)\b\W{0,4}[:：]|\b(MUST|NEVER|SHALL)\b|決定|結論|採用|方針|必須|禁止",
    re.IGNORECASE,
)
_EXAMPLE: Final = re.compile(r"\b(for example|e\.g\.|such as)|例えば|たとえば|^\W*(例|example)\W*[:：]", re.IGNORECASE)
_HEADED: Final = re.compile(r"(#{1,6})\s")

DECISION: Final = 8.0
HEADING: Final = 5.0
"""From this score on a line is left out only where there is no other way."""
_NAMED, _LIST, _FIRST, _PROSE, _EXAMPLES = 4.0, 3.0, 2.0, 1.0, 0.2


def find_ids(text: str) -> list[str]:
    """Ids such as FR-001, NFR-SEC-001, ENT-User, ADR-0001, US-001."""
    return _ID.findall(text)


def read_lines(path: str, text: str, strategy: Compression) -> list[Line]:
    suffix = PurePosixPath(path).suffix.lower()
    if strategy == "semantic-pruning" and suffix in _CODE:
        return list(_read_code(text, suffix))
    is_outlined = suffix in (".yaml", ".yml", ".json") and strategy in ("entity-signature", "decision-summary")
    if is_outlined and (document := _parse_mapping(text, path)) is not None:
        return list(_outline(document))
    lines = _score_lines(text)
    if strategy == "entity-signature":
        return [line for line in _collapse_tables(lines) if line.score >= _NAMED or _LISTED.match(line.text)]
    if strategy == "decision-summary":
        return [line for line in lines if line.score >= _LIST]
    return [line for line in lines if line.text.strip()]


def _score_lines(text: str) -> list[Line]:
    found: list[Line] = []
    before = ""
    for line, mark, _ in mark_fences(text.splitlines()):
        found.append(Line(line.rstrip(), _score_line(line, before, is_code=mark != "text")))
        before = line
    return found


def _score_line(line: str, before: str, *, is_code: bool) -> float:
    if headed := _HEADED.match(line) if not is_code else None:
        return HEADING + (6 - len(headed[1])) / 10
    if _ID.search(line):
        return DECISION if _DECISION.search(line) else _NAMED
    if is_code or _EXAMPLE.search(line) or not line.strip():
        return _EXAMPLES
    if _DECISION.search(line):
        return DECISION
    if _LISTED.match(line):
        return _LIST
    return _FIRST if not before.strip() or _HEADED.match(before) else _PROSE


# Tables of attributes: | name | type | flags | description |


_TYPE_COLUMN: Final = re.compile(r"type|型|データ型", re.IGNORECASE)
_WORDY_COLUMN: Final = re.compile(r"desc|note|valid|example|説明|備考|検証|例", re.IGNORECASE)


def _collapse_tables(lines: Iterable[Line]) -> Iterator[Line]:
    """Each table of attributes in one line; of other tables, rows without the columns that only describe."""
    table: list[Line] = []
    for line in [*lines, Line("", 0)]:
        if line.text.lstrip().startswith("|"):
            table.append(line)
            continue
        yield from _collapse_table(table)
        table = []
        if line.text.strip():
            yield line


def _collapse_table(rows: list[Line]) -> Iterator[Line]:
    if len(rows) < 3:
        yield from rows
        return
    head, *others = [[cell.strip() for cell in row.text.strip().strip("|").split("|")] for row in rows]
    wordy = {at for at, name in enumerate(head) if _WORDY_COLUMN.search(name)}
    cells = [[cell for at, cell in enumerate(row) if at not in wordy] for row in others[1:]]
    kept = [name for at, name in enumerate(head) if at not in wordy]
    if any(_TYPE_COLUMN.fullmatch(name) for name in kept[1:]):
        fields = ", ".join(f"{row[0]}({','.join(filter(None, row[1:]))})" for row in cells if row)
        yield Line(f"- {fields}", _NAMED)
    else:
        yield Line(f"| {' | '.join(kept)} |", _LIST)
        yield from (Line(f"| {' | '.join(row)} |", _NAMED) for row in cells)


# A blackboard: one line for each thing, decision or reference


def _parse_mapping(text: str, path: str) -> dict[str, Any] | None:
    try:
        found: Any = parse_document(text, path)
    except RenkeiError:
        return None
    return cast(dict[str, Any], found) if isinstance(found, dict) else None


def _outline(document: Mapping[str, Any], key: str = "", level: int = 1) -> Iterator[Line]:
    for name, inner in document.items():
        at = f"{key}.{name}" if key else str(name)
        if isinstance(inner, Mapping) and inner and level < _DEEPEST and _has_parts(cast(Mapping[str, Any], inner)):
            yield from _outline(cast(Mapping[str, Any], inner), at, level + 1)
        elif isinstance(inner, list) and any(isinstance(each, Mapping) for each in cast(list[Any], inner)):
            yield Line(f"{at}:", HEADING)
            yield from (Line(f"- {_signature(each)}", DECISION) for each in cast(list[Any], inner))
        elif inner not in (None, "", [], {}):
            yield Line(f"{at}: {_signature(inner)}", DECISION if "decisions" in at else _NAMED)


_DEEPEST: Final = 6


def _has_parts(inner: Mapping[str, Any]) -> bool:
    return any(isinstance(each, Mapping | list) for each in inner.values())


_WORDY_FIELDS: Final = frozenset({"description", "note", "notes", "validation", "rationale", "example", "説明", "備考"})


def _signature(thing: Any) -> str:
    """`ENT-User User [id(UUID,pk), name(TEXT)]`, `API-001 GET /users -> ENT-User`, `frontend(SPA)`."""
    if isinstance(thing, list):
        return ", ".join(_signature(each) for each in cast(list[Any], thing))
    if not isinstance(thing, Mapping):
        return " ".join(str(thing).split())
    fields = {str(name): each for name, each in cast(Mapping[str, Any], thing).items() if name not in _WORDY_FIELDS}
    methods, path = fields.pop("methods", None), fields.pop("path", None)
    head = [str(fields.pop(name)) for name in ("id", "name", "title") if name in fields]
    call = " ".join(filter(None, [_signature(methods) if methods else "", str(path) if path else ""]))
    shape = fields.pop("type", None)
    named = f"{' '.join(head)}({_signature(shape)})" if head and shape else " ".join([*head, str(shape or "")])
    rest = [_field(name, each) for name, each in fields.items()]
    return " ".join(filter(None, [named.strip(), call, *rest]))


def _field(name: str, each: Any) -> str:
    if isinstance(each, list | Mapping):
        return f"{name}=[{_signature(each)}]"
    return name if each is True else f"{name}={_signature(each)}"


# Code: signatures, what is said of them, what they raise


def _read_code(text: str, suffix: str) -> Iterator[Line]:
    if suffix == ".py":
        try:
            yield from _read_python(ast.parse(text).body, 0)
            return
        except (SyntaxError, ValueError, RecursionError):
            pass
    before = ""
    for line in text.splitlines():
        if _SIGNATURE.match(line):
            if _COMMENT.match(before):
                yield Line(before.rstrip(), _PROSE)
            yield Line(line.rstrip().removesuffix("{").rstrip(), HEADING)
        elif _RAISED.search(line) or _ID.search(line):
            yield Line(line.rstrip(), _NAMED)
        before = line


def _read_python(body: Iterable[ast.stmt], depth: int) -> Iterator[Line]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield Line(f"{'    ' * depth}{_python_signature(node)}", HEADING)
            said = (ast.get_docstring(node) or "").partition("\n")[0]
            if said:
                yield Line(f"{'    ' * (depth + 1)}{said}", _LIST)
            if raised := sorted(set(_list_raised(node))) if not isinstance(node, ast.ClassDef) else []:
                yield Line(f"{'    ' * (depth + 1)}raises {', '.join(raised)}", _LIST)
            if isinstance(node, ast.ClassDef):
                yield from _read_python(node.body, depth + 1)


def _python_signature(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}({', '.join(map(ast.unparse, node.bases))})"
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return f"{word} {node.name}({ast.unparse(node.args)}){returned}"


def _list_raised(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Raise) and each.exc is not None:
            yield ast.unparse(each.exc.func if isinstance(each.exc, ast.Call) else each.exc)


_SIGNATURE: Final = re.compile(
    r"\s*(export |default |public |private |protected |static |async |abstract |pub |final )*"
    r"(function|class|interface|type|struct|enum|fn|func|def|trait|impl|module|const \w+ = (async )?\()"
)
_COMMENT: Final = re.compile(r"\s*(//|#|/?\*|--)")
_RAISED: Final = re.compile(r"\b(throw|raise|panic!)\b")
_SUFFIXES: Final = ".py .js .jsx .ts .tsx .go .rs .java .kt .rb .php .c .h .cc .cpp .cs .swift"
_CODE: Final = frozenset(_SUFFIXES.split())
