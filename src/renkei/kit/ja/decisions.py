"""Decisions, and what a person answers."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Decisions
    "The decision {id} is resolved already: {resolution}. Ask under a new id.": (
        "意思決定 {id} は解決済みです: {resolution}。新しい id で依頼してください。"
    ),
    "{actor} may not decide {id}. Its owner ({owners}) or a person may.": (
        "{actor} は {id} を決定できません。決定できるのは担当者（{owners}）か人です。"
    ),
    "payload.chosen_option: expected one of {labels}, not {chosen!r}.": (
        "payload.chosen_option: {labels} のいずれかを指定してください（指定された値: {chosen!r}）。"
    ),
    "asked for a decision": "意思決定を依頼",
    "decided": "決定",
    # A person's answers
    "Decisions and questions that wait for a person; answer one": "人の回答を待つ意思決定と質問の一覧、または回答",
    "{actor} may not answer for a person. An agent answers a decision that it owns with a DECISION_RESULT.": (
        "{actor} は人に代わって回答できません。自分が責任を持つ意思決定には DECISION_RESULT で回答してください。"
    ),
    "Overdue answers": "期限を過ぎた回答",
    "the decision or question; without it: what waits": "意思決定または質問。省略すると一覧を表示",
    "the label of an option, or the answer": "選択肢のラベル、または回答",
    "the reason; needed for what was not offered": "理由。選択肢にない回答では必須",
    "Say what to answer: renkei decide {id} OPTION": "回答を指定してください: renkei decide {id} OPTION",
    "Nothing waits for a person.": "人の回答を待つものはありません。",
    "No decision or question is called {id}. `renkei decide` lists them.": (
        "意思決定や質問 {id} はありません。`renkei decide` で一覧を確認できます。"
    ),
    "{option!r} is none of the options of {id} ({labels}). The run goes on with one of these, and with nothing "
    "else.": "{option!r} は {id} の選択肢（{labels}）にありません。実行はこのどれかでしか先へ進みません。",
    "{option!r} is none of the options of {id} ({labels}). A person may choose it all the same: say why "
    "with --why TEXT.": (
        "{option!r} は {id} の選択肢（{labels}）にありません。人はそれでも選べます。--why TEXT で理由を書いてください。"
    ),
    "{id} is a {type}: it is answered with {expected}. Post that with: renkei send": (
        "{id} は {type} です。{expected} で回答します。投稿するには: renkei send"
    ),
    "A person chose it.": "人が選びました。",
    "what has to be kept from now on; repeatable, told to everybody whom the decision affects": (
        "今後守るべき制約。繰り返し指定でき、決定の影響を受ける全員に伝わる"
    ),
}
