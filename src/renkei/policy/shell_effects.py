"""What simple commands of a shell do to files, as far as that can be told from their words. Pure; on a hook's path.

Programs that are known are tables; of one that is not known nothing is said but that it may write (`is_unknown`).
"""

import posixpath
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from renkei.policy.paths import locate
from renkei.policy.sed_scripts import read_sed
from renkei.policy.shell_words import Script, Simple, Word, next_folder, read_script
from renkei.policy.touches import Found, Search, Span


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


def unwrap(command: Simple) -> list[Simple]:
    """The commands that really run: without `env`, `timeout` and the like before it; those in `sh -c` and `eval`."""
    found: list[Simple] = []
    waiting = [(command, 0)]
    while waiting:
        each, depth = waiting.pop()
        inner = _inner_commands(each) if depth < _MOST_WRAPPERS else None
        if inner is None:
            found.append(each)
        else:
            waiting.extend((one, depth + 1) for one in reversed(inner))
    return found


_MOST_WRAPPERS: Final = 8
_SHELLS: Final = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash"})
_WRAPPERS: Final[dict[str, tuple[str, ...]]] = {
    "env": ("-u", "--unset", "-C", "--chdir", "-S", "--split-string"),
    "command": (), "builtin": (), "exec": ("-a",), "nohup": (), "setsid": (),
    "nice": ("-n", "--adjustment"), "ionice": ("-c", "-n"), "stdbuf": ("-i", "-o", "-e"),
    "timeout": ("-k", "-s", "--kill-after", "--signal"), "time": ("-f", "-o"),
    "sudo": ("-u", "-g", "-D", "-h", "-p", "-C"), "doas": ("-u",),
    "xargs": ("-I", "-n", "-L", "-P", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--delimiter"),
    "caffeinate": (), "chronic": (), "unbuffer": (), "parallel": ("-j", "-n", "-I"),
    "uv": (), "poetry": (), "pipenv": (), "pdm": (), "hatch": (), "rye": (), "bundle": (), "npx": (), "uvx": (),
    "busybox": (), "watch": ("-n",), "flock": (),
}  # fmt: skip
"""Programs that run the command behind them, and those of their options that take a value."""
_RUN_VERBS: Final = {
    "uv": "run",
    "poetry": "run",
    "pipenv": "run",
    "pdm": "run",
    "hatch": "run",
    "rye": "run",
    "bundle": "exec",
}
_OWN_OPERANDS: Final = {"timeout": 1, "flock": 1}
"""How many words of its own stand before the command."""


def program(command: Simple) -> str:
    """The name of what runs, without the folder that it stands in."""
    return command.name.rsplit("/", 1)[-1]


def _inner_commands(command: Simple) -> list[Simple] | None:
    name = program(command)
    if name in _SHELLS:
        return _shell_commands(command)
    if name == "eval":
        return _within(command, read_script(" ".join(command.texts[1:]), command.folder))
    if name == "find":
        return _found_commands(command)
    if name not in _WRAPPERS or len(command.words) < 2:
        return None
    return _wrapped_command(command, name)


def _shell_commands(command: Simple) -> list[Simple] | None:
    """What `sh -c TEXT` runs, or a here-document that it is given."""
    words = command.words[1:]
    for at, word in enumerate(words):
        if word.text.startswith("-") and not word.text.startswith("--") and "c" in word.text and at + 1 < len(words):
            return _within(command, read_script(words[at + 1].text, command.folder))
    document = next((each.target.text for each in command.redirects if each.operator in ("<<", "<<<")), None)
    return None if document is None else _within(command, read_script(document, command.folder))


def _within(command: Simple, script: Script) -> list[Simple] | None:
    """With what the outer one sets for it."""
    if not command.is_literal or script.problems or not script.commands:
        kept = [command, *(each._replace(is_piped=True) for each in script.commands)]
        return [_opaque(each) if at == 0 else each for at, each in enumerate(kept)]
    last = script.commands[-1]
    joined = last._replace(
        redirects=(*last.redirects, *(each for each in command.redirects if "<" not in each.operator))
    )
    return [
        each._replace(assignments=(*command.assignments, *each.assignments)) for each in (*script.commands[:-1], joined)
    ]


def _opaque(command: Simple) -> Simple:
    """A command of which nothing more is looked for."""
    return command._replace(words=(Word(OPAQUE), *command.words))


OPAQUE: Final = "\0opaque"


def _found_commands(command: Simple) -> list[Simple] | None:
    """`find -exec`: the find without it, and the command."""
    texts = command.texts
    at = next((at for at, text in enumerate(texts) if text in ("-exec", "-execdir", "-ok", "-okdir")), None)
    if at is None:
        return None
    ends = (end for end in range(at + 1, len(texts)) if texts[end] in (";", "+"))
    run = command.words[at + 1 : next(ends, len(texts))]
    given = tuple(Word("", is_literal=False) if "{}" in word.text else word for word in run)
    inner = Simple(given, command.assignments, (), command.folder)
    return [command._replace(words=command.words[:at]), *([inner] if given else [])]


def _wrapped_command(command: Simple, name: str) -> list[Simple] | None:
    words, folder, assignments = list(command.words[1:]), command.folder, list(command.assignments)
    if (verb := _RUN_VERBS.get(name)) is not None:
        if words[0].text != verb:
            return None
        words.pop(0)
    own = _OWN_OPERANDS.get(name, 0)
    while words:
        text = words[0].text
        if name == "env" and "=" in text and not text.startswith("-"):
            assignments.append(words.pop(0))
        elif text.startswith("-") and text != "-":
            folder = _take_option(name, words, folder, assignments)
        elif own:
            own, _ = own - 1, words.pop(0)
        else:
            break
    if not words:
        return None
    given = (*words, Word("", is_literal=False)) if name in ("xargs", "parallel") else tuple(words)
    return [Simple(tuple(given), tuple(assignments), command.redirects, folder, command.is_piped)]


def _take_option(name: str, words: list[Word], folder: str | None, assignments: list[Word]) -> str | None:
    """Takes an option with its value from the words; gives the folder that it leads to."""
    option = words.pop(0)
    text, equals, value = option.text.partition("=")
    takes_next = text in _WRAPPERS[name] and not equals
    if takes_next and words:
        value = words.pop(0).text
    if name == "env" and text in ("-u", "--unset"):
        assignments.append(Word(f"{value}="))
    if name == "env" and text.startswith("-u") and len(text) > 2:
        assignments.append(Word(f"{text[2:]}="))
    if name == "env" and text in ("-i", "--ignore-environment", "-"):
        assignments.append(Word("RENKEI_TOKEN="))
    if name == "env" and text in ("-S", "--split-string"):
        words[:0] = [word for each in read_script(value, folder).commands for word in (*each.assignments, *each.words)]
    if name in ("env", "sudo") and text in ("-C", "-D", "--chdir"):
        return next_folder(folder, (Word(value),)) if value else None
    return folder


# What programs do with their operands.

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
_SEARCHERS: Final = frozenset({"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack"})
_WRITERS: Final = names_of("touch mkdir rmdir rm unlink truncate shred tee mkfifo mknod")
"""They write every file that they name."""
_MODES: Final = frozenset({"chmod", "chown", "chgrp"})
_COPIERS: Final = frozenset({"cp", "mv", "ln", "install", "rsync", "scp"})
_VALUED: Final[dict[str, tuple[str, ...]]] = {
    "head": ("-n", "-c", "--lines", "--bytes"), "tail": ("-n", "-c", "--lines", "--bytes"),
    "grep": ("-e", "-f", "-m", "-A", "-B", "-C", "--include", "--exclude", "--exclude-dir", "--regexp", "--max-count"),
    "rg": ("-e", "-f", "-m", "-A", "-B", "-C", "-g", "-t", "-T", "-j", "--glob", "--type", "--regexp", "--max-count"),
    "touch": ("-d", "-r", "-t"), "mkdir": ("-m",), "truncate": ("-s", "-r"), "install": ("-m", "-o", "-g", "-t"),
    "cp": ("-t", "--target-directory", "-S"), "mv": ("-t", "--target-directory", "-S"),
    "ln": ("-t", "--target-directory", "-S"), "cut": ("-d", "-f", "-c", "-b"), "jq": ("--arg", "--argjson"),
    "awk": ("-F", "-v", "-f"), "sort": ("-k", "-t", "-o", "--output"),
    "rsync": ("-e", "-f", "--rsh", "--filter", "--exclude", "--exclude-from", "--include", "--include-from"),
    "scp": ("-i", "-P", "-o", "-F", "-J"), "tree": ("-L", "-I", "-P"),
    "nl": ("-s", "-w"), "column": ("-s", "-t"), "less": ("-p",),
}  # fmt: skip
"""Options that take the next word."""


def effects_of(command: Simple, root: str) -> Effects:
    """What a simple command does; one that wraps another has to be unwrapped before."""
    place = Place(command.folder, root)
    redirected = _redirect_effects(command, place)
    if not command.words:
        return redirected
    return _join(_program_effects(command, place), redirected)


def _join(one: Effects, other: Effects) -> Effects:
    return Effects(
        (*one.reads, *other.reads),
        (*one.searches, *other.searches),
        (*one.writes, *other.writes),
        one.is_unknown or other.is_unknown,
        f"{one.said} {other.said}".strip(),
    )


_STREAMS: Final = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2")


def _redirect_effects(command: Simple, place: Place) -> Effects:
    reads = [each.target for each in command.redirects if each.operator == "<"]
    writes = [each for each in command.writing if each.text not in _STREAMS]
    return _join(_read(place, reads), _write(place, writes)) if reads or writes else Effects()


def _write(place: Place, targets: list[Word], act: str = "shell") -> Effects:
    writes = tuple(Written(place.at(each.text), act, each.has_wildcards) for each in targets if each.is_literal)
    unknown = any(not each.is_literal for each in targets) or (place.folder is None and bool(targets))
    return Effects(writes=writes, is_unknown=unknown, said=" ".join(each.text for each in targets))


def _read(place: Place, targets: list[Word], first: int = 1, count: int | None = None) -> Effects:
    """Of words that the shell turns into names, how many there are is not known: that is a search, and a read of all
    of it."""
    reads = tuple(
        Span(place.at(each.text)) if each.has_wildcards else Span(place.at(each.text), first, count)
        for each in targets
        if each.is_literal
    )
    searches = tuple(_glob_search(place, each) for each in targets if _is_open(each))
    return Effects(reads=reads, searches=searches)


def _is_open(word: Word) -> bool:
    return word.has_wildcards or not word.is_literal


def _glob_search(place: Place, word: Word) -> Search:
    if not word.is_literal:
        return Search(place.at("."))
    parts = word.text.split("/")
    plain = next((at for at, part in enumerate(parts) if any(each in part for each in "*?[{")), len(parts))
    return Search(place.at("/".join(parts[:plain]) or "."), "/".join(parts[plain:]), deep="**" in word.text)


def _operands(command: Simple) -> list[Word]:
    """The words that are no options, and no values of options."""
    valued, found, words = _VALUED.get(program(command), ()), list[Word](), list(command.words[:0:-1])
    while words:
        word = words.pop()
        if word.text == "--":
            return [*found, *reversed(words)]
        if word.text in valued and word.is_literal:
            words = words[:-1]
        elif not word.text.startswith("-") or word.text == "-" or not word.is_literal:
            found.append(word)
    return [each for each in found if each.text != "-"]


def _has_option(command: Simple, short: str, *long: str) -> bool:
    return any(
        (text.startswith("-") and not text.startswith("--") and short in text[1:].partition("=")[0])
        or any(text == each or text.startswith(f"{each}=") for each in long)
        for text in command.texts[1:]
    )


def _unknown(command: Simple) -> Effects:
    documents = (each.target.text for each in command.redirects if each.operator in ("<<", "<<<"))
    return Effects(is_unknown=True, said=" ".join((*command.texts, *documents)))


def _program_effects(command: Simple, place: Place) -> Effects:
    name = program(command)
    if not command.words[0].is_literal or name == OPAQUE:
        return _unknown(command)
    if name in _SILENT:
        return Effects()
    if name in _READERS:
        return _read_effects(command, place)
    if name in _WRITERS:
        return _write(place, _operands(command), "remove" if name in ("rm", "rmdir", "shred") else "shell")
    if name in _MODES:
        return _mode_effects(command, place)
    if name in _SEARCHERS:
        return _search_effects(command, place)
    if name in _COPIERS:
        return _copy_effects(command, place)
    return _PROGRAMS.get(name, _no_program)(command, place)


def _mode_effects(command: Simple, place: Place) -> Effects:
    """`chmod` and the like: the first word that is no option is the mode or the owner; `-x` is a mode."""
    words, texts = list(command.words[1:]), command.texts[1:]
    is_deep = any(text == "--recursive" or (text[:1] == "-" and text[1:2] != "-" and "R" in text) for text in texts)
    named = [word for word in words if not (word.text.startswith("--") or _is_letters(word.text, "RHLPcfvh"))]
    has_model = any(text.startswith("--reference") for text in texts)
    return _write(place, named if has_model else named[1:], "remove" if is_deep else "shell")


def _is_letters(text: str, letters: str) -> bool:
    return text.startswith("-") and len(text) > 1 and all(each in letters for each in text[1:])


def _read_effects(command: Simple, place: Place) -> Effects:
    reads = _read(place, _operands(command))
    may_write = any(text.startswith(("-o", "-O", "--output", "--log-file", "--in-place")) for text in command.texts[1:])
    may_write = may_write or (program(command) == "yq" and _has_option(command, "i", "--inplace"))
    if may_write or (program(command) in ("less", "more") and any(map(_leaves_pager, command.texts[1:]))):
        return _join(reads, _unknown(command))
    return reads


def _leaves_pager(text: str) -> bool:
    """An option of `less` that writes a file, reads keys from one, or gives it a command."""
    if text.startswith("+"):
        return not (text[1:].isdecimal() or text in ("+G", "+F"))
    is_short = text.startswith("-") and not text.startswith("--")
    return text.startswith(("--lesskey", "--LOG", "--log")) or (is_short and any(each in text for each in "oOkK"))


def _filter_json(command: Simple, place: Place) -> Effects:
    """`jq` and `yq`: the first operand says what is shown."""
    operands = _operands(command)
    if not any(text in ("-f", "--from-file") for text in command.texts):
        operands = operands[1:]
    writes = program(command) == "yq" and _has_option(command, "i", "--inplace")
    return _join(_read(place, operands), _unknown(command) if writes else Effects())


def _filter_effects(command: Simple, place: Place) -> Effects:
    """`uniq` and `xxd`: the second file is written."""
    operands = _operands(command)
    return _join(_read(place, operands[:1]), _write(place, operands[1:]))


def _date_effects(command: Simple, place: Place) -> Effects:
    texts = command.texts[1:]
    if any(text.startswith(("--s", "--f")) or _has_letter(text, "sf", before="dIr") for text in texts):
        return _unknown(command)
    named = [text for before, text in pairwise(("", *texts)) if before not in ("-d", "--date", "-r", "--reference")]
    return Effects() if all(text.startswith(("+", "-")) for text in named) else _unknown(command)


def _has_letter(text: str, letters: str, *, before: str) -> bool:
    """Whether one of these options stands among short ones, before one that takes the rest of the word."""
    if not text.startswith("-") or text.startswith("--"):
        return False
    end = next((at for at, each in enumerate(text) if each in before), len(text))
    return any(each in letters for each in text[1:end])


def _python_effects(command: Simple, place: Place) -> Effects:
    """All that is known of it: `-m json.tool FILE` shows a file."""
    if command.texts[1:3] == ("-m", "json.tool") and len(command.words) == 4 and not command.texts[3].startswith("-"):
        return _read(place, list(command.words[3:]))
    return _unknown(command)


_TEXT_KEEPERS: Final = names_of(
    "cat head tail tee echo printf cp mv ln install touch truncate sed gsed grep egrep fgrep sort uniq true : mkdir rm "
    "chmod dd cd"
)


def keeps_text(command: Simple) -> bool:
    """Whether what it writes is made of its own words and of the lines of files that it names."""
    return not command.words or program(command) in _TEXT_KEEPERS


def patch_files(command: Simple, root: str) -> list[str]:
    """The files from which `patch`, `git apply` and `git am` take what they change."""
    place, words = Place(command.folder, root), command.words[1:]
    if program(command) == "git":
        verb, words, folder = git_words(command)
        place = Place(folder, root)
        if verb not in ("apply", "am"):
            return []
    elif program(command) != "patch":
        return []
    named = [Word(word.text.removeprefix("-i").removeprefix("--input="), word.is_literal) for word in words]
    read = [each.target for each in command.redirects if each.operator == "<"]
    return [place.at(each.text) for each in (*named, *read) if each.is_literal and not each.text.startswith("-")]


def is_known(command: Simple) -> bool:
    """Whether what this program does is told from its words."""
    name = program(command)
    known = (_SILENT, _READERS, _WRITERS, _MODES, _SEARCHERS, _COPIERS, _PROGRAMS)
    return any(name in each for each in known) and name not in ("python", "python3")


def _no_program(command: Simple, place: Place) -> Effects:
    return _unknown(command)


def _search_effects(command: Simple, place: Place) -> Effects:
    if any(text.split("=")[0] in ("--pre", "--hostname-bin", "--pager") for text in command.texts):
        return _unknown(command)
    operands, pattern = _operands(command), ""
    if not any(text in ("-e", "-f", "--regexp", "--files") or text.startswith("--regexp=") for text in command.texts):
        pattern, operands = (operands[0].text if operands else "?"), operands[1:]
    if shows_whole_files(pattern, command.texts):
        return _read(place, operands)
    shown = Effects() if _shows_names(command.texts) else _read(place, operands, 1, lines_shown(command.texts))
    is_deep = program(command) in ("rg", "ag", "ack") or _has_option(
        command, "r", "--recursive", "--dereference-recursive"
    )
    is_deep = is_deep or _has_option(command, "R")
    if not operands:
        return Effects(searches=(Search(place.at(".")),)) if is_deep and not command.is_piped else Effects()
    found = [
        _glob_search(place, each) if _is_open(each) else Search(place.at(each.text), deep=is_deep) for each in operands
    ]
    return Effects(reads=shown.reads, searches=tuple(found))


_NAMES_ONLY: Final = ("-c", "-l", "-L", "-q", "--count", "--files", "--files-with-matches", "--files-without-match")


def _shows_names(options: tuple[str, ...]) -> bool:
    return any(
        text in _NAMES_ONLY or (text[:1] == "-" and text[1:2] != "-" and set(text) & set("clLq"))
        for text in options[1:]
    )


def lines_shown(options: tuple[str, ...]) -> int:
    """How many lines of a file a search for something certain is taken to show."""
    has_context = any(text[:2] in _AROUND or text.partition("=")[0] in _AROUND for text in options)
    return _FEW * _FEW if has_context else _FEW


def shows_whole_files(pattern: str, options: tuple[str, ...]) -> bool:
    """Whether a search shows every line of what it finds, or so many around it that it is a read."""
    if any(text in _NAMES_ONLY for text in options):
        return False
    is_inverted = any(
        text == "--invert-match" or (text[:1] == "-" and text[1:2] != "-" and "v" in text) for text in options
    )
    return is_inverted or not _is_certain(pattern) or any(_is_wide(options, at) for at in range(len(options)))


def _is_certain(pattern: str) -> bool:
    """Whether every alternative of a pattern has three characters of a word in a row, which few lines have."""
    if ")?" in pattern or ")*" in pattern or "){" in pattern or "\n" in pattern:
        return False
    return all(_has_word(each) for each in pattern.replace("\\|", "|").split("|"))


def _has_word(text: str) -> bool:
    length, is_within = 0, False
    for before, char in pairwise(f" {text} "):
        is_within = (is_within or char == "[") and char != "]"
        if is_within or before == "\\" or not (char.isalnum() or char == "_"):
            length = length if char in ("-", ".") and before != "." and length else 0
            continue
        length += 2 if ord(char) > 0x2FF else 1
        if length >= 3:
            return True
    return False


_AROUND: Final = ("-A", "-B", "-C", "--after-context", "--before-context", "--context", "context")
_FEW: Final = 10


def _is_wide(options: tuple[str, ...], at: int) -> bool:
    name, _, value = options[at].partition("=")
    if name in _AROUND:
        value = value or (options[at + 1] if at + 1 < len(options) else "")
    elif name[:2] in _AROUND and not name.startswith("--"):
        value = name[2:]
    else:
        return False
    return not (value.isdecimal() and len(value) < 3 and int(value) <= _FEW)


def _copy_effects(command: Simple, place: Place) -> Effects:
    name, operands = program(command), _operands(command)
    target, sources = _copy_target(command), operands
    if target is None:
        target, sources = (operands[-1] if operands else None), operands[:-1]
    if target is None:
        return Effects()
    takes_folders = name in ("rsync", "scp", "mv", "ln") or any(_has_option(command, each) for each in "raR")
    written = _write(place, [target])
    for each in sources:
        written = _join(written, _copy_into(place, command, target, each, takes_folders=takes_folders))
    if name in ("mv", "ln"):  # a link to it is a way to write it
        return _join(written, _write(place, sources, "remove"))
    if takes_folders or any(_is_open(each) for each in sources):  # what is in them is not known
        written = _join(written, _unknown(command))
    return _join(written, _read(place, sources))


def _copy_into(place: Place, command: Simple, target: Word, source: Word, *, takes_folders: bool) -> Effects:
    """The names that a copy may get: its own in a folder, or the one that stands there."""
    into = _into(target, source)
    if not takes_folders:
        return _write(place, [into])
    merged = ("/", "/.", "/*") if program(command) == "rsync" else ("/.", "/*")
    is_merged = source.text.endswith(merged) or source.text in (".", "./")
    names = [each for each in (target, into) if place.at(each.text) != "."]
    found = _write(place, names, "folder")
    if not source.is_literal or place.folder is None:
        return found
    brought = (place.at(source.text.rstrip("*")), place.at(target.text if is_merged else into.text))
    return found._replace(writes=(*found.writes, Written(place.at(target.text), brings=(brought,))))


def _copy_target(command: Simple) -> Word | None:
    texts = command.texts
    for at, text in enumerate(texts):
        if text in ("-t", "--target-directory") and at + 1 < len(texts):
            return command.words[at + 1]
        if text.startswith("--target-directory="):
            return Word(text.partition("=")[2], command.words[at].is_literal)
    return None


def _into(target: Word, source: Word) -> Word:
    name = posixpath.basename(source.text.rstrip("/"))
    return Word(f"{target.text}/{name}", target.is_literal and source.is_literal, source.has_wildcards)


def _ls_effects(command: Simple, place: Place) -> Effects:
    is_deep = program(command) == "tree" or _has_option(command, "R", "--recursive")
    places = [place.at(each.text) for each in _operands(command)] or [place.at(".")]
    return Effects(searches=tuple(Search(each, deep=is_deep) for each in places) if is_deep else ())


def _head_effects(command: Simple, place: Place) -> Effects:
    count = _line_count(command)
    return _read(place, _operands(command), 1, count)


def _line_count(command: Simple) -> int | None:
    """How many lines `head` and `tail` show at most; None where it is as many as there are, or not lines."""
    texts, counts = command.texts[1:], list[int]()
    for at, text in enumerate(texts):
        value = texts[at + 1] if text in ("-n", "--lines") and at + 1 < len(texts) else ""
        for beginning in ("-n", "--lines=", "-"):
            value = value or (text.removeprefix(beginning) if text.startswith(beginning) else "")
        if value.isdecimal() and len(value) < 10:
            counts.append(int(value))
        elif text.startswith(("-n", "--l", "-c", "--b", "-f", "-F")):
            return None
    return max(counts, default=10)


def _sed_effects(command: Simple, place: Place) -> Effects:
    given = _sed_words(command)
    scripts, operands = given.scripts, given.operands
    if not scripts and not given.is_from_file:
        scripts, operands = operands[:1], operands[1:]
    script = read_sed("\n".join(each.text for each in scripts))
    is_plain = script.is_plain and not given.is_from_file and all(each.is_literal for each in scripts)
    beside = _write(place, [Word(each) for each in script.writes if each not in _STREAMS])
    if not is_plain:
        beside = _join(beside, _unknown(command))
    if given.is_in_place:
        return _join(_write(place, operands), beside)
    span = _sed_span(scripts[0].text) if len(scripts) == 1 and given.is_quiet else None
    return _join(_read(place, operands, *(span or (1, None))), beside)


class _SedWords(NamedTuple):
    scripts: list[Word]
    operands: list[Word]
    is_quiet: bool
    is_in_place: bool
    is_from_file: bool


def _sed_words(command: Simple) -> _SedWords:
    """Its options as sed takes them: short ones together, the value of the last behind it."""
    scripts, operands, letters = list[Word](), list[Word](), ""
    words = list(command.words[:0:-1])
    while words:
        word = words.pop()
        option, value = _sed_option(word)
        if word.text == "--":
            operands += reversed(words)
            break
        if not option:
            operands.append(word)
            continue
        letters += option
        if option[-1] in "efl" and not value.text and words:
            value = words.pop()
        if option[-1] == "e":
            scripts.append(value)
    return _SedWords(scripts, operands, "n" in letters, "i" in letters, "f" in letters)


def _sed_option(word: Word) -> tuple[str, Word]:
    """The letters of an option, and the value that stands in the same word."""
    text = word.text
    if text.startswith("--") and len(text) > 2:
        name, _, value = text.partition("=")
        letter = next((letter for long, letter in _SED_LONG.items() if long.startswith(name)), "E")
        return letter, Word(value, word.is_literal)
    if not text.startswith("-") or text == "-":
        return "", Word("")
    end = next((at for at, letter in enumerate(text) if at and letter in "efil"), len(text) - 1)
    return text[1 : end + 1], Word(text[end + 1 :], word.is_literal)


_SED_LONG: Final = {
    "--expression": "e", "--file": "f", "--in-place": "i", "--quiet": "n", "--silent": "n", "--line-length": "l",
}  # fmt: skip


def _sed_span(script: str) -> tuple[int, int] | None:
    """`12,40p` or `12p`."""
    first, _, last = script.strip().removesuffix("p").partition(",")
    last = last or first
    if not script.strip().endswith("p") or not (first.isdecimal() and last.isdecimal()) or len(first + last) > 18:
        return None
    return int(first), max(int(last) - int(first) + 1, 1)


def _awk_effects(command: Simple, place: Place) -> Effects:
    operands = _operands(command)
    if any(text in ("-f", "--file", "-i", "--include") or text.startswith("--") for text in command.texts[1:]):
        return _join(_read(place, operands), _unknown(command))
    text = operands[0].text if operands else ""
    reads = _read(place, operands[1:])
    if any(each in text for each in (">", "|", "system", "getline", "close", "@")):
        return _join(reads, _unknown(command))
    return reads


def _sort_effects(command: Simple, place: Place) -> Effects:
    texts, reads = command.texts, _read(place, _operands(command))
    for at, text in enumerate(texts):
        if text in ("-o", "--output") and at + 1 < len(texts):
            return _join(reads, _write(place, [command.words[at + 1]]))
        if text.startswith(("-o", "--o")):
            return _join(reads, _write(place, [Word(text.removeprefix("-o").rpartition("=")[2])]))
    return reads


_FIND_FILES: Final = ("-fprint", "-fprint0", "-fprintf", "-fls")


def _find_effects(command: Simple, place: Place) -> Effects:
    """Its places stand before its tests. What it runs was unwrapped."""
    places = _find_places(command)
    is_writing = any(text in ("-delete", *_FIND_FILES) for text in command.texts)
    name = next((command.texts[at + 1] for at, text in enumerate(command.texts[:-1]) if text in ("-name", "-path")), "")
    searches = Effects(searches=tuple(Search(place.at(each.text), name) for each in places))
    if not is_writing:
        return searches
    files = [word for before, word in pairwise(command.words) if before.text in _FIND_FILES]
    is_open = "-delete" in command.texts and not any(each.names for each in found_by(command, place.root))
    removed = _write(place, places, "remove") if is_open else Effects()
    return _join(_join(searches, removed), _join(_write(place, files), _unknown(command)))


def _find_places(command: Simple) -> list[Word]:
    words = command.words[1:]
    while words and words[0].text in ("-H", "-L", "-P"):
        words = words[1:]
    end = next((at for at, word in enumerate(words) if word.text.startswith(("-", "(", "!"))), len(words))
    return list(words[:end]) or [Word(".")]


_NAME_TESTS: Final = ("-name", "-iname", "-path", "-wholename", "-ipath")


def found_by(command: Simple, root: str) -> list[Found]:
    """What a search hands on to another command, or removes itself."""
    place, texts = Place(command.folder, root), command.texts
    if program(command) == "find":
        named, left_out = list[str](), list[str]()
        for at, text in enumerate(texts[:-1]):
            if text in _NAME_TESTS:
                is_left_out = texts[at - 1] in ("!", "-not") or texts[at + 2 : at + 4] == ("-prune", "-o")
                (left_out if is_left_out else named).append(texts[at + 1])
        return [Found(place.at(each.text), tuple(named), tuple(left_out)) for each in _find_places(command)]
    if program(command) not in _SEARCHERS:
        return []
    pattern = next(iter(_operands(command)), Word("")).text
    return [Found(each.path, text=pattern) for each in _search_effects(command, place).searches if each.deep]


def _dd_effects(command: Simple, place: Place) -> Effects:
    written = [Word(text[3:], word.is_literal) for text, word in _pairs(command) if text.startswith("of=")]
    read = [Word(text[3:], word.is_literal) for text, word in _pairs(command) if text.startswith("if=")]
    return _join(_write(place, [each for each in written if each.text not in _STREAMS]), _read(place, read))


def _unpack_effects(command: Simple, place: Place) -> Effects:
    """`tar` and `unzip`: what is in them is not known, so they write a folder with all that can be below it."""
    texts = command.texts[1:]
    is_tar = program(command) != "unzip"
    is_listing = not any(_unpacks(text, at) for at, text in enumerate(texts)) if is_tar else (
        any(text.startswith("-") and set(text) & set("lptvz") for text in texts)
    )  # fmt: skip
    if is_listing:
        return _unknown(command)
    option = "-C" if is_tar else "-d"
    named = [word for before, word in pairwise(command.words) if before.text in (option, "--directory")]
    named += [Word(text.partition("=")[2]) for text in texts if text.startswith("--directory=")]
    named += [Word(text[2:]) for text in texts if text.startswith(option) and len(text) > 2]
    return _join(_write(place, named[-1:] or [Word(".")], "folder"), _unknown(command))


def _unpacks(text: str, at: int) -> bool:
    """Whether a word of `tar` tells it to unpack; the first may lack its dash."""
    if text.startswith("--"):
        return len(text) > 4 and any(each.startswith(text) for each in ("--extract", "--get"))
    return (text.startswith("-") or at == 0) and "x" in text.partition("=")[0] and "/" not in text and "." not in text


def _pairs(command: Simple) -> list[tuple[str, Word]]:
    return [(word.text, word) for word in command.words[1:]]


def _download_effects(command: Simple, place: Place) -> Effects:
    texts = command.texts
    targets = [
        command.words[at + 1]
        for at, text in enumerate(texts[:-1])
        if text in ("-o", "--output", "-O", "--output-document", "-P", "--output-dir")
        and (text, texts[0]) != ("-O", "curl")
    ]
    targets += [Word(text.partition("=")[2]) for text in texts if text.startswith("--output")]
    return _join(_write(place, [each for each in targets if each.text not in ("-", "", *_STREAMS)]), _unknown(command))


_GIT_QUIET: Final = names_of(
    "add commit branch tag fetch push remote shortlog rev-parse rev-list ls-files ls-tree describe "
    "reflog version help merge-base name-rev check-ignore for-each-ref count-objects var"
)
_GIT_REF_READERS: Final = names_of("log show rev-parse rev-list for-each-ref show-ref ls-remote name-rev cat-file diff")
_KEPT_REFS: Final = "refs/renkei/"
"""What is known of runs' and agents' commits."""
_GIT_VALUED: Final = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path")


def git_words(command: Simple) -> tuple[str, tuple[Word, ...], str | None]:
    """What git is asked for, the words after that, and the folder that it works in."""
    words, folder = list(command.words[1:]), command.folder
    while words and words[0].text.startswith("-"):
        option = words.pop(0)
        if option.text in _GIT_VALUED and words:
            value = words.pop(0)
            folder = next_folder(folder, (value,)) if option.text == "-C" else folder
    return (words[0].text if words else ""), tuple(words[1:]), folder


def _git_effects(command: Simple, place: Place) -> Effects:
    verb, words, folder = git_words(command)
    place = Place(folder, place.root)
    operands = [each for each in words if not each.text.startswith("-")]
    if any(word.text.split("=")[0] in ("--output", "-O", "--open-files-in-pager") for word in words):
        return _unknown(command)
    if verb not in _GIT_REF_READERS and any(_KEPT_REFS in word.text for word in words):
        return _write(place, [Word(f".git/{_KEPT_REFS}")])
    if verb in _GIT_QUIET:
        return Effects()
    match verb:
        case "status" | "log" | "diff" | "whatchanged" | "stash" | "worktree" | "show" if _git_hides(verb, words):
            return Effects()
        case "status" | "log" | "diff" | "whatchanged" | "show":
            return _read(place, _git_shown(verb, words, operands))
        case "blame":
            return _read(place, operands[-1:])
        case "grep":
            return Effects(searches=(Search(place.at(".")),))
        case "rm" | "mv":
            return _write(place, operands, "remove")
        case "clean":
            return _clean_effects(command, place, words, operands)
        case "restore" | "checkout" if verb == "restore" or any(each.text == "--" for each in words):
            taken = _sources_of_restore(words)
            named = _pathspecs(words) if verb == "checkout" else [each for each in operands if each not in taken]
            return _restore_effects(place, named)
        case "config":
            return _git_config_effects(place, words)
        case _:
            return _unknown(command)


def _clean_effects(command: Simple, place: Place, words: tuple[Word, ...], operands: list[Word]) -> Effects:
    """With -x also what git ignores, as it does .renkei."""
    is_deep = any(each.text.startswith("-") and "x" in each.text.lower() for each in words)
    left_out = [word for before, word in pairwise(words) if before.text in ("-e", "--exclude")]
    named = [each for each in operands if each not in left_out]
    return _join(_write(place, named or [Word(".")], "remove" if is_deep else "shell"), _unknown(command))


_GIT_SUMMARIES: Final = (
    "--stat", "--shortstat", "--numstat", "--dirstat", "--summary", "--compact-summary", "--name-only", "--name-status",
    "--raw", "--quiet", "-s", "--no-patch",
)  # fmt: skip
_GIT_PATCHES: Final = (
    "--patch", "--patch-with-stat", "--patch-with-raw", "--unified", "--cc", "--dd", "--remerge-diff", "--diff-merges",
    "--word-diff", "--word-diff-regex", "--color-words", "--function-context", "--binary", "--check", "--verbose",
    "--ext-diff", "--textconv",
)  # fmt: skip


def _git_hides(verb: str, words: tuple[Word, ...]) -> bool:
    """Whether it shows no lines of the project's files."""
    texts = [each.text for each in words]
    if verb in ("stash", "worktree"):
        return texts[:1] == ["list"] and not _shows_patch(texts)
    is_short = any(text.partition("=")[0] in _GIT_SUMMARIES for text in texts)
    if verb == "status":
        return not any(text.startswith("-") and not text.startswith("--") and "v" in text for text in texts) and not (
            _shows_patch(texts)
        )
    return not _shows_patch(texts) and (is_short or verb == "log")


def _shows_patch(texts: list[str]) -> bool:
    for text in texts:
        name = text.partition("=")[0]
        if text == "--":
            return False
        if name.startswith("--") and len(name) > 3 and any(each.startswith(name) for each in _GIT_PATCHES):
            return True
        if not text.startswith("--") and text[:2] in ("-p", "-u", "-U", "-c", "-m", "-W", "-L"):
            return True
    return False


def _git_shown(verb: str, words: tuple[Word, ...], operands: list[Word]) -> list[Word]:
    """The files of which it shows lines; where it names none, all of them."""
    named = [Word(each.text.partition(":")[2], each.is_literal) for each in operands if ":" in each.text]
    if verb == "show" and named:
        return [each for each in named if each.text]
    return _pathspecs(words) or [Word(".")]


def _pathspecs(words: tuple[Word, ...]) -> list[Word]:
    at = next((at for at, each in enumerate(words) if each.text == "--"), len(words))
    return list(words[at + 1 :])


def revisions_of(command: Simple) -> list[str]:
    """The commit that `git checkout X -- .`, `restore -s X .` and `reset --hard X` bring all files back from."""
    verb, words, _ = git_words(command) if program(command) == "git" else ("", (), None)
    texts = [each.text for each in words]
    plain = [text for text in (texts[: texts.index("--")] if "--" in texts else texts) if not text.startswith("-")]
    paths = [each.text for each in _pathspecs(words)] or plain[1:]
    match verb:
        case "checkout" if _ALL_FILES & set(paths):
            return plain[:1]
        case "reset" if {"--hard", "--merge", "--keep"} & set(texts):
            return plain[:1]
        case "restore" if _ALL_FILES & set(plain + paths):
            return [each.text for each in _sources_of_restore(words)]
        case _:
            return []


_ALL_FILES: Final = {".", "./", ":/", "*", ":/*"}


def _sources_of_restore(words: tuple[Word, ...]) -> list[Word]:
    behind = [word for before, word in pairwise(words) if before.text in ("-s", "--source")]
    return behind + [Word(each.text.partition("=")[2]) for each in words if each.text.startswith("--source=")]


def _restore_effects(place: Place, operands: list[Word]) -> Effects:
    """All of a work tree as it was committed is not another form of any one file."""
    named = [each for each in operands if each.text not in (".", ":/")]
    everything = Effects(writes=(Written(place.at(".")),)) if len(named) < len(operands) else Effects()
    return _join(_write(place, named, "remove"), everything)


_PLAIN_SETTINGS: Final = (
    "user.", "pull.", "push.", "fetch.", "rebase.", "branch.", "color.", "log.", "advice.", "rerere.", "init.",
    "commit.gpgsign", "merge.ff", "merge.conflictstyle", "diff.algorithm", "diff.renames", "core.autocrlf", "core.eol",
    "core.filemode", "core.ignorecase", "core.quotepath", "core.longpaths", "http.postbuffer",
)  # fmt: skip
"""Settings of git that run nothing and lead nowhere."""
_CONFIG_READS: Final = ("--get", "--get-all", "--get-regexp", "--list", "-l", "get", "list", "--show-origin")
_CONFIG_WRITES: Final = (
    "--unset", "--unset-all", "--add", "--replace-all", "--remove-section", "--rename-section", "--edit", "-e", "set",
    "unset", "remove-section", "rename-section", "edit",
)  # fmt: skip


def _git_config_effects(place: Place, words: tuple[Word, ...]) -> Effects:
    texts = [word.text for word in words]
    plain = [text for text in texts if not text.startswith("-") and text not in _CONFIG_WRITES]
    is_writing = any(text in _CONFIG_WRITES for text in texts) or len(plain) > 1
    if any(text in _CONFIG_READS for text in texts) or not is_writing:
        return Effects()
    if any(text.casefold().startswith(_PLAIN_SETTINGS) for text in plain):
        return Effects()
    is_users = "--global" in texts or "--system" in texts
    return _write(place, [Word("~/.gitconfig" if is_users else ".git/config")])


_PROGRAMS: Final[dict[str, Callable[[Simple, Place], Effects]]] = {
    "head": _head_effects, "tail": _head_effects, "sed": _sed_effects, "gsed": _sed_effects,
    "awk": _awk_effects, "gawk": _awk_effects, "mawk": _awk_effects, "sort": _sort_effects,
    "ls": _ls_effects, "tree": _ls_effects, "find": _find_effects, "dd": _dd_effects,
    "jq": _filter_json, "yq": _filter_json, "date": _date_effects, "python": _python_effects,
    "python3": _python_effects, "uniq": _filter_effects, "xxd": _filter_effects,
    "tar": _unpack_effects, "bsdtar": _unpack_effects, "unzip": _unpack_effects,
    "curl": _download_effects, "wget": _download_effects, "git": _git_effects,
}  # fmt: skip
