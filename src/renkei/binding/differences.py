"""What the files of a project say other than a person set, and no person committed (DEC-52)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from renkei.binding.commits import is_committed
from renkei.binding.files import (
    Held,
    find_committed_store,
    find_committed_text,
    mask_named_store,
    read_held,
    where_it_stands,
)
from renkei.binding.marks import find_lost_marks
from renkei.binding.record import Bound, Record, digest_text, read_record, state_file
from renkei.binding.texts import CONFIG, HELD, TEXTS, current_texts
from renkei.setup.hook_settings import HOOK_SETTINGS, OFF
from renkei.values import value

ASPECTS: Final = ("record", "mode", "switch", "marks", "store", *TEXTS)
"""All that binds, in the order in which it is shown."""


@value
class Difference:
    what: str
    """One of `ASPECTS`."""
    where: str
    """The file or table."""
    recorded: str
    """What a person set."""
    found: str
    """What stands there."""

    @property
    def is_refused(self) -> bool:
        """Whether it is refused; else what was recorded holds."""
        return self.what == "store" or (self.what in TEXTS and self.what not in HELD)


def find_differences(project: Path, env: Mapping[str, str]) -> list[Difference]:
    """All of them. None where nothing was recorded: there the files count."""
    record = read_record(project, env)
    if record is None:
        return []
    if record.is_broken:
        path = state_file(project, env, ".json")
        return [Difference(what="record", where=str(path), recorded="-", found="-")]
    held = read_held(project)
    return [
        *_mode_differences(project, record.bound, held),
        *_switch_differences(project, record.bound, held),
        *_mark_differences(project, record.bound),
        *_store_differences(project, record.bound, held),
        *_text_differences(project, record, held.texts),
    ]


def find_text_difference(project: Path, env: Mapping[str, str], what: str) -> Difference | None:
    """Whether one of the texts differs."""
    record = read_record(project, env)
    if record is None or not getattr(record.bound, what):
        return None
    return next(_text_differences(project, record, {what: current_texts(project)[what]}), None)


def find_store_difference(project: Path, env: Mapping[str, str]) -> Difference | None:
    """Whether the project's files name another store than a person had them name."""
    record = read_record(project, env)
    if record is None or not record.bound.named:
        return None
    return next(_config_differences(project, record.bound, mask_named_store(project)), None)


def _mode_differences(project: Path, bound: Bound, held: Held) -> Iterator[Difference]:
    """The mode, with what a check may take: one that ends at once is none."""
    recorded, found = (bound.mode, bound.deadline or held.deadline), (held.mode, held.deadline)
    if bound.mode and recorded != found and not is_committed(project, HOOK_SETTINGS):
        before, after = (f"mode {mode or '-'}\ndeadline {deadline:g}\n" for mode, deadline in (recorded, found))
        yield Difference(what="mode", where=HOOK_SETTINGS, recorded=before, found=after)


def _switch_differences(project: Path, bound: Bound, held: Held) -> Iterator[Difference]:
    if bound.off is not None and held.off != bound.off and not is_committed(project, OFF):
        words = {True: "off", False: "on"}
        yield Difference(what="switch", where=OFF, recorded=words[bound.off], found=words[held.off])


def _mark_differences(project: Path, bound: Bound) -> Iterator[Difference]:
    for agent in find_lost_marks(project, bound.marks or ()):
        where = f".claude/agents/{agent}.md"
        yield Difference(what="marks", where=where, recorded=f"{agent}: contract", found=f"{agent}: -")


def _store_differences(project: Path, bound: Bound, held: Held) -> Iterator[Difference]:
    if bound.store and held.store and held.store != bound.store and not is_committed(project, HOOK_SETTINGS):
        yield Difference(what="store", where=HOOK_SETTINGS, recorded=bound.store, found=held.store)
    yield from _config_differences(project, bound, held.named)


def _config_differences(project: Path, bound: Bound, named: str) -> Iterator[Difference]:
    if bound.named and named != bound.named and find_committed_store(project) != named:
        yield Difference(what="store", where=CONFIG, recorded=bound.named, found=named)


def _text_differences(project: Path, record: Record, texts: Mapping[str, str]) -> Iterator[Difference]:
    for what, text in texts.items():
        recorded = getattr(record.bound, what)
        if recorded and digest_text(text) != recorded and find_committed_text(project, what) != text:
            yield Difference(what=what, where=where_it_stands(what), recorded=record.texts.get(what, ""), found=text)
