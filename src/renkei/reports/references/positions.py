"""The grammar of positions: everything by which a text says which lines of a file it means.

One expression finds all of them, and the marks by which code, addresses and links are told. What stands before a
position (for `line 10 of`, behind it) is looked at after. Each way ends in an empty group that names it.
"""

from dataclasses import dataclass, replace
from typing import Final

from renkei import lazy_re as re

_DIGIT: Final = "[0-9０-９]"
D: Final = rf"{_DIGIT}{{1,99}}+(?!(?!ff?\b)[0-9０-９A-Za-z_])"
"""A number. No letter follows it, but `10ff` is from line 10 on."""
_DASH: Final = r"(?:[-–—‐‑−－〜～~→]|\.\.|->)"
_RANGE: Final = rf"(?:{_DASH}[Ll]?{D})?"
_VERBS: Final = (
    r"(?:(?:and|or|is|are|was|were|where|which|that|both|but|has|have|do|does|because|since|when|while|if|so|although"
    r"|though|whereas|respectively|as[ ]well|also|too|should|must|can|could|may|might|would|will)\b"
    r"|for[ ](?!each\b|every\b|now\b|free\b|all\b|short\b)[a-z])"
)
"""Words behind a line, and hardly ever behind a count."""
_OF: Final = r"(?:of|in|from|at|inside)\b"


def _lookahead_for(words: str) -> str:
    """What may stand behind a further number for it to be a line: no count of something, no time, no version."""
    return (
        rf"(?![ \t]?[件個箇ヶつ回本種点人か年月日%％])(?![ \t]*(?!{words})[A-Za-z])(?![.:][0-9A-Za-z])(?!{_DASH}[0-9])"
    )


_NEXT: Final = _lookahead_for(_VERBS)
_AND: Final = (
    r"(?:,?[ \t](?:and|or|&|/|\+|as[ ]well[ ]as)[ \t]|[ \t]?(?:および|及び)[ \t]?|[,、，;；][ \t]|[、と]"
    r"|[ \t][(（](?:and|also|or)[ \t])"
)
_MORE: Final = rf"(?:[,;]{D}{_RANGE}|{_AND}(?:[Ll]ines?[ \t]|:|[Ll])?{D}{_RANGE}{_NEXT})*"
_MORE_OF: Final = (
    rf"(?:[,;]{D}{_RANGE}|{_AND}(?:[Ll]ines?[ \t]|[Ll])?{D}{_RANGE}{_lookahead_for(f'(?:{_VERBS}|{_OF})')})*"
)
"""`lines 10 and 20 of`: the file may follow."""
_TO: Final = r"[ \t]?(?:[-–—‐‑−－〜～~→]|\.\.|->|から|to\b|through\b)[ \t]?"
_LAST: Final = rf"(?:{_DASH}[Ll]?|[ \t](?:to|through)[ \t][:Ll]?(?={D}{_NEXT}))"
LINES: Final = rf"[Ll]?{D}{_RANGE}(?:(?:[ \t]?[\"']?[,、;/&][ \t]?[\"']?|[ \t](?:and|or)[ \t])[Ll]?{D}{_RANGE}){{0,99}}"
"""Numbers that stand for themselves: in brackets, in a cell, as a value."""
_ALONE: Final = r"(?=[ \t]*(?:\n|\Z|,(?![0-9])|[;)\]}|、。）」*\"'`]|\.(?![0-9A-Za-z])|[-–—][ \t]|(?![つか])[ぁ-ん]))"
"""Behind numbers that are lines and no count of something."""
_KEY: Final = (
    r"(?:(?:(?:start|begin|first|from)_?)?[Ll](?:ine|INE)s?(?:\(s\))?"
    r"(?:[_ ]?[Nn](?:o\.?|umbers?)|_?[Ss]tart|[_ ]?[Rr]ange|[ ]\#)?|行番号|行|開始行"
    r"|(?<=[\"'])row(?=[\"']))"
)
_SET: Final = r"[\"'*_]{0,3}[ \t]?[:：=][*_]{0,2}[ \t]{0,2}"
"""Between a key and its value."""
_ABOUT: Final = (
    r"(?:at|on|in|around|near|from|between|see|its|the|starting|approximately|about|approx\.|roughly|under"
    r"|just|right|immediately|directly|shortly|slightly|somewhere|above|below|before|after"
    r"|(?:a[ ]few|one|two|three|some|several|[0-9]{1,2})[ ]lines?)"
)
"""Words that lead to a line, or to what stands beside it."""
_SIGN: Final = r"[\u2190-\u21ff\u25a0-\u25ff\u2794-\u27bf\u27f0-\u27ff]"
"""Arrows and the like."""
_ABOUT_ROW: Final = r"(?:約|およそ|おおよそ|ほぼ|だいたい)"

# No group is repeated possessively: Python 3.11.2, which Debian 12 has, then keeps half of a repetition that failed.
TOKEN: Final = re.compile(
    rf"""
    `++ (?P<ticks>)
  | ://(?:[^\s<>"`|()（）「」『』【】。、，]|\([^\s()]*+\))* (?P<address>)
  | ::(?P<defined>[A-Za-z_]\w{{0,200}}(?:(?:::|\.)[A-Za-z_]\w{{0,200}}){{0,9}}) (?P<name>)
  | (?:(?<=[^\s,;:：、。，；])|(?<=[,;)）、`][ ])|(?<=\band[ ])|(?<=\bor[ ]))
    [:：][Ll]?(?P<line>{D}) (?:[:：](?P<column>{D}))?
    (?:{_LAST}(?P<last>{D})(?:[:：]{D})?)? (?P<more>{_MORE}) (?P<colon>)
  | (?<=\S)(?:(?:\?plain=[01])?\#|†)[Ll](?P<anchor_line>[0-9]{{1,99}}+)
    (?:C(?P<anchor_column>[0-9]{{1,9}}+))?(?![0-9A-Za-z_])
    (?:-[Ll]?(?P<anchor_last>[0-9]{{1,99}}+)(?:C[0-9]{{1,9}}+)?(?![0-9A-Za-z_]))? (?P<anchor>)
  | (?<=\])\((?=(?P<target>(?:[^\s()<>]|\([^\s()]*+\)){{1,1024}})\)) (?P<link>)
  | (?<=[\w`])\((?P<paren_line>[0-9]{{1,9}}+)(?:,[ ]?(?P<paren_column>[0-9]{{1,9}}+))?\) (?P<paren>)
  | (?<=[\w`*"'\])」])
    (?: (?:[ \t]{{1,2}}[:：@]|[:：](?=[ \t~≈\#-])|@)[ \t]{{0,2}}[~≈\#]?
      | [:：](?=[\[{{`]) | [ \t]{{0,2}}(?=[(\[（<][0-9０-９L]) | [ \t](?=`[0-9L]) | \#(?=[0-9]) )
    (?P<open>["'`(\[{{（<])?(?P<minus>-(?=[0-9]))?(?P<loose_lines>{LINES})(?(open)["'`)\]}}）>]|{_ALONE}) (?P<loose>)
  | (?:(?<=<){_KEY}>|(?<![\w./-])["'*_]{{0,3}}{_KEY}["'*_]{{0,3}}[ \t]?[:：=][*_]{{0,2}})[ \t]{{0,2}}
    (?P<keyed_open>["'`\[]{{1,2}}(?:\n[ \t]{{0,40}}["']?)?)?
    (?P<keyed_lines>{LINES}(?:(?(keyed_open)["']?,\n[ \t]{{0,40}}["']?|(?!)){D}{_RANGE}){{0,99}})
    (?(keyed_open)["'`]?(?:\n[ \t]{{0,40}})?["'`\]]{{1,2}}) (?P<keyed>)
  | (?<![\w./-])["']?(?:range|span)["']?{_SET}["'\[(]{{1,2}}[ ]?(?P<range_line>{D})
    (?:[ ]?,[ ]?|[ ]?{_DASH}[ ]?)(?P<range_last>{D})[ ]?["'\])]{{1,2}} (?P<range>)
  | (?<![\w./-])(?P<of_lines>["']?lines["']?{_SET}\{{?\s{{0,40}})?["']?(?:start|begin|from|first)["']?{_SET}
    ["']?(?P<span_line>{D})["']?
    (?: (?:,|(?=\s))\s{{0,40}}(?:-[ ]+)?["']?(?:end|stop|to|last)["']?{_SET}["']?(?P<span_last>{D})
      | (?(of_lines)|(?!)) ) (?P<span>)
  | (?<![\w/.-])(?:(?:(?:[Ll]ines?|LINES?|[Ll]n\.?)[ \u00a0]|[Ll]{{1,2}}\.[ \u00a0]?)(?:no\.?[ ]|numbers?[ ])?[L#]?
    |L(?=[0-9]))(?P<said_line>{D})
    (?:{_TO}[Ll]?(?P<said_last>{D}))? (?P<said_more>{_MORE_OF}) (?P<said>)
  | (?:(?<![0-9０-９A-Za-z_.])(?<![0-9０-９],)(?P<ordinal>第[ ]?)?|(?<=[A-Za-z])(?=[０-９]))
    (?P<row_line>{_DIGIT}{{1,99}}+)
    (?: (?:[ ]?行目)?[ ]?(?:[-–—〜～~]|から)[ ]?(?P<row_last>{_DIGIT}{{1,99}}+)[ ]?行目?
      | [ ]?行目 | (?(ordinal)[ ]?行|行(?=[にの付あ、。）)\s]|\Z)) )
    (?P<row_more>(?:(?:[ ]?(?:[、，,・と]|および|及び|から)[ ]?)第?{_DIGIT}{{1,99}}+[ ]?行目?)*) (?P<row>)
  | (?<=\n)(?P<listed_line>[0-9]{{1,9}}+)[:-](?=[^\n0-9]) (?P<listed>)
  | (?<=\n)[ \t]{{1,9}}(?P<linted_line>[0-9]{{1,9}}+):(?P<linted_column>[0-9]{{1,9}}+)
    (?=[ \t]{{1,9}}(?:error|warning|info|[✖⚠×])) (?P<linted>)
    """,
    re.VERBOSE,
)

BEFORE_SAID: Final = re.compile(
    rf"(?:['’]s(?=[ \t]))?[ \t]{{0,2}}(?:[,，、;](?:[ \t]?\n[ \t>]{{0,8}})?|[:：–—の•·∙‧・»›>|/@~≈-]|{_SIGN})?"
    rf"[ \t]{{0,2}}(?:[(（\[【][ \t]?)?(?:{_ABOUT}(?:[ \t]|\n[ \t>]{{0,8}})){{0,4}}\Z"
)
"""What may stand between a path and `line 10`; behind a comma or a word the text may be wrapped."""

BEFORE_ROW: Final = re.compile(
    r"[ \t　]?(?:[のはで、，,:：–—•·・-]|"
    + _SIGN
    + r"|では|内の)?[ \t　]{0,2}[(（【]?(?:行番号[:：]?|"
    + _ABOUT_ROW
    + r")?[ ]?\Z"
)
"""What may stand between a path and `10行目`."""

BEHIND_SAID: Final = re.compile(
    r"[ \t]?[)）]?[ \t]{1,2}(?:of|in|from|at|inside)[ \t](?:the[ \t])?(?:file[ \t]|module[ \t])?[`\"'*(]{0,3}"
    r"|[ \t]?(?P<bracket>[(（])[`\"'*]{0,3}|,[ \t](?P<comma>)[`\"'*]{0,3}"
)
"""What leads from `lines 10-20` to the path behind it."""

SENTENCE: Final = re.compile(r"[.!?](?=[\s)])|[。！？\n|]")
"""Where a sentence ends; a line of its own, and a cell, are sentences as well."""
IN_SENTENCE: Final = re.compile(
    rf"`[ \t]?[,–—-]?[ \t](?:{_ABOUT}[ \t]){{0,2}}\Z"
    rf"|[(（\[【][ \t]?(?:(?:{_ABOUT}[ \t]){{0,4}}|{_ABOUT_ROW})\Z|[、，]{_ABOUT_ROW}\Z"
    r"|[(（](?:in |the |see )*(?:section|chapter|heading|paragraph|function|method|class|test"
    r"|block)\b[^()（）\n]{1,60},[ \t]\Z"
    r"|\b(?:begins?|starts?|ends?|is|are|was|defined|declared|located|found|lives?|appears?|occurs?|sits|happens"
    r"|set|called|used|stored|hashed|read|written|made|done|implemented|introduced|visible|it)"
    rf"[ \t](?:{_ABOUT}[ \t]){{1,4}}\Z",
    re.IGNORECASE,
)
"""What leads to `line 10` in a sentence that has named the file before."""
NO_SUBJECT: Final = re.compile(
    r"[ \t]?[)）]?[ \t](?:of|in|from)[ \t](?!(?:the|that|this) (?:same |very )?(?:file|module)\b|it\b)"
)
"""Behind `line 10`: it is one of something else."""
CONTINUES: Final = re.compile(
    r"[`\"'*)\]】]{0,3}(?:[ \t]?[(（][^()（）\n]{1,80}[)）])?"
    r"(?:[ \t]?(?:[,;、，；→/&+]|->|\b(?:and|or|also|then|plus|as well as)\b|および|及び|と|や|また)){1,3}[ \t]?"
    r"(?:`[\w.:()]{1,80}`[ \t]?)?(?:(?:also|then|on|at|in|see|again)[ \t]){0,2}[`(（]?\Z"
    r"|(?s:.){0,100}?\bsame (?:file|module),?[ \t](?:at[ \t]|on[ \t])?\Z"
)
"""What leads from a place to a further line of the same file: `:10 (here) and :20`."""
CONTINUES_ROW: Final = re.compile(
    r"[^\n|]{0,40}[、。,，][ 　]?(?:また、?|(?![^、。\n|]{0,20}(?:ログ|出力|表|テーブル|データ|CSV"
    r"|画面))[^、。\n|]{1,20}[はがも][ ]?)?\Z|[^\n|]{0,60}（\Z"
)
"""The same for `20行目`: a clause may stand between."""
FURTHER: Final = re.compile(r"[`)）](?![\w:/]|\.\w)")
"""What closes `:20` where it stands by itself."""
MENTION: Final = re.compile(r"[\w./@+-]+\.[A-Za-z]\w{0,9}(?![\w/])")

THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])")
"""`1,200` is a number of something, where it is no list in brackets."""
COUNTS: Final = re.compile(
    r"\b(?:counts?|totals?|lines of code|s?loc|sizes?|bytes|coverage|hits|matches|occurrences|commits|churn|complexity"
    r"|scores?|number of|usages|tests?|passed|failed|duration|(?:by|per|in each) (?:file|module)|how many|times"
    r"|weights?)\b"
    r"|件数|行数|回数|個数|カバレッジ|サイズ|合計|時間",
    re.IGNORECASE,
)
"""What says that the numbers behind paths are no lines."""

_KEYED_PATH: Final = r"""(?<![^\s"'{,])(?=["']?[\w.@-]+/[^\s"':]{1,200}\.\w{1,8}["']?[ \t]?:[ \t]*(?:[\[{]|\n))"""
"""A path that is itself the key of what follows."""
FILE_KEY: Final = re.compile(
    r"""(?:["'](?:artifactLocation|artifact|file|source|document|textDocument)["']\s{0,2}:\s{0,2}\{[^{}]{0,200}?"""
    r"""["'](?:uri|path|name|file_?name)["']\s{0,2}:\s{0,2}"""
    r"""|["'*_]{0,3}(?:file|path|file[_ ]?name|file_?path|module|location|uri|ファイル名?|ファイルパス|パス"""
    rf"""|場所)["'*_]{{0,3}}[ \t]?[:：=][*_]{{0,2}}[ \t]{{0,2}}|{_KEYED_PATH}"""
    r"""|(?<=<)(?:file|path|file_?name|file_?path)>\s{0,9}"""
    r"""|["'](?:source|target|src)["']\s{0,2}:\s{0,2}(?=["'][\w./@-]{1,200}\.\w{1,8}["']))"""
    r"""["'`*]{0,3}(?P<path>[^\s"'`,{}\[\]*<]{1,512})""",
    re.IGNORECASE,
)
LAST_KEY: Final = re.compile(
    r"""["']?(?:(?:end|last|to)_?[Ll]ine|[Ll]ine_?[Ee]nd)["']?[ \t]?[:=][ \t]?["']?([0-9]{1,99})"""
)
LINE_KEY: Final = re.compile(rf"""(?<![\w./-])["']?{_KEY}["']?[ \t]?[:=][ \t]?["']?[0-9]""")
LAST_OF_RANGE: Final = re.compile(
    r"""[^{}\n]{0,80}\}\s{0,9},\s{0,99}["']?end["']?[ ]?:[ ]?\{[^{}]{0,80}?line["']?[ ]?:[ ]?([0-9]{1,99})"""
)
"""Behind the line of `"start": {"line": 10}`."""

_NUMBERS: Final = re.compile(rf"({_DIGIT}+)(?:{_DASH}[Ll]?({_DIGIT}+))?")
_MOST: Final = 10**18
"""No file has more lines, and no store a wider number."""


@dataclass(frozen=True, slots=True)
class Position:
    line: int
    last: int | None = None
    column: int | None = None


def read_positions(token: re.Match[str]) -> list[Position]:
    """The places that one token names: several where numbers are listed."""
    kind = token.lastgroup or ""
    if kind in _LISTS:
        sign = -1 if kind == "loose" and token["minus"] else 1
        return [replace(each, line=sign * each.line) for each in read_line_list(token[_LISTS[kind]])]
    first, last, column, more = (token[group] if group else None for group in _GROUPS[kind])
    found = Position(
        parse_number(first or "0"), parse_number(last) if last else None, parse_number(column) if column else None
    )
    return [found, *read_line_list(more or "")]


def read_line_list(written: str) -> list[Position]:
    """`10, 20-25`."""
    return [
        Position(parse_number(each[1]), parse_number(each[2]) if each[2] else None)
        for each in _NUMBERS.finditer(written)
    ]


def parse_number(digits: str) -> int:
    """A number of any length, as one that can be kept."""
    return min(int(digits), _MOST)


_LISTS: Final[dict[str, str]] = {"loose": "loose_lines", "keyed": "keyed_lines"}
_GROUPS: Final[dict[str, tuple[str, str | None, str | None, str | None]]] = {
    "colon": ("line", "last", "column", "more"),
    "anchor": ("anchor_line", "anchor_last", "anchor_column", None),
    "paren": ("paren_line", None, "paren_column", None),
    "said": ("said_line", "said_last", None, "said_more"),
    "row": ("row_line", "row_last", None, "row_more"),
    "listed": ("listed_line", None, None, None),
    "linted": ("linted_line", None, "linted_column", None),
    "range": ("range_line", "range_last", None, None),
    "span": ("span_line", "span_last", None, None),
}
