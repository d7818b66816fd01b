"""`renkei review`: the review team on a repository, with no model and no key."""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from renkei.commands.acts import AcceptFindings
from renkei.entrypoints.cli.activity import Activity
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.consent import authorize_flag, has_consent
from renkei.entrypoints.cli.review_view import show
from renkei.errors import BadInput, NotFound
from renkei.git import find_place
from renkei.kit.words import Say
from renkei.protocol.actors import Actor
from renkei.review.baseline import read_baseline, write_baseline
from renkei.review.cache import open_cache
from renkei.review.change import Change, change_since, files_before
from renkei.review.config import FILES, Config, load
from renkei.review.formats.document import document
from renkei.review.formats.lines import github, problems
from renkei.review.formats.markdown import markdown
from renkei.review.formats.sarif import sarif
from renkei.review.inspectors import code_runners
from renkei.review.review import Review, review
from renkei.review.target import Target, open_target
from renkei.review.team import Looked
from renkei.settings import STORE, main_work_tree, work_tree

FORMATS: Final = ("text", "json", "md", "sarif", "github", "lines")
_DOCUMENTS: Final = {"json": document, "sarif": sarif}
_LINES: Final = {"md": markdown, "github": github, "lines": problems}


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help=say("a repository, or a part of one (default: the one around here)")
    )
    parser.add_argument(
        "--base", metavar="REV", help=say("only what has changed since this revision, or was caused by it")
    )
    parser.add_argument("--format", choices=FORMATS, help=say("how it is printed (default: text)"))
    parser.add_argument(
        "--baseline", metavar="FILE", help=say("findings to accept (default: renkei/review-baseline.json)")
    )
    parser.add_argument(
        "--write-baseline", action="store_true", help=say("accept what is found today, and write it down")
    )
    parser.add_argument(
        "--online", action="store_true", help=say("ask the network for known weaknesses of dependencies")
    )
    parser.add_argument(
        "--all", action="store_true", dest="everything", help=say("show the less certain findings, and every minor one")
    )
    parser.add_argument("--no-cache", action="store_true", help=say("look at everything anew"))
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--exec", action="store_true", help=say("run the code of this repository (tests, its own linters)")
    )
    group.add_argument("--no-exec", action="store_true", help=say("run no code of this repository"))


def run(context: Context, args: argparse.Namespace) -> int:
    root, scope = _place(context, args.path)
    actor = _authorize(context, args, root)
    change = change_since(root, args.base) if args.base is not None else None
    config, accepted = _settings(context, args, root, change)
    with Activity(context.out.say("looking for files")):
        target = open_target(root, scope=scope, exclude=config.exclude)
    if scope and not any(target.in_scope(file.path) for file in target.files):
        raise NotFound("There is nothing to review in {path}: it is empty, or git ignores it.", path=scope)
    result = _review(context, args, target, change, config, accepted, actor)
    if args.write_baseline:
        path = context.cwd / args.baseline if args.baseline else root / config.baseline
        write_baseline(path, result.findings)
        context.out.note("{count} findings are accepted in {path}.", count=len(result.findings), path=str(path))
        return 0
    form = "json" if context.out.as_json else args.format or "text"
    _print(context, form, result, target, everything=args.everything)
    return result.audit.exit_code


def _settings(
    context: Context, args: argparse.Namespace, root: Path, change: Change | None
) -> tuple[Config, frozenset[str]]:
    """How to review, and the findings that are accepted: of a change, as its base has it."""
    if change is None:
        config = load(root)
        return config, _accepted(context, args, root / config.baseline)
    with files_before(root, change, FILES) as before:
        config = load(root, before)
    with files_before(root, change, [config.baseline]) as before:
        accepted = _accepted(context, args, before / config.baseline)
    if not {*FILES, config.baseline}.isdisjoint(change.touched):
        context.out.note("Settings and baseline of the review are those of the base; the change itself touches them.")
    return config, accepted


def _accepted(context: Context, args: argparse.Namespace, usual: Path) -> frozenset[str]:
    """The findings that the baseline has."""
    path = context.cwd / args.baseline if args.baseline else usual
    if args.write_baseline:
        return frozenset()
    if args.baseline and not path.is_file():
        raise NotFound("--baseline: there is no file {path}. --write-baseline makes one.", path=str(path))
    return read_baseline(path)


def _authorize(context: Context, args: argparse.Namespace, root: Path) -> Actor | None:
    """Anybody may look. What is accepted, and whether code is run, is a person's to say."""
    if args.write_baseline:
        context.authorize_act(AcceptFindings())
    actor = context.onlooker()
    authorize_flag(context, actor, root, execute=args.exec)
    return actor


def _review(
    context: Context,
    args: argparse.Namespace,
    target: Target,
    change: Change | None,
    config: Config,
    accepted: frozenset[str],
    actor: Actor | None,
) -> Review:
    runners = code_runners(target, config.disable)
    execute = bool(runners) and has_consent(
        context, actor, target.root, runners, execute=args.exec, forbid=args.no_exec
    )
    cache = open_cache(None if args.no_cache else _cache_folder(target.root))
    try:
        with Activity(context.out.say("looking for files")) as activity:
            return review(
                target,
                config=config,
                cache=cache,
                execute=execute,
                online=args.online,
                change=change,
                baseline=accepted,
                watch=partial(_watch, context, activity, len(target.files)),
            )
    finally:
        cache.close()


def _watch(
    context: Context, activity: Activity, files: int, looked: Iterator[Looked], names: Sequence[str]
) -> Iterator[Looked]:
    """Passes on what analysers found, and tells how many of them have looked, and who has not."""
    left = Counter(names)

    def count() -> None:
        counts = {"files": f"{files:,}", "done": len(names) - left.total(), "total": len(names)}
        said = context.out.say("inspecting {files} files: {done} of {total} analysers", **counts)
        activity.show(f"{said} ({', '.join(sorted(+left))})" if left.total() else said)

    count()
    for each in looked:
        left[each.analyser] -= 1
        count()
        yield each


def _place(context: Context, named: str | None) -> tuple[Path, str]:
    """The root of what is reviewed, and the part of it that is asked about."""
    path = (context.cwd / named if named else work_tree(context.cwd) or context.cwd).resolve()
    if not path.exists():
        raise NotFound("There is no file or folder {path}.", path=str(path))
    folder = path if path.is_dir() else path.parent
    place = find_place(folder)
    if place and place.work_tree is None:
        raise BadInput("{path} is git's own folder. Name a work tree, or a part of one.", path=str(path))
    root = (work_tree(folder) or folder).resolve()
    return root, "" if path == root else path.relative_to(root).as_posix()


def _cache_folder(root: Path) -> Path | None:
    """In the project's own folder if it has a store, else in the user's: a repository without one stays as it is."""
    project = main_work_tree(root) or root
    if (project / STORE).is_file():
        return (project / STORE).parent / "cache"
    home = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache" if os.environ.get("HOME") else None)
    return Path(home, "renkei") if home else None


def _print(context: Context, form: str, result: Review, target: Target, *, everything: bool) -> None:
    if form in _DOCUMENTS:
        context.out.document(_DOCUMENTS[form](result, context.out.say))
    elif form in _LINES:
        for line in _LINES[form](result, context.out.say):
            context.out.line(line)
    else:
        show(context.out, result, target, everything=everything)
