"""The words for what is said of a place, English and Japanese: that it was removed, is not there, is another's."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats import moods, plans, samples
from renkei.reports.formats.clauses import SUBJECT
from renkei.reports.formats.place_grammar import (
    ALSO,
    AT,
    CLOSE,
    ENDS,
    FILE,
    LISTED,
    OPEN,
    OPEN_WIDE,
    STARTS,
    THING,
    Sense,
)

_LABEL: Final = r"(?:\A\W*|[-*+:：,、(（|・]\s*)"
_IN_TREE: Final = (
    r"in (?:the|this|our|my) (?:\w+ )?(?:tree|repo\w*|project|code ?base|checkout|branch|work\w*|folder|directory"
    r"|archive|tarball|sdist|distribution)"
)
_STOPS: Final = (
    r"(?=\s*(?:[.,;:!?)）\]。、|—–-]|\Z)|\s+(?:from|and|but|so|because|here|yet|now|as|which|though"
    rf"|while|too|{_IN_TREE})\b)"
)
"""Nothing is missing in it: it is missing itself."""
_BARE: Final = (
    rf"[^{AT}]*{AT}[`\"'*)）」\]]*(?!-\w)(?=\W*\Z|\s*[.,;:：、。)）(（|—–?!]|\s+(?:{FILE}|and|or|nor|but|for|in|on"
    r"|at|to|by"
    r"|of|from|with|under|that|which|here|there|any ?more|yet|either|so|as|because|since|although|though|when|now|today"
    r"|exists?|is|was|are|were|left|anywhere|next|shipped|then|the|my|we|you|this)\b|\s?[ぁ-ん一-龥])"
)
"""The place alone, and no part of the name of something else."""
_NOT_THERE: Final = (
    r"(?:(?:does|do|did)(?:n't| not)(?: yet| actually| even)? exist|no longer exists?|never existed"
    rf"|(?:was|were) never (?:written|created|added|made|committed|merged){_STOPS}"
    r"|(?:is|was|are|were)(?: currently| still| actually| simply)*"
    rf"(?:(?: not|n't) (?:there|present|found|{_IN_TREE}|part of)| non-?existent| gone{_STOPS}"
    rf"| (?:missing|absent|nowhere)(?: to be found)?{_STOPS})|(?:could|can)(?:not| not|n't) be found)"
)
_VERDICT: Final = (
    r"(?:false|wrong|invalid|incorrect|invented|fabricated|hallucinated|bogus|refuted|stale|誤り|虚偽|捏造|間違い)"
)
_REASON: Final = (
    rf"(?:no such (?:{FILE}|line|place){_STOPS}|(?:{FILE}|line|it) (?:does(?: not|n't) exist|is not there)"
    rf"|(?:past|beyond|behind) the (?:end of (?:the|its|this|that) {FILE}|(?:end|last line){_STOPS})"
    rf"|out of range{_STOPS}|(?:行|ファイル|箇所|場所)[はが](?:[存実]在しま?せん|[存実]在しない|ありません|ない|無い))"
)
"""Why a reference cannot be true: there is no such place."""
COUNT: Final = re.compile(
    r"\b(?:has|have|had|is|are|only|just|contains?|counts?|with|about) (?:only |just "
    r"|exactly )?(?P<has>\d{1,7})[ -]lines?\b"
    r"(?! of)|[(（](?P<aside>\d{1,7}) lines?[)）]|\b(?:ends?|stops?|finish(?:es)?|is over)(?: already)? (?:at|after"
    r"|on|with)(?: line)? (?P<ends>\d{1,7})\b|(?P<ja>\d{1,7})\s*行(?!目)",
    re.IGNORECASE,
)
"""How many lines the file has."""
_MENTION: Final = (
    r"\b(?:mention|cit|refer|point|nam|quot|list|report|claim|say|said|ask|invent)\w*(?: to| for| at| about| in)? "
)
"""A place that somebody else spoke of."""
_IN_REPORT: Final = (
    r"(?:(?:in|from|of) (?:the|your|my|that|this|their|its) (?:[\w'’-]+ ){0,2}"
    r"(?:report|review|ticket|answer|issue|comment|message|result|list|prompt|task)\s+)?"
)
_RUNTIME: Final = (
    r"\b(?:CPython|(?:Python )?standard library|stdlib|JDK|site-packages|node_modules|glibc"
    r"|(?:kernel|system) headers)\b"
)
_FAMED: Final = (
    r"(?:Kubernetes|Docker|Django|Flask|FastAPI|Rails|React|Vue|Angular|Next\.js|Node(?:\.js)?|Deno|Linux|Git|SQLite"
    r"|Postgres(?:QL)?|MySQL|Redis|Kafka|nginx|Apache|CPython|PyPy|pytest|NumPy|pandas|SQLAlchemy|Celery|Spring|Tokio"
    r"|LLVM|GCC|Ruby|Perl|PHP|Java|Kotlin|Swift|Rust|Go|Python|Chromium|Firefox|VS Code|Terraform|Ansible"
    r"|Prometheus|TensorFlow|PyTorch)"
)
"""Projects that a text compares its own with."""
_KEEPS: Final = (
    r"(?:(?:also|only|\w+ly) )?(?:keeps|does|has|handles|implements|solves|checks|defines|stores|puts|raises|makes"
    r"|builds|reads)"
)
_DEPENDENCY: Final = (
    r"(?:(?:(?:installed|direct|transitive|declared|external|pinned|third-party) )?dependenc(?:y|ies)(?! \w)"
    r"|third-party(?: \w+)?|(?:installed|external) (?:package|library|module))\b"
)
_DEPENDENCY_JA: Final = (
    r"(?:依存(?:ライブラリ|パッケージ|モジュール|先)|(?:サードパーティ|外部|インストール済み)(?:製)?の?"
    r"(?:ライブラリ|パッケージ|モジュール))"
)
_PROJECT: Final = r"(?:project|repository|repo|application|app|code ?base|library|package)"
_MACHINE: Final = (
    r"(?:(?:production|prod|staging|live|remote|build|(?:customer|client|user|reporter|author|colleague)['’]s|your|their)"
    r"(?: own)? (?:servers?|machines?|computers?|workstations?|hosts?|box(?:es)?|clusters?|systems?|environments?"
    r"|containers?|pods?|VMs?|laptops?)\b)"
)
_MACHINE_JA: Final = (
    r"(?:(?:本番|ステージング|検証|リモート|顧客|お客様|ユーザー?|先方|お手元)の?"
    r"(?:サーバー?|環境|マシン|ホスト|端末|PC|クラスタ))"
)
_HOST: Final = r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|[\w-]+\.(?:org|io|dev))"
_ENDS_JA: Final = (
    r"(?=[。、．,.;；（）()「」\"'\s|]|\Z|ため|ので|が|よう|こと|はず|です|から|けど|の[でに]|と(?:い"
    r"|の|思|考|判|報|見|分|わ))"
)

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "removed": (
        r"\b(?:remov\w*|delet\w*|renam\w*|mov(?:ed|ing)|dropp\w*|gone|no longer|used to|formerly|previously|obsolete"
        r"|retired|replaced|merged into|split (?:up|into))\b",
        r"(?:削除|廃止|除去|リネーム|改名|名称変更|移動|統合)(?!され(?:て(?:い)?な|ませ)|し(?:て(?:い)?な|ませ))"
        r"|なくな|消し|消去|旧ファイル|移(?:り|し|さ)(?:まし|た|れ)",
    ),
    "taken away": (
        rf"(?:{STARTS}|\b(?:i|we|and) )(?:(?:also|now|have) )*(?:remov|delet|dropp?)(?:e|es|ed|ing)?\s+"
        rf"(?:(?:the|deprecated|unused|obsolete|old)\s+){{0,3}}(?:{FILE}\s+)?{OPEN}[^{AT}]*{AT}[`\"'*]*"
        rf"(?=\W*\Z|\s*[.,;:(（)]|\s+(?:{FILE}|symlinks?|and|from|as|since|because|in favou?r)\b)",
        rf"{SUBJECT}(?:(?:{FILE}|symlink) )?(?:(?:is|are|was|were|has been|have been|got)\s+(?:\w+ly\s+)?"
        rf"(?:removed|deleted|dropped){_STOPS}|(?:(?:was|were|has been|have been|is now) )?(?:moved|renamed"
        r"|merged|folded|absorbed|inlined) (?:in)?to\b)",
        rf"{CLOSE}(?:を|は)(?:すでに|既に)?(?:削除|廃止|除去)(?:しま?した|され(?:た|ました|ている|ています))",
    ),
    "kept": (
        r"(?:\b(?:never|not|nor|without)|n't)(?: been| be| being| yet| actually| ever)* (?:remov|delet|renam|mov"
        r"|dropp)\w*",
    ),
    "absent": (
        r"\b(?:there(?:'s| is| was| are| were)(?: currently| still)? no|there (?:isn't|wasn't|aren't)|no such"
        r"|has no|have no|lacks?|without(?= (?:an?|any|such)\b)|(?<!\w )no"
        r"|(?:could(?: not|n't)|can(?: not|not|'t)) (?:find|see|open|read|locate|access|stat)"
        rf"|(?:unable|not able|\w+n't able) to (?:find|see|open|read|locate|access))\s+{THING}{OPEN}{_BARE}",
        rf"\bno such {FILE}(?: or directory)?\s*[:：]\s*{OPEN}",
        rf"{_LABEL}(?:missing|not found|does not exist|do not exist|absent)\s*(?:{FILE}\s*)?[:：]?\s*{OPEN}",
        r"(?:\A\W*|\b(?:the|an?|this|that|your|their|its|for|on|about|cites?|mentions?|names?) )"
        rf"(?:missing|non-?existent|invented|hallucinated|absent)\s+(?:{FILE}\s*[:：]?\s*)?{OPEN}",
        rf"\b(?!no\b|any\b)[\w-]+ (?:(?:has|had|have|simply|just) )*(?:invented|hallucinated|made up|fabricated) "
        rf"(?:(?:the|a|this) (?:{FILE} )?)?{OPEN}",
        rf"(?<![がはもを])(?:[存実]在しない|見つからない|未作成の?)(?:(?:の?ファイル|もの|のは)[:：]?)?[:：]?\s*{OPEN}",
        rf"{CLOSE}(?:(?:{FILE} )?{ALSO}|[,;(（—–-]*\s*(?:(?:an? |the )?(?:(?:{FILE}|lines?) )?(?:which|that) "
        rf"|(?:but|yet|and|though|however),? (?:that |this |the )?(?:it|file|path|module) )){_NOT_THERE}",
        rf"{CLOSE}(?:is|was|are|were|gets?|got) (?:only )?(?:mentioned|cited|named|referenced|listed|requested|imported"
        rf"|expected|linked|asked for)\b[^;:：{AT}]{{0,60}}?(?:,|\b(?:but|yet|and|though)\b),? (?:it )?{_NOT_THERE}",
        rf"{CLOSE}not found{_STOPS}",
        rf"\b(?:nothing|none|no (?:{FILE}|one|\w+ of (?:ours|them)))\b[^.;:：{AT}]{{0,50}}?\b(?:called"
        rf"|named)\s+{OPEN}{_BARE}",
        rf"\b(?:expect|hop|look|search|ask|want)\w*\b[^.;:：{AT}]{{0,40}}{OPEN}[^{AT}]*{AT}[`*]* (?:to"
        rf"|for)\b[^.;:：{AT}]{{0,80}}?"
        rf",? (?:but|yet|and|though|however),? (?:the|that|this|such a) {FILE} {_NOT_THERE}",
        rf"{_LABEL}(?:missing|not found|(?:{FILE} )?(?:i |we )?(?:could|did|can)(?: not|n't) find)\s*[:：]\s*{LISTED}*"
        rf"{OPEN}{ENDS}",
        r"\b(?:look(?:ed|ing)? for|search(?:ed|ing)? for|expect(?:ed"
        rf"|ing)?)\s+{THING}{OPEN}[^{AT}]*{AT}(?![`*]*\s+to\s)"
        rf"[^;{AT}]{{0,30}}?(?:found (?:nothing|none)(?=\s*[.,;]|\s*\Z| there| of (?:the|that) | like (?:it|that))"
        r"|(?:could|did)(?: not|n't) (?:find|see) (?:it|one|any)\b|without (?:success|result)|in vain)",
        rf"\bneither\s+{LISTED}?{THING}{OPEN}[^{AT}]*{AT}[`*]*\s+(?:nor\s+`[^`\n]{{1,200}}`\s+)?"
        r"(?:exists?|is there|was found)\b",
        rf"{CLOSE}[,;:：(（—–-]*\s*(?:(?:but|yet|and|though|however),? )?(?:there (?:is|was)|there's|i (?:found|see)"
        rf"|we have) no (?:such )?{FILE}{_STOPS}|{CLOSE}[:：—–-]\s*no such {FILE}{_STOPS}",
        rf"{CLOSE}[(（](?:missing|not found|absent|does not exist(?: yet)?|no such {FILE}(?: or directory)?"
        r"|non-?existent|[存実]在しない|なし)[)）]",
        rf"{CLOSE}{ALSO}(?:という)?(?:ファイル|モジュール)?\s*(?:自体)?(?:は|が|も)?\s*(?:まだ)?"
        rf"(?:[存実]在し(?:ない{_ENDS_JA}|なかった|ませ)|見つから(?:ない{_ENDS_JA}|なかった)|見つかりませ"
        rf"|見当たら(?:ない{_ENDS_JA}|なかった)|見当たりませ|ありません|(?:ない|無い){_ENDS_JA}|未作成)",
        rf"{CLOSE}[はも]?[存実]在しない(?:参照|パス|ファイル|行|場所|箇所|モジュール)",
        rf"{CLOSE}[^。；{AT}]{{0,12}}(?:とあり|とある|参照|うとし|探し|検索|指摘|報告|記載|言及"
        rf"|挙げ)[^。；{AT}]{{0,12}}"
        r"が、?(?:その(?:ような)?|該当(?:する)?|当該)?の?(?:ファイル|モジュール|行|箇所)[はが][^。；、]{0,20}?"
        rf"(?:[存実]在しませ|[存実]在しない{_ENDS_JA}|ありません|見つかりませ|見当たりませ|ない{_ENDS_JA})",
        rf"{CLOSE}[:：、—–-]\s*(?:(?:そ(?:の(?:ような)?|んな)|該当(?:する)?)の?)?(?:ファイル|モジュール|行)(?:自体)?[はが]"
        r"(?:[存実]在し|見つかり|あり)ませ",
        rf"{CLOSE}[^;{AT}]{{0,60}}\bbut (?:i|we) (?:found|find|see) no such {FILE}\b",
        rf"{CLOSE}[^;{AT}]{{0,60}}\b(?:it|(?:that|this|the) (?:file|module|package)) (?:is|was) "
        rf"(?:never|not) (?:a )?part of (?:this|the|our) {_PROJECT}\b",
        rf"\bthere (?:used to be|once was|was once) (?:an? )?{OPEN}[^{AT}]*{AT}[`*]*\s*"
        r"(?:[.,;)]|here\b|in (?:this|our)\b|\Z)",
        rf"{CLOSE}(?:は|では)(?:[^。；が{AT}]|が、){{0,60}}(?:ツリー|リポジトリ)に(?:は)?含まれてい(?:ません|ない)"
        r"(?=[。、\s]|\Z)",
        rf"{CLOSE}[^。；{AT}]{{0,30}}が、?(?:今|いま|現在|現行|現状)の?(?:ツリー|リポジトリ|コード(?:ベース)?|ソース|版"
        rf"|バージョン|ブランチ)?(?:に)?(?:は|も)?(?:もう)?(?:[存実]在しませ|[存実]在しない{_ENDS_JA}|ありません|ない{_ENDS_JA}"
        r"|残ってい(?:ませ|な))",
        rf"\b(?:if|though|suppose|imagine|pretend)\b[^,;:：{AT}]{{0,60}}{CLOSE}(?:existed\b|were there\b)",
        rf"{CLOSE}[^;{AT}]{{0,60}}?\b(?:is|are) (?:history|a thing of the past|long gone)"
        r"(?=\s*[.,;)]|\s*\Z| since\b| now\b)",
        rf"\b(?:links?|references?|pointers?) to (?:the )?{OPEN}[^{AT}]*{AT}[`\"'*)]*"
        r"(?: (?:in|from|of) [\w ]{1,30}?)? (?:is|are|will be)(?: (?:therefore|thus|hence|now|all)){0,2}"
        r" (?:dead|broken)\b",
    ),
    "not seen": (
        rf"\b(?:did|do|does)(?: not|n't) (?:find|have|see)\s+{THING}{OPEN}{_BARE}(?! at first)",
        rf"{CLOSE}[^;{AT}]{{0,30}}\b(?:because|since|as) (?:the|that|this) {FILE} "
        r"(?:is missing|does(?: not|n't) exist)",
    ),
    "refuted": (
        rf"{CLOSE}{_IN_REPORT}(?:(?:(?:is|was|are|seems|[❌✗→|:：—–-]+)\s*)*(?:an? )?{_VERDICT}\b"
        rf"|[❌✗])[^;{AT}]{{0,40}}?\W{_REASON}",
        rf"{SUBJECT}{_IN_REPORT}(?:is|was) (?:invented|fabricated|hallucinated|non-?existent|fictitious"
        r"|made up)(?! by hand)\b",
        rf"{CLOSE}(?:は|も)?(?:捏造|架空)",
        rf"{_MENTION}(?:[\w'’ ]{{0,20}} )?{OPEN}[^{AT}]*{AT}[`\"')）\]*]*[,;(（—–-]*\s*(?:which|that) "
        r"(?:must be|seems to be|looks like) (?:a mistake|a typo|wrong|invented)\b",
        rf"{CLOSE}[^。；{AT}]{{0,30}}という(?:指摘|主張|報告|記述)は(?:誤り|間違い|正しくな|事実では)",
        rf"{CLOSE}[\W_]*(?:(?:is|was|it is|must be) )?(?:(?:probably|likely|presumably|surely|perhaps"
        r"|maybe) )?(?:an? )?(?:typo|slip|mix-?up) (?:for|of)\b",
        rf"{CLOSE}[\s—–,;:(（-]*(?:(?:is|was|i) )?(?:retracted?|withdrawn|misremembered"
        r"|sorry\b[^.]{0,30}\b(?:should|meant))",
        rf"\bdid you mean {OPEN}[^{AT}]*{AT}[`\"'*]*\s*(?:\?|\Z)",
    ),
    "out of range": (
        rf"{CLOSE}(?:(?:is|was|❌|✗|→|[(（:：—–|-])\s*)*out of range(?=\s*(?:[.,;)）(（|]|\Z))|{CLOSE}(?:は"
        r"|も)?(?:[存実]在しない行|範囲外)",
    ),
    "gone": (
        rf"\b(?:previous|former|obsolete|old|remaining)\s+(?:{FILE}\s+)?{OPEN_WIDE}",
        r"\b(?:previously|formerly|used to|(?:previous|former) [\w -]{1,40}\b(?:was|were"
        rf"|had))\b[^.;:：]{{0,80}}\W{OPEN_WIDE}",
        rf"(?:以前|かつて|旧)[^。；;：]{{0,40}}{OPEN_WIDE}",
        rf"{CLOSE}(?:{FILE}\s+)?(?:is|was|are|were|has been|will be)\s+(?:\w+\s+){{0,2}}(?:deleted|removed|dropped"
        r"|gone)\b",
        rf"{CLOSE}(?:は|が|を)?(?:すでに|既に)?(?:削除|廃止)(?!すると|すれば|したら|する)",
    ),
    "before": (
        rf"\b(?:before(?: that)?|back then|at the time|until then),\s+{OPEN_WIDE}[^{AT}]*{AT}[`*]*\s+"
        r"(?:had|was|held|contained|defined|did)\b",
        rf"(?:以前|かつて|従来|昔|当時)[^。；{AT}]{{0,30}}{OPEN_WIDE}[^{AT}]*{AT}[^。；{AT}]{{0,60}}"
        r"(?:まし|でし|だっ|あっ|い)た(?=\W*\Z)",
    ),
    "elsewhere": (
        rf"{CLOSE}(?:[\w-]+\s+){{0,3}}(?:for|in|of|on|from)\s+(?:the\s+)?[\w-]+\.(?:com|org|net|io|dev)\b",
        rf"{CLOSE}(?:[\w-]+\s+){{0,3}}(?:in|of|from)\s+(?:the|another|a different)\s+[\w/.-]+\s+(?:repository|repo)\b",
        rf"\b(?:in|from|of|on) the [`\"'\[*]*[\w.-]+/[\w.-]+[`\"'\]*]*(?:\([^()\s]{{1,200}}\))? (?:repository|repo)\b"
        rf"[^.;{AT}]{{0,160}}\bin (?:the )?{OPEN}",
    ),
    "foreign": (
        rf"{_RUNTIME}(?:['’]s)?(?: (?:repository|repo|sources?|code|module|file))?\s*,?\s*(?:the\s+)?"
        rf"(?:(?:this|it|that) (?:is|stands in|lives in)\s+)?{OPEN_WIDE}",
        rf"{CLOSE}[(（]?(?:in |of |from )?(?:the )?(?:upstream )?{_RUNTIME}",
        rf"{CLOSE}[,(（—–-]*\s*(?:(?:which|that|it) )?(?:is )?(?:part of |from |in |of )?"
        rf"(?:an? |the |our |one of our )?{_DEPENDENCY}",
        rf"{AT}(?P<package>[\w-]+)/[^{AT}]*{AT}[`*)）]*\s*[,(（]?\s*(?:in|of|from) (?:the )?[`*]*(?P=package)[`*]* "
        r"(?:package|library|dependency)\b",
        rf"{CLOSE}(?:[(（]\s*{_DEPENDENCY_JA}|は{_DEPENDENCY_JA}(?:です|の|であ|に(?:あ|含)))",
        rf"{_DEPENDENCY_JA}(?:で(?:ある|は)|の|に(?:ある|は))[^。；{AT}]{{0,20}}{OPEN_WIDE}",
        rf"\b(?:another|different|upstream|external|third-party|sister|sibling|separate) "
        rf"(?:[\w.-]+ ){{0,3}}{_PROJECT}\b[^;{AT}]{{0,80}}{OPEN_WIDE}",
        rf"\b(?:your|their|(?:user|customer|caller)['’]s)(?: own)? {_PROJECT}\b[^;{AT}]{{0,60}}{OPEN_WIDE}",
        rf"{CLOSE}(?:[^;{AT}]{{0,40}}[(（])?(?:in |of |from )?(?:an? )?(?:their|your|his|her|another|different"
        rf"|separate|other|the \w+['’]s)(?: own)? (?:{_PROJECT}|code|sources?|scripts?)\b",
        rf"(?:\A\W*|[,;]\s)(?:(?:in|unlike) )?{_FAMED}(?:['’]s \w+| itself)? {_KEEPS} [^.;:：{AT}]{{0,60}}{OPEN_WIDE}",
        rf"(?:\A\W*|[,;]\s)(?P<subject>[\w-]+) {_KEEPS} [^.;:：{AT}]{{0,60}}{OPEN}(?P=subject)/",
        rf"\b{_FAMED}['’]s(?: own)? {OPEN}|\bnot to be (?:confused|mistaken) (?:with|for) (?:the )?{OPEN_WIDE}",
        rf"\bupstream (?-i:[A-Z])[\w.+-]*(?:['’]s)?[^.;:：{AT}]{{0,60}}{OPEN_WIDE}",
        rf"\b(?P<name>(?-i:[A-Z])[\w-]+)['’]s\s+{OPEN}(?P=name)/",
        rf"\btheir own {OPEN}|\bnot (?:in|of|part of) (?:this|our) {_PROJECT}\b",
        rf"{CLOSE}[,(（]?\s*(?:which|that) (?:belongs to|is part of|comes from|lives in|is (?:from|in|of)) "
        rf"(?:their|your|his|her|another|an?other|the [\w-]+['’]s)(?: own)? {_PROJECT}\b",
        rf"{CLOSE}(?:in|of|from) (?-i:[a-z][\w.-]*/[a-z][\w.-]*)(?=\s*[).,;）]|\s+\w|\Z)",
        rf"{CLOSE}[^。；{AT}]{{0,40}}(?:当|本|この)(?:リポジトリ|プロジェクト)(?:の外|外|ではな)",
        rf"{CLOSE}\(https?://{_HOST}/[\w.-]+/[\w.-]+/(?:-/)?(?:blob|tree|src)/",
        rf"[(（](?:https?://)?{_HOST}/[\w.-]+/[\w.-]+/?[)）][^;{AT}]{{0,80}}{OPEN_WIDE}",
        rf"[(（][\w.-]+/[\w.-]+[)）][^;{AT}]{{0,40}}\bits own {OPEN}",
        rf"(?:標準ライブラリ|(?:別|他|上流)の?(?:プロジェクト|リポジトリ))(?:の|では|に)[^。；{AT}]{{0,20}}{OPEN_WIDE}",
        rf"{AT}(?P<top>[\w-]+)/[^{AT}]*{AT}[`*]*\s*[(（](?P=top) v?\d+\.\d",
        rf"\bat\s+(?:[\w.$-]+/)?(?:[\w$<>]+\.)+[\w$<>]+\({AT}",
        rf"\b(?:on|in|from|of) (?:the |a |our |my )?{_MACHINE}[^;{AT}]{{0,60}}{OPEN_WIDE}",
        rf"{CLOSE}[^;.{AT}]{{0,40}}\b(?:on|in|from|of) (?:the |a |our |my )?{_MACHINE}",
        rf"{_MACHINE_JA}(?:上|内)?(?:の|では|に(?:ある|は))[^。；{AT}]{{0,20}}{OPEN_WIDE}",
        rf"(?:当|本|この)(?:リポジトリ|プロジェクト)の(?:ファイル|コード|もの)では(?:な|ありませ)[^。；{AT}]{{0,20}}{OPEN_WIDE}",
        rf"(?:利用者|ユーザー?|顧客|お客様|先方|報告者|導入先|アプリ(?:ケーション)?)側の(?:コード|プロジェクト|リポジトリ)?の?\s?{OPEN_WIDE}",
    ),
    "fork": (
        rf"\b(?:their|your|his|her|another|(?:\w+['’]s))(?: own| private| internal)? fork\b[^;{AT}]{{0,60}}{OPEN_WIDE}",
        rf"{CLOSE}[,(（]?\s*(?:(?:which|that|it) )?(?:only )?(?:exists?|is|lives?|stands?)?(?: only)? ?(?:in|of|on) "
        r"(?:the|their|your|an?other|\w+['’]s) (?:[\w-]+ )?fork\b",
    ),
    "version": (
        rf"\b(?:in|until|before|at) (?:the )?(?:version|release) v?(?P<in>\d+(?:\.\d+)+)\b[^;{AT}]{{0,30}}"
        rf"\b(?:was|were|had|lived|stood|used)\b[^;{AT}]{{0,20}}{OPEN_WIDE}",
        rf"{CLOSE}(?:from|of|in|at) (?:the )?(?:(?:version|release) v?\d+(?:\.\d+)+|v?\d+(?:\.\w+)+ (?:release"
        r"|version))\b[^;.]{0,20}\b(?:no longer|not) (?:shipped|supported|maintained|here|in this)",
    ),
    "not looked": (
        r"(?:\A[\s>*+|-]*|(?<!\bno )(?<!\bany )(?<!\bthe )(?<!\bwithout ))(?:\[(?:UNVERIFIED|未検証)\]|【未検証】)"
        r"(?!\s*(?:is|was|are|were|isn't|not|would|remains?|marks?|tags?|label|は|では)\b)",
    ),
}
"""Each sense and the words for it, English and Japanese, with the place between two NULs. A sense is said of the place
itself: what is missing in it, or made at it, says nothing of it.
"""

HINTS: Final = {
    sense: re.compile("|".join(words), re.IGNORECASE)
    for sense, words in {
        **{sense: words for sense, words in WORDS.items() if not any(AT in each for each in words)},
        "absent": (
            r"\bno\b|not\b|n't|non|never|without|lack|unable|missing|absent|nowhere|gone|longer|invented|hallucinated"
            r"|existed|were there|nothing|none|in vain|neither|nor\b|used to|once|dead|broken|history|past|gone",
            r"ない|なか|なし|ませ|無い|未作成",
        ),
        "refuted": (
            _VERDICT,
            r"❌|✗|mistake|error|typo|slip|mix|retract|withdraw|misremember|sorry|mean|made up|正しくな|事実"
            r"|non-?existent|fictitious|架空",
        ),
        "taken away": (r"remov|delet|drop|moved|renam|merged|folded|absorbed|inlined", r"削除|廃止|除去"),
        "not seen": (r"not\b|n't|missing",),
        "out of range": (r"out of range|[存実]在しない行|範囲外",),
        "planned": plans.HINTS,
        "made": plans.HINTS,
        "gone": (
            r"previous|former|used to|obsolete|remaining|deleted|removed|dropped|gone",
            r"以前|かつて|旧|削除|廃止",
        ),
        "before": (r"before|back then|at the time|until then|以前|かつて|従来|昔|当時",),
        "elsewhere": (r"\.(?:com|org|net|io|dev)\b|repo",),
        "foreign": (
            _RUNTIME,
            r"dependenc|third-party",
            _PROJECT,
            rf"\bown\b|['’]s\b|\b(?:your|their|his|her|other)\b|{_HOST}|[(（][\w-]+ v?\d+\.\d|\bat\s",
            r"標準|プロジェクト|リポジトリ|側の|依存|ライブラリ|パッケージ|モジュール|サーバ|環境|マシン|ホスト|端末|PC|クラスタ",
            _MACHINE,
            r"\b(?:in|of|from) [a-z][\w.-]*/[a-z]",
            rf"upstream|confused|mistaken|{_FAMED}|{_KEEPS}",
        ),
        "fork": (r"\bfork\b",),
        "version": (r"version|release",),
        "sample": samples.HINTS,
        **{f"mood {mood}": (words,) for mood, words in moods.HINTS.items()},
        "revision": (r"\b[0-9a-f]{7,40}\b|HEAD",),
        "branch": (r"\bbranch\b",),
    }.items()
}
"""A word of each that all its wordings have: few sentences have one, and the others need not be looked at more closely.
Where the wording does not name the place, that is all there is to it.
"""
REVISION: Final = re.compile(
    r"(?:\b(?P<how>at|in|as of|before|prior to|until|up to|since|commit|revision|rev|tag)\s+(?:the\s+)?(?:commit"
    r"|revision|rev|tag)?\s*`?"
    rf"(?P<said>[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)+)\b`?|(?P<put>\b[0-9a-f]{{7,40}}|HEAD(?:[~^]\d*)*):(?=[`]?{AT}))",
    re.IGNORECASE,
)
COMMIT_HAD: Final = re.compile(
    rf"\b(?:commit|revision|rev|tag)\s`?[0-9a-f]{{7,40}}`?\s(?:still\s|also\s)?"
    rf"(?:had|has|contained|held|shipped|carried|defined|showed)\b[^.;{AT}]{{0,40}}{OPEN_WIDE}",
    re.IGNORECASE,
)
"""What a commit had, it may have had for the last time."""
DENIED_NEXT: Final = re.compile(
    r"[.;,!?。、\s\"'”’)」`*]*(?:(?:but|and|yet|however|sorry|unfortunately|alas),?\s)?"
    r"(?:(?:this|the|our) (?:tree|repo\w*|project|code ?base|branch|checkout|package) "
    r"(?:(?:no longer|does(?: not|n't)) (?:ships?|has|have|contains?|includes?) (?:that|this|such an?|the) (?:file"
    rf"|module)\b|(?:has|contains|ships|includes) no (?P<word>\w+))|(?:that|such an?) (?:{FILE}|line) {_NOT_THERE}"
    r"|(?:i|we) (?:(?:could|did|do)(?: not|n't)|can(?: not|not|'t)) (?:find|locate|see|have|open) (?:that|such an?"
    rf"|any such) (?:{FILE}|line)\b(?!['’])"
    r"|(?:(?:i|we) (?:did|looked|checked|tried|searched)[,:;]?\s(?:but )?)?(?:(?:there (?:is|was)|there's"
    rf"|i (?:found|find|see)|we have) )?no such (?:{FILE}|line){_STOPS}"
    r"|(?:その|そのような|当該|該当する)(?:ファイル|モジュール|行)[はが][^。、]{0,20}(?:[存実]在しませ|[存実]在しない"
    r"|ありません|見つかりませ))",
    re.IGNORECASE,
)
NEITHER_NEXT: Final = re.compile(
    r"[.;\s]*(?:neither|none)(?: of (?:them|these|the two))?(?: files?)? (?:exists?|is there)(?: yet)?"
    r"(?=\s*[.;]|\s*\Z)",
    re.IGNORECASE,
)
FOREIGN_NEXT: Final = re.compile(
    rf"[;,\s]*(?:(?:it|that|this) is )?not (?:in|part of) (?:this|our) {_PROJECT}(?=\s*[.;)]|\s*\Z)", re.IGNORECASE
)
OF_OTHERS: Final = re.compile(
    rf"\b(?:nothing to do with|not (?:from|in|of|part of)|no (?:{FILE}|part) of) (?:this|our) (?:{_PROJECT}|tree)\b"
    rf"|(?:\b(?:from|of|in) |[(（])(?:another|a different|an external|some other) {_PROJECT}\b"
    r"|(?:当|本|この)(?:リポジトリ|プロジェクト)の(?:ファイル|コード|もの|出力)では(?:な|ありませ)"
    r"|(?:当|本|この)(?:リポジトリ|プロジェクト)(?:とは|には)(?:無関係|関係(?:な|ありませ))"
    r"|(?:別|他)の(?:プロジェクト|リポジトリ)の"
    rf"|(?:\A|[.!?\n]\s*)(?:(?:it|that|this)(?:'s| is) )?(?:an? )?(?:different|another|separate|other) {_PROJECT}\b",
    re.IGNORECASE,
)
"""A sentence beside a block that says that what is shown there is not of this project."""
REFUTED_NEXT: Final = re.compile(
    r"\W*(?:[\w' ]{1,40}[:,] )?(?:(?:this|that|it|which) (?:is|was|seems|looks)(?:n't| not) (?:correct|true|accurate)"
    r"|(?:the|this|that) (?:claim|comment|statement|report|issue|quote|remark)(?: above)? (?:is|was|seems|looks) "
    r"(?:not (?:correct|right|true|accurate)|wrong|incorrect|false|mistaken|invented|made up|unfounded)"
    r"|the (?:reporter|author|commenter|reviewer|bot|user|customer) (?:is|was|must be) (?:mistaken|wrong|in error)"
    r"|i (?:do not|don't|cannot|can't) (?:agree|confirm (?:this|that|it))|i disagree"
    r"|(?:this|that) (?:cannot|can't) be (?:right|true))\b"
    r"|\W*[^。]{0,20}(?:(?:これ|それ|上記)は(?:事実では|正しくあり|正しくな|誤り)"
    r"|(?:この|その|上の|上記の)(?:指摘|主張|報告|記述|引用)は(?:誤り|正しくな|正しくあり|間違|事実では))",
    re.IGNORECASE,
)
"""What answers a quotation, and says that it is not so."""
MARKED_NEXT: Final = re.compile(r"[.。]?[ \t]*(?:\[(?:UNVERIFIED|未検証)\]|【未検証】)[.。]?[ \t]*(?=\n|\Z)")
_OWN_BRANCH: Final = r"(?!(?:this|that|our|my|the|current|same|default|checked-out|present|working|active)\b)"
BRANCH: Final = re.compile(
    rf"\bon (?:the )?[`\"']?{_OWN_BRANCH}(?P<name>\w[\w./-]*)[`\"']? branch\b[^;{AT}]{{0,20}}{OPEN_WIDE}"
    rf"|{CLOSE}(?:still )?(?:on|of) (?:the )?[`\"']?{_OWN_BRANCH}(?P<behind>\w[\w./-]*)[`\"']? branch\b",
    re.IGNORECASE,
)
REMOVED_BEHIND: Final = re.compile(
    rf"[;,.(（—–\s]*(?:(?:and|but) )?(?:it|(?:that|this|the) {FILE}|which) (?:(?:was|is|has been|were|got)"
    r" (?:\w+ly )?(?:remov|delet|renam|mov|dropp|gone|retired|replaced)\w*|no longer)",
    re.IGNORECASE,
)
NOW: Final = re.compile(r"\b(?:now|today|still)\b", re.IGNORECASE)
_SENSES: Final = {sense: Sense(words) for sense, words in WORDS.items() if any(AT in each for each in words)}


@lru_cache(maxsize=1024)
def is_said(sense: str, sentence: str) -> bool:
    """Whether a sentence says so of the place that is marked in it."""
    return _SENSES[sense].is_said(sentence)


@lru_cache(maxsize=64)
def tells_of_removal(above: str) -> bool:
    return HINTS["removed"].search(above) is not None
