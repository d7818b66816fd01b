"""The board and turns."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Goal": "ゴール ",  # as wide as the phase below it
    "Phase": "フェーズ",
    "(no goal yet: renkei board set goal=TEXT)": "（未設定: renkei board set goal=TEXT）",
    "Agents": "エージェント",
    "  Nobody yet. Add one with: renkei agent add NAME --role ROLE": (
        "  まだ誰もいません。追加するには: renkei agent add NAME --role ROLE"
    ),
    "Open decisions": "未決の意思決定",
    "Blockers": "ブロッカー",
    "Last changes": "最近の変更",
    "Nothing changed on the board since seq {seq}.": "seq {seq} 以降、ボードに変更はありません。",
    "Set {fields} (seq {seq}).": "{fields} を設定しました（seq {seq}）。",
    "Expected FIELD=VALUE, not {word!r}.": "FIELD=VALUE の形で指定してください（指定された値: {word!r}）。",
    "{field} stands twice. Give each field once.": (
        "{field} が 2 回あります。各フィールドは 1 回だけ指定してください。"
    ),
    "Two of {fields} are the same field.": "{fields} の中に同じフィールドが 2 つあります。",
    "--based-on {based_on} is ahead of the log, which ends at {head}.": (
        "--based-on {based_on} はログの終端 {head} より先です。"
    ),
    "{field} belongs to an agent's entry. Say whose with --as AGENT.": (
        "{field} はエージェントのエントリのフィールドです。--as AGENT で誰のものかを指定してください。"
    ),
    "The board has no field {path}. Fields are: {fields}.": (
        "ボードにフィールド {path} はありません。使えるフィールド: {fields}。"
    ),
    "{actor} may not set {field}: it is the project's. The lead or a person may.": (
        "{actor} は {field} を設定できません。プロジェクトのフィールドを設定できるのはリードか人です。"
    ),
    "{actor} may not write {owner}'s entry. Only {owner} itself may.": (
        "{actor} は {owner} のエントリに書き込めません。書き込めるのは {owner} 自身だけです。"
    ),
    "status: expected one of {statuses}, not {value!r}.": (
        "status: 次のいずれかを指定してください: {statuses}（指定された値: {value!r}）。"
    ),
    "{path} had been set by {other} after seq {based_on}. Your value stands; {other} is told to read again.": (
        "{path} は seq {based_on} の後に {other} が設定していました。今回の値が有効になり、"
        "{other} にはボードの読み直しを伝えます。"
    ),
    "Read the board again": "ボードを読み直してください",
    "Your value of {path} does not stand: {winner} set it to {value} at the same time, later than you.": (
        "あなたが設定した {path} の値は無効になりました。{winner} が同時に、あなたより後に {value} に設定しました。"
    ),
    "You wrote this field before.": "あなたが先に書き込んだフィールドです。",
    "Read the board again before you go on.": "続ける前にボードを読み直してください。",
    "set {field}": "{field} を設定",
    "reported a blocker": "ブロッカーを報告",
    "registered an artifact": "成果物を登録",
    "{agent} has no open turn. It begins with: renkei turn start {agent}": (
        "{agent} のターンは始まっていません。始めるには: renkei turn start {agent}"
    ),
    "{agent} has not updated its entry in this turn. Set its status, or send a STATUS_UPDATE or TASK_RESULT, "
    "then end the turn.": (
        "{agent} はこのターンで自分のエントリを更新していません。status を設定するか、STATUS_UPDATE か "
        "TASK_RESULT を送ってから、ターンを終えてください。"
    ),
    "Only an agent has turns. Say which with --as AGENT.": (
        "ターンがあるのはエージェントだけです。--as AGENT で指定してください。"
    ),
    "\nSince the last turn of {agent}:": "\n{agent} の前回のターン以降:",
    "{agent}'s turn has ended.": "{agent} のターンが終わりました。",
    "{agent} has not reported in this turn. Send a STATUS_UPDATE or TASK_RESULT, then end the turn.": (
        "{agent} はこのターンで報告をしていません。STATUS_UPDATE か TASK_RESULT を送ってから、ターンを終えてください。"
    ),
    "{count} blocking message(s) to {agent} come first: {messages}. Answer them; what asks for no answer is "
    "marked as handled: renkei inbox {agent} --handled ID": (
        "{agent} 宛の blocking メッセージが {count} 件あり、先に対応が必要です: {messages}。回答してください。"
        "回答を求めないものは処理済みにします: renkei inbox {agent} --handled ID"
    ),
    "{what} is not switched on: it needs layers = {needed}, and this project has layers = {layers}. "
    "A person can change it in .renkei/config.toml.": (
        "{what} は有効になっていません。layers = {needed} が必要ですが、このプロジェクトは layers = {layers} です。"
        ".renkei/config.toml で変更できます。"
    ),
    "was blocked, and has not said where that leaves it": "ブロックされましたが、その後の状況を報告していません",
    "was interrupted, and has not said where that leaves it": "割り込みを受けましたが、その後の状況を報告していません",
    "was stopped, and has not said where that leaves it": "停止されましたが、その時点の状況を報告していません",
    "ended without saying where that leaves its work": "作業の状況を報告せずに終了しました",
    "said where it stands": "状況を報告",
    "stopped before its update": "報告の前に停止",
    "ended without an update": "報告なしで終了",
}
