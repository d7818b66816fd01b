"""The policy as tables: what `may_use` looks things up in.

It is written in YAML (`kit/policy/policy.yaml`, and a team's own file over it) and read as JSON: a hook has no time for
a reader of YAML. Loading this module loads the standard library only; `policy_files` compiles.
"""

import json
from collections.abc import Mapping
from os.path import dirname, join
from typing import Any, Final, NamedTuple

import renkei.kit

SHIPPED: Final = join(dirname(renkei.kit.__file__), "policy", "policy.yaml")  # noqa: PTH118, PTH120
COMPILED: Final = join(dirname(renkei.kit.__file__), "policy", "policy.json")  # noqa: PTH118, PTH120
"""The shipped one as JSON, written by `make rules`."""


class Role(NamedTuple):
    """The limits of a role; None where there is none."""

    tools: tuple[str, ...] | None
    commands: str | None
    writes: tuple[str, ...] | None


class Listed(NamedTuple):
    """A command that a list allows: the words that it begins with, those that may not follow, and the only ones that
    may; None: any other. `whole` are options of their own, though one that may not follow begins like them."""

    run: tuple[str, ...]
    refuse: tuple[str, ...]
    only: tuple[str, ...] | None = None
    whole: tuple[str, ...] = ()


class Limit(NamedTuple):
    files: int | None
    lines_each: int | None
    lines: int | None
    seconds: float | None


class Exempt(NamedTuple):
    """What the lead may do itself. `columns` are the texts of the table, by language."""

    rule: str
    needs: tuple[str, ...]
    columns: Mapping[str, Mapping[str, str]]


class Level(NamedTuple):
    level: str
    fixed: bool
    says: Mapping[str, str]


class Clients(NamedTuple):
    """Programs that are clients; what they may be asked; what behind their name starts an agent."""

    programs: tuple[str, ...]
    looks: tuple[tuple[str, ...], ...]
    starts: tuple[str, ...]


class Remaining(NamedTuple):
    """What is left to somebody who otherwise has to wait."""

    tools: tuple[str, ...]
    commands: tuple[Listed, ...]


class Policy(NamedTuple):
    roles: Mapping[str, Role]
    every_role: tuple[str, ...]
    commands: Mapping[str, tuple[Listed, ...]]
    after_compaction: Remaining
    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    delegation: Mapping[str, str]
    acts: Mapping[str, tuple[tuple[str, ...], ...]]
    limits: Mapping[str, Limit]
    exceptions: Mapping[str, Exempt]
    trivial: Mapping[str, tuple[str, ...]]
    trivial_direct: tuple[str, ...]
    trivial_files: tuple[str, ...]
    wide_questions: tuple[str, ...]
    guarded: tuple[str, ...]
    guarded_tables: Mapping[str, str]
    steering: tuple[str, ...]
    person_commands: tuple[tuple[str, ...], ...]
    person_flags: tuple[str, ...]
    clients: Clients
    rules: Mapping[str, Level]
    misspellings: Mapping[str, str]


COLUMNS: Final = (
    "condition", "context_cost", "alternative_cost", "justification", "checks_before", "checks_after",
)  # fmt: skip
"""What each exception says of itself (LEAD-4, LEAD-15)."""


def load_compiled(data: bytes) -> Policy:
    """A compiled policy.

    Raises:
        ValueError: these bytes are none. `renkei policy show` says what is wrong with the file that they come from.
    """
    try:
        return policy_of(json.loads(data))
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no compiled policy: {type(error).__name__}: {error}") from None


def load_shipped() -> Policy:
    with open(COMPILED, "rb") as file:  # noqa: PTH123 - pathlib would be loaded for nothing else
        return load_compiled(file.read())


def policy_of(found: Mapping[str, Any]) -> Policy:
    """The tables of a document that has every part of a policy."""
    return Policy(
        roles={name: _role_of(role) for name, role in found["roles"].items()},
        every_role=tuple(found["every_role"]),
        commands={name: tuple(map(_listed_of, listed)) for name, listed in found["commands"].items()},
        after_compaction=_remaining_of(found["after_compaction"]),
        kinds=tuple((each["kind"], tuple(each["paths"])) for each in found["kinds"]),
        delegation=dict(found["delegation"]),
        acts={act: _all_words(commands) for act, commands in found["acts"].items()},
        limits={name: Limit(**limit) for name, limit in found["limits"].items()},
        exceptions={name: _exempt_of(each) for name, each in found["exceptions"].items()},
        trivial={kind: tuple(changes) for kind, changes in found["trivial"].items()},
        trivial_direct=tuple(found["trivial_direct"]),
        trivial_files=tuple(found["trivial_files"]),
        wide_questions=tuple(found["wide_questions"]),
        guarded=tuple(found["guarded"]),
        guarded_tables=dict(found["guarded_tables"]),
        steering=tuple(found["steering"]),
        person_commands=_all_words(found["persons"]["commands"]),
        person_flags=tuple(found["persons"]["flags"]),
        clients=_clients_of(found["clients"]),
        rules={name: Level(each["level"], each["fixed"], each["says"]) for name, each in found["rules"].items()},
        misspellings=dict(found["misspellings"]),
    )


def _remaining_of(found: Mapping[str, Any]) -> Remaining:
    return Remaining(tuple(found["tools"]), tuple(map(_listed_of, found["commands"])))


def _clients_of(found: Mapping[str, Any]) -> Clients:
    return Clients(tuple(found["programs"]), _all_words(found["looks"]), tuple(found["starts"]))


def _role_of(found: Mapping[str, Any]) -> Role:
    tools, writes = found["tools"], found["writes"]
    return Role(
        tools=None if tools is None else (*tools, *found.get("mcp", ())),
        commands=found["commands"],
        writes=None if writes is None else tuple(writes),
    )


def _listed_of(found: Mapping[str, Any]) -> Listed:
    only = found.get("only")
    words, refuse, whole = (
        tuple(some) for some in (found["run"].split(), found.get("refuse", ()), found.get("whole", ()))
    )
    return Listed(words, refuse, None if only is None else tuple(only), whole)


def _exempt_of(found: Mapping[str, Any]) -> Exempt:
    return Exempt(found["rule"], tuple(found["needs"]), {column: found[column] for column in COLUMNS})


def _all_words(commands: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.split()) for each in commands)
