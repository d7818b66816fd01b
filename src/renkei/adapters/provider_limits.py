"""A provider that lets nobody go on for now: told from other errors by its code and its words, and until when. Pure.

Providers say it in many ways, with a time of day, a span, or a moment; who says only that there is a limit is asked
again after a while, each time a longer one.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from renkei import lazy_re as re

LONGEST: Final = timedelta(days=8)
"""No limit is longer: a weekly one, and a day for the clock of another zone."""

MOST_GUESSES: Final = 20
"""How often a provider that does not say when is asked again: for some four hours."""

_BELIEVED: Final = 5
_FIRST: Final = timedelta(minutes=1)
_MOST: Final = timedelta(minutes=15)
TOO_MANY: Final = 429
_BLAMES_THE_REQUEST: Final = frozenset({400, 402, 403})

_LIMIT: Final = re.compile(
    r"\b429\b|rate.?limit|(usage|session|weekly|hour|spend\w*|request) limit|(limit|cap) (reached|(will )?resets?)"
    r"|\bresets (at|in|on)\b|limit.exceeded|hit your limit|out of (extra )?usage"
    r"|too many (concurrent )?(requests|tokens)|tokens per minute"
    r"|quota|resource.?exhausted|throttl"
    r"|(利用|使用|レート|リクエスト|セッション|週間)[^。\n]{0,8}(制限|上限)|リクエストが多すぎ|クォータ",
    re.IGNORECASE,
)
_EPOCH: Final = re.compile(r"(?:\||resets?(?:[_ ]?at)?\W{1,4})(1[0-9]{9})(?:[0-9]{3})?\b", re.IGNORECASE)
_MOMENT: Final = re.compile(r"\b(\d{4}-\d\d-\d\d(?:[T ]| at )\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)")
_SPAN: Final = re.compile(
    r"(?:retry.?(?:after|delay)|wait(?: for)?|(?:try again|retry|resets?|available)[^.\n]{0,20}?\b(?:in|after))\W{0,4}"
    r"((?:\d+(?:\.\d+)?\s*[a-z]*,?\s*(?:and\s+)?){1,4})",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CLOCK: Final = re.compile(
    r"(?:resets?|try again|retry|available)\b[^.\n]{0,12}?\b"
    rf"(?:(?:(?P<month>{'|'.join(_MONTHS)})[a-z]*\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?"
    rf"|(?P<weekday>{'|'.join(_DAYS)})[a-z]*|(?P<tomorrow>tomorrow)),? (?:at )?)?"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>am|pm)?\b"
    r"(?:\s*\((?P<zone>[A-Za-z_]+(?:/[A-Za-z_+\-0-9]+)*)\)|\s*(?P<utc>UTC|GMT)\b)?",
    re.IGNORECASE,
)
_JAPANESE_SPAN: Final = re.compile(r"((?:\d+\s*(?:日|時間|分|秒)\s*)+)(?:後|以上|ほど|お?待)")
_JAPANESE_PART: Final = re.compile(r"(\d+)\s*(日|時間|分|秒)")
_JAPANESE_UNITS: Final = {"日": 86400, "時間": 3600, "分": 60, "秒": 1}
_JAPANESE_CLOCK: Final = re.compile(
    r"(?P<tomorrow>明日の?)?\s*(?P<half>午前|午後)?\s*(?P<hour>\d{1,2})(?::|時)(?P<minute>\d\d)?分?"
    r"\s*(?:[(（](?P<zone>[A-Za-z_]+(?:/[A-Za-z_+\-0-9]+)*)[)）])?\s*に[^。\n]{0,6}(?:リセット|解除|再開|回復|再試行|更新)"
)
_UNITS: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}


def is_limit(text: str, code: int | None = None, *, says_when: bool = False) -> bool:
    """Whether this error is one: by its code, or where there is none by its words. A code that blames the request is
    given for limits, too: then the words say it, and until when."""
    if code in _BLAMES_THE_REQUEST:
        return says_when and _LIMIT.search(text) is not None
    return code == TOO_MANY if code else _LIMIT.search(text) is not None


def find_reset(text: str, now: datetime) -> datetime | None:
    """The moment at which it is over, if the text says so; never in the past, never further off than any limit."""
    return next(_plausible((read(text, now) for read in _READERS), now), None)


def read_reset(number: float, now: datetime) -> datetime | None:
    """The same for a moment that is told as a number: seconds or milliseconds since 1970."""
    return next(_plausible((_from_epoch(number, parts) for parts in (1, 1000)), now), None)


def _plausible(found: Iterable[datetime | None], now: datetime) -> Iterator[datetime]:
    for moment in found:
        if moment and now - timedelta(minutes=1) <= moment <= now + LONGEST:
            yield max(moment, now)


def _from_epoch(number: float, parts: int = 1) -> datetime | None:
    """`parts`: of a second."""
    try:
        return datetime.fromtimestamp(number / parts, UTC)
    except (OverflowError, ValueError, OSError):  # in no calendar
        return None


def guess_reset(now: datetime, times: int) -> datetime:
    """Where nobody says when: after a minute, then two, up to a quarter of an hour."""
    return now + min(_MOST, _FIRST * 2 ** min(times, 10))


def bound_reset(told: datetime, now: datetime, times: int) -> datetime:
    """Who says when, and it was not so a few times, is not asked at every moment that it says."""
    return told if times < _BELIEVED else max(told, guess_reset(now, times - _BELIEVED))


def _read_epoch(text: str, now: datetime) -> datetime | None:
    found = _EPOCH.search(text)
    return _from_epoch(int(found[1])) if found else None


def _read_moment(text: str, now: datetime) -> datetime | None:
    found = _MOMENT.search(text)
    if found is None:
        return None
    try:
        moment = datetime.fromisoformat(found[1].replace(" at ", " "))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _read_span(text: str, now: datetime) -> datetime | None:
    found = _SPAN.search(text)
    if found is None:
        return None
    seconds = sum(float(amount) * _UNITS.get(_unit(name), 0) for amount, name in _PART.findall(found[1]))
    return _after(seconds, now)


def _read_japanese_span(text: str, now: datetime) -> datetime | None:
    found = _JAPANESE_SPAN.search(text)
    parts = _JAPANESE_PART.findall(found[1]) if found else []
    return _after(sum(float(amount) * _JAPANESE_UNITS[unit] for amount, unit in parts), now)


def _after(seconds: float, now: datetime) -> datetime | None:
    return now + timedelta(seconds=min(seconds, LONGEST.total_seconds() * 2)) if seconds else None


def _unit(name: str) -> str:
    """`seconds`, `sec`, `s` and nothing at all are seconds."""
    plain = name.casefold()
    return plain if plain == "ms" else plain[:1] or "s"


def _read_clock(text: str, now: datetime) -> datetime | None:
    """The next time that a clock shows it, on its day if one is named: `resets Nov 21, 3pm (Asia/Tokyo)`."""
    found = _CLOCK.search(text)
    if found is None or not (found["minute"] or found["half"]):
        return None
    there = now.astimezone(_zone(found["zone"] or found["utc"]))
    moment = _at(there, found, is_after_noon=(found["half"] or "").casefold() == "pm")
    if moment is None:
        return None
    if found["month"]:
        return _on_day(moment, found["year"], found["month"], int(found["day"]))
    if found["weekday"]:
        days = (_DAYS.index(found["weekday"].casefold()) - moment.weekday()) % 7
        return moment + timedelta(days=days or (7 if moment <= there else 0))
    return _next_of(moment, there, found)


def _read_japanese_clock(text: str, now: datetime) -> datetime | None:
    """`午後3時30分にリセットされます`."""
    found = _JAPANESE_CLOCK.search(text)
    if found is None:
        return None
    there = now.astimezone(_zone(found["zone"]))
    moment = _at(there, found, is_after_noon=found["half"] == "午後")
    return _next_of(moment, there, found) if moment else None


def _at(there: datetime, found: "re.Match[str]", *, is_after_noon: bool) -> datetime | None:
    """That time of that day."""
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if hour > (12 if found["half"] else 23) or minute > 59:
        return None
    if found["half"]:
        hour = hour % 12 + (12 if is_after_noon else 0)
    return there.replace(hour=hour, minute=minute, second=0, microsecond=0)


def _next_of(moment: datetime, there: datetime, found: "re.Match[str]") -> datetime:
    return moment + timedelta(days=1) if found["tomorrow"] or moment <= there else moment


def _on_day(moment: datetime, year: str | None, month: str, day: int) -> datetime | None:
    """Without a year, the next one: in December a limit may last until January."""
    try:
        found = moment.replace(year=int(year or moment.year), month=_MONTHS.index(month[:3].casefold()) + 1, day=day)
        is_of_next_year = not year and moment - found > LONGEST
        return found.replace(year=found.year + 1) if is_of_next_year else found
    except ValueError:  # in no calendar
        return None


def _zone(name: str | None) -> tzinfo | None:
    """None is that of this machine, which is what a client that names none has in mind."""
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):
        return UTC


_READERS: Final[tuple[Callable[[str, datetime], datetime | None], ...]] = (
    _read_epoch, _read_moment, _read_span, _read_clock, _read_japanese_span, _read_japanese_clock,
)  # fmt: skip
