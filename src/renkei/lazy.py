"""Loading when it is needed: most commands use little of Renkei, and loading all of it takes longer than their work."""

import sys
from typing import Any


class Lazy:
    """Stands for what is at a place, which is loaded when it is first called or looked into."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._target(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name == "_target":
            module, _, attribute = self._place.partition(":")
            __import__(module)  # importlib itself would have to be loaded, in hooks too
            found: Any = sys.modules[module]
            self._target: Any = getattr(found, attribute) if attribute else found
            return self._target
        return getattr(self._target, name)


def lazy(place: str) -> Any:
    """What stands at `module:name`, or a module; the type checker is told beside it, under TYPE_CHECKING."""
    return Lazy(place)
