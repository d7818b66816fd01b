"""Inspectors as the agents of a run."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "INCOMPLETE: {reason}": "INCOMPLETE（調査不足）: {reason}",
    "the verdict says {said}; the reports make it {right}": (
        "判定は {said} となっていますが、報告からは {right} になります"
    ),
    "The role {role} is no inspector. Known: {known}; a gate is the auditor.": (
        "ロール {role} というインスペクターはありません。使えるもの: {known}（ゲートは監査役になります）。"
    ),
    "There is nothing to audit: no inspector before {task} has put anything on the blackboard.": (
        "監査するものがありません。{task} より前に、ブラックボードへ結果を書いたインスペクターがいません。"
    ),
    "{inspector} looks at {count} files": "{inspector} が {count} 個のファイルを調べています",
    "{count} inspectors have reported": "インスペクター {count} 人の報告がそろいました",
    "{analyser}: {count} findings": "{analyser}: 指摘 {count} 件",
    "{state}: P0 {p0}, P1 {p1}, P2 {p2}": "{state}: P0 {p0} 件、P1 {p1} 件、P2 {p2} 件",
    "did not look: {names}": "調べていないもの: {names}",
    "An inspector takes no instructions: its role says what it looks at.": (
        "インスペクターは指示を受け付けません。何を調べるかはロールで決まります。"
    ),
    "Inspectors use no model: this costs nothing.": "インスペクターはモデルを使いません。費用はかかりません。",
    "verdict {verdict}: {reason}": "判定 {verdict}: {reason}",
}
