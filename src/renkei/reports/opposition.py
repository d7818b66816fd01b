"""Whether two statements about one place cannot both be true: one says that it is so, the other that it is not.

What is said is read as concepts, each affirmed or denied, so that it does not matter in which words or language it is
said. A question, a condition, a proposal and the word of somebody else are no statements.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from renkei import lazy_re as re

_CONCEPTS: Final[Sequence[tuple[str, str]]] = (
    ("safe secure harmless 安全 セキュア", "unsafe insecure vulnerable exploitable dangerous 危険 脆弱"),
    ("thread-safe スレッドセーフ", "thread-unsafe"),
    ("valid 有効 妥当", "invalid 無効"),
    ("enabled 有効", "disabled 無効"),
    ("validated validates validate validation 検証 バリデーション", "unvalidated 未検証"),
    ("sanitized sanitizes sanitize sanitization sanitised sanitises サニタイズ 無害化", "unsanitized 未サニタイズ"),
    ("escaped escapes escape escaping エスケープ", "unescaped 未エスケープ"),
    ("encrypted encrypts encrypt encryption 暗号化", "unencrypted plaintext 平文 未暗号化"),
    ("authenticated authenticates authenticate authentication 認証", "unauthenticated 未認証"),
    ("authorized authorizes authorize authorization 認可", "unauthorized 未認可"),
    ("checked checks check checking チェック", "unchecked 未チェック"),
    ("handled handles handle handling ハンドリング", "unhandled"),
    ("locked locks lock locking ロック 排他制御", "unlocked 未ロック"),
    ("tested テスト済 テストされ", "untested 未テスト"),
    ("used 使用され 使われ 利用され", "unused dead 未使用 デッドコード"),
    ("reachable 到達", "unreachable 到達不能"),
    ("defined 定義", "undefined 未定義"),
    ("correct 正しい 正しく 正確", "incorrect wrong broken 誤り 誤って 間違い 間違って 不正確"),
    ("necessary 必要", "unnecessary 不要"),
    ("bounded 上限", "unbounded 無制限"),
    ("closed closes close", "leaked leaks leak リーク"),
    ("asynchronous 非同期", "blocking ブロッキング"),
    ("present", "missing absent"),
)
"""Words that affirm, and words that deny the same; the first is the name of what they are about."""


class _Meaning(NamedTuple):
    concept: str
    affirms: bool


def _index_meanings() -> Mapping[str, Sequence[_Meaning]]:
    found: dict[str, list[_Meaning]] = {}
    for affirming, denying in _CONCEPTS:
        for words, affirms in ((affirming.split(), True), (denying.split(), False)):
            for word in words:
                found.setdefault(word, []).append(_Meaning(affirming.split()[0], affirms))
    return found


_MEANINGS: Final = _index_meanings()


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_ENGLISH: Final = tuple(word for word in _MEANINGS if word.isascii())
_VERBS: Final = _any_of(word for word in _ENGLISH if word.endswith(("tes", "zes", "ises", "pts")))
_VERBS_OR_NOUNS: Final = _any_of(word for word in _ENGLISH if word.endswith(("cks", "les", "pes", "ses", "aks")))
_NOUNS: Final = _any_of(word for word in _ENGLISH if word.endswith(("tion", "ing")) and _MEANINGS[word][0].affirms)
_SAID: Final = re.compile(
    r"\b(?:(?:is|are|was|were|does|do|did|can|could|has|have|will|gets?)(?P<short>n['’]t)?"
    r"|(?P<cannot>can(?:not|['’]t)(?: be)?))\s"
    r"(?P<not>not\s|never\s|no longer\s)?"
    r"(?:(?:already|fully|properly|still|really|also|always|correctly|a|an|the|being|been)\s){0,2}"
    r"(?P<word>[a-z]{3,20}(?:-[a-z]{2,20})?)",
    re.IGNORECASE,
)
_DOES: Final = re.compile(
    rf"(?P<not>\b(?:never|no longer)\s)?\b(?P<word>(?:{_VERBS})\b"
    rf"|(?:{_VERBS_OR_NOUNS})(?=\s(?:`|(?:the|an?|its|all|each|every|any|it|this|that|input|both)\b)))",
    re.IGNORECASE,
)
_LACKS: Final = re.compile(
    rf"\b(?:fail(?:s|ed)? to|forgets? to)\s(?P<verb>{_any_of(_ENGLISH)})\b"
    rf"|\b(?:no|lacks?|lacking|lack of|missing|without)\s(?:[a-z-]{{2,20}}\s){{0,2}}?(?P<noun>{_NOUNS})\b"
    r"(?!\s(?:is|are)\s(?:needed|necessary|required))"
    rf"|\b(?P<subject>{_NOUNS})\s(?:is|are)\s(?:missing|absent|lacking)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS: Final = "the this that only used called now here there just and but for with from not"
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())
"""Words that tell nothing of their subject."""
_JAPANESE: Final = re.compile(_any_of(word for word in _MEANINGS if not word.isascii()))
_JAPANESE_PREDICATE: Final[Mapping[bool, re.Pattern[str]]] = {
    True: re.compile(r"済|可能|[はがもをでとだにさしすせて]|\W|$"),
    False: re.compile(r"性?(?:のまま|[はがもでとだい]|\W|$)"),
}
"""What follows a word that is said of something; "dangerous input", "prevents leaks" say nothing of their place."""
_JAPANESE_NOT: Final = re.compile(r"ない|ません|なし|無し|無い|[せれ]ず|できず|おらず|不足|漏れ|欠如|欠け|抜け")
_REACH: Final = 14
"""So many characters behind its word a negation may stand."""

_CODE: Final = re.compile(r"`[^`\n]*`")
_CLAUSE: Final = re.compile(
    r"((?:[^.;!?。！？；\n]|[.;!?](?!\s|$)){1,2000})([.;!?。！？；\n]?)"  # a point within a name ends nothing
)
_TURN: Final = re.compile(
    r"\b(?:but|however|though|although)\b|しかし|(?:ます|です|た|る|い|だ)が、|けれど", re.IGNORECASE
)
_OPENS_NO_STATEMENT: Final = re.compile(
    r"\b(?:whether|if|unless|once|suppos\w+|assum\w+|says?|said|claims?|states?|according|ensures?|make sure|so that"
    r"|unclear|unknown|not (?:sure|clear|certain|known)|previously|formerly|used to)\b|以前|当初|従来|修正前|変更前",
    re.IGNORECASE,
)
_CLOSES_NO_STATEMENT: Final = re.compile(
    r"\b(?:if|unless|once|provided|whether|before)\b|かどうか|か否か|か(?:は|を)?(?:不明|未確認|分か|わか)|場合|れば|たら|なら|べき|必要"
    r"|有無|可能性|恐れ|おそれ|かも|とのこと|という(?:コメント|説明)",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"[,、，]")
_PART: Final = 200
"""So far behind a statement a condition of it is looked for."""


def read_concepts(text: str) -> dict[str, bool]:
    """What a text says of its subject: each concept, and whether it is affirmed; what is said first counts."""
    made: dict[str, bool] = {}
    for clause in _split_clauses(_CODE.sub("`", text)):
        opened = _OPENS_NO_STATEMENT.search(clause)
        for start, end, meaning in sorted(_find_meanings(clause)):
            behind = _COMMA.split(clause[end : end + _PART], maxsplit=1)[0]
            if not (opened and opened.start() < start) and not _CLOSES_NO_STATEMENT.search(behind):
                made.setdefault(meaning.concept, meaning.affirms)
    return made


def are_opposed(one: str, other: str) -> bool:
    """Whether one text affirms what the other denies."""
    first, second = read_concepts(one), read_concepts(other)
    return any(second[word] != affirmed for word, affirmed in first.items() if word in second)


def _split_clauses(text: str) -> Iterator[str]:
    """The parts of its sentences that stand by themselves, questions left out."""
    for found in _CLAUSE.finditer(text):
        if found[2] not in ("?", "？"):
            yield from _TURN.split(found[1])


def _find_meanings(clause: str) -> Iterator[tuple[int, int, _Meaning]]:
    yield from _find_english_meanings(clause)
    yield from _find_japanese_meanings(clause)


def _find_english_meanings(clause: str) -> Iterator[tuple[int, int, _Meaning]]:
    for said in _SAID.finditer(clause):
        word = said["word"].casefold()
        if word not in _EMPTY:
            is_denied = bool(said["not"] or said["short"] or said["cannot"])
            yield from ((*said.span(), each) for each in _meanings_of(word, denied=is_denied))
    for said in _DOES.finditer(clause):
        yield from ((*said.span(), each) for each in _meanings_of(said["word"].casefold(), denied=bool(said["not"])))
    for said in _LACKS.finditer(clause):
        word = (said["verb"] or said["noun"] or said["subject"]).casefold()
        yield from ((*said.span(), each) for each in _meanings_of(word, denied=True))


def _find_japanese_meanings(clause: str) -> Iterator[tuple[int, int, _Meaning]]:
    found = list(_JAPANESE.finditer(clause))
    ends = [*(each.start() for each in found[1:]), len(clause)]
    for said, end in zip(found, ends, strict=False):
        behind = _COMMA.split(clause[said.end() : end], maxsplit=1)[0][:_REACH]
        is_denied = bool(_JAPANESE_NOT.search(behind))
        for meaning in _MEANINGS[said[0]]:
            if is_denied or _JAPANESE_PREDICATE[meaning.affirms].match(clause, said.end()):
                yield *said.span(), _Meaning(meaning.concept, meaning.affirms != is_denied)


def _meanings_of(word: str, *, denied: bool) -> list[_Meaning]:
    """A word that no table has stands for itself."""
    return [_Meaning(each.concept, each.affirms != denied) for each in _MEANINGS.get(word, (_Meaning(word, True),))]


class Statement(NamedTuple):
    """What somebody says of the lines of a file."""

    path: str
    line: int
    end_line: int
    text: str
    agent: str = ""
    category: str = ""
    said_at: int = 0
    """The line of the result that says it."""


def find_opposed(statements: Iterable[Statement]) -> Iterator[tuple[Statement, Iterator[Statement]]]:
    """Each statement that opposes some whose lines begin no later and meet its own, with those."""
    claims: dict[str, dict[str, bool]] = {}
    standing: dict[tuple[str, str, bool], list[tuple[int, int, Statement]]] = {}
    number = count()
    for statement in sorted(statements, key=lambda each: (each.path, each.line)):
        if statement.text not in claims:
            claims[statement.text] = read_concepts(statement.text)
        for concept, affirmed in claims[statement.text].items():
            against = standing.get((statement.path, concept, not affirmed), [])
            while against and against[0][0] < statement.line:
                heappop(against)
            if against:
                yield statement, (each for _, _, each in against)
            own = standing.setdefault((statement.path, concept, affirmed), [])
            heappush(own, (statement.end_line, next(number), statement))


# Words that deny a problem, in Japanese and English.


_PROBLEM: Final = (
    r"(?:issue|problem|bug|defect|flaw|vulnerabilit(?:y|ie)|injection|leak|race(?: condition)?|xss|csrf"
    r"|violation|risk|concern)s?"
)
_DENIAL: Final = re.compile(
    r"(?<!not )(?<!not a )(?<!n't a )\bfalse[- ]positive"
    r"|\b(?:is|are|was|were)(?: not|n't) (?:an? )?(?:\w+ ){0,2}"
    rf"(?:{_PROBLEM}|vulnerable|exploitable)\b"
    r"|\bnot (?:vulnerable|exploitable)\b|\bcannot be exploited\b"
    rf"|\bno (?:[\w-]+ ){{0,3}}{_PROBLEM}"
    r"(?= (?:at|in|on|here|found|exists?|is|are|was|were|detected)\b|\s*[.,;:`(—–-]|\s*$)"
    r"|\b(?:is|are) (?:already )?(?:safe|harmless)\b"
    r"|\bworks as (?:intended|designed)\b"
    r"|誤検(?:知|出)(?!では)|偽陽性(?!では)"
    r"|(?:問題|脆弱性|不具合|欠陥|バグ|リスク|インジェクション|リーク)(?:は|が|も)?"
    r"(?:な(?:し|い)|ありません|ない|存在しない|存在しません|見つからな|見られな|確認されな|認められな)"
    r"|(?:問題|脆弱)(?:では|じゃ)(?:ない|ありません)|悪用(?:は)?(?:できない|できません|不可)"
    r"|安全(?:です|である|だ(?!が)|と(?:確認|判断))|(?:仕様|意図|設計)(?:どおり|通り|した動作)",
    re.IGNORECASE | re.MULTILINE,
)
_CONDITION: Final = re.compile(
    r"\b(?:if|unless|once|then|should|would|instead|fix|must)\b|れば|たら|場合|修正|推奨|べき",
    re.IGNORECASE,
)
"""What would be no problem is one now."""
_SENTENCE_END: Final = re.compile(r"[.;!?]\s|[。！？\n]")
_LONGEST: Final = 2000
_DENIES: Final = re.compile(
    r"\**(?:denies|denied|否定|反証)\**\s?[:：]\**\s?((?:[\s,、`\[\]]*[A-Za-z][\w-]*-?\d+)+)", re.IGNORECASE
)
_ID: Final = re.compile(r"[A-Za-z][\w-]*\d+")


def denies_problem(text: str) -> bool:
    """Whether a text says that something is no problem, without an if or a should."""
    sentences = _SENTENCE_END.split(text[:_LONGEST])
    return any(_DENIAL.search(each) and not _CONDITION.search(each) for each in sentences)


def read_denied_ids(text: str) -> tuple[str, ...]:
    """The issues that a field `denies: SEC-001` names."""
    return tuple(found.casefold() for match in _DENIES.finditer(text) for found in _ID.findall(match[1]))
