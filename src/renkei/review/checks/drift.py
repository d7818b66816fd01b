"""Configuration against the tree: workflows, containers and packages that name what is not there."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final, cast

import yaml

from renkei.review.checks.base import Check
from renkei.review.checks.shell_commands import ShellCommands
from renkei.review.finding import RawFinding
from renkei.review.project_metadata import toml_table
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_WORKFLOW: Final = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$|^\.pre-commit-config\.yaml$")
_GITHUB: Final = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$")
_COMPOSE: Final = re.compile(r"(^|/)(docker-)?compose(\.[\w-]+)?\.ya?ml$")
_CONTAINER: Final = re.compile(r"(^|/)(Dockerfile|Containerfile)(\.[\w-]+)?$|\.dockerfile$", re.IGNORECASE)
_COPY: Final = re.compile(r"^\s*(?:COPY|ADD)\s+(.+)$", re.IGNORECASE)
_LITERAL: Final = re.compile(r"[\w./@+-]+")
_MOST_BYTES: Final = 512 * 1024

Place = tuple[int, str]
"""A line and a text that stands there."""


def check_configuration(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    for file in files:
        if file.size > _MOST_BYTES or not file.kind.is_own:
            continue
        for fits, one in _KINDS:
            if fits(file.path):
                yield from one(target, file)
                break


def _check_workflow(target: Target, file: File) -> Iterator[RawFinding]:
    root, fault = _parse_yaml(target, file)
    if fault:
        yield fault
    if root is None or not _GITHUB.match(file.path):
        return
    commands = ShellCommands(target)
    for step in _walk_mappings(root):
        keys = {key: value for key, value in step.items() if isinstance(value, yaml.ScalarNode)}
        if local := keys.get("uses"):
            yield from _check_local_action(target, file, local)
        if (script := keys.get("run")) and "working-directory" not in step:
            for number, line in _script_lines(script):
                for message in commands.find_faults(line):
                    yield _raw_finding("configuration/missing-command", file, number, message)


def _check_local_action(target: Target, file: File, node: yaml.ScalarNode) -> Iterator[RawFinding]:
    path = str(node.value)
    place = path.removeprefix("./").rstrip("/")
    if path.startswith("./") and not target.has(place):
        yield _report_missing(file, node.start_mark.line + 1, place)


def _script_lines(node: yaml.ScalarNode) -> Iterator[Place]:
    """The lines of a step, until one goes elsewhere or says what to do if something is there."""
    first = node.start_mark.line + (2 if node.style in ("|", ">") else 1)
    for offset, line in enumerate(str(node.value).split("\n")):
        if re.match(r"\s*(cd|if|for|while|case|pushd|curl|wget|git (clone|checkout))\b", line) or "<<" in line:
            return
        if node.style != ">" and "${{" not in line:
            yield first + offset, line


def _check_compose(target: Target, file: File) -> Iterator[RawFinding]:
    root, fault = _parse_yaml(target, file)
    if fault:
        yield fault
    services = _child_node(root, "services")
    for service in _child_values(services):
        build = _child_node(service, "build")
        context = build if isinstance(build, yaml.ScalarNode) else _child_node(build, "context")
        place = _path_beside(file, context.value if isinstance(context, yaml.ScalarNode) else ".")
        if isinstance(context, yaml.ScalarNode) and place is not None and not target.has(place):
            yield _report_missing(file, context.start_mark.line + 1, context.value)
        dockerfile = _child_node(build, "dockerfile")
        if isinstance(dockerfile, yaml.ScalarNode) and place is not None and _LITERAL.fullmatch(dockerfile.value):
            wanted = str(PurePosixPath(place, dockerfile.value))
            if target.has(place) and not target.has(wanted):
                yield _report_missing(file, dockerfile.start_mark.line + 1, wanted)


def _check_container(target: Target, file: File) -> Iterator[RawFinding]:
    """Files that a container copies. The context is the folder of the file, or the root: one of the two has to do."""
    folder = str(PurePosixPath(file.path).parent)
    for number, line in _join_lines(target.text(file.path) or ""):
        found = _COPY.match(line)
        if not found or "--from" in line or found[1].lstrip().startswith("[") or "<<" in line:
            continue
        words = [word for word in found[1].split() if not word.startswith("--")]
        for source in words[:-1]:
            plain = str(PurePosixPath(source.lstrip("/") or "."))
            if not _LITERAL.fullmatch(source) or "://" in source or ".." in source:
                continue
            if not any(target.has(str(PurePosixPath(base, plain))) for base in {folder, "."}) and _may_be_there(plain):
                yield _report_missing(file, number, source)


def _join_lines(text: str) -> Iterator[Place]:
    """Lines with those behind a backslash added to them, by the number of the first."""
    started: Place | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        first, before = started or (number, "")
        whole = f"{before} {line.rstrip()}".strip()
        if whole.endswith("\\"):
            started = (first, whole.removesuffix("\\"))
        else:
            started = None
            yield first, whole


def _may_be_there(path: str) -> bool:
    """What a build makes is copied, too, and is in no repository."""
    return not re.match(
        r"(dist|build|target|out|bin|node_modules|\.venv|wheels?)(/|$)|.*\.(jar|war|whl|tar|gz|zip)$", path
    )


def _check_pyproject(target: Target, file: File) -> Iterator[RawFinding]:
    try:
        document = tomllib.loads(target.text(file.path) or "")
    except tomllib.TOMLDecodeError as error:
        yield _report_unreadable(file, _toml_line(str(error)), str(error))
        return
    project = toml_table(document, "project")
    for key in ("readme", "license"):
        path = toml_table(project, key).get("file") or (project.get(key) if key == "readme" else None)
        place = _path_beside(file, path) if isinstance(path, str) else None
        if place is not None and not target.has(place):
            yield _report_missing(file, _line_of(target, file, str(path)), str(path))
    for key in ("scripts", "gui-scripts"):
        for value in toml_table(project, key).values():
            yield from _check_entry_point(target, file, value)


def _check_entry_point(target: Target, file: File, value: object) -> Iterator[RawFinding]:
    module = str(value).partition(":")[0].strip()
    if not re.fullmatch(r"\w+(\.\w+)*", module):
        return
    path = module.replace(".", "/")
    folder = str(PurePosixPath(file.path).parent)
    top = path.partition("/")[0]
    places = [str(PurePosixPath(folder, base, path)) for base in (".", "src", "lib", "python")]
    is_own = any(target.has(str(PurePosixPath(folder, base, top))) for base in (".", "src", "lib", "python"))
    if is_own and not any(target.has(f"{place}.py") or target.has(place) for place in places):
        message = Sentence("the command starts {module}, and there is no such module", module=module)
        yield _raw_finding("configuration/missing-file", file, _line_of(target, file, str(value)), message)


def _check_package(target: Target, file: File) -> Iterator[RawFinding]:
    text = target.text(file.path) or ""
    try:
        document: Any = json.loads(text)
    except ValueError as error:
        yield _report_unreadable(file, getattr(error, "lineno", 1), str(error))
        return
    if not isinstance(document, dict):
        return
    commands = ShellCommands(target)
    folder = str(PurePosixPath(file.path).parent)
    for name, script in toml_table(cast(Mapping[str, Any], document), "scripts").items():
        for message in commands.find_faults(str(script), folder):
            yield _raw_finding("configuration/missing-command", file, _line_of(target, file, f'"{name}"'), message)


def _check_json(target: Target, file: File) -> Iterator[RawFinding]:
    try:
        json.loads(target.text(file.path) or "null")
    except ValueError as error:
        yield _report_unreadable(file, getattr(error, "lineno", 1), str(error))


def _parse_yaml(target: Target, file: File) -> tuple[yaml.Node | None, RawFinding | None]:
    """The YAML as nodes, which know their lines; or what is wrong with it."""
    try:
        loader = yaml.SafeLoader(target.text(file.path) or "")
        return loader.get_single_node(), None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return None, _report_unreadable(file, mark.line + 1 if mark else 1, str(error.problem))
    except yaml.YAMLError as error:
        return None, _report_unreadable(file, 1, str(error))


def _walk_mappings(node: yaml.Node | None) -> Iterator[dict[str, yaml.Node]]:
    todo: list[yaml.Node] = [node] if node else []
    seen: set[int] = set()
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue  # an alias
        seen.add(id(each))
        if isinstance(each, yaml.SequenceNode):
            todo += cast(list[yaml.Node], each.value)
        elif pairs := _node_pairs(each):
            yield {str(key.value): value for key, value in pairs}
            todo += [value for _, value in pairs]


def _child_node(node: yaml.Node | None, key: str) -> yaml.Node | None:
    return next((value for name, value in _node_pairs(node) if name.value == key), None)


def _child_values(node: yaml.Node | None) -> list[yaml.Node]:
    return [value for _, value in _node_pairs(node)]


def _node_pairs(node: yaml.Node | None) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        return []
    return cast(list[tuple[yaml.ScalarNode, yaml.Node]], node.value)


def _path_beside(file: File, path: str) -> str | None:
    if not _LITERAL.fullmatch(path) or path.startswith("/") or ".." in path:
        return None
    return str(PurePosixPath(PurePosixPath(file.path).parent, path))


def _line_of(target: Target, file: File, text: str) -> int:
    lines = target.lines(file.path)
    return lines.first_with(text.encode()) if lines else 1


def _toml_line(error: str) -> int:
    found = re.search(r"at line (\d+)", error)
    return int(found[1]) if found else 1


def _report_missing(file: File, number: int, path: str) -> RawFinding:
    return _raw_finding(
        "configuration/missing-file", file, number, Sentence("this names {path!r}, which does not exist", path=path)
    )


def _report_unreadable(file: File, number: int, error: str) -> RawFinding:
    message = Sentence("this file cannot be read: {error}", error=error)
    return _raw_finding("configuration/not-readable", file, number, message)


def _raw_finding(rule: str, file: File, number: int, message: Sentence) -> RawFinding:
    return RawFinding(rule=rule, category="configuration", path=file.path, line=number, message=message, confidence=85)


def _fits_pattern(pattern: re.Pattern[str], path: str) -> bool:
    return bool(pattern.search(path))


_KINDS: Final[tuple[tuple[Callable[[str], bool], Callable[[Target, File], Iterator[RawFinding]]], ...]] = (
    (partial(_fits_pattern, _WORKFLOW), _check_workflow),
    (partial(_fits_pattern, _COMPOSE), _check_compose),
    (partial(_fits_pattern, _CONTAINER), _check_container),
    (lambda path: path == "pyproject.toml", _check_pyproject),
    (lambda path: path == "package.json", _check_package),
    (lambda path: path in ("composer.json", ".eslintrc.json", "renovate.json"), _check_json),
)

DRIFT: Final = Check(name="configuration", scope="tree", wants=lambda file: True, look=check_configuration)
