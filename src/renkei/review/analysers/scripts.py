"""JavaScript and TypeScript: oxlint's rules, and structures of our own, found by ast-grep, where no linter has a rule.

Neither is shown the project's configuration, which may load programs; what it turns off in JSON is left out.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from renkei.review.analyser_process import Limits, ProcessResult, find_program, run_command
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.finding import Category, RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

LANGUAGES: Final = frozenset({"javascript", "typescript", "tsx"})

_MOST_BYTES: Final = 512 * 1024
_AT_ONCE: Final = 400
_SETTINGS: Final = (".oxlintrc.json", ".eslintrc.json", ".eslintrc")
_CODE: Final = re.compile(r"(?P<plugin>[\w-]+)\((?P<rule>[\w/-]+)\)")
_ADDED: Final = ("no-new-func", "no-implied-eval", "no-unreachable", "no-script-url")
"""Beside oxlint's rules for what is wrong in any project."""

_CATEGORIES: Final[Mapping[str, Category]] = {
    **dict.fromkeys(("no-eval", "no-new-func", "no-implied-eval", "no-script-url"), "security"),
    **dict.fromkeys(
        ("no-unused-vars", "no-unreachable", "no-unused-labels", "no-unused-private-class-members"), "dead-code"
    ),
}
_SECOND: Final = frozenset(
    {"no-dupe-keys", "no-duplicate-case", "no-dupe-class-members", "no-dupe-else-if", "no-redeclare"}
)
"""Two places are named, and the later one is at fault."""

_STYLE: Final = 70
_TRIVIAL: Final = frozenset(
    {
        *("no-useless-escape", "no-empty-pattern", "no-useless-catch", "no-useless-rename"),
        *("no-irregular-whitespace", "no-control-regex", "no-unassigned-vars"),
    }
)
_MADE: Final = frozenset({"no-eval", "no-new-func", "no-implied-eval"})
_LET: Final = re.compile(r"jshint\s+[^*]*\bevil\b")
_COMPARES: Final = re.compile(r"^[\w.$\[\]()'\"]+\s*(?:===?|!==?)\s*[^=&|?,;]+;?$")
_CALLS: Final = re.compile(r"[^=!<>]=[^=].*\(")
_PIECE: Final = re.compile(r"\$\{([^}]*)\}|\+\s*([\w.$]+)")
_NUMBER: Final = re.compile(r"(?i)(?:pid|port|sig|signal|id|count|number)$")
_GIVES: Final = re.compile(r"\breturn\s+[^\s;}]|=>")
_OF_A_TEXT: Final = re.compile(r"Function\(\s*(?:\"[^\"]*\"|'[^']*')\s*\)")


def script_files(target: Target) -> list[File]:
    """What the project wrote itself: not declarations, which nobody writes by hand. These analysers go by the name."""
    known = [file for file in target.files if file.kind.language in LANGUAGES and file.kind.by_name]
    own = [file for file in known if file.kind.is_own]
    return [file for file in own if file.size <= _MOST_BYTES and not file.path.endswith((".d.ts", ".d.mts", ".d.cts"))]


@value
class Oxlint:
    """oxlint, with what it says about some matters."""

    about: frozenset[Category]
    name: str = "oxlint"
    scope: Scope = "file"

    def languages(self, target: Target) -> frozenset[str]:
        return LANGUAGES

    def version(self, target: Target) -> str | Absent:
        path = find_program("oxlint")
        return _tool_version(path) if path else not_installed("oxlint")

    def cache_basis(self, target: Target) -> str:
        return f"{sorted(self.about)} {_find_disabled(target)}"

    def input_files(self, target: Target) -> Sequence[File]:
        return script_files(target)

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = find_program("oxlint")
        assert path is not None
        rules = {**dict.fromkeys(_ADDED, "warn"), **dict.fromkeys(_find_disabled(target), "off")}
        with TemporaryDirectory(prefix="renkei-review-") as folder:
            config = Path(folder) / "oxlint.json"
            config.write_text(json.dumps({"categories": {"correctness": "warn"}, "rules": rules}), "utf-8")
            words = [path, f"--config={config}", "--disable-nested-config", "--no-ignore", "--format=json"]
            for start in range(0, len(files), _AT_ONCE):
                names = [f"./{file.path}" for file in files[start : start + _AT_ONCE]]
                ended = run_command([*words, *names], target.root, limits)
                document = _parse_document(self.name, ended)
                if document["number_of_files"] != len(names):
                    raise Failed(_read_fewer(self.name, document["number_of_files"], len(names)))
                yield from self._collect_findings(target, document["diagnostics"])

    def _collect_findings(self, target: Target, found: Sequence[Mapping[str, Any]]) -> Iterator[RawFinding]:
        """Of a file that does not parse, where that begins."""
        broken: set[str] = set()
        for each in found:
            raw = _oxlint_finding(target, each)
            if raw.category == "syntax":
                if raw.path in broken:
                    continue
                broken.add(raw.path)
            if raw.category in self.about:
                yield raw


def _oxlint_finding(target: Target, found: Mapping[str, Any]) -> RawFinding:
    path = PurePosixPath(found["filename"]).as_posix()
    named = _CODE.fullmatch(found.get("code") or "")
    rule = named["rule"] if named else "invalid-syntax"
    labels = cast(list[dict[str, Any]], found.get("labels") or [{}])
    span = cast(dict[str, int], labels[-1 if rule in _SECOND else 0].get("span", {}))
    is_style = rule in _TRIVIAL or (bool(named) and named["plugin"] not in ("eslint", "oxc", "typescript"))
    is_idle = not found["message"].startswith(("Function", "Class")) or target.by_path[path].kind.is_test
    is_minor = is_style or (rule == "no-unused-vars" and is_idle) or _is_usual(target, path, rule, span)
    return RawFinding(
        rule=f"oxlint/{rule}",
        category=_CATEGORIES.get(rule, "correctness") if named else "syntax",
        path=path,
        line=span.get("line", 1),
        message=found["message"],
        confidence=_STYLE if is_minor else 90,
    )


def _is_usual(target: Target, path: str, rule: str, span: Mapping[str, int]) -> bool:
    """What a rule objects to and people write: a call behind `&&`, a getter that gives something or undefined, a text
    that is made a function, code that a test runs."""
    lines = target.lines(path)
    start, line = span.get("offset", 0), span.get("line", 1)
    if lines is None:
        return False
    named = lines.data[start : start + span.get("length", 0)].decode(errors="replace")
    if rule == "no-unused-expressions":
        return not _COMPARES.match(named)
    if rule == "no-cond-assign":
        return bool(_CALLS.search(named))
    if rule == "getter-return":
        return bool(_GIVES.search(named))
    if rule in _MADE:
        near = b"\n".join(lines.raw[max(0, line - 3) : line]).decode(errors="replace")
        is_text = rule == "no-new-func" and bool(_OF_A_TEXT.search(lines.line_text(line)))
        return target.by_path[path].kind.is_test or is_text or bool(_LET.search(near))
    return False


def _find_disabled(target: Target) -> list[str]:
    """Rules that the project has turned off, where that can be read without running anything."""
    off: set[str] = set()
    for name in _SETTINGS:
        try:
            document: Any = json.loads((target.text(name) if name in target.by_path else None) or "{}")
        except ValueError:
            continue
        rules: Any = cast(dict[str, Any], document).get("rules") if isinstance(document, dict) else None
        for rule, level in cast(dict[str, Any], rules).items() if isinstance(rules, dict) else ():
            levels = cast(list[Any], level) if isinstance(level, list) else [level]
            if levels[:1] in (["off"], ["allow"], [0]):
                off.add(rule)
    return sorted(off)


_CALLED: Final = """
id: {id}
language: {language}
severity: warning
message: {id}
rule:
  kind: call_expression
  all:
    - has:
        field: function
        any: [{{kind: identifier, regex: '{function}'}}, {{kind: member_expression, regex: '{method}'}}]
    - has:
        field: arguments
        has:
          nthChild: 1
          any:
            - {{kind: binary_expression, has: {{kind: string}}, regex: '{text}'}}
            - {{kind: template_string, has: {{kind: template_substitution}}, regex: '{text}'}}
"""
_NEEDED: Final = """
id: missing-file
language: {language}
severity: warning
message: missing-file
rule:
  any:
    - pattern: require($PATH)
    - kind: import_statement
    - {{kind: export_statement, has: {{field: source, kind: string}}}}
"""
_SHELL: Final = {
    "id": "shell-command",
    "function": "^(exec|execSync)$",
    "method": r"^(child_process|childProcess|cp|shell|shelljs|require[(].(node:)?(child_process|shelljs).[)])"
    r"[.](exec|execSync)$",
    "text": ".",
}
_QUERY: Final = {
    "id": "query",
    "function": "^(query|sql)$",
    "method": "[.](query|execute|raw|run|all|get|prepare|exec)$",
    "text": r"(?is)^.\s*(select|insert|update|delete|with|replace)\s",
}
_PLACE: Final = re.compile(r"(?:require\(|from|import|export.*?from)\s*[\"'](\.{1,2}/[^\"'?]+)[\"']")
_SUFFIXES: Final = (
    "", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".d.ts", ".json", ".vue", ".svelte", ".node",
    "/index.js", "/index.mjs", "/index.cjs", "/index.ts", "/index.tsx", "/index.jsx", "/package.json",
)  # fmt: skip
_GRAMMARS: Final = ("JavaScript", "TypeScript", "Tsx")
_SAID: Final[Mapping[str, tuple[Category, Sentence, int]]] = {
    "shell-command": ("security", Sentence("a shell command is put together from pieces: what is in them is run"), 90),
    "query": ("security", Sentence("a query is put together from pieces: pass values as parameters"), 90),
}


@value
class Structures:
    """ast-grep with rules of our own: what is put together and run, or files that are needed and not there."""

    about: Category
    name: str = "ast-grep"
    scope: Scope = "tree"

    def languages(self, target: Target) -> frozenset[str]:
        return LANGUAGES

    def version(self, target: Target) -> str | Absent:
        path = find_program("ast-grep")
        return _tool_version(path) if path else not_installed("ast-grep")

    def cache_basis(self, target: Target) -> str:
        """What is needed has to be there, whatever is in it."""
        return f"{self.about} {' '.join(file.path for file in target.files)}"

    def input_files(self, target: Target) -> Sequence[File]:
        return script_files(target)

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = find_program("ast-grep")
        assert path is not None
        words = [path, "scan", "--inline-rules", _inline_rules(self.about), "--json=stream", "--no-ignore=hidden"]
        for start in range(0, len(files), _AT_ONCE):
            names = [f"./{file.path}" for file in files[start : start + _AT_ONCE]]
            ended = run_command([*words, "--", *names], target.root, limits)
            if ended.code not in (0, 1) or (ended.code and ended.err.strip()):
                raise Failed(how_it_ended(self.name, ended))
            for line in ended.out.splitlines():
                if raw := _structure_finding(target, json.loads(line)):
                    yield raw


def _inline_rules(about: Category) -> str:
    forms = [(_NEEDED, dict[str, str]())] if about == "correctness" else [(_CALLED, _SHELL), (_CALLED, _QUERY)]
    return "---".join(form.format(language=grammar, **values) for grammar in _GRAMMARS for form, values in forms)


def _structure_finding(target: Target, found: Mapping[str, Any]) -> RawFinding | None:
    path = PurePosixPath(found["file"]).as_posix()
    rule, line = found["ruleId"], found["range"]["start"]["line"] + 1
    if rule == "missing-file":
        named = _PLACE.search(found["text"])
        if not named or _is_there(target, path, named[1]):
            return None
        message = Sentence("this needs {path!r}, which does not exist", path=named[1])
        confidence = _STYLE if target.by_path[path].kind.is_test else 90
        return RawFinding(
            rule="ast-grep/missing-file",
            category="correctness",
            path=path,
            line=line,
            message=message,
            confidence=confidence,
        )
    category, said, confidence = _SAID[rule]
    if rule == "shell-command" and all(_NUMBER.search(each[0] or each[1]) for each in _PIECE.findall(found["text"])):
        confidence = _STYLE
    return RawFinding(
        rule=f"ast-grep/{rule}", category=category, path=path, line=line, message=said, confidence=confidence
    )


def _is_there(target: Target, path: str, needed: str) -> bool:
    """By the ways in which node and bundlers look; what a build makes is not in the tree, and is given the benefit."""
    parts = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(needed).parts:
        if part == ".." and not parts:
            return True
        parts = parts[:-1] if part == ".." else [*parts, part] if part != "." else parts
    place = "/".join(parts)
    plain = re.sub(r"\.[cm]?jsx?$", "", place)
    made = re.match(r"(.*?(?:^|/)(?:dist|build|out|lib|generated|pkg))(?:/|$)", place)
    return (made is not None and not target.has(made[1])) or any(
        target.has(f"{base}{suffix}") for base in (place, plain) for suffix in _SUFFIXES
    )


def _parse_document(name: str, ended: ProcessResult) -> dict[str, Any]:
    if not ended.out.lstrip().startswith("{"):
        raise Failed(how_it_ended(name, ended))
    return cast(dict[str, Any], json.loads(ended.out))


def _read_fewer(name: str, read: int, given: int) -> Sentence:
    return Sentence("{name} read {read} of {given} files", name=name, read=read, given=given)


@cache
def _tool_version(path: str) -> str:
    said = run_command([path, "--version"], Path.cwd(), Limits(seconds=20)).out
    found = re.search(r"\d+(\.\d+)+", said)
    return found[0] if found else "?"
