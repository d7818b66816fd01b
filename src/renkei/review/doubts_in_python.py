"""What a finding in Python is read against: where a value comes from, what is done on a condition, what is meant."""

import ast
import re
from collections.abc import Iterator
from typing import Final, cast

from renkei.review.finding import RawFinding
from renkei.review.nesting import (
    Function,
    calls_in,
    changes_defaults,
    is_for_another_python,
    parse_file,
    statements_around,
)
from renkei.review.target import Target

_MAKES_NAMES: Final = re.compile(r"\bglobals\(\)(?:\[|\.update)|\bexec\(")
_NAME_ERROR: Final = re.compile("NameError")
_OLD_NAMES: Final = re.compile(
    r"`(?:unicode|basestring|long|buffer|xrange|unichr|raw_input|execfile|reduce|cmp|file|reload|intern|apply)`"
)
_EITHER: Final = re.compile(r"\bif\b.+\belse\b|\b(?:and|or)\b")
_OLD_SYNTAX: Final = re.compile(
    r"\s*(?:print\s+[\w\"'%]|print\s*>>|exec\s+[\w\"']|raise\s+\w+\s*,|except\s+[\w.]+\s*,\s*\w+\s*:)"
)
_COMPILES: Final = re.compile(r"(?<![\w.])compile\([^()]*(?:\([^()]*\)[^()]*)*[\"'](?:exec|eval|single)[\"']")
_OUTSIDE: Final = frozenset(
    ["input", "raw_input", "argv", "environ", "getenv", "read", "readline", "readlines", "recv"]
)
"""Names by which what somebody else wrote is reached."""

_FORM: Final = re.compile(r"\b(?:match|fullmatch|isdigit|isalnum|isidentifier|isnumeric)\(")
_SHELLS: Final = re.compile(r"Embed|embed")
_DEBUGS: Final = re.compile(r"(?i)debug|pdb|trace|interact|shell|verbose")
_PROTECTS: Final = re.compile(r"(?i)verif|insecure|ssl|tls|cert|check|trust|secure")
_FIELD: Final = frozenset(
    ["default", "default_factory", "factory", "init", "kw_only", "validator", "converter", "repr"]
)
_LOADER: Final = re.compile(r"Loader\s*=\s*(?:[\w.]*\.)?(\w+)")
_FIRST: Final = re.compile(r"from line (\d+)")
_NO_LOSS: Final = (ast.Return, ast.Pass, ast.Break, ast.Continue, ast.Raise)


def line_text(raw: RawFinding, target: Target, more: int = 0) -> str:
    lines = target.lines(raw.path)
    if lines is None or raw.line is None:
        return ""
    return b"\n".join(lines.raw[raw.line - 1 : raw.line + more]).decode(errors="replace")


def may_be_defined(raw: RawFinding, target: Target) -> bool:
    """Made while the module runs, or a name of Python 2 that only Python 2 comes to."""
    if _has_pattern(target, raw.path, _MAKES_NAMES):
        return True
    if _OLD_NAMES.search(raw.message) and _EITHER.search(line_text(raw, target)):
        return True
    is_guarded = is_for_another_python(target, raw.path, raw.line or 1)
    return is_guarded and (bool(_OLD_NAMES.search(raw.message)) or _has_pattern(target, raw.path, _NAME_ERROR))


def _has_pattern(target: Target, path: str, pattern: re.Pattern[str]) -> bool:
    return target.remember(pattern.pattern, path, lambda: bool(pattern.search(target.text(path) or "")))


def is_old_syntax(raw: RawFinding, target: Target) -> bool:
    """Python 2, which nobody runs with Python 3."""
    return bool(_OLD_SYNTAX.match(line_text(raw, target)))


def replaces_no_code(raw: RawFinding, target: Target) -> bool:
    """What is defined twice was imported or given a value, and is unused at worst: no function is lost."""
    first = _FIRST.search(raw.message)
    lines = [raw.line or 1, *([int(first[1])] if first else [])]
    innermost = [[*statements_around(target, raw.path, line)][-1:] for line in lines]
    if any(isinstance(each, Function) and each.decorator_list for found in innermost[1:] for each in found):
        return True  # what decorates it has taken it
    return any(
        isinstance(each, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign)
        for found in innermost
        for each in found
    )


def is_only_read(raw: RawFinding, target: Target) -> bool:
    """A default that the function never changes is shared by all calls, and nobody sees it."""
    return not changes_defaults(target, raw.path, raw.line or 1)


def is_own_text(raw: RawFinding, target: Target) -> bool:
    """What is evaluated was written by the project itself, or evaluating it is what the project is for."""
    if _compiles_own_code(raw.path, target):
        return True
    if _is_checked(raw, target):
        return True
    given = [call.args[0] for call in calls_in(target, raw.path, raw.line or 1) if _is_eval(call) and call.args]
    functions = [each for each in statements_around(target, raw.path, raw.line or 1) if isinstance(each, Function)]
    return bool(given) and not any(_comes_from_outside(each, functions) for each in given)


def _is_checked(raw: RawFinding, target: Target) -> bool:
    """Whether the form of what is evaluated is looked at before."""
    conditions = (each.test for each in statements_around(target, raw.path, raw.line or 1) if isinstance(each, ast.If))
    return any(_FORM.search(ast.unparse(each)) for each in conditions)


def _is_eval(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "eval"


def _compiles_own_code(path: str, target: Target) -> bool:
    """Whether a module of the same package compiles what it made: then it is the author of what runs."""
    top = f"{path.partition('/')[0]}/" if "/" in path else ""
    own = (file for file in target.files if file.kind.language == "python" and file.path.startswith(top))
    return any(not file.kind.is_test and _COMPILES.search(target.text(file.path) or "") for file in own)


def _comes_from_outside(value: ast.expr, functions: list[Function]) -> bool:
    """Whether a value is made of a parameter, or of what is read."""
    parameters = {name for function in functions for name in _parameter_names(function)}
    made = [each for function in functions for each in _find_assignments(function)]
    known: set[str] = set()
    todo = set(_names_in(value))
    while todo:
        name = todo.pop()
        if name in parameters or name in _OUTSIDE:
            return True
        known.add(name)
        todo |= {each for target, source in made if target == name for each in _names_in(source)} - known
    return False


def _parameter_names(function: Function) -> Iterator[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return (each.arg for each in every if each.arg not in ("self", "cls"))


def _find_assignments(function: Function) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((name, value) for target in targets for name in _names_in(target))
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield from ((name, value) for name in _names_in(target))
            case _:
                pass


def _names_in(value: ast.expr) -> Iterator[str]:
    """The names that a value is made of, and of what it is called or taken."""
    for node in ast.walk(value):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.Attribute(attr=name) if name in _OUTSIDE:
                yield name
            case _:
                pass


def is_passed_on(raw: RawFinding, target: Target) -> bool:
    """A command that a function is given whole: running it is what the function is for."""
    calls = [call for call in calls_in(target, raw.path, raw.line or 1) if call.args]
    functions = [each for each in statements_around(target, raw.path, raw.line or 1) if isinstance(each, Function)]
    made = {name: value for function in functions for name, value in _find_assignments(function)}
    given = [call.args[0] for call in calls if any(each.arg == "shell" for each in call.keywords)]
    values = [made.get(each.id, each) if isinstance(each, ast.Name) else each for each in given]
    return bool(values) and not any(_is_put_together(each) for each in values)


def _is_put_together(value: ast.expr) -> bool:
    is_format = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "format"
    return is_format or isinstance(value, ast.JoinedStr | ast.BinOp)


def takes_more_settings(raw: RawFinding, target: Target) -> bool:
    """A call that hands on whatever its caller has set."""
    return any(each.arg is None for call in calls_in(target, raw.path, raw.line or 1) for each in call.keywords)


def is_debugging_feature(raw: RawFinding, target: Target) -> bool:
    """A shell that is embedded, or a debugger that is asked for."""
    if _SHELLS.search(raw.message):
        return True
    for each in statements_around(target, raw.path, raw.line or 1):
        said = ast.unparse(each.test) if isinstance(each, ast.If) else each.name if isinstance(each, Function) else ""
        if _DEBUGS.search(said):
            return True
    return False


def is_turned_off(raw: RawFinding, target: Target) -> bool:
    """A protection that is left out on a condition which says so."""
    line = raw.line or 1
    conditions = (each.test for each in statements_around(target, raw.path, line) if isinstance(each, ast.If))
    return any(_PROTECTS.search(ast.unparse(each)) for each in conditions if each.lineno < line)


def makes_a_field(raw: RawFinding, target: Target) -> bool:
    """A call that takes what `field` and `attr.ib` take makes one."""
    calls = calls_in(target, raw.path, raw.line or 1)
    return any(each.arg in _FIELD for call in calls for each in call.keywords)


def is_safe_loader(raw: RawFinding, target: Target) -> bool:
    """One that makes nothing but plain values, or a class of the project's that is not made from one that does more."""
    found = _LOADER.search(line_text(raw, target, more=3))
    if not found or found[1] in ("FullLoader", "CFullLoader"):
        return bool(found)
    made = re.compile(rf"class {found[1]}\((?![^)]*\b(?:C?Loader|\w*UnsafeLoader)\b)")
    own = (file.path for file in target.files if file.kind.language == "python")
    return any(made.search(target.text(path) or "") for path in own)


def does_nothing(raw: RawFinding, target: Target) -> bool:
    """What is never reached is one statement that only leaves."""
    tree = parse_file(target, raw.path)
    blocks = (block for node in ast.walk(tree) for block in _statement_blocks(node)) if tree else ()
    return any(isinstance(block[-1], _NO_LOSS) and block[-1].lineno == raw.line for block in blocks if block)


def _statement_blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements that a node has."""
    for _, value in cast(Iterator[tuple[str, object]], ast.iter_fields(node)):
        if isinstance(value, list):
            yield [each for each in cast(list[object], value) if isinstance(each, ast.stmt)]
