"""Whether a result says that the work stands still: blocked, in need of input, in conflict.

One rule for every dialect: a name (of a section, a field, a line) whose words say so, and that does not stand over
nothing; or a value, a summary or a remark that begins by saying so. Beside a status, any such word counts.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final, cast

from renkei import lazy_re as re
from renkei.reports.formats.kept import KEPT
from renkei.reports.formats.words import SECTION_INDEX, fold_name, is_nothing
from renkei.reports.report import Extra, Report

_SETTLED: Final = re.compile(
    r"\b(?:not|never|no longer|no|without|nothing)(?: (?:is|any|open|merge))?"
    r" (?:blocked|block(?:er|age)s?|conflicts?|stuck|pending)\b"
    r"|\b(?:un|non ?)block(?:ed|ing)\b"
    r"|\b(?:resolved|fixed|settled)(?: (?:the|all|a|every))?(?: merge)? (?:conflict|blocker)s?\b"
    r"|\b(?:blockers?|conflicts?) (?:(?:was|were|is|are|has been|have been) )?(?:all )?(?:resolved|fixed|settled)\b"
    r"|(?:ブロッカー|競合|衝突)(?:は)?(?:なし|無し|ありません|解消済み)",
    re.IGNORECASE,
)
_WORDS: Final = (
    r"block(?:ed|ers?|ages?|ing)|needs? (?:\S+ ){0,3}(?:input|decision|answer|clarification|approval)"
    r"|(?:input|decision|approval|clarification) (?:is )?(?:needed|required|wanted|pending)"
    r"|(?:in )?conflict(?:s|ed|ing)?|a?waiting|awaits|waits|waiting|pending|stuck|on hold"
    r"|(?:can(?: ?not|['’]?t)|could(?: not|n['’]t)|(?:(?:was|were|am|is|are) )?unable to) (?:proceed|continue|go on)"
    r"|stalled|halted|paused"
)
_ANSWER: Final = r"(?:decision|input|answer|approval|clarification|confirmation|reply|feedback|go-?ahead)"
_JAPANESE: Final = (
    r"ブロック(?!リスト)|待ち|入力が必要|要入力|要確認|競合|衝突|矛盾|保留"
    r"|続行でき(?:ない|ません)|進め(?:られ)?(?:ない|ません)"
    r"|(?:作業|タスク)[はをが][、 ]?(?:一時|一旦)?(?:中断|停止|中止)"
)
_STILL: Final = re.compile(rf"\b(?:{_WORDS}|blocks)\b|{_JAPANESE}", re.IGNORECASE)
_TOPIC: Final = re.compile(
    r"\b(?:conflict|block(?:ed|ing|er|s)?|pending|waiting) ?(?:handling|resolution|detection|strateg|polic|management"
    r"|free|i/?o|calls?|queues?|modes?|lists?|requests?|ips?|users?|hosts?|urls?|operations?|threads?|sockets?"
    r"|of interest)|\bblocks\b",
    re.IGNORECASE,
)
"""What a name tells about, and not how the work stands: `Conflict resolution`, `Blocking I/O`, `Code blocks`."""
_BEGINS: Final = re.compile(
    r"\W*(?:(?:the |this )?(?:status|state|outcome|result|task|work|this|it|we|i) ?(?:is|are|am|[:：=])? )?"
    r"(?:(?:is|are|am|currently|still|partly|partially|now|remains?) )*"
    rf"(?:(?:{_WORDS})(?=\W*$| ?[:：–—,.;(（/|]"
    r"| (?:by|on|until|till|for|because|before|due|with(?:out)?|from|in|as|since|pending|waiting)\b)"
    rf"|a?waiting (?:for )?(?:\S+ ){{0,3}}{_ANSWER}\b"
    r"|(?:ブロック|入力待ち|待ち|要入力|要確認|競合|衝突|矛盾|保留)(?=\W*$|[:：、。（(]|中|状態|されて|して|が)"
    r"|[^。]{0,60}(?:(?:回答|判断|承認|指示|返答|返事)待ち|ご?(?:回答|判断|承認|指示|返答|返事)をお?待ち(?:して)?"
    r"|続行でき|進め(?:られ)?(?=ない|ません))[^。、]{0,12}$"
    r"|[^。]{0,60}(?:作業|タスク)[はをが][、 ]?(?:一時|一旦)?(?:中断|停止|中止)"
    r"(?:中|し(?:て(?:い|お)|ま|た))?[^。、]{0,4}$)",
    re.IGNORECASE,
)
_BEGINS_STEP: Final = re.compile(
    r"\W*(?:blocked|needs input|input needed|on hold|can ?not (?:proceed|continue|go on)|ブロック中|入力待ち|要入力)"
    r"(?=\W*$| ?[:：–—]| (?:until|till|because|pending)\b)",
    re.IGNORECASE,
)
"""A finding or a next step is mostly about the code (`Conflict: both write it`), so that fewer words count there."""
_DASH: Final = re.compile(r"(?<=\s)-+(?=\s)")
_SECOND_REPORT: Final = re.compile(r"^[ \t#*`>]*[A-Z][A-Z0-9_]*_(?:BLOCKED|FAILED)[ \t*`:]*$", re.MULTILINE)
"""The token of another report of builders behind one of success."""
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|[。！\n]")
_NAMED: Final = re.compile(
    r"[\s>*_`#-]*(?P<name>[^\s:：|*_`#>-][^:：|\n]{0,60}?)[\s*_`]*(?:[:：|][\s*_`]*(?P<value>.*))?"
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GAPS: Final = re.compile(r"[\s_*`-]+")
_NO: Final = frozenset(("no", "nothing", "nobody", "false", "0", "null", "not", "いいえ", "[]", "{}"))
_SAYING: Final = frozenset(("status", "state", "outcome", "reason"))
"""Names of values that say how the work stands, in whichever part of their words."""
_KEPT_STOP: Final = re.compile(r"^(?:[^\n|]*\|)?#+ (?:Blockers|Open Questions)$", re.MULTILINE)


def says_stalled(text: str) -> bool:
    """In any words: `but blocked by X`, `needs_input`. Of what is `not blocked`, or settled, nothing stands still."""
    return _STILL.search(_SETTLED.sub(" ", _plain(text))) is not None


def find_standstill(report: Report) -> str:
    """Where a result says that the work stands still, in its own words; empty if not. What failed has failed."""
    if report.status == "FAILED":
        return ""
    if says_stalled(report.reason):
        return report.reason
    if blocker := next((each for each in report.blockers if not (each.text and _is_settled(each.text))), None):
        return blocker.text or "blockers"
    if report.status == "PARTIAL" and report.questions:
        return report.questions[0].text or "open questions"
    return next(_tellings(report), "")


def leaves_questions(report: Report) -> bool:
    """Whether it asks something: in its list of questions, or in a field or a section that is called like one."""
    named = [*_list_values(report.fields), *((extra.title, extra.text) for extra in report.extra)]
    return bool(report.questions) or any(
        value and _names_questions(name) and not (isinstance(value, str) and _is_settled(value))
        for name, value in named
    )


def _names_questions(name: str) -> bool:
    return SECTION_INDEX.get(fold_name(_plain(name)), ("", ""))[0] == "questions"


def _tellings(report: Report) -> Iterator[str]:
    yield from (problem.path for problem in report.problems if "blockers" in problem.path)
    for name, value in _list_values(report.fields):
        if _tells(name, value):
            yield f"{name}: {value}"
    for passage in (report.summary, *report.deviations):
        if passage and any(map(_begins_still, _SENTENCE.split(passage.text))):
            yield passage.text
    for passage in (*(report.findings or ()), *report.next_steps):
        if _begins_still(passage.text, _BEGINS_STEP):
            yield passage.text
    if report.dialect == "sdd-report" and report.status == "SUCCESS":
        yield from (token.strip() for token in _SECOND_REPORT.findall(report.source))
    for extra in report.extra:
        yield from _find_told(extra)
    yield from _find_told_lines(report.preamble.text if report.preamble else "")
    yield from _find_remarks(report)


def _find_remarks(report: Report) -> Iterator[str]:
    """Lines of a section that is about something else, and that begin by saying how the work stands."""
    if report.confidence:
        yield from _find_begun(report.confidence.reason, _BEGINS)
    if report.confidence and report.confidence.justification:
        yield from (f"{name}: {text}" for name, text in report.confidence.justification.extra if _tells(name, text))
    if report.uncertainty:
        yield from _find_begun(report.uncertainty.text, _BEGINS_STEP)


def _find_begun(text: str, begins: re.Pattern[str]) -> Iterator[str]:
    for line in text.split("\n"):
        named = _NAMED.fullmatch(line)
        is_settled = named is not None and named["value"] is not None and _is_settled(named["value"])
        if _begins_still(line, begins) and not is_settled:
            yield line.strip()


def _list_values(fields: Iterable[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    """Every named value, also inside of others; each entry of a list goes by the list's name."""
    waiting = list(fields)[::-1]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(str(key), each) for key, each in cast("dict[object, object]", value).items()]
        elif isinstance(value, list):
            waiting += [(name, each) for each in cast("list[object]", value)]
        if not isinstance(value, list):
            yield name, value


def _tells(name: str, value: object) -> bool:
    if isinstance(value, str):
        if _names_stop(name):
            return not _is_settled(value)
        plain = _plain(name).strip().casefold()
        return says_stalled(value) if plain in _SAYING else any(map(_begins_still, _SENTENCE.split(value)))
    return bool(value) and _names_stop(name)


def _find_told(extra: Extra) -> Iterator[str]:
    if extra.title and _names_stop(extra.title) and not _is_settled(extra.text):
        yield extra.title
    if (KEPT in extra.title or KEPT in extra.text) and _KEPT_STOP.search(extra.text):
        yield extra.title or KEPT
    yield from _find_told_lines(extra.text)


def _find_told_lines(text: str) -> Iterator[str]:
    """Lines that name a value, or stand over one, or begin by saying so."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        named = _NAMED.fullmatch(line)
        value = (named["value"] or below) if named else ""
        if named and _names_stop(named["name"]) and (_begins_still(named["name"]) or named["value"] is not None):
            if not _is_settled(value):
                yield line.strip()
        elif (named and named["value"] and _tells(named["name"], named["value"])) or _begins_still(line):
            yield line.strip()


def _names_stop(name: str) -> bool:
    """Whether the words of a name say it: `blocked_reason`, `Needs Input`, `isBlocked`, `Conflicts`."""
    plain = _plain(_CAMEL.sub(" ", name))
    return len(plain) <= _LONGEST_NAME and _TOPIC.search(plain) is None and says_stalled(plain)


_LONGEST_NAME: Final = 80


def _is_settled(text: str) -> bool:
    """Whether what stands under such a name says that there is none of it: nothing, `no`, `No conflicts`."""
    plain = _plain(text).strip(" .。-")
    if is_nothing(plain) or plain.casefold() in _NO:
        return True
    settled = re.match(rf"(?:there (?:is|are|was|were) |all |currently )?(?:{_SETTLED.pattern})", plain, re.IGNORECASE)
    return settled is not None and not says_stalled(plain)


def _begins_still(text: str, begins: re.Pattern[str] = _BEGINS) -> bool:
    plain = _plain(_DASH.sub("–", text))
    return begins.match(plain) is not None and _TOPIC.match(plain.lstrip()) is None and says_stalled(text)


def _plain(text: str) -> str:
    return _GAPS.sub(" ", text)
