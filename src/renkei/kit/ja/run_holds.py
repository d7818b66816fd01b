"""What holds a run back: checks that were not run, conflicts."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "run checks that were held back": "実行を見合わせていた検査コマンドを実行する",
    "Unverified: {task}: {command} was not run": "未検証: {task}: {command} は実行されていません",
    "Conflict {id} ({kind}) at {key}: {said}": "矛盾 {id}（{kind}）、{key}: {said}",
    "unverified: {command} was not run": "未検証: {command} は実行されていません",
    "its check was run now, and holds": "検査コマンドを今実行し、成功しました",
    "its check, which was held back, is run": "見合わせていた検査コマンドを実行します",
    "No check of {task} is held back that may be run now.": (
        "{task} には、今実行できる、見合わせていた検査はありません。"
    ),
    "The run {run} cannot end: the checks of {tasks} were not run.": (
        "実行 {run} は終われません。{tasks} の検査が実行されていません。"
    ),
    "nobody knows any more which command was to be run": "実行すべきコマンドがもう分かりません",
    "not looked up, for the blackboard lists no {kind}: {keys}": (
        "ブラックボードに {kind} の一覧がないため確かめていません: {keys}"
    ),
    "Not run, so nothing is merged: {checks}. Run it and go on with: renkei resume {run} --exec": (
        "実行されていないため、何もマージしません: {checks}。実行して続けるには: renkei resume {run} --exec"
    ),
    "A person decides first, so nothing is merged: {conflicts}": (
        "先に人が決める必要があるため、何もマージしません: {conflicts}"
    ),
    "a person ended it for {conflict}": "{conflict} のため、人が終わらせました",
    "{task} says {value}": "{task} によれば {value}",
    "take it as it is; `renkei retry` has a task do it better": (
        "このまま受け入れる（`renkei retry` でタスクをやり直せます）"
    ),
    "{id}: {task} found different values for {key} ({said}). Which one holds? The first stands until then.": (
        "{id}: {task} は {key} に異なる値を見つけました（{said}）。どれが正しいですか。それまでは最初の値が残ります。"
    ),
    "{id}: {task} found a list, a mapping or a plain value for {key}, and not the same by all ({said}). Which "
    "one holds? The first stands until then.": (
        "{id}: {task} は {key} に型の異なる値（リスト、マッピング、単一の値）を見つけました（{said}）。"
        "どれが正しいですか。それまでは最初の値が残ります。"
    ),
    "{id}: {task} found one id for different things at {key} ({said}). Which one holds? The first stands until then.": (
        "{id}: {task} は {key} で、異なるものに同じ ID を見つけました（{said}）。どれが正しいですか。"
        "それまでは最初のものが残ります。"
    ),
    "{id}: {task} found that {key} names what is nowhere on the blackboard ({said}). What now?": (
        "{id}: {task} によれば、{key} はブラックボードのどこにもないものを指しています（{said}）。どうしますか。"
    ),
    "the key {key} has no place on the blackboard ({known})": (
        "キー {key} はブラックボードに置き場所がありません（{known}）"
    ),
    "the key {key} has two values": "キー {key} に値が 2 つあります",
    "have it done again, and all that was done on top of it": "これと、その上に作られたものをすべてやり直す",
    "a person ended it for what {task} says": "{task} の報告のため、人が終わらせました",
    "{task} is done, and says itself that it has a {severity} that no gate has judged: {said}. Take it as it is?": (
        "{task} は終わりましたが、どのゲートも判定していない {severity} があると自ら報告しています: "
        "{said}。このまま受け入れますか。"
    ),
    "take it as it is": "このまま受け入れる",
    "{task} reports {severity}, and does not say what is left open.": (
        "{task} は {severity} を報告していますが、何が未解決かを述べていません。"
    ),
    "Left open by {task} ({severity}): {said}": "{task} が残した未解決の点（{severity}）: {said}",
    "REHEARSAL: without --merge the work stays on its branch": (
        "REHEARSAL（リハーサル）: --merge がないため、作業は専用のブランチに残ります"
    ),
    "REHEARSAL: its agents follow a script, and nobody has judged anything.": (
        "REHEARSAL（リハーサル）: エージェントは台本どおりに動いただけで、誰も何も判定していません。"
    ),
    "Nothing of it reaches your branch. Use --merge if it is to.": (
        "あなたのブランチには何も入りません。入れるには --merge を付けてください。"
    ),
    "let a rehearsal be merged, too": "リハーサルの結果もマージする",
    "{playbook} is carried out by a coding client such as Claude Code, and this version of Renkei starts none "
    "yet: install one that does, or rehearse it with agents that follow a script: "
    "renkei run {name} --agents scripted": (
        "{playbook} は Claude Code などのコーディングクライアントが実行しますが、このバージョンの Renkei は"
        "まだどれも起動できません。起動できるバージョンを入れるか、台本どおりに動くエージェントで試してください: "
        "renkei run {name} --agents scripted"
    ),
    "expected a `worker` beside it: {name} edits no file itself": (
        "`worker` も書いてください。{name} は自分ではファイルを編集しません"
    ),
    "it was not done after {seconds:g} s, the time of its role": (
        "役割に定められた {seconds:g} 秒が過ぎても終わりませんでした"
    ),
    "{path} is no mapping: nothing can be put into it": ("{path} はマッピングではないため、何も書き込めません"),
    "{conflict} is gone: {task} was done again.": "{conflict} はなくなりました。{task} がやり直されたためです。",
    "{id}: {task} found one id for different things ({said}). What now?": (
        "{id}: {task} は、1 つの ID が別々のものを指していることを見つけました（{said}）。どうしますか？"
    ),
}
