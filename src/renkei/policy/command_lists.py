"""Whether a list of the policy allows a command."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from renkei import lazy_re
from renkei.lazy import lazy
from renkei.policy.paths import locate
from renkei.policy.tables import Listed
from renkei.policy.touches import Run

if TYPE_CHECKING:
    from renkei.policy.shell_effects import is_known
    from renkei.policy.shell_parts import program
    from renkei.policy.shell_searches import lists_names
    from renkei.policy.shell_words import Simple
    from renkei.policy.shell_wrappers import unwrap
else:
    is_known = lazy("renkei.policy.shell_effects:is_known")
    program, unwrap = lazy("renkei.policy.shell_parts:program"), lazy("renkei.policy.shell_wrappers:unwrap")
    lists_names = lazy("renkei.policy.shell_searches:lists_names")


def is_listed(listed: tuple[Listed, ...], command: "Simple", root: str) -> bool:
    """Whether a list of the policy allows a command in a project."""
    texts = command.texts
    if texts[:2] in (("command", "-v"), ("command", "-V")):
        texts = ("which", *texts[2:])
    return are_listed(listed, _plain_words((_program_name(texts[0]), *texts[1:]), command.folder, root))


def are_listed(listed: tuple[Listed, ...], words: tuple[str, ...]) -> bool:
    """The same of words in which nothing stands before what the lists begin with."""
    return any(words[: len(each.run)] == each.run and _may_follow(each, words) for each in listed)


def is_listed_for_names(listed: tuple[Listed, ...], before: "Simple | None", command: "Simple", root: str) -> bool:
    """`find . -name x | xargs grep y`: a program to which names of files are handed, if the list allows it with
    whatever stands behind it."""
    if before is None or not command.is_piped or program(command) != "xargs" or not _lists_plain_names(before):
        return False
    given = [each for each in unwrap(command) if each.words and each.words[0].is_literal]
    own = command.texts[1 : command.texts.index(given[0].texts[0])] if len(given) == 1 else ("",)
    free = tuple(each for each in listed if len(each.run) == 1 and not each.refuse and each.only is None)
    return all(map(_HANDS_ON.fullmatch, own)) and is_listed(free, given[0], root)


def _lists_plain_names(command: "Simple") -> bool:
    is_own_form = any(text.startswith(("-printf", "--format")) for text in command.texts)
    return bool(command.words) and lists_names(command) and not is_own_form


_HANDS_ON: Final = lazy_re.compile(r"-0|-r|-0r|-r0|--null|--no-run-if-empty|-[nLP]\d*|\d+|-I(\{\})?|\{\}")


def _may_follow(listed: Listed, words: tuple[str, ...]) -> bool:
    if listed.only is not None and not all(each in listed.only for each in words[len(listed.run) :]):
        return False
    return not refused_words(listed.refuse, [each for each in words[1:] if each.partition("=")[0] not in listed.whole])


def _plain_words(words: tuple[str, ...], folder: str | None, root: str) -> tuple[str, ...]:
    """A command of git without what changes nothing of it: no pager, and the project's own folder. Another repository's
    settings can name programs that git runs."""
    while words[:1] == ("git",) and len(words) > 1:
        if words[1] in ("--no-pager", "-P", "--no-optional-locks"):
            words = ("git", *words[2:])
        elif words[1] == "-C" and len(words) > 2 and folder and _is_folder(words[2], folder, root):
            words = ("git", *words[3:])
        else:
            break
    return words


def _is_folder(path: str, folder: str, root: str) -> bool:
    return locate(path, folder, root) == "."


def leaves_list(run: Run) -> bool:
    """Whether a program that can be read is told to do what cannot; of one that is not known, the list decides."""
    return run.effects.is_unknown and is_known(run.command)


_USUAL_FOLDERS: Final = ("/bin/", "/usr/bin/", "/usr/local/bin/")


def _program_name(text: str) -> str:
    return next((text.removeprefix(each) for each in _USUAL_FOLDERS if text.startswith(each)), text)


def refused_words(refused: tuple[str, ...], words: Iterable[str]) -> list[str]:
    return [word for word in words for each in refused if _is_refused(word, each)]


def _is_refused(word: str, refused: str) -> bool:
    """A long option also by a beginning of it, a short one also among others, as programs take them; a long one also in
    what another option hands on (`--log-opts=--output=FILE`)."""
    if refused.startswith("--"):
        names = word.replace("=", " ").split()
        return any(len(name) > len("--") and name.startswith("--") and refused.startswith(name) for name in names)
    if len(refused) == 2 and refused.startswith("-"):
        return word.startswith("-") and not word.startswith("--") and refused[1] in word[1:]
    return word == refused
