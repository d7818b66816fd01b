"""The part of `vulture` that reads files, in a process of its own: what each file defines and uses.

Started in the folder of the project with the name of a file: a JSON object with vulture's own `words` and the `paths`.
Prints a JSON object: by path, the names that it uses and the items that it defines. Imports nothing of Renkei.
"""

import json
import pkgutil
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

DEFINED: Final = (
    *("defined_attrs", "defined_classes", "defined_funcs", "defined_imports", "defined_methods", "defined_props"),
    *("defined_vars", "unreachable_code"),
)
"""Vulture's own lists, in its own order."""


def main(asked: Path) -> None:
    job = json.loads(asked.read_text("utf-8"))
    config = _vulture_module("config").make_config([*job["words"], *job["paths"]])
    print(json.dumps({path: _gather_file(Path(path), config) for path in job["paths"]}))


def _gather_file(path: Path, config: dict[str, Any]) -> dict[str, Any]:
    names, decorators = config["ignore_names"], config["ignore_decorators"]
    vulture = _vulture_module("core").Vulture(ignore_names=names, ignore_decorators=decorators)
    try:
        vulture.scan(_vulture_module("utils").read_file(path), filename=path)
    except _vulture_module("utils").VultureInputException:
        return {"used": [], "items": []}
    items = [
        (name, each.name, each.first_lineno, each.message, each.confidence)
        for name in DEFINED
        for each in getattr(vulture, name)
    ]
    imported: set[str] = {each.name for each in vulture.defined_imports}
    known = {name for each in imported for name in _whitelist_names(each)}
    return {"used": sorted({*vulture.used_names, *known}), "items": items}


def _vulture_module(name: str) -> Any:
    """It comes without types."""
    return import_module(f"vulture.{name}")


@cache
def _whitelist_names(module: str) -> frozenset[str]:
    """Names that whoever imports a module has to define for it, by vulture's lists."""
    path = Path("whitelists") / f"{module}_whitelist.py"
    try:
        data = pkgutil.get_data("vulture", str(path))
    except OSError:
        return frozenset()
    vulture = _vulture_module("core").Vulture()
    vulture.scan((data or b"").decode("utf-8"), filename=path)
    return frozenset(vulture.used_names)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
