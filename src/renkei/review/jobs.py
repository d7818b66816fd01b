"""The inspectors at work: all analysers at once, each only on what it has not seen before."""

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import Final, Literal

from renkei._version import __version__
from renkei.review.analyser_process import AnalyserTimeout, Limits, end_all
from renkei.review.analysers.base import Absent, Analyser, Failed, Joining, Selective, Unread
from renkei.review.cache import Cache
from renkei.review.finding import RawFinding
from renkei.review.imports import import_closures
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

AnalyserState = Literal["done", "missing", "skipped", "failed", "nothing"]

_WORKERS: Final = 2 + (os.cpu_count() or 2)
"""Most of them wait for a process of their own."""

_MOST_NAMED: Final = 5
_NOTHING: Final = Sentence("there is nothing for it to look at")


@value
class Inspector:
    """A part of the review, and the analysers that stand behind it."""

    name: str
    analysers: tuple[Analyser, ...]
    is_about_code: bool = True


@value
class AnalyserResult:
    """What became of one analyser of one inspector."""

    inspector: str
    analyser: str
    version: str | None
    state: AnalyserState
    reason: Sentence | None = None
    seconds: float = 0.0
    findings: tuple[RawFinding, ...] = ()
    given: frozenset[str] = frozenset()
    """The files that it has to look at."""
    unread: frozenset[str] = frozenset()
    """Those of them that it did not read."""
    left_out: frozenset[str] = frozenset()
    """Files that the project's own settings keep from it."""
    too_large: frozenset[str] = frozenset()
    """Files of code over the limit of size."""
    languages: frozenset[str] | None = None
    """Those it knows; None for what looks at the text of any file."""
    install: str = ""
    """The line that installs it, where it is missing and there is one."""

    def tells_about(self, file: File) -> bool:
        """Whether its look counts: of code, that of somebody who knows the language."""
        return self.languages is not None or not file.kind.is_code

    @property
    def looked_at(self) -> frozenset[str]:
        return self.given - self.unread if self.version and self.state in ("done", "failed") else frozenset()


Choice = Callable[[Sequence[File]], Sequence[File]]
"""Those of an analyser's inputs that it is to look at: for one whose findings depend on the whole tree, all or none."""


def _all_inputs(inputs: Sequence[File]) -> Sequence[File]:
    return inputs


@value
class Job:
    """An analyser of an inspector, and what it is to look at."""

    inspector: str
    analyser: Analyser
    target: Target
    choose: Choice = _all_inputs


def list_jobs(inspectors: Iterable[Inspector], target: Target) -> list[Job]:
    return [Job(inspector=each.name, analyser=one, target=target) for each in inspectors for one in each.analysers]


def run_jobs(asked: Sequence[Job], cache: Cache, limits: Mapping[str, Limits]) -> Iterator[tuple[int, AnalyserResult]]:
    """The result of each job with the job's number, as soon as it is there.

    `limits` are by name of the analyser, with `""` for the rest.
    """
    with ThreadPoolExecutor(_WORKERS, thread_name_prefix="analyser") as pool:
        started = {
            pool.submit(_run_analyser, job, cache, limits.get(job.analyser.name) or limits[""]): number
            for number, job in enumerate(asked)
        }
        try:
            for done in as_completed(started):
                yield started[done], done.result()
        except BaseException:
            end_all()  # they are in sessions of their own, which an interrupt does not reach
            raise
        finally:
            for each in started:
                each.cancel()


def _run_analyser(job: Job, cache: Cache, limits: Limits) -> AnalyserResult:
    started = time.monotonic()
    analyser, target = job.analyser, job.target
    languages, inputs = analyser.languages(target), job.choose(analyser.input_files(target))
    known = [file for file in inputs if languages is None or file.kind.language in languages]
    too_large = frozenset(file.path for file in known if languages is not None and is_too_large(file, limits))
    given = frozenset(file.path for file in known) - too_large
    left_out = analyser.files_left_out(target) if isinstance(analyser, Selective) else frozenset[str]()

    def make_result(
        state: AnalyserState,
        version: str | None,
        reason: Sentence | None,
        findings: Sequence[RawFinding] = (),
        unread: frozenset[str] = given,
        install: str = "",
    ) -> AnalyserResult:
        return AnalyserResult(
            inspector=job.inspector,
            analyser=analyser.name,
            version=version,
            state=state,
            reason=reason,
            seconds=round(time.monotonic() - started, 3),
            findings=tuple(findings),
            given=given,
            unread=unread,
            left_out=left_out,
            too_large=too_large,
            languages=languages,
            install=install,
        )

    if not given:
        return make_result("nothing", None, _exclusion_reason(analyser, left_out) or _NOTHING)
    version = analyser.version(target)
    if isinstance(version, Absent):
        return make_result(version.state, None, version.reason, install=version.install)
    try:
        small = [file for file in inputs if file.path not in too_large]
        findings, unread = _collect_findings(analyser, version, target, small, cache, limits)
        reason = _unread_reason(analyser, unread) or _exclusion_reason(analyser, left_out)
        return make_result("failed" if unread else "done", version, reason, findings, unread)
    except AnalyserTimeout:
        reason = Sentence("{name} was stopped after {seconds:g} s", name=analyser.name, seconds=limits.seconds)
    except Failed as failed:
        reason = failed.reason
    except (OSError, ValueError, KeyError) as error:  # an analyser that speaks another form than it did
        reason = Sentence("{name} gave no result: {error}", name=analyser.name, error=repr(error))
    return make_result("failed", version, reason)


def _collect_findings(
    analyser: Analyser, version: str, target: Target, inputs: Sequence[File], cache: Cache, limits: Limits
) -> tuple[list[RawFinding], frozenset[str]]:
    """What it found, and the files that it did not read: of those nothing is kept, so that they are tried again."""
    keys = input_keys(analyser, version, target, inputs)
    if analyser.scope == "tree":
        return _tree_findings(analyser, version, keys, target, inputs, cache, limits)
    found = cache.get(list(keys.values()))
    new = [file for file in inputs if keys[file.path] not in found]
    unread: set[str] = set()
    if new:
        by_path: dict[str, list[RawFinding]] = {file.path: [] for file in new}
        for each in analyser.run(target, new, limits):
            if isinstance(each, Unread):
                unread.add(each.path)
            elif each.path in by_path:
                by_path[each.path].append(each)
        made = {keys[path]: findings for path, findings in by_path.items() if path not in unread}
        cache.put(made)
        found |= made
    return [finding for key in keys.values() for finding in found.get(key, ())], frozenset(unread)


def input_keys(analyser: Analyser, version: str, target: Target, inputs: Sequence[File]) -> dict[str, str]:
    """By file, a name for all that an analyser's findings in it depend on: equal names, equal findings."""
    basis = _digest_parts(_own_code(), analyser.name, version, analyser.cache_basis(target))
    if analyser.scope == "tree":
        return dict.fromkeys((file.path for file in inputs), _input_key(basis, target, [file.path for file in inputs]))
    depends = import_closures(target, inputs) if analyser.scope == "imports" else {}
    return {file.path: _input_key(basis, target, [file.path, *depends.get(file.path, ())]) for file in inputs}


def _tree_findings(
    analyser: Analyser,
    version: str,
    keys: Mapping[str, str],
    target: Target,
    inputs: Sequence[File],
    cache: Cache,
    limits: Limits,
) -> tuple[list[RawFinding], frozenset[str]]:
    [key] = set(keys.values())
    found = cache.get([key])
    if key in found:
        return found[key], frozenset()
    if isinstance(analyser, Joining):
        said = list(analyser.join(target, _gather_texts(analyser, version, target, inputs, cache, limits)))
    else:
        said = list(analyser.run(target, inputs, limits))
    findings = [each for each in said if isinstance(each, RawFinding)]
    unread = frozenset(each.path for each in said if isinstance(each, Unread))
    if not unread:
        cache.put({key: findings})
    return findings, unread


def _gather_texts(
    analyser: Joining, version: str, target: Target, inputs: Sequence[File], cache: Cache, limits: Limits
) -> dict[str, str]:
    basis = _digest_parts(_own_code(), type(analyser).__name__, version, analyser.gather_basis(target))
    keys = {file.path: _input_key(basis, target, [file.path]) for file in inputs}
    kept = cache.get_texts(list(keys.values()))
    new = [file for file in inputs if keys[file.path] not in kept]
    if new:
        made = {keys[path]: text for path, text in analyser.gather(target, new, limits).items()}
        cache.put_texts(made)
        kept |= made
    return {path: kept[key] for path, key in keys.items() if key in kept}


def is_too_large(file: File, limits: Limits) -> bool:
    return file.kind.is_code and file.size > limits.kilobytes * 1024


def _unread_reason(analyser: Analyser, unread: frozenset[str]) -> Sentence | None:
    if not unread:
        return None
    counts = {"name": analyser.name, "count": len(unread), "paths": _some_paths(unread)}
    return Sentence("{name} did not read {count} files: {paths}", **counts)


def _exclusion_reason(analyser: Analyser, left_out: frozenset[str]) -> Sentence | None:
    if not left_out:
        return None
    counts = {"name": analyser.name, "count": len(left_out), "paths": _some_paths(left_out)}
    return Sentence("the settings of {name} exclude {count} files: {paths}", **counts)


def _some_paths(paths: frozenset[str]) -> str:
    return ", ".join(sorted(paths)[:_MOST_NAMED]) + (" …" if len(paths) > _MOST_NAMED else "")


@cache
def _own_code() -> str:
    """What we make of an analyser's words depends on our own code, too."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return _digest_parts(__version__, *(path.read_text("utf-8") for path in files))


def _input_key(basis: str, target: Target, paths: Sequence[str]) -> str:
    return _digest_parts(basis, *map(target.fingerprint, paths))


def _digest_parts(*parts: str) -> str:
    return hashlib.sha256("\0\0".join(parts).encode(errors="surrogatepass")).hexdigest()
