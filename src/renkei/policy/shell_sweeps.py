"""What commands of git take away or bring in without naming it: files that are not committed, files of another commit.
Pure."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from renkei.policy.shell_git import ALL_FILES, git_words, pathspecs_of
from renkei.policy.shell_parts import Place, names_of, program
from renkei.policy.shell_words import Simple, Word
from renkei.policy.touches import Arrival, Run, Sweep

_LEAVES_HEAD: Final = names_of("checkout switch reset read-tree stash")
_STASH_VERBS: Final = names_of("list show drop clear create store apply pop branch")
_WITH_VALUE: Final = ("-m", "--message", "-e", "--exclude", "-X", "-s", "--strategy", "--strategy-option", "--source")


def find_sweeps(runs: Iterable[Run], root: str) -> Iterator[Sweep]:
    """What is added first goes with what is added: `git add -A && git reset --hard`; and all that git knows goes where
    the branch has no commit any more: `git checkout --orphan x; git reset --hard`."""
    has_added = is_orphan = False
    for command in (run.command for run in runs if program(run.command) == "git"):
        verb, words, folder = git_words(command)
        for each in _sweeps_of(verb, words):
            yield each._replace(paths=tuple(Place(folder, root).at(path) for path in each.paths))
        if has_added and verb in _LEAVES_HEAD:
            yield Sweep("untracked")
        if is_orphan and verb in _LEAVES_HEAD:
            yield Sweep("tracked")
        has_added = has_added or verb in ("add", "stage")
        is_orphan = is_orphan or verb in ("symbolic-ref", "update-ref") or _begins_without_commit(words)


def _begins_without_commit(words: tuple[Word, ...]) -> bool:
    return any(_has([word.text], "\0", "--orphan") for word in words if word.text.startswith("--o"))


def _sweeps_of(verb: str, words: tuple[Word, ...]) -> Iterator[Sweep]:
    options, named = _split(words)
    match verb:
        case "stash" if not named or named[0] not in _STASH_VERBS:
            paths = tuple(named[1:]) if named[:1] == ["push"] else ()
            yield Sweep("changed", paths)
            if _has(options, "a", "--all"):
                yield Sweep("ignored", paths)
            elif _has(options, "u", "--include-untracked"):
                yield Sweep("untracked", paths)
        case "clean" if not _has(options, "n", "--dry-run"):
            kind = "ignored" if _has(options, "x") or _has(options, "X") else "untracked"
            yield Sweep(kind, tuple(named), tuple(_left_out(words)))
        case "reset" if {"--hard", "--merge", "--keep"} & set(options):
            yield Sweep("changed")
        case "switch" if _begins_without_commit(words):
            yield Sweep("tracked")
        case "checkout" | "switch" if _has(options, "f", "--force") or "--discard-changes" in options:
            yield Sweep("changed")
        case "checkout" | "restore" if ALL_FILES & {*named, *(each.text for each in pathspecs_of(words))}:
            yield Sweep("changed")
        case "read-tree" if _has(options, "u", "--reset"):
            yield Sweep("changed")
        case _:
            return


def _split(words: tuple[Word, ...], valued: tuple[str, ...] = _WITH_VALUE) -> tuple[list[str], list[str]]:
    """The options, and what is named; without the values of options."""
    options, named, before, is_end = list[str](), list[str](), "", False
    for word in words:
        if word.text == "--":
            is_end = True
        elif not is_end and word.text.startswith("-"):
            options.append(word.text)
        elif is_end or before not in valued:
            named.append(word.text)
        before = word.text
    return options, named


def _has(options: list[str], letter: str, long: str = "\0") -> bool:
    """By its letter among others, or by a beginning of its name."""
    return any(
        (len(text) > 3 and long.startswith(text)) if text.startswith("--") else letter in text[1:] for text in options
    )


def _left_out(words: tuple[Word, ...]) -> Iterator[str]:
    yield from (word.text for before, word in pairwise(words) if before.text in ("-e", "--exclude"))
    yield from (word.text.partition("=")[2] for word in words if word.text.startswith("--exclude="))


def find_arrivals(command: Simple) -> Iterator[Arrival]:
    """The commits of which a command brings files, or changes, into the work tree. A value of an option is taken for
    one, too: where it is none, git knows no such commit."""
    verb, words, _ = git_words(command)
    options, named = _split(words, valued=())
    match verb:
        case "stash" if named[:1] and named[0] in ("apply", "pop", "branch"):
            stash = next((each for each in reversed(named[1:]) if "stash" in each or each.isdecimal()), "stash@{0}")
            stash = f"stash@{{{stash}}}" if stash.isdecimal() else stash
            yield from (Arrival(stash), Arrival(f"{stash}^3", is_added=True))
        case "checkout" | "restore" if pathspecs_of(words) and not ALL_FILES & {*named}:
            return
        case "reset" if not {"--hard", "--merge", "--keep"} & set(options):
            return
        case "checkout" | "switch" | "reset" | "merge" | "rebase" | "cherry-pick" | "read-tree":
            yield from (Arrival(each) for each in named)
        case "revert":
            yield from (Arrival(f"{each}^") for each in named)
        case "pull":
            yield Arrival("/".join(named[:2]) if len(named) > 1 else "@{upstream}")
        case "restore":
            yield from (Arrival(word.text) for before, word in pairwise(words) if before.text in ("-s", "--source"))
            yield from (Arrival(text.partition("=")[2]) for text in options if text.startswith("--source="))
            yield from (Arrival(text.partition("s")[2]) for text in options if text[:2] == "-s" and len(text) > 2)
        case _:
            return


def find_printed(command: Simple) -> Iterator[Arrival]:
    """The commits of which a command prints what differs, for it to be applied: both ends, for a patch may be turned
    round."""
    verb, words, _ = git_words(command)
    if verb not in ("diff", "show", "log", "format-patch", "stash", "diff-tree"):
        return
    paths = tuple(each.text for each in pathspecs_of(words))
    named = [each.text for each in words if not each.text.startswith("-") and each.text not in (*paths, "show")]
    ends = [end for each in named or ["HEAD"] for end in each.replace("...", "..").split("..")]
    for each in filter(None, ends):
        yield from (Arrival(each, paths=paths), Arrival(f"{each}^", paths=paths))
