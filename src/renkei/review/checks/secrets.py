"""Credentials in files: forms that issuers document, private keys, and passwords that are written out.

What is a placeholder is left alone: an example, a variable, a word of few different characters.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from renkei.review.checks.base import Check, number_lines
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

_MOST_BYTES: Final = 2 * 1024 * 1024
_LONGEST_LINE: Final = 4000


@value
class CredentialForm:
    """What a kind of credential looks like. `hint` is in every line that can match: most lines are done with it."""

    name: str
    hint: str
    pattern: re.Pattern[str]
    confidence: int = 95


def _credential_form(name: str, hint: str, pattern: str, confidence: int = 95) -> CredentialForm:
    return CredentialForm(name=name, hint=hint, pattern=re.compile(pattern), confidence=confidence)


FORMS: Final = (
    _credential_form("private-key", "-----BEGIN", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
    _credential_form("aws-access-key", "AKIA", r"\b(AKIA[0-9A-Z]{16})\b"),
    _credential_form("github-token", "gh", r"\b(gh[pousr]_[A-Za-z0-9]{36,255})\b"),
    _credential_form("github-token", "github_pat_", r"\b(github_pat_[A-Za-z0-9_]{60,255})\b"),
    _credential_form("gitlab-token", "glpat-", r"\b(glpat-[A-Za-z0-9_-]{20,})\b"),
    _credential_form("slack-token", "xox", r"\b(xox[abposr]-[A-Za-z0-9-]{20,})"),
    _credential_form(
        "slack-webhook", "hooks.slack.com", r"(hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,})"
    ),
    _credential_form("stripe-key", "k_live_", r"\b([rs]k_live_[A-Za-z0-9]{20,})\b"),
    _credential_form("google-api-key", "AIza", r"\b(AIza[0-9A-Za-z_-]{35})\b"),
    _credential_form("anthropic-key", "sk-ant-", r"\b(sk-ant-[A-Za-z0-9_-]{32,})"),
    _credential_form("openai-key", "sk-", r"\b(sk-(?:proj-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,})"),
    _credential_form("npm-token", "npm_", r"\b(npm_[A-Za-z0-9]{36})\b"),
    _credential_form("pypi-token", "pypi-AgE", r"\b(pypi-AgE[A-Za-z0-9_-]{50,})"),
    _credential_form("huggingface-token", "hf_", r"\b(hf_[A-Za-z0-9]{30,})\b"),
    _credential_form(
        "json-web-token", "eyJ", r"\b(eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,})", 90
    ),
    _credential_form("sendgrid-key", "SG.", r"\b(SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})\b"),
    _credential_form(
        "password-in-address", "://", r"\b[a-z][a-z0-9+.-]{2,}://[^\s:/@'\"]+:([^\s:/@'\"{}$<>%]{8,})@[\w.-]+\.\w", 85
    ),
)

_ASSIGNED: Final = re.compile(
    r"(?i)\b[\w.-]{0,40}(?:password|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key)\w{0,20}"
    r"[\"']?\s*(?::\s*\w+\s*)?[:=]\s*[\"']([^\"'\s]{8,128})[\"']"
)
_ASSIGNED_HINT: Final = re.compile(r"(?i)passw|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key")
_PLACEHOLDER: Final = re.compile(
    r"(?i)example|sample|dummy|fake|test|placeholder|change[_-]?me|your|x{4}|\*\*\*|\.\.\.|<.*>|\$\{|\{\{|%\(|\{\w*\}|redacted"
    r"|foobar|secret|passw|hunter2|123456|abcdef|insecure|do[_-]?not|env\(|none|null|undefined|token|key$"
)
_STOPGAP: Final = re.compile(
    r"(?i)example|sample|dummy|fake|test|placeholder|change[_-]?me|your|x{4}|\*\*\*|\.\.\.|<.*>|\$\{|\{\{|%\(|\{\w*\}|redacted"
    r"|none|null|undefined|insecure"
)
_NOT_A_VALUE: Final = re.compile(r"[a-z]+([_./-][a-z]+)*|[A-Z]+(_[A-Z]+)*|[\w.]+\(.*|/.*|https?:.*")
"""A name, a path or a call: what code assigns to something that is called a key far more often than a key."""


_LITERAL: Final = re.compile(r"[\"']([^\"']*)[\"']")


def find_secrets(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    for file in files:
        for number, line in number_lines(target, file):
            if len(line) < _LONGEST_LINE:
                yield from _find_in_line(file, number, line)


def _find_in_line(file: File, number: int, line: str) -> Iterator[RawFinding]:
    for form in FORMS:
        found = form.pattern.search(line) if form.hint in line else None
        if found and not _is_placeholder(found):
            yield _raw_finding(file, number, form.name, form.confidence)
            return
    if file.kind.language in ("markdown", "rst") or not _ASSIGNED_HINT.search(line):
        return
    found = _ASSIGNED.search(line)
    if found and _looks_made_up_by_a_machine(found[1]):
        yield _raw_finding(file, number, "password", 85)


def is_stopgap(line: str) -> bool:
    """Whether what a line assigns is a name, an address or a placeholder rather than a password."""
    values = _LITERAL.findall(line)
    value = values[-1] if values else ""
    return len(value) < 6 or " " in value or bool(_STOPGAP.search(value) or _NOT_A_VALUE.fullmatch(value))


def mask_secrets(line: str) -> str:
    """A line as it may be shown: a credential in a log is known to one more place."""
    for form in FORMS:
        if form.hint in line and form.pattern.groups:
            line = form.pattern.sub(_mask_match, line)
    return _ASSIGNED.sub(_mask_match, line) if _ASSIGNED_HINT.search(line) else line


def _mask_match(found: re.Match[str]) -> str:
    return found[0].replace(found[1], f"{found[1][:4]}…")


def _raw_finding(file: File, line: int, name: str, usual: int) -> RawFinding:
    confidence = _rate_confidence(file, usual)
    return report_credential(file, line, rule=f"secrets/{name}", name=name, confidence=confidence)


def report_credential(file: File, line: int, *, rule: str, name: str, confidence: int) -> RawFinding:
    """Whoever found it: the same words, so that they are one finding."""
    return RawFinding(
        rule=rule,
        category="secrets",
        path=file.path,
        line=line,
        message=Sentence(
            "a credential is written out here ({name}). Take it out, revoke it, and read it from the environment",
            name=name,
        ),
        confidence=confidence,
    )


def _rate_confidence(file: File, usual: int) -> int:
    """Tests and documents show credentials that open nothing."""
    is_shown = (
        file.kind.is_test or file.kind.is_data or file.kind.is_example or file.kind.language in ("markdown", "rst")
    )
    return usual - 30 if is_shown else usual


def _is_placeholder(found: re.Match[str]) -> bool:
    value = found[1] if found.re.groups else ""
    return bool(value) and (bool(_PLACEHOLDER.search(value)) or _entropy_bits(value) < 2.5)


def _looks_made_up_by_a_machine(value: str) -> bool:
    return not _PLACEHOLDER.search(value) and not _NOT_A_VALUE.fullmatch(value) and _entropy_bits(value) >= 3.0


def _entropy_bits(value: str) -> float:
    """Entropy of a character: words of a language have fewer bits than what a machine made up."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)


SECRETS: Final = Check(
    name="secrets",
    scope="file",
    wants=lambda file: file.size <= _MOST_BYTES and not file.kind.is_vendored and not file.path.endswith(".svg"),
    look=find_secrets,
)
