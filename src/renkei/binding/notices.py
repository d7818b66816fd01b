"""What the person is told in a coding client of files that are not as a person set them. `effective` tells the rest.

Standard library only, unless something differs.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding.record import digest_text, read_bound
from renkei.binding.texts import current_texts
from renkei.lazy import lazy
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.binding.files import find_committed_text, where_it_stands
else:
    find_committed_text = lazy("renkei.binding.files:find_committed_text")
    where_it_stands = lazy("renkei.binding.files:where_it_stands")


def text_notices(project: Path, env: Mapping[str, str]) -> list[Sentence]:
    """Of what is refused: rules, policy and commands."""
    bound = read_bound(project, env)
    return [
        _text_notice(what)
        for what, text in current_texts(project).items()
        if bound and getattr(bound, what) not in ("", digest_text(text)) and find_committed_text(project, what) != text
    ]


def _text_notice(what: str) -> Sentence:
    return Sentence(
        "Renkei: {where} is not as you set it, and nothing is done by it. See: renkei accept --show {what}. If it is "
        "your own, type: renkei accept {what}",
        where=where_it_stands(what),
        what=what,
    )
