"""What no agent may do: write what binds it (DEC-52), speak as a person (DEC-16), be another (DEC-51).

What stands in shell commands is looked for by `shell_guards`, which is loaded when there are some.
"""

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.paths import could_be, has_tool, is_around, locate, matches_any
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.tables import Policy
from renkei.policy.tool_calls import STARTS
from renkei.policy.touches import Change

if TYPE_CHECKING:
    import tomllib

    from renkei.policy import shell_guards, shell_persons
    from renkei.policy.shell_guards import find_mentions
else:
    tomllib = lazy("tomllib")
    shell_guards, shell_persons = lazy("renkei.policy.shell_guards"), lazy("renkei.policy.shell_persons")
    find_mentions = lazy("renkei.policy.shell_guards:find_mentions")


def is_guarded(policy: Policy, path: str, more: Iterable[str] = ()) -> bool:
    """Whether a path, from the project's folder on, is written by no agent. Ask for what links lead to, too."""
    return matches_any((*policy.guarded, *more), path)


def check_guards(case: Case) -> Ruling | None:
    """DEC-52: files that bind agents are written by none."""
    patterns = (*case.policy.guarded, *case.state.guarded)
    for change in case.touched.writes:
        if ruling := _check_change(case, patterns, change):
            return ruling
    if case.call.tool == "apply_patch" and case.touched.is_unreadable:
        return refuse("DEC-52", "This patch cannot be read. Name its files as apply_patch does.")
    if found := next(_named_paths(case, patterns), ""):
        return _refuse_mentioned(found)
    if not case.touched.script:
        return None
    if found := next(_brought_paths(case, patterns), ""):
        return _refuse_guarded(found)
    if case.state.swept:
        return _refuse_swept(case.state.swept[0])
    return next((_refuse_mentioned(found) for found in find_mentions(case, patterns)), None)


def _named_paths(case: Case, patterns: tuple[str, ...]) -> Iterator[str]:
    """Guarded paths that the call of a tool names which is not known: what it does with them cannot be told."""
    if not has_tool((*case.policy.every_role, *STARTS), case.call.tool):
        yield from (each for each in case.touched.named if matches_any(patterns, each))


def _check_change(case: Case, patterns: tuple[str, ...], change: Change) -> Ruling | None:
    if _hits(case, patterns, change):
        return _refuse_guarded(change.path)
    if held := _held_within(case, change):
        return refuse(
            "DEC-52",
            "{held} binds the agents of this project, and can be in {path}: name the files that you mean, or a folder "
            "of their own.",
            held=held,
            path=change.path,
        )
    table = _guarded_table(case.policy, change.path)
    if not table or not _changes_table(case, change, table):
        return None
    if change.act == "shell" and _is_untold(case, change):
        return refuse(
            "DEC-52",
            "{path} can hold [{table}], which binds the agents of this project, and what this command writes there "
            "cannot be read. Use Edit or Write.",
            path=change.path,
            table=table,
        )
    return refuse(
        "DEC-52",
        "[{table}] in {path} binds the agents of this project: no agent changes it. Leave it as it is, or ask a "
        "person.",
        table=table,
        path=change.path,
    )


def _refuse_guarded(path: str) -> Ruling:
    return refuse(
        "DEC-52",
        "{path} binds the agents of this project: no agent writes it. Leave it as it is, or ask a person.",
        path=path,
    )


def _refuse_swept(path: str) -> Ruling:
    return refuse(
        "DEC-52",
        "{path} binds the agents of this project, and this would take it away, for it is not committed: name the files "
        "that you mean (git stash push -- PATH, git restore PATH, git clean -f PATH), and add only those.",
        path=path,
    )


def _refuse_mentioned(path: str) -> Ruling:
    return refuse(
        "DEC-52",
        "{path} binds the agents of this project, and whether this command writes it cannot be told: leave it out. To "
        "look at it, use Read or cat.",
        path=path,
    )


def _hits(case: Case, patterns: tuple[str, ...], change: Change) -> bool:
    if matches_any(patterns, change.path) or _hits_outside(case, change):
        return True
    as_folder = change.act in ("remove", "folder")
    return change.has_wildcards and any(could_be(change.path, each, as_folder=as_folder) for each in patterns)


def _held_within(case: Case, change: Change) -> str:
    """What is guarded and goes with a folder that is removed, or may come with one."""
    if change.act not in ("remove", "folder"):
        return ""
    is_above = change.path == "~" or f"{case.call.root}/".startswith(f"{change.path.rstrip('/')}/")
    if is_above:
        return case.policy.guarded[0].rstrip("/") if change.act == "remove" else ""
    return next((each.strip("/") for each in case.policy.guarded if is_around(each, change.path)), "")


def _hits_outside(case: Case, change: Change) -> bool:
    """What is guarded by its whole path; a folder that is removed takes it along."""
    full = change.path if change.path.startswith(("/", "~")) else posixpath.join(case.call.root, change.path)
    return matches_any(case.state.program, full) or (
        change.act == "remove" and any(is_around(each, full) for each in (*case.state.guarded, *case.state.program))
    )


def _brought_paths(case: Case, patterns: tuple[str, ...]) -> Iterator[str]:
    """Guarded files that a copied folder has in it, that a patch changes, or that a list says."""
    yield from case.state.brought
    for each in case.touched.lists:
        for name in case.state.texts.get(each, "").split():
            if matches_any(patterns, place := locate(name, case.call.folder, case.call.root)):
                yield place
    for patch in case.touched.patches:
        for line in case.state.texts.get(patch, "").splitlines():
            path = line.partition(" ")[2].partition("\t")[0].removeprefix("to ").strip() if _names_file(line) else ""
            for place in dict.fromkeys((path, path.partition("/")[2])):
                if place and (matches_any(patterns, place) or _brings_table(case, patch, place)):
                    yield place


def _names_file(line: str) -> bool:
    return line.startswith(("+++ ", "--- ", "rename to ", "rename from ", "copy to "))


def _brings_table(case: Case, patch: str, path: str) -> bool:
    table = _guarded_table(case.policy, path)
    return bool(table) and table.rpartition(".")[2] in case.state.texts.get(patch, "")


def _guarded_table(policy: Policy, path: str) -> str:
    return policy.guarded_tables.get(path.rsplit("/", 1)[-1].casefold(), "")


def _changes_table(case: Case, change: Change, table: str) -> bool:
    """Whether a table of a TOML file is another after the change; where that cannot be told, whether it is named."""
    before = case.state.texts.get(change.path)
    after = case.state.becomes.get(change.path) or written_text(change, before)
    word = table.rpartition(".")[2]
    if (change.act == "remove" and change.path not in case.state.becomes) or (
        after is None and before is not None and f"[{table}" in before
    ):
        return True
    if change.act == "shell" and after is None:
        said = case.touched.script.text if case.touched.script else ""
        sources = [case.state.texts.get(each, "") for each in change.sources or ()]
        return _is_named(table, said) or _is_untold(case, change) or any(_has_table(text, table) for text in sources)
    if after is None or (before is None and change.path not in case.state.becomes):
        said = [change.whole or "", *(part for old, new, _ in change.pairs for part in (old, new))]
        return any(word in text for text in said)
    try:
        return _table_of(before or "", table) != _table_of(after, table)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return word in (before or "") or word in after


def _is_named(table: str, said: str) -> bool:
    """Whether a command says the table's name otherwise than in the path of a file."""
    top, _, word = table.rpartition(".")
    named = (each for each in said.split() if word in each)
    return any("/" not in each or "[" in each or top in each for each in named)


def _is_untold(case: Case, change: Change) -> bool:
    """Whether a shell writes there what cannot be read."""
    return change.sources is None or any(each not in case.state.texts for each in change.sources)


def _has_table(text: str, table: str) -> bool:
    """Whether a text has the table in it, or may be a part of one."""
    try:
        return _table_of(text, table) is not None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return table.rpartition(".")[2] in text


def _table_of(text: str, table: str) -> object:
    found: object = tomllib.loads(text)
    for part in table.split("."):
        found = found.get(part) if isinstance(found, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return found  # pyright: ignore[reportUnknownVariableType]


def written_text(change: Change, before: str | None) -> str | None:
    """The text of a file after a change; None where it cannot be told."""
    if change.whole is not None:
        return change.whole
    if before is None or change.act != "edit" or not change.pairs:
        return None
    for old, new, everywhere in change.pairs:
        if not old or old not in before:
            return None
        before = before.replace(old, new) if everywhere else before.replace(old, new, 1)
    return before


def check_person(case: Case) -> Ruling | None:
    """DEC-16, DEC-51: what is a person's is not given from an agent's shell, and nobody changes who it is."""
    return shell_persons.check_person(case) if case.touched.runs else None


def check_processes(case: Case) -> Ruling | None:
    """DEC-52: the hooks' own processes are ended by no agent."""
    return shell_guards.check_processes(case) if case.touched.runs else None


GUARDS: Final = (check_processes, check_person, check_guards)
