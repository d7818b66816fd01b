"""steering/tech.md: the commands of the project, word for word (SDD-14), and whether it is a web project."""

from typing import Final

from renkei import lazy_re as re

_LABELLED: Final = re.compile(
    r"^#[ \t]*(?P<label>[A-Za-z][\w ]*?)[ \t]*[:：][ \t]*(?P<command>\S.*?)[ \t]*$", re.MULTILINE
)
_SECTION: Final = re.compile(r"^#{2,4}[ \t]+Common Commands[ \t]*$", re.MULTILINE)
_FENCE: Final = re.compile(r"```(?:bash|sh|console)?[ \t]*\n(?P<body>.*?)^```", re.DOTALL | re.MULTILINE)
_WEB: Final = re.compile(
    r"\b(React|Next(?:\.js)?|Vue|Nuxt|Angular|Svelte|SvelteKit|Express|Rails|Remix|Astro|Laravel|Django templates?)\b"
)


def common_commands(tech: str) -> dict[str, str]:
    """By label (`Test`), the command as it stands there; those of the section Common Commands alone."""
    found = _SECTION.search(tech)
    fence = _FENCE.search(tech, found.end()) if found else None
    if not fence:
        return {}
    return {each["label"]: each["command"] for each in _LABELLED.finditer(fence["body"])}


def is_web_project(tech: str) -> bool:
    return _WEB.search(tech) is not None
