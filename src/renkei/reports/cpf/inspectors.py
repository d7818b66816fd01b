"""The three kinds of review, and who inspects in each (seed 004: six, six and four)."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, Literal

from renkei.errors import BadInput
from renkei.sentence import Parameter
from renkei.values import value

ReviewType = Literal["design", "impl", "dead-code"]
PREFIX: Final = "sdd-inspector-"
VERDICT_FILE: Final = "verdict.cpf"


@value
class Team:
    """The inspectors of a review by their short names; an `optional` one is not missed."""

    expected: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def __contains__(self, name: object) -> bool:
        return name in self.expected or name in self.optional


TEAMS: Final[Mapping[ReviewType, Team]] = {
    "design": Team(
        expected=("rulebase", "testability", "architecture", "consistency", "best-practices", "holistic"),
    ),
    "impl": Team(
        expected=("impl-rulebase", "interface", "test", "quality", "impl-consistency", "impl-holistic"),
        optional=("e2e",),  # inspects web projects only
    ),
    "dead-code": Team(expected=("dead-settings", "dead-code", "dead-specs", "dead-tests")),
}


def short_name(stem: str) -> str:
    """`rulebase` for `sdd-inspector-rulebase`; an auditor's file names inspectors so."""
    return stem.removeprefix(PREFIX)


def full_name(short: str) -> str:
    return f"{PREFIX}{short}"


def output_path(folder: Path, inspector: str) -> Path:
    """Where an inspector writes; a retry writes the same path."""
    return folder / f"{full_name(short_name(inspector))}.cpf"


def review_type(names: Collection[str], place: str) -> ReviewType:
    """The kind of review that the inspectors' short names tell.

    Raises:
        BadInput: they tell none, or more than one.
    """
    told: list[ReviewType] = [kind for kind, team in TEAMS.items() if any(name in team for name in names)]
    if not told:
        raise BadInput(
            "{place} holds no file of a known inspector; it is called like {example}. Known: {known}",
            place=place,
            example=output_path(Path(), "rulebase").name,
            known=", ".join(name for team in TEAMS.values() for name in (*team.expected, *team.optional)),
        )
    if len(told) > 1:
        raise BadInput(
            "{place} holds files of several kinds of review ({kinds}); name one with {option}.",
            option=Parameter("kind"),
            place=place,
            kinds=", ".join(told),
        )
    return told[0]
