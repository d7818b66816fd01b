"""`renkei backup`: a copy of the store that was checked, made while others write."""

import argparse
import sys
from pathlib import Path

from renkei.board.verify import Flaw, verify
from renkei.bootstrap import copy_to_file, open_file, store_exists
from renkei.commands.acts import CopyStore
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.copy_place import already_there, check_place
from renkei.errors import BadInput, NotFound
from renkei.eventlog.private_files import whole_file
from renkei.eventlog.records import Head
from renkei.eventlog.sqlite.file import files_of
from renkei.kit.words import Say
from renkei.settings import shown_store


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE", help=say("where the copy goes: a store of its own"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not store_exists(context.settings, context.cwd):
        raise NotFound("There is no store at {store}.", store=shown_store(context.settings.store))
    context.authorize_act(CopyStore())
    path = (context.cwd / args.file).resolve()
    _check_place(context, path, force=args.force)
    try:
        with whole_file(path, replace=args.force) as draft:
            copy_to_file(context.reader.log, draft)
            head, flaws = _check_copy(context, draft)
            if flaws:
                raise _Damaged(flaws)
    except _Damaged as damaged:
        return _tell_flaws(context, damaged.flaws)
    except FileExistsError:
        raise already_there(path) from None
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None
    if context.out.as_json:
        context.out.document({"file": str(path), "events": head.seq, "head": head.noted})
    else:
        context.out.tell("{count} events are in {path}, chain and tables agree.", count=head.seq, path=str(path))
        context.out.tell("Head: {head}", head=head.noted)
    return 0


class _Damaged(Exception):
    """The copy is not what its log says, so that none is left."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = flaws


def _check_place(context: Context, path: Path, *, force: bool) -> None:
    check_place(context, path, force=force)
    if path.is_dir():
        raise BadInput("{path} is a folder. Name a file.", path=str(path))
    if path.exists() and not force:
        raise already_there(path)
    if any(file.exists() for file in files_of(path)[1:]):
        raise BadInput("{path} has a journal beside it: somebody uses it. Choose another place.", path=str(path))


def _check_copy(context: Context, draft: Path) -> tuple[Head, list[Flaw]]:
    """Opened and read anew, so that what is said of the copy is true of the copy."""
    log = open_file(draft)
    try:
        with log.read() as view:
            events = view.head.seq
            return view.head, list(verify(view, lambda each: context.out.progress(each, "Checking", total=events)))
    finally:
        log.close()


def _tell_flaws(context: Context, flaws: list[Flaw]) -> int:
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.document({"file": None, "problems": problems})
    for flaw in flaws:
        print(f"{flaw.place}: {context.out.say(flaw.message)}", file=sys.stderr)
    context.out.note("The store does not hold, so that no copy was made. See: renkei verify-store")
    return 1
