"""What a review looked at, and what it did not: a verdict is only as good as the looking behind it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from renkei.review.excuses import Excuses
from renkei.review.jobs import AnalyserResult, AnalyserState
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

InspectorState = Literal["done", "partial", "missing", "failed", "nothing", "unsupported"]

_GAPS: Final[frozenset[AnalyserState]] = frozenset({"missing", "failed"})

OF_NAMES: Final = frozenset({"files", "configuration", "imports", "deptry"})
"""They look at what files are called or import, and into those of a few names: a file is not read by that."""

LINTERS: Final = frozenset({"ruff", "bandit", "vulture", "ty"})
"""Of what flake8 leaves out, their findings do not count."""

_MOST_NAMED: Final = 5

IsAsked = Callable[[str], bool]
"""Whether a path is part of what is reviewed."""


@value
class Gap:
    """An analyser that has files to look at and did not look at all of them."""

    analyser: str
    state: AnalyserState
    install: str = ""


@value
class Language:
    """The files of one language, and who looked at them."""

    files: int
    lines: int
    looked_at: int
    analysers: tuple[str, ...]


@value
class Sight:
    """What decides whether enough was looked at."""

    gaps: tuple[Gap, ...]
    looked_at: int
    seen_code: int
    """Files of code that were looked at by somebody who knows their language."""
    unseen_code: tuple[str, ...]
    """Languages with code that nobody looked at."""
    too_large: tuple[str, ...] = ()
    """Files of code over the limit of size."""
    files: int = 0
    """What there was to look at."""


@value
class Coverage:
    """What there was to look at, and what was looked at."""

    languages: dict[str, Language]
    unseen: dict[str, int]
    """Files that were not looked at: by language, or what else they are."""
    sight: Sight

    @property
    def files(self) -> int:
        return self.sight.files

    @property
    def looked_at(self) -> int:
        return self.sight.looked_at


def measure_coverage(looked: Sequence[AnalyserResult], target: Target, is_asked: IsAsked) -> Coverage:
    files = [file for file in target.files if file.kind.is_own and is_asked(file.path)]
    by_path: dict[str, set[str]] = {file.path: set() for file in files}
    excuses = Excuses(target)
    for each in looked:
        for path in each.looked_at & by_path.keys():
            if _is_look(each, target, path) and not (each.analyser in LINTERS and excuses.leave_out(path)):
                by_path[path].add(each.analyser)
    seen = {path for path, analysers in by_path.items() if analysers}
    code = [file for file in files if file.kind.is_code]
    too_large = {path for each in looked for path in each.too_large if path in by_path} - seen
    sight = Sight(
        gaps=_find_gaps(looked, is_asked),
        looked_at=len(seen),
        seen_code=sum(file.path in seen for file in code),
        unseen_code=tuple(sorted({file.kind.language or "" for file in code if file.path not in seen})),
        too_large=tuple(sorted(too_large)),
        files=len(files),
    )
    unseen = Counter(_file_label(target, file) for file in files if file.path not in seen)
    return Coverage(
        languages=_count_languages(target, files, by_path), unseen=dict(sorted(unseen.items())), sight=sight
    )


def _is_look(looked: AnalyserResult, target: Target, path: str) -> bool:
    """A name is not what is in a file, and what is no text nobody reads."""
    if looked.analyser in OF_NAMES or not looked.tells_about(target.by_path[path]):
        return False
    return looked.languages is not None or target.lines(path) is not None


def _file_label(target: Target, file: File) -> str:
    if file.kind.language:
        return file.kind.language
    if target.lines(file.path):
        return "text"
    return "binary" if target.can_read(file.path) else "unreadable"


def _find_gaps(looked: Iterable[AnalyserResult], is_asked: IsAsked) -> tuple[Gap, ...]:
    found = {
        each.analyser: Gap(analyser=each.analyser, state=each.state, install=each.install)
        for each in looked
        if each.state in _GAPS and any(map(is_asked, each.unread))
    }
    return tuple(found[name] for name in sorted(found))


def _count_languages(target: Target, files: Sequence[File], by_path: dict[str, set[str]]) -> dict[str, Language]:
    by_language: dict[str, list[File]] = {}
    for file in files:
        if file.kind.language:
            by_language.setdefault(file.kind.language, []).append(file)
    return {
        name: Language(
            files=len(own),
            lines=sum(target.line_count(file.path) for file in own),
            looked_at=sum(bool(by_path[file.path]) for file in own),
            analysers=tuple(sorted({analyser for file in own for analyser in by_path[file.path]})),
        )
        for name, own in sorted(by_language.items())
    }


def code_languages(target: Target, is_asked: IsAsked) -> frozenset[str]:
    own = (file for file in target.files if file.kind.is_code and file.kind.is_own and is_asked(file.path))
    return frozenset(file.kind.language or "" for file in own)


def find_unsupported(looked: Iterable[AnalyserResult], code: frozenset[str]) -> frozenset[str]:
    """Languages of the code that none of these analysers knows."""
    return code - {language for each in looked for language in each.languages or ()}


def state_of(looked: Sequence[AnalyserResult], *, is_foreign: bool) -> InspectorState:
    """How far an inspector came, by its analysers. One that looks at the text of any file stands for none that knows
    the language."""
    busy = [each for each in looked if each.state != "nothing"]
    experts = [each for each in busy if each.languages is not None]
    if not experts and is_foreign:
        return "unsupported"
    if not busy:
        return "nothing"
    if all(each.state == "done" for each in busy):
        return "done"
    states = {each.state for each in experts or busy}
    if "done" in states:
        return "partial"
    return "failed" if "failed" in states else "missing"


def incomplete_reason(found: Sight) -> Sentence | None:
    """Why nothing can be said about all of it; None when everything that could be looked at was."""
    names = ", ".join(f"{each.analyser} ({each.state})" for each in found.gaps)
    if lines := dict.fromkeys(each.install for each in found.gaps if each.install):
        return Sentence("did not look at everything: {names}. Type: {command}", names=names, command="; ".join(lines))
    if found.gaps:
        return Sentence("did not look at everything: {names}", names=names)
    if found.too_large:
        paths = ", ".join(found.too_large[:_MOST_NAMED]) + (" …" if len(found.too_large) > _MOST_NAMED else "")
        return Sentence("too large to be looked at: {paths}. Set `file_size` or `exclude` for the review", paths=paths)
    if not found.looked_at:
        return Sentence("there is nothing here that could be looked at")
    if found.unseen_code and not found.seen_code:
        return Sentence("no analyser here knows the code: {languages}", languages=", ".join(found.unseen_code))
    return None


def merge_sights(sights: Iterable[Sight]) -> Sight:
    """What several inspectors of the same tree have looked at."""
    all_ = list(sights)
    named = {gap.analyser: gap for each in all_ for gap in each.gaps}
    first = all_[0].unseen_code if all_ else ()
    return Sight(
        gaps=tuple(named[name] for name in sorted(named)),
        looked_at=max((each.looked_at for each in all_), default=0),
        seen_code=max((each.seen_code for each in all_), default=0),
        unseen_code=tuple(name for name in first if all(name in each.unseen_code for each in all_)),
        too_large=tuple(sorted({path for each in all_ for path in each.too_large})),
        files=max((each.files for each in all_), default=0),
    )
