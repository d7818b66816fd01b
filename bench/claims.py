"""How long checking 10,000 kept claims again takes beside the plainest correct loop, as more and more files change.

The plain loop reads every claimed file of the commit with one git process, and compares each claim with its lines;
where they changed it looks for them in the whole file. The repository is made up, the same each time. Both take turns,
so that a busy moment of the machine hits both; the median ratio counts. Both run git, so it is the time on the clock.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from renkei.protocol.claims import CodeProof
from renkei.reports.proofs.recheck import recheck
from renkei.reports.proofs.repository import Repository
from renkei.reports.proofs.standing import digest
from renkei.reports.tree.content import blob_id

GOAL = 0.5
"""Of the plain loop's time, with one file in a hundred changed."""
FILES, LINES, CLAIMS = 2_000, 200, 10_000
CHANGED = (0, 20, 200)

Told = list[tuple[str, int | None]]
T = TypeVar("T")


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="runs of each (default 7)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    rows = [measured(changed, args.runs) for changed in CHANGED]
    met = rows[1]["ratio"] <= GOAL
    if args.json:
        print(json.dumps({"claims": CLAIMS, "files": FILES, "goal": GOAL, "rows": rows, "met": met}))
    else:
        print(f"{CLAIMS} claims about {FILES} files")
        for row in rows:
            print(
                f"{row['changed']:>5} changed: {row['seconds'] * 1000:>7.1f} ms, "
                f"plain loop {row['plain_seconds'] * 1000:>7.1f} ms, {row['ratio']:>5.2f} times"
            )
        print(f"goal {GOAL} with {CHANGED[1]} changed")
    return 1 if args.check and not met else 0


def measured(changed: int, runs: int) -> dict[str, float]:
    """The median times of both in a repository in which so many files have changed since."""
    source = random.Random(1)  # noqa: S311 - the same repository each time
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        files = {f"src/part_{n % 50}/module_{n}.py": lines(n, source) for n in range(FILES)}
        write(root, files, "first")
        proofs = claims_over(files, source)
        texts = {(p.path, p.line): files[p.path][p.line - 1] for p in proofs}
        write(root, {path: altered(files[path], source) for path in list(files)[:changed]}, "second")
        pairs: list[tuple[float, float]] = []
        for _ in range(runs + 1):
            ours, said = timed(lambda: ours_of(root, proofs))
            theirs, expected = timed(lambda: plain(root, proofs, texts))
            differing = [pair for pair in zip(proofs, said, expected, strict=True) if pair[1] != pair[2]]
            assert not differing, f"{len(differing)} differ, first {differing[0]}"  # noqa: S101
            pairs.append((ours, theirs))
    kept = pairs[1:]
    return {
        "changed": changed,
        "seconds": round(statistics.median(ours for ours, _ in kept), 4),
        "plain_seconds": round(statistics.median(theirs for _, theirs in kept), 4),
        "ratio": round(statistics.median(ours / theirs for ours, theirs in kept), 2),
    }


def ours_of(root: Path, proofs: list[CodeProof]) -> Told:
    with Repository(root) as repository:
        return [(each.state, each.line) for each in recheck(proofs, repository)]


def plain(root: Path, proofs: list[CodeProof], texts: dict[tuple[str, int], str]) -> Told:
    """Reads every file, with the claimed text itself at hand, which the store does not keep."""
    paths = list(dict.fromkeys(proof.path for proof in proofs))
    asked = "".join(f"HEAD:{path}\n" for path in paths).encode()
    output = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=root, input=asked, capture_output=True, check=True
    ).stdout
    found: dict[str, list[str]] = {}
    at = 0
    for path in paths:
        end = output.index(b"\n", at)
        size = int(output[at:end].split()[2])
        found[path] = output[end + 1 : end + 1 + size].decode().split("\n")
        at = end + size + 2
    told: Told = []
    for proof in proofs:
        text, now = texts[proof.path, proof.line], found[proof.path]
        if proof.line <= len(now) and now[proof.line - 1] == text:
            told.append(("holds", None))
        else:
            places = [number for number, line in enumerate(now, 1) if text in line]
            near = min(places, key=lambda number: (abs(number - proof.line), number), default=None)
            told.append(("moved", near) if near else ("false", None))
    return told


def timed(do: Callable[[], T]) -> tuple[float, T]:
    started = time.perf_counter()
    result = do()
    return time.perf_counter() - started, result


def lines(number: int, source: random.Random) -> list[str]:
    return [f"value_{number}_{line} = compute({source.randint(0, 9_999)}, limit={line})" for line in range(LINES)]


def altered(old: list[str], source: random.Random) -> list[str]:
    """A line put in at the top, and one in fifty written anew."""
    return [
        "# a new first line",
        *(f"# gone {line}" if source.random() < 0.02 else each for line, each in enumerate(old)),
    ]


def claims_over(files: dict[str, list[str]], source: random.Random) -> list[CodeProof]:
    blobs = {path: blob_id("".join(f"{line}\n" for line in found).encode()) for path, found in files.items()}
    paths = list(files)
    places = [(source.choice(paths), source.randint(1, LINES)) for _ in range(CLAIMS)]
    return [
        CodeProof(
            path=path, line=line, end_line=line, blob=blobs[path], snippet=digest(files[path][line - 1]), category=""
        )
        for path, line in places
    ]


def write(root: Path, files: dict[str, list[str]], message: str) -> None:
    for path, found in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("".join(f"{line}\n" for line in found), "utf-8")
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "gc.auto=0"]
    commit = ["commit", "--quiet", "--allow-empty", "--message", message]
    for words in (["init", "--quiet"], ["add", "--all"], commit):
        subprocess.run(["git", *who, *words], cwd=root, check=True)


if __name__ == "__main__":
    sys.exit(main())
