"""How many lines of which files `git diff` and `git show` would print: they name no file, and the lead's looks are
counted (LEAD-2)."""

from pathlib import Path
from typing import Final

from renkei import lazy_re as re
from renkei.git import GitFailed, call_git
from renkei.policy.shell_git import git_words
from renkei.policy.shell_parts import program
from renkei.policy.touches import Run, Span, Touched

_PLAIN: Final = re.compile(
    r"--|--cached|--staged|--merge-base|-U\d+|--unified=\d+|-[wbMCR]|--ignore-all-space|--ignore-space-change|--minimal|"
    r"--patience|--histogram|--find-renames|--no-renames|--color|--no-color|--word-diff"
)
"""The options with which it is asked beforehand: others may write, or run a program."""
_NO_PROGRAMS: Final = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-prefix")


def find_shown(touched: Touched) -> tuple[Span, ...] | None:
    """What the one command of git in a call shows of files that it does not name; None where that cannot be told."""
    runs = [run for run in touched.runs if any(each.path == "." for each in run.effects.reads)]
    return _lines_shown(runs[0]) if len(runs) == 1 and program(runs[0].command) == "git" else None


def _lines_shown(run: Run) -> tuple[Span, ...] | None:
    verb, words, folder = git_words(run.command)
    texts = [each.text for each in words]
    is_plain = run.command.is_literal and all(not text.startswith("-") or _PLAIN.fullmatch(text) for text in texts)
    if verb not in ("diff", "show") or not is_plain or folder is None or not Path(folder).is_dir():
        return None
    try:
        done = call_git(folder, verb, *_NO_PROGRAMS, *texts)
    except (OSError, GitFailed):
        return None
    return _count_by_file(done.stdout.decode(errors="replace")) if done.returncode == 0 else None


def _count_by_file(printed: str) -> tuple[Span, ...]:
    lines: dict[str, int] = {}
    path = ""
    for line in printed.splitlines():
        if line.startswith(("diff --git ", "diff --cc ", "diff --combined ")):
            path = _path_in(line)
        if path:
            lines[path] = lines.get(path, 0) + 1
    return tuple(Span(path, 1, count) for path, count in lines.items())


def _path_in(line: str) -> str:
    """`diff --git PATH PATH`; of a file that was renamed, both names."""
    kind, _, named = line.removeprefix("diff ").partition(" ")
    half = named[: (len(named) - 1) // 2]
    return half if kind == "--git" and named == f"{half} {half}" else named
