"""Places that only show how one is written: `references as file:line, e.g. module.py:17`.

"e.g." alone shows nothing of the kind: several places skip it, e.g. `limits.py:31`. The sentence has to write out the
form itself (`file:line`), to tell how a tool prints, or to call the example made up; and nothing else may be told of
the place, which would make it one.
"""

from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.place_grammar import AT

_NEAR: Final = 120
"""Characters beside the place in which the words stand that make it a sample."""
_SPAN: Final = (
    rf"(?:[`\"“「][^`\"“”「」\n{AT}]{{0,40}}[\"']?{AT}[^{AT}]*{AT}[^`”」\n{AT}]{{0,80}}?[`\"”」]|{AT}[^{AT}]*{AT})"
)
"""The place, in code or in quotes with what else stands there."""
_ENDS: Final = (
    r"(?=\s*(?:\Z|[.,;:：。、)）—–-]|(?:and|or|in|is (?:how|what|just|only|an?)|are (?:how|what))\b"
    r"|など|のよう|といった|という|と[書記表]|の(?:形|書|よう)))"
)
"""Nothing is told of what stands there."""
_FORM: Final = re.compile(
    r"<(?:file|path)\w*>:|\{(?:file|path)\w*\}:|%\(filename\)s|\b(?:file|path|filename)(?::|#L?)(?:line|number|N\b)"
    r"|[\w./]+:(?:<line>|\{line\}|LINE\b)|ファイル名?[:：]行",
    re.IGNORECASE,
)
"""The form of a place, written out."""
_INTRODUCED: Final = re.compile(
    rf"(?:\be\.g\.,?|\bfor (?:instance|example),?|\bsuch as|\blike|例えば、?|たとえば、?|例\s*[:：])\s*{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:など|のよう|といった)",
    re.IGNORECASE,
)
_MADE_UP: Final = r"(?:made[- ]up|fictional|fictitious|hypothetical|imaginary|dummy|placeholder)"
_NAMED: Final = r"(?:examples?|samples?|paths?|file ?names?|references?|places?|locations?|frames?)"
_INVENTED: Final = re.compile(
    rf"(?<!\bno )(?<!\bany )\b{_MADE_UP}\s+(?:[\w-]+\s+){{0,2}}?{_NAMED}"
    rf"(?:\b[^.;:：{AT}]{{0,60}}?[:：]|,?\s+(?:is|like|such as))\s*"
    rf"{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:is|are|was)\s+(?:(?:an?|only|just|purely)\s+)*{_MADE_UP}\s+(?:[\w-]+\s+)?{_NAMED}\b"
    rf"|(?:架空|仮|ダミー)の(?:例|パス|ファイル名?|参照)[^。：:{AT}]{{0,20}}[:：、は]?\s*{_SPAN}"
    rf"|{_SPAN}\s*(?:は|という)、?(?:架空|仮|ダミー)の",
    re.IGNORECASE,
)
_PRINTS: Final = r"(?:prints?|formats?|emits?|displays?|outputs?)"
_TEXT: Final = (
    r"(?:references?|outputs?|warnings?|errors?|messages?|entry|entries|diagnostics|locations?|positions?|findings?|lines?"
    r"|logs?|frames?|comments?|places|code|strings?|inputs?|values?)"
)
_WRITTEN: Final = re.compile(
    rf"\b{_TEXT}\s+(?:[\w-]+\s+)?looks?\s+like(?:\s+this)?[:：]?\s*{_SPAN}{_ENDS}"
    rf"|\b(?:in|of|has|have|takes?|uses?)\s+the\s+(?:form|format|syntax|notation|shape)(?:\s+of)?[:：,]?\s*{_SPAN}{_ENDS}"
    rf"|(?:\A\W*|\bplease\s+)(?:cite|write|report|give|format|name|quote)\s+(?:[\w-]+\s+){{0,3}}{_TEXT}\s+(?:[\w-]+\s+)?"
    rf"as\s+{_SPAN}{_ENDS}"
    rf"|\b(?:strings?|inputs?|values?|tokens?)\s+(?:such as|like)\s+"
    rf"(?:`[^`\n{AT}]{{1,80}}`(?:,|\s+(?:and|or))\s+){{0,3}}{_SPAN}"
    rf"|\b(?:parser?|regex|regular expression|pattern|grammar)\s+"
    rf"(?:splits|matches|parses|accepts|reads|recogni[sz]es|turns)\s+"
    rf"{_SPAN}"
    rf"|`[^`\n{AT}]{{0,80}}\w\([\"']{AT}[^{AT}]*{AT}[\"']\)"
    rf"|{_SPAN}\s*(?:のような|といった|という)?の?(?:形式|書式|記法|表記|フォーマット|形)(?=[でに]|です)"
    rf"|{_SPAN}\s*のように(?:書[きくい]|記[載述]|表記|表示|出力|指定)",
    re.IGNORECASE,
)
_PRINTED: Final = re.compile(
    rf"\b(?:{_PRINTS}|writes|reports|shows)\s+(?:[\w-]+\s+){{1,3}}as\s+(?:[^;{AT}]{{0,80}},\s+[\w ]{{1,30}}\sas\s+)?"
    rf"{_SPAN}{_ENDS}"
    r"|\b(?:Python|Ruby|Go|Node(?:\.js)?|Java|JavaScript|Perl|Rust|PHP|Lua|GCC|Clang|gdb|pdb|lldb)\s+"
    rf"(?:{_PRINTS}|writes|shows|accepts|understands|takes|expects)\s+{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:is|are)\s+(?:(?:just|only|an?|examples?|samples?|of)\s+){{0,5}}(?:how|what)\s+"
    rf"[\w .]{{1,30}}?\s{_PRINTS}\b"
    rf"|{_SPAN}\s*(?:is|are)\s+(?:(?:just|only|an?)\s+){{0,2}}(?:examples?|samples?)\s+of\s+the\s+"
    r"(?:format|form|syntax|notation|output)\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"(?:\A\W*|[.!?;:：]\s+)(?:say|suppose|imagine|assume|pretend|let['’]s say)(?:\s+that)?,?\s+"
    rf"(?:(?:your|their|(?:a user|someone)['’]s)\b[^.;:,{AT}]{{0,50}}?\b(?:in|at|is|has|have|called|named)"
    rf"|you have|you['’]ve|(?:a user|someone) has)\s+{_SPAN}",
    re.IGNORECASE,
)

HINTS: Final = (
    r"e\.g\.|instance|form|syntax|notation|shape|\bas\b|parse|regex|regular|pattern|grammar|\([\"']"
    r"|形|書式|記法|表記|フォーマット|example|sample|such as|\blike\b|例|など|のよう|といった|架空|仮の|ダミー"
    rf"|\b(?:{_MADE_UP}|{_PRINTS})\b"
    r"|\b(?:writes|reports|shows|accepts|understands|takes|expects|say|suppose|imagine|assume|pretend)\b",
)
"""Every wording has one of these."""


def is_sample(sentence: str, *, begins_here: bool) -> bool:
    """Whether the place between the marks of a sentence shows a form; `begins_here`: its folder is one of the tree."""
    at = sentence.index(AT)
    near = max(0, at - _NEAR), sentence.index(AT, at + 1) + _NEAR
    if _INTRODUCED.search(sentence, *near) and _FORM.search(sentence.replace(AT, " ")):
        return True
    others = (_WRITTEN, _PRINTED, _SUPPOSED) if not begins_here else ()
    return any(pattern.search(sentence, *near) for pattern in (_INVENTED, *others))
