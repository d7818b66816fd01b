"""Inline code that is a statement and said to stand at a place: `src/a.py:3` reads `return token`."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.calls import called_at
from renkei.reports.formats.source import is_source
from renkei.reports.references import Found

_LONGEST: Final = 2000
"""Characters of code that is all that follows on a line."""
_APART: Final = 200
"""Characters between a place and the statement that is said to stand there."""
_INLINE: Final = re.compile(r"``(?P<two>[^\n]{1,400}?)``|`(?P<one>[^`\n]{1,400})`")
_BEHIND: Final = re.compile(
    r"[\"')\]*）」]*[ \t]{0,2}(?:[:：]|[-–—→]|=>|\(|（)?[ \t]{0,2}"
    r"(?P<says>(?:(?:which|that|it|and|the (?:code|line|file))[ \t])?"
    r"(?:(?:currently )?(?:reads|says|contains|has|shows|is|states|does|runs|executes|evaluates"
    r"|pins|declares|defines|assigns|imports)|consists of)[ \t:：]{0,3})?(?P<ni>(?:に(?:は)?|は|の)[ 　]?)?"
)
_ASIDE: Final = re.compile(r"(?P<between>[^`\n.;。]{0,60})[ \t][—–][ \t]")
_ASIDE_ENDS: Final = re.compile(r"[ \t]?[—–.,;]|[ \t]*$", re.MULTILINE)
"""A statement between dashes, a few words behind its place."""
_WISHED: Final = re.compile(
    r"\b(?:should|would|could|might|must|instead|replac\w+|fix\w*|use|add\w*|need\w*|better|suggest\w*|propos\w+|like)\b"
    r"|べき|修正|追加|変更",
    re.IGNORECASE,
)
_ENTRY_ENDS: Final = re.compile(r"[ \t.;,]*$", re.MULTILINE)
_LISTED: Final = re.compile(r"[ \t>]*(?:[-*+•][ \t]+|\d+[.)][ \t]+)?[`*]*\Z")
"""What stands before a place that begins its line."""
_BEFORE: Final = re.compile(
    r"[ \t]{0,2}(?:at|in|on|from|stands at|is at|@|[-–—,|:：]|は|が)?[ \t]{0,2}(?:line[ \t])?[(（\[*]*"
)
_BARE: Final = re.compile(r"[`)*]*[ \t]*[:：|][ \t]*(?P<code>[^`|\s][^`|]*)")
_IN_QUOTES: Final = re.compile(
    r"[`)*]*[ \t]*(?:(?:reads|says|contains|has|shows|is|states|does|runs)[ \t:：]*[\"“](?P<code>[^\n]*)[\"”][\s.,;]*\Z"
    r"|に(?:は)?[ 　]?「(?P<ja>[^」\n]+)」[ 　]?(?:と(?:書|あ|記|い)|が(?:ある|あり|書)))"
)
_WRITTEN: Final = re.compile(r"[ \t　]?(?:と(?:書|あ|記|い)|が(?:ある|あり|書))")
_OTHERWISE: Final = re.compile(
    r"(?:\b(?:no|not|never|missing|without|lacks?|add(?:ing|s)?|replac\w+|use|using|should|instead of|remov\w+|delet\w+"
    r"|chang\w+|insert\w*|wants?|needs?|expect\w*|would|like|as|becomes?|to|than|pass(?:es|ing)?|set(?:s|ting)?|if"
    r"|when|given"
    r"|call(?:s|ing)?|with|prefer|increase|for example,?|e\.g\.,?)\s(?:(?:a|an|the|it|by|with|to|be|have)\s)*"
    r"|修正|追加|削除|ない|なら|べき)[`\s]*\Z",
    re.IGNORECASE,
)
_PROPOSED: Final = re.compile(
    r"[ \t　]?(?:を(?:使|用い|追加|挿入|入れ|推奨)|に(?:変更|置き換|修正|書き換|直)|(?:would|should|could|might)\b"
    r"|is (?:better|safer|clearer|cleaner|preferred|missing|needed)\b|instead\b)"
)
"""What follows code that does not stand there yet."""
_CALL: Final = re.compile(r"[\w.\[\]\"']*\.\w+\(.*\);?|\w+\(.+\);?")
_WHOLE_CALL: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+\([^()\n]*[^()\s][^\n]*\);?")
_ANY_CALL: Final = re.compile(r"(?:await )?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)+\(.*\);?")
_KEYWORD: Final = re.compile(
    r"(?:return|assert|print|del|except|switch|case|match|raise|throw"
    r"|import|from \S+ import|def|class|if|elif|for|while|with|const|let|var|async|await|yield"
    r"|export (?:const|default|function|class|async|interface|type|enum)|public|private|protected|static|func|fn|fun"
    r"|package|use|#include|SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)[ (].*\S"
)
_SHAPE: Final = re.compile(r"\S (?:[-+*/|&^%]|:|\?\?|\|\|)?= \S|[;{]$|\):$|\S := \S")
_COMMAND: Final = re.compile(
    r"(?:\$|git|npm|npx|pip|uv|python3?|cd|ls|cat|grep|rg|sed|make|docker|curl|pytest|node|yarn|pnpm|cargo|go|sudo"
    r"|import-linter|renkei)(?:\s|$)"
)


class _Codes(NamedTuple):
    """The inline code of a line that reaches from `first` to `last`."""

    first: int = 0
    last: int = -1
    codes: Sequence[re.Match[str]] = ()
    starts: Sequence[int] = ()

    @classmethod
    def of(cls, text: str, first: int, last: int) -> "_Codes":
        codes = list(_INLINE.finditer(text, first, last))
        return cls(first, last, codes, [code.start() for code in codes])

    def around(self, place: Found) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The last before the place, and the first behind it, if they are near."""
        last, first = bisect_left(self.starts, place.offset), bisect_left(self.starts, place.end)
        last -= last > 0 and self.codes[last - 1].end() > place.offset  # the place stands in this one
        before = self.codes[last - 1] if last and self.codes[last - 1].end() > place.offset - _APART else None
        behind = self.codes[first] if first < len(self.codes) else None
        return before, behind if behind and behind.start() < place.end + _APART else None


class Stated(NamedTuple):
    """Code that is said to stand at a place, or what is said to be `called` there."""

    place: Found
    code: str = ""
    called: str = ""


def statements_beside(text: str, places: Sequence[Found]) -> Iterator[Stated]:
    """The statements that are said to stand at these places, right behind or right before them."""
    line = _Codes()
    for place in places:
        if not line.first <= place.offset < line.last:
            first, last = text.rfind("\n", 0, place.offset) + 1, text.find("\n", place.end)
            line = _Codes.of(text, first, last if last >= 0 else len(text))
        before, behind = line.around(place)
        if bare := _written_behind(text, place, line.last):
            yield Stated(place, bare)
        elif behind and _is_said_behind(text, place, behind):
            yield Stated(place, _code(behind))
        elif before and _is_said_before(text, place, before):
            yield Stated(place, _code(before))
        elif behind and (name := called_at(text, place.offset, place.end, behind, _code(behind))):
            yield Stated(place, called=name)


def _written_behind(text: str, place: Found, last: int) -> str:
    """Code without back-ticks, as all that follows on the line, or in quotation marks behind `contains`."""
    if last - place.end > _LONGEST:
        return ""
    rest = text[place.end : last]
    found = _BARE.fullmatch(rest) or _IN_QUOTES.match(rest)
    if found is None:
        return ""
    code = (found["code"] or found.groupdict().get("ja") or "").strip()
    return code if is_source(code) else ""


def _is_said_behind(text: str, place: Found, code: re.Match[str]) -> bool:
    between = text[place.end : code.start()].removeprefix("`")
    if _PROPOSED.match(text, code.end()):
        return False
    if (aside := _ASIDE.fullmatch(between)) and not _WISHED.search(aside["between"]):
        return is_statement(_code(code)) and _ASIDE_ENDS.match(text, code.end()) is not None
    joint = _BEHIND.fullmatch(between)
    if joint is None:
        return False
    is_told = joint["says"] or (joint["ni"] and _WRITTEN.match(text, code.end())) or _is_entry(text, place, code)
    return is_statement(_code(code)) or bool(is_told and _CALL.fullmatch(_code(code)))


def _is_entry(text: str, place: Found, code: re.Match[str]) -> bool:
    """Whether a line is nothing but a place, a colon and code: `src/a.py:3: `close(file)``."""
    before = text[text.rfind("\n", 0, place.offset) + 1 : place.offset]
    is_alone = _LISTED.fullmatch(before) and _ENTRY_ENDS.match(text, code.end())
    return bool(is_alone) and text[place.end : code.start()].strip("`*) \t") in (":", "：")


def _is_said_before(text: str, place: Found, code: re.Match[str]) -> bool:
    between = text[code.end() : place.offset].removesuffix("`")
    otherwise = _OTHERWISE.search(text, max(0, code.start() - 80), code.start())
    said = not otherwise and not _PROPOSED.match(text, code.end())
    return said and _BEFORE.fullmatch(between) is not None and is_statement(_code(code))


def _code(code: re.Match[str]) -> str:
    return (code["one"] or code["two"]).strip()


def is_call(code: str) -> bool:
    """Whether it is a call with its arguments, of something that is part of something; without them it is a name."""
    return _WHOLE_CALL.fullmatch(code.strip()) is not None


def is_calls(code: str) -> bool:
    """Whether each line is a call: nobody writes several below each other but to show them."""
    lines = [line for line in code.split("\n") if line.strip()]
    return bool(lines) and all(_ANY_CALL.fullmatch(line.strip()) for line in lines)


def is_statement(code: str) -> bool:
    """Whether inline code is a statement: no identifier, value, path or command."""
    plain = code.strip()
    if " " not in plain or _COMMAND.match(plain) or "..." in plain or "…" in plain:
        return False
    return bool(_KEYWORD.fullmatch(plain) or _SHAPE.search(plain))
