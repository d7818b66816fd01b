"""What no agent may do: write what binds it (DEC-52), speak as a person (DEC-16), be another (DEC-51).

What stands in shell commands is looked for by `shell_guards`, which is loaded when there are some.
"""

import posixpath
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.paths import could_be, is_around, matches_any
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.tables import Policy
from renkei.policy.touches import Change

if TYPE_CHECKING:
    import tomllib

    from renkei.policy import shell_guards
    from renkei.policy.shell_guards import find_mentions
else:
    tomllib = lazy("tomllib")
    shell_guards = lazy("renkei.policy.shell_guards")
    find_mentions = lazy("renkei.policy.shell_guards:find_mentions")


def is_guarded(policy: Policy, path: str, more: Iterable[str] = ()) -> bool:
    """Whether a path, from the project's folder on, is written by no agent. Ask for what links lead to, too."""
    return matches_any((*policy.guarded, *more), path)


def check_guards(case: Case) -> Ruling | None:
    """DEC-52: files that bind agents are written by none."""
    patterns = (*case.policy.guarded, *case.state.guarded)
    for change in case.touched.writes:
        if _hits(case, patterns, change):
            return _refuse_guarded(change.path)
        if (table := _guarded_table(case.policy, change.path)) and _changes_table(case, change, table):
            return refuse(
                "DEC-52",
                "[{table}] in {path} binds the agents of this project: no agent changes it. Leave it as it is, or ask "
                "a person.",
                table=table,
                path=change.path,
            )
    if case.call.tool == "apply_patch" and case.touched.is_unreadable:
        return refuse("DEC-52", "This patch cannot be read. Name its files as apply_patch does.")
    if not case.touched.script:
        return None
    return next((_refuse_guarded(found) for found in find_mentions(case, patterns)), None)


def _refuse_guarded(path: str) -> Ruling:
    return refuse(
        "DEC-52",
        "{path} binds the agents of this project: no agent writes it. Leave it as it is, or ask a person.",
        path=path,
    )


def _hits(case: Case, patterns: tuple[str, ...], change: Change) -> bool:
    if matches_any(patterns, change.path) or _hits_outside(case, change):
        return True
    if change.has_wildcards and any(could_be(_without_braces(change.path), pattern) for pattern in patterns):
        return True
    if change.act != "remove":
        return False
    above = change.path == "~" or f"{case.call.root}/".startswith(f"{change.path.rstrip('/')}/")
    return above or any(is_around(pattern, change.path) for pattern in case.policy.guarded)


def _hits_outside(case: Case, change: Change) -> bool:
    """What is guarded by its whole path; a folder that is removed takes it along."""
    full = change.path if change.path.startswith(("/", "~")) else posixpath.join(case.call.root, change.path)
    return matches_any(case.state.program, full) or (
        change.act == "remove" and any(is_around(each, full) for each in (*case.state.guarded, *case.state.program))
    )


def _without_braces(text: str) -> str:
    """`{a,b}` as a wildcard."""
    begin, end = text.find("{"), text.rfind("}")
    return f"{text[:begin]}*{text[end + 1 :]}" if 0 <= begin < end else text


def _guarded_table(policy: Policy, path: str) -> str:
    return policy.guarded_tables.get(path.rsplit("/", 1)[-1].casefold(), "")


def _changes_table(case: Case, change: Change, table: str) -> bool:
    """Whether a table of a TOML file is another after the change; where that cannot be told, whether it is named."""
    before, after = case.state.texts.get(change.path), written_text(change, case.state.texts.get(change.path))
    word = table.rpartition(".")[2]
    if before is None or after is None:
        said = [change.whole or "", *(part for old, new, _ in change.pairs for part in (old, new))]
        if change.act == "shell":
            said.append(case.touched.script.text if case.touched.script else "")
        if change.act == "remove" or (before is not None and f"[{table}" in before):
            return True
        return any(word in text for text in said)
    try:
        return _table_of(before, table) != _table_of(after, table)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return word in before or word in after


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
    return shell_guards.check_person(case) if case.touched.runs else None


GUARDS: Final = (check_person, check_guards)
