"""SDD-9 in a shell: no agent starts a client, which would be another agent, with settings of its own. Pure."""

from typing import Final

from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_parts import program
from renkei.policy.shell_persons import told_words
from renkei.policy.tables import Clients
from renkei.policy.touches import Run


def check_clients(case: Case) -> Ruling | None:
    text = case.touched.script.text if case.touched.script else ""
    for run in case.touched.runs:
        if name := _called_client(case.policy.clients, run) or _told_client(case.policy.clients, run, text):
            return refuse(
                "SDD-9",
                "{program} is a client, which would be another agent: no agent starts one from a shell. Hand the work "
                "back, or ask the lead.",
                delegate_to="lead",
                program=name,
            )
    return None


def _called_client(clients: Clients, run: Run) -> str:
    """By its name, or by a file of its package that an interpreter runs."""
    words = run.command.texts[1:]
    called = [(_plain_name(program(run.command)), words)]
    called += [(_package_of(word), words[at + 1 :]) for at, word in enumerate(words) if "node_modules/" in word]
    return next(
        (
            name
            for name, behind in called
            if name in clients.programs and not any(behind[: len(each)] == each for each in clients.looks)
        ),
        "",
    )


def _package_of(word: str) -> str:
    """`claude-code` of `node_modules/@anthropic-ai/claude-code/cli.js`, where it is a program."""
    parts = word.rpartition("node_modules/")[2].split("/")
    named = parts[1:] if parts[0].startswith("@") else parts
    is_program = len(named) > 1 and (named[-1].endswith(("js", "ts")) or "bin" in named)
    return _plain_name(named[0]) if is_program else ""


def _told_client(clients: Clients, run: Run, text: str) -> str:
    """In a text, a name alone is a word like any other: what stands behind it says that it is called."""
    if not run.effects.is_unknown:
        return ""
    words = told_words(run, text)
    called = (
        (name, words[at + 1])
        for at, word in enumerate(words[:-1])
        if (name := _plain_name(word)) in clients.programs and _may_be_program(word)
    )
    return next((name for name, behind in called if behind in clients.starts), "")


def _plain_name(word: str) -> str:
    """Without its folder or scope, and without a version: `@openai/codex@latest`."""
    return word.rsplit("/", 1)[-1].partition("@")[0].removesuffix(".exe")


def _may_be_program(word: str) -> bool:
    return "/" not in word or word.startswith("@") or any(each in word for each in _PROGRAM_FOLDERS)


_PROGRAM_FOLDERS: Final = ("/bin/", ".bin/", "node_modules/")
