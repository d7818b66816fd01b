"""What a review looked at, and what it did not: a verdict is only as good as the looking behind it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from renkei.review.target import File, Target
from renkei.review.team import AnalyserState, Looked
from renkei.sentence import Sentence

InspectorState = Literal["done", "partial", "missing", "failed", "nothing", "unsupported"]

_GAPS: Final[frozenset[AnalyserState]] = frozenset({"missing", "failed"})

IsAsked = Callable[[str], bool]
"""Whether a path is part of what is reviewed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gap:
    """An analyser that has files to look at and did not look at all of them."""

    analyser: str
    state: AnalyserState
    install: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """The files of one language, and who looked at them."""

    files: int
    lines: int
    looked_at: int
    analysers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    """What decides whether enough was looked at."""

    gaps: tuple[Gap, ...]
    looked_at: int
    seen_code: int
    """Files of code that were looked at by somebody who knows their language."""
    unseen_code: tuple[str, ...]
    """Languages with code that nobody looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """What there was to look at, and what was looked at."""

    files: int
    languages: dict[str, Language]
    sight: Sight

    @property
    def looked_at(self) -> int:
        return self.sight.looked_at


def coverage(looked: Sequence[Looked], target: Target, is_asked: IsAsked) -> Coverage:
    files = [file for file in target.files if file.kind.is_own and is_asked(file.path)]
    by_path: dict[str, set[str]] = {file.path: set() for file in files}
    for each in looked:
        for path in each.looked_at & by_path.keys():
            if each.languages is not None or not target.by_path[path].kind.is_code:
                by_path[path].add(each.analyser)
    seen = {path for path, analysers in by_path.items() if analysers}
    code = [file for file in files if file.kind.is_code]
    sight = Sight(
        gaps=_gaps(looked, is_asked),
        looked_at=len(seen),
        seen_code=sum(file.path in seen for file in code),
        unseen_code=tuple(sorted({file.kind.language or "" for file in code if file.path not in seen})),
    )
    return Coverage(files=len(files), languages=_languages(target, files, by_path), sight=sight)


def _gaps(looked: Iterable[Looked], is_asked: IsAsked) -> tuple[Gap, ...]:
    found = {
        each.analyser: Gap(analyser=each.analyser, state=each.state, install=each.install)
        for each in looked
        if each.state in _GAPS and any(map(is_asked, each.unread))
    }
    return tuple(found[name] for name in sorted(found))


def _languages(target: Target, files: Sequence[File], by_path: dict[str, set[str]]) -> dict[str, Language]:
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


def unsupported(looked: Iterable[Looked], code: frozenset[str]) -> frozenset[str]:
    """Languages of the code that none of these analysers knows."""
    return code - {language for each in looked for language in each.languages or ()}


def state_of(looked: Sequence[Looked], *, is_foreign: bool) -> InspectorState:
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


def incomplete(found: Sight) -> Sentence | None:
    """Why nothing can be said about all of it; None when everything that could be looked at was."""
    names = ", ".join(f"{each.analyser} ({each.state})" for each in found.gaps)
    if lines := dict.fromkeys(each.install for each in found.gaps if each.install):
        return Sentence("did not look at everything: {names}. Type: {command}", names=names, command="; ".join(lines))
    if found.gaps:
        return Sentence("did not look at everything: {names}", names=names)
    if not found.looked_at:
        return Sentence("there is nothing here that could be looked at")
    if found.unseen_code and not found.seen_code:
        return Sentence("no analyser here knows the code: {languages}", languages=", ".join(found.unseen_code))
    return None


def together(sights: Iterable[Sight]) -> Sight:
    """What several inspectors of the same tree have looked at."""
    all_ = list(sights)
    named = {gap.analyser: gap for each in all_ for gap in each.gaps}
    return Sight(
        gaps=tuple(named[name] for name in sorted(named)),
        looked_at=max((each.looked_at for each in all_), default=0),
        seen_code=max((each.seen_code for each in all_), default=0),
        unseen_code=next((each.unseen_code for each in all_), ()),
    )
