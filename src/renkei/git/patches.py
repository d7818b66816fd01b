"""What makes the output of `git diff` a patch that `git apply` takes, whatever is configured."""

from typing import Final

PLAIN: Final = ("--no-ext-diff", "--no-textconv", "--no-color")
"""Given to every command that can show a difference."""

PATCH: Final = (
    "diff", "--binary", "--full-index", "--no-renames", "--no-relative", "--unified=3", "--inter-hunk-context=0",
    "--diff-algorithm=myers", "--submodule=short", "--ignore-submodules=dirty", "-O/dev/null",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""The first words of a command that writes a patch; prefixes that follow win over these."""
