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


# A reviewer's result in the contract's form: what a list of words finds in the inputs, and no judgement.


_WATCHED: Final = {
    "security-auditor": ("security", r"password|token|secret|login|auth|認証|パスワード"),
    "qa-engineer": ("tests", r"\b(fast|quick|easy|suitable|soon|should|etc|tbd)\b|適切|速やか|必要に応じて|など"),
    "system-architect": ("architecture", r"cache|scale|queue|database|拡張|負荷|キャッシュ"),
    "product-manager": ("completeness", r"\b(tbd|todo|later|open question)\b|未定|今後|後で"),
    "verification-specialist": ("consistency", r"\b[A-Z]{2,6}-\d+"),
}
_MOST: Final = 3


def build_result(agent: str, role: str, files: Mapping[str, str], invent: str | None = None) -> str:
    """`invent` is a place that it cites though nobody has written it."""
    category, words = _WATCHED.get(role, ("review", r"\b(tbd|todo)\b"))
    found = [
        (path, number, line.strip())
        for path, text in files.items()
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and re.search(words, line, re.IGNORECASE)
    ]
    places = found[:_MOST] or [_first_line(files)]
    cited = [f"- `{path}:{number}` was looked at\n  - Code match: `{line}`" for path, number, line in places]
    table = [f"| {category} | `{path}:{number}` | looked at |" for path, number, _ in places]
    told = [f"A word to look at, `{path}:{number}`" for path, number, _ in found[:_MOST]]
    issues = [f"- {each} | Severity: minor | Category: {category}" for each in told]
    lie = [f"- `{invent}` does not hold"] if invent else []
    parts = [
        [f"## {agent} Result"],
        ["### Status", "SUCCESS"],
        ["### Summary", f"{len(files)} files were searched for words of {category}; {len(found)} lines have one."],
        ["### Findings", *cited, *lie],
        ["### Key References", "| Item | Location | Relevance |", "|---|---|---|", *table],
        ["### Confidence", "60 - a list of words, and no judgement"],
        *([["### Issues", *issues]] if issues else []),
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _first_line(files: Mapping[str, str]) -> tuple[str, int, str]:
    for path, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                return path, number, line.strip()
    return "README.md", 1, ""
