"""What a call of a tool touches. Values; on the path of a hook, so that nothing of the shell is loaded for them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from renkei.policy.shell_parts import Effects
    from renkei.policy.shell_words import Script, Simple


class ToolCall(NamedTuple):
    """A call as the client gives it, its tool under the name that Claude Code has for it. Folders are absolute.
    `variables`: those that name folders which bind, in the shell of the call."""

    tool: str
    input: Mapping[str, Any]
    folder: str
    root: str
    variables: Mapping[str, str] = {}


class Span(NamedTuple):
    """Lines of a file that are read: from which on, and how many; None: to its end. A path with wildcards stands for as
    many files as there are. `is_elsewhere`: only should a `cd` before it fail."""

    path: str
    first: int = 1
    lines: int | None = None
    has_wildcards: bool = False
    is_elsewhere: bool = False


class Search(NamedTuple):
    """Where is searched: a file or a folder, for names that match (`glob`, all where it is empty). A path with
    wildcards stands for as many as there are."""

    path: str
    glob: str = ""
    deep: bool = True
    has_wildcards: bool = False


class Change(NamedTuple):
    """A file that is written: `edit`, `write`, `remove` or `shell`; `folder`: with whatever comes below it.

    The pairs are texts that are replaced (text, by what, everywhere?), `whole` is all that it holds then. In a shell
    its text comes from the command's own words and from `sources`; None: from what cannot be read. `brings` are folders
    that are copied, each with where to. `is_elsewhere`: only should a `cd` before it fail.
    """

    path: str
    act: str
    pairs: tuple[tuple[str, str, bool], ...] = ()
    whole: str | None = None
    has_wildcards: bool = False
    sources: tuple[str, ...] | None = ()
    brings: tuple[tuple[str, str], ...] = ()
    is_elsewhere: bool = False


class Found(NamedTuple):
    """Files that a command finds by itself and another one writes: below `path`, of these names, with this in them;
    `kept`: of which a pattern of each stands in the path."""

    path: str
    names: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    text: str = ""
    kept: tuple[str, ...] = ()


class Sweep(NamedTuple):
    """Files that git takes away without their names: all that are not committed (`untracked`, with what it ignores
    `ignored`), that are other than in the commit that is checked out (`changed`), or all that it knows (`tracked`).
    Below `paths`, where there are some."""

    kind: str
    paths: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Arrival(NamedTuple):
    """A commit of which git brings what differs into the work tree; `is_added`: all that is in it. Below `paths`, where
    there are some."""

    commit: str
    is_added: bool = False
    paths: tuple[str, ...] = ()


class Run(NamedTuple):
    """A command that a shell runs, and what it does."""

    command: "Simple"
    effects: "Effects"


class Touched(NamedTuple):
    reads: tuple[Span, ...] = ()
    searches: tuple[Search, ...] = ()
    writes: tuple[Change, ...] = ()
    script: "Script | None" = None
    runs: tuple[Run, ...] = ()
    """What really runs: without the programs before a command that only run it."""
    finds: tuple[Found, ...] = ()
    revisions: tuple[str, ...] = ()
    """Commits from which git brings back files that it does not name one by one."""
    sweeps: tuple[Sweep, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    patches: tuple[str, ...] = ()
    """Files that say what is changed."""
    lists: tuple[str, ...] = ()
    """Files that say what a command is handed: `xargs rm < FILE`."""
    is_unreadable: bool = False
    """Whether it writes what cannot be told."""
    named: tuple[str, ...] = ()
    """Of a tool that is not known: what may be paths in its input."""
