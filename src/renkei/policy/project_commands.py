"""SDD-14: a command begins with an executable, project tools are called as the project's steering file calls them, and
inline scripts carry its runtime. Pure; on a hook's path.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from renkei.policy.rulings import Case, Ruling, refuse
from renkei.policy.shell_parts import names_of
from renkei.policy.shell_words import Simple, read_script
from renkei.sdd.commands import lines_of_section

_RUNNERS: Final = (
    ("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("hatch", "run"), ("rye", "run"),
    ("bundle", "exec"), ("npx",), ("pnpm", "exec"), ("yarn", "exec"), ("bunx",), ("uvx",),
)  # fmt: skip
"""What stands before a tool and says in which environment it runs."""
_RUNTIMES: Final = {"python": ("uv", "poetry", "pipenv", "pdm", "hatch", "rye"), "ruby": ("bundle",)}
_INLINE: Final = ("-c", "-e", "-")
_TASKS: Final = names_of("make just task npm pnpm yarn bun cargo go rake composer mvn gradle dotnet mix")
"""Programs whose next word says which tool it is."""


def listed_commands(text: str) -> tuple[tuple[str, ...], ...]:
    """The commands that a steering file has under the heading Common Commands, each as its words."""
    return tuple(dict.fromkeys(words for line in _lines_of(text) if (words := _words_of(line))))


def _lines_of(text: str) -> Iterator[str]:
    """Lines of code blocks, and what stands in backticks."""
    for line, mark, _ in lines_of_section(text):
        if mark == "code":
            yield line
        elif mark == "text":
            yield from line.split("`")[1::2]


def _words_of(line: str) -> tuple[str, ...]:
    commands = read_script(line.strip().removeprefix("$ "), "/").commands
    return commands[0].texts if commands and commands[0].is_literal else ()


def check_project_commands(case: Case) -> Ruling | None:
    script = case.touched.script
    if script is None:
        return None
    if script.begins_with_comment:
        return refuse("SDD-14", "A command begins with an executable: for a note, use the Bash tool's description.")
    for command in script.commands if case.state.project_commands else ():
        if command.words and (right := _right_call(command, case.state.project_commands)):
            return refuse("SDD-14", "This project calls it so: {command} (steering/tech.md).", command=right)
    return None


def _right_call(command: Simple, listed: Sequence[tuple[str, ...]]) -> str:
    """How the steering file calls this tool, where it calls it otherwise; else nothing."""
    runner, tool = _take_apart(command.texts)
    same = [each for each in listed if tool and _take_apart(each)[1] == tool]
    if same:
        return "" if any(_take_apart(each)[0] == runner for each in same) else " ".join(same[0])
    if runner or not _is_inline(command):
        return ""
    kinds = _RUNTIMES.get(tool[0].rstrip("0123456789.") if tool else "", ())
    found = next((_take_apart(each)[0] for each in listed if each[0] in kinds and _take_apart(each)[0]), ())
    return " ".join((*found, tool[0], "...")) if found else ""


def _take_apart(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a tool is run by, and which tool it is; `python -m` runs a tool, too."""
    runner = next((each for each in _RUNNERS if words[: len(each)] == each), ())
    rest = tuple(words[len(runner) :])
    while runner and rest[:1] and rest[0].startswith("-"):
        rest = rest[1:]
    name = rest[0].rsplit("/", 1)[-1] if rest else ""
    if name.startswith("python") and rest[1:2] == ("-m",) and len(rest) > 2:
        return (*runner, name, "-m"), (rest[2],)
    if rest and "/" in rest[0] and name:
        return (*runner, rest[0].rpartition("/")[0]), (name,)
    return runner, _tool_of(name, [word for word in rest[1:] if not word.startswith("-")])


def _tool_of(name: str, plain: list[str]) -> tuple[str, ...]:
    if name not in _TASKS:
        return (name,) if name else ()
    return (name, *plain[: 2 if plain[:1] == ["run"] else 1])


def _is_inline(command: Simple) -> bool:
    return any(text in _INLINE for text in command.texts[1:2]) or any(
        each.operator.startswith("<<") for each in command.redirects
    )
