"""Results put together: `aggregate`."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Put the results of several agents together": "複数のエージェントの結果をまとめる",
    "the results, as the agents wrote them": "エージェントが書いたままの結果",
    "whose word counts how much (default: the project's setting)": (
        "誰の意見をどれだけ重く見るか（既定: プロジェクトの設定）"
    ),
    "checking results": "結果を検査中",
    "There are no results to put together.": "まとめる結果がありません。",
    "weights cannot be {value!r}. Profiles: {known}.": "weights を {value!r} にはできません。プロファイル: {known}。",
    "go on": "次へ進む",
    "put the findings up for review before the next phase": "次のフェーズの前に調査結果をレビューする",
    "handle the errors, and retry what can be retried": "エラーを処理し、可能ならリトライする",
    "No issues are reported.": "問題の報告はありません。",
    "not verified": "未確認",
    "contradiction": "矛盾",
    "for a person to decide": "人が判断してください",
    "Below a confidence of {least}, and so not shown: {results} results, {issues} issues. --json lists all.": (
        "信頼度 {least} 未満のため省略: 結果 {results} 件、問題 {issues} 件。--json ですべて表示します。"
    ),
}
