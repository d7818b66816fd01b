"""Which code a result quotes, and for which place: paired by where they stand.

A quote belongs to the nearest place before it in its own entry, else in the entries around that one, else in the
paragraph above: never to a neighbour. Code that names its place itself belongs there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.blocks import BOLD_LEVEL, Block
from renkei.reports.formats.code_shapes import are_calls, is_call, is_statement
from renkei.reports.formats.fences import (
    block_nature,
    diff_files,
    files_before,
    is_assignment,
    is_diff,
    is_mostly_prose,
    is_mostly_source,
    is_quotable,
    is_same_file,
    is_source,
    read_diff,
)
from renkei.reports.formats.page import Page, names_its_place
from renkei.reports.formats.placing import is_guide
from renkei.reports.formats.proposals import is_after, is_before, is_label, leads_to_proposal, strip_proposals
from renkei.reports.formats.sections import strip_ticks
from renkei.reports.formats.snippets import CODE_LIKE, find_snippets, looks_like_code, read_code_cell
from renkei.reports.formats.statements import find_call_in_field, find_statements, find_told_in_field
from renkei.reports.formats.words import EVIDENCE, FIELD_WORDS, fold_name
from renkei.reports.references import FoundReference, How
from renkei.reports.references.paths import Known
from renkei.reports.report import Code

_LABEL: Final = re.compile(r"\s*(?:[-*+•・]\s+)?\**([^\s:：*`|][^:：*`|\n]{0,24})\**\s?[:：]\**\s*(\S.*)")
_CODE_LABELS: Final = frozenset(
    fold_name(word)
    for word in (
        *EVIDENCE["code_match"].ja, *EVIDENCE["code_match"].en, "Code", "Snippet", "Evidence", "Quote", "Source",
        "コード", "スニペット", "該当コード", "証拠", "引用",
    )
)  # fmt: skip
_MATCH_LABELS: Final = frozenset(fold_name(word) for word in (*EVIDENCE["code_match"].ja, *EVIDENCE["code_match"].en))
_EVIDENCE_LABELS: Final = _CODE_LABELS | {
    fold_name(word) for names in EVIDENCE.values() for word in (*names.ja, *names.en)
}
_ONLY_TICKED: Final = re.compile(r"`+([^`\n]+)`+")
_QUOTED: Final = re.compile(r"\A[ \t]*>[ ]?")
_BELOW: Final = re.compile(
    r"[\s*_~]*(?:[—–(（]|--)[\s*_~]*(?:from|source|see|at|in|出典|引用元)?[\s:：]*[`\[*]*\0[`\]*]*(?:\s?を?参照)?[\s).）*_。]*"
    r"|[\s*_~]*(?:from|source|出典|引用元)[\s:：]*[`\[*]*\0[`\]*]*[\s.*_。]*",
    re.I,
)
"""Nothing but the place that the code above it was taken from."""
_LINKED: Final = re.compile(r"\[[*`]{0,3}\0[*`]{0,3}\]\([^\s()]{1,1024}\)|\[[^\[\]\n]{1,200}\]\(\0\)")
_BELOW_ALONE: Final = re.compile(r"[\s*_~]*[`\[*]*\0[`\]*]*[\s.*_。]*")
_BELOW_ASIDE: Final = re.compile(r"[(（][`\[*]*\0[`\]*]*[)）](?=[;,.:；、。，])")
""" `(src/a.py:3); it is the default`: the sentence that the code stands in goes on."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_SENTENCE_ENDS: Final = re.compile(r"[.!?。！？]\W*\Z|\A\W*\Z")
_OTHERWISE: Final = re.compile(
    r"\b(?:not|instead|should|would|could|might|must|can|propos\w+|suggest\w*|replac\w+|unlike|than|like|compar\w+|add|put"
    r"|insert|paste|goes|belongs|below|above|before|after|beside|next|where|when|if|for|but)\b|n't|べき|代わり|追加|変更|修正|提案|ない|ません",
    re.IGNORECASE,
)
"""Words of a sentence that may tell of something else than what stands there."""
_TAKEN_FROM: Final = re.compile(
    rf"(?!.*{_OTHERWISE.pattern})(?:(?:see|cf\.?|taken|copied|quoted|that|this|it|the|these)\b[^\0]{{0,60}}?\s[`\[*(]*\0[`\]*)]*[.。]?"
    r"|[`\[*]*\0[`\]*]*\s?(?:を参照|参照|より|から(?:の)?(?:引用|抜粋)|の(?:コード|抜粋)です)[。.]?)",
    re.IGNORECASE | re.DOTALL,
)
"""A sentence that says where code above it was taken from, or nothing but where to look."""
_GOES_ON: Final = re.compile(r"(?-i:[a-z(（ぁ-ん])[^\0]{0,60}\0", re.DOTALL)
"""The rest of a sentence, with a place in it."""
_GOES_ON_BELOW: Final = re.compile(r"\W*(?-i:and|or|then|plus)\s")
"""How the sentence before some code goes on below it."""
_RUNS_ON: Final = re.compile(
    r"(?:in|at|on|from|of)\s+(?:the\s)?(?:(?:file|line)\s)?[`\[*]*\0|[(（](?:see\s|from\s|in\s|at\s)?[`\[*]*\0[`\]*]*[)）]"
    r"|[でとが]、?\s?[`\[*]*\0[`\]*]*\s?[にで](?:あ|書|記|定義)"
)
"""The rest of a sentence that a block quote stands in, with the place of what it quotes."""
_TEMPLATE: Final = re.compile(r"\{\w*\}|%\(\w+\)\w|%[sdr]\b")
_FEW: Final = 16
"""Characters of a text that are too few to look for."""
_IS: Final = re.compile(r"\bis\W*\Z|は\W*\Z")
_OF_HISTORY: Final = re.compile(
    r"\b(?:commit|history|git (?:show|log|diff)|revision|earlier|previous(?:ly)?|old|ago|upstream|branch|release"
    r"|[0-9a-f]{7,40})\b|コミット|履歴|以前|過去",
    re.I,
)
"""A change that was made at another time: the file may have changed since."""
_OF_NEW_FILE: Final = re.compile(r"\bnew\b|\bcreat\w+|新規|新しい|新設|作成", re.I)
"""A change that makes a file, whatever its head says."""
_ABOVE: Final = re.compile(
    r"\W*(?:(?:all )?(?:the |this )?(?:above|code above|snippet above)|this|that|上記|上のコード)", re.I
)
_SAYS: Final = re.compile(r"[:：]\W*\Z|\b(?:says|reads|states|contains|shows)\b|とある|と書")
"""A sentence that leads to what stands there; a reply quotes what it answers."""
_PRINTS: Final = re.compile(r"\b(?:print|log|output|giv|yield|becom|result|produc|emit|run)\w*|出力|表示|結果", re.I)
_OUTPUT: Final = re.compile(
    r"\b(?:outputs?|prints?|printed)\b[^.:：]{0,30}[:：]\W*\Z|(?:出力|表示)[^。:：]{0,12}[:：]\W*\Z", re.I
)
"""A sentence that leads to what is printed."""
_END: Final = 100
"""Characters of it that may say so: it stands before every block below it."""
_FILE: Final = r"(?P<path>(?:[\w.@-]+/)*[\w.@-]+\.[A-Za-z]\w*)"
_FILE_WORD: Final = re.compile(rf"(?<![\w./-]){_FILE}(?![\w/])")
_LINES: Final = r"(?::(?P<first>[0-9]{1,7})(?:-(?P<last>[0-9]{1,7}))?)?"
_RANGE_IN_INFO: Final = re.compile(rf"(?P<first>[0-9]{{1,7}}):(?P<last>[0-9]{{1,7}}):{_FILE}")
_NAMED_IN_INFO: Final = re.compile(
    rf"(?:^|:|\s|\b(?:title|file|filename|path|name)\s?=\s?)[\"']?{_FILE}{_LINES}[\"'}}]*\s*(?:$|\s\w+\s?=)"
)
_NAMED_ABOVE: Final = re.compile(
    rf"[*_]*(?:(?:from|in|file|source|ファイル)[:：]?\s+)?[*_]*{_FILE}[*_]*\s?[:：]?[*_]*",
    re.I,
)
_NAMED_IN_COMMENT: Final = re.compile(
    rf"\s*(?://+|#+|--|/\*+|<!--|;+|%)\s*(?:(?:file|from|in|path|ファイル)[:：]?\s+)?{_FILE}"
    r"(?:(?::|,|\s)\s*(?:lines?\s|L)?(?P<first>[0-9]{1,7})(?:\s?[-–]\s?L?(?P<last>[0-9]{1,7}))?)?"
    r"(?:\s*[(（][^()（）]{0,60}[)）]|\s+[—–-]\s.{1,60}?)?\s*[:：]?\s*(?:\*/|-->)?\s*",
    re.I,
)
"""The first line of code: a comment that names its file, with or without its lines."""
_STATES: Final = re.compile(
    r"\A\W*(?:(?:and|but|so|here|now|currently|today|also|where|what|how|this is (?:how|what|where))\W+)*"
    r"(?:(?:the|its|our|this|that|these|those|current|existing|relevant|original|it|they)\b"
    r"|(?:`[^`\n]*`|(?-i:[A-Z])\w+)\s(?:(?:\w+ly|also|only|still|already)\s)*(?!steps\b)[a-z]+s\b)"
    r"|\b(?:is|are|does|has|was|were|reads|says|states|contains|shows|holds|consists|looks)\b|(?:です|ます|ている|コード|実装|処理|部分|箇所|定義|次|以下|現状|現在)(?:の(?:とおり|通り))?\W*\Z",
    re.IGNORECASE,
)
"""A sentence that tells what is, and does not ask for anything."""
_NAMED_IN_BOLD: Final = re.compile(rf"[^*\n]*\*\*{_FILE}\*\*[^*\n]*[:：]")
"""A sentence that leads to code, with its file in bold."""
_TAKEN_AWAY: Final = re.compile(r"\b(?:remov|delet|dropp|clean)\w*|削除|除去|消し", re.I)
_MARKS: Final = 16
_ONLY_PLACE: Final = re.compile(r"[ \t>]*(?:[-*+•][ \t]+|\d+[.)][ \t]+)?[*_`(\[]*\0[*_`)\]]*[ \t]*[:：]?[*_]*[ \t]*")
_INDENTED: Final = 4
_SESSION: Final = re.compile(r"\s*(?:>>>|\$) ")
"""What is typed at a prompt."""
MOST_PLACES: Final = 50
"""Places of an entry, the nearest ones, from which code may be quoted."""
_LABEL_LENGTH: Final = 200
_CLOSED: Final = re.compile(r"(?:[.!?。！？:：|;]|\A)\s*\Z")
"""How a line ends that does not run on into the next."""


class Quoted(NamedTuple):
    """Code that is said to stand at a place; `others` are cited beside it. `block` is the fence, if it is one.

    `called`: no code, but what is said to be called there. `how` it is put.
    """

    place: FoundReference
    snippet: str
    line: int
    others: tuple[FoundReference, ...] = ()
    block: int | None = None
    called: str = ""
    how: How = "quoted"

    @property
    def is_said(self) -> bool:
        """Whether it is said to stand there."""
        return self.how != "shown"


@dataclass
class _Scope:
    """An entry that is open: the places in it, and how many quotes took one; `far`: prose stands behind them."""

    indent: int
    places: list[FoundReference] = field(default_factory=list[FoundReference])
    taken: int = 0
    far: list[FoundReference] = field(default_factory=list[FoundReference])


def find_quotes(page: Page, found: Sequence[FoundReference], known: Known | None = None) -> list[Quoted]:
    """All quotes of a page that can be paired with a place; some name a file that is no place without its code."""
    quotes = list(_Pairing(page, found, known).pair_quotes())
    return [_as_shown(each) for each in quotes] if _is_for_readers(page, found, known) else quotes


def _is_for_readers(page: Page, found: Sequence[FoundReference], known: Known | None) -> bool:
    """Whether it is a page for readers, and cites no line of the tree."""
    if page.dialect != "prose" or not is_guide(page.text):
        return False
    return not any(each.line and known and known(each.path) for each in found)


def _as_shown(quote: Quoted) -> Quoted:
    """A block for a file without a line may be what a reader is to write into one of theirs."""
    return quote if quote.block is None or quote.place.line else quote._replace(how="shown")


class _Pairing:
    """One walk over the blocks of a page."""

    def __init__(self, page: Page, found: Sequence[FoundReference], known: Known | None) -> None:
        self.page = page
        self.found = found
        self.known = known
        self.by_block: dict[int, list[FoundReference]] = {}
        for place in found:
            index = page.block_at(place.report_line)
            if index is not None and not _is_aside(page, place):
                self.by_block.setdefault(index, []).append(place)
        self.scopes = [_Scope(-1)]
        self.titled: list[FoundReference] = []
        self.lead = ""
        self.told = ""
        self.is_proposed = False
        self.lead_has_place = False
        self.lead_indent = 0
        self.sentences_between = 0
        self.above: int | None = None
        self.far_entry: list[FoundReference] = []  # of an entry above the paragraphs that are read
        self.named: FoundReference | None = None

    def pair_quotes(self) -> Iterator[Quoted]:
        if not self.page.blocks:
            yield from self._find_stated(self.found)
        for index, block in enumerate(self.page.blocks):
            own = self.by_block.get(index, [])
            if block.kind == "code":
                yield from self._pair_fence(index, block, own)
                continue
            yield from self._pair_block_quote(index, block)
            yield from self._pair_code_above(block, own)
            self._enter_block(block, own)
            if block.kind == "row":
                yield from _pair_row(block, own)
            else:
                yield from self._pair_labels(block, own)
                yield from _pair_code_in_entry(block, own)
                yield from _pair_line_below(block, own)
                yield from _pair_attribution(block, own)
            yield from self._find_stated(own)
            self.told = block.text if own else self.told
            if not (len(own) == 1 and _leads_on(self.lead) and _is_nothing_but(block.text, own[0])):
                self.lead = _last_sentence(block.text)
            self.lead_has_place, self.lead_indent = bool(own), block.indent
            name = self.lead.strip()
            is_name = not own and len(name) < _LABEL_LENGTH
            named = (
                _NAMED_ABOVE.fullmatch(name) or _NAMED_IN_BOLD.fullmatch(name) or _only_file(name) if is_name else None
            )
            self.named = self._name_of_file(named, block)

    def _find_stated(self, places: Sequence[FoundReference]) -> Iterator[Quoted]:
        """The code that is told of places in their sentences."""
        for each in find_statements(self.page.text, places):
            line = self.page.line_of(each.place)
            yield Quoted(each.place, each.code, line, each.others, called=each.called, how=each.how)

    def _enter_block(self, block: Block, own: list[FoundReference]) -> None:
        """Open and close entries as the block asks for."""
        if block.level == BOLD_LEVEL and not own and is_label(block.text):
            return  # it says what kind of code follows
        if block.kind in ("heading", "rule"):
            self.scopes = [_Scope(-1, own[-MOST_PLACES:])]
            self.titled, self.far_entry = own, []
        elif block.kind == "row":
            self.scopes = self.scopes[:1]
        elif block.kind == "item":
            label = _LABEL.match(block.text)
            if len(self.scopes) > 1 and not own and label and fold_name(label[1]) in _EVIDENCE_LABELS:
                return  # evidence on a line of its own, under what it is evidence for
            while self.scopes[-1].indent >= block.indent:
                self.scopes.pop()
            self.scopes.append(_Scope(block.indent, own[-MOST_PLACES:]))
        elif block.indent > self.scopes[-1].indent and len(self.scopes) > 1:
            self.scopes[-1].places = (self.scopes[-1].places + own)[-MOST_PLACES:]
        else:
            self._enter_paragraph(block, own)

    def _enter_paragraph(self, block: Block, own: list[FoundReference]) -> None:
        """A paragraph with places is what quotes below it are about; one sentence may stand before each."""
        entered = next((scope.places for scope in reversed(self.scopes[1:]) if scope.places), None)
        self.scopes = self.scopes[:1]
        root = self.scopes[0]
        if own:
            self.far_entry = []
        elif entered:
            self.far_entry = entered
        if own:
            root.places, root.taken, self.sentences_between = own[-MOST_PLACES:], 0, 0
        elif "\n" in block.text.strip() or self.sentences_between:
            root.places, root.far = [], root.places or root.far
        else:
            self.sentences_between += 1

    def _pair_fence(self, index: int, block: Block, own: list[FoundReference]) -> Iterator[Quoted]:
        code = Code(text=block.text, info=block.info, line=block.line)
        beside = next((place for place in own if place.report_line < block.line), None)
        heading = next((place for place in own if place.report_line == block.line), None)
        named, self.named = self._name_in_info(block) or self.named, None
        titled = self._name_in_comment(block) if named is None else None
        yield from self._find_unknown_files(code)
        if beside:
            yield Quoted(beside, block.text, block.line, block=index)
        elif heading and names_its_place(block):
            yield Quoted(heading, block.text.partition("\n")[2], block.line, block=index)
        elif block.text.strip():
            how = "shown" if block_nature(code) == "proposal" or self._is_printed(code) else self._how()
            scope = self._nearest_scope()
            below = self._attribution_below(index, has_scope=scope is not None)
            if (
                below is None
                and scope is None
                and (below := self._place_to_see(index))
                and not block.text[:1].isspace()
            ):
                how = "shown"
            if titled and titled.line:
                named = titled
            elif titled and not (scope and any(is_same_file(titled.path, place.path) for place in scope.places)):
                named, how = titled, how if _STATES.search(_SENTENCE.split(self.lead.strip())[-1]) else "shown"
            cited = [named] if named else [below] if below else scope.places if scope else []
            places = self._quotable_places(code, cited)
            if places:
                *others, nearest = places
                shown = self._change(index) or _code_to_compare(code, nearest, self.lead)
                if shown.strip():
                    self.sentences_between = 0
                    yield Quoted(nearest, shown, block.line, tuple(others), block=index, how=how)
            elif scope is None and how == "quoted":
                self.above = index
                yield from self._pair_far(index, block, code)

    def _pair_far(self, index: int, block: Block, code: Code) -> Iterator[Quoted]:
        """Code behind more prose: of a line in the title it is a quote where a colon leads to it, else who knows."""
        far = self.scopes[0].far or (self.far_entry if _leads_on(self.lead) else [])
        places = [] if self.by_block.get(index + 1) else self._quotable_places(code, far)
        if places and (shown := _code_to_compare(code, places[-1], self.lead)).strip():
            is_led_to = _leads_on(self.lead) and places[-1] in self.titled and places[-1].line is not None
            how = "quoted" if is_led_to else "shown"
            yield Quoted(places[-1], shown, block.line, tuple(places[:-1]), block=index, how=how)

    def _how(self) -> How:
        """Whether what follows is said to stand there; a sentence that runs on does so in the mood it began in."""
        runs_on = self.is_proposed and _GOES_ON_BELOW.match(self.lead) is not None and not self.lead_has_place
        self.is_proposed = runs_on or leads_to_proposal(self.lead, self.told)
        return "shown" if self.is_proposed else "quoted"

    def _is_printed(self, code: Code) -> bool:
        """Whether the sentence before a plain block calls it what is printed."""
        return block_nature(code) == "plain" and _OUTPUT.search(self.lead[-_END:]) is not None

    def _change(self, index: int) -> str:
        """Two blocks that show a change, before and after it: one side has to stand there, as in a diff."""
        if not is_before(self.lead) or index + 2 >= len(self.page.blocks):
            return ""
        before, label, after = self.page.blocks[index : index + 3]
        if after.kind != "code" or label.kind == "code" or not is_after(label.text):
            return ""
        sides = (("-", before.text), ("+", after.text))
        return "\n".join(["@@", *(f"{mark}{line}" for mark, text in sides for line in text.split("\n"))])

    def _quotable_places(self, code: Code, cited: Sequence[FoundReference]) -> list[FoundReference]:
        """The places that a block may show; a change that names its file shows no other one."""
        fits = {path: is_quotable(code, path) for path in {place.path for place in cited}}
        places = [place for place in cited if fits[place.path]]
        changed = diff_files(code.text) if is_diff(code) else []
        if not changed:
            return places
        same = [place for place in places if any(is_same_file(path, place.path) for path in changed)]
        if same or len(changed) > 1 or not (self.known and self.known(changed[0])) or _OF_HISTORY.search(self.lead):
            return same
        offset = self.page.text.find(changed[0], self.page.starts[code.line - 1])
        return [FoundReference(text=changed[0], path=changed[0], report_line=code.line, offset=max(0, offset))]

    def _find_unknown_files(self, code: Code) -> Iterator[Quoted]:
        """The files that a change says to be there, and that nobody knows; those that are named elsewhere are told."""
        if not is_diff(code) or not self.known or _OF_HISTORY.search(self.lead) or _OF_NEW_FILE.search(self.lead):
            return
        for path in files_before(code.text):
            if self.known(path) or any(is_same_file(path, place.path) for place in self.found):
                continue
            offset = self.page.text.find(path, self.page.starts[code.line - 1])
            line = self.page.line_at(offset) if offset >= 0 else code.line
            place = FoundReference(text=path, path=path, report_line=line, offset=max(0, offset))
            yield Quoted(place, code.text, line)

    def _attribution_below(self, index: int, *, has_scope: bool) -> FoundReference | None:
        """The place right below code that it was taken from; one that stands alone may as well lead to more code."""
        if index + 1 >= len(self.page.blocks):
            return None
        block, own = self.page.blocks[index + 1], self.by_block.get(index + 1, [])
        if block.kind not in ("text", "item") or not own:
            return None
        said = _mark_place(block.text.strip(), own[0])
        is_alone = not has_scope and (_BELOW_ALONE.fullmatch(said) or _BELOW_ASIDE.match(said))
        leads = index + 2 < len(self.page.blocks) and self.page.blocks[index + 2].kind in ("code", "item")
        return own[0] if _BELOW.fullmatch(said) or (is_alone and not leads) else None

    def _place_to_see(self, index: int) -> FoundReference | None:
        """The place to which the sentence right below code sends its reader."""
        own = self.by_block.get(index + 1, [])
        if not own or self.page.blocks[index + 1].kind != "text":
            return None
        said = _first_sentence(self.page.blocks[index + 1].text, own[0])
        return own[0] if _TAKEN_FROM.fullmatch(said) else None

    def _name_in_info(self, block: Block) -> FoundReference | None:
        """The file that stands beside the language of a fence: `python:src/a.py`, `12:14:src/a.py`, `title="a.py"`."""
        info = block.info.strip()
        return self._name_of_file(_RANGE_IN_INFO.fullmatch(info) or _NAMED_IN_INFO.search(info), block)

    def _name_in_comment(self, block: Block) -> FoundReference | None:
        """The file that the first line of the code names: `# src/a.py`."""
        first, _, body = block.text.partition("\n")
        named = _NAMED_IN_COMMENT.fullmatch(first) if len(first) < _LABEL_LENGTH and body.strip() else None
        return self._name_of_file(named if named and ("/" in named["path"] or named["first"]) else None, block)

    def _name_of_file(self, named: re.Match[str] | None, block: Block) -> FoundReference | None:
        """The file that is named so, if it is one of the tree: to name a new one proposes it."""
        if named is None or self.known is None or not self.known(named["path"]):
            return None
        first, last = named.groupdict().get("first"), named.groupdict().get("last")
        line = block.line - (block.kind == "code")
        return FoundReference(
            text=named["path"], path=named["path"].removeprefix("./"), report_line=line,
            line=int(first) if first else None, end_line=int(last) if last else None,
            offset=max(0, self.page.text.find(named["path"], self.page.starts[line - 1])),
        )  # fmt: skip

    def _nearest_scope(self) -> _Scope | None:
        """The nearest entry that names a place."""
        return next((scope for scope in reversed(self.scopes) if scope.places), None)

    def _pair_block_quote(self, index: int, block: Block) -> Iterator[Quoted]:
        """A block quote, or indented code, right behind the sentence that names its place, or in the midst of it."""
        if block.kind != "text":
            return
        snippet = _quoted_text(block)
        if snippet and (place := self._place_behind(index)):
            yield Quoted(place, snippet, block.line, how=self._how_quoted(snippet))
            return
        scope = self._nearest_scope() if self.lead_has_place else None
        if scope is None:
            return
        places = scope.places
        if snippet and (_SAYS.search(self.lead) or is_mostly_source(snippet) or are_calls(snippet)):
            yield Quoted(places[-1], snippet, block.line, tuple(places[:-1]), how=self._how())
        elif snippet and places[-1].line and all(map(is_assignment, snippet.strip().split("\n"))):
            yield Quoted(places[-1], snippet, block.line, tuple(places[:-1]), how=self._how_assigned())
        elif snippet and _IS.search(self.lead) and _is_template(snippet):
            yield Quoted(places[-1], snippet, block.line, tuple(places[:-1]), how=self._how_quoted(snippet))
        elif self._is_indented_code(block):
            yield Quoted(places[-1], block.text, block.line, tuple(places[:-1]), how=self._how())

    def _how_assigned(self) -> How:
        """How assignments in a block quote are put: behind a word of what a program does, they are what it prints."""
        return "shown" if _PRINTS.search(self.lead) else self._how()

    def _place_behind(self, index: int) -> FoundReference | None:
        """The place in the rest of the sentence that goes on below a block quote."""
        own = self.by_block.get(index + 1, [])
        if not own or self.page.blocks[index + 1].kind != "text":
            return None
        said = _first_sentence(self.page.blocks[index + 1].text, own[0])
        runs_on = not _SENTENCE_ENDS.search(self.lead) and _GOES_ON.match(said) and not _OTHERWISE.search(said)
        return own[0] if runs_on or _RUNS_ON.match(said) else None

    def _how_quoted(self, snippet: str) -> How:
        """How a block quote in a sentence is put: code and templates stand there so; a text may be what is printed."""
        if self._how() == "shown":
            return "shown"
        is_code = is_statement(snippet) and CODE_LIKE.search(snippet)
        if is_code or is_mostly_source(snippet) or are_calls(snippet):
            return "quoted"
        return "words" if _is_template(snippet) else "shown"

    def _is_indented_code(self, block: Block) -> bool:
        deeper = block.indent - self.lead_indent
        if not block.detached or _SESSION.match(block.text) or is_mostly_prose(block.text):
            return False
        if len(self.scopes) > 1:  # under an entry, text is indented, too
            return deeper > _INDENTED and is_mostly_source(block.text)
        return deeper >= _INDENTED and CODE_LIKE.search(block.text) is not None

    def _pair_code_above(self, block: Block, own: list[FoundReference]) -> Iterator[Quoted]:
        """`The above is a.py:3`, right behind code that nothing named."""
        above, self.above = self.above, None
        if above is not None and own and _ABOVE.match(block.text):
            code = self.page.blocks[above]
            if is_quotable(Code(text=code.text, info=code.info), own[0].path):
                yield Quoted(own[0], code.text, code.line, block=above)

    def _pair_labels(self, block: Block, own: list[FoundReference]) -> Iterator[Quoted]:
        """The text behind Code match, Code, Snippet or Evidence."""
        by_line: dict[int, list[FoundReference]] = {}
        for place in own:
            by_line.setdefault(place.report_line, []).append(place)
        for number, text in enumerate(block.text.split("\n"), block.line):
            label = _LABEL.match(text)
            if label is None or fold_name(label[1]) not in _CODE_LABELS:
                continue
            here = by_line.get(number, [])[-MOST_PLACES:]
            scope = self._nearest_scope()
            places = here or (scope.places if scope else [])
            snippets = find_snippets(label[2], here, is_match=fold_name(label[1]) in _MATCH_LABELS)
            if not places or not snippets:
                continue
            at = scope.taken if scope and not here and scope.taken < len(places) else 0
            if scope and not here:
                scope.taken += 1
            others = tuple(place for place in places if place is not places[at])
            yield from (Quoted(places[at], snippet, number, others) for snippet in snippets)


def _pair_code_in_entry(block: Block, own: Sequence[FoundReference]) -> Iterator[Quoted]:
    """Indented code in an entry, below the sentence that names its place."""
    if block.kind != "item" or not own:
        return
    above, line = "", block.line
    for part in block.text.split("\n\n"):
        lines = part.split("\n")
        is_indented = above and all(each.startswith(" " * _INDENTED) for each in lines)
        is_code = is_indented and any(looks_like_code(each) or is_call(each) for each in lines)
        if is_code:
            how = "shown" if leads_to_proposal(_last_sentence(above)) else "quoted"
            yield Quoted(own[-1], part, line, tuple(own[:-1])[-MOST_PLACES:], how=how)
        above, line = part, line + part.count("\n") + 2


def _pair_line_below(block: Block, own: Sequence[FoundReference]) -> Iterator[Quoted]:
    """Code on the line right below one that is nothing but its place, in one paragraph, entry or block quote."""
    lines = block.text.split("\n")
    for place in own if len(lines) > 1 else ():
        at = place.report_line - block.line
        if not 0 <= at < len(lines) - 1 or not _is_nothing_but(lines[at], place):
            continue
        below = strip_ticks(_QUOTED.sub("", lines[at + 1], count=1).strip())
        if is_source(below) or is_assignment(below):
            yield Quoted(place, below, place.report_line + 1)


def _pair_attribution(block: Block, own: Sequence[FoundReference]) -> Iterator[Quoted]:
    """Code in a block quote that ends with the place it was taken from."""
    lines = [_QUOTED.sub("", line, count=1).strip() for line in block.text.split("\n")]
    if len(own) != 1 or len(lines) < 2 or not all(map(_QUOTED.match, block.text.split("\n"))):
        return
    code = "\n".join(map(strip_ticks, lines[:-1]))
    if _BELOW.fullmatch(_mark_place(lines[-1], own[0])) and all(
        is_source(line) or are_calls(line) for line in code.split("\n") if line
    ):
        yield Quoted(own[0], code, block.line)


def _is_nothing_but(text: str, place: FoundReference) -> bool:
    """Whether a line names a place and says nothing of it."""
    return len(text) < len(place.text) + _MARKS and _ONLY_PLACE.fullmatch(_mark_place(text, place)) is not None


def _leads_on(text: str) -> bool:
    """Whether a sentence leads to what stands below it."""
    return text.rstrip(" *_").endswith((":", "："))


def _first_sentence(text: str, place: FoundReference) -> str:
    """The sentence that a text begins with, the place in it marked."""
    return _SENTENCE.split(_mark_place(text.strip(), place), maxsplit=1)[0]


def _mark_place(text: str, place: FoundReference) -> str:
    """A text with a mark for the place in it, and for the link that it may be the label of."""
    return _LINKED.sub("\0", text.replace(place.text, "\0", 1), count=1)


def _quoted_text(block: Block) -> str:
    """What a block quote quotes; a remark with code in it is no code."""
    lines = block.text.split("\n")
    if not all(map(_QUOTED.match, lines)):
        return ""
    snippet = "\n".join(_QUOTED.sub("", line, count=1) for line in lines)
    ticked = _ONLY_TICKED.fullmatch(snippet.strip()) if "`" in snippet else None
    return ticked[1] if ticked else "" if "`" in snippet else snippet


def _is_template(text: str) -> bool:
    """Whether it is a text with places to be filled in, as it stands in code and never where it is printed."""
    return len(text) >= _FEW and _TEMPLATE.search(text) is not None


def _code_to_compare(code: Code, place: FoundReference, lead: str) -> str:
    """What a block says to stand at a place: of a change its hunks, and nothing that it proposes or took away."""
    if not is_diff(code) or place.path.endswith((".diff", ".patch")):
        first, _, body = code.text.partition("\n")
        is_title = len(first) < _LABEL_LENGTH and _NAMED_IN_COMMENT.fullmatch(first) is not None
        return strip_proposals(body if is_title and body.strip() else code.text)
    hunks = read_diff(code.text, place.path)
    is_gone = _TAKEN_AWAY.search(lead) and not re.search(r"^[ +]\s*\S", hunks, re.MULTILINE)
    return "" if is_gone else hunks


def _only_file(lead: str) -> re.Match[str] | None:
    """The one file that a sentence names which tells what is and leads to code."""
    named = list(_FILE_WORD.finditer(lead))
    is_sure = len(named) == 1 and "/" in named[0]["path"] and lead.rstrip(" *_").endswith((":", "："))
    return named[0] if is_sure and _STATES.search(_SENTENCE.split(lead)[-1]) else None


def _is_aside(page: Page, place: FoundReference) -> bool:
    """Whether prose only links to a file, under other words than its name: code below it is not its own."""
    if page.dialect != "prose" or place.line is not None or not page.text.endswith("](", 0, place.offset):
        return False
    label = page.text[max(0, place.offset - _LABEL_LENGTH) : place.offset - 2].rpartition("[")[2]
    return label.strip("`*_ ") not in place.path


def _last_sentence(text: str) -> str:
    """The last line, with those before it that run on into it."""
    lines = text.split("\n")
    first = len(lines) - 1
    while first and lines[first].strip()[:1].islower() and not _CLOSED.search(lines[first - 1]):
        first -= 1
    return " ".join(line.strip() for line in lines[first:])


def _pair_row(block: Block, own: list[FoundReference]) -> Iterator[Quoted]:
    """The cell of a column Code; of a column Evidence, which is often prose, what can be code."""
    for name, cell in zip(block.header, block.cells, strict=False):
        if not own or not cell.strip():
            continue
        if fold_name(name) in FIELD_WORDS["code"]:
            yield from (Quoted(own[0], code, block.line, tuple(own[1:])) for code in read_code_cell(cell))
        elif fold_name(name) in _CODE_LABELS:
            snippets = find_snippets(cell, own, is_match=False)
            yield from (Quoted(own[0], snippet, block.line, tuple(own[1:])) for snippet in snippets)
        elif len(own) == 1 and own[0].text not in cell:
            told = find_told_in_field(cell, name)
            yield from (Quoted(own[0], code, block.line, how=how) for code, how in told)
            if called := find_call_in_field(cell, name):
                yield Quoted(own[0], "", block.line, called=called, how="called")
