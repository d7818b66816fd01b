"""Runs and playbooks."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Start a run of a playbook and stay with it to its end": "プレイブックを実行し、終わるまで見届ける",
    "Runs: list, show, trace, undo": "実行: 一覧、詳細、経過、取り消し",
    "Start nothing new in a run; what is at work may end": (
        "実行で新しい作業を始めない（作業中のものは終わりまで続ける）"
    ),
    "Go on with a run, also after the process that carried it out has died": (
        "実行を続ける（担当プロセスが落ちた後でも続けられる）"
    ),
    "End a run": "実行を終わらせる",
    "Do a task of a run again, and what follows from it": "実行のタスクと、その後に続くタスクをやり直す",
    "Playbooks: list them, check one": "プレイブック: 一覧、検査",
    "those that ship, and the team's own in renkei/playbooks": "標準のものと、renkei/playbooks にあるチームのもの",
    "Start one with: renkei run PLAYBOOK. The team's own stand in {folder}.": (
        "開始するには: renkei run PLAYBOOK。チームのものは {folder} に置きます。"
    ),
    "not valid, see: renkei playbook check {name}": "無効です。参照: renkei playbook check {name}",
    "Title": "題名",
    "From": "出所",
    "every run, the newest first": "すべての実行、新しい順",
    "Remove work trees, branches and records that no run needs any more": (
        "どの実行にも要らなくなった作業ツリー、ブランチ、記録を取り除く"
    ),
    "expected one thing to do beside `attempt` and `cycle`": (
        "`attempt` と `cycle` のほかに、することを 1 つ書いてください"
    ),
    "{actor} may not take back what was merged into the branch of a person. A person may.": (
        "{actor} は人のブランチにマージされたものを取り消せません。人ができます。"
    ),
    "{actor} may not grant in advance what is a person's to grant ({flags}). Start the run without it: it asks "
    "a person, who answers with `renkei decide`.": (
        "{actor} は人が認めるべきことを前もって認めることはできません（{flags}）。それなしで実行を始めてください。"
        "実行は人に尋ね、人は `renkei decide` で答えます。"
    ),
    "{actor} may not direct a run. A person or the lead may.": (
        "{actor} は実行を指図できません。人かリードができます。"
    ),
    "{actor} may not change the status of a task. The process that carries the run out may.": (
        "{actor} はタスクの状態を変更できません。実行を担当するプロセスだけが変更できます。"
    ),
    "--agents: nothing is called {name!r}. Known: {known}.": (
        "--agents: {name!r} というエージェントの種類はありません。使えるもの: {known}。"
    ),
    "show it, and remove nothing": "表示だけして、何も取り除かない",
    "There is nothing to remove.": "取り除くものはありません。",
    "name every mistake in a playbook": "プレイブックの誤りをすべて挙げる",
    "the playbook, YAML or JSON": "プレイブック（YAML または JSON）",
    "{name} holds: {count} tasks, {depth} of them one after the other at most.": (
        "{name} は正しいプレイブックです。タスク {count} 件、直列に並ぶのは最大 {depth} 件。"
    ),
    "Nothing is unfinished: there is nothing to go on with.": (
        "終わっていない実行はありません。続けるものはありません。"
    ),
    "the run": "実行",
    "what it wrote is kept in {path}: no patch could be made of it": (
        "書いたものは {path} に残してあります（パッチにできませんでした）"
    ),
    "attempt {number}": "{number} 回目",
    "to be done again: {tasks}": "やり直し: {tasks}",
    "waits for a person: renkei decide {id}": "人の答えを待っています: renkei decide {id}",
    "{question} Nobody is asked; the answer is: {answer}": "{question} 誰にも尋ねず、答えは: {answer}",
    "{task} is left out": "{task} は省かれました",
    "the agents go on each for itself ({reason})": "エージェントはそれぞれ単独で続けます（{reason}）",
    "{agent} did not end when asked to, and was ended": "{agent} は終了の求めに応じなかったので、終了させました",
    "{run} begins: {count} tasks": "{run} を始めます: タスク {count} 件",
    "It is in {branch} as {commit}. Take it back with: renkei runs undo {run}": (
        "{branch} に {commit} として入りました。取り消すには: renkei runs undo {run}"
    ),
    "without it the newest": "省略すると最新のもの",
    "its task": "そのタスク",
    "The run {run} has no task {task}. Its tasks: {known}.": (
        "実行 {run} にタスク {task} はありません。タスク: {known}。"
    ),
    "a file, or the name of a playbook": "ファイル、またはプレイブックの名前",
    "what it is all for": "目標",
    "which kind of agents to start; else the playbook's own": (
        "起動するエージェントの種類（なければプレイブックの指定）"
    ),
    "a variable of the playbook": "プレイブックの変数",
    "grant every approval, the merge included": "マージを含むすべての承認を与える",
    "leave it running and come back at once": "実行したまま、すぐに戻る",
    "stop the run at this many tokens": "このトークン数で実行を止める",
    "run code of the repository": "リポジトリのコードを実行する",
    "run no code of the repository": "リポジトリのコードを実行しない",
    "--var: {playbook} has no variable {names}. Known: {known}.": (
        "--var: {playbook} に変数 {names} はありません。使える変数: {known}。"
    ),
    "--var: {playbook} needs {names}.": "--var: {playbook} には {names} が必要です。",
    "--var: expected NAME=VALUE, not {given!r}.": (
        "--var: NAME=VALUE の形で指定してください（指定された値: {given!r}）。"
    ),
    "--var pace: expected seconds, not {given!r}.": "--var pace: 秒数を指定してください（指定された値: {given!r}）。",
    "--cap-tokens: expected a number above 0, not {tokens}.": (
        "--cap-tokens: 0 より大きい数を指定してください（指定された値: {tokens}）。"
    ),
    "none": "なし",
    "{playbook}: {count} tasks, agents: {agents}, limits: {limits}": (
        "{playbook}: タスク {count} 件、エージェント: {agents}、上限: {limits}"
    ),
    "REHEARSAL: scripted agents use no model, and this costs nothing.": (
        "REHEARSAL: スクリプトのエージェントはモデルを使いません。費用はかかりません。"
    ),
    "Nothing limits what it may cost. Set a limit with --cap-tokens.": (
        "費用の上限がありません。--cap-tokens で上限を指定できます。"
    ),
    "{count} changed files are not committed: the agents do not see those changes.": (
        "コミットしていない変更が {count} ファイルあります。エージェントにはその変更は見えません。"
    ),
    "without it: the newest that has not ended": "省略時: 終わっていない最新の実行",
    "{run} is {state}.": "{run} の状態は {state} です。",
    "The run {run} waits where it is. Go on with: renkei resume {run}": (
        "実行 {run} はそのままの位置で待っています。続けるには: renkei resume {run}"
    ),
    "interrupted by Ctrl-C": "Ctrl-C で中断しました",
    "running, but its process has died: renkei resume {run}": (
        "running（プロセスは終了しています: renkei resume {run}）"
    ),
    "{line}": "{line}",
    "{run}: {state}. {note}": "{run}: {state}. {note}",
    "  Answer with: renkei decide {id} {options}, then: renkei resume": (
        "  答えるには: renkei decide {id} {options}、その後: renkei resume"
    ),
    "Its work is on the branch {branch}.": "成果はブランチ {branch} にあります。",
    "it was begun anew: {reason}": "始めからやり直しました: {reason}",
    "{task}, which no agent does, failed: {reason}. What now?": (
        "エージェントによらない {task} が失敗しました: {reason}。どうしますか。"
    ),
    "not looked up, for they are no pairs of ids under a name such as fr_to_ent: {keys}": (
        "fr_to_ent のような名前の下の ID の組ではないため、調べていません: {keys}"
    ),
    "Its work is {ref}.": "成果は {ref} にあります。",
    "Go on with: renkei resume {run}": "続けるには: renkei resume {run}",
    "There is no run that has not ended. `renkei runs` lists all of them.": (
        "終わっていない実行はありません。`renkei runs` ですべての実行を表示できます。"
    ),
    "one run: its tasks, gates, costs": "1 つの実行: タスク、ゲート、費用",
    "what happened in a run, or in one task of it": "実行、またはその 1 つのタスクで起きたこと",
    "take the merge of a run back": "実行のマージを取り消す",
    "Run": "実行",
    "Playbook": "プレイブック",
    "Tasks": "タスク",
    "Waits for": "待ち",
    "There are no runs yet. Start one with: renkei run PLAYBOOK": (
        "実行はまだありません。始めるには: renkei run PLAYBOOK"
    ),
    "Task": "タスク",
    "Cycle": "周回",
    "Commit": "コミット",
    "Note": "備考",
    "Waits for a person: renkei decide {id}": "人の判断を待っています: renkei decide {id}",
    "{tokens} tokens, {steps} steps, {seconds:.0f} s, cost {cost:.2f}": (
        "{tokens} トークン、{steps} ステップ、{seconds:.0f} 秒、費用 {cost:.2f}"
    ),
    "Nothing happened yet at the task {task} of {run}.": "{run} のタスク {task} ではまだ何も起きていません。",
    "{run} is taken back by {commit}; its branch is kept.": (
        "{run} を {commit} で取り消しました。ブランチは残してあります。"
    ),
    "The run {run} has no merge that could be taken back.": "実行 {run} に取り消せるマージはありません。",
    "The task {task} is at work already.": "タスク {task} はすでに作業中です。",
    "The run {run} cannot end: {tasks} are still at work.": "実行 {run} は終われません。作業中: {tasks}。",
    "There is no run {run}. `renkei runs` lists them.": (
        "実行 {run} はありません。`renkei runs` で一覧を表示できます。"
    ),
    "The run {run} was taken over by {holder}: what this process did since does not count.": (
        "実行 {run} は {holder} が引き継ぎました。このプロセスがその後にしたことは無効です。"
    ),
    "The run {run} has ended ({state}).": "実行 {run} は終わっています（{state}）。",
    "The run {run} has moved: seq {expected} was expected, it is at {seq}. Decide again.": (
        "実行 {run} は先に進んでいます（想定 seq {expected}、現在 {seq}）。判断し直してください。"
    ),
    "The result of {task} under token {token} does not count: the task is {state} under token {current}.": (
        "トークン {token} での {task} の結果は無効です。タスクはトークン {current} で {state} です。"
    ),
    "The commit of {task} stands on {onto}, and {run} is at {head}.": (
        "{task} のコミットは {onto} の上にありますが、{run} は {head} にあります。"
    ),
    "what it was put on top of does not stand": "土台にした成果が取り下げられました",
    "expected no circle: {way}": "循環してはいけません: {way}",
    "expected each task once; {task} stands here again": "タスクは 1 度だけ書いてください。{task} が重複しています",
    "expected a {kind} of this playbook; {name} is none of: {known}": (
        "このプレイブックの {kind} を指定してください。{name} は次のどれでもありません: {known}"
    ),
    "expected the tasks whose results it takes: it is a {kind}": (
        "結果を受け取るタスクを指定してください（{kind} のため）"
    ),
    "expected a path inside the repository, not {path!r}": (
        "リポジトリ内のパスを指定してください（指定された値: {path!r}）"
    ),
    "expected one key, no pattern, that begins with one of {known}, not {key!r}": (
        "{known} のどれかで始まるキーを指定してください（指定された値: {key!r}）"
    ),
    "expected no task of a later wave: {task} is of {later}, this of {wave}": (
        "後のウェーブのタスクは待てません: {task} は {later}、このタスクは {wave} です"
    ),
    "expected one owner of a file: {path} is {owner}'s (task {task})": (
        "ファイルの所有者は 1 人だけです: {path} は {owner} のものです（タスク {task}）"
    ),
    "The run {run} is {state}: {step} is not possible now. Possible: {possible}.": (
        "実行 {run} は {state} です。今は {step} できません。できること: {possible}。"
    ),
    "The task {task} is {state}: {step} is not possible now.": (
        "タスク {task} は {state} です。今は {step} できません。"
    ),
    "the limit of {cap:g} {name} is reached": "上限 {cap:g} {name} に達しました",
    "the team was given up": "チームでの作業を打ち切りました",
    "it took longer than {seconds:g} s, the most for any agent": "全エージェントの上限 {seconds:g} 秒を超えました",
    "it went idle without an interim report": "途中報告のないまま止まりました",
    "it gave no sign of life for {seconds:g} s": "{seconds:g} 秒間、応答がありませんでした",
    "a person ended it after the gate {task}": "ゲート {task} の後、人が終わらせました",
    "The gate {task} still says {overall} after {cycles} repairs (P0 {p0}, P1 {p1}). What now?": (
        "ゲート {task} は {cycles} 回の修正後も {overall} です（P0 {p0}、P1 {p1}）。どうしますか?"
    ),
    "one more repair": "もう一度修正する",
    "take the work as it is": "今の成果を受け入れる",
    "end the run as failed": "実行を失敗として終わらせる",
    "The gate {task} found {count} P0: the requirements are not met. Everything has to be done again. Go on?": (
        "ゲート {task} が P0 を {count} 件見つけました。要件を満たしていないため、"
        "すべてやり直す必要があります。続けますか?"
    ),
    "do all of it again": "すべてやり直す",
    "{task} failed: {reason}": "{task} が失敗しました: {reason}",
    "Renkei could not carry out {task}: {reason}. It is not {agent}'s failure. What now?": (
        "Renkei は {task} を実行できませんでした: {reason}。{agent} の失敗ではありません。どうしますか?"
    ),
    "{agent} failed at {task} ({failures} times): {reason}. What now?": (
        "{agent} が {task} に失敗しました（{failures} 回）: {reason}。どうしますか?"
    ),
    "try once more": "もう一度試す",
    "go on without it and write down the gap": "なしで続け、欠けを記録する",
    "{task} waits for approval: {title}": "{task} は承認待ちです: {title}",
    "{task} was not approved": "{task} は承認されませんでした",
    "all tasks are done": "すべてのタスクが終わりました",
    "the work stays on its branch": "成果はブランチに残します",
    "All tasks are done. Bring the work of {run} into {branch}?": (
        "すべてのタスクが終わりました。{run} の成果を {branch} に取り込みますか?"
    ),
    "merge it": "マージする",
    "leave it on its branch": "ブランチに残す",
    "The run {run} is carried out by another process ({holder}).": (
        "実行 {run} は別のプロセスが担当しています（{holder}）。"
    ),
    "inputs are missing: {paths}": "入力がありません: {paths}",
    "may it use {what}?": "{what} を使ってもよいですか",
    "it ended without a result": "結果を返さずに終わりました",
    "approved": "承認済み",
    "only a reduce step writes the blackboard {path}": "黒板 {path} に書き込めるのは reduce だけです",
    "{path} is {owner}'s (task {task})": "{path} は {owner} のものです（タスク {task}）",
    "{task} does not declare {path} as its output": "{task} は {path} を出力として宣言していません",
    "the output {path} was not written": "出力 {path} が書かれていません",
    "the key {key} is none of this task's ({known})": "キー {key} はこのタスクのものではありません（{known}）",
    "{status}: {said}": "{status}: {said}",
    "{task}: a gate has to say overall, p0_count, p1_count and p2_count.": (
        "{task}: ゲートは overall、p0_count、p1_count、p2_count を報告する必要があります。"
    ),
    "overall says {said}; P0 {p0} and P1 {p1} make it {right}": (
        "overall は {said} ですが、P0 {p0}、P1 {p1} からは {right} になります"
    ),
    "p2_count says {said}; {listed} are listed": "p2_count は {said} ですが、挙げられているのは {listed} 件です",
    "a ROLLBACK_P1 has to name what to do again": "ROLLBACK_P1 はやり直す対象を挙げる必要があります",
    "the rollback target {target} is no task of this run": "差し戻し先 {target} はこの実行のタスクではありません",
    "There is no playbook {name}: neither a file, nor one in {folder}, nor one of {shipped}.": (
        "プレイブック {name} はありません。ファイルにも、{folder} にも、同梱のもの（{shipped}）にもありません。"
    ),
    "What the run {run} was started with was redacted; it cannot go on.": (
        "実行 {run} の開始時の内容は消去されています。続けられません。"
    ),
    "it clashes with what others did in {files}": "ほかの作業と競合しています: {files}",
    "{path} is a git repository of its own (a submodule)": "{path} は独立した git リポジトリ（サブモジュール）です",
    "{path} is a link that leads out of the repository": "{path} はリポジトリの外を指すリンクです",
    "{path} differs from another file only in case": "{path} は大文字と小文字だけが別のファイルと違います",
    "{check!r} fails with it ({code}): {said}": "この変更で {check!r} が失敗します（{code}）: {said}",
    "{branch} is not checked out": "{branch} がチェックアウトされていない",
    "files are changed: {files}": "変更されたファイルがある: {files}",
    "Check out {branch} first: git switch {branch}": "先に {branch} に切り替えてください: git switch {branch}",
    "Commit or stash your changes first ({files}).": "先に変更をコミットするか退避してください（{files}）。",
    "What came after {run} builds on it, so that git cannot take it back by itself. By hand: git revert "
    "{options} {commit}": (
        "{run} の後の変更がこれに依存しているため、git だけでは取り消せません。手動で: git revert {options} {commit}"
    ),
    "{path} is in no git work tree. Runs keep their work in git; begin with: git init": (
        "{path} は git の作業ツリーではありません。実行の成果は git に置きます。まず: git init"
    ),
    "{path} has no commit yet, so that nothing could be taken back. Make one with: git commit --allow-empty -m start": (
        "{path} にはまだコミットがないため、元に戻せません。作成するには: git commit --allow-empty -m start"
    ),
    "git is not installed; runs keep their work in it": (
        "git がインストールされていません。実行の成果は git に置きます"
    ),
    "git {words} failed: {said}": "git {words} が失敗しました: {said}",
    "the set-up command {command!r} failed: {said}": "準備コマンド {command!r} が失敗しました: {said}",
    "[workspace] link: {path!r} is no place inside the project.": (
        "[workspace] link: {path!r} はプロジェクト内の場所ではありません。"
    ),
    "{task} is in other hands by now.": "{task} はすでに別の担当に移っています。",
    "The run is being stopped. Say in a few sentences what is done, what is not, and what whoever goes on has "
    "to know.": (
        "この実行は停止されます。終わったこと、終わっていないこと、引き継ぐ人が知るべきことを、数文で述べてください。"
    ),
}
