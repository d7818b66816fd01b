"""What simple commands of a shell do to files, as far as that can be told from their words. Pure; on a hook's path.

Programs that are known are tables, each read by a small file of its own; of one that is not known nothing is said but
that it may write (`is_unknown`).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.shell_parts import (
    OPAQUE,
    SEARCHERS,
    STREAMS,
    Effects,
    Place,
    files_of_options,
    find_operands,
    join_effects,
    names_of,
    program,
    read_files,
    unknown_effects,
    write_files,
)
from renkei.policy.shell_words import Simple

if TYPE_CHECKING:
    from renkei.policy import shell_copies, shell_editors, shell_filters, shell_git, shell_searches
else:  # most commands need the reader of one program, if any
    shell_copies, shell_filters = lazy("renkei.policy.shell_copies"), lazy("renkei.policy.shell_filters")
    shell_editors = lazy("renkei.policy.shell_editors")
    shell_git, shell_searches = lazy("renkei.policy.shell_git"), lazy("renkei.policy.shell_searches")

Reader = Callable[[Simple, Place], Effects]

_SILENT: Final = names_of(
    "echo printf true false : pwd whoami id uname which type hash test [ sleep export unset set shopt cd pushd "
    "popd exit return wait seq basename dirname realpath readlink env printenv hostname ps kill jobs fg bg read shift "
    "local declare readonly umask ulimit tty clear yes expr bc cal df free uptime lsof sum cksum md5sum "
    "sha1sum sha256sum sha512sum shasum file stat wc nproc arch locale getconf tput continue break let tr"
)
"""They write no file, and show no file's lines."""

_READERS: Final = names_of(
    "cat less more nl tac od hexdump strings diff cmp comm cut paste column fold fmt rev base64 bat "
    "expand unexpand join look iconv zcat xzcat bzcat shuf"
)
"""They show lines of the files that they name."""

_WRITERS: Final = names_of("touch mkdir rmdir rm unlink truncate shred tee mkfifo mknod")
"""They write every file that they name."""

_MODES: Final = frozenset({"chmod", "chown", "chgrp"})

_COPIERS: Final = frozenset({"cp", "mv", "ln", "install", "rsync", "scp"})

_EDITORS: Final = names_of(
    "ed red ex vi vim nvim nano emacs patch perl ruby black isort autopep8 yapf clang-format prettier biome eslint "
    "stylelint standard gofmt goimports gofumpt shfmt rustfmt rubocop dos2unix unix2dos ruff"
)
"""They write the files that they are given, some if they are told to."""


def effects_of(command: Simple, root: str) -> Effects:
    """What a simple command does; one that wraps another has to be unwrapped before."""
    found = _effects_here(command, root)
    for folder in command.elsewhere:
        other = _effects_here(command._replace(folder=folder), root)
        reads, writes = {each.path for each in found.reads}, {each.path for each in found.writes}
        found = found._replace(
            reads=(*found.reads, *(each._replace(is_elsewhere=True) for each in other.reads if each.path not in reads)),
            writes=(
                *found.writes,
                *(each._replace(is_elsewhere=True) for each in other.writes if each.path not in writes),
            ),
        )
    return found


def _effects_here(command: Simple, root: str) -> Effects:
    place = Place(command.folder, root)
    redirected = _redirect_effects(command, place)
    if not command.words:
        return redirected
    listed = files_of_options(command) if program(command) in ("wc", "du", "sort", "diff") else []
    return join_effects(join_effects(_program_effects(command, place), read_files(place, listed)), redirected)


def _redirect_effects(command: Simple, place: Place) -> Effects:
    reads = [each.target for each in command.redirects if each.operator == "<"]
    writes = [each for each in command.writing if each.text not in STREAMS]
    return join_effects(read_files(place, reads), write_files(place, writes)) if reads or writes else Effects()


def _program_effects(command: Simple, place: Place) -> Effects:
    name = program(command)
    if not command.words[0].is_literal or name == OPAQUE:
        return unknown_effects(command)
    if name in _SILENT:
        return Effects()
    if name in _READERS:
        return shell_filters.read_effects(command, place)
    if name in _WRITERS:
        return write_files(place, find_operands(command), "remove" if name in ("rm", "rmdir", "shred") else "shell")
    if name in _MODES:
        return shell_copies.mode_effects(command, place)
    if name in SEARCHERS:
        return shell_searches.search_effects(command, place)
    if name in _COPIERS:
        return shell_copies.copy_effects(command, place)
    if name in _EDITORS:
        return shell_editors.edit_effects(command, place)
    return _PROGRAMS[name]()(command, place) if name in _PROGRAMS else unknown_effects(command)


_TEXT_KEEPERS: Final = names_of(
    "cat head tail tee cp mv ln install touch truncate sed gsed grep egrep fgrep sort uniq true : mkdir rm chmod dd cd"
)


def keeps_text(command: Simple) -> bool:
    """Whether what it writes is made of its own words and of the lines of files that it names, as they stand there."""
    name = program(command)
    if name in ("echo", "printf"):
        return shell_copies.printed_text(command) is not None
    return not command.words or name in _TEXT_KEEPERS


def is_known(command: Simple) -> bool:
    """Whether what this program does is told from its words."""
    name = program(command)
    known = (_SILENT, _READERS, _WRITERS, _MODES, SEARCHERS, _COPIERS, _PROGRAMS)
    return any(name in each for each in known) and name not in ("python", "python3")


_PROGRAMS: Final[dict[str, Callable[[], Reader]]] = {
    **dict.fromkeys(("head", "tail"), lambda: shell_filters.head_effects),
    **dict.fromkeys(("sed", "gsed"), lambda: shell_filters.sed_effects),
    **dict.fromkeys(("awk", "gawk", "mawk"), lambda: shell_filters.awk_effects),
    "sort": lambda: shell_filters.sort_effects,
    **dict.fromkeys(("ls", "tree", "du"), lambda: shell_filters.ls_effects),
    **dict.fromkeys(("jq", "yq"), lambda: shell_filters.filter_json_effects),
    "date": lambda: shell_filters.date_effects,
    **dict.fromkeys(("python", "python3"), lambda: shell_filters.python_effects),
    **dict.fromkeys(("uniq", "xxd"), lambda: shell_filters.filter_effects),
    "find": lambda: shell_searches.find_effects,
    "dd": lambda: shell_copies.dd_effects,
    **dict.fromkeys(("tar", "bsdtar", "unzip"), lambda: shell_copies.unpack_effects),
    **dict.fromkeys(("cpio", "7z", "7za", "7zr", "jar"), lambda: shell_copies.extract_effects),
    **dict.fromkeys(("curl", "wget"), lambda: shell_copies.download_effects),
    "git": lambda: shell_git.git_effects,
    "rclone": lambda: shell_copies.rclone_effects,
    "renkei": lambda: shell_copies.renkei_effects,
}
"""By program, its reader, which is loaded when it is asked for."""
