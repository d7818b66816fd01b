"""What was learned, from the buffer into files of its own: `{type}-{category}-{name}.md`."""

from collections.abc import Mapping, Sequence
from typing import Final

from renkei import lazy_re as re
from renkei.sdd.handover import Knowledge, pattern_name

_CATEGORIES: Final[Mapping[str, re.Pattern[str]]] = {
    "security": re.compile(r"secur|auth|token|password|secret|permission|inject|暗号|認証|権限", re.I),
    "async": re.compile(r"async|await|thread|race|concurren|lock|deadlock|timeout|retry|並行|非同期", re.I),
    "api": re.compile(r"\bapi\b|endpoint|http|request|response|route|interface|signature", re.I),
    "data": re.compile(r"data|schema|migrat|sql|query|json|yaml|encod|file|データ", re.I),
    "state": re.compile(r"state|phase|cache|session|status|lifecycle|状態", re.I),
}
_OTHER: Final = "integration"


def category_of(text: str) -> str:
    return next((name for name, words in _CATEGORIES.items() if words.search(text)), _OTHER)


def file_name(known: Knowledge) -> str:
    return f"{known.tag.lower()}-{category_of(known.text)}-{pattern_name(known.text)}.md"


def flush(known: Sequence[Knowledge], there: Mapping[str, str]) -> dict[str, str]:
    """The files to write: one for each thing that was learned; where there is one already, only a source that is new.

    Args:
        there: the files that there are, by name.
    """
    files: dict[str, str] = {}
    for each in known:
        name = file_name(each)
        text = files.get(name) or there.get(name) or _new_file(each)
        source = f"- {each.spec} {each.role}, task {each.task}"
        if source not in text.splitlines():
            text = f"{text.rstrip()}\n{source}\n"
        files[name] = text
    return {name: text for name, text in files.items() if there.get(name) != text}


def _new_file(known: Knowledge) -> str:
    title = " ".join(known.text.split())
    return f"# {title}\n\n- Type: {known.tag}\n- Category: {category_of(known.text)}\n\n## Seen in\n"
