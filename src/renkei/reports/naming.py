"""When two names are the same: of categories, roles, criteria."""

import unicodedata


def same(text: str) -> str:
    """A name or sentence without what makes no difference: width, case, spaces, marks around it."""
    words = unicodedata.normalize("NFKC", text).casefold().replace("_", "-").split()
    return " ".join(words).strip("*`[]\"' .。:")


def role_of(name: str) -> str:
    """Security Auditor is security-auditor."""
    return same(name).replace(" ", "-")
