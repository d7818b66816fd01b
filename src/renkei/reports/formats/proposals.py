"""Code that is not said to stand there: a proposal, an example, an attack. Only the sentence just before it says so.

Words of presence in the clause that leads to the code win: `To be clear, here is src/a.py:3 verbatim:`. A comment
that begins the code counts as that sentence, and one inside of it for what follows: `# BAD`, `# GOOD`.
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
    r"|(?:would|could|might) be (?:\w+ )?(?:\w+er|better|good|possible|enough) (?:as|like this|with)\W*\Z"
    r"|(?:i|we|you|it|that|one)(?:'d| would) (?:\w+ ){0,3}(?:with|have|get|see|like|want)\b"
    r"|(?:what|something|this is what) (?:i|we) (?:have|had) in mind"
    r"|(?:i|we|you|readers?|one) (?:may|might|would|could) (?:\w+ )?expect|(?<=` )(?:is|are|was|does)(?: not|n't)\s*\Z"
    r"|(?:counterpart|equivalent|analog(?:ue)?) (?:of|to|for)"
    r"|(?:replac(?:e|ing)|chang(?:e|ing)|rewrit(?:e|ing)|refactor|updat(?:e|ing)|turn|convert|swap|be \w+ed)"
    r"\b[^.;]{0,80}\b(?:by|with|to|into|as|for)\W*\Z"
    rf"|(?:could|might|should|would) (?:then )?(?:look|be|read|become|do)(?: like)?{_LEADS}"
    r"|you (?:could|might|can|should) (?:write|use|add|do)|after the (?:fix|change)\W*\Z|pseudo-?code"
    r"|add (?:the following|this|these)\b|an? (?:sample|hypothetical|possible|made-up)\b"
    r"|(?:could|might|should|would) (?:have|contain|include|hold)\b.{0,60}(?:like this|something like|the following)\b"
    r"|(?:attackers?|users?|callers?|someone|anyone|one) (?:can|could|may|might) (?:\w+ )?(?:run|send|call|do|use"
    r"|write|inject|pass|submit|execute)"
    r"|it used to|used to (?:be|read)\b|previously|before the (?:fix|change)|the old (?:code|version)|to reproduce)"
    r"|\A[^`]*\bfor example[^\w`]*\Z|\A\W*(?:and )?(?:to|into|by|with|becomes|instead|towards)\W*\Z"
    r"|\A\W*(?:an?|the|one|another|my|our)\s(?:\w+\s){0,3}(?:fix|variant|version|way(?: out| forward)?|option"
    r"|workaround|remedy|approach|alternative|solution|patch|rewrite|resolution|improvement)\b[^`.]{0,40}\Z"
    r"|\A\W*(?:(?:please|then|just|so|better)\s)?(?:make|turn|let) (?:it|this|that|them)\b"
    r"|\A\W*(?:calling|client|caller|user|usage|application|example) (?:code|side)\b"
    r"|\A\W*(?:instead|then |please |just )?,?\s*(?:add|write|try|use)\b|\A\W*instead\b(?! of\b)"
    r"|\A\W*(?:(?:an?|the|suggested|proposed|recommended|possible|minimal|quick|simple|example|potential|safer?"
    r"|better|cleaner)\s)*"
    r"(?:fix|patch|change|solution|replacement|rewrite|refactoring|improvement|remediation|mitigation|recommendation"
    r"|suggestion|proposal|alternative)\b(?![^.]*\b(?:is|was|are|were|stands|lives|sits|at|in)\b)[^.]{0,80}\.?\W*\Z"
    r"|\A[^\w`]*(?:(?:example|sample|suggested|proposed|failing|regression|unit|new)\s)*"
    r"(?:usage|calls?|input|payload|exploit|attack|proof of concept|poc|reproduction|repro"
    r"|tests?(?: case)?(?: to (?:add|write))?)\W*\Z"
    r"|\A\W*(?:(?:the|my|our|your|a|an)\s)?(?:after|example|new|updated|corrected|fixed|good|better|expected|sketch"
    r"|bad example|proposed|suggested|recommended|desired|wanted|preferred|improved|revised|patched|ideal|target|draft"
    r"|idea|patch|rewritten|refactored|good example|to be|with the fix)"
    r"(?: (?:code|version|line|lines|form|state))?\W*\Z"
    r"|(?:(?:修正|変更|改善|対応|提案)(?:案|後|イメージ|方針|内容|コード|版)|提案|推奨(?:される)?(?:コード|実装|修正"
    r"|対応|案)|代替案|理想形?|使用例|攻撃例|再現(?:手順|コード))"
    r"(?:は|として|を)?(?:次|以下|下記)?(?:の?(?:とおり|通り|よう)|に示し)?(?:です|になります|ます)?\W*\Z"
    r"|\A\W*(?:推奨|例|修正|良い例|改善)\W*\Z|\A[^`]*(?:たとえば|例えば)[^\w`]*\Z|以前は|かつて|攻撃者は"
    r"|(?:次|以下|下記)の(?:よう|とおり|通り)に.{0,12}(?:修正|変更|編集|更新|追記|書き換え|置き換え|直す|直し)"
    r"|差し替え|書き直|(?:変え|直し|書き換え|置き換え|修正し|変更し)(?:たい|てください|て下さい|ましょう)"
    r"|に(?:置き換え|書き換え|変更す|変更し|修正す|修正し)|べき(?=です|だ|で[あしす]|かと|と(?:思|考)|[。：:]|\W*\Z)",
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
    r"|\A\W*(?:(?:please|then|now|next|first|finally|also)[, ]\s*)?(?:edit|update|change|modify|adapt|adjust)\b"
    r"(?![^;]*\b(?:is|are|was|were|reads|has|had|contains|says|shows|does|did|currently|now)\b)[^;]{0,200}\Z"
    r"|\b(?:i|we)(?:'d| would) (?:add|write|use|put|do|change|prefer|pass|make|move|wrap|turn|return|keep|go for)\b"
    r"|\bwould (?:do|help|suffice|work)\W*\Z|\A\W*instead of\b[^.]*\b(?:use|do|write|call|prefer|try)\b",
    "purpose": r"(?:\A|; )\W*to "
    r"(?:make|keep|stop|ensure|fix|avoid|prevent|mitigate|solve|resolve|address|harden|handle|repair|correct|trigger"
    r"|exploit|demonstrate)\b(?![^.]*` \w+s\b)",
    "version": r"\A\W*(?:(?:an?|the|one|my)\s)?"
    r"(?:(?:safer?|better|cleaner|simpler|faster|shorter|fixed|corrected|improved"
    r"|hardened|alternative|equivalent|simplified|possible|revised|suggested|proposed|minimal|patched)\s)+(?:version"
    r"|form|variant|way|code|implementation|alternative|solution|approach|option)\b"
    r"(?![^.]*\b(?:is|was|stands|lives) (?:at|in)\b)|\A\W*(?:option|variant|approach) ?(?:[A-Z0-9]|one|two|three)\b"
    r"|(?:\A|`)\W*(?:better|ideally|alternatively|simplified)\W*\Z|\A\W*(?:conceptually|equivalent)\b",
    "supposition": r"\bif\b[^.]*\bwere (?:written|changed|replaced|called)\b|\A\W*(?:imagine|suppose|assume)\b"
    r"|\b(?:users?|callers?|clients?|attackers?|someone|anyone) (?:calling|passing|sending|running|using|who (?:calls?"
    r"|passes|sends))\b|\bgiven this\b"
    r"|\bwith (?:this|the following) (?:input|payload|configuration|client code|call)\b",
    "test": r"(?:\A|[—–:`-])\W*(?:(?:an?|the|regression|unit|failing|missing|new|possible|example|sample|minimal)\s)+"
    r"tests?(?: case)?(?: (?:for|of) `)?\W*\Z",
    "reproduction": r"\A\W*(?:(?:an?|the|my|minimal|small|short|quick)\s)*"
    r"(?:reproduc(?:tion|er|ible example)|repro|proof of concept|poc|how to (?:call|use|trigger|reproduce))\b"
    r"|\b(?:i|we) (?:reproduced|triggered|provoked)\b[^.]*\b(?:with|by|using)\b",
    "usage": r"\A\W*(?:(?:an?|the|some|here(?:'s| is)|typical|minimal|basic|simple|short|common|possible)\s)*"
    r"(?:(?:examples?|samples?|typical|intended) (?:usages?|uses?|calls?|invocations?)|usage (?:examples?|samples?))\b"
    r"(?: (?:of|for|with)\b[^.;]{0,80})?\W*\Z|\bexamples? (?:of|for) (?:using|calling|how to (?:use|call))\b"
    r"|\b(?:is|are|gets?|can be) (?:\w+ly |then )?(?:used|called|invoked|run|instantiated|configured)"
    r" (?:like (?:this|so)|as follows|this way)\b"
    r"|(?:使用|利用|使い方の?|テスト|呼び出し|実行)(?:例|サンプル)\W*\Z",
    "own words": r"\b(?:i|we|you|one)(?:'d| would| might| could)\b|\bmy (?:take|version|variant"
    r"|attempt)\b|\bwould be \w+er\b|\bwhat (?:i|we) (?:want|plan|propose|suggest|will)\b"
    r"|\bif it were (?:up to )?me\b|(?:私|自分|僕)なら",
    "question": r"\A\W*(?:and |so |then |or )?(?:what about|how about|why not|could|should|would|shall|can|might|may"
    r"|wouldn't|couldn't)\b[^?？]*[?？]\W*\Z|(?:でしょうか|はどう(?:です|でしょう)|いかが|ませんか)[^。]{0,12}\W*\Z",
    "manner": r"\b(?:along (?:these|the following|those) lines|like so|in this (?:manner|fashion|spirit))\W*\Z"
    r"|\b(?:rather|had|would have|'d have|might have|was|were|i|we) (?:\w+ )?(?:expect(?:ed|ing)?|hoped for)\W*\Z|"
    r"\b(?:could|would|might|should|may|can|needs?|must|ought)\b[^.]*?\b(?:along (?:these|the following|those)"
    r" lines|like (?:this|so|that)|this way|as follows|something like|the following|(?:e\.g\.|for (?:instance"
    r"|example)),? (?:so|like|by|with|as|this|using)|perhaps|maybe|roughly|such as|below)\b",
    "insertion": r"\b(?:go(?:es)?|belongs?|fits?|add(?:ed)?|insert(?:ed)?|put|placed?|append(?:ed)?)\b[^.`]{0,30}"
    r"\b(?:after|below|beneath|under|before|above|next to|beside|near|behind)\s`"
    r"|\btests?\b[^.]*\b(?:could|might|would|should|may)\b",
    "sketch": r"\A\W*(?:one|another|a second|an) (?:option|idea|possibility|alternative|choice)\b|\A\W*(?:(?:an?|the"
    r"|my|rough|first|quick|small|short)\s)*(?:sketch|draft|outline|mock-?up|prototype|proposal"
    r"|suggestion|idea|(?:proposed|possible|suggested) \w+)\b",
    "japanese wish": r"(?:次|以下|下記|下|上記)の(?:よう|コード|とおり|通り|形|案)に?[^。]{0,16}?(?:変え|書き(?:ます"
    r"|たい|直|換|変)|書く|直"
    r"|し(?:ます|たい|ては|てみ|てください|てほしい|ましょう)|する|改め|差し替え|置き換え|実装し(?:ます|たい|ては"
    r"|てください))"
    r"|(?:のが(?:よい|良い|いい)|(?:ある|あれ)[とば](?:安心|よい|良い|いい|助か)|と(?:よい|良い|いい)|かもしれません"
    r"|ましょう|たいです|たいと思|案です|提案します)[^。]{0,12}\W*\Z",
    "japanese": r"(?:対応案|対策[案例]|(?:修正|改善|実装|呼び出し|テスト(?:コード)?の?|再現)例"
    r"|再現方法|追加(?:する)?テスト"
    r"|サンプル(?:コード)?|案[A-Z0-9１-９])(?:[をは](?:以下|次)?に?(?:示し(?:ます|た)|挙げます)?|です)?\W*\Z"
    r"|(?:次|以下|下記)の(?:よう|とおり|通り)に(?:する|すれ|書く|書け|直す)|こう(?:直|書|変|す)(?:せ|け|え|れば|す|く"
    r"|る)|ことを(?:提案|推奨|お?勧め)|(?:すると|すれば|した方が|したほうが|[けせれ]ば)(?:安全|良い|よい|いい)",
}
"""The same by what the sentence does, in both languages: what each names is not there yet, or never will be."""
_BY_CONCEPT: Final = re.compile("|".join(_CONCEPTS.values()), re.IGNORECASE)
_SHOWS: Final = re.compile(
    r"`[)\]*]*,?\s+(?:(?:\w+ly|still|already|now|today|just)\s)?(?:reads?|says|does|states|contains|shows|has|holds"
    r"|looks like|(?:is|are) (?:now|still|currently|today))\b(?! not\b|n't)"
    r"|\bhere(?:'s| is| are)\s(?:(?:the\s)?(?:\w+\s){0,2}(?:of|at|in|from|on)\s)?`"
    r"|\b(?:what|as|how)\s`\s(?:does|says|has|contains|holds|reads|looks)\b"
    r"|\b(?:visible|seen|found|shown|present|located|stands?|sits?|lives?)\s(?:in|at|on)\s`"
    r"|\b(?:look|looking|glance|peek) at\s(?:the\s\w+\s(?:in|at|of)\s)?`"
    r"|\bas (?:it|they|that) (?:stands?|is|are)\b|\bas is\b|\b(?:verbatim|word for word|unchanged|today|currently"
    r"|right now|at present|at the moment|presently|existing|current|actual|actually|already|still)\b"
    r"|(?:次|以下|下記)の(?:行|コード|箇所|部分|記述)(?:です|である|だ|に(?:あ|な)|が(?:あ|書))|現在|現状|既存|すでに"
    r"|既に|今も|いまも|そのまま|(?:と|に)なって(?:い|お)|書かれて(?:い|お)|実際の(?:コード|行|記述)",
    re.IGNORECASE,
)
"""What makes the code behind a clause the one that stands there now, whatever else its sentence says."""
_TELLS: Final = re.compile(
    r"`[)\]*]*,?\s+(?:(?:which|that|and|and it|where it|it)\s)?(?:(?:\w+ly|still|already|now|today|just)\s)?"
    r"(?:reads|says|contains|states)\W*[:：]\W*\Z",
    re.IGNORECASE,
)
"""A place, and that it reads what follows: so it does, whatever is to become of it."""
_DESCRIBED: Final = re.compile(
    r"(?P<said>[^.]*)\b(?:is|are|gets?)\s(?:(?:\w+ly|now|also|then|first|currently)\s)*"
    r"(?!(?:us|call|invok|import|configur|start|writ|express|instantiat|subclass)\w+\s)(?:\w+ed|done|made|read|taken|held|set"
    r"|kept|sent|put|built|found|chosen|given|hidden|drawn|split|cut|bound|thrown|caught|left|lost|met|run)\s"
    r"(?:like (?:so|this)|(?:in )?this way|in this (?:manner|fashion))\W*\Z",
    re.IGNORECASE,
)
"""What is done with something, and the code that does it: `the deadline is checked like so:`."""
_IS_NOT_YET: Final = re.compile(
    r"\b(?:should|would|could|might|must|ought|will|shall|if|once|after|with|new|creat\w+|add\w*|propos\w+|suggest\w*"
    r"|recommend\w*|instead|like|so|drafts?|sketch|outline|prototype|ideas?|versions?|variants?|alternatives?|options?"
    r"|counterparts?|equivalents?|analog(?:ue)?|rewrite|take|attempt)\b|\w'd\b",
    re.IGNORECASE,
)
_IS_EXAMPLE: Final = re.compile(
    r"\W*(?:(?:an?|the|one|another|first|second|good|bad|real)\s)*(?:example|sample)s?\s?[:：—–-]\W*`\W*", re.IGNORECASE
)
"""A label that is nothing but an example, and the place that is one."""
_HAS_LINE: Final = re.compile(r":L?\d|#L\d")
_RENEWS: Final = re.compile(
    r"\b(?:should|would|could|might|must|ought|if|were|replac\w+|chang\w+|rewrit\w+|updat\w+|fix\w*|patch\w*"
    r"|suggest\w*|propos\w+|add\w*|insert\w*|in mind|counterpart|equivalent|analog(?:ue)?|like (?:this|so)|instead"
    r"|expect\w*)\b|\w'd\b|(?:修正|変更|改善|置き換|書き換|提案|推奨|追加|対応)|案|例|べき(?=です|だ|で[あし]|[。：:]"
    r"|\W*\Z)",
    re.IGNORECASE,
)
"""A clause that tells of other code than what stands there, though it may name that, too."""
_DONE: Final = re.compile(
    r"\b(?:(?:is|are|was|were|been|'s) (?:already |now )?(?:in|in place|applied|landed|merged|done|made|committed|fixed"
    r"|changed|updated|replaced|implemented|rewritten)|(?:i|we)(?: have|'ve)? (?:already |now |also )?(?:fixed|changed"
    r"|updated|replaced|rewrote|applied|made|implemented|patched|refactored|hardened))\b"
    r"|(?:修正|変更|対応|適用|実装|更新)(?:済み|しました|した[。、]|されて)",
    re.IGNORECASE,
)
"""A change that is said to have been made: what it made has to stand there."""
_IS_DONE: Final = re.compile(
    r"\b(?:change|fix|patch|rewrite|edit|correction|solution)s?\s(?:that\s|which\s)?(?:i|we)\s(?:have\s|just\s|already\s|now\s)*"
    r"(?:made|applied|committed|pushed|did|wrote|landed)\b|(?:行った|実施した|適用した|加えた)(?:変更|修正|対応)",
    re.IGNORECASE,
)
"""A change that its author has made, by what it is called."""
_AFTERWARDS: Final = re.compile(
    r"\bafter the (?:fix|change)\W*\Z|(?:\A|[`,:]\s)\W*(?:after|new|updated|corrected|fixed|修正後|変更後)"
    r"(?: code| version| line)?\W*\Z",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(
    r"\W*(?:the\s)?(?:before|old|original|変更前|修正前)(?: (?:code|version|lines?))?\W*", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r"\W*(?:the\s)?(?:after|new|now|updated|fixed|変更後|修正後)(?: (?:code|version|lines?))?\W*", re.IGNORECASE
)
_PRESENT: Final = re.compile(
    r"\W*(?:the\s)?(?:current|existing|today|now|actual|現在|現状|既存)"
    r"(?:の?(?: ?code| ?version| ?lines?|コード|実装))?\W*",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,;:—–(（](?=\s|`|\Z)|[、；：]|\b(?:because|but|since|while|whereas)\b")
_TICKED: Final = re.compile(r"`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|[^\s`()（）]+:\d+(?:-\d+)?[^\s.,;:。、：()（）]*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=\S)|(?<=[。！？])")
_ASIDE: Final = re.compile(r"\s?[(（][^()（）\n]{0,80}[)）]")
"""What a label says of itself in brackets: where, or in which case."""
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

_END: Final = 2000
"""Characters at either end of a very long line that are looked at."""
_LABEL: Final = 60
"""Characters of a label."""


@lru_cache(maxsize=16)
def leads_to_proposal(lead: str, told: str = "") -> bool:
    """Whether the sentence just before some code says that it is not what stands there; `told` stands before that."""
    plain = _TICKED.sub("`", _ends(lead.strip()))
    sentences = [each for each in _SENTENCE.split(plain) if each.strip(" *_:：\t\n-")]
    last = sentences[-1].strip(" *_#\t\n") if sentences else ""
    if not any(_PROPOSES.search(each) or _BY_CONCEPT.search(each) for each in (last, _ASIDE.sub("", last))):
        return False
    if (_TELLS.search(last) and not _IS_NOT_YET.search(last)) or (
        _IS_EXAMPLE.fullmatch(last) and _HAS_LINE.search(lead)
    ):
        return False
    described = _DESCRIBED.match(last)
    if described and not _IS_NOT_YET.search(described["said"]):
        return False
    is_made = _AFTERWARDS.search(last) and _DONE.search(f"{_ends(told)} {plain}")
    return not is_made and not _IS_DONE.search(last) and not _is_shown(last)


def _is_shown(sentence: str) -> bool:
    """Whether the last clause of a sentence says that the code stands there now."""
    clauses = [each for each in _CLAUSE.split(sentence) if re.search(r"\w|`", each)]
    return bool(clauses) and not _RENEWS.search(clauses[-1]) and _SHOWS.search(clauses[-1]) is not None


def _ends(text: str) -> str:
    """Both ends of what may be a line of a megabyte: what leads to code stands there."""
    return text if len(text) <= 2 * _END else f"{text[:_END]} {text[-_END:]}"


def is_before(label: str) -> bool:
    """Whether code behind this label is what a change takes away."""
    return _BEFORE.fullmatch(label) is not None


def is_after(label: str) -> bool:
    """Whether code behind this label is what a change makes of it."""
    return _AFTER.fullmatch(label) is not None


def is_label(text: str) -> bool:
    """Whether this only says what kind of code follows."""
    return len(text) <= _LABEL and bool(
        is_before(text) or is_after(text) or _PRESENT.fullmatch(text) or leads_to_proposal(text)
    )


def strip_proposals(code: str) -> str:
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
