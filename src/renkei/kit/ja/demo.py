"""The demo."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "A team of two.": "2 人のチームを作ります。",
    "The second member.": "2 人目のメンバーです。",
    "The lead says what it is all for.": "リードがゴールを示します。",
    "The lead hands a task over.": "リードがタスクを引き渡します。",
    "It waits in the other's inbox.": "タスクは相手の受信箱で待っています。",
    "A message that is not right is refused, with place, value and what was expected; nothing is changed.": (
        "正しくないメッセージは、場所と値と期待される内容を示して拒否されます。何も変更されません。"
    ),
    "Only the lead or a person may set the goal.": "ゴールを設定できるのはリードか人だけです。",
    "A question that needs a decision.": "意思決定が必要な質問です。",
    "The lead decides.": "リードが決定します。",
    "In the group chat, a mention.": "グループチャットでのメンションです。",
    "The lead wrote the phase meanwhile ...": "その間にリードがフェーズを書き込みました。",
    "... and a person who had read an older board writes it too: the later value stands.": (
        "古いボードを読んでいた人も書き込みます。後の値が有効になります。"
    ),
    "So the lead is told to read again.": "そこでリードに、読み直すよう伝わります。",
    "The work is done.": "作業が終わりました。",
    "The board now.": "現在のボードです。",
    "The whole log, and the proof that the board follows from it.": (
        "ログ全体を検査し、ボードがログから導かれることを証明します。"
    ),
    "\nAll of it went through one door into one log, and the log proves the board. Next: renkei --help": (
        "\nすべてが 1 つの入口を通って 1 つのログに入り、ログがボードの正しさを証明しました。次は: renkei --help"
    ),
    "The demo expected exit code {expected} here and got {code}.": (
        "デモはここで終了コード {expected} を想定しましたが、{code} でした。"
    ),
    "exit code": "終了コード",
}
