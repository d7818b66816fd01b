"""What the check of results says of text that nobody wrote as a result: the documentation of public packages.

Each document is checked as prose against the source release it belongs to. Hardly anything in it claims to be a place
of that tree, so that whatever is called false is looked at: a sample is judged one by one, and judgements are kept in
bench/corpus/judged.toml (`right`: it does claim a place that is not there; `wrong`: it is no such claim).
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from bench.corpus import FALSE, check
from bench.releases import RELEASES, fetch, unpack

SEED, SAMPLE = 1, 200
DOCUMENTS: Final = ("django", "pytest", "sphinx", "tornado")
SUFFIXES: Final = (".rst", ".txt", ".md")
FOLDERS: Final = ("doc", "docs", "changelog")
JUDGED: Final = Path(__file__).parent / "corpus" / "judged.toml"
WRAPPED: Final = """## Explore Result
### Status
SUCCESS
### Summary
A document, as it is.
### Findings
{text}
"""


@dataclass(frozen=True, kw_only=True)
class Called:
    """Something in a document that was called false."""

    release: str
    document: str
    line: int
    text: str
    state: str
    around: str


def main() -> int:
    """Check every document, list what is called false; 1 with --require, unless all of that is judged right."""
    args = _arguments()
    seen, called = Counter[str](), list[Called]()
    for name in args.releases:
        with tempfile.TemporaryDirectory() as folder:
            root, file = Path(folder) / "tree", Path(folder) / "document.md"
            unpack(fetch(RELEASES[name]), root)
            _commit(root)
            for path in documents(root):
                text = path.read_text("utf-8", errors="replace")
                file.write_text(WRAPPED.format(text=text) if args.wrap else text, "utf-8")
                said = check(file, root)
                seen.update(_counted(text, said))
                called += _called(name, path.relative_to(root).as_posix(), text, said)
                if sys.stderr.isatty():
                    print(f"\r{seen['lines']} lines, {len(called)} called false", end="", file=sys.stderr)
    sample = sorted(_sampled(called, args), key=lambda each: (each.release, each.document, each.line))
    judged = read_judged()
    verdicts = Counter(judged.get((each.release, each.document, each.text), "not judged") for each in sample)
    numbers = {**seen, "called_false": len(called), "sample": len(sample), "judged": dict(verdicts)}
    if args.json:
        print(json.dumps({**numbers, "called": [asdict(each) for each in sample]}, ensure_ascii=False))
    else:
        _print(sample, judged, numbers, as_toml=args.toml)
    return 1 if args.require and (set(verdicts) - {"right"} or not seen["references"]) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("releases", nargs="*", default=list(DOCUMENTS), help="of these releases only")
    parser.add_argument("--wrap", action="store_true", help="put each document into a result of the contract")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"so many, by the seed (default {SAMPLE}; 0 is all)")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--toml", action="store_true", help="print what is not judged yet, ready for judged.toml")
    parser.add_argument(
        "--require",
        action="store_true",
        help="exit 1 unless something was checked and all of the sample is judged right",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def documents(root: Path) -> list[Path]:
    """The documentation in a release."""
    every = (path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix in SUFFIXES)
    return [path for path in every if path.parent == root or path.relative_to(root).parts[0] in FOLDERS]


def read_judged() -> dict[tuple[str, str, str], str]:
    """What was judged: the verdict by release, document and text."""
    entries: list[dict[str, Any]] = tomllib.loads(JUDGED.read_text("utf-8")).get("judged", [])
    return {(each["release"], each["document"], each["text"]): each["verdict"] for each in entries}


def _commit(root: Path) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    for words in (["init", "--quiet"], ["add", "--all", "--force"], ["commit", "--quiet", "--message", "release"]):
        subprocess.run(["git", *who, *words], cwd=root, check=True)


def _counted(text: str, said: dict[str, Any]) -> Counter[str]:
    """How much there was, and how much of it was looked at: where no reference is found, nothing was checked."""
    found = len(said["references"])
    return Counter(lines=text.count("\n"), documents=1, documents_with_references=int(found > 0), references=found)


def _called(release: str, document: str, text: str, said: dict[str, Any]) -> Iterator[Called]:
    lines = text.splitlines()
    for words, state in dict.fromkeys((str(each["text"]), _state(each)) for each in said["references"]):
        if state in FALSE:
            at = next((number for number, line in enumerate(lines, 1) if words in line), 0)
            around = lines[at - 1].strip()[:200] if at else ""
            yield Called(release=release, document=document, line=at, text=words, state=state, around=around)


def _state(reference: dict[str, Any]) -> str:
    return "mismatch" if reference.get("quote") == "mismatch" else str(reference["state"])


def _sampled(called: Sequence[Called], args: argparse.Namespace) -> Sequence[Called]:
    if not args.sample or args.sample >= len(called):
        return called
    return random.Random(args.seed).sample(called, args.sample)  # noqa: S311 - the same sample each time


def _print(
    sample: Sequence[Called], judged: dict[tuple[str, str, str], str], numbers: dict[str, Any], *, as_toml: bool
) -> None:
    for each in sample:
        verdict = judged.get((each.release, each.document, each.text))
        if not as_toml:
            print(f"{verdict or '-':<6} {each.release} {each.document}:{each.line} {each.state} {each.text}")
            print(f"       {each.around}")
        elif verdict is None:
            print("\n[[judged]]")
            fields = {**asdict(each), "verdict": "", "why": ""}
            print("\n".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()))
    mark = "# " if as_toml else ""
    print(f"{mark}{', '.join(f'{key} {value}' for key, value in numbers.items())}")
    if not numbers["references"]:
        print(f"{mark}No reference was found in any document: nothing was checked.")


if __name__ == "__main__":
    sys.exit(main())
