"""The store itself: checked against its log, copied, written out as lines and brought in again."""

import re
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path

from renkei.app.project import Project
from renkei.board.fold import refold_tables
from renkei.board.verify import Flaw, find_flaws, find_head_flaws
from renkei.bootstrap import copy_to_file, open_file, open_scratch_hub
from renkei.commands.external_acts import CopyStore, ImportLog, RebuildTables
from renkei.errors import BadInput, NotFound
from renkei.eventlog.private_files import FILE_MODE
from renkei.eventlog.records import Head
from renkei.eventlog.sqlite.file import files_of
from renkei.eventlog.transfer import export_lines, import_lines
from renkei.files import whole_file
from renkei.hub import Hub
from renkei.sentence import Parameter, Sentence
from renkei.settings import mask_store_url, store_path
from renkei.values import value


@value
class StoreVerification:
    """What was found when a store was held against its log."""

    events: int
    head: str
    """As it can be noted and asked for later."""
    flaws: list[Flaw]
    path: Path | None = None
    """Of a copy that was made; none is left of a store that does not hold."""


@value
class ImportResult:
    new: int
    events: int
    """How many the log has now."""


def verify_store(project: Project, *, repair: bool = False, noted: str | None = None) -> StoreVerification:
    """Is the store what its log says, and does it still hold the head that was noted? With `repair` every table is
    folded anew from the log first.

    Raises:
        NotFound: there is no store.
        BadInput: what was noted is no head.
        Refused: repairing is not for this actor.
    """
    _require_store(project)
    head = _read_head(noted) if noted is not None else None
    if repair:
        project.authorize_act(RebuildTables())
        with project.hub.log.write() as tx:
            refold_tables(tx)
    with project.reader.read() as view:
        flaws = list(find_flaws(view, lambda each: project.caller.progress(each, "Checking", total=view.head.seq)))
        flaws += find_head_flaws(view, head) if head else ()
        return StoreVerification(events=view.head.seq, head=view.head.as_text, flaws=flaws)


def back_up_store(project: Project, file: str, *, force: bool = False) -> StoreVerification:
    """A copy of the store that was opened anew and checked, made while others write.

    Raises:
        NotFound: there is no store.
        BadInput: the copy cannot go there.
        Refused: not for this actor.
    """
    _require_store(project)
    project.authorize_act(CopyStore())
    path = (project.cwd / file).resolve()
    _check_copy_target(project, path, force=force)
    try:
        with whole_file(path, replace=force, mode=FILE_MODE) as draft:
            copy_to_file(project.reader.log, draft)
            found = _verify_copy(project, draft, path)
            if found.flaws:
                raise _DamagedCopy(found)
    except _DamagedCopy as damaged:
        return damaged.found
    except FileExistsError:
        raise _exists_error(path) from None
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None
    return found


class _DamagedCopy(Exception):
    """The copy is not what its log says, so that none is left."""

    def __init__(self, found: StoreVerification) -> None:
        self.found = found


def export_log(project: Project) -> Iterator[str]:
    """The log as lines of JSON."""
    with project.reader.read() as view:
        yield from project.caller.progress(export_lines(view), "Writing", total=view.head.seq + 1)


def export_to_file(project: Project, file: str, *, force: bool = False) -> int:
    """The same into a file; how many events are in it.

    Raises:
        BadInput: it cannot go there.
        Refused: not for this actor.
    """
    project.authorize_act(CopyStore())
    _check_target(project, (project.cwd / file).resolve(), force=force)
    with project.reader.read() as view:
        events = view.head.seq
        _write_lines(project.cwd, file, project.caller.progress(export_lines(view), "Writing", total=events + 1))
    return events


def import_log(project: Project, lines: Iterable[str], name: str) -> ImportResult:
    """Brings an exported log into the store, all of it or nothing; `name` is what mistakes in it are told by.

    A log that is brought in says who did what: no agent may write that.
    """
    project.authorize_act(ImportLog())
    if not project.has_store:
        lines, tried = tee(lines)
        _import_into(open_scratch_hub(), tried, name)
    return _import_into(project.hub, lines, name)


def _require_store(project: Project) -> None:
    if not project.has_store:
        raise NotFound("There is no store at {store}.", store=mask_store_url(project.settings.store))


def _read_head(text: str) -> Head:
    """A head as `verify_store` gives it."""
    found = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text.strip())
    if found is None:
        raise BadInput(
            "{option}: expected SEQ:HASH as renkei verify-store prints it, not {head!r}.",
            option=Parameter("noted"),
            head=text,
        )
    return Head(seq=int(found[1]), hash=found[2])


def _check_target(project: Project, path: Path, *, force: bool) -> None:
    """Never onto the store itself, and onto a file that is there only when told to."""
    store = store_path(project.settings.store, project.cwd)
    if store and path in [file.resolve() for file in files_of(store)]:
        raise BadInput("{path} is the store itself. Choose another place for the copy.", path=str(path))
    if path.is_file() and not force:
        raise _exists_error(path)


def _check_copy_target(project: Project, path: Path, *, force: bool) -> None:
    _check_target(project, path, force=force)
    if path.is_dir():
        raise BadInput("{path} is a folder. Name a file.", path=str(path))
    if path.exists() and not force:
        raise _exists_error(path)
    if any(file.exists() for file in files_of(path)[1:]):
        raise BadInput("{path} has a journal beside it: somebody uses it. Choose another place.", path=str(path))


def _exists_error(path: Path) -> BadInput:
    return BadInput("{path} is there already. Replace it with {option}.", option=Parameter("force"), path=str(path))


def _verify_copy(project: Project, draft: Path, path: Path) -> StoreVerification:
    """Opened and read anew, so that what is said of the copy is true of the copy."""
    log = open_file(draft)
    try:
        with log.read() as view:
            events = view.head.seq
            flaws = list(find_flaws(view, lambda each: project.caller.progress(each, "Checking", total=events)))
            return StoreVerification(events=events, head=view.head.as_text, flaws=flaws, path=path)
    finally:
        log.close()


def _write_lines(cwd: Path, file: str, lines: Iterable[str]) -> None:
    path = cwd / file
    try:
        if path.exists() and not path.is_file():
            _fill_file(path, lines)  # a pipe or device is written to, never replaced
        else:
            # an export that was cut off would look like a log
            with whole_file(path.resolve(), mode=FILE_MODE) as draft:
                _fill_file(draft, lines)
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=file, error=error.strerror) from None


def _fill_file(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def _import_into(hub: Hub, lines: Iterable[str], name: str) -> ImportResult:
    try:
        with hub.log.write() as tx:
            new = import_lines(tx, lines)
            if new:
                refold_tables(tx)
            return ImportResult(new=new, events=tx.head.seq)
    except BadInput as error:
        raise BadInput("{name}: {wrong}", name=name, wrong=Sentence(error.text, **error.params)) from None
