"""`renkei sdd release`."""

import argparse
from dataclasses import asdict

from renkei.app.sdd_release import release
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_release_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("step", metavar="patch|minor|major|VERSION", help=say("how far the version rises"))
    parser.add_argument("summary", nargs="+", metavar="SUMMARY", help=say("what this release is, in a line"))
    parser.add_argument("--no-push", action="store_true", help=say("make commit, branch and tag, and push nothing"))
    parser.add_argument("--dry-run", action="store_true", help=say("show what would happen, and change nothing"))


def handle_release(context: Context, args: argparse.Namespace) -> int:
    done = release(context.project, args.step, " ".join(args.summary), push=not args.no_push, dry_run=args.dry_run)
    out = context.out
    if out.as_json:
        said = [out.say(each) for each in done.warnings]
        out.print_json({**asdict(done), "files": list(done.files), "warnings": said, "dry_run": args.dry_run})
        return 0
    out.tell(
        "{before} -> {version} ({ecosystem}): {files}",
        before=done.before,
        version=done.version,
        ecosystem=done.ecosystem,
        files=", ".join(done.files),
    )
    if args.dry_run:
        out.tell("Nothing was changed: this was a rehearsal.")
        return 0
    out.tell("Tag {tag}, snapshot branch {branch}, which is never merged back.", tag=done.tag, branch=done.branch)
    for each in done.warnings:
        out.tell("  ! {warning}", warning=each)
    return 0
