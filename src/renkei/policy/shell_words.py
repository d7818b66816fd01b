"""The simple commands of a text that a shell is given, their words without quotes. Pure; on the path of a hook.

Conservative: what it cannot read it names in `problems`, and a word that only the shell can know is no literal. It
follows `cd`, and variables that the text itself sets. What stands in a substitution is read as commands of its own.
"""

import posixpath
from collections.abc import Mapping
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.policy.paths import expand_braces

MOST_COMMANDS: Final = 5000
"""A script with more is not read: each is looked at several times, before every call of a tool."""
MAX_DEPTH: Final = 12
"""How deep commands may stand in each other."""
MAX_LENGTH: Final = 50_000
"""A hook has no time for more."""


class Word(NamedTuple):
    """`is_guess`: no literal, but what it would be if its variables had the values that they were given last."""

    text: str
    is_literal: bool = True
    has_wildcards: bool = False
    is_guess: bool = False


class Redirect(NamedTuple):
    """Where a stream comes from or goes to; of a here-document, `target` is what it holds."""

    operator: str
    target: Word


class Simple(NamedTuple):
    """One simple command. `folder` is where it runs; None where that cannot be told. `elsewhere` are the folders that
    it runs in instead, should a `cd` before it fail."""

    words: tuple[Word, ...]
    assignments: tuple[Word, ...]
    redirects: tuple[Redirect, ...]
    folder: str | None
    is_piped: bool = False
    elsewhere: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.words[0].text if self.words else ""

    @property
    def is_literal(self) -> bool:
        return all(word.is_literal for word in self.words)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.words)

    @property
    def writing(self) -> tuple[Word, ...]:
        """What its redirections write."""
        return tuple(each.target for each in self.redirects if ">" in each.operator)


class _Document(NamedTuple):
    """A here-document that begins with the next line: the line that ends it, and the command that it is for."""

    end: str
    strips_tabs: bool
    is_quoted: bool
    command: int = -1


class Script(NamedTuple):
    commands: tuple[Simple, ...] = ()
    problems: tuple[str, ...] = ()
    begins_with_comment: bool = False
    text: str = ""


NOTHING_KNOWN: Final[Mapping[str, str]] = {}


def read_script(text: str, folder: str | None, known: Mapping[str, str] = NOTHING_KNOWN) -> Script:
    """The commands of a text that a shell is given in a folder; `known`: what variables hold there."""
    return _read_all(_Reader(text, folder, 0, {}, left_alone(text, known)))


def left_alone(text: str, known: Mapping[str, str]) -> Mapping[str, str]:
    """Of variables that are known those that nothing in a text can give another value."""
    named = _Named(text) if known else None
    return {name: value for name, value in known.items() if named and not named.times(name)}


def _read_all(reader: "_Reader") -> Script:
    text = reader.text
    if reader.depth > MAX_DEPTH or len(text) > MAX_LENGTH:
        return Script(problems=("size",), text=text)
    reader.read_all()
    if len(reader.commands) > MOST_COMMANDS:
        return Script(problems=("size",), text=text)
    return Script(tuple(reader.commands), tuple(dict.fromkeys(reader.problems)), text.lstrip().startswith("#"), text)


_BLANK: Final = " \t\r"
_META: Final = " \t\r\n;&|<>()"
_RESERVED: Final = frozenset(
    ("if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "coproc", "fi", "done", "esac", "}")
)
"""Words before a command, or at the end of a compound one."""
_NOT_COMMANDS: Final = frozenset({"for", "case", "select", "function"})
_OPERATORS: Final = (
    "&>>", "<<<", "<<-", "&>", ">>", ">|", ">&", "<<", "<&", "<>", ">", "<",
)  # fmt: skip
_IN_DOUBLE_QUOTES: Final = '$`"\\'


class _Named:
    """How often a text names a variable otherwise than to take its value: to set it (`X=a`, `read X`, `for X in`), or
    in words that only look so. Looked for when a value is taken."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._times: dict[str, int] = {}
        self._is_counted = False
        self.is_hidden = "$'" in text
        """Whether a name may stand there that cannot be read."""

    def times(self, name: str) -> int:
        if not self._is_counted:
            self._is_counted, joined = True, self._text.replace("\\\n", "")
            for signs in (None, "   "):  # `re""ad X""Y` is one word, `$Z""X` ends with another name
                found = _count_names(joined.translate(str.maketrans(_SIGNS, signs) if signs else _NO_SIGNS))
                self._times = {each: max(count, self._times.get(each, 0)) for each, count in found.items()} | {
                    each: count for each, count in self._times.items() if each not in found
                }
        return MOST_COMMANDS if self.is_hidden else self._times.get(name, 0)


def _count_names(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for taken, name, sets in _NAMES.findall(text):
        if not taken or (taken.startswith("${") and sets):
            found[name] = found.get(name, 0) + 1
    return found


_NAMES: Final = re.compile(r"(\$\{?[#!]?)?\b([A-Za-z_]\w*)(:?=)?", re.ASCII)
_SIGNS: Final = "'\"\\"
_NO_SIGNS: Final = str.maketrans("", "", _SIGNS)


class _Reader:
    def __init__(
        self,
        text: str,
        folder: str | None,
        depth: int,
        variables: dict[str, str],
        known: Mapping[str, str] = NOTHING_KNOWN,
        named: _Named | None = None,
    ) -> None:
        self.text, self.folder, self.depth, self.variables = text, folder, depth, variables
        self.known, self._named = known, named or _Named(text)
        self.at = 0
        self.commands: list[Simple] = []
        self.problems: list[str] = []
        self._words: list[Word] = []
        self._quoted: list[bool] = []
        self._assignments: list[Word] = []
        self._redirects: list[Redirect] = []
        self._folders: list[tuple[str | None, tuple[str, ...]]] = []
        self._elsewhere: tuple[str, ...] = ()
        self._left: tuple[str, ...] = ()
        self._finds_dots = False
        self._waiting: list[_Document] = []
        self._is_piped = False
        self._exported: tuple[Word, ...] = ()
        self._calculates = any(sign in text for sign in _CALCULATES)
        self._makes_prompts = "@P" in text
        self._meets_unknown = False

    def read_all(self) -> None:
        while self.at < len(self.text):
            self._read_token()
        self._end_command("")
        if self._waiting:
            self.problems.append("heredoc")

    def _read_token(self) -> None:
        rest, char = self.text[self.at : self.at + 3], self.text[self.at]
        if char in _BLANK:
            self.at += 1
        elif rest.startswith("\\\n"):
            self.at += 2
        elif char == "#":
            self._skip_comment()
        elif char == "\n":
            self.at += 1
            self._end_command("")
            self._read_documents()
        elif self._is_test():
            self._read_test()
        elif operator := next((each for each in _OPERATORS if rest.startswith(each)), ""):
            self._read_redirect(operator)
        elif char in ";&|":
            self._read_separator(rest, char)
        elif char in "()":
            self._read_parenthesis(char)
        else:
            self._read_plain_word()

    def _skip_comment(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _read_separator(self, rest: str, char: str) -> None:
        operator = next((each for each in ("&&", "||", ";;", "|&") if rest.startswith(each)), char)
        self.at += len(operator)
        if operator == ";;":
            self.problems.append("compound")
        self._end_command(operator)

    def _read_parenthesis(self, char: str) -> None:
        self.at += 1
        self.problems.append("compound")
        self._end_command("")
        if char == "(":
            self._folders.append((self.folder, self._elsewhere))
        elif self._folders:
            self.folder, self._elsewhere = self._folders.pop()

    def _is_test(self) -> bool:
        return bool(self._words) and self._words[0].text == "[[" and not self._quoted[0]

    def _read_test(self) -> None:
        """What stands between `[[` and `]]` writes nothing, whatever it compares."""
        end = self.text.find("]]", self.at)
        self.problems.append("compound")
        inside = self.text[self.at : len(self.text) if end < 0 else end]
        if "$(" in inside or "`" in inside:
            self._read_scattered(inside)
        self.at = len(self.text) if end < 0 else end + 2
        self._words = [Word("true")]
        self._quoted = [True]

    def _read_plain_word(self) -> None:
        begin = self.at
        word = self._read_word()
        raw = self.text[begin : self.at]
        if raw.isdigit() and self.at < len(self.text) and self.text[self.at] in "<>":
            return  # the number of the stream that is redirected
        if not self._words and _is_assignment(raw):
            self._assignments.append(
                word if self.text[self.at : self.at + 1] != "(" else word._replace(is_literal=False)
            )
        elif not self._words and (forms := _braced(word, raw)):
            self._words += forms
            self._quoted += [True] * len(forms)
        elif not self._words and raw in _RESERVED:
            self.problems.append("compound")
        else:
            self._words.append(word)
            self._quoted.append(raw != word.text)

    def _read_redirect(self, operator: str) -> None:
        self.at += len(operator)
        if operator in ("<", ">") and self.text.startswith("(", self.at):
            self.at += 1
            self.problems.append("substitution")
            self._read_inner(self.take_balanced("(", ")"))
            self._words.append(Word("", is_literal=False))
            self._quoted.append(True)
            return
        while self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1
        begin = self.at
        target = self._read_word()
        if operator in ("<<", "<<-"):
            raw = self.text[begin : self.at]
            self._waiting.append(_Document(target.text, operator == "<<-", raw != target.text))
            return
        if operator in (">&", "<&") and (target.text.isdigit() or target.text == "-"):
            return
        self._redirects.append(Redirect(operator, target))

    def _read_documents(self) -> None:
        """What stands in here-documents belongs to the command before them."""
        waiting, self._waiting = self._waiting, []
        for document in waiting:
            lines: list[str] = []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                line = self.text[self.at : len(self.text) if end < 0 else end]
                self.at += len(line) + 1
                if (line.lstrip("\t") if document.strips_tabs else line).rstrip("\r") == document.end:
                    break
                lines.append(line)
            else:
                self.problems.append("heredoc")
            self._add_document("\n".join(lines), document)

    def _add_document(self, body: str, document: "_Document") -> None:
        is_literal = document.is_quoted or not ("$" in body or "`" in body)
        owner = self.commands[document.command]
        self.commands[document.command] = owner._replace(
            redirects=(*owner.redirects, Redirect("<<", Word(body, is_literal)))
        )
        if not is_literal and ("$(" in body or "`" in body):
            self._read_scattered(body)

    def _end_command(self, operator: str) -> None:
        words, assignments, redirects = tuple(self._words), tuple(self._assignments), tuple(self._redirects)
        quoted = self._quoted[0] if self._quoted else True
        self._words, self._assignments, self._redirects, self._quoted = [], [], [], []
        is_piped, self._is_piped = self._is_piped, operator in ("|", "|&")
        if not (words or assignments or redirects or any(each.command < 0 for each in self._waiting)):
            return
        if words and not quoted and words[0].text in _NOT_COMMANDS:
            self.problems.append("compound")
            words = (Word("true"), *words[1:])
        given = (*self._exported, *assignments) if words else assignments
        self.commands.append(Simple(words, given, redirects, self.folder, is_piped, self._elsewhere))
        self._waiting = [
            each._replace(command=len(self.commands) - 1) if each.command < 0 else each for each in self._waiting
        ]
        self._read_evaluated(words, assignments, redirects)
        self._follow(words, assignments)
        self._move(words, operator)

    def _move(self, words: tuple[Word, ...], operator: str) -> None:
        """Another folder for the commands after it; the one before as well, but for those behind `&&`."""
        name = words[0].text if words else ""
        if name in ("cd", "pushd"):
            target = words[1:] or (Word(self.variables.get("HOME", "~")),)
            before, self.folder = self.folder, next_folder(self.folder, target)
            moved = tuple(filter(None, (next_folder(each, target) for each in self._elsewhere)))
            self._left += (*self._elsewhere, *((before,) if before and not self._is_left_for_good(operator) else ()))
            self._elsewhere = self._other_folders(moved)
        elif name == "popd":
            self.folder = None
        if operator != "&&":
            self._elsewhere, self._left = self._other_folders((*self._elsewhere, *self._left)), ()

    def _is_left_for_good(self, operator: str) -> bool:
        """`cd X || exit`."""
        return operator == "||" and self.text[self.at :].lstrip().startswith(("exit", "return"))

    def _other_folders(self, folders: tuple[str, ...]) -> tuple[str, ...]:
        here = posixpath.normpath(self.folder) if self.folder else ""
        found = tuple(dict.fromkeys(map(posixpath.normpath, folders)))
        if len(found) > _MOST_FOLDERS:
            self.folder = None
        return tuple(each for each in found if each != here)[:_MOST_FOLDERS]

    def _follow(self, words: tuple[Word, ...], assignments: tuple[Word, ...]) -> None:
        """What the commands after it find: other variables, other meanings of signs."""
        name = words[0].text if words else ""
        if _takes_names(words) and any(
            each.has_wildcards or (name == "read" and not each.is_literal) for each in words
        ):
            self._named.is_hidden = True
        if name == "shopt" and "dotglob" in (each.text for each in words) and "-u" not in (each.text for each in words):
            self._finds_dots = True
        if name in ("export", "declare", "typeset"):
            self._exported += tuple(each for each in words[1:] if "=" in each.text)
        set_here = assignments if not words else words[1:] if name in ("export", "declare", "local", "readonly") else ()
        for each in set_here:
            variable, equals, value = each.text.partition("=")
            if variable.endswith("+"):
                variable = variable.removesuffix("+")
                value = f"{self.variables[variable]}{value}" if variable in self.variables else ""
                equals = equals if variable in self.variables else ""
            self._finds_dots = self._finds_dots or variable == "GLOBIGNORE"
            if equals and (each.is_literal or each.is_guess):
                self.variables[variable] = value
            else:
                self.variables.pop(variable, None)

    def _read_word(self) -> Word:
        parts: list[str] = []
        is_literal, wild, braced = self._take_tilde(parts), False, False
        self._meets_unknown = False
        while self.at < len(self.text) and (self.text[self.at] not in _META or self._is_group(parts)):
            char = self.text[self.at]
            if char == "(":
                self.at += 1
                self.take_balanced("(", ")")
                parts[-1], wild, braced = _ANY_NAME, True, True
            elif char == "'":
                parts.append(self._take_quoted())
            elif char == '"':
                literal = self._take_double_quoted(parts)
                is_literal = is_literal and literal
            elif char == "\\":
                escaped = self.text[self.at + 1 : self.at + 2]
                parts.append("" if escaped == "\n" else escaped)
                self.at += 2
            elif char in "$`":
                literal = self._take_expansion(parts)
                is_literal = is_literal and literal
            else:
                wild, braced = wild or char in "*?[", braced or char == "{"
                if self._finds_dots and char in "*?[" and "".join(parts)[-1:] in ("", "/"):
                    parts.append(_MAY_BE_DOT)
                    braced = True
                parts.append(char)
                self.at += 1
        text = "".join(parts)
        is_guess = not (is_literal or self._meets_unknown)
        return Word(text, is_literal, wild or (braced and ("," in text or ".." in text)), is_guess)

    def _take_tilde(self, parts: list[str]) -> bool:
        """`~` where the text names another home folder; whether it is known which."""
        behind = self.text[self.at + 1 : self.at + 2]
        if self.text[self.at : self.at + 1] != "~" or (behind and behind not in f"/{_META}"):
            return True
        if not self._named.times("HOME"):
            return True
        self.at += 1
        parts.append(self.variables.get("HOME", "~"))
        return self._is_steady("HOME")

    def _is_group(self, parts: list[str]) -> bool:
        """`!(a|b)` and the like, behind a program: names that a pattern of `extglob` stands for."""
        is_open = self.text[self.at] == "(" and self.at and self.text[self.at - 1] in "!@+*?"
        return bool(is_open and parts and self._words)

    def _take_quoted(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            self.problems.append("quote")
            end = len(self.text)
        found = self.text[self.at + 1 : end]
        self.at = end + 1
        return found

    def _take_double_quoted(self, parts: list[str]) -> bool:
        self.at += 1
        is_literal = True
        while self.at < len(self.text) and self.text[self.at] != '"':
            char = self.text[self.at]
            if char == "\\":
                escaped = self.text[self.at + 1 : self.at + 2]
                parts.append(escaped if escaped in _IN_DOUBLE_QUOTES else "" if escaped == "\n" else char + escaped)
                self.at += 2
            elif char in "$`":
                literal = self._take_expansion(parts)
                is_literal = is_literal and literal
            else:
                parts.append(char)
                self.at += 1
        if self.at >= len(self.text):
            self.problems.append("quote")
        self.at += 1
        return is_literal

    def _take_expansion(self, parts: list[str]) -> bool:
        """What begins with `$` or a backtick; whether it is known what it stands for."""
        if self.text[self.at] == "`":
            end = self.text.find("`", self.at + 1)
            inner = self.text[self.at + 1 : len(self.text) if end < 0 else end]
            self.at = len(self.text) if end < 0 else end + 1
            self.problems.append("substitution")
            self._read_inner(inner)
            self._meets_unknown = True
            return False
        following = self.text[self.at + 1 : self.at + 2]
        if following == "'":
            self.at += 1
            return self._take_ansi(parts)
        if following == '"':  # a text that may be translated
            self.at += 1
            return self._take_double_quoted(parts)
        if following == "(":
            self.at += 2
            self.problems.append("substitution")
            self._read_inner(self.take_balanced("(", ")"))
            self._meets_unknown = True
            return False
        if following == "{":
            self.at += 2
            return self._take_variable(self.take_balanced("{", "}"), parts)
        return self._take_variable(self._take_name(), parts)

    def _take_name(self) -> str:
        self.at += 1
        begin = self.at
        if self.text[begin : begin + 1].isdecimal():  # `$1x` is `$1` and an x
            self.at += 1
            return self.text[begin]
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
            self.at += 1
        if begin == self.at and self.text[begin : begin + 1] in tuple("@*#?-$!"):
            self.at += 1
        return self.text[begin : self.at]

    def _take_variable(self, name: str, parts: list[str]) -> bool:
        if name == "":
            parts.append("$")
            return True
        if "$(" in name or "`" in name:
            self._read_scattered(name)
        self.problems.append("variable")
        plain, default = _split_default(name)
        known = self._value_of(plain)
        if known is None:
            parts.append(default)
            self._meets_unknown = True
            return False
        parts.append(known)
        # which signs part words is not known with another IFS
        return "IFS" not in self.variables and self._is_steady(plain)

    def _value_of(self, name: str) -> str | None:
        if name in self.variables or name not in ("HOME", "PWD"):
            return self.variables.get(name, self.known.get(name))
        return "~" if name == "HOME" else self.folder

    def _is_steady(self, name: str) -> bool:
        """Whether a variable has one value wherever it stands: a loop, a function or `read` may give it another."""
        return self._named.times(name) <= (1 if name in self.variables else 0)

    def _take_ansi(self, parts: list[str]) -> bool:
        """`$'...'`, with its escapes."""
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != "'":
            if self.text[self.at] == "\\":
                parts.append(self._take_escape())
            else:
                parts.append(self.text[self.at])
                self.at += 1
        if self.at >= len(self.text):
            self.problems.append("quote")
        self.at += 1
        return True

    def _take_escape(self) -> str:
        kind = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if kind in ("x", "u", "U"):
            return self._take_code("0123456789abcdefABCDEF", {"x": 2, "u": 4, "U": 8}[kind], 16)
        if kind and kind in "01234567":
            self.at -= 1
            return self._take_code("01234567", 3, 8)
        return _ESCAPES.get(kind, kind)

    def _take_code(self, digits: str, most: int, base: int) -> str:
        begin = self.at
        while self.at < len(self.text) and self.at - begin < most and self.text[self.at] in digits:
            self.at += 1
        number = int(self.text[begin : self.at] or "0", base)
        return chr(number) if 0 < number < 0x110000 else ""

    def take_balanced(self, opening: str, closing: str) -> str:
        """Up to the bracket that closes the one before; quotes hide brackets."""
        begin, depth, quote = self.at, 1, ""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "\\" and quote != "'":
                self.at += 1
            elif quote:
                quote = "" if char == quote else quote
            elif char in "'\"":
                quote = char
            elif char in (opening, closing):
                depth += 1 if char == opening else -1
                if depth == 0:
                    self.at += 1
                    return self.text[begin : self.at - 1]
            self.at += 1
        self.at = len(self.text)
        self.problems.append("quote")
        return self.text[begin:]

    def _read_evaluated(
        self, words: tuple[Word, ...], assignments: tuple[Word, ...], redirects: tuple[Redirect, ...]
    ) -> None:
        """Substitutions in words that were quoted, and that the shell reads once more: in an index where it takes a
        name or calculates (`test -v 'a[$(ls)]'`), in a variable of which it makes a prompt."""
        takes_names = _takes_names(words)
        if takes_names or self._calculates:
            here_strings = (each.target for each in redirects if each.operator == "<<<")
            for each in (*words[1:], *here_strings):
                if "[" in each.text or self._makes_prompts:
                    self._read_substitutions(each.text, is_telling=takes_names)
        for each in assignments:
            self._read_substitutions(each.text, is_telling=False)

    def _read_substitutions(self, text: str, *, is_telling: bool) -> None:
        for inner in _substitutions_in(text):
            self._read_inner(inner)
            self.problems += ["substitution"] if is_telling else []

    def _read_scattered(self, text: str) -> None:
        """Substitutions within other text: all of it is read as commands, which finds these too."""
        self.problems.append("substitution")
        self._read_inner(text.replace("$(", "\n").replace("`", "\n").replace(")", "\n"))

    def _read_inner(self, text: str) -> None:
        inner = _Reader(text, self.folder, self.depth + 1, dict(self.variables), self.known, self._named)
        inner._elsewhere, inner._finds_dots, inner._exported = self._elsewhere, self._finds_dots, self._exported
        found = _read_all(inner)
        self.commands.extend(found.commands)
        self.problems.extend(found.problems)


_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
    "E": "\x1b",
}


def _split_default(name: str) -> tuple[str, str]:
    """`${x:-TEXT}` and `${x=TEXT}`: the variable whose value is taken, and the text that may stand for it; of any other
    form the whole, which no variable is called."""
    end = next((at for at, sign in enumerate(name) if not (sign.isalnum() or sign == "_")), len(name))
    behind = name[end:].removeprefix(":")
    default = behind[1:].translate(_NO_QUOTES) if behind.startswith(("-", "=", "+")) else ""
    return name[:end] if behind.startswith(("-", "=", "?")) else name, default


_NO_QUOTES: Final = str.maketrans("", "", "'\"")


_TAKES_NAMES: Final = frozenset(
    ("test", "[", "read", "unset", "let", "wait", "getopts", "mapfile", "readarray",
     "declare", "typeset", "local", "export", "readonly")
)  # fmt: skip
"""Builtins that take names of variables, and calculate what stands in an index of one."""
_CALCULATES: Final = ("((", "${", "$[", "[[", *("let ", "declare ", "typeset "))


def _takes_names(words: tuple[Word, ...]) -> bool:
    """`printf` takes one behind `-v` alone."""
    name = words[0].text if words else ""
    return name in _TAKES_NAMES or (name == "printf" and any(each.text.startswith("-v") for each in words[1:2]))


def _substitutions_in(text: str) -> list[str]:
    """What a text that is read as a shell does would run."""
    found, reader = text.split("`")[1::2], _Reader(text, None, 0, {})
    while (at := text.find("$(", reader.at)) >= 0:
        reader.at = at + len("$(")
        found.append(reader.take_balanced("(", ")"))
    return found


def next_folder(folder: str | None, words: tuple[Word, ...]) -> str | None:
    """Where `cd` leads to; None where only the shell knows."""
    plain = [word for word in words if not (word.text.startswith("-") and word.text != "-")]
    if any(word.text.startswith("-") and "P" in word.text for word in words):  # where links lead to
        return None
    if not plain:
        return "~"
    place = plain[0]
    if not place.is_literal or place.has_wildcards or place.text == "-" or len(plain) > 1:
        return None
    if place.text.startswith(("/", "~")):
        return place.text
    return None if folder is None else f"{folder}/{place.text}"


_MOST_FOLDERS: Final = 8
_MAY_BE_DOT: Final = "{.,}"
"""With `dotglob`, what a word may begin with where a wildcard does."""
_ANY_NAME: Final = "{.,}*"


def _braced(word: Word, raw: str) -> list[Word]:
    """The words that `{touch,file}` is, where a command begins."""
    is_braced = word.has_wildcards and word.is_literal and "{" in raw and "," in raw
    forms = expand_braces(word.text)[::-1] if is_braced else []
    return [Word(each, has_wildcards=any(sign in each for sign in "*?[")) for each in forms if each]


def _is_assignment(raw: str) -> bool:
    name, equals, _ = raw.partition("=")
    name = name.removesuffix("+")
    return bool(equals) and name.isidentifier()
