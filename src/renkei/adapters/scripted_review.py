"""How a scripted reviewer works: it reads what the files state, and compares that with what was decided."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from renkei.kit.words import Say, english
from renkei.values import value

_FACT: Final = re.compile(r"^- ([\w.]+): (.+)$", re.MULTILINE)
_TITLE: Final = re.compile(r"^# ([\w-]+)", re.MULTILINE)
_FUNCTION: Final = re.compile(r"^(?:def|from \w+ import) (\w+)", re.MULTILINE)


@value
class Difference:
    """A file that states something else than was decided."""

    path: str
    key: str
    stated: str
    decided: str

    def describe(self, say: Say) -> str:
        return say(
            "{path} says {stated} for {key}, not {decided}",
            path=self.path,
            stated=self.stated,
            key=self.key,
            decided=self.decided,
        )


def find_differences(files: Mapping[str, str], decided: Mapping[str, Any]) -> list[Difference]:
    """In each file, every statement about a key that differs from what its owner decided."""
    return [
        Difference(path=path, key=key, stated=stated, decided=right)
        for path, text in files.items()
        for key, stated in _read_statements(path, text)
        if key in decided and stated != (right := json.dumps(decided[key], ensure_ascii=False, sort_keys=True))
    ]


def build_gate(found: list[Difference], files: Mapping[str, str], say: Say = english) -> dict[str, Any]:
    """The Gate YAML: each difference is a P1, and whoever wrote the file does it again."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for each in found:
        reasons[_find_writer(each.path, files[each.path])].append(each.describe(say))
    return {
        "overall": "ROLLBACK_P1" if len(found) > 1 else "PASS",
        "p0_count": 0,
        "p1_count": len(found),
        "p2_count": 0,
        "rollback_targets": [{"phase": task, "reason": "; ".join(said)} for task, said in reasons.items()],
        "p2_items": [],
    }


def _read_statements(path: str, text: str) -> Iterator[tuple[str, str]]:
    if path.endswith(".py"):
        yield from (("decisions.function", json.dumps(name)) for name in _FUNCTION.findall(text))
    else:
        yield from _FACT.findall(text)


def _find_writer(path: str, text: str) -> str:
    """The task that a file is the output of: its title says so."""
    title = _TITLE.search(text)
    return title[1] if title else path
