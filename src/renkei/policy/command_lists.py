"""Whether a list of the policy allows a command."""

from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.tables import Listed
from renkei.policy.touches import Run

if TYPE_CHECKING:
    from renkei.policy.shell_effects import is_known
else:
    is_known = lazy("renkei.policy.shell_effects:is_known")


def is_listed(listed: tuple[Listed, ...], texts: tuple[str, ...]) -> bool:
    """Whether a list of the policy allows a command."""
    plain = (_program_name(texts[0]), *texts[1:])
    return any(plain[: len(each.run)] == each.run and not refused_words(each.refuse, plain[1:]) for each in listed)


def leaves_list(run: Run) -> bool:
    """Whether a program that can be read is told to do what cannot; of one that is not known, the list decides."""
    return run.effects.is_unknown and is_known(run.command)


_USUAL_FOLDERS: Final = ("/bin/", "/usr/bin/", "/usr/local/bin/")


def _program_name(text: str) -> str:
    return next((text.removeprefix(each) for each in _USUAL_FOLDERS if text.startswith(each)), text)


def refused_words(refused: tuple[str, ...], words: tuple[str, ...]) -> list[str]:
    return [word for word in words for each in refused if _is_refused(word, each)]


def _is_refused(word: str, refused: str) -> bool:
    """A long option also by a beginning of it, a short one also among others, as programs take them."""
    if refused.startswith("--"):
        name = word.partition("=")[0]
        return len(name) > len("--") and name.startswith("--") and refused.startswith(name)
    if len(refused) == 2 and refused.startswith("-"):
        return word.startswith("-") and not word.startswith("--") and refused[1] in word[1:]
    return word == refused
