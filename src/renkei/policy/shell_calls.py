"""What a call of a shell touches: its commands, read one by one. Loaded when one is called."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from renkei.lazy import lazy
from renkei.policy.shell_effects import effects_of, is_known, keeps_text
from renkei.policy.shell_parts import PATHS_FROM, Place, program, takes_list
from renkei.policy.shell_words import Script, Simple, left_alone, read_script
from renkei.policy.shell_wrappers import unwrap, values_of
from renkei.policy.tool_calls import patch_changes
from renkei.policy.touches import Arrival, Change, Found, Run, ToolCall, Touched

if TYPE_CHECKING:
    from renkei.policy.shell_git import found_by_git, patch_files, revisions_of
    from renkei.policy.shell_searches import found_by, is_lister, kept_by, lists_names
    from renkei.policy.shell_sweeps import find_arrivals, find_printed, find_sweeps
else:
    found_by_git = lazy("renkei.policy.shell_git:found_by_git")
    patch_files = lazy("renkei.policy.shell_git:patch_files")
    revisions_of = lazy("renkei.policy.shell_git:revisions_of")
    find_arrivals = lazy("renkei.policy.shell_sweeps:find_arrivals")
    find_printed = lazy("renkei.policy.shell_sweeps:find_printed")
    find_sweeps = lazy("renkei.policy.shell_sweeps:find_sweeps")
    found_by = lazy("renkei.policy.shell_searches:found_by")
    is_lister = lazy("renkei.policy.shell_searches:is_lister")
    kept_by = lazy("renkei.policy.shell_searches:kept_by")
    lists_names = lazy("renkei.policy.shell_searches:lists_names")


def inspect_shell(text: str, call: ToolCall) -> Touched:
    """What a text that a shell is given touches."""
    known = left_alone(text, call.variables)
    script = read_script(text, call.folder, known)
    by_command = [
        (command, [Run(each, effects_of(each, call.root)) for each in unwrap(command, known)])
        for command in script.commands
    ]
    runs = [run for _, parts in by_command for run in parts]
    has_git = any(program(run.command) == "git" for run in runs)
    printed = _printed_by(runs) if has_git else []
    lists = tuple(_lists_of(by_command, call))
    return Touched(
        reads=tuple(each for run in runs for each in run.effects.reads),
        searches=tuple(each for run in runs for each in run.effects.searches),
        writes=tuple(_changes_of(runs)) + tuple(each for run in runs for each in _document_patches(run.command, call)),
        script=script,
        runs=tuple(runs),
        finds=(
            *_handed_on(by_command, call.root),
            *_listed_for(runs, script, lists, call.root),
            *(each for run in runs if program(run.command) == "git" for each in found_by_git(run.command, call.root)),
        ),
        revisions=(
            *(each for run in runs if program(run.command) == "git" for each in revisions_of(run.command)),
            *(each.commit for each in printed if not each.paths),
        ),
        sweeps=tuple(find_sweeps(runs, call.root)) if has_git else (),
        arrivals=(
            *(each for run in runs if program(run.command) == "git" for each in find_arrivals(run.command)),
            *printed,
        ),
        patches=tuple(_patches_of(runs, call.root)),
        lists=lists,
        is_unreadable=bool({"quote", "size", "heredoc"} & set(script.problems)),
    )


def _changes_of(runs: list[Run]) -> Iterator[Change]:
    """What the commands write, each with the files that its text is from: its own, and those before it in a pipe. Where
    that cannot be told, or where an earlier command writes one of them, that is not known."""
    pipe: dict[str, None] | None = {}
    earlier: set[str] = set()
    for run in runs:
        pipe = pipe if run.command.is_piped else {}
        if run.effects.is_unknown or not keeps_text(run.command):
            pipe = None
        if pipe is not None:
            pipe.update(dict.fromkeys(_texts_from(run)))
        written = run.effects.writes
        sources = None if pipe is None or not earlier.isdisjoint(pipe) else tuple(pipe) if written else ()
        for each in written:
            yield Change(
                each.path, each.act, has_wildcards=each.has_wildcards, sources=sources, brings=each.brings,
                is_elsewhere=each.is_elsewhere,
            )  # fmt: skip
        earlier.update(each.path for each in written if each.act == "shell")


def _patches_of(runs: list[Run], root: str) -> Iterator[str]:
    """The files that say what is changed: those that are named, or shown before it in a pipe."""
    pipe: list[str] = []
    for run in runs:
        pipe = pipe if run.command.is_piped else []
        if program(run.command) in ("git", "patch") and (named := patch_files(run.command, root)) is not None:
            shown = () if run.command.is_literal else (each.path for one in runs for each in one.effects.reads)
            yield from (*named, *pipe, *shown)
        pipe = [*pipe, *(each.path for each in run.effects.reads)]


def _printed_by(runs: list[Run]) -> list[Arrival]:
    """What a patch brings in that git prints, and that is applied."""
    if not any(patch_files(run.command, "/") is not None for run in runs):
        return []
    return [each for run in runs if program(run.command) == "git" for each in find_printed(run.command)]


def _lists_of(by_command: list[tuple[Simple, list[Run]]], call: ToolCall) -> Iterator[str]:
    """Files with names that are handed to a command which writes them: `xargs rm < FILE`, `rm $(cat FILE)`."""
    runs = [run for _, parts in by_command for run in parts]
    if not any(_writes_unnamed(run) or takes_list(run.command) for run in runs):
        return
    for command, parts in by_command:
        yield from (each.path for run in parts for each in run.effects.reads)
        if program(command) in ("xargs", "parallel", "tar", "git"):
            named = values_of(("-a", "--arg-file", "-T", "--files-from", PATHS_FROM), command.words[1:])
            yield from (Place(command.folder, call.root).at(each.text) for each in named if each.is_literal)


def _texts_from(run: Run) -> list[str]:
    return [each.path for each in run.effects.reads] + [
        each.path for each in run.effects.writes if each.act == "remove"
    ]


def _handed_on(by_command: list[tuple[Simple, list[Run]]], root: str) -> Iterator[Found]:
    """What `find -exec`, `find -delete` and `xargs` give to a command that may write it."""
    pipe: list[Found] = []
    for command, parts in by_command:
        searches = [part.command for part in parts if is_lister(part.command)]
        found = [each for command in searches for each in found_by(command, root)]
        may_write = any(part.effects.is_unknown for part in parts)
        if found and may_write:
            yield from found
        if command.is_piped and (kept := kept_by(command)):
            pipe = [each._replace(kept=(*each.kept, kept)) for each in pipe]
        pipe = [*pipe, *found] if command.is_piped else found
        if program(command) in ("xargs", "parallel") and may_write:
            yield from pipe


def _listed_for(runs: list[Run], script: Script, lists: tuple[str, ...], root: str) -> Iterator[Found]:
    """What a search lists, and the shell gives to a command that writes it: `rm $(grep -l x *)`, `while read f`; or a
    file that was written with it: `find > FILE; xargs rm < FILE`."""
    is_kept = any(each.path in lists for run in runs for each in run.effects.writes)
    is_handed = is_kept or "substitution" in script.problems or any(program(run.command) == "read" for run in runs)
    if is_handed and any(_writes_unnamed(run) for run in runs):
        for run in runs:
            if lists_names(run.command):
                yield from found_by(run.command, root)


def _writes_unnamed(run: Run) -> bool:
    """A program that is known and writes what only the shell knows; a redirection to a name that is a variable."""
    if any(each.text == "" and not each.is_literal for each in run.command.writing):
        return True
    return run.effects.is_unknown and not run.command.is_literal and is_known(run.command)


def _document_patches(command: Simple, call: ToolCall) -> tuple[Change, ...]:
    """`apply_patch` as a command, which Codex models know."""
    if command.name.rsplit("/", 1)[-1] not in ("apply_patch", "applypatch"):
        return ()
    texts = [*command.texts[1:], *(each.target.text for each in command.redirects if each.operator in ("<<", "<<<"))]
    return tuple(each for text in texts for each in patch_changes(text, command.folder or call.folder, call.root))
