"""Documents against the tree: links and references that lead nowhere, commands that do not exist."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from renkei.reports.references import Claim, FoundReference, check_claims, find_references
from renkei.review.checks.base import Check
from renkei.review.checks.mentions import Mentions, commands_in
from renkei.review.checks.page_lines import PageLine, find_anchors, find_links, markdown_lines, rst_lines
from renkei.review.checks.shell_commands import ShellCommands
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_ELSEWHERE: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|/|\{|<|\$|@")
"""Addresses, paths of a site, and what a template fills in: nothing that the tree could tell."""

_HISTORY: Final = re.compile(
    r"(^|/)(changelog|changes|history|news|release[_-]?notes|releases?)[^/]*(\.md|\.rst|/)", re.IGNORECASE
)
"""What was true when it was written need not be true now."""

_MADE: Final = re.compile(
    r"(^|/)(mkdocs\.ya?ml|docusaurus\.config\.\w+|\.vitepress|_config\.yml|book\.toml|conf\.py|antora\.yml)$"
)
"""Where pages are made into a site, links may name what is only there."""

_LANGUAGES: Final = frozenset({"markdown", "rst"})
_PLAIN: Final = re.compile(r"make [\w.-]+|(?:npm|pnpm|yarn) run [\w:.-]+")
"""What can only be a command, in a block that does not say what it is."""

SHELL: Final = frozenset({"sh", "bash", "shell", "zsh"})
_MOST_BYTES: Final = 1024 * 1024


def check_documents(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    commands, mentions = ShellCommands(target), Mentions(target)
    is_site = any(_MADE.search(file.path) for file in target.files)
    for file in files:
        if file.kind.language not in _LANGUAGES or not file.kind.is_own or file.size > _MOST_BYTES:
            continue
        text = target.text(file.path) or ""
        is_markdown = file.kind.language == "markdown"
        lines = list(markdown_lines(text) if is_markdown else rst_lines(text))
        if is_markdown:
            yield from _check_links(target, file, lines, is_site)
        if not _HISTORY.search(file.path):
            yield from _check_commands(commands, file, lines)
            yield from _check_mentions(mentions, file, lines)
            yield from _check_references(target, file, text, lines)


def _check_links(target: Target, file: File, lines: Sequence[PageLine], is_site: bool) -> Iterator[RawFinding]:
    gone: set[str] = set()
    for line in lines:
        if line.language is not None:
            continue
        for link in find_links(line.text):
            path, _, anchor = unquote(link).partition("#")
            if _ELSEWHERE.match(link) or (is_site and file.path.count("/")):
                continue
            place = _resolve_link(file.path, path.partition("?")[0])
            if place is None:
                continue
            if not target.has(place):
                folder = _absent_folder(target, place)
                if not folder or folder not in gone:  # the first link into a folder that is not there speaks for all
                    message = Sentence("this links to {path!r}, which does not exist", path=path)
                    yield _raw_finding("documents/broken-link", file, line.number, message)
                gone.add(folder)
            elif anchor and _lacks_anchor(target, place, anchor):
                message = Sentence("this links to {link!r}, and there is no such heading", link=unquote(link))
                yield _raw_finding("documents/broken-anchor", file, line.number, message)


def _absent_folder(target: Target, place: str) -> str:
    """The first folder on the way to a place that is not there."""
    parents = [str(each) for each in reversed(PurePosixPath(place).parents)]
    return next((each for each in parents if not target.has(each)), "")


def _resolve_link(page: str, path: str) -> str | None:
    """The path from the root that a link means; None when it leaves the tree."""
    if not path:
        return page
    parts = list(PurePosixPath(page).parent.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _lacks_anchor(target: Target, page: str, anchor: str) -> bool:
    if not page.endswith((".md", ".markdown")) or re.fullmatch(r"L\d+(-L?\d+)?", anchor):
        return False
    return anchor.lower() not in {name.lower() for name in find_anchors(target.text(page) or "")}


def _check_commands(commands: ShellCommands, file: File, lines: Sequence[PageLine]) -> Iterator[RawFinding]:
    if _is_of_a_part(file):
        return
    for line in lines:
        typed = [_shell_command(line.text, line.language)] if line.language is not None else commands_in(line.text)
        for fault in (fault for command in typed for fault in commands.find_faults(command)):
            yield _raw_finding("documents/missing-command", file, line.number, fault)


def _is_of_a_part(file: File) -> bool:
    """A page in another folder speaks of what is in that folder."""
    return bool(file.path.count("/")) and not file.path.startswith(("docs/", "doc/", ".github/"))


def _check_mentions(mentions: Mentions, file: File, lines: Sequence[PageLine]) -> Iterator[RawFinding]:
    if _is_of_a_part(file):
        return
    for line in lines:
        typed = _shell_command(line.text, line.language)
        faults = mentions.in_prose(line.text) if line.language is None else mentions.in_command(typed)
        for rule, message, confidence in faults:
            yield replace(_raw_finding(rule, file, line.number, message), confidence=confidence)


def _shell_command(text: str, language: str | None) -> str:
    """What a reader would type: a line of shell, or behind the prompt of a console."""
    stripped = text.strip()
    if language in ("console", "shell-session", "text", "") or language in SHELL:
        prompt, dollar, command = stripped.partition("$ ")
        if dollar and not prompt:
            return command
    if language == "":
        return stripped if _PLAIN.fullmatch(stripped) else ""
    return stripped if language in SHELL and not stripped.startswith(("#", "$", ">", "%")) else ""


def _check_references(target: Target, file: File, text: str, lines: Sequence[PageLine]) -> Iterator[RawFinding]:
    """`path:line` in prose. A path with nothing of its kind beside it speaks of another project, or of any."""
    cited = [each for each in find_references(_without_code(text, lines)) if each.line is not None]
    found = [each for each in cited if target.has(each.path) or _is_near(target, each)]
    for each, checked in zip(found, check_claims([Claim(reference=each) for each in found], target.tree), strict=True):
        if checked.state in ("missing_file", "missing_line") and checked.reason:
            message = Sentence("{text} is not there: {reason}", text=each.text.strip("`"), reason=checked.reason)
            yield _raw_finding("documents/broken-reference", file, each.report_line, message)


def _without_code(text: str, lines: Sequence[PageLine]) -> str:
    """The page with its blocks of code left empty, so that lines keep their numbers."""
    kept = [""] * (text.count("\n") + 1)
    for line in lines:
        if line.language is None:
            kept[line.number - 1] = line.text
    return "\n".join(kept)


def _is_near(target: Target, found: FoundReference) -> bool:
    """Whether there are files of its kind beside it."""
    path = PurePosixPath(found.path)
    beside = (PurePosixPath(file.path) for file in target.files)
    return len(path.parts) > 1 and any(each.parent == path.parent and each.suffix == path.suffix for each in beside)


def _raw_finding(rule: str, file: File, number: int, message: Sentence) -> RawFinding:
    return RawFinding(rule=rule, category="documents", path=file.path, line=number, message=message, confidence=85)


DOCUMENTS: Final = Check(
    name="documents", scope="tree", wants=lambda file: True, look=check_documents, knows=_LANGUAGES
)
