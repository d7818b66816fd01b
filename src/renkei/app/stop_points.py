"""What is told of a checked result: the places that do not hold, or could not be verified, and rules that it broke.

They are kept in the session's ledger in the project's language, a line each.
"""

from typing import Final

from renkei.app.stops import CheckedStop
from renkei.hidden import escape_hidden
from renkei.kit.words import Say
from renkei.reports.proofs.make import FALSE
from renkei.reports.rules import Judgement
from renkei.sentence import Translatable

_LONGEST_POINT: Final = 240


def points_of(checked: CheckedStop, say: Say, *, contract: bool) -> list[str]:
    """What is doubtful in an accepted result, what is wrong with any other."""
    tampered = [say(_TAMPERED, count=checked.tampered)] if checked.tampered else []
    if checked.outcome in ("accepted", "unverified"):
        return [*tampered, *_doubt_points(checked.judgement, say)]
    return [*tampered, *false_points(checked.judgement, say, with_form=contract)]


_TAMPERED: Final[Translatable] = "receipts of its tool calls that were forged or removed, and do not count: {count}"


def is_of_form(checked: CheckedStop) -> bool:
    """Whether what is told of it are rules that it broke, and no places."""
    references = checked.judgement.references if checked.judgement else ()
    return checked.outcome not in ("accepted", "unverified") and all(each.state not in FALSE for each in references)


def false_points(judgement: Judgement | None, say: Say, *, with_form: bool = False) -> list[str]:
    """The places that are false; where there are none, the other rules of the contract that were broken."""
    if judgement is None:
        return []
    false = [each for each in judgement.references if each.state in FALSE]
    places = {each.claim.reference.text: say(each.reason) if each.reason else each.state for each in false}
    if places or not with_form:
        return [shorten_point(f"{place}: {reason}") for place, reason in places.items()]
    return [shorten_point(say(each.text, **each.params)) for each in judgement.violations if each.level == "L1"]


def _doubt_points(judgement: Judgement | None, say: Say) -> list[str]:
    """The places of an accepted result that could not be verified."""
    doubtful = [each for each in judgement.references if each.state == "unverified"] if judgement else []
    places = {each.claim.reference.text: say(each.reason) if each.reason else "" for each in doubtful}
    return [shorten_point(f"{place}: {reason}" if reason else place) for place, reason in places.items()]


def shorten_point(point: str) -> str:
    """What an agent wrote is shown on a person's screen, and read by another model: a line, and nothing to obey."""
    return escape_hidden(point).replace("\n", "\\u000a")[:_LONGEST_POINT]
