"""What Renkei says when something follows from an event; the rules that ship have their words in `kit/rules`."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # What else Renkei says when something follows
    "{agent} is blocked and has given no cause": "{agent} がブロックされています（原因の記載なし）",
    "work": "作業",
    "The conflict {id} is settled": "矛盾 {id} が解消しました",
    "{agent} has answered the conflict {id} with {type} {answer}: {summary}": (
        "{agent} が矛盾 {id} に {type} {answer} で回答しました: {summary}"
    ),
    "You were waiting for it and can go on.": "待機が解けました。作業を再開できます。",
    "Read the answer before you go on.": "再開する前に回答を読んでください。",
    "Your contract {contract} refers to it.": "あなたのタスク契約 {contract} がこの決定を参照しています。",
    "Your task {task} refers to it.": "あなたのタスク {task} がこの決定を参照しています。",
    "{impact} Keep from now on: {constraints}": "{impact} 今後守ること: {constraints}",
    "{agent} has left the team; all others who were asked have answered the review {id}.": (
        "{agent} がチームを離れました。ほかの依頼先はすべてレビュー {id} に回答しています。"
    ),
    "You asked for it.": "あなたが依頼した決定です。",
    "waits for a review of {ref}": "{ref} のレビュー待ち",
    "resolved a blocker": "ブロッカーを解消",
    "Your team's rule {rule} says so.": "チームのルール {rule} による通知です。",
    "expected an occasion, a status or the name of an event: {triggers}": (
        "きっかけ、ステータス、イベント名のいずれかを指定してください: {triggers}"
    ),
    "expected text with {{field}} where a field goes; a brace itself is written twice": (
        "フィールドを {{field}} と書いたテキストにしてください。波括弧そのものは 2 つ重ねて書きます"
    ),
    "expected one of {actions} in do[{number}]": "do[{number}] には {actions} のうち 1 つだけを書いてください",
    "{action} (do[{number}]) can only be done on {triggers}": (
        "{action}（do[{number}]）は on が {triggers} のときだけ使えます"
    ),
    "{field} is another for each reader: it can be told, and not be asked about{place}": (
        "{field} は読み手ごとに異なるため、文面には書けますが条件には使えません{place}"
    ),
    "expected a status for a STATUS_UPDATE, and for nothing else": (
        "status は STATUS_UPDATE には必須で、ほかには書けません"
    ),
    "expected this for a KNOWLEDGE_SHARE only": "KNOWLEDGE_SHARE でだけ使えます",
    # renkei rules
    "name every mistake in a file of rules, and put none in force": (
        "ルールファイルの誤りをすべて示す（有効にはしない）"
    ),
    "{name} holds: {count} rules.": "{name} は有効です: ルール {count} 件。",
    "on {trigger}": "{trigger} のとき",
    ", when {conditions}": "（条件: {conditions}）",
    "shipped": "標準",
    "{where}, not in force: this project's layers end before it": (
        "{where}（無効: このプロジェクトの layers ではまだ使われません）"
    ),
    "Besides, {count} rules in code hold; renkei rules --json names them.": (
        "ほかにコードのルールが {count} 件あります（renkei rules --json で一覧）。"
    ),
    "{type} ({priority}) to {to}": "{to} に {type}（{priority}）を送信",
    "forwards it ({priority}) to {to}": "{to} にそのまま転送（{priority}）",
    "sets {agent} to {status}": "{agent} を {status} に設定",
    "adds a blocker for {agents}": "{agents} のブロッカーを追加",
    "blocks {agents} until {until}": "{until} まで {agents} をブロック",
    "frees those who waited for it": "待機していた Agent を解放",
    "{trigger} has no field {field}{place}; known: {known}": (
        "{trigger} に {field} というフィールドはありません{place}。使えるもの: {known}"
    ),
    "Renkei: this may not wait for your next turn, {agent}:": (
        "Renkei: {agent} への至急の連絡です（次のターンを待てません）:"
    ),
    "Say in a sentence where this leaves your work, then go on.": (
        "これによって作業がどうなるかを一文で述べてから、作業を続けてください。"
    ),
}
