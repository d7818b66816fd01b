"""Contracts."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Task contracts: offer, accept, deliver, verify": "タスク契約: 提示、受諾、納品、検証",
    "The contract {contract} is {state}: {step} is not possible now. Possible: {possible}.": (
        "契約 {contract} は {state} の状態です。いま {step} はできません。できること: {possible}。"
    ),
    "{delegator} offers you the contract {id}": "{delegator} が契約 {id} を提示しています",
    "You are its assignee.": "あなたが担当者です。",
    "Read it: renkei contract show {id}. Then: renkei contract accept {id}, or decline {id}.": (
        "内容の確認: renkei contract show {id}。その後: renkei contract accept {id}、または decline {id}。"
    ),
    "{assignee} has declined the contract {id}": "{assignee} が契約 {id} を辞退しました",
    "You are its delegator.": "あなたが委譲元です。",
    "Offer it to another agent, or on other terms.": "別のエージェントに提示するか、条件を変えて提示してください。",
    "{assignee} has delivered {id}.": "{assignee} が {id} を納品しました。",
    "{delivered} Your word is needed on:\n{checks}": "{delivered} 次の項目の判断が必要です:\n{checks}",
    "The contract {id} waits to be verified": "契約 {id} が検証を待っています",
    "The contract {id} has come to its limit of {limit} steps.": "契約 {id} は上限の {limit} ステップに達しました。",
    "The contract {id} is closed: {outcome}": "契約 {id} は終了しました: {outcome}",
    "The contract {id} was sent back {most} times and is still not met.": (
        "契約 {id} は {most} 回差し戻されましたが、まだ満たされていません。"
    ),
    "The contract {id} comes back to you": "契約 {id} が差し戻されました",
    "The contract {id} is not met yet:\n{checks}\n{note}": "契約 {id} はまだ満たされていません:\n{checks}\n{note}",
    "Mend it, then deliver it again: renkei contract deliver {id} FILE": (
        "直してから、もう一度納品してください: renkei contract deliver {id} FILE"
    ),
    "What the contract {id} says for this case": "この場合について契約 {id} が定めていること",
    "You are a party to this contract.": "あなたはこの契約の当事者です。",
    "who acts (default: the person)": "誰として行うか（既定: 人）",
    "idempotency key: the same step under the same key is taken once": (
        "冪等キー: 同じキーの同じステップは一度だけ行われます"
    ),
    "run code of this repository": "このリポジトリのコードを実行する",
    "run nothing, and say what was left out": "何も実行せず、省いたものを示す",
    "offer a contract; prints its id": "契約を提示し、その ID を表示する",
    "JSON or YAML: the contract in the seed's form": "JSON または YAML: シードの形式の契約",
    "take a contract on": "契約を受諾する",
    "turn a contract down": "契約を辞退する",
    "report the result": "結果を納品する",
    "JSON or YAML: the payload of a TASK_RESULT": "JSON または YAML: TASK_RESULT のペイロード",
    "run the commands and take a reviewer's word": "コマンドを実行し、レビュー担当者の判断を受け付ける",
    "check N is met": "項目 N は満たされている",
    "check N is not met": "項目 N は満たされていない",
    "what the assignee should know": "担当者に伝えること",
    "allow the contract's commands, word for word; for a person only": (
        "契約のコマンドを一字一句そのまま許可する（人だけ）"
    ),
    "ask before deciding what the contract reserves": "契約が相談を求める事項を、決める前に相談する",
    "an entry of must_consult": "must_consult の項目",
    "report at once what the contract wants to be told": "契約が報告を求める事項をすぐに報告する",
    "the work cannot go on": "作業を続けられない",
    "an assumption does not hold": "前提条件が崩れた",
    "an escalation trigger is met": "エスカレーション条件に該当した",
    "let held work go on": "中断した作業を再開させる",
    "end a contract before it is fulfilled": "履行前の契約を終了する",
    "one contract whole": "契約 1 件の全体",
    "contracts and their states": "契約とその状態",
    "{name}: expected the payload of a TASK_RESULT.": "{name}: TASK_RESULT のペイロードが必要です。",
    "{name}: original_task_ref is {ref!r}, and the contract is {id}.": (
        "{name}: original_task_ref は {ref!r} ですが、契約は {id} です。"
    ),
    "The contract {id} is now {state}.": "契約 {id} は {state} になりました。",
    "There is no contract {name}. `renkei contract list` shows them.": (
        "契約 {name} はありません。`renkei contract list` で一覧を表示できます。"
    ),
    "running commands": "コマンドを実行中",
    "{command!r} was not carried out ({error}). Nothing is recorded: try again.": (
        "{command!r} は実行できませんでした({error})。何も記録していません。もう一度実行してください。"
    ),
    "$ {command}": "$ {command}",
    "--approve is for a person at a terminal. A script lists commands under [verify].": (
        "--approve は端末の前の人のためのものです。スクリプトでは [verify] にコマンドを列挙してください。"
    ),
    "--approve is for a person, and CI is set. List the commands under [verify] instead.": (
        "--approve は人のためのものですが、CI が設定されています。代わりに [verify] にコマンドを列挙してください。"
    ),
    (
        "Check {number} is left out: {command!r} is not allowed yet. List it under [verify] commands in "
        ".renkei/config.toml, or approve it at a terminal with --approve."
    ): (
        "項目 {number} は省きました: {command!r} はまだ許可されていません。.renkei/config.toml の [verify] "
        "commands に書くか、端末で --approve を付けて許可してください。"
    ),
    "Commands are left out: --no-exec.": "コマンドは省きました: --no-exec。",
    "This runs code of {folder}:": "{folder} のコードを実行します:",
    "  {command}": "  {command}",
    "Allow it for this repository? [y/N]": "このリポジトリで許可しますか？ [y/N]",
    "Commands are left out: you said no for this repository. Use --exec to run them.": (
        "コマンドは省きました: このリポジトリでは実行しないと答えています。実行するには --exec を付けてください。"
    ),
    "Commands are left out: nobody has allowed code of this repository to be run. Use --exec.": (
        "コマンドは省きました: このリポジトリのコードの実行はまだ許可されていません。--exec を付けてください。"
    ),
    "id": "番号",
    "state": "状態",
    "from": "委譲元",
    "to": "担当",
    "task": "タスク",
    "There is no contract yet. One is offered with: renkei contract offer FILE --as AGENT": (
        "契約はまだありません。提示するには: renkei contract offer FILE --as AGENT"
    ),
    "    What it says was redacted.": "    内容は削除されています。",
    "steps {steps}, sent back {retries} times": "ステップ {steps}、差し戻し {retries} 回",
    "held by {message}": "{message} により中断中",
    "a reviewer's word": "レビュー担当者の判断",
    "delegator: expected {actor}, who offers it, not {delegator!r}. Leave it out, or use --as {delegator}.": (
        "delegator: 提示する {actor} でなければなりません（指定された値: {delegator!r}）。省くか、--as {delegator}"
        " を使ってください。"
    ),
    "assignee: nobody is called {name!r}. `renkei agent list` shows the team.": (
        "assignee: {name!r} という名前の者はいません。`renkei agent list` でチームを表示できます。"
    ),
    "assignee: {name} cannot give a contract to itself: who would verify it?": (
        "assignee: {name} は自分自身に契約を提示できません。検証する者がいなくなります。"
    ),
    "id: there is a contract {id} already. Choose another, or leave it out.": (
        "id: 契約 {id} はすでにあります。別の ID にするか、省いてください。"
    ),
    "{actor} may not {step} the contract {contract}. {who} or a person may.": (
        "{actor} は契約 {contract} に対して {step} できません。できるのは {who} か人です。"
    ),
    "A partial result of the contract {contract} says in `deviations` what is missing.": (
        "契約 {contract} の部分的な結果は、足りないものを `deviations` に書く必要があります。"
    ),
    (
        "This team hands tasks over under a contract. Add payload.task_contract: the id of one that was offered, "
        "or a whole one."
    ): (
        "このチームではタスクは契約のもとで引き渡します。payload.task_contract に、提示済みの契約の ID か契約全体"
        "を加えてください。"
    ),
    "payload.task_contract: there is no contract {id}. Offer it first.": (
        "payload.task_contract: 契約 {id} はありません。先に提示してください。"
    ),
    "to: the contract is for {assignee}; a hand-off that carries it goes to nobody else.": (
        "to: この契約は {assignee} のものです。契約を伴う引き継ぎは他の者には送れません。"
    ),
    "The contract {contract} waits for {decisions}: what was asked is decided before it is delivered.": (
        "契約 {contract} は {decisions} を待っています。納品の前に、相談した事項の決定が必要です。"
    ),
    (
        "The deliverables of the contract {contract} have to be looked up in the work tree. Deliver it with: "
        "renkei contract deliver {contract} FILE"
    ): (
        "契約 {contract} の成果物は作業ツリーで確認する必要があります。次のコマンドで納品してください: renkei "
        "contract deliver {contract} FILE"
    ),
    "The contract {contract} is not delivered: {missing} is not there. Make it, or report status partial.": (
        "契約 {contract} は納品されていません: {missing} がありません。作成するか、status を partial として報告し"
        "てください。"
    ),
    "The contract {contract} is not delivered: {problem} (and {more} more). Mend it, or report status partial.": (
        "契約 {contract} は納品されていません: {problem}（ほか {more} 件）。直すか、status を partial として報告し"
        "てください。"
    ),
    "The soft constraint {constraint!r} is not kept: it now stands in `deviations`.": (
        "努力目標の制約 {constraint!r} が守られていないため、`deviations` に記載しました。"
    ),
    "--confirm: the contract {contract} has no hard constraint without a check.": (
        "--confirm: 契約 {contract} には、確認手段のない必須の制約はありません。"
    ),
    "{delivered}\nNothing checks these hard constraints; confirm that they are kept:\n{constraints}": (
        "{delivered}\n次の必須の制約を確認する手段がありません。守られていることを確認してください:\n{constraints}"
    ),
    "{closed}\nDeviations: {deviations}": "{closed}\n逸脱: {deviations}",
    "hard": "必須",
    "soft": "努力目標",
    "kept": "遵守",
    "not kept": "不遵守",
    "confirmed": "確認済み",
    "unchecked": "未確認",
    "    It is completed once its delegator or a person confirms what is unchecked and hard: "
    "renkei contract verify {id} --confirm TEXT": (
        "    未確認の必須制約を委譲者か人が確認すると完了します: renkei contract verify {id} --confirm TEXT"
    ),
    "the hard constraints that nothing checks are kept, and how that was seen; delegator or person": (
        "確認手段のない必須の制約が守られていること、その確認方法（委譲者か人のみ）"
    ),
    "The hard constraint {constraint!r} of the contract {contract} is not kept. Keep it, or report status failed.": (
        "契約 {contract} の絶対遵守の制約 {constraint!r} が守られていません。守るか、status を failed として報告し"
        "てください。"
    ),
    "--met and --unmet both name {numbers}.": "--met と --unmet の両方に {numbers} が指定されています。",
    "What the contract {contract} says was redacted; a person can only close it.": (
        "契約 {contract} の内容は削除されています。人が終了させることだけができます。"
    ),
    "There is no entry {number}: the contract has {count} of this kind.": (
        "項目 {number} はありません。契約にはこの種の項目が {count} 件あります。"
    ),
    "Check {number} is the command {command!r}: it is run, not taken on trust.": (
        "項目 {number} はコマンド {command!r} です。実行して確かめるもので、申告では認められません。"
    ),
    "Check {number} is not the command {command!r}.": "項目 {number} はコマンド {command!r} ではありません。",
    "There is no check {number}; the contract has {count}.": (
        "項目 {number} はありません。契約の項目は {count} 件です。"
    ),
    "there is no file {path!r}": "ファイル {path!r} がありません",
    "no file ({kinds}) was delivered that could be held against the schema": (
        "スキーマと照合できるファイル（{kinds}）が納品されていません"
    ),
    (
        "The contract has a schema, and what checks it is not installed. Install it with: uv tool install "
        "'renkei[schema]'"
    ): (
        "契約にはスキーマがありますが、それを検査するものがインストールされていません。次のコマンドで入れてくださ"
        "い: uv tool install 'renkei[schema]'"
    ),
    "{actor} may not allow code to be run. A person may, at their own terminal.": (
        "{actor} はコードの実行を許可できません。できるのは自分の端末の前の人だけです。"
    ),
}
