"""Names of files as a person can read them: any bytes can be in one, a line end and what a terminal obeys included."""

import unicodedata
from collections.abc import Iterable, Sequence


def one_line(name: str) -> str:
    """The name in one line of letters; all else is written out."""
    return "".join(letter if letter.isprintable() else _escape_letter(letter) for letter in name)


def _escape_letter(letter: str) -> str:
    is_byte = "\udc80" <= letter <= "\udcff"  # what is no UTF-8
    return f"\\x{ord(letter) - 0xDC00:02x}" if is_byte else letter.encode("unicode_escape", "surrogatepass").decode()


# Names that some file systems cannot tell apart: they differ only in case, or in how letters are put together.


def find_alike(added: Sequence[str], names: Iterable[str]) -> list[str]:
    """Of the added files, those that clash with another name: with a file, with a folder, or with each other."""
    wanted = {_fold_case(part) for path in added for part in _path_prefixes(path)}
    spellings: dict[str, set[str]] = {}
    for name in {part for path in (*names, *added) for part in _path_prefixes(path)}:
        if (fold := _fold_case(name)) in wanted:
            spellings.setdefault(fold, set()).add(name)
    return [path for path in added if any(len(spellings[_fold_case(part)]) > 1 for part in _path_prefixes(path))]


def _path_prefixes(path: str) -> list[str]:
    """A path and the folders above it."""
    steps = [at for at, letter in enumerate(path) if letter == "/"]
    return [path[:at] for at in steps] + ([path] if path else [])


def _fold_case(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def join_names(names: Iterable[str], most: int = 20) -> str:
    """Names in one line, each as a person can read it and none as a line of its own."""
    shown = [one_line(name) for name in names]
    more = [f"+{len(shown) - most}"] if len(shown) > most else []
    return ", ".join([*shown[:most], *more])
