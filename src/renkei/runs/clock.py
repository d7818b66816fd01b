"""Moments as the log has them, and what lies between two of them."""

from datetime import datetime, timedelta


def milliseconds_between(earlier: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(earlier)).total_seconds() * 1000


def add_milliseconds(moment: str, after: float) -> str:
    """The moment so many milliseconds later."""
    return (
        (datetime.fromisoformat(moment) + timedelta(milliseconds=after))
        .isoformat(timespec="microseconds")
        .replace("+00:00", "Z")
    )
