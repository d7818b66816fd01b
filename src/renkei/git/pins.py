"""What git is told on every call, so that neither the environment nor any settings file can turn it.

Settings are passed in the environment, not by `-c`: a name in them may hold any letter, and git hands them on to the
git processes that it starts itself. Not reached are those that it starts in a submodule; no call of ours makes it do
that (`--ignore-submodules`, excluded paths).
"""

import os
from collections.abc import Iterable, Mapping
from typing import Final

SETTINGS: Final[dict[str, str]] = {
    # Programs. Filters and merge drivers have names of their own: see `programs`.
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.editor": ":",
    "sequence.editor": ":",
    "core.askPass": "",
    "core.sshCommand": "false",
    "credential.helper": "",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "merge.verifySignatures": "false",
    "log.showSignature": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "rerere.enabled": "false",
    "submodule.recurse": "false",
    # Colours.
    "color.ui": "false",
    "color.diff": "false",
    "color.status": "false",
    "color.branch": "false",
    # Differences.
    "diff.noprefix": "false",
    "diff.mnemonicPrefix": "false",
    "diff.srcPrefix": "a/",
    "diff.dstPrefix": "b/",
    "diff.renames": "false",
    "diff.orderFile": os.devnull,
    "diff.context": "3",
    "diff.interHunkContext": "0",
    "diff.algorithm": "myers",
    "diff.relative": "false",
    "diff.submodule": "short",
    "diff.ignoreSubmodules": "dirty",
    "diff.suppressBlankEmpty": "false",
    "diff.wsErrorHighlight": "none",
    "diff.colorMoved": "no",
    "apply.whitespace": "nowarn",
    "apply.ignoreWhitespace": "no",
    # Listings.
    "core.quotePath": "false",
    "core.abbrev": "no",
    "status.branch": "false",
    "status.short": "false",
    "status.showStash": "false",
    "status.renames": "false",
    "status.relativePaths": "false",
    "status.showUntrackedFiles": "normal",
    "column.ui": "never",
    "log.abbrevCommit": "false",
    "log.decorate": "false",
    "log.date": "default",
    "log.follow": "false",
    "log.mailmap": "false",
    "log.showRoot": "true",
    "format.pretty": "medium",
    "i18n.logOutputEncoding": "UTF-8",
    # What is looked at, and what is written.
    "core.ignoreStat": "false",
    "core.checkStat": "default",
    "core.trustctime": "true",
    "core.safecrlf": "false",
    "core.fsync": "all",
    "add.ignoreErrors": "false",
    "i18n.commitEncoding": "UTF-8",
    "commit.cleanup": "whitespace",
    "commit.verbose": "false",
    "commit.status": "false",
    "revert.reference": "false",
    "merge.default": "text",
    "merge.renames": "false",
    "merge.directoryRenames": "false",
    "merge.autoStash": "false",
    "merge.stat": "false",
    "merge.log": "false",
    "merge.branchdesc": "false",
    "advice.detachedHead": "false",
}

_KEPT: Final = frozenset(
    {
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE",
        "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE",
    }
)  # fmt: skip
"""Of all that begins with GIT_: where a person's settings are, and who that person is."""

_OURS: Final = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # and git before 2.44, which does not know the line above, fetches nothing, either
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": f"{os.devnull}/none",
    "GIT_EDITOR": ":",
    "GIT_PAGER": "cat",
    "GIT_TRACE2": "0",
    "GIT_TRACE2_EVENT": "0",
    "GIT_TRACE2_PERF": "0",
    "LC_ALL": "C",
}


def build_environment(settings: Mapping[str, str], variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of one call; `settings` win over the pinned ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
    pairs = [*_safe_directories(), *(SETTINGS | dict(settings)).items()]
    return kept | _OURS | _config_variables(pairs) | dict(variables)


def _safe_directories() -> Iterable[tuple[str, str]]:
    """Of settings in the environment the one that containers need: whose repositories may be read."""
    count = os.environ.get("GIT_CONFIG_COUNT", "")
    for number in range(int(count) if count.isdecimal() else 0):
        if os.environ.get(f"GIT_CONFIG_KEY_{number}", "").lower() == "safe.directory":
            yield "safe.directory", os.environ.get(f"GIT_CONFIG_VALUE_{number}", "")


def _config_variables(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for number, (key, value) in enumerate(pairs):
        found[f"GIT_CONFIG_KEY_{number}"] = key
        found[f"GIT_CONFIG_VALUE_{number}"] = value
    return found


# What makes the output of `git diff` a patch that `git apply` takes, whatever is configured.


PLAIN: Final = ("--no-ext-diff", "--no-textconv", "--no-color")
"""Given to every command that can show a difference."""

PATCH: Final = (
    "diff", "--binary", "--full-index", "--no-renames", "--no-relative", "--unified=3", "--inter-hunk-context=0",
    "--diff-algorithm=myers", "--submodule=short", "--ignore-submodules=dirty", "-O/dev/null",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""The first words of a command that writes a patch; prefixes that follow win over these."""
