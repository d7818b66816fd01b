"""Whether a sentence says at all that its place is there: asked, planned, quoted from others, or told of elsewhere.

A place that is not there is false where the text asserts it, and cannot be verified where it does not. What decides is
how the place hangs in its clause, not a word somewhere in it: the mood of the verb that governs it, who speaks, where
the clause is set, the label in front of it. A line asserts its file in any mood ("harden `src/a.py:3`"), so that plans
excuse only a path without one. Why: docs/why/results.md.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.clauses import clause_of, is_ours, shows, works
from renkei.reports.formats.place_grammar import ALSO, AT, CLOSE, FILE, OPEN_WIDE, STARTS, Sense

Mood = Literal["asserted", "asked", "planned", "quoted", "elsewhere", "unseen", "generated"]

_OPEN: Final = rf"[(（\"“]?{OPEN_WIDE}"
_ADVERB: Final = r"(?:also|just|then|first|simply|not|still|only|now|even|rather|probably|\w+ly)\s"
_ADVERBS: Final = rf"(?:{_ADVERB}\s*)*(?!{_ADVERB})"
"""All of them. No possessive group: Python before 3.11.5 takes what fails within one for a match."""

# Elsewhere: another branch, release, pull request or repository.
_PROVED: Final = r"(?:verified|confirmed|substantiated|corroborated)\b"
_LOOKED: Final = r"(?:checked|verified|confirmed|opened|read|looked (?:at|up|into))"
_NO_MORE: Final = rf"[^{AT}]*{AT}[`\"'*)）]*(?=\W*\Z|\s*[.,;:)）])"
"""The place, and nothing that is told of it."""
_CITATION: Final = r"(?:claim|reference|citation|place|location|path|statement)"
_HOLDER: Final = (
    r"(?:branch(?:es)?|forks?|releases?|versions?|series|PRs?|pull requests?|MRs?|merge requests?|repo(?:s|sitor\w+)?"
    r"|commits?|tags?|checkouts?|wheels?|tarballs?|archives?|sdists?|stash|backports?|patch(?:es)?|clone|snapshot"
    r"|prototypes?|predecessors?)"
)
_OTHER: Final = (
    r"(?:another|other(?! branch)|different|separate|old(?:er)?|earlier|previous|former|past|next|future|upcoming"
    r"|later|newer|unreleased|unmerged|unpublished|open|pending|draft|development|dev|feature|topic|maintenance"
    r"|release|legacy|ancient|upstream|internal|private|their|his|her|someone['’]s|github|gitlab"
    r"|(?:other )?(?:team|company|vendor|customer|colleague|user)['’]s|\w+['’]s(?= (?:own )?(?:fork|branch|clone"
    r"|checkout|patch|PR))|v?\d+(?:\.\w+)*|`[^`\n]{1,60}`)"
)
_ELSE: Final = (
    rf"(?:(?:(?:the|an?|some|that|one|any|its|my|your|our)\s+)?{_OTHER}\s+(?:(?!source\b)[\w.-]+\s+){{0,2}}?{_HOLDER}\b"
    r"|(?:the )?(?:versions?|releases?|tags?)\s+[`\"']?v?\d[\w.]*"
    r"|(?:the )?(?:PR|MR|pull request|merge request)\s*(?:no\. ?|number )?[#!]?\d+"
    r"|(?:the )?branch\s+[`\"'][^`\"'\n]{1,60}[`\"']|v\d+(?:\.\w+)*\b|\d+\.(?:\d+|x)(?:\.\w+)*\b(?!\s?(?:%"
    r"|[kKMG]?B\b|ms|s\b))|upstream|the git ?(?:hub|lab) (?:repo\w*|project|tree))"
)
_CAME: Final = r"(?:added|introduc\w+|chang\w+|fixed|merged|landed|released|rewritten|new|since)"
_IS_SET: Final = (
    r"(?:is|was|are|were|(?<!to )(?<!will )be|lives?|lived|exists?|existed|stands?|stood|appears?|comes?|came|belongs?"
    r"|belonged|ships?|shipped|found|known|part|only)"
)
_OWN: Final = (
    r"(?:(?:this|our|the (?:present|current)|my) (?:[\w.]+ )?(?:tree|repo\w*|release|version|package|archive|tarball"
    r"|sdist|checkout|branch|project|copy|snapshot|code ?base)|the (?:source archive|tarball|sdist))"
)
_LACKS: Final = (
    r"(?:(?:does(?:n't| not)|do(?:n't| not)|never|no longer) (?:have|has|ship|contain|include|carry|know)s? (?:it|this"
    r"|that"
    r"|one|them|such an?|any)(?: (?:file|line|module))?(?=\W*\Z|\s*[.,;)]| yet| any ?more| at all)|has none|has no such"
    r"|lacks (?:it|that|this)\b|leaves? (?:it )?out|omits (?:it|that)\b)"
)
_ELSE_JA: Final = (
    r"(?:(?:別|他|次|以前|旧|過去|上流|将来|開発(?:中|用)?|新しい|古い|未マージ|前)の?\s?|(?<![\w./])v?\d[\w.]*\s?"
    r"|`[^`\n]{1,60}`\s?|GitHub\s?(?:上)?の?\s?)"
    r"(?:ブランチ|リリース|バージョン|版|系列?|PR|プルリク(?:エスト)?|マージリクエスト|リポジトリ|フォーク|タグ"
    r"|コミット)(?:\s?[(（][^()（）]{1,20}[)）])?"
)

# Quoted: what somebody else is said to have named.
_WHO: Final = (
    r"(?<!\bmy )(?<!\bour )(?:tickets?|issues?|bug reports?|reporters?|reviewers?|commenters?|comments?|authors?"
    r"|users?|customers?|colleagues?|maintainers?|prompt|task|question|description|message|e?-?mail|thread"
    r"|discussion|instructions?|brief|specification|spec|someone|somebody|they|he|she|you|people|request)"
)
_SPEAKS: Final = (
    r"(?:(?:mention|cit|refer|point|nam|quot|list|claim|talk|speak|ask|suggest|expect|assum|think|believ|blam"
    r"|complain|report|stat|describ|want|request|link|propos|allud|insist|guess|paste|cop)(?:es|ed|s|d|ing|ied|ies)?"
    r"|says?|said|spoke|writes|wrote|tells?|told|meant|means?|had in mind|ends? (?:in|at|with))\b"
)
_PERSON: Final = (
    r"(?<!\bmy )(?:colleagues?|reporters?|reviewers?|commenters?|maintainers?|someone|somebody|co-?workers?|teammates?"
    r"|boss|manager|client|consultant)"
)
_NAMES_IT: Final = (
    rf"(?:[^.,;:：{AT}]{{0,50}}?|(?:\s(?:to|at|about|of|for|in))?(?:[^.,;:：{AT}]{{0,40}}?\b(?:this|that|these"
    rf"|following|as follows|so|lines?|places?|locations?|names?|references?|{FILE}))?\**\s*[:：][^.,;{AT}]{{0,50}}?)"
)
"""What leads from who speaks to the place: what stands behind `you asked about secrets:` is no word of theirs."""
_ABOUT: Final = r"(?:comment|question|remark|ticket|issue|complaint|discussion|thread|mail|message|rumou?r)s?"
_WHO_JA: Final = (
    r"(?:ご?質問|ご?指摘|報告|チケット|[Ii]ssue|イシュー|レビュー[アー]?|コメント|ご?依頼|プロンプト|問い合わせ|バグ票"
    r"|課題票|先方|ユーザー?)"
)

# Planned: of what is wished, only a path without a line.
_MAKES: Final = (
    r"(?:creat|add|writ|introduc|mak|put|plac|mov|stor|keep|collect|gather|hous|extract|split|sav|document|describ"
    r"|record|defin|implement|hold|factor|pull|group|ship|provid|start|build|contain|expos|carv|separat|offer"
    r"|grow|emerg|evolv|liv|go|sit|belong|becom|land|need|us|hav|host|bundl|draft|sketch|open up|be in|be called"
    r"|be named)"
)
_WORKS_ON: Final = (
    r"(?:fix|chang|updat|edit|modif|check|read|see|look|review|refactor|remov|delet|drop|harden|patch|renam|improv"
    r"|replac|call|import|run|test|inspect|audit|clean|simplif|rewrit|compar|not(?:e|ic)|find|tell|confirm|verif"
    r"|bypass|abus|exploit|crash|fail|rais|break|leak|trigger|caus|happen|reach|block|trust|start with|rely|touch"
    r"|adapt|extend|correct|revert|repair|consult|study|open|mention|point|show|explain|guard|protect|overwrit|steal)"
)
_WE: Final = r"\b(?:i|we|you|one|let's|let us|let me)"
_MODAL: Final = (
    r"(?:would|could|might|may|shall|should|must|ought to|will|can|want to|need to|plan to|intend to|am going to"
    r"|are going to|have to|hope to|like to|aim to|propose|suggest|recommend|prefer|consider|had better|'d|'ll)"
)
_TO_PLACE: Final = rf"(?:`[^`\n{AT}]*`|[^.;:：?`{AT}]){{0,90}}?\b(?:in|into|to|at|under|as|inside|within|for|with|of)"
_TO_MAKE: Final = (
    r"(?<!used )(?<!seems )(?<!appears )(?<!order )\bto (?:create|add|introduce|put|place|move|keep|collect|gather"
    r"|house|extract|split|document|factor|pull|group|ship|provide|host|bundle|carve|separate|have|start)\b"
)
_STOPS: Final = (
    r"(?=\s*(?:[.,;:)）|]|\Z)|\s+(?:by|first|then|next|later|and|to|for|with|once|if|when|as|instead|in its)\b)"
)
_A_FILE: Final = rf"(?:(?:an?|the|new|its own|separate|own)\s+)*(?:{FILE}\s+)?(?:(?:called|named)\s+)?"
_LABEL: Final = (
    r"(?:create|add|write|introduce|todo|to[- ]do|next(?: up| steps?)?|plan(?:ned)?|proposals?|proposed|future|upcoming"
    r"|ideas?|suggestions?|suggested|target|drafts?|later|backlog|follow-?ups?|wanted|open tasks?|still open"
    r"|on (?:my|our|the) (?:list|agenda|roadmap)"
    r"|not (?:part of|in|for) [\w ]{2,30}|out of scope|except|(?:phase|stage|step|milestone|sprint|iteration) \w+"
    r"|\w{0,6}案|(?:今後|次)の?\w{0,6}|未着手|作成(?:する)?|追加(?:する)?|新設|予定|計画|提案|案|課題|やること)"
)
_INTENT: Final = r"(?:proposal|plan|idea|suggestion|option|candidate|goal|vision|wish|draft|preference|favou?rite)"
_FITS: Final = (
    r"(?:natural|right|good|fine|better|best|fitting|appropriate|sensible"
    r"|(?:the|an?) [\w ]{0,20}(?:place|home|spot|fit))"
)
_WISH_JA: Final = (
    r"(?:たい|ましょう|でしょうか|ますか|ませんか|いかが|どう(?:です|でしょう)|予定|つもり|べき|かもしれ|ほうが|方が"
    r"|提案|検討|想定|ください|下さい|案です|方針|計画|と(?:よ|良)い|と思い|どうか|案(?:が|も|を)|必要(?:になる|かも))"
)
_WORKS_ON_JA: Final = r"(?:修正|変更|確認|見て|見る|参照|読|直[しす]|削除|更新|改善|編集|調べ|ご覧)"

# Generated: what tools make need not be there.
_MADE_BY: Final = (
    r"(?:generated|produced|compiled|written|created|built|emitted|rendered|downloaded|made|filled in|dumped)"
)
_WHEN: Final = (
    r"(?:by (?!me\b|us\b|hand\b)|during |when(?:ever)? |while |upon |as part of |from |at (?:\w+[ -])?(?:time|build"
    r"|install"
    r"|release|start)|on (?:build|install|release|import|demand|the fly|first)|in (?:the )?(?:build|packaging|release"
    r"|CI)|with (?:every|each)|after |once )"
)

_SENSES: Final[Mapping[str, tuple[str, ...]]] = {
    "set elsewhere": (
        rf"(?:{STARTS}|[(（]|\b(?:and|but|while) )(?:(?:only|even|also|already|still) )?(?:in|on|at|as of|until|up to"
        rf"|before|with|by|from) {_ELSE}(?! too\b|,? as well\b)[^.;{AT}]{{0,60}}{_OPEN}",
        rf"{CLOSE}[^.{AT}]{{0,80}}\b(?:reported|filed|raised|seen) (?:against|for|with) {_ELSE}",
    ),
    "unseen": (
        rf"{CLOSE}[\s,;.—–(-]*(?:(?:but|and|yet|though|however),? )?(?:(?:it|this|that|which"
        rf"|the (?:{_CITATION}|{FILE})) )?(?:(?:could|can)(?: not|n['’]t)|cannot) be {_PROVED}",
        rf"{CLOSE}[\s,(—–-]*(?:(?:which|that|it) )?(?:has |have )?(?:failed|did(?: not|n['’]t) pass|does(?: not"
        r"|n['’]t) pass) (?:the |its )?(?:verification|check)",
        rf"\b(?:(?:unable|not able|impossible) to|(?:could|can)(?: not|n['’]t)|cannot) (?:verify|confirm|substantiate"
        rf"|corroborate) (?:(?:the|this|that|its|their) )?(?:{_CITATION}s? (?:(?:about|to|at|on|in|of|for) )?)?{_OPEN}",
        rf"\b(?:i|we) (?:have|did|could|do)(?: not|n['’]t) (?:yet )?(?:verif|check|confirm|look|open|read|tr[iy])\w*"
        rf"(?: (?:at )?(?:this|that|it|these|the following|any of (?:this"
        rf"|it)))?(?: yet)?\s?[:：—–-]+\s[^.;{AT}]{{0,60}}{_OPEN}",
        rf"[(（—–,-]\s?(?:but )?(?:not (?:yet )?{_LOOKED}|unchecked|unverified|unconfirmed|from memory)\s?[)）—–,-]"
        rf"[^.;{AT}]{{0,60}}{_OPEN}",
        rf"{CLOSE}[(（—–,-]\s?(?:but |though )?(?:not (?:yet )?{_LOOKED}|unchecked|unverified|unconfirmed"
        rf"|from memory)\b",
        rf"\b(?:my|a|an|the|wild|educated|best) guess(?:es)?\b[^.;{AT}]{{0,40}}(?:\bis|\bwould be"
        rf"|[:：—–])\s(?:(?:that|it|is|in|at)\s)*"
        rf"{_OPEN}",
        rf"(?:未確認|未検証|未読)(?:です|な|だ)?(?:が|けど|けれど|の(?:です|だ)が)、?[^。；{AT}]{{0,40}}{_OPEN}",
        rf"(?:確認|検証)(?:は|を|が)?(?:まだ)?(?:して|でき)(?:て)?(?:い)?(?:ません|ない)(?:が|けど|の(?:です|だ)が)、?[^。；{AT}]{{0,40}}{_OPEN}",
        rf"{STARTS}(?:unverified|not verified|unconfirmed|failed verification|could not be verified|未検証|検証不可)"
        rf"(?: {_CITATION}s?)?\W*[:：][*_\s]*{_OPEN}",
        rf"(?:{STARTS}|\b(?:the|an?|one|only|another) )(?:failed|invented|false|wrong|rejected|bogus|hallucinated"
        rf"|unverified|fabricated|made-up) {_CITATION}s?"
        rf"(?: (?:is|was|are|were))?\W{{0,3}}{_OPEN}{_NO_MORE}",
        rf"\b(?:invented|hallucinated|fabricated|made up) (?:an?|the|this) (?:{_CITATION}|{FILE})\W*(?:to )?{_OPEN}",
        rf"{CLOSE}[^{AT}]{{0,60}}?[\s;,.—–(-](?:that|this|the|which) {_CITATION} (?:is|was) (?:bogus|invented|made up"
        r"|hallucinated|fabricated|wrong|false|incorrect|a mistake)\b",
        rf"\b(?:(?:earlier|previously|before|above|at first|initially),? (?:i|we)|(?:i|we) (?:earlier|previously"
        rf"|wrongly|mistakenly|incorrectly|first)) (?:wrote|said|cited|named|claimed|stated|reported)"
        rf" {_OPEN}{_NO_MORE}",
        rf"{CLOSE}(?:は|が)(?:誤り|誤記|間違い)[^{AT}。]{{0,8}}正しくは",
        rf"{CLOSE}[^。{AT}]{{0,20}}?検証(?:は|が)?(?:でき|取れ)(?:ませ|な)",
        rf"{CLOSE}[^{AT}]{{0,100}}?[\s;,.—–(-](?:(?:but|and|yet|however|though|so),? )?(?:i|we)(?:'ve|'m)? (?:have "
        rf"|am |was |still )?"
        r"(?:never|could ?n[o']t|could not|cannot|can['’]t|did(?:n't| not)|do(?:n't| not)|not|unable to|haven't"
        r"|have not) "
        r"(?:yet |even |actually |been able to )?(?:find|found|see|seen|saw|locate|open|opened|check|checked|verify"
        r"|verified|confirm|confirmed|have|look|looked|read|tell)(?: (?:it|that|this|them|one|such \w+(?: \w+)?"
        r"|any(?:thing)?(?: of the kind)?))?"
        r"(?: (?:(?:from )?here|there|in (?:this|our|my) \w+|on my side|myself|up|at it))?(?=\W*\Z|\s*[.,;:)])",
        rf"{CLOSE}[^{AT}]{{0,100}}?[\s;,.—–(-](?:i|we) found (?:nothing|no trace|none|no such)\b",
        rf"{CLOSE}[^{AT}]{{0,60}}?[\s;,.—–(-](?:it|that|this|which|(?:that|this|the) {FILE}) (?:never|was never"
        rf"|has never) (?:got|went|made it|came|been|merged|committed|landed|existed|part|written|created|added)\b",
        rf"{CLOSE}[^。{AT}]{{0,60}}?(?:見つけられ|見当たり|見つかり|確認でき|確認してい|確認は?取れ)(?:ませ|な)",
        rf"{CLOSE}[^。{AT}]{{0,20}}?(?:は未確認|未確認です)",
        rf"{CLOSE}[^。{AT}]{{0,80}}?(?:この|本|当)(?:リポジトリ|プロジェクト|ツリー|パッケージ|ソース)の?(?:もの|ファイル"
        rf"|コード|一部)?(?:では|じゃ)(?:ありませ|な[いく])",
        rf"{CLOSE}[^{AT}]{{0,90}}?\b(?:is|are|was|were)(?: not|n['’]t) "
        rf"(?:(?:an? |any )?(?:part|{FILE}|code|one) )?(?:of|in|from) (?:this|our) "
        r"(?:repo\w*|tree|project|package|code ?base|source)\b",
        rf"{CLOSE}[^{AT}]{{0,100}}?(?:こちら|ここ|手元|当方)から(?:は|では)?(?:見え|見られ|確認でき|開け|アクセスでき)(?:な|ませ|ず)",
        rf"{CLOSE}(?:[^{AT}]{{0,120}}?[;,.—–(-]\s?(?:(?:and|but) )?(?:which|(?:that|this|the|its|their) (?:repo\w*"
        rf"|project|app|package|code ?base|{FILE})|it|they|both) )?(?:is|are)(?: not|n['’]t) (?:(?:part of|in|among)"
        rf" (?:this|our|the) (?:checkout|clone|tree|repo\w*|archive)\b|(?:checked out|vendored|included) here\b)",
        r"\bwithout (?:having|seeing|knowing|access to|a look at) (?:your|their|his|her)(?: \w+)? "
        rf"(?:code|sources?|repo\w*|project|app\w*|scripts?|set-?up)\b[^;{AT}]{{0,80}}{_OPEN}",
        rf"{CLOSE}[^{AT}]{{0,120}}?\b(?:i|we) (?:have|had) no "
        rf"(?:access to (?:it|that|this|them)|way (?:to|of) (?:check|see|verify)\w*)\b",
        rf"{CLOSE}[^。{AT}]{{0,40}}?(?:コミット|マージ|プッシュ)(?:は|も)?し(?:ていませ|ませんでし)",
        rf"\b(?:something|somewhere|some (?:{FILE}|place|line)) (?:like|such as|around) {_OPEN}",
    ),
    "elsewhere": (
        rf"{CLOSE}(?:(?:and|or) \S{{1,80}} |[^.{AT}]{{0,80}}?[;,—–(-]\s?(?:(?:and|but) )?(?:both|all|which|that|it"
        rf"|they|these) )?(?:is|are|lies?|lives?|sits?|stands?) (?:well )?outside(?: of)? (?:this|our|the)"
        rf" (?:repo\w*|project|tree|checkout|package|code ?base)\b",
        rf"{STARTS}(?:in )?upstream [\w.-]+ {_ADVERBS}[a-z]+(?:s|ed|d|t)\b[^.,;:：{AT}]{{0,40}}{_OPEN}",
        rf"(?:{STARTS}|\b(?:and|but|while|because) )(?:(?:the|that|an?) )?{_ELSE}\s+{_ADVERBS}(?!of\b|in\b)[a-z]+(?:s"
        rf"|ed|d|t)\b[^.,;:：{AT}]{{0,40}}{_OPEN}",
        rf"{CLOSE}[,(（—–-]*\s*(?:i\.e\.,? )?(?:only )?(?:in|on|of|from|at|as of|until|before) {_ELSE}",
        rf"{CLOSE}[^.;{AT}]{{0,70}}?\b{_IS_SET}\b(?: (?!{_CAME}\b)[\w']+){{0,3}}? (?:in|on|of|from|at|to|about|with"
        rf"|by) {_ELSE}",
        rf"{CLOSE}[^{AT}]{{0,90}}?[\s;,.—–(-](?:(?:which|that|but|and) )?{_OWN}(?: [(][^)]{{0,40}}[)])? {_LACKS}",
        rf"(?<!この)(?<!現在の)(?<!同じ){_ELSE_JA}(?:上|側)?(?:の|に|で|から|について"
        rf"|に関する)[^。；{AT}]{{0,40}}{_OPEN}",
        rf"{CLOSE}[^。；{AT}]{{0,40}}?(?<!この)(?<!現在の)(?<!同じ){_ELSE_JA}\s?(?:上|側)?(?:の|に|で|から|だけ|のみ)",
    ),
    "quoted": (
        rf"\b{_WHO}\s+(?:(?:has|had|have|did|do|does|also|just|probably|\w+ly)\s+)*{_SPEAKS}{_NAMES_IT}{_OPEN}",
        rf"\b{_PERSON}\s+(?:(?:has|had|also|just|once|\w+ly)\s+)*(?!is\b|was\b|are\b|has\b)[a-z]+\b"
        rf"{_NAMES_IT}{_OPEN}",
        rf"\b(?:according to|per|as told by|as stated in"
        rf"|if we believe) (?!{_OPEN})[^.,;{AT}]{{1,60}}?,?[^.;{AT}]{{0,60}}{_OPEN}",
        rf"(?:によると|によれば|いわく|曰く)[^。{AT}]{{0,40}}{_OPEN}",
        rf"{CLOSE}(?:is|was)\s+(?:only |just )?what (?:(?:the|your|their)\s+)?{_WHO}\s+{_SPEAKS}",
        rf"\b(?:lines?|{FILE}|place|location|reference|spot|code)\s+(?:that |which )?(?:\w+ ){{0,2}}?{_WHO}\s+{_SPEAKS}"
        rf"[^.;{AT}]{{0,20}}{_OPEN}",
        rf"{CLOSE}[,(（]?\s*(?:(?:that|which|as|where)\s+)?(?:(?:the|your|this|their|a)\s+)?(?:[\w'-]+ )?{_WHO}\s+"
        rf"(?:(?:has|had|have|also|\w+ly)\s+)*{_SPEAKS}",
        rf"\b(?:the|that|this|your|their|his|her|an?) (?:mentioned|cited|quoted|alleged|supposed|so-called|claimed"
        rf"|purported)\s+(?:{FILE}\s+)?{_OPEN}",
        rf"{CLOSE}[,(（]?\s*(?:(?:is|was|as)\s+)?(?:only )?(?:mentioned|cited|quoted|referenced|requested|suggested"
        rf"|named) (?:in|by) (?:the |your |that |an? )?(?:[\w'-]+ ){{0,2}}?{_WHO}\b",
        rf"\b{_ABOUT}\s+(?:about|regarding|concerning)\s+{_OPEN}",
        rf"{_WHO_JA}[^。、{AT}]{{0,12}}(?:にある|にあった|にあり|の|された|いただいた|書かれた|挙がった|出てくる|記載"
        rf"|触れられた)[のた]?\s*{_OPEN}",
        rf"{CLOSE}(?:とのこと|という(?:ご?指摘|報告|ご?質問|コメント|話)|と(?:書かれて|書いて|言われ|おっしゃ|指摘され"
        rf"|聞[いき])|について(?:の)?(?:ご?質問|ご?指摘|コメント))",
    ),
    "named": (
        rf"(?<!\bi )(?<!\bwe )(?<=[\w,] )(?:mention|nam|quot|talk|speak|refer|ask|allud|discuss|bring|brought|cit)(?:s"
        rf"|es|ed|d|ing)?(?: up)?(?: of| to| about| for)? (?:the |an? )?(?:{FILE} )?{_OPEN}",
    ),
    "asked": (
        rf"\b(?:wonder|sure|know|tell|clear|unclear|unknown|check|ask|see|decide|doubt|remember"
        rf"|say)\w*\W+(?:\w+ ){{0,3}}?"
        rf"(?:whether|if)\s+(?:the |an? )?(?:{FILE} )?{_OPEN}[^{AT}]*{AT}[`\"'*)）]*\s+(?:even |really |actually "
        rf"|still |ever )?"
        r"(?:exists?|existed|(?:is|was|were) (?:there|the|an?|in|on|part|meant|real|correct|right|still)\b)",
        rf"(?:{STARTS}|[,;]\s)(?:if|when|unless|in case|should)\s+(?:(?:the|an?|any|some|such an?)\s)?(?:{FILE}\s)?"
        rf"{_OPEN}[^{AT}]*{AT}[`\"'*)）]*\s(?:ever |still |really )?(?:exists?|shows? up|appears?|turns? up|comes? up"
        rf"|is (?:there|present|missing|around))\b",
        rf"\bif\s+[^.,;:：{AT}]{{1,60}}?\s(?:were|lived|stood) (?:(?:in|at|called|named|to live in) )?{_OPEN}",
        rf"\b(?:whether|if)\s+(?:there (?:is|was|were)|(?:you|we|they|it) (?:have|has|had)) (?:an? |any "
        rf"|such an? )?(?:{FILE} )?{_OPEN}",
        rf"{CLOSE}[,(（—–]*\s?if (?:it|that|this|one|such an? {FILE}|they) (?:exists?|(?:is|are) (?:there|present))\b",
        rf"\b(?:whether|if)\s+[^.;:：{AT}]{{1,60}}?\s(?:needs?|requires?|wants?)\s+(?:the |an? )?(?:{FILE} )?{_OPEN}",
        rf"{CLOSE}(?:を[^。{AT}]{{1,8}}か(?:は|どうか|否か)|かどうか|か否か|があるか|は(?:あり|存在し)ますか)",
    ),
    "undecided": (
        rf"\b(?:whether|where|how|when|what|which) (?:to\b|(?:we|i|you) (?:should|want"
        rf"|need)\b)[^.;:{AT}]{{0,60}}?\s{_OPEN}",
    ),
    "planned": (
        rf"\b(?:let me|let us|let's)\s+{_ADVERBS}(?!{_WORKS_ON})(?:`[^`\n{AT}]*`|[^.;:：`{AT}]){{0,90}}?{_OPEN}",
        rf"{STARTS}(?:maybe|perhaps)\b[^.;{AT}]{{0,80}}{_OPEN}",
        rf"{_WE}\s*{_MODAL}\b\s*+{_ADVERBS}(?!{_WORKS_ON})(?:`[^`\n{AT}]*`|[^.;:：`{AT}]){{0,110}}?{_OPEN}",
        rf"\b(?:would|could|might|may|shall|should|must|ought to|will|can|needs? to"
        rf"|has to)\s+{_ADVERBS}(?:be\s+)?{_MAKES}\w*\b(?:(?:`[^`\n{AT}]*`|[^.;:：,`{AT}]){{0,90}}?)\s{_OPEN}",
        rf"{STARTS}(?:(?:please|then|first|next|finally|and|also|maybe|perhaps|better)[, ]\s*)*"
        r"(?:create|write|introduce|put|place|move|store|collect|gather|extract|split|save|document|describe|record"
        rf"|factor|pull|group|carve|separate|start|build|turn|break|draft){_TO_PLACE}\s+{_A_FILE}{_OPEN}",
        rf"(?:{STARTS}|[.;]\s+|\|\s*)\**(?:[\w/-]+ ){{0,5}}?{_LABEL}(?: (?!{_WORKS_ON})[\w'-]+){{0,5}}(?:\s*[(（][^()"
        rf"（）{AT}]{{0,40}}[)）])?\**\s*(?:[:：→]|[-=]>)\**\s*"
        rf"(?!{_WORKS_ON})(?:`[^`\n{AT}]*`|[^:：`{AT}]){{0,80}}?{_OPEN}",
        rf"\A[\s>]*(?:[-*+]\s*)?\[ \]\s[^{AT}]{{0,120}}{_OPEN}",
        rf"\b{_INTENT}s?\b[^.;:：{AT}]{{0,30}}?(?:\bis\b|\bwould be\b|[:：,—–])\s*(?:to \w+ )?(?:(?!in\b|at\b)[\w-]+,?"
        rf" ){{0,5}}?{_OPEN}",
        rf"{_TO_MAKE}(?:`[^`\n{AT}]*`|[^.;:：,`{AT}]){{0,90}}?\s{_OPEN}",
        rf"\ban?\s+(?:(?!in\b|at\b|of\b|on\b|from\b)[\w-]+\s+){{0,4}}?(?:{FILE},?\s+)?(?:(?:say|like|called|named"
        rf"|such as|e\.g\.),?\s+){{0,2}}{_OPEN}[^{AT}]*{AT}[`\"'*)）]*,?\s+(?:would|could|might|should|may|will)\b",
        rf"{CLOSE}(?:would|could|might|should|may|will|can)\s+{_ADVERBS}(?:be (?:(?:the|an?)\b|(?:created|added|written"
        rf"|introduced|made){_STOPS})|{_MAKES}\w*\b)",
        rf"{CLOSE}(?:seems?|looks|sounds|feels)\b[^.;{AT}]{{0,20}}?\b{_FITS}",
        rf"{STARTS}(?:had|were|if|should)\b[^;{AT}]{{0,80}}{_OPEN}[^{AT}]*{AT}`?(?:`[^`\n{AT}]*`|[^.;`{AT}]){{0,120}}?(?:\b(?:would|could"
        rf"|might)\b|'d\b)",
        rf"\b(?:would|could|might)\b[^;{AT}]{{0,80}}\bif\b[^;{AT}]{{0,60}}{_OPEN}",
        rf"\b(?:i|we|you)(?:['’]d| would| could| might)\b[^.;{AT}]{{0,120}}[:：—–][^.;{AT}]{{0,120}}\b(?:goe?s?"
        rf"|moves?|lives?|lands?|ends? up)"
        rf"\s(?:in|into|to|under)\s+{_OPEN}",
        rf"{CLOSE}[はをも]?(?:これから|後で|後ほど|今後|追って|別途)[^。；{AT}]{{0,20}}?(?:追加|作成|用意|新設|導入|実装)(?=\W*\Z)",
        rf"{CLOSE}{ALSO}(?:という|の(?:\d|[二三四五])(?:つ|件|ファイル))?(?:ファイル|モジュール)?(?:[をにへが]|として|あたり)"
        rf"(?!{_WORKS_ON_JA})[^。；{AT}]{{0,60}}{_WISH_JA}",
        rf"{CLOSE}(?:を|の)?(?:新規作成|新設|作成|追加|導入)(?:し(?!ま|た|て(?:い|あ|お))|する|予定|案)",
        rf"{CLOSE}[にへ](?:書く|置く|まとめる|記載する|追記する|配置する|追加する|移す|切り出す)(?=\W*\Z)",
        rf"{CLOSE}を(?:[^。；{AT}]{{0,40}}で)?生成する(?=\W*\Z|予定|必要|こと)",
        rf"{CLOSE}[をにへ][^。；{AT}]{{0,20}}(?:置|入れ|作|移|まとめ|書|足)[くるすう]のが(?:自然|よ|良|適切|妥当|無難|筋)",
        rf"(?:もし|仮に)[^。；{AT}]{{0,60}}(?:があれば|ができれば|を作る?なら|を作れば|がある(?:なら|場合))[^。；{AT}]{{0,30}}{_OPEN}",
        rf"(?:{STARTS}|\b(?:then|here|first|finally|next),? )(?:we|i) (?:then |also |first |now )?"
        rf"(?:add|create|introduce)\s+{_A_FILE}{_OPEN}",
    ),
    "to come": (
        rf"{CLOSE}(?:will|is going to|is (?:due|expected|scheduled) to)\s+{_ADVERBS}(?:be (?:there|part|added|merged"
        rf"|in)\b|exist|appear|arrive|come|follow|land)",
        rf"{CLOSE}[^。；{AT}]{{0,20}}(?:追加|作成|導入|実装|新設)(?:される|する)?(?:見込み|予定|はず|計画)",
        rf"\bthere (?:will|would|could|might) (?:then )?be (?:an?|the|one|some) (?:\w+ )?{_OPEN}",
        rf"\b(?:would|could|might|will)\s+{_ADVERBS}(?:move|go|live|end up|land)\s+(?:in|into|to|at|under)\s{_OPEN}",
    ),
    "generated": (
        rf"{CLOSE}(?:\w+ )?(?:(?:is|are|gets?|get|will be|would be)\s+)(?:(?:only|then|usually|normally|auto-?"
        rf"|automatically)\s*)*{_MADE_BY}\s+(?:\w+ly )?(?:(?:and|or) \w+ )?{_WHEN}",
        rf"{CLOSE}(?:is|are)\s+(?:only |just )?(?:an? |the )?(?:build|generated|compiled|derived|temporary"
        rf"|intermediate)\s(?:products?|artifacts?|artefacts?|files?|outputs?|results?)\b",
        rf"{CLOSE}(?:comes? out of|is (?:the |an? )?(?:output|result) of|results? from) ",
        rf"{CLOSE}(?:only )?(?:appears?|shows? up|comes? into being|turns? up|is there|exists?)(?: only)? (?:once"
        rf"|after|when|as soon as|during)\b",
        rf"\b(?:auto-?)?generated\s+(?:{FILE}\s+)?{_OPEN}",
        rf"{CLOSE}[はが]?[^。；{AT}]{{0,30}}(?:ビルド|コンパイル|インストール|実行|パッケージ|リリース"
        rf"|起動)[^。；{AT}]{{0,12}}(?:生成|作成|出力|作られ|書き出)さ?れ?(?!ました|た)",
        rf"{CLOSE}[はが]?[^。；{AT}]{{0,20}}(?:自動)?生成(?:され(?:る|ます)|物|ファイル)",
    ),
}
_FRAMES: Final = {mood: Sense(words) for mood, words in _SENSES.items()}
_ADDED_TO: Final = re.compile(
    rf"\b(?:add|put)\w*\b[^{AT}]{{0,30}}{_OPEN}[^{AT}]*{AT}[`\"'*)）」\]]*\s+(?:in)?to (?:the|an?|our|its|my)\b",
    re.IGNORECASE,
)
"""What is added to a list has to be there."""
OF_LINES: Final = frozenset(("set elsewhere", "elsewhere", "quoted", "named", "asked", "unseen", "to come"))
"""Moods in which a line need not be there either."""
_ENTRY: Final = re.compile(
    rf"[\s>]*(?:[-*+•]|\d+[.)])\s+(?:\[ \]\s)?{_OPEN}[^{AT}]*{AT}[`*]*+(?!\s*(?:[(（][^()（）]*[)）])?\s*[a-z]+s\b)"
    rf"(?![^{AT}]*\b(?:is|are|was|has|does)\b)"
)
_WISHED: Final = re.compile(
    rf"{_WE}\s*{_MODAL}\b|\b(?:could|would|might|may|should|ought)\b|\b{_INTENT}s?\b|\b(?:propos|suggest|recommend)\w*"
    r"|\b(?:valid|possible|allowed|supported|accepted|recogni[sz]ed|default) (?:locations?|paths?|places?"
    r"|(?:file ?)?names?)\b"
    rf"|\b{_LABEL}\W*\Z|{_WISH_JA}",
    re.IGNORECASE,
)
"""What leads to a list of what is not there yet."""
_WORKED_ON: Final = re.compile(rf"\b{_WORKS_ON}|{_WORKS_ON_JA}", re.IGNORECASE)
_CLAUSE: Final = 30
"""Characters beside a place in which the verb of its clause stands."""
_BEYOND: Final = frozenset(("set elsewhere", "elsewhere", "unseen"))
"""Moods that the next sentence may tell as well."""
_ASKS: Final = re.compile(
    r"(?:\A\W*|[,;:：—–(（]\s*(?:\w+ ){0,2}|\b(?:and|or|but|so|then)\s+)"
    r"(?:(?:is|are|was|were|does|do|did|has|have|had|can|could|should|shall|would|will|may|might|must|am)(?:n't)?"
    r"|where|which|whether|what about|how about|what if|what do you|what would|or)\b"
    rf"[^{AT}]*{_OPEN}|{_OPEN}[^{AT}]*{AT}\W*\Z",
    re.IGNORECASE,
)
_PRESUMES: Final = re.compile(
    r"\A\W*(?:\w+,? )?(?:why|how (?:come|does|do|did|is|can)|what (?:does|is|makes|happens)|who|since when)\b"
    r"|,\s*(?:right|no|correct|is(?:n't)? it|does(?:n't)? it|or not)\W*\Z",
    re.IGNORECASE,
)
_ASKS_OF_LINE: Final = re.compile(
    r"\b(?:is|are|was|were)(?:n't)?\b[^?]*\Z|\b(?:do|did|can|could|have|would|will) (?:you|they|we|i|anyone|somebody)\b"
    rf"|\b(?:which|what about|whether)\b|{CLOSE}exist|{CLOSE}\W*\Z|\b(?:has|have) (?:any|some)(?:body|one)\b",
    re.IGNORECASE,
)
"""A question that leaves open whether there is such a line: it asks what is, or what somebody has."""
_ANSWERED: Final = re.compile(
    r"\s*(?:yes\b|i think so|(?:it|this|that|they|the (?:code|line|function|method)) (?:currently |already |still "
    r"|now )?(?:does|do|is|are|\w+s)\b)|\s*(?:はい|そうです|現在)",
    re.IGNORECASE,
)
_ASKS_JA: Final = re.compile(r"(?:ますか|ですか|でしょうか|ませんか|いかが|かな(?=[。？?」]|\Z)|だろうか)")

_HELD: Final = (
    r"branch|fork|release|version|series|\bPRs?\b|request|\bMRs?\b|repo|commit|tag|checkout|wheel|tarball|archive"
    r"|sdist|stash"
    r"|backport|prototype|predecessor|patch|clone|snapshot|upstream|\bv?\d+\.(?:\d|x)|\bv\d|tree|ブランチ|リリース|バージョン|版|系|PR"
    r"|プルリク|リクエスト|リポジトリ|フォーク|タグ|コミット|package|project|copy|code ?base"
)
HINTS: Final[Mapping[str, str]] = {
    "elsewhere": _HELD,
    "set elsewhere": _HELD,
    "quoted": rf"\b(?:{_WHO}|{_PERSON})\b|mentioned|cited|quoted|alleged|supposed|so-called|claimed|purported"
    rf"|{_ABOUT}|according|\bper\b|told|stated|believe|[ァ-ヶ一-龠ぁ-ん]",
    "unseen": r"verif|confirm|fail|invented|hallucin|fabricat|made.up|bogus|wrong|false|reject|wrote|said|cited|named"
    r"|claimed|stated|reported|検証|正しくは"
    r"|n['’]?t\b|never|cannot|not\b|guess|memory|un(?:checked|confirmed)|未読|unable|found|ませ|な[いか]|ず|未確認|no\b|without|some(?:thing|where)?\b",
    "asked": r"whether|\b(?:if|when|unless|in case|should)\b|か",
    "named": r"mention|nam|quot|talk|speak|refer|ask|allud|discuss|br(?:ing|ought)|cit",
    "undecided": r"whether|where|how|when|what|which",
    "planned": rf"\b(?:would|could|might|may|shall|should|must|ought|will|can|to|propose|suggest|recommend|prefer"
    rf"|consider)\b"
    rf"|'d\b|'ll\b|n't|[:：]|\[ \]|{_INTENT}|seem|look|sound|feel|[ァ-ヶ一-龠ぁ-ん]|\b(?:had|were|if|need|want"
    rf"|plan|like)\b|\b(?:in|into|at|under|as|inside|within|for|with|of)\b",
    "to come": r"will|would|could|might|going|due|expected|scheduled|追加|作成|導入|実装|新設",
    "generated": rf"{_MADE_BY}|product|art[ei]fact|derived|temporary|intermediate|appear|show|comes?|turn|there|exist"
    rf"|生成|作成|出力|作られ|書き出",
}
"""A word that each wording has."""


class Passage(NamedTuple):
    """A sentence with its place marked, how it ends, what follows and leads to it.

    `lined`: the place is a line; `made`: it is said to have been made; `hints`: moods of such a place
    that some word hints at.
    """

    sentence: str
    end: str = ""
    behind: str = ""
    above: str = ""
    lined: bool = False
    made: bool = False
    hints: frozenset[str] = frozenset()


@lru_cache(maxsize=1024)
def read_mood(passage: Passage) -> Mood:
    """How the place of a passage is spoken of."""
    sentence = passage.sentence
    if _is_asked(passage):
        return "asked"
    if not passage.hints and not _is_wished_above(passage):
        return "asserted"
    if _is_in(passage, "elsewhere") and not is_ours(sentence):
        return "elsewhere"
    if _is_in(passage, "set elsewhere") and not (is_ours(sentence) or works(sentence)):
        return "elsewhere"
    if _is_in(passage, "quoted") or (_is_in(passage, "named") and not works(sentence)):
        return "quoted"
    if _is_in(passage, "unseen"):
        return "unseen"
    if _is_in(passage, "undecided") or _is_wished_above(passage):
        return "planned"
    if passage.made or shows(sentence) or works(sentence):
        return "asserted"
    if _is_in(passage, "generated"):
        return "generated"
    is_planned = _is_in(passage, "planned") and not _ADDED_TO.search(sentence)
    return "planned" if is_planned or _is_in(passage, "to come") else "asserted"


def is_worked_on(sentence: str) -> bool:
    """Whether something is done with a place, as with one that is there: beside it stands a verb that says so."""
    before, _, behind = sentence.rpartition(AT)[0].rpartition(AT)[0], "", sentence.rpartition(AT)[2]
    return _WORKED_ON.search(before[-_CLAUSE:]) is not None or _WORKED_ON.search(behind[:_CLAUSE]) is not None


def _is_in(passage: Passage, mood: str) -> bool:
    if mood not in passage.hints:
        return False
    text = f"{passage.sentence}{passage.end}{passage.behind}" if mood in _BEYOND else passage.sentence
    return _FRAMES[mood].is_said(text)


def _is_wished_above(passage: Passage) -> bool:
    """Whether it is an entry of a list that a wish leads to."""
    if passage.lined or not passage.above or not _ENTRY.match(passage.sentence):
        return False
    return _WISHED.search(passage.above) is not None and not _WORKED_ON.search(passage.above)


def _is_asked(passage: Passage) -> bool:
    """A question that does not take the place for granted, as one for the cause does."""
    sentence = passage.sentence
    if _is_in(passage, "asked"):
        return True
    is_marked = f"{sentence}{passage.end}".rstrip().endswith(("?", "？"))
    if not is_marked and "か" not in sentence:
        return False
    if _PRESUMES.search(sentence) or _ANSWERED.match(passage.behind):
        return False
    if _ASKS_JA.search(clause_of(sentence)):
        return True
    if not is_marked or not _ASKS.search(sentence):
        return False
    return not passage.lined or _ASKS_OF_LINE.search(sentence) is not None
