"""How often the check of results is right, over a corpus whose truth is known by construction.

Four classes: `true` has to be accepted, `false` refused with the planted place named; in `no-reference` and `doubtful`
nothing may be called false. One half is generated from templates; the other was written by hand before the rules of the
finder were seen (bench/written.py), and is counted apart. Every case goes through `renkei check --json`.
"""

import argparse
import contextlib
import io
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.planting import REMOTES, Pick, World, build
from bench.templates import CLASSES, Case, make_cases
from bench.written import Written, build_origin, fill_in, is_right, read_written
from renkei.entrypoints.cli import main as renkei

SEED, TIMES = 1, 4
FALSE: Final = frozenset({"missing_file", "missing_line", "missing_name", "mismatch"})
"""States that call a place false (DEC-38)."""
LEAST: Final = {"true": 1.0, "false": 0.97, "no-reference": 1.0, "doubtful": 1.0}
"""The shares that have to be reached, of what is generated and of what was written."""
ALL: Final[dict[str, float]] = dict.fromkeys(CLASSES, 1.0)
SHARES: Final = {
    "true": "true results accepted",
    "false": "false results refused, the place named",
    "no-reference": "results without such a reference left alone",
    "doubtful": "doubtful places not called false",
}


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What the check said of a case."""

    case: Case
    misses: tuple[str, ...]
    as_planted: int
    """Places that came out in a state that was planted."""


def main() -> int:
    """Check all cases, print the shares; 1 with --require and a share missed."""
    args = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        worlds = [build(name, Path(folder) / name) for name in REMOTES]
        cases = _chosen(make_cases(worlds, args.seed, args.times), args)
        if args.show:
            return _show([each for each in cases if args.show in each.id])
        outcomes = list(_checked(cases, worlds, Path(folder) / "result.md"))
        written = measure_written(Path(folder), CLASSES if args.only is None else (args.only,), args.sample)
    if args.json:
        print(json.dumps({"seed": args.seed, **_numbers(outcomes), "written": written}, ensure_ascii=False))
    else:
        _print(outcomes, with_misses=args.misses)
        _print_written(written, with_misses=args.misses)
    is_reached = _is_reached(_numbers(outcomes)["shares"], ALL if args.sample else LEAST)
    is_kept = bool(args.sample) or _is_reached(written["shares"], LEAST)
    return 1 if args.require and not (is_reached and is_kept) else 0


def measure(seed: int, times: int = TIMES) -> dict[str, Any]:
    """The numbers of one corpus."""
    with tempfile.TemporaryDirectory() as folder:
        worlds = [build(name, Path(folder) / name) for name in REMOTES]
        outcomes = list(_checked(make_cases(worlds, seed, times), worlds, Path(folder) / "result.md"))
    return {"seed": seed, **_numbers(outcomes)}


def measure_written(folder: Path, kinds: tuple[str, ...] = CLASSES, sample: int | None = None) -> dict[str, Any]:
    """The shares of the written half, and what came out otherwise."""
    texts = [each for each in read_written(kinds) if not each.disputed]
    if sample:
        texts = random.Random(SEED).sample(texts, min(sample, len(texts)))  # noqa: S311
    marks = {name: build_origin(name, folder / f"written-{name}") for name in sorted({each.world for each in texts})}
    every, right, misses = Counter[str](), Counter[str](), list[dict[str, str]]()
    for each in texts:
        said = _said_of(each, marks[each.world], folder / "result.md")
        every[each.kind] += 1
        right[each.kind] += is_right(each.kind, said, FALSE)
        if not is_right(each.kind, said, FALSE):
            told = "; ".join(f"{place['state']} {place['text']}" for place in said) or "no place found"
            misses.append({"class": each.kind, "id": each.name, "told": told})
    shares = {kind: {"cases": every[kind], "right": right[kind]} for kind in kinds if every[kind]}
    return {"cases": len(texts), "shares": shares, "misses": misses}


def _said_of(written: Written, marks: dict[str, str], file: Path) -> list[dict[str, Any]]:
    file.write_bytes(fill_in(written.text, marks).encode())
    return check(file, Path(marks["<<root>>"]))["references"]


def _print_written(numbers: dict[str, Any], *, with_misses: bool) -> None:
    for each in numbers["misses"] if with_misses else ():
        print(f"{each['class']:<13} {each['id']}\n    {each['told'][:300]}")
    print(f"\n{numbers['cases']} texts that were written before the rules were seen")
    for kind, share in numbers["shares"].items():
        print(f"{SHARES[kind]:<45} {share['right']:>5} of {share['cases']:>4} {share['right'] / share['cases']:>8.1%}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED, help=f"another corpus of the same templates (default {SEED})")
    parser.add_argument("--times", type=int, default=TIMES, help=f"cases of each template (default {TIMES})")
    parser.add_argument("--only", choices=CLASSES, help="one class")
    parser.add_argument("--sample", type=int, metavar="N", help="so many cases, chosen by the seed")
    parser.add_argument("--misses", action="store_true", help="list what came out otherwise")
    parser.add_argument("--show", metavar="ID", help="print the cases with this in their id, and check nothing")
    parser.add_argument(
        "--require", action="store_true", help="exit 1 when a share is missed; a sample may miss nothing"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def _chosen(cases: list[Case], args: argparse.Namespace) -> list[Case]:
    cases = [each for each in cases if args.only in (None, each.kind)]
    return random.Random(args.seed).sample(cases, min(args.sample, len(cases))) if args.sample else cases  # noqa: S311


def _show(cases: Sequence[Case]) -> int:
    for each in cases:
        print(f"##### {each.id} ({each.kind})\n{each.text}")
        for place in each.places:
            print(f"#     {place.path}:{place.line} {place.symbol} -> {', '.join(sorted(place.states))}")
    return 0


def _checked(cases: Sequence[Case], worlds: Sequence[World], file: Path) -> Iterator[Outcome]:
    roots = {each.name: each.root for each in worlds}
    for number, case in enumerate(cases, 1):
        file.write_bytes(case.text.encode())
        yield judge(case, check(file, roots[case.world]))
        if sys.stderr.isatty():
            print(f"\r{number} of {len(cases)}", end="", file=sys.stderr)


def check(file: Path, root: Path) -> dict[str, Any]:
    """What `renkei check --json` prints; an error is a document too."""
    out, told = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        code = renkei(["check", str(file), "--repo", str(root), "--json", "--lang", "en"])
    if code in (0, 1):
        return json.loads(out.getvalue())
    last = (told.getvalue().strip().splitlines() or [""])[-1]
    return {"valid": False, "references": [], "violations": [{"rule": f"exit {code}", "level": "L1", "message": last}]}


def judge(case: Case, said: dict[str, Any]) -> Outcome:
    """Whether a case came out as its class says."""
    references: list[dict[str, Any]] = said["references"]
    planted = [each for each in case.places if each.states <= FALSE]
    misses = [f"not caught: {_name(each)}" for each in planted if not _is_called_false(each, references)]
    misses += [f"called {_state(each)}: {each['text']}" for each in references if _is_wronged(case, each)]
    if case.kind == "false" and said["valid"]:
        misses.append("valid")
    if case.kind != "false" and case.has_to_be_valid and not said["valid"]:
        hard = [each for each in said["violations"] if each["level"] == "L1"]
        misses.append("not valid: " + "; ".join(f"{each['rule']} {each['message']}" for each in hard))
    right = sum(
        any(_fits(place, each) and _state(each) in place.states for each in references) for place in case.places
    )
    return Outcome(case=case, misses=tuple(dict.fromkeys(misses)), as_planted=right)


def _state(reference: dict[str, Any]) -> str:
    return "mismatch" if reference.get("quote") == "mismatch" else reference["state"]


def _is_false(reference: dict[str, Any]) -> bool:
    return _state(reference) in FALSE


def _is_wronged(case: Case, reference: dict[str, Any]) -> bool:
    """Whether something is called false that was not planted as such."""
    return _is_false(reference) and not any(_fits(each, reference) and each.states & FALSE for each in case.places)


def _is_called_false(place: Pick, references: Sequence[dict[str, Any]]) -> bool:
    return any(_is_false(each) and _fits(place, each) for each in references)


def _fits(place: Pick, reference: dict[str, Any]) -> bool:
    """Whether a reference is this place: the same path, or the whole path where an end of it was cited."""
    path = str(reference["path"])
    if path != place.path and not path.endswith(f"/{place.path}"):
        return False
    line, end = reference["line"], reference.get("end_line") or reference["line"]
    return place.line is None or line is None or line <= place.line <= end or line == place.end


def _name(place: Pick) -> str:
    return place.path + (f":{place.line}" if place.line else f"::{place.symbol}" if place.symbol else "")


def _numbers(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    every, right = (
        Counter(each.case.kind for each in outcomes),
        Counter(each.case.kind for each in outcomes if not each.misses),
    )
    shares = {kind: {"cases": every[kind], "right": right[kind]} for kind in CLASSES if every[kind]}
    whole = [each for each in outcomes if each.case.is_whole]
    for kind, share in shares.items():
        share["whole_results"] = sum(each.case.kind == kind for each in whole)
        share["whole_results_right"] = sum(each.case.kind == kind and not each.misses for each in whole)
    places = sum(len(each.case.places) for each in outcomes)
    misses = [{"id": each.case.id, "class": each.case.kind, "misses": each.misses} for each in outcomes if each.misses]
    planted = {"places": places, "in_a_planted_state": sum(each.as_planted for each in outcomes)}
    return {"cases": len(outcomes), "shares": shares, **planted, "misses": misses}


def _print(outcomes: Sequence[Outcome], *, with_misses: bool) -> None:
    numbers = _numbers(outcomes)
    if with_misses:
        for each in numbers["misses"]:
            print(f"{each['class']:<13} {each['id']}")
            print("".join(f"    {miss[:300]}\n" for miss in each["misses"]), end="")
    print(f"{numbers['cases']} results, {numbers['places']} places planted")
    for kind, share in numbers["shares"].items():
        part = share["right"] / share["cases"]
        print(f"{SHARES[kind]:<45} {share['right']:>5} of {share['cases']:>4} {part:>8.1%}  at least {LEAST[kind]:.0%}")
        print(f"    of these, whole results {share['whole_results_right']:>23} of {share['whole_results']:>4}")
    print(f"{'places in the state that was planted':<45} {numbers['in_a_planted_state']:>5} of {numbers['places']:>4}")


def _is_reached(shares: Mapping[str, Mapping[str, int]], least: Mapping[str, float]) -> bool:
    return all(share["right"] >= least[kind] * share["cases"] for kind, share in shares.items())


if __name__ == "__main__":
    sys.exit(main())
