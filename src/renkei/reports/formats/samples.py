"""Places that only show how one is written: `references as file:line, e.g. module.py:17`.

"e.g." alone shows nothing of the kind: several places skip it, e.g. `limits.py:31`. The sentence has to write out the
form itself (`file:line`), to tell how a tool prints, or to call the example made up; and nothing else may be told of
the place, which would make it one.
"""

from functools import lru_cache
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
_SPELLED: Final = re.compile(
    r"[<{](?:file|path)\w*[>}]:|%\(filename\)s|[\w./]+:(?:<line>|\{line\})|<ファイル名?>[:：]|パス[:：]行"
    r"|(?-i:\b(?:FILE|PATH|NAME|MODULE|[\w./]+\.\w+)[:：]\s?(?:LINE|ROW|LN|NN?\b)\w*|\bline (?:N\b|<n>))|\.\w+:行"
    r"|path:line:col|\\d\+?\)?:|:\(?\\d",
    re.IGNORECASE,
)
"""The same in what can be nothing else."""
_INTRODUCED: Final = re.compile(
    rf"(?:\be\.g\.,?|\bfor (?:instance|example),?|\bsuch as|\blike|例えば、?|たとえば、?|例\s*[:：])\s*{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:など|のよう|といった)",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(rf"{_SPAN}(?:{_ENDS}|\s*(?:would|could|might|may|will) be\b)", re.IGNORECASE)
"""A place of which nothing else is told."""
_MADE_UP: Final = r"(?:made[- ]up|fictional|fictitious|hypothetical|imaginary|dummy|placeholder)"
_NAMED: Final = r"(?:examples?|samples?|paths?|file ?names?|references?|places?|locations?|frames?)"
_INVENTED: Final = re.compile(
    rf"(?<!\bno )(?<!\bany )\b{_MADE_UP}\s+(?:[\w-]+\s+){{0,2}}?{_NAMED}"
    rf"(?:\b[^.;:：{AT}]{{0,60}}?[:：]|,?\s+(?:is|like|such as))\s*{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:is|are|was)\s+(?:(?:an?|only|just|purely)\s+)*{_MADE_UP}\s+(?:[\w-]+\s+)?{_NAMED}\b"
    rf"|(?:架空|仮|ダミー)の(?:例|パス|ファイル名?|参照)[^。：:{AT}]{{0,20}}[:：、は]?\s*{_SPAN}"
    rf"|{_SPAN}\s*(?:は|という)、?(?:架空|仮|ダミー)の",
    re.IGNORECASE,
)
_PRINTS: Final = r"(?:prints?|formats?|emits?|displays?|outputs?)"
_TEXT: Final = (
    r"(?:references?|outputs?|warnings?|errors?|messages?|entry|entries|diagnostics|locations?|positions?|findings?"
    r"|lines?|logs?|frames?|comments?|places|code|strings?|inputs?|values?)"
)
_WRITTEN: Final = re.compile(
    rf"\b{_TEXT}\s+(?:[\w-]+\s+)?looks?\s+like(?:\s+this)?[:：]?\s*{_SPAN}{_ENDS}"
    rf"|\b(?:in|of|has|have|takes?|uses?)\s+the\s+(?:form|format|syntax|notation"
    rf"|manner|style|shape)(?:\s+of)?[:：,]?\s*{_SPAN}{_ENDS}|(?:\A\W*|\bplease\s+)(?:cite|write|report|give|format|name"
    rf"|quote)\s+(?:[\w-]+\s+){{0,3}}{_TEXT}\s+(?:[\w-]+\s+)?as\s+{_SPAN}{_ENDS}"
    rf"|\b(?:strings?|inputs?|values?|tokens?)\s+(?:such as|like)\s+"
    rf"(?:`[^`\n{AT}]{{1,80}}`(?:,|\s+(?:and|or))\s+){{0,3}}{_SPAN}"
    rf"|\b(?:parser?|regex|regular expression|pattern|grammar)\s+"
    rf"(?:splits|matches|parses|accepts|reads|recogni[sz]es|turns)\s+{_SPAN}"
    rf"|`[^`\n{AT}]{{0,80}}\w\([\"']{AT}[^{AT}]*{AT}[\"']\)"
    rf"|{_SPAN}\s*(?:のような|といった|という)?の?(?:形式|書式|記法|表記|フォーマット|形)(?=[でに]|です)"
    rf"|{_SPAN}\s*のように(?:書[きくい]|記[載述]|表記|表示|出力|指定)",
    re.IGNORECASE,
)
_PRINTED: Final = re.compile(
    rf"\b(?:{_PRINTS}|writes|reports|shows)\s+(?:[\w-]+\s+){{1,3}}as\s+(?:[^;{AT}]{{0,80}},\s+[\w ]{{1,30}}\sas\s+)?"
    rf"{_SPAN}{_ENDS}|\b(?:Python|Ruby|Go|Node(?:\.js)?|Java|JavaScript|Perl|Rust|PHP|Lua|GCC|Clang|gdb|pdb|lldb)\s+"
    rf"(?:{_PRINTS}|writes|shows|own|accepts|understands|takes|expects)\s+{_SPAN}{_ENDS}"
    rf"|{_SPAN}\s*(?:is|are)\s+(?:(?:just|only|an?|examples?|samples?|of)\s+){{0,5}}(?:how|what)\s+"
    rf"[\w .]{{1,30}}?\s{_PRINTS}\b"
    rf"|{_SPAN}\s*(?:is|are)\s+(?:(?:just|only|an?)\s+){{0,2}}(?:examples?|samples?)\s+of\s+the\s+"
    r"(?:format|form|syntax|notation|output)\b",
    re.IGNORECASE,
)
_TOOL: Final = (
    r"(?:(?:the|our|your|a|most|any) (?:linters?|compilers?|type checkers?|debuggers?|loggers?"
    r"|editors?|formatters?|tools?)|logs?|logging|traceback|stack trace|エディタ|リンタ|コンパイラ|ログ)"
)
_SAYS: Final = (
    r"(?:prints?|writes?|reports?|shows?|outputs?|emits?|displays?|lists?|warns?|complains?|says?|gives?|looks like"
    r"|output|format|style|表示|出力|入力)"
)
_BY_TOOL: Final = re.compile(
    rf"\b[\w-]+(?:['’]s)? (?:output|format|style|convention|layout)s?\s*[:：][^;{AT}]{{0,60}}?{_SPAN}"
    rf"|\b{_TOOL}\b(?:['’]s)?[^;{AT}]{{0,60}}?{_SAYS}\b[^;{AT}]{{0,50}}?{_SPAN}"
    rf"|\b(?:if|when|whenever|once|should)\b[^;{AT}]{{0,40}}{_SAYS}\b[^;{AT}]{{0,20}}{_SPAN}"
    rf"|{_SPAN}\s*と(?:入力|打|書く|指定)",
    re.IGNORECASE,
)
"""What a tool would print."""
_NOTED: Final = (
    r"(?:file ?names?|files?|lines?(?: numbers?)?|rows?|locations?|places?|references?|paths?|positions?|citations?"
    r"|code|spots?|sources?|frames?|findings?)"
)
_ASKED_FOR: Final = re.compile(
    r"\b(?:give|name|send|tell|cite|write|quote|note|include|provide|state|specify|mark|point|mention|use|refer)\s+"
    rf"(?:(?:me|us|to|out|down)\s+)?(?:(?:the|an?|your|each|every|all|its|both|exact)\s+)*{_NOTED}\b[^.;{AT}]{{0,60}}?"
    rf"(?:\be\.g\.,?|\bfor (?:instance|example),?|\bsuch as|\blike|\bas|\bso\b:?|[:：(（])\s*{_SPAN}"
    rf"|{_SPAN}\s*のように[^。{AT}]{{0,40}}(?:ください|下さい|お願い|こと|(?:もらえ|いただけ|頂け)(?:ると|ます))"
    rf"|(?:形|形式|書式)[^。{AT}]{{0,20}}(?:ください|お願い)[^。{AT}]{{0,10}}(?:例[:：]?|たとえば|例えば)\s*{_SPAN}"
    rf"|(?:例[:：]?|たとえば、?|例えば、?)\s*{_SPAN}[)）」]*[^。{AT}]{{0,10}}(?:の形式?|のように)",
    re.IGNORECASE,
)
"""How somebody is asked to name a place."""
_AS_TEXT: Final = re.compile(
    rf"\b(?:form|notation|style|syntax|spelling|format)\s*[(（]\s*{_SPAN}"
    rf"|\b(?:the|an?|this|any)\s+(?:string|text|token|input|value|literal|argument|prefix|label"
    rf"|title)s?\s+(?:like\s+)?{_SPAN}"
    rf"|[`$]\s*(?!(?:see|in|at|from|cf)\b)[a-z][\w-]*(?: [-+]{{1,2}}[\w=-]+)*\s{AT}[^{AT}]*{AT}"
    rf"|{AT}(?:[\w./-]*/)?(?:foo|bar|baz|qux|quux|foobar|spam|eggs)(?:_\w+)?\.\w+[^{AT}]*{AT}",
    re.IGNORECASE,
)
"""A string, the argument of a command, or a name that everybody makes up."""
_SUPPOSED: Final = re.compile(
    r"(?:\A\W*|[.!?;:：]\s+)(?:say|suppose|imagine|assume|pretend|let['’]s say)(?:\s+that)?,?\s+"
    rf"(?:(?:your|their|(?:a user|someone)['’]s)\b[^.;:,{AT}]{{0,50}}?\b(?:in|at|is|has|have|called|named)"
    rf"|you have|you['’]ve|(?:a user|someone) has)\s+{_SPAN}|\byour own\s+{_SPAN}"
    rf"|\bsomething (?:like (?:this|that|it)|similar|of the kind)\b[^.;{AT}]{{0,20}}\b(?:in|at|to|under)\s+{_SPAN}"
    rf"|\b(?:if|when|once|assuming)\s+(?:you|users?|someone|somebody|anyone|an? \w+)\s+"
    rf"(?:puts?|keeps?|ha(?:ve|s)|places?|stores?|saves?|writes?|creates?|adds?|defines?|names?|calls?)\b"
    rf"[^.;:,{AT}]{{0,60}}?\s(?:in|into|at|to|as|under)\s+{_SPAN}"
    rf"|\b(?:an?|any|some|every) (?:user|customer|caller|client|reader|developer|application|app)\b[^.;{AT}]{{0,40}}"
    rf"\b(?:in|at|has|is)\s+{_SPAN}"
    rf"|(?:例として|仮に|たとえば|例えば|もし)、?[^。{AT}]{{0,20}}{_SPAN}[^。{AT}]{{0,60}}(?:とし(?:ます|て)|と仮定"
    rf"|だとすると)",
    re.IGNORECASE,
)

HINTS: Final = (
    r"e\.g\.|instance|manner|style|form|syntax|notation|shape|\bas\b|parse|regex|regular|pattern|grammar|\([\"']|\bso\b|%\(|<|\{|\\d"
    r"|形|書式|記法|表記|フォーマット|example|sample|such as|\blike\b|例|など|のよう|といった|架空|仮|もし|ダミー|入力"
    r"|打|書|指定"
    rf"|\b(?:{_MADE_UP}|{_SAYS})\b|LINE|ROW|:N|行|\b(?:give|name|send|tell|cite|quote|note|include|provide|state"
    rf"|specify|mark"
    r"|point|mention|use|refer|string|text|token|input|value|literal|argument|prefix|label|title|foo|bar|baz|qux|spam"
    r"|eggs"
    r"|accepts|understands|takes|expects|say|suppose|imagine|assume|pretend|would|could|might|may|user|customer|caller"
    r"|client|reader|developer|application|app)\b|\b(?:if|when|once|assuming)\s+(?:you|someone|somebody|anyone|an?)\b|[`$]\s*[a-z][\w-]*\s",
)
"""Every wording has one of these."""
FAR: Final = 300
"""Characters before the sentence in which the form may be written out."""


@lru_cache(maxsize=1024)
def is_sample(sentence: str, before: str = "", *, begins_here: bool) -> bool:
    """Whether the place between the marks of a sentence shows a form; `begins_here`: its folder is one of the tree."""
    at = sentence.index(AT)
    near = max(0, at - _NEAR), sentence.index(AT, at + 1) + _NEAR
    around = f"{before[-FAR:]}\n{sentence.replace(AT, ' ')}"
    spelled = _SPELLED.search(around) is not None
    if (spelled or _FORM.search(around)) and _INTRODUCED.search(sentence, *near):
        return True
    if _INVENTED.search(sentence, *near):
        return True
    if begins_here:
        return False
    others = (_WRITTEN, _PRINTED, _SUPPOSED, _BY_TOOL, _ASKED_FOR, _AS_TEXT)
    return (spelled and _ALONE.search(sentence, *near) is not None) or any(
        pattern.search(sentence, *near) for pattern in others
    )
