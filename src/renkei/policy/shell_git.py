"""What commands of git show, write and bring back. Pure."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from renkei.policy.shell_parts import (
    PATHS_FROM,
    Effects,
    Place,
    Written,
    join_effects,
    names_of,
    program,
    read_files,
    unknown_effects,
    values_among,
    write_files,
)
from renkei.policy.shell_words import Simple, Word, next_folder
from renkei.policy.touches import Found, Search

_GIT_QUIET: Final = names_of(
    "add commit branch tag fetch push remote shortlog rev-parse rev-list ls-files ls-tree describe "
    "reflog version help merge-base name-rev check-ignore for-each-ref show-ref cherry count-objects var"
)

_GIT_REF_READERS: Final = names_of("log show rev-parse rev-list for-each-ref show-ref ls-remote name-rev cat-file diff")

_KEPT_REFS: Final = "refs/renkei/"
"""What is known of runs' and agents' commits."""

_GIT_VALUED: Final = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path")


def git_words(command: Simple) -> tuple[str, tuple[Word, ...], str | None]:
    """What git is asked for, the words after that, and the folder that it works in."""
    words, folder, aliases = list(command.words[1:]), command.folder, dict[str, str]()
    for variable in command.assignments:
        name, _, path = variable.text.partition("=")
        folder = next_folder(folder, (Word(path, variable.is_literal),)) if name == "GIT_WORK_TREE" else folder
    while words and words[0].text.startswith("-"):
        option = words.pop(0)
        name, equals, path = option.text.partition("=")
        value = words.pop(0) if name in _GIT_VALUED and not equals and words else Word(path, option.is_literal)
        if name in ("-C", "--work-tree"):
            folder = next_folder(folder, (value,))
        elif name == "-c" and value.text.startswith("alias."):
            alias, _, says = value.text.removeprefix("alias.").partition("=")
            aliases[alias] = says
    if words and (says := aliases.get(words[0].text, "!"))[:1] != "!":
        words[:1] = map(Word, says.split())
    return (words[0].text if words else ""), tuple(words[1:]), folder


def git_effects(command: Simple, place: Place) -> Effects:
    """With settings of its own it may run a program that these name."""
    found = _verb_effects(command, place)
    return join_effects(found, unknown_effects(command)) if _has_own_settings(command) else found


def _has_own_settings(command: Simple) -> bool:
    texts = command.texts[1:]
    if any(text.startswith(("--config-env", "--exec-path=")) for text in texts):
        return True
    return (
        any(
            before == "-c" and not setting.casefold().startswith(_PLAIN_SETTINGS) for before, setting in pairwise(texts)
        )
        and "-c" in texts[: _verb_at(texts)]
    )


def _verb_at(texts: tuple[str, ...]) -> int:
    """Where the options of git itself end."""
    at = 0
    while at < len(texts) and texts[at].startswith("-"):
        at += 2 if texts[at] in _GIT_VALUED else 1
    return at


def _verb_effects(command: Simple, place: Place) -> Effects:
    verb, words, folder = git_words(command)
    place = Place(folder, place.root)
    operands = [each for each in words if not each.text.startswith("-")]
    if _is_told_where(verb, words):
        return unknown_effects(command)
    if verb not in _GIT_REF_READERS and any(_KEPT_REFS in word.text for word in words):
        return write_files(place, [Word(f".git/{_KEPT_REFS}")])
    if verb in _GIT_QUIET:
        return Effects()
    match verb:
        case "status" | "log" | "diff" | "whatchanged" | "stash" | "worktree" | "show" if _git_hides(verb, words):
            return Effects()
        case "status" | "log" | "diff" | "whatchanged" | "show":
            return read_files(place, _git_shown(verb, words, operands))
        case "blame":
            return read_files(place, operands[-1:])
        case "grep":
            return Effects(searches=(Search(place.at(".")),))
        case "rm" | "mv" | "sparse-checkout":
            return write_files(place, _removed_by(verb, operands), "remove")
        case "clean":
            return _clean_effects(command, place, words, operands)
        case "restore" | "checkout" if verb == "restore" or any(each.text == "--" for each in words):
            taken = _sources_of_restore(words)
            named = pathspecs_of(words) if verb == "checkout" else [each for each in operands if each not in taken]
            return _restore_effects(place, named)
        case "config" | "init" | "maintenance":
            return _own_effects(command, place, verb, words)
        case _:
            return unknown_effects(command)


def _is_told_where(verb: str, words: tuple[Word, ...]) -> bool:
    """Whether it writes a file that an option names, or starts the program that one names."""
    if verb == "grep" and values_among(words, "O", valued="OefmABC", long="--open-files-in-pager"):
        return True
    return any(word.text.split("=")[0] in ("--output", "-O", "--open-files-in-pager", PATHS_FROM) for word in words)


def _removed_by(verb: str, operands: list[Word]) -> list[Word]:
    """A sparse checkout takes all away that it is not told of."""
    if verb != "sparse-checkout":
        return operands
    return [Word(".")] if operands and operands[0].text in ("set", "init", "reapply") else []


def _own_effects(command: Simple, place: Place, verb: str, words: tuple[Word, ...]) -> Effects:
    """What is done to the repository itself."""
    if verb == "config":
        return _git_config_effects(place, words)
    if verb == "init":
        return _init_effects(place, words, has_model=_has_template(command))
    is_run = any(each.text == "run" for each in words)  # else it has the system start git, by its settings
    return Effects() if is_run else write_files(place, [Word(".git/config"), Word("~/.gitconfig")])


def _has_template(command: Simple) -> bool:
    """Whether a repository gets files from a folder that the command names otherwise than by `--template`."""
    said = (*(each.text for each in command.assignments), *command.texts)
    return any(text.casefold().startswith(("git_template_dir=", "init.templatedir=")) for text in said)


def _init_effects(place: Place, words: tuple[Word, ...], *, has_model: bool) -> Effects:
    """A repository that is there already stays as it is, unless its folder is moved (`--separate-git-dir`) or gets
    files of another one (`--template`)."""
    values = [word for before, word in pairwise(words) if before.text in _INIT_VALUED]
    folder = next((each for each in words if not each.text.startswith("-") and each not in values), Word("."))
    is_plain = all(word.text.partition("=")[0] in _PLAIN_INIT for word in words if word.text.startswith("-"))
    if (is_plain and not has_model) or any(word.text == "--bare" for word in words):
        return write_files(place, [folder])
    return write_files(place, [Word(f"{folder.text}/.git", folder.is_literal)], "remove")


_INIT_VALUED: Final = ("-b", "--initial-branch", "--separate-git-dir", "--template", "--object-format", "--ref-format")
_PLAIN_INIT: Final = ("-q", "--quiet", "-b", "--initial-branch", "--object-format", "--ref-format")


def _clean_effects(command: Simple, place: Place, words: tuple[Word, ...], operands: list[Word]) -> Effects:
    """With -x also what git ignores, as it does .renkei."""
    if any(
        each.text == "--dry-run" or (each.text[:1] == "-" and set(each.text[1:]) <= _CLEAN_LETTERS and "n" in each.text)
        for each in words
    ):
        return Effects()
    is_deep = any(each.text[:1] == "-" and each.text[1:2] != "-" and "x" in each.text.lower() for each in words)
    left_out = [word for before, word in pairwise(words) if before.text in ("-e", "--exclude")]
    named = [each for each in operands if each not in left_out]
    return join_effects(
        write_files(place, named or [Word(".")], "remove" if is_deep else "shell"), unknown_effects(command)
    )


_CLEAN_LETTERS: Final = frozenset("dfinqxX")
"""Options of `git clean` without a value."""

_GIT_SUMMARIES: Final = (
    "--stat", "--shortstat", "--numstat", "--dirstat", "--summary", "--compact-summary", "--name-only", "--name-status",
    "--raw", "--quiet", "-s", "--no-patch", "--check",
)  # fmt: skip

_GIT_PATCHES: Final = (
    "--patch", "--patch-with-stat", "--patch-with-raw", "--unified", "--cc", "--dd", "--remerge-diff", "--diff-merges",
    "--word-diff", "--word-diff-regex", "--color-words", "--function-context", "--binary", "--verbose",
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
    named = [_file_in(each) for each in operands if ":" in each.text]
    if verb == "show" and named:
        return named
    return pathspecs_of(words) or [Word(".")]


def _file_in(word: Word) -> Word:
    """`COMMIT:PATH`, and `:PATH` or `:0:PATH` of the index; `:/TEXT` is a commit, which shows all that it changed."""
    commit, _, path = word.text.partition(":")
    if not commit and path[:1].isdecimal() and path[1:2] == ":":
        path = path[2:]
    is_file = bool(path) and not (not commit and path.startswith("/"))
    return Word(path if is_file else ".", word.is_literal)


def pathspecs_of(words: tuple[Word, ...]) -> list[Word]:
    at = next((at for at, each in enumerate(words) if each.text == "--"), len(words))
    return list(words[at + 1 :])


def revisions_of(command: Simple) -> list[str]:
    """The commit that `git checkout X -- .`, `restore -s X .` and `reset --hard X` bring all files back from."""
    verb, words, _ = git_words(command) if program(command) == "git" else ("", (), None)
    texts = [each.text for each in words]
    plain = [text for text in (texts[: texts.index("--")] if "--" in texts else texts) if not text.startswith("-")]
    paths = [each.text for each in pathspecs_of(words)] or plain[1:]
    match verb:
        case "checkout" if ALL_FILES & set(paths):
            return plain[:1]
        case "reset" if {"--hard", "--merge", "--keep"} & set(texts):
            return plain[:1]
        case "restore" if ALL_FILES & set(plain + paths):
            return [each.text for each in _sources_of_restore(words)]
        case _:
            return []


ALL_FILES: Final = {".", "./", ":/", "*", ":/*"}


def _sources_of_restore(words: tuple[Word, ...]) -> list[Word]:
    behind = [
        word for before, word in pairwise(words) if before.text in ("-s", "--source") or _ends_with_source(before)
    ]
    glued = [Word(each.text.partition("s")[2]) for each in words if _is_short(each) and "s" in each.text[1:-1]]
    return behind + glued + [Word(each.text.partition("=")[2]) for each in words if each.text.startswith("--source=")]


def _is_short(word: Word) -> bool:
    return word.text[:1] == "-" and word.text[1:2] != "-"


def _ends_with_source(word: Word) -> bool:
    return _is_short(word) and word.text.endswith("s")


def found_by_git(command: Simple, root: str) -> Iterator[Found]:
    """What a pattern in quotes stands for, which git looks for itself: `*` goes over folders there."""
    verb, words, folder = git_words(command)
    if verb not in ("rm", "mv", "checkout", "restore", "checkout-index"):
        return
    place = Place(folder, root)
    for each in words:
        magic, path = each.text.startswith(":"), each.text.removeprefix(":")
        path = path.partition(")")[2] if path.startswith("(") else path.lstrip("/")
        if not each.text.startswith("-") and not each.has_wildcards and any(sign in path for sign in "*?["):
            yield Found("." if magic else place.at("."), (path,))


def _restore_effects(place: Place, operands: list[Word]) -> Effects:
    """All of a work tree as it was committed is not another form of any one file."""
    named = [each for each in operands if each.text not in (".", ":/")]
    everything = Effects(writes=(Written(place.at(".")),)) if len(named) < len(operands) else Effects()
    return join_effects(write_files(place, named, "remove"), everything)


_PLAIN_SETTINGS: Final = (
    "user.", "pull.", "push.", "fetch.", "rebase.", "branch.", "color.", "log.", "advice.", "rerere.",
    "init.defaultbranch", "commit.gpgsign", "merge.ff", "merge.conflictstyle", "diff.algorithm", "diff.renames",
    "core.autocrlf", "core.eol", "core.filemode", "core.ignorecase", "core.quotepath", "core.longpaths",
    "http.postbuffer",
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
    return write_files(place, [Word("~/.gitconfig" if is_users else ".git/config")])


def patch_files(command: Simple, root: str) -> list[str] | None:
    """The files from which `patch`, `git apply` and `git am` take what they change; None: it is none of these."""
    place, words = Place(command.folder, root), command.words[1:]
    if program(command) == "git":
        verb, words, folder = git_words(command)
        place = Place(folder, root)
        if verb not in ("apply", "am"):
            return None
    elif program(command) != "patch":
        return None
    named = [Word(word.text.removeprefix("-i").removeprefix("--input="), word.is_literal) for word in words]
    read = [each.target for each in command.redirects if each.operator == "<"]
    return [place.at(each.text) for each in (*named, *read) if each.is_literal and not each.text.startswith("-")]
