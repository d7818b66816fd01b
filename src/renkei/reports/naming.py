"""When two names are the same: of categories, roles, criteria; which category an issue has, and what it tells."""

import unicodedata
from typing import TYPE_CHECKING, Final

from renkei import lazy_re as re

if TYPE_CHECKING:
    from renkei.reports.report import Issue  # settings load this module: every command would load what reads reports

_PREFIX: Final = re.compile(r"([A-Za-z]\w*?(?:-[A-Za-z]\w*?)*)[-_]?\d+")
_LONGEST_ID: Final = 40
_OF_ABSENCE: Final = re.compile(r"missing|unimplemented|incomplete|not-found|absent", re.IGNORECASE)


def normalize_name(text: str) -> str:
    """A name or sentence without what makes no difference: width, case, spaces, marks around it."""
    words = unicodedata.normalize("NFKC", text).casefold().replace("_", "-").split()
    return " ".join(words).strip("*`[]\"' .。:")


def role_of(name: str) -> str:
    """Security Auditor is security-auditor."""
    return normalize_name(name).replace(" ", "-")


def category_of(issue: "Issue") -> str:
    """Its own, else the prefix of its id: SEC of SEC-001; else none."""
    if issue.category:
        return issue.category
    prefix = _PREFIX.fullmatch(issue.id[:_LONGEST_ID])
    return prefix[1] if prefix else ""


def tells_of_absence(category: str) -> bool:
    """Whether it says that something is not there: no place can show that."""
    return bool(_OF_ABSENCE.search(category))
