"""Whether a shell runs what is typed into it: in Codex `write_stdin` passes no hook. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from renkei.policy.shell_consoles import stays_open
from renkei.policy.shell_guards import is_told
from renkei.policy.shell_parts import find_operands, names_of, program
from renkei.policy.shell_words import Simple

if TYPE_CHECKING:
    from renkei.policy.touches import Touched


def runs_what_is_typed(touched: "Touched") -> bool:
    """Something waits for what is typed, and something runs what no word of the command says: an open shell is both."""
    commands = [run.command for run in touched.runs]
    if any(map(stays_open, commands)):
        return True
    if any(not each.words and _is_given_input(each) for each in commands):  # `while read x; do ...; done < FILE`
        return False
    written = touched.script.commands if touched.script else ()
    return any(map(_waits, (*written, *commands))) and any(map(_runs_unseen, commands))


def _waits(command: Simple) -> bool:
    if not command.words or command.is_piped or _is_given_input(command):
        return False
    name = program(command)
    if any(text in _STANDARD_INPUT for text in command.texts[1:]) or name in _ALWAYS:
        return True
    return (name in _WITHOUT_FILE and not find_operands(command)) or _is_interactive(command)


def _runs_unseen(command: Simple) -> bool:
    if not command.words:
        return False
    is_told_elsewhere = command.is_piped or not command.is_literal or any(
        text in _STANDARD_INPUT for text in command.texts[1:]
    )  # fmt: skip
    return not command.words[0].is_literal or _is_interactive(command) or (is_told(command) and is_told_elsewhere)


def _is_interactive(command: Simple) -> bool:
    """One of these alone, or with options only."""
    return is_shell([program(command), *command.texts[1:]])


def is_shell(words: Sequence[str]) -> bool:
    """Whether these start a program that waits for what is typed."""
    name = words[0].rsplit("/", 1)[-1].casefold().rstrip("0123456789.")
    return name in _SHELLS and all(text in _OPTIONS for text in words[1:])


def _is_given_input(command: Simple) -> bool:
    return any(each.operator.startswith("<") for each in command.redirects)


_STANDARD_INPUT: Final = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev/tty")
_ALWAYS: Final = names_of("read mapfile readarray tee xargs parallel tr")
_WITHOUT_FILE: Final = names_of("cat head tail tac nl sort rev dd")
_SHELLS: Final = names_of(
    "sh bash zsh dash ksh ash fish pwsh python pypy node irb ruby perl php lua ssh sqlite psql mysql gdb ed ex"
)
_OPTIONS: Final = names_of("- -i -l -s -li -il -q -u -ui --login --interactive --norc --noprofile --posix")
