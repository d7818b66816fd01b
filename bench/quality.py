"""docs/review-quality.md, written from what `bench.defects --json` and `bench.findings --json` measured."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import Any, Final

from bench.defects import KINDS, Outcome, Planted, Tried, by_kind, of_language
from bench.findings import JUDGEMENTS, NOT_JUDGED, PACKAGES, TUNED_ON

PAGE: Final = Path(__file__).parent.parent / "docs" / "review-quality.md"
MEANINGS: Final = {
    "useful": "a maintainer would act on it",
    "trivial": "true, but nobody would",
    "noise": "not worth a look",
    "false": "not true",
}
AIMS: Final = {"useful": "at least 0.50", "false": "at most 0.05"}
ENOUGH: Final = 0.9

HEAD: Final = """\
# How good a review is
Measured on {date}, without running any code of what is reviewed. This page is written by:

<!-- not run: it reviews some thirty packages -->
```bash
.venv/bin/python -m bench.defects --seed {seed} --json > planted.json
.venv/bin/python -m bench.findings --json > shown.json
.venv/bin/python -m bench.quality --seed {seed} planted.json shown.json
```
"""
SHOWN: Final = """\
## What is shown
Every finding that `renkei review` shows by default on {packages} published releases, judged one by one by reading the
code around it. The releases were drawn by lot, before any of them was reviewed, from some 250 names of packages that
are neither the best nor the worst kept; of npm, those with scripts outside of `dist`. The judgements, with a reason for
each, are in [findings.toml](../bench/findings.toml). How certain a rule is was set by others: those that the defects
below are planted into, the {tuned} that were judged before, and some 40 more; on these nothing was tuned.

| judgement | means | findings | share | aim | likely |
|---|---|---|---|---|---|"""
PLANTED: Final = """\
## What is found
Defects of {python} kinds in Python and its pages and {script} in JavaScript, planted at random places of {modules} and
{scripts} releases with the seed {seed}, which is new: nothing was mended by what it had shown as missed. By what seeds
before it had shown the rules were mended, and the kinds are the same. A defect is found when some finding of
`renkei review --all` names its line and is about it. Excused is what is found only when the project's own settings,
which tell its linters to leave it alone, are taken away; it is not in the share.

| language | found | missed | excused | share | aim |
|---|---|---|---|---|---|"""
LEFT_OUT: Final = """\
## What this does not say
- The packages are releases, not repositories: a page may link to what is not in the archive.
- Few findings were judged: "likely" is where the share on many such releases would lie, 19 times of 20.
- One of them is marked for ruff (`# noqa: F821`), and the type checker brought it up again; that was mended after it
  had been counted.
- One reader judged, who also knows the program. Tests were not run, so no finding of a test run is in the list.
- Planted defects are short and typical. A wrong algorithm, a race or a missing check is nothing that this review looks
  for. Of other languages than Python and JavaScript nothing was measured.
- A make target is not looked for where a Makefile is in another folder only. A public function that nobody calls is not
  reported in a module that nothing imports. Packages are looked up by their names, which modules need not have."""


def main() -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="the one that the defects were planted with")
    parser.add_argument("planted", type=Path, help="what bench.defects printed")
    parser.add_argument("shown", type=Path, help="what bench.findings printed")
    args = parser.parse_args()
    tried = [_tried(each) for each in json.loads(args.planted.read_text("utf-8"))]
    head = HEAD.format(date=f"{datetime.now(UTC):%Y-%m-%d}", seed=args.seed)
    lines = [head, *_shown(json.loads(args.shown.read_text("utf-8"))), *_planted(tried, args.seed), LEFT_OUT]
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


def _tried(document: dict[str, Any]) -> Tried:
    outcome = document.pop("outcome")
    return Planted(**document), outcome


def _shown(found: list[dict[str, Any]]) -> Iterator[str]:
    counts = Counter(str(each["judgement"]) for each in found)
    judged = sum(counts[name] for name in JUDGEMENTS)
    yield SHOWN.format(packages=len(PACKAGES), tuned=len(TUNED_ON))
    for name in JUDGEMENTS:
        share = f"{counts[name] / max(1, judged):.2f}"
        likely = "{:.2f} to {:.2f}".format(*interval(counts[name], judged))
        yield f"| {name} | {MEANINGS[name]} | {counts[name]} | {share} | {AIMS.get(name, '')} | {likely} |"
    if counts[NOT_JUDGED]:
        yield f"| {NOT_JUDGED} | | {counts[NOT_JUDGED]} | | 0 | |"
    yield ""
    yield from _table("package", found, lambda each: str(each["package"]), PACKAGES)
    yield from _table("rule", found, lambda each: f"`{each['rule']}`", ())


def interval(count: int, total: int) -> tuple[float, float]:
    """Where the share lies of which some are a sample, 19 times of 20 (Wilson)."""
    if not total:
        return 0.0, 1.0
    share, root = count / total, 1.96**2 / total
    middle = (share + root / 2) / (1 + root)
    half = sqrt(root * share * (1 - share) + root**2 / 4) / (1 + root)
    return max(0.0, middle - half), min(1.0, middle + half)


def _table(
    name: str, found: list[dict[str, Any]], row_of: Callable[[dict[str, Any]], str], rows: Sequence[str]
) -> Iterator[str]:
    by_row: dict[str, Counter[str]] = {row: Counter() for row in rows}
    for each in found:
        by_row.setdefault(row_of(each), Counter())[each["judgement"]] += 1
    yield f"| {name} | {' | '.join(JUDGEMENTS)} |"
    yield f"|---|{'---|' * len(JUDGEMENTS)}"
    for row in sorted(by_row, key=lambda row: (-by_row[row].total(), row)):
        yield f"| {row} | {' | '.join(str(by_row[row][judgement]) for judgement in JUDGEMENTS)} |"
    yield ""


def _planted(tried: list[Tried], seed: int) -> Iterator[str]:
    yield PLANTED.format(
        python=sum(len(KINDS[name]) for name in ("python", "test", "readme")),
        script=len(KINDS["javascript"]),
        modules=len({each.package for each, _ in of_language(tried, "Python")}),
        scripts=len({each.package for each, _ in of_language(tried, "JavaScript")}),
        seed=seed,
    )
    for language in ("Python", "JavaScript"):
        counts: Counter[Outcome] = Counter(outcome for _, outcome in of_language(tried, language))
        share = counts["found"] / max(1, counts["found"] + counts["missed"])
        yield f"| {language} | {_cells(counts)} | {share:.2f} | at least {ENOUGH:.2f} |"
    yield ""
    yield "| language | kind | found | missed | excused |"
    yield "|---|---|---|---|---|"
    for language in ("Python", "JavaScript"):
        for kind, counts in by_kind(of_language(tried, language)):
            yield f"| {language} | {kind} | {_cells(counts)} |"
    yield ""


def _cells(counts: Counter[Outcome]) -> str:
    return f"{counts['found']} | {counts['missed']} | {counts['excused']}"


if __name__ == "__main__":
    sys.exit(main())
