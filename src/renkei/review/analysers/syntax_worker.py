"""The part of `syntax` in a process of its own: parsers are native code, and one that crashes ends only itself.

Started with the name of a file: a JSON list of language and path. Prints a JSON list of path, line and what is missing.
Imports nothing of Renkei.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from tree_sitter import Parser

GRAMMARS: Final[Mapping[str, tuple[str, str]]] = {
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "shell": ("tree_sitter_bash", "language"),
}
"""Languages with the module and the function that know their grammar."""

_MOST: Final = 3
"""Places that are named in one file: what follows a mistake is seldom another one."""


def main(asked: Path) -> None:
    found = [
        (path, line, missing)
        for language, path in json.loads(asked.read_text("utf-8"))
        for line, missing in _find_faults(language, Path(path).read_bytes())
    ]
    print(json.dumps(found))


def _find_faults(language: str, data: bytes) -> Iterator[tuple[int, str | None]]:
    cursor, found = _make_parser(language).parse(data).walk(), 0
    while found < _MOST:
        node = cursor.node
        assert node is not None
        is_fault = node.is_error or node.is_missing
        if is_fault:
            found += 1
            # By its byte: tree-sitter 0.26 frees the numbers of `start_point` once too often. What is missing at the
            # end of the file is missing on its last line.
            before = data[: node.start_byte].rstrip() if node.is_missing else data[: node.start_byte]
            yield before.count(b"\n") + 1, node.type if node.is_missing else None
        if not is_fault and node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


@cache
def _make_parser(language: str) -> "Parser":
    from tree_sitter import Language, Parser

    module, function = GRAMMARS[language]
    return Parser(Language(cast(object, getattr(import_module(module), function)())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
