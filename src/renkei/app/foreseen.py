"""What a command of a shell would make of a file of which a part is guarded, where that can be told: it is worked out
beside the file, and nothing is run that could write."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from renkei.app.guard_state import read_text
from renkei.lazy import lazy
from renkei.policy.shell_parts import Place, find_operands, program
from renkei.policy.shell_words import Redirect, Simple
from renkei.policy.touches import Run

if TYPE_CHECKING:
    import subprocess

    from renkei.git import call_git
    from renkei.policy.shell_copies import printed_text
    from renkei.policy.shell_git import git_words
else:
    subprocess = lazy("subprocess")
    call_git = lazy("renkei.git:call_git")
    printed_text = lazy("renkei.policy.shell_copies:printed_text")
    git_words = lazy("renkei.policy.shell_git:git_words")

_SECONDS: Final = 2


def foresee_text(runs: Sequence[Run], path: str, tree: Path) -> str | None:
    """The text of a file after these commands; None where it cannot be told."""
    writers = [run for run in runs if any(each.path == path for each in run.effects.writes)]
    if not writers or any(run.effects.is_unknown for run in runs):
        return None
    if (printed := _text_by_prints([run.command for run in writers], path, tree)) is not None:
        return printed
    command, place = writers[0].command, Place(writers[0].command.folder, str(tree))
    is_read = len(writers) == 1 and command.is_literal and not command.is_piped and command.folder is not None
    if not is_read or _redirects_to(command, place, path):
        return None
    others = {each.path for run in runs if run is not writers[0] for each in run.effects.writes}
    reader = _READERS.get(program(command))
    return reader(command, place, path, others) if reader else None


def _redirects_to(command: Simple, place: Place, path: str) -> list[Redirect]:
    return [each for each in command.redirects if ">" in each.operator and place.at(each.target.text) == path]


def _text_by_prints(commands: Sequence[Simple], path: str, tree: Path) -> str | None:
    """What commands that print leave there, one after the other."""
    text = read_text(tree / path) or ""
    for command in commands:
        place = Place(command.folder, str(tree))
        redirects = _redirects_to(command, place, path) if command.folder is not None else []
        printed = _printed_text(command) if redirects and not command.is_piped else None
        if printed is None:
            return None
        text = f"{text}{printed}" if redirects[0].operator == ">>" else printed
    return text


def _printed_text(command: Simple) -> str | None:
    """What `echo`, `printf` and `cat <<EOF` print."""
    if program(command) in ("echo", "printf"):
        return printed_text(command)
    documents = [each.target for each in command.redirects if each.operator in ("<<", "<<-")]
    is_plain = program(command) == "cat" and len(command.words) == 1 and len(documents) == 1
    return documents[0].text if is_plain and documents[0].is_literal else None


def _text_by_sed(command: Simple, place: Place, path: str, others: set[str]) -> str | None:
    """`sed` itself says it, of a copy, and with everything switched off that reads, writes or runs another thing."""
    scripts, options, plain, words = list[str](), list[str](), list[str](), list(command.texts[:0:-1])
    while words:
        word = words.pop()
        if word in ("-e", "--expression") and words:
            scripts += ["-e", words.pop()]
        elif word in ("-E", "-r", "-n"):
            options.append(word)
        elif not word.startswith("-") and word:
            plain.append(word)
        elif word not in ("-i", "--in-place"):
            return None
    if not scripts and plain:
        scripts = ["-e", plain.pop(0)]
    if [place.at(each) for each in plain] != [path]:
        return None
    before = read_text(Path(place.root) / path)
    return None if before is None else _run_sed([*options, *scripts], before)


def _run_sed(words: list[str], text: str) -> str | None:
    env = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            ["sed", "--sandbox", *words], input=text.encode(), capture_output=True, env=env, timeout=_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def _text_by_git(command: Simple, place: Place, path: str, others: set[str]) -> str | None:
    """`git restore FILE` and `git checkout [COMMIT] -- FILE` bring back what was staged or committed."""
    verb, words, folder = git_words(command)
    texts = [each.text for each in words]
    commit = texts.pop(0) if verb == "checkout" and texts[1:2] == ["--"] else ""
    named = texts[1:] if verb == "checkout" and texts[:1] == ["--"] else texts if verb == "restore" else []
    if not named or any(text.startswith("-") for text in (*named, commit)) or folder is None:
        return None
    done = call_git(place.root, "cat-file", "blob", f"{commit}:./{path}")
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def _text_by_copy(command: Simple, place: Place, path: str, others: set[str]) -> str | None:
    operands = [place.at(each.text) for each in find_operands(command)]
    if len(operands) != 2 or operands[1] != path or operands[0] in others:
        return None
    return read_text(Path(place.root) / operands[0])


_READERS: Final[dict[str, Callable[[Simple, Place, str, set[str]], str | None]]] = {
    "sed": _text_by_sed,
    "gsed": _text_by_sed,
    "git": _text_by_git,
    "cp": _text_by_copy,
    "mv": _text_by_copy,
}
