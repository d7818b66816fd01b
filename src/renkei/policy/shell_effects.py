"""What simple commands of a shell do to files, as far as that can be told from their words. Pure; on a hook's path.

Programs that are known are tables, each read by a small file of its own; of one that is not known nothing is said but
that it may write (`is_unknown`).
"""

from collections.abc import Callable
from typing import Final

from renkei.policy.shell_copies import copy_effects, dd_effects, download_effects, mode_effects, unpack_effects
from renkei.policy.shell_filters import (
    awk_effects,
    date_effects,
    filter_effects,
    filter_json_effects,
    head_effects,
    ls_effects,
    python_effects,
    read_effects,
    sed_effects,
    sort_effects,
)
from renkei.policy.shell_git import git_effects
from renkei.policy.shell_parts import (
    OPAQUE,
    STREAMS,
    Effects,
    Place,
    find_operands,
    join_effects,
    names_of,
    program,
    read_files,
    unknown_effects,
    write_files,
)
from renkei.policy.shell_searches import SEARCHERS, find_effects, search_effects
from renkei.policy.shell_words import Simple

_SILENT: Final = names_of(
    "echo printf true false : pwd whoami id uname which type hash test [ sleep export unset set shopt cd pushd "
    "popd exit return wait seq basename dirname realpath readlink env printenv hostname ps kill jobs fg bg read shift "
    "local declare readonly umask ulimit tty clear yes expr bc cal df du free uptime lsof renkei sum cksum md5sum "
    "sha1sum sha256sum sha512sum shasum file stat wc nproc arch locale getconf tput continue break let"
)
"""They write no file, and show no file's lines."""

_READERS: Final = names_of(
    "cat less more nl tac od hexdump strings diff cmp comm cut paste column fold fmt rev base64 bat tr "
    "expand unexpand join look iconv zcat xzcat bzcat shuf"
)
"""They show lines of the files that they name."""

_WRITERS: Final = names_of("touch mkdir rmdir rm unlink truncate shred tee mkfifo mknod")
"""They write every file that they name."""

_MODES: Final = frozenset({"chmod", "chown", "chgrp"})

_COPIERS: Final = frozenset({"cp", "mv", "ln", "install", "rsync", "scp"})


def effects_of(command: Simple, root: str) -> Effects:
    """What a simple command does; one that wraps another has to be unwrapped before."""
    place = Place(command.folder, root)
    redirected = _redirect_effects(command, place)
    if not command.words:
        return redirected
    return join_effects(_program_effects(command, place), redirected)


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
        return read_effects(command, place)
    if name in _WRITERS:
        return write_files(place, find_operands(command), "remove" if name in ("rm", "rmdir", "shred") else "shell")
    if name in _MODES:
        return mode_effects(command, place)
    if name in SEARCHERS:
        return search_effects(command, place)
    if name in _COPIERS:
        return copy_effects(command, place)
    return _PROGRAMS.get(name, _no_program)(command, place)


_TEXT_KEEPERS: Final = names_of(
    "cat head tail tee echo printf cp mv ln install touch truncate sed gsed grep egrep fgrep sort uniq true : mkdir rm "
    "chmod dd cd"
)


def keeps_text(command: Simple) -> bool:
    """Whether what it writes is made of its own words and of the lines of files that it names."""
    return not command.words or program(command) in _TEXT_KEEPERS


def is_known(command: Simple) -> bool:
    """Whether what this program does is told from its words."""
    name = program(command)
    known = (_SILENT, _READERS, _WRITERS, _MODES, SEARCHERS, _COPIERS, _PROGRAMS)
    return any(name in each for each in known) and name not in ("python", "python3")


def _no_program(command: Simple, place: Place) -> Effects:
    return unknown_effects(command)


_PROGRAMS: Final[dict[str, Callable[[Simple, Place], Effects]]] = {
    "head": head_effects, "tail": head_effects, "sed": sed_effects, "gsed": sed_effects,
    "awk": awk_effects, "gawk": awk_effects, "mawk": awk_effects, "sort": sort_effects,
    "ls": ls_effects, "tree": ls_effects, "find": find_effects, "dd": dd_effects,
    "jq": filter_json_effects, "yq": filter_json_effects, "date": date_effects, "python": python_effects,
    "python3": python_effects, "uniq": filter_effects, "xxd": filter_effects,
    "tar": unpack_effects, "bsdtar": unpack_effects, "unzip": unpack_effects,
    "curl": download_effects, "wget": download_effects, "git": git_effects,
}  # fmt: skip
