"""The turn context, in the seed's words."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "What an agent's turn begins with: what is new for it, by how much it matters": (
        "エージェントのターン開始時のコンテキスト: 新着を重要度別に表示"
    ),
    "start the agent's turn; without it: a look only": "エージェントのターンを開始。省略時は表示のみ",
    "beyond the first {count}": "最初の {count} 件より後",
    "whole: renkei message {id}": "全文: renkei message {id}",
    "{count} more are left out. They wait in: renkei inbox {agent}": (
        "ほか {count} 件は省略しました。参照するには: renkei inbox {agent}"
    ),
    "{count} more contracts are open. See: renkei contract list": (
        "ほかに {count} 件の契約が進行中です。参照するには: renkei contract list"
    ),
    "  {count} more are open. See: renkei board": "  ほか {count} 件が未解決です。参照するには: renkei board",
    "=== Your current state ===": "=== あなたの現在の状態 ===",
    "=== Unhandled received messages (critical) ===": "=== 未処理の受信メッセージ (critical) ===",
    "=== Recent changes (relevant) ===": "=== 最近の変更 (relevant) ===",
    "=== Background (latest N) ===": "=== バックグラウンド (直近N件) ===",
    "=== Current state of the whole project ===": "=== プロジェクト全体の現在の状態 ===",
    "(nothing)": "(なし)",
    "  (nothing)": "  (なし)",
    '{type} "{summary}"': "{type}「{summary}」",
    "[Summary] {agent} carried out {action}.": "[要約] {agent} が {action} を実施。",
    "[Impact] Impact on your task: {impact_assessment}": "[影響] あなたのタスクへの影響: {impact_assessment}",
    "[If you need details] Ask for the message by its ID: {msg_id}": (
        "[詳細が必要なら] メッセージID: {msg_id} を参照要求してください。"
    ),
    "addressed to you; expects {types}": "あなた宛て。{types} の返信が必要",
    "addressed to you": "あなた宛て",
    "about the same as your task ({words})": "あなたのタスクと共通の話題（{words}）",
    "; ": "。",
    "N is {last}.": "N は {last} です。",
    "N is {last}; {count} older ones are left out. They wait in: renkei inbox {agent}": (
        "N は {last} です。それより古い {count} 件は省略しました。参照するには: renkei inbox {agent}"
    ),
    "older than the last {last}": "直近 {last} 件より古い",
    "nothing to do with you": "あなたに関係しない",
    "Lines with * concern you.": "* の行はあなたに関係します。",
    "  Older ones are left out. See: renkei board --since {since}": (
        "  これより古いものは省略しました。参照するには: renkei board --since {since}"
    ),
    "changelog (since your last turn, seq {since}):": "changelog（前回のターン以降、seq {since} から）:",
    "The key {key!r} was used for another command before (seq {seq}). Use a new key.": (
        "キー {key!r} は以前に別のコマンドで使われています（seq {seq}）。新しいキーを使ってください。"
    ),
    "The log has moved: seq {expected} was expected, it is at {seq}. Read again, then repeat.": (
        "ログが進んでいます。想定は seq {expected}、現在は seq {seq} です。読み直してから再実行してください。"
    ),
}
