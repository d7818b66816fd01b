"""The modules of the page as one script, each behind those that it imports: one request, packed as one.

Nothing is rewritten: a line that imports becomes an empty one, `export` goes. So what stands at the top of a module has
a name that no other module has.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=async |function |const |let |class )", re.MULTILINE)


def join_modules(folder: Path, first: str) -> str:
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in _in_order(folder, first, set()))


def _in_order(folder: Path, name: str, met: set[str]) -> Iterator[str]:
    met.add(name)
    text = (folder / name).read_text(encoding="utf-8")
    for each in _IMPORT.findall(text):
        if each not in met:
            yield from _in_order(folder, each, met)
    yield text
