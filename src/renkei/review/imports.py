"""Which files of a project a Python file depends on, through its imports: by their text, nothing is imported."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from renkei.review.target import File, Target

_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<dots>\.*)(?P<module>[\w.]*)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n#]+)"
    r"|import[ \t]+(?P<plain>[^\n#]+))",
    re.MULTILINE,
)
_WORD: Final = re.compile(r"[\w.]+")
_NAME: Final = re.compile(r"[\w*]+")


def import_closures(target: Target, files: Sequence[File]) -> dict[str, tuple[str, ...]]:
    """For each file, all files of the project that it reaches, in a fixed order; those that are gone as well."""
    direct = _direct_imports(target)
    known = target.remember("closures", "", dict[str, tuple[str, ...]])
    return {
        file.path: known.get(file.path) or known.setdefault(file.path, _reachable_files(file.path, direct))
        for file in files
    }


def _direct_imports(target: Target) -> dict[str, set[str]]:
    """By file of Python, the files that it names."""

    def find_direct() -> dict[str, set[str]]:
        modules = modules_of(target)
        for path in target.gone:
            _add_module(modules, path)
        return {file.path: _imports_of(target, file.path, modules) for file in target.files if _is_python(file)}

    return target.remember("imports", "", find_direct)


def _is_python(file: File) -> bool:
    return file.kind.language == "python"


def modules_of(target: Target) -> dict[str, list[str]]:
    """Files by every dotted name that they may go by: a project's code may lie in `src/`, or anywhere."""
    found: dict[str, list[str]] = {}
    for file in filter(_is_python, target.files):
        _add_module(found, file.path)
    return found


def _add_module(modules: dict[str, list[str]], path: str) -> None:
    parts = path.rpartition(".")[0].removesuffix("/__init__").split("/")
    for start in range(len(parts)):
        modules.setdefault(".".join(parts[start:]), []).append(path)


def find_imported(target: Target) -> frozenset[str]:
    """Files of the project that another one imports; those that are gone as well."""
    return frozenset(place for path, places in _direct_imports(target).items() for place in places if place != path)


def parse_imports(text: str, path: str) -> Iterator[tuple[str, list[str], str]]:
    """Each module that a text imports: with the names that it takes from it, or the name that it gives the module."""
    for found in _IMPORT.finditer(text):
        if found["plain"]:
            for part in found["plain"].split(","):
                words = _WORD.findall(part)
                if words:
                    yield words[0], [], words[-1]
            continue
        module = _absolute_module(found, path)
        names = [words[0] for part in found["names"].strip("()").split(",") if (words := _NAME.findall(part))]
        yield module, names, ""
        for part in found["names"].strip("()").split(","):
            words = _NAME.findall(part)
            if words:  # what is taken may be a module itself
                yield f"{module}.{words[0]}", [], words[-1]


def _imports_of(target: Target, path: str, modules: dict[str, list[str]]) -> set[str]:
    text = target.text(path) or ""
    return {
        place
        for found in _IMPORT.finditer(text)
        for name in _module_names(found, path)
        for place in modules.get(name, ())
    }


def _module_names(found: re.Match[str], path: str) -> list[str]:
    """With the packages that a module lies in: they are imported before it."""
    if found["plain"]:
        words = (_first_word(part) for part in found["plain"].split(","))
        return [name for word in words if word for name in _with_packages(word)]
    module = _absolute_module(found, path)
    return [*_with_packages(module), *(f"{module}.{name}" for name in _WORD.findall(found["names"]))]


def _with_packages(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _absolute_module(found: re.Match[str], path: str) -> str:
    module = found["module"]
    if dots := len(found["dots"]):
        above = path.split("/")[:-dots]
        module = ".".join([*above, *filter(None, [module])])
    return module


def _first_word(text: str) -> str:
    found = _WORD.search(text)
    return found[0] if found else ""


def _reachable_files(path: str, direct: dict[str, set[str]]) -> tuple[str, ...]:
    reached: set[str] = set()
    todo = [path]
    while todo:
        for each in direct.get(todo.pop(), ()):
            if each not in reached:
                reached.add(each)
                todo.append(each)
    return tuple(sorted(reached - {path}))
