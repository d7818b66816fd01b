"""Programs that run another command: what really runs behind `env`, `sh -c`, `xargs` and the like. Pure."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from renkei.policy.shell_parts import OPAQUE, program, values_among
from renkei.policy.shell_words import NOTHING_KNOWN, Script, Simple, Word, next_folder, read_script


def unwrap(command: Simple, known: Mapping[str, str] = NOTHING_KNOWN) -> list[Simple]:
    """The commands that really run: without `env`, `timeout` and the like before it; those in `sh -c` and `eval`.
    `known`: what variables hold, in those as well."""
    found: list[Simple] = []
    waiting = [(command, 0)]
    while waiting:
        each, depth = waiting.pop()
        inner = _inner_commands(each, known) if depth < _MOST_WRAPPERS else None
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
    "timeout": ("-k", "-s", "--kill-after", "--signal"), "time": ("-f", "-o", "--format", "--output"),
    "sudo": ("-u", "-g", "-D", "-h", "-p", "-C"), "doas": ("-u",),
    "xargs": ("-I", "-n", "-L", "-P", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--delimiter"),
    "caffeinate": (), "chronic": (), "unbuffer": (), "parallel": ("-j", "-n", "-I"),
    **dict.fromkeys(
        ("uv", "uvx"),
        ("--from", "--with", "--with-editable", "--with-requirements", "-p", "--python", "--project", "--directory",
         "--extra", "--group", "--env-file", "--index-url", "--index", "--refresh-package"),
    ),
    "poetry": (), "pipenv": (), "pdm": (), "hatch": (), "rye": (), "bundle": (), "npx": ("-p", "--package"),
    "busybox": (), "watch": ("-n",),
    "flock": ("-w", "-E", "--wait", "--timeout", "--conflict-exit-code"),
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

_OWN_FILES: Final = frozenset({"flock", "time"})
"""Which of them write a file beside: `time` by an option, `flock` by its operand."""


def _inner_commands(command: Simple, known: Mapping[str, str]) -> list[Simple] | None:
    name = program(command)
    if name in _SHELLS:
        return _shell_commands(command, known)
    if name == "eval":
        return _within(command, read_script(" ".join(command.texts[1:]), command.folder, known))
    if name == "find":
        return _found_commands(command)
    if name == "git":
        return _commands_for_git(command)
    if name not in _WRAPPERS or len(command.words) < 2:
        return None
    return _wrapped_command(command, name)


def _shell_commands(command: Simple, known: Mapping[str, str]) -> list[Simple] | None:
    """What `sh -c TEXT` runs, or a here-document that it is given."""
    words = command.words[1:]
    for at, word in enumerate(words):
        if word.text.startswith("-") and not word.text.startswith("--") and "c" in word.text and at + 1 < len(words):
            said = (*words[:at], *command.assignments)
            set_before = "shopt -s dotglob\n" if any("dotglob" in each.text for each in said) else ""  # -O, BASHOPTS
            return _within(command, read_script(f"{set_before}{words[at + 1].text}", command.folder, known))
    document = next((each.target.text for each in command.redirects if each.operator in ("<<", "<<<")), None)
    return None if document is None else _within(command, read_script(document, command.folder, known))


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
        each._replace(
            assignments=(*command.assignments, *each.assignments), elsewhere=(*command.elsewhere, *each.elsewhere)
        )
        for each in (*script.commands[:-1], joined)
    ]


def _opaque(command: Simple) -> Simple:
    """A command of which nothing more is looked for."""
    return command._replace(words=(Word(OPAQUE), *command.words))


def _found_commands(command: Simple) -> list[Simple] | None:
    """`find -exec`: the find without it, and the command."""
    texts = command.texts
    at = next((at for at, text in enumerate(texts) if text in ("-exec", "-execdir", "-ok", "-okdir")), None)
    if at is None:
        return None
    ends = (end for end in range(at + 1, len(texts)) if texts[end] in (";", "+"))
    run = command.words[at + 1 : next(ends, len(texts))]
    given = tuple(Word("", is_literal=False) if "{}" in word.text else word for word in run)
    inner = Simple(given, command.assignments, (), command.folder, elsewhere=command.elsewhere)
    return [command._replace(words=command.words[:at]), *([inner] if given else [])]


def _commands_for_git(command: Simple) -> list[Simple] | None:
    """`git rebase -x TEXT`, `git filter-branch --tree-filter TEXT`, `git submodule foreach TEXT`, `git bisect run
    WORDS`: git without it, and what a shell runs for git."""
    texts = command.texts
    if not _RUN_FOR_GIT & set(texts):
        return None
    for at in range(1, len(texts)):
        option, equals, value = texts[at].partition("=")
        if option == "--exec" and equals:
            return _split_off(command, at, 1, value)
        if texts[at] in ("-x", "--exec") or option.endswith("-filter"):
            return _split_off(command, at, 2, " ".join(texts[at + 1 : at + 2]))
        if texts[at] == "foreach" or texts[at - 1 : at + 1] == ("bisect", "run"):
            return _split_off(command, at, len(texts), " ".join(texts[at + 1 :]))
    return None


_RUN_FOR_GIT: Final = {"rebase", "filter-branch", "submodule", "bisect"}


def _split_off(command: Simple, at: int, count: int, text: str) -> list[Simple]:
    rest = command._replace(words=(*command.words[:at], *command.words[at + count :]))
    return [rest, *(_within(rest._replace(redirects=()), read_script(text, command.folder)) or [])]


def _wrapped_command(command: Simple, name: str) -> list[Simple] | None:
    words, folder, assignments = list(command.words[1:]), command.folder, list(command.assignments)
    if (verb := _RUN_VERBS.get(name)) is not None:
        if words[0].text != verb:
            return None
        words.pop(0)
    if name == "command" and words[0].text in ("-v", "-V"):  # it looks for the program, and does not run it
        return [command._replace(words=(Word("which"), *words[1:]))]
    own, given_first = _OWN_OPERANDS.get(name, 0), list[Word]()
    while words:
        text = words[0].text
        if name == "env" and "=" in text and not text.startswith("-"):
            assignments.append(words.pop(0))
        elif text.startswith("-") and (text != "-" or name == "env"):
            folder = _take_option(name, words, folder, assignments)
        elif own:
            own, given_first = own - 1, [*given_first, words.pop(0)]
        else:
            break
    if not words:
        return None
    given = _handed_words(command, words) if name in ("xargs", "parallel") else tuple(words)
    runs = Simple(given, tuple(assignments), command.redirects, folder, command.is_piped, command.elsewhere)
    if name not in _OWN_FILES:
        return [runs]
    ends = len(command.words) - len(words)
    named = values_among(command.words[1:ends], "o", valued="fo", long="--output") if name == "time" else ()
    files = [*given_first, *named]
    written = [each for each in files if not each.text.isdecimal()]  # a number is a stream that is open
    return [runs, *(Simple((Word("touch"), each), (), (), command.folder) for each in written)]


def values_of(options: tuple[str, ...], words: tuple[Word, ...]) -> Iterator[Word]:
    """The values of options: the next word, behind `=`, or behind the letter."""
    for at, word in enumerate(words):
        option, equals, value = word.text.partition("=")
        if option in options:
            yield from [Word(value, word.is_literal)] if equals else words[at + 1 : at + 2]
        elif (short := word.text[:2]) in options and len(word.text) > len(short):
            yield Word(word.text[2:], word.is_literal)


def _handed_words(command: Simple, words: list[Word]) -> tuple[Word, ...]:
    """With what only they know who run it: at its place (`-I{}`), else at the end."""
    texts = command.texts
    marks = ["{}", *(text[2:] for text in texts if text.startswith("-I") and len(text) > 2)]
    marks += [mark for option, mark in pairwise(texts) if option == "-I"]
    handed = tuple(Word("", is_literal=False) if any(each in word.text for each in marks) else word for word in words)
    return handed if handed != tuple(words) else (*words, Word("", is_literal=False))


def _ends_with_valued(name: str, text: str) -> bool:
    """Whether short options stand together, and the last of them takes the next word."""
    valued = [f"-{letter}" in _WRAPPERS[name] for letter in text[1:]]
    return text[:1] == "-" and text[1:].isalpha() and len(valued) > 1 and valued[-1] and not any(valued[:-1])


def _take_option(name: str, words: list[Word], folder: str | None, assignments: list[Word]) -> str | None:
    """Takes an option with its value from the words; gives the folder that it leads to."""
    option = words.pop(0)
    text, equals, value = option.text.partition("=")
    if _ends_with_valued(name, text):  # `-ao FILE`, `-vS TEXT`
        assignments += [Word("RENKEI_TOKEN=")] if name == "env" and "i" in text else []
        text = f"-{text[-1]}"
    takes_next = text in _WRAPPERS[name] and not equals
    if takes_next and words:
        value = words.pop(0).text
    if name == "env" and text in ("-u", "--unset"):
        assignments.append(Word(f"{value}="))
    if name == "env" and text.startswith("-u") and len(text) > 2:
        assignments.append(Word(f"{text[2:]}="))
    if name == "env" and (text in ("-i", "-") or text.startswith("--i")):
        assignments.append(Word("RENKEI_TOKEN="))
    if name == "env" and text.startswith("-S") and len(text) > 2:
        text, value = "-S", option.text[2:]
    if name == "env" and text in ("-S", "--split-string"):
        words[:0] = [word for each in read_script(value, folder).commands for word in (*each.assignments, *each.words)]
    if name in ("env", "sudo") and text in ("-C", "-D", "--chdir"):
        return next_folder(folder, (Word(value),)) if value else None
    return folder
