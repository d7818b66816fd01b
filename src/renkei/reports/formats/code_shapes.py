"""What a piece of code can be by its form alone: a statement, an assignment, a call, a command; or no code at all."""

from typing import Final, Literal

from renkei import lazy_re as re

Shape = Literal["solid", "shaped", "part", "call", "none"]
"""Of inline code: a statement or a comment; an assignment, which may be a setting; a part of an expression that
computes something; a call with arguments; anything else.
"""

_KEYWORD: Final = re.compile(
    r"(?:return|assert|del|except|raise|throw|import|from \S+ import|(?:async )?def|class|if|elif|for|while|with|const"
    r"|let|var|await|yield|export (?:const|default|function|class|async|interface|type|enum)|public|private|protected"
    r"|static|func|fn|fun|function|#include|@\w+(?:\.\w+)*\()[ (\"'<].*\S|@\w+(?:\.\w+)*\(.*\)"
)
_REMARK: Final = re.compile(r"(?:#|//|/\*|--|<!--)+[ \t]?\w+[^\w\n]+\w.*")
_LINK: Final = re.compile(r"[^<>]*<\w+://[^<>\s]*>")
"""A link of reStructuredText: its words, and where it leads."""
_ASSIGNS: Final = re.compile(
    r"[A-Za-z_]\w*-[\w.-]* = \S.*"
    r"|[A-Za-z_$@][\w.$\[\]\"'*]*(?:\s*:\s*[\w.\[\], |\"]+)? (?:[-+*/|&^%:]|\?\?|\|\|)?= \S.*|.*\S[;{]|.*\):"
)
_CALL: Final = re.compile(r"(?:await )?[A-Za-z_][\w.\[\]\"']*\([^()]*[^()\s].*\)[;.\w()]*")
_OPERATES: Final = re.compile(
    r"\w\([^()]*\)\s[-+*/%]\s\w|\w\([^)]*\w\s(?:[-+*/%<>|&]|==|!=|<=|>=|and|or|not in|in)\s\w"
)
_PROGRAMS: Final = (
    r"\$|git|npm|npx|pip|uv|python3?|cd|ls|cat|grep|rg|sed|make|docker|curl|pytest|node|yarn|pnpm|cargo|go|sudo"
    r"|import-linter|renkei"
)
_METHOD: Final = re.compile(r"\w+\((?:self|cls|&(?:mut )?self), .+\)(?: ?-> ?.+)?")
"""The signature of a method, without the word that begins it."""
_COMMAND: Final = re.compile(rf"(?:{_PROGRAMS}|export|bash|sh)(?:\s|$)")
_WHOLE_CALL: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+\([^()\n]*[^()\s][^\n]*\);?")
_ANY_CALL: Final = re.compile(r"(?:await )?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)+\(.*\);?")
_STATEMENT: Final = re.compile(
    r"(?:return|assert|print|del|except|switch|case|match|raise|throw"
    r"|import|from \S+ import|def|class|if|elif|for|while|with|const|let|var|async|await|yield"
    r"|export (?:const|default|function|class|async|interface|type|enum)|public|private|protected|static|func|fn|fun"
    r"|package|use|#include|SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)[ (].*\S"
)
_SHAPED: Final = re.compile(r"\S (?:[-+*/|&^%]|:|\?\?|\|\|)?= \S|[;{]$|\):$|\S := \S")
_CALLS_PROGRAM: Final = re.compile(rf"(?:{_PROGRAMS})(?:\s|$)")


def shape_of(code: str) -> Shape:
    """What inline code can be."""
    plain = code.strip()
    if (_COMMAND.match(plain) and not _ASSIGNS.fullmatch(plain)) or _LINK.fullmatch(plain):
        return "none"
    if " " in plain and any(form.fullmatch(plain) for form in (_KEYWORD, _REMARK, _METHOD)):
        return "solid"
    if " " in plain and _ASSIGNS.fullmatch(plain):
        return "shaped"
    if _OPERATES.search(plain):
        return "part"
    return "call" if _CALL.fullmatch(plain) else "none"


def is_elided(code: str) -> bool:
    """Whether something was left out of it, or stands for something else."""
    return any(mark in code for mark in ("...", "…"))


def is_call(code: str) -> bool:
    """Whether it is a call with its arguments, of something that is part of something; without them it is a name."""
    return _WHOLE_CALL.fullmatch(code.strip()) is not None


def are_calls(code: str) -> bool:
    """Whether each line is a call: nobody writes several below each other but to show them."""
    lines = [line for line in code.split("\n") if line.strip()]
    return bool(lines) and all(_ANY_CALL.fullmatch(line.strip()) for line in lines)


def is_statement(code: str) -> bool:
    """Whether inline code is a statement: no identifier, value, path or command."""
    plain = code.strip()
    if " " not in plain or _CALLS_PROGRAM.match(plain) or is_elided(plain):
        return False
    return bool(_STATEMENT.fullmatch(plain) or _SHAPED.search(plain))
