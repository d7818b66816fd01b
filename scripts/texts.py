"""The texts that Renkei says, as they stand in its code; nothing is imported for it.

What takes a text says so by its type: a parameter, a field or a table is annotated with `Translatable`. So the type
checker shows that nothing comes there but a literal, or what came from such a place; here each such literal is found.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

TRANSLATABLE: Final = "Translatable"
SPEAKERS: Final = {"say": "Say", "english": "Say"}
"""Variables that are called to say something, with their class: which one, no signature tells."""
UNTRANSLATED: Final = frozenset({"print", "print_line", "print_styled"})
"""What puts a text before a person as it is."""
_PROSE: Final = re.compile(r"(?!renkei )\b[A-Za-z]{2,},? [a-z]{2,}")
"""Two words of English, which are no command of ours."""
_SEEN: Final = "entrypoints/"
"""Where what is printed is for a person."""

Scopes = list[ast.AST]


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A parameter or field that takes texts; one that is given by name alone has no position."""

    position: int | None
    name: str
    kind: ast.expr


@dataclass(kw_only=True)
class Found:
    """The texts, each with the files in which it stands; and what cannot be translated: it is put together, or printed
    as it is."""

    texts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    composed: list[str] = field(default_factory=list[str])
    raw: list[str] = field(default_factory=list[str])


def find_texts(source: Path) -> Found:
    """Every text under a folder."""
    modules = {path.relative_to(source).as_posix(): _parse(path) for path in sorted(source.rglob("*.py"))}
    parameters = _find_parameters(modules.values())
    found = Found()
    for file, module in modules.items():
        if file.startswith(_SEEN):
            found.raw += [f"{file}:{each.lineno}: {ast.unparse(each)}" for each in _find_raw(module)]
        for place, scopes in _find_places(module, parameters):
            for value in _resolve(place, scopes):
                match value:
                    case ast.Constant(value=""):
                        pass  # nothing is said
                    case ast.Constant(value=str(text)):
                        files = found.texts.setdefault(text, [])
                        if file not in files:
                            files.append(file)
                    case ast.JoinedStr() | ast.BinOp() | ast.Call(func=ast.Attribute(value=ast.Constant())):
                        found.composed.append(f"{file}:{value.lineno}: {ast.unparse(value)}")
                    case _:
                        pass  # from another place that takes texts, as the type checker knows
    _assignments.cache_clear()  # it holds every tree
    return found


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _find_raw(module: ast.Module) -> Iterator[ast.expr]:
    """English that is printed without having been translated."""
    for call in ast.walk(module):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
        for given in call.args if name in UNTRANSLATED else ():
            text = given.elts[0] if isinstance(given, ast.Tuple) else given  # its style follows
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            said = [each.value for each in parts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if any(map(_PROSE.search, said)):
                yield given


# What takes texts


def _find_parameters(modules: Iterable[ast.Module]) -> dict[str, list[Parameter]]:
    """By the name that is called: of a function, of a class, or `.name` of a method."""
    found: dict[str, list[Parameter]] = {}
    bases: dict[str, list[str]] = {}
    for module in modules:
        methods: set[ast.AST] = set()
        for node in ast.walk(module):  # which meets a class before its methods
            if isinstance(node, ast.ClassDef):
                methods |= set(node.body)
                found.setdefault(node.name, []).extend(_fields(node))
                bases[node.name] = [base.id for base in node.bases if isinstance(base, ast.Name)]
            elif isinstance(node, ast.FunctionDef):
                name = f".{node.name}" if node in methods else node.name
                found.setdefault(name, []).extend(_parameters(node))
    for name, class_ in SPEAKERS.items():
        found[name] = found.get(class_, [])
    for name in bases:
        found[name] = next(filter(None, (found.get(each) for each in _lineage(name, bases))), list[Parameter]())
    return {name: parameters for name, parameters in found.items() if parameters}


def _lineage(name: str, bases: dict[str, list[str]]) -> list[str]:
    """A class, and what it is derived from, the nearest first."""
    lineage = [name]
    for each in lineage:
        lineage += [base for base in bases.get(each, []) if base not in lineage]
    return lineage


def _parameters(function: ast.FunctionDef) -> Iterator[Parameter]:
    by_position = [*function.args.posonlyargs, *function.args.args]
    if by_position and by_position[0].arg in ("self", "cls"):
        del by_position[0]
    for position, each in enumerate(by_position):
        if each.annotation and _mentions_translatable(each.annotation):
            yield Parameter(position=position, name=each.arg, kind=each.annotation)
    for each in function.args.kwonlyargs:
        if each.annotation and _mentions_translatable(each.annotation):
            yield Parameter(position=None, name=each.arg, kind=each.annotation)


def _fields(class_: ast.ClassDef) -> Iterator[Parameter]:
    """What a class is made from: its fields, or what its constructor takes."""
    fields = [each for each in class_.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
    for position, each in enumerate(fields):
        if isinstance(each.target, ast.Name) and _mentions_translatable(each.annotation):
            yield Parameter(position=position, name=each.target.id, kind=each.annotation)
    for each in class_.body:
        if isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__new__", "__call__"):
            yield from _parameters(each)


def _mentions_translatable(annotation: ast.expr) -> bool:
    return any(
        (isinstance(each, ast.Name) and each.id == TRANSLATABLE)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str) and TRANSLATABLE in each.value)
        for each in ast.walk(annotation)
    )


# Where they are given


def _find_places(module: ast.Module, parameters: dict[str, list[Parameter]]) -> Iterator[tuple[ast.expr, Scopes]]:
    """Every expression that stands where a text is taken, with the functions around it, the innermost first."""
    ahead: list[tuple[ast.AST, Scopes]] = [(module, [])]
    while ahead:
        node, scopes = ahead.pop()
        if isinstance(node, ast.Module | ast.FunctionDef):
            scopes = [node, *scopes]
            if isinstance(node, ast.FunctionDef):
                yield from ((each, scopes) for value, kind in _own_texts(node) for each in _texts(value, kind))
        elif isinstance(node, ast.Call):
            for argument, kind in _arguments(node, parameters, scopes):
                yield from ((each, scopes) for each in _texts(argument, kind))
        elif isinstance(node, ast.AnnAssign) and node.value and _mentions_translatable(node.annotation):
            yield from ((each, scopes) for each in _texts(node.value, node.annotation))
        ahead += [(child, scopes) for child in ast.iter_child_nodes(node)][::-1]


def _own_texts(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a function itself gives to its parameters that take texts, and what it returns as one."""
    given = function.args
    by_position = [*given.posonlyargs, *given.args]
    defaults = [*zip(by_position[len(by_position) - len(given.defaults) :], given.defaults, strict=True)]
    for each, default in [*defaults, *zip(given.kwonlyargs, given.kw_defaults, strict=True)]:
        if default and each.annotation and _mentions_translatable(each.annotation):
            yield default, each.annotation
    if function.returns and _mentions_translatable(function.returns):
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value:
                yield node.value, function.returns


def _arguments(
    call: ast.Call, parameters: dict[str, list[Parameter]], scopes: Scopes
) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a call gives to parameters that take texts: also by way of `partial` and `map`."""
    match call:
        case ast.Call(func=ast.Name(id="partial"), args=[function, *given]):
            pass
        case ast.Call(func=ast.Name(id="map"), args=[function, each]):
            for parameter in _called(function, parameters, scopes):
                if parameter.position == 0:
                    yield from ((text, parameter.kind) for text in _entries(each, scopes))
            return
        case _:
            function, given = call.func, call.args
    for parameter in _called(function, parameters, scopes):
        if parameter.position is not None and parameter.position < len(given):
            yield given[parameter.position], parameter.kind
        yield from ((each.value, parameter.kind) for each in call.keywords if each.arg == parameter.name)


def _called(
    function: ast.expr, parameters: dict[str, list[Parameter]], scopes: Scopes, through: frozenset[str] = frozenset()
) -> list[Parameter]:
    """The parameters of what is called: under its own name, or another that it was given."""
    match function:
        case ast.Name(id=name) if name in parameters:
            return parameters[name]
        case ast.Name(id=name) if class_ := _speaker_class(name, scopes):
            return parameters.get(class_, [])
        case ast.Name(id=name) if name not in through:
            aliases = [each for each in _look_up(name, scopes) if isinstance(each, ast.Name | ast.Attribute)]
            return [found for each in aliases for found in _called(each, parameters, scopes, through | {name})]
        case ast.Attribute(attr=name) if name != "translate":  # that of `str`; ours is a function
            return parameters.get(f".{name}") or parameters.get(name, [])
        case _:
            return []


def _speaker_class(name: str, scopes: Scopes) -> str:
    """The class of a parameter that is called to say something, whatever it is called itself."""
    functions = [scope for scope in scopes if isinstance(scope, ast.FunctionDef)]
    given = [each for function in functions for each in (*function.args.args, *function.args.kwonlyargs)]
    kinds = [ast.unparse(each.annotation).strip("'") for each in given if each.arg == name and each.annotation]
    return next((each for each in kinds if each in SPEAKERS.values()), "")


def _texts(value: ast.expr, kind: ast.expr) -> Iterator[ast.expr]:
    """The parts of a value that its type calls texts."""
    match kind, value:
        case ast.Name(id=name), _ if name == TRANSLATABLE:
            yield value
        case ast.Constant(value=str(quoted)), _:
            yield from _texts(value, ast.parse(quoted, mode="eval").body)
        case ast.BinOp(left=left, right=right), _:
            yield from _texts(value, left)
            yield from _texts(value, right)
        case ast.Subscript(value=ast.Name(id="Final"), slice=inner), _:
            yield from _texts(value, inner)
        case ast.Subscript(slice=ast.Tuple(elts=[of_keys, of_values])), ast.Dict():
            for key, each in zip(value.keys, value.values, strict=True):
                yield from _texts(key, of_keys) if key else ()
                yield from _texts(each, of_values)
        case ast.Subscript(slice=inner), ast.Tuple() | ast.List() | ast.Set():
            kinds = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            for n, each in enumerate(value.elts):
                yield from _texts(each, kinds[n] if n < len(kinds) and not _is_dots(kinds[n]) else kinds[0])
        case _:
            pass


def _is_dots(kind: ast.expr) -> bool:
    return isinstance(kind, ast.Constant) and kind.value is ...


def _resolve(node: ast.expr, scopes: Scopes, through: frozenset[str] = frozenset()) -> Iterator[ast.expr]:
    """What an expression can be, through conditions and through the variables around it."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            yield from _resolve(one, scopes, through)
            yield from _resolve(other, scopes, through)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _resolve(value, scopes, through)
        case ast.NamedExpr(value=value):
            yield from _resolve(value, scopes, through)
        case ast.Subscript(value=ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values)):
            for value in values:
                yield from _resolve(value, scopes, through)
        case ast.Subscript(value=ast.Name() as table) if values := _entries(table, scopes):
            for value in values:
                yield from _resolve(value, scopes, through)
        case ast.Name(id=name) if name not in through and (assigned := _look_up(name, scopes)):
            for value in assigned:
                yield from _resolve(value, scopes, through | {name})
        case _:
            yield node


def _look_up(name: str, scopes: Scopes) -> list[ast.expr]:
    return next(filter(None, (_assigned(name, scope, scopes) for scope in scopes)), list[ast.expr]())


def _assigned(name: str, scope: ast.AST, scopes: Scopes) -> list[ast.expr]:
    """What is assigned to a name in a function or, at its top, a module; each of what it goes through in a loop."""
    found: list[ast.expr] = []
    for value, is_loop in _assignments(scope).get(name, ()):
        found += _entries(value, scopes) if is_loop else [value]
    return found


@cache
def _assignments(scope: ast.AST) -> dict[str, list[tuple[ast.expr, bool]]]:
    """What a scope assigns, by name, and whether it is gone through there."""
    found: dict[str, list[tuple[ast.expr, bool]]] = {}
    for node in scope.body if isinstance(scope, ast.Module) else ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append((value, False))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append((value, False))
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                found.setdefault(name, []).append((value, False))
            case ast.For(target=ast.Name(id=name), iter=each) | ast.comprehension(target=ast.Name(id=name), iter=each):
                found.setdefault(name, []).append((each, True))
            case _:
                pass
    return found


def _entries(table: ast.expr, scopes: Scopes) -> list[ast.expr]:
    """What a table holds that is written out here, or at the top of the module under its name."""
    match table:
        case ast.Dict(values=entries) | ast.Tuple(elts=entries) | ast.List(elts=entries) | ast.Set(elts=entries):
            return entries
        case ast.Name(id=name):
            at_top = [each for scope in scopes if isinstance(scope, ast.Module) for each in scope.body]
            named = [value for each in at_top if (value := _unannotated(name, each))]
            return [entry for each in named if not isinstance(each, ast.Name) for entry in _entries(each, scopes)]
        case _:
            return []


def _unannotated(name: str, node: ast.stmt) -> ast.expr | None:
    """What is assigned to a name, if not to one that is annotated: its texts are found there."""
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            return value
        case ast.AnnAssign(target=ast.Name(id=target), annotation=kind, value=value) if target == name:
            return None if _mentions_translatable(kind) else value
        case _:
            return None
