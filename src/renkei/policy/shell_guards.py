"""What no agent may do in a shell: write what binds it, or end the processes that guard it (DEC-52).

Where a command cannot be read, names in it are taken for what they look like. What still gets past is found by the
person's record and by the git diff.
"""

import re
from collections.abc import Iterable
from typing import Final

from renkei import lazy_re
from renkei.policy.paths import could_be, is_around, locate, matches_any
from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_effects import is_known
from renkei.policy.shell_parts import OPAQUE, SEARCHERS, find_operands, has_option, names_of, program, takes_list
from renkei.policy.shell_words import Simple
from renkei.policy.touches import Run

# Names in what cannot be read.

_INTERPRETERS: Final = names_of(
    "python python2 python3 pypy pypy3 node deno bun perl ruby php lua tclsh osascript Rscript ed ex vi vim nvim emacs "
    "sh bash zsh dash ksh ash fish pwsh xargs parallel eval source . trap awk gawk mawk sed alias patch"
)
"""They may do whatever the text that they are given says."""


def find_mentions(case: Case, patterns: tuple[str, ...]) -> Iterable[str]:
    """Guarded paths that stand in a command which may write, and cannot be read."""
    goes_astray = any(each.effects.is_unknown and each.command.folder is None for each in case.touched.runs)
    tables = case.policy.guarded_tables.values()
    for at, run in enumerate(case.touched.runs):
        if run.effects.is_unknown or (goes_astray and program(run.command) in ("cd", "pushd")):
            yield from _wild_words(run, patterns)
        if run.effects.is_unknown:
            yield from _mentioned_paths(case, run, patterns)
            yield from (each for each in tables for text in said_words(run.command) if each in text)
            yield from _changed_program(run.command, case.touched.runs)
        if run.effects.is_unknown or run.effects.writes:
            yield from _climbing_paths(case, run, patterns)
        if run.effects.is_unknown and run.command.is_piped:
            yield from _wild_words(case.touched.runs[at - 1], patterns)
        if run.effects.is_unknown and _writes_unnamed(run.command):  # `for f in .c*/*; do : > $f`
            yield from (found for each in case.touched.runs for found in _wild_words(each, patterns))
        if run.command.words:  # a program may run what a variable of its own says: `PAGER`, `GIT_EXTERNAL_DIFF`
            for each in run.command.assignments:
                yield from _mentioned_in_text(each.text.partition("=")[2], patterns)
    unknown = (run.command for run in case.touched.runs if run.effects.is_unknown)
    if any(_may_mean_any_name(command) and not _only_prints(command) for command in unknown):
        yield from _mentioned_in_text(_text_with_found(case), patterns)
    if case.touched.is_unreadable and case.touched.script:
        yield from _mentioned_in_text(case.touched.script.text, patterns)


def _changed_program(command: Simple, runs: Iterable[Run]) -> Iterable[str]:
    """Who takes the program away, or another one in its place, ends every guard: by its package, or by the place that a
    search for it gives."""
    is_handed = bool(command.words) and command.words[0].is_literal and not command.is_literal
    is_written = any(not each.is_literal for each in command.writing)
    is_looked_up = ((is_handed and is_known(command)) or is_written) and any(
        _looks_program_up(run.command) for run in runs
    )
    packages = [text for text in command.texts[1:] if _is_package(text)]
    is_removed = _REMOVES & set(command.texts) and packages
    is_other = _INSTALLS & set(command.texts) and any(text != "renkei" for text in packages)
    if is_looked_up or is_removed or is_other:
        yield "renkei"


_REMOVES: Final = frozenset({"uninstall", "remove"})
_INSTALLS: Final = frozenset({"install", "upgrade", "reinstall", "inject"})


def _is_package(text: str) -> bool:
    """`renkei`, `renkei==0.1`, `renkei[serve]`, `./renkei-0.1.whl`."""
    name = text.rstrip("/").rpartition("/")[2]
    behind = name.removeprefix("renkei")
    is_other = behind[:1].isalnum() or (behind[:1] in ("-", "_", ".") and not behind[1:2].isdigit())
    return name.startswith("renkei") and not is_other


def _looks_program_up(command: Simple) -> bool:
    """`which renkei`, and `command -v renkei`, which is read as the program alone."""
    is_asked = program(command) in ("which", "whereis", "type", "hash", "whence")
    return command.texts == ("renkei",) or (is_asked and "renkei" in command.texts)


def _wild_words(run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    """Words with wildcards that can stand for a guarded path."""
    for word in run.command.words[1:]:
        if word.has_wildcards:
            yield from (each.strip("/") for each in patterns if could_be(word.text, each))


def _mentioned_paths(case: Case, run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    for text in dict.fromkeys(said_words(run.command)):
        for part in _parts_of(text):
            place = locate(part, run.command.folder or "/?", case.call.root)
            if not any(each.isspace() for each in part) and (
                matches_any(patterns, place)
                or (program(run.command) not in _PACKERS and _is_folder_around(part, place, patterns))
            ):
                yield place
    if _only_prints(run.command):
        return
    for text in _texts_given(run.command):
        yield from _mentioned_in_text(text, patterns)
    if _may_mean_any_name(run.command):
        yield from _mentioned_in_text(run.effects.said, patterns)


def _may_mean_any_name(command: Simple) -> bool:
    """Whether it may do something to what only another part of the script names."""
    return _writes_unnamed(command) or command.folder is None or is_told(command)


def _climbing_paths(case: Case, run: Run, patterns: tuple[str, ...]) -> Iterable[str]:
    """What may be guarded where a link stands before `..`: the system goes up from where that leads to, and a home
    folder or the project's own may be there."""
    for text in (*run.command.texts[1:], *(each.text for each in run.command.writing)):
        before, up, behind = text.rpartition("../")
        is_deep = before.strip("./") != "" or run.command.folder != case.call.root
        is_guarded = any(matches_any(patterns, each) for each in (behind, f"~/{behind}"))
        place = locate(text, run.command.folder or "/?", case.call.root)
        if up and is_deep and is_guarded and not matches_any(patterns, place):
            yield behind


def _writes_unnamed(command: Simple) -> bool:
    """Whether only the shell, or a list, knows a word of it, or what it is redirected to."""
    return not command.is_literal or takes_list(command) or any(not each.is_literal for each in command.writing)


_PACKERS: Final = names_of("tar bsdtar zip")
"""Where they unpack to is known; what they pack they read."""


def _is_folder_around(part: str, place: str, patterns: tuple[str, ...]) -> bool:
    """A folder with guarded files in it, `.claude`: who is handed that has them. A name that is a word like any other
    (`renkei`) is a folder with a slash. The project's own folder and those around it are handed to every tool."""
    is_named = part.startswith(".") or "/" in part
    return is_named and place not in (".", "~") and any(_stands_in(each, place) for each in patterns)


def _stands_in(pattern: str, place: str) -> bool:
    """A pattern by its own folder: one that begins with a wildcard stands anywhere."""
    return not place.startswith("/") and "/" in pattern.strip("/") and is_around(pattern, place)


def _text_with_found(case: Case) -> str:
    """The text of the script but for the names that its searches leave out, each where it first stands; with the folder
    that git is asked for."""
    text = case.touched.script.text if case.touched.script else ""
    for found in case.touched.finds:
        for name in found.left_out:
            text = text.replace(name, "", 1)
    return f"{text} .git" if any(_asks_git_for_its_folder(run.command) for run in case.touched.runs) else text


def _asks_git_for_its_folder(command: Simple) -> bool:
    """`git rev-parse --git-dir`: what it prints is handed on as a name that stands nowhere."""
    return program(command) == "git" and bool(_GIT_FOLDERS & {text.partition("=")[0] for text in command.texts})


_GIT_FOLDERS: Final = frozenset(
    {"--git-dir", "--absolute-git-dir", "--git-common-dir", "--git-path", "--shared-index-path"}
)


def _texts_given(command: Simple) -> Iterable[str]:
    """The words that may be programs themselves: any program may run a text that it is given. What stands behind an
    option for prose (`--message`, `--body`) is none."""
    return (
        text
        for text in (*command.texts[:1], *said_words(command), *documents_of(command))
        if any(each in text for each in _OF_TEXTS)
    )


def documents_of(command: Simple) -> Iterable[str]:
    """The texts in its standard input."""
    return (each.target.text for each in command.redirects if each.operator.startswith("<<"))


_OF_TEXTS: Final = " \t\n;&|<>$`("
"""What a word has in it that is more than a name or a path."""


def said_words(command: Simple) -> Iterable[str]:
    """The words of a command but what it is told to leave out, and prose."""
    before, is_forge, is_left_out = "", program(command) in FORGES, False
    for text in command.texts[1:]:
        if program(command) == "zip" and (is_left_out or text == "-x"):  # all names up to the next option
            is_left_out = not text.startswith("-") or text == "-x"
            continue
        is_value = before in _LEFT_OUT or _is_prose(before) or (is_forge and before in _PROSE_OF_FORGES)
        is_both = "=" in text and (_leaves_out(text) or _is_prose(text))
        if not (is_value and "=" not in before) and not is_both:
            yield text
        before = text


_LEFT_OUT: Final = names_of(
    "--exclude --exclude-dir --exclude-from --exclude-path --exclude-pattern --exclude-glob --excludes "
    "--extend-exclude --ignore --ignore-path --ignore-paths --ignore-pattern --ignore-patterns --ignore-glob "
    "--ignore-file --ignore-dir --skip --skip-dir --skip-dirs --skip-file --skip-files --skip-path --omit --prune"
)
"""Options whose next word is left out. One that only sounds so (`--ignore-unknown`) takes none."""


def _leaves_out(text: str) -> bool:
    name = text.partition("=")[0].casefold()
    return name.startswith("--") and any(word in name for word in ("exclude", "ignore", "skip", "omit", "prune"))


def _is_prose(text: str) -> bool:
    name = text.partition("=")[0].casefold()
    return name.startswith("--") and name[2:] in _PROSE


_PROSE: Final = names_of("message body title description notes note reason comment subject summary why text")
FORGES: Final = names_of("git gh glab hub hg svn jj")
_PROSE_OF_FORGES: Final = ("-m", "-b", "-t", "-n")


def _parts_of(text: str) -> list[str]:
    """A path may stand between `=`, `@`, `:` and `,`, and behind the letters of options."""
    parts = [text, *(text.rpartition(sign)[2] for sign in "=@:" if sign in text), *text.translate(_SIGNS).split()]
    if text.startswith("-") and not text.startswith("--"):
        parts += [text[2:], *(text[at:] for at in map(text.find, "./~") if at > 0)]
    return [part for part in parts if part]


_SIGNS: Final = str.maketrans(dict.fromkeys("=@:,", " "))


def _only_prints(command: Simple) -> bool:
    """`python -c "print(...)"`, with no other call in it."""
    texts = command.texts
    is_code = program(command).startswith("python") and texts[1:2] == ("-c",) and len(texts) == 3
    return is_code and command.is_literal and "(" not in texts[2].replace("print(", "") and ";" not in texts[2]


def is_told(command: Simple) -> bool:
    name = program(command)
    return name in _INTERPRETERS or name.startswith(("python", OPAQUE))


def _mentioned_in_text(text: str, patterns: tuple[str, ...]) -> Iterable[str]:
    """As a shell reads it, and as a program to which a backslash and a letter are one sign (`printf 'a\\n.git'`)."""
    forms = dict.fromkeys((text, _ESCAPED.sub(" ", text) if "\\" in text else text))
    for form in forms:
        yield from _names_in_text(form.translate(_NO_QUOTES).casefold(), patterns)


_ESCAPED: Final = lazy_re.compile(r"\\[abefnrtv0]")


def _names_in_text(plain: str, patterns: tuple[str, ...]) -> Iterable[str]:
    for pattern in patterns:
        core = pattern.removeprefix("~/").casefold().strip("/").partition("*")[0]
        is_open = "*" in pattern
        if _stands_in_text(plain, core, is_open=is_open):
            yield pattern.rstrip("/*")
        elif core.startswith(".") and _stands_in_text(plain, core.partition("/")[0], is_open=False, is_last=True):
            yield core.partition("/")[0]


def _stands_in_text(plain: str, name: str, *, is_open: bool, is_last: bool = False) -> bool:
    """As a name of its own.

    Args:
        is_open: whether it may go on.
        is_last: whether nothing may stand below it.
    """
    at = plain.find(name)
    while name and at >= 0:
        behind = plain[at + len(name) : at + len(name) + 2]
        goes_on = bool(behind) and (behind[0].isalnum() or behind[0] in ("_-." if is_last else "_-")) and not is_open
        leads_on = is_last and behind[:1] == "/" and behind[1:2].isalnum()
        if not (plain[at - 1 : at].isalnum() or goes_on or leads_on):
            return True
        at = plain.find(name, at + 1)
    return False


_NO_QUOTES: Final = str.maketrans("", "", "'\"\\")


# The processes of the hooks.

_ENDERS: Final = names_of("pkill killall killall5 skill fuser")
_FINDERS: Final = names_of("pgrep pidof")
_OWN_LINES: Final = ("python3 /usr/local/bin/renkei hook --client claude", "sh -c /usr/local/bin/renkei hook || exit 2")
"""What `ps` shows of a hook: `pkill -f` and `ps | grep` look there, and `pkill` without `-f` in the name."""


def check_processes(case: Case) -> Ruling | None:
    """DEC-52: who ends the hooks' own processes ends the guards."""
    commands = [run.command for run in case.touched.runs]
    if any(map(_raises_limit, commands)):
        return refuse(
            "DEC-51", "The limit of file locks says whose process this is: an agent does not set it. Leave it out."
        )
    is_handed = any(program(each) == "kill" and not each.is_literal for each in commands)
    if not any(_ends_hooks(each) for each in commands) and not (is_handed and any(map(_finds_hooks, commands))):
        return None
    return refuse(
        "DEC-52",
        "This would end the processes that guard this project: name the one that you mean by its number or its whole "
        "command.",
    )


def _raises_limit(command: Simple) -> bool:
    """Whoever may raise it again, as root may, would be in nobody's tree after a daemon's start."""
    name, texts = program(command), command.texts[1:]
    if name == "prlimit":
        return any(each.startswith(("--lo", "-x")) and each not in ("--locks", "-x") for each in texts)
    if name == "ulimit":
        options = [each for each in texts if each.startswith("-")]
        return any("x" in each for each in options) and len(texts) > len(options)
    return any("RLIMIT_LOCKS" in each for each in said_words(command))


def _ends_hooks(command: Simple) -> bool:
    if program(command) == "kill":
        return "-1" in command.texts[2:]
    if program(command) not in _ENDERS:
        return False
    return not command.is_literal or _matches_hooks(command)


def _finds_hooks(command: Simple) -> bool:
    """Whether the numbers of the hooks are among what it finds, for `kill` to be handed."""
    if program(command) in _FINDERS:
        return not command.is_literal or _matches_hooks(command)
    patterns = find_operands(command)[:1] if program(command) in SEARCHERS else ()
    return any(_is_match(each.text, line) for each in patterns for line in _OWN_LINES)


def _matches_hooks(command: Simple) -> bool:
    """Without a name all that somebody has; the children of one process are named by it."""
    names = [word.text for word in find_operands(command)]
    lines = _OWN_LINES if has_option(command, "f", "--full") else _OWN_NAMES
    if not names:
        return not has_option(command, "P", "--parent")
    return any("renkei" in name or _is_match(name, line) for name in names for line in lines)


_OWN_NAMES: Final = ("renkei", "python3")


def _is_match(pattern: str, line: str) -> bool:
    try:
        return re.search(pattern, line, re.IGNORECASE) is not None
    except re.error:
        return False
