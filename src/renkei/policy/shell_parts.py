"""What the effects of a command are made of: values, places, words that are operands. Pure; on a hook's path."""

import posixpath
from collections.abc import Iterable
from typing import Final, NamedTuple

from renkei.policy.paths import MOST_FORMS, expand_braces, locate
from renkei.policy.shell_words import Simple, Word
from renkei.policy.touches import Search, Span


def names_of(text: str) -> frozenset[str]:
    """Names of programs, from a line of them."""
    return frozenset(text.split())


UNKNOWN_FOLDER: Final = "?"
"""Where a relative path begins when only the shell knows the folder."""


class Written(NamedTuple):
    """A path that is written, as `touches.Change` has it: `shell`, `remove` or `folder`."""

    path: str
    act: str = "shell"
    has_wildcards: bool = False
    brings: tuple[tuple[str, str], ...] = ()
    is_elsewhere: bool = False


class Effects(NamedTuple):
    reads: tuple[Span, ...] = ()
    searches: tuple[Search, ...] = ()
    writes: tuple[Written, ...] = ()
    is_unknown: bool = False
    """Whether it may write what cannot be told."""
    said: str = ""
    """Of one that is unknown: all its words, in which a path may stand."""


class Place(NamedTuple):
    """Where a command runs, and where the project is."""

    folder: str | None
    root: str

    def at(self, path: str) -> str:
        if self.folder is None and not path.startswith(("/", "~")):
            return f"{UNKNOWN_FOLDER}/{posixpath.normpath(path)}"
        return locate(path, _absolute(self.folder), self.root)


def _absolute(folder: str | None) -> str:
    """A home folder is not known by its path here: it is somewhere outside."""
    return f"/{folder}" if folder and folder.startswith("~") else folder or "/"


def program(command: Simple) -> str:
    """The name of what runs, without the folder that it stands in."""
    return command.name.rsplit("/", 1)[-1]


OPAQUE: Final = "\0opaque"

SEARCHERS: Final = frozenset({"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack"})

_VALUED: Final[dict[str, tuple[str, ...]]] = {
    "head": ("-n", "-c", "--lines", "--bytes"), "tail": ("-n", "-c", "--lines", "--bytes"),
    "grep": ("-e", "-f", "-m", "-A", "-B", "-C", "--include", "--exclude", "--exclude-dir", "--regexp", "--max-count"),
    "rg": ("-e", "-f", "-m", "-A", "-B", "-C", "-g", "-t", "-T", "-j", "--glob", "--type", "--regexp", "--max-count"),
    "touch": ("-d", "-r", "-t"), "mkdir": ("-m",), "truncate": ("-s", "-r"), "install": ("-m", "-o", "-g", "-t"),
    "cp": ("-t", "--target-directory", "-S"), "mv": ("-t", "--target-directory", "-S"),
    "ln": ("-t", "--target-directory", "-S"), "cut": ("-d", "-f", "-c", "-b"), "jq": ("--arg", "--argjson"),
    "awk": ("-F", "-v", "-f"), "sort": ("-k", "-t", "-S", "-o", "--output"),
    "rsync": ("-e", "-f", "--rsh", "--filter", "--exclude", "--exclude-from", "--include", "--include-from"),
    "rclone": (
        "--backup-dir", "--bwlimit", "--checkers", "--compare-dest", "--config", "--copy-dest", "--exclude",
        "--exclude-from", "--exclude-if-present", "--files-from", "--filter", "--filter-from", "--include",
        "--include-from", "--log-file", "--log-level", "--max-age", "--max-delete", "--max-depth", "--max-size",
        "--min-age", "--min-size", "--retries", "--suffix", "--tpslimit", "--transfers",
    ),
    "scp": ("-i", "-P", "-o", "-F", "-J"),
    "ssh": tuple(f"-{letter}" for letter in "bcDEeFIiJLlmOopQRSWw"), "tree": ("-L", "-I", "-P"),
    **dict.fromkeys(("pkill", "pgrep", "killall"), ("-u", "-U", "-g", "-G", "-P", "-s", "-t", "--signal", "--parent")),
    "nl": ("-b", "-d", "-f", "-h", "-i", "-l", "-n", "-s", "-v", "-w"), "less": ("-p",), "uniq": ("-f", "-s", "-w"),
    "xxd": ("-c", "-cols", "-g", "-groupsize", "-l", "-len", "-n", "-name", "-o", "-s", "-seek", "-R"),
    "column": ("-s", "-o", "-c", "-N", "-H", "-R", "-W", "-E", "-O", "-T", "-d", "-n"), "cmp": ("-n", "-i"),
}  # fmt: skip
"""Options that take the next word."""


def join_effects(one: Effects, other: Effects) -> Effects:
    return Effects(
        (*one.reads, *other.reads),
        (*one.searches, *other.searches),
        (*one.writes, *other.writes),
        one.is_unknown or other.is_unknown,
        f"{one.said} {other.said}".strip(),
    )


STREAMS: Final = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2")


def write_files(place: Place, targets: list[Word], act: str = "shell") -> Effects:
    known = [each for each in targets if each.is_literal or each.is_guess]
    writes = tuple(Written(place.at(each.text), act, each.has_wildcards) for each in known)
    unknown = any(not each.is_literal for each in targets) or (place.folder is None and bool(targets))
    return Effects(writes=writes, is_unknown=unknown, said=" ".join(each.text for each in targets))


def read_files(place: Place, targets: list[Word], first: int = 1, count: int | None = None) -> Effects:
    """Of words that the shell turns into names, how many there are is not known: that is a search, and a read of all
    of it."""
    named = expand_words(targets)
    reads = tuple(Span(place.at(each.text), first, count, each.has_wildcards) for each in named if each.is_literal)
    return Effects(reads=reads, searches=tuple(search_word(place, each) for each in named if is_open(each)))


def files_of_options(command: Simple) -> list[Word]:
    """What `wc --files0-from FILE` and `diff --from-file FILE` read, in both forms."""
    found = list[Word]()
    for at, word in enumerate(command.words):
        name, equals, value = word.text.partition("=")
        if name.startswith(("--files0", "--from-f", "--to-f")):
            found += [Word(value, word.is_literal)] if equals else list(command.words[at + 1 : at + 2])
    return found


def is_open(word: Word) -> bool:
    return word.has_wildcards or not word.is_literal


def expand_words(words: Iterable[Word]) -> list[Word]:
    """As the shell does with `{a,b}`; what is too many for that is a word that nobody knows."""
    found = list[Word]()
    for word in words:
        forms = expand_braces(word.text) if is_open(word) and word.is_literal else [word.text]
        if len(forms) >= MOST_FORMS:
            found.append(Word(word.text, is_literal=False))
        elif is_open(word) and word.is_literal:
            found += [Word(each, has_wildcards=any(sign in each for sign in "*?[")) for each in forms]
        else:
            found.append(word)
    return found


def search_word(place: Place, word: Word, *, deep: bool = False) -> Search:
    """Where a word that stands for files is looked for; one that nobody knows may be anywhere."""
    if not word.is_literal:
        return Search(place.at("."))
    return Search(place.at(word.text), deep=deep, has_wildcards=word.has_wildcards)


def find_operands(command: Simple, *, keeps_streams: bool = False) -> list[Word]:
    """The words that are no options, and no values of options; with those that stand for a stream (`-`), or without."""
    valued, found, words = _VALUED.get(program(command), ()), list[Word](), list(command.words[:0:-1])
    while words:
        word = words.pop()
        if word.text == "--":
            return [*found, *reversed(words)]
        if word.text in valued and word.is_literal:
            words = words[:-1]
        elif not word.text.startswith("-") or word.text == "-" or not word.is_literal:
            found.append(word)
    return found if keeps_streams else [each for each in found if each.text != "-"]


def values_among(words: tuple[Word, ...], letter: str, *, valued: str, long: str) -> list[Word]:
    """The values of an option, also behind other letters (`-uo FILE`) and by a beginning of its long name; `valued` are
    the letters after which the rest of a word is a value."""
    found = list[Word]()
    for at, word in enumerate(words):
        option, equals, value = word.text.partition("=")
        if option.startswith("--"):
            is_meant, behind = len(option) > len("--") and long.startswith(option), value if equals else ""
        else:
            end = next((at for at, each in enumerate(word.text) if at and each in valued), 0)
            is_meant = word.text[:1] == "-" and end > 0 and word.text[end] == letter
            behind = word.text[end + 1 :]
        if is_meant:
            found += [Word(behind, word.is_literal)] if behind or equals else list(words[at + 1 : at + 2])
    return found


def has_option(command: Simple, short: str, *long: str) -> bool:
    return any(
        (text.startswith("-") and not text.startswith("--") and short in text[1:].partition("=")[0])
        or any(text == each or text.startswith(f"{each}=") for each in long)
        for text in command.texts[1:]
    )


PATHS_FROM: Final = "--pathspec-from-file"


def takes_list(command: Simple) -> bool:
    """Whether it takes away what a file names: `git rm --pathspec-from-file=FILE`, `tar --remove-files -T FILE`."""
    return any(text == "--remove-files" or text.startswith(PATHS_FROM) for text in command.texts)


def unknown_effects(command: Simple) -> Effects:
    documents = (each.target.text for each in command.redirects if each.operator in ("<<", "<<<"))
    return Effects(is_unknown=True, said=" ".join((*command.texts, *documents)))
