"""Programs that bring files or change what may be done with them: `cp`, `chmod`, `tar`, `dd`, `curl`. Pure."""

import posixpath
from itertools import pairwise
from typing import Final

from renkei.policy.paths import is_outside
from renkei.policy.shell_parts import (
    STREAMS,
    Effects,
    Place,
    Written,
    find_operands,
    has_option,
    is_open,
    join_effects,
    program,
    read_files,
    unknown_effects,
    write_files,
)
from renkei.policy.shell_words import Simple, Word


def mode_effects(command: Simple, place: Place) -> Effects:
    """`chmod` and the like: the first word that is no option is the mode or the owner; `-x` is a mode. A folder that
    nobody may enter takes along what is in it."""
    words, texts = list(command.words[1:]), command.texts[1:]
    is_deep = any(text == "--recursive" or (text[:1] == "-" and text[1:2] != "-" and "R" in text) for text in texts)
    named = [word for word in words if not (word.text.startswith("--") or _is_letters(word.text, "RHLPcfvh"))]
    has_model = any(text.startswith("--reference") for text in texts)
    changed = named if has_model else named[1:]
    if is_deep:
        return write_files(place, changed, "remove")
    is_open = [each.has_wildcards or place.at(each.text) == "." for each in changed]
    named = [each for each, is_wide in zip(changed, is_open, strict=True) if not is_wide]
    wide = [each for each, is_wide in zip(changed, is_open, strict=True) if is_wide]
    return join_effects(write_files(place, named, "folder"), write_files(place, wide))


def _is_letters(text: str, letters: str) -> bool:
    return text.startswith("-") and len(text) > 1 and all(each in letters for each in text[1:])


def copy_effects(command: Simple, place: Place) -> Effects:
    name, operands = program(command), find_operands(command)
    target, sources = _copy_target(command), operands
    if target is None:
        target, sources = (operands[-1] if operands else None), operands[:-1]
    if target is None:
        return Effects()
    takes_folders = name in ("rsync", "scp", "mv", "ln") or any(has_option(command, each) for each in "raR")
    takes_folders = takes_folders or any(text.startswith(("--rec", "--ar")) for text in command.texts[1:])
    written = write_files(place, [target])
    for each in sources:
        written = join_effects(written, _copy_into(place, command, target, each, takes_folders=takes_folders))
    is_link = name == "cp" and (has_option(command, "l", "--link") or has_option(command, "s", "--symbolic-link"))
    if name in ("mv", "ln") or is_link or "--remove-source-files" in command.texts:  # a link is a way to write it
        return join_effects(written, write_files(place, sources, "remove"))
    if name == "rsync" and any(text.startswith("--del") for text in command.texts[1:]):
        written = join_effects(written, write_files(place, [target], "remove"))
    if takes_folders or any(is_open(each) for each in sources):  # what is in them is not known
        written = join_effects(written, unknown_effects(command))
    return join_effects(written, read_files(place, sources))


def _copy_into(place: Place, command: Simple, target: Word, source: Word, *, takes_folders: bool) -> Effects:
    """The names that a copy may get: its own in a folder, or the one that stands there."""
    into = _into(target, source)
    if not takes_folders:
        return Effects() if _is_other_file(place, target, source) else write_files(place, [into])
    merged = ("/", "/.", "/*") if program(command) == "rsync" else ("/.", "/*")
    is_merged = source.text.endswith(merged) or source.text in (".", "./")
    names = [each for each in (target, into) if place.at(each.text) != "."]
    found = write_files(place, names, "folder")
    if not source.is_literal or not target.is_literal or place.folder is None:
        return found
    brought = (place.at(source.text.rstrip("*")), place.at(target.text if is_merged else into.text))
    return found._replace(writes=(*found.writes, Written(place.at(target.text), brings=(brought,))))


def _is_other_file(place: Place, target: Word, source: Word) -> bool:
    """`cp .mcp.json /tmp/m.json`: outside of the project, a name with the same ending is no folder."""
    ending = posixpath.splitext(source.text.replace("/.", "/").lstrip("."))[1]
    return bool(ending) and target.is_literal and target.text.endswith(ending) and is_outside(place.at(target.text))


def _copy_target(command: Simple) -> Word | None:
    """`-t DIR`, also among other letters and with its folder behind it; `--target-directory`, also begun."""
    if program(command) not in ("cp", "mv", "ln", "install"):
        return None
    for at, word in enumerate(command.words[1:], 1):
        name, equals, value = word.text.partition("=")
        following = next(iter(command.words[at + 1 :]), None)
        if len(name) > len("--") and "--target-directory".startswith(name):
            return Word(value, word.is_literal) if equals else following
        if _takes_target(word.text):
            value = word.text.partition("t")[2]
            return Word(value, word.is_literal) if value else following
    return None


def _takes_target(text: str) -> bool:
    """Among the letters before one that takes the rest of the word."""
    end = next((at for at, letter in enumerate(text) if at and letter in "Smog"), len(text))
    return text[:1] == "-" and text[1:2] != "-" and "t" in text[1:end]


def rclone_effects(command: Simple, place: Place) -> Effects:
    """It brings what is in a folder, as `rsync` does from one that ends with a slash; `sync` takes away what is not."""
    verb, *named = find_operands(command) or [Word("")]
    if verb.text in _RCLONE_REMOVALS:
        return write_files(place, named, "remove")
    if verb.text not in _RCLONE_COPIES or len(named) < 2:
        return unknown_effects(command)
    source, *targets = named
    found = Effects()
    if verb.text == "bisync":
        found = write_files(place, [source], "remove")
    for target in targets:
        merged = Word(f"{source.text}/", source.is_literal, source.has_wildcards)
        words = (Word("rsync"), *map(Word, _RCLONE_COPIES[verb.text]), merged, target)
        found = join_effects(found, copy_effects(command._replace(words=words), place))
    return found


_RCLONE_REMOVALS: Final = ("delete", "deletefile", "purge", "rmdir", "rmdirs", "cleanup")
_RCLONE_COPIES: Final = {
    **dict.fromkeys(("copy", "copyto", "copyurl"), ()),
    **dict.fromkeys(("sync", "bisync"), ("--delete",)),
    **dict.fromkeys(("move", "moveto"), ("--remove-source-files",)),
}
"""By verb, what that is with `rsync`."""


def _into(target: Word, source: Word) -> Word:
    name = posixpath.basename(source.text.rstrip("/"))
    return Word(f"{target.text}/{name}", target.is_literal and source.is_literal, source.has_wildcards)


def dd_effects(command: Simple, place: Place) -> Effects:
    written = [Word(text[3:], word.is_literal) for text, word in _pairs(command) if text.startswith("of=")]
    read = [Word(text[3:], word.is_literal) for text, word in _pairs(command) if text.startswith("if=")]
    return join_effects(
        write_files(place, [each for each in written if each.text not in STREAMS]), read_files(place, read)
    )


def unpack_effects(command: Simple, place: Place) -> Effects:
    """`tar` and `unzip`: what is in them is not known, so they write a folder with all that can be below it."""
    texts = command.texts[1:]
    is_tar = program(command) != "unzip"
    is_listing = not any(_unpacks(text, at) for at, text in enumerate(texts)) if is_tar else (
        any(text.startswith("-") and set(text) & set("lptvz") for text in texts)
    )  # fmt: skip
    if is_listing:
        is_taken = any(text.startswith("--remove-f") for text in texts)  # what is packed is gone
        taken = write_files(place, find_operands(command), "remove") if is_taken else Effects()
        return join_effects(taken, unknown_effects(command))
    option = "-C" if is_tar else "-d"
    named = [word for before, word in pairwise(command.words) if before.text in (option, "--directory")]
    named += [Word(text.partition("=")[2]) for text in texts if text.startswith("--directory=")]
    named += [Word(text[2:]) for text in texts if text.startswith(option) and len(text) > 2]
    return join_effects(write_files(place, named[-1:] or [Word(".")], "folder"), unknown_effects(command))


def extract_effects(command: Simple, place: Place) -> Effects:
    """`cpio`, `7z` and `jar`, alike."""
    first = command.texts[1:2]
    is_cpio = program(command) == "cpio" and has_option(command, "i", "--extract") and not has_option(command, "t")
    if not is_cpio and not (program(command) != "cpio" and first and set(first[0].lstrip("-")) & set("xe")):
        return unknown_effects(command)
    named = [Word(text[2:]) for text in command.texts if program(command) != "cpio" and text.startswith("-o")]
    return join_effects(write_files(place, named[-1:] or [Word(".")], "folder"), unknown_effects(command))


def _unpacks(text: str, at: int) -> bool:
    """Whether a word of `tar` tells it to unpack; the first may lack its dash."""
    if text.startswith("--"):
        return len(text) > 4 and any(each.startswith(text) for each in ("--extract", "--get"))
    return (text.startswith("-") or at == 0) and "x" in text.partition("=")[0] and "/" not in text and "." not in text


def _pairs(command: Simple) -> list[tuple[str, Word]]:
    return [(word.text, word) for word in command.words[1:]]


def download_effects(command: Simple, place: Place) -> Effects:
    """Where nothing says how a file is to be called, it is called as at the end of its address."""
    texts = command.texts
    targets = [
        command.words[at + 1]
        for at, text in enumerate(texts[:-1])
        if text in ("-o", "--output", "-O", "--output-document", "-P", "--directory-prefix", "--output-dir")
        and (text, program(command)) != ("-O", "curl")
    ]
    targets += [Word(text.partition("=")[2]) for text in texts if text.startswith(("--output", "--directory-prefix"))]
    folders = ["", *(f"{each.text}/" for each in targets)]
    is_named_so = program(command) != "curl" or has_option(command, "O") or any(
        text.startswith("--remote-n") for text in texts
    )  # fmt: skip
    names = [text.rstrip("/").rpartition("/")[2].partition("?")[0] for text in texts[1:] if "://" in text]
    names = names if is_named_so else []
    targets += [Word(f"{folder}{name}") for folder in folders for name in names if name]
    return join_effects(
        write_files(place, [each for each in targets if each.text not in ("-", "", *STREAMS)]), unknown_effects(command)
    )


def printed_text(command: Simple) -> str | None:
    """What `echo` and `printf` print, without the signs that shells and formats turn into others; None: it may be other
    than its words."""
    words = command.texts[1:]
    if not command.is_literal or any(text.startswith("-") for text in words[:1]):
        return None
    if program(command) == "echo":
        return None if any("\\" in text for text in words) else " ".join(words) + "\n"
    form = words[0].replace("\\n", "\n") if words else ""
    if "%s" not in form:
        return None if "%" in form or "\\" in form else form
    if form.replace("%s", "", 1).strip("\n") or "\\" in form:
        return None
    return "".join(form.replace("%s", text) for text in words[1:] or ("",))


def renkei_effects(command: Simple, place: Place) -> Effects:
    """What `renkei` itself writes where it is told to: reports, exports, copies of the store."""
    found, words = list[Word](), command.words[1:]
    for at, word in enumerate(words):
        option, equals, value = word.text.partition("=")
        if _names_output(option):
            found.append(Word(value, word.is_literal) if equals else next(iter(words[at + 1 :]), Word("-")))
        elif option[:2] == "-o":
            found.append(Word(word.text[2:], word.is_literal))
    texts = [word.text for word in find_operands(command)]
    if texts[:1] == ["backup"]:
        found += [Word(each) for each in texts[1:]]
    return write_files(place, [each for each in found if each.text != "-" and not each.text.startswith("--")])


def _names_output(option: str) -> bool:
    """By a beginning of it, too, as the command line takes it."""
    is_begun = option.startswith("--") and any(each.startswith(option) for each in _OUTPUTS) and option not in _OTHERS
    return is_begun or option == "-o"


_OUTPUTS: Final = ("--html", "--output", "--save-test")
_OTHERS: Final = ("--", "--h")
"""Beginnings that stand for something else: the end of options, and the help."""
