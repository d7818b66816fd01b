"""Brings the message catalogues up to date with the code, and compiles them: `make catalogue`.

What is new comes in without a translation, what is gone goes. What is not translated yet, or does not fit its English,
is named; the tests find the same.
"""

import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scripts.texts import Found, find_texts

SOURCE: Final = Path(__file__).parent.parent / "src" / "renkei"
OURS: Final = "renkei"
ARGPARSE: Final = "argparse"
"""The texts of Python's own argparse, in every Python that Renkei runs on. Kept by hand: the code has none of them."""

_WIDTH: Final = 116
_JAPANESE: Final = re.compile("[ぁ-んァ-ヶ一-龠]")
_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[a-z]")


def po_file(source: Path, domain: str) -> Path:
    return source / "kit" / "locale" / "ja" / "LC_MESSAGES" / f"{domain}.po"


def mo_file(source: Path, domain: str) -> Path:
    return po_file(source, domain).with_suffix(".mo")


class StableCatalogue(Catalog):
    """With no date in its head: it changes when a message does."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", "ja"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", "nplurals=1; plural=0;"),
        ]


def read_catalogue(source: Path, domain: str) -> Catalog:
    """Raises: PoFileError: it is none."""
    before = read_po(io.BytesIO(po_file(source, domain).read_bytes()), locale="ja", abort_invalid=True)
    catalogue = StableCatalogue(locale="ja", header_comment=before.header_comment, fuzzy=False)
    for each in _messages(before):
        catalogue.add(each.id, each.string, each.locations, each.flags, user_comments=each.user_comments)
    return catalogue


def update_catalogue(before: Catalog, found: Found) -> Catalog:
    """The texts of the code, each with the translation that it had."""
    after = StableCatalogue(locale="ja", header_comment=before.header_comment, fuzzy=False)
    for text, files in found.texts.items():
        known = before.get(text) or Message(text)
        places = [(file, 0) for file in files]
        after.add(text, known.string, places, known.flags, user_comments=known.user_comments)
    return after


def render_po(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return file.getvalue().rstrip() + b"\n"


def compile_mo(catalogue: Catalog) -> bytes:
    """What is read at run time. A translation that is marked fuzzy is none."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def find_problems(source: Path) -> list[str]:
    """What keeps the catalogues of a source tree from being those of its code, each with what to do."""
    return compare_catalogues(source, find_texts(source))


def compare_catalogues(source: Path, found: Found) -> list[str]:
    """The same, with what its code says."""
    ours, argparse = read_catalogue(source, OURS), read_catalogue(source, ARGPARSE)
    problems = [*_find_text_problems(found, ours, argparse), *_find_stale_files(source, ours, argparse)]
    if not problems and po_file(source, OURS).read_bytes() != render_po(update_catalogue(ours, found)):
        problems.append("not as it is written, run `make catalogue`: renkei.po")
    return problems


def _find_text_problems(found: Found, ours: Catalog, argparse: Catalog) -> Iterator[str]:
    yield from (f"put together from pieces, so that nobody can translate it: {each}" for each in found.composed)
    yield from (f"printed as it is, in English alone: {each}" for each in found.raw)
    for text, files in found.texts.items():
        if text not in ours:
            yield f"not in the catalogue, run `make catalogue`: {text!r} ({files[0]})"
    for message in _messages(ours):
        if message.id not in found.texts:
            yield f"no longer said, run `make catalogue`: {message.id!r}"
        yield from (f"{wrong}: {message.id!r}" for wrong in _find_mistakes(message, _braces))
        if (said := _said(message)) and _has_words(message) != bool(_JAPANESE.search(said)):
            yield f"not in Japanese: {message.id!r}"
    for message in _messages(argparse):
        yield from (f"{wrong}: {message.id!r}" for wrong in _find_mistakes(message, _percents))


def _find_stale_files(source: Path, ours: Catalog, argparse: Catalog) -> Iterator[str]:
    for domain, catalogue in ((OURS, ours), (ARGPARSE, argparse)):
        compiled = mo_file(source, domain)
        if not compiled.exists() or compiled.read_bytes() != compile_mo(catalogue):
            yield f"not compiled, run `make catalogue`: {compiled.name}"


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _find_mistakes(message: Message, places: Callable[[str], set[str]]) -> Iterator[str]:
    """What is wrong with one translation."""
    said = _said(message)
    if not said:
        yield "not translated"
        return
    if message.fuzzy:
        yield "marked fuzzy"
    for text in _texts(message):
        if places(text) != places(said):
            yield "not the same places to fill in"
        if (text[0].isspace(), text.count("\n")) != (said[0].isspace(), said.count("\n")):
            yield "not the same indent or line ends"


def _texts(message: Message) -> Sequence[str]:
    """The English: two texts, where it has a plural."""
    return (message.id,) if isinstance(message.id, str) else message.id


def _said(message: Message) -> str:
    """The Japanese: one text, for it has no plural."""
    return message.string if isinstance(message.string, str) else next(iter(message.string or ()), "")


def _braces(text: str) -> set[str]:
    """The places of a text of ours, with how they are formatted."""
    return {f"{name}!{how}:{spec}" for _, name, spec, how in Formatter().parse(text) if name is not None}


def _percents(text: str) -> set[str]:
    """The places of a text of argparse."""
    return set(_PERCENT.findall(text))


def _has_words(message: Message) -> bool:
    literals = (literal for text in _texts(message) for literal, *_ in Formatter().parse(text))
    return any(character.isalpha() for literal in literals for character in literal)


def write_catalogues(source: Path) -> None:
    """Both catalogues, and what is read of them at run time."""
    ours = update_catalogue(read_catalogue(source, OURS), find_texts(source))
    for domain, catalogue in ((OURS, ours), (ARGPARSE, read_catalogue(source, ARGPARSE))):
        po_file(source, domain).write_bytes(render_po(catalogue))
        mo_file(source, domain).write_bytes(compile_mo(catalogue))


def main() -> int:
    write_catalogues(SOURCE)
    problems = find_problems(SOURCE)
    print("\n".join(problems) or "the catalogues are up to date")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
