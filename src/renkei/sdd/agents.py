"""Agent definitions: Markdown with front matter, and what is wrong with one (SDD-12, SDD-25)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, cast

from renkei import lazy_re as re
from renkei.errors import BadInput
from renkei.protocol.yaml import parse_yaml_with_lines
from renkei.sentence import Sentence
from renkei.values import value

PREFIX: Final = "sdd-"
_NAME: Final = re.compile(r"sdd-[a-z0-9]+(?:-[a-z0-9]+)*")
_FRONT: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n(?P<front>.*?)^---[ \t]*$\r?\n?", re.DOTALL | re.MULTILINE)
_STARTERS: Final = frozenset({"Task", "Agent"})
"""Tools that start another agent."""
_READERS: Final = ("Read", "Glob", "Grep", "Write")

OPUS: Final = "opus"
SONNET: Final = "sonnet"


@value
class Privilege:
    """What a role of the framework runs on, and the tools that it may have."""

    model: str
    tools: tuple[str, ...]


_ROLES: Final[Mapping[str, Privilege]] = {
    "sdd-architect": Privilege(model=OPUS, tools=("Read", "Glob", "Grep", "Write", "Edit", "WebSearch", "WebFetch")),
    "sdd-taskgenerator": Privilege(model=SONNET, tools=_READERS),
    "sdd-builder": Privilege(model=SONNET, tools=(*_READERS, "Edit", "Bash")),
    "sdd-inspector-test": Privilege(model=SONNET, tools=(*_READERS, "Bash")),
    "sdd-inspector-e2e": Privilege(model=SONNET, tools=(*_READERS, "Bash")),
}


def privilege_of(name: str) -> Privilege | None:
    """By the name of an agent of the framework; None for a role that it does not know."""
    if found := _ROLES.get(name):
        return found
    if name.startswith("sdd-auditor-"):
        return Privilege(model=OPUS, tools=_READERS)
    return Privilege(model=SONNET, tools=_READERS) if name.startswith("sdd-inspector-") else None


@value
class AgentDefinition:
    name: str
    description: str
    model: str | None
    tools: tuple[str, ...] | None
    """None: all of them."""
    body: str


@value
class LintFinding:
    level: Literal["error", "warning"]
    line: int | None
    message: Sentence


def read_definition(text: str, name: str) -> AgentDefinition:
    """
    Raises:
        BadInput: there is no front matter, or it is no YAML.
    """
    fields, _, body = _split(text, name)
    tools = _tools(fields.get("tools"))
    return AgentDefinition(
        name=str(fields.get("name") or ""),
        description=str(fields.get("description") or ""),
        model=str(fields["model"]) if fields.get("model") else None,
        tools=tools,
        body=body.strip() + "\n",
    )


def lint_definition(stem: str, text: str) -> Iterator[LintFinding]:
    """What is wrong with the definition in a file of this name; files of the framework are held to its table."""
    try:
        fields, lines, body = _split(text, f"{stem}.md")
    except BadInput as error:
        yield LintFinding(level="error", line=1, message=Sentence(error.text, **error.params))
        return
    is_ours = stem.startswith(PREFIX)
    if is_ours and not _NAME.fullmatch(stem):
        yield _error(
            None, Sentence("the file is called {stem}.md; expected sdd-ROLE or sdd-ROLE-SPECIALISATION", stem=stem)
        )
    yield from _lint_fields(stem, fields, lines, is_ours=is_ours)
    yield from _lint_tools(stem, fields, lines, is_ours=is_ours)
    if not body.strip():
        level = "error" if is_ours else "warning"
        yield LintFinding(level=level, line=None, message=Sentence("there are no instructions below the front matter"))


def _lint_fields(
    stem: str, fields: Mapping[str, Any], lines: Mapping[str, int], *, is_ours: bool
) -> Iterator[LintFinding]:
    for name in ("name", "description", "model", "tools"):
        if fields.get(name):
            continue
        said = Sentence("{field} is missing", field=name)
        if is_ours or name in ("name", "description"):
            yield _error(lines.get(name), said)
        else:
            yield LintFinding(level="warning", line=lines.get(name), message=said)
    name = fields.get("name")
    if name and name != stem:
        yield _error(
            lines.get("name"), Sentence("name is {name}; expected {stem}, as the file", name=str(name), stem=stem)
        )
    described = str(fields.get("description") or "")
    if is_ours and described and "sdd" not in described.lower():
        yield _error(
            lines.get("description"),
            Sentence("description does not name SDD: a client would start this agent for other work, too"),
        )


def _lint_tools(
    stem: str, fields: Mapping[str, Any], lines: Mapping[str, int], *, is_ours: bool
) -> Iterator[LintFinding]:
    tools, line = _tools(fields.get("tools")), lines.get("tools")
    starters = sorted(_STARTERS & {each.partition("(")[0] for each in tools or ()})
    if starters:
        said = Sentence("tools has {tool}: an agent may not start another one", tool=starters[0])
        yield _error(line, said) if is_ours else LintFinding(level="warning", line=line, message=said)
    if not is_ours:
        return
    known = privilege_of(stem)
    if known is None:
        yield LintFinding(level="warning", line=None, message=Sentence("the framework has no role {stem}", stem=stem))
        return
    if more := [each for each in tools or () if each not in known.tools and each not in starters]:
        yield _error(
            line,
            Sentence(
                "tools has {more}; this role needs no more than {tools}",
                more=", ".join(more),
                tools=", ".join(known.tools),
            ),
        )
    model = fields.get("model")
    if model and model != known.model:
        yield LintFinding(
            level="warning",
            line=lines.get("model"),
            message=Sentence("model is {model}; this role runs on {expected}", model=str(model), expected=known.model),
        )


def _split(text: str, name: str) -> tuple[dict[str, Any], dict[str, int], str]:
    found = _FRONT.match(text)
    if not found:
        raise BadInput("{name} does not begin with front matter between two lines of ---.", name=name)
    document, lines = parse_yaml_with_lines(found["front"], name)
    if not isinstance(document, dict):
        raise BadInput("{name}: the front matter has to be fields with values.", name=name)
    fields = {str(key): each for key, each in cast(dict[Any, Any], document).items()}
    numbers = {key: (lines.at([key]) or 0) + 1 for key in fields}
    return fields, numbers, text[found.end() :]


def _tools(given: Any) -> tuple[str, ...] | None:
    if isinstance(given, str):
        return tuple(each.strip() for each in given.split(",") if each.strip())
    if isinstance(given, list):
        return tuple(str(each) for each in cast(list[Any], given))
    return None


def _error(line: int | None, message: Sentence) -> LintFinding:
    return LintFinding(level="error", line=line, message=message)
