"""What the check of results says of text that nobody wrote as a result: the documentation of public packages.

Each document is checked as prose against the source release it belongs to. Nothing that is no file of that tree may be
called false there. A sample (all that is called false, then what else was found, by the seed) is judged one by one by
who reads the text, and judgements are kept in bench/corpus/judged.toml: `right` or `wrong` is what was said of it.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from bench.corpus import FALSE, check
from bench.releases import RELEASES, fetch, unpack

SEED, SAMPLE = 13, 200
DOCUMENTS: Final = ("black", "django", "hatch", "pytest", "sphinx", "tornado")
SUFFIXES: Final = (".rst", ".txt", ".md")
FOLDERS: Final = ("doc", "docs", "changelog")
JUDGED: Final = Path(__file__).parent / "corpus" / "judged.toml"
Key = tuple[str, str, str, str]
"""Of a judgement: release, document, text and state."""
WRAPPED: Final = """## Explore Result
### Status
SUCCESS
### Summary
A document, as it is.
### Findings
{text}
"""


@dataclass(frozen=True, kw_only=True)
class Told:
    """A place that was found in a document, and what was said of it."""

    release: str
    document: str
    line: int
    text: str
    state: str
    around: str

    @property
    def key(self) -> Key:
        return self.release, self.document, self.text, self.state


def main() -> int:
    """Check every document, list the sample; 1 with --require, unless all of it is judged and nothing wrongly false."""
    args = _arguments()
    numbers, sample, judged = measure(args.releases, seed=args.seed, size=args.sample, wrap=args.wrap)
    if args.json:
        print(json.dumps({**numbers, "sampled": [asdict(each) for each in sample]}, ensure_ascii=False))
    else:
        _print(sample, judged, numbers, as_toml=args.toml)
    return 1 if args.require and not _is_reached(numbers) else 0


def measure(
    releases: Sequence[str] = DOCUMENTS, *, seed: int = SEED, size: int = SAMPLE, wrap: bool = False
) -> tuple[dict[str, Any], list[Told], dict[Key, str]]:
    """The numbers, the sample, and what was judged."""
    seen, told = Counter[str](), list[Told]()
    for name in releases:
        with tempfile.TemporaryDirectory() as folder:
            root, file = Path(folder) / "tree", Path(folder) / "document.md"
            unpack(fetch(RELEASES[name]), root)
            _commit(root)
            for path in documents(root):
                text = path.read_text("utf-8", errors="replace")
                file.write_text(WRAPPED.format(text=text) if wrap else text, "utf-8")
                said = check(file, root)
                seen.update(_counted(text, said))
                told += _told(name, path.relative_to(root).as_posix(), text, said)
                if sys.stderr.isatty():
                    print(f"\r{seen['lines']} lines, {len(told)} places", end="", file=sys.stderr)
    sample = sorted(_sampled(told, seed, size), key=lambda each: (each.release, each.document, each.line, each.text))
    judged = read_judged()
    return {**seen, "places": len(told), **_shares(told, sample, judged)}, sample, judged


def _shares(told: Sequence[Told], sample: Sequence[Told], judged: Mapping[Key, str]) -> dict[str, Any]:
    """How many are called false, how many of the sample are judged, and how often what was said is right."""
    called = [each for each in told if each.state in FALSE]
    verdicts = Counter(judged.get(each.key, "not judged") for each in sample)
    return {
        "called_false": len(called),
        "wrongly_called_false": sum(judged.get(each.key) == "wrong" for each in called),
        "sample": len(sample),
        **{name.replace(" ", "_"): verdicts[name] for name in ("right", "wrong", "not judged")},
    }


def _is_reached(numbers: Mapping[str, Any]) -> bool:
    return bool(numbers["references"]) and not numbers["not_judged"] and not numbers["wrongly_called_false"]


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
        help="exit 1 unless something was found, all of the sample is judged, and nothing is wrongly called false",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def documents(root: Path) -> list[Path]:
    """The documentation in a release."""
    every = (path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix in SUFFIXES)
    return [path for path in every if path.parent == root or path.relative_to(root).parts[0] in FOLDERS]


def read_judged() -> dict[Key, str]:
    """What was judged: the verdict by release, document, text and state."""
    entries: list[dict[str, Any]] = tomllib.loads(JUDGED.read_text("utf-8")).get("judged", [])
    return {(each["release"], each["document"], each["text"], each["state"]): each["verdict"] for each in entries}


def _commit(root: Path) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    for words in (["init", "--quiet"], ["add", "--all", "--force"], ["commit", "--quiet", "--message", "release"]):
        subprocess.run(["git", *who, *words], cwd=root, check=True)


def _counted(text: str, said: dict[str, Any]) -> Counter[str]:
    """How much there was, and how much of it was looked at: where no reference is found, nothing was checked."""
    found = len(said["references"])
    return Counter(lines=text.count("\n"), documents=1, documents_with_references=int(found > 0), references=found)


def _told(release: str, document: str, text: str, said: dict[str, Any]) -> Iterator[Told]:
    lines = text.splitlines()
    for words, state in dict.fromkeys((str(each["text"]), _state(each)) for each in said["references"]):
        at = next((number for number, line in enumerate(lines, 1) if words in line), 0)
        around = lines[at - 1].strip()[:200] if at else ""
        yield Told(release=release, document=document, line=at, text=words, state=state, around=around)


def _state(reference: dict[str, Any]) -> str:
    return "mismatch" if reference.get("quote") == "mismatch" else str(reference["state"])


def _sampled(told: Sequence[Told], seed: int, size: int) -> Sequence[Told]:
    """What is called false first, then the others."""

    def order(each: Told) -> tuple[bool, str]:
        """By the seed alone: what is found besides changes nothing for the others."""
        return each.state not in FALSE, hashlib.sha256(f"{seed} {each.key}".encode()).hexdigest()

    return sorted(told, key=order)[: size or None]


def _print(sample: Sequence[Told], judged: Mapping[Key, str], numbers: dict[str, Any], *, as_toml: bool) -> None:
    for each in sample:
        verdict = judged.get(each.key)
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
    elif numbers["right"] + numbers["wrong"]:
        share = numbers["right"] / (numbers["right"] + numbers["wrong"])
        print(f"{mark}{share:.1%} of what is judged is right; {numbers['wrongly_called_false']} wrongly called false")


if __name__ == "__main__":
    sys.exit(main())
