"""How long checking 10,000 quoted references takes beside the plainest correct loop, over a repository of 20 MB.

The plain loop reads and splits each file once and compares bytes. The repository is made up, the same each time; one
reference in twenty is wrong. Both take turns, so that a busy moment of the machine hits both; the median ratio counts.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from renkei.reports.references import Claim, Reference, check_claims
from renkei.reports.tree import WorkingTree

GOAL = 1.5
FOLDERS, FILES, LINES, REFERENCES, SMALL = 200, 2_400, 220, 10_000, 30
WORDS = "user token session order price cache index query event queue state value error result config path".split()  # noqa: SIM905
SHAPES = (
    "    {a}_{b} = {c}.get({n}, default={d})",
    "def load_{a}_{b}({c}, *, limit={n}):",
    "        if {a} is None or {b} > {n}:",
    "    return self.{a}.{b}({c}, {d}={n})",
    "        raise ValueError('{a} {b} {n}')",
    "    # the {a} of a {b} is kept until {c} {n}",
    "",
)

Verdict = tuple[str, int | None]
T = TypeVar("T")


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15, help="runs of each (default 15)")
    parser.add_argument("--quick", action="store_true", help="7 runs of each")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        source = random.Random(1)  # noqa: S311 - the same repository each time
        size, claims = claims_over(write_repository(root, source), source)
        runs = 7 if args.quick else args.runs
        ours, theirs, counts = compare(root, claims, runs)
        small, small_plain, _ = compare(root, claims[:SMALL], runs)
    seconds, plain_seconds = statistics.median(ours), statistics.median(theirs)
    ratio = statistics.median(one / other for one, other in zip(ours, theirs, strict=True))
    met = ratio <= GOAL
    numbers = {
        "megabytes": round(size / 1e6, 1),
        "references": len(claims),
        "seconds": round(seconds, 4),
        "plain_seconds": round(plain_seconds, 4),
        "ratio": round(ratio, 2),
        "goal": GOAL,
        "milliseconds_for_30": round(statistics.median(small) * 1000, 2),
        "plain_milliseconds_for_30": round(statistics.median(small_plain) * 1000, 2),
        "states": counts,
        "met": met,
    }
    if args.json:
        print(json.dumps(numbers))
    else:
        print(
            f"{len(claims)} references, {numbers['megabytes']} MB: {', '.join(f'{n} {s}' for s, n in counts.items())}"
        )
        print(f"check       {seconds * 1000:>7.1f} ms {ratio:>6.2f} times, goal {GOAL}")
        print(f"plain loop  {plain_seconds * 1000:>7.1f} ms")
        print(f"a report of {SMALL}: {numbers['milliseconds_for_30']} ms, {numbers['plain_milliseconds_for_30']} plain")
    return 1 if args.check and not met else 0


def compare(root: Path, claims: Sequence[Claim], runs: int) -> tuple[list[float], list[float], dict[str, int]]:
    """The times of both in seconds, after one run that is not counted, and how many claims are in each state."""
    ours: list[float] = []
    theirs: list[float] = []
    said: list[Verdict] = []
    for _ in range(runs + 1):
        taken, checked = timed(lambda: check_claims(claims, WorkingTree(root)))
        taken_by_plain, verdicts = timed(lambda: plain(root, claims))
        ours.append(taken)
        theirs.append(taken_by_plain)
        said = [(each.state, each.found_line) for each in checked]
        differing = [each for each in zip(claims, said, verdicts, strict=True) if each[1] != each[2]]
        assert not differing, f"{len(differing)} verdicts differ, first {differing[0]}"  # noqa: S101
    return ours[1:], theirs[1:], dict(Counter(state for state, _ in said))


def timed(do: Callable[[], T]) -> tuple[float, T]:
    """The processor time it takes, which other programs disturb least: all files are in memory."""
    gc.collect()  # so that neither pays for what the other has left behind
    started = time.process_time()
    result = do()
    return time.process_time() - started, result


def plain(root: Path, claims: Sequence[Claim]) -> list[Verdict]:
    """What the plainest correct loop says."""
    files: dict[str, list[bytes] | None] = {}
    verdicts: list[Verdict] = []
    for claim in claims:
        path, line = claim.reference.path, claim.reference.line or 0
        if path not in files:
            try:
                with open(f"{root}/{path}", "rb") as file:  # noqa: PTH123 - the fastest plain way
                    files[path] = file.read().split(b"\n")[:-1]
            except FileNotFoundError:
                files[path] = None
        lines = files[path]
        snippet = (claim.snippet or "").encode()
        if lines is None:
            verdicts.append(("missing_file", None))
        elif line <= len(lines) and snippet in lines[line - 1]:
            verdicts.append(("verified", None))
        elif places := [number for number, text in enumerate(lines, 1) if snippet in text]:
            verdicts.append(("moved", min(places, key=lambda number: (abs(number - line), number))))
        else:
            verdicts.append(("mismatch" if line <= len(lines) else "missing_line", None))
    return verdicts


def write_repository(root: Path, source: random.Random) -> dict[str, list[str]]:
    """Files of code that looks like code; their lines by path."""
    files: dict[str, list[str]] = {}
    for number in range(FILES):
        path = f"src/part_{number % FOLDERS}/module_{number}.py"
        lines = [_line(source) for _ in range(source.randint(LINES // 2, LINES * 3 // 2))]
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("".join(f"{line}\n" for line in lines), "utf-8")
        files[path] = lines
    return files


def _line(source: random.Random) -> str:
    a, b, c, d = source.choices(WORDS, k=4)
    return source.choice(SHAPES).format(a=a, b=b, c=c, d=d, n=source.randint(0, 9_999))


def claims_over(files: dict[str, list[str]], source: random.Random) -> tuple[int, list[Claim]]:
    """The size of the repository, and claims about it, of which one in twenty is wrong."""
    paths = list(files)
    claims: list[Claim] = []
    while len(claims) < REFERENCES:
        path = source.choice(paths)
        line = source.randint(1, len(files[path]))
        snippet = files[path][line - 1].strip()
        if len(snippet) < 8:
            continue
        wrong = source.randint(0, 79)
        if wrong == 0:
            line += source.randint(1, 40)
        elif wrong == 1:
            snippet = snippet.replace("e", "E", 1) + " # altered"
        elif wrong == 2:
            line, snippet = len(files[path]) + source.randint(1, 99), "a line that no one has written"
        elif wrong == 3:
            path = path.replace("module", "ghost")
        claims.append(Claim(reference=Reference(text=f"{path}:{line}", path=path, line=line), snippet=snippet))
    return sum(len(line) + 1 for lines in files.values() for line in lines), claims


if __name__ == "__main__":
    sys.exit(main())
