"""What the person is told in a coding client of files that are not as a person set them. `effective` tells the rest."""

from collections.abc import Mapping
from pathlib import Path

from renkei import settings as settings_module
from renkei.binding.differences import Difference, find_text_difference
from renkei.binding.files import TEXTS
from renkei.errors import RenkeiError
from renkei.sentence import Sentence


def text_notices(project: Path, env: Mapping[str, str]) -> list[Sentence]:
    """Of what is refused: rules, policy and commands. Settings that cannot be read are no difference."""
    try:
        settings = settings_module.load(project=str(project), store=None, lang=None, env={}, cwd=project)
    except RenkeiError:
        return []
    return [_text_notice(found) for what in TEXTS if (found := find_text_difference(settings, env, what))]


def _text_notice(found: Difference) -> Sentence:
    return Sentence(
        "Renkei: {where} is not as you set it, and nothing is done by it. See: renkei accept --show {what}. If it is "
        "your own, type: renkei accept {what}",
        where=found.where,
        what=found.what,
    )
