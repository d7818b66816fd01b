"""The inspectors at work: all analysers at once, each only on what it has not seen before."""

import hashlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

from renkei._version import __version__
from renkei.review.analysers.base import Absent, Analyser, Failed, Unread
from renkei.review.cache import Cache
from renkei.review.finding import Raw
from renkei.review.imports import closures
from renkei.review.process import Limits, OutOfTime, end_all
from renkei.review.target import File, Target
from renkei.sentence import Sentence

AnalyserState = Literal["done", "missing", "skipped", "failed", "nothing"]

_WORKERS: Final = 2 + (os.cpu_count() or 2)
"""Most of them wait for a process of their own."""

_MOST_NAMED: Final = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Inspector:
    """A part of the review, and the analysers that stand behind it."""

    name: str
    analysers: tuple[Analyser, ...]
    is_about_code: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Looked:
    """What became of one analyser of one inspector."""

    inspector: str
    analyser: str
    version: str | None
    state: AnalyserState
    reason: Sentence | None = None
    seconds: float = 0.0
    findings: tuple[Raw, ...] = ()
    given: frozenset[str] = frozenset()
    """The files that it has to look at."""
    unread: frozenset[str] = frozenset()
    """Those of them that it did not read."""
    languages: frozenset[str] | None = None
    """Those it knows; None for what looks at the text of any file."""
    install: str = ""
    """The line that installs it, where it is missing and there is one."""

    @property
    def looked_at(self) -> frozenset[str]:
        return self.given - self.unread if self.version and self.state in ("done", "failed") else frozenset()


def inspect(
    inspectors: Sequence[Inspector], target: Target, cache: Cache, limits: Mapping[str, Limits]
) -> Iterator[Looked]:
    """Each analyser's result as soon as it is there. `limits` are by name of the analyser, with `""` for the rest."""
    with ThreadPoolExecutor(_WORKERS, thread_name_prefix="analyser") as pool:
        jobs = [
            pool.submit(_look, inspector.name, analyser, target, cache, limits.get(analyser.name) or limits[""])
            for inspector in inspectors
            for analyser in inspector.analysers
        ]
        try:
            for job in as_completed(jobs):
                yield job.result()
        except BaseException:
            end_all()  # they are in sessions of their own, which an interrupt does not reach
            raise
        finally:
            for job in jobs:
                job.cancel()


def _look(inspector: str, analyser: Analyser, target: Target, cache: Cache, limits: Limits) -> Looked:
    started = time.monotonic()

    languages, inputs = analyser.languages(target), analyser.inputs(target)
    given = frozenset(file.path for file in inputs if languages is None or file.kind.language in languages)

    def looked(
        state: AnalyserState,
        version: str | None,
        reason: Sentence | None,
        findings: Sequence[Raw] = (),
        unread: frozenset[str] = given,
        install: str = "",
    ) -> Looked:
        return Looked(
            inspector=inspector,
            analyser=analyser.name,
            version=version,
            state=state,
            reason=reason,
            seconds=round(time.monotonic() - started, 3),
            findings=tuple(findings),
            given=given,
            unread=unread,
            languages=languages,
            install=install,
        )

    if not given:
        return looked("nothing", None, Sentence("there is nothing for it to look at"))
    version = analyser.version(target)
    if isinstance(version, Absent):
        return looked(version.state, None, version.reason, install=version.install)
    try:
        findings, unread = _findings(analyser, version, target, inputs, cache, limits)
        return looked("failed" if unread else "done", version, _unread_reason(analyser, unread), findings, unread)
    except OutOfTime:
        reason = Sentence("{name} was stopped after {seconds:g} s", name=analyser.name, seconds=limits.seconds)
    except Failed as failed:
        reason = failed.reason
    except (OSError, ValueError, KeyError) as error:  # an analyser that speaks another form than it did
        reason = Sentence("{name} gave no result: {error}", name=analyser.name, error=repr(error))
    return looked("failed", version, reason)


def _findings(
    analyser: Analyser, version: str, target: Target, inputs: Sequence[File], cache: Cache, limits: Limits
) -> tuple[list[Raw], frozenset[str]]:
    """What it found, and the files that it did not read: of those nothing is kept, so that they are tried again."""
    basis = _digest(_own_code(), analyser.name, version, analyser.basis(target))
    if analyser.scope == "tree":
        return _of_the_tree(analyser, basis, target, inputs, cache, limits)
    depends = closures(target, inputs) if analyser.scope == "imports" else {}
    keys = {file.path: _key(basis, target, [file.path, *depends.get(file.path, ())]) for file in inputs}
    found = cache.get(list(keys.values()))
    new = [file for file in inputs if keys[file.path] not in found]
    unread: set[str] = set()
    if new:
        by_path: dict[str, list[Raw]] = {file.path: [] for file in new}
        for each in analyser.run(target, new, limits):
            if isinstance(each, Unread):
                unread.add(each.path)
            elif each.path in by_path:
                by_path[each.path].append(each)
        made = {keys[path]: findings for path, findings in by_path.items() if path not in unread}
        cache.put(made)
        found |= made
    return [finding for key in keys.values() for finding in found.get(key, ())], frozenset(unread)


def _of_the_tree(
    analyser: Analyser, basis: str, target: Target, inputs: Sequence[File], cache: Cache, limits: Limits
) -> tuple[list[Raw], frozenset[str]]:
    key = _key(basis, target, [file.path for file in inputs])
    found = cache.get([key])
    if key in found:
        return found[key], frozenset()
    said = list(analyser.run(target, inputs, limits))
    findings = [each for each in said if isinstance(each, Raw)]
    unread = frozenset(each.path for each in said if isinstance(each, Unread))
    if not unread:
        cache.put({key: findings})
    return findings, unread


def _unread_reason(analyser: Analyser, unread: frozenset[str]) -> Sentence | None:
    if not unread:
        return None
    shown = ", ".join(sorted(unread)[:_MOST_NAMED]) + (" …" if len(unread) > _MOST_NAMED else "")
    return Sentence("{name} did not read {count} files: {paths}", name=analyser.name, count=len(unread), paths=shown)


@cache
def _own_code() -> str:
    """What we make of an analyser's words depends on our own code, too."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return _digest(__version__, *(path.read_text("utf-8") for path in files))


def _key(basis: str, target: Target, paths: Sequence[str]) -> str:
    return _digest(basis, *(f"{path}\0{target.digest(path)}" for path in paths))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0\0".join(parts).encode(errors="surrogatepass")).hexdigest()
