"""The six inspectors and what stands behind each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei.errors import BadInput
from renkei.review.analysers.advisories import Advisories
from renkei.review.analysers.bandit import Bandit
from renkei.review.analysers.dependencies import Dependencies
from renkei.review.analysers.detect_secrets import DetectSecrets
from renkei.review.analysers.linters import TOOLS, Linter
from renkei.review.analysers.pytest import Pytest
from renkei.review.analysers.ruff import Ruff, RuffSettings
from renkei.review.analysers.scripts import Oxlint, Structures
from renkei.review.analysers.syntax import Syntax
from renkei.review.analysers.types import Types
from renkei.review.analysers.vulture import Vulture
from renkei.review.checks.declared import DECLARED
from renkei.review.checks.documents import DOCUMENTS
from renkei.review.checks.drift import DRIFT
from renkei.review.checks.files import FILES
from renkei.review.checks.secrets import SECRETS
from renkei.review.checks.tests import TEST_QUALITY
from renkei.review.checks.text import TEXT
from renkei.review.finding import Category
from renkei.review.jobs import Inspector
from renkei.review.target import Target

Rules = dict[str, Category]
"""Rules of ruff, or beginnings of them, with what a finding is about."""


def _category_rules(category: Category, codes: str) -> Rules:
    return dict.fromkeys(codes.split(), category)


CORRECTNESS: Final[Rules] = {
    **_category_rules("syntax", "E9"),
    **_category_rules(
        "correctness",
        "F402 F404 F407 F5 F60 F62 F631 F632 F633 F634 F7 F82 F901 "
        "B002 B003 B005 B006 B012 B016 B020 B021 B022 B023 B025 B029 B030 B031 "
        "B032 B035 B039 PLE PLW0120 PLW0127 PLW0128 PLW0131 PLW0133 PLW0211 PLW0245 PLW0711 PLW1501 PLW1507 PLR0124 "
        "RUF006 RUF008 RUF009 RUF016 RUF018 RUF034 ASYNC100 ASYNC105 ASYNC210 ASYNC251 T100 PIE794 PIE796",
    ),
}
SECURITY: Final[Rules] = {
    **_category_rules("secrets", "S105 S106 S107"),
    **_category_rules(
        "security",
        "S102 S113 S202 S301 S302 S306 S307 S312 S321 S323 S324 S501 S502 S503 S505 S506 S507 S508 S509 S602 S605 S608 "
        "S609 S611 S701 S702",
    ),
}
SCRIPTS: Final = (Oxlint(about=frozenset({"correctness", "syntax"})), Structures(about="correctness"))
SCRIPTS_SECURITY: Final = (Oxlint(about=frozenset({"security"})), Structures(about="security"))
TESTS: Final = _category_rules("tests", "B015 B017 PT014 PLW0129")
DEAD: Final = _category_rules("dead-code", "F401 F811 F841")
COMPLEXITY: Final[Rules] = {
    **_category_rules("complexity", "C901 PLR0915"),
    **_category_rules("error-handling", "E722 S110 S112 TRY203"),
}


def make_inspectors(
    *, execute: bool, online: bool, disabled: Sequence[str] = (), named_in: str = ""
) -> tuple[Inspector, ...]:
    """The team, in the order in which it is shown, without the analysers that the team does not want. Those are
    `named_in` a file.

    Raises:
        BadInput: there is no such analyser.
    """
    linters = tuple(Linter(tool=tool, allowed=execute) for tool in TOOLS)
    scripts_dead = Oxlint(about=frozenset({"dead-code"}))
    team = (
        Inspector(
            name="correctness",
            analysers=(Ruff(rules=CORRECTNESS), Types(), *SCRIPTS, Syntax(), TEXT, *linters),
        ),
        Inspector(
            name="security",
            analysers=(
                *(Ruff(rules=SECURITY, where="not in tests"), Bandit(), *SCRIPTS_SECURITY),
                *(SECRETS, DetectSecrets(), Advisories(online=online)),
            ),
        ),
        Inspector(name="tests", analysers=(Ruff(rules=TESTS, where="tests"), TEST_QUALITY, Pytest(allowed=execute))),
        Inspector(name="dead-code", analysers=(Ruff(rules=DEAD), Vulture(), scripts_dead, Dependencies(), DECLARED)),
        Inspector(name="complexity", analysers=(Ruff(rules=COMPLEXITY),)),
        Inspector(name="documents", analysers=(DOCUMENTS, DRIFT, FILES, RuffSettings()), is_about_code=False),
    )
    known = sorted({analyser.name for inspector in team for analyser in inspector.analysers})
    for name in disabled:
        if name not in known:
            raise BadInput(
                "{path}: review.disable cannot have {key!r}: no analyser is called so. Known: {known}.",
                path=named_in,
                key=name,
                known=", ".join(known),
            )
    return tuple(replace(each, analysers=tuple(a for a in each.analysers if a.name not in disabled)) for each in team)


def code_runners(target: Target, disabled: Sequence[str]) -> list[str]:
    """The analysers that would run code of this repository, if they may."""
    runners = [Pytest(allowed=True), *(Linter(tool=tool, allowed=True) for tool in TOOLS if tool.runs_code)]
    return [runner.name for runner in runners if runner.name not in disabled and runner.input_files(target)]
