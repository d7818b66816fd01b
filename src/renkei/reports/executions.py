"""Commands that a result speaks of, and how it says that they ended, against those that were really run (RES-12).

Only a receipt shows that a command was run. Its exit code is the command's own if nothing else of the line could have
made it: a pipe, a `;` or a `||` hides it, `cd DIR &&` does not.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from renkei import lazy_re as re
from renkei.reports.counts import Counts, compare_counts, counts_in

ExecutionState = Literal["verified", "false", "unverified", "not_shown"]
"""`verified`: run, and ended as told. `false`: run, and ended otherwise. `unverified`: no receipt shows its end.
`not_shown`: run, and ended as told, but no receipt shows the numbers that are told of it.
"""


class Run(NamedTuple):
    """A command that was run, as a receipt has it."""

    command: str
    exit_code: int
    counts: Counts | None = None
    """The numbers that it printed; None where nobody kept them."""


class CommandClaim(NamedTuple):
    """A command and how it is said to have ended; `exit_code` None: in some way that is no success."""

    command: str
    exit_code: int | None
    line: int
    is_of_now: bool = True
    """Whether it is told as what happened, and not of another time or as what would be."""
    counts: Counts = ()
    """How many tests are said to have passed or failed."""


_LONGEST: Final = 300
_INLINE: Final = re.compile(rf"`([^`\n]{{2,{_LONGEST}}})`(?=([^`\n]{{0,80}}))")
_PROMPT: Final = re.compile(rf"\s*(?:\$|%|❯)\s{{1,4}}(\S.{{0,{_LONGEST}}})")
_EXIT: Final = re.compile(
    r"\bexit(?:s|ed)?(?:\s+(?:with|code|status|of|was|is|=))*\s*[:=]?\s*(\d{1,3})\b"
    r"|\breturn(?:s|ed)?\s+code\s*[:=]?\s*(\d{1,3})\b|終了コード\s*(?:は|が)?\s*[:：]?\s*(\d{1,3})",
    re.IGNORECASE,
)
_FAILED: Final = re.compile(r"\b[1-9]\d* (?:failed|failures?|errors?)\b|[1-9]\d*\s?件(?:が|の)?失敗", re.IGNORECASE)
_PASSED: Final = re.compile(r"\b\d+ (?:passed|tests? pass(?:ed)?)\b|\d+\s?件(?:が|の)?(?:成功|合格)", re.IGNORECASE)
_NO_FAILURES: Final = re.compile(
    r"\b(?:no|without|zero|0)(?: any)? (?:errors?|failures?)\b|失敗(?:は|も)?な|エラー(?:は|も)?な", re.I
)
_SAID_TO_FAIL: Final = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|broken?|(?:not|(?:do|did|does)n['’]t) (?:pass|succeed))\b|[❌✗✘]|失敗|通らな",
    re.IGNORECASE,
)
_SAID_TO_PASS: Final = re.compile(
    r"\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|success(?:ful|fully)?|OK|green|clean)\b|[✅✔✓]|成功|通過|合格|パスし|通りま|通った",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.;!?](?=\s|$)|[。！？]")
_OF_ANOTHER_TIME: Final = re.compile(
    r"\b(?:before|previously|earlier|first|formerly|should|would|will|could|must|expected|if|unless|until|when|on main"
    r"|CI|was\s+failing)\b|以前|当初|はず|べき|なら|すれば|場合|まで",
    re.IGNORECASE,
)
_REDIRECTION: Final = re.compile(r"\s*(?:\d?>&\d|&?\d?>>?\s?\S+)")
_ASSIGNMENT: Final = re.compile(r"\w+=\S*")
_BY_THE_WAY: Final = frozenset(("cd", "pushd", "export", "set", "source", ".", "true"))
_RUNNERS: Final = (("python", "-m"), ("python3", "-m"), ("uv", "run"), ("poetry", "run"), ("npx",), ("bundle", "exec"))
"""What only starts the command behind it."""


def command_claims(text: str, runs: Sequence[Run] = (), first_line: int = 1) -> Iterator[CommandClaim]:
    """Each command of a text with an ending beside it, or with output below its prompt.

    That a command "passes" or "fails" in so many words counts for one of `runs`: any other inline code may be none.
    """
    prompt: tuple[str, int] | None = None
    table = _Table()
    for number, line in enumerate(text.split("\n"), first_line):
        if row := table.read_line(line):
            command, code, counts = row
            yield CommandClaim(command, code, number, not _OF_ANOTHER_TIME.search(line), counts)
            continue
        for found in _INLINE.finditer(line):
            command = found[1].strip()
            ending = _find_ending(found[2])
            if ending is None and (said := _find_ending_in_words(line, found)) and was_run(command, runs):
                ending = said
            if ending:
                is_of_now = not _OF_ANOTHER_TIME.search(line)
                yield CommandClaim(command, ending.exit_code, number, is_of_now, counts_in(ending.words))
        if begun := _PROMPT.fullmatch(line):
            prompt = (begun[1].strip(), number)
        elif line.lstrip().startswith(("```", "~~~")):
            prompt = None
        elif prompt and (ending := _find_ending(line)):
            yield CommandClaim(prompt[0], ending.exit_code, prompt[1], counts=counts_in(line))
            prompt = None


def commands_in(text: str) -> list[str]:
    """All that may be commands: inline code, and what stands behind a prompt."""
    prompts = (found[1].strip() for line in text.split("\n") if (found := _PROMPT.fullmatch(line)))
    return [*(found[1].strip() for found in _INLINE.finditer(text)), *prompts]


def was_run(command: str, runs: Iterable[Run]) -> bool:
    """Whether a receipt shows it: alone, as one of several, or with more behind its first two words."""
    wanted = _normalize_command(command)
    pieces = (piece for run in runs for piece in _split_command(run.command).pieces)
    return any(piece == wanted or (" " in wanted and piece.startswith(f"{wanted} ")) for piece in pieces)


def execution_state(told: CommandClaim, runs: Sequence[Run]) -> ExecutionState:
    """What receipts say to it."""
    deciding = _runs_that_decide(told, runs)
    if deciding is None:
        return "unverified"
    shown = {compare_counts(told.counts, run.counts) for run in deciding}
    if "shown" in shown:
        return "verified"
    if "not shown" in shown:
        return "not_shown"
    return "false" if told.is_of_now else "unverified"


def other_counts(told: CommandClaim, runs: Sequence[Run]) -> Counts:
    """What the command printed in the place of what is told, if it ended as told."""
    return next((run.counts for run in _runs_that_decide(told, runs) or () if run.counts), ())


def _runs_that_decide(told: CommandClaim, runs: Sequence[Run]) -> list[Run] | None:
    """The runs that ended as told; None if no receipt shows its end.

    The newest decides whether it succeeds; that it failed, any of them shows.
    """
    ended = [(run, ending) for run in runs if (ending := _exit_code_of(told.command, run)) is not None]
    if not ended:
        return None
    if told.exit_code == 0:
        return [run for run, ending in ended[-1:] if ending == 0]
    return [run for run, ending in ended if (ending != 0 if told.exit_code is None else ending == told.exit_code)]


_SEPARATOR: Final = frozenset("|-: \t\r")
_EXIT_COLUMN: Final = re.compile(r"\W*(?:exit|return|rc|終了)[ _-]?(?:code|status|コード)?\W*", re.IGNORECASE)
_LONGEST_NUMBER: Final = 10
_COMMAND_CELL: Final = re.compile(rf"`([^`]{{2,{_LONGEST}}})`")


class _Table:
    """A table that is read line by line: how the command of a row ended, by the heads of its columns."""

    def __init__(self) -> None:
        self._line = ""
        self._heads: list[str] = []

    def read_line(self, line: str) -> tuple[str, int | None, Counts] | None:
        """The command of this row, its exit code, and how many tests passed and failed; None if it tells no ending."""
        if "|" not in line:
            self._heads, self._line = [], ""
        elif "--" in line and _SEPARATOR.issuperset(line):
            self._heads = _split_cells(self._line)
        elif self._heads:
            return self._read_row(_split_cells(line))
        self._line = line
        return None

    def _read_row(self, cells: list[str]) -> tuple[str, int | None, Counts] | None:
        command = next((found[1].strip() for cell in cells if (found := _COMMAND_CELL.fullmatch(cell))), None)
        told = [(head, cell.strip("`* ")) for head, cell in zip(self._heads, cells, strict=False)]
        numbers = [(head, cell) for head, cell in told if cell.isdecimal() and len(cell) < _LONGEST_NUMBER]
        codes = [int(cell) for head, cell in numbers if _EXIT_COLUMN.fullmatch(head)]
        counts = tuple(count for head, cell in numbers for count in counts_in(f"{cell} {head}"))
        if command is None or not (codes or counts):
            return None
        failed = any(kind in ("failed", "errors") and number for kind, number in counts)
        return command, codes[0] if codes else None if failed else 0, counts


def _split_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class _Ending(NamedTuple):
    """How something is said to have ended, None for any failure, and the words that say so."""

    exit_code: int | None
    words: str


def _find_ending(text: str) -> _Ending | None:
    words = _SENTENCE_END.split(text, maxsplit=1)[0]
    if found := _EXIT.search(text):
        return _Ending(int(next(filter(None, found.groups()))), words)
    if _FAILED.search(text):
        return _Ending(None, words)
    return _Ending(0, words) if _PASSED.search(text) else None


def _find_ending_in_words(line: str, found: re.Match[str]) -> _Ending | None:
    """By the words of its sentence, those behind the command first."""
    behind = _SENTENCE_END.split(found[2], maxsplit=1)[0]
    before = _SENTENCE_END.split(line[max(0, found.start() - 80) : found.start()])[-1]
    for words in (behind, before):
        if _NO_FAILURES.search(words):
            return _Ending(0, words)
        if _SAID_TO_FAIL.search(words):
            return _Ending(None, words)
        if _SAID_TO_PASS.search(words):
            return _Ending(0, words)
    return None


class _Pieces(NamedTuple):
    pieces: tuple[str, ...]
    is_chain: bool
    """Whether nothing but `&&` stands between them."""


@cache
def _split_command(command: str) -> _Pieces:
    """The commands of a line, those that only prepare left out."""
    try:
        lexer = shlex.shlex(command.replace("\n", " ; "), posix=False, punctuation_chars="|&;")
        lexer.whitespace_split, lexer.commenters = True, ""
        words = list(lexer)
    except ValueError:
        return _Pieces((_normalize_command(command),), is_chain=True)
    pieces: list[list[str]] = [[]]
    operators: set[str] = set()
    for word in words:
        if set(word) <= set("|&;"):
            operators.add(word)
            pieces.append([])
        else:
            pieces[-1].append(word)
    plain = [_normalize_command(" ".join(piece)) for piece in pieces if piece and piece[0] not in _BY_THE_WAY]
    return _Pieces(tuple(filter(None, plain)), is_chain=operators <= {"&&"})


def _exit_code_of(command: str, run: Run) -> int | None:
    """The command's own exit code in this run; None if it was not run in it, or if another may have made it."""
    if " ".join(command.split()) == " ".join(run.command.split()):
        return run.exit_code
    pieces, is_chain = _split_command(_REDIRECTION.sub("", run.command))
    if not is_chain or _normalize_command(command) not in pieces:
        return None
    return run.exit_code if run.exit_code == 0 or len(pieces) == 1 else None


@cache
def _normalize_command(command: str) -> str:
    """One way to write a command: without redirections, assignments in front, its folder, and what only starts it."""
    words = _REDIRECTION.sub("", command).removeprefix("$ ").split()
    while words and _ASSIGNMENT.fullmatch(words[0]):
        words.pop(0)
    if not words:
        return ""
    words[0] = words[0].rpartition("/")[2]
    for runner in _RUNNERS:
        if tuple(words[: len(runner)]) == runner and len(words) > len(runner):
            words = words[len(runner) :]
    return " ".join(words)
