"""SDD-14: a command begins with an executable, project tools are called as the project's steering file calls them, and
inline scripts carry its runtime. Pure; on a hook's path.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from renkei.policy.rulings import Case, Ruling, ToolState, refuse
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
_SCRIPT_RUNNERS: Final = names_of("npm pnpm yarn bun")
_SCRIPTS: Final = names_of("test lint format")
"""Scripts that are a tool under another name. One that builds, or runs, is one use of its tool among others."""
_NO_TOOLS: Final = _TASKS | names_of("node deno python python3 ruby sh bash cross-env env npx")


def listed_commands(text: str) -> tuple[tuple[str, ...], ...]:
    """The commands that a steering file has under the heading Common Commands, each as its words."""
    return tuple(dict.fromkeys(words for line in _lines_of(text) if (words := _words_of(line))))


def listed_scripts(listed: Sequence[tuple[str, ...]], package: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """By the tool that a script of package.json starts, the listed command that runs this script."""
    scripts = _scripts_of(package)
    tools = {name: _take_apart(words)[1] for name, line in scripts.items() if (words := _words_of(line))}
    others = {tool for name, tool in tools.items() if name.partition(":")[0] not in _SCRIPTS}
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for words in listed:
        plain = [word for word in words[1:] if word != "run"] if words[0] in _SCRIPT_RUNNERS else []
        tool = tools.get(plain[0], ()) if plain else ()
        if tool and tool not in others and tool[0] not in _NO_TOOLS:
            found.setdefault(tool, words)
    return found


def _scripts_of(package: str) -> dict[str, str]:
    try:
        document: Any = json.loads(package)
        return {name: line for name, line in document["scripts"].items() if isinstance(line, str)}
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return {}


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
        if command.words and (right := _right_call(command, case.state)):
            return refuse("SDD-14", "This project calls it so: {command} (steering/tech.md).", command=right)
    return None


def _right_call(command: Simple, state: ToolState) -> str:
    """How the steering file calls this tool, where it calls it otherwise; else nothing."""
    runner, tool = _take_apart(command.texts)
    listed = state.project_commands
    same = [each for each in listed if tool and _take_apart(each)[1] == tool]
    if same:
        return "" if any(_take_apart(each)[0] == runner for each in same) else " ".join(same[0])
    if behind := state.project_scripts.get(tool):
        return " ".join(behind)
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
