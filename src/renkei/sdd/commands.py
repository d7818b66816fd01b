"""steering/tech.md: the commands of the project, word for word (SDD-14), and whether it is a web project."""

from collections.abc import Iterator
from typing import Final

from renkei import lazy_re as re
from renkei.protocol.fences import MarkedLine, mark_fences

_LABELLED: Final = re.compile(r"#[ \t]*(?P<label>[A-Za-z][\w ]*?)[ \t]*[:：][ \t]*(?P<command>\S.*?)\s*")
_SECTION: Final = ("common commands", "よく使うコマンド")
_SHELLS: Final = ("", "bash", "sh", "console")
_WEB: Final = re.compile(
    r"\b(React|Next(?:\.js)?|Vue|Nuxt|Angular|Svelte|SvelteKit|Express|Rails|Remix|Astro|Laravel|Django templates?)\b"
)


def common_commands(tech: str) -> dict[str, str]:
    """By label (`Test`), the command as it stands there; those of the section Common Commands alone."""
    code = (line for line in lines_of_section(tech) if line.mark == "code" and line.language in _SHELLS)
    found: dict[str, str] = {}
    for line in code:
        if labelled := _LABELLED.fullmatch(line.text):
            found.setdefault(labelled["label"], labelled["command"])
    return found


def lines_of_section(tech: str) -> Iterator[MarkedLine]:
    """What stands under the heading Common Commands, up to the next one of the same or a higher level."""
    level = 0
    for line in mark_fences(tech.splitlines()):
        if line.mark == "text" and line.text.startswith("#"):
            marks = len(line.text) - len(line.text.lstrip("#"))
            is_ours = any(name in line.text.casefold() for name in _SECTION)
            level = marks if is_ours else 0 if marks <= level else level
        elif level:
            yield line


def is_web_project(tech: str) -> bool:
    return _WEB.search(tech) is not None
