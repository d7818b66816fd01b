"""How many of the findings that a review shows are worth reading: on public packages, judged one by one by a person.

The judgements are kept in findings.toml. A finding that nobody has judged is printed with the lines around it, so that
somebody can; the shares are of those that were.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bench.defects import RENKEI, commit
from bench.releases import fetch_any, unpack
from renkei.entrypoints.cli.review_view import MOST_MINOR
from renkei.review.audit import SURE

PACKAGES: Final = (
    *("apscheduler==3.11.0", "boltons==25.0.0", "fabric==3.2.2", "gunicorn==23.0.0", "markdown==3.7", "pexpect==4.9.0"),
    *("requests==2.32.3", "schedule==1.2.2", "sqlparse==0.5.3", "supervisor==4.2.5", "tqdm==4.67.1", "watchdog==6.0.0"),
    *("werkzeug==3.1.3", "fs-extra@11.2.0", "morgan@1.10.0", "nodemon@3.1.9", "ws@8.18.0"),
)
"""No rule was made more or less certain by what it says about these; that was done with those of `bench.defects`."""

KEPT: Final = Path(__file__).parent / "findings.toml"
JUDGEMENTS: Final = ("useful", "trivial", "noise", "false")
"""A maintainer would act on it; true, but nobody would; not worth a look; not true."""

NOT_JUDGED: Final = "not judged"


def main() -> int:
    """Review, compare with what was judged, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the findings that nobody has judged, as JSON")
    parser.add_argument("packages", nargs="*", help="as for bench.defects (default: all)")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    unjudged: list[dict[str, Any]] = []
    for finding in judged_findings(args.packages or PACKAGES):
        counts[finding["judgement"]] += 1
        unjudged += [finding] if finding["judgement"] == NOT_JUDGED else []
    if args.json:
        print(json.dumps(unjudged, indent=1, ensure_ascii=False))
        return 0
    for each in unjudged:
        print(f"{each['package']} {each['path']}:{each['line']} {each['severity']} {each['rule']}: {each['message']}")
        print(each["context"])
    total = sum(counts[name] for name in JUDGEMENTS)
    for name in (*JUDGEMENTS, NOT_JUDGED):
        of_all = f"{counts[name] / total:.2f}" if total and name in JUDGEMENTS else ""
        print(f"{name:<12}{counts[name]:>5} {of_all}")
    return 0


def judged_findings(packages: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What is shown, each with its judgement."""
    judged = {_key(each): each["judgement"] for each in _kept()}
    for package in packages:
        for finding in findings(package):
            yield {**finding, "judgement": judged.get(_key(finding), NOT_JUDGED)}


def _kept() -> list[dict[str, Any]]:
    return tomllib.loads(KEPT.read_text("utf-8")).get("finding", []) if KEPT.exists() else []


def _key(finding: dict[str, Any]) -> tuple[str, str, int, str]:
    return finding["package"], finding["path"], finding["line"] or 0, finding["rule"]


def findings(package: str) -> Iterator[dict[str, Any]]:
    """What a review of a release shows by default."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / package.replace("==", "-").replace("@", "-")
        unpack(fetch_any(package), root)
        commit(root)
        env = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache"}
        command = [RENKEI, "review", str(root), "--no-exec", "--format", "json"]
        ran = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
        if ran.returncode not in (0, 1, 5):
            sys.exit(f"{package}: {ran.stderr}")
        for finding in shown(json.loads(ran.stdout)["findings"]):
            yield {"package": package, **finding, "context": _context(root, finding)}


def shown(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that the text of a review shows: the document has all."""
    sure = [each for each in found if each["confidence"] >= SURE]
    minor = [each for each in sure if each["severity"] == "minor"]
    return [each for each in sure if each["severity"] != "minor"] + minor[:MOST_MINOR]


def _context(root: Path, finding: dict[str, Any]) -> str:
    """The lines around it."""
    line: int = finding["line"] or 1
    path = root / finding["path"]
    lines: list[str] = path.read_text("utf-8", errors="replace").splitlines() if path.is_file() else []
    first = max(0, line - 4)
    shown = enumerate(lines[first : line + 3], first + 1)
    return "\n".join(f"  {'>' if number == line else ' '} {number:>5} {text[:160]}" for number, text in shown)


if __name__ == "__main__":
    sys.exit(main())
