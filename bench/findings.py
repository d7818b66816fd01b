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
    *("asn1crypto==1.5.1", "demjson3==3.0.6", "flask-restful==0.3.10", "kazoo==2.11.0", "markdown2==2.5.5"),
    *("pony==0.7.20", "pypdf2==3.0.1", "pyserial==3.5", "robobrowser==0.5.3", "sh==2.4.0", "tablib==3.10.0"),
    *("tinycss2==1.5.1", "voluptuous==0.16.0", "web.py==0.76"),
    *("body-parser@2.4.0", "formidable@3.5.4", "passport@0.7.0", "pg@8.23.1", "superagent@10.4.2"),
)
"""Drawn by lot from some 250 names before any of them was reviewed. No rule was made more or less certain by what it
says about these; that was done with those of `bench.defects`, `TUNED_ON` and others."""

TUNED_ON: Final = (
    *("cachetools==5.5.2", "cherrypy==18.10.0", "dnspython==2.7.0", "docopt==0.6.2", "jsonschema==4.23.0"),
    *("mako==1.3.8", "prettytable==3.12.0", "python-dotenv==1.0.1", "rq==2.1.0", "simplejson==3.19.3"),
    *("structlog==25.1.0", "tinydb==4.8.2", "waitress==3.0.2", "webob==1.8.9"),
    *("chokidar@3.6.0", "debug@4.4.0", "koa@2.15.3", "minimatch@9.0.5"),
)
"""Those that were judged before: rules were mended by what they had said about them."""

KEPT: Final = Path(__file__).parent / "findings.toml"
JUDGEMENTS: Final = ("useful", "trivial", "noise", "false")
"""A maintainer would act on it; true, but nobody would; not worth a look; not true."""

NOT_JUDGED: Final = "not judged"


def main() -> int:
    """Review, compare with what was judged, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the findings with their judgements, as JSON")
    parser.add_argument("packages", nargs="*", help="as for bench.defects (default: all)")
    args = parser.parse_args()
    found = list(judged_findings(args.packages or PACKAGES))
    if args.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    counts = Counter(str(each["judgement"]) for each in found)
    unjudged = [each for each in found if each["judgement"] == NOT_JUDGED]
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
