"""What hooks say to agents, to the lead and to the person."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Input that is not as it should be
    "the input is no JSON": "入力が JSON ではありません",
    "the input is no JSON object": "入力が JSON オブジェクトではありません",
    "{name} is no text": "{name} が文字列ではありません",
    "{name} is missing": "{name} がありません",
    "{name} is no object": "{name} がオブジェクトではありません",
    "{name} can be no path": "{name} はパスになりえません",
    "{name} has half a character in it (a lone surrogate)": "{name} に不完全な文字（孤立サロゲート）があります",
    "Renkei cannot check this: what the client sent its hook is malformed ({problems}).": (
        "Renkei は検証できません。クライアントがフックに送った入力が不正です（{problems}）。"
    ),
    # To the agent whose result was not checked in time
    "Renkei could not look at all of this result, so these are not verified: {places}. Hand it in again, "
    "shorter: the places that matter, and a few lines quoted from each.": (
        "Renkei はこの結果のすべてを確認できませんでした。次の箇所は検証されていません: {places}。"
        "重要な箇所と、それぞれ数行の引用に絞って、もう一度提出してください。"
    ),
    "Renkei could not check this result within {seconds} s, so it is not verified. Hand it in again, shorter: "
    "the places that matter, and a few lines quoted from each.": (
        "Renkei は {seconds} 秒以内にこの結果を検証できなかったため、未検証です。短くして再提出してください。"
        "重要な箇所だけを挙げ、引用はそれぞれ数行にしてください。"
    ),
    # To the lead and the person
    "Renkei: the result of {agent} failed verification after {most} refusals:": (
        "Renkei: {agent} の結果は {most} 回の差し戻し後も検証に失敗しました:"
    ),
    "Renkei: the result of {agent} could not be checked in time. It is not verified.": (
        "Renkei: {agent} の結果は時間内に検証できませんでした。未検証です。"
    ),
    "Renkei: no verdict on {agent}: it came to its end before its result was checked.": (
        "Renkei: {agent} は判定なし: 結果が検証される前に終了しました。"
    ),
    "Renkei would have refused the result of {agent} (observe mode):": (
        "Renkei は {agent} の結果を差し戻すところでした（observe モード）:"
    ),
    "Renkei: what {agent} says does not hold: {points}": "Renkei: {agent} の記述に誤りがあります: {points}",
    "Renkei accepted the result of {agent}, but could not verify all of it:": (
        "Renkei は {agent} の結果を受理しましたが、すべては検証できませんでした:"
    ),
    "Do not build on it: look for yourself, or say to whoever reads your answer that it is not verified.": (
        "これを前提にしないでください。自分で確かめるか、未検証であることを回答の読み手に伝えてください。"
    ),
    "{agent} failed verification": "{agent} は検証に失敗",
    "{agent} was not checked in time": "{agent} は時間内に検証できず",
    "{agent}: no verdict": "{agent}: 判定なし",
    "{agent} would have been refused": "{agent} は差し戻しの対象",
    "{agent} says what does not hold": "{agent} の記述に誤り",
    "{agent} was refused": "{agent} は差し戻し",
    "Renkei ({mode} mode), since you last looked:": "Renkei（{mode} モード）、前回の確認以降:",
    "`renkei status` shows more; `renkei off` or RENKEI_HOOKS=off stops the hooks.": (
        "詳しくは `renkei status`。フックを止めるには `renkei off` か RENKEI_HOOKS=off を使ってください。"
    ),
    # renkei status and renkei statusline
    "Where this project stands: store, hooks, what waits, last refusals": (
        "プロジェクトの現状: ストア、フック、対応待ち、最近の拒否"
    ),
    "One line on this session for a coding client to show": "コーディングクライアントに表示する、このセッションの1行",
    "show Renkei's verdicts in the status line": "Renkei の判定をステータスラインに表示する",
    "Renkei: off": "Renkei: オフ",
    "Renkei: {mode} mode, results checked: {count}": "Renkei: {mode} モード、検証済みの結果: {count}",
    "project": "プロジェクト",
    "store": "ストア",
    "hooks": "フック",
    "waiting": "対応待ち",
    "unseen": "未表示",
    "refused": "拒否",
    "decisions: {decisions}, questions: {questions}. See: renkei decide": (
        "決定 {decisions} 件、質問 {questions} 件。renkei decide で表示"
    ),
    "verdicts that no screen has shown yet:": "まだどの画面にも表示されていない判定:",
    "last refusals:": "最近の拒否:",
    "nothing so far": "まだありません",
    "records that wait for it: {count}": "書き込み待ちの記録: {count}",
    "not set up. Type: renkei init --claude": "未設定です。設定するには renkei init --claude",
    "{mode} mode, but off. `renkei on` switches them on again.": (
        "{mode} モードですが無効です。再び有効にするには `renkei on` を使ってください。"
    ),
    "{mode} mode, on. `renkei off` or RENKEI_HOOKS=off stops them.": (
        "{mode} モード、有効。止めるには `renkei off` か RENKEI_HOOKS=off を使ってください。"
    ),
}
