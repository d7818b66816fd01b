"""Code that is not said to stand there: a proposal, an example, an attack. Only the sentence just before it says so.

A comment that begins the code counts as that sentence, and one inside of it for what follows: `# BAD`, `# GOOD`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from renkei import lazy_re as re

_LEADS: Final = r"(?:[\s,]*(?:as follows|as|this|like this|the following|something like(?: this)?|to|into))*\W*\Z"
"""Nothing but what leads to the code."""
_PROPOSES: Final = re.compile(
    r"\b(?:(?:replac(?:e|es|ing)|be replaced) "
    r"(?:it |this |that |them |` |the \w+ (?:at |in |on )?(?:` )?)?(?:by|with)\b"
    rf"|should (?:read|say|become|look like|be){_LEADS}|should be (?:changed|replaced|rewritten|written)\b"
    r"|(?:change|rewrite|refactor|update|turn|convert|fix) (?:it|this|that|them|`|the \w+(?: (?:at|in) `)?) (?:to"
    r"|into|as|like|by|with)"
    r"|could be (?:re)?written|instead(?:,? (?:use|write))?\W*\Z|\Winstead,? (?:do|use|write|try)\b|use (?:this"
    r"|the following) instead"
    rf"|(?:i|we)(?:'d| would)? (?:suggest|propose|recommend)|would (?:become|look like|read)\b|would be{_LEADS}"
    r"|you (?:could|might|can|should) (?:write|use|add|do)|after the (?:fix|change)\W*\Z|pseudo-?code"
    r"|add (?:the following|this|these)\b|an? (?:sample|hypothetical|possible|made-up)\b"
    r"|(?:could|might|should|would) (?:have|contain|include|hold)\b.{0,60}(?:like this|something like|the following)\b"
    r"|(?:attackers?|users?|callers?|someone|anyone|one) (?:can|could|may|might) (?:\w+ )?(?:run|send|call|do|use"
    r"|write|inject|pass|submit|execute)"
    r"|it used to|used to (?:be|read)\b|previously|before the (?:fix|change)|the old (?:code|version)|to reproduce)"
    r"|\A[^`]*\bfor example[^\w`]*\Z"
    r"|\A\W*(?:instead|then |please |just )?,?\s*(?:add|write|try|use)\b|\A\W*instead\b(?! of\b)"
    r"|\A\W*(?:(?:an?|the|suggested|proposed|recommended|possible|minimal|quick|simple|example|potential|safer?"
    r"|better|cleaner)\s)*"
    r"(?:fix|patch|change|solution|replacement|rewrite|refactoring|improvement|remediation|mitigation|recommendation"
    r"|suggestion|proposal|alternative)\b(?![^.]*\b(?:is|was|are|were|stands|lives|sits|at|in)\b)[^.]{0,80}\.?\W*\Z"
    r"|\A[^\w`]*(?:(?:example|sample|suggested|proposed|failing|regression|unit|new)\s)*"
    r"(?:usage|calls?|input|payload|exploit|attack|proof of concept|poc|reproduction|repro"
    r"|tests?(?: case)?(?: to (?:add|write))?)\W*\Z"
    r"|\A\W*(?:after|before|example|example code|new code|new|updated|corrected|fixed|good|better|expected|sketch|old"
    r"|bad example"
    r"|good example)\W*\Z"
    r"|(?:修正案|修正後|変更後|改善案|提案|推奨(?:される)?(?:コード|実装|修正|対応|案)|代替案|変更前|修正前|使用例"
    r"|攻撃例|再現(?:手順|コード))"
    r"(?:は|として)?(?:次|以下)?[のと]?(?:おり|通り)?\W*\Z"
    r"|\A\W*(?:推奨|例|修正|良い例|改善)\W*\Z|\A[^`]*(?:たとえば|例えば)[^\w`]*\Z|以前は|かつて|攻撃者は"
    r"|(?:次|以下|下記)の(?:よう|とおり|通り)に.{0,12}(?:修正|変更|書き換え|置き換え|直す|直し)"
    r"|に(?:置き換え|書き換え|変更す|変更し|修正す|修正し)|べき",
    re.IGNORECASE,
)
"""What makes the code behind a sentence another one than what stands there."""
_CONCEPTS: Final[Mapping[str, str]] = {
    "advice": r"\A\W*(?:(?:please|maybe|perhaps|better|just|also)\s)?"
    r"(?:consider(?:ing)?|clamp|guard|wrap|simplify|extract"
    r"|(?:insert|append|prepend|put|place)(?: \w+)? (?:before|after|below|above|into|at))\b"
    r"|\bneeds? [^.]{1,60}\b(?:like so|like this|as follows|such as)\b"
    r"|\b(?:could|can|should|might|must) be (?:made|fixed|improved|hardened|guarded|simplified|solved|avoided|addressed"
    r"|mitigated)\b[^.,]*\b(?:with|by|using|like this|like so|as follows)\W*\Z"
    r"|\b(?:i|we)(?:'d| would) (?:add|write|use|put|do|change|prefer|pass|make|move|wrap|turn|return|keep|go for)\b"
    r"|\bwould (?:do|help|suffice|work)\W*\Z"
    r"|\A\W*instead of\b[^.]*\b(?:use|do|write|call|prefer|try)\b",
    "purpose": r"\A\W*to "
    r"(?:fix|avoid|prevent|mitigate|solve|resolve|address|harden|handle|repair|correct|trigger|exploit"
    r"|demonstrate)\b(?![^.]*` \w+s\b)",
    "version": r"\A\W*(?:(?:an?|the|one|my)\s)?"
    r"(?:(?:safer?|better|cleaner|simpler|faster|shorter|fixed|corrected|improved"
    r"|hardened|alternative|equivalent|simplified|possible|revised|suggested|proposed|minimal|patched)\s)+(?:version|form"
    r"|variant|way|code|implementation|alternative|solution|approach|option)\b"
    r"(?![^.]*\b(?:is|was|stands|lives) (?:at|in)\b)"
    r"|\A\W*(?:option|variant|approach) ?(?:[A-Z0-9]|one|two|three)\b"
    r"|(?:\A|`)\W*(?:better|ideally|alternatively|simplified)\W*\Z|\A\W*(?:conceptually|equivalent)\b",
    "supposition": r"\bif\b[^.]*\bwere (?:written|changed|replaced|called)\b|\A\W*(?:imagine|suppose|assume)\b"
    r"|\b(?:users?|callers?|clients?|attackers?|someone|anyone) (?:calling|passing|sending|running|using|who (?:calls?"
    r"|passes|sends))\b|\bgiven this\b"
    r"|\bwith (?:this|the following) (?:input|payload|configuration|client code|call)\b",
    "test": r"(?:\A|[—–:`-])\W*(?:(?:an?|the|regression|unit|failing|missing|new|possible|example|sample|minimal)\s)+"
    r"tests?(?: case)?(?: (?:for|of) `)?\W*\Z",
    "reproduction": r"\A\W*(?:(?:an?|the|my|minimal|small|short|quick)\s)*"
    r"(?:reproduc(?:tion|er|ible example)|repro|proof of"
    r" concept|poc|how to (?:call|use|trigger|reproduce))\b"
    r"|\b(?:i|we) (?:reproduced|triggered|provoked)\b[^.]*\b(?:with|by"
    r"|using)\b",
    "japanese": r"(?:対応案|対策[案例]|(?:修正|改善|実装|呼び出し|テスト(?:コード)?の?|再現)例"
    r"|再現方法|追加(?:する)?テスト"
    r"|サンプル(?:コード)?|案[A-Z0-9１-９])(?:[をは](?:以下|次)?に?(?:示し(?:ます|た)|挙げます)?|です)?\W*\Z"
    r"|(?:次|以下|下記)の(?:よう|とおり|通り)に(?:する|すれ|書く|書け|直す)|こう(?:直|書|変|す)(?:せ|け|え|れば|す|く|る)"
    r"|ことを(?:提案|推奨|お?勧め)"
    r"|(?:すると|すれば|した方が|したほうが|[けせれ]ば)(?:安全|良い|よい|いい)",
}
"""The same by what the sentence does, in both languages: what each names is not there yet, or never will be."""
_BY_CONCEPT: Final = re.compile("|".join(_CONCEPTS.values()), re.IGNORECASE)
_TICKED: Final = re.compile(r"`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|\S+:\d+\S*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_COMMENT: Final = re.compile(r"\s*(?:#+|//+|--|/\*+|<!--|;+|%)\s*(?P<said>[^\n]{1,60}?)\s*(?:\*/|-->)?\s*")
_IS_PROPOSAL: Final = re.compile(
    r"\W*(?:(?:a|the|suggested|proposed|recommended|possible|potential|safer?|better|example|sample|minimal)\s)*"
    r"(?:fix|fixed|patch|change|solution|replacement|rewrite|refactoring|improvement|remediation|mitigation"
    r"|recommendation"
    r"|suggestion|suggested|proposal|proposed|alternative|good|better|safer?|secure|after|corrected|recommended"
    r"|new code|usage"
    r"|example|exploit|attack|poc|test to add|instead|修正案|修正後|改善案|提案|推奨|良い例|使用例)(?: code| version"
    r"| example)?\W*",
    re.IGNORECASE,
)
_IS_SHOWN: Final = re.compile(
    r"\W*(?:bad|wrong|vulnerable|current|before|today|now|insecure|existing|original|現状|現在|修正前|悪い例)"
    r"(?: code| version| example)?\W*",
    re.IGNORECASE,
)
"""A comment that is a label: of what is proposed, or of what stands there."""

_END: Final = 1000
"""Characters at either end of a very long sentence that are looked at: it may be a line of a megabyte."""


@lru_cache(maxsize=16)
def proposes(lead: str) -> bool:
    """Whether the sentence just before some code says that it is not what stands there."""
    plain = _TICKED.sub("`", lead.strip())
    sentences = [each for each in _SENTENCE.split(plain) if each.strip(" *_:：\t\n-")]
    last = sentences[-1].strip(" *_#\t\n") if sentences else ""
    if len(last) > 2 * _END:  # what leads to code stands at an end of its sentence
        last = f"{last[:_END]} {last[-_END:]}"
    return bool(_PROPOSES.search(last) or _BY_CONCEPT.search(last))


def without_proposals(code: str) -> str:
    """The part of some code that no label in it calls a proposal; all of it, where it does not begin with a label."""
    lines = code.strip("\n").split("\n")
    if _is_proposal(lines[0]) is None:
        return code
    kept: list[str] = []
    skips = False
    for line in lines:
        label = _is_proposal(line)
        skips = skips if label is None else label
        if not skips and label is None:
            kept.append(line)
    return "\n".join(kept)


def _is_proposal(line: str) -> bool | None:
    """Whether a label says that a proposal follows, or that what stands there does; None for any other line."""
    comment = _COMMENT.fullmatch(line)
    if comment is None:
        return None
    if _IS_PROPOSAL.fullmatch(comment["said"]):
        return True
    return False if _IS_SHOWN.fullmatch(comment["said"]) else None
