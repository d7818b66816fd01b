"""What follows from an event: the seed's templates word for word, and what else Renkei says."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # What follows from an event: the seed's templates word for word
    "The task that you were waiting for is completed.\n"
    "Completed task: {completed_task}\n"
    "Artifacts: {artifact_refs}\n"
    "→ Look at the Shared State Board and take up your work again.": (
        "待機中だった依存タスクが完了しました。\n"
        "完了タスク: {completed_task}\n"
        "成果物: {artifact_refs}\n"
        "→ Shared State Board を確認し、作業を再開してください。"
    ),
    "{blocked_agent} is blocked, waiting for your {dependency}.": (
        "{blocked_agent} があなたの {dependency} を待ってブロックされています。"
    ),
    "Decision {decision_id} is resolved.\nWhat was decided: {resolution}\nImpact on your task: {impact_assessment}": (
        "意思決定 {decision_id} が解決しました。\n決定内容: {resolution}\nあなたのタスクへの影響: {impact_assessment}"
    ),
    "Artifact {artifact_ref}, on which you depend, was updated from v{old_version} to v{new_version}.\n"
    "What changed: {change_summary}\n"
    "Please check whether you have to do something.": (
        "依存している成果物 {artifact_ref} が v{old_version} → v{new_version} に更新されました。\n"
        "変更要約: {change_summary}\n"
        "対応が必要か確認してください。"
    ),
    # What else Renkei says when something follows
    "Artifact {ref}": "成果物 {ref}",
    "Your contract takes it in.": "あなたのタスク契約の入力です。",
    "Check whether you have to do something.": "対応が必要か確認してください。",
    "{agent} is blocked and has given no cause": "{agent} がブロックされています（原因の記載なし）",
    "{agent} is blocked by a cause outside the team: {cause}": (
        "{agent} がチーム外の要因でブロックされています: {cause}"
    ),
    "You lead the team.": "あなたがチームのリードです。",
    "{agent} cannot go on without it.": "それがないと {agent} は作業を進められません。",
    "{agent} is blocked": "{agent} がブロックされています",
    "Finish it, or say when it can be expected.": "完了させるか、見込みを伝えてください。",
    "work": "作業",
    "The conflict {id} is settled": "矛盾 {id} が解消しました",
    "{agent} has answered the conflict {id} with {type} {answer}: {summary}": (
        "{agent} が矛盾 {id} に {type} {answer} で回答しました: {summary}"
    ),
    "You were waiting for it and can go on.": "待機が解けました。作業を再開できます。",
    "Read the answer before you go on.": "再開する前に回答を読んでください。",
    "Decision {id}": "意思決定 {id}",
    "Check your work against the decision.": "決定に照らして作業を確認してください。",
    "Your contract {contract} refers to it.": "あなたのタスク契約 {contract} がこの決定を参照しています。",
    "Your task {task} refers to it.": "あなたのタスク {task} がこの決定を参照しています。",
    "You asked for it.": "あなたが依頼した決定です。",
    "waits for a review of {ref}": "{ref} のレビュー待ち",
    "resolved a blocker": "ブロッカーを解消",
    "Your team's rule {rule} says so.": "チームのルール {rule} による通知です。",
    "expected a status or the name of an event: {triggers}": "ステータスかイベント名を指定してください: {triggers}",
    "expected text with {{field}} where a field goes; a brace itself is written twice": (
        "フィールドを {{field}} と書いたテキストにしてください。波括弧そのものは 2 つ重ねて書きます"
    ),
    "expected either message or set_status in do[{number}]": (
        "do[{number}] には message か set_status のどちらか一方を書いてください"
    ),
    "{trigger} has no field {field}{place}; known: {known}": (
        "{trigger} に {field} というフィールドはありません{place}。使えるもの: {known}"
    ),
    "Renkei: this may not wait for your next turn, {agent}:": (
        "Renkei: {agent} への至急の連絡です（次のターンを待てません）:"
    ),
}
