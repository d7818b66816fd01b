"""What a fenced block is, by what it says of itself and, where it says nothing, by how it looks."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from renkei import lazy_re as re
from renkei.reports.report import Code

# Text that can only be code: an assignment, a definition, a condition, and no sentence, setting or command.


_NAME: Final = r"[A-Za-z_$@][\w.$]*(?:\[[^\]\n]*\])*"
_SOURCE: Final = re.compile(
    rf"(?:(?:const|let|var|final|static|auto)\s+)?{_NAME}(?:\s*:\s*[\w.\[\], |]+)?\s+(?:[-+*/|&^%:]|\|\||&&|\?\?)?=\s+"
    r"(?=[^=\n]*[(\[.\"'])\S.*"
    rf"|(?:await|return|yield|raise|throw|assert) {_NAME}\(.*\);?"
    r"|(?:async )?(?:def|fn|func|function) \w+\s*\(.*\).*[:{]|class \w+(?:\(.*\))?\s*[:{]"
    r"|(?:el)?if .*[:{]|for .* (?:in|of) .*[:{]|while .*[:{]|except\b.*:|from [\w.]+ import [\w, ()*]+"
)
_STRING: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_COMMENT: Final = re.compile(r"\s+(?:#|//)\s.*$")
_KEYWORD: Final = (
    r"(?:and|as|assert|async|auto|await|class|const|def|del|elif|else|except|final|fn|for|from|func|function|if|import"
    r"|in"
    r"|is|lambda|let|new|not|of|or|raise|return|static|throw|var|while|with|yield)"
)
_PROSE: Final = re.compile(rf"\b(?!{_KEYWORD}\b)[A-Za-z]+ (?!{_KEYWORD}\b)[a-z]+\b| \(")
"""Two words that follow each other, or a bracket apart from its name: people write so, code does not."""
_CALL: Final = re.compile(r"\w\(|^\s*(?:class|from) ", re.MULTILINE)
_LONGEST: Final = 2000
_ASSIGNED: Final = re.compile(
    r"(?:(?:self|this|cls|super)\.[A-Za-z_][\w.]{0,200}|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[a-z]\w*_\w+"
    r"|(?:const|let|var) \w{1,200})"
    r" [-+*/|&^%]?= (?:[A-Za-z_][\w.]{0,200}|[-+]?[\d_.]+\w*|\"[^\"\n]*\"|'[^'\n]*');?"
)


def is_source(line: str) -> bool:
    """Whether a line can only be code."""
    plain = _COMMENT.sub("", _STRING.sub("''", line.strip()))
    return 0 < len(plain) < _LONGEST and _SOURCE.fullmatch(plain) is not None and not _PROSE.search(plain)


def is_assignment(line: str) -> bool:
    """Whether a line gives one value to a name that only code has: `self.size = size`, `MAX_SIZE = 8`."""
    return _ASSIGNED.fullmatch(_COMMENT.sub("", line.strip())) is not None


def is_prose(line: str) -> bool:
    """Whether people write so, and code does not."""
    return _PROSE.search(_STRING.sub("''", line)) is not None


def is_mostly_prose(text: str) -> bool:
    """Whether people write more than half of the lines so."""
    lines = [line for line in text.split("\n") if line.strip()]
    return 2 * sum(map(is_prose, lines)) > len(lines)


def is_mostly_source(text: str) -> bool:
    """Whether more than half of the lines can only be code, and something is called or defined: settings do neither."""
    lines = [line for line in text.split("\n") if line.strip()]
    return 2 * sum(map(is_source, lines)) > len(lines) and _CALL.search(text) is not None


Nature = Literal["code", "data", "plain", "page", "output", "shell", "proposal"]
"""`code` of a language; `data` such as JSON; `plain`: nothing is said; `page`: text; `output` of a command; `shell`;
`proposal`: what a reviewer would have there instead.
"""

_NATURES: Final[Mapping[Nature, str]] = {
    "shell": "bash sh zsh shell shellscript fish powershell ps1 bat cmd",
    "output": "console shell-session terminal log logs output stdout stderr traceback pytest pycon repl diff patch",
    "data": "json jsonc json5 jsonl ndjson sarif yaml yml toml ini csv tsv properties env",
    "page": "markdown md mermaid plantuml dot graphviz ascii diagram tree "
    "note tip hint warning caution important danger attention admonition seealso",
    "plain": "text txt plaintext plain none",
    "proposal": "suggestion",
}
_NATURE_OF: Final[Mapping[str, Nature]] = {word: nature for nature, words in _NATURES.items() for word in words.split()}

EXTENSIONS: Final[Mapping[str, frozenset[str]]] = {
    info: frozenset(extensions.split())
    for infos, extensions in {
        "bash sh zsh shell fish": "sh bash zsh fish ksh",
        "powershell ps1": "ps1 psm1 psd1",
        "bat cmd": "bat cmd",
        "json jsonc json5 jsonl": "json jsonc json5 jsonl ipynb webmanifest geojson tfstate",
        "yaml yml": "yaml yml cff",
        "toml": "toml lock",
        "ini properties env": "ini cfg conf properties env editorconfig toml",
        "xml": "xml xsd xsl xslt svg xhtml html plist csproj vbproj xaml resx wsdl",
        "csv": "csv tsv",
        "diff patch": "diff patch",
        "markdown md": "md markdown mdx mdc",
        "log logs": "log",
    }.items()
    for info in infos.split()
}
"""The languages that also show something else, and the files that are written in them."""

_OUTPUT: Final = re.compile(
    r"^[ \t]*(?:\$ |% |>>> |> (?=\w+ )|PASS\b|FAIL|ok\b|not ok\b|Traceback|at .*\(|E   |=====|Error:|\w*Error\b"
    r"|\w+Exception\b|Tests?:|✓|✗|✔|\d+ (?:passed|failed|tests?|errors?|warnings?)\b"
    r"|Ran \d+ tests?|FAILED|PASSED|npm ERR!|error\[|(?:CRITICAL|ERROR|WARNING|WARN|INFO|DEBUG)[ \t]+(?=[\w\[]))",
    re.MULTILINE,
)
_FOUND: Final = re.compile(r"^[^\s:]{1,200}:\d+[:-]")
_DRAWN: Final = re.compile(r"[┌┐└┘├┤─│╭╰▶→↓↑←]|--+>|\+--+|[|`]-- ")
_DIFFED: Final = re.compile(r"(?:---|\+\+\+|diff --git \S+) (?P<path>\S+)")
_AB: Final = re.compile(r"^[ab]/")
_HEAD: Final = re.compile(
    r"(?:---|\+\+\+) \S|diff --git |index [0-9a-f]+\.\.|(?:new|deleted) file mode |\\\\ No newline"
)
_BEFORE: Final = re.compile(r"^(?:--- (?=[^\n]*\n\+\+\+ )|diff --git )(?P<path>\S+)", re.MULTILINE)
_MAKES_FILE: Final = re.compile(r"^(?:--- /dev/null|new file mode |@@ -0,0 )", re.MULTILINE)
_OLD_LINE: Final = re.compile(r"^(?:@@ -[1-9]|-(?!-- )\s*\S| \s*\S)", re.MULTILINE)
_SETTING: Final = re.compile(r"(?:\[[\w.:-]+\]|[\w.-]+\s+=(?:\s.*)?)\s*")
_KEYED: Final = re.compile(r"(?:- )?[\w.-]+:(?:\s.*)?")
"""A line of an INI file, and one of YAML: no shell runs either."""
_CHECKED: Final = re.compile(r"<file [^<>]{0,99}name=[^<>]{1,999}>\s{0,99}<\w+ [^<>]{0,999}line=")
_PROMPT: Final = re.compile(r"\s*(?:\$|%|>>>|❯|PS .*>|\w+@\w+[^$#]*[$#])\s")


def block_nature(code: Code) -> Nature:
    words = code.info.casefold().split()
    if not words:
        return "plain"
    return _NATURE_OF.get(words[0].strip("{}.:,"), "code")


def is_report(code: Code) -> bool:
    """Whether a block of XML is what a checker wrote: files, and lines in them."""
    return code.info.casefold().split()[:1] == ["xml"] and _names_lines(code.text)


@lru_cache(maxsize=4)
def _names_lines(text: str) -> bool:
    """Asked for each place in a block, and the same for all of them."""
    return _CHECKED.search(text) is not None


def is_output(code: Code) -> bool:
    """Whether a block is what a command printed, or a drawing."""
    kind = block_nature(code)
    return kind in ("output", "shell") or (kind == "plain" and _looks_printed(code.text))


def is_quotable(code: Code, path: str) -> bool:
    """Whether a block may show what stands in a file: it is in the file's language, or it does not look printed."""
    words = code.info.casefold().split()
    known = EXTENSIONS.get(words[0]) if words else None
    extension = path.rpartition(".")[2].casefold() if "." in path.rpartition("/")[2] else ""
    if known is not None and (extension in known or (not extension and block_nature(code) == "shell")):
        return True
    kind = block_nature(code)
    if kind in ("code", "plain", "proposal"):
        return kind != "plain" or not _looks_printed(code.text)
    if is_diff(code):
        return True
    if _looks_printed(code.text) or _is_json(code.text):
        return False
    is_shell = kind == "shell" and _are_settings(code.text, extension)
    return is_shell or is_mostly_source(code.text)


def _are_settings(text: str, extension: str) -> bool:
    """Whether it is set what a shell would not run: `name = value`, a section or, of a YAML file, keys."""
    lines = [line for line in text.split("\n") if line.strip() and line.lstrip()[0] not in "#;"]
    is_yaml = extension in EXTENSIONS["yaml"]
    first = [line for line in lines if is_yaml or not line[0].isspace()]  # what is indented goes on with a setting
    told = sum((_KEYED if is_yaml else _SETTING).fullmatch(line.strip()) is not None for line in first)
    return 2 * told > len(first)


def is_diff(code: Code) -> bool:
    """Whether a block shows a change."""
    return code.info.casefold().split()[:1] in (["diff"], ["patch"])


def read_diff(text: str, path: str) -> str:
    """The hunks that a block shows of a file, the first line of each being `@@`.

    Nothing where it shows other files, or nothing but what is added: that is a proposal.
    """
    files = {name for line in text.split("\n") if (name := _DIFFED.match(line))}
    if any(not is_same_file(name["path"], path) for name in files):
        return ""
    lines = [line for line in text.split("\n") if not _HEAD.match(line)]
    if not any(line[:1] in ("-", " ") and line.strip(" -") for line in lines):
        return ""
    return "\n".join(lines if lines and lines[0].startswith("@@") else ["@@", *lines])


def diff_files(text: str) -> list[str]:
    """The files that a change names, each once, without `a/` and `b/`."""
    names = [name["path"] for line in text.split("\n") if (name := _DIFFED.match(line))]
    return list(dict.fromkeys(_AB.sub("", name) for name in names if name != "/dev/null"))


def files_before(text: str) -> list[str]:
    """The files that a change says to have been there before it: it takes lines of them away, or shows them."""
    heads = list(_BEFORE.finditer(text))
    ends = [head.start() for head in heads] + [len(text)]
    parts = [(head["path"], text[head.start() : ends[n + 1]]) for n, head in enumerate(heads)]
    shown = [path for path, part in parts if _OLD_LINE.search(part) and not _MAKES_FILE.search(part)]
    return list(dict.fromkeys(_AB.sub("", path) for path in shown))


def is_same_file(one: str, other: str) -> bool:
    """Whether both may name one file; a change has `a/` and `b/` before its names."""
    bare = _AB.sub("", one)
    return one == "/dev/null" or f"/{bare}".endswith(f"/{other}") or f"/{other}".endswith(f"/{bare}")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def is_command(code: Code, line: str) -> bool:
    """Whether a line of a block is a command, whose arguments claim nothing."""
    if _PROMPT.match(line):
        return True
    return block_nature(code) == "shell" and not _has_prompt(code.text)


@lru_cache(maxsize=4)
def _has_prompt(text: str) -> bool:
    """Asked for each place in a block, and the same for all of them."""
    return any(map(_PROMPT.match, text.split("\n")))


def _looks_printed(text: str) -> bool:
    if _OUTPUT.search(text):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    printed = sum(_FOUND.match(line) is not None for line in lines)
    drawn = sum(_DRAWN.search(line) is not None for line in lines)
    return 2 * max(printed, drawn) > len(lines) > 0
