"""The grammar of positions: everything by which a text says which lines of a file it means.

One expression finds all of them, and the marks by which code, addresses and links are told. What stands before a
position (for `line 10 of`, behind it) is looked at after. Each way ends in an empty group that names it.
"""

import re
from dataclasses import dataclass
from typing import Final

D: Final = "[0-9０-９]{1,18}+(?![0-9０-９A-Za-z_])"
_DASH: Final = r"(?:[-–—‐‑−－〜～~]|\.\.)"
_RANGE: Final = rf"(?:{_DASH}[Ll]?{D})?"
_NEXT: Final = r"(?![ \t]?[件個箇ヶつ回本種点人か年月日])(?![ \t]*(?!and\b)[A-Za-z])(?![.:][0-9A-Za-z])"
_MORE: Final = rf"(?:,{D}{_RANGE}|(?:,?[ \t](?:and|&)[ \t]|[,、，][ \t]|、|と)[Ll]?{D}{_RANGE}{_NEXT})*"
_TO: Final = r"[ \t]?(?:[-–—‐‑−－〜～~]|\.\.|から|to\b|through\b)[ \t]?"
_KEY: Final = r"(?:start_?|begin_?)?[Ll]ine(?:_?[Nn]o|_?[Nn]umber|_?[Ss]tart)?"

# No group is repeated possessively: Python 3.11.2, which Debian 12 has, then keeps half of a repetition that failed.
TOKEN: Final = re.compile(
    rf"""
    `++ (?P<ticks>)
  | ://(?:[^\s<>"`|()（）「」『』【】。、，]|\([^\s()]*+\))* (?P<address>)
  | ::(?P<defined>[A-Za-z_]\w{{0,200}}(?:(?:::|\.)[A-Za-z_]\w{{0,200}}){{0,9}}) (?P<name>)
  | (?<=[^\s,;:：、。，；])[:：][Ll]?(?P<line>{D}) (?:[:：](?P<column>{D}))?
    (?:{_DASH}[Ll]?(?P<last>{D})(?:[:：]{D})?)? (?P<more>{_MORE}) (?P<colon>)
  | (?<=\S)\#[Ll](?P<anchor_line>[0-9]{{1,18}}+)(?:C(?P<anchor_column>[0-9]{{1,9}}+))?(?![0-9A-Za-z_])
    (?:-[Ll]?(?P<anchor_last>[0-9]{{1,18}}+)(?:C[0-9]{{1,9}}+)?(?![0-9A-Za-z_]))? (?P<anchor>)
  | (?<=\])\((?=(?P<target>(?:[^\s()<>]|\([^\s()]*+\)){{1,1024}})\)) (?P<link>)
  | (?<=[\w`])\((?P<paren_line>[0-9]{{1,9}}+)(?:,[ ]?(?P<paren_column>[0-9]{{1,9}}+))?\) (?P<paren>)
  | (?<![\w./-])["']?{_KEY}["']?[ \t]?[:=][ \t]?["']?(?P<keyed_line>{D})(?:-(?P<keyed_last>{D}))? (?P<keyed>)
  | (?<![\w/.-])(?:(?:[Ll]ines?|LINES?|[Ll]n\.)[ \u00a0](?:no\.?[ ]|numbers?[ ])?[L#]?|L(?=[0-9]))(?P<said_line>{D})
    (?:{_TO}[Ll]?(?P<said_last>{D}))? (?P<said_more>{_MORE}) (?P<said>)
  | (?<![0-9０-９A-Za-z_.])(?:第[ ]?)?(?P<row_line>[0-9０-９]{{1,18}}+)
    (?: (?:[ ]?行目)?[ ]?(?:[-–—〜～~]|から)[ ]?(?P<row_last>[0-9０-９]{{1,18}}+)[ ]?行目?
      | [ ]?行目 ) (?P<row>)
  | (?<=\n)(?P<listed_line>[0-9]{{1,9}}+)[:-](?=[^\n0-9]) (?P<listed>)
    """,
    re.VERBOSE,
)

BEFORE_SAID: Final = re.compile(
    r"[ \t]{0,2}[,，、:：;–—-]?[ \t]{0,2}(?:[(（\[【][ \t]?)?"
    r"(?:(?:at|on|in|around|near|from|see|its|the|starting|approximately|about|approx\.|under)[ \t]){0,3}\Z"
)
"""What may stand between a path and `line 10`."""

BEFORE_ROW: Final = re.compile(r"[ \t　]?(?:[のはで、，,:：–—-]|では|内の)?[ \t　]{0,2}[(（【]?(?:行番号[:：]?|約)?\Z")
"""What may stand between a path and `10行目`."""

BEHIND_SAID: Final = re.compile(
    r"[ \t]?[)）]?[ \t]{1,2}(?:of|in|from|at|inside)[ \t](?:the[ \t])?(?:file[ \t]|module[ \t])?[`\"'*(]{0,3}"
)
"""What leads from `lines 10-20` to the path behind it."""

FILE_KEY: Final = re.compile(
    r"""["']?(?:file|path|file_?name|file_?path|filePath|fileName|module|location)["']?[ \t]?[:=][ \t]?["'`]?"""
    r"""(?P<path>[^\s"'`,{}\[\]]{1,512})""",
    re.IGNORECASE,
)
LAST_KEY: Final = re.compile(r"""["']?end_?[Ll]ine["']?[ \t]?[:=][ \t]?["']?([0-9]{1,18})""")

_NUMBERS: Final = re.compile(rf"([0-9０-９]+)(?:{_DASH}[Ll]?([0-9０-９]+))?")


@dataclass(frozen=True, slots=True)
class Position:
    line: int
    last: int | None = None
    column: int | None = None


def positions(token: re.Match[str]) -> list[Position]:
    """The places that one token names: several where numbers are listed."""
    kind = _GROUPS[token.lastgroup or ""]
    first, last, column, more = (token[group] if group else None for group in kind)
    found = [Position(int(first or 0), int(last) if last else None, int(column) if column else None)]
    listed = _NUMBERS.finditer(more or "")
    return [*found, *(Position(int(each[1]), int(each[2]) if each[2] else None) for each in listed)]


_GROUPS: Final[dict[str, tuple[str, str | None, str | None, str | None]]] = {
    "colon": ("line", "last", "column", "more"),
    "anchor": ("anchor_line", "anchor_last", "anchor_column", None),
    "paren": ("paren_line", None, "paren_column", None),
    "keyed": ("keyed_line", "keyed_last", None, None),
    "said": ("said_line", "said_last", None, "said_more"),
    "row": ("row_line", "row_last", None, None),
    "listed": ("listed_line", None, None, None),
}
