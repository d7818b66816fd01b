"""How to work in a team: what agents of any client read, as a paragraph of their instructions or as a skill."""

from importlib.resources import files
from typing import Final

NAME: Final = "renkei-team"

_ABOUT: Final = {
    "en": "How to work in a Renkei team (turns, contracts, questions and results). Use it before the tools of renkei.",
    "ja": "Renkei のチームでの働き方（ターン、契約、質問、結果）。renkei のツールを使う前に読む。",
}


def paragraph(lang: str) -> str:
    return files("renkei.kit").joinpath(f"guide/{lang}.md").read_text(encoding="utf-8")


def skill(lang: str) -> str:
    return f"---\nname: {NAME}\ndescription: {_ABOUT[lang]}\n---\n\n{paragraph(lang)}"
